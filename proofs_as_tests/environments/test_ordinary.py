"""A few ordinary environments, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import average_reward, bandit, embed, equally_weighted, guess_the_number
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.environments.ordinary import (
    CorridorIncremental,
    bandit_incremental,
    beating_the_last_move,
    corridor,
    guess_the_number_incremental,
    maze,
    rock_paper_scissors,
)
from formal_rl.environments.weighted_average import Weighted, upsilon
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, actions, history
from formal_rl.strategies import plays
from proofs_as_tests.rows import each_row_of, gives, refused

ALL = (
    *((environment, 2) for environment in (bandit((1, 2)), corridor(2), guess_the_number(1, 2))),
    (rock_paper_scissors(lambda past: len(past) % 3), 3),
    (maze("S.#\n#..\n..G"), 4),
)
ARMS = "a tuple of at least one reward"
NO_INTS = (True, False, 1.0, 1.5, Fraction(1), "1", None)


@pytest.mark.parametrize(
    ("build", "name", "value", "expected"),
    [
        *[(lambda wrong=wrong: bandit(wrong), "rewards", wrong, ARMS) for wrong in ((), [], [0, 1], 3, None, "12")],
        (lambda: bandit((0.5,)), "rewards[0]", 0.5, "an int or a Fraction"),
        (lambda: bandit((0, 1, True)), "rewards[2]", True, "an int or a Fraction"),
        (lambda: bandit((0, None)), "rewards[1]", None, "an int or a Fraction"),
        *[(lambda wrong=wrong: corridor(wrong), "length", wrong, "an int >= 1") for wrong in (0, -3, *NO_INTS)],
        *[
            (lambda wrong=wrong: guess_the_number(0, 2, wrong=wrong), "wrong", wrong, "an int or a Fraction")
            for wrong in (0.0, True, None)
        ],
        (lambda: guess_the_number(2, 2), "secret", 2, "one of the actions 0 to 1"),
        (lambda: guess_the_number(-1, 3), "secret", -1, "one of the actions 0 to 2"),
        *[
            (lambda wrong=wrong: guess_the_number(wrong, 3), "secret", wrong, "one of the actions 0 to 2")
            for wrong in NO_INTS
        ],
        *[
            (lambda wrong=wrong: guess_the_number(0, wrong), "number_of_actions", wrong, "an int >= 1")
            for wrong in (0, -1, *NO_INTS)
        ],
    ],
)
def test_parameters_out_of_range(build, name, value, expected):
    """A bandit without arms, a corridor without length, a secret nobody can name: refused when built."""
    with pytest.raises(InvalidParameter) as raised:
        build()

    assert (name, value, expected) == (raised.value.name, raised.value.value, raised.value.expected)
    assert type(value) is type(raised.value.value)
    instead = f"; for {value} write {Fraction(value)!r}" if type(value) is float and "Fraction" in expected else ""
    assert f"{name} is {value!r}: expected {expected}{instead}" == str(raised.value)


@given(plays(max_percepts=6))
def test_only_actions_matter(play):
    """None of them looks at the percepts in its past: they are its own answers, or ignored."""
    blank = tuple(Percept(0, 0) if index % 2 == 0 else element for index, element in enumerate(play))

    for environment, _ in ALL:
        assert environment(blank) == environment(play)


@pytest.mark.parametrize(("environment", "number"), ALL)
@given(st.data())
def test_actions_they_have_not(environment, number, data):
    """An action out of range is refused with its place, wherever in the play it stands."""
    play = data.draw(plays(actions=range(2), min_percepts=1))
    place = data.draw(st.integers(0, len(actions(play)) - 1))
    wrong = data.draw(st.integers(number, 9))
    index = 2 * place + 1

    with pytest.raises(ActionOutOfRange) as raised:
        environment((*play[:index], wrong, *play[index + 1 :]))

    assert (index, wrong, number) == (raised.value.index, raised.value.action, raised.value.number_of_actions)
    assert f"element {index} is action {wrong}, but this environment has {number} actions, 0 to {number - 1}" == str(
        raised.value
    )
    assert isinstance(raised.value, ValueError)


PAID, HALF = embed(bandit((0, 1))), Fraction(1, 2)


def weighed(*weights):
    """What an agent that does 1 gets on average over bandits of these weights."""
    return upsilon(lambda prompt: 1, [Weighted(weight, PAID) for weight in weights], 2)


@each_row_of(
    refused((InvalidParameter, {"name": "family[1].weight"}), weighed, *((1, w) for w in (0, -1, 0.5, True, None))),
    refused((InvalidParameter, {"name": "the sum of the weights"}), weighed, (), (HALF,), (1, 1)),
    refused(InvalidParameter, average_reward, *((lambda prompt: 0, PAID, n) for n in (0, -1, 1.0, True))),
    refused(InvalidParameter, equally_weighted, ((),)),
    gives(corridor(1), ((), Percept(0, 0))),
    refused((ActionOutOfRange, {"index": 9}), guess_the_number_incremental(1, 3).advance, (None, 4, 3)),
    refused((ActionOutOfRange, {"index": 3}), bandit_incremental((0, 1)).advance, (None, 1, 2)),
    refused((ActionOutOfRange, {"index": 9}), CorridorIncremental(2).advance, (None, (4, 0), 2)),
)
def test_averages_and_forms_that_carry_a_state(row):
    """Weights are exact, positive and add up to 1; an action that is none is refused with its place in the play."""
    row()


# --- Rock ---


ROCK, PAPER, SCISSORS = range(3)
BEATS = {(PAPER, ROCK), (SCISSORS, PAPER), (ROCK, SCISSORS)}
moves = st.integers(0, 2)


@pytest.mark.parametrize("move", range(3))
@pytest.mark.parametrize("other", range(3))
def test_every_pair_of_moves(move, other):
    """Paper beats rock, scissors paper, rock scissors; equal moves are a draw; shown is 1 + the other's move."""
    result = 5 if (move, other) in BEATS else 3 if move == other else Fraction(1, 2)
    game = rock_paper_scissors(lambda past: other, (5, 3, Fraction(1, 2)))

    assert game((Percept(0, 0), move)) == (result, 1 + other)


@given(plays(actions=range(3), min_percepts=2, max_percepts=8), moves)
def test_repeating_oneself_loses(play, first):
    """Against what beats the last move, repeating it loses, and what beats what beats it wins."""
    game = rock_paper_scissors(beating_the_last_move(first))
    last = play[-3]

    assert game((*play[:-1], last)).reward == -1
    assert game((*play[:-1], (last + 2) % 3)).reward == 1


@given(plays(actions=range(3), max_percepts=8))
def test_with_no_negative_payoff_it_is_merciful(play):
    """It pays one of its payoffs, and 0 at first; it shows the move of an opponent that knows the moves before."""
    percept = rock_paper_scissors(lambda past: (2 * len(past)) % 3, (2, 1, 0))(play)

    assert percept.reward in {0, 1, 2}
    assert percept.observation == (1 + (len(play) - 2) % 3 if play else 0)


@pytest.mark.parametrize(
    ("build", "name", "value"),
    [
        *[(lambda wrong=wrong: beating_the_last_move(wrong), "first", wrong) for wrong in (3, -1, True, 1.0, None)],
        *[
            (lambda wrong=wrong: rock_paper_scissors(beating_the_last_move(), wrong), "payoffs", wrong)
            for wrong in ((), (1, 0), [1, 0, -1], None)
        ],
        *[
            (lambda wrong=wrong: rock_paper_scissors(beating_the_last_move(), (1, wrong, 0)), "payoffs[1]", wrong)
            for wrong in (0.5, True, None)
        ],
    ],
)
def test_moves_and_payoffs_out_of_range(build, name, value):
    """A move that is none, payoffs that are not three exact numbers: refused when built."""
    with pytest.raises(InvalidParameter) as raised:
        build()

    assert (raised.value.name, raised.value.value) == (name, value)


# --- A maze drawn as text ---


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


@pytest.mark.parametrize("plan", ["", "S", "G", "SGG", "SSG", "S\nG.", "SxG", "SG\n", "s.G", None, 3, ("SG",)])
def test_plans_that_are_none(plan):
    """A plan without a start or a goal, with two, with ragged rows or other marks is refused."""
    with pytest.raises(InvalidParameter) as raised:
        maze(plan)

    assert (raised.value.name, raised.value.value) == ("plan", plan)
