"""What the documents say is what the commands print."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from formal_rl.cli import main
from formal_rl.statements import LEDGER

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_the_readme_is_generated(capsys):
    """The README's table is what `formal-rl statements --markdown` prints."""
    assert main(["statements", "--markdown"]) == 0
    table = README.split("<!-- formal-rl statements --markdown -->\n")[1].split("<!-- end -->")[0]

    assert capsys.readouterr().out == table


def test_the_page_of_statements_is_generated(capsys):
    """docs/statements.md is what `formal-rl statements --page` prints."""
    assert main(["statements", "--page"]) == 0

    assert capsys.readouterr().out == (ROOT / "docs" / "statements.md").read_text(encoding="utf-8")


def test_the_session_of_the_readme_runs():
    """The README's Python session gives what it shows."""
    session = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    failures = doctest.DocTestRunner(verbose=False).run(session).failed

    assert len(session.examples) >= 8
    assert failures == 0


def test_the_session_of_the_engines_page_runs():
    """The session of docs/engines.md gives what it shows."""
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    session = doctest.DocTestParser().get_doctest(text, {}, "engines.md", "docs/engines.md", 0)
    failures = doctest.DocTestRunner(verbose=False).run(session).failed

    assert len(session.examples) >= 12
    assert failures == 0


def identifiers(section):
    """The identifiers in the first column of the tables in a section of a page."""
    return re.findall(r"^\| ([ARTW]\w*-[\w.-]+) \|", section, re.MULTILINE)


def test_what_is_not_there_yet_is_not_there():
    """No statement that docs/not_formalised.md lists as not yet entered, or as to come, is in the ledger."""
    page = (ROOT / "docs" / "not_formalised.md").read_text(encoding="utf-8")
    before, _, after = page.partition("## Not there yet\n")
    listed = identifiers(after)
    rows = [line for line in after.splitlines() if line.startswith("| ") and not line.startswith("| id ")]

    assert len(rows) == len(listed) == len(set(listed))
    assert [identifier for identifier in listed if identifier in LEDGER] == []
    assert [line for line in before.splitlines() if identifiers(line)] == []
    for name in re.findall(r"`(A2[12]-[^`]+)`", before):
        family = name.removesuffix("...")
        assert [each for each in listed if each == name or (family != name and each.startswith(family))], name


def test_identifiers_are_found():
    """A row of the table that names a statement is found; a heading, a rule and a row of words are not."""
    table = "| id | what |\n|---|---|\n| A21-L2 | x |\n| a word | y |\n| R-measure | z |\nA22-D7 | no |"

    assert identifiers(table) == ["A21-L2", "R-measure"]


def test_the_totals_of_the_readme_are_those_of_the_ledger():
    """The README counts the statements and twins that there are."""
    twins = sum(len(statement.twins) for statement in LEDGER.values())

    assert f"{len(LEDGER)} statements: {len(LEDGER)} reproduced, 0 not; {twins} twins: {twins} rejected" in README


def transcripts(text):
    """The commands shown with what they print: (command, output), in the order of the page."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = shown.partition("\n")
            yield command, output


def files_shown(text):
    """The files that a page shows, by name: blocks of code after a comment that names the file."""
    return dict(re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize(("command", "output"), list(transcripts(README)), ids=lambda text: text.split("\n")[0][:60])
def test_the_transcripts_of_the_readme_are_what_is_printed(command, output, capsys, monkeypatch, tmp_path):
    """Each command the README shows with its output prints that output."""
    for name, source in files_shown(README).items():
        (tmp_path / name).write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    program, *words = shlex.split(command)
    assert program == "formal-rl"
    main(words)

    assert capsys.readouterr().out == output


def test_the_readme_shows_a_transcript_for_each_user():
    """The student, the checker's neighbours and the practitioner each have a command with its output."""
    shown = {command.split()[1] for command, _ in transcripts(README)}

    assert shown >= {"ask", "trace", "conform"}


@pytest.mark.parametrize(
    "command", [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("formal-rl")]
)
def test_the_commands_of_the_readme_are_understood(command, capsys):
    """Each command the README shows is one the command line has, with those options."""
    words = [word.strip("'") for word in command.split()[1:]]

    assert main([*words[: 2 if words[0] in {"vectors", "drest", "safelife"} else 1], "--help"]) == 0
    shown = capsys.readouterr().out
    assert [option for option in words if option.startswith("--") and option not in shown] == []
