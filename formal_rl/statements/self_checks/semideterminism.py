"""The search for what is not semi-deterministic, and the classes made up to be found by it."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from formal_rl.checking import Part, search, trials
from formal_rl.statements.impure_classes import counting_questions, reading_a_clock, sharing_questions, sharing_training
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


def impure_classes_share_what_they_say() -> Part:
    """Ask two instances of each impure class in turn: counts are an instance's own, or shared, and have period two."""

    def asked(made: Callable[[], Any]) -> list[int]:
        kind = made()
        one, other = kind(), kind()
        return [each.act(0) for each in (one, one, one, one, other, one, other, other)]

    def trained() -> list[int]:
        kind = sharing_training()
        one, other = kind(), kind()
        found = [other.act(0)]
        for reward in (1, 0, 2, -1):
            one.train(0, 0, reward, 0)
            found += one.act(0), other.act(0)
        return found

    return decide_rows(
        "impure classes share what they say",
        (
            Row(asked, (counting_questions,), [0, 1, 0, 1, 0, 0, 1, 0]),
            Row(asked, (sharing_questions,), [0, 1, 0, 1, 0, 1, 0, 1]),
            Row(trained, (), [0, 1, 1, 0, 0, 1, 1, 0, 0]),
            Row(lambda: reading_a_clock(iter((5, 7)).__next__)().act(0), (), 5),
        ),
    )


def semi_determinism_is_decided() -> Part:
    """Accept what is semi-deterministic, reject what is not, and run as many programs as there are."""
    alphabets: Any = {"observations": (0, 1), "transitions": (MOVED, PAID)}

    def rejected_by(act: Callable[[Any, Any], int]) -> str | None:
        found = search(_class_of(act), 2, **alphabets).difference
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
            Row(
                lambda: Counter(trial.schedule for trial in trials(1, **alphabets)),
                (),
                Counter(
                    {
                        "side by side": 6,
                        "b made later": 6,
                        "b made earlier": 6,
                        "a asked repeatedly": 6 * 7,
                        "a asked in between": 2 + 4 * 3,
                        "another trained in between": 12,
                    }
                ),
            ),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (
    impure_classes_share_what_they_say,
    semi_determinism_is_decided,
)
"""Every self-check of this module, by itself."""
