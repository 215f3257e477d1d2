"""The suites of agents and of learners: each agent conforms, and a wrong one is caught by the claim it should be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.conformance import check
from formal_rl.conformance.suites.agent_suites import fewer_trainings, shorter_programs
from formal_rl.conformance.zoo import agents
from proofs_as_tests.conformance.here import check_here
from proofs_as_tests.conformance.of_data import claims_of, drawn


class NumpyActions(agents.Simple):
    """Answers with an action of numpy."""

    def act(self, obs):
        return __import__("numpy").int64(super().act(obs))


class Raises(agents.Simple):
    """Raises at the question after a punishment."""

    def act(self, obs):
        if self.punished:
            raise ZeroDivisionError("punished")
        return super().act(obs)


class Untaught:
    """Has no train."""

    def act(self, obs):
        return 0


class Shared(agents.Simple):
    """Keeps what was punished in one set for ever."""

    def __init__(self):
        self.punished = EVER


EVER = set()


@pytest.mark.parametrize("suite", ["agent_simple", "learner"])
def test_actions_of_numpy_are_actions(suite):
    """They are taken by value."""
    report = check(NumpyActions, suite, in_process=True)

    assert report.conforms
    assert report.warnings == ()


@pytest.mark.parametrize(
    ("implementation", "outcome", "claims"),
    [
        (Raises, "raises an exception", ("smoke", "smoke")),
        (Shared, "answers otherwise when asked again", ("again", "after")),
        (Untaught, "has no shape that this suite knows", ("shape", "shape")),
        (agents.Simple(), "has no shape that this suite knows", ("shape", "shape")),
    ],
)
def test_malformed_answers_have_an_outcome_of_their_own(implementation, outcome, claims):
    """Exceptions, leaks between instances and unknown shapes have different outcomes."""
    for suite, claim in zip(("agent_simple", "learner"), claims, strict=True):
        EVER.clear()
        report = check_here(implementation, suite)
        row = next(row for row in report.rows if row.verdict != "conforms")

        assert (row.outcome, row.claim) == (outcome, claim)


class NeedsKeywords:
    """Takes how many actions there are, and its numbers, as keywords."""

    def __init__(self, draws, n_actions, gamma, epsilon, learning_rate):
        self.inner = type("Told", (agents.Tabular,), {"n_actions": n_actions, "draws": draws})
        self.inner = self.inner(epsilon, learning_rate, gamma)

    def act(self, obs):
        return self.inner.act(obs)

    def train(self, *transition):
        self.inner.train(*transition)


def test_agents_get_settings_as_keywords_or_attributes():
    """A class that takes all by keywords conforms as one does that reads attributes."""
    assert check_here(NeedsKeywords, "agent_q").conforms
    assert check_here(NeedsKeywords, "learner").exit_code == 1  # epsilon and the others have no place there


class MovesItsAverages(agents.Naive):
    """Keeps each average as a float, which a reward moves by its share."""

    def average(self, obs, action):
        mean = 0.0
        for number, r in enumerate(self.paid[obs, action], 1):
            mean += (r - mean) / number
        return mean


class MovesItsAveragesFromTheLast(MovesItsAverages):
    """Goes through the rewards from the last to the first."""

    def average(self, obs, action):
        self.paid[obs, action].reverse()
        try:
            return super().average(obs, action)
        finally:
            self.paid[obs, action].reverse()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("moves", [MovesItsAverages, MovesItsAveragesFromTheLast])
def test_averages_that_are_equal_but_for_rounding_are_asked_about(moves, seed):
    """The case is by hand, and does not depend on what is drawn."""
    row = next(row for row in check_here(moves, "agent_naive", seed=seed).rows if row.verdict == "diverges")

    assert (row.claim, row.outcome) == ("longer_training", "value differs")
    assert row.evidence in {"found at case 1", "found at case 2"}


def test_exploring_at_epsilon_is_not_as_published_either():
    """Draws that are just epsilon are asked about in both semantics."""
    report = check_here(agents.ExploresAtEpsilon, "agent_q", semantics="published")

    assert report.counterexample.claim == "trained"


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_smaller_cases_are_cases(seed):
    """What is tried in the place of a case is one: as many rounds of questions as trainings, and one; a and b alike."""
    (longer,) = (claim for claim in claims_of("agent_q") if claim.id == "longer_training")
    for smaller in fewer_trainings(*drawn(longer, [seed])):
        assert len(smaller["asked"]) == len(smaller["transitions"]) + 1
    (longer,) = (claim for claim in claims_of("learner") if claim.drawn is not None)
    for smaller in shorter_programs(*drawn(longer, [seed])):
        a, b = ([deed[1:] for deed in smaller["deeds"] if deed[:2] == (name, "trained")] for name in "ab")
        assert a == b
