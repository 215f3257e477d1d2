"""The engines of proof: every agent to a horizon, merged states, worked examples, equality of forms."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .claims import answers as answers, equal as equal
    from .claims import every as every
    from .domains import agents as agents, among as among, histories as histories, plays as plays, up_to as up_to
    from .domains import Scope as Scope
    from .every_horizon import close_steps as close_steps
    from .gains import GainSteps as GainSteps
    from .gains import gain_law as gain_law, mean_of as mean_of
    from .outcome import Part as Part
    from ._path_exploration import Exploration as Exploration, decide as decide
    from .properties import never_negative as never_negative, pays_one_and_shows_zero as pays_one_and_shows_zero
    from ._state_merging import merge_steps as merge_steps
    from ._stepping import fork_steps as fork_steps
    from .unknown_values import SomeEnvironment as SomeEnvironment

on_demand(__name__)
