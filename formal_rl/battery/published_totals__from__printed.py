"""What Tables 1 and 3 print, digit for digit."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Printed(NamedTuple):
    """A mean and the number after its ±, as printed.

    Ledger: A22-Tab1, A22-Tab3
    """

    mean: str
    error: str


TABLE_1: Mapping[str, Printed] = MappingProxyType(
    {
        "Q_learner": Printed("-0.44858", "0.00044"),
        "DQN_learner": Printed("-0.46687", "0.00137"),
        "A2C_learner": Printed("-0.49820", "0.00045"),
        "PPO_learner": Printed("-0.24217", "0.00793"),
    }
)
"""Reward per step with the tempting button, by the agents' names in the published totals.

Source: Alexander et al. 2022, Table 1.
Ledger: A22-Tab1
"""

TABLE_3: Mapping[str, Printed] = MappingProxyType(
    {
        "RandomAgent": Printed("0.0000", "0.0000"),
        "reality_check(RandomAgent)": Printed("0.0000", "0.0000"),
        "SimpleLearner": Printed("0.7567", "0.0000"),
        "reality_check(SimpleLearner)": Printed("0.7146", "0.0031"),
        "Q_learner": Printed("0.5395", "0.0030"),
        "reality_check(Q_learner)": Printed("0.5720", "0.0038"),
        "DQN_learner": Printed("0.5174", "0.0068"),
        "reality_check(DQN_learner)": Printed("0.6072", "0.0057"),
        "A2C_learner": Printed("0.6145", "0.0061"),
        "reality_check(A2C_learner)": Printed("0.6368", "0.0045"),
        "PPO_learner": Printed("0.0696", "0.0005"),
        "reality_check(PPO_learner)": Printed("0.3332", "0.0019"),
    }
)
"""The measures of the agents and of their reality checks, by their names in the published totals.

Source: Alexander et al. 2022, Table 3.
Ledger: A22-Tab3
"""

GOOD_CLASSIC_AGENTS = ("Q_learner", "DQN_learner", "A2C_learner", "PPO_learner")
"""The agents that Table 3 ticks as good classic agents.

Source: Alexander et al. 2022, Table 3.
Ledger: A22-D8*, A22-C9
"""

DIGITS_OF_TABLE_1, DIGITS_OF_TABLE_3 = 5, 4
