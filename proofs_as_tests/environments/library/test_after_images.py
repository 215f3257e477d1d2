"""After-images: worked by hand, and the published form by hand."""

from fractions import Fraction

import pytest

from formal_rl.agents import LearnerClass, RepeatedDraws
from formal_rl.checking import hashed_learner
from formal_rl.environments import TableAgent, after_images
from formal_rl.environments.library.after_images import PublishedAfterImages, bled
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history

DRAWS = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (2, 1, 0, 5)))
"""Images 010, 001, 000, 101."""


def test_the_documented_example():
    """Images 2, 1 and 0 become 2, 3 and 1: an image bleeds into the next, and not into the one after."""
    play = history((0, 2), 0, (1, 1), 1, (-1, 0), 0)

    assert bled(play) == history((0, 2), 0, (1, 3), 1, (-1, 1))


def test_what_is_shown_and_paid():
    """Shown 2, then 1; on the second turn the agent is asked what it does on seeing 2, then 3."""
    environment = after_images(DRAWS)
    agent = TableAgent({history((0, 2)): 1, history((0, 2), 0, (-1, 3)): 1})

    assert environment(agent, ()) == Percept(0, 2)
    assert environment(agent, history((0, 2), 0)) == Percept(-1, 1)
    assert environment(agent, history((0, 2), 0, (-1, 1), 1)) == Percept(1, 0)


def test_on_a_history_that_is_not_its_own():
    """Rewards and actions may be any."""
    agent = TableAgent({history((4, 4), 6, (9, 7)): 2})

    assert after_images(DRAWS)(agent, history((4, 4), 6, (9, 3), 2)) == Percept(1, 0)


@pytest.mark.parametrize("image", [-1, "010", 2.0])
def test_what_is_no_image(image):
    """The index of the percept and what it shows are named."""
    with pytest.raises(MalformedHistory, match=r"element 2 is .*: expected a percept that shows an image"):
        bled(history((0, 2), 0, (1, image), 1))


def test_published_by_hand():
    """The copy is asked on seeing 2, then trained from 2 to 3."""
    environment, copies = PublishedAfterImages(DRAWS), LearnerClass(hashed_learner(1))
    first, state = environment.start(copies)
    action, _ = copies.ask(copies.initial, 2)

    assert first == 2
    assert environment.step(copies, state, action)[0] == Percept(1, 1)
    assert environment.step(copies, state, 1 - action)[0] == Percept(-1, 1)
    assert environment.step(copies, state, action)[1].seen == 3
