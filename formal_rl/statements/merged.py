"""Identifiers that are no longer rows of the ledger: where each went, or why it was retired."""

from collections.abc import Mapping

MERGED: Mapping[str, str] = {
    # Alexander et al. 2021
    # Alexander et al. 2022
    # Thornley et al. 2024
    # Wainwright and Eckersley 2019
}
"""Each former identifier, and the row that has what it said; every lookup of the ledger answers with that row."""

RETIRED: Mapping[str, str] = {
    # Alexander et al. 2021
    # Alexander et al. 2022
    # Thornley et al. 2024
    # Wainwright and Eckersley 2019
}
"""Each identifier that no row replaces, and the reason, as the end of a sentence; a lookup raises with it."""
