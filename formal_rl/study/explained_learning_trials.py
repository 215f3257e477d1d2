"""Learning trials, shown: pictures with their labels, points with their clusters, and what the agent makes of them."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from attrs import field, frozen

from formal_rl.environments import Agent
from formal_rl.environments.learning_trials import Trials
from formal_rl.environments.supervised_trials import (
    Image,
    Lesson,
    Probabilities,
    SupervisedConversion,
    SupervisedTrial,
    supervised_recognition,
)
from formal_rl.environments.unsupervised_trials import (
    Clustering,
    UnsupervisedConversion,
    UnsupervisedTrial,
    unsupervised_recognition,
)
from formal_rl.histories import Percept, Play
from formal_rl.study.explained import Clause

NO_TRIAL = "nothing was claimed yet, so the reward is 0"
"""The words for the empty play."""

SIDE_SHOWN = 16
"""How many rows a picture may have and be drawn."""


def drawn_image(image: Image, side: int) -> tuple[str, ...]:
    """Return the bits of a number as rows of # and . of this length."""
    bits = f"{image:0{side * side}b}".translate(str.maketrans("01", ".#"))
    return tuple(bits[start : start + side] for start in range(0, len(bits), side))


def drawn_lesson(lesson: Lesson) -> str:
    """Return the training set and the image side by side, each with its label under it; large ones as numbers."""
    images = [image for image, _ in lesson.training] + [lesson.image]
    labels = [str(label) for _, label in lesson.training] + ["?"]
    bits = max(image.bit_length() for image in images)
    side = max(3, isqrt(max(bits - 1, 0)) + 1)
    if side > SIDE_SHOWN:
        return ", ".join(f"{image}: {label}" for image, label in zip(images, labels, strict=True))
    width = max(side, *map(len, labels))
    rows = [*zip(*(drawn_image(image, side) for image in images), strict=True), tuple(labels)]
    return "\n".join("  ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


def _said(lesson: Lesson, probabilities: Probabilities) -> str:
    return ", ".join(f"{label} {p}" for label, p in zip(lesson.labels, probabilities, strict=True))


def drawn_clusters(clusters: Clustering) -> str:
    """Return each cluster as its points in braces."""
    return " | ".join("{" + ", ".join(_point(point) for point in cluster) + "}" for cluster in clusters) or "no points"


def _point(point: tuple[Fraction, ...]) -> str:
    return str(point[0]) if len(point) == 1 else f"({', '.join(map(str, point))})"


def _judged(action: int, *, own: bool) -> tuple[int, str]:
    said = "Looks like me" if action > 0 else "Doesn't look like me"
    right = (action > 0) == own
    reward = 1 if right else -1
    return reward, f"the agent said {said!r} (action {action}): {'right' if right else 'wrong'}, the reward is {reward}"


@frozen
class ExplainedSupervised:
    """Recognition of one's own supervised learning, with pictures."""

    name: str
    conversion: SupervisedConversion = field(repr=False)
    trials: Trials[SupervisedTrial] = field(repr=False)

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return supervised_recognition(self.conversion, self.trials)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the trial before, what the agent made of it, and whether it knew."""
        turn = len(play) // 2
        if turn == 0:
            return Clause(NO_TRIAL, Percept(0, 0))
        trial = self.trials(turn - 1)
        output = self.conversion(agent)(trial.lesson)
        reward, judged = _judged(play[-1], own=output == trial.probabilities)
        words = (
            f"trial {turn - 1}:",
            drawn_lesson(trial.lesson),
            f"the trial says: {_said(trial.lesson, trial.probabilities)}",
            f"the agent as a supervised learner says: {_said(trial.lesson, output)}",
            judged,
        )
        return Clause("\n".join(words), Percept(reward, turn))


@frozen
class ExplainedUnsupervised:
    """Recognition of one's own unsupervised learning, with clusters."""

    name: str
    conversion: UnsupervisedConversion = field(repr=False)
    trials: Trials[UnsupervisedTrial] = field(repr=False)

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return unsupervised_recognition(self.conversion, self.trials)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the trial before, what the agent made of it, and whether it knew."""
        turn = len(play) // 2
        if turn == 0:
            return Clause(NO_TRIAL, Percept(0, 0))
        trial = self.trials(turn - 1)
        output = self.conversion(agent)(trial.cloud)
        reward, judged = _judged(play[-1], own=output == trial.clusters)
        words = (
            f"trial {turn - 1} puts together: {drawn_clusters(trial.clusters)}",
            f"the agent puts together: {drawn_clusters(output)}",
            judged,
        )
        return Clause("\n".join(words), Percept(reward, turn))
