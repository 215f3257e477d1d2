"""Runs of SafeLife as moving pictures, GIF or APNG, which need pillow."""

from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO
from textwrap import wrap
from typing import Any, Literal

from formal_rl.errors import MissingExtra
from formal_rl.safelife.board import TINTS, Board, Cell, colour_of
from formal_rl.study.safelife._outlines import Outline, outlines
from formal_rl.study.safelife.animation import Animation, said_of

TILE = 16
"""How many pixels the side of a location has."""

FINER = 4
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

    Raises `MissingExtra` where pillow is not installed.
    """
    painter = _Painter(*find_pillow())
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


def find_pillow() -> tuple[Any, Any, Any, Any]:
    """Return the modules of pillow that draw: images, pens, letters and colours.

    Raises `MissingExtra` where they are not installed.
    """
    try:
        image, draw, font, colour = (
            import_module(f"PIL.{name}") for name in ("Image", "ImageDraw", "ImageFont", "ImageColor")
        )
    except ImportError:
        raise MissingExtra("pillow, which draws moving pictures,", "pictures") from None
    return image, draw, font, colour


class _Painter:
    """Draws boards, each kind of location once."""

    def __init__(self, image: Any, draw: Any, font: Any, colour: Any) -> None:
        self._image, self._draw, self._colour = image, draw, colour
        self._font = font.load_default(TEXT_SIZE)
        self._tiles: dict[tuple[Cell, str], Any] = {}

    def frame(self, board: Board, goals: Board, said: Sequence[str]) -> Any:
        """Return the picture of a board with lines of text below it."""
        wide = max(board.width * TILE + 1, LEAST_WIDTH)
        high = board.height * TILE + 1
        frame = self._image.new("RGB", (wide, high + LINES * LINE_HEIGHT + 2 * EDGE), "#ffffff")
        for row, column in board.locations():
            tint = TINTS[colour_of(goals[row, column])]
            frame.paste(self._tile(board[row, column], tint), (column * TILE, row * TILE))
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
        """Return a picture with the colours of all that was drawn so far."""
        strip = self._image.new("RGB", (TILE * (len(self._tiles) + 4), TILE), "#ffffff")
        for place, tile in enumerate(self._tiles.values(), start=4):
            strip.paste(tile, (place * TILE, 0))
        self._draw.Draw(strip).text((0, 0), "made it", fill=INK, font=self._font)
        return strip.quantize(256)

    def _tile(self, cell: Cell, tint: str) -> Any:
        if (cell, tint) not in self._tiles:
            self._tiles[cell, tint] = self._painted(cell, tint)
        return self._tiles[cell, tint]

    def _painted(self, cell: Cell, tint: str) -> Any:
        """Return the picture of a location, drawn larger and made small, so that it is smooth."""
        side = TILE * FINER
        tile = self._image.new("RGB", (side, side), tint)
        for outline in outlines(cell):
            self._paint(tile, outline)
        tile = tile.resize((TILE, TILE), self._image.Resampling.LANCZOS)
        pen = self._draw.Draw(tile)
        pen.line([(0, TILE), (0, 0), (TILE, 0)], fill=GRID)
        return tile

    def _paint(self, tile: Any, outline: Outline) -> None:
        scale = tile.width / 20
        points = [(x * scale, y * scale) for x, y in outline.points]
        pen = self._draw.Draw(tile, "RGBA")
        if outline.label:
            font = self._font.font_variant(size=outline.width * scale)
            pen.text(points[0], outline.label, fill=outline.fill, font=font, anchor="ms")
            return
        if outline.fill is not None:
            colour = self._colour.getrgb(outline.fill)
            pen.polygon(points, fill=(*colour, round(255 * outline.opacity)))
        if outline.stroke is not None:
            pen.line(points, fill=outline.stroke, width=round(outline.width * scale), joint="curve")
