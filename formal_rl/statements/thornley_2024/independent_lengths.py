"""The lengths of a meta-episode: one policy that cannot tell mini-episodes apart draws them independently."""

from fractions import Fraction
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.trajectories import all_trajectories
from formal_rl.histories import Play, actions
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.theorem import neighbours
from formal_rl.statements.thornley_2024.worlds import PRESSED, START


@lemma(
    "T24-pomdp",
    "the counts are hidden, so lengths are drawn alike and independently",
    "Sections 3 and 5 (numbered as in the early version that we had), and Appendix D, the proof sketch",
    "holds",
)
def independent() -> Evidence:
    """The observations in a meta-episode do not reveal the number of the mini-episode. So a policy on observations
    chooses each trajectory-length with the same probability in every mini-episode, independently of the other
    mini-episodes. An agent that reads the history can choose differently in each, and is outside the paper's class.
    """

    def examples() -> Rows:
        two = g.meta_episode(TINY, g.Drest.of(TINY, HALF), 2)
        play = interaction_ordinary(lambda prompt: 3 if actions(prompt) else 2, two, 4)
        rewards = [percept.reward for percept in play[::2]]
        yield "an agent that reads the history, left first, then right twice: 1, and λ^(-1/2)", [0, 1, 0, 2], rewards
        left_third = g.measure(*neighbours(Fraction(1, 3)), 1).probabilities
        yield "left with 1/3, in every mini-episode", {1: Fraction(1, 3), 2: Fraction(2, 3)}, dict(left_third)
        up, left, right = map(deterministic_move, (0, 2, 3))
        clocked = g.ClockPolicy({(START, 0): right, (PRESSED, 1): up, (PRESSED, 0): left}, left)
        states = TINY.start, g.move(TINY, TINY.start, 3)[0], g.GridState((0, 0), (True, True), (True,), 1)
        yield "right, up, else left, at these times", [right, up, left], [clocked(TINY, state) for state in states]
        half = g.PlanPolicy((((2,), HALF), ((3, 0), HALF)))
        found = g.LengthStatistics({1: HALF, 2: HALF}, {1: Fraction(1), 2: Fraction(0)})
        yield "half left, half right and up", found, g.measure(TINY, half, 1)

    def seen(*episodes: g.Trajectory) -> list[Any]:
        environment = g.meta_episode(TINY, g.Drest.of(TINY, HALF), 2)
        play: Play = ()
        for action in (action for episode in episodes for action in episode.actions):
            play = (*play, environment(play), action)
        return [percept.observation for percept in play[::2]]

    def alike(first: g.Trajectory, second: g.Trajectory) -> Any:
        return seen(second), seen(first, second)[len(first.actions) :]

    yield by_hand(examples)
    episodes = among("each of 7 trajectories", all_trajectories(TINY))
    name = "what is seen in the second mini-episode is what is seen in it alone, whatever the first was"
    yield every(name, alike, episodes, episodes)
    yield mutants("""
        gridworlds.episodes:split_plays
            shows the number of the mini-episode: else observe(state)) → else (observe(state), len(done)))
            shows the lengths before: else observe(state)) → else (observe(state), [each.length for each in done]))
            still shows a pressed button later: else observe(state))
                → else observe(state)._replace(buttons=(observe(state).buttons if all(
                each.length == world.default_length for each in done) else (False,) * len(world.buttons))))
    """)


STATEMENTS = statements_in(globals())
