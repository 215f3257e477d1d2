import json
from copy import deepcopy

import pytest

from formal_rl.conformance import shipped_vectors


def _place(document, path):
    """The container at all but the last key of a path, and that key."""
    *parents, last = path
    for key in parents:
        document = document[key]
    return document, last


@pytest.fixture
def shipped():
    """A shipped file as a fresh JSON value."""
    return lambda name: json.loads((shipped_vectors() / name).read_text("utf-8"))


@pytest.fixture
def written(tmp_path):
    """Write a JSON value, or text or bytes as they are, to a file of its own and return its path."""

    def write(content, name="recorded.json"):
        if isinstance(content, bytes):
            data = content
        else:
            data = (content if isinstance(content, str) else json.dumps(content)).encode("utf-8")
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


@pytest.fixture
def altered():
    """Return a copy of a JSON value in which the value at a path is replaced."""

    def alter(document, path, value):
        copy = deepcopy(document)
        container, key = _place(copy, path)
        container[key] = value
        return copy

    return alter
