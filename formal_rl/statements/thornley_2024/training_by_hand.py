"""Tabular REINFORCE by hand: its pieces, whole meta-episodes, settings, refusals; and its compiled form."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import log
from typing import Any, get_args

from attrs import astuple, evolve

from formal_rl.agents import Draws, HashedDraws
from formal_rl.checking import Rows
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.gridworlds import Value, World, observe, parse_layout
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.preferences import outcome_probabilities
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.gridworlds.training.curves import curve_point, trained
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, Row, TrainingState, require_training, softmax
from formal_rl.gridworlds.training.softmax_policies import outcome_chances
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, fractions
from formal_rl.statements.thornley_2024.pairs import TINY, TOLERANCE, drawn_logits
from formal_rl.statements.thornley_2024.policy_gradient import FOUR, TWICE

COIN_FIRST = parse_layout("length 3\nC1 A B1")
"""A coin on the left, the button on the right: time for both, and then one move more."""

START = observe(TINY.start)
ZERO: Row = (0.0, 0.0, 0.0, 0.0)
ONE, EVEN = tr.ExponentialDecay(1.0, 1.0, 1), tr.ExponentialDecay(0.5, 0.5, 1)

PLAIN = tr.Training(
    agent="drest", lam=QUARTER, gamma=HALF, mini_episodes=2, meta_episodes=1, learning_rate=ONE, exploration=EVEN
)
"""At rate 1, with ε = 1/2. The draw 0.8 goes left, where left has 1/4 or more, as all the others have equal shares."""


def choosing() -> Rows:
    """Work out the policy by hand."""
    yield "1/4 each", (0.25,) * 4, right.softmax(ZERO)
    thirds = tuple(round(each, 9) for each in right.softmax((0.0, 0.0, 0.0, log(3))))
    yield "1, 1, 1, 3 of 6", (0.166666667, 0.166666667, 0.166666667, 0.5), thirds
    for arithmetic, actions, draws in (
        ("below ε = 1/2, the whole part of 8 u: 0, 1.6, 2.4, 3.92", [0, 1, 2, 3], (0.0, 0.2, 0.3, 0.49)),
        (
            "2 u - 1 is 0, 0.1, 0.125, 0.48, 0.5; the first share above it ends at 0.125, 0.25, 0.5, 1",
            *([0, 0, 1, 2, 3], (0.5, 0.55, 0.5625, 0.74, 0.75)),
        ),
    ):
        yield arithmetic, actions, [right.chosen_action((0.125, 0.125, 0.25, 0.5), 0.5, u) for u in draws]


def crediting() -> Rows:
    """Work out by hand what moves are credited with."""
    cases: tuple[tuple[str, tr.AgentKind, dict[tuple[int, int], float]], ...] = (
        (
            "2 λ^(n - (i - 1)/2), λ = 1/4: 2 · 1; 2 · 2; 2 · 1/2; 2 · 2",
            "drest",
            {(1, 0): 2, (2, 0): 4, (2, 1): 1, (4, 1): 4},
        ),
        ("not divided by m: 2; 1/2", "lopsided", {(2, 0): 2, (2, 1): 0.5}),
        ("by default: 1", "default", {(2, 0): 1, (2, 1): 1}),
    )
    for arithmetic, agent, expected in cases:
        found = {(i, n): right.weight(evolve(PLAIN, agent=agent), 2, 0.5, i, n) for i, n in expected}
        yield f"m = 1/2, by i and n: {arithmetic}", expected, found
    own = right.own_credits(fractions("0", "1", "0", "2"), HALF)
    yield "G is 3/4, 3/2, 1, 2; times 1, 1/2, 1/4, 1/8", fractions("3/4", "3/4", "1/4", "1/4"), own
    shared = right.shared_credits((fractions("1", "0"), fractions("0", "2"), fractions("4")), HALF)
    all_later = "own: 1, 0; 1, 1; 4. Then 1 + 1 + 4, 0 + 1 + 4; 1 + 4, 1 + 4; 4"
    yield all_later, (fractions("6", "5"), fractions("5", "5"), fractions("4")), shared


def learning() -> Rows:
    """Work out one update by hand."""
    uneven = (0.0, 0.25, 0.5, 0.25)
    cases: tuple[tuple[str, Row, tuple[int, ...], tuple[float, ...], Row], ...] = (
        ("credit 2, rate 1/2: 1 - 1/4, and -1/4", (-0.25, -0.25, 0.75, -0.25), (2,), (2.0,), (0.25,) * 4),
        ("2 (1 - 1/2); 2 (0 - 0); 2 (0 - 1/4)", (0.0, -0.5, 1.0, -0.5), (2,), (4.0,), uneven),
        ("3/4 - 1/2; -1/4 - 1/2; -1/4 + 3/2", (0.25, -0.75, 1.25, -0.75), (0, 2), (2.0, 4.0), (0.25,) * 4),
        ("no credit: nothing changes", ZERO, (3,), (0.0,), (0.25,) * 4),
    )
    for arithmetic, expected, actions, given, row in cases:
        played = PlayedEpisode((START,) * len(actions), actions, (0.0,) * len(actions))
        yield arithmetic, expected, right.learned({START: ZERO}, {START: row}, played, given, 0.5)[START]


def meta_episodes() -> Rows:
    """Work out whole meta-episodes by hand."""
    shared, one = evolve(PLAIN, credit="meta_episode"), evolve(PLAIN, mini_episodes=1, meta_episodes=2)
    default, with_baseline = evolve(PLAIN, agent="default"), evolve(one, baseline=0.5)
    again = "3/4 and -1/4; then left has s = e/(e + 3) = 0.4753669, others 0.1748777"
    half_again, fully = (-0.337439, -0.337439, 1.012317, -0.337439), (-0.424878, -0.424878, 1.274633, -0.424878)
    twice = (0.8, 0.8)
    for arithmetic, expected, world, training, draws in (
        (f"{again}, and λ^(1 - 1/2) = 1/2: 3/4 + (1 - s)/2", half_again, TINY, PLAIN, twice),
        ("(1 + 1/2) 3/4 + 1/2 · 3/4; -(3/2 + 1/2)/4", (-0.5, -0.5, 1.5, -0.5), TINY, shared, twice),
        (f"by the default reward: {again}: 3/4 + (1 - s)", fully, TINY, default, twice),
        (f"in two meta-episodes: {again}, and the factor is 1 again", fully, TINY, one, twice),
        (f"with a baseline of weight 1/2: {again}, and the credit is 1 - 1/2", half_again, TINY, with_baseline, twice),
        ("no coin: up, then right and up: nothing changes", ZERO, TINY, PLAIN, (0.55, 0.95, 0.55)),
        (
            f"{again}. The coin is paid for the length 4 chosen later, whose n is 0: λ^(0 - 1/2) = 2",
            (-0.599755, -0.599755, 1.799266, -0.599755),
            *(COIN_FIRST, PLAIN, (0.8, 0.8, 0.8, 0.8, 0.95, 0.95, 0.55)),
        ),
    ):
        row = dict(tr.train(world, training, draws).logits)[observe(world.start)]
        yield arithmetic, expected, tuple(round(each, 6) for each in row)
    yield "1/2 + (1 - 1/2)/2", (0.75,), tr.train(TINY, with_baseline, twice).baselines
    yield "1 + 2", 3, tr.train(TINY, PLAIN, (0.55, 0.95, 0.55)).moves


# --- Settings, rates and moments ---


def settings() -> Rows:
    """Look up all numbers of the settings, where the paper tells them."""
    nineteen, kinds = Fraction(19, 20), get_args(tr.AgentKind)
    of = "λ, γ, N, meta-episodes, rates"
    for place, drest, numbers, found in (
        (
            "Section 5: 64 · 2,048 = 131,072 mini-episodes; both rates fall over 65,536",
            *("drest", (nineteen, 64, 2048, (0.25, 0.01, 65_536), (0.5, 0.001, 65_536)), tr.main_training),
        ),
        (
            "Section 6.1: 64 · 512 = 32,768 mini-episodes; both rates fall over 256 · 64 = 16,384",
            *("lopsided", (1, 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384)), tr.lopsided_training),
        ),
        (
            "Appendix C: 32 · 1,024 = 32,768 mini-episodes; both rates fall over 512 · 32 = 16,384",
            *("drest", (nineteen, 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384)), tr.appendix_training),
        ),
    ):
        for agent, kind in zip(kinds, ("default", drest), strict=False):
            training = found(agent)
            expected = (kind, Fraction(9, 10), *numbers, "mini_episode", 0.0)
            yield f"{place}: {of}", expected, astuple(training)
            yield f"{place}", numbers[1] * numbers[2], training.all_mini_episodes


def moments() -> Rows:
    """Work out the rates, and when and what is measured of a run."""
    falling = tr.ExponentialDecay(0.5, 0.125, 4)
    yield "1/2; the root of 1/16; 1/8; it stays", [0.5, 0.25, 0.125, 0.125], [falling(done) for done in (0, 2, 4, 9)]
    rates = [round(tr.main_training("drest").learning_rate(i), 12) for i in (0, 32768, 65536, 100000)]
    yield "1/4; the root of 1/4 · 1/100; 1/100; it stays", [0.25, 0.05, 0.01, 0.01], rates
    short = tr.Training(agent="drest", mini_episodes=2, meta_episodes=10, learning_rate=EVEN, exploration=EVEN)
    for points, expected in ((1, (0, 10)), (3, (0, 3, 6, 10)), (9, (0, 1, 2, 3, 4, 5, 6, 7, 8, 10))):
        yield f"the whole part of 10 i / {points}", expected, tr.measured_after(short, points)
    for points in (10, 11):
        yield "no more than all", tuple(range(11)), tr.measured_after(short, points)
    after_9 = tr.first_state(TINY, short)._replace(meta_episodes=9)
    point = curve_point(TINY, short, after_9)
    found = point.mini_episodes, dict(point.probabilities), point.usefulness, round(point.neutrality, 9)
    uniform = (18, {1: 0.75, 2: 0.25}, 0.3125, 0.811278124)
    yield "right 1/4; 1/4 + 1/4 · 1/4; 1/4 · 2 + 3/4 · 0.415037499", uniform, found
    for done, finished in ((9, False), (10, True)):
        run = tr.TrainedRun(1, short, after_9._replace(meta_episodes=done), ())
        yield f"{done} of 10 meta-episodes of 2", (2 * done, finished), (run.mini_episodes, run.finished)
    state, curve = trained(TINY, evolve(short, meta_episodes=3), SeededDraws(1), 2)
    of_3 = [point.mini_episodes for point in curve], state.meta_episodes
    yield "at 0, at the whole part of 3/2, and at the end: 0, 2, 6", ([0, 2, 6], 3), of_3


# --- What is refused ---

ONE_LENGTH = parse_layout("length 1\nC1 A")
NO_COIN_IN_LONG = parse_layout("length 1\nC1 A B1 .")


def refused(compute: Callable[..., object], *given: Any, **named: Any) -> str:
    """Return the name of the parameter that is refused, or nothing."""
    try:
        compute(*given, **named)
    except InvalidParameter as error:
        return error.name
    return ""


def refused_settings() -> Rows:
    """Work out which settings are refused, by the name of the parameter, and what is at the edge and is not."""
    rising = tr.ExponentialDecay(1.5, 0.5, 1), tr.ExponentialDecay(0.5, 1.5, 1)
    for name, why, values in (
        ("mini_episodes", "not an int of at least 1", (0, -1, 1.0, True)),
        ("meta_episodes", "not an int of at least 1", (0, 2.0)),
        ("agent", "none of three", ("greedy",)),
        ("credit", "none of two", ("episode",)),
        ("lam", "not between 0 and 1, or not exact", (0, 1, Fraction(3, 2), 0.9)),
        ("gamma", "not from 0 to 1, or not exact", (-1, 2, Fraction(3, 2), 0.9)),
        ("baseline", "not a float from 0 to 1", (-0.5, 1.5, 1)),
        ("exploration", "above 1", rising),
    ):
        for value in values:
            yield f"{name} is refused: {why}", name, refused(tr.Training, **{"agent": "drest", name: value})
    odd: tuple[Any, ...] = (0.0, -1.0, 1, float("inf"), float("nan"))
    for place, (name, values) in enumerate((("start", odd), ("end", odd), ("over", (0, 1.0)))):
        for value in values:
            row: list[Any] = [0.5, 0.5, 1]
            row[place] = value
            yield f"{name} is refused", name, refused(tr.ExponentialDecay, *row)
    edges: tuple[dict[str, Any], ...] = (
        {"mini_episodes": 1, "meta_episodes": 1},
        {"lam": Fraction(1, 10**9), "gamma": 0},
        {"lam": Fraction(999, 1000), "gamma": 1},
        {"baseline": 0.0},
        {"baseline": 1.0, "credit": "meta_episode", "agent": "lopsided"},
        {"exploration": ONE, "learning_rate": tr.ExponentialDecay(1e-300, 1e300, 1)},
    )
    for edge in edges:
        yield "at the edge", "", refused(tr.Training, **{"agent": "drest", **edge})
    for points in (0, 1.0):
        yield (
            "points: not an int of at least 1",
            "points",
            refused(tr.measured_after, tr.Training(agent="drest"), points),
        )
    for numbers, name in (((709.0, 0.0, 0.0, -1e9), ""), ((0.0, 710.0, 0.0, 0.0), "logits")):
        yield "whose exponential no float holds, or just", name, refused(softmax, numbers)


def refused_states() -> Rows:
    """Work out which worlds, numbers and states are refused, by the name of the parameter."""

    def checked(world: World, state: Any = None, **changes: Any) -> str:
        training = tr.Training(**{"agent": "drest", "mini_episodes": 2, **changes})
        return refused(require_training, world, training, state or tr.first_state(world, training))

    def steep(mini_episodes: int, gamma: Value = 1, agent: str = "drest") -> str:
        return checked(TINY, lam=Fraction(1, 10), gamma=gamma, mini_episodes=mini_episodes, agent=agent)

    tiny, ready = Fraction(1, 10**10), tr.first_state(TINY, tr.Training(agent="drest", mini_episodes=2))
    (seen, row), *others = ready.logits
    odd: tuple[Any, ...] = (row[:3], (*row, 0.0), (0, *row[1:]), (float("nan"), *row[1:]), (*row[:3], float("inf")))
    for agent, one, no_coin in (("drest", "k", "m_2"), ("lopsided", "k", ""), ("default", "", "")):
        yield f"{agent}, one length", one, checked(ONE_LENGTH, agent=agent)
        yield f"{agent}, no coin in the long one", no_coin, checked(NO_COIN_IN_LONG, agent=agent)
    bound = "N Σc λ^(-(N - 1)/2) / m is 595 · 2 · 10^297 / 1; 575 · 2 · 10^287 / 10^-10; a power beyond floats"
    for got in (steep(595), steep(595, agent="lopsided"), steep(575, tiny), steep(2000)):
        yield bound, "mini_episodes", got
    within = "593 · 2 · 10^296 / 1; 573 · 2 · 10^286 / 10^-10; not divided; no λ"
    for got in (steep(593), steep(573, tiny), steep(575, tiny, agent="lopsided"), steep(2000, agent="default")):
        yield within, "", got
    yield "of another world", "state", checked(NO_COIN_IN_LONG, ready, agent="default")
    for logits in (ready.logits[::-1], ready.logits[:1]):
        yield "in another order", "state", checked(TINY, ready._replace(logits=logits))
    for numbers in odd:
        found = checked(TINY, ready._replace(logits=((seen, numbers), *others)))
        yield "three, five, an int, or not finite", f"logits of {seen}", found
    for number in (1, 3):
        yield "one too few, one too many", "baselines", checked(TINY, ready._replace(baselines=(0.0,) * number))
    yield "of this world", "", checked(TINY, ready)
    yield "finite", "", checked(TINY, ready._replace(logits=((seen, (-1e300, 700.0, 0.0, 0.5)), *others)))


# --- The compiled form, and what is measured ---

PASSING = parse_layout("length 3\nC1 A B1 C2")
"""Two coins and time to spare: several coins in a mini-episode, moves after the last, and a cell seen again."""

FALLING = tr.Training(
    agent="drest",
    lam=Fraction(1, 3),
    mini_episodes=3,
    meta_episodes=4,
    learning_rate=tr.ExponentialDecay(0.75, 0.125, 8),
    exploration=tr.ExponentialDecay(0.625, 0.0625, 8),
)
"""Rates that fall until after the 8th mini-episode, which is in the third of four meta-episodes."""

SLOW = tr.ExponentialDecay(2.0**-60, 2.0**-60, 1)
AT_THE_EDGES = evolve(FALLING, mini_episodes=8, meta_episodes=1, learning_rate=SLOW, exploration=EVEN)
"""With a rate so small that equal shares stay equal, draws in eighths are where one action gives way to another."""

STEEP = evolve(FALLING, learning_rate=tr.ExponentialDecay(1e6, 1e6, 1), mini_episodes=20)


def begun(world: World, training: tr.Training, baselines: float) -> TrainingState:
    """Return a state after the first meta-episode: logits that are not alike, and so many baselines of this value."""
    return TrainingState(1, 5, drawn_logits(world, 1, 1), (baselines,) * training.mini_episodes)


def came_of(form: Any, *arguments: Any, **options: Any) -> object:
    """Return the state, or what was refused: the kind of the failure and the parameter."""
    try:
        return form(*arguments, **options)
    except (InvalidParameter, DrawsExhausted) as error:
        return type(error).__name__, getattr(error, "name", "")


def runs() -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
    """Yield runs of a few meta-episodes: what a form of training is given."""
    kinds = zip(get_args(tr.AgentKind), (1, Fraction(19, 20), HALF), strict=True)
    for world, credit, (agent, gamma), baseline in product(
        (TINY, TWICE, FOUR, PASSING), get_args(tr.Credit), kinds, (0.0, 0.25)
    ):
        training = evolve(FALLING, agent=agent, gamma=gamma, credit=credit, baseline=baseline)
        for given in (None, 0.0, 0.5):
            draws: Draws = HashedDraws(2) if given else SeededDraws(3)
            state = None if given is None else begun(world, training, given)
            yield (world, training, draws, state), {}
    for until in (0, 1, 2):
        yield (TINY, FALLING, SeededDraws(4)), {"until": until}
    yield (TINY, FALLING, SeededDraws(4), begun(TINY, FALLING, 0.0)), {"until": 1}
    for ending in ((0.8, 0.8), (0.8,)):
        yield (TINY, evolve(FALLING, mini_episodes=1, meta_episodes=2), ending), {}
    for first in range(8):
        yield (FOUR, AT_THE_EDGES, tuple((first - place) % 8 / 8 for place in range(32))), {}
    for credit in get_args(tr.Credit):
        yield (TINY, evolve(STEEP, credit=credit), SeededDraws(0)), {}
    yield (TINY, FALLING, SeededDraws(0), begun(TWICE, FALLING, 0.0)), {}


def same_to_the_last_bit(given: tuple[Any, ...], options: Mapping[str, Any]) -> tuple[object, object]:
    """Return what comes of a run by the definition, and by the compiled form."""
    return came_of(tr.train, *given, **options), came_of(tr.train_compiled, *given, **options)


def outcomes_alike(world: World) -> tuple[object, object]:
    """Return what should be and what is: a trained policy sums to 1, its outcomes in floats are the exact ones."""
    logits = drawn_logits(world, 3, 2)
    policy = tr.softmax_policy(logits)
    exact, floats = outcome_probabilities(world, policy), outcome_chances(world, logits)
    close = exact.keys() == floats.keys() and all(abs(exact[each] - floats[each]) <= TOLERANCE for each in exact)
    return ({1}, True), ({sum(row) for _, row in policy.table}, close)
