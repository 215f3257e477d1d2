"""The house rules: what may import what, what the reference may not use, what every definition and statement says.

Each rule is a function that lists its violations in a source tree or in what it is given, so that it can be shown to
find one in a tree made up for the purpose.
"""

import ast
import importlib
import inspect
from collections import Counter
from functools import cache
from pathlib import Path
from typing import get_type_hints

import networkx
import pytest
from attrs import evolve

import formal_rl
from formal_rl.environments import ignore_rewards, ignore_rewards_incremental
from formal_rl.statements import LEDGER, RETIRED, Mutant
from formal_rl.statements.citations import citations
from formal_rl.statements.pairs import PAIRS

PACKAGE = Path(formal_rl.__file__).parent
TESTS = Path(__file__).parent
SEMANTIC = ("histories", "agents", "environments", "transforms", "gridworlds", "safelife")
LAYERS = (
    {"errors", "on_demand"},
    {"numbers"},
    {"files", "loading", "seeded_draws", "view", "workers"},
    {"strict_json"},
    {"histories"},
    {"agents"},
    {"environments"},
    {"transforms"},
    {"gridworlds", "safelife", "battery"},
    {"checking"},
    {"statements"},
    {"conformance", "study"},
    {"gymnasium", "recordings"},
    {"cli"},
    {"__main__"},
)
RANKS = {unit: rank for rank, units in enumerate(LAYERS) for unit in units}
STRATEGIES_MAY_IMPORT = {"errors", "numbers", "histories", "agents", "environments"}
IMPURE = ("random", "time", "os", "datetime", "pickle", "numpy.random")
PICKLES = ("pickle", "cPickle", "_pickle", "dill", "cloudpickle", "marshal", "shelve")
FAST = (
    "_incremental",
    "_memoised",
    "_fold",
    "_packed",
    "_certified",
    "_compiled",
    "_array",
    "_arrays",
    "Incremental",
    "Fold",
)
RUNS_FAST_FORMS = {"formal_rl.environments.incremental.interact_incremental"}
"""Not an optimised form but what runs one; compared with interaction in environments/test_incremental.py."""

REQUIRED = (
    *(f"A21-{part}" for part in ("D1", "L2", "D3", "D3-actions", "D4", "L5")),
    *(f"A21-S3-{part}" for part in ("form", "mimic", "nonhalting")),
    *(f"A21-{part}" for part in ("E6", "L7", "E8", "E9", "E10")),
    *(f"A22-{part}" for part in ("D1", "D2", "S1-backtrack", "E3", "E5", "D7")),
    *(f"A22-T10.{part}" for part in (1, 2, 3, 4)),
    *(f"A21-D12-{part}" for part in ("merciful", "handicap", "compose", "laws")),
    *(f"A22-{part}" for part in ("E4", "E4-value", "S4", "D6", "D6-sim")),
    *(f"A22-S5-{part}" for part in ("class", "trivialise")),
    *(f"A22-S6-{part}" for part in ("opposite", "agents", "antiRC")),
    *(f"A22-{part}" for part in ("chance-fresh-draws", "joysticks", "trivialise-all")),
    *(f"A22-{part}" for part in ("gain-zero", "gain-mean", "gain-repeater")),
    "A21-E11",
    "A21-E13",
    *(f"A21-{part}" for part in ("E14", "E15", "E15-body", "E16", "E17", "E17-society", "E18", "S7")),
    *(f"A21-E19-{part}" for part in ("supervised", "unsupervised", "conversation", "prediction", "knowing")),
    *(f"A21-intro-{part}" for part in ("obstacles", "treasures", "employer")),
    *(f"A22-{part}" for part in ("S2-upsilon", "S4-newcomb", "S4-newcomb-value")),
    *(f"A21-S3-{part}" for part in ("runtime", "memory", "determinism")),
    *(f"A22-{part}" for part in ("S34-recognition", "S34-rate", "S34-adversarial", "S4-reverse", "S6-range", "lib")),
    *(f"T24-{part}" for part in ("DA1", "DA2", "POST", "DB1", "DB2", "DB3", "DB4", "DB5")),
    *(
        f"T24-{part}"
        for part in ("DB-equivalence", "DB-argument", "noutility", "world", "pomdp", "layouts", "m", "iid")
    ),
    *(f"T24-{part}" for part in ("DD1", "DD2", "DD3", "DD4", "eqs", "LD2", "threshold", "equilibrium", "repair")),
    *(f"T24-T5.1{part}" for part in ("", "-useful", "-readings")),
    *(f"T24-{part}" for part in ("reinforce", "default", "tax", "lopsided", "lopsided-lambda", "figures")),
    *(f"T24-C{part}" for part in range(1, 9)),
    *(f"T24-{part}" for part in ("C-all", "replication", "main-result")),
    *(f"T24-{part}" for part in ("Nloc", "U-alone", "maximiser", "greedy", "estimated-m", "mean-dynamics")),
    *(f"A22-{part}" for part in ("D8", "C9", "Tab1", "Tab3")),
    "R-measure",
    *(f"W19-{part}" for part in ("life", "cells", "agent", "equivariance", "fence")),
    *(f"W19-{part}" for part in ("reward", "penalty", "penalty-goals", "penalty-weight", "stands-to-lose", "levels")),
    *(
        f"W19-{part}"
        for part in ("baseline", "ergodic", "eq1", "eq2", "eq3", "props", "zero", "noise", "robust", "interference")
    ),
    *(f"W19-{part}" for part in ("alg1", "alg1-oscillator", "alg1-halting", "tasks", "Tab1", "Tab2", "figures")),
)


# --- Reading a source tree ---


def source_trees(root):
    """The syntax tree of every module under a package's directory, by dotted name; our own is read once."""
    return _package_trees() if root == PACKAGE else parsed(root)


@cache
def _package_trees():
    return parsed(PACKAGE)


def parsed(root):
    """Read and parse every module under a directory."""
    trees = {}
    for file in sorted(root.rglob("*.py")):
        parts = [root.name, *file.relative_to(root).with_suffix("").parts]
        trees[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(file.read_text("utf-8"))
    return trees


def is_package(root, module):
    """Whether a dotted name is a directory's."""
    return root.joinpath(*module.split(".")[1:]).is_dir()


@cache
def import_nodes(tree):
    """The import statements of a module, in functions too."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def named_imports(root, module, tree):
    """Every (line, dotted name, name taken from it or None) that a module imports, at its top or in a function."""
    package = module.split(".") if is_package(root, module) else module.split(".")[:-1]
    for node in import_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, None) for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, source, alias.name) for alias in node.names)


def imported_modules(root):
    """Every (importer, imported, line) among the modules of a tree; a name taken from a package may be a module."""
    trees = source_trees(root)
    for importer, tree in trees.items():
        for line, source, name in named_imports(root, importer, tree):
            imported = f"{source}.{name}" if f"{source}.{name}" in trees else source
            if imported.split(".")[0] == root.name:
                yield importer, imported, line


def unit_of(module):
    """The part of the package that a module belongs to; the empty one is the package's own ``__init__``."""
    return module.split(".")[1] if "." in module else ""


def semantic_trees(root):
    """The modules of the semantic packages."""
    return {module: tree for module, tree in source_trees(root).items() if unit_of(module) in SEMANTIC}


def written(folder, modules):
    """Write a made-up package, given as sources by path without the suffix, and return its directory."""
    root = folder / "formal_rl"
    for path, source in modules.items():
        file = root / f"{path}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        (root / "__init__.py").touch()
        file.write_text(source, "utf-8")
    return root


# --- Imports run downward ---


def wrong_imports(root):
    """The imports that do not run downward, and the modules that are in no layer."""
    wrong = [
        f"{module} is in no layer"
        for module in source_trees(root)
        if unit_of(module) not in {"", "strategies"} and unit_of(module) not in RANKS
    ]
    for importer, imported, line in imported_modules(root):
        above, below = unit_of(importer), unit_of(imported)
        if below == "" and above != "":
            continue
        if above == "strategies":
            right = below in STRATEGIES_MAY_IMPORT
        else:
            right = above == below or (above in RANKS and below in RANKS and RANKS[below] < RANKS[above])
        if not right:
            wrong.append(f"{importer}:{line} imports {imported}")
    return wrong


def import_cycles(root):
    """One cycle of imports in each knot of modules that import one another."""
    graph = networkx.DiGraph((importer, imported) for importer, imported, _ in imported_modules(root))
    knots = [knot for knot in networkx.strongly_connected_components(graph) if len(knot) > 1]
    cycles = [networkx.find_cycle(graph.subgraph(knot)) for knot in knots]
    loops = [[loop] for loop in networkx.selfloop_edges(graph)]
    return sorted(" -> ".join([cycle[0][0], *(edge[1] for edge in cycle)]) for cycle in [*cycles, *loops])


def test_imports_run_downward():
    """Every import, inside functions too, is of the same part of the package or of one further down."""
    assert wrong_imports(PACKAGE) == []
    assert {"formal_rl.cli", "formal_rl.histories.percept"} <= source_trees(PACKAGE).keys()
    assert len(list(imported_modules(PACKAGE))) > 100


@pytest.mark.parametrize(
    ("modules", "found"),
    [
        (
            {"histories/a": "from formal_rl.environments import b", "environments/b": ""},
            ["formal_rl.histories.a:1 imports formal_rl.environments.b"],
        ),
        (
            {"errors": "def f():\n    import formal_rl.histories.a", "histories/a": ""},
            ["formal_rl.errors:2 imports formal_rl.histories.a"],
        ),
        (
            {"histories/a": "from ..transforms import b", "transforms/b": ""},
            ["formal_rl.histories.a:1 imports formal_rl.transforms.b"],
        ),
        ({"safelife/a": "import formal_rl.gridworlds"}, ["formal_rl.safelife.a:1 imports formal_rl.gridworlds"]),
        ({"study/a": "import formal_rl.conformance"}, ["formal_rl.study.a:1 imports formal_rl.conformance"]),
        (
            {"statements/a": "from formal_rl.cli import output", "cli/output": ""},
            ["formal_rl.statements.a:1 imports formal_rl.cli.output"],
        ),
        (
            {"study/a": "from formal_rl.cli import study", "cli/study": ""},
            ["formal_rl.study.a:1 imports formal_rl.cli.study"],
        ),
        ({"strategies": "import formal_rl.transforms"}, ["formal_rl.strategies:1 imports formal_rl.transforms"]),
        ({"checking/a": "import formal_rl.strategies"}, ["formal_rl.checking.a:1 imports formal_rl.strategies"]),
        ({"__init__": "import formal_rl.errors", "errors": ""}, ["formal_rl:1 imports formal_rl.errors"]),
        ({"novelties": ""}, ["formal_rl.novelties is in no layer"]),
    ],
)
def test_an_import_upward_is_found(tmp_path, modules, found):
    """An import upward, sideways, relative, inside a function or out of no layer is found, with its line."""
    assert found == wrong_imports(written(tmp_path, modules))


def test_imports_downward_are_not_found(tmp_path):
    """What may import what is let through: downward, within a part, cli with its output, strategies its three."""
    root = written(
        tmp_path,
        {
            "histories/a": "from formal_rl.histories import b\nfrom formal_rl import __version__",
            "histories/b": "import formal_rl.errors\nimport os",
            "cli/__init__": "from formal_rl.cli import output\nfrom formal_rl.histories.a import something",
            "cli/output": "import formal_rl.errors",
            "strategies": "import formal_rl.histories.a",
            "errors": "",
        },
    )

    assert wrong_imports(root) == []
    assert import_cycles(root) == []


def test_there_is_no_cycle():
    """No module imports itself, however far around."""
    assert import_cycles(PACKAGE) == []


def test_a_cycle_is_found(tmp_path):
    """A cycle of imports is found and shown, one that closes inside a function or through a package included."""
    root = written(
        tmp_path,
        {
            "histories/a": "from formal_rl.histories.b import x",
            "histories/b": "def f():\n    from formal_rl.histories import c",
            "histories/c": "import formal_rl.histories.a",
            "environments/d": "import formal_rl.environments",
            "environments/__init__": "from formal_rl.environments.d import y",
            "transforms/e": "from formal_rl.transforms.e import z",
        },
    )

    three, two, one = sorted(import_cycles(root), key=len, reverse=True)
    assert Counter(three.split(" -> ")[1:]) == Counter(f"formal_rl.histories.{name}" for name in "abc")
    assert set(two.split(" -> ")) == {"formal_rl.environments", "formal_rl.environments.d"}
    assert one == "formal_rl.transforms.e -> formal_rl.transforms.e"


# --- Packages are used through their faces ---
#
# The face of a folder is its ``__init__``. It offers names of the modules below it: what other packages use, what the
# documents use, and main definitions of statements. What a face offers is imported from it by every other package and
# by every test. What no face offers, and what begins with an underscore, is private to its package. The ledger, the kit
# with its commands, and the tests may look behind a face at what they check, but only at what it does not offer.

EVIDENCE = {"statements", "conformance", "recordings"}


def looks_behind(importer):
    """Whether a module may look behind a face."""
    return unit_of(importer) in EVIDENCE or importer.startswith("formal_rl.cli.conform.")


def offered_by(root):
    """The face that offers each (module, name); the innermost, where several do."""
    faces = {}
    for file in sorted(root.rglob("__init__.py")):
        face = ".".join([root.name, *file.parent.relative_to(root).parts])
        for _, source, name in named_imports(root, face, ast.parse(file.read_text("utf-8"))):
            if source.startswith(f"{face}."):
                faces[source, name] = face
    return faces


def around_faces(root, sources, evidence):
    """The imports around faces among some modules of other packages, given by name as syntax trees."""
    faces, wrong = offered_by(root), []
    offered = {(face, name) for (_, name), face in faces.items()}
    modules = {module for module in source_trees(root) if module.count(".") > 1 and not is_package(root, module)}
    for importer, tree in sources.items():
        for line, source, name in named_imports(root, importer, tree):
            behind = {source, f"{source}.{name}"} & modules
            if unit_of(source) == unit_of(importer) or (source, name) in offered or not behind:
                continue
            if (source, name) in faces:
                wrong.append(f"{importer}:{line} imports {name} from {source}, and not from {faces[source, name]}")
            elif not evidence(importer):
                wrong.append(f"{importer}:{line} imports {source}.{name}, which no face offers")
    return wrong


def test_packages_are_used_through_their_faces():
    """No package imports around the face of another; nor do the tests, where the face offers what they import."""
    tests = {f"tests.{file.stem}": ast.parse(file.read_text("utf-8")) for file in TESTS.rglob("*.py")}

    assert around_faces(PACKAGE, source_trees(PACKAGE), looks_behind) == []
    assert around_faces(PACKAGE, tests, lambda importer: True) == []
    assert len(offered_by(PACKAGE)) > 300


@pytest.mark.parametrize(
    ("importer", "source", "found"),
    [
        (
            "study/a",
            "from formal_rl.safelife.board.rule import advance",
            "imports advance from formal_rl.safelife.board.rule",
        ),
        (
            "study/a",
            "from formal_rl.safelife.board.rule import hidden",
            "imports formal_rl.safelife.board.rule.hidden, ",
        ),
        ("study/a", "from formal_rl.safelife.board import rule", "imports formal_rl.safelife.board.rule, which no"),
        (
            "study/a",
            "from formal_rl.safelife._engines import words",
            "imports formal_rl.safelife._engines.words, which",
        ),
        ("statements/a", "def f():\n    from formal_rl.safelife.board.rule import advance", ":2 imports advance from "),
    ],
)
def test_an_import_around_a_face_is_found(tmp_path, importer, source, found):
    """A name that is offered, one that is not, a module and a private one are found, with the line."""
    package = {
        "safelife/board/__init__": "from .rule import advance as advance",
        "safelife/board/rule": "advance = hidden = 1",
        "safelife/_engines/words": "",
    }
    root = written(tmp_path, {**package, importer: source})
    (wrong,) = around_faces(root, source_trees(root), looks_behind)

    assert wrong.startswith(f"formal_rl.{importer.replace('/', '.')}:")
    assert found in wrong


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("study/a", "from formal_rl.safelife.board import advance"),
        ("safelife/game", "from formal_rl.safelife.board.rule import advance, hidden"),
        ("statements/a", "from formal_rl.safelife.board.rule import hidden\nfrom formal_rl.safelife.board import rule"),
    ],
)
def test_an_import_through_a_face_is_not_found(tmp_path, importer, source):
    """What a face offers, what is of the same package, and what the ledger looks at behind a face are let through."""
    package = {"safelife/board/__init__": "from .rule import advance as advance", "safelife/board/rule": ""}
    root = written(tmp_path, {**package, importer: source})

    assert around_faces(root, source_trees(root), looks_behind) == []


def open_secrets(root):
    """The modules that no face offers and whose names do not say so; commands are found by a table, not by a face."""
    offering = {module for module, _ in offered_by(root)}
    return [
        module
        for module in source_trees(root)
        if module.count(".") > 1
        and not is_package(root, module)
        and unit_of(module) not in {*EVIDENCE, "cli"}
        and module not in offering
        and "._" not in module
    ]


def test_what_is_private_begins_with_an_underscore():
    """A module that no face offers, or its folder, begins with an underscore."""
    assert open_secrets(PACKAGE) == []


def test_an_open_secret_is_found(tmp_path):
    """A module without an underscore, of which a face offers nothing, is found; a private one and a command are not."""
    modules = {"safelife/__init__": "from .rule import advance as advance", "safelife/rule": "", "safelife/_words": ""}
    root = written(tmp_path, {**modules, "safelife/_engines/words": "", "safelife/secret": "", "cli/study": ""})

    assert open_secrets(root) == ["formal_rl.safelife.secret"]


# --- Purity ---


def impure_imports(root):
    """The imports of clocks, random numbers, the operating system or pickles in the semantic packages."""
    found = []
    for module, tree in semantic_trees(root).items():
        arrays = {"numpy"}
        for line, source, name in named_imports(root, module, tree):
            named = [source, *([f"{source}.{name}"] if name else [])]
            if any(each == banned or each.startswith(f"{banned}.") for each in named for banned in IMPURE):
                found.append(f"{module}:{line} imports {source if name is None else f'{name} from {source}'}")
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                arrays |= {alias.asname for alias in node.names if alias.name == "numpy" and alias.asname}
        found += [
            f"{module}:{node.lineno} uses numpy.random"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and node.attr == "random"
            and isinstance(node.value, ast.Name)
            and node.value.id in arrays
        ]
    return found


def run_data(root):
    """Where data could be run as code: eval, exec, and anything that unpickles; what patches run is our own source."""
    found = []
    for module, tree in source_trees(root).items():
        if module in {f"{root.name}.statements.patches", f"{root.name}.conformance.zoo.edits"}:
            continue
        for line, source, name in named_imports(root, module, tree):
            if source.split(".")[0] in PICKLES or (source == "builtins" and name in {"eval", "exec"}):
                found.append(f"{module}:{line} imports {name or source}")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in {"eval", "exec", "__import__"}:
                found.append(f"{module}:{node.lineno} uses {node.id}")
            elif isinstance(node, ast.Attribute) and node.attr in {"eval", "exec"}:
                if isinstance(node.value, ast.Name) and node.value.id in {"builtins", "__builtins__"}:
                    found.append(f"{module}:{node.lineno} uses {node.attr}")
            elif isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False":
                found.append(f"{module}:{node.value.lineno} uses allow_pickle")
    return found


def test_the_reference_is_pure():
    """The semantic packages import no clock, no random numbers, no operating system and no pickle."""
    assert impure_imports(PACKAGE) == []
    assert {unit_of(module) for module in semantic_trees(PACKAGE)} == set(SEMANTIC)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random", "1 imports random"),
        ("def f():\n    from time import sleep", "2 imports sleep from time"),
        ("import os.path as p", "1 imports os.path"),
        ("from datetime import date", "1 imports date from datetime"),
        ("import pickle", "1 imports pickle"),
        ("import numpy.random", "1 imports numpy.random"),
        ("from numpy import random", "1 imports random from numpy"),
        ("from numpy.random import default_rng", "1 imports default_rng from numpy.random"),
        ("import numpy as np\nx = np.random.default_rng()", "2 uses numpy.random"),
    ],
)
def test_an_impure_import_is_found(tmp_path, source, found):
    """An impure import is found in a semantic package, in whatever form, and let through elsewhere."""
    assert [f"formal_rl.safelife.a:{found}"] == impure_imports(written(tmp_path, {"safelife/a": source}))
    assert impure_imports(written(tmp_path / "elsewhere", {"checking/a": source})) == []


def test_pure_imports_are_not_found(tmp_path):
    """Names that only look impure are let through."""
    source = "import numpy as np\nfrom operator import itemgetter\nimport timeit\nx = draws.random + np.array(0)"

    assert impure_imports(written(tmp_path, {"histories/a": source})) == []


def test_no_data_is_run():
    """Nothing in the package evaluates text or reads a pickle."""
    assert run_data(PACKAGE) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = eval('1')", "uses eval"),
        ("exec('x = 1')", "uses exec"),
        ("f = eval", "uses eval"),
        ("__import__('os')", "uses __import__"),
        ("import builtins; builtins.eval('1')", "uses eval"),
        ("from builtins import exec as run", "imports exec"),
        ("import pickle", "imports pickle"),
        ("def f(): from cloudpickle import loads", "imports loads"),
        ("import numpy; numpy.load('x', allow_pickle=True)", "uses allow_pickle"),
    ],
)
def test_data_that_is_run_is_found(tmp_path, source, found):
    """A way to run data is found wherever in the package it stands."""
    assert [f"formal_rl.study.a:1 {found}"] == run_data(written(tmp_path, {"study/a": source}))


def test_data_that_is_not_run_is_not_found(tmp_path):
    """A method called eval, a regular expression compiled, a load that refuses pickles are let through."""
    source = "import re; re.compile('a'); model.eval(); numpy.load('x', allow_pickle=False)"

    assert run_data(written(tmp_path, {"study/a": source})) == []


# --- Citations ---


def citation_faults(root, known):
    """The definitions that cite a statement which is not in the ledger, and lines of citation that cite nothing."""
    faults = []
    for module, tree in source_trees(root).items():
        for name, cited in citations(tree):
            place = f"{module}.{name}"
            if len({each.removesuffix("*") for each in cited}) < len(cited):
                faults.append(f"{place}: the same twice")
            faults += [f"{place}: no statement {each!r}" for each in cited if each.removesuffix("*") not in known]
    return faults


def test_every_citation_is_of_a_statement():
    """What a definition cites is in the ledger; what cites nothing is infrastructure."""
    assert citation_faults(PACKAGE, LEDGER) == []


DEFINITIONS = '''
LEDGER = ("A4",)

def right():
    """Do.

    Ledger: A1*, A2-x
    """

def shares():
    """Do."""

class Promised:
    """Do.

    Ledger: A1, A3
    Ledger: A2-x
    """

def both():
    """Do.

    Ledger: A1, infrastructure
    """

def twice():
    """Do.

    Ledger: A1*, A2-x
    Ledger: A1
    """

EMBEDDED = right
"""Definition."""

NOTED: int = 3
"""Definition.

Ledger: A2-x
"""

PLAIN = 4

def _private(): ...

LEDGER = ("A1", "A2-x")

def behind():
    """Do."""

LEDGER: tuple[str, ...] = ()

def last():
    """Do."""
'''


def test_a_wrong_citation_is_found(tmp_path):
    """A statement that is not built and one cited twice are found in functions, classes and documented constants."""
    root = written(tmp_path, {"transforms/a": DEFINITIONS, "checking/a": "def bare(): ..."})

    assert [fault.split(".", 3)[3] for fault in citation_faults(root, {"A1", "A2-x"})] == [
        "shares: no statement 'A4'",
        "Promised: no statement 'A3'",
        "both: no statement 'infrastructure'",
        "twice: the same twice",
        "EMBEDDED: no statement 'A4'",
    ]


def test_what_a_definition_cites(tmp_path):
    """Its own lines count more than those that it shares with the names before it, up to the last that are given.

    A private name and a constant without a docstring cite nothing.
    """
    assert dict(citations(ast.parse(DEFINITIONS))) == {
        "right": ("A1*", "A2-x"),
        "shares": ("A4",),
        "Promised": ("A1", "A3", "A2-x"),
        "both": ("A1", "infrastructure"),
        "twice": ("A1*", "A2-x", "A1"),
        "EMBEDDED": ("A4",),
        "NOTED": ("A2-x",),
        "behind": ("A1", "A2-x"),
        "last": (),
    }


def test_the_main_definitions_come_first():
    """The code of a statement is what cites it, and the definitions it is about come before their other forms."""
    code, main = LEDGER["A22-D7"].code, LEDGER["A22-D7"].main_code

    assert "formal_rl.transforms.reality_check.reality_check" in main
    assert code[: len(main)] == main
    assert "formal_rl.transforms.reality_check.PublishedRealityCheck" in code
    assert "formal_rl.environments.checked_agent.respond" not in code


# --- The ledger ---


def statement_faults(statements):
    """What is wrong with entries of the ledger: code that is not there, mutants missing or of one name, ids twice."""
    faults = []
    for statement in statements:
        if not statement.main_code:
            faults.append(f"{statement.id}: no main definition")
        if not statement.mutants:
            faults.append(f"{statement.id}: no twin")
        names = Counter(mutant.name for mutant in statement.mutants)
        faults += [f"{statement.id}: {number} twins {name!r}" for name, number in names.items() if number > 1]
    identifiers = Counter(statement.id for statement in statements)
    return faults + [f"{identifier}: {number} entries" for identifier, number in identifiers.items() if number > 1]


def missing_statements(required, ledger):
    """The identifiers that are required and not in the ledger, and entries that are under another's identifier."""
    missing = [f"no {identifier}" for identifier in required if identifier not in ledger]
    return missing + [f"{key} is {entry.id}" for key, entry in ledger.items() if key != entry.id]


def test_every_statement_has_a_definition_and_mutants():
    """Every statement has a main definition and a mutant, and no two mutants or statements share a name."""
    assert statement_faults(list(LEDGER.values())) == []


def test_a_wrong_statement_is_found():
    """No definition that cites it, no mutant, two mutants of a name and two entries of an id are found."""
    right = LEDGER["A21-L2"]
    (mutant,) = right.mutants
    wrong = [
        evolve(right, id="A21-L22"),
        evolve(right, id="A21-L5", mutants=()),
        evolve(right, id="A22-D7", mutants=(mutant, Mutant("another", mutant.check), Mutant(mutant.name, right.check))),
        right,
        evolve(right, title="again"),
    ]

    assert statement_faults([right]) == []
    assert statement_faults(wrong) == [
        "A21-L22: no main definition",
        "A21-L5: no twin",
        f"A22-D7: 2 twins {mutant.name!r}",
        "A21-L2: 2 entries",
    ]


def test_every_statement_in_scope_is_in_the_ledger():
    """The statements of the papers that are in scope are all there but the retired, each under its own identifier."""
    assert missing_statements([each for each in REQUIRED if each not in RETIRED], LEDGER) == []
    assert len(set(REQUIRED)) == 158


def test_a_missing_statement_is_found():
    """A statement that is not in the ledger, or is under the identifier of another, is found."""
    ledger = {"A21-L2": LEDGER["A21-L2"], "A21-L5": LEDGER["A21-L7"]}

    assert missing_statements(["A21-L2", "A21-L5", "A21-L8"], ledger) == ["no A21-L8", "A21-L5 is A21-L7"]


# --- Every optimised form is compared with its definition ---


def fast_forms(root):
    """Every public definition of the semantic packages that is called as an optimised form, by dotted name."""
    found = {}
    for module, tree in semantic_trees(root).items():
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [node.name] if hasattr(node, "name") else [t.id for t in targets if isinstance(t, ast.Name)]
            for name in names:
                if name.endswith(FAST) and not name.startswith("_"):
                    found[f"{module}.{name}"] = getattr(importlib.import_module(module), name)
    return found


def unlisted_fast_forms(forms, pairs):
    """The optimised forms that are in no pair: neither its optimised form, nor the class of it, nor what it returns."""
    listed = []
    for pair in pairs:
        returned = get_type_hints(pair.fast).get("return") if inspect.isfunction(pair.fast) else None
        listed += [pair.fast, type(pair.fast), returned]
    return [name for name, form in forms.items() if not any(form is each for each in listed)]


def test_every_optimised_form_is_compared():
    """Every form made to be fast is in a listed pair with its definition, from which its comparison is made."""
    forms = fast_forms(PACKAGE)

    assert set(unlisted_fast_forms(forms, PAIRS)) == RUNS_FAST_FORMS
    assert {name.rsplit(".", 1)[1] for name in forms} - {"interact_incremental"} >= {
        "FalseMemoriesIncremental",
        "IgnoreRewardsIncremental",
        "RealityCheckFold",
        "ignore_rewards_incremental",
        "reality_check_fold",
        "reality_check_memoised",
    }


def test_an_unlisted_optimised_form_is_found():
    """An optimised form made up for the purpose, and a true one whose pair is struck off, are found."""

    class MadeUpIncremental:
        """In no pair."""

    def made_up_fold(learner):
        """Be in no pair."""

    forms = fast_forms(PACKAGE)
    made_up = {"made.up.MadeUpIncremental": MadeUpIncremental, "made.up.made_up_fold": made_up_fold}
    without = [pair for pair in PAIRS if pair.name != "reality_check_fold"]

    assert unlisted_fast_forms(made_up, PAIRS) == list(made_up)
    assert set(unlisted_fast_forms(forms | made_up, PAIRS)) == RUNS_FAST_FORMS | made_up.keys()
    assert set(unlisted_fast_forms(forms, without)) == RUNS_FAST_FORMS | {
        "formal_rl.transforms.reality_check.reality_check_fold",
        "formal_rl.transforms.reality_check.RealityCheckFold",
    }
    assert len(unlisted_fast_forms(forms, ())) == len(forms)


def test_a_definition_is_no_optimised_form_of_itself():
    """A pair compares two different objects, and its name is its optimised form's."""
    names = [name.rsplit(".", 1)[1] for name in fast_forms(PACKAGE)]

    assert ignore_rewards is not ignore_rewards_incremental
    for pair in PAIRS:
        assert pair.definition is not pair.fast
        assert pair.name in names
    assert len({pair.name for pair in PAIRS}) == len(PAIRS)
