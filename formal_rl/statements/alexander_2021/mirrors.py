"""The mirror, the body in it, and binocular vision."""

from functools import reduce
from typing import Any

from formal_rl.checking import agents, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import environments, with_actions
from formal_rl.environments import abstract, embed
from formal_rl.environments.abstract import mirrors
from formal_rl.environments.abstract.binocular import (
    block_game,
    left_picture,
    merge_pictures,
    right_picture,
    seeing_blocks_incremental,
    solid,
)
from formal_rl.environments.abstract.mirrors import crop_to_mirror, mirror, mirror_room
from formal_rl.environments.metered_agents import Computation, CostedAgent
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, incrementally, lived, plays_over, program_of
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.transforms import with_handicap_repaired

FIVE: Any = always(Percept(5, 7))


def snapshot(clock: int, image: str, *below: str) -> tuple[str, ...]:
    """Return what the room shows at an hour, with this in its mirror."""
    return (". [---] .", f"{clock} [   ] .", f". [{image}] .", *(f". [{row}] ." for row in below), ". [---] .")


def half(observation: Any) -> Any:
    """Crop a number to its half."""
    return observation // 2


@example(
    "A21-E15",
    "playing in the mirror",
    "Example 15",
    defects="The paper gives no penalty, and does not mention the empty play. The rewards in s' are those of e', "
    "including penalties, so the question to e has a past that it never gave. As printed, e * h_crop is defined only "
    "if h_crop pays 1 at first.",
    repair="a negative penalty, -1 unless given; nothing is compared on the empty play",
    witness="with penalty -2 it is not e * h_crop",
)
def playing_by_the_mirror() -> Evidence:
    """The environment shows what a merciful e shows and pays what e pays, but punishes the agent if it did not act as
    it would if every snapshot were cropped to the mirror. With penalty -1 it is e * h_crop.
    """

    def adding_up(prompt: Prompt) -> Action:
        return sum(percept.observation for percept in prompt[::2])

    def examples() -> Rows:
        paying, past = mirror(FIVE, half), history((9, 3), 4, (-1, 2))
        yield "3 and 2 are cropped to 1 and 1: 2; e's own", Percept(5, 7), paying(adding_up, (*past, 2))
        yield "3 + 2 = 5, not 2: punished; uncropped", Percept(-1, 7), paying(adding_up, (*past, 5))
        dear = mirror(FIVE, half, penalty=-2)(adding_up, (*past, 5))
        yield "the same with penalty -2, so that it is not e * h_crop", Percept(-2, 7), dear
        yield "columns 3 to 5 of the rows inside of the frame", ("   ", "oh "), crop_to_mirror(snapshot(0, "oh "))
        yield "12 hours, modulo 10", snapshot(2, "oh "), mirror_room(lived(*[0] * 12)).observation

    def as_handicap(agent: Any, environment: Any, play: Play) -> tuple[Percept, Percept]:
        e, h = embed(environment), mirrors.acting_by_the_mirror(half)
        return with_handicap_repaired(e, h)(agent, play), mirror(e, half)(agent, play)

    yield by_hand(examples)
    some_plays = plays_over([(0, 0), (1, 3)], 3, full=4)
    yield every("with penalty -1 it is e * h_crop", as_handicap, agents, environments, some_plays)
    yield incrementally(abstract.playing_in_the_mirror, mirrors.playing_in_the_mirror_incremental)
    yield mutants("""
        environments.abstract.mirrors:seen_in_the_mirror
            nothing is cropped: map_observations(crop, prompt_of(play)) → crop and prompt_of(play)
        environments.abstract.mirrors:mirror
            shows only the mirror: percept = environment(agent, play)
                → percept = snapshots((environment(agent, play), 0))[0]
            the penalty is taken off e's reward: Percept(penalty, → Percept(percept.reward + penalty,
        environments.abstract.mirrors:crop_to_mirror
            cropped with the frame: row[3:6] → row[2:7]
        environments.abstract.mirrors:MirrorIncremental
            incrementally, nothing is ever punished: return Percept(reward, → return Percept(0,
    """)


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

    def counting_its_body(steps: int) -> CostedAgent:
        return program_of(lambda prompt: (sum("*" in row for row in prompt[-1].observation), [0] * steps))

    def examples() -> Rows:
        one, three = counting_its_body(1), counting_its_body(3)  # one function, computed in two ways
        first, second, third = (snapshot(hour, "oh ") for hour in range(3))
        once, room = history((0, first), 0), abstract.playing_with_a_body
        twice = (*once, Percept(0, second))
        why = "it truly sees no star and does 0; in the mirror of the second turn there is one: 0 is not 1"
        yield why, Percept(-1, third), room(one, (*twice, 0))
        why = "doing 1 on the second turn: counted in 1 step it is paid, in 3 steps punished"
        yield why, [1, -1], [room(each, (*twice, 1)).reward for each in (one, three)]
        starred = Percept(0, snapshot(1, "oh ", " * "))
        shown = mirror(abstract.showing_the_body(embed(mirror_room), mirrors.with_figure_in_the_mirror), crop_to_mirror)
        yield "the other reading: the second snapshot has one star in it", starred, shown(one, once)
        yield "and so has its mirror: 1 catches the ball", 1, shown(one, (*once, starred, 1)).reward
        for steps, store, rows in ((2, 1, (" **", " **")), (9, 9, ("***",) * 3)):
            why = f"a row for each of {steps} steps, one wider than the store {store}, at most 3 x 3"
            yield why, rows, abstract.figure(Computation(0, steps, store))

    def printed(agent: Any, play: Play) -> tuple[Percept, Percept]:
        """Let an answer of 0 to 3 be an action and a number of steps, 0 or 1."""

        def thinking(prompt: Prompt) -> tuple[Action, list[int]]:
            return agent(prompt) // 2, [0] * (agent(prompt) % 2)

        asked: list[Any] = [*play[:-1]]
        for index in range(0, len(asked), 2):
            image = play[index].observation // 2
            image = (image, len(thinking(play[: index - 1])[1])) if index else image
            asked[index] = Percept(play[index].reward, image)
        built = abstract.mirror_with_body(FIVE, half, lambda image, computed: (image, computed.steps))
        alike = play == () or thinking(tuple(asked))[0] == play[-1]
        return Percept(5 if alike else -1, 7), built(program_of(thinking), play)

    yield by_hand(examples)
    yield every("as written out", printed, with_actions(4), plays_over([(0, 0), (1, 3)], 3))
    yield mutants("""
        environments.abstract.mirrors:seen_with_a_body
            no body: body(image, agent.compute(play[: index - 1])) → image
            the body of the answer yet to come: play[: index - 1] → play[: index + 1]
    """)


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

    def both_pictures(world: Any) -> tuple[Any, Any]:
        return left_picture(world), right_picture(world)

    def examples() -> Rows:
        world, first = solid({(0, 1, 0): "A", (2, 1, 1): "B", (1, 0, 2): "C"}), ((".C...", "..AB."), ("...C.", "A..B."))
        why = "A at 0 - 0 + 2 = 2, B at 2 - 1 + 2 = 3, C at 1 - 2 + 2 = 1; A at 0 + 0, B at 2 + 1, C at 1 + 2"
        yield why, first, block_game.show((0, 0))
        yield "A: (2 + 0 - 2) / 2 = 0, layer (0 - 2 + 2) / 2 = 0; B: 2, 1; C: 1, 2", world, merge_pictures(*first)
        for key, at, there in ((1, (2, 0), (0, 0)), (1, (1, 1), (1, 1)), (2, (1, 2), (1, 0))):
            yield f"{key} with A at {at}, modulo 3, and not where B is", there, block_game.press(at, key)
        hiding: Any = both_pictures(solid({(0, 0, 0): "A", (1, 0, 1): "B"}))
        why = "B at column 1, layer 1 is behind A at column 0, layer 0 for the left eye alone: not in the model"
        right, of_the_model = ("A.B..", "....."), ("A....", ".....")
        yield why, (right, of_the_model), (hiding[1], both_pictures(merge_pictures(*hiding))[1])
        one, other = solid({(1, 0, 0): "A", (1, 0, 2): "A"}), solid({(0, 0, 1): "A", (2, 0, 1): "A"})
        why = "A at (1,0) and (1,2), or at (0,1) and (2,1): pictures 3 and 1 on the left, 1 and 3 on the right"
        yield why, both_pictures(one), both_pictures(other)

    def printed(agent: Any, play: Play) -> Percept:
        asked = tuple(x if type(x) is int else Percept(x.reward, merge_pictures(*x.observation)) for x in play[:-1])
        reward = 0 if play == () else 1 if agent(asked) == play[-1] else -1
        return Percept(reward, block_game.show(reduce(block_game.press, play[1::2], block_game.initial)))

    yield by_hand(examples)
    shown = [(0, block_game.show((0, 0))), (1, block_game.show((1, 2)))]
    yield equal("as written out", printed, abstract.seeing_blocks, agents, plays_over(shown, 3))
    yield incrementally(abstract.seeing_blocks, seeing_blocks_incremental)
    yield mutants("""
        environments.abstract.binocular:with_models
            asked about the pictures: merge(*pictures) → (merge and pictures)
        environments.mimic:mimic_showing
            shows the model: shown = shows(play) → shown = hypothetical((Percept(0, shows(play)), 0))[0].observation
        environments.abstract.binocular:merge_pictures
            eyes exchanged: _names(left), _names(right) → _names(right), _names(left)
            what one eye sees is no blank: solid(blocks, **size) → solid({(min(x, size["width"] - 1), y, 0): name
                for name, (y, x) in on_the_right.items() if name not in blocks.values()} | blocks, **size)
        environments.abstract.binocular:BinocularIncremental
            incrementally, paid for acting otherwise: 1 if learner.act(state.copy, state.model) == action
                → 1 if learner.act(state.copy, state.model) != action
    """)


STATEMENTS = statements_in(globals())
