"""What the explorer's page costs: its size, and in a real browser the time until it is there and after a click."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.tables import Progress, Table, milliseconds
from formal_rl.environments import CATALOGUE
from formal_rl.study import explore
from formal_rl.study.catalogue import ENVIRONMENT_FORMS

NAMES = (
    *("ignore_rewards", "tempting_button", "mirror_room", "incentivize_zero", "village"),
    "handicap(corridor, ignore_rewards)",
)
"""A small page, one with three readings, one with pictures, two that ask much, and one of two layers."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CLICKS = """() => {
  const times = [];
  const press = (key) => {
    const button = document.querySelector(`[data-key^="${key}"]`);
    const begun = performance.now();
    button.click();
    document.body.offsetHeight;
    times.push((performance.now() - begun) / 1000);
  };
  for (let round = 0; round < 5; round++) for (const key of ["turn 1", "row ", "check", "look 2", "undo"]) press(key);
  return times;
}"""


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield one table, a row for each of some environments, or with ``full`` for each."""
    names = [name for name in ENVIRONMENT_FORMS if name in CATALOGUE] + [NAMES[-1]] if full else NAMES
    rows = []
    with TemporaryDirectory() as folder:
        pages = {}
        for name in names:
            progress(f"exploring {name}")
            made, explorer = _timed(name)
            page = explorer.html()
            file = Path(folder, f"{len(pages)}.html")
            file.write_text(page, "utf-8")
            pages[name] = file
            rows.append([name, milliseconds(made), f"{len(page.encode()) / 1000:.0f} KB"])
        progress("in the browser")
        seen = _in_a_browser(list(pages.values()))
    for row, times in zip(rows, seen, strict=True):
        row.extend([milliseconds(each) for each in times] or ["no browser"] * 3)
    yield Table(
        "The explorer's page, every play of at most 3 actions",
        ("environment", "made in", "file", "there after", "click, median", "click, 9 of 10"),
        rows,
        "Made in: processor time of Python. There after: from the beginning of loading to the end of the page's "
        "script, the median of three. A click: to put an action, flip an answer, check reality, look at a step, undo; "
        "until the page is laid out again. Without playwright and a browser the last three are not measured.",
    )


def _timed(name: str) -> tuple[float, Any]:
    begun = process_time()
    explorer = explore(name)
    return process_time() - begun, explorer


def _in_a_browser(files: list[Path]) -> list[tuple[float, ...]]:
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - where it is not, sizes are measured alone
    except ImportError:
        executable = None
    if executable is None:
        return [()] * len(files)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        found = [_seen(browser, file) for file in files]
        browser.close()
    return found


def _seen(browser: Any, file: Path) -> tuple[float, ...]:
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    there = []
    for _ in range(3):
        page.goto("about:blank")
        page.goto(file.as_uri())
        there.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd / 1000"))
    clicks = page.evaluate(CLICKS)
    page.close()
    return median(there), median(clicks), sorted(clicks)[9 * len(clicks) // 10]
