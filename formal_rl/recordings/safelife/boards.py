"""Recorded boards: steps of the rule without an agent, single actions with counts of cells, and whole levels."""

import re
from collections.abc import Iterator
from fractions import Fraction

import numpy

from formal_rl.recordings.cases import Case, Difference, Differences, compare_cells
from formal_rl.recordings.safelife.reading import CELLS, NUMBERS, ArrayFile, draws_of, probability_of
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board, advance, turned
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.game import ACTIONS, Level, act, available_points, count_cells
from formal_rl.strict_json import Field, count

# --- Steps of the rule ---

BOARD_MEMBERS = ("key", "kind", "seed", "shape", "spawn_prob", "steps")


def read_board(case: Field, key: str, arrays: ArrayFile) -> Differences:
    """Return a case of ``advance.npz``: successive boards, each advanced from the recorded one before it.

    Each form of the rule goes on with the draw after the last that it read.
    """
    steps = count(case.member("steps"), 1)
    height, width = case.member("shape").integers(2, least=1)
    boards = arrays.read(key, CELLS, (steps + 1, height, width))
    probability, draws = probability_of(case), draws_of(case)

    def differences() -> Iterator[Difference]:
        forms = {"advance": advance, "advance_packed": advance_packed}
        draws_read = dict.fromkeys(forms, 0)
        for step in range(steps):
            board = Board.from_array(boards[step])
            for name, form in forms.items():
                got, draws_read[name] = form(board, probability, draws, draws_read[name])
                field, after = f"{key}[{step + 1}]", boards[step + 1]
                yield from compare_cells(f"board by {name}", step, field, after, got.array())

    return differences


# --- Actions, and counts of cells ---

_SIZED = re.compile(r"(?:before|loc|action|after|loc_after)_([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")


def read_actions(_: Field, arrays: ArrayFile) -> list[Case]:
    """Return the cases of ``action_unit.npz``, which names the sizes of its boards itself."""
    matches = [match for name in arrays.names if (match := _SIZED.fullmatch(name))]
    sizes = dict.fromkeys((int(match[1]), int(match[2])) for match in matches)
    cases = [case for size in sizes for case in _read_size(arrays, *size)]
    boards = arrays.read("counts_board", CELLS, (None, None, None))
    goals = arrays.read("counts_goals", CELLS, boards.shape)
    counts = arrays.read("counts_out", NUMBERS, (len(boards), 8, 9))
    rows = enumerate(zip(boards, goals, counts, strict=True))
    return [*cases, *(_counts_case(number, *values) for number, values in rows)]


def _read_size(arrays: ArrayFile, height: int, width: int) -> list[Case]:
    """Return the cases of one size: what one agent did to one board."""
    size = f"{height}x{width}"
    before = arrays.read(f"before_{size}", CELLS, (None, height, width))
    total = len(before)
    locations = arrays.read_locations(f"loc_{size}", total)
    actions = arrays.read(f"action_{size}", NUMBERS, (total,)).tolist()
    after = arrays.read(f"after_{size}", CELLS, (total, height, width))
    locations_after = arrays.read_locations(f"loc_after_{size}", total)

    def case(number: int) -> Case:
        place, location, action = f"{size}[{number}]", locations[number], actions[number]

        def differences() -> Iterator[Difference]:
            board, there = act(Board.from_array(before[number]), location, action)
            yield from compare_cells("board", None, f"after_{place}", after[number], board.array())
            yield Difference("location", None, f"loc_after_{place}", list(locations_after[number]), list(there))

        return Case(f"{place}, {ACTIONS[action]} at {location}", differences)

    return [case(number) for number in range(total)]


def _counts_case(number: int, board: Cells, goals: Cells, recorded: Cells) -> Case:
    """Return the case of the counts of one board, by colours of goals (rows) and cells (columns)."""

    def differences() -> Iterator[Difference]:
        counts = numpy.array(count_cells(Board.from_array(board), Board.from_array(goals)))
        yield from compare_cells("count", None, f"counts_out[{number}]", recorded, counts)

    return Case(f"counts[{number}]", differences)


# --- Levels ---

_LEVEL_NUMBERS = (
    *("min_performance_x1000", "spawn_prob_x1000", "orientation"),
    *("index", "available_points", "required_points"),
)


def read_levels(_: Field, arrays: ArrayFile) -> list[Case]:
    """Return the cases of ``levels_v1_0.npz``, which names the kinds of its levels itself."""
    kinds = [name.removesuffix("_board") for name in arrays.names if name.endswith("_board")]
    if not kinds:
        raise arrays.fault("", "no levels of any kind")
    return [case for kind in kinds for case in _read_kind(arrays, kind)]


def _read_kind(arrays: ArrayFile, kind: str) -> Iterator[Case]:
    """Yield levels of one agent, whose orientation is recorded beside the board and set on it, as it is for a game.

    Each is compared by its one agent, and by the available and required points.
    """
    boards = arrays.read(f"{kind}_board", CELLS, (None, None, None))
    goals = arrays.read(f"{kind}_goals", CELLS, boards.shape)
    agents = arrays.read_locations(f"{kind}_agent_rc", len(boards))
    numbers = {name: arrays.read(f"{kind}_{name}", NUMBERS, (len(boards),)).tolist() for name in _LEVEL_NUMBERS}

    def case(number: int) -> Case:
        here = {name: values[number] for name, values in numbers.items()}
        board, agent = Board.from_array(boards[number]), agents[number]
        level = Level(
            board.with_cells({agent: turned(board[agent], here["orientation"])}),
            Board.from_array(goals[number]),
            spawn_probability=Fraction(here["spawn_prob_x1000"], 1000),
            min_performance=Fraction(here["min_performance_x1000"], 1000),
        )

        def differences() -> Iterator[Difference]:
            points, required = here["available_points"], [here["required_points"]]
            for name, recorded, ours in (
                ("agent_rc", [list(agent)], [list(location) for location in level.agents]),
                ("available_points", points, available_points(level.board, level.goals)),
                ("required_points", required, list(level.required)),
            ):
                yield Difference(name, None, f"{kind}_{name}[{number}]", recorded, ours)

        return Case(f"{kind}[{number}], level {here['index']} of its kind", differences)

    return map(case, range(len(boards)))
