"""Agents of the battery found by what is written on the command line."""

from typing import Any

from attrs import frozen

from formal_rl.agents import REALITY_CHECK, agent_named
from formal_rl.battery import AGENTS, DEEP_AGENTS, BatteryAgent, agent_of, users_agent
from formal_rl.checking import HashedAgent
from formal_rl.histories import Action, Percept
from formal_rl.loading import load_object

_BEGINS, _ENDS = f"{REALITY_CHECK}(", ")"


def find_agent(text: str) -> BatteryAgent:
    """Return an agent by its name, ours or the library's, a user's as module:object, or ``reality_check(...)`` of such.

    Raises `UnknownName`, `NotLoadable`, or `InvalidParameter` for an object that is no agent.
    """
    if text.casefold().startswith(_BEGINS) and text.endswith(_ENDS):
        checked = find_agent(text[len(_BEGINS) : -len(_ENDS)].strip()).reality_checked()
        return AGENTS.get(checked.name, checked)  # the listed one has the fast engines
    named = agent_named(text)
    if named is None:
        return users_agent(text, load_object(text))
    if named.record.deep:
        return DEEP_AGENTS[named.name]
    if named.record.name == "hashed":
        return users_agent(named.name, _Hashed(named.number or 0))
    return AGENTS.get(named.published_name) or agent_of(named)


@frozen
class _Hashed:
    """The agent without any pattern, as the library's functional agents are called."""

    seed: int

    def __call__(self, prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int) -> Action:
        """Return what it answers to the same prompt in our form."""
        elements = [(Percept(*prompt[at : at + 2]), *prompt[at + 2 : at + 3]) for at in range(0, len(prompt), 3)]
        return HashedAgent(self.seed, num_legal_actions)(tuple(each for turn in elements for each in turn))
