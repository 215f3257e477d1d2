"""What is done with a driver beside putting one question, and how what surrounds the answers is watched.

Scripts take what they need of it.
"""

import contextlib
from functools import partial, wraps
from typing import Any

from formal_rl.conformance.adapters.cases import plain_data


def asked_after(ask: Any, before: Any, question: Any) -> list[Any]:
    """Put one question after another, which need have no answer, to one and the same thing."""
    with contextlib.suppress(Exception, SystemExit):
        list(ask(before))
    return list(ask(question))


def asked_in_turns(ask: Any, other: Any, question: Any) -> list[Any]:
    """Put two questions a step at a time, in turns, to two instances; return the answers to the second."""
    asked, beside = ask(question), ask(other)
    answers = []
    for answer in asked:
        answers.append(answer)
        next(beside, None)
    return answers


def attributes_held(handed: Any) -> list[dict[str, Any]]:
    """Return what each class and function that is handed over has; of an instance, what can be called."""
    hidden = ("__weakref__", "__dict__", "__slotnames__")  # the last is kept there by Python itself, when it copies
    held = []
    for thing in handed:
        own = dict(getattr(thing, "__dict__", {}))
        if isinstance(thing, type) or (callable(thing) and hasattr(thing, "__code__")):
            held.append({name: value for name, value in own.items() if name not in hidden})
        else:
            held.append({name: value for name, value in own.items() if callable(value) and name != "copy"})
    return held


def changed_attributes(before: Any, handed: Any) -> str | None:
    """Name the first thing handed over that has another attribute than before."""
    for thing, had, has in zip(handed, before, attributes_held(handed), strict=True):
        changed = [name for name in {**had, **has} if had.get(name, has) is not has.get(name, had)]
        if changed:
            what = "class" if isinstance(thing, type) else "function" if hasattr(thing, "__code__") else "object"
            return f"the {what} that it is given has another {', '.join(sorted(changed))} than before"
    return None


def keeping(implementation: Any, returned: Any) -> Any:
    """Return the same function or class, all of whose answers are put into a list, each with what it was then."""

    def kept(function: Any) -> Any:
        @wraps(function)
        def answering(*arguments: Any, **named: Any) -> Any:
            answer = function(*arguments, **named)
            returned.append((answer, what_counts(answer)))
            return answer

        return answering

    if isinstance(implementation, partial):
        return partial(keeping(implementation.func, returned), *implementation.args, **implementation.keywords)
    if not isinstance(implementation, type):
        return kept(implementation)
    methods = [name for name in ("reset", "start", "step") if hasattr(implementation, name)]
    return type(
        implementation.__name__, (implementation,), {name: kept(getattr(implementation, name)) for name in methods}
    )


def what_counts(answer: Any) -> Any:
    """Return an answer as plain data, without the information that comes with it last."""
    has_information = isinstance(answer, tuple) and len(answer) > 1 and isinstance(answer[-1], dict)
    return plain_data(answer[:-1] if has_information else answer)
