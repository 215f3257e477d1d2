"""Reports of checks: as JSON with a schema, as JUnit XML, as HTML; the files of their counterexamples."""

import json
import os
import re
import subprocess
import sys
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator, ValidationError

from formal_rl.cli import main
from formal_rl.conformance import SUITES, FailureKind, Report, check, check_named
from formal_rl.conformance.engine.failures import Failure, printable
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.suite import Subject, of_history
from formal_rl.conformance.reports.counterexample_text import PAIRS, counterexample_text, reading_note
from formal_rl.conformance.reports.html import report_page
from formal_rl.conformance.reports.junit import junit_text
from formal_rl.histories import Percept
from formal_rl.loading import load_object
from proofs_as_tests.conformance.here import check_here
from proofs_as_tests.schemas import FOLDER, json_schema

ZOO = Path(__file__).with_name("zoo") / "users.py"
REPORT = Draft202012Validator(json_schema("conformance-report/1"))
COUNTEREXAMPLE = Draft202012Validator(json_schema("conformance-counterexample/1"))

MISTAKEN = '''"""Wrong on purpose."""

from math import log

<>
def neutrality(probabilities):
    """In nats."""
    return -sum(float(p) * log(p) for p in probabilities if p)


class Thing:
    """Has no text of its own."""


def strange(probabilities):
    """Raises with the address of an object in the message."""
    if len(probabilities) > 2:
        raise ValueError(f"<b>{Thing()}</b> & \\x00 {sorted({'a', 'b', 'c'})}")
    return 0.0 if 1 in probabilities else 1.0


def in_a_word(probabilities):
    """Says it otherwise."""
    return "much"
'''.replace("<>\n", "\n")


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory):
    """A file of two wrong implementations of one metric."""
    file = tmp_path_factory.mktemp("mistaken") / "mistaken.py"
    file.write_text(MISTAKEN, "utf-8")
    return file


@pytest.fixture(scope="module")
def reports(mistaken):
    """Reports of each kind, made once."""
    zoo = {
        name: load_object(f"{ZOO}:{name}") for name in ("right_fold", "PublishedButton", "remembers_by_actions_only")
    }
    return {
        "right": check_here(zoo["right_fold"], "reality_check"),
        "wrong": check_here(zoo["remembers_by_actions_only"], "reality_check"),
        "twice wrong": check_here(zoo["PublishedButton"], "tempting_button"),
        "trained": check(load_object(f"{ZOO}:TrainsOnTheTrueReward"), "ignore_rewards"),
        "nats": check_here(f"{mistaken}:neutrality", "neutrality"),
        "strange": check_here(f"{mistaken}:strange", "neutrality"),
        "not there": check_named(f"{mistaken}:nothing", "neutrality"),
        "nothing": check_here(zoo["right_fold"], "reality_check", semantics="published"),
        "ci": check_here("formal_rl.transforms:reality_check_fold", "reality_check", profile="ci"),
    }


# --- JSON ---


def test_reports_are_of_the_schema(reports):
    """What a report says in JSON is as the schema that comes with the package says, and reads back as the same."""
    for report in reports.values():
        values = json.loads(json.dumps(report.to_json()))
        REPORT.validate(values)
        several = {"schema": "conformance-reports/1", "exit_code": values["exit_code"], "reports": [values, values]}
        REPORT.validate(several)

        assert values["schema"] == "conformance-report/1"
        assert sum(values["counts"].values()) == len(values["rows"])
        assert Report.from_json(values) == report
        for shown in (values["counterexample"], *values["further"]):
            if shown is not None:
                COUNTEREXAMPLE.validate(shown["witness"])


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values.pop("counts"),
        lambda values: values.update(more=1),
        lambda values: values.update(exit_code=7),
        lambda values: values["rows"][0].update(verdict="proved"),
        lambda values: values["counterexample"].update(witness={"schema": "another"}),
        lambda values: values.update(rows=[]),
    ],
)
def test_the_schema_refuses_malformed_reports(reports, change):
    """What is missing, too much or another word is seen."""
    values = json.loads(json.dumps(reports["wrong"].to_json()))
    change(values)
    with pytest.raises(ValidationError):
        REPORT.validate(values)


def test_schemas():
    """Each is itself as JSON Schema says."""
    names = [path.stem for path in FOLDER.glob("*.json")]
    assert len(names) == 6
    for name in names:
        Draft202012Validator.check_schema(json_schema(name))
        assert json_schema(name)["$schema"].endswith("2020-12/schema")


def test_profiles_and_their_alias(reports):
    """ci draws as many as exhaustive and goes through as many as quick; full is another name of exhaustive."""
    quick, ci = reports["right"], reports["ci"]
    full = check_here("formal_rl.transforms:reality_check_fold", "reality_check", profile="full")

    assert (quick.profile, ci.profile, full.profile) == ("quick", "ci", "exhaustive")
    evidence = [{row.claim: row.evidence for row in report.rows} for report in (quick, ci, full)]
    assert evidence[0]["actions"] == evidence[1]["actions"] != evidence[2]["actions"]
    assert "40 drawn agents" in evidence[0]["longer_histories"]
    assert evidence[1]["longer_histories"] == evidence[2]["longer_histories"]
    assert "200 drawn agents" in evidence[1]["longer_histories"]
    assert "from seed 7" in str(check_here("formal_rl.transforms:reality_check_fold", "reality_check", seed=7))


def test_lines_tell_their_verdicts(reports):
    """By which they are coloured: the headline, and each row of what is required; all else is plain."""
    lines = reports["wrong"].lines()
    verdicts = [verdict for _, verdict in lines if verdict]

    assert lines[0] == (reports["wrong"].headline, "diverges")
    assert str(reports["wrong"]) == "\n".join(text for text, _ in lines)
    assert all("FAILS" in text for text, verdict in lines[1:] if verdict == "diverges")
    assert {*verdicts} == {row.verdict for row in reports["wrong"].rows}
    assert (reports["right"].lines()[0][1], reports["not there"].lines()[0][1]) == ("conforms", "diverges")


# --- Counterexamples ---


def test_every_claim_that_diverges_has_its_counterexample(reports, tmp_path):
    """The report shows the first; it has the others, too, each with script, data and trace as files."""
    report = reports["twice wrong"]
    diverging = [row.claim for row in report.rows if row.verdict == "diverges" and row.required]
    files = report.write_counterexamples(tmp_path / "new" / "deep")

    assert len(diverging) == 2
    assert [each.claim for each in report.counterexamples] == diverging
    assert all(each.script and each.witness and each.trace for each in report.counterexamples)
    assert [file.name for file in files] == [
        *("repro_tempting_button_first_observation.py", "repro_tempting_button_first_observation.json"),
        *("trace_tempting_button_first_observation.txt", "repro_tempting_button_later_percepts.py"),
        *("repro_tempting_button_later_percepts.json", "trace_tempting_button_later_percepts.txt"),
    ]
    assert files[0].read_text("utf-8") == report.script
    assert reports["right"].write_counterexamples(tmp_path / "none") == ()
    assert not (tmp_path / "none").exists()


def test_a_trace_is_uncut():
    """The text has the ends of a long table, and the trace all of it."""
    shown = check_here("formal_rl.conformance.zoo.environments:TrainsForAHundredTurns", "ignore_rewards").counterexample

    assert " alike" in shown.text
    assert shown.trace.count("\n  step ") > 100 > shown.text.count("\n  step ")
    shown = check_here("formal_rl.conformance.zoo.gridworlds:EndsAt200", "gridworld_env").counterexample
    assert " … " in shown.text
    assert "…" not in shown.trace


@pytest.mark.parametrize(
    ("text", "note"),
    [("on the actions (0, 1)", ""), ("made from draws (0.5, 0.25)", ""), ("on the play ((0, 0), 0)", PAIRS)],
)
def test_pairs_are_explained_where_there_are_any(text, note):
    """Two actions, or two draws, are not a pair of reward and observation."""
    assert reading_note(text) == note


IGNORE_REWARDS = SUITES["ignore_rewards"]
_OF = {each.driver.__name__: each for suite in ("ignore_rewards", "reality_check") for each in SUITES[suite].adapters}
_LIST = Failure(FailureKind.WRONG_TYPE, "it is a list")
_PAID = Failure(FailureKind.VALUE_DIFFERS, "", (Percept(1, 0),), (Percept(0, 0),))


def _found(shape, put, finding, *answers):
    asked_by = (frozenset({"yours"}),) * len(answers)
    return Found(finding, of_history(put), Subject(None, _OF[shape]), answers, asked_by)


def _trained_lines(*trainings):
    """What the text says of copies that were trained so; each sees 5, and the last sees 6, too."""
    asked = [(("copy", tuple((0, each, 0, 0) for each in training), 5), 1) for training in trainings]
    asked.append((("copy", asked[-1][0][1], 6), 0))
    text = counterexample_text(_found("start_step", (0,), _PAID, *asked), IGNORE_REWARDS)
    table = text.partition("each time\n")[2].partition("\n\n")[0]
    return [line.strip() for line in table.splitlines()]


def test_a_long_training_goes_on_from_a_row_before():
    """Rows then have numbers, and each says what comes after the longest training that it begins with.

    What is wider than a report goes on in the next line.
    """
    lines = _trained_lines((), (1,), (1, 2), (1, 2, 3, 4), (1, 2, 5), (1, 2, 5, 6), (2, 1, 5, 7))

    assert [re.sub(" {3,}", " | ", line) for line in lines] == [
        "1  trained on nothing, sees 5 | does 1 | asked by yours only",
        "2  trained on (0, 1, 0, 0), sees 5 | does 1 | asked by yours only",
        "3  trained on (0, 1, 0, 0) (0, 2, 0, 0), sees 5 | does 1 | asked by yours only",
        "4  trained as in 3, then on (0, 3, 0, 0) (0, 4, 0, 0), sees 5 | does 1 | asked by yours only",
        "5  trained as in 3, then on (0, 5, 0, 0), sees 5 | does 1 | asked by yours only",
        "6  trained as in 5, then on (0, 6, 0, 0), sees 5 | does 1 | asked by yours only",
        "7  trained on (0, 2, 0, 0) (0, 1, 0, 0) (0, 5, 0, 0) | does 1 | asked by yours only",
        "(0, 7, 0, 0), sees 5",
        "8  trained as in 7, sees 6 | does 0 | asked by yours only",
    ]


def test_advice_on_percepts_is_for_answers_that_should_be_percepts(mistaken):
    """The advice on percepts is for answers that are to be percepts: not for actions, nor for plain data."""
    advice = "a percept is a pair (reward, observation)"

    assert advice in counterexample_text(_found("history", (), _LIST), IGNORE_REWARDS)
    assert advice not in counterexample_text(_found("agent_from_agent", (Percept(0, 0),), _LIST), IGNORE_REWARDS)
    of_a_word = check_named(f"{mistaken}:in_a_word", "neutrality").counterexample
    assert (of_a_word.outcome, advice in of_a_word.text) == ("returns something of a wrong type", False)


@pytest.mark.parametrize(
    ("implementation", "suite", "said"),
    [
        (lambda: None, "ignore_rewards", "name what it makes, or the class itself"),
        (lambda agent, play, more: (0, 0), "ignore_rewards", None),
        (partial(lambda agent, play, more: (0, 0)), "ignore_rewards", "a partial of <lambda> cannot be called with"),
        (partial(Percept, 1), "ignore_rewards", "a partial of Percept is not a function"),
    ],
)
def test_a_factory_is_not_an_implementation(implementation, suite, said):
    """Where nothing has to be given to it, the report says what to name; it calls a partial a partial."""
    report = check(implementation, suite)

    assert report.exit_code == 4
    assert (said or "cannot be called with") in report.unusable.replace("\n", " ")
    assert ("name what it makes" in report.unusable) == (said is not None and said.startswith("name"))


# --- JUnit ---


def test_junit(reports):
    """A suite for each report, a case for each claim; counts are those of the cases; the time is optional."""
    chosen = [reports[name] for name in ("right", "wrong", "strange", "not there", "nothing")]
    suites = ElementTree.fromstring(junit_text(chosen, (0.12345, 2))).findall("testsuite")

    for suite, report in zip(suites, chosen, strict=True):
        cases = suite.findall("testcase")
        assert suite.get("name") == f"formal_rl.{report.suite}"
        assert [case.get("name") for case in cases][: len(report.rows)] == [row.claim for row in report.rows]
        assert int(suite.get("tests")) == len(cases)
        for count, child in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(count)) == sum(case.find(child) is not None for case in cases)
    totals = [tuple(int(suite.get(name)) for name in ("failures", "errors")) for suite in suites]
    assert totals == [(0, 0), (1, 0), (2, 0), (0, 1), (0, 1)]
    assert [suite.get("time") for suite in suites] == ["0.123", "2.000", None, None, None]


def test_junit_of_a_divergence(reports):
    """The failure has outcome and counterexample, the case its evidence, its file, and the name of its script."""
    root = ElementTree.fromstring(junit_text([reports["nats"]]))
    failed = next(case for case in root.iter("testcase") if case.find("failure") is not None)
    properties = {each.get("name"): each.get("value") for each in failed.iter("property")}
    shown = reports["nats"].counterexample

    assert failed.find("failure").get("type") == shown.outcome
    assert failed.find("failure").text == shown.text
    assert failed.get("file") == reports["nats"].implementation.partition(":")[0]
    assert properties["counterexample"] == f"repro_neutrality_{shown.claim}.py"
    assert properties["stage"] in {"pure", "reference"}


def test_junit_escapes_characters_that_xml_excludes(reports):
    """A message with a NUL and angle brackets is well-formed XML, in which both are seen."""
    text = junit_text([reports["strange"]])

    assert "\x00" not in text
    assert "&lt;b&gt;" in text
    (failed, *_) = ElementTree.fromstring(text).iter("failure")
    assert r"object at 0x...></b> & \x00 ['a', 'b', 'c']" in failed.get("message")


# --- HTML ---


class Tags(HTMLParser):
    """The tags of a page, which must nest, and what they refer to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.links, self.text = [], [], [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in {"src", "href"}]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html_stands_alone(reports):
    """A page of all reports: no scripts, no links, nothing to fetch; every claim and counterexample is on it."""
    page = report_page(report.to_json() for report in reports.values())
    tags = Tags(page)

    assert page.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in page
    assert (tags.links, "script" in tags.seen) == ([], False)
    for report in reports.values():
        assert report.implementation in tags.text
        assert all(row.sentence in tags.text for row in report.rows if report.unusable is None)
        assert all(printable(text) in tags.text for each in report.counterexamples for text in (each.text, each.trace))


def test_html_of_one_report(reports):
    """A report shows itself in notebooks: first the counterexample, with what differs marked."""
    part = reports["nats"]._repr_html_()
    places = [part.index(each) for each in ("The smallest counterexample", "<table>")]
    of_boards = check(lambda rows: tuple(tuple(0 for _ in row) for row in rows), "safelife_advance")
    otherwise = evolve(reports["nats"], semantics="published", seed=3, source="[a] list [1]")._repr_html_()

    assert "<html" not in part
    assert '<span class="bad">diverges</span>' in part
    assert "✗ fails" in Tags(part).text
    assert '<span class="good">conforms</span>' in reports["right"]._repr_html_()
    assert places == sorted(places)
    assert "semantics published, profile quick, seed 3" in otherwise
    assert "(-1, 0)   <mark>&lt;-- differs</mark>" in reports["trained"]._repr_html_()
    assert of_boards._repr_html_().partition("</pre>")[0].count("<mark>[o]</mark>") == 3
    assert "<mark>" not in otherwise.partition("<details")[0]


def test_html_escapes_users_text(reports):
    """Markup is text, and control characters are seen as Python writes them, wherever a user's text comes to."""
    report = evolve(reports["strange"], implementation="<script>odd\x1b[31m\x85\ud800\r.py:f")
    page = report_page([report.to_json()])

    assert "<script>" not in page
    assert "<b>" not in page
    assert r"<script>odd\x1b[31m\x85\ud800\r.py:f" in Tags(page).text
    assert r"</b> & \x00 ['a'" in Tags(page).text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", page)


def test_printable_text_is_left_as_it_is():
    """Tabulators, ends of lines and letters of any alphabet stay; what is no character does not."""
    kept = "a\tb\nc é 漢 🙂 \ufffd"

    assert printable(kept) == kept
    assert printable("\ufffe\x7f") == r"\ufffe\x7f"


# --- The same again ---


def test_messages_have_no_addresses(reports):
    """The report omits addresses, which change each time."""
    assert "Thing object at 0x...>" in reports["strange"].counterexample.text
    assert "0x7" not in json.dumps(reports["strange"].to_json())


def test_all_is_the_same_to_the_byte_on_another_run(mistaken, tmp_path, monkeypatch, capfd):
    """Two processes with different hashes of strings write the same files and print the same."""
    folder = tmp_path / "same"
    outputs = [*("--json", folder / "r.json"), *("--junit", folder / "r.xml"), *("--html", folder / "r.html")]
    suites = ["--suite", "neutrality", "--suite", "usefulness", "--reproducible"]
    command = ["conform", "mistaken.py:strange", *suites, "--out", folder / "repro", *outputs]

    def here(arguments):
        monkeypatch.chdir(mistaken.parent)
        monkeypatch.setattr(sys, "path", [*sys.path])
        code = main(arguments)
        out, err = capfd.readouterr()
        return code, out, err

    def elsewhere(arguments):
        ran = subprocess.run(
            [sys.executable, "-B", "-m", "formal_rl", *arguments],
            cwd=mistaken.parent,
            env={**os.environ, "PYTHONHASHSEED": "7"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return ran.returncode, ran.stdout, ran.stderr

    seen = []
    for run in (here, elsewhere):
        folder.mkdir()
        answer = run([str(each) for each in command])
        files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        seen.append((answer, files))
        folder.rename(tmp_path / run.__name__)
    assert seen[0] == seen[1]
    assert seen[0][0][0::2] == (4, "")
    assert {"r.json", "r.xml", "r.html", "repro/repro_neutrality_values.json"} < seen[0][1].keys()
