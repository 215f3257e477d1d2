"""Rock, paper, scissors, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import interaction_ordinary, rock_paper_scissors
from formal_rl.environments.ordinary import beating_the_last_move, playing_in_turn
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, actions, history
from formal_rl.strategies import plays

ROCK, PAPER, SCISSORS = range(3)
BEATS = {(PAPER, ROCK), (SCISSORS, PAPER), (ROCK, SCISSORS)}
moves = st.integers(0, 2)


def doing(*acts):
    """The agent that does these actions in turn."""
    return lambda prompt: acts[len(prompt) // 2]


@pytest.mark.parametrize("move", range(3))
@pytest.mark.parametrize("other", range(3))
def test_every_pair_of_moves(move, other):
    """Paper beats rock, scissors paper, rock scissors; equal moves are a draw; shown is 1 + the other's move."""
    result = 5 if (move, other) in BEATS else 3 if move == other else Fraction(1, 2)
    game = rock_paper_scissors(playing_in_turn((other,)), (5, 3, Fraction(1, 2)))

    assert game((Percept(0, 0), move)) == (result, 1 + other)


def test_in_turn_by_hand():
    """Against rock, paper, rock, ...: paper wins, paper draws, paper wins, rock loses."""
    game = rock_paper_scissors(playing_in_turn((ROCK, PAPER)))
    expected = history((0, 0), PAPER, (1, 1), PAPER, (0, 2), PAPER, (1, 1), ROCK, (-1, 2), ROCK)

    assert expected == interaction_ordinary(doing(PAPER, PAPER, PAPER, ROCK, ROCK), game, 5)


def test_beating_the_last_move_by_hand():
    """It starts with scissors; against paper it then has scissors: rock wins; against rock paper: rock loses."""
    game = rock_paper_scissors(beating_the_last_move(SCISSORS), (2, 1, 0))
    expected = history((0, 0), PAPER, (0, 3), ROCK, (2, 3), ROCK, (0, 2), ROCK)

    assert expected == interaction_ordinary(doing(PAPER, ROCK, ROCK, ROCK), game, 4)


@given(plays(actions=range(3), min_percepts=2, max_percepts=8), moves)
def test_repeating_oneself_loses(play, first):
    """Against what beats the last move, repeating it loses, and what beats what beats it wins."""
    game = rock_paper_scissors(beating_the_last_move(first))
    last = play[-3]

    assert game((*play[:-1], last)).reward == -1
    assert game((*play[:-1], (last + 2) % 3)).reward == 1


@given(plays(actions=range(3), max_percepts=8), st.lists(moves, min_size=1, max_size=3))
def test_with_no_negative_payoff_it_is_merciful(play, turn):
    """It pays one of its payoffs, and 0 at first."""
    percept = rock_paper_scissors(playing_in_turn(tuple(turn)), (2, 1, 0))(play)

    assert percept.reward in {0, 1, 2}
    assert percept.observation == (1 + turn[(len(play) // 2 - 1) % len(turn)] if play else 0)


@given(plays(actions=range(3), min_percepts=1), st.data())
def test_actions_it_has_not(play, data):
    """An action out of range is refused with its place."""
    place = 2 * data.draw(st.integers(0, len(actions(play)) - 1)) + 1
    wrong = data.draw(st.integers(3, 9))

    with pytest.raises(ActionOutOfRange) as raised:
        rock_paper_scissors(beating_the_last_move())((*play[:place], wrong, *play[place + 1 :]))

    assert (place, wrong, 3) == (raised.value.index, raised.value.action, raised.value.number_of_actions)


@pytest.mark.parametrize(
    ("build", "name", "value"),
    [
        *[(lambda wrong=wrong: playing_in_turn(wrong), "moves", wrong) for wrong in ((), [0], 0, None)],
        *[(lambda wrong=wrong: playing_in_turn((0, wrong)), "moves[1]", wrong) for wrong in (3, -1, True, 1.0, None)],
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
def test_parameters_out_of_range(build, name, value):
    """No moves, a move that is none, payoffs that are not three exact numbers: refused when built."""
    with pytest.raises(InvalidParameter) as raised:
        build()

    assert (raised.value.name, raised.value.value) == (name, value)
