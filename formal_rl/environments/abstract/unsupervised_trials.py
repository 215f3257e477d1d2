"""Unsupervised learning trials, what an agent makes of them, and paid for knowing which are one's own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import Attribute, field, frozen

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import Likeness, Trials, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.simulated_copy import simulated_play
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, Play, Point, actions, encode_pair, encode_sequence, number_of_point

LEDGER = ("A21-E19-unsupervised",)

Clustering: TypeAlias = tuple[tuple[Point, ...], ...]
"""A partition: the points of each cluster in order, the clusters in the order of their first points."""


def clustering(clusters: Iterable[Iterable[Point]]) -> Clustering:
    """Return the clustering with these clusters in order; empty ones are left out."""
    return tuple(sorted(tuple(sorted(cluster)) for cluster in map(tuple, clusters) if cluster))


def clustered_by(names: Iterable[tuple[Point, Hashable]]) -> Clustering:
    """Return the clustering in which points with equal names are together."""
    clusters: dict[Hashable, list[Point]] = {}
    for point, name in names:
        clusters.setdefault(name, []).append(point)
    return clustering(clusters.values())


def _positive(_: Any, attribute: Attribute[Any], dimension: int) -> None:
    if type(dimension) is not int or dimension < 1:
        raise InvalidParameter("the dimension", dimension, "an int >= 1")


def _in_the_space(cloud: Cloud, attribute: Attribute[Any], points: tuple[Point, ...]) -> None:
    for index, point in enumerate(points):
        if len(point) != cloud.dimension or not all(type(number) is Fraction for number in point):
            raise InvalidParameter(f"point {index}", point, f"{cloud.dimension} Fractions")
    if list(points) != sorted(set(points)):
        raise InvalidParameter("the points", points, "each once, in order")


@frozen
class Cloud:
    """A dimension n and D, finitely many points of ℚ^n in lexicographic order.

    Raises `InvalidParameter` for a dimension below 1, and for points that are not of it, repeated or out of order.

    Source: Alexander et al. 2021, Example 19.
    """

    dimension: int = field(validator=_positive)
    points: tuple[Point, ...] = field(validator=_in_the_space)


def _of_the_points(trial: UnsupervisedTrial, attribute: Attribute[Any], clusters: Clustering) -> None:
    members = sorted(point for cluster in clusters for point in cluster)
    if members != list(trial.cloud.points) or clusters != clustering(clusters):
        raise InvalidParameter("the clusters", clusters, "a partition of the points, in order, as clustering gives it")


@frozen
class UnsupervisedTrial:
    """A cloud of points and C, a clustering of it, which is a partition of the points.

    Source: Alexander et al. 2021, Example 19.
    """

    cloud: Cloud
    clusters: Clustering = field(validator=_of_the_points)


UnsupervisedConversion: TypeAlias = Callable[[Agent], Callable[[Cloud], Clustering]]
"""g: an unsupervised learner g(A) made from an agent A; given a cloud, it outputs a clustering.

Source: Alexander et al. 2021, Example 19.
"""


def asked_in_turn(agent: Agent) -> Callable[[Cloud], Clustering]:
    """g: shown the number of one point after the other, the agent names the cluster of each by its action.

    It is never paid, and asked about each point with those before it and its own answers to them. One question each.

    Ledger: A21-E19-unsupervised*
    """

    def learner(cloud: Cloud) -> Clustering:
        def show(play: Play) -> Percept:
            return Percept(0, number_of_point(cloud.points[len(play) // 2]))

        answers = actions(simulated_play(agent, show, len(cloud.points)))
        return clustered_by(zip(cloud.points, answers, strict=True))

    return learner


def asked_at_once(agent: Agent) -> Callable[[Cloud], Clustering]:
    """g: shown the numbers of the cloud and of a place in it, paired, the agent names the cluster of that point.

    It does not learn of its other answers. One question is asked for each point.

    Ledger: A21-E19-unsupervised*
    """

    def learner(cloud: Cloud) -> Clustering:
        whole = encode_sequence([number_of_point(point) for point in cloud.points])
        return clustered_by(
            (point, agent((Percept(0, encode_pair(whole, place)),))) for place, point in enumerate(cloud.points)
        )

    return learner


def unsupervised_likeness(conversion: UnsupervisedConversion, trials: Trials[UnsupervisedTrial]) -> Likeness:
    """Return whether g(A) clusters the cloud of trial n as the trial does.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-unsupervised*
    """

    def like(agent: Agent, number: int) -> bool:
        trial = trials(number)
        return conversion(agent)(trial.cloud) == trial.clusters

    return like


def unsupervised_recognition(
    conversion: UnsupervisedConversion, trials: Trials[UnsupervisedTrial]
) -> ExtendedEnvironment:
    """Return the environment of Example 19 for unsupervised learning, parametric in g and the enumeration.

    An observation is the number of a trial. The incremental form is `TrialRecognitionIncremental` with the same
    likeness; a step of it costs what its trial costs.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-unsupervised*
    """
    return trial_recognition(unsupervised_likeness(conversion, trials))
