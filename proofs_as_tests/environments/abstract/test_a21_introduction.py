"""Alexander et al. 2021, Section 1: the three thought experiments."""

import pytest
from hypothesis import given

from formal_rl.environments import interaction
from formal_rl.environments.abstract import (
    A_BUTTON,
    SPIKES,
    TAKE,
    UNGUARDED,
    WALK,
    clever_employer,
    oracular_obstacle_course,
    treasures_for_the_worthy,
)
from formal_rl.environments.abstract.introduction import EMPTY, GUARDED
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, percepts, plays
from formal_rl.study._explained.thought_experiments import DRAWN, course_room, treasure_room

# --- Beyond the scope of the checks ---


@pytest.mark.statement("A21-intro-obstacles")
@given(agent=agents())
def test_no_walker_earns_more_than_its_turns(agent):
    """Rewards are 1, 0 or -1, a button is never seen, and -1 is earned only among spikes."""
    run = interaction(agent, oracular_obstacle_course, 12)

    for before, action, after in zip(run[0::2], run[1::2], run[2::2], strict=False):
        assert before.observation in {EMPTY, SPIKES}
        assert after.reward == (0 if action != WALK else -1 if before.observation == SPIKES else 1)


@pytest.mark.statement("A21-intro-treasures")
@given(agent=agents(), play=plays(percepts=percepts(observations=[UNGUARDED, GUARDED]), min_percepts=1, max_percepts=6))
def test_no_guard_is_fooled(agent, play):
    """Whatever came before, a guarded treasure goes to whoever would leave it unguarded."""
    room, action = play[-2].observation, play[-1]
    would = agent((*play[:-2], Percept(play[-2].reward, UNGUARDED)))
    expected = 0 if action != TAKE else 1 if room == UNGUARDED or would != TAKE else -1

    assert treasures_for_the_worthy(agent, play) == (expected, GUARDED if len(play) // 2 % 4 < 3 else UNGUARDED)


@pytest.mark.statement("A21-intro-employer")
@given(agent=agents(), play=plays(min_percepts=1))
def test_the_employer_does_not_look_at_what_was_paid(agent, play):
    """Other rewards after the first percept change nothing."""
    otherwise = tuple(x._replace(reward=7) if i and i % 2 == 0 else x for i, x in enumerate(play))

    assert clever_employer(agent, play) == clever_employer(agent, otherwise)


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
