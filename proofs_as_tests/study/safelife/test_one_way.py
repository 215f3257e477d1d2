"""What the one-way distance does to scores: by hand, in the benchmark, in its files, and on the page."""

import json
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import fmean

import pytest

from formal_rl.errors import UnusableVectors
from formal_rl.safelife.benchmark import Progress, TaskScore
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.study.safelife import BenchmarkReport, EffectsOptions, How, find_level, report_of_run
from formal_rl.study.safelife.benchmark import BenchmarkRun, ColourDetail, ScoredEpisode, score_run
from formal_rl.study.safelife.benchmark_report import CLOSE, BarSummary, OneWayColour, bar_summary, one_way_colours
from formal_rl.study.safelife.benchmark_results import COLUMNS, BenchmarkResults, read_scores
from formal_rl.study.safelife.run import run_level

BOTH = How(steps=25, samples=40, one_way=True, error_bars=True)


def scored(policy, level, torus, one_way, bar=None, *, is_proved=False):
    """An episode of this policy in this level, of which green is measured both ways."""
    score = TaskScore(
        length=5, completed=False, progress=Progress(0, 1), green=torus, yellow=None, reward=0, deviating=0
    )
    run = BenchmarkRun(policy, level.rpartition("-")[0], level, 0, 0)
    return ScoredEpisode(run, score, "", ColourDetail(one_way, bar, is_proved))


TURNED = (
    scored("a", "prune-still-0", 0.2, 0.3),
    scored("b", "prune-still-0", 0.25, 0.25),
    scored("a", "prune-still-1", 0.2, 0.2),
    scored("b", "prune-still-1", 0.25, 0.25),
)


def test_one_way_line_of_episodes():
    """One of four differs."""
    green, yellow = one_way_colours(TURNED)

    assert green.line().endswith("there by 0.1000 on average, at most 0.1000 (a on prune-still-0)")
    assert yellow == OneWayColour("yellow", ())
    assert yellow.line() == "one way, yellow: differs by more than 1e-05 in 0 of 0 episodes"


def test_bars_together():
    """Mean and greatest of those that are known."""
    details = (ColourDetail(None, 0.1, True), ColourDetail(None, 0.3, False), ColourDetail())

    assert bar_summary(details) == BarSummary(0.2, 0.3, 1, 1, 1)
    assert bar_summary(details).text() == "0.2000 partly proved, 1 unknown"
    assert bar_summary(details[:1]).text() == "0.1000 proved"
    assert bar_summary(details[1:2]).text() == "0.3000 expected"
    assert bar_summary(()).text() == "-"


@pytest.mark.parametrize(("policy", "level"), [("random", "append-spawn-1"), ("greedy", "prune-still-3")])
def test_a_detail_is_that_of_the_run(policy, level):
    """What safelife effects says of the run by the one-way distance, and its error bars over the mass."""
    found = score_run(BenchmarkRun(policy, level.rpartition("-")[0], level, 0, 5), BOTH)
    run = run_level(find_level(level), policy, steps=25, seed=5).run
    torus, one_way = (report_of_run(run, EffectsOptions(samples=40, distance=way)) for way in ("torus", "one-way"))
    radii = {bar.cell_type: bar for bar in torus.error_bars}

    assert in_single_precision(run.level) == in_single_precision(find_level(level))
    for colour, number in (("green", 2), ("yellow", 3)):
        cell_type = 9 + (number << 9)
        effect, detail = one_way.effects.of(cell_type), found.detail(colour)
        if effect is None:
            assert detail == ColourDetail()
            continue
        assert detail.one_way == one_way.effects.total({cell_type: 1}).fraction
        assert detail.bar == pytest.approx(radii[cell_type].radius / max(float(effect.mass), 1))
        assert detail.is_proved == radii[cell_type].is_proved == (level == "prune-still-3")


def test_nothing_more_if_nothing_is_asked():
    """The score is the same; there are no details."""
    run = BenchmarkRun("random", "prune-still", "prune-still-3", 0, 5)
    plain, more = score_run(run, How(steps=25, samples=40)), score_run(run, BOTH)

    assert plain == ScoredEpisode(run, more.score)
    assert more.green.bar is not None


def test_a_file_of_details(tmp_path):
    """Rows are read back; the columns are those of before with more behind them; another file is refused."""
    path, run = tmp_path / "r.csv", BenchmarkRun("random", "prune-still", "prune-still-3", 0, 5)
    each = score_run(run, BOTH)
    BenchmarkResults(path, BOTH).add(each, [Fraction(0)])
    heading = path.read_text("utf-8").splitlines()[0].split(",")

    assert heading == [*COLUMNS, "green_one_way", "yellow_one_way", "green_bar", "yellow_bar", "bars_proved"]
    assert list(read_scores(path)) == [(each, Fraction(0))]
    assert BenchmarkResults(path, BOTH).scored == {run: each}
    with pytest.raises(UnusableVectors, match="line 1: expected the columns"):
        BenchmarkResults(path, How(steps=25, samples=40))
    path.write_text(re.sub(r",1\n$", ",yes\n", path.read_text("utf-8")), "utf-8")
    with pytest.raises(UnusableVectors, match="line 2, bars_proved"):
        BenchmarkResults(path, BOTH)


def test_a_report_of_details():
    """Columns in the table, lines below it, keys in the JSON; without the options the keys are there, and nothing."""
    episodes = (*TURNED, scored("a", "prune-still-2", 0.5, 0.5, 0.25, is_proved=True))
    report = BenchmarkReport(episodes, (Fraction(0),), BOTH)
    lines, found = report.lines(), json.loads(json.dumps(report.as_json()))

    assert " ".join(lines[0].split()).endswith("episodes green one way yellow one way green bar yellow bar")
    assert " ".join(lines[1].split()).endswith("3 +0.0333 - 0.2500 proved, 2 unknown -")
    assert any(line.startswith("one way, green: differs by more than 1e-05 in 1 of 5 episodes") for line in lines)
    assert any("no confidence interval" in line for line in lines)
    row = found["rows"][0]
    assert row["green_one_way"]["mean"] == pytest.approx(1 / 3)
    assert row["green_bar"] == {"mean": 0.25, "greatest": 0.25, "proved": 1, "expected": 0, "unknown": 2}
    assert found["one_way"]["green"]["differ"] == 1
    plain = BenchmarkReport(episodes, (Fraction(0),), How(steps=25, samples=40)).as_json()
    assert (plain["one_way"], plain["rows"][0]["green_bar"]) == (None, None)


FINDINGS = Path(__file__).parents[3] / "docs" / "findings"


@pytest.fixture(scope="module")
def recorded():
    """The episodes of the page's file, reported."""
    rows = read_scores(FINDINGS / "safelife_seam.csv")
    return BenchmarkReport(tuple(each for each, _ in rows), (Fraction(0),), How(one_way=True, error_bars=True))


def orders_that_change(shares, group):
    """The groups in which two policies are in another order one way, each by the mean of its episodes."""
    means = {}
    for run, both in shares:
        means.setdefault((group(run), run.policy), []).append(both)
    means = {key: [fmean(each) for each in zip(*found, strict=True)] for key, found in means.items()}
    pairs = (pair for pair in combinations(means.items(), 2) if pair[0][0][0] == pair[1][0][0])
    differences = ([a - b for a, b in zip(one, other, strict=True)] for (_, one), (_, other) in pairs)
    return [each for each in differences if len({(d > CLOSE) - (d < -CLOSE) for d in each}) > 1]


def test_the_page_shows_the_file(recorded):
    """Each row of its table, and how many differ."""
    page = (FINDINGS / "side_effects.md").read_text("utf-8")
    for row in recorded.rows():
        cells = [row.kind, row.policy]
        for colour in ("green", "yellow"):
            torus, one_way = row.figures()[colour], row.one_way(colour)
            both = ["-", "-"] if torus is None else [f"{torus.mean:.4f}", f"{one_way.mean - torus.mean:.4f}"]
            cells += [*both, row.bars(colour).text()]
        assert f"| {' | '.join(cells)} |" in page
    green, yellow = recorded.one_way()
    for found, said in ((green, "Green differs by more than 10^-5 in 30 of 300"), (yellow, "yellow in 81 of 180")):
        assert said in page
        assert said.endswith(f" in {len(found.differing)} of {len(found.shares)}")
        assert f"{found.differing[0][1].difference:.4f}" in page
        for group in (lambda run: (run.level, run.episode), lambda run: run.level, lambda run: run.kind):
            assert not orders_that_change(found.shares, group)
    assert 0.038 < min(each.yellow.bar for each in recorded.scored if each.score.yellow is not None) < 0.039
    bars = [each.green.bar for each in recorded.scored if each.run.kind.endswith("-still")]
    assert (len(bars), bars.count(0.0), round(max(bars), 4)) == (120, 98, 0.2052)


@pytest.mark.parametrize("place", [42, 139])
def test_the_recorded_row_equals_the_episode(recorded, place):
    """An episode of it, played and measured again."""
    each = recorded.scored[place]

    assert score_run(each.run, recorded.how) == each
