"""Certificates of earth mover deviations: what they prove, and that nothing else is proved by them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import TypeAlias

from attrs import evolve

from formal_rl.checking import Case, Disagreement, Example, Part, Scope, part, unless
from formal_rl.errors import FormalRLError, InvalidCertificate
from formal_rl.safelife.side_effects import LENGTHS, Density, Plan, Size, plan_cost
from formal_rl.safelife.side_effects.certificate import (
    UNIT,
    Bounds,
    Certificate,
    CertifiedTransportResult,
    cost_bounds,
    lower_bound,
    upper_bound,
)
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.statements.wainwright_2019.deviations import masses

Certified: TypeAlias = Callable[..., CertifiedTransportResult]
Checked: TypeAlias = Callable[..., Bounds]
Perturbed: TypeAlias = Iterator[CertifiedTransportResult]

SMALLEST_GAP = Fraction(1, 10**9)


def drawn_density(random: Random, height: int, width: int, samples: int) -> Density:
    """Return a density of this size with drawn counts, a third of them nothing."""
    return Density(
        [[max(0, random.randint(-samples // 2, samples)) for _ in range(width)] for _ in range(height)], samples
    )


def pairs_of_densities(scope: Scope) -> Iterator[tuple[str, Density, Density]]:
    """Yield pairs of small densities in all ways, then drawn ones, with the name of what they show."""
    for height, width, most in ((2, 2, 2), (1, 5, 1), (2, 3, 1)) if scope.is_full else ((1, 3, 1),):
        for first, second in product(masses((height, width), most), repeat=2):
            more = "first has more" if first.mass > second.mass else "second has more"
            yield "as much" if first.mass == second.mass else more, first, second
    random = Random(scope.seed)
    for number in range(60 if scope.is_full else 4):
        height, width = random.randint(1, 7), random.randint(1, 7)
        samples, others = random.choice(((10, 10), (1000, 1000), (6, 10)))
        first = drawn_density(random, height, width, samples)
        yield "drawn", first, drawn_density(random, height, width, others if number % 2 else samples)


# --- by hand ---


def certificates_by_hand(checked: Checked) -> Iterator[Example]:
    """Yield a certificate that is right, and those that are wrong in one place."""
    size, plan = Size(1, 4), Plan(1, (Move((0, 0), (0, 1), 1),))
    (a_step, at_most), (two_steps, _), part_of = cost_bounds(1), cost_bounds(2), Fraction(1, UNIT)
    certificate, bounds = Certificate(((a_step, 0, a_step, two_steps),)), Bounds(a_step * part_of, at_most * part_of)
    good = CertifiedTransportResult(plan_cost(plan, size), plan, certificate, bounds)
    first, second = Density([[1, 0, 0, 0]]), Density([[0, 1, 0, 0]])
    asked = partial(checked, first, second)

    def prices(*numbers: int) -> CertifiedTransportResult:
        certificate = Certificate((numbers,))
        claimed = Bounds(lower_bound(first, second, certificate), bounds.upper)
        return good._replace(certificate=certificate, bounds=claimed)

    def moving(*moves: Move) -> CertifiedTransportResult:
        return _with_plan(good, Plan(1, moves), size, "torus")

    why = "the price falls by tanh(1/5) along the step, and by no more than it may anywhere"
    yield ("a cell that moves by a step", why, bounds, asked, good)
    nothing = Bounds(Fraction(0), bounds.upper)
    yield ("the same with all prices 0", "nothing falls, so nothing is proved", nothing, asked, prices(0, 0, 0, 0))
    missing = good._replace(certificate=Certificate(((a_step, 0, 0),)))
    to_the_end, back = Move((0, 0), (0, 3), 1), Move((0, 3), (0, 1), 1)
    for about, arithmetic, wrong in (
        ("the price of the source a part higher", "it falls by more than tanh(1/5)", prices(a_step + 1, 0, 0, 0)),
        (
            "prices that fall by tanh(1/5) along each of two steps",
            "over both together they fall by more than tanh(2/5), though by no more between neighbours",
            prices(2 * a_step, a_step, 0, a_step),
        ),
        ("a price above one", "removing costs no more than one", prices(*(UNIT + 1,) * 4)),
        ("a price that is missing", "each location has one", missing),
        ("a lower bound a part too high", "it is the sum of price times difference", _claiming(good, 1, 0)),
        ("an upper bound a part too low", "it is what the plan costs", _claiming(good, 0, -1)),
        ("a plan that moves nothing", "the first density stays", moving()),
        ("a plan that moves to another location", "the second density is not there", moving(to_the_end)),
        ("a plan that moves in two goes", "what comes to a location may not leave it again", moving(to_the_end, back)),
        ("another value", "the value lies between the bounds", good._replace(value=good.value + 0.001)),
    ):
        yield (about, arithmetic, InvalidCertificate, asked, wrong)


def _with_plan(result: CertifiedTransportResult, plan: Plan, size: Size, distance: str) -> CertifiedTransportResult:
    upper = upper_bound(plan, size, distance)
    return result._replace(plan=plan, value=float(upper), bounds=result.bounds._replace(upper=upper))


def _claiming(result: CertifiedTransportResult, lower: int, upper: int) -> CertifiedTransportResult:
    """Claim bounds so many parts higher."""
    claimed = Bounds(result.bounds.lower + Fraction(lower, UNIT), result.bounds.upper + Fraction(upper, UNIT))
    return result._replace(bounds=claimed)


# --- what is found ---


@part(
    "bounds as close as asked for",
    branches=("first has more", "second has more", "as much", "drawn"),
    domain="all pairs of small densities, and drawn ones, for each ground distance",
)
def _sound(scope: Scope, certified: Certified, checked: Checked) -> Iterator[Case]:
    for name, first, second in pairs_of_densities(scope):
        for distance in LENGTHS:
            about, good = f"{first!r} to {second!r}, {distance}", "bounds as close as asked for"
            try:
                bounds = checked(first, second, certified(first, second, distance, SMALLEST_GAP), distance)
                close = bounds.upper - bounds.lower <= SMALLEST_GAP * max(first.mass, second.mass)
                yield name, unless(close, about, good, bounds)
            except FormalRLError as error:
                yield name, Disagreement(about, good, error)


# --- what is refused ---


def _dearer(first: Density, second: Density, result: CertifiedTransportResult, _: str) -> Perturbed:
    """Change one price so that more would be proved than is true, and claim it."""
    prices = result.certificate.dual_variables
    for row, column in product(range(first.height), range(first.width)):
        difference = first[row, column] - second[row, column]
        if difference:
            changed = [list(line) for line in prices]
            changed[row][column] += UNIT // 1000 if difference > 0 else -UNIT // 1000
            certificate = Certificate(tuple(map(tuple, changed)))
            lower = lower_bound(first, second, certificate)
            yield result._replace(certificate=certificate, bounds=result.bounds._replace(lower=lower))


def _claimed(first: Density, second: Density, result: CertifiedTransportResult, _: str) -> Perturbed:
    """Claim other bounds than follow."""
    yield _claiming(result, 1, 0)
    yield _claiming(result, 0, -1)


def _replanned(first: Density, second: Density, result: CertifiedTransportResult, distance: str) -> Perturbed:
    """Leave out a part of the plan, or let one more unit go, and claim what that costs."""
    plan, changed = result.plan, list[Plan]()
    for number, move in enumerate(plan.moves):
        others = plan.moves[:number] + plan.moves[number + 1 :]
        changed += [evolve(plan, moves=others), evolve(plan, moves=(*others, move._replace(mass=move.mass + 1)))]
    for name in ("removed", "created"):
        if getattr(plan, name):
            changed.append(evolve(plan, **{name: getattr(plan, name)[1:]}))
    for each in changed:
        yield _with_plan(result, each, Size(first.height, first.width), distance)


PERTURBATIONS = {"price": _dearer, "claim": _claimed, "plan": _replanned}


@part(
    "perturbed certificates are refused",
    branches=PERTURBATIONS,
    domain="drawn densities of 3 x 4: each price, each claim and each part of the plan changed",
)
def _refused(scope: Scope, certified: Certified, checked: Checked) -> Iterator[Case]:
    random = Random(scope.seed)
    for number in range(30 if scope.is_full else 6):
        distance = tuple(LENGTHS)[number % len(LENGTHS)]
        first, second = (drawn_density(random, 3, 4, 10) for _ in range(2))
        deviation = certified(first, second, distance, SMALLEST_GAP)
        for name, perturbed in PERTURBATIONS.items():
            for wrong in perturbed(first, second, deviation, distance):
                try:
                    got: object = checked(first, second, wrong, distance)
                except InvalidCertificate:
                    got = InvalidCertificate
                about = f"{name} of {first!r} to {second!r}, {distance}"
                yield name, unless(got is InvalidCertificate, about, InvalidCertificate, got)


def certificates(scope: Scope, certified: Certified, checked: Checked) -> Iterator[Part]:
    """Check what certificates prove, for all small densities, and that perturbed ones are refused.

    That it is sound: mass that moves from x to y pays at least the fall of the price between them, and what is removed
    or created at least the price or its negative; summed over a plan this is price times first less second density.
    """
    yield _sound(scope, certified, checked)
    yield _refused(scope, certified, checked)
