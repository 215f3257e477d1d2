"""Whether counterexamples show again in a new process that is asked nothing else; scripts and replays ask so."""

from collections.abc import Callable

from formal_rl.conformance.conformance_report import Counterexample, Report
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.scripts_run import scripts_passing
from formal_rl.conformance.witness import Witness

KEEPS_SOMETHING = (
    "there is no script, since it is right when it is asked this alone, in a new process: something is kept between "
    "questions, on the class, in the module or in a default argument"
)
"""What is said of a counterexample that does not show again."""

SECONDS = 60.0
"""How long a script is waited for."""

_NO_ANSWER = frozenset({FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS})


def seen_again(report: Report, replayed: Callable[[Witness], Report | None]) -> Report:
    """Return a report in which what does not show again has neither script nor data: they would say that it is fixed.

    ``replayed`` looks at one counterexample again, in a copy of this process. What did not come back is left as it is.
    """
    shown = [each for each in report.counterexamples if each.outcome not in _NO_ANSWER]
    right = scripts_passing(shown, SECONDS)
    right |= {each.claim for each in shown if each.claim not in right and _is_right(each, replayed)}
    return report.without_scripts(right, KEEPS_SOMETHING)


def _is_right(shown: Counterexample, replayed: Callable[[Witness], Report | None]) -> bool:
    again = None if shown.witness is None else replayed(Witness.from_json(shown.witness))
    return again is not None and any((row.claim, row.verdict) == (shown.claim, "conforms") for row in again.rows)
