"""How a step is paid, as a table: by the kind of payment, what the copy answered, and what the agent did."""

from collections.abc import Callable
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Payment(IntEnum):
    """The kinds of payments. Where a button or a sentence is meant, action 0 is to push, and 1 says that it is true."""

    AS_THE_COPY = 0
    UNLIKE_THE_COPY = 1
    IF_THE_COPY_DOES_0 = 2
    IF_THE_COPY_DOES_1 = 3
    PUSHING_OR_PUNISHED = 4
    PUSHING = 5
    PUSHING_BY_THE_COPY = 6
    NOTHING = 7
    TRUE_IF_THE_COPY_DOES_0 = 8
    TRUE_IF_THE_COPY_DOES_1 = 9
    PUNISHED = 10


_RULES: dict[Payment, Callable[[int, int], int]] = {
    Payment.AS_THE_COPY: lambda action, copy: 1 if action == copy else -1,
    Payment.UNLIKE_THE_COPY: lambda action, copy: -1 if action == copy else 1,
    Payment.IF_THE_COPY_DOES_0: lambda action, copy: 1 if copy == 0 else -1,
    Payment.IF_THE_COPY_DOES_1: lambda action, copy: 1 if copy == 1 else -1,
    Payment.PUSHING_OR_PUNISHED: lambda action, copy: 1 if action == 0 else -1,
    Payment.PUSHING: lambda action, copy: 1 if action == 0 else 0,
    Payment.PUSHING_BY_THE_COPY: lambda action, copy: 0 if action == 1 else 1 if copy == 1 else -1,
    Payment.NOTHING: lambda action, copy: 0,
    Payment.TRUE_IF_THE_COPY_DOES_0: lambda action, copy: 1 if (action == 1) == (copy == 0) else -1,
    Payment.TRUE_IF_THE_COPY_DOES_1: lambda action, copy: 1 if (action == 1) == (copy == 1) else -1,
    Payment.PUNISHED: lambda action, copy: -1,
}

PLACES = 6
"""How many places of the table a kind takes: three answers of the copy by two actions."""

PAYMENTS: NDArray[np.float64] = np.array(
    [float(_RULES[kind](action, copy)) for kind in Payment for copy in range(3) for action in range(2)]
)
"""The reward at ``PLACES * kind + 2 * copy + action``."""
