"""The sources of the site, put together in a folder: the pages of `docs/`, what is generated, and the trees of both."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from tools.pages import printed
from tools.site import api_pages, command_line, explorers, live_page, proof_pages, schema_pages, statement_pages
from tools.site.code import source_files
from tools.site.markup import raw, toctree
from tools.site.views import gridworlds, lessons, map, papers  # noqa: A004 - the map of the site

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

PROJECT = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "LICENSES/README.md": "project/licences.md",
}
"""Pages that stand outside `docs/`, and where the site has them."""

INSTEAD = {
    "proofs_as_tests/README.md": "docs/reference/proved.md",
    "formal_rl/environments/examples/ignore_rewards.py": "docs/statements/A21-E6.md",
    "formal_rl/transforms/reality_check.py": "docs/statements/A22-D7.md",
    "formal_rl/statements/findings.md": "docs/findings/all-findings.md",
}
"""What README links and the site does not have, and the page that the link leads to there."""

_LINK = re.compile(r"(\[`?[\w./]+\.md`?)?\]\(([^)\s]+)\)")
"""A link, and the name of a file where that is what it shows; it then shows the title."""

_PICTURE = re.compile(r'(\b(?:src|srcset)=")([^":#]+)(?=")')
_HERO = re.compile(r"^\[!\[[^\]]*\]\(ask\.svg\)\]\(.*\)$", re.MULTILINE)
"""The picture on the first page, in whose place the site has a live explorer."""

SECTIONS = {
    "Start here": "start",
    "Tutorials": "tutorials",
    "How to": "howto",
    "Findings": "findings",
    "Reference": "reference",
    "Background": "background",
    "The project": "project",
}
"""The sections of the page of contents in its order, and the folder of pages of each."""

VIEWS = (map, papers, gridworlds, lessons)


def assembled() -> tuple[dict[str, str], dict[str, bytes]]:
    """Return every page of the site in Markdown, and every file that is copied as it is, by their paths."""
    explorers_made = explorers.begin()
    written = {place(name): _moved(name) for name in documents()}
    generated = {"findings/all-findings.md": printed("formal-rl statements --findings")}
    files: dict[str, bytes] = {}
    for module in (statement_pages, command_line, api_pages, schema_pages, proof_pages, explorers, live_page, *VIEWS):
        generated |= module.pages()
        files |= module.files() if hasattr(module, "files") else {}
    files |= explorers_made()
    pages = written | generated
    files |= source_files([*pages.values(), *(each.decode() for path, each in files.items() if path.endswith(".html"))])
    return pages | _contents(pages), files


def documents() -> list[str]:
    """Return the pages that are kept, by their paths in the project."""
    pages = (path.relative_to(ROOT).as_posix() for path in sorted(DOCS.rglob("*.md")))
    notebooks = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "notebooks").glob("*.md")))
    return [*PROJECT, *pages, *notebooks]


def place(path: str) -> str:
    """Return where the site has a file of the project: those of `docs/` at their own place, notebooks as tutorials."""
    if path.startswith("notebooks/"):
        return path.replace("notebooks/README", "tutorials/notebooks").replace("notebooks/", "tutorials/")
    if path.startswith("proofs/"):
        return path.replace(".v", ".md")
    return PROJECT.get(path, path.removeprefix("docs/"))


def _moved(name: str) -> str:
    """Return the text of a page with its links as they are where the site has it."""
    own = place(name)

    def link(found: re.Match[str]) -> str:
        target, mark, heading = found[2].partition("#")
        if not target or "://" in target:
            return found[0]
        path = normpath(join(dirname(name), target))
        path = INSTEAD.get(path, path)
        if path not in PROJECT and not path.startswith(("docs/", "notebooks/", "LICENSES/", "proofs/")):
            raise ValueError(f"{name} links {path}, which the site does not have")
        shown = f"[{title_of(ROOT / path)}" if found[1] else ""
        return f"{shown}]({relpath(place(path), dirname(own) or '.')}{mark}{heading})"

    def picture(found: re.Match[str]) -> str:
        return found[1] + relpath(place(normpath(join(dirname(name), found[2]))), dirname(own) or ".")

    return _PICTURE.sub(picture, _LINK.sub(link, (ROOT / name).read_text("utf-8")))


def title_of(page: Path) -> str:
    """Return the heading of a page."""
    return re.findall(r"^# (.*)$", page.read_text("utf-8"), re.MULTILINE)[0]


GENERATED = re.findall(
    r"^\* (.*): (\[.*\]\((.*)\): .*)$", Path(__file__).with_name("generated.md").read_text("utf-8"), re.MULTILINE
)
"""Pages that are generated: the section that has each before its others, its line there, and its path."""

SECTION_OF = {"reliability.md": "project/"}
"""Pages that belong to another section than their folder's."""


def _contents(pages: dict[str, str]) -> dict[str, str]:
    """Return the first page, the page of contents, and one for each of its sections, with the trees of all pages."""
    heading, *sections = re.split(r"^## ", pages["contents.md"], flags=re.MULTILINE)
    made, top = {}, []
    for section in sections:
        title, _, text = section.partition("\n")
        folder = SECTIONS[title]
        listed = "".join(f"* {line}\n" for of, line, path in GENERATED if of == title and path in pages)
        text = f"\n{listed}{text.lstrip()}"
        heading += f"## {title}\n{text}"
        names = {path: name for name, path in re.findall(r"^\* \[([^\]]+)\]\(([^)\s#]+)", text, re.MULTILINE)}
        own = [path for path in sorted(pages) if SECTION_OF.get(path, path).startswith(f"{folder}/")]
        tree = [f"{names[path]} <{path}>" if path in names else path for path in dict.fromkeys([*names, *own])]
        if folder == "start":
            top += tree
        else:
            made[f"{folder}.md"] = f"# {title}\n{text}\n{toctree(tree)}\n"
            top.append(f"{folder}.md")
    hero = raw(Path(__file__).with_name("hero.html").read_text("utf-8"))
    front = _HERO.sub(lambda _: hero, pages["index.md"], count=1)
    return {**made, "contents.md": heading, "index.md": f"{front}\n{toctree([*top, 'contents.md'])}\n"}


def write(folder: Path) -> dict[str, bytes]:
    """Write the sources to a folder, each only if it has changed, and return the files that are copied as they are."""
    pages, files = assembled()
    kept = {folder / path: text.encode() for path, text in pages.items()}
    pictures = {
        path.relative_to(DOCS).as_posix(): path.read_bytes()
        for path in DOCS.rglob("*")
        if path.suffix in {".png", ".svg", ".csv"}
    }
    kept |= {folder / path: content for path, content in pictures.items()}
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
    changed = 0
    for path, content in kept.items():
        changed += update(path, content)
    print(f"{len(pages)} pages and {len(files)} files; {changed} sources have changed")
    return files | pictures


def update(path: Path, content: bytes) -> bool:
    """Write a file if it is not there or has another content, and return whether it was written."""
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True
