"""Merging against forking on drawn step programs, and on the programs that once told them apart."""

import pickle
from collections import Counter
from copy import copy, deepcopy
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import settings

from formal_rl.agents import Transition
from formal_rl.checking import Disagreement, fork_steps, merge_steps
from formal_rl.environments import TableLearner
from formal_rl.errors import NotMergeable, NotReproducible

ONE = Transition(0, 0, 0, 0)
PROGRAMS = 300 if settings().max_examples < 1_000 else 6_000


class DrawnProgram:
    """A drawn step program over a few copies of the learner and a few small numbers.

    Each operation asks a copy, trains it, overwrites it by another (perhaps on a condition), or compares two.
    """

    def __init__(self, seed):
        draw = Random(seed)
        self.copies, self.numbers = draw.randint(1, 4), draw.randint(1, 3)
        self.actions = range(draw.choice((2, 2, 3)))
        self.observations = draw.choice((1, 2))
        self.before = [self._operation(draw) for _ in range(draw.randint(0, 3))]
        self.during = [self._operation(draw) for _ in range(draw.randint(2, 7))]
        self.forbidden = (draw.randint(0, 2), draw.randint(0, 6)) if draw.random() < 0.4 else None
        self.untrained_again = draw.random() < 0.05
        asks = sum(operation[0] == "ask" for operation in self.during)
        self.horizon = max(1, min(6, 10 // max(1, asks * (len(self.actions) - 1))))

    def _operation(self, draw):
        one, other = draw.randrange(self.copies), draw.randrange(self.copies)
        number, another = draw.randrange(self.numbers), draw.randrange(self.numbers)
        kind = draw.choices(("ask", "train", "copy", "copy if", "compare"), (8, 8, 2, 1, 1))[0]
        return kind, one, other, number, another, draw.randint(0, 1)

    def _run(self, operations, learner, copies, numbers, cover):
        for kind, one, other, number, another, constant in operations:
            seen = (numbers[another] if constant else 0) % self.observations
            if kind == "ask":
                numbers[number] = learner.act(copies[one], seen)
            elif kind == "train":
                transition = Transition(seen, numbers[number], numbers[another] * constant, 0)
                copies[one] = learner.learn(copies[one], transition)
            elif kind == "copy" or (kind == "copy if" and numbers[number] == 0):
                copies[one] = copies[other]
            elif kind == "compare":
                numbers[number] = int(copies[one] == copies[other])
                cover("equal" if numbers[number] else "unequal")

    def start(self, learner):
        copies, numbers = [learner.initial] * self.copies, [0] * self.numbers
        self._run(self.before, learner, copies, numbers, lambda branch: None)
        return tuple(copies), tuple(numbers), 0

    def step(self, learner, state, cover):
        copies, numbers, time = list(state[0]), list(state[1]), state[2]
        self._run(self.during, learner, copies, numbers, cover)
        if self.untrained_again and numbers[0] == 1:
            copies[0] = learner.initial
        cover(f"the first number is {numbers[0]}")
        if self.forbidden is not None and time >= self.forbidden[1] and numbers[0] == self.forbidden[0]:
            return Disagreement(f"at time {time}", "another number", numbers[0])
        return tuple(copies), tuple(numbers), time + 1

    def summary(self, state):
        return state[1], state[0][0] == state[0][-1]


class ShowingProgram(DrawnProgram):
    """A drawn program in which lists of the learner are shown: as an observation, and in some places of transitions.

    An observation is a number, a list, or a pair of them; a transition that has no list in it is still drawn, and
    numbers in it are whole, fractions or truth values. What ``places`` names is where a list may stand.
    """

    def __init__(self, seed):
        self.places = Random(-seed - 1).choice(((), ("observation",), ("observation",), ("observation", "transition")))
        super().__init__(seed)

    def _operation(self, draw):
        *operation, constant = super()._operation(draw)
        return *operation, (constant, draw.choice(("number", "list", "pair")), draw.randrange(4), draw.randrange(3))

    def _run(self, operations, learner, copies, numbers, cover):
        for kind, one, other, number, another, (constant, shown, place, as_kind) in operations:
            plain = numbers[another] % self.observations
            if kind == "ask" and "observation" in self.places:
                seen = {"number": plain, "list": copies[other], "pair": (plain, copies[other])}[shown]
                numbers[number] = learner.act(copies[one], seen)
            elif kind == "train":
                moved = [plain, numbers[number], numbers[another] * constant, 0]
                if place in {0, 3}:
                    moved[place] = (int, Fraction, bool)[as_kind](moved[place])
                if "transition" in self.places and shown != "number":
                    moved[place] = copies[other] if shown == "list" else (copies[other], 0)
                copies[one] = learner.learn(copies[one], Transition(*moved))
            else:
                super()._run([(kind, one, other, number, another, constant)], learner, copies, numbers, cover)


def _compare(seed, drawn=DrawnProgram):
    """Run both engines on the program of a seed; return how it came out."""
    program = drawn(seed)
    options = {"actions": program.actions, "domain": ""}
    try:
        merged = merge_steps("drawn", program, program.horizon, **options)
    except NotMergeable:
        return "not mergeable"
    forked = fork_steps("drawn", program, program.horizon, **options)
    if forked.part.refutation is not None or merged.part.refutation is not None:
        assert forked.part.refutation.disagreement.about == merged.part.refutation.disagreement.about
        return "refuted"
    assert forked.summaries == merged.summaries
    assert forked.part.cases == merged.part.cases
    assert forked.part.branches == merged.part.branches
    return "holds, fewer states" if merged.states < forked.part.cases else "holds"


def test_merging_agrees_with_forking_on_drawn_programs():
    """Cases, summaries, branches and the least refuting step are the same; each outcome occurs."""
    outcomes = Counter(_compare(seed) for seed in range(PROGRAMS))

    assert sum(outcomes.values()) == PROGRAMS
    assert set(outcomes) == {"holds", "holds, fewer states", "refuted", "not mergeable"}


def test_merging_agrees_with_forking_where_lists_are_shown():
    """Lists as observations are merged rightly; in transitions they are refused, and nothing else is but a new copy."""
    outcomes = Counter(_compare(seed, ShowingProgram) for seed in range(PROGRAMS))
    refused = {seed for seed in range(100) if _compare(seed, ShowingProgram) == "not mergeable"}

    assert sum(outcomes.values()) == PROGRAMS
    assert set(outcomes) == {"holds", "holds, fewer states", "refuted", "not mergeable"}
    assert all("transition" in p.places or p.untrained_again for p in map(ShowingProgram, refused))
    assert outcomes["holds, fewer states"] > PROGRAMS / 10


class CrossLearner:
    """Two copies, each trained on seeing itself: first the one, then the other, which is the same list then.

    The smallest program found in which a list in a transition misled merging: it counted 4 cases, and the totals
    1 and 2, that no learner reaches.
    """

    def start(self, learner):
        return 0, learner.initial, learner.initial, 0

    def step(self, learner, state, cover):
        time, one, other, total = state
        if time == 0:
            one = learner.learn(other, Transition(one, 0, 0, 0))
            return 1, one, other, total + learner.act(one, 0)
        other = learner.learn(other, Transition(other, 0, 0, 0))
        return 2, one, other, total + 2 * learner.act(other, 0)

    def summary(self, state):
        return state[3]


def test_a_list_in_a_transition_is_refused():
    """Forking reaches the totals 0 and 3; merging refuses, and does not count the totals that nobody reaches."""
    options = {"actions": (0, 1), "domain": ""}

    assert fork_steps("crossed", CrossLearner(), 2, **options).summaries == {0: 1, 3: 1}
    with pytest.raises(NotMergeable, match="a transition holds a list of transitions"):
        merge_steps("crossed", CrossLearner(), 2, **options)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("wrapped", [lambda memory: memory, lambda memory: (0, (memory,))], ids=["bare", "in tuples"])
def test_a_list_anywhere_in_a_transition_is_refused(place, wrapped):
    """As observation before or after, action or reward, bare or within tuples."""

    class Placed(TwoKinds):
        def step(self, learner, state, cover):
            moved = [0, 0, 0, 0]
            moved[place] = wrapped(state.memory)
            return First(learner.learn(state.memory, Transition(*moved)))

    with pytest.raises(NotMergeable, match="a transition holds a list of transitions"):
        merge_steps("placed", Placed(), 1, actions=(0, 1), domain="")


@pytest.mark.parametrize("hidden", [[0], {"a": 0}, 0.5, object()], ids=lambda each: type(each).__name__)
def test_a_transition_in_which_a_list_could_hide_is_refused(hidden):
    """Only tuples, numbers and text are looked into."""

    class Hidden(TwoKinds):
        def step(self, learner, state, cover):
            return First(learner.learn(state.memory, ONE._replace(reward=(hidden,))))

    with pytest.raises((NotMergeable, TypeError), match=type(hidden).__name__):
        merge_steps("hidden", Hidden(), 1, actions=(0, 1), domain="")


class ListAndNumber:
    """Asks about the untrained list as an observation, then about 0, the number that it once was."""

    def start(self, learner):
        return learner.initial, learner.learn(learner.initial, ONE)

    def step(self, learner, state, cover):
        one, other = state
        shown = learner.act(other, one), learner.act(other, 0)
        cover("alike" if shown[0] == shown[1] else "apart")
        return learner.learn(one, Transition(*shown, 0, 0)), other

    def summary(self, state):
        return None


@pytest.mark.parametrize("engine", [fork_steps, merge_steps])
def test_a_list_shown_is_no_number(engine):
    """The untrained list and 0 are two observations: 4 ways to answer, of which 2 are alike."""
    part = engine("list", ListAndNumber(), 1, actions=(0, 1), domain="").part

    assert (part.cases, dict(part.branches)) == (4, {"alike": 2, "apart": 2})


@pytest.mark.parametrize("engine", [fork_steps, merge_steps])
def test_lists_are_written_alike_and_not_copied(engine):
    """Text made of a list tells nothing of it, so it merges as rightly as it forks; a copy would be another list."""

    class Written(TwoKinds):
        def start(self, learner):
            return learner.initial, ""

        def step(self, learner, state, cover):
            trained = learner.learn(state[0], ONE._replace(reward=learner.act(state[0], 0)))
            for copied in (copy, deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="cannot be copied"):
                    copied(trained)
            return trained, f"{trained!r} {trained}"

        def summary(self, state):
            return state[1]

    found = engine("written", Written(), 3, actions=(0, 1), domain="")

    assert found.summaries == {"a list of transitions a list of transitions": 8}


def test_a_refutation_about_lists_is_a_table_of_transitions():
    """The table of a refutation found by merging has the lists themselves, written out."""
    found = merge_steps("row", OnesInARow(2), 3, actions=(0, 1), domain="").part.refutation

    assert found.learner == TableLearner({((), 0): 1, ((ONE,), 0): 1})


class First(NamedTuple):
    """A state of one kind."""

    memory: object


class Second(NamedTuple):
    """A state of another kind, equal to one of the first as a tuple."""

    memory: object


class TwoKinds:
    """Goes to another kind of state, with equal elements, where the learner answers 1."""

    def start(self, learner):
        return First(learner.initial)

    def step(self, learner, state, cover):
        if isinstance(state, Second):
            return Disagreement("the second kind", False, True)
        return (Second if learner.act(state.memory, 0) else First)(learner.learn(state.memory, ONE))

    def summary(self, state):
        return None


class TrueAndOne(TwoKinds):
    """Holds True where the learner answers 1, and 1 otherwise."""

    def start(self, learner):
        return learner.initial, 0

    def step(self, learner, state, cover):
        if state[1] is True:
            return Disagreement("True", False, True)
        return learner.learn(state[0], ONE), True if learner.act(state[0], 0) else 1


class ListOrTuple(TwoKinds):
    """Holds a list of transitions, or a tuple that looks like its short name."""

    def start(self, learner):
        return learner.initial

    def step(self, learner, state, cover):
        if type(state) is tuple:
            return Disagreement("a tuple", False, True)
        return (0,) if learner.act(state, 0) else learner.learn(state, ONE)


@pytest.mark.parametrize("claim", [TwoKinds(), TrueAndOne(), ListOrTuple()])
def test_states_that_are_equal_only_as_tuples_are_not_merged(claim):
    """Both engines refute a claim about states that Python calls equal and that are of different types."""
    forked = fork_steps("kinds", claim, 3, actions=(0, 1), domain="").part.refutation
    merged = merge_steps("kinds", claim, 3, actions=(0, 1), domain="").part.refutation

    assert forked.disagreement == merged.disagreement
    assert merged.replay() == merged.disagreement


class HiddenNumber(int):
    """A number that can carry more than its value."""


class Disguised(TwoKinds):
    """Holds a number of a kind that could hide a list."""

    def start(self, learner):
        return learner.initial, HiddenNumber(0)


def test_numbers_that_could_carry_a_list_are_refused():
    """Only the plain kinds of number and text are merged."""
    with pytest.raises(NotMergeable, match="HiddenNumber"):
        merge_steps("hidden", Disguised(), 1, actions=(0, 1), domain="")


class MixedObservations(TwoKinds):
    """Asks on observations that do not compare with each other."""

    def step(self, learner, state, cover):
        later = learner.learn(state.memory, ONE)
        learner.act(later, 0)
        learner.act(later, "b")
        return state


def test_observations_that_do_not_compare_are_no_obstacle():
    """Kept questions about 0 and about "b" are merged as any others: 2 x 2 cases, asked again at each step."""
    options = {"actions": (0, 1), "domain": ""}

    assert fork_steps("mixed", MixedObservations(), 3, **options).part.cases == 4
    assert merge_steps("mixed", MixedObservations(), 3, **options).part.cases == 4


class OnesInARow(TwoKinds):
    """Claims, falsely, that nobody does 1 a given number of times in a row."""

    def __init__(self, number):
        self.number = number

    def start(self, learner):
        return learner.initial, 0

    def step(self, learner, state, cover):
        row = state[1] + 1 if learner.act(state[0], 0) else 0
        if row == self.number:
            return Disagreement("ones in a row", "fewer", row)
        return learner.learn(state[0], ONE), row


def test_a_late_refutation_is_found_without_forking():
    """A refutation at step 300, out of 2^300 cases, comes with its table of 300 answers."""
    found = merge_steps("row", OnesInARow(300), 400, actions=(0, 1), domain="").part.refutation

    assert [action for _, action in found.learner.entries] == [1] * 300
    assert found.replay() == found.disagreement


class AskingLess(TwoKinds):
    """Asks once less each time a step is run again."""

    def __init__(self):
        self.left = 3

    def step(self, learner, state, cover):
        self.left -= 1
        for observation in range(self.left):
            learner.act(state.memory, observation)
        return state


@pytest.mark.parametrize("engine", [fork_steps, merge_steps])
def test_a_step_that_is_no_function_of_the_answers_is_caught(engine):
    """A step that asks less when run again is not explored in silence."""
    with pytest.raises(NotReproducible):
        engine("less", AskingLess(), 2, actions=(0, 1), domain="")
