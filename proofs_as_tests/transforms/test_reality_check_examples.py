"""The reality check in all its forms, worked by hand on genuine histories and on histories of strangers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LearnerClass, RegisterLearner, Transition, as_agent, train
from formal_rl.environments import ignore_rewards, interaction, reverse_history
from formal_rl.errors import AgentRaised, MalformedHistory
from formal_rl.histories import Percept, history, percept_alphabet
from formal_rl.strategies import agents, learners, prompts
from formal_rl.transforms import (
    PublishedRealityCheck,
    reality_check,
    reality_check_alternate,
    reality_check_fold,
    reality_check_memoised,
)
from formal_rl.transforms.reality_check import RealityCheckState

X = Percept(0, 0)
INTEGERS = percept_alphabet(6)
ON_AGENTS = {
    "definition": reality_check,
    "memoised": reality_check_memoised,
    "alternate": reality_check_alternate,
}
ON_LEARNERS = {
    **{name: lambda learner, form=form: form(as_agent(learner)) for name, form in ON_AGENTS.items()},
    "fold": lambda learner: as_agent(reality_check_fold(learner)),
}
every_form = pytest.mark.parametrize("form", ON_LEARNERS.values(), ids=ON_LEARNERS.keys())
every_agent_form = pytest.mark.parametrize("form", ON_AGENTS.values(), ids=ON_AGENTS.keys())


def acting(*acts):
    """The prompt in which these actions were taken between percepts (0, 0)."""
    return (X, *(element for act in acts for element in (act, X)))


# π does 5 on one percept, and n on n >= 2 percepts: its own history is 5, 2, 3, 4, ...
COUNTER = RegisterLearner(9, {"k": 0}, {"k": ["add", "k", 1]}, ["if", ["eq", "k", 0], 5, ["add", "k", 1]])
# π does 10 more than it sees on one percept, then what it sees.
MIRROR = RegisterLearner(99, {"k": 0}, {"k": 1}, ["if", "k", "obs", ["add", "obs", 10]])
# π does 0 on one percept, then 1 if the last reward was positive, else 0.
CONTENT = RegisterLearner(2, {"last": 0}, {"last": "r"}, ["gt", "last", 0])


@every_form
@pytest.mark.parametrize(
    ("expected", "acts", "because"),
    [
        (5, (), "one percept is always genuine: π"),
        (2, (5,), "y_1 = 5 is what π_RC does on one percept: π on 2 percepts"),
        (5, (0,), "y_1 = 0 is not 5: frozen"),
        (5, (2,), "y_1 = 2 is not 5: frozen"),
        (3, (5, 2), "5, 2 is genuine: π on 3 percepts"),
        (5, (5, 5), "y_2 = 5 is not 2: frozen, though 5 is what it freezes to"),
        (5, (5, 9), "y_2 = 9 is not 2: frozen"),
        (5, (0, 5), "y_1 is wrong; that y_2 = 5 is what the frozen π_RC does, mends nothing"),
        (5, (0, 2), "y_1 is wrong; that y_2 = 2 is what π would do mends nothing"),
        (4, (5, 2, 3), "genuine: π on 4 percepts"),
        (5, (5, 2, 5), "y_3 = 5 is not 3: frozen"),
        (5, (5, 0, 3), "y_2 = 0 is not 2: frozen"),
        (5, (0, 2, 3), "y_1 = 0 is not 5: frozen"),
        (5, (0, 5, 5), "y_1 = 0 is not 5: frozen"),
    ],
)
def test_a_counter_by_hand(form, expected, acts, because):
    """π does 5, 2, 3, 4, ... on 1, 2, 3, 4, ... percepts; the reality check follows as far as all is genuine."""
    assert expected == form(COUNTER)(acting(*acts)), because


@every_form
def test_a_mirror_by_hand(form):
    """It freezes to the action on the first percept of the prompt: seen 3 there, that is 13."""
    genuine = history((0, 3), 13, (0, 4), 4, (0, 7))
    later = history((0, 3), 13, (0, 4), 5, (0, 7))
    at_once = history((0, 3), 3, (0, 4), 4, (0, 7))

    assert form(MIRROR)(genuine) == 7
    assert form(MIRROR)(later) == 13
    assert form(MIRROR)(at_once) == 13
    assert form(MIRROR)(history((0, 8), 3, (0, 4))) == 18


@every_form
def test_rewards_of_a_stranger_by_hand(form):
    """What is genuine depends on the rewards: 0, 1 is what the content learner does after 0, 1, not 0, -1."""
    assert form(CONTENT)(history((0, 0), 0, (1, 0), 1, (1, 0))) == 1
    assert form(CONTENT)(history((0, 0), 0, (-1, 0), 1, (1, 0))) == 0
    assert form(CONTENT)(history((0, 0), 0, (-1, 0), 0, (1, 0))) == 1


@every_form
def test_in_ignore_rewards_by_hand(form):
    """The content learner earns 1, -1, 1, ...; checked against reality it still does, for at first it does 0."""
    # True: 0, 1, 0, 1 after 0, 1, -1, 1. With rewards 0 the learner does 0, and from the second action 1 on, which
    # is not genuine then, it is frozen to 0: the question always has the answer 0, so +1, -1, +1.
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(form(CONTENT), ignore_rewards, 4)


@every_form
def test_a_counter_in_reverse_history_by_hand(form):
    """Reversed, 5 comes last where 2, 3, ... came: unlike the counter itself, its reality check is not paid."""
    # The counter's own answer depends on the length alone, so it is always paid.
    assert history((0, 0), 5, (1, 0), 2, (1, 0), 3, (1, 0)) == (
        *interaction(as_agent(COUNTER), reverse_history, 3),
        (1, 0),
    )
    # The check: y_1 = 5 = π(x_1): +1. y_2 = 2: reversed x_2 5 x_1 is genuine, 2: +1. y_3 = 3: reversed x_3 2 x_2 5
    # x_1 has y_1 = 2, not 5: frozen to 5, so -1. y_4 = 4: reversed begins with 3, not 5: -1.
    expected = history((0, 0), 5, (1, 0), 2, (1, 0), 3, (-1, 0), 4, (-1, 0), 5)
    assert expected == interaction(form(COUNTER), reverse_history, 5)


@every_agent_form
def test_agents_that_see_the_first_reward(form):
    """An agent, unlike a learner, may freeze to an action that depends on the first reward."""

    def pi(prompt):
        return prompt[0].reward if len(prompt) == 1 else 9

    assert form(pi)(history((7, 0), 7, (0, 0))) == 9
    assert form(pi)(history((7, 0), 6, (0, 0))) == 7
    assert form(pi)(history((6, 0), 7, (0, 0))) == 6


# --- In general ---


@given(agents(number_of_actions=3), prompts(actions=(0, 1, 2)))
def test_forms_agree_on_agents(agent, prompt):
    """For every agent and prompt, every form does the same, in whatever order it is asked."""
    expected = reality_check(agent)(prompt)
    memoised = reality_check_memoised(agent)
    memoised(prompt[:1])

    assert expected == memoised(prompt) == memoised(prompt) == reality_check_alternate(agent)(prompt)
    assert expected in (agent(prompt), agent(prompt[:1]))


@given(learners(number_of_actions=3), prompts(percepts=INTEGERS, actions=(0, 1, 2), max_percepts=5))
def test_forms_agree_on_learners(learner, prompt):
    """For every learner and prompt, the fold does what the definition does."""
    assert 1 == len({form(learner)(prompt) for form in ON_LEARNERS.values()})


@given(learners(), st.sampled_from([ignore_rewards, reverse_history]), st.integers(0, 4))
def test_it_never_freezes_in_reality(learner, environment, steps):
    """On the history it really has, the reality check does what π does."""
    checked = reality_check(as_agent(learner))
    result = interaction(checked, environment, steps)

    for length in range(1, len(result), 2):
        assert as_agent(learner)(result[:length]) == checked(result[:length])


# --- How they work ---


def counted(agent):
    """The agent, and the list of the questions put to it."""
    asked = []
    return lambda prompt: (asked.append(prompt), agent(prompt))[1], asked


@pytest.mark.parametrize(("n", "questions"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16)])
def test_questions_of_the_definition(n, questions):
    """On a genuine history of n percepts the recursion as written asks π 2^(n-1) times."""
    agent, asked = counted(as_agent(COUNTER))
    reality_check(agent)(acting(*[5, 2, 3, 4][: n - 1]))

    assert 2 ** (n - 1) == questions == len(asked)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_questions_of_the_memoised_form(n):
    """The memoised form asks n times, once for each prefix, and never again."""
    agent, asked = counted(as_agent(COUNTER))
    checked = reality_check_memoised(agent)
    prompt = acting(*[5, 2, 3, 4][: n - 1])
    for _ in range(3):
        checked(prompt)

    assert n == len(asked)
    assert [prompt[: 2 * k + 1] for k in range(n)] == asked


def test_states_of_the_fold_by_hand():
    """It holds the learner's state and its first action; frozen, the first action alone."""
    fold = reality_check_fold(COUNTER)

    assert fold.initial == RealityCheckState((0,), None, False)
    assert train(fold, acting(5)) == RealityCheckState((1,), 5, False)
    assert train(fold, acting(5, 2)) == RealityCheckState((2,), 5, False)
    assert train(fold, acting(5, 3)) == RealityCheckState(None, 5, True)
    assert train(fold, acting(5, 3, 5, 5)) == RealityCheckState(None, 5, True)
    assert train(fold, acting(4)) == RealityCheckState(None, 5, True)


def test_freezing_to_0():
    """A first action of 0 is an action like any other to freeze to."""
    assert reality_check(as_agent(CONTENT))(history((0, 0), 1, (1, 0))) == 0
    assert as_agent(reality_check_fold(CONTENT))(history((0, 0), 1, (1, 0))) == 0


@every_agent_form
@pytest.mark.parametrize("value", [(), (X, 0), ((0, 0),), [X], (X, -1, X), (Percept(0.5, 0),)])
def test_malformed_prompts(form, value):
    """Every form refuses what is no prompt, and asks nothing."""

    def agent(prompt):
        raise AssertionError

    with pytest.raises(MalformedHistory):
        form(agent)(value)


@every_agent_form
def test_agents_that_raise(form):
    """What π raises comes out; in an interaction, as a failure of the agent."""

    def agent(prompt):
        raise ValueError("no idea")

    with pytest.raises(ValueError, match=r"^no idea$"):
        form(agent)((X,))
    with pytest.raises(AgentRaised, match="no idea"):
        interaction(form(agent), ignore_rewards, 1)


# --- The published form, which is not Definition 7 ---


def published(learner, prompt):
    """What the published form does at the end of a prompt, never asked but by its own training."""
    form = PublishedRealityCheck(LearnerClass(learner))
    state = form.initial
    for index in range(0, len(prompt) - 2, 2):
        before, action, after = prompt[index : index + 3]
        state = form.train(state, Transition(before.observation, action, after.reward, after.observation))
    return form.ask(state, prompt[-1].observation)[0]


# π does 0 on one percept, then 2, 3, 4, ...
LATE = RegisterLearner(9, {"k": 0}, {"k": ["add", "k", 1]}, ["if", ["eq", "k", 0], 0, ["add", "k", 1]])


@pytest.mark.parametrize(
    ("expected", "acts"), [(5, ()), (2, (5,)), (5, (0,)), (3, (5, 2)), (5, (5, 9)), (5, (0, 5)), (5, (5, 2, 5))]
)
def test_published_agrees_where_the_first_action_is_not_0(expected, acts):
    """Where π's first action is not 0, the first action that is not 0 is the first action."""
    assert expected == reality_check(as_agent(COUNTER))(acting(*acts)) == published(COUNTER, acting(*acts))


@pytest.mark.parametrize(
    ("defined", "quirk", "acts", "because"),
    [
        (0, 0, (7,), "it has computed 0 only, so it freezes to 0"),
        (0, 2, (0, 7), "it has computed 0, 2 and freezes to 2, the first that is not 0"),
        (0, 2, (0, 2, 7), "it has computed 0, 2, 3 and freezes to 2"),
        (0, 2, (0, 0, 2), "frozen to 2 at y_2 = 0 for good"),
        (3, 3, (0, 2), "genuine: both do as π does"),
    ],
)
def test_published_quirk_by_hand(defined, quirk, acts, because):
    """Where π's first action is 0, the published form freezes to the first action computed that is not 0."""
    assert defined == reality_check(as_agent(LATE))(acting(*acts)), because
    assert quirk == published(LATE, acting(*acts)), because


def test_being_asked_changes_the_published_form():
    """A question counts as computing: asked about observation 3 first, the mirror of what it sees freezes to 3."""
    form = PublishedRealityCheck(LearnerClass(RegisterLearner(9, {}, {}, "obs")))
    wrong = Transition(observation=0, action=1, reward=0, next_observation=0)
    action, asked = form.ask(form.initial, 3)

    assert action == 3
    assert form.ask(form.train(asked, wrong), 7)[0] == 3
    assert form.ask(form.train(form.initial, wrong), 7)[0] == 0


def test_the_published_form_remembers_its_answers_until_trained():
    """It compares with what it answered for the observation since it was last trained, then forgets."""
    form = PublishedRealityCheck(LearnerClass(COUNTER))
    _, asked = form.ask(form.initial, 0)
    trained = form.train(asked, Transition(0, 5, 0, 0))

    assert asked.answered == ((0, 5),)
    assert trained.answered == ()
    assert (trained.frozen, trained.inner) == (False, (1,))
    assert form.train(asked, Transition(0, 4, 0, 0)).frozen


def test_the_published_form_stays_frozen():
    """Once frozen, nothing changes it, not even being asked."""
    form = PublishedRealityCheck(LearnerClass(COUNTER))
    frozen = form.train(form.initial, Transition(0, 4, 0, 0))

    assert (5, frozen) == form.ask(frozen, 9)
    assert frozen is form.train(frozen, Transition(0, 5, 0, 0))
