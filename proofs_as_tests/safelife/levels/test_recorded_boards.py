"""Recorded boards: the ends of a run from each form of archive, and each fault by file and field."""

import numpy
import pytest
from attrs import evolve

from formal_rl.errors import InvalidParameter, UnusableArchive
from formal_rl.safelife.board import CRATE, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import SafeLifeRun, write_levels
from formal_rl.safelife.levels.level_archive import write_level
from formal_rl.safelife.levels.recorded_boards import read_run_ends

FIRST = board_of(5, 5, [((2, 1), PLAYER), ((2, 2), CRATE), ((0, 0), WALL), ((4, 4), LIFE | GREEN)])
LEVEL = Level(FIRST, Board.empty(5, 5), agents=((2, 1),), name="crate")
RUN = SafeLifeRun(LEVEL, 0, "hand", ((2,), (0,), (2,)), ((0,),) * 3, FIRST)
AFTER = [turn.state.board for turn in RUN.turns()]
LAST = AFTER[-1]


def array(boards):
    """These boards as an array, or one."""
    return boards.array() if isinstance(boards, Board) else numpy.stack([board.array() for board in boards])


@pytest.fixture
def saved(tmp_path):
    """A function that writes an archive of these fields."""

    def save(**fields):
        path = tmp_path / "run.npz"
        numpy.savez_compressed(path, **fields)
        return path

    return save


# --- What is read ---


def test_a_recording_of_version_1_2_2(saved):
    """It has the board after each step; the level comes from elsewhere."""
    ends = read_run_ends(saved(board=array(AFTER), goals=array([LEVEL.goals] * 3)), LEVEL, seed=7)

    assert (ends.level, ends.board, ends.steps, ends.seed) == (LEVEL, LAST, 3, 7)


@pytest.mark.parametrize("level", [None, LEVEL])
def test_a_recording_of_version_1_0(saved, level):
    """It has an orientation for each board, and begins with the first one; a level that is given goes before it."""
    path = saved(board=array([FIRST, *AFTER]), orientation=numpy.ones(4, dtype=int))
    ends = read_run_ends(path, level)

    assert (ends.level.board, ends.board, ends.steps) == (FIRST, LAST, 3)
    assert (ends.level.name, float(ends.level.spawn_probability)) == ("crate" if level else "", 0.3)
    assert ends.level.agents == LEVEL.agents


@pytest.mark.parametrize(
    ("fields", "level", "steps"),
    [
        ({"start": array(FIRST), "steps": numpy.array(3)}, None, None),
        ({"start": array(FIRST)}, None, 3),
        ({"steps": numpy.array(3)}, LEVEL, None),
        ({"orientation": numpy.array(1)}, LEVEL, 3),
    ],
)
def test_the_last_board_alone(saved, fields, level, steps):
    """With the first board or a level, and the number of steps from either side."""
    ends = read_run_ends(saved(board=array(LAST).astype(numpy.int64), **fields), level, steps)

    assert (ends.level.board, ends.board, ends.steps) == (FIRST, LAST, 3)


def test_a_start_beside_all_boards(saved):
    """Then all of the boards are after a step."""
    assert read_run_ends(saved(board=array(AFTER), start=array(FIRST))).steps == 3


def test_a_saved_game(tmp_path):
    """What the published code saves of a game is a level, and its board is the last one."""
    path = tmp_path / "last.npz"
    write_level(path, evolve(LEVEL, board=LAST, agents=((2, 3),)))

    assert read_run_ends(path, LEVEL, 3).board == LAST


# --- Faults ---

WALLS = AFTER[-1].with_cells({(0, 0): 0})


@pytest.mark.parametrize(
    ("fields", "level", "steps", "said"),
    [
        ({"goals": array(LAST)}, LEVEL, 3, "board: is missing"),
        ({"board": numpy.zeros((2, 2, 2, 2), int)}, LEVEL, 3, r"board: is of shape \(2, 2, 2, 2\): expected a board"),
        ({"board": numpy.zeros((0, 5, 5), int)}, LEVEL, None, r"board: is of shape \(0, 5, 5\)"),
        ({"board": array(LAST) / 2}, LEVEL, 3, "board: .*float64"),
        ({"board": array(LAST).astype(int) - 1}, LEVEL, 3, "board: .*-1"),
        ({"board": array(LAST)}, None, 3, "start: is missing: give the level"),
        ({"board": array(LAST)}, LEVEL, None, "steps: is missing: give the number of steps"),
        ({"board": array(LAST), "steps": numpy.array([3])}, LEVEL, None, r"steps: is int64 of shape \(1,\)"),
        ({"board": array(LAST), "steps": numpy.array(-3)}, LEVEL, None, "steps: .*at least 0"),
        ({"board": array(LAST), "steps": numpy.array(3.0)}, LEVEL, None, "steps: is float64"),
        ({"board": array(LAST), "start": numpy.zeros(5, int)}, None, 3, "start: "),
        ({"board": numpy.zeros((4, 5), int)}, LEVEL, 3, "board: is of 4 x 5: expected 5 x 5, as the first board"),
        ({"board": array(WALLS)}, LEVEL, 3, "board: at row 0, column 0 the last board has 0, and the first 16"),
    ],
)
def test_faults_name_file_and_field(saved, fields, level, steps, said):
    """What is missing, of another form, or not of one run."""
    with pytest.raises(UnusableArchive, match=f"run.npz: {said}"):
        read_run_ends(saved(**fields), level, steps)


def test_two_numbers_of_steps(saved):
    """They might differ, so one of them is refused."""
    with pytest.raises(InvalidParameter, match=r"steps is 4: expected no number of steps: .*run.npz has 3"):
        read_run_ends(saved(board=array(AFTER)), LEVEL, 4)


def test_malformed_archives_raise(tmp_path):
    """A text, no file, and levels, which have no board of their own."""
    (tmp_path / "text.npz").write_text("board", "utf-8")
    write_levels(tmp_path / "levels.npz", [LEVEL])
    for name, said in (("text", "is not an archive"), ("nothing", "cannot be read"), ("levels", "board: is missing")):
        with pytest.raises(UnusableArchive, match=f"{name}.npz: {said}"):
            read_run_ends(tmp_path / f"{name}.npz", LEVEL, 3)
