"""The explorers as files of the site, the gallery that shows them, and which of them belong to a statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from html import escape
from pathlib import Path as File
from typing import Any

from formal_rl.environments import CATALOGUE
from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC, named_world
from formal_rl.gridworlds._pictures import world_drawing
from formal_rl.histories import Percept
from formal_rl.safelife.board import board_svg
from formal_rl.safelife.levels import PENALTY_LEVELS
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.statements import Statement
from formal_rl.statements.uses import mentioned
from formal_rl.study import explore, trace
from formal_rl.study.drest.exploring import CITED, explore_drest
from formal_rl.study.safelife.exploring import explore_safelife
from formal_rl.study.safelife.levels import find_level
from formal_rl.view.svg_drawing import INK, PALE, Disc, Drawing, Path, Shape, Words, rectangle, svg
from tools.site.code import address
from tools.site.markup import raw
from tools.site.views.lessons import compact

WORLDS = (*RECONSTRUCTED, *SYNTHETIC)
"""The gridworlds that have an explorer."""

LEVELS = ("prune-still-3", *LESSONS, *PENALTY_LEVELS)
"""The levels of SafeLife that have one: one of the shipped ones, the lessons, and those made for penalties."""

MEASURED = ("W19-ergodic", "W19-eq1", "W19-eq2", "W19-eq3")
"""The statements whose numbers the explorers of levels show."""

PENALISED = ("W19-penalty-optimal", "W19-penalty-weight")
"""The statements about optimal play, which the explorers of levels made for penalties show."""

NOT_ALONE = {"altered"}
"""The group of environments that alter the agent: what they are made of is to be said before they can be explored."""


_ITEM = re.compile(r"^\* ([\w-]+)(?: \((.*)\))?: (.*)\n?", re.MULTILINE)
"""An explorer in the list: its name, what it is called where that is not the name in words, and what it is about."""


@cache
def names() -> tuple[str, ...]:
    """Return the environments that can be explored by their names alone."""
    return tuple(name for name, record in CATALOGUE.items() if record.group not in NOT_ALONE and name != "as_if")


@cache
def environments_of(statement: Statement) -> tuple[str, ...]:
    """Return the names of the environments of the catalogue that a statement's main code defines."""
    defined = {f"{record.module}.{record.attribute()}": name for name, record in CATALOGUE.items()}
    return tuple(defined[name] for name in statement.main_code if name in defined)


FREEZING = "explore/ignore_rewards.html#agent=last_reward_sign&check=on&length=3&step=3&put=1:1"
"""A run on which the reality check has frozen, since another put the first action there."""


def explored(statement: Statement) -> list[tuple[str, str]]:
    """Return the explorers of what a statement is about: what they are called and their addresses."""
    found = [(name, f"explore/{name}.html") for name in environments_of(statement) if name in names()]
    if "formal_rl.transforms.reality_check.reality_check" in statement.main_code:
        found.append(("ignore_rewards under the reality check", FREEZING))
    if statement.id in CITED:
        found.append(("DREST in the world example", "explore/drest-example.html"))
    if statement.id in MEASURED:
        found.append(("side effects on prune-still-3", "explore/safelife-prune-still-3.html#step=100&view=change"))
    if statement.id in PENALISED:
        found.append(("optimal play on spawner-or-exit", "explore/safelife-spawner-or-exit.html"))
    return found


def pages() -> dict[str, str]:
    """Return the gallery of the explorers: each with its picture and a sentence."""
    text = File(__file__).with_suffix(".md").read_text("utf-8")
    text += "".join(f"* safelife-{name}: {level.shows}\n" for name, level in {**LESSONS, **PENALTY_LEVELS}.items())
    return {"explore/index.md": re.sub(rf"(?:{_ITEM.pattern})+", _gallery, text, flags=re.MULTILINE)}


def _gallery(listed: re.Match[str]) -> str:
    """Return a list of explorers as cards."""
    items = []
    for name, called, said in _ITEM.findall(listed[0]):
        title = called or re.sub("^(drest|safelife)-", "", name).replace("_", " ").capitalize()
        picture = f'<span class="fv-picture"><img src="{name}.svg" alt="" loading="lazy"></span>'
        items.append(
            f'<li><a href="{name}.html">{picture}<span>{title}</span></a><p>{escape(said, quote=False)}</p></li>'
        )
    return raw(f'<ul class="fv-gallery fv-explorers fv-wide">{"".join(items)}</ul>') + "\n"


def begin() -> Callable[[], dict[str, bytes]]:
    """Begin to make the explorers, each with its picture, by processes of their own; return how to get the files."""
    wanted = {name: (explore, name, _run_picture) for name in names()}
    wanted |= {f"drest-{name}": (explore_drest, name, _world_picture) for name in WORLDS}
    wanted |= {f"safelife-{name}": (explore_safelife, name, _level_picture) for name in LEVELS}
    workers = ProcessPoolExecutor()
    made = workers.map(_page, *zip(*wanted.values(), strict=True), chunksize=4)

    def files() -> dict[str, bytes]:
        with workers:
            both = zip(wanted, made, strict=True)
            return {f"explore/{name}.{kind}": text for name, texts in both for kind, text in texts}

    return files


def _page(make: Callable[[str], Any], name: str, picture: Callable[[str, Any], str]) -> list[tuple[str, bytes]]:
    """Return the page of an explorer and its picture, each with its ending."""
    explorer = make(name)
    view = explorer.live_view()
    return [("html", view.page(_links(view.data)).encode()), ("svg", picture(name, explorer).encode())]


def _links(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what a page of an explorer links: the site, the statements it names, and the source of its definition."""
    said = dict(data.get("definition", {}))
    code = said.pop("code", ())
    return {
        "formal_rl": "../index.html",
        "All explorers": "index.html",
        **{each: f"../statements/{each}.html" for each in mentioned(str({**data, "definition": said}))},
        **({"Source of the definition": f"../{address(code[0][0])}"} if code else {}),
    }


def _run_picture(name: str, explorer: Any) -> str:
    """Draw the run that an explorer opens with, above what the environment asked about before it paid."""
    run = trace(name, explorer.to_json()["begin_with"] or "simple", 3)
    rows = [run.play[:-1], *((*asked.prompt, asked.action) for asked in run.steps[-1].questions[-1:])]
    shapes = [shape for down, row in enumerate(rows) for shape in _beads(row, rows[0], 20 + 40 * down)]
    return svg(Drawing(max(map(len, rows)) * STEP + 8, 40 * len(rows), tuple(shapes)), f"a run in {name}")


STEP = 38
"""How far apart the beads of a picture are."""


def _beads(row: Sequence[Any], happened: Sequence[Any], down: float) -> Iterator[Shape]:
    """Yield a history: rewards as boxes, actions as discs, orange where something else happened."""
    yield Path(((20, down), (20 + STEP * (len(row) - 1), down)), PALE)
    for place, element in enumerate(row):
        across, is_action = 20 + STEP * place, not isinstance(element, Percept)
        reward = 0 if is_action else element.reward
        stroke, fill = ("#1f5fa8", "#e8f0fa") if is_action else _REWARDS[(reward > 0) - (reward < 0)]
        if place < len(happened) and element != happened[place]:
            stroke, fill = "#c2410c", "#fdebdd"
        text = str(element if is_action else reward).replace("-", "−")
        yield (
            Disc((across, down), 14, fill, stroke)
            if is_action
            else rectangle((across - 16, down - 14), 32, 28, stroke=stroke, fill=fill)
        )
        yield Words((across, down + 5), text, 15 - len(text), INK)


_REWARDS = {-1: ("#a3211c", "#fbe6e4"), 0: (PALE, "#eceff2"), 1: ("#14662a", "#e3f4e6")}


def _world_picture(name: str, _: Any) -> str:
    return svg(world_drawing(named_world(name)), f"the gridworld {name}")


def _level_picture(name: str, _: Any) -> str:
    level = find_level(name)
    return compact(board_svg(level.board.rows, level.goals.rows))
