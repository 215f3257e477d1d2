"""How answers are kept to be looked at again: one array handed out twice holds the last answer in every place.

Its source goes into the scripts of what changes.
"""

from functools import partial, wraps
from typing import Any

from formal_rl.conformance.adapters.cases import plain_data


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
