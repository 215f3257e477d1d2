"""Tasks by several processes, here and on a dask cluster: nothing is lost but what kills its process each time."""

import os
import sys
from functools import partial

import joblib
import pytest

from formal_rl import workers
from formal_rl.errors import InvalidParameter, UnusableObject
from formal_rl.workers import WorkerDied, done_by_workers


def squared(deadly=(), first=()):
    """A function that squares numbers; some end its process, and some only where they leave the mark of the first time.

    It is local, and so travels to other processes by value.
    """

    def square(number):
        marks = [mark for at, mark in first if at == number and not mark.exists()]
        for mark in marks:
            mark.touch()
        if marks or number in deadly:
            os._exit(7)
        return number * number

    return square


@pytest.fixture(params=["two processes here", "two workers of dask"])
def by_two(request):
    """How two processes do tasks."""
    if request.param == "two processes here":
        return partial(done_by_workers, jobs=2)
    return partial(done_by_workers, backend="dask", scheduler=request.getfixturevalue("cluster"))


def test_one_process_is_this_one():
    """In the order of the tasks, each on demand."""
    done = done_by_workers(lambda number: (number, os.getpid()), range(3))

    assert list(done) == [(place, (place, os.getpid())) for place in range(3)]


def test_two_processes_do_all(by_two):
    """Each task once, by other processes; no task has no result."""
    assert list(by_two(squared(), [])) == []
    done = dict(by_two(lambda number: (number * number, os.getpid()), range(20)))

    assert {place: square for place, (square, _) in done.items()} == {place: place**2 for place in range(20)}
    assert os.getpid() not in {process for _, process in done.values()}


def test_a_process_that_dies_loses_nothing(by_two, tmp_path):
    """What it was at is tried again."""
    mark = tmp_path / "three"

    assert dict(by_two(squared(first=((3, mark),)), range(12))) == {place: place**2 for place in range(12)}
    assert mark.exists()


def test_a_task_that_kills_loses_itself(by_two):
    """The others have their results, those that were running beside it too."""
    done = dict(by_two(squared(deadly={2}), range(9)))

    assert {place for place, result in done.items() if isinstance(result, WorkerDied)} == {2}
    assert {result for result in done.values() if not isinstance(result, WorkerDied)} == {0, 1, 9, 16, 25, 36, 49, 64}


def test_the_exception_of_a_task_is_raised(by_two):
    """And ends the others; the next tasks find processes again."""
    with pytest.raises(ZeroDivisionError):
        list(by_two(lambda number: 1 / number, [1, 0, 2]))
    assert dict(by_two(squared(), [3])) == {0: 9}


def refused(match, scheduler="tcp://localhost:1", kind=UnusableObject):
    """Nothing is done on a cluster, for this reason."""
    with pytest.raises(kind, match=match):
        list(done_by_workers(squared(), [1], backend="dask", scheduler=scheduler))


def test_clusters_that_cannot_be_used(monkeypatch, cluster):
    """Each is refused in words of our own, before any task."""
    refused("scheduler is None: expected the address of a dask scheduler", scheduler=None, kind=InvalidParameter)
    with monkeypatch.context() as hurried:
        hurried.setattr(workers, "_PATIENCE", 1)
        refused("expected a dask scheduler that answers")
        refused("expected a dask scheduler that answers", scheduler="nothing://there")
    with monkeypatch.context() as other:
        other.setattr("formal_rl.__version__", "0.0.1")
        refused(r"expected workers with formal_rl 0\.0\.1, definitions revision 1, not formal_rl \d", cluster)
    here = os.getpid()
    with monkeypatch.context() as other:
        other.setattr(workers, "_version", lambda: "ours" if os.getpid() == here else 1 / 0)
        refused("expected workers with ours, not division by zero", cluster)
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused(r"expected dask to be installed")


def test_a_cluster_without_workers(monkeypatch):
    """The error says so, instead of waiting for ever."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "_PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty:
        refused("expected a dask scheduler with a worker", empty.scheduler_address)


def test_joblib_takes_the_processes_after_us():
    """They are joblib's own, so that what runs in parallel next in this process can have them."""
    assert sorted(done_by_workers(squared(), range(3), jobs=2)) == [(0, 0), (1, 1), (2, 4)]
    assert joblib.Parallel(n_jobs=2)(joblib.delayed(abs)(number) for number in (-1, 2)) == [1, 2]
