"""The command line of the student: what it prints, and with which code it exits."""

import json
import sys

import pytest

from formal_rl.cli import main
from formal_rl.study import Settings, ask, classify, trace

AGENTS = """
import itertools

count = itertools.count()

def counting(prompt):
    return next(count)

def failing(prompt):
    return {}["lost"]

def right(prompt):
    return 1
"""


@pytest.fixture(autouse=True)
def plain(own_directory, monkeypatch):
    """An own directory with agents of the user's, and the path as it was afterwards."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    (own_directory / "of_mine.py").write_text(AGENTS, "utf-8")
    yield
    sys.modules.pop("of_mine", None)


PLAY = "(0,0) 0 (1,0) 1"


def test_ask(run):
    """What is printed is the answer, as text or as JSON."""
    arguments = ("ask", "ignore_rewards", "--agent", "last_reward_sign", "--play", PLAY)
    answer = ask("ignore_rewards", "last_reward_sign", PLAY)

    assert run(*arguments) == (0, f"{answer}\n", "")
    code, out, err = run(*arguments, "--json")
    assert (code, json.loads(out), err) == (0, answer.to_json(), "")


def test_trace(run):
    """What is printed is the trace; the seed is of all draws."""
    arguments = ("trace", "tempting_button", "--agent", "random", "--steps", "6", "--seed", "4")
    followed = trace("tempting_button", "random", 6, settings=Settings(seed=4))

    assert run(*arguments) == (0, f"{followed}\n", "")
    assert json.loads(run(*arguments, "--json")[1]) == followed.to_json()
    assert str(followed) != str(trace("tempting_button", "random", 6))


def test_pictures_and_agents_as_a_second_argument(run, own_directory):
    """The option --svg writes a picture, too; the agent may stand behind the environment, but is one."""
    own_directory.joinpath("ws.py").write_text("def win_stay(prompt):\n    return 0\n", "utf-8")
    for words in (["ask", "newcomb", "simple"], ["trace", "newcomb", "ws.py:win_stay", "--steps", "3"]):
        code, out, err = run(*words, "--svg", "picture.svg")
        assert (code, err) == (0, "")
        assert "newcombs_problem" in out
        assert ">what happened<" in own_directory.joinpath("picture.svg").read_text("utf-8")
    assert run("ask", "deja_vu")[0] == run("ask", "deja_vu", "q", "--agent", "simple")[0] == 2
    assert "it defines win_stay, as ws.py:win_stay" in run("trace", "deja_vu", "ws.py")[2]


def test_classify(run):
    """What is printed is the classification; it exits 0 whatever the kind."""
    assert run("classify", "ignore_rewards") == (0, f"{classify('ignore_rewards')}\n", "")
    code, out, _ = run("classify", "bandit", "--horizon", "1", "--percepts", "2", "--actions", "3", "--json")
    found = json.loads(out)
    assert (code, found["horizon"], found["percepts"], found["actions"]) == (0, 1, [[0, 0], [1, 0]], [0, 1, 2])
    assert found["properties"][0]["holds"] is False


def test_draws_and_memories(run):
    """Draws and memories are given as text."""
    assert "(1,1)" in run("ask", "tempting_button", "--agent", "q", "--play", "(0,0) 0", "--draws", "0,1/2")[1]
    assert "(1,0)" in run("ask", "tempting_button", "--agent", "q", "--play", "(0,0) 0", "--draws", "0,0.125")[1]
    assert "(9,9) 0 (0,0)" in run(
        "ask", "false_memories", "--agent", "q", "--play", "(0,0) 0", "--memories", "(9,9) 0"
    )[1]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["ask", "ignore_reward", "--agent", "simple"], "did you mean ignore_rewards", 2),
        (["ask", "bandit", "--agent", "simple", "--play", "(0,0) x"], "character 7 is 'x'", 2),
        (["ask", "bandit", "--agent", "simple", "--play", "(0,0) 5"], "element 1 is action 5", 4),
        (["ask", "false_memories", "--agent", "q", "--memories", "(0,0)"], "ends at element 1", 2),
        (["ask", "deja_vu", "--agent", "of_mine:counting", "--play", "(0,0) 1"], "asked again, 1", 4),
        (["trace", "bandit", "--agent", "of_mine:failing"], "raised KeyError: 'lost'", 4),
        (["trace", "bandit", "--agent", "of_mine:failing"], "(at step 1 of the run)", 4),
        (["trace", "tempting_button", "--agent", "simple", "--draws", "0,2"], "draw 1 is '2'", 2),
        (["classify", "of_mine:count"], "cannot be called as (agent, play), nor as (play)", 4),
    ],
)
def test_unusable_input_is_reported(run, arguments, words, code):
    """What is typed wrong exits 2, what cannot be used 4; stderr names the place, and is no traceback."""
    found, out, err = run(*arguments)

    assert (found, out) == (code, "")
    assert words in err
    assert "Traceback" not in err


USERS = """
import sys

def agent_that_ends(prompt):
    sys.exit(0)

def environment_that_ends(agent, play):
    sys.exit(0)

class Unspeakable(Exception):
    def __str__(self):
        raise ValueError

def environment_that_raises(agent, play):
    raise Unspeakable

def environment_that_prints(agent, play):
    from formal_rl.histories import Percept
    print("noise")
    return Percept(0, 0)
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["trace", "ignore_rewards", "--agent", "users.py:agent_that_ends"], "ended the program"),
        (["trace", "users.py:environment_that_ends", "--agent", "simple"], "ended the program"),
        (["classify", "users.py:environment_that_ends"], "ended the program"),
        (["ask", "ignore_rewards", "--agent", "users.py:agent_that_ends", "--play", "(0,0) 1"], "ended the program"),
        (["trace", "users.py:environment_that_raises", "--agent", "q"], "Unspeakable, which cannot be written out"),
    ],
    ids=" ".join,
)
def test_code_that_ends_the_program_or_fails_to_say_why_is_unusable(capsys, monkeypatch, tmp_path, words, said):
    """A user's sys.exit is no success, and an exception that cannot be written out is named by its kind."""
    (tmp_path / "users.py").write_text(USERS, "utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(words) == 4
    assert said in capsys.readouterr().err


def test_output_of_the_users_code_stays_out_of_the_answer(capsys, monkeypatch, tmp_path):
    """Standard output holds the JSON alone; what the environment prints is on standard error."""
    (tmp_path / "users.py").write_text(USERS, "utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["trace", "users.py:environment_that_prints", "--agent", "simple", "--steps", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert "noise" in err
