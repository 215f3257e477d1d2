"""What hostile inputs found once, each in the smallest form; and that the harness sees faults of every kind."""

import json
import os
import time

import pytest
from hypothesis import strategies as st

from formal_rl.battery.totals import total_rows
from formal_rl.conformance import check_log, read_expected
from formal_rl.conformance.engine.settings import UnusableToml
from formal_rl.conformance.reports.project import read_project
from formal_rl.errors import (
    InvalidParameter,
    MalformedLayout,
    NotLoadable,
    UnknownName,
    UnusableArchive,
    UnusableVectors,
)
from formal_rl.gridworlds import lengths, named_world, parse_layout, read_policy
from formal_rl.loading import load_object
from formal_rl.numbers import read_fraction
from formal_rl.statements.report_file import ReportFile
from formal_rl.study import find_agent
from formal_rl.study.safelife.benchmark_results import parse_penalty
from tools.fuzz.readers import Reader
from tools.fuzz.trials import Chunk, Tally, tallies

ENDLESS = "11e3092222"  # a power of ten that takes hours to compute
DEEP = "[" * 5_000


@pytest.mark.parametrize("text", [ENDLESS, "1e-999999999", "1e1000", "9" * 1_001, "1/0", "x"])
def test_numbers_of_hostile_length_are_refused(text):
    """An exponent has three digits at most, and nothing is divided by 0."""
    with pytest.raises(ValueError, match=r"digits|divided|Invalid"):
        read_fraction(text)
    with pytest.raises(InvalidParameter, match="penalty"):
        parse_penalty(text)


def test_numbers_as_they_are_written():
    """Decimals, fractions and short exponents are read."""
    assert [str(read_fraction(text)) for text in ("1e-3", "0.5", "7/3", "1e9")] == [
        "1/1000",
        "1/2",
        "7/3",
        "1000000000",
    ]


@pytest.mark.parametrize(
    "text",
    [
        *(f"length {'9' * 5_000}\nA C1", "length 1000001\nA C1", f"length 2\nA C1 B{'9' * 5_000}"),
        *(f"length 2\nA C{ENDLESS}", "9" * 20_000),
    ],
)
def test_numbers_in_layouts_are_bounded(text):
    """A number of thousands of digits is refused as a layout, and is not quoted whole."""
    with pytest.raises(MalformedLayout) as refused:
        parse_layout(text)
    assert len(str(refused.value)) < 1_500


def test_whether_a_button_can_be_reached_takes_no_longer_for_more_moves():
    """A button behind walls is refused however many moves there are; one that needs another's delay is found."""
    with pytest.raises(MalformedLayout, match="reach in time"):
        parse_layout("length 1000000\nA C1 # B1")
    with pytest.raises(MalformedLayout, match="fewer buttons"):
        parse_layout(f"length 99\n{'B1 ' * 14}\n{'. ' * 13}A\n{'. ' * 12}C1 #\n{'. ' * 12}# B1")
    assert lengths(parse_layout("length 2\nA . B2 . B1 C1")) == (2, 4, 5)


def test_files_that_are_nested_deeply_are_refused(tmp_path):
    """By the error of each reader, and not by Python's."""
    file = tmp_path / "input"
    file.write_text(f"check = {DEEP}", "utf-8")
    with pytest.raises(UnusableToml, match="TOML"):
        read_project(file)
    with pytest.raises(UnusableToml, match="TOML"):
        read_expected(file)
    file.write_text(f"{DEEP * 20}\n", "utf-8")
    with pytest.raises(UnusableVectors, match="JSON"):
        ReportFile(file, {})


@pytest.mark.parametrize("schema", [["x"], {"": None}])
def test_a_schema_that_is_not_text(tmp_path, schema):
    """Is refused: once it was looked up in a set."""
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({"schema": schema, "observations": []}), "utf-8")
    with pytest.raises(UnusableVectors, match="schema"):
        read_policy(file, named_world("example"))


def test_tables_and_logs_with_endless_numbers_are_refused(tmp_path):
    """As not a number, and as not JSON."""
    with pytest.raises(UnusableVectors, match="not a number"):
        list(total_rows(f"agent,env,seed,nsteps,reward\na,e,1,{ENDLESS},3\n", "t.csv"))
    log = tmp_path / "log.jsonl"
    log.write_text(f'{{"lambda": 0.9, "greatest": {{"4": {ENDLESS}}}}}\n', "utf-8")
    assert "not JSON" in check_log(log).unusable


@pytest.mark.parametrize("refused", [lambda: find_agent("x" * 9_000), lambda: load_object(f"json:{'x' * 9_000}")])
def test_long_names_are_not_quoted_whole(refused):
    """A message has a beginning of what was found, and how long it is."""
    with pytest.raises((UnknownName, NotLoadable)) as error:
        refused()
    assert len(str(error.value)) < 3_000
    assert len(str(UnusableArchive("a", "x" * 9_000, "y" * 9_000))) < 3_000


def reading(data):
    """Do what the text says; a reader for the harness to find faults in."""
    match data.split(b" ")[0]:
        case b"raises":
            raise ZeroDivisionError
        case b"refuses":
            raise InvalidParameter("x", 1, "another")
        case b"ends":
            os._exit(9)
        case b"hangs":
            while True:
                time.process_time()
        case b"allocates":
            return bytes(1 << 34)
    return None


@pytest.mark.parametrize(
    ("word", "kind"),
    [("raises", "ZeroDivisionError"), ("ends", "code 9"), ("hangs", "processor"), ("allocates", "MemoryError")],
)
def test_the_harness_sees_each_kind_of_fault(monkeypatch, word, kind):
    """An error that is not ours, an end of the process, a hang, memory; and it goes on after each of them."""
    monkeypatch.setattr("tools.fuzz.trials.SECONDS", 0.2)
    inputs = st.tuples(st.sampled_from([word, "refuses", "reads"]), st.integers(0, 999)).map(
        lambda pair: b"%s %d" % (pair[0].encode(), pair[1])
    )
    found = Tally()
    for _, tally in tallies([Chunk(Reader("a reader", reading, inputs, 1), 8, 1)], 1):
        found.add(tally)
    assert [kind in each for each in found.faults] == [True], found.faults
    assert found.inputs == 8
    assert set(found.refused) <= {"InvalidParameter"}
