"""Readings side by side: paper against published code, as printed against repaired, with the lines that differ."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from html import escape
from importlib.util import resolve_name
from pathlib import Path

from attrs import frozen

import formal_rl
from formal_rl.environments import CATALOGUE, EnvironmentRecord
from formal_rl.statements import LEDGER, LIBRARY, LibraryEnvironment
from formal_rl.statements.citations import citations
from formal_rl.study import departures
from formal_rl.study.departures_report import DepartureRow
from site_views.markup import html, link, marked, refs, said, table, verdict

# --- Code ---


MANY = 3
"""What more definitions of a module than so many are made of is common to it, and shown apart."""


ALIKE = 0.55
"""How much of two lines must be the same for them to stand beside one another."""


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
def code(module: str, name: str) -> Code:
    """Return the code of a name of a module, with all of the module that it uses, in the order of the module."""
    _, lines, defined = _parsed(module)
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
    common = [each for each in parts if sum(each in used for user, used in uses.items() if user != each) > MANY]
    inner = [each for each in parts if each != name and _only_for(each, {*common}, uses, {*parts})]
    return Code(name, module, parts, tuple(each for each in parts if each in {*common, *inner} and each != name))


def _only_for(name: str, common: set[str], uses: Mapping[str, set[str]], parts: set[str]) -> bool:
    """Return whether a part is used by nothing here but what is common."""
    users = {user for user in parts if name in uses[user] and user != name}
    return bool(users) and users <= common


@cache
def _parsed(module: str) -> tuple[ast.Module, tuple[str, ...], dict[str, ast.stmt]]:
    text = file_of(module).read_text("utf-8")
    tree = ast.parse(text)
    defined = {name: node for node in tree.body for name in _names(node) if name != "LEDGER"}
    return tree, tuple(text.splitlines()), defined


def file_of(module: str) -> Path:
    """Return the file of a module of the package."""
    place = Path(formal_rl.__file__).parent.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
            return [] if isinstance(annotation, ast.Name) and annotation.id == "TypeAlias" else [name]
    return []


def _without_docstrings(node: ast.stmt, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a definition that are neither empty nor in a docstring."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    dropped = {
        number
        for each in ast.walk(node)
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str)
        for number in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    }
    numbers = range(first, (node.end_lineno or first) + 1)
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


def dotted(name: str) -> Code:
    """Return the code of a dotted name."""
    module, _, attribute = name.rpartition(".")
    return code(module, attribute)


def form(record: EnvironmentRecord, name: str) -> Code:
    """Return the code of a form of an environment."""
    module = record.named.get(name, "").rpartition(":")[0] or record.module
    return code(resolve_name(module, "formal_rl.environments"), record.attribute(name).partition(".")[0])


def cited(*codes: Code) -> tuple[str, ...]:
    """Return the statements that the code cites, in the order of the ledger."""
    found: set[str] = set()
    for each in codes:
        by_name = dict(citations(_parsed(each.module)[0]))
        found |= {identifier.removesuffix("*") for name in each.parts for identifier in by_name.get(name, ())}
    return tuple(identifier for identifier in LEDGER if identifier in found)


@cache
def departing() -> dict[str, tuple[DepartureRow, ...]]:
    """Return, for each environment of the library that departs, its departures, each computed now."""
    found: dict[str, list[DepartureRow]] = {}
    for row in departures():
        if row.comparison.line:
            found.setdefault(row.environment.name, []).append(row)
    return {name: tuple(rows) for name, rows in found.items()}


_YEARS = {2021: "functional", 2022: "published"}
_TRANSFORMS = "formal_rl.transforms"
_POINTS, _PENALTY = "formal_rl.safelife.game.points", "formal_rl.safelife.game.penalty"
_EFFECTS = "formal_rl.safelife.side_effects"


def readings() -> dict[str, tuple[str, tuple[Reading, ...]]]:
    """Return the pages of readings other than environments: by name the title and what is compared."""

    def of(title: str, left: str, right: str, heads: tuple[str, str], sentence: str, *statements: str) -> Reading:
        found = {each: LEDGER[each].witness for each in statements if LEDGER[each].witness}
        witness = "\n".join(f"{each}: {text}" if len(found) > 1 else text for each, text in found.items())
        return Reading(title, dotted(left), dotted(right), heads, sentence, statements, witness)

    paper, published = "as the paper has it", "as published"
    checks = f"{_TRANSFORMS}.reality_check"
    return {
        "reality_check": (
            "The reality check",
            (
                of(
                    "Definition 7 and the published code",
                    f"{checks}.reality_check_fold",
                    f"{checks}.PublishedRealityCheck",
                    ("Definition 7, turn by turn", published),
                    "The published code freezes to the first action it computes that is not 0, where Definition 7 "
                    "freezes to the action on the first percept; and being asked changes it.",
                    "A22-D7",
                ),
                of(
                    "Definition 7 and the definition of Theorem 10, part 1",
                    f"{checks}.reality_check",
                    f"{checks}.reality_check_alternate",
                    ("Definition 7", "Theorem 10, part 1"),
                    "The past is compared with what the checked agent would have done, or with what the agent itself "
                    "would have done. Nothing tells the two apart: they are the same agent.",
                    "A22-T10.1",
                ),
            ),
        ),
        "opposite": (
            "The opposite of an environment",
            (
                of(
                    "Negated inside and outside",
                    f"{_TRANSFORMS}.opposite.opposite",
                    f"{_TRANSFORMS}.opposite.opposite_outside",
                    ("asked about the play as it was", "asked about the play negated, as published"),
                    "An environment that simulates the agent is asked about the past: with the rewards that the agent "
                    "got, or with those that it made itself and the agent never got.",
                    "A22-S6-opposite",
                ),
            ),
        ),
        "handicap": (
            "Handicaps",
            (
                of(
                    "e * h as printed and repaired",
                    f"{_TRANSFORMS}.handicap.with_handicap",
                    f"{_TRANSFORMS}.handicap.with_handicap_repaired",
                    ("as printed", "repaired"),
                    "As printed nothing is said of the reward 0, which every example of Section 3 gives at first.",
                    "A21-D12-compose",
                    "A21-D12-handicap",
                ),
            ),
        ),
        "self_insert": (
            "Self-insert",
            (
                of(
                    "Self-insert as printed and decoded",
                    f"{_TRANSFORMS}.self_insert.self_insert_letter",
                    f"{_TRANSFORMS}.self_insert.self_insert",
                    ("as printed", "decoded"),
                    "As printed the game is asked about a play that it never made; decoded, about its own percepts.",
                    "A21-E14",
                ),
            ),
        ),
        "drest": (
            "The DREST reward",
            (
                of(
                    "As printed and repaired",
                    "formal_rl.gridworlds.drest.overall_returns",
                    "formal_rl.gridworlds.drest.repaired_returns",
                    ("Definition D.2", "repaired"),
                    "The printed weight λ^(n - (i - 1)/k) grows with the number i of the mini-episode. So the last "
                    "mini-episodes outweigh the first, and from some number of them on the best policy is not NEUTRAL. "
                    "Without the growing weight Theorem 5.1 holds for every number of mini-episodes.",
                    "T24-T5.1",
                    "T24-repair",
                    "T24-DD2",
                ),
            ),
        ),
        "safelife": (
            "SafeLife",
            (
                of(
                    "How far two places are apart",
                    f"{_EFFECTS}.ground_distance.torus_length",
                    f"{_EFFECTS}.ground_distance.one_way_length_published",
                    ("the shortest way", published),
                    "The published code takes the absolute value too late: it goes round the edge of the board in one "
                    "direction only, so that the distance is not symmetric.",
                    "W19-eq2",
                ),
                of(
                    "Which changes count",
                    f"{_EFFECTS}.earth_mover.without_small_changes",
                    f"{_EFFECTS}.earth_mover.without_small_changes_published",
                    ("in exact numbers", published),
                    "The published code compares doubles, so that rounding decides where a change is just a thousandth "
                    "of the greatest. The paper leaves out no change.",
                    "W19-eq3",
                ),
                of(
                    "What a board is worth",
                    f"{_POINTS}.value",
                    f"{_POINTS}.value_published",
                    (paper, published),
                    "The paper has three points for life on a blue goal and one less for each red dot; the published "
                    "code has a table of what each colour is worth on each colour of goals.",
                    "W19-reward",
                ),
                of(
                    "How many points open the exit",
                    f"{_POINTS}.required_points",
                    f"{_POINTS}.required_points_published",
                    ("in exact numbers", published),
                    "The published product is one of floats, which may be rounded up to a point more.",
                    "W19-levels",
                ),
                of(
                    "What the penalty charges",
                    f"{_PENALTY}.penalty_by_event",
                    f"{_PENALTY}.penalty_potential",
                    ("event by event (footnote 12)", "by what deviates at the end (Section 5)"),
                    "A cell that changes while the agent stands on it, or comes or goes, is an exception for one "
                    "reading and not for the other.",
                    "W19-penalty",
                ),
            ),
        ),
    }


def of_environment(name: str) -> tuple[Reading, ...]:
    """Return how an environment departs: the two codes of each year, and the departures of that year."""
    record = CATALOGUE.get(name)
    if record is None:
        return ()
    found = []
    for year, kind in _YEARS.items():
        rows = [row for row in departing()[name] if row.comparison.year == year]
        if not rows or not record.has(kind):
            continue
        ours = "incremental" if year == 2022 and record.has("incremental") else "definition"
        left, right = form(record, ours), form(record, kind)
        found.append(
            Reading(
                f"{year}: {'run turn by turn' if year == 2022 else 'a function of the play'}",
                left,
                right,
                ("as defined" + (", run turn by turn" if ours == "incremental" else ""), f"as published in {year}"),
                "",
                cited(left, right),
                "\n\n".join(f"{row.comparison.line}:\n{row.witness}" for row in rows),
            )
        )
    return tuple(found)


# --- Side by side ---


def side_by_side(left: Sequence[str], right: Sequence[str], heads: tuple[str, str]) -> str:
    """Return two texts as a table of HTML, a line beside the line that stands for it, with what differs marked."""
    rows = "".join(_pairs(left, right))
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    return f'<table class="fv-diff fv-wide"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _pairs(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    alone: tuple[list[str], list[str]] = ([], [])
    for here, there in [*aligned(left, right), ("", "")]:
        if here is not None and there is not None:
            yield from _alone(*alone)
            alone = ([], [])
        if here is None or there is None:
            alone[0].extend([here] if here is not None else [])
            alone[1].extend([there] if there is not None else [])
        elif here == there:
            yield f'<tr class="fv-same">{_cell(here)}{_cell(there)}</tr>' if here else ""
        else:
            first, second = _words(here, there)
            yield f"<tr>{_changed(first, 'minus')}{_changed(second, 'plus')}</tr>"


def _alone(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """Yield a row of lines that stand beside nothing that is like them, if there are any."""
    if left or right:
        cells = (_changed(escape("\n".join(lines)), sign) for lines, sign in ((left, "minus"), (right, "plus")))
        yield f"<tr>{''.join(cells)}</tr>"


def aligned(left: Sequence[str], right: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return the lines in pairs so that as much as can be stands beside what is alike; a line without such is alone."""
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    alike = [[_likeness(here, there) for there in right] for here in left]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + alike[i][j])
    pairs: list[tuple[str | None, str | None]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if alike[i][j] and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append((left[i], None))
            i += 1
        else:
            pairs.append((None, right[j]))
            j += 1
    return [*pairs, *((line, None) for line in left[i:]), *((None, line) for line in right[j:])]


@cache
def _likeness(here: str, there: str) -> float:
    """Return how much two lines have in common, in letters; 0 where that is little."""
    short, long = sorted((here.strip(), there.strip()), key=len)
    if not short or len(long) > 3 * len(short):
        return 0.0
    match = SequenceMatcher(None, short, long, autojunk=False)
    ratio = match.ratio() if match.quick_ratio() >= ALIKE else 0.0
    return ratio**2 * (len(short) + 2) if ratio >= ALIKE else 0.0


def _words(here: str, there: str) -> tuple[str, str]:
    """Return two lines as HTML with the words marked that differ; all of it where little is the same."""
    first, second = (re.findall(r"\w+|\s+|[^\w\s]", line) for line in (here, there))
    match = SequenceMatcher(None, first, second, autojunk=False)
    if match.ratio() < 0.5:
        return escape(here), escape(there)
    shown: tuple[list[str], list[str]] = ([], [])
    for kind, a, b, c, d in match.get_opcodes():
        for words, parts in ((first[a:b], shown[0]), (second[c:d], shown[1])):
            text = escape("".join(words))
            parts.append(re.sub(r"\S(.*\S)?", r"<mark>\g<0></mark>", text) if kind != "equal" else text)
    return "".join(shown[0]), "".join(shown[1])


def _cell(line: str) -> str:
    return f"<td><code>{escape(line)}</code></td>"


def _changed(shown: str, sign: str) -> str:
    """Return a cell with lines that only one side has, in HTML; an empty one where it has none."""
    if not shown:
        return '<td class="fv-none"></td>'
    return f'<td class="fv-{sign}"><span class="fv-aloud">only here: </span><code>{shown}</code></td>'


def shown(reading: Reading) -> Iterator[str]:
    """Yield a reading as Markdown, below its heading."""
    left, right = reading.left, reading.right
    same = [name for name, part in left.parts.items() if right.parts.get(name) == part]
    apart = {
        each: part for found in (left, right) for each, part in found.parts.items() if each in {*found.common, *same}
    }
    apart = {name: part for name, part in apart.items() if name not in {left.name, right.name}}
    texts = [_joined(each, apart) for each in (left, right)]
    if reading.sentence:
        yield said(reading.sentence)
        yield ""
    yield html(side_by_side(*texts, reading.heads))
    if apart:
        lines = "\n\n".join("\n".join(part) for part in apart.values())
        yield html(
            f'<details class="fv-shared"><summary>Made of {", ".join(f"<code>{name}</code>" for name in apart)}'
            f'</summary><pre tabindex="0">{escape(lines)}</pre></details>'
        )
    if reading.witness:
        yield html(
            f'<p class="fv-label">The smallest that tells them apart</p><pre class="fv-witness" tabindex="0">'
            f"{escape(reading.witness)}</pre>"
        )
    badges = " ".join(f"{verdict(each)} {link(each)}" for each in reading.statements)
    if badges:
        yield html(f'<p class="fv-statements">{badges}</p>')


def _joined(found: Code, without: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for name, part in found.parts.items():
        if name not in without:
            lines += [*([""] if lines else []), *part]
    return lines


# --- The pages ---


def pages() -> dict[str, str]:
    """Return a page for each environment that departs and for each other reading, and the page that lists them."""
    environments = {each.name: each for each in LIBRARY if each.name in departing() and each.name in CATALOGUE}
    found = {f"readings/{name}.md": "\n".join(_environment(each)) for name, each in environments.items()}
    for name, (title, compared) in readings().items():
        found[f"readings/{name}.md"] = "\n".join(_page(name, title, compared))
    found["readings/index.md"] = "\n".join(_index())
    return found


def files() -> dict[str, bytes]:
    """Return no file."""
    return {}


def _environment(environment: LibraryEnvironment) -> Iterator[str]:
    name = environment.name
    yield "---\nhide-toc: true\n---"
    yield f"# Readings: {said(name)}"
    yield ""
    yield html(
        f"<p>Published as <code>{environment.published_name}</code>; defined: "
        f"{escape(environment.origin)}. In words: {escape(CATALOGUE[name].meaning)}.</p>"
    )
    rows = [(str(row.comparison.year), escape(row.comparison.line)) for row in departing()[name]]
    yield html(table(("year", "how it departs"), rows, name=f"How {name} departs"))
    for reading in of_environment(name):
        yield f"## {reading.title}"
        yield ""
        yield from shown(reading)
    yield f"```console\nformal-rl departures {name} --witnesses\n```"


def _page(name: str, title: str, compared: Sequence[Reading]) -> Iterator[str]:
    yield "---\nhide-toc: true\n---"
    yield f"# Readings: {title}"
    yield ""
    for reading in compared:
        yield f"## {reading.title}"
        yield ""
        yield from shown(reading)
    if name in departing():
        yield "## As published"
        yield ""
        for row in departing()[name]:
            yield html(
                f'<p>{escape(row.comparison.line)}.</p><pre class="fv-witness" tabindex="0">{escape(row.witness)}</pre>'
            )


def _index() -> Iterator[str]:
    yield "# Readings side by side"
    yield ""
    yield "A definition and the code that was published for it, or a definition as it is printed and as it holds, stand"
    yield "side by side. Docstrings are left out; lines that only one side has are tinted, and words that differ are"
    yield "marked. Below them is the smallest agent and history that tells the two apart, found by trying all."
    yield ""
    yield "## Definitions"
    yield ""
    rows = [
        (
            f'<a href="{name}.html">{escape(title)}</a>',
            "<br>".join(escape(reading.title) for reading in compared),
            ", ".join(
                link(each) for each in dict.fromkeys(each for reading in compared for each in reading.statements)
            ),
        )
        for name, (title, compared) in readings().items()
    ]
    yield html(table(("what", "compared", "statements"), rows, name="Readings of definitions"))
    yield "## Environments of the published library"
    yield ""
    listed = []
    for environment in LIBRARY:
        of_it = departing().get(environment.name, ())
        name = escape(environment.name)
        if environment.name in CATALOGUE and of_it:
            name = f'<a href="{environment.name}.html">{name}</a>'
        cells = []
        for year in _YEARS:
            lines = [row.comparison.line for row in of_it if row.comparison.year == year]
            compared = any(each.year == year for each in environment.comparisons)
            cells.append(escape("; ".join(lines) or ("as defined" if compared else environment.in_2021)))
        listed.append((name, marked(environment.origin), *cells))
    heading = ("environment", "defined", "in 2021", "since 2022")
    yield html(table(heading, listed, name="Environments of the published library"))
    yield f"See {refs(['A22-lib'])}."
    yield ""
    yield "```{toctree}\n:hidden:\n:maxdepth: 1\n"
    yield from readings()
    yield from (each.name for each in LIBRARY if each.name in departing() and each.name in CATALOGUE)
    yield "```"
