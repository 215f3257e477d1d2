"""What is seen of every page in a real browser: what it asks of other hosts, what it complains of, and axe-core."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from posixpath import dirname
from threading import Thread
from typing import Any

from tools.site import newcomer, npm

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    "--no-first-run",
)
AT_ONCE = 2
NARROW = 400

WHOLE = ("index.html", "statements/A22-D7.html", "source/formal_rl/transforms/reality_check.html")
"""The pages of which axe-core sees all; of the others no menu, no colours of code, no parts of formulas,
and no row of a table after the fourth."""

LIVE = "live.html"

LONGEST_START = 120_000
"""How many milliseconds Python may take to start on the live page; it takes a few seconds."""

_AXE = """async ([whole, contrast, dark]) => {
  if (!whole) {
    for (const gone of document.querySelectorAll(".sidebar-drawer, .mobile-header, tr:nth-child(n + 5)")) gone.remove();
    for (const alike of document.querySelectorAll(".highlight pre, math")) alike.textContent = alike.textContent;
  }
  const options = { resultTypes: ["violations"], iframes: false, rules: { "color-contrast": { enabled: contrast } } };
  if (dark) options.runOnly = ["color-contrast"];
  const { violations } = await axe.run(document, options);
  return violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) =>
    `${each.id} (${each.impact}) at ${each.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ")}`);
}"""
_SCROLLS = "() => document.documentElement.scrollWidth - innerWidth"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Say nothing of a browser that went on before all was sent."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on this machine, and give its address."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def findings(site: Path, pages: list[str]) -> list[str]:
    """Return what is wrong with the pages as a browser shows them."""
    axe, browser = npm.package("axe-core"), next(filter(None, map(shutil.which, BROWSERS)), None)
    playwright = find_spec("playwright")
    for what, there in (("browser", browser), ("axe-core from npm", axe), ("playwright", playwright)):
        if not there:
            return npm.missing(what)
    with served(site) as address:
        return asyncio.run(_looked_at(browser, address, pages, (axe / "axe.min.js").read_text("utf-8")))


async def _looked_at(executable: str, address: str, pages: list[str], axe: str) -> list[str]:
    from playwright.async_api import async_playwright  # noqa: PLC0415 - the site can be made without it

    waiting = list(reversed(pages))
    # Contrast takes most of the time, and the pages of a folder share their colours; explorers have more of their own.
    coloured = {*WHOLE, *{dirname(name): name for name in pages}.values()}
    coloured |= {name for name in pages if name.startswith("explore/")}

    async def work(browser: Any) -> list[str]:
        found: list[str] = []
        context = await browser.new_context(viewport={"width": NARROW, "height": 900}, color_scheme="light")
        await context.route(lambda url: not url.startswith(address), lambda route: route.abort())
        screen = await context.new_page()
        heard: list[str] = []
        screen.on("pageerror", lambda error: heard.append(f"raises {error}"))
        screen.on("console", lambda said: heard.append(f"complains: {said.text}") if said.type == "error" else None)
        ours = (address, "data:", "blob:")
        screen.on("request", lambda asked: None if asked.url.startswith(ours) else heard.append(f"asks {asked.url}"))
        while waiting:
            name = waiting.pop()
            heard.clear()
            await screen.emulate_media(color_scheme="light")
            await screen.goto(f"{address}/{name}")
            over = await screen.evaluate(_SCROLLS)
            if over > 0:
                heard.append(f"is {over} pixels wider than a screen of {NARROW}")
            await screen.evaluate(axe)
            heard.extend(await screen.evaluate(_AXE, [name in WHOLE, name in coloured, False]))
            if name in coloured:
                await screen.emulate_media(color_scheme="dark")
                found_in_the_dark = await screen.evaluate(_AXE, [name in WHOLE, True, True])
                heard.extend(f"{each}, in the dark" for each in found_in_the_dark)
            found.extend(f"{name}: {each}" for each in dict.fromkeys(heard))
        await context.close()
        return found

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=[*FLAGS])
        found = await asyncio.gather(*(work(browser) for _ in range(AT_ONCE)))
        tried = [_python_on_the_page(browser, f"{address}/{LIVE}")] if LIVE in pages else []
        tried += [newcomer.findings(browser, address)] if "index.html" in pages else []
        return sorted(chain(*found, *await asyncio.gather(*tried)))


async def _python_on_the_page(browser: Any, address: str) -> list[str]:
    """Run the examples of the live page, and return what is wrong with what it shows."""
    from playwright.async_api import TimeoutError as Late  # noqa: PLC0415 - as above

    screen = await browser.new_page()
    await screen.goto(address)
    if await screen.locator(".live-missing").count():
        return []
    await screen.get_by_role("button", name="Run").click()
    try:
        await screen.locator("#live iframe").wait_for(timeout=LONGEST_START)
        shown = await screen.locator("#live").inner_text()
        rewards = await screen.frame_locator("#live iframe").get_by_text("total reward 1").count()
    except Late:
        return [f"{LIVE}: shows nothing {LONGEST_START // 1000} seconds after Run"]
    finally:
        await screen.close()
    wanted = ("4 steps, total reward 1", "Newcomb-like")
    missing = [f"does not show {each!r}" for each in wanted if each not in shown]
    return [f"{LIVE}: {each}" for each in [*missing, *(["shows no explorer"] if rewards != 1 else [])]]
