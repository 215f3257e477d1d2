"""What is told turn by turn: by hand, each environment made so by hand, and that each is written out once more."""

import pytest
from hypothesis import given

from formal_rl.agents import Transition
from formal_rl.environments import (
    TableAgent,
    TurnByTurn,
    delayed_rewards,
    flip_every_other,
    ignore_actions,
    ignore_rewards_2,
    interaction,
    nth_reward_multiplied_by_n,
    punish_nondeterministic_agent,
    repeater,
    shifted_rewards,
)
from formal_rl.environments.library import turn_by_turn
from formal_rl.environments.library.turn_by_turn import (
    delayed_rewards_functional,
    paid,
    with_percepts_doubled,
    without_paid_percepts,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, actions, history, is_prompt, percepts, prompt_of
from formal_rl.statements.alexander_2022.library_as_printed import LETTERS, LETTERS_OF_2021
from formal_rl.strategies import agents, plays

PROMPT = history((9, 1), 1, (5, 2), 2, (6, 3), 3, (7, 4))
BOTH = TurnByTurn(paid(lambda number, before, reward: 100 * number + 10 * before + reward), period=None)
"""Each number of a turn, and each reward before it, can be read off what is told."""


def test_what_is_asked_by_hand():
    """Turns count from 1, and the reward before the first is 0, whatever the first percept has."""
    assert BOTH.hypothetical((*PROMPT, 0)) == history((9, 1), 1, (105, 2), 2, (256, 3), 3, (367, 4))
    assert BOTH.hypothetical((*PROMPT[:1], 0)) == PROMPT[:1]


def test_a_turn_is_an_action_with_the_percept_after_it():
    """The first percept is in none; of one turn nothing may be told, or more than one."""
    heard = []

    def told(number, before, turn):
        heard.append(turn)
        return () if turn[0] == 1 else (turn, (0, Percept(0, 0)))

    asked = TurnByTurn(told).hypothetical((*PROMPT, 0))

    assert heard == [(1, Percept(5, 2)), (2, Percept(6, 3)), (3, Percept(7, 4))]
    assert asked == history((9, 1), 2, (6, 3), 0, (0, 0), 3, (7, 4), 0, (0, 0))


def test_what_a_copy_is_told_by_hand():
    """The same of transitions, in both forms that train a copy."""
    first, second = Transition(1, 1, 5, 2), Transition(2, 2, 6, 3)

    for form in (BOTH.incremental, BOTH.published):
        assert form.rewrite(1, None, first) == (Transition(1, 1, 105, 2),)
        assert form.rewrite(2, first, second) == (Transition(2, 2, 256, 3),)


def test_each_is_written_out():
    """All that the forms of an environment share is held against itself written out, element by element."""
    made = {name for name, value in vars(turn_by_turn).items() if isinstance(value, TurnByTurn)}
    of_2021 = {name for name in made if name.endswith("_functional")}

    assert made - of_2021 - LETTERS.keys() == {"punish_nondeterministic_agent"}
    assert {name.removesuffix("_functional") for name in of_2021} <= LETTERS_OF_2021.keys()


@given(agent=agents(number_of_actions=3), play=plays())
def test_the_environment_without_an_entry_written_out(agent, play):
    """Punish the nondeterministic asks about the play without its last action."""
    expected = Percept(0, 0)
    if play:
        prompt = tuple(play[place] for place in range(len(play) - 1))
        expected = Percept(1, 0) if agent(prompt) == play[-1] else Percept(-1, 0)

    assert punish_nondeterministic_agent(agent, play) == expected


# --- Each of them, by hand ---


WON, LOST = Percept(1, 0), Percept(-1, 0)


def earning(*rewards):
    """A play whose actions earn these rewards."""
    return history((0, 0), 0, *(element for reward in rewards for element in ((reward, 0), 0)))


def content(prompt):
    """Do 1 after a positive reward."""
    return 1 if prompt[-1].reward > 0 else 0


@pytest.mark.parametrize(
    ("asked", "play", "prompt"),
    [
        # The first reward is the one that the first action earned: 1, 3, 7 become 1, 0, 10.
        (delayed_rewards.hypothetical, earning(1, 3, 7), earning(1, 0, 10)[:-1]),
        (delayed_rewards.hypothetical, earning(1, 1, 1, 1, 1), earning(1, 0, 2, 0, 2)[:-1]),
        # 1, 3, 7, 2 become 0, 1 + 3, 0, 7 + 2.
        (delayed_rewards_functional.hypothetical, earning(1, 3, 7, 2), earning(0, 4, 0, 9)[:-1]),
        # The first and third of 2, 3, -1 are flipped; the reward of the first percept stays.
        (
            flip_every_other.hypothetical,
            history((5, 9), 1, (2, 8), 2, (3, 7), 3, (-1, 6), 4),
            history((5, 9), 1, (-2, 8), 2, (3, 7), 3, (1, 6)),
        ),
        # Percepts stay; 3 and 4 become 0; the last action is not part of the question.
        (
            ignore_actions.hypothetical,
            history((9, 8), 3, (7, 6), 4, (5, 4), 2),
            history((9, 8), 0, (7, 6), 0, (5, 4)),
        ),
        # Of rewards 2, 0, -3 and 1 the turns that end in 2 and 1 go; the first percept stays, paid or not.
        (
            ignore_rewards_2.hypothetical,
            history((7, 9), 1, (2, 8), 2, (0, 7), 3, (-3, 6), 4, (1, 5), 5),
            history((7, 9), 2, (0, 7), 3, (-3, 6)),
        ),
        (ignore_rewards_2.hypothetical, history((7, 9), 1), history((7, 9))),
        # The percepts with rewards 2 and 1 go, with the actions 2 and 5 that answered them; then the last action goes.
        (
            without_paid_percepts,
            history((0, 9), 1, (2, 8), 2, (0, 7), 3, (-3, 6), 4, (1, 5), 5),
            history((0, 9), 1, (0, 7), 3, (-3, 6)),
        ),
        (without_paid_percepts, history((0, 9), 1, (-2, 8), 2), history((0, 9), 1, (-2, 8))),
        # 2, 3, -1 become 2, 6, -3; the reward of the first percept stays.
        (
            nth_reward_multiplied_by_n.hypothetical,
            history((5, 9), 1, (2, 8), 2, (3, 7), 3, (-1, 6), 4),
            history((5, 9), 1, (2, 8), 2, (6, 7), 3, (-3, 6)),
        ),
        # Twice the turns 1 (2, 8) and 2 (3, 7), after one first percept.
        (
            repeater.hypothetical,
            history((0, 9), 1, (2, 8), 2, (3, 7), 3),
            history((0, 9), 1, (2, 8), 1, (2, 8), 2, (3, 7), 2, (3, 7)),
        ),
        # Twice (0, 9) 1 and (2, 8) 2, and the last percept once.
        (
            with_percepts_doubled,
            history((0, 9), 1, (2, 8), 2, (3, 7), 3),
            history((0, 9), 1, (0, 9), 1, (2, 8), 2, (2, 8), 2, (3, 7)),
        ),
        # 1, 5, 6, 2, 8 become 0, 1, 5, 6, 2; observations, actions and the first percept stay.
        (
            shifted_rewards.hypothetical,
            history((9, 7), 1, (1, 6), 2, (5, 5), 3, (6, 4), 4, (2, 3), 5, (8, 2), 0),
            history((9, 7), 1, (0, 6), 2, (1, 5), 3, (5, 4), 4, (6, 3), 5, (2, 2)),
        ),
    ],
)
def test_what_is_asked(asked, play, prompt):
    """Each row by hand; the documented examples are among them."""
    assert asked(play) == prompt


UNPAID_TWICE = TableAgent(
    {
        history((0, 0)): 0,
        history((0, 0), 0, (1, 0)): 1,
        history((0, 0), 0, (1, 0), 1, (-1, 0)): 1,
        history((0, 0), 1, (-1, 0)): 1,
        history((0, 0), 0, (1, 0), 1, (-1, 0), 1, (1, 0)): 0,
    }
)
ALTERNATING = TableAgent({history((0, 0)): 0, history((0, 0), 0, WON): 1, history((0, 0), 0, WON, 1, WON): 0})


@pytest.mark.parametrize(
    ("environment", "agent", "doings", "rewards"),
    [
        # Asked about 1, 0, -1 + 1 = 0 and 0 where it sees 1, 1, -1, 1, content does 0, 1, 0, 0, 0.
        (delayed_rewards, content, (0, 1, 1, 0, 1), (1, 1, -1, 1, -1)),
        # Asked after (0), -1, -1, -1, content does 0, 0, 0, 0.
        (flip_every_other, content, (0, 1, 0, 1), (1, -1, 1, -1)),
        # An agent that does otherwise than it did is asked as if it had done 0: it would do 1 every time.
        (ignore_actions, lambda prompt: 1 - prompt[-2] if len(prompt) > 1 else 1, (1, 0, 1, 0, 1), (1, -1, 1, -1, 1)),
        # Paid for 0, it is asked as at first; punished for 1, it is asked about that.
        (ignore_rewards_2, UNPAID_TWICE, (0, 1, 1, 0), (1, -1, 1, -1)),
        # One that does 1 for a reward above 1 never gets one; asked after (0), 1, 2, -3, 4, it does 0, 0, 1, 0, 1.
        (
            nth_reward_multiplied_by_n,
            lambda prompt: 1 if prompt[-1].reward > 1 else 0,
            (0, 0, 0, 0, 0),
            (1, 1, -1, 1, -1),
        ),
        # Asked again, an agent that alternates does the same.
        (punish_nondeterministic_agent, ALTERNATING, (0, 1, 0), (1, 1, 1)),
        # On 1, 2, 3, 4 percepts it counts to 1, 2, 0, 1, modulo 3; it is asked on 1, 3, 5, 7: 1, 0, 2, 1.
        (repeater, lambda prompt: len(percepts(prompt)) % 3, (1, 2, 0, 1), (1, -1, -1, 1)),
        # Asked one reward late, after 0, 0, 1, -1, -1, content does 0, 0, 1, 0, 0.
        (shifted_rewards, content, (0, 1, 0, 0, 1), (1, -1, -1, 1, -1)),
    ],
)
def test_by_hand(environment, agent, doings, rewards):
    """What the agent does, step by step, and what it is paid for that."""
    play = interaction(agent, environment, len(doings))

    assert play[1::2] == doings
    assert (*play[0::2], environment(agent, play)) == (Percept(0, 0), *(Percept(reward, 0) for reward in rewards))


@pytest.mark.parametrize(
    ("environment", "known", "before", "right", "wrong"),
    [
        # The reward 6 of the second turn is not seen, and in the third it is 6 + 2.
        (
            delayed_rewards,
            {history((3, 1), 5, (4, 1), 5, (0, 1)): 1, history((3, 1), 5, (4, 1), 5, (0, 1), 5, (8, 1)): 2},
            history((3, 1), 5, (4, 1), 5, (6, 1), 5, (2, 1)),
            2,
            1,
        ),
        (
            delayed_rewards,
            {history((3, 1), 5, (4, 1), 5, (0, 1)): 1},
            history((3, 1), 5, (4, 1), 5, (6, 1)),
            1,
            2,
        ),
        # The rewards 4 and 5 are asked about as -4 and 5.
        (
            flip_every_other,
            {history((0, 3)): 0, history((0, 3), 7, (-4, 2), 7, (5, 1)): 1},
            history((0, 3), 7, (4, 2), 7, (5, 1)),
            1,
            0,
        ),
        # The agent never does 3, and is asked about 0.
        (
            ignore_actions,
            {history((2, 7)): 1, history((2, 7), 0, (5, 1)): 4, history((2, 7), 3, (5, 1)): 2},
            history((2, 7), 3, (5, 1)),
            4,
            2,
        ),
        # The agent never does 5; it is asked about it where it was not paid for, and not where it was.
        (ignore_rewards_2, {history((0, 4)): 1, history((0, 4), 5, (0, 3)): 2}, history((0, 4), 5, (3, 3)), 1, 2),
        (ignore_rewards_2, {history((0, 4)): 1, history((0, 4), 5, (0, 3)): 2}, history((0, 4), 5, (0, 3)), 2, 1),
        # The rewards 4 and 5 are asked about as 4 and 10.
        (
            nth_reward_multiplied_by_n,
            {history((0, 3)): 0, history((0, 3), 7, (4, 2), 7, (10, 1)): 1},
            history((0, 3), 7, (4, 2), 7, (5, 1)),
            1,
            0,
        ),
        # Doing what the agent does not do is punished, though it did not do what went before.
        (
            punish_nondeterministic_agent,
            {history((0, 3)): 0, history((0, 3), 5, (9, 4)): 2},
            history((0, 3), 5, (9, 4)),
            2,
            0,
        ),
        # The agent does not do 4; it is asked about having done it twice, for 6 each time.
        (
            repeater,
            {history((0, 1)): 0, history((0, 1), 4, (6, 2), 4, (6, 2)): 3},
            history((0, 1), 4, (6, 2)),
            3,
            0,
        ),
        # Rewards 4 and 6 are asked about as 0 and 4.
        (
            shifted_rewards,
            {history((0, 0)): 0, history((0, 0), 3, (0, 1), 3, (4, 2)): 2},
            history((0, 0), 3, (4, 1), 3, (6, 2)),
            2,
            0,
        ),
    ],
)
def test_on_the_history_of_a_stranger(environment, known, before, right, wrong):
    """The agent does none of this, and is asked about it all the same."""
    agent = TableAgent(known)

    assert environment(agent, (*before, right)) == WON
    assert environment(agent, (*before, wrong)) == LOST


# --- What is asked, of any play ---


@given(play=plays(min_percepts=1))
def test_flipping_twice_changes_nothing(play):
    """So what is asked about determines the history."""
    assert flip_every_other.hypothetical((*flip_every_other.hypothetical(play), play[-1])) == prompt_of(play)


@given(agent=agents(), play=plays(min_percepts=1))
def test_the_past_actions_do_not_matter(agent, play):
    """In ignore actions the percept is the same whatever they were."""
    prompt = ignore_actions.hypothetical(play)

    assert ignore_actions(agent, play) == ignore_actions(agent, (*prompt, play[-1]))
    assert percepts(prompt) == percepts(prompt_of(play))
    assert set(actions(prompt)) <= {0}


@given(play=plays(min_percepts=1))
def test_what_is_asked_is_a_prompt_without_pay(play):
    """In ignore rewards 2 no percept but the first has a positive reward."""
    prompt = ignore_rewards_2.hypothetical(play)

    assert is_prompt(prompt)
    assert all(percept.reward <= 0 for percept in prompt[2::2])


def test_where_every_percept_was_paid_the_functional_form_has_no_question():
    """It says so."""
    with pytest.raises(MalformedHistory, match="at least one percept whose reward is not positive"):
        without_paid_percepts(history((1, 0), 0))
    with pytest.raises(MalformedHistory, match="the empty play has no prompt"):
        without_paid_percepts(())


@given(play=plays(min_percepts=1))
def test_the_nth_is_n_times_as_much(play):
    """Counted from 1 after the first percept."""
    before, after = percepts(play[:-1])[1:], percepts(nth_reward_multiplied_by_n.hypothetical(play))[1:]

    assert all(new.reward == n * old.reward for n, (old, new) in enumerate(zip(before, after, strict=True), start=1))


@given(play=plays(min_percepts=1))
def test_how_long(play):
    """Repeated, n percepts become 2 n - 1, in either form."""
    length = 2 * len(percepts(play)) - 1

    assert len(percepts(repeater.hypothetical(play))) == len(percepts(with_percepts_doubled(play))) == length


@given(play=plays(min_percepts=1))
def test_counting_from_the_first_percept(play):
    """Where the first percept has reward 0, shifting all rewards and shifting the earned ones is the same."""
    play = (play[0]._replace(reward=0), *play[1:])
    rewards = [percept.reward for percept in percepts(play)]

    assert [percept.reward for percept in percepts(shifted_rewards.hypothetical(play))] == [0, *rewards[:-1]]
