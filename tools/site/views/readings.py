"""Readings side by side: paper against published code, as printed against repaired, with the lines that differ."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from html import escape
from itertools import zip_longest
from pathlib import Path

from attrs import frozen

from formal_rl.environments import CATALOGUE, EnvironmentRecord
from formal_rl.statements import LEDGER, LIBRARY
from formal_rl.statements.citations import citations
from formal_rl.study import departures
from formal_rl.study.departures_report import DepartureRow
from tools.site.code import file_of, first_line, name_of, tree_of
from tools.site.markup import badge, filled, id_link, marked, plain, raw, table, toctree

TEXTS = Path(__file__).with_suffix(".md")

_READING = re.compile(r"^## (.*)\n\n((?:.+\n)+)\n\* (.*)\n\* (.*): (\S+)\n\* (.*): (\S+)$", re.MULTILINE)
_YEARS = {2021: "functional", 2022: "published"}

# --- Code ---


MANY = 3
"""What more definitions of a module than so many are made of is common to it, and shown apart."""


@frozen
class Code:
    """The code of a name: the definitions of its module that it is made of, each by its name, without docstrings.

    ``common`` are those that much of the module is made of.
    """

    name: str
    module: str
    parts: dict[str, tuple[str, ...]]
    common: tuple[str, ...] = ()


@cache
def code(dotted: str) -> Code:
    """Return the code of a name, with all of its module that it uses, in the order of the module."""
    module, _, name = dotted.rpartition(".")
    lines = file_of(module).read_text("utf-8").splitlines()
    defined = {name_of(node): node for node in tree_of(module).body if name_of(node) not in {"", "LEDGER"}}
    uses = {
        each: {found.id for found in ast.walk(node) if isinstance(found, ast.Name)} for each, node in defined.items()
    }
    wanted, found = [name], set()
    while wanted:
        each = wanted.pop()
        if each in defined and each not in found:
            found.add(each)
            wanted += uses[each]
    parts = {each: _without_docstrings(node, lines) for each, node in defined.items() if each in found}
    common = {each for each in parts if sum(each in used for user, used in uses.items() if user != each) > MANY}
    for each in parts:  # what nothing but the common parts uses goes with them
        users = {user for user in parts if each in uses[user] and user != each}
        common |= {each} if users and users <= common else set()
    return Code(name, module, parts, tuple(each for each in parts if each in common and each != name))


def _without_docstrings(node: ast.stmt, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a definition that are neither empty nor in a docstring."""
    dropped = {
        number
        for each in ast.walk(node)
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str)
        for number in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    }
    numbers = range(first_line(node), (node.end_lineno or 0) + 1)
    return tuple(lines[number - 1] for number in numbers if number not in dropped and lines[number - 1].strip())


# --- What is compared ---


@frozen
class Reading:
    """Two readings of one thing: their code, what each is called, how they differ, and what shows it."""

    title: str
    left: Code
    right: Code
    heads: tuple[str, str]
    sentence: str
    statements: tuple[str, ...] = ()
    witness: str = ""


def form(record: EnvironmentRecord, name: str) -> Code:
    """Return the code of a form of an environment."""
    return code(".".join(record.place(name)))


def _cited(*codes: Code) -> tuple[str, ...]:
    """Return the statements that the code cites, in the order of the ledger."""
    found: set[str] = set()
    for each in codes:
        by_name = dict(citations(tree_of(each.module)))
        found |= {identifier.removesuffix("*") for name in each.parts for identifier in by_name.get(name, ())}
    return tuple(identifier for identifier in LEDGER if identifier in found)


@cache
def departing() -> dict[str, list[DepartureRow]]:
    """Return, for each environment of the library that departs, its departures, each computed now."""
    found: dict[str, list[DepartureRow]] = {}
    for row in departures():
        if row.comparison.line:
            found.setdefault(row.environment.name, []).append(row)
    return found


@cache
def readings() -> Mapping[str, tuple[str, tuple[Reading, ...]]]:
    """Return the pages of readings other than environments: by name the title and what is compared."""
    found = {}
    for part in re.split(r"^# ", TEXTS.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name, _, title = part.partition("\n")[0].partition(": ")
        found[name] = title, tuple(_reading(*fields) for fields in _READING.findall(part))
    return found


def _reading(title: str, sentence: str, ids: str, left_head: str, left: str, right_head: str, right: str) -> Reading:
    statements = tuple(ids.split(", "))
    found = {each: LEDGER[each].witness for each in statements if LEDGER[each].witness}
    witness = "\n".join(f"{each}: {text}" if len(found) > 1 else text for each, text in found.items())
    return Reading(title, code(left), code(right), (left_head, right_head), sentence, statements, witness)


def of_environment(name: str) -> Iterator[Reading]:
    """Yield how an environment departs: the two codes of each year, and the departures of that year."""
    record = CATALOGUE[name]
    for year, kind in _YEARS.items():
        rows = [row for row in departing()[name] if row.comparison.year == year]
        if rows and record.has(kind):
            by_turn = year == 2022 and record.has("incremental")
            left, right = form(record, "incremental" if by_turn else "definition"), form(record, kind)
            yield Reading(
                f"{year}: {'run turn by turn' if year == 2022 else 'a function of the play'}",
                left,
                right,
                (f"as defined{', run turn by turn' * by_turn}", f"as published in {year}"),
                "",
                _cited(left, right),
                "\n\n".join(f"{row.comparison.line}:\n{row.witness}" for row in rows),
            )


# --- Side by side ---


def side_by_side(left: Sequence[str], right: Sequence[str], heads: tuple[str, str]) -> str:
    """Return two texts as a table of HTML, with the lines and words marked that differ."""
    rows = []
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for here, there in zip_longest(left[a:b], right[c:d]):
            if kind == "equal":
                rows.append(f'<tr class="fv-same">{f"<td><code>{escape(here)}</code></td>" * 2}</tr>' if here else "")
            else:
                first, second = _words(here, there)
                rows.append(f"<tr>{_changed(first, 'minus')}{_changed(second, 'plus')}</tr>")
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    return f'<table class="fv-diff fv-wide"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _words(here: str | None, there: str | None) -> tuple[str, str]:
    """Return two lines as HTML with the words marked that differ; no mark where little is the same."""
    first, second = (re.findall(r"\w+|\s+|[^\w\s]", line or "") for line in (here, there))
    match = SequenceMatcher(None, first, second, autojunk=False)
    if match.ratio() < 0.5:
        return escape(here or ""), escape(there or "")
    shown: tuple[list[str], list[str]] = ([], [])
    for kind, a, b, c, d in match.get_opcodes():
        for words, parts in ((first[a:b], shown[0]), (second[c:d], shown[1])):
            text = escape("".join(words))
            parts.append(re.sub(r"\S(.*\S)?", r"<mark>\g<0></mark>", text) if kind != "equal" else text)
    return "".join(shown[0]), "".join(shown[1])


def _changed(shown: str, sign: str) -> str:
    """Return a cell with a line that only one side has; an empty one where it has none."""
    if not shown:
        return '<td class="fv-none"></td>'
    return f'<td class="fv-{sign}"><span class="fv-aloud">only here: </span><code>{shown}</code></td>'


def shown(reading: Reading) -> Iterator[str]:
    """Yield a reading as Markdown."""
    left, right = reading.left, reading.right
    same = {name for name, part in left.parts.items() if right.parts.get(name) == part}
    apart = {
        name: part
        for found in (left, right)
        for name, part in found.parts.items()
        if name in {*found.common, *same} - {left.name, right.name}
    }
    yield f"## {reading.title}"
    if reading.sentence:
        yield plain(reading.sentence)
    yield raw(side_by_side(_joined(left, apart), _joined(right, apart), reading.heads))
    if apart:
        lines = "\n\n".join("\n".join(part) for part in apart.values())
        names = ", ".join(f"<code>{name}</code>" for name in apart)
        made_of = (
            f'<details class="fv-shared"><summary>Made of {names}</summary><pre tabindex="0">{escape(lines)}</pre>'
        )
        yield raw(f"{made_of}</details>")
    if reading.witness:
        yield raw(f'<p class="fv-label">The smallest that tells them apart</p>{_witness(reading.witness)}')
    if reading.statements:
        badges = " ".join(f"{badge(LEDGER[each].verdict)} {id_link(each)}" for each in reading.statements)
        yield raw(f'<p class="fv-statements">{badges}</p>')


def _witness(text: str) -> str:
    return f'<pre class="fv-witness" tabindex="0">{escape(text)}</pre>'


def _joined(found: Code, without: Iterable[str]) -> list[str]:
    parts = [part for name, part in found.parts.items() if name not in without]
    return [line for part in parts for line in ("", *part)][1:]


# --- The pages ---


def pages() -> dict[str, str]:
    """Return a page for each environment that departs and for each other reading, and the page that lists them."""
    found = {name: _environment(name) for each in LIBRARY if (name := each.name) in departing() and name in CATALOGUE}
    found |= {name: _page(name, title, compared) for name, (title, compared) in readings().items()}
    made = {f"readings/{name}.md": "\n\n".join(pieces) + "\n" for name, pieces in found.items()}
    return {**made, "readings/index.md": _index(found)}


def _environment(name: str) -> Iterator[str]:
    (environment,) = (each for each in LIBRARY if each.name == name)
    yield f"---\nhide-toc: true\n---\n# Readings: {plain(name)}"
    yield raw(
        f"<p>Published as <code>{environment.published_name}</code>; defined: "
        f"{escape(environment.origin)}. In words: {escape(CATALOGUE[name].meaning)}.</p>"
    )
    rows = [(str(row.comparison.year), escape(row.comparison.line)) for row in departing()[name]]
    yield raw(table(("year", "how it departs"), rows, name=f"How {name} departs"))
    for reading in of_environment(name):
        yield from shown(reading)
    yield f"```console\nformal-rl departures {name} --witnesses\n```"


def _page(name: str, title: str, compared: Sequence[Reading]) -> Iterator[str]:
    yield f"---\nhide-toc: true\n---\n# Readings: {title}"
    for reading in compared:
        yield from shown(reading)
    if name in departing():
        yield "## As published"
        yield from (raw(f"<p>{escape(row.comparison.line)}.</p>{_witness(row.witness)}") for row in departing()[name])


def _index(listed: Iterable[str]) -> str:
    definitions = []
    for name, (title, compared) in readings().items():
        titles = "<br>".join(escape(reading.title) for reading in compared)
        ids = dict.fromkeys(each for reading in compared for each in reading.statements)
        definitions.append((f'<a href="{name}.html">{escape(title)}</a>', titles, ", ".join(map(id_link, ids))))
    environments = []
    for environment in LIBRARY:
        of_it = departing().get(environment.name, ())
        name = escape(environment.name)
        cells = []
        for year in _YEARS:
            lines = [row.comparison.line for row in of_it if row.comparison.year == year]
            compared_then = any(each.year == year for each in environment.comparisons)
            cells.append(escape("; ".join(lines) or ("as defined" if compared_then else environment.in_2021)))
        linked = f'<a href="{name}.html">{name}</a>' if environment.name in CATALOGUE and of_it else name
        environments.append((linked, marked(environment.origin), *cells))
    heading = ("environment", "defined", "in 2021", "since 2022")
    return filled(
        TEXTS.with_name("readings_index.md"),
        definitions=raw(table(("what", "compared", "statements"), definitions, name="Readings of definitions")),
        environments=raw(table(heading, environments, name="Environments of the published library")),
        tree=toctree(listed),
    )
