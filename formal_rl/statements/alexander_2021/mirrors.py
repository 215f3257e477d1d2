"""The mirror, the body in it, and binocular vision."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from formal_rl.agents import LastRewardSignLearner
from formal_rl.checking import (
    Domain,
    Rows,
    Scope,
    agents,
    along,
    among,
    by_hand,
    environments,
    equal,
    every,
    learners,
    raised,
    stepping,
    with_actions,
)
from formal_rl.environments import CostedAgent, embed, interaction, is_picture
from formal_rl.environments.abstract import (
    acting_by_the_mirror,
    binocular,
    crop_to_mirror,
    figure,
    merge_pictures,
    mirror,
    mirror_room,
    mirror_with_body,
    playing_in_the_mirror,
    playing_with_a_body,
    seeing_blocks,
    showing_the_body,
    with_figure,
    with_models,
)
from formal_rl.environments.abstract.binocular import (
    block_game,
    left_picture,
    right_picture,
    seeing_blocks_incremental,
    solid,
)
from formal_rl.environments.abstract.mirrors import (
    REACH_LEFT,
    REACH_RIGHT,
    mirror_room_incremental,
    playing_in_the_mirror_incremental,
    with_figure_in_the_mirror,
)
from formal_rl.environments.metered_agents import Computation
from formal_rl.errors import InvalidParameter, MalformedHistory, NotCosted
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, lived, plays_over
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.transforms import with_handicap, with_handicap_repaired

OF_THREE = among(
    "all sequences of at most 2 of 3 actions", [each for n in range(3) for each in product(range(3), repeat=n)]
)
SNAPSHOTS = plays_over([(0, 0), (1, 3)], 3, full=4)
FIVE: Any = always(Percept(5, 7))


def snapshot(clock: int, image: str, *below: str) -> tuple[str, ...]:
    """Return what the room shows at an hour, with this in its mirror."""
    rows = [f"{clock} [   ] .", f". [{image}] .", *(f". [{row}] ." for row in below)]
    return (". [---] .", *rows, ". [---] .")


def half(observation: Any) -> Any:
    """Crop a number to its half."""
    return observation // 2


def everything(observation: Any) -> Any:
    """Crop nothing."""
    return observation


def looking_for_the_ball(prompt: Prompt) -> Action:
    """Reach to where the ball is seen last, beside the chair."""
    row = next(row for row in prompt[-1].observation if "o" in row)
    return REACH_LEFT if row.index("o") < row.index("h") else REACH_RIGHT


def looking_at_the_clock(prompt: Prompt) -> Action:
    """Reach left where an even clock was seen last, right where an odd one was, and sit still where there is none."""
    hours = [int(row[0]) for row in prompt[-1].observation if row[:1].isdigit()]
    return (REACH_RIGHT if hours[0] % 2 else REACH_LEFT) if hours else 0


def adding_up(prompt: Prompt) -> Action:
    """Return the sum of all observations."""
    return sum(percept.observation for percept in prompt[::2])


@example(
    "A21-E15",
    "playing in the mirror",
    "Example 15",
    defects="The paper gives no penalty, and does not mention the empty play. The rewards in s' are those of e', "
    "including penalties, so e is asked about a past that it never gave. As printed, e * h_crop is defined only "
    "if h_crop pays 1 at first.",
    repair="a negative penalty, -1 unless given; nothing is compared on the empty play",
    witness="with penalty -2 it is not e * h_crop",
)
def playing_by_the_mirror() -> Evidence:
    """The environment shows what a merciful e shows and pays what e pays, but punishes the agent if it did not act as
    it would if every snapshot were cropped to the mirror. With penalty -1 it is e * h_crop.
    """

    def examples() -> Rows:
        paying, room, past = mirror(FIVE, half), mirror(embed(mirror_room), crop_to_mirror), history((9, 3), 4, (-1, 2))
        first, second, third = snapshot(0, "oh "), snapshot(1, " ho"), snapshot(2, "oh ")
        yield "nothing was done: e's own percept", Percept(5, 7), paying(adding_up, ())
        yield "3 and 2 are cropped to 1 and 1: 2; e's own", Percept(5, 7), paying(adding_up, (*past, 2))
        yield "3 + 2 = 5, not 2: punished; uncropped", Percept(-1, 7), paying(adding_up, (*past, 5))
        for penalty in (Fraction(-3), -Fraction(1, 2)):
            got = mirror(FIVE, half, penalty=penalty)(adding_up, (*past, 5))
            yield f"5 is not 2, {penalty}", Percept(penalty, 7), got
        for refused in (0, True, -1.0):
            yield "not exact, or not below 0", InvalidParameter, raised(mirror, paying, half, penalty=refused)
        yield "columns 3 to 5 of the rows inside of the frame", ("   ", "oh "), crop_to_mirror(first)
        by_ball = history((0, first), 1, (1, second), 2, (1, third), 1)
        yield "left, right, left, in the mirror too", by_ball, interaction(looking_for_the_ball, room, 3)
        by_clock = history((0, first), 1, (-1, second), 2, (-1, third), 1)
        why = "on 0 it does 1 and on 1 it does 2, and catches the ball; the mirror shows no clock, there it does 0"
        yield why, by_clock, interaction(looking_at_the_clock, room, 3)
        why = "it would not do 0 at hour 0; without a clock it does 0, as the play has: e's reward of 0"
        yield why, Percept(0, snapshot(1, "oh ")), room(looking_at_the_clock, history((0, first), 0))
        yield "12 hours, modulo 10", third, mirror_room(lived(*[0] * 12)).observation
        learner = LastRewardSignLearner()
        yield "so the state", third, stepping(mirror_room_incremental)(learner, [0] * 12)[-1].observation
        for environment in (playing_in_the_mirror, embed(mirror_room)):
            yield "a prompt is not a play", MalformedHistory, raised(environment, len, history((0, 0)))
        yield "rows of one length", True, is_picture(("ab", "cd"))
        for value in (("ab", "c"), (), ["a"], ("a", 1)):
            yield f"{value} is no picture", False, is_picture(value)
        yield "what is no picture stays", 5, crop_to_mirror(5)
        got = stepping(playing_in_the_mirror_incremental)(learner, (0, 1))[-1]
        why = "trained on 0 it does 0: punished for 1, and the ball is caught in vain"
        yield why, Percept(-1, snapshot(2, " ho")), got

    def as_handicap(compose: Any, penalty: int = -1, initial: Percept | None = None) -> Any:
        def claim(agent: Any, environment: Any, play: Play, crop: Any) -> tuple[Percept, Percept]:
            def game(asked: Play) -> Percept:
                """Pay -1 in place of what shows 1; where the letter is to be defined, pay nothing below 0."""
                reward, shown = environment(asked)
                if initial:
                    return Percept(abs(reward), shown)
                return Percept(-1, 2) if shown == 1 else Percept(reward, shown)

            e, h = embed(game), acting_by_the_mirror(crop, initial=initial)
            return compose(e, h)(agent, play), mirror(e, crop, penalty=penalty)(agent, play)

        return claim

    yield by_hand(examples)
    over = (
        agents,
        environments,
        SNAPSHOTS,
        among("crops that keep half, nothing and all", (half, always(0), everything)),
    )
    yield every("with penalty -1 it is e * h_crop", as_handicap(with_handicap_repaired), *over)
    at_first = as_handicap(with_handicap, initial=Percept(1, 0))
    yield every("by the letter too, with h_crop paying 1 at first", at_first, *over)
    yield every("with penalty -2 too", as_handicap(with_handicap_repaired, -2), *over).fails(
        "with penalty -2 too…on (0,0) 0: expected Percept(-1, 0), got Percept(-2, 0)"
    )
    for name, definition, form in (
        ("the room", embed(mirror_room), mirror_room_incremental),
        ("the mirror", playing_in_the_mirror, playing_in_the_mirror_incremental),
    ):
        yield equal(f"{name}, incrementally", along(definition), stepping(form), with_actions(3, learners), OF_THREE)
    yield mutants("""
        environments.abstract.mirrors:seen_in_the_mirror
            nothing is cropped: map_observations(crop, prompt_of(play)) → crop and prompt_of(play)
        environments.abstract.mirrors:mirror
            only the mirror is shown: percept = environment(agent, play)
                → percept = snapshots((environment(agent, play), 0))[0]
            the penalty is taken off e's reward: Percept(penalty, → Percept(percept.reward + penalty,
        environments.abstract.mirrors:crop_to_mirror
            cropped with the frame: row[3:6] → row[2:7]
        environments.abstract.mirrors:MirrorIncremental
            incrementally, nothing is ever punished: return Percept(reward, → return Percept(0,
    """)


# --- The body in the mirror ---


def program_of(answer: Callable[[Prompt], tuple[Action, int]]) -> CostedAgent:
    """Return the agent that gives this action, after this number of steps that store nothing."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        action, steps = answer(prompt)
        for _ in range(steps):
            yield ()
        return action

    return CostedAgent(program)


def counting_its_body(steps: int) -> CostedAgent:
    """Return the agent that takes so many steps to count the rows of stars that it sees last."""
    return program_of(lambda prompt: (sum("*" in row for row in prompt[-1].observation), steps))


@program_of
def listing(prompt: Prompt) -> tuple[Action, int]:
    """Return 10 s + t where the last two images have s and t steps beside them (0 for none), after n steps."""
    seen = [percept.observation[1] if isinstance(percept.observation, tuple) else 0 for percept in prompt[::2]]
    return 10 * (seen[-2] if len(seen) > 1 else 0) + seen[-1], len(seen)


@example(
    "A21-E15-body",
    "a body in the mirror",
    "Section 5.2, after Example 15",
    defects="As printed, the body is only in o', so the agent never sees it; the paper does not say whether it "
    "should. There is no computation before the first snapshot. Steps are not a property of a function: two "
    "programs of one function are paid differently, so this is not an extended environment by Definition 3, whose "
    "agents are functions.",
    repair="the agent is a program that says what it costs; where the body is also shown, the environment is the "
    "mirror of e with bodies",
    witness="two programs that count the stars they see, in 1 step and in 3: for doing 1 on the second turn, the "
    "first keeps e's reward and the second is punished",
)
def body_in_the_mirror() -> Evidence:
    """The agent should act as if it saw, in the mirror, a picture of how it computed its last answer."""
    one, three = counting_its_body(1), counting_its_body(3)
    left, told = [snapshot(hour, "oh ") for hour in range(3)], mirror_with_body(FIVE, half, lambda i, c: (i, c.steps))
    room = mirror_with_body(embed(mirror_room), crop_to_mirror, with_figure)
    showing = showing_the_body(embed(mirror_room), with_figure_in_the_mirror)
    turns = [(), history((0, left[0]), 0), history((0, left[0]), 0, (0, left[1]), 0)]

    def examples() -> Rows:
        stranger, starred = history((9, 3), 4, (-1, 2), 6, (2, 2)), Percept(0, snapshot(1, "oh ", " * "))
        yield "nothing was computed: e's own", Percept(5, 7), told(listing, ())
        yield "o'_0 has no body: e's own", Percept(5, 7), told(listing, history((0, 3), 0))
        why = "o'_1 shows the 1 step on one percept, o'_2 the 2 steps on two, on another's play: 10 * 1 + 2 = 12"
        yield why, Percept(5, 7), told(listing, (*stranger, 12))
        yield "without a body, 0 is not 12: punished", Percept(-1, 7), told(listing, (*stranger, 0))
        yield "a turn late, 1 is not 12: punished", Percept(-1, 7), told(listing, (*stranger, 1))
        why = "it truly sees no star and does 0; in the mirror of the second turn there is one: 0 is not 1"
        met = [Percept(0, left[0]), Percept(0, left[1]), Percept(-1, left[2])]
        yield why, met, [room(one, play) for play in turns]
        shown = mirror(showing, crop_to_mirror)
        yield "the other reading: the second snapshot has one star in it", starred, shown(one, turns[1])
        yield "and so has its mirror: 1 catches the ball", 1, shown(one, (*turns[1], starred, 1)).reward
        yield "it does not say what it costs", NotCosted, raised(room, looking_for_the_ball, ())
        for steps, store, rows in ((0, 5, ()), (1, 0, (" * ",)), (2, 1, (" **", " **")), (9, 9, ("***",) * 3)):
            why = f"a row for each of {steps} steps, one wider than the store {store}, at most 3 x 3"
            yield why, rows, figure(Computation(0, steps, store))
        for put in (with_figure, with_figure_in_the_mirror):
            yield "what is no picture stays", 5, put(5, Computation(0, 1, 0))
        got = with_figure_in_the_mirror(("a", "b", "c"), Computation(0, 1, 0))
        yield "before the last row", ("a", "b", ". [ * ] .", "c"), got
        yield "the play begins, no body: e's own", Percept(0, left[0]), playing_with_a_body(one, ())
        refused = raised(mirror_with_body, embed(mirror_room), crop_to_mirror, with_figure, penalty=0)
        yield "0 is not below 0", InvalidParameter, refused
        for environment in (playing_with_a_body, showing):
            yield "a prompt is not a play", MalformedHistory, raised(environment, one, history((0, 0)))

    def printed(agent: Any, play: Play) -> tuple[Percept, Percept]:
        """Let an answer of 0 to 3 be an action and a number of steps, 0 or 1."""

        def thinking(prompt: Prompt) -> tuple[Action, int]:
            return agent(prompt) // 2, agent(prompt) % 2

        asked: list[Any] = [*play[:-1]]
        for index in range(0, len(asked), 2):
            image = play[index].observation // 2
            image = (image, thinking(play[: index - 1])[1]) if index else image
            asked[index] = Percept(play[index].reward, image)
        alike = play == () or thinking(tuple(asked))[0] == play[-1]
        return Percept(5 if alike else -1, 7), told(program_of(thinking), play)

    def of_the_function(play: Play) -> tuple[Any, Any]:
        alike = [one(play[: n + 1]) == three(play[: n + 1]) for n in (0, 2)]
        return (alike, room(one, play)), ([True, True], room(three, play))

    yield by_hand(examples)
    yield every("as written out", printed, with_actions(4), plays_over([(0, 0), (1, 3)], 3))
    play = among("programs that count the stars, in 1 step and in 3", [history((0, left[0]), 0, (0, left[1]), 1)])
    yield every("the body is a property of the function", of_the_function, play).fails(
        "the body is a property of the function on …: expected ([True, True], Percept(1, …)), got (…, Percept(-1, …))"
    )
    yield mutants("""
        environments.abstract.mirrors:seen_with_a_body
            no body: body(image, agent.compute(play[: index - 1])) → image
            the body of the answer yet to come: play[: index - 1] → play[: index + 1]
    """)


# --- Binocular vision ---


class Counting:
    """A game that shows 10 times the number of keys pressed to the left eye, and the sum of them to the right."""

    initial = (0, 0)

    def press(self, state: tuple[int, int], key: Action) -> tuple[int, int]:
        """Count the key."""
        return state[0] + 1, state[1] + key

    def show(self, state: tuple[int, int]) -> tuple[int, int]:
        """Return the two numbers."""
        return 10 * state[0], state[1]


def telling(prompt: Prompt) -> Action:
    """Return the sum of all models, or 1 where one of them is a pair of pictures."""
    seen = [percept.observation for percept in prompt[::2]]
    return 1 if any(isinstance(model, tuple) for model in seen) else sum(seen)


def reaching_for_a(prompt: Prompt) -> Action:
    """Press 1 where A is seen in the front layer of a model, else 2; there are no layers in a pair of pictures."""
    model = prompt[-1].observation
    return 1 if len(model) == 3 and any("A" in row for row in model[0]) else 2


def both_pictures(world: Any) -> tuple[Any, Any]:
    """Return what the left eye sees, and the right."""
    return left_picture(world), right_picture(world)


def worlds(most: int) -> Iterator[tuple[Any, Any]]:
    """Yield every world of at most so many blocks, of different names, in 3 x 1 x 3 and in 2 x 2 x 2 cells."""
    for size in ((3, 1, 3), (2, 2, 2)):
        for number in range(most + 1):
            for places in permutations(product(*map(range, size)), number):
                yield size, dict(zip(places, "ABCD", strict=False))


def of_blocks(most: int, full: int) -> Domain:
    """Return the worlds of at most so many blocks."""

    def number(scope: Scope) -> int:
        return full if scope.is_full else most

    return Domain(
        lambda scope: f"all worlds of at most {number(scope)} blocks in 3 x 1 x 3 and 2 x 2 x 2",
        lambda scope: worlds(number(scope)),
        many=True,
    )


def matrix(size: Any, cells: Any) -> Any:
    """Return the world of this size with these blocks."""
    return solid(cells, **dict(zip(("width", "height", "depth"), size, strict=True)))


def seen_by_both(size: Any, cells: Any) -> tuple[Any, Any]:
    """Return the blocks that no nearer one hides on a ray to either eye, and what the pictures are merged to."""

    def hidden(x: int, y: int, z: int) -> bool:
        return any((x + side * (z - nearer), y, nearer) in cells for nearer in range(z) for side in (-1, 1))

    seen = {place: name for place, name in cells.items() if not hidden(*place)}
    return matrix(size, seen), merge_pictures(*both_pictures(matrix(size, cells)), depth=size[2])


def of_the_model(size: Any, cells: Any) -> tuple[Any, Any]:
    """Return the pictures of a world, and those of the model that is made of them."""
    expected = both_pictures(matrix(size, cells))
    return expected, both_pictures(merge_pictures(*expected, depth=size[2]))


@example(
    "A21-E16",
    "binocular vision",
    "Example 16",
    defects="The paper does not mention the empty play. It stipulates that the two pictures of V are equivalent "
    "to one model, and does not say for which games they are. They are not if one eye sees a block that the other "
    "does not, since its cell is blank in the model; and if two blocks look alike, two worlds may have the same "
    "pictures.",
    repair="reward 0 on the empty play; blocks of different names, and a model of what both eyes see",
    witness="blocks at column 0, layer 0 and column 1, layer 1: the second is behind the first for the left eye "
    "alone, and the right picture has it while the model has not",
)
def binocular_vision() -> Evidence:
    """The environment shows a pair of pictures for each snapshot of a game. It pays 1 if the agent acts as if it had
    been shown the 3-D models that they determine, and -1 otherwise.
    """
    adding: Any = lambda left, right: left + right  # noqa: E731
    counting, blocks = binocular(Counting(), adding), binocular(block_game, merge_pictures)

    def examples() -> Rows:
        stranger = history((9, (30, 4)), 8, (-1, (5, 6)))
        yield "no reward, and the pictures of no key", Percept(0, (0, 0)), counting(len, ())
        why = "30 + 4 and 5 + 6 add up to 45; the keys 8 and 45 of another's play show 20 and 53"
        yield why, Percept(1, (20, 53)), counting(telling, (*stranger, 45))
        yield "on pairs it does 1, not 45", Percept(-1, (20, 9)), counting(telling, (*stranger, 1))
        world, first = solid({(0, 1, 0): "A", (2, 1, 1): "B", (1, 0, 2): "C"}), ((".C...", "..AB."), ("...C.", "A..B."))
        why = "A at 0 - 0 + 2 = 2, B at 2 - 1 + 2 = 3, C at 1 - 2 + 2 = 1; A at 0 + 0, B at 2 + 1, C at 1 + 2"
        yield why, first, both_pictures(world)
        yield "A: (2 + 0 - 2) / 2 = 0, layer (0 - 2 + 2) / 2 = 0; B: 2, 1; C: 1, 2", world, merge_pictures(*first)
        hiding = both_pictures(solid({(1, 1, 0): "A", (2, 1, 1): "B"}))
        why = "on the left A is at 1 + 2 = 3 and hides B at 2 - 1 + 2 = 3: B's cell is blank"
        yield why, solid({(1, 1, 0): "A"}), merge_pictures(*hiding)
        for why, model, *pictures in (
            ("two blocks of one name are not to be matched", (("...",),) * 3, (".A.A.",), (".A.A.",)),
            ("A: 2 * column = 2 + 1 - 2 is odd: blank", (("...",),) * 3, ("..A..",), (".A...",)),
            ("5 and 6 are no pictures", (5, 6), 5, 6),
            ("6 is none", (("...",), 6), ("...",), 6),
            ("2 < 3: too narrow for the depth", (("A.",), ("A.",)), ("A.",), ("A.",)),
            ("1 and 2 rows", (("...",), ("...", "...")), ("...",), ("...", "...")),
            ("column 0, layer (1 - 1 + 2) / 2", ((".",), ("A",), (".",)), (".A.",), (".A.",)),
            ("in different rows: blank", ((".", "."),) * 3, (".A.", "..."), ("...", ".A.")),
        ):
            yield why, model, merge_pictures(*pictures)
        yield "of one layer", (("A.B",), ("A.B",)), both_pictures((("A.B",),))
        for key, moves in (
            (1, {(0, 0): (1, 0), (2, 0): (0, 0), (1, 1): (1, 1), (0, 1): (1, 1), (1, 2): (2, 2)}),
            (2, {(0, 0): (0, 1), (1, 2): (1, 0), (2, 0): (2, 0), (2, 2): (2, 0)}),
            (0, {(0, 0): (0, 0)}),
            (3, {(0, 0): (0, 0)}),
        ):
            for at, there in moves.items():
                yield f"{key} with A at {at}, modulo 3, and not where B is", there, block_game.press(at, key)
        odd = history((0, 5), 1, (0, "ab"), 1, (0, (1, 2, 3)), 1)
        got = with_models(adding)((*odd, Percept(1, (3, 4)), 0))
        yield "a number, a word and three of them stay", (*odd, Percept(1, 7)), got
        yield "a prompt is not a play", MalformedHistory, raised(blocks, len, history((0, 5)))
        why = "A in front of the model: 1 is as on the models; A goes a column on and hides B from the left eye"
        second = ((".C...", "...A."), ("...C.", ".A.B."))
        yield why, Percept(1, second), blocks(reaching_for_a, history((0, first), 1))
        why = "on two pictures it presses 2, on the model 1: punished; A goes a layer away"
        away = Percept(-1, ((".C...", ".A.B."), ("...C.", ".A.B.")))
        yield why, away, blocks(reaching_for_a, history((0, first), 2))
        one, other = solid({(1, 0, 0): "A", (1, 0, 2): "A"}), solid({(0, 0, 1): "A", (2, 0, 1): "A"})
        why = "A at (1,0) and (1,2), or at (0,1) and (2,1): pictures 3 and 1 on the left, 1 and 3 on the right"
        yield why, both_pictures(one), both_pictures(other)
        why = "untrained it does 0: paid; paid, it does 1: punished for 0; punished, it does 0: punished for 1"
        got = stepping(seeing_blocks_incremental)(LastRewardSignLearner(), (0, 0, 1))[-1]
        yield why, Percept(-1, second), got

    def printed(agent: Any, play: Play) -> Percept:
        asked = tuple(x if type(x) is int else Percept(x.reward, sum(x.observation)) for x in play[:-1])
        reward = 0 if play == () else 1 if agent(asked) == play[-1] else -1
        return Percept(reward, (10 * (len(play) // 2), sum(play[1::2])))

    yield by_hand(examples)
    yield equal("as written out", printed, counting, agents, plays_over([(0, (0, 0)), (1, (10, 1))], 3, full=4))
    yield every("merging the pictures gives what both eyes see", seen_by_both, of_blocks(3, 4))
    yield every("the pictures are those of the model", of_the_model, of_blocks(2, 2)).fails(
        "the pictures are those of the model, (3, 1, 3), {(0, 0, 0): 'A', (1, 0, 1): 'B'}: "
        "expected (('..A..',), ('A.B..',)), got (('..A..',), ('A....',))"
    )
    both = along(seeing_blocks), stepping(seeing_blocks_incremental)
    yield equal("incrementally", *both, with_actions(3, learners), OF_THREE)
    yield mutants("""
        environments.abstract.binocular:with_models
            asked about the pictures: merge(*pictures) → (merge and pictures)
            asked about the left pictures: merge(*pictures) → (merge and pictures[0])
        environments.mimic:mimic_showing
            the model is shown: shown = shows(play) → shown = hypothetical((Percept(0, shows(play)), 0))[0].observation
        environments.abstract.binocular:merge_pictures
            eyes exchanged: _names(left), _names(right) → _names(right), _names(left)
            what one eye sees is no blank: solid(blocks, **size) → solid({(min(x, size["width"] - 1), y, 0): name
                for name, (y, x) in on_the_right.items() if name not in blocks.values()} | blocks, **size)
        environments.abstract.binocular:BinocularIncremental
            incrementally, paid for acting otherwise: 1 if learner.act(state.copy, state.model) == action
                → 1 if learner.act(state.copy, state.model) != action
    """)


STATEMENTS = statements_in(globals())
