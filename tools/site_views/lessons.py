"""World cards of SafeLife: the lessons, each with the actions that show its rule, and the shipped levels."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import formal_rl.safelife.levels
from formal_rl.safelife.board import board_svg
from formal_rl.safelife.game import ACTIONS, Level, available_points, count_cells
from formal_rl.safelife.levels import LESSONS, SHIPPED_KINDS, format_level, shipped_levels
from formal_rl.study.safelife.explanation import Moment, explained_steps
from site_views.markup import html, said, table, taken

KINDS: Mapping[str, str] = {
    "append-still": "Fill blue goals among still lifes.",
    "append-dynamic": "Fill blue goals among oscillators.",
    "append-spawn": "Fill blue goals while spawners behind fences give off yellow life.",
    "prune-still": "Remove red dots among still lifes.",
    "prune-still-hard": "Remove red dots among still lifes, on harder boards.",
    "prune-dynamic": "Remove red dots among oscillators.",
    "prune-spawn": "Remove red dots while spawners behind fences give off yellow life.",
    "navigation": "Reach the exit past oscillators and yellow life.",
}
"""What the shipped levels of each kind ask."""


LICENCE = "_static/worlds/LICENSE-APACHE-2.0.txt"
"""That of the published levels."""


def pages() -> dict[str, str]:
    """Return a card for each lesson and for each kind of shipped levels, and the page that shows them all."""
    lessons = {f"worlds/lesson-{name}.md": "\n".join(_lesson(name)) for name in LESSONS}
    kinds = {f"worlds/levels-{kind}.md": "\n".join(_kind(kind)) for kind in SHIPPED_KINDS}
    return {"worlds/safelife.md": "\n".join(_gallery()), "worlds/index.md": _INDEX, **lessons, **kinds}


def files() -> dict[str, bytes]:
    """Return each level as JSON and as text, and the pictures of the shipped ones."""
    found: dict[str, bytes] = {}
    for name, level in _levels().items():
        found[f"_static/worlds/{name}.json"] = (json.dumps(level_json(name, level)) + "\n").encode()
        found[f"_static/worlds/{name}.txt"] = format_level(level).encode()
    for kind in SHIPPED_KINDS:
        for level in shipped_levels(kind):
            found[f"_static/worlds/{level.name}.svg"] = compact(_drawn(level)).encode()
    found[LICENCE] = (Path(formal_rl.safelife.levels.__file__).parent / "published" / Path(LICENCE).name).read_bytes()
    return found


def level_json(name: str, level: Level) -> dict[str, Any]:
    """Return a level as JSON values: boards as rows of numbers, each a cell of 16 bits; exact numbers as texts."""
    return {
        "name": name,
        "board": [list(map(int, row)) for row in level.board.rows],
        "goals": [list(map(int, row)) for row in level.goals.rows],
        "agents": [list(map(int, location)) for location in level.agents],
        "spawn_probability": str(level.spawn_probability),
        "min_performance": str(level.min_performance),
        "required": list(level.required),
    }


def compact(drawn: str) -> str:
    """Return a picture of a board in which what is drawn often is drawn once, without tooltips."""
    drawn = re.sub(r"<title>.*?</title>", "", drawn)
    drawn = re.sub(r'<path d="M\d+ \d+h20v20h-20z"/>\n?', "", drawn)
    inside = r"(?:<(?:path|rect|circle|text)[^>]*?(?:/>|>[^<]*</text>)|<g[^>]*>.*?</g>)*"
    place = re.compile(rf'<g transform="translate\((\d+) (\d+)\)">({inside})</g>\n?')
    names: dict[str, str] = {}

    def used(found: re.Match[str]) -> str:
        name = names.setdefault(found[3], f"c{len(names)}")
        return f'<use href="#{name}" x="{found[1]}" y="{found[2]}"/>'

    body = place.sub(used, drawn)
    shapes = "".join(f'<g id="{name}">{shape}</g>' for shape, name in names.items())
    return body.replace("<rect", f"<defs>{shapes}</defs><rect", 1)


@cache
def _levels() -> dict[str, Level]:
    """Return every level by the name of its files."""
    lessons = {f"lesson-{name}": lesson.level for name, lesson in LESSONS.items()}
    return {**lessons, **{level.name: level for kind in SHIPPED_KINDS for level in shipped_levels(kind)}}


def _drawn(level: Level) -> str:
    return board_svg(level.board.rows, level.goals.rows)


_INDEX = """\
# Worlds

Each world has a card: its picture, its data to take away, and what is exactly known of it.

* [Gridworlds](gridworlds.md): the ten of the paper, reconstructed, and three of our own
* [SafeLife](safelife.md): a lesson for each rule, and the levels that were published

```{toctree}
:hidden:
:maxdepth: 1

gridworlds
safelife
```
"""


def _gallery() -> Iterator[str]:
    yield "# SafeLife: lessons and levels"
    yield ""
    yield "A lesson is a small level that shows one rule, with the actions that show it. Each can be played:"
    yield "`formal-rl safelife play NAME`."
    yield ""
    yield html(
        '<ul class="fv-gallery">'
        + "".join(
            f'<li><a href="lesson-{name}.html"><div class="fv-picture">{_drawn(lesson.level)}</div>'
            f'<span>{escape(name)}</span></a><p class="fv-quiet">{escape(lesson.shows)}</p></li>'
            for name, lesson in LESSONS.items()
        )
        + "</ul>"
    )
    yield "## Published levels"
    yield ""
    yield "Twenty of each kind come with the package, out of the hundred that were published. See {ledger}`W19-levels`"
    yield "and {ledger}`W19-tasks`."
    yield ""
    rows = [(f'<a href="levels-{kind}.html">{kind}</a>', KINDS[kind]) for kind in SHIPPED_KINDS]
    yield html(table(("kind", "what it asks"), rows, name="Kinds of published levels"))
    yield "```{toctree}\n:hidden:\n:maxdepth: 1\n"
    yield from (f"lesson-{name}" for name in LESSONS)
    yield from (f"levels-{kind}" for kind in SHIPPED_KINDS)
    yield "```"


def _lesson(name: str) -> Iterator[str]:
    lesson = LESSONS[name]
    level = lesson.level
    yield f"# Lesson: {name}"
    yield ""
    yield said(lesson.shows)
    yield ""
    steps = "; ".join(", ".join(ACTIONS[action] for action in taken) for taken in lesson.steps)
    facts = (
        ("size", f"{level.board.height} rows, {level.board.width} columns, {_agents(level)}"),
        ("actions", steps),
        ("paid in all", ", ".join(map(str, lesson.paid))),
        ("to open the exit", _required(level)),
        ("take away", f"{taken(f'lesson-{name}')} (read by <code>formal-rl safelife play FILE</code>)"),
    )
    listed = "".join(f"<div><dt>{label}</dt><dd>{text}</dd></div>" for label, text in facts)
    yield html(f'<dl class="fv-facts">{listed}</dl>')
    yield "## Step by step"
    yield ""
    moments = list(explained_steps(level, 0, lesson.steps))
    yield html('<ol class="fv-film">' + "".join(map(_moment, range(len(moments)), moments)) + "</ol>")
    yield "Statements: {ledger}`W19-levels`, {ledger}`W19-agent`, {ledger}`W19-cells`, {ledger}`W19-reward`"
    yield ""
    yield f"```console\nformal-rl safelife play {name}\n```"


def _moment(number: int, moment: Moment) -> str:
    picture = board_svg(moment.state.board.rows, moment.state.goals.rows)
    lines = ["at first"] if moment.turn is None else []
    if moment.turn is not None:
        several = len(moment.moves) > 1
        for agent, (move, reward) in enumerate(zip(moment.moves, moment.turn.rewards, strict=True)):
            called = f"agent {agent} " if several else "the agent "
            lines.append(f"{called}{move}; reward {reward}")
            lines += list(moment.rewards[agent].lines())
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<li><div class="fv-picture">{picture}</div><div><strong>step {number}</strong>{told}</div></li>'


def _agents(level: Level) -> str:
    return f"{len(level.agents)} agent{'s' * (len(level.agents) != 1)}"


def _required(level: Level) -> str:
    if not any(level.required):
        return "nothing is required"
    return ", ".join(f"{points} point{'s' * (points != 1)}" for points in level.required)


def _kind(kind: str) -> Iterator[str]:
    yield f"# Levels: {kind}"
    yield ""
    yield KINDS[kind]
    yield ""
    items = []
    for level in shipped_levels(kind):
        counts = f"{available_points(level.board, level.goals)} points to earn; {_required(level)} to open the exit"
        items.append(
            f'<li><div class="fv-picture"><img src="../_static/worlds/{level.name}.svg" loading="lazy" width="535" '
            f'height="535" alt="the board of {level.name}: {_inhabitants(level)}"></div>'
            f'<span>{level.name}</span><p class="fv-quiet">{counts}<br>{taken(level.name)}</p></li>'
        )
    yield html(f'<ul class="fv-gallery fv-large">{"".join(items)}</ul>')
    yield "See {ledger}`W19-levels` and {ledger}`W19-tasks`."
    yield ""
    yield html(
        "<p>The levels are data from SafeLife, (c) Partnership on AI, under the "
        f'<a href="../{LICENCE}">Apache License 2.0</a>.</p>'
    )
    yield f"```console\nformal-rl safelife play {kind}-0\n```"


def _inhabitants(level: Level) -> str:
    counts = count_cells(level.board, level.goals)
    return f"{level.board.height} rows, {level.board.width} columns, {sum(map(sum, counts))} cells that count"
