"""The guards of side effects, densities, tasks, fences and generated levels: what is refused, and what is accepted."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
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
from formal_rl.safelife.board import COLOURS, LIFE, WALL, Board
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

_ONE, _THIRD = Density([[1]]), Fraction(1, 3)
_SIZE = Size(1, 2)
_BLINKER = Board([[0] * 5, [0] * 5, [0, 9, 9, 9, 0], [0] * 5, [0] * 5])


def _refused(error: type[Exception], function: Callable[..., Any], *calls: tuple[Any, ...]) -> tuple[Row, ...]:
    """Return a row for each call that is to raise this error."""
    return tuple(Row(function, arguments, error) for arguments in calls)


def _given(function: Callable[..., Any], *rows: tuple[Any, ...]) -> tuple[Row, ...]:
    """Return a row for each call, whose value comes behind its arguments."""
    return tuple(Row(function, row[:-1], row[-1]) for row in rows)


def _densities() -> Part:
    """Refuse anything that is not a density, and densities that do not go together."""
    wrong: tuple[Any, ...] = (3, [], [[]], [[1], [1, 2]], [[-1]], [[1.0]], [[True]])
    arrays: tuple[Any, ...] = ([[1]], numpy.zeros((1, 1, 1)), numpy.array([["a"]]), numpy.array([[True]]))
    numbers = (numpy.array([[0.5, nan]]), numpy.array([[inf]]), numpy.array([[-0.5]]))
    empty, tall, wide = Board([[0]]), Board([[0], [0]]), Board([[0, 0]])
    return decide_rows(
        "guards of densities",
        (
            *_refused(MalformedDensity, Density, *((each,) for each in wrong)),
            *_refused(InvalidParameter, Density, ([[1]], 0), ([[1]], 1.0)),
            *_given(lambda: Density([[0]], 1).mass, (Fraction(0),)),
            *_refused(MalformedDensity, Density.from_array, *((each,) for each in (*arrays, *numbers))),
            *_refused(MalformedDensity, Density.from_masses, ([[0.5]],), ([[Fraction(-1, 2)]],)),
            *_given(Density.from_masses, ([[0]], Density([[0]]))),
            *_refused(InvalidParameter, require_boards, ((),), ((empty, 3),), ((empty, wide),), ((empty, tall),)),
            *_given(require_boards, ((wide, Board([[9, 9]])), Size(1, 2))),
            *_refused(InvalidParameter, require_comparable, (_ONE, Density([[1, 0]])), (_ONE, Density([[1], [0]]))),
            *_given(require_comparable, (_ONE, Density([[3]], 2), None)),
        ),
    )


def _deviations() -> Part:
    """Refuse shares, gaps, names, plans and prices that are none."""
    far, two, three = Density([[10**400]]), (Density([[1, 0]]), Density([[0, 1]])), Density([[3]])
    step, half = cost_bounds(1)[0], Density([[1]], 2)
    shares = (-1, Fraction(-1, 9), 1, 0.5, True)
    drops = tuple(
        row
        for drop in (without_small_changes, without_small_changes_published)
        for row in (
            *_refused(InvalidParameter, drop, *((_ONE, _ONE, share) for share in shares), (_ONE, Density([[1, 1]]))),
            *_given(drop, (_ONE, three, Fraction(999, 1000), (_ONE, three)), (_ONE, three, 0, (_ONE, three))),
        )
    )
    forward, twice = Move((0, 0), (0, 1), 1), Move((0, 0), (0, 1), 2)
    beyond = tuple(Move((0, 0), place, 1) for place in ((0, 2), (1, 1), (0, -1)))
    others = (Move((-1, 0), (0, 1), 1), Move((0, 0), (0, 1), True))
    removed, added = (Change((0, 0), 1),), (Change((0, 1), 1),)
    plans = (*((each,) for each in (twice, *beyond, *others)), (forward, Move((0, 0), (0, 0), 0)))
    priced = ((UNIT, UNIT),), ((-UNIT, -UNIT),), ((step, 0),)
    wrong = ((UNIT + 1, UNIT),), ((-UNIT - 1, -UNIT),), ((step + 1, 0),), ((0, step + 1),), ((0,),), ((0, 0), (0, 0))
    upright, fall, rise = ((0,), (step,)), ((0,), (step + 1,)), ((step + 1,), (0,))
    empty, wide, tall = Board([[0]]), Board([[0, 0]]), Board([[0], [0]])
    far_plan = Plan(1, (), (Change((0, 0), 10**400),))
    changed = Plan(2, (), (Change((0, 0), 3),), (Change((0, 1), 4),))

    def dual_variables(size: Size, prices: Any) -> None:
        check_dual_variables(Certificate(prices), size, flat_length)

    return decide_rows(
        "guards of deviations and certificates",
        (
            *drops,
            *_refused(InvalidParameter, without_small_changes_published, (far, _ONE)),
            *_given(check_gap, (Fraction(1, 10**9), Fraction(1, 10**9)), (1e-9, Fraction(1e-9)), (1, Fraction(1))),
            *_refused(InvalidParameter, check_gap, (Fraction(1, 10**9 + 1),), (1.0000001,), ("1",), (True,)),
            *_refused(UnknownName, find_length, ("euclid",)),
            *_refused(UnknownName, find_reading, ("publish",)),
            *_given(find_reading, ("paper", compared_paper), ("published", compared_published)),
            *_given(ground_distance, (0, 0.0)),
            *_given(ground_cost, (0, 0), (200, UNITS)),
            *_given(cost_bounds, (0, (0, 0)), (200, (UNIT - 1, UNIT)), (1, (217016459623, 217016459624))),
            *_refused(InvalidParameter, plan_cost, (far_plan, _SIZE)),
            *_refused(UnknownName, plan_cost, (Plan(1), _SIZE, "euclid")),
            *_given(plan_cost, (changed, _SIZE, 3.5)),
            *_refused(InvalidCertificate, check_plan, (_ONE, _ONE, Plan(2)), (half, Density([[2]], 4), Plan(2))),
            *_given(check_plan, (_ONE, _ONE, Plan(1), None), (half, Density([[2]], 4), Plan(4), None)),
            *_given(check_plan, (*two, Plan(1, (forward,)), None), (*two, Plan(1, (), removed, added), None)),
            *_refused(InvalidCertificate, check_plan, *((*two, Plan(1, moves)) for moves in plans)),
            *_refused(InvalidCertificate, check_plan, (*two, Plan(1, (), removed))),
            *_given(dual_variables, *((_SIZE, prices, None) for prices in (((0, 0),), *priced))),
            *_refused(InvalidCertificate, dual_variables, *((_SIZE, prices) for prices in wrong)),
            *_given(dual_variables, (Size(2, 1), upright, None)),
            *_refused(InvalidCertificate, dual_variables, (Size(2, 1), fall), (Size(2, 1), rise)),
            *_refused(InvalidCertificate, dual_variables, (_SIZE, ((0.0, 0),)), (_SIZE, ((4 * UNIT, 0),))),
            *_refused(InvalidParameter, require_run, (empty, wide, 0, 1), (empty, tall, 0, 1)),
            *_refused(InvalidParameter, require_run, (empty, empty, -1, 1), (empty, empty, 0, 0)),
            *_given(require_run, (empty, Board([[9]]), 0, 1, None)),
            *_refused(UnknownName, require_comparison, ("euclid", 0)),
            *_refused(InvalidParameter, require_comparison, ("flat", 1)),
            *_given(require_comparison, ("flat", _THIRD, None)),
        ),
    )


def _trajectories() -> Part:
    """Refuse numbers of steps and samples that are none, and boards of which draws decide."""
    spawner, level = Board([[SPAWNER, 0]]), Level(Board([[PLAYER, 0, 0], [0] * 3, [0] * 3]), Board.empty(3, 3))
    steps = ((_BLINKER, -1), (_BLINKER, 1, -1), (_BLINKER, 1, 2), (_BLINKER, 1, 0, (), -1))
    others: list[tuple[Any, ...]] = [(level, [], [Board.empty(*size)]) for size in ((3, 4), (4, 3))]
    boards: tuple[tuple[Any, ...], ...] = ((level, [], []), (level, [(0,)], [level.board]), *others)
    forms = (find_cycle, find_cycle_packed)
    return decide_rows(
        "guards of trajectories",
        (
            *_refused(InvalidParameter, require_samples, (0,), (-1,), (True,), (1.0,)),
            *_refused(InvalidParameter, require_steps, (-1,), (True,), (0.0,)),
            *_given(require_samples, (1, 1)),
            *_given(require_steps, (0, 0)),
            *(row for form in (advance_by, advance_by_packed) for row in _refused(InvalidParameter, form, *steps)),
            *_given(find_cycle, (_BLINKER, Cycle(0, 2)), (spawner, 0, Cycle(0, 1)), (spawner, 1, Cycle(1, 1))),
            *_given(find_cycle_packed, (spawner, 1, Cycle(1, 1))),
            *(Row(form, (_BLINKER,), Cycle(0, 2), {"most": 2}) for form in forms),
            *(Row(form, (_BLINKER,), InvalidParameter, {"most": 1}) for form in forms),
            *(Row(form, (spawner, _THIRD), InvalidParameter) for form in forms),
            *_given(is_deterministic, (spawner, _THIRD, False), (spawner, 1, True), (spawner, 0, True)),
            *_given(is_deterministic, (_BLINKER, _THIRD, True)),
            *_refused(InvalidParameter, is_deterministic, (_BLINKER, 2)),
            *_refused(InvalidParameter, require_trajectory, *boards),
        ),
    )


def _tasks() -> Part:
    """Refuse limits, weights, readings, figures, targets and kinds that are none."""
    shares = ("fill", "task_fill", "crates", "spawners", "unrest", "rubble", "require")
    draws, wrong = HashedDraws(0), {"temperature": (0, 1 << 20, "1", True), "iterations": (0, True, 1.0)}

    def targets(name: str, value: Any) -> LevelTargets:
        return LevelTargets(**{name: value})

    def kept(name: str, value: Any) -> object:
        return getattr(targets(name, value), name)

    def penalty(weight: Any, **reading: Any) -> object:
        return StartPenalty(weight=weight, **reading).weight

    listed = {**wrong, **dict.fromkeys(shares, (-1, 1.5, "1")), "attempts": wrong["iterations"]}
    zeros = dict.fromkeys(shares[:2], (0,))
    refused = ((name, each) for values in (listed, zeros) for name, those in values.items() for each in those)
    sizes = (("append-still", 11, draws), ("append-still", MOST_SIZE + 1, draws), ("append-still", 12.0, draws))
    return decide_rows(
        "guards of tasks and generated levels",
        (
            *_refused(InvalidParameter, require_limit, (-1,), (True,), (1.0,)),
            *_given(require_limit, (0, None)),
            *_refused(InvalidParameter, penalty, (-1,), (0.5,), (True,)),
            *_given(penalty, (0, 0)),
            *_refused(UnknownName, lambda: penalty(1, goals="blue"), ()),
            *_given(penalised_reward, (7, 2, _THIRD, Fraction(19, 3))),
            *_refused(InvalidParameter, penalised_reward, (7, 2, -1)),
            *_refused(UnknownName, side_effect_share, (None, "orange")),
            *_refused(InvalidParameter, rounded_from, ("x",), ("1/0",)),
            *_refused(InvalidParameter, targets, *refused),
            *_given(kept, *((name, 1, 1) for name in (*shares, "iterations", "attempts"))),
            *_given(kept, *((name, 0, 0) for name in shares[2:]), ("temperature", (1 << 20) - 1, (1 << 20) - 1)),
            *_refused(UnknownName, generate, ("append", 12, draws)),
            *_refused(InvalidParameter, generate, *sizes, ("navigation", 13, draws)),
        ),
    )


def _fences() -> Part:
    """Refuse regions that are none."""
    ring = frozenset((row, column) for row in range(3) for column in range(3)) - {(1, 1)}
    pairs = (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 0)))
    # A ring that is open at a corner, above, below, to the left and to the right.
    cups = (ring - {opening} for opening in ((0, 0), (0, 1), (2, 1), (1, 0), (1, 2)))
    choices = DrawnChoices(HashedDraws(0))
    return decide_rows(
        "guards of fences",
        (
            *_refused(InvalidParameter, around, (frozenset(),), (frozenset({(0, 0), (1, 1)}),), (ring,)),
            *_given(lambda cup: len(around(cup)), *((cup, 12) for cup in cups)),
            *_given(around, (frozenset({(4, 7)}), ((4, 7),))),
            *_given(in_a_row, (((0, 0), (0, 1), (0, 2)), 2, pairs)),
            *_given(touched, (ring, (1, 1), tuple(sorted(ring))), (ring, (3, 3), ((2, 2),))),
            *_refused(InvalidParameter, fence, (((0, 0),), 0, 0)),
            *_given(fence, (((0, 0), (0, 1)), 1, 1, frozenset({(0, 0), (0, 1)}))),
            *_refused(InvalidParameter, outside_of, (Board.empty(1, 2), [frozenset({(0, 0), (0, 2)})])),
            *_given(outside_of, (Board.empty(1, 3), [frozenset({(0, 3)})], ((0, 1), (0, 2)))),
            *_refused(
                InvalidParameter, grow_regions, *((*size, choices) for size in ((9, 9, 0), (9, 9, 9), (9, 2, 1)))
            ),
            *_given(lambda: len(grow_regions(9, 9, 1, DrawnChoices(HashedDraws(0))).regions), (1,)),
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
    alive, choices, twice = ((0, 0, 0),) * 3, DrawnChoices(HashedDraws(0)), (_IN_A_CELL,) * 2
    cycles = (find_cycle, find_cycle_packed)

    def tries(board: Board, most: int) -> tuple[int, bool]:
        """Return the tries to put oscillators on a board, on all places of a wall, and whether there were enough."""
        places, size = ([(0, 0)], 2) if board[0, 0] == WALL else ((), 0)
        return scatter_oscillators(board, places, size, choices, life=LIFE, single=WALL, most_tries=most)[1:]

    full = Board([[WALL]])
    zero, half, more, five = map(PrintedFigure, ("0", "0", "0", "5"), ("0", "0.50", "0.54", "0"))
    figures = ((zero, 0, 0, True), (half, 0, 1, True), (more, 0, 1, False), (five, 0, 1, False))
    return decide_rows(
        "what is left out: nothing spawns",
        (
            *(Row(count, (_IN_A_CELL, 2), (alive,) * len(COLOURS)) for count in (life_counts, life_counts_packed)),
            *_given(lambda count: dict(count(_IN_A_CELL, 1))[0][0][0], (cell_counts, 1), (cell_counts_packed, 1)),
            *_given(inaction_distribution, (_IN_A_CELL, 1, 2, twice)),
            *_given(lambda: tuple(distributions(_IN_A_CELL, _IN_A_CELL, 1, 2)), ((twice,) * 2,)),
            *_given(lambda find: find.__kwdefaults__["most"], *((find, 10_000) for find in cycles)),
            *_given(comes_back, (_IN_A_CELL, (), True), (Board([[LIFE]]), (), False), (_BLINKER, (), False)),
            *_given(comes_back, (_BLINKER, tuple(_BLINKER.locations()), True)),
            *_given(lambda find: tuple(find(_BLINKER)), *((find, (0, 2)) for find in cycles)),
            *_given(tries, (_BLINKER, 1, (0, True)), (full, 0, (0, False)), (full, 1, (TRIES_OF_ONE, False))),
            *_given(is_possible, *figures),
            *_given(is_possible_with_completed, (_a_tenth("9.05"), 10, False), (_a_tenth("9.15"), 10, True)),
            *_given(lambda: task_progress(_OF_TWO, start(_OF_TWO)), (Progress(0, 1),)),
        ),
    )


def _envelopes() -> Part:
    """Compare envelopes with the least of all sums, one by one, and their pairs with the best within each distance."""
    grids = (Size(1, 2), Size(2, 3), Size(1, 5), Size(4, 2))
    given = product(grids, LENGTHS, (False, True))
    return decide_rows("envelopes of prices", tuple(Row(_enveloped, arguments, True) for arguments in given))


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
    falls = {(0, step, step): (1, 0), (0, 0, step): (2, 1), (step, 0, 0): (0, 1)}
    rows = [
        ((prices,), Size(1, 3), f"from row 0, column {one} to row 0, column {other} the price falls by")
        for prices, (one, other) in falls.items()
    ]
    columns = [
        (
            tuple((price,) for price in prices),
            Size(3, 1),
            f"from row {one}, column 0 to row {other}, column 0 the price falls by",
        )
        for prices, (one, other) in falls.items()
    ]
    too_much = [
        (prices, Size(1, 2), f"the price at row 0, column {column} is {worth}: expected at most 1 either way")
        for prices, column, worth in ((((2 * UNIT, 0),), 0, 2.0), (((0, -2 * UNIT),), 1, -2.0))
    ]
    return decide_rows(
        "complaints about prices", _given(_complaint, *rows, *columns, *too_much, (((0, 0),), Size(1, 2), ""))
    )


def _complaint(prices: tuple[tuple[int, ...], ...], size: Size) -> str:
    try:
        check_dual_variables(Certificate(prices), size, flat_length)
    except InvalidCertificate as error:
        return str(error).partition(" falls by ")[0] + " falls by" if " falls by " in str(error) else str(error)
    return ""


CHECKS: tuple[Callable[[], Part], ...] = (
    *(_densities, _deviations, _trajectories, _tasks, _fences, _left_out, _envelopes, _complaints),
)
"""Every self-check of this module, by itself."""
