"""The measure of the published library, with the conventions of its documentation."""

import warnings
from fractions import Fraction
from typing import Any

from formal_rl.battery.environments import ENVIRONMENT_NAMES, Reading
from formal_rl.battery.results import BatteryRun
from formal_rl.battery.runs import agent_named, make_run, require_run, total_on_live_instances, total_reward
from formal_rl.battery.users_agents import NotSemiDeterministicWarning, not_semi_deterministic, users_agent
from formal_rl.numbers import plain_integer


def selfrefl_benchmark(
    agent: Any,
    num_steps: int,
    *,
    semantics: Reading = "paper",
    opposite: Reading = "paper",
    seed: int = 1,
) -> dict[str, Fraction]:
    """Return the average reward per turn of an agent in each of the twenty-five environments and their opposites.

    ``agent`` is a function ``A(prompt, num_legal_actions, num_possible_obs, **kwargs)``, a class with act and train,
    the name of one of the ten agents, or a `BatteryAgent`. The average is over the rewards that follow the actions.

    Warns with `NotSemiDeterministicWarning` if equally trained instances of the agent act differently; the numbers are
    then those of one run. Warns with `NotCopiedWarning` if its instances cannot be copied, which makes the run slow.
    Raises whatever the agent raises, `InvalidParameter` for less than one step or for what is not an agent, and
    `UnknownName`.

    Source: the documentation of the published library, and Alexander et al. 2022, Section 6.
    Ledger: R-measure*
    """
    return _averages(agent, num_steps, semantics, opposite, seed)


def selfrefl_measure(
    agent: Any,
    num_steps: int,
    *,
    semantics: Reading = "paper",
    opposite: Reading = "paper",
    seed: int = 1,
) -> Fraction:
    """Return the average of what `selfrefl_benchmark` returns, with its warnings and errors.

    Source: the documentation of the published library, and Alexander et al. 2022, Section 6.
    Ledger: R-measure*
    """
    averages = _averages(agent, num_steps, semantics, opposite, seed)
    return sum(averages.values(), Fraction(0)) / len(averages)


def _averages(agent: Any, num_steps: int, semantics: Reading, opposite: Reading, seed: int) -> dict[str, Fraction]:
    named = isinstance(agent, str)
    chosen = agent_named(agent) if named else users_agent(getattr(agent, "__name__", "the agent"), agent)
    seed = plain_integer(seed)
    runs = [BatteryRun(chosen.name, name, seed, num_steps, semantics, opposite) for name in ENVIRONMENT_NAMES]
    for run in runs:
        require_run(run)
    totals: dict[BatteryRun, Any] = {run: make_run(run, chosen).total for run in runs} if named else {}
    if not named:
        for run in runs:
            total = total_on_live_instances(chosen, run)
            totals[run] = total_reward(chosen, run) if total is None else total
        doubt = not_semi_deterministic(chosen)  # afterwards, so that the runs have a generator's first draws
        if doubt:
            warnings.warn(doubt, NotSemiDeterministicWarning, stacklevel=3)
    return {run.environment: Fraction(totals[run], num_steps) for run in runs}
