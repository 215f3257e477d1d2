"""The suite of evaluators: functions that play a policy in a world and return its USEFULNESS and NEUTRALITY.

A case is a small world and a policy, written as rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

from formal_rl.conformance.adapters import gridworlds as gridworld_adapters
from formal_rl.conformance.adapters.cases import callable_with, takes_some_of
from formal_rl.conformance.engine.search import with_less
from formal_rl.conformance.engine.suite import (
    Adapter,
    Ask,
    Case,
    Suite,
    case,
    claims_of,
    no_number,
    of_the_paper,
    read_claims,
)
from formal_rl.conformance.suites.drest_suites import LOGARITHMS, TOLERANCE, pairs_text
from formal_rl.conformance.suites.gridworld_suites import NAMED, SYMMETRY, drawn_picture, seen, world_of
from formal_rl.gridworlds import (
    GridState,
    Value,
    World,
    greatest_coins_incremental,
    lengths,
    measure_incremental,
    neutrality,
    reachable,
    usefulness,
)
from formal_rl.gridworlds.policies import Markov

SOURCE = "Thornley et al. 2024, Definitions D.3 and D.4"
NAMES = ("usefulness", "neutrality")

Rule: TypeAlias = tuple[tuple[tuple[str, int], ...], tuple[Value, ...]]
"""Conditions, pairs of a name and its value, and the probabilities of up, down, left, right where they hold."""

UP, DOWN, LEFT, RIGHT = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
UNIFORM: tuple[Value, ...] = (Fraction(1, 4),) * 4
LEFT_OR_RIGHT: tuple[Value, ...] = (0, 0, Fraction(1, 2), Fraction(1, 2))
MOSTLY_RIGHT: tuple[Value, ...] = (Fraction(1, 10), 0, Fraction(1, 5), Fraction(7, 10))
_CHOICES = (UP, LEFT, RIGHT, LEFT_OR_RIGHT, MOSTLY_RIGHT)

BESIDE, WAITING = "length 1\nC1 A B1 C2", "length 2\nC1 A B1 C2"
"""The short length goes left, the long one right and right again; in the second world there is a move to spare."""

CORNER, FLAGS = "length 2\n. . .\n. . .\n. B2 .\n. A .\n. . C7", "length 4\nC1 A C2 B1 ."
"""Five rows, and a coin in the last; two coins, of which the agent may come back without one, before the button."""

NOT_ONE_BUTTON = ("length 2\nA . C1", "length 1\nB1 A B2\nC2 C1 C3", "length 2\nB1 A B1\nC1 C3 .")
"""No button, two of different delay, and two of the same: pressing either is one length."""

# --- What the definition answers ---


def seen_named(state: GridState) -> dict[str, int]:
    """Return the parts of a state that a policy sees, in order, by name."""
    coins = (f"coin {number}" for number, _ in enumerate(state.coins))
    buttons = (f"button {number}" for number, _ in enumerate(state.buttons))
    return dict(zip(("column", "row", *coins, *buttons, "remaining"), (*seen(state), state.remaining), strict=True))


def rule_policy(rules: Sequence[Rule]) -> Markov:
    """Return the policy of some rules, of which the first decides whose conditions hold."""

    def policy(world: World, state: GridState) -> tuple[Fraction, ...]:
        shown = seen_named(state).items()
        return tuple(map(Fraction, next(chances for conditions, chances in rules if dict(conditions).items() <= shown)))

    return policy


@cache
def _greatest(picture: str, gamma: Value) -> tuple[tuple[int, Fraction], ...]:
    return tuple(greatest_coins_incremental(world_of(picture), gamma).items())


def evaluated(picture: str, *rules: Rule, gamma: Value = 1) -> Case:
    """Return the case of a world and the rules of a policy."""
    greatest = tuple((length, int(m) if m == int(m) else m) for length, m in _greatest(picture, gamma))
    return case(picture=picture, policy=rules, gamma=gamma, greatest=greatest)


def _metrics(picture: str, policy: Any, gamma: Any, greatest: Any) -> dict[str, float]:
    world = world_of(picture)
    measured = measure_incremental(world, rule_policy(policy), gamma)
    useful = usefulness(measured, greatest_coins_incremental(world, gamma))
    return dict(zip(NAMES, (float(useful), neutrality(measured.probabilities)), strict=True))


# --- The claims ---


def _fewer_rules(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, ...]]:
    """Yield rules without one of them, with one condition less, and with a simpler choice."""
    for place, (conditions, chances) in enumerate(rules):
        simpler: list[tuple[Rule, ...]] = [()] if conditions else []
        if len(conditions) > 1:
            simpler += [((conditions[:at] + conditions[at + 1 :], chances),) for at in range(len(conditions))]
        if max(chances) != 1:
            simpler += [((conditions, sure),) for sure in (UP, DOWN, LEFT, RIGHT)]
        yield from (rules[:place] + each + rules[place + 1 :] for each in simpler)


_SHOWN = (
    "column, row, 1 or 0 for each coin that is still there or not, the same for each button, and the moves that remain"
)
_WORDS = f"""
place: its values, for policies that read the place
  2 worlds with one button, of 1 and 5 rows, and policies of 1 to 3 rules
  the logarithm is to base 2, and 0 log 0 is 0; each length is weighted by its probability and divided by its own m
clock: its values, for policies that read the moves that remain
  2 worlds with one button, and policies that do something else with 1 or 2 moves left
  a policy sees {_SHOWN}: before the first move the default length, and 1 before the last; an evaluator for \
policies that see no clock, as those of the paper, is right to fail here and in drawn_clock
flags: its values, for policies that read which coins and buttons are still there
  2 worlds with one button, and policies that read a flag
  a flag is 1 while the thing is there, and 0 once it is collected or pressed; coins come first
drawn: its values, for any policy without a clock in any small world with one button
  drawn worlds of up to 12 cells with one button, and policies of 2 to 5 rules that read places and flags
drawn_clock: its values, for any policy that reads the moves that remain in such a world
  the same, with a rule for one number of moves that remain
buttons: its values, in worlds with no button or several
  3 worlds; drawn worlds of up to 12 cells with none, two or three
  lengths are totals of moves: two buttons that add as many moves are one length
large: its values, in worlds of the paper and in larger ones
  4 worlds with 12 rows, 9 coins, 4 buttons and 7 walls; the worlds of the paper of up to 7 moves
  all rows and columns, walls, coins and buttons count, however many there are
"""


def _place(profile: str) -> Iterator[Case]:
    for everywhere in (UNIFORM, LEFT, RIGHT, UP):
        yield evaluated(BESIDE, ((), everywhere))
    for first, second in product(_CHOICES, repeat=2):
        yield evaluated(BESIDE, ((("column", 1),), first), ((), second))
    turns = (UP, RIGHT, DOWN, UNIFORM) if profile == "full" else (UP, RIGHT, UNIFORM)
    for first, second, third in product(turns, repeat=3):
        yield evaluated(CORNER, ((("row", 3),), first), ((("row", 2), ("column", 1)), second), ((), third))
    yield evaluated(CORNER, ((("row", 4),), UP), ((("column", 2),), DOWN), ((), RIGHT))


def _clock(profile: str) -> Iterator[Case]:
    for last, before in product(_CHOICES, repeat=2):
        if last != before:
            for remaining in (1, 2):
                yield evaluated(WAITING, ((("remaining", remaining),), last), ((), before))
    for chosen in (UP, DOWN, RIGHT):
        yield evaluated(CORNER, ((("remaining", 2), ("row", 3)), chosen), ((("column", 2),), DOWN), ((), RIGHT))


def _flags(profile: str) -> Iterator[Case]:
    choices = _CHOICES[1:]
    for name in ("coin 0", "coin 1", "button 0"):
        for there, gone in product(choices, repeat=2):
            if there != gone:
                yield evaluated(FLAGS, (((name, 1),), there), ((), gone))
    for gone in choices:
        yield evaluated(WAITING, ((("coin 0", 0),), gone), ((("button 0", 0),), LEFT), ((), LEFT_OR_RIGHT))


def _large(profile: str) -> Iterator[Case]:
    """Yield the even choice before the button; some evaluators go through all plays, so moves are few."""
    large = (
        "length 2\n" + ". .\n" * 10 + "A B1\nC1 C2",
        "length 2\nC1 C1 C1 C1 C1 C1 C2 C3 A C4 B1",
        "length 1\nB1 B2 . C2\nC1 A B1 .\nC3 B1 . .",
        "length 2\n# # # # # #\nC1 A B1 C2 # .",
    )
    for picture in (*large, *(each for each in NAMED if max(lengths(world_of(each))) <= 7)):
        yield evaluated(picture, ((("button 0", 0),), MOSTLY_RIGHT), ((), UNIFORM))


def _buttons(profile: str) -> Iterator[Case]:
    for picture in NOT_ONE_BUTTON:
        for everywhere in (UNIFORM, RIGHT, LEFT, MOSTLY_RIGHT):
            yield evaluated(picture, ((), everywhere))
            yield evaluated(picture, ((("coin 0", 0),), DOWN), ((), everywhere))


def _drawn_policy(seed: int, *buttons: int, clock: bool = False) -> Case:
    """Draw a world with one of these numbers of buttons, and a policy that reads places and flags, or a clock first."""
    draw = Random(seed)
    number = draw.choice(buttons)
    pictures = iter(lambda: drawn_picture(draw, number), None)
    picture = next(each for each in pictures if all(m for _, m in _greatest(each, 1)))
    world = world_of(picture)
    *names, _ = seen_named(world.start)
    bounds = {"column": world.width, "row": world.height}
    rules: list[Rule] = []
    if clock:
        rules.append(((("remaining", draw.randrange(1, world.default_length + 1)),), _chances(draw)))
    for _ in range(draw.randrange(1, 5)):
        read = sorted(draw.sample(names, draw.choice((1, 1, 2))), key=names.index)
        rules.append((tuple((name, draw.randrange(bounds.get(name, 2))) for name in read), _chances(draw)))
    return evaluated(picture, *rules, ((), _chances(draw)))


def _chances(draw: Random) -> tuple[Value, ...]:
    parts = [draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(4)]
    parts[draw.randrange(4)] += 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


# --- The observation of a policy ---


def what_step_shows_is_shown(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what step shows the policy on its way and the evaluator does not, and what that shows in its place.

    The clock, which comes last, is left out where the evaluator shows none.
    """
    shown = ask({**given, "asked": "shown"})
    clocked = [each for each in shown if len(each) == len(given["step_shows"][0])]
    missing = [each for each in given["step_shows"] if each not in clocked and (clocked or each[:-1] not in shown)]
    if not missing:
        return shown, shown
    there = ", ".join(str(each) for each in shown if each[: len(missing[0]) - 1] == missing[0][:-1])
    return f"step shows the policy {missing[0]}", f"shows the policy {there or 'nothing'} there"


def _stepped_through(profile: str) -> Iterator[Case]:
    for picture in (BESIDE, WAITING, CORNER):
        shown = ((*seen(state), state.remaining) for state in reachable(world_of(picture)) if state.remaining)
        yield case(**evaluated(picture, ((), UNIFORM)), step_shows=tuple(shown))


_shown = claims_of("reference", SOURCE)(
    "shown",
    "shows the policy what step shows it",
    "3 worlds with one button, and the policy that chooses evenly",
    f"a policy sees {_SHOWN}, as it would if the environment were stepped through",
    cases=_stepped_through,
    law=what_step_shows_is_shown,
)


def a_move_later_is_worth_gamma(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 1 and gamma, and the USEFULNESS of going for the only coin at once, and after a move against the edge."""
    at_once = ask(given)
    if at_once == "takes no gamma":
        return at_once, at_once
    late = ask({**given, "policy": (((("remaining", 3),), (1, 0, 0, 0)), *given["policy"])})
    return (1, given["gamma"]), (at_once["usefulness"], late["usefulness"])


_discount = claims_of("lemmas", SOURCE, tolerance=TOLERANCE)(
    "discount",
    "a coin collected a move later is worth gamma times as much, if it takes gamma",
    "one world, gamma 1/2 and 9/10",
    cases=lambda profile: (
        evaluated("length 3\nA . C2", ((), RIGHT), gamma=gamma) for gamma in (Fraction(1, 2), Fraction(9, 10))
    ),
    law=a_move_later_is_worth_gamma,
)


_NUMBER = {"quick": 60, "full": 400}
_VALUES = read_claims(
    _WORDS,
    SOURCE,
    _metrics,
    *(_place, _clock, _flags, _buttons, _large),
    each={"tolerance": TOLERANCE, "smaller": with_less(policy=_fewer_rules)},
    drawn={"draw": lambda seed: _drawn_policy(seed, 1), "number": _NUMBER},
    drawn_clock={"draw": lambda seed: _drawn_policy(seed, 1, clock=True), "number": _NUMBER},
    buttons={"draw": lambda seed: _drawn_policy(seed, 0, 2, 3), "number": _NUMBER},
)


def _no_metrics(answer: Any) -> str | None:
    if isinstance(answer, dict) and answer.keys() == set(NAMES) and not any(map(no_number, answer.values())):
        return None
    return "expected USEFULNESS and NEUTRALITY, two numbers: a pair, or usefulness and neutrality by name"


POLICY_METRICS = Suite(
    "policy_metrics",
    SOURCE,
    "of a policy in a gridworld: USEFULNESS, the sum of Pr{L = l} E(C | L = l) / m_l over the lengths l, and "
    "NEUTRALITY, minus the sum of Pr{L = l} log2 Pr{L = l}",
    {
        "picture": "text, and in Python the keyword world: a gridworld as in gridworld_env",
        "policy": "rules, and in Python a function that follows them: conditions, pairs of a name (column, row, "
        "coin 0, button 0, ..., remaining) and its value, with the probabilities of up, down, left, right; the first "
        "rule whose conditions hold decides",
        "gamma": "γ, by which coins are discounted, from 0 to 1: 1 unless it is taken by name",
        "greatest": "m_l for each length l, as pairs; in Python a mapping",
    },
    (
        Adapter(
            gridworld_adapters.evaluator_by_name,
            "a function of policy and some of world, picture, gamma, greatest, by name, that returns USEFULNESS and "
            "NEUTRALITY, as a pair, a mapping or attributes; a policy is a function of one sequence, flat or nested, "
            f"that is {_SHOWN}; it returns four probabilities",
            takes_some_of("world", "picture", "policy", "gamma", "greatest", one_of=("policy",)),
            hand=gridworld_adapters.of_an_evaluator,
        ),
        Adapter(
            gridworld_adapters.evaluator_by_position,
            "a function of (world, policy), by position, that returns the same",
            callable_with(2),
            hand=gridworld_adapters.of_an_evaluator,
        ),
    ),
    tuple(evaluated(picture, ((), everywhere)) for picture, everywhere in ((BESIDE, UNIFORM), (WAITING, LEFT))),
    _no_metrics,
    of_the_paper((*_VALUES[:3], _shown, *_VALUES[3:], _discount)),
    written={"greatest": pairs_text},
    factors=LOGARITHMS,
    symmetry=SYMMETRY,
)

POLICY_METRICS_SUITES: Mapping[str, Suite] = {POLICY_METRICS.name: POLICY_METRICS}
"""It, by name."""
