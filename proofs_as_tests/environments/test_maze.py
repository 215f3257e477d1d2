"""A maze drawn as text, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import interaction_ordinary, maze
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, actions, history
from formal_rl.strategies import plays

UP, RIGHT, DOWN, LEFT = range(4)
PLAN = "S.#\n#..\n..G"
"""Cells 0 1 2 / 3 4 5 / 6 7 8; walls at 2 and 3, the goal at 8."""


def doing(*acts):
    """The agent that does these actions in turn."""
    return lambda prompt: acts[len(prompt) // 2]


def test_a_way_by_hand():
    """Up is the edge, right to 1, right is a wall, down to 4, down to 7, right to 8: paid; down holds there: paid."""
    run = interaction_ordinary(doing(UP, RIGHT, RIGHT, DOWN, DOWN, RIGHT, DOWN, LEFT, UP), maze(PLAN), 9)
    expected = history(
        (0, 0), UP, (0, 0), RIGHT, (0, 1), RIGHT, (0, 1), DOWN, (0, 4), DOWN, (0, 7), RIGHT, (1, 8), DOWN, (1, 8), LEFT,
        (0, 7), UP,
    )  # fmt: skip

    assert expected == run


def test_the_start_may_be_anywhere():
    """The first cell shown is the start's, and nothing is paid."""
    assert maze("G.\n.S")(()) == (0, 3)
    assert maze("GS")(history((0, 1), LEFT)) == (1, 0)


@pytest.mark.parametrize("action", [UP, RIGHT, DOWN, LEFT])
def test_the_edge_holds(action):
    """From the corners of open mazes one way out of the plan after another leads nowhere."""
    corner = "S.\n.G" if action in {UP, LEFT} else "G.\n.S"

    assert maze(corner)((Percept(0, 0), action)) == maze(corner)(())


@given(plays(actions=range(4), max_percepts=8))
def test_it_stays_on_the_floor(play):
    """The cell is no wall, is at most a step from the one before, and is paid just at the goal."""
    here, before = maze(PLAN)(play), maze(PLAN)(play[:-2])
    (row, column), (row_before, column_before) = divmod(here.observation, 3), divmod(before.observation, 3)

    assert PLAN.split("\n")[row][column] != "#"
    assert abs(row - row_before) + abs(column - column_before) <= 1
    assert here.reward == (1 if here.observation == 8 else 0)


@given(plays(actions=range(4), min_percepts=1), st.data())
def test_actions_it_has_not(play, data):
    """An action out of range is refused with its place."""
    place = 2 * data.draw(st.integers(0, len(actions(play)) - 1)) + 1
    wrong = data.draw(st.integers(4, 9))

    with pytest.raises(ActionOutOfRange) as raised:
        maze(PLAN)((*play[:place], wrong, *play[place + 1 :]))

    assert (place, wrong, 4) == (raised.value.index, raised.value.action, raised.value.number_of_actions)


@pytest.mark.parametrize("plan", ["", "S", "G", "SGG", "SSG", "S\nG.", "SxG", "SG\n", "s.G", None, 3, ("SG",)])
def test_plans_that_are_none(plan):
    """A plan without a start or a goal, with two, with ragged rows or other marks is refused."""
    with pytest.raises(InvalidParameter) as raised:
        maze(plan)

    assert (raised.value.name, raised.value.value) == ("plan", plan)
