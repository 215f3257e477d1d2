"""Agents of the battery found by what is written on the command line."""

from __future__ import annotations

from formal_rl.battery.agents import AGENTS, BatteryAgent
from formal_rl.battery.deep_agents import DEEP_AGENTS
from formal_rl.battery.users_agents import users_agent
from formal_rl.checking.loading import load_object
from formal_rl.errors import UnknownName

_BEGINS, _ENDS = "reality_check(", ")"


def find_agent(text: str) -> BatteryAgent:
    """Return an agent by its name, a user's as module:object, or ``reality_check(...)`` of such.

    Raises `UnknownName`, `NotLoadable`, or `InvalidParameter` for an object that is no agent.
    """
    named = {**AGENTS, **DEEP_AGENTS}
    if text in named:
        return named[text]
    if text.startswith(_BEGINS) and text.endswith(_ENDS):
        return find_agent(text[len(_BEGINS) : -len(_ENDS)]).reality_checked()
    if ":" in text:
        return users_agent(text, load_object(text))
    raise UnknownName(f"{text!r} is no agent of the battery: give module:object, or one of {', '.join(named)}")
