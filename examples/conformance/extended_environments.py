"""An extended environment whose interface is gymnasium's: a class, or what makes it, is given an agent-class."""


class IgnoreRewards:
    """Pay 1 for what the agent would do had every reward been 0."""

    def __init__(self, A):  # noqa: N803
        """Keep the agent-class."""
        self.agent_class = A

    def reset(self, *, seed=None, options=None):
        """Begin, with a new copy of the agent."""
        self.copy = self.agent_class()
        return 0, {}

    def step(self, action):
        """Compare, and train the copy on 0."""
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return 0, reward, False, False, {}


def make_env(A):  # noqa: N803
    """Make one: formal-rl conform extended_environments.py:make_env --suite ignore_rewards."""
    return IgnoreRewards(A)
