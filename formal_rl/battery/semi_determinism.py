"""A quick look whether an agent of the user's answers alike when it is trained alike, and the warning if not."""

from typing import Any

from formal_rl.agents import RepeatedDraws, as_agent
from formal_rl.battery.agents import BatteryAgent, Told
from formal_rl.histories import Percept, Prompt


class NotSemiDeterministicWarning(UserWarning):
    """An agent was trained twice alike and acted in two ways: what the battery measures of it is not well defined."""


_ACTIONS, _OBSERVATIONS, _TURNS, _TIMES = 10, 10, 12, 3


def not_semi_deterministic(agent: BatteryAgent) -> str:
    """Return how two equally trained instances of an agent differ, or nothing where none were seen to.

    A few histories of up to twelve turns are tried, each three times with instances made anew. So this can miss what
    it looks for; `checking.semideterminism` looks further.

    Raises whatever the agent does.

    Source: Alexander et al. 2022, Definition 6.
    Ledger: R-measure
    """
    told = Told(RepeatedDraws((0.5, 0.25, 0.75)), _ACTIONS, _OBSERVATIONS)
    prompt: Prompt = (Percept(0, 1),)
    for turn in range(1, _TURNS + 1):
        answers = [_answer(agent, told, prompt) for _ in range(_TIMES)]
        if len(set(answers)) > 1:
            did = " and ".join(map(str, dict.fromkeys(answers)))
            return f"{agent.name} is not semi-deterministic: trained alike, it does {did} after {turn - 1} turns"
        prompt = (*prompt, answers[0], Percept((-1) ** turn, turn % (_OBSERVATIONS - 1) + 1))
    return ""


def _answer(agent: BatteryAgent, told: Told, prompt: Prompt) -> Any:
    return as_agent(agent.learner(told, semantics="paper"))(prompt)
