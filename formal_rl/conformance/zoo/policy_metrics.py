"""Evaluators of policies in gridworlds: right ones, and wrong ones as they come to be written."""

from formal_rl.conformance.zoo import plain_metrics
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_metrics import metrics_from_a_table, metrics_of_plays
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

_SUITE = "policy_metrics"

RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("sums over plays", metrics_of_plays, _SUITE),
    RightImplementation("m as it is given", plain_metrics.metrics_given_the_greatest, _SUITE),
    RightImplementation("a distribution carried from move to move", plain_metrics.metrics_by_layers, _SUITE),
    RightImplementation("a table of all states", metrics_from_a_table, _SUITE),
)
"""The definitions, in each convention."""

_EDITS = r"""
evaluator_with_the_clock_at_zero, clock: shows the policy a clock that is always 0
  - *buttons, remaining)
  + *buttons, 0)
evaluator_with_coins_for_a_clock, clock: shows the policy the worth of coins for a clock
  - *buttons, remaining)
  + *buttons, int(sum(value for r, _, value in self.world["coins"] if r == self.world["height"] - 1)))
evaluator_with_moves_so_far, clock: shows the moves made for those that remain
  - self.seen(state)
  + (*self.seen(state)[:-1], moves)
evaluator_with_the_clock_one_less, clock: shows the clock of after the move
  - *buttons, remaining)
  + *buttons, remaining - 1)
evaluator_with_a_clock_without_delays, clock: leaves out of the clock what buttons add
  - *buttons, remaining)
  + *buttons, max(remaining - sum(b[2] for b, there in zip(self.world["buttons"], buttons) if not there), 0))
evaluator_with_a_clock_up_to_two, shown: shows a clock of at most 2
  - *buttons, remaining)
  + *buttons, min(remaining, 2))
evaluator_with_the_row_first, place: shows the row before the column
  - (column, row, *coins
  + (row, column, *coins
evaluator_with_buttons_first, flags: shows buttons before coins
  - *coins, *buttons,
  + *buttons, *coins,
evaluator_with_the_flags_of_the_start, flags: shows coins that are collected as there
  - *coins, *buttons,
  + *(1 for _ in (*coins, *buttons)),
evaluator_with_flags_of_what_is_gone, flags: shows 1 for what is gone
  - *coins, *buttons,
  + *(1 - each for each in (*coins, *buttons)),
evaluator_that_asks_once_a_place, clock: keeps the policy's answer for a place, whatever the clock
  -         waiting = [
  +         known: Any = {}
  +         waiting = [
  - self.policy(self.seen(state)) if chosen
  + known.setdefault(state[:4], self.policy(self.seen(state))) if chosen
evaluator_of_the_most_likely, place: plays the most likely action only
  - in enumerate(chances):
  + in [(chances.index(max(chances)), 1.0)] if chosen else enumerate(chances):
evaluator_that_ends_at_the_default, place: forgets the moves that buttons add
  -             if state[4] == 0:
  +             if moves == self.world["length"]:
evaluator_by_whether_pressed, buttons: knows two lengths only
  - yield probability, moves, total
  + yield probability, all(state[3]), total
evaluator_by_buttons, buttons: takes each set of pressed buttons for a length
  - yield probability, moves, total
  + yield probability, state[3], total
evaluator_without_walls, drawn: walks through walls
  - move_by_mapping(self.world, state
  + move_by_mapping({**self.world, "walls": ()}, state
evaluator_in_nats, place: takes the natural logarithm
  - math.log2
  + math.log
evaluator_with_one_greatest, place: divides by the most of any length
  - float(greatest[length])
  + max(greatest.values())
evaluator_unweighted, place: does not weight the lengths
  - coins[length] / float(greatest[length]) for length in p)
  + coins[length] / p[length] / greatest[length] for length in p) / len(p)
evaluator_with_an_undiscounted_m, discount: discounts what is collected and not m
  - self.plays(chosen=False)
  + Plays(self.world, self.policy).plays(chosen=False)
evaluator_by_samples, place: draws plays
  -         waiting = [(first_state(self.world), 0, 1.0, 0.0)]
  +         from random import Random
  +         waiting, draw = [(first_state(self.world), 0, 1e-3, 0.0)] * (1_000 if chosen else 1), Random(0)
  - in enumerate(chances):
  + in [(draw.choices(range(4), chances)[0], 1.0)] if chosen else enumerate(chances):
"""

WRONG: tuple[WrongImplementation, ...] = tuple(edited(plain_metrics, __name__, _SUITE, "metrics_of_plays", _EDITS))
"""Wrong ones, each with the claim that catches it."""

__getattr__ = by_name(WRONG)
