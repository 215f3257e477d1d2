"""How DREST rewards and returns are asked for: by the names that they take. The source of these goes into scripts."""

from typing import Any

from formal_rl.conformance.adapters.cases import Floats, plain_data, taken_by_name


class RewardByName:
    """A function of some of value, length, counts, greatest, m, i, n, k, root and lam, by name."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return all that it may take: m is that of the length, n how often the length was chosen before."""
        counts, greatest = dict(given["counts"]), dict(given["greatest"])
        length, k = given["length"], len(greatest)
        return {
            "value": given["value"],
            "length": length,
            "counts": counts,
            "greatest": greatest,
            "m": greatest[length],
            "i": 1 + sum(counts.values()),
            "n": counts[length],
            "k": k,
            "root": given["root"],
            "lam": given["root"] ** k,
        }

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it with what it takes."""
        return implementation(**taken_by_name(implementation, arguments))


class RewardByPosition(RewardByName):
    """A function of (value, length, counts, greatest, root), whatever they are called."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it by position."""
        return implementation(*(arguments[name] for name in ("value", "length", "counts", "greatest", "root")))


class RewardByNameInFloats(Floats, RewardByName):
    """The same, with floats."""


class RewardByPositionInFloats(Floats, RewardByPosition):
    """The same, with floats."""


class ReturnByName:
    """A function of some of episodes, greatest, gamma, k, root and lam, by name."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return all that it may take."""
        greatest = dict(given["greatest"])
        root, k = given["root"], len(greatest)
        episodes, gamma = given["episodes"], given["gamma"]
        return {"episodes": episodes, "greatest": greatest, "gamma": gamma, "k": k, "root": root, "lam": root**k}

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it with what it takes."""
        return plain_data(implementation(**taken_by_name(implementation, arguments)))


class ReturnByPosition(ReturnByName):
    """A function of (episodes, greatest, root, gamma), whatever they are called."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it by position."""
        names = ("episodes", "greatest", "root", "gamma")
        return plain_data(implementation(*(arguments[name] for name in names)))


class ReturnByNameInFloats(Floats, ReturnByName):
    """The same, with floats."""


class ReturnByPositionInFloats(Floats, ReturnByPosition):
    """The same, with floats."""
