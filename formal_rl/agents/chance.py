"""Chance, exactly: distributions over finitely many outcomes, the law of an experiment, and when an agent is drawn.

An agent with chance draws a deterministic agent. The models differ in how often it draws: once a life, once a step, or
at every question.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from attrs import field, frozen

from formal_rl.agents.learners import Agent
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Prompt

LEDGER = ("A22-chance-fresh-draws",)

Outcome = TypeVar("Outcome")
Drawn = TypeVar("Drawn", bound=Hashable)


def _as_fractions(chances: Mapping[Outcome, Any]) -> Mapping[Outcome, Fraction]:
    """Return the chances as Fractions; anything but an exact number stays, to be refused."""
    return MappingProxyType({each: Fraction(p) if type(p) is int else p for each, p in chances.items()})


@frozen
class Distribution(Generic[Outcome]):
    """Finitely many outcomes, each with its probability: an int or a Fraction above 0, 1 in all.

    Raises `InvalidParameter` for anything else.
    """

    chances: Mapping[Outcome, Fraction] = field(converter=_as_fractions)

    @chances.validator
    def _adds_up(self, _: Any, chances: Mapping[Outcome, Any]) -> None:
        for outcome, chance in chances.items():
            if type(chance) is not Fraction or chance <= 0:
                raise InvalidParameter(f"the probability of {outcome!r}", chance, "an int or a Fraction above 0")
        if sum(chances.values()) != 1:
            raise InvalidParameter("the sum of the probabilities", sum(chances.values()), "1")

    def chance(self, outcome: Outcome) -> Fraction:
        """Return the probability of an outcome; 0 for one that is not there."""
        return self.chances.get(outcome, Fraction(0))

    def chance_that(self, event: Callable[[Outcome], bool]) -> Fraction:
        """Return the probability of an event."""
        return sum((chance for each, chance in self.chances.items() if event(each)), Fraction(0))

    def mean(self, of: Callable[[Outcome], int | Fraction]) -> Fraction:
        """Return the mean of a number that depends on the outcome."""
        return sum((chance * of(each) for each, chance in self.chances.items()), Fraction(0))


def certain(outcome: Outcome) -> Distribution[Outcome]:
    """Return the distribution of a sure outcome."""
    return Distribution({outcome: Fraction(1)})


def uniform(*outcomes: Outcome) -> Distribution[Outcome]:
    """Return the uniform distribution over these outcomes, all different."""
    return Distribution(dict.fromkeys(outcomes, Fraction(1, max(1, len(outcomes)))))


class Toss(Protocol):
    """The draw of an experiment: it takes a distribution and gives one of its outcomes.

    Tosses are independent.
    """

    def __call__(self, distribution: Distribution[Outcome], /) -> Outcome:
        """Return an outcome."""


class _Path:
    """One path through an experiment: the decided outcomes, then the first of each toss; the others wait."""

    def __init__(
        self, decided: tuple[Any, ...], chance: Fraction, waiting: list[tuple[tuple[Any, ...], Fraction]]
    ) -> None:
        self._decided, self._waiting, self._tosses = decided, waiting, 0
        self.chance = chance

    def __call__(self, distribution: Distribution[Outcome], /) -> Outcome:
        self._tosses += 1
        if self._tosses > len(self._decided):
            (outcome, chance), *others = distribution.chances.items()
            self._waiting += (((*self._decided, each), self.chance * its) for each, its in others)
            self._decided, self.chance = (*self._decided, outcome), self.chance * chance
        chosen: Outcome = self._decided[self._tosses - 1]
        return chosen


def law(experiment: Callable[[Toss], Drawn]) -> Distribution[Drawn]:
    """Return the distribution of the results of an experiment, run on every sequence of outcomes of its tosses.

    The experiment must depend on its tosses alone, and end on every one of finitely many sequences.
    """
    chances: dict[Drawn, Fraction] = {}
    waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        path = _Path(*waiting.pop(), waiting)
        given = experiment(path)
        chances[given] = chances.get(given, Fraction(0)) + path.chance
    return Distribution(chances)


ChanceAgent: TypeAlias = Callable[[Toss], Agent]
"""An agent with chance: its tosses decide which deterministic agent it is.

Source: Alexander et al. 2022, Section 2, last paragraph, and Section 4.1, after Definition 6.
Ledger: A22-chance-fresh-draws*
"""

Kernel: TypeAlias = Callable[[Prompt], Distribution[Action]]
"""The distribution of an agent's action on each prompt."""


def mixture(agents: Distribution[Agent]) -> ChanceAgent:
    """Return the agent with chance that is one of these agents."""
    return lambda toss: toss(agents)


def independent(kernel: Kernel) -> ChanceAgent:
    """Return the agent with chance that draws its action on each prompt by itself, and remembers it."""

    def drawn(toss: Toss) -> Agent:
        actions: dict[Prompt, Action] = {}

        def agent(prompt: Prompt) -> Action:
            if prompt not in actions:
                actions[prompt] = toss(kernel(prompt))
            return actions[prompt]

        return agent

    return drawn


Drawing: TypeAlias = Literal["life", "step", "question"]
"""How often an agent is drawn: once a life; again at each step; or again at each question, whoever asks it."""


def drawn_by_step(agent: ChanceAgent, toss: Toss, drawing: Drawing) -> Iterator[Agent]:
    """Yield the deterministic agent of step 0, of step 1, and so on.

    Step 0 ends with the first percept, and step n with the percept that answers the n-th action: within it the
    environment asks the agent that acts. Raises `InvalidParameter` for another ``drawing``.
    """
    if drawing == "life":
        return repeat(agent(toss))
    if drawing == "step":
        return iter(lambda: agent(toss), None)
    if drawing == "question":
        return repeat(lambda prompt: agent(toss)(prompt))  # noqa: PLW0108 - each question tosses again
    raise InvalidParameter("drawing", drawing, "'life', 'step' or 'question'")


def answers_law(
    agent: ChanceAgent, questions: Sequence[Sequence[Prompt]], drawing: Drawing
) -> Distribution[tuple[Action, ...]]:
    """Return the distribution of an agent's answers to the questions of some steps, one after another."""

    def experiment(toss: Toss) -> tuple[Action, ...]:
        steps = zip(questions, drawn_by_step(agent, toss, drawing), strict=False)  # ends before it draws one more
        return tuple(drawn(prompt) for prompts, drawn in steps for prompt in prompts)

    return law(experiment)


def chance_of_acting_alike(agent: ChanceAgent, questions: Sequence[Sequence[Prompt]], drawing: Drawing) -> Fraction:
    """Return the probability that equal questions get equal answers.

    An agent with chance is semi-deterministic if it is 1 for all questions: instances with the same training
    act alike on the same prompt within one run.

    Source: Alexander et al. 2022, Definition 6.
    Ledger: A22-chance-fresh-draws*
    """
    asked = [prompt for step in questions for prompt in step]

    def alike(answers: tuple[Action, ...]) -> bool:
        return len(set(zip(asked, answers, strict=True))) == len(set(asked))

    return answers_law(agent, questions, drawing).chance_that(alike)
