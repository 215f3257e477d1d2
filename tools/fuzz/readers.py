"""Everything that reads, with samples of what it reads."""

from __future__ import annotations

import io
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from queue import Queue, SimpleQueue
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

import numpy
from attrs import fields
from hypothesis import strategies as st

from formal_rl import conformance, recordings
from formal_rl.battery import Results, Settings
from formal_rl.battery.results import COLUMNS as RESULTS
from formal_rl.cli.options import parse_numbers, parse_seeds
from formal_rl.conformance import Witness, read_witness
from formal_rl.conformance.adapters.exec_process import Process, ProcessFault
from formal_rl.conformance.engine.search import WITNESS_SCHEMA
from formal_rl.conformance.reports.project import read_project
from formal_rl.gridworlds import format_layout, named_world, parse_layout, read_policy
from formal_rl.gridworlds.training import Training
from formal_rl.gridworlds.training.checkpoints import checkpoint_text, read_checkpoint
from formal_rl.gymnasium.safelife_policies import parse_view
from formal_rl.histories import parse_history
from formal_rl.loading import load_object
from formal_rl.recordings import recorded_vectors
from formal_rl.recordings.safelife.vectors import compare_safelife
from formal_rl.recordings.vector_replay import read_vectors
from formal_rl.safelife import format_board, levels, parse_board
from formal_rl.safelife.levels import read_run
from formal_rl.safelife.levels.fields import fields_of_level
from formal_rl.safelife.levels.run import run_json, seeded_game
from formal_rl.statements import verify
from formal_rl.statements.report_file import SCHEMA, ReportFile
from formal_rl.statements.verification import Scope
from formal_rl.strict_json import Field
from formal_rl.study import find_agent, find_environment
from formal_rl.study._expressions import parse_expression
from formal_rl.study.battery.tables import read_published_totals
from formal_rl.study.catalogue import parse_draws
from formal_rl.study.drest.training import first_run
from formal_rl.study.numbers import exact_number
from formal_rl.study.safelife import RunSoFar
from formal_rl.study.safelife.benchmark_results import COLUMNS as SCORES
from formal_rl.study.safelife.benchmark_results import parse_penalty, read_scores
from tools.fuzz import hostile

RECORDED = Path(recordings.__file__).parent / "data"
LEVEL = "spawn 1/2\nrequire 0.5\nname x\nagents (0, 1)\n. > .\nog .b .\n. . .\ngoals\n. . .\n. . .\n. . .\n"


class Reader(NamedTuple):
    """What reads bytes, or a file of them called ``file``, and the inputs that it is given.

    ``share`` is how many it is given, beside others; ``refusals`` are errors that are right beside our own; ``beside``
    are files in the same folder.
    """

    name: str
    read: Callable[[Any], object]
    inputs: st.SearchStrategy[bytes]
    share: int
    file: str = ""
    refusals: tuple[type[BaseException], ...] = ()
    beside: Mapping[str, bytes] = MappingProxyType({})


def _text(name: str, read: Callable[[str], object], samples: Sequence[str], share: int = 5) -> Reader:
    return Reader(name, lambda data: read(data.decode("utf-8", "surrogateescape")), hostile.texts(samples), share)


def _json(name: str, read: Callable[[Path], object], samples: Sequence[Any], share: int = 5) -> Reader:
    return Reader(name, read, hostile.documents(samples), share, "input.json")


def _lines(name: str, read: Callable[[Path], object], samples: Sequence[str], file: str, share: int = 3) -> Reader:
    return Reader(name, read, hostile.texts(samples), share, file)


def readers() -> Iterator[Reader]:
    """Yield every reader."""
    yield from _typed()
    yield from _pictures()
    yield from _documents()
    yield from _tables()
    yield from _arrays()
    yield _json_lines()


def _typed() -> Iterator[Reader]:
    yield _text("histories", parse_history, ["(0,0) 1 (1,0) 0 (-1/2,wall)", "⟨⟩", "(0,x1.y-z)2(1,0)"])
    yield _text("expressions", parse_expression, ["opposite(ignore_rewards)", "handicap(a, b)", "f(g(h(x)), y)"], 3)
    yield _text("names of environments", find_environment, ["ignore_rewards", "opposite(village)", "no:such"], 2)
    yield _text("names of agents", find_agent, ["simple", "reality_check(q_learner)", "constant_3", "no:such"], 2)
    yield _text("draws", parse_draws, ["0,1/2,0.75", "0.25"], 2)
    yield _text("seeds", parse_seeds, ["0-4", "1,3,7-9"], 2)
    yield _text("ranges of numbers", lambda text: parse_numbers("n", text, 100), ["0-4", "0-4,7"], 1)
    yield _text("penalties", parse_penalty, ["0.5", "1/2", "1e3", "1000000"], 3)
    yield _text("exact numbers", lambda text: exact_number("x", text), ["0.5", "1/2", "-3", "1e-3"], 3)
    yield _text("views", parse_view, ["15x15", "whole"], 1)
    yield _text(
        "names of objects", load_object, ["os.path:join", "a/b.py:C", "x.py:", "gym:None-v0", "json:loads.x"], 2
    )


def _pictures() -> Iterator[Reader]:
    worlds = [format_layout(named_world(name)) for name in ("example", "around_the_corner")]
    worlds.append("length 3\nA # B2\n. # .\nC1/2 Cx .\n")
    yield _text("layouts", lambda text: parse_layout(text, {"x": 2}), worlds, 6)
    sample = levels.shipped_level("prune-still-3")
    yield _text("boards", parse_board, [format_board(sample.board)[:400], "og .b\n<! x00ff\n"], 4)
    table = "table\n" + "0 1 2 3 4 5 6 7 8\n" * 8
    yield _text("levels in text", levels.parse_level, [LEVEL, table + LEVEL], 5)


def _documents() -> Iterator[Reader]:
    world = named_world("example")
    training = Training(agent="drest", meta_episodes=4, mini_episodes=4)
    run = json.loads(checkpoint_text(world, training, 2, [first_run(world, training, 1)]))
    yield _json("checkpoints", lambda path: read_checkpoint(path, world, training, 2), [run], 5)
    seen = [{"cell": list(world.agent), "coins": [list(c.cell) for c in world.coins], "buttons": []}]
    policy = {"schema": "drest-policy/1", "observations": [seen[0] | {"probabilities": ["1/2", "1/2", "0", "0"]}]}
    yield _json("policy files", lambda path: read_policy(path, world), [policy], 4)
    yield _json("runs of SafeLife", read_run, [_run_of_safelife()], 4)
    traces = json.loads((RECORDED / "extended_environments/IgnoreRewards.json").read_text("utf-8"))
    scripts = json.loads((RECORDED / "extended_environments/_agents.json").read_text("utf-8"))
    yield _json("vectors: traces and scripts", read_vectors, [_first(traces, 1), _first(scripts, 1)], 6)
    kinds = [json.loads(file.read_text("utf-8")) for file in sorted((RECORDED / "drest").glob("*.json"))]
    yield _json("vectors: DREST", read_vectors, [_first(each, 1) for each in kinds], 8)
    suites = [recorded_vectors(suite) for suite in ("neutrality", "ignore_rewards", "reality_check")]
    yield _json("vectors: of suites", read_vectors, [_first(each, 2) for each in suites], 6)
    yield _json("counterexamples", read_witness, [_witness()], 3)


def _first(document: Mapping[str, Any], most: int) -> Any:
    """Return a document with the first elements of its long lists, so that much of it is changed and not one list."""
    if isinstance(document, dict):
        return {name: _first(each, most) for name, each in document.items()}
    if isinstance(document, list):
        return [_first(each, most) for each in (document[:most] if len(document) > 12 else document[: most + 4])]
    return document


def _witness() -> dict[str, Any]:
    values = {each.name: "shape" for each in fields(Witness)} | {"suite": "neutrality", "semantics": "paper"}
    return {"schema": WITNESS_SCHEMA, **values, "kind": "case", "asked": {"case": {"n": 1}}}


def _run_of_safelife() -> Any:
    game = RunSoFar(levels.parse_level(LEVEL), "noop", 1)
    for turn in seeded_game(game.level, 1).turns([(0,), (1,), (5,)]):
        game.add(turn)
    return run_json(game.run)


def _tables() -> Iterator[Reader]:
    divergence = '[[divergence]]\nsuite = "neutrality"\nclaim = "shape"\nreason = "x"\nwitness = "w.json"\n'
    expected = _lines("expected divergences", conformance.read_expected, [divergence], "input.toml")
    yield expected._replace(beside={"w.json": json.dumps(_witness()).encode()})
    project = (
        '[[check]]\nobject = "a.py:B"\nsuite = ["neutrality", "usefulness"]\nseed = 1\n[report]\nhtml = "x.html"\n'
    )
    timed = '[[check]]\nobject = "exec:./a"\nsuite = "neutrality"\ntimeout = 2.5\ntolerance = 1e-9\nprofile = "ci"\n'
    yield _lines("conform.toml", read_project, [project, timed], "conform.toml", 5)
    settings = Settings(10, "paper", "paper")
    rows = ",".join(RESULTS) + f"\nsimple,IgnoreRewards,1,10,3,paper,paper,{settings.values()[-1]},plain,\n"
    yield _lines("results of the battery", lambda path: Results(path, settings), [rows, rows.splitlines()[0]], "r.csv")
    scores = ",".join(SCORES) + "\nnoop,prune,p-1,0,1,0.5,0.5,1,10,0.1,,3,2.5,1,2,0,10,5,levels,1,\n"
    yield _lines("scores of the benchmark", lambda path: deque(read_scores(path)), [scores], "s.csv")
    totals = "agent,env,seed,nsteps,reward\nrandom_agent,IgnoreRewards,1,100000,3\n"
    yield _lines("published totals", read_published_totals, [totals], "t.csv", 1)
    report = verify("A22-D1", Scope(), clock=lambda: 0.0).to_json()
    kept = "".join(f"{json.dumps(each)}\n" for each in ({"schema": SCHEMA, "profile": "quick"}, report))
    yield _lines("verifications kept", lambda path: ReportFile(path, {"profile": "quick"}), [kept], "v.jsonl", 2)
    log = '{"lambda": 0.9, "greatest": {"4": 3, "8": 5}}\n{"length": 4, "coins": 1, "reward": 0.3}\n'
    yield _lines("training logs", conformance.check_log, [log], "log.jsonl")


def _arrays() -> Iterator[Reader]:
    one, several = io.BytesIO(), io.BytesIO()
    level = levels.parse_level(LEVEL)
    numpy.savez_compressed(one, **fields_of_level(level))
    fields = fields_of_level(level)
    row = numpy.empty(2, dtype=[(name, array.dtype, array.shape) for name, array in fields.items()])
    for name, array in fields.items():
        row[name] = array
    numpy.savez(several, levels=row)
    samples = [one.getvalue(), several.getvalue()]
    yield Reader("archives of levels", levels.read_levels, hostile.archives(samples), 10, "input.npz")
    arrays = (RECORDED / "safelife/levels_v1_0.npz").read_bytes()
    index = Field("index.json", "", json.loads((RECORDED / "safelife/index.json").read_text("utf-8")))

    def compare(path: Path) -> object:
        return compare_safelife(index, path.parent, path.name)

    yield Reader("vectors: SafeLife", compare, hostile.archives([arrays]), 1, "levels_v1_0.npz")


# --- The protocol of processes, without a process ---

_SAID = (
    *({"id": 1, "answer": [0, 1]}, {"id": 1, "answer": {"fraction": [1, 2]}}, {"id": 1, "ask": [[0, 0]]}),
    *({"id": 1, "answer": {"float": "nan"}}, {"id": 1, "refuse": "no"}, {"id": 1, "ask": [], "learning_rate": 1}),
    {"protocol": Process.PROTOCOL},
)


def _json_lines() -> Reader:
    """Return the reader of what a process says: the lines of an input are its answers, and then it has ended."""

    def read(data: bytes) -> object:
        process = Process.__new__(Process)
        process.seconds, process.count, process.idle = 0.001, 0, True
        process.asked, process.complaints, process.lines, process.to_write = deque(), deque(), Queue(), SimpleQueue()
        process.child = SimpleNamespace(wait=lambda timeout: 0, stdin=io.BytesIO())  # type: ignore[assignment]
        process.threads = [SimpleNamespace(join=lambda timeout: None)] * 2  # type: ignore[list-item]
        for line in (*data.splitlines(keepends=True), b""):
            process.lines.put(line)
        return process.ask({"play": ((0, 0),)}, lambda prompt: len(repr(prompt)) % 2)

    lines = st.lists(hostile.documents(_SAID), min_size=1, max_size=3).map(b"\n".join)
    return Reader("lines of a process", read, lines, 8, refusals=(ProcessFault,))
