"""Optimal play under a penalty for readers: the table of the docs, and the descriptions of policies."""

from pathlib import Path

import pytest

from formal_rl.safelife.board import AGENT, SPAWNING
from formal_rl.safelife.game import ACTIONS
from formal_rl.safelife.levels import PENALTY_LEVELS
from formal_rl.study.safelife.penalised_play import MEANINGS, penalised_play, weight_in_words
from formal_rl.view.pages import columns

PAGE = Path(__file__).parents[3] / "docs" / "findings" / "penalty_weights.md"


def test_the_table_of_the_page():
    """Line for line, by event and by step."""
    rows = [["level", "reading", "from λ", "points", "penalty", "what is optimal"]]
    for name in PENALTY_LEVELS:
        for reading in ("by event", "by step"):
            for play in penalised_play(name, reading).plays:
                points, penalty = (f"{float(each):.4f}" for each in play.segment.earned)
                rows.append([name, reading, weight_in_words(play.segment.weight), points, penalty, play.words])
    assert "\n".join(columns(rows)) in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", PENALTY_LEVELS)
@pytest.mark.parametrize("reading", MEANINGS)
def test_courses_are_of_the_policies(name, reading):
    """Each begins with the level, takes the policy's actions, and each board follows the one before it."""
    found = penalised_play(name, reading)
    for play in found.plays:
        assert play.course[0][0] == 0
        for (board, action), (after, _) in zip(play.course, play.course[1:], strict=False):
            assert after in {each.state for each in found.process.steps[board][action]}
        assert all(play.segment.choices[board] == action for board, action in play.course)


def test_descriptions_match_the_policies():
    """With a large weight the agent destroys the spawner and takes its place; with a small one it leaves at once."""
    found = penalised_play("spawner-or-exit", "by step")
    small, large = found.plays
    assert (small.kind, len(small.course)) == ("leaves at once", 1)
    assert [ACTIONS[action] for _, action in large.course] == ["toggle right", "move right", "nothing"]
    last = found.process.boards[large.course[-1][0]]
    assert (last.find(AGENT), last.find(SPAWNING)) == (((1, 1),), ())
    assert large.words == "destroys the spawner, and stays at (1, 1)"
