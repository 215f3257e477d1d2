"""The command that draws the figures: what it writes, prints, and with which code it exits."""

import sys
from functools import partial

import pytest
from attrs import evolve

from formal_rl.cli.drest import figures as cli_drest_figures
from formal_rl.errors import UnusableObject
from formal_rl.study.drest.figure import LETTERS
from formal_rl.study.drest.figures import find_plans
from formal_rl.view.rendering import require_letters

COMMAND = ("drest", "figures")


@pytest.fixture(autouse=True)
def plain(own_directory, monkeypatch):
    """An own directory, and trainings of a moment."""

    def short_plans(names):
        return tuple(evolve(plan, needs=tuple(map(shortened, plan.needs))) for plan in find_plans(names))

    def shortened(asked):
        return asked._replace(training=evolve(asked.training, mini_episodes=4, meta_episodes=3), points=3)

    monkeypatch.setattr(cli_drest_figures, "find_plans", short_plans)


def test_all_figures_are_written(run, tmp_path):
    """Each is a file of its own, all are on the page, and a line says so."""
    code, out, err = run("figures", "--seeds", "1-2", "--jobs", 1)
    names = [*(f"figure_0{number}" for number in (2, 3, 4, 6, 7)), "map"]
    page = (tmp_path / "figures" / "index.html").read_text("utf-8")

    assert (code, err) == (0, "")
    assert {file.name for file in (tmp_path / "figures").iterdir()} == {"index.html", *(f"{n}.svg" for n in names)}
    for name in names:
        assert (tmp_path / "figures" / f"{name}.svg").read_text("utf-8") in page
    assert len(out.splitlines()) == 7
    assert out.splitlines()[-1] == "figures/index.html: 6 figures"
    assert "formal-rl drest figures DIR --seeds 1-2<" in page


def test_some_figures_are_written(run, tmp_path):
    """Only those that are asked for, into a directory that may be there with other files, which stay."""
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.txt").write_text("mine")

    code, out, err = run("there", "--only", "map, 2")

    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "there/figure_02.svg: Figure 2. The example gridworld",
        "there/map.svg: Where the theorem holds",
        "there/index.html: 2 figures",
    ]
    assert {file.name for file in (tmp_path / "there").iterdir()} == {
        "figure_02.svg",
        "map.svg",
        "index.html",
        "mine.txt",
    }


def test_the_same_seeds_give_the_same_figures(run, tmp_path):
    """In one process or several, and now or later; other seeds give others."""
    pictures = []
    for jobs, seeds in ((1, "1,2"), (2, "1,2"), (1, "3,4")):
        assert run("out", "--only", "3", "--seeds", seeds, "--jobs", jobs)[0] == 0
        pictures.append((tmp_path / "out" / "figure_03.svg").read_bytes())

    assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        (["out", "--only", "17"], "no figure '17'; did you mean 7", 2),
        (["out", "--only", "2", "--seeds", "x"], "seeds is 'x': expected natural numbers", 2),
        (["file", "--only", "2"], "DIR is 'file': expected a directory that can be written; ", 4),
    ],
)
def test_unusable_input_fails_before_training(run, tmp_path, arguments, complaint, code):
    """The complaint names what is wrong, the code says of what kind it is, and nothing is written."""
    (tmp_path / "file").touch()
    found, out, err = run(*arguments)

    assert (found, out) == (code, "")
    assert complaint in err
    assert not (tmp_path / "out").exists()


def test_a_missing_renderer_fails_at_once(run, tmp_path, monkeypatch):
    """Nothing is trained or written where PNGs are asked for and cannot be had."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    assert run("out", "--only", "3", "--png") == (
        4,
        "",
        "formal-rl: resvg-py, which renders pictures, is not installed: pip install pillow resvg-py\n",
    )
    assert not (tmp_path / "out").exists()


def test_missing_letters_fail_at_once(run, tmp_path, monkeypatch):
    """Nothing is trained or written where no font has the letters of the figures."""
    pytest.importorskip("resvg_py")
    monkeypatch.setattr(cli_drest_figures, "require_letters", partial(require_letters, system_fonts=False))

    assert run("out", "--only", "3", "--png") == (
        4,
        "",
        "formal-rl: letters is 'λ−': expected letters that a font here has; install one, such as DejaVu Sans\n",
    )
    assert not (tmp_path / "out").exists()


def test_with_the_renderer_there_are_pngs_too(run, tmp_path):
    """Each figure has one beside its SVG."""
    pytest.importorskip("resvg_py")
    try:
        require_letters(LETTERS)
    except UnusableObject:
        pytest.skip("no font here has the letters of figures")
    code, _, err = run("out", "--only", "2,3", "--png", "--jobs", 1)

    assert (code, err) == (0, "")
    assert {file.name for file in (tmp_path / "out").glob("*.png")} == {"figure_02.png", "figure_03.png"}
    for file in (tmp_path / "out").glob("*.png"):
        assert file.read_bytes().startswith(b"\x89PNG")


def test_an_unwritable_figure_is_reported(run, tmp_path):
    """Where a directory is in the place of a file, the code is 4."""
    (tmp_path / "out" / "figure_02.svg").mkdir(parents=True)
    code, out, err = run("out", "--only", "2")

    assert (code, out) == (4, "")
    assert "figure_02.svg cannot be written" in err


def test_an_interruption_leaves_whole_figures(run, tmp_path, monkeypatch):
    """What was drawn before is there, nothing is half, and the code is 130."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_drest_figures, "figure_runs", interrupted)

    code, out, err = run("out", "--only", "2,3")

    assert (code, err) == (130, "formal-rl: interrupted\n")
    assert len(out.splitlines()) == 1
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"figure_02.svg"}
