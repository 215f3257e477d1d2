"""The command explore: a page in a file, or opened; data for machines; what is refused, and what can be explored."""

import json
import tempfile
import webbrowser

import pytest

from formal_rl.cli import explore as command
from formal_rl.environments import CATALOGUE
from formal_rl.study import Settings, explore
from formal_rl.study.catalogue import ENVIRONMENT_FORMS, parse_draws

COMMAND = ("explore",)

MINE = """
from formal_rl.histories import Percept

def maze(agent, play):
    return Percept(0, 0) if not play else Percept(int(agent((Percept(0, 1),)) == play[-1]), 1)

def broken(agent, play):
    return Percept(1 // (len(play) - 2), 0)

def agent(prompt):
    return 1
"""


@pytest.fixture
def opened(monkeypatch):
    """What was to be opened in a browser, of which there is none."""
    found = []
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or False)
    return found


def test_a_page_is_written(run, own_directory, opened):
    assert run("bandit", "--horizon", "1", "--html", "page.html") == (0, "written: page.html\n", "")
    assert own_directory.joinpath("page.html").read_text("utf-8") == explore("bandit", 1).html()
    assert opened == []


def test_without_a_file_the_page_is_opened(run, own_directory, opened, monkeypatch, tmp_path):
    """It is a temporary file; without a browser, a message advises --html, and the command succeeds."""
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    code, out, err = run("bandit", "--horizon", "1")
    file = tmp_path / "explorer.html"

    assert (code, err) == (0, "")
    assert opened == [file.as_uri()]
    assert out.splitlines() == [
        f"the page is {file}",
        "no browser can be opened here; open that file in one, or choose another with --html FILE",
    ]
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    monkeypatch.setattr(webbrowser, "open", lambda address: True)
    assert run("bandit", "--horizon", "1") == (0, f"the page is {file}\n", "")


def test_data_for_machines(said):
    assert said("tempting_button", "--horizon", "1", "--draws", "0,1/2,3/4", "--handicap", "none") == json.loads(
        json.dumps(explore("tempting_button", 1, settings=Settings(draws=parse_draws("0,1/2,3/4"))).to_json())
    )


def test_one_of_your_own(run, said, own_directory):
    """A file with an environment and an agent; the error of one that raises names its play."""
    own_directory.joinpath("mine.py").write_text(MINE, "utf-8")
    found = said("mine.py:maze", "--horizon", "2", "--agent", "mine.py:agent", "--handicap", "bandit")

    assert found["begin_with"] == found["presets"][0]["name"]
    assert [scene["name"] for scene in found["scenes"]] == ["mine.py:maze", "handicap(bandit, mine.py:maze)"]
    code, out, err = run("mine.py:broken")
    assert (code, out) == (4, "")
    assert "ZeroDivisionError" in err
    assert "(on the play (-1,0) 0)" in err


def test_the_list(run):
    """Without a name every environment is listed, with its source, and the two that are none."""
    code, out, err = run()
    assert (code, err) == (0, "")
    lines = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert lines[: len(lines) - 4] == [name for name in ENVIRONMENT_FORMS if name in CATALOGUE]
    assert [line for line in lines if line in command.OTHERS] == ["drest", "safelife"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nope",), 2, "no environment 'nope'"),
        (("bandit", "--world", "example"), 2, "--world goes with drest"),
        (("drest", "--level", "example"), 2, "--level goes with safelife"),
        (("bandit", "example"), 2, "'example' is one too many"),
        (("drest", "example", "--world", "example"), 2, "'example' is one too many"),
        (("bandit", "--json", "--html", "x.html"), 2, "--json prints the data of the page"),
        (("bandit", "--html", "no/where.html"), 4, "a file in an existing directory"),
    ],
)
def test_wrong_arguments_are_refused(run, own_directory, arguments, code, message):
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert message in err
    assert list(own_directory.iterdir()) == []


def test_drest_and_safelife_call_their_explorers(run, own_directory, monkeypatch):
    """Drest and SafeLife make their pages themselves, of a world or a level, each of one by default."""
    asked = []

    class Made:
        def __init__(self, *, progress, **choices):
            progress("making it")
            asked.append(choices)

        def to_json(self):
            return asked[-1]

        def html(self):
            return json.dumps(asked[-1])

    monkeypatch.setattr(command, "resolve_name", lambda name: Made)
    for world in (("--world", "two-coins"), ("two-coins",)):
        assert run("drest", *world, "--json") == (0, '{"world": "two-coins"}\n', "")
    assert run("safelife", "--html", "page.html") == (0, "written: page.html\n", "")
    assert json.loads(own_directory.joinpath("page.html").read_text("utf-8")) == command.OTHERS["safelife"][1]
    assert run("safelife", "--level", "l", "--steps", "0", "--seed", "3", "--json") == (
        0,
        '{"level": "l", "policy": "random", "steps": 0, "seed": 3}\n',
        "",
    )
