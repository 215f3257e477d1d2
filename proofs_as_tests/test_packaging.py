"""What is handed out: the wheel and the source distribution hold what they must, and the wheel works."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import formal_rl
from tools import wheel_check

ROOT = Path(__file__).parents[1]
RECORDED = "formal_rl/recordings/data/extended_environments"
LICENCES = ["LICENSE", *sorted(f"LICENSES/{file.name}" for file in (ROOT / "LICENSES").iterdir())]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A directory with the wheel and the source distribution of this tree."""
    directory = tmp_path_factory.mktemp("built")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(directory)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return directory


@pytest.fixture(scope="module")
def wheel(built):
    """The names in the wheel, and what each holds."""
    (file,) = built.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def sdist(built):
    """The names in the source distribution, without its own directory, and what each holds."""
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        assert {member.name.split("/")[0] for member in members} == {f"formal_rl-{formal_rl.__version__}"}
        return {member.name.split("/", 1)[1]: archive.extractfile(member).read() for member in members}


def in_tree(folder, pattern):
    """The files of this tree by path, with what each holds."""
    return {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in (ROOT / folder).rglob(pattern)}


def held(archive, files):
    """Those of the files that an archive holds as they are."""
    return {name for name, content in files.items() if archive.get(name) == content}


@pytest.fixture(scope="module")
def information(wheel):
    """The directory of the wheel's own information."""
    (directory,) = {name.split("/")[0] for name in wheel if ".dist-info/" in name}
    return directory


def test_the_wheel_holds_the_package(wheel, information):
    """Every module is in the wheel as it is here, with the mark that it is typed; and beside the package nothing."""
    modules = in_tree("formal_rl", "*.py")

    assert len(modules) > 60
    assert modules.keys() == held(wheel, modules)
    assert wheel["formal_rl/py.typed"] == (ROOT / "formal_rl/py.typed").read_bytes()
    assert {name.split("/")[0] for name in wheel} == {"formal_rl", information}
    assert not [name for name in wheel if "proofs_as_tests" in name or "__pycache__" in name]


MOST_BYTES = 1_600_000
"""The modules alone are 1.3 MB when each is compressed, a quarter of it the checks of the ledger."""


def test_the_wheel_is_small(built):
    """It has the code and what a command reads; the recorded runs alone would be half a megabyte more."""
    (file,) = built.glob("*.whl")

    assert file.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize(
    ("folder", "patterns", "number"),
    [
        (RECORDED, ["*.json"], 34),
        ("formal_rl/recordings/data/drest", ["*"], 8),
        ("formal_rl/recordings/data/safelife", ["*"], 10),
        ("formal_rl/safelife/levels/published", ["*"], 9),
        ("formal_rl/battery/recorded", ["*.csv"], 2),
        ("formal_rl/view", ["*.css", "*.js", "*.html"], 26),
    ],
)
def test_data_are_in_wheel_and_source(wheel, sdist, folder, patterns, number):
    """What commands read is in both unchanged, what they do without only in the source."""
    files = {name: content for pattern in patterns for name, content in in_tree(folder, pattern).items()}

    assert len(files) == number
    assert files.keys() == held(sdist, files)
    assert held(wheel, files) == (set() if folder.startswith("formal_rl/recordings") else files.keys())


def test_the_wheel_has_its_entry_points(wheel, information):
    """Installing it gives the command formal-rl, and tells Hypothesis where our types are registered."""
    lines = wheel[f"{information}/entry_points.txt"].decode().split("\n")

    assert [line for line in lines if line] == [
        "[console_scripts]",
        "formal-rl = formal_rl.cli:run",
        "[hypothesis]",
        "formal_rl = formal_rl.hypothesis_plugin:register",
    ]


def test_the_wheel_has_its_licences(wheel, information):
    """Every licence travels as a licence file, unchanged, and the expression names them both."""
    metadata = Parser().parsestr(wheel[f"{information}/METADATA"].decode())

    assert metadata["License-Expression"] == "MIT AND Apache-2.0"
    assert sorted(metadata.get_all("License-File")) == sorted(LICENCES)
    assert len(LICENCES) >= 3
    for name in LICENCES:
        assert wheel[f"{information}/licenses/{name}"] == (ROOT / name).read_bytes()


def test_the_wheel_says_what_it_is(wheel, information):
    """Name, version, Python and dependencies are those of the project, and nothing needed in tests is asked for."""
    metadata = Parser().parsestr(wheel[f"{information}/METADATA"].decode())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [each for each in metadata.get_all("Requires-Dist") if "extra ==" not in each]

    assert (metadata["Name"], metadata["Version"]) == ("formal_rl", formal_rl.__version__)
    assert metadata["Requires-Python"] == project["requires-python"]
    assert sorted(needed) == sorted(project["dependencies"])
    assert "Root-Is-Purelib: true" in wheel[f"{information}/WHEEL"].decode()


def test_the_source_holds_what_builds_and_tests_it(sdist):
    """The source distribution holds package, tests, proofs, licences, and what is needed to build and to test."""
    files = in_tree("formal_rl", "*.py") | in_tree("formal_rl", "*.json") | in_tree("proofs_as_tests", "*.py")
    files |= in_tree("proofs", "*.v")
    files |= {name: (ROOT / name).read_bytes() for name in [*LICENCES, "pyproject.toml", "README.md", "conftest.py"]}

    assert files.keys() == held(sdist, files)
    assert f"{RECORDED}/LICENSE-peer.txt" in sdist
    assert "formal_rl/py.typed" in sdist
    assert "License-Expression: MIT AND Apache-2.0" in sdist["PKG-INFO"].decode().split("\n")
    assert not [name for name in sdist if "__pycache__" in name or ".hypothesis/" in name]


def test_what_make_wheel_copies_is_whole(tmp_path):
    """The tests that run beside the wheel import no helper that is left behind."""
    texts = [file.read_text("utf-8") for file in wheel_check.suite(tmp_path).rglob("*.py")]
    named = {name for text in texts for name in re.findall(r"from (proofs_as_tests\S*) import", text)}

    assert "proofs_as_tests.rows" in named
    assert [name for name in named if not (tmp_path / f"{name.replace('.', '/')}.py").is_file()] == []


def test_the_wheel_works(built, tmp_path):
    """Unpacked where nothing else of ours is, the wheel verifies a statement, replays a recorded run, and says which
    it does not have."""
    (file,) = built.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import formal_rl; print(formal_rl.__file__)\n"
        "from formal_rl.cli import main\n"
        f"runs = {str(ROOT / RECORDED / 'DejaVu.json')!r}\n"
        "print(main(['verify', 'A21-L2']), main(['vectors', 'check', runs]), main(['vectors', 'check']))\n"
        "print(*(main(['docs', page]) for page in ('practitioner', 'your_shape', 'conformance_protocol')))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)

    where, checked, row, *_, exit_codes = done.stdout.partition("\n# ")[0].splitlines()
    assert where == str(tmp_path / "formal_rl" / "__init__.py")
    assert checked.startswith("self-checks ok: ")
    assert row.split()[:3] == ["A21-L2", "holds", "ok"]
    assert exit_codes == "0 0 4"
    assert done.stdout.splitlines()[-1] == "0 0 0"
    assert done.stderr == (
        "formal-rl: formal_rl/recordings/data/extended_environments: the whole directory: not in the wheel; "
        "a clone and the source distribution have it: run the command there, or give a path\n"
    )
