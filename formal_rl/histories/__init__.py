"""Percepts, histories, their operations, their flat form and their finite enumeration."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .coding import (
        decode_integer as decode_integer,
        decode_pair as decode_pair,
        decode_rational as decode_rational,
        decode_sequence as decode_sequence,
        encode_integer as encode_integer,
        encode_pair as encode_pair,
        encode_rational as encode_rational,
        encode_sequence as encode_sequence,
    )
    from .enumeration import all_plays as all_plays, all_prompts as all_prompts, percept_alphabet as percept_alphabet
    from .flat import Flat as Flat, check_flat as check_flat, flatten as flatten, unflatten as unflatten
    from .history_coding import (
        decode_history as decode_history,
        decode_percept as decode_percept,
        encode_history as encode_history,
        encode_percept as encode_percept,
        index_of_play as index_of_play,
        nth_play as nth_play,
    )
    from .operations import (
        actions as actions,
        concatenate as concatenate,
        map_observations as map_observations,
        map_rewards as map_rewards,
        percepts as percepts,
        prefixes as prefixes,
        prompt_of as prompt_of,
        prompt_prefixes as prompt_prefixes,
        reverse as reverse,
        split_play as split_play,
    )
    from .percept import (
        Action as Action,
        History as History,
        Observation as Observation,
        Percept as Percept,
        Play as Play,
        Prompt as Prompt,
        Reward as Reward,
    )
    from .text import format_history as format_history
    from .validity import (
        check_action as check_action,
        check_history as check_history,
        check_percept as check_percept,
        check_play as check_play,
        check_prompt as check_prompt,
        history as history,
        is_play as is_play,
        is_prompt as is_prompt,
    )

on_demand(__name__)
