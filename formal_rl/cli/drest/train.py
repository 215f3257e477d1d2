"""The command drest train: agents of tabular REINFORCE, with several seeds."""

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer
from attrs import evolve

from formal_rl.cli import output
from formal_rl.cli.drest.numbers import LAMBDA, MINI_EPISODES, CoinValue, Gridworld, coin_value
from formal_rl.cli.help import examples
from formal_rl.cli.options import Json, Processes, Seeds, faults_of_the_world, require_writable, seeds_of, write
from formal_rl.gridworlds.training import (
    AgentKind,
    Checkpoint,
    Credit,
    Training,
    appendix_training,
    lopsided_training,
    main_training,
)
from formal_rl.study.drest import TrainingReport, load_world
from formal_rl.study.drest.training import POINTS, first_run, training_rounds
from formal_rl.study.numbers import exact_number

Settings: TypeAlias = Literal["main", "appendix-c", "lopsided"]

_SETTINGS: dict[Settings, Callable[[AgentKind], Training]] = {
    "main": main_training,
    "appendix-c": appendix_training,
    "lopsided": lopsided_training,
}

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "train",
    epilog=examples(
        "formal-rl drest train example",
        "formal-rl drest train example --agent default --seeds 1-10",
        "formal-rl drest train lopsided --settings lopsided --x 10 --curves curves.csv",
        "formal-rl drest train hidden_treasure --settings appendix-c --seeds 1-10 --out hidden.json",
    ),
)
def _train(
    world: Gridworld,
    *,
    agent: Annotated[
        AgentKind,
        typer.Option(
            help="What it is rewarded with: coins, DREST, or DREST without division by m, as in the lopsided settings."
        ),
    ] = "drest",
    seeds: Seeds = None,
    settings: Annotated[
        Settings, typer.Option(help="The settings of the paper's Section 5, Appendix C, or Section 6.1.")
    ] = "main",
    lam: Annotated[str | None, LAMBDA] = None,
    gamma: Annotated[str | None, typer.Option(metavar="γ", help="The discount of each move, 0 to 1.")] = None,
    mini_episodes: Annotated[int | None, MINI_EPISODES] = None,
    meta_episodes: Annotated[
        int | None, typer.Option(metavar="M", help="The number of meta-episodes in a run.")
    ] = None,
    credit: Annotated[
        Credit | None,
        typer.Option(
            help="What a move is credited with: the rewards after it in its mini-episode, or in the meta-episode."
        ),
    ] = None,
    x: CoinValue = "1",
    points: Annotated[int, typer.Option(min=1, help="The number of measurements of a run.")] = POINTS,
    jobs: Processes = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the runs in this file, as JSON; the same command resumes them."),
    ] = None,
    curves: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the curves as CSV, a line for each point.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train agents by tabular REINFORCE, one for each seed, and compare them with the exact optimum.

    The measurements are of the policy without exploration. The paper does not define the credit of a move; its
    results are those of credit by mini-episode. Options override the settings.
    """
    changed = {
        "lam": None if lam is None else _plain(exact_number("λ", lam)),
        "gamma": None if gamma is None else _plain(exact_number("γ", gamma)),
        "mini_episodes": mini_episodes,
        "meta_episodes": meta_episodes,
        "credit": credit,
    }
    changes: dict[str, Any] = {name: value for name, value in changed.items() if value is not None}
    training = evolve(_SETTINGS[settings](agent), **changes)
    numbers, value = seeds_of(seeds), coin_value(x)
    require_writable("curves", curves, out, Path(world))
    require_writable("out", out, Path(world))
    with faults_of_the_world(world):
        origin, loaded = load_world(world, value)
        kept = None if out is None else Checkpoint(out, loaded, training, points)
        there = {} if kept is None else kept.runs
        runs = {seed: there.get(seed) or first_run(loaded, training, seed) for seed in numbers}
        done = sum(run.mini_episodes for run in runs.values())
        if kept is not None:
            kept.save()  # so that a file that cannot be written is known before the work
        try:
            with output.progress_bar(output.PipeConsole(file=sys.stdout), enabled=not as_json) as progress:
                task = progress.add_task("training", total=len(runs) * training.all_mini_episodes, completed=done)
                for run in training_rounds(loaded, tuple(runs.values()), points=points, jobs=jobs):
                    progress.advance(task, run.mini_episodes - runs[run.seed].mini_episodes)
                    runs[run.seed] = run
                    if kept is not None:
                        kept.keep(run)
        finally:
            if kept is not None:
                kept.save()
    report = TrainingReport(world, origin, loaded, training, points, tuple(runs.values()))
    write(curves, report.to_csv)
    output.show(report, as_json=as_json)


def _plain(number: Fraction) -> Fraction | int:
    return int(number) if number.denominator == 1 else number
