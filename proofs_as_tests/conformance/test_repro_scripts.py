"""The script of a counterexample stands alone; it exits 1 while the implementation is wrong, 0 once it is right."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from formal_rl.cli import main
from formal_rl.conformance import Diverges, FailureKind, check, check_named
from formal_rl.conformance.adapters.running import compared
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo") / "users.py"
IMPOSSIBLE = {"OppositeOfAnInstance"}
"""In this shape, copies are trained before a wrapper sees anything, so there is nothing right to put in its place."""

LEAVES_SOMETHING = {FailureKind.SHARES_STATE, FailureKind.NOT_DETERMINISTIC, FailureKind.HANGS}
"""These are run in a process of their own, in which nothing is left over from the check."""


def zoo(name):
    """An object of the zoo."""
    return load_object(f"{ZOO}:{name}")


@pytest.fixture
def project(tmp_path, monkeypatch, capsys):
    """A user's directory, in which a module has an implementation of the zoo; and a way to run a script there."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)

    class Project:
        written = 1_000_000_000

        def has(self, name):
            loading = f"from formal_rl.loading import load_object\nimplementation = load_object({f'{ZOO}:{name}'!r})"
            self.writes(loading)
            return "users.py:implementation"

        def writes(self, text):
            (tmp_path / "users.py").write_text(text, "utf-8")
            self.written += 10  # seconds: Python takes a file of one size and second for the one it compiled
            os.utime(tmp_path / "users.py", (self.written, self.written))

        def run_here(self, script):
            with pytest.raises(SystemExit) as ended:
                run_path(str(script), run_name="__main__")
            out, err = capsys.readouterr()
            said = ended.value.code if isinstance(ended.value.code, str) else ""
            return ended.value.code if said == "" else 1, out + err + said

        def run_apart(self, script):
            ran = self.run(script)
            return ran.returncode, ran.stdout + ran.stderr

        def run(self, script, directory=tmp_path):
            command = [sys.executable, "-B", script]
            return subprocess.run(command, cwd=directory, capture_output=True, encoding="utf-8", check=False)

    return Project()


LONG = {"asks_without_end"}
"""The script asks on for seconds; test_a_script_of_a_hanging_implementation has a short one."""


@pytest.mark.parametrize(
    "animal",
    [pytest.param(each, marks=pytest.mark.full if each.name in LONG else ()) for each in zoo("WRONG")],
    ids=lambda animal: f"{animal.name}-{animal.semantics}",
)
def test_a_script_exits_1_until_it_is_fixed(animal, project, tmp_path):
    """The wrong one is caught by its claim; its script exits 1, and with a right one of its shape in its place 0."""
    report = check_named(project.has(animal.name), animal.suite, semantics=animal.semantics, in_process=True)
    _is_caught(report, animal)
    path = report.write_script(tmp_path / "repro")
    run = project.run_apart if animal.outcome in LEAVES_SOMETHING else project.run_here
    code, said = run(path)
    right = [name for name, *about in zoo("RIGHT") if about == [animal.suite, animal.semantics, report.shape]]

    assert code == 1
    assert said
    assert "as expected" not in said
    assert path.name == f"repro_{animal.suite}_{animal.claim}.py"
    assert bool(right) == (animal.name not in IMPOSSIBLE)
    for name in right[:1]:
        project.has(name)
        assert run(path) == (0, "as expected: fixed\n")


def _is_caught(report, animal):
    """With its own outcome at its own claim; later stages are not reached."""
    broken = next(row for row in report.rows if row.required and row.verdict == "diverges")
    assert (broken.outcome, broken.claim) == (animal.outcome, animal.claim)
    assert (report.conforms, report.exit_code) == (False, 1)
    assert (report.counterexample.claim, report.counterexample.outcome) == (animal.claim, animal.outcome)
    stages = ["shape", "smoke", "pure", "reference", "lemmas"]
    later = [row for row in report.rows if stages.index(row.stage) > stages.index(broken.stage)]
    assert {row.verdict for row in later} <= {"not reached"}
    with pytest.raises(Diverges, match="DIVERGES"):
        report.raise_if_diverged()


def test_a_script_says_what_differs(project, tmp_path):
    """The answer at fault, with what was expected."""
    report = check_named(project.has("TrainsOnTheTrueReward"), "ignore_rewards")

    assert project.run(report.write_script(tmp_path)).stdout == "at [2][0] of the answers: expected 1, got -1\n"


def test_more_answers_than_expected_differ():
    """One that asks where the other does not is no answer alike."""
    assert [compared([], []), compared([], [0]), compared([0], [])] == [0, 1, 1]


def test_a_script_of_a_hanging_implementation(project, tmp_path):
    """It does not wait for ever, and shows where it hangs."""
    report = check_named(project.has("hangs_after_a_reward"), "ignore_rewards", timeout=0.5)
    wrong = project.run(report.write_script(tmp_path))
    project.has("right_ignore_rewards")

    assert wrong.returncode == 1
    assert "in hangs_after_a_reward" in wrong.stderr
    assert project.run(report.write_script(tmp_path)).returncode == 0


def test_a_script_of_what_ends_its_process(project, tmp_path):
    """It does not end with it, and neither does the command that looks at the counterexample again."""
    report = check_named(project.has("ends_the_process"), "ignore_rewards", timeout=5)
    script, witness, _ = report.write_counterexamples(tmp_path)
    wrong = project.run(script)

    assert (wrong.returncode, wrong.stdout) == (1, "its process ended with code 7\n")
    assert main(["replay", str(witness)]) == 1
    project.has("right_ignore_rewards")
    right = project.run(script)
    assert (right.returncode, right.stdout) == (0, "as expected: fixed\n")


def test_a_script_of_a_case_that_ends_its_process(project, tmp_path):
    """Neither ending without a fault nor coming back with something else is right."""
    entropy = "-sum(float(p) * __import__('math').log2(p) for p in probabilities if p)"
    answers = {"end": "__import__('os')._exit(0)", "differ": "2.0", "right": entropy}
    ran = {}
    for name, answer in answers.items():
        text = f"def implementation(probabilities):\n    return {answer} if len(probabilities) == 3 else {entropy}\n"
        project.writes(text)
        if name == "end":
            report = check_named("users.py:implementation", "neutrality", timeout=5)
            script = report.write_script(tmp_path / "repro")
        ran[name] = project.run(script)

    assert script.name == "repro_neutrality_values.py"
    assert "formal_rl" not in report.script
    assert {name: each.returncode for name, each in ran.items()} == {"end": 1, "differ": 1, "right": 0}
    assert ran["end"].stdout == "its process ended with code 0\n"
    assert ran["differ"].stdout == "at [0] of the answers: expected 0.0, got 2.0\n"


@pytest.mark.parametrize("name", ["keeps_the_first_reward", "TrainsOnTheTrueReward"])
def test_a_script_needs_nothing_of_ours(name):
    """It holds literals, imports the standard library, and ours only where it is there."""
    tree = ast.parse(check(zoo(name), "ignore_rewards").script)
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }

    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)
    handlers = [node.handlers for node in tree.body if isinstance(node, ast.Try)]
    assert all([ast.unparse(each.type) for each in handler] == ["ImportError"] for handler in handlers)


def test_a_script_runs_where_formal_rl_is_not(project, tmp_path):
    """The types of percepts are its own where ours cannot be imported."""
    (tmp_path / "mine.py").write_text("def environment(agent, play):\n    return (0, 0)\n", "utf-8")
    path = check_named("mine.py:environment", "ignore_rewards").write_script(tmp_path)
    blocked = "import sys, runpy; sys.modules['formal_rl'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    ran = subprocess.run([sys.executable, "-c", blocked, path], capture_output=True, encoding="utf-8", check=False)

    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout == "at [0][0] of the answers: expected 1, got 0\n"


ENDS = "import os\n\n\ndef environment(agent, play):\n    return os._exit(4) if play else (1, 0)\n"
NOWHERE = {
    "kit/mine.py:environment": "there is no file kit/mine.py in {0}, {1} or a directory above that",
    "kit.mine:environment": "there is no module kit in {0}, {1} or a directory above that, nor among what is installed",
}


@pytest.mark.parametrize(
    ("ends", "spec"),
    [
        (False, "kit.mine:environment"),
        (True, "kit/mine.py:environment"),
        pytest.param(False, "kit/mine.py:environment", marks=pytest.mark.full),
        pytest.param(True, "kit.mine:environment", marks=pytest.mark.full),
    ],
)
def test_a_script_finds_the_implementation_from_anywhere(project, tmp_path_factory, spec, ends):
    """In the current directory or above the script; where it is in none of these, that is said, with exit code 4."""
    home = Path.cwd()
    (home / "kit").mkdir()
    text = ENDS if ends else "def environment(agent, play):\n    return (0, 0)\n"
    (home / "kit" / "mine.py").write_text(text, "utf-8")
    elsewhere, far = tmp_path_factory.mktemp("elsewhere"), tmp_path_factory.mktemp("far")
    report = check_named(spec, "ignore_rewards", timeout=5 if ends else None)
    script, moved = report.write_script(home / "repro" / "deep"), report.write_script(far)
    at_home, above, beside = project.run(script), project.run(script, elsewhere), project.run(moved)
    lost = project.run(moved, elsewhere)

    assert str(home) not in report.script
    assert at_home.returncode == 1
    assert at_home.stdout.startswith("its process ended with code 4" if ends else "at [0][0] of the answers: expected")
    assert [(ran.returncode, ran.stdout) for ran in (above, beside)] == [(1, at_home.stdout)] * 2
    assert (lost.returncode, lost.stdout) == (4, "")
    assert lost.stderr == f"{spec}: {NOWHERE[spec].format(elsewhere, far)}\n"


def test_a_script_says_where_the_implementation_has_gone_from(project, tmp_path):
    """The file is there and has no such object; or the file itself imports what is not there, which is its own."""
    spec = project.has("keeps_the_first_reward")
    script = check_named(spec, "ignore_rewards").write_script(tmp_path)
    project.writes("other = 1\n")
    gone = project.run(script)
    project.writes("import nothing_here\n")
    broken = project.run(script)

    assert (gone.returncode, gone.stderr) == (4, f"{spec}: there is no implementation in {tmp_path / 'users.py'}\n")
    assert (broken.returncode, broken.stderr.splitlines()[-1]) == (
        1,
        "ModuleNotFoundError: No module named 'nothing_here'",
    )


PARTIALS = """from functools import partial

from formal_rl.loading import load_object
from formal_rl.conformance.zoo import agents, gridworlds, safelife_games
from formal_rl.agents import SimpleLearner


class StartStep:
    def __init__(self, A, right, draws=()):
        name = "Button" if draws else "IgnoreRewards"
        made = load_object("{zoo}:Right" + name)
        self.right, self.of = right, made(A, draws=draws) if draws else made(A)

    def start(self):
        return self.of.start()

    def step(self, action):
        reward, observation = self.of.step(action)
        return (reward if self.right else 7, observation)


class React:
    def __init__(self, right):
        self.right = right

    def react(self, T, play):
        reward, observation = load_object("{zoo}:right_flat_ignore_rewards")(T, play)
        return (reward if self.right or len(play) < 6 else 7, observation)


class StartAdvance:
    def __init__(self, right):
        self.right = right

    def start(self, learner):
        return load_object("{zoo}:right_incremental").start(learner)

    def advance(self, learner, state, action):
        percept, after = load_object("{zoo}:right_incremental").advance(learner, state, action)
        return (percept if self.right else (7, 0)), after


class Opposite:
    def __init__(self, E, A, right):
        self.of = load_object("{zoo}:RightOppositeOfAClass" if right else "{zoo}:RightIgnoreRewards")
        self.of = self.of(E, A) if right else E(A)

    def start(self):
        return self.of.start()

    def step(self, action):
        return self.of.step(action)


class ActTrain(agents.Simple):
    asked = 0

    def __init__(self, right):
        super().__init__()
        self.right = right

    def act(self, obs):
        self.asked += 1
        return super().act(obs) if self.right or self.asked % 2 else self.n_actions - 1


class Learner(SimpleLearner):
    def __init__(self, number_of_actions, right):
        super().__init__(number_of_actions)
        object.__setattr__(self, "right", right)

    def act(self, state, observation):
        return super().act(state, observation) if self.right else 0


class Reset(gridworlds.CoinWorld):
    def __init__(self, world, right):
        super().__init__(world)
        self.right = right

    def step(self, action):
        return super().step(action if self.right else 0)


class Game(safelife_games.Game):
    def __init__(self, board, goals, min_performance, right):
        super().__init__(board, goals, min_performance)
        self.right = right

    def step(self, action):
        return super().step(action if self.right else 0)


implementation = partial({name}, right={right})
"""


@pytest.mark.parametrize(
    ("name", "suite", "shape"),
    [
        ("StartStep", "ignore_rewards", "a class with start and step, made with an agent-class"),
        ("StartStep", "tempting_button", "a class with start and step, made with an agent-class, with keyword draws"),
        ("React", "ignore_rewards", "a class with react(T, play), both flat: r, o, a, r, o, a, and so on"),
        ("StartAdvance", "ignore_rewards", "a value with start(learner) and advance(learner, state, action)"),
        ("Opposite", "opposite", "a class with start and step, made with an environment class and an agent-class"),
        ("ActTrain", "agent_simple", "a class with act(obs) and train(o_prev, a, r, o_next)"),
        ("ActTrain", "learner", "a class with act(obs) and train(o_prev, a, r, o_next)"),
        ("Learner", "agent_simple", "a class of learners, values with initial, act(state, obs)"),
        ("Reset", "gridworld_env", "a class with reset() and step(action), as of gymnasium"),
        ("Game", "safelife_step", "a class with reset(), which returns the board, and step(action)"),
    ],
)
def test_a_partial_of_a_class_is_read_as_the_class(project, tmp_path, name, suite, shape):
    """It is driven as the class is, in the check and in the script."""
    seen = {}
    for right in (False, True):
        project.writes(PARTIALS.format(zoo=ZOO, name=name, right=right))
        directory = tmp_path / str(right)
        directory.mkdir()
        (tmp_path / "users.py").rename(directory / "users.py")
        seen[right] = check_named(f"{right}/users.py:implementation", suite, in_process=True)
    script = seen[False].write_script(tmp_path / "repro")

    assert [seen[right].exit_code for right in (False, True)] == [1, 0]
    assert all(each.shape.startswith(shape) for each in seen.values())
    assert project.run_here(script)[0] == 1
    (tmp_path / "True" / "users.py").replace(tmp_path / "False" / "users.py")
    assert project.run_here(script) == (0, "as expected: fixed\n")


def test_without_a_name_there_is_no_script():
    """What is defined inside of a function cannot be imported by a script, and the report says so."""
    report = check(lambda agent, play: (0, 0), "ignore_rewards")

    assert (report.script, report.write_script(Path("nowhere"))) == (None, None)
    assert "no module:object names the implementation" in report.counterexample.no_script
    assert not Path("nowhere").exists()
