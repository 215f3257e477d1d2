"""Runs of SafeLife levels: the level, a seed and the actions, from which all else follows; and their files, as JSON."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from attrs import frozen

import formal_rl
from formal_rl.agents import Draws
from formal_rl.errors import FormalRLError, MalformedBoard, UnusableVectors
from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.game import PackedGame, PackedGameState, step_packed
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, StepResult, start
from formal_rl.safelife.game.level import Level, in_single_precision
from formal_rl.safelife.levels.text import format_level, parse_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field, read_json, require_keys

RUN_SCHEMA = "safelife-run/1"
"""The format name in the file of a run."""

_BEGINNING = 1000
_MEMBERS = ("schema", "formal_rl", "definitions_revision", "level", "seed", "policy", "actions", "rewards", "board")


class Turn(NamedTuple):
    """One step of a run: the action and reward of each agent, and the game after it, unpacked on first use."""

    actions: tuple[Action, ...]
    rewards: tuple[int, ...]
    packed: PackedGameState

    @property
    def state(self) -> GameState:
        """The game after it."""
        return self.packed.to_state()


@frozen
class SeededGame:
    """A level as the published code plays it: its probability in single precision, spawners by the draws of a seed.

    The points required are exact; the published product of floats may ask one more: `required_points_published`.
    """

    level: Level
    draws: Draws

    def start(self) -> GameState:
        """Return the game before its first step."""
        return start(self.level)

    def step(self, state: GameState, actions: tuple[Action, ...]) -> StepResult:
        """Return the game after one step and its rewards; raise as `step_packed` does."""
        return step_packed(self.level, state, actions, self.draws)

    def turns(self, actions: Iterable[tuple[Action, ...]]) -> Iterator[Turn]:
        """Yield a step from the start for the actions of all agents in each; raise as `step` of a game does."""
        game = PackedGame(self.level)
        state, draws = game.start(), game.reading(self.draws)
        for each in actions:
            state, rewards = game.step(state, each, draws)
            yield Turn(each, rewards, state)


def seeded_game(level: Level, seed: int) -> SeededGame:
    """Return the game of a level with the draws of a seed."""
    return SeededGame(in_single_precision(level), SeededDraws(seed))


@frozen
class SafeLifeRun:
    """A run of a level: its seed, its policy, the actions and rewards of each step, and the last board."""

    level: Level
    seed: int
    policy: str
    actions: tuple[tuple[Action, ...], ...]
    rewards: tuple[tuple[int, ...], ...]
    board: Board

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.actions)

    def turns(self) -> Iterator[Turn]:
        """Yield the steps again, played from the level, the seed and the actions; raise as `step` of a game does."""
        return seeded_game(self.level, self.seed).turns(self.actions)


def run_json(run: SafeLifeRun) -> dict[str, Any]:
    """Return a run as JSON values.

    ``level`` has the lines of the level's text, ``actions`` and ``rewards`` a list for each step with a number for
    each agent, ``board`` the rows of the last board as numbers.
    """
    return {
        "schema": RUN_SCHEMA,
        "formal_rl": formal_rl.__version__,
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
        "level": format_level(run.level).splitlines(),
        "seed": run.seed,
        "policy": run.policy,
        "actions": [list(actions) for actions in run.actions],
        "rewards": [list(rewards) for rewards in run.rewards],
        "board": [list(row) for row in run.board.rows],
    }


def format_run(run: SafeLifeRun) -> str:
    """Return the text of a run's file, from which `read_run` reads it: `run_json`, with a line for each step."""
    lines = [f"  {json.dumps(name)}: {_compact(value)}" for name, value in run_json(run).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    """Return JSON with a line for each element of a list."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n    " + ",\n    ".join(json.dumps(element, ensure_ascii=False) for element in value) + "\n  ]"


def holds_run(path: Path) -> bool:
    """Whether a file begins as a run that was kept does, with a brace."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(_BEGINNING).removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    except OSError:
        return False


def read_run(path: Path) -> SafeLifeRun:
    """Return the run in a file of `format_run`, played again.

    Raises `UnusableVectors` naming the field: not as written, a level that cannot be read, an action that there is
    not, or rewards or a last board that are not those of the level, the seed and the actions. Where it is one of the
    steps that is at fault, it is named, counted from 1.
    """
    document = Field(path.name, "", read_json(path))
    schema = document.member("schema")
    if schema.text() != RUN_SCHEMA:
        raise schema.fault(f"unknown schema {schema.text()!r}; known: {RUN_SCHEMA}")
    require_keys(document, _MEMBERS)
    document.member("formal_rl").text()
    document.member("definitions_revision").integer(0)
    level = _level(document.member("level"))
    steps = document.member("actions").elements()
    rewards = document.member("rewards").elements(length=len(steps))
    run = SafeLifeRun(
        level=level,
        seed=document.member("seed").integer(0),
        policy=document.member("policy").text(),
        actions=tuple(_actions(each, len(level.agents), step) for step, each in enumerate(steps, start=1)),
        rewards=tuple(each.integers(len(level.agents)) for each in rewards),
        board=_board(document.member("board"), level),
    )
    _check_replay(run, document)
    return run


def _level(field: Field) -> Level:
    try:
        return parse_level("\n".join(line.text() for line in field.elements()))
    except UnusableVectors:
        raise
    except FormalRLError as error:
        raise field.fault(str(error)) from None


def _actions(field: Field, agents: int, step: int) -> tuple[Action, ...]:
    actions = field.integers(agents)
    for element, action in zip(field.elements(), actions, strict=True):
        if not 0 <= action < len(ACTIONS):
            raise element.fault(f"in step {step} expected an action, 0 to {len(ACTIONS) - 1}, found {action}")
    return actions


def _board(field: Field, level: Level) -> Board:
    rows = [row.integers(level.board.width) for row in field.elements(length=level.board.height)]
    try:
        return Board(rows)
    except MalformedBoard as error:
        raise field.fault(str(error)) from None


def _check_replay(run: SafeLifeRun, document: Field) -> None:
    now = PackedGame(run.level).start()
    for field, turn, recorded in zip(document.member("rewards").elements(), run.turns(), run.rewards, strict=True):
        for agent, paid, given in zip(field.elements(), turn.rewards, recorded, strict=True):
            if paid != given:
                raise agent.fault(f"in step {turn.packed.steps} the level pays {paid} for these actions, found {given}")
        now = turn.packed
    board = now.board.to_board()
    for field, cells, recorded in zip(document.member("board").elements(), board.rows, run.board.rows, strict=True):
        for element, cell, given in zip(field.elements(), cells, recorded, strict=True):
            if cell != given:
                after = f"after step {len(run.actions)}" if run.actions else "at the start"
                raise element.fault(f"{after} there is {cell}, found {given}: it does not follow from the actions")
