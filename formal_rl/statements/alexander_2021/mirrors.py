"""Checks of the mirror, of the body in it, and of binocular vision."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, LastRewardSignLearner, Learner
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    decide_plays,
    disagreement,
    part,
)
from formal_rl.environments import (
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
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    all_plays,
    history,
    map_observations,
    prompt_of,
)
from formal_rl.statements.alexander_2021.picture_pairs import PicturePair
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.run_out import percepts_along
from formal_rl.statements.statement import Statement
from formal_rl.transforms import with_handicap, with_handicap_repaired

Mirror = Callable[..., ExtendedEnvironment]

ALIKE, OTHERWISE, AT_FIRST = "acted alike", "acted otherwise", "at first"

_HALF = Fraction(1, 2)
_PERCEPTS = (Percept(0, 0), Percept(1, 3), Percept(-1, 2))


def _plays(scope: Scope, longest: int) -> Iterator[Play]:
    return (play for n in range(longest + 1) for play in all_plays(_PERCEPTS[:2], scope.actions(), n))


def _domain(scope: Scope, longest: int) -> str:
    return f"all plays of at most {longest} actions over 2 percepts x {len(scope.actions())} actions"


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


def _always(percept: Percept) -> ExtendedEnvironment:
    return lambda agent, play: percept


def playing_in_the_mirror(
    scope: Scope,
    *,
    mirror: Mirror = mirror,
    crop: Crop = crop_to_mirror,
    incremental: IncrementalEnvironment = playing_in_the_mirror_incremental,
) -> Iterator[Part]:
    """Check the mirror: by hand, as a handicap, and that in the room it shows all that matters."""
    paying, room = mirror(_always(Percept(5, 7)), _half), mirror(embed(mirror_room), crop)
    left, right = "oh ", " ho"
    first, second, third = _snapshot(0, left), _snapshot(1, right), _snapshot(2, left)
    stranger = history((9, 3), 4, (-1, 2))
    yield check_examples(
        (
            ("at first", "nothing was done: e's own percept", Percept(5, 7), paying, _adding_up, ()),
            (
                "as on the cropped",
                "3 and 2 are cropped to 1 and 1, which add up to 2; it would truly have done 5: e's own percept",
                Percept(5, 7),
                paying,
                _adding_up,
                (*stranger, 2),
            ),
            (
                "as one truly would",
                "3 + 2 = 5, not 2: punished, and e's observation is shown uncropped",
                Percept(-1, 7),
                paying,
                _adding_up,
                (*stranger, 5),
            ),
            (
                "another penalty",
                "5 is not 2: -3 is paid",
                Percept(-3, 7),
                mirror(_always(Percept(5, 7)), _half, penalty=-3),
                _adding_up,
                (*stranger, 5),
            ),
            (
                "a penalty of -1/2",
                "5 is not 2: -1/2 is paid",
                Percept(-_HALF, 7),
                mirror(_always(Percept(5, 7)), _half, penalty=-_HALF),
                _adding_up,
                (*stranger, 5),
            ),
            *(
                (f"the penalty {penalty}", "not exact, or not below 0", InvalidParameter, refuse)
                for penalty in (0, _HALF, True, -1.0)
                for refuse in [partial(mirror, paying, _half, penalty=penalty)]
            ),
            ("the mirror in a snapshot", "columns 3 to 5 of the rows inside of the frame", ("   ", "oh "), crop, first),
            (
                "looking for the ball",
                "the ball is left, right and left of the chair, in the room as in the mirror: 1, 2",
                history((0, first), 1, (1, second), 2, (1, third), 1),
                interaction,
                looking_for_the_ball,
                room,
                3,
            ),
            (
                "looking at the clock",
                "on 0 it does 1 and on 1 it does 2, and catches the ball; the mirror shows no clock, there it does 0",
                history((0, first), 1, (-1, second), 2, (-1, third), 1),
                interaction,
                looking_at_the_clock,
                room,
                3,
            ),
            (
                "sitting still where the clock says reach",
                "it would not do 0 at hour 0; without a clock it does 0, as the play has: e's reward of 0",
                Percept(0, _snapshot(1, left)),
                room,
                looking_at_the_clock,
                history((0, first), 0),
            ),
        )
    )
    yield check_examples(_incremental_mirrors(incremental), "the incremental forms")
    yield check_examples(_guards_of_pictures(), "what is not a play or a picture")
    for name, compose, initial, only_merciful in (
        ("with penalty -1 it is e * h_crop", with_handicap_repaired, None, False),
        ("by the letter too, with h_crop paying 1 at first", with_handicap, Percept(1, 0), True),
    ):
        yield _as_handicap(scope, name, mirror, compose, initial, only_merciful=only_merciful)
    yield _as_handicap(
        scope, "with penalty -2 too", partial(mirror, penalty=-2), with_handicap_repaired, None, only_merciful=False
    ).meant_to_fail("with penalty -2 too on (0,0) 0: expected Percept(-1, 0), got Percept(-2, 0)")
    yield _all_that_matters(scope, crop)
    for pair in (
        PicturePair("the room, incrementally", embed(mirror_room), mirror_room_incremental),
        PicturePair("the mirror, incrementally", playing_in_the_mirror_, incremental),
    ):
        yield from pair.parts(evolve(scope, horizon=min(3, scope.steps(quick=2, full=3))))


def _clock(percept: Percept) -> str:
    """Return the hour in a snapshot of the room."""
    snapshot: Any = percept.observation
    return str(snapshot[1][0])


def _incremental_mirrors(incremental: IncrementalEnvironment) -> Iterator[Example]:
    """Yield the incremental forms, by hand."""
    learner = LastRewardSignLearner()
    twelve = percepts_along(mirror_room_incremental, learner, [0] * 12)
    yield (
        "the room",
        "1 catches the ball on the left, 2 on the right, where 1 then reaches in vain",
        (
            Percept(0, _snapshot(0, "oh ")),
            Percept(1, _snapshot(1, " ho")),
            Percept(0, _snapshot(2, " ho")),
            Percept(1, _snapshot(3, "oh ")),
        ),
        percepts_along,
        mirror_room_incremental,
        learner,
        (1, 1, 2),
    )
    yield ("the clock after 9 hours", "9, 0, 1, 2", "9012", lambda: "".join(_clock(p) for p in twelve[9:]))
    yield (
        "the hours that are kept",
        "13 modulo 10",
        3,
        lambda: (
            mirror_room_incremental.advance(learner, mirror_room_incremental.start(learner)[1]._replace(turns=12), 0)[
                1
            ].turns
        ),
    )
    yield (
        "the mirror",
        "untrained it does 0: kept to; trained on 0 it does 0: punished for 1, and the ball is caught in vain",
        (Percept(0, _snapshot(0, "oh ")), Percept(0, _snapshot(1, "oh ")), Percept(-1, _snapshot(2, " ho"))),
        percepts_along,
        incremental,
        learner,
        (0, 1),
    )
    yield (
        "a penalty that does not punish",
        "0 is not below 0",
        InvalidParameter,
        partial(MirrorIncremental, mirror_room_incremental, crop_to_mirror, penalty=0),
    )


def _guards_of_pictures() -> Iterator[Example]:
    """Yield what is not a play, and what is not a picture, by hand."""
    prompt = history((0, 0))
    for name, environment in (("the mirror", playing_in_the_mirror_), ("the room", embed(mirror_room))):
        yield (f"{name} on a prompt", "it ends in a percept", MalformedHistory, environment, len, prompt)
    for value, expected in ((("ab", "cd"), True), (("ab", "c"), False), ((), False), (5, False), (["a"], False)):
        yield (f"{value} as a picture", "rows of one length", expected, is_picture, value)
    yield ("rows that are not text", "1 is a number", False, is_picture, ("a", 1))
    yield ("cropping what is no picture", "as it is", 5, crop_to_mirror, 5)


_CROPS: tuple[Crop, ...] = (_half, lambda observation: 0, lambda observation: observation)


def _as_handicap(
    scope: Scope,
    name: str,
    mirror: Mirror,
    compose: Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment],
    initial: Percept | None,
    *,
    only_merciful: bool,
) -> Part:
    longest = scope.steps(quick=3, full=4)
    answers = tuple(percept for percept in _PERCEPTS if percept.reward >= 0 or not only_merciful)

    def claim(case: tuple[Play, Crop], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, crop = case
        e, h = embed(unknown.environment), acting_by_the_mirror(crop, initial=initial)
        cover({1: ALIKE, -1: OTHERWISE}[int(h(unknown.agent, play).reward)] if play else AT_FIRST)
        expected = compose(e, h)(unknown.agent, play)
        return disagreement(name, expected, mirror(e, crop)(unknown.agent, play), play)

    return decide_each(
        name,
        claim,
        product(_plays(scope, longest), _CROPS),
        actions=scope.actions(),
        percepts=answers,
        branches=(AT_FIRST, ALIKE, OTHERWISE),
        domain=f"all agents, all e over {len(answers)} percepts, {_domain(scope, longest)}, "
        "crops that keep half, nothing and all",
    )


def _all_that_matters(scope: Scope, crop: Crop) -> Part:
    """Show that image and action determine the reward and the next image, and not the next snapshot."""
    longest = scope.steps(quick=5, full=7)

    @part(
        "in the room the mirror shows all that matters",
        branches=("the same snapshot", "another snapshot, the same image"),
        domain=f"all sequences of 1 to {longest} actions of 3 in the room",
    )
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        known: dict[tuple[object, Action], tuple[object, object, object]] = {}
        for chosen in (keys for n in range(1, longest + 1) for keys in product(range(3), repeat=n)):
            play: Play = tuple(element for action in chosen for element in (Percept(0, 0), action))
            before, (reward, snapshot) = mirror_room(play[:-2]), mirror_room(play)
            image = crop(before.observation)
            earlier = known.setdefault((image, chosen[-1]), (reward, crop(snapshot), snapshot))
            branch = "the same snapshot" if earlier[2] == snapshot else "another snapshot, the same image"
            about = f"on the image {image}, after {chosen[-1]}, the reward and the next image"
            yield branch, disagreement(about, earlier[:2], (reward, crop(snapshot)), play)

    return cases()


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


def body_in_the_mirror(scope: Scope, *, with_body: Mirror = mirror_with_body) -> Iterator[Part]:
    """Check the body in the mirror: by hand, as written out, and that it shows what is in no function."""
    listing = _program_of(_listing)
    abstract = with_body(_always(Percept(5, 7)), _half, _steps_beside)
    room = with_body(embed(mirror_room), crop_to_mirror, with_figure)
    shown = mirror(showing_the_body(embed(mirror_room), with_figure_in_the_mirror), crop_to_mirror)
    one, three = counting_its_body(1), counting_its_body(3)
    left = [_snapshot(hour, "oh ") for hour in range(3)]
    with_one = (*left[1][:-1], ". [ * ] .", left[1][-1])
    stranger = history((9, 3), 4, (-1, 2), 6, (2, 2))
    yield check_examples(
        (
            ("at first", "nothing was computed: e's own", Percept(5, 7), abstract, listing, ()),
            (
                "before the first snapshot nothing was computed",
                "on o'_0 without a body it does 0: e's own",
                Percept(5, 7),
                abstract,
                listing,
                history((0, 3), 0),
            ),
            (
                "the body in o'_i is of the computation before",
                "o'_1 shows the 1 step on one percept, o'_2 the 2 steps on two, on another's play: 10 * 1 + 2 = 12",
                Percept(5, 7),
                abstract,
                listing,
                (*stranger, 12),
            ),
            ("acting as without a body", "0 is not 12: punished", Percept(-1, 7), abstract, listing, (*stranger, 0)),
            (
                "acting as with the body a turn late",
                "1 is not 12: punished",
                Percept(-1, 7),
                abstract,
                listing,
                (*stranger, 1),
            ),
            (
                "the body of a computation",
                "3 steps that store nothing: three rows of one star",
                ("   ", "oh ", " * ", " * ", " * "),
                lambda: with_figure(("   ", "oh "), three.compute(history((0, left[0])))),
            ),
            (
                "a run in the room",
                "it truly sees no star and does 0; in the mirror of the second turn there is one: 0 is not 1",
                (Percept(0, left[0]), Percept(0, left[1]), Percept(-1, left[2])),
                lambda: (
                    room(one, ()),
                    room(one, history((0, left[0]), 0)),
                    room(one, history((0, left[0]), 0, (0, left[1]), 0)),
                ),
            ),
            (
                "the other reading, where the body is shown",
                "the second snapshot has one star in it, and so has its mirror: 1 is kept to, and catches the ball",
                (Percept(0, with_one), 1),
                lambda: (
                    shown(one, history((0, left[0]), 0)),
                    shown(one, history((0, left[0]), 0, (0, with_one), 1)).reward,
                ),
            ),
            ("a plain function", "it does not say", NotCosted, room, looking_for_the_ball, ()),
        )
    )
    yield check_examples(_bodies(one), "bodies")
    yield _as_written_out(scope, with_body)

    @part(
        "the body is a property of the function",
        branches=("equal as functions",),
        domain="two programs that count the stars, in 1 step and in 3",
    )
    def one_function() -> Iterator[tuple[str, Disagreement | None]]:
        play = history((0, left[0]), 0, (0, left[1]), 1)
        if all(one(prompt) == three(prompt) for prompt in (play[:1], play[:3])):
            yield (
                "equal as functions",
                disagreement("two programs of one function", room(one, play), room(three, play)),
            )

    yield one_function().meant_to_fail(
        "two programs of one func…] .', '. [---] .')), got Percept(-1, ('. [---] .', '2 [   ] "
        ".', '. [ ho] .', '. [---] .'))"
    )


def _bodies(one: CostedAgent) -> Iterator[Example]:
    """Yield the pictures of computations, and what is not a play or a penalty, by hand."""
    for steps, store, expected in (
        (0, 5, ()),
        (1, 0, (" * ",)),
        (2, 1, (" **", " **")),
        (3, 2, ("***",) * 3),
        (9, 9, ("***",) * 3),
    ):
        yield (
            f"{steps} steps that store {store}",
            "a row for each step, one wider than the store, at most 3 x 3",
            expected,
            figure,
            Computation(0, steps, store),
        )
    computation = Computation(0, 1, 0)
    for about, put in (("an image", with_figure), ("a snapshot", with_figure_in_the_mirror)):
        yield (f"no picture as {about}", "as it is", 5, put, 5, computation)
    yield (
        "a body in a snapshot",
        "before the last row",
        ("a", "b", ". [ * ] .", "c"),
        with_figure_in_the_mirror,
        ("a", "b", "c"),
        computation,
    )
    yield (
        "without a body when a play begins",
        "e's own",
        Percept(0, _snapshot(0, "oh ")),
        playing_with_a_body,
        one,
        (),
    )
    yield (
        "a penalty that does not punish",
        "0 is not below 0",
        InvalidParameter,
        partial(mirror_with_body, embed(mirror_room), crop_to_mirror, with_figure, penalty=0),
    )
    for name, environment in (
        ("asked for", playing_with_a_body),
        ("shown", showing_the_body(embed(mirror_room), with_figure_in_the_mirror)),
    ):
        yield (
            f"a body {name} on a prompt",
            "it ends in a percept",
            MalformedHistory,
            environment,
            one,
            history((0, 0)),
        )


def _as_written_out(scope: Scope, with_body: Mirror) -> Part:
    longest = scope.steps(quick=3, full=3)
    environment = with_body(_always(Percept(1, 7)), _half, _steps_beside)

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        def answer(prompt: Prompt) -> tuple[Action, int]:
            steps, action = divmod(unknown.agent(prompt), 2)
            return action, steps

        agent = _program_of(answer)
        branch, reward = AT_FIRST, 1
        if play:
            asked: Prompt = ()
            for index, element in enumerate(play[:-1]):
                if index % 2:
                    asked = (*asked, element)
                elif index == 0:
                    asked = (Percept(element.reward, element.observation // 2),)
                else:
                    image = element.observation // 2, answer(play[: index - 1])[1]
                    asked = (*asked, Percept(element.reward, image))
            branch, reward = (ALIKE, 1) if answer(asked)[0] == play[-1] else (OTHERWISE, -1)
        cover(branch)
        return disagreement("the percept", Percept(reward, 7), environment(agent, play), play)

    return decide_each(
        "as written out",
        claim,
        _plays(scope, longest),
        actions=range(4),
        branches=(AT_FIRST, ALIKE, OTHERWISE),
        domain=f"all programs of at most one step, {_domain(scope, longest)}",
    )


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
    yield check_examples(
        (
            ("at first", "no reward, and the pictures of no key", Percept(0, (0, 0)), lambda: counting(len, ())),
            (
                "as on the models",
                "30 + 4 and 5 + 6 add up to 45; the keys 8 and 45 of another's play show 20 and 53",
                Percept(1, (20, 53)),
                lambda: counting(_telling, (*stranger, 45)),
            ),
            (
                "as on the pictures",
                "on pairs it does 1, which is not 45",
                Percept(-1, (20, 9)),
                lambda: counting(_telling, (*stranger, 1)),
            ),
            (
                "the left picture",
                "A at 0 - 0 + 2 = 2, B at 2 - 1 + 2 = 3, C at 1 - 2 + 2 = 1",
                first[0],
                lambda: left_picture(world),
            ),
            (
                "the right picture",
                "A at 0 + 0 = 0, B at 2 + 1 = 3, C at 1 + 2 = 3",
                first[1],
                lambda: right_picture(world),
            ),
            (
                "merging them",
                "A: (2 + 0 - 2) / 2 = 0 and layer (0 - 2 + 2) / 2 = 0; B: 2 and 1; C: 1 and 2",
                world,
                lambda: merge(*first),
            ),
            (
                "a block that one eye does not see",
                "on the left A is at 1 + 2 = 3 and hides B at 2 - 1 + 2 = 3: B's cell is blank",
                solid({(1, 1, 0): "A"}),
                lambda: merge(left_picture(hiding), right_picture(hiding)),
            ),
            (
                "two blocks of one name",
                "not to be matched: blank",
                (("...",), ("...",), ("...",)),
                lambda: merge((".A.A.",), (".A.A.",)),
            ),
            (
                "pictures of no one world",
                "A: 2 * column = 2 + 1 - 2 is odd: blank",
                (("...",), ("...",), ("...",)),
                lambda: merge(("..A..",), (".A...",)),
            ),
            ("no pictures", "5 and 6 are none", (5, 6), lambda: merge(5, 6)),
            ("no right picture", "6 is none", (("...",), 6), lambda: merge(("...",), 6)),
            ("too narrow for the depth", "2 < 3", (("A.",), ("A.",)), lambda: merge(("A.",), ("A.",))),
            (
                "of different heights",
                "1 and 2 rows",
                (("...",), ("...", "...")),
                lambda: merge(("...",), ("...", "...")),
            ),
            (
                "as narrow as may be",
                "A: (1 + 1 - 2) / 2 = 0 and layer (1 - 1 + 2) / 2 = 1",
                (((".",), ("A",), (".",))),
                lambda: merge((".A.",), (".A.",)),
            ),
            ("in different rows", "blank", ((".", "."),) * 3, lambda: merge((".A.", "..."), ("...", ".A."))),
            ("the pictures of one layer", "the layer", ("A.B",), lambda: left_picture((("A.B",),))),
            ("and for the right eye", "the layer", ("A.B",), lambda: right_picture((("A.B",),))),
            *(
                (f"key {key} with A at {state}", "modulo 3; B stays where it is", there, press)
                for state, key, there in (
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
                for press in [partial(block_game.press, state, key)]
            ),
            (
                "what is no pair of pictures stays",
                "a number, a word and three of them",
                history((0, 5), 1, (0, "ab"), 1, (0, (1, 2, 3)), 1, (1, 7)),
                lambda: with_models(_adding)(history((0, 5), 1, (0, "ab"), 1, (0, (1, 2, 3)), 1, (1, (3, 4)), 0)),
            ),
            ("what is not a play", "it ends in a percept", MalformedHistory, lambda: blocks(len, history((0, 5)))),
            (
                "pressing keys",
                "A in front of the model: 1 is as on the models; A goes a column on and hides B from the left eye",
                Percept(1, second),
                lambda: blocks(_reaching_for_a, history((0, first), 1)),
            ),
            (
                "what it truly does",
                "on two pictures it presses 2, on the model 1: punished; A goes a layer away",
                Percept(-1, ((".C...", ".A.B."), ("...C.", ".A.B."))),
                lambda: blocks(_reaching_for_a, history((0, first), 2)),
            ),
            (
                "one world or another, with two blocks of one name",
                "A at (1,0) and (1,2), or at (0,1) and (2,1): pictures 3 and 1 on the left, 1 and 3 on the right",
                True,
                lambda: (
                    _pictures(solid({(1, 0, 0): "A", (1, 0, 2): "A"}))
                    == _pictures(solid({(0, 0, 1): "A", (2, 0, 1): "A"}))
                ),
            ),
        )
    )
    yield check_examples(
        (
            (
                "incrementally",
                "untrained it does 0: paid for 0; paid, it does 1: punished for 0; punished, it does 0: punished for 1",
                (Percept(0, first), Percept(1, first), Percept(-1, first), Percept(-1, second)),
                percepts_along,
                incremental,
                LastRewardSignLearner(),
                (0, 0, 1),
            ),
        ),
        "the incremental form",
    )
    yield _binocular_written_out(scope, binocular)
    yield _models_of_worlds(scope, merge)
    yield _pictures_of_models(merge).meant_to_fail(
        "the pictures of (('A..',), ('.B.',), ('...',)) and of its model: expected (('..A..',)"
        ", ('A.B..',)), got (('..A..',), ('A....',))"
    )
    pair = PicturePair("the world of blocks, incrementally", seeing_blocks, incremental)
    yield from pair.parts(evolve(scope, horizon=min(3, scope.steps(quick=2, full=3))))


def _pictures(world: Solid) -> tuple[object, object]:
    return left_picture(world), right_picture(world)


def _binocular_written_out(scope: Scope, binocular: Any) -> Part:
    longest, actions = scope.steps(quick=3, full=4), scope.actions()
    environment = binocular(_Counting(), _adding)
    shown = (Percept(0, (0, 0)), Percept(1, (10, 1)))

    def claim(play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
        branch, reward = AT_FIRST, 0
        if play:
            asked = tuple(
                element if index % 2 else Percept(element.reward, sum(element.observation))
                for index, element in enumerate(play[:-1])
            )
            branch, reward = (ALIKE, 1) if unknown.agent(asked) == play[-1] else (OTHERWISE, -1)
        cover(branch)
        expected = Percept(reward, (10 * (len(play) // 2), sum(play[1::2])))
        return disagreement("the percept", expected, environment(unknown.agent, play), play)

    return decide_plays("as written out", claim, (longest, shown, actions), branches=(AT_FIRST, ALIKE, OTHERWISE))


def _worlds(blocks: int) -> Iterator[tuple[dict[Place, str], Solid]]:
    """Yield every world of at most so many blocks, of different names, in 3 x 1 x 3 and in 2 x 2 x 2 cells."""
    for width, height, depth in ((3, 1, 3), (2, 2, 2)):
        cells = list(product(range(width), range(height), range(depth)))
        for number in range(blocks + 1):
            for places in permutations(cells, number):
                named = dict(zip(places, "ABCD"[:number], strict=True))
                yield named, solid(named, width=width, height=height, depth=depth)


def _models_of_worlds(scope: Scope, merge: Merge) -> Part:
    most = 4 if scope.is_full else 3

    def hidden(blocks: dict[Place, str], place: Place, side: int) -> bool:
        """Whether on the ray to the eye on this side, -1 for left, there is a nearer block."""
        x, y, z = place
        return any((x + side * (z - nearer), y, nearer) in blocks for nearer in range(z))

    @part(
        "merging the pictures gives what both eyes see",
        branches=("all is seen by both eyes", "an eye does not see all"),
        domain=f"all worlds of at most {most} blocks of different names in 3 x 1 x 3 and 2 x 2 x 2",
    )
    def cases() -> Iterator[tuple[str, Disagreement | None]]:
        for blocks, world in _worlds(most):
            depth, size = len(world), {"width": len(world[0][0]), "height": len(world[0]), "depth": len(world)}
            seen = {
                place: name
                for place, name in blocks.items()
                if not hidden(blocks, place, -1) and not hidden(blocks, place, 1)
            }
            branch = "all is seen by both eyes" if seen == blocks else "an eye does not see all"
            got = partial(merge, depth=depth)(*_pictures(world))  # type: ignore[call-arg]
            yield branch, disagreement(f"the model of {world}", solid(seen, **size), got)

    return cases()


@part(
    "the pictures are those of the model",
    domain="all worlds of at most 2 blocks of different names in 3 x 1 x 3 and 2 x 2 x 2",
)
def _pictures_of_models(merge: Merge) -> Iterator[tuple[str, Disagreement | None]]:
    for _, world in _worlds(2):
        expected = _pictures(world)
        model = partial(merge, depth=len(world))(*expected)  # type: ignore[call-arg]
        branch = "all is seen by both eyes" if model == world else "an eye does not see all"
        yield branch, disagreement(f"the pictures of {world} and of its model", expected, _pictures(model))  # type: ignore[arg-type]


# --- Mutants ---


def _looking_past_the_mirror(e: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    return mirror(e, lambda snapshot: snapshot, penalty=penalty)


def _showing_the_mirror_alone(e: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        reward, snapshot = mirror(e, crop, penalty=penalty)(agent, play)
        return Percept(reward, crop(snapshot))

    return environment


def _cropping_the_last(e: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        percept = mirror(e, crop, penalty=penalty)(agent, play)
        if play == () or play[-1] == agent((*play[:-2], *seen_in_the_mirror(crop)(play)[-1:])):
            return e(agent, play)
        return Percept(penalty, percept.observation)

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


def _with_bodies_of(e: ExtendedEnvironment, crop: Crop, body: Body, *, back: int) -> ExtendedEnvironment:
    """Return the mirror in which o'_i has the body of the answer to the percept ``back`` before the i-th."""

    def environment(agent: Agent, play: Play) -> Percept:
        if not isinstance(agent, CostedAgent) or play == ():
            return mirror_with_body(e, crop, body)(agent, play)
        asked = list(seen_in_the_mirror(crop)(play))
        for index in range(2 * back, len(asked), 2):
            reward, image = asked[index]
            asked[index] = Percept(reward, body(image, agent.compute(play[: index + 1 - 2 * back])))
        percept = e(agent, play)
        return percept if agent(tuple(asked)) == play[-1] else Percept(-1, percept.observation)

    return environment


def _body_of_now(e: ExtendedEnvironment, crop: Crop, body: Body) -> ExtendedEnvironment:
    return _with_bodies_of(e, crop, body, back=0)


def _body_too_late(e: ExtendedEnvironment, crop: Crop, body: Body) -> ExtendedEnvironment:
    return _with_bodies_of(e, crop, body, back=2)


def _body_of_a_constant(e: ExtendedEnvironment, crop: Crop, body: Body) -> ExtendedEnvironment:
    return mirror_with_body(e, crop, lambda image, computation: body(image, Computation(computation.action, 1, 0)))


def _seeing_the_pictures(game: Game, merge: Merge) -> ExtendedEnvironment:
    def unmerged(agent: Agent, play: Play) -> Percept:
        pictures = binocular(game, merge)(agent, play).observation
        return mimic(prompt_of, observation=pictures)(agent, play)

    return unmerged


def _showing_the_model(game: Game, merge: Merge) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        reward, pictures = binocular(game, merge)(agent, play)
        return Percept(reward, _merged(merge, pictures))

    return environment


def _merged(merge: Merge, pictures: Any) -> Observation:
    left, right = pictures
    return merge(left, right)


def _one_eyed(game: Game, merge: Merge) -> ExtendedEnvironment:
    def on_the_left(pictures: Any) -> Observation:
        left, _ = pictures
        picture: Observation = left
        return picture

    def environment(agent: Agent, play: Play) -> Percept:
        pictures = binocular(game, merge)(agent, play).observation
        of_one_eye = mimic(lambda play: map_observations(on_the_left, prompt_of(play)), observation=pictures)
        return of_one_eye(agent, play)

    return environment


def _eyes_exchanged(left: Any, right: Any, *, depth: int = DEPTH) -> Observation:
    return merge_pictures(right, left, depth=depth)


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
        claim="The environment shows what a merciful e shows and pays what e pays, but punishes the agent where it did "
        "not act as it would if every snapshot were cropped to the mirror. With penalty -1 it is e * h_crop.",
        source=f"{ALEXANDER_2021}, Example 15",
        check=playing_in_the_mirror,
        mutants={
            "nothing is cropped": {"mirror": _looking_past_the_mirror},
            "only the mirror is shown": {"mirror": _showing_the_mirror_alone},
            "only the last snapshot is cropped": {"mirror": _cropping_the_last},
            "the penalty is taken off e's reward": {"mirror": _taking_off_the_penalty},
            "cropped with the frame": {"crop": lambda snapshot: tuple(row[2:7] for row in snapshot)},
            "incrementally, nothing is ever punished": {
                "incremental": _ForgettingThePenalty(mirror_room_incremental, crop_to_mirror)
            },
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents and all e over 3 percepts, all plays of at most 3 actions over "
        "2 percepts x 2 actions, three crops; in the room, all sequences of at most 5 actions of 3; the incremental "
        "forms of room and mirror for all learners, all sequences of at most 2 actions; sampled to 20",
        defects="The paper gives no penalty, and says nothing of the empty play. The rewards in s' are those of e', "
        "with penalties among them, and e is asked about a past that it gave to nobody. As printed, e * h_crop "
        "is defined only if h_crop pays 1 at first.",
        repair="a negative penalty, -1 unless given; nothing is compared on the empty play",
        witness="with penalty -2 it is not e * h_crop",
    ),
    Statement(
        id="A21-E15-body",
        kind="example",
        title="a body in the mirror",
        claim="The agent is to act as if it saw, in the mirror, a picture of how it computed its last answer.",
        source=f"{ALEXANDER_2021}, Section 5.2, after Example 15",
        check=body_in_the_mirror,
        mutants={
            "no body": {"with_body": lambda e, crop, body: mirror_with_body(e, crop, lambda image, computation: image)},
            "the body of the answer yet to come": {"with_body": _body_of_now},
            "the body of the answer before the last": {"with_body": _body_too_late},
            "the same body for every computation": {"with_body": _body_of_a_constant},
        },
        verdict="defined",
        evidence="by hand; exhaustive: all programs of at most one step that store nothing, all plays of at most 3 "
        "actions over 2 percepts x 2 actions",
        defects="As printed, the body is only in o', so the agent never sees it; whether it should is not said. "
        "o'_0 has no computation before it. Steps are no property of a function: two programs of one function "
        "are paid differently, so this is no extended environment by Definition 3, whose agents are functions.",
        repair="the agent is a program that says what it costs; where the body is also shown, the environment is the "
        "mirror of e with bodies",
        witness="two programs that count the stars they see, in 1 step and in 3: for doing 1 on the second turn, the "
        "first keeps e's reward and the second is punished",
    ),
    Statement(
        id="A21-E16",
        kind="example",
        title="binocular vision",
        claim="The environment shows a pair of pictures for each snapshot of a game, and pays 1 where the agent acts "
        "as if it had been shown the 3-D models that they determine, else -1.",
        source=f"{ALEXANDER_2021}, Example 16",
        check=binocular_vision,
        mutants={
            "asked about the pictures": {"binocular": _seeing_the_pictures},
            "the model is shown": {"binocular": _showing_the_model},
            "asked about the left pictures": {"binocular": _one_eyed},
            "eyes exchanged": {"merge": _eyes_exchanged},
            "what one eye sees is no blank": {"merge": _one_eye_is_enough},
            "incrementally, paid for acting otherwise": {
                "incremental": _PayingForActingOtherwise(block_game, merge_pictures)
            },
        },
        verdict="defined",
        evidence="by hand; exhaustive: all agents, all plays of at most 3 actions over 2 percepts x 2 actions; the "
        "models of all worlds of at most 3 blocks in 3 x 1 x 3 and 2 x 2 x 2 cells; the incremental form for all "
        "learners, all sequences of at most 2 actions; sampled to 20",
        defects="Nothing is said of the empty play. That two pictures are equivalent to one model is assumed of the "
        "game: they are not where an eye sees what the other does not, since its cell is blank in the model; and "
        "where two blocks look alike, two worlds may have the same pictures.",
        repair="reward 0 on the empty play; blocks of different names, and a model of what both eyes see",
        witness="blocks at column 0, layer 0 and column 1, layer 1: the second is behind the first for the left eye "
        "alone, and the right picture has it while the model has not",
    ),
)
