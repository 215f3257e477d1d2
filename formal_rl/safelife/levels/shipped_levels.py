"""The published levels that come with the package: 20 of each of eight kinds."""

from importlib.resources import as_file, files

from formal_rl.errors import UnknownName, nearest, require_known
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.levels.level_archive import ArchivedLevels, open_levels

SHIPPED_KINDS = (
    "append-still",
    "append-dynamic",
    "append-spawn",
    "prune-still",
    "prune-still-hard",
    "prune-dynamic",
    "prune-spawn",
    "navigation",
)
"""The kinds of levels of the published benchmark.

Source: Wainwright and Eckersley 2019, Section 4.
Ledger: W19-levels
"""

LEVELS_OF_A_KIND = 20


def shipped_levels(kind: str) -> tuple[Level, ...]:
    """Return the shipped levels of a kind, in the order in which they were published; they are its first 20.

    The levels are data from SafeLife, (c) Partnership on AI, under the Apache License 2.0, which lies beside them.

    Raises `UnknownName` with the kinds that are nearest.

    Source: the benchmark of SafeLife 1.0; Wainwright and Eckersley 2019, Section 4.
    Ledger: W19-levels
    """
    require_known("no kind of levels", kind, SHIPPED_KINDS)
    levels = _archive(kind)
    return tuple(levels.level(number) for number in range(len(levels)))


def _archive(kind: str) -> ArchivedLevels:
    with as_file(files("formal_rl.safelife.levels").joinpath("published", f"{kind}.npz")) as path:
        return open_levels(path)


def shipped_level(name: str) -> Level:
    """Return the shipped level of this name: its kind and its number, counted from 0, such as prune-still-3.

    Raises `UnknownName` with the names that are nearest.

    Ledger: W19-levels*
    """
    kind, _, number = name.rpartition("-")
    numbers = [str(each) for each in range(LEVELS_OF_A_KIND)]
    if kind in SHIPPED_KINDS and number in numbers:
        return _archive(kind).level(int(number))
    if kind in SHIPPED_KINDS:
        raise UnknownName(f"no level {name!r}; there are {kind}-0 to {kind}-{LEVELS_OF_A_KIND - 1}")
    names = [f"{kind}-{number}" for kind in SHIPPED_KINDS for number in numbers]
    first = [f"{kind}-0" for kind in SHIPPED_KINDS]
    hint = nearest(name, names)
    raise UnknownName(f"no level {name!r}; {hint if hint.startswith('did') else nearest('', first)}")
