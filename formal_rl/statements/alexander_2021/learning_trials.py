"""Section 6, Example 19: recognising one's own learning, supervised and unsupervised."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import (
    Clustering,
    Lesson,
    Likeness,
    Probabilities,
    SupervisedTrial,
    Trials,
    UnsupervisedTrial,
    asked_for_a_label,
    supervised_recognition,
    supervised_trial_at,
    unsupervised_recognition,
    unsupervised_trial_at,
)
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.abstract.unsupervised_trials import Cloud, clustered_by, clustering
from formal_rl.histories import Percept, Play, number_of_point
from formal_rl.statements.checks import learning_trials
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

Recognition = Callable[[Any, Trials[Any]], ExtendedEnvironment]


def _paid_for_claims(recognition: Recognition) -> Recognition:
    """Pay for claiming each trial, whoever the agent is."""

    def environment_of(conversion: Any, trials: Trials[Any]) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            reward, shown = recognition(conversion, trials)(agent, play)
            return Percept(1 if play[-1] > 0 else -1, shown) if play else Percept(reward, shown)

        return environment

    return environment_of


def _judged_by_the_next(recognition: Recognition) -> Recognition:
    """Judge an action by the trial that is shown after it."""
    return lambda conversion, trials: recognition(conversion, lambda number: trials(number + 1))


def _only_1_claims(recognition: Recognition) -> Recognition:
    """Take an action above 1 for a denial."""

    def environment_of(conversion: Any, trials: Trials[Any]) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            return recognition(conversion, trials)(agent, (*play[:-1], int(play[-1] == 1)) if play else play)

        return environment

    return environment_of


def _turned_around(like: Likeness) -> TrialRecognitionIncremental:
    """Pay for claiming what the agent would not output."""
    return TrialRecognitionIncremental(lambda agent, number: not like(agent, number))


# --- Supervised ---


def _without_training(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """Ask about the image alone."""
    return lambda lesson: asked_for_a_label(agent)(Lesson(lesson.labels, (), lesson.image))


def _not_asking(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """Give all labels the same probability, whoever the agent is."""
    return lambda lesson: (Fraction(1, len(lesson.labels)),) * len(lesson.labels)


def _trials_without_images(number: int) -> SupervisedTrial:
    """Leave out the image."""
    trial = supervised_trial_at(number)
    return SupervisedTrial(Lesson(trial.lesson.labels, trial.lesson.training, 0), trial.probabilities)


_SUPERVISED = learning_trials.supervised_example

# --- Unsupervised ---


def _each_alone(agent: Agent) -> Callable[[Cloud], Clustering]:
    """Ask about each point as if it were the first."""
    return lambda cloud: clustered_by((point, agent((Percept(0, number_of_point(point)),))) for point in cloud.points)


def _one_cluster(agent: Agent) -> Callable[[Cloud], Clustering]:
    """Put all points together, whoever the agent is."""
    return lambda cloud: clustering([cloud.points])


def _never_a_second_cluster(number: int) -> UnsupervisedTrial:
    """Leave out the clusters."""
    cloud = unsupervised_trial_at(number).cloud
    return UnsupervisedTrial(cloud, clustering([cloud.points]))


_UNSUPERVISED = learning_trials.unsupervised_example

_DEFECT = (
    "The example is informal: it assumes {0} and an enumeration of all trials and gives neither. Whether a trial is "
    "recognised depends on {0} altogether: one agent is paid otherwise for the same play under another {0}."
)

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E19-supervised",
        kind="example",
        title="recognising one's own supervised learning",
        claim="Shown one supervised learning trial after another (labels, a training set, an image, and p, a "
        "probability for each label), the agent A is paid 1 for an action > 0 if f(A), trained on the training set, "
        "outputs p for the image, and for 0 if it does not; else -1. It is 0 at first. For an f that asks A for the "
        "label, or for a weight of each label, with the training set as a history in which each label was done and "
        "paid, agents A and B with f(A) and f(B) unlike on a trial's lesson are paid differently for some trial.",
        source=f"{ALEXANDER_2021}, Example 19",
        check=_SUPERVISED,
        mutants={
            "every claim is paid": {"recognition": _paid_for_claims(supervised_recognition)},
            "judged by the next trial": {"recognition": _judged_by_the_next(supervised_recognition)},
            "only 1 is a claim": {"recognition": _only_1_claims(supervised_recognition)},
            "the training set is left out": {"by_label": _without_training},
            "the agent is not asked": {"by_label": _not_asking},
            "asked for a label and not for weights": {"by_weights": asked_for_a_label},
            "incrementally, paid for the contrary": {"incremental": _turned_around},
            "trials whose image is always 0": {"trial_at": _trials_without_images},
        },
        verdict="defined",
        evidence="exhaustive: all agents of 3 actions, all sequences of at most 3 actions, three trials; all pairs "
        "of agents, by their answers to what f asks, of 4 actions; the trials below number 1,000 in both directions; "
        "the incremental form for all learners, all sequences of at most 4 actions; sampled to 8",
        defects=_DEFECT.format("f"),
        repair="f and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
        "which each trial has one number and each number one trial. An observation is the number of the trial.",
        witness="the agent that says upright and weighs 3 to 1 claims the trial (upright 1, lying 0): paid 1 if f asks "
        "for a label; paid -1 if it asks for weights; the agent that says lying is paid -1",
    ),
    Statement(
        id="A21-E19-unsupervised",
        kind="example",
        title="recognising one's own unsupervised learning",
        claim="Shown one unsupervised learning trial after another (a dimension n, finitely many points of ℚ^n, and C, "
        "a clustering of them), the agent A is paid 1 for an action > 0 if g(A) clusters the points as C does, and for "
        "0 if it does not; else -1. It is 0 at first. For a g that shows A the points in turn, or all at once and asks "
        "about each, and puts together those that A answers alike, agents A and B with g(A) and g(B) unlike on a "
        "trial's points are paid differently for some trial.",
        source=f"{ALEXANDER_2021}, Example 19",
        check=_UNSUPERVISED,
        mutants={
            "every claim is paid": {"recognition": _paid_for_claims(unsupervised_recognition)},
            "judged by the next trial": {"recognition": _judged_by_the_next(unsupervised_recognition)},
            "only 1 is a claim": {"recognition": _only_1_claims(unsupervised_recognition)},
            "each point is asked about alone": {"in_turn": _each_alone},
            "the agent is not asked": {"in_turn": _one_cluster},
            "incrementally, paid for the contrary": {"incremental": _turned_around},
            "trials with one cluster only": {"trial_at": _never_a_second_cluster},
        },
        verdict="defined",
        evidence="exhaustive: all agents of 3 actions, all sequences of at most 3 actions, three trials; all pairs "
        "of agents, by their answers about three points, of 3 actions; the trials below number 1,000 in both "
        "directions; the incremental form for all learners, all sequences of at most 4 actions; sampled to 8",
        defects=_DEFECT.format("g"),
        repair="g and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
        "which each trial has one number and each number one trial. An observation is the number of the trial.",
        witness="the agent that names 0, 1 and 5 in turn by 0, 0, 1, and at once by 2, 4, 4, claims {0, 1} and {5}: "
        "paid 1 if asked in turn, -1 if asked at once; the agent that names 5, 2, 2 in turn is paid -1",
    ),
)
"""In the order of the paper."""
