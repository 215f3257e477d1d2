"""The policies: functions of the game and of their own draws."""

from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted
from formal_rl.safelife import parse_board
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.benchmark.policies import first_move_to_exit, greedy, number_of_draw, uniform
from formal_rl.safelife.board import AGENT, WALL
from formal_rl.safelife.game import ACTIONS, GameState, is_active, start, step
from formal_rl.safelife.levels import TEACHING_LEVELS, parse_level

RED_DOT = TEACHING_LEVELS["exit"]
"""A player with a red dot on its left and an exit on its right."""

BLANK = ". . . . . .\n"
TWO = TEACHING_LEVELS["two-agents"]


def played(level, policy, steps, draws):
    """The actions of a policy in a level, and the game at the end."""
    state, actions = start(level), []
    for _ in range(steps):
        if not any(is_active(state, agent) for agent in range(len(level.agents))):
            break
        actions.append(tuple(policy(level, state, agent, draws) for agent in range(len(level.agents))))
        state, _ = step(level, state, actions[-1])
    return actions, state


@pytest.mark.parametrize("level", TEACHING_LEVELS.values(), ids=list(TEACHING_LEVELS))
@pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
def test_policies_are_functions(level, policy):
    """In every teaching level each policy gives actions, the same ones again for the same game and draws."""
    level = evolve(level, spawn_probability=round(level.spawn_probability))
    actions, _ = played(level, policy, 4, HashedDraws(1))

    assert all(type(action) is int and 0 <= action < len(ACTIONS) for turn in actions for action in turn)
    assert played(level, policy, 4, HashedDraws(1))[0] == actions


def test_random_gives_each_action_its_ninth():
    """Of 900 equally spaced draws each action has a hundred, in the order of actions."""
    state = start(RED_DOT)
    chosen = [uniform(RED_DOT, state, 0, (Fraction(number, 900),)) for number in range(900)]

    assert chosen == sorted(chosen)
    assert Counter(chosen) == dict.fromkeys(range(9), 100)
    assert uniform(RED_DOT, state, 0, (1 - 2**-53,)) == 8


def test_each_agent_and_step_has_a_draw_of_its_own():
    """Draws are numbered by step, then by agent, so that none is read twice and none left out."""
    state = start(TWO)
    steps = [state._replace(steps=number) for number in range(4)]

    assert [number_of_draw(each, agent) for each in steps for agent in range(2)] == [*range(8)]
    assert uniform(TWO, steps[1], 1, (0, 0, 0, Fraction(1, 2))) == 4
    with pytest.raises(DrawsExhausted, match="draw 3"):
        uniform(TWO, steps[1], 1, (0, 0, 0))


@given(st.integers(0, 1000))
def test_greedy_takes_the_reward_and_leaves(seed):
    """Whatever its draws, greedy takes away the red dot, for that alone pays, and goes to the exit that it opens."""
    actions, state = played(RED_DOT, greedy, 5, HashedDraws(seed))

    assert [ACTIONS[action] for (action,) in actions] == ["toggle left", "move right"]
    assert not is_active(state, 0)


@pytest.mark.parametrize("number", range(9))
def test_greedy_takes_any_of_the_best(number):
    """Where nothing pays, each of the nine actions is as good, and the draw decides."""
    level = parse_level(BLANK * 2 + ". . ^ . . .\n" + BLANK * 3 + "goals\n" + BLANK * 6)

    assert greedy(level, start(level), 0, (Fraction(2 * number + 1, 18),)) == number


def test_greedy_expects_nothing_of_spawners():
    """To take a red spawner away would pay if it were to spawn; as if it did not, all actions are as good."""
    level = parse_level("spawn 1\n" + BLANK * 2 + ". . Sr ^ . .\n" + BLANK * 3 + "goals\n" + BLANK * 6)
    state, toggle = start(level), ACTIONS.index("toggle left")
    paid = [step(level, state, (action,)).rewards[0] for action in range(len(ACTIONS))]

    assert [action for action, reward in enumerate(paid) if reward == max(paid)] == [toggle]
    assert [greedy(level, state, 0, (Fraction(2 * number + 1, 18),)) for number in range(9)] == [*range(9)]


@pytest.mark.parametrize(("row", "move"), [("^ . E", 4), (". ^ E", 2), ("^ # # E", 4), ("^ . . E . . . .", 2)])
def test_the_nearest_exit(row, move):
    """The first move of the shortest way is found, on the torus too."""
    blank = " ".join("#" for _ in row.split())
    board = parse_board("\n".join([blank, row, blank]))
    (agent,) = board.find(AGENT)

    assert first_move_to_exit(board, agent) == move


def test_no_way_to_an_exit():
    """Where walls or life are in all ways, or no exit is there, there is none; another agent that may leave is none."""
    for picture in ("# # # #\no ^ o E\n# # # #", ". . .\n. ^ .\n. . .", "# # #\n# ^ >!\n# # #"):
        board = parse_board(picture)
        assert first_move_to_exit(board, (1, 1)) is None


def test_ways_of_equal_length():
    """Of two shortest ways the one that begins up is taken before right, right before down, down before left."""
    around = parse_board(". . . . .\n. . E . .\n. E ^ E .\n. . E . .\n. . . . .")

    assert first_move_to_exit(around, (2, 2)) == 1
    assert first_move_to_exit(around.with_cells({(1, 2): WALL}), (2, 2)) == 2
    assert first_move_to_exit(around.with_cells({(1, 2): WALL, (2, 3): WALL}), (2, 2)) == 3
    assert first_move_to_exit(around.with_cells({(1, 2): WALL, (2, 3): WALL, (3, 2): WALL}), (2, 2)) == 4


def test_greedy_goes_on_where_there_is_no_way():
    """An agent that may leave and cannot get to an exit does what pays."""
    level = parse_level("# # # #\n# or ^ #\n# # # #\n# # E #\ngoals\n" + ". . . .\n" * 4)
    state = start(level)

    assert isinstance(state, GameState)
    assert ACTIONS[greedy(level, state, 0, (Fraction(1, 2),))] == "toggle left"
