"""Cases of evaluators: a small world and a policy, written as rules, whose metrics are asked for."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.conformance.suites.gridworld_cases import NAMED, world_of
from formal_rl.errors import InvalidParameter, MalformedLayout
from formal_rl.gridworlds import GridState, Markov, Value, World, greatest_coins_incremental, lengths, move, reachable
from formal_rl.gridworlds.metrics import require_coins

Rule: TypeAlias = tuple[tuple[tuple[str, int], ...], tuple[Value, ...]]
"""Conditions, pairs of a name and its value, and the probabilities of up, down, left, right where they hold."""

UP, DOWN, LEFT, RIGHT = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
UNIFORM: tuple[Value, ...] = (Fraction(1, 4),) * 4
LEFT_OR_RIGHT: tuple[Value, ...] = (0, 0, Fraction(1, 2), Fraction(1, 2))
MOSTLY_RIGHT: tuple[Value, ...] = (Fraction(1, 10), 0, Fraction(1, 5), Fraction(7, 10))

BESIDE = "length 1\nC1 A B1 C2"
"""The short length goes left, the long one right and right again."""

WAITING = "length 2\nC1 A B1 C2"
"""A coin and the button within reach, and a move to spare."""

CORNER = "length 2\n. . .\n. . .\n. B2 .\n. A .\n. . C7"
"""Five rows, and a coin in the last of them."""

FLAGS = "length 4\nC1 A C2 B1 ."
"""Two coins, of which the agent may come back without one, and the button behind the other."""

NOT_ONE_BUTTON = (
    "length 2\nA . C1",
    "length 1\nB1 A B2\nC2 C1 C3",
    "length 2\nB1 A B1\nC1 C3 .",
)
"""No button, two of different delay, and two of the same: pressing either is one length."""


LARGE = (
    "length 2\n" + ". .\n" * 10 + "A B1\nC1 C2",
    "length 2\nC1 C1 C1 C1 C1 C1 C2 C3 A C4 B1",
    "length 1\nB1 B2 . C2\nC1 A B1 .\nC3 B1 . .",
    "length 2\n# # # # # #\nC1 A B1 C2 # .",
)
"""Twelve rows, nine coins, four buttons, many walls."""

ENUMERABLE = 7
"""Up to how many moves evaluators are given worlds that have a name: some go through all plays."""


def seen_named(state: GridState) -> dict[str, int]:
    """Return what a policy is shown of a state, in order, by name."""
    (row, column), coins, buttons, remaining = state
    return {
        "column": column,
        "row": row,
        **{f"coin {place}": int(there) for place, there in enumerate(coins)},
        **{f"button {place}": int(there) for place, there in enumerate(buttons)},
        "remaining": remaining,
    }


def rule_policy(rules: Sequence[Rule]) -> Markov:
    """Return the policy of some rules, of which the first decides whose conditions hold."""

    def policy(world: World, state: GridState) -> tuple[Fraction, ...]:
        seen = seen_named(state)
        chosen = next(
            chances for conditions, chances in rules if all(seen[name] == value for name, value in conditions)
        )
        return tuple(map(Fraction, chosen))

    return policy


@cache
def _greatest(picture: str, gamma: Value) -> tuple[tuple[int, Fraction], ...]:
    return tuple(greatest_coins_incremental(world_of(picture), gamma).items())


def evaluated(picture: str, *rules: Rule, gamma: Value = 1) -> Case:
    """Return the case of a world and the rules of a policy."""
    greatest = tuple((length, int(m) if m == int(m) else m) for length, m in _greatest(picture, gamma))
    return case(picture=picture, policy=rules, gamma=gamma, greatest=greatest)


def place_policies(profile: str) -> Iterator[Case]:
    """Yield policies that read where the agent is, the simplest first."""
    for everywhere in (UNIFORM, LEFT, RIGHT, UP):
        yield evaluated(BESIDE, ((), everywhere))
    choices = (UP, LEFT, RIGHT, LEFT_OR_RIGHT, MOSTLY_RIGHT)
    for first, second in product(choices, repeat=2):
        yield evaluated(BESIDE, ((("column", 1),), first), ((), second))
    turns = (UP, RIGHT, DOWN, UNIFORM) if profile == "full" else (UP, RIGHT, UNIFORM)
    for first, second, third in product(turns, repeat=3):
        yield evaluated(CORNER, ((("row", 3),), first), ((("row", 2), ("column", 1)), second), ((), third))
    yield evaluated(CORNER, ((("row", 4),), UP), ((("column", 2),), DOWN), ((), RIGHT))


def clock_policies(profile: str) -> Iterator[Case]:
    """Yield policies that read how many moves remain."""
    choices = (UP, LEFT, RIGHT, LEFT_OR_RIGHT, MOSTLY_RIGHT)
    for last, before in product(choices, repeat=2):
        if last != before:
            yield evaluated(WAITING, ((("remaining", 1),), last), ((), before))
            yield evaluated(WAITING, ((("remaining", 2),), last), ((), before))
    for chosen in (UP, DOWN, RIGHT):
        yield evaluated(CORNER, ((("remaining", 2), ("row", 3)), chosen), ((("column", 2),), DOWN), ((), RIGHT))


def flag_policies(profile: str) -> Iterator[Case]:
    """Yield policies that read which coins and buttons are still there."""
    choices = (LEFT, RIGHT, LEFT_OR_RIGHT, MOSTLY_RIGHT)
    for name in ("coin 0", "coin 1", "button 0"):
        for there, gone in product(choices, repeat=2):
            if there != gone:
                yield evaluated(FLAGS, (((name, 1),), there), ((), gone))
    for gone in choices:
        yield evaluated(WAITING, ((("coin 0", 0),), gone), ((("button 0", 0),), LEFT), ((), LEFT_OR_RIGHT))


def worlds_of_other_buttons(profile: str) -> Iterator[Case]:
    """Yield the cases of worlds that have not one button."""
    for picture in NOT_ONE_BUTTON:
        for everywhere in (UNIFORM, RIGHT, LEFT, MOSTLY_RIGHT):
            yield evaluated(picture, ((), everywhere))
            yield evaluated(picture, ((("coin 0", 0),), DOWN), ((), everywhere))


def worlds_that_people_use(profile: str) -> Iterator[Case]:
    """Yield large worlds, and those that have a name and last a few moves, with the even choice before the button."""
    short = (picture for picture in NAMED if max(lengths(world_of(picture))) <= ENUMERABLE)
    for picture in (*LARGE, *short):
        yield evaluated(picture, ((("button 0", 0),), MOSTLY_RIGHT), ((), UNIFORM))


def shown_policies(profile: str) -> Iterator[Case]:
    """Yield policies, each with what step shows it on the plays that it makes with positive probability."""
    for picture in (BESIDE, WAITING, CORNER):
        for rules in ((((), RIGHT),), (((), UNIFORM),)):
            given, world = evaluated(picture, *rules), world_of(picture)
            policy = rule_policy(rules)
            shown = (state for state in _met(world, policy) if state.remaining)
            yield case(**given, step_shows=tuple(tuple(seen_named(state).values()) for state in shown))


def _met(world: World, policy: Markov) -> Iterator[GridState]:
    """Yield the states that a policy comes to, those of fewer moves first."""
    layer = [world.start]
    while layer:
        yield from layer
        after = [
            move(world, state, action)[0]
            for state in layer
            if state.remaining
            for action, chance in enumerate(policy(world, state))
            if chance
        ]
        layer = list(dict.fromkeys(after))


def played_worlds(profile: str) -> Iterator[Case]:
    """Yield worlds, each with all that step shows in any play."""
    for picture in (BESIDE, WAITING, CORNER):
        shown = tuple(tuple(seen_named(state).values()) for state in reachable(world_of(picture)))
        yield case(**evaluated(picture, ((), UNIFORM)), step_shows=shown)


def drawn_policies(buttons: Sequence[int], *, clock: bool = False) -> Callable[[int], Case]:
    """Return what draws a world with one of these numbers of buttons, and a policy that reads places and flags.

    With ``clock`` its first rule reads the moves that remain, too.
    """

    def drawn(seed: int) -> Case:
        draw = Random(seed)
        world, picture = _drawn_world(draw, draw.choice(buttons))
        names = [name for name in seen_named(world.start) if name != "remaining"]
        bounds = {"column": world.width, "row": world.height}
        rules: list[Rule] = []
        if clock:
            rules.append(((("remaining", draw.randrange(1, world.default_length + 1)),), _chances(draw)))
        for _ in range(draw.randrange(1, 5)):
            read = sorted(draw.sample(names, draw.choice((1, 1, 2))), key=names.index)
            rules.append((tuple((name, draw.randrange(bounds.get(name, 2))) for name in read), _chances(draw)))
        return evaluated(picture, *rules, ((), _chances(draw)))

    return drawn


def _chances(draw: Random) -> tuple[Value, ...]:
    parts = [draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(4)]
    parts[draw.randrange(4)] += 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


def _drawn_world(draw: Random, buttons: int) -> tuple[World, str]:
    while True:
        height, width = draw.randrange(1, 4), draw.randrange(3, 5)
        rows = [[draw.choices((".", "#"), (5, 1))[0] for _ in range(width)] for _ in range(height)]
        things = ["A", *(f"B{draw.randrange(1, 3)}" for _ in range(buttons))]
        things += [f"C{draw.randrange(1, 5)}" for _ in range(draw.randrange(1, 4))]
        places = list(product(range(height), range(width)))
        if len(things) > len(places):
            continue
        for thing, (row, column) in zip(things, draw.sample(places, len(things)), strict=True):
            rows[row][column] = thing
        picture = "\n".join([f"length {draw.randrange(1, 5)}", *map(" ".join, rows)])
        try:
            require_coins(dict(_greatest(picture, 1)))
        except (MalformedLayout, InvalidParameter):
            continue
        return world_of(picture), picture


def fewer_rules(given: Case) -> Iterator[Case]:
    """Yield the case without one of its rules, with one condition less, and with a simpler choice."""
    rules: Any = given["policy"]
    for place, (conditions, chances) in enumerate(rules):
        before, after = rules[:place], rules[place + 1 :]
        if conditions:
            yield case(**{**given, "policy": (*before, *after)})
        for condition in range(len(conditions) if len(conditions) > 1 else 0):
            fewer = (*conditions[:condition], *conditions[condition + 1 :])
            yield case(**{**given, "policy": (*before, (fewer, chances), *after)})
        if max(chances) != 1:
            for sure in (UP, DOWN, LEFT, RIGHT):
                yield case(**{**given, "policy": (*before, (conditions, sure), *after)})
