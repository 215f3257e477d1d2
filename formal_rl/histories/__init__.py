"""Percepts, histories, their operations, their flat form and their finite enumeration."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .coding import decode_history as decode_history, encode_history as encode_history
    from .coding import index_of_play as index_of_play, nth_play as nth_play
    from .enumeration import all_plays as all_plays, all_prompts as all_prompts, percept_alphabet as percept_alphabet
    from .flat import flatten as flatten, unflatten as unflatten
    from .operations import actions as actions, concatenate as concatenate, map_observations as map_observations
    from .operations import map_rewards as map_rewards, percepts as percepts, prefixes as prefixes
    from .operations import prompt_of as prompt_of, prompt_prefixes as prompt_prefixes, reverse as reverse
    from .percept import Action as Action, History as History, Observation as Observation, Percept as Percept
    from .percept import Play as Play, Prompt as Prompt, Reward as Reward, is_play as is_play
    from .percept import is_prompt as is_prompt, require_action as require_action, require_history as require_history
    from .percept import require_percept as require_percept, require_play as require_play
    from .percept import require_prompt as require_prompt
    from .text import format_history as format_history, history as history, parse_history as parse_history

on_demand(__name__)
