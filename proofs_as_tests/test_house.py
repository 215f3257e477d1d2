"""What the linters cannot see: faces, data that is run, citations, mutants, and a pair for every optimised form.

That imports run downward and in no circle is a contract of import-linter. What the reference may not use is a rule of
ruff. Both stand in pyproject.toml, and ``make lint`` runs them.
"""

import ast
import importlib
import inspect
import re
from functools import cache
from pathlib import Path
from typing import get_type_hints

import formal_rl
from formal_rl.statements import LEDGER
from formal_rl.statements.citations import citations
from formal_rl.statements.pairs import PAIRS

PACKAGE = Path(formal_rl.__file__).parent
TESTS = Path(__file__).parent
SEMANTIC = ("histories", "agents", "environments", "transforms", "gridworlds", "safelife")
LOOK_INTO_PRIVATE_MODULES = (
    *("formal_rl.statements.", "formal_rl.conformance.", "formal_rl.recordings.", "formal_rl.cli.conform.", "tests."),
    *("formal_rl.gymnasium.", "formal_rl.study.", "formal_rl.battery."),
)
OPTIMISED = ("_incremental", "_memoised", "_fold", "_packed", "_certified", "_compiled", "_array", "_arrays")
OPTIMISED_CLASSES = ("Incremental", "Fold")
RUNS_OPTIMISED_FORMS = {"formal_rl.environments._incremental.interact_incremental"}


@cache
def trees(root, name):
    """Parse every module under a folder; return the trees by dotted name."""
    files = {file: [name, *file.relative_to(root).with_suffix("").parts] for file in sorted(root.rglob("*.py"))}
    return {
        ".".join(parts).removesuffix(".__init__"): ast.parse(file.read_text("utf-8")) for file, parts in files.items()
    }


def package_trees():
    return trees(PACKAGE, "formal_rl")


def imported_names(module, tree):
    """Yield (line, source, name) of each ``from source import name``, in functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            source = f"{module}.{node.module}" if node.level else node.module
            yield from ((node.lineno, source, alias.name) for alias in node.names)


def room(module):
    """Return the second part of a dotted name: the package that a module belongs to."""
    return module.split(".")[1] if "." in module else ""


def test_packages_are_used_through_their_faces():
    """A name that a face offers is imported from it, any other from its module; few rooms look into private modules."""
    package = package_trees()
    offered = {
        (source, name)
        for face in package
        if (PACKAGE.parent / face.replace(".", "/")).is_dir()
        for _, source, name in imported_names(face, package[face])
        if source.startswith(f"{face}.")
    }
    around = []
    for importer, tree in {**package, **trees(TESTS, "tests")}.items():
        for line, source, name in imported_names(importer, tree):
            hidden = re.search(r"\._[a-z]", f"{source}.{name}") and not importer.startswith(LOOK_INTO_PRIVATE_MODULES)
            if ((source, name) in offered or (hidden and "._" not in importer)) and room(source) != room(importer):
                around.append(f"{importer}:{line} imports {name} from {source}")

    assert around == []


def test_no_data_is_run():
    """Ruff bans pickle by its name; nothing unpickles under another one."""
    unsafe = re.compile(r"allow_pickle=True|import (cloudpickle|dill|marshal|shelve)|(cloudpickle|dill|marshal) import")

    assert [str(file) for file in PACKAGE.rglob("*.py") if unsafe.search(file.read_text("utf-8"))] == []


CITING = '''
LEDGER = ("A4",)

def cites():
    """Do.

    Ledger: A1*, A2-x
    """

def shares():
    """Do."""

NOTED: int = 3
"""Definition.

Ledger: A2-x
"""

PLAIN = 4

def _private(): ...
'''


def test_every_citation_is_of_a_statement():
    """A definition cites statements of the ledger, each once; one without a line of its own has the module's one."""
    for module, tree in package_trees().items():
        assert (
            sum("LEDGER" in {getattr(each, "id", "") for each in getattr(node, "targets", ())} for node in tree.body)
            <= 1
        )
        for name, cited in citations(tree):
            identifiers = [each.removesuffix("*") for each in cited]
            assert set(identifiers) <= LEDGER.keys(), f"{module}.{name}"
            assert len(set(identifiers)) == len(identifiers), f"{module}.{name}"
    assert dict(citations(ast.parse(CITING))) == {"cites": ("A1*", "A2-x"), "shares": ("A4",), "NOTED": ("A2-x",)}


def test_every_statement_has_a_definition_and_mutants():
    """A statement has a main definition, which comes first, and mutants of different names."""
    for identifier, statement in LEDGER.items():
        names = [mutant.name for mutant in statement.mutants]
        assert statement.id == identifier
        assert statement.main_code, identifier
        assert statement.code[: len(statement.main_code)] == statement.main_code, identifier
        assert names, identifier
        assert len(set(names)) == len(names), identifier


def test_every_optimised_form_is_compared():
    """Every public form made to be fast, its class, or by its name what it makes, is in a pair with its definition."""
    compared, named = set(), {pair.name for pair in PAIRS}
    for pair in PAIRS:
        assert pair.definition is not pair.fast
        returned = get_type_hints(pair.fast).get("return") if inspect.isfunction(pair.fast) else None
        compared |= {id(pair.fast), id(type(pair.fast)), id(returned)}
    forms = {
        f"{module}.{name}": getattr(importlib.import_module(module), name)
        for module, tree in package_trees().items()
        if room(module) in SEMANTIC
        for name in map(defined_name, tree.body)
        if name.endswith((*OPTIMISED, *OPTIMISED_CLASSES))
    }
    public = {name: form for name, form in forms.items() if not re.search(r"\._engines\.|\._\w+$", name)}

    makers = {name for name, form in public.items() if callable(form) and name.rsplit(".", 1)[1] in named}
    assert {name for name, form in public.items() if id(form) not in compared} - makers == RUNS_OPTIMISED_FORMS
    assert len(named) == len(PAIRS)
    assert named <= {name.rsplit(".", 1)[1].removeprefix("_") for name in forms}


def defined_name(node):
    """Return the name that a statement of a module defines, or nothing."""
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "")
    return getattr(node, "name", getattr(getattr(node, "target", None), "id", ""))
