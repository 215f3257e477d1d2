"""The reality check, the handicap and the opposite, plainly: what is right, and what wrong ones are edits of."""

# ruff: noqa: N803  T and Pi are what the papers call agents and their classes.

from fractions import Fraction

import numpy as np

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
