"""Conway's rule and the rule of cells, with its optimised forms.

The statement is long: it has two rules, three forms of the second, and a mutant of each of their clauses.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy

from formal_rl.agents import HashedDraws, RepeatedDraws
from formal_rl.checking import among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import drawn
from formal_rl.safelife import board as b
from formal_rl.safelife._engines.draws import SpawnDraws, SpawnDrawsOfEach
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import GLIDER, OSCILLATORS, STILL_LIFES, life_board
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in

HALF = Fraction(1, 2)
OTHERS = ("wall", "crate", "tree", "fountain", "parasite", "spawner", "exit", "player")
SIGNS: Mapping[str, int] = (
    {
        ".": c.EMPTY,
        "o": c.LIFE,
        "h": c.HARD_LIFE,
        "R": c.named_cell("spawner", "red"),
        "B": c.named_cell("spawner", "blue"),
    }
    | dict(zip("#x+fpse@", map(c.named_cell, OTHERS), strict=True))
    | {colour[0]: c.named_cell("life", colour) for colour in ("red", "green", "blue", "yellow", "magenta")}
    | {"k": c.cell_of("alive", "preserving"), "i": c.cell_of("inhibiting"), "E": c.cell_of("alive", "exit")}
)
"""The cells of a picture's signs."""


def pictured(text: str, **more: int) -> Any:
    """Return the board of a picture, a word for each row; ``more`` are signs besides `SIGNS`."""
    return b.Board([more[sign] if sign in more else SIGNS[sign] for sign in line] for line in text.split())


# --- Conway's rule ---


def boards_of_life(*sizes: tuple[int, int], each: bool = False) -> Iterator[Any]:
    """Yield one of each set of boards of life of these sizes that are translations of each other; or each of a set."""
    for height, width in sizes:
        places = numpy.arange(height * width).reshape(height, width, 1)
        numbers = numpy.arange(2 ** (height * width))
        first, digits = numbers.copy(), numbers >> places & 1
        for shift in product(range(height), range(width)):
            first = numpy.minimum(first, (numpy.roll(digits, shift, axis=(0, 1)) << places).sum(axis=(0, 1)))
        for number in numbers if each else numpy.flatnonzero(first == numbers):
            yield b.Board.from_array((digits[:, :, number] * c.LIFE).astype(numpy.uint16))


def conway_by_hand() -> Rows:
    """Yield Conway's rule, still lifes and oscillators."""
    for arithmetic, before, expected in (
        ("one, two, one", "..... .ooo. ..... .....", "..o.. ..o.. ..o.. ....."),
        ("four in the middle, else three", "..... ..o.. .ooo. ..o.. .....", "..... .ooo. .o.o. .ooo. ....."),
        ("a board of one row: it meets itself above and below, the others meet it thrice", "o..", "ooo"),
    ):
        yield arithmetic, life_board(expected), b.life_step(life_board(before))
    for name, board in STILL_LIFES.items():
        yield f"{name}: two or three for the living, never three", True, b.is_still(board)
    for name, (board, steps) in OSCILLATORS.items():
        yield f"{name} comes back, and not before", (steps, False), (b.period(board), b.is_still(board))
    yield "a glider on a torus: 4 steps for each of 6 places", 24, b.period(GLIDER)
    yield "around the edge", life_board("... ..o ..."), b.Board.empty(3, 3).with_cells({(4, -1): c.LIFE})
    yield "life alone does not come back at all", None, b.period(life_board("... .o. ..."), most=2)


# --- The rule of cells ---

PICTURES = """
three live: the living stay, and the dead come to life        ooo ... ...     ooo ooo ooo
four live: the living stay, the others stay dead              oo. oo. ...     oo. oo. ...
a tree alone is frozen and does not die                       +.. ... ...     +.. ... ...
trees count; of three parents one is destructible             +o+ ... ...     +o+ hhh hhh
two living exits and hard life: exits count                   EEh ... ...     EEh ooo ooo
three live, but a parasite inhibits                           opo ... ...     opo ... ...
red twice, green once                                         rrg ... ...     rrg rrr rrr
each bit once: black                                          rgb ... ...     rgb ooo ooo
what preserves also preserves itself                          ... .k. ...     ... .k. ...
what inhibits also inhibits itself, and all near              ooo .i. ...     ooo .i. ...
of red life nothing is left                                   ... .r. ...     ... ... ...
a side of 2: itself, and its neighbour twice                  oo ..           oo ..
"""
"""A name, a board, and the board after a step; nothing spawns."""

SPAWNING = """
all that is dead and not frozen          #.. .s. ...   1  0   #oo oso ooo  0
one spawner is enough for a colour       ... .R. ...   1  0   rrr rRr rrr  0
what spawns is destructible              hh. .s. ...   1  0   ..o oso ooo  0
born without a draw                      hhh .s. ...  1/2 0   hhh hsh hhh  0
a parasite inhibits                      p.. .s. ...   1  0   p.. .s. ...  0
below 1/2 are 0 and 1/4                  #.# .s. #.#  1/2 0   #o# .so #.#  4
from the third draw on, 1/4 alone        #.# .s. #.#  1/2 2   #o# .s. #.#  6
5/8 is not below 1/2, for two spawners   s.s ### ###  1/2 5   s.s ### ###  6
"""
"""The same with a probability, draws read before, and draws read after a step by 0, 1/2, 1/4, 3/4, 5/8, 5/8, ..."""


def rule_by_hand() -> Rows:
    """Yield the numbers of cells, and boards before and after a step."""
    named = "life wall crate tree plant spawner exit fountain parasite weed ice-cube player hard-life hard-spawner"
    numbers = [9, 16, 32788, 17, 32789, 152, 272, 48, 85, 53, 32884, 122, 1, 144]
    found = [c.NAMED_CELLS[each.replace("-", " ")] for each in named.split()]
    yield "sums of alive 1, agent 2, pushable 4, destructible 8, ...", numbers, found
    cells = c.turned(c.named_cell("tree", "green"), 2), c.cell_of("alive", "agent", colour="red")
    yield "in words", ["green tree turned down", "red cell (alive, agent)"], [*map(c.described, cells)]
    triples = list(product(c.COLOURS, repeat=3))
    three = [each for each in triples if len(set(each)) == 3]
    yield "8 * 7 * 6 triples of 8 * 8 * 8 have three colours", (336, 512), (len(three), len(triples))
    for line in PICTURES.strip().splitlines():
        *about, before, expected = filter(None, (part.strip() for part in line.split("  ")))
        yield about[0], pictured(expected), b.advance(pictured(before)).board
    draws: Any = (0, HALF, Fraction(1, 4), Fraction(3, 4), *(Fraction(5, 8),) * 12)
    for line in SPAWNING.strip().splitlines():
        *about, r1, r2, r3, chance, first, s1, s2, s3, read = line.split()
        asked = pictured(f"{r1} {r2} {r3}"), Fraction(chance), draws, int(first)
        yield " ".join(about), (pictured(f"{s1} {s2} {s3}"), int(read)), b.advance(*asked)


SIDES = (1, 2, 3, 4, 5, 8, 9, 33, 65, 70)


def drawn_board(random: Random, height: int, width: int) -> Any:
    """Return a board of any of the sixteen bits, drawn so that each row of the rule's table is often met."""
    roles, free = (c.INHIBITING, c.PRESERVING, c.SPAWNING), c.COLOUR_MASK | c.ORIENTATION_MASK | c.DESTRUCTIBLE | c.EXIT

    def cell() -> int:
        value = random.getrandbits(16) & free | (c.ALIVE if random.random() < 0.4 else 0)
        value |= (c.FROZEN if random.random() < 0.2 else 0) | sum(flag for flag in roles if random.random() < 0.08)
        return value | (
            random.getrandbits(16) & ~(free | c.ALIVE | c.FROZEN | sum(roles)) if random.random() < 0.3 else 0
        )

    return b.Board([cell() for _ in range(width)] for _ in range(height))


def drawn_steps(random: Random) -> tuple[Any, ...]:
    """Return up to four boards of one size, a probability, draws and a number of draws read for each, and steps."""
    height, width = random.choice(SIDES), random.randint(1, 5)
    size = (height, width) if random.random() < 0.5 else (width, height)
    there = random.choice((0xFFFF, 0xFFFF, random.getrandbits(16)))
    boards = [drawn_board(random, *size) for _ in range(random.randint(1, 4))]
    boards = [b.Board([cell & there for cell in row] for row in board.rows) for board in boards]
    chances = [random.choice((0, 1, HALF, 0.3, 0.9)) for _ in boards]
    some = RepeatedDraws(random.choices((0, Fraction(1, 3), HALF, 0.3, 0.9, 0.99), k=13))
    draws = [
        random.choice((SeededDraws(random.randrange(99)), HashedDraws(random.randrange(99)), some)) for _ in boards
    ]
    return boards, chances, draws, [random.choice((0, 1, 7, 4090)) for _ in boards], random.randint(1, 3)


def step_by_step(boards: Any, chances: Any, draws: Any, read: Any, steps: int) -> tuple[Any, Any]:
    """Return the boards and draws read after each step by the rule, as many times as there are forms, and in each."""
    now: Any = [*zip(boards, read, strict=True)]
    together, counted = PackedBoard.from_array(numpy.stack([board.array() for board in boards])), read
    known = [SpawnDraws(*each) for each in zip(chances, draws, strict=True)]
    expected, found = [], []
    for _ in range(steps):
        asked = [(board, *each, number) for (board, number), *each in zip(now, chances, draws, strict=True)]
        now = [b.advance(*each) for each in asked]
        together, counted = advance_planes(together, SpawnDrawsOfEach(known), counted)
        after = together.array().reshape(len(boards), boards[0].height, boards[0].width)
        expected += [now] * 2
        found += [
            [advance_packed(*each) for each in asked],
            [*zip(map(b.Board.from_array, after), counted, strict=True)],
        ]
    return expected, found


@definition(
    "W19-cells",
    "Conway's rule, and the rule of walls, trees, crates, hardened life, spawners, exits and colours",
    "Section 2; the published code decides",
    defects="The paper says that a cell inherits the colors of the majority of its parents, but not what is "
    "counted. Of 512 triples of parents 336 have three colours and no majority; the published rule counts each "
    "colour bit alone, so the child of red, green and blue is black. The paper does not say what spawners "
    "contribute to colours, whether several of them spawn more often, in which order draws are read, or whether "
    "freezing stops them. In the published code a living exit counts as a destructible parent. The paper's rule "
    "of life counts neighbours without the cell, the published table with it.",
    witness="red, green and blue have a black child; hard life and two living exits have one that is destructible",
)
def cells() -> Evidence:
    """On boards of life, a dead cell with exactly three living neighbours among its eight comes to life, a living one
    with fewer than two or more than three dies, and every other cell stays as it is (Conway's rule). The rule of cells
    counts a cell together with its neighbours. Frozen cells stay. A living cell stays if it is near a preserving cell,
    or if three or four cells of its block live, counting itself; otherwise it becomes empty. A dead cell stays dead
    near an inhibiting cell. Otherwise it comes to life if exactly three cells of its block live, or, near a spawner, if
    its draw is below the spawn probability. The new cell gets each colour bit that two living cells or a spawner have,
    and is destructible if it spawned or two living cells are.
    """
    boards = among(
        "all boards of life of 3 x 3, 3 x 4 and 4 x 4, up to translation",
        lambda scope: boards_of_life((3, 3), (3, 4), (4, 4), each=scope.is_full),
    )
    yield by_hand(conway_by_hand, "Conway's rule, worked examples")
    yield by_hand(rule_by_hand)
    yield equal("on life it is Conway's rule", b.life_step, lambda board: b.advance(board).board, boards)
    lots = "lots of up to 4 boards of all sixteen bits, sides to 70, up to 3 steps"
    yield every("every form, step by step", step_by_step, drawn(lots, drawn_steps, 45, 2000, many=True))
    yield mutants("""
        safelife.board.conway:living_neighbours
            Conway, a cell is its own neighbour: in NEIGHBOURS → in (*NEIGHBOURS, (0, 0))
            Conway, four neighbours: if board → if not down * right and board
            Conway, one-way wrap: + right] → + right] * (row + down < board.height and column + right < board.width)
        safelife.board.conway:life_cell
            Conway, three or more give life: neighbours == 3 → neighbours >= 3
            Conway, two are too few: neighbours < 2 → neighbours < 3
            Conway, four are not too many: neighbours > 3 → neighbours > 4
        safelife.board.rule:block_around
            one-way wrap: + right] → + right] * (row + down < board.height and column + right < board.width)
            a neighbour met twice counts once: row, column = location → row, column = location; met = {location}
                ;; board[row + down, column + right] → (0 if (at := board.wrapped((row + down, column + right))) in met
                and (down or right) else met.add(at) or board[at])
        safelife.board.rule:next_cell
            neighbour count without self: living in {3, 4} → living - 1 in {3, 4}
            frozen ignored: cell & FROZEN or how_many(block, P → how_many(block, P
                ;; cell & FROZEN or how_many(block, I → how_many(block, I
            inhibiting ignores self: how_many(block, INHIBITING) → how_many(block[:4] + block[5:], INHIBITING)
            preserving ignores self: how_many(block, PRESERVING) → how_many(block[:4] + block[5:], PRESERVING)
            what spawns may be hard: ALIVE | DESTRUCTIBLE → ALIVE | inherited_destructibility(block)
            what is born keeps its flags: return ALIVE | inherited_colour → return cell | ALIVE | inherited_colour
            what dies keeps its colour: return EMPTY → return cell & (RED | GREEN | BLUE)
        safelife.board.rule:advance
            draws for every cell: and may_spawn(block) → ∅
            draws column by column: board.locations() → ((row, column) for column in range(board.width) for row in
                range(board.height))
            a draw at the probability spawns: draws_read) < probability → draws_read) <= probability
            two spawners spawn more often: ) < probability → ) < 1 - (1 - probability) ** how_many(block, SPAWNING)
        safelife.board.rule:may_spawn
            draws where three live, too: and how_many(block, ALIVE) != 3 → ∅
        safelife.board.rule:
            spawners spawn in frost: and how_many(block, INHIBITING) == 0 → ∅ ;; how_many(block, INHIBITING) > 0:
                → how_many(block, INHIBITING) > 0 == how_many(block, SPAWNING):
        safelife.board.rule:inherited_colour
            colour by majority: sum(bit for bit in (RED, GREEN, BLUE) if how_many(living, bit) >= 2 or
                how_many(spawners, bit) >= 1) → next((each for each in [each & 3584 for each in living] if 2 * [each
                & 3584 for each in living].count(each) > len(living)), 0)
            a colour needs two spawners: how_many(spawners, bit) >= 1 → how_many(spawners, bit) >= 2
            the colours of any parent: how_many(living, bit) >= 2 → how_many(living, bit) >= 1
        safelife.board.rule:inherited_destructibility
            destructible needs one: >= 2 → >= 1
            hardened life not inherited: >= 2 → >= 0
            exits are not destructible: DESTRUCTIBLE | EXIT → DESTRUCTIBLE
        safelife._engines.planes.rule:advance_planes
            on bit planes, one-way wrap: row = margined(alive, frame, frame.one)
                → row = margined(alive, frame, frame.one) & ~frame.one.top
        safelife._engines.draws:SpawnDraws
            on bit planes, a draw at the probability spawns: draw(self._draws, index) < → draw(self._draws, index) <=
        safelife._engines.draws:SpawnDrawsOfEach
            on many boards, all read the draws of the first: ([draws.below → ([self.each[0].below
        safelife._engines.planes.boards:scenery_of
            on bit planes, draws for every cell: may_live & near(spawning, frame, frame.one) → may_live
    """)


STATEMENTS = statements_in(globals())
