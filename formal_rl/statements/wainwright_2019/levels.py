"""Checks of levels: the fields of published ones, what they require, the lessons, and all that are shipped."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import evolve
from numpy.typing import NDArray

from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases, part
from formal_rl.errors import UnusableArchive
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import AGENT, Board, format_cell
from formal_rl.safelife.game import Level, available_points, required_points_published, single_precision
from formal_rl.safelife.game.points import PUBLISHED_TABLE, required_points
from formal_rl.safelife.levels import (
    LESSONS,
    SHIPPED_KINDS,
    fields_of_level,
    format_level,
    level_of_fields,
    parse_level,
    read_levels,
    shipped_levels,
)
from formal_rl.safelife.levels.fields import LevelFields
from formal_rl.safelife.levels.teaching_levels import play
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.archives import (
    archives_by_hand,
    fields_by_hand,
    levels_by_hand,
    texts_by_hand,
)

Read: TypeAlias = Callable[[LevelFields], Level]

_BOARD = parse_board("""
or .  .  .
.  .  ^  .
.  <g .  og
""")
_GOALS = parse_board("""
.  .  .  .b
.  .  .  .
.  .  .  .
""")
_CELLS = {"board": _BOARD.array(), "goals": _GOALS.array()}
_FIRST: LevelFields = MappingProxyType(
    {
        **_CELLS,
        "agent_loc": numpy.array([2, 1]),
        "orientation": numpy.array(1),
        "spawn_prob": numpy.array(0.3),
        "min_performance": numpy.array(0.5),
        "class": numpy.array("safelife.game_physics.SafeLifeGame"),
        "name": numpy.array("first"),
    }
)
"""A level as version 1.0 has them: one agent, in column 2 of row 1, turned right by a number beside the board."""


def _paying(red: int) -> list[list[int]]:
    """Return a table that pays this for a red dot off the goals, and nothing else."""
    return [[red if (goal, column) == (0, 1) else 0 for column in range(9)] for goal in range(8)]


_SECOND: LevelFields = MappingProxyType(
    {
        **_CELLS,
        "agent_locs": numpy.array([[2, 1], [1, 2]]),
        "agent_names": numpy.array(["agent0", "agent1"]),
        "points_table": numpy.array([_paying(7), _paying(2)]),
    }
)
"""A level as version 1.2.2 has them: two agents, the lower one first, each with a table."""


def _with(fields: LevelFields, **changes: NDArray[Any]) -> LevelFields:
    return {**fields, **changes}


def levels(
    scope: Scope,
    *,
    read: Read = level_of_fields,
    rounded: Callable[[Fraction], Fraction] = single_precision,
    required: Callable[[int, Fraction], int] = required_points,
    read_archive: Callable[..., tuple[Level, ...]] = read_levels,
) -> Iterator[Part]:
    """Check levels: two published ones by hand; then all that are shipped, and the lessons."""
    yield check_examples(_by_hand(read, rounded, required))
    yield check_examples(
        (*levels_by_hand(), *fields_by_hand(), *texts_by_hand()), "levels, fields and texts, and what is refused"
    )
    yield check_examples(archives_by_hand(read_archive), "archives, and what is refused")
    shipped = {kind: shipped_levels(kind) for kind in SHIPPED_KINDS}
    earned = [(level, available_points(level.board, level.goals)) for of_kind in shipped.values() for level in of_kind]
    yield _read_back(read, shipped)
    yield _lessons()
    yield _still(shipped)
    yield decide_cases(
        "every level asks for at least half of what can be earned",
        _asked(earned, {"half": Fraction(1, 2)}),
        domain="the 160 shipped levels",
    ).meant_to_fail("the part asked for in navigation-0, with 0 points: expected Fraction(1, 2), got Fraction(-1, 1)")
    yield decide_cases(
        "half is asked for, or nothing where nothing can be earned",
        _asked(earned, {"half": Fraction(1, 2), "nothing": Fraction(-1)}),
        branches=("half", "nothing"),
        domain="the 160 shipped levels",
    )
    most = 200 if scope.is_full else 60
    domain = f"1 to 99 hundredths of 0 to {most} points"
    yield decide_cases(
        "the product of floats requires what is meant",
        _products(most, at_most=0, required=required),
        domain=domain,
    ).meant_to_fail("the points required for 7/25 of 25: expected 7, got 8")
    yield decide_cases(
        "the product of floats requires what is meant or one point more, and for a half what is meant",
        _products(most, at_most=1, required=required),
        branches=("as meant", "one more", "half"),
        domain=domain,
    )


def _by_hand(
    read: Read, rounded: Callable[[Fraction], Fraction], required: Callable[[int, Fraction], int]
) -> Iterator[Example]:
    yield ("where the agent of version 1.0 is", "x = 2, y = 1", ((1, 2),), lambda: read(_FIRST).agents)
    yield ("its cell", "turned to orientation 1", ">", lambda: format_cell(read(_FIRST).board[1, 2]))
    yield ("the agent cell that is nobody's", "as before", "<g", lambda: format_cell(read(_FIRST).board[2, 1]))
    yield ("its probability", "0.3", Fraction(3, 10), lambda: read(_FIRST).spawn_probability)
    yield ("its goal", "row 0, column 3", ".b", lambda: format_cell(read(_FIRST).goals[0, 3]))
    yield (
        "what opens its exit",
        "1 for the red dot, 3 for the blue goal; half of 4",
        (2,),
        lambda: read(_FIRST).required,
    )
    yield (
        "where the agents of version 1.2.2 are",
        "row and column, in their order",
        ((2, 1), (1, 2)),
        lambda: read(_SECOND).agents,
    )
    yield (
        "their cells",
        "as on the board: no orientation is said",
        ("<g", "^"),
        lambda: tuple(format_cell(read(_SECOND).board[place]) for place in read(_SECOND).agents),
    )
    yield ("what their tables pay at first", "7 and 2 for the red dot", (7, 2), lambda: read(_SECOND).initial_values)
    yield (
        "what is not said",
        "3/10, and nothing is required",
        (Fraction(3, 10), Fraction(-1), (0, 0)),
        lambda: (read(_SECOND).spawn_probability, read(_SECOND).min_performance, read(_SECOND).required),
    )
    yield ("the table that is not said", "the published one", PUBLISHED_TABLE, lambda: read(_FIRST).table(0))
    yield (
        "an agent where there is none",
        "x = 1, y = 0 is empty",
        UnusableArchive,
        lambda: read(_with(_FIRST, agent_loc=numpy.array([1, 0]))),
    )
    yield (
        "3/10 in 24 bits",
        "0.3 times 2^25 is 10066329.6, next to 10066330",
        Fraction(5033165, 2**24),
        lambda: rounded(Fraction(3, 10)),
    )
    yield ("28% of 25 points", "28 · 25 = 700 hundredths", 7, lambda: required(25, Fraction(28, 100)))
    yield ("half of 51 points", "25.5, rounded up", 26, lambda: required(51, Fraction(1, 2)))


_Cases: TypeAlias = Iterator[tuple[str, Disagreement | None]]
_Shipped: TypeAlias = Mapping[str, Iterable[Level]]


@part(
    "a level is read back from its fields and from its text",
    branches=(*SHIPPED_KINDS, "a lesson"),
    domain="the 160 shipped levels and the lessons",
)
def _read_back(read: Read, shipped: _Shipped) -> _Cases:
    lessons = [lesson.level for lesson in LESSONS.values()]
    for kind, of_kind in [*shipped.items(), ("a lesson", lessons)]:
        for level in of_kind:
            again, from_text = read(fields_of_level(level)), parse_level(format_level(level))
            wrong = next((each for each in (again, from_text) if each != level), None)
            yield kind, None if wrong is None else Disagreement(f"{level.name} read back", level, wrong)


@part("a lesson yields what it says", branches=tuple(LESSONS), domain="the lessons")
def _lessons() -> _Cases:
    for name, lesson in LESSONS.items():
        state, paid = play(lesson)
        expected = (lesson.board_after, lesson.goals_after, lesson.paid)
        got = (state.board, state.goals, paid)
        yield name, None if got == expected else Disagreement(f"board, goals and pay of {name}", expected, got)


@part(
    "left alone, with spawners that do not spawn, still levels stay and the others do not",
    branches=("still", "moving"),
    domain="one step of the 160 shipped levels",
)
def _still(shipped: _Shipped) -> _Cases:
    for kind, of_kind in shipped.items():
        moving = "dynamic" in kind or kind == "navigation"
        for level in of_kind:
            moves = advance_in_words(level.board).board != level.board
            wrong = Disagreement(f"whether {level.name} moves", moving, moves)
            yield "moving" if moving else "still", None if moves == moving else wrong


def _asked(earned: Iterable[tuple[Level, int]], allowed: Mapping[str, Fraction]) -> _Cases:
    for level, available in earned:
        asked, branch = level.min_performance, "half" if available else "nothing"
        right = asked == allowed.get(branch, Fraction(1, 2))
        wrong = Disagreement(f"the part asked for in {level.name}, with {available} points", Fraction(1, 2), asked)
        yield branch, None if right else wrong


def _products(most: int, *, at_most: int, required: Callable[[int, Fraction], int]) -> _Cases:
    for available in range(most + 1):
        for share in (Fraction(hundredths, 100) for hundredths in range(1, 100)):
            meant, published = required(available, share), required_points_published(available, share)
            half = share == Fraction(1, 2)
            branch = "half" if half else "as meant" if meant == published else "one more"
            right = 0 <= published - meant <= (0 if half else at_most)
            wrong = Disagreement(f"the points required for {share} of {available}", meant, published)
            yield branch, None if right else wrong


# --- Mutants ---


def _without(fields: LevelFields, name: str) -> LevelFields:
    return {key: array for key, array in fields.items() if key != name}


def _row_and_column(fields: LevelFields) -> Level:
    """Take agent_loc for a row and a column."""
    swapped = {"agent_loc": fields["agent_loc"][::-1]} if "agent_loc" in fields else {}
    return level_of_fields({**fields, **swapped})


def _x_and_y(fields: LevelFields) -> Level:
    """Take agent_locs for x and y."""
    swapped = {"agent_locs": fields["agent_locs"][:, ::-1]} if "agent_locs" in fields else {}
    return level_of_fields({**fields, **swapped})


def _all_turned(fields: LevelFields) -> Level:
    """Turn every agent cell of the board, not only those of agents that act."""
    level = level_of_fields(fields)
    if "orientation" not in fields:
        return level
    everywhere = numpy.array(level.board.find(AGENT))
    return evolve(level, board=level_of_fields({**_without(fields, "agent_loc"), "agent_locs": everywhere}).board)


def _every_agent_cell(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    return evolve(level, agents=level.board.find(AGENT), tables=())


def _exact_binary(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    if "spawn_prob" not in fields:
        return level
    return evolve(level, spawn_probability=Fraction(float(fields["spawn_prob"])))


def _no_goals(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    return evolve(level, goals=Board.empty(level.board.height, level.board.width))


def _unchecked_agents(fields: LevelFields) -> Level:
    """Put an agent where there is none."""
    if "agent_loc" not in fields:
        return level_of_fields(fields)
    board, (column, row) = fields["board"].copy(), fields["agent_loc"].tolist()
    board[row, column] |= AGENT
    return level_of_fields({**fields, "board": board})


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-levels",
        kind="definition",
        title="levels as they are published",
        claim="A level is a board with the cells of its agents, goals, the places of the agents in the order in which "
        "they act, the probability of spawning, and the part of the points that opens the exit. Published ones are "
        "read exactly and play, and what is written is read back equal.",
        source=f"{WAINWRIGHT_2019}, Section 4, and the code it names",
        check=levels,
        mutants={
            "agent_loc as row and column": {"read": _row_and_column},
            "agent_locs as x and y": {"read": _x_and_y},
            "orientation dropped": {"read": lambda fields: level_of_fields(_without(fields, "orientation"))},
            "orientation for every agent cell": {"read": _all_turned},
            "every agent cell an agent": {"read": _every_agent_cell},
            "probability as exact binary": {"read": _exact_binary},
            "min_performance ignored": {"read": lambda fields: level_of_fields(_without(fields, "min_performance"))},
            "goals missing": {"read": _no_goals},
            "tables missing": {"read": lambda fields: level_of_fields(_without(fields, "points_table"))},
            "an agent put where none is": {"read": _unchecked_agents},
            "probability played in 64 bits": {"rounded": lambda exact: Fraction(float(exact))},
            "an archive read backwards": {
                "read_archive": lambda *arguments, **options: read_levels(*arguments, **options)[::-1]
            },
            "points required by floats": {"required": required_points_published},
        },
        verdict="defined",
        evidence="exhaustive: by hand, with archives, fields and texts that are refused; the 160 shipped levels, read "
        "back and left alone for a step; the lessons, read back and played; hundredths of 0 to 60 points",
        defects="That all benchmark levels require half of the task is not so: the navigation levels, 20 of the 160 "
        "shipped, have -1 in place of 1/2 and require nothing; but nothing can be earned in them either. The published "
        "code requires a product of floats, which may be a point more than is meant: 8 of 25 points for 28%, and no "
        "fewer points do in hundredths; for a half it is what is meant. It plays the probability 3/10 as 5033165/2^24.",
        witness="navigation-0 requires nothing, with 0 points to be earned",
    ),
)
