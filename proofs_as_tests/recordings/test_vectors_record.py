"""Recorded vectors of suites: written from the reference, of their schema, and checked against implementations."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from jsonschema import Draft202012Validator, ValidationError

from formal_rl import cli
from formal_rl.conformance import SUITES, json_schema
from formal_rl.conformance.engine.suite import Claim, WrongShape
from formal_rl.conformance.engine.unknowns import Unknowns
from formal_rl.errors import InvalidParameter
from formal_rl.recordings import recorded_vectors, replay, write_vectors
from formal_rl.recordings.users_objects import UsersObjects
from formal_rl.recordings.vectors_record import NothingToRecord, recorded_case
from proofs_as_tests.conformance.of_data import claims_of

ROOT = Path(__file__).parents[2]
ANSWERING = ROOT / "proofs_as_tests" / "conformance" / "answering.py"
VALIDATOR = Draft202012Validator(json_schema("conformance-vectors/1"))
SOME = ("neutrality", "gridworld_step", "tempting_button", "third_action_forbidden", "incentivize_learning_rate")
"""Floats, strings of several lines, draws, and what agents are told."""

IMPLEMENTATIONS = """
from math import log2

def neutrality(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)

def doubled(probabilities):
    return 2 * neutrality(probabilities)

def raising(probabilities):
    return 1 / 0

def ignore_rewards(agent, play):
    if not play:
        return (0, 0)
    prompt = tuple((0, part[1]) if index % 2 == 0 else part for index, part in enumerate(play[:-1]))
    return (1 if agent(prompt) == play[-1] else -1, 0)

def with_rewards(agent, play):
    return (1 if agent(play[:-1]) == play[-1] else -1, 0) if play else (0, 0)

class IgnoreRewards:
    def __init__(self, A):
        pass

    def start(self):
        return 0

    def step(self, action):
        return (1, 0)
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Vectors of some suites, as values and in files, each recorded once."""
    directory, values = tmp_path_factory.mktemp("vectors"), {}

    def record(suite):
        if suite not in values:
            values[suite] = recorded_vectors(suite)
            write_vectors(values[suite], directory)
        return values[suite], directory / f"{suite}.json"

    return record


@pytest.fixture
def altered(recorded, tmp_path):
    """Write recorded vectors with a change, and return where."""

    def write(suite, change):
        values = json.loads(recorded(suite)[1].read_text("utf-8"))
        change(values)
        return write_vectors(values, tmp_path)

    return write


@pytest.mark.parametrize("suite", SOME)
def test_vectors_are_of_their_schema_and_replay(recorded, suite):
    """What is written is what was recorded, the schema says so of some of it, and the reference answers alike again."""
    values, file = recorded(suite)

    assert json.loads(file.read_text("utf-8")) == json.loads(json.dumps(values))
    few = [{**claim, "cases": claim["cases"][:5] + claim["cases"][-5:]} for claim in values["claims"]]
    VALIDATOR.validate(json.loads(json.dumps({**values, "claims": few})))
    report = replay(file)
    assert report.exit_code == 0
    assert report.cases == sum(len(claim["cases"]) for claim in values["claims"]) > 100


def test_every_suite_with_values_is_recorded():
    """All but those of laws alone, and those that hand over environments."""
    without = set()
    for name in SUITES:
        if SUITES[name].of_data and all(each.expected is None for each in claims_of(name)):
            without.add(name)
            with pytest.raises(NothingToRecord, match="laws"):
                recorded_vectors(name)
    assert without == {"learner"}
    for name in ("handicap", "opposite"):
        with pytest.raises(WrongShape, match="hands over environments"):
            recorded_vectors(name)
    with pytest.raises(NothingToRecord, match="no published semantics"):
        recorded_vectors("neutrality", semantics="published")
    for wrong in ({"suite": "nothing"}, {"semantics": "none"}, {"profile": "none"}, {"seed": -1}):
        with pytest.raises(InvalidParameter):
            recorded_vectors(**{"suite": "neutrality", **wrong})


def test_by_hand(recorded):
    """The first cases of two suites."""
    values, _ = recorded("neutrality")
    assert values["claims"][0]["cases"][0] == {"case": {"probabilities": [{"fraction": [1, 1]}]}, "answer": 0.0}
    assert [each["id"] for each in values["not_recorded"]] == ["order"]

    values, _ = recorded("third_action_forbidden")
    first, second = values["claims"][1]["cases"][:2]
    does = {"ask": [[0, 0]], "number_of_actions": 3}
    assert first == {"play": [[0, 0], 0], "agent": [{**does, "action": 0}], "answer": [1, 0]}
    assert second == {"play": [[0, 0], 0], "agent": [{**does, "action": 1}], "answer": [-1, 0]}


def test_the_same_bytes(recorded, tmp_path):
    """Recorded again; and with another seed, other cases are drawn."""
    _, file = recorded("neutrality")

    assert write_vectors(recorded_vectors("neutrality"), tmp_path).read_bytes() == file.read_bytes()
    assert write_vectors(recorded_vectors("neutrality", seed=1), tmp_path).read_bytes() != file.read_bytes()


def test_a_refusal_is_recorded():
    """What the reference refuses has the reason instead of an answer."""

    def refusing(world, given):
        raise InvalidParameter("number", given["number"], "another")

    claim = Claim("refusal", "reference", "refuses", "nowhere", "one", expected=refusing)

    assert recorded_case(claim, {"number": 1}, Unknowns()) == {
        "case": {"number": 1},
        "refuse": "number is 1: expected another",
    }


@pytest.mark.parametrize(("name", "code"), [("raising", 0), ("neutrality", 1), (None, 1)])
def test_a_refusal_is_checked(altered, tmp_path, name, code):
    """Any exception will do, and no answer."""

    def refused(values):
        values["claims"] = [{**values["claims"][0], "cases": [{"case": _first(values)["case"], "refuse": "why not"}]}]

    (tmp_path / "mine.py").write_text(IMPLEMENTATIONS, encoding="utf-8")
    file = altered("neutrality", refused)
    users = UsersObjects(recorded=f"{tmp_path / 'mine.py'}:{name}") if name else UsersObjects()

    VALIDATOR.validate(json.loads(file.read_text("utf-8")))
    assert replay(file, users=users).exit_code == code


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values.update(schema="conformance-vectors/2"),
        lambda values: values.pop("tolerance", values.pop("seed")),
        lambda values: values["claims"][0]["cases"][0].update(refuse="both"),
        lambda values: values["claims"][0]["cases"][0].pop("answer"),
        lambda values: values["claims"][0]["cases"][0].update(answer={"fraction": [1, 0]}, refuse=None),
        lambda values: values["claims"][0].update(tolerance=-1),
    ],
)
def test_the_schema_refuses(recorded, change):
    """What is no such file."""
    values = json.loads(recorded("neutrality")[1].read_text("utf-8"))
    change(values)
    with pytest.raises(ValidationError):
        VALIDATOR.validate(values)


def _first(values):
    return values["claims"][0]["cases"][0]


@pytest.mark.parametrize(
    ("suite", "change", "field"),
    [
        ("neutrality", lambda values: values.update(suite="nothing"), "suite"),
        ("neutrality", lambda values: values.update(kind="nothing"), "kind"),
        ("neutrality", lambda values: values.update(semantics="nothing"), "semantics"),
        ("neutrality", lambda values: values.update(profile="nothing"), "profile"),
        ("neutrality", lambda values: values["claims"][0].update(id="nothing"), "claims[0].id"),
        ("neutrality", lambda values: values["claims"][0].update(id="order"), "claims[0].cases[0]"),
        ("neutrality", lambda values: _first(values).pop("answer"), "claims[0].cases[0].answer"),
        ("neutrality", lambda values: _first(values)["case"].update(p=1), "claims[0].cases[0]"),
        ("neutrality", lambda values: _first(values).update(answer={"fraction": [1, 0]}), "claims[0].cases[0].answer"),
        ("tempting_button", lambda values: _first(values).pop("play"), "claims[0].cases[0]"),
        ("tempting_button", lambda values: _first(values).pop("draws"), "claims[0].cases[0]"),
        ("tempting_button", lambda values: _first(values).update(play=[1]), "claims[0].cases[0].play"),
        (
            "tempting_button",
            lambda values: _first(values).update(agent=[{"ask": {"a": 1}, "action": 0}]),
            "claims[0].cases[0].agent[0].ask",
        ),
    ],
)
def test_unusable_vectors_are_named(altered, suite, change, field):
    """The field that is at fault."""
    report = replay(altered(suite, change))

    assert report.exit_code == 4
    assert [fault.field for fault in report.unusable] == [field]


def test_a_changed_answer_is_found(altered):
    """By the reference, in the case where it is."""
    report = replay(altered("tempting_button", lambda values: values["claims"][1]["cases"][3].update(answer=[5, 1])))

    assert report.exit_code == 1
    (mismatch,) = report.mismatches
    assert (mismatch.field, mismatch.agent, mismatch.expected) == ("claims[1].cases[3]", "later_percepts", "(5, 1)")


@pytest.mark.parametrize(
    ("suite", "name", "code"),
    [
        ("neutrality", "neutrality", 0),
        ("neutrality", "doubled", 1),
        ("neutrality", "raising", 1),
        ("neutrality", "nothing", 4),
        ("neutrality", "IgnoreRewards", 4),
        ("ignore_rewards", "ignore_rewards", 0),
        ("ignore_rewards", "with_rewards", 1),
        ("ignore_rewards", "IgnoreRewards", 5),
    ],
)
def test_an_implementation_is_checked(recorded, tmp_path, capsys, suite, name, code):  # noqa: PLR0917
    """0 agrees, 1 differs, 4 cannot be used; 5 where histories cannot be put to it."""
    (tmp_path / "mine.py").write_text(IMPLEMENTATIONS, encoding="utf-8")
    _, file = recorded(suite)

    assert cli.main(["vectors", "check", str(file), "--implementation", f"{tmp_path / 'mine.py'}:{name}"]) == code
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("behaviour", "suite", "code"),
    [
        ("right", "incentivize_learning_rate", 0),
        ("wrong", "incentivize_learning_rate", 1),
        ("ends", "neutrality", 1),
        ("shows a banner", "neutrality", 4),
    ],
)
def test_a_process_is_checked(recorded, tmp_path, behaviour, suite, code):
    """As a Python object is."""
    (tmp_path / "behaviour").write_text(behaviour, encoding="utf-8")
    command = f"exec:{sys.executable} -I -S {ANSWERING} {tmp_path / 'behaviour'}"

    assert cli.main(["vectors", "check", str(recorded(suite)[1]), "--implementation", command]) == code


def test_an_implementation_is_of_one_suite(recorded, tmp_path, capsys):
    """A directory of several is refused."""
    for suite in ("neutrality", "tempting_button"):
        write_vectors(recorded(suite)[0], tmp_path)

    assert cli.main(["vectors", "check", str(tmp_path), "--implementation", "a:b"]) == 2
    assert "neutrality, tempting_button" in capsys.readouterr().err


def test_the_command_line(tmp_path, capsys):
    """It writes the file, making the directory, and says what is in it."""
    out = tmp_path / "a" / "vectors"

    assert cli.main(["vectors", "record", "neutrality", "--out", str(out)]) == 0
    assert "2 claims, 123 cases" in capsys.readouterr().out
    assert cli.main(["vectors", "check", str(out)]) == 0
    assert cli.main(["vectors", "record", "learner", "--out", str(out)]) == 4
    assert cli.main(["vectors", "record", "neutrality", "--out", str(out / "neutrality.json")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(which("node") is None, reason="needs node")
def test_the_example_reads_vectors(recorded, altered):
    """By the algorithm of the page: 0 as recorded, 1 with an answer changed, 4 for a suite that it has not."""
    changed = altered("ignore_rewards", lambda values: values["claims"][1]["cases"][3].update(answer=[5, 0]))
    files = [recorded("ignore_rewards")[1], changed, recorded("neutrality")[1]]
    check = ROOT / "examples" / "conformance_node" / "check_vectors.mjs"
    codes = [subprocess.run(["node", check, file], capture_output=True, check=False).returncode for file in files]

    assert codes == [0, 1, 4]
