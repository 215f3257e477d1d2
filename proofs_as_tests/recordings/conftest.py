"""Shipped files of recorded runs and numbers, with a change, in a directory of their own."""

import json
from pathlib import Path

import pytest

from formal_rl.recordings import replay, shipped_recordings

ABSENT = object()
"""In the place of a value: there is none."""


@pytest.fixture
def shipped():
    """A shipped file as a fresh JSON value."""
    folders = shipped_recordings()
    return lambda name: json.loads(next(each / name for each in folders if (each / name).exists()).read_text("utf-8"))


@pytest.fixture
def written(tmp_path):
    """Write a JSON value, or text or bytes as they are, to a file of its own and return its path."""

    def written(content, name="recorded.json"):
        text = content if isinstance(content, str | bytes) else json.dumps(content)
        Path(tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return tmp_path / name

    return written


def put(document, path, value):
    """Replace the value at a path by another one or by a function of it, or remove it; return the whole."""
    (*parents, last), container = path, document
    for key in parents:
        container = container[key]
    if value is ABSENT:
        del container[last]
    else:
        container[last] = value(container[last]) if callable(value) else value
    return document


def place(path):
    """How a path is written."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


@pytest.fixture
def changed(shipped, written):
    """Return how a shipped file compares after a change at a path, or its one case of this number alone."""

    def changed(name, path, value, case=None):
        document = shipped(name)
        if case is not None:
            document["cases"] = [document["cases"][case]]
        put(document, path, value)
        return replay(written(document, name))

    return changed


@pytest.fixture
def faulted(changed):
    """Return the one fault that makes a shipped file unusable after a change."""

    def faulted(*arguments, **options):
        report = changed(*arguments, **options)
        assert report.exit_code == 4
        (fault,) = report.unusable
        assert str(fault) == f"{fault.file}: {fault.field}: {fault.reason}"
        return fault

    return faulted
