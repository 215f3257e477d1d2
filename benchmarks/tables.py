"""Tables of results, and the clock they are measured with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from textwrap import fill
from time import process_time

from attrs import frozen
from rich.console import Console
from rich.table import Table as RichTable

Progress = Callable[[str], None]


@frozen
class Table:
    """One table: what it shows, its columns, its rows, and what to read in it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    reading: str

    def show(self) -> None:
        """Print with colours and frames on a terminal, as aligned text elsewhere."""
        if not sys.stdout.isatty():
            print(self.as_text(), flush=True)
            return
        table = RichTable(title=self.title, caption=self.reading, title_justify="left", caption_justify="left")
        for place, column in enumerate(self.columns):
            table.add_column(column, justify="right" if place else "left", no_wrap=place == 0)
        for row in self.rows:
            table.add_row(*row)
        Console().print(table)

    def as_text(self) -> str:
        """Return the table as lines of plain text."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[place]) for line in lines) for place in range(len(self.columns))]
        aligned = [
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            for line in lines
        ]
        return "\n".join([self.title, *(f"  {line.rstrip()}" for line in aligned), fill(self.reading, 110), ""])


def cpu_seconds(work: Callable[[], object], *, at_least: float = 0.05) -> float:
    """Return the CPU time of one call: the mean of as many calls as fill ``at_least`` seconds."""
    calls, begun = 0, process_time()
    while True:
        work()
        calls += 1
        spent = process_time() - begun
        if spent >= at_least:
            return spent / calls


def times(factor: float) -> str:
    """Return a ratio as text."""
    if factor >= 100:
        return f"{factor:,.0f}x"
    return f"{factor:.1f}x" if factor >= 10 else f"{factor:.2f}x"


def milliseconds(seconds: float) -> str:
    """Return a time as text."""
    return f"{seconds * 1000:,.3f} ms"


def count(number: int) -> str:
    """Return a number as text, a long one by its number of digits."""
    return f"{number:,}" if number < 10**12 else f"{len(str(number))} digits"
