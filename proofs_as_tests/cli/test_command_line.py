"""The command line: usage, help, examples, interruptions, and text that is printed as it is."""

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
import typer
from rich.console import Console

import formal_rl
from formal_rl import cli
from formal_rl.battery import published_totals
from formal_rl.cli import output, statements
from formal_rl.cli import verify as cli_verify
from formal_rl.cli.conform import vectors
from formal_rl.conformance import check_named
from formal_rl.recordings import shipped_vectors
from formal_rl.safelife.levels import TEACHING_LEVELS, format_run, shipped_level
from formal_rl.statements import LEDGER
from formal_rl.study.safelife.run import run_level

pytestmark = pytest.mark.usefixtures("no_terminal")

BOXES = re.compile("[\u2500-\u259f]")


def process(*arguments, **environment):
    """Run the command line in a process of its own, without a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "NO_COLOR"}}
    return subprocess.run(
        [sys.executable, "-m", "formal_rl", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**kept, "PYTHONUTF8": "1", **environment},
    )


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        (cli_verify, "verify_all", ["verify", "A21-L2"]),
        (vectors, "replay", ["vectors", "check"]),
        (vectors, "replay", ["vectors", "check", "--json"]),
        (statements, "find", ["explain", "A21-L2"]),
        (statements, "statement_json", ["statements", "--json"]),
    ],
)
def test_every_command_can_be_interrupted(run, monkeypatch, module, name, arguments):
    """Whatever is interrupted, the code is 130 and stderr says so."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, name, interrupted)

    code, out, err = run(*arguments)
    assert (code, err) == (130, "formal-rl: interrupted\n")
    assert re.fullmatch(r"self-checks ok: .*\n" if name == "verify_all" else "", out)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["verify", "--frobnicate"], "No such option: --frobnicate"),
        (["verify", "--profile", "slow"], "'slow' is not one of 'quick', 'ci', 'full'"),
        (["verify", "--horizon", "0"], "Invalid value for '--horizon'"),
        (["verify", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["verify", "--horizon"], "Option '--horizon' requires an argument"),
        (["explain"], "Missing argument 'ID'"),
        (["explain", "A22-D7", "A22-D2"], "(A22-D2)"),
        (["statements", "all"], "no statement 'all'"),
        (["verify", "t24"], "no statement 't24'; did you mean 't24-*'?"),
        (["statements", "A21-*", "B21-*"], "no statement matches 'B21-*'"),
        (["statements", "--paper", "A23"], "no paper 'A23'; did you mean "),
        (["statements", "--json", "--summary"], "choose one of --json, --summary and --findings"),
        (["explain", "a22-d9"], "no statement 'a22-d9'; did you mean A22-D8, "),
        (["explain", "[bold]x[/bold] \\[x]"], r"no statement '[bold]x[/bold] \\[x]'; see formal-rl statements"),
        (["find", "zzz"], "no statement is about 'zzz'; see formal-rl statements"),
        (["statements", "--verdict", "refutd", "--json"], "no verdict 'refutd'; did you mean refuted"),
        (["vectors", "replay"], "No such command 'replay'"),
    ],
)
def test_wrong_usage(run, arguments, complaint):
    """What cannot be understood exits 2: nothing on stdout, the fault on stderr."""
    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert complaint in " ".join(BOXES.sub("", err).split())


def commands(command=None, path=()):
    """Every command and group of commands, by its words."""
    command = typer.main.get_command(cli.app) if command is None else command
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_has_an_example(run, words):
    """The help of every command says how it is used, and has an example that begins with its words."""
    code, out, err = run(*words, "--help")

    assert (code, err) == (0, "")
    assert f"Usage: {' '.join(['formal-rl', *words])} " in " ".join(out.split())
    shown = [line.strip() for line in out.partition("\n  Example")[2].splitlines()[1:]]
    assert shown
    assert all(line.startswith("formal-rl ") for line in shown)
    assert any(f"{line} ".startswith(f"{' '.join(['formal-rl', *words])} ") for line in shown)
    assert run(*words, "-h") == (0, out, "")


def test_all_commands_are_found():
    """The commands looked at are all there are."""
    found = set(commands())

    assert len(found) == 40
    assert found >= {(), ("explain",), ("vectors", "record"), ("drest", "threshold"), ("safelife", "benchmark")}


def examples():
    """Every example in the help, without what is done with the output."""
    waiting = [typer.main.get_command(cli.app)]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        for example in command.epilog.splitlines()[2:]:
            words = shlex.split(example.split(">")[0])
            yield words[1:]


LONG = {  # and all of verify, which is run in test_verify.py
    *(("drest", name) for name in ("train", "figures", "sentences")),
    *(("safelife", name) for name in ("generate", "statistics", "benchmark")),
    ("conform", "self-test"),
}
EVERY_RUN = (("vectors", "check"), ("vectors", "check", "--totals", "200"))


def forget(monkeypatch):
    """Drop the user's modules, so that they are imported again."""
    for name in ("my_envs", "my_agents", "my_environments", "my_metrics"):
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]


@pytest.mark.parametrize("words", sorted({tuple(words) for words in examples()}), ids=" ".join)
def test_examples_can_be_run(run, monkeypatch, tmp_path, words):
    """Every example in the help is understood as it stands, where the files that it names are there."""
    if {"100000", "compiled"} & {*words} or words[0] == "verify" or words[:2] in LONG or words in EVERY_RUN:
        command, rest = typer.main.get_command(cli.app), list(words)
        while rest and rest[0] in getattr(command, "commands", {}):
            command = command.commands[rest.pop(0)]
        command.make_context(" ".join(words), rest)  # which raises where there is no such option or value
        return
    zoo = Path(__file__).parents[1] / "conformance" / "zoo" / "users.py"
    files = {
        "my_envs.py": "from formal_rl.loading import load_object\n"
        f"IgnoreRewards = load_object({f'{zoo}:RightIgnoreRewards'!r})\n"
        f"Button = load_object({f'{zoo}:PublishedButton'!r})\n",
        "my_agents.py": "from formal_rl.agents import SimpleLearner, to_class\n"
        "class simple_learner:\n"
        "    def __init__(self):\n"
        "        self.inner = to_class(SimpleLearner(self.n_actions))()\n"
        "        self.act, self.train = self.inner.act, self.inner.train\n"
        "agent = lambda prompt: 0\n",
        "my_environments.py": "from formal_rl.environments import embed\n"
        "from formal_rl.environments.ordinary import bandit\nmaze = embed(bandit((0, 1)))\n",
        "my_policies.py": "def policy(observation):\n    return 2\n",
        "run.json": format_run(run_level(TEACHING_LEVELS["exit"], "idle", steps=10).run),
        "src/checks.py": "from formal_rl.transforms import reality_check\n",
        "my_metrics.py": "from formal_rl.gridworlds import neutrality as of\n"
        "def neutrality(probabilities):\n    return of(dict(enumerate(probabilities)))\n",
        "known.toml": "divergence = []\n",
        "run.jsonl": '{"lambda": 0.9, "greatest": {"4": 3}}\n{"length": 4, "coins": 3, "reward": 1}\n',
    }
    levels = Path(formal_rl.__file__).parent / "safelife" / "levels" / "published" / "prune-still.npz"
    (tmp_path / "levels.npz").symlink_to(levels)
    (tmp_path / "src").mkdir()
    for name, source in files.items():
        (tmp_path / name).write_text(source, "utf-8")
    for name in {"benchmark-prune-still-3", "last-board", "mine", "baseline"} & {Path(each).stem for each in words}:
        board = shipped_level("prune-spawn-0" if name in {"mine", "baseline"} else "prune-still-3").board.array()
        numpy.savez_compressed(tmp_path / f"{name}.npz", board=board if name == "last-board" else board[None])
    (tmp_path / "runs").symlink_to(shipped_vectors())
    if "result_table.csv" in words:
        cells = (",".join(map(str, (*cell, total))) for cell, total in published_totals().items())
        (tmp_path / "result_table.csv").write_text("\n".join(["agent,env,seed,nsteps,reward", *cells, ""]), "utf-8")
    if "results.csv" in words and "tables" in words:
        made = ("battery", "--agent", "ConstantAgent", "--steps", 2, "--environment", "TemptingButton")
        assert run(*made, "--out", tmp_path / "results.csv")[0] == 0
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)
    if words[0] == "replay":
        wrong = files["my_envs.py"].replace(":RightIgnoreRewards", ":TrainsOnTheTrueReward")
        Path("my_envs.py").write_text(wrong, "utf-8")
        report = check_named("my_envs:IgnoreRewards", "ignore_rewards", in_process=True)
        report.write_counterexamples(Path("repro"))
        Path("my_envs.py").write_text(files["my_envs.py"], "utf-8")
        forget(monkeypatch)
    if words[:3] == ("vectors", "check", "vectors/neutrality.json"):
        assert run("vectors", "record", "neutrality", "--out", "vectors")[0] == 0
    words = [path for word in words for path in (sorted(map(str, Path().glob(word))) or [word])]  # as a shell does

    # The published table itself is no part of the project, and 1 says that some of its rows are not there.
    assert run(*words)[0] == (1 if "result_table.csv" in words else 0)


# --- Text is printed as it is ---


AWKWARD = [
    "[bold]x[/bold]",
    "[/]",
    "[x] [[y]] [0]",
    "\\[x]",
    "a\\b\\\\c\\",
    r"C:\new\table [1]",
    "'\\\\n'",
    ":smile: 12 True 'x' https://a.b",
    "w " * 200 + "end",
    "",
]


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("style", ["", "green"])
def test_text_is_printed_as_it_is(text, style):
    """Brackets, backslashes, the names of signs and long lines come out as they went in, in a style or in none."""
    to_file = io.StringIO()
    output.echo(Console(file=to_file, width=40), text, style)
    to_terminal = io.StringIO()
    output.echo(Console(file=to_terminal, width=40, force_terminal=True, color_system="standard"), text, style)

    assert to_file.getvalue() == f"{text}\n"
    coloured = f"\x1b[32m{text}\x1b[0m" if style and text else text
    assert to_terminal.getvalue() == f"{coloured}\n"


def test_the_version():
    """``python -m formal_rl --version`` prints version and definitions revision."""
    done = process("--version")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"formal_rl {formal_rl.__version__}, definitions revision {formal_rl.DEFINITIONS_REVISION}\n"
    )


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["verify", "A21-L2", "A21-S3-form", "--jobs", "1"], {}),
        (["statements"], {"TERM": "dumb"}),
    ],
    ids=["a pipe", "a dumb terminal"],
)
def test_no_decoration_without_a_terminal(arguments, environment):
    """Where output is no terminal it has no escape sequences and no boxes, and rows are not wrapped."""
    done = process(*arguments, COLUMNS="40", **environment)

    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert not BOXES.search(done.stdout)
    rows = [line for line in done.stdout.splitlines() if line.startswith(("A21-", "A22-", "R-", "T24-", "W19-"))]
    assert len(rows) == (2 if arguments[0] == "verify" else len(LEDGER))
    assert all(len(row) > 80 for row in rows)


def test_a_reader_that_goes_away():
    """Where nobody reads any more the program ends at once as a pipe is to end, and complains of nothing."""
    command = f"{sys.executable} -m formal_rl statements | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (141, "")
