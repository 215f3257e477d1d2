"""The catalogue of environments: every form of every record resolves, and names are found."""

import pytest

from formal_rl.environments.catalogue import CATALOGUE, RECORDS, EnvironmentRecord, WhenAskedFor, find
from formal_rl.errors import UnknownName

TOLD = {"as_if", "incentivize_learning_rate", "third_action_forbidden"}
"""Those that are made of something that alters the agent, for which nothing stands in the catalogue."""


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_form_of_a_record_is_there(record):
    """Every form is loaded under the name that the record says, and is made where nothing else is needed."""
    for form in {*record.forms, *record.named}:
        found = record.load(form)
        assert record.has(form)
        assert callable(found) or hasattr(found, "start")
        if record.name not in TOLD:
            record.made(form)


def test_no_two_environments_share_a_name():
    """No name, ours or the library's, is of two records, whatever the case."""
    names = [name for record in RECORDS for name in {record.name, record.published_name.casefold()} - {""}]
    assert len(names) == len({*names})
    assert list(CATALOGUE.values()) == list(RECORDS)


@pytest.mark.parametrize("name", ["ignore_rewards_2", "IgnoreRewards2", "IGNOREREWARDS2", "ignore-rewards-2"])
def test_a_name_is_found_without_regard_to_case(name):
    """Our name and the library's are found in every spelling of their case."""
    assert find(name) is CATALOGUE["ignore_rewards_2"]


def test_an_unknown_name_is_told_the_nearest():
    """A wrong name is answered with what is near to it, and with all of ours if nothing is."""
    with pytest.raises(UnknownName, match=r"^no environment 'IgnorRewards2'; did you mean ignore_rewards_2, "):
        find("IgnorRewards2")
    with pytest.raises(UnknownName, match=r"^no environment 'qqq'; there are ignore_rewards, false_memories, "):
        find("qqq")


def test_a_form_that_is_not_there_is_refused():
    """Asking for a form that a record does not have says which there are."""
    record = EnvironmentRecord(name="flip", module="flip_every_other", group="library")
    with pytest.raises(UnknownName, match=r"^flip has no form 'published'; there are definition$"):
        record.load("published")


def test_things_are_made_when_they_are_asked_for():
    """Names are listed without making anything; each thing is made once."""
    made = []
    things = WhenAskedFor("ab", lambda name: made.append(name) or name.upper())
    assert ([*things], len(things), "a" in things, "c" in things, made) == (["a", "b"], 2, True, False, [])
    assert (things["b"], things["b"], made) == ("B", "B", ["b"])
    with pytest.raises(KeyError):
        things["c"]
