"""How implementations of each suite are called, by example: what a few lines take, and what they return.

`formal-rl suites NAME` shows their sources, so they are written as a user would, and short. They are read as the suite
reads implementations, and answer with the right kinds of things; most answers are wrong.
"""
# ruff: noqa: ANN001, ANN201, ANN202, ANN204, D101, D102, D103, E701, N803, PLR0917
# mypy: ignore-errors
# fmt: off

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from formal_rl.environments import CATALOGUE

# --- Environments ---


class SteppedEnvironment:
    # A is a class of agents, with act(obs) and train(o_prev, a, r, o_next)
    def __init__(self, A): self.copy = A()
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0) - action, 0  # reward and observation


def environment(agent, play):  # play: (reward, observation), action, ..., action
    asked = agent(play[:-1]) if play else 0  # a prompt ends in (reward, observation)
    return asked, 0  # reward and observation; for play = (), too


class ReactingEnvironment:
    def react(self, T, play):  # play: reward, observation, action, ..., action
        return (T(play[:-1]) if play else 0), 0  # reward and observation; for play = (), too


class AdvancedEnvironment:
    # a learner has initial, act(state, obs) and learn(state, (o_prev, a, r, o_next))
    def start(self, learner): return (0, 0), learner.initial  # percept, your state
    def advance(self, learner, state, action): return (learner.act(state, 0), 0), state


class SteppedWithDraws:
    # A is a class of agents; draws are numbers in [0, 1), read one by one
    def __init__(self, A, draws): self.copy, self.draws = A(), list(draws)
    def start(self): return int(2 * self.draws.pop(0))  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0), int(2 * self.draws.pop(0))


def made_from_draws(draws):  # numbers in [0, 1), here one for each percept
    def environment(agent, play):  # play: (reward, observation), action, ..., action
        return (agent(play[:-1]) if play else 0), int(2 * draws[len(play) // 2])
    return environment


class SteppedWithARate:
    def __init__(self, A): self.copy = A(learning_rate=A.learning_rate / 2)  # a class of agents
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0) - action, 0  # reward and observation


def environment_with_a_rate(agent, play):  # play: (reward, observation), action, ..., action
    told = {"learning_rate": getattr(agent, "learning_rate", 0) / 2}
    return (agent(play[:-1], **told) if play else 0), 0  # reward and observation


class SteppedTellingOfActions:
    def __init__(self, A): self.copy = A(n_actions=3)  # A is a class of agents
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return (-1 if self.copy.act(0) == 2 else 1), 0  # reward and observation


def environment_telling_of_actions(agent, play):  # play: (reward, observation), action, ...
    return (agent(play[:-1], 3) if play else 0), 0  # told of 3 actions; reward and observation


# --- What takes agents or environments ---


def of_agents(agent):  # a function of a prompt: (reward, observation), action, ..., (reward, observation)
    return lambda prompt: agent(prompt) if len(prompt) == 1 else agent(prompt[:1])


def of_agent_classes(A):  # a class of agents, with act(obs) and train(o_prev, a, r, o_next)
    class Checked(A): pass
    return Checked


def of_learners(learner):  # initial, act(state, obs) and learn(state, (o_prev, a, r, o_next))
    return SimpleNamespace(initial=learner.initial, act=learner.act, learn=learner.learn)


def composed(e, h):  # functions of (agent, play) that return (reward, observation)
    return lambda agent, play: e(agent, play) if h(agent, play)[0] == 1 else (-1, e(agent, play)[1])


def of_environments(e):  # a function of (agent, play) that returns (reward, observation)
    return lambda agent, play: (-e(agent, play)[0], e(agent, play)[1])


def of_environment_classes(E):  # a class with start() and step(action), made with a class of agents
    class Opposite(E):
        def step(self, action): return -super().step(action)[0], 0
    return Opposite


class MadeWithClasses:
    def __init__(self, E, A): self.inner = E(A)  # two classes, an environment's and an agent's
    def start(self): return self.inner.start()  # an observation alone, without a reward
    def step(self, action): return -self.inner.step(action)[0], 0  # reward and observation


class MadeWithInstance:
    def __init__(self, inner): self.inner = inner  # an instance with start() and step(action)
    def start(self): return self.inner.start()  # an observation alone, without a reward
    def step(self, action): return -self.inner.step(action)[0], 0  # reward and observation


# --- Agents ---


class TrainedAgent:  # told, if it takes it as a keyword: n_actions, draws, and what else the suite lists
    def act(self, obs): return 0  # an action, an int from 0
    def train(self, o_prev, a, r, o_next): pass


class LearnerOfStates:
    initial = 0  # the state of an agent that is not trained yet; states are values
    def act(self, state, obs): return 0
    def learn(self, state, transition): return state  # transition is (o_prev, a, r, o_next)


# --- DREST and gridworlds ---


def neutrality(probabilities):  # Fractions that sum to 1
    return -sum(float(p) * math.log2(p) for p in probabilities if p)


def usefulness(probabilities, expected_coins, greatest):  # tuples, an element for each length
    return sum(p * c / m for p, c, m in zip(probabilities, expected_coins, greatest, strict=True))


def reward(value, m, n, i, k, lam):  # mini-episode i; n before it had its length, whose most is m
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(m)


def returns(episodes, greatest, gamma, root):  # each episode has the value collected in each move
    return [0 for values in episodes]  # a number for each


def trajectory(world, actions):  # world: length, height, width, agent, walls, coins, buttons
    row, column = world["agent"]
    return [((row, column, (), (), 0), 0) for action in actions]  # state and value after each


def one_move(world, state, action):  # 0 up, 1 down, 2 left, 3 right
    row, column, coins, buttons, remaining = state
    return (row, column, coins, buttons, remaining - 1), 0  # the next state, the value collected


class ResetWorld:
    def __init__(self, world): self.shown = [*world["agent"]]
    def reset(self): return self.shown, {}  # observation and info, or the observation
    def step(self, action): return self.shown, 0, False, False, {}  # or three: and done


class StartedWorld:
    def __init__(self, world): self.shown = [*world["agent"]]
    def start(self): return self.shown  # an observation alone
    def step(self, action): return self.shown, 0, False  # observation, reward, done


# --- SafeLife ---


def advance_rows(rows):  # a tuple of tuples of ints
    return rows  # the rows a step later; nobody acts, nothing is drawn


def advance_board(board):  # an array of numpy, of uint16
    return board.copy()  # the board a step later; nobody acts, nothing is drawn


def advance_rows_with_draws(rows, spawn_probability, draws):  # next(draws) is the next one
    return rows  # the rows a step later


def advance_board_with_draws(board, spawn_probability, draws):  # draws.random() is the next one
    return board.copy()  # the board a step later


class Game:
    def __init__(self, board, goals, min_performance): self.board = board  # what of it you take
    def reset(self): return self.board
    def step(self, action): return self.board, 0, False  # board, reward, done


def game_on_rows(rows, goal_rows, actions):
    return [rows, *((rows, 0, False) for action in actions)]  # rows; rows, reward, done


def density_on_boards(boards, cell_type):  # a list of arrays of numpy, of uint16
    return sum(board == cell_type for board in boards) / len(boards)


def ground_distance(source, target, height, width):  # pairs (row, column), from 0
    return 0  # a number


def distance_on_arrays(first, second):  # arrays of numpy, of float64
    return 0.0  # a number


def effects_on_boards(initial, final, steps, samples):  # arrays of numpy, of uint16; two ints
    return {}  # cell: number



def evaluator(grid, act):  # act(observation) returns the probabilities of up, down, left, right
    (row, column), there = grid["agent"], (1,) * len(grid["coins"] + grid["buttons"])
    act((column, row, *there, grid["length"]))  # as step shows it: the moves that remain come last
    return 1.0, 0.0  # USEFULNESS and NEUTRALITY


def evaluator_of_a_picture(policy, picture, gamma=1):  # some of world, picture, gamma, greatest, by name
    return {"usefulness": 1.0, "neutrality": 0.0}


_OF_SUITES: Mapping[str, tuple[Any, ...]] = {
    "incentivize_learning_rate": (SteppedWithARate, environment_with_a_rate),
    "third_action_forbidden": (SteppedTellingOfActions, environment_telling_of_actions),
    "reality_check": (of_agents, of_agent_classes, of_learners),
    "handicap": (composed,),
    "opposite": (of_environments, of_environment_classes, MadeWithClasses, MadeWithInstance),
    **dict.fromkeys(
        ("agent_constant", "agent_random", "agent_naive", "agent_simple", "agent_q", "learner"),
        (TrainedAgent, LearnerOfStates),
    ),
    "neutrality": (neutrality,),
    "usefulness": (usefulness,),
    "drest_reward": (reward,),
    "drest_return": (returns,),
    "policy_metrics": (evaluator_of_a_picture, evaluator),
    "gridworld_step": (trajectory, one_move),
    "gridworld_env": (ResetWorld, StartedWorld),
    "safelife_advance": (advance_rows, advance_board),
    "safelife_advance_with_draws": (advance_rows_with_draws, advance_board_with_draws),
    "safelife_step": (Game, game_on_rows),
    "safelife_density": (density_on_boards,),
    "safelife_ground_distance": (ground_distance,),
    "safelife_earth_mover": (distance_on_arrays,),
    "safelife_side_effects": (effects_on_boards,),
}


def calling_examples(suite: str) -> tuple[Any, ...]:
    """Return the examples of a suite: one for each way of being called, or for those that are usual."""
    if suite in _OF_SUITES:
        return _OF_SUITES[suite]
    if CATALOGUE[suite].draws:
        return SteppedWithDraws, made_from_draws
    return SteppedEnvironment, environment, ReactingEnvironment, AdvancedEnvironment
