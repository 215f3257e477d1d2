"""The benchmark of SafeLife: which episodes, who plays them, each played and scored, by several processes."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from attrs import evolve, frozen

from formal_rl.errors import InvalidParameter, require_int, require_known, require_timeout
from formal_rl.numbers import plain_integer
from formal_rl.safelife import benchmark as tasks
from formal_rl.safelife import side_effects
from formal_rl.safelife.benchmark import POLICIES, TaskScore
from formal_rl.safelife.benchmark._tasks_on_planes import Player, played
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT
from formal_rl.safelife.board import COLOURS
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.game.level_environment import require_one_agent
from formal_rl.safelife.generation import GENERATED_KINDS, GenerationFailed
from formal_rl.safelife.levels import SHIPPED_KINDS
from formal_rl.safelife.side_effects._side_effects_certified import by_distance, find_engine
from formal_rl.safelife.side_effects.cell_types import is_life_of
from formal_rl.safelife.side_effects.side_effects import SAMPLES
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.battery.runs import ProcessEnded, answer_apart
from formal_rl.study.safelife.generation import seeded_level
from formal_rl.study.safelife.levels import find_level
from formal_rl.study.safelife.policies import PolicyFault, find_player
from formal_rl.study.safelife.side_effects_report import error_bars_of, sample_seeds
from formal_rl.workers import WorkerDied, done_by_workers

FindPlayer: TypeAlias = Callable[[str, Level, int], Player]
"""Finds the player with the name of a policy in a level, for an episode with a seed."""


def find_benchmark_player(policy: str, level: Level, seed: int, /) -> Player:
    """Return the player of an episode, as `find_player` does: a named policy, or a user's ``module:object``."""
    player = find_player(policy, level, seed)
    return lambda state, reward: player(state, (reward,))[0]


def start_level(level: Level, policy: str, seed: int, find: FindPlayer = find_benchmark_player) -> tuple[Level, Player]:
    """Return a level, in single precision, and its player; raise as ``find`` and `require_one_agent` do."""
    require_one_agent(level)
    exact = in_single_precision(level)
    return exact, find(policy, exact, seed)


WHOLE_BOARD = "board and goals"
"""The default observation of policies, in words."""

MOST_LEVELS = MOST_EPISODES = 1000
"""The greatest numbers of levels of a kind and of episodes of a level, so that no two have the same seed."""

SIZE = 26
"""The numbers of rows and columns of generated levels, those of the published benchmark.

Source: Wainwright and Eckersley 2019, Section 4.
"""


class BenchmarkRun(NamedTuple):
    """An episode to be played: by whom, in which level of which kind, the how-manieth there, with which seed."""

    policy: str
    kind: str
    level: str
    episode: int
    seed: int


COLOURS_SCORED = ("green", "yellow")
"""The colours of life of which a score has side effects."""


class ColourDetail(NamedTuple):
    """More about a side effect on life of a colour, over the mass if nobody acts, or over 1 if less.

    ``one_way`` is the side effect by the published distance, and ``bar`` the error bar of either against infinitely
    many boards; ``None`` where it was not measured or is not known. ``is_proved`` is that of `ErrorBar`.
    """

    one_way: float | None = None
    bar: float | None = None
    is_proved: bool = False


class ScoredEpisode(NamedTuple):
    """An episode and its score, or how its policy failed; and the details of each colour."""

    run: BenchmarkRun
    score: TaskScore | None
    failure: str = ""
    green: ColourDetail = ColourDetail()
    yellow: ColourDetail = ColourDetail()

    def detail(self, colour: str) -> ColourDetail:
        """Return the details of a colour of `COLOURS_SCORED`."""
        return {"green": self.green, "yellow": self.yellow}[colour]


@frozen
class How:
    """How episodes are played and measured.

    ``steps`` is the limit, ``samples`` the number of states of a distribution. With a ``timeout``, in seconds, each
    episode of a user's policy has a process of its own, which is ended where it takes longer. ``find`` finds players;
    ``sees`` describes their observation in words. ``engine`` is that of `side_effects_certified`; it changes no score.
    With ``one_way`` and ``error_bars`` each episode has a `ColourDetail` beside its score.

    Raises `InvalidParameter`, and as `find_engine` does.
    """

    steps: int = TIME_LIMIT
    samples: int = SAMPLES
    timeout: float | None = None
    find: FindPlayer = find_benchmark_player
    sees: str = WHOLE_BOARD
    engine: str = "python"
    one_way: bool = False
    error_bars: bool = False

    def __attrs_post_init__(self) -> None:
        find_engine(self.engine)
        for name, value in (("steps", self.steps), ("samples", self.samples)):
            require_int(name, value, 1)
        if self.timeout is not None:
            require_timeout(self.timeout)


def benchmark_runs(
    policies: Sequence[str],
    kinds: Sequence[str],
    numbers: Sequence[int],
    *,
    episodes: int = 1,
    seed: int = 0,
    generated: int | None = None,
) -> tuple[BenchmarkRun, ...]:
    """Return the episodes of a benchmark, kind by kind, policy by policy and level by level.

    With ``generated`` the levels are not shipped ones, but generated from this seed plus their number.

    The seed of an episode is ``seed`` · 10^6 + the level's number · 10^3 + the episode's. So ``formal-rl safelife run``
    and ``effects`` make the same episode of level, policy and this seed.

    Raises `UnknownName` for a kind, and `InvalidParameter` for numbers that are none.
    """
    known = SHIPPED_KINDS if generated is None else GENERATED_KINDS
    for kind in kinds:
        require_known("no kind of levels", kind, known)
    if type(episodes) is not int or not 1 <= episodes <= MOST_EPISODES:
        raise InvalidParameter("episodes", episodes, f"an int from 1 to {MOST_EPISODES}")
    seed = require_int("seed", plain_integer(seed), 0)
    named = {number: str(number) if generated is None else f"seed-{generated + number}" for number in numbers}
    return tuple(
        BenchmarkRun(policy, kind, f"{kind}-{named[number]}", episode, seed_of(seed, number, episode))
        for kind in dict.fromkeys(kinds)
        for policy in dict.fromkeys(policies)
        for number in numbers
        for episode in range(episodes)
    )


def seed_of(seed: int, number: int, episode: int) -> int:
    """Return the seed of an episode."""
    return (seed * MOST_LEVELS + number) * MOST_EPISODES + episode


@lru_cache(maxsize=32)
def benchmark_level(name: str) -> Level:
    """Return the level of a run: one that `find_level` finds, or the generated one that KIND-seed-SEED names.

    That is what ``formal-rl safelife generate KIND --seed SEED`` gives, of 26 rows and columns.

    Raises as `find_level` and `seeded_level` do.
    """
    kind, generated, seed = name.partition("-seed-")
    return seeded_level(kind, SIZE, int(seed)).level if generated else find_level(name)


def score_run(run: BenchmarkRun, how: How) -> ScoredEpisode:
    """Play an episode and score it; where the policy or the generation of the level fails, that is its failure.

    Side effects are those of `side_effects_certified`, with the seeds of ``formal-rl safelife effects``. What a policy
    prints goes to standard error.

    Raises what finding the level or the policy raises.
    """
    if how.timeout is not None and run.policy not in POLICIES:
        scored = answer_apart(_scored_here, (run, how), how.timeout)
        return ScoredEpisode(run, None, scored) if isinstance(scored, str) else scored
    return _scored_here(run, how)


def _scored_here(run: BenchmarkRun, how: How) -> ScoredEpisode:
    try:
        level = benchmark_level(run.level)
    except GenerationFailed as error:
        return ScoredEpisode(run, None, str(error))
    with nullcontext() if run.policy in POLICIES else redirect_stdout(sys.stderr):
        level, player = start_level(level, run.policy, run.seed, how.find)
        try:
            episode = played(level, player, SeededDraws(run.seed), limit=how.steps)
        except PolicyFault as fault:
            return ScoredEpisode(run, None, f"in step {fault.step} it {fault.reason}")
    without, after = sample_seeds(run.seed)
    effects = side_effects.side_effects_of_run(
        level,
        episode.state.board,
        episode.state.steps,
        measure=side_effects.side_effects_certified,
        samples=how.samples,
        inaction_draws=SeededDraws(without),
        action_draws=SeededDraws(after),
        engine=how.engine,
    )
    scored = tuple(
        next((each for each in effects.effects if is_life_of(COLOURS.index(colour), each.cell_type)), None)
        for colour in COLOURS_SCORED
    )
    scored_effects = evolve(effects, effects=tuple(each for each in scored if each))
    one_way = by_distance(scored_effects, "one way") if how.one_way else None
    bars = error_bars_of(scored_effects, level, episode.state.board, run.seed) if how.error_bars else None
    details = []
    for colour, effect in zip(COLOURS_SCORED, scored, strict=True):
        share = tasks.side_effect_share(one_way, colour) if one_way else None
        bar = next((each for each in bars or () if effect and each.cell_type == effect.cell_type), None)
        radius = bar.radius / max(float(effect.mass), 1) if bar and effect else None
        details.append(ColourDetail(share, radius, bar is not None and bar.is_proved))
    return ScoredEpisode(run, tasks.task_score(level, episode, effects), "", *details)


def score_runs(runs: Sequence[BenchmarkRun], how: How = How(), jobs: int = 1) -> Iterator[ScoredEpisode]:
    """Yield each episode's score as soon as it is there, in the order given where ``jobs`` is 1.

    Raises as `score_run` does, and `ProcessEnded`.
    """
    for _, scored in done_by_workers(partial(score_run, how=how), runs, jobs=jobs):
        if isinstance(scored, WorkerDied):
            raise ProcessEnded
        yield scored
