"""The command to play a level of SafeLife by keyboard: safelife play."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import require_not_input, require_writable, written
from formal_rl.cli.output import UNUSABLE
from formal_rl.cli.safelife.runs import LEVELS, echo_boards, echo_outcome, palette_of, steps_of
from formal_rl.errors import WrongUsage
from formal_rl.safelife.levels import format_run
from formal_rl.study.safelife import (
    BY_HAND,
    QUIT,
    UNKNOWN,
    Play,
    RunSoFar,
    begin,
    file_of,
    find_level,
    followed,
    keys_in_text,
    keys_read,
    pressed,
    screen_lines,
    signed,
)

_AT_ONCE = 64

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "play",
    epilog=examples(
        "formal-rl safelife play exit --keys Hl",
        "formal-rl safelife play prune-still-3 --keys 'll J.u' --save run.json",
    ),
)
def _play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="LEVEL",
            autocompletion=completing(LEVELS),
            help="A name from formal-rl safelife levels; an archive, as levels.npz or levels.npz:3; or a text file.",
        ),
    ],
    *,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the spawners' random draws.")] = 0,
    steps: Annotated[
        int | None, typer.Option(min=0, show_default="no limit", help="The greatest number of steps.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the run when you quit, as JSON.")] = None,
    keys: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Press these keys, and print each step; needs no terminal.")
    ] = None,
) -> None:
    """Play a level by keyboard, and see after each step the reward, and the locations that it is for.

    Arrows, hjkl or wasd move; with Shift, as capitals, or after a space, they toggle. Full stop or Enter waits. u
    undoes a step, as often as there are steps; the same seed then gives the same draws again. r restarts, g shows the
    goals, ? shows all keys and the meaning of the symbols, q quits. With several agents, you choose for each in turn.

    The rules are those of formal-rl safelife run. A location has points for the colour of its cell on the colour of its
    goal. The reward of a step is the increase of all points, and one point for leaving. The reasons shown add up to it.

    --save keeps a run for formal-rl safelife show, effects and animate, also if you interrupt it.
    """
    require_not_input("save", save, file_of(name))
    typed = None if keys is None else keys_in_text(keys)
    play = begin(find_level(name), seed, steps)
    require_writable("save", save)
    if typed is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUsage("there is no terminal to play in; give the keys as text, such as --keys 'llJ.'")
    console = output.PipeConsole(file=sys.stdout)
    sitting = _Sitting(play)
    try:
        if typed is None:
            _sit(sitting, console)
        else:
            for key in typed:
                sitting.press(key)
    except BaseException:
        kept = _followed(sitting.play)
        if save is not None and kept.state.steps and written(save, format_run(kept.run)):
            output.echo_error(f"the steps so far are saved in {save}: {steps_of(kept)}")
        raise
    so_far = _followed(sitting.play)
    kept_whole = save is None or written(save, format_run(so_far.run))
    if typed is not None:
        _echo_steps(console, sitting.play)
    echo_boards(console, so_far.state.board, so_far.state.goals, goals_apart=sitting.play.shows_goals)
    echo_outcome(console, name, so_far)
    if sitting.play.message:
        output.echo(console, sitting.play.message)
    if not kept_whole:
        raise typer.Exit(UNUSABLE)


class _Sitting:
    """A play as it goes on, so that what was played is there when it is broken off."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def press(self, key: str) -> None:
        if not self.play.has_quit:
            self.play = pressed(self.play, key)


def _sit(sitting: _Sitting, console: Console) -> None:
    """Show the play and press what is typed, until it is quit or nothing can be typed any more."""
    palette = palette_of(console)
    rest = ""
    with _typing() as typed, console.screen():
        while not sitting.play.has_quit:
            lines = screen_lines(sitting.play, palette, *console.size)
            console.update_screen(Group(*lines))
            found = typed()
            keys, rest = keys_read(rest + found)
            if rest == "\x1b":  # the key Escape, alone
                keys, rest = (*keys, UNKNOWN), ""
            for key in keys if found else (QUIT,):
                sitting.press(key)


@contextmanager
def _typing() -> Iterator[Callable[[], str]]:
    """Give a function that waits for keys and returns what they send, empty where there will be no more."""
    try:
        import termios  # noqa: PLC0415 - not on every system
        import tty  # noqa: PLC0415
    except ImportError:
        yield typer.getchar
        return
    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin)
    try:
        with open(stdin, "rb", buffering=0, closefd=False) as keyboard:
            yield lambda: (keyboard.read(_AT_ONCE) or b"").decode("utf-8", "replace")
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def _followed(play: Play) -> RunSoFar:
    return followed(play.level, BY_HAND, play.seed, play.turns)


def _echo_steps(console: Console, play: Play) -> None:
    for moment in play.moments:
        if moment.turn is None:
            continue
        for agent, (deed, reward) in enumerate(zip(moment.moves, moment.turn.rewards, strict=True)):
            called = f", agent {agent}" if len(play.level.agents) > 1 else ""
            output.echo(console, f"step {moment.state.steps}{called}: {deed}; reward {signed(reward)}")
            for line in moment.rewards[agent].lines():
                output.echo(console, f"    {line}")
    if len(play.moments) > 1:
        output.echo(console)
