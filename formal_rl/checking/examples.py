"""Worked examples: a value computed by hand, and the expression that must give it."""

from collections.abc import Callable, Iterable
from functools import partial

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.checking.outcome import Disagreement, Part, Refutation
from formal_rl.environments import ExtendedEnvironment
from formal_rl.histories import Percept, Play


@frozen
class Example:
    """One example worked by hand; ``arithmetic`` says how its value comes about.

    ``compute`` returns the value, or raises an exception, whose type then is the value.
    """

    about: str
    arithmetic: str
    expected: object
    compute: Callable[[], object]


Row = tuple[str, str, Agent, Play, Percept]
"""What a row is about, its arithmetic, an agent, a play, and the percept that an environment gives to them."""


def check_examples(examples: Iterable[Example], name: str = "worked examples") -> Part:
    """Compute every example; the first that differs from its hand-worked value is the refutation."""
    cases = 0
    for example in examples:
        cases += 1
        try:
            got = example.compute()
        except Exception as error:
            got = type(error)
        if got != example.expected or type(got) is not type(example.expected):
            wrong = Disagreement(f"{example.about} ({example.arithmetic})", example.expected, got)
            return Part(name, "by hand", cases, {}, Refutation(wrong))
    return Part(name, "by hand", cases, {})


def check_example_rows(environment: ExtendedEnvironment, rows: Iterable[Row], name: str = "worked examples") -> Part:
    """Compute what one environment gives in each row, as examples."""
    return check_examples((Example(row[0], row[1], row[4], partial(environment, row[2], row[3])) for row in rows), name)


def decide_cases(
    name: str,
    cases: Iterable[tuple[str, Disagreement | None]],
    *,
    branches: Iterable[str] = (),
    domain: str,
) -> Part:
    """Count plain cases, each a branch name and a disagreement or ``None``; stop at the first disagreement."""
    number, seen = 0, dict.fromkeys(branches, 0)
    for branch, disagreement in cases:
        number += 1
        seen[branch] = seen.get(branch, 0) + 1
        if disagreement is not None:
            return Part(name, domain, number, seen, Refutation(disagreement))
    return Part(name, domain, number, seen)
