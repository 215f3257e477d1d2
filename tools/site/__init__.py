"""The site: its sources are put together here, Sphinx makes the pages, and the pages are checked.

* `python -m tools.site` makes the site in `build/site` and checks it; `make docs` does so with what that needs.
* `python -m tools.site check` only checks what is there.
* `sources` takes the pages of `docs/` and adds those that are generated. A module that generates pages offers them as
  ``pages()``, and other files as ``files()``: `statement_pages`, `command_line`, `api_pages`, `schema_pages`, `views`.
* `extension` adds to Sphinx the role of a statement's id; `code` makes the pages of source that others link.
* `checks`, `browser_checks` and `newcomer` look at the site that was made.
"""
