"""The reality check of agents with chance: deterministic ones as ever, and the formula of fresh draws."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import Distribution, certain, independent, law, mixture
from formal_rl.errors import MalformedHistory
from formal_rl.histories import history
from formal_rl.strategies import agents, prompts
from formal_rl.transforms import (
    reality_check,
    reality_check_anew,
    reality_check_anew_fold,
    reality_check_drawn,
    reality_check_possible,
)

SHORT = prompts(max_percepts=4)


def _kernel(weights):
    """An agent whose probability of doing 1 depends on the length of the prompt and its last reward."""

    def kernel(prompt):
        weight = weights[(len(prompt) + int(prompt[-1].reward > 0)) % len(weights)]
        chances = {1: Fraction(weight, 4), 0: 1 - Fraction(weight, 4)}
        return Distribution({each: chance for each, chance in chances.items() if chance})

    return kernel


KERNELS = st.lists(st.integers(0, 4), min_size=1, max_size=4).map(_kernel)


@given(agents(), SHORT)
def test_a_deterministic_agent_has_its_own_reality_check(agent, prompt):
    """In every reading, π_RC of an agent that tosses nothing is Definition 7."""
    expected = certain(reality_check(agent)(prompt))

    for reading in (reality_check_anew, reality_check_anew_fold, reality_check_possible):
        assert reading(lambda asked: certain(agent(asked)))(prompt) == expected
    assert law(lambda toss: reality_check_drawn(mixture(certain(agent)))(toss)(prompt)) == expected


@given(KERNELS, SHORT)
def test_part_2_of_what_could_have_been(kernel, prompt):
    """In the repaired reading π_RC is its own reality check."""
    once = reality_check_possible(kernel)

    assert reality_check_possible(once)(prompt) == once(prompt)


@given(KERNELS, SHORT)
def test_one_draw_holds_for_all_comparisons(kernel, prompt):
    """Drawn as one agent, π_RC freezes where that agent would have done otherwise."""
    drawn = law(lambda toss: reality_check_drawn(independent(kernel))(toss)(prompt))

    def by_hand(toss):
        agent = independent(kernel)(toss)
        own = all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2))
        return agent(prompt if own else prompt[:1])

    assert drawn == law(by_hand)


@pytest.mark.parametrize("reading", [reality_check_anew, reality_check_anew_fold, reality_check_possible])
@pytest.mark.parametrize("wrong", [(), history((0, 0), 1), ((0, 0),)])
def test_what_is_not_a_prompt_is_refused(reading, wrong):
    """A play and a bare pair are refused."""
    with pytest.raises(MalformedHistory):
        reading(lambda prompt: certain(0))(wrong)
