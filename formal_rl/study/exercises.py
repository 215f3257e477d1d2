"""The exercises of the notebooks, each with how an answer to it is checked against the definition."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, Learner, as_agent
from formal_rl.checking import Exploration, Part, Scope, agents, answers, equal, histories, plays
from formal_rl.environments import ignore_rewards, interaction, mimic, tempting_button
from formal_rl.errors import InvalidParameter, describe_exception, require_known
from formal_rl.gridworlds import expected_return, weighted_return
from formal_rl.gridworlds.drest import require_shares
from formal_rl.gridworlds.theorem import difference, enclose, expected_return_in_roots, sign
from formal_rl.histories import (
    Percept,
    Play,
    Prompt,
    actions,
    format_history,
    map_observations,
    percepts,
    prompt_of,
    prompt_prefixes,
    require_prompt,
)
from formal_rl.safelife import Board, Density, earth_mover_distance, parse_board
from formal_rl.safelife.board import EMPTY, LIFE, is_still, life_step
from formal_rl.safelife.board.conway import living_neighbours
from formal_rl.safelife.side_effects import Size, one_way_length_published, torus_length
from formal_rl.statements.alexander_2022.reality_check import published_as_agent
from formal_rl.study.asking import ask
from formal_rl.study.catalogue import Settings
from formal_rl.transforms import reality_check

RIGHT = ""
"""The verdict on a right answer, which needs no hint."""

Judge = Callable[[Any], str]
"""Returns a hint, which shows the result of the definition, or `RIGHT`."""


@frozen(repr=False)
class Exercise:
    """An exercise of a notebook. ``judge`` runs the definition and compares, and its docstring is the question.

    No answer is stored.
    """

    notebook: str
    judge: Judge

    def __repr__(self) -> str:
        return " ".join((self.judge.__doc__ or "").split())


@frozen(repr=False)
class Checked:
    """Whether an answer is right, and a hint if it is wrong."""

    exercise: str
    right: bool
    hint: str

    def __repr__(self) -> str:
        if self.right:
            return f"✓ Right. ({self.exercise})"
        return "\n".join([f"✗ Not yet. ({self.exercise})", *(f"  {line}" for line in self.hint.splitlines())])


def check(exercise: str, answer: Any) -> Checked:
    """Check the answer to an exercise against the definition; a wrong answer gets a hint.

    Raises `UnknownName` if there is no such exercise.
    """
    require_known("no exercise", exercise, EXERCISES)
    if answer is ...:
        return Checked(exercise, False, "Replace the ... by your answer.")
    try:
        hint = EXERCISES[exercise].judge(answer)
    except Exception as cause:
        hint = f"With your answer this happened:\n{describe_exception(cause)}"
    return Checked(exercise, hint == RIGHT, hint)


# --- Self-reflection by hand ---

PAID_STEPS = 5
"""The number of steps of ignore rewards for which the agent of the first exercise must be paid."""


def _paid_every_step(agent: Agent) -> str:
    """Write an agent that does not always do the same, and is still paid at each of five steps of ignore rewards."""
    play = interaction(agent, ignore_rewards, PAID_STEPS + 1)
    for place, percept in enumerate(percepts(play)[1:], 1):
        if percept.reward < 0:
            return f"Your agent is punished at step {place + 1}:\n{ask(ignore_rewards, agent, play[: 2 * place])}"
    if len(set(actions(play))) == 1:
        return f"Your agent is paid, but it always does the same: {format_history(play)}"
    return RIGHT


def _observations_of_zero(rewrite: Callable[[Play], Prompt]) -> str:
    """Write the function that rewrites a play so that `mimic` pays for acting as if every observation had been 0."""
    right, yours = mimic(lambda play: map_observations(lambda _: 0, prompt_of(play))), mimic(rewrite)
    return _refuted(equal("your environment", right, yours, agents, plays(2, percepts=4))(Scope()))


def _refuted(part: Part) -> str:
    """Return the smallest counterexample to a part of a check, and the agent as a table."""
    if part.refutation is None:
        return RIGHT
    return f"The smallest place where yours is another, and an agent that shows it:\n{part.refutation}"


def _button_average(answer: tuple[Fraction, Fraction]) -> str:
    """Give the average pay of a room of the tempting button if an agent always pushes, and if it never does."""
    rooms = [tempting_button((Fraction(quarter, 4),) * 2) for quarter in range(4)]

    def average(action: int) -> Fraction:
        return sum((Fraction(interaction(lambda _: action, room, 2)[2].reward) for room in rooms), Fraction(0)) / 4

    if tuple(answer) == (average(0), average(1)):
        return RIGHT
    return (
        "Of four rooms that are equally likely one has a button.\nYour answer is not what the definition pays on "
        "average in them.\nWith no button in the room, an agent that would push gets this:\n"
        + str(ask("tempting_button", "constant:0", (Percept(0, 1), 0), settings=Settings(draws=(Fraction(1, 2),) * 2)))
    )


# --- The reality check ---


def _own_reality_check(transform: Callable[[Agent], Agent]) -> str:
    """Write the reality check, which makes an agent of an agent, without looking at its source."""
    right, yours = answers(reality_check), answers(transform)
    return _refuted(equal("your reality check", right, yours, agents, histories(4))(Scope()))


def paid_throughout(steps: int) -> int:
    """Return in how many cases π_RC is paid at every step of ignore rewards, counted by path exploration."""
    exploration = Exploration(actions=(0, 1))
    run = partial(interaction, reality_check(exploration.agent), ignore_rewards, steps, remember=False)
    return sum(all(percept.reward >= 0 for percept in percepts(play)) for play in exploration.runs(run))


def _cases_paid(number: Callable[[int], int]) -> str:
    """Give the number of cases in which a reality check is paid at every step of ignore rewards, in n steps."""
    for steps in range(1, 8):
        if number(steps) != paid_throughout(steps):
            return f"For {steps} steps you say {number(steps)!r}. Run paid_throughout({steps}) to see them counted."
    return RIGHT


def _published_parts(answer: tuple[Learner[Any], Prompt]) -> str:
    """Find a learner and a history on which Definition 7 and the published reality check do different things."""
    learner, prompt = answer
    require_prompt(prompt)
    defined, published = reality_check(as_agent(learner))(prompt), published_as_agent(learner)(prompt)
    if defined != published:
        return RIGHT
    own = tuple(map(as_agent(learner), prompt_prefixes(prompt)))
    genuine = prompt[1::2] == own[:-1]
    what = "is genuine, so neither of them freezes" if genuine else "is not genuine, so both of them freeze"
    return f"Both do {defined} on {format_history(prompt)}. This history {what}."


# --- DREST ---


def _closed_form(formula: Callable[[Fraction, int], Fraction]) -> str:
    """Write the expected return for λ = 1/4, two lengths, and all collected (u = 1), as a function of p and N."""
    for number, tenths in product(range(1, 7), range(11)):
        p = Fraction(tenths, 10)
        expected = expected_return((p, 1 - p), (1, 1), Fraction(1, 2), number)
        if formula(p, number) != expected:
            return (
                f"For p = {p} and N = {number} you say {formula(p, number)!s}. Summed over all {2**number} "
                f"sequences of lengths it is {expected}."
            )
    return RIGHT


NINE_TENTHS, NUMBER = Fraction(9, 10), 59
"""λ and the number of mini-episodes in the exercise on a share that beats one half."""


def _beats_one_half(p: Fraction) -> str:
    """Find a fraction p that returns more than one half does, for λ = 9/10 and 59 mini-episodes."""
    require_shares((p, 1 - p), (1, 1))
    returns = (
        expected_return_in_roots(shares, (1, 1), NINE_TENTHS, NUMBER)
        for shares in ((p, 1 - p), (Fraction(1, 2), Fraction(1, 2)))
    )
    gap = difference(*returns)
    above = sign(gap, NINE_TENTHS)
    if above > 0:
        return RIGHT
    if above == 0:
        return f"p = {p} returns just as much as one half does."
    return f"p = {p} returns {-float(enclose(gap, NINE_TENTHS)[0]):.6g} less than one half does."


QUARTER, WEIGHTS = Fraction(1, 4), 7
"""λ and the number of weights in the exercise on a repair."""


def _repairing_weights(weights: tuple[Fraction, ...]) -> str:
    """Give seven weights that are not all equal, and with which the even choice is best for λ = 1/4."""
    given = tuple(weights)
    if len(given) != WEIGHTS or any(type(each) not in {int, Fraction} or each <= 0 for each in given):
        raise InvalidParameter("weights", given, f"{WEIGHTS} exact numbers above 0")
    if len(set(given)) == 1:
        return "These weights do repair the theorem, but all are equal. Find some that are not."
    half, ones = (Fraction(1, 2), Fraction(1, 2)), (1, 1)
    even = weighted_return(half, ones, QUARTER, given)
    for hundredths in range(50):
        p = Fraction(hundredths, 100)
        other = weighted_return((p, 1 - p), ones, QUARTER, given)
        if other >= even:
            return f"With these weights p = {p} returns {other}, and one half only {even}."
    return RIGHT


# --- Side effects ---

ALIVE_CELLS = 6
"""The number of living cells of the still life of the exercise."""


def _still_life(answer: Board | str) -> str:
    """Draw a board with exactly six living cells (`o`) that stays as it is."""
    board = parse_board(answer) if isinstance(answer, str) else answer
    living = sum(board[location] == LIFE for location in board.locations())
    if living != ALIVE_CELLS:
        return f"There are {living} living cells on your board; it needs {ALIVE_CELLS}."
    if is_still(board):
        return RIGHT
    after = life_step(board)
    row, column = place = next(each for each in board.locations() if after[each] != board[each])
    number, becomes = living_neighbours(board, place), "dies" if after[place] == EMPTY else "comes to life"
    return f"The cell in row {row}, column {column} has {number} living neighbours and {becomes}."


SIDE = Size(26, 26)
"""The size of the published levels."""


def _far_neighbours(answer: tuple[tuple[int, int], tuple[int, int]]) -> str:
    """Give two locations of a 26 by 26 board, one step apart round the torus and 25 by the published code."""
    source, target = answer
    near, far = (length(SIDE, source, target) for length in (torus_length, one_way_length_published))
    if near == 1 and far == SIDE.width - 1:
        return RIGHT
    return f"Round the torus that is {near} of 1 step, by the published code {far} of {SIDE.width - 1}."


SOURCE, TARGET = Density([[2, 0, 0, 0, 0, 0]]), Density([[0, 1, 0, 1, 0, 1]])
"""The two densities of the exercise on a deviation by hand."""


def _by_hand(value: float) -> str:
    """Give the cost of the cheapest plan from 2 units in column 0 of 6 to 1 each in columns 1, 3, 5, round a torus."""
    found = earth_mover_distance(SOURCE, TARGET)
    if abs(value - found.value) < 1e-9:
        return RIGHT
    if value < found.value:
        return f"No plan costs as little as {value:.6g}. What is on both sides of the balance? Created mass costs 1."
    moves = ", ".join(f"{move.source[1]} to {move.target[1]}" for move in found.plan.moves)
    made = ", ".join(str(change.location[1]) for change in found.plan.created)
    return f"There is a plan that costs less: move from column {moves}, and create in column {made}."


EXERCISES: Mapping[str, Exercise] = {
    "paid-every-step": Exercise("self_reflection_by_hand", _paid_every_step),
    "observations-of-zero": Exercise("self_reflection_by_hand", _observations_of_zero),
    "button-average": Exercise("self_reflection_by_hand", _button_average),
    "own-reality-check": Exercise("reality_check", _own_reality_check),
    "cases-paid": Exercise("reality_check", _cases_paid),
    "published-parts": Exercise("reality_check", _published_parts),
    "closed-form": Exercise("drest_theorem", _closed_form),
    "beats-one-half": Exercise("drest_theorem", _beats_one_half),
    "repairing-weights": Exercise("drest_theorem", _repairing_weights),
    "still-life": Exercise("side_effects", _still_life),
    "far-neighbours": Exercise("side_effects", _far_neighbours),
    "deviation-by-hand": Exercise("side_effects", _by_hand),
}
"""Every exercise by its name, in the order of the notebooks."""
