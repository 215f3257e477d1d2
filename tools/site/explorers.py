"""The explorers as files of the site, the page that lists them, and which of them belong to a statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

from formal_rl.environments import CATALOGUE
from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC
from formal_rl.safelife.levels import LESSONS, PENALTY_LEVELS
from formal_rl.statements import LEDGER, Statement, mentioned
from formal_rl.study import explore
from formal_rl.study.drest.exploring import CITED, explore_drest
from formal_rl.study.safelife.exploring import explore_safelife
from tools.site.code import address
from tools.site.markup import plain

WORLDS = (*RECONSTRUCTED, *SYNTHETIC)
"""The gridworlds that have an explorer."""

LEVELS = ("prune-still-3", *LESSONS, *PENALTY_LEVELS)
"""The levels of SafeLife that have one: one of the shipped ones, the lessons, and those made for penalties."""

MEASURED = ("W19-ergodic", "W19-eq1", "W19-eq2", "W19-eq3")
"""The statements whose numbers the explorers of levels show."""

PENALISED = ("W19-penalty-optimal", "W19-penalty-weight")
"""The statements about optimal play, which the explorers of levels made for penalties show."""

NOT_ALONE = {"told"}
"""The group of environments that alter the agent: what they are made of is to be said before they can be explored."""


_ABOUT = """Each is one page that knows every agent, to a horizon: click on a play, flip an answer of the agent, and see
the reward change. `formal-rl explore NAME` makes the same page on your machine."""


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
    """Return the page that lists the explorers."""
    about: dict[str, Statement] = {}
    for statement in LEDGER.values():
        for name in environments_of(statement):
            about.setdefault(name, statement)
    rows = "\n".join(f"* <a href='{name}.html'>{name}</a>{_said(about.get(name))}" for name in names())
    worlds = "\n".join(f"* <a href='drest-{name}.html'>{name}</a>" for name in WORLDS)
    levels = "\n".join(f"* <a href='safelife-{name}.html'>{name}</a>" for name in LEVELS)
    parts = ["# Explorers", _ABOUT, "## Environments that ask the agent", rows, "## DREST, a gridworld each", worlds]
    return {"explore/index.md": "\n\n".join([*parts, "## SafeLife to play, a level each", levels]) + "\n"}


def _said(statement: Statement | None) -> str:
    """Return what a statement says of the one environment that it is about."""
    one = statement is not None and len(environments_of(statement)) == 1
    return f": {plain(statement.title)} ({statement.id})" if statement and one else ""


def files() -> dict[str, bytes]:
    """Return the explorers as files, made by as many processes as there are processors."""
    wanted = {f"explore/{name}.html": (explore, name) for name in names()}
    wanted |= {f"explore/drest-{name}.html": (explore_drest, name) for name in WORLDS}
    wanted |= {f"explore/safelife-{name}.html": (explore_safelife, name) for name in LEVELS}
    with ProcessPoolExecutor() as workers:
        return dict(zip(wanted, workers.map(_page, *zip(*wanted.values(), strict=True), chunksize=4), strict=True))


def _page(make: Callable[[str], Any], name: str) -> bytes:
    view = make(name).live_view()
    page: str = view.page(_links(view.data))
    return page.encode()


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
