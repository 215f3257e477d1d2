"""The two joysticks: by hand, the incremental form, and how they differ from a handicap."""

from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent
from formal_rl.checking import among, equal, every
from formal_rl.checking.claims import Rows, along, by_hand, stepping
from formal_rl.checking.domains import environments, learners, with_actions
from formal_rl.checking.equality import EnvironmentPair
from formal_rl.environments import Environment, bandit, embed, guess_the_number, ignore_rewards, interaction
from formal_rl.environments.ordinary import guess_the_number_incremental
from formal_rl.histories import Percept, Play, all_plays, history, map_rewards
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.transforms import two_joysticks, with_handicap_repaired
from formal_rl.transforms.joysticks import TwoJoysticksIncremental

ACTIONS = (0, 1, 2, 3)
"""Move 0 and move 1, each with joystick 0 and with joystick 1."""


class JoysticksPair(EnvironmentPair):
    """The game with two joysticks and its incremental form, with all four actions."""


JOYSTICKS_PAIR = JoysticksPair(
    "TwoJoysticksIncremental",
    two_joysticks(guess_the_number(1, 2)),
    TwoJoysticksIncremental(guess_the_number_incremental(1, 2)),
)
"""Guessing the number 1 of two, a game that punishes and shows what one guessed."""


@definition(
    "A22-joysticks",
    "two joysticks",
    "Section 6",
    defects="The paper does not say how large the penalty is, nor on which history the game answers. We take the "
    "penalty of its published experiment with a cart and a pole, and let the game know its own rewards.",
    witness="two arms: on (0,0) 0, where the agent would do 2, the two joysticks give (0,0) and e * h gives (-1,0)",
)
def joysticks() -> Evidence:
    """A game is given two joysticks with the same effects, and the agent is penalised for using another one than it
    would have used if all rewards had been 0. In a merciful game that looks at the moves alone this is e * h, where e
    is the game and h is ignore rewards, looking at the joystick alone; with ignore rewards itself for h, or in a game
    that looks at percepts, it is another environment.
    """

    def of_moves(environment: Environment) -> Environment:
        return lambda play: environment(tuple(Percept(0, 0) if type(each) is Percept else each for each in play))

    def moved(environment: Environment) -> Any:
        return embed(lambda play: environment(tuple(each if type(each) is Percept else each // 2 for each in play)))

    def joystick_handicap(agent: Agent, play: Play) -> Percept:
        if play == ():
            return Percept(0, 0)
        return Percept(1 if play[-1] % 2 == agent(map_rewards(lambda reward: 0, play[:-1])) % 2 else -1, 0)

    def unless_punished(play: Play) -> Percept:
        return Percept(0 if play and play[-2].reward < 0 else 1, 0)

    def composed(agent: Agent, game: Environment, play: Play) -> tuple[Any, Any]:
        known = of_moves(game)
        return with_handicap_repaired(moved(known), joystick_handicap)(agent, play), two_joysticks(known)(agent, play)

    first, paid = history((0, 0)), history((0, 0), 2, (1, 0))
    switches = {first: 2, paid: 3, (*paid[:2], *first): 2, (*paid, 3, Percept(-1, 0)): 2}

    switching = lambda prompt: switches.get(prompt, 1)  # noqa: E731

    def examples() -> Rows:
        arms, half = (two_joysticks(bandit(each)) for each in ((0, 1), (Fraction(-1, 2), 3)))
        whole = with_handicap_repaired(moved(bandit((0, 1))), ignore_rewards)
        yield "at first what the game gives: (0, 0)", Percept(0, 0), arms(switching, ())
        for why, reward, game, play in (
            ("move 1, joystick 0, its own: arm 1 pays 1", 1, arms, (*first, 2)),
            ("on (0,0) 0: arm 0 pays 0, joystick 0, (0,0); it would do 2, and no matter", 0, arms, (*first, 0)),
            ("on (0,0) 0, and it would do 2: e * h gives (-1,0), h ignore rewards", -1, whole, (*first, 0)),
            ("arm 1 pays 1, the other joystick: min(0, -1)", -1, arms, (*first, 3)),
            ("on (0,0) 2 (0,0) it holds joystick 0: -1, though it does 3 on what happened", -1, arms, (*paid, 3)),
            ("arm 0 pays -1/2, the other joystick: -3/2", Fraction(-3, 2), half, (*first, 1)),
        ):
            yield why, Percept(reward, 0), game(switching, play)
        e_h = with_handicap_repaired(moved(unless_punished), joystick_handicap)
        for form, last in ((two_joysticks(unless_punished), 1), (e_h, 0)):
            why = "joystick 1 where paid: punished; the game sees its own 1 and 1, or in e * h the punishment"
            run = interaction(lambda prompt: int(prompt[-1].reward > 0), form, 3)
            yield why, history((1, 0), 1, (-1, 0), 0, (last, 0), last), run

    shown, lengths = [Percept(0, 0), Percept(1, 1)], range(3)
    all_of_4 = [play for n in lengths for play in all_plays(shown, ACTIONS, n)]
    plays = among("all plays of at most 2 actions over 2 percepts x 4 actions", all_of_4)
    sequences = [each for n in lengths for each in product(ACTIONS, repeat=n)]
    of_4 = evolve(with_actions(4), percepts=2)  # an action is 2 · move + joystick
    games = evolve(environments, percepts=2, said=lambda scope: "all merciful games of the moves alone")

    yield by_hand(examples)
    form, listed = stepping(JOYSTICKS_PAIR.fast), among("all sequences of at most 2 of 4 actions", sequences)
    yield equal("incrementally", along(JOYSTICKS_PAIR.definition), form, with_actions(4, learners), listed)
    yield every("e * h, where h compares the joysticks", composed, of_4, games, plays)
    yield mutants("""
        transforms.joysticks:two_joysticks
            the move is compared too: joystick(play[-1]) == joystick(agent(without_rewards(play)))
                → play[-1] == agent(without_rewards(play))
            the joystick on what happened: without_rewards(play) → play[:-1]
            the moves are compared: joystick(play[-1]) == joystick(agent(without_rewards(play)))
                → move(play[-1]) == move(agent(without_rewards(play)))
            the first percept is penalised: play == () or joystick(play[-1]) → play and joystick(play[-1])
            nothing is penalised: if play == () or → if True or
            the game knows of penalties: environment(_game(environment, play))
                → environment(tuple(move(each) if type(each) is int else each for each in play))
        transforms.joysticks:penalised
            -1, whatever the game pays: min(percept.reward - 1, -1) → -1
            one less: min(percept.reward - 1, -1) → percept.reward - 1
        transforms.joysticks:TwoJoysticksIncremental
            the copy is paid: Transition(observation, action, 0, percept.observation)
                → Transition(observation, action, percept.reward, percept.observation)
            the copy sees what comes next: Transition(observation, action, 0, percept.observation)
                → Transition(percept.observation, action, 0, percept.observation)
    """)


STATEMENTS = statements_in(globals())
