"""How DREST rewards and returns are asked for: by the names that they take. Scripts take what they need of it."""

from typing import Any

from formal_rl.conformance.adapters.cases import in_floats


def of_drest(given: Any) -> Any:
    """Return all that a reward or a return may take: m is that of the length, n how often it was chosen before."""
    greatest = dict(given["greatest"])
    told = {**given, "greatest": greatest, "k": len(greatest), "lam": given["root"] ** len(greatest)}
    if "counts" in given:
        counts, length = dict(given["counts"]), given["length"]
        told.update(counts=counts, m=greatest[length], i=1 + sum(counts.values()), n=counts[length])
    return told


def in_order_of_drest(given: Any) -> Any:
    """Return what a reward or a return takes by position."""
    return {name: dict(each) if name in ("counts", "greatest") else each for name, each in given.items()}


def floats_of_drest(given: Any) -> Any:
    """Return all that a reward or a return may take, with floats."""
    return in_floats(of_drest(given))


def floats_in_order_of_drest(given: Any) -> Any:
    """Return what a reward or a return takes by position, with floats."""
    return in_floats(in_order_of_drest(given))
