"""The compiled form of training against the definition, to the last bit, in small worlds; and what is measured."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, get_args

from attrs import evolve

from formal_rl.agents import Draws, HashedDraws
from formal_rl.checking import Disagreement, Part, part
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.gridworlds import Value, World, parse_layout
from formal_rl.gridworlds.preferences import outcome_probabilities
from formal_rl.gridworlds.training import (
    AgentKind,
    Credit,
    ExponentialDecay,
    Training,
    measure_compiled,
    softmax_policy,
    train_compiled,
)
from formal_rl.gridworlds.training.reinforce import TrainingState
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats, outcome_chances
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY, TOLERANCE, drawn_logits, measured_exactly
from formal_rl.statements.thornley_2024.policy_gradient import FOUR, TWICE, Train

_Case: TypeAlias = tuple[str, Disagreement | None]

_PASSING = parse_layout("length 3\nC1 A B1 C2")
"""Two coins and time to spare: several coins in a mini-episode, moves after the last, and a cell seen again."""

_WORLDS = (TINY, TWICE, FOUR, _PASSING)
_FALLING = Training(
    agent="drest",
    lam=Fraction(1, 3),
    mini_episodes=3,
    meta_episodes=4,
    learning_rate=ExponentialDecay(0.75, 0.125, 8),
    exploration=ExponentialDecay(0.625, 0.0625, 8),
)
"""Rates that fall until after the 8th mini-episode, which is in the third of four meta-episodes."""

_GAMMAS: tuple[Value, ...] = (1, Fraction(19, 20))

_AT_THE_EDGES = evolve(
    _FALLING,
    mini_episodes=8,
    meta_episodes=1,
    learning_rate=ExponentialDecay(2.0**-60, 2.0**-60, 1),
    exploration=ExponentialDecay(0.5, 0.5, 1),
)
"""With a rate so small that equal shares stay equal, draws in eighths are where one action gives way to another."""

_STEEP = evolve(_FALLING, learning_rate=ExponentialDecay(1e6, 1e6, 1), mini_episodes=20)


def begun(world: World, training: Training, baselines: float) -> TrainingState:
    """Return a state after the first meta-episode: logits that are not alike, and so many baselines of this value."""
    return TrainingState(1, 5, drawn_logits(world, 1, 1), (baselines,) * training.mini_episodes)


def _came_of(train: Train, *arguments: Any, **options: Any) -> object:
    """Return the state, or what was refused: the kind of the failure and the parameter."""
    try:
        return train(*arguments, **options)
    except (InvalidParameter, DrawsExhausted) as error:
        return type(error).__name__, getattr(error, "name", "")


def same_to_the_last_bit(train: Train, compiled: Train = train_compiled) -> Part:
    """Compare the two forms of training on runs of a few meta-episodes."""

    def runs() -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
        kinds: tuple[tuple[AgentKind, Value], ...] = (
            ("drest", Fraction(19, 20)),
            ("lopsided", 1),
            ("default", Fraction(1, 2)),
        )
        for world, credit, (agent, gamma), baseline in product(_WORLDS, get_args(Credit), kinds, (0.0, 0.25)):
            training = evolve(_FALLING, agent=agent, gamma=gamma, credit=credit, baseline=baseline)
            for given in (None, 0.0, 0.5):
                draws: Draws = HashedDraws(2) if given else SeededDraws(3)
                state = None if given is None else begun(world, training, given)
                yield f"credit per {credit.replace('_', '-')}", (world, training, draws, state), {}
        for until in (0, 1, 2):
            yield "until then", (TINY, _FALLING, SeededDraws(4)), {"until": until}
        yield "until then", (TINY, _FALLING, SeededDraws(4), begun(TINY, _FALLING, 0.0)), {"until": 1}
        one = evolve(_FALLING, mini_episodes=1, meta_episodes=2)
        yield "draws that end", (TINY, one, (0.8, 0.8)), {}
        yield "draws that end", (TINY, one, (0.8,)), {}
        for first in range(8):
            eighths = tuple((first - place) % 8 / 8 for place in range(32))
            yield "draws at the edges", (FOUR, _AT_THE_EDGES, eighths), {}
        for credit in get_args(Credit):
            yield "refused", (TINY, evolve(_STEEP, credit=credit), SeededDraws(0)), {}
        yield "refused", (TINY, _FALLING, SeededDraws(0), begun(TWICE, _FALLING, 0.0)), {}

    @part(
        "the compiled form is the definition, to the last bit",
        branches=(
            *(f"credit per {each}-episode" for each in ("mini", "meta")),
            "until then",
            "draws that end",
            "draws at the edges",
        ),
        domain="four small worlds, three rewards, both credits, with and without a baseline, from the first state and "
        "from one after 5 moves, draws in blocks and by index, 3 mini-episodes in each of 4 meta-episodes",
    )
    def cases() -> Iterator[_Case]:
        for branch, arguments, options in runs():
            expected, got = (_came_of(each, *arguments, **options) for each in (train, compiled))
            about = f"{branch}: {arguments[1:]}, {options}"
            yield branch, None if got == expected else Disagreement(about, expected, got)

    return cases()


@part(
    "a trained policy is measured in floats as it is exactly",
    branches=("metrics", "sums", "outcomes"),
    domain=f"drawn logits in three small worlds, γ = 1 and 19/20; within {TOLERANCE:g}",
)
def measured_alike(measure: Callable[..., MeasuredInFloats] = measure_compiled) -> Iterator[_Case]:
    """Compare what is measured of a policy in floats with the exact numbers of its softmax policy."""
    for world, greatest, gamma in product((TINY, FOUR, _PASSING), (1, 30), _GAMMAS):
        logits = drawn_logits(world, 3, greatest)
        exact, got = measured_exactly(world, logits, gamma), measure(world, logits, gamma)
        wrong = Disagreement(f"{world}, logits up to {greatest}, γ = {gamma}", exact, got)
        yield "metrics", None if _near(exact, got) else wrong
    for world in (TINY, FOUR, _PASSING):
        logits = drawn_logits(world, 3, 2)
        policy = softmax_policy(logits)
        sums = {seen: sum(row) for seen, row in policy.table}
        wrong = Disagreement("the sums of a softmax policy's probabilities", 1, sums)
        yield "sums", None if set(sums.values()) == {1} else wrong
        chances = outcome_probabilities(world, policy)
        floats = outcome_chances(world, logits)
        close = chances.keys() == floats.keys() and all(
            abs(float(chances[each]) - floats[each]) <= TOLERANCE for each in chances
        )
        yield "outcomes", None if close else Disagreement("the chances of outcomes", chances, floats)


def _near(exact: MeasuredInFloats, got: MeasuredInFloats) -> bool:
    pairs = [(exact.usefulness, got.usefulness), (exact.neutrality, got.neutrality)]
    for length, p in exact.probabilities.items():
        pairs += [(p, got.probabilities[length]), (p * exact.expected_coins[length], p * got.expected_coins[length])]
    return all(abs(a - b) <= TOLERANCE for a, b in pairs)
