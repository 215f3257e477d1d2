"""How much Hypothesis tries: the profiles dev, ci and full.

Chosen by ``pytest --hypothesis-profile NAME``, else by the environment variable HYPOTHESIS_PROFILE, else ci where
the variable CI is set, else dev. No profile has a deadline: no test here depends on a clock.
"""

import os

import pytest
from hypothesis import settings

from formal_rl.statements import find

_BASE = settings.get_profile("default")

settings.register_profile("dev", _BASE, max_examples=50, deadline=None)
settings.register_profile("ci", _BASE, max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("full", _BASE, max_examples=5_000, deadline=None)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


def pytest_addoption(parser):
    """Let ``--statement ID`` select the tests of one statement of the ledger."""
    parser.addoption("--statement", metavar="ID", help="run only the tests of this statement, such as A22-T10.3")


def pytest_configure(config):
    """Declare the mark that ties a test to a statement."""
    config.addinivalue_line("markers", "statement(id): the test is about this statement of the ledger")


def pytest_collection_modifyitems(config, items):
    """Select by statement, and require that a test that a statement holds says it in the ledger's words."""
    for item in items:
        mark = item.get_closest_marker("statement")
        if mark is not None and item.originalname.endswith(("_holds", "_is_refuted")):
            said, claimed = " ".join((item.function.__doc__ or "").split()), find(mark.args[0]).claim
            if said != claimed:
                raise pytest.UsageError(f"{item.nodeid} says {said!r}; the ledger says {claimed!r}")
    wanted = config.getoption("--statement")
    if wanted is None:
        return
    find(wanted)
    chosen, others = [], []
    for item in items:
        mark = item.get_closest_marker("statement")
        (chosen if mark is not None and wanted in mark.args else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = chosen
