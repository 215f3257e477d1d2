"""Agents that an explorer begins with: the answers of each on every history."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from formal_rl.agents import agent_named
from formal_rl.agents.learners import acts
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Prompt
from formal_rl.study._exploring.readings import as_one_history, trained_on
from formal_rl.study._texts import brief
from formal_rl.study.catalogue import AgentLike, Settings, find_agent

PRESETS = ("constant:0", "constant:1", "simple", "last_reward_sign", "win_stay", "q", "hashed:3")
"""Those on every page."""


@frozen
class Preset:
    """An agent by name, and its actions on histories, in which the last observation may be replaced."""

    name: str
    answer: Callable[[Prompt], Action]
    words: str = ""

    def to_json(self, prompts: Iterable[Prompt], actions: Sequence[Action]) -> dict[str, Any]:
        """Return it as JSON values, its answers a digit each, or one where all are the same.

        Raises `InvalidParameter` where its answer is not one of the actions.
        """
        answers = []
        for prompt in prompts:
            action = self.answer(prompt)
            if action not in actions:
                among = ", ".join(map(str, actions))
                expected = f"an agent of the actions {among}: it does {action} on {brief(prompt)}"
                raise InvalidParameter("the agent", self.name, expected)
            answers.append(str(action))
        text = "".join(answers)
        return {"name": self.name, "words": self.words, "answers": text[:1] if len(set(answers)) < 2 else text}


def preset(agent: AgentLike, settings: Settings, number_of_actions: int) -> Preset:
    """Return a named or given agent as a preset; only learners take histories that do not chain."""
    name, function = find_agent(agent, settings)
    listed = agent_named(agent) if isinstance(agent, str) and "(" not in agent else None
    words = listed.record.does if listed else ""
    if listed is None or not listed.record.learner:
        return Preset(name, lambda prompt: function(as_one_history(prompt)), words)
    learner = listed.learner(settings.agent_draws, number_of_actions)

    def answer(prompt: Prompt) -> Action:
        action: Action = acts(learner, *trained_on(prompt))
        return action

    return Preset(name, answer, words)


def of_table(name: str, table: dict[Prompt, Action], words: str) -> Preset:
    """Return the agent that answers the histories of a table, and does 0 on others."""
    return Preset(name, lambda prompt: table.get(prompt, 0), words)
