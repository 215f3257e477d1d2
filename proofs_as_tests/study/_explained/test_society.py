"""The crying baby, societies and learning trials, explained: the words show what happens."""

import pytest

from formal_rl.environments import Nutrition
from formal_rl.environments.abstract import SUPERVISED_SHOWN
from formal_rl.histories import Percept
from formal_rl.study._explained.recognition import DRAWN as LEARNING
from formal_rl.study._explained.recognition import drawn_lesson
from formal_rl.study._explained.society import DRAWN as SOCIAL
from formal_rl.study._explained.society import nutrition_bar

BABY, IN_THE_VILLAGE = SOCIAL
_, CLUSTERS, *_ = LEARNING


def when_punished(prompt):
    """1 after a negative reward, else 0."""
    return 1 if prompt[-1].reward < 0 else 0


def lived(*own):
    """A play of these actions; what was met does not matter."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


def said(explained, *own, agent=when_punished):
    """The words for what an agent gets that acted so."""
    play = lived(*own)
    return explained.clause(agent, play, explained(agent, play))


def test_a_hungry_baby():
    """It cries, its bar ends before the bracket."""
    words = said(BABY, *[1] * 17)

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
    content = said(BABY, 0)
    full = said(BABY, *[0] * 5)

    assert "the baby is content" in content
    assert "( ^ ^ )" in content
    assert "has had too much" in full
    assert "waah" in full
    assert "( ^ ^ )" in said(BABY)


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
    words = said(IN_THE_VILLAGE, 0)

    assert words.splitlines() == [
        "the farmer (itself) meets (0,0) and does 0",
        "the baker  (a copy) meets (0,1) and does 0",
        "the child  (a copy) meets (-1,5) and does 1",
        "the farmer is the agent itself, and now meets (1,18)",
    ]
    assert said(IN_THE_VILLAGE, *[0] * 6).startswith("6 deeds")


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
    words = said(CLUSTERS, 1, agent=lambda prompt: 0)

    assert words.splitlines() == [
        "trial 0 puts together: {0, 1} | {5}",
        "the agent puts together: {0, 1, 5}",
        "the agent said 'Looks like me' (action 1): wrong, the reward is -1",
    ]
