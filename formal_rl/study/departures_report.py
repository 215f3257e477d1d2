"""The table of departures: every environment of the published library, where its forms part, and a witness each."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from formal_rl.checking import Part
from formal_rl.environments.catalogue import our_name
from formal_rl.errors import NotReproducible, require_known
from formal_rl.statements.alexander_2022.published_library import LIBRARY, Comparison, LibraryEnvironment
from formal_rl.view.pages import markdown_table

YEARS = (2021, 2022)
"""The year of the functional form, and of the published one."""


@frozen
class DepartureRow:
    """One comparison: the environment and year, the departure if there is one, and the cases."""

    environment: LibraryEnvironment
    comparison: Comparison
    part: Part

    @property
    def witness(self) -> str:
        """The smallest history, and agent, that shows it; empty where there is no departure."""
        return "" if self.part.refutation is None else str(self.part.refutation)

    def as_json(self) -> dict[str, Any]:
        """Return the row for machines."""
        return {
            "environment": self.environment.name,
            "published_name": self.environment.published_name,
            "definition": self.environment.origin,
            "year": self.comparison.year,
            "departs": bool(self.comparison.line),
            "how": self.comparison.line,
            "witness": self.witness,
            "domain": self.part.domain,
            "cases": self.part.cases,
        }


def chosen_environments(names: Sequence[str]) -> tuple[LibraryEnvironment, ...]:
    """Return the environments of these names, ours or the library's; all if there are none.

    Raises `UnknownName` with similar names.
    """
    known = {each.name: each for each in LIBRARY}
    chosen = dict.fromkeys(our_name(name, known) for name in names)
    for name in chosen:
        require_known("no environment", name, known)
    return tuple(known[name] for name in chosen) or LIBRARY


def departures(
    environments: Sequence[LibraryEnvironment] = LIBRARY, progress: Callable[[str], None] | None = None
) -> Iterator[DepartureRow]:
    """Yield every comparison of the environments, computed now; ``progress`` receives each name before.

    Raises `NotReproducible` where a comparison comes out otherwise than its line says.
    """
    for environment in environments:
        if progress is not None:
            progress(environment.name)
        for comparison in environment.comparisons:
            part = comparison.part()
            if (part.refutation is not None) != bool(comparison.line):
                raise NotReproducible(f"{environment.name}, {comparison.year}: not as the table says")
            yield DepartureRow(environment, comparison, part)


def departure_lines(rows: Sequence[DepartureRow], *, witnesses: bool) -> list[str]:
    """Return the table as plain text, with or without a witness under each departure."""
    lines: list[str] = []
    for environment in dict.fromkeys(row.environment for row in rows):
        lines.append(f"{environment.name} ({environment.published_name}); defined: {environment.origin}")
        of_it = [row for row in rows if row.environment is environment]
        for year in YEARS:
            of_year = [row for row in of_it if row.comparison.year == year]
            if not of_year and environment.in_2021 and year == YEARS[0]:
                lines.append(f"  {year}  {environment.in_2021}")
            for row in of_year:
                lines.append(f"  {year}  {row.comparison.line or 'as defined'}")
                if witnesses and row.witness:
                    lines += [f"        {line}" for line in row.witness.splitlines()]
    return lines


def departure_page(rows: Sequence[DepartureRow]) -> list[str]:
    """Return the table and the witnesses of the page of the docs, as Markdown."""
    table = []
    for environment in dict.fromkeys(row.environment for row in rows):
        cells = []
        for year in YEARS:
            of_year = [row for row in rows if row.environment is environment and row.comparison.year == year]
            departs = [row.comparison.line for row in of_year if row.comparison.line]
            cells.append("; ".join(departs) or ("as defined" if of_year else environment.in_2021))
        table.append((environment.published_name, environment.origin, *cells))
    witnesses = departure_lines([row for row in rows if row.comparison.line], witnesses=True)
    heading = ("environment", "definition", *YEARS)
    return [*markdown_table(heading, table), "", "## Witnesses", "", "```", *witnesses, "```"]
