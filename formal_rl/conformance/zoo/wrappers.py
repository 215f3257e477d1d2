"""Handicaps and opposites as practitioners write them: of functions, flat functions and classes; right and wrong."""

# ruff: noqa: D102, N803

from typing import Any

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.transforms import opposite, opposite_outside, with_handicap, with_handicap_repaired

# --- Handicaps ---


def punishes_where_h_does(e: Any, h: Any) -> Any:
    """Give e's percept, its reward -1 where h punishes."""

    def composed(agent: Any, play: Any) -> Any:
        reward, observation = e(agent, play)
        return (reward if h(agent, play)[0] == 1 else -1, observation)

    return composed


def punishes_where_h_does_flat(e: Any, h: Any) -> Any:
    """Give e's percept, its reward -1 where h punishes, flat."""

    def composed(T: Any, play: Any) -> Any:
        assert len(play) % 3 == 0
        reward, observation = e(T, play)
        return (reward if h(T, play)[0] == 1 else -1, observation)

    return composed


def adds_the_rewards(e: Any, h: Any) -> Any:
    """Add the rewards."""
    return lambda agent, play: (e(agent, play)[0] + h(agent, play)[0], e(agent, play)[1])


def shows_the_handicap(e: Any, h: Any) -> Any:
    """Show h's observation where h punishes."""

    def composed(agent: Any, play: Any) -> Any:
        return e(agent, play) if h(agent, play)[0] == 1 else (-1, h(agent, play)[1])

    return composed


def pays_one_at_most(e: Any, h: Any) -> Any:
    """Pay 1 where e pays more."""
    right = punishes_where_h_does(e, h)
    return lambda agent, play: (min(right(agent, play)[0], 1), right(agent, play)[1])


def exchanges_the_two(e: Any, h: Any) -> Any:
    """Take the handicap for the environment."""
    return punishes_where_h_does(h, e)


def starts_without_the_handicap(e: Any, h: Any) -> Any:
    """Give e's first percept, whatever h gives."""
    right = punishes_where_h_does(e, h)
    return lambda agent, play: right(agent, play) if play else e(agent, play)


# --- Opposites ---


def opposite_of_a_function(e: Any) -> Any:
    """Negate what e pays; e, and copies in it, go by what is paid."""
    return lambda agent, play: (-e(agent, play)[0], e(agent, play)[1])


def opposite_of_a_flat_function(e: Any) -> Any:
    """Negate what e pays, flat."""

    def negated(T: Any, play: Any) -> Any:
        assert len(play) % 3 == 0
        reward, observation = e(T, play)
        return (-reward, observation)

    return negated


class OppositeOfAClass:
    """Negates what an instance pays, as published: copies in it are trained on what it pays."""

    def __init__(self, E: Any, A: Any) -> None:
        self.environment = E(A)

    def start(self) -> Any:
        return self.environment.start()

    def step(self, action: Any) -> Any:
        reward, observation = self.environment.step(action)
        return (-reward, observation)


class OppositeInsideToo:
    """Negates what an instance pays, and what its copies are trained on."""

    def __init__(self, E: Any, A: Any) -> None:
        class Negated(A):  # type: ignore[misc]
            def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
                super().train(o_prev, a, -r, o_next)

        self.environment = E(Negated)

    start, step = OppositeOfAClass.start, OppositeOfAClass.step


def negates_the_observation(e: Any) -> Any:
    """Negate the observation as well."""
    return lambda agent, play: (-e(agent, play)[0], -e(agent, play)[1])


def negates_what_is_seen(e: Any) -> Any:
    """Have e see the play with rewards negated, as published."""
    return opposite_outside(e)


def leaves_punishments(e: Any) -> Any:
    """Negate positive rewards alone."""
    return lambda agent, play: (-abs(e(agent, play)[0]), e(agent, play)[1])


def negates_from_the_second_on(e: Any) -> Any:
    """Leave the first percept as it is."""
    return lambda agent, play: opposite_of_a_function(e)(agent, play) if play else e(agent, play)


WRONG: tuple[WrongImplementation, ...] = (
    wrong(adds_the_rewards, "handicap", "percepts", "adds the rewards"),
    wrong(shows_the_handicap, "handicap", "percepts", "shows h's observation"),
    wrong(pays_one_at_most, "handicap", "longer_histories", "pays 1 at most"),
    wrong(exchanges_the_two, "handicap", "percepts", "takes the handicap for the environment"),
    wrong(starts_without_the_handicap, "handicap", "percepts", "asks the handicap after the first action only"),
    wrong(OppositeOfAClass, "opposite", "simulating", "copies are trained on rewards that are not negated"),
    wrong(negates_the_observation, "opposite", "percepts", "negates the observation"),
    wrong(negates_what_is_seen, "opposite", "percepts", "e sees a play with rewards negated"),
    wrong(leaves_punishments, "opposite", "percepts", "negates positive rewards alone"),
    wrong(negates_from_the_second_on, "opposite", "percepts", "leaves the first percept as it is"),
)
"""Wrong by the papers."""

RIGHT: tuple[RightImplementation, ...] = (
    *(
        RightImplementation(each.__name__, each, "handicap")
        for each in (with_handicap, with_handicap_repaired, punishes_where_h_does, punishes_where_h_does_flat)
    ),
    *(
        RightImplementation(each.__name__, each, "opposite")
        for each in (opposite, opposite_of_a_function, opposite_of_a_flat_function, OppositeInsideToo)
    ),
    RightImplementation("opposite_outside", opposite_outside, "opposite", "published"),
    RightImplementation("OppositeOfAClass", OppositeOfAClass, "opposite", "published"),
)
"""Right in each form."""
