"""Agents, environments and learners given as finite tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import Transition
from formal_rl.environments import TableAgent, TableEnvironment, TableLearner, ignore_rewards, interaction
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.errors import AgentRaised, EnvironmentRaised, InvalidParameter, MalformedHistory, UnansweredQuestion
from formal_rl.histories import Percept, history
from formal_rl.strategies import actions, percepts, plays, prompts, transitions
from proofs_as_tests.rows import each_row_of, malformed, refused

X = Percept(0, 0)
NAMES = {
    "Percept": Percept,
    "Fraction": Fraction,
    "Transition": Transition,
    "TableAgent": TableAgent,
    "TableEnvironment": TableEnvironment,
    "TableLearner": TableLearner,
}

AGENT = TableAgent({history((0, 0), 1, (1, 0)): 0, history((0, 0)): 1})
ENVIRONMENT = TableEnvironment({history((0, 0), 10): Percept(1, 2), (): Percept(0, 0)})
LEARNER = TableLearner({((Transition(0, 1, -1, 0),), 0): 0, ((), 0): 1})


def test_running_off_the_table():
    """In an interaction, a question without an answer is a failure of the agent, or of the environment."""
    with pytest.raises(AgentRaised) as agent:
        interaction(AGENT, ignore_rewards, 3)
    with pytest.raises(EnvironmentRaised) as environment:
        interaction_ordinary(lambda prompt: 10, ENVIRONMENT, 3)

    # Ignore rewards pays 1 for the first 1; then the agent does 0, and the question is (0,0) 1 (0,0).
    assert history((0, 0), 1, (0, 0)) == agent.value.prompt
    assert history((0, 0), 1, (1, 0), 0) == agent.value.history
    assert isinstance(agent.value.__cause__, UnansweredQuestion)
    assert history((0, 0), 10, (1, 2), 10) == environment.value.play


def test_reprs():
    """The repr is code, shortest question first."""
    assert repr(AGENT) == "TableAgent({(Percept(0, 0),): 1, (Percept(0, 0), 1, Percept(1, 0)): 0})"
    assert repr(ENVIRONMENT) == "TableEnvironment({(): Percept(0, 0), (Percept(0, 0), 10): Percept(1, 2)})"
    assert repr(LEARNER) == (
        "TableLearner({((), 0): 1, ((Transition(observation=0, action=1, reward=-1, next_observation=0),), 0): 0})"
    )


def test_texts():
    """Read by people, a table is aligned, a question a line."""
    assert str(AGENT).splitlines() == [
        "the agent answers",
        "  (0,0)          ->  1",
        "  (0,0) 1 (1,0)  ->  0",
    ]
    assert str(ENVIRONMENT).splitlines() == [
        "the environment answers",
        "  ⟨⟩        ->  (0,0)",
        "  (0,0) 10  ->  (1,2)",
    ]
    assert str(LEARNER).splitlines() == [
        "the learner answers",
        "  untrained, on seeing 0  ->  1",
        "  [0 1 -1 0], on seeing 0  ->  0",
    ]


QUESTIONS = st.tuples(st.lists(transitions(), max_size=2).map(tuple), st.just(0))
TABLES = (
    st.dictionaries(prompts(), actions(), max_size=4).map(lambda table: (TableAgent, table)),
    st.dictionaries(plays(), percepts(), max_size=4).map(lambda table: (TableEnvironment, table)),
    st.dictionaries(QUESTIONS, actions(), max_size=4).map(lambda table: (TableLearner, table)),
)


@given(st.one_of(TABLES))
def test_tables_can_be_pasted(built):
    """Evaluating the repr gives an equal table with the same answers; pairs will do for a mapping."""
    build, entries = built
    table = build(entries)
    back = eval(repr(table), NAMES)

    assert table == back == build(list(entries.items()))
    assert hash(table) == hash(back)
    assert all((back.act(*each) if build is TableLearner else back(each)) == it for each, it in entries.items())


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("build", "pairs", "question"),
    [
        (TableAgent, [((X,), 1), ((X, 0, X), 0), ((X,), 0)], (X,)),
        (TableAgent, [((X,), 1), ((X,), 1)], (X,)),
        (TableAgent, [((Percept(2, 0),), 0), ((Percept(Fraction(2), 0),), 1)], (Percept(Fraction(2), 0),)),
        (TableEnvironment, [((), X), ((X, 0), X), ((), Percept(HALF, 0))], ()),
        (TableLearner, [(((), 0), 1), (((), 1), 1), (((), 0), 0)], ((), 0)),
    ],
)
def test_a_question_asked_twice(build, pairs, question):
    """A table has one answer to a question: given as pairs, it may not list a question twice."""
    with pytest.raises(InvalidParameter) as raised:
        build(pairs)

    assert question == raised.value.value
    assert f"the table is {question!r}: expected each question once" == str(raised.value)


@pytest.mark.parametrize(
    ("table", "question", "index"),
    [
        (AGENT, [X], None),
        (AGENT, (Percept(0, []),), 0),
        (ENVIRONMENT, [X, 0], None),
        (ENVIRONMENT, (X, 0, Percept(0, {}), 0), 2),
    ],
)
def test_questions_that_cannot_be_looked_up(table, question, index):
    """What cannot be hashed is in no table, and no history either: refused as such."""
    with pytest.raises(MalformedHistory) as raised:
        table(question)

    assert index == raised.value.index


@pytest.mark.parametrize(
    ("build", "table", "index", "value", "expected"),
    [
        (TableAgent, [((Percept(0, []),), 0)], 0, [], "a hashable observation"),
        (TableAgent, [((X,), 1), ((X, 0, Percept(0, {})), 0)], 2, {}, "a hashable observation"),
        (TableAgent, [(([],), 0)], 0, [], "a Percept(reward, observation)"),
        (TableAgent, [((X, [], X), 0)], 1, [], "an action: an int >= 0 (bool is not one)"),
        (TableEnvironment, [((Percept(0, []), 0), X)], 0, [], "a hashable observation"),
        (TableEnvironment, [((X, 0), Percept(0, []))], 2, [], "a hashable observation"),
    ],
)
def test_questions_that_cannot_be_hashed(build, table, index, value, expected):
    """What cannot be hashed in a question is found as in any history, with its place."""
    with pytest.raises(MalformedHistory) as raised:
        build(table)

    assert (index, value, expected) == (raised.value.index, raised.value.value, raised.value.expected)


@pytest.mark.parametrize("question", [((), []), ((Transition(0, 0, 0, []),), 0)], ids=repr)
def test_questions_to_a_learner_that_cannot_be_hashed(question):
    """What cannot be hashed in a question to a learner is refused with the table."""
    with pytest.raises((InvalidParameter, MalformedHistory)):
        TableLearner([(question, 0)])


MOVED = Transition(0, 0, 0, 0)


@each_row_of(
    refused(UnansweredQuestion, AGENT, ((X, 0, X),)),
    refused(UnansweredQuestion, ENVIRONMENT, ((X, 0),)),
    refused(UnansweredQuestion, LEARNER.act, ((), 1)),
    refused(malformed(0), TableAgent, ({(): 0},)),
    refused(malformed(1, -1), TableAgent, ({(X,): -1},)),
    refused(malformed(1), TableEnvironment, ({(X,): X},)),
    refused(malformed(2, None), TableEnvironment, ({(X, 0): None},)),
    refused(InvalidParameter, TableAgent, ({0: 0},)),
    refused(InvalidParameter, TableLearner, *(({key: 0},) for key in ((), (0, 0), ((), 0, 0)))),
    refused(malformed(1, 0), TableLearner, ({((MOVED, 0), 0): 0},)),
    refused(MalformedHistory, TableLearner, ({((), 0): -1},), ({((MOVED._replace(reward=0.5),), 0): 0},)),
)
def test_malformed_tables_raise(row):
    """Questions and answers that are none are refused when built, others when asked."""
    row()
