"""The reality check, the handicap and the opposite, as people write them: right ones, and edits that are wrong."""

# ruff: noqa: N803  T and Pi are what the papers call agents and their classes.

from fractions import Fraction

import numpy as np

from formal_rl.conformance.zoo.edits import edited

# --- The reality check ---


def definition_seven(agent):
    def checked(prompt):
        for n in range(1, len(prompt), 2):
            if prompt[n] != checked(prompt[:n]):
                return agent(prompt[:1])
        return agent(prompt)

    return checked


def alternate_definition(agent):
    def checked(prompt):
        foreign = next((n for n in range(1, len(prompt), 2) if prompt[n] != agent(prompt[:n])), None)
        return agent(prompt if foreign is None else prompt[:1])

    return checked


def class_of_section_five(Pi):
    class Sigma:
        def __init__(self, **settings):
            self.pi, self.first, self.frozen = Pi(**settings), None, False

        def act(self, obs):
            return self.first if self.frozen else self.pi.act(obs=obs)

        def train(self, o_prev, a, r, o_next):
            if self.frozen:
                return
            own = self.pi.act(obs=o_prev)
            if self.first is None:
                self.first = own
            if a == own:
                self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
            else:
                self.frozen = True

    return Sigma


# --- The handicap ---


def definition_twelve(e, h):
    def product(T, s):
        r_e, o_e = e(T, s)
        r_h, _ = h(T, s)
        return (r_e, o_e) if r_h == 1 else (-1, o_e)

    return product


def handicap_with_numpy(e, h, /):
    def product(agent, play):
        reward, observation = e(agent, play)
        return (reward, observation) if h(agent, play)[0] == 1 else (np.int32(-1), observation)

    return product


# --- The opposite ---


def opposite(environment):
    def negated(agent, play):
        reward, observation = environment(agent, play)
        return (-reward, observation)

    return negated


def opposite_in_floats(e):
    def minus(agent, play):
        reward, observation = e(agent, play)
        return (-1.0 * reward if reward == int(reward) else -Fraction(reward), observation)

    return minus


EDITS = """
= reality_check: alternate_definition definition_seven class_of_section_five
freezes_to_the_last_action, actions: It freezes to what it would have done where it was left.
  agent(prompt if foreign is None else prompt[:1]) => agent(prompt[:foreign])
checks_the_last_action_only, actions: Only the last action is compared.
  next((n for n in range(1, len => next((n for n in range(max(1, len(prompt) - 2), len
repeats_the_first_action_taken, actions: It freezes to the first action of the history.
  agent(prompt if foreign is None else prompt[:1]) => agent(prompt) if foreign is None else prompt[1]
checks_a_window_of_sixteen, many_turns: Only the last sixteen actions are compared.
  next((n for n in range(1, len => next((n for n in range(max(1, len(prompt) - 32), len
freezes_on_the_current_observation, actions: When frozen it acts on the last percept alone.
  else prompt[:1] => else prompt[-1:]
thaws, actions: It is no longer frozen after an action that is its own. [class_of_section_five]
  -             if self.frozen:
  -                 return
  +
  -             else:
  -                 self.frozen = True
  +             self.frozen = a != own
first_action_by_acting, trained_only: What it freezes to depends on when it was asked to act. [class_of_section_five]
  - return self.first if self.frozen else self.pi.act(obs=obs)
  + action = (self.first or 0) if self.frozen else self.pi.act(obs=obs)
  +             self.first = action if self.first is None else self.first
  +             return action
  -             if self.first is None:
  -                 self.first = own
keeps_training_when_frozen, actions: It compares the action after it has been trained on it. [class_of_section_five]
  -             if self.frozen:
  -                 return
  +             self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
  -             if a == own:
  -                 self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
  -             else:
  -                 self.frozen = True
  +             self.frozen = self.frozen or a != own
asks_with_reward_zero, actions: The first percept is asked about with a reward of 0.
  else prompt[:1] => else ((0, prompt[0][1]),)
compares_a_hundred_actions, many_turns: compares the last 100 actions only
  next((n for n in range(1, len => next((n for n in range(max(1, len(prompt) - 200), len
compares_three_bits, longer_histories: compares three bits of each action
  if prompt[n] != agent(prompt[:n])), None) => if prompt[n] % 8 != agent(prompt[:n]) % 8), None)
thaws_after_128, many_turns: thaws after 128 trainings [class_of_section_five]
  self.pi, self.first, self.frozen = Pi(**settings), None, False => self.trained = 0
  +             self.pi, self.first, self.frozen = Pi(**settings), None, False
  if self.frozen: => self.trained += 1
  +             self.frozen = self.frozen and self.trained <= 128
  +             if self.frozen:
freezes_to_the_foreign_action, actions: freezes to the foreign action
  agent(prompt if foreign is None else prompt[:1]) => agent(prompt) if foreign is None else prompt[foreign]
remembers_by_actions_only, after: keeps its answers without the percepts
  -     def checked(prompt):
  -         foreign =
  +     memory = {}
  +
  +     def checked(prompt):
  +         foreign =
  agent(prompt if foreign => memory.setdefault(prompt[1::2], agent(prompt if foreign
  else prompt[:1]) => else prompt[:1]))
must_be_asked_before_training, trained_only: must be asked before each training [class_of_section_five]
  return self.first if self.frozen => self.answer = self.first if self.frozen
  self.pi.act(obs=obs) => self.pi.act(obs=obs)
  +             return self.answer
  own = self.pi.act(obs=o_prev) => own = getattr(self, "answer", None)
= handicap: definition_twelve handicap_with_numpy
handicap_shows_h, percepts: Where it punishes, it shows the observation of the handicap.
  else (-1, o_e) => else h(T, s)
handicap_adds_up, percepts: The punishment is added to the reward.
  (r_e, o_e) if r_h == 1 else (-1, o_e) => (r_e + min(0, r_h), o_e)
handicap_multiplies, percepts: The rewards are multiplied.
  (r_e, o_e) if r_h == 1 else (-1, o_e) => (r_e * r_h, o_e)
handicap_asks_h_without_rewards, percepts: The handicap is asked about a play of its own.
  r_h, _ = h(T, s) => in_h = ()
  +         for action in s[1::2]:
  +             in_h = (*in_h, h(T, in_h), action)
  +         r_h, _ = h(T, in_h)
handicap_remembers, after: After one violation all is punished, in other plays, too.
  def product(T, s): => violated = []
  +
  +     def product(T, s):
  return (r_e, o_e) if r_h == 1 else (-1, o_e) => if r_h == -1:
  +             violated.append(s)
  +         return (-1, o_e) if violated else (r_e, o_e)
handicap_spares_the_start, percepts: The first percept is never punished.
  if r_h == 1 => if not s or r_h == 1
asks_no_more_after_a_hundred, many_turns: asks no more whether the constraint was kept, after 100 turns
  r_h, _ = h(T, s) => r_h, _ = h(T, s) if len(s) <= 200 else (1, 0)
remembers_what_another_was_paid, agents: remembers by the play what another agent was paid
  def definition_twelve(e, h): => def definition_twelve(e, h):
  +     known = {}
  r_e, o_e = e(T, s) => r_e, o_e = known.setdefault(s, e(T, s))
= opposite: opposite opposite_in_floats
opposite_outside, percepts: The environment meets the rewards that it gave itself.
  - reward, observation = environment(agent, play)
  + turned = tuple(part if i % 2 else (-part[0], part[1]) for i, part in enumerate(play))
  +         reward, observation = environment(agent, turned)
opposite_of_praise, percepts: Negative rewards stay negative.
  (-reward, observation) => (-abs(reward), observation)
opposite_but_for_the_first, percepts: The first reward is not negated.
  (-reward, observation) => (-reward if play else reward, observation)
opposite_of_everything, percepts: Observations are negated as well.
  (-reward, observation) => (-reward, -observation)
opposite_agent, percepts: The agent that is simulated sees rewards negated.
  reward, observation = environment(agent, play) => def turned(prompt):
  +             return agent(tuple(part if i % 2 else (-part[0], part[1]) for i, part in enumerate(prompt)))
  +
  +         reward, observation = environment(turned, play)
opposite_in_whole_numbers, longer_histories: pays whole numbers only
  (-reward, observation) => (-int(reward), observation)
opposite_for_255_turns, many_turns: forgets the sign after 255 turns
  (-reward, observation) => (-reward if len(play) < 2 * 255 else reward, observation)
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
