"""Resumable runs of training in a file."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import formal_rl
from formal_rl.errors import FormalRLError, InvalidParameter, UnusableVectors
from formal_rl.files import InUse, write_whole
from formal_rl.gridworlds.layout import format_layout
from formal_rl.gridworlds.training import curves
from formal_rl.gridworlds.training.curves import CurvePoint, TrainedRun
from formal_rl.gridworlds.training.reinforce import Logits, TrainingState, first_state, require_training
from formal_rl.gridworlds.training.settings import Training
from formal_rl.gridworlds.world import GridObservation, World
from formal_rl.strict_json import WHOLE_FILE, Field, read_json, require_keys

_WORTH = 4
"""The number of characters written per mini-episode: few enough to cost little compared with training."""

_CLOSE = 1e-9
"""The greatest distance of the last point of a curve from the metrics of the parameters."""

_RUN = ("seed", "meta_episodes", "moves", "baselines", "logits", "curve")


class OtherTraining(FormalRLError, ValueError):
    """A file has runs of training with another world or other settings than those to be gone on with."""

    def __init__(self, file: str, name: str, found: str, wanted: str) -> None:
        self.file, self.name, self.found, self.wanted = file, name, found, wanted
        super().__init__(f"{file} is of other settings: {name} is {found}, and here it is {wanted}; give another file")


class Checkpoint:
    """The runs that a file holds, and the file, which follows them as they go on.

    It is written whole or not at all, so that it can be used whenever a program is killed, and as often as costs little
    beside training. Runs that nobody asks for now stay in it.

    Raises as `read_checkpoint` does, `FileInUse`, and `UnusableVectors` where the file cannot be written.
    """

    def __init__(self, path: Path, world: World, training: Training, points: int) -> None:
        self._path, self._world, self._training, self._points = path, world, training, points
        self._in_use = InUse(path)
        self.runs: dict[int, TrainedRun] = {}
        if path.exists():
            self.runs = {run.seed: run for run in read_checkpoint(path, world, training, points)}
        self._trained, self._size = 0, 0

    def keep(self, run: TrainedRun) -> None:
        """Take a run as it stands now, and write the file when enough was trained since the last time."""
        before = self.runs.get(run.seed)
        self._trained += run.mini_episodes - (before.mini_episodes if before else 0)
        self.runs[run.seed] = run
        if _WORTH * self._trained >= self._size:
            self.save()

    def save(self) -> None:
        """Write the file."""
        content = checkpoint_text(self._world, self._training, self._points, self.runs.values()).encode("utf-8")
        try:
            write_whole(self._path, content)
        except OSError as error:
            raise UnusableVectors(str(self._path), WHOLE_FILE, f"cannot be written: {error.strerror}") from None
        self._trained, self._size = 0, len(content)


def _same_for_all(world: World, training: Training, points: int) -> dict[str, Any]:
    return {
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
        "world": format_layout(world).splitlines(),
        "settings": curves.settings_json(training) | {"points": points},
    }


def _observation_json(seen: GridObservation) -> list[list[int]]:
    return [list(seen.cell), [int(there) for there in seen.coins], [int(there) for there in seen.buttons]]


def _run_json(run: TrainedRun) -> dict[str, Any]:
    meta_episodes, moves, logits, baselines = run.state
    values = (run.seed, meta_episodes, moves, baselines, [row for _, row in logits], curves.curve_json(run.curve))
    return dict(zip(_RUN, values, strict=True))


def checkpoint_text(world: World, training: Training, points: int, runs: Iterable[TrainedRun]) -> str:
    """Return runs as the text of a file.

    ``observations`` are the cell, which coins are there and which buttons; ``logits`` has four numbers for each, in
    their order. Floats are written so that reading them gives the same.
    """
    observations = [_observation_json(seen) for seen, _ in first_state(world, training).logits]
    document = {
        "schema": curves.TRAINING_SCHEMA,
        **_same_for_all(world, training, points),
        "observations": observations,
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in document.items()]
    inner = ",\n".join(json.dumps(_run_json(run), allow_nan=False) for run in runs)
    return "{\n" + ",\n".join(lines) + ',\n"runs": [\n' + inner + "\n]\n}\n"


def read_checkpoint(path: Path, world: World, training: Training, points: int) -> tuple[TrainedRun, ...]:
    """Return the runs that a file holds, to be gone on with in this world and with these settings.

    Raises `OtherTraining` naming the difference, and `UnusableVectors` where the file cannot be read, is cut off, or
    does not fit together; it names the place.
    """
    document = Field(path.name, "", read_json(path))
    wanted = _same_for_all(world, training, points)
    schema = document.member("schema")
    if schema.text() != curves.TRAINING_SCHEMA:
        raise schema.fault(f"unknown schema {schema.text()!r}; known: {curves.TRAINING_SCHEMA}")
    require_keys(document, ("schema", *wanted, "observations", "runs"))
    settings = document.member("settings")
    require_keys(settings, wanted["settings"])
    for of, values in ((document, wanted), (settings, wanted["settings"])):
        for name in [each for each in values if each != "settings"]:
            found = json.dumps(of.member(name).value, ensure_ascii=False, default=float)  # of decimals
            here = json.dumps(values[name], ensure_ascii=False)
            if found != here:
                raise OtherTraining(document.file, name, found, here)
    first = first_state(world, training)
    observations = document.member("observations")
    if observations.value != [_observation_json(seen) for seen, _ in first.logits]:
        raise observations.fault(f"expected the {len(first.logits)} observations of this world, in our order")
    runs: dict[int, TrainedRun] = {}
    for field in document.member("runs").elements():
        run = _run(field, world, training, curves.measured_after(training, points))
        if run.seed in runs:
            raise field.member("seed").fault(f"the seed {run.seed} occurs twice")
        runs[run.seed] = run
    return tuple(runs.values())


def _run(field: Field, world: World, training: Training, measured: tuple[int, ...]) -> TrainedRun:
    require_keys(field, _RUN)
    seed, meta_episodes = field.member("seed").integer(0), field.member("meta_episodes")
    if meta_episodes.integer(0) not in measured:
        raise meta_episodes.fault(f"expected one of those after which a run is measured, not {meta_episodes.value}")
    first = first_state(world, training)
    rows = field.member("logits").elements(len(first.logits))
    numbers: list[Any] = [tuple(each.number() for each in row.elements(4)) for row in rows]
    logits: Logits = tuple((seen, row) for (seen, _), row in zip(first.logits, numbers, strict=True))
    baselines = tuple(each.number() for each in field.member("baselines").elements(training.mini_episodes))
    state = TrainingState(meta_episodes.value, field.member("moves").integer(0), logits, baselines)
    try:
        greatest = require_training(world, training, state)
        here = curves.curve_point(world, training, state)
    except InvalidParameter as error:
        raise field.fault(str(error)) from None
    done = state.meta_episodes * training.mini_episodes
    least, most = done * min(greatest), done * max(greatest)
    if not least <= state.moves <= most:
        raise field.member("moves").fault(f"expected {least} to {most} moves in {done} mini-episodes")
    curve = _curve(field.member("curve"), training, [each for each in measured if each <= state.meta_episodes], here)
    return TrainedRun(seed, training, state, curve)


def _curve(field: Field, training: Training, measured: list[int], here: CurvePoint) -> curves.Curve:
    points = []
    for element, after in zip(field.elements(len(measured)), measured, strict=True):
        require_keys(element, CurvePoint._fields)
        mini_episodes = element.member("mini_episodes")
        if mini_episodes.integer() != after * training.mini_episodes:
            raise mini_episodes.fault(f"expected {after * training.mini_episodes}, found {mini_episodes.value}")
        by_length = element.member("probabilities")
        require_keys(by_length, [str(length) for length in here.probabilities])
        probabilities = {length: by_length.member(str(length)).number() for length in here.probabilities}
        usefulness, neutrality = (element.member(name).number() for name in ("usefulness", "neutrality"))
        points.append(CurvePoint(mini_episodes.value, probabilities, usefulness, neutrality))
    ends = [(*point.probabilities.values(), point.usefulness, point.neutrality) for point in (points[-1], here)]
    if any(abs(a - b) > _CLOSE for a, b in zip(*ends, strict=True)):
        raise field.fault("its last point is not what these logits do")
    return tuple(points)
