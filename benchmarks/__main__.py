"""Run benchmarks: ``python -m benchmarks [--full] [--library PATH] [--published-python PYTHON] [NAME...]``.

``--against COMMIT [ROW...]`` runs the rows of `benchmarks.against` instead, by that commit and by this tree.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from benchmarks import (
    abstract_examples,
    against,
    battery,
    conformance,
    drest,
    explorer,
    forking_rate,
    generation,
    incremental_growth,
    library_steps,
    named_environments,
    reality_check_growth,
    reverse_fold,
    safelife_engine,
    safelife_tasks,
    side_effects,
    start_up,
    training,
)
from benchmarks.tables import Progress, Table


class _Benchmark(Protocol):
    def __call__(self, progress: Progress, *, full: bool) -> Iterator[Table]:
        """Yield tables as they are measured."""


_BENCHMARKS: dict[str, _Benchmark] = {
    "reality_check_growth": reality_check_growth.run,
    "forking_rate": forking_rate.run,
    "incremental_growth": incremental_growth.run,
    "named_environments": named_environments.run,
    "conformance": conformance.run,
    "drest": drest.run,
    "training": training.run,
    "abstract_examples": abstract_examples.run,
    "safelife_tasks": safelife_tasks.run,
    "start_up": start_up.run,
    "explorer": explorer.run,
}

_WITH_LIBRARY = {"reverse_fold": reverse_fold.run, "library_steps": library_steps.run, "battery": battery.run}
"""Those that also run the published library, where there is a checkout."""

_WITH_SAFELIFE = {
    "generation": generation.run,
    "side_effects": side_effects.run,
    "safelife_engine": safelife_engine.run,
}
"""Those that also run the published SafeLife, by a Python that has it."""


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Run the benchmarks named on the command line, or all."""
    names = [*_BENCHMARKS, *_WITH_LIBRARY, *_WITH_SAFELIFE]
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(names)}; all if none")
    parser.add_argument("--against", metavar="COMMIT", help=f"{' and '.join(against.ROWS)}, by it and by this tree")
    parser.add_argument("--full", action="store_true", help="go further; takes minutes")
    parser.add_argument("--library", type=Path, help=f"a checkout to run as well, for {' and '.join(_WITH_LIBRARY)}")
    parser.add_argument(
        "--published-python",
        metavar="PYTHON",
        help=f"one that has safelife and pyemd, for {' and '.join(_WITH_SAFELIFE)}",
    )
    arguments = parser.parse_args()
    if arguments.against:
        against.compare(arguments.against, arguments.names)
        return
    for name in arguments.names:
        if name not in names:
            parser.error(f"no benchmark {name!r}; there are {', '.join(names)}")
    if arguments.library is not None and not (arguments.library / "extended_rl").is_dir():
        parser.error(f"no extended_rl in {arguments.library}")
    benchmarks = _BENCHMARKS | {name: partial(run, library=arguments.library) for name, run in _WITH_LIBRARY.items()}
    benchmarks |= {name: partial(run, published=arguments.published_python) for name, run in _WITH_SAFELIFE.items()}
    for name in arguments.names or names:
        for table in benchmarks[name](_progress, full=arguments.full):
            _clear()
            table.show()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
