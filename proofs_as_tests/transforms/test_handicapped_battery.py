"""The battery by hand, in both readings."""

import pytest

from formal_rl.environments import bandit, corridor, deja_vu, ignore_rewards
from formal_rl.errors import EnvironmentFailure, InvalidParameter, UndefinedComposition
from formal_rl.histories import history
from formal_rl.transforms import battery_table, handicapped_battery, with_handicap
from formal_rl.transforms.handicap import HandicappedEnvironment

BATTERY = handicapped_battery(
    {"bandit": bandit((0, 2)), "corridor": corridor(2)}, {"ignore": ignore_rewards, "again": deja_vu}
)


def one_unless_paid(prompt):
    """Does 1 until it was paid, and then 0."""
    return 1 if all(percept.reward <= 0 for percept in prompt[::2]) else 0


def test_members_by_hand():
    """Two times two, in order; on (0,0) 1 (2,0) 1, which is not its own, the bandit pays 2 and ignoring keeps it."""
    assert list(map(str, BATTERY)) == ["bandit * ignore", "bandit * again", "corridor * ignore", "corridor * again"]
    assert BATTERY[HandicappedEnvironment("bandit", "ignore")](one_unless_paid, history((0, 0), 1, (2, 0), 1)) == (2, 0)
    assert BATTERY[HandicappedEnvironment("bandit", "ignore")](one_unless_paid, history((0, 0), 1, (2, 0), 0)) == (
        -1,
        0,
    )


def test_a_table_by_hand():
    """One unless paid, three turns.

    Ignoring, where it would do 1 forever: the bandit pays 2, then 0 is done and punished twice; the corridor 0, then
    1, then 0 is punished. Again: the bandit pays 2; then the history holds a payment, and 0 is kept, for 0 twice; the
    corridor pays 0, then 1 (nothing was paid yet), then 0 for a step back.
    """
    assert str(battery_table({"one unless paid": one_unless_paid}, BATTERY, 3)).splitlines() == [
        "3 turns            one unless paid",
        "bandit * ignore                  0",
        "bandit * again                 2/3",
        "corridor * ignore                0",
        "corridor * again               1/3",
        "on average                     1/4",
    ]


def test_by_the_letter():
    """The examples pay 0 at first, where the letter says nothing."""
    battery = handicapped_battery({"bandit": bandit((0, 2))}, {"ignore": ignore_rewards}, compose=with_handicap)

    with pytest.raises(UndefinedComposition):
        battery[HandicappedEnvironment("bandit", "ignore")](one_unless_paid, ())
    with pytest.raises(EnvironmentFailure):
        battery_table({"one unless paid": one_unless_paid}, battery, 1)


def test_nothing_to_run():
    """A battery without members has no table."""
    with pytest.raises(InvalidParameter):
        battery_table({}, {}, 1)
