"""Conjecture 9 as far as it goes: the weights of fifty environments under which recorded reality checks gain."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from attrs import evolve

from formal_rl.battery import (
    READINGS,
    Cell,
    GainVector,
    Totals,
    fixed_text,
    gain,
    gain_vector,
    opposite_of,
    paper_opposite_sums,
    reality_checked,
    reproduced_sums,
)
from formal_rl.checking import Case, Example, Part, check_examples, equal, part, unless
from formal_rl.environments import CATALOGUE
from formal_rl.errors import InvalidParameter
from formal_rl.statements.alexander_2022.own_pasts import FORMS


class KnownGains(NamedTuple):
    """What is known of an agent's gains, as printed.

    ``signs`` are in how many environments it gains, loses, is left alone; ``least_share`` is empty where there is none.
    """

    signs: str
    uniform: str
    interval: str
    paired: str
    least_share: str = ""


KNOWN: Mapping[str, Mapping[str, KnownGains]] = MappingProxyType(
    {
        "published": {
            "RandomAgent": KnownGains("7, 7, 36", "0.0000", "-1.0019 to 1.0019", "0.0000 to 0.0000", "0.5000"),
            "ConstantAgent": KnownGains("0, 0, 50", "0.0000", "0.0000 to 0.0000", "0.0000 to 0.0000"),
            "NaiveLearner": KnownGains("22, 15, 13", "0.0633", "-1.0879 to 1.1628", "-0.5440 to 0.4504", "0.2581"),
            "SimpleLearner": KnownGains("1, 4, 45", "-0.0560", "-1.1993 to 0.0000", "-0.5997 to 0.0000"),
            "Q_learner": KnownGains("25, 13, 12", "0.0324", "-1.5191 to 0.9999", "-0.7283 to 0.8991", "0.3473"),
        },
        "paper": {
            "RandomAgent": KnownGains("7, 6, 37", "0.0001", "-1.0019 to 1.0019", "0.0000 to 0.0013", "0.4995"),
            "ConstantAgent": KnownGains("0, 0, 50", "0.0000", "0.0000 to 0.0000", "0.0000 to 0.0000"),
            "NaiveLearner": KnownGains("19, 12, 19", "0.2566", "-0.7418 to 1.8455", "0.0000 to 0.8498", "0.1041"),
            "SimpleLearner": KnownGains("5, 1, 44", "0.0780", "-0.9999 to 2.0000", "-0.5000 to 1.0000", "0.1695"),
            "Q_learner": KnownGains("23, 10, 17", "0.3021", "-1.5191 to 1.8983", "-0.2679 to 0.9284", "0.0981"),
        },
    }
)
"""In both readings of opposite, in reward per step over 100,000 steps and 5 seeds."""

VectorOf = Callable[[Totals, str], GainVector]

_TENTH = Fraction(1, 10)


def _totals_by_hand() -> Totals:
    """Return totals of two runs of 10 steps of A and of its reality check in E, F and their opposites."""
    totals = {"E": ((2, 4), (5, 3)), "F": ((0, 0), (0, 0)), "minus_rewards(E)": ((-2, -2), (2, 0))} | {
        "minus_rewards(F)": ((1, 1), (0, 0))
    }
    return {
        Cell(who, name, seed, 10): total
        for name, both in totals.items()
        for who, runs in zip(("A", "reality_check(A)"), both, strict=True)
        for seed, total in enumerate(runs, start=1)
    }


def _by_hand(vector: Callable[..., GainVector]) -> Iterator[Example]:
    totals = _totals_by_hand()
    found = vector(totals, "A", steps=10, seeds=(1, 2))
    gains = {"E": _TENTH, "F": Fraction(0), "minus_rewards(E)": 3 * _TENTH, "minus_rewards(F)": -_TENTH}
    yield ("E, F and their opposites", "(5 + 3 - 2 - 4) / 20 in E, ...", gains, lambda: dict(found.gains))
    yield ("signs", "E and its opposite; F's opposite; F", (2, 1, 1), lambda: found.signs)
    yield ("equal weights", "(1 + 0 + 3 - 1) / 40", Fraction(3, 40), lambda: found.uniform)
    yield ("the simplex", "all on F's opposite, all on E's", (-_TENTH, 3 * _TENTH), lambda: found.interval)
    why = "(0 - 1) / 20 and (1 + 3) / 20"
    yield ("an environment and its opposite alike", why, (-_TENTH / 2, _TENTH * 2), lambda: found.paired_interval)
    yield (
        "half on E, half on F's opposite",
        "1/20 - 1/20",
        Fraction(0),
        found.under,
        {"E": Fraction(1, 2)} | {"minus_rewards(F)": Fraction(1, 2)},
    )
    losing = GainVector("B", {"E": -_TENTH, "minus_rewards(E)": 3 * _TENTH})
    yield ("the least share on opposites", "-(1 - t)/10 + 3t/10 = 0", Fraction(1, 4), lambda: losing.least_share)
    yield (
        "the same where opposites are no better",
        "none",
        type(None),
        lambda: type(GainVector("C", {"E": _TENTH, "minus_rewards(E)": _TENTH}).least_share),
    )
    yield (
        "the bound",
        "1/4 on F, which is left alone: 2 * 3/4",
        Fraction(3, 2),
        found.bound,
        {"E": Fraction(3, 4)} | {"F": Fraction(1, 4)},
    )
    yield ("weight on what there is not", "G", InvalidParameter, found.under, {"G": Fraction(1)})
    yield ("a run that is missing", "seed 3", InvalidParameter, lambda: vector(totals, "A", steps=10, seeds=(1, 3)))
    yield ("an agent that was not run", "B", InvalidParameter, lambda: vector(totals, "B", steps=10, seeds=(1, 2)))


_INSIDE, _OUTSIDE, _ON = "equal weights are inside", "equal weights are outside", "equal weights are on the boundary"
_BOTH, _NEVER = "some weights gain and some lose", "no weights gain and lose"


def weights(vector: VectorOf) -> Iterator[Part]:
    """Check the half-spaces of weights: by hand, of the recorded agents in both readings, and the bound."""
    yield check_examples(_by_hand(vector))
    for reading in KNOWN:
        yield _half_spaces(reading, vector)
    yield _bounds(vector)
    yield _left_alone(vector)


def _half_spaces(reading: str, vector: VectorOf) -> Part:
    known = KNOWN[reading]
    printed = "; ".join(
        f"{agent} {each.signs}, {each.uniform}, from {each.interval}, in pairs from {each.paired}"
        + (f", from a share of {each.least_share} on opposites" if each.least_share else "")
        for agent, each in known.items()
    )

    @part(
        f"half-spaces of weights, opposites as {'published' if reading == 'published' else 'in the paper'}",
        branches=(_INSIDE, _ON),
        domain=f"{len(known)} agents and their reality checks, 50 environments, 100,000 steps, 5 seeds; gains, loses, "
        f"left alone, under equal weights, least and greatest under any: {printed}",
    )
    def cases() -> Iterator[Case]:
        sums = reproduced_sums() if reading == "published" else paper_opposite_sums()
        for agent, expected in known.items():
            found = vector(READINGS[reading](), agent)
            got = KnownGains(
                ", ".join(map(str, found.signs)),
                fixed_text(found.uniform, 4),
                " to ".join(fixed_text(each, 4) for each in found.interval),
                " to ".join(fixed_text(each, 4) for each in found.paired_interval),
                "" if found.least_share is None else fixed_text(found.least_share, 4),
            )
            side = _ON if found.uniform == 0 else _INSIDE if found.uniform > 0 else _OUTSIDE
            wrong = equal(agent, expected, got)
            yield side, wrong or equal(f"{agent}, the gain of the battery", gain(sums, agent).mean, found.uniform)

    return cases()


_ATTAINED, _NOT = "within half of the bound", "more than half of it"


def _bounds(vector: VectorOf) -> Part:
    @part(
        "the bound by what is left alone",
        branches=(_ATTAINED, _NOT),
        domain="the 5 agents in both readings, all weight on one of the 50 environments, and equal weights",
    )
    def cases() -> Iterator[Case]:
        for reading, known in KNOWN.items():
            for agent in known:
                found = vector(READINGS[reading](), agent)
                corners = ({name: Fraction(1)} for name in found.gains)
                for each in (*corners, dict.fromkeys(found.gains, Fraction(1, len(found.gains)))):
                    value, bound = abs(found.under(each)), found.bound(each)
                    yield (
                        _NOT if 2 * value > bound else _ATTAINED,
                        unless(value <= bound, f"{agent} under {len(each)} weights", bound, value),
                    )

    return cases()


_ALONE, _NOT_ALONE = "left alone", "not left alone, by its published form"


def _left_alone(vector: VectorOf) -> Part:
    published = [CATALOGUE[name].published_name for name in FORMS if CATALOGUE[name].published_name]
    differ = {"CryingBaby", "CryingBaby2"}

    @part(
        "environments that ask about own pasts leave the recorded agents alone",
        branches=(_ALONE, _NOT_ALONE),
        domain="the 5 agents in the published forms of ten environments that, as defined, ask only about own "
        "pasts: eight do, the crying babies do not",
    )
    def cases() -> Iterator[Case]:
        for name in published:
            moved = [agent for agent in KNOWN["published"] if vector(READINGS["published"](), agent).gains[name]]
            yield (
                _NOT_ALONE if moved else _ALONE,
                equal(f"{name}: somebody gains or loses", name in differ, bool(moved)),
            )

    return cases()


# --- Mutants ---


def _seeds_left_out(totals: Totals, agent: str, *, seeds: tuple[int, ...] = (1, 2, 3, 4, 5), **more: int) -> GainVector:
    return gain_vector(totals, agent, seeds=seeds[:-1], **more)


def _negated(totals: Totals, agent: str, **more: object) -> GainVector:
    found = gain_vector(totals, agent, **more)  # type: ignore[arg-type]
    return evolve(found, gains={name: -value for name, value in found.gains.items()})


def _without_opposites(totals: Totals, agent: str, **more: object) -> GainVector:
    found = gain_vector(totals, agent, **more)  # type: ignore[arg-type]
    opposites = {opposite_of(name) for name in found.gains}
    return evolve(
        found, gains={name: Fraction(0) if name in opposites else value for name, value in found.gains.items()}
    )


def _beside_the_check_of_simple(totals: Totals, agent: str, **more: object) -> GainVector:
    simple = reality_checked("SimpleLearner")
    mixed = {
        cell._replace(agent=reality_checked(agent)): total for cell, total in totals.items() if cell.agent == simple
    }
    return gain_vector({**totals, **mixed}, agent, **more)  # type: ignore[arg-type]


WRONG_VECTORS: Mapping[str, VectorOf] = MappingProxyType(
    {
        "the last seed left out": _seeds_left_out,
        "the agent less its reality check, under weights": _negated,
        "opposites left out of the weights": _without_opposites,
        "every agent beside the reality check of Simple": _beside_the_check_of_simple,
    }
)
"""The mutants, by name."""
