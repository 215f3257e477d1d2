"""safelife play and safelife animate: what they print and write, and with which code they exit."""

import errno
import os
import re
import select
import subprocess
import sys
import time

import pytest

from formal_rl.cli.safelife import play as cli_play
from formal_rl.safelife.levels import TEACHING_LEVELS, format_level, format_run, read_run, shipped_level
from formal_rl.study.safelife.run import run_level

COMMAND = ("safelife",)

EXIT = TEACHING_LEVELS["exit"]

PLAYED = """\
step 1: toggled left: removed red life; reward +1
    +1 row 2, column 1: red life went: counted -1
step 2: went right through the exit; reward +1
    +1 for having left

  0
0 . . . . .
1 . . . . .
2 . . . E .
3 . . . . .
4 . . . . .

.  empty   E  exit

exit: 2 steps, played by hand with seed 0
agent 0: 1 point, 2 earned of 1 required; paid 2 in all; exit open after step 1; left after step 2, at row 2, column 3

side effects, in the words of formal-rl safelife effects --help:
cell type  if nobody acts  after the run  deviation   share  within  moved  removed  created
red life            1.000          0.000     1.0000  1.0000       0  0.000    1.000    0.000
all                 1.000          0.000     1.0000  1.0000       0  0.000    1.000    0.000
"""


@pytest.fixture(autouse=True)
def plain(own_directory, monkeypatch):
    """A terminal of many colours, were there one, and an own directory that modules are found in."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.syspath_prepend(str(own_directory))


# --- play, with keys as a text ---


def test_a_level_is_played_by_keys(run):
    """The command prints each step, its reward and the reasons; then the board and the result."""
    code, out, err = run("play", "exit", "--keys", "Hl")

    assert (code, out, err) == (0, PLAYED, "")


def test_the_play_is_saved(run, tmp_path):
    """The run that is kept is the one of the steps that stand, with its seed; show and effects take it."""
    code, _, err = run("play", "prune-spawn-2", "--seed", 7, "--keys", "..J.uuLq....", "--save", "run.json")
    kept = read_run(tmp_path / "run.json")

    assert (code, err) == (0, "")
    assert (kept.actions, kept.seed, kept.policy) == (((0,), (0,), (6,)), 7, "hand")
    assert kept.level == shipped_level("prune-spawn-2")
    code, out, _ = run("show", "run.json", "--step", 2)
    assert (code, "2 steps, played by hand with seed 7" in out) == (0, True)
    assert run("animate", "run.json", "--html", "run.html")[0] == 0


def test_the_output_names_agents_and_limits(run):
    """Each agent has its line; a message says when no further step is possible."""
    code, out, _ = run("play", "two-agents", "--keys", "lh")
    assert code == 0
    assert "step 1, agent 0: moved right; reward 0\nstep 1, agent 1: blocked left by " in out
    _, out, _ = run("play", "torus", "--keys", "..", "--steps", 1)
    assert out.endswith("the play has ended: u undoes, r restarts, q quits\n")
    _, out, _ = run("play", "blue-goals", "--keys", "g")
    assert "\ngoals\n" in out


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("exit", "there is no terminal to play in; give the keys as text, such as --keys 'llJ.'", 2),
        ("exit --keys lx", "character 2 of keys is 'x': expected keys: ", 2),
        ("exit --keys l --save there/run.json", "save is 'there/run.json': expected a file in an", 4),
        ("level.txt --keys l --save level.txt", "a file other than level.txt, which is read", 2),
        ("exit --keys l --seed -1", "Invalid value for '--seed'", 2),
    ],
)
def test_unplayable_input_is_reported(run, tmp_path, words, complaint, code):
    """What cannot be used is refused before anything is played, and nothing is written."""
    (tmp_path / "level.txt").write_text(format_level(EXIT), "utf-8")
    found, out, err = run("play", *words.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(re.sub("[─-▟]", "", err).split())
    assert [path.name for path in tmp_path.iterdir()] == ["level.txt"]


def test_a_run_that_cannot_be_kept_is_shown(run, monkeypatch):
    """Where the file cannot be written, the command still prints the play."""

    def failing(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("formal_rl.files.write_whole", failing)
    code, out, err = run("play", "exit", "--keys", "Hl", "--save", "run.json")
    assert (code, err) == (4, "formal-rl: run.json cannot be written: No space left on device\n")
    assert "exit: 2 steps" in out
    code, out, err = run("animate", "exit", "--html", "run.html")
    assert (code, out, err) == (4, "", "formal-rl: run.html cannot be written: No space left on device\n")


def test_an_interrupted_play_is_kept(run, monkeypatch, tmp_path):
    """What was played before an interruption is kept, and the exit code says that there was one."""
    pressed, keys = cli_play.pressed, []

    def interrupting(play, key):
        keys.append(key)
        if len(keys) == 3:
            raise KeyboardInterrupt
        return pressed(play, key)

    monkeypatch.setattr(cli_play, "pressed", interrupting)
    code, out, err = run("play", "exit", "--keys", "H...", "--save", "run.json")

    assert (code, out) == (130, "")
    assert err == "formal-rl: the steps so far are saved in run.json: 2 steps\nformal-rl: interrupted\n"
    assert read_run(tmp_path / "run.json").actions == ((8,), (0,))


# --- play, in a terminal ---


class _Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments):
        pty = pytest.importorskip("pty")
        termios, fcntl, struct = (pytest.importorskip(name) for name in ("termios", "fcntl", "struct"))
        self.outside, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.settings = termios.tcgetattr(inside)
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "formal_rl", "safelife", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environment,
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),  # noqa: PLW1509 - before any thread
        )
        self.inside, self.seen, self._termios = inside, "", termios

    def until(self, text):
        """Read until a text is there."""
        end = time.monotonic() + 30
        while text not in self.seen:
            assert select.select([self.outside], [], [], max(0, end - time.monotonic()))[0], self.seen
            self.seen += os.read(self.outside, 65536).decode("utf-8", "replace")
        seen, self.seen = self.seen, ""
        return seen

    def send(self, keys):
        """Type."""
        os.write(self.outside, keys.encode())

    def end(self):
        """Wait for the end, and return the exit code and whether the terminal is as it was."""
        code = self.process.wait(30)
        return code, self._termios.tcgetattr(self.inside) == self.settings

    def close(self):
        """Leave nothing running or open."""
        self.process.kill()
        self.process.wait(30)
        os.close(self.inside)
        os.close(self.outside)


@pytest.fixture
def in_terminal():
    """Start a command in a terminal, which is gone after the test."""
    terminals = []

    def start(*arguments):
        terminals.append(_Terminal(*arguments))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def test_a_play_in_a_terminal(in_terminal, tmp_path):
    """Arrows move, Shift and an arrow toggles, u undoes; the screen follows; the terminal is left as it was."""
    terminal = in_terminal("play", "exit", "--save", "run.json")
    first = terminal.until("? keys")
    assert "\x1b[?1049h" in first
    terminal.send("\x1b[A")
    assert "moved up" in terminal.until("? keys")
    terminal.send("u")
    terminal.until("step 1 undone")
    terminal.send("\x1b[1;2D\x1b[C")
    terminal.until("it has left")
    terminal.send("\x1b")
    terminal.until("no such key")
    terminal.send("q")
    last = terminal.until("left after step 2")

    assert "\x1b[?1049l" in last
    assert terminal.end() == (0, True)
    assert read_run(tmp_path / "run.json").actions == ((8,), (2,))


def test_a_play_that_is_interrupted(in_terminal, tmp_path):
    """Ctrl-C ends the play, keeps what was played, and leaves the terminal as it was."""
    terminal = in_terminal("play", "exit", "--save", "run.json")
    terminal.until("? keys")
    terminal.send(".")
    terminal.until("waited")
    terminal.send("\x03")
    assert "the steps so far are saved in run.json: 1 step" in terminal.until("interrupted")

    assert terminal.end() == (130, True)
    assert read_run(tmp_path / "run.json").actions == ((0,),)


# --- animate ---


def test_animations_are_written(run, tmp_path):
    """A saved run and a level played now give the same page, and the output names it."""
    played = run_level(EXIT, "greedy", steps=100, seed=3).run
    (tmp_path / "run.json").write_text(format_run(played), "utf-8")
    assert run("animate", "run.json", "--html", "a.html") == (
        0,
        "a.html: exit, played by greedy with seed 3, 2 steps\n",
        "",
    )
    assert run("animate", "exit", "--policy", "greedy", "--seed", 3, "--html", "b.html")[0] == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("exit", "there is nothing to write to; give --html FILE", 2),
        ("run.json --html run.json", "html is 'run.json': expected a file other than run.json, which is read", 2),
        ("run.json --html a --seed 3", "seed is 3: expected no --seed: run.json is a saved run", 2),
        ("exit --html there/a", "html is 'there/a': expected a file in an existing directory", 4),
    ],
)
def test_unusable_animation_input_is_reported(run, tmp_path, words, complaint, code):
    """What cannot be used is refused, and nothing is written."""
    (tmp_path / "run.json").write_text(format_run(run_level(EXIT, "idle", steps=1).run), "utf-8")
    found, out, err = run("animate", *words.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(re.sub("[─-▟]", "", err).split())
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
