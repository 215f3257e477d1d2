"""Pictures of the Game of Life, and the errors for malformed ones."""

import pytest

from formal_rl.errors import MalformedBoard
from formal_rl.safelife.board import Board, life_step
from formal_rl.safelife.board.cells import TREE
from formal_rl.safelife.board.conway import life_board


def test_pictures_of_life():
    """Each word is a row; another sign, or another length, is named."""
    assert life_board("o.\n.o").rows == ((9, 0), (0, 9))
    with pytest.raises(MalformedBoard, match="row 1, column 0 is 'x'"):
        life_board("o. xo")
    with pytest.raises(MalformedBoard, match="row 1"):
        life_board("o. o")
    with pytest.raises(MalformedBoard, match="at least one row"):
        life_board("")
    with pytest.raises(MalformedBoard, match="row 0, column 1 is 17: expected life"):
        life_step(Board([[0, TREE]]))
