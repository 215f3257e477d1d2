"""Section 4, item ii: with spawners nearly all visited states are unique; counted, and exact in chains."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife._engines.planes.trajectories import packed_states_following
from formal_rl.safelife.benchmark._tasks_on_planes import named_player
from formal_rl.safelife.game import chance_of_return, count_visits
from formal_rl.safelife.game.visits import Visits
from formal_rl.safelife.levels import shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment

STEPS, HALF = 1000, Fraction(1, 2)
SPAWN, STILL = ("append-spawn", "prune-spawn", "navigation"), ("append-still", "prune-still")


def visits_by_hand() -> Rows:
    """Yield how often states are visited, and chances that they come back."""
    found = count_visits("abac")
    yield "three differ; b and c are visited once", (4, 3, 2, HALF), (*found, found.share)
    yield "none is visited once", (2, 1, 0), tuple(count_visits("aa"))
    yield "dead 2/3 of the time, and then it stays so half of the time", Fraction(1, 3), chance_of_return(HALF, 1, 1)
    yield "the third power of 1/3", Fraction(1, 27), chance_of_return(HALF, 1, 3)


def visited(kind: str, number: int, agent: str) -> list[int]:
    """Return how many states a run of a shipped level visits, how many different ones, and how many once."""
    level, seed = shipped_level(f"{kind}-{number}"), 3 * number

    def idle() -> Iterator[Any]:
        for packed, times in packed_states_following(level.board, STEPS, level.spawn_probability, SeededDraws(seed)):
            yield from [(packed.alive, packed.traits)] * times

    def at_random() -> Iterator[Any]:
        game, player = PackedGame(level), named_player("random", level, SeededDraws(seed + 2))
        state, reading = game.start(), game.reading(SeededDraws(seed + 1))
        while state.in_play[0] and state.steps < STEPS:
            state, _ = game.step(state, (player(state, 0),), reading)
            yield state.board.to_board()

    return list(count_visits(idle() if agent == "idle" else at_random()))


OF_ALL = product((*SPAWN, *STILL), range(20), ("idle", "random"))
RUNS = Experiment("W19-unique-states", visited, [*OF_ALL])


@claim(
    "W19-unique-states",
    "with spawners nearly all visited states are unique",
    "Section 4, item ii",
    "holds (repaired)",
    defects="The paper does not say who visits, how long, or what nearly all is (here: nine tenths of 1000 states "
    "are visited once). It is not so on every level: where a spawner has little room, states come back. Nor are "
    "spawners needed: a random agent in levels without them visits two fifths of its states once, and more.",
    repair="if nobody acts, the mean share of unique states over the shipped levels of a kind is at least nine "
    "tenths; with a random agent it is at least nine tenths on every level. In general it depends on the room: "
    "the chance that two states far apart agree is ((1 + p²)/(1 + p)²)^c for c free cells that are each alone",
    witness="prune-spawn-0, nobody acts: 0.305 of 1000 states are unique",
)
def unique_states() -> Evidence:
    """In stochastic environments nearly all visited states are unique."""

    def recorded(agent: str, *kinds: str) -> Any:
        runs = [(*of, Visits(*run).share) for of, run in RUNS.results.items() if of[0] in kinds and of[2] == agent]
        return among(f"recorded runs of 1000 steps on all levels of {', '.join(kinds)}", runs, many=True)

    def nearly_all(*run: Any, least: Fraction = Fraction(9, 10)) -> Any:
        return meets(run[-1] >= least, f"at least {least}", float(run[-1]))

    def in_the_mean(kind: str) -> Any:
        return nearly_all(sum(Visits(*RUNS.results[kind, number, "idle"]).share for number in range(20)) / 20)

    yield by_hand(visits_by_hand)
    kinds = among(", ".join(SPAWN), SPAWN)
    yield every("with spawners, nobody acts: nine tenths are unique, in the mean", in_the_mean, kinds)
    every_level = every("the same on every level", nearly_all, recorded("idle", "prune-spawn"))
    yield every_level.fails("the same on every level, prune-spawn, 0, …: expected 'at least 9/10', got 0.305")
    walks = recorded("random", *SPAWN)
    yield every("with spawners, a random agent: nine tenths are unique on every level", nearly_all, walks)
    some = partial(nearly_all, least=Fraction(2, 5))
    yield every("without spawners, a random agent: two fifths and more", some, recorded("random", *STILL))
    yield RUNS.again
    yield mutants("""
        safelife.game.visits:count_visits
            states that differ are counted, not those visited once: sum(1 for number in times.values() if number == 1)
                → len(times)
            states that come back are counted: if number == 1 → for _ in range(number) if number > 1
            a set of states is counted: Counter(states) → Counter(set(states))
        safelife.game.visits:chance_of_return
            the chance forgets how far apart: + 2 * p * (-p) ** apart → ∅
            the eigenvalue is p: (-p) ** apart → p**apart
            the chances are added: ** 2) ** cells → ** 2) * cells
    """)


STATEMENTS = statements_in(globals())
