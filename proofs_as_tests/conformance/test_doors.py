"""The shapes that people have are taken as they are: the examples conform, and a mistake in each shape is found."""

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy
import pytest

from formal_rl import cli
from formal_rl.conformance import check_log, check_named
from formal_rl.gridworlds import Drest, discount_factor
from formal_rl.safelife import Board, advance
from proofs_as_tests.conformance.here import check_here

EXAMPLES = Path(__file__).parents[2] / "examples" / "conformance"
CONFORMING = {
    "gridworld.py:Grid": "gridworld_env",
    "gridworld.py:make_env": "gridworld_env",
    "gridworld.py:make_vector": "gridworld_env",
    "gridworld.py:DictGrid": "gridworld_env",
    "extended_environments.py:IgnoreRewards": "ignore_rewards",
    "extended_environments.py:make_env": "ignore_rewards",
    "metrics.py:neutrality": "neutrality",
    "metrics.py:batched_neutrality": "neutrality",
    "metrics.py:batched_usefulness": "usefulness",
    "metrics.py:drest_reward": "drest_reward",
    "agents.py:Memory": "learner",
    "safelife.py:Game": "safelife_step",
    "safelife.py:make_env": "safelife_step",
}


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """A directory of one's own with the examples in it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("gridworld", "extended_environments", "metrics", "agents"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    directory = tmp_path / "examples"
    shutil.copytree(EXAMPLES, directory)
    monkeypatch.chdir(directory)
    forget_registered()
    yield directory
    forget_registered()


def forget_registered():
    """Take the examples out of the registry of gymnasium, which warns of a second registration."""
    for name in ("Grid-v0", "GridWithoutWalls-v0"):
        if "gymnasium" in sys.modules:
            sys.modules["gymnasium"].registry.pop(name, None)


def run(script):
    """Run a script, and return its code and what it prints."""
    ran = subprocess.run([sys.executable, "-B", script], capture_output=True, encoding="utf-8", check=False)
    return ran.returncode, ran.stdout + ran.stderr


LONG = {"gridworld.py:make_vector", "safelife.py:Game"}
"""Examples whose check takes seconds, of suites that have another one."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.full if each in LONG else ()) for each in CONFORMING]
)
def test_examples_conform(examples, name):
    """Each is 5 to 25 lines, and needs no adapter."""
    if name.startswith("gridworld"):
        pytest.importorskip("gymnasium")

    assert check_named(name, CONFORMING[name], in_process=True).exit_code == 0


def test_objects_that_gymnasium_makes(examples, tmp_path):
    """By id, of a module that registers it; the script of a wrong one finds it the same way."""
    pytest.importorskip("gymnasium")
    right = check_named("gym:gridworld:Grid-v0", "gridworld_env", in_process=True)
    wrong = check_named("gym:gridworld:GridWithoutWalls-v0", "gridworld_env")
    script = wrong.write_counterexamples(tmp_path)[0]

    assert (right.exit_code, wrong.exit_code) == (0, 1)
    assert wrong.counterexample.claim == "walls"
    assert run(script)[0] == 1
    text = (examples / "gridworld.py").read_text("utf-8")
    (examples / "gridworld.py").write_text(text.replace(', "walls": ()}', "}"), "utf-8")
    assert run(script) == (0, "as expected: fixed\n")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gym:Nowhere-v0", "gymnasium has none such: NameNotFound"),
        ("gym:no_such_module:Grid-v0", "there is no module 'no_such_module'"),
        ("gym:half_a_module:Grid-v0", "gymnasium has none such: ImportError: cannot import name 'nothing' from 'json'"),
    ],
)
def test_names_that_gymnasium_does_not_make(examples, name, reason):
    """The report says why it cannot be loaded."""
    pytest.importorskip("gymnasium")
    (examples / "half_a_module.py").write_text("from json import nothing\n", "utf-8")

    assert reason in check_named(name, "gridworld_env", in_process=True).unusable


WRONG = """
import numpy
from gridworld import MOVES, DictGrid, Grid
from extended_environments import IgnoreRewards
from agents import Memory


class Late(IgnoreRewards):
    def step(self, action):
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=reward, o_next=0)
        return 0, reward, False, False, {}


def make_late(A):
    return Late(A)


class Swapped(DictGrid):
    def shown(self):
        return {**super().shown(), "agent": self.cell}


def make_swapped(world):
    return Swapped(world)


def nats(*, probabilities):
    return -sum(float(p) * numpy.log(float(p)) for p in probabilities if p)


def batched_nats(probabilities):
    return -(probabilities * numpy.log(probabilities.clip(1e-300))).sum(axis=1)


def reward_counted_first(c, length, counts, greatest, root):
    n, i, k = dict(counts)[length] + 1, 1 + sum(dict(counts).values()), len(counts)
    return root ** (n * k - (i - 1)) * c / dict(greatest)[length]


class Shared(Memory):
    kept = {}

    def __init__(self):
        self.paid = self.kept
"""


@pytest.mark.parametrize(
    ("name", "suite"),
    [
        ("Late", "ignore_rewards"),
        ("make_late", "ignore_rewards"),
        ("make_swapped", "gridworld_env"),
        ("nats", "neutrality"),
        ("batched_nats", "neutrality"),
        ("reward_counted_first", "drest_reward"),
        ("Shared", "learner"),
    ],
)
def test_mistakes_are_found_in_each_shape(examples, tmp_path, name, suite):
    """And the script shows them."""
    if name == "make_swapped":
        pytest.importorskip("gymnasium")
    text = (
        WRONG
        if name == "make_swapped"
        else WRONG.replace("from gridworld import MOVES, DictGrid, Grid", "DictGrid = object")
    )
    (examples / "wrong.py").write_text(text, "utf-8")
    report = check_named(f"wrong.py:{name}", suite, in_process=True)

    assert report.exit_code == 1
    assert report.script is not None
    assert run(report.write_counterexamples(tmp_path)[0])[0] == 1


def of_a_board(*, board):
    """Advance it, by keyword."""
    return advance(Board(board.tolist())).board.rows


def of_rows(*, draws, spawn_probability, rows):
    """Take nothing by position, and read no draws, which is wrong."""
    return rows


def test_functions_of_boards_are_called_by_keyword():
    """Whatever the order of their parameters."""
    assert check_here(of_a_board, "safelife_advance").exit_code == 0
    report = check_here(of_rows, "safelife_advance_with_draws")
    assert "(rows, spawn_probability, draws)" in report.shape
    assert report.counterexample is not None


class OneInAVector:
    """A vector environment of one that begins anew by itself, as Stable-Baselines3 has them."""

    num_envs = 1

    def __init__(self, world):
        """Make the one."""
        from gridworld import Grid

        self.one = Grid(world)

    def reset(self):
        """Begin."""
        return self.one.reset()[0][None]

    def step(self, actions):
        """Begin anew at the end, and tell the last observation apart."""
        shown, reward, done, _, info = self.one.step(actions[0])
        if done:
            shown, info = self.one.reset()[0], {"terminal_observation": shown}
        return shown[None], numpy.array([reward]), numpy.array([done]), [info]


def test_a_vector_environment_of_stable_baselines(examples):
    """The last observation is that before it begins anew."""
    pytest.importorskip("gymnasium")
    sys.path.insert(0, str(examples))

    assert check_here(OneInAVector, "gridworld_env").exit_code == 0


# --- Logs ---


@pytest.fixture(scope="module")
def lines():
    """The lines that the example of a training loop prints."""
    code, text = run(EXAMPLES / "train.py")
    assert code == 0
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def log(lines, tmp_path):
    """A log of three meta-episodes, as lines that can be changed, and what writes them."""

    def written(changed=lines):
        path = tmp_path / "run.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in changed), "utf-8")
        return path

    return lines, written


def test_a_right_log_conforms(log, capsys, tmp_path):
    """By the command line too; by the option as by the command."""
    (_, *lines), written = log
    path = str(written(lines))
    assert cli.main(["conform", "log", path, "--json"]) == 4
    assert check_log(written()).exit_code == 0

    assert cli.main(["conform", "--log", path, "--suite", "drest_return"]) == 0
    assert "48 mini-episodes in 3 meta-episodes, λ = 9/10, k = 2" in " ".join(capsys.readouterr().out.split())
    assert cli.main(["conform", "log", path, "--json", str(tmp_path / "report.json")]) == 0
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["conforms"]
    assert cli.main(["conform", f"--log={path}", "--suite", "neutrality"]) == 2
    assert cli.main(["conform", "a:b", "--log", path]) == 2


def test_meta_episodes_begin_where_mini_episodes_count_anew(log):
    """They need no number, and mini-episodes may be counted from 0."""
    (settings, *lines), written = log
    unnumbered = [{name: each[name] for name in each if name != "meta_episode"} for each in lines]
    from_0 = [{**each, "mini_episode": each["mini_episode"] - 1} for each in unnumbered]

    assert check_log(written([settings, *unnumbered])).exit_code == 0
    assert check_log(written([settings, *from_0])).exit_code == 0
    by_turns = sorted(lines, key=lambda each: each["mini_episode"])
    assert check_log(written([settings, *by_turns])).exit_code == 0


def test_it_is_the_reward_of_the_definition(log):
    """λ^(n - (i - 1)/k) is the factor of Definition D.2."""
    drest = Drest(Fraction(3, 4), {4: 3, 8: 5})
    lines, counts = [{"root": 0.75, "greatest": {"4": 3, "8": 5}}], {4: 0, 8: 0}
    for i, length in enumerate((4, 4, 8, 4, 8, 8), start=1):
        reward = discount_factor(drest, i, counts[length]) * 2 / drest.greatest[length]
        lines.append({"i": i, "l": length, "c": 2, "return": float(reward)})
        counts[length] += 1

    assert check_log(log[1](lines)).exit_code == 0


def test_a_wrong_line_is_named(log):
    """With what is expected there."""
    lines, written = log
    changed = [*lines]
    changed[7] = {**lines[7], "reward": lines[7]["reward"] + 0.01}
    report = check_log(written(changed))

    assert report.exit_code == 1
    assert report.counterexample.text.startswith("  line 8: mini-episode 7 of meta-episode 1, length ")
    assert f"expected  {lines[7]['reward']:.9g}" in report.counterexample.text
    assert "1 of 48 lines differ" in report.counterexample.text
    changed[7] = {**lines[7], "mini_episode": 9}
    assert check_log(written(changed)).counterexample.text.endswith("its number is 9")


def exponents(lines, exponent):
    """Change every reward to that with another exponent of λ, a function of n, i and of both in the whole log."""
    (settings, *lines), counts, overall = lines, {}, {4: 0, 8: 0}
    for i_overall, line in enumerate(lines, start=1):
        counted = counts.setdefault(line["meta_episode"], {4: 0, 8: 0})
        length, i = line["length"], 1 + sum(counted.values())
        factor = 0.9 ** exponent(counted[length], i, overall[length], i_overall)
        yield {**line, "reward": factor * line["coins"] / settings["greatest"][str(length)]}
        counted[length] += 1
        overall[length] += 1


@pytest.mark.parametrize(
    ("exponent", "words"),
    [
        (lambda n, i, n_all, i_all: n + 1 - (i - 1) / 2, "counted before its own reward is taken"),
        (lambda n, i, n_all, i_all: n - i / 2, "i were in the exponent in the place of i - 1"),
        (lambda n, i, n_all, i_all: n, "the exponent were n alone"),
        (lambda n, i, n_all, i_all: n_all - (i - 1) / 2, "as if n were kept from one meta-episode to the next"),
        (lambda n, i, n_all, i_all: n_all - (i_all - 1) / 2, "n and i were kept from one meta-episode to the next"),
        (lambda n, i, n_all, i_all: 0, "there were no factor"),
    ],
)
def test_a_mistake_that_all_lines_show_is_named(log, exponent, words):
    """Where every line is as if."""
    lines, written = log
    report = check_log(written([lines[0], *exponents(lines, exponent)]))

    assert report.exit_code == 1
    assert words in report.counterexample.text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda line, m: line["reward"] * m, "every line is m times ours: it is not divided by m"),
        (lambda line, m: line["reward"] * 2.5, "every line is 2.5 times ours"),
    ],
)
def test_a_factor_of_all_lines_is_named(log, changed, words):
    """More keys in the first line do no harm."""
    (settings, *lines), written = log
    of = settings["greatest"]
    wrong = [{**each, "reward": changed(each, of[str(each["length"])])} for each in lines]

    assert check_log(written([{**settings, "run": "a", "git": "b"}, *lines])).exit_code == 0
    assert words in check_log(written([settings, *wrong])).counterexample.text


@pytest.mark.parametrize(("lam", "reward"), [("1e-400", 1), (0.9, 1e-250)])
def test_logs_beyond_floats_differ(log, lam, reward):
    """A λ that is 0 as a float; a very small reward."""
    lines = [{"length": 4 * i, "coins": 3, "reward": reward if i == 3 else 1} for i in (1, 2, 3)]
    report = check_log(log[1]([{"lambda": lam, "greatest": {"4": 3, "8": 5, "12": 6}}, *lines]))

    assert report.exit_code == 1
    assert "of 3 lines differ" in report.counterexample.text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "line 2: this is not JSON"),
        ("[1]", "line 2: expected a JSON object"),
        ('{"length": 4, "coins": 1}', "line 2: there is no reward: found length, coins"),
        ('{"length": 5, "coins": 1, "reward": 1}', "line 2: the length is 5: expected one of 4"),
        ('{"length": 4.5, "coins": 1, "reward": 1}', "line 2: the length is 4.5: expected one of 4"),
        ('{"length": 4, "coins": 4, "reward": 1}', "line 2: coins are 4: expected 0 to 3, m of length 4"),
        ('{"length": 4, "coins": true, "reward": 1}', "line 2: coins is True: expected a number"),
        ('{"length": 4, "coins": 1, "reward": NaN}', "line 2: reward is nan: expected a number"),
        ('{"length": 4, "coins": 1, "reward": 1e400}', "line 2: reward is "),
        ('{"length": 4, "coins": 1, "reward": "1e999999999"}', "line 2: reward is '1e999999999': expected a number"),
        ('{"mini_episode": "x", "length": 4, "coins": 1, "reward": 1}', "line 2: mini_episode is 'x'"),
    ],
)
def test_an_error_names_a_malformed_line(tmp_path, line, reason):
    """With its number."""
    path = tmp_path / "run.jsonl"
    path.write_text('{"lambda": 0.9, "greatest": {"4": 3}}\n' + line + "\n", "utf-8")
    report = check_log(path)

    assert report.exit_code == 4
    assert reason in report.unusable


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("", "the m of each length is missing"),
        ('{"m": {"4": 3}}', "expected one of lambda and root"),
        ('{"m": {"4": 3}, "lambda": 0.9, "root": 0.5}', "expected one of lambda and root"),
        ('{"m": {"4": 3}, "lambda": 1}', "expected lambda between 0 and 1"),
        ('{"m": {"4": 3}, "lambda": "x"}', "lambda is 'x': expected a number"),
        ('{"m": {"4": 3}, "lambda": 0.9, "k": 2.5}', "k is 2.5: expected a whole number"),
        ('{"m": {"2.5": 3}, "lambda": 0.9}', "a length of m is '2.5': expected a whole number"),
        ('{"m": {"4.0": 3}, "lambda": "9/10", "k": 1.0}', "has no mini-episode"),
        ('{"m": {"4": 3}, "lambda": 0.9}', "has no mini-episode"),
    ],
)
def test_a_wrong_first_line_is_named(tmp_path, first, reason):
    """It says what is expected."""
    path = tmp_path / "run.jsonl"
    path.write_text(f"{first}\n", "utf-8")

    assert reason in check_log(path).unusable
    assert "cannot be read" in check_log(tmp_path / "none.jsonl").unusable
