"""Objects, files, names and streams as users have them give what plain ones give."""

import json
import os
import re
import subprocess
import sys
import zipfile
from codecs import BOM_UTF8
from pathlib import Path

import numpy
import pytest

import formal_rl
from formal_rl import cli
from formal_rl.agents import HashedDraws
from formal_rl.battery import selfrefl_measure
from formal_rl.battery.runs import run
from formal_rl.checking import Scope
from formal_rl.checking.domains import HashedAgent
from formal_rl.conformance import check, check_log, suite_named
from formal_rl.conformance.adapters.exec_process import command_words
from formal_rl.conformance.suites.suite_facts import facts_json
from formal_rl.gridworlds import named_world, neutrality
from formal_rl.gridworlds.training import main_training
from formal_rl.gymnasium import SafeLifeEnv, SafeLifeVectorEnv
from formal_rl.loading import load_object
from formal_rl.recordings import recorded_vectors
from formal_rl.safelife import advance_array, advance_arrays
from formal_rl.safelife.levels import TEACHING_LEVELS, format_level
from formal_rl.study.drest.training import first_run
from formal_rl.study.safelife import benchmark_runs, find_level
from formal_rl.study.safelife.generation import seeded_level
from formal_rl.study.safelife.play import begin
from formal_rl.study.safelife.run import run_level

OBJECTS = """
import numpy
from formal_rl.histories import Percept

class Greedy:
    def __init__(self):
        self.values = {}
    def act(self, obs):
        return KIND(numpy.argmax(self.values.setdefault(obs, numpy.zeros(2))))
    def train(self, o_prev, a, r, o_next):
        self.values.setdefault(o_prev, numpy.zeros(2))[a] += r

def agent(prompt):
    return KIND(len(prompt) % 2)

def old(prompt, num_legal_actions, num_possible_obs, **kwargs):
    return KIND(len(prompt) % 2)

class Learner:
    initial = 0
    act = staticmethod(lambda state, observation: KIND(state % 2))
    learn = staticmethod(lambda state, transition: state + 1)

learner = Learner()

def policy(observation):
    return KIND(3)

def environment(agent, play):
    return Percept(KIND(len(play)), KIND(agent((Percept(0, 0),))))
"""
BATTERY = "battery --steps 5 --environment IgnoreRewards --environment minus_rewards(CryingBaby) --agent"
ASKING = ("trace ignore_rewards --steps 3 --agent", "ask ignore_rewards --play (0,0)1 --agent")
DOORS = [
    *(f"{BATTERY} mine.py:{name} --as {reading}" for name in ("Greedy", "old") for reading in ("paper", "published")),
    *(f"{command} mine.py:{name}" for command in ASKING for name in ("Greedy", "agent", "learner")),
    "handicaps --agent mine.py:Greedy --steps 3 --environment corridor --handicap ignore_rewards",
    *(f"safelife run exit --steps 3 --policy mine.py:{name}" for name in ("policy", "agent")),
    "safelife effects exit --steps 3 --samples 3 --policy mine.py:policy",
    "trace mine.py:environment --agent mine.py:agent --steps 3",
    "ask mine.py:environment --agent simple --play (0,0)1",
    "classify mine.py:environment --horizon 1",
]  # fmt: skip


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current directory; what is put on the path or imported is taken away again."""
    modules = set(sys.modules)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def outcome(words, capsys):
    """What a command returns and prints, without the memory that it took."""
    code = cli.main(words)
    return code, *(re.sub(r"\d+ MB", "MB", text) for text in capsys.readouterr())


@pytest.mark.parametrize("command", DOORS)
def test_integers_of_numpy_are_ints(here, capsys, command):
    """Each command says of an object whose answers are integers of numpy what it says of one that answers with ints."""
    outcomes = []
    for kind in ("int", "numpy.int64"):
        (here / kind).mkdir()
        os.chdir(here / kind)
        Path("mine.py").write_text(OBJECTS.replace("KIND", kind), "utf-8")
        outcomes.append(outcome(command.split(), capsys))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0] == 0, outcomes[0]


def test_numbers_of_numpy(here):
    """A class, counts, probabilities and shares of numpy count as the numbers that they are."""
    for kind in ("int", "numpy.int64"):
        (here / f"{kind[0]}.py").write_text(OBJECTS.replace("KIND", kind), "utf-8")
    assert selfrefl_measure(load_object("i.py:Greedy"), 5) == selfrefl_measure(load_object("n.py:Greedy"), 5)
    cells = numpy.array([[16, 0, 1], [1, 1, 1], [0, 0, 0]])
    plain, other = (
        advance_array(cells, k(3), p(0.5), (0.25, 0.75) * 99) for k, p in ((int, float), (numpy.int64, numpy.float64))
    )
    assert (plain.cells == other.cells).all()
    assert plain.draws_read == other.draws_read
    many = advance_arrays(cells[None], numpy.int64(3), numpy.array([0.5]), [(0.25, 0.75) * 99])
    assert (many.cells[0] == plain.cells).all()
    assert neutrality({4: 0.5, 8: numpy.float64(0.5)}) == 1.0


@pytest.mark.parametrize(
    "of_seed",
    [
        HashedDraws,
        lambda seed: check(neutrality, "neutrality", seed=seed, disguise=seed, in_process=True).to_json()["seed"],
        lambda seed: recorded_vectors("neutrality", seed=seed)["seed"],
        lambda seed: [*run("RandomAgent", "AfterImages", 3, seed), selfrefl_measure("RandomAgent", 3, seed=seed)],
        lambda seed: [env.reset(seed=seed)[1] for env in (SafeLifeEnv(seed=seed), SafeLifeVectorEnv(seed=seed))],
        lambda seed: first_run(named_world("example"), main_training("drest"), seed).seed,
        lambda seed: seeded_level("prune-still", 15, seed),
        lambda seed: benchmark_runs(["random"], ["prune-still"], [0], seed=seed),
        lambda seed: run_level(find_level("prune-still-0"), steps=1, seed=seed).run.seed,
        lambda seed: begin(find_level("prune-still-0"), seed).seed,
        lambda seed: (Scope(seed=seed), HashedAgent(seed)),
    ],
)
def test_a_seed_of_numpy_is_an_int(of_seed):
    """A seed of numpy gives what the int that it is gives, and is kept as that."""
    assert repr(of_seed(numpy.int64(3))) == repr(of_seed(3))


LOG = """{"lambda": 0.81, "greatest": {"4": 3, "8": 5}}
{"meta_episode": 1, "mini_episode": 1, "length": 4, "coins": 3, "reward": 1}
{"meta_episode": 1, "mini_episode": 2, "length": 4, "coins": 3, "reward": 0.9}
"""
READERS = {
    "conform conform.toml": "[[check]]\nobject = 'formal_rl.environments:ignore_rewards'\nsuite = 'ignore_rewards'\n",
    "conform formal_rl.gridworlds:neutrality --suite neutrality --expected some.toml": "[[divergence]]\nsuite = 'no'\n",
    "conform --suite drest_return --log log.jsonl": LOG,
    "drest metrics world.txt": "length 4\nA . C1\n. B2 C3\n",
    "drest metrics example --policy policy.json": "{}",
    "safelife show level.txt": format_level(TEACHING_LEVELS["exit"]),
    "safelife run exit --policy greedy --save run.json": "safelife show run.json",
    "replay saved.json": "{}",
    f"{BATTERY} constant:0 --out totals.csv": f"{BATTERY} constant:0 --out totals.csv",
    "verify A22-D1 --out reports.jsonl": "verify A22-D1 --out reports.jsonl",
    "tables --published results.csv": "agent,env\n",
}
"""Commands that read a file, the last word, with what is in it; or that write one, with the command that reads it."""


@pytest.mark.parametrize("command", READERS)
def test_a_byte_order_mark_is_no_part_of_a_file(here, capsys, command):
    """A file is read as it is without the mark; one that goes on after it is kept whole."""
    reading, file = READERS[command], here / command.split()[-1]
    if reading.split()[0] in {"safelife", "battery", "verify"}:
        assert outcome(command.split(), capsys)[0] == 0
    else:
        file.write_text(reading, "utf-8")
        reading = command
    content, first = file.read_bytes(), outcome(reading.split(), capsys)
    file.write_bytes(BOM_UTF8 + content)
    second = outcome(reading.split(), capsys)
    assert [untimed(each) for each in first] == [untimed(each) for each in second]
    assert first[0] != 2
    assert file.read_bytes() == BOM_UTF8 + content


def untimed(said):
    """What is said, without how long it took and how much memory."""
    return re.sub(r"[0-9.]+( (s|seconds|MB)\b|$)", "", str(said), flags=re.MULTILINE)


def test_whole_numbers_of_a_log_may_be_floats(here):
    """1.0 is 1, as pandas writes it; 1.5 is refused as it is written."""
    log = here / "log.jsonl"
    log.write_text(re.sub(r": ([0-9])(?=[,}])", r": \1.0", LOG), "utf-8")
    assert check_log(log).conforms
    log.write_text(LOG.replace('"mini_episode": 1', '"mini_episode": 1.5'), "utf-8")
    assert "mini_episode is 1.5: expected a whole number" in str(check_log(log))


def test_a_file_name_need_not_be_text(here):
    """A name of bytes that are not UTF-8 is that of a file like any other."""
    name = os.fsdecode(b"m\xfcne.py")
    Path(name).write_text("ACTION = 7\n", "utf-8")
    assert load_object(f"{name}:ACTION") == 7


@pytest.mark.parametrize(
    ("command", "windows", "words"),
    [
        (r"C:\Python\python.exe answer.py", False, [r"C:\Python\python.exe", "answer.py"]),
        (r'"C:\My Python\python.exe" -c "a b"', True, [r"C:\My Python\python.exe", "-c", "a b"]),
        (r"python\python.exe 'a b'", True, [r"python\python.exe", "a b"]),
        (r"python a\ b 'c d'", False, ["python", "a b", "c d"]),
    ],
)
def test_backslashes_of_commands(command, windows, words):
    """They stay on Windows, and in what can be a path only there."""
    assert command_words(command, windows) == words


def printed(*words, **settings):
    """What a Python of its own prints."""
    ran = subprocess.run(
        [sys.executable, *words], capture_output=True, encoding="utf-8", env={**os.environ, **settings}, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("suite", ["ignore_rewards", "safelife_step"])
def test_without_docstrings(suite):
    """What is said of a suite under ``python -OO`` is what is said with docstrings."""
    assert json.loads(printed("-OO", "-m", "formal_rl", "suites", suite, "--json")) == json.loads(
        json.dumps(facts_json(suite_named(suite)))
    )


def test_letters_that_an_encoding_lacks_are_not_lost():
    """They are printed by their numbers."""
    assert r"\u03bb^(n - (i - 1)/k)" in printed("-m", "formal_rl", "explain", "T24-DD2", PYTHONIOENCODING="cp1252")


def test_from_an_archive(tmp_path):
    """The package may be in a zip on the path."""
    package, archive = Path(formal_rl.__file__).parent, tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for each in package.rglob("*.*"):
            if "recorded" not in each.parts and each.suffix != ".pyc":
                file.write(each, each.relative_to(package.parent))
    code = "from formal_rl.cli import main; main(['explain', 'A22-D7']); main(['suites', 'ignore_rewards'])"
    assert printed("-c", f"import sys; sys.path.insert(0, {str(archive)!r}); {code}") == printed("-c", code)
