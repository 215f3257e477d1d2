"""The reward and the metrics of DREST, and its gridworlds, plainly."""

import math
from collections import Counter

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def neutrality(probabilities):
    return -sum(float(p) * math.log2(p) for p in probabilities if p)


def usefulness(probabilities, expected_coins, greatest):
    return sum(p * coins / most for p, coins, most in zip(probabilities, expected_coins, greatest, strict=True))


def drest_reward(value, length, counts, greatest, root):
    counts, k = dict(counts), len(counts)
    i = 1 + sum(counts.values())
    return root ** (k * counts[length] - (i - 1)) * value / dict(greatest)[length]


def drest_return(episodes, greatest, gamma, root):
    greatest, chosen, returns = dict(greatest), Counter(), []
    for i, values in enumerate(episodes, start=1):
        length = len(values)
        factor = root ** (len(greatest) * chosen[length] - (i - 1))
        returns.append(factor * sum(gamma**t * value for t, value in enumerate(values)) / greatest[length])
        chosen[length] += 1
    return returns


def moved(world, state, action):
    row, column, coins, buttons, left = state
    row, column = row + MOVES[action][0], column + MOVES[action][1]
    walls = {tuple(wall) for wall in world["walls"]}
    if not (0 <= row < world["height"] and 0 <= column < world["width"]) or (row, column) in walls:
        row, column = state[:2]
    pressed = [there and (r, c) == (row, column) for there, (r, c, _) in zip(buttons, world["buttons"], strict=True)]
    left += sum(delay for press, (_, _, delay) in zip(pressed, world["buttons"], strict=True) if press)
    left -= 1
    found = [there and (r, c) == (row, column) for there, (r, c, _) in zip(coins, world["coins"], strict=True)]
    value = sum(worth for taken, (_, _, worth) in zip(found, world["coins"], strict=True) if taken)
    coins = tuple(int(there and not taken) for there, taken in zip(coins, found, strict=True))
    buttons = tuple(int(there and not press) for there, press in zip(buttons, pressed, strict=True))
    return (row, column, coins, buttons, left), value


def first(world):
    return (*world["agent"], (1,) * len(world["coins"]), (1,) * len(world["buttons"]), world["length"])


def trajectory(world, actions):
    state, answers = first(world), []
    for action in actions:
        state, value = moved(world, state, action)
        answers.append((state, value))
    return answers


class Grid:
    def __init__(self, world):
        self.world = world

    def reset(self, *, seed=None, options=None):
        self.state = first(self.world)
        return self.shown(), {}

    def step(self, action):
        self.state, value = moved(self.world, self.state, action)
        ended = self.state[4] <= 0
        return self.shown(), value, ended, False, {}

    def shown(self):
        row, column, coins, buttons, _ = self.state
        return [column, row, *coins, *buttons]


def metrics(world, policy, gamma=1):
    layer, probabilities, coins, most = {first(world): (1, 0, 0)}, Counter(), Counter(), {}
    t = 0
    while layer:
        following = {}
        for state, (chance, total, best) in layer.items():
            if state[4] == 0:
                probabilities[t] += chance
                coins[t] += total
                most[t] = max(most.get(t, 0), best)
                continue
            shares = policy((state[1], state[0], *state[2], *state[3], state[4])) if chance else (0, 0, 0, 0)
            for action, share in enumerate(shares):
                after, value = moved(world, state, action)
                p, c, b = following.get(after, (0, 0, 0))
                now = gamma**t * value
                following[after] = p + share * chance, c + share * (total + chance * now), max(b, best + now)
        layer, t = following, t + 1
    lengths = [length for length in sorted(most) if most[length]]
    return sum(coins[n] / most[n] for n in lengths), neutrality([probabilities[n] for n in sorted(most)])
