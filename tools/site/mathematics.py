"""Mathematics as MathML, made when the site is built; and the formulas of statements."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

FORMULAS = Path(__file__).with_name("formulas.md")

WRITTEN = re.compile(
    r"^(?:```math\n|\$\$)(.*?)(?:\n```|\$\$)$|(?<![\w$`\\])\$(?=[^\s$])([^$`]*?[^\s$\\])\$(?![\w$])",
    re.DOTALL | re.MULTILINE,
)
"""A formula in Markdown, on lines of its own or in a sentence."""


@cache
def formulas() -> dict[str, str]:
    """Return the formulas of statements in Markdown, by their ids."""
    sections = FORMULAS.read_text("utf-8").split("\n## ")[1:]
    return {head: body.strip() for head, _, body in (section.partition("\n") for section in sections)}


_SIGNS = (
    (re.compile(r"<mi>(&#x0(?:007[BD]|230[AB]|2322|27E[89]|27F9);)</mi>"), r'<mo stretchy="false">\1</mo>'),
    (re.compile(r"<mo>(&#x0002F;|/)</mo>"), r'<mo lspace="0" rspace="0">\1</mo>'),
    (re.compile(r"<mi>(&#x0203[234];)</mi>"), r"<mo>\1</mo>"),
    (re.compile(r"<mo[^>]*>(E|Pr)</mo>"), r'<mi mathvariant="normal">\1</mi>'),
    (re.compile(r"((?:&#x0(?:0028|002C|003D|27E8);)</mo>)<mo>&#x02212;"), r'\1<mo form="prefix">&#x02212;'),
)
"""Braces, ⌢, ⟹, primes, which latex2mathml takes for letters; a slash, E, Pr, and a sign, which it sets too far off."""


def mathml(latex: str, *, display: bool = False) -> str:
    """Return a formula as MathML, with its LaTeX as the text for what shows no mathematics.

    Raises `ValueError` for a command that there is not.
    """
    from latex2mathml.converter import convert  # noqa: PLC0415 - what makes pages without Sphinx has no need of it

    # latex2mathml knows aligned by the other name alone.
    made = convert(latex.replace("{aligned}", "{align*}"), display="block" if display else "inline")
    if unknown := re.search(r"\\\w+|<mi>&</mi>", made):
        raise ValueError(f"no MathML for {unknown[0]} in {latex}")
    named = made.replace("<math ", f'<math alttext="{escape(" ".join(latex.split()))}" ', 1)
    for sign, instead in _SIGNS:
        named = sign.sub(instead, named)
    return named


def _write(writer: Any, node: Any) -> None:
    from docutils import nodes  # noqa: PLC0415 - as above

    if isinstance(node, nodes.math_block):
        writer.body.append(f'<div class="math">{mathml(node.astext(), display=True)}</div>\n')
    else:
        writer.body.append(f"{mathml(node.astext())}&#8288;")  # no line begins with the full stop after a formula
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Let Sphinx write mathematics as MathML."""
    app.add_html_math_renderer("mathml", (_write, None), (_write, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
