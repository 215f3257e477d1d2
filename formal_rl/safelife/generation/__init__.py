"""Generated levels: patterns by Algorithm 1, fences, and levels of the five kinds of the paper's tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .fences import around as around, fence as fence, fence_faults as fence_faults
    from .fences import first_birth_outside as first_birth_outside, rectangle as rectangle
    from .generated_levels import GENERATED_KINDS as GENERATED_KINDS, GenerationFailed as GenerationFailed
    from .generated_levels import LevelTargets as LevelTargets, generate as generate
    from .oscillators import generate_oscillator as generate_oscillator
    from .patterns import GeneratedPattern as GeneratedPattern
    from .shapes import shape_of as shape_of
    from .still_lifes import NO_PENALTIES as NO_PENALTIES, generate_still_life as generate_still_life
    from ._still_lifes_incremental import generate_still_life_incremental as generate_still_life_incremental

on_demand(__name__)
