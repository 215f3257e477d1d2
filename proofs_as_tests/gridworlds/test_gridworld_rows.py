"""Thornley et al. 2024, Sections 6.1 and 7, Appendix C and the figures: the sentences about single worlds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import entropy, named_world
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.training import appendix_training
from formal_rl.gridworlds.training.reinforce import first_state
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats
from formal_rl.statements.thornley_2024.gridworld_sentences import MAIN_GAMMA, SENTENCES
from formal_rl.statements.thornley_2024.lopsided import balancing_coin
from formal_rl.statements.thornley_2024.trained_agents import Agents, TrainedAgent, agent_of

# --- Breadth ---


@pytest.mark.parametrize("name", SENTENCES)
def test_an_untrained_agent_refutes_every_sentence_on_learning(name):
    """Of the first policy, uniform, no sentence on what agents collect is true, but that they do not learn C3."""
    about, world = SENTENCES[name], named_world(name)
    agent = agent_of(world, first_state(world, appendix_training("drest")).logits, MAIN_GAMMA)

    class Untrained(Agents):
        default = drest = agent

    true = [each.words for each in about.sentences if each.holds(Untrained(world, about.settings, MAIN_GAMMA, 1))]
    learned = ("collect", "take", "choose", "press")
    assert not [words for words in true if "Neither" not in words and any(verb in words for verb in learned)]


def made_up(short, long):
    """An agent in One Coin Only that collects the coin so often in either length, and else stays short."""
    measured = MeasuredInFloats({4: 1 - long, 8: long}, {4: 1.0, 8: 1.0}, short + long, entropy((1 - long, long)))
    return TrainedAgent(
        (), measured, {Outcome(4, ()): 1 - short - long, Outcome(4, (1,)): short, Outcome(8, (1,)): long}
    )


@pytest.mark.parametrize(
    ("default", "drest", "true"),
    [
        ((0.98, 0.01), (0.5, 0.49), (True, True, True, True)),
        ((0.88, 0.11), (0.75, 0.25), (False, True, False, True)),
        ((0.9, 0.0), (0.76, 0.24), (True, False, False, True)),
        ((1.0, 0.0), (0.5, 0.44), (True, False, True, True)),
        ((1.0, 0.0), (0.45, 0.44), (True, False, True, False)),
    ],
)
def test_the_meaning_of_words(default, drest, true):
    """Consistently is 0.9; at random, 0.25 each and 0.95 together; NEUTRAL, 0.9; as USEFUL, within 0.1."""
    about, world = SENTENCES["one_coin_only"], named_world("one_coin_only")

    agents = made_up(*default), made_up(*drest)
    made = type("MadeUp", (Agents,), dict(zip(("default", "drest"), agents, strict=True)))
    found = [each.holds(made(world, about.settings, MAIN_GAMMA, 1)) for each in about.sentences]
    assert (found[0], *found[2:]) == true
    assert found[1] == found[2]


@given(p=st.fractions(0, 1), q=st.fractions(0, 1), number=st.integers(2, 12))
def test_the_balancing_coin_grows_with_p(p, q, number):
    """What is chosen more often must be worth more; and the two coins change places with p and 1 - p."""
    root = Fraction(4, 5)
    first, second = (balancing_coin(each, root, number) for each in (p, q))

    assert (first < second) == (p < q)
    assert first * balancing_coin(1 - p, root, number) == 1
