"""Classes with act and train as learners, learners as such classes, and the lists of transitions between them."""

import copy
import pickle
from array import array
from functools import partial

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import ConstantLearner, Transition, from_class, to_class, train
from formal_rl.agents.practitioner import LIVE_INSTANCES, NO_TRANSITIONS, TransitionList
from formal_rl.errors import AgentRaised, InvalidParameter, MalformedHistory, NotAnAction
from formal_rl.histories import history
from formal_rl.strategies import transitions
from proofs_as_tests.rows import each_row_of, gives, refused

PAID, UNPAID = Transition(0, 0, 1, 0), Transition(0, 0, 0, 0)
LONG = 100_000


def counted():
    """A class that does whether it was last paid, and counts what is done to all its instances."""

    class Counted:
        made = asked = trained = 0

        def __init__(self):
            Counted.made += 1
            self.paid = False

        def act(self, seen):
            Counted.asked += 1
            return int(self.paid)

        def train(self, seen_before, done, reward, seen):
            Counted.trained += 1
            self.paid = reward > 0

    return Counted


# --- Lists of transitions ---


@given(st.lists(transitions(), max_size=6), st.lists(transitions(), max_size=6))
def test_lists_are_equal_as_tuples_are(first, second):
    """Equality, length and elements are those of tuples, equal lists have equal hashes, and a short repr builds one."""
    one, two = TransitionList.of(first), TransitionList.of(second)

    assert (one == two) == (first == second)
    assert (list(one), len(one)) == (first, len(first))
    assert one == TransitionList.of(first)
    assert hash(one) == hash(TransitionList.of(first))
    assert one == pickle.loads(pickle.dumps(one)) == copy.deepcopy(one)


def test_a_long_list():
    """At 100,000 transitions a list is hashed, compared, shown, pickled and dropped, without recursion."""
    one, two, other = (
        TransitionList.of(Transition(0, 0, first if n == 0 else n, 0) for n in range(LONG)) for first in (0, 0, 1)
    )

    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert len(repr(one)) < 200
    assert f"{LONG} transitions" in repr(one)
    assert pickle.loads(pickle.dumps(one)) == one
    assert {one: 1}[two] == 1
    del one, two, other


def test_a_list_cannot_be_changed():
    """No attribute of a list can be assigned to."""
    with pytest.raises(AttributeError):
        NO_TRANSITIONS.append(PAID).last = UNPAID


# --- Learners from classes ---


@pytest.mark.parametrize("lines", [1, 2, 3, LIVE_INSTANCES])
def test_lines_move_forward_side_by_side(lines):
    """Lines of states, trained alike at first, have an instance each, and none is replayed."""
    made = counted()
    learner = from_class(made)
    states = [learner.initial] * lines
    for n in range(50):
        for line in range(lines):
            states[line] = learner.learn(states[line], Transition(0, 0, n if n < 10 else n * line, 0))
            learner.act(states[line], 0)

    assert made.made == lines
    assert made.trained == made.asked == 50 * lines
    assert learner.replays == 0


def test_more_lines_than_live_instances_are_replayed():
    """A line too many is paid for with replays, which are counted, and the answers stay right."""
    made = counted()
    learner = from_class(made)
    states = [learner.learn(learner.initial, Transition(0, 0, line % 2, 0)) for line in range(LIVE_INSTANCES + 1)]

    assert [learner.act(state, 0) for state in states] == [line % 2 for line in range(LIVE_INSTANCES + 1)]
    assert learner.replays > 0
    assert learner.replayed_transitions == made.trained - (LIVE_INSTANCES + 1)


def test_old_states_are_replayed_once_then_copied_and_counted():
    """A state that was left behind trains a new instance from the start; from then on copies are left behind."""
    made = counted()
    learner = from_class(made)
    one = learner.learn(learner.initial, PAID)
    two = learner.learn(one, UNPAID)

    assert learner.act(one, 0) == 1
    assert (learner.replays, learner.replayed_transitions, made.made) == (1, 1, 2)
    assert [learner.act(two, 0), learner.act(one, 0), learner.act(learner.initial, 0)] == [0, 1, 0]
    assert (learner.replays, learner.replayed_transitions, made.made) == (1, 1, 3)
    assert learner.act(learner.learn(one, PAID), 0) == 1
    assert learner.act(learner.learn(one, UNPAID), 0) == 0
    assert (learner.replays, learner.replayed_transitions, learner.copies) == (1, 1, 1)
    assert learner.act(learner.learn(two, PAID), 0) == 1
    assert learner.act(two, 0) == 0
    assert (learner.replays, learner.replayed_transitions, learner.copies) == (1, 1, 2)
    assert learner.act(learner.learn(one, PAID), 0) == 1
    assert (learner.replays, learner.replayed_transitions, learner.why_not_copied) == (2, 2, "")


class Remembers:
    """Adds up rewards; a subclass holds them where a copy may or may not be its own."""

    def __init__(self):
        self.rewards = []

    def act(self, obs):
        return sum(self.rewards) % 3

    def train(self, o_prev, a, r, o_next):
        self.rewards.append(r)


class Refuses(Remembers):
    """A generator cannot be copied."""

    def __init__(self):
        super().__init__()
        self.generator = (each for each in ())


class SharesByItself(Remembers):
    """What it holds says that it is its own copy."""

    class Held:
        def __init__(self):
            self.rewards = []

        def __deepcopy__(self, memo):
            return self

    def __init__(self):
        self.held = self.Held()
        self.rewards = self.held.rewards


class ClosesOver(Remembers):
    """Its rewards are in what a function closes over, which is copied as the same function."""

    def __init__(self):
        rewards = []
        self.keep = rewards.append
        self.total = lambda: sum(rewards)

    def act(self, obs):
        return self.total() % 3

    def train(self, o_prev, a, r, o_next):
        self.keep(r)


class KeepsAMethod(ClosesOver):
    """Its rewards are also behind the method of a list, which is copied as the same method."""

    def __init__(self):
        super().__init__()
        self.total = self.Total(self.keep)

    class Total:
        """What sums up the list of a method."""

        def __init__(self, method):
            self.method = method

        def __call__(self):
            return sum(self.method.__self__)


class SharesAnArray(Remembers):
    """What it holds is shared by itself, and is of a type that nobody here knows."""

    class Held(array):
        def __deepcopy__(self, memo):
            return self

    def __init__(self):
        self.rewards = self.Held("q")


class HidesInAPartial(Remembers):
    """Its rewards are in what a function closes over, behind an object of C."""

    def __init__(self):
        rewards = []
        self.total = partial(lambda: sum(rewards))
        self.keep = rewards.append

    act, train = ClosesOver.act, ClosesOver.train


class HoldsMuch(Remembers):
    """Containers in containers, one of them in two places, and itself."""

    def __init__(self):
        self.rewards = [0]
        self.again = {(0, 1): [self.rewards, {1: self.rewards}], None: {2, (3, (4,))}, "itself": self}
        self.pair = (array("q", [0]), numpy.zeros(1), range(2), self.rewards)

    def act(self, obs):
        rewards = self.again["itself"].again[0, 1][1][1]
        itself = self.again["itself"] is self and rewards is self.rewards is self.pair[3]
        counted = self.pair[0][0] == self.pair[1][0] == len(self.again[None]) - 2 == len(rewards) - 1
        return sum(rewards) % 3 if itself and counted else 7

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev, a, r, o_next)
        self.pair[0][0] += 1
        self.pair[1][0] += 1
        self.again[None].add((3, (4, len(self.rewards))))


class CopiesInItsWay(Remembers):
    """Has its own way of being copied, which is heeded."""

    def __deepcopy__(self, memo):
        copied = type(self)()
        copied.rewards = list(self.rewards)
        return copied


class Slotted:
    """Has no dict."""

    __slots__ = ("rewards",)

    __init__, act, train = Remembers.__init__, Remembers.act, Remembers.train


class IsAList(list):
    """Is its own container."""

    def act(self, obs):
        return sum(self) % 3

    def train(self, o_prev, a, r, o_next):
        self.append(r)


def branching_answers(learner, turns):
    """Answers where at each turn two lines leave one state, as where an environment asks about another past."""
    state, answers = learner.initial, []
    for turn in range(turns):
        aside = learner.learn(state, Transition(0, 0, turn % 5, 0))
        answers.append(learner.act(aside, 0))
        state = learner.learn(state, Transition(0, 0, turn % 3, 0))
        answers.append(learner.act(state, 0))
    return answers


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (Remembers, ""),
        (Refuses, "raised TypeError"),
        (SharesByItself, "shares a"),
        (ClosesOver, "shares a "),
        (KeepsAMethod, "shares a builtin_function_or_method"),
        (SharesAnArray, "shares a Held"),
        (HidesInAPartial, "shares a "),
        (HoldsMuch, ""),
        (CopiesInItsWay, ""),
        (Slotted, ""),
        (IsAList, ""),
    ],
)
def test_instances_are_copied_where_a_copy_is_independent(made, reason):
    """Answers do not depend on it; an instance that cannot be copied is trained again at every turn."""
    learner = from_class(made)
    turns = 20

    assert branching_answers(learner, turns) == branching_answers(from_class(Remembers), turns)
    assert reason in learner.why_not_copied
    assert (learner.why_not_copied == "") == (reason == "")
    if reason:
        assert (learner.copies, learner.replays) == (0, turns - 1)
    else:
        assert (learner.copies, learner.replays) == (turns - 1, 1)


def test_a_class_whose_asking_fills_a_cache():
    """An instance may change when asked, as long as its answers do not."""

    class Caches:
        def __init__(self):
            self.total, self.cache = 0, {}

        def act(self, obs):
            return self.cache.setdefault((self.total, obs), (self.total + obs) % 2)

        def train(self, o_prev, a, r, o_next):
            self.total += r

    learner = from_class(Caches)
    state = train(learner, history((0, 0), 0, (1, 0), 1, (1, 1)))

    assert [learner.act(state, 0), learner.act(state, 1), learner.act(state, 0)] == [0, 1, 0]


def test_it_is_a_value_but_for_its_instances():
    """Learners of one class are equal, and travel without the instances."""
    learner = from_class(FailsToAct)
    state = learner.learn(learner.initial, PAID)

    assert learner == from_class(FailsToAct) == pickle.loads(pickle.dumps(learner))
    assert hash(learner) == hash(from_class(FailsToAct))
    assert learner != from_class(FailsToTrain)
    assert "FailsToAct" in repr(learner)
    assert len(repr(learner)) < 200
    assert state == TransitionList.of([PAID])


# --- Classes that are none ---


class FailsToBeMade:
    """Wants an argument."""

    def __init__(self, number_of_actions):
        """Never get here."""


class FailsToAct:
    """Raises when asked."""

    def act(self, obs):
        """Raise."""
        raise ValueError(f"never saw {obs}")

    def train(self, o_prev, a, r, o_next):
        """Learn nothing."""


class FailsToTrain:
    """Raises when trained."""

    def act(self, obs):
        """Do 0."""
        return 0

    def train(self, o_prev, a, r, o_next):
        """Raise."""
        raise ZeroDivisionError


class NoTrain:
    """Lacks a method."""

    def act(self, obs):
        """Do 0."""
        return 0


@pytest.mark.parametrize(
    ("made", "does", "kind", "question"),
    [
        (FailsToBeMade, "act", TypeError, ()),
        (FailsToAct, "act", ValueError, (NO_TRANSITIONS, 7)),
        (FailsToTrain, "learn", ZeroDivisionError, (NO_TRANSITIONS, PAID)),
        (NoTrain, "learn", AttributeError, (NO_TRANSITIONS, PAID)),
    ],
)
def test_an_exception_of_a_class_names_the_question(made, does, kind, question):
    """An exception of an instance becomes `AgentRaised`, with the question and the cause."""
    learner = from_class(made)
    with pytest.raises(AgentRaised) as failure:
        learner.act(learner.initial, 7) if does == "act" else learner.learn(learner.initial, PAID)

    assert type(failure.value.__cause__) is kind
    assert failure.value.prompt == question
    assert kind.__name__ in str(failure.value)
    assert len(failure.value.__notes__) == 1


@pytest.mark.parametrize(
    ("value", "kind"),
    [(True, "bool"), (1.0, "float"), (None, "NoneType"), (-1, "int"), (numpy.True_, "bool")],
)
def test_error_names_invalid_action(value, kind):
    """An answer that is not a natural number becomes `NotAnAction`, and its type is named."""

    class Answers:
        def act(self, obs):
            return value

        def train(self, o_prev, a, r, o_next):
            pass

    learner = from_class(Answers)
    state = learner.learn(learner.initial, PAID)
    with pytest.raises(NotAnAction, match=f"of type {kind}") as failure:
        learner.act(state, 0)

    assert failure.value.prompt == (state, 0)


def test_an_instance_that_raised_is_given_up():
    """After a failure a new instance, trained from the start, answers for the state."""

    class RaisesOnce:
        raised = False

        def __init__(self):
            self.trained = 0

        def act(self, obs):
            if not RaisesOnce.raised:
                RaisesOnce.raised = True
                self.trained = 99
                raise RuntimeError
            return self.trained

        def train(self, o_prev, a, r, o_next):
            self.trained += 1

    learner = from_class(RaisesOnce)
    state = learner.learn(learner.initial, PAID)
    with pytest.raises(AgentRaised):
        learner.act(state, 0)

    assert learner.act(state, 0) == 1
    assert learner.replays == 1


# --- Classes from learners ---


def test_its_parameters_have_the_names_of_the_paper():
    """Listings that call with keywords can call these."""
    instance = to_class(ConstantLearner(1))()

    assert instance.act(obs=0) == 1
    assert instance.train(o_prev=0, a=0, r=0, o_next=0) is None


ONE, OTHER = (Transition(type("SameHash", (), {"__hash__": lambda self: 1})(), 0, 0, 0) for _ in range(2))


@each_row_of(
    gives(
        lambda *first: TransitionList.of((*first, PAID)) == TransitionList.of((ONE, PAID)), (ONE, True), (OTHER, False)
    ),
    refused((MalformedHistory, {"index": 0}), NO_TRANSITIONS.append, (Transition([], 0, 0, 0),)),
    refused((MalformedHistory, {"index": 1}), NO_TRANSITIONS.append(PAID).append, (Transition(0, 0, 0, []),)),
    refused(InvalidParameter, from_class, (7,)),
)
def test_malformed_lists_and_classes_raise(row):
    """Lists are never equal by their hashes alone; unhashable transitions are not learned."""
    row()
