"""Properties of an extended environment, decided to a horizon: for every agent, on every play."""

from collections.abc import Callable, Sequence

from formal_rl.checking._path_exploration import Unknown, decide_each
from formal_rl.checking.outcome import Cover, Disagreement, Part
from formal_rl.environments import ExtendedEnvironment, respond
from formal_rl.errors import require_int
from formal_rl.histories import Action, Percept, Play, all_plays


def never_negative(
    environment: ExtendedEnvironment, *, horizon: int, percepts: Sequence[Percept], actions: Sequence[Action]
) -> Part:
    """Decide whether the environment is merciful: whether it never outputs a negative reward.

    Asked on all plays of at most ``horizon`` actions over the two alphabets, facing every agent. A refutation is on
    the shortest such play, by an agent of the fewest answers. Raises `InvalidParameter` for a negative horizon, and
    whatever `respond` raises where the environment answers with no percept.

    Source: Alexander et al. 2021, Definition 12 part 1.
    Ledger: A21-D12-merciful*
    """

    def fault(percept: Percept) -> str | None:
        return "a reward >= 0" if percept.reward < 0 else None

    return _decide("merciful", fault, environment, horizon=horizon, percepts=percepts, actions=actions)


def pays_one_and_shows_zero(
    environment: ExtendedEnvironment, *, horizon: int, percepts: Sequence[Percept], actions: Sequence[Action]
) -> Part:
    """Decide whether the environment is a handicap: whether it always shows 0 and always pays 1 or -1.

    Domain, refutation and errors as for `never_negative`. The first percept counts, so an environment that pays 0 at
    first is not a handicap.

    Source: Alexander et al. 2021, Definition 12 part 2.
    Ledger: A21-D12-handicap*
    """

    def fault(percept: Percept) -> str | None:
        return None if percept.observation == 0 and percept.reward in {1, -1} else "(1, 0) or (-1, 0)"

    return _decide("a handicap", fault, environment, horizon=horizon, percepts=percepts, actions=actions)


def _decide(
    name: str,
    fault: Callable[[Percept], str | None],
    environment: ExtendedEnvironment,
    *,
    horizon: int,
    percepts: Sequence[Percept],
    actions: Sequence[Action],
) -> Part:
    require_int("horizon", horizon, 0)

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        percept = respond(environment, unknown.agent, play)
        expected = fault(percept)
        return None if expected is None else Disagreement(f"{name}: the percept", expected, percept, play)

    plays = (play for number in range(horizon + 1) for play in all_plays(percepts, actions, number))
    alphabets = f"{len(percepts)} percepts x {len(actions)} actions"
    domain = f"all agents, all plays of at most {horizon} actions over {alphabets}"
    return decide_each(name, claim, plays, actions=actions, domain=domain)
