"""The reality check, the handicap and the opposite, as people write them from the papers."""

# ruff: noqa: N803  A, T and Pi are what the papers call agents and their classes.
from fractions import Fraction

import numpy as np

from proofs_as_tests.conformance.second_zoo.entry import Entry

# --- reality_check ------------------------------------------------------------------------------------------------


def definition_seven(agent):
    def checked(prompt):
        for n in range(1, len(prompt), 2):
            if prompt[n] != checked(prompt[:n]):
                return agent(prompt[:1])
        return agent(prompt)

    return checked


def alternate_definition(agent):
    return lambda prompt: agent(
        prompt if all(agent(prompt[:n]) == prompt[n] for n in range(1, len(prompt), 2)) else prompt[:1]
    )


def class_of_section_five(Pi):
    class Sigma:
        def __init__(self, **settings):
            self.pi = Pi(**settings)
            self.frozen = False
            self.first = None

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


def freezes_to_the_last_action(agent):
    """Repeat the last action that was its own."""

    def checked(prompt):
        own = agent(prompt[:1])
        for n in range(1, len(prompt), 2):
            own = agent(prompt[:n])
            if prompt[n] != own:
                return own
        return agent(prompt)

    return checked


def checks_the_last_action_only(agent):
    def checked(prompt):
        if len(prompt) > 1 and prompt[-2] != agent(prompt[:-2]):
            return agent(prompt[:1])
        return agent(prompt)

    return checked


def repeats_the_first_action_taken(agent):
    """Freeze to the action that stands first in the history, which may not be its own."""

    def checked(prompt):
        if all(prompt[n] == agent(prompt[:n]) for n in range(1, len(prompt), 2)):
            return agent(prompt)
        return prompt[1]

    return checked


def checks_a_window_of_sixteen(agent):
    def checked(prompt):
        first = max(1, len(prompt) - 32)
        if all(prompt[n] == agent(prompt[:n]) for n in range(first, len(prompt), 2)):
            return agent(prompt)
        return agent(prompt[:1])

    return checked


def freezes_on_the_current_observation(agent):
    def checked(prompt):
        if all(prompt[n] == agent(prompt[:n]) for n in range(1, len(prompt), 2)):
            return agent(prompt)
        return agent(prompt[-1:])

    return checked


def thaws(Pi):
    """Freeze for as long as the last transition is inconsistent only."""

    class Sigma:
        def __init__(self, **settings):
            self.pi, self.first, self.frozen = Pi(**settings), None, False

        def act(self, obs):
            return self.first if self.frozen else self.pi.act(obs=obs)

        def train(self, o_prev, a, r, o_next):
            own = self.pi.act(obs=o_prev)
            if self.first is None:
                self.first = own
            self.frozen = a != own
            if not self.frozen:
                self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)

    return Sigma


def first_action_by_acting(Pi):
    """Take for the first action the one of the first call of act, which is not made where it is only trained."""

    class Sigma:
        def __init__(self, **settings):
            self.pi, self.first, self.frozen = Pi(**settings), 0, False
            self.acted = False

        def act(self, obs):
            action = self.first if self.frozen else self.pi.act(obs=obs)
            if not self.acted:
                self.first, self.acted = action, True
            return action

        def train(self, o_prev, a, r, o_next):
            if not self.frozen and a == self.pi.act(obs=o_prev):
                self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
            else:
                self.frozen = True

    return Sigma


def keeps_training_when_frozen(Pi):
    """Train the copy on whatever comes, and freeze at the end of the step."""

    class Sigma:
        def __init__(self, **settings):
            self.pi, self.first, self.frozen = Pi(**settings), None, False

        def act(self, obs):
            return self.first if self.frozen else self.pi.act(obs=obs)

        def train(self, o_prev, a, r, o_next):
            self.pi.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
            own = self.pi.act(obs=o_prev)
            self.first = own if self.first is None else self.first
            self.frozen = self.frozen or a != own

    return Sigma


def asks_with_reward_zero(agent):
    """Ask about the first observation with a reward of 0, whatever the first reward was."""

    def checked(prompt):
        if all(prompt[n] == agent(prompt[:n]) for n in range(1, len(prompt), 2)):
            return agent(prompt)
        return agent(((0, prompt[0][1]),))

    return checked


# --- handicap -----------------------------------------------------------------------------------------------------


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


def handicap_shows_h(e, h):
    return lambda agent, play: e(agent, play) if h(agent, play)[0] == 1 else h(agent, play)


def handicap_adds_up(e, h):
    def product(agent, play):
        (r_e, o_e), (r_h, _) = e(agent, play), h(agent, play)
        return (r_e + min(0, r_h), o_e)

    return product


def handicap_multiplies(e, h):
    def product(agent, play):
        (r_e, o_e), (r_h, _) = e(agent, play), h(agent, play)
        return (r_e * r_h, o_e)

    return product


def handicap_asks_h_without_rewards(e, h):
    """Ask h about the play as it would have been in h, with the rewards of h."""

    def product(agent, play):
        in_h = ()
        for action in play[1::2]:
            in_h = (*in_h, h(agent, in_h), action)
        reward, observation = e(agent, play)
        return (reward, observation) if h(agent, in_h)[0] == 1 else (-1, observation)

    return product


def handicap_remembers(e, h):
    """Once violated, the handicap is violated for ever."""
    violated = []

    def product(agent, play):
        reward, observation = e(agent, play)
        if h(agent, play)[0] == -1:
            violated.append(play)
        return (-1, observation) if violated else (reward, observation)

    return product


def handicap_spares_the_start(e, h):
    def product(agent, play):
        reward, observation = e(agent, play)
        return (reward, observation) if not play or h(agent, play)[0] == 1 else (-1, observation)

    return product


# --- opposite -----------------------------------------------------------------------------------------------------


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


def opposite_outside(environment):
    """Negate the rewards of the play as well, so that the environment meets those that it gave."""

    def negated(agent, play):
        turned = tuple(x if i % 2 else (-x[0], x[1]) for i, x in enumerate(play))
        reward, observation = environment(agent, turned)
        return (-reward, observation)

    return negated


def opposite_of_praise(environment):
    def negated(agent, play):
        reward, observation = environment(agent, play)
        return (-abs(reward), observation)

    return negated


def opposite_but_for_the_first(environment):
    def negated(agent, play):
        reward, observation = environment(agent, play)
        return (-reward if play else reward, observation)

    return negated


def opposite_of_everything(environment):
    def negated(agent, play):
        reward, observation = environment(agent, play)
        return (-reward, -observation)

    return negated


def opposite_agent(environment):
    """Show the environment an agent that sees rewards negated."""

    def negated(agent, play):
        def turned(prompt):
            return agent(tuple(x if i % 2 else (-x[0], x[1]) for i, x in enumerate(prompt)))

        reward, observation = environment(turned, play)
        return (-reward, observation)

    return negated


RIGHT = (
    Entry("reality_check", definition_seven, "Definition 7, with its recursion."),
    Entry("reality_check", alternate_definition, "Part 1 of Theorem 10."),
    Entry("reality_check", class_of_section_five, "From agent-classes to agent-classes, as in Section 5."),
    Entry("handicap", definition_twelve, "Definition 12 part 3."),
    Entry("handicap", handicap_with_numpy, "The punishment is an np.int32; parameters have no names."),
    Entry("opposite", opposite, "Rewards times -1."),
    Entry("opposite", opposite_in_floats, "Whole rewards become floats."),
)

WRONG = (
    Entry("reality_check", freezes_to_the_last_action, "It freezes to what it would have done where it was left."),
    Entry("reality_check", checks_the_last_action_only, "Only the last action is compared."),
    Entry("reality_check", repeats_the_first_action_taken, "It freezes to the first action of the history."),
    Entry("reality_check", checks_a_window_of_sixteen, "Only the last sixteen actions are compared."),
    Entry("reality_check", freezes_on_the_current_observation, "When frozen it acts on the last percept alone."),
    Entry("reality_check", thaws, "It is no longer frozen after an action that is its own."),
    Entry("reality_check", first_action_by_acting, "The action to freeze to depends on when it was asked to act."),
    Entry("reality_check", keeps_training_when_frozen, "It compares the action after it has been trained on it."),
    Entry("reality_check", asks_with_reward_zero, "The first percept is asked about with a reward of 0."),
    Entry("handicap", handicap_shows_h, "Where it punishes, it shows the observation of the handicap."),
    Entry("handicap", handicap_adds_up, "The punishment is added to the reward."),
    Entry("handicap", handicap_multiplies, "The rewards are multiplied."),
    Entry("handicap", handicap_asks_h_without_rewards, "The handicap is asked about a play of its own."),
    Entry("handicap", handicap_remembers, "After one violation all is punished, in other plays, too."),
    Entry("handicap", handicap_spares_the_start, "The first percept is never punished."),
    Entry("opposite", opposite_outside, "The environment meets the rewards that it gave itself."),
    Entry("opposite", opposite_of_praise, "Negative rewards stay negative."),
    Entry("opposite", opposite_but_for_the_first, "The first reward is not negated."),
    Entry("opposite", opposite_of_everything, "Observations are negated as well."),
    Entry("opposite", opposite_agent, "The agent that is simulated sees rewards negated."),
)
