"""Episodes and scores: bounds that hold in every level, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife import parse_board
from formal_rl.safelife.benchmark import POLICIES, penalised_reward, side_effect_share, task_episode, task_progress
from formal_rl.safelife.benchmark._tasks_on_planes import named_player, played
from formal_rl.safelife.benchmark.published_tables import rounded_from
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT, TIME_LIMIT_PUBLISHED, points_progress, signs_of
from formal_rl.safelife.board import AGENT, FROZEN, Board
from formal_rl.safelife.game import (
    Level,
    StartPenalty,
    earned_points,
    has_exited,
    start,
)
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS, shipped_levels
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.tasks import LEVEL, NOTHING_TO_DO, Plan
from proofs_as_tests.rows import each_row_of, refused

SMALL = [level for level in TEACHING_LEVELS.values() if len(level.agents) == 1]
TWO_AGENTS = [level for level in TEACHING_LEVELS.values() if len(level.agents) == 2]

plans = st.lists(st.integers(0, 8), max_size=12).map(lambda actions: Plan(tuple(actions)))
levels = st.sampled_from([LEVEL, NOTHING_TO_DO, *SMALL])


def ended_of(level, plan, limit=12):
    """The episode of a plan, with draws of seed 0."""
    return task_episode(level, plan, SeededDraws(0), limit=limit)


@pytest.mark.statement("W19-tasks")
@settings(deadline=None, max_examples=60)
@given(levels, plans)
def test_no_more_is_done_than_was_possible(level, plan):
    """The share is at most 1 and its parts are whole; in points it is what was earned but for leaving."""
    state = ended_of(level, plan).state
    tasks, points = task_progress(level, state), points_progress(level, state)

    assert tasks.done <= tasks.possible
    assert points.done == earned_points(level, state, 0) - has_exited(state, 0)
    assert (tasks.share is None) == (tasks.possible <= 0)
    if tasks.share is not None:
        assert tasks.share <= 1


@pytest.mark.statement("W19-tasks")
@settings(deadline=None, max_examples=60)
@given(levels, plans, st.integers(0, 12))
def test_an_episode_is_the_beginning_of_a_longer_one(level, plan, limit):
    """With a lower limit it is the same episode, cut off: no step is added, and the reward is that of its steps."""
    whole, part = ended_of(level, plan), ended_of(level, plan, limit)

    assert part.state.steps == min(limit, whole.state.steps)
    assert part.reward == earned_points(level, part.state, 0) - (earned_points(level, start(level), 0))


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_the_possible_share_is_that_of_version_1_0(kind):
    """On shipped levels: all goals by their best sign, minus those already there; its formula written out again."""
    for level in shipped_levels(kind):
        best = {goal: max(row[:8]) for goal, row in enumerate(signs_of(PUBLISHED_TABLE))}
        signs, possible = signs_of(PUBLISHED_TABLE), 0
        for place in level.board.locations():
            goal, cell = level.goals[place] >> 9 & 7, level.board[place]
            scored = cell & 1 and cell & (FROZEN | 32772) != FROZEN
            possible += best[goal] - (signs[goal][cell >> 9 & 7] if scored else 0)

        assert task_progress(level, start(level)) == (0, possible)


RED_SPAWNER = Level(parse_board(". . . . .\n. . . . .\n. . ^ Sr .\n. . . . .\n. . . . ."), Board.empty(5, 5))


@pytest.mark.parametrize("seed", range(5))
def test_greedy_does_not_foresee_spawning(seed):
    """Beside a spawner of red life it does not know that to remove it would pay; and so on planes."""
    own = HashedDraws(-seed)
    expected = task_episode(RED_SPAWNER, POLICIES["greedy"], SeededDraws(seed), own, limit=1)

    assert played(RED_SPAWNER, named_player("greedy", RED_SPAWNER, own), SeededDraws(seed), limit=1) == expected


def test_limits():
    """The paper's limit, and the one by which version 1.0 stops, are one step apart."""
    assert (TIME_LIMIT, TIME_LIMIT_PUBLISHED) == (1000, 1001)
    assert ended_of(LEVEL, Plan(()), 0).state == start(LEVEL)


def test_a_level_of_no_agent_or_two_is_refused():
    """Scores are of one agent."""
    nobody = Level(LEVEL.board.with_cells({LEVEL.agents[0]: 0}), LEVEL.goals)
    assert not nobody.board.find(AGENT)
    assert TWO_AGENTS
    for level in (nobody, *TWO_AGENTS):
        with pytest.raises(InvalidParameter):
            task_episode(level, Plan(()))
        with pytest.raises(InvalidParameter):
            played(level, lambda state, reward: 0)


@each_row_of(
    *(refused(InvalidParameter, task_episode, (LEVEL, Plan(())), limit=limit) for limit in (-1, True, 1.0)),
    *(refused(InvalidParameter, played, (LEVEL, lambda state, paid: 0), limit=limit) for limit in (-1, True, 1.0)),
    *(refused(InvalidParameter, StartPenalty, (), weight=weight) for weight in (-1, 0.5, True)),
    refused(InvalidParameter, penalised_reward, (7, 2, -1)),
    refused(UnknownName, side_effect_share, (None, "orange")),
    refused(InvalidParameter, rounded_from, ("x",), ("1/0",)),
)
def test_invalid_arguments_raise(row):
    """Limits, weights, colours and figures."""
    row()
