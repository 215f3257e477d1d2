"""The inspectors: of steps, of memory, of determinism."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Agent
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    equal,
    part,
)
from formal_rl.environments import (
    CostedAgent,
    ExtendedEnvironment,
    determinism_inspector,
    interaction,
    memory_inspector,
    punish_fast_agent,
    punish_nondeterministic_agent,
    punish_slow_agent,
)
from formal_rl.environments.metered_agents import Computation, Program, inspector
from formal_rl.errors import MalformedHistory, NotCosted, StepBudgetExhausted
from formal_rl.histories import Action, Percept, Play, Prompt, history, percepts
from formal_rl.statements.alexander_2021.shapes import always
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

Bounded = Callable[[int], ExtendedEnvironment]
Inspecting = Callable[[tuple[Callable[[Agent], Agent], ...]], ExtendedEnvironment]

PAID, PUNISHED = Percept(1, 0), Percept(-1, 0)
FASTER, AT_THE_BOUND, SLOWER = "below the bound", "at the bound", "above the bound"


def taking(steps: Callable[[Prompt], int], storing: Callable[[int], int], action: Action = 0) -> Program:
    """Return a program of so many steps on a prompt that stores so much at each step, counted from 0."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        for step in range(steps(prompt)):
            yield (None,) * storing(step)
        return action

    return program


def _endless(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
    while True:
        yield ()


def _costing(steps: int, stored: int = 0, action: Action = 0) -> CostedAgent:
    return CostedAgent(taking(lambda prompt: steps, lambda step: stored, action))


def _spending(steps: int, budget: int) -> CostedAgent:
    """Return the agent that does 7 after so many steps."""
    return CostedAgent(taking(lambda prompt: steps, lambda step: 0, 7), budget)


_ONE, _TWO = history((0, 0), 0), history((0, 0), 0, (1, 0), 1)


def _beside(cost: int, bound: int) -> str:
    return FASTER if cost < bound else AT_THE_BOUND if cost == bound else SLOWER


def _storing(stored: Sequence[int]) -> CostedAgent:
    """Return the agent that stores so much at each step."""
    return CostedAgent(taking(lambda prompt: len(stored), stored.__getitem__))


def watching_steps(
    scope: Scope, *, slow: Bounded = punish_slow_agent, fast: Bounded = punish_fast_agent
) -> Iterator[Part]:
    """Check the inspectors of steps: by hand, against the bound, and that they see what no function shows."""
    rows: list[Example] = [
        ("at first", "nothing is asked", Percept(0, 0), slow(3), _costing(9), ()),
        ("2 steps, 3 for a turn", "2 < 3 * 1", PAID, slow(3), _costing(2), _ONE),
        ("3 steps, 3 for a turn", "3 is not < 3", PUNISHED, slow(3), _costing(3), _ONE),
        ("5 steps on a second turn", "5 < 3 * 2", PAID, slow(3), _costing(5), _TWO),
        ("15 steps, 15 for a turn unless told", "15 is not < 15", PUNISHED, punish_slow_agent(), _costing(15), _ONE),
        ("fast: 4 steps", "4 > 3 * 1", PAID, fast(3), _costing(4), _ONE),
        ("fast: 3 steps", "3 is not > 3", PUNISHED, fast(3), _costing(3), _ONE),
        ("fast: 5 steps on a second turn", "5 is not > 6", PUNISHED, fast(3), _costing(5), _TWO),
        ("another action than its own", "0, in 2 steps: paid", PAID, slow(3), _costing(2), history((7, 7), 1)),
        ("a program without end", "none within 10", StepBudgetExhausted, slow(3), CostedAgent(_endless, 10), _ONE),
        ("10 steps of 10", "within the budget: 7", 7, _spending(10, 10), _ONE[:1]),
        ("10 steps of 9", "one too many", StepBudgetExhausted, _spending(10, 9), _ONE[:1]),
        ("a budget of -1", "below 0", ValueError, CostedAgent, _endless, -1),
        ("not a play", "it ends in a percept", MalformedHistory, slow(3), _costing(1), _ONE[:1]),
        ("a plain function", "it does not say what it costs", NotCosted, slow(3), always(0), _ONE),
    ]
    yield check_examples(rows)
    bound, turns = 2, 20 if scope.is_full else 6

    @part(
        "against the bound",
        branches=(FASTER, AT_THE_BOUND, SLOWER),
        domain=f"programs of constant cost, 1 to {turns} turns, {bound} steps for each",
    )
    def compared() -> Iterator[Case]:
        for turn, steps in product(range(1, turns + 1), range(2 * bound * turns)):
            play, limit = history(*((0, 0), 0) * turn), bound * turn
            expected = (PAID if steps < limit else PUNISHED, PAID if steps > limit else PUNISHED)
            got = (slow(bound)(_costing(steps), play), fast(bound)(_costing(steps), play))
            yield _beside(steps, limit), equal(f"{steps} steps on turn {turn}", expected, got)

    yield compared()
    yield _no_function("steps are", slow(2), _costing(1), _costing(3))


def watching_memory(scope: Scope, *, inspector: Bounded = memory_inspector) -> Iterator[Part]:
    """Check the inspector of memory: by hand, against the bound, and that it sees what no function shows."""
    peak = _storing((0, 1, 4, 1, 0))
    longer = CostedAgent(taking(lambda prompt: len(percepts(prompt)), lambda step: step + 1))
    rows: list[Example] = [
        ("at first", "nothing is asked", Percept(0, 0), inspector(0), peak, ()),
        ("stores 0, 1, 4, 1, 0; bound 4", "4 <= 4", PAID, inspector(4), peak, _ONE),
        ("stores 0, 1, 4, 1, 0; bound 3", "4 > 3", PUNISHED, inspector(3), peak, _ONE),
        ("no step at all", "nothing is stored", PAID, inspector(0), _costing(0, 9), _ONE),
        ("one more each turn, turn 1", "1 <= 1", PAID, inspector(1), longer, _ONE),
        ("one more each turn, turn 2", "2 > 1", PUNISHED, inspector(1), longer, _TWO),
        ("another action than its own", "paid all the same", PAID, inspector(4), peak, history((3, 3), 5)),
        ("a plain function", "it does not say", NotCosted, inspector(3), always(0), _ONE),
    ]
    yield check_examples(rows)
    sizes = 6 if scope.is_full else 4

    @part(
        "against the bound",
        branches=(FASTER, AT_THE_BOUND, SLOWER),
        domain=f"programs of 3 steps, each storing fewer than {sizes} things, every bound below {sizes}",
    )
    def compared() -> Iterator[Case]:
        for bound, *stored in product(range(sizes), repeat=4):
            expected = PAID if max(stored) <= bound else PUNISHED
            got = inspector(bound)(_storing(stored), _ONE)
            yield _beside(max(stored), bound), equal(f"stores {stored}, bound {bound}", expected, got)

    yield compared()
    yield _no_function("memory is", inspector(2), _costing(1, 1), _costing(1, 3))


def _no_function(what: str, environment: ExtendedEnvironment, cheap: CostedAgent, dear: CostedAgent) -> Part:
    """Show two agents that are one function and are paid differently: this part is meant to fail."""

    @part(
        f"{what} a property of the function",
        branches=("equal as functions",),
        domain="two programs that always answer 0, at different costs",
    )
    def compared() -> Iterator[Case]:
        if cheap(_ONE[:-1]) == dear(_ONE[:-1]):
            got, expected = environment(dear, _ONE), environment(cheap, _ONE)
            yield "equal as functions", equal("two programs of one function", expected, got, _ONE)

    return compared().meant_to_fail(
        "two programs of one function on (0,0) 0: expected Percept(1, 0), got Percept(-1, 0)"
    )


@frozen
class CoinAgent:
    """An agent with an explicit draw: it does 1 where the draw, of ``sides`` equally likely ones, is below ``ones``."""

    sides: int
    ones: int
    draw: int = 0

    def __call__(self, prompt: Prompt) -> Action:
        """Return 1 or 0, as it was drawn."""
        return 1 if self.draw < self.ones else 0


def _with_draw(draw: int) -> Callable[[Any], Agent]:
    return lambda agent: evolve(agent, draw=draw)


def _paid_share(inspecting: Inspecting, sides: int, ones: int, trials: int) -> Fraction:
    """Return how often the agent is paid, of all its draws and all draws of the trials."""
    paid = 0
    for own, *draws in product(range(sides), repeat=trials + 1):
        agent = CoinAgent(sides, ones, own)
        environment = inspecting(tuple(map(_with_draw, draws)))
        paid += environment(agent, (Percept(0, 0), agent((Percept(0, 0),)))) == PAID
    return Fraction(paid, sides ** (trials + 1))


def watching_determinism(scope: Scope, *, inspecting: Inspecting = determinism_inspector) -> Iterator[Part]:
    """Check the inspector of determinism: by hand, on every agent that is a function, and by how often it catches."""
    own, other = history((0, 0), 1), history((0, 0), 0)
    same, opposite = _with_draw(0), _with_draw(1)
    coin = CoinAgent(2, 1, 0)
    undrawn = punish_nondeterministic_agent
    rows: list[Example] = [
        ("at first", "nothing is asked", Percept(0, 0), inspecting((opposite,)), coin, ()),
        ("a trial with the same draw", "1 and 1", PAID, inspecting((same,)), coin, own),
        ("a trial with the other draw", "1 and 0", PUNISHED, inspecting((opposite,)), coin, own),
        ("one of two trials", "1, 1 and 0", PUNISHED, inspecting((same, opposite)), coin, own),
        ("the other of two trials", "1, 0 and 1", PUNISHED, inspecting((opposite, same)), coin, own),
        ("an action it did not take", "0 and 1", PUNISHED, inspecting((same,)), coin, other),
        ("no trial", "nothing differs", PAID, inspecting(()), coin, other),
        ("without draws", "1 and 1", PAID, undrawn, coin, own),
        ("without draws, another action", "0 and 1", PUNISHED, undrawn, coin, other),
        ("without draws, at first", "nothing is asked", Percept(0, 0), undrawn, coin, ()),
    ]
    yield check_examples(rows)
    horizon, choices = scope.steps(quick=4, full=6), scope.actions()

    def claim_at(steps: int) -> Callable[[Unknown, Cover], Disagreement | None]:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            run = interaction(unknown.agent, inspecting((lambda agent: agent,) * 2), steps, remember=False)
            cover("played")
            wrong = next((index for index, percept in enumerate(run[2::2]) if percept != PAID), None)
            return None if wrong is None else Disagreement(f"reward {wrong + 1}", PAID, run[2::2][wrong], run)

        return claim

    yield decide(
        "a function of the history is always paid",
        claim_at,
        horizon,
        actions=choices,
        branches=("played",),
        domain=f"all agents to horizon {horizon}, {len(choices)} actions, two trials",
    )

    @part(
        "how often it is paid",
        branches=("deterministic", "not deterministic"),
        domain="all draws of agents with 2 to 4 equally likely draws, one trial or two: q^(k+1) + (1-q)^(k+1)",
    )
    def shares() -> Iterator[Case]:
        for sides, trials in product((2, 3, 4), (1, 2)):
            for q in (Fraction(ones, sides) for ones in range(sides + 1)):
                got = _paid_share(inspecting, sides, int(q * sides), trials)
                about = f"an agent that does 1 with probability {q}, {trials} trials: how often it is paid"
                wrong = equal(about, q ** (trials + 1) + (1 - q) ** (trials + 1), got)
                yield "deterministic" if q in {0, 1} else "not deterministic", wrong

    yield shares()


# --- Mutants ---


def _paid_while(right: Callable[[Computation, Prompt, int], bool]) -> Bounded:
    """Return inspectors by another rule of what is paid, given the bound."""
    return lambda bound: inspector(lambda computed, prompt: right(computed, prompt, bound))


def _sum_of_stores(bound: int) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        if not isinstance(agent, CostedAgent) or play == ():
            return inspector(lambda computed, prompt: True)(agent, play)
        stored = sum(map(len, agent.program(play[:-1])))
        return Percept(1 if stored <= bound else -1, 0)

    return environment


def _judging(differs: Callable[[Action, list[Action]], bool]) -> Inspecting:
    """Return inspectors of determinism by another rule: of the action and what the redrawn agents do."""

    def inspecting(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            if play == ():
                return Percept(0, 0)
            return PUNISHED if differs(play[-1], [redraw(agent)(play[:-1]) for redraw in redrawn]) else PAID

        return environment

    return inspecting


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-S3-runtime",
        kind="example",
        title="inspectors of steps",
        claim="An agent is paid or punished by how many steps its answer takes: one environment punishes agents that "
        "are too slow, another those that are too fast.",
        source=f"{ALEXANDER_2021}, Section 3, after Example 11",
        check=watching_steps,
        mutants={
            "one bound for all turns": {"slow": _paid_while(lambda computed, prompt, bound: computed.steps < bound)},
            "the bound grows by elements": {
                "slow": _paid_while(lambda computed, prompt, n: computed.steps < n * (3 * len(percepts(prompt)) - 1))
            },
            "paid at the bound": {
                "slow": _paid_while(lambda computed, prompt, bound: computed.steps <= bound * len(percepts(prompt)))
            },
        },
        verdict="defined",
        evidence="by hand, and every cost from 0 to twice the bound on every turn to the horizon; steps are those of a "
        "program that yields once per step, never of a clock",
        defects="Steps are not a property of a function: two programs of one function are paid differently, so these "
        "are not extended environments by Definition 3, whose agents are functions. Here the agent is a program that "
        "says what its answer costs. The paper gives no bound. The published library of 2021 takes 15 steps for each "
        "element of the prompt, that of 2022 15 for each turn; their steps are those of a debugger and depend on the "
        "version of Python.",
    ),
    Statement(
        id="A21-S3-memory",
        kind="example",
        title="an inspector of memory",
        claim="An agent is paid or punished by how much memory it takes to compute its answer.",
        source=f"{ALEXANDER_2021}, Section 3, after Example 11",
        check=watching_memory,
        mutants={
            "the sum over all steps": {"inspector": _sum_of_stores},
            "punished at the bound": {
                "inspector": _paid_while(lambda computed, prompt, bound: computed.greatest_store < bound)
            },
        },
        verdict="defined",
        evidence="by hand, and every program of three steps that stores little, against every bound",
        defects="Like steps, memory is not a property of a function. The paper gives no bound and does not say what "
        "is counted.",
    ),
    Statement(
        id="A21-S3-determinism",
        kind="example",
        title="an inspector of determinism",
        claim="If agents need not be deterministic, an agent is punished if it acts differently when simulated again "
        "on the same history.",
        source=f"{ALEXANDER_2021}, Section 3, after Example 11",
        check=watching_determinism,
        mutants={
            "only the last trial": {"inspecting": lambda redrawn: determinism_inspector(redrawn[-1:])},
            "trials among themselves": {"inspecting": _judging(lambda did, again: len(set(again)) > 1)},
            "one agreement is enough": {"inspecting": _judging(lambda did, again: again != [] and did not in again)},
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents that are functions are always paid; an agent that does 1 with "
        "probability q is paid with probability q^(k+1) + (1-q)^(k+1) in k trials, counted over all draws",
        defects="A function has no draws to repeat, so on Definition 3's agents the environment always pays; it tests "
        "only agents with draws, which are explicit here.",
    ),
)
