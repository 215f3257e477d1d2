"""Pictures of gridworlds and policies: valid, complete, self-contained; arrows show the probabilities."""

import re
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    GridObservation,
    MemorylessPolicy,
    move,
    named_world,
    observe,
    parse_layout,
    reachable,
    uniform_policy,
)
from formal_rl.gridworlds._pictures import (
    ARROW,
    BUTTON,
    COIN,
    WALL,
    centre,
    encounters,
    policy_panels,
    value_text,
    world_drawing,
    world_svg,
)
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.gridworlds.world import LETTERS, MOVES
from formal_rl.view.svg_drawing import Disc, Drawing, Path, Words, below, beside, rectangle, svg

SVG = "{http://www.w3.org/2000/svg}"
WORLDS = [*RECONSTRUCTED, *SYNTHETIC]
UP, DOWN, LEFT, RIGHT = range(4)


def texts(picture):
    """What is written in a picture, in order."""
    return [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text") if text.text]


def filled(drawing, colour):
    """The shapes of a drawing that are filled with a colour."""
    return [shape for shape in drawing.shapes if not isinstance(shape, Words) and shape.fill == colour]


def arrows(panel, cell):
    """The opacities of the arrows in a cell of a panel by direction, as they point."""
    x, y = centre(cell)
    found = {}
    for shape in filled(panel, ARROW):
        if not shape.opacity:
            continue
        right = sum(px for px, _ in shape.points) / len(shape.points) - x
        down = sum(py for _, py in shape.points) / len(shape.points) - y
        if max(abs(right), abs(down)) < 26:
            direction = (0, 1 if right > 0 else -1) if abs(right) > abs(down) else (1 if down > 0 else -1, 0)
            found[LETTERS[MOVES.index(direction)]] = shape.opacity
    return found


def at_start(world, probabilities):
    """The policy that is uniform but for what it sees at first."""
    return MemorylessPolicy({observe(world.start): probabilities})


probabilities = (
    st.lists(st.integers(0, 20), min_size=4, max_size=4)
    .filter(any)
    .map(lambda weights: tuple(Fraction(weight, sum(weights)) for weight in weights))
)


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_is_drawn(name):
    """Walls, coins, buttons, the agent and the default length are there, each as often as in the world."""
    world = named_world(name, Fraction(1, 10))
    drawing = world_drawing(world)
    written = Counter(texts(world_svg(world)))

    assert len(filled(drawing, WALL)) == len(world.walls)
    assert len(filled(drawing, COIN)) == len(world.coins)
    assert len(filled(drawing, BUTTON)) == len(world.buttons)
    assert written == Counter(
        ["A", str(world.default_length)]
        + [f"C{value_text(coin.value)}" for coin in world.coins]
        + [f"B{button.delay}" for button in world.buttons]
    )


@pytest.mark.parametrize("name", WORLDS)
def test_every_shape_is_in_its_cell(name):
    """Each coin is in the middle of its cell, and everything is on the sheet."""
    world = named_world(name)
    drawing = world_drawing(world, "title")

    assert [disc.centre for disc in filled(drawing, COIN)] == [centre(coin.cell) for coin in world.coins]
    for shape in drawing.shapes:
        points = {Path: lambda s: s.points, Disc: lambda s: [s.centre], Words: lambda s: [s.at]}[type(shape)](shape)
        assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in points)


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (Fraction(1, 10), "0.1"), (Fraction(1, 3), "1/3"), (10, "10")])
def test_the_value_of_a_coin_is_written_exactly(value, text):
    """A decimal where it is exact, else a fraction."""
    assert text == value_text(value)


def test_a_pressed_button_is_pale_and_the_agent_is_gone():
    """Once a button is pressed its square is empty, and its delay stands beside the default length."""
    world = named_world("two_buttons_k4")
    drawing = world_drawing(world, "", (False, True))
    written = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]

    assert len(filled(drawing, BUTTON)) == 1
    assert "A" not in written
    assert f"{world.default_length}+{world.buttons[1].delay}" in written


def test_nearly_uniform_cells_have_no_arrows_on_request():
    """A probability counts as 1/4 if its distance is negligible."""
    world = named_world("example")
    nearly = at_start(world, (Fraction(26, 100), Fraction(24, 100), Fraction(1, 4), Fraction(1, 4)))

    assert len(arrows(policy_panels(world, nearly, 0.009)[0], world.agent)) == 4
    assert arrows(policy_panels(world, nearly, 0.0101)[0], world.agent) == {}


def test_tooltips_give_probabilities():
    """A cell with arrows has a tooltip with the exact numbers to three places."""
    world = parse_layout("length 1\nC1 . A B1 C1")
    picture = svg(beside(policy_panels(world, at_start(world, deterministic_move(LEFT)))), "a policy")
    (title,) = [title.text for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]

    assert title == (
        "row 0, column 2: up 0.000, down 0.000, left 1.000, right 0.000; all coins left; here 1 times a mini-episode"
    )


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("example", ["initial state", "after button pressed"]),
        ("two_buttons_k4", ["initial state", "after B3", "after B2", "after B3 and B2"]),
        ("two_buttons_k3", ["initial state", "after B2 in (0, 2)", "after B2 in (0, 2) and B2 in (1, 3)"]),
    ],
)
def test_there_is_a_panel_for_each_set_of_pressed_buttons(name, titles):
    """Each set that can be pressed while moves remain has a copy of the gridworld; where one says too little, both."""
    world = named_world(name)
    found = [panel.shapes[0].text for panel in policy_panels(world, uniform_policy)]

    assert titles == found
    assert len(found) == len({state.buttons for state in reachable(world) if state.remaining})


def test_the_panels_have_different_titles():
    """What is done after a press is in the second panel only."""
    world = named_world("example")
    after = GridObservation((2, 1), (True,) * 3, (False,))
    first, second = policy_panels(world, MemorylessPolicy({after: deterministic_move(DOWN)}))

    assert filled(first, ARROW) == []
    assert arrows(second, (2, 1)) == {"D": 1.0}


@pytest.mark.parametrize(("length", "expected"), [(3, {"L": 1.0}), (4, {"U": 1.0})])
def test_arrows_are_those_for_the_coins_met_most_often(length, expected):
    """Of a cell met before and after a coin is collected, they are those of the more frequent; at a tie, the former."""
    world = parse_layout(f"length {length}\nC1 A B1 C1")
    at_first = observe(world.start)
    at_coin, later = GridObservation((0, 0), (False, True), (True,)), GridObservation((0, 1), (False, True), (True,))
    policy = MemorylessPolicy(
        {at_first: deterministic_move(LEFT), at_coin: deterministic_move(RIGHT), later: deterministic_move(UP)}
    )

    assert arrows(policy_panels(world, policy)[0], world.agent) == expected


@given(st.sampled_from(["length 3\nC1 A B1 C1", "length 2\nC1 A C2\nB1 . B2"]), probabilities)
def test_how_often_an_observation_is_met(layout, chances):
    """It is the greatest expected number among the coins left in a cell, summed over all trajectories."""
    world = parse_layout(layout)
    policy = at_start(world, chances)
    times = Counter()
    for trajectory, probability in distribution(world, policy):
        state = world.start
        for action in trajectory.actions:
            times[observe(state)] += float(probability)
            state, _ = move(world, state, action)

    for (cell, pressed), met in encounters(world, policy).items():
        buttons = tuple(not each for each in pressed)
        alike = [times[seen] for seen in times if (seen.cell, seen.buttons) == (cell, buttons)]
        assert met.times == pytest.approx(max(alike, default=0.0))


@pytest.mark.parametrize("name", WORLDS)
def test_a_picture_refers_to_nothing_outside(name):
    """A picture is valid and has no ids, links, scripts or styles from elsewhere."""
    world = named_world(name)
    picture = svg(beside(policy_panels(world, at_start(world, deterministic_move(UP)))), "a policy")

    assert ElementTree.fromstring(picture).get("role") == "img"
    assert not re.search(r"\bid=|href|url\(|<script|<style|<image", picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]


def test_text_is_escaped():
    """Signs of SVG in a text, a tooltip, a title or a description stay text."""
    odd = "<b> & \"'"
    shapes = (
        Words((0, 0), odd),
        rectangle((0, 0), 1, 1, fill="#fff", tooltip=odd),
        Disc((0, 0), 1, "#fff", tooltip=odd),
    )
    root = ElementTree.fromstring(svg(Drawing(1, 1, shapes), odd, odd))

    assert root.get("aria-label") == odd
    assert [each.text for each in root.iter() if each.text and each.text.strip()] == [odd] * 4


def test_drawings_beside_and_below_each_other():
    """The second begins where the first ends and the gap is over; the whole is as large as needed."""
    small, large = (
        Drawing(10, 20, (Words((1, 2), "a"),)),
        Drawing(30, 5, (Disc((3, 4), 1, "#fff"), Path(((0, 0), (1, 1))))),
    )

    assert beside([small, large], 5) == Drawing(
        45, 20, (Words((1, 2), "a"), Disc((18, 4), 1, "#fff"), Path(((15, 0), (16, 1))))
    )
    assert below([small, large], 5) == Drawing(
        30, 30, (Words((1, 2), "a"), Disc((3, 29), 1, "#fff"), Path(((0, 25), (1, 26))))
    )
