"""Tasks done by other processes: several here, or the workers of a dask cluster. A process that dies loses one task."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal, TypeAlias, TypeVar

import formal_rl
from formal_rl.errors import FormalRLError, InvalidParameter, UnusableObject

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

Backend: TypeAlias = Literal["loky", "dask"]

_PATIENCE = 10
"""How many seconds a scheduler, and then its first worker, is waited for."""


class WorkerDied(FormalRLError):
    """A task has no result: its process ended in the middle, each time it was tried."""

    def __init__(self) -> None:
        super().__init__("the process that ran it ended in the middle, each time it was tried; it may need more memory")


def done_by_workers(
    function: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    *,
    jobs: int = 1,
    backend: Backend = "loky",
    scheduler: str | None = None,
) -> Iterator[tuple[int, _Result | WorkerDied]]:
    """Yield the place of each task and its result, as soon as it is there; in order where ``jobs`` is 1.

    With the backend "dask" the tasks go to all workers of the ``scheduler`` at this address, who must have this version
    of the package. A task whose process dies is tried again; where all its processes die, `WorkerDied` is its result.
    An exception of the function is raised here, and ends the other tasks.

    Raises `InvalidParameter` where there is no scheduler, or its workers cannot be used.
    """
    if backend == "dask":
        return _by_cluster(function, tasks, scheduler)
    if jobs == 1:
        return ((place, function(task)) for place, task in enumerate(tasks))
    return _by_processes(function, tasks, jobs)


def _by_processes(
    function: Callable[[_Task], _Result], tasks: Sequence[_Task], jobs: int
) -> Iterator[tuple[int, _Result | WorkerDied]]:
    """Yield as `done_by_workers` does. When a process dies, loky ends the others too, and does not say which it was.

    So no more tasks are handed out than there are processes, and those that were running are then tried one by one:
    the one that ends its process again is known.
    """
    waiting, suspected = deque(range(len(tasks))), deque[int]()
    running: dict[Future[_Result], int] = {}
    processes = _processes(jobs)
    try:
        while waiting or suspected or running:
            at_once = 1 if suspected else jobs
            while (suspected or waiting) and len(running) < at_once:
                processes = _processes(jobs)  # new ones, where one has died
                place = (suspected or waiting).popleft()
                running[_submitted(processes, function, tasks[place])] = place
            done = wait(running, return_when=FIRST_COMPLETED).done
            if any(_died(future) for future in done):
                done = wait(running).done
            for future in done:
                place = running.pop(future)
                if not _died(future):
                    yield place, future.result()
                elif at_once == 1:
                    yield place, WorkerDied()
                else:
                    suspected.append(place)
    except BaseException:
        # A task that loky has not handed to a process yet would end its thread with a KeyError when all is killed.
        while not all(future.running() or future.done() for future in running):
            wait(running, timeout=0.001)
        processes.shutdown(kill_workers=True)
        raise


def _processes(jobs: int) -> Any:
    """Return joblib's processes, kept for who asks next, with no more threads than there are processors for."""
    joblib, executor = import_module("joblib"), import_module("joblib.executor")  # slow to import, and only used here
    names = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    threads = dict.fromkeys(names, str(max(1, joblib.cpu_count() // jobs)))
    # After 30 seconds without a task a process ends, also where the one that started it was killed.
    return executor.get_memmapping_executor(jobs, timeout=30, env=threads)


def _submitted(processes: Executor, function: Callable[[_Task], _Result], task: _Task) -> Future[_Result]:
    try:
        return processes.submit(function, task)
    except BrokenExecutor as error:  # one has died just now, before it had this task
        future: Future[_Result] = Future()
        future.set_exception(error)
        return future


def _died(future: Future[Any]) -> bool:
    return isinstance(future.exception(), BrokenExecutor)


def _by_cluster(
    function: Callable[[_Task], _Result], tasks: Sequence[_Task], scheduler: str | None
) -> Iterator[tuple[int, _Result | WorkerDied]]:
    """Yield as `done_by_workers` does. Dask tries a task again by itself, but gives up those beside a deadly one too.

    So the tasks that it gave up run one by one, after all others.
    """
    with _client(scheduler) as client:
        distributed = import_module("distributed")

        def submitted(place: int) -> Any:
            return client.submit(function, tasks[place], pure=False)

        def result_of(future: Any) -> _Result | WorkerDied:
            try:
                result: _Result = future.result()
            except distributed.KilledWorker:  # in the middle, or when it had the result and was to make it once more
                return WorkerDied()
            return result

        places = {submitted(place): place for place in range(len(tasks))}
        suspected = []
        try:
            for future in distributed.as_completed(list(places)):
                place, result = places.pop(future), result_of(future)  # popped, so that the cluster can forget it
                if isinstance(result, WorkerDied):
                    suspected.append(place)
                else:
                    yield place, result
            for place in suspected:
                yield place, result_of(submitted(place))
        except CancelledError:
            raise UnusableObject("scheduler", scheduler, "a dask scheduler that stays until all is done") from None


@contextmanager
def _client(scheduler: str | None) -> Iterator[Any]:
    """Connect to a dask scheduler, which has a worker, and all of whose workers have this version of the package."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise UnusableObject("backend", "dask", 'dask to be installed: pip install "dask[distributed]"') from None
    if scheduler is None:
        raise InvalidParameter("scheduler", scheduler, "the address of a dask scheduler, as tcp://host:8786")
    try:
        client = distributed.Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise UnusableObject("scheduler", scheduler, f"a dask scheduler that answers ({error})") from None
    with client:
        here = _version()
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise UnusableObject("scheduler", scheduler, "a dask scheduler with a worker") from None
        others = {str(there) for there in client.run(_version, on_error="return").values()} - {here}
        if others:
            raise UnusableObject("scheduler", scheduler, f"workers with {here}, not {' and '.join(sorted(others))}")
        yield client


def _version() -> str:
    return f"formal_rl {formal_rl.__version__}, definitions revision {formal_rl.DEFINITIONS_REVISION}"
