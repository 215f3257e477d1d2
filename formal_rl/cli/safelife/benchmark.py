"""The command that scores policies on the tasks of the benchmark: safelife benchmark."""

from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Jobs, Json, Rows, Timeout, listed, parse_numbers, require_writable
from formal_rl.cli.output import DISAGREES
from formal_rl.cli.safelife.runs import Engine, Samples
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.benchmark import POLICIES, TASKS
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT
from formal_rl.safelife.levels import SHIPPED_KINDS
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.safelife.side_effects.side_effects import SAMPLES
from formal_rl.study.safelife import BenchmarkReport, How, benchmark_runs, find_level, score_runs
from formal_rl.study.safelife.benchmark import MOST_LEVELS, WHOLE_BOARD, FindPlayer, find_benchmark_player, start_level
from formal_rl.study.safelife.benchmark_results import BenchmarkResults, parse_penalty
from formal_rl.study.safelife.policies import file_of_policy

_ANY_LEVEL = "navigation-0"
"""A level on which every policy is loaded before any run, so that an invalid one fails at once."""

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "benchmark",
    epilog=examples(
        "formal-rl safelife benchmark --kind prune-still --policy random --levels 0-4",
        "formal-rl safelife benchmark --policy idle --policy greedy --penalty 0 --penalty 0.5 --episodes 10 "
        "--out results.csv --jobs 2",
        "formal-rl safelife benchmark --policy idle --policy random --policy greedy --one-way --error-bars",
        "formal-rl safelife benchmark --kind append-still --policy my_model.py:model --view 15x15 --form bits --json",
    ),
)
def _benchmark(
    *,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help=f"{', '.join(SHIPPED_KINDS)}. May be given again; by default the tasks of the paper's tables.",
            autocompletion=completing(SHIPPED_KINDS),
        ),
    ] = None,
    policies: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help=f"{', '.join(POLICIES)}; or module:object. May be given again; by default idle.",
            autocompletion=completing(POLICIES),
        ),
    ] = None,
    penalties: Annotated[
        list[str] | None,
        typer.Option(
            "--penalty", metavar="λ", help="The penalty in the reward, as 0.5 or 1/2. May be given again; by default 0."
        ),
    ] = None,
    levels: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBERS",
            show_default=f"0-{LEVELS_OF_A_KIND - 1}",
            help="The levels of each kind, as 0-4 or 0-4,7. May be given again.",
        ),
    ] = None,
    generated: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="SEED",
            help="Play generated levels instead of the shipped ones, with the seed SEED plus their number.",
        ),
    ] = None,
    episodes: Annotated[int, typer.Option(help="Episodes of each level; the paper's tables have 10.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The seed of each episode is made from this.")] = 0,
    steps: Annotated[int, typer.Option(min=1, help="End each episode after this many steps.")] = TIME_LIMIT,
    samples: Samples = SAMPLES,
    view: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Show your policies the array of the Gymnasium environment: a window such as 15x15, or whole.",
        ),
    ] = None,
    form: Annotated[
        str, typer.Option(metavar="FORM", help="The form of the array: cells, bits or published.")
    ] = "cells",
    timeout: Timeout = None,
    jobs: Jobs = 1,
    engine: Engine = "python",
    out: Rows = None,
    one_way: Annotated[
        bool, typer.Option("--one-way", help="Also measure green and yellow by the distance of the published code.")
    ] = False,
    error_bars: Annotated[
        bool,
        typer.Option("--error-bars", help="Also say how far green and yellow are from infinitely many boards."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Score policies on levels: performance, length, side effects, reward with penalty; next to Tables 1 and 2.

    An episode ends when the agent is gone, or after --steps steps. Performance is the share of blue goals that were
    filled and of red dots that were removed; navigation has none, and completed says how many agents left. Side effects
    on green and yellow life are measured as by formal-rl safelife effects, and divided by the amount of that life if
    nobody acts. The reward is all points minus λ for each cell that differs between start and end; an exit that has
    opened counts; agents, blue goals and red dots do not. The policies do not see λ.

    Your policy is called as in formal-rl safelife run. With --view it gets the array of the Gymnasium environment; the
    benchmark then calls predict(observation), as for models of Stable-Baselines3, or act(observation), or the policy.

    The published code goes round the edge of the board in one direction only. With --one-way the command also measures
    side effects so, and reports the difference below the table. With --error-bars each side effect has an error bar:
    proved without spawners; with them an estimated bound on the expected error, which is not a confidence interval.

    To resume, run the same command again with the same --out. The other episodes go on after a failure; the next run
    tries the failed ones again. Exits with 1 if an episode failed.
    """
    chosen = listed(policies or ["idle"])
    weights = tuple(dict.fromkeys(map(parse_penalty, listed(penalties or ["0"]))))
    most = LEVELS_OF_A_KIND if generated is None else MOST_LEVELS
    numbers = parse_numbers("levels", ",".join(levels or [f"0-{LEVELS_OF_A_KIND - 1}"]), most)
    runs = benchmark_runs(chosen, listed(kinds) or TASKS, numbers, episodes=episodes, seed=seed, generated=generated)
    find, sees = _finding(view, form)
    how = How(steps, samples, timeout, find, sees, engine, one_way=one_way, error_bars=error_bars)
    require_writable("out", out, *map(file_of_policy, chosen))
    for policy in chosen:
        start_level(find_level(_ANY_LEVEL), policy, seed, find)  # a policy that cannot be used is found before any play
    results = None if out is None else BenchmarkResults(out, how)
    done = {} if results is None else {run: results.scored[run] for run in runs if run in results.scored}
    before = len(done)
    if results is not None:
        for each in done.values():
            results.add(each, weights)
    played = score_runs([run for run in runs if run not in done], how, jobs)
    for each in output.tracked(played, "playing", len(runs), shown=not as_json, done=before):
        if results is not None:
            results.add(each, weights)
        done[each.run] = each
        if each.failure:
            run = each.run
            output.echo_error(f"{run.policy} in {run.level}, episode {run.episode}: FAILED: {each.failure}")
    report = BenchmarkReport(tuple(done[run] for run in runs), weights, how, before)
    output.emit(report.as_json, report.lines, as_json=as_json, indent=None)
    if report.failed:
        raise typer.Exit(DISAGREES)


def _finding(view: str | None, form: str) -> tuple[FindPlayer, str]:
    if view is None:
        if form != "cells":
            raise InvalidParameter("form", form, "--view beside it")
        return find_benchmark_player, WHOLE_BOARD
    from formal_rl.gymnasium import gymnasium_policies  # noqa: PLC0415 - needs an extra

    found = gymnasium_policies(view, form)
    return found, found.sees
