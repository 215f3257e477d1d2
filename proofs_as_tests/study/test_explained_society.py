"""The crying baby, societies and learning trials, explained: the words show what happens and come to the percept."""

from itertools import product

import pytest
from hypothesis import given

from formal_rl.checking.sampling import HashedAgent
from formal_rl.environments.crying_baby import Nutrition
from formal_rl.environments.shown_trials import SUPERVISED_SHOWN, UNSUPERVISED_SHOWN
from formal_rl.environments.societies import CHILD, CRADLE, VILLAGE
from formal_rl.environments.supervised_trials import asked_for_a_label, asked_for_weights
from formal_rl.environments.unsupervised_trials import asked_at_once, asked_in_turn
from formal_rl.histories import Percept
from formal_rl.statements.role_pairs import HUNGRY
from formal_rl.strategies import agents, plays
from formal_rl.study.explained_learning_trials import ExplainedSupervised, ExplainedUnsupervised, drawn_lesson
from formal_rl.study.explained_society import ExplainedCryingBaby, ExplainedSociety, nutrition_bar

EXPLAINED = (
    ExplainedCryingBaby(),
    ExplainedCryingBaby(HUNGRY),
    ExplainedSociety("cradle", CRADLE),
    ExplainedSociety("village", VILLAGE),
    ExplainedSociety("village, the child", VILLAGE, CHILD),
    ExplainedSupervised("supervised", asked_for_a_label, SUPERVISED_SHOWN),
    ExplainedSupervised("supervised, by weights", asked_for_weights, SUPERVISED_SHOWN),
    ExplainedUnsupervised("unsupervised", asked_in_turn, UNSUPERVISED_SHOWN),
    ExplainedUnsupervised("unsupervised, at once", asked_at_once, UNSUPERVISED_SHOWN),
)


def when_punished(prompt):
    """1 after a negative reward, else 0."""
    return 1 if prompt[-1].reward < 0 else 0


def lived(*own):
    """A play of these actions; what was met does not matter."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


@pytest.mark.parametrize("explained", EXPLAINED, ids=range(len(EXPLAINED)))
def test_the_clause_comes_to_the_percept(explained):
    """On all plays of at most four actions, for four agents."""
    for number, own in product(range(5), [*product(range(3), repeat=4)]):
        play = lived(*own[:number])
        for seed in range(4):
            agent = HashedAgent(seed)
            assert explained.clause(agent, play).percept == explained(agent, play)


@pytest.mark.parametrize("explained", EXPLAINED, ids=range(len(EXPLAINED)))
@given(agent=agents(), play=plays(max_percepts=6))
def test_so_it_does_on_drawn_ones(explained, agent, play):
    """Whatever was met."""
    assert explained.clause(agent, play).percept == explained(agent, play)


@pytest.mark.parametrize("explained", EXPLAINED, ids=range(len(EXPLAINED)))
def test_the_clause_asks_what_the_environment_asks(explained):
    """No other questions, in the same order."""
    play = lived(1, 0, 2)

    def asked_by(ask):
        asked = []

        def noting(prompt):
            asked.append(prompt)
            return when_punished(prompt)

        ask(noting, play)
        return asked

    assert asked_by(explained.clause) == asked_by(explained)


def test_a_hungry_baby():
    """It cries, its bar ends before the bracket."""
    words = ExplainedCryingBaby().clause(when_punished, lived(*[1] * 17)).words

    assert words.splitlines() == [
        "the adult does not feed the baby (action 1): N = 100 + 25·0 - 3·17 = 49",
        " ####.[...............].....  the baby is hungry",
        "  .-~-.",
        " (;> <;)",
        r"  \ O /   waah",
        "it meets (-1,1) and cries (action 1): the reward is -1",
    ]


def test_a_content_baby_and_one_that_had_too_much():
    """The face laughs; after five meals it does not."""
    content = ExplainedCryingBaby().clause(when_punished, lived(0)).words
    full = ExplainedCryingBaby().clause(when_punished, lived(*[0] * 5)).words

    assert "the baby is content" in content
    assert "( ^ ^ )" in content
    assert "has had too much" in full
    assert "waah" in full
    assert "( ^ ^ )" in ExplainedCryingBaby().clause(when_punished, ()).words


@pytest.mark.parametrize(
    ("level", "bar"),
    [
        (-2, "!.....[...............]..... "),
        (50, " #####[...............]..... "),
        (260, " #####[###############]#####!"),
    ],
)
def test_the_bar(level, bar):
    """It has a mark for each 10, and says where it does not reach."""
    assert nutrition_bar(level, Nutrition()) == bar


def test_the_village():
    """A line for each deed; of a long life the last rounds."""
    words = ExplainedSociety("village", VILLAGE).clause(when_punished, lived(0)).words

    assert words.splitlines() == [
        "the farmer (itself) meets (0,0) and does 0",
        "the baker  (a copy) meets (0,1) and does 0",
        "the child  (a copy) meets (-1,5) and does 1",
        "the farmer is the agent itself, and now meets (1,18)",
    ]
    assert ExplainedSociety("village", VILLAGE).clause(when_punished, lived(*[0] * 6)).words.startswith("6 deeds")


def test_pictures():
    """The training set and the image, drawn."""
    assert drawn_lesson(SUPERVISED_SHOWN(0).lesson).splitlines() == [
        ".#.      ...      #..",
        ".#.      ###      #..",
        ".#.      ...      #..",
        "upright  lying    ?",
    ]


def test_clusters():
    """In braces."""
    words = EXPLAINED[-2].clause(lambda prompt: 0, lived(1)).words

    assert words.splitlines() == [
        "trial 0 puts together: {0, 1} | {5}",
        "the agent puts together: {0, 1, 5}",
        "the agent said 'Looks like me' (action 1): wrong, the reward is -1",
    ]
