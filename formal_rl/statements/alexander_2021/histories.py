"""The papers on histories: the flat form and its decomposition."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import among, every, histories, plays
from formal_rl.checking.claims import Rows, by_hand, raised
from formal_rl.checking.domains import both
from formal_rl.errors import MalformedHistory
from formal_rl.histories import History, Percept, Play, enumeration, flat, history, operations, percept, text
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in

HALF = Fraction(1, 2)
A, B, TWO = Percept(0, 0), Percept(1, 0), (0, 1)


@definition("A21-D1", "rewards, observations, actions and their sequences", "Definition 1")
def flat_form() -> Evidence:
    """Rewards are rational, observations and actions natural numbers. (ROA)* holds the sequences reward, observation,
    action, ... that end in an action, and the empty one; (ROA)*RO those that go on with a reward and an observation.
    They are in bijection with plays and prompts made of percepts.
    """

    def places() -> Rows:
        prompt, play = history((0, 0), 1, (1, 0)), history((0, 0), 1)
        for why, call, *arguments in (
            ("a pair is not a percept", percept.require_percept, (0, 0), 4),
            ("True is not a reward", percept.require_percept, Percept(True, 0), 2),
            ("-1 is not an action", percept.require_action, -1, 3),
            ("two percepts meet", percept.require_history, (A, B)),
            ("a play is not a prompt", percept.require_prompt, play),
            ("a prompt is not a play", percept.require_play, prompt),
            ("two percepts are not joined", operations.concatenate, prompt, (B, 0)),
        ):
            yield why, MalformedHistory, raised(call, *arguments)
        yield "a fraction and a word are a percept", None, raised(percept.require_percept, Percept(HALF, "wall"), 0)
        for h in (prompt, play):
            yield f"{h}: by its end", [h is prompt, h is play], [percept.is_prompt(h), percept.is_play(h)]

    def uses() -> Rows:
        yield "a prompt: r o a r o", (HALF, 3, 1, 0, 4), flat.flatten(history((HALF, 3), 1, (0, 4)))
        yield "(1, 2) and (-1, 0) around 5", history((1, 2), 5, (-1, 0)), flat.unflatten((1, 2, 5, -1, 0))
        a, b, c = Percept(HALF, 3), Percept(-1, 0), Percept(4, "wall")
        three, two = (a, 1, b, 0, c), (a, 1, b)
        yield "its percepts", (a, b, c), operations.percepts(three)
        yield "its actions", (1, 0), operations.actions(three)
        yield "a play, a play and a prompt joined", three, operations.concatenate((a, 1), (), (b, 0), (c,))
        yield "all beginnings", [(), (a,), (a, 1), two], [*operations.prefixes(two)]
        yield "all prompts that begin a play", [(a,), two], [*operations.prompt_prefixes((*two, 0))]
        yield "its prompt", two, operations.prompt_of((*two, 0))
        yield "its prompt, and its last action", (two, 0), operations.split_play((*two, 0))
        yield "rewards doubled", (Percept(1, 3), 1, Percept(-2, 0)), operations.map_rewards(lambda r: 2 * r, two)
        yield "observations as text", (Percept(HALF, "3"), 1, Percept(-1, "0")), operations.map_observations(str, two)
        yield "reversed", (c, 0, b, 1, a), operations.reverse(three)
        play, written = (Percept(-HALF, 3), 1, Percept(2, "wall"), 0), "(-1/2,3) 1 (2,wall) 0"
        yield "percepts in brackets, actions bare", written, text.format_history(play)
        yield "read again, with other blanks", play, text.parse_history(" ( -1/2 , 3 )1(4/2,wall)  0 ")

    def enumerations() -> Rows:
        few = [(0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3), (1, 3), (-1, 3)]
        yield "the first 12 percepts", tuple(few), enumeration.percept_alphabet(12)
        pairs = [(A, 0, A), (A, 0, B), (A, 1, A), (A, 1, B), (B, 0, A), (B, 0, B), (B, 1, A), (B, 1, B)]
        yield "the prompts of two percepts: 2^2 2", pairs, [*enumeration.all_prompts((A, B), TWO, 2)]
        turns = [(A, 0), (A, 1), (A, 2), (B, 0), (B, 1), (B, 2)]
        yield "the plays of one action: 2 3", turns, [*enumeration.all_plays((A, B), range(3), 1)]
        yield "the plays of three actions: (2 2)^3", 64, len({*enumeration.all_plays((A, B), TWO, 3)})

    def bijection(h: History) -> tuple[Any, Any]:
        flattened = flat.flatten(h)
        return (h, 3 * len(operations.actions(h)) + 2 * (len(h) % 2)), (flat.unflatten(flattened), len(flattened))

    def pattern(*sequence: Any) -> tuple[Any, Any]:
        naturals = all(i % 3 == 0 or (type(value) is int and value >= 0) for i, value in enumerate(sequence))
        right = len(sequence) % 3 != 1 and naturals  # 3k + 1 elements end in a reward without its observation
        got = raised(flat.require_flat, sequence), raised(lambda: flat.flatten(flat.unflatten(sequence)))
        return (None, sequence) if right else (MalformedHistory, MalformedHistory), got

    some = [each for n in range(6) for each in product((0, 1, -1, HALF), repeat=n)]
    sequences = among("all sequences of at most 5 elements of 0, 1, -1, 1/2", some, many=True)
    for rows in (places, uses, enumerations):
        yield by_hand(rows, f"{rows.__name__}, worked out")
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
            the last percept is dropped after the first place: (actions, percepts) → (actions, percepts[:-1])
        histories.enumeration:all_plays
            no play of more than one action: * number_of_actions → * min(number_of_actions, 1)
    """)


@lemma("A21-L2", "a play is empty or a prompt with an action", "Lemma 2", "holds")
def decomposition() -> Evidence:
    """Every s in (ROA)* is either empty or t⌢a for exactly one t in (ROA)*RO and one action a."""

    def ways(play: Play) -> tuple[Any, Any]:
        seen, done = tuple(set(operations.percepts(play))), tuple(set(operations.actions(play)))
        prompts = (t for n in range(1, len(play) // 2 + 2) for t in enumeration.all_prompts(seen, done, n))
        return [(t, a) for t in prompts for a in done if (*t, a) == play] or [None], [operations.split_play(play)]

    yield every("unique decomposition", ways, plays(3, percepts=2))
    yield mutants("""
        histories.operations:split_play
            the last percept goes with the action: return play[:-1], → return play[:-2],
    """)


STATEMENTS = statements_in(globals())
