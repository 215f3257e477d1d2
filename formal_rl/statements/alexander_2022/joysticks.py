"""Checks of the two joysticks: by hand, the incremental form, and how they differ from a handicap."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_plays,
    equal,
)
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    GuessTheNumberIncremental,
    TableAgent,
    bandit,
    corridor,
    embed,
    guess_the_number,
    ignore_rewards,
    interaction,
    without_rewards,
)
from formal_rl.errors import ActionOutOfRange, MalformedHistory
from formal_rl.histories import Action, Percept, Play, history, map_rewards
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import TwoJoysticksIncremental, two_joysticks, with_handicap_repaired
from formal_rl.transforms.joysticks import JoysticksState, joystick, move, penalised

Joysticks = Callable[[Environment], ExtendedEnvironment]
_Form = Callable[[GuessTheNumberIncremental], TwoJoysticksIncremental]

ACTIONS = (0, 1, 2, 3)
"""Move 0 and move 1, each with joystick 0 and with joystick 1."""

_ARMS, _CORRIDOR = bandit((0, 1)), corridor(2)
"""Games of two moves that are merciful and do not look at percepts."""


def _of_moves(environment: Environment) -> Environment:
    """Return the game that looks at the moves alone."""
    return lambda play: environment(tuple(Percept(0, 0) if type(each) is Percept else each for each in play))


def _unless_punished(play: Play) -> Percept:
    """Pay 1, or 0 if the latest percept was a punishment: a merciful game that looks at percepts."""
    return Percept(0 if play and play[-2].reward < 0 else 1, 0)


@frozen
class JoysticksPair(EnvironmentPair):
    """The game with two joysticks and its incremental form, with all four actions."""

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return super().parts(evolve(scope, horizon=scope.steps(quick=2, full=3), number_of_actions=len(ACTIONS)))

    def _sampled(self, scope: Scope) -> Part:
        return super()._sampled(evolve(scope, horizon=20))


def joysticks_pair(joysticks: Joysticks = two_joysticks, form: _Form = TwoJoysticksIncremental) -> JoysticksPair:
    """Return the pair for guessing the number 1 of two, a game that punishes and shows what one guessed."""
    game, incremental = guess_the_number(1, 2), form(GuessTheNumberIncremental(1, 2))
    return JoysticksPair("TwoJoysticksIncremental", joysticks(game), incremental)


JOYSTICKS_PAIR = joysticks_pair()


def _in_steps(form: TwoJoysticksIncremental, learner: Learner[Any], *doings: Action) -> tuple[Percept, ...]:
    """Return the percepts of the incremental form after these actions."""
    percept, state = form.start(learner)
    given = [percept]
    for action in doings:
        percept, state = form.advance(learner, state, action)
        given.append(percept)
    return tuple(given)


_PAID_TO_SWITCH = answering(
    {
        (): (0, 1, 1),
        (Transition(0, 2, 0, 0),): (2, 0, 1),
        (Transition(0, 2, 1, 0),): (3, 0, 1),
        (Transition(0, 0, 0, 1),): (1, 0, 1),
        (Transition(1, 0, 0, 1),): (1, 1, 1),
    }
)
"""Joystick 0 at first, and after move 1 unpaid; joystick 1 once paid for it, and after move 0 on 0 or 1 was shown."""


def _worked_form(form: _Form) -> Iterator[Example]:
    guessing = form(GuessTheNumberIncremental(1, 2))
    first, right, low = Percept(0, 0), Percept(1, 0), Percept(-1, 1)
    yield ("the right guess, joystick 0", "1", (first, right), _in_steps, guessing, _PAID_TO_SWITCH, 2)
    yield (
        "the right guess, joystick 1",
        "min(0, -1)",
        (first, Percept(-1, 0)),
        _in_steps,
        guessing,
        _PAID_TO_SWITCH,
        3,
    )
    yield ("the low guess, joystick 1", "-1 - 1", (first, Percept(-2, 1)), _in_steps, guessing, _PAID_TO_SWITCH, 1)
    why = "the copy, unpaid, does 2: joystick 0 is right"
    yield ("twice the right guess, joystick 0", why, (first, right, right), _in_steps, guessing, _PAID_TO_SWITCH, 2, 2)
    why = "trained on (0, 0, 0, 1), the copy does 0 on 1: joystick 0 is right"
    yield ("low, then right, joystick 0", why, (first, low, right), _in_steps, guessing, _PAID_TO_SWITCH, 0, 2)


def _moved(environment: Environment) -> ExtendedEnvironment:
    """Return e: the game, asked about the play as it is, but for the joysticks."""
    return embed(lambda play: environment(tuple(each if type(each) is Percept else move(each) for each in play)))


def _joystick_handicap(agent: Agent, play: Play) -> Percept:
    """Pay as ignore rewards does, but look at the joystick alone."""
    if play == ():
        return Percept(0, 0)
    return Percept(1 if joystick(play[-1]) == joystick(agent(without_rewards(play))) else -1, 0)


_FIRST, _PAID, _UNPAID = history((0, 0)), history((0, 0), 2, (1, 0)), history((0, 0), 2, (0, 0))
_SWITCHING = TableAgent({_FIRST: 2, _PAID: 3, _UNPAID: 2, (*_PAID, 3, Percept(-1, 0)): 2})
"""Move 1 with joystick 0; once paid, the same move with joystick 1."""
_MOVING = TableAgent({_FIRST: 2, _PAID: 0, _UNPAID: 2, (*_PAID, 0, Percept(0, 0)): 2})
"""Move 1 with joystick 0; once paid, move 0 with the same joystick."""


def _worked_examples(joysticks: Joysticks) -> Iterator[Example]:
    arms, half = joysticks(bandit((0, 1))), joysticks(bandit((Fraction(-1, 2), 3)))
    again, other = (*_PAID, 2), (*_PAID, 3)
    yield ("at first", "what the game gives: (0, 0)", Percept(0, 0), arms, _SWITCHING, ())
    yield ("move 1, joystick 0, its own", "arm 1 pays 1", Percept(1, 0), arms, _SWITCHING, (*_FIRST, 2))
    yield (
        "move 0, joystick 0",
        "arm 0 pays 0; it would make move 1, and no matter",
        Percept(0, 0),
        arms,
        _SWITCHING,
        (*_FIRST, 0),
    )
    yield (
        "move 1, joystick 1",
        "arm 1 pays 1, the other joystick: min(0, -1)",
        Percept(-1, 0),
        arms,
        _SWITCHING,
        (*_FIRST, 3),
    )
    yield ("move 0, joystick 1", "arm 0 pays 0, the other joystick: -1", Percept(-1, 0), arms, _SWITCHING, (*_FIRST, 1))
    why = "on (0,0) 2 (0,0) it holds joystick 0: -1, though it does 3 on what happened"
    yield ("once paid, joystick 1", why, Percept(-1, 0), arms, _SWITCHING, other)
    yield ("once paid, joystick 0", "arm 1 pays 1", Percept(1, 0), arms, _SWITCHING, again)
    why = "-1/2 - 1 is below -1"
    yield ("arm 0 pays -1/2, the other joystick", why, Percept(Fraction(-3, 2), 0), half, _SWITCHING, (*_FIRST, 1))
    yield ("arm 1 pays 3, the other joystick", "min(2, -1)", Percept(-1, 0), half, _SWITCHING, (*_FIRST, 3))
    run = history((0, 0), 2, (1, 0), 3, (-1, 0), 2)
    yield (
        "a run, joysticks exchanged once paid",
        "2 is paid, 3 is not its unpaid joystick",
        run,
        interaction,
        _SWITCHING,
        arms,
        3,
    )
    run = history((0, 0), 2, (1, 0), 0, (0, 0), 2)
    yield ("a run, moves exchanged once paid", "arm 1 pays 1, arm 0 pays 0", run, interaction, _MOVING, arms, 3)
    cells = joysticks(lambda play: Percept(sum(percept.reward for percept in play[::2]) + 1, len(play)))
    why = "the game gave 1, 2 and 4 itself, whatever is in the play: 1 + 1 + 2 + 4"
    yield (
        "a game that adds its rewards",
        why,
        Percept(8, 6),
        cells,
        lambda prompt: 0,
        history((5, 0), 0, (-1, 0), 0, (-1, 0), 0),
    )
    why = "joystick 1 where paid, else 0: punished; then the game is shown its own 1 and 1, or in e * h the punishment"
    composed = with_handicap_repaired(_moved(_unless_punished), _joystick_handicap)
    for form, last in ((joysticks(_unless_punished), 1), (composed, 0)):
        name = f"a game that looks at percepts, its third percept pays {last}"
        run = history((1, 0), 1, (-1, 0), 0, (last, 0), last)
        yield (name, why, run, interaction, lambda prompt: int(prompt[-1].reward > 0), form, 3)
    yield ("move 2 of two arms", "refused", ActionOutOfRange, arms, _SWITCHING, (*_FIRST, 4))
    yield ("a prompt", "not a play", MalformedHistory, arms, _SWITCHING, _FIRST)


_ALIKE, _MOVE, _OTHER = "the same action", "the same joystick, another move", "the other joystick"
_OVER = (Percept(0, 0), Percept(1, 1))


def _kind(agent: Agent, play: Play) -> str:
    own = agent(without_rewards(play))
    return _ALIKE if play[-1] == own else _MOVE if joystick(play[-1]) == joystick(own) else _OTHER


def definition(
    scope: Scope, *, joysticks: Joysticks = two_joysticks, form: _Form = TwoJoysticksIncremental
) -> Iterator[Part]:
    """Check the two joysticks: by hand, in incremental form, and against handicaps, for all agents."""
    longest = scope.steps(quick=2, full=3)

    def against(
        name: str, given: Environment | None, handicap: ExtendedEnvironment, *, but: tuple[str, ...] = ()
    ) -> Part:
        """Compare with e * h on all plays, for any game of moves if none is given; on some kinds they are to differ."""

        def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
            game = given or _of_moves(unknown.environment)
            composed, held = with_handicap_repaired(_moved(game), handicap), joysticks(game)
            expected, got = composed(unknown.agent, play), held(unknown.agent, play)
            kind = _kind(unknown.agent, play) if play else "at first"
            cover(kind)
            if kind not in but:
                return equal("the percept", expected, got, play)
            return Disagreement("e * h differs", "another percept", got, play) if got == expected else None

        small, kinds = (longest, _OVER, ACTIONS), ("at first", _ALIKE, _MOVE, _OTHER)
        who = "all agents" if given else "all agents and merciful games"
        return decide_plays(name, claim, small, who=who, percepts=_OVER, branches=kinds)

    def unpaid_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            def blind(prompt: Play) -> Action:
                return unknown.agent(map_rewards(lambda reward: 0, prompt))

            run = interaction(blind, joysticks(_CORRIDOR), steps, remember=False)
            cover("both joysticks" if len(set(map(joystick, run[1::2]))) == 2 else "one joystick")
            play: Play = ()
            for percept, action in zip(run[::2], run[1::2], strict=True):
                if percept != _CORRIDOR(play):
                    return Disagreement("the percept of the game", _CORRIDOR(play), percept, run)
                play = (*play, percept, move(action))
            return None

        return claim

    def on_a_run(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            composed = with_handicap_repaired(_moved(_ARMS), ignore_rewards)
            run = interaction(unknown.agent, joysticks(_ARMS), steps, remember=False)
            for end in range(0, len(run), 2):
                expected = composed(unknown.agent, run[:end])
                if run[end] != expected:
                    return Disagreement("the percept", expected, run[end], run[:end])
            return None

        return claim

    yield check_examples(_worked_examples(joysticks))
    yield check_examples(_worked_form(form), "worked examples of the incremental form")
    yield from joysticks_pair(joysticks, form).parts(scope)
    yield against("games of the moves alone: e * h, where h compares the joysticks", None, _joystick_handicap)
    yield against("a bandit: not e * ignore rewards where the move differs", _ARMS, ignore_rewards, but=(_MOVE,))
    name = "a game that pays -1/2: not e * h, where h compares the joysticks"
    yield against(name, bandit((Fraction(-1, 2), Fraction(-1, 2))), _joystick_handicap, but=(_OTHER,))
    yield against("the two joysticks are e * ignore rewards", _ARMS, ignore_rewards).meant_to_fail(
        "the percept on (0,0) 0: expected Percept(-1, 0), got Percept(0, 0)"
    )
    domain = "all agents in a bandit, 3 steps, 4 actions, whatever the scope"
    yield decide("the same on a run", on_a_run, 3, actions=ACTIONS, domain=domain).meant_to_fail(
        "the percept on (0,0) 2 (1,0) 0: expected Percept(-1, 0), got Percept(0, 0)"
    )
    steps = max(2, scope.steps(quick=4, full=5))
    yield decide(
        "agents that see no reward are never penalised",
        unpaid_at,
        steps,
        actions=ACTIONS,
        branches=("one joystick", "both joysticks"),
        domain=f"all agents that see no reward in a corridor to horizon {steps}, 4 actions",
    )


# --- Mutants ---


def _with(
    held: Callable[[Agent, Play], bool], wrong: Callable[[Percept], Percept] = penalised, first: bool = False
) -> Joysticks:
    """Return two joysticks that compare otherwise, or penalise otherwise."""

    def joysticks(environment: Environment) -> ExtendedEnvironment:
        right = two_joysticks(environment)

        def with_joysticks(agent: Agent, play: Play) -> Percept:
            unpenalised = right(lambda prompt: play[-1] if play else 0, play)
            return wrong(unpenalised) if (play or first) and not held(agent, play) else unpenalised

        return with_joysticks

    return joysticks


def _holds(agent: Agent, play: Play) -> bool:
    return bool(play) and joystick(agent(without_rewards(play))) == joystick(play[-1])


def _as_played(environment: Environment) -> ExtendedEnvironment:
    """Ask the game about the percepts of the play, penalties and all."""
    game = _moved(environment)
    return lambda agent, play: game(agent, play) if _holds(agent, play) or not play else penalised(game(agent, play))


class _PaidCopy(TwoJoysticksIncremental):
    """Train the copy on the true reward."""

    def advance(self, learner: Learner[Any], state: JoysticksState, action: Action) -> tuple[Percept, JoysticksState]:
        percept, (game, _, shown) = super().advance(learner, state, action)
        trained = learner.learn(state[1], Transition(state[2], action, percept.reward, percept.observation))
        return percept, (game, trained, shown)


class _SeesTheLatest(TwoJoysticksIncremental):
    """Train the copy as if the game had shown the new observation before."""

    def advance(self, learner: Learner[Any], state: JoysticksState, action: Action) -> tuple[Percept, JoysticksState]:
        percept, (game, _, shown) = super().advance(learner, state, action)
        return percept, (game, learner.learn(state[1], Transition(shown, action, 0, shown)), shown)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-joysticks",
        kind="definition",
        title="two joysticks",
        claim="A game is given two joysticks with the same effects, and the agent is penalised for using another one "
        "than it would have used if all rewards had been 0. In a merciful game that looks at the moves alone this is "
        "e * h, where e is the game and h is ignore rewards, looking at the joystick alone; with ignore rewards itself "
        "for h, or in a game that looks at percepts, it is another environment.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=definition,
        mutants={
            "the move is compared too": {
                "joysticks": _with(lambda agent, play: agent(without_rewards(play)) == play[-1])
            },
            "the joystick on what happened": {
                "joysticks": _with(lambda agent, play: joystick(agent(play[:-1])) == joystick(play[-1]))
            },
            "the moves are compared": {
                "joysticks": _with(lambda agent, play: move(agent(without_rewards(play))) == move(play[-1]))
            },
            "-1, whatever the game pays": {"joysticks": _with(_holds, lambda percept: percept._replace(reward=-1))},
            "one less": {"joysticks": _with(_holds, lambda percept: percept._replace(reward=percept.reward - 1))},
            "the first percept is penalised": {"joysticks": _with(_holds, first=True)},
            "nothing is penalised": {"joysticks": _with(lambda agent, play: True)},
            "the game knows of penalties": {"joysticks": _as_played},
            "the copy is paid": {"form": _PaidCopy},
            "the copy sees what comes next": {"form": _SeesTheLatest},
        },
        verdict="defined",
        evidence="by hand; exhaustive: the incremental form for all learners and sequences of at most 2 of 4 actions; "
        "against e * h for all agents and all merciful games of the moves alone, all plays of at most 2 actions over 2 "
        "percepts x 4 actions; all agents that see no reward in a corridor to horizon 4",
        defects="The paper does not say how large the penalty is, nor what the game is asked about. We take the "
        "penalty of its published experiment with a cart and a pole, and let the game know its own rewards.",
        witness="two arms: on (0,0) 0, where the agent would do 2, the two joysticks give (0,0) and e * h gives (-1,0)",
    ),
)
