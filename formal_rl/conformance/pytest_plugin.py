"""A check of an implementation as tests of pytest, one for each claim; imported on demand, since it needs pytest."""

from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from inspect import signature
from typing import Any

import pytest

from formal_rl.conformance.adapters.exec_process import Answering
from formal_rl.conformance.engine.failures import shown_word
from formal_rl.conformance.engine.settings import EXEC, CapturedOutput, is_command
from formal_rl.conformance.engine.suite import WrongShape
from formal_rl.conformance.implementation_check import check, display_name
from formal_rl.conformance.reports.report import Report
from formal_rl.conformance.runner import PRINTS, SECONDS, SHAPE, runner_of
from formal_rl.errors import NotLoadable
from formal_rl.loading import load_object


def conformance_tests(implementation: Any, suite: str, **settings: Any) -> Callable[..., None]:
    """Return a test with a case for each claim.

    In a module of tests: ``test_mine = conformance_tests(IgnoreRewards, "ignore_rewards")``.

    The whole check is made once, when the first of the tests runs. A claim that diverges fails with its counterexample;
    one that is not reached is skipped; one that is expected to diverge is an expected failure. The implementation and
    the settings are those of `check`. Collecting the tests puts a few questions to the implementation in the
    process of pytest, to see its shape; all others run in a process of its own, unless ``in_process``.

    Raises what `check` raises, where the tests are collected.
    """
    unknown = [name for name in settings if name not in signature(check).parameters]
    if unknown:
        raise TypeError(f"conformance_tests takes the settings of check, and not {', '.join(unknown)}")
    claims = _claims(implementation, suite, settings)

    @cache
    def report() -> Report:
        return check(implementation, suite, **settings)

    @pytest.mark.parametrize(
        "claim", [claim for _, claim in claims], ids=[f"{stage}-{claim}" for stage, claim in claims]
    )
    def test(claim: str) -> None:
        _decide(report(), claim)

    name = implementation if isinstance(implementation, str) else display_name(implementation)
    test.__doc__ = f"{name} conforms to {suite}."
    return test


def _claims(implementation: Any, suite: str, settings: dict[str, Any]) -> list[tuple[str, str]]:
    """Return stage and claim of each row; where the shape is not known there is that one."""
    of_check = {"timeout", "expected", "found", "in_process"}
    ready = runner_of(suite, "", None, **{name: each for name, each in settings.items() if name not in of_check})
    with redirect_stdout(CapturedOutput(ready.watch)):
        try:
            if isinstance(implementation, str) and is_command(implementation):
                answering = Answering(implementation.removeprefix(EXEC), suite, SECONDS)
                implementation, ready.adapter = ready.suite.of_process(answering)
            else:
                implementation = load_object(implementation) if isinstance(implementation, str) else implementation
                ready.detect(implementation)
        except (WrongShape, NotLoadable):
            return [(SHAPE.stage, SHAPE.id)]
        looks = list(ready.looks(implementation))
    return [(each.stage, each.id) for each in (SHAPE, *looks, PRINTS)] if looks else [("reference", "values")]


def _decide(report: Report, claim: str) -> None:
    row = next((row for row in report.rows if row.claim == claim), None)
    if row is None or row.verdict == "not reached":
        pytest.skip(f"{claim}: {shown_word('not reached')}")
    if row.verdict == "conforms":
        return
    said = "; ".join(filter(None, (row.outcome and shown_word(row.outcome), row.message, row.reason)))
    if row.verdict == "expected divergence":
        pytest.xfail(said)
    if not row.required:
        pytest.skip(f"fails, and is not required: {said}")
    text = f"{report.suite}: {row.sentence}: {shown_word(row.verdict)}: {said}"
    shown = next((each for each in report.counterexamples if each.claim == claim), None)
    if report.unusable is not None:
        text = f"{report.headline}\n{report.unusable}"
    elif shown is not None:
        text += f"\ncompared with {shown.source}\n{shown.text}"
    pytest.fail(text, pytrace=False)
