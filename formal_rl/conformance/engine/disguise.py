"""Disguises: cases under other names and in other places, so that it does not help to know the usual ones by heart.

What is expected of a case in disguise is what the definition answers to it. A symmetry of the definition only says
which disguises stay in the domain of a suite, and keep what a claim is about.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.engine.case_suites import CaseClaim
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.subjects import Question
from formal_rl.conformance.engine.unknowns import Choose, Unknowns
from formal_rl.histories import Percept

DISGUISED = "disguised"
"""The claim about some cases in disguise."""


@frozen
class Symmetry:
    """What a definition does not depend on, in words; ``disguise`` draws a `Renaming`, or disguises a case."""

    words: str
    disguise: Callable[..., Any]


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


def _renamed(claim: Claim, symmetry: Symmetry, seed: int) -> dict[str, Any]:
    """Return the fields of a claim about histories under other names, in worlds that answer under these."""
    renaming: Renaming = symmetry.disguise(Random(f"{seed} {claim.id}"))
    drawn = claim.drawn

    def renamed(question: Question) -> Question:
        return evolve(question, put=tuple(map(renaming.part, question.put)))

    def new_world(choose: Choose, **settings: Any) -> Unknowns:
        world = claim.new_world(choose, **settings)
        world.choose_by(renaming.choosing)
        return world

    return {
        "questions": lambda: map(renamed, claim.questions()),
        "drawn": drawn and (lambda world, world_seed: renamed(drawn(claim.drawn_world(world_seed), world_seed))),
        "new_world": new_world,
    }


def _disguised(claim: CaseClaim, symmetry: Symmetry, seed: int) -> dict[str, Any]:
    """Return the fields of a claim about cases in disguise."""
    drawn = claim.drawn

    def disguised(given: Any) -> Any:
        return symmetry.disguise(Random(repr((seed, dict(given)))), given)

    return {
        "cases": lambda profile: map(disguised, claim.cases(profile)),
        "drawn": drawn and (lambda case_seed: disguised(drawn(case_seed))),
    }


def _one_of(lending: Sequence[CaseClaim]) -> Callable[[int], Any]:
    """Return what draws a case of the claims that compare with the definition as the first one does."""
    compared = [(each.expected, each.law, each.tolerance) for each in lending]

    def drawn(case_seed: int) -> Any:
        draw = Random(case_seed)
        claim = draw.choice([each for each, how in zip(lending, compared, strict=True) if how == compared[0]])
        return claim.drawn(case_seed) if claim.drawn else draw.choice([*islice(claim.cases("quick"), 40)])

    return drawn


def with_disguises(
    claims: Sequence[Any], symmetry: Symmetry, *, seed: int, every: int | None, replayed: bool, known: Collection[str]
) -> list[Any]:
    """Return the claims of a suite, and one about some of their cases in the disguise of ``seed``.

    The seed ``every`` disguises the cases of all claims that compare with the definition. What is ``replayed`` is in
    disguise already. Claims that are ``known`` to diverge lend no cases.
    """
    of_cases = isinstance(claims[0], CaseClaim)

    def disguised(claim: Any, seed: int) -> Any:
        fields = {} if replayed else (_disguised if of_cases else _renamed)(claim, symmetry, seed)
        return evolve(claim, domain=f"{claim.domain}, disguised by seed {seed}", **fields)

    compared = [each for each in claims if each.stage == "reference"]
    lending = [each for each in compared if each.required and (DISGUISED in known or each.id not in known)]
    one: dict[str, Any] = {"id": DISGUISED, "sentence": "the same for cases in disguise", "hint": ""}
    one |= {"domain": f"cases of other claims, {symmetry.words}"}
    if of_cases:
        one |= {"cases": lambda profile: (), "drawn": _one_of(lending), "number": {"quick": 16, "full": 160}}
        one |= {"only_drawn": True}
    else:
        lending = [each for each in lending if each.drawn is not None]
        one |= {"questions": tuple, "number": {"quick": 8, "full": 80}}
    added = [disguised(evolve(each, **one), seed if every is None else every) for each in lending[:1]]
    return [*(disguised(each, every) if every is not None and each in compared else each for each in claims), *added]
