"""A definition and its fast form that are functions of plain arguments: compared on a list of cases."""

from collections.abc import Callable, Iterable, Iterator
from operator import eq
from typing import Any

from attrs import frozen

from formal_rl.checking.examples import decide_cases
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope


@frozen
class FunctionPair:
    """Two functions, equal on every case; ``cases(scope)`` yields a name for what is looked at, and the arguments.

    ``agree`` is how what they return is compared: by ==, unless one of them rounds.
    """

    name: str
    definition: Callable[..., Any]
    fast: Callable[..., Any]
    cases: Callable[[Scope], Iterable[tuple[str, tuple[Any, ...]]]]
    branches: tuple[str, ...]
    domain: str
    agree: Callable[[Any, Any], bool] = eq

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all cases."""

        def compared() -> Iterator[tuple[str, Disagreement | None]]:
            for branch, arguments in self.cases(scope):
                expected, got = self.definition(*arguments), self.fast(*arguments)
                about = f"{self.name}, {branch}"
                yield branch, None if self.agree(expected, got) else Disagreement(about, expected, got)

        return (decide_cases(self.name, compared(), branches=self.branches, domain=self.domain),)
