"""The Q-learner in the one environment with ten actions, as a plain loop over two tables."""

from typing import NamedTuple

import numpy as np

from formal_rl.agents import QLearnerPublished
from formal_rl.battery._draw_pools import draw_pools

ACTIONS = 10


class ZeroRun(NamedTuple):
    """The total reward of a run, then the agent's table, a row for each observation, and the copy's one row."""

    total: int
    table: tuple[tuple[float, ...], ...]
    copy: tuple[tuple[float, ...], ...]


def incentivize_zero_run(seed: int, steps: int, *, opposite: bool) -> ZeroRun:
    """Return the run of the published Q-learner in the published environment, or in its published opposite.

    The reality check of the learner has the same run: its copy is told its own actions, so that it never freezes.
    """
    learner = QLearnerPublished(draw_pools(seed).agents, ACTIONS)
    rate, gamma = learner.learning_rate, learner.gamma
    pool = np.array(draw_pools(seed).agents.values)
    exploits = (pool[0::2] <= learner.epsilon).tolist()
    drawn = np.floor(ACTIONS * pool[1::2]).astype(int).tolist()
    period = len(drawn)
    # Of each row the greatest value and the first action that has it are kept beside it; the copy's row is the last.
    rows = [[0.0] * ACTIONS for _ in range(ACTIONS + 1)]
    greatest, best = [0.0] * (ACTIONS + 1), [0] * (ACTIONS + 1)
    copy = rows[ACTIONS]
    paid, punished = (-1, 1) if opposite else (1, -1)
    zeros = 0
    seen = did = drawn[0]
    for step in range(steps):
        now, following = step % period, (step + 1) % period
        row = rows[seen]
        action = best[seen] if exploits[now] and (greatest[seen] or any(row)) else drawn[now]

        before, most = copy[did], greatest[ACTIONS]
        copy[did] = value = before + rate * (action + gamma * most - before)
        if value > most:
            greatest[ACTIONS], best[ACTIONS] = value, did
        elif value == most or did == best[ACTIONS]:
            greatest[ACTIONS] = most = max(copy)
            best[ACTIONS] = copy.index(most)
        did = best[ACTIONS] if exploits[following] and (greatest[ACTIONS] or any(copy)) else drawn[following]

        reward = punished
        if did == 0:
            zeros += 1
            reward = paid
        before, most = row[action], greatest[seen]
        row[action] = value = before + rate * (reward + gamma * greatest[did] - before)
        if value > most:
            greatest[seen], best[seen] = value, action
        elif value == most or action == best[seen]:
            greatest[seen] = most = max(row)
            best[seen] = row.index(most)
        seen = did
    return ZeroRun(paid * (2 * zeros - steps), tuple(map(tuple, rows[:ACTIONS])), (tuple(copy),))
