"""Section 4: levels, and the archives that hold them."""

from fractions import Fraction

import numpy
from attrs import evolve

from formal_rl.safelife.board import AGENT, Board
from formal_rl.safelife.game import Level, required_points_published
from formal_rl.safelife.levels import level_of_fields, read_levels
from formal_rl.safelife.levels.fields import LevelFields
from formal_rl.statements.checks import safelife_levels
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

# --- Wrong readings of the fields ---


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
        check=safelife_levels.levels,
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
