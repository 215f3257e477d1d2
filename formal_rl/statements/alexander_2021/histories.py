"""What the papers say about histories: the flat form and its decomposition."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Domain, Rows, both, by_hand, every, histories, plays, raised
from formal_rl.errors import END, InvalidParameter, MalformedHistory, MalformedText
from formal_rl.histories import (
    History,
    Percept,
    Play,
    actions,
    all_plays,
    all_prompts,
    concatenate,
    flatten,
    format_history,
    history,
    is_play,
    is_prompt,
    map_observations,
    map_rewards,
    parse_history,
    percept_alphabet,
    percepts,
    prefixes,
    prompt_of,
    prompt_prefixes,
    require_action,
    require_flat,
    require_history,
    require_percept,
    require_play,
    require_prompt,
    reverse,
    split_play,
    unflatten,
)
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in

HALF = Fraction(1, 2)
A, B, TWO = Percept(0, 0), Percept(1, 0), (0, 1)


def at(call: Any, *arguments: Any) -> Any:
    """Make a call, and return where it is refused and what stands there, or "accepted"."""
    try:
        call(*arguments)
    except MalformedHistory as malformed:
        return malformed.index, malformed.value
    except MalformedText as malformed_text:
        return malformed_text.position, malformed_text.token
    return "accepted"


def places() -> Rows:
    """Yield what is a percept, an action, a history, a prompt and a play, and at which element others are refused."""
    prompt, play, wall = history((0, 0), 1, (1, 0)), history((0, 0), 1), Percept(HALF, "wall")
    inexact, unhashable = Percept(0.5, 0), Percept(0, [])  # type: ignore[arg-type]
    for why, place, call, *arguments in (
        ("a fraction and a word are a percept", "accepted", require_percept, wall, 0),
        ("the empty history is one", "accepted", require_history, ()),
        ("a pair is not a percept", (4, (0, 0)), require_percept, (0, 0), 4),
        ("0.5 is not exact", (4, 0.5), require_percept, inexact, 4),
        ("True is not a reward", (2, True), require_percept, Percept(True, 0), 2),
        ("a list is not hashable", (2, []), require_percept, unhashable, 2),
        ("-1 is not an action", (3, -1), require_action, -1, 3),
        ("True is not an action", (3, True), require_action, True, 3),
        ("a list is not a history", (None, [A]), require_history, [A]),
        ("a history begins with a percept", (0, 1), require_history, (1,)),
        ("two percepts meet: the second is named", (1, B), require_history, (A, B)),
        ("a play is not a prompt: its end is named", (2, END), require_prompt, play),
        ("a prompt is not a play: its end is named", (3, END), require_play, prompt),
        ("history(): two pairs meet, 1 is odd", (1, (1, 0)), history, (0, 0), (1, 0)),
        ("flat: a rational observation", (1, HALF), require_flat, [0, HALF]),
        ("flatten a word", (2, "wall"), flatten, (A, 1, wall)),
        ("unflatten a reward alone", (4, END), unflatten, (0, 0, 1, 0)),
    ):
        yield why, place, at(call, *arguments)
    for h in (prompt, play):
        yield f"{h}: by its end", [h is prompt, h is play], [is_prompt(h), is_play(h)]
    yield "pairs become percepts", (A, 1, B), history((0, 0), 1, (1, 0))


def operations() -> Rows:
    """Yield what is done with histories."""
    a, b, c = Percept(HALF, 3), Percept(-1, 0), Percept(4, "wall")
    three, two = (a, 1, b, 0, c), (a, 1, b)
    yield "its percepts", (a, b, c), percepts(three)
    yield "its actions", (1, 0), actions(three)
    yield "a play, a play and a prompt joined", three, concatenate((a, 1), (), (b, 0), (c,))
    yield "nothing joined", (), concatenate()
    yield "a prompt, and then nothing", two, concatenate(two, ())
    yield "two percepts meet", (3, c), at(concatenate, two, (c, 0))
    yield "all beginnings", [(), (a,), (a, 1), two], [*prefixes(two)]
    yield "all prompts that begin it", [(a,), two, three], [*prompt_prefixes(three)]
    yield "all prompts that begin a play", [(a,), two], [*prompt_prefixes((*two, 0))]
    yield "its prompt", two, prompt_of((*two, 0))
    yield "the empty play has no prompt", (0, END), at(prompt_of, ())
    yield "a prompt is not split", (5, END), at(split_play, three)
    yield "rewards doubled", (Percept(1, 3), 1, Percept(-2, 0)), map_rewards(lambda r: 2 * r, two)
    yield "observations as text", (Percept(HALF, "3"), 1, Percept(-1, "0")), map_observations(str, two)
    yield "reversed", (c, 0, b, 1, a), reverse(three)
    yield "a play does not reverse to a history", (2, END), at(reverse, (a, 1))


def enumerations() -> Rows:
    """Yield which histories there are over small alphabets."""
    few = [(0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3), (1, 3), (-1, 3)]
    for n in (0, 5, 12):
        yield f"the first {n} percepts", tuple(few[:n]), percept_alphabet(n)
    yield "the prompts of one percept: 2", [(A,), (B,)], [*all_prompts((A, B), TWO, 1)]
    pairs = [(A, 0, A), (A, 0, B), (A, 1, A), (A, 1, B), (B, 0, A), (B, 0, B), (B, 1, A), (B, 1, B)]
    yield "the prompts of two percepts: 2^2 2", pairs, [*all_prompts((A, B), TWO, 2)]
    yield "the prompts of three percepts: 2^3 3^2", 72, len([*all_prompts((A, B), range(3), 3)])
    yield "the empty play, and no other", [()], [*all_plays((A, B), TWO, 0)]
    turns = [(A, 0), (A, 1), (A, 2), (B, 0), (B, 1), (B, 2)]
    yield "the plays of one action: 2 3", turns, [*all_plays((A, B), range(3), 1)]
    yield "the plays of three actions: (2 2)^3", 64, len({*all_plays((A, B), TWO, 3)})
    for call, *arguments in ((percept_alphabet, -1), (all_prompts, (A, B), TWO, 0), (all_plays, (A, B), TWO, -1)):
        yield "there are none such", InvalidParameter, raised(call, *arguments)


def texts() -> Rows:
    """Yield histories as text, both ways, and where text is refused."""
    play, text = (Percept(-HALF, 3), 1, Percept(2, "wall"), 0), "(-1/2,3) 1 (2,wall) 0"
    yield "the empty history", "⟨⟩", format_history(())
    yield "percepts in brackets, actions bare", text, format_history(play)
    for each in ("", " <> ", "⟨⟩"):
        yield f"reading {each!r}", (), parse_history(each)
    for each in (text, " ( -1/2 , 3 )1(2,wall)  0 "):
        yield f"reading {each!r}", play, parse_history(each)
    yield "4/2 is the int 2", "(2,0)", format_history(parse_history("(4/2,0)"))
    for wrong, place in (
        ("1", (0, "1")),
        ("(1,0) (0,0)", (6, "(0,0)")),
        ("(1,0) 1x", (6, "1x")),
        (" (1/0,0)", (2, "1/0")),
        ("(1,0) -1", (6, "-1")),
    ):
        yield f"{wrong!r}: the first that does not fit", place, at(parse_history, wrong)


@definition("A21-D1", "rewards, observations, actions and their sequences", "Definition 1")
def flat_form() -> Evidence:
    """Rewards are rational, observations and actions natural numbers. (ROA)* holds the sequences reward, observation,
    action, ... that end in an action, and the empty one; (ROA)*RO those that go on with a reward and an observation.
    They are in bijection with plays and prompts made of percepts.
    """

    def examples() -> Rows:
        yield "a prompt: r o a r o", (HALF, 3, 1, 0, 4), flatten(history((HALF, 3), 1, (0, 4)))
        yield "a play: r o a", (1, 2, 3), flatten(history((1, 2), 3))
        yield "the empty history: no element", (), flatten(())
        yield "(1, 2) and (-1, 0) around 5", history((1, 2), 5, (-1, 0)), unflatten((1, 2, 5, -1, 0))
        yield "1 element, 1 mod 3", MalformedHistory, raised(require_flat, (0,))
        yield "element 2 is no natural", MalformedHistory, raised(require_flat, (0, 0, HALF))
        yield "neither a tuple nor a list", MalformedHistory, raised(require_flat, "")

    def bijection(h: History) -> tuple[Any, Any]:
        return (h, 3 * len(actions(h)) + 2 * (len(h) % 2)), (unflatten(flatten(h)), len(flatten(h)))

    def pattern(*sequence: Any) -> tuple[Any, Any]:
        naturals = all(i % 3 == 0 or (type(value) is int and value >= 0) for i, value in enumerate(sequence))
        right = len(sequence) % 3 != 1 and naturals
        got = raised(require_flat, sequence), raised(lambda: flatten(unflatten(sequence)))
        return (None, sequence) if right else (MalformedHistory, MalformedHistory), got

    sequences = Domain(
        lambda scope: f"all sequences of at most {6 if scope.is_full else 5} elements of 0, 1, -1, 1/2",
        lambda scope: (each for n in range(7 if scope.is_full else 6) for each in product((0, 1, -1, HALF), repeat=n)),
        many=True,
    )
    for rows, name in (
        (examples, "worked examples"),
        (places, "what is a history, and where something is not"),
        (operations, "operations on histories"),
        (enumerations, "enumerations"),
        (texts, "histories as text"),
    ):
        yield by_hand(rows, name)
    yield every("bijection", bijection, both(plays(3, full=4), histories(3, full=4, percepts=3)))
    yield every("pattern", pattern, sequences)
    yield mutants("""
        histories.flat:flatten
            the observation before the reward: [element.reward, element.observation]
                → [element.observation, element.reward]
            the last action dropped: return tuple(flat) → return tuple(flat[:-1] if len(flat) % 3 == 0 else flat)
        histories.flat:require_flat
            anything is accepted: if not isinstance(sequence, tuple | list) → return⏎    if not sequence
        histories.operations:concatenate
            two percepts may meet: part and len(joined) % 2 == 1 → False
        histories.enumeration:all_prompts
            the last percept is dropped after the first place: [actions, percepts] → [actions, percepts[:-1]]
        histories.enumeration:all_plays
            no play of more than one action: range(number_of_actions) → range(min(number_of_actions, 1))
    """)


@lemma("A21-L2", "a play is empty or a prompt with an action", "Lemma 2", "holds")
def decomposition() -> Evidence:
    """Every s in (ROA)* is either empty or t⌢a for exactly one t in (ROA)*RO and one action a."""

    def examples() -> Rows:
        yield "the empty play: first alternative", None, split_play(())
        yield "one turn: t = ⟨(1, 0)⟩, a = 1", ((Percept(1, 0),), 1), split_play(history((1, 0), 1))

    def ways(play: Play) -> tuple[Any, Any]:
        seen, done = tuple(set(percepts(play))), tuple(set(actions(play)))
        prompts = (t for n in range(1, len(play) // 2 + 2) for t in all_prompts(seen, done, n))
        return [(t, a) for t in prompts for a in done if (*t, a) == play] or [None], [split_play(play)]

    yield by_hand(examples)
    yield every("unique decomposition", ways, plays(3, percepts=2))
    yield mutants("""
        histories.operations:split_play
            the last percept goes with the action: return play[:-1], → return play[:-2],
    """)


STATEMENTS = statements_in(globals())
