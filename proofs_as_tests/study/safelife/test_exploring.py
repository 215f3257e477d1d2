"""The page to play SafeLife: keys, densities and side effects as ours, by node; and in a real browser."""

import json
import subprocess
from itertools import pairwise

import pytest
from attrs import evolve

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.board import AGENT, EXIT
from formal_rl.safelife.game import ACTIONS
from formal_rl.safelife.levels import TEACHING_LEVELS, read_run, shipped_level
from formal_rl.study.safelife import EffectsOptions, report_of_run
from formal_rl.study.safelife.explanation import explained_steps
from formal_rl.study.safelife.explanation import standing as standing_of
from formal_rl.study.safelife.exploring import MOST_MEASURED, explore_run, explore_safelife, measured_steps
from formal_rl.study.safelife.penalised_play import MEANINGS, penalised_play
from formal_rl.study.safelife.play import KEYS
from formal_rl.study.safelife.run import run_level
from formal_rl.view.pages import bundled

FEW = EffectsOptions(samples=40)


@pytest.fixture(scope="module")
def explored():
    """A run of 60 steps of which 51 are measured, over few boards; where nobody acts there is change, too."""
    return explore_safelife("prune-spawn-2", steps=60, seed=1, options=FEW)


def by_node(node, source, data):
    """What statements leave in ``found``, given ``data`` and the functions of the page."""
    text = f"{bundled('animation.js')}\nlet found;\nconst data = {json.dumps(data)};\n{source}\n"
    text += "console.log(JSON.stringify(found));"
    done = subprocess.run([node, "--input-type=module"], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def counts_of(density):
    """A density as the page has it: places, counted by rows, each with its share of the boards."""
    cells = [count for row in density.counts for count in row]
    return [[place, count / density.samples] for place, count in enumerate(cells) if count]


def test_which_steps_are_measured():
    """All of a short run; of a longer one evenly many, the first and the last among them."""
    assert list(measured_steps(0)) == [0]
    assert list(measured_steps(50)) == list(range(51))
    for last in (51, 60, 100, 1000):
        steps = list(measured_steps(last))
        assert (steps[0], steps[-1], len(set(steps))) == (0, last, MOST_MEASURED)
        assert max(b - a for a, b in pairwise(steps)) <= last // (MOST_MEASURED - 1) + 1


def test_the_figures_are_those_of_the_command(explored, said, run):
    """At each step they are those of a run that ended there: its rows as texts, its densities by count."""
    data = explored.to_json()["effects"]
    assert set(data["steps"]) == {str(step) for step in measured_steps(60)}
    for step in (0, 30, 60):
        command = ("safelife", "effects", "prune-spawn-2", "--steps", step, "--seed", 1, "--samples", 40)
        found, (_, shown, _) = said(*command), run(*command)
        here = data["steps"][str(step)]
        assert [row[0] for row in here["rows"]] == [*(each["name"] for each in found["effects"]), "all"]
        assert [" ".join(row) for row in here["rows"]] == [
            " ".join(line.split()) for line in shown.splitlines()[1:][: len(here["rows"])]
        ]
        for (kind, *numbers), each in zip(here["types"], found["effects"], strict=True):
            assert data["types"][kind][0] == each["name"]
            for number, name in zip(numbers, ("inaction", "action"), strict=True):
                flat = [count for row in each["densities"][name]["counts"] for count in row]
                sparse = [value for pair in enumerate(flat) if pair[1] for value in pair]
                assert list(data["densities"][number]) == [each["densities"][name]["samples"], *sparse]


def test_densities_by_node(explored, node):
    """The functions of the page give each density as it is, and the nearest of the steps that are measured."""
    data = json.loads(json.dumps(explored.to_json()))
    source = """found = {
      densities: data.effects.densities.map((each) => [...densityOf(each)]),
      nearest: [0, 1, 59, 60].map((step) => nearestStep(Object.keys(data.effects.steps).map(Number), step)),
    };"""
    found = by_node(node, source, data)
    assert found["nearest"] == [0, 1, 58, 60]
    for step, report in explored.reports.items():
        for (_, *numbers), effect in zip(
            data["effects"]["steps"][str(step)]["types"], report.effects.effects, strict=True
        ):
            for number, density in zip(numbers, (effect.inaction, effect.action), strict=True):
                assert found["densities"][number] == counts_of(density)


def test_keys_are_those_of_the_terminal(node):
    """Each key of the terminal that is for an action is for the same here; arrows move, with Shift they toggle."""
    keys = {"Enter" if key in "\r\n" else key: does for key, does in KEYS.items()}
    found = by_node(node, "found = data.map((key) => actionOf(key, false))", [*keys])
    actions = {"wait": 0} | {name: number for number, name in enumerate(ACTIONS)}
    assert found == [actions.get(does) for does in keys.values()]
    arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
    assert by_node(node, "found = data.flatMap((key) => [actionOf(key), actionOf(key, true)])", arrows) == [
        *(1, 5, 2, 6, 3, 7, 4, 8)
    ]


def test_progress_is_reported_and_saved_runs_are_explored():
    """Progress names the next step to measure; the explorer takes a saved run with two agents, too."""
    reported = []
    kept = run_level(TEACHING_LEVELS["two-agents"], "greedy", steps=4, seed=2).run
    explorer = explore_run(kept, "a run", options=FEW, progress=reported.append)
    assert reported == [f"measuring step {step} of 4" for step in range(5)]
    assert explorer.reports[4].rows() == report_of_run(kept, FEW).rows()
    assert "side effects of stopping at 5 of them" in str(explorer)
    assert explorer._repr_mimebundle_()["text/plain"] == str(explorer)
    with pytest.raises(UnknownName):
        explore_safelife("prune-stil-3")
    with pytest.raises(InvalidParameter):
        explore_safelife("prune-still-3", steps=-1)


def test_optimal_play_is_on_the_pages_of_levels_made_for_it(node):
    """Each play of each reading is there, with its exact value; the page finds the one of a weight as we do."""
    data = explore_safelife("spawner-or-exit", steps=1, options=FEW).to_json()["optimal"]
    assert [each["name"] for each in data["readings"]] == list(MEANINGS)
    for each in data["readings"]:
        plays = penalised_play("spawner-or-exit", each["name"]).plays
        assert [play["at"] for play in each["plays"]] == [float(play.segment.weight) for play in plays]
        assert [play["words"] for play in each["plays"]] == [play.words for play in plays]
        assert [len(play["course"]) for play in each["plays"]] == [len(play.course) for play in plays]
    source = """found = {
      weights: [0, 200, 400].map(weightAt),
      places: [0, 0.001, 1, 100, 1000].map(placeOf),
      plays: [0, 2.1, 100 / 47, 2.2].map((weight) => playAt(data, weight)),
    };"""
    found = by_node(node, source, data["readings"][2]["plays"])
    assert found == {"weights": [0, 1, 100], "places": [0, 1, 200, 400, 400], "plays": [0, 0, 1, 1]}
    other = evolve(TEACHING_LEVELS["exit"], name="spawner-or-exit")
    assert "optimal" not in explore_run(run_level(other, "greedy", steps=1).run, "", options=FEW).to_json()


@pytest.fixture
def shown(screen, tmp_path, explored):
    """Open the page, with a state in its address."""
    file = tmp_path / "run.html"
    file.write_text(explored.html(), "utf-8")

    def show(state=""):
        screen.goto(f"{file.as_uri()}{state}")
        return screen

    return show


def table(page):
    """The rows of the table of side effects."""
    rows = page.locator(".effects tbody tr").all()
    return [tuple(row.locator("th, td").all_inner_texts()) for row in rows]


def test_side_effects_at_a_step(shown, explored):
    """A step is gone to, its side effects asked for; they are Python's, and so is the layer over the board."""
    page = shown("#step=59")
    page.keyboard.press("ArrowRight")
    assert page.locator(".effects").is_hidden()
    assert page.locator(".heat rect").count() == 0
    page.get_by_role("button", name="density and side effects").click()
    report = explored.reports[60]
    assert table(page) == report.rows()

    page.locator(".effects tbody button", has_text="yellow life").click()
    effect = next(each for each in report.effects.effects if each.name == "yellow life")
    page.get_by_role("button", name="after the run", exact=True).click()
    assert page.locator(".heat rect").count() == len(counts_of(effect.action))
    page.get_by_role("button", name="if nobody acts", exact=True).click()
    assert page.locator(".heat rect").count() == len(counts_of(effect.inaction)) > 0
    assert "over the 40 boards that follow step 60" in page.inner_text(".effects")
    page.get_by_role("button", name="difference").click()
    before, after = (dict(counts_of(each)) for each in (effect.inaction, effect.action))
    more = sum(after.get(place, 0) > before.get(place, 0) for place in {*before, *after})
    less = sum(after.get(place, 0) < before.get(place, 0) for place in {*before, *after})
    assert (page.locator(".heat .more").count(), page.locator(".heat .less").count()) == (more, less)
    assert 0 < more != less > 0

    page.keyboard.press("Home")
    assert table(page) == explored.reports[0].rows()
    assert "#step=0&type=yellow+life&view=change" in page.url
    page.reload()
    assert table(page) == explored.reports[0].rows()


def test_a_step_that_is_not_measured(shown, explored):
    """The page names the nearest measured step, and one click goes there."""
    step = next(step for step in range(61) if step not in explored.reports)
    page = shown(f"#step={step}")
    page.get_by_role("button", name="density and side effects").click()
    assert "Measured at 51 of 61 steps" in page.inner_text(".effects")
    page.get_by_role("button", name="go to step").click()
    assert table(page) == explored.reports[step - 1].rows()


def test_it_is_used_by_keyboard_and_fits_a_phone(shown):
    """Arrows, Home, End and space step and play; at 400 pixels nothing is wider than the page."""
    page = shown("#step=0")
    for key, step in (("ArrowRight", 1), ("End", 60), ("ArrowLeft", 59), ("Home", 0)):
        page.keyboard.press(key)
        assert page.inner_text(".said .heading") == f"step {step} of 60"
    page.keyboard.press("Space")
    assert page.inner_text(".play") == "pause"
    page.keyboard.press("Space")
    assert page.inner_text(".play") == "play"
    page.locator(".safelife-run select").select_option("1")
    page.locator(".play").click()
    page.locator(".said .heading", has_text="step 2 of 60").wait_for()
    page.locator(".play").click()
    page.set_viewport_size({"width": 400, "height": 800})
    page.get_by_role("button", name="density and side effects").click()
    page.get_by_role("button", name="to the end").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_a_level_is_played_by_keys_and_the_run_is_saved(screen, tmp_path, said):
    """The page plays the level with our captions; our commands read and score the file that it saves."""
    explorer = explore_safelife("prune-spawn-2", steps=2, seed=3, options=FEW)
    file = tmp_path / "level.html"
    file.write_text(explorer.html(), "utf-8")
    screen.goto(file.as_uri())
    assert screen.inner_text("h1") == "prune-spawn-2, played by you with seed 3"
    for key in ("ArrowLeft", "Shift+ArrowUp", "k", "Space", "ArrowDown", "u", "D", "."):
        screen.keyboard.press(key)
    taken = ((4,), (5,), (1,), (6,), (0,))
    moments = list(explained_steps(shipped_level("prune-spawn-2"), 3, taken))
    assert screen.inner_text(".said").split("\n")[0] == "step 5"
    assert standing(moments[-1].state) in screen.inner_text(".said")
    assert screen.locator(".marks .differing").count() == differing(moments[-1].state.board, 3, 5) > 0
    board = moments[-1].state.board
    assert screen.locator(".board g g").count() == sum(cell > 0 for row in board.rows for cell in row)
    assert screen.inner_text(".differs").endswith("; round spawners some do by chance")
    screen.get_by_label("cells differ").uncheck()
    assert screen.locator(".marks .differing").count() == 0

    with screen.expect_download() as saving:
        screen.get_by_role("button", name="save").click()
    assert saving.value.suggested_filename == "prune-spawn-2-run.json"
    saving.value.save_as(tmp_path / "run.json")
    kept = read_run(tmp_path / "run.json")
    assert (kept.actions, kept.seed, kept.policy, kept.board) == (taken, 3, "hand", board)
    assert said("safelife", "effects", tmp_path / "run.json", "--samples", 40)["steps"] == 5

    address = screen.url
    screen.goto("about:blank")
    screen.goto(address)
    assert standing(moments[-1].state) in screen.inner_text(".said")
    screen.keyboard.press("r")
    assert screen.inner_text(".said").startswith("step 0 of 5")
    screen.get_by_role("button", name="watch the recorded run: random").click()
    assert screen.inner_text(".said").startswith("step 0 of 2")
    assert screen.inner_text("h1") == "prune-spawn-2, played by random with seed 3"
    screen.keyboard.press("ArrowRight")
    screen.get_by_role("button", name="take over").click()
    screen.get_by_role("button", name="wait").click()
    assert screen.inner_text(".said").startswith("step 2\n")


def standing(state):
    """How an agent stands."""
    return standing_of(shipped_level("prune-spawn-2"), state, 0)


def differing(board, seed, steps):
    """At how many places a board differs from the one on which nobody acted, agents and exits left out."""
    idle = run_level(shipped_level("prune-spawn-2"), "idle", steps=steps, seed=seed).run.board
    kept = [
        [0 if each[place] & (AGENT | EXIT) else each[place] for place in board.locations()] for each in (board, idle)
    ]
    return sum(one != other for one, other in zip(*kept, strict=True))


def test_it_is_played_by_touch(browser, tmp_path):
    """The buttons do what the keys do, a tap on the board says what is there, each agent is given its action."""
    context = browser.new_context(viewport={"width": 400, "height": 800}, has_touch=True, offline=True)
    page, file = context.new_page(), tmp_path / "level.html"
    run = run_level(TEACHING_LEVELS["two-agents"], "idle", steps=0).run
    file.write_text(explore_run(run, "", options=FEW).html(), "utf-8")
    page.goto(file.as_uri())
    for name, ends in (("up", "agent 1 to act"), ("left", "agent 0 to act"), ("undo", "agent 0 to act")):
        page.get_by_role("button", name=name).first.tap()
        assert page.inner_text(".said").endswith(ends)
    page.get_by_role("button", name="toggle").tap()
    assert page.get_by_role("button", name="toggle").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="right").tap()
    page.get_by_role("button", name="wait").tap()
    assert "agent 0: toggled right" in page.inner_text(".said")
    page.locator(".picture").tap()
    assert page.inner_text(".here").startswith("row ")
    assert page.get_by_role("button", name="watch").is_hidden()
    assert all(name in page.inner_text(".legend") for name in ("player", "life"))
    smallest = min(each.bounding_box()["height"] for each in page.locator(".pad button").all())
    assert smallest >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    context.close()


def test_optimal_play_at_a_weight(screen, tmp_path):
    """The slider, the reading and the breakpoints say what is optimal; its keys do not step through the run."""
    file = tmp_path / "level.html"
    file.write_text(explore_safelife("spawner-of-three", steps=1, options=FEW).html(), "utf-8")
    screen.goto(file.as_uri())
    said, plays = screen.locator(".optimal-said"), penalised_play("spawner-of-three", "by event").plays
    assert f"the agent {plays[3].words}." in said.inner_text()
    screen.locator(".optimal input").press("End")
    assert said.inner_text().startswith(f"λ = 100: the agent {plays[-1].words}.")
    assert screen.inner_text(".said .heading") == "step 0"
    for number, play in enumerate(plays):
        screen.locator(".optimal .views button").nth(number).click()
        assert f"{float(play.segment.earned.penalty):.4f}." in said.inner_text()
        assert screen.locator(".optimal figure").count() == len(play.course)
    screen.locator(".optimal select").select_option("by step")
    assert "destroys the spawner, and stays at (1, 3)" in said.inner_text()
    screen.set_viewport_size({"width": 400, "height": 800})
    assert screen.evaluate("document.documentElement.scrollWidth") == 400
