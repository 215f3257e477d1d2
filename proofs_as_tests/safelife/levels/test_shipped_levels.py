"""The shipped levels: their points as they were recorded, their names, and that they are as published."""

import pytest

from formal_rl.errors import UnknownName
from formal_rl.safelife.board import AGENT, EXIT, GREEN, SPAWNING
from formal_rl.safelife.board.cells import RED, flags_of, named_cell, orientation_of
from formal_rl.safelife.game import available_points
from formal_rl.safelife.levels import SHIPPED_KINDS, shipped_level, shipped_levels
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND

AVAILABLE = {
    "append-still": (51, 48, 54, 45, 57, 69, 48, 51, 78, 42, 51, 69, 54, 48, 48, 57, 51, 42, 51, 63),
    "append-dynamic": (105, 39, 93, 78, 66, 75, 33, 51, 39, 111, 99, 69, 66, 60, 78, 123, 75, 42, 93, 81),
    "append-spawn": (30, 39, 30, 30, 27, 36, 24, 24, 18, 33, 48, 60, 27, 30, 30, 36, 48, 45, 36, 36),
    "prune-still": (17, 24, 19, 18, 18, 16, 18, 17, 23, 16, 18, 19, 27, 17, 15, 18, 22, 19, 18, 17),
    "prune-still-hard": (30, 31, 25, 39, 21, 45, 22, 38, 42, 41, 29, 54, 51, 28, 46, 28, 30, 45, 34, 30),
    "prune-dynamic": (37, 35, 44, 42, 22, 21, 38, 41, 33, 26, 40, 32, 36, 33, 30, 29, 46, 21, 35, 15),
    "prune-spawn": (13, 9, 9, 9, 8, 13, 14, 8, 10, 12, 13, 12, 22, 16, 8, 15, 7, 7, 13, 17),
    "navigation": (0,) * 20,
}
"""What the published code finds available in each level."""

REQUIRED = {
    "append-still": (26, 24, 27, 23, 29, 35, 24, 26, 39, 21, 26, 35, 27, 24, 24, 29, 26, 21, 26, 32),
    "append-dynamic": (53, 20, 47, 39, 33, 38, 17, 26, 20, 56, 50, 35, 33, 30, 39, 62, 38, 21, 47, 41),
    "append-spawn": (15, 20, 15, 15, 14, 18, 12, 12, 9, 17, 24, 30, 14, 15, 15, 18, 24, 23, 18, 18),
    "prune-still": (9, 12, 10, 9, 9, 8, 9, 9, 12, 8, 9, 10, 14, 9, 8, 9, 11, 10, 9, 9),
    "prune-still-hard": (15, 16, 13, 20, 11, 23, 11, 19, 21, 21, 15, 27, 26, 14, 23, 14, 15, 23, 17, 15),
    "prune-dynamic": (19, 18, 22, 21, 11, 11, 19, 21, 17, 13, 20, 16, 18, 17, 15, 15, 23, 11, 18, 8),
    "prune-spawn": (7, 5, 5, 5, 4, 7, 7, 4, 5, 6, 7, 6, 11, 8, 4, 8, 4, 4, 7, 9),
    "navigation": (0,) * 20,
}
"""What the published code requires in each level."""


@pytest.mark.statement("W19-levels")
@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_the_points_are_the_recorded_ones(kind):
    """Available and required points are those that the published code was seen to find."""
    levels = shipped_levels(kind)

    assert tuple(available_points(level.board, level.goals) for level in levels) == AVAILABLE[kind]
    assert tuple(level.required for level in levels) == tuple((points,) for points in REQUIRED[kind])


@pytest.mark.statement("W19-levels")
@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_every_level_is_as_the_paper_describes_its_kind(kind):
    """26 by 26 cells, one agent turned right, one exit; spawners and red dots where the kind has them."""
    for number, level in enumerate(shipped_levels(kind)):
        assert (level.board.height, level.board.width, level.name) == (26, 26, f"{kind}-{number}")
        (agent,) = level.agents
        assert level.board.find(AGENT) == (agent,)
        assert orientation_of(level.board[agent]) == 1
        assert "destructible" in flags_of(level.board[agent])
        assert len(level.board.find(EXIT)) == 1
        assert bool(level.board.find(SPAWNING)) == (kind.endswith("spawn") or kind == "navigation")
        assert bool(level.board.find(GREEN))
        red_dots = [place for place in level.board.find(RED) if level.board[place] == named_cell("life", "red")]
        assert bool(red_dots) == kind.startswith("prune")


def test_levels_are_named():
    """A level is called by its kind and its number in its file."""
    names = [level.name for kind in SHIPPED_KINDS for level in shipped_levels(kind)]

    assert len(set(names)) == len(names) == LEVELS_OF_A_KIND * len(SHIPPED_KINDS) == 160
    assert shipped_level("prune-still-3") == shipped_levels("prune-still")[3]
    assert shipped_level("prune-still-hard-19").name == "prune-still-hard-19"


@pytest.mark.parametrize(
    ("function", "name", "said"),
    [
        (shipped_level, "prune-still-20", "there are prune-still-0 to prune-still-19"),
        (shipped_level, "prune-still-03", "there are prune-still-0 to prune-still-19"),
        (shipped_level, "prune-stil-3", "did you mean prune-still-3"),
        (shipped_level, "zzz", "there are append-still-0"),
        (shipped_levels, "navigaton", "did you mean navigation"),
    ],
)
def test_names_of_no_level(function, name, said):
    """The numbers of the kind, the nearest name, or the first of each kind."""
    with pytest.raises(UnknownName, match=said):
        function(name)
