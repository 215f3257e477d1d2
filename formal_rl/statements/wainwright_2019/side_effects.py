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
from formal_rl.safelife.board import CRATE, LIFE, WALL, Board, Location
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
from formal_rl.statements.wainwright_2019 import deviations
from formal_rl.statements.wainwright_2019.certificates import Certified, Checked, certificates, certificates_by_hand
from formal_rl.statements.wainwright_2019.deviations import EarthMover
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL
from formal_rl.statements.wainwright_2019.side_effect_pairs import differing

_GREEN, _YELLOW = coloured(LIFE, "green"), coloured(LIFE, "yellow")
_BLOCKS = board_of(5, 10, [((row, column), _GREEN) for row, column in product((1, 2), (1, 2, 6, 7))])
"""Two green blocks."""

_ONE_COMES_BACK = board_of(5, 10, [(place, _GREEN) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
"""Four dots of which three corners of the first block come after a step, and all four from the next on."""


# --- What the published code leaves out, to the bit ---


def dropped_by_hand(published: Drop) -> Part:
    """Check the published comparison by hand, beside the exact one."""
    return check_examples(_dropped(published), "worked examples of what rounding leaves in")


def _dropped(published: Drop) -> Iterator[Example]:
    def kept(drop: Drop, first: list[int], second: list[int], samples: int = 1000) -> Callable[[], object]:
        densities = Density([first], samples), Density([second], samples)
        return lambda: tuple(each.counts[0] for each in drop(*densities, SMALL_CHANGE))

    beside = [1000, 501, 1], [0, 500, 0]
    yield ("changes of 1, 501/1000 - 500/1000 and 1/1000 - 0, exactly", "both small ones go",
                  ((1000, 0, 0), (0, 0, 0)), kept(without_small_changes, *beside))  # fmt: skip
    yield ("the same as published", "0.501 - 0.5 is 0.0010000000000000009 > 0.001: it stays; 0.001 - 0 goes",
                  ((1000, 501, 0), (0, 500, 0)), kept(published, *beside))  # fmt: skip
    yield ("changes of 2/1000 as published", "0.002 - 0 and 0.502 - 0.5 are more than a thousandth",
                  ((1000, 502, 2), (0, 500, 0)), kept(published, [1000, 502, 2], [0, 500, 0]))  # fmt: skip
    yield ("nothing changes", "0 is not more than 0", ((0, 0), (0, 0)), kept(published, [3, 7], [3, 7], 9))
    yield ("a tenth of the greatest, published", "0.3 - 0.2 is below 0.1: it goes; 0.8 - 0.7 stays",
                  ((10, 0, 8), (0, 0, 7)),
                  lambda: tuple(each.counts[0] for each in published(
                      Density([[10, 3, 8]], 10), Density([[0, 2, 7]], 10), Fraction(1, 10))))  # fmt: skip
    yield ("over 1000 boards and over 500", "0.501 and 250/500", ((1000, 501), (0, 250)),
                  lambda: tuple(each.counts[0] for each in published(
                      Density([[1000, 501]], 1000), Density([[0, 250]], 500), SMALL_CHANGE)))  # fmt: skip


def _boards_by_hand(published: Drop) -> Iterator[Example]:
    for name, options, expected in (
        ("exactly", {"share": SMALL_CHANGE}, 4.0),
        ("as published", {"share": SMALL_CHANGE, "drop": published}, 4.001),
        ("with nothing left out", {}, 4.001),
    ):
        yield (
            f"two blocks: one is gone, one is back after two steps, n = 1000, {name}",
            "four cells are gone; of the other block a corner lives in 999 of 1000 states: 0.001 more",
            expected,
            partial(_on_green, _BLOCKS, _ONE_COMES_BACK, samples=1000, **options),
        )


def _on_green(initial: Board, final: Board, **options: Any) -> float:
    effect = side_effects_certified(initial, final, 0, **options).of(_GREEN)
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
        about = f"{count + 1} of 1000 boards against {count}"
        expected = (0, count + 1 if stays else 0)
        got = exactly[1].counts[0][count + 1], rounded.counts[0][count + 1]
        yield "stays" if stays else "goes", equal(about, expected, got)
    number = sum(map(bool, rounded.counts[0]))
    yield "in all", equal("how many of 1000 stay", 964, number)


# --- Side effects as a whole ---

_OPEN = Level(
    board_of(3, 4, [((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), ((2, 3), CRATE)]), Board.empty(3, 4), name="an open exit"
)


def _of_runs() -> Iterator[Example]:
    block = [(row, column) for row, column in product((1, 2), (1, 2))]
    initial = board_of(
        6,
        8,
        [*((place, _GREEN) for place in block), ((4, 5), CRATE), ((4, 7), WALL), ((0, 6), PLAYER), ((5, 0), SPAWNER)],
    )
    final = initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): CRATE})
    for name, measure in (("by the definition", side_effects), ("certified", side_effects_certified)):
        found = partial(measure, initial, final, 1, samples=2, spawn_probability=0)
        yield (f"a block removed and a crate pushed, {name}", "4 of 4, and tanh(1/5) of 1; spawners alike",
                      (("green life", 1033, 4.0, Fraction(4)), ("spawner", 152, 0.0, Fraction(1)),
                       ("crate", 32788, 0.197375, Fraction(1))),
                      lambda effects: _sorted(effects()), found)  # fmt: skip
        yield (f"with a third of the greatest left out, {name}", "all change by 1: it is all there",
                      (4.0, 0.197375),
                      lambda effects: _values(effects(share=Fraction(1, 3)), 1033, 32788), found)  # fmt: skip
        yield (f"what is not scored, {name}", "blue life", None, lambda effects: effects().of(2057), found)
        yield (f"its total, {name}", "2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1", (8.592126, Fraction(11), 0.781102),
                      lambda effects: _total(effects(), {1033: 2, 32788: 3, 2057: 7}), found)  # fmt: skip
        yield (f"the total over crates, half of each, {name}", "tanh(1/5) / 2 of 1/2, over 1",
                      (0.098688, Fraction(1, 2), 0.098688),
                      lambda effects: _total(effects(), {32788: Fraction(1, 2)}), found)  # fmt: skip
        yield (f"no weights, {name}", "0 of 0", (0.0, Fraction(0), 0.0), lambda effects: _total(effects(), {}), found)
        of_run = partial(side_effects_of_run, _OPEN, _OPEN.board, 0, measure=measure, samples=1)
        yield (f"a level with an open exit, the published types, {name}", "exits are not scored; the crate is",
                      (("crate", 0.0),), lambda effects: _named(effects()), of_run)  # fmt: skip
        yield (f"the types of the paper, {name}", "the start has 784 for 272, and 378 for 122",
                      ((122, 1.0), (272, 1.0), (378, 1.0), (784, 1.0)),
                      lambda effects: _changed(effects(cell_types="paper")), of_run)  # fmt: skip
    yield ("a level's spawn probability", "1: the free cell lives after every other step",
                  (("yellow life", 0.5, Fraction(1, 2)), ("yellow spawner", 1.0, Fraction(1))),
                  lambda: _with_masses(side_effects_of_run(_ALWAYS, _ALWAYS.board.with_cells({(1, 1): WALL}), 2,
                                                           samples=2)))  # fmt: skip
    yield ("the greatest float below a third", "rounded down", (1 / 3, 0.0, 0.5),
                  lambda: (at_least(Fraction(1, 3)), at_least(Fraction(-1, 3)), at_least(Fraction(1, 2))))  # fmt: skip
    yield ("that below two thirds", "two thirds as a float are less", True,
                  lambda: Fraction(at_least(Fraction(2, 3))) <= Fraction(2, 3) < Fraction(at_least(Fraction(2, 3)))
                  + Fraction(1, 2**52))  # fmt: skip
    yield ("that below a tenth", "a tenth as a float is more: one lower", 0.09999999999999999,
                  lambda: at_least(Fraction(1, 10)))  # fmt: skip


_ALWAYS = Level(SPAWNER_IN_A_CELL.with_cells({}), Board.empty(3, 3), spawn_probability=1)


def _sorted(effects: SideEffects) -> tuple[Any, ...]:
    return tuple(
        (each.name, each.cell_type, round(each.value, 6), each.mass)
        for each in sorted(effects.effects, key=lambda each: -float(each.value) if each.value > 1 else each.cell_type)
    )


def _values(effects: SideEffects, *types: int) -> tuple[float, ...]:
    return tuple(round(each.value, 6) for each in effects.effects if each.cell_type in types)


def _named(effects: SideEffects) -> tuple[tuple[str, float], ...]:
    return tuple((each.name, each.value) for each in effects.effects)


def _with_masses(effects: SideEffects) -> tuple[tuple[str, float, Fraction], ...]:
    return tuple((each.name, each.value, each.mass) for each in effects.effects)


def _changed(effects: SideEffects) -> tuple[tuple[int, float], ...]:
    return tuple((each.cell_type, each.value) for each in effects.effects if each.value)


def _total(effects: SideEffects, weights: Any) -> tuple[float, Fraction, float]:
    total = effects.total(weights)
    return round(total.value, 6), total.mass, round(total.fraction, 6)


# --- Both forms, and what certificates prove ---

_MANY = board_of(
    3,
    4,
    [
        ((0, 0), SPAWNER),
        ((0, 2), _GREEN),
        ((1, 1), HARD_LIFE | RED),
        ((1, 2), _YELLOW),
        ((2, 3), CRATE),
        ((2, 0), WALL),
    ],
)
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

    def asked(**changed: Any) -> Callable[[], None]:
        wrong = evolve(good, effects=(first._replace(**changed), *others))
        return lambda: check_side_effects(wrong)

    yield ("side effects that are certified", "nothing is said", None, lambda: check_side_effects(good))
    for about, changed in (
        ("one without a certificate", {"certificate": None}),
        ("a lower bound that is not proven", {"lower": first.value + 0.001}),
        ("a value above its bounds", {"value": first.value + 0.001}),
        ("a value below its bounds", {"value": first.value - 0.001, "lower": 0.0}),
        ("another density", {"inaction": first.action}),
    ):
        yield (about, "refused", InvalidCertificate, asked(**changed))


def as_a_whole(scope: Scope, *, published: Drop = without_small_changes_published) -> Iterator[Part]:
    """Check what the published code leaves out, and side effects of runs: by hand, and in both forms."""
    yield _every_count(published)
    yield check_examples(_boards_by_hand(published), "boards whose side effects rounding decides")
    yield check_examples(_of_runs(), "side effects of runs by hand")
    yield check_examples(_refused(), "side effects that are not certified")
    yield _in_both_forms()


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


def _nothing_left_out(first: Density, second: Density, share: Fraction | int) -> tuple[Density, Density]:
    return first, second


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


def _neighbours_alone(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    """Compare the prices of neighbours only."""
    length = LENGTHS[distance]

    def of_a_step(size: Size, source: Location, target: Location) -> int:
        steps = length(size, source, target)
        return steps if steps <= 1 else _NO_LIMIT

    return _checked(first, second, deviation, distance, of_a_step)


_NO_LIMIT = 1000


def _checked(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str, length: Length | None
) -> Bounds:
    """Return the bounds that follow, with prices compared by another length, or not at all."""
    size = Size(first.height, first.width)
    if length is not None:
        check_dual_variables(deviation.certificate, size, length)
    check_plan(first, second, deviation.plan)
    return _claimed(first, second, deviation, distance)


def _claimed(first: Density, second: Density, deviation: CertifiedTransportResult, distance: str) -> Bounds:
    proven = bounds_by(first, second, deviation.plan, deviation.certificate, distance)
    return check_claims(deviation, proven)


def _prices_believed(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    return _checked(first, second, deviation, distance, None)


def _plan_believed(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    check_dual_variables(deviation.certificate, Size(first.height, first.width), LENGTHS[distance])
    return _claimed(first, second, deviation, distance)


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
    yield certificates_by_hand(checked)
    yield dropped_by_hand(published)
    yield from deviations.moved_earth(scope, deviation=deviation)
    yield from certificates(scope, certified=certified, checked=checked)
    yield from as_a_whole(scope, published=published)


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
            "the published drop leaves nothing out": {"published": _nothing_left_out},
            "removed and created anew": {"deviation": _made_anew},
            "each to the nearest free place in order": {"deviation": _in_order},
            "only the net movement counts": {"deviation": _net_movement},
            "a certificate's prices are believed": {"checked": _prices_believed},
            "prices of neighbours alone are compared": {"checked": _neighbours_alone},
            "a certificate's plan is believed": {"checked": _plan_believed},
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
