"""The table of departures: complete, as the command says, and on the page."""

from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.errors import NotReproducible, UnknownName
from formal_rl.recordings.registry import PUBLISHED_ENVIRONMENTS
from formal_rl.statements import LIBRARY
from formal_rl.study import chosen_environments, departure_lines, departure_page, departures

ROOT = Path(__file__).parents[2]

DISCREPANCIES = {
    1: ("opposite", "rewards are negated on the way out"),
    2: ("deja_vu", "the first reward is 0"),
    3: ("reverse_history", "the reward that followed its action"),
    4: ("censored_observation", "keeps the action that answers"),
    5: ("ignore_rewards_2", "the action that answers a positive reward"),
    6: ("repeater", "doubles each percept"),
    7: ("nth_reward_multiplied_by_n", "multiplies by 0, 1, 2"),
    8: ("delayed_rewards", "the first reward that is earned is delayed"),
    9: ("flip_every_other", "flips the second, fourth"),
    10: ("limited_memory", "four turns"),
    11: ("ignore_observations", "always asked about the first observation"),
    12: ("tempting_button", "always has the button"),
    13: ("self_recognition", "trained on the true last observation"),
    14: ("crying_baby", "trained as if its action"),
    15: ("adversarial_sequence_predictor", "the agent's next choice"),
    16: ("incentivize_zero", "shown what the copy does"),
    17: ("incentivize_learning_rate", "learning rate 1"),
    18: ("self_recognition", "not all histories"),
}
"""What is known of how papers, functional and published code differ: an environment, and words of its line."""


@pytest.fixture(scope="module")
def rows():
    """All comparisons, made once."""
    return tuple(departures())


@pytest.mark.parametrize("number", DISCREPANCIES)
def test_every_known_discrepancy_has_a_witness(rows, number):
    """There is a departure of this environment in these words, and its witness is there."""
    name, words = DISCREPANCIES[number]
    found = [row for row in rows if row.environment.name == name and words in row.comparison.line]

    assert found
    assert all("expected" in row.witness and "got" in row.witness for row in found)


def test_every_published_environment_is_in_the_table():
    """By the library's names; the older form of learning rates is told of beside the newer."""
    names = {each.published_name for each in LIBRARY}

    assert names == PUBLISHED_ENVIRONMENTS.keys() - {"IncentivizeLearningRate_Old"} | {"minus_rewards"}
    assert [each.name for each in LIBRARY[:-1]] == sorted(each.name for each in LIBRARY[:-1])


def test_nothing_is_compared_with_itself():
    """A year is compared, or it is said what there was."""
    for each in LIBRARY:
        compared = {comparison.year for comparison in each.comparisons}
        assert 2022 in compared
        assert (2021 in compared) == (not each.in_2021)


def test_the_page_is_the_one_in_the_docs(rows):
    """What the command prints is what the docs have."""
    assert "\n".join(departure_page(rows)) + "\n" == (ROOT / "docs" / "findings" / "departures.md").read_text("utf-8")


def test_lines_with_and_without_witnesses(rows):
    """Each environment has its lines for both years; witnesses stand under departures alone."""
    of_one = [row for row in rows if row.environment.name == "deja_vu"]

    assert departure_lines(of_one, witnesses=False) == [
        "deja_vu (DejaVu); defined: A21 Example 10",
        "  2021  as defined",
        "  2022  the first reward is 0",
    ]
    assert (
        departure_lines(of_one, witnesses=True)[3].strip().startswith("deja_vu: percept 1, counted from 0, on (0,0) 0")
    )


def test_names_of_both_kinds():
    """Ours and the library's; an unknown one is told what is near."""
    assert [each.name for each in chosen_environments(["DejaVu", "deja_vu", "repeater"])] == ["deja_vu", "repeater"]
    assert chosen_environments([]) == LIBRARY
    with pytest.raises(UnknownName, match="no environment 'reverse'; did you mean"):
        chosen_environments(["reverse"])


def test_a_line_that_is_not_so_is_no_departure():
    """A comparison that comes out otherwise than its line says is an error, either way round."""
    (deja_vu,) = chosen_environments(["deja_vu"])
    (comparison,) = deja_vu.comparisons
    silent = evolve(deja_vu, comparisons=(evolve(comparison, line=""),))
    (ignore_actions,) = chosen_environments(["ignore_actions"])
    loud = evolve(ignore_actions, comparisons=(evolve(ignore_actions.comparisons[0], line="says it departs"),))

    for wrong in (silent, loud):
        with pytest.raises(NotReproducible, match="not as the table says"):
            list(departures((wrong,)))
