"""A project's file: what it may say, what is found wrong with it, what running it gives, and how one is written."""

import json
import re
import sys
import tomllib
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from formal_rl import __version__
from formal_rl.cli import main
from formal_rl.cli.conform import check as cli_conform
from formal_rl.conformance import check_named
from formal_rl.conformance.engine.settings import UnusableToml
from formal_rl.conformance.reports.project import CHECK_KEYS, REPORTS, find_project, read_project
from proofs_as_tests.schemas import json_schema

MINE = """
from functools import partial
from math import log2

def neutrality(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)

class IgnoreRewards:
    def __init__(self, A):
        self.copy = A()

    def start(self):
        return 0

    def step(self, action):
        return 1, 0

class Stranger(IgnoreRewards):
    pass

def evaluate(probabilities, expected_coins, greatest):
    return 0

def anything(one, other):
    return 0

again_neutrality = partial(neutrality)
"""

TWO = """
[[check]]
object = "mine.py:neutrality"
suite = "neutrality"

[[check]]
object = "mine.py:IgnoreRewards"
suite = ["ignore_rewards", "IgnoreRewards"]
"""

MINE_ALONE = '[[check]]\nobject = "mine.py"'
THIRD = f'{TWO}[[check]]\nobject = "m:o"\nsuite = '
COMMAND_CHECK = '[[check]]\nobject = "exec:node answer.mjs"\nsuite = ["usefulness", "SimpleLearner"]\n'


@pytest.fixture
def project(own_directory, monkeypatch):
    """A function that writes a project's file beside mine.py, in a directory that is the current one."""
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.setattr(cli_conform, "check_named", partial(check_named, in_process=True))
    (own_directory / "mine.py").write_text(MINE, "utf-8")

    def project(text):
        file = own_directory / "conform.toml"
        file.write_text(text, "utf-8")
        return file

    return project


# --- Reading ---


def test_values_of_a_project(project):
    """Objects, suites, each once, settings as they are written, and places beside the file."""
    settings = (
        'semantics = "published"\nprofile = "ci"\nseed = 7\ntimeout = 5\ntolerance = 1e-6\nprecision = "single"\n'
    )
    found = read_project(project(f'[report]\nhtml = "sub/page.html"\n{TWO}{settings}{COMMAND_CHECK}'))

    assert [(each.number, each.implementation, each.suite) for each in found.checks] == [
        (1, "mine.py:neutrality", "neutrality"),
        (2, "mine.py:IgnoreRewards", "ignore_rewards"),
        (3, "exec:node answer.mjs", "usefulness"),
        (3, "exec:node answer.mjs", "agent_simple"),
    ]
    assert found.checks[0].settings == {}
    assert found.checks[1].settings == tomllib.loads(settings)
    assert found.reports == {"html": found.file.parent / "sub" / "page.html"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the whole file: expected entries [[check]], each with object and suite"),
        ("check = 3", "the whole file: expected entries [[check]]"),
        ("[[check]", "the whole file: is not TOML: "),
        ("[[checks]]", "the whole file: there is no key 'checks': did you mean check? there are also report"),
        ("[[check]]", "check 1: object is missing: expected module:object"),
        (MINE_ALONE, "check 1: object is 'mine.py': expected module:object, path/to/file.py:object"),
        (MINE_ALONE, "it defines neutrality, IgnoreRewards, Stranger, evaluate, anything"),
        ('[[check]]\nobject = "m:neutralit"', "check 1: suite is missing: did you mean suite = 'neutrality'?"),
        ('[[check]]\nobject = "m:Other"', "check 1: suite is missing: see formal-rl suites"),
        (
            f'{THIRD}"ignore_reward"',
            "the name of a suite: did you mean ignore_rewards",
        ),
        (f"{THIRD}[]", "check 3: suite is []: expected the name of a suite, or several"),
        (f"{TWO}sede = 1", "check 2: there is no key 'sede': did you mean seed? there are also object, suite,"),
        (f"{TWO}seed = true", "check 2: seed is True: expected an int >= 0"),
        (f"{TWO}timeout = 0", "check 2: timeout is 0: expected a number of seconds greater than 0"),
        (f'{TWO}semantics = "papers"', "check 2: semantics is 'papers': expected one of paper, published"),
        (f'{TWO}profile = "slow"', "check 2: profile is 'slow': expected one of quick, ci, exhaustive, full"),
        (f'{TWO}tolerance = "little"', "check 2: tolerance is 'little': expected a number"),
        (f'{TWO}precision = "half"', "check 2: precision is 'half': expected one of double, single"),
        (f"{TWO}expected = 3", "check 2: expected is 3: expected the path of a file"),
        (f"{TWO}[report]\nhtml = 3", "report: html is 3: expected a path"),
        (f"report = 3\n{TWO}", "report: expected a table [report] with some of html, junit, json, out"),
    ],
)
def test_an_error_names_file_entry_and_key(project, text, words):
    """Each complaint says where and what was found; what is near comes before what else there is."""
    with pytest.raises(UnusableToml) as caught:
        read_project(project(text))

    assert str(caught.value).startswith(f"{caught.value.file}, {caught.value.place}: ")
    assert words in str(caught.value)


def test_the_page_names_every_key(project):
    """The example of the docs has all keys that there are, and is read."""
    page = (Path(__file__).parents[2] / "docs" / "start" / "practitioner.md").read_text("utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    document = tomllib.loads(text)

    assert {*document["report"]} == {*REPORTS}
    assert {key for check in document["check"] for key in check} == {*CHECK_KEYS}
    assert len(read_project(project(text.replace('expected = "divergences.toml"', ""))).checks) == 2


def test_files_that_cannot_be_read(own_directory):
    """A file that is not there, and one of expected divergences that is not."""
    with pytest.raises(UnusableToml, match="cannot be read: No such file"):
        read_project(own_directory / "conform.toml")
    (own_directory / "conform.toml").write_text(f'{TWO}expected = "known.toml"', "utf-8")

    assert main(["conform"]) == 4


@pytest.mark.parametrize(
    ("repository", "at", "found"),
    [("a", "a/b/c", True), ("a/b", "a/b/c", False), ("", "a", True), (None, "a/b", False)],
)
def test_the_nearest_file_is_found_within_the_repository(tmp_path, repository, at, found):
    """Above the current directory, up to the root of the repository; without one, in the directory alone."""
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    file = tmp_path / ("conform.toml" if repository == "" else "a/conform.toml")
    file.touch()
    if repository is not None:
        (tmp_path / repository / ".git").mkdir()

    assert find_project(tmp_path / at) == (file if found else None)
    assert find_project(file.parent) == file


# --- Running ---


def test_a_summary_of_all(project, run):
    """What does not conform in full, a row for each, and the worst exit code; the reports where they are wanted."""
    reports = '[report]\nhtml = "all.html"\njunit = "all.xml"\njson = "all.json"\nout = "found"\n'
    file = project(f'{reports}{TWO}[[check]]\nobject = "mine.py:nothing"\nsuite = "opposite"\n')
    code, out, err = run("conform")
    blocks = out.split("\n\n")
    cells = [line.split() for line in blocks[-2].splitlines()]
    found = sorted(each.name for each in (file.parent / "found" / "2_mine_py_IgnoreRewards").iterdir())

    assert (code, err) == (4, "")
    assert [line[:3] for line in cells] == [
        ["object", "suite", "verdict"],
        ["mine.py:neutrality", "neutrality", "conforms"],
        ["mine.py:IgnoreRewards", "ignore_rewards", "DIVERGES"],
        ["mine.py:nothing", "opposite", "cannot"],
    ]
    assert "later_percepts: wrong value" in blocks[-2]
    assert blocks[-1] == "conform.toml: 1 of 3 checks conform\n"
    assert out.count("<-- differs") == 1
    assert found[0] == "repro_ignore_rewards_later_percepts.json"
    assert f"python {Path('found') / '2_mine_py_IgnoreRewards' / found[1]} " in out
    assert (file.parent / "all.html").read_text("utf-8").count("<h2>") == 3
    assert len(ElementTree.parse(file.parent / "all.xml").getroot()) == 3
    assert json.loads((file.parent / "all.json").read_text("utf-8"))["exit_code"] == 4


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), "conform.toml, report: html is 'nowhere/page.html': expected a file in an existing directory"),
        (("--html", "no/page.html"), "--html is 'no/page.html': expected a file in an existing directory"),
    ],
)
def test_reports_that_cannot_be_written(project, run, more, words):
    """The error comes before any check, with the key or the option."""
    project(f'[report]\nhtml = "nowhere/page.html"\n{TWO}')
    assert run("conform", *more) == (4, "", f"formal-rl: {words}\n")


def test_as_json(project, run, monkeypatch):
    """One document: a row for each check with all that a table of implementations needs, and the reports."""
    project(TWO)
    code, out, err = run("conform", "--json")
    document = json.loads(out)
    names = ("object", "suite", "semantics", "verdict", "claim", "outcome", "counts")

    Draft202012Validator(json_schema("conformance-project/1")).validate(document)
    assert (code, err, document["exit_code"]) == (1, "", 1)
    assert (document["formal_rl"], document["counts"]) == (__version__, {"conforms": 1, "diverges": 1})
    first, second = ([each[name] for name in names] for each in document["checks"])
    assert first[:-1] == ["mine.py:neutrality", "neutrality", "paper", "conforms", None, None]
    assert second[2:-1] == ["paper", "diverges", "later_percepts", "value differs"]
    assert [first[-1], second[-1]] == [each["counts"] for each in document["reports"]]
    assert all(each["seconds"] >= 0 for each in document["checks"])
    monkeypatch.setattr("formal_rl.cli.conform.reports.written", lambda place, text: False)
    assert json.loads(run("conform", "--json", "--junit", "a.xml")[1])["exit_code"] == 4


def test_the_file_itself_is_not_written_over(project, run):
    """A report in the place of the project's file is refused."""
    project(TWO)
    code, _, err = run("conform", "--html", "conform.toml")

    assert (code, err.partition(": expected ")[2]) == (2, "a file other than conform.toml, which is read\n")


@pytest.mark.parametrize("name", ["mine.py", "conform.toml"])
def test_json_before_a_file_of_theirs_writes_nothing_there(project, run, name):
    """What may be checked is not taken for the file that --json names."""
    file = project(TWO).with_name(name)
    before = file.read_bytes()
    run("conform", "--json", name)

    assert file.read_bytes() == before


def test_from_below_and_by_name(project, run, monkeypatch):
    """Objects are seen from the file; one of another name is named; a suite that none is of is a complaint."""
    file = project(TWO)
    (file.parent / ".git").mkdir()
    (file.parent / "below").mkdir()
    file.rename(file.with_name("other.toml"))
    assert run("conform", "other.toml", "--suite", "neutrality")[0] == 0
    file.with_name("other.toml").rename(file)
    monkeypatch.chdir(file.parent / "below")
    code, out, _ = run("conform", "--suite", "neutrality")

    assert (code, out.splitlines()[-1]) == (0, f"{file}: 1 of 1 checks conform")
    code, _, err = run("conform", "--suite", "opposite")
    assert (code, err) == (2, f"formal-rl: {file} has no check with the suite opposite\n")


def test_settings_are_passed_on_and_options_override(project, run, monkeypatch):
    """Each setting goes to the check by its name; an option of the command line counts for all checks."""
    project(f'{TWO}profile = "ci"\nseed = 7\ntolerance = 1e-6\nprecision = "single"\n')
    seen = []

    def recorded(implementation, suite, **settings):
        seen.append({name: settings.get(name) for name in ("profile", "seed", "tolerance", "precision", "semantics")})
        return check_named(implementation, suite)

    monkeypatch.setattr(cli_conform, "check_named", recorded)
    run("conform", "--seed", "3", "--as", "published")

    assert [tuple(each.values()) for each in seen] == [
        ("quick", 3, None, "double", "published"),
        ("ci", 3, 1e-6, "single", "published"),
    ]


def test_a_divergence_that_is_expected(project, run):
    """The file of the project names that of the expected divergences, whose witnesses are beside it."""
    file = project(TWO)
    run("conform", "--out", "found")
    known = '[[divergence]]\nsuite = "ignore_rewards"\nclaim = "{}"\nreason = "it is so"\nwitness = "{}"\n'
    claims = [("later_percepts", "found/2_mine_py_IgnoreRewards/repro_ignore_rewards_later_percepts.json")]
    (file.parent / "known.toml").write_text("".join(known.format(*each) for each in claims), "utf-8")
    project(f'{TWO}expected = "known.toml"\n')
    _, out, _ = run("conform", "--json")

    verdicts = {row["claim"]: row["verdict"] for row in json.loads(out)["reports"][1]["rows"]}
    assert verdicts["later_percepts"] == "expected divergence"
