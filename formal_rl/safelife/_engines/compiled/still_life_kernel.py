"""Algorithm 1 for still lifes as a kernel: arrays in, arrays changed, and why it returns.

Locations are numbers, row by row. What may come or go neither preserves nor inhibits others. A kernel knows cells by
*class*: the cell types come first, in their order, and then whatever else is on the board.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

Ints = NDArray[numpy.int64]
Floats = NDArray[numpy.float64]

HALTED, GIVEN_UP, NEEDS_DRAWS, NEEDS_FACTOR, UNSURE_CELL, UNSURE_CHANGE = range(6)
"""Why a kernel returns. In the last four cases the caller supplies what is missing and calls it again."""

ITERATIONS, DRAWS_READ, WRONG, ELSEWHERE, FILLED, DRAWABLE, FORCED_CELL, FORCED_CHANGE, CELL, ASKED = range(10)
"""The places of ``numbers``: iterations made; draws read of the block; how many cells violate, of those that can be
drawn and of the others; open locations that are not empty; cells that can be drawn; which cell and which change the
caller has chosen, or -1; the last cell; and the type whose factor is missing, or the number of cells to choose from.
"""

MOST_ADDED = 16
"""A change adds less than this to the violations, or takes off less."""


class Layout(NamedTuple):
    """For each location the eight others of its block, and where what may be changed on its account lies."""

    others: Ints
    ways: Ints


class Pattern(NamedTuple):
    """A board under change.

    ``cells`` are classes; ``keys`` say what a cell is to the rule, 0 dead, 10 alive, 20 fixed, and add the living cells
    of its block; ``fixed`` says at each location whether a dead cell (bit 0) or a living one (bit 1) is kept as it
    is; ``wrong`` lists what violates and can be drawn, in order; ``drawable`` what can be drawn.
    """

    cells: Ints
    keys: Ints
    fixed: Ints
    is_open: Ints
    places: Ints
    wrong: Ints
    drawable: Ints
    counts: Ints
    numbers: Ints


class Rules(NamedTuple):
    """What does not change: the violations by key, what classes are, what penalties depend on, and weights.

    ``alive`` and ``frozen`` are by class, 1 or 0; ``watched`` says for each type which class its penalty
    depends on, or -1 for none and -2 for all that is not empty; ``factors`` has the weight of each type by that
    number, not a number where it is not known yet, negative where it is no float; ``powers`` has the weight of each
    difference of violations from `-MOST_ADDED` on; ``bounds`` the margin of each number of choices.
    """

    violations: Ints
    alive: Ints
    frozen: Ints
    watched: Ints
    factors: Floats
    powers: Floats
    bounds: Floats


def begin(pattern: Any, others: Any, ways: Any, violations: Any, alive: Any, frozen: Any, empty: int) -> None:
    """Count everything once: fill in what of a pattern is made from its cells, ``fixed`` and ``is_open``."""
    cells, keys, fixed, is_open, places, wrong, drawable, counts, numbers = pattern
    for place in range(len(cells)):
        living = alive[cells[place]]
        for near in others[place]:
            living += alive[cells[near]]
        is_alive = alive[cells[place]]
        if frozen[cells[place]] or (fixed[place] >> is_alive) & 1:
            keys[place] = 20 + living
        else:
            keys[place] = 10 * is_alive + living
        known = 0
        for near in ways[place]:
            if near >= 0 and is_open[near]:
                places[place, known] = near
                known += 1
        for rest in range(known, places.shape[1]):
            places[place, rest] = -1
        if is_open[place]:
            counts[cells[place]] += 1
            if cells[place] != empty:
                numbers[4] += 1
        if known:
            drawable[numbers[5]] = place
            numbers[5] += 1
            if violations[keys[place]]:
                wrong[numbers[2]] = place
                numbers[2] += 1
        elif is_open[place] and violations[keys[place]]:
            numbers[3] += 1
    numbers[6] = numbers[7] = -1


def go_on(
    pattern: Any, others: Any, rules: Any, draws: Any, tried: Any, up_to: Any, empty: int, enough: int, most: int
) -> int:
    """Make iterations until the algorithm ends or something is missing, and return why.

    Whatever is missing, the iteration at which it is missing has changed nothing yet. ``tried`` has what each change
    on account of the last cell adds to the violations.
    """
    cells, keys, fixed, is_open, places, wrong, drawable, counts, numbers = pattern
    violations, alive, frozen, watched, factors, powers, bounds = rules
    types = len(watched)
    while True:
        if numbers[2] + numbers[3] == 0 and numbers[4] >= enough:
            return 0
        some_wrong = numbers[2] + numbers[3] > 0
        asked = numbers[2] if some_wrong else numbers[5]
        if numbers[0] == most or asked == 0:
            return 1
        if numbers[1] + 2 > len(draws):
            return 2
        # The cell: the product of a number and a draw, rounded down, exactly; draws have at most 53 binary places.
        rank = numbers[6]
        if rank < 0:
            scaled = draws[numbers[1]] * 9007199254740992.0
            whole = int(scaled)
            if whole != scaled:
                numbers[9] = asked
                return 4
            high, low = whole >> 26, whole & 67108863
            rank = (asked * high + ((asked * low) >> 26)) >> 27
        cell = wrong[rank] if some_wrong else drawable[rank]
        numbers[8] = cell
        # The weight of each change, and where their sums are.
        choices, total, is_known = 0, 0.0, True
        for place in places[cell]:
            if place < 0:
                break
            more_sum, less_sum = 0, 0
            for near in others[place]:
                key = keys[near]
                living = key % 10
                if living < 9:
                    more_sum += violations[key + 1] - violations[key]
                if living > 0:
                    less_sum += violations[key - 1] - violations[key]
            before = cells[place]
            own = violations[keys[place]]
            living = keys[place] % 10
            for kind in range(types):
                difference = 0
                if kind != before:
                    more = alive[kind] - alive[before]
                    if frozen[kind] or (fixed[place] >> alive[kind]) & 1:
                        after = 20 + living + more
                    else:
                        after = 10 * alive[kind] + living + more
                    difference = violations[after] - own
                    if more == 1:
                        difference += more_sum
                    elif more == -1:
                        difference += less_sum
                number = 0
                if watched[kind] >= 0:
                    number = counts[watched[kind]]
                elif watched[kind] == -2:
                    number = numbers[4]
                factor = factors[kind, number]
                if factor != factor:  # noqa: PLR0124 - not a number
                    numbers[9] = kind
                    return 3
                if factor < 0:
                    is_known = False
                total += powers[difference + 16] * factor
                tried[choices] = difference
                up_to[choices] = total
                choices += 1
        chosen = numbers[7]
        if chosen < 0:
            aim, margin = draws[numbers[1] + 1] * total, bounds[choices] * total
            chosen = 0
            while chosen < choices and up_to[chosen] <= aim - margin:
                chosen += 1
            if not is_known or chosen == choices or not up_to[chosen] > aim + margin:
                numbers[9] = choices
                return 5
        numbers[0] += 1
        numbers[1] += 2
        numbers[6] = numbers[7] = -1
        place, kind = places[cell, chosen // types], chosen % types
        before = cells[place]
        if kind == before:
            continue
        cells[place] = kind
        counts[before] -= 1
        counts[kind] += 1
        numbers[4] += (1 if kind != empty else 0) - (1 if before != empty else 0)
        more = alive[kind] - alive[before]
        for beside in range(9):
            near = others[place, beside] if beside < 8 else place
            if beside < 8 and more == 0:
                continue
            key = keys[near]
            after = key + more
            if beside == 8:
                if frozen[kind] or (fixed[place] >> alive[kind]) & 1:
                    after = 20 + key % 10 + more
                else:
                    after = 10 * alive[kind] + key % 10 + more
            keys[near] = after
            is_wrong, was_wrong = violations[after] > 0, violations[key] > 0
            if is_wrong == was_wrong:
                continue
            if places[near, 0] < 0:
                if is_open[near]:
                    numbers[3] += 1 if is_wrong else -1
            elif is_wrong:
                at = numbers[2]
                while at > 0 and wrong[at - 1] > near:
                    wrong[at] = wrong[at - 1]
                    at -= 1
                wrong[at] = near
                numbers[2] += 1
            else:
                at = 0
                while wrong[at] != near:
                    at += 1
                numbers[2] -= 1
                for rest in range(at, numbers[2]):
                    wrong[rest] = wrong[rest + 1]
