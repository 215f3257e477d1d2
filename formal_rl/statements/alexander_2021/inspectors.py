"""Section 3: environments that look at how an agent computes."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments import CostedAgent, ExtendedEnvironment, determinism_inspector
from formal_rl.environments.metered_agents import inspector
from formal_rl.histories import Percept, Play, percepts
from formal_rl.statements.checks import inspectors
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


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
        check=inspectors.watching_steps,
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
        check=inspectors.watching_memory,
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
        check=inspectors.watching_determinism,
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
