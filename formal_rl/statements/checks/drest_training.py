"""Checks of tabular REINFORCE: what it does on average, and what it comes to in the example world."""

from collections.abc import Callable, Iterator
from math import log
from statistics import mean
from typing import NamedTuple

from formal_rl.checking import Disagreement, Part, Scope, decide_cases
from formal_rl.gridworlds import World, named_world, observe
from formal_rl.gridworlds.training import (
    Credit,
    ExponentialDecay,
    Training,
    main_training,
    train_compiled,
    trained_through,
)
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.curves import Curve
from formal_rl.gridworlds.training.reinforce import Row, TrainingState
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.checks.drest_grids import unless
from formal_rl.statements.checks.drest_training_by_hand import by_hand
from formal_rl.statements.checks.drest_training_forms import measured_alike, same_to_the_last_bit
from formal_rl.statements.checks.drest_training_gradient import Pieces, Train, gradients, seen_in
from formal_rl.statements.checks.drest_training_runs import LOOKS, Settings, example_end, run, seeds, spoken
from formal_rl.statements.checks.drest_training_settings import (
    SETTINGS_BY_PLACE,
    SettingsByPlace,
    moments_by_hand,
    refusals_by_hand,
    settings_by_hand,
)
from formal_rl.statements.drest_pairs import TINY

Case = tuple[str, Disagreement | None]

EACH, MEAN = 0.98, 0.99
"""What a trained DREST agent has at least of either metric, and what all have on average.

Of 40 seeds USEFULNESS was 0.9950 to 0.9970; NEUTRALITY was 0.9916 or more, its mean 0.9987.
"""


def reinforce(
    scope: Scope,
    *,
    pieces: Pieces = Pieces(),  # noqa: B008 - immutable
    train: Train = right.train,
    compiled: Train = train_compiled,
    told: SettingsByPlace = SETTINGS_BY_PLACE,
    settings: Settings = main_training,
    drifting: Credit = "meta_episode",
) -> Iterator[Part]:
    """Check tabular REINFORCE: by hand, in two forms, in the example world, where it drifts, and on average."""
    yield from by_hand(pieces, train)
    yield settings_by_hand(told)
    yield moments_by_hand()
    yield refusals_by_hand()
    yield same_to_the_last_bit(right.train, compiled)
    yield measured_alike()
    yield _useful_and_neutral(scope, settings)
    yield from _drift(scope, drifting)
    yield from gradients(scope, pieces, train)


def _useful_and_neutral(scope: Scope, settings: Settings) -> Part:
    which = seeds(scope)

    def cases() -> Iterator[Case]:
        ends = [example_end(settings("drest"), seed) for seed in which]
        for seed, last in zip(which, ends, strict=True):
            least = min(last.usefulness, last.neutrality)
            yield "each", unless(least > EACH, f"seed {seed}: the lesser of the two metrics", f"> {EACH}", least)
        for name in ("usefulness", "neutrality"):
            found = mean(getattr(last, name) for last in ends)
            yield "on average", unless(found > MEAN, f"mean {name.upper()}", f"> {MEAN}", found)

    return decide_cases(
        "DREST agents are useful and neutral",
        cases(),
        branches=("each", "on average"),
        domain="the example world (reconstructed), 131,072 mini-episodes with the settings of Section 5, "
        f"{spoken(which)}",
    )


# --- Drift ---


class Drift(NamedTuple):
    """How a drift is looked for: a rate that stays, so many meta-episodes, and a look after each so many."""

    rate: float = 0.0005
    meta_episodes: int = 400
    every: int = 20

    def training(self, number: int, credit: Credit) -> Training:
        """Return the settings: the reward of Section 5, hardly any exploration, a running mean as the baseline."""
        return Training(
            agent="drest",
            mini_episodes=number,
            meta_episodes=self.meta_episodes,
            learning_rate=ExponentialDecay(self.rate, self.rate, 1),
            exploration=ExponentialDecay(0.001, 0.001, 1),
            credit=credit,
            baseline=0.05,
        )


TINY_DRIFT, EXAMPLE_DRIFT = Drift(), Drift(meta_episodes=1600, every=40)
AWAY, BACK = 0.04, 0.03
"""How far from 1/2 the probability of a length is in the second half of a run, on average over it and the seeds.

In the tiny world, of 40 seeds each, it was 0.037 to 0.211 for a run of N = 64 (median 0.145; 0.042 or more for every
two seeds together), 0.005 to 0.023 for N = 32.
"""


def at_six_tenths() -> TrainingState:
    """Return a state in the tiny world whose policy nearly always collects a coin, three times in five the long one."""
    start = observe(TINY.start)
    rows: dict[bool, Row] = {True: (0.0, 0.0, 5.0, 5.0 + log(1.5)), False: (0.0, 0.0, 0.0, 5.0)}
    return TrainingState(0, 0, tuple((seen, rows[seen == start]) for seen in seen_in(TINY)), ())


def expected_baselines(training: Training) -> tuple[float, ...]:
    """Return the mean return from each mini-episode on, where two lengths are equally likely and all is collected.

    With credit for the own mini-episode it is 1, about what a mini-episode returns.
    """
    if training.credit == "mini_episode":
        return (1.0,) * training.mini_episodes
    lam = float(training.lam)
    ratio = lam**-0.5 * (1 + lam) / 2
    later = [ratio**i for i in range(training.mini_episodes)]
    return tuple(sum(later[i:]) for i in range(training.mini_episodes))


def drifted(world: World, begun: TrainingState, training: Training, drift: Drift, seed: int) -> Curve:
    """Return what the policy does in the second half of a run from the logits of a state, with its further draws."""
    first = TrainingState(0, begun.moves, begun.logits, expected_baselines(training))
    places = range(drift.meta_episodes // 2, drift.meta_episodes + 1, drift.every)
    return trained_through(world, training, SeededDraws(seed), first, places)[1]


def off_uniform(curve: Curve) -> float:
    """Return how far from 1/2 the probability of the longer of two lengths is, on average."""
    return sum(abs(point.probabilities[max(point.probabilities)] - 0.5) for point in curve) / len(curve)


def _drift(scope: Scope, credit: Credit) -> Iterator[Part]:
    which = seeds(scope, quick=2)
    compared: dict[str, tuple[int, Credit]] = {"N = 64": (64, credit), "N = 32": (32, credit)}
    own: dict[str, tuple[int, Credit]] = {"N = 64, credit for the own mini-episode": (64, "mini_episode")}

    def tiny(number: int, given: Credit, seed: int) -> float:
        return off_uniform(drifted(TINY, at_six_tenths(), TINY_DRIFT.training(number, given), TINY_DRIFT, seed))

    def example(number: int, given: Credit, seed: int) -> float:
        world, begun = named_world("example"), run("example", main_training("drest"), seed, LOOKS)[0]
        return off_uniform(drifted(world, begun, EXAMPLE_DRIFT.training(number, given), EXAMPLE_DRIFT, seed))

    def cases(far: Callable[[int, Credit, int], float], looked_at: dict[str, tuple[int, Credit]]) -> Iterator[Case]:
        for branch, (number, given) in looked_at.items():
            distance = mean(far(number, given, seed) for seed in which)
            right_ = distance > AWAY if branch == "N = 64" else distance < BACK
            wanted = f"> {AWAY}" if branch == "N = 64" else f"< {BACK}"
            yield branch, unless(right_, f"{branch}: how far from 1/2", wanted, round(distance, 4))

    how = f"λ = 9/10, rate {TINY_DRIFT.rate}, ε = 0.001, baseline 0.05"
    looked_at = {**compared, **own} if scope.is_full else compared
    yield decide_cases(
        "credit for the meta-episode leads off uniform for N = 64, back to it for N = 32",
        cases(tiny, looked_at),
        branches=looked_at,
        domain=f"the tiny world from Pr of the long length 3/5, {TINY_DRIFT.meta_episodes} meta-episodes, {how}, "
        f"{spoken(which)}",
    )
    if scope.is_full:
        yield decide_cases(
            "so in the example world, from trained agents",
            cases(example, compared),
            branches=compared,
            domain=f"the example world (reconstructed), {EXAMPLE_DRIFT.meta_episodes} meta-episodes, {how}, ten seeds",
        )
