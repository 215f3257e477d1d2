"""Disguises: cases under other names and in other places, so that knowing the usual cases by heart does not help.

What is expected of a case in disguise is what the definition answers to it. The symmetries of a definition only say
which disguises stay in the domain of a suite, and keep what a claim is about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
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

LENT = 40
"""How many of the cases that a claim enumerates can be drawn for that claim: the first ones."""


@frozen
class Symmetry:
    """What a definition does not depend on, in words.

    ``disguise`` returns a case in a drawn disguise; for histories it draws a `Renaming`, given no case.
    """

    words: str
    disguise: Callable[..., Any]


@frozen
class Renaming:
    """Other names for actions, of which those that are missing stay, and a shift that is added to observations."""

    actions: Mapping[int, int]
    shift: int

    def renamed(self, part: Any) -> Any:
        """Return an action or a percept under its other name."""
        return Percept(part.reward, self.seen(part.observation)) if isinstance(part, Percept) else self._action(part)

    def _action(self, action: Any) -> Any:
        return self.actions.get(action, action)

    def seen(self, observation: Any) -> Any:
        """Return an observation shifted; what an agent is told stands beside it and stays."""
        if isinstance(observation, tuple):
            return (self.seen(observation[0]), *observation[1:])
        return observation + self.shift if type(observation) is int else observation

    def asked(self, question: Any) -> Any:
        """Return what an agent, a copy or an environment is asked under the other names."""
        kind, asked, *more = question
        if kind != "copy":
            return (kind, tuple(map(self.renamed, asked)), *map(self._action, more))
        trained_on = tuple((self.seen(o), self._action(a), r, self.seen(after)) for o, a, r, after in asked)
        return (kind, trained_on, *map(self.seen, more))

    def choosing(self, choose: Choose) -> Choose:
        """Return the answers of a world under the other names."""
        back = Renaming({other: name for name, other in self.actions.items()}, -self.shift)
        return lambda question, options: self.renamed(choose(back.asked(question), options))


def _renamed(claim: Claim, symmetry: Symmetry, seed: int) -> Claim:
    """Return the claim about the same histories under other names, in worlds that answer under these."""
    renaming: Renaming = symmetry.disguise(Random(f"{seed} {claim.id}"))
    drawn = claim.drawn

    def renamed(question: Question) -> Question:
        return evolve(question, put=tuple(map(renaming.renamed, question.put)))

    def new_world(choose: Choose, **settings: Any) -> Unknowns:
        world = claim.new_world(choose, **settings)
        world.choose_by(renaming.choosing)
        return world

    return evolve(
        claim,
        questions=lambda: map(renamed, claim.questions()),
        drawn=drawn and (lambda world, world_seed: renamed(drawn(claim.drawn_world(world_seed), world_seed))),
        new_world=new_world,
    )


def _in_disguise(claim: CaseClaim, symmetry: Symmetry, seed: int) -> CaseClaim:
    """Return the claim about the same cases in disguise; the laws of a few cases stay as they are."""
    drawn = claim.drawn

    def disguised(given: Any) -> Any:
        return symmetry.disguise(Random(repr((seed, dict(given)))), given)

    return evolve(
        claim,
        cases=lambda profile: map(disguised, claim.cases(profile)),
        drawn=drawn and (lambda case_seed: disguised(drawn(case_seed))),
    )


def _some_histories(lending: Sequence[Claim]) -> Iterator[Claim]:
    for claim in [each for each in lending if each.drawn is not None][:1]:
        yield evolve(claim, questions=tuple, number={"quick": 8, "full": 80})


def _some_cases(lending: Sequence[CaseClaim]) -> Iterator[CaseClaim]:
    """Yield a claim about cases of those that are compared with the definition as the first of them is."""
    first_cases = cache(lambda place: tuple(islice(lending[place].cases("quick"), LENT)))
    compared = [(each.expected, each.law, each.tolerance) for each in lending]
    alike = [place for place, each in enumerate(compared) if each == compared[0]]

    def drawn(case_seed: int) -> Any:
        draw = Random(case_seed)
        place = draw.choice(alike)
        draw_one = lending[place].drawn
        return draw.choice(first_cases(place)) if draw_one is None else draw_one(case_seed)

    for claim in lending[:1]:
        number = {"quick": 16, "full": 160}
        yield evolve(claim, cases=lambda profile: (), drawn=drawn, number=number, only_drawn=True)


def with_disguises(
    claims: Sequence[Any], symmetry: Symmetry, *, seed: int, every_by: int | None, replayed: bool, known: frozenset[str]
) -> list[Any]:
    """Return the claims of a suite, and one about some cases that ``seed`` disguises.

    Where ``every_by`` is given, that seed disguises the cases of all claims that compare with the definition. What is
    ``replayed`` is in disguise already. Claims that are ``known`` to diverge lend no cases.
    """
    of_cases = isinstance(claims[0], CaseClaim)
    disguised: Any = _in_disguise if of_cases else _renamed
    compared = {each.id: each for each in claims if each.stage == "reference"}
    lending: Any = [
        each for each in compared.values() if each.required and (DISGUISED in known or each.id not in known)
    ]
    some: Any = list(_some_cases(lending) if of_cases else _some_histories(lending))
    about = {"id": DISGUISED, "sentence": "answers cases in disguise as the definition does", "hint": "", "domain": ""}
    some = [evolve(each, **{**about, "domain": f"cases of other claims, {symmetry.words}"}) for each in some]
    if replayed:
        return [*claims, *some]
    some = [disguised(each, symmetry, seed if every_by is None else every_by) for each in some]
    if every_by is None:
        return [*claims, *some]
    domains = {name: f"{each.domain}, disguised by seed {every_by}" for name, each in compared.items()}
    dressed = {name: disguised(each, symmetry, every_by) for name, each in compared.items()}
    return [
        *(evolve(dressed[each.id], domain=domains[each.id]) if each.id in dressed else each for each in claims),
        *some,
    ]
