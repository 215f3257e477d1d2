"""The abstract examples on runs of 1,000 steps: what their definitions cost, and their incremental forms."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from time import process_time
from typing import Any

from benchmarks.tables import Progress, Table, times
from formal_rl.agents import ConstantLearner, as_agent
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, embed, interact
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.abstract import (
    clever_employer,
    knowing,
    oracular_obstacle_course,
    playing_in_the_mirror,
    recognising_conversations,
    recognising_predictions,
    seeing_blocks,
)
from formal_rl.environments.abstract.binocular import seeing_blocks_incremental
from formal_rl.environments.abstract.conversations import (
    recognising_conversations_incremental,
    recognising_predictions_incremental,
)
from formal_rl.environments.abstract.incentivize_self_recognition import (
    incentivize_self_recognition,
    incentivize_self_recognition_incremental,
)
from formal_rl.environments.abstract.introduction import (
    clever_employer_incremental,
    oracular_obstacle_course_incremental,
    treasures_for_the_worthy,
    treasures_for_the_worthy_incremental,
)
from formal_rl.environments.abstract.knower_recognition import knowing_incremental
from formal_rl.environments.abstract.mirrors import playing_in_the_mirror_incremental
from formal_rl.environments.abstract.multi_role import village, village_incremental
from formal_rl.environments.abstract.newcomb import NewcombsProblemIncremental, newcombs_problem
from formal_rl.environments.library.crying_baby import crying_baby, crying_baby_incremental
from formal_rl.environments.ordinary import CorridorIncremental, corridor
from formal_rl.transforms import self_insert
from formal_rl.transforms.self_insert import SelfInsertIncremental

_FORMS: dict[str, tuple[ExtendedEnvironment, IncrementalEnvironment]] = {
    "A21-E14": (self_insert(embed(corridor(2))), SelfInsertIncremental(CorridorIncremental(2))),
    "A21-E15": (playing_in_the_mirror, playing_in_the_mirror_incremental),
    "A21-E16": (seeing_blocks, seeing_blocks_incremental),
    "A21-E17": (crying_baby, crying_baby_incremental),
    "A21-E17-society": (village, village_incremental),
    "A21-E18": (incentivize_self_recognition, incentivize_self_recognition_incremental),
    "A21-E19-conversation": (recognising_conversations(), recognising_conversations_incremental),
    "A21-E19-prediction": (recognising_predictions(), recognising_predictions_incremental),
    "A21-E19-knowing": (knowing(), knowing_incremental),
    "A21-intro-obstacles": (oracular_obstacle_course, oracular_obstacle_course_incremental),
    "A21-intro-treasures": (treasures_for_the_worthy, treasures_for_the_worthy_incremental),
    "A21-intro-employer": (clever_employer, clever_employer_incremental),
    "A22-S4-newcomb-value": (newcombs_problem(), NewcombsProblemIncremental()),
}

_LEARNER = ConstantLearner(0)


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the CPU time of short and longer runs by the definition, and of 1,000 steps of the incremental form."""
    short, longer = (250, 1_000) if full else (50, 200)
    rows = []
    for name, (definition, fast) in _FORMS.items():
        progress(f"abstract_examples: {name}")
        spent = [_seconds(interact(as_agent(_LEARNER), definition, remember=False), steps) for steps in (short, longer)]
        incremental = _seconds(interact_incremental(_LEARNER, fast), 1_000)
        growth = times(spent[1] / spent[0])
        shown = (f"{each * 1e3:.1f} ms" for each in (*spent, incremental))
        rows.append((name, next(shown), next(shown), growth, next(shown)))
    yield Table(
        "The abstract examples with a constant agent: CPU time of whole runs",
        ("statement", f"definition, {short}", f"{longer:,} steps", "ratio", "incremental, 1,000"),
        rows,
        f"A ratio of {longer // short} is linear, of {(longer // short) ** 2} quadratic: a definition looks at the "
        "whole play again at every step.",
    )


def _seconds(elements: Iterator[Any], steps: int) -> float:
    begun = process_time()
    deque(islice(elements, 2 * steps), maxlen=0)
    return process_time() - begun
