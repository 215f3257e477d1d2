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
)
from formal_rl.histories.operations import split_play
from formal_rl.strategies import histories, plays, prompts
from proofs_as_tests.rows import each_row_of, refused

PROMPT = history((0, 0), 1, (5, 2), 0, (-1, 7))
PLAIN = "a plain tuple percept, action, percept, ..."
PAIR = "a Percept(reward, observation); build histories from pairs with history(...)"


@given(histories())
def test_parts_and_prefixes(h):
    """A history is its percepts and its actions, interleaved; of its prefixes, the prompts are the prompt prefixes."""
    woven, all_of_them = [None] * len(h), list(prefixes(h))
    woven[0::2], woven[1::2] = percepts(h), actions(h)

    assert h == tuple(woven)
    assert len(percepts(h)) - len(actions(h)) == is_prompt(h)
    assert len(h) + 1 == len(all_of_them)
    assert [p for p in all_of_them if is_prompt(p)] == list(prompt_prefixes(h))


@given(plays(), plays(), histories())
def test_concatenation_of_histories(first, second, last):
    """Plays followed by any history make a history, however they are grouped."""
    joined = concatenate(first, second, last)

    require_history(joined)
    assert first + second + last == joined
    assert joined == concatenate(concatenate(first, second), last) == concatenate(first, concatenate(second, last))


@given(plays(), prompts(), histories(min_percepts=1))
def test_two_percepts_never_meet(play, prompt, after):
    """Joining anything to a prompt is refused, at the index where two percepts would meet."""
    with pytest.raises(MalformedHistory, match="an action, since the part before ends in a percept") as raised:
        concatenate(play, prompt, after)

    assert (len(play) + len(prompt), after[0]) == (raised.value.index, raised.value.value)


@pytest.mark.statement("A21-L2")
@given(plays(), prompts(), st.integers(0, 9))
def test_lemma_2(play, prompt, action):
    """A play is empty, or it is t followed by a for a prompt t and an action a: the two that splitting gives."""
    split = split_play(play)

    if split is None:
        assert play == ()
    else:
        require_prompt(split[0])
        assert play == (*split[0], split[1])
    assert (prompt, action) == split_play((*prompt, action))
    assert prompt == prompt_of((*prompt, action))


@given(histories())
def test_mapping_keeps_the_form(h):
    """Rewriting changes what it rewrites and nothing else, and either may be done first."""
    zeroed, blind = map_rewards(lambda _: 0, h), map_observations(lambda _: "", h)
    one = map_rewards(lambda r: -r, map_observations(lambda o: o + 1, h))

    assert h == map_rewards(lambda reward: reward, h) == map_observations(lambda seen: seen, h)
    require_history(zeroed)
    require_history(blind)
    assert actions(h) == actions(zeroed) == actions(blind)
    assert tuple(Percept(0, x.observation) for x in percepts(h)) == percepts(zeroed)
    assert tuple(Percept(x.reward, "") for x in percepts(h)) == percepts(blind)
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
    text = f"the sequence ends at element {len(play)}: expected a percept: only a prompt reverses to a history"
    with pytest.raises(MalformedHistory, match=f"^{text}$"):
        reverse(play)


NO_PLAY = MalformedHistory(5, END, "an action, since a play is empty or ends in one")


@each_row_of(
    refused(NO_PLAY, split_play, (PROMPT,)),
    refused(NO_PLAY, prompt_of, (PROMPT,)),
    refused(MalformedHistory(0, (0, 0), PAIR), prompt_of, (((0, 0),),)),
    *(refused(MalformedHistory(None, wrong, PLAIN), prompt_of, (wrong,)) for wrong in (list(PROMPT), PROMPT[0])),
    refused(MalformedHistory(0, END, "at least one turn: the empty play has no prompt"), prompt_of, ((),)),
)
def test_histories_that_cannot_be_split(row):
    """A prompt, a list, a percept by itself, the empty play: no action was last, so nothing was answered."""
    row()
