"""What is claimed of an implementation of the reality check."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, LearnerClass, Transition, as_agent
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import ACTIONS, Unknowns
from formal_rl.conformance.suites.environment_claims import VARIED, WHOLE, LongWorld, claims_about
from formal_rl.histories import Percept, Prompt, all_prompts, prompt_prefixes
from formal_rl.transforms import PublishedRealityCheck, RealityCheckFold, reality_check, reality_check_memoised

SOURCE = "Alexander et al. 2022, Definition 7"

LONGEST, LONG, LONG_WORLDS = 12, 260, 4
"""How many percepts a drawn history has at most, how many a long one has at least, and in how many worlds."""

FOREIGN_AMONG, LATE = 16, 104
"""Among how many actions a long history has the only one that is not the agent's own, and after how many others."""


def reality_check_claims(shape: Shape, semantics: str, profile: str) -> list[Claim]:
    """Return the claims for a shape: asked along the way, trained only, longer histories, and idempotence."""
    asked_along = shape.adapter is adapters.class_from_class
    if semantics == "published" and not asked_along:
        return []
    length = 4 if profile == "full" else 3
    domain = f"all agents, all histories of 1 to {length} percepts over 3 percepts x 2 actions"
    expected = _expected(shape, semantics)
    claim = claims_about("reference", SOURCE, expected, questions=lambda: _questions(length))
    sentence = "its actions, asked at each step" if shape.uses_copies else "its actions, on any history"
    claims = [claim("actions", sentence, domain)]
    if asked_along:
        trained = evolve(shape, adapter=adapters.trained_class_from_class)
        claims.append(
            claim(
                "trained_only",
                "its action after training alone",
                domain,
                "an environment may train a copy without ever asking it: find out the action when trained",
                expected=_expected(trained, semantics),
                subject=lambda subject: evolve(subject, shape=trained),
            )
        )
    memoised = _expected(shape, semantics, reality_check_memoised)
    claims.append(
        claim(
            "longer_histories",
            "longer histories",
            f"histories of 4 to {LONGEST} percepts over {len(VARIED)} percepts x 3 actions, the first foreign action "
            "anywhere",
            expected=memoised,
            questions=tuple,
            drawn=lambda world, seed: _drawn(shape, world, seed),
        )
    )
    claims.append(
        claim(
            "many_turns",
            "histories of many turns, long after the first foreign action",
            f"histories of at least {LONG} percepts, one of the first {FOREIGN_AMONG} actions foreign"
            + (f", or one after {LATE}" if shape.uses_copies else ""),
            "all actions are compared, not only the last ones",
            expected=_along if shape.uses_copies and semantics == "paper" else memoised,
            questions=tuple,
            drawn=lambda world, seed: _drawn_long(shape, world, seed),
            number={"quick": LONG_WORLDS, "full": LONG_WORLDS},
            new_world=LongWorld,
        )
    )
    if semantics == "paper":
        lemma = claims_about("lemmas", "Alexander et al. 2022, Theorem 10 part 2", expected)
        claims.append(
            lemma(
                "idempotent",
                "applied twice, it is as applied once",
                domain,
                questions=lambda: _questions(length),
                subject=lambda subject: evolve(subject, implementation=adapters.twice(subject.implementation)),
            )
        )
    return claims


def _questions(length: int) -> Iterator[Question]:
    percepts = (Percept(0, 0), Percept(1, 0), Percept(0, 1))
    for number in range(1, length + 1):
        yield from map(Question, all_prompts(percepts, ACTIONS, number))


def _drawn(shape: Shape, world: Unknowns, seed: int) -> Question:
    """Draw which action is the first that is not the agent's own, if any, then how long the history is."""
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
    return Question(prompt)


def _drawn_long(shape: Shape, world: Unknowns, seed: int) -> Question:
    """Draw a foreign action, and go on as the agent does until being frozen shows.

    It is early or late in turns; early where histories are asked about: the definition asks twice as often each turn.
    """
    draw = Random(seed)
    agent, foreign = _agent(shape, world), draw.randrange(FOREIGN_AMONG) + LATE * (seed % 2) * shape.uses_copies
    first: Prompt = (draw.choice(WHOLE),)
    prompt, own, turn = first, agent(first), 0
    while turn + 1 < LONG or own == agent(first):
        action = draw.choice([other for other in world.actions if other != own]) if turn == foreign else own
        prompt = (*prompt, action, draw.choice(WHOLE))
        own, turn = agent(prompt), turn + 1
    return Question(prompt)


def _agent(shape: Shape, world: Unknowns) -> Agent:
    return as_agent(adapters.CopyLearner(world.copy)) if shape.uses_copies else world.agent


def _expected(
    shape: Shape, semantics: str, form: Callable[[Agent], Agent] = reality_check
) -> Callable[[Unknowns, Question], list[Any]]:
    only_last = shape.adapter is adapters.trained_class_from_class or not shape.uses_copies

    def by_definition(world: Unknowns, question: Question) -> list[Any]:
        checked = form(_agent(shape, world))
        return [checked(prompt) for prompt in ([question.put] if only_last else prompt_prefixes(question.put))]

    def as_published(world: Unknowns, question: Question) -> list[Any]:
        answers = list(_published_along(world, question.put, asked=not only_last))
        return answers[-1:] if only_last else answers

    return as_published if semantics == "published" else by_definition


def _along(world: Unknowns, question: Question) -> list[Any]:
    """Return what is expected along a long history, in as many steps as it has."""
    return list(adapters.learner_from_learner(RealityCheckFold, adapters.CopyLearner(world.copy))(question.put))


def _published_along(world: Unknowns, prompt: Prompt, *, asked: bool) -> Iterator[Any]:
    agent_class = PublishedRealityCheck(LearnerClass(adapters.CopyLearner(world.copy)))
    state = agent_class.initial
    for index in range(0, len(prompt), 2):
        observation = prompt[index].observation
        if index:
            before, action, after = prompt[index - 2 : index + 1]
            state = agent_class.train(state, Transition(before.observation, action, after.reward, after.observation))
        if asked or index + 1 == len(prompt):
            action, state = agent_class.ask(state, observation)
            yield action
