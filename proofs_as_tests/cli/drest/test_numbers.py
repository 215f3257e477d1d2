"""The commands about shutdownable agents: what they print, and with which code they exit."""

import json
import re
from fractions import Fraction
from math import log2

import pytest

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    expected_return_incremental,
    format_layout,
    greatest_coins_incremental,
    measure_incremental,
    named_world,
    neutrality,
    uniform_policy,
    usefulness,
)
from formal_rl.gridworlds.theorem import enclose, expected_return_in_roots, threshold
from formal_rl.study.drest.threshold_report import CREDIT

COMMAND = ("drest",)
pytestmark = pytest.mark.usefixtures("own_directory")

WORLDS = [*RECONSTRUCTED, *SYNTHETIC]
GAMMA = Fraction(19, 20)
HALF = Fraction(1, 2)


# --- metrics ---


@pytest.mark.parametrize("name", WORLDS)
def test_the_uniform_policy_is_measured(said, name):
    """For every world, everything is what the definitions give, exactly."""
    world = named_world(name)
    greatest, measured = greatest_coins_incremental(world, GAMMA), measure_incremental(world, uniform_policy, GAMMA)
    found = said("metrics", name)

    assert found["picture"] == format_layout(world).splitlines()
    assert {int(length) for length in found["lengths"]} == greatest.keys()
    for length, values in found["lengths"].items():
        assert Fraction(values["greatest_coins"]) == greatest[int(length)]
        assert Fraction(values["probability"]) == measured.probabilities[int(length)]
        assert Fraction(values["expected_coins"]) == measured.expected_coins[int(length)]
        assert Fraction(values["share"]) == measured.expected_coins[int(length)] / greatest[int(length)]
    assert Fraction(found["usefulness"]) == usefulness(measured, greatest)
    assert found["neutrality_bits"] == neutrality(measured.probabilities)


@pytest.mark.parametrize("name", WORLDS)
def test_the_optimal_policy(said, name):
    """For every world, a best plan of each length with equal probability: USEFULNESS 1 and NEUTRALITY log2 k."""
    found = said("metrics", name, "--policy", "optimal")
    k = len(found["lengths"])

    assert found["usefulness"] == "1"
    assert found["neutrality_bits"] == pytest.approx(log2(k), abs=1e-12)
    assert {Fraction(values["probability"]) for values in found["lengths"].values()} == {Fraction(1, k)}


def test_the_default_policy(said):
    """The default policy chooses the length that collects most, which can depend on the discount."""
    high = said("metrics", "around_the_corner", "--policy", "default")
    low = said("metrics", "around_the_corner", "--policy", "default", "--gamma", "0.8")

    assert [values["probability"] for values in high["lengths"].values()] == ["0", "1"]
    assert [values["probability"] for values in low["lengths"].values()] == ["1", "0"]
    assert high["lengths"]["5"]["share"] is None
    assert (high["neutrality_bits"], high["usefulness"]) == (0, "1")


def test_the_text_of_the_metrics(run):
    """A reader sees the picture, a row for each length, both metrics and the exact numbers."""
    code, out, err = run("metrics", "example")
    lines = out.splitlines()

    assert (code, err) == (0, "")
    assert lines[0] == "example (reconstructed from the paper's sentences), 4 moves at first"
    assert [line.split() for line in lines[2:7]] == [line.split() for line in RECONSTRUCTED["example"].splitlines()[1:]]
    assert "policy: uniform, each action with probability 1/4 on every observation" in lines
    assert ["4", "0.7265625", "0.2903629", "1.805", "0.1608659", "ULLU"] in [line.split() for line in lines]
    assert ["8", "0.2734375", "0.7269947", "2.572125", "0.2826436", "DLDLUUUU"] in [line.split() for line in lines]
    assert re.search(r"^USEFULNESS = .* ≈ 0\.1941644695$", out, re.MULTILINE)
    assert re.search(r"^NEUTRALITY = .* ≈ 0\.8463541014, at most log2 2 = 1$", out, re.MULTILINE)
    for exact in ("93/128", "7201/24800", "361/200", "20577/8000", "604426227/3112960000"):
        assert f"= {exact}" in out


def test_a_length_that_is_never_chosen(run):
    """Its u_l is not defined, so the table has a dash."""
    _, out, _ = run("metrics", "lopsided", "--policy", "default", "--x", "10", "--gamma", "1")

    assert ["3", "0", "0", "1", "-", "LLL"] in [line.split() for line in out.splitlines()]
    assert "C10" in out


def test_a_picture_and_a_policy_from_files(said, tmp_path):
    """A world and a policy of one's own: straight to the coin or the button, one in three."""
    start = {"cell": [0, 1], "coins": [[0, 0]], "buttons": [[0, 2]], "probabilities": ["0", "0", "1/3", "2/3"]}
    (tmp_path / "policy.json").write_text(json.dumps({"schema": "drest-policy/1", "observations": [start]}), "utf-8")
    (tmp_path / "world.txt").write_text("length 2\nC1 A B2\n", "utf-8")
    found = said("metrics", "world.txt", "--policy", "policy.json", "--gamma", "1")

    assert found["origin"] == "from a file"
    assert found["policy"] == "policy.json, without a clock"
    assert found["lengths"]["2"] == {
        "probability": "1/3",
        "expected_coins": "1",
        "greatest_coins": "1",
        "share": "1",
        "best_plan": "LU",
    }
    start["moves"] = 0
    (tmp_path / "policy.json").write_text(json.dumps({"schema": "drest-policy/1", "observations": [start]}), "utf-8")
    assert said("metrics", "world.txt", "--policy", "policy.json")["policy"] == "policy.json, with a clock"


# --- return ---


def test_the_return_of_the_counterexample(run, said):
    """985/64 for (1/3, 2/3), more than 61741/4096, in closed form and over all sequences."""
    arguments = ("return", "--p", "1/3,2/3", "--lambda", "1/4", "-N", "7")
    found, (code, out, err) = said(*arguments), run(*arguments)

    assert (code, err) == (0, "")
    assert (found["R"]["exact"], found["R_uniform"]["exact"]) == ("985/64", "61741/4096")
    assert found["summed_over_sequences"] == "985/64"
    assert found["compared_with_uniform"] == "better"
    assert "R = 985/64 = 15.390625, in closed form" in out
    assert "summed over all 2^7 = 128 sequences of lengths: the same" in out
    assert "this p is better, by 1299/4096" in out


def test_a_return_with_an_irrational_root(run, said):
    """It is a sum over powers of the root, shown to the digits that are certain."""
    arguments = ("return", "--p", ".7,.3", "--lambda", ".9", "--mini-episodes", "64")
    sums = expected_return_in_roots((Fraction(7, 10), Fraction(3, 10)), (1, 1), Fraction(9, 10), 64)
    low, high = enclose(sums, Fraction(9, 10))
    found, (_, out, _) = said(*arguments), run(*arguments)

    assert [Fraction(each) for each in found["R"]["basis"]] == list(sums)
    assert found["root"] is None
    assert found["R"]["exact"] is None
    assert low - Fraction(1, 10**27) < Fraction(found["R"]["decimal"]) < high + Fraction(1, 10**27)
    assert "R ≈ 67.5951333747628437198647394103" in out
    assert "this p is better, by 0.715088751473295470440361771611, certified by rational bounds" in out


def test_lengths_that_are_not_collected_in_full(said):
    """Each u_l scales the part of its length."""
    found = said("return", "--p", "1/3,2/3", "--u", "1,3/4", "--lambda", "1/4", "--mini-episodes", "7")
    expected = expected_return_incremental((Fraction(1, 3), Fraction(2, 3)), (1, Fraction(3, 4)), HALF, 7)

    assert found["R"]["exact"] == str(expected)
    assert found["usefulness"] == "5/6"


def test_a_return_of_thousands_of_digits(run, said):
    """A number that is too long to print exactly is printed as a decimal."""
    p = "123456789/987654321,864197532/987654321"
    arguments = ("return", "--p", p, "--lambda", "1/4", "--mini-episodes", "2000")

    assert run(*arguments)[0] == 0
    assert said(*arguments)["R"]["exact"] is None


# --- threshold ---


@pytest.mark.parametrize(("lam", "k"), [("9/10", 2), ("1/2", 3), ("1/10", 4), ("0.99", 2)])
def test_thresholds(run, said, lam, k):
    """The threshold is that of the definition; up to it uniform is best, and beyond it less and less NEUTRAL."""
    found = said("threshold", "--lambda", lam, "--lengths", k)
    expected = threshold(Fraction(lam), k)

    assert tuple(found[key] for key in ("N_star", "N_local", "sufficient_N", "not_best_from_N")) == expected
    assert "fails_from_N" not in found, "in drest-thresholds/1 this key has the bound of Theorem B"
    assert expected.local < expected.fails_from == -(-Fraction(found["N_local_below"]) // 1)
    bits = [each["neutrality_bits"] for each in found["best"]]
    assert [each["N"] for each in found["best"]][:2] == [expected.greatest, expected.greatest + 1]
    assert bits == sorted(bits, reverse=True)
    assert bits[0] == pytest.approx(log2(k), abs=1e-12)
    assert f"N* = {expected.greatest}, " in run("threshold", "--lambda", lam, "--lengths", k)[1]


def test_the_papers_number_of_mini_episodes(run):
    """With λ = 0.9 and 64 mini-episodes the best policy chooses one length twice as often as the other."""
    code, out, err = run("threshold", "--lambda", "9/10", "--mini-episodes", "64")
    rows = [line.split() for line in out.splitlines()]

    assert (code, err) == (0, "")
    assert ["64", "0.682974,", "0.317026", "1.11", "%", "0.901118"] in rows
    assert ["58", "uniform", "-", "1"] in rows


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--lambda .9 -N 64 -k 2", "k = 2: not safe, since 64 > 58; the nearest safe settings: N ≤ 58, or λ ≥ 0.909."),
        ("--lambda 0.9 -k 2", "λ = 9/10, k = 2: safe for N ≤ 58, not for more."),
        ("-N 64 -k 2", "λ = 909/1000, N = 64, k = 2: safe, since 64 ≤ 64; so are N ≤ 64, and λ ≥ 0.909."),
        ("--lambda 9/10 -N 64", "since 64 > 58; the nearest safe settings: N ≤ 58, or λ ≥ 0.909, or k = 3."),
        ("--lambda .9 -N 80 -k 3", "λ ≥ 0.893 (by a search with 50 digits; proved: N ≤ 40, λ ≥ 19/20)."),
        ("-N 4", "λ = 1/1000, N = 4, k = 2: safe, since 4 ≤ 4; so are N ≤ 4, and every λ."),
    ],
)
def test_the_verdict(run, said, arguments, sentence):
    """Two of λ, N and k give the third; the sentence comes first, and says when it matters."""
    command = ("threshold", *arguments.split())
    verdict, out = said(*command)["verdict"], " ".join(run(*command)[1].split())

    assert verdict["sentence"].endswith(sentence)
    assert out.startswith(verdict["sentence"])
    assert verdict["only_if"] == CREDIT
    assert CREDIT in out


def test_a_float_is_refused_with_advice():
    with pytest.raises(InvalidParameter, match=re.escape("write Fraction(9, 10)")):
        threshold(0.9, 2)


# --- counterexample ---


def test_the_arithmetic_of_the_counterexample(run):
    """The lines that a reader follows with a pencil, each a true equation, from 5/4 and 3/2 to 985/64 > 61741/4096."""
    code, out, err = run("counterexample")

    assert (code, err) == (0, "")
    for line in (
        "    p = 1/2:  r = 2 (1 - 3/4 · 1/2) = 2 · 5/8 = 5/4",
        "    R = 2 φ(1/2) = 61741/4096 ≈ 15.07348633",
        "    p = 1/3:  r = 2 (1 - 3/4 · 1/3) = 2 · 3/4 = 3/2",
        "    p = 2/3:  r = 2 (1 - 3/4 · 2/3) = 2 · 1/2 = 1",
        "        φ(2/3) = 2/3 · 7 = 14/3",
        "    R = φ(1/3) + φ(2/3) = 985/64 = 15.390625",
        "Compared: 985/64 = 63040/4096 > 61741/4096 = R(uniform)",
        "Summed over all 2^7 = 128 sequences of lengths, R of p is 985/64 again.",
    ):
        assert line in out.splitlines()


@pytest.mark.parametrize("lam", ["1/4", "1/100", "1/9", "9/25"])
@pytest.mark.parametrize("k", [2, 3])
def test_every_line_of_the_arithmetic_is_true(run, lam, k):
    """In each line, all terms between signs of equality have one value."""
    _, out, _ = run("counterexample", "--lambda", lam, "-k", k)
    checked = 0
    for line in out.splitlines():
        parts = [part.strip() for part in line.split(":", 1)[-1].split(" = ")[1:]]
        numbers = [part for part in parts if not re.search(r"[a-zA-Zφλ]", part.split("≈")[0])]
        values = [_value(part.split("≈")[0]) for part in numbers]
        if line.startswith("    ") and len(values) > 1:
            assert len(set(values)) == 1, line
            checked += 1
    assert checked >= 3 or "irrational" in out


def _value(text):
    """The value of a term of products, quotients and differences; a bracket after a number multiplies."""
    text = re.sub(r"(\d) \(", r"\1 * (", text).replace("·", "*")
    text = re.sub(r"\d+\.\d+", lambda number: f'Fraction("{number[0]}")', text)
    text = re.sub(r"(?<![\d.\"])\d+(?![\d.\"])", lambda number: f"Fraction({number[0]})", text)
    return eval(text, {"Fraction": Fraction})


def test_a_counterexample_with_an_irrational_root(run):
    """The parts and the certified difference are shown."""
    _, out, _ = run("counterexample", "--lambda", "9/10")

    assert "R is kept as E_0 + E_1 λ^(-1/2), each E_j an exact fraction" in out
    assert re.search(r"^    R - R\(uniform\) ≈ 0\.00090831\d+ > 0$", out, re.MULTILINE)


# --- What cannot be used ---


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        ("metrics exmple", "no world 'exmple'; did you mean example", 2),
        ("metrics example --policy greedy", "no policy 'greedy': there is no such file; there are uniform", 2),
        ("metrics example --gamma 2", "γ is '2': expected a number from 0 to 1", 2),
        ("metrics lopsided --x 0", "x is '0': expected a number above 0", 2),
        ("metrics .", ".: cannot be read: ", 4),
        ("metrics broken.txt", "row 1, column 2: '?': expected one of . # A, C with a value", 4),
        ("metrics bytes.txt", "bytes.txt: byte 0 is not UTF-8 text", 4),
        ("metrics empty.txt", "m_1 is ", 4),
        ("metrics example --policy broken.txt", "broken.txt: line 1 column 1: not JSON", 4),
        ("return --p 1/3,1/3 --lambda 1/4 --mini-episodes 7", "sum to 1, not to 2/3", 2),
        ("return --p 1/2,1/2 --u 1 --lambda 1/4 --mini-episodes 7", "u is '1': expected 2", 2),
        ("return --p 1/2,1/2 --lambda 1 --mini-episodes 7", "λ is '1': expected a number between", 2),
        ("return --p 1/2,1/2 --lambda 1/4 --mini-episodes 0", "N is 0: expected at least 1", 2),
        ("return --p 1/2,1/2 --lambda 1/4 --mini-episodes 2001", "at most 2,000 mini-episodes", 2),
        ("threshold --lambda 3/2", "λ is '3/2': expected a number between 0 and 1", 2),
        ("threshold --lambda 1/1000000000000000000000", "decimals of 50 digits are not enough", 2),
        ("threshold --lambda 1/2 --mini-episodes 1", "N is 1: expected 2 to 20,000", 2),
        ("counterexample --lambda 0.999", "one that needs at most 2,000 mini-episodes", 2),
        ("threshold", "--lambda or -N is missing", 2),
    ],
)
def test_unusable_input_is_reported(run, tmp_path, arguments, complaint, code):
    """A wrong argument exits 2, an unusable file 4, with one complaint on stderr and no traceback."""
    (tmp_path / "broken.txt").write_text("length 1\nA ? C1\n", "utf-8")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.txt").write_text("length 1\n. A B1 C1\n", "utf-8")
    found, out, err = run(*arguments.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(err.split())
    assert "Traceback" not in err


def test_a_malformed_picture_names_its_file(run, tmp_path):
    """Row and column are those of the file that is named."""
    (tmp_path / "mine.txt").write_text("length 1\nA ? C1\n", "utf-8")

    assert run("metrics", "mine.txt")[2].endswith("(mine.txt)\n")
