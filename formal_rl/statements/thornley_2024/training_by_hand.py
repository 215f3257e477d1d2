"""Tabular REINFORCE by hand: its pieces, whole meta-episodes, settings, refusals; and its compiled form."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import log
from types import MappingProxyType
from typing import Any, TypeAlias, get_args

from attrs import evolve

from formal_rl.agents import Draws, HashedDraws
from formal_rl.checking import Case, Part, check_examples, equal, part, unless
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.gridworlds import Value, World, observe, parse_layout
from formal_rl.gridworlds.preferences import outcome_probabilities
from formal_rl.gridworlds.training import (
    AgentKind,
    Credit,
    ExponentialDecay,
    TrainedRun,
    Training,
    appendix_training,
    first_state,
    lopsided_training,
    main_training,
    measured_after,
    softmax_policy,
    train_compiled,
)
from formal_rl.gridworlds.training.curves import curve_point, trained
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, Row, TrainingState, require_training, softmax
from formal_rl.gridworlds.training.softmax_policies import outcome_chances
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Definition, fractions
from formal_rl.statements.thornley_2024.pairs import TINY, TOLERANCE, drawn_logits
from formal_rl.statements.thornley_2024.policy_gradient import FOUR, TWICE, Pieces
from formal_rl.statements.thornley_2024.training_runs import Settings

_COIN_FIRST = parse_layout("length 3\nC1 A B1")
"""A coin on the left, the button on the right: time for both, and then one move more."""

_START = observe(TINY.start)
_ZERO: Row = (0.0, 0.0, 0.0, 0.0)
_ONE, _EVEN = ExponentialDecay(1.0, 1.0, 1), ExponentialDecay(0.5, 0.5, 1)

_PLAIN = Training(
    agent="drest", lam=QUARTER, gamma=HALF, mini_episodes=2, meta_episodes=1, learning_rate=_ONE, exploration=_EVEN
)
"""At rate 1, with ε = 1/2. The draw 0.8 goes left, where left has 1/4 or more, as all the others have equal shares."""


def by_hand(pieces: Pieces, train: Definition) -> Iterator[Part]:
    """Work the pieces by hand, and then whole meta-episodes."""
    yield _choosing(pieces)
    yield _crediting(pieces)
    yield _learning(pieces)
    yield _training(train)


def _choosing(pieces: Pieces) -> Part:
    def chosen(*draws: float) -> list[int]:
        return [pieces.chosen_action((0.125, 0.125, 0.25, 0.5), 0.5, u) for u in draws]

    return check_examples(
        (
            ("softmax of 0, 0, 0, 0", "1/4 each", (0.25,) * 4, pieces.softmax, _ZERO),
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
                *(chosen, 0.0, 0.2, 0.3, 0.49),
            ),
            (
                "from ε = 1/2 on, by the probabilities 1/8, 1/8, 1/4, 1/2, for u = 0.5, 0.55, 0.5625, 0.74, 0.75",
                "2 u - 1 is 0, 0.1, 0.125, 0.48, 0.5; the first share above it ends at 0.125, 0.25, 0.5, 1",
                [0, 0, 1, 2, 3],
                *(chosen, 0.5, 0.55, 0.5625, 0.74, 0.75),
            ),
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
    def weights(agent: AgentKind, *numbers: tuple[int, int]) -> list[float]:
        return [pieces.weight(evolve(_PLAIN, agent=agent), 2, 0.5, i, n) for i, n in numbers]

    return check_examples(
        (
            (
                "what a coin is multiplied by, m = 1/2, λ = 1/4, for (i, n) = (1, 0), (2, 0), (2, 1), (4, 1)",
                "2 λ^(n - (i - 1)/2): 2 · 1; 2 · 2; 2 · 1/2; 2 · 2",
                [2.0, 4.0, 1.0, 4.0],
                *(weights, "drest", (1, 0), (2, 0), (2, 1), (4, 1)),
            ),
            ("not divided by m, (2, 0) and (2, 1)", "2; 1/2", [2.0, 0.5], weights, "lopsided", (2, 0), (2, 1)),
            ("by default, (2, 0) and (2, 1)", "1", [1.0, 1.0], weights, "default", (2, 0), (2, 1)),
            (
                "credit for 0, 1, 0, 2, γ = 1/2",
                "G is 3/4, 3/2, 1, 2; times 1, 1/2, 1/4, 1/8",
                fractions("3/4", "3/4", "1/4", "1/4"),
                *(pieces.own_credits, fractions("0", "1", "0", "2"), HALF),
            ),
            (
                "credit with all later mini-episodes for 1, 0; 0, 2; 4",
                "own: 1, 0; 1, 1; 4. Then 1 + 1 + 4, 0 + 1 + 4; 1 + 4, 1 + 4; 4",
                (fractions("6", "5"), fractions("5", "5"), fractions("4")),
                *(pieces.shared_credits, (fractions("1", "0"), fractions("0", "2"), fractions("4")), HALF),
            ),
        ),
        "worked examples of credit",
    )


def _learning(pieces: Pieces) -> Part:
    def after(actions: tuple[int, ...], given: tuple[float, ...], row: Row = (0.25,) * 4) -> Any:
        played = PlayedEpisode((_START,) * len(actions), actions, (0.0,) * len(actions))
        return pieces.learned({_START: _ZERO}, {_START: row}, played, given, 0.5)[_START]

    uneven = (0.0, 0.25, 0.5, 0.25)
    return check_examples(
        (
            ("left, credit 2, rate 1/2", "1 - 1/4, and -1/4", (-0.25, -0.25, 0.75, -0.25), after, (2,), (2.0,)),
            (
                "left where left had 1/2 and up 0, credit 4",
                "2 (1 - 1/2); 2 (0 - 0); 2 (0 - 1/4)",
                (0.0, -0.5, 1.0, -0.5),
                *(after, (2,), (4.0,), uneven),
            ),
            (
                "up and then left in one cell, credits 2 and 4",
                "3/4 - 1/2; -1/4 - 1/2; -1/4 + 3/2; -1/4 - 1/2: by the probabilities before both",
                (0.25, -0.75, 1.25, -0.75),
                *(after, (0, 2), (2.0, 4.0)),
            ),
            ("no credit", "nothing changes", _ZERO, after, (3,), (0.0,)),
        ),
        "worked examples of one update",
    )


def _training(train: Definition) -> Part:
    def row(training: Training, *draws: float, world: World = TINY) -> tuple[float, ...]:
        logits = dict(train(world, training, draws).logits)
        return tuple(round(each, 6) for each in logits[observe(world.start)])

    shared, one = evolve(_PLAIN, credit="meta_episode"), evolve(_PLAIN, mini_episodes=1, meta_episodes=2)
    default, with_baseline = evolve(_PLAIN, agent="default"), evolve(one, baseline=0.5)
    once, again = "3/4 and -1/4", "then left has s = e/(e + 3) = 0.4753669, others 0.1748777"
    half_again, fully = (-0.337439, -0.337439, 1.012317, -0.337439), (-0.424878, -0.424878, 1.274633, -0.424878)
    return check_examples(
        (
            (
                "left to the coin, twice",
                f"{once}; {again}, and the factor λ^(1 - 1/2) = 1/2: 3/4 + (1 - s)/2",
                half_again,
                *(row, _PLAIN, 0.8, 0.8),
            ),
            (
                "the same with credit for the meta-episode",
                "(1 + 1/2) 3/4 + 1/2 · 3/4; -(3/2 + 1/2)/4",
                (-0.5, -0.5, 1.5, -0.5),
                *(row, shared, 0.8, 0.8),
            ),
            ("by the default reward", f"{once}; {again}: 3/4 + (1 - s)", fully, row, default, 0.8, 0.8),
            ("in two meta-episodes of one", f"{once}; {again}, and the factor is 1 again", fully, row, one, 0.8, 0.8),
            (
                "the same with a baseline of weight 1/2",
                f"{once}; {again}, and the credit is 1 - 1/2",
                half_again,
                *(row, with_baseline, 0.8, 0.8),
            ),
            ("that baseline", "1/2 + (1 - 1/2)/2", (0.75,), lambda: train(TINY, with_baseline, (0.8, 0.8)).baselines),
            ("no coin: up, then right and up", "nothing changes", _ZERO, row, _PLAIN, 0.55, 0.95, 0.55),
            ("moves of these", "1 + 2", 3, lambda: train(TINY, _PLAIN, (0.55, 0.95, 0.55)).moves),
            (
                "length 3, C1 A B1: left thrice; then left to the coin, right to the button, up",
                f"{once}; {again}. The coin is paid for the length 4 chosen later, whose n is 0: λ^(0 - 1/2) = 2",
                (-0.599755, -0.599755, 1.799266, -0.599755),
                partial(row, _PLAIN, 0.8, 0.8, 0.8, 0.8, 0.95, 0.95, 0.55, world=_COIN_FIRST),
            ),
        ),
        "worked examples of whole meta-episodes",
    )


# --- Settings, rates and moments ---

SettingsByPlace: TypeAlias = Mapping[str, Settings]
"""The settings by where the paper tells them."""

SETTINGS_BY_PLACE: SettingsByPlace = MappingProxyType(
    {"Section 5": main_training, "Section 6.1": lopsided_training, "Appendix C": appendix_training}
)

_NUMBERS: Mapping[str, tuple[str, AgentKind, tuple[Any, ...]]] = {
    "Section 5": (
        "λ, γ; 64 · 2,048 = 131,072 mini-episodes; both rates fall over 65,536",
        "drest",
        (Fraction(19, 20), 64, 2048, (0.25, 0.01, 65_536), (0.5, 0.001, 65_536), 131_072),
    ),
    "Section 6.1": (
        "λ, γ = 1; 64 · 512 = 32,768 mini-episodes; both rates fall over 256 meta-episodes, 256 · 64 = 16,384",
        "lopsided",
        (1, 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384), 32_768),
    ),
    "Appendix C": (
        "λ, γ; 32 · 1,024 = 32,768 mini-episodes; both rates fall over 512 meta-episodes, 512 · 32 = 16,384",
        "drest",
        (Fraction(19, 20), 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384), 32_768),
    ),
}
"""By place the arithmetic, what the DREST agent is trained with, and γ, numbers of episodes, rates; λ is 9/10."""


def settings_by_hand(told: SettingsByPlace = SETTINGS_BY_PLACE, *places: str) -> Part:
    """Compare all numbers of the settings of these places, of all of them if none is given."""

    def numbers(training: Training) -> tuple[Any, ...]:
        rates = ((rate.start, rate.end, rate.over) for rate in (training.learning_rate, training.exploration))
        how = training.agent, training.credit, training.baseline, training.lam
        number = training.mini_episodes, training.meta_episodes
        return (*how, training.gamma, *number, *rates, training.all_mini_episodes)

    kinds: tuple[AgentKind, ...] = ("default", "drest")
    about = "λ, γ, mini- and meta-episodes, learning rate, ε, all mini-episodes"
    return check_examples(
        (
            (
                f"{place}, {agent}: {about}",
                why,
                (agent, "mini_episode", 0.0, Fraction(9, 10), *expected),
                numbers,
                found,
            )
            for place, (why, drest, expected) in _NUMBERS.items()
            if not places or place in places
            for agent, found in zip(("default", drest), map(told[place], kinds), strict=True)
        ),
        f"the settings of {', '.join(places or _NUMBERS)}, worked by hand",
    )


def moments_by_hand() -> Part:
    """Work the rates, and when and what is measured of a run."""
    falling = ExponentialDecay(0.5, 0.125, 4)
    short = Training(agent="drest", mini_episodes=2, meta_episodes=10, learning_rate=_EVEN, exploration=_EVEN)
    after_9 = first_state(TINY, short)._replace(meta_episodes=9)

    def point() -> tuple[int, list[tuple[int, float]], float, float]:
        found = curve_point(TINY, short, after_9)
        return found.mini_episodes, sorted(found.probabilities.items()), found.usefulness, round(found.neutrality, 9)

    def stands(done: int) -> tuple[int, bool]:
        run = TrainedRun(1, short, after_9._replace(meta_episodes=done), ())
        return run.mini_episodes, run.finished

    def points(training: Training) -> tuple[list[int], int]:
        state, curve = trained(TINY, training, SeededDraws(1), 2)
        return [point.mini_episodes for point in curve], state.meta_episodes

    return check_examples(
        (
            (
                "a rate from 1/2 to 1/8 over 4, after 0, 2, 4 and 9",
                "1/2; the root of 1/16; 1/8; it stays",
                [0.5, 0.25, 0.125, 0.125],
                lambda: [falling(done) for done in (0, 2, 4, 9)],
            ),
            (
                "10 meta-episodes measured 1, 3, 9, 10 and 11 times",
                "the whole part of 10 i / 3, of 10 i / 9; where each is, no more than all",
                [(0, 10), (0, 3, 6, 10), (0, 1, 2, 3, 4, 5, 6, 7, 8, 10), (*range(11),), (*range(11),)],
                lambda: [measured_after(short, points) for points in (1, 3, 9, 10, 11)],
            ),
            (
                "the uniform policy in the tiny world after 9 meta-episodes of 2: the point of the curve",
                "18; right 1/4; 1/4 + 1/4 · 1/4; 1/4 · 2 + 3/4 · 0.415037499",
                (18, [(1, 0.75), (2, 0.25)], 0.3125, 0.811278124),
                point,
            ),
            ("9 of 10 meta-episodes of 2", "18 done, not finished", (18, False), stands, 9),
            ("10 of 10", "20 done, finished", (20, True), stands, 10),
            (
                "points of a run of 3 meta-episodes of 2, measured 2 times",
                "at 0, at the whole part of 3/2, and at the end: 0, 2, 6; it ends after 3",
                ([0, 2, 6], 3),
                *(points, evolve(short, meta_episodes=3)),
            ),
        ),
        "worked examples of rates, moments and points",
    )


# --- What is refused ---


def _refused(compute: Callable[[], object]) -> str:
    """Return the name of the parameter that is refused, or nothing."""
    try:
        compute()
    except InvalidParameter as error:
        return error.name
    return ""


_ONE_LENGTH = parse_layout("length 1\nC1 A")
_NO_COIN_IN_LONG = parse_layout("length 1\nC1 A B1 .")


def refusals_by_hand() -> Part:
    """Work out what is refused, by the name of the parameter, and what is at the edge and is not."""

    def settings(**changes: Any) -> Callable[[], Training]:
        return lambda: Training(**{"agent": "drest", **changes})

    def each(name: str, *values: Any) -> list[Callable[[], object]]:
        return [settings(**{name: value}) for value in values]

    def checked(world: World, state: Any = None, **changes: Any) -> Callable[[], object]:
        training = Training(**{"agent": "drest", "mini_episodes": 2, **changes})
        return lambda: require_training(world, training, state or first_state(world, training))

    def steep(mini_episodes: int, gamma: Value = 1, agent: str = "drest") -> Callable[[], object]:
        return checked(TINY, lam=Fraction(1, 10), gamma=gamma, mini_episodes=mini_episodes, agent=agent)

    def rates(place: int, *values: Any) -> list[Callable[[], object]]:
        given: list[list[Any]] = [[0.5, 0.5, 1] for _ in values]
        for row, value in zip(given, values, strict=True):
            row[place] = value
        return [partial(ExponentialDecay, *row) for row in given]

    ready = first_state(TINY, Training(agent="drest", mini_episodes=2))
    (seen, row), *others = ready.logits
    tiny, looked_at = Fraction(1, 10**10), partial[Any](measured_after, settings()())
    odd: tuple[Any, ...] = (0.0, -1.0, 1, float("inf"), float("nan"))

    def with_row(*numbers: Any) -> Callable[[], object]:
        return checked(TINY, ready._replace(logits=((seen, numbers), *others)))

    cases: tuple[tuple[str, str, list[Callable[[], object]]], ...] = (
        ("mini_episodes", "not an int of at least 1", each("mini_episodes", 0, -1, 1.0, True)),
        ("meta_episodes", "not an int of at least 1", each("meta_episodes", 0, 2.0)),
        ("agent", "none of three", each("agent", "greedy")),
        ("credit", "none of two", each("credit", "episode")),
        ("lam", "not between 0 and 1, or not exact", each("lam", 0, 1, Fraction(3, 2), 0.9)),
        ("gamma", "not from 0 to 1, or not exact", each("gamma", -1, 2, Fraction(3, 2), 0.9)),
        ("baseline", "not a float from 0 to 1", each("baseline", -0.5, 1.5, 1)),
        (
            "exploration",
            "above 1",
            each("exploration", ExponentialDecay(1.5, 0.5, 1), ExponentialDecay(0.5, 1.5, 1)),
        ),
        ("start", "not above 0, or no float", rates(0, *odd)),
        ("end", "not above 0, or no float", rates(1, *odd)),
        ("over", "not an int of at least 1", rates(2, 0, 1.0)),
        (
            "",
            "at the edge",
            [
                settings(mini_episodes=1, meta_episodes=1),
                settings(lam=Fraction(1, 10**9), gamma=0),
                settings(lam=Fraction(999, 1000), gamma=1),
                settings(baseline=0.0),
                settings(baseline=1.0, credit="meta_episode", agent="lopsided"),
                settings(exploration=_ONE, learning_rate=ExponentialDecay(1e-300, 1e300, 1)),
                partial(softmax, (709.0, 0.0, 0.0, -1e9)),
            ],
        ),
        ("points", "not an int of at least 1", [partial(looked_at, points) for points in (0, 1.0)]),
        ("logits", "whose exponential no float holds", [partial(softmax, (0.0, 710.0, 0.0, 0.0))]),
        ("k", "one length", [checked(_ONE_LENGTH), checked(_ONE_LENGTH, agent="lopsided")]),
        ("m_2", "no coin in the long one", [checked(_NO_COIN_IN_LONG)]),
        (
            "",
            "as it does not matter there",
            [
                checked(_ONE_LENGTH, agent="default"),
                *(checked(_NO_COIN_IN_LONG, agent=agent) for agent in ("lopsided", "default")),
            ],
        ),
        (
            "mini_episodes",
            "N Σc λ^(-(N - 1)/2) / m is 595 · 2 · 10^297 / 1; 575 · 2 · 10^287 / 10^-10; a power beyond floats",
            [steep(595), steep(595, agent="lopsided"), steep(575, tiny), steep(2000)],
        ),
        (
            "",
            "593 · 2 · 10^296 / 1; 573 · 2 · 10^286 / 10^-10; not divided; no λ",
            [steep(593), steep(573, tiny), steep(575, tiny, agent="lopsided"), steep(2000, agent="default")],
        ),
        (
            "state",
            "of another world, or in another order",
            [
                checked(_NO_COIN_IN_LONG, ready, agent="default"),
                *(checked(TINY, ready._replace(logits=logits)) for logits in (ready.logits[::-1], ready.logits[:1])),
            ],
        ),
        (
            f"logits of {seen}",
            "three, five, an int, or not finite",
            [
                with_row(*numbers)
                for numbers in (row[:3], (*row, 0.0), (0, *row[1:]), (odd[-1], *row[1:]), (*row[:3], odd[-2]))
            ],
        ),
        (
            "baselines",
            "one too few, one too many",
            [checked(TINY, ready._replace(baselines=(0.0,) * number)) for number in (1, 3)],
        ),
        ("", "of this world", [checked(TINY, ready), with_row(-1e300, 700.0, 0.0, 0.5)]),
    )
    return check_examples(
        (
            (
                f"{name or 'nothing'} is refused: {why}",
                why,
                [name] * len(given),
                lambda all_: [*map(_refused, all_)],
                given,
            )
            for name, why, given in cases
        ),
        "what is refused, by name",
    )


# --- The compiled form, and what is measured ---

_PASSING = parse_layout("length 3\nC1 A B1 C2")
"""Two coins and time to spare: several coins in a mini-episode, moves after the last, and a cell seen again."""

_FALLING = Training(
    agent="drest",
    lam=Fraction(1, 3),
    mini_episodes=3,
    meta_episodes=4,
    learning_rate=ExponentialDecay(0.75, 0.125, 8),
    exploration=ExponentialDecay(0.625, 0.0625, 8),
)
"""Rates that fall until after the 8th mini-episode, which is in the third of four meta-episodes."""

_SLOW = ExponentialDecay(2.0**-60, 2.0**-60, 1)
_AT_THE_EDGES = evolve(_FALLING, mini_episodes=8, meta_episodes=1, learning_rate=_SLOW, exploration=_EVEN)
"""With a rate so small that equal shares stay equal, draws in eighths are where one action gives way to another."""

_STEEP = evolve(_FALLING, learning_rate=ExponentialDecay(1e6, 1e6, 1), mini_episodes=20)


def _begun(world: World, training: Training, baselines: float) -> TrainingState:
    """Return a state after the first meta-episode: logits that are not alike, and so many baselines of this value."""
    return TrainingState(1, 5, drawn_logits(world, 1, 1), (baselines,) * training.mini_episodes)


def _came_of(train: Definition, *arguments: Any, **options: Any) -> object:
    """Return the state, or what was refused: the kind of the failure and the parameter."""
    try:
        return train(*arguments, **options)
    except (InvalidParameter, DrawsExhausted) as error:
        return type(error).__name__, getattr(error, "name", "")


def _runs() -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    kinds = zip(get_args(AgentKind), (1, Fraction(19, 20), HALF), strict=True)
    for world, credit, (agent, gamma), baseline in product(
        (TINY, TWICE, FOUR, _PASSING), get_args(Credit), kinds, (0.0, 0.25)
    ):
        training = evolve(_FALLING, agent=agent, gamma=gamma, credit=credit, baseline=baseline)
        for given in (None, 0.0, 0.5):
            draws: Draws = HashedDraws(2) if given else SeededDraws(3)
            state = None if given is None else _begun(world, training, given)
            yield f"credit per {credit.replace('_', '-')}", (world, training, draws, state), {}
    for until in (0, 1, 2):
        yield "until then", (TINY, _FALLING, SeededDraws(4)), {"until": until}
    yield "until then", (TINY, _FALLING, SeededDraws(4), _begun(TINY, _FALLING, 0.0)), {"until": 1}
    for ending in ((0.8, 0.8), (0.8,)):
        yield "draws that end", (TINY, evolve(_FALLING, mini_episodes=1, meta_episodes=2), ending), {}
    for first in range(8):
        eighths = tuple((first - place) % 8 / 8 for place in range(32))
        yield "draws at the edges", (FOUR, _AT_THE_EDGES, eighths), {}
    for credit in get_args(Credit):
        yield "refused", (TINY, evolve(_STEEP, credit=credit), SeededDraws(0)), {}
    yield "refused", (TINY, _FALLING, SeededDraws(0), _begun(TWICE, _FALLING, 0.0)), {}


@part(
    "the compiled form is the definition, to the last bit",
    branches=(
        *(f"credit per {each}-episode" for each in ("mini", "meta")),
        *("until then", "draws that end", "draws at the edges"),
    ),
    domain="four small worlds, three rewards, both credits, with and without a baseline, from the first state and "
    "from one after 5 moves, draws in blocks and by index, 3 mini-episodes in each of 4 meta-episodes",
)
def same_to_the_last_bit(train: Definition, compiled: Definition = train_compiled) -> Iterator[Case]:
    """Compare the two forms of training on runs of a few meta-episodes."""
    for branch, arguments, options in _runs():
        expected, got = (_came_of(each, *arguments, **options) for each in (train, compiled))
        yield branch, equal(f"{branch}: {arguments[1:]}, {options}", expected, got)


@part(
    "a trained policy sums to 1, and its outcomes in floats are the exact ones",
    branches=("sums", "outcomes"),
    domain=f"drawn logits in three small worlds; within {TOLERANCE:g}",
)
def outcomes_alike() -> Iterator[Case]:
    """Compare the chances of outcomes of a policy in floats with the exact numbers of its softmax policy."""
    for world in (TINY, FOUR, _PASSING):
        logits = drawn_logits(world, 3, 2)
        policy = softmax_policy(logits)
        yield "sums", equal("the sums of a softmax policy's probabilities", {1}, {sum(row) for _, row in policy.table})
        exact, floats = outcome_probabilities(world, policy), outcome_chances(world, logits)
        close = exact.keys() == floats.keys() and all(abs(exact[each] - floats[each]) <= TOLERANCE for each in exact)
        yield "outcomes", unless(close, "the chances of outcomes", exact, floats)
