"""Paid for acting as if one saw solid models where one sees two pictures; and a world of blocks to be seen so."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NamedTuple, Protocol, TypeAlias

from attrs import frozen

from formal_rl.agents import Learner, Transition
from formal_rl.environments._text_pictures import Picture, is_picture
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import mimic_showing
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, actions, map_observations, prompt_of

Merge: TypeAlias = Callable[[Any, Any], Observation]
"""m: the model that is to be perceived for a left picture and a right one.

Source: Alexander et al. 2021, Example 16.
Ledger: A21-E16
"""


class Game(Protocol):
    """V: a game that is played by pressing keys and shows a picture to each eye. States are values.

    Source: Alexander et al. 2021, Example 16.
    """

    @property
    def initial(self) -> Any:
        """The state before any key was pressed."""

    def press(self, state: Any, key: Action) -> Any:
        """Return the state after a key was pressed."""

    def show(self, state: Any) -> tuple[Any, Any]:
        """Return the pictures for the left eye and the right."""


LEDGER = ("A21-E16",)


def with_models(merge: Merge) -> Callable[[Play], Prompt]:
    """Return the map of a nonempty play to its prompt, every pair of pictures in it merged: r_0 o'_0 a_0 ... r_n o'_n.

    An observation that is not a pair, and so is never shown, stays as it is.

    Source: Alexander et al. 2021, Example 16 (o').
    """

    def model(pictures: Any) -> Observation:
        return merge(*pictures) if type(pictures) is tuple and len(pictures) == 2 else pictures

    return lambda play: map_observations(model, prompt_of(play))


def binocular(game: Game, merge: Merge) -> ExtendedEnvironment:
    """Return the environment that shows the pictures of the game, and pays for acting as if it showed their models.

    Question: the prompt with every pair of pictures merged.
    Comparison: the agent's answer with the last action of the play.
    Percept: reward 1 where they are equal, -1 otherwise, 0 on the empty play; and the pair of pictures that
    the game shows after the actions of the play.

    Source: Alexander et al. 2021, Example 16, which gives no reward for the empty play.
    Ledger: A21-E16*
    """
    return mimic_showing(with_models(merge), lambda play: game.show(reduce(game.press, actions(play), game.initial)))


class _BinocularState(NamedTuple):
    """The state of the game, the last model, and a copy that was trained on models."""

    of_game: Any
    model: Observation
    copy: Any


@frozen
class BinocularIncremental:
    """Binocular vision with one simulated copy, trained on models.

    Source: Alexander et al. 2021, Example 16; Alexander et al. 2022, Section 4.
    Ledger: A21-E16*
    """

    game: Game
    merge: Merge

    def start(self, learner: Learner[Any]) -> tuple[Percept, _BinocularState]:
        """Return 0 and the first pictures, and an untrained copy."""
        state = self.game.initial
        pictures = self.game.show(state)
        return Percept(0, pictures), _BinocularState(state, self.merge(*pictures), learner.initial)

    def advance(self, learner: Learner[Any], state: _BinocularState, action: Action) -> tuple[Percept, _BinocularState]:
        """Return 1 or -1 for doing as the copy does, and the copy trained on the next model."""
        following = self.game.press(state.of_game, action)
        pictures = self.game.show(following)
        reward = 1 if learner.act(state.copy, state.model) == action else -1
        model = self.merge(*pictures)
        copy = learner.learn(state.copy, Transition(state.model, action, reward, model))
        return Percept(reward, pictures), _BinocularState(following, model, copy)


# A small world of blocks, two cameras on it, and the model that their pictures determine.


Solid: TypeAlias = tuple[Picture, ...]
"""A 3-D matrix: the pictures of its layers, the nearest first. A cell is a letter, the name of a block, or ``.``."""

Place: TypeAlias = tuple[int, int, int]
"""The column, the row and the layer of a cell, from 0 on."""

NOTHING = "."
"""A cell without a block, and a blank in a model."""

WIDTH, HEIGHT, DEPTH = 3, 2, 3
"""The size of the world of the game."""

RIGHT, AWAY = 1, 2
"""The keys of the game; any other does nothing."""


def solid(blocks: Mapping[Place, str], *, width: int = WIDTH, height: int = HEIGHT, depth: int = DEPTH) -> Solid:
    """Return the matrix with these blocks, and nothing in all other cells."""
    return tuple(
        tuple("".join(blocks.get((x, y, z), NOTHING) for x in range(width)) for y in range(height))
        for z in range(depth)
    )


def left_picture(world: Solid) -> Picture:
    """Return the parallel projection of the world to the left eye: a cell falls on column x - z + depth - 1.

    The eye is far away on the left, so its rays lean to the right; on each the nearest block hides those behind it.
    For width w and depth d a row has w + d - 1 columns.

    Source: Alexander et al. 2021, Example 16 (a snapshot s_1 such as it asks for).
    """
    return _picture(world, -1)


def right_picture(world: Solid) -> Picture:
    """Return the parallel projection of the world to the right eye: a cell falls on column x + z.

    Source: Alexander et al. 2021, Example 16 (a snapshot s_2 such as it asks for).
    """
    return _picture(world, 1)


def _picture(world: Solid, lean: int) -> Picture:
    depth, height, width = len(world), len(world[0]), len(world[0][0])
    shift = depth - 1 if lean < 0 else 0
    picture = [[NOTHING] * (width + depth - 1) for _ in range(height)]
    for z in reversed(range(depth)):
        for y, row in enumerate(world[z]):
            for x, cell in enumerate(row):
                if cell != NOTHING:
                    picture[y][x + lean * z + shift] = cell
    return tuple("".join(row) for row in picture)


def merge_pictures(left: Any, right: Any, *, depth: int = DEPTH) -> Observation:
    """Return the matrix of the blocks that both eyes see, all other cells blank.

    A block in column l on the left and r on the right is in column (l + r - d + 1) / 2 and layer (r - l + d - 1) / 2.
    The blocks must have different names: for two of one name the pictures do not say which belongs to which, and both
    are blank. So is what has no such place, in pictures of no one world. What are not pictures for this depth come back
    as they are.

    Source: Alexander et al. 2021, Example 16 (a map m such as it asks for).
    Ledger: A21-E16*
    """
    if not is_picture(left) or not is_picture(right) or len(left) != len(right) or len(left[0]) < depth:
        return left, right
    size = {"width": len(left[0]) - depth + 1, "height": len(left), "depth": depth}
    on_the_left, on_the_right = _names(left), _names(right)
    blocks: dict[Place, str] = {}
    for name in on_the_left.keys() & on_the_right.keys():
        (row, of_left), (row_of_right, of_right) = on_the_left[name], on_the_right[name]
        column, odd = divmod(of_left + of_right - depth + 1, 2)
        if row == row_of_right and not odd:
            blocks[column, row, (of_right - of_left + depth - 1) // 2] = name
    return solid(blocks, **size)


def _names(picture: Picture) -> dict[str, tuple[int, int]]:
    """Return the row and column of each name that is once in a picture."""
    cells = [(cell, (y, x)) for y, row in enumerate(picture) for x, cell in enumerate(row) if cell != NOTHING]
    number = Counter(cell for cell, _ in cells)
    return {cell: place for cell, place in cells if number[cell] == 1}


class BlockGame:
    """A world of 3 x 2 x 3 cells with three blocks; keys move block A, and two pictures show what became of it.

    A begins at the left, below, in front. Key 1 moves it a column to the right and key 2 a layer away, from the last
    back to the first; where B is, it does not go. B is at the right, below, in the middle layer; C is in the middle
    column, above, at the back. The state is the column and the layer of A.

    Source: Alexander et al. 2021, Example 16 (a game V such as it asks for).
    Ledger: A21-E16*
    """

    initial = (0, 0)

    def press(self, state: tuple[int, int], key: Action) -> tuple[int, int]:
        """Return where A is after the key."""
        column, layer = state
        there = (column + (key == RIGHT)) % WIDTH, (layer + (key == AWAY)) % DEPTH
        return state if there == (2, 1) else there

    def world(self, state: tuple[int, int]) -> Solid:
        """Return the world with A at this column and layer."""
        return solid({(state[0], 1, state[1]): "A", (2, 1, 1): "B", (1, 0, 2): "C"})

    def show(self, state: tuple[int, int]) -> tuple[Picture, Picture]:
        """Return the pictures for both eyes."""
        world = self.world(state)
        return left_picture(world), right_picture(world)


block_game = BlockGame()
"""The game."""

seeing_blocks = binocular(block_game, merge_pictures)
"""Definition: Alexander et al. 2021, Example 16, in the world of blocks.

Asked about a play of n turns it merges n pairs of pictures; the incremental form merges one.

Ledger: A21-E16*
"""

seeing_blocks_incremental = BinocularIncremental(block_game, merge_pictures)
"""Incremental form."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "binocular_blocks",
        source="A21 Example 16",
        named={"definition": "seeing_blocks", "incremental": "seeing_blocks_incremental"},
    ),
)
