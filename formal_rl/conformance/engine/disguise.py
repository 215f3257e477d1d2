"""Disguises: cases under other names and in other places, so that it does not help to know the usual ones by heart.

What is expected of a case in disguise is what the definition answers to it. A symmetry of the definition only says
which disguises stay in the domain of a suite, and keep what a claim is about.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.engine.suite import Case, Claim, Symmetry, of_history
from formal_rl.conformance.engine.unknowns import Choose, Unknowns, constant, hashed
from formal_rl.histories import Percept

DISGUISED = "disguised"
"""The claim about some cases in disguise."""

CONSTANT = constant(0)


@frozen
class Renaming:
    """Other names: actions from ``fixed`` on are turned by ``turn`` among ``most``, and observations are shifted."""

    fixed: int
    most: int
    turn: int
    shift: int

    def action(self, action: Any) -> Any:
        """Return an action, or nothing, under its other name."""
        renamed = type(action) is int and self.fixed <= action < self.most
        return self.fixed + (action - self.fixed + self.turn) % (self.most - self.fixed) if renamed else action

    def seen(self, observation: Any) -> Any:
        """Return an observation shifted; what an agent is told stands beside it and stays."""
        if isinstance(observation, tuple):
            return (self.seen(observation[0]), *observation[1:])
        return observation + self.shift if type(observation) is int else observation

    def part(self, part: Any) -> Any:
        """Return an action or a percept under its other name."""
        return Percept(part.reward, self.seen(part.observation)) if isinstance(part, Percept) else self.action(part)

    def asked(self, question: Any) -> Any:
        """Return what an agent, a copy or an environment is asked under the other names."""
        kind, asked, *more = question
        if kind != "copy":
            return (kind, tuple(map(self.part, asked)), *map(self.action, more))
        trained_on = tuple((self.seen(o), self.action(a), r, self.seen(after)) for o, a, r, after in asked)
        return (kind, trained_on, *map(self.seen, more))

    def choosing(self, choose: Choose) -> Choose:
        """Return the answers of a world under the other names."""
        back = evolve(self, turn=-self.turn, shift=-self.shift)
        return lambda question, options: self.part(choose(back.asked(question), options))


def renaming(kind: str, *, fixed: int = 0, most: int = 12, shifted: bool = True) -> Symmetry:
    """Return the symmetry of histories whose names are renamed: actions from ``fixed`` on, and observations or not."""

    def drawn(draw: Random) -> Renaming:
        return Renaming(fixed, most, draw.randrange(1, most - fixed), draw.randrange(1, 1_000) * shifted)

    return Symmetry(f"{kind} renumbered{' and observations shifted' * shifted}", drawn)


def _disguised(claim: Claim, symmetry: Symmetry, seed: int) -> dict[str, Any]:
    """Return the fields of a claim about cases in disguise, in worlds that answer under other names."""
    names: Renaming | None = None
    if not claim.of_data:
        names = symmetry.disguise(Random(f"{seed} {claim.id}"))

    def disguised(given: Case) -> Case:
        if names is None:
            disguised: Case = symmetry.disguise(Random(repr((seed, dict(given)))), given)
            return disguised
        return of_history(tuple(map(names.part, given["put"])), given["draws"])

    def new_world(choose: Choose = CONSTANT, **settings: Any) -> Unknowns:
        world = claim.new_world(choose, **settings)
        if names is not None:
            world.choose_by(names.choosing)
        return world

    def drawn(number: int, world: Unknowns) -> Case:
        assert claim.drawn is not None
        return disguised(claim.drawn(number, claim.new_world(hashed(number), actions=world.actions)))

    fields = {"cases": lambda depth: map(disguised, claim.cases(depth)), "new_world": new_world}
    return fields if claim.drawn is None else {**fields, "drawn": drawn}


def _one_of(lending: Sequence[Claim]) -> Callable[[int, Unknowns], Case]:
    """Return what draws a case of the claims that compare with the definition as the first one does."""
    alike = [each for each in lending if (each.expected, each.law, each.tolerance) == _compared(lending[0])]

    def drawn(number: int, world: Unknowns) -> Case:
        draw = Random(number)
        claim = draw.choice(alike)
        return claim.drawn(number, world) if claim.drawn else draw.choice([*islice(claim.cases("quick"), 40)])

    return drawn


def _compared(claim: Claim) -> tuple[Any, ...]:
    return claim.expected, claim.law, claim.tolerance


def with_disguises(
    claims: Sequence[Claim], symmetry: Symmetry, *, seed: int, every: int | None, replayed: bool, known: Collection[str]
) -> list[Claim]:
    """Return the claims of a suite, and one about some of their cases in the disguise of ``seed``.

    The seed ``every`` disguises the cases of all claims that compare with the definition. What is ``replayed`` is in
    disguise already. Claims that are ``known`` to diverge lend no cases.
    """

    def disguised(claim: Claim, seed: int) -> Claim:
        fields = {} if replayed else _disguised(claim, symmetry, seed)
        return evolve(claim, domain=f"{claim.domain}, disguised by seed {seed}", **fields)

    compared = [each for each in claims if each.stage == "reference"]
    lending = [each for each in compared if each.required and (DISGUISED in known or each.id not in known)]
    one: dict[str, Any] = {"id": DISGUISED, "sentence": "the same for cases in disguise", "hint": ""}
    one |= {"domain": f"cases of other claims, {symmetry.words}", "cases": lambda depth: ()}
    if claims[0].of_data:
        one |= {"number": {"quick": 16, "full": 160}, "drawn_as": "cases"}
        one |= {"drawn": _one_of(lending)} if lending else {}
    else:
        lending = [each for each in lending if each.drawn is not None]
        one |= {"number": {"quick": 8, "full": 80}}
    added = [disguised(evolve(each, **one), seed if every is None else every) for each in lending[:1]]
    return [*(disguised(each, every) if every is not None and each in compared else each for each in claims), *added]
