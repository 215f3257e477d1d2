"""The explorers of the environments, as files of the site, and which of them belong to a statement."""

from __future__ import annotations

from importlib.util import resolve_name

from formal_rl.environments import CATALOGUE
from formal_rl.statements import Statement


def explored(statement: Statement) -> list[tuple[str, str]]:
    """Return the explorers of the environments that a statement's main code defines: their names and files."""
    return [(name, f"explore/{name}.html") for name in environments_of(statement) if f"explore/{name}.html" in files()]


def environments_of(statement: Statement) -> list[str]:
    """Return the names of the environments of the catalogue that a statement's main code defines."""
    defined = {
        f"{resolve_name(record.module, 'formal_rl.environments')}.{record.attribute()}": name
        for name, record in CATALOGUE.items()
    }
    return [defined[name] for name in statement.main_code if name in defined]


def files() -> dict[str, bytes]:
    """Return the explorers as files."""
    return {}
