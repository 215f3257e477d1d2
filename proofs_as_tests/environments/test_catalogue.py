"""The catalogue of environments: every form of every record resolves, names are found, a record opens every door."""

import contextlib
import io
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl import environments
from formal_rl.checking.departures import first_published_difference
from formal_rl.environments import CATALOGUE, EnvironmentRecord, catalogue, find, mimic
from formal_rl.environments.abstract.knower_recognition import knowing_letter
from formal_rl.environments.catalogue import RECORDS
from formal_rl.environments.examples.punish_freezing import punish_freezing
from formal_rl.errors import MalformedHistory, UnknownName
from formal_rl.histories import Percept
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.library import ABSTRACT_ENVIRONMENTS, compared
from formal_rl.strategies import learners
from proofs_as_tests.rows import each_row_of, refused

ROOT = Path(__file__).parents[2]

PUBLISHED = [each for each in RECORDS if each.published_name and each.has("published") and not each.published_differs]

TOLD = {"as_if", "incentivize_learning_rate", "third_action_forbidden"}
"""Those that are made of something that alters the agent, for which nothing stands in the catalogue."""


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_form_of_a_record_is_there(record):
    """Every form is loaded under the name that the record says, and is made where nothing else is needed."""
    for form in record.forms:
        found = record.load(form)
        assert record.has(form)
        assert callable(found) or hasattr(found, "start")
        if record.name not in TOLD:
            record.made(form)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_definition_says_its_name_and_what_it_is(record):
    """What a user has of an environment is called as it is imported, and its docstring says the record's meaning."""
    found, name = record.load(), record.attribute()
    assert (found.__name__, found.__qualname__, found.__module__) == (name, name, record.module)
    assert name in repr(found)
    assert found.__doc__
    assert "<locals>" not in repr(found)
    if found.__doc__.startswith(f"{name}: "):
        assert record.meaning in found.__doc__


def test_the_index_has_every_record():
    """Each module of environments has the records that the index expects there, and no other module has any."""
    for _, module, _ in walk_packages(environments.__path__, "formal_rl.environments."):
        if module != catalogue.__name__:
            records = {record.name for record in getattr(import_module(module), "RECORDS", ())}
            assert records == {record.name for record in RECORDS if record.module == module}


def test_no_two_environments_share_a_name():
    """No name, ours or the library's, is of two records, whatever the case."""
    names = [name for record in RECORDS for name in {record.name, record.published_name.casefold()} - {""}]
    assert len(names) == len({*names})


@pytest.mark.parametrize("name", ["ignore_rewards_2", "IgnoreRewards2", "IGNOREREWARDS2", "ignore-rewards-2"])
def test_a_name_is_found_without_regard_to_case(name):
    """Our name and the library's are found in every spelling of their case."""
    assert find(name) is CATALOGUE["ignore_rewards_2"]


def test_an_unknown_name_raises_with_the_nearest_names():
    """A wrong name is answered with what is near to it, and with all of ours if nothing is."""
    with pytest.raises(UnknownName, match=r"^no environment 'IgnorRewards2'; did you mean ignore_rewards_2, "):
        find("IgnorRewards2")
    with pytest.raises(UnknownName, match=r"^no environment 'qqq'; there are ignore_rewards, false_memories, "):
        find("qqq")


def test_a_form_that_is_not_there_is_refused():
    """Asking for a form that a record does not have says which there are."""
    with pytest.raises(UnknownName, match=r"^corridor has no form 'published'; there are definition, incremental$"):
        CATALOGUE["corridor"].load("published")


# --- Adding an environment is one record and one test: this is the test ---


def first_percept(play):
    """φ: what the agent saw at first, and nothing that followed."""
    return play[:1]


first_impressions = mimic(first_percept)


class FirstImpressions:
    """A copy that is never trained. With ``start`` and ``advance`` it is the incremental form."""

    def start(self, learner):
        return Percept(0, 0), learner.initial

    def advance(self, learner, state, action):
        return Percept(1 if action == learner.act(learner.initial, 0) else -1, 0), state


class FirstImpressionsAsPublished:
    """The same as a published form, which trains its copy on nothing either."""

    def start(self, agent_class):
        return 0, ()

    def step(self, agent_class, state, action):
        answer, _ = agent_class.ask(agent_class.initial, 0)
        return Percept(1 if action == answer else -1, 0), state


first_impressions_incremental = FirstImpressions()
first_impressions_published = FirstImpressionsAsPublished()

ADDED = EnvironmentRecord(
    "first_impressions",
    module="proofs_as_tests.environments.test_catalogue",
    meaning="pays 1 if the agent would have done the same on the first percept alone, else -1; (0, 0) at first, and "
    "shows 0",
    shown_as="the first percept alone",
    hypothetical="first_percept",
)


def printed(*arguments):
    """What a command prints, having ended well."""
    from formal_rl.cli import main

    with contextlib.redirect_stdout(io.StringIO()) as text:
        assert main([*arguments]) == 0, arguments
    return text.getvalue()


def named():
    """By our name and by the library's, in any case."""
    return find("First_Impressions") is find("firstimpressions") is ADDED


def asked():
    """A student asks about it, follows it and classifies it, and sees φ in words."""
    words = "on the first percept alone, (0,0), the agent does 1: they agree"
    question = printed("ask", "first_impressions", "--agent", "constant:1", "--play", "(0,0) 1 (1,0) 1")
    followed = printed("trace", "first_impressions", "--agent", "simple", "--steps", "3")
    return words in question and "first percept" in followed and bool(printed("classify", "first_impressions"))


def in_the_ledger():
    """Statements about every published form and about every pair range over it."""
    from formal_rl.checking import Scope, equal
    from formal_rl.checking.claims import along, stepping
    from formal_rl.checking.domains import learners, sequences_of_actions
    from formal_rl.statements.alexander_2022.pairs import MIMICRY_PAIRS
    from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS

    scope = Scope(horizon=2)
    (pair,) = (pair for pair in MIMICRY_PAIRS if pair.name == "first_impressions_incremental")
    part = equal(pair.name, along(pair.definition), stepping(pair.fast), learners, sequences_of_actions(2))
    assert part(scope).as_expected
    return PUBLISHED_FORMS["FirstImpressions"] is first_impressions_published


def departing():
    """It is compared with its published form, which is as defined."""
    return printed("departures", "FirstImpressions").splitlines() == [
        "first_impressions (FirstImpressions); defined: documented in the library",
        "  2021  as defined",
        "  2022  as defined",
    ]


def conforming():
    """It has a suite by its name, and its definition conforms."""
    from formal_rl.conformance import check

    suites = json.loads(printed("suites", "--json"))
    report = check(first_impressions, "first_impressions", in_process=True)  # another process has no such record
    return "first_impressions" in json.dumps(suites) and report.conforms


def in_the_zoo():
    """The self-test of the kit tries it in every form."""
    from formal_rl.conformance.zoo.environments import RIGHT

    return {f"first_impressions, {form}" for form in ("a function", "flat", "stepping", "published")} <= {
        each.name for each in RIGHT
    }


def not_in_the_battery():
    """The benchmark that was published keeps its fifty."""
    from formal_rl.battery import ENVIRONMENT_NAMES

    return len(ENVIRONMENT_NAMES) == 50 and "FirstImpressions" not in ENVIRONMENT_NAMES


DOORS = (named, asked, in_the_ledger, departing, conforming, in_the_zoo, not_in_the_battery)


@pytest.mark.parametrize("door", DOORS)
def test_adding_an_environment_is_one_record(door):
    """One record, added before anything else is imported, is found at every door."""
    assert ADDED not in RECORDS
    add = (
        f"from {ADDED.module} import ADDED, catalogue, with_one_more; with_one_more(ADDED); "
        f"from {ADDED.module} import {door.__name__} as door; assert door()"
    )
    done = subprocess.run([sys.executable, "-c", add], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def with_one_more(record):
    """Add a record to the catalogue of this process."""
    catalogue.GROUPS = MappingProxyType({**catalogue.GROUPS, record.name: record.group})
    catalogue.CATALOGUE = MappingProxyType({**catalogue.CATALOGUE, record.name: record})
    catalogue.RECORDS = catalogue.CATALOGUE.values()
    catalogue.MEANINGS = MappingProxyType({**catalogue.MEANINGS, record.name: record.meaning})
    catalogue.LIBRARY_NAMES = MappingProxyType({**catalogue.LIBRARY_NAMES, record.published_name: record.name})


X = Percept(0, 0)
NO_PLAYS = ((X,), (X, 0, X), [X, 0], (X, -1), (X, True), ((0, 0), 0), (Percept(0.5, 0), 0), None)
EVERYWHERE = (*EXTENDED_ENVIRONMENTS.values(), *ABSTRACT_ENVIRONMENTS.values(), punish_freezing, knowing_letter())


@each_row_of(*(refused(MalformedHistory, each, *((lambda t: 0, play) for play in NO_PLAYS)) for each in EVERYWHERE))
def test_a_malformed_play_raises(row):
    """By every environment."""
    row()


@pytest.mark.parametrize("record", PUBLISHED, ids=lambda each: each.name)
@given(learner=learners(max_registers=0), sequence=st.lists(st.integers(0, 1), max_size=8))
def test_a_published_form_that_does_not_differ_is_its_definition(record, learner, sequence):
    """Where the catalogue names no departure, the published form gives the definition's percepts, but for the first."""
    forms = compared(record, "published"), compared(record)

    assert first_published_difference(record.name, forms, learner, tuple(sequence), lambda branch: None) is None
