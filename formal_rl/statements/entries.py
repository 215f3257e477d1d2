"""Statements as functions: each has its sentence, its evidence and its mutants in one place.

    @theorem("A22-T10.1", "alternate definition", "Theorem 10 part 1", "holds")
    def alternate() -> Evidence:
        '''Comparing each past action with π's instead of π_RC's defines the same agent.'''
        pi_rc, rho = answers(reality_check), answers(reality_check_alternate)
        yield equal("π_RC = ρ", pi_rc, rho, agents, histories(6, full=8), kinds=GENUINE)
        yield mutants('''
            transforms.reality_check:reality_check
                ≠ for =: == → !=
        ''')

The function says what is to be decided, and decides nothing. It is called when its module is imported, and again for
each check, so that what it makes is made of the definitions as they are then: as a mutant has them, where one is tried.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from inspect import cleandoc, getsource
from textwrap import dedent
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.checking import Part, Scope
from formal_rl.checking.claims import Decidable
from formal_rl.statements.papers import PAPERS
from formal_rl.statements.patches import Patch
from formal_rl.statements.statement import Kind, Mutant, Statement, Verdict


@frozen
class Mutants:
    """Mutants of a statement, by name: where something is changed, and the old text, the new one, and so on."""

    changes: dict[str, tuple[str, tuple[str, ...]]]


def mutants(table: str) -> Mutants:
    """Return the mutants of a table.

    A line with a definition, ``transforms.reality_check:reality_check``, stands before the mutants of it, each of which
    is its name and what it changes, ``≠ for =: == → !=``. ``:name`` is a definition beside the statement. Several
    changes are parted by ``;;``, nothing is written ``∅``, and a new line ``⏎``. What is indented more than a mutant
    goes on with it.
    """
    target, rows = "", list[tuple[str, str]]()
    for line in cleandoc(table).splitlines():
        indent, text = len(line) - len(line.lstrip()), line.strip()
        if indent == 0:
            target = text
        elif indent == 4:
            rows.append((target, text))
        else:
            rows[-1] = (target, f"{rows[-1][1]} {text}")
    changes = {}
    for of, row in rows:
        name, _, texts = row.partition(": ")
        split = (each for change in texts.split(" ;; ") for each in change.split(" → "))
        changes[name] = of, tuple(each.replace("∅", "").replace("⏎", "\n") for each in split)
    return Mutants(changes)


Evidence: TypeAlias = Iterator[Decidable | Mutants]
Said: TypeAlias = Callable[[], Evidence]


def _entry(
    kind: Kind, identifier: str, title: str, place: str, verdict: Verdict = "defined", **more: Any
) -> Callable[[Said], Statement]:
    """Return what makes a statement of a function.

    ``place`` is where the paper has it; for a paper that is not ours, it begins with the paper. ``more`` are the other
    fields of `Statement`: defects, repair, witness, and the evidence, where the composed words do not say all.
    """
    paper = PAPERS.get(identifier.partition("-")[0])

    def made(said: Said) -> Statement:
        evidence = [each for each in said() if isinstance(each, Mutants)]
        patches = {
            name: Patch(where if where[:1] != ":" else f"{said.__module__}{where}", texts)
            for each in evidence
            for name, (where, texts) in each.changes.items()
        }
        return Statement(
            id=identifier,
            kind=kind,
            title=title,
            claim=" ".join(cleandoc(said.__doc__ or _sentence(said)).split()),
            source=f"{paper}, {place}" if paper else place,
            check=partial(_decided, said, None),
            mutants=[
                Mutant(name, partial(_rejected, said, patch, identifier, name), patch)
                for name, patch in patches.items()
            ],
            verdict=verdict,
            **{"evidence": _told(said), **more},
        )

    return made


definition, lemma, theorem = (partial(_entry, kind) for kind in ("definition", "lemma", "theorem"))
example, claim, experiment = (partial(_entry, kind) for kind in ("example", "claim", "experiment"))


def statements_in(names: dict[str, Any]) -> tuple[Statement, ...]:
    """Return the statements among the names of a module, in its order."""
    return tuple(each for each in names.values() if isinstance(each, Statement))


def _sentence(said: Said) -> str:
    """Return the docstring of a function as its source has it: under ``-OO`` no function has one."""
    (node,) = ast.parse(dedent(getsource(said))).body
    assert isinstance(node, ast.FunctionDef)
    return ast.get_docstring(node) or ""


def _decided(said: Said, patch: Patch | None, scope: Scope) -> Iterator[Part]:
    """Yield the parts of a statement, decided, while a patch is made."""
    with patch.made() if patch else nullcontext():
        for part in said():
            if not isinstance(part, Mutants):
                decided = part(scope)
                yield from (decided,) if isinstance(decided, Part) else decided


def _rejected(said: Said, patch: Patch, identifier: str, mutant: str, scope: Scope) -> Iterator[Part]:
    """Yield the parts while a patch is made: if one is known to reject the mutant, that first, then the others."""
    from formal_rl.statements.kill_table import first_to_reject  # noqa: PLC0415 - of no use to a check

    first = first_to_reject(identifier, mutant)
    is_later = lambda part: first is not None and getattr(part, "name", None) != first  # noqa: E731
    in_order = lambda: iter(sorted(said(), key=is_later))  # noqa: E731
    yield from _decided(in_order, patch, scope)


def _told(said: Said) -> str:
    """Return the evidence in words, as the parts say it of the quick profile; examples alone are by hand."""
    evidence: dict[str, list[str]] = {}
    for part in said():
        if hasattr(part, "evidence"):
            how, domain = part.evidence(Scope())
            evidence.setdefault(how, []).append(domain)
    others = {how: each for how, each in sorted(evidence.items()) if how != "by hand"}
    words = [f"{how}: {'; '.join(dict.fromkeys(each))}" for how, each in others.items()]
    return "; ".join([*words, *(["by hand"] if "by hand" in evidence else [])])
