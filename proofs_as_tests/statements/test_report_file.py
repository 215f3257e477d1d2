"""Reports in a file: as they were made, whole or not at all, with the settings they were made with."""

import json

import pytest
from attrs import evolve

from formal_rl.checking import Scope
from formal_rl.errors import OtherSettings, UnusableVectors
from formal_rl.statements import verify
from formal_rl.statements.report_file import ReportFile
from formal_rl.statements.verification import MutantResult

SETTINGS = {"profile": "quick", "horizon": None, "seed": 0}
RIGHT = verify("T24-DA1", Scope(), clock=lambda: 0.0)
OTHER = verify("A21-L2", Scope(horizon=2), clock=lambda: 0.0)
FAILED = evolve(RIGHT, mutants=(MutantResult("survives", killed=False, by="", witness=""),))


@pytest.fixture
def path(tmp_path):
    """Where a file is to be."""
    return tmp_path / "run.jsonl"


def filled(path, *reports):
    """A file with these reports."""
    file = ReportFile(path, SETTINGS)
    for report in reports:
        file.add(report)
    return path


def test_reports_are_read_as_they_were_written(path):
    """Each is on a line, under the settings."""
    heading, *lines = filled(path, RIGHT, OTHER).read_text("utf-8").splitlines()

    assert json.loads(heading) == {"schema": "formal_rl/verify-run/1", **SETTINGS}
    assert [json.loads(line) for line in lines] == [RIGHT.to_json(), OTHER.to_json()]
    assert ReportFile(path, SETTINGS).reports == {"T24-DA1": RIGHT, "A21-L2": OTHER}


def test_failures_run_again(path):
    """It is in the file and not done; where a statement has several reports, the last one counts."""
    assert ReportFile(filled(path, FAILED), SETTINGS).done == {}
    assert ReportFile(path, SETTINGS).reports == {"T24-DA1": FAILED}
    assert ReportFile(filled(path, RIGHT), SETTINGS).done == {"T24-DA1": RIGHT}


def test_a_line_that_was_not_ended_is_taken_away(path):
    """Wherever the program was killed; the next report begins a line."""
    whole = filled(path, RIGHT, OTHER).read_bytes()
    kept = whole[: whole.rindex(b"{", 0, whole.rindex(b'{"id"') + 1)]
    for cut in (1, 2, 1000, len(whole) - len(kept) - 1, len(whole) - len(kept)):
        path.write_bytes(whole[:-cut])
        file = ReportFile(path, SETTINGS)
        assert file.reports == {"T24-DA1": RIGHT}
        assert path.read_bytes() == kept
        file.add(OTHER)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"profile": "full"}, "line 1 profile is quick, and here profile is full; give another file"),
        ({"horizon": 3}, "line 1 horizon is None, and here horizon is 3"),
        ({"seed": 1}, "line 1 seed is 0, and here seed is 1"),
    ],
)
def test_other_settings_are_refused(path, changed, said):
    """The difference is named, and the file is as it was."""
    before = filled(path, RIGHT).read_bytes() + b"{"
    path.write_bytes(before)
    with pytest.raises(OtherSettings, match=said):
        ReportFile(path, {**SETTINGS, **changed})
    assert path.read_bytes() == before


def of_mine(**changes):
    """A file with one report, of which some values are others."""
    heading = json.dumps({"schema": "formal_rl/verify-run/1", **SETTINGS})
    return f"{heading}\n{json.dumps({**RIGHT.to_json(), **changes})}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("notes", "line 1: is not a JSON object"),
        ("notes\nof mine\n", "line 1: is not a JSON object"),
        ("{}\n", "line 1: expected a heading with the schema formal_rl/verify-run/1"),
        (of_mine() + "{]\n", "line 3: is not a JSON object"),
        (of_mine() + "\n", "line 3: is not a JSON object"),
        (of_mine() + "{}\n", "line 3: is not a report: 'mutant_results'"),
        (of_mine(mutant_results=[3]), "line 2: is not a report: .* must be a mapping, not int"),
        (of_mine(mutants_killed=99), "line 2: is not a report: its numbers are not those of its parts and mutants"),
        (of_mine(cases="3"), "line 2: is not a report: its numbers are not those of its parts and mutants"),
        (of_mine(more="values"), "line 2: is not a report: its numbers"),
        ("\udcff", "the file: no text in UTF-8"),
    ],
)
def test_another_file_is_refused(path, text, said):
    """Its line is named, and it is as it was."""
    before = text.encode("utf-8", "surrogateescape")
    path.write_bytes(before)
    with pytest.raises(UnusableVectors, match=said):
        ReportFile(path, SETTINGS)
    assert path.read_bytes() == before


def test_an_empty_file_is_begun(path):
    """As one that is not there."""
    path.touch()
    assert ReportFile(path, SETTINGS).reports == {}
    assert len(path.read_text("utf-8").splitlines()) == 1
