"""JSON read without the liberties that a JSON reader usually takes."""

import json
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.errors import UnusableVectors
from formal_rl.files import read_text

LARGEST_NESTING = 100
"""How deeply lists and objects may nest: an expression of the largest depth fits."""

WHOLE_FILE = "the whole file"
"""The field that is named where no smaller one is at fault."""


WITH_PICTURES = frozenset({"conformance-vectors/1"})
"""The schemas of files whose strings may have several lines, such as pictures of gridworlds."""


@frozen
class _Fault:
    """Stands in the parsed value where the text is at fault, so that the place can be found and named."""

    key: str | None
    reason: str


def join(path: str, key: str) -> str:
    """Return the path of member ``key`` of the object at ``path``."""
    return f"{path}.{key}" if path else key


def _constant(name: str) -> _Fault:
    return _Fault(None, f"{name} is not a JSON number")


def _integer(digits: str) -> int | _Fault:
    try:
        return int(digits)
    except ValueError:
        return _Fault(None, f"an integer of {len(digits)} digits is too long to be read")


def _decimal(digits: str) -> Decimal | _Fault:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return _Fault(None, "a number out of every range")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Fault:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            return _Fault(key, "this key occurs twice")
        if not key.isprintable():
            return _Fault(None, f"the key {key!a} has characters that cannot be printed")
        members[key] = value
    return members


def _refuse_faults(file: str, root: Any) -> None:
    waiting: list[tuple[str, int, Any]] = [("", 0, root)]
    lines = isinstance(root, dict) and any(root.get("schema") == each for each in WITH_PICTURES)
    while waiting:
        path, depth, value = waiting.pop()
        if isinstance(value, _Fault):
            field = path if value.key is None else join(path, value.key)
            raise UnusableVectors(file, field or WHOLE_FILE, value.reason)
        if isinstance(value, str) and not (value.replace("\n", "") if lines else value).isprintable():
            raise UnusableVectors(file, path or WHOLE_FILE, "a string with characters that cannot be printed")
        if isinstance(value, dict | list) and depth >= LARGEST_NESTING:
            raise UnusableVectors(file, path, f"nested more than {LARGEST_NESTING} deep")
        if isinstance(value, dict):
            waiting.extend((join(path, key), depth + 1, value[key]) for key in reversed(value))
        elif isinstance(value, list):
            places = range(len(value) - 1, -1, -1)
            waiting.extend((f"{path}[{place}]", depth + 1, value[place]) for place in places)


def read_json(path: Path) -> Any:
    """Return the value in a UTF-8 file, fractions as ``Decimal``.

    Raises `UnusableVectors` for what cannot be read, is not JSON, repeats a key, holds NaN or an infinity,
    integers of thousands of digits, strings that cannot be printed, or nests more than 100 deep.
    """
    file = path.name
    try:
        text = read_text(path)
        value = json.loads(
            text,
            parse_constant=_constant,
            parse_int=_integer,
            parse_float=_decimal,
            object_pairs_hook=_object,
        )
    except OSError as error:
        raise UnusableVectors(file, WHOLE_FILE, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnusableVectors(file, f"byte {error.start}", "not UTF-8 text") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise UnusableVectors(file, place, f"not JSON: {error.msg}") from error
    except RecursionError as error:
        raise UnusableVectors(file, WHOLE_FILE, f"nested more than {LARGEST_NESTING} deep") from error
    _refuse_faults(file, value)
    return value
