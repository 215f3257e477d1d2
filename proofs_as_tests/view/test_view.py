"""Pages and their styles and scripts; pictures in SVG rendered as PNG."""

import io
import re
import sys

import pytest

from formal_rl.errors import MissingExtra, UnusableObject
from formal_rl.view.pages import columns, html_page, shipped_text
from formal_rl.view.rendering import rendered, require_letters

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">'
    '<rect width="10" height="10" fill="#123456"/><rect x="10" width="10" height="10" fill="#fedcba"/>{}</svg>'
)


@pytest.fixture
def pillow():
    """Pillow, where pictures can be rendered."""
    pytest.importorskip("resvg_py")
    return pytest.importorskip("PIL.Image")


@pytest.mark.parametrize(
    "name", ["animation.css", "animation.js", "live.html", "figures.css", "report.css", "report_page.css"]
)
def test_a_file_is_read(name):
    """Its text is there, without the end of its last line, and refers to nothing outside."""
    text = shipped_text(name)

    assert text.strip() == text != ""
    assert not re.search(r"url\(|@import|fetch\(", text)


def test_columns_are_aligned():
    """To the left, without trailing spaces, or all but the first to the right; no rows give no lines."""
    rows = [("name", "1", ""), ("x", "200", "y")]

    assert columns(rows) == ["name  1", "x     200  y"]
    assert columns(rows, right=True) == ["name    1", "x     200  y"]
    assert columns([]) == []


def test_a_page_contains_its_content():
    """The title is text, style and body are as they are, and no script may run."""
    page = html_page("a < b", "p { margin: 0; }", "<p>{}</p>")

    assert "<title>a &lt; b</title>" in page
    assert "<style>\np { margin: 0; }\n</style>\n</head>\n<body>\n<p>{}</p>\n</body>" in page
    assert "script-src" not in page


@pytest.mark.parametrize("zoom", [1, 2, 2.5])
def test_a_picture_is_rendered(pillow, zoom):
    """It is a PNG of the given scale, with the colours in their places, and the same every time."""
    content = rendered(SQUARE.format(""), zoom)
    picture = pillow.open(io.BytesIO(content)).convert("RGB")

    assert content.startswith(b"\x89PNG")
    assert picture.size == (20 * zoom, 10 * zoom)
    assert picture.getpixel((3, 3)) == (0x12, 0x34, 0x56)
    assert picture.getpixel((round(18 * zoom), 3)) == (0xFE, 0xDC, 0xBA)
    assert content == rendered(SQUARE.format(""), zoom)


@pytest.mark.parametrize("family", ["DejaVu Sans, Verdana, sans-serif", "sans-serif"])
@pytest.mark.parametrize("system_fonts", [True, False])
def test_text_is_rendered_without_any_font(pillow, family, system_fonts):
    """Where no font is installed, pillow's has the letters."""
    text = f'<text x="1" y="9" font-size="9" font-family="{family}">a</text>'

    assert rendered(SQUARE.format(text), system_fonts=system_fonts) != rendered(SQUARE.format(""))


def test_letters_that_no_font_has_are_found(pillow):
    """They are named; those that there are raise nothing."""
    require_letters("Az09<&+-", system_fonts=False)
    require_letters("", system_fonts=False)
    with pytest.raises(UnusableObject, match="letters is 'λ猫': expected letters that a font here has"):
        require_letters("aλb猫", system_fonts=False)
    with pytest.raises(UnusableObject, match=r"letters is '\\ufdd0'"):
        require_letters("a\ufdd0")


@pytest.mark.parametrize(("module", "library"), [("resvg_py", "resvg-py"), ("PIL.ImageFont", "pillow")])
def test_without_the_extra(monkeypatch, module, library):
    """Where something is not installed, the error names the extra."""
    monkeypatch.setitem(sys.modules, "resvg_py", sys)
    monkeypatch.setitem(sys.modules, module, None)
    for ask in (lambda: rendered(SQUARE), lambda: require_letters("a")):
        with pytest.raises(MissingExtra, match=f"^{library}, .* is not installed: pip install pillow resvg-py$"):
            ask()
