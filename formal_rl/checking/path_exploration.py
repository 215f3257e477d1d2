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
from formal_rl.checking.symbolic_learner import FreeLearner, SymbolicTransitions
from formal_rl.environments import Environment, ExtendedEnvironment, TableAgent, TableEnvironment, TableLearner
from formal_rl.errors import NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, all_plays, all_prompts

Result = TypeVar("Result")
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
"""Looks at one unknown; returns what is wrong with it, or ``None``; notes the branches it meets."""


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

    The answers of a path are kept apart by who was asked: ``of_agent``, ``of_environment`` and ``of_learner``, by
    question; ``of_others`` has those to anything else. ``asked`` is their number. No table has those to others.
    """

    def __init__(self, actions: Sequence[Action], percepts: Sequence[Percept] = ()) -> None:
        """Answer prompts and learners' questions with ``actions``, plays with ``percepts``."""
        self._actions = tuple(actions)
        self._percepts = tuple(percepts)
        self._path: list[int] = []
        self._widths: list[int] = []
        self._fewer_than: int | None = None
        self._forget()
        self.learner = FreeLearner(self._as_learner)

    def _forget(self) -> None:
        # Each is asked for itself: an agent and an environment asked the same need not answer alike.
        self.of_agent: dict[Prompt, Action] = {}
        self.of_environment: dict[Play, Percept] = {}
        self.of_learner: dict[tuple[SymbolicTransitions, Observation], Action] = {}
        self.of_others: dict[Hashable, Any] = {}
        self.asked = 0

    def agent(self, question: Prompt) -> Action:
        """Answer as the agent of this path."""
        action: Action = self._recall(self.of_agent, question, self._actions)
        return action

    def environment(self, play: Play) -> Percept:
        """Answer as the environment of this path."""
        percept: Percept = self._recall(self.of_environment, play, self._percepts)
        return percept

    def choose(self, question: Hashable, options: Sequence[Any]) -> Any:
        """Answer a question to whoever else there is with one of the options; the question says who is asked."""
        return self._recall(self.of_others, question, options)

    def _as_learner(self, question: tuple[SymbolicTransitions, Observation]) -> Action:
        action: Action = self._recall(self.of_learner, question, self._actions)
        return action

    def _recall(self, answers: dict[Any, Any], question: Hashable, options: Sequence[Any]) -> Any:
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
            while path and path[-1] + 1 == widths[-1]:
                path.pop()
                widths.pop()
            if not path:
                return
            path[-1] += 1

    def tables(self) -> Tables:
        """Return the answers of the present path as tables."""
        asked = {self.learner.written_out(question): action for question, action in self.of_learner.items()}
        return Tables(TableAgent(self.of_agent), TableEnvironment(self.of_environment), TableLearner(asked))


def _ignore(branch: str) -> None:
    """Note nothing."""


def refute(exploration: Exploration, claim: Claim) -> Refutation | None:
    """Return a refutation of the claim by fewest questions, first in the order of answers; or ``None``."""
    found: Refutation | None = None
    fewer_than: int | None = None
    while fewer_than != 0:
        for disagreement in exploration.runs(partial(claim, exploration, _ignore), fewer_than=fewer_than):
            if disagreement is not None:
                fewer_than = exploration.asked
                found = _confirmed(exploration.tables(), claim, disagreement)
                break
        else:
            break
    return found


def _confirmed(tables: Tables, claim: Claim, disagreement: Disagreement) -> Refutation:
    return Refutation(
        disagreement,
        tables.agent if tables.agent.entries else None,
        tables.environment if tables.environment.entries else None,
        tables.learner if tables.learner.entries else None,
        partial(claim, tables, _ignore),
    ).confirmed()


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
    cases, seen = 0, Counter(dict.fromkeys(branches, 0))

    def cover(branch: str) -> None:
        seen[branch] += 1

    refutation = None
    for disagreement in exploration.runs(partial(claim_at(horizon), exploration, cover)):
        cases += 1
        if disagreement is not None:
            shorter = (refute(exploration, claim_at(steps)) for steps in range(1, horizon + 1))
            refutation = next(found for found in shorter if found is not None)
            break
    return Part(name, domain, cases, dict(seen), refutation)


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
    cases, seen = 0, Counter(dict.fromkeys(branches, 0))

    def cover(branch: str) -> None:
        seen[branch] += 1

    for instance in instances:
        of_instance = partial(claim, instance)
        for disagreement in exploration.runs(partial(of_instance, exploration, cover)):
            cases += 1
            if disagreement is not None:
                return Part(name, domain, cases, dict(seen), refute(exploration, of_instance))
    return Part(name, domain, cases, dict(seen))


Small: TypeAlias = tuple[int, Sequence[Percept], Sequence[Action]]
"""How long histories are at most, in actions or in percepts; and the percepts and the actions in them."""


def decide_plays(
    name: str,
    claim: Callable[[Play, Unknown, Cover], Disagreement | None],
    small: Small,
    *,
    who: str = "all agents",
    percepts: Sequence[Percept] = (),
    branches: Iterable[str] = (),
    more: str = "",
) -> Part:
    """Decide the claim on every play that is ``small``, and say so; ``percepts`` are what an environment answers."""
    longest, over, actions = small
    plays = (play for n in range(longest + 1) for play in all_plays(over, actions, n))
    domain = f"{who}, all plays of at most {longest} actions over {len(over)} percepts x {len(actions)} actions{more}"
    return decide_each(name, claim, plays, actions=actions, percepts=percepts, branches=branches, domain=domain)


def decide_prompts(
    name: str,
    claim: Callable[[Prompt, Unknown, Cover], Disagreement | None],
    small: Small,
    *,
    who: str = "all agents",
    branches: Iterable[str] = (),
    more: str = "",
) -> Part:
    """Decide the claim on every prompt that is ``small``, and say so."""
    longest, over, actions = small
    prompts = (prompt for n in range(1, longest + 1) for prompt in all_prompts(over, actions, n))
    domain = f"{who}, all histories of at most {longest} percepts over {len(over)} percepts x {len(actions)} actions"
    return decide_each(name, claim, prompts, actions=actions, branches=branches, domain=domain + more)


def decide_alike(
    name: str,
    environments: tuple[str, ExtendedEnvironment, ExtendedEnvironment],
    small: Small,
    *,
    branch_of: Callable[[Play, Percept], str],
    branches: Iterable[str],
) -> Part:
    """Decide whether an environment, named first, gives what it is by definition, named second, on every play."""
    called, definition, environment = environments

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = definition(unknown.agent, play)
        cover(branch_of(play, expected))
        got = environment(unknown.agent, play)
        return None if got == expected else Disagreement(called, expected, got, play)

    return decide_plays(name, claim, small, branches=branches)
