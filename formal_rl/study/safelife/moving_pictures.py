"""Runs of SafeLife as moving pictures, GIF or APNG: the SVG of boards, rendered, and put together by pillow."""

from collections.abc import Callable, Sequence
from io import BytesIO
from textwrap import wrap
from typing import Any, Literal

from formal_rl.safelife.board import COLOUR_MASK, MARGIN, SIDE, Board, Cell, board_svg
from formal_rl.study.safelife.animation import Animation, said_of
from formal_rl.view import rendered, required

TILE = 16
"""How many pixels the side of a location has."""

TEXT_SIZE = 13
LINES = 7
LINE_HEIGHT = 17
EDGE = 6
LEAST_WIDTH = 360
LETTER = 6.6
GRID, INK = "#e2e2e0", "#111111"
_FORMATS = {"gif": "GIF", "apng": "PNG"}


def moving_picture(
    animation: Animation,
    form: Literal["gif", "apng"],
    steps_a_second: int = 5,
    *,
    drawn: Callable[[], None] = lambda: None,
) -> bytes:
    """Return a GIF or an APNG that shows a run again and again: the board, and below it what is said of each step.

    Where more is said than there is room for, the rest is left out. ``drawn`` is called after each board.

    Raises `MissingExtra` where pillow or resvg-py is not installed.
    """
    painter = Painter([(moment.state.board, moment.state.goals) for moment in animation.moments])
    frames = []
    for step, moment in enumerate(animation.moments):
        said = [line for line, _ in said_of(animation, step)]
        frames.append(painter.frame(moment.state.board, moment.state.goals, [animation.title, *said]))
        drawn()
    palette = painter.palette()
    frames = [frame.quantize(palette=palette, dither=0) for frame in frames]  # what does not change stays the same
    pause = 1000 // steps_a_second
    pauses = [pause] * (len(frames) - 1) + [max(pause, 1500)]
    content = BytesIO()
    frames[0].save(content, _FORMATS[form], save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return content.getvalue()


def find_pillow() -> tuple[Any, Any, Any]:
    """Return the modules of pillow that draw: images, pens and letters.

    Raises `MissingExtra` where they are not installed.
    """
    image, draw, font = (
        required(f"PIL.{name}", "pillow, which draws moving pictures,") for name in ("Image", "ImageDraw", "ImageFont")
    )
    return image, draw, font


class Painter:
    """Puts pictures of boards together, each kind of location among them rendered once."""

    def __init__(self, boards: Sequence[tuple[Board, Board]]) -> None:
        self._image, self._draw, font = find_pillow()
        self._font = font.load_default(TEXT_SIZE)
        kinds = sorted({kind for board, goals in boards for row in _kinds(board, goals) for kind in row})
        self._strip = self._image.open(BytesIO(rendered(_strip_svg(kinds), system_fonts=False))).convert("RGB")
        self._tiles = {
            kind: self._strip.crop((TILE * place, 0, TILE * (place + 1), TILE)) for place, kind in enumerate(kinds)
        }

    def frame(self, board: Board, goals: Board, said: Sequence[str]) -> Any:
        """Return the picture of a board, one of those that were given, with lines of text below it."""
        wide = max(board.width * TILE + 1, LEAST_WIDTH)
        high = board.height * TILE + 1
        frame = self._image.new("RGB", (wide, high + LINES * LINE_HEIGHT + 2 * EDGE), "#ffffff")
        for row, kinds in enumerate(_kinds(board, goals)):
            for column, kind in enumerate(kinds):
                frame.paste(self._tiles[kind], (column * TILE, row * TILE))
        pen = self._draw.Draw(frame)
        pen.line([(0, high - 1), (board.width * TILE, high - 1)], fill=GRID)
        pen.line([(board.width * TILE, 0), (board.width * TILE, high - 1)], fill=GRID)
        fitting = [part for line in said for part in wrap(line, int(wide / LETTER), subsequent_indent="    ")]
        if len(fitting) > LINES:
            fitting[LINES - 1 :] = ["..."]
        for place, line in enumerate(fitting):
            pen.text((EDGE, high + EDGE + place * LINE_HEIGHT), line, fill=INK, font=self._font)
        return frame

    def palette(self) -> Any:
        """Return a picture with the colours of all locations and of text."""
        strip = self._image.new("RGB", (self._strip.width + 4 * TILE, TILE), "#ffffff")
        strip.paste(self._strip, (4 * TILE, 0))
        self._draw.Draw(strip).text((0, 0), "made it", fill=INK, font=self._font)
        return strip.quantize(256)


def _kinds(board: Board, goals: Board) -> list[list[tuple[Cell, Cell]]]:
    """Return, by rows, what is seen at each location: its cell, and the colour of its goal."""
    return [
        [(cell, goal & COLOUR_MASK) for cell, goal in zip(cells, below, strict=True)]
        for cells, below in zip(board.rows, goals.rows, strict=True)
    ]


def _strip_svg(kinds: Sequence[tuple[Cell, Cell]]) -> str:
    """Return the SVG of a board of one row, without its margins, in which the lines of the grid are on whole pixels."""
    pixel = SIDE / TILE
    begin = MARGIN - pixel / 2
    cells, goals = zip(*kinds, strict=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(kinds) * TILE}" height="{TILE}" '
        f'viewBox="{begin} {begin} {len(kinds) * SIDE} {SIDE}">{board_svg([cells], [goals])}</svg>'
    )
