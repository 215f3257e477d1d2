"""Policies without a clock: every deterministic one, and which are best for the lengths that they choose."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from types import MappingProxyType
from typing import TypeAlias

from formal_rl.gridworlds.metrics import ByLength, greatest_coins_from, greatest_coins_incremental
from formal_rl.gridworlds.policies import MemorylessPolicy, deterministic_move
from formal_rl.gridworlds.world import MOVES, GridObservation, GridState, Value, World, move, observe
from formal_rl.histories import Action


def deterministic_policies(world: World) -> Iterator[MemorylessPolicy]:
    """Yield every deterministic memoryless policy, decided on the observations it meets; elsewhere it is uniform.

    Each new observation forks over all actions; met again it has the action it had.

    Ledger: T24-m*
    """

    def follow(state: GridState, chosen: dict[GridObservation, Action]) -> Iterator[dict[GridObservation, Action]]:
        while state.remaining:
            seen = observe(state)
            if seen not in chosen:
                for action in range(len(MOVES)):
                    yield from follow(state, {**chosen, seen: action})
                return
            state, _ = move(world, state, chosen[seen])
        yield chosen

    for chosen in follow(world.start, {}):
        yield MemorylessPolicy(MappingProxyType({seen: deterministic_move(action) for seen, action in chosen.items()}))


def best_plans(world: World, gamma: Value) -> Mapping[int, Iterator[tuple[Action, ...]]]:
    """Return, for each length l, the plans whose discounted coins are m_l, in the order of their letters U, D, L, R.

    Ledger: T24-m, T24-C-all*, T24-C3*, T24-C5*
    """
    best = greatest_coins_from(world, gamma)

    def plans(state: GridState, length: int, done: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
        if state.remaining == 0:
            yield done
            return
        now = Fraction(gamma) ** len(done)
        for action in range(len(MOVES)):
            after, value = move(world, state, action)
            if length in best[after] and now * value + best[after][length] == best[state][length]:
                yield from plans(after, length, (*done, action))

    return {length: plans(world.start, length, ()) for length in sorted(best[world.start])}


def jointly_best(world: World, gamma: Value) -> tuple[tuple[Action, ...], ...] | None:
    """Return a best plan for each length such that some memoryless policy follows best plans only; or ``None``.

    A memoryless policy has E(C | L = l) = m_l for all lengths at once, each of positive probability, iff all its plans
    are best for their lengths. Its supports contain a best plan for each length and with them whatever the actions
    of these plans on their observations generate. So it is enough to check the policy of each choice of best plans.

    Ledger: T24-m*
    """
    greatest = greatest_coins_incremental(world, gamma)
    for choice in product(*best_plans(world, gamma).values()):
        if _generates_best_only(world, gamma, choice, greatest):
            return choice
    return None


def _generates_best_only(world: World, gamma: Value, plans: Iterable[tuple[Action, ...]], greatest: ByLength) -> bool:
    allowed: dict[GridObservation, set[Action]] = {}
    for plan in plans:
        state = world.start
        for action in plan:
            allowed.setdefault(observe(state), set()).add(action)
            state, _ = move(world, state, action)
    waiting = [(world.start, Fraction(0))]
    while waiting:
        state, coins = waiting.pop()
        if state.remaining == 0:
            if coins != greatest[world.elapsed(state)]:
                return False
            continue
        discount = Fraction(gamma) ** world.elapsed(state)
        for action in allowed.get(observe(state), range(len(MOVES))):
            after, value = move(world, state, action)
            waiting.append((after, coins + discount * value))
    return True


Support: TypeAlias = Mapping[GridObservation, tuple[Action, ...]]
"""The actions that are taken at all, on each observation."""


def useful_supports(world: World, gamma: Value) -> Iterator[Support]:
    """Yield the support of every memoryless policy all of whose trajectories are best for their lengths.

    These are the policies with E(C | L = l) = m_l for each length that they choose, so those with USEFULNESS 1.
    Where every trajectory from a state on is best and of one length, any action will do, and the support omits it.

    Ledger: T24-U-alone*
    """
    best = greatest_coins_from(world, gamma)

    def after(state: GridState, coins: Fraction, action: Action) -> tuple[GridState, Fraction]:
        then, value = move(world, state, action)
        return then, coins + Fraction(gamma) ** world.elapsed(state) * value

    def may_be_best(state: GridState, coins: Fraction) -> bool:
        return any(coins + more == best[world.start][length] for length, more in best[state].items())

    @cache
    def settled(state: GridState, coins: Fraction) -> int | None:
        """Return the one length of all trajectories from here on, where all are best."""
        if state.remaining == 0:
            return world.elapsed(state) if may_be_best(state, coins) else None
        found = {settled(*after(state, coins, action)) for action in range(len(MOVES))}
        return found.pop() if len(found) == 1 else None

    def extended(support: Support) -> Iterator[Support]:
        waiting, looked_at = [(world.start, Fraction(0))], set()
        undecided: dict[GridObservation, list[tuple[GridState, Fraction]]] = {}
        while waiting:
            node = waiting.pop()
            if node in looked_at or settled(*node):
                continue
            looked_at.add(node)
            seen = observe(node[0])
            if seen not in support:
                undecided.setdefault(seen, []).append(node)
                continue
            waiting += [after(*node, action) for action in support[seen]]
            if not all(may_be_best(*each) for each in waiting):  # no extension mends it
                return
        if not undecided:
            yield support
            return
        seen, nodes = next(iter(undecided.items()))
        good = [a for a in range(len(MOVES)) if all(may_be_best(*after(*node, a)) for node in nodes)]
        for actions in chain.from_iterable(combinations(good, size) for size in range(1, len(good) + 1)):
            yield from extended({**support, seen: actions})

    yield from extended({})
