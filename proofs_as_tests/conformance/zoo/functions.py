"""Extended environments as functions, as people write them: right ones, and edits that are wrong."""

# ruff: noqa: N803  T is what the papers call an agent.

from decimal import Decimal  # noqa: F401 - for edits
from fractions import Fraction  # noqa: F401 - for edits
from itertools import chain

from formal_rl.conformance.zoo.edits import edited

MEMORY = 2 * ((0, 0), 0)


def pay(same):
    return 1 if same else -1


# --- Of agent and play: what the agent does on another prompt ---


def mimic(prompt_of):
    """The environment that pays for doing what the agent does on the prompt that is made of a play."""

    def environment(agent, play):
        if not play:
            return (0, 0)
        return (pay(agent(prompt_of(play)) == play[-1]), 0)

    environment.__name__ = environment.__qualname__ = prompt_of.__name__
    return environment


@mimic
def example_three(play):
    return tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1]))


@mimic
def all_actions_zero(play):
    return tuple(0 if place % 2 else part for place, part in enumerate(play[:-1]))


@mimic
def example_five(play):
    return play[:-1][::-1]


@mimic
def example_ten(play):
    return play + play[:-1]


@mimic
def repeater(play):
    prompt = play[:1]
    for i in range(1, len(play) - 1, 2):
        prompt += play[i : i + 2] * 2
    return prompt


@mimic
def limited_memory(play):
    return play[:-1][-11:]


@mimic
def asked_again(play):
    return play[:-1]


def example_eight(*, agent, play):
    return (pay(agent(MEMORY + play[:-1]) == play[-1]), 0) if play else (0, 0)


def example_eight_positional(agent, play, /):
    if not play:
        return (0, 0)
    return (pay(agent((*MEMORY, *play[:-1])) == play[-1]), 0)


def third_action(agent, play):
    return (pay(agent(play[:-1], 3) == play[-1]), 0) if play else (0, 0)


def half_the_rate(agent, play):
    if not play:
        return (0, 0)
    rate = getattr(agent, "learning_rate", None)
    if rate is None:
        return (-1, 0)
    return (pay(agent(play[:-1], learning_rate=rate / 2) == play[-1]), 0)


# --- The rewards after the first are others ---


def with_rewards(altered):
    @mimic
    def prompt(play):
        rewards = altered([reward for reward, _ in play[2::2]])
        turns = zip(play[1::2], rewards, play[2::2], strict=False)
        return (play[0], *chain.from_iterable((action, (reward, seen)) for action, reward, (_, seen) in turns))

    prompt.__name__ = prompt.__qualname__ = altered.__name__
    return prompt


@with_rewards
def delayed_rewards(rewards):
    return [0 if n % 2 == 0 else r + (rewards[n - 2] if n > 1 else 0) for n, r in enumerate(rewards, 1)]


@with_rewards
def flip_every_other(rewards):
    return [-r if i % 2 == 0 else r for i, r in enumerate(rewards)]


@with_rewards
def shifted_rewards(rewards):
    return [0, *rewards][: len(rewards)]


# --- The copy plays a game of its own ---


def example_eleven(agent, play):
    if not play:
        return (0, 0)
    prompt = ((0, 0),)
    for action in play[1::2]:
        prompt = (*prompt, agent(prompt), (action, 0))
    return (pay(agent(prompt) == 0), 0)


def evader_function(agent, play):
    if not play:
        return (0, 0)
    theirs = ((0, 0),)
    for action in play[1::2]:
        choice = agent(theirs)
        reward = pay(choice != action)
        theirs = (*theirs, choice, (-reward, action))
    return (reward, choice)


def newcomb(agent, play):
    if not play:
        return (0, 0)
    closed = 1000 if agent(play[:-1]) == 0 else 0
    return (closed + (play[-1] != 0), 0)


# --- Made from draws ---


def tempting_button(draws):
    def environment(agent, play):
        shown = 0 if draws[len(play) // 2] < 0.25 else 1
        if not play:
            return (0, shown)
        *before, (reward, observation), action = play
        if observation == 0:
            return (pay(action == 0), shown)
        return (pay(agent((*before, (reward, 0))) != 0), shown)

    return environment


def ignore_observations(draws):
    def environment(agent, play):
        shown = int(5 * draws[len(play) // 2])
        prompt = tuple(x if place % 2 else (x[0], 0) for place, x in enumerate(play[:-1]))
        return (pay(agent(prompt) == play[-1]) if play else 0, shown)

    return environment


def button_variation(draws):
    rooms = [0 if draw < 1 / 4 else 1 for draw in draws]

    def environment(agent, play):
        turn = len(play) // 2
        if turn == 0 or play[-1] != 0:
            return (0, rooms[turn])
        if play[-2][1] == 0:
            return (1, rooms[turn])
        would_push = agent((*play[:-2], (play[-2][0], 0))) == 0
        return (-1 if would_push else 1, rooms[turn])

    return environment


def self_recognition(draws):
    def environment(agent, play):
        shown = int(6 * draws[len(play) // 2])
        if not play or play[-2][1] < 2:
            return (0, shown)
        *before, (reward, sentence), action = play
        instead, claimed = divmod(sentence - 2, 2)
        truth = agent((*before, (reward, instead))) == claimed
        return (pay(action == (1 if truth else 0)), shown)

    return environment


# --- Flat: r, o, a, r, o, a, and so on ---


class FlatIgnoreRewards:
    num_legal_actions, num_possible_obs = 2, 1

    def react(self, T, play):
        if len(play) == 0:
            return 0, 0
        prompt = list(play[:-1])
        prompt[0::3] = [0] * len(prompt[0::3])
        return (1, 0) if T(tuple(prompt)) == play[-1] else (-1, 0)


def backward_flat(T, play):
    """The sequence of Example 9: r_n, o_n, a_{n-1}, ..., a_0, r_0, o_0."""
    if not play:
        return 0, 0
    prompt = list(play[-3:-1])
    for i in range(len(play) - 4, -1, -3):
        prompt += [play[i], play[i - 2], play[i - 1]]
    return pay(T(tuple(prompt)) == play[-1]), 0


class BackwardReact:
    num_legal_actions, num_possible_obs = 2, 1

    def react(self, T, play):
        if play == ():
            return (0.0, 0)
        prompt = play[-3:-1]
        for i in range(len(play) - 6, -1, -3):
            prompt += (play[i + 2], *play[i : i + 2])
        return (1.0, 0) if T(prompt) == play[-1] else (-1.0, 0)


def example_seventeen(T, play):
    if not play:
        return 1, 0
    actions, prompt = play[2::3], ()
    for i, action in enumerate(actions, 1):
        nutrition = 100 + 25 * actions[:i].count(0) - 3 * i
        prompt += (1 if 50 <= nutrition <= 200 else -1, action)
        answer = T(prompt)
        prompt += (answer,)
    return pay(answer == 0), answer


EDITS = """
= ignore_rewards: example_three FlatIgnoreRewards
zeroes_last_reward, later_percepts: Only the last reward is made 0.
  if place % 2 == 0 else => if place == len(play) - 2 else
zeroes_praise_only, longer_histories: Negative rewards stay.
  (0, part[1]) => (min(part[0], 0), part[1])
ZeroesTheObservations, later_percepts: The slice begins at the observations, so the rewards stay. [FlatIgnoreRewards]
  prompt[0::3] = [0] * len(prompt[0::3]) => prompt[1::3] = [0] * len(prompt[1::3])
RemembersAnotherAgentsAnswer, agents: remembers in its instance what another agent did [FlatIgnoreRewards]
  - class FlatIgnoreRewards:
  + class FlatIgnoreRewards:
  +     def __init__(self):
  +         self.known = {}
  +
  (1, 0) if T(tuple(prompt)) == => (1, 0) if self.known.setdefault(play, T(tuple(prompt))) ==
keeps_small_rewards, longer_histories: leaves rewards of less than 1 as they are
  (0, part[1]) => (part[0] if abs(part[0]) < 1 else 0, part[1])
keeps_the_first_reward, later_percepts: keeps the first reward
  if place % 2 == 0 else => if place and place % 2 == 0 else
asks_about_the_play, smoke: asks about the play, which is no prompt
  tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1])) => play
starts_with_a_reward, first_percept: begins with a reward
  - return (0, 0)
  -         return (pay(agent(prompt_of
  + return (1, 0)
  +         return (pay(agent(prompt_of
ignore_rewards_2 drops_the_answers, later_percepts: The answers go, not the actions that earned them. [example_three]
  - tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1]))
  + tuple(part for i, part in enumerate(play) if i < 2 or play[i - i % 2][0] <= 0)[:-1]
= ignore_actions: all_actions_zero
last_past_action_zero, later_percepts: Only the last action is made 0.
  0 if place % 2 else => 0 if place == len(play) - 3 else
ignores_a_hundred_actions, hundreds_of_turns: looks at the first 100 actions only
  0 if place % 2 else => 0 if place % 2 and place < 200 else
= reverse_history: example_five
reverses_a_window, hundreds_of_turns: Only the last thirty turns are reversed.
  play[:-1][::-1] => play[:-1][-61:][::-1]
reverses_turns_not_elements, later_percepts: Percepts are reversed and actions are not.
  play[:-1][::-1] => tuple(play[i] if i % 2 else play[-2 - i] for i in range(len(play) - 1))
reverses_64_percepts, hundreds_of_turns: reverses the last 64 percepts only
  play[:-1][::-1] => play[:-1][-127:][::-1]
reverses_the_flat_tuple, later_percepts: exchanges rewards and observations [backward_flat]
  prompt = list(play[-3:-1]) => prompt = [part if i % 3 == 2 else abs(part) for i, part in enumerate(play[-2::-1])]
  -     for i in range(len(play) - 4, -1, -3):
  -         prompt += [play[i], play[i - 2], play[i - 1]]
= backward_consciousness: backward_flat BackwardReact
backward_all_but_the_first, later_percepts: The first percept is left out.
  4, -1, -3) => 4, 3, -3)
backward_with_the_answer, later_percepts: The sequence is put together in its old order.
  prompt += [play[i], play[i - 2], play[i - 1]] => prompt[-2:-2] = play[i - 2 : i + 1]
RemembersByLength, after: Answers are cached by the length of the play. [BackwardReact]
  -     def react(self, T, play):
  -         if play == ():
  +     def __init__(self):
  +         self.answers = {}
  +
  +     def react(self, T, play):
  +         if len(play) not in self.answers:
  +             self.answers[len(play)] = self.answer(T, play)
  +         return self.answers[len(play)]
  +
  +     def answer(self, T, play):
  +         if play == ():
= deja_vu: example_ten
without_the_seam, later_percepts: The action between the two times is left out.
  play + play[:-1] => play[:-2] + play[:-1]
thrice, later_percepts: All happened three times.
  play + play[:-1] => 2 * play + play[:-1]
twice_within_a_budget, hundreds_of_turns: From 33 turns on nothing happened twice.
  play + play[:-1] => play + play[:-1] if 2 * len(play) - 1 <= 128 else play[:-1]
= false_memories: example_eight_positional example_eight
memories_after, later_percepts: The memories come before the last percept, not before the first.
  (*MEMORY, *play[:-1]) => (*play[:-2], *MEMORY, play[-2])
one_memory, later_percepts: There is one memory only.
  *MEMORY, * => *MEMORY[:2], *
= incentivize_zero: example_eleven
worker_types_the_agents_actions, later_percepts: The copy's actions are the agent's.
  agent(prompt), (action, 0) => action, (action, 0)
one_pay_late, later_percepts: The last action is not yet handed on.
  - for action in play[1::2]:
  -         prompt =
  + for action in play[1:-1:2]:
  +         prompt =
pays_seven_at_most, longer_histories: rewards its copy with 7 at most
  agent(prompt), (action, 0) => agent(prompt), (min(action, 7), 0)
pays_fractions: rewards its copy with Fractions
  agent(prompt), (action, 0) => agent(prompt), (Fraction(action), 0)
= tempting_button: tempting_button
button_at_a_quarter_too, first_percept: A draw of just a quarter shows a button.
  < 0.25 => <= 0.25
buttons_everywhere, later_percepts: Every observation is replaced, not only the last one.
  (*before, (reward, 0))) != 0 => tuple(part if i % 2 else (part[0], 0) for i, part in enumerate(play[:-1]))) != 0
asks_the_first_agent, agents: asks only the agent that came first
  def tempting_button(draws): => def tempting_button(draws):
  +     first = []
  return (pay(agent((*before, (reward, 0))) != 0), shown) => first.append(agent)
  +         return (pay(first[0]((*before, (reward, 0))) != 0), shown)
= tempting_button_variation: button_variation
variation_waits_for_no_push, later_percepts: Without a button it pays for not pushing, too.
  or play[-1] != 0: => or (play[-1] != 0 and play[-2][1] == 0):
variation_counts_any_action, longer_histories: Action 2 counts as a push.
  or play[-1] != 0: => or play[-1] not in (0, 2):
= flip_every_other: flip_every_other
flips_the_even_ones, later_percepts: The second, fourth, ... are flipped.
  -r if i % 2 == 0 => -r if i % 2
flips_every_third, longer_histories: Every third reward is flipped.
  -r if i % 2 == 0 => -r if i % 3 == 0
flips_to_whole_numbers, longer_histories: makes whole numbers of the rewards that it flips
  -r if i % 2 == 0 => int(-r) if i % 2 == 0
flips_to_fractions: makes a Fraction of each reward
  -r if i % 2 == 0 else r => Fraction(-r if i % 2 == 0 else r)
nth_reward_multiplied_by_n nth_of_the_play, later_percepts: The factor begins at 2. [flip_every_other]
  -r if i % 2 == 0 else r => (i + 2) * r
= shifted_rewards: shifted_rewards
shifted_the_other_way, later_percepts: Rewards are shifted to earlier places.
  [0, *rewards][: len(rewards)] => [*rewards, 0][1:]
shifted_by_two, later_percepts: Rewards are shifted by two.
  [0, *rewards] => [0, 0, *rewards]
= repeater: repeater
repeats_the_answered_percept, later_percepts: A turn is taken for a percept and its answer.
  -     prompt = play[:1]
  -     for i in range(1, len(play) - 1, 2):
  +     prompt = ()
  +     for i in range(0, len(play) - 2, 2):
  -     return prompt
  -
  -
  - @mimic
  - def limited
  +     return (*prompt, play[-2])
  +
  +
  + @mimic
  + def limited
repeats_128_turns, hundreds_of_turns: repeats the first 128 turns only
  play[i : i + 2] * 2 => play[i : i + 2] * (2 if i < 256 else 1)
= limited_memory: limited_memory
remembers_five_percepts, longer_histories: Five percepts are remembered, which are four turns.
  [-11:] => [-9:]
remembers_six_turns, longer_histories: Six turns are remembered.
  [-11:] => [-13:]
remembers_the_first_five, longer_histories: The first five turns are remembered.
  [-11:] => [:11]
= crying_baby: example_seventeen
baby_forgets_its_answers, later_percepts: It trains the baby as if it laughed each time.
  (answer,) => (0,)
nutrition_in_a_byte, hundreds_of_turns: keeps the nutrition in a byte
  50 <= nutrition <= 200 => 50 <= nutrition % 256 <= 200
every_eighth_action_feeds, longer_histories: takes every eighth action for a meal
  actions[:i].count(0) => sum(action % 8 == 0 for action in actions[:i])
pays_the_baby_decimals: pays the baby Decimals
  (1 if 50 <= nutrition <= 200 else -1, action) => (Decimal(1 if 50 <= nutrition <= 200 else -1), action)
= newcombs_problem: newcomb
opens_by_number, longer_histories: Action 2 is paid 2 for the open box.
  (play[-1] != 0) => play[-1]
knows_four_actions, longer_histories: knows four actions
  (closed + (play[-1] != 0), 0) => (closed + (play[-1] != 0) if play[-1] < 4 else 0, 0)
= punish_nondeterministic_agent: asked_again
content_with_anything, later_percepts: It pays 1 whatever is done.
  pay(agent(prompt_of(play)) == play[-1]) => 1
= incentivize_learning_rate: half_the_rate
rate_halves_each_turn, later_percepts: The rate is halved again in each turn.
  rate / 2 => rate / 2 ** (len(play) // 2)
nothing_for_none, without_a_rate: An agent without a rate is paid 0.
  - (-1, 0)
  -     return (pay(agent(play[:-1], learning_rate
  + (0, 0)
  +     return (pay(agent(play[:-1], learning_rate
= third_action_forbidden: third_action
never_told, later_percepts: It never trains the copy.
  agent(play[:-1], 3) => agent(play[:-1])
= delayed_rewards: delayed_rewards
= self_recognition: self_recognition
remembers_another_agents_answer, agents: remembers by the play what another agent answered
  def self_recognition(draws): => def self_recognition(draws):
  +     known = {}
  truth = agent((*before, (reward, instead))) == claimed => asked = agent((*before, (reward, instead)))
  +         truth = known.setdefault(play, asked) == claimed
= adversarial_sequence_evader: evader_function
= ignore_observations: ignore_observations
ignore_observations knows_five_observations, longer_histories: knows the five observations that it shows
  else (x[0], 0) => else (x[0], 0 if x[1] in range(5) else x[1])
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
