"""Levels are played, by named policies and by objects of the user's; runs can be played again."""

from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter, NotLoadable, UnknownName
from formal_rl.histories import Percept
from formal_rl.loading import load_object
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.board import advance
from formal_rl.safelife.game import ACTIONS, level_environment, start, step
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.game.level_environment import SafeLifeObservation
from formal_rl.safelife.levels import TEACHING_LEVELS, parse_level, shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife import RunSoFar, followed, turns
from formal_rl.study.safelife.policies import PolicyFault, file_of_policy
from formal_rl.study.safelife.run import required_published, run_level

EXIT = TEACHING_LEVELS["exit"]
SPAWNERS = shipped_level("prune-spawn-3")
USERS = """
seen = []

class Acts:
    def __init__(self):
        self.number = 0

    def act(self, what):
        seen.append(what)
        self.number += 1
        return (8, 2, 2)[self.number - 1]

acts = Acts()
acts.number = 1

class Learns:
    n_actions = 9

    def __init__(self):
        self.trained = []

    def act(self, obs):
        return (8, 2, 2)[len(self.trained)]

    def train(self, o_prev, a, r, o_next):
        seen.append((o_prev, a, r, o_next))
        self.trained.append(a)

def of_observation(observation):
    seen.append(observation)
    return 2

def agent(prompt):
    seen.append(prompt)
    return (8, 2, 2)[len(prompt) // 2]

def answering(value):
    return lambda observation: value

none, text, true, nine, minus, whole = (answering(value) for value in (None, "2", True, 9, -1, 2.0))
"""


@pytest.fixture
def users(tmp_path, monkeypatch):
    """The path of a module of a user's policies, in a directory of its own."""
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "users.py"
    path.write_text(USERS, "utf-8")
    return str(path)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("level", [EXIT, SPAWNERS, TEACHING_LEVELS["two-agents"]], ids=lambda level: level.name)
def test_a_run_follows_the_definitions(policy, level):
    """A run is that of the definition, the policy's draws hashed, the spawners' seeded, in single precision."""
    found = run_level(level, policy, steps=6, seed=5)
    exact, state, draws = in_single_precision(level), start(level), HashedDraws(-6)
    for actions, rewards in zip(found.run.actions, found.run.rewards, strict=True):
        chosen = tuple(POLICIES[policy](level, state, agent, draws) for agent in range(len(level.agents)))
        state, paid = step(exact, state, chosen, SeededDraws(5), advance=advance)
        assert (actions, rewards) == (chosen, paid)

    assert found.state == state
    assert found.run.board == state.board


def test_a_run_is_played_again():
    """The steps of a run, played from its level, seed and actions, are those it had, and give the same outcome."""
    made = list(turns(SPAWNERS, "random", 10, 3))
    found = followed(SPAWNERS, "random", 3, made)
    again = followed(SPAWNERS, "random", 3, found.run.turns())

    assert list(found.run.turns()) == made
    assert again.run == found.run
    assert again.outcomes == found.outcomes


def test_a_run_ends_when_no_agent_is_there():
    """A run ends when the agent has left; its text has each step."""
    (outcome,) = run_level(EXIT, "greedy", steps=9).outcomes

    assert (outcome.points, outcome.earned, outcome.required, outcome.paid) == (1, 2, 1, 2)
    assert (outcome.could_leave, outcome.ended, outcome.fate, outcome.location) == (1, 2, "left", (2, 3))
    assert str(outcome) == (
        "1 point, 2 earned of 1 required; paid 2 in all; exit open after step 1; left after step 2, at row 2, column 3"
    )
    assert [len(list(turns(EXIT, "greedy", steps, 0))) for steps in range(5)] == [0, 1, 2, 2, 2]


def test_destroyed_agents_are_reported():
    """The text has the fate of an agent that another destroys, and the run goes on with the other."""
    level = TEACHING_LEVELS["two-agents"]
    left, right = level.agents
    beside = (left[0], left[1] + 1)
    near = evolve(level, board=level.board.with_cells({right: 0, beside: level.board[right]}), agents=(left, beside))
    run = evolve(RunSoFar(near, "by hand", 0).run, actions=((ACTIONS.index("toggle right"), 0), (0, 0)))
    first, second = followed(near, "by hand", 0, run.turns()).outcomes

    assert (first.fate, first.ended, second.fate, second.ended) == ("playing", None, "destroyed", 1)


def test_a_level_without_agents_goes_on():
    """Where no agent ever was, a run has the steps that were asked for."""
    life = evolve(EXIT, board=EXIT.board.with_cells({EXIT.agents[0]: 0}), agents=())
    found = run_level(life, "idle", steps=4)

    assert found.run.actions == found.run.rewards == ((),) * 4
    assert found.outcomes == ()


@pytest.mark.parametrize("name", ["Acts", "Learns", "agent"])
def test_users_policies_play(users, name):
    """A class with act, a class with act and train, and an agent play the lesson: take the dot, leave."""
    found = run_level(EXIT, f"{users}:{name}", steps=9)

    assert found.run.actions == ((8,), (2,))
    assert found.outcomes[0].fate == "left"


def test_users_instances_and_functions_play(users):
    """An instance with act is used as it is; a function of an observation is called with it."""
    assert run_level(EXIT, f"{users}:acts", steps=2).run.actions == ((2,), (2,))
    assert run_level(EXIT, f"{users}:of_observation", steps=3).run.actions == ((2,),) * 3


def test_users_policies_see_the_game(users):
    """What is seen is the board and the goals; an agent sees the prompt that the level as an environment gives."""
    seen = load_object(f"{users}:seen")
    environment = level_environment(EXIT)
    first, second = environment(()), environment((environment(()), 8))
    run_level(EXIT, f"{users}:Acts", steps=2)
    run_level(EXIT, f"{users}:agent", steps=2)
    run_level(EXIT, f"{users}:Learns", steps=2)

    assert isinstance(first, Percept)
    assert isinstance(first.observation, SafeLifeObservation)
    assert seen[:2] == [first.observation, second.observation]
    assert seen[2:4] == [(first,), (first, 8, second)]
    assert (first.observation, 8, 1, second.observation) in seen[4:]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("none", "in step 1 it answered None, of type NoneType: expected an action, an int from 0 to 8"),
        ("text", "in step 1 it answered '2', of type str"),
        ("true", "in step 1 it answered True, of type bool"),
        ("nine", "in step 1 it answered 9, of type int"),
        ("minus", "in step 1 it answered -1, of type int"),
        ("whole", "in step 1 it answered 2.0, of type float"),
    ],
)
def test_answers_that_are_no_actions(users, name, complaint):
    """What is no action is refused, with the step and the value."""
    with pytest.raises(PolicyFault, match="expected an action") as refused:
        run_level(EXIT, f"{users}:{name}", steps=3)

    assert complaint in str(refused.value)
    assert refused.value.step == 1


@pytest.mark.parametrize(
    ("body", "raised"),
    [
        ("def policy(observation): raise ValueError('no')", "in step 1 it raised ValueError: no (raising.py, line 1)"),
        ("def policy(observation): raise SystemExit(3)", "in step 1 it raised SystemExit: 3 (raising.py, line 1)"),
        ("def policy(prompt):\n    return 1 if len(prompt) < 5 else {}[0]", "in step 3 it raised KeyError: 0 (raising"),
        ("def policy(observation): raise GeneratorExit", "in step 1 it raised GeneratorExit:  (raising.py, line 1)"),
        ("def policy(prompt): raise GeneratorExit", "in step 1 it raised GeneratorExit:  (raising.py, line 1)"),
        (
            "class Odd:\n    def __repr__(self): raise GeneratorExit\ndef policy(obs): return Odd()",
            "in step 1 it raised GeneratorExit:  (raising.py, line 2)",
        ),
        (
            "class policy:\n    def act(self, obs): return 1\n    def train(self, a, b, c, d): 1 / 0",
            "in step 2 it raised ZeroDivisionError: division by zero (raising.py, line 3)",
        ),
    ],
)
def test_policies_that_raise(tmp_path, monkeypatch, body, raised):
    """The error of a policy names the step and the policy's own line."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "raising.py").write_text(body, "utf-8")
    with pytest.raises(PolicyFault) as refused:
        run_level(EXIT, f"{tmp_path}/raising.py:policy", steps=9)

    assert raised in str(refused.value)


def test_an_interruption_is_not_a_policy_fault(tmp_path, monkeypatch):
    """Who interrupts a policy interrupts the run."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "raising.py").write_text("def policy(observation): raise KeyboardInterrupt", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        run_level(EXIT, f"{tmp_path}/raising.py:policy", steps=9)


READ = "class M:\n    def __getattr__(self, name): raise {}(name)\npolicy = M()"
MADE = "class policy:\n    def __init__(self): raise GeneratorExit(1)\n    def act(self, obs): return 0"
SIGNED = """class M:
    @property
    def __signature__(self): raise OSError(2, 'no')
    def __call__(self, obs): return 0
policy = M()
"""


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (READ.format("RuntimeError"), "policy: reading it raised RuntimeError: act (hostile.py, line 2)"),
        (READ.format("GeneratorExit"), "policy: reading it raised GeneratorExit: act (hostile.py, line 2)"),
        ("def __getattr__(name): raise RuntimeError(name)", "policy: reading it raised RuntimeError"),
        ("raise GeneratorExit(1)", "policy: importing it raised GeneratorExit: 1, {file}, line 1"),
        (MADE, "policy: making it without arguments raised GeneratorExit: 1 (hostile.py, line 2)"),
        (MADE.replace("self)", "self, x)"), "policy: making it without arguments raised TypeError"),
        (SIGNED, "policy: reading it raised FileNotFoundError: [Errno 2] no (hostile.py, line 3)"),
    ],
)
def test_objects_that_raise_when_they_are_read(tmp_path, monkeypatch, body, complaint):
    """Whatever an object raises when it is looked at, it is refused with that, before the first step."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "hostile.py").write_text(body, "utf-8")
    with pytest.raises(NotLoadable) as refused:
        run_level(EXIT, f"{tmp_path}/hostile.py:policy", steps=1)

    assert complaint.format(file=tmp_path / "hostile.py") in str(refused.value)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("3", "has no '3'"), ("seen", "is not a policy: expected an object with act"), ("nothing", "has no 'nothing'")],
)
def test_malformed_policies_are_refused(users, name, complaint):
    """An object that cannot be a policy is refused before the first step."""
    with pytest.raises(NotLoadable, match=complaint):
        run_level(EXIT, f"{users}:{name}", steps=1)


def test_names_and_numbers_that_are_none(users):
    """An unknown name is refused with what is near, as is a number of steps, or a user's policy for two agents."""
    with pytest.raises(UnknownName, match="did you mean greedy"):
        run_level(EXIT, "greedi")
    with pytest.raises(UnknownName, match="there are idle, random, greedy, module:object"):
        run_level(EXIT, "zzz")
    with pytest.raises(InvalidParameter, match="steps"):
        run_level(EXIT, "idle", steps=-1)
    with pytest.raises(InvalidParameter, match=r"2 agents.*the named policies, idle, random, greedy, play several"):
        run_level(TEACHING_LEVELS["two-agents"], f"{users}:agent")


def test_the_file_of_a_policy():
    """A named policy has no file; a module's is looked for here."""
    found = [file_of_policy(policy) for policy in ("greedy", "mine.py:f", "a/mine.py:f.g", "mine:f", "a.mine:f")]

    assert found == [None, *map(Path, ("mine.py", "a/mine.py", "mine.py", "a/mine.py"))]


def blue_goals(require):
    """A level with 75 points to be had: three for life on each of 25 blue goals."""
    goals = "\n".join([". " * 7] * 2 + [". . " + ".b " * 5] * 5)
    board = "\n".join(["^ . . . . . ."] + [". " * 7] * 6)
    return parse_level(f"require {require}\n{board}\ngoals\n{goals}\n")


@pytest.mark.parametrize(
    ("require", "exact", "published"),
    [("0.28", 21, 22), ("7/25", 21, 22), ("1/3", 25, 25), ("1", 75, 75), ("-1", 0, 0), ("1" * 400, 75, None)],
)
def test_points_that_the_published_code_requires(require, exact, published):
    """The published product is one of floats, which may come out a point too great; it may have no value."""
    level = blue_goals(require)

    assert required_published(level) == (published,)
    assert level.required == (exact * int(require) if published is None else exact,)


def test_each_agents_table_counts():
    """Each agent must earn a part of the rewards in its own table."""
    one = blue_goals("0.28")
    (place,), nothing = one.agents, tuple((0,) * 9 for _ in range(8))
    board = one.board.with_cells({(0, 3): one.board[place]})
    two = evolve(one, board=board, agents=((0, 3), place), tables=(one.table(0), nothing))

    assert (two.required, required_published(two)) == ((21, 0), (22, 0))
