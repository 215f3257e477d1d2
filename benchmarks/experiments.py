"""Make the recorded results of experiments anew: ``python -m benchmarks.experiments [NAME...]``."""

import sys
from argparse import ArgumentParser
from importlib import import_module
from pkgutil import walk_packages

from formal_rl import statements
from formal_rl.statements.recorded import Experiment


def experiments() -> dict[str, Experiment]:
    """Return the experiments that modules of statements name, by their names."""
    names = [each.name for each in walk_packages(statements.__path__, f"{statements.__name__}.")]
    found = [value for name in names for value in vars(import_module(name)).values() if isinstance(value, Experiment)]
    return {each.name: each for each in found}


def main() -> None:
    """Run the experiments of these names, or all, write their results, and say how many changed."""
    known = experiments()
    parser = ArgumentParser(prog="python -m benchmarks.experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(sorted(known))}; all if none")
    names = parser.parse_args().names or sorted(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"no experiment {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    for name in names:
        changed = known[name].record(lambda line: print(line, file=sys.stderr))
        print(f"{name}: {len(known[name].arguments)} runs, {changed} with another result than before")


if __name__ == "__main__":
    main()
