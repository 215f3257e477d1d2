"""How much Hypothesis tries: the profiles dev, ci and full.

Chosen by ``pytest --hypothesis-profile NAME``, else by the environment variable HYPOTHESIS_PROFILE, else ci where
the variable CI is set, else dev. No profile has a deadline: no test here depends on a clock.
"""

import os

from hypothesis import settings

_BASE = settings.get_profile("default")

settings.register_profile("dev", _BASE, max_examples=50, deadline=None)
settings.register_profile("ci", _BASE, max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("full", _BASE, max_examples=5_000, deadline=None)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))
