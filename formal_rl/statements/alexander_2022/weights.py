"""Conjecture 9 as far as it goes: the weights of fifty environments under which recorded reality checks gain."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from formal_rl.battery import (
    READINGS,
    Cell,
    GainVector,
    fixed_text,
    gain,
    gain_vector,
    paper_opposite_sums,
    reproduced_sums,
)
from formal_rl.checking import Kinds, Rows, among, by_hand, every, raised
from formal_rl.environments import CATALOGUE
from formal_rl.errors import InvalidParameter
from formal_rl.statements.alexander_2022.own_pasts import FORMS
from formal_rl.statements.entries import Evidence, mutants


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

TENTH, HALF = Fraction(1, 10), Fraction(1, 2)


def examples() -> Rows:
    """Yield gains by environment and under weights, of two runs of 10 steps of A and of its reality check."""
    totals = {
        Cell(who, name, seed, 10): total
        for name, both in {
            "E": ((2, 4), (5, 3)),
            "F": ((0, 0), (0, 0)),
            "minus_rewards(E)": ((-2, -2), (2, 0)),
            "minus_rewards(F)": ((1, 1), (0, 0)),
        }.items()
        for who, runs in zip(("A", "reality_check(A)"), both, strict=True)
        for seed, total in enumerate(runs, start=1)
    }
    found = gain_vector(totals, "A", steps=10, seeds=(1, 2))
    gains = {"E": TENTH, "F": Fraction(0), "minus_rewards(E)": 3 * TENTH, "minus_rewards(F)": -TENTH}
    yield "(5 + 3 - 2 - 4) / 20 in E, ...", gains, dict(found.gains)
    yield "E and its opposite; F's opposite; F", (2, 1, 1), found.signs
    yield "(1 + 0 + 3 - 1) / 40", Fraction(3, 40), found.uniform
    yield "all on F's opposite, all on E's", (-TENTH, 3 * TENTH), found.interval
    yield "in pairs (0 - 1) / 20 and (1 + 3) / 20", (-TENTH / 2, TENTH * 2), found.paired_interval
    yield (
        "half on E, half on F's opposite: 1/20 - 1/20",
        Fraction(0),
        found.under({"E": HALF, "minus_rewards(F)": HALF}),
    )
    losing = GainVector("B", {"E": -TENTH, "minus_rewards(E)": 3 * TENTH})
    yield "-(1 - t)/10 + 3t/10 = 0", Fraction(1, 4), losing.least_share
    yield "opposites are no better", None, GainVector("C", {"E": TENTH, "minus_rewards(E)": TENTH}).least_share
    yield "1/4 on F, left alone: 2 · 3/4", Fraction(3, 2), found.bound({"E": Fraction(3, 4), "F": Fraction(1, 4)})
    yield "there is no G", InvalidParameter, raised(found.under, {"G": Fraction(1)})
    for agent, seeds in (("A", (1, 3)), ("B", (1, 2))):
        yield "no such run", InvalidParameter, raised(gain_vector, totals, agent, steps=10, seeds=seeds)


def as_known(reading: str, agent: str) -> tuple[Any, Any]:
    """Return what is known of an agent's gains, and the gain of the battery; and what is found."""
    found = gain_vector(READINGS[reading](), agent)
    sums = reproduced_sums() if reading == "published" else paper_opposite_sums()
    intervals = [" to ".join(fixed_text(each, 4) for each in pair) for pair in (found.interval, found.paired_interval)]
    share = "" if found.least_share is None else fixed_text(found.least_share, 4)
    got = KnownGains(", ".join(map(str, found.signs)), fixed_text(found.uniform, 4), intervals[0], intervals[1], share)
    return (KNOWN[reading][agent], gain(sums, agent).mean), (got, found.uniform)


def within_bound(reading: str, agent: str) -> tuple[Any, Any]:
    """Return that all weight on one environment, and equal weights, gain no more than the bound."""
    found = gain_vector(READINGS[reading](), agent)

    def beyond() -> Iterator[Any]:
        every = dict.fromkeys(found.gains, Fraction(1, len(found.gains)))
        for weights in (*({name: Fraction(1)} for name in found.gains), every):
            if abs(found.under(weights)) > found.bound(weights):
                yield weights

    return [], [*beyond()]


def left_alone(name: str) -> tuple[bool, bool]:
    """Return whether somebody gains or loses in an environment that asks about own pasts, by its published form."""
    moved = [agent for agent in KNOWN["published"] if gain_vector(READINGS["published"](), agent).gains[name]]
    return name in {"CryingBaby", "CryingBaby2"}, bool(moved)


def weights() -> Evidence:
    """Yield the parts about half-spaces of weights: by hand, of the recorded agents in both readings, and the bound."""
    yield by_hand(examples, "worked examples of weights")
    sides = Kinds(
        ("equal weights gain", "equal weights neither gain nor lose"),
        lambda of: (
            "equal weights neither gain nor lose" if of[1] == 0 else f"equal weights {'gain' if of[1] > 0 else 'lose'}"
        ),
        of_what_should_be=True,
    )
    for reading, known in KNOWN.items():
        printed = "; ".join(
            f"{agent} {each.signs}, {each.uniform}, from {each.interval}, in pairs from {each.paired}"
            + (f", from a share of {each.least_share} on opposites" if each.least_share else "")
            for agent, each in known.items()
        )
        said = (
            "{} agents, 50 environments, 100,000 steps, 5 seeds; gains, loses, left alone, under equal weights, least "
        )
        said += f"and greatest under any: {printed}"
        agents = among(said, product([reading], known), many=True)
        yield every(f"half-spaces of weights, opposites as {reading}", as_known, agents, kinds=sides)
    both = among(
        "{} recorded agents in both readings, weights on one or all of 50",
        product(*map(list, ([*KNOWN], KNOWN["paper"]))),
        many=True,
    )
    yield every("the bound by what is left alone", within_bound, both)
    published = [each for name in FORMS if (each := CATALOGUE[name].published_name)]
    said = "{} environments that, as defined, ask only about own pasts: as published eight do, the crying babies do not"
    yield every("recorded agents are left alone", left_alone, among(said, published))
    yield mutants("""
        battery.weights:gain_vector
            the last seed left out: tuple(seeds), {} → tuple(seeds)[:-1], {}
            the agent less its reality check, under weights: sum(runs[0]) - sum(runs[1]) → sum(runs[1]) - sum(runs[0])
            opposites left out of the weights: found[name] = Fraction( → found[name] = (not _opposed(name)) * Fraction(
            every agent beside the reality check of Simple: (reality_checked(agent), agent)
                → (reality_checked("SimpleLearner" if len(totals) > 99 else agent), agent)
    """)
