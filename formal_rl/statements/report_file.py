"""Reports in a file of JSON, a line each under a heading, so that a verification that was stopped can be resumed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from formal_rl.errors import OtherSettings, UnusableVectors
from formal_rl.files import InUse, append_whole, complete_text, cut_unfinished_line, write_whole
from formal_rl.statements.verification import Report

SCHEMA = "formal_rl/verify-run/1"


class ReportFile:
    """The reports that a file holds, by id, and the file, to which reports are added one by one.

    The first line has the schema and the settings, each other line a report; where a statement has several, the last
    one counts. A report is written at once and whole. What a program that was killed left of a last line is taken away
    when the file is opened.

    Raises `OtherSettings` where the file was made with other settings, `UnusableVectors`, naming the line, where it is
    not such a file, `FileInUse` where another process has it, and `OSError`.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Open the file, or begin it where it is not there or empty."""
        self._path, self._in_use = path, InUse(path)
        self.reports: dict[str, Report] = {}
        if not path.exists() or not path.stat().st_size:
            write_whole(path, _line({"schema": SCHEMA, **settings}))
            return
        text = complete_text(path)
        heading, *lines = [self._value(number, line) for number, line in enumerate(text.split("\n")[:-1] or [""], 1)]
        if heading.get("schema") != SCHEMA:
            raise UnusableVectors(str(path), "line 1", f"expected a heading with the schema {SCHEMA}")
        for name, wanted in settings.items():
            if heading.get(name) != wanted:
                raise OtherSettings(str(path), 1, name, str(heading.get(name)), str(wanted))
        for number, value in enumerate(lines, 2):
            try:
                report = Report.from_json(value)
            except (KeyError, TypeError, ValueError) as error:
                raise UnusableVectors(str(path), f"line {number}", f"is not a report: {error}") from None
            self.reports[report.id] = report
        cut_unfinished_line(path)

    @property
    def done(self) -> dict[str, Report]:
        """The reports that need not be made again, by id: those that passed."""
        return {identifier: report for identifier, report in self.reports.items() if report.passed}

    def add(self, report: Report) -> None:
        """Write a report at the end of the file."""
        append_whole(self._path, _line(report.to_json()))

    def _value(self, number: int, line: str) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise UnusableVectors(str(self._path), f"line {number}", "is not a JSON object")
        return value


def _line(value: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(value)}\n".encode()
