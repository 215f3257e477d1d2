"""Histories side by side, cut where they are long; histories and records as JSON values."""

from typing import Any

from attrs import fields, frozen

from formal_rl.environments import is_picture
from formal_rl.histories import Action, History, Percept, Prompt, format_history

LONGEST_SHOWN = 20
"""How many elements of a history are shown on one line; of a longer one the middle is left out."""

_FIRST, _LAST = 3, 7

GAP = "…"
"""What stands for the elements left out."""


def named(history: History) -> History:
    """Return a history with its pictures named by their size, for a line on which they would be dumped."""
    return tuple(
        element._replace(observation=_name(element.observation)) if isinstance(element, Percept) else element
        for element in history
    )


def _name(observation: Any) -> Any:
    if is_picture(observation) and len(observation) > 1:
        return f"picture {len(observation)}x{len(observation[0])}"
    if type(observation) is tuple and len(observation) > 1 and all(map(is_picture, observation)):
        return f"{len(observation)} pictures"
    return observation


def brief(history: History) -> str:
    """Return a history on a line, as `format_history`, pictures named and the middle of a long one replaced by …."""
    history = named(history)
    if len(history) <= LONGEST_SHOWN:
        return format_history(history)
    left_out = len(history) - _FIRST - _LAST
    start, end = (" ".join(_element(each) for each in part) for part in (history[:_FIRST], history[-_LAST:]))
    return f"{start} {GAP} {left_out} more {GAP} {end}"


def history_json(history: History) -> list[Any]:
    """Return a history as JSON values: a percept as [reward, observation], an action as a number.

    A reward that is not a whole number is text such as "1/2"; so is an observation that is neither int nor text.
    """
    return [percept_json(element) if isinstance(element, Percept) else element for element in history]


def percept_json(percept: Percept) -> list[Any]:
    """Return a percept as JSON values: [reward, observation], as in `history_json`."""
    reward, observation = percept
    return [
        reward.numerator if reward.denominator == 1 else str(reward),
        observation if type(observation) in {int, str} else str(observation),
    ]


def fields_json(value: Any, **others: Any) -> dict[str, Any]:
    """Return the attributes of a value as JSON values, in their order, those that are not JSON values given as such."""
    return {field.name: others.get(field.name, getattr(value, field.name)) for field in fields(type(value))}


@frozen
class Comparison:
    """A true prompt over a hypothetical one, element under element, and marks under what differs.

    ``marks`` has ^ under what is different, + under what the hypothetical prompt has more and - where it has less;
    ``note`` says what is left out, if anything is.
    """

    true: str
    hypothetical: str
    marks: str
    note: str


def compare(true: Prompt, hypothetical: Prompt) -> Comparison:
    """Lay a hypothetical prompt under the true one, from the start or from the end, as fewer elements differ.

    Of a long pair the first and last elements are shown, and all that differ if there are few.
    """
    columns = _aligned(true, hypothetical)
    shown, note = _chosen(columns)
    cells: list[tuple[str, str, str]] = []
    before = -1
    for place in shown:
        if place != before + 1:
            cells.append((GAP, GAP, ""))
        cells.append(_cell(*columns[place]))
        before = place
    return Comparison(_row(cells, 0), _row(cells, 1), _row(cells, 2), note)


def _aligned(true: Prompt, hypothetical: Prompt) -> list[tuple[Any, Any]]:
    more = len(hypothetical) - len(true)
    fill = (None,) * abs(more)
    at_start = list(
        zip(true + fill if more > 0 else true, hypothetical + fill if more < 0 else hypothetical, strict=True)
    )
    at_end = list(
        zip(fill + true if more > 0 else true, fill + hypothetical if more < 0 else hypothetical, strict=True)
    )
    # Of two ways with as many marks the first is taken; of a long pair the end is what is shown.
    ways = (at_start, at_end) if len(at_start) <= LONGEST_SHOWN else (at_end, at_start)
    return min(*ways, key=lambda columns: sum(above != below for above, below in columns))


def _chosen(columns: list[tuple[Any, Any]]) -> tuple[list[int], str]:
    number = len(columns)
    if number <= LONGEST_SHOWN:
        return list(range(number)), ""
    differing = {place for place, (above, below) in enumerate(columns) if above != below}
    chosen = {*range(_FIRST), *range(number - _LAST, number)} | differing
    if len(chosen) > LONGEST_SHOWN:
        chosen = {*range(_FIRST), *range(number - LONGEST_SHOWN + _FIRST, number)}
    hidden = len(differing - chosen)
    told = f"{hidden} of them different" if hidden else "all of them the same"
    return sorted(chosen), f"{number - len(chosen)} elements are left out, {told}"


def _cell(above: Percept | Action | None, below: Percept | Action | None) -> tuple[str, str, str]:
    texts = _element(above), _element(below)
    return *texts, _marks(above, below, texts[1])


def _element(element: Percept | Action | None) -> str:
    return "" if element is None else format_history(named((element,)))


def _marks(above: Percept | Action | None, below: Percept | Action | None, text: str) -> str:
    if above == below:
        return ""
    if below is None:
        return "-" * len(_element(above))
    if above is None:
        return "+" * len(text)
    if not (isinstance(above, Percept) and isinstance(below, Percept)):
        return "^" * len(text)
    reward, observation = (
        ("^" if one != other else " ") * len(str(_name(other))) for one, other in zip(above, below, strict=True)
    )
    return f" {reward} {observation}".rstrip()


def _row(cells: list[tuple[str, str, str]], line: int) -> str:
    return " ".join(cell[line].ljust(max(map(len, cell))) for cell in cells).rstrip()
