"""The command that shows a page or a statement: formal-rl docs."""

import webbrowser
from pathlib import Path
from types import SimpleNamespace

import pytest

from formal_rl.cli import docs
from formal_rl.statements import LEDGER

pytestmark = pytest.mark.usefixtures("no_terminal")

COMMAND = ("docs",)
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with two pages, one in a folder, and a site; what is opened in a browser is listed."""
    for name, text in {
        "pyproject.toml": "",
        "docs/student.md": "# For the student\n\nRead this.\n",
        "docs/start/student.md": "# Another\n",
        "docs/start/your_shape.md": "# Shapes\n\nAnd this.\n",
        "build/site/index.html": "",
        "build/site/start/your_shape.html": "",
        "build/site/reference/statements/A22-D7.html": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    return tmp_path


class Browser:
    """A browser that lists what it is to open."""

    def __init__(self):
        self.opened = []

    def open(self, address):
        self.opened.append(address)
        return True


@pytest.fixture
def browser(monkeypatch):
    """A browser, at a terminal."""
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    monkeypatch.setattr(docs, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    return browser


def test_the_pages(run):
    """The command lists each page with its title, prints it by its name, and names the folder."""
    code, out, _ = run()
    rows, _, where = out.partition("\n\n")
    pages = {file.stem for file in DOCS.rglob("*.md")}

    assert (code, where.splitlines()[0]) == (0, f"The pages are in {DOCS}")
    assert {line.split()[0] for line in rows.splitlines()[1:]} == pages >= {"student", "glossary"}
    for name in pages:
        file = next(file for file in DOCS.rglob(f"{name}.md"))
        assert run(name) == (0, file.read_text("utf-8").rstrip() + "\n", "")


@pytest.mark.parametrize("name", ["your_shape", "your-shape", "Your_Shape"])
def test_a_page_is_found_by_its_name(run, project, name):
    """A page is found in whatever folder and case; of two of one name the higher."""
    assert run(name) == (0, "# Shapes\n\nAnd this.\n", "")
    assert run("student")[1].startswith("# For the student\n")


@pytest.mark.parametrize("identifier", ["A22-D7", "a22-d7"])
def test_a_statement(run, identifier):
    """A statement is printed as explain does."""
    code, out, err = run(identifier)

    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"A22-D7  {LEDGER['A22-D7'].title}"
    assert "run it:   formal-rl verify A22-D7 --parts" in out


@pytest.mark.parametrize(
    ("name", "page"), [("your-shape", "start/your_shape"), ("A22-D7", "reference/statements/A22-D7"), ("A22-D1", None)]
)
def test_in_a_browser(run, project, browser, name, page):
    """At a terminal the command opens pages of the site, and prints other pages, or all with --print."""
    code, out, err = run(name)
    expected = [] if page is None else [(project / f"build/site/{page}.html").as_uri()]

    assert (code, err, browser.opened) == (0, "", expected)
    assert bool(out) == (page is None)
    assert run(name, "--print")[1]
    assert browser.opened == expected


@pytest.mark.parametrize("missing", ["terminal", "browser", "page"])
def test_without_a_browser(run, project, browser, monkeypatch, missing):
    """Where nobody is at a terminal, or there is no browser or no site, it is printed."""

    def none():
        raise webbrowser.Error

    if missing == "terminal":
        docs.sys.stdout.isatty = lambda: False
    elif missing == "browser":
        monkeypatch.setattr(webbrowser, "get", none)
    else:
        (project / "build/site/start/your_shape.html").unlink()
    assert run("your_shape") == (0, "# Shapes\n\nAnd this.\n", "")
    assert browser.opened == []


def test_an_unknown_name(run):
    """A name that is neither a page's nor a statement's exits 2, with what is near."""
    code, out, err = run("studnt")

    assert (code, out) == (2, "")
    assert err.startswith("formal-rl: no page or statement 'studnt'; did you mean student?")
    assert "did you mean A22-D7" in run("A22-D77")[2]


def test_an_installed_package(run, monkeypatch, tmp_path):
    """An installed package lists its pages, says where others are, and names what it has; its statements are there."""
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "your_shape.md").write_text("# Shapes\n", "utf-8")
    code, out, _ = run()
    assert (code, out.split("\n")[1].split()) == (0, ["your_shape", "docs/your_shape.md", "Shapes"])
    assert "\nOther pages are in the folder docs of the project.\n" in out
    assert "formal-rl explain ID" in out
    assert run("your-shape") == (0, "# Shapes\n", "")
    code, out, err = run("student")
    assert (code, "formal-rl explain ID" in out) == (4, True)
    assert err == "formal-rl: no statement 'student', and no page of this name comes with the package\n"
    assert run("A22-D7")[0] == 0
