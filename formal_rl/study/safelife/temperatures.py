"""Still lifes generated at several temperatures, beside each other: Figure 4 in kind."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from formal_rl.safelife.board import EMPTY, GREEN, LIFE, MARGIN, SIDE, Board, Location, board_svg
from formal_rl.safelife.generation import BLOCK, Generated, Number, generate_still_life_incremental
from formal_rl.seeded_draws import SeededDraws

FIGURE: tuple[tuple[Fraction, int], ...] = ((Fraction(1, 2), 24), (Fraction(3, 2), 20))
"""A low temperature and a high one, each with a seed for which the algorithm halts soon."""

FIGURE_TARGET = Fraction(1, 5)
MOST_PER_CELL = 50
CAPTION = 26


class Grown(NamedTuple):
    """A pattern with the temperature at which it was generated, and the seed of its draws."""

    temperature: Number
    seed: int
    generated: Generated

    def caption(self) -> str:
        """Return what is said of it: temperature, density, how many pieces, how large the largest."""
        pieces = pieces_of(self.generated.board)
        cells = sum(map(len, pieces))
        board = self.generated.board
        share = cells / (board.height * board.width)
        return (
            f"T = {float(self.temperature):g}: {share:.0%} filled, {len(pieces)} pieces, "
            f"the largest of {max(map(len, pieces), default=0)} cells"
        )


def grown(temperature: Number, seed: int, *, eta: Number = FIGURE_TARGET, side: int = 26) -> Grown:
    """Return what becomes of an empty square, with green life and no penalties.

    Raises `InvalidParameter` as the generator does.
    """
    generated = generate_still_life_incremental(
        Board.empty(side, side),
        eta,
        temperature,
        {EMPTY: 0, LIFE | GREEN: 0},
        SeededDraws(seed),
        most_iterations=MOST_PER_CELL * side**2,
    )
    return Grown(temperature, seed, generated)


def pieces_of(board: Board) -> tuple[frozenset[Location], ...]:
    """Return the sets of cells that are not empty and hang together, corners included, round the torus."""
    left = {location for location in board.locations() if board[location] != EMPTY}
    pieces = []
    while left:
        waiting = [min(left)]
        piece = set(waiting)
        while waiting:
            row, column = waiting.pop()
            near = {board.wrapped((row + down, column + right)) for down, right in BLOCK}
            waiting.extend((near & left) - piece)
            piece |= near & left
        left -= piece
        pieces.append(frozenset(piece))
    return tuple(pieces)


def temperatures_svg(patterns: Sequence[Grown]) -> str:
    """Return a picture of patterns side by side, each under its temperature, density, and pieces."""
    x, panels = 0, []
    tallest = 0
    for pattern in patterns:
        board = pattern.generated.board
        width, height = (length * SIDE + MARGIN + 1 for length in (board.width, board.height))
        panels.append(
            f'<g transform="translate({x} 0)"><text x="{MARGIN}" y="17">{escape(pattern.caption())}</text></g>\n'
            f'<g transform="translate({x} {CAPTION})">{board_svg(board.rows)}</g>\n'
        )
        x += width + MARGIN
        tallest = max(tallest, height)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="{tallest + CAPTION}" role="img" '
        f'aria-label="{len(patterns)} generated still lifes" font-family="sans-serif" font-size="14">\n'
    )
    return f'{opening}<rect width="100%" height="100%" fill="#fff"/>\n{"".join(panels)}</svg>\n'


def main() -> None:
    """Print the picture of low and high temperature."""
    print(temperatures_svg([grown(temperature, seed) for temperature, seed in FIGURE]), end="")


if __name__ == "__main__":
    main()
