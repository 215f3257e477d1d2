"""Alexander et al. 2021, Section 1: the three thought experiments."""

import pytest

from formal_rl.environments.abstract import (
    A_BUTTON,
    SPIKES,
    TAKE,
    UNGUARDED,
    clever_employer,
    oracular_obstacle_course,
    treasures_for_the_worthy,
)
from formal_rl.environments.abstract.introduction import EMPTY, GUARDED
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.study._explained.thought_experiments import DRAWN, course_room, treasure_room

# --- Beyond the scope of the checks ---


@pytest.mark.parametrize("environment", [oracular_obstacle_course, treasures_for_the_worthy, clever_employer])
def test_what_is_no_play_is_refused(environment):
    """A prompt is no play."""
    with pytest.raises(MalformedHistory):
        environment(lambda prompt: 0, history((0, 0)))


def test_rooms_are_drawn():
    """The agent, spikes, a button, the guard and the treasure are there to see."""
    assert course_room(SPIKES) == "  +---------+\n  | @ ^^^^  >\n  +---------+"
    assert "o" in course_room(A_BUTTON)
    assert course_room(EMPTY).count("@") == 1
    assert "G" in treasure_room(GUARDED)
    assert "G" not in treasure_room(UNGUARDED)
    _, treasures, employer, _ = DRAWN
    worthy = treasures.clause(lambda prompt: 0, (Percept(0, GUARDED), TAKE), Percept(1, GUARDED))
    assert worthy.startswith(
        "the agent tries the guarded treasure; were there no guard it would leave it (action 0): worthy,"
    )
    paid = employer.clause(lambda prompt: 1, history((0, 0), 1, (100, 0), 1), Percept(100, 0))
    assert paid.startswith("in hour 2 the agent did 1; had it been paid 1000 for each of the 1 before it would do 1")
