"""Sections 1 and 2: rewinding is not simulating; Definitions 1 and 2; the weighted average over a finite family."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.agents._finite_learner import FiniteLearner, finite_learners
from formal_rl.checking import (
    Case,
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
    decide_each,
    equal,
    part,
)
from formal_rl.checking.claims import Rows, by_hand, every, raised
from formal_rl.checking.domains import agents, environments, up_to
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    average_reward,
    bandit,
    corridor,
    deja_vu,
    embed,
    guess_the_number,
    ignore_rewards,
    interaction,
    interaction_ordinary,
    respond,
)
from formal_rl.environments import weighted_average as module
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import InvalidParameter, MalformedHistory, NotAnAction
from formal_rl.histories import (
    Action,
    History,
    Percept,
    Play,
    Prompt,
    all_prompts,
    history,
    is_play,
    is_prompt,
    percepts,
    prefixes,
    require_history,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.statements.alexander_2021.interaction import failing, run, written_out
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import backtracked_action, reality_check, simulated_action

# --- Rewinding an environment under one agent is not simulating the agent ---


_Backtracked = Callable[[Learner[Any], Prompt, Prompt], Action]
_Simulated = Callable[[Learner[Any], Prompt], Action]

_ALTERNATING = FiniteLearner(
    (((0, 0),), ((0, 1),)),
    (
        ((Transition(0, 0, 0, 0), 1), (Transition(0, 1, 0, 0), 1)),
        ((Transition(0, 0, 0, 0), 0), (Transition(0, 1, 0, 0), 0)),
    ),
)
"""Does 0, 1, 0, 1, ...: two states, toggled by every transition."""


def rewinding_is_not_simulating(
    scope: Scope,
    *,
    backtracked_action: _Backtracked = backtracked_action,
    simulated_action: _Simulated = simulated_action,
) -> Iterator[Part]:
    """Check that the two agree for memoryless learners, and find the smallest learner for which they differ."""
    length = min(4, max(2, scope.steps(quick=3, full=4)))
    percepts, actions = (Percept(0, 0), Percept(1, 0)), (0, 1)
    ways = [path for n in range(1, length + 1) for path in all_prompts(percepts, actions, n)]
    one_turn = [path for path in ways if len(path) <= 3]
    seen = [Transition(0, action, reward, 0) for action, reward in product(actions, (0, 1))]

    branches = ("no transition on the first path", "a longer first path")

    def finite(name: str, number_of_states: int, paths: list[Prompt], domain: str, *required: str) -> Part:
        @part(name, branches=required, domain=domain)
        def cases() -> Iterator[Case]:
            for learner in finite_learners(number_of_states, observations=(0,), actions=actions, transitions=seen):
                for first, path in product(paths, repeat=2):
                    expected, got = simulated_action(learner, path), backtracked_action(learner, first, path)
                    about = f"the action of {learner!r} on the second path, after {first!r}"
                    yield branches[len(first) > 1], equal(about, expected, got, path)

        return cases()

    def free(pair: tuple[Prompt, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        first, path = pair
        cover(branches[len(first) > 1])
        expected, got = simulated_action(unknown.learner, path), backtracked_action(unknown.learner, first, path)
        return equal("the action on the second path", expected, got, path)

    path, walk, other = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0), 1, (0, 0))
    why = "two transitions, 0 to 1 to 0, then one more on the second path: 1"
    yield check_examples(
        (
            ("alternating, simulated", "untrained: 0", 0, simulated_action, _ALTERNATING, path),
            ("alternating, rewound", "a transition remembered: 1", 1, backtracked_action, _ALTERNATING, walk, path),
            ("the same, after another's actions", why, 1, backtracked_action, _ALTERNATING, other, walk),
            *(
                ("a play", "not a path", MalformedHistory, backtracked_action, _ALTERNATING, *paths)
                for paths in ((walk[:2], path), (path, walk[:2]))
            ),
        )
    )
    over = f"all learners with 1 state, all pairs of paths of at most {length} percepts over 2 percepts x 2 actions"
    yield finite("memoryless learners: equal", 1, ways, over, *branches)
    over = "learners with 2 states in order, paths of at most 2 percepts over 2 percepts x 2 actions"
    yield finite("learners with 2 states: equal", 2, one_turn, over).meant_to_fail(
        "the action of FiniteLear… on (0,0): expected 0, got 1"
    )
    yield decide_each(
        "all learners: equal",
        free,
        product(one_turn, repeat=2),
        actions=actions,
        domain="all learners, all pairs of paths of at most 2 percepts over 2 percepts x 2 actions",
    ).meant_to_fail("the action on the second path on (0,0): expected 0, got 1")


# --- Definitions 1 and 2 ---


_ONE, _PLAY = history((0, 0)), history((0, 0), 1)
_TWO = history((0, 0), 1, (Fraction(1, 2), "dark"))


def _histories() -> Iterator[Example]:
    for about, value, prompt, play in (
        ("the empty history", (), False, True),
        ("one percept", _ONE, True, False),
        ("a percept and an action", _PLAY, False, True),
        ("percept, action, percept", _TWO, True, False),
        ("a list", list(_ONE), False, False),
        ("a pair for a percept", ((0, 0),), False, False),
        ("an action first", (1,), False, False),
        ("a negative action", (Percept(0, 0), -1), False, False),
        ("a bool for an action", (Percept(0, 0), True), False, False),
        ("a float for a reward", (Percept(0.5, 0),), False, False),  # type: ignore[arg-type]
        ("a bool for a reward", (Percept(True, 0),), False, False),
        ("a list for an observation", (Percept(0, []),), False, False),  # type: ignore[arg-type]
    ):
        yield (f"{about} is a prompt", str(prompt), prompt, is_prompt, value)
        yield (f"{about} is a play", str(play), play, is_play, value)
        for check, fits in ((require_prompt, prompt), (require_play, play), (require_history, prompt or play)):
            expected = None if fits else MalformedHistory
            yield (f"{about}, {check.__name__}", "accepted" if fits else "refused", expected, check, value)
    yield ("a rational reward", "accepted", None, require_percept, Percept(Fraction(-1, 2), 3))
    yield ("a pair", "no percept", MalformedHistory, require_percept, (0, 0))
    yield ("its percepts", "the first and the third", (Percept(0, 0), _TWO[2]), percepts, _TWO)
    yield ("its prefixes", "of 0 to 2 elements", ((), _ONE, _PLAY), lambda: tuple(prefixes(_PLAY)))


FORGETTING = partial(interaction_ordinary, remember=False)


def result_of_ordinary_interaction(scope: Scope, *, interaction_ordinary: Any = FORGETTING) -> Iterator[Part]:
    """Check interaction with an ordinary environment: by hand, and against the definition written out."""

    def examples() -> Rows:
        right_then_left: Agent = lambda prompt: 1 if len(prompt) < 5 else 0  # noqa: E731
        cells = history((0, 0), 1, (0, 1), 1, (1, 2), 0, (0, 1), 0)
        got = interaction_ordinary(right_then_left, corridor(2), 4)
        yield "0, right to 1, right to 2 (paid 1), left to 1", cells, got
        guesses = history((0, 0), 1, (-1, 1), 1, (-1, 1), 0, (-1, 1), 0)
        got = interaction_ordinary(right_then_left, guess_the_number(3, 5), 4)
        yield "1 < 3 shows 1, twice; then 0 < 3 shows 1", guesses, got
        yield "arm 0 pays 5, whatever was", Percept(5, 0), bandit((5, 7))(history((0, 0), 1, (5, 0), 0))

    def compared(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        expected = written_out(agent, lambda _, play: environment(play), steps)
        return expected, interaction_ordinary(agent, environment, steps)

    yield by_hand(examples)(scope)
    yield every("as written out", compared, agents, environments, up_to(4, full=5))(scope)


def embedding(scope: Scope, *, embed: Any = embed) -> Iterator[Part]:
    """Check that an ordinary environment, embedded, ignores the agent and gives the same interaction."""

    def examples() -> Rows:
        embedded = embed(bandit((2, 4)))
        yield "a bandit of 2 and 4 asks nothing", Percept(4, 0), raised(embedded, failing, history((0, 0), 1))
        yield "at first, the bandit's (0, 0)", Percept(0, 0), raised(embedded, failing, ())

    def compared(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        expected = interaction_ordinary(agent, environment, steps, remember=False)
        given = [raised(embed(environment), failing, expected[:length]) for length in range(0, 2 * steps, 2)]
        return (expected, list(percepts(expected))), (run(agent, embed(environment), steps), given)

    yield by_hand(examples)(scope)
    yield every("same interaction, agent ignored", compared, agents, environments, up_to(4, full=5))(scope)


def definition_1(
    scope: Scope,
    *,
    interaction_ordinary: Callable[..., History] = interaction_ordinary,
    is_prompt: Callable[[object], bool] = is_prompt,
) -> Iterator[Part]:
    """Check Definition 1: what is a history, by hand, and all ordinary interactions."""
    empty = ("a prompt is not empty", "it ends in a percept", False, is_prompt, ())
    yield check_examples((empty, *_histories()), "prompts and plays")
    yield from result_of_ordinary_interaction(scope, interaction_ordinary=interaction_ordinary)


def definition_2(scope: Scope, *, embed: Callable[[Environment], ExtendedEnvironment] = embed) -> Iterator[Part]:
    """Check Definition 2: an extended environment, asked, and that ordinary ones are embedded."""
    adding, play = (lambda agent, play: Percept(agent(_ONE) + agent(_TWO), 0)), _PLAY
    does_1, negative = (lambda prompt: 1), (lambda prompt: -1)
    yield check_examples(
        (
            ("an answer that asks", "1 + 1", Percept(2, 0), respond, adding, does_1, play),
            ("an agent that does -1", "is refused", NotAnAction, respond, adding, negative, play),
        ),
        "an extended environment, asked",
    )
    yield from embedding(scope, embed=embed)


# --- The weighted average, and what the reality check does to it ---


Upsilon: TypeAlias = Callable[[Agent, Sequence[Weighted], int], Fraction]
EquallyWeighted: TypeAlias = Callable[[Iterable[ExtendedEnvironment]], tuple[Weighted, ...]]

_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)

_FAMILY = (Weighted(_HALF, embed(bandit((0, 2)))), Weighted(_QUARTER, embed(corridor(2))), Weighted(_QUARTER, deja_vu))
"""Two ordinary environments and an extended one, of unequal weights."""

_BANDIT_AND_CORRIDOR = (embed(bandit((0, 2))), embed(corridor(2)))


def _one(prompt: object) -> int:
    return 1


_PAYING_4 = (lambda agent, play: Percept(2 if play else 4, 0), 1)
"""An environment that pays 4 at first and then 2, and one turn."""


_AGENT = does_one_on(history((0, 0)), history((0, 0), 1, (0, 1)), history((0, 0), 1, (0, 0)))
"""Does 1 at first; 0 after (2,0), 1 after (0,1), and, had its reward been 0, 1 after (1,0)."""


def finite_family(
    scope: Scope,
    *,
    upsilon: Upsilon = module.upsilon,
    equally_weighted: EquallyWeighted = module.equally_weighted,
    reality_check: Transform = reality_check,
) -> Iterator[Part]:
    """Check the weighted average by hand, and for every agent that its reality check has the same on ordinary ones."""
    horizon = scope.steps(quick=4, full=5)
    alphabet = scope.percepts(2)
    ordinary = tuple(map(embed, ORDINARY_ENVIRONMENTS.values()))

    yield check_examples(_worked_examples(upsilon, equally_weighted, reality_check))
    yield decide(
        "the reality check, over the ordinary environments present",
        partial(_same, upsilon, reality_check, lambda unknown: equally_weighted(ordinary)),
        horizon,
        actions=range(2),
        branches=("above 0", "0", "below 0"),
        domain=f"all agents over {', '.join(ORDINARY_ENVIRONMENTS)}, equally weighted, {horizon} turns, 2 actions",
    )

    def arbitrary(unknown: Unknown) -> tuple[Weighted, ...]:
        some = embed(unknown.environment)
        return Weighted(Fraction(2, 3), some), Weighted(Fraction(1, 3), embed(corridor(2)))

    yield decide(
        "the reality check, over a family with any ordinary environment",
        partial(_same, upsilon, reality_check, arbitrary),
        scope.steps(quick=3, full=4),
        actions=range(2),
        percepts=alphabet,
        branches=("above 0", "0"),
        domain=f"all agents x all ordinary environments over {len(alphabet)} percepts x 2 actions, of weight 2/3 "
        f"beside a corridor of weight 1/3, {scope.steps(quick=3, full=4)} turns",
    )
    yield decide(
        "the reality check, over a family with an extended one",
        partial(_same, upsilon, reality_check, lambda unknown: (*_FAMILY[:1], Weighted(_HALF, ignore_rewards))),
        3,
        actions=range(2),
        domain="all agents over a bandit and ignore_rewards, equally weighted, 3 turns, whatever the scope",
    ).meant_to_fail("Υ of π_RC, 3 turns: expected Fraction(-1, 6), got Fraction(1, 6)")


def _same(
    upsilon: Upsilon,
    reality_check: Transform,
    family_of: Callable[[Unknown], Sequence[Weighted]],
    turns: int,
) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        family = family_of(unknown)
        expected, got = upsilon(unknown.agent, family, turns), upsilon(reality_check(unknown.agent), family, turns)
        cover("0" if expected == 0 else "above 0" if expected > 0 else "below 0")
        return equal(f"Υ of π_RC, {turns} turns", expected, got)

    return claim


def _worked_examples(
    upsilon: Upsilon, equally_weighted: EquallyWeighted, reality_check: Transform
) -> Iterator[Example]:
    two, ignoring = embed(bandit((0, 2))), (Weighted(Fraction(1), ignore_rewards),)
    ordinary = equally_weighted(_BANDIT_AND_CORRIDOR)
    paid_at_first = tuple(
        Weighted(_HALF, e) for e in (lambda agent, play: two(agent, play)._replace(reward=4), embed(corridor(2)))
    )
    why = "bandit 2, 2, 2; corridor 0, 1, 1; déjà vu 1, 1, 1: 1/2 * 2 + 1/4 * 2/3 + 1/4 * 1 = 17/12"
    yield ("1 throughout, three turns", why, Fraction(17, 12), upsilon, _one, _FAMILY, 3)
    why = "4 and 4; 0 and 1: 1/2 * 4 + 1/2 * 1/2 = 9/4"
    yield ("every percept pays 4, and the corridor", why, Fraction(9, 4), upsilon, _one, paid_at_first, 2)
    why = "bandit 2, 0; corridor 0, 1: 1/2 * 1 + 1/2 * 1/2 = 3/4"
    yield ("1, then 0 after (2,0) and 1 after (0,1)", why, Fraction(3, 4), upsilon, _AGENT, ordinary, 2)
    checked = reality_check(_AGENT)
    yield ("its reality check", "acts alike on its own: 3/4", Fraction(3, 4), upsilon, checked, ordinary, 2)
    why = "1 and paid; 0 on (0,0) 1 (1,0), but 1 on (0,0) 1 (0,0): punished; (1 - 1) / 2 = 0"
    yield ("ignoring rewards, on another's history", why, Fraction(0), upsilon, _AGENT, ignoring, 2)
    yield ("equal weights", "two of them: 1/2 and 1/2", [_HALF, _HALF], lambda: [w for w, _ in ordinary])
    yield ("one turn", "2 and 0: 1/2 * 2 + 1/2 * 0 = 1", Fraction(1), upsilon, _one, ordinary, 1)
    yield ("the weight 1", "the average itself", Fraction(1), upsilon, _one, (Weighted(Fraction(1), deja_vu),), 1)
    yield ("one turn", "2 alone: the 4 at first follows no action", Fraction(2), average_reward, _one, *_PAYING_4)
    yield ("no environments", "no battery", InvalidParameter, equally_weighted, ())
    for weights in ((), (0, 1), (-1, 2), (1.0,), (True,), (0.5, 0.5), (_HALF, 0.5), (_HALF, _QUARTER), (_HALF,) * 3):
        family: Any = [Weighted(weight, deja_vu) for weight in weights]  # type: ignore[arg-type]
        yield (f"the weights {weights}", "exact, above 0, 1 in all", InvalidParameter, upsilon, _one, family, 1)
    for turns in (0, -1, True, 1.0):
        yield (f"{turns} turns", "an int from 1 on", InvalidParameter, average_reward, _one, deja_vu, turns)
        yield (f"{turns} turns of a family", "from 1 on", InvalidParameter, upsilon, _one, ordinary, turns)


# --- Mutants ---


def _forgetful(learner: Learner[Any], first: Prompt, path: Prompt) -> Action:
    return simulated_action(learner, path)


def _late(agent: Agent, environment: Environment, steps: int) -> History:
    return interaction_ordinary(lambda prompt: agent(prompt[:1]), environment, steps, remember=False)


def _consulting(environment: Environment) -> ExtendedEnvironment:
    def consulting(agent: Agent, play: Play) -> Percept:
        percept = environment(play)
        return Percept(percept.reward + agent((percept,)), percept.observation)

    return consulting


_Value = Callable[[Agent, ExtendedEnvironment, int], Fraction]


def _adding(value: _Value = average_reward) -> Upsilon:
    """Return a weighted sum of values that does not look at its weights."""

    def weighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
        return sum((w * value(agent, environment, turns) for w, environment in family), Fraction(0))

    return weighted


def _in_total(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    return turns * average_reward(agent, environment, turns)


def _with_the_first(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    run = interaction(agent, environment, turns)
    return Fraction(sum(percept.reward for percept in percepts(run))) / turns


def _unweighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return sum((average_reward(agent, e, turns) for _, e in family), Fraction(0)) / len(family)


def _best_alone(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return max(average_reward(agent, e, turns) for _, e in family)


def _weight_one(environments: Iterable[ExtendedEnvironment]) -> tuple[Weighted, ...]:
    return tuple(Weighted(Fraction(1), environment) for environment in environments)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D1",
        kind="definition",
        title="environment, agent, interaction",
        claim="A percept is a rational reward with an observation. An environment maps plays to percepts, an agent "
        "maps prompts to actions; their interaction is x_1 y_1 x_2 y_2 ..., where each is computed from everything "
        "before it.",
        source=f"{ALEXANDER_2022}, Section 2 and Definition 1",
        check=definition_1,
        mutants={
            "the agent acts on the first percept for ever": {"interaction_ordinary": _late},
            "the empty history is a prompt": {"is_prompt": lambda value: True},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4",
    ),
    Statement(
        id="A22-D2",
        kind="definition",
        title="extended environment; ordinary ones embed",
        claim="An extended environment maps an agent and a play to a percept. An ordinary environment "
        "ignores the agent, and so embedded has the same interaction with every agent.",
        source=f"{ALEXANDER_2022}, Definition 2",
        check=definition_2,
        mutants={
            "a turn behind": {"embed": lambda environment: lambda agent, play: environment(play[:-2])},
            "pays what the agent would do besides": {"embed": _consulting},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4",
    ),
    Statement(
        id="A22-S1-backtrack",
        kind="lemma",
        title="rewinding the environment is not simulating the agent",
        claim="If only the environment is rewound and the agent is sent along a second path, an agent with memory may "
        "act differently from a fresh copy; a memoryless one does not.",
        source=f"{ALEXANDER_2022}, Section 1",
        check=rewinding_is_not_simulating,
        mutants={
            "the agent is rewound too": {"backtracked_action": _forgetful},
        },
        verdict="holds",
        evidence="exhaustive: all learners with 1 state on all pairs of paths of at most 3 percepts over 2 "
        "percepts x 2 actions; the smallest of those with 2 states; the symbolic learner's two questions",
        witness="two states, 0 and 1, doing 0 and 1: sent over one transition that leads from 0 to 1, then rewound",
    ),
    Statement(
        id="A22-S2-upsilon",
        kind="definition",
        title="weighted average over a family",
        claim="The value of an agent over a finite family of environments is the weighted average of its average "
        "rewards; a battery is the family with weights 1/n. Over ordinary environments π_RC has the same value as π.",
        source=f"{ALEXANDER_2022}, Section 2 after Definition 2",
        check=finite_family,
        mutants={
            "totals, not averages": {"upsilon": _adding(_in_total)},
            "the first reward counts, the last does not": {"upsilon": _adding(_with_the_first)},
            "weights are not looked at": {"upsilon": _unweighted},
            "the best environment alone": {"upsilon": _best_alone},
            "weights need not add up to 1": {"upsilon": _adding()},
            "each of a battery weighs 1": {"equally_weighted": _weight_one},
            "π_RC does the other action": {"reality_check": lambda agent: lambda prompt: 1 - agent(prompt)},
            "π_RC is frozen from the start": {"reality_check": lambda agent: lambda prompt: agent(prompt[:1])},
        },
        verdict="defined",
        evidence="exhaustive: π_RC for all agents over our ordinary environments, 4 turns, 2 actions, and for all "
        "agents x all ordinary environments over 2 percepts, 3 turns",
        defects="Υ is over all environments with an algorithmic prior, and cannot be computed; the paper leaves open "
        "what the value in one environment is.",
        repair="a finite family with exact weights that add up to 1; the value is the average of the rewards that "
        "follow the first n actions",
        witness="over a bandit and ignore_rewards there is an agent, found by exhaustion, whose π_RC has another Υ'",
    ),
)
