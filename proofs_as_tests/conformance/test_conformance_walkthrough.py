"""The walk through a check, in docs: done again, command by command."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from formal_rl.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "conformance_walkthrough.md"
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)


@pytest.fixture
def walked(tmp_path, monkeypatch, capsys):
    """Return a function that works through the page in an empty folder, and yields each block with its output now."""
    monkeypatch.chdir(tmp_path)

    def printed(command):
        program, *arguments = command.split()
        if program == "formal-rl":
            main(arguments)
            return capsys.readouterr().out
        assert program == "python"
        ran = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
        assert ran.stderr == ""
        return ran.stdout

    def walk(text):
        for kind, block in BLOCK.findall(text):
            if kind == "python":
                Path("backwards.py").write_text(block, "utf-8")
            else:
                command = block.splitlines()[0].removeprefix("$ ")
                yield block, f"$ {command}\n{printed(command)}"

    return walk


def test_the_page_shows_the_printed_text(walked):
    """Every command of the page prints what stands there, each with the file as it is by then."""
    blocks = list(walked(PAGE.read_text("utf-8")))

    assert len(blocks) == 7
    for shown, now in blocks:
        assert shown == now
