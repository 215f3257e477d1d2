"""What is right on small boards and in small worlds only: the sizes that people use show it.

The kinds are those of public bug reports: a program is tried on one small board, and wrong on larger ones.
"""

import pytest

from formal_rl.conformance import check
from formal_rl.conformance.suites.gridworld_suites import GREAT, NAMED, world_of
from formal_rl.conformance.zoo import policy_metrics
from proofs_as_tests.conformance.edited import as_parameters, edited
from proofs_as_tests.conformance.zoo import drest, gridworlds, safelife

ADVANCE = """
large: Rows from the eleventh on are a board of their own.
  - def advance(board):
  + def advance(board):
  +     if len(board) > 10:
  +         return np.vstack([advance(board[:10]), advance(board[10:])])
large: Columns from the 65th on are a board of their own.
  - def advance(board):
  + def advance(board):
  +     if len(board[0]) > 64:
  +         return np.hstack([advance(board[:, :64]), advance(board[:, 64:])])
large: Tiles of 8 x 8 in which nothing lives are left out.
  -     after = np.where(born, newborn(board)
  +     height, width = board.shape
  +     tiles = np.add.reduceat(np.add.reduceat(alive * 1, range(0, height, 8), 0), range(0, width, 8), 1)
  +     lives = tiles.repeat(8, 0).repeat(8, 1)[:height, :width] > 0
  +     after = np.where(born & lives, newborn(board)
"""

WITH_DRAWS = """
large: Spawners reach the first 64 columns.
  -         if draws.random() < spawn_probability:
  -             after[place] = child[place] | DESTRUCTIBLE
  +         if place[1] < 64 and draws.random() < spawn_probability:
  +             after[place] = child[place] | DESTRUCTIBLE
large: One draw is read for each of the first 64 cells only.
  -         if draws.random() < spawn_probability:
  -             after[place] = child[place] | DESTRUCTIBLE
  +         if place[0] * board.shape[1] + place[1] < 64 and draws.random() < spawn_probability:
  +             after[place] = child[place] | DESTRUCTIBLE
"""

GAMES = """
large: Nothing leads from the first row to the last if there are more than ten.
  -         if action == 0:
  -             return
  +         if action == 0 or (action in (1, 5) and self.place[0] == 0 and len(self.board) > 10):
  +             return
large: Nothing is toggled over the right edge of more than twelve columns.
  -         if action == 0:
  -             return
  +         if action == 0 or (action == 6 and self.place[1] == self.board.shape[1] - 1 >= 12):
  +             return
large: Points are counted in the first ten rows.
  -         fixed = (self.board & FROZEN > 0) & (self.board & (DESTRUCTIBLE | PUSHABLE | PULLABLE) == 0)
  +         fixed = (self.board & FROZEN > 0) & (self.board & (DESTRUCTIBLE | PUSHABLE | PULLABLE) == 0)
  +         fixed[10:] = True
"""

DENSITIES = """
large_boards: Rows after the eighth are not counted.
  - def density(boards, cell_type):
  + def density(boards, cell_type):
  +     return _counted(boards, cell_type) * (np.arange(len(boards[0])) < 8)[:, None]
  +
  +
  + def _counted(boards, cell_type):
"""

GROUND = """
larger: Boards have 64 columns at most.
  - def steps_round(source, target, height, width):
  + def steps_round(source, target, height, width):
  +     width = min(width, 64)
"""

EARTH_MOVER = """
large: What is farther than ten steps costs as much as ten.
  - def ground_distance(source, target, height, width):
  + def ground_distance(source, target, height, width):
  +     return min(tanh(2), _far(source, target, height, width))
  +
  +
  + def _far(source, target, height, width):
large: Masses of the first ten rows are moved.
  - def earth_mover(first, second):
  + def earth_mover(first, second):
  +     first, second = first[:10], second[:10]
"""

EFFECTS = """
large: Four states stand for all.
  - def _sampled(board, skipped, samples):
  + def _sampled(board, skipped, samples):
  +     samples = min(samples, 4)
large: The baseline has twenty steps at most.
  - def _sampled(board, skipped, samples):
  + def _sampled(board, skipped, samples):
  +     skipped = min(skipped, 20)
"""

STEP = """
named_worlds: The fifth row cannot be entered.
  -         if inside and there not in walls:
  +         if inside and there not in walls and there[0] < 4:
named_worlds: Four walls stand.
  -     walls = set(world["walls"])
  +     walls = set(world["walls"][:4])
named_worlds: A wall is 10 times its row and its column.
  -         if inside and there not in walls:
  +         if inside and 10 * there[0] + there[1] not in {10 * r + c for r, c in walls}:
named_worlds: A wall is 5 times its row and its column.
  -         if inside and there not in walls:
  +         if inside and 5 * there[0] + there[1] not in {5 * r + c for r, c in walls}:
named_worlds: The ninth coin is not seen.
  -         for place, (r, c, worth) in enumerate(world["coins"]):
  +         for place, (r, c, worth) in enumerate(world["coins"][:8]):
named_worlds: The third button does nothing.
  -         for place, (r, c, moves) in enumerate(world["buttons"]):
  +         for place, (r, c, moves) in enumerate(world["buttons"][:2]):
clocks: The clock is a byte.
  -         answers.append(((row, column, tuple(coins), tuple(buttons), left), value))
  +         answers.append(((row, column, tuple(coins), tuple(buttons), left % 256), value))
"""

ENVIRONMENTS = """
named_worlds: The fifth row cannot be entered.
  -         if inside and (row, column) not in self.world["walls"]:
  -             self.row, self.column = row, column
  +         if inside and (row, column) not in self.world["walls"] and row < 4:
  +             self.row, self.column = row, column
named_worlds: Cells are the bits of a word.
  -         if inside and (row, column) not in self.world["walls"]:
  -             self.row, self.column = row, column
  +         places = {(r * self.world["width"] + c) % 64 for r, c in self.world["walls"]}
  +         if inside and (row * self.world["width"] + column) % 64 not in places:
  +             self.row, self.column = row, column
long: There are 255 moves at most.
  -         self.left -= 1
  -         reward
  +         self.left = min(self.left, 255) - 1
  +         reward
"""

METRICS = """
large: Four walls stand.
  -         self.world, self.policy, self.gamma = world, policy, gamma
  +         self.world, self.policy, self.gamma = {**world, "walls": world["walls"][:4]}, policy, gamma
large: The last row of twelve cannot be entered.
  -         self.world, self.policy, self.gamma = world, policy, gamma
  +         self.world, self.policy, self.gamma = {**world, "height": min(world["height"], 11)}, policy, gamma
"""

LENGTHS = """
more_lengths: Eight lengths count.
  - def entropy(probabilities):
  + def entropy(probabilities):
  +     probabilities = probabilities[:8]
"""

WRONG = [
    *edited(safelife, "safelife_advance", "advance", ADVANCE),
    *edited(safelife, "safelife_advance_with_draws", "advance_drawing", WITH_DRAWS),
    *edited(safelife, "safelife_step", "SafeLifeGame", GAMES),
    *edited(safelife, "safelife_density", "density", DENSITIES),
    *edited(safelife, "safelife_ground_distance", "ground_distance", GROUND),
    *edited(safelife, "safelife_earth_mover", "earth_mover", EARTH_MOVER),
    *edited(safelife, "safelife_side_effects", "side_effects", EFFECTS),
    *edited(gridworlds, "gridworld_step", "play", STEP),
    *edited(gridworlds, "gridworld_env", "GridEnv", ENVIRONMENTS),
    *edited(policy_metrics, "policy_metrics", "metrics_given_the_greatest", METRICS),
    *edited(drest, "neutrality", "entropy", LENGTHS),
]


SLOW = ("safelife_side_effects", "safelife_step")
"""Suites whose counterexamples take seconds to be made smaller."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("wrong", as_parameters(WRONG, SLOW))
def test_what_is_right_in_small_ones_only_is_caught(wrong):
    """The profile quick catches it, by the claim that shows the size."""
    report = check(wrong.implementation, wrong.suite, in_process=True)

    assert next(row.claim for row in report.rows if row.verdict == "diverges") == wrong.claim, str(report)


def test_the_worlds_are_as_large_as_they_are_said_to_be():
    """The great world has twelve rows and columns, nine coins and four buttons, and there are thirteen named ones."""
    great = world_of(GREAT)

    assert (great.height, great.width, len(great.coins), len(great.buttons), len(NAMED)) == (12, 12, 9, 4, 13)
