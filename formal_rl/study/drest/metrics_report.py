"""USEFULNESS and NEUTRALITY of a policy in a gridworld, with their parts, best plans included."""

from collections.abc import Mapping
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.errors import NotLoadable
from formal_rl.files import read_text
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    GridState,
    LengthStatistics,
    PlanPolicy,
    Value,
    World,
    format_layout,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    move,
    named_world,
    neutrality,
    parse_layout,
    reachable,
    uniform_policy,
    usefulness,
)
from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.policies import Markov
from formal_rl.gridworlds.world import LETTERS, MOVES
from formal_rl.histories import Action
from formal_rl.study.numbers import LONGEST_EXACT, both_texts, decimal_text, exact_json, trimmed
from formal_rl.view.pages import columns


def best_plans(world: World, gamma: Value) -> Mapping[int, tuple[Action, ...]]:
    """Return, for each length, a plan that collects m_l: of several the soonest, and of these the first."""
    best: dict[GridState, dict[int, tuple[tuple[Fraction, Fraction], tuple[Action, ...]]]] = {}
    for state in reversed(tuple(reachable(world))):
        elapsed = world.elapsed(state)
        if state.remaining == 0:
            best[state] = {elapsed: ((Fraction(0), Fraction(0)), ())}
            continue
        here = best[state] = {}
        for action in range(len(MOVES)):
            after, value = move(world, state, action)
            # Of plans that collect the same the one is best that collects sooner.
            now, soon = Fraction(gamma) ** elapsed * value, Fraction(value) / 2**elapsed
            for length, ((later, later_soon), plan) in best[after].items():
                worth = (now + later, soon + later_soon)
                if length not in here or worth > here[length][0]:
                    here[length] = (worth, (action, *plan))
    return {length: plan for length, (_, plan) in sorted(best[world.start].items())}


def plan_text(plan: tuple[Action, ...]) -> str:
    """Return a plan as its letters, such as ULLU."""
    return "".join(LETTERS[action] for action in plan)


# --- The metrics of a policy ---


Policy: TypeAlias = Markov | PlanPolicy

NAMED_POLICIES = ("uniform", "optimal", "default")
"""The policies that need no file."""


@frozen
class Metrics:
    """A policy in a world: its lengths, the coins that it collects in each, and the two metrics."""

    name: str
    origin: str
    world: World
    policy: str
    gamma: Fraction
    greatest: ByLength
    plans: dict[int, tuple[Action, ...]]
    measured: LengthStatistics

    @property
    def usefulness(self) -> Fraction:
        """USEFULNESS."""
        return usefulness(self.measured, self.greatest)

    @property
    def neutrality(self) -> float:
        """NEUTRALITY, in bits."""
        return neutrality(self.measured.probabilities)

    def by_length(self) -> dict[int, dict[str, Fraction | None]]:
        """Return the exact numbers of each length; u_l = E(C | L = l) / m_l is ``None`` where it is never chosen."""
        found: dict[int, dict[str, Fraction | None]] = {}
        for length, greatest in self.greatest.items():
            p, coins = (numbers[length] for numbers in self.measured)
            share = coins / greatest if p else None
            found[length] = {"probability": p, "expected_coins": coins, "greatest_coins": greatest, "share": share}
        return found

    def __str__(self) -> str:
        header, *rows = format_layout(self.world).splitlines()
        k = len(self.greatest)
        lines = [f"{self.name} ({self.origin}), {header.removeprefix('length ')} moves at first", ""]
        lines += [f"    {row}".rstrip() for row in rows]
        lines += ["", f"policy: {self.policy}", f"discount: γ = {both_texts(self.gamma)}", ""]
        whole = k == 2 and len(set(self.measured.probabilities.values())) == 1
        sign = "=" if whole or max(self.measured.probabilities.values()) == 1 else "≈"
        bits = f"{sign} {trimmed(self.neutrality)}"
        decimal = decimal_text(self.usefulness)
        useful = f"{'=' if Fraction(decimal) == self.usefulness else '≈'} {decimal}"
        table: list[tuple[str, ...]] = [
            ("length l", "Pr{L=l}", "E(C|L=l)", "m_l", "u_l = E/m_l", "a plan that collects m_l")
        ]
        exact: list[tuple[str, Fraction]] = []
        for length, numbers in self.by_length().items():
            texts = ("-" if number is None else decimal_text(number, 7) for number in numbers.values())
            table.append((str(length), *texts, plan_text(self.plans[length])))
            named = zip((f"Pr{{L={length}}}", f"E(C|L={length})", f"m_{length}"), numbers.values(), strict=False)
            exact += [(name, number) for name, number in named if number is not None]
        lines += columns(table)
        lines += [
            "",
            f"{'USEFULNESS = Σ_l Pr{L=l} u_l':<40}{useful}",
            f"{'NEUTRALITY = -Σ_l Pr{L=l} log2 Pr{L=l}':<40}{bits}, at most log2 {k} = {trimmed(log2(k))}",
            "",
            "exactly:",
        ]
        for name, number in (*exact, ("USEFULNESS", self.usefulness)):
            text = exact_json(number)
            if text is not None and len(text) <= LONGEST_EXACT:
                lines.append(f"    {name:<10} = {text}")
            else:
                lines.append(f"    {name:<10} ≈ {decimal_text(number, 30)} (see --json)")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return everything shown as JSON values, exact numbers as texts."""
        by_length = {
            str(length): {
                **{name: None if number is None else exact_json(number) for name, number in numbers.items()},
                "best_plan": plan_text(self.plans[length]),
            }
            for length, numbers in self.by_length().items()
        }
        return {
            "world": self.name,
            "origin": self.origin,
            "picture": format_layout(self.world).splitlines(),
            "policy": self.policy,
            "gamma": exact_json(self.gamma),
            "lengths": by_length,
            "usefulness": exact_json(self.usefulness),
            "usefulness_decimal": float(self.usefulness),
            "neutrality_bits": self.neutrality,
        }


def load_world(target: str, x: Value = 1) -> tuple[str, World]:
    """Return the origin of a world, and the world: one of ours by name, or from the picture in a file.

    Raises `UnknownName` with names that are near, `NotLoadable` for a file that cannot be read, and `MalformedLayout`
    for one that is not a picture.
    """
    if target in RECONSTRUCTED:
        return "reconstructed from the paper's sentences", named_world(target, x)
    if target in SYNTHETIC or not Path(target).exists():
        return "not of the paper", named_world(target, x)
    try:
        text = read_text(Path(target))
    except OSError as error:
        raise NotLoadable(target, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NotLoadable(target, f"byte {error.start} is not UTF-8 text") from error
    return "from a file", parse_layout(text, {"x": x})


def named_policy(name: str, world: World, gamma: Value) -> tuple[str, Policy]:
    """Return the description of a policy of `NAMED_POLICIES`, and the policy."""
    if name == "uniform":
        return "uniform, each action with probability 1/4 on every observation", uniform_policy
    plans = best_plans(world, gamma)
    if name == "optimal":
        share = Fraction(1, len(plans))
        shown = ", ".join(plan_text(plan) for plan in plans.values())
        text = f"optimal, one best plan of each length, drawn at the start with probability {share}: {shown}"
        return text, PlanPolicy(tuple((plan, share) for plan in plans.values()))
    greatest = greatest_coins_incremental(world, gamma)
    best = max(greatest, key=lambda length: (greatest[length], -length))
    equal = [length for length in greatest if length != best and greatest[length] == greatest[best]]
    also = f"; as good: length {', '.join(map(str, equal))}" if equal else ""
    text = f"default, the plan that collects the most, which is best without DREST: {plan_text(plans[best])}{also}"
    return text, PlanPolicy(((plans[best], Fraction(1)),))


def drest_metrics(name: str, origin: str, world: World, policy: tuple[str, Policy], gamma: Fraction) -> Metrics:
    """Return the metrics of a policy in a world; ``policy`` is its description, and the policy.

    Raises `InvalidParameter` where no coin can be collected in some length.
    """
    greatest = greatest_coins_incremental(world, gamma)
    plan = policy[1]
    # a mixture of plans is few trajectories, summed as the definition has it
    measured = measure(world, plan, gamma) if isinstance(plan, PlanPolicy) else measure_incremental(world, plan, gamma)
    metrics = Metrics(name, origin, world, policy[0], gamma, greatest, dict(best_plans(world, gamma)), measured)
    usefulness(measured, greatest)
    return metrics
