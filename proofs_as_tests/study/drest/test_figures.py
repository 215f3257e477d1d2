"""The figures of Thornley et al. 2024: each is there, drawn from its runs, and its caption says what they gave."""

import re
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest
from attrs import evolve

from formal_rl.errors import UnknownName
from formal_rl.gridworlds import RECONSTRUCTED, named_world
from formal_rl.gridworlds.theorem import threshold
from formal_rl.gridworlds.training import appendix_training, lopsided_training, main_training
from formal_rl.study.drest import (
    LETTERS,
    PLANS,
    AskedTraining,
    Figure,
    figure_runs,
    figure_svg,
    figures_page,
    find_plans,
)
from formal_rl.study.drest._figure_texts import RECONSTRUCTED as RECONSTRUCTED_TEXT
from formal_rl.study.drest._figure_texts import best_lengths_text, optimum_text, seeds_text, settings_text, spread
from formal_rl.study.drest._still_figures import (
    COLUMNS,
    FOLLOW_UP,
    LEAST,
    PAPER_SETTINGS,
    drest_map,
    figure_verdict,
    preferences_drawing,
)
from formal_rl.study.drest._trained_figures import best_neutrality, neutrality_chart, usefulness_chart
from formal_rl.study.drest.figure import as_drawing
from formal_rl.study.drest.figures import COIN_VALUES
from formal_rl.study.drest.training import typical
from formal_rl.view import Disc, Drawing, Words

STILL = [name for name, plan in PLANS.items() if not plan.needs]
TRAINED = [name for name, plan in PLANS.items() if plan.needs]
SEEDS = (1, 2, 3)


def shortened(asked):
    """The same training for a moment only."""
    return asked._replace(training=evolve(asked.training, mini_episodes=4, meta_episodes=3), points=3)


@pytest.fixture(scope="module")
def runs_of():
    """The runs of a figure, trained for a moment."""
    known = {}

    def runs_of(name):
        for asked in map(shortened, PLANS[name].needs):
            if asked not in known:
                known[asked] = figure_runs(asked, SEEDS)
        return [run for asked in PLANS[name].needs for run in known[shortened(asked)]]

    return runs_of


@pytest.fixture(scope="module")
def drawn(runs_of):
    """A figure, from such runs."""
    return cache(lambda name: PLANS[name].draw(runs_of(name)))


def written(part):
    """What is written in a drawing."""
    return [shape.text for shape in part.shapes if isinstance(shape, Words)]


# --- All figures ---


def test_there_is_a_counterpart_of_each_figure():
    """The figures are 1 to 16, and the map."""
    assert list(PLANS) == [*map(str, range(1, 17)), "map"]
    assert STILL == ["1", "2", "5", "8", "map"]
    assert {asked.name for plan in PLANS.values() for asked in plan.needs} == set(RECONSTRUCTED)


@pytest.mark.parametrize("name", PLANS)
def test_a_figure_is_valid_and_has_a_caption(drawn, name):
    """Each is one valid SVG with its caption as description, and says what is reconstructed."""
    figure = drawn(name)
    picture = figure_svg(figure)
    root = ElementTree.fromstring(picture)

    assert figure.name == name
    assert root.get("aria-label") == figure.heading
    assert root[0].text == " ".join(figure.caption)
    assert re.search("reconstructed|not in the (paper|text)|Not in the paper", " ".join(figure.caption))
    assert not re.search(r"\bid=|href|url\(|<script|<style|<image", picture)


def test_letters_are_named(drawn):
    """Figures have no letters but those of ASCII and those that are asked for before anything is drawn."""
    parts = [as_drawing(part) for name in PLANS for row in drawn(name).rows for part in row]

    assert {letter for part in parts for text in written(part) for letter in text if not letter.isascii()} == {*LETTERS}


@pytest.mark.parametrize("name", TRAINED)
def test_a_caption_says_what_was_run(drawn, runs_of, name):
    """It names settings and seeds, and the layout as reconstructed."""
    caption = " ".join(drawn(name).caption)

    assert settings_text(runs_of(name)[0].asked.training) in caption
    assert "seeds 1–3" in caption
    assert RECONSTRUCTED_TEXT in caption


@pytest.mark.parametrize("name", [name for name in TRAINED if name not in {"6", "7"}])
def test_a_caption_says_what_came_out(drawn, runs_of, name):
    """Means, least and greatest of both metrics are those of the runs, for either agent."""
    caption = " ".join(drawn(name).caption)
    for agent in ("default", "drest"):
        ends = [run.end for run in runs_of(name) if run.asked.training.agent == agent]

        assert f"USEFULNESS {spread([end.usefulness for end in ends])}" in caption
        assert f"NEUTRALITY {spread([end.neutrality for end in ends])}" in caption


def test_figures_are_found_by_name():
    """All if there are no names; in the order of the paper; an unknown one is refused with those there are."""
    assert find_plans([]) == tuple(PLANS.values())
    assert [plan.name for plan in find_plans(["map", "2"])] == ["2", "map"]
    with pytest.raises(UnknownName, match=r"no figure '17'; did you mean 7, 1\? there are also 2, 3, .* and 3 more"):
        find_plans(["17"])


def test_settings_of_the_figures():
    """Section 5 is with the example, Section 6.1 with the lopsided rewards, Appendix C with the other worlds."""
    settings = {"example": main_training, "lopsided": lopsided_training}
    for plan in PLANS.values():
        for asked in plan.needs:
            agent = "default" if asked.training.agent == "default" else "drest"
            assert asked.training == settings.get(asked.name, appendix_training)(agent)


def test_trainings_of_the_figures():
    """Both agents are in each figure but 7, and with lopsided rewards at values of Cx from 0.1 to 10."""
    agents = {name: [(asked.x, asked.training.agent) for asked in PLANS[name].needs] for name in TRAINED}

    assert (min(COIN_VALUES), max(COIN_VALUES)) == (Fraction(1, 10), 10)
    assert agents.pop("6") == [(x, agent) for x in COIN_VALUES for agent in ("default", "lopsided")]
    assert agents.pop("7") == [(Fraction(1, 10), "lopsided"), (1, "lopsided"), (10, "lopsided")]
    assert all(found == [(1, "default"), (1, "drest")] for found in agents.values())


# --- Figure by figure ---


def test_preferences_are_drawn_as_they_are():
    """There is a disc for each trajectory, and POST is satisfied."""
    drawing = preferences_drawing()
    discs = [shape for shape in drawing.shapes if isinstance(shape, Disc)]

    assert figure_verdict() == "satisfied"
    assert len(discs) == 6
    assert {text for column in COLUMNS for text in column} <= set(written(drawing))


def test_the_lopsided_world_has_a_coin_x(drawn):
    """Its value is left open in the figure."""
    ((drawing,),) = drawn("5").rows

    assert {"C1", "Cx", "B2", "A"} <= set(written(drawing))


def test_the_worlds_of_the_appendix(drawn):
    """All eight are in Figure 8 by their names."""
    titles = [written(part)[0] for row in drawn("8").rows for part in row]

    assert len(titles) == 8
    assert {title.lower().replace(" ", "_") for title in titles} == set(RECONSTRUCTED) - {"example", "lopsided"}


@pytest.mark.parametrize("name", ["3", "9", "16"])
def test_lines_are_means_in_bands(drawn, runs_of, name):
    """At each moment the line is at the mean over seeds, the band from the least to the greatest."""
    useful, neutral = drawn(name).rows[0]
    for chart, metric in ((useful, "usefulness"), (neutral, "neutrality")):
        for curve, agent in zip(chart.curves, ("default", "drest"), strict=False):
            runs = [run.run.curve for run in runs_of(name) if run.asked.training.agent == agent]
            moments = [[getattr(point, metric) for point in at] for at in zip(*runs, strict=True)]

            assert [y for _, y in curve.points] == pytest.approx([sum(at) / len(at) for at in moments])
            assert [band[1:] for band in curve.band] == [(min(at), max(at)) for at in moments]
            assert [x for x, _ in curve.points] == [0, 4, 8, 12]


def test_one_seed_has_no_band():
    """Where there is one seed only, nothing is around the line."""
    asked = [shortened(each) for each in PLANS["16"].needs]
    default, drest = (figure_runs(each, [1]) for each in asked)

    assert [curve.band for curve in usefulness_chart(default, drest).curves] == [(), ()]
    assert [curve.band for curve in neutrality_chart(default, drest).curves] == [(), (), ()]
    assert re.search(
        r"At the end, seed 1: .*USEFULNESS \d\.\d{3}, ", " ".join(PLANS["16"].draw([*default, *drest]).caption)
    )


def test_the_typical_run_is_in_the_middle(runs_of):
    """As many of an odd number of runs are shorter as are longer."""
    runs = [run for run in runs_of("9") if run.asked.training.agent == "drest"]

    assert sorted(run.p_long for run in runs)[1] == typical(runs).p_long


def test_policies_have_two_panels_for_either_agent(drawn):
    """Figure 4 has the default agent over the DREST agent, before and after the button is pressed."""
    (default,), (drest,) = drawn("4").rows

    for part, head in ((default, "default agent"), (drest, "DREST agent")):
        assert isinstance(part, Drawing)
        assert [text for text in written(part) if " " in text] == [head, "initial state", "after button pressed"]


def test_figures_9_to_16_have_curves_and_policies(drawn):
    """The metrics are above, both agents below, and the title is the world's."""
    figure = drawn("13")
    charts, policies = figure.rows

    assert figure.heading == "Figure 13. Around The Corner"
    assert [chart.title for chart in charts] == ["USEFULNESS", "NEUTRALITY"]
    assert [written(part)[0] for part in policies] == ["default agent", "DREST agent"]


def test_lopsided_results_are_over_all_values(drawn, runs_of):
    """Each dot is the mean of the runs with one value of Cx; the equilibrium and the paper's 0.5 are beside them."""
    neutral, long = drawn("6").rows[0]
    drest = [run for run in runs_of("6") if run.asked.training.agent == "lopsided"]

    for chart, value in ((neutral, lambda run: run.end.neutrality), (long, lambda run: run.p_long)):
        points = dict(chart.curves[1].points)
        for x in {run.asked.x for run in drest}:
            found = [value(run) for run in drest if run.asked.x == x]
            assert points[float(x)] == pytest.approx(sum(found) / len(found))
    assert [curve.name.partition(",")[0] for curve in neutral.curves] == [
        "default agents",
        "DREST agents",
        "equilibrium",
        "0.5",
    ]
    assert len(long.curves) == 3


def test_lopsided_policies_are_for_three_values(drawn):
    """Cx is 0.1, 1 and 10, and its coin says so."""
    heads = [written(part)[0] for (part,) in drawn("7").rows]
    coins = [{"C0.1", "C10"} & set(written(part)) for (part,) in drawn("7").rows]

    assert heads == ["Cx = 0.1", "Cx = 1", "Cx = 10"]
    assert coins == [{"C0.1"}, set(), {"C10"}]


# --- What is computed ---


def test_the_best_lengths_of_both_settings():
    """With 64 mini-episodes they are not uniform, with 32 they are."""
    assert best_neutrality(main_training("drest"), 2) == pytest.approx(0.9011, abs=5e-5)
    assert best_neutrality(appendix_training("drest"), 2) == 1
    assert "0.683 for one length, whichever, and 0.317 for the other" in best_lengths_text(main_training("drest"), 2)
    assert best_lengths_text(appendix_training("drest"), 2).endswith("all lengths equally probable.")
    assert "0.317" not in best_lengths_text(main_training("drest"), 3)


@pytest.mark.parametrize(
    ("name", "gamma", "most", "best"),
    [
        ("example", Fraction(19, 20), "1.805 in length 4, 2.572 in length 8", "length 8"),
        ("equal_value", 1, "1 in length 4, 1 in length 7", "lengths 4 and 7 equally"),
    ],
)
def test_what_can_be_collected(name, gamma, most, best):
    """The most for each length, and which is the best by the default reward."""
    text = optimum_text(named_world(name), gamma)

    assert text.endswith(f"{most}. The default reward is greatest with {best}.")


@pytest.mark.parametrize(
    ("seeds", "text"),
    [([3], "seed 3"), ([2, 1], "seeds 1–2"), (range(1, 11), "seeds 1–10"), ([7, 1, 2, 3], "seeds 1–3, 7")],
)
def test_seeds_as_text(seeds, text):
    """Seeds that follow each other are a range."""
    assert text == seeds_text(seeds)


def test_spread_as_text():
    """The mean, and of several numbers the least and the greatest."""
    assert spread([0.5]) == "0.500"
    assert spread([0.25, 0.5]) == "0.375 (0.250 to 0.500)"


def test_settings_as_text():
    """Every setting but the agent is named."""
    assert settings_text(main_training("drest")) == (
        "Trained with 64 mini-episodes in each of 2,048 meta-episodes, λ = 0.9, γ = 0.95, learning rate 0.25 to 0.01 "
        "over 65,536 mini-episodes, ε 0.5 to 0.001 over 65,536 mini-episodes, credit per mini-episode."
    )


# --- The map ---


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
    _, enough, fails, *swept = drest_map().curves
    stars = drest_map().curves[0].points

    assert all(
        low <= star + 1 and star < high
        for (_, low), (_, star), (_, high) in zip(enough.points, stars, fails.points, strict=True)
    )
    assert [{y for _, y in curve.points} for curve in swept] == [{number} for number, _, _ in FOLLOW_UP]
    assert [curve.name != "" for curve in swept] == [True, *[False] * 4]


# --- The page ---


def test_the_page_shows_every_figure(drawn):
    """Each figure is there with its heading and caption, and nothing from elsewhere."""
    figures = [drawn("1"), drawn("16"), Figure("map", "<odd> & title", (), ("<odd> & caption",))]
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


def test_the_runs_are_those_asked_for():
    """One for each seed, in order, with the world's coin x as asked."""
    asked = shortened(AskedTraining("lopsided", Fraction(1, 10), lopsided_training("drest"), 1))
    runs = figure_runs(asked, [5, 2])

    assert [run.run.seed for run in runs] == [5, 2]
    assert asked.world == named_world("lopsided", Fraction(1, 10))
    assert all(run.run.finished for run in runs)
