"""World cards of SafeLife: the lessons, each with the actions that show its rule, and the shipped levels."""

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from formal_rl.safelife.board import board_svg
from formal_rl.safelife.game import ACTIONS, Level, available_points, count_cells
from formal_rl.safelife.levels import SHIPPED_KINDS, format_level, shipped_levels
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.study.safelife.explanation import Moment, explained_steps
from tools.site.markup import facts, filled, plain, raw, toctree
from tools.site.views.gridworlds import taken

HERE = Path(__file__).parent

LICENCE = "_static/worlds/Apache-2.0.txt"
"""The licence of the published levels."""


def pages() -> dict[str, str]:
    """Return a card for each lesson and for each kind of shipped levels, and the page that shows them all."""
    lessons = {f"worlds/lesson-{name}.md": _lesson(name) for name in LESSONS}
    kinds = {f"worlds/levels-{kind}.md": _kind(kind) for kind in SHIPPED_KINDS}
    items = "".join(
        f'<li><a href="lesson-{name}.html"><div class="fv-picture">{_drawn(lesson.level)}</div>'
        f'<span>{escape(name)}</span></a><p class="fv-quiet">{escape(lesson.shows)}</p></li>'
        for name, lesson in LESSONS.items()
    )
    gallery = raw(f'<ul class="fv-gallery">{items}</ul>')
    tree = toctree([*(f"lesson-{name}" for name in LESSONS), *(f"levels-{kind}" for kind in SHIPPED_KINDS)])
    index = (HERE / "worlds.md").read_text("utf-8")
    safelife = filled(HERE / "safelife.md", gallery=gallery, tree=tree)
    return {"worlds/index.md": index, "worlds/safelife.md": safelife, **lessons, **kinds}


def files() -> dict[str, bytes]:
    """Return each level as JSON and as text, and the pictures of the shipped ones."""
    found: dict[str, bytes] = {}
    for name, level in _levels().items():
        found[f"_static/worlds/{name}.json"] = (json.dumps(level_json(name, level)) + "\n").encode()
        found[f"_static/worlds/{name}.txt"] = format_level(level).encode()
    for kind in SHIPPED_KINDS:
        for level in shipped_levels(kind):
            found[f"_static/worlds/{level.name}.svg"] = compact(_drawn(level)).encode()
    found[LICENCE] = (HERE.parents[2] / "LICENSES" / Path(LICENCE).name).read_bytes()
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
    """Return a picture of a board without tooltips, in which equal cells share one definition."""
    drawn = re.sub(r"<title>.*?</title>", "", drawn)  # and with them the squares that only bore a tooltip
    drawn = re.sub(r'<path d="M\d+ \d+h20v20h-20z"></path>\n?', "", drawn)
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


def _lesson(name: str) -> str:
    lesson = LESSONS[name]
    level = lesson.level
    number = len(level.agents)
    entries = (
        ("size", f"{level.board.height} rows, {level.board.width} columns, {number} agent{'s' * (number != 1)}"),
        ("actions", "; ".join(", ".join(ACTIONS[action] for action in steps) for steps in lesson.steps)),
        ("paid in all", ", ".join(map(str, lesson.paid))),
        ("to open the exit", _required(level)),
        ("take away", f"{taken(f'lesson-{name}')} (read by <code>formal-rl safelife play FILE</code>)"),
    )
    moments = list(explained_steps(level, 0, lesson.steps))
    film = raw('<ol class="fv-film">' + "".join(map(_moment, range(len(moments)), moments)) + "</ol>")
    return filled(HERE / "lesson.md", name=name, shows=plain(lesson.shows), facts=raw(facts(entries)), film=film)


def _moment(number: int, moment: Moment) -> str:
    picture = board_svg(moment.state.board.rows, moment.state.goals.rows)
    lines = ["at first"] if moment.turn is None else []
    for agent, (move, reward) in enumerate(zip(moment.moves, moment.turn.rewards if moment.turn else (), strict=True)):
        called = f"agent {agent}" if len(moment.moves) > 1 else "the agent"
        lines += [f"{called} {move}; reward {reward}", *moment.rewards[agent].lines()]
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f'<li><div class="fv-picture">{picture}</div><div><strong>step {number}</strong>{said}</div></li>'


def _required(level: Level) -> str:
    if not any(level.required):
        return "nothing is required"
    return ", ".join(f"{points} point{'s' * (points != 1)}" for points in level.required)


def _kind(kind: str) -> str:
    items = []
    for level in shipped_levels(kind):
        counts = f"{available_points(level.board, level.goals)} points to earn; {_required(level)} to open the exit"
        counting = sum(map(sum, count_cells(level.board, level.goals)))
        board = f"{level.board.height} rows, {level.board.width} columns, {counting} cells that count"
        items.append(
            f'<li><div class="fv-picture"><img src="../_static/worlds/{level.name}.svg" loading="lazy" width="535" '
            f'height="535" alt="the board of {level.name}: {board}"></div>'
            f'<span>{level.name}</span><p class="fv-quiet">{counts}<br>{taken(level.name)}</p></li>'
        )
    gallery = raw(f'<ul class="fv-gallery fv-large">{"".join(items)}</ul>')
    return filled(HERE / "levels.md", kind=kind, gallery=gallery, licence=f"../{LICENCE}")
