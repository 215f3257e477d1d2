"""The inspectors: of steps, of memory, of determinism."""

from itertools import product
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.environments import interaction
from formal_rl.environments.library.turn_by_turn import punish_nondeterministic_agent
from formal_rl.environments.metered_agents import (
    CostedAgent,
    determinism_inspector,
    memory_inspector,
    punish_fast_agent,
    punish_slow_agent,
)
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2021.shapes import always, lived, program_of
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

FIRST, PAID, PUNISHED = Percept(0, 0), Percept(1, 0), Percept(-1, 0)
ONE = history((0, 0), 0)


def costing(steps: int, stored: int = 0) -> CostedAgent:
    """Return the agent that does 0, always takes ``steps`` steps and stores ``stored`` at each."""
    return program_of(always((0, [stored] * steps)))


@example(
    "A21-S3-runtime",
    "inspectors of steps",
    "Section 3, after Example 11",
    defects="Steps are not a property of a function: two programs of one function are paid differently, so these "
    "are not extended environments by Definition 3, whose agents are functions. Here the agent is a program that "
    "says what its answer costs. The paper gives no bound. The published library of 2021 takes 15 steps for each "
    "element of the prompt, that of 2022 15 for each turn; their steps are those of a debugger and depend on the "
    "version of Python.",
)
def watching_steps() -> Evidence:
    """An agent is paid or punished by how many steps its answer takes: one environment punishes agents that are too
    slow, another those that are too fast.
    """

    def examples() -> Rows:
        slow = punish_slow_agent(3)
        for why, percept, environment, steps, play in (
            ("no question at first", FIRST, slow, 9, ()),
            ("14 < 15, the default", PAID, punish_slow_agent(), 14, ONE),
            ("15 is not < 15, the default", PUNISHED, punish_slow_agent(), 15, ONE),
            ("fast: 15 is not > 15, the default", PUNISHED, punish_fast_agent(), 15, ONE),
            ("fast: 16 > 15, the default", PAID, punish_fast_agent(), 16, ONE),
        ):
            yield why, percept, environment(costing(steps), play)
        why = "two programs that always answer 0, in 1 step and in 3"
        yield why, [(0, PAID), (0, PUNISHED)], [(each(ONE[:1]), slow(each, ONE)) for each in map(costing, (1, 3))]

    def compared(turn: int, steps: int) -> tuple[Any, Any]:
        play, limit, agent = lived(*[0] * turn), 2 * turn, costing(steps)
        expected = PAID if steps < limit else PUNISHED, PAID if steps > limit else PUNISHED
        return expected, (punish_slow_agent(2)(agent, play), punish_fast_agent(2)(agent, play))

    yield by_hand(examples)
    costs = among("programs of constant cost below 24, 2 steps for each turn", range(24))
    yield every("against the bound", compared, up_to(6, full=12, said="turns"), costs)
    yield mutants("""
        environments.metered_agents:punish_slow_agent
            one bound for all turns: steps_per_turn * len(percepts(prompt)) → steps_per_turn
            the bound grows by elements: len(percepts(prompt)) → (3 * len(percepts(prompt)) - 1)
            paid at the bound: computed.steps < → computed.steps <=
    """)


@example(
    "A21-S3-memory",
    "an inspector of memory",
    "Section 3, after Example 11",
    defects="Like steps, memory is not a property of a function. The paper gives no bound and does not say what "
    "is counted.",
)
def watching_memory() -> Evidence:
    """An agent is paid or punished by how much memory it takes to compute its answer."""

    def examples() -> Rows:
        peak = program_of(always((0, (0, 1, 4, 1, 0))))
        yield "no question at first", FIRST, memory_inspector(0)(peak, ())
        yield "stores 0, 1, 4, 1, 0: 4 <= 4", PAID, memory_inspector(4)(peak, ONE)
        yield "another program that answers 0, and stores 5", PUNISHED, memory_inspector(4)(costing(1, 5), ONE)

    def compared(bound: int, *stored: int) -> tuple[Percept, Percept]:
        expected = PAID if max(stored) <= bound else PUNISHED
        return expected, memory_inspector(bound)(program_of(always((0, stored))), ONE)

    programs = among("bounds below 4, programs of 3 steps storing fewer than 4", product(range(4), repeat=4), many=True)
    yield by_hand(examples)
    yield every("against the bound", compared, programs)
    yield mutants("""
        environments.metered_agents:CostedAgent.compute
            the sum over all steps: max(greatest, len(store)) → greatest + len(store)
        environments.metered_agents:memory_inspector
            punished at the bound: <= bound → < bound
    """)


@example(
    "A21-S3-determinism",
    "an inspector of determinism",
    "Section 3, after Example 11",
    defects="A function has no draws to repeat, so on Definition 3's agents the environment always pays; it tests "
    "only agents with draws, which are explicit here.",
)
def watching_determinism() -> Evidence:
    """If agents need not be deterministic, an agent is punished if it acts differently when simulated again on the same
    history.
    """

    def examples() -> Rows:
        own, other = lived(1), lived(0)
        for why, percept, trials, play in (
            ("no question at first", FIRST, (0,), ()),
            ("two trials: 1, 1 and 0", PUNISHED, (1, 0), own),
            ("two trials: 1, 0 and 1", PUNISHED, (0, 1), own),
            ("an action it did not take: 0 and 1", PUNISHED, (1,), other),
        ):
            redrawn = tuple(always(always(action)) for action in trials)
            yield why, percept, determinism_inspector(redrawn)(always(1), play)
        for why, percept, play in (("1 and 1", PAID, own), ("0 and 1", PUNISHED, other)):
            yield f"without draws: {why}", percept, punish_nondeterministic_agent(always(1), play)

    def of_a_function(agent: Agent, steps: int) -> tuple[Any, Any]:
        twice = determinism_inspector((lambda agent: agent,) * 2)
        run = interaction(agent, twice, steps, remember=False)
        return [PAID] * (steps - 1), list(run[2::2])

    yield by_hand(examples)
    yield every("a function of the history is always paid, in two trials", of_a_function, agents, up_to(4, full=6))
    yield mutants("""
        environments.metered_agents:determinism_inspector
            only the last trial: in redrawn → in redrawn[-1:]
            trials among themselves: all(play[-1] == redraw(agent)(play[:-1]) for redraw in redrawn)
                → len({redraw(agent)(play[:-1]) for redraw in redrawn}) <= 1
            one agreement is enough: all( → any(
    """)


STATEMENTS = statements_in(globals())
