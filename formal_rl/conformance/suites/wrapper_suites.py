"""The suites of functions from agents or environments to such: the reality check, a handicap, the opposite."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, LearnerClass, instance_class
from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.cases import (
    Fits,
    all_of,
    class_with_methods,
    has_methods,
    is_function,
    returns,
    takes,
)
from formal_rl.conformance.engine.search import renaming
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Suite, in_words, of_history, put_of, some_world
from formal_rl.conformance.engine.unknowns import ACTIONS, Unknowns
from formal_rl.conformance.suites.environment_suites import (
    LONG,
    LONGEST_PLAY,
    LONGEST_SEQUENCE,
    VARIED,
    WHOLE,
    LongWorld,
    agent_of,
    asked_as,
    claims_about,
    drawn_actions,
    drawn_play,
    paid_along,
    published_along,
    sequences,
)
from formal_rl.environments import mimic
from formal_rl.environments.library_protocol import RunningSimulation
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Percept, Prompt, all_plays, all_prompts, prompt_of, prompt_prefixes
from formal_rl.transforms import (
    opposite,
    opposite_outside,
    reality_check,
    reality_check_memoised,
    with_handicap,
    with_handicap_repaired,
)
from formal_rl.transforms.opposite import OppositePublished
from formal_rl.transforms.reality_check import PublishedRealityCheck, RealityCheckFold

# --- The reality check ---

_DEFINITION = "Alexander et al. 2022, Definition 7"

LONGEST, LONG_WORLDS = 12, 4
"""The greatest number of percepts of a drawn history, and the number of worlds with a long history."""

FOREIGN_AMONG, LATE = 16, 104
"""A long history has one action that is not the agent's own: among the first 16, or the 16 after the first 104."""


def _reality_check_claims(shape: Adapter, semantics: str, profile: str) -> list[Claim]:
    """Return the claims for a shape: asked along the way, trained only, and longer histories."""
    asked_along = shape.driver is drivers.class_from_class
    if semantics == "published" and not asked_along:
        return []
    length = 4 if profile == "full" else 3
    domain = f"all agents, all histories of 1 to {length} percepts over 3 percepts x 2 actions"
    late = f", or one after {LATE}" if shape.uses_copies else ""
    expected, memoised = (_checked(shape, semantics, form) for form in (reality_check, reality_check_memoised))
    trained = evolve(shape, driver=drivers.trained_class_from_class)
    questions = {"cases": lambda depth: _questions(length)}
    trained_only = {**questions, "expected": _checked(trained, semantics), "via": asked_as(trained)}
    return in_words(
        claims_about("reference", _DEFINITION, memoised),
        f"""
        actions: its actions, {"asked at each step" if shape.uses_copies else "on any history"}
          {domain}
        trained_only: its action after training alone
          {domain}
          an environment may train a copy without ever asking it: find out the action when trained
        longer_histories: longer histories
          histories of 4 to {LONGEST} percepts over {len(VARIED)} percepts x 3 actions, the first foreign action
            anywhere
        many_turns: histories of many turns, long after the first foreign action
          histories of at least {LONG} percepts, one of the first {FOREIGN_AMONG} actions foreign{late}
          all actions are compared, not only the last ones
        """,
        actions={**questions, "expected": expected},
        **({"trained_only": trained_only} if asked_along else {}),
        longer_histories={"drawn": lambda seed, world: _drawn_checked(shape, world, seed)},
        many_turns={
            "expected": _along if shape.uses_copies and semantics == "paper" else memoised,
            "drawn": lambda seed, world: _drawn_long_checked(shape, world, seed),
            "number": {"quick": LONG_WORLDS, "full": LONG_WORLDS},
            "new_world": LongWorld,
        },
    )


def _questions(length: int) -> Iterator[Case]:
    percepts = (Percept(0, 0), Percept(1, 0), Percept(0, 1))
    for number in range(1, length + 1):
        yield from map(of_history, all_prompts(percepts, ACTIONS, number))


def _drawn_checked(shape: Adapter, world: Unknowns, seed: int) -> Case:
    """Draw the place of the first action that is not the agent's own, if any, then the length of the history."""
    draw = Random(seed)
    agent = _agent(shape, world)
    foreign = draw.randrange(1, LONGEST + 1)
    length = draw.randrange(4 if foreign == LONGEST else max(4, foreign + 1), LONGEST + 1)
    prompt: Prompt = (draw.choice(VARIED),)
    for turn in range(1, length):
        own = agent(prompt)
        if turn == foreign:
            action = draw.choice([other for other in world.actions if other != own])
        else:
            action = own if turn < foreign else draw.choice((own, draw.choice(world.actions)))
        prompt = (*prompt, action, draw.choice(VARIED))
    return of_history(prompt)


def _drawn_long_checked(shape: Adapter, world: Unknowns, seed: int) -> Case:
    """Draw a foreign action, then follow the agent until it acts unlike a frozen one.

    Odd seeds put it late; never for questions about histories, which the definition doubles with each turn till there.
    """
    draw = Random(seed)
    agent, foreign = _agent(shape, world), draw.randrange(FOREIGN_AMONG) + LATE * (seed % 2) * shape.uses_copies
    first: Prompt = (draw.choice(WHOLE),)
    prompt, own, turn = first, agent(first), 0
    while turn + 1 < LONG or own == agent(first):
        action = draw.choice([other for other in world.actions if other != own]) if turn == foreign else own
        prompt = (*prompt, action, draw.choice(WHOLE))
        own, turn = agent(prompt), turn + 1
    return of_history(prompt)


def _agent(shape: Adapter, world: Unknowns) -> Agent:
    return agent_of(world.copy) if shape.uses_copies else world.agent


def _checked(
    shape: Adapter, semantics: str, form: Callable[[Agent], Agent] = reality_check
) -> Callable[[Unknowns, Case], list[Any]]:
    """Return what is expected, at each step or at the end, of the definition in this form or as published."""
    only_last = shape.driver is drivers.trained_class_from_class or not shape.uses_copies

    def by_definition(world: Unknowns, given: Case) -> list[Any]:
        checked = form(_agent(shape, world))
        return [checked(prompt) for prompt in ([given["put"]] if only_last else prompt_prefixes(given["put"]))]

    def as_published(world: Unknowns, given: Case) -> list[Any]:
        made = instance_class(PublishedRealityCheck(LearnerClass(drivers.CopyLearner(world.copy))))
        return [*drivers.class_from_class(lambda _: made, made, asked_along=not only_last)(given["put"])]

    return as_published if semantics == "published" else by_definition


def _along(world: Unknowns, given: Case) -> list[Any]:
    """Return the expected actions along a long history, in time linear in its length."""
    return list(drivers.learner_from_learner(RealityCheckFold, drivers.CopyLearner(world.copy))(given["put"]))


def _of_prompts(driver: Any, unknown: str, form: Any, words: str, then: Fits) -> Adapter:
    """Return the adapter for functions that take the unknown in this form and return one in the same form."""
    fits = returns(then, words, lambda: form(getattr(some_world(), unknown)))
    return Adapter(driver, "", fits, put_of, "prompt", (unknown,), (form,), ("action", "action"))


_of_agents = _of_prompts(drivers.agent_from_agent, "agent", drivers.as_it_is, "an agent", is_function)
_flat = evolve(_of_agents, driver=drivers.flat_agent_from_agent, handed_as=(drivers.flat_agent,))
_act = partial(has_methods, "act")
_REALITY_CHECK_ADAPTERS = (
    _of_prompts(drivers.class_from_class, "copy", drivers.agent_class, "an agent-class", _act("train")),
    _of_prompts(drivers.learner_from_learner, "copy", drivers.CopyLearner, "a learner", _act("learn")),
    evolve(_of_agents, forms=(_flat,)),
)

# --- A handicap, and the opposite ---

_HANDICAP, _OPPOSITE = "Alexander et al. 2021, Definition 12 part 3", "Alexander et al. 2022, Section 6"

_MERCIFUL = (Percept(1, 1), Percept(0, 0))
_HANDICAPS = (Percept(1, 0), Percept(-1, 0))
_ANYTHING = (Percept(1, 0), Percept(-2, 1), Percept(0, 0))
_VARIED_MERCIFUL = (*(percept for percept in VARIED if percept.reward >= 0), Percept(3, 2), Percept(1, 4))
_LAX_HANDICAPS = (Percept(0, 0), Percept(2, 3), Percept(-2, 0))
_TWO_PERCEPTS = (Percept(0, 0), Percept(1, 1))

_IN_FEW_WORLDS = {"quick": 2, "full": 2}


def _plays(turns: int) -> Iterator[Case]:
    for number in range(turns + 1):
        yield from map(of_history, all_plays(_TWO_PERCEPTS, ACTIONS, number))


def _drawn_long(seed: int, world: Unknowns) -> Case:
    draw = Random(seed)
    return of_history(tuple(draw.choice(kind) for _ in range(LONG) for kind in (VARIED, world.actions)))


def _on_plays(
    claim: Callable[..., Claim], about: tuple[str, str], turns: int, worlds: tuple[Any, Any], more: str = ""
) -> list[Claim]:
    """Return the claims about plays: all short ones, in worlds of few percepts, drawn ones, and long ones."""
    few, varied = worlds
    return in_words(
        claim,
        f"""
        percepts: {about[0]}
          {about[1]}
        longer_histories: longer histories
          plays of 4 to {LONGEST_PLAY} turns over {len(VARIED)} percepts x 3 actions{more}
        many_turns: histories of many turns
          {_IN_FEW_WORLDS["quick"]} plays of {LONG} turns over {len(VARIED)} percepts x 3 actions{more}
        """,
        percepts={"cases": lambda depth: _plays(turns), "new_world": partial(Unknowns, **few)},
        longer_histories={
            "drawn": lambda seed, world: of_history(drawn_play(world, Random(seed), seed)),
            "new_world": partial(Unknowns, **varied),
        },
        many_turns={"drawn": _drawn_long, "number": _IN_FEW_WORLDS, "new_world": partial(LongWorld, **varied)},
    )


def _handicap_claims(shape: Adapter, semantics: str, profile: str) -> list[Claim]:
    """Return the claims: the definition as printed, longer plays, and the repair where it is silent."""
    if semantics == "published":
        return []
    turns = 3 if profile == "full" else 2
    domain = f"all agents, e and h, all plays of at most {turns} turns over 2 percepts x 2 actions"
    proper: dict[str, Any] = {"percepts": _MERCIFUL, "handicap_percepts": _HANDICAPS}
    varied = {**proper, "percepts": _VARIED_MERCIFUL}

    def claim(source: str, form: Callable[..., Any]) -> Callable[..., Claim]:
        return claims_about(
            "reference", source, lambda world, given: [form(world.e, world.h)(world.agent, given["put"])]
        )

    about = "its percepts, for a merciful e and an h that pays 1 or -1", domain
    return [
        *_on_plays(claim(_HANDICAP, with_handicap), about, turns, (proper, varied), "; e pays 0 to 3"),
        claim(f"{_HANDICAP}, repaired", with_handicap_repaired)(
            "beyond_the_letter",
            "its percepts, for any e, where h pays nothing, or more or less than 1",
            f"{domain}, e and h pay anything",
            "the definition says nothing here; the repair is e's percept where h pays 0 or more, else -1",
            cases=lambda depth: _plays(1),
            new_world=partial(Unknowns, percepts=_ANYTHING, handicap_percepts=_LAX_HANDICAPS),
            required=False,
        ),
    ]


def _opposite_claims(shape: Adapter, semantics: str, profile: str) -> list[Claim]:
    """Return the claims about its percepts, on the same play as those of the environment or along actions."""
    if shape.uses_copies:
        return _opposite_class_claims(shape, semantics, profile)
    turns = 3 if profile == "full" else 2
    domain = f"all agents and e, all plays of at most {turns} turns over 2 percepts x 2 actions"
    reading = opposite_outside if semantics == "published" else opposite

    def expected(world: Unknowns, given: Case) -> list[Any]:
        return [reading(world.e)(world.agent, given["put"])]

    percepts = (
        "its percepts: e's on the same play, rewards times -1"
        if semantics == "paper"
        else "its percepts: e's on the play with rewards times -1, again times -1"
    )
    worlds = {"percepts": _ANYTHING}, {"percepts": VARIED}
    return _on_plays(claims_about("reference", _OPPOSITE, expected), (percepts, domain), turns, worlds)


def _opposite_class_claims(shape: Adapter, semantics: str, profile: str) -> list[Claim]:
    steps = 5 if profile == "full" else 3
    hint = (
        "the paper's opposite pays its own rewards, so copies are to be trained on those (negated) ones; "
        "a wrapper of an instance or that leaves the agent-class as it is cannot do that. "
        "The published library does not either: try --semantics published"
        if semantics == "paper"
        else "the published opposite leaves what copies are trained on as it is"
    )
    few, longer = f"all sequences of at most {steps} actions of 2", f"sequences of 5 to {LONGEST_SEQUENCE} actions of 3"

    def negated(world: Unknowns, given: Case) -> list[Any]:
        shown, *later = paid_along(lambda agent, play: world.reply(play), world.copy, given["put"])
        return [shown.observation, *(percept._replace(reward=-percept.reward) for percept in later)]

    def mirrored(world: Unknowns, given: Case) -> list[Any]:
        if semantics == "published":
            return published_along(OppositePublished(RunningSimulation(as_it_was)), world, given["put"])
        percepts = paid_along(opposite(mimic(prompt_of)), world.copy, given["put"])
        return [percepts[0].observation, *percepts[1:]]  # a class is shown an observation first, and not paid

    anything, varied = ({"new_world": partial(Unknowns, percepts=percepts)} for percepts in (_ANYTHING, VARIED))
    simulating = {"expected": mirrored, "hint": hint, "via": asked_as(evolve(shape, unknowns=("copy",)))}
    gone_through = {"cases": lambda depth: map(of_history, sequences(steps))}
    drawn = {"drawn": lambda seed, world: of_history(drawn_actions(Random(seed), world.actions))}
    return in_words(
        claims_about("reference", _OPPOSITE, negated),
        f"""
        ordinary: its percepts, of an environment that does not simulate
          all ordinary environments with 3 percepts, {few}
        simulating: what copies are trained on, in an environment that trains one on what it pays
          all agents, {few}
        longer_histories: longer histories, of an environment that does not simulate
          {longer}, {len(VARIED)} percepts
        longer_simulating: longer histories, of the environment that trains a copy
          {longer}
        many_turns: histories of many turns, of an environment that does not simulate
          {_IN_FEW_WORLDS["quick"]} sequences of {LONG} actions of 3, {len(VARIED)} percepts
        """,
        ordinary=gone_through | anything,
        simulating=gone_through | simulating,
        longer_histories=drawn | varied,
        longer_simulating=drawn | simulating,
        many_turns={
            "drawn": lambda seed, world: of_history(tuple(Random(seed).choices(world.actions, k=LONG))),
            "number": _IN_FEW_WORLDS,
            "new_world": partial(LongWorld, percepts=VARIED),
        },
    )


def _of_plays(number: int, words: str) -> Adapter:
    """Return the shape of a function of ``number`` environments, flat or not."""
    unknowns, plain = ("agent", "e", "h")[: number + 1], (drivers.as_it_is,) * (number + 1)
    about: Any = (takes(number), put_of, "play", unknowns, plain, ("percept", "percept"))
    found = Adapter(drivers.composition, f"{words} a function of (agent, play)", *about)
    flat = evolve(
        found,
        driver=drivers.flat_composition,
        named=f"{words} a function of (T, play), both flat",
        handed_as=(drivers.flat_agent, *(drivers.flat_environment,) * number),
    )
    return evolve(found, forms=(flat,))


def _of_classes(driver: Any, fits: Fits) -> Adapter:
    handed_as: Any = (drivers.agent_class, drivers.environment_class)
    return Adapter(driver, "", fits, put_of, "actions", ("copy", "reply"), handed_as, ("observation", "percept"))


def _of_environment_classes(then: Fits) -> Fits:
    return returns(then, "an environment class", lambda: drivers.environment_class(some_world().reply))


_steps = class_with_methods("start", "step")
_OPPOSITE_ADAPTERS = (
    _of_classes(drivers.instance_wrapping, all_of(_steps, takes(1))),
    _of_classes(drivers.class_and_agent_wrapping, all_of(_steps, takes(2))),
    _of_classes(drivers.class_wrapping, _of_environment_classes(_steps)),
    _of_classes(drivers.instance_wrapping, _of_environment_classes(has_methods("start", "step"))),
    _of_plays(1, "a function of an environment e, which is, as the result is,"),
)

# --- All of them ---

_SUITES = (
    Suite(
        "reality_check",
        _DEFINITION,
        "does as the agent does while every past action is its own, and else what it does on the first percept",
        published="does as the agent does while every past action is its own, and else the first action other than 0 "
        "among all it ever found out, or 0",
        adapters=_REALITY_CHECK_ADAPTERS,
        claims=_reality_check_claims,
        hint="an action is its own if it is what the reality check did there; from the first one on that is not, it "
        "does what the agent does on the first percept alone, whatever follows",
        symmetry=renaming("actions"),
    ),
    Suite(
        "handicap",
        _HANDICAP,
        "e's percept where h pays 1, and -1 with e's observation where h pays -1; both are asked about the same play",
        adapters=(_of_plays(2, "a function of two environments (e, h), each and the result"),),
        claims=_handicap_claims,
        hint="only whether h pays 1 or -1 counts; the observation is that of e in both cases",
        symmetry=renaming("actions", shifted=False),
    ),
    Suite(
        "opposite",
        _OPPOSITE,
        "e's percepts with every reward times -1",
        published="e's percepts with every reward times -1, where e, and copies in it, go by the rewards before that",
        adapters=_OPPOSITE_ADAPTERS,
        claims=_opposite_claims,
        symmetry=renaming("actions"),
    ),
)

WRAPPER_SUITES: Mapping[str, Suite] = {suite.name: suite for suite in _SUITES}
"""All of them, by name."""
