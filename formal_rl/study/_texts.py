"""Histories side by side, cut where they are long; histories and records as JSON values."""

from itertools import zip_longest
from typing import Any

from attrs import fields, frozen, has

from formal_rl.environments import TableAgent
from formal_rl.environments._text_pictures import is_picture
from formal_rl.errors import EnvironmentRaised, InteractionFailure, NotAPercept, short_repr
from formal_rl.histories import Action, History, Percept, Prompt, format_history

LONGEST_SHOWN = 20
"""The greatest number of elements of a history on one line; a longer one loses its middle."""

_FIRST, _LAST = 3, 7

GAP = "…"
"""The replacement of elements left out."""


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


def as_json(value: Any) -> Any:
    """Return a value of our classes as JSON values: attributes by name, a percept as [reward, observation].

    A reward that is not a whole number is text such as "1/2"; so is an observation that is neither int nor text.
    """
    if isinstance(value, Percept):
        reward, observation = value
        shown = observation if type(observation) in {int, str} else str(observation)
        return [reward.numerator if reward.denominator == 1 else str(reward), shown]
    if isinstance(value, TableAgent):
        return as_json(value.entries)
    if has(type(value)):
        return {each.name: as_json(getattr(value, each.name)) for each in fields(type(value))}
    return list(map(as_json, value)) if isinstance(value, tuple) else value


def failure_words(failure: InteractionFailure) -> str:
    """Say how an environment failed, without the play."""
    if isinstance(failure, EnvironmentRaised):
        cause = failure.__cause__
        return f"the environment raises {type(cause).__name__}: {cause}"
    if isinstance(failure, NotAPercept):
        return f"the environment answers {short_repr(failure.value)}, which is not a percept"
    return str(failure).partition("; the play was ")[0].partition("; the question was ")[0]


@frozen
class Comparison:
    """A true prompt over a hypothetical one, element under element, and marks under what differs.

    ``marks`` has ^ under differing elements, + under those only in the hypothetical prompt, - where it lacks one;
    ``note`` names the elements left out, or says that the two are the same. Before the first action ``true`` is None.
    """

    true: str | None
    asked: str
    marks: str
    note: str


def compare(true: Prompt | None, hypothetical: Prompt) -> Comparison:
    """Lay a hypothetical prompt under the true one, from the start or from the end, as fewer elements differ.

    Of a long pair the first and last elements are shown, and all that differ if there are few.
    """
    if true is None:
        return Comparison(None, brief(hypothetical), "", "")
    # The first of two ways with equally many marks is taken; of a long pair, readers see the end.
    ways = [list(zip_longest(true, hypothetical)), list(zip_longest(true[::-1], hypothetical[::-1]))[::-1]]
    by_preference = ways if len(ways[0]) <= LONGEST_SHOWN else ways[::-1]
    columns = min(by_preference, key=lambda way: sum(above != below for above, below in way))
    shown, note = _chosen(columns)
    cells: list[tuple[str, str, str]] = []
    before = -1
    for place in shown:
        if place != before + 1:
            cells.append((GAP, GAP, ""))
        above, below = columns[place]
        cells.append((_element(above), _element(below), _marks(above, below, _element(below))))
        before = place
    marks = _row(cells, 2)
    return Comparison(_row(cells, 0), _row(cells, 1), marks, note or ("" if marks else "the same"))


def _chosen(columns: list[tuple[Any, Any]]) -> tuple[list[int], str]:
    number = len(columns)
    if number <= LONGEST_SHOWN:
        return list(range(number)), ""
    differing = {place for place, (above, below) in enumerate(columns) if above != below}
    chosen = {*range(_FIRST), *range(number - _LAST, number)} | differing
    if len(chosen) > LONGEST_SHOWN:
        chosen = {*range(_FIRST), *range(number - LONGEST_SHOWN + _FIRST, number)}
    hidden = len(differing - chosen)
    differing_text = f"{hidden} of them different" if hidden else "all of them the same"
    return sorted(chosen), f"{number - len(chosen)} elements are left out, {differing_text}"


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
