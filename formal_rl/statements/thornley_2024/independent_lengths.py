"""The lengths of a meta-episode: one policy that cannot tell mini-episodes apart draws them independently."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every
from formal_rl.environments import interaction_ordinary
from formal_rl.gridworlds import (
    ClockPolicy,
    Drest,
    GridState,
    LengthStatistics,
    Markov,
    MemorylessPolicy,
    PlanPolicy,
    World,
    lengths,
    measure,
    measure_incremental,
    meta_episode,
    move,
    named_world,
    uniform_policy,
)
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.histories import Action, Percept, Play, actions, history
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.theorem import neighbours
from formal_rl.statements.thornley_2024.useful import family
from formal_rl.statements.thornley_2024.worlds import PRESSED, START, of_mini_episodes, paid_in_all

DREST = Drest.of(TINY, HALF)


def joint(world: World, policy: Markov, number: int) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of each sequence of lengths of a meta-episode, move by move.

    The policy sees the state alone, not the lengths before. Each mini-episode begins in the first state.
    """
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    layer = {((), 0, world.start): Fraction(1)}
    while layer:
        after: dict[Any, Fraction] = defaultdict(Fraction)
        for (past, moves, state), probability in layer.items():
            if state.remaining:
                for action, chance in enumerate(policy(world, state)):
                    if chance:
                        after[past, moves + 1, move(world, state, action)[0]] += chance * probability
            elif len(past) + 1 == number:
                found[*past, moves] += probability
            else:
                after[(*past, moves), 0, world.start] += probability
        layer = after
    return dict(found)


def paid(agent: Callable[[Play], Action]) -> Fraction:
    """Return what an agent is paid for three actions in a meta-episode of two mini-episodes of the tiny world."""
    environment, total = meta_episode(TINY, DREST, 2), Fraction(0)
    play = interaction_ordinary(agent, environment, 3)
    for number in range(4):
        total += environment(play[: 2 * number]).reward
    return total


def seen_in(sequences: Iterator[Any]) -> dict[tuple[Any, ...], set[int]]:
    """Return in which of two mini-episodes each sequence of observations is seen."""
    which: dict[tuple[Any, ...], set[int]] = {}
    for episodes in sequences:
        for place, seen in enumerate(paid_in_all(meta_episode(TINY, DREST, 2), episodes)[1], start=1):
            which.setdefault(seen, set()).add(place)
    return which


def settings() -> Iterator[tuple[World, Markov]]:
    """Yield policies without a clock in small worlds: of two lengths, and one of three."""
    two = neighbours(Fraction(1, 3))
    yield from (two, (two[0], uniform_policy))  # a coin on either side, left with 1/3
    yield named_world("memoryless_conflict"), family(Fraction(1), HALF, HALF)
    yield named_world("lopsided"), uniform_policy
    eighth = Fraction(1, 8)
    yield named_world("two_buttons_k3"), MemorylessPolicy(otherwise=(HALF, QUARTER, eighth, eighth))


@lemma(
    "T24-pomdp",
    "the counts are hidden, so lengths are drawn alike and independently",
    "Sections 3 and 5 (numbered as in the early version that we had), and Appendix D, the proof sketch",
    "holds",
)
def independent() -> Evidence:
    """The observations in a meta-episode do not reveal the number of the mini-episode. So a policy on observations
    chooses each trajectory-length with the same probability in every mini-episode, independently of the other
    mini-episodes. An agent that reads the history can choose differently in each, and is outside the paper's class.
    """

    def examples() -> Rows:
        yield "left first, then right twice: 1 + λ^(-1/2)", 3, paid(lambda prompt: 3 if actions(prompt) else 2)
        yield "always short: 1 + λ^(1 - 1/2) = 1 + 1/2", Fraction(3, 2), paid(lambda prompt: 2)
        two, three = (meta_episode(TINY, DREST, number) for number in (2, 3))
        yield "the second begins as the first", START, two(history((0, START), 2)).observation
        short_last = history((0, START), 3, (0, PRESSED), 3, (1, START), 2)
        yield "and the third, after a long and a short one", START, three(short_last).observation
        for then in ((), (2, Percept(1, START))):
            yield "the same after the button, in both", PRESSED, two((Percept(0, START), *then, 3)).observation

    def policies() -> Rows:
        up, left, right = map(deterministic_move, (0, 2, 3))
        memoryless = MemorylessPolicy({START: right, PRESSED: up}, left)
        clocked = ClockPolicy({(START, 0): right, (PRESSED, 1): up, (PRESSED, 0): left}, left)
        states = TINY.start, move(TINY, TINY.start, 3)[0], GridState((0, 0), (True, True), (True,), 1)
        for kind, policy in (("", memoryless), (", at these times", clocked)):
            yield f"right, up, else left{kind}", [right, up, left], [policy(TINY, state) for state in states]
        yield "1/4 each", [(QUARTER,) * 4] * 3, [uniform_policy(TINY, state) for state in states]
        half = PlanPolicy((((2,), HALF), ((3, 0), HALF)))
        found = LengthStatistics({1: HALF, 2: HALF}, {1: Fraction(1), 2: Fraction(0)})
        yield "half left, half right and up", found, measure(TINY, half, 1)

    def drawn() -> Rows:
        world, policy = neighbours(Fraction(1, 3))
        products = {(1, 1): Fraction(1, 9), (1, 2): Fraction(2, 9), (2, 1): Fraction(2, 9), (2, 2): Fraction(4, 9)}
        yield "1/3 · 1/3, 1/3 · 2/3, 2/3 · 1/3, 2/3 · 2/3", products, joint(world, policy, 2)
        yield "always right: the button is back", 1, joint(world, neighbours(Fraction(0))[1], 3).get((2, 2, 2))

    def in_both(number: int) -> tuple[Any, Any]:
        found = seen_in(of_mini_episodes(number))
        return {seen: {1, 2} for seen in found}, found

    def alike(world: World, policy: Markov, number: int) -> tuple[Any, Any]:
        p = measure_incremental(world, policy, 1).probabilities
        found, marginals = joint(world, policy, number), []
        for place in range(number):
            shares = dict.fromkeys(lengths(world), Fraction(0))
            for sequence, chance in found.items():
                shares[sequence[place]] += chance
            marginals.append(shares)
        return [p] * number, marginals

    def apart(world: World, policy: Markov, number: int) -> tuple[Any, Any]:
        p = measure_incremental(world, policy, 1).probabilities
        products = {each: prod(p[length] for length in each) for each in product(lengths(world), repeat=number)}
        return {each: chance for each, chance in products.items() if chance}, joint(world, policy, number)

    def most(scope: Scope) -> Iterator[tuple[Any, ...]]:
        return ((*each, number) for each in settings() for number in range(1, 5 if scope.is_full else 4))

    all_of_two = among("all meta-episodes of 2 mini-episodes in a world of 7 trajectories", [2])
    policies_in_worlds = Domain(
        lambda scope: (
            "5 policies in four worlds of two and three lengths, at most 3 mini-episodes, in full 4, move by move"
        ),
        most,
        many=True,
    )
    yield by_hand(examples)
    yield by_hand(policies, "what policies of each kind do")
    yield by_hand(drawn, "lengths drawn move by move, worked examples")
    name = "what is seen in a mini-episode does not determine which it is"
    yield every(name, in_both, all_of_two)
    yield every("the same distribution in every mini-episode", alike, policies_in_worlds)
    yield every("independent of one another", apart, policies_in_worlds)
    yield mutants("""
        gridworlds.episodes:split_plays
            which mini-episode it is, is shown: else observe(state)) → else (observe(state), len(done)))
            the lengths before are shown: else observe(state)) → else (observe(state), [each.length for each in done]))
            a pressed button is shown as pressed later: else observe(state))
                → else observe(state)._replace(buttons=(observe(state).buttons if all(
                each.length == world.default_length for each in done) else (False,) * len(world.buttons))))
        :paid
            only the first payment counts: total += → total = total or
        :joint
            a policy that sees which mini-episode it is: policy(world, state)
                → (uniform_policy if len(past) % 2 else policy)(world, state)
            a pressed button that stays pressed: 0, world.start] → 0, world.start._replace(buttons=state.buttons)]
            one draw for all mini-episodes: return dict(found)
                → return {each[:1] * number: chance for each, chance in joint(world, policy, 1).items()}
                if number > 1 else dict(found)
    """)


STATEMENTS = statements_in(globals())
