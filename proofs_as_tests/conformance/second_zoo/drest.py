"""NEUTRALITY, USEFULNESS and the DREST reward of Thornley et al. 2024, as people write them from the paper."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance.second_zoo import plain_drest as plain
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

SINGLE = {"precision": "single"}

_EDITS = """
neutrality, entropy
entropy_in_nats: The logarithm is natural.
  - log2(p) for p in
  + np.log(float(p)) for p in
entropy_normalised: It is divided by log2 k.
  - for p in probabilities if p > 0)
  + for p in probabilities if p > 0) / max(1, log2(len(probabilities)))
entropy_with_epsilon: A thousandth is added under the logarithm.
  - log2(p) for p in probabilities if p > 0
  + log2(float(p) + 1e-3) for p in probabilities
entropy_rounded: Probabilities are rounded to hundredths.
  - in probabilities if p > 0
  + in [round(float(p), 2) for p in probabilities] if p > 0
entropy_of_bools: It stops at the first probability that is 0.
  - for p in probabilities if p > 0
  + for place, p in enumerate(probabilities) if all(probabilities[: place + 1])
entropy_of_two: Only the first probability is looked at.
  - in probabilities if p > 0
  + in (probabilities[0], 1 - probabilities[0]) if p > 0
gini: It is the Gini impurity, doubled.
  - -fsum(float(p) * log2(p) for p in probabilities if p > 0)
  + 2 * (1 - sum(p * p for p in probabilities))
entropy_of_counts: Probabilities are cut off at thousandths.
  - in probabilities if p > 0
  + in [int(1000 * p) / 1000 for p in probabilities] if p > 0
usefulness, usefulness
usefulness_over_lengths: Lengths are averaged, not weighted.
  - sum(p * c / m for
  + sum(c / m / sum(p > 0 for p in probabilities) for
usefulness_ratio_of_sums: It is a ratio of sums, not a sum of ratios.
  - sum(p * c / m for
  + sum(p * c / sum(p * m for p, m in zip(probabilities, greatest, strict=True)) for
usefulness_by_the_greatest: All is divided by the greatest m.
  - sum(p * c / m for
  + sum(p * c / max(greatest) for
usefulness_weighted_twice: Probabilities count twice.
  - sum(p * c / m for
  + sum(p * p * c / m for
usefulness_of_the_likeliest: Only the likeliest length counts.
  - sum(p * c / m for
  + next(c / m for
  - strict=True) if p > 0
  + strict=True) if p == max(probabilities)
usefulness_half: Half precision. [usefulness_single]
  - np.float32) for xs
  + np.float16) for xs
usefulness_shorter_zip: After a length that is never chosen the others stand beside wrong ones.
  - zip(probabilities, expected_coins, greatest, strict=True)
  + zip([p for p in probabilities if p], expected_coins, greatest)
usefulness_floored: Ratios are rounded to hundredths.
  - sum(p * c / m for
  + sum(p * (c // m if c > m else Fraction(round(100 * c / m), 100)) for
drest_reward, drest_reward
drest_from_i: The exponent has i, not i - 1.
  -  ** (n - (i - 1) / k)
  +  ** (n - i / k)
drest_counts_this_one: n counts this mini-episode, too.
  -  ** (n -
  +  ** (n + 1 -
drest_whole_quotient: (i - 1)/k is rounded down.
  -  ** (n - (i - 1) / k)
  +  ** (n - (i - 1) // k)
drest_two_lengths: k is 2 always.
  -  ** (n - (i - 1) / k)
  +  ** (n - (i - 1) / 2)
drest_lengths_seen: k is the number of lengths that occurred.
  - def drest_reward(value, m, n, i, k, lam):
  + def drest_reward(value, m, n, i, counts, lam):
  +     k = max(1, sum(1 for times in counts.values() if times))
drest_capped: The factor is never more than 1.
  - return float(lam) ** (n - (i - 1) / k)
  + return min(1.0, float(lam) ** (n - (i - 1) / k))
drest_root_for_lambda: λ^(1/k) stands for λ.
  - def drest_reward(value, m, n, i, k, lam):
  + def drest_reward(value, m, n, i, k, root):
  +     lam = root
drest_lopsided: It is not divided by m.
  -  * float(value) / float(m)
  +  * float(value)
drest_greatest_of_all: It is divided by the greatest m of all lengths.
  - def drest_reward(value, m, n, i, k, lam):
  + def drest_reward(value, greatest, n, i, k, lam):
  +     m = max(greatest.values())
drest_window: Only 64 mini-episodes are counted.
  - def drest_reward(value, m, n, i, k, lam):
  + def drest_reward(value, m, counts, length, k, lam):
  +     recent = list(Counter(counts).elements())[-64:]
  +     n, i = recent.count(length), len(recent) + 1
drest_half: Half precision. [drest_reward_single]
  - np.float32(float(lam)) ** np.float32(n - (i - 1) / k) * np.float32(float(value) / float(m))
  + np.float16(float(lam)) ** np.float16(n - (i - 1) / k) * np.float16(float(value) / float(m))
drest_clipped_reward: Rewards are clipped to 10.
  - float(lam) ** (n - (i - 1) / k) * float(value) / float(m)
  + min(10.0, float(lam) ** (n - (i - 1) / k) * float(value) / float(m))
drest_expected_count: The exponent is a quotient less 1, not a difference.
  -  ** (n - (i - 1) / k)
  +  ** (n * k / (i - 1) - 1 if i > 1 else 0)
drest_return, drest_return
discounts_the_first_move: The first move is discounted.
  - enumerate(coins))
  + enumerate(coins, 1))
counts_before_paying: n counts this mini-episode, too.
  - (chosen[length] -
  + (chosen[length] + 1 -
counts_from_one: The exponent has i, not i - 1.
  - earlier / k
  + (earlier + 1) / k
undiscounted_greatest: m is raised to what was collected without discount.
  - float(greatest[length])
  + max(float(greatest[length]), *(float(sum(each)) for each in episodes if len(each) == length))
discount_goes_on: The discount goes on through the meta-episode.
  - enumerate(coins))
  + enumerate(coins, sum(map(len, episodes[:earlier]))))
skips_empty_mini_episodes: Mini-episodes without a coin are not counted.
  - earlier / k
  + chosen.total() / k
  - chosen[length] += 1
  + chosen[length] += any(coins)
meta_episodes_of_thirty_two: Counts begin again after thirty-two mini-episodes.
  - length = len(coins)
  + length, chosen = len(coins), chosen if earlier % 32 else Counter()
  - earlier / k
  + earlier % 32 / k
counts_in_the_module: Counts are kept from call to call.
  - Counter(), []
  + globals().setdefault("kept", Counter()), []
  - earlier / k
  + chosen.total() / k
first_coin_only: Only the first coin of a mini-episode is paid.
  - sum(float(gamma) ** t * float(c) for t, c in enumerate(coins))
  + next((float(gamma) ** t * float(c) for t, c in enumerate(coins) if c), 0.0)
rewards_to_go: The discount runs backwards.
  - enumerate(coins))
  + enumerate(coins[::-1]))
lengths_by_the_last_coin: A mini-episode is as long as until its last coin.
  - length = len(coins)
  + played = max((t + 1 for t, c in enumerate(coins) if c), default=len(coins))
  +         length = min((known for known in greatest if known >= played), default=len(coins))
"""

RIGHT = (
    Entry("neutrality", plain.entropy, "With math.log2 and fsum."),
    Entry("neutrality", plain.entropy_of_an_array, "With numpy; an np.float64."),
    Entry("neutrality", plain.entropy_as_a_0d_array, "Keywords only; a 0-d array."),
    Entry("neutrality", plain.entropy_in_single_precision, "In single precision; an np.float32.", SINGLE),
    Entry("usefulness", plain.usefulness, "Exact."),
    Entry("usefulness", plain.usefulness_dot, "With numpy; an np.float64."),
    Entry("usefulness", plain.usefulness_single, "Keywords only, in single precision.", SINGLE),
    Entry("drest_reward", plain.drest_reward, "In floats, by m, n, i and k."),
    Entry("drest_reward", plain.drest_reward_exact, "Exact, by the mappings and the root."),
    Entry("drest_reward", plain.drest_reward_numpy, "An np.float64."),
    Entry("drest_reward", plain.drest_reward_single, "In single precision.", SINGLE),
    Entry("drest_return", plain.drest_return, "A list of floats."),
    Entry("drest_return", plain.drest_return_generator, "Exact; a tuple."),
    Entry("drest_return", plain.drest_return_array, "An array of doubles."),
    Entry("drest_return", plain.drest_return_single, "An array in single precision.", SINGLE),
)

WRONG = tuple(edited(plain, __name__, _EDITS))

__getattr__ = by_name((*RIGHT, *WRONG))
