"""What REINFORCE does on average: the sum over all that can be played, against exact derivatives.

Nothing is rounded. Probabilities are eighths, and λ^(1/k), γ and the rate powers of two, so that floats hold every
number; and a polynomial is differentiated exactly by its values at more places than its degree.

Why it holds beyond the sizes looked at. The gradient of the probability of a play is that probability times the sum
over its moves of the gradient of log π. A move has no effect on what was collected before it, so this may be left out.
What is left is the credit for the whole meta-episode. With credit for the own mini-episode what is also left out is
that a choice changes the counts of later ones; so it is the gradient in which the counts are held.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl import gridworlds as g
from formal_rl.agents import HashedDraws
from formal_rl.checking import Domain, Every, Scope, among, every, meets
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns, potential
from formal_rl.gridworlds.training import Credit, ExponentialDecay, Training, first_state, train
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, TrainingState
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.entries import Evidence
from formal_rl.statements.thornley_2024.grids import HALF, dot
from formal_rl.statements.thornley_2024.pairs import TINY

Rows: TypeAlias = Mapping[g.GridObservation, Probabilities]

TWICE = g.parse_layout("length 2\nC1 A B1")
"""A world in which a cell may be seen several times in a mini-episode."""

FOUR = g.parse_layout("length 1\nC1 C1 .\nB1 A B2")
"""A world of four lengths."""

WORLDS: Mapping[str, g.World] = {"each cell seen once": TINY, "seen several times": TWICE, "four lengths": FOUR}
CREDITS: tuple[Credit, ...] = ("mini_episode", "meta_episode")


def settings(world: g.World, number: int, credit: Credit = "mini_episode") -> Training:
    """Return settings whose numbers floats hold exactly: λ^(1/k) = 1/2, γ = 1/2."""
    k = len(g.greatest_coins_incremental(world, 1))
    return Training(agent="drest", lam=HALF**k, gamma=HALF, mini_episodes=number, credit=credit)


# --- The sum over all that can be played ---


def plays(world: g.World, rows: Rows) -> list[tuple[PlayedEpisode, Fraction]]:
    """Return every mini-episode that a policy can play, with its probability."""
    found = []
    for trajectory, probability in distribution(world, g.MemorylessPolicy(dict(rows))):
        state, seen = world.start, []
        for action in trajectory.actions:
            seen.append(g.observe(state))
            state, _ = g.move(world, state, action)
        episode = PlayedEpisode(tuple(seen), trajectory.actions, tuple(map(float, trajectory.collected)))
        found.append((episode, probability))
    return found


def expected_change(world: g.World, rows: Rows, training: Training) -> dict[tuple[Any, int], Fraction]:
    """Return by how much each logit changes on average in a meta-episode, at the rate 1, the policy kept in it."""
    greatest = {length: float(m) for length, m in g.greatest_coins_incremental(world, training.gamma).items()}
    chances: Any = {seen: tuple(map(float, row)) for seen, row in rows.items()}
    total = {(seen, action): Fraction(0) for seen in rows for action in range(len(g.MOVES))}
    gamma = float(training.gamma)
    for meta_episode in product(plays(world, rows), repeat=training.mini_episodes):
        counts, rewards = dict.fromkeys(greatest, 0), []
        for i, (played, _) in enumerate(meta_episode, start=1):
            length = len(played.actions)
            scale = right.weight(training, len(greatest), greatest[length], i, counts[length])
            counts[length] += 1
            rewards.append(tuple(scale * value for value in played.collected))
        given: Sequence[Any] = [right.own_credits(each, gamma) for each in rewards]
        if training.credit == "meta_episode":
            given = right.shared_credits(rewards, gamma)
        logits: Any = dict.fromkeys(rows, (0.0,) * len(g.MOVES))
        for (played, _), credits_ in zip(meta_episode, given, strict=True):
            logits = right.learned(logits, chances, played, credits_, 1.0)
        probability = prod((chance for _, chance in meta_episode), start=Fraction(1))
        for seen, action in total:
            total[seen, action] += probability * Fraction(logits[seen][action])
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
    world: g.World, rows: Rows, value: Callable[[Rows], Fraction], power: int
) -> dict[tuple[g.GridObservation, int], Fraction]:
    """Return the derivative, by each logit, of a polynomial of degree ``power`` in the probabilities of plays.

    The derivative of π_b by the logit of a is π_b (1{a = b} - π_a).
    """
    most = {seen: max(played.seen.count(seen) for played, _ in plays(world, rows)) for seen in rows}

    def along(seen: g.GridObservation, action: int) -> Callable[[Fraction], Fraction]:
        row = rows[seen]
        direction = [each * (int(other == action) - row[action]) for other, each in enumerate(row)]
        return lambda h: value({**rows, seen: tuple(p + h * step for p, step in zip(row, direction, strict=True))})

    both = product(rows, range(len(g.MOVES)))
    return {(seen, action): slope_at_0(along(seen, action), power * most[seen]) for seen, action in both}


def shares(world: g.World, rows: Rows) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return Pr{L = l}, E(C | L = l) and the latter divided by m_l, for each length l."""
    p, coins = (tuple(e.values()) for e in g.measure_incremental(world, g.MemorylessPolicy(dict(rows)), HALF))
    greatest = g.greatest_coins_incremental(world, HALF)
    return p, coins, tuple(each / m for each, m in zip(coins, greatest.values(), strict=True))


Climbed: TypeAlias = Callable[[g.World, int, Rows], Callable[[Rows], Fraction]]
"""What is climbed: a function of policies, by the world, the number of mini-episodes and the policy that learns."""


def return_of(world: g.World, number: int, _: Rows) -> Callable[[Rows], Fraction]:
    """Return what gives the expected return."""

    def value(rows: Rows) -> Fraction:
        p, _, u = shares(world, rows)
        return g.expected_return(p, u, HALF, number)

    return value


def held_return_of(world: g.World, number: int, rows: Rows) -> Callable[[Rows], Fraction]:
    """Return what gives the expected return where the counts are those of ``rows``, whatever is chosen."""
    held = own_returns(shares(world, rows)[0], HALF, number)

    def value(other: Rows) -> Fraction:
        p, _, u = shares(world, other)
        return number * dot(held, [a * b for a, b in zip(p, u, strict=True)])

    return value


def potential_of(world: g.World, number: int, _: Rows) -> Callable[[Rows], Fraction]:
    """Return what gives the potential that is greatest at uniform."""
    return lambda rows: potential(shares(world, rows)[0], HALF, number)


# --- Policies ---


def seen_in(world: g.World) -> tuple[g.GridObservation, ...]:
    """Return the observations on which a policy has a row."""
    return tuple(seen for seen, _ in first_state(world, settings(world, 1)).logits)


def in_eighths(world: g.World, seed: int) -> Rows:
    """Return a policy whose probabilities are drawn, in eighths, none of them 0."""
    draws = HashedDraws(seed)
    rows = {}
    for place, seen in enumerate(seen_in(world)):
        parts = [1] * len(g.MOVES)
        for extra in range(4):
            parts[int(float(draws[4 * place + extra]) * len(g.MOVES))] += 1
        rows[seen] = tuple(Fraction(part, 8) for part in parts)
    return rows


def collecting(left: Fraction) -> Rows:
    """Return the policy in the tiny world that goes left, or right twice, and so collects a coin for sure."""
    rows = {seen: (Fraction(0), Fraction(0), Fraction(0), Fraction(1)) for seen in seen_in(TINY)}
    return {**rows, g.observe(TINY.start): (Fraction(0), Fraction(0), left, 1 - left)}


# --- The parts ---


def mean_and_slope(world: g.World, rows: Rows, training: Training, climbed: Climbed) -> tuple[Any, Any]:
    """Return what should be and what is: the slope by each logit and its mean change, where they differ first."""
    got = expected_change(world, rows, training)
    wanted = slopes(world, rows, climbed(world, training.mini_episodes, rows), training.mini_episodes)
    return next(((slope, got[key]) for key, slope in wanted.items() if slope != got[key]), (wanted, wanted))


def cases(scope: Scope) -> Iterator[tuple[str, int, int]]:
    """Yield the name of a world, the number of mini-episodes, and the seed of a policy."""
    sizes = ((1, 2, 3, 4), (1, 2), (1, 2)) if scope.is_full else ((2, 3), (2,), (1,))
    for name, numbers in zip(WORLDS, sizes, strict=True):
        yield from product([name], numbers, range(4 if scope.is_full else 1))


def climbs(name: str, credit: Credit, climbed: Climbed) -> Every:
    """Return the part that training with a credit climbs this."""

    def claim(of: str, number: int, seed: int) -> Any:
        world = WORLDS[of]
        return mean_and_slope(world, in_eighths(world, seed), settings(world, number, credit), climbed)

    small = Domain(
        lambda scope: (
            "three small worlds of two or four lengths, policies drawn in eighths, γ = 1/2, λ^(1/k) = 1/2, "
            f"up to {4 if scope.is_full else 3} mini-episodes, all meta-episodes; exact"
        ),
        cases,
        many=True,
    )
    return every(f"credit per {credit}: training climbs {name}", claim, small)


def gradients() -> Evidence:
    """Yield the parts on what is climbed with each credit."""

    def collected(number: int, eighth: int) -> Any:
        rows, training = collecting(Fraction(eighth, 8)), settings(TINY, number)
        left = expected_change(TINY, rows, training)[g.observe(TINY.start), 2]
        wanted, got = mean_and_slope(TINY, rows, training, potential_of)
        return (wanted, (eighth < 4) - (eighth > 4)), (got, (left > 0) - (left < 0))

    yield climbs("the expected return", "meta_episode", return_of)
    yield climbs("the return with the counts held", "mini_episode", held_return_of)
    yield climbs("the expected return", "mini_episode", return_of).fails(
        "…, each cell seen once, 2, 0: expected Fraction(-45, 512), got Fraction(-81, 1024)"
    )
    name = "where every coin is collected, it climbs the potential that is greatest at uniform"
    yield every(name, collected, among("the tiny world, N = 2, 3", (2, 3)), among("left with 1/8, 4/8, 6/8", (1, 4, 6)))
    credits_ = among("the tiny world, both credits", CREDITS)
    baselines = among("without and with baselines", ((0.0, 0.0), (3.0, 0.5)))
    name = "all 49 meta-episodes of N = 2 change the logits so on average, at a rate of 2^-20, within 0.0001"
    yield every(name, whole_meta_episodes, credits_, baselines)


RATE, NEVER, CLOSE = 2.0**-20, 2.0**-40, 1e-4
"""The policy changes by about the rate, 1e-6, within a meta-episode; so do the credits' means."""

LOGITS = ((0.0, 0.5, -0.25, 1.0), (0.25, 0.0, -1.0, 0.5))


def whole_meta_episodes(credit: Credit, baselines: tuple[float, float]) -> Any:
    """Return what should be and what is: whole meta-episodes, as they are trained, change logits by the slopes."""
    seen = seen_in(TINY)
    rows = {each: right.softmax(row) for each, row in zip(seen, LOGITS, strict=True)}
    exact = {each: tuple(Fraction(p) / sum(map(Fraction, row)) for p in row) for each, row in rows.items()}
    constant = ExponentialDecay(RATE, RATE, 1), ExponentialDecay(NEVER, NEVER, 1)
    once = evolve(settings(TINY, 2, credit), meta_episodes=1)
    training = evolve(once, learning_rate=constant[0], exploration=constant[1])

    def drawn(at: g.GridObservation, action: int) -> float:
        """Return a draw in the middle of those that choose the action."""
        return NEVER + (1 - NEVER) * (sum(rows[at][:action]) + rows[at][action] / 2)

    first = TrainingState(0, 0, tuple(zip(seen, LOGITS, strict=True)), baselines)
    total = {(each, action): 0.0 for each in seen for action in range(len(g.MOVES))}
    for both in product(plays(TINY, exact), repeat=2):
        draws = tuple(drawn(*each) for played, _ in both for each in zip(played.seen, played.actions, strict=True))
        probability = float(both[0][1] * both[1][1])
        for (each, row), before in zip(train(TINY, training, draws, first).logits, LOGITS, strict=True):
            for action in range(len(g.MOVES)):
                total[each, action] += probability * (row[action] - before[action]) / RATE
    value = (return_of if credit == "meta_episode" else held_return_of)(TINY, 2, exact)
    off = {key: abs(total[key] - slope) for key, slope in slopes(TINY, exact, value, 2).items()}
    return meets(max(off.values()) <= CLOSE, "near the slopes", off)
