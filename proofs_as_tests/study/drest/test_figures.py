"""The figures of Thornley et al. 2024: each is there, drawn from its runs, and its caption says what they gave."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from formal_rl.errors import UnknownName
from formal_rl.gridworlds.theorem import local_bounds, threshold
from formal_rl.gridworlds.training import appendix_training, lopsided_training, main_training
from formal_rl.study.drest._charts import (
    FOLLOW_UP,
    LEAST,
    PAPER_SETTINGS,
    best_neutrality,
    drest_map,
    during_training,
    local_map,
)
from formal_rl.study.drest._figure_texts import RECONSTRUCTED as RECONSTRUCTED_TEXT
from formal_rl.study.drest._figure_texts import best_lengths_text, seeds_text, settings_text, spread
from formal_rl.study.drest.figure import LETTERS, Figure, as_drawing, figure_svg, figures_page
from formal_rl.study.drest.figures import PLANS, find_plans
from formal_rl.study.drest.training import figure_runs, typical
from formal_rl.view.charts import chart_svg
from formal_rl.view.svg_drawing import Drawing, Words

TRAINED = [name for name, plan in PLANS.items() if plan.needs]
SEEDS = (1, 2, 3)


def shortened(spec):
    """The same training for a moment only."""
    return spec._replace(training=evolve(spec.training, mini_episodes=4, meta_episodes=3), points=3)


@pytest.fixture(scope="module")
def runs_of():
    """The runs of a figure, trained for a moment."""
    train = cache(lambda spec: figure_runs(spec, SEEDS))
    return lambda name: [run for spec in PLANS[name].needs for run in train(shortened(spec))]


@pytest.fixture(scope="module")
def drawn(runs_of):
    """A figure, from such runs."""
    return cache(lambda name: PLANS[name].draw(runs_of(name)))


def written(part):
    """What is written in a drawing."""
    return [shape.text for shape in part.shapes if isinstance(shape, Words)]


# --- All figures ---


@pytest.mark.parametrize("name", PLANS)
def test_a_figure_is_valid_and_has_a_caption(drawn, name):
    """Each is one valid SVG with its caption as description, and says what is reconstructed."""
    figure = drawn(name)
    picture = figure_svg(figure)
    root = ElementTree.fromstring(picture)

    assert figure.name == name
    assert root.get("aria-label") == figure.heading
    assert root[0].text == " ".join(figure.caption)
    assert re.search("reconstructed|Not in the paper", " ".join(figure.caption))
    assert not re.search(r"\bid=|href|url\(|<script|<style|<image", picture)


def test_letters_are_named(drawn):
    """Figures have no letters but those of ASCII and those that are spec for before anything is drawn."""
    parts = [as_drawing(part) for name in PLANS for row in drawn(name).rows for part in row]

    assert {letter for part in parts for text in written(part) for letter in text if not letter.isascii()} == {*LETTERS}


@pytest.mark.parametrize("name", TRAINED)
def test_a_caption_has_the_settings_and_results(drawn, runs_of, name):
    """It names settings and seeds, the layout as reconstructed, and the spread of both metrics for either agent."""
    caption = " ".join(drawn(name).caption)

    assert settings_text(runs_of(name)[0].spec.training) in caption
    assert "seeds 1 to 3" in caption
    assert RECONSTRUCTED_TEXT in caption
    for agent in ("default", "drest") if name in {"3", "4"} else ():
        ends = [run.end for run in runs_of(name) if run.spec.training.agent == agent]
        assert f"USEFULNESS {spread([end.usefulness for end in ends])}" in caption
        assert f"NEUTRALITY {spread([end.neutrality for end in ends])}" in caption


def test_figures_are_found_by_name():
    """All if there are no names; in the order of the paper; an unknown one is refused with those there are."""
    assert find_plans([]) == tuple(PLANS.values())
    assert [plan.name for plan in find_plans(["map", "2"])] == ["2", "map"]
    with pytest.raises(UnknownName, match="no figure '17'; did you mean 7"):
        find_plans(["17"])


def test_trainings_of_the_figures():
    """Section 5 is with the example, Section 6.1 with the lopsided rewards, at values of Cx from 0.1 to 10."""
    for plan in PLANS.values():
        for spec in plan.needs:
            agent = "default" if spec.training.agent == "default" else "drest"
            settings = {"example": main_training, "lopsided": lopsided_training}[spec.name]
            assert spec.training == settings(agent)
    assert [PLANS["6"].needs[place].x for place in (0, -1)] == [Fraction(1, 10), 10]


# --- Figure by figure ---


def test_lines_are_means_in_bands(drawn, runs_of):
    """At each moment the line is at the mean over seeds, the band from the least to the greatest."""
    useful, neutral = drawn("3").rows[0]
    for chart, metric in ((useful, "usefulness"), (neutral, "neutrality")):
        for curve, agent in zip(chart.curves, ("default", "drest"), strict=False):
            runs = [run.run.curve for run in runs_of("3") if run.spec.training.agent == agent]
            moments = [[getattr(point, metric) for point in at] for at in zip(*runs, strict=True)]

            assert [y for _, y in curve.points] == pytest.approx([sum(at) / len(at) for at in moments])
            assert [band[1:] for band in curve.band] == [(min(at), max(at)) for at in moments]
            assert [x for x, _ in curve.points] == [0, 4, 8, 12]


def test_one_seed_has_no_band():
    """Where there is one seed only, nothing is around the line."""
    runs = [run for each in PLANS["3"].needs for run in figure_runs(shortened(each), [1])]

    assert [curve.band for chart in during_training(runs) for curve in chart.curves] == [()] * 5
    assert re.search(r"At the end, seed 1: .*USEFULNESS \d\.\d{3}, ", " ".join(PLANS["3"].draw(runs).caption))


def test_the_typical_run_is_in_the_middle(runs_of):
    """As many of an odd number of runs are shorter as are longer."""
    runs = [run for run in runs_of("3") if run.spec.training.agent == "drest"]

    assert sorted(run.p_long for run in runs)[1] == typical(runs).p_long


def test_policies_have_two_panels_for_either_agent(drawn):
    """Figure 4 has the default agent over the DREST agent, before and after the button is pressed."""
    (default,), (drest,) = drawn("4").rows

    for part, head in ((default, "default agent"), (drest, "DREST agent")):
        assert isinstance(part, Drawing)
        assert [text for text in written(part) if " " in text] == [head, "initial state", "after button pressed"]


def test_lopsided_results_are_over_all_values(drawn, runs_of):
    """Each dot is the mean of the runs with one value of Cx; the equilibrium and the paper's 0.5 are beside them."""
    neutral, long = drawn("6").rows[0]
    drest = [run for run in runs_of("6") if run.spec.training.agent == "lopsided"]

    for chart, value in ((neutral, lambda run: run.end.neutrality), (long, lambda run: run.p_long)):
        points = dict(chart.curves[1].points)
        for x in {run.spec.x for run in drest}:
            found = [value(run) for run in drest if run.spec.x == x]
            assert points[float(x)] == pytest.approx(sum(found) / len(found))
    names = [curve.name.partition(",")[0] for curve in neutral.curves]
    assert names == ["default agents", "DREST agents", "equilibrium", "0.5"]
    assert len(long.curves) == 3


def test_lopsided_policies_are_for_three_values(drawn):
    """Cx is 0.1, 1 and 10, and its coin says so."""
    heads = [written(part)[0] for (part,) in drawn("7").rows]
    coins = [{"C0.1", "C10"} & set(written(part)) for (part,) in drawn("7").rows]

    assert heads == ["Cx = 0.1", "Cx = 1", "Cx = 10"]
    assert coins == [{"C0.1"}, set(), {"C10"}]


# --- What is computed ---


def test_exact_optima(drawn):
    """What can be collected in each length, and the lengths that maximise the expected return of 64 mini-episodes."""
    caption = " ".join(drawn("3").caption)

    assert "1.805 in length 4, 2.572 in length 8. The default reward is greatest with length 8." in caption
    assert "0.317 for the other" in best_lengths_text(main_training("drest"))
    assert best_neutrality(main_training("drest"), 2) == pytest.approx(0.9011, abs=5e-5)
    assert best_neutrality(appendix_training("drest"), 2) == 1


@pytest.mark.parametrize(
    ("seeds", "text"),
    [([3], "seed 3"), ([2, 1], "seeds 1 to 2"), (range(1, 11), "seeds 1 to 10"), ([7, 1, 2, 3], "seeds 1 to 3, 7")],
)
def test_seeds_as_text(seeds, text):
    """Seeds that follow each other are a range."""
    assert text == seeds_text(seeds)


def test_settings_as_text():
    """Every setting but the agent is named."""
    assert settings_text(main_training("drest")) == (
        "Trained with 64 mini-episodes in each of 2,048 meta-episodes, λ = 0.9, γ = 0.95, learning rate 0.25 to 0.01 "
        "over 65,536 mini-episodes, ε 0.5 to 0.001 over 65,536 mini-episodes, credit per mini-episode."
    )


# --- The maps ---


def test_the_map_is_of_the_threshold():
    """Its line is N* at each λ, and the paper's two settings are on either side of it."""
    chart = drest_map()
    stars = dict(chart.curves[0].points)
    lams = {at: Fraction(1 - 1 / at).limit_denominator(10_000) for at in stars}

    assert min(lams.values()) == LEAST
    assert all(threshold(lam, 2).greatest == stars[at] for at, lam in lams.items())
    assert [mark.above for mark in chart.marks] == [True, False]
    assert [(lam, number) for lam, number, _ in PAPER_SETTINGS] == [(Fraction(9, 10), 64), (Fraction(9, 10), 32)]
    assert [mark.at for mark in chart.marks] == [(pytest.approx(10), 64), (pytest.approx(10), 32)]


def test_the_map_has_the_bounds_and_the_follow_up():
    """The sufficient bound is below the line, the other above it; each sweep is a line at its N."""
    stars, enough, fails, *swept = drest_map().curves

    assert all(
        low <= star + 1 and star < high
        for (_, low), (_, star), (_, high) in zip(enough.points, stars.points, fails.points, strict=True)
    )
    assert [{y for _, y in curve.points} for curve in swept] == [{number} for number, _, _ in FOLLOW_UP]
    assert [curve.name != "" for curve in swept] == [True, *[False] * 4]


def test_the_local_map_is_the_picture_of_the_documents():
    """Its lines begin at λ = 1/2 with the bound there, for k = 2, 3, 4."""
    kept = Path(__file__).parents[3] / "docs" / "findings" / "drest_threshold.svg"
    found = local_map()

    assert chart_svg(found) == kept.read_text("utf-8")
    for k, curve in zip((2, 3, 4), found.curves, strict=False):
        assert curve.points[0] == (2.0, float(local_bounds(Fraction(1, 2), k).below))


# --- The page ---


def test_the_page_shows_every_figure(drawn):
    """Each figure is there with its heading and caption, and nothing from elsewhere."""
    figures = [drawn("2"), drawn("6"), Figure("map", "<odd> & title", (), ("<odd> & caption",))]
    page = figures_page(figures, "formal-rl <drest>")

    for figure in figures[:2]:
        assert figure_svg(figure) in page
        assert f'<figure id="{figure.file_name}">' in page
        assert f'href="#{figure.file_name}"' in page
    assert "<odd>" not in page
    assert "<drest>" not in page
    assert "default-src 'none'" in page
    assert set(re.findall(r"https?://[^\"]*", page)) == {"http://www.w3.org/2000/svg"}
    assert "<script" not in page
