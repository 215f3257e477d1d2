"""The engines: exploration, stepping, merging, semi-determinism, and the rules by which a check counts as passed."""

from __future__ import annotations

from collections.abc import Callable

from formal_rl.checking.outcome import Disagreement, Part, Refutation
from formal_rl.errors import MalformedHistory
from formal_rl.histories import check_action
from formal_rl.statements.self_checks.rows import Refusal, Row


def rows_tell_right_from_wrong() -> Part:
    """Tell calls that give the value, of its type, or raise that very error from calls that do not."""
    rows = (
        (Row(int, ("7",), 7), True),
        (Row(int, ("7",), 8), False),
        (Row(int, ("7",), True), False),
        (Row(bool, (1,), 1), False),
        (Row(int, ("x",), ValueError), True),
        (Row(int, ("7",), ValueError), False),
        (Row(int, ("x",), Exception), False),
        (Row(int, ("x",), 7), False),
        (Row([].remove, (1,), ValueError("list.remove(x): x not in list")), True),
        (Row([].remove, (1,), ValueError("something else")), False),
        (Row([].remove, (1,), KeyError("list.remove(x): x not in list")), False),
        (Row(int, ("11",), 3, {"base": 2}), True),
        (Row(check_action, (-1, 4), Refusal(MalformedHistory, index=4, value=-1)), True),
        (Row(check_action, (-1, 4), Refusal(MalformedHistory, index=3)), False),
        (Row(check_action, (-1, 4), Refusal(MalformedHistory, place=4)), False),
        (Row(check_action, (-1, 4), Refusal(ValueError)), False),
        (Row(check_action, (0, 4), Refusal(MalformedHistory)), False),
    )
    wrong = [row for row, right in rows if (row.disagreement() is None) is not right]
    found = Refutation(Disagreement("a row", "the other way", wrong[0])) if wrong else None
    return Part("rows tell right from wrong", "by hand", len(rows), {}, found)


CHECKS: tuple[Callable[[], Part], ...] = (rows_tell_right_from_wrong,)
"""Every self-check of the engines, by itself.

Ledger: infrastructure
"""
