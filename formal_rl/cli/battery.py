"""The commands about batteries: battery, and handicaps."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from typing import Annotated

import typer

from formal_rl.agents.catalogue import FORMS as AGENT_FORMS
from formal_rl.battery import (
    BatteryRow,
    BatteryRun,
    NotSemiDeterministicWarning,
    Results,
    Settings,
    not_semi_deterministic,
)
from formal_rl.battery.runs import EngineChoice
from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import (
    As,
    JobsHere,
    Json,
    Reading,
    Reproducible,
    Rows,
    Scheduler,
    Seeds,
    Semantics,
    Timeout,
    Where,
    listed,
    require_dask,
    require_writable,
    seeds_of,
)
from formal_rl.cli.output import DISAGREES
from formal_rl.environments.catalogue import LIBRARY_NAMES
from formal_rl.errors import FormalRLError, require_timeout
from formal_rl.study.battery.handicaps import handicap_table, table_json
from formal_rl.study.battery.report import BatteryReport, chosen_environments, plan_runs, row_text
from formal_rl.study.battery.runs import RunOptions, battery_runs, find_agent

Environments = Annotated[
    list[str] | None,
    typer.Option(
        "--environment",
        metavar="NAME",
        help="An environment, by our name or the library's; battery also takes patterns like 'Ignore*'.",
        autocompletion=completing((*LIBRARY_NAMES, *LIBRARY_NAMES.values())),
    ),
]

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "battery",
    epilog=examples(
        "formal-rl battery --agent simple --steps 1000",
        'formal-rl battery --agent simple --agent "reality_check(simple)" --steps 100000 --seeds 1-2 '
        "--as published --out results.csv",
        "formal-rl battery --agent my_agents.py:simple_learner --environment 'Ignore*' --steps 100 --json",
    ),
)
def _battery(
    agents: Annotated[
        list[str],
        typer.Option(
            "--agent",
            metavar="AGENT",
            help=f"{', '.join(AGENT_FORMS)}, or the library's name; your own is a module:Class with act and train, "
            "or a module:function of (prompt, num_legal_actions, num_possible_obs). May be given again.",
            autocompletion=completing(AGENT_FORMS),
        ),
    ],
    *,
    steps: Annotated[int, typer.Option(min=1, help="The number of steps in each run.")] = 1000,
    seeds: Seeds = None,
    reading: As = None,
    semantics: Semantics = None,
    opposite: Annotated[
        Reading | None,
        typer.Option(
            show_default="paper",
            help="The rewards that an opposite shows to copies of the agent: its own (paper), or those it negates.",
        ),
    ] = None,
    environments: Environments = None,
    jobs: JobsHere = 1,
    backend: Where = "loky",
    scheduler: Scheduler = None,
    engine: Annotated[EngineChoice, typer.Option(help="The fastest engine that applies, or step by step.")] = "auto",
    timeout: Timeout = None,
    out: Rows = None,
    reproducible: Reproducible = False,
    as_json: Json = False,
) -> None:
    """Run agents in the fifty environments of the published benchmark: twenty-five, and their opposites.

    To resume, run the same command again with the same --out. Failed runs are marked, the others go on; the failed ones
    are tried again next time. Exits with 1 if a run failed.
    """
    if timeout is not None:
        require_timeout(timeout)
    require_dask(backend, scheduler)
    agents = list(dict.fromkeys(find_agent(name).name for name in listed(agents)))
    names = chosen_environments(listed(environments))
    semantics, opposite = semantics or reading or "paper", opposite or reading or "paper"
    runs = plan_runs(agents, names, seeds_of(seeds), steps, semantics=semantics, opposite=opposite)
    require_writable("out", out)
    results = None if out is None else Results(out, Settings(steps, semantics, opposite))
    rows = {} if results is None else {run: results.rows[run] for run in runs if run in results.done}
    before, memory = len(rows), 0
    console = output.PipeConsole(file=sys.stdout)  # fixed now: later code may replace sys.stdout
    missing = [run for run in runs if run not in rows]
    done = battery_runs(missing, how=RunOptions(engine, timeout), jobs=jobs, backend=backend, scheduler=scheduler)
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("running", total=len(runs), completed=before)
        for row, so_far in output.printing_elsewhere(done):
            if results is not None:
                results.add([row])
            memory = 0 if reproducible else max(memory, so_far)
            rows[row.run] = row
            progress.advance(task)
            if not as_json:
                output.echo(progress.console, row_text(row), style="bold red" if row.failure else "")
    report = BatteryReport(tuple(rows[run] for run in runs), before, memory, tuple(_doubts(agents, runs, rows)))
    output.emit(report.to_json, report.lines, as_json=as_json, console=console)
    for doubt in report.warnings:
        output.echo_error(f"{NotSemiDeterministicWarning.__name__}: {doubt}")
    if report.failed:
        raise typer.Exit(DISAGREES)


def _doubts(agents: list[str], runs: tuple[BatteryRun, ...], rows: dict[BatteryRun, BatteryRow]) -> Iterator[str]:
    """Yield evidence that users' agents are not semi-deterministic; those with a failed run are left out."""
    for name in agents:
        if ":" not in name or any(rows[run].failure for run in runs if run.agent == name):
            continue
        with redirect_stdout(sys.stderr), suppress(FormalRLError, SystemExit):
            doubt = not_semi_deterministic(find_agent(name))
            if doubt:
                yield doubt


@COMMANDS.command(
    "handicaps",
    epilog=examples(
        'formal-rl handicaps --agent simple --agent "reality_check(simple)" --steps 10',
        "formal-rl handicaps --agent constant:0 --environment corridor --handicap deja_vu --json",
    ),
)
def _handicaps(
    agents: Annotated[
        list[str],
        typer.Option(
            "--agent",
            metavar="AGENT",
            help="An agent, as for formal-rl trace. May be given again.",
            autocompletion=completing(AGENT_FORMS),
        ),
    ],
    *,
    steps: Annotated[int, typer.Option(min=1, help="The number of turns in each environment.")] = 10,
    environments: Environments = None,
    handicaps: Annotated[
        list[str] | None,
        typer.Option(
            "--handicap", metavar="NAME", help="A handicap; by default the examples of Section 3 of the 2021 paper."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Put every handicap on every ordinary environment, and show the exact reward of each agent in each."""
    with redirect_stdout(sys.stderr):
        table = handicap_table(listed(agents), listed(environments), listed(handicaps), steps)
    output.emit(lambda: table_json(table), lambda: (str(table),), as_json=as_json)
