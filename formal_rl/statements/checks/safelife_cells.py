"""Checks of what each kind of cell becomes: by hand, in words, and where the paper's words leave it open."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from formal_rl.agents import Draw
from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import advance_batch_packed, advance_in_words
from formal_rl.safelife.board import (
    COLOURS,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    LIFE,
    NAMED_CELLS,
    AdvanceResult,
    Board,
    advance,
    colour_of,
    described,
)
from formal_rl.safelife.board.cells import HARD_LIFE, cell_of, coloured, named_cell
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.checks.safelife_dynamics import Cases, pictured
from formal_rl.statements.checks.safelife_fast_boards import (
    AdvanceBatch,
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
from formal_rl.statements.safelife_pairs import ADVANCE

_HALF = Fraction(1, 2)


def _named_by_hand() -> Iterator[Example]:
    for name, value, arithmetic in (
        ("life", 9, "alive 1, destructible 8"),
        ("hard life", 1, "alive 1"),
        ("wall", 16, "frozen 16"),
        ("crate", 32788, "frozen 16, pushable 4, pullable 32768"),
        ("tree", 17, "frozen 16, alive 1"),
        ("plant", 32789, "as a tree, and movable as a crate"),
        ("spawner", 152, "frozen 16, spawning 128, destructible 8"),
        ("hard spawner", 144, "frozen 16, spawning 128"),
        ("exit", 272, "frozen 16, exit 256"),
        ("fountain", 48, "frozen 16, preserving 32"),
        ("parasite", 85, "frozen 16, inhibiting 64, alive 1, pushable 4"),
        ("weed", 53, "frozen 16, preserving 32, alive 1, pushable 4"),
        ("ice cube", 32884, "as a crate, and inhibiting 64, preserving 32"),
        ("player", 122, "agent 2, destructible 8, frozen 16, preserving 32, inhibiting 64"),
    ):
        yield Example(f"the number of {name}", arithmetic, value, partial(NAMED_CELLS.__getitem__, name))
    yield Example("red life", "9, and red 512", 521, partial(named_cell, "life", "red"))


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
        yield Example(about, arithmetic, pictured(expected), partial(after, pictured(before)))


def _neighbourhood_by_hand(after: Callable[..., Board]) -> Iterator[Example]:
    for about, arithmetic, before, expected in (
        ("beside a fountain", "preserved", "..... .of.. ..... ..... .....", "..... .of.. ..... ..... ....."),
        ("two places from a fountain", "it dies", "..... .o.f. ..... ..... .....", "..... ...f. ..... ..... ....."),
        (
            "a pair beside a parasite",
            "it preserves nothing",
            "..... .p... ..o.. ..... .....",
            "..... .p... ..... ..... .....",
        ),
        ("a blinker over the edge", "it turns", "oo..o ..... ..... ..... .....", "o.... o.... ..... ..... o...."),
        ("a blinker over the lower edge", "it turns", "o.... o.... ..... ..... o....", "oo..o ..... ..... ..... ....."),
        ("a side of 2", "itself, and its neighbour twice: three; below them 2 and 4", "oo ..", "oo .."),
        ("one cell", "it meets itself nine times", "o", "."),
    ):
        yield Example(about, arithmetic, pictured(expected), partial(after, pictured(before)))


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
        yield Example(about, arithmetic, pictured(expected, q=cell), partial(after, pictured(before, q=cell)))


def _spawners_by_hand(advance: Advance) -> Iterator[Example]:
    draws: tuple[Draw, ...] = (0, _HALF, Fraction(1, 4), Fraction(3, 4), *(Fraction(5, 8),) * 12)
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
        (
            "four draws",
            "row by row 0, 1/2, 1/4, 3/4: below 1/2 are 0 and 1/4",
            "#.# .s. #.#",
            _HALF,
            0,
            "#o# .so #.#",
            4,
        ),
        ("draws from the third on", "1/4 is below 1/2; 3/4 and 5/8 are not", "#.# .s. #.#", _HALF, 2, "#o# .s. #.#", 6),
        (
            "two spawners, one place",
            "5/8 is not below 1/2, for two as for one",
            "s.s ### ###",
            _HALF,
            5,
            "s.s ### ###",
            6,
        ),
        ("no spawner", "no draw", "o.. ... ...", _HALF, 0, "... ... ...", 0),
    ):
        others = {"q": named_cell("hard life", "red"), "m": named_cell("life", "magenta")}
        yield Example(
            about,
            arithmetic,
            AdvanceResult(pictured(expected, **others), read),
            partial(advance, pictured(before), probability, draws, first),
        )


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
) -> Iterator[Part]:
    """Check the rule of cells and its optimised forms: by hand, in words, and where the paper's words leave it open."""

    def after(board: Board) -> Board:
        return advance(board, 0, (), 0).board

    yield check_examples((*_named_by_hand(), *cells_by_hand()), "the numbers of the named cells")
    yield check_examples(_rule_by_hand(advance))
    forms: dict[str, Advance] = {
        "advance_in_words": advance_in_words,
        "advance_packed": packed,
        "advance_batch_packed": one_of_many(batch),
    }
    for name, form in forms.items():
        yield check_examples(_rule_by_hand(form), f"worked examples, {name}")
    yield check_examples(
        (
            *frames_by_hand(),
            *boards_by_hand(),
            *draws_by_hand(),
            *(each for name, form in {"advance": advance, **forms}.items() for each in refused_by_hand(name, form)),
            *batches_refused_by_hand(),
        ),
        "boards and draws, and what is refused",
    )
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
    yield decide_cases(
        "parents that are not destructible have none that is",
        _hard_parents(after),
        branches=("hard life", "an exit"),
        domain="three living cells, each an exit or not, none destructible",
    ).meant_to_fail("the child of hard life, cell (alive, exit), cell (alive, exit): expected 'hard life', got 'life'")


def _inherited(after: Callable[[Board], Board], allowed: Callable[[tuple[str, ...]], list[str]], branch: str) -> Cases:
    """Yield triples of parents, fewest bits first, and whether the child has one of the colours that are allowed."""
    for parents in sorted(product(COLOURS, repeat=3), key=_number_of_bits):
        if (max(Counter(parents).values()) >= 2) != (branch == "two of a colour"):
            continue
        row = [coloured(LIFE, colour) for colour in parents]
        child = after(Board([row, [EMPTY] * 3, [EMPTY] * 3]))[1, 1]
        got, colours = COLOURS[colour_of(child)], sorted(set(allowed(parents)))
        about = f"the child of {', '.join(parents)}"
        yield branch, None if got in colours else Disagreement(about, " or ".join(colours), got)


def _number_of_bits(colours: tuple[str, ...]) -> int:
    return sum(COLOURS.index(colour).bit_count() for colour in colours)


def _hard_parents(after: Callable[[Board], Board]) -> Cases:
    for parents in product((HARD_LIFE, HARD_LIFE | EXIT), repeat=3):
        child = after(Board([parents, [EMPTY] * 3, [EMPTY] * 3]))[1, 1]
        about = f"the child of {', '.join(described(parent) for parent in parents)}"
        wrong = Disagreement(about, "hard life", described(child)) if child & DESTRUCTIBLE else None
        yield "an exit" if any(parent & EXIT for parent in parents) else "hard life", wrong
