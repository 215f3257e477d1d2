"""Training reduced to one choice between two lengths: the Markov chain of the difference of two logits; in floats.

In each mini-episode one of two actions is chosen, with probability ε at random, else by the softmax, and it surely
collects all coins of its length. The rest is as in `train` with credit per mini-episode. So the state is the first
logit less the second and, within a meta-episode, the number of times that each was chosen.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import exp
from typing import TypeAlias

from formal_rl.agents import Draws, draw
from formal_rl.gridworlds.training.reinforce import weight
from formal_rl.gridworlds.training.settings import Training

LEDGER = ("T24-mean-dynamics*",)

Worth: TypeAlias = tuple[float, float]
"""The total value of the coins of each choice, divided by m of its length if the reward is."""

EVEN: Worth = (1.0, 1.0)


def share_of_first(difference: float) -> float:
    """Return the softmax of the first of two logits, given the first less the second."""
    if difference < 0:  # exp of a large number would overflow
        return 1 - share_of_first(-difference)
    return 1 / (1 + exp(-difference))


def after_choice(difference: float, chosen: int, credit: float, rate: float) -> float:
    """Return the difference after the first (0) or the second (1) was chosen: it moves by 2 rate credit (1 - p).

    p is the probability of the choice. The gradient of log p is 1 - p for its own logit, and p - 1 for the other.
    """
    if chosen == 0:
        return difference + 2 * rate * credit * share_of_first(-difference)
    return difference - 2 * rate * credit * share_of_first(difference)


def _chance_of_first(training: Training, difference: float, done: int) -> float:
    exploration = training.exploration(done)
    return exploration / 2 + (1 - exploration) * share_of_first(difference)


def after_meta_episode(
    training: Training, difference: float, worth: Worth = EVEN, meta_episodes: int = 0
) -> Mapping[float, Fraction]:
    """Return the probability of each difference after one more meta-episode, summed over all 2^N sequences of choices.

    Each float is read as the rational that it is, so only the logits and the softmax are rounded.
    """
    found = {(difference, 0): Fraction(1)}
    for i in range(training.mini_episodes):
        done = meta_episodes * training.mini_episodes + i
        after: dict[tuple[float, int], Fraction] = defaultdict(Fraction)
        for (now, firsts), probability in found.items():
            first = Fraction(_chance_of_first(training, now, done))
            for chosen, chance, count in ((0, first, firsts), (1, 1 - first, i - firsts)):
                credit = worth[chosen] * weight(training, 2, 1.0, i + 1, count)
                then = after_choice(now, chosen, credit, training.learning_rate(done))
                after[then, firsts + (chosen == 0)] += chance * probability
        found = after
    total: dict[float, Fraction] = defaultdict(Fraction)
    for (now, _), probability in found.items():
        total[now] += probability
    return dict(total)


def only_the_first(
    training: Training, difference: float, worth: Worth = EVEN, meta_episodes: int = 1, done: int = 0
) -> float:
    """Return the probability that ``meta_episodes`` meta-episodes, after ``done`` others, choose only the first.

    While only the first is chosen there is one path of differences, so this is a product.
    """
    probability, now = 1.0, difference
    for t in range(done, done + meta_episodes):
        for i in range(training.mini_episodes):
            at = t * training.mini_episodes + i
            probability *= _chance_of_first(training, now, at)
            credit = worth[0] * weight(training, 2, 1.0, i + 1, i)
            now = after_choice(now, 0, credit, training.learning_rate(at))
    return probability


def train_two_choices(training: Training, draws: Draws, worth: Worth = EVEN) -> float:
    """Return the difference at the end of a run that begins with even logits and uses one draw for each choice."""
    difference, at = 0.0, 0
    for _ in range(training.meta_episodes):
        counts = [0, 0]
        for i in range(1, training.mini_episodes + 1):
            chosen = int(float(draw(draws, at)) >= _chance_of_first(training, difference, at))
            credit = worth[chosen] * weight(training, 2, 1.0, i, counts[chosen])
            difference = after_choice(difference, chosen, credit, training.learning_rate(at))
            counts[chosen] += 1
            at += 1
    return difference
