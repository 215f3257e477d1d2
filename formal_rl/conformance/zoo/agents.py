"""Agents and learners as practitioners write them, with act and train: right ones, and ones that are wrong."""

# ruff: noqa: D102

from collections import defaultdict
from typing import Any

import numpy

from formal_rl.agents import (
    ConstantLearner,
    NaiveLearner,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    to_class,
)
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.transforms import reality_check_fold

# --- Right ones ---


class Constant:
    """Does 0."""

    def act(self, obs: Any) -> Any:
        return 0

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        pass


class Drawing:
    """Draws anew after each training."""

    def __init__(self, n_actions: Any, draws: Any) -> None:
        self.n_actions, self.draws, self.trainings = n_actions, draws, 0

    def act(self, obs: Any) -> Any:
        return int(self.n_actions * self.draws[self.trainings])

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1


class Naive:
    """Averages what each action was paid at once."""

    n_actions: int
    draws: tuple[float, ...]

    def __init__(self) -> None:
        self.paid: Any = defaultdict(list)
        self.trainings = 0

    def average(self, obs: Any, action: Any) -> Any:
        paid = self.paid[obs, action]
        return sum(paid) / len(paid) if paid else 0

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] < 0.15)

    def act(self, obs: Any) -> Any:
        if self.explores():
            return int(self.n_actions * self.draws[2 * self.trainings + 1])
        return max(range(self.n_actions), key=lambda action: self.average(obs, action))

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        self.paid[o_prev, a].append(r)


class Simple:
    """Keeps what was punished."""

    n_actions: int

    def __init__(self) -> None:
        self.punished: set[Any] = set()

    def act(self, obs: Any) -> Any:
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        if r < 0:
            self.punished.add((o_prev, a))


class Tabular:
    """Tabular Q-learning in floating point numbers."""

    n_actions: int
    draws: tuple[float, ...]

    def __init__(self, epsilon: Any = 0.9, learning_rate: Any = 0.1, gamma: Any = 0.9) -> None:
        self.epsilon, self.learning_rate, self.gamma = epsilon, learning_rate, gamma
        self.table: Any = defaultdict(lambda: [0.0] * self.n_actions)
        self.trainings = 0

    def drawn(self) -> Any:
        return int(self.n_actions * self.draws[2 * self.trainings + 1])

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] > self.epsilon)

    def act(self, obs: Any) -> Any:
        row = self.table[obs]
        return self.drawn() if self.explores() or not any(row) else self.best(row)

    def best(self, row: Any) -> Any:
        return row.index(max(row))

    def target(self, r: Any, o_next: Any) -> Any:
        return r + self.gamma * max(self.table[o_next])

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        self.table[o_prev][a] += self.learning_rate * (self.target(r, o_next) - self.table[o_prev][a])


# --- Wrong ones ---


class DoesOne(Constant):
    """Does 1."""

    def act(self, obs: Any) -> Any:
        return 1


class DrawsAtEachQuestion(Drawing):
    """Draws anew at each question."""

    def act(self, obs: Any) -> Any:
        self.trainings += 1
        return int(self.n_actions * self.draws[self.trainings - 1])

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        pass


class RoundsItsDraws(Drawing):
    """Rounds to the nearest, so that the last action is less likely than the others, or none."""

    def act(self, obs: Any) -> Any:
        return min(round(self.n_actions * self.draws[self.trainings]), self.n_actions - 1)


class SumsWhatWasPaid(Naive):
    """Takes the sum for the average."""

    def average(self, obs: Any, action: Any) -> Any:
        return sum(self.paid[obs, action])


class ExploresLess(Naive):
    """Explores with probability 0.14."""

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] < 0.14)


class ExploresMore(Naive):
    """Explores with probability 0.16."""

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] < 0.16)


class TakesTheLastOfEquals(Naive):
    """Takes the last of the best."""

    def act(self, obs: Any) -> Any:
        if self.draws[2 * self.trainings] < 0.15:
            return super().act(obs)
        averages = [self.average(obs, action) for action in range(self.n_actions)]
        return self.n_actions - 1 - averages[::-1].index(max(averages))


class ForgivesWhatIsPaid(Simple):
    """Forgets a punishment where the same is paid later."""

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        super().train(o_prev, a, r, o_next)
        if r > 0:
            self.punished.discard((o_prev, a))


class PunishesNothingToo(Simple):
    """Avoids what was paid 0."""

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        super().train(o_prev, a, min(r, r - 1) if r == 0 else r, o_next)


class AvoidsActionsEverywhere(Simple):
    """Keeps punished actions without their observations."""

    def act(self, obs: Any) -> Any:
        return super().act(None)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        super().train(None, a, r, o_next)


class GoesOnWithTheLastAction(Simple):
    """Takes the last action where all were punished."""

    def act(self, obs: Any) -> Any:
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), self.n_actions - 1)


class ExploresWithEpsilon(Tabular):
    """Takes epsilon for the probability to explore, as is usual elsewhere."""

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] < self.epsilon)


class ExploresAtEpsilon(Tabular):
    """Explores where the draw is epsilon, too."""

    def explores(self) -> bool:
        return bool(self.draws[2 * self.trainings] >= self.epsilon)


class TakesTheLastOfEqualValues(Tabular):
    """Takes the last of the greatest values."""

    def best(self, row: Any) -> Any:
        return self.n_actions - 1 - row[::-1].index(max(row))


class GoesByWhatItDoesNext(Tabular):
    """Goes by the value of what it would do next, as SARSA does, not by the greatest."""

    def target(self, r: Any, o_next: Any) -> Any:
        return r + self.gamma * self.table[o_next][self.act(o_next)]


class GoesByWhatItSaw(Tabular):
    """Goes by the greatest value of the observation before."""

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        super().train(o_prev, a, r, o_prev)


class OfHalfPrecision(Tabular):
    """Keeps its table in half precision."""

    def __init__(self, epsilon: Any, learning_rate: Any, gamma: Any) -> None:
        super().__init__(epsilon, learning_rate, gamma)
        self.table = defaultdict(lambda: numpy.zeros(self.n_actions, numpy.float16))

    def best(self, row: Any) -> Any:
        return int(row.argmax())


class ForgetsAfter200(Simple):
    """Learns nothing from its 201st training on."""

    trainings = 0

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        if self.trainings <= 200:
            super().train(o_prev, a, r, o_next)


class AveragesTheLast20(Naive):
    """Averages over the last 20 rewards."""

    def average(self, obs: Any, action: Any) -> Any:
        paid = self.paid[obs, action][-20:]
        return sum(paid) / len(paid) if paid else 0


class CountsQuestions(Tabular):
    """Takes the draws after those of the last question, not those of the last training."""

    questions = 0

    def act(self, obs: Any) -> Any:
        trainings, self.trainings = self.trainings, self.questions % 4
        action = super().act(obs)
        self.trainings, self.questions = trainings, self.questions + 1
        return action


class LearnsFromItsAnswers(Simple):
    """Trains on the action that it answered last, not on the one it is told."""

    did = 0

    def act(self, obs: Any) -> Any:
        self.did = super().act(obs)
        return self.did

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        super().train(o_prev, self.did, r, o_next)


class BoredWhenAskedAgain(Simple):
    """Does otherwise from the third question in a row on."""

    asked = 0

    def act(self, obs: Any) -> Any:
        self.asked += 1
        return super().act(obs) if self.asked < 3 else 1 - super().act(obs)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.asked = 0
        super().train(o_prev, a, r, o_next)


class OtherwiseOnce(Simple):
    """Does otherwise at its twentieth question."""

    asked = 0

    def act(self, obs: Any) -> Any:
        self.asked += 1
        return 1 - super().act(obs) if self.asked == 20 else super().act(obs)


class WornByAnswering(Simple):
    """Does otherwise after it was asked before ten of its trainings."""

    asked, worn = False, 0

    def act(self, obs: Any) -> Any:
        self.asked = True
        return super().act(obs) if self.worn < 10 else 1 - super().act(obs)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.worn += self.asked
        self.asked = False
        super().train(o_prev, a, r, o_next)


class OneSetForAll(Simple):
    """Keeps what was punished in a set of the class, emptied where one is made."""

    punished: set[Any] = set()  # noqa: RUF012

    def __init__(self) -> None:
        type(self).punished.clear()


class ReplaysWhatAllSaw(Simple):
    """Learns from its 30th training on from all that any instance was trained on."""

    replayed: list[Any] = []  # noqa: RUF012
    trainings = 0

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        self.replayed.append((o_prev, a, r, o_next))
        super().train(o_prev, a, r, o_next)
        if self.trainings >= 30:
            for transition in self.replayed[:-1]:
                super().train(*transition)


class InPlace:
    """A learner whose state is a set that it changes, one copy for each beginning."""

    @property
    def initial(self) -> Any:
        return set()

    def act(self, state: Any, observation: Any) -> Any:
        return 1 if (observation, 0) in state else 0

    def learn(self, state: Any, transition: Any) -> Any:
        if transition[2] < 0:
            state.add(transition[:2])
        return state


WRONG: tuple[WrongImplementation, ...] = (
    wrong(DoesOne, "agent_constant", "untrained", "does 1"),
    wrong(DrawsAtEachQuestion, "agent_random", "untrained", "draws at each question, not at each training"),
    wrong(RoundsItsDraws, "agent_random", "longer_training", "rounds to the nearest"),
    wrong(SumsWhatWasPaid, "agent_naive", "longer_training", "takes the sum for the average"),
    wrong(ExploresLess, "agent_naive", "trained", "explores with probability 0.14"),
    wrong(ExploresMore, "agent_naive", "untrained", "explores with probability 0.16"),
    wrong(TakesTheLastOfEquals, "agent_naive", "untrained", "takes the last of equals"),
    wrong(ForgivesWhatIsPaid, "agent_simple", "trained", "forgets a punishment where the same is paid later"),
    wrong(PunishesNothingToo, "agent_simple", "longer_training", "avoids what was paid 0"),
    wrong(AvoidsActionsEverywhere, "agent_simple", "trained", "avoids an action on every observation"),
    wrong(GoesOnWithTheLastAction, "agent_simple", "trained", "takes the last action where all were punished"),
    wrong(ExploresWithEpsilon, "agent_q", "trained", "takes epsilon for the probability to explore"),
    wrong(ExploresAtEpsilon, "agent_q", "trained", "explores where the draw is epsilon"),
    wrong(TakesTheLastOfEqualValues, "agent_q", "trained", "takes the last of equals"),
    wrong(GoesByWhatItDoesNext, "agent_q", "longer_training", "goes by the value of what it would do next"),
    wrong(GoesByWhatItSaw, "agent_q", "trained", "goes by the value of the observation before"),
    wrong(OfHalfPrecision, "agent_q", "as_in_the_paper", "keeps its values in half precision"),
    wrong(AveragesTheLast20, "agent_naive", "hundreds_of_trainings", "averages over the last 20 rewards"),
    wrong(ForgetsAfter200, "agent_simple", "hundreds_of_trainings", "learns nothing from its 201st training on"),
    wrong(CountsQuestions, "agent_q", "untrained", "takes draws at each question, not at each training"),
    wrong(LearnsFromItsAnswers, "learner", "asked_in_between", "learns from what it answered"),
    wrong(BoredWhenAskedAgain, "learner", "asked_repeatedly", "does otherwise when asked again"),
    wrong(OtherwiseOnce, "learner", "asked_repeatedly", "does otherwise at its twentieth question"),
    wrong(WornByAnswering, "learner", "asked_in_between", "does otherwise after ten trainings, asked before each"),
    wrong(OneSetForAll, "learner", "another_trained", "what one learns is learnt, and forgotten, by all"),
    wrong(DrawsAtEachQuestion, "learner", "asked_repeatedly", "draws at each question"),
    wrong(ReplaysWhatAllSaw, "learner", "hundreds_of_trainings", "replays what all instances saw, from the 30th on"),
    wrong(InPlace, "learner", "kept", "changes its states in place"),
)
"""Wrong by the papers."""


class PredictsAndLearns:
    """Keeps what was punished, with the interface of Stable-Baselines3."""

    n_actions: int

    def __init__(self) -> None:
        self.punished: set[Any] = set()

    def predict(self, observation: Any, state: Any = None) -> Any:
        """Return the action, and no state."""
        return next((a for a in range(self.n_actions) if (observation, a) not in self.punished), 0), state

    def learn(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        """Keep it if it was punished."""
        if r < 0:
            self.punished.add((o_prev, a))


_CLASSES = {
    "agent_constant": (Constant, ConstantLearner),
    "agent_random": (Drawing, RandomLearner),
    "agent_naive": (Naive, NaiveLearner),
    "agent_simple": (Simple, SimpleLearner, PredictsAndLearns),
    "agent_q": (Tabular, QLearner),
}

RIGHT: tuple[RightImplementation, ...] = (
    *(RightImplementation(each.__name__, each, suite) for suite, classes in _CLASSES.items() for each in classes),
    *(
        RightImplementation(each.__name__, each, suite, "published")
        for suite, each in (("agent_q", Tabular), ("agent_q", QLearnerPublished), ("agent_simple", Simple))
    ),
    *(RightImplementation(each.__name__, each, "learner") for classes in _CLASSES.values() for each in classes),
    RightImplementation("a learner", SimpleLearner(), "learner"),
    RightImplementation("a reality check", reality_check_fold(SimpleLearner()), "learner"),
    RightImplementation("a class of a learner", to_class(SimpleLearner()), "learner"),
)
"""The definitions as learners, and as classes of practitioners."""
