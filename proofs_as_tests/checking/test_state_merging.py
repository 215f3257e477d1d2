"""Merging against forking on drawn step programs, and on the programs on which they once differed."""

from collections import Counter
from fractions import Fraction
from random import Random

from hypothesis import settings

from formal_rl.agents import Transition
from formal_rl.checking import fork_steps, merge_steps
from formal_rl.checking.outcome import Disagreement
from formal_rl.errors import NotMergeable

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
