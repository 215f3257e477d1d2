"""Checks of what the papers say about histories: the flat form and its decomposition."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, cast

from formal_rl.checking import Disagreement, Part, Scope, check_examples, disagreement, part
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

_Cases = Iterator[tuple[str, Disagreement | None]]
_HALF = Fraction(1, 2)


def refused(call: Callable[[], object]) -> Callable[[], object]:
    """Return a function that makes a call and returns where it is refused, and what stands there, or "accepted"."""

    def where() -> object:
        try:
            call()
        except MalformedHistory as malformed:
            return malformed.index, malformed.value
        except MalformedText as malformed_text:
            return malformed_text.position, malformed_text.token
        return "accepted"

    return where


_NOUGHT, _PAID = Percept(0, 0), Percept(1, 0)
_PROMPT, _PLAY = history((0, 0), 1, (1, 0)), history((0, 0), 1)


def _places() -> Part:
    """Return what is a percept, an action, a history, a prompt and a play, and at which element others are refused."""
    wall, exact, inexact, unhashable = Percept(_HALF, "wall"), Percept(_HALF, 0), Percept(0.5, 0), Percept(0, [])  # type: ignore[arg-type]
    accepted: tuple[tuple[str, Callable[[], object]], ...] = (
        ("a percept with a fraction and a word", partial(require_percept, wall, 0)),
        ("the action 0", partial(require_action, 0, 3)),
        ("the empty history", partial(require_history, ())),
        ("a history with a fraction and a word", partial(require_history, (exact, 0, wall))),
        ("a prompt", partial(require_prompt, _PROMPT)),
        ("the empty play", partial(require_play, ())),
        ("a play", partial(require_play, _PLAY)),
    )
    refusals: tuple[tuple[str, Callable[[], object], object], ...] = (
        ("a pair is not a percept", partial(require_percept, (0, 0), 4), (4, (0, 0))),
        ("0.5 is not exact", partial(require_percept, inexact, 4), (4, 0.5)),
        ("True is not a reward", partial(require_percept, Percept(True, 0), 2), (2, True)),
        ("a list is not hashable", partial(require_percept, unhashable, 2), (2, [])),
        ("-1 is not an action", partial(require_action, -1, 3), (3, -1)),
        ("True is not an action", partial(require_action, True, 3), (3, True)),
        ("1.0 is not an action", partial(require_action, 1.0, 3), (3, 1.0)),
        ("a list is not a history", partial(require_history, [_NOUGHT]), (None, [_NOUGHT])),
        ("a history begins with a percept", partial(require_history, (1,)), (0, 1)),
        ("a reward of 0.5 in place 2", partial(require_history, (_NOUGHT, 1, inexact)), (2, 0.5)),
        ("an observation that is a list", partial(require_history, (unhashable,)), (0, [])),
        ("a pair in place 2", partial(require_history, (_NOUGHT, 1, (0, 0))), (2, (0, 0))),
        ("the action -1", partial(require_history, (_NOUGHT, -1)), (1, -1)),
        ("the action True", partial(require_history, (_NOUGHT, 1, _NOUGHT, True)), (3, True)),
        ("two percepts meet", partial(require_history, (_NOUGHT, _PAID)), (1, _PAID)),
        ("the empty history is not a prompt", partial(require_prompt, ()), (0, END)),
        ("a play is not a prompt", partial(require_prompt, _PLAY), (2, END)),
        ("a prompt is not a play", partial(require_play, _PROMPT), (3, END)),
        ("a number is not a prompt", partial(require_prompt, 5), (None, 5)),
        ("a number is not a play", partial(require_play, 5), (None, 5)),
        ("history(): two pairs meet", partial(history, (0, 0), (1, 0)), (1, (1, 0))),
        ("history(): three numbers", partial(history, (0, 0, 0)), (0, (0, 0, 0))),
        ("history(): a list", partial(history, [0, 0]), (0, [0, 0])),
        ("flat: neither tuple nor list", partial(require_flat, "r o"), (None, "r o")),
        ("flat: a reward alone", partial(require_flat, (0,)), (1, END)),
        ("flat: a reward that is True", partial(require_flat, (True, 0)), (0, True)),
        ("flat: a rational observation", partial(require_flat, [0, _HALF]), (1, _HALF)),
        ("flat: the observation -1", partial(require_flat, (0, 0, 0, _HALF, -1)), (4, -1)),
        ("flat: the action -1", partial(require_flat, (-1, 0, -1)), (2, -1)),
        ("flatten a word", partial(flatten, (_NOUGHT, 1, wall)), (2, "wall")),
        ("flatten the observation -1", partial(flatten, (Percept(0, -1),)), (0, -1)),
        ("flatten what is not a history", partial(flatten, (0, 0)), (0, 0)),
        ("unflatten a reward alone", partial(unflatten, (0, 0, 1, 0)), (4, END)),
    )
    kinds = (
        ("a prompt is a prompt", is_prompt, _PROMPT, True),
        ("a play is not a prompt", is_prompt, _PLAY, False),
        ("a play is a play", is_play, _PLAY, True),
        ("a prompt is not a play", is_play, _PROMPT, False),
    )
    return check_examples(
        (
            *((about, "nothing is raised", None, call) for about, call in accepted),
            *((about, "the element is named", place, refused(call)) for about, call, place in refusals),
            *((about, "by its end", expected, ask, h) for about, ask, h, expected in kinds),
            ("pairs become percepts", "0, 2, ...", (_NOUGHT, 1, _PAID), lambda: history((0, 0), 1, (1, 0))),
            (
                "a pair in the place of an action stays one",
                "1 is odd",
                "(1, 0)",
                lambda: repr(cast("tuple[int, object]", refused(partial(history, (0, 0), (1, 0)))())[1]),
            ),
            ("a list may be flat", "r o", (_PAID,), lambda: unflatten([1, 0])),
        ),
        "what is a history, and where something is not",
    )


_LISTED: Any = [_NOUGHT, 1]


def _operations(concatenate: Callable[..., History]) -> Part:
    """Return what is done with histories, by hand."""
    a, b, c = Percept(_HALF, 3), Percept(-1, 0), Percept(4, "wall")
    longer = (a, 1, b, 0, c)
    plays: tuple[tuple[str, Callable[[], object], object], ...] = (
        ("its percepts", partial(percepts, longer), (a, b, c)),
        ("its actions", partial(actions, longer), (1, 0)),
        ("a play, a play and a prompt joined", partial(concatenate, (a, 1), (), (b, 0), (c,)), longer),
        ("nothing joined", concatenate, ()),
        ("a prompt, and then nothing", partial(concatenate, (a, 1, b), ()), (a, 1, b)),
        ("two percepts meet", refused(partial(concatenate, (a, 1, b), (c, 0))), (3, c)),
        ("all beginnings", lambda: [*prefixes((a, 1, b))], [(), (a,), (a, 1), (a, 1, b)]),
        ("all prompts that begin it", lambda: [*prompt_prefixes(longer)], [(a,), (a, 1, b), longer]),
        ("all prompts that begin a play", lambda: [*prompt_prefixes((a, 1, b, 0))], [(a,), (a, 1, b)]),
        ("its prompt", partial(prompt_of, (a, 1, b, 0)), (a, 1, b)),
        ("the empty play has no prompt", refused(partial(prompt_of, ())), (0, END)),
        ("a prompt answered nothing", refused(partial(prompt_of, longer)), (5, END)),
        ("a list is not a play", refused(partial(prompt_of, _LISTED)), (None, _LISTED)),
        ("a prompt is not split", refused(partial(split_play, longer)), (5, END)),
        ("rewards doubled", partial(map_rewards, lambda r: 2 * r, (a, 1, b)), (Percept(1, 3), 1, Percept(-2, 0))),
        ("observations as text", partial(map_observations, str, (a, 1, b)), (Percept(_HALF, "3"), 1, Percept(-1, "0"))),
        ("reversed", partial(reverse, longer), (c, 0, b, 1, a)),
        ("a play does not reverse to a history", refused(partial(reverse, (a, 1))), (2, END)),
        ("nor does the empty one", refused(partial(reverse, ())), (0, END)),
    )
    return check_examples(((about, "by hand", value, call) for about, call, value in plays), "operations on histories")


_FIRST_PERCEPTS = tuple(
    Percept(*pair)
    for pair in ((0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3), (1, 3), (-1, 3))
)


def _enumerations(all_prompts: Callable[..., Iterator[Prompt]], all_plays: Callable[..., Iterator[Play]]) -> Part:
    """Return which histories there are over small alphabets, by hand."""
    a, b = _NOUGHT, _PAID
    return check_examples(
        (
            *(
                (f"the first {size} percepts", "as listed", _FIRST_PERCEPTS[:size], percept_alphabet, size)
                for size in range(len(_FIRST_PERCEPTS) + 1)
            ),
            ("-1 percepts", "there are none such", InvalidParameter, lambda: percept_alphabet(-1)),
            (
                "the prompts of two percepts",
                "2^2 2 of them",
                [(a, 0, a), (a, 0, b), (a, 1, a), (a, 1, b), (b, 0, a), (b, 0, b), (b, 1, a), (b, 1, b)],
                lambda: [*all_prompts((a, b), (0, 1), 2)],
            ),
            ("the prompts of one percept", "2 of them", [(a,), (b,)], lambda: [*all_prompts((a, b), (0, 1), 1)]),
            ("the prompts of three percepts", "2^3 3^2", 72, lambda: len([*all_prompts((a, b), range(3), 3)])),
            ("no percept", "a prompt has one", InvalidParameter, lambda: all_prompts((a, b), (0, 1), 0)),
            (
                "the plays of one action",
                "2 3 of them",
                [(a, 0), (a, 1), (a, 2), (b, 0), (b, 1), (b, 2)],
                lambda: [*all_plays((a, b), range(3), 1)],
            ),
            ("the empty play", "and no other", [()], lambda: [*all_plays((a, b), (0, 1), 0)]),
            ("the plays of three actions", "(2 2)^3", 64, lambda: len({*all_plays((a, b), (0, 1), 3)})),
            ("-1 actions", "there are none such", InvalidParameter, lambda: all_plays((a, b), (0, 1), -1)),
        ),
        "enumerations",
    )


def _texts() -> Part:
    """Return histories as text, both ways, and where text is refused, by hand."""
    play = (Percept(-_HALF, 3), 1, Percept(2, "wall"), 0)
    negative = (Percept(Fraction(-12, 5), -7), 10, Percept(0, "_a1.b-c"))
    readings: tuple[tuple[str, object], ...] = (
        ("", ()),
        ("  <> ", ()),
        ("⟨⟩", ()),
        ("(-1/2,3) 1 (2,wall) 0", play),
        (" ( -1/2 , 3 )1(2,wall)  0 ", play),
        ("(-12/5,-7) 10 (0,_a1.b-c)", negative),
        ("(4/2,0)", (Percept(Fraction(2), 0),)),
        ("(0,a1)", (Percept(0, "a1"),)),
    )
    refusals: tuple[tuple[str, object], ...] = (
        ("1", (0, "1")),
        ("(1,0) (0,0)", (6, "(0,0)")),
        ("(1,0) x", (6, "x")),
        ("(1,0) 1x", (6, "1x")),
        (" (1/0,0)", (2, "1/0")),
        ("(0.5,0)", (0, "(0.5,0)")),
        ("(1,0) 1 (1", (8, "(1")),
        ("(1,0) -1", (6, "-1")),
        (")", (0, ")")),
    )
    return check_examples(
        (
            ("a percept as code", "to be pasted back", "Percept(1, 'wall')", lambda: repr(Percept(1, "wall"))),
            ("the empty history", "⟨⟩", "⟨⟩", lambda: format_history(())),
            ("a play", "percepts in brackets", "(-1/2,3) 1 (2,wall) 0", lambda: format_history(play)),
            ("a prompt", "actions bare", "(-12/5,-7) 10 (0,_a1.b-c)", lambda: format_history(negative)),
            *((f"reading {text!r}", "as written", value, parse_history, text) for text, value in readings),
            *(
                (f"not reading {text!r}", "the first that does not fit", at, refused(partial(parse_history, text)))
                for text, at in refusals
            ),
            ("a whole reward", "2 is an int", int, lambda: type(parse_history("(2,0)")[0].reward)),
        ),
        "histories as text",
    )


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
    length = scope.steps(quick=3, full=4)
    percepts, actions = scope.percepts(3), scope.actions()
    symbols = (0, 1, -1, _HALF)
    longest = 6 if scope.is_full else 5

    @part(
        "bijection",
        branches=("play", "prompt"),
        domain=f"all histories of at most {length} percepts over {len(percepts)} percepts x {len(actions)} actions",
    )
    def round_trips() -> _Cases:
        for n in range(length + 1):
            for play in all_plays(percepts, actions, n):
                yield "play", _round_trip(play, 3 * n)
            for prompt in all_prompts(percepts, actions, n) if n else ():
                yield "prompt", _round_trip(prompt, 3 * n - 1)

    def _round_trip(h: History, size: int) -> Disagreement | None:
        flat = flatten(h)
        if len(flat) != size:
            return Disagreement("number of elements of the flat form", size, len(flat), h)
        return disagreement("unflatten(flatten(h))", h, unflatten(flat), h)

    @part(
        "pattern",
        branches=("in the pattern", "not in the pattern"),
        domain=f"all sequences of at most {longest} elements of 0, 1, -1, 1/2",
    )
    def sequences() -> _Cases:
        for size in range(longest + 1):
            for sequence in product(symbols, repeat=size):
                pattern = size % 3 != 1 and all(
                    index % 3 == 0 or (type(value) is int and value >= 0) for index, value in enumerate(sequence)
                )
                try:
                    check_flat(sequence)
                except MalformedHistory:
                    accepted = False
                else:
                    accepted = True
                wrong = accepted != pattern or (accepted and flatten(unflatten(sequence)) != sequence)
                found = Disagreement(f"the flat sequence {sequence!r} is accepted", pattern, accepted)
                yield ("in the pattern" if pattern else "not in the pattern"), found if wrong else None

    yield check_examples(
        (
            ("a prompt", "r o a r o", (_HALF, 3, 1, 0, 4), lambda: flatten(_OFF_POLICY)),
            ("a play", "r o a", (1, 2, 3), lambda: flatten(history((1, 2), 3))),
            ("the empty history", "no element", (), lambda: flatten(())),
            (
                "back from flat",
                "pairs (1, 2) and (-1, 0) around action 5",
                (Percept(1, 2), 5, Percept(-1, 0)),
                lambda: unflatten((1, 2, 5, -1, 0)),
            ),
            ("a reward alone", "1 element, 1 mod 3", MalformedHistory, lambda: check_flat((0,))),
            ("a rational action", "element 2 is no natural", MalformedHistory, lambda: check_flat((0, 0, _HALF))),
        )
    )
    yield _places()
    yield _operations(concatenate)
    yield _enumerations(all_prompts, all_plays)
    yield _texts()
    yield round_trips()
    yield sequences()


_OFF_POLICY = history((_HALF, 3), 1, (0, 4))


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
    def plays() -> _Cases:
        for n in range(length + 1):
            ways: dict[Play, list[tuple[Prompt, int]]] = {}
            for prompt in all_prompts(percepts, actions, n) if n else ():
                for action in actions:
                    ways.setdefault((*prompt, action), []).append((prompt, action))
            for play in all_plays(percepts, actions, n):
                expected = ways.get(play, [None])
                got = split_play(play)
                wrong = len(expected) != 1 or got != expected[0]
                found = Disagreement("the ways to write the play as t⌢a", expected, got, play)
                yield ("nonempty" if play else "empty"), found if wrong else None

    yield check_examples(
        (
            ("the empty play", "first alternative", None, lambda: split_play(())),
            ("one turn", "t = ⟨(1, 0)⟩, a = 1", ((Percept(1, 0),), 1), lambda: split_play(history((1, 0), 1))),
        )
    )
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


def _short_plays(percepts: Sequence[Percept], actions: Sequence[Action], number: int) -> Iterator[Play]:
    return all_plays(percepts, actions, min(number, 1))


def _whole_turn(play: Play) -> tuple[Prompt, Action] | None:
    return (play[:-2], play[-1]) if play else None


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D1",
        kind="definition",
        title="rewards, observations, actions and their sequences",
        claim="Rewards are rational, observations and actions natural numbers. (ROA)* holds the sequences reward, "
        "observation, action, ... that end in an action, and the empty one; (ROA)*RO those that go on by a reward and "
        "an observation. They are in bijection with plays and prompts made of percepts.",
        source=f"{ALEXANDER_2021}, Definition 1",
        check=flat_form,
        mutants={
            "the observation before the reward": {"flatten": _observation_first},
            "the last action dropped": {"flatten": _without_the_last_action},
            "anything is accepted": {"check_flat": lambda sequence: None},
            "two percepts may meet": {"concatenate": lambda *parts: sum(parts, ())},
            "the last percept is dropped after the first place": {"all_prompts": _fewer_prompts},
            "no play of more than one action": {"all_plays": _short_plays},
        },
        verdict="defined",
        evidence="worked by hand: what is a percept, an action, a history, a prompt and a play, and which element is "
        "named where something is not; operations, enumerations and text; exhaustive: all histories of at most 3 "
        "percepts over 3 percepts x 2 actions, all sequences of at most 5 elements of 0, 1, -1, 1/2",
    ),
    Statement(
        id="A21-L2",
        kind="lemma",
        title="a play is empty or a prompt with an action",
        claim="Every s in (ROA)* is empty, or is t⌢a for a t in (ROA)*RO and an action a; and in one way only.",
        source=f"{ALEXANDER_2021}, Lemma 2",
        check=decomposition,
        mutants={"the last percept goes with the action": {"split_play": _whole_turn}},
        verdict="holds",
        evidence="exhaustive: all plays of at most 3 actions over 2 percepts x 2 actions",
    ),
)
