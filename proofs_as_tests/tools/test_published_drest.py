"""The adapters of `examples/published`, on small stand-ins of the code that they are for: nothing is fetched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "published"
CHECKED = """
import json, sys
from formal_rl.conformance import check_named
print(json.dumps(check_named(*sys.argv[1:3], semantics=sys.argv[3], in_process=True).to_json()))
"""


@pytest.fixture
def conform(tmp_path):
    """Return what checks an object of an adapter against a suite, where the clone has some files of ours."""

    def conform(named, suite, files, semantics="paper"):
        for name, source in files.items():
            (tmp_path / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "clone" / name).write_text(dedent(source), "utf-8")
        command = [sys.executable, "-c", CHECKED, f"{EXAMPLES}/{named}", suite, semantics]
        here = {**os.environ, "CLONE": str(tmp_path / "clone")}
        done = subprocess.run(command, env=here, cwd=tmp_path, capture_output=True, check=True)
        report = json.loads(done.stdout)
        return {row["claim"] for row in report["rows"] if row["required"] and row["verdict"] == "diverges"}, report

    return conform


META = """
    class Generalist_MetaEpisodeEnv:
        def __init__(self, env_list, lambda_factor=1, meta_ep_size=16):
            self.env, self.lam, self.trajectory_counts = env_list[0], lambda_factor, [0, 0]

        def step(self, action):
            shown, reward, *others = self.env.step(action)
            length, counts = int(self.env.state[1][2].sum() == 0), [*self.trajectory_counts]
            {counting}
            factor = self.lam ** (counts[length] - sum(counts) / 2)
            return shown, factor * reward / self.env.max_coins[length], *others
"""


@pytest.mark.parametrize(
    ("counting", "first"),
    [("counts[length] += 1", {"first", "later", "many", "hundreds"}), ("", {"later", "many", "hundreds"})],
)
def test_the_reward_of_deep_agents(conform, counting, first):
    """It is made for two lengths; counted too early, it is wrong in the first mini-episode already."""
    name = "Deep_RL/src/Generalist/generalist_meta_env.py"
    diverging, report = conform("icml2026_reward.py:reward", "drest_reward", {name: META.format(counting=counting)})
    outcomes = {row["claim"]: row["outcome"] for row in report["rows"]}

    assert diverging == first
    assert outcomes["many"] == "raises an exception"
    assert outcomes["first"] == ("value differs" if counting else None)


GRID = """
    class GridEnvironment:
        def __init__(self, initial_state, shutdown_time, max_coins):
            self.planes, self.time = initial_state, shutdown_time
"""

EVALUATOR = """
    from math import log2

    import numpy
    import torch


    def evaluate_agent(env, model, most):
        print("they print")
        planes, found = env.planes, {{}}
        waiting = [(tuple(numpy.argwhere(planes[3])[0]), planes[1:3], env.time, 0, 1.0)]
        while waiting:
            place, things, clock, moves, chance = waiting.pop()
            if not clock:
                pressed = not things[1].any()
                p, coins = found.get(pressed, (0, 0))
                found[pressed] = p + chance, coins + chance * (planes[1].sum() - things[0].sum())
                continue
            state = numpy.zeros((2, 5, 5, 5))
            state[:], state[1, 1:3], state[1, 3], state[1, 4] = planes, things, 0, 0
            state[(1, 3, *place)], state[1, 4, 2, 2] = 1, {clock}
            seen = torch.tensor(state, dtype=torch.float32).unsqueeze(0)
            with torch.no_grad():
                probs = model.policy.get_distribution(seen).distribution.probs.numpy()[0]
            for (down, right), p in zip(((-1, 0), (1, 0), (0, -1), (0, 1)), probs):
                ahead = place[0] + down, place[1] + right
                free = max(ahead) < 5 and min(ahead) >= 0 and not planes[(0, *ahead)]
                after, later = ahead if free else place, things.copy()
                later[(slice(None), *after)] = 0
                delay = int(things[(1, *after)])
                if p:
                    waiting.append((after, later, clock - 1 + delay, moves + 1, chance * p))
        useful = sum(coins / most[0 if pressed else 1] for pressed, (_, coins) in found.items())
        return None, useful, -sum(p * log2(p) for p, _ in found.values() if p)
"""


@pytest.mark.parametrize(
    ("clock", "wrong"), [("0", {"clock", "shown", "drawn_clock", "buttons", "large"}), ("clock", {"buttons", "large"})]
)
def test_the_evaluator_of_deep_agents(conform, clock, wrong):
    """It is made for one button; its clock is what its observations say, and tensors may be arrays."""
    files = {
        "Deep_RL/src/Generalist/grid_env.py": GRID,
        "Deep_RL/src/Generalist/evals_utils.py": EVALUATOR.format(clock=clock),
    }
    diverging, _ = conform("icml2026_evaluator.py:evaluator", "policy_metrics", files)

    assert diverging == wrong


TRAINER = """
    import torch
    from accelerate.utils import gather
    from transformers import PreTrainedModel
    from trl.trainer.rloo_trainer import RLOOTrainer
    from trl.trainer.utils import RepeatSampler


    class Meta_RLOOTrainer(RLOOTrainer):
        def get_attenuation_factor(self, trajectory_index):
            counts = self.trajectory_counts[:-1]
            return self.lambda_factor ** (counts[trajectory_index] - counts.mean())

        def drest_reward(self, inputs, completions):
            ((answer,),) = completions
            place = "ABC".index(answer["content"][-2])
            coins, length = inputs[0]["coin_values"], inputs[0]["trajectories"][place]
            most = (min(coins), max(coins))[length]
            return [self.get_attenuation_factor(length) * coins[place] / most]
"""


def test_the_rewards_of_language_models(conform):
    """The factor is of any number of lengths; m is found by the code, of two lengths with one coin each."""
    factor, _ = conform("icml2026_llm_reward.py:factor", "drest_reward", {"LLM/meta_ep_rloo.py": TRAINER})
    reward, report = conform("icml2026_llm_reward.py:reward", "drest_reward", {})

    assert factor == set()
    assert reward == {"first", "later", "many", "hundreds"}
    assert "raises" not in next(row["outcome"] for row in report["rows"] if row["claim"] == "first")


COUNTER = """
    class MetaEpisodeCounter:
        def __init__(self, num_lengths, counts):
            self.counts = counts


    def reward_for_position(row, position, counter, lambda_factor):
        length = row["trajectory_ids"][position]
        excess = counter.counts[length] - sum(counter.counts) / len(counter.counts)
        return lambda_factor**excess * row["score_values"][position] / row["max_scores_by_length"][length], length
"""


def test_the_later_reward_of_language_models(conform):
    """It conforms, for any number of lengths."""
    diverging, report = conform("drest_llm_reward.py:reward", "drest_reward", {"llm/drest_llm/reward.py": COUNTER})

    assert diverging == set()
    assert all(row["verdict"] == "conforms" for row in report["rows"])


TABULAR = """
    import copy

    GRID_W = GRID_H = EXT = 0
    COINS, B4, GAMMA, WORLDS = (), (0, 0), 1, {"E-A termination": {}}


    class Env:
        def __init__(self, world, valuation):
            self.w = WORLDS[world]

        def reset(self):
            self.coins, self.b4, self.pressedB, self.own = {n: (p, v) for n, p, v in COINS}, self.w["b4"], False, 0
            self.x = self.y = 0

        def obs(self):
            return (self.x, self.y, *(f"C{n}" in self.coins for n in (1, 2, 3)), self.b4, False)

        def done(self):
            return self.own >= self.w["own_T"] + self.pressedB * EXT

        def step(self, a):
            right, down = ((0, -1), (0, 1), (-1, 0), (1, 0))[a]
            self.x = min(max(self.x + right, 0), GRID_W - 1)
            self.y = min(max(self.y + down, 0), GRID_H - 1)
            self.own += 1
            if self.b4 and (self.x, self.y) == B4:
                self.b4, self.pressedB = False, True
            taken = [name for name, (place, _) in self.coins.items() if place == (self.x, self.y)]
            return float(sum(self.coins.pop(name)[1] for name in taken))


    def enumerate_outcomes(world, valuation, probs_fn=None):
        def follow(env, chance, total):
            if env.done():
                return [(chance, env.pressedB, False, env.own, total)]
            found = []
            for a, p in enumerate(probs_fn(env.obs()) if probs_fn else (1.0,) * 4):
                if p:
                    after = copy.copy(env)
                    after.coins = dict(env.coins)
                    found += follow(after, chance * p, total + GAMMA**env.own * after.step(a))
            return found

        first = Env(world, valuation)
        first.reset()
        return follow(first, 1.0, 0.0)


    def maxima(world, valuation):
        most = {}
        for *_, length, total in enumerate_outcomes(world, valuation):
            most[length] = max(total, most.get(length, 0.0))
        return most
"""


def test_the_tabular_world(conform):
    """What it has no place for raises; the rest conforms, and its policies see no clock."""
    moves, report = conform("nt1_tabular.py:Moves", "gridworld_env", {"AI_Safety/NT1/checks/nt1.py": TABULAR})
    metrics, _ = conform("nt1_tabular.py:metrics", "policy_metrics", {})
    outcomes = {row["outcome"] for row in report["rows"] if row["verdict"] == "diverges"}

    assert moves == {
        *("walls", "used_up", "buttons", "last_move", "drawn_worlds", "named_worlds", "long", "fractions_of_coins")
    }
    assert outcomes == {"raises an exception"}
    assert metrics == {"clock", "drawn", "drawn_clock", "buttons", "large"}


FORK = """
    import numpy as np
    import pyemd

    from .safelife_game import CellTypes
    from .speedups import advance_board


    def earth_mover_distance(a, b):
        changed = a != b
        if not changed.any():
            return 0.0
        cells = np.argwhere(changed)
        away = cells[:, None] - cells
        away = {torus}
        return pyemd.emd(a[changed], b[changed], np.tanh(np.abs(away).sum(axis=-1) / 5), 1.0)
"""


@pytest.mark.parametrize(
    ("torus", "semantics", "wrong"),
    [
        ("np.minimum(away, a.shape - away)", "paper", {"round", "larger"}),
        ("np.minimum(away, a.shape - away)", "published", set()),
        ("np.minimum(abs(away), a.shape - abs(away))", "paper", set()),
    ],
)
def test_the_distance_of_forks_of_safelife(conform, torus, semantics, wrong):
    """Neither pyemd nor anything compiled is needed."""
    files = {"safelife/side_effects.py": FORK.format(torus=torus), "safelife/__init__.py": ""}
    diverging, _ = conform("safelife_forks.py:distance", "safelife_ground_distance", files, semantics)

    assert diverging == wrong


def test_without_a_clone_the_message_says_what_to_set(tmp_path):
    """The variable, or the folder that is not there."""
    others = {name: value for name, value in os.environ.items() if name != "CLONE"}
    for clone, said in (({}, "set the environment variable CLONE"), ({"CLONE": "."}, "there is no folder 'llm'")):
        words = ["conform", f"{EXAMPLES}/drest_llm_reward.py:reward", "--suite", "drest_reward"]
        how = {"cwd": tmp_path, "env": others | clone, "capture_output": True, "text": True}
        done = subprocess.run([sys.executable, "-m", "formal_rl", *words], check=False, **how)

        assert done.returncode == 4
        assert said in " ".join(done.stdout.split())
