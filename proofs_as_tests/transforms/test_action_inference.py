"""An agent need not be told its own past actions: it can infer them. A case by hand, and its questions."""

import pytest

from formal_rl.histories import Percept, history
from formal_rl.transforms import infer_actions


def test_by_hand_with_observations():
    """Doing the last action plus the last observation, the twin infers 3, 3 + 4 = 7, and does 7 + 5 = 12."""

    def agent(prompt):
        return (prompt[-2] if len(prompt) > 1 else 0) + prompt[-1].observation

    assert infer_actions(agent)(history((0, 3), 1, (0, 4), 1, (0, 5))) == 12
    assert agent(history((0, 3), 1, (0, 4), 1, (0, 5))) == 6


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_it_asks_once_for_each_percept(n):
    """On n percepts the twin asks n questions, ever longer, with the inferred actions in them: 1, 3, 5, ..."""
    asked = []

    def agent(prompt):
        asked.append(prompt)
        return len(prompt)

    infer_actions(agent)((Percept(0, 0), 9) * (n - 1) + (Percept(0, 0),))

    longest = (Percept(0, 0), 1, Percept(0, 0), 3, Percept(0, 0), 5, Percept(0, 0))
    assert [longest[: 2 * k - 1] for k in range(1, n + 1)] == asked
