"""Section 4: handicaps."""

from collections.abc import Callable, Sequence
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Disagreement, Part, Refutation, never_negative
from formal_rl.environments import ExtendedEnvironment, interaction, mimic
from formal_rl.histories import Action, Percept, Play, all_plays
from formal_rl.statements.checks import handicaps, penalties
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import with_handicap, with_handicap_repaired


def _deciding(fault: Callable[[Percept, Play], bool]) -> Callable[..., Part]:
    """Return a decision that calls a percept on a play at fault by another rule; it asks two agents only."""

    def decide(
        environment: ExtendedEnvironment, *, horizon: int, percepts: Sequence[Percept], actions: Sequence[Action]
    ) -> Part:
        cases = 0
        for length in range(horizon + 1):
            for play in all_plays(percepts, actions, length):
                for action in actions:
                    cases += 1
                    percept = environment(_constant(action), play)
                    if fault(percept, play):
                        return Part("", "", cases, {}, Refutation(Disagreement("at fault", "", percept, play)))
        return Part("", "", cases, {})

    return decide


def _constant(action: Action) -> Agent:
    return lambda prompt: action


def _along_runs_only(environment: ExtendedEnvironment, *, horizon: int, actions: Sequence[Action], **_: Any) -> Part:
    """Look at the percepts of runs, and not at the other plays."""
    for action in actions:
        run = interaction(_constant(action), environment, horizon + 1)
        for index in range(0, len(run), 2):
            if run[index].reward < 0:
                return Part("", "", 1, {}, Refutation(Disagreement("at fault", "", run[index], run[:index])))
    return Part("", "", 1, {})


def _composing(percept: Callable[[Percept, Percept], Percept]) -> Callable[..., ExtendedEnvironment]:
    """Return a composition of environments, percept by percept."""

    def compose(e: ExtendedEnvironment, h: ExtendedEnvironment) -> ExtendedEnvironment:
        return lambda agent, play: percept(e(agent, play), h(agent, play))

    return compose


_showing_the_handicap = _composing(lambda e, h: Percept(e.reward if h.reward >= 0 else -1, h.observation))
_subtracting = _composing(lambda e, h: e if h.reward >= 0 else Percept(e.reward - 1, e.observation))
_signs_exchanged = _composing(lambda e, h: e if h.reward < 0 else Percept(-1, e.observation))
_forfeiting_only = _composing(lambda e, h: e if h.reward >= 0 else Percept(0, e.observation))
_never_punishing = _composing(lambda e, h: e)
_harmless = {**penalties.HANDICAPS, "deja_vu": mimic(lambda play: play[:-1])}

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D12-merciful",
        kind="definition",
        title="merciful",
        claim="An extended environment is merciful if it never outputs a negative reward, whatever agent and play.",
        source=f"{ALEXANDER_2021}, Definition 12 part 1",
        check=handicaps.merciful,
        mutants={
            "0 counts as negative": {"decide": _deciding(lambda percept, play: percept.reward <= 0)},
            "only the first percept counts": {
                "decide": _deciding(lambda percept, play: not play and percept.reward < 0)
            },
            "only plays that it makes itself count": {"decide": _along_runs_only},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in merciful "
        "ordinary environments and in the examples of Section 3, none of which is merciful",
        witness="ignore rewards on (0,0) 0, for an agent with T((0,0)) = 1: (-1, 0)",
    ),
    Statement(
        id="A21-D12-handicap",
        kind="definition",
        title="handicap",
        claim="A handicap is an extended environment that always shows 0 and always pays 1 or -1.",
        source=f"{ALEXANDER_2021}, Definition 12 part 2",
        check=handicaps.handicap,
        mutants={
            "the first percept does not count": {
                "decide": _deciding(lambda p, play: bool(play) and (p.reward not in {1, -1} or p.observation != 0))
            },
            "any observation will do": {"decide": _deciding(lambda percept, play: percept.reward not in {1, -1})},
            "any reward will do": {"decide": _deciding(lambda percept, play: percept.observation != 0)},
            "merciful instead": {"decide": never_negative},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in the examples "
        "of Section 3 as they are, and with 1 as their first reward",
        defects="As printed, no example of Section 3 is a handicap, since each pays 0 at first.",
        repair="with (1, 0) as its first percept each is one; or r_h >= 0 in place of r_h = 1 in e * h",
        witness="e(T, ⟨⟩) = (0, 0), for each example e and every T",
    ),
    Statement(
        id="A21-D12-compose",
        kind="definition",
        title="e * h",
        claim="For e merciful and h a handicap, e * h pays what e pays where h pays 1, and -1 where h pays -1; it "
        "shows what e shows. Repaired: what e pays where h pays at least 0, and -1 elsewhere.",
        source=f"{ALEXANDER_2021}, Definition 12 part 3",
        check=handicaps.composition,
        mutants={
            "h's observation is shown": {"compose": _showing_the_handicap},
            "1 less for a violation": {"compose": _subtracting},
            "signs exchanged": {"compose": _signs_exchanged},
            "defined everywhere": {"compose": with_handicap_repaired},
            "nothing is repaired": {"repaired": with_handicap},
            "repaired, but the reward is only forfeited": {"repaired": _forfeiting_only},
        },
        verdict="defined",
        evidence="exhaustive: all e and h with answers among 6 and 7 percepts, 1/2 and -1/2 among their rewards, all "
        "plays of at most 2 actions over 2 percepts x 2 actions",
        defects="Nothing is said of the reward 0, which every example of Section 3 gives at first.",
        repair="r_h >= 0 in place of r_h = 1, and r_h < 0 in place of r_h = -1",
    ),
    Statement(
        id="A21-D12-laws",
        kind="lemma",
        title="laws of handicaps",
        claim="e * h shows what e shows, pays at most what e pays, and is e where h never punishes. Putting h on twice "
        "is putting it on once, and two handicaps go on in either order.",
        source=f"{ALEXANDER_2021}, Definition 12 and the remarks after it",
        check=handicaps.laws,
        mutants={
            "h's observation is shown": {"compose": _showing_the_handicap},
            "1 less for a violation": {"repaired": _subtracting},
            "signs exchanged": {"repaired": _signs_exchanged},
            "a violation is let through": {"compose": _never_punishing},
            "h need not be a handicap, nor e merciful": {"compose": with_handicap_repaired},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all e, h and h' with answers among 3 or 6, 2 or 7, and 3 percepts, of rewards from -2 to "
        "2 with 1/2 and -1/2, all plays of at most 2 actions; along all runs to horizon 3; all agents in the named "
        "ones",
        defects="e * h is not merciful, so that (e * h) * h is outside of the letter. On a play of e * h, e is asked "
        "about a past with -1 in it, which it gave to nobody. Where e is not merciful, e * h may pay more than e.",
        repair="the last two laws are of the repaired e * h",
        witness="e and h that always give (0, 0) and (-1, 0): e * h gives (-1, 0), and (e * h) * h is not defined",
    ),
    Statement(
        id="A21-E13",
        kind="example",
        title="the examples as handicaps",
        claim="Each example of Section 3 can be put on a merciful environment as a handicap. For each there are "
        "merciful environments in which every best agent accepts a penalty to win more later.",
        source=f"{ALEXANDER_2021}, Example 13",
        check=penalties.accepting_penalties,
        mutants={
            "by the letter": {"compose": with_handicap},
            "1 less for a violation": {"compose": _subtracting},
            "a violation is let through": {"compose": _never_punishing},
            "déjà vu asks what one truly does": {"handicaps": _harmless},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents x all e over 3 percepts x 2 actions to horizon 4 (no run needs a penalty, for "
        "three of the handicaps); all agents in six ordinary environments to horizon 3 or 4; all agents "
        "over each e in increasing size until a penalty is accepted",
        defects="As printed, e * h is not defined at first. A best agent that knows e need not be punished by "
        "ignore rewards, false memories of a punishment or backward consciousness: they ask about what does not "
        "happen, and there it may answer as it likes. So with these a penalty pays only where e answers to it, "
        "or where one agent meets two e. Déjà vu and false memories that may come true punish any agent that would "
        "win more by not repeating itself.",
        repair="e * h repaired; for ignore rewards, backward consciousness and the listed false memories, over an e "
        "that answers to punishments; for the first two also over two e at once",
        witness="déjà vu, or false memories of (0,0) 0, over e that pays 2 for 0 then 1: 1 with a penalty, 0 without. "
        "ignore rewards over an e that pays 1 at first, and 2 for 0 after a punishment: 2, 1. Over e that pays 1 "
        "at first and 2 for 0 then 0, and e' that pays 2 for 1: 4, 3",
    ),
)
"""In the order of the paper."""
