"""The examples one by one: ignore rewards, false memories, backward consciousness, and déjà vu."""

from functools import partial
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, departures, equal, every, plays
from formal_rl.checking.claims import Rows, by_hand, outcomes
from formal_rl.environments import TableAgent, ignore_rewards, ignore_rewards_incremental
from formal_rl.environments.examples.deja_vu import deja_vu, deja_vu_published
from formal_rl.environments.examples.false_memories import (
    FalseMemoriesIncremental,
    false_memories,
    false_memories_published,
)
from formal_rl.environments.examples.reverse_history import backward_consciousness, reverse_history
from formal_rl.histories import Percept, Play, history, reverse
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.shapes import as_seen, incrementally, lived, when_punished
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

FIRST, PAID, PUNISHED = Percept(0, 0), Percept(1, 0), Percept(-1, 0)
ACTED = outcomes({0: "at first", 1: "acted alike", -1: "acted differently"})
PLAYS = plays(4, full=5)
counting: Agent = lambda prompt: len(prompt) // 2  # noqa: E731 - it does how many actions there were


def published(name: str, form: Any, definition: Any, first: int, on: str = "") -> Any:
    """Return the part that a published form is its definition from a percept on; it is meant to fail where ``on``."""
    compared: dict[str, Any] = {"actions": range(2), "played": departures.every_sequence(4), "first": first}
    part = partial(departures.published_departure, name, form, definition, branches=("paid", "punished"), **compared)
    return lambda scope: part().meant_to_fail(on) if on else part()


@example("A21-E6", "ignore rewards", "Example 6")
def ignoring_rewards() -> Evidence:
    """Paid for acting as if all rewards so far had been 0: φ(s⌢a) = s^0."""

    def examples() -> Rows:
        got = ignore_rewards(when_punished, history((0, 0), 0, (-1, 0), 1))
        yield "on (0,0) 0 (0,0) it does 0: punished", PUNISHED, got
        yield "s^0 is (0,0) 1 (0,2): it does 2: paid", PAID, ignore_rewards(as_seen, history((1, 0), 1, (7, 2), 2))

    yield by_hand(examples)
    yield equal("as written out", LETTERS["ignore_rewards"].environment, ignore_rewards, agents, PLAYS, kinds=ACTED)
    yield incrementally(ignore_rewards, ignore_rewards_incremental, 5, 7)
    yield mutants("""
        environments.examples.ignore_rewards:without_rewards
            the last reward stays: map_rewards(lambda reward: 0, prompt_of(play))
                → (*map_rewards(lambda r: 0, play[:-2]), play[-2])
            observations are erased too: prompt_of(play) → tuple(x if type(x) is int else x._replace(observation=0)
                for x in play[:-1])
        environments.examples.ignore_rewards:IgnoreRewardsIncremental
            the copy is trained on true rewards: Transition(0, action, 0, 0) → Transition(0, action, answer[0], 0)
    """)


@example("A21-E8", "false memories", "Example 8")
def remembering_falsely() -> Evidence:
    """For any s_0 in (ROA)*: paid for acting as if s_0 had happened before: φ(s⌢a) = s_0⌢s."""
    twice, thrice = history((0, 0), 0, (0, 0), 0), history((0, 0), 1) * 3

    def examples() -> Rows:
        yield "no turn before, one in s_0: it does 1: paid", PAID, false_memories(thrice[:2])(counting, lived(1))
        yield "three turns in s_0: it does 3: paid", PAID, false_memories(thrice)(counting, lived(3))

    def printed(agent: Any, memories: Play, play: Play) -> tuple[Percept, Percept]:
        expected = FIRST if play == () else PAID if play[-1] == agent(memories + play[:-1]) else PUNISHED
        return expected, false_memories(memories)(agent, play)

    yield by_hand(examples)
    yield every("as written out, for every s_0", printed, agents, plays(3, full=4, percepts=2), plays(1, percepts=2))
    yield incrementally(false_memories(twice), FalseMemoriesIncremental(twice), 5, 7)
    yield published("false_memories", false_memories_published, false_memories(twice), 1)
    yield mutants("""
        environments.examples.false_memories:with_memories
            the memories are forgotten: concatenate(memories, → concatenate(memories[:0],
            only two turns are remembered: concatenate(memories, → concatenate(memories[-4:],
        environments.examples.false_memories:FalseMemoriesIncremental
            the copy starts untrained: train(learner, concatenate(self.memories, (Percept(0, 0),))) → learner.initial
    """)


ONCE, TWICE, THRICE = history((0, 0)), history((0, 0), 1, (1, 2)), history((0, 0), 1, (1, 2), 0, (3, 4))
OTHER = history((3, 4), 1, (1, 2), 0, (0, 0))
ON_TURNED = TableAgent({reverse(TWICE): 1, TWICE: 0, ONCE: 0, reverse(THRICE): 1, OTHER: 0})


def turned(environment: Any) -> Rows:
    """Yield what an environment gives that asks about what is reversed."""
    yield "T((1,2) 1 (0,0)) = 1, not T's answer: paid", PAID, environment(ON_TURNED, (*TWICE, 1))
    yield "T backwards does 1, the action is 0: punished", PUNISHED, environment(ON_TURNED, (*TWICE, 0))
    yield "T((3,4) 0 (1,2) 1 (0,0)) = 1: paid", PAID, environment(ON_TURNED, (*THRICE, 1))


@example("A21-E9", "backward consciousness", "Example 9")
def conscious_backwards() -> Evidence:
    """Paid for acting as if everything had happened in reverse: φ turns (r_0, o_0, a_0, ..., r_n, o_n, a_n) into
    (r_n, o_n, a_{n-1}, ..., a_0, r_0, o_0). It is reverse history of 2022.
    """
    letter = LETTERS["backward_consciousness"].environment
    yield by_hand(partial(turned, backward_consciousness))
    yield equal("as written out", letter, backward_consciousness, agents, PLAYS, kinds=ACTED)
    yield equal("equal to reverse history", reverse_history, backward_consciousness, agents, PLAYS, kinds=ACTED)
    yield mutants("""
        environments.examples.reverse_history:backwards
            percepts reversed, actions left in order: [a[i], r[i], o[i]] → [a[n - 1 - i], r[i], o[i]]
            not reversed: unflatten(turned) → unflatten(flat)
    """)


@example(
    "A21-E10",
    "déjà vu",
    "Example 10",
    defects="The published code gives 0 for the first action, where the definition gives 1 or -1; from the second "
    "on it agrees.",
    witness="published, after (0,0) 0 by an agent that would do 0 again: 0 instead of 1",
)
def happening_again() -> Evidence:
    """Paid for an action that the agent would take again if everything, including this action, repeated itself:
    φ(s⌢a) = s⌢a⌢s.
    """

    def examples() -> Rows:
        yield "after (0,0) 0 (0,0), a turn, it does 1: punished", PUNISHED, deja_vu(counting, lived(0))
        yield "s has a turn, s⌢a⌢s three: it does 3: paid", PAID, deja_vu(counting, lived(1, 3))

    yield by_hand(examples)
    yield equal("as written out", LETTERS["deja_vu"].environment, deja_vu, agents, PLAYS, kinds=ACTED)
    yield published("deja_vu", deja_vu_published, deja_vu, 2)
    on = "…percept 1, counted from 0, on (0,0) 0: expected Percept(1, 0), got Percept(0, 0)"
    yield published("deja_vu", deja_vu_published, deja_vu, 1, on)
    yield mutants("""
        environments.examples.deja_vu:repeated
            asked before the repetition: concatenate(play, prompt_of(play)) → prompt_of(play)
    """)


STATEMENTS = statements_in(globals())
