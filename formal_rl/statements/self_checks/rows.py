"""A table of calls, each with the value it must give or the error it must raise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import field, frozen

from formal_rl.checking.outcome import Disagreement, Part, Refutation


@frozen(init=False)
class Refusal:
    """An error that must be raised: its very type, and what some of its attributes must be."""

    kind: type[Exception]
    kept: dict[str, Any]

    def __init__(self, kind: type[Exception], **kept: Any) -> None:
        """Expect this type, with these attributes."""
        self.__attrs_init__(kind, kept)

    def is_met_by(self, error: object) -> bool:
        """Whether this is such an error."""
        return type(error) is self.kind and all(
            _same(getattr(error, name, _NOTHING), value) for name, value in self.kept.items()
        )


_NOTHING = object()


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


@frozen
class Row:
    """A call: a function, its arguments, and what must come of it.

    An ``expected`` that is an exception type must be raised, that type and none derived from it; an exception
    instance must be raised with its very message; a `Refusal` with its attributes. Anything else must be returned, of
    that type.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    expected: Any = None
    keywords: dict[str, Any] = field(factory=dict)

    def outcome(self) -> Any:
        """Return what the call gives: what it returns, or what it raises."""
        try:
            return self.function(*self.arguments, **self.keywords)
        except Exception as error:
            return error if isinstance(self.expected, Exception | Refusal) else type(error)

    def disagreement(self) -> Disagreement | None:
        """Return how the outcome differs from what is expected, if it does."""
        got = self.outcome()
        if isinstance(self.expected, Exception):
            alike = type(got) is type(self.expected) and str(got) == str(self.expected)
        elif isinstance(self.expected, Refusal):
            alike = self.expected.is_met_by(got)
        else:
            alike = _same(got, self.expected)
        return None if alike else Disagreement(self._called(), self.expected, got)

    def _called(self) -> str:
        name = getattr(self.function, "__qualname__", repr(self.function))
        given = [*map(repr, self.arguments), *(f"{key}={value!r}" for key, value in self.keywords.items())]
        return f"{name}({', '.join(given)})"


def decide_rows(name: str, rows: Iterable[Row]) -> Part:
    """Make every call; the first that gives something else is the refutation."""
    calls = 0
    for row in rows:
        calls += 1
        wrong = row.disagreement()
        if wrong is not None:
            return Part(name, "by hand", calls, {}, Refutation(wrong))
    return Part(name, "by hand", calls, {})
