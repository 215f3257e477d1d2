"""The examples one by one: worked by hand, and written out once more on all agents and plays."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, Transition
from formal_rl.checking import (
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Row,
    Scope,
    Unknown,
    check_example_rows,
    check_examples,
    decide_alike,
    decide_each,
    equal,
)
from formal_rl.environments import (
    CATALOGUE,
    MEMORIES,
    ExtendedEnvironment,
    FalseMemoriesIncremental,
    IgnoreRewardsIncremental,
    IncrementalEnvironment,
    TableAgent,
    TableLearner,
    backward_consciousness,
    deja_vu,
    deja_vu_published,
    false_memories,
    false_memories_published,
    ignore_rewards,
    ignore_rewards_incremental,
    ignore_rewards_published,
    mimic,
    reverse_history,
    reverse_history_published,
)
from formal_rl.histories import (
    Action,
    Percept,
    Play,
    Prompt,
    all_prompts,
    history,
    map_observations,
    map_rewards,
    reverse,
)
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.published_2021 import published_against_definition
from formal_rl.statements.alexander_2021.shapes import incrementally, plays
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

IGNORE_REWARDS = EnvironmentPair.of(CATALOGUE["ignore_rewards"])
FALSE_MEMORIES = EnvironmentPair.of(CATALOGUE["false_memories"])

PAID, PUNISHED = Percept(1, 0), Percept(-1, 0)


_ACTED = {0: "at first", 1: "acted alike", -1: "acted differently"}


def _same(scope: Scope, name: str, environment: ExtendedEnvironment, other: ExtendedEnvironment, what: str) -> Part:
    return decide_alike(
        what,
        (f"the percept of {name}", other, environment),
        (scope.steps(quick=4, full=5), scope.percepts(3), scope.actions()),
        branch_of=lambda play, expected: _ACTED[int(expected.reward)],
        branches=_ACTED.values(),
    )


def _as_printed(scope: Scope, name: str, environment: ExtendedEnvironment) -> Part:
    return _same(scope, name, environment, LETTERS[name].environment, "as written out")


_EMPTY: Row = ("at first", "e(T, ⟨⟩) = (0, 0)", TableAgent({}), (), Percept(0, 0))


_BY_REWARD = TableAgent(
    {
        history((0, 0)): 0,
        history((1, 0)): 1,
        history((0, 0), 0, (0, 0)): 0,
        history((0, 0), 0, (1, 0)): 1,
        history((0, 0), 1, (0, 2)): 1,
        history((0, 0), 1, (0, 0)): 0,
    }
)
_UNPAID: tuple[Row, ...] = (
    _EMPTY,
    ("by its reward", "on (0,0) 0 (0,0) it does 0: punished", _BY_REWARD, history((0, 0), 0, (1, 0), 1), PUNISHED),
    ("not its own action", "it does 1, the play has 0 = T(s^0): paid", _BY_REWARD, history((0, 0), 0, (1, 0), 0), PAID),
    ("observations and actions stay", "s^0 is (0,0) 1 (0,2): paid", _BY_REWARD, history((1, 0), 1, (7, 2), 1), PAID),
)


def ignoring_rewards(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = ignore_rewards,
    incremental: IncrementalEnvironment = ignore_rewards_incremental,
) -> Iterator[Part]:
    """Check ignore rewards: by hand, as written out, and its incremental form."""
    yield check_example_rows(environment, _UNPAID)
    yield incrementally("trained on 0 it does 0 again, though paid", PAID, incremental, LastRewardSignLearner(), 0, 0)
    yield _as_printed(scope, "ignore_rewards", environment)
    yield from evolve(IGNORE_REWARDS, definition=environment, fast=incremental).parts(scope)


def showing_an_observation(
    scope: Scope, *, build: Callable[[Callable[[Play], Prompt], str], ExtendedEnvironment] | None = None
) -> Iterator[Part]:
    """Check Example 3 of 2022 with an observation O of its own; with O = 0 it is Example 6 of 2021."""
    builder = build or (lambda phi, observation: mimic(phi, observation=observation))
    letter = LETTERS["ignore_rewards"]
    showing = builder(letter.hypothetical, "O")
    agent = TableAgent({history((0, "O")): 0, history((0, "O"), 1, (0, "O")): 1, history((0, "O"), 1, (-1, "O")): 0})
    rows: tuple[Row, ...] = (
        ("at first", "(0, O)", agent, (), Percept(0, "O")),
        ("as if unpaid", "π((0,O) 1 (0,O)) = 1 = y_2", agent, history((0, "O"), 1, (-1, "O"), 1), Percept(1, "O")),
        ("not on its own way", "π((0,O)) = 0, and y_1 = 1: punished", agent, history((1, "O"), 1), Percept(-1, "O")),
    )
    yield check_example_rows(showing, rows)
    yield decide_alike(
        "as written out, with O",
        ("the percept", lambda agent, play: Percept(letter.environment(agent, play).reward, "O"), showing),
        (scope.steps(quick=4, full=5), (Percept(0, "O"), Percept(1, "O"), Percept(-1, "O")), scope.actions()),
        branch_of=lambda play, expected: _ACTED[int(expected.reward)],
        branches=_ACTED.values(),
    )
    yield _same(
        scope,
        "ignore_rewards",
        builder(letter.hypothetical, 0),  # type: ignore[arg-type]
        letter.environment,
        "with O = 0 it is Example 6 of 2021, as written out",
    )
    yield published_against_definition("ignore_rewards", ignore_rewards_published, ignore_rewards, first=1)


def _with_memories(memories: Play, agent: Agent, play: Play) -> Percept:
    """Return what Example 8 gives with s_0 = ``memories``, written out."""
    if play == ():
        return Percept(0, 0)
    return PAID if play[-1] == agent(memories + play[:-1]) else PUNISHED


_ONCE, _THRICE = history((1, 0), 1), history((0, 0), 1, (0, 0), 1, (0, 0), 1)
_TWICE = history((0, 0), 0, (0, 0), 0)
_REMEMBERING = TableAgent(
    {
        history((0, 0)): 0,
        history((1, 0), 1, (0, 0)): 1,
        history((1, 0), 1, (1, 0), 1, (0, 0)): 0,
        history((1, 0), 1, (0, 0), 0, (-1, 0)): 0,
        history((0, 0), 0, (-1, 0), 1, (1, 0)): 1,
    }
)
_ONE_TURN_REMEMBERED: tuple[Row, ...] = (
    _EMPTY,
    ("as with one paid turn before", "T((1,0) 1 (0,0)) = 1: paid", _REMEMBERING, history((0, 0), 1), PAID),
    ("the agent's own action", "and it did 0 = T((0,0)): punished", _REMEMBERING, history((0, 0), 0), PUNISHED),
    ("another's play", "T((1,0) 1 (0,0) 0 (-1,0)) = 0", _REMEMBERING, history((0, 0), 0, (-1, 0), 1), PUNISHED),
)
_OF_FOUR = TableAgent({(*_THRICE, Percept(0, 0)): 1, (*_THRICE[-4:], Percept(0, 0)): 0})
_THREE_TURNS_REMEMBERED: Row = ("three turns", "T(s_0⌢(0,0)) = 1: paid", _OF_FOUR, history((0, 0), 1), PAID)


def remembering_falsely(
    scope: Scope,
    *,
    false_memories: Callable[[Play], ExtendedEnvironment] = false_memories,
    incremental: Callable[[Play], IncrementalEnvironment] = FalseMemoriesIncremental,
) -> Iterator[Part]:
    """Check false memories: by hand, as written out, its incremental form, and the empty memories."""
    turns = min(4, scope.steps(quick=3, full=4))
    percepts, actions = scope.percepts(2), scope.actions()

    def any_memories(pair: tuple[Play, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        memories, play = pair
        cover("no memories" if memories == () else "memories")
        expected = _with_memories(memories, unknown.agent, play)
        got = false_memories(memories)(unknown.agent, play)
        return equal(f"with the memories {memories!r}", expected, got, play)

    environment = false_memories(MEMORIES)
    yield check_example_rows(false_memories(_ONCE), _ONE_TURN_REMEMBERED)
    learner = TableLearner({((), 0): 0, ((Transition(0, 1, 0, 0),), 0): 1})
    yield incrementally("the memory (1,0) 1 and (0,0) train it to do 1: paid", PAID, incremental(_ONCE), learner, 1)
    yield _as_printed(scope, "false_memories", environment)
    yield check_example_rows(false_memories(_THRICE), [_THREE_TURNS_REMEMBERED])
    yield decide_each(
        "as written out, for every s_0",
        any_memories,
        product(plays(turns, percepts, actions), tuple(plays(1, percepts, actions))),
        actions=actions,
        branches=("no memories", "memories"),
        domain=f"all agents, all s_0 of at most {turns} turns, all plays of at most 1 action, "
        f"over {len(percepts)} percepts x {len(actions)} actions",
    )
    for memories in (MEMORIES, _TWICE):
        pair = evolve(FALSE_MEMORIES, definition=false_memories(memories), fast=incremental(memories))
        yield from pair.parts(scope)
    yield published_against_definition("false_memories", false_memories_published, false_memories(_TWICE), first=1)


_TWO_TURNS = history((0, 0), 1, (1, 2))
_TURNED = history((1, 2), 1, (0, 0))
_THREE_TURNS = history((0, 0), 1, (1, 2), 0, (3, 4))
_THREE_TURNED = history((3, 4), 0, (1, 2), 1, (0, 0))
_HALF_TURNED = history((3, 4), 1, (1, 2), 0, (0, 0))
_ON_TURNED = TableAgent({_TURNED: 1, _TWO_TURNS: 0, history((0, 0)): 0, _THREE_TURNED: 1, _HALF_TURNED: 0})
_BACKWARDS: tuple[Row, ...] = (
    _EMPTY,
    ("one turn reads the same backwards", "T((0,0)) = 0 = a_0: paid", _ON_TURNED, history((0, 0), 0), PAID),
    ("two turns, as backwards", "T((1,2) 1 (0,0)) = 1, not T's answer: paid", _ON_TURNED, (*_TWO_TURNS, 1), PAID),
    ("two turns, as truly", "T backwards does 1, the action is 0: punished", _ON_TURNED, (*_TWO_TURNS, 0), PUNISHED),
    ("three turns, actions 1 and 0", "T((3,4) 0 (1,2) 1 (0,0)) = 1: paid", _ON_TURNED, (*_THREE_TURNS, 1), PAID),
)


def conscious_backwards(scope: Scope, *, environment: ExtendedEnvironment = backward_consciousness) -> Iterator[Part]:
    """Check backward consciousness: by hand, as written out, and against reverse history."""
    yield check_example_rows(environment, _BACKWARDS)
    yield _as_printed(scope, "backward_consciousness", environment)
    yield _same(scope, "backward_consciousness", environment, reverse_history, "equal to reverse history")


def reversing_history(
    scope: Scope, *, environment: ExtendedEnvironment = reverse_history, reverse: Callable[[Prompt], Prompt] = reverse
) -> Iterator[Part]:
    """Check reverse history: by hand, as written out, and that reversal is an involution."""
    longest = scope.steps(quick=4, full=5)
    percepts, actions = scope.percepts(3), scope.actions()

    def involution(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        turned = reverse(prompt)
        cover("reads the same backwards" if turned == prompt else "reads otherwise backwards")
        return equal("reversed twice", prompt, reverse(turned), prompt)

    yield check_example_rows(environment, _BACKWARDS)
    row: Example = ("h' of x_1 y_1 x_2 y_2 x_3", "x_3 y_2 x_2 y_1 x_1", _THREE_TURNED, reverse, _THREE_TURNS)
    yield check_examples([row], "a reversal by hand")
    yield _as_printed(scope, "reverse_history", environment)
    yield decide_each(
        "involution",
        involution,
        (prompt for n in range(1, longest + 1) for prompt in all_prompts(percepts, actions, n)),
        actions=actions,
        branches=("reads the same backwards", "reads otherwise backwards"),
        domain=f"all prompts of at most {longest} percepts over {len(percepts)} percepts x {len(actions)} actions",
    )
    yield published_against_definition(
        "reverse_history", reverse_history_published, reverse_history, first=2
    ).meant_to_fail(
        "reverse_history: percept 3, counted from 0, on (0,0) 0 (0,0) 0 (1,0) 0: expected Perc"
        "ept(-1, 0), got Percept(1, 0)"
    )


_REPEATING = TableAgent(
    {
        history((0, 0)): 0,
        history((0, 0), 0, (0, 0)): 1,
        history((0, 0), 1, (0, 0)): 1,
        history((0, 0), 1, (0, 0), 1, (0, 0)): 0,
        history((0, 0), 1, (1, 0), 0, (0, 0), 1, (1, 0)): 0,
    }
)
_AGAIN: tuple[Row, ...] = (
    _EMPTY,
    ("1 again after 1", "T((0,0) 1 (0,0)) = 1: paid", _REPEATING, history((0, 0), 1), PAID),
    ("not 0 again after 0", "T((0,0) 0 (0,0)) = 1: punished", _REPEATING, history((0, 0), 0), PUNISHED),
    ("two turns", "s = (0,0) 1 (1,0), a = 0: T(s⌢a⌢s) = 0: paid", _REPEATING, history((0, 0), 1, (1, 0), 0), PAID),
)


def happening_again(scope: Scope, *, environment: ExtendedEnvironment = deja_vu) -> Iterator[Part]:
    """Check déjà vu: by hand, and as written out."""
    yield check_example_rows(environment, _AGAIN)
    yield _as_printed(scope, "deja_vu", environment)
    yield published_against_definition("deja_vu", deja_vu_published, deja_vu, first=2)
    yield published_against_definition("deja_vu", deja_vu_published, deja_vu, first=1).meant_to_fail(
        "deja_vu: percept 1, counted from 0, on (0,0) 0: expected Percept(1, 0), got Percept(0, 0)"
    )


# --- Mutants ---


class _TrainedOnTheTruth(IgnoreRewardsIncremental):
    """Train the copy on the reward that was truly given."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, _ = super().advance(learner, state, action)
        return percept, learner.learn(state, Transition(0, action, percept.reward, 0))


class _MemoriesNotTrained(FalseMemoriesIncremental):
    """Start the copy untrained."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return Percept(0, 0), learner.initial


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E6",
        kind="example",
        title="ignore rewards",
        claim="Paid for acting as if all rewards so far had been 0: φ(s⌢a) = s^0.",
        source=f"{ALEXANDER_2021}, Example 6",
        check=ignoring_rewards,
        mutants={
            "the last reward stays": {
                "environment": mimic(lambda play: (*map_rewards(lambda reward: 0, play[:-2]), play[-2]))
            },
            "the copy is trained on true rewards": {"incremental": _TrainedOnTheTruth()},
            "observations are erased too": {
                "environment": mimic(lambda play: map_rewards(lambda r: 0, map_observations(lambda o: 0, play[:-1])))
            },
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions; the incremental "
        "form for all learners, all sequences of at most 5 actions; sampled beyond",
    ),
    Statement(
        id="A21-E8",
        kind="example",
        title="false memories",
        claim="For any s_0 in (ROA)*: paid for acting as if s_0 had happened before: φ(s⌢a) = s_0⌢s.",
        source=f"{ALEXANDER_2021}, Example 8",
        check=remembering_falsely,
        mutants={
            "the memories are forgotten": {"false_memories": lambda memories: mimic(lambda play: play[:-1])},
            "only two turns are remembered": {
                "false_memories": lambda memories: mimic(lambda play: memories[-4:] + play[:-1])
            },
            "the copy starts untrained": {"incremental": _MemoriesNotTrained},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions, for one s_0 "
        "of two turns; all s_0 of at most 3 turns over 2 percepts x 2 actions, on all plays of at most 1 action; the "
        "incremental form of two s_0 for all learners, all sequences of at most 5 actions; sampled beyond",
    ),
    Statement(
        id="A21-E9",
        kind="example",
        title="backward consciousness",
        claim="Paid for acting as if everything had happened in reverse: φ turns (r_0, o_0, a_0, ..., r_n, o_n, a_n) "
        "into (r_n, o_n, a_{n-1}, ..., a_0, r_0, o_0). It is reverse history of 2022.",
        source=f"{ALEXANDER_2021}, Example 9",
        check=conscious_backwards,
        mutants={
            "percepts reversed, actions left in order": {
                "environment": mimic(
                    lambda play: tuple(play[i] if i % 2 else play[len(play) - 2 - i] for i in range(len(play) - 1))
                )
            },
            "not reversed": {"environment": mimic(lambda play: play[:-1])},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions",
    ),
    Statement(
        id="A21-E10",
        kind="example",
        title="déjà vu",
        claim="Paid for an action that the agent would take again if everything, including this action, repeated "
        "itself: φ(s⌢a) = s⌢a⌢s.",
        source=f"{ALEXANDER_2021}, Example 10",
        check=happening_again,
        mutants={"asked before the repetition": {"environment": mimic(lambda play: play[:-1])}},
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions",
        defects="The published code gives 0 for the first action, where the definition gives 1 or -1; from the second "
        "on it agrees.",
        witness="published, after (0,0) 0 by an agent that would do 0 again: 0 instead of 1",
    ),
)
