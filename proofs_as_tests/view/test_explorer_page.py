"""The explorer's page in a real browser: what is clicked, flipped, frozen, linked to and typed, beside trace."""

import json
import subprocess

import pytest

from formal_rl.environments import TableAgent
from formal_rl.histories import history
from formal_rl.study import explore, trace
from formal_rl.study._texts import compare
from formal_rl.view.pages import bundled, shipped_text

ENVIRONMENT, AGENT = "ignore_rewards", "last_reward_sign"


@pytest.fixture(scope="module")
def explorer():
    return explore(ENVIRONMENT)


@pytest.fixture
def opened(screen, explorer, tmp_path):
    """The page of an environment, in the browser; with what the address says."""

    def open_page(address="", page=explorer):
        file = tmp_path / "explorer.html"
        file.write_text(page.html(), "utf-8")
        screen.goto("about:blank")
        screen.goto(file.as_uri() + address)
        return screen

    return open_page


def steps_on(screen):
    """What the beads say: (reward, action) of each step, the action None where there is none yet."""
    found = []
    for bead in screen.locator(".step").all():
        percept = bead.locator("[data-key^=look]").text_content()
        reward = int(percept.partition("reward ")[2].partition(",")[0].replace("−", "-"))
        action = bead.locator("[data-key^=turn]")
        found.append((reward, int(action.text_content()) if action.count() else None))
    return found


def steps_of(run):
    """The same of a run."""
    return [(step.percept.reward, step.action) for step in run.steps]


def click(screen, key):
    screen.locator(f'[data-key="{key}"]').click()


def test_a_branch_is_the_branch_of_trace(opened):
    """At first the run is there; an action put in its place leads where trace's branch leads; undo goes back."""
    screen, run = opened(), trace(ENVIRONMENT, AGENT, 3)

    assert screen.locator('[data-key="agent last_reward_sign"]').get_attribute("aria-pressed") == "true"
    assert steps_on(screen)[:3] == steps_of(run)
    click(screen, "turn 2")
    assert steps_on(screen)[:3] == steps_of(run.branch(2, 1 - run.steps[1].action))
    assert "put here; itself does 1" in screen.locator(".step").nth(1).text_content()
    assert "put here; the agent itself does 1" in screen.locator("[aria-live]").text_content()
    click(screen, "turn 2")
    assert steps_on(screen)[:3] == steps_of(run)
    click(screen, "turn 2")
    click(screen, "turn 1")  # what was put later is put no more
    assert steps_on(screen)[:3] == steps_of(run.branch(1, 1 - run.steps[0].action))
    assert "&put=1%3A1&" in f"{screen.evaluate('location.hash')}&"
    click(screen, "undo")
    click(screen, "undo")
    assert steps_on(screen)[:3] == steps_of(run)


def test_an_answer_that_is_flipped_changes_the_reward_at_once(opened):
    """On the history with the reward 0 it now does what it did on its own: it is paid, as trace says of that agent."""
    screen = opened()
    click(screen, "look 3")
    screen.locator(".question [data-key^=asked]").click()
    paid, unpaid = history((0, 0), 0, (1, 0)), history((0, 0), 0, (0, 0))
    table = {history((0, 0)): 0, paid: 1, unpaid: 1, (*paid, 1, *history((1, 0))): 1}
    expected = trace(ENVIRONMENT, TableAgent(table), 3)

    assert steps_on(screen)[:3] == steps_of(expected)
    said = screen.locator("[aria-live]").text_content()
    assert "On (0,0) 0 (0,0) the agent now does 1." in said
    assert "Step 3 now pays (1, 0); it was (−1, 0)." in said
    assert "one of your own" in screen.locator(".which").text_content()
    screen.locator(".question [data-key^=asked]").click()
    assert "last_reward_sign ✓" in screen.locator(".which").text_content()


def test_the_reality_check_freezes_from_the_right_step_on(opened):
    """After an action that is not its own it repeats its first, from the next step on; the page says where and why."""
    screen = opened()
    click(screen, "turn 2")
    click(screen, "check")
    expected = trace(ENVIRONMENT, f"reality_check({AGENT})", 3).branch(2, 0)

    assert steps_on(screen)[:3] == steps_of(expected)
    assert [bead.get_attribute("class").split().count("frozen") for bead in screen.locator(".step").all()] == [
        0,
        0,
        1,
        1,
    ]
    assert (
        "Frozen from step 3 on: this past is not its own: action 0 at step 2" in screen.locator("p.ice").text_content()
    )
    click(screen, "turn 2")
    assert "Not frozen" in screen.locator(".play").text_content()
    assert screen.locator(".step.frozen").count() == 0


def test_the_gain_stands_beside_the_reality_check(opened):
    """It is of runs of their own, so what is put in place does not change it; an answer that is flipped does."""
    screen = opened()
    gains = screen.locator(".gains")
    click(screen, "agent constant:0")
    nothing = "In 3 actions: alone 3, with its reality check 3, a gain of 0"
    assert gains.text_content() == nothing
    click(screen, "turn 2")
    click(screen, "check")
    assert gains.text_content() == nothing
    click(screen, "check")
    click(screen, "turn 2")
    for step in (3, 4):  # it now answers the questions there with 1: the smallest agent that gains
        click(screen, f"look {step}")
        screen.locator(".question [data-key^=asked]").click()
    assert gains.text_content() == "In 3 actions: alone −1, with its reality check 1, a gain of 2"


def test_the_address_restores_the_state(opened):
    """Put, flipped, checked and looked at: the same address shows the same, and an unknown one shows the beginning."""
    screen = opened()
    for key in ("turn 2", "check", "look 2"):
        click(screen, key)
    screen.locator(".answers [data-key^=row]").nth(2).click()
    address, shown, said = screen.evaluate("location.hash"), steps_on(screen), screen.locator(".agent").text_content()
    again = opened(address)

    assert "flip=" in address
    assert (steps_on(again), again.locator(".agent").text_content()) == (shown, said)
    assert again.locator('[aria-current="step"]').get_attribute("data-key") == "look 2"
    assert steps_on(opened("#agent=nobody&length=99&put=1:7,x&flip=9.9:1&seen=1:999&step=-4&on=?")) != []


def test_keys(opened):
    """Arrows step, a digit puts an action, f flips, r checks, u undoes, s starts again."""
    screen, run = opened(), trace(ENVIRONMENT, AGENT, 3)

    def chosen():
        return screen.locator('[aria-current="step"]').get_attribute("data-key")

    screen.keyboard.press("Home")
    assert chosen() == "look 1"
    screen.keyboard.press("ArrowRight")
    assert chosen() == "look 2"
    screen.keyboard.press("0")
    assert steps_on(screen)[:3] == steps_of(run.branch(2, 0))
    screen.keyboard.press("u")
    screen.keyboard.press("f")
    assert "the agent now does" in screen.locator("[aria-live]").text_content()
    screen.keyboard.press("u")
    screen.keyboard.press("r")
    assert screen.locator('[data-key="check"]').get_attribute("aria-pressed") == "true"
    screen.keyboard.press("s")
    assert steps_on(screen) == [(0, None)]
    screen.keyboard.press("ArrowRight")
    assert len(steps_on(screen)) == 2


def test_the_focus_stays_where_it_was(opened):
    """What is pressed by the keyboard is still there to be pressed again."""
    screen = opened()
    screen.locator('[data-key="check"]').focus()
    screen.keyboard.press("Enter")
    assert screen.evaluate("document.activeElement.dataset.key") == "check"
    screen.keyboard.press("Enter")
    assert screen.locator('[data-key="check"]').get_attribute("aria-pressed") == "false"


def test_one_click_shows_an_agent_that_the_reality_check_helps(opened):
    """Both runs stand one over the other; the address names the agent, so that it brings them back."""
    screen = opened()
    click(screen, "smallest helps")
    box = screen.locator(".smallest")
    runs = box.get_attribute("aria-label"), box.locator("h2").text_content(), box.locator(".then").all_text_contents()

    assert runs == (
        "An agent that the reality check helps",
        "An agent that the reality check helps; in 3 actions alone −1, with it 1",
        ["total −1", "total 1"],
    )
    assert screen.locator(".gains").text_content().endswith("a gain of 2")
    assert opened(screen.evaluate("location.hash")).locator(".smallest h2").text_content() == runs[1]
    click(screen, "smallest harms")
    assert screen.locator(".gains").text_content().endswith("a gain of −2")


def test_where_nobody_gains_the_page_says_why(opened):
    """There is no button, and the statement is named; it is a link where the page has its address."""
    page = explore("newcombs_problem", 1, handicaps=())
    screen = opened(page=page)
    assert screen.locator("[data-key^=smallest]").count() == 0
    assert "only about pasts of its own doing" in screen.locator(".gains").text_content()
    assert screen.locator("a").count() == 0
    screen.set_content(page.html({"Home": "index.html", "A22-gain-zero": "gain-zero.html"}))
    assert screen.locator("nav a").all_text_contents() == ["Home", "A22-gain-zero"]
    assert screen.locator(".gains a").get_attribute("href") == "gain-zero.html"


def test_long_runs_are_curves_and_a_table(opened):
    """Q is first; another agent is a click away, and in the address."""
    screen = opened()
    click(screen, "show long run")
    heading = screen.locator(".long h2")

    assert heading.text_content() == "q in ignore_rewards: after 500 steps alone 66, with its reality check 454"
    assert screen.locator(".curve").count() == 2
    click(screen, "long win_stay")
    assert heading.text_content().endswith("alone 0, with its reality check 496")
    assert screen.locator("td.gain, td.loss").all_text_contents()[:2] == ["388", "496"]
    assert opened(screen.evaluate("location.hash")).locator(".long h2").text_content().startswith("win_stay in")
    click(screen, "show step by step")
    assert steps_on(screen)[:3] == steps_of(trace(ENVIRONMENT, AGENT, 3))


def test_a_task_is_done_once_the_page_shows_it(opened):
    """What is done stays done, and is read out."""
    screen = opened()
    summary = screen.locator(".tasks > summary")

    assert summary.text_content() == "Try it: 5 tasks, 0 done"
    click(screen, "look 3")
    screen.locator(".question [data-key^=asked]").click()
    assert "✓ Done: Flip one answer" in screen.locator("[aria-live]").text_content()
    screen.locator(".question [data-key^=asked]").click()
    assert summary.text_content() == "Try it: 5 tasks, 1 done"


def test_a_surrounding_page_receives_the_height(screen, explorer, tmp_path):
    """A frame as high as that needs no scrolling; the links above are those of the page around."""
    tmp_path.joinpath("explorer.html").write_text(explorer.html({"Home": "index.html"}), "utf-8")
    file = tmp_path / "around.html"
    sized = "document.querySelector('iframe').style.height = data.height + 'px'"
    hears = f"addEventListener('message', ({{data}}) => {{ {sized}; }})"
    file.write_text(f"<script>{hears}</script><iframe src='explorer.html' style='width: 100%'></iframe>", "utf-8")
    screen.goto(file.as_uri())
    inside = screen.frame_locator("iframe")
    inside.locator('[data-key="smallest helps"]').click()
    screen.wait_for_function("parseInt(document.querySelector('iframe').style.height) > 1000")
    inner = screen.frames[1]

    screen.wait_for_timeout(100)
    assert inner.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not inside.locator("nav").is_visible()


def test_any_play_can_be_asked_about(opened):
    """A percept put in place of what is paid leads to what the definition says of that play, and is marked."""
    screen = opened()
    click(screen, "look 1")
    screen.locator('[data-key="instead"]').select_option(label="(1, 0), put here")

    assert "put here; it pays (0, 0)" in screen.locator(".step").first.text_content()
    assert steps_on(screen)[0][0] == 1
    screen.locator('[data-key="instead"]').select_option(index=0)
    assert steps_on(screen)[:3] == steps_of(trace(ENVIRONMENT, AGENT, 3))


def test_readings_part_where_the_button_says(opened):
    """The smallest agent and play are put, and the two readings pay differently there."""
    screen = opened(page=explore("nth_reward_multiplied_by_n", 2))
    click(screen, "part 1")
    definition, published = (row.locator("td").first.text_content() for row in screen.locator(".readings tr").all())

    assert (definition, published) == ("(−1, 0)", "(1, 0) ≠")
    assert screen.locator('[data-key="reading published 2022"]').get_attribute("aria-pressed") == "true"


def test_a_handicap_has_two_layers(opened):
    """What the environment would pay, what the handicap would pay, and what stands, at every step."""
    name = "handicap(corridor, ignore_rewards)"
    screen, run = opened(page=explore(name)), trace(name, "hashed:3", 3)
    click(screen, "agent hashed:3")
    for step in run.steps:
        click(screen, f"look {step.number}")
        layers = [each.text_content() for each in screen.locator(".layer h3").all()]
        assert layers[0].startswith("the environment, corridor, would pay (0, ")
        assert layers[2].startswith(f"the result: ({str(step.percept.reward).replace('-', '−')}, ")
        assert step.clause.splitlines()[-1] in screen.locator(".layer.stands").text_content()


def test_it_is_put_on_another(opened):
    """The environment as a handicap on the bandit pays as trace says of the two composed."""
    screen = opened()
    click(screen, "scene bandit")
    assert steps_on(screen)[:3] == steps_of(trace(f"handicap(bandit, {ENVIRONMENT})", AGENT, 3))


WIDE = ("mirror_room", "recognising_conversations", "village", "handicap(bandit, deja_vu)")


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.full if each in WIDE[2:] else ()) for each in WIDE]
)
def test_a_phone_needs_no_sideways_scrolling(opened, name):
    screen = opened(page=explore(name, 3 if name == "mirror_room" else 2))
    screen.set_viewport_size({"width": 400, "height": 800})
    assert screen.evaluate("document.documentElement.scrollWidth") <= 400


def test_several_on_a_page_do_not_disturb_one_another(screen, explorer, tmp_path):
    """Mounted without the address, each keeps its own state, and nothing has an id."""
    data = json.dumps(explorer.to_json()).replace("<", "\\u003c")
    script = (
        f"{bundled('explorer.js')}\nconst data = {data};"
        "for (const place of document.querySelectorAll('div')) mount(place, data, {address: false});"
    )
    file = tmp_path / "two.html"
    style = shipped_text("live.css") + shipped_text("explorer.css")
    file.write_text(f"<style>{style}</style><div></div><div></div><script type=module>{script}</script>", "utf-8")
    screen.goto(file.as_uri())
    one, other = screen.locator(".explorer").all()
    before = other.text_content()
    one.locator('[data-key="turn 1"]').click()
    one.locator('[data-key="check"]').press("s")

    assert one.locator(".step").count() == 1
    assert other.text_content() == before
    assert screen.locator("[id]").count() == 0
    assert screen.evaluate("location.hash") == ""


PROMPTS = (
    *((history((0, 0), 0, (1, 0)), history((0, 0), 0, (0, 0))), (history((0, 0)), history((1, 0), 1, (0, 0)))),
    (history((1, 0), 0, (1, 1)), history((1, 0))),
    (history((0, 0), 1, (1, 0)), history((0, 0), 1, (1, 0), 1, (0, 0), 1, (1, 0))),
)


def test_histories_are_laid_side_by_side_as_trace_lays_them(node):
    """Element under element, from the end that fits better; the same number of marks as compare has."""
    numbers, nodes, percepts = {(): 0}, [], {}

    def number(prompt):
        if prompt not in numbers:
            last = prompt[-1]
            value = last if type(last) is int else percepts.setdefault(last, len(percepts))
            nodes.extend((number(prompt[:-1]), value))
            numbers[prompt] = len(numbers)
        return numbers[prompt]

    pairs = [(number(one), number(other)) for one, other in PROMPTS]
    data = {"histories": nodes, "percepts": [[*each, str(each.observation)] for each in percepts], "scenes": []}
    source = f"""{bundled("explorer_data.js")}
const know = opened({json.dumps(data)});
const marks = ([one, other]) => aligned(know, one, other).map(({{mark}}) => mark);
console.log(JSON.stringify({json.dumps(pairs)}.map(marks)));"""
    shown = subprocess.run([node, "--input-type=module", "-e", source], capture_output=True, text=True, check=True)
    marks = json.loads(shown.stdout)

    assert marks == [["", "", "≠"], ["+", "+", ""], ["", "−", "−"], ["", "", "", "+", "+", "+", "+"]]
    for (one, other), row in zip(PROMPTS, marks, strict=True):
        assert len(list(filter(None, row))) == len(compare(one, other).marks.split())
