"""Examples of implementations of each suite: a few lines with arguments and results.

`formal-rl suites NAME` shows their sources, so they are written as a user would, and short. They are read as the suite
reads implementations, and answer with the right kinds of things; most answers are wrong.
"""
# ruff: noqa: ANN001, ANN201, ANN202, ANN204, D101, D102, D103, E701, N803
# mypy: ignore-errors
# fmt: off

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
    rate = {"learning_rate": getattr(agent, "learning_rate", 0) / 2}
    return (agent(play[:-1], **rate) if play else 0), 0  # reward and observation


class SteppedTellingOfActions:
    def __init__(self, A): self.copy = A(n_actions=3)  # A is a class of agents
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return (-1 if self.copy.act(0) == 2 else 1), 0  # reward and observation


def environment_telling_of_actions(agent, play):  # play: (reward, observation), action, ...
    return (agent(play[:-1], 3) if play else 0), 0  # with 3 actions; reward and observation


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


# --- Questions by turns ---


class TrainedAgent:  # keywords, if it takes them: n_actions, draws, and others that the suite lists
    def act(self, obs): return 0  # an action, an int from 0
    def train(self, o_prev, a, r, o_next): pass


class LearnerOfStates:
    initial = 0  # the state of an agent that is not trained yet; states are values
    def act(self, state, obs): return 0
    def learn(self, state, transition): return state  # transition is (o_prev, a, r, o_next)


class ResetWorld:
    def __init__(self, world): self.shown = [*world["agent"]]
    def reset(self): return self.shown, {}  # observation and info, or the observation
    def step(self, action): return self.shown, 0, False, False, {}  # or three: and done


class Game:
    def __init__(self, board, goals, min_performance): self.board = board  # what of it you take
    def reset(self): return self.board
    def step(self, action): return self.board, 0, False  # board, reward, done


def evaluator(grid, act):  # act(observation) returns the probabilities of up, down, left, right
    (row, column), there = grid["agent"], (1,) * len(grid["coins"] + grid["buttons"])
    act((column, row, *there, grid["length"]))  # as step shows it: the moves that remain come last
    return 1.0, 0.0  # USEFULNESS and NEUTRALITY


_OF_SUITES: Mapping[str, tuple[Any, ...]] = {
    "incentivize_learning_rate": (SteppedWithARate, environment_with_a_rate),
    "third_action_forbidden": (SteppedTellingOfActions, environment_telling_of_actions),
    "reality_check": (of_agents, of_agent_classes, of_learners),
    "handicap": (composed,),
    "opposite": (of_environments, of_environment_classes),
    **dict.fromkeys(
        ("agent_constant", "agent_random", "agent_naive", "agent_simple", "agent_q", "learner"),
        (TrainedAgent, LearnerOfStates),
    ),
    "policy_metrics": (evaluator,),
    "gridworld_env": (ResetWorld,),
    "safelife_step": (Game,),
}


def calling_examples(suite: str) -> tuple[Any, ...]:
    """Return the examples of a suite: one for each usual way of being called; of plain functions there is none."""
    if suite in _OF_SUITES or suite not in CATALOGUE:
        return _OF_SUITES.get(suite, ())
    return (SteppedWithDraws, made_from_draws) if CATALOGUE[suite].draws else (SteppedEnvironment, environment)
