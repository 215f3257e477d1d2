"""Two societies: a baby and who feeds it, and a village of a farmer, a baker and a child."""

from typing import NamedTuple

from formal_rl.environments.crying_baby import FEED, LAUGH, Nutrition
from formal_rl.environments.society import Role, Society, SocietyIncremental, in_society
from formal_rl.histories import Action, Observation, Reward
from formal_rl.histories.coding import encode_sequence

LEDGER = ("A21-E17-society",)


class Cradle(NamedTuple):
    """Turns and meals so far, and what was done last; at first, as if the baby had laughed."""

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
    """

    def contentment(world: Cradle) -> Reward:
        return nutrition.reward(nutrition.level(world.turns, world.meals))

    adult = Role[Cradle]("adult", lambda world: 1 if world.last == LAUGH else -1, lambda world: world.last)
    baby = Role[Cradle]("baby", contentment, lambda world: world.last)
    return Society((adult, baby), Cradle(), _in_the_cradle)


CRADLE = cradle_with(Nutrition())
"""Example 17.

Ledger: A21-E17-society*
"""

FARMER, BAKER, CHILD = 0, 1, 2
"""The persons of the village, by number."""

GIVE = 0
"""What the farmer and the baker do who hand over a sack or bake a loaf; every other number is to keep what one has. The
child's 0 is to laugh, and every other number is to cry.
"""


class Village(NamedTuple):
    """Sacks at the baker's, the child's food, whether the last baking gave a loaf, and the last two deeds.

    ``baked`` and ``laughed`` are ``None`` before there was any baking, or anything heard of the child.
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
        Role[Village]("farmer", lambda world: _paid_for(world.baked), _seen),
        Role[Village]("baker", lambda world: _paid_for(world.laughed), _seen),
        Role[Village]("child", lambda world: 1 if content(world.food) else -1, _seen),
    ),
    Village(),
    _in_the_village,
)
"""A farmer, a baker and a child, who act in this order; each sees what the two others last did, the
earlier deed first, as the number of that sequence.

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
