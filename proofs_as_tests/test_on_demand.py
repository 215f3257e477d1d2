"""Imports on demand: the modules of the commands, and the names that packages offer."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest
import typer

import formal_rl
from formal_rl import cli
from formal_rl.conformance.suites import by_name as suites
from formal_rl.on_demand import LazyMapping

pytestmark = pytest.mark.usefixtures("no_terminal")

LEDGER, CHECKS = "formal_rl.statements.ledger", "formal_rl.statements.statement"
SUITES, REPLAY = "formal_rl.conformance.suites.by_name", "formal_rl.recordings.vector_replay"
ENVIRONMENT_SUITES = "formal_rl.conformance.suites.environment_suites"
SUITE_KINDS = {"formal_rl.conformance.engine.suite"}
GRIDWORLDS = "formal_rl.gridworlds"
HEAVY = ("formal_rl.safelife", "numpy", "scipy", "highspy", "joblib", "hypothesis")
ROOMS = "agents battery checking conformance environments gridworlds histories safelife statements study transforms"
PACKAGES = [f"formal_rl.{name}" for name in ROOMS.split()]


def groups(command, words=()):
    """Every group of commands, with its words."""
    if hasattr(command, "commands"):
        yield words, command
        for name, inner in command.commands.items():
            yield from groups(inner, (*words, name))


def modules_after(code):
    """What is imported in a process of its own when it has run this code."""
    code = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def packages(modules):
    """The packages of ours among some modules."""
    return {module.split(".")[1] for module in modules if module.startswith("formal_rl.")}


# --- Commands ---


@pytest.mark.parametrize(
    ("arguments", "used", "unused"),
    [
        (["ask", "crying_baby", "--agent", "simple"], "formal_rl.study.asking", {LEDGER, SUITES, GRIDWORLDS, *HEAVY}),
        (["drest", "metrics", "example"], "formal_rl.study.drest.metrics_report", {LEDGER, SUITES, REPLAY, "numpy"}),
        (["safelife", "show", "exit"], "formal_rl.safelife.board.board", {LEDGER, SUITES, REPLAY, GRIDWORLDS}),
        (["suites"], SUITES, {LEDGER, CHECKS, REPLAY}),
        (["suites", "neutrality"], "formal_rl.conformance.suites.drest_suites", {ENVIRONMENT_SUITES, *HEAVY}),
        (
            ["conform", "formal_rl.environments:ignore_rewards", "--suite", "ignore_rewards"],
            SUITES,
            {ENVIRONMENT_SUITES, "formal_rl.conformance.runner", GRIDWORLDS, LEDGER, CHECKS, REPLAY, *HEAVY},
        ),
        (["vectors", "check", "nowhere"], REPLAY, {LEDGER, CHECKS}),
        (["statements"], LEDGER, {"formal_rl.conformance", "formal_rl.study"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_imports_no_others(arguments, used, unused):
    """A command has what it needs, and neither other commands nor what is heavy and only others need."""
    modules = modules_after(f"from formal_rl.cli import main\nmain({arguments!r})")

    assert used in modules
    assert not {*unused, "networkx", "formal_rl.cli.verify"} & modules


def test_no_command_imports_none():
    """Where no command is run, be it that the help lists them, nothing is imported but the command line itself."""
    asked = ["--version", "--help", "vectors --help", "drest --help", "safelife --help", "frobnicate"]
    asked += ["drest frobnicate", "--frobnicate"]
    code = "".join(f"assert main({words.split()}) == {2 * ('frob' in words)}\n" for words in asked)
    modules = modules_after(f"from formal_rl.cli import main\n{code}")

    assert packages(modules) - {"errors"} == {"cli"}
    assert not {"numpy", "networkx"} & modules


def test_help_lists_every_command(run):
    """The help of each group lists all of its commands, imported or not, each with what it does; modules add none."""
    found = list(groups(typer.main.get_command(cli.app)))

    assert [words for words, _ in found] == [(), ("vectors",), ("drest",), ("safelife",)]
    for words, group in found:
        code, out, _ = run(*words, "--help")
        *sections, _ = out.partition("Show this message and exit.\n\n")[2].split("\n\n")
        listed = [line for section in sections for line in section.splitlines()[1:]]
        assert code == 0
        assert [line.split()[0] for line in listed] == list(group.commands)
        assert all(len(line.split()) > 3 and line.endswith((".", "?")) and "..." not in line for line in listed)
        before = list(group.commands)
        assert [group.commands[name].name for name in before] == before == list(group.commands)


def test_help_groups_the_commands(run):
    """The commands of the program stand under who they are for, each under one heading."""
    _, out, _ = run("--help")
    sections = [section.splitlines() for section in out.split("\n\n")[3:-1]]

    assert [heading.split(" (")[0].rstrip(":") for heading, *_ in sections] == [
        *("Student", "Checker", "Practitioner", "Papers' worlds", "This program")
    ]
    assert {line.split()[0]: heading for heading, *lines in sections for line in lines}["conform"].startswith("Prac")


# --- Suites ---


def test_the_suites_are_known_by_name():
    """Each module has just the suites that the table says, in its order; and a name that there is not imports none."""
    for topic, names in suites.TOPICS.items():
        assert list(resolve_name(f"formal_rl.conformance.suites.{topic}")) == names.split()
    assert [suite.name for suite in suites.SUITES.values()] == list(suites.SUITES)
    assert "neutral" not in suites.SUITES
    assert len(suites.SUITES) == len(list(suites.SUITES)) > 40
    with pytest.raises(KeyError, match="neutral"):
        _ = suites.SUITES["neutral"]
    modules = modules_after(
        "from formal_rl.conformance import SUITES\nassert 'neutrality' in SUITES and 1 not in SUITES"
    )
    assert not [name for name in modules if name.endswith(("_suites", "_claims")) and name not in SUITE_KINDS]


# --- Packages ---


def test_the_rooms_are_there_when_asked_for():
    """The package lists its rooms and imports each by name; it has nothing else."""
    modules_after(f"import formal_rl\nassert not {{*{ROOMS.split()}}} - {{*dir(formal_rl)}}\nformal_rl.study.ask")
    with pytest.raises(AttributeError, match="'formal_rl' has no attribute 'rooms'"):
        _ = formal_rl.rooms


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_offers_its_imports(package):
    """The offered names are those that type checkers see, each as itself, from the module that defines it."""
    offered = import_module(package)
    declared = [
        (f"{package}.{node.module}", alias.name, alias.asname)
        for node in ast.walk(ast.parse(Path(offered.__file__).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    ]
    names = [name for _, name, _ in declared]

    assert names == [itself for _, _, itself in declared]
    assert offered.__all__ == sorted(set(names))
    assert len(names) == len(offered.__all__) > 5
    assert set(names) <= set(dir(offered))
    for module, name, _ in declared:
        assert getattr(offered, name) is getattr(import_module(module), name)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        _ = offered.nothing
    star = {}
    exec(f"from {package} import *", star)
    assert star.keys() - {"__builtins__"} == set(names)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_hides_an_offered_name(package):
    """With every module of a package imported, what it offers is there still, and its other modules are, too."""
    offered = import_module(package)
    folder = Path(offered.__file__).parent
    names = {file.stem for file in folder.glob("*.py")} | {file.parent.name for file in folder.glob("*/__init__.py")}
    names -= {"__init__"}
    modules = {name: import_module(f"{package}.{name}") for name in names}

    assert not [name for name in offered.__all__ if isinstance(getattr(offered, name), ModuleType)]
    assert all(getattr(offered, name) is modules[name] for name in names - set(offered.__all__))
    assert len(names) > 5


NAME = "formal_rl.transforms.reality_check"


@pytest.mark.parametrize(
    "first",
    [
        "from formal_rl.transforms import reality_check",
        "import formal_rl.transforms.reality_check as module",
        "from importlib import import_module; import_module('.reality_check', 'formal_rl.transforms')",
        "from formal_rl.transforms import *",
        "import formal_rl.transforms as face; face.__dict__.pop('reality_check', None)",
        "import formal_rl.transforms as face; from importlib import reload; reload(face)",
        "import sys, formal_rl.transforms.reality_check; del sys.modules['formal_rl.transforms.reality_check']",
    ],
)
def test_an_offered_name_hides_the_module_of_its_name(first):
    """However a module is imported, and in whatever order, its package has what is offered, and sys.modules it."""
    code = (
        f"{first}\n"
        "import sys, pickle, formal_rl.transforms\n"
        "from formal_rl.transforms import reality_check, reality_check_memoised\n"
        "from formal_rl.transforms.reality_check import reality_check as itself\n"
        "from importlib import import_module\n"
        f"module = import_module({NAME!r})\n"
        f"assert module is sys.modules[{NAME!r}] and module.__name__ == {NAME!r}\n"
        "assert reality_check is itself is module.reality_check is formal_rl.transforms.reality_check\n"
        "import formal_rl.transforms.reality_check as named\n"
        "assert named is reality_check\n"
        "again = pickle.loads(pickle.dumps(reality_check_memoised))\n"
        "assert again is reality_check_memoised is module.reality_check_memoised\n"
    )

    assert NAME in modules_after(code)


@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("from formal_rl.histories import Percept", 5),
        ("from formal_rl.environments import ignore_rewards", 16),
        ("from formal_rl.transforms import reality_check", 15),
        ("from formal_rl.gridworlds import neutrality", 15),
        ("from formal_rl.safelife import Board", 15),
    ],
    ids=lambda value: str(value).rpartition(" ")[2],
)
def test_a_name_imports_few_modules(code, most):
    """For one name of a package few of our modules are imported: the one that has it, and those that it needs."""
    ours = {name for name in modules_after(code) if name.split(".")[0] == "formal_rl"}

    assert 2 < len(ours) <= most


@pytest.mark.parametrize(
    ("module", "unused"),
    [
        ("formal_rl.conformance", {SUITES, REPLAY, LEDGER}),
        ("formal_rl.conformance.runner", {REPLAY, LEDGER, CHECKS, "networkx"}),
        ("formal_rl.conformance.apart", {"formal_rl.histories", "formal_rl.conformance.runner", "rich"}),
        ("formal_rl.statements.library", {LEDGER, CHECKS, "numpy"}),
    ],
)
def test_a_module_imports_no_more_of_its_package(module, unused):
    """What other modules of the package need is not imported with this one."""
    modules = modules_after(f"import {module}")

    assert module in modules
    assert not unused & modules


def test_things_are_made_when_they_are_asked_for():
    """Names are listed without making anything; each thing is made once."""
    made = []
    things = LazyMapping("ab", lambda name: made.append(name) or name.upper())
    assert ([*things], len(things), "a" in things, "c" in things, made) == (["a", "b"], 2, True, False, [])
    assert (things["b"], things["b"], made) == ("B", "B", ["b"])
    with pytest.raises(KeyError):
        things["c"]
