"""The door for pytest: a check as tests, one for each claim."""

import subprocess
import sys

import pytest

from formal_rl.conformance import check, check_named
from formal_rl.conformance.pytest_plugin import conformance_tests
from formal_rl.conformance.reports.expected_divergences import expected_entries
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import neutrality
from formal_rl.transforms import reality_check_fold

TESTS = """
from math import log, log2
from pathlib import Path

import numpy

from formal_rl.conformance import check
from formal_rl.conformance.pytest_plugin import conformance_tests


def single(probabilities):
    return numpy.float32(bits(probabilities))


def nats(probabilities):
    return -sum(float(p) * log(p) for p in probabilities if p)


def bits(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)


class Bits:
    pass


test_bits = conformance_tests(bits, "neutrality")
test_nats = conformance_tests(nats, "neutrality", in_process=True)
test_known = conformance_tests(nats, "neutrality", expected=Path(__file__).with_name("known.toml"), in_process=True)
test_no_function = conformance_tests(Bits, "neutrality")
test_named = conformance_tests(f"{__file__}:single", "neutrality", precision="single", keep_going=True, in_process=True)


def test_of_ones_own():
    assert check(nats, "neutrality", first=True)
"""


def bits(probabilities):
    """Right."""
    return neutrality(dict(enumerate(probabilities)))


test_neutrality = conformance_tests(bits, "neutrality")


@pytest.mark.parametrize(
    ("implementation", "suite", "semantics"),
    [
        (bits, "neutrality", "paper"),
        (reality_check_fold, "reality_check", "published"),
    ],
)
def test_there_is_a_test_for_each_row_of_the_report(implementation, suite, semantics):
    """Known before any question, and in the order of stages."""
    test = conformance_tests(implementation, suite, semantics=semantics)
    (mark,) = test.pytestmark
    report = check(implementation, suite, semantics=semantics, in_process=True)

    assert sorted(mark.args[1]) == sorted(row.claim for row in report.rows)
    assert set(mark.kwargs["ids"]) == {f"{row.stage}-{row.claim}" for row in report.rows}


def test_settings_are_refused_where_tests_are_collected():
    """A suite that there is not is an error at once."""
    with pytest.raises(InvalidParameter, match="did you mean neutrality"):
        conformance_tests(bits, "neutralit")
    with pytest.raises(TypeError, match="the settings of check, and not tolerence"):
        conformance_tests(bits, "neutrality", tolerence=1)
    with pytest.raises(InvalidParameter, match="profile is 'slow'"):
        conformance_tests(bits, "neutrality", profile="slow")


def test_a_run_of_pytest(tmp_path):
    """Passed, failed with the counterexample, skipped, and expected to fail: each as pytest says it."""
    module = tmp_path / "test_metrics.py"
    module.write_text(TESTS, "utf-8")
    (tmp_path / "metrics.py").write_text(TESTS.partition("\n\n\nclass Bits")[0], "utf-8")
    report = check_named(f"{tmp_path / 'metrics.py'}:nats", "neutrality", in_process=True)
    report.write_counterexamples(tmp_path)
    (tmp_path / "known.toml").write_text(expected_entries(report), "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", str(module)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = ran.stdout.splitlines()

    assert ran.returncode == 1
    assert "PASSED test_metrics.py::test_bits[reference-values]" in lines
    assert any(line.startswith("FAILED test_metrics.py::test_nats[reference-values] - ") for line in lines)
    assert any(line.startswith("XFAIL test_metrics.py::test_known[reference-values] - wrong value") for line in lines)
    assert any(line.startswith("FAILED test_metrics.py::test_no_function[shape-shape] - ") for line in lines)
    assert any(line.startswith("SKIPPED") and "skipped (earlier failure)" in line for line in lines)
    assert "  expected  1.0" in lines
    assert "Traceback" not in ran.stdout
    assert (
        "assert <Report: neutrality: test_metrics:nats DIVERGES, first in: its values; print it to read" in ran.stdout
    )
    assert lines[-1].startswith("4 failed, 34 passed, 2 skipped, 2 xfailed")
