"""Which mutants a run looks at, and what each is shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from random import Random

from attrs import evolve, frozen

from mutants.asked import CHECK, PACKAGE, SELF_CHECKS, TWINS, Change, Question
from mutants.generation import Mutant, changed_lines, mutants_of, mutated, source_files
from mutants.markers import Marked
from mutants.records import IMPORT, Records, module_of

_SLOWER = 10.0


@cache
def source_of(root: Path, path: str) -> str:
    """Return the source of a file of the package's directory."""
    return (root / PACKAGE / path).read_text("utf-8")


@cache
def _marked(source: str) -> Marked:
    return Marked.of(source)


def all_mutants(root: Path, only: Sequence[str]) -> list[Mutant]:
    """Return the mutants of the files, or functions as in ``a/b.py:f``, that fit a pattern; all if there is none."""
    found = []
    for file in source_files(root / PACKAGE):
        path = file.relative_to(root / PACKAGE).as_posix()
        if only and not any(fnmatchcase(path, pattern.split(":")[0]) for pattern in only):
            continue
        found += [mutant for mutant in mutants_of(path, source_of(root, path)) if not only or _fits(mutant, only)]
    return found


def _fits(mutant: Mutant, only: Sequence[str]) -> bool:
    for pattern in only:
        path, _, function = pattern.partition(":")
        if fnmatchcase(mutant.path, path) and fnmatchcase(mutant.function, function or "*"):
            return True
    return False


def drawn(root: Path, mutants: Sequence[Mutant], seed: int, number: int | None) -> Iterator[tuple[Mutant, str]]:
    """Yield that many of them, each once and with its changed source, in an order drawn from the seed.

    A greater number yields the same ones first. What changes nothing, or is no Python, is passed over.
    """
    order = list(mutants)
    Random(seed).shuffle(order)
    given: set[tuple[str, str, str, str, int]] = set()
    for mutant in order:
        if number is not None and len(given) == number:
            return
        source = source_of(root, mutant.path)
        changed = mutated(mutant, source)
        if changed is None:
            continue
        was, became = changed_lines(source, changed)
        named = evolve(mutant, was=was, became=became)
        if (*named.key, named.line) not in given:
            given.add((*named.key, named.line))
            yield named, changed


class Citations:
    """Which rows the functions of a file cite."""

    def __init__(self, source: str, rows: Mapping[str, object] | Sequence[str]) -> None:
        self._rows = set(rows)
        self._of: dict[str, tuple[str, ...]] = {}
        self._walk(ast.parse(source), ())
        self.whole = tuple(sorted(self._cited(source)))

    def _walk(self, node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            inner = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = (*names, child.name)
                self._of[".".join(inner)] = self._cited(ast.get_docstring(child) or "")
            self._walk(child, inner)

    def _cited(self, text: str) -> tuple[str, ...]:
        lines = re.findall(r"^[ \t]*Ledger: (.*)$|^LEDGER = \(([^)]*)\)", text, re.MULTILINE)
        return tuple(row for line in lines for row in re.split(r"[,\s\"*]+", "".join(line)) if row in self._rows)

    def of(self, function: str) -> tuple[str, ...]:
        """Return the rows that the function, or what it is in, cites; else those of the whole file."""
        parts = function.split(".")
        for length in range(len(parts), 0, -1):
            cited = self._of.get(".".join(parts[:length]), ())
            if cited:
                return cited
        return self.whole


@frozen
class Shown:
    """A mutant with its change and the questions it is asked, in order."""

    mutant: Mutant
    change: Change
    questions: tuple[Question, ...]
    stretch: int
    at_import: bool


def shown(root: Path, mutant: Mutant, changed: str, rows: Sequence[str], records: Records, least: float) -> Shown:
    """Return what a mutant is shown of the ledger."""
    source = source_of(root, mutant.path)
    path = f"{PACKAGE}/{mutant.path}"
    marked = _marked(source)
    at = marked.at(mutant.position)
    stretch = _first(marked, mutant) if at is None else at
    whole = _whole_function(marked, source, mutant)
    imported = records.found[IMPORT].ran.get(path, frozenset())
    at_import = bool(imported & whole)
    change = Change(module_of(mutant.path), mutant.function, changed, in_place=at is not None and not at_import)
    cited = set(Citations(source, rows).of(mutant.function))
    asked: list[tuple[int, float, Question]] = []
    for row in [SELF_CHECKS, *rows]:
        checked, mutants = records.found.get(f"{row} {CHECK}"), records.found.get(f"{row} {TWINS}")
        if checked is None or mutants is None or checked.failed or mutants.failed:
            continue
        rank = 0 if row == SELF_CHECKS else 1 if row in cited else 2
        if stretch in imported or stretch in checked.ran.get(path, frozenset()):
            asked.append((rank, checked.seconds, Question(row, CHECK, least + _SLOWER * checked.seconds)))
        if stretch in imported or stretch in mutants.ran.get(path, frozenset()):
            asked.append(
                (rank + 10 if rank else 0, mutants.seconds, Question(row, TWINS, least + _SLOWER * mutants.seconds))
            )
    questions = tuple(question for *_, question in sorted(asked, key=lambda each: (each[0], each[1], str(each[2]))))
    return Shown(mutant, change, questions, stretch, at_import)


def _whole_function(marked: Marked, source: str, mutant: Mutant) -> frozenset[int]:
    """Return the stretches of the outermost function around a mutant."""
    node = next(each for each in _outermost(ast.parse(source)) if each.lineno <= mutant.line <= (each.end_lineno or 0))
    start, end = (node.lineno, 0), (node.end_lineno or 0, 10**6)
    return frozenset(each.number for each in marked.stretches if start <= each.start and each.end <= end)


def _outermost(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        else:
            yield from _outermost(child)


def _first(marked: Marked, mutant: Mutant) -> int:
    """Return the first stretch after a place that is in none: of the function whose default it is."""
    after = [each for each in marked.stretches if each.start >= mutant.position[1]]
    return min(after, key=lambda each: each.start).number


def candidate_tests(root: Path, mutant: Mutant, most: int = 10) -> list[str]:
    """Return the test files that may kill: the module's own, then those that name the function, then importers."""
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
        if path in mirrors or names or imports:
            beside = path.startswith(f"proofs_as_tests/{package}/")
            ranked.append((path not in mirrors, not beside, not (names and imports), not imports, path))
    return [path for *_, path in sorted(ranked)][:most]


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
