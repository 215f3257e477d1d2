"""What the papers say about histories: the flat form and its decomposition."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Case, Disagreement, Example, Part, Scope, check_examples, equal, part, unless
from formal_rl.errors import END, InvalidParameter, MalformedHistory, MalformedText
from formal_rl.histories import (
    Action,
    Flat,
    History,
    Percept,
    Play,
    Prompt,
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
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

_HALF = Fraction(1, 2)
_NOUGHT, _PAID = Percept(0, 0), Percept(1, 0)
_PROMPT, _PLAY = history((0, 0), 1, (1, 0)), history((0, 0), 1)


def _at(call: Callable[..., object], *arguments: object) -> object:
    """Make a call, and return where it is refused and what stands there, or "accepted"."""
    try:
        call(*arguments)
    except MalformedHistory as malformed:
        return malformed.index, malformed.value
    except MalformedText as malformed_text:
        return malformed_text.position, malformed_text.token
    return "accepted"


def _listed(call: Callable[..., Iterator[Any]], *arguments: object) -> list[Any]:
    return [*call(*arguments)]


def _places() -> Part:
    """Return what is a percept, an action, a history, a prompt and a play, and at which element others are refused."""
    wall, inexact, unhashable = Percept(_HALF, "wall"), Percept(0.5, 0), Percept(0, [])  # type: ignore[arg-type]
    rows: list[Example] = [
        ("a percept with a fraction and a word", "it is one", "accepted", _at, require_percept, wall, 0),
        ("the empty history", "it is one", "accepted", _at, require_history, ()),
        ("a pair is not a percept", "the element is named", (4, (0, 0)), _at, require_percept, (0, 0), 4),
        ("0.5 is not exact", "the element is named", (4, 0.5), _at, require_percept, inexact, 4),
        ("True is not a reward", "the element is named", (2, True), _at, require_percept, Percept(True, 0), 2),
        ("a list is not hashable", "the element is named", (2, []), _at, require_percept, unhashable, 2),
        ("-1 is not an action", "the element is named", (3, -1), _at, require_action, -1, 3),
        ("True is not an action", "the element is named", (3, True), _at, require_action, True, 3),
        ("a list is not a history", "as a whole", (None, [_NOUGHT]), _at, require_history, [_NOUGHT]),
        ("a history begins with a percept", "the element is named", (0, 1), _at, require_history, (1,)),
        ("two percepts meet", "the second is named", (1, _PAID), _at, require_history, (_NOUGHT, _PAID)),
        ("a play is not a prompt", "its end is named", (2, END), _at, require_prompt, _PLAY),
        ("a prompt is not a play", "its end is named", (3, END), _at, require_play, _PROMPT),
        ("history(): two pairs meet", "1 is odd", (1, (1, 0)), _at, history, (0, 0), (1, 0)),
        ("flat: a rational observation", "the element is named", (1, _HALF), _at, require_flat, [0, _HALF]),
        ("flatten a word", "the element is named", (2, "wall"), _at, flatten, (_NOUGHT, 1, wall)),
        ("unflatten a reward alone", "its end is named", (4, END), _at, unflatten, (0, 0, 1, 0)),
        *((f"a prompt: {h}", "by its end", h is _PROMPT, is_prompt, h) for h in (_PROMPT, _PLAY)),
        *((f"a play: {h}", "by its end", h is _PLAY, is_play, h) for h in (_PROMPT, _PLAY)),
        ("pairs become percepts", "0, 2, ...", (_NOUGHT, 1, _PAID), history, (0, 0), 1, (1, 0)),
    ]
    return check_examples(rows, "what is a history, and where something is not")


def _operations(concatenate: Callable[..., History]) -> Part:
    """Return what is done with histories, by hand."""
    a, b, c = Percept(_HALF, 3), Percept(-1, 0), Percept(4, "wall")
    longer, doubled = (a, 1, b, 0, c), (Percept(1, 3), 1, Percept(-2, 0))
    as_text = (Percept(_HALF, "3"), 1, Percept(-1, "0"))
    rows: list[Example] = [
        ("its percepts", "by hand", (a, b, c), percepts, longer),
        ("its actions", "by hand", (1, 0), actions, longer),
        ("a play, a play and a prompt joined", "by hand", longer, concatenate, (a, 1), (), (b, 0), (c,)),
        ("nothing joined", "by hand", (), concatenate),
        ("a prompt, and then nothing", "by hand", (a, 1, b), concatenate, (a, 1, b), ()),
        ("two percepts meet", "by hand", (3, c), _at, concatenate, (a, 1, b), (c, 0)),
        ("all beginnings", "by hand", [(), (a,), (a, 1), (a, 1, b)], _listed, prefixes, (a, 1, b)),
        ("all prompts that begin it", "by hand", [(a,), (a, 1, b), longer], _listed, prompt_prefixes, longer),
        ("all prompts that begin a play", "by hand", [(a,), (a, 1, b)], _listed, prompt_prefixes, (a, 1, b, 0)),
        ("its prompt", "by hand", (a, 1, b), prompt_of, (a, 1, b, 0)),
        ("the empty play has no prompt", "by hand", (0, END), _at, prompt_of, ()),
        ("a prompt is not split", "by hand", (5, END), _at, split_play, longer),
        ("rewards doubled", "by hand", doubled, map_rewards, lambda r: 2 * r, (a, 1, b)),
        ("observations as text", "by hand", as_text, map_observations, str, (a, 1, b)),
        ("reversed", "by hand", (c, 0, b, 1, a), reverse, longer),
        ("a play does not reverse to a history", "by hand", (2, END), _at, reverse, (a, 1)),
    ]
    return check_examples(rows, "operations on histories")


_FIRST_PERCEPTS = tuple(
    Percept(*pair)
    for pair in ((0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3), (1, 3), (-1, 3))
)


def _enumerations(all_prompts: Callable[..., Iterator[Prompt]], all_plays: Callable[..., Iterator[Play]]) -> Part:
    """Return which histories there are over small alphabets, by hand."""
    a, b = _NOUGHT, _PAID
    pairs = [(a, 0, a), (a, 0, b), (a, 1, a), (a, 1, b), (b, 0, a), (b, 0, b), (b, 1, a), (b, 1, b)]
    turns = [(a, 0), (a, 1), (a, 2), (b, 0), (b, 1), (b, 2)]
    rows: list[Example] = [
        *((f"the first {n} percepts", "as listed", _FIRST_PERCEPTS[:n], percept_alphabet, n) for n in (0, 5, 12)),
        ("-1 percepts", "there are none such", InvalidParameter, percept_alphabet, -1),
        ("the prompts of one percept", "2 of them", [(a,), (b,)], _listed, all_prompts, (a, b), (0, 1), 1),
        ("the prompts of two percepts", "2^2 2 of them", pairs, _listed, all_prompts, (a, b), (0, 1), 2),
        ("the prompts of three percepts", "2^3 3^2", 72, lambda: len([*all_prompts((a, b), range(3), 3)])),
        ("no percept", "a prompt has one", InvalidParameter, all_prompts, (a, b), (0, 1), 0),
        ("the empty play", "and no other", [()], _listed, all_plays, (a, b), (0, 1), 0),
        ("the plays of one action", "2 3 of them", turns, _listed, all_plays, (a, b), range(3), 1),
        ("the plays of three actions", "(2 2)^3", 64, lambda: len({*all_plays((a, b), (0, 1), 3)})),
        ("-1 actions", "there are none such", InvalidParameter, all_plays, (a, b), (0, 1), -1),
    ]
    return check_examples(rows, "enumerations")


def _texts() -> Part:
    """Return histories as text, both ways, and where text is refused, by hand."""
    play, text = (Percept(-_HALF, 3), 1, Percept(2, "wall"), 0), "(-1/2,3) 1 (2,wall) 0"
    rows: list[Example] = [
        ("the empty history", "⟨⟩", "⟨⟩", format_history, ()),
        ("a play", "percepts in brackets, actions bare", text, format_history, play),
        *((f"reading {each!r}", "as written", (), parse_history, each) for each in ("", " <> ", "⟨⟩")),
        (f"reading {text!r}", "as written", play, parse_history, text),
        ("reading it with other blanks", "as written", play, parse_history, " ( -1/2 , 3 )1(2,wall)  0 "),
        ("reading (4/2,0)", "2 is an int", "(2,0)", lambda: format_history(parse_history("(4/2,0)"))),
        *(
            (f"not reading {wrong!r}", "the first that does not fit", place, _at, parse_history, wrong)
            for wrong, place in (
                ("1", (0, "1")),
                ("(1,0) (0,0)", (6, "(0,0)")),
                ("(1,0) 1x", (6, "1x")),
                (" (1/0,0)", (2, "1/0")),
                ("(1,0) -1", (6, "-1")),
            )
        ),
    ]
    return check_examples(rows, "histories as text")


def flat_form(
    scope: Scope,
    *,
    flatten: Callable[[History], Flat] = flatten,
    unflatten: Callable[[Sequence[Any]], History] = unflatten,
    check_flat: Callable[[Sequence[Any]], None] = require_flat,
    concatenate: Callable[..., History] = concatenate,
    all_prompts: Callable[..., Iterator[Prompt]] = all_prompts,
    all_plays: Callable[..., Iterator[Play]] = all_plays,
) -> Iterator[Part]:
    """Check the flat form: its pattern, and that it is in bijection with the percept form; and what histories are."""
    length, longest = scope.steps(quick=3, full=4), 6 if scope.is_full else 5
    percepts, actions = scope.percepts(3), scope.actions()

    @part(
        "bijection",
        branches=("play", "prompt"),
        domain=f"all histories of at most {length} percepts over {len(percepts)} percepts x {len(actions)} actions",
    )
    def round_trips() -> Iterator[Case]:
        for n in range(length + 1):
            for play in all_plays(percepts, actions, n):
                yield "play", round_trip(play, 3 * n)
            for prompt in all_prompts(percepts, actions, n) if n else ():
                yield "prompt", round_trip(prompt, 3 * n - 1)

    def round_trip(h: History, size: int) -> Disagreement | None:
        flat = flatten(h)
        about = "number of elements of the flat form"
        return equal(about, size, len(flat), h) or equal("unflatten(flatten(h))", h, unflatten(flat), h)

    @part(
        "pattern",
        branches=("in the pattern", "not in the pattern"),
        domain=f"all sequences of at most {longest} elements of 0, 1, -1, 1/2",
    )
    def sequences() -> Iterator[Case]:
        for sequence in (each for n in range(longest + 1) for each in product((0, 1, -1, _HALF), repeat=n)):
            naturals = all(i % 3 == 0 or (type(value) is int and value >= 0) for i, value in enumerate(sequence))
            pattern = len(sequence) % 3 != 1 and naturals
            accepted = _at(check_flat, sequence) == "accepted"
            right = accepted == pattern and (not accepted or flatten(unflatten(sequence)) == sequence)
            wrong = unless(right, f"the flat sequence {sequence!r} is accepted", pattern, accepted)
            yield "in the pattern" if pattern else "not in the pattern", wrong

    off_policy = history((_HALF, 3), 1, (0, 4))
    rows: list[Example] = [
        ("a prompt", "r o a r o", (_HALF, 3, 1, 0, 4), flatten, off_policy),
        ("a play", "r o a", (1, 2, 3), flatten, history((1, 2), 3)),
        ("the empty history", "no element", (), flatten, ()),
        ("back from flat", "(1, 2) and (-1, 0) around 5", history((1, 2), 5, (-1, 0)), unflatten, (1, 2, 5, -1, 0)),
        ("a reward alone", "1 element, 1 mod 3", MalformedHistory, check_flat, (0,)),
        ("a rational action", "element 2 is no natural", MalformedHistory, check_flat, (0, 0, _HALF)),
    ]
    yield check_examples(rows)
    yield _places()
    yield _operations(concatenate)
    yield _enumerations(all_prompts, all_plays)
    yield _texts()
    yield round_trips()
    yield sequences()


def decomposition(
    scope: Scope, *, split_play: Callable[[Play], tuple[Prompt, int] | None] = split_play
) -> Iterator[Part]:
    """Check that every play is empty or a prompt followed by an action, in one way only."""
    length = scope.steps(quick=3, full=4)
    percepts, actions = scope.percepts(2), scope.actions()

    @part(
        "unique decomposition",
        branches=("empty", "nonempty"),
        domain=f"all plays of at most {length} actions over {len(percepts)} percepts x {len(actions)} actions",
    )
    def plays() -> Iterator[Case]:
        for n in range(length + 1):
            ways: dict[Play, list[tuple[Prompt, int]]] = {}
            for prompt, action in product(all_prompts(percepts, actions, n) if n else (), actions):
                ways.setdefault((*prompt, action), []).append((prompt, action))
            for play in all_plays(percepts, actions, n):
                expected, got = ways.get(play, [None]), split_play(play)
                wrong = equal("the ways to write the play as t⌢a", expected, [got], play)
                yield "nonempty" if play else "empty", wrong

    rows: list[Example] = [
        ("the empty play", "first alternative", None, split_play, ()),
        ("one turn", "t = ⟨(1, 0)⟩, a = 1", ((Percept(1, 0),), 1), split_play, history((1, 0), 1)),
    ]
    yield check_examples(rows)
    yield plays()


# --- Mutants ---


def _observation_first(history: History) -> Flat:
    flat = flatten(history)
    return tuple(flat[i + (1, -1, 0)[i % 3]] for i in range(len(flat)))


def _without_the_last_action(history: History) -> Flat:
    flat = flatten(history)
    return flat[:-1] if len(flat) % 3 == 0 else flat


def _fewer_prompts(percepts: Sequence[Percept], actions: Sequence[Action], number: int) -> Iterator[Prompt]:
    """Leave out the prompts that have the last percept of the alphabet anywhere but at first."""
    return (each for each in all_prompts(percepts, actions, number) if percepts[-1] not in each[2::2])


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D1",
        kind="definition",
        title="rewards, observations, actions and their sequences",
        claim="Rewards are rational, observations and actions natural numbers. (ROA)* holds the sequences reward, "
        "observation, action, ... that end in an action, and the empty one; (ROA)*RO those that go on with a reward "
        "and an observation. They are in bijection with plays and prompts made of percepts.",
        source=f"{ALEXANDER_2021}, Definition 1",
        check=flat_form,
        mutants={
            "the observation before the reward": {"flatten": _observation_first},
            "the last action dropped": {"flatten": _without_the_last_action},
            "anything is accepted": {"check_flat": lambda sequence: None},
            "two percepts may meet": {"concatenate": lambda *parts: sum(parts, ())},
            "the last percept is dropped after the first place": {"all_prompts": _fewer_prompts},
            "no play of more than one action": {
                "all_plays": lambda percepts, actions, n: all_plays(percepts, actions, min(n, 1))
            },
        },
        verdict="defined",
        evidence="worked by hand: what is a percept, an action, a history, a prompt or a play, and which element the "
        "error names if something is not; operations, enumerations and text; exhaustive: all histories of at most 3 "
        "percepts over 3 percepts x 2 actions, all sequences of at most 5 elements of 0, 1, -1, 1/2",
    ),
    Statement(
        id="A21-L2",
        kind="lemma",
        title="a play is empty or a prompt with an action",
        claim="Every s in (ROA)* is either empty or t⌢a for exactly one t in (ROA)*RO and one action a.",
        source=f"{ALEXANDER_2021}, Lemma 2",
        check=decomposition,
        mutants={
            "the last percept goes with the action": {
                "split_play": lambda play: (play[:-2], play[-1]) if play else None
            }
        },
        verdict="holds",
        evidence="exhaustive: all plays of at most 3 actions over 2 percepts x 2 actions",
    ),
)
