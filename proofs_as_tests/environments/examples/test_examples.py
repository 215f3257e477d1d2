"""The papers' examples, worked by hand: on the agent's own history and on histories it would not produce."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import (
    backward_consciousness,
    backwards,
    deja_vu,
    deja_vu_published,
    false_memories,
    false_memories_published,
    ignore_rewards,
    ignore_rewards_published,
    interaction,
    mimic,
    reverse_history,
    reverse_history_published,
    reversed_prompt,
    without_rewards,
)
from formal_rl.environments.examples.deja_vu import repeated
from formal_rl.errors import END, MalformedHistory
from formal_rl.histories import (
    Percept,
    actions,
    concatenate,
    history,
    map_rewards,
    percepts,
    prompt_of,
    reverse,
    unflatten,
)
from formal_rl.strategies import agents, plays, prompts

WON, LOST = Percept(1, 0), Percept(-1, 0)

ALL = {
    "ignore rewards": ignore_rewards,
    "reverse history": reverse_history,
    "backward consciousness": backward_consciousness,
    "false memories": false_memories(history((5, 0), 1, (2, 0), 0)),
    "deja vu": deja_vu,
}
every_example = pytest.mark.parametrize("environment", ALL.values(), ids=ALL.keys())


def content(prompt):
    """Do 1 after a positive reward, else 0."""
    return 1 if prompt[-1].reward > 0 else 0


def counting(prompt):
    """Do 1 on an odd number of percepts, 0 on an even one."""
    return len(percepts(prompt)) % 2


def adding_rewards(prompt):
    """Do the sum of all rewards, modulo 10."""
    return sum(x.reward for x in percepts(prompt)) % 10


def adding_actions(prompt):
    """Do the sum of all past actions, modulo 5."""
    return sum(actions(prompt)) % 5


# --- Ignore rewards ---


def test_ignore_rewards_by_hand():
    """Content after 1 but not after 0, the agent is paid 1 for its first 0; then it does 1 where it would do 0."""
    # true: 0 -> 0, 1 -> 1, -1 -> 0, 1 -> 1; with every reward 0: always 0. So +1, -1, +1, ...
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, ignore_rewards, 4)


def test_ignore_rewards_on_the_history_of_a_stranger():
    """Observations and actions stay: with observations 6 and 5 the question sums to 0 + 6 + 0 + 5 = 11."""

    def adding(prompt):
        return sum(x.reward + x.observation for x in percepts(prompt)) % 4

    # 11 modulo 4 is 3. With the rewards 3 and -2, the agent itself would do 11 + 3 - 2 = 12, modulo 4, which is 0.
    assert ignore_rewards(adding, history((3, 6), 1, (-2, 5), 3)) == WON
    assert ignore_rewards(adding, history((3, 6), 1, (-2, 5), 0)) == LOST


def test_ignore_rewards_keeps_the_actions():
    """The past actions 2, 4 sum to 6, modulo 5 is 1, in the question as in truth, whatever the agent would do."""
    # Its own first action would be 0, not 2.
    assert ignore_rewards(adding_actions, history((9, 0), 2, (9, 0), 4, (9, 0), 1)) == WON
    assert ignore_rewards(adding_actions, history((9, 0), 2, (9, 0), 4, (9, 0), 0)) == LOST


def test_without_rewards_by_hand():
    """The question is the play without its last action and with every reward 0."""
    assert history((0, 6), 1, (0, 5)) == without_rewards(history((3, 6), 1, (Fraction(-1, 2), 5), 9))


# --- Reverse history ---


def test_reverse_history_by_hand():
    """The first percept comes last in the reverse, so an agent that looks at the last reward is asked about 0."""
    # true: 0 -> 0, 1 -> 1, -1 -> 0, 1 -> 1; reversed: always 0. So +1, -1, +1, ...
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, reverse_history, 4)


def test_reverse_history_and_the_first_reward():
    """The last percept comes first in the reverse, so who looks at the first reward is asked about the last."""

    def nostalgic(prompt):
        return 1 if prompt[0].reward > 0 else 0

    # true: the first reward is 0, so always 0; reversed: 0 -> 0, 1 -> 1, -1 -> 0, 1 -> 1. So +1, -1, +1, -1.
    expected = history((0, 0), 0, (1, 0), 0, (-1, 0), 0, (1, 0), 0, (-1, 0), 0)

    assert expected == interaction(nostalgic, reverse_history, 5)


def test_reverse_history_of_a_stranger():
    """An agent that does what it sees last is asked about what was seen first: 4, not 2."""

    def mirror(prompt):
        return prompt[-1].observation

    # Its own first action would be 4, not 1.
    assert reverse_history(mirror, history((0, 4), 1, (0, 2), 4)) == WON
    assert reverse_history(mirror, history((0, 4), 1, (0, 2), 2)) == LOST


def test_reversed_prompt_by_hand():
    """The question is the play without its last action, read from its end."""
    assert history((3, 6), 2, (1, 4), 7, (0, 9)) == reversed_prompt(history((0, 9), 7, (1, 4), 2, (3, 6), 5))


# --- Backward consciousness ---


def test_backwards_by_hand():
    """r_2 o_2, a_1 r_1 o_1, a_0 r_0 o_0: numbered 0 to 8 as they happened, 6 7, 5 3 4, 2 0 1, without 8."""
    assert unflatten((6, 7, 5, 3, 4, 2, 0, 1)) == backwards(unflatten((0, 1, 2, 3, 4, 5, 6, 7, 8)))
    assert unflatten((0, 1)) == backwards(unflatten((0, 1, 2)))


def test_backward_consciousness_by_hand():
    """As in reverse history, the content agent is asked about the first reward, 0."""
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, backward_consciousness, 4)


def test_backward_consciousness_of_a_stranger():
    """An agent that repeats the first action is asked where the last but one came first: 1, not 2."""

    def stubborn(prompt):
        return prompt[1] if len(prompt) > 1 else 0

    # a_0 = 2, a_1 = 1 are reversed to 1, 2. Its own first action would be 0, not 2.
    assert backward_consciousness(stubborn, history((0, 0), 2, (0, 0), 1, (0, 0), 1)) == WON
    assert backward_consciousness(stubborn, history((0, 0), 2, (0, 0), 1, (0, 0), 2)) == LOST


@given(agents(number_of_actions=3), plays())
def test_backward_consciousness_is_reverse_history(agent, play):
    """The flat form of 2021 and the percept form of 2022 are one environment, where observations are naturals."""
    assert reverse_history(agent, play) == backward_consciousness(agent, play)


def test_backward_consciousness_needs_natural_observations():
    """The 2021 paper knows natural observations only; others are refused, not guessed at."""
    with pytest.raises(MalformedHistory, match="expected an observation: an int >= 0"):
        backward_consciousness(content, history((0, "left"), 0))

    assert reverse_history(content, history((0, "left"), 0)) == WON


# --- False memories ---


def test_one_false_memory_by_hand():
    """One more percept makes odd even: a counting agent never does as it would with one false memory."""
    # true: 1, 0, 1 on 1, 2, 3 percepts; with the memory: 0, 1, 0 on 2, 3, 4.
    expected = history((0, 0), 1, (-1, 0), 0, (-1, 0), 1)

    assert expected == interaction(counting, false_memories(history((5, 0), 1)), 3)


def test_two_false_memories_by_hand():
    """Two more percepts leave odd odd: a counting agent always does as it would with two false memories."""
    expected = history((0, 0), 1, (1, 0), 0, (1, 0), 1)

    assert expected == interaction(counting, false_memories(history((5, 0), 1, (2, 0), 0)), 3)


def test_false_memories_of_a_stranger():
    """The remembered rewards 5 + 2 and the true ones 0 + 1 sum to 8; without the memories the sum would be 1."""
    environment = false_memories(history((5, 0), 1, (2, 0), 0))

    # Its own first action would be 0, not 3.
    assert environment(adding_rewards, history((0, 0), 3, (1, 0), 8)) == WON
    assert environment(adding_rewards, history((0, 0), 3, (1, 0), 1)) == LOST


@given(agents(), st.integers(0, 4))
def test_no_false_memories(agent, steps):
    """With no memories at all the agent is paid for doing what it does: 1 every time."""
    result = interaction(agent, false_memories(()), steps)

    assert ((0, 0), *[WON] * steps)[:steps] == percepts(result)


@pytest.mark.parametrize("memories", [(Percept(0, 0),), ((0, 0), 1), [Percept(0, 0), 1], (Percept(0, 0), -1)])
def test_memories_must_be_a_play(memories):
    """What is no play cannot be remembered; it is refused at once."""
    with pytest.raises(MalformedHistory):
        false_memories(memories)


# --- Déjà vu ---


def test_deja_vu_by_hand():
    """Repeated, n percepts are 2 n, which is even: a counting agent is paid for 0 and not for 1."""
    # true: 1, 0, 1, 0 on 1, 2, 3, 4 percepts; repeated: 0 on 2, 4, 6, 8.
    expected = history((0, 0), 1, (-1, 0), 0, (1, 0), 1, (-1, 0), 0)

    assert expected == interaction(counting, deja_vu, 4)


def test_deja_vu_of_a_stranger():
    """The action is in the question: in s a s the actions of s count twice and a once, modulo 5."""
    # Its own first action would be 0. With first action 1: 1 + 2 + 1 = 4 is not 2.
    assert deja_vu(adding_actions, history((0, 0), 1, (0, 0), 2)) == LOST
    # With first action 5: 5 + 3 + 5 = 13, modulo 5 is 3. (On the true history the agent would do 0.)
    assert deja_vu(adding_actions, history((0, 0), 5, (0, 0), 3)) == WON


def test_repeated_by_hand():
    """The question is everything, the action included, and everything again up to it."""
    s, a = history((0, 9), 7, (1, 4)), 2

    assert history((0, 9), 7, (1, 4), 2, (0, 9), 7, (1, 4)) == repeated((*s, a))


# --- What they have in common ---


@every_example
@given(agents())
def test_initial_percept(environment, agent):
    """On the empty play every example answers (0, 0)."""
    assert environment(agent, ()) == (0, 0)


@every_example
@given(agents(number_of_actions=3), plays(min_percepts=1))
def test_handicaps(environment, agent, play):
    """After that, every example answers with reward 1 or -1 and observation 0."""
    assert environment(agent, play) in (WON, LOST)
    assert type(environment(agent, play)) is Percept


@pytest.mark.parametrize("name", [name for name in ALL if name != "deja vu"])
@given(agents(number_of_actions=3), prompts(max_percepts=3))
def test_one_action_is_paid(name, agent, prompt):
    """After any prompt just one action earns 1; but not in déjà vu, which asks about the action."""
    assert [x for x in (ALL[name](agent, (*prompt, a)) for a in range(3)) if x == WON] == [WON]


@pytest.mark.parametrize(("first", "paid"), [(1, 0), (5, 5)])
def test_how_many_actions_are_paid_in_deja_vu(first, paid):
    """After one action a, b earns 1 where a + b + a is b modulo 5: none for a = 1, all five for a = 5."""
    prompt = history((0, 0), first, (0, 0))

    assert paid == sum(deja_vu(adding_actions, (*prompt, b)) == WON for b in range(5))


@every_example
@pytest.mark.parametrize("play", [(Percept(0, 0),), [Percept(0, 0), 0], ((0, 0), 0), (Percept(0, 0), True)])
def test_malformed_plays(environment, play):
    """Every example refuses what is no play."""
    with pytest.raises(MalformedHistory):
        environment(content, play)


@pytest.mark.parametrize("question", [without_rewards, reversed_prompt, backwards, repeated, prompt_of])
def test_no_question_on_the_empty_play(question):
    """φ is a function of nonempty plays: on the empty one every φ fails alike, and names what is missing."""
    with pytest.raises(MalformedHistory) as raised:
        question(())

    assert (raised.value.index, raised.value.value) == (0, END)
    assert raised.value.expected == "at least one turn: the empty play has no prompt"


@pytest.mark.parametrize("question", [without_rewards, reversed_prompt, backwards, repeated, prompt_of])
@pytest.mark.parametrize(
    ("sequence", "index", "value"),
    [
        (history((0, 0)), 1, END),
        (history((0, 0), 1, (1, 0)), 3, END),
        ([Percept(0, 0), 1], None, [Percept(0, 0), 1]),
        ([Percept(0, 0)], None, [Percept(0, 0)]),
        ([], None, []),
        (None, None, None),
    ],
)
def test_no_question_on_what_is_no_play(question, sequence, index, value):
    """On what ends in a percept or is no tuple every φ fails alike, with the place."""
    with pytest.raises(MalformedHistory) as raised:
        question(sequence)

    assert (index, value) == (raised.value.index, raised.value.value)
    assert raised.value.expected == (
        "a plain tuple percept, action, percept, ..."
        if index is None
        else "an action, since a play is empty or ends in one"
    )


@given(agents(), plays(min_percepts=1))
def test_each_example_is_its_question(agent, play):
    """Each example compares the last action with the agent's on one question, written out here once more."""
    past, action = play[:-1], play[-1]
    memories = history((5, 0), 1, (2, 0), 0)
    questions = {
        "ignore rewards": map_rewards(lambda reward: 0, past),
        "reverse history": reverse(past),
        "backward consciousness": past[::-1],
        "false memories": concatenate(memories, past),
        "deja vu": concatenate(play, past),
    }

    for name, question in questions.items():
        assert (WON if action == agent(question) else LOST) == ALL[name](agent, play)


def test_mimic_with_an_observation_of_its_own():
    """Example 3 is for any fixed observation O: with O = 7, (0, 7) at first and then (1, 7) or (-1, 7)."""
    environment = mimic(without_rewards, observation=7)

    assert history((0, 7), 0, (1, 7), 1, (-1, 7), 0) == interaction(content, environment, 3)


def test_mimic_with_a_first_percept_of_its_own():
    """The first percept may be given by itself."""
    environment = mimic(without_rewards, initial=Percept(1, 5))

    assert history((1, 5), 1, (-1, 0), 0, (1, 0), 1) == interaction(content, environment, 3)


@pytest.mark.parametrize("options", [{"initial": (0, 0)}, {"initial": Percept(0.5, 0)}, {"observation": []}], ids=str)
def test_mimic_with_no_percept(options):
    """A first percept that is none is refused at once."""
    with pytest.raises(MalformedHistory):
        mimic(without_rewards, **options)


# --- The published forms, on the content learner: 1 after a positive reward, else 0 ---


class Content:
    """The learner whose state is the last reward; untrained, 0."""

    initial = 0

    def ask(self, state, observation):
        return (1 if state > 0 else 0), state

    def train(self, state, transition):
        return transition.reward


def run_published(environment, acts):
    """The rewards for the given actions."""
    _, state = environment.start(Content())
    rewards = []
    for act in acts:
        percept, state = environment.step(Content(), state, act)
        assert percept.observation == 0
        rewards.append(percept.reward)
    return rewards


@pytest.mark.parametrize(
    ("environment", "acts", "expected"),
    [
        # The copy only ever sees reward 0 and does 0.
        (ignore_rewards_published, [0, 1, 0, 0], [1, -1, 1, 1]),
        # After two memories of reward 0 the copy does 0; then it is trained on the truth: 1 -> 1, -1 -> 0.
        (false_memories_published, [0, 1, 1, 0, 1], [1, 1, 1, -1, -1]),
        # 0 at first. Reversed, the first transition comes last, with its reward 0: the copy does 0.
        (reverse_history_published, [1, 0, 1, 0], [0, 1, -1, 1]),
        # 0 at first. Everything twice ends in the last true reward: 0 -> 0, 1 -> 1, -1 -> 0.
        (deja_vu_published, [1, 0, 0, 0], [0, 1, -1, 1]),
    ],
)
def test_published_by_hand(environment, acts, expected):
    """The published forms have no first percept and pay as their own quirks have it."""
    assert expected == run_published(environment, acts)
