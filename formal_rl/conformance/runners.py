"""Which check a suite is for: of histories in worlds, or of plain cases."""

from collections.abc import Callable, Mapping

from formal_rl.conformance.capture import Watch
from formal_rl.conformance.case_runner import CaseRunner
from formal_rl.conformance.case_suites import CaseSuite
from formal_rl.conformance.runner import SECONDS, Runner
from formal_rl.conformance.suites import suite_named
from formal_rl.conformance.unknowns_runner import UnknownsRunner
from formal_rl.conformance.witness import Witness


def runner_of(
    suite: str,
    name: str,
    spec: str | None,
    *,
    semantics: str,
    profile: str,
    seed: int,
    watch: Watch | None = None,
    progress: Callable[[str], None] = lambda sentence: None,
    seconds: float = SECONDS,
    expected: Mapping[str, str] | None = None,
    witness: Witness | None = None,
) -> Runner:
    """Return the check, ready to run; raise `InvalidParameter` for a suite that there is not."""
    found = suite_named(suite)
    kind = CaseRunner if isinstance(found, CaseSuite) else UnknownsRunner
    return kind(
        found,
        name,
        spec,
        semantics,
        profile,
        seed,
        watch=watch or Watch(),
        progress=progress,
        seconds=seconds,
        expected=expected or {},
        witness=witness,
    )
