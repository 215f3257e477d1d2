"""Checks of the published library: its environments by hand, its forms beside each other, and what they pay."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from formal_rl.agents import Agent, LearnerClass
from formal_rl.checking import Cover, Disagreement, Example, Part, Scope, Unknown, check_examples, decide_each
from formal_rl.environments import CATALOGUE, ExtendedEnvironment, PublishedEnvironment, TurnByTurn, after_images, mimic
from formal_rl.environments.catalogue import EIGHTHS
from formal_rl.environments.library.limited_memory import limited_memory_functional
from formal_rl.environments.library.tempting_button_variation import tempting_button_variation_functional
from formal_rl.environments.library.turn_by_turn import (
    delayed_rewards_functional,
    ignore_rewards_2_functional,
    paid,
    repeater_functional,
)
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, history, prompt_of
from formal_rl.on_demand import WhenAskedFor
from formal_rl.statements.alexander_2022.by_hand import PublishedPayingOtherwise, paying_otherwise
from formal_rl.statements.alexander_2022.library_as_printed import RUN, Run, library_written_out, run_instead
from formal_rl.statements.alexander_2022.published_library import LIBRARY, PUBLISHED_FORMS, LibraryEnvironment
from formal_rl.statements.library import DOCUMENTED_ENVIRONMENTS, compared
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import OppositePublished

Definitions = Mapping[str, ExtendedEnvironment]


def only_on(asked: Prompt) -> Agent:
    """Return the agent that does 1 on one prompt, and 0 on every other."""
    return lambda prompt: 1 if prompt == asked else 0


_SEVEN = tuple(Percept(0, number) for number in range(7))
_SIX_TURNS: Play = tuple(element for percept in _SEVEN for element in (percept, 0))[:-1]

_ROWS: tuple[tuple[str, str, Play, Prompt, Percept], ...] = (
    (
        "ignore_rewards_2",
        "the turn 0 (1,0) is deleted, for it was paid: (0,0) 1 (-1,0) is asked about",
        *(history((0, 0), 0, (1, 0), 1, (-1, 0), 1), history((0, 0), 1, (-1, 0)), Percept(1, 0)),
    ),
    (
        "ignore_rewards_3",
        "its own game begins with 0, which it does on (0,0): (0,0) 0 (0,0) is asked about",
        *(history((0, 0), 1, (-1, 0), 1), history((0, 0), 0, (0, 0)), Percept(1, 0)),
    ),
    (
        "ignore_actions",
        "every action becomes 0",
        *(history((0, 0), 1, (1, 0), 1), history((0, 0), 0, (1, 0)), Percept(1, 0)),
    ),
    (
        "shifted_rewards",
        "rewards 0, 1, -1 become 0, 0, 1",
        *(history((0, 0), 0, (1, 0), 0, (-1, 0), 1), history((0, 0), 0, (0, 0), 0, (1, 0)), Percept(1, 0)),
    ),
    (
        "delayed_rewards",
        "of the earned rewards 1, -1, 1 the second is put off: 1, 0, 0",
        history((0, 0), 0, (1, 0), 0, (-1, 0), 0, (1, 0), 1),
        *(history((0, 0), 0, (1, 0), 0, (0, 0), 0, (0, 0)), Percept(1, 0)),
    ),
    (
        "delayed_rewards",
        "of five earned rewards 1 the second and the fourth are put off: 1, 0, 2, 0, 2",
        history((0, 0), 0, *((1, 0), 0) * 4, (1, 0), 1),
        *(history((0, 0), 0, (1, 0), 0, (0, 0), 0, (2, 0), 0, (0, 0), 0, (2, 0)), Percept(1, 0)),
    ),
    (
        "repeater",
        "the turn 0 (1,0) happens twice",
        *(history((0, 0), 0, (1, 0), 1), history((0, 0), 0, (1, 0), 0, (1, 0)), Percept(1, 0)),
    ),
    (
        "limited_memory",
        "of six turns the first is forgotten, so (0,1) 0 ... (0,6) is asked about",
        *((*_SIX_TURNS, 1), _SIX_TURNS[2:], Percept(1, 0)),
    ),
    (
        "nth_reward_multiplied_by_n",
        "earned rewards 1, 1 become 1 and 2",
        *(history((0, 0), 0, (1, 0), 0, (1, 0), 1), history((0, 0), 0, (1, 0), 0, (2, 0)), Percept(1, 0)),
    ),
    (
        "flip_every_other",
        "earned rewards 1, 1 become -1 and 1",
        *(history((0, 0), 0, (1, 0), 0, (1, 0), 1), history((0, 0), 0, (-1, 0), 0, (1, 0)), Percept(1, 0)),
    ),
    (
        "ignore_observations",
        "3 and 5 become 0; shown is floor(5 * 7/8) = 4",
        *(history((0, 3), 0, (1, 5), 1), history((0, 0), 0, (1, 0)), Percept(1, 4)),
    ),
    (
        "after_images",
        "010 and 001 become 010 and 011; shown is floor(8 * 7/8) = 7",
        *(history((0, 2), 0, (1, 1), 1), history((0, 2), 0, (1, 3)), Percept(1, 7)),
    ),
    (
        "after_images",
        "010, 001 and 000 become 010, 011 and 001: what bled does not bleed on; shown is floor(8 * 0) = 0",
        *(history((0, 2), 0, (1, 1), 0, (1, 0), 1), history((0, 2), 0, (1, 3), 0, (1, 1)), Percept(1, 0)),
    ),
    (
        "censored_observation",
        "(1,2) 1 is deleted: (0,0) 0 (-1,1) is asked about; shown is floor(3 * 0) = 0",
        *(history((0, 0), 0, (1, 2), 1, (-1, 1), 1), history((0, 0), 0, (-1, 1)), Percept(1, 0)),
    ),
    (
        "crying_baby",
        "fed once: 100 + 25 - 3 = 122 is within bounds, so the baby sees (1,0), and there it cries",
        *(history((1, 0), 0), history((1, 0)), Percept(-1, 1)),
    ),
    (
        "crying_baby_2",
        "the agent cries, so the parent sees (-1,1), and there it does not feed: 100 - 3 = 97 is within bounds",
        *(history((1, 1), 1), history((-1, 1)), Percept(1, 1)),
    ),
    (
        "tempting_button_variation",
        "no button, pushed; seeing a button, (0,0), it would not push: 1; u_1 = 1/8 < 1/4: a button is shown",
        *(history((0, 1), 0), history((0, 0)), Percept(1, 0)),
    ),
    (
        "third_action_forbidden",
        "it does 1 on (0,0), so with three actions, the next in turn, it does 2",
        *(history((0, 0), 2), history((0, 0)), Percept(1, 0)),
    ),
)


_WITH_A_ROW = {name for name, *_ in _ROWS}

DEFINITIONS: Definitions = WhenAskedFor(
    (name for name in (*DOCUMENTED_ENVIRONMENTS, "third_action_forbidden") if name in _WITH_A_ROW),
    lambda name: compared(CATALOGUE[name]),
)
"""Those that have no entry of their own."""


def _by_hand(definitions: Definitions) -> Iterator[Example]:
    for name, why, play, asked, expected in _ROWS:
        yield (name, why, expected, definitions[name], only_on(asked), play)
    for name, play in (("ignore_rewards_2", _ROWS[0][2]), ("flip_every_other", _ROWS[9][2])):
        elsewhere = only_on(play[:-1])
        yield (
            f"{name}, elsewhere",
            "on what is asked about it does 0",
            Percept(-1, 0),
            definitions[name],
            elsewhere,
            play,
        )


def library(
    scope: Scope,
    *,
    definitions: Definitions = DEFINITIONS,
    environments: Iterable[LibraryEnvironment] = LIBRARY,
    runs: Sequence[Run] = RUN,
) -> Iterator[Part]:
    """Check the environments by hand, and every form beside its definition: equal, or apart where that is claimed."""
    yield check_examples(_by_hand(definitions))
    yield from library_written_out(definitions, runs)
    for environment in environments:
        for comparison in environment.comparisons:
            yield comparison.part()


_Forms = Mapping[str, PublishedEnvironment]
_Opposite = Callable[[PublishedEnvironment], PublishedEnvironment]


def rewards_in_range(
    scope: Scope, *, forms: _Forms = PUBLISHED_FORMS, opposite: _Opposite = OppositePublished
) -> Iterator[Part]:
    """Check that each published environment, and its opposite, pays -1, 0 or 1 and nothing else."""
    length, choices = scope.steps(quick=3, full=5), scope.actions()
    paid: dict[int, str] = {-1: "-1", 0: "0", 1: "1"}

    def claim(
        instance: tuple[str, PublishedEnvironment, tuple[Action, ...]], unknown: Unknown, cover: Cover
    ) -> Disagreement | None:
        name, environment, sequence = instance
        agent_class = LearnerClass(unknown.learner)
        _, state = environment.start(agent_class)
        for number, action in enumerate(sequence, start=1):
            percept, state = environment.step(agent_class, state, action)
            if percept.reward not in paid:
                return Disagreement(f"reward {number} of {name}", "-1, 0 or 1", percept.reward)
            cover(paid[int(percept.reward)])
        return None

    for kind, wrap in (("environments", lambda form: form), ("opposites", opposite)):
        instances = (
            (name, wrap(form), sequence)
            for n in range(1, length + 1)
            for name, form in forms.items()
            for sequence in product(choices, repeat=n)
        )
        domain = f"{len(forms)} {kind}, all learners, all sequences of at most {length} actions of {len(choices)}"
        yield decide_each(f"published {kind}", claim, instances, actions=choices, branches=paid.values(), domain=domain)


# --- Mutants ---


def _with_own_actions(play: Play) -> Prompt:
    return tuple(element if index % 2 else element._replace(reward=0) for index, element in enumerate(play[:-1]))


def _bleeding_on(play: Play) -> Prompt:
    image, prompt = 0, []
    for index, element in enumerate(play[:-1]):
        if index % 2 == 0:
            image |= element.observation
        prompt.append(element if index % 2 else element._replace(observation=image))
    return tuple(prompt)


def _shown_by(environment: ExtendedEnvironment, asked: Callable[[Play], Prompt]) -> ExtendedEnvironment:
    """Return a mimicry with another question that shows what an environment shows."""
    return paying_otherwise(environment, lambda agent, play, right: 1 if play[-1] == agent(asked(play)) else -1)


def _last_image_as_it_is(play: Play) -> Prompt:
    prompt = prompt_of(play)
    return (
        *(element if index % 2 else element._replace(observation=0) for index, element in enumerate(prompt[:-1])),
        prompt[-1],
    )


def _delayed_up_to_turn_4(turn: int, before: Reward, reward: Reward) -> Reward:
    if turn > 4:
        return reward
    return reward + before if turn % 2 else 0


_LATE = TurnByTurn(paid(_delayed_up_to_turn_4), period=None)


_WRONG = (
    ("positive percepts deleted with their answers", "ignore_rewards_2", ignore_rewards_2_functional),
    ("its own game has the agent's actions", "ignore_rewards_3", mimic(_with_own_actions)),
    ("rewards not shifted", "shifted_rewards", mimic(prompt_of)),
    ("the first earned reward delayed", "delayed_rewards", delayed_rewards_functional),
    ("percepts doubled, not turns", "repeater", repeater_functional),
    ("five percepts remembered", "limited_memory", limited_memory_functional),
    (
        "multiplied from 0 on",
        "nth_reward_multiplied_by_n",
        TurnByTurn(paid(lambda n, before, reward: (n - 1) * reward)),
    ),
    (
        "flipped from the second on",
        "flip_every_other",
        TurnByTurn(paid(lambda n, before, reward: reward if n % 2 else -reward)),
    ),
    ("images bleed on", "after_images", _shown_by(after_images(EIGHTHS), _bleeding_on)),
    (
        "the last observation stays",
        "ignore_observations",
        _shown_by(DEFINITIONS["ignore_observations"], _last_image_as_it_is),
    ),
    (
        "the censored percept goes, its answer stays",
        "censored_observation",
        _shown_by(DEFINITIONS["censored_observation"], prompt_of),
    ),
    ("0 is not the button", "tempting_button_variation", tempting_button_variation_functional(EIGHTHS)),
    ("no third action", "third_action_forbidden", mimic(prompt_of)),
    ("not delayed from turn 5 on", "delayed_rewards", _LATE),
)


def _doubled(form: PublishedEnvironment) -> PublishedEnvironment:
    return PublishedPayingOtherwise(form, lambda reward: 2 * reward)


def _less_than_one(form: PublishedEnvironment) -> PublishedEnvironment:
    return PublishedPayingOtherwise(form, lambda reward: -reward - 1)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-lib",
        kind="example",
        title="every environment of the published library",
        claim="The published library's environments, each as defined in the papers or, if only the library has it, in "
        "its documentation; with what the library did in 2021 and has done since 2022.",
        source=f"{ALEXANDER_2022}, Section 6, and the library that it cites",
        check=library,
        mutants={
            **{about: {"definitions": {**DEFINITIONS, name: wrong}} for about, name, wrong in _WRONG},
            "not delayed from turn 5 on, step by step": {"runs": run_instead("delayed_rewards", _LATE.incremental)},
        },
        verdict="defined",
        evidence="by hand; every form beside its definition, for all learners or agents of two actions (in one "
        "environment three) and all sequences of at most four, or one longer sequence, or a few plain values, "
        "apart exactly where the table of departures says so. That published forms match recorded runs is checked by "
        "vectors check, not by this row",
        defects="The library departs from the papers, from its documentation and from itself of a year before: "
        "`formal-rl departures` lists each place with a witness.",
        witness="formal-rl departures",
    ),
    Statement(
        id="A22-S6-range",
        kind="claim",
        title="the published rewards are -1, 0 and 1",
        claim="All environments in the library, and their opposites, pay 1, -1 or 0 in every step.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=rewards_in_range,
        mutants={
            "one environment pays double": {
                "forms": {
                    **PUBLISHED_FORMS,
                    "Repeater": _doubled(PUBLISHED_FORMS["Repeater"]),
                }
            },
            "the opposite pays one less": {"opposite": _less_than_one},
        },
        verdict="holds",
        evidence="exhaustive: every published form and its opposite, all learners, all short sequences of actions",
        defects="0 is paid only by the first step of reverse history and déjà vu, and by two environments whose "
        "rewards do not always judge an action.",
    ),
)
