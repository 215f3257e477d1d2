"""Learners drawn with a seed, for tests beyond exhaustion."""

from random import Random

from formal_rl.agents.register_learner import RegisterLearner

LARGE_PRIME = 1_000_003


def hashed_learner(seed, number_of_actions=2):
    """Return a learner without any pattern: one register, mixed with every transition by drawn coefficients."""
    draw = Random(seed)
    factor, *others, constant = (draw.randrange(1, 1000) for _ in range(6))
    mixed = [["mul", c, x] for c, x in zip(others, ("o_prev", "a", "r", "o_next"), strict=True)]
    return RegisterLearner(
        number_of_actions,
        {"h": draw.randrange(LARGE_PRIME)},
        {"h": ["mod", ["add", ["mul", factor, "h"], *mixed, constant], LARGE_PRIME]},
        ["mod", ["add", ["floordiv", "h", 7], "obs"], "n"],
    )
