"""The lengths of a meta-episode: one policy that cannot tell mini-episodes apart draws them independently."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.gridworlds.policies import Markov, deterministic_move
from formal_rl.histories import Action, Play, actions, history
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, fractions
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.theorem import neighbours
from formal_rl.statements.thornley_2024.useful import family
from formal_rl.statements.thornley_2024.worlds import PRESSED, START


def joint(world: g.World, policy: Markov, number: int) -> dict[tuple[int, ...], Fraction]:
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
                        after[past, moves + 1, g.move(world, state, action)[0]] += chance * probability
            elif len(past) + 1 == number:
                found[*past, moves] += probability
            else:
                after[(*past, moves), 0, world.start] += probability
        layer = after
    return dict(found)


def paid(agent: Callable[[Play], Action]) -> Fraction:
    """Return what an agent is paid for three actions in a meta-episode of two mini-episodes of the tiny world."""
    play = interaction_ordinary(agent, g.meta_episode(TINY, g.Drest.of(TINY, HALF), 2), 4)
    return sum((percept.reward for percept in play[::2]), Fraction(0))


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
        third = g.meta_episode(TINY, g.Drest.of(TINY, HALF), 3)
        short_last = history((0, START), 3, (0, PRESSED), 3, (1, START), 2)
        yield "after a long and a short one the third begins as the first", START, third(short_last).observation
        after_short = history((0, START), 2, (1, START), 3)
        yield "the same after the button, in the second", PRESSED, third(after_short).observation
        products = {(1, 1): Fraction(1, 9), (1, 2): Fraction(2, 9), (2, 1): Fraction(2, 9), (2, 2): Fraction(4, 9)}
        yield "left with 1/3: 1/9, 2/9, 2/9, 4/9", products, joint(*neighbours(Fraction(1, 3)), 2)
        up, left, right = map(deterministic_move, (0, 2, 3))
        clocked = g.ClockPolicy({(START, 0): right, (PRESSED, 1): up, (PRESSED, 0): left}, left)
        states = TINY.start, g.move(TINY, TINY.start, 3)[0], g.GridState((0, 0), (True, True), (True,), 1)
        yield "right, up, else left, at these times", [right, up, left], [clocked(TINY, state) for state in states]
        half = g.PlanPolicy((((2,), HALF), ((3, 0), HALF)))
        found = g.LengthStatistics({1: HALF, 2: HALF}, {1: Fraction(1), 2: Fraction(0)})
        yield "half left, half right and up", found, g.measure(TINY, half, 1)

    def apart(world: g.World, policy: Markov, number: int) -> tuple[Any, Any]:
        p = g.measure_incremental(world, policy, 1).probabilities
        products = {each: prod(p[length] for length in each) for each in product(g.lengths(world), repeat=number)}
        return {each: chance for each, chance in products.items() if chance}, joint(world, policy, number)

    eighths = g.MemorylessPolicy(otherwise=fractions("1/2", "1/4", "1/8", "1/8"))  # unequal, so that each move shows
    settings = [
        neighbours(Fraction(1, 3)),
        (g.named_world("memoryless_conflict"), family(Fraction(1), HALF, HALF)),
        (g.named_world("two_buttons_k3"), eighths),
    ]
    yield by_hand(examples)
    worlds = among("3 policies without a clock in worlds of two and three lengths, move by move", settings, many=True)
    yield every("the same distribution in each, independently", apart, worlds, up_to(3, full=4, said="mini-episodes"))
    yield mutants("""
        gridworlds.episodes:split_plays
            shows the number of the mini-episode: else observe(state)) → else (observe(state), len(done)))
            shows the lengths before: else observe(state)) → else (observe(state), [each.length for each in done]))
            still shows a pressed button later: else observe(state))
                → else observe(state)._replace(buttons=(observe(state).buttons if all(
                each.length == world.default_length for each in done) else (False,) * len(world.buttons))))
        :joint
            a policy that sees which mini-episode it is: policy(world, state)
                → (g.uniform_policy if len(past) % 2 else policy)(world, state)
            a pressed button that stays pressed: 0, world.start] → 0, world.start._replace(buttons=state.buttons)]
            one draw for all mini-episodes: return dict(found)
                → return {each[:1] * number: chance for each, chance in joint(world, policy, 1).items()}
                if number > 1 else dict(found)
    """)


STATEMENTS = statements_in(globals())
