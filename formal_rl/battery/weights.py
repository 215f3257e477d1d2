"""Under which weights of the fifty environments a reality check gains: half-spaces, from the totals of runs.

An agent's gain in one environment is the mean over seeds of the difference of the two rewards per step. Under weights
it is the sum of weight times gain, so the weights under which the reality check gains are those on one side of a
hyperplane through the origin. Its normal vector is `GainVector.gains`.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from formal_rl.battery.published_totals import paper_opposite_totals, reproduced_totals
from formal_rl.battery.tables import SEEDS, STEPS
from formal_rl.battery.totals import OPPOSITE, Cell, Totals, opposite_name, reality_checked
from formal_rl.errors import InvalidParameter, require_int

LEDGER = ("A22-C9",)

Weights = Mapping[str, Fraction]
"""A weight for each environment, by name; those that are not named have weight 0."""

READINGS = {"published": reproduced_totals, "paper": paper_opposite_totals}
"""The totals of ten agents with opposites as the library has them, and as the paper has them."""


@frozen
class GainVector:
    """The gain of an agent's reality check over the agent in each environment, in reward per step.

    Ledger: A22-C9*
    """

    agent: str
    gains: Mapping[str, Fraction]

    def under(self, weights: Weights) -> Fraction:
        """Return the gain under weights.

        Raises `InvalidParameter` for an environment that there is not.
        """
        for name in weights:
            if name not in self.gains:
                raise InvalidParameter("weights", name, f"one of {', '.join(self.gains)}")
        return sum((Fraction(weight) * self.gains[name] for name, weight in weights.items()), Fraction(0))

    @property
    def uniform(self) -> Fraction:
        """The gain under equal weights that sum to 1."""
        return sum(self.gains.values(), Fraction(0)) / len(self.gains)

    @property
    def signs(self) -> tuple[int, int, int]:
        """The numbers of environments in which the reality check gains, loses, and changes nothing."""
        values = self.gains.values()
        return sum(value > 0 for value in values), sum(value < 0 for value in values), list(values).count(Fraction(0))

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest gain under weights that sum to 1: all the weight on one environment."""
        return min(self.gains.values()), max(self.gains.values())

    @property
    def paired_interval(self) -> tuple[Fraction, Fraction]:
        """The same under weights that are equal for an environment and its opposite: both weights on one pair."""
        plain = [name for name in self.gains if not name.startswith(OPPOSITE)]
        pairs = [(self.gains[name] + self.gains[opposite_name(name)]) / 2 for name in plain]
        return min(pairs), max(pairs)

    @property
    def least_share(self) -> Fraction | None:
        """The share t of the weight from which on it gains: (1 - t) on the environments, t on opposites, each evenly.

        It gains for every greater t; ``None`` where it does not gain more in opposites than in environments.
        """
        gains = self.gains.items()
        kinds = ([gain for name, gain in gains if name.startswith(OPPOSITE) is wanted] for wanted in (False, True))
        first, last = (sum(values, Fraction(0)) / len(values) for values in kinds)
        return None if last <= first else -first / (last - first)

    def bound(self, weights: Weights, width: Fraction = Fraction(2)) -> Fraction:
        """Return the most that the gain can be, either way: the weight not left alone, times the width of rewards.

        It needs to know only where the reality check changes nothing. Rewards from -1 to 1 have width 2.
        """
        return width * sum((abs(weight) for name, weight in weights.items() if self.gains[name]), Fraction(0))


def gain_vector(totals: Totals, agent: str, *, steps: int = STEPS, seeds: Iterable[int] = SEEDS) -> GainVector:
    """Return the gains of an agent's reality check in each environment, over the seeds that are given.

    Raises `InvalidParameter` for no seeds, and where a run of either is missing.

    Source: Alexander et al. 2022, Conjecture 9.
    Ledger: A22-C9*
    """
    chosen, found = tuple(seeds), {}
    require_int("number of seeds", len(chosen), 1)
    for name in dict.fromkeys(cell.environment for cell in totals if cell.agent == agent):
        runs = [
            [_total(totals, Cell(who, name, seed, steps)) for seed in chosen] for who in (reality_checked(agent), agent)
        ]
        found[name] = Fraction(sum(runs[0]) - sum(runs[1]), len(chosen) * steps)
    if not found:
        raise InvalidParameter("agent", agent, f"one of {sorted({cell.agent for cell in totals})}")
    return GainVector(agent, found)


def _total(totals: Totals, cell: Cell) -> int:
    if cell not in totals:
        raise InvalidParameter("totals", cell, "a run of the agent and one of its reality check, with each seed")
    return totals[cell]
