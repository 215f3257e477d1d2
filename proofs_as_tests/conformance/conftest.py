import json
import runpy
from copy import deepcopy
from functools import partial

import pytest

from formal_rl.conformance import check
from formal_rl.recordings import shipped_vectors

check_here = partial(check, in_process=True)
"""Nothing here ends its process or hangs."""


def _place(document, path):
    """The container at all but the last key of a path, and that key."""
    *parents, last = path
    for key in parents:
        document = document[key]
    return document, last


def pytest_make_parametrize_id(val):
    """Call the test of an entry of the zoo by its suite, its name and what it is compared with."""
    of_zoo = hasattr(val, "suite") and hasattr(val, "name")
    return f"{val.suite}-{val.name}-{getattr(val, 'semantics', 'paper')}" if of_zoo else None


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


@pytest.fixture
def repaired(tmp_path, capsys):
    """Run the script of a wrong implementation, which ends with 1, and with a right one in its place, then with 0."""

    def repaired(wrong, right, suite):
        script, written = tmp_path / "repro.py", check_here(wrong, suite).script
        for name, code in ((wrong.__name__, 1), (right.__name__, 0)):
            script.write_text(written.replace(f":{wrong.__name__}", f":{name}"), "utf-8")
            with pytest.raises(SystemExit) as ended:
                runpy.run_path(str(script), run_name="__main__")

            assert ended.value.code == code
        assert "import formal_rl" not in written
        assert "as expected" in capsys.readouterr().out

    return repaired
