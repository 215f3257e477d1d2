"""Checks of the inspectors: of steps, of memory, of determinism."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.checking import Cover, Disagreement, Part, Scope, Unknown, check_examples, decide, part
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
from formal_rl.environments.metered_agents import Program, inspector
from formal_rl.errors import MalformedHistory, NotCosted, StepBudgetExhausted
from formal_rl.histories import Action, Percept, Play, Prompt, history, percepts
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


def _ten(prompt: Prompt) -> int:
    return 10


def _nothing(step: int) -> int:
    return 0


def watching_steps(
    scope: Scope, *, slow: Bounded = punish_slow_agent, fast: Bounded = punish_fast_agent
) -> Iterator[Part]:
    """Check the inspectors of steps: by hand, against the bound, and that they see what no function shows."""
    one, two = history((0, 0), 0), history((0, 0), 0, (1, 0), 1)
    yield check_examples(
        [
            ("at first", "nothing is asked", Percept(0, 0), slow(3), _costing(9), ()),
            ("2 steps, 3 for a turn", "2 < 3 * 1", PAID, slow(3), _costing(2), one),
            ("3 steps, 3 for a turn", "3 is not < 3", PUNISHED, slow(3), _costing(3), one),
            ("5 steps on a second turn", "5 < 3 * 2", PAID, slow(3), _costing(5), two),
            ("fast: 4 steps", "4 > 3 * 1", PAID, fast(3), _costing(4), one),
            ("fast: 3 steps", "3 is not > 3", PUNISHED, fast(3), _costing(3), one),
            ("fast: 5 steps on a second turn", "5 is not > 6", PUNISHED, fast(3), _costing(5), two),
            (
                "another action than its own",
                "the play has 1, the program answers 0 in 2 steps: paid all the same",
                PAID,
                slow(3),
                _costing(2),
                history((7, 7), 1),
            ),
            (
                "a program without end",
                "no answer within 10 steps",
                StepBudgetExhausted,
                slow(3),
                CostedAgent(_endless, 10),
                one,
            ),
            ("10 steps of 10", "within the budget: 7", 7, CostedAgent(taking(_ten, _nothing, 7), 10), one[:1]),
            ("10 steps of 9", "one too many", StepBudgetExhausted, CostedAgent(taking(_ten, _nothing), 9), one[:1]),
            ("a budget of -1", "below 0", ValueError, CostedAgent, _endless, -1),
            ("not a play", "it ends in a percept", MalformedHistory, slow(3), _costing(1), one[:1]),
            ("a plain function", "it does not say what it costs", NotCosted, slow(3), lambda _: 0, one),
        ]
    )
    bound, turns = 2, 20 if scope.is_full else 6

    @part(
        "against the bound",
        branches=(FASTER, AT_THE_BOUND, SLOWER),
        domain=f"programs of constant cost, 1 to {turns} turns, {bound} steps for each",
    )
    def compared() -> Iterator[tuple[str, Disagreement | None]]:
        for turn, steps in product(range(1, turns + 1), range(2 * bound * turns)):
            play = history(*((0, 0), 0) * turn)
            limit = bound * turn
            branch = FASTER if steps < limit else AT_THE_BOUND if steps == limit else SLOWER
            expected = (PAID if steps < limit else PUNISHED, PAID if steps > limit else PUNISHED)
            got = (slow(bound)(_costing(steps), play), fast(bound)(_costing(steps), play))
            yield branch, None if got == expected else Disagreement(f"{steps} steps on turn {turn}", expected, got)

    yield compared()
    yield _no_function("steps are", slow(2), _costing(1), _costing(3))


def watching_memory(scope: Scope, *, inspector: Bounded = memory_inspector) -> Iterator[Part]:
    """Check the inspector of memory: by hand, against the bound, and that it sees what no function shows."""
    one = history((0, 0), 0)
    peak = CostedAgent(taking(lambda prompt: 5, lambda step: (0, 1, 4, 1, 0)[step]))
    longer = CostedAgent(taking(lambda prompt: len(percepts(prompt)), lambda step: step + 1))
    two = history((0, 0), 0, (1, 0), 1)
    yield check_examples(
        [
            ("at first", "nothing is asked", Percept(0, 0), inspector(0), peak, ()),
            ("stores 0, 1, 4, 1, 0; bound 4", "4 <= 4", PAID, inspector(4), peak, one),
            ("stores 0, 1, 4, 1, 0; bound 3", "4 > 3", PUNISHED, inspector(3), peak, one),
            ("no step at all", "nothing is stored", PAID, inspector(0), _costing(0, 9), one),
            ("one more each turn, turn 1", "1 <= 1", PAID, inspector(1), longer, one),
            ("one more each turn, turn 2", "2 > 1", PUNISHED, inspector(1), longer, two),
            (
                "another action than its own",
                "the play has 5: paid all the same",
                PAID,
                inspector(4),
                peak,
                history((3, 3), 5),
            ),
            ("a plain function", "it does not say", NotCosted, inspector(3), lambda _: 0, one),
        ]
    )
    sizes = 6 if scope.is_full else 4

    @part(
        "against the bound",
        branches=(FASTER, AT_THE_BOUND, SLOWER),
        domain=f"programs of 3 steps, each storing fewer than {sizes} things, every bound below {sizes}",
    )
    def compared() -> Iterator[tuple[str, Disagreement | None]]:
        for bound, *stored in product(range(sizes), repeat=4):
            agent = CostedAgent(taking(lambda prompt, stored=stored: len(stored), lambda step, s=stored: s[step]))  # type: ignore[misc]
            greatest = max(stored)
            branch = FASTER if greatest < bound else AT_THE_BOUND if greatest == bound else SLOWER
            expected = PAID if greatest <= bound else PUNISHED
            got = inspector(bound)(agent, one)
            yield branch, None if got == expected else Disagreement(f"stores {stored}, bound {bound}", expected, got)

    yield compared()
    yield _no_function("memory is", inspector(2), _costing(1, 1), _costing(1, 3))


def _no_function(what: str, environment: ExtendedEnvironment, cheap: CostedAgent, dear: CostedAgent) -> Part:
    """Show two agents that are one function and are paid differently: this part is meant to fail."""
    play = history((0, 0), 0)

    @part(
        f"{what} a property of the function",
        branches=("equal as functions",),
        domain="two programs that always answer 0, at different costs",
    )
    def compared() -> Iterator[tuple[str, Disagreement | None]]:
        prompt = play[:-1]
        if cheap(prompt) == dear(prompt):
            got, expected = environment(dear, play), environment(cheap, play)
            wrong = None if got == expected else Disagreement("two programs of one function", expected, got, play)
            yield "equal as functions", wrong

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

    def redrawn(self, draw: int) -> CoinAgent:
        """Return the agent with another draw."""
        return CoinAgent(self.sides, self.ones, draw)


def _with_draw(draw: int) -> Callable[[Any], Agent]:
    def redraw(agent: CoinAgent) -> Agent:
        return agent.redrawn(draw)

    return redraw


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
    yield check_examples(
        [
            ("at first", "nothing is asked", Percept(0, 0), inspecting((opposite,)), coin, ()),
            ("a trial with the same draw", "1 and 1", PAID, inspecting((same,)), coin, own),
            ("a trial with the other draw", "1 and 0", PUNISHED, inspecting((opposite,)), coin, own),
            ("one of two trials", "1, 1 and 0", PUNISHED, inspecting((same, opposite)), coin, own),
            ("the other of two trials", "1, 0 and 1", PUNISHED, inspecting((opposite, same)), coin, own),
            ("an action it did not take", "0 and 1", PUNISHED, inspecting((same,)), coin, other),
            ("no trial", "nothing differs", PAID, inspecting(()), coin, other),
            ("without draws", "1 and 1", PAID, punish_nondeterministic_agent, coin, own),
            ("without draws, another action", "0 and 1", PUNISHED, punish_nondeterministic_agent, coin, other),
            ("without draws, at first", "nothing is asked", Percept(0, 0), punish_nondeterministic_agent, coin, ()),
        ]
    )
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
    def shares() -> Iterator[tuple[str, Disagreement | None]]:
        for sides, trials in product((2, 3, 4), (1, 2)):
            for ones in range(sides + 1):
                q = Fraction(ones, sides)
                expected = q ** (trials + 1) + (1 - q) ** (trials + 1)
                got = _paid_share(inspecting, sides, ones, trials)
                about = f"an agent that does 1 with probability {q}, {trials} trials: how often it is paid"
                branch = "deterministic" if q in {0, 1} else "not deterministic"
                yield branch, None if got == expected else Disagreement(about, expected, got)

    yield shares()


# --- Mutants ---


def _bound_for_all_turns(steps_per_turn: int) -> ExtendedEnvironment:
    return inspector(lambda computed, prompt: computed.steps < steps_per_turn)


def _bound_by_elements(steps_per_turn: int) -> ExtendedEnvironment:
    return inspector(lambda computed, prompt: computed.steps < steps_per_turn * (3 * len(percepts(prompt)) - 1))


def _paid_at_the_bound(steps_per_turn: int) -> ExtendedEnvironment:
    return inspector(lambda computed, prompt: computed.steps <= steps_per_turn * len(percepts(prompt)))


def _sum_of_stores(bound: int) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        if not isinstance(agent, CostedAgent) or play == ():
            return inspector(lambda computed, prompt: True)(agent, play)
        stored = sum(map(len, agent.program(play[:-1])))
        return Percept(1 if stored <= bound else -1, 0)

    return environment


def _less_than_the_bound(bound: int) -> ExtendedEnvironment:
    return inspector(lambda computed, prompt: computed.greatest_store < bound)


def _trials_among_themselves(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(0, 0)
        return Percept(1 if len({redraw(agent)(play[:-1]) for redraw in redrawn}) <= 1 else -1, 0)

    return environment


def _one_agreement_is_enough(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(0, 0)
        agreed = any(play[-1] == redraw(agent)(play[:-1]) for redraw in redrawn) or not redrawn
        return Percept(1 if agreed else -1, 0)

    return environment


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-S3-runtime",
        kind="example",
        title="inspectors of steps",
        claim="An agent is paid or punished by how many steps it takes over its answer: one environment punishes "
        "those that are too slow, another those that are too fast.",
        source=f"{ALEXANDER_2021}, Section 3, after Example 11",
        check=watching_steps,
        mutants={
            "one bound for all turns": {"slow": _bound_for_all_turns},
            "the bound grows by elements": {"slow": _bound_by_elements},
            "paid at the bound": {"slow": _paid_at_the_bound},
        },
        verdict="defined",
        evidence="by hand, and every cost from 0 to twice the bound on every turn to the horizon; steps are those of a "
        "program that yields once per step, never of a clock",
        defects="Steps are no property of a function: two programs of one function are paid differently, so these are "
        "no extended environments by Definition 3, whose agents are functions. Here the agent is a program "
        "that says what it costs. The paper gives no bound. The published library of 2021 takes 15 steps for "
        "each element of the prompt, that of 2022 15 for each turn; their steps are those of a debugger and "
        "depend on the version of Python.",
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
            "punished at the bound": {"inspector": _less_than_the_bound},
        },
        verdict="defined",
        evidence="by hand, and every program of three steps that stores little, against every bound",
        defects="Like steps, memory is no property of a function; and the paper gives no bound, nor says what is "
        "counted.",
    ),
    Statement(
        id="A21-S3-determinism",
        kind="example",
        title="an inspector of determinism",
        claim="Where agents need not be deterministic, one that acts otherwise when it is simulated again on the "
        "same history is punished.",
        source=f"{ALEXANDER_2021}, Section 3, after Example 11",
        check=watching_determinism,
        mutants={
            "only the last trial": {"inspecting": lambda redrawn: determinism_inspector(redrawn[-1:])},
            "trials among themselves": {"inspecting": _trials_among_themselves},
            "one agreement is enough": {"inspecting": _one_agreement_is_enough},
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents that are functions are always paid; an agent that does 1 with "
        "probability q is paid with probability q^(k+1) + (1-q)^(k+1) in k trials, counted over all draws",
        defects="A function has no draws to repeat, so on Definition 3's agents the environment always pays; it says "
        "something only of agents with draws, which are explicit here.",
    ),
)
