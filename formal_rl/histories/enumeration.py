"""All histories over finite alphabets, shortest first and in a fixed order."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, islice, product

from formal_rl.errors import InvalidParameter
from formal_rl.histories.percept import Action, Percept, Play, Prompt

LEDGER = ("A21-D1",)


def percept_alphabet(size: int) -> tuple[Percept, ...]:
    """Return the first ``size`` percepts of a fixed order that varies reward and observation early.

    The order is (0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3), ...
    """
    if size < 0:
        raise InvalidParameter("size", size, "an int >= 0")
    first = [Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(-1, 0), Percept(1, 1), Percept(-1, 1)]
    later = (Percept(reward, observation) for observation in count(2) for reward in (0, 1, -1))
    return tuple(islice(chain(first, later), size))


def all_prompts(percepts: Sequence[Percept], actions: Sequence[Action], number_of_percepts: int) -> Iterator[Prompt]:
    """Return an iterator over every prompt with exactly ``number_of_percepts`` percepts over the two alphabets.

    There are p^n a^(n-1) of them, for p percepts, a actions and n = ``number_of_percepts`` >= 1; for less,
    `InvalidParameter`.
    """
    if number_of_percepts < 1:
        raise InvalidParameter("number_of_percepts", number_of_percepts, "at least 1, since a prompt ends in one")
    return product(percepts, *(actions, percepts) * (number_of_percepts - 1))


def all_plays(percepts: Sequence[Percept], actions: Sequence[Action], number_of_actions: int) -> Iterator[Play]:
    """Return an iterator over every play with exactly ``number_of_actions`` actions over the two alphabets.

    There are (p a)^n of them; for n = 0, the empty play alone; for less, `InvalidParameter`.
    """
    if number_of_actions < 0:
        raise InvalidParameter("number_of_actions", number_of_actions, "at least 0")
    return product(*(percepts, actions) * number_of_actions)
