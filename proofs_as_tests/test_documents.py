"""What the documents say is what the commands print."""

import doctest
import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from formal_rl.cli import main
from formal_rl.conformance import SUITES
from formal_rl.statements import LEDGER

ROOT = Path(__file__).parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "pages.py"))
PAGES = {name: (ROOT / name).read_text("utf-8") for name in TOOL["pages"]()}
README = PAGES["README.md"]
GROUPS = {"vectors", "drest", "safelife"}
"""Commands that are followed by another word."""


@cache
def printed(command, files=()):
    """What a command prints beside these files; two pages may show the same."""
    return TOOL["printed"](command, "\n".join(files))


def of_pages(found, *, but=()):
    """What is found in each page, with the name of the page, as parameters of a test with ids that can be read."""
    return [
        pytest.param(name, *each, id=f"{name}: {each[0].splitlines()[0][:60]}")
        for name, text in PAGES.items()
        if name not in but
        for each in found(text)
    ]


@pytest.mark.parametrize(("page", "command", "output"), of_pages(TOOL["transcripts"], but=[TOOL["WALK"]]))
def test_transcripts_are_what_is_printed(page, command, output):
    """Each command that a page shows with its output prints that output."""
    files = tuple(block.group() for block in TOOL["FILE"].finditer(PAGES[page]) if block[1] in command)

    assert TOOL["brought_up_to_date"](output, printed(command, files)) == output


@pytest.mark.parametrize(
    ("shown", "to_show"),
    [
        ("one\ntwo\n", "one\ntwo\nthree in 0.25 s\n"),
        ("...\ntwo\n...\n", "...\ntwo\n...\n"),
        ("one\n...\nthree in 17.00 s\n", "one\n...\nthree in 17.00 s\n"),
        ("...\nthree or 3 in 0.25 s\n", "...\nthree in 0.25 s\n"),
        ("two\n...\n", "one\ntwo\nthree in 0.25 s\n"),
    ],
    ids=["a line is missing", "left out", "seconds", "another line", "the first line is missing"],
)
def test_what_is_out_of_date_is_seen(shown, to_show):
    """A transcript stays where lines are left out or seconds differ; a wrong one does not."""
    assert TOOL["brought_up_to_date"](shown, "one\ntwo\nthree in 0.25 s\n") == to_show


@pytest.mark.parametrize(("page", "command", "_", "output"), of_pages(TOOL["MARKED"].findall))
def test_what_is_marked_with_a_command_is_what_it_prints(page, command, _, output):
    """A part of a page that names the command that made it is what the command prints."""
    assert printed(command) == output


@pytest.mark.parametrize("name", ["docs/tutorials/exercises.md", "docs/ask.svg"])
def test_whole_files_are_what_is_printed(name):
    """A page or picture that a command makes is what the command prints."""
    assert TOOL["printed"](TOOL["WHOLE"][name]) == (ROOT / name).read_text("utf-8")


def test_a_file_of_the_examples_is_shown_as_it_is():
    """A file that a page shows and that the examples have is the same in both."""
    shown = [(name, source) for text in PAGES.values() for name, source in TOOL["FILE"].findall(text)]
    examples = [(name, source) for name, source in shown if TOOL["example"](name)]

    assert "my_paper.py" in dict(examples)
    assert [name for name, source in examples if TOOL["example"](name) != source] == []


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if ">>> " in text])
def test_sessions_run(page):
    """The Python session of a page gives what it shows."""
    session = doctest.DocTestParser().get_doctest(PAGES[page], {}, page, page, 0)

    assert len(session.examples) >= 4
    assert doctest.DocTestRunner(verbose=False).run(session).failed == 0


def commands(text):
    """The commands that stand in a block of a page without their output."""
    return [(line.split("#")[0].strip(),) for line in text.splitlines() if line.startswith("formal-rl ")]


@pytest.mark.parametrize(("page", "command"), of_pages(commands))
def test_commands_are_understood(page, command, capsys):
    """Each command that a page shows is one the command line has, with those options."""
    words = [word.strip("'") for word in command.split()[1:]]

    assert main([*words[: 2 if words[0] in GROUPS else 1], "--help"]) == 0
    shown = capsys.readouterr().out
    assert [option for option in words if option.startswith("--") and option not in shown] == []


def links(text):
    """The links of a page to what is in this project."""
    return [(link,) for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]


NAMING = [
    ROOT / "CONTRIBUTING.md",
    *(file for top in ("formal_rl", "tools", "benchmarks", "examples") for file in (ROOT / top).rglob("*.py")),
    *(ROOT / "notebooks").glob("*.md"),
    *(ROOT / name for name in PAGES),
]
"""What names documents by their paths; the page that is left out tells of what was."""


def test_a_document_that_is_named_is_there():
    """Wherever a message, a docstring, a notebook or a page names a document by its path, it is there."""
    named = [(file, name) for file in NAMING for name in re.findall(r"\bdocs/[\w/]+\.md\b", file.read_text("utf-8"))]

    assert len(named) > 50
    assert [(str(file), name) for file, name in named if not (ROOT / name).is_file()] == []


def test_a_test_that_is_named_is_there():
    """Each test that a page names in code is defined."""
    named = {name for text in PAGES.values() for name in re.findall(r"`(test_\w+)(?:\[[^`]*\])?`", text)}
    defined = {
        name
        for file in (ROOT / "proofs_as_tests").rglob("test_*.py")
        for name in (file.stem, *re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))
    }

    assert named - defined == set()
    assert len(named) >= 10


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    """What a page links to is there; `make docs` looks for the heading that a link names."""
    named = [link.partition("#")[0] for (link,) in links(PAGES[page])]

    assert [name for name in named if name and not ((ROOT / page).parent / name).exists()] == []


def test_every_page_is_in_the_index():
    """The contents link every page, the first page links the contents, and the README the first page."""
    linked = {link for (link,) in links(PAGES["docs/contents.md"])}

    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert there - linked == {"index.md", "contents.md"}
    assert ("contents.md",) in links(PAGES["docs/index.md"])
    assert ("docs/index.md",) in links(README)


def test_the_readme_is_short():
    """Two screens: at most 8,000 bytes."""
    assert len(README.encode()) <= 8_000


@pytest.mark.parametrize("page", ["README.md", "docs/start/student.md", "docs/start/practitioner.md"])
def test_a_page_says_how_to_install_before_the_first_command(page):
    """The first command of a page that begins something is below the one that installs it."""
    assert PAGES[page].index("pip install -e .") < re.search(r"^(\$ )?formal-rl ", PAGES[page], re.MULTILINE).start()


ADVICE = r"install[^\n]*[\s\"]formal_rl\[|cite[^.]*\smemory|in our\s+memory"
PROSE = r"\n\n(?!>>> |@|\s|$)"


def test_nobody_is_sent_to_an_index_or_to_a_memory():
    """No index has the project, so nobody is told to install an extra from one; and no source is somebody's memory."""
    files = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in ROOT.glob("formal_rl/**/*.py")}

    assert [name for name, text in (PAGES | files).items() if name != "CHANGELOG.md" and re.search(ADVICE, text)] == []


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if ">>> " in text])
def test_a_session_has_no_prose(page):
    """In a block of a session each paragraph begins with a prompt."""
    sessions = re.findall(r"^```python\n(.*?)^```", PAGES[page], re.DOTALL | re.MULTILINE)

    assert [block for block in sessions if block.startswith(">>> ") and re.search(PROSE, block)] == []


def test_the_readme_shows_a_transcript_for_each_user():
    """The student, the checker and the practitioner each have a command with its output."""
    assert [command.split()[1] for command, _ in TOOL["transcripts"](README)] == ["ask", "verify", "conform"]


def test_the_totals_of_the_readme_are_those_of_the_ledger():
    """The README counts the statements, mutants and suites that there are."""
    mutants = sum(len(statement.mutants) for statement in LEDGER.values())

    assert f"{len(LEDGER)} statements: {len(LEDGER)} reproduced, 0 not; {mutants} mutants: {mutants} killed" in README
    assert f"\n{len(SUITES)} suites" in README


def identifiers(section):
    """The identifiers in the first column of the tables in a section of a page."""
    return re.findall(r"^\| ([ARTW]\w*-[\w.-]+) \|", section, re.MULTILINE)


def test_what_is_not_there_yet_is_not_there():
    """No statement that docs/reference/not_formalised.md lists as not yet entered, or as to come, is in the ledger."""
    before, _, after = PAGES["docs/reference/not_formalised.md"].partition("## Not there yet\n")
    listed = identifiers(after)
    rows = [line for line in after.splitlines() if line.startswith("| ") and not line.startswith("| id ")]

    assert len(rows) == len(listed) == len(set(listed))
    assert [identifier for identifier in listed if identifier in LEDGER] == []
    assert [line for line in before.splitlines() if identifiers(line)] == []
    for name in re.findall(r"`(A2[12]-[^`]+)`", before):
        family = name.removesuffix("...")
        assert [each for each in listed if each == name or (family != name and each.startswith(family))], name


def test_the_tree_of_the_architecture_has_every_package():
    """The packages in the picture of the code are those there are."""
    shown = re.findall(r"^  (\w+)/ ", PAGES["docs/background/architecture.md"], re.MULTILINE)

    assert set(shown) == {path.parent.name for path in (ROOT / "formal_rl").glob("*/__init__.py")}
