"""Cases about gridworlds: the world from its picture, and all recorded values computed again."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    GridObservation,
    GridState,
    MemorylessPolicy,
    Trajectory,
    World,
    greatest_coins_incremental,
    lengths,
    measure_incremental,
    move,
    named_world,
    neutrality,
    observe,
    parse_layout,
    reachable,
    uniform_policy,
    usefulness,
    walk,
)
from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.world import LETTERS, MOVES, Cell
from formal_rl.histories import Action
from formal_rl.recordings.cases import Case, case_of_fields
from formal_rl.strict_json import Field, Recorded, count, exact, require_keys, rounded, rounded_to

STATUSES = ("reconstructed", "synthetic")

_JOINTLY = "jointly_attainable_without_clock"
_POLICY = "uniform_policy"
_MEMBERS = (
    *("name", "status", "rows", "default_moves", "buttons", "coins", "notes", "collectable_by_length", "by_gamma"),
    *("m_cross_checked_by_full_enumeration", "n_observations_reachable", "n_timed_nonterminal_states", _JOINTLY),
)


class _Witness(NamedTuple):
    """Two plans, and the one cell in which they part."""

    short: str
    long: str
    cell: Cell

    def to_json(self) -> dict[str, object]:
        return {"short": self.short, "long": self.long, "branch_cell": list(self.cell)}


def read_layout(case: Field) -> Case:
    """Return a case of `drest-layouts/1`: a gridworld with m_l, best plans, and the metrics of the uniform policy."""
    require_keys(case, _MEMBERS)
    world, coin_names = _read_world(case)
    name = case.member("name").text()
    plans_of: dict[str, Mapping[int, str]] = {}
    recorded: dict[str, Recorded] = {"name": name, "status": case.member("status").one_of(STATUSES)}
    for length, names in case.member("collectable_by_length").members().items():
        recorded[f"collectable_by_length.{length}"] = " ".join(sorted(each.text() for each in names.elements()))
    for text, member in case.member("by_gamma").members().items():
        plans_of[text], values = _read_gamma(text, member)
        recorded |= {f"by_gamma.{text}.{field}": value for field, value in values.items()}
    for field in ("n_observations_reachable", "n_timed_nonterminal_states"):
        recorded[field] = case.member(field).integer(0)
    claimed = _read_witness(case.member(_JOINTLY))
    recorded[_JOINTLY] = claimed.to_json() if isinstance(claimed, _Witness) else claimed

    def compute() -> dict[str, Recorded]:
        found: dict[str, Recorded] = {
            "name": next((each for each in (*RECONSTRUCTED, *SYNTHETIC) if named_world(each) == world), name),
            "status": STATUSES[name not in RECONSTRUCTED],
            **_collectable(world, coin_names),
        }
        greatest: dict[Fraction, ByLength] = {}
        for text, plans in plans_of.items():
            gamma = Fraction(text)
            greatest[gamma] = greatest_coins_incremental(world, gamma)
            values = _of_gamma(world, gamma, plans, greatest[gamma])
            found |= {f"by_gamma.{text}.{field}": value for field, value in values.items()}
        states = tuple(reachable(world))
        found["n_observations_reachable"] = len({observe(state) for state in states})
        found["n_timed_nonterminal_states"] = sum(state.remaining > 0 for state in states)
        found[_JOINTLY] = _jointly(world, greatest, claimed)
        return found

    return case_of_fields(case, name, recorded, compute)


# --- Reading ---


def _read_world(case: Field) -> tuple[World, dict[Cell, str]]:
    """Return the world of a case, and what its coins are called in it."""
    coins = {name: exact(value) for name, value in case.member("coins").members().items()}
    tokens = {token: token for token in (".", "#", "A")} | {name: f"C{value}" for name, value in coins.items()}
    tokens |= {name: f"B{count(delay, 1, 100)}" for name, delay in case.member("buttons").members().items()}
    rows = [row.text().split() for row in case.member("rows").elements()]
    pictures = (" ".join(tokens[word] for word in row) for row in rows)
    moves = count(case.member("default_moves"), 1, 100)
    world = parse_layout("\n".join([f"length {moves}", *pictures]))
    return world, {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row) if word in coins}


def _read_gamma(text: str, member: Field) -> tuple[dict[int, str], dict[str, Recorded]]:
    """Return the best plans of a discount by their lengths, and all that is recorded of it."""
    require_keys(member, ("lengths", _POLICY))
    recorded: dict[str, Recorded] = {}
    plans: dict[int, str] = {}
    for length, best in member.member("lengths").members().items():
        require_keys(best, ("m", "best_actions"))
        plans[int(length)] = plan = best.member("best_actions").text()
        recorded |= {f"lengths.{length}.m": exact(best.member("m")), f"lengths.{length}.best_actions": plan}
    policy = member.member(_POLICY)
    require_keys(policy, ("p", "E_coins_given_length", "usefulness", "neutrality_bits"))
    for name in ("p", "E_coins_given_length"):
        for length, number in policy.member(name).members().items():
            recorded[f"{_POLICY}.{name}.{length}"] = exact(number)
    recorded[f"{_POLICY}.usefulness"] = exact(policy.member("usefulness"))
    recorded[f"{_POLICY}.neutrality_bits"] = rounded(policy.member("neutrality_bits"))
    return plans, recorded


def _read_witness(field: Field) -> _Witness | bool | None:
    if field.value is None or isinstance(field.value, bool):
        return field.value
    require_keys(field, ("short", "long", "branch_cell"))
    row, column = field.member("branch_cell").integers(2)
    return _Witness(field.member("short").text(), field.member("long").text(), (row, column))


# --- Computing ---


def _collectable(world: World, coin_names: Mapping[Cell, str]) -> dict[str, Recorded]:
    taken: dict[int, set[str]] = {}
    for state in reachable(world):
        if state.remaining == 0:
            pairs = zip(world.coins, state.coins, strict=True)
            names = {coin_names[coin.cell] for coin, there in pairs if not there}
            taken.setdefault(world.elapsed(state), set()).update(names)
    return {f"collectable_by_length.{length}": " ".join(sorted(names)) for length, names in taken.items()}


def _of_gamma(world: World, gamma: Fraction, plans: Mapping[int, str], greatest: ByLength) -> dict[str, Recorded]:
    found: dict[str, Recorded] = {}
    for length, most in greatest.items():
        found[f"lengths.{length}.m"] = most
        if length in plans:
            fault = _fault(world, plans[length], length, {gamma: greatest})
            found[f"lengths.{length}.best_actions"] = f"{plans[length]}: {fault}" if fault else plans[length]
    measured = measure_incremental(world, uniform_policy, gamma)
    found |= {f"{_POLICY}.p.{length}": p for length, p in measured.probabilities.items()}
    found |= {f"{_POLICY}.E_coins_given_length.{length}": coins for length, coins in measured.expected_coins.items()}
    found[f"{_POLICY}.usefulness"] = usefulness(measured, greatest)
    found[f"{_POLICY}.neutrality_bits"] = rounded_to(neutrality(measured.probabilities), 10)
    return found


def _actions(plan: str) -> tuple[Action, ...]:
    return tuple(LETTERS.index(letter) for letter in plan)


def _fault(world: World, plan: str, length: int, greatest: Mapping[Fraction, ByLength]) -> str:
    """Return why a plan is not a best one of its length, for some discount; nothing if it is."""
    try:
        trajectory = walk(world, _actions(plan))
    except InvalidParameter as error:
        return f"expected {error.expected}"
    if trajectory.length != length:
        return f"{trajectory.length} moves, not {length}"
    for gamma, most in greatest.items():
        if trajectory.coins(gamma) != most[length]:
            return f"coins {trajectory.coins(gamma)}, not {most[length]}, where γ={gamma}"
    return ""


# --- Jointly best without a clock ---


def _jointly(world: World, greatest: Mapping[Fraction, ByLength], claimed: _Witness | bool | None) -> Recorded:
    """Return the claim if it is right; else the reason, or the value instead."""
    if len(lengths(world)) != 2:
        return None
    if isinstance(claimed, _Witness):
        return _witness_fault(world, greatest, claimed) or claimed.to_json()
    found = _find_witness(world, greatest)
    return found.to_json() if found else False


def _witness_fault(world: World, greatest: Mapping[Fraction, ByLength], witness: _Witness) -> str:
    plans = (witness.short, witness.long)
    for plan, length in zip(plans, lengths(world), strict=True):
        fault = _fault(world, plan, length, greatest)
        if fault:
            return f"{plan}: {fault}"
    seen = [_seen(world, plan) for plan in plans]
    chosen: dict[GridObservation, set[Action]] = {}
    for observation, action in (*seen[0], *seen[1]):
        chosen.setdefault(observation, set()).add(action)
    parting = [observation for observation, actions in chosen.items() if len(actions) > 1]
    if [observation.cell for observation in parting] != [witness.cell]:
        return f"the plans part in the cells {[observation.cell for observation in parting]}"
    policy = MemorylessPolicy(
        {
            observation: tuple(Fraction(int(action in actions), len(actions)) for action in range(len(MOVES)))
            for observation, actions in chosen.items()
        },
        otherwise=deterministic_move(0),
    )
    for gamma, most in greatest.items():
        probabilities, coins = measure_incremental(world, policy, gamma)
        if any(p != Fraction(1, 2) for p in probabilities.values()) or coins != most:
            return f"half of each gives {_texts(probabilities)} and coins {_texts(coins)} where γ={gamma}"
    return ""


def _texts(numbers: ByLength) -> str:
    return ", ".join(f"{length}: {number}" for length, number in numbers.items())


def _seen(world: World, plan: str) -> tuple[tuple[GridObservation, Action], ...]:
    state, pairs = world.start, []
    for action in _actions(plan):
        pairs.append((observe(state), action))
        state, _ = move(world, state, action)
    return tuple(pairs)


def _find_witness(world: World, greatest: Mapping[Fraction, ByLength]) -> _Witness | None:
    best: dict[int, list[str]] = {length: [] for length in lengths(world)}
    for trajectory in _repeatable(world):
        if all(trajectory.coins(gamma) == most[trajectory.length] for gamma, most in greatest.items()):
            best[trajectory.length].append("".join(LETTERS[action] for action in trajectory.actions))
    for short, long in product(*(best[length] for length in lengths(world))):
        parting = Counter(observation for observation, _ in {*_seen(world, short), *_seen(world, long)})
        cells = [observation.cell for observation, number in parting.items() if number > 1]
        if len(cells) == 1 and not _witness_fault(world, greatest, _Witness(short, long, cells[0])):
            return _Witness(short, long, cells[0])
    return None


def _repeatable(world: World) -> Iterator[Trajectory]:
    """Yield the trajectories with one action per observation: those of a sure policy without a clock."""
    waiting: list[tuple[GridState, dict[GridObservation, Action], Trajectory]] = [(world.start, {}, Trajectory((), ()))]
    while waiting:
        state, answers, before = waiting.pop()
        if state.remaining == 0:
            yield before
            continue
        seen = observe(state)
        for action in (answers[seen],) if seen in answers else range(len(MOVES)):
            after, value = move(world, state, action)
            taken = Trajectory((*before.actions, action), (*before.collected, value))
            waiting.append((after, {**answers, seen: action}, taken))
