"""Live pages: one file, a module with all that it imports, data that end nothing, and what a real browser shows."""

import subprocess

from formal_rl.view import pages
from formal_rl.view.live import LiveView
from formal_rl.view.pages import bundled


def test_a_bundle_has_each_imported_module_once(monkeypatch):
    files = {
        "a.js": 'import { b } from "./b.js";\nimport {\n  c,\n} from "./c.js";\nexport const a = b + c;',
        "b.js": 'import { c } from "./c.js";\nexport const b = c;',
        "c.js": "export const c = 1;",
    }
    monkeypatch.setattr(pages, "shipped_text", files.__getitem__)
    assert bundled.__wrapped__("a.js") == "const c = 1;\nconst b = c;\nexport const a = b + c;"


def test_data_end_no_element():
    page = LiveView("a < b", "elements.js", "explorer.css", {"text": "</script><script>alert(1)</script>\u2028"}).page()
    assert "<title>a &lt; b</title>" in page
    assert "\\u003c/script>\\u003cscript>" in page
    assert "\u2028" not in page


def test_elements_and_addresses_run_by_node(node):
    source = (
        bundled("elements.js")
        + """
const state = {play: "(0,0) 1", agent: "", dark: "yes"};
console.log(addressOfState(state), JSON.stringify(stateOfAddress(addressOfState(state))));
"""
    )
    shown = subprocess.run([node, "--input-type=module", "-e", source], capture_output=True, text=True, check=True)
    assert shown.stdout == '#play=%280%2C0%29+1&dark=yes {"play":"(0,0) 1","dark":"yes"}\n'


def test_a_live_page_runs_in_a_browser_without_network(screen, tmp_path, monkeypatch):
    source = """import { element } from "./elements.js";
export function mount(place, data, options) {
  place.replaceChildren(element("button", {onclick: (event) => event.target.append(data.text)}, "shown: "));
}"""
    shipped = pages.shipped_text
    monkeypatch.setattr(pages, "shipped_text", lambda name: source if name == "made_up.js" else shipped(name))
    file = tmp_path / "page.html"
    file.write_text(LiveView("A title", "made_up.js", "explorer.css", {"text": "</script>"}).page(), "utf-8")
    screen.goto(file.as_uri())
    screen.click("button")
    assert (screen.title(), screen.text_content("main")) == ("A title", "shown: </script>")
