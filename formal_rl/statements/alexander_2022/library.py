"""The published library: its environments by hand, its forms beside each other, and what they pay."""

from typing import Any

from formal_rl.agents import ConstantLearner, SimpleLearner
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, along, by_hand, meets, stepping
from formal_rl.checking.domains import learners, sequences_of_actions
from formal_rl.environments import CATALOGUE
from formal_rl.environments.altered_agent import configured_with_three_actions
from formal_rl.histories import Action, Percept, history
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.alexander_2022.library_as_printed import LETTERS, LETTERS_OF_2021, as_printed
from formal_rl.statements.alexander_2022.published_library import LIBRARY, PUBLISHED_FORMS, parts_of
from formal_rl.statements.entries import Evidence, claim, example, mutants, statements_in
from formal_rl.statements.library import compared
from formal_rl.statements.run_out import percepts_of
from formal_rl.transforms.opposite import OppositePublished


@example(
    "A22-lib",
    "every environment of the published library",
    "Section 6, and the library that it cites",
    evidence="by hand; exhaustive: every form beside its definition, for all learners or agents of two actions (in one "
    "environment three) and all sequences of at most four, one longer sequence or a plain value, apart where the table "
    "of departures says so. That published forms match recorded runs is checked by vectors check, not here",
    defects="The library departs from the papers, from its documentation and from itself of a year before: "
    "`formal-rl departures` lists each place with a witness.",
    witness="formal-rl departures",
)
def library() -> Evidence:
    """The published library's environments, each as defined in the papers or, if only the library has it, in its
    documentation; with what the library did in 2021 and has done since 2022.
    """

    def examples() -> Rows:
        why = "0 (1,0) is deleted, for it was paid: the question is (0,0) 1 (-1,0)"
        asked, play = history((0, 0), 1, (-1, 0)), history((0, 0), 0, (1, 0), 1, (-1, 0), 1)
        yield why, Percept(1, 0), compared(CATALOGUE["ignore_rewards_2"])(does_one_on(asked), play)
        why = "of five earned rewards 1 the second and the fourth are put off: 1, 0, 2, 0, 2"
        asked = history((0, 0), 0, (1, 0), 0, (0, 0), 0, (2, 0), 0, (0, 0), 0, (2, 0))
        play = history((0, 0), 0, *((1, 0), 0) * 4, (1, 0), 1)
        yield why, Percept(1, 0), compared(CATALOGUE["delayed_rewards"])(does_one_on(asked), play)
        yield "with three actions", SimpleLearner(3), configured_with_three_actions(SimpleLearner())
        yield "no such field: as it was", ConstantLearner(1), configured_with_three_actions(ConstantLearner(1))

    def step_by_step(learner: Any, name: str, actions: Any) -> tuple[Any, Any]:
        definition, incremental = (compared(CATALOGUE[name], kind) for kind in ("definition", "incremental"))
        return along(definition)(learner, actions), stepping(incremental)(learner, actions)

    yield by_hand(examples)
    yield as_printed("definition", LETTERS)
    yield as_printed("functional", LETTERS_OF_2021)
    names = among("{} environments", (*LETTERS, "crying_baby"))
    yield every("incremental forms", step_by_step, learners, names, sequences_of_actions(4))
    for environment in LIBRARY:
        yield from parts_of(environment.name)
    yield mutants("""
        environments.examples.ignore_rewards:ignore_rewards_published
            the copy is trained on the true rewards: true._replace(reward=0) → true
        environments.library.turn_by_turn:ignore_rewards_2
            positive percepts deleted with their answers: TurnByTurn(
                → type("Wrong", (TurnByTurn,), {"hypothetical": lambda self, play: without_paid_percepts(play)})(
        environments.library.ignore_rewards_3:ignore_rewards_3
            its own game has the agent's actions: unrewarded_action(agent, len(play) // 2)
                → agent(tuple(each if n % 2 else each._replace(reward=0) for n, each in enumerate(play[:-1])))
        environments.library.turn_by_turn:shifted_rewards
            rewards not shifted: reward: before → reward: reward
        environments.library.turn_by_turn:delayed_rewards
            the first earned reward delayed: if n % 2 else 0 → if n % 2 == 0 else 0
        environments.library.turn_by_turn:repeater
            percepts doubled, not turns: TurnByTurn(
                → type("Wrong", (TurnByTurn,), {"hypothetical": lambda self, play: with_percepts_doubled(play)})(
        environments.library.limited_memory:last_turns
            five percepts remembered: 2 * REMEMBERED + 1 → 2 * REMEMBERED - 1
        environments.library.turn_by_turn:nth_reward_multiplied_by_n
            multiplied from 0 on: n * reward → (n - 1) * reward
        environments.library.turn_by_turn:flip_every_other
            flipped from the second on: -reward if n % 2 else reward → reward if n % 2 else -reward
        environments.library.drawn_observations:bled
            images bleed on: prompt[index - 2].observation | element.observation
                → __import__("functools").reduce(int.__or__, [each.observation for each in prompt[: index + 1 : 2]])
        environments.library.drawn_observations:without_observations
            the last observation stays: map_observations(lambda observation: 0, prompt_of(play))
                → (*map_observations(lambda observation: 0, prompt_of(play))[:-1], play[-2])
        environments.library.drawn_observations:censored
            the censored percept goes, its answer stays: if turn[0].observation != CENSORED for element in turn
                → for element in turn
        environments.library.tempting_button_variation:_reward
            0 is not the button: seen == BUTTON or would(BUTTON) != PUSH → seen == 1 or would(1) != PUSH
        environments.altered_agent:third_action_forbidden
            no third action: as_if(with_three_actions) → as_if(lambda agent: agent)
    """)


@claim(
    "A22-S6-range",
    "the published rewards are -1, 0 and 1",
    "Section 6",
    "holds",
    defects="0 is paid only by the first step of reverse history and déjà vu, and by two environments whose "
    "rewards do not always judge an action.",
)
def rewards_in_range() -> Evidence:
    """All environments in the library, and their opposites, pay 1, -1 or 0 in every step."""

    def in_range(learner: Any, name: str, sequence: tuple[Action, ...]) -> tuple[Any, Any]:
        forms = PUBLISHED_FORMS[name], OppositePublished(PUBLISHED_FORMS[name])
        paid = {percept.reward for form in forms for percept in percepts_of(form)(learner, sequence)}
        return meets(paid <= {-1, 0, 1}, "-1, 0 or 1", paid)

    forms = among("28 published forms, and their opposites", PUBLISHED_FORMS)
    yield every("they pay -1, 0 or 1", in_range, learners, forms, sequences_of_actions(3, full=5))
    yield mutants("""
        environments.library.ignore_rewards_3:_PublishedIgnoreRewards3
            one environment pays double: 1 if action == own → 2 if action == own
        transforms.opposite:OppositePublished
            the opposite pays one less: -percept.reward → -percept.reward - 1
    """)


STATEMENTS = statements_in(globals())
