"""The fork engine: it reaches every agent and environment once, and finds the smallest refutation."""

from functools import partial

import pytest

from formal_rl.checking import decide
from formal_rl.checking._path_exploration import decide_each
from formal_rl.checking.outcome import Disagreement
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.histories import percept_alphabet
from formal_rl.transforms import reality_check


def test_an_agent_and_an_environment_need_not_agree():
    """That every π and μ answer alike on the empty sequence is false, though both are asked about one tuple."""

    def claim(unknown, cover):
        came = unknown.environment(())
        cover("alike" if unknown.agent(()) == came else "apart")

    part = decide("π(⟨⟩) = μ(⟨⟩)", lambda steps: claim, 1, actions=(0, 1), percepts=percept_alphabet(2), domain="")

    assert (part.cases, part.branches) == (4, {"apart": 4})


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 5, 6, 7, 8])
def test_ignore_rewards_with_a_reality_check_has_the_known_number_of_cases(horizon):
    """The numbers of all agents in ignore rewards: 2, 4, 16, 48, ... which from 2 on is (n - 1) 2^n."""

    def run(steps, unknown, cover):
        interaction(reality_check(unknown.agent), ignore_rewards, steps)

    part = decide("runs", lambda steps: partial(run, steps), horizon, actions=(0, 1), domain="")

    assert part.cases == (2 if horizon == 1 else (horizon - 1) * 2**horizon)


def test_a_refutation_prints_and_replays():
    """The tables print, and run to the same disagreement again."""

    def claim(unknown, cover):
        percept = unknown.environment(())
        action = unknown.agent((percept,))
        learned = unknown.learner.act(unknown.learner.initial, 0)
        return Disagreement("sum", 0, 3) if percept.reward + action + learned == 3 else None

    part = decide_each("sum", lambda _, u, n: claim(u, n), [0], actions=(0, 1), percepts=percept_alphabet(3), domain="")
    found = part.refutation

    assert found.replay() == found.disagreement
    assert str(found).splitlines() == [
        "sum: expected 0, got 3",
        "the agent answers",
        "  (1,0)  ->  1",
        "the environment answers",
        "  ⟨⟩  ->  (1,0)",
        "the learner answers",
        "  untrained, on seeing 0  ->  1",
    ]
