"""Section 6: the published library, its environments and what they pay."""

from collections.abc import Callable
from typing import Any

from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment, TurnByTurn, after_images, mimic
from formal_rl.environments.catalogue import EIGHTHS
from formal_rl.environments.library.limited_memory import limited_memory_functional
from formal_rl.environments.library.tempting_button_variation import tempting_button_variation_functional
from formal_rl.environments.library.turn_by_turn import (
    delayed_rewards_functional,
    ignore_rewards_2_functional,
    paid,
    repeater_functional,
)
from formal_rl.histories import Action, Percept, Play, Prompt, Reward, prompt_of
from formal_rl.statements.checks import library
from formal_rl.statements.checks.library import DEFINITIONS
from formal_rl.statements.checks.library_as_printed import run_instead
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.published_forms import PUBLISHED_FORMS
from formal_rl.statements.statement import Statement
from formal_rl.transforms import OppositePublished


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

    def shown(agent: Any, play: Play) -> Percept:
        percept = environment(agent, play)
        return percept if play == () else percept._replace(reward=1 if play[-1] == agent(asked(play)) else -1)

    return shown


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


def _paying_double(form: PublishedEnvironment) -> PublishedEnvironment:
    class Doubled:
        def start(self, agent_class: Any) -> Any:
            return form.start(agent_class)

        def step(self, agent_class: Any, state: Any, action: Action) -> Any:
            percept, after = form.step(agent_class, state, action)
            return percept._replace(reward=2 * percept.reward), after

    return Doubled()


def _less_than_one(form: PublishedEnvironment) -> PublishedEnvironment:
    class Lessened:
        def start(self, agent_class: Any) -> Any:
            return form.start(agent_class)

        def step(self, agent_class: Any, state: Any, action: Action) -> Any:
            percept, after = OppositePublished(form).step(agent_class, state, action)
            return percept._replace(reward=percept.reward - 1), after

    return Lessened()


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-lib",
        kind="example",
        title="every environment of the published library",
        claim="The published library's environments, each as the papers have it or, where only the library has it, as "
        "it is documented there; and beside it what the library did in 2021 and does since 2022.",
        source=f"{ALEXANDER_2022}, Section 6, and the library that it cites",
        check=library.library,
        mutants={
            **{about: {"definitions": {**DEFINITIONS, name: wrong}} for about, name, wrong in _WRONG},
            "not delayed from turn 5 on, step by step": {"runs": run_instead("delayed_rewards", _LATE.incremental)},
        },
        verdict="defined",
        evidence="by hand; every form beside its definition, for all learners or agents of two actions (in one "
        "environment three) and all sequences of at most four, or one longer sequence, or a few plain values, "
        "apart exactly where the table of departures says so; the published forms also match every recorded "
        "run, simulation calls included",
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
        check=library.rewards_in_range,
        mutants={
            "one environment pays double": {
                "forms": {**PUBLISHED_FORMS, "Repeater": _paying_double(PUBLISHED_FORMS["Repeater"])}
            },
            "the opposite pays one less": {"opposite": _less_than_one},
        },
        verdict="holds",
        evidence="exhaustive: every published form and its opposite, all learners, all short sequences of actions",
        defects="0 is paid only by the first step of reverse history and déjà vu, and by two environments whose "
        "rewards do not always judge an action.",
    ),
)
