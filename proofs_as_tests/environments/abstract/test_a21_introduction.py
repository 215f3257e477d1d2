"""Alexander et al. 2021, Section 1: the three thought experiments."""

import pytest

from formal_rl.environments.abstract import (
    clever_employer,
    oracular_obstacle_course,
    treasures_for_the_worthy,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import history

# --- Beyond the scope of the checks ---


@pytest.mark.parametrize("environment", [oracular_obstacle_course, treasures_for_the_worthy, clever_employer])
def test_what_is_no_play_is_refused(environment):
    """A prompt is no play."""
    with pytest.raises(MalformedHistory):
        environment(lambda prompt: 0, history((0, 0)))
