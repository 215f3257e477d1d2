"""The site: its sources are put together here, Sphinx makes the pages, and the pages are checked.

* `python -m tools.site` makes the site in `build/site` and checks it; `make docs` does so with what that needs.
* `python -m tools.site check` only checks what is there. `python -m tools.site shots` takes pictures of every page.
* `sources` takes the pages of `docs/` and adds those that are generated: `statement_pages`, `command_line`,
  `api_pages`, `schema_pages`, `live`, and what the modules of `tools/site_views` offer as ``pages()`` and ``files()``.
* `extension` is what Sphinx is told besides: the role of a statement's id, and the highlighted sources.
"""
