"""Counterexamples of hundreds of turns: replay, trace, script, and second look see the agent that the report shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from formal_rl.conformance import Witness, replay_witness
from formal_rl.conformance.reports.expected_divergences import expected_entries
from proofs_as_tests.conformance.here import check_here

ZOO = "proofs_as_tests.conformance.zoo"
README = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
(MISTAKEN,) = re.findall(r"<!-- file: mistaken.py -->\n```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(
    ("name", "suite", "claim"),
    [
        ("mistaken.py:IgnoreRewards", "ignore_rewards", "hundreds_of_turns"),
        (f"{ZOO}.functions:ignores_a_hundred_actions", "ignore_actions", "hundreds_of_turns"),
        (f"{ZOO}.transforms:thaws_after_128", "reality_check", "many_turns"),
        (f"{ZOO}.transforms:asks_no_more_after_a_hundred", "handicap", "many_turns"),
        (f"{ZOO}.transforms:opposite_for_255_turns", "opposite", "many_turns"),
        pytest.param(
            *("formal_rl.conformance.zoo.agents:ForgetsAfter200", "agent_simple", "hundreds_of_trainings"),
            marks=pytest.mark.full,
        ),
    ],
)
def test_all_see_the_agent_that_the_report_shows(tmp_path, name, suite, claim):
    """And the report blames no state between questions where there is none."""
    (tmp_path / "mistaken.py").write_text(MISTAKEN, "utf-8")
    spec = name.replace("mistaken.py", str(tmp_path / "mistaken.py"))
    report = check_here(spec, suite, keep_going=True)
    shown = next(each for each in report.counterexamples if each.claim == claim)

    assert all((each.no_script, each.witness is None) == (None, False) for each in report.counterexamples)
    report.write_counterexamples(tmp_path)
    (tmp_path / "expected.toml").write_text(expected_entries(report), "utf-8")
    assert check_here(spec, suite, expected=str(tmp_path / "expected.toml")).exit_code == 0
    again = replay_witness(Witness.from_json(shown.witness), spec, in_process=True)
    assert again.counterexample.text == shown.text
    (script,) = tmp_path.glob(f"repro*{claim}.py")
    assert subprocess.run([sys.executable, script], check=False, capture_output=True).returncode == 1
