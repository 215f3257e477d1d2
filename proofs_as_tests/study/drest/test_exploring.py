"""The page about DREST: its arithmetic against ours, exactly, by node; and what a real browser shows."""

import json
import re
import subprocess
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import settings

from formal_rl.errors import InvalidParameter, MalformedLayout, UnknownName
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    Drest,
    Trajectory,
    discount_factor,
    expected_return_incremental,
    greatest_coins_incremental,
    named_world,
    overall_returns,
    preliminary_return,
    weighted_return,
)
from formal_rl.gridworlds.theorem import (
    difference,
    enclose,
    expected_return_in_roots,
    local_threshold,
    maximiser,
    sign,
    threshold,
)
from formal_rl.study.drest import drest_return
from formal_rl.study.drest.exploring import explore_drest, thresholds
from formal_rl.study.drest.threshold_report import CREDIT, least_safe_lam
from formal_rl.study.numbers import both_texts, decimal_text, exact_number, trimmed
from formal_rl.view.pages import bundled

F = Fraction
HALVES, COUNTS = (F(1, 2), F(1, 2)), (1, 2, 3, 5, 7, 12, 30, 64)
BASES = (F(1, 4), F(1, 8), F(1, 16), F(9, 10), F(19, 20), F(1, 3))
SHARES = (
    (HALVES, (F(1), F(1))),
    ((F(1, 3), F(2, 3)), (F(1), F(1))),
    ((F(1), F(0)), (F(9, 10), F(1))),
    ((F(7, 10), F(3, 10)), (F(1, 2), F(0))),
    ((F(1, 3), F(1, 3), F(1, 3)), (F(1), F(1), F(1))),
    ((F(1, 5), F(1, 5), F(3, 5)), (F(1), F(3, 4), F(1, 7))),
    ((F(1, 4),) * 4, (F(1),) * 4),
    ((F(1, 10), F(2, 10), F(3, 10), F(4, 10)), (F(1), F(0), F(1, 3), F(2, 9))),
)
"""Probabilities of two, three and four lengths, and the shares of coins collected in each."""


@pytest.fixture
def by_node(node):
    """Run statements with the names of a module of ours, given ``data``, and return what they leave in ``found``."""

    def run(module, source, data=None):
        text = f"{bundled(module)}\nlet found;\nconst data = {json.dumps(data)};\n{source}\n"
        text += "console.log(JSON.stringify(found, (_, each) => (each instanceof Fraction ? `${each}` : each)));"
        done = subprocess.run([node, "--input-type=module"], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def texts(numbers):
    """Exact numbers as texts."""
    return [str(number) for number in numbers]


# --- The arithmetic of the page ---

NUMBERS = (*(F(a, b) for a in (-7, -1, 0, 1, 2, 9) for b in (1, 2, 3, 10)), F(10**30, 7), F(-1, 3 * 10**9), F(2, 10**7))


def test_fractions_are_those_of_python(by_node):
    """Sums, differences, products, quotients, powers and comparisons."""
    pairs = list(product(NUMBERS, repeat=2))
    found = by_node(
        "fractions.js",
        """found = data.map((pair) => {
          const [a, b] = pair.map(parsedFraction);
          const power = a.equals(ZERO) ? ONE : a.power(-3);
          const over = b.equals(ZERO) ? null : a.over(b);
          return [a.plus(b), a.minus(b), a.times(b), over, a.power(5), power, a.absolute(), a.compared(b)];
        });""",
        [texts(pair) for pair in pairs],
    )
    for (a, b), row in zip(pairs, found, strict=True):
        over = str(a / b) if b else None
        powers = [str(a**5), str(a**-3) if a else "1", str(abs(a))]
        assert row == [*texts([a + b, a - b, a * b]), over, *powers, (a > b) - (a < b)]


TEXTS = ("1/3", "2", "0.25", "-7/2", " 1/3 ", "-0.5", "1/0", "", "x", "1/3/4", ".5", "1.", "1e3", "٣", "0/5", "-1/-2")


def test_numbers_are_read_as_on_the_command_line(by_node):
    """What the one reads the other reads; a mistake is one on both."""

    def read(text):
        try:
            return str(exact_number("p", text))
        except InvalidParameter:
            return None

    assert by_node("fractions.js", "found = data.map(parsedFraction);", TEXTS) == [read(text) for text in TEXTS]


def test_numbers_are_written_as_on_the_command_line(by_node):
    """Rounded to some digits, halves to even; and with the exact form."""
    numbers = [
        *NUMBERS,
        F(12345, 100000),
        F(12355, 10),
        F(99999, 100),
        F(999995, 10**12),
        F(10**21, 3),
        F(5, 2 * 10**7),
    ]
    source = """found = data.map(parsedFractionAny);
    function parsedFractionAny([a, b]) {
      const each = new Fraction(BigInt(a), BigInt(b));
      return [1, 2, 4, 10].map((digits) => decimalText(each, digits)).concat(inLine(each, 10, 60), each.number());
    }"""
    found = by_node("fractions.js", source, [texts(each.as_integer_ratio()) for each in numbers])
    for number, (*shown, line, double) in zip(numbers, found, strict=True):
        assert shown == [decimal_text(number, digits) for digits in (1, 2, 4, 10)]
        assert line == both_texts(number)
        assert double == pytest.approx(float(number), rel=1e-15)


def test_expected_returns_are_equal_exactly(by_node):
    """Each part E_j of the expected return, on a grid of λ, N, p and u, k = 2, 3, 4; and the repaired reward."""
    grid = list(product(SHARES, BASES, COUNTS))
    source = """found = data.map(([p, u, lam, number]) => {
      const given = [p.map(parsedFraction), u.map(parsedFraction), parsedFraction(lam), number];
      return [expectedReturn(...given), expectedReturn(...given, true)];
    });"""
    data = [[texts(p), texts(u), str(lam), number] for (p, u), lam, number in grid]
    found = by_node("drest_numbers.js", source, data)
    rational = 0
    for ((p, u), lam, number), (sums, repaired) in zip(grid, found, strict=True):
        assert sums == texts(expected_return_in_roots(p, u, lam, number))
        assert repaired == texts([weighted_return(p, u, lam, (1,) * number), *[F(0)] * (len(p) - 1)])
        root = drest_return(p, u, lam, number).root
        if root is not None:
            rational += 1
            parts = sum(F(each) / root**j for j, each in enumerate(sums))
            assert parts == expected_return_incremental(p, u, root, number)
    assert (len(grid), rational) == (384, 96)


def test_the_least_safe_lambda_is_right(by_node):
    """Of two lengths it is safe and the next less is not, exactly; else as searched. The full profile asks every N."""
    numbers = range(2, 1001) if settings().max_examples > 1_000 else (*range(2, 130), *range(170, 1001, 83))
    more = [(k, number) for k in (3, 4) for number in (2, 4, 5, 8, 21, 64, 200, 1000)]
    pairs = [*((2, number) for number in numbers), *more]
    found = by_node("drest_numbers.js", "found = data.map((pair) => leastSafeLambda(...pair));", pairs)
    for (k, number), text in zip(pairs, found, strict=True):
        least, step = F(text), F(1, 10 ** max(3, len(str(number)) + 1))
        if k == 2 and number > 4:
            assert local_threshold(least, 2) >= number > (local_threshold(least - step, 2) if least > step else 0)
        else:
            assert least == least_safe_lam(k, number)


def test_comparisons_and_bounds_are_equal(by_node):
    """Which of two returns is greater is what the exact sign says; the bounds enclose; roots are found."""
    grid = [(p, u, lam, number) for (p, u), lam, number in product(SHARES, BASES, COUNTS) if number > 1]
    source = """found = data.map(([p, u, lam, number]) => {
      const shares = u.map(parsedFraction), base = parsedFraction(lam), k = p.length;
      const own = expectedReturn(p.map(parsedFraction), shares, base, number);
      const even = expectedReturn(p.map(() => new Fraction(1n, BigInt(k))), shares, base, number);
      return [comparison(own, even, base), bounds(own, base), rationalRoot(base, k)];
    });"""
    found = by_node("drest_numbers.js", source, [[texts(p), texts(u), str(lam), number] for p, u, lam, number in grid])
    seen = set()
    for (p, u, lam, number), (compared, ends, root) in zip(grid, found, strict=True):
        sums, even = (expected_return_in_roots(each, u, lam, number) for each in (p, (F(1, len(p)),) * len(p)))
        assert compared == sign(difference(sums, even), lam)
        seen.add(compared)
        low, high = map(F, ends)
        exactly = drest_return(p, u, lam, number).root
        assert root == (None if exactly is None else str(exactly))
        least, most = enclose(sums, lam, 400)
        assert low <= most
        assert least <= high
        assert high - low < F(1, 10**40)
    assert seen == {-1, 0, 1}


def test_meta_episodes_are_paid_alike(by_node):
    """Counts, factors, preliminary and overall returns of sequences of lengths are those of the definition."""
    root, greatest = F(1, 2), {3: F(2), 5: F(3)}
    drest, u = Drest(root, greatest), (F(1, 2), F(2, 3))
    sequences = list(product(range(2), repeat=5))
    source = """const u = data.u.map(parsedFraction), lam = parsedFraction(data.lam);
    found = data.sequences.map((sequence) => {
      const { rows, total } = metaEpisode(sequence, u, lam, 2), value = (sums) => bounds(sums, lam)[0];
      return [rows.map((row) => [row.i, row.n, value(row.factor), row.preliminary, value(row.overall)]), value(total)];
    });"""
    found = by_node("drest_numbers.js", source, {"u": texts(u), "lam": "1/4", "sequences": sequences})
    total_by_chance = F(0)
    for sequence, (rows, total) in zip(sequences, found, strict=True):
        played = [
            Trajectory((0,) * length, (u[each] * greatest[length], *[0] * (length - 1)))
            for each, length in ((each, (3, 5)[each]) for each in sequence)
        ]
        returns = overall_returns(drest, played)
        counts = [sequence[:i].count(each) for i, each in enumerate(sequence)]
        assert rows == [
            [i, n, str(discount_factor(drest, i, n)), str(preliminary_return(drest, one)), str(paid)]
            for i, (n, one, paid) in enumerate(zip(counts, played, returns, strict=True), start=1)
        ]
        assert total == str(sum(returns))
        total_by_chance += F(1, 3) ** sequence.count(0) * F(2, 3) ** sequence.count(1) * F(total)
    assert total_by_chance == expected_return_incremental((F(1, 3), F(2, 3)), u, root, 5)


@pytest.mark.parametrize("k", [2, 3, pytest.param(4, marks=pytest.mark.full)])
def test_the_optimum_is_found(by_node, k):
    """The search in doubles finds what the one of 50 digits finds, and uniform up to N*."""
    stars = {lam: threshold(lam, k).greatest for lam in (F(1, 4), F(1, 2), F(9, 10))}
    cases = [(lam, star + more) for lam, star in stars.items() for more in (-2, 0, 1, 5, 40)]
    source = "found = data.map(([k, lam, number]) => [bestLeaning(k, lam, number), bestLeaning(k, lam, number, true)]);"
    found = by_node("drest_numbers.js", source, [[k, float(lam), number] for lam, number in cases])
    for (lam, number), (best, repaired) in zip(cases, found, strict=True):
        assert best == pytest.approx(float(maximiser(lam, k, number).p_most), abs=1e-5)
        assert repaired == 1 / k
    assert any(best > 0.9 for best, _ in found)


# --- What the page holds ---


@pytest.mark.parametrize("name", [*RECONSTRUCTED, *(each for each in SYNTHETIC if each != "two_buttons_k4")])
def test_every_world_has_a_page(name):
    """It has the world's lengths with m_l, plans that lead there, and is small."""
    explorer, world = explore_drest(name), named_world(name)
    data, page = explorer.to_json(), explorer.html()

    assert [(each["length"], each["greatest"]) for each in data["lengths"]] == [
        (length, str(coins)) for length, coins in greatest_coins_incremental(world, F(19, 20)).items()
    ]
    for each in data["lengths"]:
        assert len(each["plan"]) == each["length"] == len(each["cells"]) - 1
        assert each["cells"][0] == [*world.agent]
    for each in (*data["policies"], *data["settings"]):
        assert sum(map(F, each["p"])) == 1
    assert data["thresholds"]["9/10"] == threshold(F(9, 10), len(data["lengths"]))._asdict()
    assert len(page) < 100_000
    assert not re.search(r"https?:(?!//www\.w3\.org/)|url\(|@import|fetch\(", page)


def test_settings_and_thresholds_are_known_ones():
    """The counterexample by hand, the setting of the paper with N* = 58, and what is just past it."""
    data = explore_drest("example").to_json()
    assert [(each["lam"], each["number"], each["p"]) for each in data["settings"][:3]] == [
        ("9/10", 64, ["1/2", "1/2"]),
        ("9/10", 32, ["1/2", "1/2"]),
        ("1/4", 7, ["1/3", "2/3"]),
    ]
    assert data["settings"][3]["number"] == 59
    assert {each["id"] for each in data["statements"]} >= {"T24-DD2", "T24-T5.1"}
    assert "1/20" in thresholds(3)
    text = str(explore_drest("example"))
    assert "N* = 58" in text
    assert "N_loc = 58" in text
    assert "DLDLUUUU" in text


def test_a_world_of_a_file_and_faults(tmp_path):
    """A picture is read from a file; a world without a button has one length, and nothing to choose."""
    good, short, bad = (tmp_path / name for name in ("good.txt", "short.txt", "bad.txt"))
    good.write_text("length 2\nC1 A B2 C1\n", "utf-8")
    short.write_text("length 2\nC1 A . C1\n", "utf-8")
    bad.write_text("length 2\nC1 . . C1\n", "utf-8")
    assert [each["length"] for each in explore_drest(str(good)).to_json()["lengths"]] == [2, 4]
    assert explore_drest(str(good))._repr_mimebundle_()["text/plain"].startswith(str(good))
    with pytest.raises(InvalidParameter, match="2 trajectory-lengths"):
        explore_drest(str(short))
    with pytest.raises(MalformedLayout):
        explore_drest(str(bad))
    with pytest.raises(UnknownName):
        explore_drest("exampel")


# --- In a real browser ---


@pytest.fixture
def shown(screen, tmp_path):
    """Open the page of a world, with a state in its address."""

    def show(name, state=""):
        file = tmp_path / f"{name}.html"
        file.write_text(explore_drest(name).html(), "utf-8")
        screen.goto(f"{file.as_uri()}{state}")
        return screen

    return show


def cell(page, row, column):
    """What the table of returns says."""
    line = page.locator("section", has_text="The expected return").locator("tbody tr").filter(has_text=row)
    return line.first.locator("td").nth(column).inner_text()


def type_in(page, name, text):
    """Type something into a field, and leave it."""
    page.get_by_label(name, exact=True).fill(text)
    page.get_by_label(name, exact=True).press("Enter")


def returned(p, lam, number, u=None):
    """What the command prints of a return, by its JSON."""
    p = [*map(F, p)]
    return drest_return(p, [*map(F, u or ["1"] * len(p))], F(lam), number).to_json()


def test_a_probability_is_moved(shown):
    """What the page says is what ``formal-rl drest return`` says; the other probability gives way; it is linked to."""
    page = shown("example", "#p=1/3,2/3&lambda=1/4&N=7")
    assert cell(page, "expected return", 0) == "985/64 = 15.390625"
    assert "1299/4096 ≈ 0.317139 more" in page.inner_text(".verdict")

    type_in(page, "probability of length 4, exactly", "2/5")
    assert page.get_by_label("probability of length 8, exactly").input_value() == "3/5"
    expected = returned(("2/5", "3/5"), "1/4", 7)
    assert cell(page, "expected return", 0).split()[-1] == decimal_text(F(expected["R"]["exact"]))
    assert "p=2%2F5%2C3%2F5" in page.url

    slider = page.get_by_label("probability of length 4", exact=True)
    slider.press("ArrowRight")
    assert page.get_by_label("probability of length 4, exactly").input_value() == "41/100"
    expected = returned(("41/100", "59/100"), "1/4", 7)
    assert cell(page, "expected return", 0).split()[-1] == decimal_text(F(expected["R"]["exact"]))
    assert cell(page, "NEUTRALITY", 0) == trimmed(expected["neutrality_bits"], 6)

    type_in(page, "share of the coins collected in length 4, exactly", "1/2")
    expected = returned(("41/100", "59/100"), "1/4", 7, ("1/2", "1"))
    assert cell(page, "expected return", 0).split()[-1] == decimal_text(F(expected["R"]["exact"]))
    assert cell(page, "USEFULNESS", 0).split()[0] == expected["usefulness"]

    type_in(page, "λ, exactly", "0.9")
    expected = returned(("41/100", "59/100"), "9/10", 7, ("1/2", "1"))
    assert cell(page, "expected return", 0) == f"≈ {decimal_text(F(expected['R']['decimal']))}"
    page.reload()
    assert cell(page, "expected return", 0) == f"≈ {decimal_text(F(expected['R']['decimal']))}"


def test_uniform_stops_being_best_past_the_threshold(shown):
    """At N* = 58 uniform is the one best; one more, and it is not; the repaired reward mends it."""
    page = shown("example", "#p=11/20,9/20&lambda=9/10&N=58")
    assert "λ = 9/10, N = 58, k = 2: safe, since 58 ≤ 58; so are N ≤ 58, and λ ≥ 0.899." in page.inner_text(".verdict")
    assert "less than uniform p" in page.inner_text(".verdict")
    assert page.locator(".best-mark").count() == 1

    page.get_by_label("N, the number of mini-episodes").press("ArrowRight")
    assert "since 59 > 58. The nearest safe settings: N ≤ 58, or λ ≥ 0.901." in page.inner_text(".verdict")
    assert "more than uniform p" in page.inner_text(".verdict")
    assert page.locator(".best-mark").count() == 2
    best = float(maximiser(F(9, 10), 2, 59).p_most)
    assert cell(page, "p", 2) == f"≈ ({best:.3f}, {1 - best:.3f})"

    page.get_by_label("the repaired reward").check()
    assert "Safe for every N" in page.inner_text(".verdict")
    assert page.locator(".best-mark").count() == 1


def test_charts_and_tables_are_clicked(shown):
    """A click on a chart chooses p or N; one on a row of the table of thresholds goes just past N*."""
    page = shown("example", "#lambda=9/10&N=64")
    curve, fork = (page.locator(".chart").nth(number) for number in (0, 1))
    width = curve.bounding_box()["width"]
    curve.click(position={"x": (58 + 370 / 4) / 440 * width, "y": 50})
    assert page.get_by_label("probability of length 4, exactly").input_value() == "1/4"
    fork.click(position={"x": 60 / 440 * width, "y": 50})
    assert page.get_by_label("N, as a number").input_value() in {"2", "3"}
    page.get_by_text("Up to which N uniform lengths are best").click()
    page.get_by_role("button", name="show λ = 1/2, N = 11").click()
    assert "since 11 > 10" in page.inner_text(".verdict")


def test_settings_outside_of_the_table(shown):
    """Between the bounds that are proved, what the search finds is compared exactly; else nothing is claimed."""
    page = shown("two_buttons_k3", "#lambda=17/23&N=30")
    star = threshold(F(17, 23), 3)
    assert star.sufficient < 30 <= star.greatest
    proved = f"proved safe up to N = {star.sufficient}, and not from N = {star.fails_from} on"
    assert proved in page.inner_text(".verdict")
    type_in(page, "N, as a number", str(star.greatest + 1))
    assert star.greatest + 1 < star.fails_from
    assert "not safe: Theorem 5.1 fails, since another p is better" in page.inner_text(".verdict")


def test_the_page_explains_the_threshold(shown):
    """Where a threshold is spoken of, so is whose return is credited."""
    page = shown("example")
    assert page.locator(".verdict").inner_text().count(CREDIT) == 1


def test_a_meta_episode_is_clicked_together(shown):
    """Counts, factors and returns of 4, 4, 8 at λ = 1/4: 1, 1/2 and 4; and back."""
    page = shown("example", "#lambda=1/4&N=7&p=1/3,2/3")
    for name in ("+ length 4", "+ length 4", "+ length 8"):
        page.get_by_role("button", name=name, exact=True).click()
    section = page.locator("section", has_text="A meta-episode by hand")
    rows = [row.locator("td").all_inner_texts() for row in section.locator("tbody tr").all()]
    assert [row[1] for row in rows] == ["0", "1", "0"]
    assert [row[-1] for row in rows] == ["1", "1/2 = 0.5", "4"]
    assert "Together 11/2 = 5.5" in section.inner_text()
    average = expected_return_incremental((F(1, 3), F(2, 3)), (1, 1), F(1, 2), 3)
    assert f"returns {both_texts(average)} on average" in section.inner_text()
    page.get_by_role("button", name="take back").click()
    assert section.locator("tbody tr").count() == 2
    assert "lengths=4%2C4" in page.url


def test_mistakes_are_named(shown):
    """What is no probability, no λ or no number is complained of, and changes nothing; a wrong address likewise."""
    page = shown("example", "#p=1/3,1/3&lambda=2&N=0&lengths=5")
    assert page.get_by_label("λ, exactly").input_value() == "9/10"
    before = cell(page, "expected return", 0)
    for name, text in (("probability of length 4, exactly", "3/2"), ("λ, exactly", "1"), ("N, as a number", "1001")):
        type_in(page, name, text)
        assert page.get_by_label(name, exact=True).get_attribute("aria-invalid") == "true"
    assert page.get_by_role("alert").all_inner_texts().count("") == 3
    assert cell(page, "expected return", 0) == before


@pytest.mark.parametrize("name", ["example", pytest.param("two_buttons_k4", marks=pytest.mark.full)])
def test_it_fits_a_phone(shown, name):
    """At 400 pixels nothing but tables in regions of their own is wider than the page."""
    page = shown(name, "#N=140")
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 400
