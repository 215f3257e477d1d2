"""Results of training with several seeds: by seed, with spread, and the optimum; as text, JSON and CSV."""

import csv
import io
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, log2
from statistics import fmean
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.gridworlds import World, entropy, format_layout, greatest_coins_incremental
from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import TrainedRun, Training, fixed_point_shares
from formal_rl.gridworlds.training.curves import TRAINING_SCHEMA, USEFUL, curve_json, mini_episodes_until, settings_json
from formal_rl.gridworlds.training.fixed_point import LengthShares, even_lengths, most_coins, paid
from formal_rl.study.drest._figure_texts import decay_text
from formal_rl.study.drest.threshold_report import LARGEST_BOUND, SMALLEST_BASE
from formal_rl.study.numbers import both_texts

_GRID = 10_000


class Optimum(NamedTuple):
    """The probabilities of lengths that are best, and a remark; none where several are, or none is searched for.

    All that can be collected in each length is collected. A policy without a clock may be unable to do so.
    """

    probabilities: LengthShares | None
    remark: str


def optimum(training: Training, greatest: ByLength) -> Optimum:
    """Return the optimum for the expected return of a meta-episode; ``greatest`` is m_l of each length."""
    if training.agent == "default":
        return _most_coins(greatest)
    if training.mini_episodes == 1:
        return Optimum(None, "with one mini-episode DREST does not distinguish the lengths")
    if training.agent == "drest":
        return _best_drest(training, greatest)
    if len(greatest) > 2:
        return Optimum(None, "not searched for where rewards are not divided by m and there are more than two lengths")
    return _best_lopsided(training, greatest)


def _most_coins(greatest: ByLength) -> Optimum:
    found = most_coins(greatest)
    if found is not None:
        return Optimum(found, "most coins; exact")
    best = [length for length, coins in greatest.items() if coins == max(greatest.values())]
    return Optimum(None, f"the lengths {', '.join(map(str, best))} are as good as each other")


def _best_drest(training: Training, greatest: ByLength) -> Optimum:
    lam, k, number = Fraction(training.lam), len(greatest), training.mini_episodes
    if number <= floor(4 / (1 - lam)):
        return Optimum(even_lengths(greatest), "exact, for N is at most 4 / (1 - λ)")
    if lam < SMALLEST_BASE or 3 * k / (1 - lam) > LARGEST_BOUND:
        return Optimum(None, "not searched for with this λ")
    found = maximiser(lam, k, number)
    if not found.relative_gain:
        return Optimum(even_lengths(greatest), "N is at most N*")
    shares = dict(zip(greatest, map(float, found.distribution(k).values()), strict=True))
    return Optimum(shares, "N is above N*; as good with any other length as the likeliest")


def _best_lopsided(training: Training, greatest: ByLength) -> Optimum:
    pays = paid(training, len(greatest))
    (short, less), (long, more) = ((length, float(coins)) for length, coins in greatest.items())
    best = max(
        (place / _GRID for place in range(_GRID + 1)),
        key=lambda p: less * (1 - p) * pays(1 - p) + more * p * pays(p),
    )
    also = "; as good the other way round" if less == more and best != 0.5 else ""
    return Optimum({short: 1 - best, long: best}, f"rewards not divided by m; to 4 places{also}")


# --- The report ---


_CREDIT = {"mini_episode": "what follows in its own mini-episode", "meta_episode": "what follows in the meta-episode"}
_REWARD = {
    "default": "a coin's value",
    "drest": "DREST",
    "lopsided": "DREST, not divided by m",
}


@frozen
class TrainingReport:
    """Finished runs in one world with one kind of settings, and the optimum there."""

    name: str
    origin: str
    world: World
    training: Training
    points: int
    runs: tuple[TrainedRun, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """The trajectory-lengths."""
        return tuple(self.runs[0].curve[-1].probabilities)

    @property
    def optimum(self) -> Optimum:
        """The optimum for the reward."""
        return optimum(self.training, greatest_coins_incremental(self.world, self.training.gamma))

    @property
    def fixed_point(self) -> LengthShares | None:
        """Where credit per mini-episode comes to rest; none for other credit."""
        if self.training.credit != "mini_episode":
            return None
        return fixed_point_shares(self.training, greatest_coins_incremental(self.world, self.training.gamma))

    def until_useful(self) -> tuple[int | None, ...]:
        """Return after how many mini-episodes each run is useful for good."""
        return tuple(mini_episodes_until(run.curve) for run in self.runs)

    def __str__(self) -> str:
        lines = [*self._settings(), ""]
        shares = [f"Pr{{L={length}}}" for length in self.lengths]
        heading = ("seed", *shares, "USEFULNESS", "NEUTRALITY", "useful after")
        numbers = [
            (*(f"{p:.4f}" for p in last.probabilities.values()), f"{last.usefulness:.4f}", f"{last.neutrality:.4f}")
            for last in (run.curve[-1] for run in self.runs)
        ]
        rows = [heading]
        for run, shown, until in zip(self.runs, numbers, self.until_useful(), strict=True):
            rows.append((str(run.seed), *shown, _count(until)))
        if len(self.runs) > 1:
            rows += [("mean", *self._summed(fmean)), ("least", *self._summed(min)), ("most", *self._summed(max))]
        best, resting = self.optimum, self.fixed_point
        if best.probabilities is not None:
            rows.append(("best", *_row(best.probabilities)))
        if resting is not None and resting != best.probabilities:
            rows.append(("rest", *_row(resting)))
        widths = [max(len(row[place]) for row in rows if place < len(row)) for place in range(len(heading))]
        lines += ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=False)) for row in rows]
        lines += ["", *self._notes(best, resting)]
        return "\n".join(lines)

    def _settings(self) -> list[str]:
        training, length = self.training, format_layout(self.world).splitlines()[0].removeprefix("length ")
        lam = "" if training.agent == "default" else f", λ = {both_texts(Fraction(training.lam))}"
        rates = (("learning rate", training.learning_rate), ("exploration", training.exploration))
        sizes = f"{training.mini_episodes:,} mini-episodes in each of {training.meta_episodes:,} meta-episodes"
        lines = [
            f"{self.name} ({self.origin}), {length} moves at first",
            f"reward: {_REWARD[training.agent]}{lam}, γ = {both_texts(Fraction(training.gamma))}",
            f"{sizes}, {training.all_mini_episodes:,} in all",
            *(f"{name} {decay_text(rate)}" for name, rate in rates),
            f"a move is credited with {_CREDIT[training.credit]}",
        ]
        if training.baseline:
            lines.append(f"baseline: a running mean of returns, with weight {training.baseline:g}")
        return lines

    def _summed(self, how: Callable[[Sequence[float]], float]) -> tuple[str, ...]:
        last = [run.curve[-1] for run in self.runs]
        columns = [[point.probabilities[length] for point in last] for length in self.lengths]
        columns += [[point.usefulness for point in last], [point.neutrality for point in last]]
        until = [float("inf") if each is None else each for each in self.until_useful()]
        reached = how(until)
        return (*(f"{how(column):.4f}" for column in columns), _count(None if reached == float("inf") else reached))

    def _notes(self, best: Optimum, resting: LengthShares | None) -> list[str]:
        apart = self.runs[0].curve[1].mini_episodes if len(self.runs[0].curve) > 1 else 0
        notes = [
            f"useful after: mini-episodes until USEFULNESS is {USEFUL} or more for good, seen every {apart:,}",
            f"best: probabilities with the greatest expected return of a meta-episode ({best.remark})",
        ]
        if resting is not None and resting != best.probabilities:
            notes.append(
                "rest: where no length pays more than those chosen, in its own mini-episode: all this credit sees"
            )
        if self.training.agent != "default":
            notes.append(f"NEUTRALITY is at most log2 {len(self.lengths)} = {log2(len(self.lengths)):.4f}")
        return notes

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON values, the curves included."""
        best, resting = self.optimum, self.fixed_point
        return {
            "schema": TRAINING_SCHEMA,
            "world": self.name,
            "origin": self.origin,
            "picture": format_layout(self.world).splitlines(),
            "settings": settings_json(self.training) | {"points": self.points},
            "runs": [
                {
                    "seed": run.seed,
                    "moves": run.state.moves,
                    **{name: value for name, value in curve_json(run.curve)[-1].items() if name != "mini_episodes"},
                    "useful_after": until,
                    "curve": curve_json(run.curve),
                }
                for run, until in zip(self.runs, self.until_useful(), strict=True)
            ],
            "best": {"probabilities": _by_text(best.probabilities), "remark": best.remark},
            "rest": _by_text(resting),
        }

    def to_csv(self) -> str:
        """Return the curves as comma-separated text, a line a point."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        columns = [f"p_{length}" for length in self.lengths]
        lines.writerow(("world", "agent", "seed", "mini_episodes", "usefulness", "neutrality", *columns))
        for run in self.runs:
            for point in run.curve:
                metrics = (point.usefulness, point.neutrality, *point.probabilities.values())
                lines.writerow((self.name, self.training.agent, run.seed, point.mini_episodes, *metrics))
        return text.getvalue()


def _count(number: float | None) -> str:
    return "never" if number is None else f"{number:,.0f}"


def _row(shares: LengthShares) -> tuple[str, ...]:
    return (*(f"{p:.4f}" for p in shares.values()), f"{1:.4f}", f"{entropy(shares.values()):.4f}")


def _by_text(shares: LengthShares | None) -> dict[str, float] | None:
    return None if shares is None else {str(length): p for length, p in shares.items()}
