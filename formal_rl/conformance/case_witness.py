"""A counterexample of plain data as JSON, and back."""

from collections.abc import Mapping
from typing import Any

from formal_rl.conformance.case_search import PURITY
from formal_rl.conformance.case_suites import Case, CaseSuite, case
from formal_rl.conformance.exec_process import from_wire
from formal_rl.conformance.failing_case import FailingCase
from formal_rl.conformance.witness import Witness, to_json_checked


def case_asked(found: FailingCase) -> Mapping[str, Any]:
    """Return the case, and the one before it, as JSON values.

    Raises `NoWitness` where they cannot be written so.
    """
    before = None if found.before is None else to_json_checked(dict(found.before))
    return {"case": to_json_checked(dict(found.case)), "before": before}


def asked_case(witness: Witness, suite: CaseSuite) -> tuple[Case, Case | None]:
    """Return the case, and the one before it if there is one.

    Raises `UnusableWitness` where it is of no such suite, `NoSuchClaim` where it is of none of its claims.
    """
    claims = suite.claims(witness.semantics)
    known = ("smoke", *(each[0] for each in PURITY), "prints", *(claim.id for claim in claims))
    if claims and witness.claim not in known:
        raise witness.of_no_claim(known)
    given, before = witness.asked.get("case"), witness.asked.get("before")
    if witness.kind != "case" or not isinstance(given, dict) or not isinstance(before, dict | None):
        raise witness.fault("it holds no case")
    for each in (given, before or given):
        if set(each) != set(suite.parameters):
            raise witness.fault(f"its case has {', '.join(each)}: expected {', '.join(suite.parameters)}")
    try:
        return case(**_ordered(given, suite)), None if before is None else case(**_ordered(before, suite))
    except (TypeError, ValueError, ArithmeticError) as error:
        raise witness.fault(f"its case cannot be read: {error}") from None


def _ordered(given: Mapping[str, Any], suite: CaseSuite) -> dict[str, Any]:
    """Return the values in the order of the parameters: some conventions go by position."""
    return {name: from_wire(given[name]) for name in suite.parameters}
