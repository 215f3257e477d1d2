"""The commands about generated levels of SafeLife: safelife generate, safelife statistics."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Jobs, Json, listed, require_directory, require_writable, write
from formal_rl.cli.safelife.runs import echo_boards, echo_published, size_of
from formal_rl.errors import InvalidParameter, WrongUsage, require_known
from formal_rl.files import InUse
from formal_rl.safelife.generation import GENERATED_KINDS
from formal_rl.safelife.levels import format_level, shipped_levels, write_levels
from formal_rl.study.safelife.generation import (
    LevelStatistics,
    SeededLevel,
    level_statistics,
    seeded_levels,
    statistics_rows,
)
from formal_rl.view.pages import columns, markdown_table

SIZE = 26

_Size = Annotated[int, typer.Option(metavar="N", help="The number of rows and columns of a level.")]
_FORMS = (".npz", ".txt")
COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "generate",
    epilog=examples(
        "formal-rl safelife generate append-still --seed 7",
        "formal-rl safelife generate prune-spawn --seed 0 --count 100 --jobs 2 --out levels.npz",
        "formal-rl safelife generate append-still --count 100 --out levels/",
        "formal-rl safelife generate navigation --size 16 --out level.txt --json",
    ),
)
def _generate(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help=f"One of {', '.join(GENERATED_KINDS)}.", autocompletion=completing(GENERATED_KINDS)
        ),
    ],
    *,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the random draws; further levels have the seeds after it.")
    ] = 0,
    size: _Size = SIZE,
    count: Annotated[int, typer.Option(min=1, metavar="K", help="The number of levels.")] = 1,
    jobs: Jobs = 1,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write an archive, .npz, or for one level a text file, .txt; "
            "or a folder, whose name ends in /, of archives of one level each.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Generate levels of a kind: patterns by the paper's algorithm, goals, fences, spawners, agent and exit.

    The same kind, seed, size and targets give the same level. With --count 100 the seeds are seed, seed + 1 and so on,
    so that each level can also be generated alone. The published package reads the archive; formal-rl safelife show,
    run and play read both forms: levels.npz:3, level.txt. An existing file is replaced once all levels are done; in
    a folder, each file as soon as its level is done.

    Exits with 4 if a pattern is not finished.
    """
    file, folder = _file_or_folder(out, count)
    require_writable("out", file)
    require_directory("out", folder)
    require_known("no kind of generated levels", kind, GENERATED_KINDS)
    levels = seeded_levels(kind, size, range(seed, seed + count), jobs=min(jobs, count))
    if folder is not None:
        levels = _kept_in(folder, levels)
    with nullcontext() if file is None else InUse(file):  # held from now on: the levels may take long
        made = _made(kind, count, levels, shown=not as_json)
        if as_json:
            output.print_json([_level_json(kind, size, each) for each in made], None)
        else:
            _say(made)
        if file is not None and file.suffix == ".txt":
            write(file, lambda: format_level(made[0].level) + "\n")
        elif file is not None:
            write_levels(file, [each.level for each in made])
    if out is not None and not as_json:
        output.echo_lines([f"saved in {out}"])


@COMMANDS.command(
    "statistics",
    epilog=examples("formal-rl safelife statistics prune-still --count 5", "formal-rl safelife statistics --markdown"),
)
def _statistics(
    kinds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KIND",
            help=f"One of {', '.join(GENERATED_KINDS)}; by default all.",
            autocompletion=completing(GENERATED_KINDS),
        ),
    ] = None,
    *,
    count: Annotated[int, typer.Option(min=1, metavar="K", help="The number of levels to generate of each kind.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first level; the others have the seeds after it.")] = 0,
    size: _Size = SIZE,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table of the docs.")] = False,
    as_json: Json = False,
) -> None:
    """Count cells on the shipped levels of each kind and on generated ones: life, goals, walls, spawners, fill.

    The table has means; JSON also has the least and the greatest number.
    """
    if markdown and as_json:
        raise WrongUsage("choose one of --json and --markdown")
    statistics: list[LevelStatistics] = []
    for kind in listed(kinds):
        require_known("no kind of generated levels", kind, GENERATED_KINDS)
    for kind in listed(kinds) or GENERATED_KINDS:
        levels = seeded_levels(kind, size, range(seed, seed + count))
        made = _made(kind, count, levels, shown=not (as_json or markdown))
        statistics.append(level_statistics(kind, "shipped", shipped_levels(kind)))
        statistics.append(level_statistics(kind, "generated", [each.level for each in made]))
    if as_json:
        output.print_json([each.to_json() for each in statistics], None)
    elif markdown:
        heading, *rows = statistics_rows(statistics)
        typer.echo("\n".join(markdown_table(heading, rows)))
    else:
        output.echo_lines(columns(statistics_rows(statistics)))


def _made(kind: str, count: int, levels: Iterable[SeededLevel], *, shown: bool) -> tuple[SeededLevel, ...]:
    made = output.tracked(levels, f"generating {kind}", count, shown=shown and count > 1)
    return tuple(sorted(made, key=lambda each: each.seed))


def _file_or_folder(out: str | None, count: int) -> tuple[Path | None, Path | None]:
    """Return the output file, or the folder for one file a level."""
    if out is None:
        return None, None
    path = Path(out)
    if out.endswith("/") or (path.is_dir() and path.suffix not in _FORMS):
        return None, path
    if path.suffix not in _FORMS:
        raise InvalidParameter("out", out, "a file whose name ends in .npz or .txt, or a folder, which ends in /")
    if path.suffix == ".txt" and count > 1:
        raise InvalidParameter("out", out, "an archive, .npz, for more than one level, or a folder")
    return path, None


def _kept_in(folder: Path, levels: Iterable[SeededLevel]) -> Iterator[SeededLevel]:
    """Yield levels, each once it has been written."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in levels:
        write_levels(folder / f"{each.level.name}.npz", [each.level])
        yield each


def _say(made: tuple[SeededLevel, ...]) -> None:
    console = output.PipeConsole()
    if len(made) == 1:
        echo_boards(console, made[0].level.board, made[0].level.goals, goals_apart=False)
    for level, _, draws_used in made:
        required = f"{', '.join(map(str, level.required))} points open the exit"
        output.echo(console, f"{level.name}: {size_of(level)}, {required}, {draws_used} random draws used")
    if len(made) == 1:
        echo_published(console, made[0].level)


def _level_json(kind: str, size: int, made: SeededLevel) -> dict[str, Any]:
    level = made.level
    counted = level_statistics(kind, "generated", [level]).spreads
    return {
        "name": level.name,
        "kind": kind,
        "seed": made.seed,
        "size": size,
        "draws_used": made.draws_used,
        "required": list(level.required),
        "counts": {name: float(spread.mean) for name, spread in counted.items()},
        "level": format_level(level).splitlines(),
    }
