"""Parts of a check: examples worked by hand as rows, and cases that a generator yields one by one."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeAlias

from formal_rl.agents import Agent
from formal_rl.checking.outcome import Disagreement, Part, Refutation
from formal_rl.environments import ExtendedEnvironment
from formal_rl.histories import Percept, Play

Example: TypeAlias = tuple[str, str, object, Callable[..., object], *tuple[Any, ...]]
"""One example worked by hand: what it is about, how its value comes about, the value, and the function that must give
it, with its arguments. Where the function is to raise, the value is the type of the exception."""

Row: TypeAlias = tuple[str, str, Agent, Play, Percept]
"""What a row is about, its arithmetic, an agent, a play, and the percept that an environment gives to them."""

Case: TypeAlias = tuple[str, Disagreement | None]
"""One case that was decided: the name of its branch, and where the claim is false in it, or ``None``."""

_Given = ParamSpec("_Given")


def check_examples(examples: Iterable[Example], name: str = "worked examples") -> Part:
    """Compute every example; the first that differs from its hand-worked value is the refutation."""
    cases = 0
    for cases, example in enumerate(examples, start=1):
        about, arithmetic, expected, *_ = example
        got = _computed(example)
        if got != expected or type(got) is not type(expected):
            wrong = Disagreement(f"{about} ({arithmetic})", expected, got)
            return Part(name, "by hand", cases, {}, Refutation(wrong))
    return Part(name, "by hand", cases, {})


def _computed(example: Example) -> object:
    """Return what the function of an example gives, or the type of what it raises."""
    _, _, _, function, *arguments = example
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def check_example_rows(environment: ExtendedEnvironment, rows: Iterable[Row], name: str = "worked examples") -> Part:
    """Compute what one environment gives in each row, as examples."""
    return check_examples(
        ((about, why, percept, environment, agent, play) for about, why, agent, play, percept in rows), name
    )


def part(
    name: str, *, domain: str, branches: Iterable[str] = ()
) -> Callable[[Callable[_Given, Iterator[Case]]], Callable[_Given, Part]]:
    """Make a generator of cases a function that returns a part: the cases counted, to the first disagreement.

    ``branches`` are those that must occur, in the order in which they are reported.
    """
    required = tuple(branches)

    def made(cases: Callable[_Given, Iterator[Case]]) -> Callable[_Given, Part]:
        @wraps(cases)
        def decided(*args: _Given.args, **kwargs: _Given.kwargs) -> Part:
            return decide_cases(name, cases(*args, **kwargs), branches=required, domain=domain)

        return decided

    return made


def decide_cases(name: str, cases: Iterable[Case], *, branches: Iterable[str] = (), domain: str) -> Part:
    """Count plain cases and how often each branch occurs; stop at the first disagreement."""
    number, seen = 0, dict.fromkeys(branches, 0)
    for branch, disagreement in cases:
        number += 1
        seen[branch] = seen.get(branch, 0) + 1
        if disagreement is not None:
            return Part(name, domain, number, seen, Refutation(disagreement))
    return Part(name, domain, number, seen)
