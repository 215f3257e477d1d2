"""Checks of the counterparts of the paper's figures: what pictures of worlds and policies show."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part
from formal_rl.gridworlds import (
    MOVES,
    RECONSTRUCTED,
    GridObservation,
    MemorylessPolicy,
    World,
    format_layout,
    named_world,
    policy_panels,
    world_drawing,
)
from formal_rl.gridworlds.pictures import ARROW, INVISIBLE, SIDE, corner, encounters
from formal_rl.gridworlds.policies import UNIFORM, deterministic_move
from formal_rl.gridworlds.training import appendix_training, softmax_policy
from formal_rl.gridworlds.world import Cell
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.trained_agents import trained_agent
from formal_rl.view import Drawing, Path, Words

Shown: TypeAlias = Literal["preferences", "worlds", "metrics over training", "metrics by coin", "policies"]
"""What a figure shows."""


class FigureOfThePaper(NamedTuple):
    """What a figure of the paper shows, by its sentences, and of which worlds."""

    shows: tuple[Shown, ...]
    worlds: tuple[str, ...]


_APPENDIX = tuple(name for name in RECONSTRUCTED if name not in {"example", "lopsided"})

_SHOWN: Mapping[int, tuple[Shown, tuple[str, ...]]] = {
    1: ("preferences", ()),
    2: ("worlds", ("example",)),
    3: ("metrics over training", ("example",)),
    4: ("policies", ("example",)),
    5: ("worlds", ("lopsided",)),
    6: ("metrics by coin", ("lopsided",)),
    7: ("policies", ("lopsided",)),
    8: ("worlds", _APPENDIX),
}
_BOTH: tuple[Shown, ...] = ("metrics over training", "policies")

FIGURES: Mapping[int, FigureOfThePaper] = MappingProxyType(
    {number: FigureOfThePaper((shows,), worlds) for number, (shows, worlds) in _SHOWN.items()}
    | {number: FigureOfThePaper(_BOTH, (name,)) for number, name in enumerate(_APPENDIX, start=9)}
)
"""Every figure has a counterpart in `formal-rl drest figures`; no original was at hand to compare it with.

Ledger: T24-figures*
"""


def arrows(drawing: Drawing) -> dict[tuple[Cell, int], float]:
    """Return how opaque the arrow of each action in each cell is, read off where it lies."""
    left, top = corner((0, 0))
    found: dict[tuple[Cell, int], float] = {}
    for shape in drawing.shapes:
        if isinstance(shape, Path) and shape.fill == ARROW and shape.opacity:
            right = sum(x for x, _ in shape.points) / len(shape.points) - left
            down = sum(y for _, y in shape.points) / len(shape.points) - top
            cell = int(down // SIDE), int(right // SIDE)
            away = down - (cell[0] + 0.5) * SIDE, right - (cell[1] + 0.5) * SIDE
            action = max(range(len(MOVES)), key=lambda a: away[0] * MOVES[a][0] + away[1] * MOVES[a][1])
            found[cell, action] = shape.opacity
    return found


def texts(drawing: Drawing) -> list[str]:
    """Return all that is written in a drawing."""
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


_START = GridObservation((0, 1), (True, True), (True,))
_PRESSED = GridObservation((0, 2), (True, True), (False,))
_EIGHTH = Fraction(1, 8)
_POLICY = MemorylessPolicy({_START: (4 * _EIGHTH, Fraction(0), _EIGHTH, 3 * _EIGHTH), _PRESSED: deterministic_move(3)})


def figures(scope: Scope, *, panels: Definition = policy_panels) -> Iterator[Part]:
    """Check the pictures of policies by hand and of trained agents, and the pictures of worlds."""
    names = _APPENDIX if scope.is_full else ("last_moment",)

    def shown_in(place: int, policy: MemorylessPolicy = _POLICY) -> dict[tuple[Cell, int], float]:
        return arrows(panels(TINY, policy)[place])

    @part(
        "trained policies: each arrow is as opaque as its action is probable",
        branches=("an arrow", "hardly ever"),
        domain=f"every cell that is met, before and after the button; DREST agents of seed 1 in {', '.join(names)}",
    )
    def pictured() -> Iterator[Case]:
        for name, world in ((name, named_world(name)) for name in names):
            policy = softmax_policy(trained_agent(world, appendix_training("drest"), 1).logits)
            drawn = panels(world, policy)
            for (cell, pressed), met in encounters(world, policy).items():
                shown, probabilities = arrows(drawn[-1 if any(pressed) else 0]), policy(world, met.state)
                where = f"{name}, cell {cell}, {'after' if any(pressed) else 'before'} the button"
                for action, probability in enumerate(probabilities):
                    seen = probabilities != UNIFORM and probability > INVISIBLE
                    expected, got = float(probability) if seen else 0.0, shown.get((cell, action), 0.0)
                    yield "an arrow" if seen else "hardly ever", equal(f"{where}, action {action}", expected, got)

    yield check_examples(
        (
            (
                "one move, one button: the copies",
                "not pressed, pressed",
                ["initial state", "after button pressed"],
                lambda: [texts(each)[0] for each in panels(TINY, _POLICY)],
            ),
            (
                "up 1/2, down 0, left 1/8, right 3/8 at first: the arrows of the first copy",
                "as opaque as probable; none for 0",
                {((0, 1), 0): 0.5, ((0, 1), 2): 0.125, ((0, 1), 3): 0.375},
                *(shown_in, 0),
            ),
            ("right for sure after the button", "in the button's cell alone", {((0, 2), 3): 1.0}, shown_in, -1),
            (
                "the first policy, 1/4 each: the arrows",
                "none where it is uniform",
                [{}, {}],
                lambda: [arrows(each) for each in panels(TINY, MemorylessPolicy({}))],
            ),
            (
                "the agent, and the moves there are",
                "in the first copy alone; 1, then 1 and 1 more",
                [(True, "1"), (False, "1+1")],
                lambda: [("A" in texts(each), texts(each)[-1]) for each in panels(TINY, _POLICY)],
            ),
        )
    )
    yield pictured()
    yield _drawn()


@part(
    "the worlds of each figure are drawn with all that is in them",
    branches=("worlds", "policies", "metrics over training", "metrics by coin"),
    domain="figures 2 to 16, the ten reconstructed layouts",
)
def _drawn() -> Iterator[Case]:
    for number, figure in FIGURES.items():
        for name, world in ((name, named_world(name)) for name in figure.worlds):
            picture = [each for each in format_layout(world).split()[2:] if each not in ".#"]
            got = sorted(text for text in texts(world_drawing(world)) if text)
            for shows in figure.shows:
                yield shows, equal(f"figure {number}, {name}", sorted([*picture, str(world.default_length)]), got)


# --- Mutants ---


def _opaque(world: World, policy: MemorylessPolicy) -> Sequence[Drawing]:
    def full(drawing: Drawing) -> Drawing:
        shapes = (
            shape._replace(opacity=1.0) if isinstance(shape, Path) and shape.fill == ARROW and shape.opacity else shape
            for shape in drawing.shapes
        )
        return evolve(drawing, shapes=tuple(shapes))

    return tuple(map(full, policy_panels(world, policy)))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-figures",
        kind="experiment",
        title="the figures",
        claim="Each of the paper's sixteen figures has a counterpart. A policy is drawn as two copies of the "
        "gridworld, before and after the button is pressed, with an arrow for each action, as opaque as it is "
        "probable, in every cell where the policy is not uniform.",
        source=f"{THORNLEY_2024}, Figures 1 to 16, Section 6 and Appendix C",
        check=figures,
        mutants={
            "every arrow is opaque": {"panels": _opaque},
            "arrows where it is uniform, too": {"panels": lambda world, policy: policy_panels(world, policy, -1)},
            "one copy only": {"panels": lambda world, policy: policy_panels(world, policy)[:1]},
        },
        verdict="defined",
        evidence="by hand: a policy in a world of one move; exhaustive: every arrow of a trained policy (full "
        "profile: of each world of Appendix C), and everything drawn of the ten worlds, which are those of figures 2 "
        "to 16. The first figure shows preferences, which the row on POST works by hand. formal-rl drest figures "
        "makes all of them",
        defects="We did not have the originals, so none is compared; layouts are reconstructed, and curves and "
        "policies are of our own runs. The paper does not say which coins are left in a copy; ours shows the most "
        "frequent ones. The text calls two figures Figure 5 and none Figure 4.",
    ),
)
