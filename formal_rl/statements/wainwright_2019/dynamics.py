"""Section 2: Conway's rule, the cells, what their rule commutes with."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import le, lt

from formal_rl.agents import Draw, Draws, draw
from formal_rl.histories import Action
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    SPAWNING,
    AdvanceResult,
    Block,
    Board,
    Cell,
    Location,
    block_around,
    how_many,
    living_neighbours,
    may_spawn,
    next_cell,
)
from formal_rl.safelife.board.cells import BLUE, INHIBITING, PRESERVING, PULLABLE, RED
from formal_rl.safelife.board.conway import NEIGHBOURS, life_cell
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.game import Symmetry, act
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.checks import safelife_cells, safelife_dynamics, safelife_equivariance
from formal_rl.statements.checks.safelife_fast_boards import AdvanceBatch
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Rule = Callable[[Block, bool], Cell]


def _right(block: Block, spawns: bool) -> Cell:
    return next_cell(block, spawns=spawns)


def _advance_by(
    rule: Rule = _right,
    *,
    around: Callable[[Board, Location], Block] = block_around,
    waits: Callable[[Block], bool] = may_spawn,
    order: Callable[[Board], Iterator[Location]] = Board.locations,
    below: Callable[[Draw, Draw], bool] = lt,
    chance: Callable[[Draw, Block], Draw] = lambda probability, block: probability,
) -> Advance:
    """Return the rule of a board made of these parts, one of which is wrong."""

    def advance(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int, /) -> AdvanceResult:
        cells: dict[Location, Cell] = {}
        for location in order(board):
            block = around(board, location)
            spawns = spawn_probability == 1
            if 0 < spawn_probability < 1 and waits(block):
                spawns = below(draw(draws, draws_read), chance(spawn_probability, block))
                draws_read += 1
            cells[location] = rule(block, spawns)
        return AdvanceResult(board.with_cells(cells), draws_read)

    return advance


def _each_by(advance: Advance) -> AdvanceBatch:
    """Return the rule on many boards that asks this rule of each."""

    def advance_batch(
        boards: Sequence[Board],
        spawn_probabilities: Sequence[Draw],
        draws: Sequence[Draws],
        draws_read: Sequence[int],
    ) -> tuple[AdvanceResult, ...]:
        return tuple(map(advance, boards, spawn_probabilities, draws, draws_read))

    return advance_batch


# --- Wrong neighbourhoods ---


def _one_way(board: Board, location: Location) -> Block:
    """Let what is before the first row or column be the last, but nothing be behind the last."""

    def cell(row: int, column: int) -> Cell:
        return board[row, column] if row < board.height and column < board.width else EMPTY

    return tuple(cell(location[0] + down, location[1] + right) for down, right in product((-1, 0, 1), repeat=2))


def _met_once(board: Board, location: Location) -> Block:
    """Count a neighbour once, however often it is met."""
    row, column = location
    places = [board.wrapped((row + down, column + right)) for down, right in NEIGHBOURS]
    others = [board[place] for place in dict.fromkeys(places) if place != location]
    others += [EMPTY] * (8 - len(others))
    return (*others[:MIDDLE], board[location], *others[MIDDLE:])


def _preserved_from_afar(board: Board, location: Location) -> Block:
    row, column = location
    block = block_around(board, location)
    far = any(board[row + down, column + right] & PRESERVING for down, right in product(range(-2, 3), repeat=2))
    return (block[0] | PRESERVING, *block[1:]) if far else block


# --- Wrong rules of cells ---


def _without_itself(block: Block, spawns: bool) -> Cell:
    """Count the others alone, where the table counts three or four with the cell itself."""
    cell = block[MIDDLE]
    kept = cell & FROZEN or how_many(block, PRESERVING) > 0 or how_many(block, ALIVE) - 1 in {3, 4}
    return (cell if kept else EMPTY) if cell & ALIVE else _right(block, spawns)


def _blind_to_its_own(flag: Cell) -> Rule:
    """Leave this flag of the cell itself out of account."""

    def rule(block: Block, spawns: bool) -> Cell:
        cell = block[MIDDLE]
        bare = cell & ~flag
        after = _right((*block[:MIDDLE], bare, *block[MIDDLE + 1 :]), spawns)
        return cell if after == bare else after

    return rule


def _born(change: Callable[[Block, Cell, bool], Cell]) -> Rule:
    """Change what comes to life; the last argument of the change is whether it spawned."""

    def rule(block: Block, spawns: bool) -> Cell:
        after = _right(block, spawns)
        if block[MIDDLE] & ALIVE or not after & ALIVE:
            return after
        return change(block, after, how_many(block, ALIVE) != 3)

    return rule


def _parents(block: Block) -> tuple[Cell, ...]:
    return tuple(cell for cell in block if cell & ALIVE)


def _coloured_by(colour: Callable[[Block], Cell]) -> Rule:
    return _born(lambda block, after, _: after & ~COLOUR_MASK | colour(block))


def _majority(block: Block) -> Cell:
    """Return the whole colour of more than half of the parents, or black."""
    parents = _parents(block)
    colour, number = Counter(cell & COLOUR_MASK for cell in parents).most_common(1)[0] if parents else (0, 0)
    return colour if 2 * number > len(parents) else 0


def _two_spawners(block: Block) -> Cell:
    """Return each colour bit that two living cells or two spawners have."""
    spawners = tuple(cell for cell in block if cell & SPAWNING)
    return sum(bit for bit in (RED, GREEN, BLUE) if how_many(_parents(block), bit) >= 2 or how_many(spawners, bit) >= 2)


def _of_any_parent(block: Block) -> Cell:
    colour = 0
    for parent in _parents(block):
        colour |= parent & COLOUR_MASK
    return colour


def _destructible_if(condition: Callable[[Block], bool]) -> Rule:
    def change(block: Block, after: Cell, spawned: bool) -> Cell:
        return after if spawned else after & ~DESTRUCTIBLE | (DESTRUCTIBLE if condition(block) else 0)

    return _born(change)


def _one_destructible(block: Block) -> bool:
    return how_many(_parents(block), DESTRUCTIBLE | EXIT) >= 1


def _two_destructible(block: Block) -> bool:
    """Whether two parents are destructible; exits do not count as such."""
    return how_many(_parents(block), DESTRUCTIBLE) >= 2


def _hard_where_parents_are(block: Block, after: Cell, spawned: bool) -> Cell:
    """Let what spawns inherit destructibility, too."""
    return after & ~DESTRUCTIBLE if spawned and how_many(_parents(block), DESTRUCTIBLE | EXIT) < 2 else after


def _keeping_colour(block: Block, spawns: bool) -> Cell:
    """Leave the colour of what dies."""
    cell, after = block[MIDDLE], _right(block, spawns)
    return cell & COLOUR_MASK if cell & ALIVE and not after & ALIVE else after


def _spawning_in_frost(block: Block, spawns: bool) -> Cell:
    """Let spawners spawn where something inhibits."""
    if block[MIDDLE] & (ALIVE | FROZEN) or how_many(block, SPAWNING) == 0:
        return _right(block, spawns)
    return _right(tuple(cell & ~INHIBITING for cell in block), spawns)


# --- Wrong draws ---


def _near_a_spawner(block: Block) -> bool:
    return not block[MIDDLE] & (ALIVE | FROZEN) and how_many(block, SPAWNING) > 0


def _column_by_column(board: Board) -> Iterator[Location]:
    return ((row, column) for column, row in product(range(board.width), range(board.height)))


def _for_each_spawner(probability: Draw, block: Block) -> Draw:
    return 1 - (1 - probability) ** how_many(block, SPAWNING)


# --- Wrong forms of Conway's rule ---


def _life_by(
    cell_rule: Callable[[Cell, int], Cell] = life_cell,
    count: Callable[[Board, Location], int] = living_neighbours,
) -> Callable[[Board], Board]:
    def life_step(board: Board) -> Board:
        changes = {location: cell_rule(board[location], count(board, location)) for location in board.locations()}
        return board.with_cells(changes)

    return life_step


def _with_itself(board: Board, location: Location) -> int:
    return living_neighbours(board, location) + (board[location] == LIFE)


def _four_neighbours(board: Board, location: Location) -> int:
    row, column = location
    near = (board[row + down, column + right] for down, right in NEIGHBOURS if not down * right)
    return sum(cell == LIFE for cell in near)


def _one_way_neighbours(board: Board, location: Location) -> int:
    return how_many(_one_way(board, location), ALIVE) - (board[location] == LIFE)


def _three_or_six(cell: Cell, neighbours: int) -> Cell:
    return LIFE if cell == EMPTY and neighbours == 6 else life_cell(cell, neighbours)


def _three_at_least(cell: Cell, neighbours: int) -> Cell:
    return LIFE if cell == EMPTY and neighbours > 3 else life_cell(cell, neighbours)


def _two_too_few(cell: Cell, neighbours: int) -> Cell:
    return EMPTY if neighbours == 2 else life_cell(cell, neighbours)


# --- Wrong symmetries ---


class _WithActionsAsTheyWere(Symmetry):
    def action(self, action: Action) -> Action:
        return action


class _WithAgentsAsTheyWere(Symmetry):
    def cell(self, cell: Cell) -> Cell:
        return cell


class _WithAllCellsTurned(Symmetry):
    def cell(self, cell: Cell) -> Cell:
        return super().cell(cell | AGENT) & (~AGENT | cell)


class _MirroredUpAndDown(Symmetry):
    """Swaps up and down in orientations, where left and right are swapped on the board."""

    def orientation(self, orientation: int) -> int:
        return (self.quarter_turns + (2 - orientation if self.mirrored else orientation)) % 4


def _pulls_from_below_alone(board: Board, location: Location, action: Action) -> ActResult:
    """Let agents pull where they move up, and not else."""
    if action not in {2, 3, 4}:
        return act(board, location, action)
    stuck = board.with_cells({place: board[place] & ~PULLABLE for place in board.find(PULLABLE)})
    after, there = act(stuck, location, action)
    return ActResult(after, there)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-life",
        kind="definition",
        title="Conway's rule",
        claim="A dead cell with exactly three living ones among its eight neighbours comes to life, a living one with "
        "fewer than two or more than three dies, and every other stays as it is. On boards of life this is the rule of "
        "cells, which counts a cell with its neighbours and keeps what lives among three or four.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=safelife_dynamics.conway,
        mutants={
            "a cell is its own neighbour": {"life_step": _life_by(count=_with_itself)},
            "four neighbours": {"life_step": _life_by(count=_four_neighbours)},
            "one-way wrap": {"life_step": _life_by(count=_one_way_neighbours)},
            "six give life, too": {"life_step": _life_by(_three_or_six)},
            "three or more give life": {"life_step": _life_by(_three_at_least)},
            "two are too few": {"life_step": _life_by(_two_too_few)},
            "four are not too many": {
                "life_step": _life_by(lambda cell, neighbours: cell if neighbours == 4 else life_cell(cell, neighbours))
            },
            "the table counts without itself": {"advance": _advance_by(_without_itself)},
        },
        verdict="defined",
        evidence="exhaustive: by hand, with still lifes, oscillators and a glider; all boards of life of 3 x 3, 3 x 4 "
        "and 4 x 4, up to translation",
    ),
    Statement(
        id="W19-cells",
        kind="definition",
        title="walls, trees, crates, hardened life, spawners, exits and colours",
        claim="Frozen cells stay. What lives stays near something preserving, or where three or four live, itself "
        "counted; else nothing is left of it. What is dead stays dead near something inhibiting; else it comes to life "
        "where exactly three live, or, near a spawner, if its draw is below the spawn probability. It gets each colour "
        "bit that two living cells or a spawner have, and is destructible if it spawned or two living cells are.",
        source=f"{WAINWRIGHT_2019}, Section 2; the published code decides",
        check=safelife_cells.cells,
        mutants={
            "on bit planes, one-way wrap": {"packed": _advance_by(around=_one_way)},
            "on bit planes, a draw at the probability spawns": {"packed": _advance_by(below=le)},
            "on many boards, draws for every cell": {"batch": _each_by(_advance_by(waits=lambda _: True))},
            "on many boards, preserving ignores self": {"batch": _each_by(_advance_by(_blind_to_its_own(PRESERVING)))},
            "neighbour count without self": {"advance": _advance_by(_without_itself)},
            "colour by majority": {"advance": _advance_by(_coloured_by(_majority))},
            "one-way wrap": {"advance": _advance_by(around=_one_way)},
            "frozen ignored": {"advance": _advance_by(_blind_to_its_own(FROZEN))},
            "draws for every cell": {"advance": _advance_by(waits=lambda _: True)},
            "draws where three live, too": {"advance": _advance_by(waits=_near_a_spawner)},
            "draws column by column": {"advance": _advance_by(order=_column_by_column)},
            "a draw at the probability spawns": {"advance": _advance_by(below=le)},
            "two spawners spawn more often": {"advance": _advance_by(chance=_for_each_spawner)},
            "spawners spawn in frost": {"advance": _advance_by(_spawning_in_frost)},
            "inhibiting ignores self": {"advance": _advance_by(_blind_to_its_own(INHIBITING))},
            "preserving ignores self": {"advance": _advance_by(_blind_to_its_own(PRESERVING))},
            "preserving two places away": {"advance": _advance_by(around=_preserved_from_afar)},
            "a neighbour met twice counts once": {"advance": _advance_by(around=_met_once)},
            "a colour needs two spawners": {"advance": _advance_by(_coloured_by(_two_spawners))},
            "the colours of any parent": {"advance": _advance_by(_coloured_by(_of_any_parent))},
            "destructible needs one": {"advance": _advance_by(_destructible_if(_one_destructible))},
            "hardened life not inherited": {"advance": _advance_by(_destructible_if(lambda _: True))},
            "exits are not destructible": {"advance": _advance_by(_destructible_if(_two_destructible))},
            "what spawns may be hard": {"advance": _advance_by(_born(_hard_where_parents_are))},
            "what is born keeps its flags": {
                "advance": _advance_by(_born(lambda block, after, _: after | block[MIDDLE]))
            },
            "what dies keeps its colour": {"advance": _advance_by(_keeping_colour)},
        },
        verdict="defined",
        evidence="exhaustive: by hand, in every form; in words, all boards of 3 x 3, alive or not, with each of 15 "
        "flags at one location (in full: wherever it may be, and 4 x 4 with it at one); sampled: boards of all sixteen "
        "bits, in words, on bit planes and up to four at once, of sides to 70, and carried on for four steps",
        defects="That a cell inherits the colors of the majority of its parents leaves open what is counted. Of 512 "
        "triples of parents 336 have three colours and no majority; the published rule counts each colour bit alone, "
        "so the child of red, green and blue is black. What spawners give to colours, whether more of them spawn more "
        "often, in which order draws are read, and whether frost stops them, the paper does not say. In the published "
        "code a living exit counts as a destructible parent. The paper's rule of life counts neighbours without "
        "the cell, the published table with it.",
        witness="red, green and blue have a black child; hard life and two living exits have one that is destructible",
    ),
    Statement(
        id="W19-equivariance",
        kind="lemma",
        title="the dynamics commute with the symmetries of the torus",
        claim="Where no draw is read, a step of a turned, mirrored or moved board is the turned, mirrored or moved "
        "board after a step, and so is a game with the actions turned along, up to the orientation of what is "
        "no agent. Where draws are read, so is a step in which each location keeps its draw, but not one in "
        "which the draws keep their order.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=safelife_equivariance.equivariance,
        mutants={
            "one-way wrap": {"advance": _advance_by(around=_one_way)},
            "actions as they were": {"symmetry": _WithActionsAsTheyWere},
            "agents as they were": {"symmetry": _WithAgentsAsTheyWere},
            "all cells turned": {"symmetry": _WithAllCellsTurned},
            "mirrored, up is down": {"symmetry": _MirroredUpAndDown},
            "pulling from below alone": {"act": _pulls_from_below_alone},
        },
        verdict="holds",
        evidence="exhaustive: by hand; small boards of life and of five kinds of cells, lines of five kinds of cells "
        "before and behind an agent; sampled: boards of all sixteen bits, three steps of games",
        defects="Published games with spawners read draws row by row, so a level and its mirror image are played "
        "differently with one seed. What is left of a destroyed agent keeps its orientation, which no rule reads and "
        "no symmetry of the board turns.",
        witness="three cells, a spawner on the right, draws 0 and 1/2: life comes to the left of the row, and again to "
        "the left in its mirror image",
    ),
)
