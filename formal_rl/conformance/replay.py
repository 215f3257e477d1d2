"""Replay recorded runs and say where they differ from what the published forms compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from formal_rl.conformance.agent_scripts import ScriptRun
from formal_rl.conformance.built import NotBuiltYet, agent_class_from, environment_named
from formal_rl.conformance.comparisons import Comparison, compare_draws, compare_pools, compare_run, compare_script
from formal_rl.conformance.draw_pools import draw_pools
from formal_rl.conformance.traces import RecordedRun, TraceFile
from formal_rl.conformance.vector_files import VectorFile, find_files, read_if_vectors, read_vectors
from formal_rl.conformance.vector_report import FileReport, Mismatch, Skip, VectorReport
from formal_rl.errors import MalformedExpression, UnusableVectors


def _comparisons(vectors: VectorFile, index: int) -> Iterator[Comparison]:
    if isinstance(vectors, TraceFile):
        recorded = vectors.runs[index]
        pools = draw_pools(vectors.seed)
        environment = environment_named(vectors.environment, pools.environment)
        agent_class = agent_class_from(vectors.agents[recorded.agent], vectors.number_of_actions, pools)
        return chain(
            compare_draws(recorded, pools),
            compare_run(recorded, environment, agent_class, vectors.number_of_actions),
        )
    scripted = vectors.runs[index]
    specification, pools = vectors.agents[scripted.agent], draw_pools(vectors.seed)
    agent_class = agent_class_from(specification, scripted.number_of_actions, pools, scripted.keywords)
    return chain(compare_pools(vectors, pools), compare_script(scripted, agent_class))


def replay_file(vectors: VectorFile) -> FileReport:
    """Return how the runs of one file compare: every run to its first difference.

    Ledger: infrastructure
    """
    cases = 0
    mismatches: list[Mismatch] = []
    skips: list[Skip] = []
    unusable: list[UnusableVectors] = []
    runs: Sequence[RecordedRun | ScriptRun] = vectors.runs
    for index, run in enumerate(runs):
        try:
            first = next((each for each in _comparisons(vectors, index) if each.expected != each.got), None)
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


def replay(path: str | Path, progress: Callable[[str], None] | None = None) -> VectorReport:
    """Return how the recorded runs in a file, or in the files of a directory, compare with ours.

    ``progress`` is told the name of each file before it is read. An unusable file is reported and does not
    stop the others; in a directory, files that are not called .json or have no schema are ignored.

    Ledger: infrastructure
    """
    path = Path(path)
    files: list[FileReport] = []
    unreadable: list[UnusableVectors] = []
    ignored: list[str] = []
    try:
        found = find_files(path)
    except UnusableVectors as fault:
        return VectorReport(str(path), (), (fault,))
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
        else:
            files.append(replay_file(vectors))
    return VectorReport(str(path), tuple(files), tuple(unreadable), tuple(ignored))
