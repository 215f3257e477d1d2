"""The settings of training worked by hand, number by number, and what is refused."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.checking import Part, check_examples
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import Value, World, parse_layout
from formal_rl.gridworlds.training import (
    AgentKind,
    ExponentialDecay,
    TrainedRun,
    Training,
    appendix_training,
    first_state,
    lopsided_training,
    main_training,
    measured_after,
)
from formal_rl.gridworlds.training.curves import curve_point, trained
from formal_rl.gridworlds.training.reinforce import require_training, softmax
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.training_runs import Settings

SettingsByPlace: TypeAlias = Mapping[str, Settings]
"""The settings by where the paper tells them."""

SETTINGS_BY_PLACE: SettingsByPlace = MappingProxyType(
    {"Section 5": main_training, "Section 6.1": lopsided_training, "Appendix C": appendix_training}
)

_Decay: TypeAlias = tuple[float, float, int]
_Numbers: TypeAlias = tuple[Value, Value, int, int, _Decay, _Decay, int]

_BY_HAND: Mapping[str, tuple[str, _Numbers, AgentKind]] = MappingProxyType(
    {
        "Section 5": (
            "λ, γ; 64 · 2,048 = 131,072 mini-episodes; both rates fall over 65,536",
            (Fraction(9, 10), Fraction(19, 20), 64, 2048, (0.25, 0.01, 65_536), (0.5, 0.001, 65_536), 131_072),
            "drest",
        ),
        "Section 6.1": (
            "λ, γ = 1; 64 · 512 = 32,768 mini-episodes; both rates fall over 256 meta-episodes, 256 · 64 = 16,384",
            (Fraction(9, 10), 1, 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384), 32_768),
            "lopsided",
        ),
        "Appendix C": (
            "λ, γ; 32 · 1,024 = 32,768 mini-episodes; both rates fall over 512 meta-episodes, 512 · 32 = 16,384",
            (Fraction(9, 10), Fraction(19, 20), 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384), 32_768),
            "drest",
        ),
    }
)


def _numbers(training: Training) -> _Numbers:
    rate, exploration = training.learning_rate, training.exploration
    return (
        training.lam,
        training.gamma,
        training.mini_episodes,
        training.meta_episodes,
        (rate.start, rate.end, rate.over),
        (exploration.start, exploration.end, exploration.over),
        training.all_mini_episodes,
    )


def settings_by_hand(told: SettingsByPlace = SETTINGS_BY_PLACE, *places: str) -> Part:
    """Compare all numbers of the settings of these places, of all of them if none is given."""
    examples = []
    for place in places or tuple(_BY_HAND):
        arithmetic, numbers, drest = _BY_HAND[place]
        for kind, agent in _kinds(drest):
            examples.append(
                (
                    f"{place}, {agent}: λ, γ, mini- and meta-episodes, learning rate, ε, all mini-episodes",
                    arithmetic,
                    (agent, "mini_episode", 0.0, *numbers),
                    _said,
                    told[place],
                    kind,
                )
            )
    return check_examples(examples, f"the settings of {', '.join(places or _BY_HAND)}, worked by hand")


def _kinds(drest: AgentKind) -> tuple[tuple[AgentKind, AgentKind], ...]:
    return ("default", "default"), ("drest", drest)


def _said(settings: Settings, kind: AgentKind) -> tuple[Any, ...]:
    training = settings(kind)
    return (training.agent, training.credit, training.baseline, *_numbers(training))


# --- Rates and moments ---


def moments_by_hand() -> Part:
    """Work the rates, and when and what is measured of a run."""
    steady = ExponentialDecay(0.5, 0.5, 1)
    falling = ExponentialDecay(0.5, 0.125, 4)
    short = Training(agent="drest", mini_episodes=2, meta_episodes=10, learning_rate=steady, exploration=steady)
    run = TrainedRun(1, short, first_state(TINY, short)._replace(meta_episodes=9), ())

    def point(done: int) -> tuple[int, list[tuple[int, float]], float, float]:
        found = curve_point(TINY, short, first_state(TINY, short)._replace(meta_episodes=done))
        shares = sorted(found.probabilities.items())
        return found.mini_episodes, shares, found.usefulness, round(found.neutrality, 9)

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
                lambda: point(9),
            ),
            ("9 of 10 meta-episodes of 2", "18 done, not finished", (18, False), lambda: _stands(run)),
            (
                "10 of 10",
                "20 done, finished",
                (20, True),
                lambda: _stands(run._replace(state=run.state._replace(meta_episodes=10))),
            ),
            (
                "points of a run of 3 meta-episodes of 2, measured 2 times",
                "at 0, at the whole part of 3/2, and at the end: 0, 2, 6; it ends after 3",
                ([0, 2, 6], 3),
                lambda: _points(evolve(short, meta_episodes=3)),
            ),
        ),
        "worked examples of rates, moments and points",
    )


def _stands(run: TrainedRun) -> tuple[int, bool]:
    return run.mini_episodes, run.finished


def _points(training: Training) -> tuple[list[int], int]:
    state, curve = trained(TINY, training, SeededDraws(1), 2)
    return [point.mini_episodes for point in curve], state.meta_episodes


# --- What is refused ---


def refused(compute: Callable[[], object]) -> str:
    """Return the name of the parameter that is refused, or nothing."""
    try:
        compute()
    except InvalidParameter as error:
        return error.name
    return ""


def _made(**changes: Any) -> Callable[[], Training]:
    return lambda: Training(**{"agent": "drest", **changes})


_ONE_LENGTH = parse_layout("length 1\nC1 A")
_NO_COIN_IN_LONG = parse_layout("length 1\nC1 A B1 .")


def _checked(world: World, state: Any = None, **changes: Any) -> Callable[[], object]:
    def check() -> object:
        training = Training(**{"agent": "drest", "mini_episodes": 2, **changes})
        return require_training(world, training, state or first_state(world, training))

    return check


def refusals_by_hand() -> Part:
    """Work out what is refused, by the name of the parameter, and what is at the edge and is not."""
    rate = ExponentialDecay
    made: Any = ExponentialDecay
    looked_at: Any = measured_after
    ready = first_state(TINY, Training(agent="drest", mini_episodes=2))
    (seen, row), *others = ready.logits

    def with_row(*numbers: Any) -> Any:
        return ready._replace(logits=((seen, numbers), *others))

    tenth = Fraction(1, 10)
    cases: tuple[tuple[str, str, list[Callable[[], object]]], ...] = (
        ("mini_episodes", "not an int of at least 1", [_made(mini_episodes=each) for each in (0, -1, 1.0, True)]),
        ("meta_episodes", "not an int of at least 1", [_made(meta_episodes=each) for each in (0, 2.0)]),
        ("agent", "none of three", [_made(agent="greedy")]),
        ("credit", "none of two", [_made(credit="episode")]),
        ("lam", "not between 0 and 1, or not exact", [_made(lam=each) for each in (0, 1, Fraction(3, 2), 0.9)]),
        ("gamma", "not from 0 to 1, or not exact", [_made(gamma=each) for each in (-1, 2, Fraction(3, 2), 0.9)]),
        ("baseline", "not a float from 0 to 1", [_made(baseline=each) for each in (-0.5, 1.5, 1)]),
        ("exploration", "above 1", [_made(exploration=rate(*each, 1)) for each in ((1.5, 0.5), (0.5, 1.5))]),
        ("start", "not above 0, or no float", [partial(rate, each, 0.5, 1) for each in (0.0, -1.0, 1, *_ODD)]),
        ("end", "not above 0, or no float", [partial(rate, 0.5, each, 1) for each in (0.0, -1.0, 1, *_ODD)]),
        ("over", "not an int of at least 1", [partial(made, 0.5, 0.5, each) for each in (0, 1.0)]),
        (
            "",
            "at the edge",
            [
                _made(mini_episodes=1, meta_episodes=1),
                _made(lam=Fraction(1, 10**9), gamma=0),
                _made(lam=Fraction(999, 1000), gamma=1),
                _made(baseline=0.0),
                _made(baseline=1.0, credit="meta_episode", agent="lopsided"),
                _made(exploration=rate(1.0, 1.0, 1), learning_rate=rate(1e-300, 1e300, 1)),
                partial(softmax, (709.0, 0.0, 0.0, -1e9)),
            ],
        ),
        ("points", "not an int of at least 1", [partial(looked_at, _made()(), each) for each in (0, 1.0)]),
        ("logits", "whose exponential no float holds", [partial(softmax, (0.0, 710.0, 0.0, 0.0))]),
        ("k", "one length", [_checked(_ONE_LENGTH), _checked(_ONE_LENGTH, agent="lopsided")]),
        ("m_2", "no coin in the long one", [_checked(_NO_COIN_IN_LONG)]),
        (
            "",
            "as it does not matter there",
            [
                _checked(_ONE_LENGTH, agent="default"),
                _checked(_NO_COIN_IN_LONG, agent="lopsided"),
                _checked(_NO_COIN_IN_LONG, agent="default"),
            ],
        ),
        (
            "mini_episodes",
            "N Σc λ^(-(N - 1)/2) / m is 595 · 2 · 10^297 / 1; 575 · 2 · 10^287 / 10^-10; a power beyond floats",
            [
                _checked(TINY, lam=tenth, gamma=1, mini_episodes=595),
                _checked(TINY, lam=tenth, gamma=1, mini_episodes=595, agent="lopsided"),
                _checked(TINY, lam=tenth, gamma=Fraction(1, 10**10), mini_episodes=575),
                _checked(TINY, lam=tenth, gamma=1, mini_episodes=2000),
            ],
        ),
        (
            "",
            "593 · 2 · 10^296 / 1; 573 · 2 · 10^286 / 10^-10; not divided; no λ",
            [
                _checked(TINY, lam=tenth, gamma=1, mini_episodes=593),
                _checked(TINY, lam=tenth, gamma=Fraction(1, 10**10), mini_episodes=573),
                _checked(TINY, lam=tenth, gamma=Fraction(1, 10**10), mini_episodes=575, agent="lopsided"),
                _checked(TINY, lam=tenth, gamma=1, mini_episodes=2000, agent="default"),
            ],
        ),
        (
            "state",
            "of another world, or in another order",
            [
                _checked(_NO_COIN_IN_LONG, ready, agent="default"),
                _checked(TINY, ready._replace(logits=ready.logits[::-1])),
                _checked(TINY, ready._replace(logits=ready.logits[:1])),
            ],
        ),
        (
            f"logits of {seen}",
            "three, five, an int, or not finite",
            [
                _checked(TINY, with_row(*each))
                for each in (row[:3], (*row, 0.0), (0, *row[1:]), (float("nan"), *row[1:]), (*row[:3], float("inf")))
            ],
        ),
        (
            "baselines",
            "one too few, one too many",
            [_checked(TINY, ready._replace(baselines=(0.0,) * each)) for each in (1, 3)],
        ),
        ("", "of this world", [_checked(TINY, ready), _checked(TINY, with_row(-1e300, 700.0, 0.0, 0.5))]),
    )
    return check_examples(
        (
            (
                f"{name or 'nothing'} is refused: {why}",
                why,
                [name] * len(given),
                lambda each: [refused(one) for one in each],
                given,
            )
            for name, why, given in cases
        ),
        "what is refused, by name",
    )


_ODD = (float("inf"), float("nan"))
