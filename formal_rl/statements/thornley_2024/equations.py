"""Checks of the equations of Appendix D, and of Lemma D.2: what equalising probabilities does to the return."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.gridworlds import Value, expected_return, expected_return_incremental
from formal_rl.gridworlds.theorem import hybrid, hybrid_returns, return_by_thresholds, step, step_closed
from formal_rl.gridworlds.theorem.appendix_d import Step, count_chances
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Definition,
    distributions,
    fractions,
    ones,
    shown,
)

_Pairs = Sequence[tuple[Value, Value]]
_A, _B = Fraction(2, 3), Fraction(1, 3)


def _returns_by_sequences(pairs: _Pairs, lam: Fraction, root: Fraction) -> tuple[Fraction, ...]:
    """Return what `hybrid_returns` does, summed over all sequences of a, b and any other length."""
    returns = [Fraction(0)] * len(pairs)
    for sequence in product("ab-", repeat=len(pairs)):
        probability = Fraction(1)
        for letter, (a, b) in zip(sequence, pairs, strict=True):
            probability *= {"a": a, "b": b, "-": 1 - a - b}[letter]
        for i, letter in enumerate(sequence):
            if letter != "-" and probability:
                returns[i] += probability * lam ** sequence[:i].count(letter) * root**-i
    return tuple(returns)


def _unequal_pairs(parts: int) -> Iterator[tuple[Fraction, Fraction]]:
    yield from ((a, b) for a, b, _ in distributions(3, parts) if a > b)


def _everywhere(least: int, most: int, parts: int) -> Iterator[tuple[Fraction, Fraction, int, Fraction, Fraction, str]]:
    """Yield p_a, p_b, the number of mini-episodes, the root of λ, λ, and these in words."""
    for (k, root), (a, b), number in product(KINDS, _unequal_pairs(parts), range(least, most + 1)):
        yield a, b, number, root, root**k, f"p = {shown((a, b))}, λ = {root**k}, k = {k}"


def equations(
    scope: Scope,
    *,
    hybrid_returns: Definition = hybrid_returns,
    hybrid: Definition = hybrid,
    by_thresholds: Definition = return_by_thresholds,
    step: Definition = step,
) -> Iterator[Part]:
    """Check (1) to (8) against sums over sequences, and (9), which fails, in both readings."""
    most = min(max(3, scope.steps(quick=4, full=5)), 6)
    parts = 4 if scope.is_full else 3
    grid = f"k = 2 and 3, the root of λ 1/2 and, for k = 2, 9/10; p_a > p_b multiples of 1/{parts}"
    hybrids, many = f"{grid}; at most {most} mini-episodes, every hybrid", f"{grid}; 2 to {most} mini-episodes, every m"

    @part(
        "(1) to (3): the return of a length, by thresholds of its count",
        branches=("always a", "not always"),
        domain=f"against all sequences: {hybrids}",
    )
    def conditional() -> Iterator[Case]:
        for a, b, number, root, lam, where in _everywhere(1, most, parts):
            for unequal in range(number):
                before = hybrid(a, b, unequal, number - 1)
                expected = _returns_by_sequences((*before, (Fraction(1), Fraction(0))), lam, root)[-1]
                got = by_thresholds([chance for chance, _ in before], lam, root)
                about = f"the return of a in mini-episode {number} after {before}, {where}"
                yield "always a" if a == 1 else "not always", equal(about, expected, got)

    @part(
        "(4) to (6): the returns of the hybrids",
        branches=("two lengths", "other lengths too"),
        domain=f"against all sequences: {hybrids}",
    )
    def unconditional() -> Iterator[Case]:
        for a, b, number, root, lam, where in _everywhere(1, most, parts):
            for unequal in range(number + 1):
                chances = (*((a, b),) * unequal, *(((a + b) / 2,) * 2,) * (number - unequal))
                got = hybrid_returns(hybrid(a, b, unequal, number), lam, root)
                about = f"the returns of a and b, {unequal} of {number} unequal, {where}"
                branch = "other lengths too" if a + b < 1 else "two lengths"
                yield branch, equal(about, _returns_by_sequences(chances, lam, root), got)

    @part(
        "(7) is (8): nothing changes before m; in m and after it, what step says",
        branches=("m = 1", "m > 1"),
        domain=f"against all sequences: {many}",
    )
    def cancelled() -> Iterator[Case]:
        for a, b, number, root, lam, where in _everywhere(2, most, parts):
            returns = [_returns_by_sequences(hybrid(a, b, unequal, number), lam, root) for unequal in range(number + 1)]
            for m in range(1, number + 1):
                changes = [new - old for new, old in zip(returns[m - 1], returns[m], strict=True)]
                found = step(a, b, m, root=root, lam=lam, number=number)
                right = [Fraction(0)] * (m - 1) + [found.immediate], found.later, found.total
                got = changes[:m], sum(changes[m:]), sum(changes)
                yield (
                    f"m {'=' if m == 1 else '>'} 1",
                    equal(f"equalising mini-episode {m} of {number}, {where}", got, right),
                )

    def signs(later: bool) -> Iterator[Case]:
        for a, b, number, root, lam, where in _everywhere(2, most, parts):
            for m in range(1, number + 1 - later):
                found = step(a, b, m, root=root, lam=lam, number=number)
                change = found.later if later else -found.immediate
                about = f"the {'change after' if later else 'loss in'} mini-episode {m} of {number}, {where}"
                branch = "m = 1: none" if m == 1 else f"m > 1: a {'loss' if later else 'gain'}"
                yield branch, unless(change < 0 if m > 1 else change == 0, about, "< 0, and 0 for m = 1", change)

    def nine(whole: bool) -> Iterator[Case]:
        for number, m in sorted((number, m) for m, number in combinations(range(1, most + 1), 2)):
            branch = f"N = {number}, m = {m}"
            about = f"{branch}, λ = 1/4, k = 2, p = {shown((_A, _B))}"
            if whole:
                later = step(_A, _B, m, root=HALF, lam=QUARTER, number=number).later
                yield branch, unless(later >= 0, f"{about}: the change after m", ">= 0", later)
                continue
            for j, n in product(range(m + 1, number + 1), range(number - 1)):
                new, old = (_at_most(n, hybrid(_A, _B, unequal, j - 1)) for unequal in (m - 1, m))
                changed = f"{about}: Pr{{count of a <= {n}}} + Pr{{count of b <= {n}}} in mini-episode {j}"
                yield branch, unless(new >= old, changed, f">= {old}", new)

    nines = f"λ = 1/4, k = 2, p = (2/3, 1/3), N from 2 to {most}"
    yield check_examples(
        (
            (
                "equalising mini-episode 2 of 3, p = (2/3, 1/3), λ = 1/4, k = 2",
                "1/6 * 1/4 * 2; A = 1/2, B = 3/4: in mini-episode 3 (4/2) * ((5/8)(1/2 + 3/4) - (1/4 + 9/16))",
                Step(Fraction(1, 12), Fraction(-1, 16)),
                lambda: step(_A, _B, 2, root=HALF, lam=QUARTER, number=3),
            ),
            (
                "a after a chance of 2/3 and one of 1/2, λ = 1/4, k = 2",
                "never 1/6, once 1/2, twice 1/3: 4 * (1/6 + 1/2 * 1/4 + 1/3 * 1/16)",
                Fraction(5, 4),
                *(by_thresholds, (_A, HALF), QUARTER, HALF),
            ),
            (
                "the hybrid unequal in the first of two mini-episodes, p = (2/3, 1/3), λ = 1/4, k = 2",
                "1, then 2 * 1/2 * (1/2 + 3/4)",
                fractions("1", "5/4"),
                *(hybrid_returns, hybrid(_A, _B, 1, 2), QUARTER, HALF),
            ),
            (
                "a after never being chosen in 2 mini-episodes",
                "1 * 4, as the weight grows",
                Fraction(4),
                *(by_thresholds, (0, 0), QUARTER, HALF),
            ),
        )
    )
    yield from (decided() for decided in (conditional, unconditional, cancelled))
    first_term, gain = "(8), first term: a gain in mini-episode m", ("m = 1: none", "m > 1: a gain")
    yield decide_cases(first_term, signs(later=False), branches=gain, domain=many)
    yield decide_cases("(9): no loss after mini-episode m", nine(whole=True), domain=nines).meant_to_fail(
        on="N = 3, m = 2, …: the change after m: expected '>= 0', got Fraction(-1, 16)"
    )
    yield decide_cases(
        "(9) for each threshold of the counts",
        nine(whole=False),
        domain=f"{nines}, every m, mini-episode and threshold",
    ).meant_to_fail(on="N = 3, m = 2, … in mini-episode 3: expected '>= 5/9', got Fraction(1, 2)")
    corrected, loss = "(9) corrected: a loss after mini-episode m", ("m = 1: none", "m > 1: a loss")
    yield decide_cases(corrected, signs(later=True), branches=loss, domain=many)


def _at_most(n: int, chances: _Pairs) -> Fraction:
    """Return Pr{count of a <= n} + Pr{count of b <= n}."""
    return sum((sum(count_chances([pair[i] for pair in chances])[: n + 1], Fraction(0)) for i in (0, 1)), Fraction(0))


# --- Lemma D.2 ---

_CHAIN = (
    *(("0", "0"), ("1/12", "-2101/4096"), ("5/24", "-1845/2048"), ("19/48", "-1159/1024")),
    *(("65/96", "-585/512"), ("211/192", "-211/256"), ("665/384", "0")),
)
"""At once and later, for m = 1 to 7: λ = 1/4, k = 2, N = 7, p = (2/3, 1/3)."""

_BOUND_KINDS = ((2, Fraction(1, 10)), (2, HALF), (2, NINE_TENTHS), (3, HALF), (3, Fraction(3, 4)))


def sufficient_bound(lam: Fraction, s: Fraction) -> Fraction:
    """Return 4 / ((1 - λ) s): up to so many mini-episodes Lemma D.2 holds for two lengths of probability s together.

    Ledger: T24-LD2*
    """
    return 4 / ((1 - lam) * s)


def lemma(
    scope: Scope,
    *,
    returns: Definition = expected_return_incremental,
    closed: Definition = step_closed,
    bound: Definition = sufficient_bound,
) -> Iterator[Part]:
    """Check Lemma D.2: its refutation, the exact value of each step of its proof, and a bound under which it holds."""
    largest = min(max(3, scope.steps(quick=4, full=5)), 6)
    parts, longest = (8, 40) if scope.is_full else (6, 24)

    @part("the letter", domain="λ = 1/4, k = 2, (2/3, 1/3), N from 2 to 7, all sequences of lengths")
    def letter() -> Iterator[Case]:
        for number in range(2, 8):
            before, after = (expected_return(p, (1, 1), HALF, number) for p in ((_A, _B), (HALF, HALF)))
            about = f"N = {number}, λ = 1/4, (2/3, 1/3) made equal: the return"
            yield f"N = {number}", unless(after > before, about, f"> {before}", after)

    @part(
        "what a step changes, in closed form",
        branches=tuple(f"N = {number}" for number in range(2, largest + 1)),
        domain=f"N from 2 to {largest}, each m, on more values of p_a, p_b, λ and the root than the degree in each: "
        "the same polynomials",
    )
    def identity() -> Iterator[Case]:
        for number in range(2, largest + 1):
            shares = [Fraction(i, number + 1) for i in range(number + 1)]
            for a, b, lam, root, m in product(shares, shares, shares[1:], shares[1:], range(1, number + 1)):
                expected, got = (form(a, b, m, root=root, lam=lam, number=number) for form in (step, closed))
                yield f"N = {number}", equal(f"a, b, λ, root = {shown((a, b, lam, root))}, m = {m}", expected, got)

    @part(
        "the sign of a step",
        branches=("the step lowers", "the step raises"),
        domain="λ = 1/4 and 81/100, k = 2, N = 2, 7, 31, every third m > 1, p_a > p_b multiples of 1/4",
    )
    def signs() -> Iterator[Case]:
        for root, (a, b), number in product((HALF, NINE_TENTHS), _unequal_pairs(4), (2, 7, 31)):
            half = (1 - root**2) * (a + b) / 2
            for m in range(2, number + 1, 3):
                total = closed(a, b, m, root=root, lam=root**2, number=number).total
                rest = 1 - half / root * sum(((1 - half) / root) ** t for t in range(number - m))
                right = (total > 0) == (rest > 0) and (total < 0) == (rest < 0)
                about = f"the sign of step {m} of {number}, p = {shown((a, b))}, root {root}"
                yield f"the step {'lowers' if total < 0 else 'raises'}", unless(right, about, rest, total)

    @part(
        "the lemma up to 4 / ((1 - λ) s) mini-episodes",
        branches=("at the bound", "below it"),
        domain="λ = 1/100, 1/4, 81/100 for k = 2 and 1/8, 27/64 for k = 3; p multiples of "
        f"1/{parts}; N from 2 to the bound, at most {longest}",
    )
    def corrected() -> Iterator[Case]:
        for (k, root), p in ((kind, p) for kind in _BOUND_KINDS for p in distributions(kind[0], parts) if p[0] > p[1]):
            s, lam = p[0] + p[1], root**k
            equalised, greatest = (s / 2, s / 2, *p[2:]), int(bound(lam, s))
            for number in range(2, min(greatest, longest) + 1):
                before, after = (returns(each, ones(k), root, number) for each in (p, equalised))
                about = f"λ = {lam}, N = {number}: the return of {shown(equalised)} in place of {shown(p)}"
                branch = "at the bound" if number == greatest else "below it"
                yield branch, unless(after > before, about, f"> {before}", after)

    @part(
        "the expansion in the proof of the bound",
        domain=f"terms 1 to {longest}, on more values of z and h than the degree in each: the same polynomials",
    )
    def expansion() -> Iterator[Case]:
        for i, h in product(range(1, longest + 1), fractions("5/8", "1/3")):
            for z in (Fraction(j, i + 2) for j in range(i + 2)):
                expected = (1 - h + h * z) * (1 - z) ** i + (1 - h - h * z) * (1 + z) ** i - 2 * (1 - h)
                got = sum(z ** (2 * m) * comb(i, 2 * m - 1) * _bracket(i, m, h) for m in range(1, (i + 1) // 2 + 1))
                yield "term i", equal(f"term {i} of the proof, h = {h}, z = {z}", expected, got)

    @part(
        "the brackets in the proof of the bound",
        branches=("only one", "several"),
        domain="(1 - λ) s = 1/10, 1/4, 2/5, 3/4, 99/100; all i + 1 up to the bound",
    )
    def brackets() -> Iterator[Case]:
        for cs in fractions("1/10", "1/4", "2/5", "3/4", "99/100"):
            for i in range(1, int(4 / cs)):
                first, *others = (_bracket(i, m, 1 - cs / 2) for m in range(1, (i + 1) // 2 + 1))
                right = first <= 0 and all(each < 0 for each in others) and (i > 1 or first < 0)
                about, rule = (
                    f"the brackets of term {i}, c s = {cs}",
                    "the first <= 0, the others and that of i = 1 < 0",
                )
                yield "several" if others else "only one", unless(right, about, rule, (first, *others))

    why = "q = 2, c = 3/4, d = 1/6, h = 5/8, B - A = (3/4)^(m-1) - (1/2)^(m-1)"
    steps = [Step(*fractions(*texts)) for texts in _CHAIN]
    yield check_examples(
        (
            *(
                (f"step {m} of 7", why, right, lambda m: closed(_A, _B, m, root=HALF, lam=QUARTER, number=7), m)
                for m, right in enumerate(steps, start=1)
            ),
            ("all steps", "61741/4096 - 985/64", Fraction(-1299, 4096), lambda: sum(each.total for each in steps)),
            ("the return of (1/3, 2/3)", "see T24-T5.1", Fraction(985, 64), returns, (_B, _A), (1, 1), HALF, 7),
            ("the return of (1/2, 1/2)", "so, too", Fraction(61741, 4096), returns, (HALF, HALF), (1, 1), HALF, 7),
        ),
        "the chain of steps at N = 7",
    )
    yield letter().meant_to_fail(on="N = 7, λ = 1/4, …: expected '> 985/64', got Fraction(61741, 4096)")
    yield from (decided() for decided in (corrected, identity, signs, expansion, brackets))


def _bracket(i: int, m: int, h: Fraction) -> Fraction:
    """Return c (s (i - 2m + 1) / (2m) - 2h / c), where c s = 2 (1 - h)."""
    return (1 - h) * Fraction(i - 2 * m + 1, m) - 2 * h


# --- Mutants ---


def _strict_thresholds(chances: Sequence[Value], lam: Value, root: Value) -> Fraction:
    """Take Pr{count < n} for Pr{count <= n}."""
    before, lam = len(chances), Fraction(lam)
    below, total = Fraction(0), lam**before
    for n, chance in enumerate(count_chances(chances)[:-1]):
        total += below * (lam**n - lam ** (n + 1))
        below += chance
    return total * Fraction(root) ** -before


def _gaining_later(step: Definition) -> Callable[..., Step]:
    def wrong(a: Value, b: Value, m: int, **given: Value) -> Step:
        right = step(a, b, m, **given)
        return Step(right.immediate, -right.later)

    return wrong


def late_exponent(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """Return the expected return with i/k for (i - 1)/k."""
    return expected_return_incremental(p, u, root, number) / root


def _closed_one_fewer_before(a: Value, b: Value, m: int, *, root: Value, lam: Value, number: int) -> Step:
    """Take the powers A and B of m for m - 1."""
    right = step_closed(a, b, m, root=root, lam=lam, number=number)
    c = 1 - Fraction(lam)
    gap, wrong = ((1 - c * b) ** power - (1 - c * a) ** power for power in (m - 1, m))
    return Step(right.immediate * wrong / gap, right.later * wrong / gap) if gap else right


MISSING = "The text that we had lacks the formulas; they are reconstructed from the sentences around them."

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-eqs",
        kind="lemma",
        title="the equations of the proof",
        claim="The return of a length is its least return plus an excess for each threshold of its count (1 to 3); "
        "the same holds for the hybrid policies (4 to 6); making the probabilities of two lengths equal in one more "
        "mini-episode changes the return in this one and in later ones (7, 8), and lowers it in no later one (9).",
        source=f"{THORNLEY_2024}, Appendix D, equations (1) to (9)",
        check=equations,
        mutants={
            "i/k for (i - 1)/k": {
                "hybrid_returns": lambda pairs, lam, root: tuple(x / root for x in hybrid_returns(pairs, lam, root))
            },
            "n counted after the reward": {
                "hybrid_returns": lambda pairs, lam, root: tuple(x * lam for x in hybrid_returns(pairs, lam, root))
            },
            "λ for 1 - λ": {"hybrid_returns": lambda pairs, lam, root: hybrid_returns(pairs, 1 - Fraction(lam), root)},
            "the first mini-episodes made equal": {"hybrid": lambda *given: hybrid(*given)[::-1]},
            "counts below a threshold": {"by_thresholds": _strict_thresholds},
            "later mini-episodes gain": {"step": _gaining_later(step)},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: (1) to (8) against all sequences of lengths, k = 2 and 3, at most 4 mini-episodes, "
        "three λ, probabilities multiples of 1/3, every hybrid; (9) refuted in both readings, at N = 3 first",
        defects=f"{MISSING} (9), as reconstructed, has the wrong sign.",
        repair="(1) to (8) hold; in place of (9), every step but that of the first mini-episode lowers the return of "
        "later ones, and that of the first changes nothing",
        witness="N = 3, λ = 1/4, k = 2, p = (2/3, 1/3): making mini-episode 2 equal changes the return of "
        "mini-episode 3 by -1/16; Pr{count of a = 0} + Pr{count of b = 0} there falls from 5/9 to 1/2",
    ),
    Statement(
        id="T24-LD2",
        kind="lemma",
        title="equalising two probabilities",
        claim="Let two maximally USEFUL policies differ only in the probabilities of two lengths, which are equal in "
        "the one and unequal in the other. Then the one with equal probabilities has the greater expected return, for "
        "any number of mini-episodes greater than 1.",
        source=f"{THORNLEY_2024}, Lemma D.2",
        check=lemma,
        mutants={
            "later mini-episodes gain": {"closed": _gaining_later(step_closed)},
            "λ for 1 - λ in a step": {
                "closed": lambda *given, lam, **others: step_closed(*given, lam=1 - Fraction(lam), **others)
            },
            "one mini-episode too many before a step": {"closed": _closed_one_fewer_before},
            "6 for 4 in the bound": {"bound": lambda lam, s: 6 / ((1 - lam) * s)},
            "i/k for (i - 1)/k": {"returns": late_exponent},
        },
        verdict="refuted",
        evidence="exhaustive: the witness over all sequences; the value of a step as polynomials, N to 4; the repair "
        "on grids of p, k = 2 and 3, five λ, every N to the bound or 24; argued in docs/findings/drest_theorem.md",
        defects=MISSING,
        repair="it holds for N <= 4 / ((1 - λ) s), where s is the probability of the two lengths together",
        witness="λ = 1/4, k = 2, N = 7: (1/3, 2/3) returns 985/64, made equal 61741/4096, which is less; "
        "steps 2 to 5 of 7 lower the return",
    ),
)
