"""Formulas of the site: each becomes MathML, and no page shows one as it is written."""

import re

import pytest

from formal_rl.statements import LEDGER
from tools.site import sources
from tools.site.mathematics import WRITTEN, formulas, mathml
from tools.site.statement_pages import statement_page, witness_html

PAGES = {name: (sources.ROOT / name).read_text("utf-8") for name in sources.documents()}
CODE = re.compile(r"^(`{3,}|:{3,})(?!math).*?^\1|``.+?``|`[^`\n]+`", re.DOTALL | re.MULTILINE)


def test_formulas_are_shown_on_the_pages_of_statements():
    """Each id is in the ledger, and the page has the formula under the sentence."""
    assert set(formulas()) <= set(LEDGER)
    assert r"\pi_{RC}(x_1 y_1 \dots x_i)" in statement_page(LEDGER["A22-D7"]).partition("## ")[0]


@pytest.mark.parametrize("text", [*formulas().values(), *PAGES.values()], ids=[*formulas(), *PAGES])
def test_formulas_become_mathml(text):
    """Each is converted, and what is neither a formula nor code has no signs of one."""
    pytest.importorskip("latex2mathml")
    text = CODE.sub("", text)
    for found in WRITTEN.finditer(text):
        assert mathml(found[1] or found[2], display=bool(found[1])).endswith("</math>")
    assert re.findall(r"\$|\\[a-z(]", WRITTEN.sub("", text)) == []


@pytest.mark.parametrize("latex", [r"\nosuch x", "a & b"])
def test_formulas_without_mathml_are_refused(latex):
    """An unknown command, and what is aligned outside of an alignment."""
    pytest.importorskip("latex2mathml")
    with pytest.raises(ValueError, match="no MathML"):
        mathml(latex)


def test_witnesses_are_drawn():
    """A history as beads, a board and a gridworld as pictures."""
    assert '<b class="percept ">(0,0)</b> <b class="action">0</b>' in witness_html(LEDGER["A22-D7"])
    assert witness_html(LEDGER["W19-fence"]).count('aria-label="a board of') == 3
    assert "a gridworld of 1 rows and 6 columns" in witness_html(LEDGER["T24-T5.1-useful"])
