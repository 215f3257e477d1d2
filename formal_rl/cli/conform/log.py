"""What ``formal-rl conform --log`` does: a log of training is checked, line by line."""

import sys
from pathlib import Path
from typing import Any

from formal_rl.cli import output
from formal_rl.cli.conform.reports import Showing, reports_json, require_all_writable, write_reports
from formal_rl.cli.output import UNUSABLE
from formal_rl.conformance import check_log
from formal_rl.errors import WrongUsage


def check_training_log(
    log: Path,
    told: str,
    suites: tuple[str, ...],
    beside: dict[str, Any],
    files: dict[str, Path | None],
    *,
    as_json: bool,
) -> int:
    """Print and write the report on a log; return the exit code.

    Raises `WrongUsage` beside another suite, and beside options that are about implementations.
    """
    given = [name for name, value in beside.items() if value is not None]
    if given:
        raise WrongUsage(f"--log does not go with {', '.join(given)}")
    if suites not in {(), ("drest_return",)}:
        raise WrongUsage(f"--log needs --suite drest_return, not {', '.join(suites)}")
    require_all_writable(**files)
    report = check_log(log, told)
    if as_json:
        output.print_json(reports_json([report], report.exit_code))
    else:
        Showing(output.PipeConsole(file=sys.stdout), apart=False).finish(report, None, None)
    well = write_reports([report], report.exit_code, files["json_file"], files["junit"], files["html"])
    return report.exit_code if well else UNUSABLE
