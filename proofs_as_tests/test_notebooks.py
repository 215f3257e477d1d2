"""The notebooks: each runs from its first cell to its last, and its exercises tell right from wrong.

Run as a program with the path of a notebook, it executes the cells and prints what they show.
"""

import ast
import json
import os
import re
import subprocess
import sys
import traceback
from fractions import Fraction
from pathlib import Path

import pytest

from formal_rl.errors import UnknownName
from formal_rl.histories import history, prompt_of
from formal_rl.study import EXERCISES, check

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
NAMES = list(dict.fromkeys(exercise.notebook for exercise in EXERCISES.values()))
_CELL = re.compile(r"^```\{code-cell\} ipython3\n(?:---\n(.*?)^---\n)?(.*?)^```$", re.MULTILINE | re.DOTALL)


def cells(notebook):
    """The code cells of a notebook, each with what stands above its code."""
    return _CELL.findall(notebook.read_text("utf-8"))


def shown(value):
    """What a notebook shows of a value."""
    bundle = getattr(value, "_repr_mimebundle_", lambda **asked: {})()
    pictures = [getattr(value, name)() for name in ("_repr_svg_", "_repr_html_") if hasattr(value, name)]
    return "\n".join(
        [*(bundle[kind] for kind in ("text/html", "text/plain") if kind in bundle), *pictures, repr(value)]
    )


def run(notebook):
    """Execute the cells in order, in one namespace; print what they show, and last the exercises that were checked."""
    names, checked = {"__name__": "__main__"}, []
    for number, (_, source) in enumerate(cells(notebook), 1):
        try:
            *statements, last = ast.parse(source).body
            ended = isinstance(last, ast.Expr)
            exec(compile(ast.Module(statements if ended else [*statements, last], []), f"cell {number}", "exec"), names)
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if ended else None
        except Exception:
            traceback.print_exc()
            sys.exit(f"cell {number} of {notebook.name} fails:\n\n{source}")
        if value is not None:
            print(shown(value))
        if hasattr(value, "exercise"):
            checked.append([number - 1, value.exercise, value.right])
    print(json.dumps(checked))


def printed(notebook, hash_seed=1):
    """What a notebook prints in a process of its own."""
    surroundings = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"}
    command = [sys.executable, __file__, notebook]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8", env=surroundings)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_its_solutions_are_right(name):
    """Each exercise is there with an answer that is refused and, folded away, one that is right."""
    notebook = NOTEBOOKS / f"{name}.md"
    checked = json.loads(printed(notebook).splitlines()[-1])
    mine = [exercise for exercise in EXERCISES if EXERCISES[exercise].notebook == name]
    assert [(exercise, right) for _, exercise, right in checked] == [
        (exercise, right) for exercise in mine for right in (False, True)
    ]
    folded = [number for number, (above, _) in enumerate(cells(notebook)) if "hide-input" in above]
    assert folded == [number for number, _, right in checked if right]
    assert len(mine) == 3
    assert 15 <= len(cells(notebook)) <= 30


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_depends_on_no_hash_seed(name):
    """It shows the same with another one."""
    assert printed(NOTEBOOKS / f"{name}.md") == printed(NOTEBOOKS / f"{name}.md", 2)


def test_every_notebook_is_run():
    """No notebook is without exercises."""
    assert {file.stem for file in NOTEBOOKS.glob("*.md")} == {*NAMES, "README"}


def test_no_notebook_looks_at_a_clock_or_draws():
    """What a notebook shows is the same each time."""
    for name in NAMES:
        imported = re.findall(r"^(?:from|import) (\w+)", (NOTEBOOKS / f"{name}.md").read_text("utf-8"), re.MULTILINE)
        assert not {"time", "datetime", "random", "os", "numpy"} & {*imported}


class Sleeper:
    """Does 0 untrained, and 1 once it was trained."""

    initial = 0

    def act(self, trainings, observation):
        return 1 if trainings else 0

    def learn(self, trainings, transition):
        return trainings + 1


def by_sight(prompt):
    return 1 if prompt[-1].reward > 0 else 0


HALF = Fraction(1, 2)
WRONG = {
    "paid-every-step": [
        (by_sight, "punished at step 3"),
        (lambda prompt: 0, "always does the same"),
        (lambda prompt: -1, "the agent answered -1"),
    ],
    "observations-of-zero": [
        (prompt_of, "on (0,1) 0: expected Percept(1, 0), got Percept(-1, 0)"),
        (lambda play: None, "the table is None"),
    ],
    "button-average": [((HALF, HALF), "there was no button"), (3, "TypeError")],
    "own-reality-check": [
        (lambda agent: agent, "expected 1, got 0"),
        (lambda agent: lambda prompt: agent(prompt[:1]), "(0,0) 0 (0,0)"),
    ],
    "cases-paid": [(lambda n: n * 2**n, "For 2 steps you say 8")],
    "published-parts": [
        ((Sleeper(), history((0, 0), 0, (0, 0))), "is genuine"),
        ((Sleeper(), history((0, 0), 1, (0, 0))), "is not genuine"),
        ((Sleeper(), history((0, 0), 1)), "MalformedHistory"),
    ],
    "closed-form": [(lambda p, number: Fraction(number), "For p = 0 and N = 2 you say 2.")],
    "beats-one-half": [
        (HALF, "just as much"),
        (Fraction(9, 10), "less than one half does"),
        (Fraction(3, 2), "InvalidParameter"),
        (0.55, "InvalidParameter"),
    ],
    "repairing-weights": [
        ([1] * 7, "all are equal"),
        ([2**i for i in range(7)], "p = 6/25 returns"),
        ([1, 1, 1, 1, 1, 1, -1], "above 0"),
    ],
    "still-life": [
        (". .\n. o", "There are 1 living cells"),
        (". . . . .\n. o o o .\n. o o o .\n. . . . .\n. . . . .", "comes to life"),
        ("?", "MalformedLayout"),
    ],
    "far-neighbours": [(((0, 25), (0, 0)), "by the published code 1 of 25"), (((0, 0), (0, 24)), "2 of 1 step")],
    "deviation-by-hand": [(3.0, "There is a plan that costs less"), (1.0, "No plan costs as little")],
}


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_wrong_answer_is_refused_with_a_hint(exercise):
    """A hint says what the definition does, and so does an answer that cannot be used."""
    for answer, hint in WRONG[exercise]:
        found = check(exercise, answer)
        assert not found.right
        assert hint in found.hint
        assert repr(found).startswith(f"✗ Not yet. ({exercise})\n  ")
    assert check(exercise, ...).hint == "Replace the ... by your answer."


@pytest.mark.parametrize("exercise", EXERCISES)
def test_an_exercise_asks_what_its_notebook_asks(exercise):
    """Printed, it is sentences that stand in the notebook, before the cell that checks an answer to it."""
    found = EXERCISES[exercise]
    plain = re.sub(r"[$*]", "", (NOTEBOOKS / f"{found.notebook}.md").read_text("utf-8").replace(r"\lambda", "λ"))
    text = " ".join(plain.split())
    assert repr(found).rstrip(".") in text.partition(f'"{exercise}"')[0]
    assert len(repr(found)) > 50


def test_an_exercise_that_there_is_not_is_refused():
    with pytest.raises(UnknownName, match="still-life"):
        check("stil-life", 1)


if __name__ == "__main__":
    run(Path(sys.argv[1]))
