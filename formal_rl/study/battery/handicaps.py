"""The battery of handicaps, run for agents that are named."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from formal_rl.environments.catalogue import our_name
from formal_rl.errors import require_known
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES
from formal_rl.study.catalogue import find_agent
from formal_rl.transforms import BatteryTable, battery_table, handicapped_battery

Named = TypeVar("Named")


def handicap_table(
    agents: Sequence[str], environments: Sequence[str], handicaps: Sequence[str], turns: int
) -> BatteryTable:
    """Return the rewards of agents in every one of these environments under every one of these handicaps.

    Where none are named, these are all the ordinary environments, and the examples of Section 3.

    Raises `UnknownName` and as `battery_table`.

    Source: Alexander et al. 2021, Section 7.
    """
    battery = handicapped_battery(
        _chosen("ordinary environment", environments, ORDINARY_ENVIRONMENTS, ORDINARY_ENVIRONMENTS),
        _chosen("handicap", handicaps, EXTENDED_ENVIRONMENTS, SECTION_3_EXAMPLES),
    )
    return battery_table(dict(find_agent(agent) for agent in agents), battery, turns)


def table_json(table: BatteryTable) -> dict[str, Any]:
    """Return a table as JSON values, with exact averages as text."""
    return {
        "turns": table.turns,
        "members": [{"environment": member.environment, "handicap": member.handicap} for member in table.members],
        "agents": [
            {"agent": agent, "averages": list(map(str, averages)), "measure": str(measure)}
            for agent, averages, measure in zip(table.agents, table.averages, table.measures, strict=True)
        ],
    }


def _chosen(
    kind: str, names: Iterable[str], known: Mapping[str, Named], otherwise: Mapping[str, Named]
) -> Mapping[str, Named]:
    chosen = dict.fromkeys(our_name(name, known) for name in names)
    for name in chosen:
        require_known(f"no {kind}", name, known)
    return {name: known[name] for name in chosen} or otherwise
