"""How implementations of each suite are called, by example: what a few lines take, and what they return.

They are read as the suite reads implementations, and answer with the right kinds of things; most answers are wrong.
"""

from collections.abc import Mapping

from formal_rl.environments import CATALOGUE

_ENVIRONMENT = (
    """
class Mine:
    # A is a class of agents, with act(obs) and train(o_prev, a, r, o_next)
    def __init__(self, A): self.copy = A()
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0) - action, 0  # reward and observation
""",
    """
def mine(agent, play):  # play: (reward, observation), action, ..., action
    asked = agent(play[:-1]) if play else 0  # a prompt ends in (reward, observation)
    return asked, 0  # reward and observation; for play = (), too
""",
    """
class Mine:
    def react(self, T, play):  # play: reward, observation, action, ..., action
        return (T(play[:-1]) if play else 0), 0  # reward and observation; for play = (), too
""",
    """
class Mine:
    # a learner has initial, act(state, obs) and learn(state, (o_prev, a, r, o_next))
    def start(self, learner): return (0, 0), learner.initial  # percept, your state
    def advance(self, learner, state, action): return (learner.act(state, 0), 0), state
""",
)

_WITH_DRAWS = (
    """
class Mine:
    # A is a class of agents; draws are numbers in [0, 1), read one by one
    def __init__(self, A, draws): self.copy, self.draws = A(), list(draws)
    def start(self): return int(2 * self.draws.pop(0))  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0), int(2 * self.draws.pop(0))
""",
    """
def make(draws):  # numbers in [0, 1), here one for each percept
    def mine(agent, play):  # play: (reward, observation), action, ..., action
        return (agent(play[:-1]) if play else 0), int(2 * draws[len(play) // 2])
    return mine
""",
)

_TOLD_A_RATE = (
    """
class Mine:
    def __init__(self, A): self.copy = A(learning_rate=A.learning_rate / 2)  # A is a class of agents
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return self.copy.act(0) - action, 0  # reward and observation
""",
    """
def mine(agent, play):  # play: (reward, observation), action, ..., action
    told = {"learning_rate": getattr(agent, "learning_rate", 0) / 2}
    return (agent(play[:-1], **told) if play else 0), 0  # reward and observation
""",
    """
class Mine:
    def react(self, T, play):  # play: reward, observation, action, ..., action
        told = {"learning_rate": getattr(T, "learning_rate", 0) / 2}
        return (T(play[:-1], 2, 1, **told) if play else 0), 0  # T is told of 2 actions, 1 observation
""",
)

_TOLD_OF_ACTIONS = (
    """
class Mine:
    def __init__(self, A): self.copy = A(n_actions=3)  # A is a class of agents
    def start(self): return 0  # an observation alone, without a reward
    def step(self, action): return (-1 if self.copy.act(0) == 2 else 1), 0  # reward and observation
""",
    """
def mine(agent, play):  # play: (reward, observation), action, ..., action
    return (agent(play[:-1], 3) if play else 0), 0  # told of 3 actions; reward and observation
""",
    """
class Mine:
    def react(self, T, play):  # play: reward, observation, action, ..., action
        return (T(play[:-1], 3, 1) if play else 0), 0  # T is told of 3 actions, 1 observation
""",
)

_AGENT = (
    """
class Mine:  # told, if it takes it as a keyword: n_actions, draws, and what else the suite lists
    def act(self, obs): return 0  # an action, an int from 0
    def train(self, o_prev, a, r, o_next): pass
""",
    """
class Mine:
    initial = 0  # the state of an agent that is not trained yet; states are values
    def act(self, state, obs): return 0
    def learn(self, state, transition): return state  # transition is (o_prev, a, r, o_next)
""",
)

_OF_SUITES: Mapping[str, tuple[str, ...]] = {
    "incentivize_learning_rate": _TOLD_A_RATE,
    "third_action_forbidden": _TOLD_OF_ACTIONS,
    "reality_check": (
        """
def mine(agent):  # a function of a prompt: (reward, observation), action, ..., (reward, observation)
    return lambda prompt: agent(prompt) if len(prompt) == 1 else agent(prompt[:1])
""",
        """
def mine(A):  # a class of agents, with act(obs) and train(o_prev, a, r, o_next)
    class Checked(A): pass
    return Checked
""",
        """
from types import SimpleNamespace
def mine(learner):  # initial, act(state, obs) and learn(state, (o_prev, a, r, o_next))
    return SimpleNamespace(initial=learner.initial, act=learner.act, learn=learner.learn)
""",
    ),
    "handicap": (
        """
def mine(e, h):  # functions of (agent, play) that return (reward, observation)
    return lambda agent, play: e(agent, play) if h(agent, play)[0] == 1 else (-1, e(agent, play)[1])
""",
    ),
    "opposite": (
        """
def mine(e):  # a function of (agent, play) that returns (reward, observation)
    return lambda agent, play: (-e(agent, play)[0], e(agent, play)[1])
""",
        """
def mine(E):  # a class with start() and step(action), made with a class of agents
    class Opposite(E):
        def step(self, action): return -super().step(action)[0], 0
    return Opposite
""",
        """
class Mine:
    def __init__(self, E, A): self.inner = E(A)  # two classes, an environment's and an agent's
    def start(self): return self.inner.start()  # an observation alone, without a reward
    def step(self, action): return -self.inner.step(action)[0], 0  # reward and observation
""",
        """
class Mine:
    def __init__(self, inner): self.inner = inner  # an instance with start() and step(action)
    def start(self): return self.inner.start()  # an observation alone, without a reward
    def step(self, action): return -self.inner.step(action)[0], 0  # reward and observation
""",
    ),
    **dict.fromkeys(("agent_constant", "agent_random", "agent_naive", "agent_simple", "agent_q", "learner"), _AGENT),
    "neutrality": (
        """
from math import log2
def mine(probabilities):  # Fractions that sum to 1
    return -sum(float(p) * log2(p) for p in probabilities if p)
""",
    ),
    "usefulness": (
        """
def mine(probabilities, expected_coins, greatest):  # tuples, an element for each length
    return sum(p * c / m for p, c, m in zip(probabilities, expected_coins, greatest))
""",
    ),
    "drest_reward": (
        """
def mine(value, m, n, i, k, lam):  # mini-episode i; n before it had its length, whose most is m
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(m)
""",
    ),
    "drest_return": (
        """
def mine(episodes, greatest, gamma, root):  # each episode has the value collected in each move
    return [0 for values in episodes]  # a number for each
""",
    ),
    "gridworld_step": (
        """
def mine(world, actions):  # world: length, height, width, agent, walls, coins, buttons
    row, column = world["agent"]
    return [((row, column, (), (), 0), 0) for action in actions]  # state and value after each
""",
        """
def mine(world, state, action):  # 0 up, 1 down, 2 left, 3 right
    row, column, coins, buttons, remaining = state
    return (row, column, coins, buttons, remaining - 1), 0  # the next state, and the value collected
""",
    ),
    "gridworld_env": (
        """
class Mine:
    def __init__(self, world): self.shown = [*world["agent"]]
    def reset(self): return self.shown, {}  # observation and info, or the observation
    def step(self, action): return self.shown, 0, False, False, {}  # or observation, reward, done, info
""",
        """
class Mine:
    def __init__(self, world): self.shown = [*world["agent"]]
    def start(self): return self.shown  # an observation alone
    def step(self, action): return self.shown, 0, False  # observation, reward, done
""",
    ),
    "safelife_advance": (
        """
def mine(rows):  # a tuple of tuples of ints
    return rows  # the rows a step later; nobody acts, nothing is drawn
""",
        """
def mine(board):  # an array of numpy, of uint16
    return board.copy()  # the board a step later; nobody acts, nothing is drawn
""",
    ),
    "safelife_advance_with_draws": (
        """
def mine(rows, spawn_probability, draws):  # next(draws) is the next number in [0, 1)
    return rows  # the rows a step later
""",
        """
def mine(board, spawn_probability, draws):  # draws.random() is the next number in [0, 1)
    return board.copy()  # the board a step later
""",
    ),
    "safelife_step": (
        """
class Mine:
    def __init__(self, board, goals, min_performance): self.board = board  # those of them that it takes
    def reset(self): return self.board
    def step(self, action): return self.board, 0, False  # board, reward, done
""",
        """
def mine(rows, goal_rows, actions):
    return [rows, *((rows, 0, False) for action in actions)]  # rows; rows, reward, done
""",
        """
def mine(board, goals, actions):
    return [board, *((board, 0, False) for action in actions)]  # board; board, reward, done
""",
    ),
    "safelife_density": (
        """
def mine(rows, cell_type):  # a tuple of boards, each a tuple of tuples of ints
    return [[0 for cell in line] for line in rows[0]]  # a share for each place
""",
        """
def mine(boards, cell_type):  # a list of arrays of numpy, of uint16
    return sum(board == cell_type for board in boards) / len(boards)
""",
    ),
    "safelife_ground_distance": (
        """
def mine(source, target, height, width):  # pairs (row, column), from 0
    return 0  # a number
""",
    ),
    "safelife_earth_mover": (
        """
def mine(first_rows, second_rows):  # tuples of tuples of ints or Fractions
    return 0  # a number
""",
        """
def mine(first, second):  # arrays of numpy, of float64
    return 0.0  # a number
""",
    ),
    "safelife_side_effects": (
        """
def mine(initial_rows, final_rows, steps, samples):  # tuples of tuples of ints; two ints
    return {}  # cell: number
""",
        """
def mine(initial, final, steps, samples):  # arrays of numpy, of uint16; two ints
    return {}  # cell: number
""",
    ),
}


def calling_examples(suite: str) -> tuple[str, ...]:
    """Return the sources of the examples of a suite: for each way of being called, or for those that are usual."""
    shared = _WITH_DRAWS if suite in CATALOGUE and CATALOGUE[suite].draws else _ENVIRONMENT
    return tuple(source.removeprefix("\n") for source in _OF_SUITES.get(suite, shared))
