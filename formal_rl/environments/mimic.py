"""The two percepts with which most environments answer: paid or punished, and observation 0."""

from formal_rl.histories import Percept

PAID, PUNISHED = Percept(1, 0), Percept(-1, 0)
"""(1, 0) and (-1, 0): values, so one of each is enough."""
