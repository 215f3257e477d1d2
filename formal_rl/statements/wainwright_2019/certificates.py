"""Certificates of earth mover deviations: what they prove, and that nothing else is proved by them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeAlias

from attrs import evolve

from formal_rl.checking import Case, Example, Part, Scope, check_examples, part, unless
from formal_rl.errors import FormalRLError, InvalidCertificate
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Density,
    Plan,
    Size,
    check_certificate,
    earth_mover_distance_certified,
    plan_cost,
)
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

Certified: TypeAlias = Callable[..., CertifiedTransportResult]
Checked: TypeAlias = Callable[..., Bounds]
Perturbation: TypeAlias = Callable[
    [Density, Density, CertifiedTransportResult, str], Iterator[CertifiedTransportResult]
]

SMALLEST_GAP = Fraction(1, 10**9)


def small_densities(height: int, width: int, most: int) -> Iterator[Density]:
    """Yield every density of this size whose counts are at most ``most``."""
    for counts in product(range(most + 1), repeat=height * width):
        yield Density([counts[row * width : (row + 1) * width] for row in range(height)])


def drawn_density(random: Random, height: int, width: int, samples: int) -> Density:
    """Return a density of this size with drawn counts, a third of them nothing."""
    return Density(
        [[max(0, random.randint(-samples // 2, samples)) for _ in range(width)] for _ in range(height)], samples
    )


def pairs_of_densities(scope: Scope) -> Iterator[tuple[str, Density, Density]]:
    """Yield pairs of small densities in all ways, then drawn ones, with the name of what they show."""
    for height, width, most in ((2, 2, 2), (1, 5, 1), (2, 3, 1)) if scope.is_full else ((1, 3, 1),):
        for first, second in product(small_densities(height, width, most), repeat=2):
            names = {-1: "second has more", 0: "as much", 1: "first has more"}
            difference = first.mass - second.mass
            yield names[(difference > 0) - (difference < 0)], first, second
    random = Random(scope.seed)
    for number in range(60 if scope.is_full else 4):
        height, width = random.randint(1, 7), random.randint(1, 7)
        samples, others = random.choice(((10, 10), (1000, 1000), (6, 10)))
        yield (
            "drawn",
            drawn_density(random, height, width, samples),
            drawn_density(random, height, width, others if number % 2 else samples),
        )


# --- by hand ---

_FIRST, _SECOND = Density([[1, 0, 0, 0]]), Density([[0, 1, 0, 0]])
_STEP, _TWO = cost_bounds(1), cost_bounds(2)


def _by_hand(checked: Checked) -> Iterator[Example]:
    plan = Plan(1, (Move((0, 0), (0, 1), 1),))
    value = plan_cost(plan, Size(1, 4))
    good = CertifiedTransportResult(
        value,
        plan,
        Certificate(((_STEP[0], 0, _STEP[0], _TWO[0]),)),
        Bounds(Fraction(_STEP[0], UNIT), Fraction(_STEP[1], UNIT)),
    )

    def prices(*numbers: int) -> CertifiedTransportResult:
        certificate = Certificate((numbers,))
        claimed = Bounds(lower_bound(_FIRST, _SECOND, certificate), good.bounds.upper)
        return good._replace(certificate=certificate, bounds=claimed)

    def asked(deviation: CertifiedTransportResult) -> Callable[[], Bounds]:
        return lambda: checked(_FIRST, _SECOND, deviation)

    yield (
        "a cell that moves by a step",
        "the price falls by tanh(1/5) along the step, and by no more than it may anywhere",
        good.bounds,
        asked(good),
    )
    yield (
        "the same with all prices 0",
        "nothing falls, so nothing is proved",
        Bounds(Fraction(0), good.bounds.upper),
        asked(prices(0, 0, 0, 0)),
    )
    for about, arithmetic, wrong in (
        ("the price of the source a part higher", "it falls by more than tanh(1/5)", prices(_STEP[0] + 1, 0, 0, 0)),
        (
            "prices that fall by tanh(1/5) along each of two steps",
            "over both together they fall by more than tanh(2/5), though by no more between neighbours",
            prices(2 * _STEP[0], _STEP[0], 0, _STEP[0]),
        ),
        ("a price above one", "removing costs no more than one", prices(UNIT + 1, UNIT + 1, UNIT + 1, UNIT + 1)),
        (
            "a price that is missing",
            "each location has one",
            good._replace(certificate=Certificate(((_STEP[0], 0, 0),))),
        ),
        (
            "a lower bound that is claimed a part too high",
            "it is the sum of price times difference",
            good._replace(bounds=good.bounds._replace(lower=good.bounds.lower + Fraction(1, UNIT))),
        ),
        (
            "an upper bound that is claimed a part too low",
            "it is what the plan costs",
            good._replace(bounds=good.bounds._replace(upper=good.bounds.upper - Fraction(1, UNIT))),
        ),
        ("a plan that moves nothing", "the first density stays", _with_plan(good, Plan(1))),
        (
            "a plan that moves to another location",
            "the second density is not there",
            _with_plan(good, Plan(1, (Move((0, 0), (0, 3), 1),))),
        ),
        (
            "a plan that moves in two goes",
            "what comes to a location may not leave it again",
            _with_plan(good, Plan(1, (Move((0, 0), (0, 3), 1), Move((0, 3), (0, 1), 1)))),
        ),
        ("another value", "the value lies between the bounds", good._replace(value=value + 0.001)),
    ):
        yield (about, arithmetic, InvalidCertificate, asked(wrong))


def _with_plan(deviation: CertifiedTransportResult, plan: Plan) -> CertifiedTransportResult:
    upper = upper_bound(plan, Size(1, 4))
    return deviation._replace(plan=plan, value=float(upper), bounds=deviation.bounds._replace(upper=upper))


# --- what is found ---


@part(
    "bounds as close as asked for",
    branches=("first has more", "second has more", "as much", "drawn"),
    domain="all pairs of small densities, and drawn ones, for each ground distance",
)
def _sound(scope: Scope, certified: Certified, checked: Checked) -> Iterator[Case]:
    for name, first, second in pairs_of_densities(scope):
        for distance in LENGTHS:
            mass = max(first.mass, second.mass)
            found: object
            try:
                bounds = checked(first, second, certified(first, second, distance, SMALLEST_GAP), distance)
                found = "bounds as close as asked for" if bounds.upper - bounds.lower <= SMALLEST_GAP * mass else bounds
            except FormalRLError as error:
                found = error
            about = f"{first!r} to {second!r}, {distance}"
            good = found == "bounds as close as asked for"
            yield name, unless(good, about, "bounds as close as asked for", found)


# --- what is refused ---


def _dearer(
    first: Density, second: Density, deviation: CertifiedTransportResult, _: str
) -> Iterator[CertifiedTransportResult]:
    """Change one price so that more would be proved than is true, and claim it."""
    prices = deviation.certificate.dual_variables
    for row, column in product(range(first.height), range(first.width)):
        difference = first[row, column] - second[row, column]
        if difference:
            change = UNIT // 1000 if difference > 0 else -UNIT // 1000
            changed = [list(line) for line in prices]
            changed[row][column] += change
            certificate = Certificate(tuple(map(tuple, changed)))
            lower = lower_bound(first, second, certificate)
            yield deviation._replace(certificate=certificate, bounds=deviation.bounds._replace(lower=lower))


def _claimed(
    first: Density, second: Density, deviation: CertifiedTransportResult, _: str
) -> Iterator[CertifiedTransportResult]:
    """Claim other bounds than follow."""
    lower, upper = deviation.bounds
    for claimed in (Bounds(lower + Fraction(1, UNIT), upper), Bounds(lower, upper - Fraction(1, UNIT))):
        yield deviation._replace(bounds=claimed)


def _replanned(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str
) -> Iterator[CertifiedTransportResult]:
    """Leave out a part of the plan, or let one more unit go, and claim what that costs."""
    plan, size = deviation.plan, Size(first.height, first.width)
    changed: list[Plan] = []
    for number, move in enumerate(plan.moves):
        others = plan.moves[:number] + plan.moves[number + 1 :]
        changed += [evolve(plan, moves=others), evolve(plan, moves=(*others, move._replace(mass=move.mass + 1)))]
    for name in ("removed", "created"):
        if getattr(plan, name):
            changed.append(evolve(plan, **{name: getattr(plan, name)[1:]}))
    for each in changed:
        upper = upper_bound(each, size, distance)
        yield deviation._replace(plan=each, value=float(upper), bounds=deviation.bounds._replace(upper=upper))


PERTURBATIONS: dict[str, Perturbation] = {"price": _dearer, "claim": _claimed, "plan": _replanned}


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


def certificates_by_hand(checked: Checked) -> Part:
    """Check a certificate that is right, and those that are wrong in one place."""
    return check_examples(_by_hand(checked), "certificates by hand")


def certificates(
    scope: Scope, *, certified: Certified = earth_mover_distance_certified, checked: Checked = check_certificate
) -> Iterator[Part]:
    """Check what certificates prove, for all small densities, and that perturbed ones are refused.

    That it is sound: mass that moves from x to y pays at least the fall of the price between them, and what is removed
    or created at least the price or its negative; summed over a plan this is price times first less second density.
    """
    yield _sound(scope, certified, checked)
    yield _refused(scope, certified, checked)
