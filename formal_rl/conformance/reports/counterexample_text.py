"""A counterexample as a screenful of text: what was asked, what was expected, what came, and where the two differ."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.engine.answers import first_difference
from formal_rl.conformance.engine.asked import looked_up
from formal_rl.conformance.engine.case_answers import agree, first_disagreement
from formal_rl.conformance.engine.case_suites import Case, CaseSuite
from formal_rl.conformance.engine.failure_kinds import ADVICE, HINTS, FailureKind, shown_word
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import Unknowns, plain
from formal_rl.conformance.reports.counterexample_answers import (
    answer_parts,
    cell_named,
    cells_named,
    given_parts,
    transitions_text,
)
from formal_rl.conformance.reports.counterexample_values import Grid, aligned, named, paragraph, ratio, shown
from formal_rl.histories import Percept

MOST_ROWS = 24
"""How many rows of a table are shown; the trace has them all."""

MOST_IN_HISTORY = 60
"""How many percepts and actions of a history are shown, where a row has all of its own."""

MOST_LINES = 30
"""How many lines of a value are shown; the script has them all."""

LONGEST_TRAINING = 3
"""Of how many transitions a training is, at most, where each row has all of its own."""

LONGEST_HISTORY = 60
"""How long a history is, at most, where each row has all of its own."""

DIFFERS = "<-- differs"
"""What stands behind what differs; a cell that differs stands in brackets."""

_NOTHING = "none"
"""What stands where only one side has something of a name."""

PAIRS = "a pair is reward and observation"
"""How a text is to be read in which percepts are shown."""

_OTHERWISE = {"again": ("alone", "asked again"), "after": ("alone", "after the other")}
"""What the two answers are called where one case was put twice, by experiment."""

_HEADINGS = {
    "agent": "the agent, asked on a prompt",
    "copy": "the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time",
    "e": "the environment e",
    "h": "the handicap h",
    "reply": "the environment that is wrapped",
}


def _advice(outcome: FailureKind, hint: str, suite: str, semantics: str, *, of_percepts: bool) -> list[str]:
    """Return what to look at: what the claim says, else what the suite does, else what the kind of outcome does."""
    of_suite = HINTS.get(suite, "") if outcome is FailureKind.VALUE_DIFFERS and semantics == "paper" else ""
    of_kind = ADVICE[outcome].replace("NAME", suite or "NAME")
    if outcome is FailureKind.WRONG_TYPE and not of_percepts:
        of_kind = f"formal-rl suites {suite} says what is to be returned"
    return ["", *paragraph(hint or of_suite or of_kind)]


# --- Plain data ---


def case_text(found: Found, suite: CaseSuite, hint: str, semantics: str = "paper") -> str:
    """Return what was given, what was expected and what came, and what the definition holds there."""
    finding, name = found.finding, suite.name
    differs = finding.outcome is FailureKind.VALUE_DIFFERS
    otherwise = found.experiment in _OTHERWISE and finding.expected and finding.got
    grids: list[Any] = []
    lines: list[str] = []
    if found.before is not None:
        lines += ["  first it is asked about", *_given(found.before.put, grids, with_questions=True), "  then about"]
    lines += [*_given(found.question.put, grids, with_questions=not (differs or otherwise)), ""]
    if differs:
        lines += _difference(found, name, grids)
        lines += [] if found.law is not None or semantics != "paper" else _case_notes(found, name)
    elif otherwise:
        lines += [*paragraph(shown_word(finding.outcome)), "", *_difference(found, name, grids)]
    else:
        lines += paragraph(f"{shown_word(finding.outcome)}: {finding.message}")
        if finding.expected and found.experiment == "alone":
            lines += named([("expected", _cut(shown(finding.expected[0])))])
    cells = cells_named(grids) if name.startswith("safelife") else ""
    if cells:
        lines += ["", *paragraph(f"{cells}; rows and columns are counted from 0")]
    lines += _advice(finding.outcome, hint, name, semantics, of_percepts=False)
    return "\n".join(lines)


def _given(given: Case, grids: list[Any], *, with_questions: bool) -> list[str]:
    parts = given_parts(given, with_questions=with_questions)
    grids += parts.values()
    return named((name, _cut(part.drawn() if isinstance(part, Grid) else part)) for name, part in parts.items())


def _cut(text: str) -> str:
    lines = text.split("\n")
    return text if len(lines) <= MOST_LINES else "\n".join([*lines[:MOST_LINES], f"… {len(lines) - MOST_LINES} more"])


def _difference(found: Found, suite: str, grids: list[Any]) -> list[str]:
    """Return the first step at which two answers part, side by side, and the place in words."""
    sides = _OTHERWISE.get(found.experiment) or (
        ("must equal", "this") if found.law is not None else ("expected", "got")
    )
    answers = (found.finding.expected[0], found.finding.got[0])
    parts = [answer_parts(suite, each, found.question.put) for each in answers]
    steps = [] if any("" in each.get("", {}) for each in parts) else list(dict.fromkeys((*parts[0], *parts[1])))
    for number, step in enumerate(steps):
        right, answer = (each.get(step, {}) for each in parts)
        pairs = {name: (right.get(name, _NOTHING), answer.get(name, _NOTHING)) for name in {**right, **answer}}
        unlike = [name for name, pair in pairs.items() if _differs(*pair, found.tolerance)]
        if unlike:
            grids += [each for pair in pairs.values() for each in pair]
            rows = [(name, *_drawn(*pair, found.tolerance), DIFFERS * (name in unlike)) for name, pair in pairs.items()]
            near = _around(rows, list(pairs).index(unlike[0]))
            heading = [f"  {step}{'; what came before is alike' if number else ''}"] if step else []
            table = aligned([("", *sides, ""), *near], "    " if step else "  ")
            return [*heading, *table, *_place(step, sides, pairs[unlike[0]], found.tolerance)]
    place, *pair = first_disagreement(*answers, found.tolerance)
    lines = named((side, _cut(shown(each))) for side, each in zip(sides, answers, strict=True))
    lines += ["", *paragraph(f"differs first at {place}: {shown(pair[0])} and {shown(pair[1])}")] if place else []
    return [*lines, *_place("", sides, tuple(pair), found.tolerance)]


def _differs(expected: Any, got: Any, tolerance: float) -> bool:
    if _are_alike(expected, got):
        return any(True for _ in expected.differing(got, tolerance))
    return isinstance(expected, Grid) or isinstance(got, Grid) or not agree(expected, got, tolerance)


def _drawn(expected: Any, got: Any, tolerance: float) -> Iterator[str]:
    """Yield two values as text, with the cells marked in which two grids differ."""
    sides = [expected, got]
    if not all(isinstance(each, Grid) for each in sides):
        sides = [each.of if isinstance(each, Grid) else each for each in sides]
    marked = tuple(expected.differing(got, tolerance)) if _are_alike(*sides) else ()
    for each in sides:
        yield each.drawn(marked) if isinstance(each, Grid) else _cut(each if each is _NOTHING else shown(each))


def _are_alike(*sides: Any) -> bool:
    """Whether two values are grids of one size, so that cell can be compared with cell."""
    return all(isinstance(each, Grid) for each in sides) and sides[0].size == sides[1].size


def _around(rows: Sequence[tuple[str, ...]], place: int) -> list[tuple[str, ...]]:
    """Return the rows near the one that differs first, and how many others there are."""
    first, last = max(0, place - MOST_ROWS // 2), place + MOST_ROWS // 2
    before, after = ([(f"… {number} more", "", "", "")] * (number > 0) for number in (first, len(rows) - last))
    return [*before, *rows[first:last], *after]


def _place(step: str, sides: Sequence[str], pair: Sequence[Any], tolerance: float) -> list[str]:
    """Return in words in which cell two grids part first, and how two numbers relate."""
    lines = []
    if _are_alike(*pair):
        (row, column), *others = pair[0].differing(pair[1], tolerance)
        place = ", ".join(filter(None, (step.partition(",")[0].removeprefix("at "), f"row {row}, column {column}")))
        cells = (f"{side} {cell_named(grid, row, column)}" for side, grid in zip(sides, pair, strict=True))
        more = f"; so {'does' if len(others) == 1 else 'do'} {len(others)} more" if others else ""
        lines += paragraph(f"differs at {place}: {', '.join(cells)}{more}")
        pair = [grid.values[row][column] for grid in pair]
    told = ratio(pair[0], pair[1], sides)
    lines += paragraph(told) if told else []
    return ["", *lines] if lines else []


def _case_notes(found: Found, suite: str) -> list[str]:
    from formal_rl.conformance.reports.counterexample_notes import NOTES  # noqa: PLC0415 - where something differs

    place, _, _ = first_disagreement(found.finding.expected[0], found.finding.got[0], found.tolerance)
    try:
        return _noted(NOTES[suite](found.question.put, [int(index) for index in re.findall(r"\d+", place)]))
    except (LookupError, ValueError):  # the suite has no notes, or the answer another form
        return []


def _noted(notes: Iterable[str]) -> list[str]:
    lines = [line for note in notes for line in paragraph(note, "    ")]
    return ["", "  by the definition", *lines] if lines else []


# --- Histories ---


def counterexample_text(found: Found, hint: str, suite: str = "", semantics: str = "paper") -> str:
    """Return what was asked, what was expected, what came, and the agent as a finite table."""
    finding, shape = found.finding, found.subject.shape
    lines: list[str] = []
    if found.question.draws is not None:
        lines += paragraph(f"made from draws {shown(found.question.draws)}")
    if found.before is not None:
        place = "first it is asked" if found.experiment == "after" else "beside it another is asked"
        lines += paragraph(f"{place}: {question_text(shape, found.before)}")
    lines += _answers(found)
    if finding.outcome is not FailureKind.VALUE_DIFFERS:
        lines += paragraph(f"{shown_word(finding.outcome)}: {finding.message}")
    elif semantics == "paper":
        lines += _world_notes(found, suite)
    lines += _tables(found)
    of_percepts = shape.kind(len(finding.got)) == "percept"
    hint = _exchanged(found) or hint or _of_questions(found, suite, semantics)
    lines += _advice(finding.outcome, hint, suite, semantics, of_percepts=of_percepts)
    return "\n".join(lines)


def _exchanged(found: Found) -> str:
    """Say that reward and observation are exchanged in each percept, if they are."""
    answers = zip(found.finding.expected, found.finding.got, strict=False)
    pairs = [(one, other) for one, other in answers if isinstance(other, Percept)]
    differs = found.finding.outcome is FailureKind.VALUE_DIFFERS and any(one != other for one, other in pairs)
    exchanged = differs and all(one == other[::-1] for one, other in pairs)
    return "reward and observation are exchanged: a step returns the reward first" if exchanged else ""


def _world_notes(found: Found, suite: str) -> list[str]:
    from formal_rl.conformance.reports.counterexample_notes import WORLD_NOTES  # noqa: PLC0415 - where something differs

    if suite not in WORLD_NOTES:
        return []
    put, asked = found.question.put, found.subject.shape.asked
    actions = [*put] if asked == "actions" else [*put[1::2]]
    seen = [*found.finding.expected[1:]] if asked == "actions" else []
    if asked == "actions":  # up to the turn at which the answers differ
        place = first_difference(found.finding.expected, found.finding.got, 0, found.tolerance)
        actions, seen = actions[:place], seen[:place]
    return _noted(WORLD_NOTES[suite](actions, seen, Unknowns(looked_up(dict(found.answers)))))


def _of_questions(found: Found, suite: str, semantics: str) -> str:
    """Return what the questions say where neither the claim nor the suite has a word: who asked what."""
    of_suite = suite in HINTS and semantics == "paper"
    if found.finding.outcome is not FailureKind.VALUE_DIFFERS or of_suite or not found.askers:
        return ""
    if all(len(askers) == 2 for askers in found.askers):
        return "both asked the same, and were answered the same: what is made of the answers differs"
    return "the rows that only one side asked show where the two part"


def reading_note(found: Found) -> str:
    """Return how the text of a counterexample is to be read, if there is a percept in it."""
    shape, finding, by_steps = found.subject.shape, found.finding, _is_by_steps(found)
    puts = [each.put for each in (found.question, found.before) if each is not None and shape.asked != "actions"]
    prompts = [key[1] for key, _ in found.answers if key[0] == "agent"]
    last = len(finding.expected) - 1
    answers = range(last + 1) if by_steps else [last] * (finding.outcome is FailureKind.VALUE_DIFFERS)
    has_pairs = (
        any((*puts, *prompts)) and not shape.is_flat,
        any(key[0] in {"e", "h", "reply"} for key, _ in found.answers),
        any(shape.kind(place) == "percept" for place in answers),
    )
    return PAIRS if any(has_pairs) else ""


def question_text(shape: Shape, question: Question, *, whole: bool = False) -> str:
    """Return a question in a line, with the kind that it is of; of a long one the ends, unless the whole is wanted."""
    return f"{shape.asked} {_history(shape, question.put, whole=whole)}"


def _history(shape: Shape, history: Any, *, whole: bool = False) -> str:
    most = len(history) * 3 if whole else MOST_IN_HISTORY
    return shown(adapters.flat(history) if shape.is_flat else history, decimals=False, most=most)


def _answers(found: Found) -> list[str]:
    shape, put, finding = found.subject.shape, found.question.put, found.finding
    if not _is_by_steps(found):
        lines = paragraph(f"on the {question_text(shape, found.question)}")
        if finding.outcome is FailureKind.VALUE_DIFFERS:
            sides = (("expected", finding.expected[-1]), ("got", finding.got[-1]))
            lines += named(((name, shown(plain(answer))) for name, answer in sides), "    ")
        return lines
    expected, got = ([shown(plain(each)) for each in side] for side in (finding.expected, finding.got))
    if len(got) < len(expected):
        got.append("see below")
    rows = []
    for place, (right, answer) in enumerate(zip(expected, got, strict=False)):
        last = place + 1 == len(got)
        if shape.asked == "prompt":
            label, part = f"step {place + 1}", shown(put[2 * place], decimals=False)
            part += f", having done {put[2 * place - 1]}" if place else ""
        else:
            label, part = (f"step {place}", shown(put[place - 1])) if place else ("start", "")
        rows.append((label, part, right, answer, DIFFERS * last))
    if len(rows) > MOST_ROWS:
        alike = (f"… {len(rows) - MOST_ROWS} alike", "", "", "", "")
        rows = [*rows[: MOST_ROWS // 4], alike, *rows[MOST_ROWS // 4 - MOST_ROWS :]]
    seen = "seen" if shape.asked == "prompt" else "action"
    return aligned([("", seen, "expected", "got", ""), *rows], "  ")


def _is_by_steps(found: Found) -> bool:
    """Whether each answer is shown, and not the last one only."""
    shape = found.subject.shape
    return shape.uses_copies and found.experiment == "alone" and shape.adapter is not adapters.trained_class_from_class


def _tables(found: Found) -> list[str]:
    lines: list[str] = []
    shape, differs = found.subject.shape, found.experiment == "alone"
    for kind in dict.fromkeys(key[0] for key, _ in found.answers):
        asked = [
            (key, answer, _asked_by(askers) if differs else "")
            for (key, answer), askers in zip(found.answers, found.askers, strict=True)
            if key[0] == kind
        ]
        keys = [key for key, _, _ in asked]
        long = any(_is_long(shape, key) for key in keys) and (kind == "copy" or not shape.is_flat)
        names = _going_on(shape, keys) if long else [question_row(shape, key, None)[0] for key in keys]
        rows = [(name, question_row(shape, *each[:2])[1], each[2]) for name, each in zip(names, asked, strict=True)]
        lines += ["", *paragraph(_HEADINGS[kind]), *aligned(_chosen(rows))]
        if len(rows) > MOST_ROWS:
            lines.append(f"    and {len(rows) - MOST_ROWS} more")
    return lines


def _is_long(shape: Shape, key: Any) -> bool:
    return len(key[1]) > LONGEST_TRAINING if key[0] == "copy" else len(_history(shape, key[1])) > LONGEST_HISTORY


def _chosen(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return as many rows as are shown: the last of those that only one side asked, and the first of the others."""
    telling = [place for place, row in enumerate(rows) if row[-1]][-MOST_ROWS // 2 :]
    others = [place for place in range(len(rows)) if place not in telling]
    return [rows[place] for place in sorted(telling + others[: MOST_ROWS - len(telling)])]


def question_row(shape: Shape, key: Any, answer: Any, *, whole: bool = False) -> tuple[str, str]:
    """Return what an agent or an environment was asked, and what it answered."""
    if key[0] == "copy":
        _, trained_on, observation = key
        return f"trained on {transitions_text(trained_on, whole=whole)}, sees {shown(observation)}", f"does {answer}"
    return _history(shape, key[1], whole=whole), f"does {answer}" if key[
        0
    ] == "agent" else f"gives {shown(plain(answer))}"


def _going_on(shape: Shape, keys: Sequence[Any]) -> list[str]:
    """Return rows with a number each; a past that begins as that of a row before is told by its number.

    Without numbers where none begins so.
    """
    rows: list[str] = []
    numbers: dict[Any, int] = {}
    goes_on = False
    for number, (kind, past, *seen) in enumerate(keys, start=1):
        known = next((end for end in range(len(past), 1, -1) if past[:end] in numbers), 0)
        goes_on = goes_on or known > 0
        words = f"as in {numbers[past[:known]]}{', then ' * (known < len(past))}" if known else ""
        if kind == "copy":
            rest = f"on {transitions_text(past[known:])}" if not known or past[known:] else ""
            words = f"trained {words}{rest}, sees {shown(seen[0])}"
        else:
            rest = _history(shape, past[known:])
            words += rest[1:-1].removesuffix(",") if known else rest
        rows.append(f"{number:2}  {words}")
        numbers.setdefault(past, number)
    return rows if goes_on else [question_row(shape, key, None)[0] for key in keys]


def _asked_by(askers: frozenset[str]) -> str:
    if len(askers) == 2:
        return ""
    return "asked by the definition only" if "definition" in askers else "asked by yours only"
