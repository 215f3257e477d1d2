"""Whether what was returned stays as it was: the same array handed out twice holds the last answer in every place.

It is an experiment of the stage of purity, as those of `case_search`. The source of `keeping` can go into a script.
"""

from functools import partial, wraps
from typing import Any

from attrs import evolve

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.case_adapters import plain_data
from formal_rl.conformance.case_search import CaseSubject, ImplementationRaised, announce, bounded_text
from formal_rl.conformance.case_suites import Case
from formal_rl.conformance.failing_case import FailingCase
from formal_rl.conformance.failure_kinds import FailureKind

SENTENCE = "what it returned stays as it was"
"""What is claimed."""


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


def keeps(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, FailingCase | None]:
    """Keep all that is returned, and look at it again after each case; ``before`` is the case that it answered."""
    returned: list[tuple[Any, Any]] = []
    asked_at: list[Case] = []
    watched = evolve(subject, implementation=keeping(subject.implementation, returned))
    for number, case in enumerate(cases, start=1):
        announce(subject, case)
        try:
            watched.ask(case)
        except ImplementationRaised:
            continue
        asked_at += [case] * (len(returned) - len(asked_at))
        for at, (answer, was) in zip(asked_at, returned, strict=True):
            now = what_counts(answer)
            if repr(now) != repr(was):
                message = f"it returned {bounded_text(was)}, and later that same thing is {bounded_text(now)}"
                return number, FailingCase(Failure(FailureKind.CHANGES_ANSWERS, message), case, "keeps", at)
    return len(cases), None
