"""Run a battery with several processes, which find agents by their names on the command line."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from multiprocessing import get_context, get_start_method, set_start_method
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeVar

from attrs import frozen

from formal_rl.agents import agent_named
from formal_rl.agents.catalogue import REALITY_CHECK
from formal_rl.battery import AGENTS, BatteryAgent, BatteryRow, BatteryRun, make_run, users_agent
from formal_rl.battery.agents import agent_of
from formal_rl.battery.results import row_of
from formal_rl.battery.runs import EngineChoice
from formal_rl.checking.domains import HashedAgent
from formal_rl.errors import FormalRLError
from formal_rl.histories import Action, Percept
from formal_rl.loading import load_object
from formal_rl.workers import Backend, WorkerDied, done_by_workers

_BEGINS, _ENDS = f"{REALITY_CHECK}(", ")"

_Answer = TypeVar("_Answer")

_STARTING = 60
"""The greatest number of seconds for the start of a process."""


def find_agent(text: str) -> BatteryAgent:
    """Return an agent by its name, ours or the library's, a user's as module:object, or ``reality_check(...)`` of such.

    Raises `UnknownName`, `NotLoadable`, or `InvalidParameter` for an object that is not an agent.
    """
    if text.casefold().startswith(_BEGINS) and text.endswith(_ENDS):
        checked = find_agent(text[len(_BEGINS) : -len(_ENDS)].strip()).reality_checked()
        return AGENTS.get(checked.name, checked)  # the listed one has the fast engines
    named = agent_named(text)
    if named is None:
        return users_agent(text, load_object(text))
    if named.record.name == "hashed":
        return users_agent(named.name, partial(_hashed, named.number or 0))
    return AGENTS.get(named.published_name) or agent_of(named)


def _hashed(seed: int, prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int) -> Action:
    """Return the answer of the agent without any pattern, called as the library's functional agents are."""
    elements = [(Percept(*prompt[at : at + 2]), *prompt[at + 2 : at + 3]) for at in range(0, len(prompt), 3)]
    return HashedAgent(seed, num_legal_actions)(tuple(each for turn in elements for each in turn))


def peak_memory() -> int:
    """Return the peak memory of this process, or of one that it started, in bytes; 0 if unknown."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(each).ru_maxrss for each in who) * unit


class ProcessEnded(FormalRLError):
    """One of several processes ended in the middle of a run."""

    def __init__(self) -> None:
        super().__init__(
            "a process ended in the middle of a run; with --timeout each run of your agent has a process of its own"
        )


class FinishedRun(NamedTuple):
    """The row of a run, and the most memory that the process which made it has had so far, in bytes."""

    row: BatteryRow
    memory: int


@frozen
class RunOptions:
    """By which engine a battery is run, and how many seconds a run of a user's agent may take if there is a limit.

    With a limit each run of a user's agent has a process of its own, which is ended where it takes longer.
    """

    engine: EngineChoice = "auto"
    timeout: float | None = None


def battery_runs(
    runs: Sequence[BatteryRun],
    *,
    how: RunOptions = RunOptions(),
    jobs: int = 1,
    backend: Backend = "loky",
    scheduler: str | None = None,
) -> Iterator[FinishedRun]:
    """Yield rows as soon as they are there, in the order given where ``jobs`` is 1; agents are found by their names.

    With the backend "dask" the runs go to all workers of the ``scheduler`` at this address, who must have the package,
    and a user's modules.

    Raises as `find_agent` does, `InvalidParameter` where the scheduler cannot be reached, and `ProcessEnded`.
    """
    for name in dict.fromkeys(run.agent for run in runs):
        find_agent(name)
    run = partial(run_here, how=how)
    for _, done in done_by_workers(run, runs, jobs=jobs, backend=backend, scheduler=scheduler):
        if isinstance(done, WorkerDied):
            raise ProcessEnded
        yield done


def run_here(run: BatteryRun, how: RunOptions) -> FinishedRun:
    """Return the row of a run that is made in this process, or in a separate one if there is a limit."""
    if how.timeout is not None and run.agent not in AGENTS and ":" in run.agent:
        done = answer_apart(run_here, (run, RunOptions(how.engine)), how.timeout)
        return FinishedRun(row_of(run, failure=done), peak_memory()) if isinstance(done, str) else done
    return FinishedRun(make_run(run, find_agent(run.agent), how.engine), peak_memory())


def answer_apart(function: Callable[..., _Answer], arguments: tuple[Any, ...], timeout: float) -> _Answer | str:
    """Return what a function returns in a process of its own, or in words why it does not, such as no time left.

    Errors of ours that it raises are raised here. What it prints goes to standard error.
    """
    if get_start_method(allow_none=True) == "loky":  # in a worker of joblib, whose method a new process does not know
        set_start_method("spawn", force=True)
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, function, arguments), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(_STARTING) or not ours.recv():
            return "its process has not started"
        if not ours.poll(timeout):
            return f"it did not finish within {timeout:g} s"
        answer: _Answer | FormalRLError = ours.recv()
    except EOFError:
        process.join(_STARTING)
        return f"its process ended with code {process.exitcode}"
    finally:
        ours.close()
        process.kill()
        process.join()
    if isinstance(answer, FormalRLError):
        raise answer
    return answer


def _answer(to: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Send a sign that the process has started; then send what the function returns."""
    to.send(True)
    with redirect_stdout(sys.stderr):
        try:
            to.send(function(*arguments))
        except FormalRLError as error:
            to.send(error)
