"""The figures for which nothing is trained: preferences, gridworlds, and the map of the theorem."""

from collections.abc import Mapping
from types import MappingProxyType

from formal_rl.gridworlds import named_world, world_drawing
from formal_rl.gridworlds.training import main_training
from formal_rl.study.drest._figure_texts import RECONSTRUCTED, optimum_text
from formal_rl.study.drest._preferences_figure import figure_verdict, preferences_drawing
from formal_rl.study.drest._theorem_map import drest_map
from formal_rl.study.drest.figure import Figure

APPENDIX_WORLDS: Mapping[str, str] = MappingProxyType(
    {
        "fewer_for_longer": "Fewer For Longer",
        "one_coin_only": "One Coin Only",
        "hidden_treasure": "Hidden Treasure",
        "equal_value": "Equal Value",
        "around_the_corner": "Around The Corner",
        "spacious": "Spacious",
        "royal_road": "Royal Road",
        "last_moment": "Last Moment",
    }
)
"""The worlds of Appendix C, in its order, with their names there."""

_SIGNS = (
    "A is the agent, C3 a coin of value 3, B4 a button that adds 4 moves; dark squares are walls. The number at the "
    "bottom right is the default length."
)


def preferences_figure() -> Figure:
    """Return Figure 1: preferences that satisfy POST."""
    chosen = (
        "Drawn from what an agent chooses from two: of one length always the upper one, of two lengths either evenly. "
        f"By the definition, POST is {figure_verdict()}."
    )
    caption = (
        (
            "Each s is a short trajectory, each l a long one, an arrow is a preference. Between a short and a long one "
            "there is none."
        ),
        chosen,
        "How many trajectories the original shows is not in the text at hand; here there are three of each length.",
    )
    return Figure("1", "Preferences that satisfy POST", ((preferences_drawing(),),), caption)


def example_world_figure() -> Figure:
    """Return Figure 2: the example gridworld."""
    world = named_world("example")
    caption = (_SIGNS, RECONSTRUCTED, optimum_text(world, main_training("drest").gamma))
    return Figure("2", "The example gridworld", ((world_drawing(world),),), caption)


def lopsided_world_figure() -> Figure:
    """Return Figure 5: the lopsided gridworld."""
    world = named_world("lopsided")
    cx = max(world.coins, key=lambda coin: coin.cell[1])
    drawing = world_drawing(world, coin_texts={cx.cell: "Cx"})
    return Figure("5", "The lopsided gridworld", ((drawing,),), (f"{_SIGNS} The value of Cx varies.", RECONSTRUCTED))


def appendix_worlds_figure() -> Figure:
    """Return Figure 8: the gridworlds of Appendix C."""
    drawings = [world_drawing(named_world(name), title) for name, title in APPENDIX_WORLDS.items()]
    caption = (_SIGNS, "The layouts are reconstructed from the paper's sentences; the originals were not at hand.")
    return Figure("8", "The gridworlds of Appendix C", (tuple(drawings[:4]), tuple(drawings[4:])), caption)


def map_figure() -> Figure:
    """Return the map of the theorem, which is not in the paper."""
    caption = (
        (
            "Not in the paper. For two trajectory-lengths, each collected in full: up to the line the uniform "
            "distribution over lengths alone maximises the expected DREST return of a meta-episode, as Theorem 5.1 "
            "says; above it another one does."
        ),
        (
            "The line is N*(λ, 2), exact. It is 58 at λ = 0.9, so that the settings of Section 5 are above it, and "
            "those of Appendix C below. Of the latter λ is not in the text at hand and taken to be 0.9, too."
        ),
        "The violet lines are the ranges of λ over which the public data of the paper's follow-up sweep, for each N.",
    )
    return Figure("map", "Where the theorem holds", ((drest_map(),),), caption)
