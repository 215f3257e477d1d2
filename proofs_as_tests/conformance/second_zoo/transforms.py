"""The reality check, the handicap and the opposite, as people write them from the papers."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance import plain_transforms as plain
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

_EDITS = """
reality_check, alternate_definition
freezes_to_the_last_action: It freezes to what it would have done where it was left.
  - agent(prompt if foreign is None else prompt[:1])
  + agent(prompt[:foreign])
checks_the_last_action_only: Only the last action is compared.
  - next((n for n in range(1, len
  + next((n for n in range(max(1, len(prompt) - 2), len
repeats_the_first_action_taken: It freezes to the first action of the history.
  - agent(prompt if foreign is None else prompt[:1])
  + agent(prompt) if foreign is None else prompt[1]
checks_a_window_of_sixteen: Only the last sixteen actions are compared.
  - next((n for n in range(1, len
  + next((n for n in range(max(1, len(prompt) - 32), len
freezes_on_the_current_observation: When frozen it acts on the last percept alone.
  - else prompt[:1]
  + else prompt[-1:]
thaws: It is no longer frozen after an action that is its own. [class_of_section_five]
  -             if self.frozen:
  -                 return
  +
  -             else:
  -                 self.frozen = True
  +             self.frozen = a != own
first_action_by_acting: The action to freeze to depends on when it was asked to act. [class_of_section_five]
  - return self.first if self.frozen else self.pi.act(obs=obs)
  + action = (self.first or 0) if self.frozen else self.pi.act(obs=obs)
  +             self.first = action if self.first is None else self.first
  +             return action
  -             if self.first is None:
  -                 self.first = own
keeps_training_when_frozen: It compares the action after it has been trained on it. [class_of_section_five]
  -             if self.frozen:
  -                 return
  +             self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
  -             if a == own:
  -                 self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
  -             else:
  -                 self.frozen = True
  +             self.frozen = self.frozen or a != own
asks_with_reward_zero: The first percept is asked about with a reward of 0.
  - else prompt[:1]
  + else ((0, prompt[0][1]),)
handicap, definition_twelve
handicap_shows_h: Where it punishes, it shows the observation of the handicap.
  - else (-1, o_e)
  + else h(T, s)
handicap_adds_up: The punishment is added to the reward.
  - (r_e, o_e) if r_h == 1 else (-1, o_e)
  + (r_e + min(0, r_h), o_e)
handicap_multiplies: The rewards are multiplied.
  - (r_e, o_e) if r_h == 1 else (-1, o_e)
  + (r_e * r_h, o_e)
handicap_asks_h_without_rewards: The handicap is asked about a play of its own.
  - r_h, _ = h(T, s)
  + in_h = ()
  +         for action in s[1::2]:
  +             in_h = (*in_h, h(T, in_h), action)
  +         r_h, _ = h(T, in_h)
handicap_remembers: After one violation all is punished, in other plays, too.
  -     def product(T, s):
  +     violated = []
  +
  +     def product(T, s):
  -         return (r_e, o_e) if r_h == 1 else (-1, o_e)
  +         if r_h == -1:
  +             violated.append(s)
  +         return (-1, o_e) if violated else (r_e, o_e)
handicap_spares_the_start: The first percept is never punished.
  - if r_h == 1
  + if not s or r_h == 1
opposite, opposite
opposite_outside: The environment meets the rewards that it gave itself.
  - reward, observation = environment(agent, play)
  + turned = tuple(part if i % 2 else (-part[0], part[1]) for i, part in enumerate(play))
  +         reward, observation = environment(agent, turned)
opposite_of_praise: Negative rewards stay negative.
  - (-reward, observation)
  + (-abs(reward), observation)
opposite_but_for_the_first: The first reward is not negated.
  - (-reward, observation)
  + (-reward if play else reward, observation)
opposite_of_everything: Observations are negated as well.
  - (-reward, observation)
  + (-reward, -observation)
opposite_agent: The agent that is simulated sees rewards negated.
  -         reward, observation = environment(agent, play)
  +         def turned(prompt):
  +             return agent(tuple(part if i % 2 else (-part[0], part[1]) for i, part in enumerate(prompt)))
  +
  +         reward, observation = environment(turned, play)
"""

RIGHT = (
    Entry("reality_check", plain.definition_seven, "Definition 7, with its recursion."),
    Entry("reality_check", plain.alternate_definition, "Part 1 of Theorem 10."),
    Entry("reality_check", plain.class_of_section_five, "From agent-classes to agent-classes, as in Section 5."),
    Entry("handicap", plain.definition_twelve, "Definition 12 part 3."),
    Entry("handicap", plain.handicap_with_numpy, "The punishment is an np.int32; parameters have no names."),
    Entry("opposite", plain.opposite, "Rewards times -1."),
    Entry("opposite", plain.opposite_in_floats, "Whole rewards become floats."),
)

WRONG = tuple(edited(plain, __name__, _EDITS))

__getattr__ = by_name(RIGHT + WRONG)
