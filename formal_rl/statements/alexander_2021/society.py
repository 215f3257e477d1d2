"""The crying baby, and societies of which it is the smallest."""

from typing import Any

from formal_rl.agents import Agent, Transition
from formal_rl.checking import agents, among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.environments import TableLearner, interaction
from formal_rl.environments.abstract.multi_role import (
    BAKER,
    CHILD,
    FARMER,
    VILLAGE,
    SocietyIncremental,
    cradle_with,
    in_society,
    moves_of,
)
from formal_rl.environments.library import crying_baby as forms
from formal_rl.environments.library.crying_baby import CryingBabyIncremental, Nutrition, crying_baby_with
from formal_rl.histories import Percept, Play, actions, flatten
from formal_rl.histories.coding import encode_sequence
from formal_rl.statements.alexander_2021.shapes import incrementally, lived, plays_over, when_punished
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.statements.run_out import published_percepts

FEED, NOT, LAUGH, CRY, GIVE, KEEP = 0, 1, 0, 1, 0, 1
HUNGRY = Nutrition(initial=54)
"""Content at first, and no longer after two turns without a meal."""

SMALL = plays_over([(0, 0), (-1, 1)], 3, full=4)


@example(
    "A21-E17",
    "the crying baby",
    "Example 17",
    defects="The paper gives N natural values, and N becomes negative after 34 turns without a meal. Its len(s) "
    "counts the elements of the flat sequence, three in each turn, so that a turn takes 3.",
    repair="N has integer values; the rewards are those of the paper, since they only compare N with 50 and 200",
    witness="N after 34 turns without a meal is 100 - 3·34 = -2; after 33 it is 1",
)
def crying_baby_example() -> Evidence:
    """A baby is a copy of the agent, which is an adult. After the adult's ith action a_i the baby meets (r'_i, a_i),
    where r'_i is 1 if the nutrition N, 100 and 25 more for each 0 (a meal) and 1 less for each element of the history,
    is from 50 to 200, else -1; and it acts on its own. The adult sees what the baby now does and is paid 1 if that
    is 0 (it laughs), else -1; (1, laugh) at first.
    """

    def examples() -> Rows:
        for turns, meals, level in ((33, 0, 1), (34, 0, -2), (25, 1, 50)):
            yield f"N = 100 + 25·{meals} - 3·{turns}", level, Nutrition().level(turns, meals)
        for level, paid in ((49, -1), (50, 1), (200, 1), (201, -1)):
            yield f"50 <= {level} <= 200", paid, Nutrition().reward(level)
        starved, stuffed = lived(*[NOT] * 17), lived(*[FEED] * 5, *[NOT] * 4)
        got = crying_baby_with(Nutrition())(when_punished, starved)
        yield "N = 100 - 51 = 49 < 50: it cries", Percept(-1, CRY), got
        got = forms.crying_baby_functional(when_punished, stuffed)
        yield "functional: N = 100 + 28·5 - 3·9 = 213 > 200", Percept(-1, CRY), got
        yield "published: content with 3 to 7", [-1, 1, 1, -1], [*map(forms.published_contentment, (2, 3, 7, 8))]
        found = [[forms.published_nutrition(level, fed=fed) for fed in (False, True)] for level in (0, 5, 9)]
        yield "published: one less, or one more, from 0 to 9", [[0, 1], [4, 6], [8, 9]], found
        before, now = Transition(FEED, CRY, 1, NOT), Transition(NOT, CRY, 1, NOT)
        learner: Any = TableLearner({((), NOT): CRY, ((before,), FEED): LAUGH, ((now,), FEED): CRY})
        yield "published: 5 at first, and as if fed", (LAUGH, (5, (), FEED)), forms.crying_baby_published.start(learner)
        met = published_percepts(forms.crying_baby_published, learner, (NOT, FEED))
        yield "published: 4; trained as having been shown 0 before", (LAUGH, Percept(-1, CRY), Percept(1, LAUGH)), met

    def printed(T: Agent, s: Play) -> Percept:  # noqa: N803 - the paper's letters
        own: Play = ()
        for end in range(2, len(s) + 1, 2):
            done = s[:end]
            level = HUNGRY.initial + 25 * sum(action == 0 for action in done[1::2]) - len(flatten(done))
            prompt = (*own, Percept(1 if 50 <= level <= 200 else -1, done[-1]))
            own = (*prompt, T(prompt))
        return Percept(1 if own[-1] == 0 else -1, own[-1]) if s else Percept(1, 0)

    yield by_hand(examples)
    hungry = crying_baby_with(HUNGRY)  # little, so that few turns reach both ends of being content
    yield equal(f"as written out, with {HUNGRY.initial} of nutrition at first", printed, hungry, agents, SMALL)
    yield incrementally(hungry, CryingBabyIncremental(HUNGRY))
    yield mutants("""
        environments.library.crying_baby:Nutrition.level
            the length counts turns and not elements: self.turn * turns → turns
            the nutrition stays at 0: self.initial + self.meal * meals - self.turn * turns
                → max(0, self.initial + self.meal * meals - self.turn * turns)
        environments.library.crying_baby:Nutrition.reward
            50 and 200 are not content: self.least <= level <= self.most → self.least < level < self.most
        environments.library.crying_baby:crying_baby_with
            the adult is paid for the baby's contentment: 1 if answer == LAUGH else -1
                → nutrition.reward(nutrition.level(len(adult), adult.count(FEED)))
            the baby is taken to have done what the adult did: simulated_play(agent, life, len(adult))[-1] → agent(
                tuple(x for turn, did in enumerate(adult) for x in (life(play[: 2 * turn]), did))[:-1])
        environments.library.crying_baby:CryingBabyIncremental
            the copy is never trained: meals, copy) → meals, SimulatedCopy(learner.initial))
        environments.library.crying_baby:_PublishedCryingBaby
            as published, trains the baby on its present observation: Transition(state.before, → Transition(action,
    """)


@example(
    "A21-E17-society",
    "a society of copies in several roles",
    "after Example 17",
    defects="The paper says that Example 17 could be extended to a whole society and gives no definition.",
    repair="Societies are a definition of ours with any number of roles; the village is one of them. What a "
    "person sees in the village is the number of the sequence of the two moves before.",
)
def society_example() -> Evidence:
    """Persons act in turn, round and round, each in a role that says what the person is paid and shown, given the
    world. One is the agent; every other is a copy, which does what the agent does on everything that this person has
    met and done. Example 17 is the society of an adult and a baby. In the village, a farmer hands over sacks of grain,
    a baker bakes loaves of them, and a child eats the loaves; the farmer is paid for loaves, the baker for laughter,
    the child for being neither hungry nor too full. An agent that acts as itself lives the life of its copy in that
    role, whatever its seat.
    """

    def examples() -> Rows:
        got = in_society(VILLAGE, CHILD)(when_punished, ())
        yield "copies do 0: food 5 is too much", Percept(-1, 5), got
        why = "food 3: the child laughs; the farmer meets (-1, (keep, laugh)) and keeps; the baker is paid for it"
        yield why, Percept(1, 18), in_society(VILLAGE, BAKER)(when_punished, lived(KEEP))

    def person_by_person(T: Agent, s: Play) -> Percept:  # noqa: N803 - the paper's letters
        sacks, food, child = 0, 3, -1
        of_baker: Play = ()
        of_child: Play = ()
        meets = Percept(0, 0)
        for farmer in s[1::2]:
            sacks += farmer == 0
            heard = 0 if child < 0 else 1 if child == 0 else -1
            asked = Percept(heard, encode_sequence((child, farmer) if heard else (farmer,)))
            baker = T((*of_baker, asked))
            of_baker = (*of_baker, asked, baker)
            loaf = baker == 0 and sacks > 0
            sacks, food = (sacks - 1, food + 2) if loaf else (sacks, food)
            fed = Percept(1 if 1 <= food <= 4 else -1, encode_sequence((farmer, baker)))
            child = T((*of_child, fed))
            of_child = (*of_child, fed, child)
            food -= 1  # at the end of the round, after the child was paid
            meets = Percept(1 if loaf else -1, encode_sequence((baker, child)))
        return meets

    def life(agent: Agent, seat: int) -> tuple[Play, Play]:
        lives, _ = moves_of(VILLAGE, FARMER, agent, actions(interaction(agent, in_society(VILLAGE, FARMER), 2)))
        expected = tuple(element for person, met, did in lives if person == seat for element in (met, did))
        return expected, interaction(agent, in_society(VILLAGE, seat), 2)

    yield by_hand(examples)
    cradle = in_society(cradle_with(HUNGRY), 0)
    yield equal("an adult and a baby are Example 17", crying_baby_with(HUNGRY), cradle, agents, SMALL)
    own = plays_over([(0, 0)], 3, full=4)
    yield equal("the village, person by person", person_by_person, in_society(VILLAGE, FARMER), agents, own)
    seats = among("the three seats, for 2 rounds", (FARMER, BAKER, CHILD))
    yield every("who acts as itself lives the same life in whatever seat", life, agents, seats)
    yield incrementally(in_society(VILLAGE, BAKER), SocietyIncremental(VILLAGE, BAKER), 2, 3)
    yield mutants("""
        environments.abstract.multi_role:Role.percept
            all are paid for the child's contentment: self.pays(world) → VILLAGE.roles[CHILD].pays(world)
        environments.abstract.multi_role:_in_the_village
            a loaf needs no sack: action == GIVE and world.sacks > 0 → action == GIVE
        environments.abstract.multi_role:moves_of
            copies forget what they met: plays[person] = (*prompt, did) → plays[person] = ()
        environments.abstract.multi_role:in_society
            the agent is always in the first seat: moves_of(society, seat, → moves_of(society, seat * 0,
        environments.abstract.multi_role:SocietyIncremental
            no copy is trained: SocietyState(world, tuple(copies))
                → SocietyState(world, (SimulatedCopy(learner.initial),) * len(copies))
    """)


STATEMENTS = statements_in(globals())
