"""Section 3: the scheme and the examples."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments import (
    ExtendedEnvironment,
    FalseMemoriesIncremental,
    IgnoreRewardsIncremental,
    bandit,
    embed,
    ignore_rewards,
    mimic,
)
from formal_rl.histories import Action, Percept, Play, Prompt, map_observations, map_rewards
from formal_rl.statements.checks import examples, scheme
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, SECTION_3_EXAMPLES
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


class _TrainedOnTheTruth(IgnoreRewardsIncremental):
    """Train the copy on the reward that was truly given."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, _ = super().advance(learner, state, action)
        return percept, learner.learn(state, Transition(0, action, percept.reward, 0))


class _MemoriesNotTrained(FalseMemoriesIncremental):
    """Start the copy untrained."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return Percept(0, 0), learner.initial


def _paying(agreed: int, differed: int) -> Callable[[Callable[[Play], Prompt]], ExtendedEnvironment]:
    def wrong_mimic(hypothetical: Callable[[Play], Prompt]) -> ExtendedEnvironment:
        right = mimic(hypothetical)

        def environment(agent: Agent, play: Play) -> Percept:
            percept = right(agent, play)
            return Percept({1: agreed, -1: differed, 0: 0}[int(percept.reward)], percept.observation)

        return environment

    return wrong_mimic


def _true_self(hypothetical: Callable[[Play], Prompt]) -> ExtendedEnvironment:
    return mimic(lambda play: play[:-1])


def _swallowing(agent: Agent, play: Play) -> Percept:
    try:
        return ignore_rewards(agent, play)
    except Exception:
        return Percept(-1, 0)


def _paying_floats(agent: Agent, play: Play) -> Any:
    return Percept(float(ignore_rewards(agent, play).reward), 0)  # type: ignore[arg-type]


def _nothing_at_first(agent: Agent, play: Play) -> Any:
    return ignore_rewards(agent, play) if play else None


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-S3-form",
        kind="claim",
        title="the examples of Section 3 pay 1 or -1 and show 0",
        claim="Each environment of Section 3 always pays a reward of 1 or -1 and shows observation 0.",
        source=f"{ALEXANDER_2021}, Section 3",
        check=scheme.plus_or_minus_one,
        mutants={
            "an environment that pays 0 for acting differently": {
                "library": {**SECTION_3_EXAMPLES, "never_punishing": _paying(1, 0)(lambda play: play[:-1])}
            },
        },
        verdict="refuted",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in every example "
        "of the section: ignore rewards, false memories, backward consciousness, deja vu and incentivize zero",
        defects="Every example answers the empty play with (0, 0), so none of them is a handicap as Definition 12 "
        "is printed.",
        repair="from the second percept on",
        witness="e(T, ⟨⟩) = (0, 0), for every T",
    ),
    Statement(
        id="A21-S3-mimic",
        kind="definition",
        title="the scheme: act as on another history",
        claim="Examples 6, 8, 9 and 10 of 2021 and 3 and 5 of 2022 are one scheme: pay 1 if the action is what the "
        "agent does on φ(play), a hypothetical prompt, and -1 otherwise; (0, 0) at first. Each example is its φ.",
        source=f"{ALEXANDER_2021}, Section 3",
        check=scheme.scheme,
        mutants={
            "asked on the true prompt": {"mimic": _true_self},
            "0 for acting differently": {"mimic": _paying(1, 0)},
            "signs exchanged": {"mimic": _paying(-1, 1)},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, against each "
        "example written out",
    ),
    Statement(
        id="A21-S3-genuine",
        kind="lemma",
        title="no example is an ordinary environment in disguise",
        claim="For each extended environment there are two agents that acted alike and are then shown different "
        "percepts, but for those whose percepts on an agent's own run do not depend on the agent. For an ordinary "
        "environment there are none.",
        source=f"{ALEXANDER_2021}, Sections 1 and 3",
        check=scheme.genuinely_extended,
        mutants={
            "a bandit listed as extended": {"library": {**EXTENDED_ENVIRONMENTS, "bandit": embed(bandit((0, 1)))}},
            "paid for acting as one truly acts": {"library": {"true_self": _true_self(lambda play: play)}},
        },
        verdict="holds",
        evidence="exhaustive: the smallest pair of agents for each environment present but three, which have none to "
        "horizon 7: as_if, newcombs_problem and punish_nondeterministic_agent; none for embedded ordinary ones to "
        "horizon 3",
        witness="deja_vu after (0,0) 0: the agent with T((0,0) 0 (0,0)) = 0 is paid, the one with 1 is punished",
    ),
    Statement(
        id="A21-S3-nonhalting",
        kind="lemma",
        title="a failure of the agent on the counterfactual is the environment's",
        claim="Where the agent fails on what the environment asks of it, the environment fails in the same way, and "
        "gives no reward.",
        source=f"{ALEXANDER_2021}, Example 6 (the caveat)",
        check=scheme.failure_passes_through,
        mutants={
            "failures count as acting differently": {"library": {"swallowing": _swallowing}},
        },
        verdict="holds",
        evidence="exhaustive: all agents that answer, raise or answer nothing, over 3 percepts x 2 actions: all plays "
        "of at most 3 actions in the papers' environments, of at most 2 actions in all others present",
        defects="The paper speaks of not halting; a computation that does not end is represented by one that raises.",
    ),
    Statement(
        id="A21-E6",
        kind="example",
        title="ignore rewards",
        claim="Paid for acting as if all rewards so far had been 0: φ(s⌢a) = s^0.",
        source=f"{ALEXANDER_2021}, Example 6",
        check=examples.ignoring_rewards,
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
        id="A21-L7",
        kind="lemma",
        title="the examples are extended environments",
        claim="Each example halts on every agent and every play with a reward and an observation.",
        source=f"{ALEXANDER_2021}, Lemma 7",
        check=scheme.total_and_typed,
        mutants={
            "rewards as floats": {"library": {"paying_floats": _paying_floats}},
            "nothing at first": {"library": {"nothing_at_first": _nothing_at_first}},
        },
        verdict="holds",
        evidence="exhaustive: all agents, over 3 percepts x 2 actions: all plays of at most 3 actions in the papers' "
        "environments, of at most 2 actions in all others present",
        defects="The paper's proof, case 2, writes e(T, t) where it means e(T, s), and Definition 6 where it means "
        "Example 6.",
    ),
    Statement(
        id="A21-E8",
        kind="example",
        title="false memories",
        claim="For any s_0 in (ROA)*: paid for acting as if s_0 had happened before: φ(s⌢a) = s_0⌢s.",
        source=f"{ALEXANDER_2021}, Example 8",
        check=examples.remembering_falsely,
        mutants={
            "the memories are forgotten": {"false_memories": lambda memories: mimic(lambda play: play[:-1])},
            "only two turns are remembered": {
                "false_memories": lambda memories: mimic(lambda play: memories[-4:] + play[:-1])
            },
            "the copy starts untrained": {"incremental": _MemoriesNotTrained},
            "the memories come twice": {
                "false_memories": lambda memories: mimic(lambda play: memories + memories + play[:-1])
            },
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
        check=examples.conscious_backwards,
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
        claim="Paid for an action one would take again if everything, this action included, repeated itself: "
        "φ(s⌢a) = s⌢a⌢s.",
        source=f"{ALEXANDER_2021}, Example 10",
        check=examples.happening_again,
        mutants={
            "asked before the repetition": {"environment": mimic(lambda play: play[:-1])},
            "repeated twice": {"environment": mimic(lambda play: play + play + play[:-1])},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions",
        defects="The published code gives 0 for the first action, where the definition gives 1 or -1; from the second "
        "on it agrees.",
        witness="published, after (0,0) 0 by an agent that would do 0 again: 0 instead of 1",
    ),
)
"""In the order of the paper."""
