"""Section 5: the mirror, the body in it, and binocular vision."""

from typing import Any

from formal_rl.agents import Agent, Learner
from formal_rl.environments import CostedAgent, ExtendedEnvironment, is_picture, mimic
from formal_rl.environments.abstract import (
    BinocularIncremental,
    MirrorIncremental,
    binocular,
    crop_to_mirror,
    merge_pictures,
    mirror,
    mirror_with_body,
    seen_in_the_mirror,
)
from formal_rl.environments.abstract.binocular import DEPTH, BinocularState, Game, Merge, block_game, solid
from formal_rl.environments.abstract.mirrors import Body, Crop, MirrorState, mirror_room_incremental
from formal_rl.environments.metered_agents import Computation
from formal_rl.histories import Action, Observation, Percept, Play, Reward, map_observations, prompt_of
from formal_rl.statements.checks import mirrors
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


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


class _ForgettingThePenalty(MirrorIncremental):
    def advance(self, learner: Learner[Any], state: MirrorState, action: Action) -> tuple[Percept, MirrorState]:
        percept, after = super().advance(learner, state, action)
        return Percept(0, percept.observation), after


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
        check=mirrors.playing_in_the_mirror,
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
        check=mirrors.body_in_the_mirror,
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
        check=mirrors.binocular_vision,
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
"""In the order of the paper."""
