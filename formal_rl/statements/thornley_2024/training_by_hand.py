"""Tabular REINFORCE worked by hand: its pieces, and whole meta-episodes."""

from collections.abc import Callable, Iterator
from math import log
from typing import Any

from attrs import evolve

from formal_rl.checking import Part, check_examples
from formal_rl.gridworlds import World, observe, parse_layout
from formal_rl.gridworlds.training import AgentKind, ExponentialDecay, Training, main_training
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, Row, TrainingState
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, fractions
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.policy_gradient import Pieces, Train

_COIN_FIRST = parse_layout("length 3\nC1 A B1")
"""A coin on the left, the button on the right: time for both, and then one move more."""

_START = observe(TINY.start)
_ZERO: Row = (0.0, 0.0, 0.0, 0.0)

_PLAIN = Training(
    agent="drest",
    lam=QUARTER,
    gamma=HALF,
    mini_episodes=2,
    meta_episodes=1,
    learning_rate=ExponentialDecay(1.0, 1.0, 1),
    exploration=ExponentialDecay(0.5, 0.5, 1),
)
"""At rate 1, with ε = 1/2. The draw 0.8 goes left, where left has 1/4 or more, as all the others have equal shares."""


def by_hand(pieces: Pieces, train: Train) -> Iterator[Part]:
    """Work the pieces by hand, and then whole meta-episodes."""
    yield _choosing(pieces)
    yield _crediting(pieces)
    yield _learning(pieces)
    yield _training(train)


def _choosing(pieces: Pieces) -> Part:
    chances = (0.125, 0.125, 0.25, 0.5)

    def of(exploration: float, *draws: float) -> Callable[[], list[int]]:
        return lambda: [pieces.chosen_action(chances, exploration, u) for u in draws]

    return check_examples(
        (
            ("softmax of 0, 0, 0, 0", "1/4 each", (0.25,) * 4, lambda: pieces.softmax(_ZERO)),
            (
                "softmax of 0, 0, 0, log 3",
                "1, 1, 1, 3 of 6",
                (0.166666667, 0.166666667, 0.166666667, 0.5),
                lambda: tuple(round(each, 9) for each in pieces.softmax((0.0, 0.0, 0.0, log(3)))),
            ),
            (
                "below ε = 1/2, uniform, for u = 0, 0.2, 0.3, 0.49",
                "the whole part of 8 u: 0, 1.6, 2.4, 3.92",
                [0, 1, 2, 3],
                of(0.5, 0.0, 0.2, 0.3, 0.49),
            ),
            (
                "from ε = 1/2 on, by the probabilities 1/8, 1/8, 1/4, 1/2, for u = 0.5, 0.5625, 0.74, 0.75",
                "2 u - 1 is 0, 0.125, 0.48, 0.5; the first share above it ends at 0.125, 0.25, 0.5, 1",
                [0, 1, 2, 3],
                of(0.5, 0.5, 0.5625, 0.74, 0.75),
            ),
            ("an even chance of each at ε = 1/2", "u = 0.55: 2 u - 1 = 0.1", [0], of(0.5, 0.55)),
            (
                "the learning rate after 0, 32,768, 65,536 and 100,000",
                "1/4; the root of 1/4 · 1/100; 1/100; it stays",
                [0.25, 0.05, 0.01, 0.01],
                lambda: [round(main_training("drest").learning_rate(i), 12) for i in (0, 32768, 65536, 100000)],
            ),
        ),
        "worked examples of choosing",
    )


def _crediting(pieces: Pieces) -> Part:
    def weights(agent: AgentKind, *numbers: tuple[int, int]) -> Callable[[], list[float]]:
        training = evolve(_PLAIN, agent=agent)
        return lambda: [pieces.weight(training, 2, 0.5, i, n) for i, n in numbers]

    return check_examples(
        (
            (
                "what a coin is multiplied by, m = 1/2, λ = 1/4, for (i, n) = (1, 0), (2, 0), (2, 1), (4, 1)",
                "2 λ^(n - (i - 1)/2): 2 · 1; 2 · 2; 2 · 1/2; 2 · 2",
                [2.0, 4.0, 1.0, 4.0],
                weights("drest", (1, 0), (2, 0), (2, 1), (4, 1)),
            ),
            ("not divided by m, (2, 0) and (2, 1)", "2; 1/2", [2.0, 0.5], weights("lopsided", (2, 0), (2, 1))),
            ("by default, (2, 0) and (2, 1)", "1", [1.0, 1.0], weights("default", (2, 0), (2, 1))),
            (
                "credit for 0, 1, 0, 2, γ = 1/2",
                "G is 3/4, 3/2, 1, 2; times 1, 1/2, 1/4, 1/8",
                fractions("3/4", "3/4", "1/4", "1/4"),
                lambda: pieces.own_credits(fractions("0", "1", "0", "2"), HALF),
            ),
            (
                "credit with all later mini-episodes for 1, 0; 0, 2; 4",
                "own: 1, 0; 1, 1; 4. Then 1 + 1 + 4, 0 + 1 + 4; 1 + 4, 1 + 4; 4",
                (fractions("6", "5"), fractions("5", "5"), fractions("4")),
                lambda: pieces.shared_credits((fractions("1", "0"), fractions("0", "2"), fractions("4")), HALF),
            ),
        ),
        "worked examples of credit",
    )


def _learning(pieces: Pieces) -> Part:
    quarters = {_START: (0.25,) * 4}

    def after(actions: tuple[int, ...], given: tuple[float, ...], chances: Any = quarters) -> Callable[[], Row]:
        played = PlayedEpisode((_START,) * len(actions), actions, (0.0,) * len(actions))
        return lambda: pieces.learned({_START: _ZERO}, chances, played, given, 0.5)[_START]

    return check_examples(
        (
            ("left, credit 2, rate 1/2", "1 - 1/4, and -1/4", (-0.25, -0.25, 0.75, -0.25), after((2,), (2.0,))),
            (
                "left where left had 1/2 and up 0, credit 4",
                "2 (1 - 1/2); 2 (0 - 0); 2 (0 - 1/4)",
                (0.0, -0.5, 1.0, -0.5),
                after((2,), (4.0,), {_START: (0.0, 0.25, 0.5, 0.25)}),
            ),
            (
                "up and then left in one cell, credits 2 and 4",
                "3/4 - 1/2; -1/4 - 1/2; -1/4 + 3/2; -1/4 - 1/2: by the probabilities before both",
                (0.25, -0.75, 1.25, -0.75),
                after((0, 2), (2.0, 4.0)),
            ),
            ("no credit", "nothing changes", _ZERO, after((3,), (0.0,))),
        ),
        "worked examples of one update",
    )


def _training(train: Train) -> Part:
    def trained(training: Training, *draws: float, world: World = TINY) -> TrainingState:
        return train(world, training, draws)

    def row(training: Training, *draws: float, world: World = TINY) -> Callable[[], tuple[float, ...]]:
        start = observe(world.start)
        return lambda: tuple(round(each, 6) for each in dict(trained(training, *draws, world=world).logits)[start])

    shared, one = evolve(_PLAIN, credit="meta_episode"), evolve(_PLAIN, mini_episodes=1, meta_episodes=2)
    once, again = "3/4 and -1/4", "then left has s = e/(e + 3) = 0.4753669, others 0.1748777"
    return check_examples(
        (
            (
                "left to the coin, twice",
                f"{once}; {again}, and the factor λ^(1 - 1/2) = 1/2: 3/4 + (1 - s)/2",
                (-0.337439, -0.337439, 1.012317, -0.337439),
                row(_PLAIN, 0.8, 0.8),
            ),
            (
                "the same with credit for the meta-episode",
                "(1 + 1/2) 3/4 + 1/2 · 3/4; -(3/2 + 1/2)/4",
                (-0.5, -0.5, 1.5, -0.5),
                row(shared, 0.8, 0.8),
            ),
            (
                "the same by the default reward",
                f"{once}; {again}: 3/4 + (1 - s)",
                (-0.424878, -0.424878, 1.274633, -0.424878),
                row(evolve(_PLAIN, agent="default"), 0.8, 0.8),
            ),
            (
                "the same in two meta-episodes of one",
                f"{once}; {again}, and the factor is 1 again",
                (-0.424878, -0.424878, 1.274633, -0.424878),
                row(one, 0.8, 0.8),
            ),
            (
                "the same with a baseline of weight 1/2",
                f"{once}; {again}, and the credit is 1 - 1/2",
                (-0.337439, -0.337439, 1.012317, -0.337439),
                row(evolve(one, baseline=0.5), 0.8, 0.8),
            ),
            (
                "that baseline",
                "1/2, then 1/2 + (1 - 1/2)/2",
                (0.75,),
                lambda: trained(evolve(one, baseline=0.5), 0.8, 0.8).baselines,
            ),
            (
                "no coin: up, then right and up",
                "nothing changes, in 3 moves",
                (0.0, 0.0, 0.0, 0.0, 3.0),
                lambda: (*row(_PLAIN, 0.55, 0.95, 0.55)(), float(trained(_PLAIN, 0.55, 0.95, 0.55).moves)),
            ),
            (
                "length 3, C1 A B1: left thrice; then left to the coin, right to the button, up",
                f"{once}; {again}. The coin is paid for the length 4 chosen later, whose n is 0: λ^(0 - 1/2) = 2",
                (-0.599755, -0.599755, 1.799266, -0.599755),
                row(_PLAIN, 0.8, 0.8, 0.8, 0.8, 0.95, 0.95, 0.55, world=_COIN_FIRST),
            ),
        ),
        "worked examples of whole meta-episodes",
    )
