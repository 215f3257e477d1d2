"""Histories that a process is asked about: which suites have them, and in which form."""

from collections.abc import Callable
from typing import Any

from formal_rl.conformance.apart import exec_process
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.subjects import Shape, WrongShape


def _environment(agent: Any, play: Any) -> Any:
    """Stand in for an environment: ask the agent, if there is a prompt, and pay nothing."""
    if play:
        agent(play[:-1])
    return (0, 0)


def _made(given: Any) -> Any:
    """Stand in for what makes an environment from draws, and for a transformation of agents."""
    return given if callable(given) and not isinstance(given, type) else _environment


def exec_shape(suite: Any) -> Shape:
    """Return the shape in which a process is asked: what the suite reads a function of histories as.

    That is found with stand-ins, so that no process has to be asked for it.

    Raises `WrongShape` where an environment would have to be handed over as well.
    """
    for stand_in in (_environment, _made):
        try:
            shape: Shape = suite.detect(stand_in, Watch())
        except WrongShape:
            continue
        if shape.unknowns == ("agent",) and not shape.is_flat:
            return shape
    raise WrongShape(
        f"{suite.name} hands over environments to be wrapped; processes and recorded vectors know histories and what "
        "the agent does, and no other unknown: give a Python object for this suite"
    )


def exec_form(shape: Shape) -> Callable[[Any], Any]:
    """Return what makes the implementation of a process: a function of `exec_process`."""
    if shape.asked == "prompt":
        return exec_process.transformation_answering
    if shape.draws == "call":
        return exec_process.environment_from_draws_answering
    return exec_process.environment_answering
