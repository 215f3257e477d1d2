"""Pictures in SVG rendered as PNG. resvg-py renders them; pillow brings letters for where no font is installed."""

from html import escape
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from formal_rl.errors import MissingExtra, UnusableObject

_NO_LETTER = chr(0x10FFFF)  # no font has it, so its picture is that of a missing letter
_CELL = 24


def required(module: str, library: str) -> Any:
    """Return a module of the extra for pictures; raise `MissingExtra`, with this name, where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra(library, "pillow resvg-py") from None


def rendered(svg: str, zoom: float = 1, *, system_fonts: bool = True) -> bytes:
    """Return a picture in SVG as the bytes of a PNG, enlarged.

    Without ``system_fonts`` all letters are those of pillow's font, whatever is installed on the machine.

    Raises `MissingExtra` where the renderer is not installed.
    """
    renderer = required("resvg_py", "resvg-py, which renders pictures,")
    font = required("PIL.ImageFont", "pillow, which has the letters of pictures,").load_default(12)
    with TemporaryDirectory() as directory:
        file = Path(directory) / "letters.ttf"  # where the renderer finds no font at all, it leaves text out
        file.write_bytes(font.font_bytes)
        return renderer.svg_to_bytes(  # type: ignore[no-any-return]
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=not system_fonts,
            font_files=[str(file)],
            sans_serif_family=font.getname()[0],
        )


def require_letters(letters: str, *, system_fonts: bool = True) -> None:
    """Raise `UnusableObject` unless each of these letters can be rendered.

    Where no font has a letter, the renderer draws a box in its place and does not say so.

    Raises `MissingExtra` where the renderer is not installed.
    """
    shown = [*letters, _NO_LETTER]
    texts = (f'<text x="{_CELL * place + 4}" y="18">{escape(letter)}</text>' for place, letter in enumerate(shown))
    size = f'width="{_CELL * len(shown)}" height="{_CELL}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(texts)}</svg>'
    content = rendered(svg, system_fonts=system_fonts)
    picture = required("PIL.Image", "pillow").open(BytesIO(content))
    sides = ((_CELL * place, 0, _CELL * (place + 1), _CELL) for place in range(len(shown)))
    *cells, box = (picture.crop(side).tobytes() for side in sides)
    missing = "".join(letter for letter, cell in zip(letters, cells, strict=True) if cell == box)
    if missing:
        raise UnusableObject("letters", missing, "letters that a font here has; install one, such as DejaVu Sans")
