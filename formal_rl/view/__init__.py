"""Pages and pictures: how they look, as files of their own, and what renders them."""

from functools import cache
from importlib.resources import files


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file that lies here, such as report.css, without the end of its last line."""
    return files(__name__).joinpath(name).read_text("utf-8").removesuffix("\n")
