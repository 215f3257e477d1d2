"""Identifiers that are no longer rows of the ledger: where each went, or why it was retired."""

from collections.abc import Mapping

MERGED: Mapping[str, str] = {
    # Alexander et al. 2021
    # Alexander et al. 2022
    "A22-T10-all-horizons": "A22-T10.1",
    "A22-T10-all-alphabets": "A22-T10.1",
    "A22-RC-never-freezes": "A22-T10.3",
    "A22-chance-draw-by-draw": "A22-chance-fresh-draws",
    "A22-S4-listing": "A22-E3",
    "A22-C9-weights": "A22-C9",
    # Thornley et al. 2024
    "T24-DA2": "T24-DA1",
    "T24-DB2": "T24-DB1",
    "T24-DB3": "T24-DB1",
    "T24-DB5": "T24-DB4",
    "T24-DD1": "T24-DD2",
    "T24-iid": "T24-pomdp",
    "T24-C1": "T24-C-all",
    "T24-C2": "T24-C-all",
    "T24-C4": "T24-C-all",
    "T24-C6": "T24-C-all",
    "T24-C7": "T24-C-all",
    "T24-C8": "T24-C-all",
    # Wainwright and Eckersley 2019
    "W19-life": "W19-cells",
    "W19-zero": "W19-baseline",
    "W19-Tab2": "W19-Tab1",
}
"""Each former identifier, and the row that has what it said; every lookup of the ledger answers with that row."""

RETIRED: Mapping[str, str] = {
    # Alexander et al. 2021
    "A21-S3-genuine": "it said only that the extended examples are extended",
    # Alexander et al. 2022
    # Thornley et al. 2024
    "T24-figures": "it drew our own runs, not the paper's; formal-rl drest figures still draws them",
    # Wainwright and Eckersley 2019
    "W19-figures": "it counted our own runs, not the paper's; formal-rl safelife benchmark --out writes them",
}
"""Each identifier that no row replaces, and the reason, as the end of a sentence; a lookup raises with it."""
