"""The guards of the examples of environments and learners: what is refused of plays, parameters and expressions."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

from attrs import frozen

from formal_rl.agents import (
    FoldableRegisterLearner,
    Learner,
    NaiveLearner,
    RegisterLearner,
    RepeatedDraws,
    Transition,
    draw,
)
from formal_rl.agents.library_learners import NaiveState
from formal_rl.checking import Part
from formal_rl.environments import (
    BanditIncremental,
    CorridorIncremental,
    ExtendedEnvironment,
    GuessTheNumberIncremental,
    average_reward,
    bandit,
    corridor,
    embed,
    equally_weighted,
    guess_the_number,
    interact_incremental,
    maze,
    mimic,
    rock_paper_scissors,
    upsilon,
    without_rewards,
)
from formal_rl.environments.abstract import NewcombsProblemIncremental, newcombs_problem, two_boxes
from formal_rl.environments.incremental import interact_memoised
from formal_rl.environments.ordinary import beating_the_last_move, playing_in_turn
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import (
    ActionOutOfRange,
    AgentFailure,
    AgentRaised,
    DrawsExhausted,
    InvalidParameter,
    MalformedExpression,
    MalformedHistory,
    NotAnAction,
    NotAPercept,
)
from formal_rl.histories import Action, Percept
from formal_rl.statements.library import ABSTRACT_ENVIRONMENTS, EXTENDED_ENVIRONMENTS
from formal_rl.statements.self_checks import Refusal, Row, decide_rows
from formal_rl.statements.self_checks.environments import ONE, PAID, PROMPT, ZERO, content, failing, giving, raising

_PERCEPT: Callable[..., Any] = Percept  # to make percepts that are none
_NO_PLAYS = (PROMPT, (ZERO,), [ZERO, 0], (ZERO, -1), (ZERO, True), ((0, 0), 0), (Percept(0.5, 0), 0), None)  # type: ignore[arg-type]


def malformed_plays_are_refused() -> Part:
    """Refuse, in every environment present, anything that is not a play."""
    environments: dict[str, ExtendedEnvironment] = {
        **EXTENDED_ENVIRONMENTS,
        **ABSTRACT_ENVIRONMENTS,
        "mimic": mimic(without_rewards),
        "bandit": embed(bandit((0, 1))),
        "corridor": embed(corridor(2)),
        "guess_the_number": embed(guess_the_number(0, 2)),
    }

    def refused(environment: ExtendedEnvironment, play: Any) -> bool:
        try:
            environment(content, play)
        except MalformedHistory:
            return True
        return False

    return decide_rows(
        "malformed plays are refused",
        (
            Row(lambda e=environment, p=play, _n=name: refused(e, p), (), True)
            for name, environment in environments.items()
            for play in _NO_PLAYS
        ),
    )


def parameters_are_checked() -> Part:
    """Refuse weights, rewards, lengths, secrets, draws and turns that are none, and accept the last that are."""
    half = Fraction(1, 2)
    paid = embed(bandit((0, 1)))

    def weighed(*weights: Any) -> Fraction:
        return upsilon(giving(1), [Weighted(weight, paid) for weight in weights], 2)

    inexact = (0.5, True, None, "1")
    return decide_rows(
        "parameters are checked",
        (
            Row(weighed, (1,), Fraction(1)),
            Row(weighed, (half, half), Fraction(1)),
            Row(weighed, (Fraction(1, 3), Fraction(2, 3)), Fraction(1)),
            *(Row(weighed, (1, w), Refusal(InvalidParameter, name="family[1].weight")) for w in (0, -1, *inexact)),
            *(Row(weighed, w, Refusal(InvalidParameter, name="the sum of the weights")) for w in ((), (half,), (1, 1))),
            *(Row(average_reward, (content, paid, n), InvalidParameter) for n in (0, -1, 1.0, True)),
            Row(average_reward, (giving(1), paid, 1), Fraction(1)),
            Row(equally_weighted, ((),), InvalidParameter),
            Row(lambda: [w for w, _ in equally_weighted([paid, paid])], (), [half, half]),
            *(Row(bandit, (v,), InvalidParameter) for v in ((), [0], 1)),
            *(Row(bandit, ((0, r),), Refusal(InvalidParameter, name="rewards[1]")) for r in inexact),
            Row(bandit((0, half)), ((),), ZERO),
            Row(bandit((0, half)), ((ZERO, 1),), Percept(half, 0)),
            Row(bandit((0, half)), ((ZERO, 0, ZERO, 2),), Refusal(ActionOutOfRange, index=3, action=2)),
            *(Row(corridor, (n,), InvalidParameter) for n in (0, -1, 1.0, True)),
            *(Row(corridor(1), ((ZERO, a),), Percept(a, a)) for a in (0, 1)),
            Row(corridor(1), ((ZERO, 2),), Refusal(ActionOutOfRange, index=1, number_of_actions=2)),
            Row(corridor(2), ((ZERO, 1, ZERO, 1, ZERO, 1),), Percept(1, 2)),
            Row(corridor(2), ((ZERO, 1, ZERO, 1, ZERO, 0),), Percept(0, 1)),
            *(Row(guess_the_number, (0, n), Refusal(InvalidParameter, name="number_of_actions")) for n in (0, True)),
            *(Row(guess_the_number, (s, 2), Refusal(InvalidParameter, name="secret")) for s in (-1, 2, True)),
            *(Row(guess_the_number, (0, 1), InvalidParameter, {"wrong": w}) for w in inexact),
            Row(guess_the_number(0, 1), ((ZERO, 0),), ONE),
            Row(guess_the_number(1, 3), ((ZERO, 0),), Percept(-1, 1)),
            Row(guess_the_number(1, 3, wrong=half), ((ZERO, 2),), Percept(half, 2)),
            Row(guess_the_number(1, 3), ((ZERO, 3),), ActionOutOfRange),
            Row(BanditIncremental((0, 1)).advance, (None, 1, 2), Refusal(ActionOutOfRange, index=3)),
            Row(CorridorIncremental(2).advance, (None, (0, 1), 1), (Percept(1, 2), (1, 2))),
            Row(CorridorIncremental(2).advance, (None, (4, 0), 2), Refusal(ActionOutOfRange, index=9)),
            *(Row(draw, ([0, v], 1), v) for v in (0, half, 0.999)),
            *(Row(draw, ([0, v], 1), Refusal(InvalidParameter, name="draw 1")) for v in (1, -half, True, None)),
            Row(draw, ([0], 1), Refusal(DrawsExhausted, index=1)),
            Row(draw, (RepeatedDraws((0, half)), 3), half),
            Row(RepeatedDraws, ((),), InvalidParameter),
            Row(RepeatedDraws, ((0, 1),), Refusal(InvalidParameter, name="draw 1")),
            Row(mimic, (without_rewards,), MalformedHistory, {"initial": (0, 0)}),
        ),
    )


@frozen
class _Answering:
    """Begins with a percept and goes on with another, whatever is done."""

    first: Any
    then: Any

    def start(self, learner: Learner[Any]) -> tuple[Any, int]:
        return self.first, 0

    def advance(self, learner: Learner[Any], state: int, action: Action) -> tuple[Any, int]:
        return self.then, state + 1


@frozen
class _Acting:
    """Answers with what it is given, and does with a transition what it is given."""

    action: Any = 0
    trained: Callable[..., Any] = lambda transition: 0
    initial: int = 0

    def act(self, state: int, observation: Any) -> Any:
        return self.action() if callable(self.action) else self.action

    def learn(self, state: int, transition: Transition) -> Any:
        return self.trained(transition)


def _run_on(learner: Any, first: Any, then: Any) -> tuple[Any, ...]:
    return tuple(islice(interact_incremental(learner, _Answering(first, then)), 5))


def runs_step_by_step_are_checked() -> Part:
    """Refuse, in environments that carry a state, anything that is not a percept, action or period; check the start."""
    no_percepts = ((0, 0), _PERCEPT(True, 0), _PERCEPT(0.5, 0), _PERCEPT(0, []))
    seen = Percept(Fraction(1, 2), "wall")
    boxes, incremental = two_boxes(), NewcombsProblemIncremental()
    explored = NaiveLearner((Fraction(9, 10), 0, Fraction(1, 8), Fraction(3, 5), Fraction(3, 20), Fraction(3, 5)))
    return decide_rows(
        "runs step by step are checked",
        (
            Row(_run_on, (_Acting(1), ZERO, ONE), (ZERO, 1, ONE, 1, ONE)),
            Row(_run_on, (_Acting(1), seen, seen), (seen, 1, seen, 1, seen)),
            *(Row(_run_on, (_Acting(), v, ZERO), NotAPercept) for v in no_percepts),
            *(Row(_run_on, (_Acting(), ZERO, v), NotAPercept) for v in no_percepts),
            *(Row(_run_on, (_Acting(v), ZERO, ZERO), NotAnAction) for v in (-1, True, 0.5, None)),
            Row(_run_on, (_Acting(raising), ZERO, ZERO), Refusal(AgentRaised, prompt=(ZERO,))),
            Row(_run_on, (_Acting(failing), ZERO, ZERO), AgentFailure),
            Row(_run_on, (_Acting(1, raising), ZERO, ONE), Refusal(AgentRaised, prompt=(ZERO, 1, ONE))),
            Row(_run_on, (_Acting(1, failing), ZERO, ONE), AgentFailure),
            *(Row(interact_memoised, (_Acting(), None), InvalidParameter, {"longest": n}) for n in (0, -1, True, 1.0)),
            Row(
                lambda: tuple(islice(interact_memoised(_Acting(1), _Answering(ZERO, ONE), longest=1), 5)),
                (),
                (ZERO, 1, ONE, 1, ONE),
            ),
            *(Row(rock_paper_scissors(giving(0)), ((ZERO, a),), Percept(r, 1)) for a, r in enumerate((0, 1, -1))),
            Row(rock_paper_scissors(giving(0)), ((ZERO, 3),), Refusal(ActionOutOfRange, index=1)),
            Row(rock_paper_scissors(giving(0)), ((ZERO, 0, ZERO, 3),), Refusal(ActionOutOfRange, index=3)),
            *(Row(maze, (plan,), InvalidParameter) for plan in ("S?G", "S.G\n..", "S..", "..G", "SSG", "SGG", 5)),
            *(Row(rock_paper_scissors, (giving(0), v), InvalidParameter) for v in ((1, 0), (1, 0, 0.5), [1, 0, 0])),
            *(Row(beating_the_last_move(), (past,), m) for past, m in (((), 0), ((0,), 1), ((0, 2), 0))),
            *(Row(playing_in_turn((2, 0)), ((0,) * n,), (2, 0)[n % 2]) for n in range(3)),
            *(Row(playing_in_turn, (v,), InvalidParameter) for v in ((), [0], (3,), (-1,))),
            Row(BanditIncremental((3, 1)).start, (None,), (ZERO, 0)),
            Row(BanditIncremental((3, 1)).advance, (None, 4, 0), (Percept(3, 0), 5)),
            Row(GuessTheNumberIncremental(1, 3).start, (None,), (ZERO, 0)),
            Row(GuessTheNumberIncremental(1, 3).advance, (None, 4, 2), (Percept(-1, 2), 5)),
            Row(GuessTheNumberIncremental(1, 3).advance, (None, 4, 3), Refusal(ActionOutOfRange, index=9)),
            Row(CorridorIncremental(2).start, (None,), (ZERO, (0, 0))),
            *(Row(boxes, (giving(y), (ZERO, a)), Percept(paid, 0)) for y, a, paid in _TAKEN),
            *(Row(newcombs_problem(), (giving(y), (ZERO, a)), Percept(paid, 0)) for y, a, paid in _TAKEN),
            *(Row(incremental.advance, (_Acting(y), 0, a), (Percept(paid, 0), 0)) for y, a, paid in _TAKEN),
            *(Row(two_boxes, (v,), Refusal(InvalidParameter, name="seen")) for v in (0.5, True)),
            *(Row(two_boxes, (1, v), Refusal(InvalidParameter, name="hidden")) for v in (0.5, True)),
            # After m trainings the draws are the 2m-th and the next; 3/20 is no longer below 15/100.
            *(Row(explored.act, (NaiveState((), m), 0), a) for m, a in enumerate((0, 1, 0))),
            Row(explored.act, (NaiveState((((0, 1), (1, 2)), ((0, 0), (1, 3))), 0), 0), 1),
            Row(explored.act, (NaiveState((((0, 1), (-1, 2)),), 0), 0), 0),
            Row(explored.act, (NaiveState((((1, 1), (5, 1)),), 0), 0), 0),
            Row(explored.learn, (NaiveState((((0, 1), (1, 2)),), 2), PAID), NaiveState((((0, 1), (2, 3)),), 3)),
        ),
    )


_TAKEN = ((0, 0, 1000), (0, 1, 1001), (1, 0, 0), (1, 1, 1), (1, 2, 1))
"""What is predicted, what is taken, and what lies in it."""


def _registers(learning: Any = (), acting: Any = 0, registers: Any = (("x", 5),), number: Any = 2) -> Any:
    learner = RegisterLearner(number, registers, learning, acting)
    return learner.act(learner.learn(learner.initial, Transition(1, 2, 3, 4)), 7)


def register_learners_are_checked() -> Part:
    """Compute with each operator, and refuse expressions that are none, naming the place."""
    values = {
        "x": 5,
        "obs": 7,
        "n": 2,
        ("add", 1, "x", 3): 9,
        ("sub", "x", 2): 3,
        ("mul", "x", 3): 15,
        ("floordiv", "x", 2): 2,
        ("mod", "x", 3): 2,
        ("gt", "x", 4): 1,
        ("gt", "x", 5): 0,
        ("lt", "x", 6): 1,
        ("lt", "x", 5): 0,
        ("eq", "x", 5): 1,
        ("eq", "x", 4): 0,
        ("if", "x", 1, 2): 1,
        ("if", ("sub", "x", 5), 1, 2): 2,
    }

    def nested(times: int) -> Any:
        expression: Any = 1
        for _ in range(times):
            expression = ["add", expression]
        return expression

    def composed(*factors: int) -> tuple[tuple[int, ...], ...]:
        learner = RegisterLearner(2, (("x", 1),), {"x": ("mul", "x", "r")}, 0)
        folded = FoldableRegisterLearner(learner)
        element = folded.identity
        for factor in factors:
            element = folded.compose(element, folded.of(Transition(0, 0, factor, 0)))
        return element.rows

    wrong = ("y", "a", (), ("pow", 1, 2), ("add",), ("sub", 1), ("if", 1, 2), None, 1.5, 2**4096, (1, 2))
    later = (("mod", 1, 0), ("floordiv", 1, 0), ("mul", 2**4000, 2**4000))
    return decide_rows(
        "register learners are checked",
        (
            *(Row(_registers, ((), expression), value) for expression, value in values.items()),
            *(Row(_registers, ({"x": name}, "x"), v) for name, v in (("o_prev", 1), ("a", 2), ("r", 3), ("o_next", 4))),
            *(Row(_registers, ((), expression), MalformedExpression) for expression in (*wrong, *later)),
            *(Row(_registers, ((), nested(n)), MalformedExpression) for n in (65, 66, 1000)),
            Row(_registers, ((), nested(64)), 1),
            Row(composed, (2**2047, 2**2048), ((2**4095, 0),)),
            Row(composed, (2**2048, 2**2048), MalformedExpression),
            Row(_registers, ((), 2**4095), 2**4095),
            Row(_registers, ({"y": 0},), MalformedExpression),
            Row(_registers, ((("x", 0), ("x", 1)),), MalformedExpression),
            *(Row(_registers, ((), 0, (("x", 5),), n), MalformedExpression) for n in (0, True, 1.0)),
            Row(_registers, ((), 0, (("x", 5),), 1), 0),
            *(Row(_registers, ((), 0, ((name, 5),)), MalformedExpression) for name in ("n", "obs", "r", 3)),
            Row(_registers, ((), 0, (("x", 5), ("x", 5))), MalformedExpression),
            *(Row(_registers, ((), 0, (("x", v),)), MalformedExpression) for v in (2**4096, True, 0.5)),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (
    malformed_plays_are_refused,
    parameters_are_checked,
    runs_step_by_step_are_checked,
    register_learners_are_checked,
)
"""Every self-check of this module, by itself."""
