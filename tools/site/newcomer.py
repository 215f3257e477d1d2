"""A newcomer to the site: what one does by clicking, on a wide screen in the light and on a narrow one in the dark.

A task is a function that gets a screen with the first page on it; add one with `task`. What it expects and does not
find is a finding.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import chain
from pathlib import Path
from typing import Any

TASKS: list[Callable[[Any], Awaitable[None]]] = []
"""The tasks, in the order in which they are done."""

_PATIENCE = 30_000
"""How many milliseconds a page may take to show something, also on a busy machine."""

WIDTHS, SCHEMES = (1200, 400), ("light", "dark")

SOUGHT = dict(re.findall(r"^\* (.*): (\S+)$", Path(__file__).with_name("searches.md").read_text("utf-8"), re.MULTILINE))
"""Words for the search, and the statement that comes first."""


def task(does: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """Add a task."""
    TASKS.append(does)
    return does


async def follow(screen: Any, name: str) -> None:
    """Click the link of this name in the text of the page."""
    await screen.locator("article").get_by_role("link", name=name).first.click()


@task
async def flip_an_answer(screen: Any) -> None:
    """Flip an answer on the first page; what the step pays changes."""
    step = screen.frame_locator("iframe.explorer").get_by_label("Step 3")
    before = await step.get_by_role("heading").inner_text()
    await step.get_by_role("button", name="change it to").first.click()
    assert await step.get_by_role("heading").inner_text() != before, "what step 3 pays stays after a flip"


@task
async def reach_an_explorer(screen: Any) -> None:
    """Go from the first page over the gallery to an explorer."""
    from playwright.async_api import expect  # noqa: PLC0415 - the site can be made without it

    await follow(screen, "All explorers")
    await follow(screen, "Newcomb's problem")
    await expect(screen.get_by_role("heading", name="newcombs_problem")).to_be_visible()


@task
async def see_the_reality_check_help(screen: Any) -> None:
    """Show, by one click on the first page, an agent that the reality check helps; then see a long run."""
    explorer = screen.frame_locator("iframe.explorer")
    await explorer.get_by_role("button", name="an agent it helps").click()
    await explorer.get_by_role("heading", name="An agent that the reality check helps").wait_for()
    await explorer.get_by_role("button", name="long run").click()
    await explorer.locator("svg").first.wait_for()


@task
async def read_a_verdict_of_drest(screen: Any) -> None:
    """Read on an explorer of DREST whether its setting is safe, and when this matters."""
    await follow(screen, "All explorers")
    await screen.locator('a[href="drest-example.html"]').first.click()
    await screen.get_by_text("This matters only if").first.wait_for()


@task
async def play_safelife(screen: Any) -> None:
    """Take a step in a level by an arrow key."""
    await follow(screen, "All explorers")
    await screen.locator('a[href="safelife-prune-still-3.html"]').first.click()
    await screen.get_by_text("earned 0 of 9").first.wait_for()
    await screen.keyboard.press("ArrowRight")
    await screen.get_by_text("step 1").first.wait_for()


@task
async def read_a_formula(screen: Any) -> None:
    """Find a formula on the page of a definition."""
    await screen.goto(screen.url.replace("index.html", "statements/A22-D7.html"))
    await screen.locator("article math").first.wait_for()


@task
async def search_for_statements(screen: Any) -> None:
    """Find first what has the id or the number; on a narrow screen, whose ranks are the same, for the first words."""
    is_narrow = screen.viewport_size["width"] == min(WIDTHS)
    for words, first in [*SOUGHT.items()][: 1 if is_narrow else None]:
        menu = screen.locator("label.nav-overlay-icon")
        if await menu.is_visible():
            await menu.click()
        await screen.locator("input.sidebar-search").fill(words)
        async with screen.expect_navigation():
            await screen.locator("input.sidebar-search").press("Enter")
        link = screen.locator("#statements-found a").first
        assert (await link.inner_text()).startswith(f"{first}: "), f"{words} finds {await link.inner_text()} first"
    await link.click()
    assert screen.url.endswith(f"statements/{first}.html"), f"the link leads to {screen.url}"


@task
async def keep_and_share_code(screen: Any) -> None:
    """Find the code of the page that runs Python again after a reload, and behind a link in another browser."""
    from playwright.async_api import expect  # noqa: PLC0415 - as above

    await follow(screen, "Write your own in Python")
    agent, code = screen.locator("#live-agent"), "agent = 'simple'  # mine & yours"
    await agent.fill(code)
    await screen.reload()
    await expect(agent, "the code after a reload").to_have_value(code)
    await screen.get_by_role("button", name="Copy a link").click()
    await screen.wait_for_function("location.hash.length > 1")
    other = await (await screen.context.browser.new_context()).new_page()
    await other.goto(screen.url)
    await expect(other.locator("#live-agent"), "the code behind a link").to_have_value(code)
    await other.context.close()


async def findings(browser: Any, address: str) -> list[str]:
    """Do each task on each screen, and return what went wrong; print how soon the first page is painted."""
    from playwright.async_api import expect  # noqa: PLC0415 - as above

    expect.set_options(timeout=_PATIENCE)
    screen = await browser.new_page()
    await screen.goto(f"{address}/index.html")
    await screen.wait_for_timeout(500)
    paints = await screen.evaluate("performance.getEntriesByType('paint').map((each) => each.startTime)")
    print(f"the first page is painted after {max(paints):.0f} ms")
    both = await asyncio.gather(*(_done(browser, address, *of) for of in zip(WIDTHS, SCHEMES, strict=True)))
    return [*chain(*both)]


async def _done(browser: Any, address: str, width: int, scheme: str) -> list[str]:
    found = []
    for does in TASKS:
        context = await browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        screen = await context.new_page()
        screen.set_default_timeout(_PATIENCE)
        try:
            await screen.goto(f"{address}/index.html")
            await does(screen)
        except Exception as error:
            found.append(f"newcomer at {width} pixels, {scheme}, {does.__name__}: {str(error).splitlines()[0]}")
        await context.close()
    return found
