"""Why a step pays what it pays: the parts add up to the reward, and are what they are said to be."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.board import AGENT, ALIVE, CRATE, EXIT, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, NAMED_CELLS, PLAYER, PUSHABLE, RED, SPAWNER, coloured
from formal_rl.safelife.game import Level, count_cells, points
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS, shipped_level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.safelife.levels.run import seeded_game
from formal_rl.study.safelife.explanation import WorthChange, explained_game, explained_steps, moves_in_words, standing
from formal_rl.study.safelife.run import run_level


def checked(level, seed, actions):
    """The moments of a run, each checked against the game: the parts add up, and the board is the one counted."""
    game = seeded_game(level, seed)
    state, moments = game.start(), tuple(explained_steps(level, seed, actions))
    assert (moments[0].state, moments[0].counted, moments[0].turn) == (state, level.board, None)
    for before, moment, taken in zip(moments, moments[1:], actions, strict=False):
        after, rewards = game.step(state, taken)
        assert (moment.state, moment.turn.rewards, moment.turn.actions) == (after, rewards, taken)
        assert tuple(reward.total for reward in moment.rewards) == rewards
        assert count_cells(moment.counted, after.goals) == after.counts
        for agent, reward in enumerate(moment.rewards):
            if state.in_play[agent]:
                assert reward.total == points(level, after, agent) - points(level, state, agent)
            assert sum(int(line.split()[0]) for line in reward.lines()) == rewards[agent]
            for change in reward.changes:
                assert change.was == before.counted[change.location]
                assert change.now == moment.counted[change.location]
        state = after
    return moments


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_parts_add_up_on_shipped_levels(kind, policy):
    """On a level of each kind the parts of each reward add up to it, whatever the step pays."""
    level = shipped_level(f"{kind}-4")
    run = run_level(level, policy, steps=20, seed=3).run
    checked(level, 3, run.actions)


@pytest.mark.parametrize("name", LESSONS)
def test_parts_add_up_on_lessons(name):
    """In each lesson, too; the one about exits pays one for leaving."""
    moments = checked(LESSONS[name].level, 0, LESSONS[name].steps)

    leaving = [moment.rewards[0].leaving for moment in moments[1:]]
    assert leaving == ([0, 0, 1, 0] if name == "exit" else [0] * len(leaving))


plain = st.sampled_from([0, 0, 0, LIFE, LIFE | RED, LIFE | GREEN, WALL, CRATE, LEVEL_EXIT, SPAWNER])
named = st.builds(coloured, st.sampled_from(sorted(NAMED_CELLS.values())), st.sampled_from(("black", "red", "blue")))
odd = st.sampled_from([EXIT | ALIVE, EXIT | ALIVE | BLUE, EXIT | PUSHABLE, 0xFFFF & ~AGENT])
agents = st.sampled_from([PLAYER, PLAYER | GREEN, PLAYER | PUSHABLE, AGENT, AGENT | ALIVE])


@st.composite
def runs(draw):
    """A small level with any cells, exits that live included, one or two agents with tables, and actions."""
    height, width = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    cells = st.one_of(plain, named, odd)
    rows = st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height)
    places = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    locations = draw(st.lists(places, min_size=1, max_size=2, unique=True))
    board = Board(draw(rows)).with_cells({location: draw(agents) for location in locations})
    table = st.tuples(*[st.tuples(*[st.integers(-3, 3)] * 9)] * 8)
    tables = draw(st.one_of(st.just(()), st.tuples(*[table] * len(locations))))
    level = Level(
        board,
        Board(draw(rows)),
        locations,
        spawn_probability=draw(st.sampled_from([0, Fraction(3, 10), 1])),
        min_performance=draw(st.sampled_from([-1, Fraction(1, 2), 1])),
        tables=tables,
    )
    joint = st.tuples(*[st.integers(0, 8)] * len(locations))
    return level, draw(st.integers(0, 99)), tuple(draw(st.lists(joint, max_size=6)))


@given(runs())
def test_parts_add_up_on_any_level(run):
    """Whatever is on the board, and however strange its exits, the parts of each reward add up to it."""
    checked(*run)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (WorthChange((1, 2), 0, LIFE | GREEN, BLUE, BLUE, 0, 3), "green life came on a blue goal: counts 3"),
        (WorthChange((1, 2), LIFE | RED, 0, 0, 0, -1, 0), "red life went: counted -1"),
        (
            WorthChange((1, 2), LIFE | RED, LIFE | GREEN, BLUE, BLUE, 0, 3),
            "green life instead of red life on a blue goal: counts 3",
        ),
        (
            WorthChange((1, 2), LIFE, LIFE, 0, BLUE, -1, 3),
            "life has a blue goal under it, before no goal: counts 3, counted -1",
        ),
        (WorthChange((1, 2), LIFE, 0, BLUE, RED, 3, 0), "life went on a red goal, before a blue goal: counted 3"),
    ],
)
def test_changes_in_words(change, said):
    """What came or went, on which goal, and what it counts."""
    assert change.in_words() == said
    assert change.change == change.worth_now - change.worth_was


def test_equal_changes_share_a_line():
    """Changes alike share a line, with the first few places, and the greatest sums come first."""
    game = explained_game(TEACHING_LEVELS["colours"], 0)
    (reward,) = game.step(game.start(), (0,)).rewards

    assert reward.lines() == ("+2 at 2 places, (1,1) (1,5): red life went: counted -1 each",)
    many = evolve(
        reward,
        changes=(
            WorthChange((9, 9), LIFE, 0, BLUE, BLUE, 3, 0),
            *(reward.changes[0]._replace(location=(0, column)) for column in range(6)),
        ),
        leaving=1,
    )
    assert many.lines() == (
        "+6 at 6 places, (0,0) (0,1) (0,2) (0,3) ...: red life went: counted -1 each",
        "-3 row 9, column 9: life went on a blue goal: counted 3",
        "+1 for having left",
    )
    assert evolve(many, changes=(), leaving=-1).lines() == ("-1 for having left no more",)


DEEDS = {
    "push": ["pushed crate right", "pushed crate right", "blocked right by crate"],
    "pull": ["moved right, pulling crate"] * 2,
    "shove": ["toggled right: shoved crate"],
    "toggle": ["toggled right: made green life", "toggled left: removed green life"],
    "hard-things": [
        "toggled left in vain: hard life",
        "toggled right in vain: wall",
        "blocked left by hard life, turned",
        "blocked right by wall, turned",
    ],
    "exit": [
        "blocked right by a closed exit, turned",
        "toggled left: removed red life",
        "went right through the exit",
        "is not there, did nothing",
    ],
    "torus": ["moved right", "moved up"],
    "freezing": ["waited", "waited"],
}


@pytest.mark.parametrize("name", DEEDS)
def test_moves_of_lessons(name):
    """Effects of actions in words: moved, pushed, pulled, shoved, made, removed, blocked, left, or nothing."""
    moments = tuple(explained_steps(LESSONS[name].level, 0, LESSONS[name].steps))

    assert [moment.moves for moment in moments[1:]] == [(deed,) for deed in DEEDS[name]]


@pytest.mark.parametrize(
    ("cells", "action", "deed"),
    [
        ([((2, 3), CRATE), ((2, 4), LEVEL_EXIT)], 2, "pushed crate right into the exit"),
        ([((2, 3), CRATE), ((2, 4), LEVEL_EXIT)], 6, "toggled right: shoved crate into the exit"),
        ([((2, 3), PLAYER)], 6, "toggled right: destroyed player"),
        ([((2, 3), SPAWNER), ((2, 4), SPAWNER)], 6, "toggled right: removed spawner"),
        ([((2, 3), CRATE), ((2, 1), CRATE)], 2, "pushed crate right, pulling crate"),
        ([((2, 3), CRATE), ((2, 4), WALL)], 6, "toggled right in vain: crate"),
    ],
)
def test_moves_by_hand(cells, action, deed):
    """Things pushed or shoved into an exit, agents, and two things alike in a row."""
    board = board_of(5, 6, [((2, 2), PLAYER), *cells])
    level = Level(board, Board.empty(5, 6), [(2, 2)], min_performance=1)

    assert moves_in_words(seeded_game(level, 0).start(), (action,)) == (deed,)


def test_moves_are_described_in_order():
    """The second agent finds what the first has left."""
    state = seeded_game(TEACHING_LEVELS["two-agents"], 0).start()
    first, second = moves_in_words(state, (2, 4))

    assert first == "moved right"
    assert second.startswith("blocked left by green player")


def test_standing_of_an_agent():
    """The points, what is still to be earned, and what became of an agent."""
    level = TEACHING_LEVELS["exit"]
    said = [standing(level, moment.state, 0) for moment in explained_steps(level, 0, [(0,), (8,), (2,)])]
    assert said == [
        "points -1, earned 0 of 1; exit closed, 1 to go",
        "points -1, earned 0 of 1; exit closed, 1 to go",
        "points 0, earned 1 of 1; exit open",
        "points 1, earned 2 of 1; it has left",
    ]
    board = board_of(5, 6, [((2, 2), PLAYER), ((2, 3), PLAYER)])
    two = Level(board, Board.empty(5, 6))
    after = tuple(explained_steps(two, 0, [(6, 0)]))[-1].state
    assert standing(two, after, 1) == "points 0, earned 0 of 0; it was destroyed"
