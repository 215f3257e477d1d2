"""Societies: several persons, all of them copies of the agent, each in a role with a view and a pay of its own."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from attrs import frozen

from formal_rl.agents import Agent, Learner
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.library.crying_baby import FEED, LAUGH, Nutrition
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import SimulatedCopy
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation, Percept, Play, Reward, actions, require_play
from formal_rl.histories.coding import encode_sequence

LEDGER = ("A21-E17-society",)

World = TypeVar("World")


@frozen
class Role(Generic[World]):
    """The reward and observation of one person, given the world at its turn."""

    pays: Callable[[World], Reward]
    shows: Callable[[World], Observation]

    def percept(self, world: World) -> Percept:
        """Return what the person meets before it acts."""
        return Percept(self.pays(world), self.shows(world))


@frozen
class Society(Generic[World]):
    """The roles in the order in which they act, the world at first, and the world after person number i did y.

    The world is a value; it is all that roles can pay for or show, so it holds the past actions that matter.
    Fewer than two roles are an `InvalidParameter`.

    Source: Alexander et al. 2021, after Example 17.
    Ledger: A21-E17-society*
    """

    roles: tuple[Role[World], ...]
    initial: World
    after: Callable[[World, int, Action], World]

    def __attrs_post_init__(self) -> None:
        if len(self.roles) < 2:
            raise InvalidParameter("the roles", self.roles, "two or more")


class Move(NamedTuple):
    """One person's turn: its number, what it met, and what it did."""

    person: int
    met: Percept
    did: Action


def require_seat(society: Society[Any], seat: int) -> None:
    """Raise `InvalidParameter` unless ``seat`` is the number of a role."""
    if type(seat) is not int or not 0 <= seat < len(society.roles):
        raise InvalidParameter("the seat", seat, f"the number of a role, an int from 0 to {len(society.roles) - 1}")


def moves_of(
    society: Society[Any], seat: int, agent: Agent, own: tuple[Action, ...]
) -> tuple[tuple[Move, ...], Percept]:
    """Return everyone's moves until the true agent acts again after its ``own`` actions, and what it then meets.

    The persons act one after the other, round and round. The one in the seat is the true agent, whose actions are
    given. Each other is a copy: it does what the agent does on all that this person has met and done so far. Each
    move of a copy takes one question. Raises `InvalidParameter` for a seat that there is not.

    Source: Alexander et al. 2021, after Example 17.
    Ledger: A21-E17-society*
    """
    require_seat(society, seat)
    world = society.initial
    plays: list[Play] = [()] * len(society.roles)
    done: list[Move] = []
    rounds = 0
    while True:
        for person, role in enumerate(society.roles):
            met = role.percept(world)
            prompt = (*plays[person], met)
            if person == seat and rounds == len(own):
                return tuple(done), met
            did = own[rounds] if person == seat else agent(prompt)
            plays[person] = (*prompt, did)
            done.append(Move(person, met, did))
            world = society.after(world, person, did)
        rounds += 1


def in_society(society: Society[Any], seat: int = 0) -> ExtendedEnvironment:
    """Return the environment of one who lives in the society in that seat, all others being copies of itself.

    Only the actions of a play count. With the two roles of Example 17, `cradle_with`, it is the crying baby. It lives
    through everything again each time; for long runs take `SocietyIncremental`.

    Source: Alexander et al. 2021, after Example 17.
    Ledger: A21-E17-society*
    """
    require_seat(society, seat)

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        return moves_of(society, seat, agent, actions(play))[1]

    return environment


class SocietyState(NamedTuple):
    """The world at the true agent's turn, and a copy for each role; the copy in the agent's seat is never asked."""

    world: Any
    copies: tuple[SimulatedCopy, ...]


@frozen
class SocietyIncremental:
    """A society with one simulated copy for each role but that of the true agent.

    Source: Alexander et al. 2021, after Example 17, in the form of Section 4 of Alexander et al. 2022.
    Ledger: A21-E17-society*
    """

    society: Society[Any]
    seat: int = 0

    def __attrs_post_init__(self) -> None:
        require_seat(self.society, self.seat)

    def start(self, learner: Learner[Any]) -> tuple[Percept, SocietyState]:
        """Return what the true agent meets once those before it have acted."""
        copies = (SimulatedCopy(learner.initial),) * len(self.society.roles)
        return self._lived(learner, SocietyState(self.society.initial, copies), 0, self.seat)

    def advance(self, learner: Learner[Any], state: SocietyState, action: Action) -> tuple[Percept, SocietyState]:
        """Return what the true agent meets when it is its turn again."""
        number = len(self.society.roles)
        after = SocietyState(self.society.after(state.world, self.seat, action), state.copies)
        return self._lived(learner, after, self.seat + 1, self.seat + number)

    def _lived(
        self, learner: Learner[Any], state: SocietyState, first: int, until: int
    ) -> tuple[Percept, SocietyState]:
        world, copies = state.world, list(state.copies)
        for turn in range(first, until):
            person = turn % len(copies)
            did, copies[person] = copies[person].act_on(learner, self.society.roles[person].percept(world))
            world = self.society.after(world, person, did)
        return self.society.roles[self.seat].percept(world), SocietyState(world, tuple(copies))


# Two societies: a baby and who feeds it, and a village of a farmer, a baker and a child.


class Cradle(NamedTuple):
    """Turns and meals so far, and the last action; at first, as if the baby had laughed."""

    turns: int = 0
    meals: int = 0
    last: Action = LAUGH


def _in_the_cradle(world: Cradle, person: int, action: Action) -> Cradle:
    if person == 0:
        return Cradle(world.turns + 1, world.meals + (action == FEED), action)
    return world._replace(last=action)


def cradle_with(nutrition: Nutrition) -> Society[Cradle]:
    """Return Example 17 as a society: an adult paid for laughter, then a baby paid for being content.

    Source: Alexander et al. 2021, Example 17.
    Ledger: A21-E17-society*
    """

    def contentment(world: Cradle) -> Reward:
        return nutrition.reward(nutrition.level(world.turns, world.meals))

    adult = Role[Cradle](lambda world: 1 if world.last == LAUGH else -1, lambda world: world.last)
    baby = Role[Cradle](contentment, lambda world: world.last)
    return Society((adult, baby), Cradle(), _in_the_cradle)


FARMER, BAKER, CHILD = 0, 1, 2
"""The persons of the village, by number."""

GIVE = 0
"""The action of a farmer who hands over a sack or a baker who bakes a loaf; every other number means to keep it. The
child's 0 is to laugh, and every other number is to cry.
"""


class Village(NamedTuple):
    """What there is in the village, and what was done last.

    ``sacks`` are at the baker's, ``food`` is the child's, ``last`` are the last two moves. ``baked`` says whether the
    last baking gave a loaf, ``laughed`` whether the child laughed last; both are ``None`` before the first turn of the
    baker and of the child.
    """

    sacks: int = 0
    food: int = 3
    baked: bool | None = None
    laughed: bool | None = None
    last: tuple[Action, ...] = ()


def _in_the_village(world: Village, person: int, action: Action) -> Village:
    last = (*world.last, action)[-2:]
    if person == FARMER:
        return world._replace(sacks=world.sacks + (action == GIVE), last=last)
    if person == BAKER:
        baked = action == GIVE and world.sacks > 0
        return world._replace(sacks=world.sacks - baked, food=world.food + 2 * baked, baked=baked, last=last)
    return world._replace(food=world.food - 1, laughed=action == LAUGH, last=last)


def _paid_for(done: bool | None) -> Reward:
    return 0 if done is None else 1 if done else -1


def _seen(world: Village) -> Observation:
    return encode_sequence(world.last)


def content(food: int) -> bool:
    """Whether the child of the village is content with so much food: 1 to 4."""
    return 1 <= food <= 4


VILLAGE = Society(
    (
        Role[Village](lambda world: _paid_for(world.baked), _seen),
        Role[Village](lambda world: _paid_for(world.laughed), _seen),
        Role[Village](lambda world: 1 if content(world.food) else -1, _seen),
    ),
    Village(),
    _in_the_village,
)
"""A farmer, a baker and a child, who act in this order; each sees what the two others last did, the
earlier action first, as the number of that sequence.

The farmer hands the baker a sack or not; the baker bakes a loaf or not, for which it needs a sack; the child laughs or
cries. The child has 3 of food at first, gets 2 with each loaf, and uses 1 after each of its turns. Its food may be
negative, as in Example 17. The farmer is paid 1 if the last baking gave a loaf, else -1; the baker 1 if the child last
laughed, else -1; the child 1 if it has 1 to 4 of food, else -1. What has not yet been done is paid 0.

Source: ours, after Example 17 of Alexander et al. 2021.
Ledger: A21-E17-society*
"""

village = in_society(VILLAGE)
"""The village as it is for the farmer: `in_society`, which says where it is slow."""

village_incremental = SocietyIncremental(VILLAGE)
"""Incremental form."""

RECORDS = recorded(globals(), EnvironmentRecord("village", source="A21 Example 17"))
