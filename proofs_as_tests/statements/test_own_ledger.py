"""Statements of a file of somebody's own are found, checked and shown as ours are, and what is wrong is named."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor

from formal_rl.cli import main
from formal_rl.errors import NotLoadable, UnknownStatement, UnusableFile
from formal_rl.statements import LEDGER, own_ledger
from formal_rl.statements.own_ledger import address, statement_at

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_paper.py"
BEGINNING = """\
from formal_rl.checking import Part
from formal_rl.statements import Mutant, Statement

def check(scope, cases=3):
    yield Part("made up", "made up", cases, {})

def statement(**changes):
    plain = dict(id="X-1", kind="lemma", title="t", claim="c", source="Doe 2026, Lemma 1", check=check, mutants=(),
                 verdict="holds", evidence="e")
    return Statement(**{**plain, **changes})

"""
RAISING_CLAIM = """\
from formal_rl.checking import decide
def claim(unknown, cover):
    return 1 / 0
def wrong(scope):
    yield decide("made up", lambda turns: claim, 1, actions=(0,), domain="none")
"""
"""The claim is called by an engine of ours."""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run the command line in a folder with the example; what is imported is taken away again.

    Processes that were started before this test are in a folder that may be gone, so others are started.
    """
    get_reusable_executor().shutdown(wait=True)
    modules = set(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLE, "my_paper.py")

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    yield run
    for name in set(sys.modules) - modules:
        if name.startswith(("my_paper_", "mine_", "beside_it")):
            del sys.modules[name]


def written(text):
    """The name of a file in this folder whose statements are those of the text."""
    Path("mine.py").write_text(BEGINNING + text, "utf-8")
    return "mine.py"


def reports(out):
    """What verify printed as JSON of each statement, but for the time."""
    return [{**each, "seconds": 0} for each in json.loads(out)["statements"]]


def test_the_example_is_verified(run):
    """Both statements are reproduced, the mutant is killed, and the report has the smallest counterexample."""
    code, out, err = run("verify", "--ledger", "my_paper.py", "--parts", "--jobs", 1)

    assert (code, err) == (0, "")
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("Doe-")] == [
        ["Doe-L1", "holds", "ok"],
        ["Doe-C2", "refuted", "ok"],
    ]
    assert "mutant only action 0 is paid: killed by the last action is paid" in out
    assert "(0,0) 0 (0,0)  ->  1" in out


def test_processes_find_the_file(run):
    """Two processes, which load the file by its path, report what one does."""
    _, alone, _ = run("verify", "--ledger", "my_paper.py", "--json", "--jobs", 1)
    code, both, _ = run("verify", "--ledger", "my_paper.py", "--json", "--jobs", 2)

    assert code == 0
    assert reports(both) == reports(alone)
    assert [report["id"] for report in reports(both)] == ["Doe-L1", "Doe-C2"]


@pytest.mark.parametrize("asked", ["doe-c2", "*-C?", "Doe-C2,Doe-C2"])
def test_some_of_a_file(run, asked):
    """Ids and patterns are those of the file."""
    code, out, _ = run("verify", asked, "--ledger", "my_paper.py", "--json")

    assert (code, [report["id"] for report in reports(out)]) == (0, ["Doe-C2"])


@pytest.mark.parametrize("command", ["verify", "explain", "statements"])
def test_an_id_that_the_file_has_not(run, command):
    """Ours are not in it; what is near is."""
    code, _, err = run(command, "Doe-C3", "--ledger", "my_paper.py")
    assert (code, err) == (2, "formal-rl: no statement 'Doe-C3'; did you mean Doe-C2, Doe-L1?\n")

    code, _, err = run(command, "A22-D7", "--ledger", "my_paper.py")
    assert (code, err) == (2, "formal-rl: no statement 'A22-D7'; there are Doe-L1, Doe-C2\n")


def test_statements_of_a_file_are_listed_and_explained(run):
    """The list, its filters and its findings have the file's statements, and the commands they name have the file."""
    _, out, _ = run("statements", "--ledger", "my_paper.py", "--json", "--paper", "doe", "--verdict", "refuted")
    assert [each["id"] for each in json.loads(out)] == ["Doe-C2"]

    _, out, _ = run("statements", "--ledger", "my_paper.py", "--summary")
    assert out.splitlines()[0].split() == ["|", "verdict", "|", "Doe", "|", "all", "|"]
    _, out, _ = run("statements", "--ledger", "my_paper.py", "--findings")
    assert "* Doe 2026: 1\n" in out
    assert "* Doe-C2 (*refuted*): An agent that acts otherwise on a history without rewards is punished.\n" in out
    assert "`formal-rl explain ID --ledger my_paper.py`" in out

    code, out, _ = run("explain", "Doe-C2", "--ledger", "my_paper.py")
    assert (code, out.splitlines()[0]) == (0, "Doe-C2  every agent is always paid")
    assert "run it:   formal-rl verify Doe-C2 --parts --ledger my_paper.py\n" in out


def test_a_statement_is_found_with_its_file(run):
    """A file and an id name a statement wherever one stands."""
    assert statement_at(address("my_paper.py", "doe-l1")).title == "constant agents are always paid"
    assert statement_at(address(None, "A22-D7")) is LEDGER["A22-D7"]
    with pytest.raises(UnknownStatement):
        statement_at(address("my_paper.py", "A22-D7"))


def test_uses_of_the_statements_of_a_file(run):
    """They use one another and ours; what is used by which is of the file."""
    file = written("STATEMENTS = statement(uses=['A22-D7']), statement(id='X-2', uses=('X-1', 'A22-D7'))")
    first, second = json.loads(run("statements", "--ledger", file, "--json")[1])

    assert (first["uses"], first["used_by"]) == (["A22-D7"], ["X-2"])
    assert (second["uses"], second["used_by"]) == (["X-1", "A22-D7"], [])
    assert json.loads(run("explain", "X-1", "--ledger", file, "--json")[1])["used_by"] == ["X-2"]
    assert "uses:     A22-D7\nused by:  X-2\n" in run("explain", "X-1", "--all", "--ledger", file)[1]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "def wrong(scope):\n    yield 1 / 0\n",
            "the check raised: ZeroDivisionError: division by zero (mine.py:13, in wrong)",
        ),
        (
            RAISING_CLAIM,
            "the check raised: ZeroDivisionError: division by zero (mine.py:14, in claim)",
        ),
        ("def wrong(scope):\n    yield from ()\n", "nothing was checked"),
        ("def wrong(scope):\n    yield from check(scope, 0)\n", "made up: no case in this scope"),
    ],
)
def test_a_statement_that_is_not_reproduced(run, text, reason, jobs):
    """It is reported with the place in the file, and the code is 1."""
    file = written(f"{text}\nSTATEMENTS = (statement(), statement(id='X-2', check=wrong))\n")
    code, out, _ = run("verify", "--ledger", file, "--json", "--jobs", jobs)

    assert (code, [report["reason"] for report in reports(out)]) == (1, ["", reason])


def test_a_mutant_that_survives(run):
    """A mutant that is as good as the right object is not killed, and the code is 1."""
    file = written("STATEMENTS = (statement(mutants={'no worse': {'cases': 4}}),)")
    code, out, _ = run("verify", "--ledger", file)

    assert code == 1
    assert "mutant no worse: NOT KILLED" in out


def test_the_report_omits_prints_of_a_file(run):
    """What it prints while it is loaded goes to standard error."""
    file = written("print('loading')\nSTATEMENTS = (statement(),)")
    code, out, err = run("verify", "--ledger", file, "--json")

    assert (code, err) == (0, "loading\n")
    assert [report["id"] for report in reports(out)] == ["X-1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("STATEMENT = ()", "mine.py:STATEMENTS: mine.py has no 'STATEMENTS'; did you mean STATEMENT?"),
        ("x = = 1", "mine.py:STATEMENTS: importing it raised SyntaxError: invalid syntax (mine.py, line 12)"),
        ("1 / 0", "mine.py:STATEMENTS: importing it raised ZeroDivisionError: division by zero, "),
        ("statement(idd='X')", "mine.py:STATEMENTS: importing it raised TypeError: "),
        ("STATEMENTS = ()", "mine.py: STATEMENTS: is (): expected a tuple of Statement"),
        ("STATEMENTS = {'X-1': 1}", "mine.py: STATEMENTS: is {'X-1': 1}: expected a tuple of Statement"),
        ("STATEMENTS = statement(),  7", "mine.py: STATEMENTS[1]: is 7: expected a Statement"),
        ("STATEMENTS = statement(id=7),", "mine.py: STATEMENTS[0].id: is 7: expected text without spaces"),
        (
            "STATEMENTS = statement(uses=['X-1', 'A22-D7', 'X-2']),",
            "mine.py: STATEMENTS[0].uses: has 'X-2': expected the",
        ),
        ("STATEMENTS = statement(id='X 1'),", "mine.py: STATEMENTS[0].id: is 'X 1': expected text without spaces"),
        (
            "STATEMENTS = statement(), statement(id='x-1')",
            "mine.py: STATEMENTS[1].id: is 'x-1', as it is of a statement before: expected each once",
        ),
        ("STATEMENTS = statement(id='A22-D7'),", "mine.py: STATEMENTS[0].id: is 'A22-D7', a statement of ours"),
        ("STATEMENTS = statement(kind='remark'),", "mine.py: STATEMENTS[0].kind: is 'remark': expected one of definit"),
        ("STATEMENTS = statement(verdict='true'),", "mine.py: STATEMENTS[0].verdict: is 'true': expected one of defin"),
        ("STATEMENTS = statement(verdict=[]),", "mine.py: STATEMENTS[0].verdict: is []: expected one of defined, "),
        ("STATEMENTS = statement(check=7),", "mine.py: STATEMENTS[0].check: is 7: expected a function of the scope"),
        (
            "def wrong(scope):\n    return Part('made up', 'made up', 1, {})\nSTATEMENTS = statement(check=wrong),",
            "mine.py: STATEMENTS[0].check: is <function wrong at ",
        ),
        ("STATEMENTS = statement(mutants=(7,)),", "mine.py: STATEMENTS[0].mutants: has 7: expected a Mutant, or"),
        (
            "STATEMENTS = statement(mutants={'m': {'case': 4}}),",
            "mine.py: STATEMENTS[0].mutants['m']: the check has no such arguments",
        ),
        (
            "STATEMENTS = statement(mutants=(Mutant('m', 7),)),",
            "mine.py: STATEMENTS[0].mutants['m']: the check has no such arguments",
        ),
    ],
)
@pytest.mark.parametrize("command", ["verify", "statements"])
def test_an_error_names_the_fault_of_a_file(run, text, said, command):
    """Each fault exits 4 with the file and the place, untraced."""
    code, out, err = run(command, "--ledger", written(text))

    assert (code, out) == (4, "")
    assert err.startswith(f"formal-rl: {said}")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("nothing.py", "there is no file '.*/nothing.py'$"),
        ("my_paper", "expected a file of Python, such as my_paper.py, that defines STATEMENTS$"),
        (".", "expected a file of Python"),
    ],
)
def test_a_file_that_is_not_there(run, file, said):
    """What is no file of Python, or none that is there, is named."""
    with pytest.raises(NotLoadable, match=said):
        own_ledger(file)


def test_a_fault_says_where(run):
    """The error has the file, the place and the reason."""
    with pytest.raises(UnusableFile) as raised:
        own_ledger(written("STATEMENTS = 7,"))

    assert (raised.value.file, raised.value.field) == ("mine.py", "STATEMENTS[0]")
    assert raised.value.reason == "is 7: expected a Statement"
