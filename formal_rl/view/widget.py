"""What a notebook shows: pictures."""

from typing import NamedTuple


class Picture(NamedTuple):
    """An SVG that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """Return what stands for the picture in a text."""
        return f"<a picture: {len(self.svg):,} characters of SVG>"
