"""What several folders of tests share: no terminal, an own directory, running a command in this process, a cluster."""

import json

import pytest

from formal_rl.cli import main


@pytest.fixture
def no_terminal(monkeypatch):
    """No terminal, no preference about colours and enough room, wherever the tests run."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def own_directory(no_terminal, monkeypatch, tmp_path):
    """A directory in which nothing is but what a test puts there; no terminal either."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(request, capsys):
    """Run the command that a module names as ``COMMAND``, or the command line; return exit code, output, complaints."""
    command = getattr(request.module, "COMMAND", ())

    def run(*arguments):
        code = main([*command, *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def said(run):
    """The JSON that a command prints."""

    def said(*arguments):
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return said


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process of its own that is begun anew where it dies; little is waited for what is dead."""
    distributed = pytest.importorskip("distributed")
    settings = {"distributed.scheduler.allowed-failures": 0, "distributed.comm.timeouts.connect": "10s"}
    with (
        pytest.importorskip("dask").config.set(settings),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster,
    ):
        yield cluster.scheduler_address
