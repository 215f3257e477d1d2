"""The guards of ``gridworlds``: what is refused, with which error, and what is accepted."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from formal_rl.checking import Part
from formal_rl.errors import (
    ActionOutOfRange,
    InvalidParameter,
    MalformedHistory,
    MalformedLayout,
    MalformedPolicy,
    UnansweredQuestion,
    UnknownName,
)
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    ClockPolicy,
    Drest,
    GridState,
    MemorylessPolicy,
    PlanPolicy,
    Trajectory,
    World,
    discount_factor,
    drawn_return,
    expected_return,
    expected_return_incremental,
    format_layout,
    meta_episode,
    move,
    named_world,
    parse_layout,
    require_number,
    require_shares,
    walk,
    weighted_return,
)
from formal_rl.gridworlds.episodes import mini_episode, parse_moves, split_plays
from formal_rl.gridworlds.metrics import require_coins
from formal_rl.gridworlds.policies import UNIFORM, deterministic_move, require_probabilities
from formal_rl.gridworlds.preferences import (
    Outcome,
    revealed_by_length,
    revealed_by_menu,
    utilities,
    weak_preferences_behind,
)
from formal_rl.gridworlds.preferences.choice import TableChoice, require_probabilities_of
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference
from formal_rl.gridworlds.theorem import (
    DIGITS,
    bracket,
    credited_slopes,
    curvature,
    difference,
    enclose,
    excess_polynomial,
    expected_return_in_roots,
    maximiser,
    own_returns,
    potential,
    require_lam,
    require_lengths,
    scaled_excess,
    sign,
    step,
    threshold,
)
from formal_rl.gridworlds.theorem.appendix_d import Step
from formal_rl.gridworlds.theorem.uniform_optimality import bernstein_form, shifted
from formal_rl.gridworlds.world import Button, Coin
from formal_rl.histories import Percept
from formal_rl.statements.self_checks import Row, decide_rows

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
TEXT = "length 1\nC1 A B1 C1"
_EVEN, _ALL = (HALF, HALF), (1, 1)
_EXACT = "exact probabilities, each an int or a Fraction from 0 to 1"


def choices_and_preferences() -> Part:
    """Refuse what are no probabilities of options, and options that are not there."""
    menu, asked = frozenset("ab"), "the choice from [\"'a'\", \"'b'\"]"
    table = TableChoice({menu: {"a": 1, "b": 0}})
    weakly = WeakPreference("xy", {("x", "y")})
    short, long, other = Outcome(1, ()), Outcome(2, ()), Outcome(3, ())
    revealed = [read({short: HALF, long: HALF}) for read in (revealed_by_menu, revealed_by_length)]
    return decide_rows(
        "choices and preferences",
        (
            Row(require_probabilities_of, (menu, {"a": 1, "b": 0})),
            Row(require_probabilities_of, (menu, {"a": THIRD, "b": 1 - THIRD})),
            Row(require_probabilities_of, (frozenset(), {}), InvalidParameter),
            Row(require_probabilities_of, (menu, {"a": 1}), InvalidParameter),
            Row(require_probabilities_of, (menu, {"a": 1, "b": 0, "c": 0}), InvalidParameter),
            Row(require_probabilities_of, (menu, {"a": 1.0, "b": 0}), InvalidParameter),
            Row(
                require_probabilities_of,
                (menu, {"a": Fraction(3, 2), "b": -HALF}),
                InvalidParameter(f"{asked}, of 'a',", Fraction(3, 2), "an int or a Fraction from 0 to 1"),
            ),
            Row(
                require_probabilities_of,
                (menu, {"b": -HALF, "a": Fraction(3, 2)}),
                InvalidParameter(f"{asked}, of 'b',", -HALF, "an int or a Fraction from 0 to 1"),
            ),
            Row(require_probabilities_of, (menu, {"a": THIRD, "b": HALF}), InvalidParameter),
            Row(TableChoice, ({menu: {"a": 1, "b": 1}},), InvalidParameter),
            Row(table, (menu,), {"a": Fraction(1), "b": Fraction(0)}),
            Row(table, (frozenset("ac"),), UnansweredQuestion(("a", "c"))),
            Row(weakly, ("x", "y"), True),
            Row(weakly, ("y", "x"), False),
            Row(weakly, ("x", "z"), InvalidParameter),
            Row(weakly, ("z", "x"), InvalidParameter),
            Row(WeakPreference, ("xy", {("x", "z")}), InvalidParameter),
            Row(WeakPreference, ("xy", {("z", "y")}), InvalidParameter),
            Row(lambda: list(weak_preferences_behind(lambda x, y: True, "xy")), (), InvalidParameter),
            Row(lambda: len(list(weak_preferences_behind(lambda x, y: False, "xy"))), (), 2),
            *(Row(each, (short, long), "lack") for each in revealed),
            *(Row(each, (short, short), InvalidParameter) for each in revealed),
            *(Row(each, (short, other), InvalidParameter) for each in revealed),
            *(Row(each, ("short", long), InvalidParameter) for each in revealed),
            Row(revealed_by_menu, ({short: HALF, long: THIRD},), InvalidParameter),
            Row(lambda: list(utilities(())), (), [{}]),
            Row(lambda: list(utilities("x")), (), [{"x": 0}]),
            Row(lambda: list(utilities("xy")), (), [{"x": 0, "y": 0}, {"x": 0, "y": 1}, {"x": 1, "y": 0}]),
        ),
    )


def pictures() -> Part:
    """Refuse pictures that are none, each with the place of what is wrong."""

    def broken(row: int | None, column: int | None, value: str, expected: str) -> MalformedLayout:
        return MalformedLayout(row, column, value, expected)

    first = "a first line 'length N' with N >= 1"
    tokens, coin = "one of . # A, C with a value, B with a delay", "a coin with a value, such as C3 or C1/2"
    delay = "a button with a delay, such as B4"
    room = World(1, 4, frozenset(), (0, 1), (Coin((0, 0), 1), Coin((0, 3), 1)), (Button((0, 2), 1),), 1)
    odd = "length 12\nA    C1/2 .\n#    B10  C3"
    others = [*RECONSTRUCTED, "two_buttons_k4", "two_buttons_k3", "memoryless_conflict"]
    close = f"no world 'exmple'; did you mean example? there are also {', '.join(others[1:])}"
    return decide_rows(
        "pictures",
        (
            Row(parse_layout, (TEXT,), room),
            Row(lambda: format_layout(parse_layout(odd)), (), odd),
            Row(lambda: parse_layout(odd).coins, (), (Coin((0, 1), HALF), Coin((1, 2), 3))),
            Row(lambda: repr(parse_layout("length 1\nA C4/2").coins[0].value), (), "2"),
            Row(parse_layout, ("",), broken(None, None, "", first)),
            Row(parse_layout, ("A C1",), broken(None, None, "A C1", first)),
            Row(parse_layout, ("length 0\nA C1",), broken(None, None, "length 0", first)),
            Row(parse_layout, ("length 1 2\nA C1",), broken(None, None, "length 1 2", first)),
            Row(parse_layout, ("length x\nA C1",), broken(None, None, "length x", first)),
            Row(parse_layout, ("size 1\nA C1",), broken(None, None, "size 1", first)),
            Row(parse_layout, ("length 2",), broken(1, None, "", "at least one row")),
            Row(parse_layout, ("length 2\n. C1",), broken(None, None, "", "an agent A")),
            Row(parse_layout, ("length 2\nA C1\n. A",), broken(2, 2, "A", "one agent only")),
            Row(parse_layout, ("length 2\nA .",), broken(None, None, "", "at least one coin")),
            Row(parse_layout, ("length 2\nA C1\n. . .",), broken(2, None, ". . .", "2 cells, as in row 1, found 3")),
            Row(parse_layout, ("length 2\nA C1 Z",), broken(1, 3, "Z", tokens)),
            Row(parse_layout, ("length 2\n. . .\nA Cx .",), broken(2, 2, "Cx", coin)),
            Row(parse_layout, ("length 2\nA C1/0",), broken(1, 2, "C1/0", coin)),
            Row(parse_layout, ("length 2\n. .\nA C0",), broken(2, 2, "C0", "a coin of positive value")),
            Row(parse_layout, ("length 2\nA C-1",), broken(1, 2, "C-1", "a coin of positive value")),
            Row(parse_layout, ("length 2\nA C1 B",), broken(1, 3, "B", delay)),
            Row(parse_layout, ("length 2\n. . .\nA C1 B0",), broken(2, 3, "B0", delay)),
            Row(
                parse_layout, ("length 2\nA C1 . B2",), broken(1, 4, "B2", "a button that the agent can reach in time")
            ),
            Row(
                parse_layout,
                ("length 2\nA B1 . . .\nC1 # # # B3",),
                broken(2, 5, "B3", "a button that the agent can reach in time"),
            ),
            Row(
                parse_layout,
                ("length 1\nA C1 . . B2 B3",),
                broken(1, 5, "B2", "a button that the agent can reach in time"),
            ),
            Row(lambda: parse_layout("length 1\nB1 A C2").buttons, (), (Button((0, 0), 1),)),
            Row(lambda: parse_layout("length 1\nCx A", {"x": Fraction(4, 2)}).coins, (), (Coin((0, 0), 2),)),
            Row(named_world, ("exmple",), UnknownName(close)),
            Row(
                named_world,
                ("zzzz",),
                UnknownName(f"no world 'zzzz'; there are {', '.join(others[:12])} and {len(others) - 12} more"),
            ),
        ),
    )


def worlds() -> Part:
    """Refuse moves, plans and policies that are none."""
    tiny = parse_layout(TEXT)
    pressed, _ = move(tiny, tiny.start, 3)
    ended, _ = move(tiny, tiny.start, 2)
    four = "a tuple of 4 probabilities"
    drest = Drest.of(tiny, HALF)
    mini, meta = mini_episode(tiny), meta_episode(tiny, drest, 2)
    start = mini(())
    plan = ((2,), Fraction(1))
    return decide_rows(
        "worlds",
        (
            Row(lambda: World(1, 1, frozenset(), (0, 0), (), (), 1).start, (), GridState((0, 0), (), (), 1)),
            Row(World, (1, 1, frozenset(), (0, 0), (), (), 0), InvalidParameter("default_length", 0, "an int >= 1")),
            Row(World, (1, 1, frozenset(), (0, 0), (), (), True), InvalidParameter),
            Row(move, (tiny, tiny.start, 3), (pressed, Fraction(0))),
            Row(move, (tiny, tiny.start, 4), ActionOutOfRange(1, 4, 4)),
            Row(move, (tiny, pressed, -1), ActionOutOfRange(3, -1, 4)),
            Row(move, (tiny, tiny.start, True), ActionOutOfRange(1, True, 4)),
            Row(move, (tiny, ended, 0), InvalidParameter("remaining", 0, "a state in which a move remains")),
            Row(walk, (tiny, (3, 3)), Trajectory((3, 3), (Fraction(0), Fraction(1)))),
            Row(walk, (tiny, (3,)), InvalidParameter("the plan", (3,), "1 actions more")),
            Row(walk, (tiny, (2, 2)), InvalidParameter("the plan", (2, 2), "1 actions, after which no move remains")),
            Row(mini, ((start, 4),), ActionOutOfRange(1, 4, 4)),
            Row(mini, ((start,),), MalformedHistory),
            Row(meta, ((start, 4),), ActionOutOfRange(1, 4, 4)),
            Row(meta, ((start,),), MalformedHistory),
            Row(split_plays, (tiny, (2, 3), 2), ((walk(tiny, (2,)),), Percept(0, ((0, 2), (True, True), (False,))))),
            Row(split_plays, (tiny, (2, 3), 1), ((walk(tiny, (2,)),), Percept(0, "over"))),
            Row(parse_moves, ("UDLR",), (0, 1, 2, 3)),
            Row(deterministic_move, (1,), (Fraction(0), Fraction(1), Fraction(0), Fraction(0))),
            Row(require_probabilities, ("here", UNIFORM)),
            Row(require_probabilities, ("here", (0, 1, 0, 0))),
            Row(require_probabilities, ("here", (1, 0, 0)), MalformedPolicy("here", (1, 0, 0), four)),
            Row(require_probabilities, ("here", (1, 0, 0, 0, 0)), MalformedPolicy("here", (1, 0, 0, 0, 0), four)),
            Row(require_probabilities, ("here", [1, 0, 0, 0]), MalformedPolicy("here", [1, 0, 0, 0], four)),
            Row(require_probabilities, ("here", (1.0, 0, 0, 0)), MalformedPolicy("here", (1.0, 0, 0, 0), _EXACT)),
            Row(require_probabilities, ("here", (2, -1, 0, 0)), MalformedPolicy("here", (2, -1, 0, 0), _EXACT)),
            Row(require_probabilities, ("here", (-1, 2, 0, 0)), MalformedPolicy("here", (-1, 2, 0, 0), _EXACT)),
            Row(require_probabilities, ("here", (HALF, 0, 0, 0)), MalformedPolicy),
            Row(MemorylessPolicy, ((), (1, 1, 0, 0)), MalformedPolicy),
            Row(ClockPolicy, ((), (1, 1, 0, 0)), MalformedPolicy),
            Row(MemorylessPolicy, ({"here": (1, 1, 0, 0)},), MalformedPolicy),
            Row(lambda: PlanPolicy((plan,)).plans, (), (plan,)),
            Row(PlanPolicy, ((((2,), HALF),),), MalformedPolicy),
            Row(PlanPolicy, ((((2,), 2), ((0,), -1)),), MalformedPolicy),
            Row(PlanPolicy, ((((2,), Fraction(3, 2)),),), MalformedPolicy),
        ),
    )


_POLYNOMIALS = (
    (Fraction(1, 4), 2, 2, ((0, -6),)),
    (Fraction(1, 4), 2, 3, ((-168, -48), (0, 0))),
    (HALF, 3, 4, ((-720, -216, -324), (168, 0, 36), (-36, 0, 0))),
)
"""λ, k, N and the coefficients of the excess, integers. That they are right but for a factor, T24-threshold checks."""


def _roots(*coefficients: int) -> tuple[tuple[Fraction, ...], ...]:
    return tuple((Fraction(each),) for each in coefficients)


def _likeliest_peak(number: int) -> tuple[bool, bool]:
    """Return whether the best x for λ = 1/2 and two lengths is better than a little less and a little more."""

    def together(x: Decimal) -> Decimal:
        ratios = [(p, Decimal(2).sqrt() * (1 - p / 2)) for p in (x, 1 - x)]
        return sum((p * (ratio**number - 1) / (ratio - 1) for p, ratio in ratios), Decimal(0))

    with localcontext() as context:
        context.prec = DIGITS
        x = maximiser(HALF, 2, number).p_other
        near = Decimal(10) ** -12
        return together(x - near) < together(x), together(x + near) < together(x)


def returns() -> Part:
    """Refuse parameters of the reward and of returns that are none."""
    tiny = parse_layout(TEXT)
    drest = Drest.of(tiny, HALF)
    below, above = "an exact number between 0 and 1, both excluded", "a number between 0 and 1, both excluded"
    numbers = ((expected_return, ()), (expected_return_incremental, ()), (drawn_return, ((HALF,) * 3,)))
    return decide_rows(
        "returns",
        (
            Row(Drest.of, (tiny, 0), InvalidParameter("root", Fraction(0), above)),
            Row(Drest.of, (tiny, 1), InvalidParameter("root", Fraction(1), above)),
            Row(Drest.of, (tiny, 0.5), InvalidParameter("root", 0.5, "an exact number, an int or a Fraction")),
            Row(Drest, (HALF, {1: Fraction(1)}), InvalidParameter("k", 1, "at least 2 trajectory-lengths")),
            Row(Drest, (HALF, {1: Fraction(1), 2: Fraction(0)}), InvalidParameter),
            Row(lambda: Drest(HALF, {1: Fraction(1), 2: Fraction(1)}).k, (), 2),
            Row(require_coins, ({1: Fraction(1)},)),
            Row(require_coins, ({1: Fraction(1), 2: Fraction(0)},), InvalidParameter),
            Row(discount_factor, (drest, 1, 0), Fraction(1)),
            Row(discount_factor, (drest, 3, 2), Fraction(1, 4)),
            Row(discount_factor, (drest, 3, 3), InvalidParameter),
            Row(discount_factor, (drest, 3, -1), InvalidParameter),
            Row(require_shares, (_EVEN, (0, HALF))),
            Row(require_shares, ((0, 1, 0), (1, 1, 1))),
            Row(require_shares, ((1,), (1,)), InvalidParameter("k", 1, "at least 2 trajectory-lengths")),
            Row(require_shares, ((0.5, 0.5), _ALL), InvalidParameter),
            Row(require_shares, ((-1, 2), _ALL), InvalidParameter),
            Row(require_shares, ((HALF, THIRD), _ALL), InvalidParameter),
            Row(require_shares, (_EVEN, (1, 1, 1)), InvalidParameter),
            Row(require_shares, (_EVEN, (1,)), InvalidParameter),
            Row(require_shares, (_EVEN, (1, 2)), InvalidParameter),
            Row(require_shares, (_EVEN, (-1, 1)), InvalidParameter),
            Row(require_shares, (_EVEN, (0.5, 1)), InvalidParameter),
            Row(require_number, (1,)),
            Row(require_number, (0,), InvalidParameter),
            Row(require_number, (1.0,), InvalidParameter),
            *(Row(each, ((1,), (1,), HALF, 2, *more), InvalidParameter) for each, more in numbers),
            *(Row(each, (_EVEN, _ALL, HALF, 0, *more), InvalidParameter) for each, more in numbers),
            Row(weighted_return, ((1,), (1,), HALF, (1,)), InvalidParameter),
            Row(own_returns, ((1,), HALF, 2), InvalidParameter),
            Row(own_returns, (_EVEN, HALF, 0), InvalidParameter),
            Row(potential, ((1,), HALF, 2), InvalidParameter),
            Row(potential, (_EVEN, HALF, 0), InvalidParameter),
            Row(credited_slopes, ((1,), HALF, 2), InvalidParameter, {"later": False}),
            Row(credited_slopes, (_EVEN, HALF, 0), InvalidParameter, {"later": False}),
            Row(require_lam, (HALF,)),
            Row(require_lam, (0,), InvalidParameter("lam", 0, below)),
            Row(require_lam, (1,), InvalidParameter("lam", 1, below)),
            Row(require_lam, (0.5,), InvalidParameter("lam", 0.5, below)),
            Row(require_lengths, (2,)),
            Row(require_lengths, (1,), InvalidParameter),
            Row(require_lengths, (2.0,), InvalidParameter),
            *(
                Row(each, (lam, k, 3), InvalidParameter)
                for each in (curvature, scaled_excess, maximiser, excess_polynomial)
                for lam, k in ((1, 2), (HALF, 1))
            ),
            *(Row(threshold, (lam, k), InvalidParameter) for lam, k in ((1, 2), (HALF, 1))),
            Row(excess_polynomial, (HALF, 2, 1), InvalidParameter("N", 1, "at least 2 mini-episodes")),
            *(
                Row(excess_polynomial, (lam, k, number), tuple(tuple(map(Fraction, each)) for each in expected))
                for lam, k, number, expected in _POLYNOMIALS
            ),
            # 1 + 2 t + 3 t^2 is 6 + 8 t + 3 t^2 of t - 1, and (1 - t)^2 + 4 t (1 - t) + 6 t^2.
            Row(shifted, (_roots(1, 2, 3),), _roots(6, 8, 3)),
            Row(shifted, (_roots(1, 0, 0, 1),), _roots(2, 3, 3, 1)),
            Row(shifted, ((*_roots(1), (Fraction(1), Fraction(1))),), ValueError),
            Row(bernstein_form, (_roots(1, 2, 3),), _roots(1, 4, 6)),
            Row(bernstein_form, (_roots(2, 0, 0, 1),), _roots(2, 6, 6, 3)),
            *(Row(_likeliest_peak, (number,), (True, True)) for number in (12, 2000, 20_000)),
            Row(lambda: enclose((HALF, THIRD), HALF) == enclose((HALF, THIRD), HALF, 200), (), True),
            Row(expected_return_in_roots, (_EVEN, _ALL, 1, 2), InvalidParameter),
            Row(expected_return_in_roots, (_EVEN, _ALL, HALF, 0), InvalidParameter),
            Row(expected_return_in_roots, ((1,), (1,), HALF, 2), InvalidParameter),
            Row(sign, ((Fraction(1), Fraction(1)), 1), InvalidParameter),
            Row(bracket, (HALF, 2, 4), (Fraction(11, 16), Fraction(3, 4))),
            Row(bracket, (Fraction(1, 4), 2, 4), (HALF, Fraction(9, 16))),
            Row(bracket, (HALF, 3, 3), (Fraction(3, 4), Fraction(7, 8))),
            Row(enclose, ((Fraction(1), Fraction(-1)), HALF, 4), (Fraction(-5, 11), Fraction(-1, 3))),
            Row(difference, ((Fraction(1), HALF), (HALF, Fraction(2))), (HALF, Fraction(-3, 2))),
            *(Row(step, (HALF, THIRD, m), InvalidParameter, {"root": HALF, "lam": THIRD, "number": 2}) for m in (0, 3)),
            Row(step, (HALF, THIRD, 1), Step(Fraction(0), Fraction(0)), {"root": HALF, "lam": THIRD, "number": 1}),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (choices_and_preferences, pictures, worlds, returns)
"""Every self-check of this module, by itself."""
