"""Every agent and every environment to a horizon, by answering each new question in every way.

A run asks only finitely many questions, even over an infinite domain. The agent (environment, learner) under
exploration does not exist yet: each question not asked before in this run forks over all answers; asked again
it repeats its answer. Running a claim once along each path through the forks decides it for every deterministic
agent and environment, as far as the run can see them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import frozen

from formal_rl.agents import Agent, Learner
from formal_rl.checking.outcome import Cover, Disagreement, Part, Refutation
from formal_rl.checking.unknown_values import FreeLearner, SymbolicTransitions
from formal_rl.environments import Environment, TableAgent, TableEnvironment, TableLearner
from formal_rl.errors import NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Action, Observation, Percept, Play, Prompt

Result = TypeVar("Result")
Answer = TypeVar("Answer")
Instance = TypeVar("Instance")

QUESTIONS_PER_RUN = 100_000
"""How many different questions one run may ask before the asking counts as endless."""


class Unknown(Protocol):
    """The three things a claim may be about, none of them fixed: an agent, an environment, a learner."""

    @property
    def agent(self) -> Agent:
        """Some agent."""

    @property
    def environment(self) -> Environment:
        """Some ordinary environment; partially applied, some extended one facing a fixed agent."""

    @property
    def learner(self) -> Learner[Any]:
        """Some learner."""


Claim: TypeAlias = Callable[[Unknown, Cover], Disagreement | None]
"""Look at one unknown; return the fault, or ``None``; note the branches on the way."""


@frozen
class Tables:
    """Unknowns made known: the answers of one path, as finite tables."""

    agent: TableAgent
    environment: TableEnvironment
    learner: TableLearner


class _Pruned(BaseException):
    """The run asks as many questions as a refutation already found; not an `Exception`, so no guard catches it."""


class Exploration:
    """The unknown agent, environment and learner, and the paths through their possible answers.

    The answers of a path are kept by question, in one table for each who answers: ``of_agent``, ``of_environment``,
    ``of_learner`` and ``of_others``, which `tables` leaves out. ``asked`` is the number of answers.
    """

    def __init__(self, actions: Sequence[Action], percepts: Sequence[Percept] = ()) -> None:
        self._actions = tuple(actions)
        self._percepts = tuple(percepts)
        self._path: list[int] = []
        self._widths: list[int] = []
        self._fewer_than: int | None = None
        self._forget()
        self.learner = FreeLearner(lambda question: self._recall(self.of_learner, question, self._actions))

    def _forget(self) -> None:
        # One table each: an agent and an environment need not answer the same question alike.
        self.of_agent: dict[Prompt, Action] = {}
        self.of_environment: dict[Play, Percept] = {}
        self.of_learner: dict[tuple[SymbolicTransitions, Observation], Action] = {}
        self.of_others: dict[Hashable, Any] = {}
        self.asked = 0

    def agent(self, question: Prompt) -> Action:
        """Answer as the agent of this path."""
        return self._recall(self.of_agent, question, self._actions)

    def environment(self, play: Play) -> Percept:
        """Answer as the environment of this path."""
        return self._recall(self.of_environment, play, self._percepts)

    def choose(self, question: Hashable, options: Sequence[Any]) -> Any:
        """Answer any other question with one of the options; the question must say who is asked."""
        return self._recall(self.of_others, question, options)

    def _recall(self, answers: dict[Any, Answer], question: Hashable, options: Sequence[Answer]) -> Answer:
        if question in answers:
            return answers[question]
        depth = self.asked
        if depth == len(self._path):
            if self._fewer_than is not None and depth + 1 >= self._fewer_than:
                raise _Pruned
            if depth >= QUESTIONS_PER_RUN:
                raise QuestionBudgetExhausted((question,), QUESTIONS_PER_RUN)
            self._path.append(0)
            self._widths.append(len(options))
        self.asked += 1
        answer = answers[question] = options[self._path[depth]]
        return answer

    def runs(self, program: Callable[[], Result], *, fewer_than: int | None = None) -> Iterator[Result]:
        """Yield what ``program`` returns on each path; with ``fewer_than``, on paths of fewer questions only.

        ``program`` must depend on the answers alone; where it is seen not to, `NotReproducible` is raised.
        """
        path, widths = self._path, self._widths
        path.clear()
        widths.clear()
        self._fewer_than = fewer_than
        while True:
            self._forget()
            try:
                result = program()
            except _Pruned:
                pass
            else:
                if self.asked != len(path):
                    raise NotReproducible("on equal answers a run asked other questions than before")
                yield result
            while path and path[-1] + 1 == widths[-1]:  # backtrack to the last question with an answer left
                path.pop()
                widths.pop()
            if not path:
                return
            path[-1] += 1

    def tables(self) -> Tables:
        """Return the answers of the present path as tables."""
        asked = {self.learner.written_out(question): action for question, action in self.of_learner.items()}
        return Tables(TableAgent(self.of_agent), TableEnvironment(self.of_environment), TableLearner(asked))


def refute(exploration: Exploration, claim: Claim) -> Refutation | None:
    """Return a refutation of the claim by fewest questions, first in the order of answers; or ``None``."""
    found: Refutation | None = None
    fewer_than: int | None = None
    while fewer_than != 0:
        for disagreement in exploration.runs(partial(claim, exploration, lambda branch: None), fewer_than=fewer_than):
            if disagreement is not None:
                fewer_than = exploration.asked
                tables = exploration.tables()
                found = Refutation(
                    disagreement,
                    tables.agent if tables.agent.entries else None,
                    tables.environment if tables.environment.entries else None,
                    tables.learner if tables.learner.entries else None,
                    partial(claim, tables, lambda branch: None),
                ).confirmed()
                break
        else:
            break
    return found


def decide(
    name: str,
    claim_at: Callable[[int], Claim],
    horizon: int,
    *,
    actions: Sequence[Action],
    percepts: Sequence[Percept] = (),
    branches: Iterable[str] = (),
    domain: str,
) -> Part:
    """Decide ``claim_at(horizon)`` on every unknown; where it fails, find the smallest refutation.

    The smallest has the least horizon at which the claim fails, then the fewest questions. A claim at a
    horizon is to include the claims at the horizons before it.
    """
    exploration = Exploration(actions, percepts)
    cases, seen, wrong = _count(exploration, [claim_at(horizon)], branches)
    shorter = (refute(exploration, claim_at(steps)) for steps in range(1, horizon + 1))
    return Part(name, domain, cases, seen, wrong and next(found for found in shorter if found is not None))


def decide_each(
    name: str,
    claim: Callable[[Instance, Unknown, Cover], Disagreement | None],
    instances: Iterable[Instance],
    *,
    actions: Sequence[Action],
    percepts: Sequence[Percept] = (),
    branches: Iterable[str] = (),
    domain: str,
) -> Part:
    """Decide the claim on every instance (histories, pairs of them, ...) and every unknown.

    ``instances`` come smallest first; on the first where the claim fails, the refutation by fewest
    questions is returned.
    """
    exploration = Exploration(actions, percepts)
    cases, seen, wrong = _count(exploration, (partial(claim, instance) for instance in instances), branches)
    return Part(name, domain, cases, seen, wrong and refute(exploration, wrong))


def _count(
    exploration: Exploration, claims: Iterable[Claim], branches: Iterable[str]
) -> tuple[int, dict[str, int], Claim | None]:
    """Return the number of cases, how often each branch occurs, and the first claim that fails, where they end."""
    cases, seen = 0, Counter(dict.fromkeys(branches, 0))

    def cover(branch: str) -> None:
        seen[branch] += 1

    for claim in claims:
        for disagreement in exploration.runs(partial(claim, exploration, cover)):
            cases += 1
            if disagreement is not None:
                return cases, dict(seen), claim
    return cases, dict(seen), None
