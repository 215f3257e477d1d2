"""Checks of what REINFORCE does on average: the sum over all that can be played, against exact derivatives.

Nothing is rounded. Probabilities are eighths, and λ^(1/k), γ and the rate powers of two, so that floats hold every
number; and a polynomial is differentiated exactly by its values at more places than its degree.

Why it holds beyond the sizes looked at. The gradient of the probability of a play is that probability times the sum
over its moves of the gradient of log π. A move has no effect on what was collected before it, so this may be left out.
What is left is the credit for the whole meta-episode. With credit for the own mini-episode what is also left out is
that a choice changes the counts of later ones; so it is the gradient in which the counts are held.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve

from formal_rl.agents import HashedDraws
from formal_rl.checking import Case, Part, Scope, decide_cases, equal, part, unless
from formal_rl.gridworlds import (
    MOVES,
    GridObservation,
    MemorylessPolicy,
    World,
    expected_return,
    greatest_coins_incremental,
    measure_incremental,
    move,
    observe,
    parse_layout,
)
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns, potential
from formal_rl.gridworlds.training import AgentKind, Credit, ExponentialDecay, Training, first_state
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, TrainingState
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.thornley_2024.grids import HALF, Definition, dot
from formal_rl.statements.thornley_2024.pairs import TINY

Rows: TypeAlias = Mapping[GridObservation, Probabilities]

TWICE = parse_layout("length 2\nC1 A B1")
"""A world in which a cell may be seen several times in a mini-episode."""

FOUR = parse_layout("length 1\nC1 C1 .\nB1 A B2")
"""A world of four lengths."""

_WORLDS: Mapping[str, World] = {"each cell seen once": TINY, "seen several times": TWICE, "four lengths": FOUR}
_CREDITS: tuple[Credit, ...] = ("mini_episode", "meta_episode")


class Pieces(NamedTuple):
    """What an update consists of; a mutant puts a wrong function in the place of one."""

    softmax: Callable[..., Any] = right.softmax
    chosen_action: Callable[..., Any] = right.chosen_action
    weight: Callable[..., float] = right.weight
    own_credits: Callable[..., tuple[Any, ...]] = right.own_credits
    shared_credits: Callable[..., tuple[tuple[Any, ...], ...]] = right.shared_credits
    learned: Callable[..., dict[GridObservation, Any]] = right.learned


def settings(world: World, number: int, credit: Credit = "mini_episode") -> Training:
    """Return settings whose numbers floats hold exactly: λ^(1/k) = 1/2, γ = 1/2."""
    k = len(greatest_coins_incremental(world, 1))
    return Training(agent="drest", lam=HALF**k, gamma=HALF, mini_episodes=number, credit=credit)


# --- The sum over all that can be played ---


def plays(world: World, rows: Rows) -> list[tuple[PlayedEpisode, Fraction]]:
    """Return every mini-episode that a policy can play, with its probability."""
    found = []
    for trajectory, probability in distribution(world, MemorylessPolicy(dict(rows))):
        state, seen = world.start, []
        for action in trajectory.actions:
            seen.append(observe(state))
            state, _ = move(world, state, action)
        found.append(
            (PlayedEpisode(tuple(seen), trajectory.actions, tuple(map(float, trajectory.collected))), probability)
        )
    return found


def expected_change(world: World, rows: Rows, training: Training, pieces: Pieces) -> dict[tuple[Any, int], Fraction]:
    """Return by how much each logit changes on average in a meta-episode, at the rate 1, the policy kept in it."""
    greatest = {length: float(m) for length, m in greatest_coins_incremental(world, training.gamma).items()}
    chances = {seen: tuple(map(float, row)) for seen, row in rows.items()}
    total = {(seen, action): Fraction(0) for seen in rows for action in range(len(MOVES))}
    gamma = float(training.gamma)
    for meta_episode in product(plays(world, rows), repeat=training.mini_episodes):
        counts, rewards = dict.fromkeys(greatest, 0), []
        for i, (played, _) in enumerate(meta_episode, start=1):
            length = len(played.actions)
            scale = pieces.weight(training, len(greatest), greatest[length], i, counts[length])
            counts[length] += 1
            rewards.append(tuple(scale * value for value in played.collected))
        if training.credit == "mini_episode":
            given: Sequence[Any] = [pieces.own_credits(each, gamma) for each in rewards]
        else:
            given = pieces.shared_credits(rewards, gamma)
        logits: Any = dict.fromkeys(rows, (0.0,) * len(MOVES))
        for (played, _), credits_ in zip(meta_episode, given, strict=True):
            logits = pieces.learned(logits, chances, played, credits_, 1.0)
        probability = prod((chance for _, chance in meta_episode), start=Fraction(1))
        for seen, row in logits.items():
            for action, change in enumerate(row):
                if change:
                    total[seen, action] += probability * Fraction(change)
    return total


# --- Exact derivatives ---


def slope_at_0(function: Callable[[Fraction], Fraction], degree: int) -> Fraction:
    """Return the derivative at 0 of a polynomial of at most this degree, from its values at places from 0 to 1.

    They are put into Newton's divided differences.
    """
    places = [Fraction(j, degree + 1) for j in range(degree + 1)]
    differences = [function(place) for place in places]
    slope, factor = Fraction(0), Fraction(1)
    for order in range(1, degree + 1):
        steps = enumerate(pairwise(differences))
        differences = [(after - before) / (places[order + j] - places[j]) for j, (before, after) in steps]
        slope += factor * differences[0]
        factor *= -places[order]
    return slope


def slopes(
    world: World, rows: Rows, value: Callable[[Rows], Fraction], power: int
) -> dict[tuple[GridObservation, int], Fraction]:
    """Return the derivative, by each logit, of a polynomial of degree ``power`` in the probabilities of plays.

    The derivative of π_b by the logit of a is π_b (1{a = b} - π_a).
    """
    most = {seen: max(played.seen.count(seen) for played, _ in plays(world, rows)) for seen in rows}

    def along(seen: GridObservation, action: int) -> Callable[[Fraction], Fraction]:
        row = rows[seen]
        direction = [each * (int(other == action) - row[action]) for other, each in enumerate(row)]
        return lambda h: value({**rows, seen: tuple(p + h * step for p, step in zip(row, direction, strict=True))})

    both = product(rows, range(len(MOVES)))
    return {(seen, action): slope_at_0(along(seen, action), power * most[seen]) for seen, action in both}


def _shares(world: World, rows: Rows) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return Pr{L = l}, E(C | L = l) and the latter divided by m_l, for each length l."""
    p, coins = (tuple(e.values()) for e in measure_incremental(world, MemorylessPolicy(dict(rows)), HALF))
    greatest = greatest_coins_incremental(world, HALF)
    return p, coins, tuple(each / m for each, m in zip(coins, greatest.values(), strict=True))


Climbed: TypeAlias = Callable[[World, int, Rows], Callable[[Rows], Fraction]]
"""What is climbed: a function of policies, by the world, the number of mini-episodes and the policy that learns."""


def _return_of(world: World, number: int, _: Rows) -> Callable[[Rows], Fraction]:
    def value(rows: Rows) -> Fraction:
        p, _, u = _shares(world, rows)
        return expected_return(p, u, HALF, number)

    return value


def _held_return_of(world: World, number: int, rows: Rows) -> Callable[[Rows], Fraction]:
    """Return what gives the expected return where the counts are those of ``rows``, whatever is chosen."""
    held = own_returns(_shares(world, rows)[0], HALF, number)

    def value(other: Rows) -> Fraction:
        p, _, u = _shares(world, other)
        return number * dot(held, [a * b for a, b in zip(p, u, strict=True)])

    return value


def _coins_of(world: World, number: int, _: Rows) -> Callable[[Rows], Fraction]:
    return lambda rows: number * dot(*_shares(world, rows)[:2])


# --- Policies ---


def seen_in(world: World) -> tuple[GridObservation, ...]:
    """Return the observations on which a policy has a row."""
    return tuple(seen for seen, _ in first_state(world, settings(world, 1)).logits)


def in_eighths(world: World, seed: int) -> Rows:
    """Return a policy whose probabilities are drawn, in eighths, none of them 0."""
    draws = HashedDraws(seed)
    rows = {}
    for place, seen in enumerate(seen_in(world)):
        parts = [1] * len(MOVES)
        for extra in range(4):
            parts[int(float(draws[4 * place + extra]) * len(MOVES))] += 1
        rows[seen] = tuple(Fraction(part, 8) for part in parts)
    return rows


def collecting(left: Fraction) -> Rows:
    """Return the policy in the tiny world that goes left, or right twice, and so collects a coin for sure."""
    rows = {seen: (Fraction(0), Fraction(0), Fraction(0), Fraction(1)) for seen in seen_in(TINY)}
    return {**rows, observe(TINY.start): (Fraction(0), Fraction(0), left, 1 - left)}


# --- The parts ---


def gradients(scope: Scope, pieces: Pieces, train: Definition) -> Iterator[Part]:
    """Check what is climbed with each credit."""
    deep = scope.is_full
    sizes = dict(zip(_WORLDS, ((1, 2, 3, 4), (1, 2), (1, 2)) if deep else ((2, 3), (2,), (1,)), strict=True))
    domain = (
        "three small worlds of two or four lengths, policies drawn in eighths, γ = 1/2, λ^(1/k) = 1/2, "
        f"up to {4 if deep else 3} mini-episodes, all meta-episodes; exact"
    )

    def compared(credit: Credit, climbed: Climbed, agent: AgentKind = "drest") -> Iterator[Case]:
        for name, world in _WORLDS.items():
            numbers = sizes[name] if deep or agent == "drest" else ((2,) if world == TINY else (1,))
            for number, seed in product(numbers, range(4 if deep else 1)):
                rows = in_eighths(world, seed)
                got = expected_change(world, rows, evolve(settings(world, number, credit), agent=agent), pieces)
                for (seen, action), slope in slopes(world, rows, climbed(world, number, rows), number).items():
                    about = f"{name}, N = {number}, policy {seed}, {tuple(seen)}, action {action}: the mean change"
                    yield name, equal(about, slope, got[seen, action])

    whole, own = "credit for the whole meta-episode climbs", "credit for the own mini-episode climbs"
    coins = chain.from_iterable(compared(credit, _coins_of, "default") for credit in _CREDITS)
    for name, cases in (
        (f"{whole} the expected return", compared("meta_episode", _return_of)),
        (f"{own} the return with the counts held", compared("mini_episode", _held_return_of)),
        ("by the default reward either credit climbs the expected coins", coins),
    ):
        yield decide_cases(name, cases, branches=_WORLDS, domain=domain)
    yield decide_cases(f"{own} the expected return", compared("mini_episode", _return_of), domain=domain).meant_to_fail(
        "each cell seen once, N = 2, policy 0, ((0, 1), (True, True), (True,)), action 0: the "
        "mean change: expected Fraction(-45, 512), got Fraction(-81, 1024)"
    )
    numbers, eighths = (range(2, 5), range(1, 8)) if deep else (range(2, 4), (1, 4, 6))
    yield _where_every_coin_is_collected(pieces, numbers, eighths)
    yield _whole_meta_episodes(train)


@part(
    "and where every coin is collected, the potential that is greatest at uniform",
    branches=("towards uniform", "at uniform"),
    domain="the tiny world, policies that collect for sure, in eighths, N to 3 (full: 4); exact",
)
def _where_every_coin_is_collected(pieces: Pieces, numbers: Iterable[int], eighths: Iterable[int]) -> Iterator[Case]:
    start = observe(TINY.start)
    for number, eighth in product(numbers, eighths):
        rows, branch = collecting(Fraction(eighth, 8)), "at uniform" if eighth == 4 else "towards uniform"
        got = expected_change(TINY, rows, settings(TINY, number), pieces)
        about = f"N = {number}, left with {rows[start][2]}: the mean change of"
        height = partial(_potential, number)
        for (seen, action), slope in slopes(TINY, rows, height, number).items():
            yield branch, equal(f"{about} {tuple(seen)}, action {action}", slope, got[seen, action])
        left = got[start, 2]
        towards = left > 0 if eighth < 4 else left < 0 if eighth > 4 else left == 0
        yield branch, unless(towards, f"{about} left", "towards uniform", left)


def _potential(number: int, rows: Rows) -> Fraction:
    return potential(_shares(TINY, rows)[0], HALF, number)


# --- The same of whole meta-episodes, as they are trained ---

_RATE, _NEVER = 2.0**-20, 2.0**-40
_CLOSE = 1e-4
"""The policy changes by about the rate, 1e-6, within a meta-episode; so do the credits' means."""

_LOGITS = ((0.0, 0.5, -0.25, 1.0), (0.25, 0.0, -1.0, 0.5))


@part(
    "whole meta-episodes change the logits so on average, whatever the baseline",
    branches=("without", "with baselines"),
    domain=f"the tiny world, logits that are not alike, both credits, all 49 meta-episodes of N = 2, at a rate of "
    f"2^-20; within {_CLOSE:g}",
)
def _whole_meta_episodes(train: Definition) -> Iterator[Case]:
    seen = seen_in(TINY)
    rows = {each: right.softmax(row) for each, row in zip(seen, _LOGITS, strict=True)}
    exact = {each: tuple(Fraction(p) / sum(map(Fraction, row)) for p in row) for each, row in rows.items()}
    once = plays(TINY, exact)

    def drawn(at: GridObservation, action: int) -> float:
        """Return a draw in the middle of those that choose the action."""
        return _NEVER + (1 - _NEVER) * (sum(rows[at][:action]) + rows[at][action] / 2)

    for credit, baselines in product(_CREDITS, ((0.0, 0.0), (3.0, 0.5))):
        training = evolve(
            settings(TINY, 2, credit),
            meta_episodes=1,
            learning_rate=ExponentialDecay(_RATE, _RATE, 1),
            exploration=ExponentialDecay(_NEVER, _NEVER, 1),
        )
        first = TrainingState(0, 0, tuple(zip(seen, _LOGITS, strict=True)), baselines)
        total = {(each, action): 0.0 for each in seen for action in range(len(MOVES))}
        for both in product(once, repeat=2):
            draws = tuple(drawn(*each) for played, _ in both for each in zip(played.seen, played.actions, strict=True))
            probability = float(both[0][1] * both[1][1])
            for (each, row), before in zip(train(TINY, training, draws, first).logits, _LOGITS, strict=True):
                for action in range(len(MOVES)):
                    total[each, action] += probability * (row[action] - before[action]) / _RATE
        value = (_return_of if credit == "meta_episode" else _held_return_of)(TINY, 2, exact)
        for (each, action), slope in slopes(TINY, exact, value, 2).items():
            got = total[each, action]
            about = f"credit per {credit}, baselines {baselines}, {tuple(each)}, action {action}: the mean change"
            branch = "with baselines" if any(baselines) else "without"
            yield branch, unless(abs(got - slope) <= _CLOSE, about, float(slope), got)
