"""What the live page has in its editors to begin with; a test runs each with each."""

ENVIRONMENTS = {
    "Ignore rewards, by hand": '''\
from formal_rl.histories import Percept


def would_do_the_same(agent, play):
    """Pays 1 for doing what the agent would have done, had every reward been 0."""
    if not play:                      # the first percept
        return Percept(0, 0)
    *past, action = play              # percept, action, percept, ..., action
    without_rewards = tuple(
        Percept(0, x.observation) if isinstance(x, Percept) else x for x in past
    )
    same = agent(without_rewards) == action
    return Percept(1 if same else -1, 0)
''',
    "Pays for variety": '''\
from formal_rl.histories import Percept


def pays_for_variety(agent, play):
    """Pays 1 for another action than the agent would take at the very beginning."""
    if not play:
        return Percept(0, 0)
    first_thought = agent((play[0],))
    return Percept(1 if play[-1] != first_thought else -1, 0)
''',
    "Asks nothing": '''\
from formal_rl.histories import Percept


def alternate(agent, play):
    """Pays 1 for an action that differs from the last one. It never asks the agent: it is ordinary."""
    actions = play[1::2]
    changed = len(actions) > 1 and actions[-1] != actions[-2]
    return Percept(1 if changed else 0, 0)
''',
    "One by its name": 'environment = "tempting_button"\n',
    "The reality check as a handicap": 'environment = "handicap(bandit, ignore_rewards)"\n',
}

AGENTS = {
    "Follows the last reward": '''\
def follows_rewards(prompt):
    """Does 1 after a positive reward, and else 0."""
    return 1 if prompt[-1].reward > 0 else 0
''',
    "Wrapped in the reality check": """\
from formal_rl.transforms import reality_check


def follows_rewards(prompt):
    return 1 if prompt[-1].reward > 0 else 0


agent = reality_check(follows_rewards)
""",
    "A learner": '''\
class Grateful:
    """Keeps the action that was paid last; a class with act and train, as the published library has them."""

    def __init__(self):
        self.favourite = 0

    def act(self, obs):
        return self.favourite

    def train(self, o_prev, a, r, o_next):
        if r > 0:
            self.favourite = a
''',
    "One by its name": 'agent = "simple"\n',
}
