"""Checks of the agents that the 2022 paper measures: random, simple and the Q-learner."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

from formal_rl.agents import (
    Draws,
    HashedDraws,
    Learner,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    Transition,
    acts,
    draw,
    train,
)
from formal_rl.agents.learners import trained
from formal_rl.agents.library_learners import QState
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part, unless
from formal_rl.histories import Action, Observation, Percept, all_prompts
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

_Exploit, _Explore = Fraction(1, 2), Fraction(19, 20)
"""Draws below and above 9/10."""


def _row(learner: QLearner, learned: Sequence[Transition], observation: int) -> tuple[Any, ...]:
    return learner.row(trained(learner, learned), observation)


def measured_agents(
    scope: Scope,
    *,
    simple: Callable[..., Learner[Any]] = SimpleLearner,
    random: Callable[..., Learner[Any]] = RandomLearner,
    q_learner: Callable[..., Any] = QLearner,
) -> Iterator[Part]:
    """Check the three agents by hand, how often Q explores, and how far floats take Q from its exact values."""
    yield check_examples(_simple_by_hand(simple), "simple, by hand: 0 if nothing is left")
    yield check_examples(_random_by_hand(random), "random, by hand")
    yield check_examples(_q_by_hand(q_learner), "Q, by hand: ε = 9/10, learning rate 1/10, γ = 9/10")
    yield check_examples(_exploring(q_learner), "0.9 is the probability to exploit")
    yield _simple_as_defined(scope, simple)
    yield _near_the_published(scope, q_learner)


def _guards(name: str, make: Callable[..., object], *first: Any) -> Iterator[Example]:
    for number, failure in ((0, ValueError), ("2", TypeError)):
        yield (f"{name}, of {number!r} actions", "at least 1", failure, make, *first, number)


def _simple_by_hand(simple: Callable[..., Any]) -> Iterator[Example]:
    learner, punished = simple(3), Transition(0, 0, -1, 0)
    paid, indifferent, a_half = (punished._replace(reward=reward) for reward in (1, 0, Fraction(-1, 2)))
    every, other = tuple(Transition(0, action, -1, 0) for action in range(3)), (Transition(0, 1, -5, 0),)
    yield ("simple, untrained", "nothing was punished: 0", 0, acts, learner, (), 0)
    yield ("simple after 0 was punished", "the least of 1, 2", 1, acts, learner, (punished,), 0)
    yield ("the same on another observation", "nothing was punished on 1: 0", 0, acts, learner, (punished,), 1)
    yield ("simple after reward 0", "0 is not a punishment: 0", 0, acts, learner, (indifferent,), 0)
    yield ("simple after 0 was punished, then paid", "punished once: 1", 1, acts, learner, (punished, paid), 0)
    yield ("simple after 1 was punished, not its own", "the least of 0, 2", 0, acts, learner, other, 0)
    yield ("simple after a punishment of -1/2", "negative, though more than -1: 1", 1, acts, learner, (a_half,), 0)
    yield ("simple, of how many actions if none is said", "two", 2, lambda: simple().number_of_actions)
    yield from _guards("simple", simple)
    yield ("simple, of one action", "0 for ever", 0, lambda: acts(simple(1), every[:1], 0))
    yield ("simple after all were punished", "none is left: 0", 0, acts, learner, every, 0)


_SEVEN = Fraction(7, 8)


def _of_equals(learner: QLearner) -> tuple[tuple[Any, ...], int]:
    """Return the row of an observation met as two equal objects, and how many rows there are."""
    state = learner.initial
    for _ in range(2):
        once, again = tuple([4, 2]), tuple([4, 2])  # noqa: C409 - two objects
        state = learner.learn(state, Transition(once, 0, 1, again))
    return learner.row(state, tuple([4, 2])), len(state.rows)  # noqa: C409


def _random_by_hand(random: Callable[..., Learner[Any]]) -> Iterator[Example]:
    learner, other = random((Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)), 3), Transition(0, 2, 1, 0)
    yield ("random, untrained", "floor(3 * 1/2)", 1, acts, learner, (), 0)
    yield ("random, untrained, elsewhere", "floor(3 * 1/2)", 1, acts, learner, (), 7)
    yield ("random, trained once", "floor(3 * 1/4)", 0, acts, learner, (other,), 0)
    yield ("random, of how many actions if none is said", "two", 1, lambda: acts(random((_SEVEN,)), (), 0))
    yield from _guards("random", random, (_SEVEN,))
    yield ("random, of one action", "0 for ever", 0, lambda: acts(random((_SEVEN,), 1), (), 0))
    yield ("random, trained twice", "floor(3 * 3/4)", 2, acts, learner, (other, other), 0)


def _q_by_hand(q_learner: Callable[..., Any]) -> Iterator[Example]:
    low, high, tenth = Fraction(1, 3), Fraction(2, 3), Fraction(1, 10)
    exploits, explores = q_learner((_Exploit, low) * 4, 2), q_learner((_Explore, high) * 4, 2)
    paid, after = Transition(0, 0, 1, 1), Transition(2, 1, -1, 0)
    yield ("Q, untrained", "its row is all 0, so floor(2 * 1/3)", 0, acts, exploits, (), 0)
    yield ("Q, untrained, with the other draw", "floor(2 * 2/3)", 1, acts, explores, (), 0)
    yield ("Q after action 0 was paid", "0 + 1/10 (1 + 9/10 * 0 - 0) = 1/10", (tenth, 0), _row, exploits, (paid,), 0)
    row: tuple[Any, Any] = (0, Fraction(-91, 1000))
    yield ("Q, what comes after", "1/10 (-1 + 9/10 * 1/10) = -91/1000", row, _row, exploits, (paid, after), 2)
    row = (Fraction(19, 100), 0)
    yield ("Q, twice the same", "1/10 + 1/10 (1 + 9/10 * 0 - 1/10)", row, _row, exploits, (paid, paid), 0)
    why, half = (
        "the greatest of 1/10 and 0 is of action 0, though floor(2 * 2/3) = 1",
        q_learner((_Exploit, high) * 2, 2),
    )
    yield ("Q exploits where v = 1/2, not above 9/10", why, 0, acts, half, (paid,), 0)
    why = "floor(2 * 2/3) = 1, though action 0 is worth 1/10 and action 1 nothing"
    yield ("Q explores where v = 19/20, above 9/10", why, 1, acts, explores, (paid,), 0)
    why, at_bound = "the greatest of 1/10 and 0", q_learner((_Exploit, low, Fraction(9, 10), high), 2)
    yield ("Q exploits where v = 9/10, which is not above", why, 0, acts, at_bound, (paid,), 0)
    yield from _guards("Q", q_learner, (_Exploit, low))
    yield ("Q, of one action", "0 for ever", 0, lambda: acts(q_learner((_Explore, high), 1), (), 0))
    why = "1/10 + 1/10 (1 + 9/10 * 1/10 - 1/10) = 199/1000, the row of what comes after its own"
    about = "Q, an observation that is equal and another object"
    yield (about, why, ((Fraction(199, 1000), 0), 1), _of_equals, exploits)
    why = "the greatest of -1/10 and 0 is of action 1; the row is not all 0, so floor(2 * 1/3) is not drawn"
    yield ("Q, the greatest value is 0", why, 1, acts, exploits, (paid._replace(reward=-1),), 0)
    two, row = (paid, Transition(1, 0, -1, 0)), (Fraction(-91, 1000), 0)
    yield ("Q, another observation trained", "that of 0 stays 1/10", (tenth, 0), _row, exploits, two, 0)
    yield ("Q, from the row of 0", "1/10 (-1 + 9/10 * 1/10) = -91/1000", row, _row, exploits, two, 1)
    own = q_learner((_Exploit, low), 2, learning_rate=Fraction(1, 2), gamma=Fraction(1, 3))
    why = "Q(0, 1) = 1/2 (4 + 1/3 * 0) = 2, then Q(1, 0) = 1/2 (-1 + 1/3 * 2) = -1/6"
    two = (Transition(0, 1, 4, 0), Transition(1, 0, -1, 0))
    yield ("Q, with numbers of its own", why, (Fraction(-1, 6), 0), _row, own, two, 1)
    why = "after a punishment of action 0 on observation 0, actions 1 and 2 are worth 0"
    three, punished = q_learner((_Exploit, low) * 2, 3), (paid._replace(reward=-1),)
    yield ("Q, the first of equals", why, 1, acts, three, punished, 0)


_GRID = 40


def _exploring(q_learner: Callable[..., Any]) -> Iterator[Example]:
    """Yield on evenly spread draws how often Q does what is worth less: in a tenth of them."""
    paid, half = Transition(0, 0, 1, 1), Fraction(1, 2)

    def number_exploring() -> int:
        draws = [Fraction(2 * place + 1, 2 * _GRID) for place in range(_GRID)]
        return sum(acts(q_learner((_Exploit, 0, v, half), 2), (paid,), 0) == 1 for v in draws)

    about, why = f"Q explores on this many of {_GRID} evenly spread draws", f"those above 9/10: {_GRID} / 10"
    yield (about, why, _GRID // 10, number_exploring)


def _simple_as_defined(scope: Scope, simple: Callable[..., Learner[Any]]) -> Part:
    """Compare simple with the sentence of the paper, read off the whole history."""
    length = scope.steps(quick=3, full=4)
    percepts, choices = (*scope.percepts(4), Percept(Fraction(-1, 2), 1), Percept(Fraction(1, 2), 2)), range(3)

    @part(
        "simple, as the paper's sentence",
        branches=("something was punished here", "nothing was punished here"),
        domain=f"all histories of at most {length} percepts over {len(percepts)} percepts x 3 actions",
    )
    def cases() -> Iterator[Case]:
        learner = simple(3)
        for n in range(1, length + 1):
            for prompt in all_prompts(percepts, choices, n):
                state, here = train(learner, prompt), prompt[-1].observation
                punished = {
                    prompt[i + 1]
                    for i in range(0, len(prompt) - 2, 2)
                    if prompt[i].observation == here and prompt[i + 2].reward < 0
                }
                unpunished = [action for action in choices if action not in punished]
                expected = unpunished[0] if unpunished else 0
                got = learner.act(state, here)
                branch = "something was punished here" if punished else "nothing was punished here"
                yield branch, equal("simple's action", expected, got, prompt)

    return cases()


_TOLERANCE = Fraction(1, 10**12)
"""Each step adds a relative rounding error of a few 2^-53; values are below 10 and there are at most 60 steps."""


def _near_the_published(scope: Scope, q_learner: Callable[..., Any]) -> Part:
    """Compare the rows of the exact Q-learner with those of the one of floats, along its own actions."""
    steps = scope.steps(quick=40, full=60)

    @part(
        "the exact Q-learner and the same in floats",
        branches=("rounded",),
        domain=f"16 runs of {steps} steps, 3 observations x 2 actions, within {float(_TOLERANCE)}",
    )
    def cases() -> Iterator[Case]:
        for seed, environment_seed in product(range(4), range(4)):
            draws, rewards = HashedDraws(seed), HashedDraws(1000 + environment_seed)
            exact, published = q_learner(draws, 2), QLearnerPublished(draws, 2)
            states = exact.initial, published.initial
            for step in range(steps):
                o, after = step % 3, (step + 1) % 3
                action = published.act(states[1], o)
                reward = -1 if rewards[step] < Fraction(1, 2) else 1
                learned = Transition(o, action, reward, after)
                states = exact.learn(states[0], learned), published.learn(states[1], learned)
            for o in range(3):
                expected, got = exact.row(states[0], o), published.row(states[1], o)
                far = max(abs(Fraction(e) - Fraction(g)) for e, g in zip(expected, got, strict=True))
                about = f"the row of {o}, draws {seed}, rewards {environment_seed}"
                yield "rounded" if far else "equal", unless(far <= _TOLERANCE, about, expected, got)

    return cases()


# --- Mutants ---


class _Greatest(SimpleLearner):
    """Take the greatest action that was not punished."""

    def act(self, state: Any, observation: Observation) -> Action:
        unpunished = [a for a in range(self.number_of_actions) if (observation, a) not in state]
        return unpunished[-1] if unpunished else 0


class _Strict(SimpleLearner):
    """Take a reward of 0 for a punishment."""

    def learn(self, state: Any, transition: Transition) -> Any:
        return super().learn(state, transition._replace(reward=transition.reward - 1 if transition.reward <= 0 else 1))


class _Anywhere(SimpleLearner):
    """Avoid what was punished on any observation."""

    def act(self, state: Any, observation: Observation) -> Action:
        return super().act(frozenset((observation, action) for _, action in state), observation)


class _SameDraw(RandomLearner):
    """Draw once for good."""

    def learn(self, state: int, transition: Transition) -> int:
        return state


def _exploring_at(draws: Draws, number_of_actions: int = 2) -> QLearner:
    """Explore with probability epsilon, as the letter has it."""
    return QLearner(draws, number_of_actions, epsilon=Fraction(1, 10))


class _ExploresWhereNothingIsAbove0(QLearner):
    """Explore where the greatest value is 0."""

    def act(self, state: QState, observation: Observation) -> Action:
        row = self.row(state, observation)
        return super().act(state if max(row) else self.initial._replace(trainings=state.trainings), observation)


class _LastOfEquals(QLearner):
    """Take the last of equally good actions."""

    def act(self, state: QState, observation: Observation) -> Action:
        row, m = self.row(state, observation), state.trainings
        if draw(self.draws, 2 * m) > self.epsilon or not any(row):
            return floor(self.number_of_actions * draw(self.draws, 2 * m + 1))
        return max(range(len(row)), key=lambda action: (row[action], action))


class _Myopic(QLearner):
    """Leave out what comes after."""

    def learn(self, state: QState, transition: Transition) -> QState:
        return super().learn(QState(state.rows, state.trainings), transition._replace(next_observation="nothing"))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S6-agents",
        kind="definition",
        title="the measured agents: random, simple, Q",
        claim="Random draws its actions. Simple takes the least action that was never punished on the observation, or "
        "0. Q is tabular Q-learning with ε = 9/10, learning rate 1/10 and γ = 9/10.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=measured_agents,
        mutants={
            "simple takes the greatest action": {"simple": _Greatest},
            "simple takes 0 for a punishment": {"simple": _Strict},
            "simple does not look at the observation": {"simple": _Anywhere},
            "random draws once": {"random": _SameDraw},
            "Q explores with probability 9/10": {"q_learner": _exploring_at},
            "Q explores where the greatest value is 0": {"q_learner": _ExploresWhereNothingIsAbove0},
            "Q takes the last of equals": {"q_learner": _LastOfEquals},
            "Q does not look ahead": {"q_learner": _Myopic},
        },
        verdict="defined",
        evidence="exhaustive: simple on all histories of at most 3 percepts over 6 percepts x 3 actions; by hand; the "
        "exact Q-learner beside its own code in floats in 16 runs, within 1e-12, which shows how far rounding goes. "
        "That the published agents answer the recorded runs one by one, and every value of the Q-table to the bit, is "
        "checked by vectors check, not by this row",
        defects="In the published code ε = 0.9 is the probability of exploiting, not of exploring: it explores if a "
        "draw is above 0.9. The paper does not say how ties and rows of zeros are broken; the published code takes the "
        "first of equals, and draws if the row is all zeros.",
        witness="of 40 evenly spread draws 4 explore",
    ),
)
