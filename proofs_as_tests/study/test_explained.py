"""Environments explained: the words and the percept never part, and no other questions are asked for the words.

The words are given the percept, so what is compared is the reason that they give for it.
"""

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.checking import Exploration
from formal_rl.checking.domains import HashedAgent
from formal_rl.environments import CATALOGUE
from formal_rl.environments.listed import MEMORIES
from formal_rl.histories import Percept, all_plays, format_history, parse_history
from formal_rl.strategies import agents, percepts, plays
from formal_rl.study import Settings
from formal_rl.study._explained import (
    explained_by_trial,
    explained_handicap,
    explained_mimic,
)
from formal_rl.study.catalogue import ENVIRONMENT_FORMS, find_environment, reading_first

REASONS = {
    r"the play is empty": 0,
    r"they agree, so the reward is": 1,
    r"they differ, so the reward is": -1,
    r"would not push it|and the agent pushed it": 1,
    r"would push it|the agent did not push it": -1,
}
"""What a reason means for the reward; the first that is found."""


def meant(words):
    """The reward that the reason in some words comes to; ``None`` if they give no such reason."""
    inside = re.match(r".* would pay (\S+):\n", words)
    if "\nthe handicap is " in words:
        return Fraction(inside[1]) if "\nthe handicap is kept" in words else -1
    if inside:
        return -Fraction(inside[1])
    return next((reward for reason, reward in REASONS.items() if re.search(reason, words)), None)


def words_of(explained, agent, play):
    """The percept and the words, which ask what the environment asks."""
    asked = []

    def noting(prompt):
        asked.append(prompt)
        return agent(prompt)

    percept = explained(noting, play)
    of_environment = {*asked}
    asked.clear()
    words = explained.clause(noting, play, percept)
    assert {*asked} <= of_environment
    return percept, words


def never_parts(explained, agent, play):
    """The reason in the words is the one for which the environment pays."""
    percept, words = words_of(explained, agent, play)
    assert meant(words) == percept.reward


DRAWS = Settings(draws=HashedDraws(3))
REASONED = [
    record.name
    for record in CATALOGUE.values()
    if record.name in ENVIRONMENT_FORMS and (record.shown_as or record.name == "tempting_button")
]
COMBINED = ("opposite(deja_vu)", "opposite(opposite(ignore_rewards))", "handicap(bandit, reverse_history)")
SEEN = (Percept(0, 0), Percept(-1, 1), Percept(1, 2))
AGENTS = (
    lambda prompt: 0,
    lambda prompt: 1,
    lambda prompt: 1 if prompt[-1].observation == 2 else 0,
    lambda prompt: len(prompt) // 2 % 2,
    HashedAgent(3),
)


@pytest.mark.parametrize("name", [*REASONED, *COMBINED])
def test_the_words_name_the_deciding_clause(name):
    """On all small plays the reason in the words is that for which the environment pays."""
    explained, actions = find_environment(name, DRAWS), range(2 if "(" in name else 3)
    for agent, number in product(AGENTS, range(4)):
        for play in all_plays(SEEN, actions, number):
            never_parts(explained, agent, play)


def test_a_handicap_by_the_letter():
    """It is kept where it pays 1, and broken where it pays -1."""
    paying = explained_by_trial("paying", lambda agent, play: Percept(1 if agent((Percept(0, 0),)) == 0 else -1, 0))
    explained = explained_handicap(find_environment("bandit"), paying, by_the_letter=True)
    for agent, play in product(AGENTS, all_plays(SEEN, range(2), 2)):
        never_parts(explained, agent, play)


@given(
    name=st.sampled_from(REASONED),
    agent=agents(),
    play=plays(percepts=percepts(observations=st.integers(0, 9)), max_percepts=6),
)
def test_so_they_are_for_drawn_agents(name, agent, play):
    """Whatever was met."""
    never_parts(find_environment(name, DRAWS), agent, play)


@pytest.mark.parametrize("name", [form for form in ENVIRONMENT_FORMS if form in CATALOGUE])
def test_the_percept_is_the_definitions(name):
    """What is explained is the environment of the record, on small plays and for every agent."""
    record, explained = CATALOGUE[name], find_environment(name, DRAWS)
    arguments = {"tempting_button": [DRAWS.draws], "false_memories": [MEMORIES]}.get(
        name, [DRAWS.draws] if record.draws else []
    )
    definition, exploration = record.made("definition", *arguments), Exploration(actions=(0, 1))
    for play in (play for number in range(3) for play in all_plays(SEEN[::2], (0, 1), number)):
        for got in exploration.runs(lambda play=play: explained(exploration.agent, play)):
            agent = exploration.tables().agent
            if name == "mirror_with_body":
                agent = reading_first(agent)
            assert got == (definition(play) if record.group == "ordinary" else definition(agent, play))


def lived(*own):
    """A play of these actions; what was met does not matter."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


LIVED = [lived(*own) for number in range(5) for own in product(range(2), repeat=number)]


@given(
    name=st.sampled_from(["village", "newcombs_problem", "self_insert(bandit)", "crying_baby"]),
    agent=agents(),
    play=st.sampled_from(LIVED),
)
def test_other_environments_name_the_effect_of_another_answer(name, agent, play):
    """Had the agent done otherwise where it was asked last, it would get the percept that the words have."""
    explained = find_environment(name)
    percept = explained(agent, play)
    words = explained.clause(agent, play, percept)
    match = re.fullmatch(r"on (.*) the agent does (\d); had it done (\d) there, the percept would be (.*)", words)

    assert (match is None) == (words == "no question was asked, so the play alone decides")
    if match:
        last, instead = parse_history(match[1]), int(match[3])
        other = explained(lambda prompt: instead if prompt == last else agent(prompt), play)
        assert agent(last) == int(match[2]) != instead
        assert match[4] == ("the same" if other == percept else format_history((other,)))


def test_an_explanation_is_of_its_environment():
    """A wrong φ is found."""
    record = CATALOGUE["deja_vu"]
    wrong = explained_mimic(CATALOGUE["ignore_rewards"])

    assert meant(wrong.clause(HashedAgent(3), lived(1, 0, 1), Percept(1, 0))) in {1, -1}
    parted = [
        play
        for play in LIVED
        if meant(wrong.clause(HashedAgent(3), play, Percept(0, 0))) != record.load()(HashedAgent(3), play).reward
    ]
    assert parted
