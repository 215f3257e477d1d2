"""Newcomb-like environments, which get predictions of the agent, and Newcomb's problem."""

from functools import partial
from typing import Any

from formal_rl.checking import Exploration, agents, equal, every, histories, plays, up_to
from formal_rl.checking.claims import Rows, along, by_hand, stepping
from formal_rl.checking.domains import environments, learners, sequences_of_actions
from formal_rl.environments import embed, ignore_rewards, interaction
from formal_rl.environments.abstract.newcomb import (
    NewcombsProblemIncremental,
    embed_newcomb_like,
    newcombs_problem,
    restrict_to_predictions,
)
from formal_rl.environments.examples.reverse_history import reverse_history
from formal_rl.histories import Percept, Play, actions, history, parse_history, percepts
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.entries import Evidence, definition, example, mutants, statements_in


def always(value: Any) -> Any:
    """Return the agent, or the prediction, that is always this action."""
    return lambda asked: value


@definition(
    "A22-S4-newcomb",
    "Newcomb-like environments",
    "end of Section 4",
    defects="The environments cited are probabilistic, and have states instead of a history. The paper does not "
    "say what is predicted at the start, when nothing has been observed.",
    repair="deterministic, on histories; at the start nothing is predicted",
    witness="two agents that do 0 on every prompt that is compared, but 0 and 1 on (0,0) 0 (0,0): ignore rewards "
    "pays them 1 and -1 on (0,0) 0 (1,0) 0. For reverse history the same with (1,0) 0 (0,0)",
)
def newcomb_like() -> Evidence:
    """A Newcomb-like environment learns what the agent would do on its true history with another latest observation,
    and nothing else about the agent. Every ordinary environment is Newcomb-like, and every Newcomb-like one is an
    extended environment. Not every extended environment is Newcomb-like: ignore rewards and reverse history are not.
    """

    def itself_and_restricted(environment: Any, agent: Any, play: Play) -> tuple[Percept, Percept]:
        return environment(agent, play), embed_newcomb_like(restrict_to_predictions(environment))(agent, play)

    def foreseeing(prediction: Any, play: Play) -> Percept:
        return Percept(prediction(5), prediction(play[-2].observation)) if play else Percept(0, 3)

    def examples() -> Rows:
        two = history((0, 3), 0, (7, 3))
        would = {history((0, 3)): 1, history((0, 5)): 4, history((2, 3)): 0, history((2, 5)): 6, two: 2}
        would[history((0, 3), 0, (7, 5))] = 8
        agent, embedded = (lambda prompt: would.get(prompt, 9)), embed_newcomb_like(foreseeing)
        yield "it would do 4 on (0,5), and does 1 on (0,3)", Percept(4, 1), embedded(agent, history((0, 3), 1))
        yield "it would do 6 on (2,5), and does 0", Percept(6, 0), embedded(agent, history((2, 3), 0))
        yield "y_1 = 0 and y_2 = 1 are not its own", Percept(8, 2), embedded(agent, (*two, 1))
        play = history((0, 0), 0, (1, 0), 0)
        for environment, other in ((ignore_rewards, "(0,0) 0 (0,0)"), (reverse_history, "(1,0) 0 (0,0)")):
            both = does_one_on(), does_one_on(parse_history(other))
            why = f"two agents do 0 on what is compared, but 0 and 1 on {other}: 1 and -1 on (0,0) 0 (1,0) 0"
            yield why, [1, -1], [environment(each, play).reward for each in both]

    def some(environment: Any, agent: Any, play: Play) -> tuple[Percept, Percept]:
        def told_two(prediction: Any, play: Play) -> Any:
            return environment((*play, Percept(0, prediction(0)), prediction(1)) if play else ())  # a turn more

        return itself_and_restricted(embed_newcomb_like(told_two), agent, play)

    def ordinary(environment: Any, agent: Any, play: Play) -> tuple[Percept, Percept]:
        return embed(environment)(agent, play), embed_newcomb_like(lambda _, play: environment(play))(agent, play)

    yield by_hand(examples)
    yield every("ordinary ones", ordinary, environments, agents, plays(2, full=3))
    yield every("every one is its own restriction", some, environments, agents, plays(2, full=3))
    for environment, on in ((ignore_rewards, "(1,0) 0"), (reverse_history, "(0,0) 0 (1,0) 0")):
        foreseen = f"is Newcomb-like…on {on}: expected Percept(-1, 0), got Percept(1, 0)"
        yield every("is Newcomb-like", partial(itself_and_restricted, environment), agents, plays(2)).fails(foreseen)
    yield mutants("""
        environments.abstract.newcomb:predict
            the last reward is 0: agent(with_last_observation(play, observation))
                → agent((*with_last_observation(play, observation)[:-1], Percept(0, observation)))
            the observation is as it was: with_last_observation(play, observation)
                → with_last_observation(play, observation and play[-2].observation)
            the last percept alone: with_last_observation(play, observation)
                → with_last_observation(play, observation)[-1:]
            the first observation is another: with_last_observation(play, observation)
                → (play[0]._replace(observation=observation), *play[1:-1])
            what was done is predicted: agent(with_last_observation(play, observation)) → agent and play[-1]
        environments.abstract.newcomb:differs_in_what_was_seen_last
            the latest reward may be another too: and prompt[-1].reward == play[-2].reward → ∅
            everything is predicted: return prompt[:-1] == play[:-2] → return True or prompt[:-1] == play[:-2]
            nothing is predicted: return prompt[:-1] == play[:-2] → return False and prompt[:-1] == play[:-2]
    """)


# --- Newcomb's problem ---

SEEN, HIDDEN, ONE_BOX, TWO_BOXES = 1, 1000, 0, 1


@example(
    "A22-S4-newcomb-value",
    "Newcomb's problem",
    "end of Section 4",
    defects="The paper does not define the environment; amounts, turns and observations are ours.",
    witness="one box throughout earns 1000 a turn, both 1",
)
def one_boxing() -> Evidence:
    """In Newcomb's problem, taking the closed box alone on every turn is optimal, and nothing else is. Yet on every
    history, whatever was predicted, taking both boxes is worth more by the amount in the open one.
    """

    def earned(agent: Any, environment: Any, turns: int) -> tuple[tuple[int, ...], Any]:
        play = interaction(agent, environment, turns, remember=False)
        return actions(play), sum(each.reward for each in percepts(play)[1:]) + environment(agent, play).reward

    def best_of(environment: Any, turns: int) -> tuple[Any, list[tuple[int, ...]]]:
        exploration = Exploration((ONE_BOX, TWO_BOXES))
        found = dict(exploration.runs(lambda: earned(exploration.agent, environment, turns)))
        return max(found.values()), [done for done, sum_ in found.items() if sum_ == max(found.values())]

    right = newcombs_problem(SEEN, HIDDEN)

    def examples() -> Rows:
        one, both = always(ONE_BOX), always(TWO_BOXES)
        greedy_at_first = does_one_on(history((0, 0)), history((0, 0), ONE_BOX, (0, 0)), history((5, 0)))
        runs = [interaction(agent, newcombs_problem(), 3) for agent in (one, both, greedy_at_first)]
        why = "one box throughout: 1000 a turn; both: 1; both, then one"
        yield why, [(0, 1000, 1000), (0, 1, 1), (0, 1, 1000)], [tuple(x.reward for x in percepts(run)) for run in runs]
        yield "the closed box was filled: 1000 + 1", Percept(1001, 0), right(one, history((0, 0), TWO_BOXES))
        yield "3 foreseen: nothing is hidden", Percept(0, 0), right(always(3), history((0, 0), ONE_BOX))
        shown_7 = right(greedy_at_first, history((5, 7), TWO_BOXES))
        yield "on (5,7) it takes one box: 1000, and 1 since both were taken", Percept(1001, 0), shown_7

    def dominance(agent: Any, prompt: Any) -> tuple[Any, Any]:
        one, both = (right(agent, (*prompt, action)).reward for action in (ONE_BOX, TWO_BOXES))
        return one + SEEN, both

    yield by_hand(examples)
    copy = stepping(NewcombsProblemIncremental(2, -3))
    yield equal("with one copy", along(newcombs_problem(2, -3)), copy, learners, sequences_of_actions(4, full=6))
    to_take_one = lambda turns: ((turns * HIDDEN, [(ONE_BOX,) * turns]), best_of(right, turns))  # noqa: E731
    yield every("one box throughout is best, and nothing else", to_take_one, up_to(8, full=12))
    yield every("whatever was foreseen, both are worth 1 more", dominance, agents, histories(2, full=3, percepts=3))
    yield mutants("""
        environments.abstract.newcomb:two_boxes
            what was done is predicted: prediction(play[-2].observation) → prediction and play[-1]
            one box is always predicted: prediction(play[-2].observation) → prediction and ONE_BOX
            predicted as if 0 had been shown: prediction(play[-2].observation) → prediction(0)
            the closed box is filled for those who take both: prediction(play[-2].observation)
                → 1 - prediction(play[-2].observation)
        environments.abstract.newcomb:predict
            the first turn is predicted: with_last_observation(play, observation) → play[:1]
    """)


STATEMENTS = statements_in(globals())
