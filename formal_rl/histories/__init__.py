"""Percepts, histories, their operations, their flat form and their finite enumeration."""

from formal_rl.histories.enumeration import all_plays, all_prompts, percept_alphabet
from formal_rl.histories.flat import Flat, check_flat, flatten, unflatten
from formal_rl.histories.operations import (
    actions,
    concatenate,
    map_observations,
    map_rewards,
    percepts,
    prefixes,
    prompt_of,
    prompt_prefixes,
    reverse,
    split_play,
)
from formal_rl.histories.percept import Action, History, Observation, Percept, Play, Prompt, Reward
from formal_rl.histories.text import format_history
from formal_rl.histories.validity import (
    check_action,
    check_history,
    check_percept,
    check_play,
    check_prompt,
    history,
    is_play,
    is_prompt,
)

__all__ = [
    "Action",
    "Flat",
    "History",
    "Observation",
    "Percept",
    "Play",
    "Prompt",
    "Reward",
    "actions",
    "all_plays",
    "all_prompts",
    "check_action",
    "check_flat",
    "check_history",
    "check_percept",
    "check_play",
    "check_prompt",
    "concatenate",
    "flatten",
    "format_history",
    "history",
    "is_play",
    "is_prompt",
    "map_observations",
    "map_rewards",
    "percept_alphabet",
    "percepts",
    "prefixes",
    "prompt_of",
    "prompt_prefixes",
    "reverse",
    "split_play",
    "unflatten",
]
