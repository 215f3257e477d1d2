"""DQN, A2C and PPO: trained as Stable-Baselines3 trains them, alike where trained alike, and they learn."""

from fractions import Fraction
from functools import partial
from itertools import islice
from math import floor
from pickle import dumps, loads

import numpy
import pytest

pytest.importorskip("stable_baselines3")

import gymnasium
import torch

from formal_rl.agents import ClassLearner, HashedDraws, Transition, TransitionList, as_agent
from formal_rl.battery import DEEP_AGENTS, ENVIRONMENTS, RunSettings
from formal_rl.battery.stable_baselines import A2CAgent, DeepLearner, DQNAgent, PPOAgent, deep_learner
from formal_rl.battery.stable_baselines import deep_agent as deep_agent_module
from formal_rl.battery.stable_baselines._seeding import UNTRAINED, hash_after, seeded
from formal_rl.battery.stable_baselines.on_policy_agents import drawn
from formal_rl.checking import search
from formal_rl.environments import (
    bandit_incremental,
    ignore_rewards,
    ignore_rewards_incremental,
    interact_incremental,
    interaction,
)
from formal_rl.environments.altered_agent import with_field
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.histories import Percept
from formal_rl.transforms import reality_check, reality_check_fold

DRAWS = HashedDraws(3)
QUICK = {
    "dqn": {"learning_rate": 0.005, "learning_starts": 20, "target_update_interval": 50, "exploration_steps": 200},
    "a2c": {"learning_rate": 0.002},
    "ppo": {"learning_rate": 0.002, "n_steps": 64},
}
"""Settings with which there is something to see after a few hundred steps."""
SMALL = {"learning_rate": 0.1, "policy_kwargs": {"net_arch": [4]}}
EAGER = {
    "dqn": SMALL | {"learning_starts": 0, "train_freq": 2, "batch_size": 2, "exploration_steps": 2},
    "a2c": SMALL | {"n_steps": 2},
    "ppo": SMALL | {"n_steps": 2, "batch_size": 2, "n_epochs": 2},
}
"""Small networks, and settings with which every other transition trains, and much."""
CLASSES = {"dqn": DQNAgent, "a2c": A2CAgent, "ppo": PPOAgent}
NAMES = pytest.mark.parametrize("name", CLASSES)
TRANSITIONS = (Transition(0, 0, 1, 1), Transition(1, 1, -2, 0))


def weights(model):
    """The weights of a model, in one vector."""
    return torch.nn.utils.parameters_to_vector(model.policy.parameters()).detach()


def life(number, length=40):
    """Some transitions that do not always follow on one another."""
    return [Transition(i % 2, (i * i + number) % 2, (-1) ** (i // 3), (i // 2) % 2) for i in range(length)]


def trained(agent, transitions, *, asked=()):
    """An agent, trained on transitions, and asked before each."""
    for transition in transitions:
        for observation in asked:
            agent.act(observation)
        agent.train(*transition)
    return agent


class Recorded(gymnasium.Env):
    """Three observations, two actions, rewards by both; cut off every seven steps, then somewhere else. It records."""

    observation_space = gymnasium.spaces.Discrete(3)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self):
        self.transitions, self.resets, self.at, self.steps = [], 0, 0, 0

    def reset(self, *, seed=None, options=None):
        self.resets += 1
        self.at = (self.at + 1) % 3
        self.steps = 0
        return self.at, {}

    def step(self, action):
        after, reward = (self.at + 1 + int(action)) % 3, [1, -1, 3][self.at] * (1 if action else -1)
        self.transitions.append(Transition(self.at, int(action), reward, after))
        self.at = after
        self.steps += 1
        return after, float(reward), False, self.steps == 7, {}


@pytest.mark.parametrize(
    ("name", "settings", "steps"),
    [
        ("dqn", {"learning_rate": 0.01, "learning_starts": 10, "target_update_interval": 23, "tau": 0.7}, 100),
        ("a2c", {"gae_lambda": 0.9}, 100),
        ("ppo", {"n_steps": 33, "batch_size": 11, "n_epochs": 3}, 99),
    ],
)
def test_it_is_trained_as_the_library_trains(monkeypatch, name, settings, steps):
    """Trained on what Stable-Baselines3 did in an environment, an agent has the weights that it has."""
    agent = CLASSES[name](DRAWS, 2, 3, **settings)
    environment = Recorded()
    model = agent.algorithm("MlpPolicy", environment, device="cpu", **{"learning_rate": agent.learning_rate} | settings)
    model.policy.load_state_dict(agent._model.policy.state_dict())
    before = weights(model)
    original = model.train

    def train(*arguments, **keywords):
        with seeded(b"batches"):
            original(*arguments, **keywords)

    model.train = train
    monkeypatch.setattr(deep_agent_module, "seeded", lambda _: seeded(b"batches"))
    with seeded(b"actions"):
        model.learn(steps)
    trained(agent, environment.transitions)

    assert len(environment.transitions) == agent.trainings == steps
    assert environment.resets > 10
    assert {transition.action for transition in environment.transitions} == {0, 1}
    assert torch.allclose(weights(agent._model), weights(model), rtol=1e-4, atol=1e-5)
    assert (weights(model) - before).abs().max() > 0.005


@NAMES
def test_agents_trained_alike_act_alike(name):
    """No program of two instances trained alike on up to two transitions ends with different actions."""
    made = partial(CLASSES[name], DRAWS, 2, 2, **EAGER[name])
    found = search(made, 2, observations=(0,), transitions=TRANSITIONS)

    assert found.difference is None
    assert all(found.programs.values())


def test_agents_that_share_a_generator_are_found():
    """An agent whose actions come from the generator of the process is found not to be semi-deterministic."""

    class Shared(A2CAgent):
        def _choose(self, said):
            return drawn(said, float(torch.rand(1)))

    found = search(partial(Shared, DRAWS, 2, 2, n_steps=1), 1, observations=(0,), transitions=TRANSITIONS)

    assert found.difference is not None


@NAMES
def test_asking_changes_nothing(name):
    """Weights are equal to the last bit however often one was asked and whatever else was drawn."""
    made = partial(CLASSES[name], DRAWS, 2, 2, **EAGER[name])
    one = trained(made(), life(1))
    torch.manual_seed(5)
    numpy.random.seed(5)
    two = trained(made(), life(1), asked=(1, 0, 1))
    other = trained(made(), life(2))

    assert torch.equal(weights(one._model), weights(two._model))
    assert not torch.equal(weights(one._model), weights(other._model))
    assert not torch.equal(weights(one._model), weights(made()._model))


@NAMES
def test_a_copy_goes_its_own_way(name):
    """A copy trained further has the weights of an agent trained on all of it, and so has the one it is a copy of."""
    one = trained(CLASSES[name](DRAWS, 2, 2, **EAGER[name]), life(1, 9), asked=(0, 1))
    copy = trained(one.copy(), life(2, 9))
    trained(one, life(3, 9))
    for agent, more in ((one, life(3, 9)), (copy, life(2, 9))):
        afresh = trained(CLASSES[name](DRAWS, 2, 2, **EAGER[name]), [*life(1, 9), *more])

        assert torch.equal(weights(agent._model), weights(afresh._model))
        assert [agent.act(o) for o in (0, 1)] == [afresh.act(o) for o in (0, 1)]


@pytest.mark.parametrize(
    ("name", "environment"), [("dqn", "TemptingButton"), ("a2c", "TemptingButton"), ("ppo", "SelfRecognition")]
)
def test_other_pasts_are_not_trained_again_and_again(name, environment):
    """Where an environment asks about other pasts, few lists are trained again, and answers are those of replaying."""
    asking = ENVIRONMENTS[environment]
    learner = deep_learner(name, DRAWS, 2, asking.number_of_observations, **EAGER[name])
    replaying = ClassLearner(learner._learner.agent_class)
    runs = [
        tuple(islice(interact_incremental(each, asking.incremental(HashedDraws(4), semantics="paper")), 40))
        for each in (learner, replaying)
    ]

    assert runs[0] == runs[1]
    assert learner._learner.replays <= 3 < replaying.replays


@NAMES
def test_nothing_is_left_changed(name):
    """Generators and threads of the process are as they were."""
    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    torch.manual_seed(7)
    numpy.random.seed(7)
    expected = torch.rand(3).tolist(), numpy.random.rand(3).tolist()
    torch.manual_seed(7)
    numpy.random.seed(7)
    trained(CLASSES[name](DRAWS, 2, 2, **EAGER[name]), life(1, 4), asked=(0, 1))

    assert (torch.rand(3).tolist(), numpy.random.rand(3).tolist()) == expected
    assert torch.get_num_threads() == 2
    torch.set_num_threads(threads)


@NAMES
def test_other_draws_are_another_agent(name):
    """With other draws weights begin elsewhere; with another number of actions or rate, the draws are the same."""
    one, same, other = (CLASSES[name](HashedDraws(seed), 2, 2) for seed in (1, 1, 2))

    assert torch.equal(weights(one._model), weights(same._model))
    assert not torch.equal(weights(one._model), weights(other._model))


def rewards(learner, environment, steps):
    """What is paid in the steps after the first percept."""
    run = interact_incremental(learner, environment)
    return [percept.reward for percept in islice(run, 2, 2 * steps + 2, 2)]


class Matching:
    """Shows 0, 1, 1 again and again, and pays 1 where the action is the observation changed by ``offset``."""

    def __init__(self, offset):
        self.offset = offset

    def start(self, learner):
        return Percept(0, 0), 0

    def advance(self, learner, state, action):
        shown = (0, 1, 1)
        right = (shown[state % 3] + self.offset) % 2
        return Percept(int(action == right), shown[(state + 1) % 3]), state + 1


@NAMES
@pytest.mark.parametrize(
    ("environments", "observations"),
    [((bandit_incremental((1, 0)), bandit_incremental((0, 1))), 1), ((Matching(0), Matching(1)), 2)],
)
def test_it_learns(name, environments, observations):
    """It learns a bandit and the one with its arms exchanged, to do as is shown and to do the contrary.

    What pays in one of a pair does not pay in the other, so whoever takes no notice of rewards, or is not trained, has
    at most half in one of them.
    """
    for environment in environments:
        paid = rewards(deep_learner(name, DRAWS, 2, observations, **QUICK[name]), environment, 500)

        assert sum(paid[-100:]) > 70


@NAMES
def test_the_settings_of_the_library_stand(name):
    """An agent that is told nothing has the settings of Stable-Baselines3, and DQN explores for 1,000 trainings."""
    agent = CLASSES[name](DRAWS)
    model = agent._model
    if name == "dqn":
        assert (model.train_freq.frequency, model.batch_size, model.learning_starts, model.gamma) == (4, 32, 100, 0.99)
        epsilons = []
        for agent.trainings in (0, 500, 1000, 5000):
            epsilons.append(agent.epsilon)
        assert epsilons == pytest.approx([1, 0.525, 0.05, 0.05])
    else:
        assert (model.n_steps, model.gamma) == ({"a2c": 5, "ppo": 2048}[name], 0.99)
    assert agent.learning_rate == {"dqn": 1e-4, "a2c": 7e-4, "ppo": 3e-4}[name]


@NAMES
def test_the_incremental_form_is_the_definition(name):
    """Read as an agent, a learner has in IgnoreRewards the history that the incremental form gives it."""
    learner = deep_learner(name, DRAWS, **EAGER[name])
    stepped = tuple(islice(interact_incremental(learner, ignore_rewards_incremental), 16))

    assert stepped == interaction(as_agent(learner), ignore_rewards, 8)
    assert stepped == tuple(islice(interact_incremental(loads(dumps(learner)), ignore_rewards_incremental), 16))


@NAMES
def test_the_reality_check_works(name):
    """Its reality check is Definition 7: the agent on its own histories, frozen after another's."""
    learner = deep_learner(name, HashedDraws(5), **EAGER[name])
    agent, checked = as_agent(learner), as_agent(reality_check_fold(learner))
    own = interaction(agent, ignore_rewards, 6)[:-1]
    foreign = (own[0], 1 - own[1], *own[2:])
    longer = [(*foreign, action, Percept(1, 0)) for action in (0, 1)]

    assert checked(own) == reality_check(agent)(own) == agent(own)
    for prompt in (foreign, *longer):
        assert checked(prompt) == reality_check(agent)(prompt) == agent(own[:1])


def test_a_reality_check_is_not_the_agent():
    """After another's history, some agent does not do what its reality check does."""
    differ = 0
    for seed in range(4):
        learner = deep_learner("a2c", HashedDraws(seed), **EAGER["a2c"])
        agent, checked = as_agent(learner), as_agent(reality_check_fold(learner))
        own = interaction(agent, ignore_rewards, 6)[:-1]
        foreign = (own[0], 1 - own[1], *own[2:])
        differ += agent(foreign) != checked(foreign)

    assert differ


@pytest.mark.parametrize(
    ("semantics", "agent"), [("paper", DEEP_AGENTS["a2c"]), ("published", DEEP_AGENTS["ppo"].reality_checked())]
)
def test_it_runs_in_the_battery(semantics, agent):
    """An agent, and the reality check of another, run in all environments of the battery and in their opposites."""
    for environment in ENVIRONMENTS.values():
        told = RunSettings(DRAWS, environment.number_of_actions, environment.number_of_observations)
        learner = agent.learner(told, semantics=semantics)
        for opposite in (None, semantics):
            form = environment.incremental(HashedDraws(4), semantics=semantics, opposite=opposite)

            assert len(list(islice(interact_incremental(learner, form), 8))) == 8


@NAMES
def test_it_can_be_told_otherwise(name):
    """A learner can be told another learning rate and a third action, as environments do."""
    learner = DEEP_AGENTS[name].make(RunSettings(DRAWS, 2))
    half = with_field(learner, "learning_rate", lambda rate: rate / 2)
    three = with_field(learner, "number_of_actions", lambda number: 3)

    assert learner == DeepLearner(name, DRAWS) == loads(dumps(learner))
    assert half.learning_rate * 2 == learner.learning_rate
    assert {three.act(TransitionList.of([Transition(0, 0, 0, 0)] * m), 0) for m in range(10)} == {0, 1, 2}


@pytest.mark.parametrize("name", ["a2c", "ppo"])
def test_numbers_that_are_not_finite_are_left(name):
    """Where rewards were so great that their sums overflow, an agent goes on and acts by its draws alone."""
    settings = EAGER[name] | {"n_steps": 16}
    agent = trained(CLASSES[name](DRAWS, 2, 2, **settings), [Transition(0, 0, 3 * 10**38, 0)] * 16)

    assert not agent._finite
    for _ in range(20):
        agent.train(0, 0, 1, 0)
        assert agent.act(0) == floor(2 * DRAWS[agent.trainings])


def test_settings_are_left_as_they_are():
    """What the library writes into the settings of a policy, it writes into a copy."""
    settings = {"net_arch": [4]}
    agent = A2CAgent(DRAWS, policy_kwargs=settings)

    assert settings == {"net_arch": [4]}
    assert agent._model.policy.net_arch == [4]


def test_histories_are_told_apart():
    """Rewards of -1 and -2, and the order, make other hashes; equal numbers of another type do not."""
    hashes = {hash_after(UNTRAINED, Transition(0, 0, reward, 0)) for reward in (-1, -2, 0, Fraction(1, 2))}
    there, back = Transition(0, 1, 0, 1), Transition(1, 1, 0, 0)

    assert len(hashes) == 4
    assert hash_after(UNTRAINED, Transition(0, 0, 0.5, 0)) in hashes
    assert hash_after(UNTRAINED, Transition(0, 0, Fraction(-2), 0)) in hashes
    assert hash_after(hash_after(UNTRAINED, there), back) != hash_after(hash_after(UNTRAINED, back), there)


def test_actions_are_drawn_by_their_probabilities():
    """Each action has its part of the unit interval, and one of probability 0 has none, not even at the end."""
    assert [drawn((0.25, 0.5, 0.25), number) for number in (0, 0.24, 0.25, 0.74, 0.75, 0.99)] == [0, 0, 1, 1, 2, 2]
    assert [drawn((0.0, 0.4, 0.0, 0.6, 0.0), number) for number in (0.0, 0.39, 0.41, 1.0)] == [1, 1, 3, 3]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: A2CAgent(DRAWS, 0), "number_of_actions is 0: expected an int >= 1"),
        (lambda: DQNAgent(DRAWS, 2, 1.0), "number_of_observations is 1.0: expected an int >= 1"),
        (lambda: PPOAgent(DRAWS, learning_rate=0), "learning_rate is 0: expected a number > 0 and <= 1"),
        (lambda: PPOAgent(DRAWS, learning_rate="1"), "learning_rate is '1': expected a number > 0 and <= 1"),
        (lambda: A2CAgent(DRAWS, n_steps=0), "n_steps is 0: expected an int >= 1"),
        (lambda: DQNAgent(DRAWS, train_freq=(1, "episode")), "train_freq is (1, 'episode'): expected an int >= 1"),
        (lambda: PPOAgent(DRAWS, n_steps=1, batch_size=1), "settings of PPO"),
        (lambda: A2CAgent(DRAWS, 2, 2).act(2), "the observation is 2: expected an int from 0 to 1"),
        (lambda: A2CAgent(DRAWS).train(0, 2, 0, 0), "the action is 2: expected an int from 0 to 1"),
        (lambda: A2CAgent(DRAWS).train(0, 0, 0, 1), "the next observation is 1: expected an int from 0 to 0"),
        (lambda: A2CAgent(DRAWS).train(0, 0, float("nan"), 0), "the reward is nan: expected a number that"),
        (lambda: A2CAgent(DRAWS).train(0, 0, 10**39, 0), "expected a number that single precision can hold"),
        (lambda: deep_learner("a2c", DRAWS, n_steps=0), "n_steps is 0: expected an int >= 1"),
    ],
)
def test_what_is_out_of_range_is_refused(wrong, message):
    """Numbers out of range are refused where an agent is made, asked or trained."""
    with pytest.raises(InvalidParameter) as raised:
        wrong()
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: A2CAgent(DRAWS, n_step=3), "'n_step' is not a setting of A2C: did you mean n_steps?"),
        (
            lambda: DQNAgent(DRAWS, exploration_fraction=0.1),
            "'exploration_fraction' is not a setting of DQN: did you mean",
        ),
        (lambda: deep_learner("pp0", DRAWS), "'pp0' is not a deep agent: did you mean ppo?"),
    ],
)
def test_unknown_names_are_refused(wrong, message):
    """An unknown setting or agent is refused, with what is near."""
    with pytest.raises(UnknownName) as raised:
        wrong()
    assert message in str(raised.value)
