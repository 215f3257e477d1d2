"""Recorded vectors made dense: the cases that tell a wrong implementation of the zoo from the right ones."""

import json
from collections.abc import Hashable, Mapping, Set
from decimal import Decimal
from typing import Any, TypeVar

from attrs import frozen

from formal_rl.conformance.recorded_runs.json_cursor import Field
from formal_rl.conformance.recorded_runs.vectors_record import NothingToRecord, recorded_vectors
from formal_rl.conformance.recorded_runs.vectors_record_check import cases_mistaken_by
from formal_rl.conformance.recorded_runs.vectors_record_file import read_recorded
from formal_rl.conformance.zoo.whole import WRONG
from formal_rl.conformance.zoo.wrong import WrongImplementation

Place = TypeVar("Place", bound=Hashable)


@frozen
class Distilled:
    """Vectors of a suite with few cases, and of how many they were chosen.

    ``killed`` are the wrong implementations that a case tells from the right ones, ``spared`` those that none does.
    """

    values: Mapping[str, Any]
    recorded: int
    killed: tuple[WrongImplementation, ...]
    spared: tuple[WrongImplementation, ...]

    @property
    def kept(self) -> int:
        """How many cases there are."""
        return sum(len(claim["cases"]) for claim in self.values["claims"])

    def __str__(self) -> str:
        """Return the numbers in a line."""
        return (
            f"{self.values['suite']}: {self.kept} of {self.recorded:,} cases kill {len(self.killed)} of "
            f"{len(self.killed) + len(self.spared)} wrong implementations"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the numbers and names as JSON values."""
        return {
            "suite": self.values["suite"],
            "recorded": self.recorded,
            "kept": self.kept,
            "killed": [each.name for each in self.killed],
            "not_killed": [each.name for each in self.spared],
        }


def distilled_vectors(suite: str, *, profile: str = "quick", seed: int = 0) -> Distilled:
    """Return the recorded cases of a suite that are needed to kill what its cases kill, by the paper.

    A case kills a wrong implementation if that answers it wrongly. Each case that is kept kills one that no other
    kept case kills. A kept case has the names of all that it kills, and ``notes`` say what is wrong with each.

    Raises `InvalidParameter` as `recorded_vectors` does, and `NothingToRecord` also where no case kills anything.
    """
    values = recorded_vectors(suite, profile=profile, seed=seed)
    text = json.loads(json.dumps(values), parse_float=Decimal)
    vectors = read_recorded(Field(f"{values['suite']}.json", "", text))
    places = [(claim, case) for claim, each in enumerate(values["claims"]) for case in range(len(each["cases"]))]
    kills: dict[tuple[int, int], list[str]] = {place: [] for place in places}
    wrong = [each for each in WRONG if each.suite == values["suite"]]
    for each in wrong:
        for place in cases_mistaken_by(vectors, each.implementation):
            kills[place].append(each.name)
    if not any(kills.values()):
        reason = "those of the zoo that are read as classes are not asked about histories"
        raise NothingToRecord(f"no recorded case of {suite} kills a wrong implementation: {reason}")
    chosen = covering({place: frozenset(names) for place, names in kills.items()})
    killed = {name for place in chosen for name in kills[place]}
    claims = [
        {
            **claim,
            "cases": [{**claim["cases"][case], "kills": kills[at, case]} for place, case in chosen if place == at],
        }
        for at, claim in enumerate(values["claims"])
    ]
    kept = {
        **values,
        "claims": [claim for claim in claims if claim["cases"]],
        "notes": {each.name: {"effect": each.sentence, "caught_by": each.caught_by} for each in wrong},
    }
    return Distilled(
        kept,
        len(places),
        tuple(each for each in wrong if each.name in killed),
        tuple(each for each in wrong if each.name not in killed),
    )


def covering(kills: Mapping[Place, Set[str]]) -> list[Place]:
    """Return few places that kill all that any kills, each of them something that no other of them does; in order.

    The place that kills the most that is left is taken first, the earliest of equals; what turns out not to be
    needed is left out at the end. So it is not always the least number, and always the same places.
    """
    waiting, chosen = set().union(*kills.values()), list[Place]()
    while waiting:
        best = max(kills, key=lambda place: len(kills[place] & waiting))
        chosen.append(best)
        waiting -= kills[best]
    for place in tuple(reversed(chosen)):
        others = set[str]().union(*(kills[each] for each in chosen if each != place))
        if kills[place] <= others:
            chosen.remove(place)
    return [place for place in kills if place in chosen]
