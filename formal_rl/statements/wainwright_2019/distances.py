"""Section 3, Equations 2 and 3: the ground distance and the earth mover's deviation."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import lcm

from attrs import evolve

from formal_rl.checking import Part, Scope
from formal_rl.safelife.board import Location
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Change,
    Density,
    Plan,
    Size,
    cheapest_plan,
    check_certificate,
    earth_mover_distance,
    earth_mover_distance_certified,
    flat_length,
    ground_distance,
    one_way_length_published,
    plan_cost,
    torus_length,
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
from formal_rl.safelife.side_effects.side_effects import Drop
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.statements.checks import (
    safelife_desirable,
    safelife_deviations,
    safelife_distances,
    safelife_side_effects,
)
from formal_rl.statements.checks.safelife_certificates import Certified, Checked, certificates, certificates_by_hand
from formal_rl.statements.checks.safelife_deviations import EarthMover
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

# --- Wrong lengths and distances ---


def _ways(size: Size, source: Location, target: Location) -> tuple[int, int]:
    """Return the shorter way round along rows and along columns."""
    rows, columns = (min(abs(a - b), side - abs(a - b)) for side, a, b in zip(size, source, target, strict=True))
    return rows, columns


def _the_other_way(size: Size, source: Location, target: Location) -> int:
    return one_way_length_published(size, target, source)


def _instead(length: Length) -> dict[str, dict[str, Length]]:
    return {"lengths": {**LENGTHS, "torus": length}}


# --- Wrong deviations ---


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


# --- Checks of certificates that let something pass ---


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
_any_way_costs_one = _by(lambda length: UNITS if length else 0)
_free_surplus = _by(ground_cost, surplus=0)

_ground = safelife_distances.ground


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
    yield safelife_side_effects.dropped_by_hand(published)
    yield from safelife_deviations.moved_earth(scope, deviation=deviation)
    yield from certificates(scope, certified=certified, checked=checked)
    yield from safelife_side_effects.as_a_whole(scope, published=published)


_desirable = safelife_desirable.desirable

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-eq2",
        kind="definition",
        title="the ground distance",
        claim="The distance of two locations is tanh(L/5), where L is the number of steps along rows and columns "
        "between them; it is a metric on the grid, whether it goes round the edges or not, and for every size.",
        source=f"{WAINWRIGHT_2019}, Equation 2",
        check=_ground,
        mutants={
            "squared distance": _instead(
                lambda size, source, target: sum(way**2 for way in _ways(size, source, target))
            ),
            "unwrapped distance": _instead(flat_length),
            "one-way wrap": _instead(one_way_length_published),
            "round the edge along columns only": _instead(
                lambda size, source, target: abs(source[0] - target[0]) + _ways(size, source, target)[1]
            ),
            "height for width": _instead(
                lambda size, source, target: torus_length(Size(size.width, size.height), source, target)
            ),
            "the longer axis alone": _instead(lambda size, source, target: max(_ways(size, source, target))),
            "one-way wrap, the other way": {"lengths": {**LENGTHS, "one way": _the_other_way}},
            "the scale is forgotten": {"distance": math.tanh},
            "cut off at 1": {"distance": lambda length: min(length / 5, 1.0)},
            "the square of the distance": {"distance": lambda length: ground_distance(length) ** 2},
        },
        verdict="defined",
        evidence="exhaustive: by hand; symbolic, for every height and width and all triples of locations, by running "
        "the lengths on unknown numbers; shortest walks on small grids; the tangent for all lengths to 300 steps. "
        "That no detour is shorter: tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b)",
        defects="The paper has 1 as the maximum of the distance; it is its supremum, attained on no finite grid. "
        "Double precision rounds to 1.0 from 96 steps on. It does not say whether the length goes round the edges; "
        "here it does, as the board does, and flat is a reading of its own. The published code goes round from higher "
        "to lower indices only: its distance is not symmetric and depends on where the edge is, though no detour is "
        "shorter.",
        witness="26 columns, the last to the first: tanh(1/5) = 0.197; the first to the last: tanh(25/5) = 0.9999 in "
        "the published code",
    ),
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
    Statement(
        id="W19-props",
        kind="lemma",
        title="desirable properties of the deviation",
        claim="An object that moves a short distance makes a small deviation; creating an object makes the same "
        "deviation as bringing it from very far away; random fields of similar densities deviate little.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=_desirable,
        mutants={
            "squared distance": {"deviation": _squared_cost},
            "unwrapped distance": {"deviation": _unless_asked("flat")},
            "length over five, without the tangent": {"deviation": _straight_cost},
            "every move costs one": {"deviation": _any_way_costs_one},
            "free surplus": {"deviation": _free_surplus},
            "removed and created anew": {"deviation": _made_anew},
            "samples forgotten": {"deviation": _samples_forgotten},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all patterns within 2 x 2 on a torus of 5 x 5, moved everywhere; all tori of 1 x 1 to "
        "40 x 40; all pairs of densities of 0 and 1 on small grids, by blocks. Sampled: random fields of 1 to 64 "
        "samples. That it is straightforward to compute, the paper's fourth property, is not checked",
        defects="A distance is below 1 and creating costs 1: the two are equal on no finite grid.",
        repair="creating costs more than bringing it from the farthest location, by less than 2 exp(-2L/5) for L "
        "steps, and equally much only in the limit. Moving an object costs at most its mass times the distance, less "
        "where one of its cells is nearer to the place of another. Fields are close where the masses in small blocks "
        "are, and the mean deviation falls with the number of samples",
        witness="26 x 26: the farthest location is 26 steps away, and creating costs 0.00006 more",
    ),
)
"""In the order of the paper."""
