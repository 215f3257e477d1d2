"""The agents that the 2022 paper measures: random, simple and the Q-learner."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from formal_rl.agents import QLearner, QLearnerPublished, RandomLearner, SimpleLearner, Transition, train
from formal_rl.agents.learners import acts, trained
from formal_rl.checking import Scope, among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.histories import Percept, Prompt, all_prompts
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in

EXPLOIT, EXPLORE, HALF = Fraction(1, 2), Fraction(19, 20), Fraction(1, 2)
"""Draws below and above 9/10, and another."""


def examples() -> Rows:
    """Yield what random and Q do."""
    learner, trained_once = RandomLearner((HALF, Fraction(1, 4), Fraction(3, 4)), 3), (Transition(0, 2, 1, 0),)
    yield "floor(3 · 1/2), elsewhere too", (1, 1), (acts(learner, (), 0), acts(learner, (), 7))
    yield "floor(3 · 1/4), floor(3 · 3/4)", (0, 2), tuple(acts(learner, trained_once * n, 0) for n in (1, 2))
    low, high = Fraction(1, 3), Fraction(2, 3)
    exploits, explores = QLearner((EXPLOIT, low) * 4, 2), QLearner((EXPLORE, high) * 4, 2)
    paid, after, back = Transition(0, 0, 1, 1), Transition(2, 1, -1, 0), Transition(1, 0, -1, 0)
    at_bound, greatest = QLearner((EXPLOIT, low, Fraction(9, 10), high), 2), QLearner((EXPLOIT, high) * 2, 2)
    punished = paid._replace(reward=-1)
    for why, action, q, trainings in (
        ("v = 1/2: the greatest of 1/10 and 0, though floor(2 · 2/3) = 1", 0, greatest, (paid,)),
        ("v = 19/20, above 9/10: floor(2 · 2/3) = 1, though action 0 is worth 1/10", 1, explores, (paid,)),
        ("v = 9/10 is not above: the greatest of 1/10 and 0", 0, at_bound, (paid,)),
        ("the greatest of -1/10 and 0; the row is not all 0", 1, exploits, (punished,)),
        ("of -1/10, 0 and 0 the first of equals", 1, QLearner((EXPLOIT, low) * 2, 3), (punished,)),
    ):
        yield why, action, acts(q, trainings, 0)
    own = QLearner((EXPLOIT, low), 2, learning_rate=HALF, gamma=Fraction(1, 3))
    rows: tuple[tuple[str, Any, Any, Any, int], ...] = (
        ("1/10 (-1 + 9/10 · 1/10) = -91/1000", (0, Fraction(-91, 1000)), exploits, (paid, after), 2),
        ("1/10 + 1/10 (1 + 9/10 · 0 - 1/10)", (Fraction(19, 100), 0), exploits, (paid, paid), 0),
        ("1/2 · 4 = 2, 1/2 (-1 + 1/3 · 2)", (Fraction(-1, 6), 0), own, (Transition(0, 1, 4, 0), back), 1),
    )
    for why, row, q, several, seen in rows:
        yield why, row, q.row(trained(q, several), seen)
    in_floats = QLearnerPublished((EXPLOIT, low), 2)
    yield "in floats 0.1 + 0.1 (1 - 0.1)", (0.19, 0), in_floats.row(trained(in_floats, (paid, paid)), 0)
    draws = [Fraction(2 * place + 1, 80) for place in range(40)]
    less = sum(acts(QLearner((EXPLOIT, 0, v, HALF), 2), (paid,), 0) == 1 for v in draws)
    yield "of 40 evenly spread draws 4 are above 9/10, and explore", 4, less


@definition(
    "A22-S6-agents",
    "the measured agents: random, simple, Q",
    "Section 6",
    evidence="exhaustive: simple on all histories of at most 3 percepts over 6 percepts x 3 actions; by hand. That the "
    "published agents answer the recorded runs step by step, and every value of the Q-table to the bit, is checked by "
    "vectors check, not by this row",
    defects="In the published code ε = 0.9 is the probability of exploiting, not of exploring: it explores if a "
    "draw is above 0.9. The paper does not say how ties and rows of zeros are broken; the published code takes the "
    "first of equals, and draws if the row is all zeros.",
    witness="of 40 evenly spread draws 4 explore",
)
def measured_agents() -> Evidence:
    """Random draws its actions. Simple takes the least action that was never punished on the observation, or 0. Q is
    tabular Q-learning with ε = 9/10, learning rate 1/10 and γ = 9/10.
    """

    def as_the_sentence_says(prompt: Prompt) -> tuple[Any, Any]:
        turns = zip(prompt[:-1:2], prompt[1::2], prompt[2::2], strict=True)
        here = [turn for turn in turns if turn[0].observation == prompt[-1].observation]
        unpunished = set(range(3)) - {action for _, action, after in here if after.reward < 0}
        learner = SimpleLearner(3)
        return min(unpunished or {0}), learner.act(train(learner, prompt), prompt[-1].observation)

    def histories(scope: Scope) -> Iterator[Prompt]:
        shown = [*scope.percepts(4), Percept(Fraction(-1, 2), 1), Percept(Fraction(1, 2), 2)]
        return (each for n in range(1, scope.steps(quick=3, full=4) + 1) for each in all_prompts(shown, range(3), n))

    said = "all histories of at most 3 percepts, 4 in full, over 6 percepts x 3 actions"
    yield by_hand(examples)
    yield every("simple, as the paper's sentence", as_the_sentence_says, among(said, histories))
    yield mutants("""
        agents.library_learners:SimpleLearner
            simple takes the greatest action: in range(self.number_of_actions)
                → in reversed(range(self.number_of_actions))
            simple takes 0 for a punishment: reward < 0 → reward <= 0
            simple does not look at the observation: (observation, action) not in state: return action
                → action not in {each for _, each in state}: return action
        agents.library_learners:RandomLearner
            random draws once: state + 1 → state
        agents.library_learners:QLearner
            Q explores with probability 9/10: > self.epsilon → > 1 - self.epsilon
            Q explores where the greatest value is 0: not any(row := self.row(state, observation))
                → not max(row := self.row(state, observation))
            Q takes the last of equals: row.index(max(row)) → max(range(len(row)), key=lambda each: (row[each], each))
            Q does not look ahead: self.gamma * max( → 0 * max(
    """)


STATEMENTS = statements_in(globals())
