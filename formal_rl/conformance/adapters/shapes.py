"""Which shape an implementation has: seen from what it has, and from what it does on a few histories."""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.adapters.cases import signature_of
from formal_rl.conformance.adapters.partial_classes import class_of_partial
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.subjects import SOME_DRAWS, Question, Shape, Subject, WrongShape
from formal_rl.conformance.engine.unknowns import NOT_THEIRS, Unknowns, constant
from formal_rl.errors import describe_exception
from formal_rl.histories import Percept


@frozen
class Adapters:
    """How an environment of each shape is driven; ``None`` where a suite does not take that shape."""

    start_step: Any
    start_advance: Any
    react: Any
    history: Any
    flat_history: Any
    reset_step: Any = None
    history_by_name: Any = None


PLAIN_ADAPTERS = Adapters(
    adapters.start_step,
    adapters.start_advance,
    adapters.flat_react,
    adapters.history,
    adapters.flat_history,
    adapters.reset_step,
    adapters.history_by_name,
)
"""Those of environments whose copies are told nothing."""

_TURNS = ((Percept(0, 0), 0), (Percept(0, 0), 0, Percept(1, 0), 1))
HAND_PICKED: dict[str, tuple[tuple[Any, ...], ...]] = {
    "play": ((), *_TURNS),
    "prompt": tuple((*turns, Percept(1, 0)) for turns in ((), *_TURNS)),
    "actions": ((), (0,), (0, 1)),
}
"""Three questions of each kind."""


def history(driver: Any, *, draws: Any = "none") -> Shape:
    """Return the shape of a function of the history, in one form or the other."""
    return Shape(driver, ("agent",), "play", "percept", "percept", draws)


def environment_shape(
    implementation: Any, watch: Watch, *, with_draws: bool = False, used: Adapters = PLAIN_ADAPTERS
) -> Shape:
    """Return the shape of an extended environment, or of a factory that makes one from draws; adapters are those used.

    Raises `WrongShape`.
    """
    if not with_draws:
        return _of_environment(implementation, watch, "none", used)
    given = class_of_partial(implementation)
    stepping = _stepping(given, used, "keyword", implementation, watch)
    if isinstance(given, type) and stepping is not None:
        if "draws" not in _parameters(implementation):
            raise WrongShape(
                "it is made from draws: give a function that takes a tuple of draws and returns the environment, "
                "or a class with start and step that takes the keyword draws"
            )
        return stepping
    if not callable(implementation):
        raise WrongShape(f"{_called(implementation)} cannot be called with a tuple of draws, to return the environment")
    return _of_environment(_called_with(implementation, SOME_DRAWS, "a tuple of draws"), watch, "call", used)


def _of_environment(thing: Any, watch: Watch, draws: Any, used: Adapters) -> Shape:
    given = class_of_partial(thing)
    stepping = _stepping(given, used, draws, thing, watch)
    if stepping is not None:
        if not isinstance(given, type):
            raise WrongShape(f"{_called(thing)} is an instance with start and step: give the class, made with an agent")
        _require_arguments(thing, 1, "an agent-class, as in Environment(A)")
        return stepping
    if _has(given, "start", "advance") and used.start_advance is not None:
        return Shape(used.start_advance, ("copy",), "actions", "percept", "percept", draws)
    for one, other in (("start", "step"), ("step", "start"), ("advance", "start")):
        if _has(given, one):
            raise WrongShape(f"{_called(thing)} has {one}, but no {other}")
    if _has(given, "react"):
        return history(used.react, draws=draws)
    if isinstance(given, type) or not callable(thing):
        raise WrongShape(
            f"{_called(thing)} is neither a function of (agent, play) nor a class with react(T, play), nor one with "
            "start and step that is made with an agent-class, nor a value with start and advance"
        )
    if _takes(thing, 1) and not _takes(thing, 2):
        watch.at(lambda: "environment made with an agent-class")
        made = _made(thing, adapters.handed(used.start_step, Unknowns(constant(0)).copy)[0])
        stepping = _stepping(made, used, draws, thing, watch)
        if stepping is not None:
            return stepping
    if used.history_by_name is not None and _needs_names(thing, "agent", "play"):
        return history(used.history_by_name, draws=draws)
    _require_arguments(thing, 2, "(agent, play)")
    return _by_trial(
        (history(used.history, draws=draws), history(used.flat_history, draws=draws)),
        lambda shape: Subject((lambda _: thing) if draws == "call" else thing, shape, watch),
        flat_first=getattr(thing, "__name__", "") == "react" or _parameters(thing)[:1] == ["T"],
    )


def reality_check_shape(implementation: Any, watch: Watch) -> Shape:
    """Return the shape of a transformation of agents.

    Raises `WrongShape`.
    """
    if not callable(implementation):
        raise WrongShape(f"{_called(implementation)} cannot be called with an agent, an agent-class or a learner")
    _require_arguments(implementation, 1, "an agent, an agent-class or a learner")
    world = Unknowns(constant(0))
    watch.at(lambda: "the transformation of an agent-class")
    made = _made(implementation, adapters.agent_class(world.copy))
    if _has(made, "act", "train"):
        return Shape(adapters.class_from_class, ("copy",), "prompt", "action", "action")
    watch.at(lambda: "the transformation of a learner")
    made = _made(implementation, adapters.CopyLearner(world.copy))
    if _has(made, "act", "learn"):
        return Shape(adapters.learner_from_learner, ("copy",), "prompt", "action", "action")
    shapes = [
        Shape(driver, ("agent",), "prompt", "action", "action")
        for driver in (adapters.agent_from_agent, adapters.flat_agent_from_agent)
    ]
    watch.at(lambda: "the transformation of an agent")
    made = _called_with(implementation, world.agent, "an agent")
    if not callable(made):
        raise WrongShape(f"called with an agent it returns {made!r}, which is not an agent: it cannot be called")
    return _by_trial(shapes, lambda shape: Subject(implementation, shape, watch))


def handicap_shape(implementation: Any, watch: Watch) -> Shape:
    """Return the shape of a composition of two environments.

    Raises `WrongShape`.
    """
    if not callable(implementation):
        raise WrongShape(f"{_called(implementation)} cannot be called with two environments")
    _require_arguments(implementation, 2, "two environments (e, h)")
    shapes = [
        Shape(driver, ("agent", "e", "h"), "play", "percept", "percept")
        for driver in (adapters.composition, adapters.flat_composition)
    ]
    return _by_trial(shapes, lambda shape: Subject(implementation, shape, watch))


def opposite_shape(implementation: Any, watch: Watch) -> Shape:
    """Return the shape of a wrapper of an environment.

    Raises `WrongShape`.
    """
    if not callable(implementation):
        raise WrongShape(f"{_called(implementation)} cannot be called with an environment")

    def wrapping(driver: Any) -> Shape:
        return Shape(driver, ("copy", "reply"), "actions", "observation", "percept")

    given = class_of_partial(implementation)
    if isinstance(given, type) and _has(given, "start", "step"):
        required = _required(implementation)
        if required == 2:
            return wrapping(adapters.class_and_agent_wrapping)
        if required == 1:
            return wrapping(adapters.instance_wrapping)
        raise WrongShape(
            f"{_called(implementation)} is made with {required} arguments: expected an environment, "
            "or an environment class and an agent-class"
        )
    _require_arguments(implementation, 1, "an environment")
    world = Unknowns(constant(0), (Percept(1, 0),))
    watch.at(lambda: "the wrapping of an environment class")
    made = _made(implementation, adapters.environment_class(world.reply))
    if _has(made, "start", "step"):
        return wrapping(adapters.class_wrapping if isinstance(made, type) else adapters.instance_wrapping)
    shapes = [
        Shape(driver, ("agent", "e"), "play", "percept", "percept")
        for driver in (adapters.wrapping, adapters.flat_wrapping)
    ]
    return _by_trial(shapes, lambda shape: Subject(implementation, shape, watch))


def _by_trial(shapes: Sequence[Shape], subject: Callable[[Shape], Subject], *, flat_first: bool = False) -> Shape:
    """Return the first shape in which the implementation answers and asks as it should; the first if none."""
    order = [*reversed(shapes)] if flat_first else [*shapes]
    return next((shape for shape in order if _works(subject(shape))), order[0])


def _works(subject: Subject) -> bool:
    asked = False
    for put in HAND_PICKED[subject.shape.asked]:
        world = Unknowns(constant(0), (Percept(1, 0),), (Percept(1, 0),))
        question = Question(put, subject.shape.some_draws)
        subject.watch.at(partial("{} {}".format, subject.shape.asked, question), (subject, question, world))
        _, finding = subject.collected(world, question)
        if finding is not None:
            return False
        asked = asked or bool(world.answers)
    return asked


def _stepping(given: Any, used: Adapters, draws: Any, thing: Any, watch: Watch) -> Shape | None:
    """Return the shape of what has reset and step, or start and step; ``None`` where it has neither.

    Where it has all three it is read by reset, unless it works by start: then step returns a pair.
    """
    by_method = {"reset": used.reset_step, "start": used.start_step}
    driven = [adapter for method, adapter in by_method.items() if adapter and _has(given, method, "step")]
    shapes = [Shape(adapter, ("copy",), "actions", "observation", "percept", draws) for adapter in driven]
    made = (lambda _: thing) if draws == "call" else thing
    by_start = len(shapes) == 2 and _works(Subject(made, shapes[1], watch))
    return next(iter(shapes[by_start:]), None)


def _has(thing: Any, *names: str) -> bool:
    return all(callable(getattr(thing, name, None)) for name in names)


def _made(implementation: Any, argument: Any) -> Any:
    """Return the result, or ``None`` where there is none: another shape is tried then."""
    try:
        return implementation(argument)
    except NOT_THEIRS:
        raise
    except BaseException:
        return None


def _called_with(implementation: Any, argument: Any, name: str) -> Any:
    try:
        return implementation(argument)
    except NOT_THEIRS:
        raise
    except BaseException as error:
        if isinstance(implementation, type):  # what it says would be about our stand-in for an agent
            raise WrongShape(f"{_called(implementation)} is a class that cannot be made with {name}") from None
        raise WrongShape(f"called with {name} it raises {describe_exception(error)}") from None


def _signature(thing: Any) -> inspect.Signature | None:
    try:
        return signature_of(thing)
    except (TypeError, ValueError):
        return None


def _parameters(thing: Any) -> list[str]:
    signature = _signature(thing)
    return [] if signature is None else list(signature.parameters)


def _required(thing: Any) -> int:
    signature = _signature(thing)
    if signature is None:
        return 1
    return sum(
        parameter.default is parameter.empty
        and parameter.kind in {parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD}
        for parameter in signature.parameters.values()
    )


def _takes(thing: Any, number: int) -> bool:
    """Whether it can be called with so many arguments, as far as is known."""
    try:
        _require_arguments(thing, number, "")
    except WrongShape:
        return False
    return True


def _needs_names(thing: Any, *names: str) -> bool:
    """Whether it can be called with arguments of these names, and not by position."""
    signature = _signature(thing)
    if signature is None or _takes(thing, len(names)):
        return False
    try:
        signature.bind(**dict.fromkeys(names))
    except TypeError:
        return False
    return True


def _require_arguments(thing: Any, number: int, words: str) -> None:
    signature = _signature(thing)
    if signature is not None:
        try:
            signature.bind(*range(number))
        except TypeError as error:
            reason = f"{_called(thing)} cannot be called with {words}: {error}"
            raise WrongShape(f"{reason}{'' if _required(thing) else _NAME_WHAT_IT_MAKES}") from None


_NAME_WHAT_IT_MAKES = (
    "; it needs no arguments: if it makes what is to be checked, name what it makes, or the class itself"
)


def _called(thing: Any) -> str:
    if isinstance(thing, partial):
        return f"a partial of {_called(thing.func)}"
    return str(getattr(thing, "__name__", None) or f"a {type(thing).__name__}")
