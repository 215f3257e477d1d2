"""Policies made for Gymnasium, as players of the benchmark."""

import numpy
import pytest

from formal_rl.errors import InvalidParameter, NotLoadable
from formal_rl.gymnasium import SafeLifeEnv, gymnasium_policies
from formal_rl.gymnasium.safelife_policies import parse_view
from formal_rl.safelife.benchmark._tasks_on_planes import played
from formal_rl.study.safelife import How, find_level
from formal_rl.study.safelife.benchmark import BenchmarkRun, score_run, start_level
from formal_rl.study.safelife.policies import PolicyFault

MINE = """
import numpy

SEEN = []

def looking(array):
    SEEN.append(array.copy())
    return numpy.int64(array.sum() % 9)

class Model:
    def __init__(self):
        self.states = []

    def predict(self, observation, state=None, episode_start=None, deterministic=False):
        assert deterministic
        return numpy.array((state or 0) % 9), (state or 0) + 1

class Plain:
    def predict(self, observation):
        return 2

class Acting:
    def act(self, observation):
        return 1

def lazy(observation):
    return None

def often(observation):
    return numpy.zeros(2)

def raising(observation):
    raise KeyError("no")

NUMBER = 3
"""

RUN = BenchmarkRun("mine_gym.py:looking", "prune-still", "prune-still-3", 0, 3)


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    """A module of the user's here."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_gym.py").write_text(MINE, "utf-8")


def finding(view="15x15", form="cells"):
    """What finds players with this view."""
    return gymnasium_policies(view, form)


@pytest.mark.parametrize("form", ["cells", "bits", "published"])
@pytest.mark.parametrize("view", ["15x15", "4x7", "whole"])
def test_a_policy_sees_the_environments_observations(view, form):
    """Step by step, in a level with spawners: the same arrays, so the same actions and the same rewards."""
    find, level = finding(view, form), find_level("append-spawn-3")
    seen, acted = [], []

    def looking(array):
        seen.append(array.copy())
        acted.append(int(array.sum()) % 9)
        return acted[-1]

    level, player = start_level(level, "mine_gym.py:looking", 11, find)
    player._answer = looking
    ended = played(level, player, draws_of(11), limit=12)
    env = SafeLifeEnv("append-spawn-3", view=parse_view(view), form=form)
    shown, _ = env.reset(seed=11)
    paid = 0
    for array, action in zip(seen, acted, strict=True):
        assert numpy.array_equal(array, shown)
        shown, reward, *_ = env.step(action)
        paid += reward
    assert len(seen) == 12
    assert ended.reward == paid


def draws_of(seed):
    """The draws of a seed."""
    from formal_rl.seeded_draws import SeededDraws

    return SeededDraws(seed)


@pytest.mark.parametrize(
    ("name", "actions"), [("Model", [0, 1, 2, 3]), ("Plain", [2, 2, 2, 2]), ("Acting", [1, 1, 1, 1])]
)
def test_each_kind_of_policy_gets_its_call(name, actions):
    """A model with its last state, a plain one, an object with act; each episode makes a new instance of a class."""
    for _ in range(2):
        level, player = start_level(find_level("prune-still-3"), f"mine_gym.py:{name}", 0, finding())
        made = []

        def listening(state, reward, player=player, made=made):
            made.append(player(state, reward))
            return made[-1]

        played(level, listening, limit=4)
        assert made == actions


@pytest.mark.parametrize(
    ("name", "reason"),
    [("lazy", "answered None, of type NoneType"), ("often", "of type ndarray"), ("raising", "raised KeyError: 'no'")],
)
def test_error_names_invalid_action(name, reason):
    """With the step; and in a benchmark it is a failed episode."""
    start = start_level(find_level("prune-still-3"), f"mine_gym.py:{name}", 0, finding())
    with pytest.raises(PolicyFault, match=f"in step 1 it .*{reason}"):
        played(*start, limit=3)
    how = How(steps=3, samples=5, find=finding(), sees=finding().sees)
    assert reason in score_run(RUN._replace(policy=f"mine_gym.py:{name}"), how).failure


def test_named_policies_play_as_ever():
    """The view makes no difference to them."""
    run = RUN._replace(policy="random")

    assert score_run(run, How(steps=30, samples=5, find=finding())) == score_run(run, How(steps=30, samples=5))


def test_malformed_policies_raise():
    """And what is not there."""
    for name in ("NUMBER", "nobody"):
        with pytest.raises(NotLoadable, match=name if name == "nobody" else "3 is not a policy"):
            start_level(find_level("prune-still-3"), f"mine_gym.py:{name}", 0, finding())


@pytest.mark.parametrize("text", ["", "15", "0x3", "3x", "x3", "3x3x3", "-1x2", "a", "99999x1"])
def test_malformed_views_raise(text):
    """The error names the option."""
    with pytest.raises(InvalidParameter, match="view"):
        parse_view(text)


def test_views_and_forms():
    """As they are written, and said again in words."""
    assert parse_view("whole") is None
    assert parse_view("4x7") == (4, 7)
    assert finding("4x7", "bits").sees == "4x7 bits"
    assert finding("whole").sees == "whole cells"
    with pytest.raises(InvalidParameter, match="form"):
        finding("whole", "colours")
