"""``python -m tools.fuzz``: try hostile inputs on everything that reads, and print what came of them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from tools.fuzz.readers import Reader, readers
from tools.fuzz.trials import Chunk, Tally, tallies, try_drawn

CHUNK = 2_000
"""How many inputs a child tries; Hypothesis remembers what it drew, which takes memory."""


def chunks(chosen: Iterable[Reader], inputs: int, seed: int) -> list[Chunk]:
    """Return the inputs of each reader by its share, in pieces; all together as many as are asked for, at least."""
    chosen = [*chosen]
    whole = sum(reader.share for reader in chosen)
    pieces = []
    for place, reader in enumerate(chosen):
        number = -(-inputs * reader.share // whole)
        for first in range(0, number, CHUNK):
            pieces.append(Chunk(reader, min(CHUNK, number - first), 1_000_000 * seed + 1_000 * place + first // CHUNK))
    return pieces


def table(found: Mapping[str, Tally]) -> list[str]:
    """Return the table: a line for each reader."""
    lines = [
        "| reader | inputs | read | refused | faults | slowest | memory |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    for name, tally in found.items():
        refused = sum(tally.refused.values())
        figures = (f"{each:,}" for each in (tally.inputs, tally.accepted, refused, len(tally.faults)))
        lines.append(f"| {name} | {' | '.join(figures)} | {tally.slowest:.2f} s | {tally.megabytes:.0f} MB |")
    return lines


def main() -> int:
    """Run, and return 1 where there are faults."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs in all (default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes (default: 2)")
    parser.add_argument("--only", action="append", metavar="WORDS", help="only readers whose names have these words")
    asked = parser.parse_args()
    begun = time.monotonic()
    try_drawn(
        st.text(), 2, 0, lambda text: None
    )  # what Hypothesis keeps of Unicode is made once, before there are children
    chosen = [each for each in readers() if not asked.only or any(words in each.name for words in asked.only)]
    found = {each.name: Tally() for each in chosen}
    for chunk, tally in tallies(chunks(chosen, asked.inputs, asked.seed), asked.jobs):
        found[chunk.reader.name].add(tally)
    everything = Tally()
    for name, tally in found.items():
        everything.add(tally)
        for kind, data in tally.faults.items():
            print(f"FAULT {name}: {kind}\n      {bytes.fromhex(data)[:2_000]!r}")
    print(*table(found), sep="\n")
    refused = sum(everything.refused.values())
    faults = sum(len(tally.faults) for tally in found.values())
    print(
        f"{everything.inputs:,} inputs of seed {asked.seed}: {everything.accepted:,} read, {refused:,} refused by "
        f"{len(everything.refused)} kinds of errors, {faults} faults; the slowest took {everything.slowest:.2f} s, "
        f"at most {everything.megabytes:.0f} MB beside what was there; {time.monotonic() - begun:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
