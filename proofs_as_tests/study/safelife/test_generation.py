"""Statistics of levels, and errors where a level cannot be generated."""

from fractions import Fraction
from functools import partial

import pytest
from attrs import evolve

from formal_rl.errors import FormalRLError
from formal_rl.safelife.generation.generated_levels import TARGETS
from formal_rl.safelife.levels import shipped_level
from formal_rl.study.safelife import generation
from formal_rl.study.safelife.generation import QUANTITIES, level_statistics, seeded_level


def test_statistics_by_hand():
    """Of one shipped level, counted by hand from its picture's legend, and of two."""
    level = shipped_level("append-spawn-1")
    one = level_statistics("append-spawn", "of one", [level]).spreads
    cells = [cell for row in level.board.rows for cell in row]
    assert one["spawners"] == (1, 1, 1)
    assert one["exits"] == (1, 1, 1)
    assert one["red"] == one["yellow"] == (0, 0, 0)
    assert one["required"].mean == level.required[0] == 20
    assert one["blue goals"].mean == 13
    assert one["filled %"].mean == Fraction(100 * sum(cell != 0 for cell in cells), len(cells))
    two = level_statistics("append-spawn", "of two", [level, shipped_level("append-spawn-2")]).spreads
    assert two["required"] == (17.5, 15, 20)
    assert set(two) == set(QUANTITIES)


def test_impossible_targets_say_kind_size_and_seed(monkeypatch):
    """And the bound at which it ended."""
    targets = evolve(TARGETS["append-still"], fill=1, iterations=1, attempts=1)
    monkeypatch.setattr(generation, "generate", partial(generation.generate, targets=targets))
    said = r"^no level of kind append-still, 14 x 14: the neutral pattern of region 0 was not done in .*\nseed 8$"
    with pytest.raises(FormalRLError, match=said):
        seeded_level("append-still", 14, 8)
