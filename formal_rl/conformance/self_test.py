"""The suites tried on implementations of which it is known what they are worth: the self-test of the kit."""

import os
from collections.abc import Collection, Iterator, Sequence
from time import perf_counter
from typing import Any, Literal

from attrs import asdict, frozen

import formal_rl
from formal_rl.conformance.engine.failure_kinds import shown_word
from formal_rl.conformance.engine.profiles import Profile
from formal_rl.conformance.implementation_check import check
from formal_rl.conformance.reports.report import Report
from formal_rl.conformance.suites.by_name import SUITES, suite_named
from formal_rl.conformance.zoo.whole import RIGHT, WRONG
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

SELF_TEST_SCHEMA = "conformance-self-test/1"

WORTH_A_PROCESS = 20
"""So many trials take longer than it takes to start a process for them."""

Worth = Literal["right", "wrong"]


@frozen
class Entry:
    """One implementation of the zoo, by its place there, so that it can be handed to another process."""

    worth: Worth
    place: int

    @property
    def kept(self) -> RightImplementation | WrongImplementation:
        """What is known of it."""
        return RIGHT[self.place] if self.worth == "right" else WRONG[self.place]


@frozen
class Trial:
    """How one implementation came out.

    ``named`` is the claim that must catch it, ``None`` where it must conform; ``sentence`` is what is wrong with it;
    ``claim`` is the first required claim that diverges, with the ``outcome`` there. ``seconds`` is how long it took.
    """

    suite: str
    name: str
    worth: Worth
    semantics: str
    sentence: str
    named: str | None
    claim: str | None
    outcome: str | None
    conforms: bool
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it came out as it must."""
        return self.conforms if self.named is None else self.claim == self.named

    def __str__(self) -> str:
        """Return what happened in a line."""
        if self.named is None:
            return "conforms" if self.conforms else f"DOES NOT CONFORM, by {self.claim or 'nothing that was compared'}"
        if self.passed:
            return f"caught by {self.claim}: {shown_word(self.outcome or '')}"
        how = "NOT CAUGHT" if self.claim is None else f"CAUGHT BY {self.claim}"
        return f"{how}, expected {self.named}"


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
        wrong = [trial for trial in self.trials if trial.worth == "wrong"]
        right = [trial for trial in self.trials if trial.worth == "right"]
        caught, found = (sum(trial.passed for trial in kind) for kind in (wrong, right))
        suites = len({trial.suite for trial in self.trials})
        return (
            f"{caught} of {len(wrong)} wrong implementations caught by the claim named for them, {found} of "
            f"{len(right)} right ones conform; {suites} suite{'s' * (suites != 1)}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the self-test as JSON values; times are left out, so that these are the same on each run."""
        return {
            "schema": SELF_TEST_SCHEMA,
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "passed": self.passed,
            "suites_without_a_trial_of_each_kind": list(self.bare),
            "trials": [
                {name: value for name, value in asdict(trial).items() if name != "seconds"} | {"passed": trial.passed}
                for trial in self.trials
            ],
        }


def entries(suites: Collection[str] = ()) -> tuple[Entry, ...]:
    """Return what is tried, of these suites or of all: by suite, the right ones first.

    Raises `InvalidParameter` for a suite that there is not.
    """
    for name in suites:
        suite_named(name)
    everything = [
        *(Entry("right", place) for place in range(len(RIGHT))),
        *(Entry("wrong", place) for place in range(len(WRONG))),
    ]
    order = list(SUITES)
    chosen = (entry for entry in everything if not suites or entry.kept.suite in suites)
    return tuple(sorted(chosen, key=lambda entry: order.index(entry.kept.suite)))


def run_trial(entry: Entry, *, profile: Profile, seed: int) -> Trial:
    """Check one implementation of the zoo."""
    kept = entry.kept
    wrong = kept if isinstance(kept, WrongImplementation) else None
    semantics = kept.semantics if isinstance(kept, RightImplementation) else "paper"
    begun = perf_counter()
    report = check(kept.implementation, kept.suite, semantics=semantics, profile=profile, seed=seed, in_process=True)
    claim, outcome = first_divergence(report)
    return Trial(
        kept.suite,
        kept.name,
        entry.worth,
        semantics,
        "" if wrong is None else wrong.sentence,
        None if wrong is None else wrong.caught_by,
        claim,
        outcome,
        report.conforms,
        perf_counter() - begun,
    )


def first_divergence(report: Report) -> tuple[str | None, str | None]:
    """Return the first required claim that diverges, and how; ``None`` twice where there is none."""
    found = next((row for row in report.rows if row.required and row.verdict == "diverges"), None)
    return (None, None) if found is None else (found.claim, found.outcome)


def trials(
    chosen: Sequence[Entry], *, profile: Profile = "quick", seed: int = 0, jobs: int | None = None
) -> Iterator[Trial]:
    """Yield the trials in order, each as soon as it and those before it are done, spread over ``jobs`` processes.

    Where ``jobs`` is not given it is the number of processors, or 1 for a few trials.
    """
    jobs = min(os.cpu_count() or 1, len(chosen) // WORTH_A_PROCESS + 1) if jobs is None else jobs
    if jobs == 1:
        for entry in chosen:
            yield run_trial(entry, profile=profile, seed=seed)
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - slow to import, and only needed here

    run = Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch="all")
    yield from run(delayed(run_trial)(entry, profile=profile, seed=seed) for entry in chosen)


def bare_suites(suites: Collection[str] = ()) -> tuple[str, ...]:
    """Return the suites that have no right implementation in the zoo, or no wrong one."""
    right, wrong = {each.suite for each in RIGHT}, {each.suite for each in WRONG}
    return tuple(name for name in suites or SUITES if name not in right or name not in wrong)
