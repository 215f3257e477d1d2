"""The gridworlds of the paper, reconstructed from its sentences, and a few of our own."""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from formal_rl.errors import require_known
from formal_rl.gridworlds.layout import parse_layout
from formal_rl.gridworlds.world import Value, World

LEDGER = ("T24-layouts",)


def _pictures(file: str) -> Mapping[str, str]:
    text = files("formal_rl.gridworlds").joinpath(file).read_text("utf-8")
    named = (block.partition("\n") for block in text.split("\n\n"))
    return MappingProxyType({name: f"{picture.rstrip()}\n" for name, _, picture in named})


RECONSTRUCTED = _pictures("paper_worlds.txt")
"""Pictures of the ten worlds of the paper, by name, as far as its sentences determine them: no original was at hand.

Source: Thornley et al. 2024, Figures 2, 5 and 8 and Appendix C.
Ledger: T24-layouts*
"""

SYNTHETIC = _pictures("our_worlds.txt")
"""Pictures of worlds that are not in the paper: several buttons, and a world in which no clock is a loss."""

LOPSIDED_COIN: Value = 1
"""The default value of the coin x of the lopsided world."""


def named_world(name: str, x: Value = LOPSIDED_COIN) -> World:
    """Return the world of this name; ``x`` is the value of the coin Cx.

    Raises `UnknownName` with the names that are nearest.

    Ledger: T24-layouts*
    """
    pictures = {**RECONSTRUCTED, **SYNTHETIC}
    require_known("no world", name, pictures)
    return parse_layout(pictures[name], {"x": x})
