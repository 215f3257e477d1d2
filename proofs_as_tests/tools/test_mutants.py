"""The tool of machine mutation, on a made-up package: it finds, kills, lets survive, goes on and reports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.generation import mutants_of, mutated

ROOT = Path(__file__).parents[2]

TOY = '''"""Made up."""


def checked(value):
    """Return it, if it is small enough.

    Ledger: TOY-1
    """
    if value > 9 and value != 12:
        raise ValueError(f"{value - 1} is too great")
    return value


def doubled(value):
    """Double it.

    Ledger: TOY-1
    """
    return value + value


def tested_only(value: int = 1) -> bool:
    """Tell whether it is 3.

    Ledger: infrastructure
    """
    return value == 3


def never_run(value):
    """Do what nobody asks for.

    Ledger: TOY-2
    """
    return value + 1


def counted_down(value):
    """Count down.

    Ledger: TOY-2
    """
    while value:
        value -= value
    return value


def __repr__():
    return 1 + 1


SIX = doubled(3)
'''
FILES = {
    "formal_rl/__init__.py": "",
    "formal_rl/safelife/__init__.py": "",
    "formal_rl/safelife/toy.py": TOY,
    **{
        name: (ROOT / name).read_text("utf-8")
        for name in ("formal_rl/errors.py", "formal_rl/statements/patches.py", "formal_rl/statements/citations.py")
    },
    "formal_rl/statements/self_checks.py": """
from types import SimpleNamespace as Of


def self_checks(every):
    return {}


def run_self_checks(clock, checks):
    return Of(passed=True)
""",
    "formal_rl/checking/__init__.py": "",
    "formal_rl/checking/domains.py": "class Scope:\n    pass\n",
    "formal_rl/statements/__init__.py": "from formal_rl.statements.ledger import LEDGER\n",
    "formal_rl/statements/ledger.py": """
from types import SimpleNamespace as Of

from formal_rl.safelife import toy


def part(right, expected="holds"):
    contradicted = right != (expected == "holds")
    wrong = dict(contradicted=contradicted, as_expected=not contradicted)
    return Of(name="made up", refutation=None, expected=expected, **wrong)


def first(scope):
    yield part(toy.SIX == 6)
    yield part(toy.checked(9) == 9)
    try:
        toy.checked(10)
    except ValueError:
        yield part(True)
    else:
        yield part(False)


def second(scope, double=None):
    yield part((double or toy.doubled)(4) == 8)
    yield part(toy.counted_down(4) == 0)


def statement(check, *twins):
    return Of(check=check, mutants=[Of(name="twin", check=twin) for twin in twins], verdict="holds")


LEDGER = {
    "TOY-1": statement(first),
    "TOY-2": statement(second, lambda scope: second(scope, lambda value: 9)),
}
""",
    "proofs_as_tests/safelife/test_toy.py": """
from formal_rl.safelife.toy import tested_only


def test_tested_only():
    assert tested_only(3)
    assert not tested_only(4)
""",
}


@pytest.fixture
def place(tmp_path):
    """A work tree made up for the purpose."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def run(place, *arguments):
    """Run the command there."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)])}
    command = [sys.executable, "-m", "tools.mutants", "--jobs", "2", *arguments]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=300, check=False)


def outcomes_of(place, *arguments):
    """What came of each change, by the function and the lines after it."""
    ran = run(place, "--json", *arguments)
    assert ran.returncode == 0, ran.stderr
    return {(each["function"], each["became"]): each for each in json.loads(ran.stdout)["mutants"]}


@pytest.mark.full
def test_it_finds_kills_and_lets_survive(place):
    """Each kind of change has its outcome: by the row that cites it, by a test, by the end of time, or none."""
    before = {name: (place / name).read_bytes() for name in FILES}
    outcomes = outcomes_of(place, "--all", "--only", "safelife/*.py")

    assert {named: each["outcome"] for named, each in outcomes.items()} == {
        ("checked", "if value >= 9 and value != 12:"): "killed by verify",
        ("checked", "if value <= 9 and value != 12:"): "killed by verify",
        ("checked", "if value > 10 and value != 12:"): "killed by verify",
        ("checked", "if value > 8 and value != 12:"): "killed by verify",
        ("checked", "if value > 9 and value == 12:"): "killed by verify",
        ("checked", "if value > 9 and value != 13:"): "survived",
        ("checked", "if value > 9 and value != 11:"): "survived",
        ("checked", "if value > 9 or value != 12:"): "killed by verify",
        ("checked", "if (not (value > 9 and value != 12)):"): "killed by verify",
        ("checked", "return None"): "killed by verify",
        ("doubled", "return value - value"): "killed by verify",
        ("doubled", "return None"): "killed by verify",
        ("tested_only", "def tested_only(value: int = 2) -> bool:"): "survived",
        ("tested_only", "def tested_only(value: int = 0) -> bool:"): "survived",
        ("tested_only", "return value != 3"): "killed by tests",
        ("tested_only", "return value == 4"): "killed by tests",
        ("tested_only", "return value == 2"): "killed by tests",
        ("never_run", "return value - 1"): "survived",
        ("never_run", "return value + 2"): "survived",
        ("never_run", "return value + 0"): "survived",
        ("never_run", "return None"): "survived",
        ("counted_down", "while (not (value)):"): "killed by verify",
        ("counted_down", "value += value"): "killed by verify",
        ("counted_down", "return None"): "killed by verify",
    }
    assert outcomes["doubled", "return value - value"]["by"].startswith("TOY-1 check: made up")
    assert outcomes["counted_down", "value += value"]["by"] == "TOY-2 check: does not end"
    assert outcomes["tested_only", "return value != 3"]["by"].endswith("test_toy.py::test_tested_only")
    assert outcomes["never_run", "return None"]["by"] == "asked in vain: no row runs this place"
    assert outcomes["checked", "if value > 9 and value != 13:"]["by"] == "asked in vain: TOY-1"
    assert {name: (place / name).read_bytes() for name in FILES} == before


@pytest.mark.full
def test_it_goes_on_where_it_was_stopped(place):
    """What the session has is not run again, a line that was not written to its end is; the sample is the same."""
    arguments = ("--number", "4", "--seed", "4", "--only", "safelife/toy.py:[d]*")
    first = outcomes_of(place, *arguments)
    (session,) = (place / ".mutants").glob("session-*.jsonl")
    lines = session.read_bytes().splitlines(keepends=True)
    session.write_bytes(b"".join(lines[:1]) + lines[1][:20])
    again = outcomes_of(place, *arguments)

    assert {named: each["outcome"] for named, each in first.items()} == {
        named: each["outcome"] for named, each in again.items()
    }
    assert session.read_bytes().splitlines(keepends=True)[0] == lines[0]
    assert len(session.read_bytes().splitlines()) == len(lines) == 2


@pytest.mark.full
def test_it_reports(place):
    """The text has a table by package and the survivors; what is judged equivalent is not run, and counted apart."""
    listed = place / "tools" / "mutants" / "equivalent.toml"
    listed.parent.mkdir(parents=True)
    listed.write_text(
        """
        [[equivalent]]
        path = "safelife/toy.py"
        function = "never_run"
        was = "return value + 1"
        became = "return  value+0"
        reason = "made up"
        """,
        "utf-8",
    )
    ran = run(place, "--all", "--only", "safelife/toy.py:never_run", "--only", "safelife/toy.py:doubled", "--no-tests")

    report = ran.stdout.splitlines()

    assert report[:3] == [
        "package   mutants  killed by verify  killed by tests  survived  equivalent  verify  verify and tests",
        "safelife  6        2                 0                3         1           40.0 %  40.0 %",
        "all       6        2                 0                3         1           40.0 %  40.0 %",
    ]
    assert [line for line in report if line.endswith((": 0", ": 1", ": 3"))] == [
        *("survived: 3", "killed by tests only: 0", "equivalent: 1")
    ]
    assert report[-4:] == [
        "  safelife/toy.py:35 never_run (constant)",
        "      was     return value + 1",
        "      became  return value + 0",
        "      made up",
    ]


def test_what_cannot_be_used_is_said(place, tmp_path_factory):
    """A pattern that nothing fits, and a place without a package, end with exit code 2 and a sentence."""
    for where, said in ((place, "no mutant fits safelife/none.py"), (tmp_path_factory.mktemp("none"), "no package")):
        ran = run(where, "--only", "safelife/none.py")

        assert (ran.returncode, ran.stdout) == (2, "")
        assert said in " ".join(ran.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("was", "became"),
    [
        ("x[1:]", ["x[2:]", "x[0:]", "x[:]"]),
        ("x[i:j:2]", ["x[:j:2]", "x[i::2]", "x[i:j:3]", "x[i:j:1]"]),
        ("x[i, j]", ["x[j, i]"]),
        ("x[i]", ["x[(i) - 1]"]),
        ("x in y", ["x not in y"]),
        ("not x", ["x"]),
        ("~x", ["x"]),
        ("a if b else c", ["a if (not (b)) else c"]),
        ("(x)  # + a comment\n+ y", ["(x)  # + a comment\n- y"]),
        ("'é' * x", ["'é' + x"]),
        ("f'{x + 1}'", []),
        ("True", ["False"]),
    ],
)
def test_each_change_is_made_at_its_place(was, became):
    """What is around the place stays as it is, letter by letter."""
    source = "def f(a: int | None):\n    return g({})\n"
    found = [mutated(mutant, source.format(was)) for mutant in mutants_of("f.py", source.format(was))]

    assert {changed for mutant, changed in found if mutant.kind != "return"} == {source.format(each) for each in became}
