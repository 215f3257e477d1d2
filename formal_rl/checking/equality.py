"""A definition and its optimised form are one function: decided on everything small or listed, then sampled beyond."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from operator import eq
from typing import TYPE_CHECKING, Any, Protocol, Self

from attrs import evolve, frozen

from formal_rl.agents import Agent, Learner, as_agent
from formal_rl.checking.examples import Case, decide_cases
from formal_rl.checking.outcome import Cover, Disagreement, Part
from formal_rl.checking.path_exploration import Unknown, decide_each, decide_prompts
from formal_rl.checking.sampling import HashedAgent, hashed_learner, sampled_prompts
from formal_rl.checking.scope import Scope
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, interact_incremental
from formal_rl.histories import Action, Percept, Play, Prompt, all_prompts

if TYPE_CHECKING:
    from formal_rl.environments import EnvironmentRecord

LONGEST_PAIR = 4
"""How long the histories of a pair may be, whatever the scope: their number grows like a square."""

_UNLIKE = (Percept(0, 0), Percept(1, 1))
"""What learners are shown: the reward of the first percept does not reach them, so observations must differ."""

Transform = Callable[[Agent], Agent]
LearnerTransform = Callable[[Learner[Any]], Learner[Any]]


class Pair(Protocol):
    """A definition and an optimised form of it."""

    @property
    def name(self) -> str:
        """The name of the pair in reports."""

    @property
    def fast(self) -> object:
        """The optimised form."""


def _on_or_off(prompt: Prompt, agent: Agent, cover: Cover) -> None:
    own = all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2))
    cover("a genuine history" if own else "not a genuine history")


_BRANCHES = ("a genuine history", "not a genuine history")


@frozen
class AgentTransformPair:
    """Two transformations of agents, equal on every agent and every history.

    Several prompts are put to one and the same transformed agent, so that what it remembers is tried too.
    """

    name: str
    definition: Transform
    fast: Transform

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all agents and pairs of histories, then on hashed agents and longer histories."""
        length = min(LONGEST_PAIR, scope.steps(quick=3, full=4))
        percepts, choices = scope.percepts(2), scope.actions()
        prompts = [prompt for n in range(1, length + 1) for prompt in all_prompts(percepts, choices, n)]

        def claim(pair: tuple[Prompt, Prompt], unknown: Unknown, cover: Cover) -> Disagreement | None:
            first, prompt = pair
            fast = self.fast(unknown.agent)
            fast(first)
            got, expected = fast(prompt), self.definition(unknown.agent)(prompt)
            _on_or_off(prompt, unknown.agent, cover)
            return None if got == expected else Disagreement(f"{self.name}", expected, got, prompt)

        exhaustive = decide_each(
            f"{self.name}: exhaustive",
            claim,
            ((first, prompt) for prompt in prompts for first in prompts),
            actions=choices,
            branches=_BRANCHES,
            domain=f"all agents, all histories of at most {length} percepts over {len(percepts)} percepts x "
            f"{len(choices)} actions, each after each",
        )

        def forms(seed: int) -> tuple[Agent, Agent, Agent]:
            agent = HashedAgent(seed, len(choices))
            return agent, self.definition(agent), self.fast(agent)

        return exhaustive, _sampled(self.name, scope, forms)


@frozen
class LearnerTransformPair:
    """A transformation of agents and one of learners, equal on every learner and every history."""

    name: str
    definition: Transform
    fast: LearnerTransform

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and histories, then on hashed learners and longer histories."""
        length = scope.steps(quick=4, full=5)
        percepts = scope.percepts(2) if scope.number_of_percepts else _UNLIKE
        choices = scope.actions()

        def claim(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
            agent = as_agent(unknown.learner)
            got, expected = as_agent(self.fast(unknown.learner))(prompt), self.definition(agent)(prompt)
            _on_or_off(prompt, agent, cover)
            return None if got == expected else Disagreement(f"{self.name}", expected, got, prompt)

        exhaustive = decide_prompts(
            f"{self.name}: exhaustive", claim, (length, percepts, choices), who="all learners", branches=_BRANCHES
        )

        def forms(seed: int) -> tuple[Agent, Agent, Agent]:
            learner = hashed_learner(seed, len(choices))
            agent = as_agent(learner)
            return agent, self.definition(agent), as_agent(self.fast(learner))

        return exhaustive, _sampled(self.name, scope, forms)


def _seeds(scope: Scope) -> range:
    number = 200 if scope.is_full else 40
    return range(scope.seed * number, (scope.seed + 1) * number)


def _sampled(name: str, scope: Scope, forms: Callable[[int], tuple[Agent, Agent, Agent]]) -> Part:
    """Compare two forms of a transformed agent on drawn prompts; ``forms(seed)`` is (agent, slow, fast)."""
    percepts, choices, length = scope.percepts(3), scope.actions(), scope.steps(quick=10, full=14)

    def cases() -> Iterator[Case]:
        for seed in _seeds(scope):
            agent, slow, fast = forms(seed)
            drawn = sampled_prompts(agent, seed, number=2, length=length, percepts=percepts, actions=choices)
            for prompt in drawn:
                expected, got = slow(prompt), fast(prompt)
                met: list[str] = []
                _on_or_off(prompt, agent, met.append)
                yield (
                    met[0],
                    None if got == expected else Disagreement(f"{name}, seed {seed}", expected, got, prompt),
                )

    return decide_cases(
        f"{name}: sampled",
        cases(),
        branches=_BRANCHES,
        domain=f"{len(_seeds(scope))} hashed agents or learners from seed {scope.seed}, histories of {length} percepts",
    )


@frozen
class EnvironmentPair:
    """An environment and its incremental form: the same percepts for every learner and every action sequence."""

    name: str
    definition: ExtendedEnvironment
    fast: IncrementalEnvironment

    @classmethod
    def of(cls, record: EnvironmentRecord, *arguments: Any, form: str = "incremental") -> Self:
        """Return the pair of a record of the catalogue, both made of the arguments where they are made."""
        return cls(record.attribute(form), record.made("definition", *arguments), record.made(form, *arguments))

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        length = scope.steps(quick=5, full=7)
        choices = scope.actions()

        def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
            return self._compare(unknown.learner, sequence, cover)

        exhaustive = decide_each(
            f"{self.name}: exhaustive",
            claim,
            (sequence for n in range(length + 1) for sequence in product(choices, repeat=n)),
            actions=choices,
            branches=("paid", "punished", "the agent's own actions", "other actions"),
            domain=f"all learners, all sequences of at most {length} actions of {len(choices)}",
        )
        return exhaustive, self._sampled(scope)

    def _sampled(self, scope: Scope) -> Part:
        length, choices = scope.steps(quick=30, full=100), scope.actions()

        def cases() -> Iterator[Case]:
            for seed in _seeds(scope):
                learner = hashed_learner(seed, len(choices))
                for deviations in (0, 1):
                    sequence = self._own_actions(learner, seed, length, deviations)
                    met: list[str] = []
                    found = self._compare(learner, sequence, met.append)
                    yield met[-1] if met else "refuted at once", found

        return decide_cases(
            f"{self.name}: sampled",
            cases(),
            branches=("the agent's own actions", "other actions"),
            domain=f"{len(_seeds(scope))} hashed learners from seed {scope.seed}, sequences of {length} actions",
        )

    def _own_actions(self, learner: Learner[Any], seed: int, length: int, deviations: int) -> tuple[Action, ...]:
        """Return the learner's own actions in the incremental form, the one at a drawn place changed if asked for."""
        own: list[Any] = list(islice(interact_incremental(learner, self.fast), 2 * length))[1::2]
        place = HashedAgent(seed, length)(())
        for _ in range(deviations):
            own[place] = 1 if own[place] == 0 else 0
        return tuple(own)

    def _compare(self, learner: Learner[Any], sequence: tuple[Action, ...], cover: Cover) -> Disagreement | None:
        agent = as_agent(learner)
        percept, state = self.fast.start(learner)
        play: Play = ()
        own = True
        for action in (*sequence, None):
            expected = self.definition(agent, play)
            if percept != expected:
                return Disagreement(f"the percepts of {self.name}", expected, percept, play)
            if play:
                cover("paid" if percept.reward > 0 else "punished")
            if action is None:
                break
            own = own and agent((*play, percept)) == action
            play = (*play, percept, action)
            percept, state = self.fast.advance(learner, state, action)
        cover("the agent's own actions" if own else "other actions")
        return None


@frozen
class SimulatedPair(EnvironmentPair):
    """An environment whose definition simulates a copy from its beginning, so that a run costs the cube of its length.

    It is compared as any other, but less far.
    """

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return super().parts(evolve(scope, horizon=scope.steps(quick=5, full=6)))

    def _sampled(self, scope: Scope) -> Part:
        return super()._sampled(evolve(scope, horizon=2 * scope.steps(quick=5, full=6)))


# --- A definition and its optimised form that are functions of plain arguments: compared on a list of cases ---


@frozen
class FunctionPair:
    """Two functions, equal on every case; ``cases(scope)`` yields a name for what is looked at, and the arguments.

    ``agree`` is how what they return is compared: by ==, unless one of them rounds.
    """

    name: str
    definition: Callable[..., Any]
    fast: Callable[..., Any]
    cases: Callable[[Scope], Iterable[tuple[str, tuple[Any, ...]]]]
    branches: tuple[str, ...]
    domain: str
    agree: Callable[[Any, Any], bool] = eq

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all cases."""

        def compared() -> Iterator[Case]:
            for branch, arguments in self.cases(scope):
                expected, got = self.definition(*arguments), self.fast(*arguments)
                about = f"{self.name}, {branch}"
                yield branch, None if self.agree(expected, got) else Disagreement(about, expected, got)

        return (decide_cases(self.name, compared(), branches=self.branches, domain=self.domain),)
