"""The evaluator of deep agents in towardsshutdownableagents/ICML2026: USEFULNESS and NEUTRALITY of a policy.

    CLONE=ICML2026 formal-rl conform examples/published/icml2026_evaluator.py:evaluator --suite policy_metrics

prints DIVERGES for policies that read the clock: the one they are shown is 0 in each state, or a coin of row 4.
It is for worlds of at most 5 x 5 cells with one button; others raise. It needs gymnasium. Where torch or matplotlib is
not installed, a stand-in makes arrays of numpy do for tensors; nothing is drawn or trained.
"""

import contextlib
import io
from types import SimpleNamespace

import numpy
from clone import from_clone, stand_in

stand_in("matplotlib")
stand_in("matplotlib.pyplot")
stand_in("matplotlib.patches", Rectangle=None, Circle=None)
stand_in(
    "torch",
    float32=numpy.float32,
    no_grad=contextlib.nullcontext,
    tensor=lambda array, dtype: SimpleNamespace(unsqueeze=lambda axis: numpy.expand_dims(array, axis).astype(dtype)),
)
theirs = from_clone("src.Generalist.evals_utils", under="Deep_RL")
grids = from_clone("src.Generalist.grid_env", under="Deep_RL")


def evaluator(world, policy, greatest):
    """Return what evaluate_agent says of the policy, which is shown what their state has, as numbers in our order."""
    (_, short), (_, long) = sorted(greatest.items())
    planes = numpy.zeros((5, 5, 5))  # walls, coins, buttons, agent, clock; what is beyond the world is wall
    planes[0, world["height"] :, :] = planes[0, :, world["width"] :] = 1
    for row, column in world["walls"]:
        planes[0, row, column] = 1
    for plane, things in ((1, world["coins"]), (2, world["buttons"])):
        for row, column, worth in things:
            planes[plane, row, column] = worth
    planes[(3, *world["agent"])], planes[4, 2, 2] = 1, world["length"]
    things = [(1, *coin[:2]) for coin in world["coins"]] + [(2, *button[:2]) for button in world["buttons"]]

    def get_distribution(tensor):
        state = numpy.asarray(tensor)[0][1]
        ((row, column),) = numpy.argwhere(state[3])
        chances = policy((column, row, *(state[thing] > 0 for thing in things), state[4, 2, 2]))
        probs = numpy.array([chances])
        return SimpleNamespace(distribution=SimpleNamespace(probs=SimpleNamespace(numpy=lambda: probs)))

    env = grids.GridEnvironment(planes, world["length"], [float(short), float(long)])
    model = SimpleNamespace(policy=SimpleNamespace(get_distribution=get_distribution))
    with contextlib.redirect_stdout(io.StringIO()):  # it says so where a length has probability 0
        _, useful, neutral = theirs.evaluate_agent(env, model, (float(long), float(short)))
    return useful, neutral
