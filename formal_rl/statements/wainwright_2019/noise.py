"""Checks of noise: how far two inaction distributions of a board with spawners are apart, though nobody acted."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve

from formal_rl.agents import Draw, Draws
from formal_rl.checking import Case, Disagreement, Part, Scope, decide_cases, equal, part, unless
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import COLOURS, EMPTY, SPAWNING, WALL, Board, colour_of
from formal_rl.safelife.board.cells import SPAWNER, coloured
from formal_rl.safelife.game import Level, states_following
from formal_rl.safelife.levels import LEVELS_OF_A_KIND, shipped_level
from formal_rl.safelife.side_effects import (
    SideEffect,
    SideEffects,
    density_where,
    earth_mover_distance_certified,
    is_life_of,
    side_effects_certified,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Triple: TypeAlias = tuple[Draws, Draws, Draws]
"""The draws until the run ends, those of the inaction distribution, and those of the action distribution."""

NUMBERS = (250, 1000, 4000)
"""For how many states the noise of shipped levels is measured."""

STEPS = 50
KINDS = ("append-spawn", "prune-spawn", "navigation")
QUICK_LEVELS = 2
"""How many levels of each kind are looked at in the quick profile."""

MEANS: Mapping[str, float] = MappingProxyType({"append-spawn": 0.079, "prune-spawn": 0.065, "navigation": 0.018})
"""The mean share of the mass over all levels of a kind, with 1000 states and seed 0."""


class Noise(NamedTuple):
    """How far two inaction distributions are apart, in life of the colours of spawners, and how much of it there is."""

    value: float
    mass: Fraction


Measure = Callable[[Board, int, int, Draw, Triple], Noise]


def noise_of(effects: SideEffects, board: Board) -> Noise:
    """Return the side effects on life of the colours of the board's spawners, and its mass if nobody acts."""
    colours = {colour_of(board[location]) for location in board.find(SPAWNING)}
    found = [effect for effect in effects.effects if effect.cell_type in {life_of(colour) for colour in colours}]
    return Noise(sum(effect.value for effect in found), sum((effect.mass for effect in found), Fraction(0)))


def noise(board: Board, steps: int, samples: int, spawn_probability: Draw, draws: Triple) -> Noise:
    """Return how far the states that follow some steps of doing nothing are from those of another such run."""
    final = advance_by_packed(board, steps, spawn_probability, draws[0]).board
    return noise_of(_of_boards((board, final), steps, samples, spawn_probability, draws), board)


def _of_boards(boards: tuple[Board, Board], steps: int, samples: int, probability: Draw, draws: Triple) -> SideEffects:
    _, without, with_actions = draws
    drawn: dict[str, Any] = {"inaction_draws": without, "action_draws": with_actions}
    return side_effects_certified(*boards, steps, samples=samples, spawn_probability=probability, **drawn)


def noise_between(scope: Scope, *, measure: Measure = noise) -> Iterator[Part]:
    """Check the claim: exactly where one cell is free, then on shipped levels by task."""
    most = 3 if scope.is_full else 2
    yield decide_cases(
        "one free cell: the expected noise is that of the chain",
        _as_the_chain(most, measure),
        branches=("zero", "positive"),
        domain=f"a spawner walled in but for one free cell, spawn probability 1/2, all draws of a step and up to "
        f"{most} states on either side",
    )
    times = (64, 256) if scope.is_full else (64,)
    yield decide_cases(
        "one free cell: four times the states, half the noise",
        _halves(times),
        branches=("halves",),
        domain=f"the chain with spawn probability 1/10, 3/10 and 1/2, from {' and '.join(map(str, times))} states to "
        "four times as many: the square of the ratio is within a twentieth of 4",
    )
    yield _a_tenth_of_the_chain().meant_to_fail(f"share of the mass, spawn probability 3/10: {_A_TENTH}, got 0.047…")
    find, levels = cache(partial(_measured, scope, measure)), range(LEVELS_OF_A_KIND if scope.is_full else QUICK_LEVELS)
    after, which = f"after {STEPS} steps, seed {scope.seed}", f"the {len(levels)} levels {levels[0]} to {levels[-1]} of"
    claimed = "the mean noise of 1000 states is a tenth of the mass, or half or twice as much"
    yield decide_cases(
        f"levels with a task: {claimed}",
        _means(find, KINDS[:2], levels),
        branches=KINDS[:2],
        domain=f"{which} each kind of {' and '.join(KINDS[:2])}, {after}",
    )
    navigation = _means(find, KINDS[2:], levels)
    foreseen = "" if scope.is_full or scope.seed else f"mean share of the mass, navigation: {_A_TENTH}, got 0.01…"
    domain = f"{which} navigation, {after}"
    yield decide_cases(f"navigation: {claimed}", navigation, domain=domain).meant_to_fail(foreseen)
    falls = "an eighth to a half with 4000 of that with 250, and the means with 1000 as the ledger has them"
    yield decide_cases(
        "shipped levels: the noise of 1000 states is a part of the mass, and falls",
        _levels(find, scope, levels),
        branches=("a share of the mass", "it falls"),
        domain=f"{which} each kind of {', '.join(KINDS)}, {after}: with 1000 states from a half "
        f"per cent to a half of the mass; over all of these levels of a kind "
        + (falls if scope.is_full else "a quarter to the whole with 1000 of that with 250"),
    )


_A_TENTH = "expected 'from 1/20 to 1/5'"

# --- A spawner with one free cell: a chain of two states ---

SPAWNER_IN_A_CELL = Board([[EMPTY, WALL, WALL], [WALL, coloured(SPAWNER, "yellow"), WALL], [WALL, WALL, WALL]])
"""A spawner with walls round it and one free cell: it lives for a step, and dies."""


def chain_counts(numerator: int, denominator: int, steps: int, samples: int) -> list[int]:
    """Return, for each number, the weight of the free cell being alive in that many of the samples after the steps.

    It comes to life with probability numerator/denominator, and dies in the next step. The weights add up to the
    denominator to the power of all steps.
    """
    stays = denominator - numerator
    dead, alive = [1], [0]
    for _ in range(steps):
        dead, alive = [dead[0] * stays + alive[0] * denominator], [dead[0] * numerator]
    for _ in range(samples):
        dead, alive = (
            [*(d * stays + a * denominator for d, a in zip(dead, alive, strict=True)), 0],
            [0, *(d * numerator for d in dead)],
        )
    return [d + a for d, a in zip(dead, alive, strict=True)]


def chain_noise(numerator: int, denominator: int, steps: int, samples: int) -> tuple[Fraction, Fraction]:
    """Return the expected noise of the free cell, |K - L|/n for two independent counts, and the expected mass.

    The expectation of |K - L| is twice the sum of F(k)(1 - F(k)), where F(k) is how probable it is that K <= k.
    """
    weights = chain_counts(numerator, denominator, steps, samples)
    whole, up_to, total = sum(weights), 0, 0
    for weight in weights:
        up_to += weight
        total += up_to * (whole - up_to)
    mass = sum(number * weight for number, weight in enumerate(weights))
    return Fraction(2 * total, whole * whole * samples), Fraction(mass, whole * samples)


def _as_the_chain(most: int, measure: Measure) -> Iterator[Case]:
    half = Fraction(1, 2)
    for samples in range(1, most + 1):
        found = []
        for draws in product(_all_draws(1), _all_draws(1 + samples), _all_draws(samples)):
            found.append(measure(SPAWNER_IN_A_CELL, 1, samples, half, draws))
            yield "positive" if found[-1].value else "zero", None
        expected = chain_noise(1, 2, 1, samples)
        noise, mass = sum(each.value for each in found) / len(found), sum(each.mass for each in found) / len(found)
        right = abs(noise - float(expected[0])) <= 1e-12 and mass == expected[1]
        yield "zero", unless(right, f"noise and mass of {samples} states over all draws", expected, (noise, mass))


def _all_draws(number: int) -> Iterator[Draws]:
    """Yield all sequences of draws that are below a half or not."""
    yield from product((0, Fraction(1, 2)), repeat=number)


_PROBABILITIES = ((1, 10), (3, 10), (1, 2))


def _halves(times: tuple[int, ...]) -> Iterator[Case]:
    for probability, samples in product(_PROBABILITIES, times):
        few, many = (chain_noise(*probability, 1, number)[0] for number in (samples, 4 * samples))
        square = (few / many) ** 2
        about = f"square of the ratio of the noise of {samples} states and {4 * samples}, {Fraction(*probability)}"
        fits = Fraction(19, 5) <= square <= Fraction(21, 5)
        yield "halves", unless(fits, about, "19/5 to 21/5", float(square))


@part(
    "one free cell: the noise of 1000 states is a tenth of the mass, or half or twice as much",
    domain="the chain with spawn probability 3/10, 1/10, 1/2 and 1/100",
)
def _a_tenth_of_the_chain() -> Iterator[Case]:
    for probability in ((3, 10), (1, 10), (1, 2), (1, 100)):
        value, mass = chain_noise(*probability, 1, 1000)
        about = f"share of the mass, spawn probability {Fraction(*probability)}"
        yield "a tenth", _not_a_tenth(about, value / mass)


def _not_a_tenth(about: str, share: Fraction | float) -> Disagreement | None:
    return unless(Fraction(1, 20) <= share <= Fraction(1, 5), about, "from 1/20 to 1/5", float(share))


# --- Shipped levels ---

Find = Callable[[str, int], Noise]


def _measured(scope: Scope, measure: Measure, name: str, samples: int) -> Noise:
    level, number = _level(name), int(name.rpartition("-")[2])
    played, without, with_actions = (SeededDraws(100 * scope.seed + 3 * number + each) for each in range(3))
    return measure(level.board, STEPS, samples, level.spawn_probability, (played, without, with_actions))


@cache
def _level(name: str) -> Level:
    return shipped_level(name)


def _share(found: Noise) -> float:
    return found.value / float(found.mass)


def _mean(find: Find, kind: str, levels: Collection[int], samples: int) -> float:
    """Return the mean over levels of a kind of the noise as a share of the mass."""
    return sum(_share(find(f"{kind}-{number}", samples)) for number in levels) / len(levels)


def _means(find: Find, kinds: Collection[str], levels: Collection[int]) -> Iterator[Case]:
    for kind in kinds:
        yield kind, _not_a_tenth(f"mean share of the mass, {kind}", _mean(find, kind, levels, 1000))


def _levels(find: Find, scope: Scope, levels: Collection[int]) -> Iterator[Case]:
    for kind in KINDS:
        for number in levels:
            share = _share(find(f"{kind}-{number}", 1000))
            about = f"share of the mass, {kind}-{number}"
            fits = 0.005 <= share <= 0.5
            yield "a share of the mass", unless(fits, about, "from 1/200 to 1/2", share)
        many = NUMBERS[-1] if scope.is_full else 1000
        falls = _mean(find, kind, levels, many) / _mean(find, kind, levels, NUMBERS[0])
        fits = 0.125 < falls < 0.5 if scope.is_full else 0.25 < falls < 1
        about = f"noise of {many} states over that of {NUMBERS[0]}, {kind}"
        yield "it falls", unless(fits, about, "what 1/√n makes it, or half or twice as much", falls)
        if scope.is_full and not scope.seed:
            mean = round(_mean(find, kind, levels, 1000), 3)
            yield "the mean", equal(f"mean share of the mass, {kind}", MEANS[kind], mean)


# --- Mutants ---


def _summed(board: Board, steps: int, samples: int, probability: Draw, draws: Triple) -> Noise:
    """Add the states up, and do not divide by their number."""
    found = noise(board, steps, samples, probability, draws)
    return Noise(found.value * samples, found.mass * samples)


def _divided_twice(board: Board, steps: int, samples: int, probability: Draw, draws: Triple) -> Noise:
    """Decrease like 1/n times what it should be."""
    found = noise(board, steps, samples, probability, draws)
    return found._replace(value=found.value / samples)


def _of_the_start(draws: Callable[[Triple], Triple]) -> Measure:
    """Take the states that follow the initial board, not those that follow time t, with these draws."""
    return lambda board, steps, samples, probability, drawn: noise_of(
        _of_boards((board, board), 0, samples, probability, draws(drawn)), board
    )


def _with_t(board: Board, steps: int, samples: int, probability: Draw, draws: Triple) -> Noise:
    """Count the states at time t, and not those at t + n."""
    played, without, with_actions = draws
    final = (board, *states_following(board, steps, probability, played))[-1]
    action = (final, *states_following(final, samples, probability, with_actions))[:samples]
    inaction = (board, *states_following(board, steps + samples, probability, without))[steps : steps + samples]
    yellow = partial(is_life_of, COLOURS.index("yellow"))
    both = density_where(inaction, yellow), density_where(action, yellow)
    return Noise(earth_mover_distance_certified(*both).value, both[0].mass)


def _free(board: Board, steps: int, samples: int, probability: Draw, draws: Triple) -> Noise:
    """Count what moves alone."""
    played, *_ = draws
    final = (board, *states_following(board, steps, probability, played))[-1]
    effects = _of_boards((board, final), steps, samples, probability, draws)
    return noise_of(_changed(effects, _without_surplus), board)


def _without_surplus(effect: SideEffect) -> SideEffect:
    surplus = sum(change.mass for change in (*effect.plan.removed, *effect.plan.created))
    return effect._replace(value=effect.value - surplus / effect.plan.samples)


def _changed(effects: SideEffects, change: Any) -> SideEffects:
    return evolve(effects, effects=tuple(change(effect) for effect in effects.effects))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-noise",
        kind="claim",
        title="two inaction distributions of a stochastic board are some way apart",
        claim="Where there are spawners, two inaction distributions of n = 1000 states deviate by roughly a tenth of "
        "the average number of stochastic cells, and the deviation decreases like one over the square root of n.",
        source=f"{WAINWRIGHT_2019}, Section 3, deviation measure",
        check=noise_between,
        mutants={
            "samples are added up, not averaged": {"measure": _summed},
            "it decreases like 1/n more": {"measure": _divided_twice},
            "it does not depend on n": {
                "measure": lambda board, steps, samples, probability, draws: noise(board, steps, 1, probability, draws)
            },
            "both distributions are of the same draws": {"measure": _of_the_start(lambda draws: (draws[1],) * 3)},
            "samples including t": {"measure": _with_t},
            "samples of the start, not of time t": {"measure": _of_the_start(lambda draws: draws)},
            "surplus is free": {"measure": _free},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all draws of a spawner with one free cell, up to 2 states; exact: the expected noise of "
        "that cell for 64 states and four times as many, and for 1000; sampled: 2 levels each of append-spawn, "
        "prune-spawn and navigation, in full all of them, with 250 and 1000 states, one run each",
        defects="How much a tenth is meant to cover is not said, nor on which boards; what counts as a stochastic "
        "cell is not said either (here: life of a colour that spawners have, in number its mass if nobody acts). With "
        "1000 states the noise of one free cell is exactly 2.9 % of its mass for spawn probability 1/2, 4.8 % for "
        "3/10, 10.2 % for 1/10 and 35 % for 1/100. The published code averages over several runs if asked to, which "
        "is another way to reduce it, and rounds the costs of its solver to whole numbers, which shows in the fifth "
        "place. It reads its draws from a generator that crashes if none was set, so that the score of a fresh level "
        "with spawners may end the program; and after no step at all its baseline is whatever the memory holds.",
        repair="it decreases like 1/√n once n is well above the time over which a cell is like itself; as a share of "
        "the mass it depends on the board and the spawn probability: with n = 1000 and seed 0 its mean over the 20 "
        "shipped levels is 7.9 % on append-spawn (2 to 26 %) and 6.5 % on prune-spawn (3 to 16 %), so that a tenth is "
        "right there within a factor of two, and 1.8 % on navigation (1 to 4 %), where it is off by five",
        witness="navigation, the mean over its first two levels with 1000 states: 0.014 of the mass; a spawner with "
        "one free cell, spawn probability 3/10: 0.048",
    ),
)
