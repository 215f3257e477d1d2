"""The screen while a level of SafeLife is played: the part of the board that fits, and the state of the play."""

from collections.abc import Iterator
from textwrap import wrap

from rich.text import Text

from formal_rl.safelife.board import SPAWNING
from formal_rl.safelife.game import ACTIONS
from formal_rl.study.safelife.board_text import Palette, board_text, legend, legend_of_goals
from formal_rl.study.safelife.explanation import signed, standing
from formal_rl.study.safelife.play import LEGEND, Play

GAP = 2
LEAST_PANEL, MOST_PANEL = 22, 60
"""The least and the greatest width of the panel to the right of the board; without room, the panel is below."""

BELOW = 8
CELL = 2


def screen_lines(play: Play, palette: Palette | None, width: int, height: int) -> list[Text]:
    """Return the lines of a screen of this size; none is longer than ``width``, and there are at most ``height``.

    Of a board that is too large, the screen shows the part around the agent that acts, with the rows and columns
    numbered as on the whole board.
    """
    if play.shows_help:
        return _help(play, palette, width, height)
    state = play.state
    goals = [board_text(state.goals, state.goals, palette=palette)] if play.shows_goals else []
    boards = [list(each.split("\n")) for each in (board_text(state.board, state.goals, palette=palette), *goals)]
    whole = max(map(len, boards[0]))
    both = len(boards) == 2 and 2 * whole + 2 * GAP + LEAST_PANEL <= width
    shown = boards if both else boards[-1:]
    used = len(shown) * (whole + GAP)
    if width - used < LEAST_PANEL:
        rows = max(2, height - BELOW)
        lines = _window(shown[0], play, width, rows)
        return [*lines, *_panel(play, width, height - len(lines))][:height]
    lines = []
    for parts in zip(*(_window(each, play, whole, height) for each in shown), strict=True):
        lines.append(Text().join(Text.assemble(part, " " * (whole - len(part) + GAP)) for part in parts))
    panel = _panel(play, min(MOST_PANEL, width - used), height)
    lines += [Text(" " * used) for _ in panel[len(lines) :]]
    for line, text in zip(lines, panel, strict=False):
        line.append_text(text)
    return lines


def _window(lines: list[Text], play: Play, width: int, height: int) -> list[Text]:
    """Return the part of a board's lines that fits, the heading and the numbers of the rows in their places."""
    board = play.state.board
    margin = len(str(board.height - 1)) + 1
    centre = (board.height // 2, board.width // 2)
    row, column = play.state.locations[play.next_agent or 0] if play.level.agents else centre
    rows, columns = max(1, min(board.height, height - 1)), max(1, min(board.width, (width - margin) // CELL))
    top = min(max(0, row - rows // 2), board.height - rows)
    first = min(max(0, column - columns // 2), board.width - columns)
    begin, end = margin + CELL * first, margin + CELL * (first + columns)
    kept = [lines[0], *lines[1 + top : 1 + top + rows]]
    return [line[:margin] + line[begin:end] for line in kept]


def _panel(play: Play, width: int, height: int) -> list[Text]:
    messages = [line for text, style in _messages(play) for line in _wrapped(text, style, width)]
    why = [line for text, style in _why(play) for line in _wrapped(text, style, width)]
    end = [line for text, style in _ending(play) for line in _wrapped(text, style, width)]
    room = height - len(messages) - len(end)
    if len(why) > room:
        why = [*why[: max(0, room - 1)], *_wrapped("  ...", "", width)][: max(0, room)]
    return [*messages, *why, *end][:height]


def _wrapped(text: str, style: str, width: int) -> list[Text]:
    indented = " " * (len(text) - len(text.lstrip()))
    lines = wrap(text, width, subsequent_indent=f"{indented}  ", drop_whitespace=True)
    return [Text(line, style=style) for line in lines or [""]]


def _messages(play: Play) -> Iterator[tuple[str, str]]:
    """Yield the lines with their styles that say where the play is."""
    state, level = play.state, play.level
    name = level.name if level.name.isprintable() else ascii(level.name)
    yield f"{name}{'  ' if name else ''}step {state.steps}{'' if play.most is None else f' of {play.most}'}", "bold"
    if play.shows_goals:
        yield "with the goals by themselves; g leaves them", ""
    if level.board.find(SPAWNING):
        yield f"spawners: seed {play.seed}", ""
    for agent in range(len(level.agents)):
        yield f"{_called(play, agent)}{standing(level, state, agent)}", ""


def _called(play: Play, agent: int) -> str:
    return f"agent {agent}: " if len(play.level.agents) > 1 else ""


def _why(play: Play) -> Iterator[tuple[str, str]]:
    """Yield the lines on the effects and rewards of the last step, and the locations that changed value."""
    turn = play.now.turn
    if turn is None:
        return
    for agent, reward in enumerate(turn.rewards):
        yield "", ""
        yield f"{_called(play, agent)}{play.now.moves[agent]}", ""
        colour = "bold green" if reward > 0 else "bold red" if reward < 0 else "bold"
        yield f"reward {signed(reward)}", colour
        for line in play.now.rewards[agent].lines():
            yield f"  {line}", ""


def _ending(play: Play) -> Iterator[tuple[str, str]]:
    yield "", ""
    if play.has_ended and not play.message:
        yield "ended: u undoes, r restarts, q quits", "bold"
    elif play.message:
        yield play.message, "bold"
    elif len(play.level.agents) > 1 and play.next_agent is not None:
        given = ", ".join(ACTIONS[action] for action in play.chosen)
        yield f"agent {play.next_agent} to act{f' (given: {given})' if given else ''}", "bold"
    yield "? keys, u undo, q quit", "dim"


def _help(play: Play, palette: Palette | None, width: int, height: int) -> list[Text]:
    lines = [Text("Keys", style="bold")]
    for keys, does in LEGEND:
        lines += _wrapped(f"{does}: {keys}", "", width)
    lines.append(Text())
    lines += legend(play.state.board, palette=palette, width=width).split("\n")
    if palette is not None:
        lines.append(legend_of_goals(play.state.goals, palette))
    return [line[:width] for line in lines[:height]]
