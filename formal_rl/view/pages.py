"""Pages of HTML that need nothing else: no script runs on them, and nothing is loaded from anywhere."""

from functools import cache
from html import escape
from importlib.resources import files

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def html_page(title: str, style: str, body: str) -> str:
    """Return a page with this title, as text, and this style and body, as they are to stand in it."""
    return _PAGE.format(title=escape(title), style=style, body=body)


# --- How pages look: styles, scripts and templates, which are files of their own beside this module ---


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file that lies here, such as report.css, without the end of its last line."""
    return files("formal_rl.view").joinpath(name).read_text("utf-8").removesuffix("\n")
