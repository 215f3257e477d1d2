"""Completion: what a shell offers after some words, and that a shell can be made to ask for it."""

import os
import shutil
import subprocess
import sys

import pytest

from formal_rl.environments.catalogue import LIBRARY_NAMES
from formal_rl.statements import LEDGER

pytestmark = pytest.mark.usefixtures("no_terminal")


@pytest.fixture
def offered(run, monkeypatch):
    """What is offered for the last of some words."""

    def offered(*words):
        monkeypatch.setenv("_FORMAL_RL_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(("formal-rl", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        code, out, err = run()
        assert (code, err) == (0, "")
        return out.split()

    return offered


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["exp"], ["explore", "explain"]),
        (["explore", "dr"], ["drest"]),
        (["explore", "tempting"], ["tempting_button", "tempting_button_variation"]),
        (["do"], ["doctor", "docs"]),
        (["--v"], ["--version"]),
        (["safelife", "s"], ["show", "statistics"]),
        (["drest", "metrics", "--po"], ["--policy"]),
        (["conform", "--js"], ["--json"]),
        (["explain", "A22-T10."], [f"A22-T10.{part}" for part in (1, 2, 3, 4)]),
        (["verify", "A21-L2", "A21-L"], ["A21-L2", "A21-L5", "A21-L7"]),
        (["statements", "--paper", "A"], ["A21", "A22"]),
        (["trace", "deja"], ["deja_vu"]),
        (["ask", "deja_vu", "--agent", "s"], ["simple"]),
        (["battery", "--environment", "Deja"], ["DejaVu"]),
        (["conform", "my.py:it", "--suite", "neutral"], ["neutrality"]),
        (["vectors", "record", "neutral"], ["neutrality"]),
        (["drest", "metrics", "lop"], ["lopsided"]),
        (["safelife", "run", "prune-still-1"], ["prune-still-1", *(f"prune-still-{n}" for n in range(10, 20))]),
        (["docs", "gloss"], ["glossary"]),
        (["frobnicate", "x"], []),
        (["verify", "--profile", ""], ["quick", "ci", "full"]),
        (["vectors", "record", "--as", "p"], ["paper", "published"]),
    ],
    ids=" ".join,
)
def test_completions(offered, words, expected):
    """Names of commands and options, and of what they take, are completed; forms such as opposite(E) are not names."""
    found = offered(*words)

    assert found[: len(expected)] == expected if words[-1].startswith("prune") else found == expected


def test_all_that_is_there_is_offered(offered):
    """For an empty word every name is offered: each statement, each environment of the library."""
    assert offered("explain", "") == list(LEDGER)
    assert offered("battery", "--environment", "") == [*LIBRARY_NAMES, *LIBRARY_NAMES.values()]
    assert not [name for name in offered("trace", "") if set(name) & set("(: ")]


def test_completing_a_command_imports_none():
    """To offer the names of commands nothing is imported but the command line."""
    code = (
        "from formal_rl.cli import main\nimport sys\nmain([])\n"
        "print(*(name for name in sys.modules if name.startswith('formal_rl.')), file=sys.stderr)"
    )
    asked = {"_FORMAL_RL_COMPLETE": "complete_bash", "COMP_WORDS": "formal-rl exp", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **asked}
    )

    assert done.stdout == "explore\nexplain\n"
    assert set(done.stderr.split()) == {f"formal_rl.{name}" for name in ("cli", "cli.help", "cli.output", "errors")}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of its own, and a program formal-rl on the path that is this one."""
    program = tmp_path / "bin" / "formal-rl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m formal_rl "$@"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def in_bash(code):
    """What bash prints that runs this code."""
    bash = shutil.which("bash") or pytest.skip("no bash here")
    done = subprocess.run([bash, "--norc", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def completed(*words):
    """Code of bash that prints what is offered for the last of some words, as its Tab does."""
    asked = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
    return f'{asked}; _formal_rl_completion formal-rl; echo "${{COMPREPLY[@]}}"\n'


@pytest.mark.usefixtures("home")
def test_bash_completes():
    """Bash, having sourced the script, completes a command, a statement, an environment."""
    code = 'eval "$(formal-rl --show-completion)"\ncomplete -p formal-rl\n' + "".join(
        completed("formal-rl", *words) for words in (("expla",), ("explain", "A22-D"), ("trace", "deja"))
    )

    assert in_bash(code).splitlines() == [
        "complete -o default -F _formal_rl_completion formal-rl",
        "explain",
        " ".join(name for name in LEDGER if name.startswith("A22-D")),
        "deja_vu",
    ]


def test_bash_has_completion_installed(home):
    """What is installed is a script that the shell reads when it begins."""
    said = in_bash("formal-rl --install-completion; true")
    script = home / ".bash_completions" / "formal-rl.sh"

    assert "bash completion installed in" in said
    assert f"source '{script}'" in (home / ".bashrc").read_text("utf-8")
    assert in_bash(f"source ~/.bashrc\n{completed('formal-rl', 'exp')}") == "explore explain\n"
