"""A handicap put on an environment: its constraint must be kept, or all that would have been won is lost."""

from formal_rl.environments import Agent, ExtendedEnvironment
from formal_rl.errors import UndefinedComposition
from formal_rl.histories import Percept, Play, check_play


def with_handicap(environment: ExtendedEnvironment, handicap: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e * h by the letter: (r_e, o_e) where r_h = 1, and (-1, o_e) where r_h = -1.

    Both are asked about the same play, which holds the percepts of e * h. Raises `UndefinedComposition` where the
    definition says nothing: where r_h is neither 1 nor -1 or h does not show 0 (so h is no handicap), and where
    r_e is negative (so e is not merciful).

    Source: Alexander et al. 2021, Definition 12 part 3.
    Ledger: A21-D12-compose*, A21-D12-laws*
    """

    def composed(agent: Agent, play: Play) -> Percept:
        check_play(play)
        e, h = environment(agent, play), handicap(agent, play)
        if e.reward < 0:
            raise UndefinedComposition(play, e, h, "e is not merciful")
        if h.observation != 0 or h.reward not in {1, -1}:
            raise UndefinedComposition(play, e, h, "h is no handicap")
        return e if h.reward == 1 else Percept(-1, e.observation)

    return composed


def with_handicap_repaired(environment: ExtendedEnvironment, handicap: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e * h repaired: (r_e, o_e) where r_h >= 0, and (-1, o_e) where r_h < 0.

    Equal to the letter where that is defined, and defined for all e and h: for the examples of Section 3, which
    pay 0 at first, and for e * h in the place of e.

    Source: Alexander et al. 2021, Definition 12 part 3, repaired.
    Ledger: A21-D12-compose*, A21-D12-laws*, A21-E13*
    """

    def composed(agent: Agent, play: Play) -> Percept:
        check_play(play)
        e, h = environment(agent, play), handicap(agent, play)
        return e if h.reward >= 0 else Percept(-1, e.observation)

    return composed
