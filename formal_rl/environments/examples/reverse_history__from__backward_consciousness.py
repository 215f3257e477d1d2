"""Paid for acting as if everything had happened in reverse, in the flat form of the 2021 paper."""

from typing import Any

from formal_rl.environments.mimic import mimic
from formal_rl.histories import Play, Prompt, flatten, prompt_of, unflatten


def backwards(play: Play) -> Prompt:
    """Return (r_n, o_n, a_{n-1}, ..., r_1, o_1, a_0, r_0, o_0) for (r_0, o_0, a_0, ..., r_n, o_n, a_n).

    Written on the flat form as the paper has it; raises `MalformedHistory` where an observation is no
    natural number.

    Source: Alexander et al. 2021, Example 9.
    Ledger: A21-E9*
    """
    flat = flatten(prompt_of(play))
    r, o, a = flat[0::3], flat[1::3], flat[2::3]
    n = len(r) - 1
    turned: list[Any] = [r[n], o[n]]
    for i in range(n - 1, -1, -1):
        turned += [a[i], r[i], o[i]]
    return unflatten(turned)


backward_consciousness = mimic(backwards)
"""Definition: Alexander et al. 2021, Example 9.

Ledger: A21-E9*
"""
