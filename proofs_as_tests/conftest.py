"""What several folders of tests share: no terminal, an own directory, running a command, a cluster, a browser."""

import json
import os
import shutil

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


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


def _missing(what):
    """Skip for want of something, or fail where BROWSER_TESTS says that it is to be there, as .ci/run does."""
    if os.environ.get("BROWSER_TESTS") == "required":
        pytest.fail(f"BROWSER_TESTS is required, and there is no {what}")
    pytest.skip(f"no {what} here")


@pytest.fixture(scope="session")
def node():
    """The program that runs JavaScript."""
    return shutil.which("node") or _missing("node")


@pytest.fixture(scope="module")  # its driver runs an event loop in this thread while it is there
def browser():
    """A real browser without a window."""
    executable = next(filter(None, map(shutil.which, BROWSERS)), None) or _missing(f"browser ({', '.join(BROWSERS)})")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=executable, args=[*FLAGS])
        yield started
        started.close()


@pytest.fixture
def screen(browser):
    """An empty page of the browser, without network; what it complains of fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True)
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert complaints == []
