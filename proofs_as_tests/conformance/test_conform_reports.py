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
from formal_rl.conformance import FailureKind, Report, check, check_named, json_schema, junit_text, report_page
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.adapters import shapes
from formal_rl.conformance.engine.answers import Failure
from formal_rl.conformance.engine.case_suites import case
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.printable import printable
from formal_rl.conformance.engine.subjects import Convention, Question, Shape, Subject
from formal_rl.conformance.reports.counterexample_text import counterexample_text, reading_note
from formal_rl.conformance.reports.counterexample_trace import case_trace
from formal_rl.conformance.reports.schema import SCHEMAS
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo.py")
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
        "right": check(zoo["right_fold"], "reality_check"),
        "wrong": check(zoo["remembers_by_actions_only"], "reality_check"),
        "twice wrong": check(zoo["PublishedButton"], "tempting_button"),
        "trained": check(load_object(f"{ZOO}:TrainsOnTheTrueReward"), "ignore_rewards"),
        "nats": check_named(f"{mistaken}:neutrality", "neutrality"),
        "strange": check_named(f"{mistaken}:strange", "neutrality"),
        "not there": check_named(f"{mistaken}:nothing", "neutrality"),
        "nothing": check(zoo["right_fold"], "reality_check", semantics="published"),
        "ci": check_named("formal_rl.transforms:reality_check_fold", "reality_check", profile="ci"),
    }


KINDS = ("right", "wrong", "twice wrong", "trained", "nats", "strange", "not there", "nothing", "ci")


# --- JSON ---


@pytest.mark.parametrize("kind", KINDS)
def test_reports_are_of_the_schema(reports, kind):
    """What a report says in JSON is as the schema that comes with the package says, and reads back as the same."""
    values = json.loads(json.dumps(reports[kind].to_json()))
    REPORT.validate(values)
    several = {"schema": "conformance-reports/1", "exit_code": values["exit_code"], "reports": [values, values]}
    REPORT.validate(several)

    assert values["schema"] == "conformance-report/1"
    assert sum(values["counts"].values()) == len(values["rows"])
    assert Report.from_json(values) == reports[kind]
    for shown in (values["counterexample"], *values["further"]):
        if shown is not None:
            COUNTEREXAMPLE.validate(shown["witness"])


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values.pop("counts"),
        lambda values: values.update(more=1),
        lambda values: values.update(exit_code=7),
        lambda values: values.update(schema="conformance-report/2"),
        lambda values: values["rows"][0].update(verdict="proved"),
        lambda values: values["rows"][0].pop("evidence"),
        lambda values: values["counterexample"].update(witness={"schema": "another"}),
        lambda values: values.update(rows=[]),
    ],
)
def test_the_schema_refuses_what_is_no_report(reports, change):
    """What is missing, too much or another word is seen."""
    values = json.loads(json.dumps(reports["wrong"].to_json()))
    change(values)
    with pytest.raises(ValidationError):
        REPORT.validate(values)


def test_schemas():
    """Each is itself as JSON Schema says; there is no other."""
    assert {"conformance-report/1", "conformance-counterexample/1"} <= set(SCHEMAS)
    for name in SCHEMAS:
        Draft202012Validator.check_schema(json_schema(name))
        assert json_schema(name)["$schema"].endswith("2020-12/schema")
    with pytest.raises(InvalidParameter, match="one of conformance-report/1, conformance-counterexample/1"):
        json_schema("conformance-report/9")


def test_profiles_and_their_alias(reports):
    """ci draws as many as exhaustive and goes through as many as quick; full is another name of exhaustive."""
    quick, ci = reports["right"], reports["ci"]
    full = check_named("formal_rl.transforms:reality_check_fold", "reality_check", profile="full")

    assert (quick.profile, ci.profile, full.profile) == ("quick", "ci", "exhaustive")
    evidence = [{row.claim: row.evidence for row in report.rows} for report in (quick, ci, full)]
    assert evidence[0]["actions"] == evidence[1]["actions"] != evidence[2]["actions"]
    assert "40 drawn agents" in evidence[0]["longer_histories"]
    assert evidence[1]["longer_histories"] == evidence[2]["longer_histories"]
    assert "200 drawn agents" in evidence[1]["longer_histories"]


# --- Counterexamples ---


def test_every_claim_that_diverges_has_its_counterexample(reports):
    """The first is shown; the others are there, too, each with script, data and trace."""
    report = reports["twice wrong"]
    diverging = [row.claim for row in report.rows if row.verdict == "diverges" and row.required]

    assert len(diverging) == 2
    assert [each.claim for each in report.counterexamples] == diverging
    assert report.counterexamples == (report.counterexample, *report.further)
    assert all(each.script and each.witness and each.trace for each in report.counterexamples)


def test_the_files_of_counterexamples(reports, tmp_path):
    """Beside each script are its data and its trace, in a directory made for them."""
    files = reports["twice wrong"].write_counterexamples(tmp_path / "new" / "deep")

    names = [file.name for file in files]
    assert names == [
        *(f"{name}" for name in _names("tempting_button_first_observation")),
        *(f"{name}" for name in _names("tempting_button_later_percepts")),
    ]
    assert sorted(names) == sorted(file.name for file in (tmp_path / "new" / "deep").iterdir())
    COUNTEREXAMPLE.validate(json.loads(files[1].read_text("utf-8")))
    assert files[0].read_text("utf-8") == reports["twice wrong"].script
    assert reports["right"].write_counterexamples(tmp_path / "none") == ()
    assert not (tmp_path / "none").exists()


def _names(stem):
    return f"repro_{stem}.py", f"repro_{stem}.json", f"trace_{stem}.txt"


def test_a_trace_has_what_is_asked_at_each_step():
    """At the step that differs, the two ask about different pasts."""
    trace = check(load_object(f"{ZOO}:TrainsOnTheTrueReward"), "ignore_rewards").counterexample.trace
    last = trace.partition("answer 3: expected (1, 0), got (-1, 0)   <-- differs\n")[2]

    assert "<-- differs" not in trace.partition("answer 3")[0]
    assert last == (
        "  the definition asks\n    trained on (0, 0, 0, 0), sees 0   does 0\n"
        "  yours asks\n    trained on (0, 0, 1, 0), sees 0   does 1"
    )


_OF_CASES = Subject(None, Convention("a function", None, lambda thing: None))


def test_a_trace_of_plain_data_lists_every_place_that_differs():
    """The message has the first place; the trace has all, in nested answers, and none within the tolerance."""
    expected, got = ({"board": ((0, 1), (2, 3)), "points": 0.5},), ({"board": ((0, 7), (8, 3)), "points": 0.5000001},)
    finding = Failure(FailureKind.VALUE_DIFFERS, "at ['board'][0][1]: expected 1, got 7", expected, got)
    trace = case_trace(
        Found(finding, Question(case(steps=3)), _OF_CASES, before=Question(case(steps=2)), tolerance=1e-3)
    )

    assert "first\n  {'steps': 2}\n\ngiven\n  {'steps': 3}\n\nexpected\n" in trace
    assert trace.endswith("every place that differs\n  ['board'][0][1]: 1 and 7\n  ['board'][1][0]: 2 and 8")


_HISTORY, _FLAT = shapes.history(adapters.history), shapes.history(adapters.flat_history)
_CLASS = Shape(adapters.start_step, ("copy",), "actions", "observation", "percept")
_PROMPTS = Shape(adapters.agent_from_agent, ("agent",), "prompt", "action", "action")
_FLAT_PROMPTS = Shape(adapters.flat_agent_from_agent, ("agent",), "prompt", "action", "action")
_COMPOSED = Shape(adapters.flat_composition, ("agent", "e", "h"), "play", "percept", "percept")
_FALSE, _LIST = Failure(FailureKind.VALUE_DIFFERS, "", (0,), (1,)), Failure(FailureKind.WRONG_TYPE, "it is a list")
_PAID = Failure(FailureKind.VALUE_DIFFERS, "", (Percept(1, 0),), (Percept(0, 0),))
_SEEN = (Percept(0, 0),)
_LATER = (*_SEEN, 0, Percept(1, 0))


def _found(shape, put, finding, *answers, **more):
    return Found(finding, Question(put), Subject(None, shape), answers, (frozenset({"yours"}),) * len(answers), **more)


@pytest.mark.parametrize(
    ("found", "has_pairs"),
    [
        (_found(_HISTORY, (), _LIST), False),
        (_found(_HISTORY, (*_SEEN, 0), _LIST), True),
        (_found(_HISTORY, (), _LIST, before=Question((*_SEEN, 0))), True),
        (_found(_HISTORY, (), _PAID), True),
        (_found(_FLAT, (*_SEEN, 0), _LIST), False),
        (_found(_FLAT, (*_SEEN, 0), _PAID), True),
        (_found(_CLASS, (), _FALSE, (("copy", (), 0), 1)), False),
        (_found(_CLASS, (0,), Failure(FailureKind.RAISES, "", (0, Percept(1, 0)), (0,))), True),
        (_found(_CLASS, (0, 1), _LIST, experiment="after", before=Question((0, 1))), False),
        (_found(_PROMPTS, _SEEN, _FALSE), True),
        (_found(_FLAT_PROMPTS, _LATER, _FALSE, (("agent", _LATER), 1)), False),
        (_found(_COMPOSED, (), _LIST, (("e", (), None), Percept(1, 0))), True),
    ],
)
def test_pairs_are_explained_where_there_are_any(found, has_pairs):
    """What a pair is, is said of a text that has one, and of no other."""
    text = counterexample_text(found, "")

    assert reading_note(found) == ("a pair is reward and observation" if has_pairs else "")
    assert bool(re.search(r"\(-?\d, -?\d\)", re.sub(r"actions \(.*", "", text))) == has_pairs


def _told(*trainings):
    """What the text says of copies that were trained so; each sees 5, and the last sees 6, too."""
    asked = [(("copy", tuple((0, each, 0, 0) for each in training), 5), 1) for training in trainings]
    asked.append((("copy", asked[-1][0][1], 6), 0))
    text = counterexample_text(_found(_CLASS, (0,), _PAID, *asked), "")
    table = text.partition("each time\n")[2].partition("\n\n")[0]
    return [line.strip() for line in table.splitlines()]


def test_a_long_training_goes_on_from_a_row_before():
    """Rows then have numbers, and each says what comes after the longest training that it begins with.

    What is wider than a report goes on in the next line.
    """
    told = _told((), (1,), (1, 2), (1, 2, 3, 4), (1, 2, 5), (1, 2, 5, 6), (2, 1, 5, 7))

    assert [re.sub(" {3,}", " | ", line) for line in told] == [
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


def test_short_trainings_are_written_out():
    """Where none is long, each row stands for itself."""
    assert _told((1, 2), (1, 2, 3))[1].startswith("trained on (0, 1, 0, 0) (0, 2, 0, 0) (0, 3, 0, 0), sees 5 ")


def test_what_a_percept_is_is_said_where_one_is_asked_for(mistaken):
    """The advice on percepts is for answers that are to be percepts: not for actions, nor for plain data."""
    advice = "a percept is a pair (reward, observation)"

    assert advice in counterexample_text(_found(_HISTORY, (), _LIST), "")
    assert advice not in counterexample_text(_found(_PROMPTS, _SEEN, _LIST), "")
    of_a_word = check_named(f"{mistaken}:in_a_word", "neutrality").counterexample
    assert (of_a_word.outcome, advice in of_a_word.text) == ("returns something of a wrong type", False)


@pytest.mark.parametrize(
    ("implementation", "suite", "said"),
    [
        (lambda: None, "ignore_rewards", "name what it makes, or the class itself"),
        (lambda maximum=3: None, "ignore_rewards", "name what it makes, or the class itself"),
        (lambda: None, "reality_check", "name what it makes, or the class itself"),
        (lambda agent, play, more: (0, 0), "ignore_rewards", None),
        (partial(lambda agent, play, more: (0, 0)), "ignore_rewards", "a partial of <lambda> cannot be called with"),
        (partial(Percept, 1), "ignore_rewards", "a partial of Percept is neither a function of (agent, play) nor"),
    ],
)
def test_what_makes_an_implementation_is_none(implementation, suite, said):
    """Where nothing has to be given to it, the report says what to name; a partial is said to be one."""
    report = check(implementation, suite)

    assert report.exit_code == 4
    assert (said or "cannot be called with") in report.unusable.replace("\n", " ")
    assert ("name what it makes" in report.unusable) == (said is not None and said.startswith("name"))


# --- JUnit ---


def test_junit(reports):
    """A suite for each report, a case for each claim; counts are those of the cases."""
    chosen = [reports["right"], reports["wrong"], reports["strange"], reports["not there"], reports["nothing"]]
    root = ElementTree.fromstring(junit_text(chosen))
    suites = root.findall("testsuite")

    assert [suite.get("name") for suite in suites] == [f"formal_rl.{report.suite}" for report in chosen]
    for suite, report in zip(suites, chosen, strict=True):
        cases = suite.findall("testcase")
        assert [case.get("name") for case in cases][: len(report.rows)] == [row.claim for row in report.rows]
        assert int(suite.get("tests")) == len(cases)
        for count, child in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(count)) == sum(case.find(child) is not None for case in cases)
    totals = [tuple(int(suite.get(name)) for name in ("failures", "errors")) for suite in suites]
    assert totals == [(0, 0), (1, 0), (2, 0), (0, 1), (0, 1)]


def test_junit_tells_times_and_files(reports):
    """How long each report took, where that is told; and the file of an implementation that has one."""
    chosen = [reports["nats"], reports["wrong"]]
    suites = ElementTree.fromstring(junit_text(chosen, (0.12345, 2))).findall("testsuite")

    assert [suite.get("time") for suite in suites] == ["0.123", "2.000"]
    assert {case.get("file") for case in suites[0].iter("testcase")} == {
        reports["nats"].implementation.partition(":")[0]
    }
    assert {case.get("classname") for case in suites[0].iter("testcase")} == {"formal_rl.neutrality"}
    assert all(suite.get("time") is None for suite in ElementTree.fromstring(junit_text(chosen)))


def test_junit_of_a_divergence(reports):
    """The failure has outcome and counterexample, the case its evidence and the name of its script."""
    root = ElementTree.fromstring(junit_text([reports["wrong"]]))
    (failed,) = [case for case in root.iter("testcase") if case.find("failure") is not None]
    properties = {each.get("name"): each.get("value") for each in failed.iter("property")}
    shown = reports["wrong"].counterexample

    assert failed.find("failure").get("type") == shown.outcome
    assert failed.find("failure").text == shown.text
    assert properties["counterexample"] == f"repro_reality_check_{shown.claim}.py"
    assert properties["stage"] in {"pure", "reference"}


def test_junit_of_what_xml_has_no_place_for(reports):
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


def test_html_in_notebooks(reports):
    """A report shows itself as a part of a page, its verdict in words and colour."""
    part = reports["wrong"]._repr_html_()

    assert "<html" not in part
    assert '<span class="bad">diverges</span>' in part
    assert "✗ fails" in Tags(part).text
    assert '<span class="good">conforms</span>' in reports["right"]._repr_html_()


def test_html_marks_what_differs(reports):
    """What is said of a line that differs is marked, and so are the cells of a board; other brackets are not."""
    of_boards = check(lambda rows: tuple(tuple(0 for _ in row) for row in rows), "safelife_advance")

    assert "(-1, 0)   <mark>&lt;-- differs</mark>" in reports["trained"]._repr_html_()
    assert of_boards._repr_html_().partition("</pre>")[0].count("<mark>[o]</mark>") == 3
    assert "<mark>" not in evolve(reports["nats"], source="[a] list [1]")._repr_html_().partition("<details")[0]


def test_html_shows_the_counterexample_first(reports):
    """Above the table of claims; between the two is the command that runs the check again."""
    page = reports["nats"]._repr_html_()
    places = [page.index(each) for each in ("The smallest counterexample", "formal-rl conform ", "<table>")]

    assert places == sorted(places)
    assert "mistaken.py:neutrality --suite neutrality</pre>" in page
    assert " --suite reality_check --profile ci</pre>" in reports["ci"]._repr_html_()
    assert "--semantics published" in evolve(reports["nats"], semantics="published", seed=3)._repr_html_()
    assert " --seed 3</pre>" in evolve(reports["nats"], seed=3)._repr_html_()
    assert "formal-rl conform" not in evolve(reports["nats"], implementation="bare")._repr_html_()


def test_html_of_several_begins_with_a_summary(reports):
    """Each suite with its verdict and the first claim that fails; of one report there is none."""
    chosen = [reports[name].to_json() for name in ("right", "nats", "not there")]
    summary = Tags(report_page(chosen).partition("<table>")[2].partition("</table>")[0]).text.split("\n")

    assert [line for line in summary if line.strip()] == [
        "suiteimplementationverdictfirst failing claim",
        f"reality_check{reports['right'].implementation}conforms",
        f"neutrality{reports['nats'].implementation}divergesits values: wrong value",
        (
            f"neutrality{reports['not there'].implementation}cannot be used"
            "can be loaded, interface recognised: cannot be loaded"
        ),
    ]
    assert "first failing claim" not in report_page(chosen[:1])


def test_html_escapes_what_users_say(reports):
    """An implementation, a message and a text of markup are text."""
    report = evolve(reports["strange"], implementation="<script>alert(1)</script>:f")

    assert "<script>" not in report._repr_html_()
    assert "<b>" not in report._repr_html_()
    assert "<b>" in Tags(report._repr_html_()).text


def test_html_shows_control_characters(reports):
    """They are seen as Python writes them, wherever a user's text comes to."""
    shown = evolve(reports["strange"], implementation="odd\x1b[31m\x85\ud800\r.py:f")
    page = report_page([shown.to_json()])

    assert r"odd\x1b[31m\x85\ud800\r.py:f" in Tags(page).text
    assert r"</b> & \x00 ['a'" in Tags(page).text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", page)


def test_printable_text_is_left_as_it_is():
    """Tabulators, ends of lines and letters of any alphabet stay; what is no character does not."""
    kept = "a\tb\nc é 漢 🙂 \ufffd"

    assert printable(kept) == kept
    assert printable("\ufffe\x7f") == r"\ufffe\x7f"


# --- The same again ---


def test_messages_have_no_addresses(reports):
    """An address, which is another each time, is not told."""
    assert "Thing object at 0x...>" in reports["strange"].counterexample.text
    assert "0x7" not in json.dumps(reports["strange"].to_json())


def test_all_is_the_same_to_the_byte_on_another_run(mistaken, tmp_path, monkeypatch, capfd):
    """Two processes with different hashes of strings write the same files, but for times, and print the same."""
    folder = tmp_path / "same"
    outputs = [*("--json", folder / "r.json"), *("--junit", folder / "r.xml"), *("--html", folder / "r.html")]
    suites = ["--suite", "neutrality", "--suite", "usefulness"]
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
        files["r.xml"] = re.sub(rb' time="[0-9.]+"', b"", files["r.xml"])
        seen.append((answer, files))
        folder.rename(tmp_path / run.__name__)
    assert seen[0] == seen[1]
    assert seen[0][0][0::2] == (4, "")
    assert {"r.json", "r.xml", "r.html", "repro/repro_neutrality_values.json"} < seen[0][1].keys()
