"""Whom the reality check helps, as a table and a picture: the law of its gain in each of the 26 environments."""

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from formal_rl.checking import GainSteps, gain_law, mean_of
from formal_rl.checking.uniform_learners import Law, chain
from formal_rl.environments.listed import TWO_TURNS
from formal_rl.statements.alexander_2022.gains import listed_incremental
from formal_rl.statements.alexander_2022.own_pasts import FORMS
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.view.pages import markdown_table
from formal_rl.view.svg_drawing import Drawing, Shape, Words, rectangle, svg

HORIZON = 10
"""The number of actions where equal states can be merged."""

SHORTER = {
    "as_if": 6,
    "limited_memory": 7,
    "false_memories": 4,
    "backward_consciousness": 4,
    "deja_vu": 3,
}
"""The number of actions elsewhere, for all agents."""

LIBRARYS = "false_memories, the library's"
"""False memories with the two turns of the published library in place of the listed ones."""


@frozen
class GainRow:
    """An environment, the number of actions, and the distribution of the gain of a uniformly drawn agent."""

    name: str
    horizon: int
    law: Law

    @property
    def always(self) -> bool:
        """Whether the environment asks about own pasts alone, so that the gain is 0 for every agent."""
        return self.name in FORMS

    @property
    def helped(self) -> Fraction:
        """The share of the agents that gain."""
        return sum((share for value, share in self.law.items() if value > 0), Fraction(0))

    @property
    def harmed(self) -> Fraction:
        """The share of the agents that lose."""
        return sum((share for value, share in self.law.items() if value < 0), Fraction(0))


def gain_rows() -> list[GainRow]:
    """Return a row for each environment, and one for false memories as the published library has them."""
    rows = []
    for name, environment in DISTINCT_ENVIRONMENTS.items():
        horizon = SHORTER.get(name, HORIZON)
        law = gain_law(environment, horizon) if name in SHORTER else _merged(name)
        rows.append(GainRow(name, horizon, law))
    rows.append(GainRow(LIBRARYS, HORIZON, _merged("false_memories", TWO_TURNS)))
    return sorted(rows, key=lambda row: (not row.always, len(row.law) > 1 and row.name == "repeater", row.name))


def _merged(name: str, *arguments: object) -> Law:
    found = chain(GainSteps(listed_incremental(name, *arguments)), HORIZON, actions=range(2))
    *_, law = found.laws(HORIZON, lambda after: after.difference)
    return law


def gain_lines(rows: Sequence[GainRow]) -> list[str]:
    """Return the table in Markdown."""
    table = []
    for row in rows:
        shares = (f"{float(share):.4f}" for share in (row.harmed, row.law.get(0, Fraction(0)), row.helped))
        mean = mean_of(row.law)
        table.append((row.name, row.horizon, *shares, mean if mean.denominator < 100 else f"{float(mean):.4f}"))
    return markdown_table(("environment", "actions", "loses", "gains nothing", "gains", "mean gain"), table)


_LEFT, _RIGHT, _TOP, _ROW, _BAR, _UNIT = 270, 190, 46, 26, 40, 13
_MOST = 14
_LOSS, _NOTHING, _GAIN = "#b5472a", "#9a9a9a", "#2a6f97"


def gains_svg(rows: Sequence[GainRow]) -> str:
    """Return the picture: a line for each environment, and on it a bar for each gain, as high as it is probable.

    Bars end where the share is 11/20; no share is between that and 1.
    """
    width, height = _LEFT + 2 * _MOST * _UNIT + _RIGHT, _TOP + _ROW * len(rows) + 34
    shapes: list[Shape] = [
        Words((_LEFT + _MOST * _UNIT, 16), "what π_RC gains on π: the share of all agents of 2 actions", 13, bold=True)
    ]
    right = _LEFT + 2 * _MOST * _UNIT
    for at, text in ((14, "actions"), (68, "loses"), (114, "gains"), (160, "mean")):
        shapes.append(Words((right + at, _TOP - 8), text, 11))
    for value in range(-12, 13, 4):
        shapes.append(Words((_x(value), height - 16), f"{value}".replace("-", "−"), 11))
    for place, row in enumerate(rows):
        shapes += _row(row, _TOP + _ROW * (place + 1), right)
    return svg(Drawing(width, height, tuple(shapes)), "The gain of the reality check in the 26 environments")


def _x(value: float) -> float:
    return _LEFT + (value + _MOST) * _UNIT


def _row(row: GainRow, base: float, right: float) -> Iterator[Shape]:
    yield Words((_LEFT - 8, base - 6), row.name + (" (always 0)" if row.always else ""), 11, anchor="end")
    yield rectangle((_LEFT, base), 2 * _MOST * _UNIT, 0.5, fill="#cccccc")
    for value, share in sorted(row.law.items()):
        colour = _NOTHING if value == 0 else _GAIN if value > 0 else _LOSS
        high = _BAR * min(float(share), 0.55)
        tooltip = f"{row.name}: {share} of all agents gain {value}"
        yield rectangle((_x(float(value)) - 8, base - high), 16, high, fill=colour, tooltip=tooltip)
    mean = float(mean_of(row.law))
    texts = (str(row.horizon), f"{float(row.harmed):.3f}", f"{float(row.helped):.3f}", f"{mean:.3f}".replace("-", "−"))
    for at, text in zip((14, 68, 114, 160), texts, strict=True):
        yield Words((right + at, base - 6), text, 11)


if __name__ == "__main__":  # print the picture, or with ``table`` the table
    print("\n".join(gain_lines(gain_rows())) if sys.argv[1:] == ["table"] else gains_svg(gain_rows()), end="")
