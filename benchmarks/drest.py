"""Gridworlds and the DREST reward: the metrics of every world, the closed form of the return, the threshold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import process_time

from benchmarks.tables import Progress, Table, cpu_seconds, milliseconds, times
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    World,
    expected_return,
    expected_return_incremental,
    greatest_coins,
    greatest_coins_incremental,
    measure_incremental,
    named_world,
    uniform_policy,
)
from formal_rl.gridworlds.theorem import expected_return_in_roots, threshold

_GAMMA = Fraction(19, 20)
_P = (Fraction(1, 3), Fraction(2, 3))
_ONES = (1, 1)
_ENUMERATED_LENGTH = 8


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the metrics by world, the return by the number of mini-episodes, and the threshold by λ and k."""
    yield _metrics(progress)
    yield _returns(progress, full=full)
    yield _thresholds(progress, full=full)


def _measured(world: World) -> None:
    greatest_coins_incremental(world, _GAMMA)
    measure_incremental(world, uniform_policy, _GAMMA)


def _metrics(progress: Progress) -> Table:
    rows, total = [], 0.0
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        progress(f"drest: {name}")
        world = named_world(name)
        longest = max(greatest_coins_incremental(world, _GAMMA))
        spent = cpu_seconds(lambda world=world: _measured(world))
        total += spent
        ratio = "-"
        if longest <= _ENUMERATED_LENGTH:
            fast = cpu_seconds(lambda world=world: greatest_coins_incremental(world, _GAMMA))
            begun = process_time()
            greatest_coins(world, _GAMMA)
            ratio = times((process_time() - begun) / fast)
        rows.append((name, str(longest), milliseconds(spent), ratio))
    rows.append(("all", "", milliseconds(total), ""))
    return Table(
        "Exact m_l, E(C | L = l) and Pr{L = l} of the uniform policy, by dynamic programming",
        ("world", "longest", "CPU time", "m_l over all trajectories, to that"),
        rows,
        f"The trajectories grow like 4 to the length; a dash: longer than {_ENUMERATED_LENGTH}, left out.",
    )


def _returns(progress: Progress, *, full: bool) -> Table:
    rows = []
    for number in (2, 4, 8, 12, 16, 64, 256) if full else (2, 4, 8, 12, 64):
        progress(f"drest: {number} mini-episodes")
        closed = cpu_seconds(lambda number=number: expected_return_incremental(_P, _ONES, Fraction(1, 2), number))
        rooted = cpu_seconds(lambda number=number: expected_return_in_roots(_P, _ONES, Fraction(9, 10), number))
        summed = "-"
        if 2**number <= 70_000:
            begun = process_time()
            expected_return(_P, _ONES, Fraction(1, 2), number)
            summed = times((process_time() - begun) / closed)
        rows.append((str(number), milliseconds(closed), milliseconds(rooted), summed))
    return Table(
        "The expected return of N mini-episodes, k = 2, p = (1/3, 2/3), exact",
        ("N", "closed form, λ = 1/4", "in powers of the root, λ = 9/10", "over all sequences, to the closed form"),
        rows,
        "A dash: too many sequences, left out.",
    )


def _thresholds(progress: Progress, *, full: bool) -> Table:
    rows, total = [], 0.0
    bases = [Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), *([Fraction(999, 1000)] if full else [])]
    for lam in bases:
        for k in (2, 3, 4):
            progress(f"drest: threshold, λ = {lam}, k = {k}")
            begun = process_time()
            found = threshold(lam, k)
            spent = process_time() - begun
            total += spent
            scaled = f"{float((1 - lam) * found.greatest):.3f}"
            rows.append((str(lam), str(k), str(found.greatest), scaled, milliseconds(spent)))
    rows.append(("all", "", "", "", milliseconds(total)))
    return Table(
        "The threshold N*, up to which uniform lengths are the one best",
        ("λ", "k", "N*", "(1 - λ) N*", "CPU time"),
        rows,
        "As λ goes to 1, (1 - λ) N* goes to a limit for each k: to 6 for k = 2.",
    )
