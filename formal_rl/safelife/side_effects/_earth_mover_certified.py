"""The earth mover deviation with a certificate: by a cheapest flow if it is small, else by linear programming."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from operator import mul, sub
from typing import Any, NamedTuple

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, NotCertified
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.side_effects._cheapest_flow import MOST, cheapest_flow
from formal_rl.safelife.side_effects._dual_prices import (
    LOCATION_BITS,
    NOWHERE,
    Envelope,
    Parts,
    axis_lengths,
    envelope,
    envelope_of_few,
)
from formal_rl.safelife.side_effects.certificate import (
    UNIT,
    Bounds,
    Certificate,
    CertifiedTransportResult,
    check_gap,
    upper_bound,
)
from formal_rl.safelife.side_effects.density import Density, require_comparable
from formal_rl.safelife.side_effects.ground_distance import UNITS, Size, find_length, ground_cost, ground_distance
from formal_rl.safelife.side_effects.transport import SURPLUS_COST, Change, Move, Plan, plan_cost

Numbers = NDArray[numpy.int64]

DEFAULT_GAP = Fraction(1, 10**6)
"""How far apart the bounds may be, as a share of the greater mass."""

NEAR = 5
"""Arcs of at most this many steps are there from the start."""

PER_LOCATION = 6
"""At most this many arcs from or to a location are added in a round."""

FEW = MOST
"""Where the densities differ in no more places than this, `cheapest_flow` takes less than linear programming.

``python -m benchmarks side_effects`` measures both.
"""

DUAL_TOLERANCE = 1e-10
"""The solver's zero: by its own default the bounds would never meet on large boards."""

_DUAL, _PRIMAL, _LARGE = 1, 4, 8_000
"""The solver's simplex methods: primal, which begins from moving nothing; where more places differ, dual is faster."""

NOTHING = 1 << 7
"""Slack below this many units is rounding: the solver's tolerance, and our own rounding on top of it."""


def earth_mover_distance_certified(
    first: Density, second: Density, distance: str = "torus", gap: Fraction | float = DEFAULT_GAP
) -> CertifiedTransportResult:
    """Return the deviation of two densities with a plan, and a certificate of bounds at most ``gap`` masses apart.

    The mass is the greater one of the two; ``gap`` is from 1e-9 to 1. `check_certificate` checks the result.

    Raises as `certified_rounds` does, and `NotCertified` if the bounds stay farther apart.

    Source: Wainwright and Eckersley 2019, Equation 3.
    Ledger: W19-eq3*
    """
    wanted = check_gap(gap) * max(first.mass, second.mass)
    problem = _problem(first, second, distance)
    if len(problem.sources) + len(problem.targets) > FEW:
        return earth_mover_by_rounds_certified(first, second, distance, gap)
    found = _by_cheapest_flow(problem)
    if found.bounds.upper - found.bounds.lower > wanted:
        raise NotCertified(f"the bounds are {found.bounds}: more than {float(wanted):.3g} apart, the gap asked for")
    return found


def earth_mover_by_rounds_certified(
    first: Density, second: Density, distance: str = "torus", gap: Fraction | float = DEFAULT_GAP
) -> CertifiedTransportResult:
    """Return the result of `earth_mover_distance_certified` where many places differ: by linear programming.

    Raises as that does.

    Ledger: W19-eq3
    """
    wanted, apart = check_gap(gap) * max(first.mass, second.mass), Fraction(0)
    for found in certified_rounds(first, second, distance):
        apart = found.bounds.upper - found.bounds.lower
        if apart <= wanted:
            return found
    raise NotCertified(f"the bounds stay {float(apart):.3g} apart: more than {float(wanted):.3g}, the gap asked for")


def certified_rounds(first: Density, second: Density, distance: str = "torus") -> Iterator[CertifiedTransportResult]:
    """Yield the results, round by round, until no round would bring the bounds closer.

    Mass that both have at a location stays there: the ground distance is a metric. The rest moves along arcs, at
    first along short ones. The solver's prices, made to fall by no more than the ground distance, are the certificate;
    where they had to be lowered, arcs are missing, and are added for the next round, which starts from the last
    solution.

    Raises `InvalidParameter` for densities of several sizes or beyond 2**20 locations, `UnknownName` for a distance,
    and `NotCertified` if the solver fails.

    Ledger: W19-eq3
    """
    problem = _problem(first, second, distance)
    program = _Program(problem)
    program.add(_first_arcs(problem))
    best, lower = numpy.zeros(problem.size, dtype=numpy.int64), Fraction(-1)
    while True:
        solution = program.solve()
        forwards = _envelope_of(problem, solution.dual_variables, backwards=False)
        backwards = _envelope_of(problem, solution.dual_variables, backwards=True)
        for found, turned in ((forwards, False), (backwards, True)):
            prices = _certified_dual_variables(problem, found.least, backwards=turned)
            bound = problem.bound(prices)
            if bound > lower:
                best, lower = prices, bound
        yield _certified(problem, _moves(problem, solution), best, lower)
        if not program.add(_missing_arcs(problem, solution.dual_variables, forwards, backwards)):
            return


def _certified(
    problem: _Problem, moves: Mapping[tuple[int, int], int], prices: Parts, lower: Fraction
) -> CertifiedTransportResult:
    """Return the result by moves between numbers of locations: mass outside of all moves is removed or created."""
    left, wanted = problem.masses()
    for (source, target), mass in moves.items():
        left[source] -= mass
        wanted[target] -= mass
    place = problem.location
    plan = Plan(
        problem.samples,
        tuple(Move(place(source), place(target), mass) for (source, target), mass in sorted(moves.items())),
        *(tuple(Change(place(at), mass) for at, mass in side.items() if mass) for side in (left, wanted)),
    )
    bounds = Bounds(lower, upper_bound(plan, problem.size, problem.distance))
    value = plan_cost(plan, problem.size, problem.distance)
    return CertifiedTransportResult(value, plan, Certificate(tuple(map(tuple, prices.tolist()))), bounds)


@frozen(slots=False)
class _Problem:
    """The mass to move: the supply of each source and the demand of each target, in units of one over ``samples``."""

    size: Size
    distance: str
    samples: int
    differences: tuple[int, ...]
    sources: Numbers
    targets: Numbers
    supplies: tuple[int, ...]
    demands: tuple[int, ...]

    def bound(self, prices: Parts) -> Fraction:
        """Return the sum over all locations of price times difference: the bound that feasible prices prove."""
        return Fraction(sum(map(mul, prices.ravel().tolist(), self.differences)), UNIT * self.samples)

    @cached_property
    def scale(self) -> int:
        """The number of units in one of the solver, which would lose units of masses beyond a million."""
        return max(1, max((*self.supplies, *self.demands), default=1) // 10**6)

    @cached_property
    def surplus_at_sources(self) -> bool:
        """Whether there is no less at the sources than at the targets."""
        return sum(self.supplies) >= sum(self.demands)

    @cached_property
    def rows(self) -> Numbers:
        """For each location the row of the program that is its own: the sources first."""
        rows = numpy.full(self.size.height * self.size.width, -1, dtype=numpy.int64)
        rows[self.sources] = numpy.arange(len(self.sources))
        rows[self.targets] = numpy.arange(len(self.targets)) + len(self.sources)
        return rows

    @cached_property
    def savings(self) -> NDArray[numpy.float64]:
        """By length: the saving of moving a unit so far instead of removing or creating one more."""
        return 1 - numpy.array([ground_distance(length) for length in range(sum(self.size))])

    def lengths(self, sources: Numbers, targets: Numbers) -> Numbers:
        """Return the lengths of arcs."""
        total = numpy.zeros(len(sources), dtype=numpy.int64)
        width = self.size.width
        pairs = ((sources // width, targets // width), (sources % width, targets % width))
        for side, (source, target) in zip(self.size, pairs, strict=True):
            total += axis_lengths(side, self.distance)[source - target]
        return total

    def masses(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return how much each source has and each target wants, by the numbers of locations."""
        return (
            dict(zip(self.sources.tolist(), self.supplies, strict=True)),
            dict(zip(self.targets.tolist(), self.demands, strict=True)),
        )

    def location(self, number: int) -> Location:
        """Return the row and column of a location."""
        return divmod(number, self.size.width)


def _problem(first: Density, second: Density, distance: str) -> _Problem:
    require_comparable(first, second)
    find_length(distance)
    size = Size(first.height, first.width)
    if size.height * size.width > 1 << LOCATION_BITS:
        raise InvalidParameter("density", f"{size.height} x {size.width}", f"at most {1 << LOCATION_BITS} locations")
    common = math.lcm(first.samples, second.samples)
    more, less = common // first.samples, common // second.samples
    counts, others = chain.from_iterable(first.counts), chain.from_iterable(second.counts)
    if first.samples == second.samples:
        differences = tuple(map(sub, counts, others))
    else:
        differences = tuple(count * more - other * less for count, other in zip(counts, others, strict=True))
    sources = [number for number, difference in enumerate(differences) if difference > 0]
    targets = [number for number, difference in enumerate(differences) if difference < 0]
    return _Problem(
        size,
        distance,
        common,
        differences,
        numpy.array(sources, dtype=numpy.int64),
        numpy.array(targets, dtype=numpy.int64),
        tuple(differences[number] for number in sources),
        tuple(-differences[number] for number in targets),
    )


def _by_cheapest_flow(problem: _Problem) -> CertifiedTransportResult:
    """Return the deviation by a plan than which none is cheaper, by ground distances in double precision.

    The bounds are less than four parts of the mass apart, less than any allowed gap: prices are rounded
    to parts, and each ground distance up and down.
    """
    masses, saved = _cheapest_flow(problem)
    backwards = len(problem.sources) < len(problem.targets)
    priced = problem.sources if backwards else problem.targets
    prices = _dual_variables_of_locations(problem, saved, backwards=backwards)
    least = envelope_of_few(prices, priced, problem.size, problem.distance, backwards=backwards).least
    certified = _certified_dual_variables(problem, least, backwards=backwards)
    return _certified(problem, masses, certified, problem.bound(certified))


def _cheapest_flow(problem: _Problem) -> tuple[dict[tuple[int, int], int], Parts]:
    """Return the moves, by the numbers of locations, and the saving of one more in each row of the program."""
    sources, targets = len(problem.sources), len(problem.targets)
    if not sources or not targets:
        return {}, numpy.zeros(sources + targets, dtype=numpy.int64)
    surplus = sum(problem.supplies) - sum(problem.demands)
    rows, columns = (
        axis_lengths(side, problem.distance)[source[:, None] - target[None, :]]
        for side, source, target in zip(
            problem.size,
            numpy.divmod(problem.sources, problem.size.width),
            numpy.divmod(problem.targets, problem.size.width),
            strict=True,
        )
    )
    costs = numpy.full((sources + (surplus < 0), targets + (surplus > 0)), SURPLUS_COST * UNITS, dtype=numpy.int64)
    costs[:sources, :targets] = _costs(sum(problem.size))[rows + columns]
    supplies = (*problem.supplies, -surplus) if surplus < 0 else problem.supplies
    demands = (*problem.demands, surplus) if surplus > 0 else problem.demands
    flow = cheapest_flow(costs, supplies, demands)
    of_sources, of_targets = numpy.array(flow.source_prices[:sources]), numpy.array(flow.target_prices[:targets])
    # Only sums of two prices matter. The cost of a surplus unit is 1.
    if problem.surplus_at_sources:
        most = of_sources.max()
        saved = numpy.concatenate([most - of_sources, UNITS - most - of_targets])
    else:
        most = of_targets.max()
        saved = numpy.concatenate([UNITS - most - of_sources, most - of_targets])
    part = UNITS // UNIT
    moves = {
        (int(problem.sources[source]), int(problem.targets[target])): mass
        for (source, target), mass in flow.masses.items()
        if source < sources and target < targets
    }
    return moves, (saved + part // 2) // part


@cache
def _costs(lengths: int) -> Numbers:
    costs = numpy.array([ground_cost(length) for length in range(lengths)], dtype=numpy.int64)
    costs.flags.writeable = False
    return costs


class _Solution(NamedTuple):
    """Which arcs carry how much, in the program's scale, and the saving of one more in each row."""

    sources: Numbers
    targets: Numbers
    flows: NDArray[numpy.float64]
    dual_variables: Parts


@cache
def _solver_class() -> Any:
    """Return HiGHS, silent from the start: highspy 1.16 prints a line as soon as it is made, before any JSON."""
    import highspy  # noqa: PLC0415 - slow to import, and only large differences need it

    class Solver(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - its name in highspy, which calls it first
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return Solver


class _Program:
    """The linear program: the greatest savings by moving mass along the arcs that there are, from its last basis."""

    def __init__(self, problem: _Problem) -> None:
        self._problem = problem
        masses = (*problem.supplies, *problem.demands)
        self._arcs: Numbers = numpy.empty(0, dtype=numpy.int64)
        self._known: Numbers = numpy.empty(0, dtype=numpy.int64)
        self._solver = _solver_class()()
        for option, value in (
            ("output_flag", False),  # where making a solver does not enable callbacks
            ("threads", 1),
            ("presolve", "off"),
            ("simplex_strategy", _DUAL if len(masses) > _LARGE else _PRIMAL),
            ("dual_feasibility_tolerance", DUAL_TOLERANCE),
            ("primal_feasibility_tolerance", 1e-9),
        ):
            self._solver.setOptionValue(option, value)
        limits = numpy.array([mass / problem.scale for mass in masses], dtype=numpy.float64)
        nothing = numpy.empty(0, dtype=numpy.int32)
        self._solver.addRows(
            len(masses),
            numpy.full(len(masses), -math.inf),
            limits,
            0,
            numpy.zeros(len(masses), dtype=numpy.int32),
            nothing,
            numpy.empty(0),
        )

    def add(self, arcs: Numbers) -> bool:
        """Add those of some arcs, as source times the number of locations plus target, that are new; say if any is."""
        arcs = numpy.setdiff1d(arcs, self._known)
        if not len(arcs):
            return False
        self._known = numpy.union1d(self._known, arcs)
        self._arcs = numpy.concatenate([self._arcs, arcs])
        sources, targets = self._split(arcs)
        problem = self._problem
        entries = numpy.empty(2 * len(arcs), dtype=numpy.int32)
        entries[0::2], entries[1::2] = problem.rows[sources], problem.rows[targets]
        self._solver.addCols(
            len(arcs),
            -problem.savings[problem.lengths(sources, targets)],
            numpy.zeros(len(arcs)),
            numpy.full(len(arcs), math.inf),
            len(entries),
            numpy.arange(0, len(entries), 2, dtype=numpy.int32),
            entries,
            numpy.ones(len(entries)),
        )
        return True

    def solve(self) -> _Solution:
        """Return the best solution on the arcs that there are."""
        problem = self._problem
        if not len(self._arcs):
            nothing = numpy.empty(0, dtype=numpy.int64)
            prices = numpy.zeros(len(problem.sources) + len(problem.targets), dtype=numpy.int64)
            return _Solution(nothing, nothing, numpy.empty(0), prices)
        self._solver.run()
        status = self._solver.getModelStatus()
        if status != type(status).kOptimal:
            raise NotCertified(f"the solver ended with {self._solver.modelStatusToString(status)!r}")
        solution = self._solver.getSolution()
        flows = numpy.array(solution.col_value)
        used = numpy.flatnonzero(flows > 0)
        sources, targets = self._split(self._arcs[used])
        saved = numpy.rint(numpy.maximum(-numpy.array(solution.row_dual), 0) * UNIT).astype(numpy.int64)
        return _Solution(sources, targets, flows[used], numpy.minimum(saved, UNIT))

    def _split(self, arcs: Numbers) -> tuple[Numbers, Numbers]:
        locations = len(self._problem.rows)
        return arcs // locations, arcs % locations


def _first_arcs(problem: _Problem) -> Numbers:
    """Return the short arcs."""
    locations = len(problem.rows)
    rows, columns = problem.sources // problem.size.width, problem.sources % problem.size.width
    is_target = numpy.zeros(locations, dtype=bool)
    is_target[problem.targets] = True
    found: list[Any] = []
    for down in range(-NEAR, NEAR + 1):
        for right in range(abs(down) - NEAR, NEAR - abs(down) + 1):
            ends = (rows + down) % problem.size.height * problem.size.width + (columns + right) % problem.size.width
            good = is_target[ends]
            starts, ends = problem.sources[good], ends[good]
            near = problem.lengths(starts, ends) <= NEAR
            found.append(starts[near] * locations + ends[near])
    return numpy.unique(numpy.concatenate(found))


def _dual_variables_of_locations(problem: _Problem, saved: Parts, *, backwards: bool) -> Parts:
    """Return the prices of targets, or of sources the other way round, by the savings of their rows; else nothing.

    Where the sources have the surplus a price is the cost of a unit of it, one at a source that saves nothing; where
    the targets lack mass, minus one at a target that saves nothing.
    """
    base = UNIT if problem.surplus_at_sources else 0
    prices = numpy.full(len(problem.rows), NOWHERE, dtype=numpy.int64)
    if backwards:
        prices[problem.sources] = saved[: len(problem.sources)] - base
    else:
        prices[problem.targets] = saved[len(problem.sources) :] - (UNIT - base)
    return prices.reshape(problem.size)


def _envelope_of(problem: _Problem, saved: Parts, *, backwards: bool) -> Envelope:
    prices = _dual_variables_of_locations(problem, saved, backwards=backwards)
    asked = problem.targets if backwards else problem.sources
    return envelope(prices, asked, problem.size, problem.distance, backwards=backwards)


def _certified_dual_variables(problem: _Problem, least: Parts, *, backwards: bool) -> Parts:
    """Return prices that fall by no more than the ground distance, whatever the solver's were."""
    base = UNIT if problem.surplus_at_sources else 0
    if backwards:
        return numpy.maximum(-least, base - UNIT)
    return numpy.minimum(least, base)


def _missing_arcs(problem: _Problem, saved: Parts, forwards: Envelope, backwards: Envelope) -> Numbers:
    """Return the arcs on which the solver's prices fall by more than the distance: the worst of each location."""
    locations, arcs = len(problem.rows), []
    for found, turned in ((forwards, False), (backwards, True)):
        own = _dual_variables_of_locations(problem, saved, backwards=not turned).ravel()
        totals = found.totals + own[found.here]
        wrong = numpy.flatnonzero(totals < -NOTHING)
        wrong = wrong[numpy.lexsort((totals[wrong], found.here[wrong]))]
        here, there = found.here[wrong], found.there[wrong]
        kept = numpy.arange(len(here)) - numpy.searchsorted(here, here) < PER_LOCATION
        here, there = here[kept], there[kept]
        arcs.append(there * locations + here if turned else here * locations + there)
    return numpy.unique(numpy.concatenate(arcs))


def _moves(problem: _Problem, solution: _Solution) -> dict[tuple[int, int], int]:
    """Return the solution in whole units; the rest at both ends moves anyhow, except the surplus."""
    left, wanted = problem.masses()
    moves: dict[tuple[int, int], int] = {}

    def move(source: int, target: int, mass: int) -> None:
        if mass:
            moves[source, target] = moves.get((source, target), 0) + mass
            left[source] -= mass
            wanted[target] -= mass

    arcs = zip(solution.sources.tolist(), solution.targets.tolist(), solution.flows.tolist(), strict=True)
    for source, target, flow in arcs:
        move(source, target, min(round(flow * problem.scale), left[source], wanted[target]))
    sources, targets = ([number for number, mass in masses.items() if mass] for masses in (left, wanted))
    while sources and targets:
        source, target = sources[-1], targets[-1]
        move(source, target, min(left[source], wanted[target]))
        if not left[source]:
            sources.pop()
        if not wanted[target]:
            targets.pop()
    return moves
