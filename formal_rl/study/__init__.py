"""To run a definition on a small history and see what the environment asked the agent."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from formal_rl.study.asking import Answer, ask
    from formal_rl.study.classification import Case, Classification, Property, Witness, classify
    from formal_rl.study.tracing import Step, Trace, trace
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        asking=("Answer", "ask"),
        classification=("Case", "Classification", "Property", "Witness", "classify"),
        tracing=("Step", "Trace", "trace"),
    )

__all__ = [
    "Answer",
    "Case",
    "Classification",
    "Property",
    "Step",
    "Trace",
    "Witness",
    "ask",
    "classify",
    "trace",
]
