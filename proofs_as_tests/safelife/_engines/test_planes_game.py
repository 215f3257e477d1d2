"""Games on bit planes: the recorded episodes, games by hand, and what is refused in which words."""

import pytest

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.recordings import shipped_safelife
from formal_rl.recordings.safelife.functions import SafelifeFunctions
from formal_rl.recordings.safelife.vectors import compare_safelife
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import ALIVE, EXIT, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, RED
from formal_rl.safelife.board.conway import GLIDER
from formal_rl.safelife.game import Level, in_single_precision, start, step
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.levels import shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.drawn_levels import SHED
from formal_rl.strict_json import Field, read_json

NOTHING, UP, RIGHT, TOGGLE_RIGHT = 0, 1, 2, 6


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
    folder, carried = shipped_safelife(), Carried()
    index = Field("index.json", "", read_json(folder / "index.json"))
    report = compare_safelife(index, folder, "episodes.npz", SafelifeFunctions(step=carried))

    assert report.mismatches == ()
    assert report.unusable == ()
    assert report.cases == 37
    assert carried.went_on > 1000


# --- By hand ---


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


def test_an_exit_that_lives():
    """It counts as life on a blue goal, and then no longer: -(-3)."""
    board = board_of(3, 4, [((0, 0), PLAYER), ((1, 2), EXIT | ALIVE | RED)])
    game = PackedGame(Level(board, board_of(3, 4, [((1, 2), BLUE)])))
    assert game.step(game.start(), [NOTHING]).rewards == (3,)


# --- What is refused ---


@pytest.mark.parametrize(
    "change",
    [
        {"board": Board.empty(5, 6)},
        {"board": start(SHED).board.with_cells({(3, 2): LEVEL_EXIT})},
        {"locations": ()},
        {"locations": ((7, 2),)},
        {"goals": Board.empty(5, 5)},
        {"in_play": (True, True)},
        {"draws_read": -1},
        {"steps": 1, "counts": start(SHED).counts[::-1]},
    ],
)
def test_states_of_no_game(change):
    """Each field of a state is as the level can have it."""
    with pytest.raises(InvalidParameter):
        PackedGame(SHED).packed(start(SHED)._replace(**change))


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
