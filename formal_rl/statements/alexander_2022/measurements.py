"""Section 6: the agents that were measured."""

from fractions import Fraction
from math import floor
from typing import Any

from formal_rl.agents import Draws, QLearner, RandomLearner, SimpleLearner, Transition, draw
from formal_rl.agents.library_learners import QState
from formal_rl.histories import Action, Observation
from formal_rl.statements.checks import agents
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


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
        check=agents.measured_agents,
        mutants={
            "simple takes the greatest action": {"simple": _Greatest},
            "simple takes 0 for a punishment": {"simple": _Strict},
            "simple does not look at the observation": {"simple": _Anywhere},
            "random draws once": {"random": _SameDraw},
            "Q explores with probability 9/10": {"q_learner": _exploring_at},
            "Q takes the last of equals": {"q_learner": _LastOfEquals},
            "Q does not look ahead": {"q_learner": _Myopic},
        },
        verdict="defined",
        evidence="exhaustive: simple on all histories of at most 3 percepts over 6 percepts x 3 actions; by hand; the "
        "exact Q-learner and the published machine of floats in 16 runs, within 1e-12. That the published agents "
        "answer the recorded runs one by one, and every value of the Q-table to the bit, is checked by vectors check, "
        "not by this row",
        defects="ε is called as usual, but in the published code .9 is the probability to exploit: it explores where a "
        "draw is above .9. How ties and rows of 0 are broken is not said; the published code takes the first "
        "of equals, and draws where the row is all 0.",
        witness="of 40 evenly spread draws 4 explore",
    ),
)
"""In the order of the paper."""
