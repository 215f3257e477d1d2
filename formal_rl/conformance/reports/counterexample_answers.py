"""What the suites of plain data ask and answer, taken apart for showing: by step, by name, boards with named cells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from formal_rl.conformance.engine.case_suites import Case
from formal_rl.conformance.reports.counterexample_values import Grid, is_grid, number, number_grid, shown

Parts: TypeAlias = Mapping[str, Mapping[str, Any]]
"""An answer by step, and each step by name."""

MOST_TRANSITIONS = 12
"""How many transitions of a training are written out; of a longer one they are counted."""

MOST_DRAWS = 30
"""How many draws are shown."""

LAST_TRANSITIONS = 3
"""How many are written out of those that are counted."""

_OTHER_FORM = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised where a value has not the form that is drawn: it is shown as it is."""


def answer_parts(suite: str, answer: Any, given: Case) -> Parts:
    """Return an answer by step and by name; as one part without a name where it has not the form of the suite."""
    if suite in _ANATOMIES:
        try:
            return _ANATOMIES[suite](answer, given)
        except _OTHER_FORM:
            pass
    return {"": {"": answer}}


def given_parts(given: Case, *, with_questions: bool) -> dict[str, Any]:
    """Return what is shown of a case: grids, or text, by parameter; what is 0 and changes nothing is left out."""
    parts = {}
    for name, value in given.items():
        if (name == "min_performance" and not value) or (name == "asked" and not with_questions):
            continue
        part = _drawn(_WRITTEN[name], value, given) if name in _WRITTEN else value
        parts[name] = part if isinstance(part, Grid | str) else shown(part)
    return parts


def transitions_text(transitions: Sequence[Any], *, whole: bool = False) -> str:
    """Return transitions after each other; of many, how many they are, and the last, if not the whole is wanted."""
    written = [shown(each, decimals=False) for each in transitions]
    if len(written) > MOST_TRANSITIONS and not whole:
        return f"{len(written)} transitions, the last {LAST_TRANSITIONS}: {' '.join(written[-LAST_TRANSITIONS:])}"
    return " ".join(written) or "nothing"


# --- Boards and worlds ---


def _board(rows: Any, given: Case) -> Grid:
    """Return the rows of a board as a grid of the symbols of cells; raise `ValueError` for anything else."""
    from formal_rl.safelife.board import format_cell  # noqa: PLC0415 - with numpy, for boards only

    if not is_grid(rows, (int,)):
        raise ValueError("no rows of cells")
    return Grid(tuple(tuple(map(format_cell, row)) for row in rows), rows, rows, has_cells=True)


def cells_named(grids: Iterable[Any]) -> str:
    """Return which symbol stands for which cell, for those that are on boards; nothing where there is no board."""
    from formal_rl.safelife.board import described  # noqa: PLC0415

    tokens = {
        token: cell
        for grid in grids
        if isinstance(grid, Grid) and grid.has_cells
        for names, row in zip(grid.tokens, grid.values, strict=True)
        for token, cell in zip(names, row, strict=True)
        if cell
    }
    return ", ".join(f"{token} {described(cell)}" for token, cell in tokens.items())


def cell_named(grid: Grid, row: int, column: int) -> str:
    """Return the cell of a grid in words, or its token where it is of no board."""
    from formal_rl.safelife.board import described  # noqa: PLC0415

    return described(grid.values[row][column]) if grid.has_cells else grid.tokens[row][column]


def _world(seen: Any, picture: str, place: tuple[int, int], flags: Sequence[Any]) -> Grid:
    """Return the picture of a world as it is by now: with the agent there, and what is left of coins and buttons."""
    tokens = [line.split() for line in picture.splitlines()[1:]]
    cells = [(r, c) for kind in "CB" for r, line in enumerate(tokens) for c, each in enumerate(line) if each[0] == kind]
    for (r, c), flag in zip(cells, flags, strict=True):
        tokens[r][c] = tokens[r][c] if flag else "."
    tokens = [["." if each == "A" else each for each in line] for line in tokens]
    row, column = place
    if min(place) < 0:
        raise ValueError("no place on the picture")
    tokens[row][column] = "A" if tokens[row][column] == "." else f"A+{tokens[row][column]}"
    rows = tuple(map(tuple, tokens))
    return Grid(rows, rows, seen)


def _drawn(draw: Callable[[Any, Case], Grid], value: Any, given: Case) -> Any:
    """Return a value as it is drawn, or as it is where it has another form."""
    try:
        return draw(value, given)
    except _OTHER_FORM:
        return value


# --- Answers ---


def _action(action: Any, given: Case) -> str:
    """Return an action in words: in a gridworld, which has a picture, or on a board."""
    if "picture" in given:
        return ("up", "down", "left", "right")[action] if type(action) is int else str(action)
    from formal_rl.safelife.game import ACTIONS  # noqa: PLC0415

    return ACTIONS[action]


def _steps(answers: Sequence[Any], given: Case) -> Iterable[tuple[str, Any]]:
    """Yield each answer with the name of its step, by the action before it."""
    if len(answers) > len(given["actions"]):
        raise ValueError("more answers than actions")
    for step, (action, answer) in enumerate(zip(given["actions"], answers, strict=False), start=1):
        yield f"step {step}, {_action(action, given)}", answer


def _game(answer: Any, given: Case) -> Parts:
    parts = {"at first": {"board": _drawn(_board, answer[0], given)}}
    for step, (rows, reward, ended) in _steps(answer[1:], given):
        parts[step] = {"board": _drawn(_board, rows, given), "reward": reward, "ended": ended}
    return parts


def _moved(state: Any, given: Case) -> Grid:
    row, column, coins, buttons, _ = state
    return _world(state, given["picture"], (row, column), (*coins, *buttons))


def _moves(answer: Any, given: Case) -> Parts:
    parts = {}
    for step, (state, value) in _steps(answer, given):
        parts[step] = {"world": _drawn(_moved, state, given), "moves left": state[-1], "value": value}
    return parts


def _seen(seen: Any, given: Case) -> Grid:
    if any(each % 1 for each in seen):
        raise ValueError("no whole numbers")
    column, row, *flags = map(int, seen)
    return _world(seen, given["picture"], (row, column), flags)


def _grid_environment(answer: Any, given: Case) -> Parts:
    parts = {"at first": {"seen": _drawn(_seen, answer[0], given)}}
    for step, each in _steps(answer[1:], given):
        if step.endswith("reset"):
            parts[step] = {"seen": _drawn(_seen, each, given)}
        else:
            seen, reward, ended = each
            parts[step] = {"seen": _drawn(_seen, seen, given), "reward": reward, "ended": ended}
    return parts


def _advanced(answer: Any, given: Case) -> Parts:
    rows, draws = answer
    return {"": {"board": _board(rows, given), "draws read": draws}}


def _trained(answer: Any, given: Case) -> Parts:
    parts = {}
    for trainings, (asked, actions) in enumerate(zip(given["asked"], answer, strict=True)):
        after = f"after {trainings} training{'s' * (trainings > 1)}" if trainings else "before any training"
        again = len(set(asked)) < len(asked)
        parts[after] = {
            f"question {place}, it sees {seen!r}" if again else f"it sees {seen!r}": action
            for place, (seen, action) in enumerate(zip(asked, actions, strict=True), start=1)
        }
    return parts


def _returns(answer: Any, given: Case) -> Parts:
    episodes = enumerate(zip(given["episodes"], answer, strict=False), start=1)
    return {"": {f"mini-episode {number}, length {len(episode)}": each for number, (episode, each) in episodes}}


def _effects(answer: Any, given: Case) -> Parts:
    return {"": {_cell(cell): value for cell, value in answer}}


_ANATOMIES: Mapping[str, Callable[[Any, Case], Parts]] = {
    "safelife_advance": lambda answer, given: {"": {"board": _board(answer, given)}},
    "safelife_advance_with_draws": _advanced,
    "safelife_step": _game,
    "safelife_density": lambda answer, given: {"": {"density": number_grid(answer)}},
    "safelife_side_effects": _effects,
    "gridworld_step": _moves,
    "gridworld_env": _grid_environment,
    "drest_return": _returns,
    **dict.fromkeys(("agent_constant", "agent_random", "agent_naive", "agent_simple", "agent_q"), _trained),
}
"""What takes the answers of a suite apart."""


# --- What is given ---


def _cell(cell: int) -> str:
    from formal_rl.safelife.board import described, format_cell  # noqa: PLC0415

    return f"{format_cell(cell)} {described(cell)}"


def _goals(rows: Any, given: Case) -> Grid | str:
    return _board(rows, given) if any(map(any, rows)) else "none"


def _boards(boards: Any, given: Case) -> str:
    return "\nand\n".join(_board(rows, given).drawn() for rows in boards)


def _root(root: Fraction, given: Case) -> str:
    k = len(given["greatest"])
    return f"{number(root)}, λ = root^{k} = {number(root**k)}"


def _by_length(pairs: Any, given: Case) -> str:
    return ", ".join(f"{length}: {number(value)}" for length, value in pairs)


def _done(actions: Any, given: Case) -> str:
    return ", ".join(f"{each} " * (type(each) is int) + _action(each, given) for each in actions) or "none"


def _program(deeds: Any, given: Case) -> str:
    """Return what is done with learners: a line each time another one is turned to, and each verb once in a row."""
    lines: list[str] = []
    last: tuple[str, str] = ("", "")
    for who, verb, what in deeds:
        if who != last[0]:
            lines.append(f"{who}: {verb}")
        elif verb != last[1]:
            lines[-1] += f", {verb}"
        lines[-1] += "" if what is None else f" {what}"
        last = who, verb
    return "\n".join(lines)


_WRITTEN: Mapping[str, Callable[[Any, Case], Any]] = {
    **dict.fromkeys(("board", "initial", "final"), _board),
    "goals": _goals,
    "boards": _boards,
    "cell_type": lambda cell, given: _cell(cell),
    **dict.fromkeys(("first", "second"), lambda rows, given: number_grid(rows)),
    "root": _root,
    **dict.fromkeys(("counts", "greatest"), _by_length),
    "actions": _done,
    "draws": lambda draws, given: shown(draws, most=MOST_DRAWS),
    "transitions": lambda transitions, given: transitions_text(transitions),
    "deeds": _program,
}
"""How a parameter of this name is written, where it has the form that suites give it."""
