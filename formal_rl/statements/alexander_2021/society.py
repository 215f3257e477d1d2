"""The crying baby, and societies of which it is the smallest: pairs, entries, checks and mutants."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Agent, AgentClass, LastRewardSignLearner, Learner, Transition
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Row,
    Scope,
    SimulatedPair,
    Unknown,
    check_example_rows,
    check_examples,
    decide_alike,
    decide_each,
    equal,
    part,
    unless,
)
from formal_rl.environments import (
    CATALOGUE,
    LAUGH,
    CryingBabyIncremental,
    CryingBabyState,
    ExtendedEnvironment,
    IncrementalEnvironment,
    Nutrition,
    crying_baby_with,
    interaction,
    published_contentment,
    published_nutrition,
    simulated_play,
)
from formal_rl.environments.abstract import VILLAGE, Society, SocietyIncremental, in_society, moves_of
from formal_rl.environments.abstract.multi_role import (
    BAKER,
    CHILD,
    FARMER,
    Role,
    SocietyState,
    Village,
    content,
    cradle_with,
)
from formal_rl.environments.library.crying_baby import (
    PublishedCryingBaby,
    PublishedRoleState,
    crying_baby_functional,
    crying_baby_published,
)
from formal_rl.environments.simulated_copy import SimulatedCopy
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Action, Percept, Play, Prompt, actions, encode_sequence, flatten, history
from formal_rl.statements.alexander_2021.shapes import always, incrementally, lived, written_out, written_out_on
from formal_rl.statements.alexander_2022.pairs import HUNGRY
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

_FEED, _NOT, _LAUGH, _CRY = 0, 1, 0, 1


def _when_punished(prompt: Prompt) -> Action:
    """Do 1 when the last reward is negative, else 0."""
    return 1 if prompt[-1].reward < 0 else 0


def _every_other(prompt: Prompt) -> Action:
    """Do 0, 1, 0, 1, ..."""
    return len(prompt) // 2 % 2


def _unlike_before(prompt: Prompt) -> Action:
    """Do 0 at first, and then what it did not do before."""
    return 1 if len(prompt) > 1 and prompt[-2] == 0 else 0


def _as_seen(prompt: Prompt) -> Action:
    """Do what the other one did."""
    seen = prompt[-1].observation
    return seen if type(seen) is int else 0


# --- Example 17 ---

_NUTRITION = Nutrition()


def _fed(meals: int, others: int) -> Play:
    """Return a play of meals and then of turns without one."""
    return lived(*[_FEED] * meals, *[_NOT] * others)


_LEVELS = (
    (0, 0, 100),
    (1, 0, 97),
    (1, 1, 122),
    (5, 5, 210),
    (17, 0, 49),
    (25, 1, 50),
    (25, 7, 200),
    (24, 7, 203),
    (33, 0, 1),
    (34, 0, -2),
)
"""Turns, meals, and the level by hand."""

_BABY_ROWS: tuple[Row, ...] = (
    ("at first", "e(T, ⟨⟩) = (1, laugh)", _when_punished, (), Percept(1, _LAUGH)),
    ("fed", "N = 100 + 25 - 3 = 122; content, it laughs", _when_punished, _fed(1, 0), Percept(1, _LAUGH)),
    ("not fed for 16 turns", "N = 100 - 48 = 52: content", _when_punished, _fed(0, 16), Percept(1, _LAUGH)),
    ("not fed for 17 turns", "N = 100 - 51 = 49 < 50: it cries", _when_punished, _fed(0, 17), Percept(-1, _CRY)),
    ("fed 5 times, then not 4", "N = 100 + 125 - 27 = 198 <= 200", _when_punished, _fed(5, 4), Percept(1, _LAUGH)),
    ("25 turns with 1 meal", "N = 100 + 25 - 75 = 50, the least", _when_punished, _fed(1, 24), Percept(1, _LAUGH)),
    ("26 turns with 1 meal", "N = 100 + 25 - 78 = 47 < 50", _when_punished, _fed(1, 25), Percept(-1, _CRY)),
    ("25 turns with 7 meals", "N = 100 + 175 - 75 = 200, the most", _when_punished, _fed(7, 18), Percept(1, _LAUGH)),
    ("24 turns with 7 meals", "N = 100 + 175 - 72 = 203 > 200", _when_punished, _fed(7, 17), Percept(-1, _CRY)),
    ("crying though content", "r' = 1, but it is the laugh that pays", always(_CRY), _fed(1, 0), Percept(-1, _CRY)),
    ("any other number is crying", "a' = 5 is shown", always(5), _fed(1, 0), Percept(-1, 5)),
    ("the adult was punished", "the baby meets (1, feed)", _when_punished, history((-1, 1), _FEED), Percept(1, _LAUGH)),
    ("its actions are its own", "it laughs, then cries", _unlike_before, _fed(0, 2), Percept(-1, _CRY)),
    ("the baby sees what the adult does", "o' = 1, and it does 1", _as_seen, _fed(0, 1), Percept(-1, _CRY)),
)


def _baby_letter(initial: int, T: Agent, s: Play) -> tuple[Percept, str]:  # noqa: N803 - the paper's letters
    """Return what Example 17 gives, written out with N(s) = initial + 25 f(s) - len(s); and how the baby is."""
    if s == ():
        return Percept(1, 0), ""
    baby: Play = ()
    for end in range(2, len(s) + 1, 2):
        done = s[:end]
        level = initial + 25 * sum(action == 0 for action in done[1::2]) - len(flatten(done))
        r_prime = 1 if 50 <= level <= 200 else -1
        prompt = (*baby, Percept(r_prime, done[-1]))
        baby = (*prompt, T(prompt))
    how = f"a {'content' if r_prime == 1 else 'discontent'} baby {'laughs' if baby[-1] == 0 else 'cries'}"
    return Percept(1 if baby[-1] == 0 else -1, baby[-1]), how


def _small(scope: Scope) -> tuple[int, tuple[Percept, ...], tuple[Action, ...]]:
    return scope.steps(quick=3, full=4), (Percept(0, 0), Percept(-1, 1)), scope.actions()


@part("N is a natural number", branches=("a level",), domain="numbers of turns to 40 and of meals in them")
def _natural_by_the_letter(level: Callable[[int, int], int]) -> Iterator[Case]:
    """Look for a turn after which N is not a natural number, as its codomain in the example says it is."""
    for turns in range(41):
        for meals in range(turns + 1):
            got = level(turns, meals)
            yield "a level", unless(got >= 0, f"N after {turns} turns with {meals} meals", "a natural number", got)


@frozen
class _Recording:
    """An agent-class that keeps what it was trained on and does what it is shown, or 1 more after a punishment."""

    initial: tuple[Transition, ...] = ()

    def ask(self, state: tuple[Transition, ...], observation: Any) -> tuple[Action, tuple[Transition, ...]]:
        return observation + (bool(state) and state[-1].reward < 0), state

    def train(self, state: tuple[Transition, ...], transition: Transition) -> tuple[Transition, ...]:
        return (*state, transition)


def _published(published: PublishedCryingBaby) -> Iterator[Example]:
    """Yield the published form, by hand."""
    baby = _Recording()
    fed, unfed = Transition(_FEED, _LAUGH, 1, _FEED), Transition(_NOT, _CRY, -1, _NOT)
    for level, less, more in ((0, 0, 1), (1, 0, 2), (5, 4, 6), (8, 7, 9), (9, 8, 9)):
        yield f"{level} and not fed", "one less, from 0 on", less, partial(published_nutrition, fed=False), level
        yield f"{level} and fed", "one more, to 9", more, partial(published_nutrition, fed=True), level
    for level, reward in ((2, -1), (3, 1), (7, 1), (8, -1)):
        yield f"content with {level}", "3 to 7", reward, published_contentment, level
    yield "at first", "5, and as if fed", (_LAUGH, PublishedRoleState(5, (), _FEED)), published.start, baby
    again = (unfed, Transition(_NOT, _CRY, 1, _FEED))
    for about, why, reward, before, action, after in (
        ("fed", "6; trained as having been shown 0 before", 1, (5, (), _FEED), _FEED, (6, (fed,), _FEED)),
        ("hungry", "3 becomes 2; it cries, trained on -1", -1, (3, (), _NOT), _NOT, (2, (unfed,), _NOT)),
        ("as it was trained", "punished it cries; 3 is content", -1, (2, (unfed,), _NOT), _FEED, (3, again, _FEED)),
    ):
        percept = Percept(reward, _LAUGH if reward > 0 else _CRY)
        step = published.step, baby, PublishedRoleState(*before), action
        yield about, why, (percept, PublishedRoleState(*after)), *step


def crying_baby_example(
    scope: Scope,
    *,
    environment_with: Callable[[Nutrition], ExtendedEnvironment] = crying_baby_with,
    incremental: Callable[[Nutrition], IncrementalEnvironment] = CryingBabyIncremental,
    nutrition: Nutrition = _NUTRITION,
    published: PublishedCryingBaby = crying_baby_published,
) -> Iterator[Part]:
    """Check the crying baby: by hand, as written out, its incremental form; and that N leaves the naturals."""
    levels: list[Example] = [
        *(
            (f"N, {turns} turns, {meals} meals", "100 + 25 m - 3 t", by_hand, nutrition.level, turns, meals)
            for turns, meals, by_hand in _LEVELS
        ),
        *(
            (f"content with {level}", "50 <= N <= 200", paid, nutrition.reward, level)
            for level, paid in ((49, -1), (50, 1), (200, 1), (201, -1))
        ),
    ]
    yield check_examples(levels, "nutrition, 100 at first and 25 a meal, with 50 and 200 met")
    yield check_example_rows(environment_with(_NUTRITION), _BABY_ROWS)
    why = "untrained it does 0; trained on the reward 1 it does 1"
    yield incrementally(why, Percept(-1, _CRY), incremental(_NUTRITION), LastRewardSignLearner(), _FEED, _FEED)
    yield check_examples(_published(published), "the published form")
    functional: list[Row] = [
        ("fed 5 times, then not 4", "N = 100 + 28·5 - 3·9 = 213 > 200", _when_punished, _fed(5, 4), Percept(-1, _CRY)),
        ("4 meals in 4 turns", "N = 100 + 28·4 - 3·4 = 200", _when_punished, _fed(4, 0), Percept(1, _LAUGH)),
    ]
    yield check_example_rows(crying_baby_functional, functional, "the functional form")
    yield written_out(
        f"the crying baby, as written out, with {HUNGRY.initial} at first",
        environment_with(HUNGRY),
        partial(_baby_letter, HUNGRY.initial),
        _small(scope),
        about="the percept of the crying baby",
        branches=[f"a {how} baby {what}" for how in ("content", "discontent") for what in ("laughs", "cries")],
    )
    pair = SimulatedPair("the crying baby, incrementally", environment_with(HUNGRY), incremental(HUNGRY))
    yield from pair.parts(evolve(scope, horizon=scope.steps(quick=4, full=6)))
    yield _natural_by_the_letter(nutrition.level).meant_to_fail(
        "N after 34 turns with 0 meals: expected 'a natural number', got -2"
    )


# --- Societies ---


@frozen
class SocietyPair(EnvironmentPair):
    """A society and its incremental form; it is compared less far than others, since all copies are asked in each turn.

    How far does not depend on the horizon of the scope.
    """

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return super().parts(evolve(scope, horizon=3 if scope.is_full else 2))

    def _sampled(self, scope: Scope) -> Part:
        return super()._sampled(evolve(scope, horizon=12 if scope.is_full else 5))


VILLAGE_PAIR = SocietyPair.of(CATALOGUE["village"])
SEAT_PAIR = SocietyPair("SocietyIncremental", in_society(VILLAGE, BAKER), SocietyIncremental(VILLAGE, BAKER))

Settle: TypeAlias = Callable[[Society[Any], int], ExtendedEnvironment]

_GIVE, _KEEP = 0, 1

_SEEN = {(0, 0): 5, (0, 1): 18, (1, 0): 9, (1, 1): 34}
"""The numbers of two deeds: of the words 4, 41, 14 and 141 with digits 1 to 4, in base 4, and one more."""

_VILLAGE_ROWS: tuple[tuple[str, str, int, Agent, Play, Percept], ...] = (
    ("the farmer, at first", "0 is the number of the empty sequence", FARMER, _when_punished, (), Percept(0, 0)),
    (
        "a sack is given",
        "the baker meets (0, (give)) and bakes: food 3 + 2 = 5; the child meets (-1, (give, bake)) and cries",
        *(FARMER, _when_punished, lived(_GIVE), Percept(1, _SEEN[0, 1])),
    ),
    (
        "a second sack",
        "the baker meets (-1, (cry, give)) and keeps it; food 4, the child laughs; no loaf",
        *(FARMER, _when_punished, lived(_GIVE, _GIVE), Percept(-1, _SEEN[1, 0])),
    ),
    ("no sack, no loaf", "the baker would bake and cannot", FARMER, always(0), lived(_KEEP), Percept(-1, _SEEN[0, 0])),
    ("hunger", "3, 2, 1, 0: it cries at last", FARMER, _when_punished, lived(*[_KEEP] * 4), Percept(-1, _SEEN[0, 1])),
    ("own pasts", "both do 0 first, and then 1", FARMER, _every_other, lived(_GIVE, _GIVE), Percept(-1, _SEEN[1, 1])),
    ("other percepts", "it meets (0, (0))", FARMER, _when_punished, history((-1, 7), _GIVE), Percept(1, _SEEN[0, 1])),
    ("the child, at first", "copies do 0: food 5 is too much", CHILD, _when_punished, (), Percept(-1, _SEEN[0, 0])),
    (
        "the baker keeps the sack, which the agent would not do",
        "food 3: the child laughs; the farmer meets (-1, (keep, laugh)) and keeps; the baker is paid for the laugh",
        *(BAKER, _when_punished, lived(_KEEP), Percept(1, _SEEN[0, 1])),
    ),
)


def _village_letter(T: Agent, own: tuple[Action, ...]) -> tuple[Percept, str]:  # noqa: N803 - an agent, as above
    """Return what the village's farmer meets, person by person, and what became of it."""
    sacks, food = 0, 3
    of_baker: Play = ()
    of_child: Play = ()
    meets, branch, child = Percept(0, 0), "at first", None
    for farmer in own:
        sacks += farmer == 0
        asked = (
            Percept(0, encode_sequence((farmer,)))
            if child is None
            else Percept(1 if child == 0 else -1, encode_sequence((child, farmer)))
        )
        baker = T((*of_baker, asked))
        of_baker = (*of_baker, asked, baker)
        loaf = baker == 0 and sacks > 0
        if loaf:
            sacks, food = sacks - 1, food + 2
        fed = Percept(1 if 1 <= food <= 4 else -1, encode_sequence((farmer, baker)))
        child = T((*of_child, fed))
        of_child = (*of_child, fed, child)
        food -= 1
        meets, branch = (
            Percept(1 if loaf else -1, encode_sequence((baker, child))),
            f"{'a' if loaf else 'no'} loaf, {child}",
        )
    return meets, branch


def _one_life(scope: Scope, settle: Settle) -> Part:
    """Let the agent act for itself in each seat: it meets and does what its copy in that role does."""
    rounds, choices = scope.steps(quick=2, full=3), scope.actions()

    def claim(seat: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agent = unknown.agent
        life, _ = moves_of(VILLAGE, FARMER, agent, actions(interaction(agent, settle(VILLAGE, FARMER), rounds)))
        expected = tuple(element for person, met, did in life if person == seat for element in (met, did))
        cover("the child laughs at last" if life[-1].did == _LAUGH else "the child cries at last")
        return equal(f"the life of person {seat}", expected, interaction(agent, settle(VILLAGE, seat), rounds))

    return decide_each(
        "who acts as itself lives the same life in whatever seat",
        claim,
        (FARMER, BAKER, CHILD),
        actions=choices,
        branches=("the child laughs at last", "the child cries at last"),
        domain=f"all agents of {len(choices)} actions, the three seats, {rounds} rounds",
    )


def _seats(village: Society[Village]) -> Iterator[Example]:
    """Yield which seats and societies there are, and with how much food the child is content."""
    for seat in (-1, 3, True, 1.0):
        for build in (in_society, SocietyIncremental):
            yield f"seat {seat}", "not a seat", InvalidParameter, build, village, seat
    yield "one role", "two or more", InvalidParameter, Society, village.roles[:1], village.initial, village.after
    yield "a society of two", "it is one", 2, lambda: len(evolve(village, roles=village.roles[:2]).roles)
    yield "a prompt", "it ends in a percept", MalformedHistory, in_society(village), _when_punished, history((0, 0))
    for food in range(6):
        yield f"the child, with {food}", "content with 1 to 4", 1 <= food <= 4, content, food


def society_example(
    scope: Scope,
    *,
    settle: Settle = in_society,
    incremental: Callable[[Society[Any], int], IncrementalEnvironment] = SocietyIncremental,
    village: Society[Village] = VILLAGE,
) -> Iterator[Part]:
    """Check societies: the village by hand and person by person, the cradle, the seats, the incremental forms."""
    yield check_examples(
        (about, why, expected, settle(village, seat), agent, play)
        for about, why, seat, agent, play, expected in _VILLAGE_ROWS
    )
    why, farmer = "the baker, paid 1, keeps; food is 4, and the child, paid 1, cries", incremental(village, FARMER)
    yield incrementally(why, Percept(-1, _SEEN[1, 1]), farmer, LastRewardSignLearner(), _GIVE, _GIVE)
    yield check_examples(_seats(village), "seats, societies and food")
    yield decide_alike(
        "an adult and a baby are Example 17",
        ("the percept of the adult", crying_baby_with(HUNGRY), settle(cradle_with(HUNGRY), 0)),
        _small(scope),
        branch_of=lambda play, expected: "a laugh" if expected.reward > 0 else "crying",
        branches=("a laugh", "crying"),
    )
    longest, _, choices = _small(scope)
    yield written_out_on(
        "the village, person by person",
        settle(village, FARMER),
        _village_letter,
        (own for n in range(longest + 1) for own in product(choices, repeat=n)),
        play_of=lambda own: lived(*own),
        about="the percept of the farmer",
        actions=choices,
        branches=("at first", "a loaf, 0", "a loaf, 1", "no loaf, 0", "no loaf, 1"),
        domain=f"all agents, all sequences of at most {longest} actions of {len(choices)} by the farmer",
    )
    yield _one_life(scope, settle)
    for seat in (FARMER, BAKER):
        pair = SocietyPair(f"seat {seat}, incrementally", settle(village, seat), incremental(village, seat))
        yield from pair.parts(scope)


# --- Mutants ---


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
            told = (*told, Percept(_felt(nutrition, adult[:turn]), did), did)
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


def _after_baking_of_nothing(world: Village, person: int, action: Action) -> Village:
    supplied = world._replace(sacks=world.sacks + 1) if person == 1 else world
    after = VILLAGE.after(supplied, person, action)
    return after._replace(sacks=0) if person == 1 else after


def _lives(*, forgetful: bool = False, shared: bool = False) -> Settle:
    """Return societies whose copies forget what they met, or have one history among them."""

    def settled(everyone: Society[Any], seat: int) -> ExtendedEnvironment:
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

    return settled


class _NobodyTrained(SocietyIncremental):
    def advance(self, learner: Learner[Any], state: SocietyState, action: Action) -> tuple[Percept, SocietyState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(copies=(SimulatedCopy(learner.initial),) * len(after.copies))


_PAID_FOR_THE_CHILD = tuple(Role(role.name, VILLAGE.roles[CHILD].pays, role.shows) for role in VILLAGE.roles)


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
        check=crying_baby_example,
        mutants={
            "the length counts turns and not elements": {
                "environment_with": lambda nutrition: crying_baby_with(evolve(nutrition, turn=1))
            },
            "a turn with a meal takes nothing": {"environment_with": always(crying_baby_functional)},
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
        repair="N has integer values; the rewards are those of the paper, since they only compare N with 50 and 200",
        witness="N after 34 turns without a meal is 100 - 3·34 = -2; after 33 it is 1",
    ),
    Statement(
        id="A21-E17-society",
        kind="example",
        title="a society of copies in several roles",
        claim="Persons act in turn, round and round, each in a role that says what the person is paid and shown, "
        "given the world. One is the agent; every other is a copy, which does what the agent does on everything that "
        "this person has met and done. Example 17 is the society of an adult and a baby. In the village, a farmer "
        "hands over sacks of grain, a baker bakes loaves of them, and a child eats the loaves; the farmer is paid for "
        "loaves, the baker for laughter, the child for being neither hungry nor too full. An agent that acts as "
        "itself lives the life of its copy in that role, whatever its seat.",
        source=f"{ALEXANDER_2021}, after Example 17",
        check=society_example,
        mutants={
            "all are paid for the child's contentment": {"village": evolve(VILLAGE, roles=_PAID_FOR_THE_CHILD)},
            "a loaf needs no sack": {"village": evolve(VILLAGE, after=_after_baking_of_nothing)},
            "copies forget what they met": {"settle": _lives(forgetful=True)},
            "all have one history": {"settle": _lives(shared=True)},
            "the agent is always in the first seat": {"settle": lambda everyone, seat: in_society(everyone, 0)},
            "no copy is trained": {"incremental": _NobodyTrained},
        },
        verdict="defined",
        evidence="exhaustive: the cradle for all agents, all plays of at most 3 actions over 2 percepts x 2 actions; "
        "the village for all agents, all sequences of at most 3 actions; all agents in the three seats for 2 rounds; "
        "the incremental forms in two seats for all learners, all sequences of at most 2 actions; sampled to 5",
        defects="The paper says that Example 17 could be extended to a whole society and gives no definition.",
        repair="Societies are a definition of ours with any number of roles; the village is one of them. What a "
        "person sees in the village is the number of the sequence of the two moves before.",
    ),
)
