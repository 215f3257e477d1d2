"""Replay recorded runs and say where they differ from what the published forms compute."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from formal_rl.agents import AgentClass
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.conformance.adapters.users_classes import UsersFault
from formal_rl.errors import MalformedExpression, UnusableVectors
from formal_rl.recordings.agent_scripts import ScriptFile, ScriptRun
from formal_rl.recordings.comparisons import (
    Comparison,
    compare_draws,
    compare_pools,
    compare_run,
    compare_script,
)
from formal_rl.recordings.drest_vectors import DrestFile, compare_drest
from formal_rl.recordings.registry import OPPOSITE, NotBuiltYet, agent_class_from, environment_named
from formal_rl.recordings.safelife.vectors import SafelifeFile, SafelifeIndex, compare_safelife
from formal_rl.recordings.traces import RecordedRun, TraceFile
from formal_rl.recordings.users_objects import UsersObjects
from formal_rl.recordings.vector_files import find_files, read_if_vectors, read_vectors
from formal_rl.recordings.vector_report import FileReport, Mismatch, Skip, VectorReport, joined
from formal_rl.recordings.vectors_record_check import compare_recorded
from formal_rl.recordings.vectors_record_file import RecordedVectors

LEARNING_RATE = "IncentivizeLearningRate"
"""What the names of the environments begin with that tell an agent's copies another learning rate."""

OURS = UsersObjects()
"""Nothing of the user's: all is ours."""


def _comparisons(vectors: TraceFile | ScriptFile, index: int, users: UsersObjects) -> Iterator[Comparison]:
    if isinstance(vectors, TraceFile):
        recorded = vectors.runs[index]
        pools = draw_pools(vectors.seed)
        number = vectors.number_of_actions
        environment = users.environment(vectors.environment, pools.environment, number)

        def told_of(actions: int) -> AgentClass[Any]:
            users_class = users.agent(recorded.agent, pools.agents, actions, None)
            if users_class is not None and vectors.environment.removeprefix(OPPOSITE).startswith(LEARNING_RATE):
                raise NotBuiltYet("agents that are not ours are not told another learning rate")
            return users_class or agent_class_from(vectors.agents[recorded.agent], actions, pools)

        users_environment = users.environment(vectors.environment, pools.environment, number)
        environment = users_environment or environment_named(vectors.environment, pools.environment, told_of)
        run = compare_run(recorded, environment, told_of(number), number)
        if users_environment is not None:  # how the user's makes its percepts is its own affair
            run = (each for each in run if each.what != "simulation call")
        return chain(compare_draws(recorded, pools), run)
    if users.environments is not None and users.agents is None:
        raise NotBuiltYet("there is no environment in this file")
    scripted = vectors.runs[index]
    specification, pools = vectors.agents[scripted.agent], draw_pools(vectors.seed)
    number = scripted.number_of_actions
    agent_class = users.agent(scripted.agent, pools.agents, number, scripted.keywords)
    agent_class = agent_class or agent_class_from(specification, number, pools, scripted.keywords)
    return chain(compare_pools(vectors, pools), compare_script(scripted, agent_class))


def replay_file(
    vectors: TraceFile | ScriptFile | DrestFile | SafelifeFile | RecordedVectors, users: UsersObjects = OURS
) -> FileReport:
    """Return how the runs, or the cases, of one file compare: every one to its first difference.

    Where ``users`` has environments or agents, these are compared with the recorded runs instead of ours.

    Raises `UnusableVectors` if arrays, which are read only now, are not as their index says.
    """
    if isinstance(vectors, RecordedVectors) and (users.recorded is not None or users == OURS):
        return compare_recorded(vectors, users.recorded)
    if isinstance(vectors, DrestFile | SafelifeFile) and users == OURS:
        return compare_drest(vectors) if isinstance(vectors, DrestFile) else compare_safelife(vectors)
    if isinstance(vectors, DrestFile | SafelifeFile | RecordedVectors):
        return FileReport(vectors.file, 0, (), (Skip(vectors.file, 0, "none", "no recorded runs of agents"),), ())
    cases = 0
    mismatches: list[Mismatch] = []
    skips: list[Skip] = []
    unusable: list[UnusableVectors] = []
    runs: Sequence[RecordedRun | ScriptRun] = vectors.runs
    for index, run in enumerate(runs):
        try:
            first = next((each for each in _comparisons(vectors, index, users) if each.expected != each.got), None)
        except UsersFault as fault:
            cases += 1
            place = f"runs[{index}]"
            mismatches.append(
                Mismatch(vectors.file, index, run.agent, None, "implementation", place, "an answer", str(fault))
            )
        except NotBuiltYet as missing:
            skips.append(Skip(vectors.file, index, run.agent, str(missing)))
        except MalformedExpression as error:
            reason = f"{error.reason} (met in runs[{index}])"
            unusable.append(UnusableVectors(vectors.file, error.field, reason))
        else:
            cases += 1
            if first is not None:
                place = f"runs[{index}].{first.field}"
                values = (first.step, first.what, place, first.expected, first.got)
                mismatches.append(Mismatch(vectors.file, index, run.agent, *values))
    return FileReport(vectors.file, cases, tuple(mismatches), tuple(skips), tuple(unusable))


def replay(
    path: str | Path | tuple[Path, ...],
    progress: Callable[[str], None] | None = None,
    users: UsersObjects = OURS,
) -> VectorReport:
    """Return how the recorded runs in a file, in the files of a directory, or in several of these compare with ours.

    ``progress`` is told the name of each file before it is read. An unusable file is reported and does not
    stop the others; in a directory, files that are not called .json or have no schema are ignored, unless an index
    speaks for them. Where ``users`` has environments or agents, these are compared with the recorded runs instead of
    ours.
    """
    if isinstance(path, tuple):
        return joined([replay(each, progress, users) for each in path])
    path = Path(path)
    files: list[FileReport] = []
    unreadable: list[UnusableVectors] = []
    ignored: list[str] = []
    try:
        found = find_files(path)
    except UnusableVectors as fault:
        return VectorReport(str(path), (), (fault,))
    spoken_for: set[str] = set()
    for file in found:
        if progress is not None:
            progress(file.name)
        try:
            vectors = read_if_vectors(file) if path.is_dir() else read_vectors(file)
        except UnusableVectors as fault:
            unreadable.append(fault)
            continue
        if vectors is None:
            ignored.append(file.name)
        elif isinstance(vectors, SafelifeIndex):
            for part in vectors.files:
                spoken_for.add(part.file)
                if progress is not None:
                    progress(part.file)
                try:
                    files.append(replay_file(part, users))
                except UnusableVectors as fault:
                    unreadable.append(fault)
        else:
            files.append(replay_file(vectors, users))
    ignored = [name for name in ignored if name not in spoken_for]
    return VectorReport(str(path), tuple(files), tuple(unreadable), tuple(ignored))
