"""Where training with credit for the own mini-episode goes on average: the mean change of logits, and its rate."""

from collections.abc import Sequence
from fractions import Fraction

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.drest import require_number
from formal_rl.gridworlds.theorem._radical_sums import require_lengths
from formal_rl.gridworlds.theorem.own_returns import own_returns
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-mean-dynamics*",)


def mean_change(p: Sequence[Value], root: Value, number: int) -> tuple[Fraction, ...]:
    """Return by how much the logit of each length changes on average in a meta-episode, at a learning rate of 1.

    Lengths have the probabilities p, the softmax of their logits, throughout the meta-episode; each length is worth 1,
    and ``root`` is λ^(1/k). A choice of l is paid F_l = N W_l in the sum over mini-episodes, W as in `own_returns`; so
    the change is p_l (F_l - the sum of p_j F_j). It is the gradient, by the logits, of `potential`.

    Source: a reading of Thornley et al. 2024, Section 5; Sutton and Barto 2018, Section 13.3.
    """
    paid = [number * each for each in own_returns(p, root, number)]
    mean = sum((Fraction(share) * each for share, each in zip(p, paid, strict=True)), Fraction(0))
    return tuple(share * (each - mean) for share, each in zip(p, paid, strict=True))


def climbing_rate(k: int, root: Value, number: int, odds: Value = 1) -> Fraction:
    """Return r: the spread of the logits falls by at least r times itself, for each meta-episode at a rate of 1.

    The spread is the greatest logit less the least, and e^spread is at most ``odds``. r is p² c times the sum of
    i q^i (1 - c P)^(i - 1), where c = 1 - λ, q = λ^(-1/k), p = 1 / (1 + (k - 1) odds), P = odds / (odds + k - 1). For
    odds = 1 it is what the spread falls by in the end, exactly. It is 0 for N = 1.

    Source: a reading of Thornley et al. 2024, Section 5.
    """
    require_lengths(k)
    require_number(number)
    if odds < 1:
        raise InvalidParameter("odds", odds, "at least 1: the greatest probability over the least")
    base, ratio = Fraction(root), Fraction(odds)
    c = 1 - base**k
    least, most = 1 / (1 + (k - 1) * ratio), ratio / (ratio + k - 1)
    return least**2 * c * sum((i * base**-i * (1 - c * most) ** (i - 1) for i in range(1, number)), Fraction(0))
