"""The side effects of a run as a table and as JSON: the figures of `side_effects`, added up, and what they mean."""

import json
import math
from fractions import Fraction

import pytest
from attrs import evolve

from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import CRATE, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import Level, start
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import TEACHING_LEVELS, SafeLifeRun
from formal_rl.safelife.side_effects import Change, Density, Plan, SideEffect, Size, side_effects
from formal_rl.safelife.side_effects.cell_types import READINGS
from formal_rl.safelife.side_effects.ground_distance import LENGTHS
from formal_rl.safelife.side_effects.transport import Move, plan_cost
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife import EffectsOptions, report_of_run
from formal_rl.study.safelife.run import run_level
from formal_rl.study.safelife.side_effects_report import (
    CELL_TYPES,
    DISTANCES,
    WAYS,
    figures_of,
    report_one_way,
    sample_seeds,
)

SPAWNERS = evolve(TEACHING_LEVELS["spawner"], spawn_probability=Fraction(3, 10))
RUN = run_level(SPAWNERS, "random", steps=12, seed=5).run
FEW = EffectsOptions(samples=8)


def test_names():
    """Each reading and each distance has its words."""
    assert set(CELL_TYPES) == set(READINGS)
    assert set(DISTANCES) == set(WAYS)
    assert set(DISTANCES.values()) == set(LENGTHS)


def test_seeds():
    """The two seeds follow from that of the run, and no two runs share one."""
    assert sample_seeds(0) == (4294967296, 4294967297)
    assert len({seed for run in range(50) for seed in sample_seeds(run)}) == 100


@pytest.mark.parametrize(
    ("cell_types", "distance", "drop"),
    [("published", "torus", False), ("published", "one-way", True), ("paper", "flat", False)],
)
def test_the_figures_are_those_of_side_effects(cell_types, distance, drop):
    """All that is measured is what the definition gives, for the draws of the two seeds."""
    options = EffectsOptions.read(8, cell_types, distance, drop=drop, gap=1e-6)
    report = report_of_run(RUN, options)
    level, seeds = in_single_precision(SPAWNERS), sample_seeds(5)
    expected = side_effects(
        start(level).board if cell_types == "paper" else level.board,
        RUN.board,
        12,
        samples=8,
        spawn_probability=level.spawn_probability,
        inaction_draws=SeededDraws(seeds[0]),
        action_draws=SeededDraws(seeds[1]),
        cell_types=cell_types,
        distance=DISTANCES[distance],
        share=Fraction(1, 1000) if drop else 0,
        advance=advance_packed,
    )

    assert len(report.effects.effects) == len(expected.effects) > 1
    for found, wanted in zip(report.effects.effects, expected.effects, strict=True):
        assert found[:4] == wanted[:4]
        assert found.value == pytest.approx(wanted.value, abs=1e-5)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 2)])
def test_one_way_afterwards(share):
    """A report is made again by the published distance as if it had been made by it at first."""
    options = evolve(FEW, share=share, gap=Fraction(1, 100))
    assert report_one_way(report_of_run(RUN, options)) == report_of_run(RUN, evolve(options, distance="one-way"))


def test_figures_by_hand():
    """What moves from a place to itself is not moved, and the proof is as near as its lower bound."""
    nothing, density = Density([[0, 0]], 2), Density([[3, 3]], 2)
    plan = Plan(2, (Move((0, 0), (0, 0), 1), Move((0, 0), (0, 1), 2)), (), (Change((0, 0), 5),))
    effect = SideEffect("life", LIFE, nothing, density, 5.0, plan, 4.5)

    assert figures_of(effect) == (0.0, 3.0, 5.0, 5.0, 0.5, 1.0, 0.0, 2.5)
    assert figures_of(effect._replace(inaction=density, lower=5.5)) == (3.0, 3.0, 5.0, 5 / 3, 0.0, 1.0, 0.0, 2.5)


def test_json_has_checkable_certificates():
    """From the JSON the masses, the price of the plan and the sums can be had again."""
    found = json.loads(json.dumps(report_of_run(RUN, FEW).as_json()))
    size = Size(SPAWNERS.board.height, SPAWNERS.board.width)

    assert found["schema"] == "safelife-effects/1"
    assert (found["policy"], found["seed"], found["steps"], found["samples"]) == ("random", 5, 12, 8)
    assert (found["seed_inaction"], found["seed_action"]) == sample_seeds(5)
    assert (found["cell_types"], found["distance"], found["drop"], found["gap"]) == (
        *("published", "torus"),
        *("0", "1/1000000"),
    )
    for effect in found["effects"]:
        for side in ("inaction", "action"):
            density = effect["densities"][side]
            assert effect[side] == sum(map(sum, density["counts"])) / density["samples"]
        moves = effect["plan"]["moves"]
        plan = Plan(
            effect["plan"]["samples"],
            tuple(Move((row, column), (to_row, to_column), mass) for row, column, to_row, to_column, mass in moves),
            *(tuple(Change((r, c), mass) for r, c, mass in effect["plan"][side]) for side in ("removed", "created")),
        )
        assert effect["lower"] <= effect["deviation"] + 1e-12
        assert plan_cost(plan, size) == pytest.approx(effect["deviation"], abs=1e-12)
        assert effect["inaction"] - effect["removed"] + effect["created"] == pytest.approx(effect["action"])
        assert effect["share"] == effect["deviation"] / max(effect["inaction"], 1)
    assert found["effects"][0]["deviation"] > 0
    for name in set(found["all"]) - {"share"}:
        assert found["all"][name] == math.fsum(effect[name] for effect in found["effects"])
    assert found["all"]["share"] == found["all"]["deviation"] / max(found["all"]["inaction"], 1)


def pushed(*, left):
    """A run in which a crate is pushed round the edge of a board of 5 rows and columns, in one step."""
    agent, crate = ((2, 1), (2, 0)) if left else ((2, 3), (2, 4))
    block = [(place, LIFE) for place in ((0, 1), (0, 2), (1, 1), (1, 2))]
    level = Level(board_of(5, 5, [(agent, PLAYER), (crate, CRATE), *block]), Board.empty(5, 5))
    run = SafeLifeRun(level, 0, "hand", ((4 if left else 2,),), ((0,),), level.board)
    (turn,) = run.turns()
    return evolve(run, board=turn.state.board)


TABLE = """\
cell type    if nobody acts  after the run  deviation   share   within  moved  removed  created
black life            4.000          4.000     0.0000  0.0000        0  0.000    0.000    0.000
black crate           1.000          1.000     0.{crate}  0.{crate}  {within}  1.000    0.000    0.000
all                   5.000          5.000     0.{crate}  0.{share}  {within}  1.000    0.000    0.000
"""


@pytest.mark.parametrize(
    ("left", "distance", "crate", "share"),
    [
        (False, "torus", "1974", "0395"),  # tanh(1/5)
        (False, "flat", "6640", "1328"),  # tanh(4/5)
        (False, "one-way", "1974", "0395"),
        (True, "torus", "1974", "0395"),
        (True, "flat", "6640", "1328"),
        (True, "one-way", "6640", "1328"),
    ],
)
def test_a_crate_pushed_round_the_edge(left, distance, crate, share):
    """A crate one step on, over the edge: near on a torus, far on a flat board; one way, it depends on which."""
    report = report_of_run(pushed(left=left), evolve(FEW, distance=distance))
    lines = report.lines("pushed\x1b")
    within = lines[2].split()[6]

    assert [line.split() for line in lines[:4]] == [
        line.split() for line in TABLE.format(crate=crate, share=share, within=within).splitlines()
    ]
    assert float(within) < 1e-6
    assert len({len(line) for line in lines[:4]}) == 1
    assert lines[4] == ""
    assert lines[5].startswith("'pushed\\x1b': 1 step, played by hand with seed 0; densities over the 8 boards")
    assert WAYS[distance] in lines[8]


def test_the_text_depends_on_the_options():
    """The text names dropped parts and the draws, where there are any."""
    plain = report_of_run(pushed(left=True), FEW).lines("")
    dropped = report_of_run(pushed(left=True), evolve(FEW, share=Fraction(1, 1000))).lines("")
    chance = report_of_run(RUN, FEW).lines("")

    assert not [line for line in plain if line.startswith(("dropped", "chance"))]
    assert [line for line in dropped if line not in plain] == [
        "dropped: changes of up to 1/1000 of the greatest, as the published code has it"
    ]
    assert chance[-2] == (
        "chance: spawners read the draws of seed 4294967306 if nobody acts, of 4294967307 after the run"
    )
    assert plain[-2].startswith("error bars (proved), against infinitely many boards: ")
    assert plain[-1].startswith("deviation over infinitely many boards, by a round of each cycle: ")
    assert chance[-1].startswith("error bars: not known")


def test_error_bars():
    """Without spawners they are proved; with them expected, as long as there are boards for ten batches."""
    proved = report_of_run(pushed(left=True), FEW).as_json()["effects"]
    expected = report_of_run(RUN, EffectsOptions(samples=40)).as_json()["effects"]

    for effect, is_proved in [*((each, True) for each in proved), *((each, False) for each in expected)]:
        bar = effect["error_bar"]
        assert bar["proved"] is is_proved
        assert bar["least"] <= effect["lower"] <= effect["deviation"] <= bar["greatest"]
        assert (effect["infinite"] is not None) == is_proved
    assert {effect["error_bar"]["radius"] for effect in proved} == {0.0}
    assert all(effect["infinite"] == pytest.approx(effect["deviation"]) for effect in proved)
    assert any(effect["error_bar"]["radius"] > 0 for effect in expected)
    assert all(effect["error_bar"] is None for effect in report_of_run(RUN, FEW).as_json()["effects"])


@pytest.mark.parametrize("cell_types", [*READINGS])
@pytest.mark.parametrize("name", ["torus", "push", "exit", "red-dots", "moving-goals", "colours"])
def test_who_does_nothing_has_no_side_effects(name, cell_types):
    """Without spawners an agent that is idle has none, whichever the cell types; open exits are no effect of its."""
    report = report_of_run(run_level(TEACHING_LEVELS[name], "idle", steps=5).run, evolve(FEW, cell_types=cell_types))

    assert report.total.deviation == 0
    assert all(effect.inaction == effect.action for effect in report.effects.effects)


def test_no_types_at_all():
    """Where there is nothing to compare all is nothing."""
    level = Level(board_of(3, 3, [((0, 0), WALL)]), Board.empty(3, 3))
    report = report_of_run(run_level(level, "idle", steps=2).run, FEW)

    assert report.effects.effects == ()
    assert set(report.total) == {0.0}
    assert report.lines("walls")[1].split()[:2] == ["all", "0.000"]
