"""What is imported when it is asked for: the modules of the commands, and what two packages offer."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

from formal_rl import cli

pytestmark = pytest.mark.usefixtures("no_terminal")

LEDGER, SUITES, CHECKS = "formal_rl.statements.ledger", "formal_rl.conformance.suites", "formal_rl.statements.checks"
REPLAY = "formal_rl.conformance.vector_replay"
PACKAGES = ("formal_rl.conformance", "formal_rl.statements", "formal_rl.study")


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
    """The packages of ours, and those commands, among some modules."""
    return {module.split(".")[1] for module in modules if module.startswith("formal_rl.")}


# --- Commands ---


@pytest.mark.parametrize(
    ("arguments", "used", "unused"),
    [
        (["drest", "metrics", "example"], "formal_rl.study.metrics_report", {LEDGER, SUITES, REPLAY, "numpy"}),
        (["safelife", "show", "exit"], "formal_rl.safelife.board", {LEDGER, SUITES, REPLAY, "formal_rl.gridworlds"}),
        (["suites"], SUITES, {LEDGER, CHECKS, REPLAY}),
        (["vectors", "check", "nowhere"], REPLAY, {LEDGER, CHECKS}),
        (["statements"], LEDGER, {"formal_rl.conformance", "formal_rl.study"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_imports_no_others(arguments, used, unused):
    """A command has what it needs, and neither other commands nor what is heavy and only others need."""
    modules = modules_after(f"from formal_rl.cli import main\nmain({arguments!r})")

    assert used in modules
    assert not {*unused, "networkx", "formal_rl.cli_verify"} & modules


@pytest.mark.parametrize("arguments", [["--version"], ["frobnicate"], ["--frobnicate"]])
def test_no_command_imports_none(arguments):
    """Where no command is named that there is, nothing is imported but the command line itself."""
    modules = modules_after(f"from formal_rl.cli import main\nmain({arguments!r})")

    assert packages(modules) == {"errors", "cli", "cli_on_demand", "cli_output"}
    assert not {"numpy", "networkx"} & modules


def test_help_lists_every_command(run):
    """The help of each group lists all of its commands, imported or not, each with what it does."""
    found = list(groups(typer.main.get_command(cli.app)))

    assert [words for words, _ in found] == [(), ("vectors",), ("drest",), ("safelife",)]
    for words, group in found:
        code, out, _ = run(*words, "--help")
        listed = out.split("Commands:\n")[1].split("\n\n")[0].splitlines()
        assert code == 0
        assert [line.split()[0] for line in listed] == list(group.commands)
        assert all(len(line.split()) > 3 for line in listed)


def test_no_module_adds_a_command_that_is_not_listed():
    """Every command that a module adds has the name its group has for it, and the group knows of all of them."""
    for _, group in groups(typer.main.get_command(cli.app)):
        before = list(group.commands)
        assert [group.commands[name].name for name in before] == before
        assert list(group.commands) == before


# --- Packages ---


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_offers_what_it_says(package):
    """What is offered is what type checkers are told, each name from the module that is said to have it."""
    offered = import_module(package)
    (told,) = [node for node in ast.parse(Path(offered.__file__).read_text("utf-8")).body if isinstance(node, ast.If)][
        :1
    ]
    places = {alias.name: node.module for node in told.body for alias in node.names}

    assert set(offered.__all__) == places.keys() <= set(dir(offered))
    for name, module in places.items():
        assert getattr(offered, name) is getattr(import_module(module), name)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_called_as_what_its_package_offers(package):
    """A module, once imported, would stand in the place of what has its name."""
    offered = import_module(package)
    modules = {file.stem for file in Path(offered.__file__).parent.iterdir()}

    assert not modules & set(offered.__all__)
    assert len(modules) > 10


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_not_offered_is_not_there(package):
    """A name that a package does not have is missing as from any other, and its modules can be had from it."""
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        _ = import_module(package).nothing
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec(f"from {package} import nothing")


@pytest.mark.parametrize(
    ("module", "unused"),
    [
        ("formal_rl.conformance", {SUITES, REPLAY, LEDGER}),
        ("formal_rl.conformance.child", {REPLAY, LEDGER, CHECKS, "networkx"}),
        ("formal_rl.statements.library", {LEDGER, CHECKS, "numpy"}),
    ],
)
def test_a_module_imports_no_more_of_its_package(module, unused):
    """What other modules of the package need is not imported with this one."""
    modules = modules_after(f"import {module}")

    assert module in modules
    assert not unused & modules
