"""The pages that show what commands print: hold them against the commands, or write them anew.

``python tools/pages.py`` writes what has changed and names the pages; ``python tools/pages.py --check`` only names
them, and exits with 1 if there are any. What a page shows is one of these:

* a transcript: a block of ``console``, in which each command stands after ``$ `` and its output below. A line ``...``
  stands for lines that are left out, and seconds are not compared;
* what stands between ``<!-- formal-rl COMMAND -->`` and ``<!-- end -->``: the output of that command; where a mark
  begins with ``trained:``, only ``--trained`` makes it anew, which takes minutes;
* a whole page, or a picture (`WHOLE`).

A file that a transcript needs is a block of Python after ``<!-- file: NAME -->``. If ``examples`` has a file of this
name, the block shows that file.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import runpy
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from formal_rl.cli import main as formal_rl

ROOT = Path(__file__).parents[1]

WHOLE = {
    "docs/ask.svg": "python tools/picture.py",
    "docs/tutorials/exercises.md": "python tools/exercises.py",
}
"""Files that are the output of one command."""

WALK = "docs/tutorials/conformance_walkthrough.md"
"""A page whose file changes as it goes on; a test of its own goes through it."""

MARKED = re.compile(r"(?<=<!-- )(formal-rl [^>]+)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
MARKED_OR_TRAINED = re.compile(f"(?:(?<=<!-- trained: )|{MARKED.pattern.replace(')', '))', 1)}", re.DOTALL)
CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```)", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
FILE = re.compile(r"^<!-- file: (\S+) -->\n```(?:python|json)\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECONDS = re.compile(r"\b\d+\.\d\d s\b")


def pages() -> list[str]:
    """Return the README and the pages of the docs."""
    return ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]


def printed(command: str, text: str = "") -> str:
    """Return what a command prints in an empty folder with the files that the page shows."""
    program, *words = shlex.split(command)
    if program == "python":
        return runpy.run_path(str(ROOT / words[0]))[Path(words[0]).stem]()
    shown = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, source in FILE.findall(text):
            Path(name).write_text(source, "utf-8")
        with mock.patch.dict(os.environ, COLUMNS="120"), contextlib.redirect_stdout(shown):
            code = formal_rl(words)
    if not shown.getvalue():
        raise RuntimeError(f"{command} prints nothing, and exits with {code}")
    return shown.getvalue()


def transcripts(text: str) -> list[tuple[str, str]]:
    """Return the commands of a page with the outputs that it shows."""
    return [shown for block in CONSOLE.findall(text) for shown in SHOWN.findall(block)]


def brought_up_to_date(shown: str, now: str) -> str:
    """Return what is to be shown of an output: what is shown, if that is right, and otherwise the nearest there is."""
    pieces = [re.escape(SECONDS.sub("0.00 s", piece)) for piece in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    if re.fullmatch(r"(?:.*\n)*".join(pieces), SECONDS.sub("0.00 s", now)):
        return shown
    if len(pieces) == 1:
        return now
    lines = now.splitlines()
    nearest = (line if line == "..." else _nearest(line, lines) for line in shown.splitlines())
    near = "".join(f"{line}\n" for line in nearest if line is not None)
    return now if near == shown else near


def example(name: str) -> str:
    """Return the text of a file of the examples, or nothing if there is none of this name."""
    file = ROOT / "examples" / name
    return file.read_text("utf-8") if file.is_file() else ""


def _nearest(line: str, lines: list[str]) -> str | None:
    return next(iter(difflib.get_close_matches(line, lines, 1)), None)


def rendered(name: str, text: str, now: Callable[[str, str], str] = printed, *, trained: bool = False) -> str:
    """Return a page as it is to be."""
    if name in WHOLE:
        return now(WHOLE[name], text)
    text = FILE.sub(lambda found: found[0].replace(found[2], example(found[1]) or found[2]), text)
    marked = MARKED_OR_TRAINED if trained else MARKED
    text = marked.sub(lambda found: found[1] + found[2] + now(found[1], text), text)

    def transcript(found: re.Match[str]) -> str:
        return f"$ {found[1]}\n{brought_up_to_date(found[2], now(found[1], text)) if found[2] else ''}"

    return CONSOLE.sub(lambda block: SHOWN.sub(transcript, block[1]), text)


def changed(*, trained: bool) -> Iterator[tuple[str, str]]:
    """Yield the files that are not as they are to be, with what they are to be."""
    for name in dict.fromkeys([*pages(), *WHOLE]):
        if name == WALK:
            continue
        text = (ROOT / name).read_text("utf-8")
        new = rendered(name, text, trained=trained)
        if new != text:
            yield name, new


def main(arguments: list[str]) -> int:
    """Write the pages, or with ``--check`` say which are not as they are to be."""
    found = 0
    for name, new in changed(trained="--trained" in arguments):
        found += 1
        print(name)
        if "--check" not in arguments:
            (ROOT / name).write_text(new, "utf-8")
    return int(found > 0 and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
