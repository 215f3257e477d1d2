"""What is found of a function of plain data: the finding, and the case on which it shows."""

from typing import Any, Literal

from attrs import frozen

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.case_suites import Case

Experiment = Literal["alone", "again", "after", "mutates", "keeps", "prints"]
"""What was done: one case, or one again or after another, or one while watching something else."""


@frozen
class FailingCase:
    """A finding and its case; ``before`` is the case before it, ``law`` the claim's where it has no reference.

    ``comes_back`` is false where its process ended, or had to be ended, while it was asked.
    """

    finding: Failure
    case: Case
    experiment: Experiment = "alone"
    before: Case | None = None
    law: Any = None
    tolerance: float = 0.0
    comes_back: bool = True
