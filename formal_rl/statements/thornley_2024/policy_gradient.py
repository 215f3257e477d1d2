"""The mean update of REINFORCE: the sum over all plays, against exact derivatives.

Nothing is rounded. Probabilities are eighths, and λ^(1/k), γ and the rate powers of two, so that floats hold every
number; and a cell is seen so seldom that the return is a polynomial of degree 4 at most in its probabilities.

Why it holds beyond the sizes looked at. The gradient of the probability of a play is that probability times the sum
over its moves of the gradient of log π. A move has no effect on what was collected before it, so this may be left out.
What is left is the credit for the whole meta-episode. With credit for the own mini-episode what is also left out is
that a choice changes the counts of later ones; so it is the gradient in which the counts are held.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Every
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.training import Credit, Training
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.reinforce import PlayedEpisode
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.gridworlds.world import MOVES
from formal_rl.statements.thornley_2024.grids import HALF, slope_at_0
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


def climbs(credit: Credit) -> Every:
    """Return the part that training with a credit climbs the expected return."""

    def claim(world: g.World, number: int) -> Any:
        greatest = g.greatest_coins_incremental(world, HALF)
        training = Training(agent="drest", lam=HALF ** len(greatest), gamma=HALF, mini_episodes=number, credit=credit)
        eighths = [Fraction(each, 8) for each in (1, 1, 2, 4)]
        rows = {seen: (*eighths[at % 4 :], *eighths[: at % 4]) for at, seen in enumerate(right.observations(world))}

        def along(seen: g.GridObservation, action: int, h: Fraction) -> Fraction:
            # the derivative of π_b by the logit of a is π_b (1{a = b} - π_a)
            moved = (p + h * p * (int(other == action) - rows[seen][action]) for other, p in enumerate(rows[seen]))
            policy = g.MemorylessPolicy({**rows, seen: tuple(moved)})
            p, coins = (each.values() for each in g.measure_incremental(world, policy, HALF))
            u = tuple(each / m for each, m in zip(coins, greatest.values(), strict=True))
            return g.expected_return(tuple(p), u, HALF, number)

        changes = expected_change(world, rows, training)
        pairs = [(slope_at_0(partial(along, *logit)), change) for logit, change in changes.items()]
        return next(((slope, change) for slope, change in pairs if slope != change), (True, True))

    small = among(
        "three small worlds, each cell seen once, seen several times, of four lengths, policies in eighths, "
        "γ = 1/2, λ^(1/k) = 1/2, up to 3 mini-episodes, all meta-episodes; exact",
        [(TINY, 2), (TINY, 3), (TWICE, 2), (FOUR, 1)],
        many=True,
    )
    return every(f"credit per {credit}: training climbs the expected return", claim, small)
