"""The entry point for Hypothesis. Every project that imports Hypothesis loads it, so it loads as little as it can."""

from contextlib import suppress
from importlib import import_module
from typing import Any, get_origin

_DRAWN_BY = {
    ("formal_rl.histories.percept", "Percept"): "percepts",
    ("formal_rl.agents.learners", "Transition"): "transitions",
    ("formal_rl.agents.learners", "Learner"): "learners",
}
"""The strategy of each type, both by name: neither is imported before a test asks for the type."""


def register() -> None:
    """Let `from_type` and ``@given(...)`` by annotation draw Percept, Transition, and Learner.

    Histories, agents, and environments are plain tuples and callables, which have no type of their own.
    """
    # `register_type_strategy` needs the types themselves, so ten modules; this table of Hypothesis is asked about a
    # type only where the module of its key was imported. It is not public: without it we register nothing.
    with suppress(Exception):
        types = import_module("hypothesis.strategies._internal.types")
        types._global_extra_lookup["formal_rl.histories.percept"] = _strategy


def _strategy(kind: Any) -> Any:
    kind = get_origin(kind) or kind
    name = _DRAWN_BY.get((getattr(kind, "__module__", ""), getattr(kind, "__qualname__", "")))
    return name and getattr(import_module("formal_rl.strategies"), name)()
