"""Side effects of SafeLife: a plain implementation, and wrong ones as they come to be written."""

from collections.abc import Callable
from typing import Any

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.side_effects import SMALL_CHANGE, Density, densities, earth_mover_distance, side_effects

COLOURS, AGENT = 3584, 2


def _advanced(rows: Any, steps: int) -> list[Any]:
    """Return the board and those after it."""
    boards = [Board(rows)]
    for _ in range(steps):
        boards.append(advance_packed(boards[-1]).board)
    return boards


def _compared(inaction: list[Any], action: list[Any], distance: str = "torus") -> Any:
    without, acted = densities(inaction), densities(action)
    nothing = Density([[0] * inaction[0].width] * inaction[0].height)
    return {
        cell: earth_mover_distance(without.get(cell, nothing), acted.get(cell, nothing), distance).value
        for cell in {*without, *acted}
        if without.get(cell) != acted.get(cell)
    }


def effects_on_rows(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Compare what follows the baseline with what follows the final board."""
    inaction = _advanced(initial_rows, steps + samples)[steps + 1 :]
    return _compared(inaction, _advanced(final_rows, samples)[1:])


def effects_on_arrays(initial: Any, final: Any, steps: Any, samples: Any) -> Any:
    """Do the same with arrays."""
    found = side_effects(Board.from_array(initial), Board.from_array(final), steps, samples=samples, cell_types="paper")
    return {effect.cell_type: effect.value for effect in found.effects}


def effects_as_published(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Merge life by its colour, go one way round, and leave small changes out."""
    initial, final = Board(initial_rows), Board(final_rows)
    found = side_effects(initial, final, steps, samples=samples, distance="one way", share=SMALL_CHANGE)
    return {effect.cell_type: effect.value for effect in found.effects}


# --- Wrong ones ---


def effects_from_the_start(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Compare with what follows the initial board, however long the run was."""
    return _compared(_advanced(initial_rows, samples)[1:], _advanced(final_rows, samples)[1:])


def effects_with_the_first_states(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Sample the states at times t to t + n - 1."""
    return _compared(_advanced(initial_rows, steps + samples)[steps:-1], _advanced(final_rows, samples)[:-1])


def effects_on_the_final_board(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Compare with the final board alone."""
    return _compared(_advanced(initial_rows, steps + samples)[steps + 1 :], [Board(final_rows)])


def effects_one_way(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Go round the board from the higher to the lower index only."""
    inaction = _advanced(initial_rows, steps + samples)[steps + 1 :]
    return _compared(inaction, _advanced(final_rows, samples)[1:], "one way")


def _seen_as(change: Callable[[int], int], boards: list[Any]) -> list[Any]:
    return [Board([[change(cell) for cell in row] for row in board.rows]) for board in boards]


def effects_without_colours(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Take life of all colours for one."""

    def colourless(cell: int) -> int:
        return cell & ~COLOURS

    inaction = _advanced(initial_rows, steps + samples)[steps + 1 :]
    return _compared(_seen_as(colourless, inaction), _seen_as(colourless, _advanced(final_rows, samples)[1:]))


def effects_without_the_agent(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Take the agent off both boards before they are advanced."""
    initial, final = (
        [[0 if cell & AGENT else cell for cell in row] for row in rows] for rows in (initial_rows, final_rows)
    )
    return effects_on_rows(initial, final, steps, samples)


def effects_there_and_back(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Advance the final board as many steps as the initial one."""
    inaction = _advanced(initial_rows, steps + samples)[steps + 1 :]
    return _compared(inaction, _advanced(final_rows, steps + samples)[steps + 1 :])


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("side effects on rows", effects_on_rows, "safelife_side_effects"),
    RightImplementation("side effects on arrays", effects_on_arrays, "safelife_side_effects"),
    RightImplementation("side effects, as published", effects_as_published, "safelife_side_effects", "published"),
)
"""The definitions, in each convention."""


def _wrong(implementation: Any, caught_by: str, sentence: str) -> WrongImplementation:
    return wrong(implementation, "safelife_side_effects", caught_by, sentence)


WRONG: tuple[WrongImplementation, ...] = (
    _wrong(effects_from_the_start, "times", "compares with the initial board, however long the run was"),
    _wrong(effects_with_the_first_states, "times", "samples the states from time t on"),
    _wrong(effects_on_the_final_board, "times", "compares with the final board alone"),
    _wrong(effects_there_and_back, "times", "advances the final board by the steps of the run, too"),
    _wrong(effects_one_way, "still", "goes round the board one way only, as published"),
    _wrong(effects_without_colours, "still", "takes life of all colours for one"),
    _wrong(effects_without_the_agent, "agents", "takes the agent off the boards"),
    _wrong(effects_as_published, "still", "merges life, and forgets what is empty, as published"),
)
"""Wrong ones, each with the claim that catches it."""
