"""How Sphinx makes the site. `make docs` runs `python -m tools.site`, which puts the sources together before."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from formal_rl import __version__  # noqa: E402 - it stands one folder above

project = "formal_rl"
version = release = __version__
extensions = ["myst_nb", "sphinx_copybutton", "tools.site.extension", "tools.site.mathematics"]
templates_path = [str(DOCS / "_templates")]
exclude_patterns = ["build"]
suppress_warnings = ["myst.header", "config.cache"]
nitpicky = True
smartquotes = False  # --json is an option, and no dash

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_dmath_allow_space = False  # $ and a space is the prompt of a shell
myst_dmath_allow_digits = False  # $3 is a price
myst_fence_as_directive = ["math"]  # as GitHub writes it
myst_heading_anchors = 5
nb_execution_mode = "cache"
nb_execution_cache_path = str(DOCS.parent / "build" / "cache" / "notebooks")
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_ipywidgets_js = {}
nb_merge_streams = True
nb_mime_priority_overrides = [("html", "text/html", 0)]  # a widget needs a kernel; its page does not

html_math_renderer = "mathml"
html_theme = "furo"
html_title = "formal_rl"
html_favicon = str(DOCS / "_static" / "icon.svg")
html_static_path = [str(DOCS / "_static")]
html_css_files = ["site.css", "views.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_use_index = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b57d0", "color-brand-content": "#0b57d0"},
    "dark_css_variables": {"color-brand-primary": "#7cb2ff", "color-brand-content": "#7cb2ff"},
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
