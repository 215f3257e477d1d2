"""The command that looks whether everything works: formal-rl doctor."""

import tomllib
import webbrowser
from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import formal_rl
from formal_rl.cli import doctor

pytestmark = pytest.mark.usefixtures("own_directory")

COMMAND = ("doctor",)
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture
def about(monkeypatch):
    """What the installed package says of itself: what the project's file does."""
    said = Message()
    for each in PROJECT["dependencies"]:
        said["Requires-Dist"] = each
    for extra, packages in PROJECT["optional-dependencies"].items():
        said["Provides-Extra"] = extra
        for each in packages:
            said["Requires-Dist"] = f"{each}; extra == '{extra}'"
    monkeypatch.setattr(doctor, "metadata", lambda name: said)
    return said


@pytest.fixture
def checks(run, said, about):
    """What is found, by name."""
    return lambda: {each["name"]: each for each in said()["checks"]}


def test_all_that_is_looked_at(checks):
    """Python, the package, each required package, each extra, processes, files, and a browser have a line."""
    found = checks()
    packages = [each.split(">=")[0] for each in PROJECT["dependencies"]]
    extras = [f"extra {name}" for name in PROJECT["optional-dependencies"] if name != "plot"]
    rest = ["processors", "folder", "processes", "browser"]

    assert list(found) == ["Python", "platform", "formal_rl", *packages, *extras, *rest]
    assert all(found[name]["state"] == "ok" for name in ("Python", *packages, "folder", "processes"))
    assert found["formal_rl"]["found"].startswith(f"{formal_rl.__version__}, definitions revision ")
    assert {each["state"] for each in found.values()} <= {"ok", "absent"}
    assert all(each["advice"] for each in found.values() if each["state"] == "absent")
    assert {f"extra {name}" for name in doctor.EXTRAS} == set(extras)


def test_as_text(run, about):
    """Each finding has a line that begins with its state; what can be done is below; the last line says how it is."""
    code, out, err = run()
    lines = out.splitlines()

    assert (code, err) == (0, "")
    assert all(line.startswith(("ok ", "absent ", "         ")) for line in lines[:-2])
    assert lines[-2:] == ["", "All that is required works."]


@pytest.mark.usefixtures("about")
@pytest.mark.parametrize(
    ("versions", "name", "state", "advice"),
    [
        ({"attrs": "24.1.9"}, "attrs", "problem", 'pip install "attrs>=24.2"'),
        ({"attrs": "24.2"}, "attrs", "ok", ""),
        ({"attrs": "24.10.0"}, "attrs", "ok", ""),
        ({"numpy": "2"}, "numpy", "ok", ""),
        ({"attrs": None}, "attrs", "problem", 'pip install "attrs>=24.2"'),
        ({"dask": None}, "extra dask", "absent", 'pip install "dask[distributed]>=2024.8"'),
        (
            {"sympy": "1.14", "z3-solver": None},
            "extra symbolic",
            "absent",
            'pip install "sympy>=1.13" "z3-solver>=4.13"',
        ),
    ],
    ids=str,
)
def test_packages(run, monkeypatch, *, versions, name, state, advice):
    """A missing or old required package is a problem, a missing extra absent. The advice names the package."""

    def version(package):
        found = versions.get(package, "9999.1")
        if found is None:
            raise PackageNotFoundError(package)
        return found

    monkeypatch.setattr(doctor, "version", version)
    code, out, _ = run()
    found = next(each for each in doctor.findings() if each.name == name)

    assert code == (state == "problem")
    assert (found.state, advice in found.advice) == (state, True)
    assert ("1 problem found; see above." in out.splitlines()) == (state == "problem")


def test_missing_parts_have_advice(run, said, checks, monkeypatch):
    """Without a browser or processes, in a folder of others, each says so; only processes are required."""

    def missing(*_, **__):
        raise webbrowser.Error

    def no_folder(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(webbrowser, "get", missing)
    monkeypatch.setattr(doctor, "TemporaryFile", no_folder)
    found = checks()
    assert [found[name]["state"] for name in ("browser", "folder")] == ["absent"] * 2
    assert "Permission denied" in found["folder"]["found"]
    monkeypatch.setattr(doctor, "done_by_workers", missing)
    code, out, _ = run()
    assert code == 1
    assert "no worker process starts" in out


def test_not_installed(run, monkeypatch):
    """A package that runs from a folder says that what it requires is not known."""

    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "metadata", missing)
    code, out, _ = run()

    assert code == 0
    assert "formal_rl runs from a folder and is not installed" in out
