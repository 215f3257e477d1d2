"""What was returned stays as it was: right implementations keep their answers, and those of one buffer are seen."""

import pytest

from formal_rl.conformance import SUITES, CaseSuite, check
from formal_rl.conformance.capture import Watch
from formal_rl.conformance.case_search import CaseSubject
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.kept_answers import keeps
from formal_rl.conformance.zoo import gridworlds, safelife_boards, safelife_games
from formal_rl.conformance.zoo.whole import RIGHT

ALIASING = (*gridworlds.ALIASING, *safelife_games.ALIASING, *safelife_boards.ALIASING)


def looked_at(each):
    """Keep the answers of an implementation to cases of its suite, and look at them again."""
    suite = SUITES[each.suite]
    convention = next(each_one for each_one in suite.conventions if each_one.fits(each.implementation) is None)
    claim = suite.claims("paper" if suite.claims("paper") else "published")[0]
    cases = (*suite.smoke, *list(claim.cases("quick"))[:8])
    return keeps(CaseSubject(each.implementation, convention, Watch()), cases)


@pytest.mark.parametrize("each", [each for each in RIGHT if isinstance(SUITES[each.suite], CaseSuite)], ids=str)
def test_right_ones_keep_their_answers(each):
    """Nothing that they returned is another later."""
    assert looked_at(each)[1] is None


@pytest.mark.parametrize("each", ALIASING, ids=str)
def test_one_array_for_all_answers_is_seen(each):
    """Only so: every claim about single answers passes, since answers are read at once."""
    _, found = looked_at(each)

    assert check(each.implementation, each.suite).conforms
    assert found.finding.outcome is FailureKind.CHANGES_ANSWERS
    assert found.experiment == each.caught_by
