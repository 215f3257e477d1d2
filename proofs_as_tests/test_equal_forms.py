"""Every optimised form is its definition (SafeLife's are in test_equal_safelife_forms.py): all pairs of the ledger."""

from fractions import Fraction
from hashlib import blake2b
from typing import get_args

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import Distribution, HashedDraws, Transition, as_agent
from formal_rl.agents._monoid_learners import ListedLearner
from formal_rl.agents.learners import WrappedLearner
from formal_rl.checking.equality import AgentTransformPair, EnvironmentPair, FunctionPair, LearnerTransformPair
from formal_rl.environments import IncrementalEnvironment
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import AgentKind, Credit, Training
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.alexander_2022.fresh_draws import LawPair
from formal_rl.statements.alexander_2022.joysticks import JoysticksPair
from formal_rl.statements.alexander_2022.pairs import FoldedPair, LearningRatePair
from formal_rl.statements.library import OWN_RATE, RateReadingLearner
from formal_rl.statements.pairs import PAIRS
from formal_rl.statements.thornley_2024.pairs import drawn_clock_policy, drawn_logits, drawn_policy
from formal_rl.strategies import agents, learners, prompts
from proofs_as_tests.gridworlds.test_worlds import worlds
from proofs_as_tests.learners import hashed_learner
from proofs_as_tests.test_drest_return import ROOTS, shares
from proofs_as_tests.test_theorem_10 import histories


@frozen
class SeeingNumbers(WrappedLearner):
    """A learner that computes with observations as numbers, on observations of any kind: each is hashed to a number."""

    def act(self, state, observation):
        """Return the learner's action on the number of the observation."""
        return self.learner.act(state, number_of(observation))

    def learn(self, state, transition):
        """Return the learner's state after the transition between the two numbers."""
        before, action, reward, after = transition
        return self.learner.learn(state, Transition(number_of(before), action, reward, number_of(after)))


@frozen
class Listing:
    """A form for foldable learners as one for all: it is run on the lists of the learner's transitions."""

    form: IncrementalEnvironment

    def start(self, learner):
        return self.form.start(ListedLearner(learner))

    def advance(self, learner, state, action):
        return self.form.advance(ListedLearner(learner), state, action)


def number_of(observation):
    return int.from_bytes(blake2b(repr(observation).encode(), digest_size=4).digest(), "big")


OURS = [pair for pair in PAIRS if ".safelife." not in pair.fast.__module__]
SEEDS = st.integers(0, 10**6)
FEW_STATES = learners(max_registers=0)
LEARNERS = FEW_STATES | SEEDS.map(lambda seed: SeeingNumbers(hashed_learner(seed, 2)))
WORLDS = st.sampled_from(["example", "two_buttons_k4", "last_moment", "lopsided"]).map(named_world)
GAMMA = st.sampled_from([1, Fraction(19, 20), Fraction(1, 2)])
DRAWS = st.builds(lambda kind, seed: kind(seed), st.sampled_from([HashedDraws, SeededDraws]), SEEDS)
KINDS = {"agent": st.sampled_from(get_args(AgentKind)), "credit": st.sampled_from(get_args(Credit))}
SMALL = {"mini_episodes": st.just(4), "meta_episodes": st.just(5), "baseline": st.sampled_from([0.0, 0.1])}
ARGUMENTS = {  # of functions of gridworlds, by the names of their pairs
    "greatest_coins_incremental": st.tuples(worlds(), GAMMA),
    "measure_incremental": st.builds(
        lambda world, seed, gamma, policy: (world, policy(world, seed), gamma),
        *(worlds(), SEEDS, GAMMA, st.sampled_from([drawn_policy, drawn_clock_policy])),
    ),
    "expected_return_incremental": st.builds(lambda of, *rest: (*of, *rest), shares(), ROOTS, st.integers(1, 5)),
    "train_compiled": st.tuples(WORLDS, st.builds(Training, **SMALL, **KINDS, gamma=GAMMA), DRAWS),
    "measure_compiled": st.builds(
        lambda world, seed, greatest, gamma: (world, drawn_logits(world, seed, greatest), gamma),
        *(WORLDS, SEEDS, st.integers(1, 30), GAMMA),
    ),
}


def same_value(pair, draw):
    arguments = draw(ARGUMENTS[pair.name])
    assert pair.agree(pair.definition(*arguments), pair.fast(*arguments))


def same_agent(pair, draw):
    learner = draw(FEW_STATES)
    of_agents = isinstance(pair, AgentTransformPair)
    agent = draw(agents(number_of_actions=3)) if of_agents else as_agent(learner)
    fast = pair.fast(agent) if of_agents else as_agent(pair.fast(learner))
    for prompt in draw(st.tuples(histories(agent, 9), histories(agent, 9))):
        assert fast(prompt) == fast(prompt) == pair.definition(agent)(prompt)


def same_law(pair, draw):
    quarters, prompt = draw(st.lists(st.integers(0, 4), min_size=1)), draw(prompts(max_percepts=4))

    def kernel(prompt):
        of_1 = Fraction(quarters[(len(prompt) + int(prompt[-1].reward > 0)) % len(quarters)], 4)
        return Distribution({action: chance for action, chance in ((1, of_1), (0, 1 - of_1)) if chance})

    assert pair.fast(kernel)(prompt) == pair.definition(kernel)(prompt)


def same_percepts(pair, draw):
    learner, definition, fast = draw(LEARNERS), pair.definition, pair.fast
    if isinstance(pair, FoldedPair):
        fast = Listing(fast)
    if isinstance(pair, LearningRatePair):
        learner = RateReadingLearner(learner, OWN_RATE)
        definition = definition(learner)
    agent, play = as_agent(learner), ()
    percept, state = fast.start(learner)
    number = 4 if isinstance(pair, JoysticksPair) else 2
    for other in draw(st.lists(st.none() | st.integers(0, number - 1), max_size=8)):
        assert percept == definition(agent, play)
        play = (*play, percept, agent((*play, percept)) % number if other is None else other)
        percept, state = fast.advance(learner, state, play[-1])
    assert percept == definition(agent, play)


SAME = {  # by the kinds of pairs
    (AgentTransformPair, LearnerTransformPair): same_agent,
    (LawPair,): same_law,
    (FunctionPair,): same_value,
    (EnvironmentPair, FoldedPair): same_percepts,
}


@pytest.mark.parametrize("pair", OURS, ids=lambda pair: pair.name)
@given(data=st.data())
def test_an_optimised_form_is_its_definition(pair, data):
    """On every argument that is drawn, the optimised form gives what the definition gives."""
    next(same for kinds, same in SAME.items() if isinstance(pair, kinds))(pair, data.draw)
