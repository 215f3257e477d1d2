"""The symmetries of each definition, by suite, and what disguises a case of plain data by them."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.conformance.engine.disguise import Renaming, Symmetry

if TYPE_CHECKING:
    from formal_rl.safelife.board import Board
    from formal_rl.safelife.game import Symmetry as Turn


def _renaming(draw: Random, *, fixed: int = 0, most: int = 12, shifted: bool = True) -> Renaming:
    return Renaming(fixed, most, draw.randrange(1, most - fixed), draw.randrange(1, 1_000) * shifted)


def changed(given: Case, **parts: Callable[[Any], Any]) -> Case:
    """Return the case with what functions make of the parts that are named, if it has them."""
    return case(**{name: parts[name](each) if name in parts else each for name, each in given.items()})


# --- Agents, lengths and coins ---


def _shifted(draw: Random, given: Case) -> Case:
    """Shift observations, which agents only compare, and turn the actions of programs, which tell none from another."""
    shift, number = draw.randrange(1, 1_000), given["number_of_actions"]
    turn = draw.randrange(number) if "deeds" in given else 0
    new: dict[str, Callable[[Any], Any]] = {
        "trained": lambda what: (what[0] + shift, (what[1] + turn) % number, what[2], what[3] + shift),
        "asked": lambda what: what + shift,
    }
    return changed(
        given,
        transitions=lambda each: tuple(map(new["trained"], each)),
        asked=lambda each: tuple(tuple(map(new["asked"], observations)) for observations in each),
        deeds=lambda each: tuple((who, verb, new[verb](what) if verb in new else what) for who, verb, what in each),
    )


def _with_lengths(draw: Random, given: Case) -> Case:
    """Add one or two lengths that are never chosen, and put all in another order."""
    more, number = draw.randrange(1, 3), len(given["probabilities"])
    order = draw.sample(range(number + more), number + more)
    longer = {name: (*each, *(int(name == "greatest"),) * more) for name, each in given.items()}
    return case(**{name: tuple(each[place] for place in order) for name, each in longer.items()})


def _longer(draw: Random, given: Case) -> Case:
    """Make all lengths longer, by moves that collect nothing, and count coins in another unit."""
    more, unit = draw.randrange(1, 9), draw.randrange(2, 8)
    return changed(
        given,
        value=lambda value: unit * value,
        length=lambda length: length + more,
        counts=lambda pairs: tuple((length + more, number) for length, number in pairs),
        greatest=lambda pairs: tuple((length + more, unit * m) for length, m in pairs),
        episodes=lambda each: tuple((*(unit * value for value in values), *(0,) * more) for values in each),
    )


# --- Gridworlds ---


class Placed:
    """A gridworld in disguise: rows and columns may be swapped, and walls are added at the edges."""

    def __init__(self, draw: Random, picture: str) -> None:
        self._swapped = draw.random() < 3 / 4
        self._walls, added = ([draw.randrange(3) for _ in range(2)] for _ in range(2))
        length, *lines = picture.splitlines()
        there = {(r, c): token for r, line in enumerate(lines) for c, token in enumerate(line.split())}
        moved = {self.cell(place): token for place, token in there.items()}
        height, width = (1 + max(each) + more for each, more in zip(zip(*moved, strict=True), added, strict=True))
        rows = (" ".join(moved.get((r, c), "#") for c in range(width)) for r in range(height))
        self.picture = "\n".join([length, *rows])
        self.moves = (2, 3, 0, 1) if self._swapped else (0, 1, 2, 3)
        things = {kind: [place for place, token in there.items() if token[0] == kind] for kind in "CB"}
        self.orders = {kind: [each.index(old) for old in sorted(each, key=self.cell)] for kind, each in things.items()}

    def cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return where a cell goes."""
        row, column = cell[::-1] if self._swapped else cell
        return self._walls[0] + row, self._walls[1] + column

    def rule(self, rule: Any) -> Any:
        """Return the rule of a policy for this world."""
        conditions, chances = rule
        return tuple(map(self._condition, conditions)), tuple(chances[move] for move in self.moves)

    def _condition(self, condition: tuple[str, int]) -> tuple[str, int]:
        name, value = condition
        kind, _, number = name.partition(" ")
        if number:
            return f"{kind} {self.orders[kind[0].upper()].index(int(number))}", value
        to = (kind == "column") != self._swapped
        return condition if kind == "remaining" else (("row", "column")[to], self._walls[to] + value)


def _placed(draw: Random, given: Case) -> Case:
    """Return the case of a world in disguise; one that has what a policy is shown stays as it is."""
    placed = Placed(draw, given["picture"])
    return (
        changed(
            {} if "step_shows" in given else given,
            picture=lambda picture: placed.picture,
            policy=lambda rules: tuple(map(placed.rule, rules)),
            actions=lambda each: tuple(action if action == "reset" else placed.moves[action] for action in each),
        )
        or given
    )


# --- Boards ---


def drawn_turn(draw: Random, height: int, width: int) -> "Turn":
    """Return a symmetry of boards of this size: W19-equivariance says that the dynamics commute with it."""
    from formal_rl.safelife.game import Symmetry as Turn  # noqa: PLC0415 - suites without boards do not need it

    return Turn(draw.randrange(4), draw.random() < 1 / 2, (draw.randrange(height), draw.randrange(width)))


def moved(of: "Turn", rows: Any, cell: Callable[[Any], Any] = lambda each: each) -> tuple[tuple[Any, ...], ...]:
    """Return rows of cells, masses or shares in the places where a symmetry puts them."""
    sides = len(rows), len(rows[0])
    there = {of.location((r, c), *sides): cell(each) for r, row in enumerate(rows) for c, each in enumerate(row)}
    height, width = sides[:: -1 if of.quarter_turns % 2 else 1]
    return tuple(tuple(there[r, c] for c in range(width)) for r in range(height))


def _moved(draw: Random, given: Case) -> Case:
    """Move all that a case has by one symmetry; its boards, or the sides of one, come first."""
    from formal_rl.safelife.board import Board  # noqa: PLC0415 - as above

    rows = given["boards"][0] if "boards" in given else next(iter(given.values()))
    sides = (given["height"], given["width"]) if "height" in given else (len(rows), len(rows[0]))
    of = drawn_turn(draw, *sides)
    there = sides[:: -1 if of.quarter_turns % 2 else 1]
    boards = dict.fromkeys(("board", "goals", "initial", "final"), lambda each: moved(of, each, of.cell))
    masses = dict.fromkeys(("first", "second"), lambda each: moved(of, each))
    places = dict.fromkeys(("source", "target"), lambda each: of.location(each, *sides))
    return changed(
        given,
        **{**boards, **masses, **places, "height": lambda each: there[0], "width": lambda each: there[1]},
        boards=lambda each: tuple(moved(of, rows, of.cell) for rows in draw.sample(each, len(each))),
        cell_type=of.cell,
        actions=lambda each: tuple(action if action == "reset" else of.action(action) for action in each),
        draws=lambda each: _draws_along(of, Board(given["board"]), each),
    )


def _draws_along(of: "Turn", board: "Board", draws: Any) -> Any:
    """Return the draws in the order in which the cells that read them come after a move."""
    from formal_rl.safelife.board import block_around, may_spawn  # noqa: PLC0415 - as above

    waiting = [each for each in board.locations() if may_spawn(block_around(board, each))]
    order = sorted(range(len(waiting)), key=lambda at: of.location(waiting[at], board.height, board.width))
    return (*(draws[at] for at in order), *draws[len(waiting) :])


# --- By suite ---

_WORLDS = "worlds with walls added at the edges, rows and columns swapped, and moves renamed alike"
_BOARDS = "boards turned, seen in a mirror and moved round the torus"

_SYMMETRIES: Mapping[Symmetry, str] = {
    Symmetry("actions renumbered and observations shifted", _renaming): (
        "reality_check opposite backward_consciousness deja_vu delayed_rewards flip_every_other "
        "ignore_rewards ignore_rewards_2 incentivize_learning_rate limited_memory nth_reward_multiplied_by_n "
        "punish_nondeterministic_agent repeater reverse_history shifted_rewards"
    ),
    Symmetry("three actions renumbered and observations shifted", partial(_renaming, most=3)): "third_action_forbidden",
    Symmetry("actions other than 0 renumbered and observations shifted", partial(_renaming, fixed=1)): (
        "ignore_actions newcombs_problem"
    ),
    Symmetry("actions renumbered", partial(_renaming, shifted=False)): (
        "handicap after_images censored_observation ignore_observations ignore_rewards_3"
    ),
    Symmetry("actions other than 0 renumbered", partial(_renaming, fixed=1, shifted=False)): (
        "false_memories tempting_button tempting_button_variation"
    ),
    Symmetry("observations shifted", _shifted): "agent_constant agent_random agent_naive agent_simple agent_q",
    Symmetry("actions renumbered alike, observations shifted", _shifted): "learner",
    Symmetry("lengths in another order, and lengths that are never chosen", _with_lengths): "neutrality usefulness",
    Symmetry("longer lengths, coins in another unit", _longer): "drest_reward drest_return",
    Symmetry(_WORLDS, _placed): "gridworld_step gridworld_env policy_metrics",
    Symmetry(_BOARDS, _moved): (
        "safelife_advance safelife_density safelife_ground_distance safelife_earth_mover safelife_side_effects"
    ),
    Symmetry(f"{_BOARDS}, draws and actions alike", _moved): "safelife_advance_with_draws safelife_step",
}

SYMMETRIES: Mapping[str, Symmetry] = {name: found for found, names in _SYMMETRIES.items() for name in names.split()}
"""The symmetries of the definition of each suite; those that are missing have none."""
