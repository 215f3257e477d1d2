"""The page on which one writes an agent or an environment in Python and runs it in the browser.

The package runs there under Pyodide, in a worker, without network. The runtime is copied in when the site is made,
where npm can fetch it; else the page says that it is not there. `prepared.py` is what runs in the browser.
"""

from __future__ import annotations

import io
import re
import zipfile
from html import escape
from pathlib import Path

import attr
import attrs

from tools.site import npm
from tools.site.code import PACKAGE
from tools.site.markup import filled, raw

HERE = Path(__file__).parent


def examples(kind: str) -> dict[str, str]:
    """Return the examples of a kind, by their names."""
    text = (HERE / "examples.md").read_text("utf-8").partition(f"\n# {kind}\n")[2].partition("\n# ")[0]
    return dict(re.findall(r"^## ([^\n]*)\n\n```python\n(.*?)```$", text, re.DOTALL | re.MULTILINE))


ENVIRONMENTS, AGENTS = examples("Environments"), examples("Agents")

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What the browser loads of the package pyodide."""

OTHER_HOST = b"https://cdn.jsdelivr.net/pyodide/"
"""Where the runtime would look for packages, if it were asked for any; it is not, and this is taken out."""

ROOMS = ("histories", "agents", "environments", "transforms", "checking", "gridworlds", "study", "view", "statements")
"""The packages that run without numpy, as far as the page needs them."""

LEFT_OUT = (".json", ".md", "wainwright_2019", "self_checks", "study/safelife", "study/drest", "study/battery")
"""What the page does not need of them."""

_MISSING = """<p class="live-missing">The runtime was not there when this site was made, so nothing runs here. Make the
site where npm can reach its registry: <code>make docs</code> fetches <code>pyodide</code> and copies it in.</p>"""


def pages() -> dict[str, str]:
    """Return the page."""
    there = npm.package("pyodide") is not None
    parts = {
        "missing": "" if there else _MISSING,
        "disabled": "" if there else " disabled",
        "environments": _options(ENVIRONMENTS),
        "agents": _options(AGENTS),
        "environment": escape(next(iter(ENVIRONMENTS.values()))),
        "agent": escape(next(iter(AGENTS.values()))),
    }
    return {"live.md": f"{(HERE / 'live.md').read_text('utf-8')}\n{raw(filled(HERE / 'live.html', **parts))}\n"}


def _options(examples: dict[str, str]) -> str:
    return "".join(f'<option value="{escape(text)}">{escape(name)}</option>' for name, text in examples.items())


def files() -> dict[str, bytes]:
    """Return the scripts, the package, attrs, and the runtime where there is one."""
    made = {f"live/{name}": (HERE / name).read_bytes() for name in ("live.js", "worker.js", "prepared.py")}
    made["live/formal_rl.zip"] = packed(_own_files())
    made["live/attrs.zip"] = packed(_files_of(Path(attr.__file__).parent) | _files_of(Path(attrs.__file__).parent))
    runtime = npm.package("pyodide")
    if runtime:
        made |= {f"live/pyodide/{name}": (runtime / name).read_bytes().replace(OTHER_HOST, b"./") for name in RUNTIME}
    return made


def _own_files() -> dict[str, bytes]:
    beside = {f"formal_rl/{path.name}": path.read_bytes() for path in sorted(PACKAGE.glob("*.py"))}
    rooms = {name: content for room in ROOMS for name, content in _files_of(PACKAGE / room, "formal_rl").items()}
    return beside | {name: content for name, content in rooms.items() if not any(out in name for out in LEFT_OUT)}


def _files_of(folder: Path, below: str = "") -> dict[str, bytes]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
    return {(Path(below) / path.relative_to(folder.parent)).as_posix(): path.read_bytes() for path in paths}


def packed(contents: dict[str, bytes]) -> bytes:
    """Return files as an archive; the same files make the same archive."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return whole.getvalue()
