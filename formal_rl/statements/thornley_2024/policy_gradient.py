"""The mean update of REINFORCE: the sum over all plays, against exact derivatives.

Nothing is rounded. Probabilities are eighths, and λ^(1/k), γ and the rate powers of two, so that floats hold every
number; and a polynomial is differentiated exactly by its values at more places than its degree.

Why it holds beyond the sizes looked at. The gradient of the probability of a play is that probability times the sum
over its moves of the gradient of log π. A move has no effect on what was collected before it, so this may be left out.
What is left is the credit for the whole meta-episode. With credit for the own mini-episode what is also left out is
that a choice changes the counts of later ones; so it is the gradient in which the counts are held.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import prod
from typing import Any, TypeAlias

from formal_rl import gridworlds as g
from formal_rl.agents import HashedDraws
from formal_rl.checking import among, every
from formal_rl.checking.claims import Every
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.training import Credit, Training
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, first_state
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.gridworlds.world import MOVES
from formal_rl.statements.thornley_2024.grids import HALF
from formal_rl.statements.thornley_2024.pairs import TINY

Rows: TypeAlias = Mapping[g.GridObservation, Probabilities]

TWICE = g.parse_layout("length 2\nC1 A B1")
"""A world in which a cell may be seen several times in a mini-episode."""

FOUR = g.parse_layout("length 1\nC1 C1 .\nB1 A B2")
"""A world of four lengths."""


def plays(world: g.World, rows: Rows) -> Iterator[tuple[PlayedEpisode, Fraction]]:
    """Yield every mini-episode that a policy can play, with its probability."""
    for trajectory, probability in distribution(world, g.MemorylessPolicy(dict(rows))):
        state, seen = world.start, []
        for action in trajectory.actions:
            seen.append(g.observe(state))
            state, _ = g.move(world, state, action)
        yield PlayedEpisode(tuple(seen), trajectory.actions, tuple(map(float, trajectory.collected))), probability


def expected_change(world: g.World, rows: Rows, training: Training) -> dict[tuple[Any, int], Fraction]:
    """Return by how much each logit changes on average in a meta-episode, at the rate 1, the policy kept in it."""
    greatest = g.greatest_coins_incremental(world, training.gamma)
    chances: Any = {seen: tuple(map(float, row)) for seen, row in rows.items()}
    total = {(seen, action): Fraction(0) for seen in rows for action in range(len(MOVES))}
    gamma = float(training.gamma)
    for meta_episode in product(plays(world, rows), repeat=training.mini_episodes):
        counts, rewards = dict.fromkeys(greatest, 0), []
        for i, (played, _) in enumerate(meta_episode, start=1):
            length = len(played.actions)
            scale = right.weight(training, len(greatest), float(greatest[length]), i, counts[length])
            counts[length] += 1
            rewards.append(tuple(scale * value for value in played.collected))
        given: Sequence[Any] = [right.own_credits(each, gamma) for each in rewards]
        if training.credit == "meta_episode":
            given = right.shared_credits(rewards, gamma)
        logits: Any = dict.fromkeys(rows, (0.0,) * len(MOVES))
        for (played, _), credits_ in zip(meta_episode, given, strict=True):
            logits = right.learned(logits, chances, played, credits_, 1.0)
        probability = prod((chance for _, chance in meta_episode), start=Fraction(1))
        for seen, action in total:
            total[seen, action] += probability * Fraction(logits[seen][action])
    return total


def slope_at_0(function: Callable[[Fraction], Fraction], degree: int) -> Fraction:
    """Return the derivative at 0 of a polynomial of at most this degree, by Newton's divided differences."""
    places = [Fraction(j, degree + 1) for j in range(degree + 1)]
    differences = [function(place) for place in places]
    slope, factor = Fraction(0), Fraction(1)
    for order in range(1, degree + 1):
        steps = enumerate(pairwise(differences))
        differences = [(after - before) / (places[order + j] - places[j]) for j, (before, after) in steps]
        slope += factor * differences[0]
        factor *= -places[order]
    return slope


def slopes(world: g.World, rows: Rows, value: Callable[[Rows], Fraction], power: int) -> Mapping[Any, Fraction]:
    """Return the derivative, by each logit, of a polynomial of degree ``power`` in the probabilities of plays.

    The derivative of π_b by the logit of a is π_b (1{a = b} - π_a).
    """
    most = {seen: max(played.seen.count(seen) for played, _ in plays(world, rows)) for seen in rows}

    def along(seen: g.GridObservation, action: int, h: Fraction) -> Fraction:
        row = rows[seen]
        moved = (p + h * p * (int(other == action) - row[action]) for other, p in enumerate(row))
        return value({**rows, seen: tuple(moved)})

    both = product(rows, range(len(MOVES)))
    return {(seen, action): slope_at_0(partial(along, seen, action), power * most[seen]) for seen, action in both}


def seen_in(world: g.World) -> tuple[g.GridObservation, ...]:
    """Return the observations on which a policy has a row."""
    return tuple(seen for seen, _ in first_state(world, Training(agent="drest")).logits)


def in_eighths(world: g.World, seed: int) -> Rows:
    """Return a policy whose probabilities are drawn, in eighths, none of them 0."""
    draws = HashedDraws(seed)
    rows = {}
    for place, seen in enumerate(seen_in(world)):
        parts = [1] * len(MOVES)
        for extra in range(4):
            parts[int(float(draws[4 * place + extra]) * len(MOVES))] += 1
        rows[seen] = tuple(Fraction(part, 8) for part in parts)
    return rows


def climbs(credit: Credit) -> Every:
    """Return the part that training with a credit climbs the expected return."""

    def claim(world: g.World, number: int) -> Any:
        greatest = g.greatest_coins_incremental(world, HALF)
        rows, lam = in_eighths(world, 0), HALF ** len(greatest)
        training = Training(agent="drest", lam=lam, gamma=HALF, mini_episodes=number, credit=credit)

        def value(other: Rows) -> Fraction:
            p, coins = (each.values() for each in g.measure_incremental(world, g.MemorylessPolicy(dict(other)), HALF))
            u = tuple(each / m for each, m in zip(coins, greatest.values(), strict=True))
            return g.expected_return(tuple(p), u, HALF, number)

        got, wanted = expected_change(world, rows, training), slopes(world, rows, value, number)
        return next(((slope, got[key]) for key, slope in wanted.items() if slope != got[key]), (wanted, wanted))

    small = among(
        "three small worlds, each cell seen once, seen several times, of four lengths, policies drawn in eighths, "
        "γ = 1/2, λ^(1/k) = 1/2, up to 3 mini-episodes, all meta-episodes; exact",
        [(TINY, 2), (TINY, 3), (TWICE, 2), (FOUR, 1)],
        many=True,
    )
    return every(f"credit per {credit}: training climbs the expected return", claim, small)
