"""The mirror, the body in it, and binocular vision: entries, checks and mutants."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import permutations, product
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, Transition
from formal_rl.agents.learners import WrappedLearner
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    equal,
    hashed_learner,
    part,
)
from formal_rl.environments import (
    CATALOGUE,
    CostedAgent,
    ExtendedEnvironment,
    IncrementalEnvironment,
    embed,
    interaction,
    is_picture,
    mimic,
)
from formal_rl.environments.abstract import (
    BinocularIncremental,
    MirrorIncremental,
    acting_by_the_mirror,
    binocular,
    crop_to_mirror,
    figure,
    merge_pictures,
    mirror,
    mirror_room,
    mirror_with_body,
    playing_with_a_body,
    seeing_blocks,
    seen_in_the_mirror,
    showing_the_body,
    with_figure,
    with_models,
)
from formal_rl.environments.abstract import playing_in_the_mirror as playing_in_the_mirror_
from formal_rl.environments.abstract.binocular import (
    DEPTH,
    BinocularState,
    Game,
    Merge,
    Place,
    Solid,
    block_game,
    left_picture,
    right_picture,
    seeing_blocks_incremental,
    solid,
)
from formal_rl.environments.abstract.mirrors import (
    REACH_LEFT,
    REACH_RIGHT,
    Body,
    Crop,
    MirrorState,
    mirror_room_incremental,
    playing_in_the_mirror_incremental,
    with_figure_in_the_mirror,
)
from formal_rl.environments.metered_agents import Computation
from formal_rl.errors import InvalidParameter, MalformedHistory, NotCosted
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, Reward, history, map_observations, prompt_of
from formal_rl.statements.alexander_2021.shapes import always, incrementally, lived, plays, written_out, written_out_on
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import with_handicap, with_handicap_repaired

Mirror = Callable[..., ExtendedEnvironment]

ALIKE, OTHERWISE, AT_FIRST = "acted alike", "acted otherwise", "at first"

_PERCEPTS = (Percept(0, 0), Percept(1, 3), Percept(-1, 2))


# --- Pairs: an environment that shows pictures, and its incremental form ---


@frozen
class SeeingNumbers(WrappedLearner):
    """A learner that computes with observations as numbers, on observations of any kind: each is hashed to a number."""

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action on the number of the observation."""
        return self.learner.act(state, _number(observation))

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after the transition between the two numbers."""
        before, action, reward, after = transition
        return self.learner.learn(state, Transition(_number(before), action, reward, _number(after)))


def _number(observation: Observation) -> int:
    return int.from_bytes(blake2b(repr(observation).encode(), digest_size=4).digest(), "big")


@frozen
class PicturePair(EnvironmentPair):
    """An environment that shows pictures and its incremental form; the drawn learners see numbers in place of them."""

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on drawn learners and longer sequences."""
        return super().parts(evolve(scope, horizon=scope.steps(quick=3, full=4)))

    def _sampled(self, scope: Scope) -> Part:
        length, seeds = (40, 60) if scope.is_full else (20, 10)
        choices = scope.actions(3)

        @part(
            f"{self.name}: sampled",
            branches=("the agent's own actions", "other actions"),
            domain=f"{seeds} hashed learners from seed {scope.seed} that see numbers, sequences of {length} actions",
        )
        def cases() -> Iterator[Case]:
            for seed in range(scope.seed * seeds, (scope.seed + 1) * seeds):
                learner = SeeingNumbers(hashed_learner(seed, len(choices)))
                for deviations in (0, 1):
                    sequence = self._own_actions(learner, seed, length, deviations)
                    met: list[str] = []
                    found = self._compare(learner, sequence, met.append)
                    yield met[-1] if met else "refuted at once", found

        return cases()


PICTURE_PAIRS = (
    PicturePair("MirrorRoomIncremental", embed(mirror_room), mirror_room_incremental),
    PicturePair("MirrorIncremental", playing_in_the_mirror_, CATALOGUE["mirror_room"].made("incremental")),
    PicturePair("BinocularIncremental", seeing_blocks, CATALOGUE["binocular_blocks"].made("incremental")),
)
"""The pairs of environments that show pictures."""


def _paired(scope: Scope, name: str, definition: ExtendedEnvironment, fast: IncrementalEnvironment) -> Iterator[Part]:
    shorter = evolve(scope, horizon=min(3, scope.steps(quick=2, full=3)))
    yield from PicturePair(f"{name}, incrementally", definition, fast).parts(shorter)


# --- The mirror ---


def _snapshot(clock: int, image: str) -> tuple[str, ...]:
    return (". [---] .", f"{clock} [   ] .", f". [{image}] .", ". [---] .")


def looking_for_the_ball(prompt: Prompt) -> Action:
    """Reach to where the ball is seen last, beside the chair."""
    row = next(row for row in prompt[-1].observation if "o" in row)
    return REACH_LEFT if row.index("o") < row.index("h") else REACH_RIGHT


def looking_at_the_clock(prompt: Prompt) -> Action:
    """Reach left where an even clock was seen last, right where an odd one was, and sit still where there is none."""
    hours = [int(row[0]) for row in prompt[-1].observation if row[:1].isdigit()]
    return (REACH_RIGHT if hours[0] % 2 else REACH_LEFT) if hours else 0


def _half(observation: Any) -> Any:
    return observation // 2


def _adding_up(prompt: Prompt) -> Action:
    """Return the sum of all observations: 3 and 2 are 5, halved 1 and 1 are 2."""
    return sum(percept.observation for percept in prompt[::2])


_PAID: ExtendedEnvironment = always(Percept(5, 7))


def playing_in_the_mirror(
    scope: Scope,
    *,
    mirror: Mirror = mirror,
    crop: Crop = crop_to_mirror,
    incremental: IncrementalEnvironment = playing_in_the_mirror_incremental,
) -> Iterator[Part]:
    """Check the mirror: by hand, as a handicap, and incrementally."""
    paying, room = mirror(_PAID, _half), mirror(embed(mirror_room), crop)
    first, second, third = _snapshot(0, "oh "), _snapshot(1, " ho"), _snapshot(2, "oh ")
    kept, broken = (*history((9, 3), 4, (-1, 2)), 2), (*history((9, 3), 4, (-1, 2)), 5)
    by_ball = history((0, first), 1, (1, second), 2, (1, third), 1)
    by_clock = history((0, first), 1, (-1, second), 2, (-1, third), 1)
    rows: list[Example] = [
        ("at first", "nothing was done: e's own percept", Percept(5, 7), paying, _adding_up, ()),
        ("as on the cropped", "3 and 2 are cropped to 1 and 1: 2; e's own", Percept(5, 7), paying, _adding_up, kept),
        ("as one truly would", "3 + 2 = 5, not 2: punished; uncropped", Percept(-1, 7), paying, _adding_up, broken),
        *(
            (f"the penalty {of}", "5 is not 2", Percept(of, 7), mirror(_PAID, _half, penalty=of), _adding_up, broken)
            for of in (-3, -Fraction(1, 2))
        ),
        *(
            (f"the penalty {penalty}", "not exact, or not below 0", InvalidParameter, refused)
            for penalty in (0, True, -1.0)
            for refused in (partial(mirror, paying, _half, penalty=penalty),)
        ),
        ("the mirror in a snapshot", "columns 3 to 5 of the rows inside of the frame", ("   ", "oh "), crop, first),
        ("the ball", "left, right, left, in the mirror too", by_ball, interaction, looking_for_the_ball, room, 3),
        (
            "looking at the clock",
            "on 0 it does 1 and on 1 it does 2, and catches the ball; the mirror shows no clock, there it does 0",
            by_clock,
            *(interaction, looking_at_the_clock, room, 3),
        ),
        (
            "sitting still where the clock says reach",
            "it would not do 0 at hour 0; without a clock it does 0, as the play has: e's reward of 0",
            Percept(0, _snapshot(1, "oh ")),
            *(room, looking_at_the_clock, history((0, first), 0)),
        ),
        ("after 12 hours", "12 modulo 10", _snapshot(2, "oh "), lambda: mirror_room(lived(*[0] * 12)).observation),
        ("the mirror, a prompt", "not a play", MalformedHistory, playing_in_the_mirror_, len, history((0, 0))),
        ("the room on a prompt", "it ends in a percept", MalformedHistory, embed(mirror_room), len, history((0, 0))),
        *(
            (f"{value} as a picture", "rows of one length", expected, is_picture, value)
            for value, expected in (
                (("ab", "cd"), True),
                (("ab", "c"), False),
                ((), False),
                (["a"], False),
                (("a", 1), False),
            )
        ),
        ("cropping what is no picture", "as it is", 5, crop_to_mirror, 5),
    ]
    yield check_examples(rows)
    why, ball_right = "trained on 0 it does 0: punished for 1, and the ball is caught in vain", _snapshot(2, " ho")
    yield incrementally(why, Percept(-1, ball_right), incremental, LastRewardSignLearner(), 0, 1)
    handicap = "with penalty -1 it is e * h_crop"
    yield _as_handicap(scope, handicap, mirror, with_handicap_repaired)
    letter = "by the letter too, with h_crop paying 1 at first"
    yield _as_handicap(scope, letter, mirror, with_handicap, initial=Percept(1, 0), answers=_PERCEPTS[:2])
    yield _as_handicap(scope, "with penalty -2 too", partial(mirror, penalty=-2), with_handicap_repaired).meant_to_fail(
        "with penalty -2 too on (0,0) 0: expected Percept(-1, 0), got Percept(-2, 0)"
    )
    yield from _paired(scope, "the room", embed(mirror_room), mirror_room_incremental)
    yield from _paired(scope, "the mirror", playing_in_the_mirror_, incremental)


_CROPS: tuple[Crop, ...] = (_half, lambda observation: 0, lambda observation: observation)


def _as_handicap(
    scope: Scope,
    name: str,
    mirror: Mirror,
    compose: Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment],
    *,
    initial: Percept | None = None,
    answers: tuple[Percept, ...] = _PERCEPTS,
) -> Part:
    longest = scope.steps(quick=3, full=4)

    def claim(case: tuple[Play, Crop], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, crop = case
        e, h = embed(unknown.environment), acting_by_the_mirror(crop, initial=initial)
        cover({1: ALIKE, -1: OTHERWISE}[int(h(unknown.agent, play).reward)] if play else AT_FIRST)
        expected = compose(e, h)(unknown.agent, play)
        return equal(name, expected, mirror(e, crop)(unknown.agent, play), play)

    return decide_each(
        name,
        claim,
        product(plays(longest, _PERCEPTS[:2], scope.actions()), _CROPS),
        actions=scope.actions(),
        percepts=answers,
        branches=(AT_FIRST, ALIKE, OTHERWISE),
        domain=f"all agents, all e over {len(answers)} percepts, all plays of at most {longest} actions over 2 "
        f"percepts x {len(scope.actions())} actions, crops that keep half, nothing and all",
    )


# --- The body in the mirror ---


def _program_of(answer: Callable[[Prompt], tuple[Action, int]]) -> CostedAgent:
    """Return the agent that gives this action, after this number of steps that store nothing."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        action, steps = answer(prompt)
        for _ in range(steps):
            yield ()
        return action

    return CostedAgent(program)


def counting_its_body(steps: int) -> CostedAgent:
    """Return the agent that takes so many steps to count the rows of stars that it sees last."""
    return _program_of(lambda prompt: (sum("*" in row for row in prompt[-1].observation), steps))


def _steps_beside(image: Any, computation: Any) -> Any:
    return image, computation.steps


def _listing(prompt: Prompt) -> tuple[Action, int]:
    """Return 10 s + t where the last two images have s and t steps beside them (0 for none), after n steps."""
    seen = [percept.observation[1] if isinstance(percept.observation, tuple) else 0 for percept in prompt[::2]]
    return 10 * (seen[-2] if len(seen) > 1 else 0) + seen[-1], len(seen)


_ONE, _THREE = counting_its_body(1), counting_its_body(3)
_LEFT = [_snapshot(hour, "oh ") for hour in range(3)]
_SHOWN = showing_the_body(embed(mirror_room), with_figure_in_the_mirror)


def body_in_the_mirror(scope: Scope, *, with_body: Mirror = mirror_with_body) -> Iterator[Part]:
    """Check the body in the mirror: by hand, as written out, and that it shows what is in no function."""
    listing, abstract = _program_of(_listing), with_body(_PAID, _half, _steps_beside)
    room, shown = with_body(embed(mirror_room), crop_to_mirror, with_figure), mirror(_SHOWN, crop_to_mirror)
    with_one = (*_LEFT[1][:-1], ". [ * ] .", _LEFT[1][-1])
    stranger = history((9, 3), 4, (-1, 2), 6, (2, 2))
    turns = [(), history((0, _LEFT[0]), 0), history((0, _LEFT[0]), 0, (0, _LEFT[1]), 0)]
    rows: list[Example] = [
        ("at first", "nothing was computed: e's own", Percept(5, 7), abstract, listing, ()),
        ("the first snapshot", "o'_0 has no body: e's own", Percept(5, 7), abstract, listing, history((0, 3), 0)),
        (
            "the body in o'_i is of the computation before",
            "o'_1 shows the 1 step on one percept, o'_2 the 2 steps on two, on another's play: 10 * 1 + 2 = 12",
            Percept(5, 7),
            *(abstract, listing, (*stranger, 12)),
        ),
        ("acting as without a body", "0 is not 12: punished", Percept(-1, 7), abstract, listing, (*stranger, 0)),
        ("acting as a turn late", "1 is not 12: punished", Percept(-1, 7), abstract, listing, (*stranger, 1)),
        (
            "a run in the room",
            "it truly sees no star and does 0; in the mirror of the second turn there is one: 0 is not 1",
            [Percept(0, _LEFT[0]), Percept(0, _LEFT[1]), Percept(-1, _LEFT[2])],
            lambda: [room(_ONE, play) for play in turns],
        ),
        (
            "the other reading, where the body is shown",
            "the second snapshot has one star in it, and so has its mirror: 1 is kept to, and catches the ball",
            (Percept(0, with_one), 1),
            lambda: (shown(_ONE, turns[1]), shown(_ONE, (*turns[1], Percept(0, with_one), 1)).reward),
        ),
        ("a plain function", "it does not say", NotCosted, room, looking_for_the_ball, ()),
        *_bodies(),
    ]
    yield check_examples(rows)
    yield _body_as_written_out(scope, with_body)
    yield _property_of_the_function(room).meant_to_fail(
        "two programs of one func…] .', '. [---] .')), got Percept(-1, ('. [---] .', '2 [   ] "
        ".', '. [ ho] .', '. [---] .'))"
    )


def _bodies() -> Iterator[Example]:
    """Yield the pictures of computations, and what is not a play or a penalty, by hand."""
    why, one = "a row for each step, one wider than the store, at most 3 x 3", Computation(0, 1, 0)
    for steps, store, rows in ((0, 5, ()), (1, 0, (" * ",)), (2, 1, (" **", " **")), (9, 9, ("***",) * 3)):
        yield f"{steps} steps that store {store}", why, rows, figure, Computation(0, steps, store)
    for put in (with_figure, with_figure_in_the_mirror):
        yield "no picture", "as it is", 5, put, 5, one
    snapshot = ("a", "b", ". [ * ] .", "c")
    yield "a body in a snapshot", "before the last row", snapshot, with_figure_in_the_mirror, ("a", "b", "c"), one
    yield "the play begins", "no body: e's own", Percept(0, _LEFT[0]), playing_with_a_body, _ONE, ()
    punishing = partial(mirror_with_body, embed(mirror_room), crop_to_mirror, with_figure, penalty=0)
    yield "a penalty that does not punish", "0 is not below 0", InvalidParameter, punishing
    for environment in (playing_with_a_body, _SHOWN):
        yield "a body on a prompt", "it ends in a percept", MalformedHistory, environment, _ONE, history((0, 0))


def _body_as_written_out(scope: Scope, with_body: Mirror) -> Part:
    environment = with_body(always(Percept(1, 7)), _half, _steps_beside)

    def thinking(agent: Agent) -> Callable[[Prompt], tuple[Action, int]]:
        """Return the program that reads an answer of 0 to 3 as an action and a number of steps, 0 or 1."""
        return lambda prompt: divmod(agent(prompt), 2)[::-1]

    def written(agent: Agent, play: Play) -> tuple[Percept, str]:
        if play == ():
            return Percept(1, 7), AT_FIRST
        asked: Prompt = ()
        for index, element in enumerate(play[:-1]):
            if index % 2:
                asked = (*asked, element)
            elif index == 0:
                asked = (Percept(element.reward, element.observation // 2),)
            else:
                image = element.observation // 2, thinking(agent)(play[: index - 1])[1]
                asked = (*asked, Percept(element.reward, image))
        alike = thinking(agent)(asked)[0] == play[-1]
        return (Percept(1, 7), ALIKE) if alike else (Percept(-1, 7), OTHERWISE)

    longest = scope.steps(quick=3, full=3)
    return written_out_on(
        "as written out",
        lambda agent, play: environment(_program_of(thinking(agent)), play),
        written,
        plays(longest, _PERCEPTS[:2], scope.actions()),
        actions=range(4),
        branches=(AT_FIRST, ALIKE, OTHERWISE),
        domain=f"all programs of at most one step, all plays of at most {longest} actions over 2 percepts x "
        f"{len(scope.actions())} actions",
    )


@part(
    "the body is a property of the function",
    branches=("equal as functions",),
    domain="two programs that count the stars, in 1 step and in 3",
)
def _property_of_the_function(room: ExtendedEnvironment) -> Iterator[Case]:
    play = history((0, _LEFT[0]), 0, (0, _LEFT[1]), 1)
    if all(_ONE(prompt) == _THREE(prompt) for prompt in (play[:1], play[:3])):
        yield "equal as functions", equal("two programs of one function", room(_ONE, play), room(_THREE, play))


# --- Binocular vision ---


class _Counting:
    """A game that shows 10 times the number of keys pressed to the left eye, and the sum of them to the right."""

    initial = (0, 0)

    def press(self, state: tuple[int, int], key: Action) -> tuple[int, int]:
        return state[0] + 1, state[1] + key

    def show(self, state: tuple[int, int]) -> tuple[int, int]:
        return 10 * state[0], state[1]


def _adding(left: Any, right: Any) -> Any:
    return left + right


def _telling(prompt: Prompt) -> Action:
    """Return the sum of all models, or 1 where one of them is a pair of pictures."""
    seen = [percept.observation for percept in prompt[::2]]
    return 1 if any(isinstance(model, tuple) for model in seen) else sum(seen)


def _reaching_for_a(prompt: Prompt) -> Action:
    """Press 1 where A is seen in the front layer of a model, else 2; there are no layers in a pair of pictures."""
    model = prompt[-1].observation
    return 1 if len(model) == 3 and any("A" in row for row in model[0]) else 2


def _pictures(world: Any) -> tuple[Any, Any]:
    return left_picture(world), right_picture(world)


_PRESSED = (
    ((0, 0), 1, (1, 0)),
    ((2, 0), 1, (0, 0)),
    ((1, 1), 1, (1, 1)),
    ((0, 1), 1, (1, 1)),
    ((0, 0), 2, (0, 1)),
    ((1, 2), 2, (1, 0)),
    ((2, 0), 2, (2, 0)),
    ((2, 2), 2, (2, 0)),
    ((1, 2), 1, (2, 2)),
    ((0, 0), 0, (0, 0)),
    ((0, 0), 3, (0, 0)),
)
"""Where A is, a key, and where A is then: modulo 3, and not where B is."""


def binocular_vision(
    scope: Scope,
    *,
    binocular: Any = binocular,
    merge: Merge = merge_pictures,
    incremental: IncrementalEnvironment = seeing_blocks_incremental,
) -> Iterator[Part]:
    """Check binocular vision: by hand, as written out, and that in the world of blocks the models are those seen."""
    counting, blocks = binocular(_Counting(), _adding), binocular(block_game, merge)
    world = solid({(0, 1, 0): "A", (2, 1, 1): "B", (1, 0, 2): "C"})
    hiding = solid({(1, 1, 0): "A", (2, 1, 1): "B"})
    first, second = ((".C...", "..AB."), ("...C.", "A..B.")), ((".C...", "...A."), ("...C.", ".A.B."))
    stranger = history((9, (30, 4)), 8, (-1, (5, 6)))
    blank = (("...",), ("...",), ("...",))
    odd = history((0, 5), 1, (0, "ab"), 1, (0, (1, 2, 3)), 1)
    rows: list[Example] = [
        ("at first", "no reward, and the pictures of no key", Percept(0, (0, 0)), counting, len, ()),
        (
            "as on the models",
            "30 + 4 and 5 + 6 add up to 45; the keys 8 and 45 of another's play show 20 and 53",
            Percept(1, (20, 53)),
            *(counting, _telling, (*stranger, 45)),
        ),
        ("as on the pictures", "on pairs it does 1, not 45", Percept(-1, (20, 9)), counting, _telling, (*stranger, 1)),
        (
            "both pictures",
            "A at 0 - 0 + 2 = 2, B at 2 - 1 + 2 = 3, C at 1 - 2 + 2 = 1; A at 0 + 0, B at 2 + 1, C at 1 + 2",
            first,
            *(_pictures, world),
        ),
        ("merging them", "A: (2 + 0 - 2) / 2 = 0, layer (0 - 2 + 2) / 2 = 0; B: 2, 1; C: 1, 2", world, merge, *first),
        (
            "a block that one eye does not see",
            "on the left A is at 1 + 2 = 3 and hides B at 2 - 1 + 2 = 3: B's cell is blank",
            solid({(1, 1, 0): "A"}),
            *(merge, *_pictures(hiding)),
        ),
        ("two blocks of one name", "not to be matched: blank", blank, merge, (".A.A.",), (".A.A.",)),
        ("pictures of no one world", "A: 2 * column = 2 + 1 - 2 is odd: blank", blank, merge, ("..A..",), (".A...",)),
        ("no pictures", "5 and 6 are none", (5, 6), merge, 5, 6),
        ("no right picture", "6 is none", (("...",), 6), merge, ("...",), 6),
        ("too narrow for the depth", "2 < 3", (("A.",), ("A.",)), merge, ("A.",), ("A.",)),
        ("of different heights", "1 and 2 rows", (("...",), ("...", "...")), merge, ("...",), ("...", "...")),
        ("as narrow as may be", "column 0, layer (1 - 1 + 2) / 2", ((".",), ("A",), (".",)), merge, (".A.",), (".A.",)),
        ("in different rows", "blank", ((".", "."),) * 3, merge, (".A.", "..."), ("...", ".A.")),
        ("the pictures of one layer", "the layer", (("A.B",), ("A.B",)), _pictures, (("A.B",),)),
        *((f"key {key} with A at {at}", "modulo 3", there, block_game.press, at, key) for at, key, there in _PRESSED),
        (
            "what is no pair of pictures stays",
            "a number, a word and three of them",
            (*odd, Percept(1, 7)),
            *(with_models(_adding), (*odd, Percept(1, (3, 4)), 0)),
        ),
        ("what is not a play", "it ends in a percept", MalformedHistory, blocks, len, history((0, 5))),
        (
            "pressing keys",
            "A in front of the model: 1 is as on the models; A goes a column on and hides B from the left eye",
            Percept(1, second),
            *(blocks, _reaching_for_a, history((0, first), 1)),
        ),
        (
            "what it truly does",
            "on two pictures it presses 2, on the model 1: punished; A goes a layer away",
            Percept(-1, ((".C...", ".A.B."), ("...C.", ".A.B."))),
            *(blocks, _reaching_for_a, history((0, first), 2)),
        ),
        (
            "one world or another, with two blocks of one name",
            "A at (1,0) and (1,2), or at (0,1) and (2,1): pictures 3 and 1 on the left, 1 and 3 on the right",
            _pictures(solid({(1, 0, 0): "A", (1, 0, 2): "A"})),
            *(_pictures, solid({(0, 0, 1): "A", (2, 0, 1): "A"})),
        ),
    ]
    yield check_examples(rows)
    why = "untrained it does 0: paid; paid, it does 1: punished for 0; punished, it does 0: punished for 1"
    yield incrementally(why, Percept(-1, second), incremental, LastRewardSignLearner(), 0, 0, 1)
    yield _binocular_written_out(scope, binocular)
    yield _models_of_worlds(scope, merge)
    yield _pictures_of_models(merge).meant_to_fail(
        "the pictures of (('A..',), ('.B.',), ('...',)) and of its model: expected (('..A..',)"
        ", ('A.B..',)), got (('..A..',), ('A....',))"
    )
    yield from _paired(scope, "the world of blocks", seeing_blocks, incremental)


def _binocular_written_out(scope: Scope, binocular: Any) -> Part:
    def written(agent: Agent, play: Play) -> tuple[Percept, str]:
        shown = 10 * (len(play) // 2), sum(play[1::2])
        if play == ():
            return Percept(0, shown), AT_FIRST
        asked = tuple(x if type(x) is int else Percept(x.reward, sum(x.observation)) for x in play[:-1])
        return (Percept(1, shown), ALIKE) if agent(asked) == play[-1] else (Percept(-1, shown), OTHERWISE)

    small = scope.steps(quick=3, full=4), (Percept(0, (0, 0)), Percept(1, (10, 1))), scope.actions()
    environment = binocular(_Counting(), _adding)
    return written_out("as written out", environment, written, small, branches=(AT_FIRST, ALIKE, OTHERWISE))


def _worlds(blocks: int) -> Iterator[tuple[dict[Place, str], Solid]]:
    """Yield every world of at most so many blocks, of different names, in 3 x 1 x 3 and in 2 x 2 x 2 cells."""
    for width, height, depth in ((3, 1, 3), (2, 2, 2)):
        cells = list(product(range(width), range(height), range(depth)))
        for number in range(blocks + 1):
            for places in permutations(cells, number):
                named = dict(zip(places, "ABCD"[:number], strict=True))
                yield named, solid(named, width=width, height=height, depth=depth)


_ALL_SEEN, _HIDDEN = "all is seen by both eyes", "an eye does not see all"


def _models_of_worlds(scope: Scope, merge: Any) -> Part:
    most = 4 if scope.is_full else 3
    domain = f"all worlds of at most {most} blocks of different names in 3 x 1 x 3 and 2 x 2 x 2"

    def hidden(blocks: dict[Place, str], place: Place) -> bool:
        """Whether on the ray to the eye on one side, -1 for left, there is a nearer block."""
        x, y, z = place
        return any((x + side * (z - nearer), y, nearer) in blocks for nearer in range(z) for side in (-1, 1))

    @part("merging the pictures gives what both eyes see", branches=(_ALL_SEEN, _HIDDEN), domain=domain)
    def cases() -> Iterator[Case]:
        for blocks, world in _worlds(most):
            depth, size = len(world), {"width": len(world[0][0]), "height": len(world[0]), "depth": len(world)}
            seen = {place: name for place, name in blocks.items() if not hidden(blocks, place)}
            got = merge(*_pictures(world), depth=depth)
            wrong = equal(f"the model of {world}", solid(seen, **size), got)
            yield _ALL_SEEN if seen == blocks else _HIDDEN, wrong

    return cases()


@part(
    "the pictures are those of the model",
    domain="all worlds of at most 2 blocks of different names in 3 x 1 x 3 and 2 x 2 x 2",
)
def _pictures_of_models(merge: Any) -> Iterator[Case]:
    for _, world in _worlds(2):
        expected = _pictures(world)
        model = merge(*expected, depth=len(world))
        wrong = equal(f"the pictures of {world} and of its model", expected, _pictures(model))
        yield _ALL_SEEN if model == world else _HIDDEN, wrong


# --- Mutants ---


def _showing_the_mirror_alone(e: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        reward, snapshot = mirror(e, crop, penalty=penalty)(agent, play)
        return Percept(reward, crop(snapshot))

    return environment


def _taking_off_the_penalty(e: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        got, percept = mirror(e, crop, penalty=penalty)(agent, play), e(agent, play)
        return percept if got == percept else Percept(percept.reward + penalty, percept.observation)

    return environment


class _ForgettingThePenalty(MirrorIncremental):
    def advance(self, learner: Learner[Any], state: MirrorState, action: Action) -> tuple[Percept, MirrorState]:
        percept, after = super().advance(learner, state, action)
        return Percept(0, percept.observation), after


def _body_of_now(e: ExtendedEnvironment, crop: Crop, body: Body) -> ExtendedEnvironment:
    """Put into o'_i the body of the answer to the i-th percept, and not to the one before."""

    def environment(agent: Agent, play: Play) -> Percept:
        if not isinstance(agent, CostedAgent) or play == ():
            return mirror_with_body(e, crop, body)(agent, play)
        asked = list(seen_in_the_mirror(crop)(play))
        for index in range(0, len(asked), 2):
            asked[index] = asked[index]._replace(
                observation=body(asked[index].observation, agent.compute(play[: index + 1]))
            )
        percept = e(agent, play)
        return percept if agent(tuple(asked)) == play[-1] else Percept(-1, percept.observation)

    return environment


def _seen_as(model: Callable[[Any], Observation]) -> Callable[[Game, Merge], ExtendedEnvironment]:
    """Return binocular vision in which something else is made of the pictures."""

    def otherwise(game: Game, merge: Merge) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            pictures = binocular(game, merge)(agent, play).observation
            return mimic(lambda play: map_observations(model, prompt_of(play)), observation=pictures)(agent, play)

        return environment

    return otherwise


def _showing_the_model(game: Game, merge: Merge) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        percept: Any = binocular(game, merge)(agent, play)
        return Percept(percept.reward, merge(*percept.observation))

    return environment


def _one_eye_is_enough(left: Any, right: Any, *, depth: int = DEPTH) -> Observation:
    """Merge, and put what the right eye alone sees into the front layer."""
    if not is_picture(left):
        return merge_pictures(left, right, depth=depth)
    model: Any = merge_pictures(left, right, depth=depth)
    width, height = len(left[0]) - depth + 1, len(left)
    blocks = {
        (x, y, z): cell for z, layer in enumerate(model) for y, row in enumerate(layer) for x, cell in enumerate(row)
    }
    for y, row in enumerate(right):
        for x, cell in enumerate(row):
            if cell not in blocks.values():
                blocks[min(x, width - 1), y, 0] = cell
    return solid(blocks, width=width, height=height, depth=depth)


class _PayingForActingOtherwise(BinocularIncremental):
    def advance(self, learner: Learner[Any], state: BinocularState, action: Action) -> tuple[Percept, BinocularState]:
        percept, after = super().advance(learner, state, action)
        return Percept(-percept.reward, percept.observation), after


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E15",
        kind="example",
        title="playing in the mirror",
        claim="The environment shows what a merciful e shows and pays what e pays, but punishes the agent if it did "
        "not act as it would if every snapshot were cropped to the mirror. With penalty -1 it is e * h_crop.",
        source=f"{ALEXANDER_2021}, Example 15",
        check=playing_in_the_mirror,
        mutants={
            "nothing is cropped": {
                "mirror": lambda e, crop, penalty=-1: mirror(e, lambda snapshot: snapshot, penalty=penalty)
            },
            "only the mirror is shown": {"mirror": _showing_the_mirror_alone},
            "the penalty is taken off e's reward": {"mirror": _taking_off_the_penalty},
            "cropped with the frame": {"crop": lambda snapshot: tuple(row[2:7] for row in snapshot)},
            "incrementally, nothing is ever punished": {
                "incremental": _ForgettingThePenalty(mirror_room_incremental, crop_to_mirror)
            },
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents and all e over 3 percepts, all plays of at most 3 actions over 2 "
        "percepts x 2 actions, three crops; the incremental forms of room and mirror for all learners, all sequences "
        "of at most 2 actions; sampled to 20",
        defects="The paper gives no penalty, and does not mention the empty play. The rewards in s' are those of e', "
        "including penalties, so e is asked about a past that it never gave. As printed, e * h_crop is defined only "
        "if h_crop pays 1 at first.",
        repair="a negative penalty, -1 unless given; nothing is compared on the empty play",
        witness="with penalty -2 it is not e * h_crop",
    ),
    Statement(
        id="A21-E15-body",
        kind="example",
        title="a body in the mirror",
        claim="The agent should act as if it saw, in the mirror, a picture of how it computed its last answer.",
        source=f"{ALEXANDER_2021}, Section 5.2, after Example 15",
        check=body_in_the_mirror,
        mutants={
            "no body": {"with_body": lambda e, crop, body: mirror_with_body(e, crop, lambda image, computation: image)},
            "the body of the answer yet to come": {"with_body": _body_of_now},
        },
        verdict="defined",
        evidence="by hand; exhaustive: all programs of at most one step that store nothing, all plays of at most 3 "
        "actions over 2 percepts x 2 actions",
        defects="As printed, the body is only in o', so the agent never sees it; the paper does not say whether it "
        "should. There is no computation before the first snapshot. Steps are not a property of a function: two "
        "programs of one function are paid differently, so this is not an extended environment by Definition 3, whose "
        "agents are functions.",
        repair="the agent is a program that says what it costs; where the body is also shown, the environment is the "
        "mirror of e with bodies",
        witness="two programs that count the stars they see, in 1 step and in 3: for doing 1 on the second turn, the "
        "first keeps e's reward and the second is punished",
    ),
    Statement(
        id="A21-E16",
        kind="example",
        title="binocular vision",
        claim="The environment shows a pair of pictures for each snapshot of a game. It pays 1 if the agent acts as "
        "if it had been shown the 3-D models that they determine, and -1 otherwise.",
        source=f"{ALEXANDER_2021}, Example 16",
        check=binocular_vision,
        mutants={
            "asked about the pictures": {"binocular": _seen_as(lambda pictures: pictures)},
            "the model is shown": {"binocular": _showing_the_model},
            "asked about the left pictures": {"binocular": _seen_as(lambda pictures: pictures[0])},
            "eyes exchanged": {"merge": lambda left, right, depth=DEPTH: merge_pictures(right, left, depth=depth)},
            "what one eye sees is no blank": {"merge": _one_eye_is_enough},
            "incrementally, paid for acting otherwise": {
                "incremental": _PayingForActingOtherwise(block_game, merge_pictures)
            },
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents, all plays of at most 3 actions over 2 percepts x 2 actions; the "
        "models of all worlds of at most 3 blocks in 3 x 1 x 3 and 2 x 2 x 2 cells; the incremental form for all "
        "learners, all sequences of at most 2 actions; sampled to 20",
        defects="The paper does not mention the empty play. It stipulates that the two pictures of V are equivalent "
        "to one model, and does not say for which games they are. They are not if one eye sees a block that the other "
        "does not, since its cell is blank in the model; and if two blocks look alike, two worlds may have the same "
        "pictures.",
        repair="reward 0 on the empty play; blocks of different names, and a model of what both eyes see",
        witness="blocks at column 0, layer 0 and column 1, layer 1: the second is behind the first for the left eye "
        "alone, and the right picture has it while the model has not",
    ),
)
