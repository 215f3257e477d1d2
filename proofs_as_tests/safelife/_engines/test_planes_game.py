"""Games on bit planes: the pair, shipped levels, drawn ones, the recorded episodes, and what is refused."""

from fractions import Fraction
from importlib import import_module
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope
from formal_rl.conformance import shipped_safelife
from formal_rl.conformance.safelife_differences import SafelifeFunctions
from formal_rl.conformance.safelife_vectors import compare_safelife
from formal_rl.conformance.vector_files import read_vectors
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import AGENT, ALIVE, EXIT, GREEN, LIFE, SPAWNING, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, PUSHABLE, RED, SPAWNER
from formal_rl.safelife.board.conway import GLIDER
from formal_rl.safelife.game import Level, in_single_precision, start, step
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS, shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.packed_game_pairs import (
    SAFELIFE_PACKED_GAME_PAIRS,
    SHED,
    PackedGamePair,
    drawn_level,
)

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
STEP_PAIR = SAFELIFE_PACKED_GAME_PAIRS[0]


def _alike(level, joint, draws):
    """Play both games, and compare them and what is kept of them after each step."""
    game = PackedGame(level)
    state, packed = start(level), game.start()
    assert packed.to_state() == state
    for actions in joint:
        state, rewards = step(level, state, actions, draws, advance=advance_in_words)
        packed, paid = game.step(packed, actions, draws)
        assert (packed.to_state(), paid) == (state, rewards)
        assert packed == game.packed(state)
        assert hash(packed) == hash(game.packed(state))
        assert packed.counts == state.counts
    return packed


def test_the_pair_is_equal():
    """Steps are the same on all sequences of a level, and on drawn levels, where all that may happen happens."""
    for part in STEP_PAIR.parts(Scope(profile="quick")):
        assert part.refutation is None
        assert not [branch for branch, number in part.branches.items() if not number]


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_shipped_levels_are_played_alike(kind):
    """Each kind of the benchmark for 50 drawn steps, with the draws of a seed."""
    chosen = Random(kind)
    joint = [[chosen.randrange(9)] for _ in range(50)]

    _alike(in_single_precision(shipped_level(f"{kind}-3")), joint, SeededDraws(5))


@pytest.mark.parametrize("name", TEACHING_LEVELS)
def test_teaching_levels_are_played_alike(name):
    """Each of them for 30 drawn steps."""
    level, chosen = TEACHING_LEVELS[name], Random(name)

    _alike(level, [[chosen.randrange(9) for _ in level.agents] for _ in range(30)], HashedDraws(0))


@settings(max_examples=60)
@given(st.integers(min_value=0), st.integers(min_value=0), st.data())
def test_drawn_levels_are_played_alike(seed, draws_seed, data):
    """Any flags, agents, tables, probabilities."""
    level = drawn_level(Random(seed))
    one = st.tuples(*[st.integers(0, 8) for _ in level.agents])

    _alike(level, data.draw(st.lists(one, max_size=12)), HashedDraws(draws_seed))


class Carried:
    """A step of games that goes on with the packed state it has left, where it is asked for the step after."""

    def __init__(self):
        """Begin with no game."""
        self.game = self.state = self.packed = self.draws = None
        self.went_on = 0

    def __call__(self, level, state, actions, draws, *, advance):
        """Make the step; ``advance`` is what it does without."""
        if self.game is None or self.game.level is not level:
            self.game = PackedGame(level)
            self.draws = self.game.reading(draws)
        if state is self.state:
            self.went_on += 1
        else:
            self.packed = self.game.packed(state)
        self.packed, rewards = self.game.step(self.packed, actions, self.draws)
        self.state = self.packed.to_state()
        return StepResult(self.state, rewards)


def test_the_recorded_episodes_match():
    """What the published code did in all recorded games, played on bit planes."""
    (part,) = [part for part in read_vectors(shipped_safelife() / "index.json").files if part.file == "episodes.npz"]
    carried = Carried()
    report = compare_safelife(part, SafelifeFunctions(step=carried))

    assert report.mismatches == ()
    assert report.unusable == ()
    assert report.cases == 37
    assert carried.went_on > 1000


# --- By hand ---


def test_an_exit_opens_and_is_taken():
    """A dot on a goal is what the exit asks for; the agent leaves, and where it is not preserved the dot dies."""
    level = Level(
        board_of(4, 5, [((1, 1), PLAYER | GREEN), ((1, 3), LEVEL_EXIT)]),
        board_of(4, 5, [((0, 1), BLUE)]),
        min_performance=Fraction(1, 2),
    )
    game = PackedGame(level)
    first = game.start()
    made = game.step(first, [TOGGLE_UP])
    moved = game.step(made.state, [RIGHT])
    left = game.step(moved.state, [RIGHT])

    assert level.required == (2,)
    assert first.to_state().board[1, 3] == LEVEL_EXIT
    assert made.rewards == (3,)
    assert made.state.to_state().board[1, 3] == LEVEL_EXIT | RED
    assert made.state.to_state().board[1, 1] & EXIT
    assert moved.state.locations == ((1, 2),)
    assert moved.rewards == (0,)
    assert left.state.locations == ((1, 3),)
    assert left.rewards == (1 - 3,)
    assert left.state.in_play == (False,)
    assert game.step(left.state, [LEFT]).rewards == (0,)


def test_goals_go_on():
    """Goals that stay are known to stay, those that blink come back, and a glider goes on its way."""
    blinker = board_of(5, 5, [((2, column), LIFE | BLUE) for column in (1, 2, 3)])
    still = board_of(5, 5, [((2, 2), BLUE)])
    player = board_of(5, 5, [((0, 0), PLAYER)])
    for goals, period in ((blinker, 2), (still, 1)):
        game = PackedGame(Level(player, goals))
        states = [game.start()]
        for _ in range(4):
            states.append(game.step(states[-1], [NOTHING]).state)
        assert all(later.goals is earlier.goals for earlier, later in zip(states, states[period:], strict=False))
        assert states[1].goals == states[3].goals
    height, width = GLIDER.height, GLIDER.width
    _alike(Level(board_of(height, width, [((0, 0), PLAYER)]), GLIDER), [[RIGHT]] * 30, ())


def test_goals_with_spawners_read_the_draws_that_follow():
    """A spawner on the goals reads after those of the board, in every step."""
    level = Level(
        board_of(3, 4, [((0, 0), AGENT), ((1, 1), SPAWNER)]),
        board_of(3, 4, [((2, 2), SPAWNER | BLUE)]),
        spawn_probability=Fraction(1, 3),
    )
    packed = _alike(level, [[TOGGLE_RIGHT], [DOWN], [NOTHING]] * 4, HashedDraws(7))

    assert packed.draws_read > 12


def test_spawners_that_are_moved_spawn_elsewhere():
    """A spawner that an agent pushes takes its colour along."""
    spawner = SPAWNING | PUSHABLE | RED
    level = Level(
        board_of(5, 7, [((2, 1), PLAYER), ((2, 2), spawner), ((4, 5), SPAWNER | BLUE)]), Board.empty(5, 7), (), 1
    )
    level = evolve(level, agents=((2, 1),))
    packed = _alike(level, [[RIGHT], [RIGHT], [RIGHT], [LEFT]], ())

    assert packed.board.scenery.spawned_traits


def test_exits_that_are_more_than_exits_are_counted_before_they_are_made_plain():
    """A living exit counts as life on its goal before the first step, as the published code has it."""
    level = Level(board_of(3, 4, [((0, 0), PLAYER), ((1, 2), EXIT | ALIVE | RED)]), board_of(3, 4, [((1, 2), BLUE)]))
    game = PackedGame(level)

    assert game.start().counts == start(level).counts
    assert game.start().first_counts is not None
    assert game.step(game.start(), [NOTHING]).rewards == (3,)
    _alike(level, [[NOTHING], [RIGHT]], ())


def test_draws_may_be_read_ahead():
    """Draws that serve for many steps give what the draws themselves give."""
    level = in_single_precision(shipped_level("append-spawn-0"))
    game, draws = PackedGame(level), SeededDraws(2)
    ahead = game.reading(draws)
    first = second = game.start()
    for action in [UP, TOGGLE_RIGHT, RIGHT, NOTHING] * 8:
        first, second = game.step(first, [action], draws).state, game.step(second, [action], ahead).state

    assert first == second
    assert first.draws_read > 20


# --- What is refused ---


@pytest.mark.parametrize("actions", [(), (0, 0), None, 3])
def test_one_action_for_each_agent(actions):
    """Anything else is refused as the step of a game refuses it."""
    game = PackedGame(SHED)
    refusals = []
    for form in (lambda: step(SHED, start(SHED), actions), lambda: game.step(game.start(), actions)):
        with pytest.raises((InvalidParameter, TypeError)) as refusal:
            form()
        refusals.append((refusal.type, str(refusal.value)))

    assert refusals[0] == refusals[1]


@pytest.mark.parametrize("action", [9, -1, True, "up", 1.0])
def test_actions_are_nine(action):
    """The agent is named, and nothing is read before."""
    level = Level(board_of(3, 4, [((0, 0), PLAYER), ((1, 2), PLAYER)]), Board.empty(3, 4))
    game = PackedGame(level)
    with pytest.raises(ActionOutOfRange) as refusal:
        game.step(game.start(), (0, action))

    assert refusal.value.index == 1
    with pytest.raises(ActionOutOfRange) as same:
        step(level, start(level), (0, action))
    assert str(same.value) == str(refusal.value)


def test_draws_are_asked_for_and_looked_at():
    """Too few, or one that is none, are refused by number."""
    level = Level(board_of(5, 5, [((0, 0), PLAYER), ((2, 3), SPAWNER)]), Board.empty(5, 5))
    with pytest.raises(DrawsExhausted, match="draw 1 is needed"):
        step_packed(level, start(level), [NOTHING], (0.5,))
    with pytest.raises(InvalidParameter, match="draw 1"):
        step_packed(level, start(level), [NOTHING], (0.5, 1.5))


def test_a_state_that_the_game_cannot_be_in_is_refused():
    """What is kept of a state would not follow from it."""
    game, state = PackedGame(SHED), start(SHED)
    later = step(SHED, state, [NOTHING], HashedDraws(0)).state
    shut = state.board.with_cells({(3, 2): LEVEL_EXIT})
    for wrong in (
        state._replace(board=Board.empty(5, 6)),
        state._replace(board=shut),
        state._replace(goals=Board.empty(5, 5)),
        state._replace(locations=()),
        state._replace(locations=((7, 2),)),
        state._replace(in_play=(True, True)),
        later._replace(counts=state.counts[::-1]),
    ):
        with pytest.raises(InvalidParameter, match="one that the game of this level can be in"):
            game.packed(wrong)
    assert game.packed(state) == game.start()
    with pytest.raises(InvalidParameter, match="draws read"):
        game.packed(state._replace(draws_read=-1))


# --- Wrong forms are found ---


def _refuted(pair=STEP_PAIR):
    return any(part.refutation is not None for part in pair.parts(Scope(profile="quick")))


class DrawsAgain(PackedGame):
    """A game that reads the same draws in each step."""

    def step(self, state, actions, draws=()):
        """Make the step with the first draws."""
        return super().step(state._replace(draws_read=0), actions, draws)


def test_another_game_is_found():
    """Draws that are forgotten."""
    assert _refuted(PackedGamePair("step_packed", step, step_packed, DrawsAgain))


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        ("actions", "_pushes", lambda *_: False),
        ("actions", "_push", lambda *_: True),
        ("game", "uncounted_cells", lambda _: 0),
        ("mutable_planes", "_near", lambda plane, *_: plane),
        ("mutable_planes", "_one_of_each", lambda _: 1),
    ],
)
def test_a_part_that_is_wrong_is_found(monkeypatch, module, name, wrong):
    """Things that are not pushed, frozen cells that are counted, flags that do not reach the neighbours."""
    monkeypatch.setattr(import_module(f"formal_rl.safelife._engines.planes.{module}"), name, wrong)

    assert _refuted()
