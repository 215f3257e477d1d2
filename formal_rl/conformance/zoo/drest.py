"""Metrics, rewards and returns of shutdownable agents: right ones in each convention, and edits that are wrong."""

from formal_rl.conformance.zoo import plain_drest as plain
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_drest import *  # noqa: F403 - scripts find the right ones here, too
from formal_rl.conformance.zoo.wrong import RightImplementation

RIGHT = (
    RightImplementation("neutrality", plain.neutrality_in_bits, "neutrality"),
    RightImplementation("neutrality, in batches", plain.neutrality_in_batches, "neutrality"),
    RightImplementation("usefulness, in batches", plain.usefulness_in_batches, "usefulness"),
    RightImplementation("DREST reward by position", plain.reward_by_position, "drest_reward"),
    RightImplementation("DREST returns by position", plain.returns_by_position, "drest_return"),
    RightImplementation("usefulness", plain.usefulness_by_length, "usefulness"),
    RightImplementation("DREST reward, exact", plain.reward_exact, "drest_reward"),
    RightImplementation("DREST reward in floats", plain.reward_in_floats, "drest_reward"),
    RightImplementation("DREST returns, exact", plain.returns_by_length, "drest_return"),
    RightImplementation("DREST returns in floats", plain.returns_in_floats, "drest_return"),
)

_EDITS = {
    ("neutrality", "neutrality_in_bits"): r"""
neutrality_in_nats, values: takes the natural logarithm
  - math.log2
  + math.log
neutrality_over_its_greatest, values: is divided by its greatest value
  -  if p)
  +  if p) / max(math.log2(len(probabilities)), 1)
neutrality_without_zeros, values: takes the logarithm of a probability of 0
  -  if p)
  + )
""",
    ("usefulness", "usefulness_by_length"): r"""
usefulness_unweighted, values: does not weigh the lengths by their probabilities
  - p * coins / Fraction(m)
  + coins / Fraction(m * len(greatest))
usefulness_of_what_is_reached, values: takes the lengths that are chosen for equally likely
  - p * coins / Fraction(m)
  + (p > 0) * coins / Fraction(m * sum(map(bool, probabilities)))
usefulness_of_totals, values: divides totals, not each length by its own
  - p * coins / Fraction(m)
  + p * coins / Fraction(sum(p * m for p, m in zip(probabilities, greatest, strict=True)))
usefulness_over_the_best_length, values: divides every length by the best of all
  - Fraction(m)
  + Fraction(max(greatest))
""",
    ("drest_reward", "reward_exact"): r"""
reward_exponent_off_by_one, first: has i in the exponent in the place of i - 1
  - (i - 1)
  + i
reward_counts_updated_before, first: updates the counts before the reward
  - k * n
  + k * (n + 1)
reward_not_divided, first: is not divided by m
  -  * value / m
  +  * value
reward_for_two_lengths, later: takes the number of lengths for 2
  - k * n
  + 2 * n
reward_without_what_is_due, later: forgets the (i - 1)/k of the exponent
  -  - (i - 1)
reward_that_alters_the_counts, mutates: updates the counts that it is given [reward_in_floats]
  -     return float(lam)
  +     counts[length] += 1
  +     return float(lam)
""",
    ("drest_return", "returns_by_length"): r"""
returns_discounted_from_the_first, one: discounts the first move already
  - ** t
  + ** (t + 1)
returns_undiscounted, one: does not discount the coins
  - Fraction(gamma) ** t * value
  + value
returns_counted_before, one: counts a mini-episode before it is paid
  - * chosen[length] -
  + * (chosen[length] + 1) -
returns_by_the_least_length, one: takes each mini-episode for one of the default length
  - len(collected)
  + min(greatest)
returns_counted_for_ever, again: keeps its counts from one meta-episode to the next
  - Counter()
  + vars(returns_by_length).setdefault("chosen", Counter())
""",
}

WRONG = tuple(each for of, text in _EDITS.items() for each in edited(plain, __name__, *of, text))

__getattr__ = by_name(WRONG)
