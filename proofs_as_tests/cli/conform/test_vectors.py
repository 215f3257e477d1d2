"""The command vectors check: what it prints, and with which code it exits."""

import json
from pathlib import Path

import pytest

import formal_rl
from formal_rl.recordings import shipped_vectors

COMMAND = ("vectors", "check")
pytestmark = pytest.mark.usefixtures("no_terminal")

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
CLOSING = next(line for line in README.splitlines() if "mismatches" in line)


@pytest.fixture
def flipped(tmp_path):
    """A copy of a shipped file in which one action of one run is another."""
    document = json.loads((shipped_vectors() / "DejaVu.json").read_text("utf-8"))
    document["runs"][2]["actions"][17] = 1 - document["runs"][2]["actions"][17]
    path = tmp_path / "DejaVu.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


@pytest.mark.full  # `make verify` replays them, too
def test_the_shipped_runs_agree(run):
    """Without a path the runs that come with the package are replayed: a row for each file, and a closing line."""
    code, out, err = run()
    lines = out.splitlines()
    names = sorted(file.name for file in shipped_vectors().glob("*.json"))

    assert (code, err) == (0, "")
    assert lines[0].split() == ["file", "cases", "mismatches", "skipped"]
    assert [line.split()[0] for line in lines[1:35]] == names
    assert ["DejaVu.json", "8", "0", "0"] in [line.split() for line in lines]
    assert [line for line in lines if line.startswith("skipped ")]
    assert lines[-1] == CLOSING


def test_a_mismatch(run, flipped):
    """The report of a wrong recorded action names file, run and step, and the command exits with 1."""
    code, out, err = run(flipped)
    recorded = json.loads(flipped.read_text("utf-8"))["runs"][2]["actions"][17]
    report = json.loads(run(flipped, "--json")[1])

    assert (code, err) == (1, "")
    assert (
        f"mismatch: DejaVu.json: runs[2].actions[17] (hash_a, step 17): action: recorded {recorded}, "
        f"replayed {1 - recorded}"
    ) in out.splitlines()
    assert out.splitlines()[-1] == "1 files, 8 cases, 1 mismatches, 0 skipped"
    assert (report["exit_code"], report["cases"], len(report["files"]), report["skipped"]) == (1, 8, 1, [])
    assert report["definitions_revision"] == formal_rl.DEFINITIONS_REVISION
    assert [mismatch["field"] for mismatch in report["mismatches"]] == ["runs[2].actions[17]"]


def test_nothing_to_check(run, tmp_path):
    """An empty directory, or a file of which every run is skipped, is no agreement, and the code is 5."""
    assert run(tmp_path) == (5, "0 files, 0 cases, 0 mismatches, 0 skipped\n", "")
    code, out, _ = run(shipped_vectors() / "PunishSlowAgent.json")
    assert (code, out.splitlines()[-1]) == (5, "1 files, 0 cases, 0 mismatches, 8 skipped")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_unusable_vectors_exit_with_4(run, tmp_path, flipped, options):
    """What is not as its schema says, or not there: file and field on stderr, and the code is 4."""
    document = json.loads(flipped.read_text("utf-8"))
    document["runs"][1]["agent"] = "nobody"
    flipped.write_text(json.dumps(document), "utf-8")
    code, out, err = run(flipped, *options)

    assert (code, len(err.splitlines())) == (4, 1)
    assert err.startswith("formal-rl: DejaVu.json: runs[1].agent")
    assert not options or json.loads(out)["unusable"][0]["file"] == "DejaVu.json"
    code, _, err = run(tmp_path / "absent", *options)
    assert (code, err.startswith(f"formal-rl: {tmp_path / 'absent'}: "), "No such file" in err) == (4, True, True)


def test_totals_are_replayed(run):
    """A number of totals, or a few; the report is as of other recorded runs."""
    code, out, err = run("--totals", 3)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "1 files, 3 cases, 0 mismatches, 0 skipped"
    code, out, _ = run("--totals", "--json")
    assert code == 0
    assert json.loads(out)["cases"] == 20


@pytest.mark.parametrize("wrong", [["0"], ["2501"], ["many"], ["3", "--agents", "mine"], ["²"]])
def test_totals_that_there_are_not(run, wrong):
    """2, and what may be asked for."""
    code, out, err = run("--totals", *wrong)

    assert (code, out) == (2, "")
    assert "totals" in err
