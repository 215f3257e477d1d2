"""Files of numbers about the DREST reward: the recorded values of each case, and the same computed again."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import ceil

from formal_rl.gridworlds import expected_return_incremental, neutrality, weighted_return
from formal_rl.gridworlds.theorem import enclose, expected_return_in_roots, maximiser, step, threshold
from formal_rl.gridworlds.theorem.appendix_d import hybrid, hybrid_returns
from formal_rl.gridworlds.theorem.threshold import scaled_excess
from formal_rl.recordings.cases import Case, case_of_fields, refused
from formal_rl.recordings.drest_layouts import read_layout
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

LARGEST_FAILS_FROM = 100_000
"""Up to which bound on the threshold a file may ask for it."""

NOISE = Decimal("1e-40")
"""A recorded gain smaller than this is rounding, and read as 0."""


def read_drest(document: Field) -> list[Case]:
    """Return the cases of a file whose schema is one of `DREST_SCHEMAS`.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    require_keys(document, ("schema", "cases"))
    read, cases = DREST_SCHEMAS[document.member("schema").text()], list[Case]()
    for case in document.member("cases").elements():
        with refused(case.file, case.path):
            cases.append(read(case))
    return cases


def _sizes(case: Field) -> tuple[int, Fraction, int]:
    """Return k, λ and N."""
    return count(case.member("k"), 2, 16), inner(case.member("lam")), count(case.member("N"), 1, 2_000)


def _exacts(field: Field, length: int | None = None) -> tuple[Fraction, ...]:
    return tuple(exact(element) for element in field.elements(length))


def _read_return(case: Field) -> Case:
    """Return a case of `drest-returns/1`: an expected return where λ^(1/k) is rational."""
    names = ("k", "lam", "lam_root", "N", "p", "u", "R", "R_unnormalised", "mean_reward_by_length")
    require_keys(case, (*names, "brute_force_checked"))
    k, lam, number = _sizes(case)
    p, root = _exacts(case.member("p")), inner(case.member("lam_root"))
    u = _exacts(case.member("u"), len(p))
    recorded: dict[str, Recorded] = {
        "k": k,
        "lam": lam,
        **{name: exact(case.member(name)) for name in ("R", "R_unnormalised")},
        **listed("mean_reward_by_length", _exacts(case.member("mean_reward_by_length"), len(p))),
    }

    def compute() -> dict[str, Recorded]:
        rewards = [_own_reward(a, b, lam, root, number) for a, b in zip(p, u, strict=True)]
        return {
            "k": len(p),
            "lam": root ** len(p),
            "R": expected_return_incremental(p, u, root, number),
            "R_unnormalised": weighted_return(p, u, lam, (1,) * number),
            **listed("mean_reward_by_length", rewards),
        }

    return case_of_fields(case, f"k={k}, λ={lam}, N={number}", recorded, compute)


def _own_reward(p: Fraction, u: Fraction, lam: Fraction, root: Fraction, number: int) -> Fraction:
    """Return the mean over mini-episodes of what one gives in which a length of probability p is chosen."""
    factors = (root**-i * (1 - (1 - lam) * p) ** i for i in range(number))
    return u * sum(factors, Fraction(0)) / number


def _read_basis(case: Field) -> Case:
    """Return a case of `drest-returns-basis/1`: an expected return as a sum over powers of λ^(-1/k), u = 1."""
    require_keys(case, ("k", "lam", "N", "p", "E", "R_float"))
    (k, lam, number), p = _sizes(case), _exacts(case.member("p"))
    sums, total = _exacts(case.member("E")), digits(rounded(case.member("R_float")), 14)

    def compute() -> dict[str, Recorded]:
        sums = expected_return_in_roots(p, (1,) * len(p), lam, number)
        middle = sum(enclose(sums, lam)) / Fraction(2)
        total = digits(Decimal(middle.numerator) / Decimal(middle.denominator), 14)
        return {"k": len(p), **listed("E", sums), "R_float": total}

    recorded = {"k": k, **listed("E", sums), "R_float": total}
    return case_of_fields(case, f"k={k}, λ={lam}, N={number}", recorded, compute)


def _read_counterexample(case: Field) -> Case:
    """Return a case of `drest-counterexamples/1`: a distribution that is better than the uniform one, u = 1."""
    require_keys(case, ("k", "lam", "lam_root", "N", "p", "R_p", "R_uniform", "diff"))
    k, lam, number = _sizes(case)
    p, root, gain = _exacts(case.member("p")), inner(case.member("lam_root")), exact(case.member("diff"))
    recorded: dict[str, Recorded] = {
        "k": k,
        "lam": lam,
        **{name: exact(case.member(name)) for name in ("R_p", "R_uniform")},
        "diff": gain if gain > 0 else f"{gain}, which is no gain",
    }

    def compute() -> dict[str, Recorded]:
        ones, even = (1,) * len(p), (Fraction(1, len(p)),) * len(p)
        better, uniform = (expected_return_incremental(each, ones, root, number) for each in (p, even))
        found = {"R_p": better, "R_uniform": uniform, "diff": better - uniform}
        return {"k": len(p), "lam": root ** len(p), **found}

    return case_of_fields(case, f"k={k}, λ={lam}, N={number}", recorded, compute)


def _read_hybrid_steps(case: Field) -> Case:
    """Return a case of `drest-hybrid-steps/1`: what each step of the paper's proof changes."""
    lists = ("immediate_gain", "later_change", "step_difference")
    require_keys(case, ("k", "lam", "lam_root", "N", "p_a", "p_b", *lists, "total"))
    (k, lam, number), root = _sizes(case), inner(case.member("lam_root"))
    a, b = exact(case.member("p_a")), exact(case.member("p_b"))
    recorded: dict[str, Recorded] = {"lam": lam}
    for name in lists:
        recorded |= listed(name, _exacts(case.member(name)))
    recorded["total"] = exact(case.member("total"))

    def compute() -> dict[str, Recorded]:
        steps = [step(a, b, m, root=root, lam=lam, number=number) for m in range(1, number + 1)]
        before, after = (sum(hybrid_returns(hybrid(a, b, m, number), lam, root)) for m in (number, 0))
        changes = zip(*((each.immediate, each.later, each.total) for each in steps), strict=True)
        found: dict[str, Recorded] = {"lam": root**k, "total": Fraction(after - before)}
        for name, values in zip(lists, changes, strict=True):
            found |= listed(name, values)
        return found

    return case_of_fields(case, f"k={k}, λ={lam}, N={number}, p={a},{b}", recorded, compute)


def _read_threshold(case: Field) -> Case:
    """Return a case of `drest-thresholds/1`: N* with its bounds, and by how much uniform wins there and loses next.

    In this schema ``fails_from_N`` is the bound of Theorem B. The sharper one of `threshold` is ``not_best_from_N``
    in the JSON of ``formal-rl drest threshold``.
    """
    wholes = ("N_star", "N_local", "sufficient_N", "fails_from_N")
    tens = ("sup_scaled_gap_at_N_star", "sup_scaled_gap_at_next", "maximiser_at_next", "relative_gain_at_next")
    require_keys(case, ("lam", "k", *wholes, *tens))
    lam, k = inner(case.member("lam")), count(case.member("k"), 2, 16)
    if 3 * k / (1 - lam) > LARGEST_FAILS_FROM:
        raise case.member("lam").fault(f"so near to 1 that the threshold may be greater than {LARGEST_FAILS_FROM:,}")
    recorded: dict[str, Recorded] = {
        **{name: case.member(name).integer(1) for name in wholes},
        **{name: decimal(case.member(name)) for name in tens},
    }

    def compute() -> dict[str, Recorded]:
        found = threshold(lam, k)
        best = maximiser(lam, k, found.greatest + 1)
        gaps = (digits(scaled_excess(lam, k, found.greatest + more), 10) for more in (0, 1))
        return {
            **dict(zip(wholes, (*found[:3], ceil(3 * k / (1 - lam) - 1)), strict=True)),
            **dict(zip(tens, (*gaps, digits(best.p_most, 10), digits(best.relative_gain, 6)), strict=True)),
        }

    return case_of_fields(case, f"k={k}, λ={lam}", recorded, compute)


def _read_maximiser(case: Field) -> Case:
    """Return a case of `drest-maximisers/1`: the best distribution for one N."""
    require_keys(case, ("lam", "k", "N", "p_max", "p_other", "relative_gain_over_uniform", "neutrality_bits"))
    (k, lam, number) = _sizes(case)
    gain = decimal(case.member("relative_gain_over_uniform"))
    recorded: dict[str, Recorded] = {
        **{name: decimal(case.member(name)) for name in ("p_max", "p_other")},
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

    return case_of_fields(case, f"k={k}, λ={lam}, N={number}", recorded, compute)


DREST_SCHEMAS: Mapping[str, Callable[[Field], Case]] = {
    "drest-counterexamples/1": _read_counterexample,
    "drest-hybrid-steps/1": _read_hybrid_steps,
    "drest-layouts/1": read_layout,
    "drest-maximisers/1": _read_maximiser,
    "drest-returns/1": _read_return,
    "drest-returns-basis/1": _read_basis,
    "drest-thresholds/1": _read_threshold,
}
"""The reader of a case, by schema."""
