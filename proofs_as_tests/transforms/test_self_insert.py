"""Where transforms, and properties of environments, are defined; and the words for self-insert."""

from fractions import Fraction

from formal_rl import transforms as tr
from formal_rl.agents import ConstantLearner, certain
from formal_rl.checking import never_negative, pays_one_and_shows_zero
from formal_rl.environments import embed, ignore_rewards
from formal_rl.environments.ordinary import corridor
from formal_rl.errors import ActionOutOfRange, InvalidParameter, MalformedHistory, NotAPercept, UndefinedComposition
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2021.codings import by_reward
from formal_rl.transforms import self_insert
from formal_rl.transforms.reality_check_of_chance import reality_check_anew_fold
from formal_rl.transforms.self_insert import self_insert_letter
from proofs_as_tests.rows import each_row_of, malformed, refused

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


NO_SCREENS = (-1, True, "left", None)
INSERTED = [form(embed(corridor(2))) for form in (self_insert, self_insert_letter)]
READINGS = (tr.reality_check_anew, reality_check_anew_fold, tr.reality_check_possible)
CHECKED = [reading(lambda prompt: certain(0)) for reading in READINGS]
PROPERTIES, BOUNDS = (never_negative, pays_one_and_shows_zero), {"horizon": 2, "percepts": (X,), "actions": (0, 1)}


def letter(paid, rule):
    """The composition by the letter of a game and a constraint that always pay this."""
    return tr.with_handicap(paying(paid, 3), paying(rule))(None, PLAY)


@each_row_of(
    *(refused(MalformedHistory, each, *((h,) for h in (*NO_HISTORIES, (), PLAY))) for each in ON_PROMPTS),
    *(refused(MalformedHistory, each, *((by_reward, h) for h in (*NO_HISTORIES, PLAY[:3]))) for each in ON_PLAYS),
    *(refused(malformed(2, o), each, (by_reward, (X, 0, Percept(0, o), 1))) for o in NO_SCREENS for each in INSERTED),
    *(
        refused((MalformedHistory, {"value": o}), insertion(paying(0, o)), (by_reward, ()))
        for o in NO_SCREENS
        for insertion in (self_insert, self_insert_letter)
    ),
    *(refused(MalformedHistory, each, ((),), (PLAY,), (((0, 0),),)) for each in CHECKED),
    refused(MalformedHistory, tr.two_joysticks(corridor(2)), (by_reward, PLAY[:3])),
    refused(ActionOutOfRange, tr.two_joysticks(corridor(2)), (by_reward, (X, 4))),
    refused(InvalidParameter, tr.battery_table, ({}, {}, 1)),
    *(refused(NotAPercept, decide, (lambda agent, play: None,), **BOUNDS) for decide in PROPERTIES),
    refused(UndefinedComposition, letter, (-1, 1), (-HALF, -1), (1, 0), (1, HALF), (1, 2), (0, -HALF)),
    refused(UndefinedComposition, tr.with_handicap(paying(1), paying(1, 1)), (by_reward, ())),
)
def test_where_transforms_are_defined(row):
    """On what is a prompt or a play, and nothing else; a composition where the definition says how."""
    row()
