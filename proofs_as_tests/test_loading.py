"""Loading objects that users name: the object, or an error that says why there is none."""

import sys

import pytest

from formal_rl.errors import NotLoadable
from formal_rl.loading import load_object

SOURCE = """
from dataclasses import dataclass

import beside_it


def follow(prompt):
    return beside_it.ACTION


@dataclass
class Box:
    action: int = 1

    def act(self, prompt):
        return self.action


box = Box()
"""


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """An empty current directory; what is put on the path or imported is taken away again."""
    modules = set(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def mine(directory):
    """A module in the current directory, with one beside it."""
    (directory / "my_own_agents.py").write_text(SOURCE, "utf-8")
    (directory / "beside_it.py").write_text("ACTION = 7\n", "utf-8")
    return directory


@pytest.mark.parametrize("source", ["my_own_agents", "my_own_agents.py", "./my_own_agents.py"])
def test_a_module_or_a_file(mine, source):
    """A module by name or by file, with the module beside it; the object may be a dotted name."""
    assert load_object(f"{source}:follow")(()) == 7
    assert load_object(f"{source}:box.act")(()) == 1
    assert load_object(f"{source}:Box") is load_object(f"{source}:Box")


def test_a_file_elsewhere(mine, monkeypatch, tmp_path_factory):
    """A file in another directory is found by its path, and finds what is beside it; so is what is installed."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))

    assert load_object(f"{mine}/my_own_agents.py:follow")(()) == 7
    assert load_object("formal_rl.loading:load_object") is load_object


def test_files_of_one_name(directory):
    """Two files of one name are two modules; a file may be called as some known module is."""
    for number in (1, 2):
        (directory / str(number)).mkdir()
        (directory / str(number) / "agent.py").write_text(f"action = {number}", "utf-8")
    (directory / "json.py").write_text("answer = 42", "utf-8")

    assert [load_object(f"{number}/agent.py:action") for number in (1, 2)] == [1, 2]
    assert load_object("json.py:answer") == 42
    assert load_object("json:dumps") is sys.modules["json"].dumps


NO_FORM = "expected module:object or path/to/file.py:object"
NO_FILE = "a file must end in .py, and a module is named with dots, as in package.module"


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", NO_FORM),
        ("my_own_agents", NO_FORM),
        ("my_own_agents:", NO_FORM),
        (":follow", NO_FORM),
        ("./nothing:x", NO_FILE),
        ("beside/it:x", NO_FILE),
        ("beside\\it.txt:x", NO_FILE),
        (".beside_it:x", NO_FILE),
        ("./my_own_agents:follow", f"{NO_FILE}: did you mean ./my_own_agents.py?"),
        ("nothing_here:x", "there is no module 'nothing_here' here or among what is installed"),
        ("json.nothing:x", "there is no module 'json.nothing' here or among what is installed"),
        ("my_own_agents:folow", "my_own_agents has no 'folow'; did you mean follow?"),
        ("my_own_agents.py:zzzz", "my_own_agents.py has no 'zzzz'"),
        ("my_own_agents:box.art", "'Box' has no 'art'; did you mean act?"),
    ],
)
def test_unavailable_objects_raise(mine, spec, reason):
    """Malformed text, a missing module and a missing object raise different messages, with near names."""
    with pytest.raises(NotLoadable) as raised:
        load_object(spec)

    assert (raised.value.spec, raised.value.reason) == (spec, reason)


def test_no_such_file(directory):
    """A file that is not there is named whole, also in the home of somebody whom this computer does not know."""
    for home in ("", "~nobody_at_all/"):
        with pytest.raises(NotLoadable, match=rf"there is no file '.*/{home}nothing.py'$"):
            load_object(f"{home}nothing.py:x")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the statement is of Python 3.12")
def test_a_type_statement_is_no_object(directory):
    """Names are suggested from functions and classes alone."""
    (directory / "typed.py").write_text("type Pair = tuple[int, int]\ndef follow(): ...\n", "utf-8")
    with pytest.raises(NotLoadable, match=r"; it defines follow, as typed\.py:follow$"):
        load_object("typed.py")


@pytest.mark.parametrize("source", ["broken", "broken.py"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ny = 1 / 0\n", "importing it raised ZeroDivisionError: division by zero, {file}, line 2"),
        ("x = 1\ny = = 2\n", "importing it raised SyntaxError: invalid syntax (broken.py, line 2)"),
        ("raise SystemExit(3)\n", "importing it raised SystemExit: 3, {file}, line 1"),
        (
            "import nothing_here\n",
            "importing it raised ModuleNotFoundError: No module named 'nothing_here', {file}, line 1",
        ),
    ],
)
def test_a_module_that_raises(directory, source, text, said):
    """The message has the import's exception, with file and line; a second attempt gives the same."""
    file = directory / "broken.py"
    file.write_text(text, "utf-8")

    for _ in range(2):
        with pytest.raises(NotLoadable) as raised:
            load_object(f"{source}:x")
        assert raised.value.reason == said.format(file=file)
        assert raised.value.__cause__ is not None


SIBLINGS = {
    "agent": "import parts.deep, settings\n\ndef late():\n    from lazy import N\n    return N\n",
    "settings": "N = {n}\n\ndef late():\n    import parts.late\n    return parts.late.N\n",
    "lazy": "from settings import N\n",
    "parts/deep": "from settings import N\n\ndef late():\n    from . import late\n    return late.N\n",
    "parts/late": "import lazy\nN = lazy.N\n",
}
"""A file and what it imports, where it runs and in functions, from modules that another directory has too."""


@pytest.mark.parametrize("package", [True, False])
@pytest.mark.parametrize("first", ["late", "settings.late", "parts.deep.late"])
def test_modules_of_one_name(directory, package, first):
    """Files of two directories import what is beside them, however late, as does a module of the current directory."""
    files = {0: "agent", 1: "one/agent.py", 2: "two/agent.py"}
    for number, home in enumerate((directory, directory / "one", directory / "two")):
        (home / "parts").mkdir(parents=True)
        for name, text in SIBLINGS.items():
            (home / f"{name}.py").write_text(text.replace("{n}", str(number)), "utf-8")
        if package:
            (home / "parts" / "__init__.py").touch()

    for name in (first, "late", "settings.late", "parts.deep.late"):
        assert [load_object(f"{file}:{name}")() for file in files.values()] == [*files]
    assert [load_object(f"{file}:parts.deep.N") for file in files.values()] == [*files]
