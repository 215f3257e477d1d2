"""The picture of the README: the explorer of ignore rewards in a real browser, light and dark.

``python tools/explorer_picture.py`` writes it anew to ``docs``. It needs playwright, pillow and Chromium.
"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from formal_rl.study import explore

DOCS = Path(__file__).parents[1] / "docs"
SHOWN = {"x": 0, "y": 0, "width": 1120, "height": 790}


def main() -> None:
    """Write docs/explorer_light.png and docs/explorer_dark.png."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "page.html"
        page.write_text(explore("ignore_rewards").html(), "utf-8")
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            size = {"width": SHOWN["width"], "height": SHOWN["height"]}
            screen = browser.new_page(viewport=size, color_scheme=scheme)
            screen.goto(page.as_uri())
            shown = Image.open(BytesIO(screen.screenshot(clip=SHOWN)))
            shown.quantize(64).save(DOCS / f"explorer_{scheme}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
