"""Section 5: nature and nurture."""

from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, AgentClass, Learner
from formal_rl.environments import (
    LAUGH,
    CryingBabyIncremental,
    CryingBabyState,
    ExtendedEnvironment,
    Nutrition,
    crying_baby_with,
    simulated_play,
)
from formal_rl.environments.abstract import VILLAGE, Society, SocietyIncremental, in_society
from formal_rl.environments.abstract.multi_role import Role, SocietyState, Village
from formal_rl.environments.library.crying_baby import PublishedCryingBaby, PublishedRoleState, crying_baby_functional
from formal_rl.environments.simulated_copy import SimulatedCopy
from formal_rl.histories import Action, Percept, Play, actions
from formal_rl.statements.checks import society
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

# --- Example 17 ---


def _turns_for_elements(nutrition: Nutrition) -> ExtendedEnvironment:
    """Take 1 for each turn, and not for each element."""
    return crying_baby_with(evolve(nutrition, turn=1))


def _a_meal_takes_nothing(nutrition: Nutrition) -> ExtendedEnvironment:
    """Put the functional form."""
    return crying_baby_functional


def _felt(nutrition: Nutrition, adult: tuple[Action, ...]) -> int:
    return nutrition.reward(nutrition.level(len(adult), adult.count(0)))


def _paid_for_contentment(nutrition: Nutrition) -> ExtendedEnvironment:
    """Pay the adult what the baby is paid."""

    def environment(agent: Agent, play: Play) -> Percept:
        seen = crying_baby_with(nutrition)(agent, play).observation
        return Percept(_felt(nutrition, actions(play)), seen) if play else Percept(1, LAUGH)

    return environment


def _baby_meets_the_adults_percepts(nutrition: Nutrition) -> ExtendedEnvironment:
    """Give the baby the rewards of the play."""

    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(1, LAUGH)
        told = simulated_play(agent, lambda baby: Percept(play[len(baby)].reward, play[len(baby) + 1]), len(play) // 2)
        return Percept(1 if told[-1] == LAUGH else -1, told[-1])

    return environment


def _baby_is_taken_to_have_done_what_the_adult_did(nutrition: Nutrition) -> ExtendedEnvironment:
    """Put the adult's actions for the baby's."""

    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(1, LAUGH)
        adult = actions(play)
        told: Play = ()
        for turn, did in enumerate(adult, start=1):
            prompt = (*told, Percept(_felt(nutrition, adult[:turn]), did))
            told = (*prompt, did)
        answer = agent(told[:-1])
        return Percept(1 if answer == LAUGH else -1, answer)

    return environment


class _NeverTrained(CryingBabyIncremental):
    def advance(self, learner: Learner[Any], state: CryingBabyState, action: Action) -> tuple[Percept, CryingBabyState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(copy=SimulatedCopy(learner.initial))


class _NotBelowZero(Nutrition):
    def level(self, turns: int, meals: int) -> int:
        return max(0, super().level(turns, meals))


class _ToldWhatItIsShown(PublishedCryingBaby):
    def step(
        self, agent_class: AgentClass[Any], state: PublishedRoleState, action: Action
    ) -> tuple[Percept, PublishedRoleState]:
        return super().step(agent_class, state._replace(before=action), action)


_BABY = society.crying_baby_example

# --- Societies ---


def _paying_all_for_the_child() -> Society[Village]:
    child = VILLAGE.roles[2].pays
    return evolve(VILLAGE, roles=tuple(Role(role.name, child, role.shows) for role in VILLAGE.roles))


def _after_baking_of_nothing(world: Village, person: int, action: Action) -> Village:
    supplied = world._replace(sacks=world.sacks + 1) if person == 1 else world
    after = VILLAGE.after(supplied, person, action)
    return after._replace(sacks=0) if person == 1 else after


def _lives(everyone: Society[Any], seat: int, *, forgetful: bool, shared: bool) -> ExtendedEnvironment:
    """Return a society whose copies forget what they met, or have one history among them."""

    def environment(agent: Agent, play: Play) -> Percept:
        world, own = everyone.initial, iter(actions(play))
        plays: list[Play] = [()] * len(everyone.roles)
        while True:
            for person, role in enumerate(everyone.roles):
                met, place = role.percept(world), 0 if shared else person
                prompt = (*plays[place], met)
                did = next(own, None) if person == seat else agent(prompt)
                if did is None:
                    return met
                plays[place] = () if forgetful else (*prompt, did)
                world = everyone.after(world, person, did)

    return environment


def _forgetful_copies(everyone: Society[Any], seat: int) -> ExtendedEnvironment:
    return _lives(everyone, seat, forgetful=True, shared=False)


def _one_history_for_all(everyone: Society[Any], seat: int) -> ExtendedEnvironment:
    return _lives(everyone, seat, forgetful=False, shared=True)


class _NobodyTrained(SocietyIncremental):
    def advance(self, learner: Learner[Any], state: SocietyState, action: Action) -> tuple[Percept, SocietyState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(copies=(SimulatedCopy(learner.initial),) * len(after.copies))


_SOCIETY = society.society_example

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E17",
        kind="example",
        title="the crying baby",
        claim="A baby is a copy of the agent, which is an adult. After the adult's ith action a_i the baby meets "
        "(r'_i, a_i), where r'_i is 1 if the nutrition N, 100 and 25 more for each 0 (a meal) and 1 less for each "
        "element of the history, is from 50 to 200, else -1; and it acts on its own. The adult is shown what the baby "
        "now does and is paid 1 if that is 0 (it laughs), else -1; (1, laugh) at first.",
        source=f"{ALEXANDER_2021}, Example 17",
        check=_BABY,
        mutants={
            "the length counts turns and not elements": {"environment_with": _turns_for_elements},
            "a turn with a meal takes nothing": {"environment_with": _a_meal_takes_nothing},
            "the adult is paid for the baby's contentment": {"environment_with": _paid_for_contentment},
            "the baby meets the adult's rewards": {"environment_with": _baby_meets_the_adults_percepts},
            "the baby is taken to have done what the adult did": {
                "environment_with": _baby_is_taken_to_have_done_what_the_adult_did
            },
            "the copy is never trained": {"incremental": _NeverTrained},
            "the nutrition stays at 0": {"nutrition": _NotBelowZero()},
            "50 and 200 are not content": {"nutrition": Nutrition(least=51, most=199)},
            "as published, the baby is told what it is shown now": {"published": _ToldWhatItIsShown()},
        },
        verdict="defined",
        evidence="by hand with the paper's numbers, with 50 and 200 met exactly; exhaustive: all agents, all plays of "
        "at most 3 actions over 2 percepts x 2 actions, with 54 of nutrition at first, so that babies are hungry "
        "within the horizon; the incremental form for all learners, all sequences of at most 4 actions; sampled to 8; "
        "the published and the functional form by hand",
        defects="N is said to have natural values and becomes negative after 34 turns without a meal. Its len(s) "
        "counts the elements of the flat sequence, three in each turn, so that a turn takes 3.",
        repair="N has integer values; the rewards are those of the letter, since they compare N with 50 and 200 only",
        witness="N after 34 turns without a meal is 100 - 3·34 = -2; after 33 it is 1",
    ),
    Statement(
        id="A21-E17-society",
        kind="example",
        title="a society of copies in several roles",
        claim="Persons act in turn, round and round, each in a role that says what it is paid and shown, given the "
        "world. One is the agent; each other is a copy, which does what the agent does on all that this person has "
        "met and done. Example 17 is the society of an adult and a baby. In the village, a farmer hands over sacks of "
        "grain, a baker bakes loaves of them, a child is fed the loaves; the farmer is paid for loaves, the baker for "
        "laughter, the child for being neither hungry nor too full. An agent that acts as itself lives the life of its "
        "copy in that role, whatever the seat.",
        source=f"{ALEXANDER_2021}, after Example 17",
        check=_SOCIETY,
        mutants={
            "all are paid for the child's contentment": {"village": _paying_all_for_the_child()},
            "a loaf needs no sack": {"village": evolve(VILLAGE, after=_after_baking_of_nothing)},
            "copies forget what they met": {"settle": _forgetful_copies},
            "all have one history": {"settle": _one_history_for_all},
            "the agent is always in the first seat": {"settle": lambda everyone, seat: in_society(everyone, 0)},
            "no copy is trained": {"incremental": _NobodyTrained},
        },
        verdict="defined",
        evidence="exhaustive: the cradle for all agents, all plays of at most 3 actions over 2 percepts x 2 actions; "
        "the village for all agents, all sequences of at most 3 actions; all agents in the three seats for 2 rounds; "
        "the incremental forms in two seats for all learners, all sequences of at most 2 actions; sampled to 5",
        defects="The paper says that Example 17 could be extended to a whole society and gives no definition.",
        repair="Societies are a definition of ours with any number of roles; the village is one of them. What a person "
        "sees in the village is the number of the sequence of the two deeds before.",
    ),
)
"""In the order of the paper."""
