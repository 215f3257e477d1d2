"""Cases in disguise: the symmetries of every definition, the fitted implementations that they catch, and the options."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from formal_rl.conformance.engine.case_answers import agree
from formal_rl.conformance.engine.disguise import Renaming
from formal_rl.conformance.engine.unknowns import Unknowns, hashed
from formal_rl.conformance.suites.by_name import SUITES
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.suites.safelife_symmetries import drawn_symmetry, moved
from formal_rl.conformance.suites.symmetries import SYMMETRIES, Placed
from formal_rl.environments import CATALOGUE, as_if
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.histories import Percept, all_plays

# --- Plain data: what becomes of the answer ---


def _states(draw: Random, given: Any, answer: Any) -> Any:
    placed = Placed(draw, given["picture"])
    return tuple((_state(placed, state), value) for state, value in answer)


def _state(placed: Placed, state: Any) -> Any:
    row, column, coins, buttons, remaining = state
    flags = (tuple(each[at] for at in placed.orders[kind]) for kind, each in (("C", coins), ("B", buttons)))
    return (*placed.cell(row, column), *flags, remaining)


def _steps(draw: Random, given: Any, answer: Any) -> Any:
    placed = Placed(draw, given["picture"])
    coins = len(placed.orders["C"])

    def seen(shown: Any) -> Any:
        row, column, *flags, _ = _state(placed, (shown[1], shown[0], shown[2:][:coins], shown[2:][coins:], 0))
        return (column, row, *flags[0], *flags[1])

    return tuple((seen(each[0]), *each[1:]) if isinstance(each[0], tuple) else seen(each) for each in answer)


def _boards(answer: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def there(draw: Random, given: Any, got: Any) -> Any:
        rows = given.get("boards", [given.get("board", given.get("initial"))])[0]
        return answer(drawn_symmetry(draw, len(rows), len(rows[0])), got)

    return there


def _upright(answer: Any) -> Any:
    """Turn every cell up but agents, since no rule reads its orientation."""
    if isinstance(answer, tuple):
        return tuple(map(_upright, answer))
    return answer & 0x9FFF if type(answer) is int and not answer & 2 else answer


def _rows(of: Any, rows: Any) -> Any:
    return moved(of, rows, of.cell)


def _game(of: Any, answer: Any) -> Any:
    games = (each if isinstance(each[-1], bool) else (each,) for each in answer)
    return tuple((_rows(of, each[0]), *each[1:]) if len(each) > 1 else _rows(of, each[0]) for each in games)


ANSWERS: dict[str, Callable[[Random, Any, Any], Any]] = {
    "gridworld_step": _states,
    "gridworld_env": _steps,
    "safelife_advance": _boards(_rows),
    "safelife_advance_with_draws": _boards(lambda of, got: (_rows(of, got[0]), got[1])),
    "safelife_step": _boards(_game),
    "safelife_density": _boards(lambda of, got: moved(of, got)),
    "safelife_side_effects": _boards(lambda of, got: tuple(sorted((of.cell(cell), value) for cell, value in got))),
}


def _some(claim: Any) -> Iterator[Any]:
    yield from islice(claim.cases("quick"), 12)
    if claim.drawn is not None:
        yield from map(claim.drawn, range(12))


CASE_SUITES = [name for name in SYMMETRIES if hasattr(SUITES[name], "conventions") and name != "learner"]


@pytest.mark.parametrize("name", CASE_SUITES)
def test_definitions_of_plain_data_have_their_symmetries(name: str) -> None:
    changed = 0
    for claim in SUITES[name].claims("paper"):  # type: ignore[union-attr, call-arg]
        for number, given in enumerate(_some(claim) if claim.expected else ()):
            disguised = SYMMETRIES[name].disguise(Random(number), given)
            there = ANSWERS.get(name, lambda draw, given, answer: answer)
            expected, got = there(Random(number), given, claim.expected(**given)), claim.expected(**disguised)
            changed += disguised != given
            assert agree(_upright(expected), _upright(got), 1e-6), (claim.id, given, disguised)
    assert changed
