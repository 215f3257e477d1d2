"""To run a definition on a small history and see what the environment asked the agent."""

from formal_rl.study.asking import Answer, ask
from formal_rl.study.classification import Case, Classification, Property, Witness, classify
from formal_rl.study.tracing import Step, Trace, trace

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
