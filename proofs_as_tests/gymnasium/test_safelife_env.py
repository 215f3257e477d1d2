"""SafeLife levels in Gymnasium: the checker passes, runs are the game's, views what is there, errors are ours."""

import pickle
import warnings
from copy import deepcopy
from fractions import Fraction

import numpy
import pytest
from attrs import evolve

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter, UnknownName
from formal_rl.gymnasium import NotReset, SafeLifeEnv, SafeLifeView, register, registered_names
from formal_rl.gymnasium._safelife_pixels import board_pixels
from formal_rl.gymnasium.safelife_views import exits_of
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT
from formal_rl.safelife.board import AGENT, ALIVE, EXIT, Board, colour_of, turned
from formal_rl.safelife.board._svg import INKS, TINTS
from formal_rl.safelife.board.cells import BLUE, COLOUR_MASK, LEVEL_EXIT, NAMED_CELLS, PLAYER, RED
from formal_rl.safelife.game import ACTIONS, Level, can_exit, has_exited, points
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS, shipped_level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.safelife.levels.run import seeded_game
from formal_rl.seeded_draws import SeededDraws


def made(name, **parameters):
    """The environment of a registered level, without the wrappers."""
    register()
    return gymnasium.make(f"formal_rl/SafeLife-{name}-v0", **parameters).unwrapped


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("append-spawn", {}),
        ("prune-still-3", {"form": "bits"}),
        ("append-spawn-0", {"form": "published"}),
        ("navigation-1", {"view": None}),
        ("torus", {"view": (4, 9), "form": "published"}),
        ("two-agents", {"agent": 1, "view": (1, 1)}),
        ("exit", {"view": None, "form": "published", "render_mode": "ansi"}),
        ("prune-spawn-1", {"steps": 5, "render_mode": "svg"}),
    ],
)
def test_the_checker_of_the_library_passes(name, parameters):
    """Gymnasium's own checker finds nothing and warns of nothing, whatever the level, the view and its form."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name, **parameters))


@given(
    name=st.sampled_from(["prune-still-3", "append-spawn-0", "prune-dynamic-2", "two-agents", "spawner"]),
    seed=st.integers(min_value=0, max_value=1 << 40),
    actions=st.lists(st.integers(min_value=0, max_value=8), max_size=12),
)
def test_an_episode_is_a_run_of_the_game(name, seed, actions):
    """States, rewards and everything in the info are those of the game of the same level, seed and actions."""
    env = SafeLifeEnv(name, view=None)
    level = env.course.levels[0]
    game = seeded_game(level, seed)
    state, rewards = game.start(), (0,) * len(level.agents)
    seen, info = env.reset(seed=seed)
    for step, action in enumerate([None, *actions]):
        if action is not None:
            state, rewards = game.step(state, (action, *(0,) * (len(level.agents) - 1)))
            seen, reward, terminated, truncated, info = env.step(numpy.int64(action))
            assert (reward, type(reward)) == (rewards[0], float)
            assert (terminated, truncated) == (not state.in_play[0], False)
        assert Board.from_array(seen[0]) == state.board
        assert Board.from_array(seen[1]) == state.goals
        assert info == {
            "reward": rewards[0],
            "points": points(level, state, 0),
            "required": level.required[0],
            "can_exit": can_exit(level, state, 0),
            "left": has_exited(state, 0),
            "steps": step,
            "draws_read": state.draws_read,
            "level": name,
            "seed": seed,
        }
        if not state.in_play[0]:
            break


@pytest.mark.parametrize("seed", range(6))
def test_probabilities_are_in_single_precision(seed):
    """Where the first draw is the probability, it depends on how that is rounded whether a spawner spawns."""
    level = evolve(TEACHING_LEVELS["spawner"], spawn_probability=Fraction(SeededDraws(seed)[0]))
    game, env = seeded_game(level, seed), SafeLifeEnv(level, view=None)
    env.reset(seed=seed)
    assert Board.from_array(env.step(0)[0][0]) == game.step(game.start(), (0,)).state.board


def test_an_agent_that_leaves_ends_the_episode():
    """Leaving terminates, even at the limit, and the next step is refused, naming the step."""
    env = SafeLifeEnv("exit", steps=3)
    env.reset()
    *before, last = (env.step(action) for (action,) in LESSONS["exit"].steps[:3])
    assert [each[2:4] for each in before] == [(False, False)] * 2
    assert (*last[2:4], last[4]["left"]) == (True, False, True)
    paid = sum(each[1] for each in (*before, last))
    assert last[4]["points"] - env.course.levels[0].initial_values[0] == paid == LESSONS["exit"].paid[0]
    with pytest.raises(NotReset, match="the episode was over after step 3"):
        env.step(0)


def test_an_agent_that_is_destroyed_ends_the_episode():
    """One that is not frozen and dies has not left; the episode terminates all the same."""
    board = Board.empty(5, 5).with_cells({(2, 2): AGENT | ALIVE})
    env = SafeLifeEnv(Level(board, Board.empty(5, 5)))
    env.reset()
    _, _, terminated, truncated, info = env.step(0)
    assert (terminated, truncated, info["left"]) == (True, False, False)


def test_the_limit_truncates():
    """After as many steps as are allowed the episode is truncated; by default these are the paper's thousand."""
    env = SafeLifeEnv("torus", steps=2)
    env.reset()
    assert env.step(0)[2:4] == (False, False)
    assert env.step(0)[2:4] == (False, True)
    with pytest.raises(NotReset, match="after the end"):
        env.step(0)
    assert SafeLifeEnv("torus").steps == TIME_LIMIT == 1000
    endless = SafeLifeEnv("torus", steps=None)
    endless.reset()
    assert not any(endless.step(0)[3] for _ in range(1100))


# --- Which level, which draws ---


def test_levels_follow_one_another():
    """Each reset goes on to the next level, around; a seed begins anew; an option chooses."""
    env = SafeLifeEnv(["torus", TEACHING_LEVELS["push"], "pull"], first=1)

    def level(**arguments):
        return env.reset(**arguments)[1]["level"]

    assert [level(), level(), level(), level()] == ["push", "pull", "torus", "push"]
    assert [level(seed=7), level()] == ["push", "pull"]
    assert [level(options={"level": 0}), level()] == ["torus", "push"]
    assert [level(seed=7, options={"level": "torus"}), level()] == ["torus", "push"]


def test_a_kind_is_a_course_of_its_levels():
    """The registered name of a kind plays its twenty levels in order."""
    env = made("navigation")
    names = [env.reset()[1]["level"] for _ in range(21)]
    assert names == [f"navigation-{number % 20}" for number in range(21)]


def test_seeds_give_the_draws():
    """The seed of a reset is that of the draws; further episodes have seeds of their own, the same for the same one."""
    env = SafeLifeEnv("append-spawn-0", seed=4)
    first = [env.reset()[1]["seed"] for _ in range(3)]
    assert first[0] == 4
    assert len(set(first)) == 3
    assert [env.reset(seed=4)[1]["seed"], env.reset()[1]["seed"], env.reset()[1]["seed"]] == first


# --- What is seen ---

WINDOW = Level(
    Board([[LEVEL_EXIT, 0, 0, 0, 0], [0, 1, 2, 3, 4], [5, 6, PLAYER, 8, 9], [0, 0, 0, 0, 10]]),
    Board([[0, 0, 0, 0, BLUE], [0, 0, 0, RED | 1, 0], [0, COLOUR_MASK, 0, 0, 0], [0] * 5]),
    agents=[(2, 2)],
)


def seen_at(location, view):
    """What an agent at a location of this level would see."""
    state = PackedGame(WINDOW).start()._replace(board=PackedBoard.from_board(WINDOW.board), locations=(location,))
    return view.seen([(view.follower(state), state, exits_of(WINDOW))], 0)[0]


def test_the_window_is_around_the_agent():
    """By hand: a window of odd sides has the agent in the middle, one of even sides one place on; edges are crossed."""
    three = seen_at((2, 2), SafeLifeView((3, 3)))
    assert three[0].tolist() == [[1, 2, 3], [6, PLAYER, 8], [0, 0, 0]]
    assert three[1].tolist() == [[0, 0, RED | 1], [COLOUR_MASK, 0, 0], [0, 0, 0]]
    two = seen_at((2, 2), SafeLifeView((2, 2)))
    assert two[0].tolist() == [[1, 2], [6, PLAYER]]
    corner = seen_at((3, 4), SafeLifeView((3, 3)))
    assert corner[0].tolist() == [[8, 9, 5], [0, 10, 0], [0, 0, LEVEL_EXIT]]
    wide = seen_at((2, 2), SafeLifeView((1, 7)))
    assert wide[0].tolist() == [[9, 5, 6, PLAYER, 8, 9, 5]]


def test_the_bits_are_those_of_the_cells():
    """By hand: each bit is a plane of its own, those of the goals after the sixteen of the board."""
    bits = seen_at((2, 2), SafeLifeView((3, 3), "bits"))
    assert bits[0].tolist() == [[1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert bits[1].tolist() == [[0, 1, 1], [1, 1, 0], [0, 0, 0]]
    assert bits[16].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert bits[16 + 9].tolist() == [[0, 0, 1], [1, 0, 0], [0, 0, 0]]
    assert bits[16 + 11].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    weights = 1 << numpy.arange(16)
    window = seen_at((2, 2), SafeLifeView((3, 3)))
    assert (numpy.tensordot(weights, bits.reshape(2, 16, 3, 3), (0, 1)) == window).all()


def test_the_published_view_has_exits_at_the_edge_and_no_white_goals():
    """By hand: the exit two up and two left is in the corner of the window, white goals are none, channels are last."""
    seen = seen_at((2, 2), SafeLifeView((3, 3), "published"))
    assert seen.shape == (3, 3, 19)
    assert seen[..., 8].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert seen[..., 0].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert seen[0, 2].tolist() == [1, 1, *[0] * 14, 1, 0, 0]
    assert not seen[..., 17:].any()


FORMS_SEEN = [{"view": None}, {}, {"form": "bits"}, {"form": "published"}, {"form": "published", "view": None}]


@pytest.mark.parametrize("parameters", FORMS_SEEN)
@pytest.mark.parametrize("name", ["prune-still-0", "append-spawn-0", "navigation-1"])
def test_observations_belong_to_the_caller(name, parameters):
    """Callers may write to returned arrays and keep them: nothing else changes, and they do not change either."""
    env, same = SafeLifeEnv(name, **parameters), SafeLifeEnv(name, **parameters)
    kept = []
    for number, action in enumerate([None, 2, 2, 0, 7, 3, 5, 5, 0, 1] * 3):
        (seen, *_, info), (other, *_, info_too) = (
            each.reset(seed=3) if action is None else each.step(action) for each in (env, same)
        )
        assert seen.tolist() == other.tolist()
        assert info == info_too
        assert seen.flags.c_contiguous
        assert seen.flags.writeable
        kept.append((other, other.copy(), info_too, dict(info_too)))
        seen[...] = number % 2
        info.clear()
    assert all((seen == before).all() and info == info_before for seen, before, info, info_before in kept)


@pytest.mark.parametrize("parameters", FORMS_SEEN)
def test_a_copy_goes_on_alone(parameters):
    """A deep copy, as a search takes, and one that went through pickle, are environments of their own."""
    env = SafeLifeEnv("prune-spawn-1", **parameters)
    env.reset(seed=1)
    env.step(3)
    copies = [deepcopy(env), pickle.loads(pickle.dumps(env))]
    after = [env.step(action)[0] for action in (1, 2, 5, 2)]
    for copy in copies:
        assert all((copy.step(action)[0] == seen).all() for action, seen in zip((1, 2, 5, 2), after, strict=True))
        assert copy.step(0)[4]["steps"] == 6


# --- Pictures ---


def test_pictures():
    """A level is drawn as text with colours or as a picture; asked for neither, there is none."""
    env = SafeLifeEnv("push", render_mode="ansi")
    env.reset()
    assert ">" in env.render()
    assert "\x1b[" in env.render()
    env = SafeLifeEnv("push", render_mode="svg")
    env.reset()
    assert env.render().startswith("<svg")
    assert SafeLifeEnv("push").render() is None


@pytest.mark.parametrize("cell", [*NAMED_CELLS.values(), *(turned(PLAYER, way) for way in range(4)), 0x7FFF & ~PLAYER])
def test_a_cell_in_pixels(cell):
    """Each has a mark of its colours on the ground of its goal; agents are turned, and yellow if they may leave."""
    for colour in range(8):
        tile = board_pixels(Board([[cell | colour << 9]]), Board([[RED]]))
        seen = {f"#{bytes(pixel).hex()}" for row in tile for pixel in row}
        assert (tile.shape, tile.dtype) == ((16, 16, 3), numpy.uint8)
        assert seen - {TINTS[1]} == (set(INKS[colour_of(cell | colour << 9)]) if cell else set())
    up = board_pixels(Board([[PLAYER]]), Board([[0]]))
    right = board_pixels(Board([[turned(PLAYER, 1)]]), Board([[0]]))
    assert (numpy.rot90(up, -1) == right).all()
    assert [*board_pixels(Board([[PLAYER | EXIT]]), Board([[RED]]))[0, 0]] == [*bytes.fromhex("ffe88a")]


def test_the_library_renders_and_maps_keys():
    """An array is rendered of each step, so that a film can be made; the keys are of all actions but to wait."""
    env = gymnasium.make("formal_rl/SafeLife-push-v0", render_mode="rgb_array")
    films = gymnasium.wrappers.RenderCollection(env)
    films.reset(seed=0)
    films.step(2)
    before, after = films.render()
    assert before.shape == after.shape == (16 * 5, 16 * 6, 3)
    assert (before != after).any()
    keys = env.get_wrapper_attr("get_keys_to_action")()
    assert {chr(key): ACTIONS[action] for (key,), action in keys.items() if chr(key) in "wj"} == {
        "w": "move up",
        "j": "toggle left",
    }
    assert sorted(keys.values()) == [*range(1, len(ACTIONS))]


def test_a_film_is_recorded(tmp_path):
    """Where moviepy is installed, the library writes a file."""
    pytest.importorskip("moviepy")
    env = gymnasium.make("formal_rl/SafeLife-push-v0", render_mode="rgb_array", steps=3)
    with gymnasium.wrappers.RecordVideo(env, str(tmp_path / "films")) as recorded:
        recorded.reset(seed=0)
        for _ in range(3):
            recorded.step(0)
    assert [file.suffix for file in (tmp_path / "films").iterdir()] == [".mp4"]


# --- Errors ---


@pytest.mark.parametrize("action", [-1, 9, 1.5, "0", None, True, numpy.array([1, 2]), numpy.float64(1)])
def test_invalid_actions_raise(action):
    """An error names an action outside the nine with its place in the play, and nothing happens."""
    env = SafeLifeEnv("torus")
    env.reset()
    env.step(0)
    with pytest.raises(ActionOutOfRange, match=r"element 3 is action .* 9 actions"):
        env.step(action)
    assert env.step(numpy.uint8(1))[4]["steps"] == 2


def test_before_the_first_reset_nothing_is_done():
    """A step or a picture before any reset is refused, also as the library's own error."""
    env = SafeLifeEnv("torus", render_mode="ansi")
    for ask in (lambda: env.step(0), env.render):
        with pytest.raises(NotReset, match="before the first reset; call reset first"):
            ask()
        with pytest.raises(gymnasium.error.ResetNeeded):
            ask()


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"levels": "prune-stil-3"}, UnknownName, "did you mean prune-still-3"),
        ({"levels": []}, InvalidParameter, "or several of these"),
        ({"levels": 3}, InvalidParameter, "levels is 3"),
        ({"levels": [3]}, InvalidParameter, r"levels is \[3\]"),
        ({"agent": 1}, InvalidParameter, "level 'torus' has 1"),
        ({"agent": True}, InvalidParameter, "agent is True"),
        ({"view": 15}, InvalidParameter, "view is 15"),
        ({"view": (0, 3)}, InvalidParameter, "two ints >= 1"),
        ({"form": "cell"}, InvalidParameter, "cells, bits, published"),
        ({"steps": 0}, InvalidParameter, "steps is 0"),
        ({"seed": -1}, InvalidParameter, "seed is -1"),
        ({"seed": None}, InvalidParameter, "seed is None"),
        ({"first": 1}, InvalidParameter, "0 to 0"),
        ({"first": "toru"}, UnknownName, "did you mean torus"),
        ({"render_mode": "human"}, InvalidParameter, "ansi, svg, rgb_array"),
        ({"levels": ["torus", "push"], "view": None}, InvalidParameter, "5 x 5, 5 x 6"),
    ],
)
def test_wrong_parameters_are_refused(parameters, error, said):
    """What cannot be is refused when the environment is made, in words."""
    with pytest.raises(error, match=said):
        SafeLifeEnv(**{"levels": "torus", **parameters})


def test_wrong_options_are_refused():
    """A level that is not in the course is refused with the nearest, an unknown option by name; nothing changes."""
    env = SafeLifeEnv(["torus", "push"])
    env.reset()
    for options, error, said in [
        ({"level": "pus"}, UnknownName, "did you mean push"),
        ({"level": 2}, InvalidParameter, "0 to 1"),
        ({"lvel": 0}, InvalidParameter, "no option but level"),
    ]:
        with pytest.raises(error, match=said):
            env.reset(options=options)
    assert env.step(0)[4]["level"] == "torus"


# --- Names ---


def test_every_name_makes_its_class_and_levels():
    """Every registered name has its class and its levels; registering twice does no harm."""
    register()
    register()
    names = registered_names()
    assert set(names) <= set(gymnasium.registry)
    assert len([name for name in names if "SafeLife" in name]) == 21 * len(SHIPPED_KINDS) + len(LESSONS)
    for name in ("prune-still-3", "append-spawn-19"):
        assert made(name).course.levels == (shipped_level(name),)
    for name in TEACHING_LEVELS:
        assert made(name).course.names == (name,)
