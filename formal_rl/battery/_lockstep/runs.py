"""Many runs of the published Q-learner, and of its reality check, side by side in arrays.

Every number is computed by the operations of `QLearnerPublished`, in their order, so totals and tables are equal to the
last bit. Environments and opposites are the published ones.
"""

from collections.abc import Iterable
from typing import NamedTuple

from formal_rl.battery._lockstep.hooks import attach_hooks
from formal_rl.battery._lockstep.incentivize_zero import incentivize_zero_run
from formal_rl.battery._lockstep.lanes import CHECKED_Q, IN_ORDER, Lanes, Q
from formal_rl.battery.environments import find_environment
from formal_rl.battery.totals import Cell
from formal_rl.errors import InvalidParameter

_ZERO = "IncentivizeZero"


class LockstepRun(NamedTuple):
    """The total reward of a run, and the tables of the agent and of its copy at its end, by possible observation.

    Values of a third action, which are 0, are left out. In limited memory there are many copies, and this is none.
    """

    total: int
    table: tuple[tuple[float, ...], ...]
    copy: tuple[tuple[float, ...], ...]


def lockstep_fits(agent: str, environment: str) -> bool:
    """Return whether runs of this agent in this environment, in the published reading, can go in lockstep."""
    return agent in {Q, CHECKED_Q} and find_environment(environment)[0].name in {*IN_ORDER, _ZERO}


def lockstep_totals(cells: Iterable[Cell]) -> dict[Cell, int]:
    """Return the total reward of each run, in the published reading of environments and of opposites.

    Raises as `lockstep_runs`.
    """
    return {cell: run.total for cell, run in lockstep_runs(cells).items()}


def lockstep_runs(cells: Iterable[Cell]) -> dict[Cell, LockstepRun]:
    """Return each run of the Q-learner or its reality check, in the published reading of environments and of opposites.

    Those of equally many steps go side by side. A step costs about as much for one run as for some dozens.

    Raises `UnknownName` for anything that is not an environment of the battery, and `InvalidParameter` for any agent
    but the two.
    """
    side_by_side: dict[int, list[Cell]] = {}
    found: dict[Cell, LockstepRun] = {}
    for cell in dict.fromkeys(cells):
        if cell.agent not in {Q, CHECKED_Q}:
            raise InvalidParameter("agent", cell.agent, f"{Q} or {CHECKED_Q}")
        environment, is_opposite = find_environment(cell.environment)
        if environment.name == _ZERO:
            found[cell] = LockstepRun(*incentivize_zero_run(cell.seed, cell.steps, opposite=is_opposite))
        else:
            side_by_side.setdefault(cell.steps, []).append(cell)
    for steps, together in side_by_side.items():
        lanes = Lanes(together, steps)
        attach_hooks(lanes)
        lanes.run()
        for lane, cell in enumerate(lanes.cells):
            found[cell] = LockstepRun(int(lanes.total[lane]), *lanes.tables(lane))
    return found
