"""Checks of what the papers say about histories: the flat form and its decomposition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking.examples import Worked, decide_cases, work
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope
from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Flat,
    History,
    Percept,
    Play,
    Prompt,
    all_plays,
    all_prompts,
    check_flat,
    flatten,
    history,
    split_play,
    unflatten,
)

_Cases = Iterator[tuple[str, Disagreement | None]]
_HALF = Fraction(1, 2)


def flat_form(
    scope: Scope,
    *,
    flatten: Callable[[History], Flat] = flatten,
    unflatten: Callable[[Sequence[Any]], History] = unflatten,
    check_flat: Callable[[Sequence[Any]], None] = check_flat,
) -> Iterator[Part]:
    """Check the flat form: its pattern, and that it is in bijection with the percept form."""
    length = scope.steps(quick=3, full=4)
    percepts, actions = scope.percepts(3), scope.actions()
    symbols = (0, 1, -1, _HALF)
    longest = 6 if scope.is_full else 5

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
        back = unflatten(flat)
        return None if back == h else Disagreement("unflatten(flatten(h))", h, back, h)

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

    yield work(
        (
            Worked("a prompt", "r o a r o", (_HALF, 3, 1, 0, 4), lambda: flatten(_OFF_POLICY)),
            Worked("a play", "r o a", (1, 2, 3), lambda: flatten(history((1, 2), 3))),
            Worked("the empty history", "no element", (), lambda: flatten(())),
            Worked(
                "back from flat",
                "pairs (1, 2) and (-1, 0) around action 5",
                (Percept(1, 2), 5, Percept(-1, 0)),
                lambda: unflatten((1, 2, 5, -1, 0)),
            ),
            Worked("a reward alone", "1 element, 1 mod 3", MalformedHistory, lambda: check_flat((0,))),
            Worked(
                "a rational action",
                "element 2 is no natural",
                MalformedHistory,
                lambda: check_flat((0, 0, _HALF)),
            ),
        )
    )
    yield decide_cases(
        "bijection",
        round_trips(),
        branches=("play", "prompt"),
        domain=f"all histories of at most {length} percepts over {len(percepts)} percepts x {len(actions)} actions",
    )
    yield decide_cases(
        "pattern",
        sequences(),
        branches=("in the pattern", "not in the pattern"),
        domain=f"all sequences of at most {longest} elements of 0, 1, -1, 1/2",
    )


_OFF_POLICY = history((_HALF, 3), 1, (0, 4))


def decomposition(
    scope: Scope, *, split_play: Callable[[Play], tuple[Prompt, int] | None] = split_play
) -> Iterator[Part]:
    """Check that every play is empty or a prompt followed by an action, in one way only."""
    length = scope.steps(quick=3, full=4)
    percepts, actions = scope.percepts(2), scope.actions()

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

    yield work(
        (
            Worked("the empty play", "first alternative", None, lambda: split_play(())),
            Worked(
                "one turn",
                "t = ⟨(1, 0)⟩, a = 1",
                ((Percept(1, 0),), 1),
                lambda: split_play(history((1, 0), 1)),
            ),
        )
    )
    yield decide_cases(
        "unique decomposition",
        plays(),
        branches=("empty", "nonempty"),
        domain=f"all plays of at most {length} actions over {len(percepts)} percepts x {len(actions)} actions",
    )
