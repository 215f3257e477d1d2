"""To run a definition on a small history and see what the environment asked the agent."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .asking import Answer as Answer, ask as ask
    from .classification import (
        Case as Case,
        Classification as Classification,
        Property as Property,
        Witness as Witness,
        classify as classify,
    )
    from .tracing import Step as Step, Trace as Trace, trace as trace

on_demand(__name__)
