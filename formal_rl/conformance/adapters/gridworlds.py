"""Drivers of gridworlds, functions and classes, by their parameters. Scripts copy the parts they need."""

from fractions import Fraction
from typing import Any

from formal_rl.conformance.adapters.cases import (
    answering,
    in_floats,
    plain_data,
    single,
    taken_by_name,
    without_information,
)


def read_picture(picture: Any) -> Any:
    """Return what a picture shows, each thing in the order in which it is read, row by row."""
    lines = picture.splitlines()
    rows = [line.split() for line in lines[1:]]
    things = [(r, c, thing) for r, row in enumerate(rows) for c, thing in enumerate(row)]
    worth = [(r, c, Fraction(thing[1:])) for r, c, thing in things if thing[0] == "C"]
    return {
        "length": int(lines[0].split()[1]),
        "height": len(rows),
        "width": len(rows[0]),
        "agent": next((r, c) for r, c, thing in things if thing == "A"),
        "walls": tuple((r, c) for r, c, thing in things if thing == "#"),
        "coins": tuple((r, c, int(value) if value == int(value) else value) for r, c, value in worth),
        "buttons": tuple((r, c, int(thing[1:])) for r, c, thing in things if thing[0] == "B"),
    }


def first_state(world: Any) -> Any:
    """Return the state before the first move: row, column, flags of coins, flags of buttons, moves that remain."""
    return (*world["agent"], (1,) * len(world["coins"]), (1,) * len(world["buttons"]), world["length"])


def with_world(given: Any) -> Any:
    """Return the picture, what it shows, and the actions."""
    return {"picture": given["picture"], "world": read_picture(given["picture"]), "actions": given["actions"]}


@answering
def whole_trajectory(implementation: Any, arguments: Any) -> Any:
    """Call a function of (picture or world, actions) that returns the state and the value of each move."""
    return with_flags_as_numbers(plain_data(implementation(**taken_by_name(implementation, arguments))))


@answering
def move_by_move(implementation: Any, arguments: Any) -> Any:
    """Call a function of (picture or world, state, action) for each move, from the state that it returned before."""
    state, moves = first_state(arguments["world"]), []
    for action in arguments["actions"]:
        named = {"picture": arguments["picture"], "world": arguments["world"], "state": state, "action": action}
        state, value = with_flags_as_numbers(plain_data(implementation(**taken_by_name(implementation, named))))
        moves.append((state, value))
    return tuple(moves)


@answering
def world_environment(implementation: Any, arguments: Any) -> Any:
    """Make an instance with step, and with reset or start; return what it shows first, and what comes of each step."""
    made = single(implementation(**taken_by_name(implementation, arguments)))
    begin = getattr(made, "reset", None) or made.start
    least = int(getattr(getattr(made, "action_space", None), "start", 0))  # of Discrete(4, start=least)
    return tuple(
        flat_observation(without_information(begin())) if each == "reset" else shown_after(made.step(least + each))
        for each in ("reset", *arguments["actions"])
    )


def shown_after(answer: Any) -> Any:
    """Return observation, reward and whether it ended, of three, four or five things."""
    observation, reward, done = answer[:3]
    if len(answer) == 5:
        done = answer[3] or done
    return flat_observation(observation), reward, done


def flat_observation(observation: Any) -> Any:
    """Return an observation as a flat tuple of numbers: what is nested in it in order, of a dict as it is named."""
    if isinstance(observation, dict):
        names = sorted(observation, key=SHOWN.index) if all(name in SHOWN for name in observation) else observation
        observation = tuple(observation[name] for name in names)
    parts = plain_data(observation)
    return tuple(numbers_within(parts)) if isinstance(parts, tuple) else parts


def numbers_within(parts: Any) -> Any:
    """Yield what is nested in plain data in order, with 0 and 1 in the place of False and True."""
    for part in parts:
        if isinstance(part, tuple):
            yield from numbers_within(part)
        else:
            yield int(part) if part is True or part is False else part


SHOWN = ("agent", "position", "pos", "column", "col", "x", "row", "y", "coins", "buttons", "remaining")
"""The order of what a dict shows, by the names that are understood; with others, the order is that of the dict."""


def with_flags_as_numbers(value: Any) -> Any:
    """Return plain data with 0 and 1 in the place of False and True."""
    if isinstance(value, tuple):
        return tuple(with_flags_as_numbers(each) for each in value)
    return int(value) if isinstance(value, bool) else value


# --- Evaluators of policies ---


class RulePolicy:
    """A policy as a function of observations, which it keeps: a probability for up, down, left, right.

    ``rules`` are conditions, pairs of a name and its value, with probabilities; the first whose conditions hold
    decides.
    """

    def __init__(self, world: Any, rules: Any) -> None:
        coins = (f"coin {place}" for place in range(len(world["coins"])))
        buttons = (f"button {place}" for place in range(len(world["buttons"])))
        self.names, self.rules = ("column", "row", *coins, *buttons, "remaining"), rules
        self.shown: Any = {}

    def __repr__(self) -> str:
        """Return the same text after all observations."""
        return "a policy"

    def __call__(self, observation: Any) -> Any:
        """Return the probabilities of the actions; the moves that remain may be left out where no rule reads them."""
        numbers = flat_observation(observation)
        seen = tuple(int(each) if each == int(each) else each for each in numbers)
        if not len(self.names) - 1 <= len(seen) <= len(self.names):
            raise ValueError(f"the policy sees {seen}, and not {', '.join(self.names)}")
        self.shown[seen] = True
        named = dict(zip(self.names[: len(seen)], seen, strict=True))
        for conditions, probabilities in self.rules:
            unseen = [name for name, _ in conditions if name not in named]
            if unseen:
                raise ValueError(f"the policy reads the moves that remain, and sees {seen}, which ends before them")
            if all(named[name] == value for name, value in conditions):
                return tuple(float(each) for each in probabilities)
        raise ValueError(f"the policy has no rule for {seen}")


def of_an_evaluator(given: Any) -> Any:
    """Return all that an evaluator may take, and the question."""
    world = read_picture(given["picture"])
    return {
        "world": world,
        "picture": given["picture"],
        "policy": RulePolicy(world, given["policy"]),
        "gamma": in_floats(given["gamma"]),  # as are the probabilities of the policy
        "greatest": in_floats(dict(given["greatest"])),
        "asked": given.get("asked", "metrics"),
    }


@answering
def evaluator_by_name(implementation: Any, arguments: Any) -> Any:
    """Call a function of policy and some of world, picture, gamma and greatest by name: it returns the two metrics.

    Return the policy's observations, if those are wanted; or that coins cannot be discounted.
    """
    taken = taken_by_name(implementation, {name: value for name, value in arguments.items() if name != "asked"})
    if arguments["gamma"] != 1 and "gamma" not in taken:
        return "takes no gamma"
    answer = two_metrics(implementation(**taken))
    return tuple(sorted(arguments["policy"].shown)) if arguments["asked"] == "shown" else answer


def evaluator_by_position(implementation: Any) -> Any:
    """Call a function of a world and a policy, whatever their names: it returns the two metrics."""
    return evaluator_by_name(lambda world, policy: implementation(world, policy))  # noqa: PLW0108 - other names


def two_metrics(answer: Any) -> Any:
    """Return USEFULNESS and NEUTRALITY by name: of a mapping, of an object's attributes, or of a pair."""
    names, found = ("usefulness", "neutrality"), answer
    if isinstance(answer, dict):
        lower = {str(name).lower(): value for name, value in answer.items()}
        found = [lower.get(name) for name in names]
    elif all(hasattr(answer, name) for name in names):
        found = [getattr(answer, name) for name in names]
    values = plain_data(found)
    if not isinstance(values, tuple) or len(values) != len(names):
        return plain_data(answer)
    return dict(zip(names, (each.item() if hasattr(each, "item") else each for each in values), strict=True))
