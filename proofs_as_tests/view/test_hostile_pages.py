"""Pages with hostile names and strings, opened in a real browser under their content policy: nothing of them runs."""

import pytest
from attrs import evolve

from formal_rl.conformance import check_log
from formal_rl.conformance.reports.html import report_page
from formal_rl.safelife.levels import SafeLifeRun, parse_level
from formal_rl.study.safelife import animation
from formal_rl.study.safelife.exploring import explore_run

HOSTILE = (
    "\"'></title></style></script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
    "<svg onload='window.ran = 1'>]]>-->\u2028\u202e${window.ran = 1}&lt;\\u003c"
)
LEVEL = parse_level("agents (0, 1)\n. > .\nog .b .\n. . .\ngoals\n. . .\n. . .\n. . .\n")


def hostile(value):
    """Put the hostile string behind every string but those that a page compares."""
    if isinstance(value, dict):
        kept = ("schema", "suite", "verdict", "outcome", "stage", "claim", "semantics", "profile")
        return {name: each if name in kept else hostile(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [hostile(each) for each in value]
    return f"{value}{HOSTILE}" if isinstance(value, str) else value


def report(tmp_path):
    """A report of a log that diverges, of which every string is hostile."""
    log = tmp_path / "log.jsonl"
    lines = '{"lambda": 0.9, "greatest": {"4": 3, "8": 5}}\n{"length": 4, "coins": 1, "reward": 9}\n'
    log.write_text(lines, "utf-8")
    return hostile(check_log(log).to_json())


def run(_):
    """A run of a level with a hostile name by a policy with another."""
    level = evolve(LEVEL, name=f"a level {HOSTILE}")
    return SafeLifeRun(level, 1, f"a policy {HOSTILE}", (), (), level.board)


@pytest.mark.parametrize(
    "page",
    [
        lambda folder: report_page([report(folder), report(folder)]),
        lambda folder: animation(run(folder), HOSTILE).page(),
        lambda folder: explore_run(run(folder), HOSTILE).html(),
    ],
    ids=["report", "animation", "explorer"],
)
def test_nothing_of_a_hostile_string_runs(screen, tmp_path, page):
    """No script of it, and nothing that the content policy had to stop; what the page complains of fails, too."""
    file = tmp_path / "page.html"
    file.write_text(page(tmp_path), "utf-8")
    screen.goto(file.as_uri())
    screen.wait_for_load_state("load")
    assert screen.evaluate("window.ran") is None
    assert screen.locator("img[src=x], svg[onload]").count() == 0
