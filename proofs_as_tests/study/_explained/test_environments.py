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
from formal_rl.checking import Exploration, HashedAgent
from formal_rl.environments import CATALOGUE, MEMORIES, Nutrition, interaction
from formal_rl.environments.abstract import (
    CRADLE,
    SPIKES,
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    VILLAGE,
    as_it_is,
    asked_at_once,
    asked_for_a_label,
    asked_for_weights,
    asked_in_turn,
    contents_taken,
    mirror_room,
)
from formal_rl.environments.abstract.introduction import EMPTY
from formal_rl.environments.abstract.multi_role import CHILD
from formal_rl.histories import Percept, all_plays, encode_history, index_of_play
from formal_rl.statements.alexander_2022.pairs import HUNGRY
from formal_rl.strategies import agents, environments, percepts, plays
from formal_rl.study import ENVIRONMENT_FORMS, Settings
from formal_rl.study._explained.environments import (
    explained_by_trial,
    explained_handicap,
    explained_mimic,
    explained_ordinary,
)
from formal_rl.study._explained.pictures import explained_self_insert, reading_first
from formal_rl.study._explained.recognition import (
    explained_self_recognition,
    explained_supervised,
    explained_unsupervised,
)
from formal_rl.study._explained.society import explained_crying_baby, explained_society
from formal_rl.study._explained.thought_experiments import explained_newcomb
from formal_rl.study.catalogue import find_environment

REASONS = {
    r"the play is empty|nothing was claimed yet": 0,
    r"nothing was done yet, and the baby laughs": 1,
    r"they agree, so the reward is": 1,
    r"they differ, so the reward is": -1,
    r"would not push it|and the agent pushed it": 1,
    r"would push it|the agent did not push it": -1,
    r": right, |so it was right": 1,
    r": wrong, |so it was wrong": -1,
    r"and laughs \(": 1,
    r"and cries \(": -1,
    r"walked on through spikes": -1,
    r"walked on and met no spikes": 1,
    r"the agent stood still|the agent left the treasure": 0,
    r"there was no guard:|: worthy,": 1,
    r": zapped,": -1,
    r"it is paid,": 100,
    r"it is charged,": -100,
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


OF_ITS_OWN_KIND = ("village", "newcombs_problem", "mirror_room", "mirror_with_body")
"""Those whose reasons have tests of their own: what is met, what is taken, what the room pays."""

DRAWS = Settings(draws=HashedDraws(3))
REASONED = [
    record.name
    for record in CATALOGUE.values()
    if record.name in ENVIRONMENT_FORMS
    and (record.shown_as or record.group == "abstract" or record.name in {"tempting_button", "crying_baby"})
    and record.name not in OF_ITS_OWN_KIND
]
COMBINED = (
    "opposite(deja_vu)",
    "opposite(opposite(crying_baby))",
    "handicap(bandit, reverse_history)",
    "self_insert(bandit)",
    "self_insert_letter(corridor)",
)
SEEN = (Percept(0, 0), Percept(-1, 1), Percept(1, 2))
AGENTS = (
    lambda prompt: 0,
    lambda prompt: 1,
    lambda prompt: 1 if prompt[-1].observation == 2 else 0,
    lambda prompt: len(prompt) // 2 % 2,
    HashedAgent(3),
)


@pytest.mark.parametrize("name", [*REASONED, *COMBINED])
def test_the_words_are_of_what_decides(name):
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


SCREENS = percepts(observations=st.integers(0, 200))


@given(by_the_letter=st.booleans(), agent=agents(), game=environments(), play=plays(percepts=SCREENS))
def test_any_game_on_the_screen(by_the_letter, agent, game, play):
    """The words are of what decides, and the screen is the one that is shown."""
    explained = explained_self_insert(explained_ordinary("game", game), by_the_letter=by_the_letter)
    percept, words = words_of(explained, agent, play)

    assert meant(words) == percept.reward
    assert f"game is on the screen, as the number {percept.observation}:" in words


@given(showing=st.sampled_from([encode_history, as_it_is, index_of_play]), agent=agents(), play=plays())
def test_any_showing_of_plays(showing, agent, play):
    """However a play is shown."""
    never_parts(explained_self_recognition(showing), agent, play)


LIFE = (
    explained_crying_baby(Nutrition()),
    explained_crying_baby(HUNGRY),
    explained_supervised("supervised", asked_for_a_label, SUPERVISED_SHOWN),
    explained_supervised("supervised, by weights", asked_for_weights, SUPERVISED_SHOWN),
    explained_unsupervised("unsupervised", asked_in_turn, UNSUPERVISED_SHOWN),
    explained_unsupervised("unsupervised, at once", asked_at_once, UNSUPERVISED_SHOWN),
)
SOCIETIES = (
    explained_society("cradle", CRADLE),
    explained_society("village", VILLAGE),
    explained_society("village, the child", VILLAGE, CHILD),
)


def lived(*own):
    """A play of these actions; what was met does not matter."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


LIVED = [lived(*own) for number in range(5) for own in product(range(3), repeat=number)]


@pytest.mark.parametrize("explained", LIFE, ids=range(len(LIFE)))
def test_babies_and_learning_trials(explained):
    """On all plays of at most four actions, for four agents."""
    for play, seed in product(LIVED, range(4)):
        never_parts(explained, HashedAgent(seed), play)


@given(explained=st.sampled_from([*LIFE, *SOCIETIES]), agent=agents(), play=plays(max_percepts=6))
def test_they_are_for_drawn_agents(explained, agent, play):
    """Whatever was met; a society ends with what the agent meets."""
    percept, words = words_of(explained, agent, play)

    assert meant(words) == percept.reward if explained in LIFE else words.endswith(f"meets {plain(percept)}")


def plain(percept):
    """A percept as it is written."""
    return f"({percept.reward},{percept.observation})"


@pytest.mark.parametrize("explained", [*LIFE, *SOCIETIES], ids=range(len(LIFE) + len(SOCIETIES)))
def test_the_words_ask_in_the_same_order(explained):
    """No other questions, in the same order."""
    asked = {True: [], False: []}

    def noting(prompt, *, environment):
        asked[environment].append(prompt)
        return 1 if prompt[-1].reward < 0 else 0

    play = lived(1, 0, 2)
    percept = explained(lambda prompt: noting(prompt, environment=True), play)
    explained.clause(lambda prompt: noting(prompt, environment=False), play, percept)

    assert asked[True] == asked[False]


def test_spikes_are_for_whoever_would_step():
    """The words say that there are spikes where there are, and that there are none where there are none."""
    explained = find_environment("oracular_obstacle_course")
    for agent, number in product(AGENTS, range(4)):
        for play in all_plays(SEEN, range(3), number):
            percept, words = words_of(explained, agent, play)
            if "a new room" in words:
                assert ("would step on it: spikes" in words) == (percept.observation == SPIKES)
                assert ("would not: no spikes" in words) == (percept.observation == EMPTY)


def test_further_trials():
    """On plays of many turns."""
    for name, agent in product(("recognising_conversations", "recognising_predictions", "knowing"), AGENTS):
        explained = find_environment(name)
        for turns, said in product(range(60), range(3)):
            never_parts(explained, agent, (Percept(0, 0), 0) * turns + (Percept(0, 0), said))


def test_newcombs_boxes():
    """The boxes of the words, taken after the prediction of the words, are what is paid for."""
    explained = explained_newcomb(2, 7)
    for number, action in product(range(1, 4), range(2)):
        for play in all_plays(SEEN, range(2), number):
            percept, words = words_of(explained, lambda prompt, action=action: action, play)
            predicted, did = map(int, re.findall(r"\(action (\d)\)", words))
            assert percept == Percept(contents_taken(did, predicted, 2, 7), 0)
            assert f"{7 if predicted == 0 else 0} put into the closed box" in words


@pytest.mark.parametrize("name", ["mirror_room", "mirror_with_body"])
def test_the_room_pays_whom_the_mirror_shows(name):
    """On small plays, and along runs: who agrees has the reward of the room, who differs -1."""
    explained = find_environment(name)
    shown = (Percept(0, 7), explained(lambda prompt: 0, ()))
    small = [play for number in range(3) for play in all_plays(shown, range(3), number)]
    for seed in range(4):
        agent = HashedAgent(seed, 3)
        for play in (*small, interaction(agent, explained, 6)):
            percept, words = words_of(explained, agent, play)
            paid = mirror_room(play).reward
            assert percept.reward == (paid if play == () or "they agree" in words else -1)
            assert ("they agree" in words) != ("they differ" in words) or play == ()


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
