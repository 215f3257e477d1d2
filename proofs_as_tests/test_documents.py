"""What the documents say is what the commands print."""

import doctest
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


def test_the_totals_of_the_readme_are_those_of_the_ledger():
    """The README counts the statements and twins that there are."""
    twins = sum(len(statement.twins) for statement in LEDGER.values())

    assert f"{len(LEDGER)} statements: {len(LEDGER)} reproduced, 0 not; {twins} twins: {twins} rejected" in README


@pytest.mark.parametrize(
    "command", [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("formal-rl")]
)
def test_the_commands_of_the_readme_are_understood(command, capsys):
    """Each command the README shows is one the command line has, with those options."""
    words = [word.strip("'") for word in command.split()[1:]]

    assert main([*[word for word in words if word not in {"N"}][:1], "--help"]) == 0
    shown = capsys.readouterr().out
    assert [option for option in words if option.startswith("--") and option not in shown] == []
