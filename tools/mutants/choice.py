"""Which mutants a run looks at, and what each is shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from random import Random

from attrs import frozen

from formal_rl.statements.citations import citations
from tools.mutants.asked import CHECK, PACKAGE, SELF_CHECKS, TWINS, Change, Question
from tools.mutants.generation import Mutant, mutants_of, mutated, source_files
from tools.mutants.markers import Marked
from tools.mutants.records import IMPORT, Records, module_of

_SLOWER, LEAST = 10.0, 3.0
"""A question is given ten times the processor time that it takes without a change, and three seconds."""


@cache
def source_of(root: Path, path: str) -> str:
    """Return the source of a file of the package's directory."""
    return (root / PACKAGE / path).read_text("utf-8")


@cache
def _marked(source: str) -> Marked:
    return Marked.of(source)


def all_mutants(root: Path, only: Sequence[str]) -> list[Mutant]:
    """Return the mutants of the files, or functions as in ``a/b.py:f``, that fit a pattern; all if there is none."""
    patterns = [(path, function or "*") for path, _, function in (each.partition(":") for each in only or ["*"])]
    found = []
    for file in source_files(root / PACKAGE):
        path = file.relative_to(root / PACKAGE).as_posix()
        functions = [function for pattern, function in patterns if fnmatchcase(path, pattern)]
        if functions:
            mutants = mutants_of(path, source_of(root, path))
            found += [mutant for mutant in mutants if any(fnmatchcase(mutant.function, each) for each in functions)]
    return found


def drawn(root: Path, mutants: Sequence[Mutant], seed: int, number: int | None) -> Iterator[tuple[Mutant, str]]:
    """Yield that many of them, each once and with its changed source, in an order drawn from the seed.

    A greater number yields the same ones first. What changes nothing, or is no Python, is passed over.
    """
    order = list(mutants)
    Random(seed).shuffle(order)
    given: set[tuple[str, str, str, str, int]] = set()
    for mutant in order:
        if len(given) == number:
            return
        found = mutated(mutant, source_of(root, mutant.path))
        if found is not None and (*found[0].key, mutant.line) not in given:
            given.add((*found[0].key, mutant.line))
            yield found


def cited_by(source: str, function: str) -> set[str]:
    """Return the rows that a function, or what it is in, cites; of what cites none, all that the file cites."""
    found = dict(citations(ast.parse(source)))
    cited = found.get(function.partition(".")[0]) or [row for rows in found.values() for row in rows]
    return {row.removesuffix("*") for row in cited}


@frozen
class Shown:
    """A mutant with its change and the questions it is asked, in order."""

    mutant: Mutant
    change: Change
    questions: tuple[Question, ...]
    stretch: int
    at_import: bool


def shown(root: Path, mutant: Mutant, changed: str, rows: Sequence[str], records: Records) -> Shown:
    """Return what a mutant is shown of the ledger."""
    source = source_of(root, mutant.path)
    path = f"{PACKAGE}/{mutant.path}"
    marked = _marked(source)
    stretch = marked.at(mutant.place)
    in_function = stretch is not None
    if stretch is None:  # the default of a parameter: its function's first stretch stands for it
        after = [each for each in marked.stretches if each.start >= mutant.place[1]]
        stretch = min(after, key=lambda each: each.start).number
    imported = records.found[IMPORT].ran.get(path, frozenset())
    at_import = bool(imported & _stretches_of_function(marked, source, mutant))
    change = Change(module_of(mutant.path), mutant.function, changed, in_place=in_function and not at_import)
    cited = cited_by(source, mutant.function)
    asked: list[tuple[int, float, Question]] = []
    for row in [SELF_CHECKS, *rows]:
        found = [(what, records.found.get(f"{row} {what}")) for what in (CHECK, TWINS)]
        if any(record is None or record.failed for _, record in found):
            continue
        rank = 0 if row == SELF_CHECKS else 1 if row in cited else 2
        for what, record in found:
            if stretch in imported or stretch in record.ran.get(path, frozenset()):
                question = Question(row, what, LEAST + _SLOWER * record.seconds)
                asked.append((rank + 10 * (rank > 0 and what == TWINS), record.seconds, question))
    questions = tuple(question for *_, question in sorted(asked, key=lambda each: (each[0], each[1], str(each[2]))))
    return Shown(mutant, change, questions, stretch, at_import)


def _stretches_of_function(marked: Marked, source: str, mutant: Mutant) -> frozenset[int]:
    """Return the stretches of the outermost function around a mutant."""
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    node = next(each for each in functions if each.lineno <= mutant.line <= (each.end_lineno or 0))  # breadth first
    start, end = (node.lineno, 0), (node.end_lineno or 0, 10**6)
    return frozenset(each.number for each in marked.stretches if start <= each.start and each.end <= end)


def candidate_tests(root: Path, mutant: Mutant) -> list[str]:
    """Return the tests that may kill: the module's own, those that name the function, importers, then the room's."""
    package = mutant.path.split("/")[0]
    folder, name = Path(mutant.path).parent, Path(mutant.path).stem.removeprefix("_")
    tests = Path("proofs_as_tests") / folder
    mirrors = {(tests / f"test_{name}.py").as_posix(), (tests.parent / f"test_{folder.name}_{name}.py").as_posix()}
    function = [part for part in mutant.function.split(".") if not part.startswith("_")]
    module = module_of(mutant.path)
    ranked = []
    for path, text in _test_files(root):
        names = bool(function) and re.search(rf"\b{re.escape(function[-1])}\b", text) is not None
        imports = module in text or _imports_of_it(text, source_of(root, mutant.path), package)
        beside = path.startswith(f"proofs_as_tests/{package}/")
        if path in mirrors or names or imports or beside:
            of_it = not (names or imports), not beside, not (names and imports), not imports
            ranked.append((path not in mirrors, *of_it, path))
    return [path for *_, path in sorted(ranked)]


def _imports_of_it(text: str, source: str, package: str) -> bool:
    """Whether a test takes a public name of the module from a face of its package."""
    taken = set()
    for names in re.findall(rf"from {PACKAGE}\.{package}[\w.]* import (\([^)]*\)|.*)", text):
        taken |= set(re.findall(r"\w+", names))
    return any(name in taken for name in _public(source))


@cache
def _public(source: str) -> frozenset[str]:
    nodes = ast.parse(source).body
    return frozenset(node.name for node in nodes if hasattr(node, "name") and not node.name.startswith("_"))


@cache
def _test_files(root: Path) -> tuple[tuple[str, str], ...]:
    files = sorted((root / "proofs_as_tests").rglob("test_*.py"))
    return tuple((file.relative_to(root).as_posix(), file.read_text("utf-8")) for file in files)
