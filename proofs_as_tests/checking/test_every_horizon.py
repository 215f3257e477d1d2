"""Closing against long finite horizons on drawn step programs, its mutants, and what stands for all values."""

import copy
import inspect
import math
import pickle
from collections import Counter
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import settings

import formal_rl.checking.every_horizon as closing
from formal_rl.agents import Transition
from formal_rl.checking import close_steps, fork_steps, merge_steps
from formal_rl.checking._state_merging import MergedState
from formal_rl.checking.outcome import Disagreement
from formal_rl.checking.unknown_values import NumberRead, SomeNumber, Uncounted
from formal_rl.environments.library.crying_baby import CryingBabyIncremental, Nutrition, crying_baby_incremental
from formal_rl.errors import NotClosed, NotMergeable, NotReproducible
from formal_rl.statements.alexander_2022.own_pasts import with_true_counts
from formal_rl.statements.alexander_2022.reality_check import GenuineSteps
from formal_rl.statements.self_checks import closing as self_checks
from proofs_as_tests.checking.test_state_merging import DrawnProgram

BOTH = {"actions": (0, 1), "domain": ""}
PROGRAMS = 300 if settings().max_examples < 1_000 else 4_000
BEYOND = 5


class EndlessProgram(DrawnProgram):
    """A drawn program whose clock stops at 7, after which what it forbids does not change."""

    def step(self, learner, state, cover):
        after = super().step(learner, state, cover)
        return after if isinstance(after, Disagreement) else (*after[:2], min(after[2], 7))


def _compare(seed):
    """Close the program of a seed, and compare with the other engines, some steps beyond; return how it came out."""
    program = EndlessProgram(seed)
    options = {"actions": program.actions, "domain": ""}
    if program.horizon < 3:
        return "too wide"
    try:
        part = close_steps("drawn", program, **options, most=40)
    except NotMergeable:
        return "not mergeable"
    except NotClosed as opened:
        steps = min(opened.steps, 3)
    else:
        return _beyond(program, part, options)
    assert fork_steps("drawn", program, steps, **options).part.refutation is None
    return "not closed"


def _beyond(program, part, options):
    """Compare what was decided with what merging finds."""
    if part.refutation is not None:
        found = merge_steps("drawn", program, 20, **options).part.refutation
        assert found.disagreement == part.refutation.disagreement
        return "refuted"
    found = merge_steps("drawn", program, part.every_horizon.steps + BEYOND, **options).part
    assert found.refutation is None
    assert set(part.branches) == set(found.branches)
    return "closed"


def test_closed_claims_hold_at_longer_horizons():
    """What closes holds some steps beyond, with the same branches; what is refuted is so at the same step."""
    outcomes = Counter(map(_compare, range(PROGRAMS)))

    assert set(outcomes) == {"closed", "refuted", "not closed", "not mergeable", "too wide"}
    assert outcomes["closed"] > PROGRAMS / 10


# --- Mutants of the engine ---

_NEW = "if state not in trails and state not in following:"
EARLY = {
    "stops where a layer is no larger": (
        "while layer:",
        "while len(layer) > (len(trails) - len(layer) if depth else 0):",
    ),
    "stops after two layers": ("while layer:", "while layer and depth < 3:"),
    "takes the first answer only": (_NEW, "if not following and state not in trails:"),
    "takes equal summaries for equal states": (
        _NEW,
        "if str(state.state) not in {str(each.state) for each in (*trails, *following)}:",
    ),
    "does not certify": ("    require_closed(name, steps, trails)\n", ""),
}


@pytest.mark.parametrize("wrongly", EARLY)
def test_an_engine_that_closes_too_early_is_caught(monkeypatch, wrongly):
    """A self-check sees an engine that stops too early, or does not certify what it found."""
    source = inspect.getsource(close_steps)
    right, wrong = EARLY[wrongly]
    assert source.count(right) == 1
    namespace = dict(vars(closing))
    exec(source.replace(right, wrong), namespace)
    monkeypatch.setattr(self_checks, "close_steps", namespace["close_steps"])

    assert self_checks.closing_is_not_too_early().refutation is not None


@pytest.mark.parametrize("forgotten", ["forest", "kept", "kinds"])
def test_a_state_that_keeps_too_little_is_caught(monkeypatch, forgotten):
    """A self-check sees states that are taken for equal whatever their forests, kept answers or types are."""
    compared = [name for name in MergedState._fields if name != forgotten]

    def known(state):
        return tuple(getattr(state, name) for name in compared)

    monkeypatch.setattr(MergedState, "__eq__", lambda one, other: known(one) == known(other))
    monkeypatch.setattr(MergedState, "__hash__", lambda state: hash(known(state)))

    assert self_checks.closing_is_not_too_early().refutation is not None


# --- What stands for all values ---


def test_some_number_is_any_number():
    """What is made of it by adding and multiplying is it again; every comparison is a choice; all else is refused."""
    offered = []
    number = SomeNumber(lambda options: offered.append(tuple(options)) or options[-1])

    assert all(each is number for each in (number + 1, 1 + number, number - 3, 3 - number, 2 * number, number * 2))
    assert all(each is number for each in (-number, number + number, number + True))
    assert (number < 1, 1 < number, number <= 1 + number, number >= 0, bool(number)) == (True,) * 5
    assert offered == [(False, True)] * 5
    for refused in READS:
        with pytest.raises(NumberRead):
            refused(number)


def caught(number):
    """Read a number behind a guard."""
    try:
        return number % 3 == 0
    except Exception:
        return False


def matched(number):
    """Match a number as an integer."""
    match number:
        case int():
            return True
    return False


READS = (
    *(lambda n: n == 1, lambda n: n != 1, lambda n: 1 == n, lambda n: n in {3, 5}, lambda n: {3: -1}.get(n, 1)),
    *(lambda n: n in (1, 2), lambda n: {n}, hash, str, repr, int, float, "{}".format, lambda n: f"{n}", round, abs),
    *(lambda n: n % 2, lambda n: 7 % n, lambda n: n // 2, lambda n: n / 2, lambda n: 2**n, lambda n: n & 1),
    *(lambda n: n + 0.5, lambda n: n < Fraction(1, 2), lambda n: Fraction(1, 2) < n, lambda n: n + "a"),
    *(lambda n: isinstance(n, int), lambda n: n.__class__, lambda n: n.real, lambda n: hasattr(n, "real"), matched),
    *(lambda n: [0][n], range, len, list, math.floor, copy.copy, pickle.dumps),
    *(bytes, lambda n: n(), caught),
)


@pytest.mark.parametrize("read", [*READS, lambda n: type(n) is int])
def test_an_environment_that_reads_its_count_does_not_close(read):
    """Whatever the program does with what it read: its run is refused, or its runs with true counts are others."""

    class Reading(CryingBabyIncremental):
        def advance(self, learner, state, action):
            percept, after = super().advance(learner, state, action)
            with suppress(BaseException):
                return percept._replace(reward=-1 if read(after.turns) else 1), after
            return percept._replace(reward=1), after

    counts, form = ("turns", "meals"), Reading(Nutrition())
    try:
        close_steps("n", lambda choose: GenuineSteps(Uncounted(form, counts, SomeNumber(choose))), **BOTH)
    except NotMergeable:
        return
    assert with_true_counts("crying_baby", Uncounted(form, counts)).refutation is not None


def test_a_count_that_is_known_again_is_refused():
    """A state whose count has become a number is not merged."""

    class Resetting:
        def start(self, learner):
            return crying_baby_incremental.start(learner)

        def advance(self, learner, state, action):
            percept, after = crying_baby_incremental.advance(learner, state, action)
            return percept, after._replace(meals=0)

    def claim(choose):
        return GenuineSteps(Uncounted(Resetting(), ("turns", "meals"), SomeNumber(choose)))

    with pytest.raises(NotMergeable, match="the count 'meals' has become a number"):
        close_steps("resetting", claim, **BOTH)


class Choosing:
    """Choose among three, and train on what was chosen; the choices of each run are counted by their sum."""

    def __init__(self, choose):
        self.choose = choose

    def start(self, learner):
        return learner.initial, self.choose((0, 1, 2))

    def step(self, learner, state, cover):
        chosen = self.choose((0, 1, 2)) if learner.act(state[0], 0) else 0
        if (state[1], chosen) == (2, 2):
            return Disagreement("both", "fewer", 4)
        return learner.learn(state[0], Transition(0, 0, 0, chosen)), min(state[1] + chosen, 1)

    def summary(self, state):
        return state[1]


@pytest.mark.parametrize("engine", [fork_steps, merge_steps])
def test_each_engine_tries_every_choice(engine):
    """Choices are counted as answers are: three at first, then three or one; the disagreement has both of its own."""
    start = engine("choosing", Choosing, 0, **BOTH)
    found = engine("choosing", Choosing, 2, **BOTH).part.refutation

    assert (start.part.cases, start.summaries) == (3, {0: 1, 1: 1, 2: 1})
    assert found.disagreement == Disagreement("both", "fewer", 4)
    assert (found.choices, found.replay()) == ((2, 2), found.disagreement)
    assert "chosen: 2, 2" in str(found)


def test_choices_that_depend_on_more_than_answers_are_caught():
    """A step that offers other options along the same path is no function of the choices."""
    sizes = iter((3, 2, 1))

    class Unsteady(Choosing):
        def start(self, learner):
            return learner.initial, self.choose(range(next(sizes)))

    with pytest.raises(NotReproducible, match="other options than before"):
        fork_steps("unsteady", Unsteady, 0, **BOTH)
