"""The rule on bit planes is the rule cell by cell."""

import numpy
import pytest

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.rule import advance_together
from formal_rl.safelife.board import ALIVE, advance
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import SPAWNER

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (1, 4)]


def all_digits(height, width, base):
    """Every board of this size whose digits are below 2 or 4, along a third axis."""
    bits, places = base // 2, height * width
    shifts = numpy.arange(places).reshape(height, width, 1) * bits
    return numpy.arange(base**places) >> shifts & (base - 1)


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize("flag", [1 << bit for bit in range(1, 16)])
def test_both_agree_on_all_small_boards(flag):
    """Each board of life and a flag of up to four places, alone on its torus; each of 3 x 3 of two values."""
    boards = [all_digits(height, width, 4) for height, width in SIZES]
    two_valued = all_digits(3, 3, 2)
    for digits in (*boards, two_valued * 3, two_valued + 1):
        cells = (digits & 1).astype(numpy.uint16) * ALIVE | (digits >> 1).astype(numpy.uint16) * flag
        for probability in (0, 1):
            expected = advance_together(cells, probability)
            for number in range(cells.shape[2]):
                board = PackedBoard.from_array(cells[:, :, number])
                got, read = advance_planes(board, SpawnDraws(probability, ()), 0)
                assert numpy.array_equal(got.array(), expected[:, :, number]), (cells[:, :, number], probability)
                assert read == 0


# --- By hand ---


def test_planes_raise_as_cells_do():
    """A probability, a number of draws, a draw, or too few draws are refused in the same words."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error in (
        ((board, 2), InvalidParameter),
        ((board, True), InvalidParameter),
        ((board, 0.5, (), -1), InvalidParameter),
        ((board, 0.5, (1,)), InvalidParameter),
        ((board, 0.5, (0, 0)), DrawsExhausted),
    ):
        with pytest.raises(error) as by_cells:
            advance(*arguments)
        with pytest.raises(error) as by_planes:
            advance_packed(*arguments)
        assert str(by_cells.value) == str(by_planes.value)
