"""Learning trials, shown: pictures with their labels, points with their clusters, and what the agent makes of them."""

from fractions import Fraction
from math import isqrt

from formal_rl.agents import Agent
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    Clustering,
    Image,
    Lesson,
    Probabilities,
    SupervisedConversion,
    SupervisedTrial,
    Trials,
    UnsupervisedConversion,
    UnsupervisedTrial,
    asked_for_a_label,
    asked_in_turn,
    supervised_recognition,
    unsupervised_recognition,
)
from formal_rl.histories import Percept, Play
from formal_rl.study.explained.environments import Explained

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


def _judged(action: int, percept: Percept, *, own: bool) -> str:
    said = "Looks like me" if action > 0 else "Doesn't look like me"
    right = "right" if (action > 0) == own else "wrong"
    return f"the agent said {said!r} (action {action}): {right}, the reward is {percept.reward}"


def explained_supervised(name: str, conversion: SupervisedConversion, trials: Trials[SupervisedTrial]) -> Explained:
    """Return the recognition of one's own supervised learning explained: the trial before, and whether it knew."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        if turn == 0:
            return NO_TRIAL
        trial = trials(turn - 1)
        output = conversion(agent)(trial.lesson)
        words = (
            f"trial {turn - 1}:",
            drawn_lesson(trial.lesson),
            f"the trial says: {_said(trial.lesson, trial.probabilities)}",
            f"the agent as a supervised learner says: {_said(trial.lesson, output)}",
            _judged(play[-1], percept, own=output == trial.probabilities),
        )
        return "\n".join(words)

    return Explained(name, supervised_recognition(conversion, trials), clause)


def explained_unsupervised(
    name: str, conversion: UnsupervisedConversion, trials: Trials[UnsupervisedTrial]
) -> Explained:
    """Return the recognition of one's own unsupervised learning explained, with clusters."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        if turn == 0:
            return NO_TRIAL
        trial = trials(turn - 1)
        output = conversion(agent)(trial.cloud)
        words = (
            f"trial {turn - 1} puts together: {drawn_clusters(trial.clusters)}",
            f"the agent puts together: {drawn_clusters(output)}",
            _judged(play[-1], percept, own=output == trial.clusters),
        )
        return "\n".join(words)

    return Explained(name, unsupervised_recognition(conversion, trials), clause)


DRAWN = (
    explained_supervised("supervised_recognition", asked_for_a_label, SUPERVISED_SHOWN),
    explained_unsupervised("unsupervised_recognition", asked_in_turn, UNSUPERVISED_SHOWN),
)
"""Those with the listed trials."""
