"""Self-checks of the search for what is not semi-deterministic."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from formal_rl.checking import Part
from formal_rl.checking.semideterminism import SCHEDULES, search, trials
from formal_rl.statements.self_checks import Row, decide_rows
from formal_rl.statements.self_checks.engines import MOVED, PAID


def _class_of(act: Callable[[Any, Any], int]) -> Any:
    class Instance:
        asked = 0
        made = 0

        def __init__(self) -> None:
            self.own = 0
            self.trained = 0
            self.before_training = 0
            type(self).made += 1
            self.number = type(self).made

        def act(self, obs: Any) -> int:
            self.own += 1
            type(self).asked += 1
            return act(self, obs)

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            self.trained += 1
            self.before_training = self.own
            self.own = 0

    return Instance


_PROGRAMS = dict(zip(SCHEDULES, (6, 6, 6, 6 * 7, 2 + 4 * 3, 12), strict=True))
"""How many there are for two observations and scripts of none or one of two transitions."""


def semi_determinism_is_decided() -> Part:
    """Accept what is semi-deterministic, reject what is not, and run as many programs as there are."""
    alphabets: Any = {"observations": (0, 1), "transitions": (MOVED, PAID)}

    def rejected_by(act: Callable[[Any, Any], int]) -> str | None:
        found = search(_class_of(act), 2, **alphabets)
        return None if found is None else found.trial.schedule

    return decide_rows(
        "semi-determinism is decided",
        (
            Row(rejected_by, (lambda self, obs: 0,), None),
            Row(rejected_by, (lambda self, obs: (self.trained + obs) % 2,), None),
            Row(rejected_by, (lambda self, obs: self.number % 2,), "side by side"),
            Row(rejected_by, (lambda self, obs: type(self).asked % 2,), "side by side"),
            *(Row(rejected_by, (lambda self, obs, n=n: int(self.own > n),), "a asked repeatedly") for n in range(1, 8)),
            Row(rejected_by, (lambda self, obs: int(self.own > 8),), None),
            Row(rejected_by, (lambda self, obs: int(self.before_training > 0),), "a asked in between"),
            Row(lambda: dict(Counter(trial.schedule for trial in trials(1, **alphabets))), (), _PROGRAMS),
        ),
    )


CHECKS = (semi_determinism_is_decided,)
"""Every self-check of this module, by itself."""
