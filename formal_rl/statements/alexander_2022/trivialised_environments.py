"""Checks of which environments come to ask about histories that the reality check did not make, and go on with them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, LastRewardSignLearner, as_agent
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
    equal,
    part,
    unless,
)
from formal_rl.environments import ExtendedEnvironment
from formal_rl.histories import Play, Prompt
from formal_rl.statements.alexander_2022.own_pasts import FORMS
from formal_rl.statements.library import DISTINCT_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check_alternate

OWN = "asks only about histories whose actions are π_RC's own"
FOR_GOOD = "once it asks about another history it goes on with that one, and is answered y_1"
TO_ANOTHER = "the same, but what it is answered is the action on another first percept"
COMES_BACK = "asks about other histories, and later about its own again"

MEETS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        FOR_GOOD: (
            "after_images",
            "censored_observation",
            "delayed_rewards",
            "flip_every_other",
            "ignore_actions",
            "ignore_observations",
            "ignore_rewards",
            "ignore_rewards_2",
            "nth_reward_multiplied_by_n",
            "repeater",
            "shifted_rewards",
        ),
        TO_ANOTHER: ("false_memories",),
        COMES_BACK: ("backward_consciousness", "deja_vu", "limited_memory"),
    }
)
"""What each named environment does that does not ask about own pasts alone, as decided."""


@frozen
class _Met:
    """A run of π_RC, and at each step what the environment asked: histories, whether they are π_RC's own, answers."""

    run: Play
    steps: tuple[tuple[tuple[Prompt, bool, Any], ...], ...]

    @property
    def left(self) -> int | None:
        """The number of actions before the environment first asks about another history; ``None`` if it does not."""
        return next((n for n, asked in enumerate(self.steps) if not all(own for _, own, _ in asked)), None)

    def kind(self) -> str:
        """Return which of the four kinds the run shows."""
        if self.left is None:
            return OWN
        asked = [each for step in self.steps[self.left :] for each in step]
        if any(own for _, own, _ in asked):
            return COMES_BACK
        return FOR_GOOD if all(answer == self.run[1] for _, _, answer in asked) else TO_ANOTHER

    def goes_on(self) -> bool:
        """Whether every history that is asked about begins with the one before."""
        asked = [prompt for step in self.steps for prompt, _, _ in step]
        return all(later[: len(prompt)] == prompt for prompt, later in pairwise(asked))

    def trivial(self) -> bool:
        """Whether from then on one answer is given and paid 1, and any other action is paid -1."""
        answers = {answer for asked in self.steps[self.left :] for _, _, answer in asked}
        turns = range(max(self.left or 0, 1), len(self.steps))
        pays = all(self.run[2 * n].reward == (1 if self.run[2 * n - 1] in answers else -1) for n in turns)
        return len(answers) == 1 and pays


def _met(environment: ExtendedEnvironment, transform: Transform, agent: Agent, steps: int) -> _Met:
    checked = transform(agent)
    play: Play = ()
    met = []
    for _ in range(steps + 1):
        asked: dict[Prompt, Any] = {}

        def spied(prompt: Prompt, asked: dict[Prompt, Any] = asked) -> Any:
            return asked.setdefault(prompt, checked(prompt))

        prompt = (*play, environment(spied, play))
        met.append(tuple((each, _is_own(agent, each), answer) for each, answer in asked.items()))
        play = (*prompt, checked(prompt))
    return _Met(play, tuple(met))


def _is_own(agent: Agent, prompt: Prompt) -> bool:
    return all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2))


_MAY_SHOW = {OWN: (OWN,), FOR_GOOD: (OWN, FOR_GOOD), TO_ANOTHER: (OWN, FOR_GOOD, TO_ANOTHER)}


def _meets(kind: str, environment: ExtendedEnvironment, transform: Transform, steps: int) -> Claim:
    """Return the claim that a run shows what it may, and pays one answer from where it is left for good."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        met = _met(environment, transform, unknown.agent, steps)
        shown = met.kind()
        cover(shown)
        if shown not in _MAY_SHOW.get(kind, _MAY_SHOW[TO_ANOTHER]):
            return Disagreement("what it does", kind if kind in _MAY_SHOW else "left for good", shown, met.run)
        if kind in (FOR_GOOD, TO_ANOTHER) and not met.goes_on():
            return Disagreement("goes on with the same history", True, False, met.run)
        trivial = shown == OWN or kind == COMES_BACK or met.trivial()
        return unless(trivial, "pays the one answer alone", True, False, met.run)

    return claim


def _worked_meetings(transform: Transform) -> Iterator[Example]:
    sign = as_agent(LastRewardSignLearner())

    def met(name: str, steps: int) -> object:
        run = _met(DISTINCT_ENVIRONMENTS[name], transform, sign, steps)
        return [[(own, answer) for _, own, answer in step] for step in run.steps], run.kind(), run.run[1::2]

    own, other = (True, 0), (False, 0)
    why = "it does 0, is paid and does 1; without the reward it does 0, so on (0,0) 0 (0,0) 1 (0,0) it is frozen to 0"
    expected = [[], [own], [own], [other]], FOR_GOOD, (0, 1, 0, 1)
    yield ("ignore rewards, the sign of the last reward", why, expected, met, "ignore_rewards", 3)
    yield ("the same for two steps", "not left yet", ([[], [own], [own]], OWN, (0, 1, 0)), met, "ignore_rewards", 2)


def every_environment_met(
    scope: Scope,
    *,
    reality_check: Transform = reality_check_alternate,
    meets: Mapping[str, Sequence[str]] = MEETS,
) -> Iterator[Part]:
    """Check for each named environment whether it leaves π_RC's own histories, for good or not."""
    actions = range(2)
    yield check_examples(_worked_meetings(reality_check))
    for kind, names in meets.items():
        for name in names:
            steps = 8 if name == "limited_memory" else 5
            decided = decide(
                name,
                partial(_meets, kind, DISTINCT_ENVIRONMENTS[name], reality_check),
                steps,
                actions=actions,
                branches=(kind,),
                domain=f"all agents to horizon {steps}, 2 actions, whatever the scope; ρ by A22-T10.1: {kind}",
            )
            foreseen = f"what it does on …: expected 'left for good', got {COMES_BACK!r}"
            yield decided.meant_to_fail(foreseen) if kind == COMES_BACK else decided
    others, back = sum(map(len, meets.values())), len(meets.get(COMES_BACK, ()))
    domain = (
        f"{len(DISTINCT_ENVIRONMENTS)} named environments: {len(FORMS)} ask about own pasts only, {others} do not, "
    )
    domain += f"of which {back} come back"
    listed = sorted([*FORMS, *(name for names in meets.values() for name in names)])
    every = part("each named environment, once", domain=domain)
    yield every(lambda: iter([("as listed", equal("the names", sorted(DISTINCT_ENVIRONMENTS), listed))]))()


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-trivialise-all",
        kind="claim",
        title="where environments come to meet a frozen reality check",
        claim="Of the 15 named environments that ask about histories that π_RC did not make (A22-gain-zero), 11 only "
        "ask about continuations of the first such history once they have asked about it, to horizon 5. π_RC answers "
        "y_1, and they pay 1 for y_1 and -1 for any other action. False memories do so too, with another fixed action "
        "than y_1. The other three come back to histories that π_RC made.",
        source=f"{ALEXANDER_2022}, Section 5 (the example after Conjecture 9); that it holds of others is ours",
        check=every_environment_met,
        mutants={
            "π itself": {"reality_check": lambda agent: agent},
            "ignore rewards asks about its own histories alone": {"meets": {OWN: ("ignore_rewards",)}},
            "déjà vu is left for good": {"meets": {FOR_GOOD: ("deja_vu",)}},
            "false memories answer y_1": {"meets": {FOR_GOOD: ("false_memories",)}},
        },
        verdict="holds",
        evidence="exhaustive: all agents of 2 actions in each of the 15 to horizon 5 (limited memory 8), by ρ (equal "
        "by A22-T10.1). That π_RC answers alike for good follows at every horizon, since what begins with a history "
        "that is not its own is not its own",
        witness="false memories that begin with (1,0): once they are not its own, π_RC answers π((1,0)), whatever y_1 "
        "is",
    ),
)
