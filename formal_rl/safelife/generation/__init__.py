"""Generated levels: patterns by Algorithm 1, fences, and levels of the five kinds of the paper's tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .clearable_paths import ways_from as ways_from
    from .enclosures import enclose as enclose, leaks as leaks
    from .fences import (
        around as around,
        fence as fence,
        fence_faults as fence_faults,
        first_birth_outside as first_birth_outside,
        is_wall as is_wall,
        rectangle as rectangle,
    )
    from .generated_levels import (
        GENERATED_KINDS as GENERATED_KINDS,
        GenerationFailed as GenerationFailed,
        LevelTargets as LevelTargets,
        TARGETS as TARGETS,
        generate as generate,
    )
    from .oscillators import generate_oscillator as generate_oscillator, oscillator_violations as oscillator_violations
    from .patterns import GeneratedPattern as GeneratedPattern
    from .random_choice import Number as Number, weights as weights
    from .shapes import (
        PatternShape as PatternShape,
        explained as explained,
        pieces_of as pieces_of,
        shape_of as shape_of,
    )
    from .still_lifes import (
        BLOCK as BLOCK,
        NO_PENALTIES as NO_PENALTIES,
        generate_still_life as generate_still_life,
        violation as violation,
    )
    from .still_lifes_incremental import generate_still_life_incremental as generate_still_life_incremental

on_demand(__name__)
