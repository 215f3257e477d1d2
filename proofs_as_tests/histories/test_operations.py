"""Joining, cutting, splitting, rewriting and reversing histories."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import END, MalformedHistory
from formal_rl.histories import (
    Percept,
    actions,
    concatenate,
    history,
    is_play,
    is_prompt,
    map_observations,
    map_rewards,
    percepts,
    prefixes,
    prompt_of,
    prompt_prefixes,
    require_history,
    require_prompt,
    reverse,
    split_play,
)
from formal_rl.strategies import histories, plays, prompts

PROMPT = history((0, 0), 1, (5, 2), 0, (-1, 7))
PLAIN = "a plain tuple percept, action, percept, ..."


@given(histories())
def test_parts_interleave(h):
    """A history is its percepts and its actions, interleaved."""
    woven = [None] * len(h)
    woven[0::2], woven[1::2] = percepts(h), actions(h)

    assert h == tuple(woven)
    assert len(percepts(h)) - len(actions(h)) == (1 if is_prompt(h) else 0)


@given(plays(), plays(), histories())
def test_concatenation_of_histories(first, second, last):
    """Plays followed by any history make a history, however they are grouped."""
    joined = concatenate(first, second, last)

    require_history(joined)
    assert first + second + last == joined
    assert joined == concatenate(concatenate(first, second), last)
    assert joined == concatenate(first, concatenate(second, last))


@given(plays(), prompts(), histories(min_percepts=1))
def test_two_percepts_never_meet(play, prompt, after):
    """Joining anything to a prompt is refused, at the index where two percepts would meet."""
    with pytest.raises(MalformedHistory) as raised:
        concatenate(play, prompt, after)

    assert len(play) + len(prompt) == raised.value.index
    assert after[0] == raised.value.value
    assert raised.value.expected == "an action, since the part before ends in a percept"


@given(histories())
def test_prefixes_split_into_prompts_and_plays(h):
    """There are one more prefixes than elements, and the prompts among them are the prompt prefixes."""
    all_of_them = list(prefixes(h))

    assert len(h) + 1 == len(all_of_them)
    assert [p for p in all_of_them if is_prompt(p)] == list(prompt_prefixes(h))
    assert len(percepts(h)) == len(list(prompt_prefixes(h)))


@pytest.mark.statement("A21-L2")
@given(plays())
def test_lemma_2(play):
    """A play is empty, or it is t followed by a for a prompt t and an action a."""
    split = split_play(play)

    if split is None:
        assert play == ()
    else:
        t, a = split
        require_prompt(t)
        assert play == (*t, a)


@given(prompts(), st.integers(0, 9))
def test_splitting_undoes_acting(prompt, action):
    """Splitting a prompt followed by an action gives the two back."""
    assert (prompt, action) == split_play((*prompt, action))


def test_a_prompt_ends_too_early_to_split():
    """Split, a prompt lacks the action after its last percept."""
    with pytest.raises(MalformedHistory) as raised:
        split_play(PROMPT)

    text = "the sequence ends at element 5: expected an action, since a play is empty or ends in one"
    assert text == str(raised.value)


@given(prompts(), st.integers(0, 9))
def test_the_prompt_of_a_play(prompt, action):
    """The prompt of a nonempty play is what its last action answered."""
    assert prompt == prompt_of((*prompt, action))


@pytest.mark.parametrize(
    ("sequence", "index", "value", "expected"),
    [
        (PROMPT, 5, END, "an action, since a play is empty or ends in one"),
        (((0, 0),), 0, (0, 0), "a Percept(reward, observation); build histories from pairs with history(...)"),
        (list(PROMPT), None, list(PROMPT), PLAIN),
        (PROMPT[0], None, PROMPT[0], PLAIN),
    ],
)
def test_what_is_no_play_has_no_prompt(sequence, index, value, expected):
    """A prompt, a list, a percept by itself: no action was last, so nothing was answered."""
    with pytest.raises(MalformedHistory) as raised:
        prompt_of(sequence)

    assert (index, value, expected) == (raised.value.index, raised.value.value, raised.value.expected)


def test_the_empty_play_has_no_prompt():
    """Nobody was asked anything in the empty play."""
    with pytest.raises(MalformedHistory) as raised:
        prompt_of(())

    assert (raised.value.index, raised.value.value) == (0, END)
    text = "the sequence ends at element 0: expected at least one turn: the empty play has no prompt"
    assert text == str(raised.value)


@given(histories())
def test_mapping_keeps_the_form(h):
    """Rewriting nothing changes nothing, and rewriting keeps length, actions and the types of the elements."""
    zeroed, blind = map_rewards(lambda _: 0, h), map_observations(lambda _: "", h)

    assert h == map_rewards(lambda reward: reward, h) == map_observations(lambda seen: seen, h)
    require_history(zeroed)
    require_history(blind)
    assert actions(h) == actions(zeroed) == actions(blind)
    assert tuple(Percept(0, x.observation) for x in percepts(h)) == percepts(zeroed)
    assert tuple(Percept(x.reward, "") for x in percepts(h)) == percepts(blind)


@given(histories())
def test_the_two_mappings_commute(h):
    """Rewriting rewards and rewriting observations may be done in either order."""
    one = map_rewards(lambda r: -r, map_observations(lambda o: o + 1, h))

    assert one == map_observations(lambda o: o + 1, map_rewards(lambda r: -r, h))


@given(prompts())
def test_reversing_twice(prompt):
    """The reverse of a prompt is a prompt, and its reverse is the prompt again."""
    require_prompt(reverse(prompt))
    assert percepts(prompt)[::-1] == percepts(reverse(prompt))
    assert actions(prompt)[::-1] == actions(reverse(prompt))
    assert prompt == reverse(reverse(prompt))


@given(plays())
def test_a_play_does_not_reverse(play):
    """The reverse of a play would begin with an action, or with nothing: refused, with the place of the end."""
    assert is_play(play)
    with pytest.raises(MalformedHistory, match="only a prompt reverses to a history") as raised:
        reverse(play)

    assert len(play) == raised.value.index
    assert raised.value.value is END
    place = f"the sequence ends at element {len(play)}: "
    assert f"{place}expected a percept: only a prompt reverses to a history" == str(raised.value)
