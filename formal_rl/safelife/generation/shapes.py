"""The shape of a pattern: its pieces and how large they are, and how much of that a setting explains."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import EMPTY

LEDGER = ("W19-Fig4*",)


class PatternShape(NamedTuple):
    """How many cells are not empty, into how many pieces they fall, and how many cells the largest piece has.

    A piece is connected by sides and corners on the torus. So two blocks with an empty cell between them are
    two pieces, though a cell between them has neighbours in both.

    Source: Wainwright and Eckersley 2019, Figure 4: "small separable still lifes" and "sprawling, centralized".
    """

    cells: int
    pieces: int
    largest: int

    @property
    def centralised(self) -> Fraction:
        """The share of the cells that the largest piece has; 0 of an empty board."""
        return Fraction(self.largest, self.cells) if self.cells else Fraction(0)


def pieces_of(board: Board) -> tuple[frozenset[Location], ...]:
    """Return the pieces of a board, the largest first: sets of cells that are not empty and hang together."""
    left = {location for location in board.locations() if board[location] != EMPTY}
    found = []
    while left:
        waiting = [min(left)]
        left -= {*waiting}
        piece = set(waiting)
        while waiting:
            row, column = waiting.pop()
            around = ((row + down, column + right) for down, right in product((-1, 0, 1), repeat=2))
            new = {(r % board.height, c % board.width) for r, c in around} & left
            left -= new
            piece |= new
            waiting += new
        found.append(frozenset(piece))
    return tuple(sorted(found, key=lambda piece: (-len(piece), sorted(piece))))


def shape_of(board: Board) -> PatternShape:
    """Return the shape of the cells of a board."""
    sizes = [len(piece) for piece in pieces_of(board)]
    return PatternShape(sum(sizes), len(sizes), max(sizes, default=0))


class Explained(NamedTuple):
    """Which parts of the variance of a number two settings explain, each by itself: from 0 to 1, 1 together at most."""

    first: Fraction
    second: Fraction


def explained(values: Mapping[tuple[object, object], Sequence[Fraction | int]]) -> Explained:
    """Return how much of the variance of some numbers each of two settings explains, as in an analysis of variance.

    The numbers are given for each pair of settings, as many for each: then what the two explain by themselves does not
    overlap. A setting explains the sum of squares of the means for its values, weighed by how many numbers they have,
    about the mean of all, over that of all numbers.

    Raises `InvalidParameter` where not each pair has as many numbers, or where all numbers are equal.

    Source: Wainwright and Eckersley 2019, Appendix A, "a more dramatic qualitative effect", has no measure.
    """
    pairs = set(product({first for first, _ in values}, {second for _, second in values}))
    if pairs != set(values) or len({len(each) for each in values.values()}) != 1:
        raise InvalidParameter("values", sorted(map(str, values)), "as many numbers for each pair of settings")
    every = [(key, Fraction(value)) for key, each in values.items() for value in each]
    mean = sum((value for _, value in every), Fraction(0)) / max(1, len(every))
    total = sum((value - mean) ** 2 for _, value in every)
    if not total:
        raise InvalidParameter("values", "all equal", "numbers that differ")

    def by(place: int) -> Fraction:
        found = Fraction(0)
        for setting in {key[place] for key in values}:
            of_it = [value for key, value in every if key[place] == setting]
            found += len(of_it) * (sum(of_it, Fraction(0)) / len(of_it) - mean) ** 2
        return found / total

    return Explained(by(0), by(1))
