"""Checks of side effects: certificates of deviations, what is left out, runs by hand, and the pairs."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife.board import CRATE, LIFE, SPAWNING, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import (
    LENGTHS,
    SMALL_CHANGE,
    Density,
    Plan,
    SideEffect,
    SideEffects,
    Size,
    check_certificate,
    check_side_effects,
    earth_mover_distance,
    earth_mover_distance_certified,
    plan_cost,
    side_effects,
    side_effects_certified,
    side_effects_of_run,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.cell_types import READINGS, life_of
from formal_rl.safelife.side_effects.certificate import (
    UNIT,
    Bounds,
    Certificate,
    CertifiedTransportResult,
    cost_bounds,
    lower_bound,
    upper_bound,
)
from formal_rl.safelife.side_effects.earth_mover import TransportResult
from formal_rl.safelife.side_effects.earth_mover_certified import earth_mover_by_rounds_certified
from formal_rl.safelife.side_effects.side_effects import Drop, at_least
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import drawn_board
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL

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


def masses(size: tuple[int, int], most: int) -> list[Density]:
    """Return all densities of a size with counts from 0 to ``most``."""
    height, width = size
    return [
        Density([counts[row * width : (row + 1) * width] for row in range(height)])
        for counts in product(range(most + 1), repeat=height * width)
    ]


# --- Certificates by hand ---


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
def _perturbed(scope: Scope, certified: Certified, checked: Checked) -> Iterator[Case]:
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
    yield from EarthMoverPair("bounds as close as asked for", earth_mover_distance, certified, checked).parts(scope)
    by_rounds = EarthMoverPair("by rounds", earth_mover_distance, earth_mover_by_rounds_certified, checked)
    yield from by_rounds.parts(scope)
    yield _perturbed(scope, certified, checked)


# --- Pairs ---


@frozen
class EarthMoverPair:
    """The deviation as it is defined, and with a certificate: it holds, and is as close as asked for.

    The definition's value lies between the bounds, up to the rounding that it states for its costs.
    """

    name: str
    definition: Callable[..., TransportResult]
    fast: Certified
    checked: Checked = check_certificate

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all small densities, and on drawn ones, for each ground distance."""
        domain = "all pairs of small densities, and drawn ones, for each ground distance"
        branches = ("first has more", "second has more", "as much", "drawn")
        return (decide_cases(self.name, self._compared(scope), branches=branches, domain=domain),)

    def _compared(self, scope: Scope) -> Iterator[Case]:
        for (branch, first, second), distance in product(pairs_of_densities(scope), LENGTHS):
            defined, got = self.definition(first, second, distance), self.fast(first, second, distance, SMALLEST_GAP)
            lower, upper = self.checked(first, second, got, distance)
            least, most, value = lower - defined.rounding, upper + defined.rounding, Fraction(defined.value)
            close = upper - lower <= SMALLEST_GAP * max(first.mass, second.mass)
            right = close and least <= value <= most and abs(got.value - value) <= most - least
            yield branch, unless(right, f"{self.name}: {first!r} to {second!r}, {distance}", defined, got)


EARTH_MOVER_PAIRS = (
    EarthMoverPair("earth_mover_distance_certified", earth_mover_distance, earth_mover_distance_certified),
    EarthMoverPair("earth_mover_by_rounds_certified", earth_mover_distance, earth_mover_by_rounds_certified),
)
"""The pairs of the earth mover deviation."""


_PROBABILITIES: tuple[Fraction | int, ...] = (0, Fraction(1, 3), 1)
_SHARES: tuple[Fraction | int, ...] = (0, Fraction(1, 2))
_TINY = Fraction(1, 10**9)


@frozen
class SideEffectsPair:
    """Side effects as they are defined, and in the certified form: the same boards, cell types and densities.

    The values differ by no more than the bounds of both leave open, and that is little.
    """

    name: str
    definition: Callable[..., SideEffects]
    fast: Callable[..., SideEffects]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on drawn boards, in every reading."""
        number = 40 if scope.is_full else 2
        branches = [f"{reading}, {what}" for reading in READINGS for what in ("with draws", "without draws")]
        domain = (
            f"{number} pairs of boards of all sixteen bits drawn from seed {scope.seed}, sides of 1 to 5, the first "
            "with a spawner; each reading of cell types and distance, with small changes and without, three spawn "
            "probabilities, up to 3 steps and 12 samples"
        )
        return (decide_cases(self.name, self._compared(scope, number), branches=branches, domain=domain),)

    def _compared(self, scope: Scope, number: int) -> Iterator[Case]:
        generator = Random(scope.seed)
        for pair in range(number):
            height, width = generator.randint(1, 5), generator.randint(1, 5)
            initial, final = (drawn_board(generator, height, width) for _ in range(2))
            if pair == 0:
                initial = initial.with_cells({(0, 0): SPAWNER})
            for probability, reading, distance, share in product(_PROBABILITIES, READINGS, LENGTHS, _SHARES):
                boards = (initial, final, generator.randint(0, 3))
                options: dict[str, Any] = {
                    "samples": generator.randint(1, 12),
                    "spawn_probability": probability,
                    "inaction_draws": SeededDraws(2 * pair),
                    "action_draws": SeededDraws(2 * pair + 1),
                    "cell_types": reading,
                    "distance": distance,
                    "share": share,
                }
                wrong = differing(self.definition(*boards, **options), self.fast(*boards, **options))
                about = f"{self.name} of {boards}, {options}: {wrong.about}" if wrong else ""
                may_spawn = probability not in {0, 1} and any(board.find(SPAWNING) for board in (initial, final))
                branch = f"{reading}, {'with' if may_spawn else 'without'} draws"
                yield branch, wrong and Disagreement(about, wrong.expected, wrong.got)


def differing(expected: SideEffects, got: SideEffects) -> Disagreement | None:
    """Return where two side effects differ by more than their bounds leave open, if they do."""
    settings = tuple(
        (each.steps, each.samples, each.cell_types, each.distance, each.baseline) for each in (expected, got)
    )
    if settings[0] != settings[1]:
        return Disagreement("settings and baseline", *settings)
    densities = [[effect[:4] for effect in both.effects] for both in (expected, got)]
    if densities[0] != densities[1]:
        return Disagreement("cell types and densities", densities[0], densities[1])
    for one, other in zip(expected.effects, got.effects, strict=True):
        open_to = _gap(one) + _gap(other)
        if abs(Fraction(one.value) - Fraction(other.value)) > open_to:
            return Disagreement(f"value of {one.name}", one.value, other.value)
        most = _TINY * (1 + one.inaction.mass + one.action.mass)
        if open_to > most:
            return Disagreement(f"gap of {one.name}", f"at most {float(most)}", float(open_to))
    return None


def _gap(effect: SideEffect) -> Fraction:
    return Fraction(effect.value) - Fraction(effect.lower)


SIDE_EFFECT_PAIRS = (SideEffectsPair("side_effects_certified", side_effects, side_effects_certified),)
"""The pair of side effects."""


_GREEN, _YELLOW = coloured(LIFE, "green"), coloured(LIFE, "yellow")
_BLOCKS = board_of(5, 10, [((row, column), _GREEN) for row, column in product((1, 2), (1, 2, 6, 7))])
"""Two green blocks."""

_ONE_COMES_BACK = board_of(5, 10, [(place, _GREEN) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
"""Four dots of which three corners of the first block come after a step, and all four from the next on."""


# --- What the published code leaves out, to the bit ---


def dropped_by_hand(published: Drop) -> Iterator[Example]:
    """Yield what is left of changes, exactly and as published."""

    def kept(drop: Drop, first: list[int], second: list[int], samples: int = 1000, share: Any = SMALL_CHANGE) -> Any:
        return kept_of(drop, Density([first], samples), Density([second], samples), share)

    def kept_of(drop: Drop, first: Density, second: Density, share: Any = SMALL_CHANGE) -> Any:
        return tuple(each.counts[0] for each in drop(first, second, share))

    exact = partial(kept, without_small_changes)
    beside, small_gone = ([1000, 501, 1], [0, 500, 0]), ((1000, 0, 0), (0, 0, 0))
    about = "changes of 1, 501/1000 - 500/1000 and 1/1000 - 0"
    yield (f"{about}, exactly", "both small ones go", small_gone, exact, *beside)
    why = "0.501 - 0.5 is 0.0010000000000000009 > 0.001: it stays; 0.001 - 0 goes"
    yield ("the same as published", why, ((1000, 501, 0), (0, 500, 0)), kept, published, *beside)
    larger, why = ([1000, 502, 2], [0, 500, 0]), "0.002 - 0 and 0.502 - 0.5 are more than a thousandth"
    yield ("changes of 2/1000 as published", why, ((1000, 502, 2), (0, 500, 0)), kept, published, *larger)
    yield ("nothing changes", "0 is not more than 0", ((0, 0), (0, 0)), kept, published, [3, 7], [3, 7], 9)
    tenth, why = ([10, 3, 8], [0, 2, 7], 10, Fraction(1, 10)), "0.3 - 0.2 is below 0.1: it goes; 0.8 - 0.7 stays"
    yield ("a tenth of the greatest, published", why, ((10, 0, 8), (0, 0, 7)), kept, published, *tenth)
    sides = Density([[1000, 501]], 1000), Density([[0, 250]], 500)
    yield ("over 1000 boards and 500", "0.501 and 250/500", ((1000, 501), (0, 250)), kept_of, published, *sides)
    unlike = ([1000, 0, 0, 0], [0, 0, 1, 2], 1)
    yield ("changes of 1000, 1 and 2", "2 is more than a thousandth", ((1000, 0, 0, 0), (0, 0, 0, 2)), exact, *unlike)
    sides = Density([[1000, 1]], 1000), Density([[0, 1]], 2000)
    why = "1/1000 - 1/2000 of 1 goes"
    yield ("one of 1000 boards and of 2000", why, ((1000, 0), (0, 0)), kept_of, without_small_changes, *sides)
    why = "1 of 1000 stays"
    yield ("a share of 0", why, ((1000, 1, 0), (0, 0, 0)), exact, [1000, 1, 3], [0, 0, 3], 1, 0)
    yield ("no change at all", "nothing is left", ((0, 0), (0, 0)), exact, [0, 7], [0, 7], 1)


def _boards_by_hand(published: Drop) -> Iterator[Example]:
    about = "two blocks: one is gone, one is back after two steps, n = 1000"
    why = "four cells are gone; of the other block a corner lives in 999 of 1000 states: 0.001 more"
    yield (f"{about}, exactly", why, 4.0, _on_green, {"share": SMALL_CHANGE})
    yield (f"{about}, as published", why, 4.001, _on_green, {"share": SMALL_CHANGE, "drop": published})
    yield (f"{about}, with nothing left out", why, 4.001, _on_green, {})


def _on_green(options: dict[str, Any]) -> float:
    effect = side_effects_certified(_BLOCKS, _ONE_COMES_BACK, 0, samples=1000, **options).of(_GREEN)
    assert effect is not None
    return round(effect.value, 9)


@part(
    "a thousandth of the greatest change, in double precision",
    branches=("stays", "goes", "in all"),
    domain="each number of 1000 boards and the next, beside a change of 1: exactly all go, as published 964 stay",
)
def _every_count(published: Drop) -> Iterator[Case]:
    """Yield each number of a thousand boards and the next, beside a cell that all have and one that none has."""
    whole = range(1000)
    first, second = Density([[1000, *whole]], 1000), Density([[0, *(count + 1 for count in whole)]], 1000)
    exactly, (_, rounded) = without_small_changes(first, second), published(first, second, SMALL_CHANGE)
    for count in whole:
        stays = (count + 1) / 1000 - count / 1000 > 0.001
        expected, got = (0, count + 1 if stays else 0), (exactly[1].counts[0][count + 1], rounded.counts[0][count + 1])
        yield "stays" if stays else "goes", equal(f"{count + 1} of 1000 boards against {count}", expected, got)
    number = sum(map(bool, rounded.counts[0]))
    yield "in all", equal("how many of 1000 stay", 964, number)


# --- Side effects as a whole ---

_OPEN = Level(
    board_of(3, 4, [((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), ((2, 3), CRATE)]), Board.empty(3, 4), name="an open exit"
)


def _of_runs() -> Iterator[Example]:
    block = tuple(product((1, 2), (1, 2)))
    others = ((4, 5), CRATE), ((4, 7), WALL), ((0, 6), PLAYER), ((5, 0), SPAWNER)
    initial = board_of(6, 8, [*((place, _GREEN) for place in block), *others])
    final = initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): CRATE})
    spawner, crate = ("spawner", 152, 0.0, Fraction(1)), ("crate", 32788, 0.197375, Fraction(1))
    found = (("crate", 32788, 0.197375, Fraction(1)), ("green life", 1033, 4.0, Fraction(4)), spawner)
    crates, both = (0.098688, Fraction(1, 2), 0.098688), (8.592126, Fraction(11), 0.781102)
    for name, measure in (("by the definition", side_effects), ("certified", side_effects_certified)):
        run = partial(measure, initial, final, 1, samples=2, spawn_probability=0)
        why = "4 of 4, and tanh(1/5) of 1; spawners alike"
        yield (f"a block removed and a crate pushed, {name}", why, found, _all_of, run)
        all_there, third = tuple(each[2] for each in (found[1], crate)), partial(run, share=Fraction(1, 3))
        why = "all change by 1: it is all there"
        yield (f"with a third of the greatest left out, {name}", why, all_there, _values, third, 1033, 32788)
        yield (f"what is not scored, {name}", "blue life", None, lambda run: run().of(2057), run)
        weights, why = {1033: 2, 32788: 3, 2057: 7}, "2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1"
        yield (f"its total, {name}", why, both, _total, run, weights)
        half, why = {32788: Fraction(1, 2)}, "tanh(1/5) / 2 of 1/2, over 1"
        yield (f"the total over crates, half of each, {name}", why, crates, _total, run, half)
        yield (f"no weights, {name}", "0 of 0", (0.0, Fraction(0), 0.0), _total, run, {})
        of_run = partial(side_effects_of_run, _OPEN, _OPEN.board, 0, measure=measure, samples=1)
        about, why = f"a level with an open exit, the published types, {name}", "exits are not scored; the crate is"
        yield (about, why, (("crate", 32788, 0.0, Fraction(1)),), _all_of, of_run)
        in_paper, why = partial(of_run, cell_types="paper"), "the start has 784 for 272, and 378 for 122"
        changed = (122, 272, 378, 784)
        yield (f"the types of the paper, {name}", why, (1.0,) * 4, _values, in_paper, *changed)
        yield (f"and no other changes, {name}", why, 4.0, _in_all, in_paper)
    always = Level(SPAWNER_IN_A_CELL, Board.empty(3, 3), spawn_probability=1)
    walled = partial(side_effects_of_run, always, SPAWNER_IN_A_CELL.with_cells({(1, 1): WALL}), 2, samples=2)
    spawned = ("yellow life", life_of(3), 0.5, Fraction(1, 2)), ("yellow spawner", 1688, 1.0, Fraction(1))
    yield ("a level's spawn probability", "1: it lives after every other step", spawned, _all_of, walled)
    yield ("the greatest float below a third", "rounded down", 1 / 3, at_least, Fraction(1, 3))
    yield ("that below nothing", "none is negative", 0.0, at_least, Fraction(-1, 3))
    yield ("that below a half", "itself", 0.5, at_least, Fraction(1, 2))
    yield ("that below two thirds", "two thirds as a float are less", 2 / 3, at_least, Fraction(2, 3))
    yield ("that below a tenth", "a tenth as a float is more", 0.09999999999999999, at_least, Fraction(1, 10))


def _all_of(measured: Callable[[], SideEffects]) -> tuple[Any, ...]:
    """Return all that is scored, by name."""
    effects = sorted(measured().effects, key=lambda each: each.name)
    return tuple((each.name, each.cell_type, round(each.value, 6), each.mass) for each in effects)


def _in_all(measured: Callable[[], SideEffects]) -> float:
    return sum(each.value for each in measured().effects)


def _values(measured: Callable[[], SideEffects], *types: int) -> tuple[float, ...]:
    return tuple(round(each.value, 6) for each in measured().effects if each.cell_type in types)


def _total(measured: Callable[[], SideEffects], weights: Any) -> tuple[float, Fraction, float]:
    total = measured().total(weights)
    return round(total.value, 6), total.mass, round(total.fraction, 6)


# --- Both forms, and what certificates prove ---

_KINDS = (_GREEN, HARD_LIFE | RED, _YELLOW, CRATE, WALL, SPAWNER)
_MANY = board_of(3, 4, zip(((0, 2), (1, 1), (1, 2), (2, 3), (2, 0), (0, 0)), _KINDS, strict=True))
_FEWER = _MANY.with_cells({(0, 2): 0, (2, 3): 0, (2, 2): CRATE, (1, 3): _GREEN})


@part(
    "both forms of side effects",
    branches=("paper", "published"),
    domain="a board of 3 x 4 with spawner, crate and life of three colours, and another: each reading of cell "
    "types and distance, with small changes and without, spawn probability 0 or 1/2; each certificate checked",
)
def _in_both_forms() -> Iterator[Case]:
    shares: tuple[Fraction | int, ...] = (0, Fraction(1, 3))
    readings = product(("paper", "published"), LENGTHS, shares)
    for number, (cell_types, distance, share) in enumerate(readings):
        options: dict[str, Any] = {
            "samples": 3 + number % 3,
            "spawn_probability": (0, Fraction(1, 2))[number // 2 % 2],
            "inaction_draws": SeededDraws(2 * number),
            "action_draws": SeededDraws(2 * number + 1),
            "cell_types": cell_types,
            "distance": distance,
            "share": share,
            "drop": without_small_changes_published if number % 4 == 1 else without_small_changes,
        }
        expected = side_effects(_MANY, _FEWER, number % 3, **options)
        got = side_effects_certified(_MANY, _FEWER, number % 3, **options)
        wrong = differing(expected, got)
        if wrong is None:
            check_side_effects(got, share, options["drop"])
        yield cell_types, wrong and Disagreement(f"{options}: {wrong.about}", wrong.expected, wrong.got)


def _refused() -> Iterator[Example]:
    good = side_effects_certified(_MANY, _FEWER, 0, samples=2)
    (first, *others) = good.effects
    yield ("side effects that are certified", "nothing is said", None, check_side_effects, good)
    for about, changed in (
        ("one without a certificate", {"certificate": None}),
        ("a lower bound that is not proven", {"lower": first.value + 0.001}),
        ("a value above its bounds", {"value": first.value + 0.001}),
        ("a value below its bounds", {"value": first.value - 0.001, "lower": 0.0}),
        ("another density", {"inaction": first.action}),
    ):
        wrong = evolve(good, effects=(first._replace(**changed), *others))
        yield (about, "refused", InvalidCertificate, check_side_effects, wrong)


def as_a_whole(published: Drop) -> Iterator[Part]:
    """Check what the published code leaves out, and side effects of runs: by hand, and in both forms."""
    yield _every_count(published)
    yield check_examples(_boards_by_hand(published), "boards whose side effects rounding decides")
    yield check_examples(_of_runs(), "side effects of runs by hand")
    yield check_examples(_refused(), "side effects that are not certified")
    yield _in_both_forms()
