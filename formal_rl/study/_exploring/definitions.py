"""The text of a page on an environment: its sentence, its source, its statements, and the code of its definition."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from attrs import field, frozen

from formal_rl.environments import CATALOGUE, EnvironmentRecord
from formal_rl.statements import find
from formal_rl.statements.citations import cited_by, defined, lines_of
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study.illustrations import ILLUSTRATIONS

_MOST_DEFINITIONS = 6
_HANDICAP = "formal_rl.transforms.handicap"


@frozen
class Definition:
    """The words about an environment; ``code`` has definitions by dotted name, the main one first."""

    published_name: str = ""
    meaning: str = ""
    source: str = ""
    statements: tuple[str, ...] = ()
    code: dict[str, str] = field(factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        """Return the words as JSON values, each statement with its title."""
        return {
            "published_name": self.published_name,
            "meaning": self.meaning,
            "source": self.source,
            "statements": [[each, find(each).title] for each in self.statements],
            "code": [[name, text] for name, text in self.code.items()],
        }


def definition_of(environment: ExplainedEnvironment, record: EnvironmentRecord | None) -> Definition:
    """Return the definition of an environment: the record of a listed one, both layers of a handicap, else the code."""
    if environment.layers:
        parts = [definition_of(layer, CATALOGUE.get(layer.name)) for layer in environment.layers]
        by_the_letter = environment.name.startswith("handicap_letter")
        compose = "with_handicap" if by_the_letter else "with_handicap_repaired"
        e, h = (layer.name for layer in environment.layers)
        return Definition(
            meaning=f"pays what {e} pays where {h} pays {'1' if by_the_letter else '0 or more'}, else -1; "
            f"shows what {e} shows",
            source="A21 Definition 12",
            statements=("A21-D12-compose", *dict.fromkeys(each for part in parts for each in part.statements)),
            code={
                name: text
                for code in (_code(_HANDICAP, compose), *(part.code for part in parts))
                for name, text in code.items()
            },
        )
    if record is not None:
        return _of_record(record)
    try:
        return Definition(code={environment.name: inspect.getsource(environment.environment).rstrip()})
    except (OSError, TypeError):  # made at run time, or an object: there is no text of it
        return Definition()


def _of_record(record: EnvironmentRecord) -> Definition:
    places = [record.place(form) for form in ("definition", "hypothetical") if record.has(form)]
    found = dict.fromkeys(each for module, name in places for each in cited_by(f"{module}.{name}"))
    shown = (each for each, run in ILLUSTRATIONS.items() if run.environment == record.name)
    statements = tuple(found or dict.fromkeys(shown))
    meaning = record.meaning or (find(statements[0]).claim if statements else "")
    found_code = {name: text for module, attribute in places for name, text in _code(module, attribute).items()}
    main = [f"{module}.{attribute}" for module, attribute in places]  # before what they are made of
    code = {name: found_code[name] for name in (*main, *found_code) if name in found_code}
    return Definition(record.published_name, meaning, record.source, statements, code)


def _code(module: str, name: str) -> dict[str, str]:
    """Return the text of a definition, and of its parts: names of its module, and of other environments'."""
    found: dict[str, str] = {}
    waiting = [(module, name)]
    while waiting and len(found) < _MOST_DEFINITIONS:
        where, wanted = waiting.pop(0)
        text = inspect.getsource(import_module(where))
        tree = ast.parse(text)
        node = defined(tree).get(wanted)
        if node is None or f"{where}.{wanted}" in found:
            continue
        _, lines = lines_of(node, text)
        found[f"{where}.{wanted}"] = "\n".join(lines)
        if len(lines) < 4 or where == module:
            waiting += _used(where, tree, node)
    return found


def _used(module: str, tree: ast.Module, node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the functions and values that a definition uses, each with its module, but not its types."""
    here = defined(tree)
    imported = {
        alias.name: each.module
        for each in tree.body
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("formal_rl.environments.")
        for alias in each.names
    }
    body = node.body if isinstance(node, ast.FunctionDef | ast.ClassDef) else [node]
    names = dict.fromkeys(each.id for part in body for each in ast.walk(part) if isinstance(each, ast.Name))
    for name in names:
        if name.startswith(("_check", "_require")):  # what refuses malformed input says nothing of the definition
            continue
        if name in here and here[name] is not node and not name.isupper():
            yield module, name
        elif name in imported and name.islower():
            yield imported[name] or "", name
