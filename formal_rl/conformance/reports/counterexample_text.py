"""A counterexample as a screenful of text: the question, the expected and the given answer, and their difference."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.values import agree, differences
from formal_rl.conformance.engine.failures import FailureKind, shown_word
from formal_rl.conformance.engine.layout import Grid, aligned, named, paragraph, ratio, shown
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.suite import Adapter, Case, Suite
from formal_rl.conformance.engine.unknowns import plain
from formal_rl.histories import Percept

_Row = TypeVar("_Row")

MOST_ROWS, MOST_LINES, MOST_DRAWS, MOST_IN_HISTORY = 10, 20, 30, 60
"""The most rows of a table, lines, draws, percepts and actions in a text; the trace has all rows and lines."""

LONGEST_LINE, BEGINNING, END = 240, 120, 80
"""The most characters of a line before it is broken; and of a longer one, at both ends."""

LONGEST_ROW = 60
"""How many characters a question in a table has, where each row has all of its own."""

MOST_TRANSITIONS, LAST_TRANSITIONS = 12, 3
"""How many transitions of a training are written, and how many of a longer one."""

DIFFERS = "<-- differs"
"""The mark after a difference; a differing cell stands in brackets."""

PAIRS = "a pair is reward and observation"
"""The legend of a text with percepts."""

_PAIR = re.compile(r"(?<!actions )(?<!draws )\([-\d/=≈. ]+, [-\d/=≈. ]+\)")

_OTHERWISE = {"again": ("alone", "asked again"), "after": ("alone", "after the other")}
"""The names of the two answers to a case put twice, by experiment."""

_HEADINGS = {
    "agent": "the agent, asked on a prompt",
    "copy": "the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time",
    "e": "the environment e",
    "h": "the handicap h",
    "reply": "the environment that is wrapped",
}


def counterexample_text(
    found: Found, suite: Suite, semantics: str = "paper", also: str = "", *, whole: bool = False
) -> str:
    """Return the question, both answers, and a hint; ``whole`` has all rows and lines.

    ``also`` is what else is known of the case, in a line.
    """
    failure, adapter = found.failure, found.subject.adapter
    differs = failure.outcome is FailureKind.VALUE_DIFFERS
    hint = "" if found.claim is None else found.claim.hint
    if not hint and differs and semantics == "paper":
        hint = suite.hint
    grids: list[Any] = []
    lines = _case_lines(found, suite, grids, whole=whole) if adapter.of_data else _history_lines(found, whole=whole)
    if adapter.of_data:
        lines += _cells_named(grids)
    else:
        lines += _tables(found, whole=whole)
        hint = (_exchanged(found) or hint or _of_questions(found)) if differs else hint
    if failure.outcome is FailureKind.WRONG_TYPE and adapter.kind(len(failure.got)) != "percept":
        hint = hint or f"formal-rl suites {suite.name} says what is to be returned"
    hint = hint or failure.outcome.advice.replace("NAME", suite.name or "NAME")
    return "\n".join([*lines, "", *paragraph("; ".join(filter(None, (hint, also))))])


def reading_note(text: str) -> str:
    """Return how the text of a counterexample is to be read, if there is a percept in it."""
    return PAIRS if _PAIR.search(text) else ""


# --- Plain data ---


def _case_lines(found: Found, suite: Suite, grids: list[Any], *, whole: bool) -> list[str]:
    """Return what was given, what was expected and what came."""
    failure = found.failure
    differs = failure.outcome is FailureKind.VALUE_DIFFERS
    otherwise = found.experiment in _OTHERWISE and failure.expected and failure.got
    lines: list[str] = []
    if found.before is not None:
        before = _given(found.before, suite, grids, whole=whole, with_questions=True)
        lines += ["  the first question", *before, "  the second question"]
    lines += [*_given(found.case, suite, grids, whole=whole, with_questions=not (differs or otherwise)), ""]
    if differs:
        return lines + _difference(found, suite, grids, whole=whole)
    if otherwise:
        return [*lines, *paragraph(shown_word(failure.outcome)), "", *_difference(found, suite, grids, whole=whole)]
    lines += paragraph(f"{shown_word(failure.outcome)}: {failure.message}")
    if failure.expected and found.experiment == "alone":
        lines += named([("expected", _cut(shown(failure.expected[0]), whole=whole))])
    return lines


def _tried(draw: Callable[[Any, Case], Any] | None, value: Any, given: Case, otherwise: Any) -> Any:
    """Return a value as it is drawn; otherwise where nothing draws it or it has another form."""
    if draw is not None:
        with suppress(AttributeError, LookupError, TypeError, ValueError):
            return draw(value, given)
    return otherwise


def _given(given: Case, suite: Suite, grids: list[Any], *, whole: bool, with_questions: bool) -> list[str]:
    """Return the text of a case, grids or lines, by parameter; it omits zeros that change nothing."""
    parts, written = [], {**_WRITTEN, **suite.written}
    for name, value in given.items():
        if (name == "min_performance" and not value) or (name == "asked" and not with_questions):
            continue
        part = _tried(written.get(name), value, given, value)
        grids += [part]
        text = part.drawn() if isinstance(part, Grid) else part if isinstance(part, str) else shown(part)
        parts.append((name, _cut(text, whole=whole)))
    return named(parts)


def _transitions_text(transitions: Sequence[Any], *, whole: bool = False) -> str:
    """Return transitions after each other; of many, how many they are, and the last, if not the whole is wanted."""
    written = [shown(each, decimals=False) for each in transitions]
    if len(written) > MOST_TRANSITIONS and not whole:
        return f"{len(written)} transitions, the last {LAST_TRANSITIONS}: {' '.join(written[-LAST_TRANSITIONS:])}"
    return " ".join(written) or "nothing"


_WRITTEN: Mapping[str, Callable[[Any, Case], Any]] = {
    "draws": lambda draws, given: shown(draws, most=MOST_DRAWS),
    "transitions": lambda transitions, given: _transitions_text(transitions),
}
"""The format of a parameter of this name, if the suite gives none."""


def _cells_named(grids: list[Any]) -> list[str]:
    """Return which symbol stands for which cell, for those that are described; nothing where there is none."""
    cells = {
        token: grid.described(cell)
        for grid in grids
        if isinstance(grid, Grid) and grid.described
        for names, row in zip(grid.tokens, grid.values, strict=True)
        for token, cell in zip(names, row, strict=True)
        if cell
    }
    described = ", ".join(f"{token} {words}" for token, words in cells.items())
    return ["", *paragraph(f"{described}; rows and columns are counted from 0")] if cells else []


def _cut(text: str, *, whole: bool) -> str:
    """Return a text without the last of many lines, and without the middle of a long line, cut between two words."""
    if whole:
        return text
    lines = [
        f"{line[:BEGINNING].rpartition(' ')[0]} … {line[-END:].partition(' ')[2]}" if len(line) > LONGEST_LINE else line
        for line in text.split("\n")
    ]
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], f"… {len(lines) - MOST_LINES} more"])


def _difference(found: Found, suite: Suite, grids: list[Any], *, whole: bool) -> list[str]:
    """Return the first step at which two answers part, side by side, and the place in words."""
    sides = _OTHERWISE.get(found.experiment) or (
        ("must equal", "this") if found.law is not None else ("expected", "got")
    )
    answers = (found.failure.expected[0], found.failure.got[0])
    parts: list[Any] = [_tried(suite.parts, each, found.case, {"": {"": each}}) for each in answers]
    steps = [] if any("" in each.get("", {}) for each in parts) else list(dict.fromkeys((*parts[0], *parts[1])))
    for number, step in enumerate(steps):
        right, answer = (each.get(step, {}) for each in parts)
        pairs = {name: (right.get(name, "none"), answer.get(name, "none")) for name in {**right, **answer}}
        unlike = [name for name, pair in pairs.items() if _differs(*pair, found.tolerance)]
        if unlike:
            grids += [each for pair in pairs.values() for each in pair]
            rows = [
                (name, *_drawn(*pair, found.tolerance, whole=whole), DIFFERS * (name in unlike))
                for name, pair in pairs.items()
            ]
            first = list(pairs).index(unlike[0])
            near = rows if whole else _around(rows, first, lambda text: (text, "", "", ""))
            heading = [f"  {step}{'; what came before is alike' if number else ''}"] if step else []
            table = aligned([("", *sides, ""), *near], "    " if step else "  ")
            return [*heading, *table, *_place(step, sides, pairs[unlike[0]], found.tolerance)]
    place, *pair = next(differences(*answers, found.tolerance), ("", *answers))
    lines = named((side, _cut(shown(each), whole=whole)) for side, each in zip(sides, answers, strict=True))
    lines += ["", *paragraph(f"differs first at {place}: {shown(pair[0])} and {shown(pair[1])}")] if place else []
    return [*lines, *_place("", sides, tuple(pair), found.tolerance)]


def _differs(expected: Any, got: Any, tolerance: float) -> bool:
    if _are_alike(expected, got):
        return any(True for _ in expected.differing(got, tolerance))
    return isinstance(expected, Grid) or isinstance(got, Grid) or not agree(expected, got, tolerance)


def _drawn(expected: Any, got: Any, tolerance: Any, *, whole: bool) -> Iterator[str]:
    """Yield two values as text, with the cells marked in which two grids differ; of large grids the rows near those."""
    sides = [expected, got]
    if not all(isinstance(each, Grid) for each in sides):
        sides = [each.of if isinstance(each, Grid) else each for each in sides]
    marked = tuple(expected.differing(got, tolerance)) if _are_alike(*sides) else ()
    for each in sides:
        if isinstance(each, Grid):
            lines = each.drawn(marked).split("\n")
            is_large = marked and not whole and len(lines) > MOST_ROWS
            yield "\n".join(_around(lines, marked[0][0], str) if is_large else lines)
        else:
            yield _cut(each if each == "none" else shown(each), whole=whole)


def _are_alike(*sides: Any) -> bool:
    """Whether two values are grids of one size, so that cell can be compared with cell."""
    return all(isinstance(each, Grid) for each in sides) and sides[0].size == sides[1].size


def _around(rows: Sequence[_Row], place: int, row_of: Callable[[str], _Row]) -> list[_Row]:
    """Return the rows near the one that differs first, and how many others there are."""
    first, last = max(0, place - MOST_ROWS // 2), place + MOST_ROWS // 2
    before, after = ([row_of(f"… {number} more")] * (number > 0) for number in (first, len(rows) - last))
    return [*before, *rows[first:last], *after]


def _place(step: str, sides: Sequence[str], pair: Sequence[Any], tolerance: float) -> list[str]:
    """Return in words in which cell two grids part first, and how two numbers relate."""
    lines = []
    if _are_alike(*pair):
        (row, column), *others = pair[0].differing(pair[1], tolerance)
        place = ", ".join(filter(None, (step.partition(",")[0].removeprefix("at "), f"row {row}, column {column}")))
        names = (
            grid.described(grid.values[row][column]) if grid.described else grid.tokens[row][column] for grid in pair
        )
        cells = ", ".join(f"{side} {name}" for side, name in zip(sides, names, strict=True))
        more = f"; so {'does' if len(others) == 1 else 'do'} {len(others)} more" if others else ""
        lines += paragraph(f"differs at {place}: {cells}{more}")
        pair = [grid.values[row][column] for grid in pair]
    relation = ratio(pair[0], pair[1], sides)
    lines += paragraph(relation) if relation else []
    return ["", *lines] if lines else []


# --- Histories ---


def _history_lines(found: Found, *, whole: bool) -> list[str]:
    """Return the question, the expected answer and the given one."""
    failure, adapter = found.failure, found.subject.adapter
    lines: list[str] = []
    if adapter.draws != "none":
        lines += paragraph(f"made from draws {shown(found.case['draws'])}")
    if found.before is not None:
        place = "the first question" if found.experiment == "after" else "another, beside it, gets"
        lines += paragraph(f"{place}: {adapter.asked} {_history(adapter, found.before['put'], whole=whole)}")
    by_steps = adapter.uses_copies and adapter.driver is not drivers.trained_class_from_class
    if by_steps and found.experiment == "alone":
        lines += _steps(found, whole=whole)
    else:
        lines += paragraph(f"on the {adapter.asked} {_history(adapter, found.case['put'], whole=whole)}")
        if failure.outcome is FailureKind.VALUE_DIFFERS:
            sides = (("expected", failure.expected[-1]), ("got", failure.got[-1]))
            lines += named(((name, shown(plain(answer))) for name, answer in sides), "    ")
    if failure.outcome is not FailureKind.VALUE_DIFFERS:
        lines += paragraph(f"{shown_word(failure.outcome)}: {failure.message}")
    return lines


def _exchanged(found: Found) -> str:
    """Say that reward and observation are exchanged in each percept, if they are."""
    pairs = [pair for pair in zip(found.failure.expected, found.failure.got, strict=False) if type(pair[1]) is Percept]
    exchanged = all(one == other[::-1] for one, other in pairs) and any(one != other for one, other in pairs)
    return "reward and observation are exchanged: a step returns the reward first" if exchanged else ""


def _of_questions(found: Found) -> str:
    """Say what the questions of the two sides show."""
    if not found.askers:
        return ""
    if all(len(askers) == 2 for askers in found.askers):
        return "both asked the same, and were answered the same: what is made of the answers differs"
    return "what only one side asked shows where the two part"


def _history(adapter: Adapter, history: Any, *, whole: bool = False) -> str:
    most = len(history) * 3 if whole else MOST_IN_HISTORY
    return shown(drivers.flat(history) if adapter.is_flat else history, decimals=False, most=most)


def _steps(found: Found, *, whole: bool) -> list[str]:
    adapter, put, failure = found.subject.adapter, found.case["put"], found.failure
    expected, got = ([shown(plain(each)) for each in side] for side in (failure.expected, failure.got))
    if len(got) < len(expected):
        got.append("see below")
    rows = []
    for place, answers in enumerate(zip(expected, got, strict=False)):
        if adapter.asked == "prompt":
            label, part = f"step {place + 1}", shown(put[2 * place], decimals=False)
            part += f", having done {put[2 * place - 1]}" if place else ""
        else:
            label, part = (f"step {place}", shown(put[place - 1])) if place else ("start", "")
        rows.append((label, part, *answers, DIFFERS * (place + 1 == len(got))))
    if len(rows) > MOST_ROWS and not whole:
        alike = (f"… {len(rows) - MOST_ROWS} alike", "", "", "", "")
        rows = [*rows[: MOST_ROWS // 4], alike, *rows[MOST_ROWS // 4 - MOST_ROWS :]]
    seen = "seen" if adapter.asked == "prompt" else "action"
    return aligned([("", seen, "expected", "got", ""), *rows], "  ")


def _tables(found: Found, *, whole: bool) -> list[str]:
    """Return the agent and the environments as finite tables."""
    lines: list[str] = []
    adapter, alone = found.subject.adapter, found.experiment == "alone"
    for kind in dict.fromkeys(key[0] for key, _ in found.answers):
        asked = [each for each in zip(found.answers, found.askers, strict=True) if each[0][0][0] == kind]
        names = _questions(adapter, [key for (key, _), _ in asked], whole=whole)
        rows = [
            (
                name,
                f"does {answer}" if kind in {"agent", "copy"} else f"gives {shown(plain(answer))}",
                _asked_by(askers) if alone else "",
            )
            for name, ((_, answer), askers) in zip(names, asked, strict=True)
        ]
        lines += ["", *paragraph(_HEADINGS[kind]), *aligned(rows if whole else _chosen(rows))]
        if len(rows) > MOST_ROWS and not whole:
            lines.append(f"    and {len(rows) - MOST_ROWS} more")
    return lines


def _chosen(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the rows of the text: the last of those that only one side asked, and the first of the others."""
    telling = [place for place, row in enumerate(rows) if row[-1]][-MOST_ROWS // 2 :]
    others = [place for place in range(len(rows)) if place not in telling]
    return [rows[place] for place in sorted(telling + others[: MOST_ROWS - len(telling)])]


def _questions(adapter: Adapter, keys: Sequence[Any], *, whole: bool) -> list[str]:
    """Return each question in words; where one is long, a past that begins as that of a row before by its number."""
    rows = [_question(adapter, *key, whole=whole) for key in keys]
    if whole or max(map(len, rows)) <= LONGEST_ROW or (adapter.is_flat and keys[0][0] != "copy"):
        return rows
    numbers: dict[Any, int] = {}
    numbered, goes_on = [], False
    for number, (kind, past, *seen) in enumerate(keys, start=1):
        known = next((end for end in range(len(past), 1, -1) if past[:end] in numbers), 0)
        goes_on = goes_on or known > 0
        begun = f"as in {numbers[past[:known]]}{', then ' * (known < len(past))}" if known else ""
        numbered.append(f"{number:2}  {_question(adapter, kind, past[known:], *seen, begun=begun)}")
        numbers.setdefault(past, number)
    return numbered if goes_on else rows


def _question(adapter: Adapter, kind: str, past: Any, *seen: Any, begun: str = "", whole: bool = False) -> str:
    """Return a question in words; where its past is ``begun`` in words, with the rest of it."""
    if kind == "copy":
        rest = f"on {_transitions_text(past, whole=whole)}" if past or not begun else ""
        return f"trained {begun}{rest}, sees {shown(seen[0])}"
    rest = _history(adapter, past, whole=whole)
    return f"{begun}{rest[1:-1].removesuffix(',')}" if begun else rest


def _asked_by(askers: frozenset[str]) -> str:
    if len(askers) == 2:
        return ""
    return "asked by the definition only" if "definition" in askers else "asked by yours only"
