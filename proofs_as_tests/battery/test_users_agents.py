"""Agents of the user's: their settings, the check of their answers, and their failures."""

import pytest

from formal_rl.agents import LearnerClass, RepeatedDraws, Transition
from formal_rl.battery import AGENTS, users_agent
from formal_rl.battery._adapters import class_of_rate_one, rate_one, three_actions
from formal_rl.battery.agents import RunSettings
from formal_rl.battery.runs import run
from formal_rl.battery.users_agents import TooFewActions, UsersClass, UsersFunction
from formal_rl.errors import AgentRaised, InvalidParameter, NotAnAction
from formal_rl.transforms.reality_check import PublishedRealityCheck, RealityCheckFold

SETTINGS = RunSettings(RepeatedDraws((0.25,)), 2, 3)
PUBLISHED = {"semantics": "published", "opposite": "published"}


class Simple:
    """The simple learner, as the published library writes it."""

    def __init__(self, **keywords):
        self.keywords = keywords
        self.punished = set()

    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_prev, a))


def simple(prompt, num_legal_actions, num_possible_obs, **kwargs):
    """The simple learner, as a function of the prompt."""
    seen = prompt[-1]
    punished = {(o, a) for o, a, r in zip(prompt[1::3], prompt[2::3], prompt[3::3], strict=False) if r < 0}
    return next((a for a in range(num_legal_actions) if (seen, a) not in punished), 0)


def learner(thing, settings=SETTINGS):
    """An agent of the user's as a learner."""
    return users_agent("mine", thing).learner(settings, semantics="paper")


@pytest.mark.parametrize("thing", [Simple, simple])
@pytest.mark.parametrize("semantics", ["paper", "published"])
@pytest.mark.parametrize("checks", [0, 1])
def test_a_users_simple_learner_has_the_totals_of_ours(thing, semantics, checks):
    """As a class and as a function, also reality-checked; but in learning rates, where keywords are looked at."""
    ours, theirs = AGENTS["SimpleLearner"], users_agent("mine", thing)
    if checks:
        ours, theirs = ours.reality_checked(), theirs.reality_checked()
    for name in (
        "IgnoreRewards",
        "ThirdActionForbidden",
        "IncentivizeZero",
        "minus_rewards(TemptingButton)",
        "CryingBaby",
    ):
        of_ours = run(ours, name, 40, 2, semantics=semantics, opposite="paper").total
        assert run(theirs, name, 40, 2, semantics=semantics, opposite="paper").total == of_ours


def test_a_class_gets_its_settings_as_attributes():
    """Class attributes: how many actions and observations, and the draws; the class itself stays as it is."""
    instance = learner(Simple).make()
    assert (instance.n_actions, instance.n_obs, instance.draws) == (2, 3, SETTINGS.draws)
    assert isinstance(instance, Simple)
    assert type(instance).__name__ == "Simple"
    assert not hasattr(Simple, "n_actions")


def test_questions_to_a_function():
    """The flat prompt, whose first reward is 0, and the two numbers."""
    asked = []

    def agent(prompt, num_legal_actions, num_possible_obs, **kwargs):
        asked.append((prompt, num_legal_actions, num_possible_obs, kwargs))
        return 1

    mine = learner(agent)
    state = mine.learn(mine.initial, Transition(2, 1, -1, 0))
    assert mine.act(mine.initial, 2) == mine.act(state, 0) == 1
    assert asked == [((0, 2), 2, 3, {}), ((0, 2, 1, -1, 0), 2, 3, {})]


def test_altered_copies_get_three_actions_or_a_learning_rate():
    """Through reality checks of both readings; a class that takes no such keyword gets none."""

    class Fixed:
        def act(self, obs):
            return 0

        def train(self, o_prev, a, r, o_next):
            """Learn nothing."""

    mine, fixed, function = learner(Simple), learner(Fixed), learner(simple)
    assert three_actions(RealityCheckFold(mine)).learner.number_of_actions == 3
    assert three_actions(function).number_of_actions == 3
    checked = PublishedRealityCheck(LearnerClass(mine))
    assert three_actions(checked).agent_class.learner.make().n_actions == 3
    assert rate_one(RealityCheckFold(mine)).learner.make().keywords == {"learning_rate": 1}
    assert class_of_rate_one(checked).agent_class.learner.keywords == (("learning_rate", 1),)
    assert rate_one(function).keywords == (("learning_rate", 1),)
    assert rate_one(fixed) is None
    assert rate_one(RealityCheckFold(fixed)) is None
    assert class_of_rate_one(PublishedRealityCheck(LearnerClass(fixed))) is None
    assert run(users_agent("mine", Fixed), "IncentivizeLearningRate", 10, 1, **PUBLISHED).total == -10
    assert run(users_agent("mine", Simple), "IncentivizeLearningRate", 10, 1, **PUBLISHED).total == 10


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (2, TooFewActions, "answered 2, but there are 2 actions here, 0 to 1"),
        (-1, NotAnAction, "answered -1"),
        (1.0, NotAnAction, r"answered 1\.0"),
        (None, NotAnAction, "answered None"),
        (True, NotAnAction, "answered True"),
    ],
)
def test_answers_are_checked(answer, error, message):
    """In classes and in functions."""

    class Answering(Simple):
        def act(self, obs):
            return answer

    for thing in (Answering, lambda prompt, actions, observations: answer):
        mine = learner(thing)
        with pytest.raises(error, match=message):
            mine.act(mine.initial, 0)
    row = run(users_agent("mine", Answering), "IgnoreRewards", 10, 1)
    assert "at step 1 of the run" in row.failure


def test_too_few_actions_are_seen_of_copies_too():
    """The copy with three actions may do 2; the agent with two may not."""

    class Last(Simple):
        def act(self, obs):
            return self.n_actions - 1

    assert run(users_agent("mine", Last), "ThirdActionForbidden", 10, 1, **PUBLISHED).total == -10
    assert run(users_agent("mine", Last), "IncentivizeZero", 10, 1, **PUBLISHED).total == -10


def test_an_exception_is_an_agent_failure():
    """When it is made, asked or trained; the step is in the row."""

    def raising(prompt, actions, observations):
        raise KeyError("gone")

    class NotMade(Simple):
        def __init__(self):
            raise OSError("no disk")

    class NotTrained(Simple):
        def train(self, o_prev, a, r, o_next):
            raise RecursionError("too deep")

    with pytest.raises(AgentRaised, match="KeyError"):
        learner(raising).act((0,), 0)
    for thing, message in ((raising, "gone"), (NotMade, "no disk"), (NotTrained, "too deep")):
        assert message in run(users_agent("mine", thing), "IgnoreRewards", 10, 1).failure
    assert "step 1 of" in run(users_agent("mine", NotTrained), "IgnoreRewards", 10, 1).failure


def test_a_factory_of_instances_is_an_agent_too():
    """A function without parameters; it gets no settings."""

    class Zero:
        def act(self, obs):
            return 0

        def train(self, o_prev, a, r, o_next):
            """Learn nothing."""

    def make():
        return Zero()

    assert isinstance(learner(make), UsersClass)
    assert run(users_agent("mine", make), "IgnoreRewards", 10, 1).total == 10
    assert isinstance(learner(simple), UsersFunction)
    again = users_agent("another name", users_agent("mine", Zero).reality_checked())
    assert (again.name, again.reality_checks) == ("another name", 1)


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (3, "expected a class with act and train, or a function of the prompt"),
        (lambda prompt: 0, "a function of \\(prompt, num_legal_actions, num_possible_obs\\)"),
    ],
)
def test_malformed_agents_raise(thing, message):
    """What cannot be called, and functions of something else."""
    with pytest.raises(InvalidParameter, match=message):
        users_agent("mine", thing)


def test_a_method_may_be_the_instance_s_own_but_must_be_there():
    """Methods are looked for in an instance; what is missing is named in the row."""

    class Delegating:
        def __init__(self):
            self.act, self.train = (lambda obs: 0), (lambda *transition: None)

    assert run(users_agent("mine", Delegating), "Repeater", 10, 1).total == 10
    for methods, missing in (({"act": lambda self, obs: 0}, "train"), ({}, "act")):
        row = run(users_agent("mine", type("Half", (), methods)), "Repeater", 10, 1)
        assert f"expected a class with act and train; it has no {missing}" in row.failure
