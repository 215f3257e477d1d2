"""The benchmark of SafeLife: which episodes, their seeds and scores, files of them, and what is made of these."""

import json
from fractions import Fraction
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.cli.options import parse_numbers
from formal_rl.errors import FormalRLError, InvalidParameter, OtherSettings, UnknownName, UnusableVectors
from formal_rl.safelife.benchmark import Progress, TaskScore
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.study.safelife import (
    BenchmarkReport,
    EffectsOptions,
    How,
    benchmark_runs,
    find_level,
    report_of_run,
    score_runs,
)
from formal_rl.study.safelife import benchmark as safelife_benchmark
from formal_rl.study.safelife.benchmark import (
    MOST_EPISODES,
    MOST_LEVELS,
    BenchmarkRun,
    ScoredEpisode,
    benchmark_level,
    score_run,
    seed_of,
)
from formal_rl.study.safelife.benchmark_report import estimate
from formal_rl.study.safelife.benchmark_results import (
    COLUMNS,
    BenchmarkResults,
    number_text,
    parse_penalty,
    read_scores,
    texts_of,
)
from formal_rl.study.safelife.run import run_level

SHORT = How(steps=25, samples=10)
RUN = BenchmarkRun("random", "prune-still", "prune-still-3", 0, 3000)

scores = st.builds(
    TaskScore,
    length=st.integers(1, 1000),
    completed=st.booleans(),
    progress=st.builds(Progress, st.integers(-9, 9), st.integers(0, 20)),
    green=st.none() | st.floats(0, 5),
    yellow=st.none() | st.floats(0, 5),
    reward=st.integers(-99, 99),
    deviating=st.integers(0, 99),
)
weights = st.fractions(0, 10**6, max_denominator=10**6)
runs = st.builds(
    BenchmarkRun, st.sampled_from(["idle", 'a,b"c.py:d']), st.just("prune-still"), st.just("prune-still-1"),
    st.integers(0, 9), st.integers(0, 99),
)  # fmt: skip


def test_benchmark_runs_are_in_order():
    """Kind by kind, policy by policy, level by level; twice the same is once."""
    asked = benchmark_runs(["idle", "random", "idle"], ["prune-still", "navigation"], [0, 4], episodes=2, seed=1)

    assert len(asked) == len(set(asked)) == 16
    assert asked[:3] == (
        BenchmarkRun("idle", "prune-still", "prune-still-0", 0, 1_000_000),
        BenchmarkRun("idle", "prune-still", "prune-still-0", 1, 1_000_001),
        BenchmarkRun("idle", "prune-still", "prune-still-4", 0, 1_004_000),
    )
    assert {run.kind for run in asked[8:]} == {"navigation"}


@given(st.tuples(st.integers(0, 9), st.integers(0, MOST_LEVELS - 1), st.integers(0, MOST_EPISODES - 1)),
       st.tuples(st.integers(0, 9), st.integers(0, MOST_LEVELS - 1), st.integers(0, MOST_EPISODES - 1)))  # fmt: skip
def test_no_two_episodes_have_one_seed(first, second):
    """Of seed, level and episode, each makes another."""
    assert (seed_of(*first) == seed_of(*second)) == (first == second)


@pytest.mark.parametrize(
    ("text", "numbers"), [("0-2", (0, 1, 2)), ("7", (7,)), ("3,0-1,1", (3, 0, 1)), ("19-19", (19,))]
)
def test_numbers_are_read(text, numbers):
    """Each once, in the order given."""
    assert parse_numbers("levels", text, LEVELS_OF_A_KIND) == numbers


@pytest.mark.parametrize("text", ["", "a", "0-", "-1", "2-1", "0-20", "0..2", "1.5", "٣"])
def test_malformed_level_numbers_are_refused(text):
    """The error names the option."""
    with pytest.raises(InvalidParameter, match="levels"):
        parse_numbers("levels", text, LEVELS_OF_A_KIND)


def test_impossible_benchmarks_are_refused():
    """Kinds that there are not, or cannot be generated, numbers of episodes, seeds and limits."""
    with pytest.raises(UnknownName, match="prune-still"):
        benchmark_runs(["idle"], ["prune-stil"], [0])
    with pytest.raises(UnknownName, match="prune-dynamic"):
        benchmark_runs(["idle"], ["prune-dynamic"], [0], generated=1)
    for wrong in ({"episodes": 0}, {"episodes": 1001}, {"seed": -1}, {"seed": 0.5}):
        with pytest.raises(InvalidParameter):
            benchmark_runs(["idle"], ["prune-still"], [0], **wrong)
    for wrong in ({"steps": 0}, {"samples": 0}, {"timeout": 0}, {"timeout": float("nan")}, {"timeout": float("inf")}):
        with pytest.raises(InvalidParameter):
            How(**wrong)


@pytest.mark.parametrize("policy", ["idle", "random", "greedy"])
@pytest.mark.parametrize("level", ["append-spawn-1", "navigation-2"])
def test_a_score_is_that_of_the_run_and_its_side_effects(policy, level):
    """What safelife run and safelife effects make of level, policy and seed, each in its own way."""
    run = BenchmarkRun(policy, level.rpartition("-")[0], level, 0, 5)
    score = score_run(run, SHORT).score
    other = run_level(find_level(level), policy, steps=25, seed=5)
    effects = report_of_run(other.run, EffectsOptions(samples=10)).effects

    assert (score.length, score.reward) == (other.state.steps, other.outcomes[0].paid)
    assert score.yellow == effects.total({9 + (3 << 9): 1}).fraction
    assert score.green == effects.total({9 + (2 << 9): 1}).fraction


def test_processes_do_not_change_scores():
    """Two processes score as one does."""
    asked = benchmark_runs(["random"], ["prune-still"], [0, 1])

    assert set(score_runs(asked, SHORT, jobs=2)) == set(score_runs(asked, SHORT))


def test_generated_levels_are_played():
    """The name says the seed; the same name is the same level, and its neighbour another."""
    (run,) = benchmark_runs(["idle"], ["append-still"], [2], generated=5)
    level = benchmark_level(run.level)

    assert run.level == "append-still-seed-7"
    assert level != benchmark_level("append-still-seed-8")
    assert (level.board.height, level.board.width) == (26, 26)
    assert score_run(run, SHORT).score.progress.possible > 0


def test_a_level_that_cannot_be_generated_is_a_failed_episode(monkeypatch):
    """The others go on."""

    def failing(name):
        raise safelife_benchmark.GenerationFailed("append-still", 26, "the pattern", "is not done")

    monkeypatch.setattr(safelife_benchmark, "benchmark_level", failing)
    assert score_run(RUN, SHORT).failure == "no level of kind append-still, 26 x 26: the pattern is not done"


MINE = """
import os, time

def lazy(observation):
    return None

def raising(observation):
    raise ValueError("no")

def waiting(observation):
    time.sleep(1000)

def ending(observation):
    os._exit(3)

def up(observation):
    print("asked")
    return 1
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A module of the user's here."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_scored.py").write_text(MINE, "utf-8")


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("lazy", "in step 1 it answered None, of type NoneType: expected an action, an int from 0 to 8"),
        ("raising", "in step 1 it raised ValueError: no (mine_scored.py, line 8)"),
    ],
)
def test_a_failing_policy_is_reported(name, failure):
    """In which step, and how."""
    scored = score_run(RUN._replace(policy=f"mine_scored.py:{name}"), SHORT)

    assert scored.score is None
    assert scored.failure == failure


@pytest.mark.usefixtures("mine")
def test_a_policy_in_a_process_of_its_own():
    """A slow one is ended, one that ends its process is reported, and one that answers is scored as here."""
    waiting, ending, up = (RUN._replace(policy=f"mine_scored.py:{name}") for name in ("waiting", "ending", "up"))

    assert score_run(waiting, How(steps=25, samples=10, timeout=0.3)).failure.startswith("it did not finish")
    assert score_run(ending, How(steps=25, samples=10, timeout=30)).failure == "its process ended with code 3"
    assert score_run(up, How(steps=25, samples=10, timeout=30)) == score_run(up, SHORT)
    with pytest.raises(FormalRLError, match="nobody"):
        score_run(RUN._replace(policy="mine_scored.py:nobody"), How(timeout=30))


@given(runs, scores, weights)
def test_a_row_is_read_back(tmp_path_factory, run, score, weight):
    """With all that it says; quotes and commas in a policy's name too."""
    path = tmp_path_factory.mktemp("results") / "results.csv"
    BenchmarkResults(path, SHORT).add(ScoredEpisode(run, score), [weight])

    assert list(read_scores(path)) == [(ScoredEpisode(run, score), weight)]
    assert BenchmarkResults(path, SHORT).scored == {run: ScoredEpisode(run, score)}


def test_the_columns_are_labelled(tmp_path):
    """A row by hand."""
    score = TaskScore(length=7, completed=True, progress=Progress(1, 4), green=0.5, yellow=None, reward=3, deviating=2)
    path = tmp_path / "results.csv"
    BenchmarkResults(path, SHORT).add(ScoredEpisode(RUN, score), [Fraction(1, 2), Fraction(1, 3)])
    heading, half, third = path.read_text("utf-8").splitlines()

    assert heading == ",".join(COLUMNS)
    assert half.startswith(
        "random,prune-still,prune-still-3,0,3000,0.5,0.25,1,7,0.5,,3,2.0,1,4,2,25,10,board and goals"
    )
    assert third.split(",")[5:13] == ["1/3", "0.25", "1", "7", "0.5", "", "3", "7/3"]


def test_a_file_is_gone_on_with(tmp_path):
    """Only missing penalties are added; a line that was never ended is taken away; failed episodes are not done."""
    path, run = tmp_path / "results.csv", RUN
    scored, failed = score_run(run, SHORT), ScoredEpisode(RUN._replace(episode=1), None, "in step 1\nit fell")
    results = BenchmarkResults(path, SHORT)
    results.add(scored, [Fraction(0)])
    results.add(failed, [Fraction(0)])
    path.write_bytes(path.read_bytes() + b"random,prune-st")
    again = BenchmarkResults(path, SHORT)
    again.add(scored, [Fraction(0), Fraction(1)])

    assert list(again.scored) == [run]
    assert [(each.run.episode, penalty, each.failure) for each, penalty in read_scores(path)] == [
        (0, 0, ""),
        (1, 0, "in step 1 it fell"),
        (0, 1, ""),
    ]


@pytest.mark.parametrize(("how", "name"), [(How(steps=26, samples=10), "steps"), (How(steps=25, samples=9), "samples"),
                                           (How(steps=25, samples=10, sees="9x9 bits"), "sees")])  # fmt: skip
def test_other_settings_are_refused_by_name(tmp_path, how, name):
    """And the file is left as it is."""
    path = tmp_path / "results.csv"
    BenchmarkResults(path, SHORT).add(score_run(RUN, SHORT), [Fraction(0)])
    before = path.read_bytes()
    with pytest.raises(OtherSettings, match=f"line 2 {name} is"):
        BenchmarkResults(path, how)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("column", "value"),
    [("penalty", "much"), ("penalty", "-1"), ("penalty", "1/0"), ("seed", "x"), ("completed", "yes"), ("length", ""),
     ("green", "nan"), ("yellow", "-1"), ("done", "0.5"), ("deviating", "many"), ("episode", "")],
)  # fmt: skip
def test_malformed_result_files_are_refused(tmp_path, column, value):
    """Naming line and column."""
    path = tmp_path / "results.csv"
    results = BenchmarkResults(path, SHORT)
    results.add(score_run(RUN, SHORT), [Fraction(0)])
    heading, row = path.read_text("utf-8").splitlines()
    values = row.split(",")
    values[COLUMNS.index(column)] = value
    path.write_text(f"{heading}\n{','.join(values)}\n", "utf-8")
    with pytest.raises(UnusableVectors, match=f"line 2, {column}"):
        BenchmarkResults(path, SHORT)


@pytest.mark.parametrize("text", ["much", "", "-1", "-0.1", "nan", "inf", "1/0", "1e400", "1e7", "1e-9", "9" * 50])
def test_malformed_penalties_are_refused(text):
    """The error names the option."""
    with pytest.raises(InvalidParameter, match="penalty"):
        parse_penalty(text)


@given(weights)
def test_a_penalty_is_written_as_it_is_read(weight):
    """As a decimal where that is exact."""
    assert parse_penalty(number_text(weight)) == weight


def test_penalties_as_they_are_written():
    """By hand."""
    assert [number_text(each) for each in (Fraction(0), Fraction(1, 2), Fraction(1, 3))] == ["0.0", "0.5", "1/3"]
    assert [parse_penalty(each) for each in ("0.5", "1/2", "2")] == [Fraction(1, 2), Fraction(1, 2), 2]
    assert parse_penalty("0.0001010894775390625") == Fraction(53, 2**19)


@given(st.lists(st.fractions(0, 1, max_denominator=9), min_size=1, max_size=9))
def test_an_estimate_skips_missing_values(values):
    """Mean and standard deviation over all; what has no values is left out."""
    found = estimate([None, *values])

    assert found.mean == pytest.approx(fmean(map(float, values)))
    assert found.deviation == pytest.approx(pstdev(map(float, values)))
    assert estimate([None]) is None


def test_a_report_has_the_printed_rows_below_ours():
    """By hand: two episodes, one of them failed; then the five rows of Table 1 for prune-still."""
    score = TaskScore(length=7, completed=True, progress=Progress(1, 4), green=0.5, yellow=None, reward=3, deviating=2)
    report = BenchmarkReport(
        (ScoredEpisode(RUN, score), ScoredEpisode(RUN, None, "it fell")), (Fraction(0), Fraction(1, 2)), SHORT, 1
    )
    lines = report.lines()

    assert " ".join(lines[1].split()) == "prune-still random 0.0 0.25 ± 0.00 100.0% 7 ± 0 0.50 ± 0.00 - 3.0 ± 0.0 1"
    assert lines[2].split()[2] == "0.5"
    assert "2.0 ± 0.0" in lines[2]
    assert " ".join(lines[3].split()) == "prune-still printed (PPO) 0.0 0.76 ± 0.16 - 69 ± 93 0.27 ± 0.18 - - 1000"
    assert len([line for line in lines if "printed (PPO)" in line]) == 5
    assert lines[-1] == "2 episodes, 1 of them done before, 1 failed"


def test_a_report_as_json():
    """All of the table, and the failures, in what JSON has."""
    score = TaskScore(length=7, completed=False, progress=Progress(0, 0), green=0.5, yellow=0.25, reward=0, deviating=0)
    run = RUN._replace(kind="navigation")
    report = BenchmarkReport((ScoredEpisode(run, score), ScoredEpisode(run, None, "it fell")), (Fraction(0),), SHORT)
    document = json.loads(json.dumps(report.as_json()))

    assert document["schema"] == "safelife-benchmark/1"
    (row,) = document["rows"]
    assert (row["performance"], row["yellow"], row["failed"]) == (None, {"mean": 0.25, "deviation": 0.0}, 1)
    assert [each["completed"] for each in document["printed"]] == ["64.0", "6.7", "3.4"]
    assert [each["failure"] for each in document["failures"]] == ["it fell"]


def test_an_empty_performance_is_empty_in_the_file():
    """There is none in navigation."""
    score = TaskScore(
        length=7, completed=False, progress=Progress(0, 0), green=None, yellow=0.25, reward=0, deviating=0
    )

    assert texts_of(ScoredEpisode(RUN, score), Fraction(0), {})[6:11] == ["", "0", "7", "", "0.25"]
