"""Agents whose computation can be watched: programs that stop once per step and declare what they store.

And inspectors, which pay for thinking fast or long, for storing little, or for acting as copies with other draws do.
"""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.agents import Agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.errors import InvalidParameter, StepBudgetExhausted
from formal_rl.histories import Action, Percept, Play, Prompt, percepts, prompt_of, require_play

Program: TypeAlias = Callable[[Prompt], Generator[tuple[Any, ...], None, Action]]
"""A function of the prompt that yields once per step, each time the tuple of all that it stores, and returns an action.

Source: Alexander et al. 2021, Section 3 (its footnotes on steps and on memory).
Ledger: A21-S3-runtime, A21-S3-memory
"""


class Computation(NamedTuple):
    """The result of a program: the action, the number of steps, and the greatest number of things stored at once.

    Ledger: A21-S3-runtime, A21-S3-memory
    """

    action: Action
    steps: int
    greatest_store: int


@frozen
class CostedAgent:
    """A program read as an agent, with the cost of each answer.

    After ``budget`` steps a program is taken not to halt. Raises `StepBudgetExhausted` then, when asked.

    Ledger: A21-S3-runtime*, A21-S3-memory*, A21-E15-body*
    """

    program: Program
    budget: int = field(default=1_000_000, validator=[instance_of(int), ge(0)])

    def __call__(self, prompt: Prompt) -> Action:
        """Return the action, whatever it costs."""
        return self.compute(prompt).action

    def compute(self, prompt: Prompt) -> Computation:
        """Return the action and its cost."""
        steps = greatest = 0
        run = self.program(prompt)
        while True:
            try:
                store = next(run)
            except StopIteration as end:
                return Computation(end.value, steps, greatest)
            steps += 1
            greatest = max(greatest, len(store))
            if steps > self.budget:
                run.close()
                raise StepBudgetExhausted(prompt, self.budget)


def require_costed(agent: Agent) -> CostedAgent:
    """Return the agent if it says what its answers cost, else raise `InvalidParameter`."""
    if not isinstance(agent, CostedAgent):
        raise InvalidParameter("agent", agent, "a CostedAgent, which says what its answers cost")
    return agent


def inspector(pays: Callable[[Computation, Prompt], bool]) -> ExtendedEnvironment:
    """Return the environment that pays 1 where the cost of answering the last prompt is right, and -1 where it is not.

    What the last action was does not matter, nor what the answer is. The agent must be a `CostedAgent`, since what an
    answer costs is not a property of a function: so this is not an extended environment in the sense of Definition 3.
    For the same reason `interact`, which hands out agents as functions, cannot run it; `interact_ordinary` with
    ``partial(environment, agent)`` can.

    The environment raises `InvalidParameter` for any other agent.

    Source: Alexander et al. 2021, Section 3.
    Ledger: A21-S3-runtime, A21-S3-memory
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        costed = require_costed(agent)
        if play == ():
            return Percept(0, 0)
        prompt = prompt_of(play)
        return Percept(1 if pays(costed.compute(prompt), prompt) else -1, 0)

    return environment


def determinism_inspector(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff each copy of the agent does the last action on the same prompt.

    It is meant for agents whose draws are explicit, so that an agent with other draws is another function. Each of
    ``redrawn`` makes a copy, which is the agent with other draws. With no copies every action is paid.

    Source: Alexander et al. 2021, Section 3: the agent is simulated repeatedly on the same history.
    Ledger: A21-S3-determinism*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        agreed = all(play[-1] == redraw(agent)(play[:-1]) for redraw in redrawn)
        return Percept(1 if agreed else -1, 0)

    return environment


def punish_slow_agent(steps_per_turn: int = 15) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took fewer than this many steps for each turn so far.

    With n percepts in the prompt, fewer than n times ``steps_per_turn``; the paper gives no bound, the default is that
    of the published library. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3; the bound is documented in the published library.
    Ledger: A21-S3-runtime*
    """
    return inspector(lambda computed, prompt: computed.steps < steps_per_turn * len(percepts(prompt)))


def punish_fast_agent(steps_per_turn: int = 15) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took more than this many steps for each turn so far.

    At the bound itself both this and `punish_slow_agent` punish. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3; the bound is documented in the published library.
    Ledger: A21-S3-runtime*
    """
    return inspector(lambda computed, prompt: computed.steps > steps_per_turn * len(percepts(prompt)))


def memory_inspector(bound: int) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took at no step more than ``bound`` stored things, else -1.

    The prompt itself is not counted, only what the program declares that it stores. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3, which gives no bound.
    Ledger: A21-S3-memory*
    """
    return inspector(lambda computed, prompt: computed.greatest_store <= bound)
