"""Pictures of every page, wide and narrow, light and dark, and sheets of them to look at."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tools.site.browser_checks import AT_ONCE, NARROW, WIDE, served, started

HEIGHT = 1500
PER_SHEET = 8


def take(site: Path, folder: Path, pattern: str = "*") -> list[Path]:
    """Take the pictures of the pages that fit a pattern, and return the sheets."""
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    pages = [page for page in pages if fnmatch(page, pattern)]
    folder.mkdir(parents=True, exist_ok=True)
    with served(site) as address:
        asyncio.run(_taken(address, pages, folder))
    return [
        sheet
        for scheme in ("light", "dark")
        for width in (WIDE, NARROW)
        for sheet in _sheets(folder, pages, width, scheme)
    ]


async def _taken(address: str, pages: list[str], folder: Path) -> None:
    waiting = [(page, width, scheme) for page in pages for width in (WIDE, NARROW) for scheme in ("light", "dark")]

    async def work(browser: Any) -> None:
        context = await browser.new_context()
        screen = await context.new_page()
        while waiting:
            page, width, scheme = waiting.pop()
            await screen.set_viewport_size({"width": width, "height": HEIGHT})
            await screen.emulate_media(color_scheme=scheme)
            await screen.goto(f"{address}/{page}")
            await screen.screenshot(path=folder / picture(page, width, scheme))
        await context.close()

    async with started() as browser:
        await asyncio.gather(*(work(browser) for _ in range(AT_ONCE)))


def picture(page: str, width: int, scheme: str) -> str:
    """Return the name of the picture of a page."""
    return f"{page.removesuffix('.html').replace('/', '.')}-{width}-{scheme}.png"


def _sheets(folder: Path, pages: list[str], width: int, scheme: str) -> list[Path]:
    from PIL import Image  # noqa: PLC0415 - only sheets need it

    made = []
    for first in range(0, len(pages), PER_SHEET):
        files = [folder / picture(page, width, scheme) for page in pages[first : first + PER_SHEET]]
        shrunk = [Image.open(file).convert("RGB") for file in files]
        shrunk = [each.resize((width // 2, HEIGHT // 2)) for each in shrunk]
        across = min(4, len(shrunk))
        sheet = Image.new("RGB", (across * width // 2, -(-len(shrunk) // across) * HEIGHT // 2), "grey")
        for at, each in enumerate(shrunk):
            sheet.paste(each, (at % across * width // 2, at // across * HEIGHT // 2))
        path = folder / f"sheet-{width}-{scheme}-{first // PER_SHEET:03}.png"
        sheet.save(path)
        made.append(path)
    return made
