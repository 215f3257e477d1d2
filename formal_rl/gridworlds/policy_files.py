"""Policies for gridworlds, written as JSON."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from formal_rl.gridworlds.policies import UNIFORM, ClockPolicy, MemorylessPolicy, Probabilities
from formal_rl.gridworlds.world import MOVES, Button, Cell, Coin, GridObservation, World, reachable
from formal_rl.strict_json import Field, exact, read_json, require_keys

POLICY_SCHEMA = "drest-policy/1"
"""The format name in a policy file."""

_ENTRY = ("cell", "coins", "buttons", "probabilities", "moves")


def read_policy(file: Path, world: World) -> MemorylessPolicy | ClockPolicy:
    """Return the policy in a file, for a world.

    The file is ``{"schema": "drest-policy/1", "otherwise": ["1/4", "1/4", "1/4", "1/4"], "observations": [...]}``. Each
    observation is an object: ``cell``, [row, column], both counted from 0; ``coins`` and ``buttons``, lists of the
    cells of those that are still there; ``probabilities``, four exact numbers, of up, down, left and right; and, for a
    policy with a clock, ``moves``, the number of moves so far: in every observation or in none. ``otherwise`` is for
    other observations; without it these have 1/4 each.

    Raises `UnusableVectors` naming the field: not as above, probabilities that do not sum to 1, a cell without such a
    coin or button, an observation that nothing leads to in this world, one that is listed twice.
    """
    document = Field(file.name, "", read_json(file))
    require_keys(document, ("schema", "otherwise", "observations"))
    schema = document.member("schema")
    if schema.text() != POLICY_SCHEMA:
        raise schema.fault(f"unknown schema {schema.text()!r}; known: {POLICY_SCHEMA}")
    otherwise = UNIFORM
    if "otherwise" in document.members():
        otherwise = _probabilities(document.member("otherwise"))
    entries = document.member("observations").elements()
    with_clock = bool(entries) and "moves" in entries[0].members()
    policy = ClockPolicy if with_clock else MemorylessPolicy
    seen = {policy().seen(world, state) for state in reachable(world) if state.remaining}  # no other can be met
    table: dict[Any, Probabilities] = {}
    for entry in entries:
        if ("moves" in entry.members()) != with_clock:
            raise entry.fault("moves are given in some observations and not in others")
        require_keys(entry, _ENTRY)
        observation: Any = GridObservation(
            _cell(entry.member("cell")),
            _there(entry.member("coins"), "coin", world.coins),
            _there(entry.member("buttons"), "button", world.buttons),
        )
        probabilities = _probabilities(entry.member("probabilities"))
        if with_clock:
            observation = observation, entry.member("moves").integer(0)
        if observation not in seen:
            raise entry.fault("no actions lead to this observation with a move left")
        if observation in table:
            raise entry.fault("this observation is listed twice")
        table[observation] = probabilities
    return policy(table, otherwise)


def _cell(field: Field) -> Cell:
    row, column = field.integers(2, least=0)
    return row, column


def _there(field: Field, kind: str, things: Iterable[Coin | Button]) -> tuple[bool, ...]:
    every, there = [thing.cell for thing in things], {_cell(element): element for element in field.elements()}
    for cell, element in there.items():
        if cell not in every:
            raise element.fault(f"expected the cell of a {kind}, one of {[list(each) for each in every]}")
    return tuple(cell in there for cell in every)


def _probabilities(field: Field) -> Probabilities:
    values = tuple(exact(element, 0, 1) for element in field.elements(len(MOVES)))
    if sum(values) != Fraction(1):
        raise field.fault(f"expected probabilities that sum to 1, not to {sum(values)}")
    return values
