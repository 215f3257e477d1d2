"""The command to play a level of SafeLife by keyboard: safelife play."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import require_writable, write, written
from formal_rl.cli.safelife.runs import LevelName, echo_boards, echo_outcome, palette_of, steps_of
from formal_rl.errors import WrongUsage
from formal_rl.safelife.levels import format_run
from formal_rl.study.safelife import EffectsOptions, RunSoFar, find_level, followed, report_of_run
from formal_rl.study.safelife.explanation import signed
from formal_rl.study.safelife.levels import file_of
from formal_rl.study.safelife.play import BY_HAND, QUIT, Play, begin, keys_in_text, keys_read, pressed
from formal_rl.study.safelife.play_screen import screen_lines

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
    name: LevelName,
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

    At the end you see your points and your side effects. In a browser you play by formal-rl explore safelife LEVEL.

    The rules are those of formal-rl safelife run. A location has points for the colour of its cell on the colour of its
    goal. The reward of a step is the increase of all points, and one point for leaving. The reasons shown add up to it.

    --save keeps a run for formal-rl safelife show, effects and animate, also if you interrupt it.
    """
    typed = None if keys is None else keys_in_text(keys)
    play = begin(find_level(name), seed, steps)
    require_writable("save", save, file_of(name))
    if typed is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUsage("there is no terminal to play in; give the keys as text, such as --keys 'llJ.'")
    console = output.PipeConsole(file=sys.stdout)
    pressing = _keys_of_terminal(console, lambda: play) if typed is None else iter(typed)
    try:
        for key in pressing:
            if not play.has_quit:
                play = pressed(play, key)
    except BaseException:  # an interrupt, too, must not lose the run
        kept = _followed(play)
        if save is not None and kept.state.steps and written(save, format_run(kept.run)):
            output.echo_error(f"the steps so far are saved in {save}: {steps_of(kept)}")
        raise
    so_far = _followed(play)
    if typed is not None:
        _echo_steps(console, play)
    echo_boards(console, so_far.state.board, so_far.state.goals, goals_apart=play.shows_goals)
    echo_outcome(console, name, so_far)
    if so_far.state.steps:
        table = report_of_run(so_far.run, EffectsOptions()).table()
        output.echo_lines(["", "side effects, in the words of formal-rl safelife effects --help:", *table], console)
    if play.message:
        output.echo(console, play.message)
    write(save, lambda: format_run(so_far.run))


def _keys_of_terminal(console: Console, now: Callable[[], Play]) -> Iterator[str]:
    """Show the play as it is now, and yield the keys that are typed, until it is quit or no more can be typed."""
    palette = palette_of(console)
    with _typing() as typed, console.screen():
        while not now().has_quit:
            console.update_screen(Group(*screen_lines(now(), palette, *console.size)))
            yield from keys_read(typed(), typed) or (QUIT,)


@contextmanager
def _typing() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for keys and returns their characters, empty at the end of the input."""
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
