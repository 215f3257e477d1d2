"""What is claimed of an implementation of a handicap or of the opposite."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import ACTIONS, Unknowns
from formal_rl.conformance.suites.environment_claims import (
    LONGEST_PLAY,
    LONGEST_SEQUENCE,
    VARIED,
    LongWorld,
    agent_of,
    claims_about,
    drawn_actions,
    drawn_play,
    paid_along,
    published_along,
)
from formal_rl.environments import RunningSimulation, mimic
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Percept, all_plays, prompt_of
from formal_rl.transforms import OppositePublished, opposite, opposite_outside, with_handicap, with_handicap_repaired

_MERCIFUL = (Percept(1, 1), Percept(0, 0))
_HANDICAPS = (Percept(1, 0), Percept(-1, 0))
_ANY = (Percept(1, 0), Percept(-2, 1), Percept(0, 0))
_VARIED_MERCIFUL = (*(percept for percept in VARIED if percept.reward >= 0), Percept(3, 2), Percept(1, 4))
_LAX_HANDICAPS = (Percept(0, 0), Percept(2, 3), Percept(-2, 0))

HANDICAP_SOURCE = "Alexander et al. 2021, Definition 12 part 3"
OPPOSITE_SOURCE = "Alexander et al. 2022, Section 6"
_LONGER = f"plays of 4 to {LONGEST_PLAY} turns over {len(VARIED)} percepts x 3 actions"
_TURNS, _LONG_WORLDS = 260, 2
_MANY = f"{_LONG_WORLDS} plays of {_TURNS} turns over {len(VARIED)} percepts x 3 actions"
_IN_FEW_WORLDS = {"quick": _LONG_WORLDS, "full": _LONG_WORLDS}
_TWO_PERCEPTS = (Percept(0, 0), Percept(1, 1))


def _plays(turns: int) -> Iterator[Question]:
    for number in range(turns + 1):
        yield from map(Question, all_plays(_TWO_PERCEPTS, ACTIONS, number))


def _drawn(world: Unknowns, seed: int) -> Question:
    return Question(drawn_play(world, Random(seed), seed))


def _drawn_long(world: Unknowns, seed: int) -> Question:
    draw = Random(seed)
    return Question(tuple(draw.choice(kind) for _ in range(_TURNS) for kind in (VARIED, world.actions)))


def _drawn_actions(world: Unknowns, seed: int) -> Question:
    return Question(drawn_actions(Random(seed), world.actions))


def _many_actions(world: Unknowns, seed: int) -> Question:
    return Question(tuple(Random(seed).choices(world.actions, k=_TURNS)))


def handicap_claims(shape: Shape, semantics: str, profile: str) -> list[Claim]:
    """Return the claims: the letter, longer plays, what lies beyond the letter, and that observations are e's."""
    if semantics == "published":
        return []
    turns = 3 if profile == "full" else 2
    domain = f"all agents, e and h, all plays of at most {turns} turns over 2 percepts x 2 actions"
    proper = partial(Unknowns, percepts=_MERCIFUL, handicap_percepts=_HANDICAPS)
    varied = partial(Unknowns, percepts=_VARIED_MERCIFUL, handicap_percepts=_HANDICAPS)
    lax = partial(Unknowns, percepts=_ANY, handicap_percepts=_LAX_HANDICAPS)

    def letter(world: Unknowns, question: Question) -> list[Any]:
        return [with_handicap(world.e, world.h)(world.agent, question.put)]

    def repaired(world: Unknowns, question: Question) -> list[Any]:
        return [with_handicap_repaired(world.e, world.h)(world.agent, question.put)]

    def observed(world: Unknowns, question: Question) -> list[Any]:
        return [world.e(world.agent, question.put).observation]

    claim = claims_about("reference", HANDICAP_SOURCE, letter, new_world=proper)
    return [
        claim(
            "percepts",
            "its percepts, for a merciful e and an h that pays 1 or -1",
            domain,
            questions=lambda: _plays(turns),
        ),
        claim(
            "longer_histories",
            "longer histories",
            f"{_LONGER}; e pays 0 to 3",
            drawn=_drawn,
            new_world=varied,
        ),
        claim(
            "many_turns",
            "histories of many turns",
            f"{_MANY}; e pays 0 to 3",
            drawn=_drawn_long,
            number=_IN_FEW_WORLDS,
            new_world=partial(LongWorld, percepts=_VARIED_MERCIFUL, handicap_percepts=_HANDICAPS),
        ),
        claims_about("reference", f"{HANDICAP_SOURCE}, repaired", repaired)(
            "beyond_the_letter",
            "its percepts, for any e, where h pays nothing, or more or less than 1",
            f"{domain}, e and h pay anything",
            "the definition says nothing here; the repair is e's percept where h pays 0 or more, else -1",
            questions=lambda: _plays(1),
            new_world=lax,
            required=False,
        ),
        claims_about("lemmas", HANDICAP_SOURCE, observed)(
            "observations",
            "its observations are e's",
            domain,
            questions=lambda: _plays(turns),
            new_world=proper,
            project=lambda percept: percept.observation,
        ),
    ]


def opposite_claims(shape: Shape, semantics: str, profile: str) -> list[Claim]:
    """Return the claims: its percepts, and that the opposite of the opposite is the environment itself."""
    if shape.uses_copies:
        return _opposite_class_claims(shape, semantics, profile)
    turns = 3 if profile == "full" else 2
    domain = f"all agents and e, all plays of at most {turns} turns over 2 percepts x 2 actions"
    new_world = partial(Unknowns, percepts=_ANY)
    varied = partial(Unknowns, percepts=VARIED)
    reading = opposite_outside if semantics == "published" else opposite

    def expected(world: Unknowns, question: Question) -> list[Any]:
        return [reading(world.e)(world.agent, question.put)]

    claim = claims_about("reference", OPPOSITE_SOURCE, expected)
    percepts = (
        "its percepts: e's on the same play, rewards times -1"
        if semantics == "paper"
        else "its percepts: e's on the play with rewards times -1, again times -1"
    )
    return [
        claim("percepts", percepts, domain, questions=lambda: _plays(turns), new_world=new_world),
        claim("longer_histories", "longer histories", _LONGER, drawn=_drawn, new_world=varied),
        claim(
            "many_turns",
            "histories of many turns",
            _MANY,
            drawn=_drawn_long,
            number=_IN_FEW_WORLDS,
            new_world=partial(LongWorld, percepts=VARIED),
        ),
        claims_about("lemmas", OPPOSITE_SOURCE, lambda world, question: [world.e(world.agent, question.put)])(
            "twice",
            "applied twice, it gives e back",
            domain,
            questions=lambda: _plays(turns),
            new_world=new_world,
            subject=lambda subject: evolve(subject, implementation=adapters.twice(subject.implementation)),
        ),
    ]


def _opposite_class_claims(shape: Shape, semantics: str, profile: str) -> list[Claim]:
    steps = 5 if profile == "full" else 3
    mirror = evolve(shape, unknowns=("copy",))
    hint = (
        "the paper's opposite pays its own rewards, so copies are to be trained on those (negated) ones; "
        "a wrapper of an instance or that leaves the agent-class as it is cannot do that. "
        "The published library does not either: try --semantics published"
        if semantics == "paper"
        else "the published opposite leaves what copies are trained on as it is"
    )
    longer = f"sequences of 5 to {LONGEST_SEQUENCE} actions of 3"

    def sequences() -> Iterator[Question]:
        return (Question(put) for number in range(steps + 1) for put in product(ACTIONS, repeat=number))

    def negated(world: Unknowns, question: Question) -> list[Any]:
        percept = world.reply(())
        play: tuple[Any, ...] = (percept,)
        answers: list[Any] = [percept.observation]
        for action in question.put:
            percept = world.reply((*play, action))
            play = (*play, action, percept)
            answers.append(percept._replace(reward=-percept.reward))
        return answers

    def mirrored(world: Unknowns, question: Question) -> list[Any]:
        if semantics == "published":
            return published_along(OppositePublished(RunningSimulation(as_it_was)), world, question.put)
        percepts = paid_along(opposite(mimic(prompt_of)), agent_of(world), question.put)
        return [percepts[0].observation, *percepts[1:]]

    ordinary = claims_about("reference", OPPOSITE_SOURCE, negated)
    simulating = claims_about(
        "reference", OPPOSITE_SOURCE, mirrored, hint=hint, subject=lambda subject: evolve(subject, shape=mirror)
    )
    return [
        ordinary(
            "ordinary",
            "its percepts, of an environment that does not simulate",
            f"all ordinary environments with 3 percepts, all sequences of at most {steps} actions of 2",
            questions=sequences,
            new_world=partial(Unknowns, percepts=_ANY),
        ),
        simulating(
            "simulating",
            "what copies are trained on, in an environment that trains one on what it pays",
            f"all agents, all sequences of at most {steps} actions of 2",
            questions=sequences,
        ),
        ordinary(
            "longer_histories",
            "longer histories, of an environment that does not simulate",
            f"{longer}, {len(VARIED)} percepts",
            drawn=_drawn_actions,
            new_world=partial(Unknowns, percepts=VARIED),
        ),
        simulating(
            "longer_simulating",
            "longer histories, of the environment that trains a copy",
            longer,
            drawn=_drawn_actions,
        ),
        ordinary(
            "many_turns",
            "histories of many turns, of an environment that does not simulate",
            f"{_LONG_WORLDS} sequences of {_TURNS} actions of 3, {len(VARIED)} percepts",
            drawn=_many_actions,
            number=_IN_FEW_WORLDS,
            new_world=partial(LongWorld, percepts=VARIED),
        ),
    ]
