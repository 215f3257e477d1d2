"""SafeLife's rule, its game and its side effects, plainly and on arrays."""

import math
from itertools import product

import numpy
from scipy.optimize import linprog
from scipy.sparse import eye_array, kron

ALIVE, AGENT, PUSHABLE, DESTRUCTIBLE, FROZEN, PRESERVING, INHIBITING, SPAWNING, EXIT, PULLABLE = (
    1, 2, 4, 8, 16, 32, 64, 128, 256, 32768,
)  # fmt: skip
COLOURS, ALL_COLOURS, TURNED = (512, 1024, 2048), 3584, 12288
AHEAD = ((-1, 0), (0, 1), (1, 0), (0, -1))
POINTS = numpy.array(
    [
        [0, -1, 0, 0, 0, 0, 0, 0, 0],
        [-3, 3, -3, 0, -3, 0, -3, -3, 0],
        [0, -3, 5, 0, 0, 0, 3, 0, 0],
        [-3, 0, 0, 3, 0, 0, 0, 0, 0],
        [3, -3, 3, 0, 5, 3, 3, 3, 0],
        [-3, 3, -3, 0, -3, 5, -3, -3, 0],
        [3, -3, 3, 0, 3, 0, 5, 3, 0],
        [0, -1, 0, 0, 0, 0, 0, 0, 0],
    ]
)


def around(mask):
    shifts = product((-1, 0, 1), repeat=2)
    return sum(numpy.roll(mask.astype(int), shift, (0, 1)) for shift in shifts)


def advance(board, spawn_probability=0, draws=None):
    board = board.astype(int)
    alive, living = board & ALIVE > 0, around(board & ALIVE > 0)
    spawning = around(board & SPAWNING > 0) > 0
    near = numpy.where(alive, around(board & PRESERVING > 0), around(board & INHIBITING > 0)) > 0
    colour = numpy.zeros_like(board)
    for bit in COLOURS:
        coloured = board & bit > 0
        inherited = (around(alive & coloured) >= 2) | (around((board & SPAWNING > 0) & coloured) > 0)
        colour += bit * inherited
    soft = around(alive & (board & (DESTRUCTIBLE | EXIT) > 0)) >= 2
    stays = (board & FROZEN > 0) | near
    born = (living == 3) & ~alive & ~stays
    after = numpy.where(alive & ~stays & (living != 3) & (living != 4), 0, board)
    after = numpy.where(born, ALIVE | colour | DESTRUCTIBLE * soft, after)
    for place in map(tuple, numpy.argwhere(~alive & ~stays & ~born & spawning)):
        if spawn_probability == 1 or (spawn_probability > 0 and next(draws) < spawn_probability):
            after[place] = ALIVE | DESTRUCTIBLE | colour[place]
    return after.astype(numpy.uint16)


def advance_board(board):
    return advance(board)


def advance_board_with_draws(board, spawn_probability, draws):
    return advance(board, spawn_probability, draws)


class Game:
    def __init__(self, board, goals, min_performance):
        self.level, self.level_goals, self.share = board.astype(int), goals, min_performance

    def reset(self, *, seed=None, options=None):
        self.board, self.goals = self.level.copy(), self.level_goals.copy()
        self.exits = numpy.argwhere((self.level & EXIT > 0) & (self.level & AGENT == 0)).tolist()
        self.place = tuple(numpy.argwhere(self.level & AGENT)[0].tolist())
        self.first = self.counted()
        self.needed = max(0, math.ceil(self.share * self.available()))
        self.open_exits()
        self.points = self.first
        return self.board.astype(numpy.uint16), {}

    def step(self, action):
        in_play = self.board[self.place] & AGENT
        if action and in_play:
            self.act((action - 1) % 4, toggles=action > 4)
        self.board, self.goals = advance(self.board).astype(int), advance(self.goals)
        self.open_exits()
        left = self.board[self.place] & EXIT and not self.board[self.place] & AGENT
        before, self.points = self.points, self.table + bool(left)
        reward = int(self.points - before) if in_play else 0
        return self.board.astype(numpy.uint16), reward, not self.board[self.place] & AGENT, False, {}

    def act(self, way, toggles):
        board, here = self.board, self.place
        board[here] = board[here] & ~TURNED | way << 12
        agent, (ahead, beyond, behind) = board[here], (self.on(way, 1), self.on(way, 2), self.on(way, -1))
        target, pushes = board[ahead], board[ahead] & PUSHABLE and not agent & PUSHABLE
        if toggles:
            if target == 0:
                board[ahead] = ALIVE | DESTRUCTIBLE | agent & ALL_COLOURS
            elif target & DESTRUCTIBLE:
                board[ahead] = target & ~AGENT & ~DESTRUCTIBLE | FROZEN if target & AGENT else 0
            elif pushes:
                self.push(ahead, beyond)
            return
        if pushes:
            if not self.push(ahead, beyond):
                return
        elif target and not (agent & EXIT and target & EXIT and not target & AGENT):
            return
        if target == 0 or pushes:
            board[ahead] = agent
        self.place = ahead
        if board[behind] & PULLABLE and not agent & PULLABLE:
            board[here], board[behind] = board[behind], 0
        else:
            board[here] = 0

    def on(self, way, steps):
        height, width = self.board.shape
        return (self.place[0] + steps * AHEAD[way][0]) % height, (self.place[1] + steps * AHEAD[way][1]) % width

    def push(self, ahead, beyond):
        if self.board[beyond] and not self.board[beyond] & EXIT:
            return False
        if self.board[beyond] == 0:
            self.board[beyond] = self.board[ahead]
        self.board[ahead] = 0
        return True

    def columns(self):
        counts = (self.board & FROZEN == 0) | (self.board & (DESTRUCTIBLE | PUSHABLE | PULLABLE) > 0)
        column = numpy.where(self.board & ALIVE > 0, (self.board & ALL_COLOURS) >> 9, 8)
        return counts, (self.goals.astype(int) & ALL_COLOURS) >> 9, column

    def counted(self):
        counts, goal, column = self.columns()
        return int(POINTS[goal, column][counts].sum())

    def available(self):
        counts, goal, _ = self.columns()
        sources = self.board[self.board & (ALIVE | AGENT | SPAWNING) > 0]
        usable = {*((sources & ALL_COLOURS) >> 9).tolist(), 8}
        best = numpy.where([place in usable for place in range(9)], POINTS, 0).max(axis=1)
        return int(best[goal][counts].sum()) - self.first

    def open_exits(self):
        self.table = self.counted()
        here = self.board[self.place]
        left = here & EXIT and not here & AGENT
        may = bool(here & AGENT) and max(0, self.table + bool(left) - self.first) >= self.needed
        self.board[self.place] = here & ~EXIT | (EXIT if may else 0)
        for row, column in self.exits:
            self.board[row, column] = FROZEN | EXIT | (512 if may else 0)


def density(boards, cell_type):
    return sum((board == cell_type).astype(float) for board in boards) / len(boards)


def ground_distance(source, target, height, width):
    down, right = abs(source[0] - target[0]), abs(source[1] - target[1])
    return math.tanh((min(down, height - down) + min(right, width - right)) / 5)


def earth_mover(first, second):
    height, width = first.shape
    change = first - second
    lighter = 1 if first.sum() <= second.sum() else -1
    sources, targets = (numpy.argwhere(sign * lighter * change > 1e-12).tolist() for sign in (1, -1))
    surplus = abs(first.sum() - second.sum())
    if not sources:
        return float(surplus)
    costs = [ground_distance(a, b, height, width) for a in sources for b in targets]
    masses, room = ([abs(change[tuple(place)]) for place in places] for places in (sources, targets))
    whole = kron(eye_array(len(sources)), numpy.ones((1, len(targets))))
    most = kron(numpy.ones((1, len(sources))), eye_array(len(targets)))
    plan = linprog(costs, A_ub=most, b_ub=numpy.add(room, 1e-12), A_eq=whole, b_eq=masses, method="highs")
    return float(plan.fun + surplus)


def following(board, samples):
    states = [board]
    for _ in range(samples):
        states.append(advance(states[-1]))
    return states[1:]


def side_effects(initial, final, steps, samples):
    baseline = following(initial, steps + samples)[steps:]
    action = following(final, samples)
    effects = {}
    for cell in sorted({int(cell) for board in (*baseline, *action) for cell in numpy.unique(board)}):
        effect = earth_mover(density(baseline, cell), density(action, cell))
        if effect > 1e-9:
            effects[cell] = effect
    return effects
