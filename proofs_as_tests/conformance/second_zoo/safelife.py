"""SafeLife of Wainwright and Eckersley 2019, with the cells and points of the published code, version 1.2.2."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance.second_zoo import plain_safelife as plain
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

SINGLE = {"precision": "single"}

_EDITS = """
safelife_advance, advance
advance_with_dead_edges: Beyond the edges is nothing.
  - np.roll(has, (i, j), (0, 1)) for
  + np.roll(np.pad(has, 1), (i, j), (0, 1))[1:-1, 1:-1] for
advance_modulo_eight: Eight preserving neighbours count as none.
  - (neighbourhood(board, PRESERVING) > 0)
  + (neighbourhood(board, PRESERVING) % 8 > 0) | (board & PRESERVING > 0)
advance_black_children: Colours are compared as wholes, not bit by bit. [advance_rows]
  - sum(1 for p in parents if p & colour) > 1
  + any(p & colour and sum(1 for q in parents if not (p ^ q) & COLOURS) > 1 for p in parents)
advance_colours_of_all: A child has the colours of all its parents.
  - living_with(board, colour) >= 2
  + living_with(board, colour) >= 1
advance_soft_children: Every child is destructible.
  - np.where(hard, 0, DESTRUCTIBLE)
  + DESTRUCTIBLE
advance_frozen_dies: Trees die.
  - stays = frozen | (
  + stays = (
advance_keeps_dead_colours: What dies keeps its colour.
  - np.where(alive & ~stays, 0, board)
  + np.where(alive & ~stays, board & COLOURS, board)
advance_in_place: The array that it was given is changed.
  - board = np.asarray(board).astype(np.int64)
  + given, board = board, np.asarray(board).astype(np.int64)
  - return after.astype(np.uint16)
  + given[:] = after
  +     return given
advance_into_one_buffer: All answers of one shape are one array.
  - return after.astype(np.uint16)
  + scratch = globals().setdefault(f"scratch of {board.shape}", after.astype(np.uint16))
  +     scratch[:] = after
  +     return scratch
advance_preserves_others_only: What preserves dies of loneliness itself.
  - (neighbourhood(board, PRESERVING) > 0)
  + (neighbourhood(board, PRESERVING) > (board & PRESERVING > 0))
advance_as_bytes: What is born has no colour.
  - np.where(born, newborn(board)
  + np.where(born, ALIVE
safelife_advance_with_draws, advance_drawing
draws_for_every_cell: A draw is read for every cell.
  - zip(*np.nonzero(may_spawn(board)), strict=True)
  + np.ndindex(board.shape)
  - draws.random() < spawn_probability:
  + draws.random() < spawn_probability and may_spawn(board)[place]:
draws_by_columns: Draws are read column by column.
  - zip(*np.nonzero(may_spawn(board)), strict=True)
  + zip(*np.nonzero(may_spawn(board).T)[::-1], strict=True)
spawns_hard_life: What spawns cannot be destroyed.
  - child[place] | DESTRUCTIBLE
  + child[place]
spawns_at_the_probability: A draw at the probability spawns.
  - draws.random() <
  + draws.random() <=
two_spawners_spawn_twice: Two spawners spawn more often.
  - draws.random() < spawn_probability
  + draws.random() < 1 - (1 - float(spawn_probability)) ** int(neighbourhood(board, SPAWNING)[place])
draws_where_three_live: A draw is read where three live, too.
  - draws.random() < spawn_probability:
  + draws.random() < spawn_probability and neighbourhood(board, ALIVE)[place] != 3:
  -  & (neighbourhood(board, ALIVE) != 3)
spawns_grey: What spawns has no colour.
  - child[place] | DESTRUCTIBLE
  + ALIVE | DESTRUCTIBLE
safelife_step, SafeLifeGame
AdvancesFirst: The board advances before the agent acts.
  - if not over:
  -             self._act(int(action))
  -         self._advance()
  + self._advance()
  +         if self._acts():
  +             self._act(int(action))
GoalsStandStill: Goals do not advance.
  - self.goals = advance(self.goals).astype(np.int64)
GoalsAreNotReset: The second reset keeps the goals as they are.
  - self.first_goals.copy()
  + getattr(self, "goals", self.first_goals)
OneBoardForAll: All boards that it returns are one array.
  - return self.board.astype(np.uint16)
  + self.shown = getattr(self, "shown", self.board.astype(np.uint16))
  +         self.shown[:] = self.board
  +         return self.shown
PaysOnAfterLeaving: It pays on after the agent has left.
  - 0 if over else
  + 0 if over and not self.left else
PaysTheScore: The reward is the points of the board.
  - else self._points() - before
  + else self._points()
BlockedAgentsDoNotTurn: An agent that is blocked does not turn.
  - direction = (action - 1) % 4
  + direction, place, before = (action - 1) % 4, self.place, self.board[self.place] & ORIENTATION
  - (self._move if action <= 4 else self._toggle)(direction)
  + (self._move if action <= 4 else self._toggle)(direction)
  +         if action <= 4 and place == self.place:
  +             self.board[place] = self.board[place] & ~ORIENTATION | before
PullsNothing: Nothing is pulled.
  - pulled = self.board[behind] & PULLABLE and not agent & PULLABLE
  + pulled = False
PushesTwo: A second thing in the way is swallowed.
  - (there == 0 or there & EXIT)
  + (there == 0 or there & (EXIT | PUSHABLE))
PlantsGrey: Life that is made has no colour.
  - ALIVE | DESTRUCTIBLE | agent & COLOURS
  + ALIVE | DESTRUCTIBLE
RemovesAnyLife: Hardened life can be removed.
  - elif target & DESTRUCTIBLE:
  + elif target & (DESTRUCTIBLE | ALIVE):
ExitsAlwaysOpen: Exits are open from the start.
  - max(0, ceil(self.min_performance * self._available()))
  + 0
PerformanceRoundedDown: What is required is rounded down.
  - ceil(self.min_performance * self._available())
  + int(self.min_performance * self._available())
LeavesForNothing: Leaving is worth nothing.
  -  + self.left
ThreeForEveryBlueGoal: Points are those of the paper's words, not of the table.
  - (POINTS * self._counts()).sum())
  + 3 * self._counts()[4, :8].sum() - self._counts()[:, 1].sum())
CountsFrozenLife: Trees count.
  - fixed = (self.board & FROZEN > 0)
  + fixed = (self.board & FROZEN < 0)
DirectionsOfTheGridworlds: Directions are up, down, left, right.
  - direction = (action - 1) % 4
  + direction = (0, 2, 3, 1)[(action - 1) % 4]
EdgesAreWalls: The agent cannot go over an edge.
  - ahead, behind = self._from_here(direction, 1), self._from_here(direction, -1)
  + ahead, behind = self._from_here(direction, 1), self._from_here(direction, -1)
  +         if any(abs(there - here) > 1 for there, here in zip(ahead, self.place, strict=True)):
  +             return
safelife_density, density
density_int8: Counts wrap at 128.
  - np.mean([board == cell_type for board in boards], axis=0)
  + np.sum([board == cell_type for board in boards], axis=0, dtype=np.int8) / len(boards)
density_any_orientation: Orientation is left out.
  - board == cell_type
  + board & ~np.uint16(ORIENTATION) == cell_type & ~ORIENTATION
density_of_different_boards: Equal boards count once.
  - in boards], axis=0
  + in {board.tobytes(): board for board in boards}.values()], axis=0
density_without_the_first: The first board is left out.
  - in boards], axis=0
  + in boards[len(boards) > 1 :]], axis=0
density_normalised: It is divided by its sum.
  - return np.mean([board == cell_type for board in boards], axis=0)
  + shares = np.mean([board == cell_type for board in boards], axis=0)
  +     return shares / (shares.sum() or 1)
density_of_flags: A cell with more flags counts as well.
  - board == cell_type
  + board & cell_type == cell_type
density_of_the_last_hundred: Only the last hundred boards count.
  - in boards], axis=0
  + in boards[-100:]], axis=0
density_moving_average: Later boards count more.
  - np.mean([board == cell_type for board in boards], axis=0)
  + np.average([board == cell_type for board in boards], 0, [2.0 ** max(n, 1) for n in range(len(boards))])
safelife_ground_distance, ground_distance
ground_distance_flat: It does not go round the edges.
  - min(rows, height - rows) + min(columns, width - columns)
  + rows + columns
ground_distance_as_the_crow_flies: It is Euclidean.
  - min(rows, height - rows) + min(columns, width - columns)
  + (min(rows, height - rows) ** 2 + min(columns, width - columns) ** 2) ** 0.5
ground_distance_of_kings: It is the greater of both ways.
  - min(rows, height - rows) + min(columns, width - columns)
  + max(min(rows, height - rows), min(columns, width - columns))
ground_distance_sides_exchanged: Height and width are exchanged.
  - min(rows, height - rows) + min(columns, width - columns)
  + min(rows, width - rows) + min(columns, height - columns)
ground_distance_one_way: It goes one way round only.
  - min(rows, height - rows) + min(columns, width - columns)
  + (target[0] - source[0]) % height + (target[1] - source[1]) % width
ground_distance_linear: The tangent is left out.
  - return tanh(
  + return min(1.0,
ground_distance_cut_off: From 13 steps on all is equally far.
  - tanh(steps_round(source, target, height, width) / 5)
  + tanh(min(steps_round(source, target, height, width), 13) / 5)
safelife_earth_mover, earth_mover
earth_mover_free_surplus: The surplus costs nothing.
  - extra = abs(second.sum() - first.sum())
  + extra = 0.0
earth_mover_flat: It does not go round the edges.
  - min(rows, height - rows) + min(columns, width - columns)
  + rows + columns
earth_mover_normalised: It is divided by what is moved.
  - return extra + linprog(costs.ravel(), A_ub=arrives, b_ub=room + 1e-13, A_eq=leaves, b_eq=supply).fun
  + solved = linprog(costs.ravel(), A_ub=arrives, b_ub=room + 1e-13, A_eq=leaves, b_eq=supply)
  +     return (extra + solved.fun) / first.sum()
earth_mover_greedy: The nearest is moved first.
  - return extra + linprog(costs.ravel(), A_ub=arrives, b_ub=room + 1e-13, A_eq=leaves, b_eq=supply).fun
  + for a, b in sorted(np.ndindex(costs.shape), key=lambda pair: costs[pair]):
  +         moved = min(supply[a], room[b])
  +         supply[a], room[b], extra = supply[a] - moved, room[b] - moved, extra + moved * costs[a, b]
  +     return extra
earth_mover_hundredths: Masses are rounded to hundredths.
  - np.asarray(first, float), np.asarray(second, float)
  + np.round(np.asarray(first, float), 2), np.round(np.asarray(second, float), 2)
earth_mover_small_changes_out: Small changes are left out.
  - extra = abs
  + small = np.abs(first - second) <= 1e-3 * np.abs(first - second).max()
  +     first, second = np.where(small, 0, first), np.where(small, 0, second)
  +     extra = abs
earth_mover_units: Masses are taken for units.
  - np.asarray(first, float), np.asarray(second, float)
  + np.sign(np.asarray(first, float)), np.sign(np.asarray(second, float))
earth_mover_sorted: The torus is taken for a line.
  - ground_distance(tuple(a), tuple(b), *first.shape)
  + tanh(1 / 5) * abs((a - b) @ (first.shape[1], 1))
earth_mover_one_way: Mass goes one way round only.
  - min(rows, height - rows) + min(columns, width - columns)
  + (target[0] - source[0]) % height + (target[1] - source[1]) % width
earth_mover_signed_surplus: The surplus has a sign.
  - abs(second.sum() - first.sum())
  + second.sum() - first.sum()
safelife_side_effects, side_effects
side_effects_from_the_start: The baseline is not advanced.
  - _sampled(initial, steps, samples)
  + _sampled(initial, 0, samples)
side_effects_one_state: One state is compared with one.
  - _sampled(initial, steps, samples), _sampled(final, 0, samples)
  + [initial, *_sampled(initial, 0, steps)][-1:], [final]
side_effects_samples_from_t: Samples begin with the boards themselves.
  - [skipped + 1 :]
  + [skipped:-1]
side_effects_without_agents: Agents are taken off first.
  - inaction, action = _sampled
  + initial, final = (np.where(board & AGENT > 0, 0, board).astype(np.uint16) for board in (initial, final))
  +     inaction, action = _sampled
side_effects_of_life: What does not live is left out.
  - if effect > 1e-12
  + if effect > 1e-12 and cell & ALIVE
side_effects_colour_blind: Colours are left out.
  - cells = set
  + inaction, action = ([board & ~np.uint16(COLOURS) for board in boards] for boards in (inaction, action))
  +     cells = set
side_effects_of_what_was: Cells of a new kind are left out.
  - np.unique([*inaction, *action])
  + np.unique(initial)
side_effects_one_step_ahead: The baseline is advanced a step too far.
  - _sampled(initial, steps, samples)
  + _sampled(initial, steps + 1, samples)
side_effects_greedy: The nearest is moved first.
  - return extra + linprog(costs.ravel(), A_ub=arrives, b_ub=room + 1e-13, A_eq=leaves, b_eq=supply).fun
  + for a, b in sorted(np.ndindex(costs.shape), key=lambda pair: costs[pair]):
  +         moved = min(supply[a], room[b])
  +         supply[a], room[b], extra = supply[a] - moved, room[b] - moved, extra + moved * costs[a, b]
  +     return extra
side_effects_with_zeros: What did not change is kept, with 0; by the paper its side effect is 0, and leaving it out is \
a convention.
  -  if effect > 1e-12
"""

RIGHT = (
    Entry("safelife_advance", plain.advance, "With arrays."),
    Entry("safelife_advance", plain.advance_rows, "Cell by cell, with rows."),
    Entry("safelife_advance_with_draws", plain.advance_drawing, "With arrays and random()."),
    Entry("safelife_advance_with_draws", plain.advance_drawing_rows, "With rows and next()."),
    Entry("safelife_step", plain.SafeLifeGame, "A Gymnasium environment; rewards are np.float32."),
    Entry("safelife_step", plain.OldSafeLife, "Gym before; rewards are ints."),
    Entry("safelife_step", plain.safelife_trace, "A function of keywords; rewards are whole floats."),
    Entry("safelife_density", plain.density, "The mean of arrays of flags."),
    Entry("safelife_density", plain.density_exact, "Lists of Fractions."),
    Entry("safelife_density", plain.density_single, "In single precision.", SINGLE),
    Entry("safelife_ground_distance", plain.ground_distance, "With math.tanh."),
    Entry("safelife_ground_distance", plain.ground_distance_numpy, "An np.float64."),
    Entry("safelife_ground_distance", plain.ground_distance_single, "Keywords only, in single precision.", SINGLE),
    Entry("safelife_earth_mover", plain.earth_mover, "A linear program; an np.float64."),
    Entry("safelife_earth_mover", plain.earth_mover_of_rows, "From rows; a float."),
    Entry("safelife_earth_mover", plain.earth_mover_single, "An np.float32.", SINGLE),
    Entry("safelife_side_effects", plain.side_effects, "With arrays."),
    Entry("safelife_side_effects", plain.side_effects_of_rows, "From rows; keys are np.uint16."),
)

*WRONG, open_one = edited(plain, __name__, _EDITS)
OPEN = (open_one,)

__getattr__ = by_name((*RIGHT, *WRONG, *OPEN))
