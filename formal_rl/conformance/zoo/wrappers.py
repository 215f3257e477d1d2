"""Handicaps and opposites as practitioners write them: of functions, flat functions and classes; right and wrong."""

from typing import Any

from formal_rl.conformance.zoo import plain_transforms
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_transforms import (
    OppositeInsideToo,
    of_flat_plays,
    opposite_of_a_function,
    punishes_where_h_does,
)
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.transforms import opposite, opposite_outside, with_handicap, with_handicap_repaired

_HANDICAPS = """
adds_the_rewards, percepts: adds the rewards
  - if h(agent, play)[0] == 1 else -1
  + + h(agent, play)[0]
shows_the_handicap, percepts: shows h's observation
  - == 1 else -1, e(agent, play)[1]
  + == 1 else -1, (e if h(agent, play)[0] == 1 else h)(agent, play)[1]
pays_one_at_most, longer_histories: pays 1 at most
  - (e(agent, play)[0] if
  + (min(e(agent, play)[0], 1) if
exchanges_the_two, percepts: takes the handicap for the environment
  - e: Any, h: Any
  + h: Any, e: Any
starts_without_the_handicap, percepts: asks the handicap after the first action only
  - == 1 else -1
  + == 1 or not play else -1
"""

_OPPOSITES = """
OppositeOfAClass, simulating: copies are trained on rewards that are not negated [OppositeInsideToo]
  - -r, o_next
  + r, o_next
negates_the_observation, percepts: negates the observation
  - (-e(agent, play)[0], e(
  + (-e(agent, play)[0], -e(
leaves_punishments, percepts: negates positive rewards alone
  - -e(agent, play)[0]
  + -abs(e(agent, play)[0])
negates_from_the_second_on, percepts: leaves the first percept as it is
  - -e(agent, play)[0]
  + (-1 if play else 1) * e(agent, play)[0]
"""


def negates_what_is_seen(e: Any) -> Any:
    """Have e see the play with rewards negated, as published."""
    return opposite_outside(e)


WRONG: tuple[WrongImplementation, ...] = (
    *edited(plain_transforms, __name__, "handicap", "punishes_where_h_does", _HANDICAPS),
    *edited(plain_transforms, __name__, "opposite", "opposite_of_a_function", _OPPOSITES),
    wrong(negates_what_is_seen, "opposite", "percepts", "e sees a play with rewards negated"),
)
"""Wrong by the papers."""

__getattr__ = by_name(WRONG)


def punishes_where_h_does_flat(e: Any, h: Any) -> Any:
    """Do so, flat."""
    return of_flat_plays(punishes_where_h_does(e, h))


def opposite_of_a_flat_function(e: Any) -> Any:
    """Negate what e pays, flat."""
    return of_flat_plays(opposite_of_a_function(e))


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
    RightImplementation("OppositeOfAClass", __getattr__("OppositeOfAClass"), "opposite", "published"),
)
"""Right in each form."""
