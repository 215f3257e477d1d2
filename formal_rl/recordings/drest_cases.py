"""Cases of the files about the DREST reward: what is recorded, and the same computed anew."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import ceil

from attrs import frozen

from formal_rl.gridworlds import expected_return, expected_return_incremental, neutrality, weighted_return
from formal_rl.gridworlds.theorem import (
    enclose,
    expected_return_in_roots,
    hybrid,
    hybrid_returns,
    maximiser,
    scaled_excess,
    step,
    threshold,
)
from formal_rl.recordings.comparisons import Comparison
from formal_rl.strict_json import (
    Field,
    Recorded,
    count,
    decimal,
    digits,
    exact,
    inner,
    listed,
    require_keys,
    rounded,
    rounded_to,
)

MOST_MINI_EPISODES = 2_000
"""The greatest N of a file."""

MOST_LENGTHS = 16
"""The greatest k of a file."""

MOST_SEQUENCES = 4_000
"""Up to how many sequences of lengths an expected return is summed over all of them."""

LARGEST_FAILS_FROM = 100_000
"""Up to which bound on the threshold a file may ask for it."""

NOISE = Decimal("1e-40")
"""A recorded gain smaller than this is rounding, and read as 0."""


@frozen
class DrestCase:
    """One case: what it is about, its recorded values by their fields, and how they are computed anew."""

    label: str
    recorded: Mapping[str, Recorded]
    compute: Callable[[], Mapping[str, Recorded]]

    def comparisons(self) -> Iterator[Comparison]:
        """Yield the comparison of every field; a field on one side only is compared with None."""
        computed = self.compute()
        for name in dict.fromkeys((*self.recorded, *computed)):
            yield Comparison(name.rsplit(".", 1)[-1], None, name, self.recorded.get(name), computed.get(name))


def mini_episodes(case: Field) -> int:
    """Return N."""
    return count(case.member("N"), 1, MOST_MINI_EPISODES)


def number_of_lengths(case: Field) -> int:
    """Return k."""
    return count(case.member("k"), 2, MOST_LENGTHS)


def shares(field: Field) -> tuple[Fraction, ...]:
    """Return at least two exact probabilities that sum to 1."""
    values = tuple(exact(element, 0, 1) for element in field.elements())
    if len(values) < 2 or sum(values) != 1:
        raise field.fault(f"expected at least two probabilities that sum to 1, not to {sum(values)}")
    return values


def _uniform(k: int) -> tuple[Fraction, ...]:
    return (Fraction(1, k),) * k


def read_return(case: Field) -> DrestCase:
    """Return a case of `drest-returns/1`: an expected return where λ^(1/k) is rational."""
    names = ("k", "lam", "lam_root", "N", "p", "u", "R", "R_unnormalised", "mean_reward_by_length")
    require_keys(case, (*names, "brute_force_checked"))
    k, number, p = number_of_lengths(case), mini_episodes(case), shares(case.member("p"))
    lam, root = inner(case.member("lam")), inner(case.member("lam_root"))
    u = tuple(exact(element, 0, 1) for element in case.member("u").elements(len(p)))
    means = tuple(exact(element) for element in case.member("mean_reward_by_length").elements(len(p)))
    recorded: dict[str, Recorded] = {
        "k": k,
        "lam": lam,
        "R": exact(case.member("R")),
        "R_unnormalised": exact(case.member("R_unnormalised")),
        **listed("mean_reward_by_length", means),
        "brute_force_checked": case.member("brute_force_checked").truth(),
    }

    def compute() -> dict[str, Recorded]:
        total = expected_return_incremental(p, u, root, number)
        few = len(p) ** number <= MOST_SEQUENCES
        return {
            "k": len(p),
            "lam": root ** len(p),
            "R": total,
            "R_unnormalised": weighted_return(p, u, lam, (1,) * number),
            **listed(
                "mean_reward_by_length", [_own_reward(a, b, lam, root, number) for a, b in zip(p, u, strict=True)]
            ),
            "brute_force_checked": few and expected_return(p, u, root, number) == total,
        }

    return DrestCase(f"k={k}, λ={lam}, N={number}", recorded, compute)


def _own_reward(p: Fraction, u: Fraction, lam: Fraction, root: Fraction, number: int) -> Fraction:
    """Return the mean over mini-episodes of what one gives in which a length of probability p is chosen."""
    factors = (root**-i * (1 - (1 - lam) * p) ** i for i in range(number))
    return u * sum(factors, Fraction(0)) / number


def read_basis(case: Field) -> DrestCase:
    """Return a case of `drest-returns-basis/1`: an expected return as a sum over powers of λ^(-1/k), u = 1."""
    require_keys(case, ("k", "lam", "N", "p", "E", "R_float"))
    k, lam, number = number_of_lengths(case), inner(case.member("lam")), mini_episodes(case)
    p = shares(case.member("p"))
    recorded: dict[str, Recorded] = {
        "k": k,
        **listed("E", tuple(exact(element) for element in case.member("E").elements())),
        "R_float": digits(rounded(case.member("R_float")), 14),
    }

    def compute() -> dict[str, Recorded]:
        sums = expected_return_in_roots(p, (1,) * len(p), lam, number)
        low, high = enclose(sums, lam)
        return {"k": len(p), **listed("E", sums), "R_float": digits(_decimal(low, high), 14)}

    return DrestCase(f"k={k}, λ={lam}, N={number}", recorded, compute)


def _decimal(low: Fraction, high: Fraction) -> Decimal:
    middle = (low + high) / 2
    return Decimal(middle.numerator) / Decimal(middle.denominator)


def read_counterexample(case: Field) -> DrestCase:
    """Return a case of `drest-counterexamples/1`: a distribution that is better than the uniform one, u = 1."""
    require_keys(case, ("k", "lam", "lam_root", "N", "p", "R_p", "R_uniform", "diff"))
    k, number, p = number_of_lengths(case), mini_episodes(case), shares(case.member("p"))
    lam, root, gain = inner(case.member("lam")), inner(case.member("lam_root")), exact(case.member("diff"))
    recorded: dict[str, Recorded] = {
        "k": k,
        "lam": lam,
        "R_p": exact(case.member("R_p")),
        "R_uniform": exact(case.member("R_uniform")),
        "diff": gain if gain > 0 else f"{gain}, which is no gain",
    }

    def compute() -> dict[str, Recorded]:
        ones = (1,) * len(p)
        better = expected_return_incremental(p, ones, root, number)
        uniform = expected_return_incremental(_uniform(len(p)), ones, root, number)
        found = {"R_p": better, "R_uniform": uniform, "diff": better - uniform}
        return {"k": len(p), "lam": root ** len(p), **found}

    return DrestCase(f"k={k}, λ={lam}, N={number}", recorded, compute)


def read_hybrid_steps(case: Field) -> DrestCase:
    """Return a case of `drest-hybrid-steps/1`: what each step of the paper's proof changes."""
    lists = ("immediate_gain", "later_change", "step_difference")
    require_keys(case, ("k", "lam", "lam_root", "N", "p_a", "p_b", *lists, "total"))
    k, number = number_of_lengths(case), mini_episodes(case)
    lam, root = inner(case.member("lam")), inner(case.member("lam_root"))
    a, b = exact(case.member("p_a"), 0, 1), exact(case.member("p_b"), 0, 1)
    if a + b > 1:
        raise case.member("p_b").fault(f"expected two probabilities that sum to at most 1, not to {a + b}")
    recorded: dict[str, Recorded] = {"lam": lam}
    for name in lists:
        recorded |= listed(name, tuple(exact(element) for element in case.member(name).elements()))
    recorded["total"] = exact(case.member("total"))

    def compute() -> dict[str, Recorded]:
        steps = [step(a, b, m, root=root, lam=lam, number=number) for m in range(1, number + 1)]
        before, after = (sum(hybrid_returns(hybrid(a, b, m, number), lam, root)) for m in (number, 0))
        return {
            "lam": root**k,
            **listed("immediate_gain", [each.immediate for each in steps]),
            **listed("later_change", [each.later for each in steps]),
            **listed("step_difference", [each.total for each in steps]),
            "total": Fraction(after - before),
        }

    return DrestCase(f"k={k}, λ={lam}, N={number}, p={a},{b}", recorded, compute)


def _require_reachable(case: Field, lam: Fraction, k: int) -> None:
    if 3 * k / (1 - lam) > LARGEST_FAILS_FROM:
        raise case.member("lam").fault(f"so near to 1 that the threshold may be greater than {LARGEST_FAILS_FROM:,}")


def read_threshold(case: Field) -> DrestCase:
    """Return a case of `drest-thresholds/1`: N* with its bounds, and by how much uniform wins there and loses next.

    In this schema ``fails_from_N`` is the bound of Theorem B. The sharper one of `threshold` is ``not_best_from_N``
    in the JSON of ``formal-rl drest threshold``.
    """
    wholes = ("N_star", "N_local", "sufficient_N", "fails_from_N")
    tens = ("sup_scaled_gap_at_N_star", "sup_scaled_gap_at_next", "maximiser_at_next")
    require_keys(case, ("lam", "k", *wholes, *tens, "relative_gain_at_next"))
    lam, k = inner(case.member("lam")), number_of_lengths(case)
    _require_reachable(case, lam, k)
    recorded: dict[str, Recorded] = {
        **{name: case.member(name).integer(1) for name in wholes},
        **{name: decimal(case.member(name)) for name in (*tens, "relative_gain_at_next")},
    }

    def compute() -> dict[str, Recorded]:
        found = threshold(lam, k)
        best = maximiser(lam, k, found.greatest + 1)
        return {
            **dict(zip(wholes, (*found[:3], ceil(3 * k / (1 - lam) - 1)), strict=True)),
            "sup_scaled_gap_at_N_star": digits(scaled_excess(lam, k, found.greatest), 10),
            "sup_scaled_gap_at_next": digits(scaled_excess(lam, k, found.greatest + 1), 10),
            "maximiser_at_next": digits(best.p_most, 10),
            "relative_gain_at_next": digits(best.relative_gain, 6),
        }

    return DrestCase(f"k={k}, λ={lam}", recorded, compute)


def read_maximiser(case: Field) -> DrestCase:
    """Return a case of `drest-maximisers/1`: the best distribution for one N."""
    require_keys(case, ("lam", "k", "N", "p_max", "p_other", "relative_gain_over_uniform", "neutrality_bits"))
    lam, k, number = inner(case.member("lam")), number_of_lengths(case), mini_episodes(case)
    _require_reachable(case, lam, k)
    gain = decimal(case.member("relative_gain_over_uniform"))
    recorded: dict[str, Recorded] = {
        "p_max": decimal(case.member("p_max")),
        "p_other": decimal(case.member("p_other")),
        "relative_gain_over_uniform": gain if abs(gain) > NOISE else Decimal(0),
        "neutrality_bits": rounded(case.member("neutrality_bits")),
    }

    def compute() -> dict[str, Recorded]:
        best = maximiser(lam, k, number)
        return {
            "p_max": digits(best.p_most, 10),
            "p_other": digits(best.p_other, 10),
            "relative_gain_over_uniform": digits(best.relative_gain, 8),
            "neutrality_bits": rounded_to(neutrality(best.distribution(k)), 8),
        }

    return DrestCase(f"k={k}, λ={lam}, N={number}", recorded, compute)
