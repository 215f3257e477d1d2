"""World cards: each gridworld as a picture, its data, the most coins of each length, what is best, and fixed points."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from html import escape
from math import log2
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    World,
    format_layout,
    greatest_coins_incremental,
    named_world,
    neutrality,
    usefulness,
)
from formal_rl.gridworlds._pictures import value_text, world_drawing
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import AgentKind, fixed_point_shares, lopsided_training, main_training
from formal_rl.statements import LEDGER
from formal_rl.study.drest import drest_metrics, load_world, named_policy
from formal_rl.study.numbers import decimal_text, exact_json
from formal_rl.view.svg_drawing import svg
from tools.site.markup import cited, facts, filled, id_link, raw, table, toctree

HERE = Path(__file__).parent

DISCOUNTS = (Fraction(1), Fraction(19, 20))
"""No discount, and that of the main experiment."""

MAIN = main_training("drest")


@frozen
class Card:
    """What the card of a gridworld is made of."""

    name: str
    origin: str
    world: World
    greatest: Mapping[Fraction, Mapping[int, Any]]
    plans: Mapping[int, str]

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.name.replace("_", " ").capitalize()

    def to_json(self) -> dict[str, Any]:
        """Return the world as JSON values; exact numbers are texts such as 19/20."""
        return {
            "name": self.name,
            "origin": self.origin,
            "layout": format_layout(self.world).splitlines(),
            "default_length": self.world.default_length,
            "agent": list(self.world.agent),
            "walls": sorted(map(list, self.world.walls)),
            "coins": [
                {"cell": list(coin.cell), "value": exact_json(Fraction(coin.value))} for coin in self.world.coins
            ],
            "buttons": [{"cell": list(button.cell), "delay": button.delay} for button in self.world.buttons],
            "lengths": {
                str(length): {
                    "best_plan": plan,
                    "greatest_coins": {
                        str(gamma): exact_json(Fraction(greatest[length])) for gamma, greatest in self.greatest.items()
                    },
                }
                for length, plan in self.plans.items()
            },
        }


@cache
def card(name: str) -> Card:
    """Return the card of a gridworld."""
    origin, world = load_world(name)
    metrics = drest_metrics(name, origin, world, named_policy("optimal", world, DISCOUNTS[-1]), DISCOUNTS[-1])
    greatest = {gamma: dict(greatest_coins_incremental(world, gamma)) for gamma in DISCOUNTS}
    by_length = metrics.to_json()["lengths"]
    return Card(name, origin, world, greatest, {int(length): of_it["best_plan"] for length, of_it in by_length.items()})


def statements_about(name: str) -> tuple[str, ...]:
    """Return the statements that speak of a world by name, by its title or by its row."""
    words = name.replace("_", " ")
    row = " ".join(format_layout(named_world(name)).splitlines()[1].split())
    said = re.compile(rf"\b{name}\b|\bthe {words} world\b|\b{words} worlds?\b|{re.escape(row)}", re.IGNORECASE)
    return tuple(
        s.id
        for s in LEDGER.values()
        if s.paper == "T24"
        and (s.title.lower() == words or said.search(" ".join((s.claim, s.evidence, s.defects, s.repair, s.witness))))
    )


def pages() -> dict[str, str]:
    """Return a card for each gridworld, and the page that shows them all."""
    galleries = (_gallery(names) for names in (RECONSTRUCTED, SYNTHETIC))
    parts = dict(zip(("reconstructed", "synthetic"), galleries, strict=True))
    listed = filled(HERE / "gridworlds.md", **parts, tree=toctree((*RECONSTRUCTED, *SYNTHETIC)))
    return {
        "worlds/gridworlds.md": listed,
        **{f"worlds/{name}.md": _card(name) for name in (*RECONSTRUCTED, *SYNTHETIC)},
    }


def files() -> dict[str, bytes]:
    """Return each world as JSON, and as the picture in letters that the commands read."""
    found = {}
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        found[f"_static/worlds/{name}.json"] = (json.dumps(card(name).to_json(), indent=1) + "\n").encode()
        found[f"_static/worlds/{name}.txt"] = format_layout(named_world(name)).encode()
    return found


def _picture(name: str) -> str:
    world = card(name).world
    drawn = svg(world_drawing(world), f"the gridworld {name}, {world.height} rows and {world.width} columns")
    return f'<div class="fv-picture">{drawn}</div>'


def _gallery(names: Mapping[str, Any]) -> str:
    items = (
        f'<li><a href="{name}.html">{_picture(name)}<span>{escape(card(name).title)}</span></a></li>' for name in names
    )
    return raw(f'<ul class="fv-gallery">{"".join(items)}</ul>')


def _card(name: str) -> str:
    found = card(name)
    world = found.world
    longer = ", ".join(f"{button.delay} more by a button" for button in world.buttons)
    entries = (
        ("name", f"<code>{name}</code>"),
        ("from", escape(found.origin)),
        ("size", f"{world.height} rows, {world.width} columns, {len(world.walls)} walls"),
        ("moves", f"{world.default_length} by default; {longer}"),
        ("coins", ", ".join(f"{value_text(coin.value)} at {_cell(coin.cell)}" for coin in world.coins)),
        ("buttons", ", ".join(f"+{button.delay} at {_cell(button.cell)}" for button in world.buttons)),
        ("take away", f"{taken(name)} (read by <code>formal-rl drest</code>)"),
    )
    heading = ("length l", *(f"m_l, γ = {_number(gamma)}" for gamma in DISCOUNTS), "a best plan")
    coins = [
        (str(length), *(_number(found.greatest[gamma][length]) for gamma in DISCOUNTS), f"<code>{plan}</code>")
        for length, plan in found.plans.items()
    ]
    about = statements_about(name)
    return filled(
        HERE / "gridworld.md",
        name=name,
        title=found.title,
        card=raw(f'<div class="fv-card">{_picture(name)}{facts(entries)}</div>'),
        coins=raw(table(heading, coins, name=f"The most coins of each length in {name}")),
        policies=raw(_policies(found)),
        training=f"λ = {_number(MAIN.lam)}, γ = {_number(MAIN.gamma)}, {MAIN.mini_episodes} mini-episodes",
        rests=raw(_rests(found)),
        statements=raw(cited([*(() if "T24-layouts" in about else ("T24-layouts",)), *about])),
    )


def taken(name: str) -> str:
    """Return links to the data of a world, in HTML."""
    place = f"../_static/worlds/{name}"
    return f'<a href="{place}.json" download>JSON</a>, <a href="{place}.txt" download>text</a>'


def _cell(cell: tuple[int, int]) -> str:
    return f"row {cell[0]}, column {cell[1]}"


def _number(value: Any) -> str:
    """Return an exact number as a decimal, with the fraction as a tooltip where that is longer."""
    exact = Fraction(value)
    shown = decimal_text(exact, 7)
    if Fraction(shown) == exact:
        return shown
    return f'<span title="{exact}">≈ {shown}</span>'


def _policies(found: Card) -> str:
    gamma = DISCOUNTS[-1]
    rows = []
    for kind, words in (
        ("uniform", "each move with probability 1/4"),
        ("default", "the plan that collects most at all"),
        ("optimal", "a best plan of each length, drawn evenly"),
    ):
        metrics = drest_metrics(found.name, found.origin, found.world, named_policy(kind, found.world, gamma), gamma)
        shares = "<br>".join(f"length {length}: {_number(p)}" for length, p in metrics.measured.probabilities.items())
        useful = usefulness(metrics.measured, metrics.greatest)
        bits = f"{neutrality(metrics.measured.probabilities):.4f} of {log2(len(metrics.greatest)):.4f}"
        rows.append((f'{kind}<br><span class="fv-quiet">{words}</span>', shares, _number(useful), bits))
    heading = ("policy", "probability of each length", f"USEFULNESS, γ = {_number(gamma)}", "NEUTRALITY in bits")
    return table(heading, rows, name=f"Policies in {found.name}")


def _rests(found: Card) -> str:
    k = len(found.plans)
    best = maximiser(Fraction(MAIN.lam), k, MAIN.mini_episodes)
    even = best.p_most == best.p_other
    drest = (
        f"each length with probability {_number(Fraction(1, k))}"
        if even
        else f"about {float(best.p_most):.4f} for one length, whichever, and {float(best.p_other):.4f} for each other: "
        f"{MAIN.mini_episodes} mini-episodes are more than N* ({id_link('T24-threshold')})"
    )
    greatest = {length: Fraction(coins) for length, coins in found.greatest[Fraction(MAIN.gamma)].items()}
    most = max(greatest.values())
    longest = [str(length) for length, coins in greatest.items() if coins == most]
    default = (
        f"length {' or '.join(longest)}, for sure" if len(longest) == 1 else f"any mixture of {', '.join(longest)}"
    )
    rows = [
        ("default", default, _rest(found, "default")),
        ("DREST", drest, _rest(found, "drest")),
        ("DREST, not divided by m_l", "not computed here", _rest(found, "lopsided")),
    ]
    return table(("agent", "best exactly", "fixed point of training"), rows, name=f"What is best in {found.name}")


def _rest(found: Card, agent: AgentKind) -> str:
    """Return where training comes to rest, as a probability for each length."""
    training = lopsided_training("drest") if agent == "lopsided" else main_training(agent)
    greatest = greatest_coins_incremental(found.world, training.gamma)
    shares = fixed_point_shares(training, greatest)
    if shares is None:
        return "every mixture"
    said = "<br>".join(f"length {length}: {p:.4f}" for length, p in shares.items())
    return f"{said}{' (γ = 1)' if agent == 'lopsided' else ''}"
