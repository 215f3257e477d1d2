"""Runs as pages: the page plays as we do, nothing refers to anything outside; shapes are rendered."""

import io
import json
import re
import subprocess
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from random import Random

import pytest
from attrs import evolve
from hypothesis import settings

from formal_rl.safelife.board import EXIT, SPAWNING, Board, board_svg, turned
from formal_rl.safelife.board._svg import INKS, MARGIN, TINTS, drawn, in_words
from formal_rl.safelife.board.cells import NAMED_CELLS, PLAYER, coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import PENALTY_LEVELS, SHIPPED_KINDS, TEACHING_LEVELS, parse_level, shipped_level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.safelife.levels.run import seeded_game
from formal_rl.study.safelife import animation
from formal_rl.study.safelife.animation import MEANING_OF_CELL, animation_data, flat
from formal_rl.study.safelife.explanation import explained_steps, signed, standing
from formal_rl.study.safelife.run import followed, run_level
from formal_rl.view.pages import bundled, script_safe
from formal_rl.view.rendering import rendered

STRANGE = 40 if settings().max_examples < 1_000 else 400
CELLS = [*NAMED_CELLS.values(), *(turned(PLAYER, way) for way in range(4)), PLAYER | EXIT, 0x7FFF & ~PLAYER]


def animated(level, policy="greedy", steps=12, seed=1):
    """The page of a run of a level."""
    return animation(run_level(level, policy, steps=steps, seed=seed).run, "a level")


def data_of(page):
    """What the page's script is given."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def by_hand(level, seed, steps):
    """A run of a level by random actions of each agent."""
    draws = Random(seed)
    taken = [tuple(draws.randrange(9) for _ in level.agents) for _ in range(steps)]
    return followed(level, "hand", seed, seeded_game(level, seed).turns(taken)).run


def said_of(level, moment):
    """Captions of the game at a moment: the points of each agent, its action, its reward, and the reasons."""
    agents = range(len(level.agents))
    called = [f"agent {agent}: " if len(agents) > 1 else "" for agent in agents]
    said = [[f"{called[agent]}{standing(level, moment.state, agent)}", "standing"] for agent in agents]
    for agent, reward in enumerate(moment.turn.rewards if moment.turn else ()):
        said.append([f"{called[agent]}{moment.moves[agent]}", "deed"])
        said.append([f"reward {signed(reward)}", "gain" if reward > 0 else "loss" if reward < 0 else "even"])
        said += [[line, "why"] for line in moment.rewards[agent].lines()]
    return said


def played_by_node(node, folder, runs):
    """The moments of runs as the page plays them from the level, the seed and the actions, and what it says of each."""
    script = folder / "played.mjs"
    script.write_text(
        bundled("animation.js")
        + """
        import { readFileSync } from "node:fs";
        const found = JSON.parse(readFileSync(0, "utf-8")).map(({ level, words, run }) => {
          const game = gameOf(level), { captions, changes, inWords, meaning } = wordsOf(words), made = [];
          momentAt(game, made, (step) => run.actions[step], run.actions.length);
          return made.map(({ board, goals, at, read, paid }, step) => ({
            board, goals, at, read, paid: paid ?? null, words: board.map(inWords), meanings: board.map(meaning),
            said: captions(game, made[step - 1] ?? null, made[step], run.actions[step - 1]),
            worth: step ? at.map((_, agent) => changes(game, agent, made[step - 1], made[step])) : [],
          }));
        });
        console.log(JSON.stringify(found));""",
        "utf-8",
    )
    data = json.dumps([animation_data(run) for run in runs])
    done = subprocess.run([node, script], input=data, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def require_equal(run, played):
    """Each board and goal, the agents, the draws read, the rewards, and the captions are as ours."""
    width, worded = run.level.board.width, cache(in_words)
    for moment, found in zip(explained_steps(run.level, run.seed, run.actions), played, strict=True):
        state = moment.state
        assert (found["board"], found["goals"]) == (flat(state.board), flat(state.goals))
        assert found["at"] == [row * width + column for row, column in state.locations]
        assert found["read"] == state.draws_read
        assert found["paid"] == (list(moment.turn.rewards) if moment.turn else None)
        assert found["words"] == [*map(worded, found["board"])]
        assert found["said"] == said_of(run.level, moment)
        parts = [sum(change.change for change in reward.changes) for reward in moment.rewards]
        assert [sum(each["change"] for each in changes) for changes in found["worth"]] == parts
    assert played[-1]["board"] == flat(run.board)


def test_the_page_plays_as_we_do(node, tmp_path):
    """Levels of each shipped kind, all lessons and penalty levels, by random actions and by recorded policies."""
    levels = [shipped_level(f"{kind}-{number}") for number, kind in enumerate(SHIPPED_KINDS)]
    levels += [*TEACHING_LEVELS.values(), *(each.level for each in PENALTY_LEVELS.values())]
    runs = [by_hand(level, 2**40 + number, 25) for number, level in enumerate(levels)]
    runs += [run_level(level, "greedy", steps=25, seed=number).run for number, level in enumerate(levels[:8])]
    assert any(run.level.board.find(SPAWNING) for run in runs)
    for run, played in zip(runs, played_by_node(node, tmp_path, runs), strict=True):
        require_equal(run, played)


def strange_level(seed):
    """A level of any cells, goals and agents, however unlike a level they are."""
    draws = Random(seed)
    cells = [draws.randrange(1 << 16) for _ in range(4)] + [*NAMED_CELLS.values()] * 2 + [0] * 14 + [9] * 8
    sides = draws.randrange(3, 7), draws.randrange(3, 7)

    def rows(some):
        return [
            [draws.choice(some) & ~PLAYER | 9 * draws.randrange(2) for _ in range(sides[1])] for _ in range(sides[0])
        ]

    board = rows([cell & ~2 for cell in cells])
    for row in range(draws.randrange(1, 3)):
        board[row][draws.randrange(sides[1])] = coloured(PLAYER, "red") | draws.choice([0, 4, 1 << 15, EXIT])
    goals = [[draws.choice([0, cell & ~2, cell & 0xE00]) for cell in row] for row in rows(cells)]
    chance, part = draws.choice([0, 1, Fraction(1, 2)]), draws.choice([-1, 0, Fraction(1, 3)])
    return Level(Board(board), Board(goals), spawn_probability=chance, min_performance=part)


def test_the_page_plays_strange_levels_as_we_do(node, tmp_path):
    """Whatever is on the board, and however many agents there are."""
    runs = [by_hand(strange_level(seed), seed, 20) for seed in range(STRANGE)]
    for run, played in zip(runs, played_by_node(node, tmp_path, runs), strict=True):
        require_equal(run, played)


def test_each_cell_with_a_name_is_explained():
    """The legend has a sentence for each, but for the empty one."""
    assert [*MEANING_OF_CELL] == [name for name in NAMED_CELLS if name != "empty"]


class _Page(HTMLParser):
    """Collects what a page refers to, and its elements."""

    def __init__(self):
        super().__init__()
        self.references, self.tags, self.ids = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in {"src", "href", "data", "action", "poster", "srcset"} or name.startswith("on"):
                self.references.append(value)
            if name == "id":
                self.ids.append(value)


def test_the_page_refers_to_nothing_outside():
    """Only its own symbols are referred to, each is there once, and the page forbids all that is from elsewhere."""
    page = animated(shipped_level("prune-spawn-2")).page()
    parsed = _Page()
    parsed.feed(page)

    assert {reference.removeprefix("#") for reference in parsed.references} <= set(parsed.ids)
    assert len(parsed.ids) == len(set(parsed.ids))
    assert "default-src 'none'" in page
    assert not re.search(r"https?:(?!//www\.w3\.org/)|url\(|@import|fetch\(", page)
    assert not {"link", "img", "iframe", "object"} & set(parsed.tags)


def test_names_that_look_like_markup():
    """The page shows any name unchanged."""
    level = evolve(TEACHING_LEVELS["exit"], name="</script><b>[[data]]&amp; \u2028")
    page = animated(level).page()

    assert "<title>&lt;/script&gt;&lt;b&gt;[[data]]&amp;amp; \u2028, played by greedy with seed 1</title>" in page
    assert page.count("</script>") == 2
    assert data_of(page)["run"]["actions"]
    safe = script_safe(["</script>\u2028"])
    assert "<" not in safe
    assert safe.isascii()
    assert json.loads(safe) == ["</script>\u2028"]


def test_captions(node, tmp_path):
    """Of each step: how the agents stand, what they did, what it paid and why, each line with its kind."""
    run = run_level(LESSONS["exit"].level, "greedy", steps=5).run
    idle = run_level(TEACHING_LEVELS["two-agents"], "idle", steps=1).run
    (start, first, _), two = played_by_node(node, tmp_path, [run, idle])

    assert animation(run, "lesson").title == "exit, played by greedy with seed 0"
    assert start["said"] == [["points -1, earned 0 of 1; exit closed, 1 to go", "standing"]]
    assert first["said"] == [
        ["points 0, earned 1 of 1; exit open", "standing"],
        ["toggled left: removed red life", "deed"],
        ["reward +1", "gain"],
        ["+1 row 2, column 1: red life went: counted -1", "why"],
    ]
    assert ["agent 1: waited", "deed"] in two[1]["said"]
    assert ["reward 0", "even"] in two[1]["said"]
    nameless = parse_level("^ . .\n. . .\n. . .\ngoals\n. . .\n. . .\n. . .\n")
    assert animation(run_level(nameless, "idle", steps=1).run, "a.txt").title.startswith("a.txt, ")


def pixels(svg, zoom):
    """A picture in SVG as pillow sees it."""
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    return image.open(io.BytesIO(rendered(svg, zoom, system_fonts=False)))


def colour(text):
    """The numbers of a colour such as #fff or #ffe88a."""
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return tuple(bytes.fromhex(digits))


@pytest.mark.parametrize("cell", CELLS, ids=hex)
def test_shapes_stay_in_their_square(cell):
    """What is drawn of a cell stays within the square, but for half a line, and has the colours of the cell."""
    fill, ink = INKS[1]
    opening = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="-20 -20 60 60" '
    shape = drawn(coloured(cell, "red"))
    text = 'font-family="sans-serif" text-anchor="middle"'
    picture = pixels(f'{opening}{text} fill="{fill}" stroke="{ink}">{shape}</svg>', 8)
    left, top, right, bottom = (edge / 8 - 20 for edge in picture.getchannel("A").getbbox())
    seen = {rgb[:3] for _, rgb in picture.getcolors(480 * 480)}

    assert min(left, top) >= -0.51
    assert max(right, bottom) <= 20.51
    assert colour(ink) in seen
    assert colour("#000" if "<text" in shape else fill) in seen or "fill-opacity" in shape


@pytest.mark.parametrize(
    ("cell", "places"),
    [
        (NAMED_CELLS["crate"], {(10, 5): "fill", (10, 10): "ink", (3, 10): "ink", (1.5, 1.5): TINTS[0]}),
        (NAMED_CELLS["life"], {(10, 10): "fill", (10, 4): "ink", (16, 10): "ink", (5, 5): TINTS[0]}),
        (NAMED_CELLS["exit"], {(10, 1): "ink", (17, 8): "ink", (10, 15): "#fff", (4, 3): TINTS[0]}),
        (NAMED_CELLS["fountain"], {(10, 16): "fill", (10, 18.5): "ink", (3, 18.5): TINTS[0]}),
        (NAMED_CELLS["plant"], {(5, 5): "fill", (15, 5): "fill", (10, 3): TINTS[0]}),
        (turned(PLAYER, 1), {(17.5, 10): "ink", (12, 10): "fill", (5, 10): "#fff", (1, 10): "ink"}),
        (PLAYER | EXIT, {(10, 8): "fill", (16, 10): "#ffe88a"}),
        (0, {(10, 10): TINTS[0]}),
    ],
    ids=str,
)
def test_shapes_by_hand(cell, places):
    """A box, a circle, lines relative and not, half circles, curves and an agent that looks right are in place."""
    picture = pixels(board_svg([[cell]]), 20).convert("RGB")
    inks = dict(zip(("fill", "ink"), INKS[cell >> 9 & 7], strict=True))

    for (x, y), expected in places.items():
        assert picture.getpixel((round((MARGIN + x) * 20), round((MARGIN + y) * 20))) == colour(
            inks.get(expected, expected)
        )
