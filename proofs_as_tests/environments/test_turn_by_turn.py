"""What is told turn by turn: by hand, and every environment made so is written out once more."""

from hypothesis import given

from formal_rl.environments import Transition, turn_by_turn
from formal_rl.environments.turn_by_turn import TurnByTurn, paid, punish_nondeterministic_agent
from formal_rl.histories import Percept, history
from formal_rl.statements.checks.library_letters import LETTERS, LETTERS_OF_2021
from formal_rl.strategies import agents, plays

PROMPT = history((9, 1), 1, (5, 2), 2, (6, 3), 3, (7, 4))
BOTH = TurnByTurn(paid(lambda number, before, reward: 100 * number + 10 * before + reward), period=None)
"""Each number of a turn, and each reward before it, can be read off what is told."""


def test_what_is_asked_by_hand():
    """Turns count from 1, and the reward before the first is 0, whatever the first percept has."""
    assert BOTH.hypothetical((*PROMPT, 0)) == history((9, 1), 1, (105, 2), 2, (256, 3), 3, (367, 4))
    assert BOTH.hypothetical((*PROMPT[:1], 0)) == PROMPT[:1]


def test_a_turn_is_an_action_with_the_percept_after_it():
    """The first percept is in none; of one turn nothing may be told, or more than one."""
    heard = []

    def told(number, before, turn):
        heard.append(turn)
        return () if turn[0] == 1 else (turn, (0, Percept(0, 0)))

    asked = TurnByTurn(told).hypothetical((*PROMPT, 0))

    assert heard == [(1, Percept(5, 2)), (2, Percept(6, 3)), (3, Percept(7, 4))]
    assert asked == history((9, 1), 2, (6, 3), 0, (0, 0), 3, (7, 4), 0, (0, 0))


def test_what_a_copy_is_told_by_hand():
    """The same of transitions, in both forms that train a copy."""
    first, second = Transition(1, 1, 5, 2), Transition(2, 2, 6, 3)

    for form in (BOTH.incremental, BOTH.published):
        assert form.rewrite(1, None, first) == (Transition(1, 1, 105, 2),)
        assert form.rewrite(2, first, second) == (Transition(2, 2, 256, 3),)


def test_each_is_written_out():
    """All that the forms of an environment share is held against itself written out, element by element."""
    made = {name for name, value in vars(turn_by_turn).items() if isinstance(value, TurnByTurn)}
    of_2021 = {name for name in made if name.endswith("_functional")}

    assert made - of_2021 - LETTERS.keys() == {"punish_nondeterministic_agent"}
    assert {name.removesuffix("_functional") for name in of_2021} <= LETTERS_OF_2021.keys()


@given(agent=agents(number_of_actions=3), play=plays())
def test_the_environment_without_an_entry_written_out(agent, play):
    """Punish the nondeterministic asks about the play without its last action."""
    expected = Percept(0, 0)
    if play:
        prompt = tuple(play[place] for place in range(len(play) - 1))
        expected = Percept(1, 0) if agent(prompt) == play[-1] else Percept(-1, 0)

    assert punish_nondeterministic_agent(agent, play) == expected
