"""Interaction with chance: deterministic agents as ever, and what shows how often an agent is drawn."""

from formal_rl.agents import independent, uniform
from formal_rl.environments.chance import interaction_law
from formal_rl.histories import Percept


def test_an_environment_that_tosses_anew_is_one_drawn_once_a_life():
    """A run asks once about each play, so it never reads a table of tosses twice."""

    def remembering(toss):
        table = {}

        def environment(agent, play):
            if play not in table:
                table[play] = toss(uniform(Percept(0, 0), Percept(1, 0)))
            return table[play]

        return environment

    def forgetting(toss):
        return lambda agent, play: toss(uniform(Percept(0, 0), Percept(1, 0)))

    agent = independent(lambda prompt: uniform(0, 1))
    once, anew = (interaction_law(agent, environment, 2, "question") for environment in (remembering, forgetting))

    assert once == anew
    assert len(once.chances) == 16
