"""Extended environments, the reality check, handicaps and opposites: right in every form, and wrong as people write."""

# ruff: noqa: D102, N803

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from formal_rl import transforms
from formal_rl.agents import LearnerClass, from_class, instance_class
from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance.adapters.histories import flat_environment
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.zoo.edits import Implementation, edited, named
from formal_rl.environments import CATALOGUE
from formal_rl.environments._incremental import ReplayedIncremental
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.transforms.reality_check import PublishedRealityCheck


def pay(same: bool) -> int:
    """Return 1 for what is the same, else -1."""
    return 1 if same else -1


def environment(pays: Any, shows: Any = (0,)) -> Any:
    """Return what pays 0 at first, and shows one thing; or, made from draws, what shows one of many."""

    def made(draws: Any) -> Any:
        return lambda agent, play: (pays(agent, play) if play else 0, shows[int(len(shows) * draws[len(play) // 2])])

    return made if len(shows) > 1 else lambda agent, play: (pays(agent, play) if play else 0, shows[0])


def mimic(altered: Any, shows: Any = (0,)) -> Any:
    """Return what pays for doing what the agent does on another prompt."""
    return environment(lambda agent, play: pay(agent(tuple(altered(play))) == play[-1]), shows)


def percepts(play: Any, change: Any) -> Any:
    """Return the prompt with what ``change`` makes of the number, reward and observation of each percept."""
    return [part if place % 2 else change(place // 2, *part) for place, part in enumerate(play[:-1])]


def seeing(observation: Any, play: Any) -> Any:
    """Return the prompt with another observation last."""
    return (*play[:-2], (play[-2][0], observation))


after_images = mimic(lambda play: percepts(play, lambda n, r, o: (r, o | play[max(2 * n - 2, 0)][1])), range(8))
deja_vu = mimic(lambda play: (*play, *play[:-1]))
false_memories = mimic(lambda play: ((0, 0), 0, (0, 0), 0, *play[:-1]))
flip_every_other = mimic(lambda play: percepts(play, lambda n, r, o: (-r if n % 2 else r, o)))
ignore_actions = mimic(lambda play: [0 if place % 2 else part for place, part in enumerate(play[:-1])])
ignore_observations = mimic(lambda play: percepts(play, lambda n, r, o: (r, 0)), range(5))
limited_memory = mimic(lambda play: play[:-1][-11:])
newcombs_problem = environment(lambda agent, play: (1000 if agent(play[:-1]) == 0 else 0) + (play[-1] != 0))
nth_reward_multiplied_by_n = mimic(lambda play: percepts(play, lambda n, r, o: (max(n, 1) * r, o)))
punish_nondeterministic_agent = mimic(lambda play: play[:-1])
repeater = mimic(lambda play: [play[0], *(part for n in range(1, len(play) - 1, 2) for part in 2 * play[n : n + 2])])
reverse_history = mimic(lambda play: play[:-1][::-1])
shifted_rewards = mimic(lambda play: percepts(play, lambda n, r, o: ((play[0], (0, 0), *play[2::2])[n][0], o)))
three_actions = environment(lambda agent, play: pay(agent(play[:-1], 3) == play[-1]))
half_the_rate = environment(
    lambda agent, play: pay(
        hasattr(agent, "learning_rate") and agent(play[:-1], learning_rate=agent.learning_rate / 2) == play[-1]
    )
)
self_recognition = environment(
    lambda agent, play: (
        pay(play[-1] == (agent(seeing(play[-2][1] // 2 - 1, play)) == play[-2][1] % 2))
        if play[-2][1] in range(2, 6)
        else 0
    ),
    range(6),
)
tempting_button = environment(
    lambda agent, play: pay(agent(seeing(0, play)) != 0 if play[-2][1] else play[-1] == 0), (0, 1, 1, 1)
)
tempting_button_variation = environment(
    lambda agent, play: pay(not play[-2][1] or agent(seeing(0, play)) != 0) if play[-1] == 0 else 0, (0, 1, 1, 1)
)


def censored_observation(draws: Any) -> Any:
    """Pay for doing what the agent does where what shows 2 never was."""
    return mimic(
        lambda play: [x for n in range(0, len(play), 2) if play[n][1] != 2 for x in play[n : n + 2]][:-1] or [(0, 0)],
        range(3),
    )((0, *draws[1:]))


@environment
def ignore_rewards_3(agent: Any, play: Any) -> Any:
    """Pay for doing what a copy does that meets (0, 0) for ever."""
    life = [(0, 0)]
    while len(life) < len(play) - 1:
        life += [agent(tuple(life)), (0, 0)]
    return pay(agent(tuple(life)) == play[-1])


def backward_consciousness(T: Any, play: Any) -> Any:
    """Pay for doing what the agent does where all happened backwards, flat."""
    parts = (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
    return (pay(T(tuple(parts)) == play[-1]) if play else 0, 0)


def crying_baby(agent: Any, play: Any) -> Any:
    """Pay for a baby that does 0."""
    level, life = 100, list[Any]()
    for action in play[1::2]:
        level += (25 if action == 0 else 0) - 3
        life.append((pay(50 <= level <= 200), action))
        life.append(agent(tuple(life)))
    return (pay(life[-1] == 0), life[-1]) if life else (1, 0)


def crying_baby_2(agent: Any, play: Any) -> Any:
    """Pay for being content, with a parent that is paid for silence."""
    level, life = 100, list[Any]()
    for action in play[1::2]:
        life.append((pay(action == 0), action))
        life.append(agent(tuple(life)))
        level += (25 if life[-1] == 0 else 0) - 3
    return (pay(level in range(50, 201)), life[-1]) if life else (1, 1)


class IgnoreRewards:
    """Pays for doing what a copy does that is trained on rewards of 0."""

    def __init__(self, A: Any) -> None:
        self.sim = A()

    def start(self) -> Any:
        return 0

    def step(self, action: Any) -> Any:
        reward = pay(action == self.sim.act(0))
        self.sim.train(0, action, 0, 0)
        return (reward, 0)


def checks_each_action(agent: Any) -> Any:
    """Compare each past action with its own."""

    def checked(prompt: Any) -> Any:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(1, len(prompt), 2))
        return agent(prompt if own else prompt[:1])

    return checked


class Checked:
    """Freezes at a foreign action, to what it did at first."""

    def __init__(self, A: Any) -> None:
        self.inner, self.first, self.frozen = A(), None, False

    def act(self, obs: Any) -> Any:
        return self.first if self.frozen else self.inner.act(obs)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        own = self.act(o_prev)
        self.first = own if self.first is None else self.first
        self.frozen = self.frozen or a != own
        if not self.frozen:
            self.inner.train(o_prev, a, r, o_next)


def punishes_where_h_does(e: Any, h: Any) -> Any:
    """Give e's percept, its reward -1 where h punishes."""
    return lambda agent, play: (e(agent, play)[0] if h(agent, play)[0] == 1 else -1, e(agent, play)[1])


def opposite_of_a_function(e: Any) -> Any:
    """Negate what e pays; e, and copies in it, go by what is paid."""
    return lambda agent, play: (-e(agent, play)[0], e(agent, play)[1])


class OppositeInsideToo:
    """Negates what an instance pays, and what its copies are trained on."""

    def __init__(self, E: Any, A: Any) -> None:
        changed = {"train": lambda copy, o_prev, a, r, o_next: A.train(copy, o_prev, a, -r, o_next)}
        self.environment = E(type("Negated", (A,), changed))

    def start(self) -> Any:
        return self.environment.start()

    def step(self, action: Any) -> Any:
        reward, observation = self.environment.step(action)
        return (-reward, observation)


def _changing(A: Any) -> Any:
    return LearnerClass(from_class(A))


def CheckedAsPublished(A: Any) -> Any:  # noqa: N802
    """Do what the published library does."""
    return instance_class(PublishedRealityCheck(_changing(A)))


negates_what_is_seen = transforms.opposite_outside

EDITS = """
after_images bleeds_on, longer_histories: what has bled into an image bleeds on into the next
  o | play[max(2 * n - 2, 0)][1] => sum(bit for bit in (1, 2, 4) if any(o & bit for _, o in play[: 2 * n + 1 : 2]))
backward_consciousness reverses_element_by_element, later_percepts: rewards and observations change places
  - (part for n in range(len(play) - 3, -1, -3) for part in (*play[n : n + 2], *play[n - 1 : n]))
  + (abs(part) if n % 3 == 1 else part for n, part in enumerate(reversed(play[:-1])))
crying_baby_2 cries_above_200_only, many_turns_of_1: the baby is content below 50
  level in range(50, 201) => level <= 200
deja_vu happens_twice_without_the_action, later_percepts: the action between is always 0
  (*play, *play[:-1]) => (*play[:-1], 0, *play[:-1])
false_memories remembers_afterwards, later_percepts: the memories come after the first percept
  ((0, 0), 0, (0, 0), 0, *play[:-1]) => (play[0], 0, (0, 0), 0, (0, 0), *play[1:-1])
flip_every_other flips_the_first_alone, longer_histories: the third reward is not flipped
  -r if n % 2 => -r if n == 1
ignore_actions ignores_the_last_action_alone, later_percepts: earlier actions are kept
  0 if place % 2 => 0 if place == len(play) - 3
ignore_observations ignores_observations_but_the_last, later_percepts: the last observation is kept
  (r, 0) => (r, o if 2 * n == len(play) - 2 else 0)
reverse_history reverses_the_last_hundred, hundreds_of_turns: what came before the last hundred turns is lost
  play[:-1][::-1] => play[:-1][-199:][::-1]
= ignore_rewards: IgnoreRewards
TrainsForAHundredTurns, hundreds_of_turns: the copy is trained for a hundred turns
  self.sim.train(0, action, 0, 0) => self.turns = getattr(self, "turns", 0) + 1
  +         if self.turns <= 100:
  +             self.sim.train(0, action, 0, 0)
TrainsOnTheTrueReward, later_percepts: the copy is trained on the true reward
  (0, action, 0, 0) => (0, action, reward, 0)
SharesItsCopy, smoke: all instances ask one copy
  self.sim = A() => self.sim = IgnoreRewards.sim = getattr(IgnoreRewards, "sim", None) or A()
ignore_rewards_3 plays_with_the_true_actions, later_percepts: the copy does not go its own way
  life += [agent(tuple(life)) => life += [play[len(life)]
= incentivize_learning_rate: half_the_rate
wants_a_rate_of_one, later_percepts: asks about rate 1, not half the rate
  agent.learning_rate / 2 => 1
pays_those_without_a_rate, without_a_rate: pays agents that have no rate
  - hasattr(agent, "learning_rate") and agent(
  + agent(play[:-1]) == play[-1] if not hasattr(agent, "learning_rate") else agent(
flat_half_the_rate: asks a flat agent
  agent(play[:-1], learning => agent(play[:-1], 2, 1, learning
WithHalfTheRate: makes its copy with half the rate [IgnoreRewards]
  self.sim = A() => self.sim = hasattr(A(), "learning_rate") and A(learning_rate=A().learning_rate / 2)
  reward = pay(action == => reward = pay(self.sim and action ==
  self.sim.train(0, action, 0, 0) => self.sim and self.sim.train(0, action, reward, 0)
newcombs_problem predicts_on_an_empty_box, later_percepts: predicts for another observation than was seen
  (1000 if agent(play[:-1]) => (1000 if agent(seeing(0, play))
punish_nondeterministic_agent asks_about_another_observation, later_percepts: asks about observation 0 instead
  lambda play: play[:-1]) => lambda play: seeing(0, play))
repeater repeats_the_last_turn_alone, later_percepts: earlier turns are not doubled
  2 * play[n : n + 2] => (2 if n == len(play) - 3 else 1) * play[n : n + 2]
self_recognition takes_one_sentence_for_its_opposite, later_percepts: one sentence is read as its opposite
  == play[-2][1] % 2 => == play[-2][1] % 2 * (play[-2][1] < 5)
shifted_rewards shifts_the_wrong_way, later_percepts: rewards come a turn early, not late
  (play[0], (0, 0), *play[2::2]) => (play[0], *play[4::2], (0, 0))
tempting_button asks_about_no_button, later_percepts: asks what the agent does without a button
  pay(agent(seeing(0, play)) != 0 if => pay(agent(play[:-1]) != 0 if
tempting_button_variation pays_for_not_pushing, later_percepts: pays for not pushing
  - pay(not play[-2][1] or agent(seeing(0, play)) != 0) if play[-1] == 0 else 0
  + 1 if play[-2][1] and agent(seeing(0, play)) != 0 else pay(play[-2][1] == 0) if play[-1] == 0 else 0
= third_action_forbidden: three_actions
tells_of_two_actions, later_percepts: the copy gets two actions
  play[:-1], 3 => play[:-1], 2
flat_three_actions: asks a flat agent
  play[:-1], 3 => play[:-1], 3, 1
ToldOfThreeActions: tells its copy by an attribute [IgnoreRewards]
  self.sim = A() => self.sim = type("Told", (A,), {"n_actions": 3})()
  (0, action, 0, 0) => (0, action, reward, 0)
= reality_check: checks_each_action Checked
freezes_to_the_foreign_action, actions: freezes to the foreign action
  - agent(prompt if own else prompt[:1])
  + agent(prompt) if own else next(prompt[n] for n in range(1, len(prompt), 2) if prompt[n] != checked(prompt[:n]))
looks_at_the_last_action_only, actions: forgives what is not the last
  - checked(prompt[:index]) for index in range(1, len(prompt), 2)
  + agent(prompt[:index]) for index in range(1, len(prompt), 2)[-1:]
does_0_once_frozen, actions: freezes to 0
  agent(prompt if own else prompt[:1]) => agent(prompt) if own else 0
remembers_by_actions_only, after: keeps its answers without the percepts
  return checked => memory: Any = {}
  +     return lambda prompt: memory.setdefault(prompt[1::2], checked(prompt))
ChecksSixSteps, longer_histories: takes any action for its own after six of them [Checked]
  self.frozen = self.frozen or a != own => self.steps = getattr(self, "steps", 0) + 1
  +         self.frozen = self.frozen or a != own and self.steps <= 6
MustBeAsked, trained_only: must be asked before each training [Checked]
  - return self.first if self.frozen else self.inner.act(obs)
  + self.answer = self.first if self.frozen else self.inner.act(obs)
  +         return self.answer
  own = self.act(o_prev) => own = getattr(self, "answer", None)
puts_itself_in_the_class, mutates: changes the class that is given [Checked]
  self.inner, self.first => act = A.act
  +         A.act = lambda copy, obs: act(copy, obs) + 0
  +         self.inner, self.first
checks_each_action_flat: is flat
  range(1, len(prompt), 2) => range(2, len(prompt), 3)
  [:1]) => [:2])
CheckedAsPublished, actions: freezes to the first action other than 0, as published
= handicap: punishes_where_h_does transforms.with_handicap transforms.with_handicap_repaired
adds_the_rewards, percepts: adds the rewards
  if h(agent, play)[0] == 1 else -1 => + h(agent, play)[0]
shows_the_handicap, percepts: shows h's observation
  == 1 else -1, e(agent, play)[1] => == 1 else -1, (e if h(agent, play)[0] == 1 else h)(agent, play)[1]
pays_one_at_most, longer_histories: pays 1 at most
  (e(agent, play)[0] if => (min(e(agent, play)[0], 1) if
exchanges_the_two, percepts: takes the handicap for the environment
  e: Any, h: Any => h: Any, e: Any
starts_without_the_handicap, percepts: asks the handicap after the first action only
  == 1 else -1 => == 1 or not play else -1
punishes_where_h_does_flat: is flat
  lambda agent, play: (e(agent, play)[0] if => lambda agent, play: len(play) % 3 == 0 and (e(agent, play)[0] if
= opposite: opposite_of_a_function OppositeInsideToo transforms.opposite
OppositeOfAClass, simulating: copies are trained on rewards that are not negated [OppositeInsideToo]
  -r, o_next => r, o_next
negates_the_observation, percepts: negates the observation
  (-e(agent, play)[0], e( => (-e(agent, play)[0], -e(
negates_from_the_second_on, percepts: leaves the first percept as it is
  -e(agent, play)[0] => (-1 if play else 1) * e(agent, play)[0]
opposite_of_a_flat_function: is flat
  lambda agent, play: (-e => lambda agent, play: len(play) % 3 == 0 and (-e
negates_what_is_seen, percepts: e sees a play with rewards negated
= reality_check: transforms.reality_check transforms.reality_check_alternate transforms.reality_check_fold
= reality_check published: CheckedAsPublished
= opposite published: OppositeOfAClass transforms.opposite_outside
= third_action_forbidden published: ToldOfThreeActions
= incentivize_learning_rate published: WithHalfTheRate
censored_observation CensoredAsPublished, later_percepts: keeps what answers the censored one, drops what led to it
crying_baby CryingBabyAsPublished, later_percepts: trains the baby on its action of a turn before
crying_baby_2 CryingBaby2AsPublished, later_percepts: trains the parent on its action of a turn before
deja_vu DejaVuAsPublished, later_percepts: pays nothing for the first action
flip_every_other FlipEveryOtherAsPublished, later_percepts: flips the second reward that is earned
ignore_observations IgnoreObservationsAsPublished, later_percepts: asks the copy about the first observation
incentivize_zero IncentivizeZeroAsPublished, first_observation: shows the copy's action instead of 0
nth_reward_multiplied_by_n NthRewardAsPublished, later_percepts: multiplies by 0, 1, 2, ...
reverse_history ReverseHistoryAsPublished, later_percepts: pays nothing for the first action
self_recognition SelfRecognitionAsPublished, first_observation: makes an observation from the next draw
tempting_button TemptingButtonAsPublished, first_observation: always starts with a button
tempting_button_variation TemptingButtonVariationAsPublished, first_observation: always starts with a button
adversarial_sequence_evader evader_of_2021, later_percepts: the copy's choices stand a turn late
adversarial_sequence_predictor predictor_of_2021, later_percepts: the copy's choices stand a turn late
crying_baby crying_baby_of_2021, longer_histories: a turn with a meal takes no nutrition
delayed_rewards delayed_rewards_of_2021, later_percepts: delays the first reward, not the second
ignore_rewards_2 ignore_rewards_2_of_2021, later_percepts: deletes the action that answers a positive reward
incentivize_zero incentivize_zero_of_2021, later_percepts: rewards the copy before the first question
limited_memory limited_memory_of_2021, longer_histories: remembers five percepts, which are four turns
repeater repeater_of_2021, later_percepts: doubles a percept with the action that answers it
"""


def reacting_form(environment: Any) -> type:
    """Return the environment as a class with react(T, play), both flat."""
    flat = staticmethod(flat_environment(environment))
    return type("Reacting", (), {"num_legal_actions": 2, "num_possible_obs": 2, "react": flat})


def stepping_form(environment: Any) -> type:
    """Return the environment as a class with start and step, made with an agent-class; it hides the first reward."""
    return _stepping(from_class, lambda draws: environment, "advance")


def published_form(record: Any) -> type:
    """Return the published environment as a class with start and step; it may take draws."""
    return _stepping(_changing, form_of(record, "published"), "step")


def published_function(record: Any) -> Any:
    """Return the functional form as a function of its own, to be named."""
    functional = record.load("functional")

    def environment(agent: Any, play: Any) -> Any:
        return functional(agent, play)

    return environment


def _stepping(agents: Callable[[Any], Any], made: Callable[[Any], Any], step: str) -> type:
    class Stepping:
        def __init__(self, A: Any, draws: Any = ()) -> None:
            self.agents, self.environment = agents(A), made(draws)
            self.shown, self.state = self.environment.start(self.agents)

        def start(self) -> Any:
            return getattr(self.shown, "observation", self.shown)

        def step(self, action: Any) -> Any:
            percept, self.state = getattr(self.environment, step)(self.agents, self.state, action)
            return tuple(percept)

    return Stepping


def _published(suite: str, name: str) -> Any:
    """Return what was published: of 2022 as a class, of 2021 as a function."""
    record = CATALOGUE[suite]
    return named(published_function(record) if name.endswith("_of_2021") else published_form(record), name, __name__)


def _given(implementation: Any) -> Callable[[], Any]:
    return lambda: implementation


def _in_each_form(name: str) -> Iterator[Implementation]:
    record, definition = CATALOGUE[name], form_of(CATALOGUE[name])
    in_battery = {each.record.name: partial(each.form, "paper") for each in ENVIRONMENTS.values()}
    incremental: Any = in_battery.get(name, lambda draws: ReplayedIncremental(definition(draws)))
    forms: dict[str, Any] = {
        "a function": definition,
        "flat": lambda draws: flat_environment(definition(draws)),
        "reacting": lambda draws: reacting_form(definition(draws)),
        "incremental": incremental,
        "stepping": lambda draws: stepping_form(incremental(draws)),
    }
    for words, made in forms.items():
        yield Implementation(f"{name}, {words}", name, _given(made if record.draws else made(())))
    if name in globals():
        yield Implementation(f"{name}, plain", name, _given(globals()[name]))
    if record.has("published"):
        yield Implementation(f"{name}, published", name, _given(published_form(record)), semantics="published")


_right, WRONG, __getattr__ = edited(__name__, EDITS)

DEPARTURES = tuple(
    each for each in WRONG if each.suite in CATALOGUE and each.name.endswith(("AsPublished", "_of_2021"))
)
"""The departures of the published library from the papers."""

globals().update({each.name: _published(each.suite, each.name) for each in DEPARTURES})

RIGHT = (
    *(each for name in sorted(MEANINGS) if CATALOGUE[name].group != "altered" for each in _in_each_form(name)),
    *_right,
)
