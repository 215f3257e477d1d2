"""Pictures in text: what the concrete rooms and worlds show."""

from typing import Any, TypeAlias, TypeGuard

Picture: TypeAlias = tuple[str, ...]
"""A picture, row by row.

Ledger: A21-E15, A21-E16
"""


def is_picture(value: Any) -> TypeGuard[Picture]:
    """Return whether a value is rows of text, all of one length.

    Ledger: A21-E15, A21-E16
    """
    if type(value) is not tuple or not all(type(row) is str for row in value):
        return False
    return len({len(row) for row in value}) == 1
