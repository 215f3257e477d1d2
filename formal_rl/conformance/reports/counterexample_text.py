"""A counterexample as a screenful of text: what was asked, what was expected, what came, and where the two differ."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.values import agree, differences
from formal_rl.conformance.engine.failures import FailureKind, shown_word
from formal_rl.conformance.engine.layout import Grid, aligned, named, paragraph, ratio, shown
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.suite import Adapter, Case, Suite
from formal_rl.conformance.engine.unknowns import Unknowns, looked_up, plain
from formal_rl.histories import Percept

MOST_ROWS = 10
"""How many rows of a table are shown; the trace has them all."""

MOST_IN_HISTORY = 60
"""How many percepts and actions of a history are shown, where a row has all of its own."""

MOST_LINES = 30
"""How many lines of a value are shown; the script has them all."""

LONGEST_LINE, BEGINNING, END = 240, 120, 80
"""How many characters of a line are shown, before it is broken; and of a longer one, at both ends."""

LONGEST_TRAINING = 3
"""Of how many transitions a training is, at most, where each row has all of its own."""

LONGEST_HISTORY = 60
"""How long a history is, at most, where each row has all of its own."""

MOST_TRANSITIONS, LAST_TRANSITIONS = 12, 3
"""How many transitions of a training are written out, and how many of those that are counted."""

MOST_DRAWS = 30
"""How many draws are shown."""

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


WHOLE = 1 << 30
"""How many lines of a value are shown where nothing is cut."""


def counterexample_text(
    found: Found, suite: Suite, semantics: str = "paper", also: str = "", *, whole: bool = False
) -> str:
    """Return what was asked, what was expected, what came, and what to look at; uncut, if the whole is wanted.

    ``also`` is what else is known of the case, in a line.
    """
    failure, adapter = found.failure, found.subject.adapter
    hint, differs = "" if found.claim is None else found.claim.hint, failure.outcome is FailureKind.VALUE_DIFFERS
    of_suite = suite.hint if differs and semantics == "paper" else ""
    of_kind = failure.outcome.advice.replace("NAME", suite.name or "NAME")
    if failure.outcome is FailureKind.WRONG_TYPE and adapter.kind(len(failure.got)) != "percept":
        of_kind = f"formal-rl suites {suite.name} says what is to be returned"
    if adapter.of_data:
        lines = _case_lines(found, suite, semantics, WHOLE if whole else MOST_LINES)
    else:
        lines = _history_lines(found, suite, semantics, whole=whole)
        hint = _exchanged(found) or hint or of_suite or (_of_questions(found) if differs else "")
    return "\n".join([*lines, "", *paragraph("; ".join(filter(None, (hint or of_suite or of_kind, also))))])


# --- Plain data ---


def _case_lines(found: Found, suite: Suite, semantics: str, most: int) -> list[str]:
    """Return what was given, what was expected and what came, and the cells of boards by name."""
    failure = found.failure
    differs = failure.outcome is FailureKind.VALUE_DIFFERS
    otherwise = found.experiment in _OTHERWISE and failure.expected and failure.got
    grids: list[Any] = []
    lines: list[str] = []
    if found.before is not None:
        before = _given(found.before, suite, grids, most, with_questions=True)
        lines += ["  first it is asked about", *before, "  then about"]
    lines += [*_given(found.case, suite, grids, most, with_questions=not (differs or otherwise)), ""]
    if differs:
        lines += _difference(found, suite, grids, most)
        lines += [] if found.law is not None or semantics != "paper" else _notes(found, suite, most)
    elif otherwise:
        lines += [*paragraph(shown_word(failure.outcome)), "", *_difference(found, suite, grids, most)]
    else:
        lines += paragraph(f"{shown_word(failure.outcome)}: {failure.message}")
        if failure.expected and found.experiment == "alone":
            lines += named([("expected", _cut(shown(failure.expected[0]), most))])
    cells = _cells_named(grids)
    return [*lines, "", *paragraph(f"{cells}; rows and columns are counted from 0")] if cells else lines


_OTHER_FORM = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised where a value has not the form that is drawn: it is shown as it is."""


def _answer_parts(suite: Suite, answer: Any, given: Case) -> Mapping[str, Mapping[str, Any]]:
    """Return an answer by step and by name; as one part without a name where it has not the form of the suite."""
    if suite.parts is not None:
        with suppress(*_OTHER_FORM):
            return suite.parts(answer, given)
    return {"": {"": answer}}


def _given_parts(suite: Suite, given: Case, *, with_questions: bool) -> dict[str, Any]:
    """Return what is shown of a case: grids, or text, by parameter; what is 0 and changes nothing is left out."""
    parts, written = {}, {**_WRITTEN, **suite.written}
    for name, value in given.items():
        if (name == "min_performance" and not value) or (name == "asked" and not with_questions):
            continue
        part = value
        if name in written:
            with suppress(*_OTHER_FORM):
                part = written[name](value, given)
        parts[name] = part if isinstance(part, Grid | str) else shown(part)
    return parts


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
"""How a parameter of this name is written, where the suite does not say."""


def _cells_named(grids: Iterable[Any]) -> str:
    """Return which symbol stands for which cell, for those that are described; nothing where there is none."""
    cells = {
        token: grid.described(cell)
        for grid in grids
        if isinstance(grid, Grid) and grid.described
        for names, row in zip(grid.tokens, grid.values, strict=True)
        for token, cell in zip(names, row, strict=True)
        if cell
    }
    return ", ".join(f"{token} {words}" for token, words in cells.items())


def _cell_named(grid: Grid, row: int, column: int) -> str:
    """Return the cell of a grid in words, or its token where it is of no board."""
    return grid.described(grid.values[row][column]) if grid.described else grid.tokens[row][column]


def _given(given: Case, suite: Suite, grids: list[Any], most: int, *, with_questions: bool) -> list[str]:
    parts = _given_parts(suite, given, with_questions=with_questions)
    grids += parts.values()
    drawn = {name: part.drawn() if isinstance(part, Grid) else part for name, part in parts.items()}
    return named((name, _cut(part, most)) for name, part in drawn.items())


def _cut(text: str, most: int) -> str:
    lines = text.split("\n")
    if most is not WHOLE:
        lines = [each if len(each) <= LONGEST_LINE else _by_its_ends(each) for each in lines]
    return "\n".join(lines if len(lines) <= most else [*lines[:most], f"… {len(lines) - most} more"])


def _by_its_ends(line: str) -> str:
    """Return a line without its middle, between two words."""
    return f"{line[:BEGINNING].rpartition(' ')[0]} … {line[-END:].partition(' ')[2]}"


def _difference(found: Found, suite: Suite, grids: list[Any], most: int) -> list[str]:
    """Return the first step at which two answers part, side by side, and the place in words."""
    sides = _OTHERWISE.get(found.experiment) or (
        ("must equal", "this") if found.law is not None else ("expected", "got")
    )
    answers = (found.failure.expected[0], found.failure.got[0])
    parts = [_answer_parts(suite, each, found.case) for each in answers]
    steps = [] if any("" in each.get("", {}) for each in parts) else list(dict.fromkeys((*parts[0], *parts[1])))
    for number, step in enumerate(steps):
        right, answer = (each.get(step, {}) for each in parts)
        pairs = {name: (right.get(name, _NOTHING), answer.get(name, _NOTHING)) for name in {**right, **answer}}
        unlike = [name for name, pair in pairs.items() if _differs(*pair, found.tolerance)]
        if unlike:
            grids += [each for pair in pairs.values() for each in pair]
            rows = [
                (name, *_drawn(*pair, found.tolerance, most), DIFFERS * (name in unlike))
                for name, pair in pairs.items()
            ]
            near = rows if most is WHOLE else _around(rows, list(pairs).index(unlike[0]))
            heading = [f"  {step}{'; what came before is alike' if number else ''}"] if step else []
            table = aligned([("", *sides, ""), *near], "    " if step else "  ")
            return [*heading, *table, *_place(step, sides, pairs[unlike[0]], found.tolerance)]
    place, *pair = next(differences(*answers, found.tolerance), ("", *answers))
    lines = named((side, _cut(shown(each), most)) for side, each in zip(sides, answers, strict=True))
    lines += ["", *paragraph(f"differs first at {place}: {shown(pair[0])} and {shown(pair[1])}")] if place else []
    return [*lines, *_place("", sides, tuple(pair), found.tolerance)]


def _differs(expected: Any, got: Any, tolerance: float) -> bool:
    if _are_alike(expected, got):
        return any(True for _ in expected.differing(got, tolerance))
    return isinstance(expected, Grid) or isinstance(got, Grid) or not agree(expected, got, tolerance)


def _drawn(expected: Any, got: Any, tolerance: Any, most: int) -> Iterator[str]:
    """Yield two values as text, with the cells marked in which two grids differ."""
    sides = [expected, got]
    if not all(isinstance(each, Grid) for each in sides):
        sides = [each.of if isinstance(each, Grid) else each for each in sides]
    marked = tuple(expected.differing(got, tolerance)) if _are_alike(*sides) else ()
    for each in sides:
        yield each.drawn(marked) if isinstance(each, Grid) else _cut(each if each is _NOTHING else shown(each), most)


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
        cells = (f"{side} {_cell_named(grid, row, column)}" for side, grid in zip(sides, pair, strict=True))
        more = f"; so {'does' if len(others) == 1 else 'do'} {len(others)} more" if others else ""
        lines += paragraph(f"differs at {place}: {', '.join(cells)}{more}")
        pair = [grid.values[row][column] for grid in pair]
    told = ratio(pair[0], pair[1], sides)
    lines += paragraph(told) if told else []
    return ["", *lines] if lines else []


def _notes(found: Found, suite: Suite, most: int) -> list[str]:
    if suite.notes is None:
        return []
    try:
        notes = [*suite.notes(found, Unknowns(looked_up(dict(found.answers))))]
    except (LookupError, ValueError):  # the answer has another form
        return []
    lines = [line for note in notes for line in paragraph(_cut(note, most), "    ")]
    return ["", "  by the definition", *lines] if lines else []


# --- Histories ---


def _history_lines(found: Found, suite: Suite, semantics: str, *, whole: bool) -> list[str]:
    """Return what was asked, what was expected, what came, and the agent as a finite table."""
    failure, adapter = found.failure, found.subject.adapter
    lines: list[str] = []
    if adapter.draws != "none":
        lines += paragraph(f"made from draws {shown(found.case['draws'])}")
    if found.before is not None:
        place = "first it is asked" if found.experiment == "after" else "beside it another is asked"
        lines += paragraph(f"{place}: {question_text(adapter, found.before, whole=whole)}")
    lines += _answers(found, whole=whole)
    if failure.outcome is not FailureKind.VALUE_DIFFERS:
        lines += paragraph(f"{shown_word(failure.outcome)}: {failure.message}")
    elif semantics == "paper":
        lines += _notes(found, suite, WHOLE if whole else MOST_LINES)
    return lines + _tables(found, whole=whole)


def _exchanged(found: Found) -> str:
    """Say that reward and observation are exchanged in each percept, if they are."""
    answers = zip(found.failure.expected, found.failure.got, strict=False)
    pairs = [(one, other) for one, other in answers if isinstance(other, Percept)]
    differs = found.failure.outcome is FailureKind.VALUE_DIFFERS and any(one != other for one, other in pairs)
    exchanged = differs and all(one == other[::-1] for one, other in pairs)
    return "reward and observation are exchanged: a step returns the reward first" if exchanged else ""


def _of_questions(found: Found) -> str:
    """Return what the questions say where neither the claim nor the suite has a word: who asked what."""
    if not found.askers:
        return ""
    if all(len(askers) == 2 for askers in found.askers):
        return "both asked the same, and were answered the same: what is made of the answers differs"
    return "what only one side asked shows where the two part"


def reading_note(found: Found) -> str:
    """Return how the text of a counterexample is to be read, if there is a percept in it."""
    adapter, failure = found.subject.adapter, found.failure
    if adapter.of_data:
        return ""
    puts = [each["put"] for each in (found.case, found.before) if each is not None and adapter.asked != "actions"]
    prompts = [key[1] for key, _ in found.answers if key[0] == "agent"]
    last = len(failure.expected) - 1
    places = range(last + 1) if _is_by_steps(found) else [last] * (failure.outcome is FailureKind.VALUE_DIFFERS)
    has_pairs = (
        any((*puts, *prompts)) and not adapter.is_flat,
        any(key[0] in {"e", "h", "reply"} for key, _ in found.answers),
        any(adapter.kind(place) == "percept" for place in places),
    )
    return PAIRS if any(has_pairs) else ""


def question_text(adapter: Adapter, given: Case, *, whole: bool = False) -> str:
    """Return a history in a line, with the kind that it is of; of a long one the ends, unless the whole is wanted."""
    return f"{adapter.asked} {_history(adapter, given['put'], whole=whole)}"


def _history(adapter: Adapter, history: Any, *, whole: bool = False) -> str:
    most = len(history) * 3 if whole else MOST_IN_HISTORY
    return shown(drivers.flat(history) if adapter.is_flat else history, decimals=False, most=most)


def _answers(found: Found, *, whole: bool) -> list[str]:
    adapter, put, failure = found.subject.adapter, found.case["put"], found.failure
    if not _is_by_steps(found):
        lines = paragraph(f"on the {question_text(adapter, found.case, whole=whole)}")
        if failure.outcome is FailureKind.VALUE_DIFFERS:
            sides = (("expected", failure.expected[-1]), ("got", failure.got[-1]))
            lines += named(((name, shown(plain(answer))) for name, answer in sides), "    ")
        return lines
    expected, got = ([shown(plain(each)) for each in side] for side in (failure.expected, failure.got))
    if len(got) < len(expected):
        got.append("see below")
    rows = []
    for place, (right, answer) in enumerate(zip(expected, got, strict=False)):
        last = place + 1 == len(got)
        if adapter.asked == "prompt":
            label, part = f"step {place + 1}", shown(put[2 * place], decimals=False)
            part += f", having done {put[2 * place - 1]}" if place else ""
        else:
            label, part = (f"step {place}", shown(put[place - 1])) if place else ("start", "")
        rows.append((label, part, right, answer, DIFFERS * last))
    if len(rows) > MOST_ROWS and not whole:
        alike = (f"… {len(rows) - MOST_ROWS} alike", "", "", "", "")
        rows = [*rows[: MOST_ROWS // 4], alike, *rows[MOST_ROWS // 4 - MOST_ROWS :]]
    seen = "seen" if adapter.asked == "prompt" else "action"
    return aligned([("", seen, "expected", "got", ""), *rows], "  ")


def _is_by_steps(found: Found) -> bool:
    """Whether each answer is shown, and not the last one only."""
    adapter = found.subject.adapter
    by_steps = adapter.uses_copies and adapter.driver is not drivers.trained_class_from_class
    return by_steps and found.experiment == "alone"


def _tables(found: Found, *, whole: bool) -> list[str]:
    lines: list[str] = []
    adapter, alone = found.subject.adapter, found.experiment == "alone"
    for kind in dict.fromkeys(key[0] for key, _ in found.answers):
        asked = [
            (key, answer, _asked_by(askers) if alone else "")
            for (key, answer), askers in zip(found.answers, found.askers, strict=True)
            if key[0] == kind
        ]
        keys = [key for key, _, _ in asked]
        long = not whole and any(_is_long(adapter, key) for key in keys) and (kind == "copy" or not adapter.is_flat)
        names = [question_row(adapter, key, None, whole=whole)[0] for key in keys]
        names = _going_on(adapter, keys) if long else names
        rows = [(name, question_row(adapter, *each[:2])[1], each[2]) for name, each in zip(names, asked, strict=True)]
        lines += ["", *paragraph(_HEADINGS[kind]), *aligned(rows if whole else _chosen(rows))]
        if len(rows) > MOST_ROWS and not whole:
            lines.append(f"    and {len(rows) - MOST_ROWS} more")
    return lines


def _is_long(adapter: Adapter, key: Any) -> bool:
    return len(key[1]) > LONGEST_TRAINING if key[0] == "copy" else len(_history(adapter, key[1])) > LONGEST_HISTORY


def _chosen(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return as many rows as are shown: the last of those that only one side asked, and the first of the others."""
    telling = [place for place, row in enumerate(rows) if row[-1]][-MOST_ROWS // 2 :]
    others = [place for place in range(len(rows)) if place not in telling]
    return [rows[place] for place in sorted(telling + others[: MOST_ROWS - len(telling)])]


def question_row(shape: Adapter, key: Any, answer: Any, *, whole: bool = False) -> tuple[str, str]:
    """Return what an agent or an environment was asked, and what it answered."""
    if key[0] == "copy":
        _, trained_on, observation = key
        return f"trained on {_transitions_text(trained_on, whole=whole)}, sees {shown(observation)}", f"does {answer}"
    return _history(shape, key[1], whole=whole), f"does {answer}" if key[
        0
    ] == "agent" else f"gives {shown(plain(answer))}"


def _going_on(shape: Adapter, keys: Sequence[Any]) -> list[str]:
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
            rest = f"on {_transitions_text(past[known:])}" if not known or past[known:] else ""
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
