"""Extended environments: each definition in every form, and wrong ones as they come to be written."""

import re
from collections.abc import Iterator

from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.zoo import plain_environments
from formal_rl.conformance.zoo.edits import by_name, changed, edited, entries
from formal_rl.conformance.zoo.forms import flat_form, published_form, reacting_form, stepping_form
from formal_rl.conformance.zoo.plain_environments import half_the_rate as half_the_rate, three_actions as three_actions
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation
from formal_rl.environments import CATALOGUE, EnvironmentRecord, ReplayedIncremental
from formal_rl.environments.catalogue import MEANINGS

_EDITS = """
after_images BleedsOn, later_percepts: what has bled into an image bleeds on into the next
  - o | play[2 * n - 2][1] if n else o
  + sum(bit for bit in (1, 2, 4) if any(x[1] & bit for x in play[: 2 * n + 1 : 2]))
censored_observation keeps_what_answers_a_censored_one, later_percepts: \
keeps the action that answers a censored percept, and drops the one that led to it
  - [x for n in range(0, len(play), 2) if play[n][1] != 2 for x in play[n : n + 2]][:-1] or [(0, 0)]
  + [play[0], *(x for n in range(1, len(play) - 1, 2) if play[n + 1][1] != 2 for x in play[n : n + 2])]
backward_consciousness reverses_element_by_element, later_percepts: rewards and observations change places
  - (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
  + (abs(part) if n % 3 == 1 else part for n, part in enumerate(reversed(play[:-1])))
crying_baby is_fed_by_the_action_before, later_percepts: the baby sees each action a turn late
  - 50 <= level <= 200 else -1, action
  + 50 <= level <= 200 else -1, (0, *play[1::2])[len(life) // 2]
crying_baby_2 cries_above_200_only, many_turns_of_1: the baby is content below 50
  - level >= 50 and level <= 200
  + level <= 200
deja_vu happens_twice_without_the_action, later_percepts: the action between is always 0
  - (*play, *play[:-1])
  + (*play[:-1], 0, *play[:-1])
false_memories remembers_afterwards, later_percepts: the memories come after the first percept
  - ((0, 0), 0, (0, 0), 0, *play[:-1])
  + (play[0], 0, (0, 0), 0, (0, 0), *play[1:-1])
flip_every_other flips_the_first_alone, longer_histories: the third reward is not flipped
  - -r if n % 2
  + -r if n == 1
ignore_actions ignores_the_last_action_alone, later_percepts: earlier actions are kept
  - 0 if place % 2
  + 0 if place == len(play) - 3
ignore_observations ignores_observations_but_the_last, later_percepts: the last observation is kept
  - (r, 0)
  + (r, o if 2 * n == len(play) - 2 else 0)
reverse_history reverses_the_last_hundred, hundreds_of_turns: what came before the last hundred turns is lost
  - play[:-1][::-1]
  + play[:-1][-199:][::-1]
ignore_rewards TrainsForAHundredTurns, hundreds_of_turns: the copy is trained for a hundred turns [IgnoreRewards]
  - self.sim.train(0, action, 0, 0)
  + self.turns = getattr(self, "turns", 0) + 1
  +         if self.turns <= 100:
  +             self.sim.train(0, action, 0, 0)
ignore_rewards TrainsOnTheTrueReward, later_percepts: the copy is trained on the true reward [IgnoreRewards]
  - (0, action, 0, 0)
  + (0, action, reward, 0)
ignore_rewards SharesItsCopy, smoke: all instances ask one copy [IgnoreRewards]
  -     def __init__(self, A: Any) -> None:
  -         self.sim = A()
  +     copies: Any = []
  +
  +     def __init__(self, A: Any) -> None:
  +         self.copies.append(A())
  +         self.sim = self.copies[0]
ignore_rewards_3 plays_with_the_true_actions, later_percepts: the copy does not go its own way
  - life += [agent(tuple(life))
  + life += [play[len(life)]
incentivize_learning_rate wants_a_rate_of_one, later_percepts: asks about rate 1, not half the rate [half_the_rate]
  - agent.learning_rate / 2
  + 1
incentivize_learning_rate pays_those_without_a_rate, without_a_rate: pays agents that have no rate [half_the_rate]
  - (-1 if play else 0, 0)
  + ((1 if agent(play[:-1]) == play[-1] else -1) if play else 0, 0)
limited_memory remembers_six_turns, longer_histories: a turn too many is remembered
  - [-11:]
  + [-13:]
newcombs_problem predicts_on_an_empty_box, later_percepts: predicts for another observation than was seen
  - (1000 if agent(play[:-1])
  + (1000 if agent(but_seeing(0, play))
nth_reward_multiplied_by_n counts_the_first_percept, later_percepts: counts from the first percept
  - max(n, 1)
  + (n + 1)
punish_nondeterministic_agent asks_about_another_observation, later_percepts: asks about observation 0 instead
  - lambda play: play[:-1])
  + lambda play: but_seeing(0, play))
repeater repeats_the_last_turn_alone, later_percepts: earlier turns are not doubled
  - 2 * play[n : n + 2]
  + (2 if n == len(play) - 3 else 1) * play[n : n + 2]
self_recognition takes_one_sentence_for_its_opposite, later_percepts: one sentence is read as its opposite
  - divmod(play[-2][1] - 2, 2)
  + divmod(min(play[-2][1], 4) - 2, 2)
shifted_rewards shifts_the_wrong_way, later_percepts: rewards come a turn early, not late
  - (play[0], (0, 0), *play[2::2])
  + (play[0], *play[4::2], (0, 0))
tempting_button asks_about_no_button, later_percepts: asks what the agent does without a button
  - (agent(but_seeing(0, play)) if
  + (agent(play[:-1]) if
tempting_button_variation pays_for_not_pushing, later_percepts: pays for not pushing
  - 0 if play[-1] else 1 if play[-2][1] == 0 or agent(but_seeing(0, play))
  + 1 if play[-2][1] and agent(but_seeing(0, play)) else 0 if play[-1] else 1 if play[-2][1] == 0
third_action_forbidden tells_of_two_actions, later_percepts: the copy is told of two actions [three_actions]
  - play[:-1], 3
  + play[:-1], 2
"""

_PUBLISHED = """
censored_observation CensoredAsPublished, later_percepts: \
keeps the action that answers the censored observation, and drops the one that led to it
crying_baby CryingBabyAsPublished, later_percepts: the baby is told that it did what it did a turn before
crying_baby_2 CryingBaby2AsPublished, later_percepts: the parent is told that it did what it did a turn before
deja_vu DejaVuAsPublished, later_percepts: pays nothing for the first action
flip_every_other FlipEveryOtherAsPublished, later_percepts: flips the second reward that is earned
ignore_observations IgnoreObservationsAsPublished, later_percepts: the copy is asked about what was shown at first
incentivize_zero IncentivizeZeroAsPublished, first_observation: shows what the copy does, where 0 is shown
nth_reward_multiplied_by_n NthRewardAsPublished, later_percepts: multiplies by 0, 1, 2, ...
reverse_history ReverseHistoryAsPublished, later_percepts: pays nothing for the first action
self_recognition SelfRecognitionAsPublished, first_observation: makes an observation from the next draw
tempting_button TemptingButtonAsPublished, first_observation: always starts with a button
tempting_button_variation TemptingButtonVariationAsPublished, first_observation: always starts with a button
adversarial_sequence_evader evader_of_2021, later_percepts: the copy's choices stand a turn late
adversarial_sequence_predictor predictor_of_2021, later_percepts: the copy's choices stand a turn late
crying_baby crying_baby_of_2021, longer_histories: a turn with a meal takes no nutrition
delayed_rewards delayed_rewards_of_2021, later_percepts: delays the first reward, not the second
ignore_rewards_2 ignore_rewards_2_of_2021, later_percepts: \
deletes the action that answers a positive reward; raises an exception where nothing is left
incentivize_zero incentivize_zero_of_2021, later_percepts: the copy is rewarded before it is asked for the first time
limited_memory limited_memory_of_2021, longer_histories: remembers five percepts, which are four turns
repeater repeater_of_2021, later_percepts: doubles a percept with the action that answers it
"""

_TOLD = """
flat_three_actions third_action_forbidden three_actions paper
  - play[:-1], 3
  + play[:-1], 3, 1
ToldOfThreeActions third_action_forbidden IgnoreRewards paper published
  - self.sim = A()
  + self.sim = type("Told", (A,), {"n_actions": 3})()
  - (0, action, 0, 0)
  + (0, action, reward, 0)
flat_half_the_rate incentivize_learning_rate half_the_rate paper
  - agent(play[:-1], learning
  + agent(play[:-1], 2, 1, learning
WithHalfTheRate incentivize_learning_rate IgnoreRewards paper published
  -         self.sim = A()
  +         rate = getattr(A(), "learning_rate", None)
  +         self.sim = None if rate is None else A(learning_rate=rate / 2)
  -         reward = 1 if
  +         if self.sim is None:
  +             return (-1, 0)
  +         reward = 1 if
  - (0, action, 0, 0)
  + (0, action, reward, 0)
"""


def _edited() -> Iterator[WrongImplementation]:
    for suite, entry in re.findall(r"^(\w+) (.+\n(?: .*\n)+)", _EDITS, re.MULTILINE):
        yield from edited(plain_environments, __name__, suite, suite, entry)


def _published() -> Iterator[WrongImplementation]:
    """Yield what was published: of 2022 as classes, of 2021 as functions."""
    for suite, name, claim, sentence in re.findall(r"(\w+) (\w+), (\w+): (.+)", _PUBLISHED):
        record = CATALOGUE[suite]
        functional = name.endswith("_of_2021") and record.load("functional")
        made = published_form(form_of(record, "published"))
        if functional:
            made = lambda agent, play, functional=functional: functional(agent, play)
        made.__name__ = made.__qualname__ = name
        made.__module__ = __name__
        yield WrongImplementation(name, made, suite, claim, sentence)


DEPARTURES: tuple[WrongImplementation, ...] = tuple(_published())
"""What the published library does otherwise than the papers say."""

WRONG: tuple[WrongImplementation, ...] = (*_edited(), *DEPARTURES)
"""Wrong by the papers."""

__getattr__ = by_name(WRONG)


def _in_each_form(record: EnvironmentRecord) -> Iterator[RightImplementation]:
    name, definition = record.name, form_of(record)
    in_battery = {each.record.name: each.paper for each in ENVIRONMENTS.values()}
    incremental = in_battery.get(name, lambda draws: ReplayedIncremental(definition(draws)))
    forms = {
        "a function": definition,
        "flat": lambda draws: flat_form(definition(draws)),
        "reacting": lambda draws: reacting_form(definition(draws)),
        "incremental": incremental,
        "stepping": lambda draws: stepping_form(incremental(draws)),
    }
    for words, made in forms.items():
        yield RightImplementation(f"{name}, {words}", made if record.draws else made(()), name)
    if hasattr(plain_environments, name):
        yield RightImplementation(f"{name}, plain", getattr(plain_environments, name), name)
    if record.has("published"):
        yield RightImplementation(f"{name}, published", published_form(form_of(record, "published")), name, "published")


def _told() -> Iterator[RightImplementation]:
    for heading, changes in entries(_TOLD):
        name, suite, called, *semantics = heading.split()
        made = changed(plain_environments, changes, called)
        yield from (RightImplementation(name, made, suite, each) for each in semantics)


RIGHT: tuple[RightImplementation, ...] = (
    *(each for name in sorted(MEANINGS) if CATALOGUE[name].group != "told" for each in _in_each_form(CATALOGUE[name])),
    RightImplementation("IgnoreRewards", plain_environments.IgnoreRewards, "ignore_rewards"),
    RightImplementation("three_actions", three_actions, "third_action_forbidden"),
    RightImplementation("half_the_rate", half_the_rate, "incentivize_learning_rate"),
    *_told(),
)
"""Every definition in every form."""
