"""Checks of the gridworlds: the move, the layouts, the meta-episode, and the greatest coins of each length."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part, unless
from formal_rl.environments import interaction_ordinary
from formal_rl.gridworlds import (
    LETTERS,
    RECONSTRUCTED,
    SYNTHETIC,
    ClockPolicy,
    Drest,
    GridObservation,
    GridState,
    LengthStatistics,
    Markov,
    MemorylessPolicy,
    PlanPolicy,
    Trajectory,
    Value,
    World,
    best_plans,
    deterministic_policies,
    format_layout,
    greatest_coins,
    greatest_coins_incremental,
    jointly_best,
    lengths,
    measure,
    measure_incremental,
    meta_episode,
    move,
    named_world,
    observe,
    overall_returns,
    parse_layout,
    preliminary_return,
    reachable,
    uniform_policy,
    walk,
)
from formal_rl.gridworlds.episodes import ENDED, OVER, mini_episode, parse_moves, split_plays
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.trajectories import all_trajectories, state_graph
from formal_rl.histories import Action, Percept, Play, actions, history
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Definition
from formal_rl.statements.thornley_2024.pairs import SMALL, TINY

_GAMMA = Fraction(19, 20)
_WORLDS = (*RECONSTRUCTED, *SYNTHETIC)
_right_named = named_world

_ROOM = parse_layout("length 2\nC2 A B3\n.  # C1")
_AT_COIN = parse_layout("length 2\n.  A C1\n.  . B2")
_COLUMN = parse_layout("length 3\n.\nA\nC1/2\n#")
_TWO_BUTTONS = parse_layout("length 2\nC1 . A B1 B3\n.  . . .  .")

_START = GridObservation((0, 1), (True, True), (True,))
_PRESSED = GridObservation((0, 2), (True, True), (False,))


def _moved(move: Definition, world: World, text: str) -> tuple[GridState, tuple[Value, ...]]:
    state, collected = world.start, []
    for action in parse_moves(text):
        state, value = move(world, state, action)
        collected.append(value)
    return state, tuple(collected)


def moving(scope: Scope, *, move: Definition = move) -> Iterator[Part]:
    """Check the move: by hand, and what every move of the worlds keeps."""
    both, gone, left, right = (True, True), (False, True), (True,), (False,)
    rows: tuple[tuple[str, str, tuple[Any, ...], tuple[Value, ...], World, str], ...] = (
        ("to the left, where a coin is", "one move, and 2 collected", ((0, 0), gone, left, 1), (2,), _ROOM, "L"),
        ("into the wall below", "it stays, and the move is used up", ((0, 1), both, left, 1), (0,), _ROOM, "D"),
        ("down, and down into a wall", "in row 2 is a coin of 1/2", ((2, 0), right, (), 1), (HALF, 0), _COLUMN, "DD"),
        (
            *("two buttons of delays 1 and 3, and on into the edge", "2 + 1 - 1, 2 + 3 - 1, 4 - 1"),
            *(((0, 4), left, (False, False), 3), (0, 0, 0), _TWO_BUTTONS, "RRR"),
        ),
        ("a press on the last move counts", "2, 1, then 1 + 3 - 1", ((0, 2), both, right, 3), (0, 0), _ROOM, "DR"),
        ("a coin on the last move counts", "no move remains", ((0, 0), gone, left, 0), (0, 2), _ROOM, "DL"),
        (
            *("coin and button are there once", "there, back, there: 2 + 3 - 3, and the coin pays once"),
            *(((0, 2), both, right, 2), (0, 0, 0), _ROOM, "RLR"),
        ),
        ("the coin collected again pays nothing", "there and on", ((0, 0), gone, left, 0), (2, 0), _ROOM, "LL"),
    )
    yield check_examples(
        (
            *(
                (about, why, (GridState(*state), paid), _moved, move, world, text)
                for about, why, state, paid, world, text in rows
            ),
            (
                "what is seen has no clock",
                "two ways to one cell, one move longer, look alike",
                True,
                lambda: observe(_moved(move, _AT_COIN, "L")[0]) == observe(_moved(move, _AT_COIN, "LL")[0]),
            ),
        )
    )
    yield _world_by_hand()
    yield _followed(move)


def _world_by_hand() -> Part:
    mini, right_twice, graph = mini_episode(TINY), walk(TINY, (3, 3)), state_graph(TINY)
    short, long = history((0, _START), 2), history((0, _START), 3, (0, _PRESSED), 3)
    return check_examples(
        (
            ("the lengths of C1 A B1 C1, length 1", "1, or 1 + 1", (1, 2), lengths, TINY),
            ("lengths of delays 1 and 3", "2, 2 + 1, 2 + 1 + 3", (2, 3, 6), lengths, _TWO_BUTTONS),
            (
                "moves so far, one button pressed",
                "2 + 1 - 2; one of the delays 1 and 3 is added",
                1,
                *(_TWO_BUTTONS.elapsed, _moved(move, _TWO_BUTTONS, "R")[0]),
            ),
            (
                "the first state",
                "nothing collected or pressed",
                GridState((0, 2), (True,), (True, True), 2),
                lambda: _TWO_BUTTONS.start,
            ),
            ("a mini-episode at first", "nothing is paid", Percept(0, _START), mini, ()),
            ("after the coin on the left", "1, and no move remains", Percept(1, ENDED), mini, short),
            ("after the button", "nothing", Percept(0, _PRESSED), mini, long[:2]),
            ("after the coin beyond", "1 at once, and no move remains", Percept(1, ENDED), mini, long),
            ("after the end", "nothing is paid", Percept(0, ENDED), mini, (*short, Percept(1, ENDED), 0)),
            (
                "right twice, γ = 1/3",
                "two moves; the coin on the second of them, 1/3",
                (2, (0, Fraction(1)), Fraction(1, 3)),
                lambda: (right_twice.length, right_twice.collected, right_twice.coins(Fraction(1, 3))),
            ),
            (
                "the graph of the world",
                "start, 3 ends of 1 move, the button, 3 ends after it; 4 moves from 2 states; two coins of 1",
                (7, 8, sorted("UDLR" * 2), Fraction(2)),
                lambda: (
                    graph.number_of_nodes(),
                    graph.number_of_edges(),
                    sorted(letter for *_, letter in graph.edges(data="action")),
                    sum(value for *_, value in graph.edges(data="value")),
                ),
            ),
        ),
        "the world, worked examples",
    )


@part(
    "what every move does, by the picture",
    branches=("a press", "a coin", "neither", "the agent stays"),
    domain=f"every state with a move left, and every action, in the {len(_WORLDS)} worlds",
)
def _followed(move: Definition) -> Iterator[Case]:
    directions = ((-1, 0), (1, 0), (0, -1), (0, 1))  # up, down, left, right, apart from the move that is checked
    for name in _WORLDS:
        world = named_world(name)
        drawn = [row.split() for row in {**RECONSTRUCTED, **SYNTHETIC}[name].splitlines()[1:]]
        free = {(r, c) for r, row in enumerate(drawn) for c, cell in enumerate(row) if cell != "#"}
        for state, action in product((state for state in reachable(world) if state.remaining), range(4)):
            (row, column), (down, right) = state.cell, directions[action]
            ahead = row + down, column + right
            cell = ahead if ahead in free else state.cell
            buttons = tuple(there and b.cell != cell for b, there in zip(world.buttons, state.buttons, strict=True))
            coins = tuple(there and c.cell != cell for c, there in zip(world.coins, state.coins, strict=True))
            added = sum(b.delay for b, was, now in zip(world.buttons, state.buttons, buttons, strict=True) if was > now)
            value = sum(c.value for c, was, now in zip(world.coins, state.coins, coins, strict=True) if was > now)
            expected = GridState(cell, coins, buttons, state.remaining + added - 1), value
            branch = "a press" if buttons != state.buttons else "a coin" if value else "neither"
            yield branch, equal(f"{name}, {LETTERS[action]} in {state}", expected, move(world, state, action))
            if cell == state.cell:
                yield "the agent stays", None


# --- The layouts ---

_COINS: Mapping[str, Mapping[int, set[Any]]] = {
    "example": {4: {1, 2}, 8: {1, 2, 3}},
    "lopsided": {3: {(0, 0)}, 5: {(0, 6)}},
    "fewer_for_longer": {4: {1, 3}, 7: {1}},
    "one_coin_only": {4: {1}, 8: {1}},
    "hidden_treasure": {4: {1}, 10: {1, 2, 3}},
    "equal_value": {4: {(0, 3)}, 7: {(3, 0)}},
    "around_the_corner": {5: {1}, 13: {1, 2}},
    "spacious": {5: {2}, 7: {2, 3}},
    "royal_road": {5: {1}, 7: {1, 2}},
    "last_moment": {4: {1}, 6: {1, 2}},
}
"""Which coins can be collected in each length: by value, or by cell where both are 1.

What the paper's sentences say is in it; what they do not say, such as C2 and C1 in the long lengths, is as drawn.
"""

_FACTS = {
    "example": ((4, 8), 46, 140),
    "lopsided": ((3, 5), 12, 29),
    "fewer_for_longer": ((4, 7), 25, 70),
    "one_coin_only": ((4, 8), 38, 122),
    "hidden_treasure": ((4, 10), 50, 213),
    "equal_value": ((4, 7), 24, 64),
    "around_the_corner": ((5, 13), 64, 322),
    "spacious": ((5, 7), 71, 162),
    "royal_road": ((5, 7), 22, 62),
    "last_moment": ((4, 6), 11, 25),
    "two_buttons_k4": ((4, 6, 7, 9), 73, 196),
    "two_buttons_k3": ((4, 6, 8), 46, 116),
    "memoryless_conflict": ((5, 6), 16, 58),
}
"""Lengths, and how many observations and states there are; the 46 of the example were counted by hand.

The lengths of the worlds of two buttons are 4, 4 + 2, 4 + 3, 4 + 2 + 3, and 4, 4 + 2 in two ways, 4 + 2 + 2.
"""


def layouts(scope: Scope, *, named_world: Callable[[str], World] = named_world) -> Iterator[Part]:
    """Check the pictures: the coins of each length as the paper tells, and that each picture is read as it is drawn."""

    def collectable(name: str) -> dict[int, set[Any]]:
        world = named_world(name)
        by_cell = len({coin.value for coin in world.coins}) < len(world.coins)
        found: dict[int, set[Any]] = {}
        for state in (state for state in reachable(world) if state.remaining == 0):
            gone = (c for c, left in zip(world.coins, state.coins, strict=True) if not left)
            found.setdefault(world.elapsed(state), set()).update(c.cell if by_cell else c.value for c in gone)
        return found

    def facts(name: str) -> tuple[tuple[int, ...], int, int]:
        world = named_world(name)
        states = tuple(reachable(world))
        return lengths(world), len({observe(state) for state in states}), len(states)

    @part(
        "a picture of each world gives it again",
        branches=("a world",),
        domain="the ten reconstructed worlds and three of our own",
    )
    def pictured() -> Iterator[Case]:
        for name, world in ((name, named_world(name)) for name in _WORLDS):
            yield "a world", equal(f"the picture of {name}", world, parse_layout(format_layout(world)))

    counted = "the default length and the delays; the rest counted"
    yield check_examples(
        (
            *(
                (f"coins by length in {name}", "from the paper's sentences", expected, collectable, name)
                for name, expected in _COINS.items()
            ),
            *(
                (f"lengths, observations and states of {name}", counted, expected, facts, name)
                for name, expected in _FACTS.items()
            ),
            (
                "the coin x of the lopsided world, worth 7/2",
                "as said; else 1",
                (Fraction(7, 2), 1),
                lambda: tuple(_right_named("lopsided", *x).coins[1].value for x in ((Fraction(7, 2),), ())),
            ),
        )
    )
    yield pictured()


# --- The meta-episode ---


def meta_episodes(scope: Scope, *, meta_episode: Definition = meta_episode) -> Iterator[Part]:
    """Check the meta-episode: by hand, and its payments against the returns of its mini-episodes, all of them."""
    number, drest = scope.steps(quick=3, full=4), Drest.of(TINY, HALF)
    three, again = meta_episode(TINY, drest, 3), (1, _START)

    def after(*later: Any) -> Percept:
        """Return what answers a short mini-episode and what comes after it."""
        percept: Percept = three(history((0, _START), 2, *later))
        return percept

    @part(
        "what is paid in all is the sum of the overall returns",
        branches=("one length throughout", "the lengths vary"),
        domain="all meta-episodes of 3 mini-episodes (full: 4) in a world of 7 trajectories",
    )
    def paid() -> Iterator[Case]:
        environment = meta_episode(TINY, drest, number)
        for episodes in product(tuple(all_trajectories(TINY)), repeat=number):
            play: Play = ()
            total = Fraction(0)
            for action in (action for episode in episodes for action in episode.actions):
                play = (*play, environment(play), action)
                total += environment(play).reward
            branch = "one length throughout" if len({e.length for e in episodes}) == 1 else "the lengths vary"
            expected = sum(overall_returns(drest, episodes), Fraction(0))
            yield branch, equal(f"what is paid in all, {[each.actions for each in episodes]}", expected, total)

    yield check_examples(
        (
            ("at first", "nothing is paid", Percept(0, _START), three, ()),
            ("after a short mini-episode with its coin", "1 / m_1 = 1, times λ^0", Percept(Fraction(1), _START), after),
            ("after two short ones", "λ^(1 - 1/2) = 1/2, times 1", Percept(HALF, _START), after, again, 2),
            ("within the long one", "pressed, not ended: nothing is paid yet", Percept(0, _PRESSED), after, again, 3),
            (
                "after a short one and a long one",
                "λ^(0 - 1/2) = 2, times 1",
                Percept(Fraction(2), _START),
                *(after, again, 3, (0, _PRESSED), 3),
            ),
            (
                "after three short ones",
                "λ^(2 - 2/2) = 1/4, and it is over",
                Percept(QUARTER, OVER),
                *(after, again, 2, (HALF, _START), 2),
            ),
            (
                "after it is over",
                "nothing is paid",
                Percept(0, OVER),
                *(after, again, 2, (HALF, _START), 2, (QUARTER, OVER), 0),
            ),
        ),
        "the meta-episode, worked examples",
    )
    yield paid()


def _total(environment: Callable[[Play], Percept], play: Play) -> Value:
    """Return the sum of what is paid along a play of three actions."""
    return sum((environment(play[: 2 * n]).reward for n in range(4)), Fraction(0))


def hidden_counts(
    scope: Scope, *, meta_episode: Definition = meta_episode, total: Definition = _total
) -> Iterator[Part]:
    """Check that what is seen does not tell mini-episodes apart, so memoryless policies do not, and a history does."""
    two, three = (meta_episode(TINY, Drest.of(TINY, HALF), number) for number in (2, 3))

    def by_turns(prompt: Play) -> Action:
        """Go left in the first mini-episode, and right twice in the second."""
        return 2 if len(actions(prompt)) == 0 else 3

    def paid(agent: Callable[[Play], Action]) -> Value:
        value: Value = total(two, interaction_ordinary(agent, two, 3))
        return value

    yield check_examples(
        (
            ("an agent that reads the history: short, then long", "1 + λ^(-1/2)", Fraction(3), paid, by_turns),
            (
                "always short",
                "1 + λ^(1 - 1/2) = 1 + 1/2; the third action comes after the end",
                Fraction(3, 2),
                *(paid, lambda prompt: 2),
            ),
            (
                "what is seen at the start of the second mini-episode; and of the third, after a long and a short one",
                "what is seen at the start of the first",
                (_START, _START),
                lambda: (
                    two(history((0, _START), 2)).observation,
                    three(history((0, _START), 3, (0, _PRESSED), 3, (1, _START), 2)).observation,
                ),
            ),
            (
                "what is seen in the second mini-episode after the button",
                "what is seen in the first after the button",
                (_PRESSED, _PRESSED),
                lambda: tuple(two(history((0, _START), *then, 3)).observation for then in ((), (2, (1, _START)))),
            ),
            *_policies_by_hand(),
        )
    )
    yield _seen_alike(two)


def _policies_by_hand() -> Iterator[Example]:
    """Yield what policies of each kind do in the world of 7 trajectories."""
    up, left, right = map(deterministic_move, (0, 2, 3))
    memoryless = MemorylessPolicy({_START: right, _PRESSED: up}, left)
    clocked = ClockPolicy({(_START, 0): right, (_PRESSED, 1): up, (_PRESSED, 0): left}, left)
    states = (TINY.start, move(TINY, TINY.start, 3)[0], GridState((0, 0), (True, True), (True,), 1))

    def each(policy: Markov) -> tuple[object, ...]:
        return tuple(policy(TINY, state) for state in states)

    after = "right at the start, up after the button; left on what is not in the table"
    yield "a policy on observations", after, (right, up, left), each, memoryless
    yield "a policy with a clock", f"{after}, or at another time", (right, up, left), each, clocked
    yield "the uniform policy", "1/4 for each action, whatever is seen", ((QUARTER,) * 4,) * 3, each, uniform_policy
    yield (
        "a policy on the whole past: half left, half right and up",
        "short with its coin 1/2, long without 1/2",
        LengthStatistics({1: HALF, 2: HALF}, {1: Fraction(1), 2: Fraction(0)}),
        *(measure, TINY, PlanPolicy((((2,), HALF), ((3, 0), HALF))), 1),
    )


def _along(environment: Definition, episodes: Sequence[Trajectory]) -> list[tuple[Any, ...]]:
    """Return what is seen before each action, mini-episode by mini-episode."""
    play: Play = ()
    seen: list[tuple[Any, ...]] = []
    for episode in episodes:
        here = []
        for action in episode.actions:
            percept = environment(play)
            here.append(percept.observation)
            play = (*play, percept, action)
        seen.append(tuple(here))
    return seen


@part(
    "what is seen in a mini-episode does not determine which it is",
    branches=("short", "long"),
    domain="all meta-episodes of 2 mini-episodes in a world of 7 trajectories",
)
def _seen_alike(environment: Definition) -> Iterator[Case]:
    which: dict[tuple[Any, ...], set[int]] = {}
    for episodes in product(tuple(all_trajectories(TINY)), repeat=2):
        for i, seen in enumerate(_along(environment, episodes), start=1):
            which.setdefault(seen, set()).add(i)
    for seen, found in which.items():
        yield "short" if len(seen) == 1 else "long", equal(f"the mini-episodes in which {seen} is seen", {1, 2}, found)


# --- The greatest coins of each length ---


def greatest(scope: Scope, *, greatest_coins: Definition = greatest_coins) -> Iterator[Part]:
    """Check m_l: by hand, over all deterministic memoryless policies one length at a time, and not jointly."""

    @part(
        "attained for all lengths at once without a clock",
        branches=("a world",),
        domain="all choices of best plans in four small worlds, γ = 1",
    )
    def jointly() -> Iterator[Case]:
        for name, world in SMALL.items():
            found = jointly_best(world, 1)
            yield "a world", unless(found is not None, f"best plans in {name}", "a joint policy", found)

    yield check_examples(
        (
            (
                "the tiny world, γ = 1/2",
                "the coin at once: 1; after one move: 1/2",
                {1: Fraction(1), 2: HALF},
                *(greatest_coins, TINY, HALF),
            ),
            (
                "the world without joint optimum, γ = 1",
                "short: one coin; long: left, then right five times, both",
                {5: Fraction(1), 6: Fraction(2)},
                *(greatest_coins, SMALL["memoryless_conflict"], 1),
            ),
            (
                "last moment, γ = 1/2",
                "up three times: 1 on move 4, 1/8; or the button on move 4 and 2 on move 5, 2/16",
                {4: Fraction(1, 8), 6: Fraction(2, 16)},
                *(greatest_coins, SMALL["last_moment"], HALF),
            ),
        )
    )
    yield _jointly_by_hand()
    yield _one_at_a_time(greatest_coins)
    yield _jointly_with_memory()
    yield jointly().meant_to_fail(on="best plans in memoryless_conflict: expected 'a joint policy', got None")


def _jointly_by_hand() -> Part:
    conflict = SMALL["memoryless_conflict"]
    return check_examples(
        (
            (
                "together in the tiny world, γ = 1/2",
                "left, for 1; right twice, for 1/2 · 1",
                (parse_moves("L"), parse_moves("RR")),
                *(jointly_best, TINY, HALF),
            ),
            (
                "together at the last moment, γ = 1/2",
                "up three times; then left, or right twice and the last move spent in the first way there is",
                (parse_moves("UUUL"), parse_moves("UUURRU")),
                *(jointly_best, SMALL["last_moment"], HALF),
            ),
            (
                "the first best plans of the world without joint optimum",
                "up four times, and left on the last move; left, then right five times",
                {5: parse_moves("UUUUL"), 6: parse_moves("LRRRRR")},
                lambda: {length: next(plans) for length, plans in best_plans(conflict, 1).items()},
            ),
            (
                "the greatest coins from the last state back, γ = 1/2",
                "left 1; right twice 1/2",
                {1: Fraction(1), 2: HALF},
                lambda: dict(greatest_coins_incremental(TINY, HALF)),
            ),
            (
                "how many deterministic clock-less policies there are in the tiny world",
                "up, down, left; right and then one of four",
                7,
                lambda: len(list(deterministic_policies(TINY))),
            ),
        ),
        "plans, worked examples",
    )


@part(
    "attained one length at a time by deterministic clock-less policies",
    branches=tuple(SMALL),
    domain="all deterministic clock-less policies in four small worlds, γ = 1 and 19/20",
)
def _one_at_a_time(greatest_coins: Definition) -> Iterator[Case]:
    gammas: tuple[Value, ...] = (1, _GAMMA)
    for (name, world), gamma in product(SMALL.items(), gammas):
        best = dict.fromkeys(lengths(world), Fraction(0))
        for policy in deterministic_policies(world):
            for length, coins in measure_incremental(world, policy, gamma).expected_coins.items():
                best[length] = max(best[length], coins)
        about = f"the greatest E(C | L) of a clock-less policy in {name}, γ = {gamma}"
        yield name, equal(about, greatest_coins(world, gamma), best)


@part(
    "attained for all lengths at once, with a clock or a memory",
    branches=("best plans mixed",),
    domain="plans mixed evenly, in all worlds, γ = 19/20",
)
def _jointly_with_memory() -> Iterator[Case]:
    for name, world in ((name, named_world(name)) for name in _WORLDS):
        taken = [walk(world, next(plans)) for plans in best_plans(world, _GAMMA).values()]
        coins = {each.length: each.coins(_GAMMA) for each in taken}
        yield "best plans mixed", equal(name, dict(greatest_coins_incremental(world, _GAMMA)), coins)


# --- Mutants ---

_Moved = tuple[GridState, Value]


def _coin_after_the_timer(world: World, state: GridState, action: Action) -> _Moved:
    after, value = move(world, state, action)
    return (after, value) if after.remaining else (after._replace(coins=state.coins), 0)


def _press_after_the_timer(world: World, state: GridState, action: Action) -> _Moved:
    after, value = move(world, state, action)
    if state.remaining == 1 and after.remaining:
        return after._replace(buttons=state.buttons, remaining=0), value
    return after, value


def _walls_cost_nothing(world: World, state: GridState, action: Action) -> _Moved:
    after, value = move(world, state, action)
    return (after._replace(remaining=state.remaining), value) if after.cell == state.cell else (after, value)


def _coins_stay(world: World, state: GridState, action: Action) -> _Moved:
    return move(world, state._replace(coins=(True,) * len(world.coins)), action)


def _percepts(changed: Callable[[Percept, Sequence[Trajectory], World, Drest], Percept]) -> Definition:
    """Return the meta-episode whose percepts are changed, by the mini-episodes that are done."""

    def built(world: World, drest: Drest, number: int) -> Callable[[Play], Percept]:
        right = meta_episode(world, drest, number)
        return lambda play: changed(right(play), split_plays(world, actions(play), number)[0], world, drest)

    return built


shown_counts = _percepts(
    lambda percept, done, world, drest: percept._replace(observation=(percept.observation, len(done)))
)
shown_lengths = _percepts(
    lambda percept, done, *_: percept._replace(observation=(percept.observation, tuple(each.length for each in done)))
)
paid_by_the_first = _percepts(
    lambda percept, done, world, drest: (
        percept._replace(reward=preliminary_return(drest, done[-1])) if percept.reward else percept
    )
)


@_percepts
def buttons_stay_pressed(percept: Percept, done: Sequence[Trajectory], world: World, drest: Drest) -> Percept:
    """Show, once a button was pressed in some mini-episode, that it is gone in all later ones."""
    seen = percept.observation
    if not isinstance(seen, GridObservation) or all(each.length == world.default_length for each in done):
        return percept
    return percept._replace(observation=seen._replace(buttons=(False,) * len(world.buttons)))


def first_payment(environment: Callable[[Play], Percept], play: Play) -> Value:
    """Return what the first payment is."""
    return next((environment(play[: 2 * n]).reward for n in range(4) if environment(play[: 2 * n]).reward), 0)


def _worlds_with(changed: Callable[[World], World]) -> Callable[[str], World]:
    """Return the worlds by name, each changed."""
    return lambda name: changed(named_world(name))


def _values_reversed(world: World) -> World:
    values = [coin.value for coin in reversed(world.coins)]
    coins = (coin._replace(value=value) for coin, value in zip(world.coins, values, strict=True))
    return evolve(world, coins=tuple(coins))


def _of_all_lengths(world: World, gamma: Value) -> Mapping[int, Fraction]:
    greatest = greatest_coins(world, gamma)
    return dict.fromkeys(greatest, max(greatest.values()))


def _jointly(world: World, gamma: Value) -> Mapping[int, Fraction]:
    """Let one policy attain all of them: the deterministic memoryless one whose coins sum to most."""
    measured = (measure(world, policy, gamma).expected_coins for policy in deterministic_policies(world))
    return max(measured, key=lambda coins: sum(coins.values()))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-world",
        kind="definition",
        title="gridworlds with coins and shutdown-delay buttons",
        claim="A move takes the agent to the next cell, or nowhere if a wall or the edge is there; it presses a "
        "button there, uses up one move, and collects a coin there. The agent sees its cell, the coins and the "
        "buttons, but not a clock.",
        source=f"{THORNLEY_2024}, Section 3 (Gridworlds; sections are numbered as in the early version that we had)",
        check=moving,
        mutants={
            "coin after the timer": {"move": _coin_after_the_timer},
            "press after the timer": {"move": _press_after_the_timer},
            "a wall costs no move": {"move": _walls_cost_nothing},
            "coins come back": {"move": _coins_stay},
            "up and down exchanged": {"move": lambda world, state, action: move(world, state, (1, 0, 2, 3)[action])},
        },
        verdict="defined",
        evidence="exhaustive: by hand, and every action in every state of 13 worlds, the next cell by the picture",
        defects="The paper does not say in which order a press, the timer and a coin come within a move; the order "
        "here is that of an early implementation by its authors.",
    ),
    Statement(
        id="T24-layouts",
        kind="definition",
        title="the ten worlds, reconstructed",
        claim="In each trajectory-length, the worlds of the paper's figures have the coins that its sentences name.",
        source=f"{THORNLEY_2024}, Figures 2, 5 and 8 and Appendix C",
        check=layouts,
        mutants={
            "a move more": {
                "named_world": _worlds_with(lambda world: evolve(world, default_length=world.default_length + 1))
            },
            "buttons that add a move more": {
                "named_world": _worlds_with(
                    lambda world: evolve(world, buttons=tuple(b._replace(delay=b.delay + 1) for b in world.buttons))
                )
            },
            "the values of the coins the other way round": {"named_world": _worlds_with(_values_reversed)},
            "no walls": {"named_world": _worlds_with(lambda world: evolve(world, walls=frozenset()))},
        },
        verdict="defined",
        evidence="exhaustive: every reachable state of the ten reconstructed worlds and three of our own: coins by "
        "length, lengths, observations, states; what else is known of them is compared by vectors check",
        defects="We did not have the figures: every layout is reconstructed from the paper's sentences, which leave "
        "most cells open.",
    ),
    Statement(
        id="T24-m",
        kind="lemma",
        title="the greatest coins of a length, one length at a time",
        claim="m_l, the most that a trajectory of length l collects, is the greatest E(C | L = l) of a policy without "
        "a clock. There may be no policy without a clock that reaches it for all lengths at once.",
        source=f"{THORNLEY_2024}, Definitions D.2 and D.3",
        check=greatest,
        mutants={
            "the greatest of all lengths": {"greatest_coins": _of_all_lengths},
            "over policies jointly": {"greatest_coins": _jointly},
            "without discount": {"greatest_coins": lambda world, gamma: greatest_coins(world, 1)},
        },
        verdict="holds",
        evidence="exhaustive: all deterministic memoryless policies in four small worlds; all choices of best plans "
        "for the joint optimum",
        witness="1 A B . . 2 with 5 moves and a button of 1: no memoryless policy collects the most in both lengths",
    ),
)
