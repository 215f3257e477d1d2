"""The lessons: each yields what it says, and what it shows is no accident."""

import pytest
from attrs import evolve

from formal_rl.safelife import format_board
from formal_rl.safelife.board import ALIVE, SPAWNING
from formal_rl.safelife.board.text import format_cell
from formal_rl.safelife.game import ACTIONS, has_exited, start, step
from formal_rl.safelife.levels import TEACHING_LEVELS
from formal_rl.safelife.levels.own_levels import LESSONS, LessonResult, play

SHOWN = {
    "torus",
    "freezing",
    "push",
    "pull",
    "shove",
    "toggle",
    "hard-things",
    "exit",
    "fence",
    "spawner",
    "colours",
    "blue-goals",
    "red-dots",
    "moving-goals",
    "two-agents",
}


def after(name, *steps):
    """The game of a lesson after other steps than its own."""
    taken = tuple(tuple(ACTIONS.index(action) for action in actions) for actions in steps)
    return play(evolve(LESSONS[name], steps=taken))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_small_and_explains_itself(name):
    """Five to nine cells a side, a sentence, and actions without which the board would be another."""
    lesson = LESSONS[name]
    board = lesson.level.board

    assert 5 <= board.height <= 9
    assert 5 <= board.width <= 9
    assert lesson.shows.endswith(".")
    assert lesson.level.name == name
    assert 1 <= len(lesson.steps) <= 4
    assert start(lesson.level).board != lesson.board_after


def test_there_is_a_lesson_for_each_rule():
    """The lessons are those there should be, and the levels are theirs."""
    assert set(LESSONS) == SHOWN
    assert {name: lesson.level for name, lesson in LESSONS.items()} == TEACHING_LEVELS


def test_freezing_ends_when_the_agent_goes():
    """The dot that stays next to the agent dies when it goes away."""
    assert after("freezing", ["nothing"]).state.board.find(ALIVE) == ((1, 1),)
    assert after("freezing", ["nothing"], ["move right"]).state.board.find(ALIVE) == ()


def test_the_exit_is_shut_before_enough_is_earned():
    """Without the red dot taken away nobody leaves; with it, the exit is red and open, and the agent is gone."""
    blocked = after("exit", ["move right"], ["nothing"]).state
    opened = after("exit", ["toggle left"]).state
    left = after("exit", ["toggle left"], ["move right"])

    assert (format_cell(blocked.board[2, 3]), blocked.locations) == ("E", ((2, 2),))
    assert (format_cell(opened.board[2, 3]), format_cell(opened.board[2, 2])) == ("Er", "<!")
    assert has_exited(left.state, 0)
    assert left.paid == (2,)


def test_without_the_last_crate_the_spawner_is_not_fenced():
    """Where the agent does not close the fence, life is born through the gap; closed, there never is any."""
    lesson = LESSONS["fence"]
    open_fence = after("fence", ["nothing"], ["move up"], ["nothing"]).state
    state = play(lesson).state
    for _ in range(20):
        state, _ = step(lesson.level, state, (0,))

    assert open_fence.board.find(ALIVE)
    assert state.board.find(ALIVE) == ()
    assert len(state.board.find(SPAWNING)) == 1


def test_a_dot_on_a_blue_goal_pays_three_at_once():
    """The toggle alone pays three, and to undo it takes them away."""
    assert after("blue-goals", ["toggle right"]).paid == (3,)
    assert after("blue-goals", ["toggle right"], ["toggle right"]).paid == (0,)


def test_a_red_dot_pays_one_while_it_is_away():
    """Taking the dot away pays one; when it has grown back, the one is taken back."""
    assert after("red-dots", ["toggle right"]).paid == (1,)
    assert after("red-dots", ["toggle right"], ["move left"], ["nothing"]).paid == (0,)


def test_moving_goals_are_back_after_two_steps():
    """Three in a column, three in a row, and the column again."""
    lesson = LESSONS["moving-goals"]

    assert after("moving-goals", ["nothing"], ["nothing"]).state.goals == lesson.level.goals
    assert after("moving-goals", ["nothing"]).state.goals == lesson.goals_after


def test_the_second_agent_is_first_where_the_order_is_another():
    """With the agents in the other order, the other takes the place."""
    lesson = LESSONS["two-agents"]
    level = evolve(lesson.level, agents=lesson.level.agents[::-1])
    swapped = play(evolve(lesson, level=level, steps=(lesson.steps[0][::-1],)))

    assert isinstance(swapped, LessonResult)
    assert format_board(swapped.state.board).splitlines()[2] == ". >!g <!b . ."
    assert swapped.state.locations == ((2, 2), (2, 1))
