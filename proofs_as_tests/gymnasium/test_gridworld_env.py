"""Gridworlds in Gymnasium: the checker passes, each reward is that of its definition, errors are ours."""

import warnings
from fractions import Fraction

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter, UnknownName
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    Drest,
    meta_episode,
    named_world,
    observe,
    overall_returns,
    preliminary_return,
    reachable,
    repaired_returns,
    walk,
)
from formal_rl.gridworlds.episodes import OVER, parse_moves
from formal_rl.gymnasium import GridworldEnv, NotReset, register

WORLD = named_world("royal_road")
ROOT, GAMMA = Fraction(3, 4), Fraction(9, 10)
DREST = Drest.of(WORLD, ROOT, GAMMA)
SHORT, LONG = parse_moves("UURUU"), parse_moves("UUUULUU")


def paid(env, plan):
    """What each step of a mini-episode pays exactly, after a reset; that the float is the same and it ends at last."""
    env.reset()
    exact = []
    for place, action in enumerate(plan, start=1):
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (float(info["reward"]), place == len(plan), False)
        exact.append(info["reward"])
    return exact


@pytest.mark.parametrize("name", [*RECONSTRUCTED, *SYNTHETIC])
@pytest.mark.parametrize(
    "parameters", [{}, {"episode": "meta", "observe": "vector", "reward": "repaired", "render_mode": "ansi"}]
)
def test_the_checker_of_the_library_passes(name, parameters):
    """Gymnasium's own checker finds nothing and warns of nothing."""
    register()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"formal_rl/Gridworld-{name}-v0", **parameters).unwrapped)


@pytest.mark.parametrize("name", [*RECONSTRUCTED, *SYNTHETIC])
def test_observations_are_numbered_one_to_one(name):
    """What the agent can see has a number each, within the space; and the number tells what is seen."""
    env = GridworldEnv(name)
    seen = {observe(state) for state in reachable(env.world)}
    numbers = {env.number_of(each) for each in seen}
    assert len(numbers) == len(seen)
    assert all(number in env.observation_space for number in numbers)
    assert all(env.observation_of(env.number_of(each)) == each for each in seen)


def test_numbers_and_vectors_by_hand():
    """In the lopsided world: column 3 of 7 with both coins and the button there, then column 5 with the button gone."""
    number, vector = GridworldEnv("lopsided"), GridworldEnv("lopsided", observe="vector")
    assert number.observation_space.n == 7 * 8
    assert vector.observation_space.nvec.tolist() == [1, 7, 2, 2, 2]
    assert number.reset()[0] == 3 * 8 + 7
    assert vector.reset()[0].tolist() == [0, 3, 1, 1, 1]
    for env in (number, vector):
        env.step(3)
    assert number.step(3)[0] == 5 * 8 + 6
    assert vector.step(3)[0].tolist() == [0, 5, 1, 1, 0]


def test_each_reward_is_that_of_its_definition():
    """Two short mini-episodes, a long one, a short one: what is paid at their ends is what the definitions return."""
    plans = [SHORT, SHORT, LONG, SHORT]
    done = tuple(walk(WORLD, plan) for plan in plans)
    parameters = {"root": ROOT, "gamma": GAMMA}
    expected = {
        "preliminary": [preliminary_return(DREST, each) for each in done],
        "overall": list(overall_returns(DREST, done)),
        "repaired": list(repaired_returns(DREST, done)),
    }
    for reward, returns in expected.items():
        env = GridworldEnv(WORLD, reward=reward, **parameters)
        steps = [paid(env, plan) for plan in plans]
        assert [each[-1] for each in steps] == returns
        assert not any(any(each[:-1]) for each in steps)
    assert [float(each) for each in expected["overall"]] == pytest.approx([1, 3 / 4, 16 / 9, 3 / 4])
    env = GridworldEnv(WORLD, reward="default", **parameters)
    assert [tuple(paid(env, plan)) for plan in plans] == [each.collected for each in done]


def test_overall_rewards_by_hand():
    """One coin of value 1 and the most there is, taken twice at once: 1, then λ over its k-th root, here 1/4 by 1/2."""
    env = GridworldEnv("one_coin_only", root=Fraction(1, 2), gamma=1)
    plan = parse_moves("DDDD")
    assert [paid(env, plan)[-1] for _ in range(3)] == [1, Fraction(1, 2), Fraction(1, 4)]


def test_a_meta_episode_ends_and_another_begins():
    """After the last mini-episode, with a seed or with the option, lengths chosen before are forgotten."""
    env = GridworldEnv("one_coin_only", root=Fraction(1, 2), gamma=1, mini_episodes=2)
    plan = parse_moves("DDDD")
    assert [paid(env, plan)[-1] for _ in range(5)] == [1, Fraction(1, 2), 1, Fraction(1, 2), 1]
    assert env.reset()[1]["lengths_chosen"] == (4,)
    env.step(0)
    assert env.reset()[1]["lengths_chosen"] == (4,)
    assert env.reset(seed=1)[1]["lengths_chosen"] == ()
    assert paid(env, plan)[-1] == 1
    assert env.reset(options={"meta_episode": "new"})[1]["mini_episodes_done"] == 0


@given(st.lists(st.integers(min_value=0, max_value=3), max_size=30))
def test_a_whole_meta_episode_is_that_of_the_definition(actions):
    """With an episode for the whole, each step has the percept of `meta_episode`, but for the last observation."""
    env = GridworldEnv(WORLD, episode="meta", mini_episodes=3, root=ROOT, gamma=GAMMA)
    definition = meta_episode(WORLD, DREST, 3)
    seen, _ = env.reset()
    percept = definition(())
    play = (percept,)
    assert env.observation_of(seen) == percept.observation
    for action in actions:
        percept = definition((*play, action))
        play = (*play, action, percept)
        seen, reward, terminated, _, info = env.step(action)
        assert info["reward"] == percept.reward
        assert reward == float(percept.reward)
        assert terminated == (percept.observation == OVER)
        if terminated:
            break
        assert env.observation_of(seen) == percept.observation


def test_the_picture():
    """By hand: what is taken is gone, the agent is where it is, and the moves that remain are said."""
    env = GridworldEnv("lopsided", render_mode="ansi")
    env.reset()
    env.step(3)
    env.step(3)
    assert env.render() == "3 moves remain\nC1 .  .  .  .  A  C1\n"
    assert GridworldEnv().render() is None


def test_errors():
    """What is no action, a step with no episode on, unknown names, options and parameters are refused in words."""
    env = GridworldEnv("lopsided", render_mode="ansi")
    for ask in (lambda: env.step(0), env.render):
        with pytest.raises(NotReset, match="before the first reset"):
            ask()
    env.reset()
    with pytest.raises(ActionOutOfRange, match="element 1 is action 4, but this environment has 4 actions"):
        env.step(4)
    env.step(0)
    with pytest.raises(ActionOutOfRange, match="element 3 is action -1"):
        env.step(-1)
    env.step(0)
    env.step(0)
    with pytest.raises(NotReset, match="after step 3"):
        env.step(0)
    with pytest.raises(UnknownName, match="did you mean lopsided"):
        GridworldEnv("lopsidd")
    with pytest.raises(InvalidParameter, match="meta_episode"):
        env.reset(options={"meta": 1})


@pytest.mark.parametrize(
    "parameters",
    [
        {"world": 3},
        {"reward": "overal"},
        {"episode": "whole"},
        {"observe": "all"},
        {"mini_episodes": 0},
        {"root": 0.95},
        {"root": 1},
        {"render_mode": "svg"},
    ],
)
def test_wrong_parameters_are_refused(parameters):
    """What cannot be is refused when the environment is made."""
    with pytest.raises(InvalidParameter, match=next(iter(parameters))):
        GridworldEnv(**parameters)
