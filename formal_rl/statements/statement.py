"""One entry of the ledger: a statement of a paper, what defines it, what checks it, what it must reject."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

from attrs import Converter, field, frozen
from attrs.converters import optional

from formal_rl.checking import Part, Scope
from formal_rl.statements.papers import PAPERS

if TYPE_CHECKING:
    from formal_rl.statements.patches import Patch

Kind = Literal["definition", "lemma", "theorem", "example", "claim", "experiment"]
Verdict = Literal[
    "defined",
    "holds",
    "holds (repaired)",
    "refuted",
    "reproduced",
    "reproduced (reconstructed layout)",
    "recomputed",
    "not reproduced",
    "not reproduced (reconstructed layout)",
    "open",
    "not checked here",
]
Check = Callable[[Scope], Iterator[Part]]
"""Decides a statement in a scope, part by part; a part not asked for is not computed."""


@frozen
class Mutant:
    """A deliberately wrong version of what a statement is about; its check must reject it.

    ``check`` is the statement's own check with the wrong object in place of the right one. ``patch`` is the change of
    text that makes the object wrong, where it is one.
    """

    name: str
    check: Check
    patch: "Patch | None" = None


def _bound(given: Mapping[str, Mapping[str, Any]] | Iterable[Mutant], statement: Any) -> tuple[Mutant, ...]:
    """Return the mutants of a statement: its check with each of the wrong objects."""
    if isinstance(given, Mapping):
        return tuple(Mutant(name, partial(statement.check, **wrong)) for name, wrong in given.items())
    return tuple(given)


@frozen(kw_only=True, repr=False)
class Statement:
    """A statement of a paper, in our own words, with its verdict and the evidence behind it.

    ``source`` names paper and place; ``evidence`` is the kind of evidence and its domain in words; ``defects`` is what
    is wrong or silent in the paper; ``repair`` names the reading that holds where the letter fails; ``witness`` is the
    exact refutation of what is refuted. ``finding`` says in a sentence what was found, and ``caution`` what that does
    not mean; those of our ledger stand in `FINDINGS`. ``mutants`` are given as wrong objects, by the mutant's name and
    then by the argument of the check in whose place they stand.
    """

    id: str
    kind: Kind
    title: str
    claim: str
    source: str
    check: Check
    mutants: tuple[Mutant, ...] = field(converter=Converter(_bound, takes_self=True))  # type: ignore[misc]
    verdict: Verdict
    evidence: str
    defects: str = ""
    repair: str = ""
    witness: str = ""
    _finding: str | None = None
    _caution: str | None = None
    _uses: tuple[str, ...] | None = field(default=None, converter=optional(tuple))

    def __repr__(self) -> str:
        """Return its id, verdict, and source, and below them its sentence."""
        return f"{self.id} ({self.verdict}), {self.source}\n{fill(self.claim, 100)}"

    @property
    def finding(self) -> str:
        """The finding in a sentence; empty if there is none."""
        return self._said_of_it[0] if self._finding is None else self._finding

    @property
    def caution(self) -> str:
        """The caveat of the finding."""
        return self._said_of_it[1] if self._caution is None else self._caution

    @property
    def _said_of_it(self) -> tuple[str, str]:
        from formal_rl.statements.findings import FINDINGS  # noqa: PLC0415 - what is verified needs no sentences

        found = FINDINGS.get(self.id)
        return ("", "") if found is None else (found.sentence, found.caution)

    @property
    def uses(self) -> tuple[str, ...]:
        """The statements that its sentence needs."""
        from formal_rl.statements.uses import USES  # noqa: PLC0415 - what is verified needs no graph

        return USES.get(self.id, ()) if self._uses is None else self._uses

    @property
    def evidence_uses(self) -> tuple[str, ...]:
        """The statements of our ledger that its evidence, defects, repair and witness speak of."""
        from formal_rl.statements.uses import mentioned  # noqa: PLC0415 - as above

        texts = " ".join((self.evidence, self.defects, self.repair, self.witness))
        return tuple(each for each in mentioned(texts) if each != self.id)

    @property
    def paper(self) -> str:
        """The short name of its paper, such as A21: with it begin all ids of the paper but for R-measure."""
        ours = (short for short, paper in PAPERS.items() if paper in self.source)
        return next(ours, self.id.partition("-")[0])

    @property
    def proofs(self) -> tuple[str, ...]:
        """The theorems in Rocq that prove it, or the part of it that they say, as ``file:theorem``."""
        from formal_rl.statements.proofs import PROVED  # noqa: PLC0415 - what is verified needs no proofs

        return PROVED.get(self.id, ())

    @property
    def is_finding(self) -> bool:
        """Whether it names a defect, a repair or a witness: something that the paper does not say."""
        return bool(self.defects or self.repair or self.witness)

    @property
    def code(self) -> tuple[str, ...]:
        """The dotted names of the definitions that cite it, the main ones first."""
        return tuple(name for name, _ in self._citing)

    @property
    def main_code(self) -> tuple[str, ...]:
        """The dotted names of its main definitions."""
        return tuple(name for name, main in self._citing if main)

    @property
    def _citing(self) -> tuple[tuple[str, bool], ...]:
        from formal_rl.statements.citations import citing  # noqa: PLC0415 - what is verified needs no source

        return citing(self.id)

    def mutant(self, name: str) -> Mutant:
        """Return the mutant of this name; `KeyError` lists those there are."""
        for mutant in self.mutants:
            if mutant.name == name:
                return mutant
        raise KeyError(f"{self.id} has no mutant {name!r}; it has {[mutant.name for mutant in self.mutants]}")
