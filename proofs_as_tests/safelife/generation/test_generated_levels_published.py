"""Generated levels in the published code, where that is installed: they load, and play as they do here."""

import numpy
import pytest

from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import ACTIONS, has_exited, points, start, step
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.generation import GENERATED_KINDS
from formal_rl.safelife.generation.generated_levels import generate_level
from formal_rl.safelife.levels import read_levels, write_levels
from formal_rl.seeded_draws import SeededDraws

pytest.importorskip("safelife.speedups", reason="the published code is not installed", exc_type=ImportError)


@pytest.mark.parametrize("kind", GENERATED_KINDS)
def test_the_published_code_plays_generated_levels(kind, tmp_path):
    """Board, goals, agent, points and exit are the same after each of 60 random actions, the same draws being read."""
    from safelife.safelife_game import SafeLifeGame

    levels = tuple(generate_level(kind, 20, SeededDraws(seed)) for seed in range(2))
    write_levels(tmp_path / "levels.npz", levels)
    assert read_levels(tmp_path / "levels.npz") == levels
    for number, row in enumerate(numpy.load(tmp_path / "levels.npz", allow_pickle=False)["levels"]):
        level, theirs = in_single_precision(levels[number]), SafeLifeGame.loaddata(row)
        theirs.seed = number
        ours = start(level)
        assert tuple(theirs.required_points()) == level.required
        for action in numpy.random.default_rng(number).integers(0, len(ACTIONS), 60).tolist():
            theirs.execute_actions(numpy.array([action]))
            theirs.advance_board()
            theirs.update_exit_colors()
            ours = step(level, ours, (action,), SeededDraws(number), advance=advance_packed).state
            assert Board.from_array(theirs.board) == ours.board
            assert Board.from_array(theirs.goals) == ours.goals
            assert theirs.current_points().tolist() == [points(level, ours, 0)]
            assert bool(theirs.has_exited().any()) == has_exited(ours, 0)
