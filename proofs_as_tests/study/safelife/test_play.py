"""To play by keys: what each key does, that undone steps leave no trace, and what is on the screen."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import ACTIONS, Level
from formal_rl.safelife.levels import TEACHING_LEVELS, SafeLifeRun, shipped_level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.study.safelife.board_text import FINE, SIXTEEN
from formal_rl.study.safelife.play import KEYS, LEGEND, UNKNOWN, begin, keys_in_text, keys_read, pressed
from formal_rl.study.safelife.play_screen import screen_lines

EXIT, TWO = TEACHING_LEVELS["exit"], TEACHING_LEVELS["two-agents"]
SPAWNING = shipped_level("prune-spawn-2")


def played(level, text, seed=0, most=None):
    """The play of a level after these keys."""
    play = begin(level, seed, most)
    for key in keys_in_text(text):
        play = pressed(play, key)
    return play


def actions(play):
    """What was done in each step that stands."""
    return [turn.actions for turn in play.turns]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1b[A\x1b[C\x1b[B\x1b[D", ["move up", "move right", "move down", "move left"]),
        ("\x1bOA\x1bOD", ["move up", "move left"]),
        ("\x1b[1;2A\x1b[1;2C\x1b[1;5B\x1b[1;1D", ["toggle up", "toggle right", "toggle down", "move left"]),
        ("\xe0H\x00K", ["move up", "move left"]),
        ("kjhl", ["move up", "move down", "move left", "move right"]),
        ("wsad", ["move up", "move down", "move left", "move right"]),
        ("KJHL", ["toggle up", "toggle down", "toggle left", "toggle right"]),
        ("WSAD", ["toggle up", "toggle down", "toggle left", "toggle right"]),
        (".\r\n", ["wait"] * 3),
        (" urg?q", ["toggle", "undo", "restart", "goals", "help", "quit"]),
        ("x\x1b[5~\x1b[200~é\x1bxl", [UNKNOWN] * 5 + ["move right"]),
    ],
)
def test_input_of_terminals(sent, keys):
    """Each key has its meaning, several may come at once, and a sequence that is none of ours is one unknown key."""
    assert keys_read(sent) == tuple(keys)


@given(
    st.lists(st.sampled_from(["\x1b[A", "\x1b[1;2C", "\x1bOB", "l", " ", "\x1b[5~", "q"])), st.sets(st.integers(1, 50))
)
def test_keys_that_arrive_in_pieces(sent, cuts):
    """However what is sent is cut, but for just behind an escape, the same keys are read."""
    whole = "".join(sent)
    places = [0, *sorted(cut for cut in cuts if cut < len(whole) and whole[cut - 1] != "\x1b"), len(whole)]
    pieces = iter([whole[first:end] for first, end in pairwise(places)])
    keys = [key for piece in pieces for key in keys_read(piece, lambda: next(pieces, ""))]

    assert tuple(keys) == keys_read(whole)


def test_keys_in_a_text():
    """A text has the keys that have characters; what is none is refused with its place."""
    assert keys_in_text("l J.") == ("move right", "toggle", "toggle down", "wait")
    with pytest.raises(InvalidParameter, match="character 3 of keys is 'x': expected keys: "):
        keys_in_text("llx")


def test_every_action_has_keys():
    """All nine actions are to be had by keys, and every meaning is in the legend."""
    assert {*ACTIONS} - {"nothing"} <= {*KEYS.values()}
    assert len(LEGEND) == 2 + len({meaning for meaning in KEYS.values() if " " not in meaning}) - 1


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_are_played_by_keys(name):
    """The keys of a lesson's actions give its boards and what it pays."""
    lesson = LESSONS[name]
    text = "".join(".kljhKLJH"[action] for taken in lesson.steps for action in taken)
    play = played(lesson.level, text)
    ended = name == "exit"  # the step after leaving cannot be made

    assert actions(play) == list(lesson.steps)[: -1 if ended else None]
    assert (play.state.board, play.state.goals) == (lesson.board_after, lesson.goals_after)
    paid = tuple(sum(turn.rewards[agent] for turn in play.turns) for agent in range(len(lesson.level.agents)))
    assert paid == lesson.paid


def test_toggling_in_two_keys():
    """A space and a way toggle; a second space takes it back, as does any key that is no way."""
    assert actions(played(EXIT, " h")) == [(8,)]
    assert actions(played(EXIT, "  h")) == [(4,)]
    assert actions(played(EXIT, " H")) == [(8,)]
    assert actions(played(EXIT, " g.")) == [(0,)]
    assert actions(played(EXIT, " gh")) == [(4,)]
    assert actions(played(EXIT, " .h")) == [(0,), (4,)]
    assert played(EXIT, " ").message == "toggle: which way?"


KEY = st.sampled_from("hjklHJKL.... ")


@settings(max_examples=60)
@given(st.lists(KEY, max_size=6), st.lists(KEY, max_size=6), st.lists(KEY, max_size=4), st.integers(0, 9))
def test_an_undone_step_leaves_no_trace(before, undone, after, seed):
    """Steps that are undone, and what is drawn in them, are as if never made: spawners spawn as they would have."""
    level = TEACHING_LEVELS["spawner"] if seed % 2 else SPAWNING
    start = played(level, "".join(before), seed)
    made = start
    for key in keys_in_text("".join(undone)):
        made = pressed(made, key)
    for _ in range(len(made.turns) - len(start.turns)):
        made = pressed(made, "undo")
    for key in keys_in_text("".join(after)):
        start, made = pressed(pressed(start, UNKNOWN), key), pressed(pressed(made, UNKNOWN), key)
        start, made = (pressed(each, UNKNOWN) for each in (start, made))

    assert made.moments == start.moments


@settings(max_examples=30)
@given(st.lists(st.sampled_from("hjklHJKL.u rg?"), max_size=12), st.integers(0, 9))
def test_a_play_is_a_run(keys, seed):
    """Whatever is pressed, what stands is the run of its actions and its seed."""
    play = played(SPAWNING, "".join(keys), seed)
    taken, paid = (tuple(getattr(turn, part) for turn in play.turns) for part in ("actions", "rewards"))
    run = SafeLifeRun(SPAWNING, seed, "", taken, paid, play.state.board)

    assert list(run.turns()) == list(play.turns)


def test_undoing_and_restarting():
    """Undoing goes back to the start and no further; restarting goes there at once; each says so."""
    assert played(EXIT, "..u").message == "step 2 undone"
    assert actions(played(EXIT, "h.u")) == [(4,)]
    assert played(EXIT, "..uuu").moments == begin(EXIT).moments
    assert played(EXIT, "..uuu").message == "nothing to undo: this is the start"
    assert played(EXIT, "...r").moments == begin(EXIT).moments


def test_the_end_of_a_play():
    """Once the agent has left nothing is done any more, but steps can be undone; quitting is quitting."""
    left = played(EXIT, "Hl")
    assert left.has_ended
    assert not left.has_quit
    assert len(pressed(left, "wait").turns) == 2
    assert pressed(left, "wait").message.startswith("the play has ended")
    assert not pressed(left, "undo").has_ended
    assert actions(played(EXIT, "Hluh")) == [(8,), (4,)]
    assert played(EXIT, "q").has_quit


def test_as_many_steps_as_are_allowed():
    """Where the steps are numbered no more can be made; a number that is none is refused."""
    play = played(EXIT, "....", most=2)
    assert (len(play.turns), play.has_ended) == (2, True)
    assert played(EXIT, ".", most=0).turns == ()
    with pytest.raises(InvalidParameter, match="steps is -1"):
        begin(EXIT, most=-1)
    with pytest.raises(InvalidParameter, match="seed is -1"):
        begin(EXIT, -1)


def test_several_agents():
    """Each agent is given its action in turn; undoing takes the first ones back; who is gone is not asked."""
    assert actions(played(TWO, "lh.j")) == [(2, 4), (0, 3)]
    half = played(TWO, "l")
    assert (half.chosen, half.next_agent, half.turns) == ((2,), 1, ())
    assert pressed(half, "undo").chosen == ()
    board = TWO.board.with_cells({TWO.agents[1]: TWO.board[TWO.agents[1]]})
    first, second = TWO.agents
    near = Level(board.with_cells({second: 0, (first[0], first[1] + 1): TWO.board[second]}), TWO.goals)
    destroyed = played(near, "L.")
    assert destroyed.next_agent == 0
    assert actions(pressed(destroyed, "move left")) == [(6, 0), (4, 0)]


def test_a_level_without_agents():
    """Where there is no agent waiting lets a step pass, and nothing else does."""
    play = played(Level(Board.empty(4, 4), Board.empty(4, 4)), "l..")
    assert actions(play) == [(), ()]
    assert played(play.level, "l").message == "no agent is there; . lets a step pass"


def shown(play, width=80, height=24, palette=None):
    """The lines on a screen of this size, which they fit."""
    lines = [line.plain for line in screen_lines(play, palette, width, height)]
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    return [line.rstrip() for line in lines]


@settings(max_examples=60)
@given(
    st.integers(20, 150),
    st.integers(6, 60),
    st.sampled_from(["", "?", "g", "l", "..J", "L.g", " "]),
    st.sampled_from([None, FINE, SIXTEEN]),
    st.sampled_from([SPAWNING, EXIT, TWO]),
)
def test_the_screen_fits(width, height, keys, palette, level):
    """For any size of the terminal, the lines fit, and the agent is visible, except on the help screen."""
    play = played(level, keys)
    lines = shown(play, width, height, palette)
    if not play.shows_help and not play.shows_goals:
        assert any(symbol in line for line in lines for symbol in "^>v<")


def test_the_panel_beside_the_board():
    """The screen has points, exit, what the last action did, the reward, and where it comes from."""
    lines = shown(played(EXIT, "H"))
    panel = [line[12:].strip() for line in lines]

    assert panel[:2] == ["exit  step 1", "points 0, earned 1 of 1; exit open"]
    assert panel[3:6] == [
        "toggled left: removed red life",
        "reward +1",
        "+1 row 2, column 1: red life went: counted -1",
    ]
    assert panel[-1] == "? keys, u undo, q quit"
    assert "spawners: seed 7" in "\n".join(shown(begin(SPAWNING, 7)))
    assert "step 1 of 5" in "\n".join(shown(played(EXIT, ".", most=5)))
    assert "agent 1 to act (given: move right)" in "\n".join(shown(played(TWO, "l")))
    assert "ended: u undoes, r restarts, q quits" in "\n".join(shown(played(EXIT, "Hl")))


def test_goals_and_help():
    """The goals are in place of the board, or beside it where there is room; help has the keys and the symbols."""
    level = TEACHING_LEVELS["blue-goals"]
    narrow, wide = (shown(played(level, "g"), width) for width in (40, 120))
    assert not any(symbol in line[:15] for line in narrow for symbol in "^>v")
    assert wide[1].count("0 .") == 2
    helped = "\n".join(shown(played(level, "?"), palette=FINE))
    assert all(what in helped for _, what in LEGEND)
    assert "blue goal" in helped
    assert shown(played(level, "??")) == shown(played(level, ""))
