"""How much Hypothesis tries: the profiles dev, ci and full.

Chosen by ``pytest --hypothesis-profile NAME``, else by the environment variable HYPOTHESIS_PROFILE, else ci where
the variable CI is set, else dev. No profile has a deadline: no test here depends on a clock.
"""

import gc
import os
import signal

from hypothesis import HealthCheck, settings

from formal_rl.statements import find

# On a busy machine a first draw takes long, since Hypothesis makes its table of Unicode then.
_BASE = settings(settings.get_profile("default"), suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("dev", _BASE, max_examples=50, deadline=None)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("full", _BASE, max_examples=5_000, deadline=None)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


def pytest_addoption(parser):
    """Let ``--statement ID`` select the tests of one statement, and ``--rewrite`` write the kept reports anew."""
    parser.addoption("--statement", metavar="ID", help="run only the tests of this statement, such as A22-T10.3")
    parser.addoption("--rewrite", action="store_true", help="write the reports that are kept of wrong implementations")


def pytest_configure(config):
    """Declare the marks of tests, of a statement and of what takes long; and let what tests start be interrupted."""
    config.addinivalue_line("markers", "statement(id): the test is about this statement of the ledger")
    config.addinivalue_line("markers", "full: the test takes long, and runs in the full profile only")
    gc.disable()  # a fifth of the time of collecting; its half a million objects stay
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as behind nohup or &: what tests start would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val, argname):
    """Name a generated test by its statement's claim or by its mutant, as they are written: pytest escapes a π."""
    if argname == "statement":
        return f"{val.id}: {val.claim}"
    if argname == "mutant":
        statement, mutant = val
        return f"{statement.id} rejects: {mutant.name}"
    return None


def pytest_collection_finish():
    """Collect garbage again. Nothing is frozen: patches of mutants find functions by what the collector tracks."""
    gc.set_threshold(700, 10, 1_000)  # half a million objects stay, and each search through all takes half a second
    gc.enable()


def pytest_collection_modifyitems(config, items):
    """Leave out what takes long, but in the full profile; or select the tests of a statement, generated or by hand."""
    wanted, is_full = config.getoption("--statement"), settings.get_current_profile_name() == "full"
    if wanted is not None:
        find(wanted)
    chosen, others = [], []
    for item in items:
        mark, is_long = item.get_closest_marker("statement"), item.get_closest_marker("full") is not None
        is_about = wanted is None or (mark is not None and wanted in mark.args)
        (chosen if is_about and (wanted or is_full or not is_long) else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = chosen
