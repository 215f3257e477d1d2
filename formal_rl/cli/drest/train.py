"""The command drest train: agents of tabular REINFORCE, with several seeds."""

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer
from attrs import evolve

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import (
    Json,
    Seeds,
    faults_of_the_world,
    hint,
    require_not_input,
    require_writable,
    seeds_of,
    written,
)
from formal_rl.cli.output import UNUSABLE
from formal_rl.errors import InvalidParameter, WrongUsage
from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC, World
from formal_rl.gridworlds.training import (
    AgentKind,
    Checkpoint,
    Credit,
    ExponentialDecay,
    TrainedRun,
    Training,
    appendix_training,
    lopsided_training,
    main_training,
)
from formal_rl.study import exact_number
from formal_rl.study.drest import POINTS, TrainingReport, first_run, load_world, training_rounds

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
    world: Annotated[
        str,
        typer.Argument(
            metavar="WORLD",
            help=f"One of {', '.join((*RECONSTRUCTED, *SYNTHETIC))}; or a file that holds a picture.",
            autocompletion=completing((*RECONSTRUCTED, *SYNTHETIC)),
        ),
    ],
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
    lam: Annotated[str | None, typer.Option("--lambda", metavar="λ", help="The base of the reward, 0 to 1.")] = None,
    gamma: Annotated[str | None, typer.Option(metavar="γ", help="The discount of each move, 0 to 1.")] = None,
    mini_episodes: Annotated[
        int | None, typer.Option(metavar="N", help="The number of mini-episodes in a meta-episode.")
    ] = None,
    meta_episodes: Annotated[
        int | None, typer.Option(metavar="M", help="The number of meta-episodes in a run.")
    ] = None,
    learning_rate: Annotated[
        str | None,
        typer.Option(metavar="A,B,M", help="The step size falls from A to B over M mini-episodes, as 0.25,0.01,65536."),
    ] = None,
    exploration: Annotated[
        str | None, typer.Option(metavar="A,B,M", help="The probability of a random move falls likewise.")
    ] = None,
    credit: Annotated[
        Credit | None,
        typer.Option(
            help="What a move is credited with: the rewards after it in its mini-episode, or in the meta-episode."
        ),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="WEIGHT", help="Subtract a running mean of returns with this weight.")
    ] = None,
    x: Annotated[str, typer.Option("--x", metavar="VALUE", help="The value of a coin Cx.")] = "1",
    points: Annotated[int, typer.Option(min=1, help="The number of measurements of a run.")] = POINTS,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="The number of processes; by default the number of processors.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the runs in this file, as JSON; the same command resumes them."),
    ] = None,
    curves: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the curves as CSV, a line for each point.")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(metavar="FILE", help="The old name of --out.")] = None,
    as_json: Json = False,
) -> None:
    """Train agents by tabular REINFORCE, one for each seed, and compare them with the exact optimum.

    The measurements are of the policy without exploration. The paper does not say what a move is credited with; its
    results are those of credit by mini-episode. Options override the settings.
    """
    changed = {
        "lam": None if lam is None else exact_number("λ", lam),
        "gamma": None if gamma is None else exact_number("γ", gamma),
        "mini_episodes": mini_episodes,
        "meta_episodes": meta_episodes,
        "learning_rate": None if learning_rate is None else _decay("learning_rate", learning_rate),
        "exploration": None if exploration is None else _decay("exploration", exploration),
        "credit": credit,
        "baseline": None if baseline is None else float(exact_number("baseline", baseline)),
    }
    out, curves = _as_before(out, curves, checkpoint)
    training = _training(settings, agent, {name: value for name, value in changed.items() if value is not None})
    asked, value = seeds_of(seeds), exact_number("x", x)
    if value <= 0:
        raise InvalidParameter("x", x, "a number above 0")
    for option, file in (("out", out), ("curves", curves)):
        require_writable(option, file)
    require_not_input("curves", curves, out, Path(world))
    require_not_input("out", out, Path(world))
    if out is not None and curves is not None and _place(out) == _place(curves):
        raise InvalidParameter("curves", str(curves), "a file other than that of the runs")
    with faults_of_the_world(world):
        origin, loaded = load_world(world, value)
        kept = None if out is None else Checkpoint(out, loaded, training, points)
        runs = _trained(loaded, training, asked, kept, points=points, jobs=jobs, quiet=as_json)
    report = TrainingReport(world, origin, loaded, training, points, runs)
    if curves is not None and not written(curves, report.to_csv()):
        raise typer.Exit(UNUSABLE)
    output.show(report, as_json=as_json)


def _as_before(out: Path | None, curves: Path | None, checkpoint: Path | None) -> tuple[Path | None, Path | None]:
    """Return where the runs and the curves go, once ``--checkpoint`` was for the runs and ``--out`` for the curves."""
    if checkpoint is not None:
        hint("--checkpoint", "--out")
    if curves is None and out is not None and (checkpoint is not None or out.suffix == ".csv"):
        hint("--out, for curves,", "--curves")
        out, curves = None, out
    if out is not None and checkpoint is not None:
        raise WrongUsage("--checkpoint is the old name of --out: give one of them")
    return out or checkpoint, curves


def _place(file: Path) -> Path:
    return file.parent.resolve() / file.name


def _decay(name: str, text: str) -> ExponentialDecay:
    parts = text.split(",")
    if len(parts) != 3 or not (parts[2].isascii() and parts[2].isdigit() and len(parts[2]) < 19):
        raise InvalidParameter(name, text, "two numbers and a number of mini-episodes, as 0.25,0.01,65536")
    start, end = (float(exact_number(name, part)) for part in parts[:2])
    return ExponentialDecay(start, end, int(parts[2]))


def _training(settings: Settings, agent: AgentKind, changed: dict[str, Any]) -> Training:
    training = _SETTINGS[settings](agent)
    for name in ("lam", "gamma"):
        if isinstance(changed.get(name), Fraction) and changed[name].denominator == 1:
            changed[name] = int(changed[name])
    return evolve(training, **changed)


def _trained(
    world: World,
    training: Training,
    seeds: tuple[int, ...],
    kept: Checkpoint | None,
    *,
    points: int,
    jobs: int | None,
    quiet: bool,
) -> tuple[TrainedRun, ...]:
    """Return finished runs for the seeds, those that are in the file gone on with."""
    there = {} if kept is None else kept.runs
    runs = {seed: there.get(seed) or first_run(world, training, seed) for seed in seeds}
    if kept is not None:
        kept.save()  # so that a file that cannot be written is known before the work
    console = output.PipeConsole(file=sys.stdout)
    try:
        with output.progress_bar(console, enabled=not quiet) as progress:
            done = sum(run.mini_episodes for run in runs.values())
            task = progress.add_task("training", total=len(runs) * training.all_mini_episodes, completed=done)
            for run in training_rounds(world, tuple(runs.values()), points=points, jobs=jobs):
                progress.advance(task, run.mini_episodes - runs[run.seed].mini_episodes)
                runs[run.seed] = run
                if kept is not None:
                    kept.keep(run)
    finally:
        if kept is not None:
            kept.save()
    return tuple(runs.values())
