"""A step of each incremental form beside a step of the published library, and whether its cost grows.

``python -m benchmarks.library_steps --library PATH`` runs the library too, from a checkout; without it only growth is
measured.

The library's side is its ``run_environment(environment, agent, steps)``, which returns the total reward. Its agents
and environments are objects that change, and nothing is checked. Our side is the total reward of the first ``steps``
steps of an interaction, no history kept. States are values, and every percept and action is checked. The two sides run
in turn, three times, and the least CPU time of each counts.
"""

from __future__ import annotations

import importlib
import random
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.tables import Progress, Table, times
from formal_rl.agents import Learner, QLearnerPublished, RepeatedDraws, SimpleLearner
from formal_rl.environments import IncrementalEnvironment, ignore_rewards_incremental
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.altered_agent import (
    AsIfIncremental,
    configured_with_three_actions,
    incentivize_learning_rate_incremental,
)
from formal_rl.environments.examples.false_memories import FalseMemoriesIncremental
from formal_rl.environments.examples.tempting_button import tempting_button_incremental
from formal_rl.environments.library.adversarial_sequence import (
    adversarial_sequence_evader_incremental,
    adversarial_sequence_predictor_incremental,
)
from formal_rl.environments.library.crying_baby import crying_baby_2_incremental, crying_baby_incremental
from formal_rl.environments.library.drawn_observations import after_images, censored_observation, ignore_observations
from formal_rl.environments.library.ignore_rewards_3 import ignore_rewards_3_incremental
from formal_rl.environments.library.incentivize_zero import incentivize_zero_incremental
from formal_rl.environments.library.limited_memory import limited_memory_incremental
from formal_rl.environments.library.self_recognition import self_recognition
from formal_rl.environments.library.tempting_button_variation import tempting_button_variation
from formal_rl.environments.library.turn_by_turn import (
    delayed_rewards_incremental,
    flip_every_other_incremental,
    ignore_actions_incremental,
    ignore_rewards_2_incremental,
    nth_reward_multiplied_by_n_incremental,
    punish_nondeterministic_agent_incremental,
    repeater_incremental,
    shifted_rewards_incremental,
)
from formal_rl.environments.listed import TWO_TURNS
from formal_rl.histories import Reward

_POOL = 100_000
"""How many draws the published library has for agents, and how many for environments."""

_SEED = 1

_TEN_ACTIONS = "IncentivizeZero"


def _pools() -> tuple[RepeatedDraws, RepeatedDraws]:
    generator = random.Random(_SEED)
    first, second = ([generator.random() for _ in range(_POOL)] for _ in range(2))
    return RepeatedDraws(first), RepeatedDraws(second)


def _forms(draws: RepeatedDraws) -> dict[str, IncrementalEnvironment]:
    return {
        "AdversarialSequenceEvader": adversarial_sequence_evader_incremental,
        "AdversarialSequencePredictor": adversarial_sequence_predictor_incremental,
        "AfterImages": after_images.incremental(draws),
        "CensoredObservation": censored_observation.incremental(draws),
        "CryingBaby": crying_baby_incremental,
        "CryingBaby2": crying_baby_2_incremental,
        "DelayedRewards": delayed_rewards_incremental,
        "FalseMemories": FalseMemoriesIncremental(TWO_TURNS),
        "FlipEveryOther": flip_every_other_incremental,
        "IgnoreActions": ignore_actions_incremental,
        "IgnoreObservations": ignore_observations.incremental(draws),
        "IgnoreRewards": ignore_rewards_incremental,
        "IgnoreRewards2": ignore_rewards_2_incremental,
        "IgnoreRewards3": ignore_rewards_3_incremental,
        "IncentivizeLearningRate": incentivize_learning_rate_incremental,
        "IncentivizeZero": incentivize_zero_incremental,
        "LimitedMemory": limited_memory_incremental,
        "NthRewardMultipliedByN": nth_reward_multiplied_by_n_incremental,
        "PunishNondeterministicAgent": punish_nondeterministic_agent_incremental,
        "Repeater": repeater_incremental,
        "SelfRecognition": self_recognition.incremental(draws),
        "ShiftedRewards": shifted_rewards_incremental,
        "TemptingButton": tempting_button_incremental(draws),
        "TemptingButtonVariation": tempting_button_variation.incremental(draws),
        "ThirdActionForbidden": AsIfIncremental(configured_with_three_actions),
    }


def _learners(draws: RepeatedDraws, actions: int) -> dict[str, Learner[Any]]:
    return {"simple": SimpleLearner(actions), "Q": QLearnerPublished(draws, actions)}


def _growth(progress: Progress, places: tuple[int, int], window: int) -> Iterator[Table]:
    agent_draws, environment_draws = _pools()
    rows = []
    for name, form in _forms(environment_draws).items():
        row = [name]
        for kind, learner in _learners(agent_draws, 10 if name == _TEN_ACTIONS else 2).items():
            progress(f"library_steps: growth of {name}, {kind}")
            runs = [_windows(learner, form, places, window) for _ in range(3)]
            first, last = (min(spent) / window for spent in zip(*runs, strict=True))
            row += [f"{first * 1e6:.1f} µs", times(last / first)]
        rows.append(row)
    early, late = (f"{place:,}" for place in places)
    columns = ("environment", f"simple, step {early}", f"at {late}", f"Q, step {early}", f"at {late}")
    yield Table("Incremental forms: CPU time per step", columns, rows, "Flat: the ratios are about 1.")


def _windows(
    learner: Learner[Any], form: IncrementalEnvironment, places: tuple[int, ...], window: int
) -> Iterator[float]:
    """Yield the CPU time of the ``window`` steps before each place of one run."""
    elements, done = interact_incremental(learner, form), 0
    for place in places:
        deque(islice(elements, 2 * (place - window - done)), maxlen=0)
        begun = process_time()
        deque(islice(elements, 2 * window), maxlen=0)
        yield process_time() - begun
        done = place


def _to_library(progress: Progress, library: Path, steps: int) -> Iterator[Table]:
    sys.path.insert(0, str(library))
    importlib.import_module("extended_rl.prerandom").populate_randoms(_SEED)
    run_environment = importlib.import_module("extended_rl.util").run_environment
    listed = importlib.import_module("extended_rl.environments.EnvironmentLists").environments
    environments = {each.__name__: each for each in listed}
    agents = {
        "simple": importlib.import_module("extended_rl.agents.simple_learner").SimpleLearner,
        "Q": importlib.import_module("extended_rl.agents.Q_learner").Q_learner,
    }
    agent_draws, environment_draws = _pools()
    rows, ratios = [], []
    for name, form in _forms(environment_draws).items():
        row: list[str] = [name]
        found: list[float] = []
        for kind, learner in _learners(agent_draws, 10 if name == _TEN_ACTIONS else 2).items():
            progress(f"library_steps: {name}, {kind}")
            theirs, ours = _least_seconds(
                (
                    partial(run_environment, environments[name], agents[kind], steps),
                    partial(_total_reward, learner, form, steps),
                )
            )
            found.append(ours / theirs)
            row += [f"{theirs / steps * 1e6:.1f} µs", times(ours / theirs)]
        rows.append(row)
        ratios.append(found)
    simple, q = (times(median(column)) for column in zip(*ratios, strict=True))
    rows.append(["median", "", simple, "", q])
    yield Table(
        f"A step of the incremental form to one of the published library, {steps:,} steps: CPU time",
        ("environment", "simple: theirs", "ours", "Q: theirs", "ours"),
        rows,
        "Below 1: ours is faster.",
    )


def _total_reward(learner: Learner[Any], form: IncrementalEnvironment, steps: int) -> Reward:
    total: Reward = sum(map(itemgetter(0), islice(interact_incremental(learner, form), 2, 2 * steps + 1, 2)))
    return total


def _least_seconds(runs: Sequence[Callable[[], object]]) -> list[float]:
    """Run each of several in turn, three times over, and return the least CPU time of each."""
    spent: list[list[float]] = [[] for _ in runs]
    for _ in range(3):
        for run, times_of_run in zip(runs, spent, strict=True):
            begun = process_time()
            run()
            times_of_run.append(process_time() - begun)
    return [min(each) for each in spent]


def run(progress: Progress, *, full: bool, library: Path | None = None) -> Iterator[Table]:
    """Yield the growth of every form, and the ratios to the library where its checkout is given."""
    yield from _growth(progress, (1_000, 100_000 if full else 20_000), 1_000)
    if library is not None:
        yield from _to_library(progress, library, 20_000 if full else 5_000)


def main() -> None:
    """Run this benchmark alone."""
    parser = ArgumentParser(prog="python -m benchmarks.library_steps", description=__doc__)
    parser.add_argument("--full", action="store_true", help="go further; takes minutes")
    parser.add_argument("--library", type=Path, help="a checkout of the published library, to run as well")
    arguments = parser.parse_args()
    if arguments.library is not None and not (arguments.library / "extended_rl").is_dir():
        parser.error(f"no extended_rl in {arguments.library}")
    for table in run(lambda line: print(line, file=sys.stderr), full=arguments.full, library=arguments.library):
        table.show()


if __name__ == "__main__":
    main()
