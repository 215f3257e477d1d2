"""Pictures of answers and runs: percepts as boxes, actions as discs; questions below the play."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from formal_rl.histories import History, Percept, format_history
from formal_rl.study._texts import GAP, named
from formal_rl.view.svg_drawing import INK, PALE, Disc, Drawing, Path, Shape, Words, rectangle, svg

LEFT, STEP, DOWN, LINE = 250, 88, 64, 22
"""The place of the first element, the distances to the next and to the row below, and that without a history."""

MOST_STEPS, MOST_QUESTIONS = 20, 3
"""The greatest number of steps of a run, and of questions about one play, in a picture."""

_BLUE, _ORANGE = ("#1f5fa8", "#e8f0fa"), ("#c2410c", "#fdebdd")


class Row(NamedTuple):
    """A history, orange where it differs from the true one, with a text before and after it."""

    label: str = ""
    history: History = ()
    true: History = ()
    remark: str = ""


def question_rows(true: History, label: str, questions: Sequence[History], remark: str = "") -> Iterator[Row]:
    """Yield a row for each question about one play: its prompt, and the action of the agent there."""
    for place, imagined in enumerate(questions[:MOST_QUESTIONS] or [()]):
        more = len(questions) - place - 1 if place == MOST_QUESTIONS - 1 else 0
        words = ["nothing" * (not questions), remark * (place == 0), f"{GAP} and {more} more" * (more > 0)]
        yield Row(label * (place == 0), imagined, true, ", ".join(filter(None, words)))


def histories_svg(title: str, rows: Sequence[Row]) -> str:
    """Return histories below each other as SVG."""
    shapes: list[Shape] = [Words((24, 34), title, 16, bold=True, anchor="start")]
    plain = all(percept.observation == 0 for row in rows for percept in row.history[::2])
    down = 48
    for row in rows:
        height = DOWN if row.history else LINE
        shapes += _row(down + height // 2, row, plain=plain)
        down += height
    width = LEFT + max(STEP * len(row.history) + 7 * len(row.remark) for row in rows)
    return svg(Drawing(width, down + LINE // 2, tuple(shapes)), title, " ".join(row.remark for row in rows).strip())


def _row(down: float, row: Row, *, plain: bool) -> Iterator[Shape]:
    shift = max(0, len(row.true) - len(row.history)) if row.history else 0
    if _differing(row.history, row.true[shift:]) > _differing(row.history, row.true):
        shift = 0
    yield Words((24, down + 5), row.label, 14, PALE, "start")
    places = [LEFT + STEP * (place + shift) for place in range(len(row.history) + 1)]
    for place, after in pairwise(places[:-1]):
        yield Path(((place, down), (after, down)), PALE)
    for index, (place, element) in enumerate(zip(places, row.history, strict=False), shift):
        stroke, fill = _BLUE if row.true[index : index + 1] == (element,) else _ORANGE
        if isinstance(element, Percept):
            text = f"reward {element.reward}" if plain else format_history(named((element,)))
            short = text if len(text) < 11 else f"{text[:9]}{GAP}"
            yield rectangle((place - 40, down - 19), 80, 38, stroke=stroke, fill=fill, tooltip=text * (short != text))
            yield Words((place, down + 5), short, 14, INK)
        else:
            yield Disc((place, down), 19, fill, stroke)
            yield Words((place, down + 6), str(element), 16, INK)
    yield Words((places[-1] - 40, down + 5), row.remark, 14, INK, "start")


def _differing(one: History, other: History) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))
