"""The engines: exploration, stepping and merging; and when a part of a check counts as passed."""

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Transition
from formal_rl.checking import Exploration, Part, Scope, decide, fork_steps, merge_steps
from formal_rl.checking._path_exploration import decide_each, refute
from formal_rl.checking._stepping import PathAnswers
from formal_rl.checking.claims import by_hand, raised
from formal_rl.checking.outcome import Disagreement, Outcome, Refutation, decide_cases
from formal_rl.checking.unknown_values import FreeLearner
from formal_rl.environments import TableAgent, TableEnvironment, TableLearner
from formal_rl.errors import MalformedHistory, NotMergeable, NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Percept, percept_alphabet
from formal_rl.statements.self_checks import Row, decide_rows
from formal_rl.statements.verification import rejecting

ZERO, ONE = Percept(0, 0), Percept(1, 0)
MOVED, PAID = Transition(0, 0, 0, 0), Transition(0, 0, 1, 0)
BOTH: dict[str, Any] = {"actions": (0, 1), "domain": ""}


# --- Parts, outcomes, and what rejects a mutant ---

_HELD = Part("held", "made up", 3, {"seen": 3})
_FAILED = Part("failed", "made up", 1, {"seen": 0}, Refutation(Disagreement("made up", 1, 2)))
_VACUOUS = Part("vacuous", "made up", 3, {"seen": 3, "never": 0})
_EMPTY = Part("empty", "made up", 0, {})
_FORESEEN = "made up: expected 1, got 2"


def parts_count_as_they_should() -> Part:
    """Take a part as it should be: unseen branches, no case, a failure not meant or meant on something else fail it."""

    def judged(part: Part) -> tuple[bool, bool, tuple[str, ...]]:
        return part.as_expected, part.contradicted, part.vacuous

    meant = _FAILED.meant_to_fail
    return decide_rows(
        "parts count as they should",
        (
            *(Row(judged, (part,), (True, False, ())) for part in (_HELD, evolve(_HELD, cases=1), meant())),
            *(
                Row(judged, (part,), (False, True, ()))
                for part in (_FAILED, *map(_HELD.meant_to_fail, ("", _FORESEEN)))
            ),
            *(Row(judged, (meant(on),), (True, False, ())) for on in (_FORESEEN, "made up…", "…got 2", "m…expected…2")),
            *(Row(judged, (meant(on),), (False, True, ())) for on in ("made up", "got 2", "made up…got 3", ".*")),
            Row(judged, (_VACUOUS,), (False, False, ("never",))),
            Row(judged, (_EMPTY,), (False, False, ())),
            Row(lambda: _HELD.meant_to_fail(_FORESEEN).fails_otherwise, (), False),
            Row(lambda: _FAILED.fails_otherwise, (), False),
            Row(lambda: meant("…3").fails_otherwise, (), True),
            Row(lambda: Outcome((_HELD, meant())).as_expected, (), True),
            *(Row(lambda p=p: Outcome((_HELD, p)).as_expected, (), False) for p in (_FAILED, _VACUOUS, _EMPTY)),
            Row(lambda: Outcome(()).as_expected, (), False),
            Row(lambda: Outcome((_HELD, _VACUOUS, _FAILED)).unexpected, (), _VACUOUS),
            Row(lambda: Outcome((_HELD,)).unexpected, (), None),
            Row(lambda: Outcome((_HELD, evolve(_HELD, merged=True, cases=9))).cases, (), 3),
            Row(lambda: Outcome((_HELD, evolve(_HELD, merged=True, cases=9))).merged_cases, (), 9),
            Row(lambda: Outcome((_HELD, _VACUOUS)).branches, (), {"seen": 6, "never": 0}),
            Row(rejecting, ([],), None),
            Row(rejecting, ([_HELD, _VACUOUS, _EMPTY, meant(_FORESEEN)],), None),
            Row(rejecting, ([_HELD, _VACUOUS, _FAILED, _EMPTY],), _FAILED),
            Row(rejecting, ([_HELD.meant_to_fail(), _FAILED],), _HELD.meant_to_fail()),
            Row(rejecting, ([meant("…3"), _FAILED],), meant("…3")),
        ),
    )


def plain_cases_are_counted() -> Part:
    """Count worked examples and plain cases, stop at the first that differs, and tell types apart."""
    wrong = Disagreement("b", 1, 2)

    def worked(*pairs: tuple[object, Callable[[], object]]) -> tuple[int, bool, str]:
        part = by_hand(lambda: (("so", expected, compute()) for expected, compute in pairs), "n")(Scope())
        return part.cases, part.refutation is None, f"{part.name}, {part.domain}"

    def decided(*cases: tuple[str, Disagreement | None]) -> tuple[int, dict[str, int], bool]:
        part = decide_cases("n", cases, branches=("a", "b"), domain="d")
        return part.cases, dict(part.branches), part.refutation is None

    def raising() -> object:
        raise KeyError("k")

    return decide_rows(
        "plain cases are counted",
        (
            Row(worked, (), (0, True, "n, by hand")),
            Row(worked, ((1, lambda: 1), (KeyError, lambda: raised(raising))), (2, True, "n, by hand")),
            Row(worked, ((1, lambda: 1), (1, lambda: 2), (1, lambda: 1)), (2, False, "n, by hand")),
            Row(worked, ((1, lambda: True),), (1, False, "n, by hand")),
            Row(worked, ((LookupError, lambda: raised(raising)),), (1, False, "n, by hand")),
            Row(worked, ((1, lambda: 1), (1, raising)), (2, False, "n, by hand")),
            Row(decided, (), (0, {"a": 0, "b": 0}, True)),
            Row(decided, (("a", None), ("c", None), ("a", None)), (3, {"a": 2, "b": 0, "c": 1}, True)),
            Row(decided, (("a", None), ("b", wrong), ("b", None)), (2, {"a": 1, "b": 1}, False)),
        ),
    )


# --- Exploration ---

_FIRST, _SECOND = (ZERO,), (ONE,)


def _ask_twice_less(exploration: Exploration) -> Any:
    left = iter((2, 1, 0, 0))
    return list(exploration.runs(lambda: [exploration.agent((Percept(0, n),)) for n in range(next(left))]))


def refutations_are_the_smallest() -> Part:
    """Find a planted refutation at its least horizon and by the fewest questions, as a table that replays.

    Each new question is answered in every way, in turn, and an old one as before.
    """

    def planted(unknown: Any, cover: Any) -> Disagreement | None:
        if unknown.agent(_FIRST) == 0:
            return Disagreement("long", 1, sum(unknown.agent((Percept(5, n),)) for n in range(4)))
        return Disagreement("short", 0, 1) if unknown.agent(_SECOND) == 1 else None

    def ones(steps: int) -> Any:
        def claim(unknown: Any, cover: Any) -> Disagreement | None:
            row = [unknown.agent((Percept(0, n),)) for n in range(steps)]
            cover("met")
            return Disagreement("three", 0, 1) if row[-3:] == [1, 1, 1] else None

        return claim

    def each(instance: int, unknown: Any, cover: Any) -> Disagreement | None:
        cover(str(instance))
        return Disagreement("at 2", 0, 1) if unknown.agent(_FIRST) == 1 and instance == 2 else None

    def about_all(unknown: Any, cover: Any) -> Disagreement | None:
        came, learned = unknown.environment(()), unknown.learner.act(unknown.learner.initial, 0)
        return Disagreement("all", 0, 3) if came.reward + unknown.agent((came,)) + learned == 3 else None

    def nothing(unknown: Any, cover: Any) -> Disagreement | None:
        return Disagreement("nothing", 0, 1) if unknown.agent(()) != unknown.environment(()) else None

    short = refute(Exploration((0, 1)), planted)
    late, last = (decide("n", ones, horizon, branches=("met",), **BOTH) for horizon in (5, 3))
    instances = decide_each("n", each, (1, 2, 3), **BOTH)
    of_all = refute(Exploration((0, 1), percept_alphabet(3)), about_all)
    held = decide("n", ones, 2, branches=("met", "never"), **BOTH)
    counting, wrong = iter(range(100)), Disagreement("always", 0, 1)  # no two runs of a claim see one number

    def unsteady(unknown: Any, cover: Any) -> Disagreement | None:
        unknown.agent(_FIRST)
        return Disagreement("once", 1, next(counting))

    again = Exploration((0, 1))
    answers = list(again.runs(lambda: tuple(map(again.agent, (_FIRST, _SECOND, _FIRST)))))

    def table(found: Refutation | None) -> Any:
        return None if found is None else (found.agent, found.environment, found.learner)

    def replayed(found: Refutation | None) -> bool:
        return found is not None and found.replay is not None and found.replay() == found.disagreement

    return decide_rows(
        "refutations are the smallest",
        (
            Row(table, (short,), (TableAgent({_FIRST: 1, _SECOND: 1}), None, None)),
            *(
                Row(table, (found.refutation,), (TableAgent({(Percept(0, n),): 1 for n in range(3)}), None, None))
                for found in (late, last)
            ),
            Row(table, (instances.refutation,), (TableAgent({_FIRST: 1}), None, None)),
            Row(lambda: (instances.cases, dict(instances.branches)), (), (4, {"1": 2, "2": 2})),
            Row(
                table,
                (of_all,),
                (TableAgent({(ONE,): 1}), TableEnvironment({(): ONE}), TableLearner({((), 0): 1})),
            ),
            *(Row(replayed, (found,), True) for found in (short, late.refutation, instances.refutation, of_all)),
            Row(lambda: (held.cases, dict(held.branches), held.vacuous), (), (4, {"met": 4, "never": 0}, ("never",))),
            Row(refute, (Exploration((0, 1), percept_alphabet(2)), nothing), MalformedHistory),
            Row(refute, (Exploration((0,)), unsteady), NotReproducible),
            Row(_ask_twice_less, (Exploration((0, 1)),), NotReproducible),
            Row(Exploration((0, 1)).agent, (_FIRST,), 0),
            Row(lambda: answers, (), [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1)]),
            Row(refute, (Exploration((0, 1)), lambda unknown, cover: None), None),
            Row(table, (refute(Exploration((0, 1)), lambda unknown, cover: wrong),), (None, None, None)),
            Row(_past_the_budget, (), QuestionBudgetExhausted),
        ),
    )


def _past_the_budget() -> None:
    fork = PathAnswers((0,))
    fork.path = [(0, 1)] * 100_000
    fork.fresh = [None] * 100_000
    fork.choose("one more")


# --- Stepping and merging ---


@frozen
class Steps:
    """A claim in steps: what it starts with, and what follows a state."""

    first: Callable[[Any], Any]
    then: Callable[[Any, Any, Any], Any]
    seen: Callable[[Any], Any] = lambda state: state[-1]

    def start(self, learner: Any) -> Any:
        """Return the first state."""
        return self.first(learner)

    def step(self, learner: Any, state: Any, cover: Any) -> Any:
        """Return what follows."""
        return self.then(learner, state, cover)

    def summary(self, state: Any) -> Any:
        """Return what is seen of a state."""
        return self.seen(state)


def _trained_alike(learner: Any, state: Any, cover: Any) -> Any:
    """Train on what was done, count the ones, and ask a copy that stays behind again."""
    memory, behind, total = state
    did = learner.act(memory, 0)
    cover("again" if learner.act(behind, 1) == did else "otherwise")
    after = learner.learn(memory, Transition(0, did, 0, 0))
    return after, memory, total + did


def catching_up(learner: Any, state: Any, cover: Any) -> Any:
    """Lead one copy in the other's steps, so that the other answers the first one's questions again."""
    one, other, time, total = state
    one = learner.learn(one, MOVED) if time % 2 == 0 else one
    other = other if time % 2 == 0 else learner.learn(other, MOVED)
    cover("level" if one == other else "apart")
    return one, other, time + 1, total + learner.act(one, 0) - learner.act(other, 0)


def _by_two_steps(learner: Any, state: Any, cover: Any) -> Any:
    """Lead one copy two transitions on, and then the other the same two."""
    ahead, behind, time, total = state
    moved = learner.learn(learner.learn(behind if time % 2 else ahead, MOVED), PAID)
    ahead, behind = (ahead, moved) if time % 2 else (moved, behind)
    return ahead, behind, time + 1, total + learner.act(ahead, 0) - learner.act(behind, 0)


def _about_a_list(learner: Any, state: Any, cover: Any) -> Any:
    """Ask about a list as an observation, and about 0."""
    memory, total = state
    shown, plain = learner.act(memory, memory), learner.act(memory, 0)
    return learner.learn(memory, Transition(0, shown, plain, 0)), total + (shown == plain)


def _crossed(learner: Any, state: Any, cover: Any) -> Any:
    """Train each of two copies on seeing itself, first one and then the other: then both are one list."""
    time, one, other, total = state
    if time == 0:
        one = learner.learn(other, Transition(one, 0, 0, 0))
        return 1, one, other, total + learner.act(one, 0)
    other = learner.learn(other, Transition(other, 0, 0, 0))
    return 2, one, other, total + 2 * learner.act(other, 0)


def kind_of_one(learner: Any, state: Any, cover: Any) -> Any:
    """Hold True where the learner does 1, and 1 where it does not."""
    memory, kind = state
    if kind is True:
        return Disagreement("the kind", 1, True)
    return learner.learn(memory, MOVED), True if learner.act(memory, 0) else 1


def kind_of_pair(learner: Any, state: Any, cover: Any) -> Any:
    """Hold a percept where the learner does 1, and an equal tuple where it does not."""
    memory, pair = state
    if type(pair) is Percept:
        return Disagreement("the kind", 1, True)
    return learner.learn(memory, MOVED), Percept(0, 0) if learner.act(memory, 0) else (0, 0)


def _in_a_row(number: int) -> Steps:
    """Disagree where the learner does 1 so often in a row."""

    def then(learner: Any, state: Any, cover: Any) -> Any:
        row = state[1] + 1 if learner.act(state[0], 0) else 0
        return Disagreement("in a row", "fewer", row) if row == number else (learner.learn(state[0], MOVED), row)

    return Steps(untrained(0), then)


def _list_or_tuple(learner: Any, state: Any, cover: Any) -> Any:
    """Hold a tuple that looks like a list's short name where the learner does 1, and a list where it does not."""
    if type(state) is tuple:
        return Disagreement("the kind", 1, True)
    return (0,) if learner.act(state, 0) else learner.learn(state, MOVED)


def untrained(*more: Any) -> Callable[[Any], Any]:
    """Return a start: the untrained copy, and more."""
    return lambda learner: (learner.initial, *more)


def _hidden(what: Any) -> Steps:
    return Steps(untrained(0), lambda learner, state, cover: (state[0], what))


def _trained_on(at: str, made: Callable[[Any], Any]) -> Steps:
    """Train on a transition that has somewhere what is made of the copy."""
    moved: Any = MOVED._replace
    return Steps(untrained(0), lambda learner, s, cover: (learner.learn(s[0], moved(**{at: made(s[0])})), 0))


def stepping_and_merging_agree() -> Part:
    """Count by forking steps and by merging states the same cases, branches and ends, and refuse what cannot merge."""
    alike = Steps(lambda learner: (learner.initial, learner.initial, 0), _trained_alike)
    level = Steps(lambda learner: (learner.initial, learner.initial, 0, 0), catching_up)
    shown = Steps(untrained(0), _about_a_list)
    crossed = Steps(lambda learner: (0, learner.initial, learner.initial, 0), _crossed)
    by_two = Steps(lambda learner: (learner.initial, learner.initial, 0, 0), _by_two_steps)
    kinds = (
        *(Steps(untrained(0), kind_of_one), Steps(untrained(()), kind_of_pair)),
        Steps(lambda learner: learner.initial, _list_or_tuple, lambda state: None),
    )
    mixed = Steps(
        untrained(0),
        lambda learner, s, cover: (s[0], sum(learner.act(learner.learn(s[0], MOVED), seen) for seen in (0, "b"))),
    )
    row_free = Steps(untrained(0), lambda learner, s, cover: (learner.learn(s[0], MOVED), s[1] + learner.act(s[0], 0)))

    def walked(engine: Any, claim: Any, horizon: int) -> Any:
        walk = engine("n", claim, horizon, **BOTH)
        return walk.part.cases, dict(walk.part.branches), walk.summaries

    def refuted(engine: Any, claim: Any, horizon: int) -> Any:
        found = engine("n", claim, horizon, **BOTH).part.refutation
        return found.disagreement, found.learner, found.replay() == found.disagreement

    one = Disagreement("the kind", 1, True), TableLearner({((), 0): 1}), True
    two = TableLearner({((), 0): 1, ((MOVED,), 0): 1}), True
    options: Any = BOTH
    held: tuple[Callable[[Any], Any], ...] = (lambda m: m, lambda m: (0, (m,)), lambda m: (0.5,), lambda m: object())
    both = alike, level, by_two, shown, mixed
    unmergeable = (
        *(crossed, Steps(untrained(0), lambda learner, state, cover: (learner.initial, 0))),
        *map(_hidden, ([], 0.5, object(), _ODD)),
        *(_trained_on(at, made) for at in Transition._fields for made in held),
    )
    return decide_rows(
        "stepping and merging agree",
        (
            *(Row(walked, (e, alike, 1), (4, {"again": 2, "otherwise": 2}, {0: 2, 1: 2})) for e in _ENGINES),
            *(
                Row(walked, (merge_steps, claim, n), walked(fork_steps, claim, n))
                for claim in both
                for n in (1, 2, 3, 4)
            ),
            *(Row(walked, (e, level, 2), (4, {"apart": 4, "level": 4}, {-1: 1, 0: 2, 1: 1})) for e in _ENGINES),
            *(Row(walked, (e, shown, 1), (4, {}, {0: 2, 1: 2})) for e in _ENGINES),
            Row(walked, (fork_steps, crossed, 2), (2, {}, {0: 1, 3: 1})),
            *(Row(merge_steps, ("n", claim, 2), NotMergeable, options) for claim in unmergeable),
            *(Row(lambda v=v: walked(merge_steps, _hidden(v), 1)[0], (), 1) for v in (1, "a", None, True, (1, (2,)))),
            *(Row(refuted, (engine, claim, 3), one) for engine in _ENGINES for claim in kinds),
            *(Row(refuted, (e, _in_a_row(2), 4), (Disagreement("in a row", "fewer", 2), *two)) for e in _ENGINES),
            Row(lambda: len(refuted(merge_steps, _in_a_row(40), 50)[1].entries), (), 40),
            Row(lambda: merge_steps("n", row_free, 30, **options).part.cases == 2**30, (), True),  # too many to fork
            Row(lambda: merge_steps("n", alike, 1, **options).part.merged, (), True),
            Row(lambda: fork_steps("n", alike, 1, **options).part.merged, (), False),
            *(Row(walked, (e, _asking_less(), 2), NotReproducible) for e in _ENGINES),
        ),
    )


_ENGINES = (fork_steps, merge_steps)
_ODD = type("Odd", (int,), {})(0)
"""A number of a kind that could hold a list."""


def _asking_less() -> Steps:
    left = iter((3, 2, 1, 0, 0, 0))

    def then(learner: Any, state: Any, cover: Any) -> Any:
        for observation in range(next(left)):
            learner.act(state[0], observation)
        return state

    return Steps(untrained(0), then)


def lists_of_the_free_learner_are_no_values() -> Part:
    """Hold equal lists as one object that is not a number, says nothing and is not copied, and write them out."""
    free = FreeLearner(lambda question: 0)
    start = free.initial
    once = free.learn(start, MOVED)
    nested = free.learn(once, Transition(start, 0, 0, (1, once)))
    return decide_rows(
        "lists of the free learner are no values",
        (
            Row(lambda: free.learn(start, MOVED) is once, (), True),
            Row(lambda: free.learn(start, PAID) is once, (), False),
            Row(lambda: [start == value for value in (0, (), (0,), once, None)], (), [False] * 5),
            Row(lambda: repr(start) == repr(once) == str(once), (), True),
            Row(once.__reduce_ex__, (2,), TypeError),
            Row(free.act, (once, 0), 0),
            Row(free.written_out, (start,), ()),
            Row(free.written_out, (free.learn(once, PAID),), (MOVED, PAID)),
            Row(free.written_out, (nested,), (MOVED, Transition((), 0, 0, (1, (MOVED,))))),
            Row(free.written_out, ((once, (2, once)),), ((MOVED,), (2, (MOVED,)))),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (
    parts_count_as_they_should,
    plain_cases_are_counted,
    refutations_are_the_smallest,
    stepping_and_merging_agree,
    lists_of_the_free_learner_are_no_values,
)
"""Every self-check of this module, by itself."""
