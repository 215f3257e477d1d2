"""The published libraries under check: adapters on stand-ins of our own, and the page, as far as it can be known."""

import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from formal_rl.conformance import SUITES, check
from formal_rl.conformance.suites.suite_facts import SAFELIFE_RELEASES
from formal_rl.conformance.zoo import environments
from formal_rl.conformance.zoo.environments import Checked
from formal_rl.statements.alexander_2022.published_library import LIBRARY
from tools.published import __main__ as command
from tools.published import library_text, safelife_package
from tools.published.extended_environments import (
    NoCheckout,
    agent_from_draws,
    commit_of,
    environment_from_draws,
    extended_environments,
    with_numbers,
)
from tools.published.library import PublishedLibrary, PublishedPart, checked_parts
from tools.published.safelife_package import NoPackage, installed_safelife

check_here = partial(check, in_process=True)
"""Nothing here ends its process or hangs."""

PAGE = (Path(__file__).parents[2] / "docs" / "findings" / "conformance_of_published_code.md").read_text("utf-8")


# --- Adapters ---


@pytest.fixture
def pools():
    """A module with pools of draws, of which each draw is read modulo their number."""
    return SimpleNamespace(agent_randoms=[0.0], env_randoms=[0.0], num_randoms=1)


def shows_draws(pools):
    """Self-recognition's way to draw, in an environment that does nothing else."""

    class ShowsDraws:
        n_actions, n_obs = 2, 10

        def __init__(self, A):  # noqa: N803
            self.turn, self.made = 0, A()

        def start(self):
            return self.drawn()

        def drawn(self):
            self.turn += 1
            return int(10 * pools.env_randoms[(self.turn - 1) % pools.num_randoms])

        def step(self, action):
            return 0, self.drawn()

    return ShowsDraws


def test_an_environment_reads_the_draws_it_is_told(pools):
    """Two instances that run in turn read their own draws each, whatever is in the pool."""
    adapted = environment_from_draws(shows_draws(pools), pools)
    one, other = adapted(object, draws=(0.1, 0.2, 0.3)), adapted(object, draws=(0.5, 0.6))

    shown = [one.start(), other.start(), one.step(0)[1], other.step(0)[1], one.step(0)[1], other.step(0)[1]]

    assert shown == [1, 5, 2, 6, 3, 5]
    assert (adapted.__name__, adapted.n_actions, adapted.n_obs) == ("ShowsDraws", 2, 10)


def drawing_agent(pools):
    """A random agent that reads a pool."""

    class Drawing:
        n_actions = 2

        def __init__(self, **told):
            self.trainings = 0

        def act(self, obs):
            return int(self.n_actions * pools.agent_randoms[self.trainings % pools.num_randoms])

        def train(self, o_prev, a, r, o_next):
            self.trainings += 1

    return Drawing


def test_an_agent_reads_the_draws_it_is_told(pools):
    """A random agent that reads a pool conforms once it is adapted; one with the draws reversed does not."""
    adapted = agent_from_draws(drawing_agent(pools), pools)

    assert check_here(adapted, "agent_random").conforms
    assert check_here(adapted, "learner").conforms
    backwards = type("Backwards", (adapted,), {"__init__": lambda self, draws: adapted.__init__(self, draws[::-1])})
    assert not check_here(backwards, "agent_random").conforms


def test_a_reality_check_is_told_the_numbers():
    """A reality check whose class must say how many actions there are can be checked once it is adapted."""

    def demanding(A):  # noqa: N803
        class Demanding(Checked):
            def __init__(self):
                assert (self.n_actions, self.n_obs) == (3, 10)
                super().__init__(A)

        return Demanding

    assert check_here(with_numbers(demanding), "reality_check").conforms
    assert not check_here(demanding, "reality_check").conforms


# --- Checkouts and packages ---


def test_what_is_no_checkout_is_refused(tmp_path):
    """A folder without the library is refused by name, and one whose library lacks an environment, too."""
    with pytest.raises(NoCheckout, match=r"there is no extended_rl/prerandom\.py"):
        extended_environments(tmp_path)
    package = tmp_path / "extended_rl"
    package.mkdir()
    for module in ("__init__", "prerandom"):
        (package / f"{module}.py").write_text("", "utf-8")
    with pytest.raises(NoCheckout, match=r"has no AdversarialSequenceEvader in extended_rl.environments"):
        extended_environments(tmp_path)
    assert not [name for name in sys.path if name == str(tmp_path)]


def test_the_commit_is_named(tmp_path):
    """A checkout is named by commit and date, and by whether it was changed; a copy has no commit."""
    package = tmp_path / "extended_rl"
    package.mkdir()
    (package / "prerandom.py").write_text("", "utf-8")
    assert commit_of(tmp_path) == "a copy whose commit is not known, since it is under no git"
    who = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "one", "--date", "2022-07-19T12:00:00Z")):
        subprocess.run(("git", "-C", str(tmp_path), *words), check=True)

    clean = commit_of(tmp_path)
    (package / "prerandom.py").write_text("# changed\n", "utf-8")

    assert re.fullmatch(r"commit [0-9a-f]{40} of \d{4}-\d\d-\d\d", clean)
    assert commit_of(tmp_path) == f"{clean}, with changes that are not committed"


def test_a_python_without_the_package_is_refused(tmp_path):
    """A Python that has no safelife, or that is none, is refused with what is wrong."""
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\necho 'ModuleNotFoundError: safelife' >&2\nexit 1\n", "utf-8")
    bare.chmod(0o755)
    with pytest.raises(NoPackage, match="has no safelife that works: ModuleNotFoundError: safelife"):
        installed_safelife(str(bare))
    with pytest.raises(NoPackage, match="cannot be run"):
        installed_safelife(str(tmp_path / "none"))


def test_a_package_answers_by_the_protocol(tmp_path, monkeypatch):
    """What answers for the package is started by that Python; its versions name the release."""
    stand_in = tmp_path / "answers.py"
    stand_in.write_text(
        dedent(
            """
            import json, sys
            if sys.argv[1:] == ["--versions"]:
                print(json.dumps({"safelife": "1.2.2", "pyemd": "0", "numpy": "1"}))
                raise SystemExit
            sys.stdin.readline()
            print(json.dumps({"protocol": "formal-rl-conformance/1"}), flush=True)
            for line in sys.stdin:
                asked = json.loads(line)
                print(json.dumps({"id": asked["id"], "answer": asked["case"]["board"]}), flush=True)
            """
        ),
        "utf-8",
    )
    monkeypatch.setattr(safelife_package, "ANSWERS", stand_in)

    library = installed_safelife(sys.executable)
    (result,) = checked_parts(library.parts[:1], profile="quick", seed=0)

    assert library.version.startswith("version 1.2.2 (commit b690e2a879e9e2d835196ec3446154bfd5283924 of 2021-05-03")
    assert {part.suite for part in library.parts} <= set(SUITES)
    assert result.reports["paper"].exit_code == 1
    assert ("reference", "life") in {(stage, claim) for stage, claim, _, _ in result.verdicts}


# --- What is said of a library ---


def library_of(name, suite):
    """A library with the one part that the zoo has by this name."""
    zoo = (*environments.RIGHT, *environments.WRONG)
    found = next(each for each in zoo if each.name == name and each.suite == suite)
    return PublishedLibrary("Stand-in", "commit 0 of 2000-01-01", (PublishedPart(name, suite, found.implementation),))


@pytest.fixture
def printed(monkeypatch):
    """What the command prints of a library that it finds in any checkout, and its exit code."""

    def printed(library, *options):
        monkeypatch.setattr(command, "extended_environments", lambda path: library)
        done = CliRunner().invoke(command.app, ["--extended-environments", ".", *options])
        return done.exit_code, done.stdout

    return printed


class Steady:
    """Does 0, whatever happens."""

    def act(self, obs):
        return 0

    def train(self, o_prev, a, r, o_next):
        pass


class AskingTells(Steady):
    """Does how often it was asked, modulo 2."""

    asked = 0

    def act(self, obs):
        self.asked += 1
        return self.asked % 2


def test_both_readings_are_told(printed):
    """A part that is as published, and not as the paper says, is said to be so; the command is content with it."""
    library = library_of("DejaVuAsPublished", "deja_vu")
    (code, lines), (_, page) = (printed(library, *options) for options in ((), ("--page",)))

    assert code == 0
    (row,) = (line for line in lines.splitlines() if "every later percept" in line)
    assert re.split(r"\s{3,}", row)[1:] == ["every later percept", "paper: fails: wrong value", "published: conforms"]
    assert lines.splitlines()[-2:] == [
        "0 of 1 parts conform to the definitions of the paper",
        "1 of 1 parts conform to what we say is published",
    ]
    assert "| DejaVuAsPublished | `deja_vu` | **diverges** | conforms |" in page
    assert "By the paper, the smallest counterexample to *every later percept*" in page


def test_what_is_not_as_we_say_is_a_failure(printed):
    """A part that is not what we say is published fails, whatever the paper says."""
    code, lines = printed(library_of("deja_vu, stepping", "deja_vu"))

    assert code == 1
    assert "paper: conforms" in lines


@pytest.mark.parametrize(
    "row",
    [(AskingTells, "", 1), (AskingTells, "being asked counts", 0), (Steady, "", 0), (Steady, "being asked counts", 1)],
)
def test_where_nothing_is_published_to_compare_with(printed, row):
    """A divergence from the paper is content where it is known, and one that is known and gone is a failure."""
    implementation, known, code = row
    library = PublishedLibrary("Stand-in", "commit 0", (PublishedPart("A", "learner", implementation, "", known),))
    found, lines = printed(library)

    assert (found, "Not as we say: A" in lines) == (code, bool(code))
    assert ("It is known to diverge: being asked counts." in printed(library, "--page")[1]) == bool(known)


def test_a_library_that_is_not_there(tmp_path):
    """It is said which, without a traceback; and so is that nothing was asked for."""
    asked = CliRunner().invoke(command.app, ["--extended-environments", str(tmp_path)])

    assert (asked.exit_code, type(asked.exception)) == (4, SystemExit)
    assert "is not a checkout of ExtendedEnvironments" in asked.stderr
    assert CliRunner().invoke(command.app, []).exit_code == 2


# --- The page ---

ROWS = re.findall(r"^\| (.+?) \| `(\w+)` \| (\S+) \|(?: (\S+))? \|$", PAGE, re.MULTILINE)


def test_the_page_names_what_was_compared():
    """The page has the head that the command prints, both libraries by commit and date, and no path of a machine."""
    assert PAGE.startswith(library_text.PAGE.read_text("utf-8").partition("$")[0])
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == ["ExtendedEnvironments", "SafeLife"]
    commits = re.findall(r"commit ([0-9a-f]{40}) of (\d{4}-\d\d-\d\d)", PAGE)
    assert [date for _, date in commits] == ["2022-07-19", "2021-05-03"]
    assert commits[1][0] in SAFELIFE_RELEASES["1.2.2"]
    assert not re.search(r"/(tmp|home|work|usr)/|0x[0-9a-f]{6}", PAGE)


def test_the_page_has_every_part():
    """Each environment and each part of the other library has a row, and a section if it diverges; totals are right."""
    suites = [suite for _, suite, _, _ in ROWS]

    assert {each.name for each in LIBRARY} | set(safelife_package.PARTS) <= set(suites) <= set(SUITES)
    assert re.findall(r"^### (.+)$", PAGE, re.MULTILINE) == [
        name for name, _, *found in ROWS if "**diverges**" in found
    ]
    totals = re.findall(r"^\* (\d+) of (\d+) parts conform", PAGE, re.MULTILINE)
    counted = []
    for rows in ([row for row in ROWS if row[1] not in safelife_package.PARTS], ROWS[-len(safelife_package.PARTS) :]):
        for column in (2, 3):
            verdicts = [row[column] for row in rows if row[column]]
            counted.append((str(verdicts.count("conforms")), str(len(verdicts))))
    assert totals == counted


def test_the_page_agrees_with_the_departures():
    """An environment diverges from the paper on the page where a departure of it is known, and nowhere else."""
    verdicts = {suite: paper for _, suite, paper, _ in ROWS}
    for each in LIBRARY:
        lines = [comparison.line for comparison in each.comparisons if comparison.year == 2022]
        known = any(line and "behind the published numbers" not in line for line in lines)
        assert verdicts[each.name] == ("**diverges**" if known else "conforms"), each.name


def test_the_page_shows_a_counterexample_for_each_divergence():
    """Each part that diverges has its smallest counterexample, and no other has one."""
    sections = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    diverging = [row for row in ROWS if "**diverges**" in row]
    for (name, _, *verdicts), section in zip(diverging, sections, strict=True):
        assert section.startswith(name)
        assert section.count("the smallest counterexample to") == verdicts.count("**diverges**"), name
