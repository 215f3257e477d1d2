"""Alexander et al. 2022, Definition 6 and what follows of it, and the reality check of classes in Section 5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent, ask_instance, from_class, instantiate, to_class, train, transitions
from formal_rl.checking import Scope, difference, trials
from formal_rl.environments import ignore_rewards, ignore_rewards_incremental, interact_incremental, interaction
from formal_rl.statements import find, holds
from formal_rl.strategies import learners, observations, prompts
from formal_rl.strategies import transitions as drawn_transitions
from formal_rl.transforms import reality_check, reality_check_class, reality_check_fold

IDENTIFIERS = ("A22-D6", "A22-D6-sim", "A22-S5-class")


@pytest.mark.parametrize("identifier", IDENTIFIERS)
@pytest.mark.parametrize("horizon", [3, 4])
def test_it_holds_in_other_scopes(identifier, horizon):
    """No branch is left out where scripts and histories are shorter or longer."""
    holds(identifier, Scope(horizon=horizon))


@pytest.mark.statement("A22-D6")
def test_what_the_published_reality_check_does():
    """The meant failure has the smallest witness: b answers otherwise once a was asked."""
    name = "the published reality check is semi-deterministic"
    published = next(part for part in find("A22-D6").check(Scope()) if part.name == name).refutation.disagreement

    assert (published.expected, published.got) == (1, 0)
    assert published.about == (
        "what b does, a asked in between (a is made; b is made; a is asked about 1: 1; a is trained on [0 1 0 0]; "
        "b is trained on [0 1 0 0]; a is asked about 0: 1; b is asked about 0: 0)"
    )


@pytest.mark.statement("A22-D6")
@given(learners(max_registers=0), st.lists(drawn_transitions(), min_size=1, max_size=3), st.data())
def test_drawn_learners_and_their_reality_checks_are_semi_deterministic(learner, alphabet, data):
    """No program over drawn transitions tells two identically trained instances apart."""
    programs = list(trials(2, observations=(0, 1), transitions=alphabet[:2]))
    program = data.draw(st.sampled_from(programs))

    assert difference(to_class(learner), program) is None
    assert difference(reality_check_class(to_class(learner)), program) is None


@pytest.mark.statement("A22-D6-sim")
@given(learners())
def test_drawn_learners_in_ignore_rewards(learner):
    """Twenty steps of a class in ignore rewards are those of the learner, and neither line is ever replayed."""
    read = from_class(to_class(learner))
    playing = interact_incremental(read, ignore_rewards_incremental)

    assert tuple(next(playing) for _ in range(40)) == interaction(as_agent(learner), ignore_rewards, 20)
    assert (read.replays, read.replayed_transitions) == (0, 0)


@pytest.mark.statement("A22-S5-class")
@given(
    learners(max_registers=0),
    prompts(max_percepts=8),
    st.lists(observations(), max_size=2),
    st.lists(st.booleans(), min_size=8, max_size=8),
)
def test_the_class_is_the_definition_beyond_the_exhausted_scope(learner, prompt, asked, own):
    """Along drawn histories, own actions put in at drawn places, questions in between, Σ is π_RC and the fold."""
    agent = as_agent(learner)
    told = prompt[:1]
    for place in range(1, len(prompt), 2):
        told = (*told, agent(told) if own[place // 2] else prompt[place], prompt[place + 1])
    instance = instantiate(reality_check_class(to_class(learner)))
    for transition in transitions(told):
        for question in asked:
            instance.act(question)
        instance.train(*transition)
    fold = reality_check_fold(learner)

    assert ask_instance(instance, (), told[-1].observation) == reality_check(agent)(told)
    assert instance.act(told[-1].observation) == fold.act(train(fold, told), told[-1].observation)
