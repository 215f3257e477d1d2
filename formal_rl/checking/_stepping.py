"""Every learner along a run, forked on value states: nothing is run again from its beginning.

A run whose states are values can be forked where it stands. The claim is cut into steps; only a step is run
again for each of its answers. Cases are complete runs, as in path exploration, and every case is reached separately.

A claim may also choose: what an unknown environment shows, the next action of a history, a draw. Every choice is
tried, and each is new, whatever was chosen before. Such a claim is given as a function of a way to choose.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import evolve, frozen

from formal_rl.agents import Learner
from formal_rl.checking._path_exploration import QUESTIONS_PER_RUN
from formal_rl.checking.outcome import Cover, Disagreement, Part, Refutation
from formal_rl.checking.unknown_values import Choose, FreeLearner, NumberRead, Option
from formal_rl.environments import TableLearner
from formal_rl.errors import NotMergeable, NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Action


class StepClaim(Protocol):
    """A claim about every learner, made step by step; its states are hashable values."""

    def start(self, learner: Learner[Any]) -> Any:
        """Return the state before the first step."""

    def step(self, learner: Learner[Any], state: Any, cover: Cover) -> Any:
        """Return the state after one more step, or the `Disagreement` found in it."""


class CountedClaim(StepClaim, Protocol):
    """A claim in steps whose cases are counted at a horizon."""

    def summary(self, state: Any) -> Hashable:
        """Return what to count the cases by at the end."""


StepClaimed = TypeVar("StepClaimed", bound=StepClaim)

Claimed: TypeAlias = StepClaimed | Callable[[Choose], StepClaimed]
"""A claim in steps, or what makes one that chooses."""


def made(claim: Claimed[StepClaimed], choose: Choose) -> StepClaimed:
    """Return the claim, made with a way to choose if it chooses."""
    return claim(choose) if callable(claim) else claim


StepPath: TypeAlias = tuple[tuple[int, int], ...]
"""The choices of one step: of each, which option it is, and how many there are."""


class FreshChoice:
    """A question that occurs once: it equals only itself."""

    __slots__ = ()


@frozen
class SteppingResult:
    """The result of stepping: the part, the number of cases for each summary, and the most states followed at once."""

    part: Part
    summaries: dict[Hashable, int]
    states: int


class PathAnswers:
    """The answers along one path, each of ``actions`` in turn, and the new ones of the step being tried.

    ``path`` has, for each new answer of the step, which of its options it is and how many there are.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = tuple(actions)
        self.answers: dict[Any, Any] = {}
        self.fresh: list[Any] = []
        self.path: list[tuple[int, int]] = []

    def choose(self, question: Hashable) -> Action:
        """Return this path's answer."""
        if question in self.answers:
            return self.answers[question]  # type: ignore[no-any-return]
        return self._next(question, self._actions)

    def choose_from(self, options: Sequence[Option]) -> Option:
        """Return this path's choice, which is new."""
        return self._next(FreshChoice(), options)

    def _next(self, question: Hashable, options: Sequence[Option]) -> Option:
        if len(self.fresh) == len(self.path):
            if len(self.path) >= QUESTIONS_PER_RUN:
                raise QuestionBudgetExhausted((question,), QUESTIONS_PER_RUN)
            self.path.append((0, len(options)))
        place, number = self.path[len(self.fresh)]
        if number != len(options):
            raise NotReproducible("on equal answers a step had other options than before")
        answer = self.answers[question] = options[place]
        self.fresh.append(question)
        return answer

    def require_complete(self) -> None:
        """Raise `NotReproducible` if the step asked fewer questions than on this path before."""
        if len(self.fresh) != len(self.path):
            raise NotReproducible("on equal answers a step asked other questions than before")

    def forget(self) -> None:
        """Take the answers of the step being tried back."""
        for question in self.fresh:
            del self.answers[question]
        self.fresh = []

    def next_path(self) -> bool:
        """Move to the next way of answering the step; whether there is one."""
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if not self.path:
            return False
        place, number = self.path[-1]
        self.path[-1] = place + 1, number
        return True


def fork_steps(
    name: str,
    claim: Claimed[CountedClaim],
    horizon: int,
    *,
    actions: Sequence[Action],
    branches: Iterable[str] = (),
    domain: str,
) -> SteppingResult:
    """Decide the claim for every learner by depth-first forking on value states.

    A refutation is of least horizon: horizons 1, 2, ... are walked in turn once one is known to exist.
    """
    unseen = Part(name, domain, 0, dict.fromkeys(branches, 0))
    walk = _walk(claim, horizon, actions, unseen)
    if walk.part.refutation is None:
        return walk
    shorter = (_walk(claim, steps, actions, unseen) for steps in range(1, horizon))
    return next((each for each in shorter if each.part.refutation is not None), walk)


def advance(claim: StepClaim, learner: Learner[Any], state: Any, depth: int, cover: Cover) -> Any:
    """Return the state after step ``depth``, where step 0 is the start; `NotMergeable` if it reads an unknown value."""
    try:
        return claim.start(learner) if depth == 0 else claim.step(learner, state, cover)
    except NumberRead as refused:
        raise NotMergeable(str(refused)) from refused


def _walk(claimed: Claimed[CountedClaim], horizon: int, actions: Sequence[Action], unseen: Part) -> SteppingResult:
    fork = PathAnswers(actions)
    learner, claim = FreeLearner(fork.choose), made(claimed, fork.choose_from)
    seen = Counter(dict(unseen.branches))
    ends: Counter[Hashable] = Counter()

    def cover(branch: str) -> None:
        seen[branch] += 1

    def explore(state: Any, depth: int) -> Disagreement | None:
        if depth > horizon:
            ends[claim.summary(state)] += 1
            return None
        path: list[tuple[int, int]] = []
        while True:
            fork.path, fork.fresh = path, []
            after = advance(claim, learner, state, depth, cover)
            if isinstance(after, Disagreement):
                return after
            fork.require_complete()
            fresh = fork.fresh
            wrong = explore(after, depth + 1)
            if wrong is not None:
                return wrong
            fork.path, fork.fresh = path, fresh
            fork.forget()
            if not fork.next_path():
                return None

    wrong = explore(None, 0)
    refutation = None if wrong is None else _refutation(claimed, wrong, learner, fork, horizon)
    cases = ends.total() + (wrong is not None)
    part = evolve(unseen, cases=cases, branches=dict(seen), refutation=refutation)
    return SteppingResult(part, dict(ends), horizon)


def _refutation(
    claim: Claimed[StepClaim], wrong: Disagreement, learner: FreeLearner, fork: PathAnswers, horizon: int
) -> Refutation:
    choices, asked = [], {}
    for question, answer in fork.answers.items():
        if type(question) is FreshChoice:
            choices.append(answer)
        else:
            asked[learner.written_out(question)] = answer
    table = TableLearner(asked)
    replay = partial(_replay, claim, table, choices, horizon)
    return Refutation(wrong, learner=table, choices=tuple(choices), replay=replay).confirmed()


def follow(claimed: Claimed[StepClaim], paths: Sequence[StepPath], actions: Sequence[Action]) -> Refutation:
    """Return the refutation at the end of one path, given as the choices of each step.

    Raises `NotReproducible` if the path does not end in a disagreement.
    """
    fork = PathAnswers(actions)
    learner, claim = FreeLearner(fork.choose), made(claimed, fork.choose_from)
    state: Any = None
    for depth, path in enumerate(paths):
        fork.path, fork.fresh = list(path), []
        state = advance(claim, learner, state, depth, lambda branch: None)
        if isinstance(state, Disagreement):
            return _refutation(claimed, state, learner, fork, depth)
    raise NotReproducible("a disagreement met while merging is not met on its own path")


def _replay(
    claimed: Claimed[StepClaim], learner: TableLearner, choices: Sequence[Any], horizon: int
) -> Disagreement | None:
    left = iter(choices)
    claim, state = made(claimed, lambda options: next(left)), None
    for depth in range(horizon + 1):
        state = advance(claim, learner, state, depth, lambda branch: None)
        if isinstance(state, Disagreement):
            return state
    return None
