"""Recorded vectors of suites: written from the reference, of their schema, and checked against implementations."""

import json
import subprocess
import sys
from math import log2
from pathlib import Path
from shutil import which

import pytest
from jsonschema import Draft202012Validator, ValidationError

from formal_rl import cli
from formal_rl.conformance import SUITES
from formal_rl.conformance.engine.suite import Claim, WrongShape
from formal_rl.conformance.engine.unknowns import Unknowns
from formal_rl.errors import InvalidParameter
from formal_rl.recordings import recorded_vectors, replay, write_vectors
from formal_rl.recordings.registry import UsersObjects
from formal_rl.recordings.suite_vectors import NothingToRecord, recorded_case
from proofs_as_tests.conformance.of_data import claims_of
from proofs_as_tests.recordings.conftest import ABSENT, put
from proofs_as_tests.schemas import json_schema

ROOT = Path(__file__).parents[2]
ANSWERING = ROOT / "proofs_as_tests" / "conformance" / "answering.py"
VALIDATOR = Draft202012Validator(json_schema("conformance-vectors/1"))
SOME = ("neutrality", "gridworld_step", "tempting_button", "third_action_forbidden", "incentivize_learning_rate")
"""Floats, strings of several lines, draws, and agents' numbers."""

ZOO = ROOT / "proofs_as_tests" / "conformance" / "zoo" / "users.py"
FIRST = ("claims", 0, "cases", 0)
FOURTH = ("claims", 1, "cases", 3, "answer")


def entropy(probabilities):
    """A right neutrality."""
    return -sum(float(p) * log2(p) for p in probabilities if p)


def doubled(probabilities):
    """A wrong one."""
    return 2 * entropy(probabilities)


def raising(probabilities):
    """No neutrality."""
    return 1 / 0


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
    """Write recorded vectors with a change at a path, and return where."""
    return lambda suite, *change: write_vectors(put(_as_json(recorded(suite)[0]), *change), tmp_path)


def _as_json(values):
    return json.loads(json.dumps(values))


@pytest.mark.parametrize("suite", SOME)
def test_vectors_are_of_their_schema_and_replay(recorded, suite):
    """What is written is what was recorded, the schema says so of some of it, and the reference answers alike again."""
    values, file = recorded(suite)

    assert json.loads(file.read_text("utf-8")) == _as_json(values)
    few = [{**claim, "cases": claim["cases"][:5] + claim["cases"][-5:]} for claim in values["claims"]]
    VALIDATOR.validate(_as_json({**values, "claims": few}))
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
    assert [each["id"] for each in recorded("policy_metrics")[0]["not_recorded"]] == ["shown", "discount"]

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

    refused = {"case": {"number": 1}, "refuse": "number is 1: expected another"}
    assert recorded_case(claim, {"number": 1}, Unknowns()) == refused


@pytest.mark.parametrize(("name", "code"), [("raising", 0), ("entropy", 1), (None, 1)])
def test_a_refusal_is_checked(altered, name, code):
    """Any exception will do, and no answer."""

    def refused(claims):
        return [{**claims[0], "cases": [{"case": claims[0]["cases"][0]["case"], "refuse": "why not"}]}]

    file = altered("neutrality", ("claims",), refused)
    users = UsersObjects(recorded=f"{__name__}:{name}") if name else UsersObjects()

    VALIDATOR.validate(json.loads(file.read_text("utf-8")))
    assert replay(file, users=users).exit_code == code


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), "conformance-vectors/2"),
        (("seed",), ABSENT),
        ((*FIRST, "refuse"), "both"),
        ((*FIRST, "answer"), ABSENT),
        (FIRST, lambda case: {**case, "answer": {"fraction": [1, 0]}, "refuse": None}),
        (("claims", 0, "tolerance"), -1),
    ],
)
def test_the_schema_refuses(recorded, path, value):
    """What is no such file."""
    values = put(_as_json(recorded("neutrality")[0]), path, value)
    with pytest.raises(ValidationError):
        VALIDATOR.validate(values)


@pytest.mark.parametrize(
    ("suite", "path", "value", "field"),
    [
        *(("neutrality", (name,), "nothing", name) for name in ("suite", "kind", "semantics", "profile")),
        ("neutrality", ("claims", 0, "id"), "nothing", "claims[0].id"),
        ("policy_metrics", ("claims", 0, "id"), "discount", "claims[0].cases[0]"),
        ("neutrality", (*FIRST, "answer"), ABSENT, "claims[0].cases[0].answer"),
        ("neutrality", (*FIRST, "case", "p"), 1, "claims[0].cases[0]"),
        ("neutrality", (*FIRST, "answer"), {"fraction": [1, 0]}, "claims[0].cases[0].answer"),
        ("tempting_button", (*FIRST, "play"), ABSENT, "claims[0].cases[0].play"),
        ("tempting_button", (*FIRST, "draws"), ABSENT, "claims[0].cases[0].draws"),
        ("tempting_button", (*FIRST, "play"), [1], "claims[0].cases[0]"),
        ("tempting_button", (*FIRST, "agent"), [{"ask": {"a": 1}, "action": 0}], "claims[0].cases[0]"),
    ],
)
def test_unusable_vectors_are_named(altered, suite, path, value, field):
    """The field that is at fault."""
    report = replay(altered(suite, path, value))

    assert report.exit_code == 4
    assert [fault.field for fault in report.unusable] == [field]


def test_a_changed_answer_is_found(altered):
    """By the reference, in the case where it is."""
    report = replay(altered("tempting_button", FOURTH, [5, 1]))

    assert report.exit_code == 1
    (mismatch,) = report.mismatches
    assert (mismatch.field, mismatch.agent, mismatch.expected) == ("claims[1].cases[3]", "later_percepts", "(5, 1)")


@pytest.mark.parametrize(
    ("suite", "name", "code"),
    [
        ("neutrality", f"{__name__}:entropy", 0),
        ("neutrality", f"{__name__}:doubled", 1),
        ("neutrality", f"{__name__}:raising", 1),
        ("neutrality", f"{__name__}:nothing", 4),
        ("neutrality", f"{ZOO}:RightIgnoreRewards", 4),
        ("ignore_rewards", f"{ZOO}:right_ignore_rewards", 0),
        ("ignore_rewards", f"{ZOO}:remembers_without_the_agent", 1),
        ("ignore_rewards", f"{ZOO}:RightIgnoreRewards", 5),
    ],
)
def test_an_implementation_is_checked(recorded, capsys, suite, name, code):
    """0 agrees, 1 differs, 4 cannot be used; 5 where histories cannot be put to it."""
    assert cli.main(["vectors", "check", str(recorded(suite)[1]), "--implementation", name]) == code
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
    changed = altered("ignore_rewards", FOURTH, [5, 0])
    files = [recorded("ignore_rewards")[1], changed, recorded("neutrality")[1]]
    check = ROOT / "examples" / "conformance_node" / "check_vectors.mjs"
    codes = [subprocess.run(["node", check, file], capture_output=True, check=False).returncode for file in files]

    assert codes == [0, 1, 4]
