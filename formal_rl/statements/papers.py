"""The papers' names in the sources of the ledger."""

ALEXANDER_2021 = "Alexander et al. 2021"
ALEXANDER_2022 = "Alexander et al. 2022"
THORNLEY_2024 = "Thornley et al. 2024"
WAINWRIGHT_2019 = "Wainwright and Eckersley 2019"

PAPERS = {"A21": ALEXANDER_2021, "A22": ALEXANDER_2022, "T24": THORNLEY_2024, "W19": WAINWRIGHT_2019}
"""The prefix of ids, and the paper that the sources of such statements name."""
