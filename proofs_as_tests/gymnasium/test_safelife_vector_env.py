"""Many games of SafeLife in one: each goes as a single environment of its level and seed does."""

import numpy
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.gymnasium import NotReset, SafeLifeEnv, SafeLifeVectorEnv, register

COURSES = {
    "of several sizes": (["prune-still-3", "append-spawn-0", "torus"], 4, {}),
    "one level": ("append-spawn-0", 3, {"view": None}),
    "short": (["exit", "torus", "hard-things"], 7, {"form": "bits", "steps": 3, "view": (3, 4)}),
    "two agents": ("two-agents", 2, {"agent": 1, "steps": 5, "view": None, "form": "published"}),
}


def singles(levels, number, mode, parameters):
    """The library's own vector environment, of a single environment for each game."""
    listed = [levels] if isinstance(levels, str) else levels
    makers = [
        lambda game=game: SafeLifeEnv(levels, first=game % len(listed), seed=game, **parameters)
        for game in range(number)
    ]
    return SyncVectorEnv(makers, autoreset_mode=mode)


def assert_same(found, expected):
    """Whatever a vector environment returned is of the same shape, type and values."""
    assert type(found) is type(expected)
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for name in expected:
            assert_same(found[name], expected[name])
    elif isinstance(expected, tuple) or (isinstance(expected, numpy.ndarray) and expected.dtype == object):
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, numpy.ndarray):
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
        assert (found == expected).all()
    else:
        assert found == expected


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_go_as_one_by_one(course, mode):
    """All that is returned is what the library's own vector environment returns of single ones, through many ends."""
    levels, number, parameters = COURSES[course]
    env = SafeLifeVectorEnv(levels, number, autoreset_mode=mode, **parameters)
    other = singles(levels, number, mode, parameters)
    assert env.observation_space == other.observation_space
    assert env.action_space == other.action_space
    assert env.metadata["autoreset_mode"] is mode
    chosen = numpy.random.default_rng(1)
    for seed in (None, 7, numpy.int64(7), [3 * game for game in range(number)]):
        assert_same(env.reset(seed=seed), other.reset(seed=int(seed) if isinstance(seed, numpy.integer) else seed))
        for _ in range(12):
            actions = chosen.integers(9, size=number)
            if number == 7:
                actions[::3] = 2  # towards the exit, and out
            assert_same(env.step(actions), other.step(actions))


def test_games_that_are_over_are_reset_by_a_mask():
    """With no automatic reset, a step after an end is refused, and a mask resets just those games."""
    env = SafeLifeVectorEnv(["torus", "toggle"], 3, steps=2, autoreset_mode="Disabled")
    other = singles(["torus", "toggle"], 3, AutoresetMode.DISABLED, {"steps": 2})
    options = {"reset_mask": numpy.array([True, False, True])}
    with pytest.raises(NotReset, match="a reset of some games was called before the first reset"):
        env.reset(options=options)
    assert_same(env.reset(), other.reset())
    for actions in ([1, 2, 3], [0, 5, 6]):
        assert_same(env.step(numpy.array(actions)), other.step(numpy.array(actions)))
    for _ in range(2):
        with pytest.raises(NotReset, match="after step 2"):
            env.step([0, 0, 0])
        assert_same(env.reset(options=options), other.reset(options=dict(options)))


def test_make_vec_returns_it():
    """A registered name makes it, with as many games as are asked for."""
    register()
    env = gymnasium.make_vec("formal_rl/SafeLife-navigation-v0", num_envs=4, steps=9, render_mode="svg")
    assert isinstance(env, SafeLifeVectorEnv)
    assert env.reset()[1]["level"].tolist() == [f"navigation-{number}" for number in range(4)]
    assert len({picture for picture in env.render() if picture.startswith("<svg")}) == 4
    env.close()


def test_wrong_actions_are_refused():
    """Too few actions, and what is no action of a game, are refused; and so is a step before the first reset."""
    env = SafeLifeVectorEnv("torus", 2)
    with pytest.raises(NotReset, match="before the first reset"):
        env.step([0, 0])
    env.reset()
    for actions in ([0], [[0, 0]], 0):
        with pytest.raises(InvalidParameter, match="one for each of 2 games"):
            env.step(actions)
    for actions in ([0, 9], [-1, 0], [0.0, 1.0], ["0", "1"], [True, False]):
        with pytest.raises(ActionOutOfRange, match="9 actions"):
            env.step(actions)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"autoreset_mode": "Never"}, "'Never' is not a valid AutoresetMode"),
        ({"seed": -1}, "seed is -1"),
        ({"levels": ["torus", "push"], "view": None}, "boards of one size"),
    ],
)
def test_wrong_parameters_are_refused(parameters, said):
    """What cannot be is refused when it is made."""
    with pytest.raises(ValueError, match=said):
        SafeLifeVectorEnv(**{"levels": "torus", **parameters})
