"""Runs of SafeLife levels, kept as JSON."""

import json
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import formal_rl
from formal_rl.errors import FormalRLError, MalformedBoard, UnusableVectors
from formal_rl.histories import Action
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import ACTIONS, Level
from formal_rl.safelife.levels.run import SafeLifeRun, seeded_game
from formal_rl.safelife.levels.text import format_level, parse_level
from formal_rl.strict_json import Field, read_json, require_keys

RUN_SCHEMA = "safelife-run/1"
"""What the file of a run says that it is."""

_BEGINNING = 1000
_MEMBERS = ("schema", "formal_rl", "definitions_revision", "level", "seed", "policy", "actions", "rewards", "board")


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
    """Return the run in a file that holds what `format_run` gives, played again.

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
    board = seeded_game(run.level, run.seed).start().board
    for field, turn, recorded in zip(document.member("rewards").elements(), run.turns(), run.rewards, strict=True):
        for agent, paid, given in zip(field.elements(), turn.rewards, recorded, strict=True):
            if paid != given:
                raise agent.fault(f"in step {turn.state.steps} the level pays {paid} for these actions, found {given}")
        board = turn.state.board
    for field, cells, recorded in zip(document.member("board").elements(), board.rows, run.board.rows, strict=True):
        for element, cell, given in zip(field.elements(), cells, recorded, strict=True):
            if cell != given:
                after = f"after step {len(run.actions)}" if run.actions else "at the start"
                raise element.fault(f"{after} there is {cell}, found {given}: it does not follow from the actions")
