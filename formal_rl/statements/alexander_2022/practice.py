"""The practical form: start and step for environments, act and train for agents."""

from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from formal_rl.agents import Agent, Learner, LearnerClass, Transition, as_agent
from formal_rl.checking import (
    Domain,
    EnvironmentPair,
    Every,
    Rows,
    agents,
    along,
    among,
    at,
    by_hand,
    equal,
    every,
    histories,
    learners,
    sequences_of_actions,
    stepping,
)
from formal_rl.environments import (
    CATALOGUE,
    BanditIncremental,
    CorridorIncremental,
    ExtendedEnvironment,
    GuessTheNumberIncremental,
    PublishedEnvironment,
    ReplayedIncremental,
    TableLearner,
    bandit,
    corridor,
    deja_vu,
    embed,
    false_memories,
    false_memories_published,
    guess_the_number,
    ignore_rewards,
    ignore_rewards_published,
    interact_incremental,
    interaction,
)
from formal_rl.errors import ActionOutOfRange
from formal_rl.histories import History, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2022.pairs import MIMICRY_PAIRS, ROLE_ENVIRONMENT_PAIRS
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS

REPLAYED = EnvironmentPair("ReplayedIncremental", deja_vu, ReplayedIncremental(deja_vu))
ORDINARY_PAIRS = (
    EnvironmentPair("BanditIncremental", embed(bandit((1, -1))), BanditIncremental((1, -1))),
    EnvironmentPair("CorridorIncremental", embed(corridor(2)), CorridorIncremental(2)),
    EnvironmentPair("GuessTheNumberIncremental", embed(guess_the_number(1, 2)), GuessTheNumberIncremental(1, 2)),
)
"""Those of ordinary environments, each with two actions."""

ENVIRONMENT_PAIRS = (
    *(EnvironmentPair.of(CATALOGUE[name]) for name in ("ignore_rewards", "false_memories", "tempting_button")),
    REPLAYED,
    *ORDINARY_PAIRS,
)
"""Those of environments."""


def incrementally(form: Any, learner: Learner[Any], steps: int) -> History:
    """Return the interaction in an incremental environment."""
    return tuple(islice(interact_incremental(learner, form), 2 * steps))


def started_and_stepped(environment: PublishedEnvironment, learner: Learner[Any], steps: int) -> History:
    """Return the interaction in the practical form, with the reward 0 put where the first percept has none.

    In each step the agent acts, the environment answers, then the agent is trained.
    """
    agent_class = LearnerClass(learner)
    observation, world = environment.start(agent_class)
    percept, state = Percept(0, observation), learner.initial
    play: Play = ()
    for _ in range(steps):
        action = learner.act(state, percept.observation)
        play = (*play, percept, action)
        after, world = environment.step(agent_class, world, action)
        state = learner.learn(state, Transition(percept.observation, action, *after))
        percept = after
    return play


def follows(name: str, run: Any, definition: ExtendedEnvironment, steps: Domain) -> Every:
    """Return the part that a run in the practical form is the interaction with the definition."""

    def by_definition(learner: Learner[Any], steps: int) -> History:
        return interaction(as_agent(learner), definition, steps, remember=False)

    return equal(name, by_definition, run, learners, steps)


def ordinary_by_hand() -> Rows:
    """Yield the ordinary environments a turn at a time, and where an action that is not there is refused."""

    def run(form: Any, *actions: int) -> Any:
        nobody = TableLearner({})
        percept, state = form.start(nobody)
        given = [percept]
        for action in actions:
            try:
                percept, state = form.advance(nobody, state, action)
            except ActionOutOfRange as refused:
                return refused.index, refused.action
            given.append(percept)
        return tuple(given)

    arms, walk, guessing = (
        BanditIncremental((1, Fraction(-1, 2))),
        CorridorIncremental(2),
        GuessTheNumberIncremental(1, 3),
    )
    paid = tuple(Percept(reward, 0) for reward in (0, Fraction(-1, 2), 1))
    yield "a bandit: 0 at first; -1/2 and 1", paid, run(arms, 1, 0)
    compared = history((0, 0), 0, (-1, 1), 0, (-1, 2), 0, (1, 0))[::2]
    yield "1, guessed: 0 is less, 2 is more", compared, run(guessing, 0, 2, 1)
    cells = history((0, 0), 0, (0, 0), 0, (0, 1), 0, (1, 2), 0, (1, 2), 0, (0, 1))[::2]
    yield "a corridor of 2: left, right, right, right, left", cells, run(walk, 0, 1, 1, 1, 0)
    for form, excessive in ((arms, 2), (guessing, 3), (walk, 2)):
        for before in ((), (1, 0)):
            yield "element 2n + 1 is refused", (2 * len(before) + 1, excessive), run(form, *before, excessive)


@lemma(
    "A22-S4",
    "the practical form is the definition, for every learner",
    "Section 4",
    "holds",
    evidence="exhaustive: all learners to horizon 5, 2 actions, in every environment that has such a form, but for the "
    "abstract ones; those replayed from the beginning (backward consciousness, déjà vu, reverse history) against "
    "themselves as printed; all learners on all histories of at most 3 percepts over 2 percepts x 2 actions for the "
    "first reward",
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

    def one_or_another(agent: Agent, one: Percept, other: Percept) -> tuple[Any, Any]:
        return agent((one,)), agent((other,))

    horizon = at(5, 7, "steps, 2 actions")
    for pair in ENVIRONMENT_PAIRS:
        if pair is not REPLAYED:
            yield follows(pair.name, partial(incrementally, pair.fast), pair.definition, horizon)
    for name in ("backward_consciousness", "deja_vu", "reverse_history"):
        form = ReplayedIncremental(EXTENDED_ENVIRONMENTS[name])
        yield follows(f"{name}, replayed", partial(incrementally, form), LETTERS[name].environment, horizon)
    two_zeros = history((0, 0), 0, (0, 0), 0)
    for name, published, definition in (
        ("ignore_rewards", ignore_rewards_published, ignore_rewards),
        ("false_memories", false_memories_published, false_memories(two_zeros)),
    ):
        run = partial(started_and_stepped, published)
        yield follows(f"published {name}, but for r_1", run, definition, horizon)
    form, letter = ReplayedIncremental(EXTENDED_ENVIRONMENTS["deja_vu"]), LETTERS["deja_vu"].environment
    yield equal("déjà vu, any actions", along(letter), stepping(form), learners, sequences_of_actions(4, full=7))
    for pair in ORDINARY_PAIRS:
        actions = sequences_of_actions(5, full=7)
        yield equal(f"{pair.name}, any actions", along(pair.definition), stepping(pair.fast), learners, actions)
    yield by_hand(ordinary_by_hand, "ordinary environments, incrementally")
    yield every("the first reward is dropped", blind, learners, histories(3, full=4))
    both = among("(0,0) and (1,0)", [history((0, 0), 0, (1, 0))[::2]], many=True)
    yield every("every agent is a learner read as a function", one_or_another, agents, both).fails(
        "every agent is a learner read as a function, Percept(0, 0), Percept(1, 0): expected 0, got 1"
    )
    for pair in (*MIMICRY_PAIRS, *ROLE_ENVIRONMENT_PAIRS):
        yield follows(
            f"{pair.name}, of the library",
            partial(incrementally, pair.fast),
            pair.definition,
            at(5, said="steps, 2 actions"),
        )
    yield mutants("""
        environments.examples.ignore_rewards:IgnoreRewardsIncremental
            the copy is trained before it is asked: action == learner.act(state, 0)
                → action == learner.act(learner.learn(state, Transition(0, action, 0, 0)), 0)
        environments.examples.ignore_rewards:ignore_rewards_published
            the copy is trained on the true rewards: true._replace(reward=0) → true
        environments.incremental:ReplayedIncremental
            the play is forgotten: return percept, (*play, percept) → return percept, (percept,)
        agents.learners:as_agent
            the first reward counts: prompt[-1].observation) → prompt[-1].observation) + (prompt[0].reward != 0)
    """)


STATEMENTS = statements_in(globals())
