"""A game of SafeLife in gymnasium's way, and what makes one; here formal_rl plays, where yours would."""

from fractions import Fraction

import numpy

from formal_rl.safelife import Board, Level, start, step


class Game:
    """One agent, who sees the whole board."""

    def __init__(self, board, goals, min_performance):
        """Take a level."""
        boards = (Board(each.tolist()) for each in (board, goals))
        self.level = Level(*boards, spawn_probability=0, min_performance=Fraction(min_performance))

    def reset(self, *, seed=None, options=None):
        """Begin."""
        self.state = start(self.level)
        return {"board": numpy.array(self.state.board.rows, dtype=numpy.uint16)}, {}

    def step(self, action):
        """Make a step."""
        self.state, (reward,) = step(self.level, self.state, (action,))
        shown = {"board": numpy.array(self.state.board.rows, dtype=numpy.uint16)}
        return shown, reward, not self.state.in_play[0], False, {}


def make_env(board, goals, min_performance=0):
    """Make one: formal-rl conform safelife.py:make_env --suite safelife_step."""
    return Game(board, goals, min_performance)
