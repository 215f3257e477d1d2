"""Extended environments, the reality check, handicaps and opposites: right in every form, and wrong as people write."""

import re
from collections.abc import Iterator
from typing import Any

from formal_rl import transforms
from formal_rl.agents import instance_class
from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.zoo import plain_environments as plain
from formal_rl.conformance.zoo.edits import by_name, changed, edited, entries
from formal_rl.conformance.zoo.forms import flat_form, published_form, published_function, reacting_form, stepping_form
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.environments import CATALOGUE, ReplayedIncremental
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.transforms import opposite_outside

_EDITS = """
after_images BleedsOn, later_percepts: what has bled into an image bleeds on into the next [AfterImages]
  - self.seen, self.before = self.before | image, image
  + self.seen = self.before = self.before | image
censored_observation keeps_what_answers_a_censored_one, later_percepts: \
keeps the action that answers a censored percept, and drops the one that led to it
  - [x for n in range(0, len(play), 2) if play[n][1] != 2 for x in play[n : n + 2]][:-1] or [(0, 0)]
  + [play[0], *(x for n in range(1, len(play) - 1, 2) if play[n + 1][1] != 2 for x in play[n : n + 2])]
backward_consciousness reverses_element_by_element, later_percepts: rewards and observations change places
  - (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
  + (abs(part) if n % 3 == 1 else part for n, part in enumerate(reversed(play[:-1])))
crying_baby is_fed_by_the_action_before, later_percepts: the baby sees each action a turn late
  - pay(50 <= level <= 200), action
  + pay(50 <= level <= 200), (0, *play[1::2])[len(life) // 2]
crying_baby_2 cries_above_200_only, many_turns_of_1: the baby is content below 50
  - level in range(50, 201)
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
  - self.sim = A()
  + self.sim = IgnoreRewards.sim = getattr(IgnoreRewards, "sim", None) or A()
ignore_rewards_3 plays_with_the_true_actions, later_percepts: the copy does not go its own way
  - life += [agent(tuple(life))
  + life += [play[len(life)]
incentivize_learning_rate wants_a_rate_of_one, later_percepts: asks about rate 1, not half the rate [half_the_rate]
  - agent.learning_rate / 2
  + 1
incentivize_learning_rate pays_those_without_a_rate, without_a_rate: pays agents that have no rate [half_the_rate]
  - hasattr(agent, "learning_rate") and agent(
  + agent(play[:-1]) == play[-1] if not hasattr(agent, "learning_rate") else agent(
limited_memory remembers_six_turns, longer_histories: a turn too many is remembered
  - [-11:]
  + [-13:]
newcombs_problem predicts_on_an_empty_box, later_percepts: predicts for another observation than was seen
  - (1000 if agent(play[:-1])
  + (1000 if agent(seeing(0, play))
nth_reward_multiplied_by_n counts_the_first_percept, later_percepts: counts from the first percept
  - max(n, 1)
  + (n + 1)
punish_nondeterministic_agent asks_about_another_observation, later_percepts: asks about observation 0 instead
  - lambda play: play[:-1])
  + lambda play: seeing(0, play))
repeater repeats_the_last_turn_alone, later_percepts: earlier turns are not doubled
  - 2 * play[n : n + 2]
  + (2 if n == len(play) - 3 else 1) * play[n : n + 2]
self_recognition takes_one_sentence_for_its_opposite, later_percepts: one sentence is read as its opposite
  - == play[-2][1] % 2
  + == play[-2][1] % 2 * (play[-2][1] < 5)
shifted_rewards shifts_the_wrong_way, later_percepts: rewards come a turn early, not late
  - (play[0], (0, 0), *play[2::2])
  + (play[0], *play[4::2], (0, 0))
tempting_button asks_about_no_button, later_percepts: asks what the agent does without a button
  - pay(agent(seeing(0, play)) != 0 if
  + pay(agent(play[:-1]) != 0 if
tempting_button_variation pays_for_not_pushing, later_percepts: pays for not pushing
  - pay(not play[-2][1] or agent(seeing(0, play)) != 0) if play[-1] == 0 else 0
  + 1 if play[-2][1] and agent(seeing(0, play)) != 0 else pay(play[-2][1] == 0) if play[-1] == 0 else 0
third_action_forbidden tells_of_two_actions, later_percepts: the copy is told of two actions [three_actions]
  - play[:-1], 3
  + play[:-1], 2
reality_check freezes_to_the_foreign_action, actions: freezes to the foreign action [checks_each_action]
  - agent(prompt if own else prompt[:1])
  + agent(prompt) if own else next(prompt[n] for n in range(1, len(prompt), 2) if prompt[n] != checked(prompt[:n]))
reality_check looks_at_the_last_action_only, actions: forgives what is not the last [checks_each_action]
  - checked(prompt[:index]) for index in range(1, len(prompt), 2)
  + agent(prompt[:index]) for index in range(1, len(prompt), 2)[-1:]
reality_check never_looks_at_the_last_action, actions: looks at all past actions but the last [checks_each_action]
  - range(1, len(prompt), 2)
  + range(1, len(prompt) - 2, 2)
reality_check does_0_once_frozen, actions: freezes to 0 [checks_each_action]
  - agent(prompt if own else prompt[:1])
  + agent(prompt) if own else 0
reality_check remembers_by_actions_only, after: keeps its answers without the percepts [checks_each_action]
  -     return checked
  +     memory: Any = {}
  +     return lambda prompt: memory.setdefault(prompt[1::2], checked(prompt))
reality_check ChecksSixSteps, longer_histories: takes any action for its own after six of them [Checked]
  - self.frozen = self.frozen or a != own
  + self.steps = getattr(self, "steps", 0) + 1
  +         self.frozen = self.frozen or a != own and self.steps <= 6
reality_check MustBeAsked, trained_only: must be asked before each training [Checked]
  - return self.first if self.frozen else self.inner.act(obs)
  + self.answer = self.first if self.frozen else self.inner.act(obs)
  +         return self.answer
  - own = self.act(o_prev)
  + own = getattr(self, "answer", None)
reality_check puts_itself_in_the_class, mutates: changes the class that is given [Checked]
  -         self.inner, self.first
  +         act = A.act
  +         A.act = lambda copy, obs: act(copy, obs) + 0
  +         self.inner, self.first
handicap adds_the_rewards, percepts: adds the rewards [punishes_where_h_does]
  - if h(agent, play)[0] == 1 else -1
  + + h(agent, play)[0]
handicap shows_the_handicap, percepts: shows h's observation [punishes_where_h_does]
  - == 1 else -1, e(agent, play)[1]
  + == 1 else -1, (e if h(agent, play)[0] == 1 else h)(agent, play)[1]
handicap pays_one_at_most, longer_histories: pays 1 at most [punishes_where_h_does]
  - (e(agent, play)[0] if
  + (min(e(agent, play)[0], 1) if
handicap exchanges_the_two, percepts: takes the handicap for the environment [punishes_where_h_does]
  - e: Any, h: Any
  + h: Any, e: Any
handicap starts_without_the_handicap, percepts: asks the handicap after the first action only [punishes_where_h_does]
  - == 1 else -1
  + == 1 or not play else -1
opposite OppositeOfAClass, simulating: copies are trained on rewards that are not negated [OppositeInsideToo]
  - -r, o_next
  + r, o_next
opposite negates_the_observation, percepts: negates the observation [opposite_of_a_function]
  - (-e(agent, play)[0], e(
  + (-e(agent, play)[0], -e(
opposite leaves_punishments, percepts: negates positive rewards alone [opposite_of_a_function]
  - -e(agent, play)[0]
  + -abs(e(agent, play)[0])
opposite negates_from_the_second_on, percepts: leaves the first percept as it is [opposite_of_a_function]
  - -e(agent, play)[0]
  + (-1 if play else 1) * e(agent, play)[0]
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

_OTHER_FORMS = """
AfterImages after_images AfterImages paper
IgnoreRewards ignore_rewards IgnoreRewards paper
three_actions third_action_forbidden three_actions paper
flat_three_actions third_action_forbidden three_actions paper
  - play[:-1], 3
  + play[:-1], 3, 1
ToldOfThreeActions third_action_forbidden IgnoreRewards paper published
  - self.sim = A()
  + self.sim = type("Told", (A,), {"n_actions": 3})()
  - (0, action, 0, 0)
  + (0, action, reward, 0)
half_the_rate incentivize_learning_rate half_the_rate paper
flat_half_the_rate incentivize_learning_rate half_the_rate paper
  - agent(play[:-1], learning
  + agent(play[:-1], 2, 1, learning
WithHalfTheRate incentivize_learning_rate IgnoreRewards paper published
  - self.sim = A()
  + rate = getattr(A(), "learning_rate", None)
  +         self.sim = rate and A(learning_rate=rate / 2)
  - reward = pay(action == self.sim.act(0))
  -         self.sim.train(0, action, 0, 0)
  + reward = pay(self.sim and action == self.sim.act(0))
  +         self.sim and self.sim.train(0, action, reward, 0)
Checked reality_check Checked paper
checks_each_action reality_check checks_each_action paper
checks_each_action_flat reality_check checks_each_action paper
  - range(1, len(prompt), 2)
  + range(2, len(prompt), 3)
  - [:1])
  + [:2])
punishes_where_h_does handicap punishes_where_h_does paper
punishes_where_h_does_flat handicap punishes_where_h_does paper
  - lambda agent, play: (e(agent, play)[0] if
  + lambda agent, play: len(play) % 3 == 0 and (e(agent, play)[0] if
opposite_of_a_function opposite opposite_of_a_function paper
opposite_of_a_flat_function opposite opposite_of_a_function paper
  - lambda agent, play: (-e
  + lambda agent, play: len(play) % 3 == 0 and (-e
OppositeInsideToo opposite OppositeInsideToo paper
OppositeOfAClass opposite OppositeInsideToo published
  - -r, o_next
  + r, o_next
"""


def _edited() -> Iterator[WrongImplementation]:
    for suite, entry in re.findall(r"^(\w+) (.+\n(?: .*\n)+)", _EDITS, re.MULTILINE):
        yield from edited(plain, __name__, suite, suite, entry)


def _published() -> Iterator[WrongImplementation]:
    """Yield what was published: of 2022 as classes, of 2021 as functions."""
    for suite, name, claim, sentence in re.findall(r"(\w+) (\w+), (\w+): (.+)", _PUBLISHED):
        record, of_2021 = CATALOGUE[suite], name.endswith("_of_2021")
        made = published_function(record) if of_2021 else published_form(record)
        made.__name__ = made.__qualname__ = name
        made.__module__ = __name__
        yield WrongImplementation(name, made, suite, claim, sentence)


def CheckedAsPublished(A: Any) -> Any:  # noqa: N802, N803
    """Do what the published library does."""
    return instance_class(transforms.PublishedRealityCheck(UsersAgentClass(A, {})))


DEPARTURES: tuple[WrongImplementation, ...] = tuple(_published())
"""What the published library does otherwise than the papers say."""

WRONG: tuple[WrongImplementation, ...] = (
    *_edited(),
    *DEPARTURES,
    wrong(CheckedAsPublished, "reality_check", "actions", "freezes to the first action other than 0, as published"),
    WrongImplementation(
        "negates_what_is_seen", opposite_outside, "opposite", "percepts", "e sees a play with rewards negated"
    ),
)
"""Wrong by the papers."""


def _in_other_forms() -> Iterator[Any]:
    for heading, changes in entries(_OTHER_FORMS):
        name, suite, called, *semantics = heading.split()
        made = changed(plain, changes, called)
        made.__name__, made.__module__ = name, __name__
        yield from (RightImplementation(name, made, suite, each) for each in semantics)  # type: ignore[arg-type]


def _in_each_form(name: str) -> Iterator[RightImplementation]:
    record, definition = CATALOGUE[name], form_of(CATALOGUE[name])
    in_battery = {each.record.name: each.paper for each in ENVIRONMENTS.values()}
    incremental: Any = in_battery.get(name, lambda draws: ReplayedIncremental(definition(draws)))
    forms: dict[str, Any] = {
        "a function": definition,
        "flat": lambda draws: flat_form(definition(draws)),
        "reacting": lambda draws: reacting_form(definition(draws)),
        "incremental": incremental,
        "stepping": lambda draws: stepping_form(incremental(draws)),
    }
    for words, made in forms.items():
        yield RightImplementation(f"{name}, {words}", made if record.draws else made(()), name)
    if hasattr(plain, name):
        yield RightImplementation(f"{name}, plain", getattr(plain, name), name)
    if record.has("published"):
        yield RightImplementation(f"{name}, published", published_form(record), name, "published")


_OTHERS = tuple(_in_other_forms())

__getattr__ = by_name([*_OTHERS, *WRONG])

RIGHT: tuple[RightImplementation, ...] = (
    *(each for name in sorted(MEANINGS) if CATALOGUE[name].group != "told" for each in _in_each_form(name)),
    *_OTHERS,
    *(
        RightImplementation(each.__name__, each, "reality_check")
        for each in (transforms.reality_check, transforms.reality_check_alternate, transforms.reality_check_fold)
    ),
    RightImplementation("CheckedAsPublished", CheckedAsPublished, "reality_check", "published"),
    RightImplementation("with_handicap", transforms.with_handicap, "handicap"),
    RightImplementation("with_handicap_repaired", transforms.with_handicap_repaired, "handicap"),
    RightImplementation("opposite", transforms.opposite, "opposite"),
    RightImplementation("opposite_outside", opposite_outside, "opposite", "published"),
)
"""Every definition in every form."""
