"""The symmetries of each definition, by suite, and what disguises a case of plain data by them."""

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from random import Random
from typing import Any

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.conformance.engine.disguise import Renaming, Symmetry

NO_SYMMETRY = "none: this definition has no symmetry"

OBSERVATIONS = range(1_000)
"""What is seen in disguise; shifts are less than their number."""

# --- Histories ---


def _names(words: str, *, fixed: int = 0, actions: int = 12, shifted: bool = False) -> Symmetry:
    """Return a symmetry that renames all actions but the first ones, which are ``fixed``, and shifts observations."""

    def renaming(draw: Random) -> Renaming:
        names = range(fixed, actions)
        shift = draw.choice(OBSERVATIONS[1:]) if shifted else 0
        return Renaming(dict(zip(names, draw.sample(names, len(names)), strict=True)), shift)

    return Symmetry(words, renaming)


_ALL = _names("actions renumbered and observations shifted", shifted=True)
_ALL_OF_3 = _names("three actions renumbered and observations shifted", actions=3, shifted=True)
_BUT_0 = _names("actions other than 0 renumbered and observations shifted", fixed=1, shifted=True)
_ACTIONS = _names("actions renumbered")
_ACTIONS_BUT_0 = _names("actions other than 0 renumbered", fixed=1)

# --- Agents and lengths ---


def _renumbered(draw: Random, given: Case) -> Case:
    """Renumber observations, which agents only compare, and for learners of any kind the actions, too."""
    deeds = given.get("deeds", ())
    actions = range(given["number_of_actions"])
    action = draw.sample(actions, len(actions)) if deeds else actions
    trained = given.get("transitions") or [what for _, verb, what in deeds if verb == "trained"]
    asked = given.get("asked") or [[what for _, verb, what in deeds if verb == "asked"]]
    names = sorted({each for o, _, _, after in trained for each in (o, after)}.union(*asked))
    seen = dict(zip(names, draw.sample(OBSERVATIONS, len(names)), strict=True))
    new: dict[str, Callable[[Any], Any]] = {
        "trained": lambda what: (seen[what[0]], action[what[1]], what[2], seen[what[3]]),
        "asked": lambda what: seen[what],
    }
    if deeds:
        renamed = tuple((who, verb, new.get(verb, lambda what: what)(what)) for who, verb, what in deeds)
        return case(**{**given, "deeds": renamed})
    questions = tuple(tuple(map(new["asked"], each)) for each in asked)
    return case(**{**given, "transitions": tuple(map(new["trained"], trained)), "asked": questions})


def _with_lengths(draw: Random, given: Case) -> Case:
    """Add one or two lengths that are never chosen, and put all in another order."""
    more, number = draw.randrange(1, 3), len(given["probabilities"])
    order = draw.sample(range(number + more), number + more)
    longer = {name: (*each, *(int(name == "greatest"),) * more) for name, each in given.items()}
    return case(**{name: tuple(each[place] for place in order) for name, each in longer.items()})


def _reward(draw: Random, given: Case) -> Case:
    """Rename lengths, put them in another order, and count coins in another unit."""
    order, unit = draw.sample(range(len(given["counts"])), len(given["counts"])), draw.randrange(2, 8)
    lengths = dict(zip(dict(given["counts"]), draw.sample(range(1, 99), len(order)), strict=True))
    counts, greatest = (
        [(lengths[pairs[at][0]], pairs[at][1]) for at in order] for pairs in (given["counts"], given["greatest"])
    )
    changed = {"value": unit * given["value"], "length": lengths[given["length"]], "counts": tuple(counts)}
    return case(**{**given, **changed, "greatest": tuple((length, unit * m) for length, m in greatest)})


def _episodes(draw: Random, given: Case) -> Case:
    """Add moves in which nothing is collected at the end of each mini-episode, and count coins in another unit."""
    more, unit = draw.randrange(1, 5), draw.randrange(2, 8)
    episodes = tuple((*(unit * each for each in collected), *(0,) * more) for collected in given["episodes"])
    greatest = tuple((length + more, unit * m) for length, m in given["greatest"])
    return case(**{**given, "episodes": episodes, "greatest": greatest})


# --- Gridworlds ---


class Placed:
    """A gridworld in disguise: left and right may be swapped, then rows and columns; walls are added on all sides."""

    def __init__(self, draw: Random, picture: str) -> None:
        self._mirrored, self._transposed = draw.random() < 1 / 2, draw.random() < 1 / 2
        self._walls, (below, right) = (draw.randrange(3), draw.randrange(3)), (draw.randrange(3), draw.randrange(3))
        length, *lines = picture.splitlines()
        rows = [line.split() for line in lines if line.strip()]
        self._width = len(rows[0])
        there = {self.cell(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row)}
        height, width = 1 + max(r for r, _ in there) + below, 1 + max(c for _, c in there) + right
        grid = (" ".join(there.get((r, c), "#") for c in range(width)) for r in range(height))
        self.picture = "\n".join([length, *grid])
        moves = [0, 1, 3, 2] if self._mirrored else [0, 1, 2, 3]
        self.moves = [(2, 3, 0, 1)[each] for each in moves] if self._transposed else moves
        cells = {
            kind: [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token[0] == kind]
            for kind in "CB"
        }
        self.orders = {
            kind: sorted(range(len(found)), key=lambda at: self.cell(*found[at])) for kind, found in cells.items()
        }

    def cell(self, row: int, column: int) -> tuple[int, int]:
        """Return where a cell goes."""
        column = self._width - 1 - column if self._mirrored else column
        row, column = (column, row) if self._transposed else (row, column)
        return self._walls[0] + row, self._walls[1] + column

    def rule(self, rule: Any) -> Any:
        """Return the rule of a policy for this world."""
        conditions, chances = rule
        names = {
            f"{name} {old}": f"{name} {new}"
            for name, kind in (("coin", "C"), ("button", "B"))
            for new, old in enumerate(self.orders[kind])
        }
        row, column = ("column", "row") if self._transposed else ("row", "column")
        there = {
            "row": lambda value: (row, self.cell(value, 0)[self._transposed]),
            "column": lambda value: (column, self.cell(0, value)[not self._transposed]),
        }
        moved = tuple(
            there[name](value) if name in there else (names.get(name, name), value) for name, value in conditions
        )
        return moved, tuple(chances[self.moves.index(move)] for move in range(len(chances)))


def _placed(draw: Random, given: Case) -> Case:
    """Return the case of a world in disguise, with its moves or its policy; what a policy is shown stays as it is."""
    placed = Placed(draw, given["picture"])
    if "policy" in given:
        return case(**{**given, "picture": placed.picture, "policy": tuple(map(placed.rule, given["policy"]))})
    actions = tuple(each if each == "reset" else placed.moves[each] for each in given["actions"])
    return case(picture=placed.picture, actions=actions)


# --- By suite ---


def _moved(draw: Random, given: Case) -> Case:
    found: Case = resolve_name("formal_rl.conformance.suites.safelife_symmetries:moved_case")(draw, given)
    return found


_WORLDS = (
    "worlds with walls added round them, left and right swapped, rows and columns swapped, and moves renamed alike"
)
_BOARDS = "boards turned, seen in a mirror and moved round the torus"


def _each(names: str, symmetry: Symmetry) -> dict[str, Symmetry]:
    return dict.fromkeys(names.split(), symmetry)


SYMMETRIES: Mapping[str, Symmetry] = {
    **_each(
        "reality_check handicap opposite backward_consciousness deja_vu delayed_rewards flip_every_other ignore_rewards "
        "ignore_rewards_2 incentivize_learning_rate limited_memory nth_reward_multiplied_by_n "
        "punish_nondeterministic_agent repeater reverse_history shifted_rewards",
        _ALL,
    ),
    **_each("third_action_forbidden", _ALL_OF_3),
    **_each("ignore_actions newcombs_problem", _BUT_0),
    **_each("after_images censored_observation ignore_observations ignore_rewards_3", _ACTIONS),
    **_each("false_memories tempting_button tempting_button_variation", _ACTIONS_BUT_0),
    **_each(
        "agent_constant agent_random agent_naive agent_simple agent_q", Symmetry("observations renumbered", _renumbered)
    ),
    "learner": Symmetry("actions and observations renumbered", _renumbered),
    **_each(
        "neutrality usefulness", Symmetry("lengths in another order, and lengths that are never chosen", _with_lengths)
    ),
    "drest_reward": Symmetry("lengths renamed and in another order, coins in another unit", _reward),
    "drest_return": Symmetry("moves added that collect nothing, coins in another unit", _episodes),
    **_each("gridworld_step gridworld_env", Symmetry(_WORLDS, _placed)),
    "policy_metrics": Symmetry(f"{_WORLDS}, policies renamed alike", _placed),
    **_each(
        "safelife_advance safelife_density safelife_ground_distance safelife_earth_mover safelife_side_effects",
        Symmetry(_BOARDS, _moved),
    ),
    "safelife_advance_with_draws": Symmetry(f"{_BOARDS}, each cell with its draw", _moved),
    "safelife_step": Symmetry(f"{_BOARDS}, actions turned alike", _moved),
}
"""The symmetries of the definition of each suite; those that are missing have none."""
