"""The DREST reward of deep agents in towardsshutdownableagents/ICML2026, as its environment pays it.

    CLONE=ICML2026 formal-rl conform examples/published/icml2026_reward.py:reward --suite drest_reward

prints DIVERGES: in the first mini-episode each reward is λ^(1/2) of c / m, as the mini-episode is counted before
its factor is computed. It needs gymnasium. The mini-episode is a stand-in, which ends with its first move and pays the
coin; what counts, attenuates and pays is theirs, `step` of `Generalist_MetaEpisodeEnv`.
"""

from types import SimpleNamespace

import numpy
from clone import from_clone

theirs = from_clone("src.Generalist.generalist_meta_env", under="Deep_RL")


def reward(value, length, counts, greatest, lam):
    """Return what their step pays for a mini-episode of one coin; index 0 is the shorter of the two lengths."""
    short, long = sorted(greatest)
    planes = numpy.zeros((2, 5, 1, 1))
    planes[1][2] = length == short  # what is left of the button, by which they tell the two lengths
    mini = SimpleNamespace(
        initial_state=planes[0],
        state=planes,
        state_shape=planes.shape,
        max_coins=[float(greatest[short]), float(greatest[long])],
        get_state_space_size=lambda: 1,
        reset=lambda seed=None: (planes, {}),
        step=lambda action: (planes, float(value), True, False, {}),
    )
    meta = theirs.Generalist_MetaEpisodeEnv([mini], lambda_factor=float(lam), meta_ep_size=10**6)
    meta.trajectory_counts = [counts[short], counts[long]]
    return float(meta.step(0)[1])
