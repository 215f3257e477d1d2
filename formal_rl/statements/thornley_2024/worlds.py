"""Sections 3 to 5 and Definitions D.1 to D.4: worlds, policies, metrics and the DREST reward."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log, log2
from typing import Any

from attrs import evolve

from formal_rl.gridworlds import (
    ByLength,
    Drest,
    GridObservation,
    GridState,
    LengthStatistics,
    Trajectory,
    Value,
    World,
    deterministic_policies,
    discount_factor,
    drawn_return,
    entropy,
    greatest_coins,
    measure,
    meta_episode,
    move,
    named_world,
    neutrality,
    overall_returns,
    preliminary_return,
    usefulness,
)
from formal_rl.gridworlds.episodes import split_plays
from formal_rl.histories import Action, Percept, Play, actions
from formal_rl.statements.checks import drest_metrics, drest_worlds
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement

# --- Wrong moves ---


def _coin_after_the_timer(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    after, value = move(world, state, action)
    return (after, value) if after.remaining else (after._replace(coins=state.coins), 0)


def _press_after_the_timer(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    after, value = move(world, state, action)
    if state.remaining == 1 and after.remaining:
        return after._replace(buttons=state.buttons, remaining=0), value
    return after, value


def _walls_cost_nothing(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    after, value = move(world, state, action)
    return (after._replace(remaining=state.remaining), value) if after.cell == state.cell else (after, value)


def _upside_down(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    """Exchange up and down."""
    return move(world, state, {0: 1, 1: 0}.get(action, action))


def _coins_stay(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    full = state._replace(coins=(True,) * len(world.coins))
    return move(world, full, action)


def _a_move_more(name: str) -> World:
    world = named_world(name)
    return evolve(world, default_length=world.default_length + 1)


def _a_longer_delay(name: str) -> World:
    world = named_world(name)
    return evolve(world, buttons=tuple(button._replace(delay=button.delay + 1) for button in world.buttons))


def _values_reversed(name: str) -> World:
    world = named_world(name)
    values = [coin.value for coin in reversed(world.coins)]
    coins = (coin._replace(value=value) for coin, value in zip(world.coins, values, strict=True))
    return evolve(world, coins=tuple(coins))


# --- Wrong meta-episodes ---

_Done = Sequence[Trajectory]
_Changed = Callable[[Percept, _Done, World, Drest], Percept]


def _percepts(changed: _Changed) -> drest_worlds.MetaEpisode:
    """Return the meta-episode whose percepts are changed, by the mini-episodes that are done."""

    def built(world: World, drest: Drest, number: int) -> Callable[[Play], Percept]:
        right = meta_episode(world, drest, number)
        return lambda play: changed(right(play), split_plays(world, actions(play), number)[0], world, drest)

    return built


@_percepts
def _paid_by_the_first(percept: Percept, done: _Done, world: World, drest: Drest) -> Percept:
    """Pay every mini-episode as if it were the first."""
    return percept._replace(reward=preliminary_return(drest, done[-1])) if percept.reward else percept


@_percepts
def _shown_counts(percept: Percept, done: _Done, world: World, drest: Drest) -> Percept:
    """Show how many mini-episodes are done."""
    return percept._replace(observation=(percept.observation, len(done)))


@_percepts
def _shown_lengths(percept: Percept, done: _Done, world: World, drest: Drest) -> Percept:
    """Show which lengths were chosen before."""
    return percept._replace(observation=(percept.observation, tuple(each.length for each in done)))


@_percepts
def _buttons_stay_pressed(percept: Percept, done: _Done, world: World, drest: Drest) -> Percept:
    """Show, once a button was pressed in some mini-episode, that it is gone in all later ones."""
    seen = percept.observation
    if not isinstance(seen, GridObservation) or all(each.length == world.default_length for each in done):
        return percept
    return percept._replace(observation=seen._replace(buttons=(False,) * len(world.buttons)))


def _first_payment(environment: Callable[[Play], Percept], play: Play) -> Value:
    """Return what the first payment is."""
    return next((environment(play[: 2 * n]).reward for n in range(4) if environment(play[: 2 * n]).reward), 0)


# --- Wrong rewards ---


def _returns_by(number_before: Callable[[Sequence[Trajectory], int], int]) -> drest_metrics.Returns:
    def returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
        return tuple(
            drest.root ** (drest.k * number_before(meta_episode, i) - i) * preliminary_return(drest, trajectory)
            for i, trajectory in enumerate(meta_episode)
        )

    return returns


_counted_after = _returns_by(lambda done, i: sum(each.length == done[i].length for each in done[: i + 1]))
_paid_only_counted = _returns_by(
    lambda done, i: sum(each.length == done[i].length and any(each.collected) for each in done[:i])
)


def _below_a_boundary(
    p: Sequence[Value], u: Sequence[Value], root: Value, number: int, draws: Sequence[Value]
) -> Fraction:
    """Take a draw on the boundary of two lengths for one of the lower."""
    boundaries = [sum(p[: place + 1]) for place in range(len(p) - 1)]
    moved = tuple(each - Fraction(1, 1000) if each in boundaries else each for each in draws)
    return drawn_return(p, u, root, number, moved)


def _c_for_lambda(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    lam = Fraction(root) ** len(p)
    return sum(
        (Fraction(root) ** -i * a * b * (1 - lam * a) ** i for i in range(number) for a, b in zip(p, u, strict=True)),
        Fraction(0),
    )


# --- Wrong metrics ---


def _unconditional(world: World, policy: Any, gamma: Value) -> LengthStatistics:
    p, coins = measure(world, policy, gamma)
    return LengthStatistics(p, {length: p[length] * coins[length] for length in p})


def _joint(measured: LengthStatistics, greatest: ByLength) -> Fraction:
    """Divide by the greatest of all lengths."""
    return usefulness(measured, dict.fromkeys(greatest, max(greatest.values())))


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
        claim="A move takes the agent to the next cell, or nowhere against a wall or the edge; it presses a button "
        "there, uses up one move, and collects a coin there. The agent sees cell, coins and buttons, and no clock.",
        source=f"{THORNLEY_2024}, Section 3 (Gridworlds; sections are numbered as in the early version at hand)",
        check=drest_worlds.moving,
        mutants={
            "coin after the timer": {"move": _coin_after_the_timer},
            "press after the timer": {"move": _press_after_the_timer},
            "a wall costs no move": {"move": _walls_cost_nothing},
            "coins come back": {"move": _coins_stay},
            "up and down exchanged": {"move": _upside_down},
        },
        verdict="defined",
        evidence="exhaustive: by hand, and every action in every state of 13 worlds, the next cell by the picture",
        defects="The paper does not say in which order a press, the timer and a coin come within a move; the order "
        "here is that of an early implementation by its authors.",
    ),
    Statement(
        id="T24-pomdp",
        kind="definition",
        title="the counts are hidden, and policies are on observations",
        claim="What is seen in a meta-episode does not count the mini-episodes, so a policy on observations chooses "
        "lengths alike in each. An agent that reads the history can choose otherwise in each, and is outside of the "
        "paper's class.",
        source=f"{THORNLEY_2024}, Sections 3 and 5 (numbered as in the early version at hand)",
        check=drest_worlds.hidden_counts,
        mutants={
            "which mini-episode it is, is shown": {"meta_episode": _shown_counts},
            "the lengths before are shown": {"meta_episode": _shown_lengths},
            "a pressed button stays pressed": {"meta_episode": _buttons_stay_pressed},
            "only the first payment counts": {"total": _first_payment},
        },
        verdict="defined",
        evidence="exhaustive: in a world of 7 trajectories all meta-episodes of 2 mini-episodes: what is seen in one "
        "is seen in the other; uniform and 2 drawn policies on what is seen, and all deterministic ones",
    ),
    Statement(
        id="T24-layouts",
        kind="definition",
        title="the ten worlds, reconstructed",
        claim="The worlds of the paper's figures have the coins in each trajectory-length that its sentences tell.",
        source=f"{THORNLEY_2024}, Figures 2, 5 and 8 and Appendix C",
        check=drest_worlds.layouts,
        mutants={
            "a move more": {"named_world": _a_move_more},
            "buttons that add a move more": {"named_world": _a_longer_delay},
            "the values of the coins the other way round": {"named_world": _values_reversed},
            "no walls": {"named_world": lambda name: evolve(named_world(name), walls=frozenset())},
        },
        verdict="defined",
        evidence="exhaustive: every reachable state of the ten reconstructed worlds and three of our own: coins by "
        "length, lengths, observations, states; what else is known of them is compared by vectors check",
        defects="The figures were not at hand: every layout is reconstructed from the paper's sentences, which leave "
        "most cells open.",
    ),
    Statement(
        id="T24-DD1",
        kind="definition",
        title="the meta-episode",
        claim="A meta-episode is a series of mini-episodes in worlds that look alike; each is paid by the DREST "
        "reward, which depends on the lengths chosen before.",
        source=f"{THORNLEY_2024}, Definition D.1",
        check=drest_worlds.meta_episodes,
        mutants={
            "each paid like the first": {"meta_episode": _paid_by_the_first},
            "the number done is shown": {"meta_episode": _shown_counts},
        },
        verdict="defined",
        evidence="exhaustive: all meta-episodes of 3 mini-episodes in a world of 7 trajectories",
    ),
    Statement(
        id="T24-DD2",
        kind="definition",
        title="the DREST reward",
        claim="A coin of value c in mini-episode i pays λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had "
        "the length of this one, k is the number of lengths and m the most that could be collected in this length.",
        source=f"{THORNLEY_2024}, Definition D.2",
        check=drest_metrics.reward,
        mutants={
            "off by one in (i - 1) / k": {"factor": lambda drest, i, n: discount_factor(drest, i, n) / drest.root},
            "n counted after the reward": {"returns": _counted_after},
            "only mini-episodes with a coin count": {"returns": _paid_only_counted},
            "γ from the first move in the coins alone": {
                "preliminary": lambda drest, trajectory: preliminary_return(drest, trajectory) * drest.gamma
            },
            "λ for 1 - λ": {"closed": _c_for_lambda},
            "a draw on a boundary goes below it": {"drawn": _below_a_boundary},
            "lopsided: divided by m": {"lopsided": overall_returns},
            "default: without discount": {
                "default": lambda drest, meta_episode: tuple(trajectory.coins(1) for trajectory in meta_episode)
            },
        },
        verdict="defined",
        evidence="exhaustive: all sequences of lengths of at most 5 mini-episodes, 4 of three lengths; all "
        "meta-episodes of at most 3 mini-episodes in a world of 7 trajectories; all sequences of 2 of 12 draws, those "
        "on a boundary among them; sums of powers of the root for N to 7",
        defects="The formula is lost from the early text that was at hand. It is as the published version has it "
        "(arXiv 2407.00805v7, 11 May 2026; quoted by an independent implementation, the page itself was not at hand).",
    ),
    Statement(
        id="T24-DD3",
        kind="definition",
        title="USEFULNESS",
        claim="The sum over lengths of Pr{L = l} E(C | L = l) / m_l, where E(C | L = l) is 0 if Pr{L = l} is; from 0 "
        "to 1.",
        source=f"{THORNLEY_2024}, Definition D.3",
        check=drest_metrics.useful,
        mutants={
            "coins not conditional on the length": {"measure": _unconditional},
            "γ in m alone": {"measure": lambda world, policy, gamma: measure(world, policy, 1)},
            "m over all lengths": {"usefulness": _joint},
        },
        verdict="defined",
        evidence="exhaustive: all trajectories of three small worlds under 39 policies; between 0 and 1 for 28",
    ),
    Statement(
        id="T24-DD4",
        kind="definition",
        title="NEUTRALITY",
        claim="The entropy of the trajectory-length in bits, 0 log 0 being 0; from 0 to log2 k, which equal "
        "probabilities alone attain.",
        source=f"{THORNLEY_2024}, Definition D.4",
        check=drest_metrics.neutral,
        mutants={
            "entropy in nats": {"neutrality": lambda p: neutrality(p) * log(2)},
            "divided by log2 k": {"neutrality": lambda p: neutrality(p) / log2(len(p))},
            "in floats, rare lengths left out": {
                "entropy": lambda probabilities: entropy([p for p in probabilities if p > 1e-9])
            },
        },
        verdict="defined",
        evidence="exhaustive: all distributions in twelfths over 2, 3 and 4 lengths, within 1e-12",
    ),
    Statement(
        id="T24-m",
        kind="lemma",
        title="the greatest coins of a length, one length at a time",
        claim="m_l, the most that a trajectory of length l collects, is the greatest E(C | L = l) of a policy without "
        "a clock. For all lengths at once it may be out of reach without a clock.",
        source=f"{THORNLEY_2024}, Definitions D.2 and D.3",
        check=drest_worlds.greatest,
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
"""In the order of the paper."""
