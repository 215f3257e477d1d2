"""Run benchmarks: ``python -m benchmarks [--full] [NAME...]``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Protocol

from benchmarks import conformance, drest, forking_rate, incremental_growth, named_environments, reality_check_growth
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
}


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
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(_BENCHMARKS)}; all if none")
    parser.add_argument("--full", action="store_true", help="go further; takes minutes")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in _BENCHMARKS:
            parser.error(f"no benchmark {name!r}; there are {', '.join(_BENCHMARKS)}")
    for name in arguments.names or _BENCHMARKS:
        for table in _BENCHMARKS[name](_progress, full=arguments.full):
            _clear()
            table.show()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
