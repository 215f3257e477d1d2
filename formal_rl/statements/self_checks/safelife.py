"""The guards of side effects, densities, tasks, fences and generated levels: what is refused, and what is accepted."""

from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy

from formal_rl.agents import HashedDraws
from formal_rl.checking import Part
from formal_rl.errors import InvalidCertificate, InvalidParameter, MalformedDensity, UnknownName
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife.benchmark import (
    PrintedRow,
    Progress,
    is_possible,
    is_possible_with_completed,
    penalised_reward,
    side_effect_share,
    task_progress,
)
from formal_rl.safelife.benchmark.published_tables import PrintedFigure, rounded_from
from formal_rl.safelife.benchmark.tasks import require_limit
from formal_rl.safelife.board import COLOURS, LIFE, WALL, Board, Location
from formal_rl.safelife.board.cells import PLAYER, RED, SPAWNER
from formal_rl.safelife.game import (
    Level,
    StartPenalty,
    find_cycle,
    is_deterministic,
    require_samples,
    require_trajectory,
    start,
)
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.game.trajectories import Cycle, require_steps
from formal_rl.safelife.generation import LevelTargets, around, fence, generate
from formal_rl.safelife.generation._regions import grow_regions
from formal_rl.safelife.generation._scattered_oscillators import TRIES_OF_ONE, comes_back, scatter_oscillators
from formal_rl.safelife.generation.fences import in_a_row, outside_of, touched
from formal_rl.safelife.generation.generated_levels import MOST_SIZE
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Change,
    Density,
    Plan,
    Size,
    check_gap,
    compared_paper,
    compared_published,
    distributions,
    find_reading,
    flat_length,
    ground_distance,
    inaction_distribution,
    plan_cost,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects._cell_counts import (
    cell_counts,
    cell_counts_packed,
    life_counts,
    life_counts_packed,
)
from formal_rl.safelife.side_effects._dual_prices import NOWHERE, envelope, envelope_of_few
from formal_rl.safelife.side_effects.certificate import UNIT, Certificate, check_dual_variables, check_plan, cost_bounds
from formal_rl.safelife.side_effects.density import require_boards, require_comparable
from formal_rl.safelife.side_effects.ground_distance import UNITS, find_length, ground_cost
from formal_rl.safelife.side_effects.side_effects import require_comparison, require_run
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.statements.self_checks import Row, decide_rows

_NO_INTS: Any = ((0.0, 0),)
_ONE, _THIRD = Density([[1]]), Fraction(1, 3)
_SIZE, _ZEROS = Size(1, 2), Certificate(((0, 0),))
_BLINKER = Board([[0] * 5, [0] * 5, [0, 9, 9, 9, 0], [0] * 5, [0] * 5])


def _densities() -> Part:
    """Refuse what is no density, and densities that do not go together."""
    floats, three = numpy.array([[0.5, nan]]), numpy.zeros((1, 1, 1))
    return decide_rows(
        "guards of densities",
        (
            Row(Density, (3,), MalformedDensity),
            Row(Density, ([],), MalformedDensity),
            Row(Density, ([[]],), MalformedDensity),
            Row(Density, ([[1], [1, 2]],), MalformedDensity),
            Row(Density, ([[-1]],), MalformedDensity),
            Row(Density, ([[1.0]],), MalformedDensity),
            Row(Density, ([[True]],), MalformedDensity),
            Row(Density, ([[1]], 0), InvalidParameter),
            Row(Density, ([[1]], 1.0), InvalidParameter),
            Row(lambda: Density([[0]], 1).mass, (), Fraction(0)),
            Row(Density.from_array, ([[1]],), MalformedDensity),
            Row(Density.from_array, (three,), MalformedDensity),
            Row(Density.from_array, (numpy.array([["a"]]),), MalformedDensity),
            Row(Density.from_array, (numpy.array([[True]]),), MalformedDensity),
            Row(Density.from_array, (floats,), MalformedDensity),
            Row(Density.from_array, (numpy.array([[inf]]),), MalformedDensity),
            Row(Density.from_array, (numpy.array([[-0.5]]),), MalformedDensity),
            Row(Density.from_masses, ([[0.5]],), MalformedDensity),
            Row(Density.from_masses, ([[Fraction(-1, 2)]],), MalformedDensity),
            Row(Density.from_masses, ([[0]],), Density([[0]])),
            Row(require_boards, ((),), InvalidParameter),
            Row(require_boards, ((Board([[0]]), 3),), InvalidParameter),
            Row(require_boards, ((Board([[0]]), Board([[0, 0]])),), InvalidParameter),
            Row(require_boards, ((Board([[0]]), Board([[0], [0]])),), InvalidParameter),
            Row(require_boards, ((Board([[0, 0]]), Board([[9, 9]])),), Size(1, 2)),
            Row(require_comparable, (_ONE, Density([[1, 0]])), InvalidParameter),
            Row(require_comparable, (_ONE, Density([[1], [0]])), InvalidParameter),
            Row(require_comparable, (_ONE, Density([[3]], 2)), None),
        ),
    )


def _deviations() -> Part:
    """Refuse shares, gaps, names, plans and prices that are none."""
    far, two = Density([[10**400]]), (Density([[1, 0]]), Density([[0, 1]]))
    high, highest = Certificate(((UNIT, UNIT),)), Certificate(((UNIT + 1, UNIT),))
    step = cost_bounds(1)[0]
    drops = tuple(
        row
        for drop in (without_small_changes, without_small_changes_published)
        for row in (
            *(Row(drop, (_ONE, _ONE, share), InvalidParameter) for share in (-1, Fraction(-1, 9), 1, 0.5, True)),
            Row(drop, (_ONE, Density([[1, 1]])), InvalidParameter),
            Row(drop, (_ONE, Density([[3]]), Fraction(999, 1000)), (_ONE, Density([[3]]))),
            Row(drop, (_ONE, Density([[3]]), 0), (_ONE, Density([[3]]))),
        )
    )
    return decide_rows(
        "guards of deviations and certificates",
        (
            *drops,
            Row(without_small_changes_published, (far, _ONE), InvalidParameter),
            Row(check_gap, (Fraction(1, 10**9),), Fraction(1, 10**9)),
            Row(check_gap, (Fraction(1, 10**9 + 1),), InvalidParameter),
            Row(check_gap, (1e-9,), Fraction(1e-9)),
            Row(check_gap, (1,), Fraction(1)),
            Row(check_gap, (1.0000001,), InvalidParameter),
            Row(check_gap, ("1",), InvalidParameter),
            Row(check_gap, (True,), InvalidParameter),
            Row(find_length, ("euclid",), UnknownName),
            Row(find_reading, ("publish",), UnknownName),
            Row(find_reading, ("paper",), compared_paper),
            Row(find_reading, ("published",), compared_published),
            Row(ground_distance, (0,), 0.0),
            Row(ground_cost, (0,), 0),
            Row(ground_cost, (200,), UNITS),
            Row(cost_bounds, (0,), (0, 0)),
            Row(cost_bounds, (200,), (UNIT - 1, UNIT)),
            Row(cost_bounds, (1,), (217016459623, 217016459624)),
            Row(plan_cost, (Plan(1, (), (Change((0, 0), 10**400),)), _SIZE), InvalidParameter),
            Row(plan_cost, (Plan(1), _SIZE, "euclid"), UnknownName),
            Row(plan_cost, (Plan(2, (), (Change((0, 0), 3),), (Change((0, 1), 4),)), _SIZE), 3.5),
            Row(check_plan, (_ONE, _ONE, Plan(2)), InvalidCertificate),
            Row(check_plan, (_ONE, _ONE, Plan(1)), None),
            Row(check_plan, (Density([[1]], 2), Density([[2]], 4), Plan(4)), None),
            Row(check_plan, (Density([[1]], 2), Density([[2]], 4), Plan(2)), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, 1), 1),))), None),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, 1), 2),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, 2), 1),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (1, 1), 1),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, -1), 1),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((-1, 0), (0, 1), 1),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, 1), True),))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (Move((0, 0), (0, 1), 1), Move((0, 0), (0, 0), 0)))), InvalidCertificate),
            Row(check_plan, (*two, Plan(1, (), (Change((0, 0), 1),), (Change((0, 1), 1),))), None),
            Row(check_plan, (*two, Plan(1, (), (Change((0, 0), 1),))), InvalidCertificate),
            Row(check_dual_variables, (_ZEROS, _SIZE, flat_length), None),
            Row(check_dual_variables, (high, _SIZE, flat_length), None),
            Row(check_dual_variables, (highest, _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((-UNIT, -UNIT),)), _SIZE, flat_length), None),
            Row(check_dual_variables, (Certificate(((-UNIT - 1, -UNIT),)), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((step, 0),)), _SIZE, flat_length), None),
            Row(check_dual_variables, (Certificate(((step + 1, 0),)), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((0, step + 1),)), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((0,), (step,))), Size(2, 1), flat_length), None),
            Row(check_dual_variables, (Certificate(((0,), (step + 1,))), Size(2, 1), flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((step + 1,), (0,))), Size(2, 1), flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((0,),)), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((0, 0), (0, 0))), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(_NO_INTS), _SIZE, flat_length), InvalidCertificate),
            Row(check_dual_variables, (Certificate(((4 * UNIT, 0),)), _SIZE, flat_length), InvalidCertificate),
            Row(require_run, (Board([[0]]), Board([[0, 0]]), 0, 1), InvalidParameter),
            Row(require_run, (Board([[0]]), Board([[0], [0]]), 0, 1), InvalidParameter),
            Row(require_run, (Board([[0]]), Board([[0]]), -1, 1), InvalidParameter),
            Row(require_run, (Board([[0]]), Board([[0]]), 0, 0), InvalidParameter),
            Row(require_run, (Board([[0]]), Board([[9]]), 0, 1), None),
            Row(require_comparison, ("euclid", 0), UnknownName),
            Row(require_comparison, ("flat", 1), InvalidParameter),
            Row(require_comparison, ("flat", _THIRD), None),
        ),
    )


def _trajectories() -> Part:
    """Refuse numbers of steps and samples that are none, and boards of which draws decide."""
    spawner, level = Board([[SPAWNER, 0]]), Level(Board([[PLAYER, 0, 0]] * 1 + [[0] * 3] * 2), Board.empty(3, 3))
    return decide_rows(
        "guards of trajectories",
        (
            *(Row(require_samples, (value,), InvalidParameter) for value in (0, -1, True, 1.0)),
            *(Row(require_steps, (value,), InvalidParameter) for value in (-1, True, 0.0)),
            Row(require_samples, (1,), 1),
            Row(require_steps, (0,), 0),
            *(Row(advance_by, arguments, InvalidParameter) for arguments in _WRONG_STEPS),
            *(Row(advance_by_packed, arguments, InvalidParameter) for arguments in _WRONG_STEPS),
            Row(find_cycle, (_BLINKER,), Cycle(0, 2)),
            Row(find_cycle, (_BLINKER,), Cycle(0, 2), {"most": 2}),
            Row(find_cycle, (_BLINKER,), InvalidParameter, {"most": 1}),
            Row(find_cycle_packed, (_BLINKER,), Cycle(0, 2), {"most": 2}),
            Row(find_cycle_packed, (_BLINKER,), InvalidParameter, {"most": 1}),
            Row(find_cycle, (spawner, _THIRD), InvalidParameter),
            Row(find_cycle_packed, (spawner, _THIRD), InvalidParameter),
            Row(find_cycle, (spawner, 0), Cycle(0, 1)),
            Row(find_cycle, (spawner, 1), Cycle(1, 1)),
            Row(find_cycle_packed, (spawner, 1), Cycle(1, 1)),
            Row(is_deterministic, (spawner, _THIRD), False),
            Row(is_deterministic, (spawner, 1), True),
            Row(is_deterministic, (spawner, 0), True),
            Row(is_deterministic, (_BLINKER, _THIRD), True),
            Row(is_deterministic, (_BLINKER, 2), InvalidParameter),
            Row(require_trajectory, (level, [], []), InvalidParameter),
            Row(require_trajectory, (level, [(0,)], [level.board]), InvalidParameter),
            Row(require_trajectory, (level, [], [Board.empty(3, 4)]), InvalidParameter),
            Row(require_trajectory, (level, [], [Board.empty(4, 3)]), InvalidParameter),
        ),
    )


_WRONG_STEPS: tuple[tuple[object, ...], ...] = (
    (_BLINKER, -1),
    (_BLINKER, 1, -1),
    (_BLINKER, 1, 2),
    (_BLINKER, 1, 0, (), -1),
)


def _targets(name: str, value: Any) -> LevelTargets:
    return LevelTargets(**{name: value})


def _tasks() -> Part:
    """Refuse limits, weights, readings, figures, targets and kinds that are none."""
    shares = ("fill", "task_fill", "crates", "spawners", "unrest", "rubble", "require")
    draws = HashedDraws(0)
    return decide_rows(
        "guards of tasks and generated levels",
        (
            *(Row(require_limit, (value,), InvalidParameter) for value in (-1, True, 1.0)),
            Row(require_limit, (0,), None),
            *(Row(lambda weight: StartPenalty(weight=weight), (value,), InvalidParameter) for value in (-1, 0.5, True)),
            Row(lambda: StartPenalty(weight=0).weight, (), 0),
            Row(lambda: StartPenalty(weight=1, goals="blue"), (), UnknownName),
            Row(penalised_reward, (7, 2, _THIRD), Fraction(19, 3)),
            Row(penalised_reward, (7, 2, -1), InvalidParameter),
            Row(side_effect_share, (None, "orange"), UnknownName),
            Row(rounded_from, ("x",), InvalidParameter),
            Row(rounded_from, ("1/0",), InvalidParameter),
            *(Row(_targets, (name, -1), InvalidParameter) for name in shares),
            *(Row(_targets, (name, 1.5), InvalidParameter) for name in shares),
            *(Row(_targets, (name, "1"), InvalidParameter) for name in shares),
            *(Row(_targets, (name, 0), InvalidParameter) for name in shares[:2]),
            *(Row(lambda name: getattr(_targets(name, 1), name), (name,), 1) for name in shares),
            *(Row(lambda name: getattr(_targets(name, 0), name), (name,), 0) for name in shares[2:]),
            *(Row(lambda t: LevelTargets(temperature=t), (t,), InvalidParameter) for t in (0, 1 << 20, "1", True)),
            Row(lambda: LevelTargets(temperature=(1 << 20) - 1).temperature, (), (1 << 20) - 1),
            *(Row(lambda n: LevelTargets(iterations=n), (n,), InvalidParameter) for n in (0, True, 1.0)),
            *(Row(lambda n: LevelTargets(attempts=n), (n,), InvalidParameter) for n in (0, True, 1.0)),
            Row(lambda: LevelTargets(iterations=1, attempts=1).attempts, (), 1),
            Row(generate, ("append", 12, draws), UnknownName),
            Row(generate, ("append-still", 11, draws), InvalidParameter),
            Row(generate, ("append-still", MOST_SIZE + 1, draws), InvalidParameter),
            Row(generate, ("append-still", 12.0, draws), InvalidParameter),
            Row(generate, ("navigation", 13, draws), InvalidParameter),
        ),
    )


_PAIRS = (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 0)))


def _cups() -> tuple[frozenset[Location], ...]:
    """Return a ring of eight cells that is open above, below, to the left and to the right."""
    ring = frozenset((row, column) for row in range(3) for column in range(3)) - {(1, 1)}
    return tuple(ring - {opening} for opening in ((0, 1), (2, 1), (1, 0), (1, 2)))


def _fences() -> Part:
    """Refuse regions that are none."""
    ring = frozenset((row, column) for row in range(3) for column in range(3)) - {(1, 1)}
    return decide_rows(
        "guards of fences",
        (
            Row(around, (frozenset(),), InvalidParameter),
            Row(around, (frozenset({(0, 0), (1, 1)}),), InvalidParameter),
            Row(around, (ring,), InvalidParameter),
            Row(lambda: len(around(ring - {(0, 0)})), (), 12),
            Row(around, (frozenset({(4, 7)}),), ((4, 7),)),
            *(Row(lambda cup: len(around(cup)), (each,), 12) for each in _cups()),
            Row(in_a_row, (((0, 0), (0, 1), (0, 2)), 2), _PAIRS),
            Row(touched, (ring, (1, 1)), tuple(sorted(ring))),
            Row(touched, (ring, (3, 3)), ((2, 2),)),
            Row(fence, (((0, 0),), 0, 0), InvalidParameter),
            Row(fence, (((0, 0), (0, 1)), 1, 1), frozenset({(0, 0), (0, 1)})),
            Row(outside_of, (Board.empty(1, 2), [frozenset({(0, 0), (0, 2)})]), InvalidParameter),
            Row(outside_of, (Board.empty(1, 3), [frozenset({(0, 3)})]), ((0, 1), (0, 2))),
            Row(grow_regions, (9, 9, 0, DrawnChoices(HashedDraws(0))), InvalidParameter),
            Row(lambda: len(grow_regions(9, 9, 1, DrawnChoices(HashedDraws(0))).regions), (), 1),
            Row(grow_regions, (9, 9, 9, DrawnChoices(HashedDraws(0))), InvalidParameter),
            Row(grow_regions, (9, 2, 1, DrawnChoices(HashedDraws(0))), InvalidParameter),
        ),
    )


_IN_A_CELL = Board([[0, WALL, WALL], [WALL, SPAWNER, WALL], [WALL, WALL, WALL]])


_OF_TWO = Level(
    Board([[PLAYER, PLAYER, 0], [0] * 3, [0, LIFE | RED, 0]]),
    Board.empty(3, 3),
    tables=(PUBLISHED_TABLE, ((0,) * len(PUBLISHED_TABLE[0]),) * len(PUBLISHED_TABLE)),
)


def _a_tenth(length: str) -> PrintedRow:
    """Return a row with a tenth completed and a deviation of 3 from this mean length."""
    return PrintedRow("navigation", "0", None, "10.0", PrintedFigure(length, "3"), PrintedFigure("0", "0"))


def _left_out() -> Part:
    """Say what holds where a spawn probability, draws or a share are not given: nothing spawns."""
    alive = ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    choices = DrawnChoices(HashedDraws(0))
    return decide_rows(
        "what is left out: nothing spawns",
        (
            *(Row(count, (_IN_A_CELL, 2), (alive,) * len(COLOURS)) for count in (life_counts, life_counts_packed)),
            *(
                Row(lambda count: dict(count(_IN_A_CELL, 1))[0][0][0], (each,), 1)
                for each in (cell_counts, cell_counts_packed)
            ),
            Row(inaction_distribution, (_IN_A_CELL, 1, 2), (_IN_A_CELL,) * 2),
            Row(lambda: tuple(distributions(_IN_A_CELL, _IN_A_CELL, 1, 2)), (), ((_IN_A_CELL,) * 2,) * 2),
            *(
                Row(lambda find: find.__kwdefaults__["most"], (each,), 10_000)
                for each in (find_cycle, find_cycle_packed)
            ),
            Row(comes_back, (_IN_A_CELL, ()), True),
            Row(comes_back, (Board([[LIFE]]), ()), False),
            Row(comes_back, (_BLINKER, tuple(_BLINKER.locations())), True),
            Row(comes_back, (_BLINKER, ()), False),
            *(Row(find, (_BLINKER,), (0, 2)) for find in (_cycle_of(find_cycle), _cycle_of(find_cycle_packed))),
            Row(
                lambda: scatter_oscillators(_BLINKER, (), 0, choices, life=LIFE, single=WALL, most_tries=1)[1:],
                (),
                (0, True),
            ),
            Row(_tries, (choices, 0), (0, False)),
            Row(_tries, (choices, 1), (TRIES_OF_ONE, False)),
            Row(is_possible, (PrintedFigure("0", "0"), 0, 0), True),
            Row(is_possible, (PrintedFigure("0", "0.50"), 0, 1), True),
            Row(is_possible, (PrintedFigure("0", "0.54"), 0, 1), False),
            Row(is_possible_with_completed, (_a_tenth("9.05"), 10), False),
            Row(is_possible_with_completed, (_a_tenth("9.15"), 10), True),
            Row(lambda: task_progress(_OF_TWO, start(_OF_TWO)), (), Progress(0, 1)),
            Row(is_possible, (PrintedFigure("5", "0"), 0, 1), False),
        ),
    )


def _cycle_of(find: Callable[[Board], Cycle]) -> Callable[[Board], tuple[int, int]]:
    return lambda board: (find(board).transient, find(board).period)


def _tries(choices: DrawnChoices, most: int) -> tuple[int, bool]:
    """Return the tries where there is no room for anything, and whether there was enough."""
    full = Board([[WALL]])
    _, tries, filled = scatter_oscillators(full, [(0, 0)], 2, choices, life=LIFE, single=WALL, most_tries=most)
    return tries, filled


def _envelopes() -> Part:
    """Compare envelopes with the least of all sums, one by one, and their pairs with the best within each distance."""
    grids = (Size(1, 2), Size(2, 3), Size(1, 5), Size(4, 2))
    return decide_rows(
        "envelopes of prices",
        tuple(
            Row(_enveloped, (size, distance, backwards), True)
            for size in grids for distance in LENGTHS for backwards in (False, True)
        ),
    )  # fmt: skip


def _enveloped(size: Size, distance: str, backwards: bool) -> bool:
    places = [(row, column) for row in range(size.height) for column in range(size.width)]
    given = [NOWHERE if number % 3 == 1 else UNIT // (number + 2) - UNIT // 3 for number in range(len(places))]
    given[-1] = NOWHERE
    prices = numpy.array(given, dtype=numpy.int64).reshape(size)

    def apart(here: int, there: int) -> int:
        ends = (places[there], places[here]) if backwards else (places[here], places[there])
        return LENGTHS[distance](size, *ends)

    asked = list(range(len(places)))
    got = envelope(prices, numpy.array(asked), size, distance, backwards=backwards)
    sums = [[given[there] + cost_bounds(apart(here, there))[0] for there in asked] for here in asked]
    least = [min(*each, min(given) + cost_bounds(60)[0]) for each in sums]
    pairs = []
    last = dict.fromkeys(asked, -1)
    for length in range(1, max(1, *(apart(here, there) for here in asked for there in asked)) + 1):
        for here in asked:
            price, there = min((given[there], there) for there in asked if apart(here, there) <= length)
            if there != last[here] and price < NOWHERE:
                pairs.append((here, there, price + cost_bounds(length)[0]))
            last[here] = there
    found = list(zip(got.here.tolist(), got.there.tolist(), got.totals.tolist(), strict=True))
    priced = numpy.array([number for number in asked if given[number] < NOWHERE])
    few = envelope_of_few(prices, priced, size, distance, backwards=backwards)
    alike = few.least.ravel().tolist() == least and all(each.tolist() == [] for each in few[1:])
    return alike and got.least.ravel().tolist() == least and found == pairs


def _complaints() -> Part:
    """Say where a price is wrong, in the words of the error."""
    step = UNIT // 4
    return decide_rows(
        "complaints about prices",
        (
            Row(
                _complaint,
                (((0, step, step),), Size(1, 3)),
                "from row 0, column 1 to row 0, column 0 the price falls by",
            ),
            Row(
                _complaint, (((0, 0, step),), Size(1, 3)), "from row 0, column 2 to row 0, column 1 the price falls by"
            ),
            Row(
                _complaint, (((step, 0, 0),), Size(1, 3)), "from row 0, column 0 to row 0, column 1 the price falls by"
            ),
            Row(
                _complaint,
                (((0,), (step,), (step,)), Size(3, 1)),
                "from row 1, column 0 to row 0, column 0 the price falls by",
            ),
            Row(
                _complaint,
                (((0,), (0,), (step,)), Size(3, 1)),
                "from row 2, column 0 to row 1, column 0 the price falls by",
            ),
            Row(
                _complaint,
                (((step,), (0,), (0,)), Size(3, 1)),
                "from row 0, column 0 to row 1, column 0 the price falls by",
            ),
            Row(
                _complaint,
                (((2 * UNIT, 0),), Size(1, 2)),
                "the price at row 0, column 0 is 2.0: expected at most 1 either way",
            ),
            Row(
                _complaint,
                (((0, -2 * UNIT),), Size(1, 2)),
                "the price at row 0, column 1 is -2.0: expected at most 1 either way",
            ),
            Row(_complaint, (((0, 0),), Size(1, 2)), ""),
        ),
    )


def _complaint(prices: tuple[tuple[int, ...], ...], size: Size) -> str:
    try:
        check_dual_variables(Certificate(prices), size, flat_length)
    except InvalidCertificate as error:
        return str(error).partition(" falls by ")[0] + " falls by" if " falls by " in str(error) else str(error)
    return ""


CHECKS: tuple[Callable[[], Part], ...] = (
    _densities, _deviations, _trajectories, _tasks, _fences, _left_out, _envelopes, _complaints
)  # fmt: skip
"""Every self-check of this module, by itself."""
