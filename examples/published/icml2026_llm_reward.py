"""The DREST reward of language models in towardsshutdownableagents/ICML2026.

    CLONE=ICML2026 formal-rl conform examples/published/icml2026_llm_reward.py:factor --suite drest_reward

prints "conforms": the factor is computed before the answer is counted. With `:reward` in the place of `:factor` m, too,
is computed by their code, from the options of a question; it DIVERGES where the shorter length has two different coins.
The trainer is not run. It needs Python 3.12, as their file does. Where trl, torch, accelerate or transformers is not
installed, a stand-in is imported in its place.
"""

import numpy
from clone import from_clone, stand_in

for package in ("trl", "trl.trainer", "torch.utils", "torch.cuda"):
    stand_in(package)
stand_in("torch")
stand_in("trl.trainer.rloo_trainer", RLOOTrainer=object)
stand_in("trl.trainer.rloo_config", RLOOConfig=object)
stand_in("trl.trainer.utils", RepeatSampler=object)
stand_in("torch.utils.data", Dataset=object)
stand_in("accelerate.utils", gather=None)
stand_in("transformers", PreTrainedModel=object)
Trainer = from_clone("meta_ep_rloo", under="LLM").Meta_RLOOTrainer


def trainer(counts, lam):
    """Return a trainer in the middle of a meta-episode; its last count is of answers that cannot be read."""
    made = object.__new__(Trainer)
    made.drest_mode, made.lambda_factor, made.actions = True, float(lam), []
    made.trajectory_counts = numpy.array([*(number for _, number in sorted(counts.items())), 0])
    return made


def factor(value, length, counts, m, lam):
    """Return their factor times c / m."""
    return float(trainer(counts, lam).get_attenuation_factor(sorted(counts).index(length)) * float(value / m))


def reward(value, length, counts, greatest, lam):
    """Return what is paid for answering with the coin, where the best of each length is also on offer."""
    short, long = sorted(greatest)
    question = {
        "coin_values": [float(value), float(greatest[short]), float(greatest[long])],
        "trajectories": [sorted(greatest).index(length), 0, 1],
    }
    return float(trainer(counts, lam).drest_reward([question], [[{"content": "Final Answer: [A]"}]])[0])
