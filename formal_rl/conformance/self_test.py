"""The suites tried on implementations of which it is known what they are worth: the self-test of the kit."""

import os
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal

from attrs import asdict, frozen

import formal_rl
from formal_rl.conformance.engine.failures import shown_word
from formal_rl.conformance.engine.settings import Profile
from formal_rl.conformance.implementation_check import check
from formal_rl.conformance.suites.by_name import SUITES, name_of_suite
from formal_rl.conformance.zoo.whole import RIGHT, WRONG

SELF_TEST_SCHEMA = "conformance-self-test/1"

ZOO = (*RIGHT, *WRONG)
"""The zoo. Each process makes it in the same order, so that an index identifies an animal."""


@frozen
class Trial:
    """The result of one implementation.

    ``named`` is the claim that must catch it, ``None`` where it must conform; ``sentence`` is what is wrong with it;
    ``claim`` is the first required claim that diverges, with the ``outcome`` there.
    """

    suite: str
    name: str
    worth: Literal["right", "wrong"]
    semantics: str
    sentence: str
    named: str | None
    claim: str | None
    outcome: str | None
    conforms: bool

    @property
    def passed(self) -> bool:
        """Whether it came out as it must."""
        return self.conforms if self.named is None else self.claim == self.named

    def __str__(self) -> str:
        if self.named is None:
            return "conforms" if self.conforms else f"DOES NOT CONFORM, by {self.claim or 'nothing that was compared'}"
        if self.passed:
            return f"caught by {self.claim}: {shown_word(self.outcome or '')}"
        return f"{f'CAUGHT BY {self.claim}' if self.claim else 'NOT CAUGHT'}, expected {self.named}"


@frozen
class SelfTest:
    """The trials of a self-test. ``bare`` are the suites looked at that have none of one kind."""

    trials: tuple[Trial, ...]
    bare: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether there was something to try and everything came out as it must."""
        return bool(self.trials) and not self.bare and all(trial.passed for trial in self.trials)

    @property
    def summary(self) -> str:
        """The result in a line."""
        of_kind = {worth: [each for each in self.trials if each.worth == worth] for worth in ("wrong", "right")}
        caught, found = (sum(each.passed for each in kind) for kind in of_kind.values())
        suites = len({trial.suite for trial in self.trials})
        return (
            f"{caught} of {len(of_kind['wrong'])} wrong implementations caught by the claim named for them, {found} of "
            f"{len(of_kind['right'])} right ones conform; {suites} suite{'s' * (suites != 1)}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the self-test as JSON values."""
        return {
            "schema": SELF_TEST_SCHEMA,
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "passed": self.passed,
            "suites_without_a_trial_of_each_kind": list(self.bare),
            "trials": [{**asdict(trial), "passed": trial.passed} for trial in self.trials],
        }


def entries(suites: Collection[str] = ()) -> tuple[int, ...]:
    """Return what is tried, of these suites or of all, by place in `ZOO`: by suite, the right ones first.

    Raises `InvalidParameter` for a suite that there is not.
    """
    for name in suites:
        name_of_suite(name)
    order = [name for name in SUITES if not suites or name in suites]
    chosen = (place for place, each in enumerate(ZOO) if each.suite in order)
    return tuple(sorted(chosen, key=lambda place: order.index(ZOO[place].suite)))


def run_trial(place: int, *, profile: Profile, seed: int) -> Trial:
    """Check one implementation of the zoo."""
    kept = ZOO[place]
    settings: dict[str, Any] = {"semantics": kept.semantics, "profile": profile, "seed": seed}
    report = check(kept.implementation, kept.suite, **settings, in_process=True)
    found = report.first_failure
    claim, outcome = (None, None) if found is None else (found.claim, found.outcome)
    worth: Literal["right", "wrong"] = "right" if kept.caught_by is None else "wrong"
    about = (kept.semantics, kept.sentence, kept.caught_by)
    return Trial(kept.suite, kept.name, worth, *about, claim, outcome, report.conforms)


def trials(
    chosen: Sequence[int], *, profile: Profile = "quick", seed: int = 0, jobs: int | None = None
) -> Iterator[Trial]:
    """Yield the trials in order, each as soon as it and those before it are done, spread over ``jobs`` processes.

    Where ``jobs`` is not given it is the number of processors, or fewer, since a process is worth 20 trials.
    """
    jobs = min(os.cpu_count() or 1, len(chosen) // 20 + 1) if jobs is None else jobs
    if jobs == 1:
        yield from (run_trial(place, profile=profile, seed=seed) for place in chosen)
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - slow to import, and only needed here

    run = Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch="all")
    yield from run(delayed(run_trial)(place, profile=profile, seed=seed) for place in chosen)


def bare_suites(suites: Collection[str] = ()) -> tuple[str, ...]:
    """Return the suites that have no right implementation in the zoo, or no wrong one."""
    kinds = {(each.suite, each.caught_by is None) for each in ZOO}
    return tuple(name for name in suites or SUITES if not {(name, True), (name, False)} <= kinds)
