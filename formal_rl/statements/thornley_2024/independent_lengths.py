"""Checks of the lengths of a meta-episode: one policy that cannot tell mini-episodes apart draws them independently."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part
from formal_rl.gridworlds import (
    GridState,
    Markov,
    MemorylessPolicy,
    World,
    lengths,
    measure_incremental,
    move,
    named_world,
    uniform_policy,
)
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, Definition
from formal_rl.statements.thornley_2024.theorem import neighbours
from formal_rl.statements.thornley_2024.useful import family
from formal_rl.statements.thornley_2024.worlds import (
    buttons_stay_pressed,
    first_payment,
    hidden_counts,
    shown_counts,
    shown_lengths,
)

Lengths = tuple[int, ...]
Joint = Mapping[Lengths, Fraction]


def meta_episodes(
    acts: Definition = lambda policy, past, world, state: policy(world, state),
    begins: Definition = lambda world, last: world.start,
) -> Callable[[World, Markov, int], Joint]:
    """Return the function that draws the lengths of a meta-episode move by move, as probabilities of sequences.

    It acts on the state alone, not on the lengths of the mini-episodes before, and begins each in the same world, all
    coins and buttons back; unless it is told otherwise.
    """

    def joint(world: World, policy: Markov, number: int) -> Joint:
        found: dict[Lengths, Fraction] = defaultdict(Fraction)
        layer: dict[tuple[Lengths, int, GridState], Fraction] = {((), 0, world.start): Fraction(1)}
        while layer:
            after: dict[tuple[Lengths, int, GridState], Fraction] = defaultdict(Fraction)
            for (past, moves, state), probability in layer.items():
                if state.remaining:
                    for action, chance in enumerate(acts(policy, past, world, state)):
                        if chance:
                            after[past, moves + 1, move(world, state, action)[0]] += chance * probability
                elif len(past) + 1 == number:
                    found[*past, moves] += probability
                else:
                    after[(*past, moves), 0, begins(world, state)] += probability
            layer = after
        return found

    return joint


def independent(
    scope: Scope,
    *,
    meta_episodes: Definition = meta_episodes(),  # noqa: B008 - a function
    **shown: Definition,
) -> Iterator[Part]:
    """Check that mini-episodes cannot be told apart, so that each has the same lengths independently of the others."""
    yield from hidden_counts(scope, **shown)
    most, settings = 4 if scope.is_full else 3, _settings()
    names = tuple(name for name, _, _ in settings)
    domain = (
        f"{len(settings)} policies in four worlds of two and three lengths, at most {most} mini-episodes, move by move"
    )

    def drawn() -> Iterator[tuple[str, World, int, Mapping[int, Fraction], Joint]]:
        for (name, world, policy), number in product(settings, range(1, most + 1)):
            p = measure_incremental(world, policy, 1).probabilities
            yield name, world, number, p, meta_episodes(world, policy, number)

    @part("the same distribution in every mini-episode", branches=names, domain=domain)
    def same() -> Iterator[Case]:
        for name, world, number, p, joint in drawn():
            for i, length in product(range(number), lengths(world)):
                got = sum((chance for found, chance in joint.items() if found[i] == length), Fraction(0))
                yield name, equal(f"{name}: Pr{{L = {length}}} in mini-episode {i + 1} of {number}", p[length], got)

    @part("independent of one another", branches=names, domain=domain)
    def apart() -> Iterator[Case]:
        for name, world, number, p, joint in drawn():
            for sequence in product(lengths(world), repeat=number):
                expected, got = prod((p[length] for length in sequence), start=Fraction(1)), joint.get(sequence, 0)
                yield name, equal(f"{name}: the probability of the lengths {sequence}", expected, got)

    world, policy = neighbours(Fraction(1, 3))
    yield check_examples(
        (
            (
                "left with 1/3, two mini-episodes",
                "1/3 * 1/3, 1/3 * 2/3, 2/3 * 1/3, 2/3 * 2/3",
                {(1, 1): Fraction(1, 9), (1, 2): Fraction(2, 9), (2, 1): Fraction(2, 9), (2, 2): Fraction(4, 9)},
                lambda: dict(sorted(meta_episodes(world, policy, 2).items())),
            ),
            (
                "always right, three mini-episodes",
                "the button is back each time",
                Fraction(1),
                lambda: meta_episodes(world, neighbours(Fraction(0))[1], 3)[2, 2, 2],
            ),
        ),
        "lengths drawn move by move, worked examples",
    )
    yield from (decided() for decided in (same, apart))


def _settings() -> tuple[tuple[str, World, Markov], ...]:
    """Return named policies without a clock in small worlds."""
    two = neighbours(Fraction(1, 3))
    slanted = MemorylessPolicy(otherwise=(Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)))
    return (
        ("a coin on either side, left with 1/3", *two),
        ("a coin on either side, uniform", two[0], uniform_policy),
        ("no slack, r = 1, b = l = 1/2", named_world("memoryless_conflict"), family(Fraction(1), HALF, HALF)),
        ("lopsided, uniform", named_world("lopsided"), uniform_policy),
        ("two buttons, three lengths, mostly up", named_world("two_buttons_k3"), slanted),
    )


# --- Mutants ---


def _drawn_once(world: World, policy: Markov, number: int) -> Mapping[tuple[int, ...], Fraction]:
    """Draw the length of the first mini-episode, and repeat it."""
    once = meta_episodes()(world, policy, 1)
    return {lengths * number: chance for lengths, chance in once.items()}


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-pomdp",
        kind="lemma",
        title="the counts are hidden, so lengths are drawn alike and independently",
        claim="The observations in a meta-episode do not reveal the number of the mini-episode. So a policy on "
        "observations chooses each trajectory-length with the same probability in every mini-episode, independently "
        "of the other mini-episodes. An agent that reads the history can choose differently in each, and is outside "
        "the paper's class.",
        source=f"{THORNLEY_2024}, Sections 3 and 5 (numbered as in the early version that we had), and Appendix D, the "
        "proof sketch",
        check=independent,
        mutants={
            "which mini-episode it is, is shown": {"meta_episode": shown_counts},
            "the lengths before are shown": {"meta_episode": shown_lengths},
            "a pressed button is shown as pressed later": {"meta_episode": buttons_stay_pressed},
            "only the first payment counts": {"total": first_payment},
            "a policy that sees which mini-episode it is": {
                "meta_episodes": meta_episodes(
                    acts=lambda policy, past, world, state: (uniform_policy if len(past) % 2 else policy)(world, state)
                )
            },
            "a pressed button that stays pressed": {
                "meta_episodes": meta_episodes(begins=lambda world, last: world.start._replace(buttons=last.buttons))
            },
            "one draw for all mini-episodes": {"meta_episodes": _drawn_once},
        },
        verdict="holds",
        evidence="exhaustive: in a world of 7 trajectories all meta-episodes of 2 mini-episodes, where the "
        "observations in one occur in the other; all meta-episodes of at most 3 mini-episodes, move by move, of 5 "
        "policies in 4 worlds of two and three lengths",
    ),
)
