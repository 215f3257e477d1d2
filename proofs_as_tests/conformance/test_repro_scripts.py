"""The script of a counterexample stands alone; it exits 1 while the implementation is wrong, 0 once it is right."""

import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from formal_rl.cli import main
from formal_rl.conformance import FailureKind, check, check_named
from formal_rl.conformance.adapters.experiments import compared
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo") / "users.py"
REPORTS = Path(__file__).with_name("reports") / "users"
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
def test_a_script_exits_1_until_it_is_fixed(animal, project, tmp_path, request):
    """The wrong one is caught by its claim; its script exits 1, and with a right one of its shape in its place 0.

    The whole report is kept; ``pytest --rewrite`` writes it anew.
    """
    report = check_named(project.has(animal.name), animal.suite, semantics=animal.semantics, in_process=True)
    _is_caught(report, animal)
    kept = REPORTS / f"{animal.name}_{animal.semantics}.txt"
    if request.config.getoption("--rewrite"):
        kept.write_text(f"{report}\n", "utf-8")
    assert f"{report}\n" == kept.read_text("utf-8")
    path = report.write_counterexamples(tmp_path / "repro")[0]
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
    assert "DIVERGES" in str(report)


def test_more_answers_than_expected_differ():
    """One that asks where the other does not is no answer alike."""
    assert [compared([], []), compared([], [0]), compared([0], [])] == [0, 1, 1]


def test_a_script_of_a_hanging_implementation(project, tmp_path):
    """It does not wait for ever, and shows where it hangs."""
    report = check_named(project.has("hangs_after_a_reward"), "ignore_rewards", timeout=0.5)
    wrong = project.run(report.write_counterexamples(tmp_path)[0])
    project.has("right_ignore_rewards")

    assert wrong.returncode == 1
    assert "in hangs_after_a_reward" in wrong.stderr
    assert project.run(report.write_counterexamples(tmp_path)[0]).returncode == 0


def test_a_script_of_an_implementation_that_ends_its_process(project, tmp_path):
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
            script = report.write_counterexamples(tmp_path / "repro")[0]
        ran[name] = project.run(script)

    assert script.name == "repro_neutrality_values.py"
    assert "formal_rl" not in report.script
    assert {name: each.returncode for name, each in ran.items()} == {"end": 1, "differ": 1, "right": 0}
    assert ran["end"].stdout == "its process ended with code 0\n"
    assert ran["differ"].stdout == "at [0] of the answers: expected 0.0, got 2.0\n"


def test_a_script_runs_where_formal_rl_is_not(project, tmp_path):
    """The types of percepts are its own where ours cannot be imported."""
    (tmp_path / "mine.py").write_text("def environment(agent, play):\n    return (0, 0)\n", "utf-8")
    path = check_named("mine.py:environment", "ignore_rewards").write_counterexamples(tmp_path)[0]
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
    """In the current directory or above the script; if it is in none of these, the script says so, with exit code 4."""
    home = Path.cwd()
    (home / "kit").mkdir()
    text = ENDS if ends else "def environment(agent, play):\n    return (0, 0)\n"
    (home / "kit" / "mine.py").write_text(text, "utf-8")
    elsewhere, far = tmp_path_factory.mktemp("elsewhere"), tmp_path_factory.mktemp("far")
    report = check_named(spec, "ignore_rewards", timeout=5 if ends else None)
    script, moved = report.write_counterexamples(home / "repro" / "deep")[0], report.write_counterexamples(far)[0]
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
    script = check_named(spec, "ignore_rewards").write_counterexamples(tmp_path)[0]
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

from formal_rl.agents import SimpleLearner
from formal_rl.conformance.zoo import agents, gridworlds, safelife_games
from formal_rl.environments.examples.ignore_rewards import IgnoreRewardsIncremental
from proofs_as_tests.conformance.zoo import users


def with_one_more(of, method):
    class More(of):
        asked = 0

        def __init__(self, *given, right, **named):
            super().__init__(*given, **named)
            object.__setattr__(self, "right", right)

    def every_second_is_wrong(self, *given):
        object.__setattr__(self, "asked", self.asked + 1)
        last = given[-1] if self.right or self.asked % 2 else given[-1] * 0
        return getattr(super(More, self), method)(*given[:-1], last)

    setattr(More, method, every_second_is_wrong)
    return More


implementation = partial(with_one_more({of}), right={right})
"""


@pytest.mark.parametrize(
    ("of", "suite", "shape"),
    [
        ("users.RightIgnoreRewards, 'step'", "ignore_rewards", "a class with start and step, made with an agent-class"),
        ("users.RightButton, 'step'", "tempting_button", "a class with start and step, made with an agent-class, with"),
        (
            "users.RightReact, 'react'",
            "ignore_rewards",
            "a class with react(T, play), both flat: r, o, a, r, o, a, and",
        ),
        ("IgnoreRewardsIncremental, 'advance'", "ignore_rewards", "a value with start(learner) and advance(learner"),
        ("users.RightOppositeOfAClass, 'step'", "opposite", "a class with start and step, made with an environment"),
        ("agents.Simple, 'act'", "agent_simple", "a class with act(obs) and train(o_prev, a, r, o_next)"),
        ("agents.Simple, 'act'", "learner", "a class with act(obs) and train(o_prev, a, r, o_next)"),
        ("SimpleLearner, 'act'", "agent_simple", "a class of learners, values with initial, act(state, obs)"),
        ("gridworlds.CoinWorld, 'step'", "gridworld_env", "a class with reset() and step(action), as of gymnasium"),
        pytest.param(
            *("safelife_games.Game, 'step'", "safelife_step", "a class with reset(), which returns the board, and"),
            marks=pytest.mark.full,
        ),
    ],
)
def test_a_partial_of_a_class_is_read_as_the_class(project, tmp_path, of, suite, shape):
    """It is driven as the class is, in the check and in the script."""
    seen = {}
    for right in (False, True):
        project.writes(PARTIALS.format(of=of, right=right))
        directory = tmp_path / str(right)
        directory.mkdir()
        (tmp_path / "users.py").rename(directory / "users.py")
        seen[right] = check_named(f"{right}/users.py:implementation", suite, in_process=True)
    script = seen[False].write_counterexamples(tmp_path / "repro")[0]

    assert [seen[right].exit_code for right in (False, True)] == [1, 0]
    assert all(each.shape.startswith(shape) for each in seen.values())
    assert project.run_here(script)[0] == 1
    (tmp_path / "True" / "users.py").replace(tmp_path / "False" / "users.py")
    assert project.run_here(script) == (0, "as expected: fixed\n")


def test_without_a_name_there_is_no_script(tmp_path):
    """What is defined inside of a function cannot be imported by a script, and the report says so."""
    report = check(lambda agent, play: (0, 0), "ignore_rewards")

    assert report.script is None
    assert {file.suffix for file in report.write_counterexamples(tmp_path)} == {".json", ".txt"}
    assert "no module:object names the implementation" in report.counterexample.no_script
