"""Live pages in notebooks: as widgets where anywidget is installed, as HTML where not; two of them, and a body."""

import importlib
import re

import pytest

from formal_rl.conformance import check as conformance_check
from formal_rl.gridworlds import parse_layout
from formal_rl.safelife import parse_board
from formal_rl.safelife.levels import format_level, shipped_level
from formal_rl.study import trace
from formal_rl.transforms import reality_check_fold
from formal_rl.view import Axis, Chart, Picture, pages
from formal_rl.view import widget as of_widgets
from formal_rl.view.charts import chart_svg
from formal_rl.view.pages import bundled
from formal_rl.view.widget import widget_module, widget_style

PAGES = ("trace_view", "explorer", "drest_explorer", "animation")
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def run():
    return trace("ignore_rewards", "last_reward_sign", 4)


@pytest.fixture
def no_anywidget(monkeypatch):
    """As where anywidget is not installed."""

    def refused(name):
        if name == "anywidget":
            raise ModuleNotFoundError(name)
        return importlib.import_module(name)

    of_widgets._widget_class.cache_clear()
    monkeypatch.setattr(of_widgets, "import_module", refused)


def test_a_run_is_a_widget_with_its_text_beside_it(run):
    pytest.importorskip("anywidget")
    bundle = run._repr_mimebundle_()
    assert {*bundle} == {VIEW, "text/html", "text/plain"}
    assert bundle["text/plain"] == str(run)
    assert bundle[VIEW]["model_id"]
    assert not hasattr(run, "_repr_html_")


def test_without_anywidget_a_run_is_html_and_text(run, no_anywidget):
    bundle = run._repr_mimebundle_(include=None, exclude=None)
    assert {*bundle} == {"text/html", "text/plain"}
    assert "<pre>last_reward_sign in ignore_rewards, 4 steps" in bundle["text/html"]


def test_a_widget_answers_with_the_run_that_other_actions_lead_to(run):
    pytest.importorskip("anywidget")
    made = of_widgets.widget(*run.live_view()[1:])
    assert made.answers
    assert [step["action"] for step in made.data["steps"]] == [0, 1, 0, 1]
    made.question = {"number": 1, "asked": [[1, 1], [2, 0]]}
    branched = run.branch(1, 1).branch(2, 0)
    assert made.data["heading"] == branched.heading
    assert [step["action"] for step in made.data["steps"]] == [*branched.play[1::2]]
    assert (made.data["path"], made.data["shown"]) == ([[1, 1], [2, 0]], 2)
    made.question = {"number": 2, "asked": [[1, 1], [9, 0]]}
    assert made.data["path"] == [[1, 1]]
    assert made.data["complaint"] == "step is 9: expected a step of this run, 1 to 4"
    made.question = {"number": 3, "asked": []}
    assert (made.data["path"], made.data["complaint"]) == ([], "")


def test_widgets_of_two_modules_are_two_classes():
    """By the name of the class anywidget tells their styles apart."""
    pytest.importorskip("anywidget")
    names = {of_widgets._widget_class(module, "trace_view.css").__name__ for module in ("trace_view.js", "elements.js")}
    assert names == {"Widget_trace_view", "Widget_elements"}


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (parse_board("o .\n. C"), "o .\n. C"),
        (parse_layout("length 1\nC1 A B1 C1"), "length 1\nC1 A  B1 C1"),
        (shipped_level("prune-still-3"), format_level(shipped_level("prune-still-3"))),
    ],
)
def test_boards_levels_and_worlds_are_a_picture_and_a_text(shown, text):
    bundle = shown._repr_mimebundle_(include=None, exclude=None)
    assert {*bundle} == {"image/svg+xml", "text/plain"}
    assert bundle["image/svg+xml"].startswith("<svg ")
    assert bundle["text/plain"] == repr(shown) == text


def test_a_report_is_html_and_text():
    report = conformance_check(reality_check_fold, "reality_check")
    assert report._repr_mimebundle_() == {"text/html": report._repr_html_(), "text/plain": str(report)}


def test_a_chart_is_a_picture():
    chart = Chart("a title", Axis("x", 0, 1), Axis("y", 0, 1))
    assert chart._repr_svg_() == chart_svg(chart)
    assert repr(chart) == "<a chart of 330 x 270: a title>"


def test_a_picture_is_an_svg():
    assert (Picture("<svg/>")._repr_svg_(), repr(Picture("<svg/>"))) == ("<svg/>", "<a picture: 6 characters of SVG>")


def test_rules_of_the_page_apply_to_the_widget(monkeypatch):
    shipped = pages.shipped_text
    mine = ":root { --a: 1; }\nbody, main { color: red; }\n.body { margin: 0; }\n.everybody { margin: 0; }"
    monkeypatch.setattr(of_widgets, "shipped_text", lambda name: mine if name == "mine.css" else shipped(name))
    style = widget_style("mine.css")
    assert style.startswith(".formal-rl {\n& {\n  color-scheme: light dark;")
    assert style.endswith(
        "& { --a: 1; }\n&, main { color: red; }\n.body { margin: 0; }\n.everybody { margin: 0; }\n}\n"
    )
    assert ":root" not in style


def test_no_style_has_rules_that_cannot_be_nested():
    """What is in a rule may be rules, but no frames of an animation, no fonts, no imports."""
    for file in ("live.css", "widget.css", *(f"{page}.css" for page in PAGES)):
        assert not {"@keyframes", "@font-face", "@import"} & {*pages.shipped_text(file).split()}


def test_without_widgets_a_run_is_shown_on_the_page_itself(run, screen, tmp_path):
    """Twice on one page, with nothing of the one in the other; as dark as the page, also when that is switched."""
    part = run._repr_mimebundle_()["text/html"]
    file = tmp_path / "page.html"
    style = "<style>body { color: #222; } body.dark { color: #eee; }</style>"
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{style}<h1>a page</h1>{part}<p>between</p>{part}", "utf-8")
    screen.goto(file.as_uri())
    first, second = (screen.locator(".formal-rl").nth(place) for place in (0, 1))
    first.get_by_role("button", name="step 3: percept (-1,0), action 0").click()
    assert "on the history with every reward 0, (0,0) 0 (0,0)" in first.locator(".details").text_content()
    assert second.locator("h3").text_content() == "Step 4"
    assert screen.get_by_text("instead").count() == 0
    assert screen.locator("pre").count() == 0
    assert first.evaluate("place => getComputedStyle(place).colorScheme") == "light"
    screen.evaluate("document.body.className = 'dark'")
    assert first.evaluate("place => getComputedStyle(place).colorScheme") == "dark"


def test_without_scripts_a_run_is_its_text(browser, run, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{run._repr_mimebundle_()['text/html']}", "utf-8")
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    shown = page.locator("pre").text_content()
    context.close()
    assert shown == str(run)


def test_no_module_has_names_that_a_notebook_needs():
    """What stands before and after a module in a notebook does not meet it."""
    for page in PAGES:
        assert not {"placeIn", "here"} & {
            *re.findall(r"(?m)^(?:export )?(?:const|let|function) (\w+)", bundled(f"{page}.js"))
        }


MOUNTED = """async ([module, style, data, answers]) => {
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  const sheet = document.createElement("style");
  sheet.textContent = style;
  document.head.append(sheet);
  window.models = ["one", "two"].map((name) => {
    const values = { data, answers, question: null }, listeners = [];
    const model = {
      get: (key) => values[key],
      set: (key, value) => { values[key] = value; },
      save_changes: () => { model.saved = values.question; },
      on: (_, listener) => listeners.push(listener),
      off: (_, listener) => listeners.splice(listeners.indexOf(listener), 1),
      listeners,
      change: (changed) => { values.data = changed; listeners.forEach((listener) => listener()); },
    };
    model.end = widget.render({ model, el: document.getElementById(name) });
    return model;
  });
}"""
BODY = """() => {
  const style = getComputedStyle(document.body);
  return [style.margin, style.backgroundColor, style.color, style.fontFamily, style.maxWidth,
    getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.querySelector("#own")).padding];
}"""


@pytest.fixture
def mounted(screen, tmp_path):
    """A page on which a view is mounted twice, as the front end of anywidget does it, and what its body was before."""

    def mount(view, body="background: #fff; color: #111"):
        file = tmp_path / "notebook.html"
        file.write_text(
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>two widgets</title></head>'
            f'<body style="{body}"><button id="own">of the notebook</button>'
            f'<div id="one"></div><div id="two"></div></body></html>',
            "utf-8",
        )
        screen.goto(file.as_uri())
        before = screen.evaluate(BODY)
        sources = [widget_module(view.module), widget_style(view.style), view.data, view.answer is not None]
        screen.evaluate(MOUNTED, sources)
        return before

    return mount


def pressed(screen, name):
    return screen.locator(f"#{name} .step[aria-pressed=true]").get_attribute("aria-label")


def test_two_widgets_on_a_page_are_independent(run, screen, mounted):
    """One is clicked, the other stays; the page and its address are as they were."""
    before = mounted(run.live_view())
    assert pressed(screen, "one") == "step 4: percept (1,0), action 1"
    screen.click("#one .step >> nth=2")
    assert pressed(screen, "one") == "step 3: percept (-1,0), action 0"
    assert pressed(screen, "two") == "step 4: percept (1,0), action 1"
    screen.keyboard.press("ArrowLeft")
    assert pressed(screen, "one") == "step 2: percept (1,0), action 1"
    assert screen.evaluate("document.activeElement.ariaLabel") == "step 2: percept (1,0), action 1"
    assert screen.evaluate(BODY) == before
    assert "#" not in screen.url


def test_a_widget_asks_python_and_shows_the_answer(run, screen, mounted):
    """A click sets the question; this widget alone shows the returned run."""
    view = run.live_view()
    mounted(view)
    screen.click("#one .step >> nth=1")
    screen.get_by_text("do 0 instead").first.click()
    assert screen.evaluate("models[0].saved") == {"number": 1, "asked": [[2, 0]]}
    assert screen.evaluate("models[1].saved") is None
    screen.evaluate("data => models[0].change(data)", view.answer([[2, 0]]))
    assert pressed(screen, "one") == "step 2: percept (1,0), action 0, put here"
    assert "the agent itself does 1" in screen.locator("#one .details").text_content()
    assert pressed(screen, "two") == "step 4: percept (1,0), action 1"
    screen.click("#one >> text=undo the last change")
    assert screen.evaluate("models[0].saved") == {"number": 2, "asked": []}
    screen.evaluate("models[0].end()")
    assert screen.evaluate("models.map((model) => model.listeners.length)") == [0, 1]


def test_differences_are_marked(run, screen, mounted):
    mounted(run.live_view())
    screen.click("#one .step >> nth=2")
    assert screen.locator("#one mark").all_text_contents() == ["0"]
    assert screen.locator("#one dd code").nth(1).text_content() == "(0,0) 0 (0,0)"


@pytest.mark.parametrize(("body", "scheme"), [("color: #eee; background: #111", "dark"), ("color: #222", "light")])
def test_a_widget_is_as_dark_as_the_notebook(run, screen, mounted, body, scheme):
    mounted(run.live_view(), body)
    assert screen.evaluate("getComputedStyle(document.querySelector('.formal-rl')).colorScheme") == scheme
    ground = screen.evaluate("getComputedStyle(document.querySelector('.formal-rl')).backgroundColor")
    assert ground == {"dark": "rgb(13, 17, 23)", "light": "rgb(255, 255, 255)"}[scheme]


def test_names_in_a_run_are_text(screen, mounted):
    """What an agent or an environment is called is no HTML."""

    def agent(prompt):
        return 0

    agent.__name__ = "<img src=x onerror=alert(1)>"
    mounted(trace("ignore_rewards", agent, 2).live_view())
    assert screen.locator("#one img").count() == 0
    assert "<img src=x" in screen.locator("#one .heading").text_content()
