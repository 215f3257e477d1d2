"""Side effects: certificates of deviations, what is left out, and runs, by hand and in both forms."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.checking import Rows, Scope, among, both, by_hand, drawn, every, meets, raised
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife import side_effects as s
from formal_rl.safelife.board import Board
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import (
    SMALL_CHANGE,
    Density,
    Plan,
    Size,
    check_certificate,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.certificate import (
    UNIT,
    Bounds,
    Certificate,
    CertifiedTransportResult,
    cost_bounds,
    lower_bound,
    upper_bound,
)
from formal_rl.safelife.side_effects.earth_mover_certified import earth_mover_by_rounds_certified
from formal_rl.safelife.side_effects.side_effects import at_least
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL

GAP, TINY, HALF, THIRD = Fraction(1, 10**9), Fraction(1, 10**9), Fraction(1, 2), Fraction(1, 3)


def masses(size: tuple[int, int], most: int) -> list[Density]:
    """Return all densities of a size with counts from 0 to ``most``."""
    height, width = size
    return [
        Density([counts[row * width : (row + 1) * width] for row in range(height)])
        for counts in product(range(most + 1), repeat=height * width)
    ]


def drawn_density(random: Random, height: int, width: int, samples: int) -> Density:
    """Return a density of this size with drawn counts, a third of them nothing."""
    return Density(
        [[max(0, random.randint(-samples // 2, samples)) for _ in range(width)] for _ in range(height)], samples
    )


# --- Certificates ---


def with_plan(result: Any, plan: Plan, size: Size, distance: str = "torus") -> Any:
    """Return a result with another plan, and what that costs."""
    upper = upper_bound(plan, size, distance)
    return result._replace(plan=plan, value=float(upper), bounds=result.bounds._replace(upper=upper))


def claiming(result: Any, lower: int, upper: int) -> Any:
    """Return a result that claims bounds so many parts higher."""
    bounds = result.bounds
    return result._replace(bounds=Bounds(bounds.lower + Fraction(lower, UNIT), bounds.upper + Fraction(upper, UNIT)))


def certificates_by_hand() -> Rows:
    """Yield a certificate that is right, and those that are wrong in one place."""
    size, plan = Size(1, 4), Plan(1, (Move((0, 0), (0, 1), 1),))
    (a_step, at_most), (two_steps, _) = cost_bounds(1), cost_bounds(2)
    certificate = Certificate(((a_step, 0, a_step, two_steps),))
    bounds = Bounds(Fraction(a_step, UNIT), Fraction(at_most, UNIT))
    good = CertifiedTransportResult(s.plan_cost(plan, size), plan, certificate, bounds)
    first, second = Density([[1, 0, 0, 0]]), Density([[0, 1, 0, 0]])

    def prices(*numbers: int) -> Any:
        certificate = Certificate((numbers,))
        lower = lower_bound(first, second, certificate)
        return good._replace(certificate=certificate, bounds=Bounds(lower, bounds.upper))

    def moving(*moves: Move) -> Any:
        return with_plan(good, Plan(1, moves), size)

    to_the_end, back = Move((0, 0), (0, 3), 1), Move((0, 3), (0, 1), 1)
    for why, expected, result in (
        ("the price falls by tanh(1/5) along the step, and by no more than it may anywhere", bounds, good),
        ("all prices 0: nothing is proved", Bounds(Fraction(0), bounds.upper), prices(0, 0, 0, 0)),
        ("the source is a part dearer", InvalidCertificate, prices(a_step + 1, 0, 0, 0)),
        ("over two steps more than tanh(2/5)", InvalidCertificate, prices(2 * a_step, a_step, 0, a_step)),
        ("removing costs no more than one", InvalidCertificate, prices(*(UNIT + 1,) * 4)),
        ("a price is missing", InvalidCertificate, good._replace(certificate=Certificate(((a_step, 0, 0),)))),
        ("a lower bound a part too high", InvalidCertificate, claiming(good, 1, 0)),
        ("an upper bound a part too low", InvalidCertificate, claiming(good, 0, -1)),
        ("a plan that moves nothing", InvalidCertificate, moving()),
        ("a plan that moves to another location", InvalidCertificate, moving(to_the_end)),
        ("what comes to a location may not leave it again", InvalidCertificate, moving(to_the_end, back)),
        ("another value", InvalidCertificate, good._replace(value=good.value + 0.001)),
    ):
        yield why, expected, raised(check_certificate, first, second, result)


def pairs_of_densities(scope: Scope) -> Iterator[tuple[Density, Density]]:
    """Yield pairs of small densities in all ways."""
    for height, width, most in ((2, 2, 2), (1, 5, 1), (2, 3, 1)) if scope.is_full else ((1, 3, 1),):
        yield from product(masses((height, width), most), repeat=2)


def two_densities(random: Random) -> tuple[Density, Density]:
    """Return two drawn densities of one size, over as many samples or not."""
    height, width = random.randint(1, 7), random.randint(1, 7)
    samples, others = random.choice(((10, 10), (1000, 1000), (6, 10)))
    return drawn_density(random, height, width, samples), drawn_density(random, height, width, others)


def certified(pair: tuple[Density, Density], distance: str) -> tuple[Any, Any]:
    """Return that both certified forms prove bounds as close as asked for, with the value between; or what they find.

    That it is sound: mass that moves from x to y pays at least the fall of the price between them, and what is removed
    or created at least the price or its negative; summed over a plan this is price times first less second density.
    """
    defined, most = s.earth_mover_distance(*pair, distance), GAP * max(each.mass for each in pair)
    for form in (s.earth_mover_distance_certified, earth_mover_by_rounds_certified):
        got = form(*pair, distance, GAP)
        lower, upper = check_certificate(*pair, got, distance)
        least, greatest, value = lower - defined.rounding, upper + defined.rounding, Fraction(defined.value)
        close = upper - lower <= most and abs(got.value - value) <= greatest - least
        if not (close and least <= value <= greatest):
            return defined, got
    return meets(True, "proved", None)


def perturbed(random: Random) -> list[tuple[Any, ...]]:
    """Return what is perturbed of a certified result: each price, each claim and each part of the plan."""
    distance = random.choice(tuple(s.LENGTHS))
    first, second = (drawn_density(random, 3, 4, 10) for _ in range(2))
    result = s.earth_mover_distance_certified(first, second, distance, GAP)
    plan, wrong = result.plan, [claiming(result, 1, 0), claiming(result, 0, -1)]
    for row, column in product(range(3), range(4)):
        difference = first[row, column] - second[row, column]
        if difference:
            changed = [list(line) for line in result.certificate.dual_variables]
            changed[row][column] += UNIT // 1000 if difference > 0 else -UNIT // 1000
            certificate = Certificate(tuple(map(tuple, changed)))
            bounds = result.bounds._replace(lower=lower_bound(first, second, certificate))
            wrong.append(result._replace(certificate=certificate, bounds=bounds))
    plans = [evolve(plan, **{name: getattr(plan, name)[1:]}) for name in ("removed", "created") if getattr(plan, name)]
    for number, move in enumerate(plan.moves):
        others = plan.moves[:number] + plan.moves[number + 1 :]
        plans += [evolve(plan, moves=others), evolve(plan, moves=(*others, move._replace(mass=move.mass + 1)))]
    wrong += [with_plan(result, each, Size(3, 4), distance) for each in plans]
    return [(first, second, each, distance) for each in wrong]


def refused(asked: list[tuple[Any, ...]]) -> tuple[Any, Any]:
    """Return that each perturbed result is refused."""
    return [InvalidCertificate] * len(asked), [raised(check_certificate, *each) for each in asked]


# --- What is left out ---


def dropped_by_hand() -> Rows:
    """Yield what is left of changes, exactly and as published."""
    exact: Any = without_small_changes
    published: Any = without_small_changes_published
    for why, left, drop, first, second, samples, share in (
        ("501/1000 - 500/1000 and 1/1000 - 0 go", ([1000, 0, 0], [0] * 3), exact, [1000, 501, 1], [0, 500, 0], 1000, 0),
        (
            "0.501 - 0.5 is 0.0010000000000000009: it stays; 0.001 - 0 goes",
            ([1000, 501, 0], [0, 500, 0]),
            *(published, [1000, 501, 1], [0, 500, 0], 1000, 0),
        ),
        ("more than a thousandth", ([1000, 502, 2], [0, 500, 0]), published, [1000, 502, 2], [0, 500, 0], 1000, 0),
        ("0 is not more than 0", ([0, 0], [0, 0]), published, [3, 7], [3, 7], 9, 0),
        (
            "0.3 - 0.2 is below 0.1: it goes; 0.8 - 0.7 stays",
            ([10, 0, 8], [0, 0, 7]),
            *(published, [10, 3, 8], [0, 2, 7], 10, Fraction(1, 10)),
        ),
        ("2 is more than a thousandth", ([1000, 0, 0], [0, 0, 2]), exact, [1000, 0, 0], [0, 1, 2], 1, 0),
        ("no change at all", ([0, 0], [0, 0]), exact, [0, 7], [0, 7], 1, 0),
        ("a share of 0: 1 of 1000 stays", ([1000, 1, 0], [0] * 3), exact, [1000, 1, 3], [0, 0, 3], 1, None),
    ):
        share_ = 0 if share is None else share or SMALL_CHANGE
        kept = drop(Density([first], samples), Density([second], samples), share_)
        yield why, left, tuple(list(each.counts[0]) for each in kept)
    of_sides: Any
    for drop, of_sides, both_left in (
        (published, (Density([[1000, 501]], 1000), Density([[0, 250]], 500)), ((1000, 501), (0, 250))),
        (exact, (Density([[1000, 1]], 1000), Density([[0, 1]], 2000)), ((1000, 0), (0, 0))),
    ):
        found = tuple(each.counts[0] for each in drop(*of_sides, SMALL_CHANGE))
        yield "0.501 and 250/500 stay; 1/1000 - 1/2000 of 1 goes", both_left, found


def blocks_by_hand() -> Rows:
    """Yield boards whose side effects rounding decides."""
    green = c.coloured(c.LIFE, "green")
    blocks = board_of(5, 10, [((row, column), green) for row, column in product((1, 2), (1, 2, 6, 7))])
    comes_back = board_of(5, 10, [(place, green) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
    for options, value in (
        ({"share": SMALL_CHANGE}, 4.0),
        ({"share": SMALL_CHANGE, "drop": without_small_changes_published}, 4.001),
        ({}, 4.001),
    ):
        effect: Any = s.side_effects_certified(blocks, comes_back, 0, samples=1000, **options).of(green)
        why = "one is gone, one is back after two steps, n = 1000: 4 exactly, 4.001 as published"
        yield why, value, round(effect.value, 9)


def thousandths() -> tuple[Any, Any]:
    """Return which changes by one board of 1000 stay, beside a cell that all have and one that none has: 964."""
    whole = range(1000)
    first, second = Density([[1000, *whole]], 1000), Density([[0, *(count + 1 for count in whole)]], 1000)
    exactly, (_, rounded) = without_small_changes(first, second), without_small_changes_published(first, second)
    stay = [count + 1 if (count + 1) / 1000 - count / 1000 > 0.001 else 0 for count in whole]
    got = list(exactly[1].counts[0][1:]), list(rounded.counts[0][1:]), sum(map(bool, rounded.counts[0]))
    return ([0] * 1000, stay, 964), got


# --- Side effects as a whole ---


def differing(expected: Any, got: Any) -> Any:
    """Return where two side effects differ by more than their bounds leave open, as two things; None if nowhere."""
    settings = [(each.steps, each.samples, each.cell_types, each.distance, each.baseline) for each in (expected, got)]
    if settings[0] != settings[1]:
        return settings
    densities = [[effect[:4] for effect in both.effects] for both in (expected, got)]
    if densities[0] != densities[1]:
        return densities
    for one, other in zip(expected.effects, got.effects, strict=True):
        open_to = sum(Fraction(each.value) - Fraction(each.lower) for each in (one, other))
        apart = abs(Fraction(one.value) - Fraction(other.value)) > open_to
        if apart or open_to > TINY * (1 + one.inaction.mass + one.action.mass):
            return one.value, other.value
    return None


def runs_by_hand() -> Rows:
    """Yield side effects of runs."""
    green, block = c.coloured(c.LIFE, "green"), tuple(product((1, 2), (1, 2)))
    others = ((4, 5), c.CRATE), ((4, 7), c.WALL), ((0, 6), c.PLAYER), ((5, 0), c.SPAWNER)
    initial = board_of(6, 8, [*((place, green) for place in block), *others])
    final = initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): c.CRATE})
    spawner, crate = ("spawner", 152, 0.0, Fraction(1)), ("crate", 32788, 0.197375, Fraction(1))
    exits = [((1, 1), c.PLAYER), ((0, 0), c.LEVEL_EXIT), ((2, 3), c.CRATE)]
    level = Level(board_of(3, 4, exits), Board.empty(3, 4), name="an open exit")
    for measure in (s.side_effects, s.side_effects_certified):
        run = measure(initial, final, 1, samples=2, spawn_probability=0)
        life = ("green life", 1033, 4.0, Fraction(4))
        yield "4 of 4, and tanh(1/5) of 1; spawners alike", [crate, life, spawner], all_of(run)
        third = measure(initial, final, 1, samples=2, spawn_probability=0, share=THIRD)
        yield "all change by 1: with a third of the greatest left out it is all there", [crate, life], all_of(third)[:2]
        yield "blue life is not scored", None, run.of(2057)
        for why, weights, total in (
            ("2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1", {1033: 2, 32788: 3, 2057: 7}, (8.592126, 11, 0.781102)),
            ("tanh(1/5) / 2 of 1/2, over 1", {32788: HALF}, (0.098688, HALF, 0.098688)),
            ("no weights: 0 of 0", {}, (0.0, 0, 0.0)),
        ):
            found = run.total(weights)
            yield why, total, (round(found.value, 6), found.mass, round(found.fraction, 6))
        of_level = s.side_effects_of_run(level, level.board, 0, measure=measure, samples=1)
        yield "exits are not scored; the crate is", [("crate", 32788, 0.0, Fraction(1))], all_of(of_level)
        in_paper = s.side_effects_of_run(level, level.board, 0, measure=measure, samples=1, cell_types="paper")
        changed = {each.cell_type: each.value for each in in_paper.effects if each.value}
        yield "the start has 784 for 272, and 378 for 122", dict.fromkeys((122, 272, 378, 784), 1.0), changed
    always = Level(SPAWNER_IN_A_CELL, Board.empty(3, 3), spawn_probability=1)
    walled = s.side_effects_of_run(always, SPAWNER_IN_A_CELL.with_cells({(1, 1): c.WALL}), 2, samples=2)
    spawned = ("yellow life", life_of(3), 0.5, Fraction(1, 2)), ("yellow spawner", 1688, 1.0, Fraction(1))
    yield "spawn probability 1: it lives after every other step", list(spawned), all_of(walled)
    for part, value in ((THIRD, 1 / 3), (-THIRD, 0.0), (HALF, 0.5), (2 * THIRD, 2 / 3)):
        yield "rounded down, and none is negative", value, at_least(part)
    yield "a tenth as a float is more", 0.09999999999999999, at_least(Fraction(1, 10))


def all_of(run: Any) -> list[tuple[Any, ...]]:
    """Return all that is scored, by name."""
    effects = sorted(run.effects, key=lambda each: each.name)
    return [(each.name, each.cell_type, round(each.value, 6), each.mass) for each in effects]


KINDS = (c.coloured(c.LIFE, "green"), c.HARD_LIFE | c.RED, c.coloured(c.LIFE, "yellow"), c.CRATE, c.WALL, c.SPAWNER)
MANY = board_of(3, 4, zip(((0, 2), (1, 1), (1, 2), (2, 3), (2, 0), (0, 0)), KINDS, strict=True))
FEWER = MANY.with_cells({(0, 2): 0, (2, 3): 0, (2, 2): c.CRATE, (1, 3): KINDS[0]})


def in_both_forms(number: int, cell_types: str, distance: str, share: Any) -> tuple[Any, Any]:
    """Return that the two forms of side effects differ nowhere, and are certified; or where they differ."""
    options: dict[str, Any] = {
        "samples": 3 + number % 3,
        "spawn_probability": (0, HALF)[number // 2 % 2],
        "inaction_draws": SeededDraws(2 * number),
        "action_draws": SeededDraws(2 * number + 1),
        "cell_types": cell_types,
        "distance": distance,
        "share": share,
        "drop": without_small_changes_published if number % 4 == 1 else without_small_changes,
    }
    expected, got = (form(MANY, FEWER, number % 3, **options) for form in (s.side_effects, s.side_effects_certified))
    s.check_side_effects(got, share, options["drop"])
    return None, differing(expected, got)


def refused_by_hand() -> Rows:
    """Yield side effects that are not certified."""
    good = s.side_effects_certified(MANY, FEWER, 0, samples=2)
    (first, *others) = good.effects
    yield "nothing is said of what is certified", None, raised(s.check_side_effects, good)
    for why, changed in (
        ("without a certificate", {"certificate": None}),
        ("a lower bound that is not proven", {"lower": first.value + 0.001}),
        ("a value above its bounds", {"value": first.value + 0.001}),
        ("a value below its bounds", {"value": first.value - 0.001, "lower": 0.0}),
        ("another density", {"inaction": first.action}),
    ):
        wrong = evolve(good, effects=(first._replace(**changed), *others))
        yield why, InvalidCertificate, raised(s.check_side_effects, wrong)


READINGS = [
    (number, *each) for number, each in enumerate(product(("paper", "published"), s.LENGTHS, (0, Fraction(1, 3))))
]
SIDE_EFFECTS = (
    by_hand(certificates_by_hand, "certificates by hand"),
    by_hand(dropped_by_hand, "what rounding leaves in"),
    by_hand(blocks_by_hand, "boards whose side effects rounding decides"),
    by_hand(runs_by_hand, "side effects of runs by hand"),
    by_hand(refused_by_hand, "side effects that are not certified"),
    every(
        "both certified forms",
        certified,
        both(among("all pairs of small densities", pairs_of_densities), drawn("drawn ones", two_densities, 4, 60)),
        among("each ground distance", s.LENGTHS),
    ),
    every("perturbed certificates are refused", refused, drawn("densities of 3 x 4", perturbed, 6, 30)),
    every(
        "a thousandth of the greatest change, in double precision",
        thousandths,
        among("each number of 1000 boards and the next: exactly all go, as published 964 stay", [()], many=True),
    ),
    every(
        "both forms of side effects",
        in_both_forms,
        among(
            "two boards of 3 x 4, each reading of cell types and distance, with small changes and without",
            READINGS,
            many=True,
        ),
    ),
)
"""Certificates, what is left out, and side effects of runs, by hand and in both forms."""
