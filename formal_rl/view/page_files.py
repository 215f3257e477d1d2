"""How pages look: styles, scripts and templates, which are files of their own beside this module."""

from functools import cache
from importlib.resources import files


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file that lies here, such as report.css, without the end of its last line."""
    return files("formal_rl.view").joinpath(name).read_text("utf-8").removesuffix("\n")
