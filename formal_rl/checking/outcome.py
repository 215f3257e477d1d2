"""The result of a check: parts, each with its domain, its counts, and a refutation if there is one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from formal_rl.environments import TableAgent, TableEnvironment, TableLearner
from formal_rl.errors import NotReproducible
from formal_rl.histories import History, format_history

Cover = Callable[[str], None]
"""Called by a claim with the name of each branch or premise that occurs."""


@frozen
class Disagreement:
    """One place where a claim is false: the subject, the expected value and the actual one."""

    about: str
    expected: object
    got: object
    history: History = ()

    def __str__(self) -> str:
        where = f" on {format_history(self.history)}" if self.history else ""
        return f"{self.about}{where}: expected {_pasted(self.expected)}, got {_pasted(self.got)}"


def _pasted(value: Any) -> str:
    """Return a value on one line; of a board, which draws itself, the rows."""
    return f"{type(value).__name__}(rows={value.rows})" if hasattr(value, "rows") else repr(value)


def unless(right: bool, about: str, expected: object, got: object, history: History = ()) -> Disagreement | None:
    """Return ``None`` if something is as it should be, and otherwise the disagreement."""
    return None if right else Disagreement(about, expected, got, history)


@frozen
class Refutation:
    """The smallest agent (and environment) found on which a claim is false, as finite tables.

    ``choices`` are what a claim in steps chose besides, in order. ``replay()`` runs the claim again on the tables and
    choices alone.
    """

    disagreement: Disagreement
    agent: TableAgent | None = None
    environment: TableEnvironment | None = None
    learner: TableLearner | None = None
    replay: Callable[[], Disagreement | None] | None = field(default=None, eq=False, repr=False)
    choices: tuple[Any, ...] = ()

    def confirmed(self) -> Refutation:
        """Return this refutation if replaying its tables gives the same disagreement, else raise."""
        if self.replay is not None and self.replay() != self.disagreement:
            raise NotReproducible(f"the tables do not reproduce the disagreement: {self.disagreement}")
        return self

    def __str__(self) -> str:
        tables = (self.agent, self.environment, self.learner)
        chosen = [f"chosen: {', '.join(map(str, self.choices))}"] if self.choices else []
        return "\n".join([str(self.disagreement), *(str(table) for table in tables if table is not None), *chosen])


@frozen
class Closure:
    """Why a part holds at every horizon: no step leads out of a finite set of states or to a disagreement.

    ``steps`` is after how many steps the last of them is reached.
    """

    states: int
    steps: int

    def __str__(self) -> str:
        return f"∞ every horizon: {self.states} states, all reached by step {self.steps}"


@frozen
class Part:
    """One checked part of a statement: its domain in words, the cases decided, and how often each branch occurred.

    ``expected`` says whether this part is meant to hold, or to fail (the letter of a refuted statement); where it is
    meant to fail, ``foreseen`` is the disagreement on which, as a line in which ``…`` stands for any text.
    ``merged`` says that equal states were merged, so that the cases were counted and not each reached.
    ``every_horizon`` is given where the part is decided at every horizon: then each case is a step from a state.
    """

    name: str
    domain: str
    cases: int
    branches: Mapping[str, int]
    refutation: Refutation | None = None
    expected: Literal["holds", "fails"] = "holds"
    merged: bool = False
    foreseen: str = ""
    every_horizon: Closure | None = None

    @property
    def contradicted(self) -> bool:
        """Whether the part came out otherwise than it was meant to, or failed on something else."""
        return ("holds" if self.refutation is None else "fails") != self.expected or self.fails_otherwise

    @property
    def fails_otherwise(self) -> bool:
        """Whether the part is meant to fail, and fails, but elsewhere than foreseen."""
        if self.expected == "holds" or self.refutation is None or not self.foreseen:
            return False
        foreseen = "(?s:.*)".join(map(re.escape, self.foreseen.split("…")))
        return re.fullmatch(foreseen, str(self.refutation.disagreement)) is None

    @property
    def as_expected(self) -> bool:
        """Whether the part came out as it was meant to, on at least one case, with no branch unseen."""
        return not self.contradicted and self.cases > 0 and not self.vacuous

    @property
    def vacuous(self) -> tuple[str, ...]:
        """The branches that never occurred; not judged where the search stopped at a refutation."""
        if self.refutation is not None:
            return ()
        return tuple(name for name, count in self.branches.items() if count == 0)

    def meant_to_fail(self, on: str | Mapping[str, str] = "") -> Part:
        """Return this part as one whose refutation is what the statement reports.

        ``on`` is the disagreement foreseen, as it is printed; ``…`` in it stands for any text. Where many parts are
        made by one line, it is a mapping from their names. Without it, or where the name is not in it, the part is as
        expected whatever it fails on.
        """
        return evolve(self, expected="fails", foreseen=on if isinstance(on, str) else on.get(self.name, ""))


Case: TypeAlias = tuple[str, Disagreement | None]
"""One case that was decided: the name of its branch, and where the claim is false in it, or ``None``."""


def decide_cases(name: str, cases: Iterable[Case], *, branches: Iterable[str] = (), domain: str) -> Part:
    """Count plain cases and how often each branch occurs; stop at the first disagreement."""
    number, seen = 0, Counter(dict.fromkeys(branches, 0))
    for branch, disagreement in cases:
        number += 1
        seen[branch] += 1
        if disagreement is not None:
            return Part(name, domain, number, dict(seen), Refutation(disagreement))
    return Part(name, domain, number, dict(seen))


@frozen
class Outcome:
    """All parts of one check."""

    parts: tuple[Part, ...]

    @property
    def as_expected(self) -> bool:
        """Whether every part came out as it was meant to."""
        return bool(self.parts) and all(part.as_expected for part in self.parts)

    @property
    def cases(self) -> int:
        """The number of cases."""
        return sum(part.cases for part in self.parts if not part.merged)

    @property
    def merged_cases(self) -> int:
        """The number of cases counted by merging equal states."""
        return sum(part.cases for part in self.parts if part.merged)

    @property
    def branches(self) -> dict[str, int]:
        """The number of times each branch occurred, by name, over all parts."""
        total: Counter[str] = Counter()
        for part in self.parts:
            total.update(dict(part.branches))
        return dict(total)

    @property
    def unexpected(self) -> Part | None:
        """The first part that did not come out as meant, if any."""
        return next((part for part in self.parts if not part.as_expected), None)
