"""Checks of an environment that punishes freezing: by hand, and for every agent beside its reality check."""

from collections.abc import Callable, Iterator

from formal_rl.agents import Agent, ConstantLearner, LastRewardSignLearner, as_agent
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Transform,
    Unknown,
    check_examples,
    decide,
    unless,
)
from formal_rl.environments import ExtendedEnvironment, impossible_prompts, interaction, punish_freezing
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, Play, Prompt, Reward, history, require_play
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check

_WARY = does_one_on(
    *(history((0, 0), 1, (-1, 0)), history((0, 0), 1, (1, 0), 0, (1, 0)), history((0, 0), 1, (1, 0), 0, (-1, 0)))
)
"""Does 0; after a 1, which it would not do, it still answers to a punishment; after two of them it does not."""


def _total(environment: ExtendedEnvironment, agent: Agent, steps: int) -> Reward:
    total: Reward = sum(percept.reward for percept in interaction(agent, environment, steps)[::2])
    return total


def _worked_examples(environment: ExtendedEnvironment, transform: Transform) -> Iterator[Example]:
    sign, constant = as_agent(LastRewardSignLearner()), as_agent(ConstantLearner(1))
    one, did_0, did_1 = history((0, 0)), history((0, 0), 0), history((0, 0), 1)
    yield ("at first", "(0, 0)", Percept(0, 0), environment, sign, ())
    yield ("a prompt", "not a play", MalformedHistory, environment, sign, one)
    for about, why, agent, play, instead in (
        ("one that does 0", "1 instead, then (1,0) and (-1,0)", sign, did_0, (*one, 1)),
        ("one that does 1", "0 instead, whatever was done", constant, did_1, did_0),
        ("one that does 2", "0 instead", lambda prompt: 2, history((5, 0), 1), history((5, 0), 0)),
    ):
        asked = tuple((*instead, Percept(reward, 0)) for reward in (1, -1))
        yield (f"what is asked of {about}", why, asked, impossible_prompts, agent, play)
    why = "it does 0 at first; on (0,0) 1 (1,0) it does 1, on (0,0) 1 (-1,0) 0: not frozen, 1"
    yield ("what follows the sign of its reward", why, Percept(1, 0), environment, sign, did_0)
    why = "1 is not its own action: on both it is frozen to 0: -1"
    yield ("its reality check", why, Percept(-1, 0), environment, transform(sign), did_0)
    why = "on (0,0) 1, the last action does not matter: 1"
    yield ("on a play that is not its own", why, Percept(1, 0), environment, sign, did_1)
    why = "on (0,0) 1 (1,0) it does 0 as at first, on (0,0) 1 (-1,0) 1: not frozen, 1"
    yield ("what answers to a punishment only", why, Percept(1, 0), environment, _WARY, did_0)
    why = "on (0,0) 1 (1,0) it does 0; on that and 1 it does 0 on both, as at first: -1"
    play = history((0, 0), 1, (1, 0), 0)
    yield ("the same, after what it would not have done", why, Percept(-1, 0), environment, _WARY, play)
    why = "0 is impossible; on both it does 1: -1 four times"
    yield ("what always does 1", why, -4, _total, environment, constant, 5)
    yield ("five percepts, what follows the sign", "0, then 1 four times", 4, _total, environment, sign, 5)
    yield ("its reality check", "0, then -1 four times", -4, lambda: _total(environment, transform(sign), 5))


_BEATS, _EQUAL = "π gets more than π_RC", "π gets as much as π_RC"


def freezing(
    scope: Scope, *, environment: ExtendedEnvironment = punish_freezing, reality_check: Transform = reality_check
) -> Iterator[Part]:
    """Check that π_RC is punished at every step, and π never gets less."""
    horizon, actions = scope.steps(quick=4, full=5), scope.actions()

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            checked = _total(environment, reality_check(unknown.agent), steps)
            plain = _total(environment, unknown.agent, steps)
            if checked != 1 - steps:
                return Disagreement("the total of π_RC", 1 - steps, checked)
            cover(_BEATS if plain > checked else _EQUAL)
            return unless(plain >= checked, "π gets at least what π_RC gets", checked, plain)

        return claim

    yield check_examples(_worked_examples(environment, reality_check))
    yield decide(
        "π_RC is punished at every step, and π never gets less",
        claim_at,
        horizon,
        actions=actions,
        branches=(_BEATS, _EQUAL),
        domain=f"all agents to horizon {horizon}, {len(actions)} actions",
    )


# --- Mutants ---


def _punishing(prompts: Callable[[Agent, Play], tuple[Prompt, ...]], *, frozen_pays: int = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        frozen = all(agent(prompt) == agent(play[:1]) for prompt in prompts(agent, play))
        return Percept(frozen_pays if frozen else -frozen_pays, 0)

    return environment


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S6-antiRC",
        kind="example",
        title="an environment that punishes freezing",
        claim="Punished if, after an action that one would not have taken, one does on each of two percepts what one "
        "did at first. There π_RC is punished at every step, and π never gets less than π_RC.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=freezing,
        mutants={
            "one percept only": {"environment": _punishing(lambda agent, play: impossible_prompts(agent, play)[:1])},
            "freezing is paid": {"environment": _punishing(impossible_prompts, frozen_pays=1)},
            "π in place of π_RC": {"reality_check": lambda agent: agent},
        },
        verdict="defined",
        evidence="exhaustive: all agents to horizon 4, 2 actions; that π never gets less follows from the first half, "
        "and that some get more is seen",
        defects="The paper leaves open which sequences are tried, and what it is to seem frozen.",
        witness="what follows the sign of its last reward gets 4 in five percepts, and its reality check -4",
    ),
)
