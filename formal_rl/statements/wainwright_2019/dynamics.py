"""Checks of Conway's rule as printed, and of what each kind of cell becomes: by hand, in words, and on boards."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from operator import le, lt
from types import MappingProxyType
from typing import Any

import numpy

from formal_rl.agents import Draw, Draws, draw
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import advance_batch_packed, advance_in_words
from formal_rl.safelife.board import (
    ALIVE,
    COLOUR_MASK,
    COLOURS,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    NAMED_CELLS,
    SPAWNING,
    AdvanceResult,
    Block,
    Board,
    Cell,
    Location,
    advance,
    block_around,
    colour_of,
    described,
    how_many,
    is_still,
    life_step,
    living_neighbours,
    may_spawn,
    next_cell,
    period,
)
from formal_rl.safelife.board.cells import (
    BLUE,
    HARD_LIFE,
    INHIBITING,
    PRESERVING,
    RED,
    cell_of,
    coloured,
    named_cell,
)
from formal_rl.safelife.board.conway import GLIDER, NEIGHBOURS, OSCILLATORS, STILL_LIFES, life_board, life_cell
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.pairs import (
    ADVANCE,
    AdvanceBatch,
    all_digits,
    batches_refused_by_hand,
    boards_by_hand,
    cells_by_hand,
    draws_by_hand,
    frames_by_hand,
    kept,
    one_of_many,
    refused_by_hand,
    sizes,
)

Step = Callable[[Board], Board]
Cases = Iterator[Case]

SIGNS: Mapping[str, Cell] = MappingProxyType(
    {".": EMPTY, "o": LIFE, "h": HARD_LIFE}
    | {sign: named_cell(name) for name, sign in zip(("wall", "crate", "tree", "fountain"), "#x+f", strict=True)}
    | {sign: named_cell(name) for name, sign in zip(("parasite", "spawner", "exit", "player"), "pse@", strict=True)}
    | {colour[0]: named_cell("life", colour) for colour in ("red", "green", "blue", "yellow")}
    | {"R": named_cell("spawner", "red"), "B": named_cell("spawner", "blue")}
)
"""What the signs of a picture mean. Small letters of colours are life, great ones spawners."""


def pictured(text: str, **others: Cell) -> Board:
    """Return the board of a picture, a word for each row; ``others`` says what further letters mean."""
    signs = {**SIGNS, **others}
    return Board([signs[sign] for sign in line] for line in text.split())


def boards_of_life(height: int, width: int) -> Iterator[Board]:
    """Yield every board of this size of life and empty cells."""
    for cells in product((EMPTY, LIFE), repeat=height * width):
        yield Board(cells[row * width : (row + 1) * width] for row in range(height))


def boards_of_life_up_to_translation(height: int, width: int) -> Iterator[Board]:
    """Yield one of every set of boards of life of this size that are translations of each other."""
    digits = all_digits(height, width, 2)
    numbers = numpy.arange(digits.shape[2], dtype=numpy.uint32)
    places = numpy.arange(height * width, dtype=numpy.uint32).reshape(height, width, 1)
    first = numbers.copy()
    for shift in product(range(height), range(width)):
        moved = numpy.roll(digits, shift, axis=(0, 1)) << places
        first = numpy.minimum(first, moved.sum(axis=(0, 1), dtype=numpy.uint32))
    for number in numpy.flatnonzero(first == numbers):
        yield Board.from_array(digits[:, :, number] * LIFE)


# --- Conway's rule ---


def _conway_by_hand(life_step: Step, advance: Advance) -> Iterator[Example]:
    def both(picture: str) -> tuple[Board, Board]:
        board = life_board(picture)
        return life_step(board), advance(board, 0, (), 0).board

    for about, arithmetic, before, after in (
        ("one alone", "no neighbour lives", "... .o. ...", "... ... ..."),
        ("two together", "each has one neighbour", "..... .oo.. ..... .....", "..... ..... ..... ....."),
        ("three in a row", "one, two, one", "..... .ooo. ..... .....", "..o.. ..o.. ..o.. ....."),
        ("a corner", "two each; the fourth place three", ".... .oo. .o.. ....", ".... .oo. .oo. ...."),
        ("a cross", "four in the middle, else three", "..... ..o.. .ooo. ..o.. .....", "..... .ooo. .o.o. .ooo. ....."),
        ("a row over the edge", "its middle is at the left", "oo..o ..... ..... .....", "o.... o.... ..... o...."),
        ("a full board", "each has eight neighbours", "ooo ooo ooo", "... ... ..."),
        ("a board of one row", "the living one meets itself above and below, the others meet it thrice", "o..", "ooo"),
    ):
        yield (about, arithmetic, (life_board(after),) * 2, both, before)
    for name, board in STILL_LIFES.items():
        yield (f"{name} is still", "two or three for the living, never three", True, is_still, board, life_step)
    for name, (board, steps) in OSCILLATORS.items():
        yield (f"{name} comes back", f"after {steps} steps", steps, _period, board, life_step)
    first = ".o.... ..oo.. .oo... ...... ...... ......"
    third = "...... .o.o.. ..oo.. ..o... ...... ......"
    for steps, picture in ((1, first), (3, third)):
        yield (f"a glider after {steps}", "two or three", life_board(picture), _after, life_step, steps)
    yield ("a glider on a torus", "4 steps for each of 6 places", 24, _period, GLIDER, life_step)


def _guards_by_hand() -> Iterator[Example]:
    """Yield things that are not boards of life, and boards without a period."""
    blinker, alone = life_board("..... ..... .ooo. ..... ....."), life_board("... .o. ...")

    def place(function: Callable[..., object], *arguments: object) -> object:
        try:
            return function(*arguments)
        except MalformedBoard as error:
            return error.row, error.column

    yield from (
        ("a wall on a board of life", "row 1, column 2", (1, 2), place, life_step, pictured("ooo oo#")),
        ("another sign in a picture", "row 1, column 0", (1, 0), place, life_board, ".o xo"),
        ("a picture", "life is 9", Board([[0, 9], [9, 0]]), life_board, ".o o."),
        ("a blinker, two steps at most", "it comes back after two", 2, partial(period, most=2), blinker, life_step),
        ("a blinker, one step at most", "too few", InvalidParameter, partial(period, most=1), blinker, life_step),
        ("life alone", "nothing is left, and that comes back", None, partial(period, most=2), alone, life_step),
        ("what stays", "one step", 1, partial(period, most=1), life_board("..."), life_step),
        ("a blinker is not still", "it turns", False, is_still, blinker, life_step),
        ("neighbours by hand", "two", 2, living_neighbours, blinker, (2, 2)),
        ("on a side of 1", "itself twice, each other thrice", 5, living_neighbours, life_board("oo."), (0, 1)),
    )


def _period(board: Board, step: Step) -> int | None:
    return period(board, step, most=30)


def _after(step: Step, steps: int) -> Board:
    board = GLIDER
    for _ in range(steps):
        board = step(board)
    return board


def _conway(scope: Scope, life_step: Step, advance: Advance) -> Iterator[Part]:
    """Check Conway's rule: by hand, and against the rule of cells on all small boards of life."""
    yield check_examples(_conway_by_hand(life_step, advance), "Conway's rule, worked examples")
    yield check_examples(_guards_by_hand(), "what has no period, and what is refused")
    sizes = ((3, 3), (3, 4), (4, 3), (4, 4)) if scope.is_full else ((3, 3), (3, 4), (4, 4))
    boards = boards_of_life if scope.is_full else boards_of_life_up_to_translation
    listed = "3 x 3, 3 x 4, 4 x 3 and 4 x 4" if scope.is_full else "3 x 3, 3 x 4 and 4 x 4, up to translation"

    @part(
        "the rule of cells is Conway's on life",
        branches=("still", "nothing is left", "changes"),
        domain=f"all boards of life and empty cells of {listed}",
    )
    def compared() -> Cases:
        for board in (board for size in sizes for board in boards(*size)):
            expected, got = life_step(board), advance(board, 0, (), 0).board
            branch = "still" if expected == board else "nothing is left" if not expected.find(ALIVE) else "changes"
            yield branch, equal(f"the rule of cells on {board}", expected, got)

    yield compared()


# --- Mutants ---


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


def _one_way(board: Board, location: Location) -> Block:
    """Let what is before the first row or column be the last, but nothing be behind the last."""

    def cell(row: int, column: int) -> Cell:
        return board[row, column] if row < board.height and column < board.width else EMPTY

    return tuple(cell(location[0] + down, location[1] + right) for down, right in product((-1, 0, 1), repeat=2))


def _without_itself(block: Block, spawns: bool) -> Cell:
    """Count the others alone, where the table counts three or four with the cell itself."""
    cell = block[MIDDLE]
    kept = cell & FROZEN or how_many(block, PRESERVING) > 0 or how_many(block, ALIVE) - 1 in {3, 4}
    return (cell if kept else EMPTY) if cell & ALIVE else _right(block, spawns)


def _life_by(
    count: Callable[[Board, Location], int] = living_neighbours,
    other: Mapping[int, Callable[[Cell], Cell]] = MappingProxyType({}),
) -> Step:
    """Return Conway's rule by another count of neighbours, or which does something else with so many of them."""

    def cell_rule(cell: Cell, neighbours: int) -> Cell:
        return other[neighbours](cell) if neighbours in other else life_cell(cell, neighbours)

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


def _born(cell: Cell) -> Cell:
    """Let life come to an empty cell, and let what lives die."""
    return LIFE if cell == EMPTY else EMPTY


# --- The rule of cells ---

_HALF = Fraction(1, 2)


def _named_by_hand() -> Iterator[Example]:
    for name, value, arithmetic in (
        ("life", 9, "alive 1, destructible 8"),
        ("wall", 16, "frozen 16"),
        ("crate", 32788, "frozen 16, pushable 4, pullable 32768"),
        ("tree", 17, "frozen 16, alive 1"),
        ("plant", 32789, "as a tree, and movable as a crate"),
        ("spawner", 152, "frozen 16, spawning 128, destructible 8"),
        ("exit", 272, "frozen 16, exit 256"),
        ("fountain", 48, "frozen 16, preserving 32"),
        ("parasite", 85, "frozen 16, inhibiting 64, alive 1, pushable 4"),
        ("weed", 53, "frozen 16, preserving 32, alive 1, pushable 4"),
        ("ice cube", 32884, "as a crate, and inhibiting 64, preserving 32"),
        ("player", 122, "agent 2, destructible 8, frozen 16, preserving 32, inhibiting 64"),
    ):
        yield (f"the number of {name}", arithmetic, value, NAMED_CELLS.__getitem__, name)
    for name, value in (("hard life", 1), ("hard spawner", 144)):
        yield (f"the number of {name}", "without destructible 8", value, NAMED_CELLS.__getitem__, name)
    yield ("red life", "9, and red 512", 521, named_cell, "life", "red")


def _life_and_blocks_by_hand(after: Callable[..., Board]) -> Iterator[Example]:
    """Yield boards of three by three, where every block is the whole board, so that one count decides them."""
    for about, arithmetic, before, expected in (
        ("three live", "the living stay, and the dead come to life", "ooo ... ...", "ooo ooo ooo"),
        ("four live", "the living stay, the others stay dead", "oo. oo. ...", "oo. oo. ..."),
        ("five live", "all die", "ooo oo. ...", "... ... ..."),
        ("two live", "both die", "oo. ... ...", "... ... ..."),
        ("a wall among three", "it is frozen and does not come to life", "ooo .#. ...", "ooo o#o ooo"),
        ("a crate among three", "it is frozen and does not come to life", "ooo .x. ...", "ooo oxo ooo"),
        ("an exit among three", "it is frozen and does not come to life", "ooo .e. ...", "ooo oeo ooo"),
        ("a tree alone", "it is frozen and does not die", "+.. ... ...", "+.. ... ..."),
        ("two trees and life", "trees count; of three parents one is destructible", "+o+ ... ...", "+o+ hhh hhh"),
        ("three of hard life", "no parent is destructible", "hhh ... ...", "hhh hhh hhh"),
        ("two of hard life", "one parent is destructible", "hho ... ...", "hho hhh hhh"),
        ("one of hard life", "two parents are destructible", "hoo ... ...", "hoo ooo ooo"),
        ("a fountain among three", "it keeps nothing from being born", "ooo f.. ...", "ooo foo ooo"),
        ("a parasite and two", "three live, but something inhibiting is near all", "opo ... ...", "opo ... ..."),
        ("a player and three", "it inhibits and preserves", "@oo o.. ...", "@oo o.. ..."),
        ("a player and one", "it inhibits and preserves", "@o. ... ...", "@o. ... ..."),
        ("red, red and green", "red twice, green once", "rrg ... ...", "rrg rrr rrr"),
        ("red, green and blue", "each bit once: black", "rgb ... ...", "rgb ooo ooo"),
        ("red, yellow and green", "red bit twice, green bit twice: yellow", "ryg ... ...", "ryg yyy yyy"),
        ("red, yellow and yellow", "red bit thrice, green bit twice", "ryy ... ...", "ryy yyy yyy"),
        ("blue, yellow and black", "no bit twice", "byo ... ...", "byo ooo ooo"),
    ):
        yield (about, arithmetic, pictured(expected), after, pictured(before))


def _neighbourhood_by_hand(after: Callable[..., Board]) -> Iterator[Example]:
    for about, arithmetic, before, expected in (
        ("beside a fountain", "preserved", "..... .of.. ..... ..... .....", "..... .of.. ..... ..... ....."),
        ("two places from a fountain", "it dies", "..... .o.f. ..... .....", "..... ...f. ..... ....."),
        ("a pair beside a parasite", "it preserves nothing", "..... .p... ..o.. .....", "..... .p... ..... ....."),
        ("a blinker over the edge", "it turns", "oo..o ..... ..... .....", "o.... o.... ..... o...."),
        ("a blinker over the lower edge", "it turns", "o.... o.... ..... o....", "oo..o ..... ..... ....."),
        ("a side of 2", "itself, and its neighbour twice: three; below them 2 and 4", "oo ..", "oo .."),
        ("one cell", "it meets itself nine times", "o", "."),
    ):
        yield (about, arithmetic, pictured(expected), after, pictured(before))


def _odd_cells_by_hand(after: Callable[..., Board]) -> Iterator[Example]:
    keeper, frost = cell_of("alive", "preserving"), cell_of("inhibiting")
    log, open_life = cell_of("pushable"), cell_of("alive", "exit")
    for about, arithmetic, before, expected, cell in (
        ("what preserves, alone", "it preserves itself, too", "... .q. ...", "... .q. ...", keeper),
        ("what inhibits, among three", "it inhibits itself, too, and all near", "ooo .q. ...", "ooo .q. ...", frost),
        ("what is dead and pushable", "it comes to life and is no longer pushable", "ooo .q. ...", "ooo ooo ooo", log),
        ("what is dead, pushable, alone", "nothing happens to it", "... .q. ...", "... .q. ...", log),
        ("what lives and is red, alone", "nothing is left", "... .q. ...", "... ... ...", named_cell("life", "red")),
        ("two living exits, one of hard life", "exits count as destructible", "qqh ... ...", "qqh ooo ooo", open_life),
    ):
        yield (about, arithmetic, pictured(expected, q=cell), after, pictured(before, q=cell))


def _spawners_by_hand(advance: Advance) -> Iterator[Example]:
    draws: tuple[Draw, ...] = (0, _HALF, Fraction(1, 4), Fraction(3, 4), *(Fraction(5, 8),) * 12)
    others = {"q": named_cell("hard life", "red"), "m": named_cell("life", "magenta")}
    for about, arithmetic, before, probability, first, expected, read in (
        ("a spawner", "probability 1: all that is dead and not frozen", "#.. .s. ...", 1, 0, "#oo oso ooo", 0),
        ("a spawner", "probability 0", "... .s. ...", 0, 0, "... .s. ...", 0),
        ("a red spawner", "one spawner is enough for a colour", "... .R. ...", 1, 0, "rrr rRr rrr", 0),
        ("two green and a red spawner", "green twice, red by the spawner", "gg. .R. ...", 1, 0, "..y yRy yyy", 0),
        ("a red and a blue spawner", "both bits", "RB# ### ##.", 1, 0, "RB# ### ##m", 0),
        ("hard life near a spawner", "what spawns is destructible", "hh. .s. ...", 1, 0, "..o oso ooo", 0),
        ("three of hard life near a spawner", "they are parents", "hhh .R. ...", 1, 0, "hhh qRq qqq", 0),
        ("three near a spawner", "born without a draw", "hhh .s. ...", _HALF, 0, "hhh hsh hhh", 0),
        ("a parasite near a spawner", "it inhibits", "p.. .s. ...", 1, 0, "p.. .s. ...", 0),
        ("four draws", "0, 1/2, 1/4, 3/4: below 1/2 are 0 and 1/4", "#.# .s. #.#", _HALF, 0, "#o# .so #.#", 4),
        ("draws from the third on", "1/4 is below 1/2; 3/4 and 5/8 are not", "#.# .s. #.#", _HALF, 2, "#o# .s. #.#", 6),
        ("two spawners", "5/8 is not below 1/2, for two as for one", "s.s ### ###", _HALF, 5, "s.s ### ###", 6),
        ("no spawner", "no draw", "o.. ... ...", _HALF, 0, "... ... ...", 0),
    ):
        result = AdvanceResult(pictured(expected, **others), read)
        yield (about, arithmetic, result, advance, pictured(before), probability, draws, first)


def _rule_by_hand(advance: Advance) -> Iterator[Example]:
    def after(board: Board) -> Board:
        return advance(board, 0, (), 0).board

    yield from _life_and_blocks_by_hand(after)
    yield from _neighbourhood_by_hand(after)
    yield from _odd_cells_by_hand(after)
    yield from _spawners_by_hand(advance)


def cells(
    scope: Scope,
    *,
    advance: Advance = advance,
    packed: Advance = advance_packed,
    batch: AdvanceBatch = advance_batch_packed,
    life_step: Step = life_step,
) -> Iterator[Part]:
    """Check Conway's rule and the rule of cells: by hand, in words, and where the paper's words leave it open."""

    def after(board: Board) -> Board:
        return advance(board, 0, (), 0).board

    yield from _conway(scope, life_step, advance)
    yield check_examples((*_named_by_hand(), *cells_by_hand()), "the numbers of the named cells")
    yield check_examples(_rule_by_hand(advance))
    named: dict[str, Advance] = {"advance_in_words": advance_in_words, "advance_packed": packed}
    forms = {**named, "advance_batch_packed": one_of_many(batch)}
    for name, form in forms.items():
        yield check_examples(_rule_by_hand(form), f"worked examples, {name}")
    refused = (row for form in (advance, *forms.values()) for row in refused_by_hand(form))
    made = (*frames_by_hand(), *boards_by_hand(), *draws_by_hand(), *refused, *batches_refused_by_hand())
    yield check_examples(made, "boards and draws, and what is refused")
    yield sizes(scope, advance=advance, packed=packed, batch=batch)
    yield kept(scope)
    yield from ADVANCE.parts(scope)
    yield decide_cases(
        "the colour that two parents have is inherited",
        _inherited(after, lambda parents: [max(parents, key=parents.count)], "two of a colour"),
        branches=("two of a colour",),
        domain="the 176 of 512 triples of parents, two of which have one colour",
    )
    yield decide_cases(
        "without such two, it is the colour of a parent",
        _inherited(after, list, "three colours"),
        branches=("three colours",),
        domain="the 336 triples of parents of three colours",
    ).meant_to_fail("the child of red, green, blue: expected 'blue or green or red', got 'black'")
    yield _hard_parents(after).meant_to_fail(
        "the child of hard life, cell (alive, exit), cell (alive, exit): expected 'hard life', got 'life'"
    )


def _inherited(after: Callable[[Board], Board], allowed: Callable[[tuple[str, ...]], list[str]], branch: str) -> Cases:
    """Yield triples of parents, fewest bits first, and whether the child has one of the colours that are allowed."""
    for parents in sorted(product(COLOURS, repeat=3), key=_number_of_bits):
        if (max(Counter(parents).values()) >= 2) != (branch == "two of a colour"):
            continue
        row = [coloured(LIFE, colour) for colour in parents]
        child = after(Board([row, [EMPTY] * 3, [EMPTY] * 3]))[1, 1]
        got, colours = COLOURS[colour_of(child)], sorted(set(allowed(parents)))
        yield branch, unless(got in colours, f"the child of {', '.join(parents)}", " or ".join(colours), got)


def _number_of_bits(colours: tuple[str, ...]) -> int:
    return sum(COLOURS.index(colour).bit_count() for colour in colours)


@part(
    "parents that are not destructible have none that is",
    branches=("hard life", "an exit"),
    domain="three living cells, each an exit or not, none destructible",
)
def _hard_parents(after: Callable[[Board], Board]) -> Cases:
    for parents in product((HARD_LIFE, HARD_LIFE | EXIT), repeat=3):
        child = after(Board([parents, [EMPTY] * 3, [EMPTY] * 3]))[1, 1]
        about = f"the child of {', '.join(described(parent) for parent in parents)}"
        branch = "an exit" if any(parent & EXIT for parent in parents) else "hard life"
        yield branch, unless(not child & DESTRUCTIBLE, about, "hard life", described(child))


# --- Mutants ---


def _each_by(advance: Advance) -> AdvanceBatch:
    """Return the rule on many boards that asks this rule of each."""

    def advance_batch(*given: Sequence[Any]) -> tuple[AdvanceResult, ...]:
        return tuple(map(advance, *given))

    return advance_batch


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


def _blind_to_its_own(flag: Cell) -> Rule:
    """Leave this flag of the cell itself out of account."""

    def rule(block: Block, spawns: bool) -> Cell:
        cell = block[MIDDLE]
        bare = cell & ~flag
        after = _right((*block[:MIDDLE], bare, *block[MIDDLE + 1 :]), spawns)
        return cell if after == bare else after

    return rule


def _coming_to_life(change: Callable[[Block, Cell, bool], Cell]) -> Rule:
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
    return _coming_to_life(lambda block, after, _: after & ~COLOUR_MASK | colour(block))


def _majority(block: Block) -> Cell:
    """Return the whole colour of more than half of the parents, or black."""
    parents = _parents(block)
    colour, number = Counter(cell & COLOUR_MASK for cell in parents).most_common(1)[0] if parents else (0, 0)
    return colour if 2 * number > len(parents) else 0


def _bits_of(living: int, spawning: int) -> Callable[[Block], Cell]:
    """Return each colour bit that so many living cells or so many spawners have."""

    def colour(block: Block) -> Cell:
        spawners, bits = tuple(cell for cell in block if cell & SPAWNING), (RED, GREEN, BLUE)
        return sum(
            bit for bit in bits if how_many(_parents(block), bit) >= living or how_many(spawners, bit) >= spawning
        )

    return colour


def _destructible_of(number: int, flags: Cell = DESTRUCTIBLE | EXIT) -> Rule:
    """Let what is born be destructible if so many parents have one of these flags."""

    def change(block: Block, after: Cell, spawned: bool) -> Cell:
        soft = how_many(_parents(block), flags) >= number
        return after if spawned else after & ~DESTRUCTIBLE | (DESTRUCTIBLE if soft else 0)

    return _coming_to_life(change)


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


def _near_a_spawner(block: Block) -> bool:
    return not block[MIDDLE] & (ALIVE | FROZEN) and how_many(block, SPAWNING) > 0


def _column_by_column(board: Board) -> Iterator[Location]:
    return ((row, column) for column, row in product(range(board.width), range(board.height)))


def _for_each_spawner(probability: Draw, block: Block) -> Draw:
    return 1 - (1 - probability) ** how_many(block, SPAWNING)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-cells",
        kind="definition",
        title="Conway's rule, and the rule of walls, trees, crates, hardened life, spawners, exits and colours",
        claim="On boards of life, a dead cell with exactly three living neighbours among its eight comes to life, a "
        "living one with fewer than two or more than three dies, and every other cell stays as it is (Conway's rule). "
        "The rule of cells counts a cell together with its neighbours. Frozen cells stay. A living cell stays if it "
        "is near a preserving cell, or if three or four cells of its block live, counting itself; otherwise it "
        "becomes empty. A dead cell stays dead near an inhibiting cell. Otherwise it comes to life if exactly three "
        "cells of its block live, or, near a spawner, if its draw is below the spawn probability. The new cell gets "
        "each colour bit that two living cells or a spawner have, and is destructible if it spawned or two living "
        "cells are.",
        source=f"{WAINWRIGHT_2019}, Section 2; the published code decides",
        check=cells,
        mutants={
            "on bit planes, one-way wrap": {"packed": _advance_by(around=_one_way)},
            "on bit planes, a draw at the probability spawns": {"packed": _advance_by(below=le)},
            "on many boards, draws for every cell": {"batch": _each_by(_advance_by(waits=lambda _: True))},
            "on many boards, preserving ignores self": {"batch": _each_by(_advance_by(_blind_to_its_own(PRESERVING)))},
            "Conway: a cell is its own neighbour": {"life_step": _life_by(count=_with_itself)},
            "Conway: four neighbours": {"life_step": _life_by(count=_four_neighbours)},
            "Conway: one-way wrap": {"life_step": _life_by(count=_one_way_neighbours)},
            "Conway: six give life, too": {"life_step": _life_by(other={6: _born})},
            "Conway: three or more give life": {"life_step": _life_by(other=dict.fromkeys(range(4, 9), _born))},
            "Conway: two are too few": {"life_step": _life_by(other={2: lambda cell: EMPTY})},
            "Conway: four are not too many": {"life_step": _life_by(other={4: lambda cell: cell})},
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
            "a colour needs two spawners": {"advance": _advance_by(_coloured_by(_bits_of(2, spawning=2)))},
            "the colours of any parent": {"advance": _advance_by(_coloured_by(_bits_of(1, spawning=10)))},
            "destructible needs one": {"advance": _advance_by(_destructible_of(1))},
            "hardened life not inherited": {"advance": _advance_by(_destructible_of(0))},
            "exits are not destructible": {"advance": _advance_by(_destructible_of(2, DESTRUCTIBLE))},
            "what spawns may be hard": {"advance": _advance_by(_coming_to_life(_hard_where_parents_are))},
            "what is born keeps its flags": {
                "advance": _advance_by(_coming_to_life(lambda block, after, _: after | block[MIDDLE]))
            },
            "what dies keeps its colour": {"advance": _advance_by(_keeping_colour)},
        },
        verdict="defined",
        evidence="exhaustive: by hand, in every form, with still lifes, oscillators and a glider; all boards of life "
        "of 3 x 3, 3 x 4 and 4 x 4, up to translation, where the rule of cells is Conway's; in words, all boards of 3 "
        "x 3, alive or not, with each of 15 flags at one location (in full: wherever it may be, and 4 x 4 with it at "
        "one); sampled: boards of all sixteen bits, in words, on bit planes and up to four at once, of sides to 70, "
        "and carried on for four steps",
        defects="The paper says that a cell inherits the colors of the majority of its parents, but not what is "
        "counted. Of 512 triples of parents 336 have three colours and no majority; the published rule counts each "
        "colour bit alone, so the child of red, green and blue is black. The paper does not say what spawners "
        "contribute to colours, whether several of them spawn more often, in which order draws are read, or whether "
        "freezing stops them. In the published code a living exit counts as a destructible parent. The paper's rule "
        "of life counts neighbours without the cell, the published table with it.",
        witness="red, green and blue have a black child; hard life and two living exits have one that is destructible",
    ),
)
