"""Many statements verified, in order, by as many processes as asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from formal_rl.checking.scope import Scope
from formal_rl.statements.verification import Report, verify


def verify_all(identifiers: Sequence[str], scope: Scope, *, jobs: int, clock: Callable[[], float]) -> Iterator[Report]:
    """Yield the report of each statement, in the order given, each as soon as it and those before it are done.

    With ``jobs`` of 1 everything runs in this process; otherwise the statements are spread over that many.
    """
    if jobs == 1 or len(identifiers) == 1:
        for identifier in identifiers:
            yield verify(identifier, scope, clock=clock)
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - slow to import, and only needed here

    run = Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch="all")
    yield from run(delayed(verify)(identifier, scope, clock=clock) for identifier in identifiers)
