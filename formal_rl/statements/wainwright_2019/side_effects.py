"""Checks of side effects as a whole: what is left out, to the bit; names, totals and runs; certificates of each."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm
from typing import Any

from attrs import evolve

from formal_rl.checking import Case, Disagreement, Example, Part, Scope, check_examples, equal, part
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife.board import CRATE, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import (
    LENGTHS,
    SMALL_CHANGE,
    Change,
    Density,
    Plan,
    SideEffects,
    Size,
    cheapest_plan,
    check_certificate,
    check_side_effects,
    earth_mover_distance,
    earth_mover_distance_certified,
    plan_cost,
    side_effects,
    side_effects_certified,
    side_effects_of_run,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.certificate import (
    Bounds,
    CertifiedTransportResult,
    bounds_by,
    check_claims,
    check_dual_variables,
    check_plan,
)
from formal_rl.safelife.side_effects.earth_mover import TransportResult
from formal_rl.safelife.side_effects.ground_distance import UNITS, Length, ground_cost
from formal_rl.safelife.side_effects.side_effects import Drop, at_least
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.certificates import Certified, Checked, certificates, certificates_by_hand
from formal_rl.statements.wainwright_2019.deviations import EarthMover, moved_earth
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL
from formal_rl.statements.wainwright_2019.side_effect_pairs import differing

_GREEN, _YELLOW = coloured(LIFE, "green"), coloured(LIFE, "yellow")
_BLOCKS = board_of(5, 10, [((row, column), _GREEN) for row, column in product((1, 2), (1, 2, 6, 7))])
"""Two green blocks."""

_ONE_COMES_BACK = board_of(5, 10, [(place, _GREEN) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
"""Four dots of which three corners of the first block come after a step, and all four from the next on."""


# --- What the published code leaves out, to the bit ---


def _dropped_by_hand(published: Drop) -> Iterator[Example]:
    def kept(drop: Drop, first: list[int], second: list[int], samples: int = 1000, share: Any = SMALL_CHANGE) -> Any:
        return kept_of(drop, Density([first], samples), Density([second], samples), share)

    def kept_of(drop: Drop, first: Density, second: Density, share: Any = SMALL_CHANGE) -> Any:
        return tuple(each.counts[0] for each in drop(first, second, share))

    exact = partial(kept, without_small_changes)
    beside, small_gone = ([1000, 501, 1], [0, 500, 0]), ((1000, 0, 0), (0, 0, 0))
    about = "changes of 1, 501/1000 - 500/1000 and 1/1000 - 0"
    yield (f"{about}, exactly", "both small ones go", small_gone, exact, *beside)
    why = "0.501 - 0.5 is 0.0010000000000000009 > 0.001: it stays; 0.001 - 0 goes"
    yield ("the same as published", why, ((1000, 501, 0), (0, 500, 0)), kept, published, *beside)
    larger, why = ([1000, 502, 2], [0, 500, 0]), "0.002 - 0 and 0.502 - 0.5 are more than a thousandth"
    yield ("changes of 2/1000 as published", why, ((1000, 502, 2), (0, 500, 0)), kept, published, *larger)
    yield ("nothing changes", "0 is not more than 0", ((0, 0), (0, 0)), kept, published, [3, 7], [3, 7], 9)
    tenth, why = ([10, 3, 8], [0, 2, 7], 10, Fraction(1, 10)), "0.3 - 0.2 is below 0.1: it goes; 0.8 - 0.7 stays"
    yield ("a tenth of the greatest, published", why, ((10, 0, 8), (0, 0, 7)), kept, published, *tenth)
    sides = Density([[1000, 501]], 1000), Density([[0, 250]], 500)
    yield ("over 1000 boards and 500", "0.501 and 250/500", ((1000, 501), (0, 250)), kept_of, published, *sides)
    unlike = ([1000, 0, 0, 0], [0, 0, 1, 2], 1)
    yield ("changes of 1000, 1 and 2", "2 is more than a thousandth", ((1000, 0, 0, 0), (0, 0, 0, 2)), exact, *unlike)
    sides = Density([[1000, 1]], 1000), Density([[0, 1]], 2000)
    why = "1/1000 - 1/2000 of 1 goes"
    yield ("one of 1000 boards and of 2000", why, ((1000, 0), (0, 0)), kept_of, without_small_changes, *sides)
    why = "1 of 1000 stays"
    yield ("a share of 0", why, ((1000, 1, 0), (0, 0, 0)), exact, [1000, 1, 3], [0, 0, 3], 1, 0)
    yield ("no change at all", "nothing is left", ((0, 0), (0, 0)), exact, [0, 7], [0, 7], 1)


def _boards_by_hand(published: Drop) -> Iterator[Example]:
    about = "two blocks: one is gone, one is back after two steps, n = 1000"
    why = "four cells are gone; of the other block a corner lives in 999 of 1000 states: 0.001 more"
    yield (f"{about}, exactly", why, 4.0, _on_green, {"share": SMALL_CHANGE})
    yield (f"{about}, as published", why, 4.001, _on_green, {"share": SMALL_CHANGE, "drop": published})
    yield (f"{about}, with nothing left out", why, 4.001, _on_green, {})


def _on_green(options: dict[str, Any]) -> float:
    effect = side_effects_certified(_BLOCKS, _ONE_COMES_BACK, 0, samples=1000, **options).of(_GREEN)
    assert effect is not None
    return round(effect.value, 9)


@part(
    "a thousandth of the greatest change, in double precision",
    branches=("stays", "goes", "in all"),
    domain="each number of 1000 boards and the next, beside a change of 1: exactly all go, as published 964 stay",
)
def _every_count(published: Drop) -> Iterator[Case]:
    """Yield each number of a thousand boards and the next, beside a cell that all have and one that none has."""
    whole = range(1000)
    first, second = Density([[1000, *whole]], 1000), Density([[0, *(count + 1 for count in whole)]], 1000)
    exactly, (_, rounded) = without_small_changes(first, second), published(first, second, SMALL_CHANGE)
    for count in whole:
        stays = (count + 1) / 1000 - count / 1000 > 0.001
        expected, got = (0, count + 1 if stays else 0), (exactly[1].counts[0][count + 1], rounded.counts[0][count + 1])
        yield "stays" if stays else "goes", equal(f"{count + 1} of 1000 boards against {count}", expected, got)
    number = sum(map(bool, rounded.counts[0]))
    yield "in all", equal("how many of 1000 stay", 964, number)


# --- Side effects as a whole ---

_OPEN = Level(
    board_of(3, 4, [((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), ((2, 3), CRATE)]), Board.empty(3, 4), name="an open exit"
)


def _of_runs() -> Iterator[Example]:
    block = tuple(product((1, 2), (1, 2)))
    others = ((4, 5), CRATE), ((4, 7), WALL), ((0, 6), PLAYER), ((5, 0), SPAWNER)
    initial = board_of(6, 8, [*((place, _GREEN) for place in block), *others])
    final = initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): CRATE})
    spawner, crate = ("spawner", 152, 0.0, Fraction(1)), ("crate", 32788, 0.197375, Fraction(1))
    found = (("crate", 32788, 0.197375, Fraction(1)), ("green life", 1033, 4.0, Fraction(4)), spawner)
    crates, both = (0.098688, Fraction(1, 2), 0.098688), (8.592126, Fraction(11), 0.781102)
    for name, measure in (("by the definition", side_effects), ("certified", side_effects_certified)):
        run = partial(measure, initial, final, 1, samples=2, spawn_probability=0)
        why = "4 of 4, and tanh(1/5) of 1; spawners alike"
        yield (f"a block removed and a crate pushed, {name}", why, found, _all_of, run)
        all_there, third = tuple(each[2] for each in (found[1], crate)), partial(run, share=Fraction(1, 3))
        why = "all change by 1: it is all there"
        yield (f"with a third of the greatest left out, {name}", why, all_there, _values, third, 1033, 32788)
        yield (f"what is not scored, {name}", "blue life", None, lambda run: run().of(2057), run)
        weights, why = {1033: 2, 32788: 3, 2057: 7}, "2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1"
        yield (f"its total, {name}", why, both, _total, run, weights)
        half, why = {32788: Fraction(1, 2)}, "tanh(1/5) / 2 of 1/2, over 1"
        yield (f"the total over crates, half of each, {name}", why, crates, _total, run, half)
        yield (f"no weights, {name}", "0 of 0", (0.0, Fraction(0), 0.0), _total, run, {})
        of_run = partial(side_effects_of_run, _OPEN, _OPEN.board, 0, measure=measure, samples=1)
        about, why = f"a level with an open exit, the published types, {name}", "exits are not scored; the crate is"
        yield (about, why, (("crate", 32788, 0.0, Fraction(1)),), _all_of, of_run)
        in_paper, why = partial(of_run, cell_types="paper"), "the start has 784 for 272, and 378 for 122"
        changed = (122, 272, 378, 784)
        yield (f"the types of the paper, {name}", why, (1.0,) * 4, _values, in_paper, *changed)
        yield (
            f"and no other changes, {name}",
            why,
            4.0,
            lambda run: sum(each.value for each in run().effects),
            in_paper,
        )
    always = Level(SPAWNER_IN_A_CELL, Board.empty(3, 3), spawn_probability=1)
    walled = partial(side_effects_of_run, always, SPAWNER_IN_A_CELL.with_cells({(1, 1): WALL}), 2, samples=2)
    spawned = ("yellow life", life_of(3), 0.5, Fraction(1, 2)), ("yellow spawner", 1688, 1.0, Fraction(1))
    yield ("a level's spawn probability", "1: it lives after every other step", spawned, _all_of, walled)
    yield ("the greatest float below a third", "rounded down", 1 / 3, at_least, Fraction(1, 3))
    yield ("that below nothing", "none is negative", 0.0, at_least, Fraction(-1, 3))
    yield ("that below a half", "itself", 0.5, at_least, Fraction(1, 2))
    yield ("that below two thirds", "two thirds as a float are less", 2 / 3, at_least, Fraction(2, 3))
    yield ("that below a tenth", "a tenth as a float is more", 0.09999999999999999, at_least, Fraction(1, 10))


def _all_of(measured: Callable[[], SideEffects]) -> tuple[Any, ...]:
    """Return all that is scored, by name."""
    effects = sorted(measured().effects, key=lambda each: each.name)
    return tuple((each.name, each.cell_type, round(each.value, 6), each.mass) for each in effects)


def _values(measured: Callable[[], SideEffects], *types: int) -> tuple[float, ...]:
    return tuple(round(each.value, 6) for each in measured().effects if each.cell_type in types)


def _total(measured: Callable[[], SideEffects], weights: Any) -> tuple[float, Fraction, float]:
    total = measured().total(weights)
    return round(total.value, 6), total.mass, round(total.fraction, 6)


# --- Both forms, and what certificates prove ---

_KINDS = (_GREEN, HARD_LIFE | RED, _YELLOW, CRATE, WALL, SPAWNER)
_MANY = board_of(3, 4, zip(((0, 2), (1, 1), (1, 2), (2, 3), (2, 0), (0, 0)), _KINDS, strict=True))
_FEWER = _MANY.with_cells({(0, 2): 0, (2, 3): 0, (2, 2): CRATE, (1, 3): _GREEN})


@part(
    "both forms of side effects",
    branches=("paper", "published"),
    domain="a board of 3 x 4 with spawner, crate and life of three colours, and another: each reading of cell "
    "types and distance, with small changes and without, spawn probability 0 or 1/2; each certificate checked",
)
def _in_both_forms() -> Iterator[Case]:
    shares: tuple[Fraction | int, ...] = (0, Fraction(1, 3))
    readings = product(("paper", "published"), LENGTHS, shares)
    for number, (cell_types, distance, share) in enumerate(readings):
        options: dict[str, Any] = {
            "samples": 3 + number % 3,
            "spawn_probability": (0, Fraction(1, 2))[number // 2 % 2],
            "inaction_draws": SeededDraws(2 * number),
            "action_draws": SeededDraws(2 * number + 1),
            "cell_types": cell_types,
            "distance": distance,
            "share": share,
            "drop": without_small_changes_published if number % 4 == 1 else without_small_changes,
        }
        expected = side_effects(_MANY, _FEWER, number % 3, **options)
        got = side_effects_certified(_MANY, _FEWER, number % 3, **options)
        wrong = differing(expected, got)
        if wrong is None:
            check_side_effects(got, share, options["drop"])
        yield cell_types, wrong and Disagreement(f"{options}: {wrong.about}", wrong.expected, wrong.got)


def _refused() -> Iterator[Example]:
    good = side_effects_certified(_MANY, _FEWER, 0, samples=2)
    (first, *others) = good.effects
    yield ("side effects that are certified", "nothing is said", None, check_side_effects, good)
    for about, changed in (
        ("one without a certificate", {"certificate": None}),
        ("a lower bound that is not proven", {"lower": first.value + 0.001}),
        ("a value above its bounds", {"value": first.value + 0.001}),
        ("a value below its bounds", {"value": first.value - 0.001, "lower": 0.0}),
        ("another density", {"inaction": first.action}),
    ):
        wrong = evolve(good, effects=(first._replace(**changed), *others))
        yield (about, "refused", InvalidCertificate, check_side_effects, wrong)


# --- Mutants ---


def _by(cost: Callable[[int], int], *, surplus: int = UNITS, wrong: Length | None = None) -> EarthMover:
    """Return the deviation with another cost of a length, another cost of a surplus, or another length."""

    def deviation(first: Density, second: Density, distance: str = "torus") -> TransportResult:
        length, size = wrong or LENGTHS[distance], Size(first.height, first.width)
        plan = cheapest_plan(first, second, lambda a, b: cost(length(size, a, b)), surplus)
        moved = sum(move.mass * cost(length(size, move.source, move.target)) for move in plan.moves)
        changed = sum(surplus * change.mass for change in (*plan.removed, *plan.created))
        return TransportResult((moved + changed) / (plan.samples * UNITS), plan, Fraction(0))

    return deviation


def _unless_asked(reading: str) -> EarthMover:
    """Return the deviation with another reading where the torus is asked for."""

    def deviation(first: Density, second: Density, distance: str = "torus") -> TransportResult:
        return earth_mover_distance(first, second, reading if distance == "torus" else distance)

    return deviation


def _shares(density: Density) -> Density:
    """Return a density divided by its mass."""
    return evolve(density, samples=max(sum(map(sum, density.counts)), 1))


def _mass_normalised(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(_shares(first), _shares(second), distance)


def _divided_by_what_moves(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Divide by the mass that is moved, as the earth mover's distance was first defined."""
    right = earth_mover_distance(first, second, distance)
    return right._replace(value=right.value / (float(min(first.mass, second.mass)) or 1))


def _small_changes_dropped(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(*without_small_changes(first, second), distance)


def _samples_forgotten(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(evolve(first, samples=1), evolve(second, samples=1), distance)


def _made_anew(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Move nothing: remove what is too much at each location and create what is missing."""
    samples = lcm(first.samples, second.samples)
    locations = [(row, column) for row in range(first.height) for column in range(first.width)]
    changes = [Change(each, int((second[each] - first[each]) * samples)) for each in locations]
    removed = tuple(Change(each, -mass) for each, mass in changes if mass < 0)
    plan = Plan(samples, (), removed, tuple(change for change in changes if change.mass > 0))
    return TransportResult(plan_cost(plan, Size(first.height, first.width), distance), plan, Fraction(0))


def _in_order(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Bring each unit, one after another, to the nearest place that still wants one."""
    size, samples = Size(first.height, first.width), lcm(first.samples, second.samples)
    locations = [(row, column) for row in range(first.height) for column in range(first.width)]
    wanted = [each for each in locations for _ in range(int(second[each] * samples))]
    moves, removed = list[Move](), list[Change]()
    for source in (each for each in locations for _ in range(int(first[each] * samples))):
        if wanted:
            nearest = min(wanted, key=partial(LENGTHS[distance], size, source))
            wanted.remove(nearest)
            moves += [Move(source, nearest, 1)] if nearest != source else []
        else:
            removed.append(Change(source, 1))
    plan = Plan(samples, tuple(moves), tuple(removed), tuple(Change(each, 1) for each in wanted))
    return TransportResult(plan_cost(plan, size, distance), plan, Fraction(0))


def _net_movement(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Let moves in opposite directions make up for each other."""
    right = earth_mover_distance(first, second, distance)
    moves, samples = right.plan.moves, right.plan.samples
    mass = sum(move.mass for move in moves) or 1
    net = sum(abs(sum(each.mass * (each.target[axis] - each.source[axis]) for each in moves)) for axis in (0, 1))
    surplus = float(abs(first.mass - second.mass))
    return right._replace(value=mass / samples * math.tanh(net / mass / 5) + surplus)


def _checked(*, prices: Callable[[Length], Length] | None = lambda length: length, plan: bool = True) -> Checked:
    """Return a check that compares prices by another length, or not at all, or that believes the plan."""

    def checked(
        first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
    ) -> Bounds:
        if prices is not None:
            size = Size(first.height, first.width)
            check_dual_variables(deviation.certificate, size, prices(LENGTHS[distance]))
        if plan:
            check_plan(first, second, deviation.plan)
        return check_claims(deviation, bounds_by(first, second, deviation.plan, deviation.certificate, distance))

    return checked


def _neighbours_alone(length: Length) -> Length:
    """Leave alone what is farther away than a step."""
    return lambda size, source, target: steps if (steps := length(size, source, target)) <= 1 else _NO_LIMIT


_NO_LIMIT = 1000


def _claims_believed(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    check_dual_variables(deviation.certificate, Size(first.height, first.width), LENGTHS[distance])
    check_plan(first, second, deviation.plan)
    return deviation.bounds


_squared_cost = _by(lambda length: ground_cost(length**2))


_straight_cost = _by(lambda length: length * UNITS // 5)


_free_surplus = _by(ground_cost, surplus=0)


def _moved_earth(
    scope: Scope,
    *,
    deviation: EarthMover = earth_mover_distance,
    certified: Certified = earth_mover_distance_certified,
    checked: Checked = check_certificate,
    published: Drop = without_small_changes_published,
) -> Iterator[Part]:
    """Check the deviation as it is defined, its certificates, and side effects, of which it is a part."""
    yield check_examples(certificates_by_hand(checked), "certificates by hand")
    yield check_examples(_dropped_by_hand(published), "worked examples of what rounding leaves in")
    yield from moved_earth(scope, deviation=deviation)
    yield from certificates(scope, certified, checked)
    yield _every_count(published)
    yield check_examples(_boards_by_hand(published), "boards whose side effects rounding decides")
    yield check_examples(_of_runs(), "side effects of runs by hand")
    yield check_examples(_refused(), "side effects that are not certified")
    yield _in_both_forms()


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-eq3",
        kind="definition",
        title="the earth mover's deviation",
        claim="The deviation of two densities is the least cost of turning the first into the second, where moving a "
        "unit of mass costs the ground distance, and the surplus of the heavier one is removed or created at one for "
        "each unit. It is a metric where the ground distance is one; what both have may be left out; and it is no "
        "cheaper if any unit may be removed, and any created, at one.",
        source=f"{WAINWRIGHT_2019}, Equation 3 and the sentence after it",
        check=_moved_earth,
        mutants={
            "squared distance": {"deviation": _squared_cost},
            "unwrapped distance": {"deviation": _unless_asked("flat")},
            "one-way wrap": {"deviation": _unless_asked("one way")},
            "length over five, without the tangent": {"deviation": _straight_cost},
            "free surplus": {"deviation": _free_surplus},
            "surplus at twice the cost": {"deviation": _by(ground_cost, surplus=2 * UNITS)},
            "mass normalised": {"deviation": _mass_normalised},
            "divided by what moves": {"deviation": _divided_by_what_moves},
            "samples forgotten": {"deviation": _samples_forgotten},
            "drop in the exact form": {"deviation": _small_changes_dropped},
            "the published drop decides exactly": {"published": without_small_changes},
            "the published drop leaves nothing out": {"published": lambda first, second, share: (first, second)},
            "removed and created anew": {"deviation": _made_anew},
            "each to the nearest free place in order": {"deviation": _in_order},
            "only the net movement counts": {"deviation": _net_movement},
            "a certificate's prices are believed": {"checked": _checked(prices=None)},
            "prices of neighbours alone are compared": {"checked": _checked(prices=_neighbours_alone)},
            "a certificate's plan is believed": {"checked": _checked(plan=False)},
            "a certificate's bounds are believed": {"checked": _claims_believed},
        },
        verdict="defined",
        evidence="exhaustive: by hand; all pairs of small densities against all pairings of their units in decimals, "
        "and all triples of them. Cancelling: a unit that comes to where another leaves from could go on directly, no "
        "dearer. Removing and creating a unit costs 2, moving one less than 1. The certified form: on small densities "
        "in all ways, each certificate checked and each of its dual variables, claims and moves perturbed. Side "
        "effects of runs: by hand, and in both forms",
        defects="Which units are the surplus is not said; here they are those for which all is cheapest. The earth "
        "mover's distance that the paper cites is divided by the mass that moves and leaves a surplus free; neither is "
        "meant here. The published code leaves out each location that changes by at most a thousandth of the greatest "
        "change, before anything else, and takes its one-way distance. It compares doubles, so that rounding decides "
        "where a change is just a thousandth of the greatest: beside a change of all, 964 of the 1000 changes by one "
        "board of 1000 stay, where exactly all go.",
        witness="1000 units moved by one step and one unit more at another place, over 1000 samples: tanh(1/5) + "
        "1/1000, and tanh(1/5) with small changes left out. Two blocks of which one is gone and the other is back "
        "after two steps, n = 1000: 4 with small changes left out exactly, 4.001 as published",
    ),
)
