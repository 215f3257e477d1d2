"""Self-insert, in both readings."""

from fractions import Fraction

import pytest

from formal_rl import transforms as tr
from formal_rl.agents import ConstantLearner
from formal_rl.environments import corridor, embed, ignore_rewards
from formal_rl.errors import MalformedHistory, UndefinedComposition
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2021.codings import by_reward
from formal_rl.transforms import self_insert, self_insert_letter
from proofs_as_tests.rows import each_row_of, malformed, refused


@pytest.mark.parametrize("insertion", [self_insert, self_insert_letter])
@pytest.mark.parametrize("observation", [-1, "left", True])
def test_screens_are_naturals(insertion, observation):
    """An observation that is no number, in the play or of the game, is refused and named."""
    with pytest.raises(MalformedHistory) as raised:
        insertion(embed(corridor(2)))(by_reward, history((0, 0), 0, (0, observation), 0))
    assert (raised.value.index, raised.value.value) == (2, observation)

    with pytest.raises(MalformedHistory) as raised:
        insertion(embed(lambda play: Percept(0, observation)))(by_reward, ())
    assert raised.value.value == observation


X, PLAY, HALF, LEARNER = Percept(0, 0), history((0, 0), 1, (1, 0), 0), Fraction(1, 2), ConstantLearner(1)
NO_HISTORIES = ([X], [X, 0], (X, -1, X), (X, -1), ((0, 0),), ((0, 0), 0), (Percept(True, 0),), None)
FORMS = (tr.infer_actions, tr.reality_check, tr.reality_check_alternate, tr.reality_check_memoised)
ON_PROMPTS = (
    *(form(lambda prompt: 0) for form in FORMS),
    *(lambda path: tr.simulated_action(LEARNER, path), lambda path: tr.backtracked_action(LEARNER, (X,), path)),
    lambda first: tr.backtracked_action(LEARNER, first, (X,)),
)


def paying(reward, observation=0):
    """The environment that always answers this."""
    return lambda agent, play: Percept(reward, observation)


ON_PLAYS = (
    *(form(paying(0), paying(1)) for form in (tr.with_handicap, tr.with_handicap_repaired)),
    *(form(ignore_rewards) for form in (self_insert, self_insert_letter, tr.opposite, tr.opposite_outside)),
)


def letter(paid, rule):
    """The composition by the letter of a game and a constraint that always pay this."""
    return tr.with_handicap(paying(paid, 3), paying(rule))(None, PLAY)


@each_row_of(
    *(refused(MalformedHistory, each, *((h,) for h in (*NO_HISTORIES, (), PLAY))) for each in ON_PROMPTS),
    *(refused(MalformedHistory, each, *((by_reward, h) for h in (*NO_HISTORIES, PLAY[:3]))) for each in ON_PLAYS),
    *(refused(malformed(2, o), tr.read_from_the_screen, ((X, 0, Percept(0, o), 1),)) for o in (-1, True, "1", None)),
    refused(UndefinedComposition, letter, (-1, 1), (-HALF, -1), (1, 0), (1, HALF), (1, 2), (0, -HALF)),
    refused(UndefinedComposition, tr.with_handicap(paying(1), paying(1, 1)), (by_reward, ())),
)
def test_where_transforms_are_defined(row):
    """On what is a prompt or a play, and nothing else; a composition where the definition says how."""
    row()
