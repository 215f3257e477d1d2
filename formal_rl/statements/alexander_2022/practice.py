"""The practical form: start and step for environments, act and train for agents."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from formal_rl.agents import Learner, as_agent
from formal_rl.checking import agents, among, equal, every, histories
from formal_rl.checking.claims import along, stepping
from formal_rl.checking.domains import at, learners, sequences_of_actions
from formal_rl.checking.equality import EnvironmentPair
from formal_rl.environments import CATALOGUE, embed, ignore_rewards, ignore_rewards_incremental, interaction
from formal_rl.environments._incremental import ReplayedIncremental, interact_incremental
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.histories import Action, Prompt, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2022.pairs import MIMICRY_PAIRS, ROLE_ENVIRONMENT_PAIRS
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in


def ordinary(name: str, *given: Any) -> EnvironmentPair:
    """Return an ordinary environment, embedded, and its incremental form."""
    record = CATALOGUE[name]
    definition, incremental = (record.made(form, *given) for form in ("definition", "incremental"))
    return EnvironmentPair(record.attribute("incremental"), embed(definition), incremental)


ENVIRONMENT_PAIRS = (
    *(EnvironmentPair.of(CATALOGUE[name]) for name in ("ignore_rewards", "false_memories", "tempting_button")),
    EnvironmentPair("ReplayedIncremental", LETTERS["deja_vu"].environment, ReplayedIncremental(deja_vu)),
    *(ordinary("bandit", (1, -1)), ordinary("corridor", 2), ordinary("guess_the_number", 1, 2)),
)
"""Those of the examples, and of ordinary environments, each with two actions."""


@lemma(
    "A22-S4",
    "the practical form is the definition, for every learner",
    "Section 4",
    "holds",
    defects="The practical form gives no initial percept, only an observation, and training carries no reward for "
    "it; so an agent that looks at the first reward has no practical form.",
    witness="the agent that does 0 on (0,0) and 1 on (1,0) is not a learner",
)
def practical_form() -> Evidence:
    """For every learner, an environment run by start and step, with copies of the learner that it trains on the way,
    has the same interaction as the definition with the learner read as a function of the history. A learner never
    receives the reward of the first percept.
    """

    def blind(learner: Learner[Any], prompt: Prompt) -> tuple[Any, Any]:
        agent = as_agent(learner)
        return agent(prompt), agent((prompt[0]._replace(reward=prompt[0].reward + 1), *prompt[1:]))

    def in_practice(learner: Learner[Any], name: str, actions: Sequence[Action]) -> tuple[Any, Any]:
        pair = pairs[name]
        return along(pair.definition)(learner, actions), stepping(pair.fast)(learner, actions)

    pairs = {pair.name: pair for pair in (*ENVIRONMENT_PAIRS, *MIMICRY_PAIRS, *ROLE_ENVIRONMENT_PAIRS)}
    every_pair, actions = among("{} environments", pairs), sequences_of_actions(4, full=6)
    yield every("in practical form", in_practice, learners, every_pair, actions)
    yield equal(
        "ignore rewards, on its own actions",
        lambda learner, steps: interaction(as_agent(learner), ignore_rewards, steps, remember=False),
        lambda learner, steps: tuple(islice(interact_incremental(learner, ignore_rewards_incremental), 2 * steps)),
        *(learners, at(5, 7)),
    )
    yield every("the first reward is dropped", blind, learners, histories(3, full=4))
    both = among("(0,0) and (1,0)", [(history((0, 0)), history((1, 0)))], many=True)
    name, one_or_another = "every agent is a learner", lambda agent, one, other: (agent(one), agent(other))
    yield every(name, one_or_another, agents, both).fails(f"{name}… on (0,0): expected 0, got 1")
    yield mutants("""
        environments.examples.ignore_rewards:IgnoreRewardsIncremental
            trains the copy before the question: action == learner.act(state, 0)
                → action == learner.act(learner.learn(state, Transition(0, action, 0, 0)), 0)
        environments._incremental:ReplayedIncremental
            the play is forgotten: return percept, (*play, percept) → return percept, (percept,)
        agents.learners:as_agent
            the first reward counts: prompt[-1].observation) → prompt[-1].observation) + (prompt[0].reward != 0)
    """)


STATEMENTS = statements_in(globals())
