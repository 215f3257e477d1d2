"""Checks of the gridworlds: the move, the layouts, the meta-episode, and the greatest coins of each length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any

from formal_rl.checking.examples import Worked, decide_cases, work
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope
from formal_rl.environments import interaction_ordinary
from formal_rl.gridworlds.clockless import best_plans, deterministic_policies, jointly_best
from formal_rl.gridworlds.drest import Drest, overall_returns
from formal_rl.gridworlds.layout import format_layout, parse_layout
from formal_rl.gridworlds.layouts import RECONSTRUCTED, SYNTHETIC, named_world
from formal_rl.gridworlds.meta_episode import OVER, meta_episode, spelled
from formal_rl.gridworlds.metrics import greatest_coins, greatest_coins_incremental, measure_incremental
from formal_rl.gridworlds.policies import ClocklessPolicy, PlanPolicy
from formal_rl.gridworlds.trajectories import Trajectory, all_trajectories, walk
from formal_rl.gridworlds.world import (
    LETTERS,
    GridObservation,
    GridState,
    Value,
    World,
    lengths,
    move,
    observe,
    reachable,
)
from formal_rl.histories import Action, Percept, Play, actions, history
from formal_rl.statements.drest_pairs import TINY

SMALL: Mapping[str, World] = MappingProxyType(
    {
        "tiny": TINY,
        "lopsided": named_world("lopsided"),
        "last_moment": named_world("last_moment"),
        "memoryless_conflict": named_world("memoryless_conflict"),
    }
)
"""Worlds whose trajectories are few enough to be listed."""

_GAMMA = Fraction(19, 20)

Move = Callable[[World, GridState, Action], tuple[GridState, Value]]


def _moved(move: Move, world: World, text: str) -> tuple[GridState, tuple[Value, ...]]:
    state, collected = world.start, []
    for action in spelled(text):
        state, value = move(world, state, action)
        collected.append(value)
    return state, tuple(collected)


_ROOM = parse_layout("length 2\nC2 A B3\n.  # C1")
_AT_COIN = parse_layout("length 2\n.  A C1\n.  . B2")


def moving(scope: Scope, *, move: Move = move) -> Iterator[Part]:
    """Check the move: by hand, and what every move of the worlds keeps."""
    yield work(
        (
            Worked(
                "to the left, where a coin is",
                "one move is used up, and 2 collected",
                (GridState((0, 0), (False, True), (True,), 1), (2,)),
                lambda: _moved(move, _ROOM, "L"),
            ),
            Worked(
                "into the wall below",
                "the agent stays, and the move is used up",
                (GridState((0, 1), (True, True), (True,), 1), (0,)),
                lambda: _moved(move, _ROOM, "D"),
            ),
            Worked(
                "beyond the upper edge",
                "the agent stays, and the move is used up",
                (GridState((0, 1), (True, True), (True,), 1), (0,)),
                lambda: _moved(move, _ROOM, "U"),
            ),
            Worked(
                "a press on the last move counts",
                "of 2 moves 1 remains; the button adds 3, then one is used up: 1 + 3 - 1",
                (GridState((0, 2), (True, True), (False,), 3), (0, 0)),
                lambda: _moved(move, _ROOM, "DR"),
            ),
            Worked(
                "a coin on the last move counts",
                "of 2 moves none remains, and 2 is collected",
                (GridState((0, 0), (False, True), (True,), 0), (0, 2)),
                lambda: _moved(move, _ROOM, "DL"),
            ),
            Worked(
                "coin and button are there once",
                "there and back and there: the button adds 3 once, 2 + 3 - 3; the coin pays once",
                (GridState((0, 2), (True, True), (False,), 2), (0, 0, 0)),
                lambda: _moved(move, _ROOM, "RLR"),
            ),
            Worked(
                "the coin collected again pays nothing",
                "there, against the edge, and nothing",
                (GridState((0, 0), (False, True), (True,), 0), (2, 0)),
                lambda: _moved(move, _ROOM, "LL"),
            ),
            Worked(
                "what is seen has no clock",
                "two ways to one cell, one move longer, look alike",
                True,
                lambda: observe(_moved(move, _AT_COIN, "L")[0]) == observe(_moved(move, _AT_COIN, "LL")[0]),
            ),
        )
    )
    yield decide_cases(
        "what every move keeps",
        _kept(move),
        branches=("a press", "a coin", "neither"),
        domain=f"every state with a move left, and every action, in the {len(RECONSTRUCTED) + len(SYNTHETIC)} worlds",
    )


def _kept(move: Move) -> Iterator[tuple[str, Disagreement | None]]:
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        world = named_world(name)
        for state in reachable(world):
            for action in range(4) if state.remaining else ():
                after, value = move(world, state, action)
                gone = [b.delay for b, w, n in zip(world.buttons, state.buttons, after.buttons, strict=True) if w > n]
                paid = [c.value for c, w, n in zip(world.coins, state.coins, after.coins, strict=True) if w > n]
                expected = state.remaining + sum(gone) - 1, sum(paid), False
                got = after.remaining, value, after.cell in world.walls
                where = f"{name}, {LETTERS[action]} in {state}"
                branch = "a press" if gone else "a coin" if paid else "neither"
                yield branch, None if got == expected else Disagreement(where, expected, got)


# --- The layouts ---

_COINS = MappingProxyType(
    {
        "example": {4: {1, 2}, 8: {1, 2, 3}},
        "lopsided": {3: {(0, 0)}, 5: {(0, 6)}},
        "fewer_for_longer": {4: {1, 3}, 7: {1}},
        "one_coin_only": {4: {1}, 8: {1}},
        "hidden_treasure": {4: {1}, 10: {1, 2, 3}},
    }
)
"""Which coins can be collected in each length, by the paper's sentences: by value, or by cell where both are 1."""


def layouts(scope: Scope, *, named_world: Callable[[str], World] = named_world) -> Iterator[Part]:
    """Check the pictures: the coins of each length as the paper tells, and that each picture is read as it is drawn."""

    def collectable(name: str) -> dict[int, set[Any]]:
        world = named_world(name)
        by_cell = len({coin.value for coin in world.coins}) < len(world.coins)
        found: dict[int, set[Any]] = {}
        for state in reachable(world):
            if state.remaining == 0:
                gone = (c for c, left in zip(world.coins, state.coins, strict=True) if not left)
                taken = {c.cell if by_cell else c.value for c in gone}
                found.setdefault(world.elapsed(state), set()).update(taken)
        return found

    def facts(name: str) -> tuple[tuple[int, ...], int]:
        world = named_world(name)
        return lengths(world), len({observe(state) for state in reachable(world)})

    yield work(
        [
            *(
                Worked(
                    f"coins by length in {name}",
                    "from the paper's sentences",
                    expected,
                    partial(collectable, name),
                )
                for name, expected in _COINS.items()
            ),
            Worked(
                "lengths and observations of the example",
                "4, or 4 + 4; 46 counted",
                ((4, 8), 46),
                lambda: facts("example"),
            ),
            Worked(
                "lengths with two buttons of delays 2 and 3",
                "4, 4 + 2, 4 + 3, 4 + 2 + 3",
                (4, 6, 7, 9),
                lambda: facts("two_buttons_k4")[0],
            ),
            Worked(
                "lengths with two buttons of delay 2",
                "4, 4 + 2 in two ways, 4 + 2 + 2",
                (4, 6, 8),
                lambda: facts("two_buttons_k3")[0],
            ),
        ]
    )
    yield decide_cases(
        "a picture of each world gives it again",
        _pictured(named_world),
        branches=("a world",),
        domain="the ten reconstructed worlds and three of our own",
    )


def _pictured(named_world: Callable[[str], World]) -> Iterator[tuple[str, Disagreement | None]]:
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        world = named_world(name)
        again = parse_layout(format_layout(world))
        yield "a world", None if again == world else Disagreement(f"the picture of {name}", world, again)


# --- The meta-episode ---

_ROOT = Fraction(1, 2)
MetaEpisode = Callable[[World, Drest, int], Callable[[Play], Percept]]

_START = GridObservation((0, 1), (True, True), (True,))
_PRESSED = GridObservation((0, 2), (True, True), (False,))


def meta_episodes(scope: Scope, *, meta_episode: MetaEpisode = meta_episode) -> Iterator[Part]:
    """Check the meta-episode: by hand, and its payments against the returns of its mini-episodes, all of them."""
    number = scope.steps(quick=3, full=4)
    drest = Drest.of(TINY, _ROOT)
    environment = meta_episode(TINY, drest, 3)
    left = (Percept(0, _START), 2)
    yield work(
        (
            Worked("at first", "nothing is paid", Percept(0, _START), lambda: environment(())),
            Worked(
                "after the short mini-episode with its coin",
                "1 / m_1 = 1, times λ^0; the world begins anew",
                Percept(Fraction(1), _START),
                lambda: environment(history(*left)),
            ),
            Worked(
                "after two short ones",
                "λ^(1 - 1/2) = 1/2, times 1",
                Percept(Fraction(1, 2), _START),
                lambda: environment(history(*left, (1, _START), 2)),
            ),
            Worked(
                "within the long one",
                "pressed, not ended: nothing is paid yet",
                Percept(0, _PRESSED),
                lambda: environment(history(*left, (1, _START), 3)),
            ),
            Worked(
                "after a short one and a long one",
                "λ^(0 - 1/2) = 2, times 1",
                Percept(Fraction(2), _START),
                lambda: environment(history(*left, (1, _START), 3, (0, _PRESSED), 3)),
            ),
            Worked(
                "after three short ones",
                "λ^(2 - 2/2) = 1/4, and it is over",
                Percept(Fraction(1, 4), OVER),
                lambda: environment(history(*left, (1, _START), 2, (Fraction(1, 2), _START), 2)),
            ),
            Worked(
                "after it is over",
                "nothing is paid",
                Percept(0, OVER),
                lambda: environment(
                    history(*left, (1, _START), 2, (Fraction(1, 2), _START), 2, (Fraction(1, 4), OVER), 0)
                ),
            ),
        )
    )
    yield decide_cases(
        "what is paid in all is the sum of the overall returns",
        _paid(meta_episode, drest, number),
        branches=("one length throughout", "the lengths vary"),
        domain=f"all meta-episodes of {number} mini-episodes in a world of 7 trajectories",
    )


def _paid(build: MetaEpisode, drest: Drest, number: int) -> Iterator[tuple[str, Disagreement | None]]:
    environment = build(TINY, drest, number)
    for episodes in product(tuple(all_trajectories(TINY)), repeat=number):
        taken = [action for episode in episodes for action in episode.actions]
        play: Play = ()
        total = Fraction(0)
        for action in taken:
            play = (*play, environment(play), action)
            total += environment(play).reward
        expected = sum(overall_returns(drest, episodes), Fraction(0))
        branch = "one length throughout" if len({e.length for e in episodes}) == 1 else "the lengths vary"
        yield branch, None if total == expected else Disagreement("what is paid in all", expected, total, play)


def _total(environment: Callable[[Play], Percept], play: Play) -> Value:
    """Return the sum of what is paid along a play of three actions."""
    return sum((environment(play[: 2 * n]).reward for n in range(4)), Fraction(0))


def hidden_counts(
    scope: Scope, *, total: Callable[[Callable[[Play], Percept], Play], Value] = _total
) -> Iterator[Part]:
    """Check that clock-less policies cannot tell mini-episodes apart, and that an agent that reads the history can."""
    environment = meta_episode(TINY, Drest.of(TINY, _ROOT), 2)

    def by_turns(prompt: Play) -> Action:
        """Go left in the first mini-episode, and right twice in the second."""
        return 2 if len(actions(prompt)) == 0 else 3

    def paid(agent: Callable[[Play], Action]) -> Value:
        return total(environment, interaction_ordinary(agent, environment, 3))

    yield work(
        (
            Worked(
                "an agent that reads the history: short, then long",
                "1 + λ^(-1/2) = 1 + 2",
                Fraction(3),
                lambda: paid(by_turns),
            ),
            Worked(
                "always short",
                "1 + λ^(1 - 1/2) = 1 + 1/2; the third action comes after the end",
                Fraction(3, 2),
                lambda: paid(lambda prompt: 2),
            ),
        )
    )
    yield decide_cases(
        "a deterministic clock-less policy chooses one length in both mini-episodes",
        _one_length(),
        branches=("short", "long"),
        domain="all deterministic clock-less policies in a world of 7 trajectories",
    )
    yield decide_cases(
        "every agent is a clock-less policy",
        (
            (
                "by turns",
                None
                if _lengths(by_turns) in {(1, 1), (2, 2)}
                else Disagreement("the lengths of two mini-episodes", "one length twice", _lengths(by_turns)),
            )
            for _ in range(1)
        ),
        branches=("by turns",),
        domain="the agent that goes left first and right then",
    ).meant_to_fail()


def _lengths(agent: Callable[[Play], Action]) -> tuple[int, ...]:
    environment = meta_episode(TINY, Drest.of(TINY, _ROOT), 2)
    play: Play = ()
    state, done, moves = TINY.start, list[int](), 0
    while len(done) < 2:
        prompt = (*play, environment(play))
        action = agent(prompt)
        play = (*prompt, action)
        state, _ = move(TINY, state, action)
        moves += 1
        if state.remaining == 0:
            done.append(moves)
            state, moves = TINY.start, 0
    return tuple(done)


def _one_length() -> Iterator[tuple[str, Disagreement | None]]:
    for policy in deterministic_policies(TINY):

        def agent(prompt: Play, policy: ClocklessPolicy = policy) -> Action:
            seen = prompt[-1].observation
            return policy(TINY, GridState(seen.cell, seen.coins, seen.buttons, 1)).index(1)

        got = _lengths(agent)
        branch = "short" if got[0] == 1 else "long"
        wrong = Disagreement("the lengths of two mini-episodes", got[0], got[1])
        yield branch, None if got[0] == got[1] else wrong


# --- The greatest coins of each length ---

Greatest = Callable[[World, Value], Mapping[int, Fraction]]


def greatest(scope: Scope, *, greatest_coins: Greatest = greatest_coins) -> Iterator[Part]:
    """Check m_l: by hand, over all deterministic clock-less policies one length at a time, and not jointly."""
    conflict = SMALL["memoryless_conflict"]
    yield work(
        (
            Worked(
                "the tiny world, γ = 1/2",
                "the coin at once: 1; after one move: 1/2",
                {1: Fraction(1), 2: Fraction(1, 2)},
                lambda: greatest_coins(TINY, Fraction(1, 2)),
            ),
            Worked(
                "the world without joint optimum, γ = 1",
                "short: one coin; long: left, then right five times, both",
                {5: Fraction(1), 6: Fraction(2)},
                lambda: greatest_coins(conflict, 1),
            ),
            Worked(
                "last moment, γ = 1/2",
                "up three times: 1 on move 4, 1/8; or the button on move 4 and 2 on move 5, 2/16",
                {4: Fraction(1, 8), 6: Fraction(2, 16)},
                lambda: greatest_coins(SMALL["last_moment"], Fraction(1, 2)),
            ),
        )
    )
    yield decide_cases(
        "attained one length at a time by deterministic clock-less policies",
        _one_at_a_time(greatest_coins),
        branches=tuple(SMALL),
        domain="all deterministic clock-less policies in four small worlds, γ = 1 and 19/20",
    )
    yield decide_cases(
        "attained for all lengths at once, with a clock or a memory",
        _jointly_with_memory(),
        branches=("best plans mixed",),
        domain="plans mixed evenly, in all worlds, γ = 19/20",
    )
    yield decide_cases(
        "attained for all lengths at once without a clock",
        (
            (
                "a world",
                None if jointly_best(world, 1) else Disagreement(f"best plans in {name}", "a joint policy", None),
            )
            for name, world in SMALL.items()
        ),
        branches=("a world",),
        domain="all choices of best plans in four small worlds, γ = 1",
    ).meant_to_fail()


def _one_at_a_time(greatest_coins: Greatest) -> Iterator[tuple[str, Disagreement | None]]:
    gammas: tuple[Value, ...] = (1, _GAMMA)
    for (name, world), gamma in product(SMALL.items(), gammas):
        best = dict.fromkeys(lengths(world), Fraction(0))
        for policy in deterministic_policies(world):
            for length, coins in measure_incremental(world, policy, gamma).expected_coins.items():
                best[length] = max(best[length], coins)
        expected = greatest_coins(world, gamma)
        about = f"the greatest E(C | L) of a clock-less policy in {name}, γ = {gamma}"
        yield name, None if best == expected else Disagreement(about, expected, best)


def _jointly_with_memory() -> Iterator[tuple[str, Disagreement | None]]:
    for name in (*RECONSTRUCTED, *SYNTHETIC):
        world = named_world(name)
        expected = greatest_coins_incremental(world, _GAMMA)
        plans = tuple((plan, Fraction(1, len(expected))) for plan in map(next, best_plans(world, _GAMMA).values()))
        coins: dict[int, Fraction] = {}
        for plan, _ in PlanPolicy(plans).plans:
            trajectory: Trajectory = walk(world, plan)
            coins[trajectory.length] = trajectory.coins(_GAMMA)
        yield "best plans mixed", None if coins == dict(expected) else Disagreement(name, dict(expected), coins)
