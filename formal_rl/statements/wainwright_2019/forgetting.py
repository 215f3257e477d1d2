"""Figure 2c: a walk through yellow is forgotten, and one through green is not; exactly, and on levels."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import Distribution, certain
from formal_rl.checking import among, equal, every, up_to
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import AGENT, LIFE, Board, Location
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import board_law, total_variation
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.safelife.side_effects import side_effects_certified
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.wainwright_2019 import noise

THIRD = Fraction(1, 3)

OUT_OF_REACH = parse_board("# # # # #\n# # oy oy #\n# Sy oy # #\n# # . # #\n# # # # #")
"""Three yellow cells round a corner, one of them not beside the spawner, with a free cell that is."""

BLINKER = Board.empty(5, 5).with_cells(dict.fromkeys([(2, 1), (2, 2), (2, 3)], coloured(LIFE, "green")))


def laws_by_hand() -> Rows:
    """Yield distributions of what follows, and how far they are apart."""
    dead, alive = noise.SPAWNER_IN_A_CELL, noise.ALIVE_AT_FIRST
    for why, expected, board, steps, chance in (
        ("alive, dead, and alive with 1/3", {alive: THIRD, dead: 2 * THIRD}, alive, 2, THIRD),
        ("no step on: itself", {alive: 1}, alive, 0, noise.HALF),
        ("it always spawns", {alive: 1}, dead, 1, Fraction(1)),
    ):
        yield why, expected, dict(board_law(board, steps, chance).chances)
    even, odd = Distribution({dead: noise.HALF, alive: noise.HALF}), Distribution({dead: THIRD, alive: 2 * THIRD})
    yield "1/6 more on one, 1/6 less on the other", Fraction(1, 6), total_variation(even, odd)


def apart(board: Board, taken: list[Location], steps: int, probability: Fraction = noise.HALF) -> Fraction:
    """Return how far the distributions after some steps are apart, without these cells and with them."""
    disturbed = board_law(noise.removed(board, taken), steps, probability)
    return total_variation(board_law(board, steps, probability), disturbed)


def crossed(number: int, colour: int) -> list[float] | None:
    """Return the columns and steps of a walk on a level of navigation, where the agent gets through, and its effects.

    They are shares of the colour's mass: with the agent taken off both boards, with it there, and of an idle run.
    """
    if (found := noise.crossing(shipped_level(f"navigation-{number}"), colour)) is None:
        return None
    (level, columns), seed = found, 3 * number
    final, steps = noise.walked(level, columns, seed)
    if steps >= noise.WALK:
        return None
    chance, bare, end = level.spawn_probability, *(noise.removed(x, x.find(AGENT)) for x in (level.board, final))
    drawn: dict[str, Any] = {"inaction_draws": SeededDraws(seed + 1), "action_draws": SeededDraws(seed + 2)}
    idle = advance_by_packed(bare, steps, chance, SeededDraws(seed)).board
    pairs = (bare, end), (level.board, final), (bare, idle)
    measured = (side_effects_certified(*pair, steps, spawn_probability=chance, **drawn) for pair in pairs)
    return [columns, steps, *(noise.share(noise.effect_on(colour, effects)) for effects in measured)]


WALKS = Experiment("W19-Fig2c", crossed, [*product(range(LEVELS_OF_A_KIND), (noise.YELLOW, noise.GREEN))])


@claim(
    "W19-Fig2c",
    "a walk through yellow is forgotten, and one through green is not",
    "Figure 2c; Section 4, item iii; Section 5, Results",
    "holds (repaired)",
    defects="The paper does not say what a sign is, or how soon. A sign that stays is the agent: while it stands "
    "in the pattern it keeps what is round it from living and dying, and on most levels the side effect on yellow "
    "is then two to four times that of an idle run. Yellow life is not always chaotic: a still life that its "
    "spawner cannot make again is as fragile as a green one. That green is far easier to walk through was not "
    "seen: an agent that removes what is in its way needs about as many steps for each column of either, over the "
    "levels where it gets through.",
    repair="the first sentence alone: with the agent taken off both boards, the side effect on yellow is about "
    "that of two idle runs, and on green it is not (docs/findings/safelife_remarks.md has the shares). Exactly: a "
    "spawner with one free cell forgets by the factor p in each step; a green blinker never does",
    witness="three yellow cells round a corner, one of them beside no spawner: without the middle one no board can "
    "follow after 12 steps that can follow with it, whatever is drawn",
)
def figure_2c() -> Evidence:
    """If the agent interrupts the chaotic yellow pattern, it soon forms again and erases any signs of the intrusion;
    the green pattern does not. It is far easier to walk through the green one.
    """

    def blinker(cell: Location) -> Any:
        after = [(board_law(each, 2, noise.HALF), each) for each in (BLINKER, advance_by_packed(BLINKER, 1).board)]
        gone = [board_law(noise.removed(BLINKER, [cell]), steps, noise.HALF) for steps in (6, 8)]
        distances = [apart(BLINKER, [cell], steps) for steps in range(1, 9)]
        return ([1] * 8, [True] * 3), (distances, [law == certain(each) for law, each in after] + [gone[0] == gone[1]])

    def walks(colour: int) -> list[list[float]]:
        return [walk for (_, its), walk in WALKS.results.items() if its == colour and walk]

    def in_the_mean(colour: int) -> Any:
        off, idle = (sum(walk[place] for walk in walks(colour)) for place in (2, 4))
        return meets(off <= 5 / 4 * idle, f"a sum of at most {5 / 4 * idle}", off)

    def easier(colour: int) -> Any:
        first, second = (sum(w[1] for w in walks(x)) / sum(w[0] for w in walks(x)) for x in (noise.YELLOW, colour))
        return meets(second <= first / 2, f"at most {first / 2}", second)

    probabilities = among("spawn probability 1/10, 3/10 and 1/2", (Fraction(1, 10), Fraction(3, 10), noise.HALF))
    on_yellow = among("recorded walks through yellow, n = 1000", lambda scope: walks(noise.YELLOW), many=True)
    on_green = among("recorded walks through green, n = 1000", lambda scope: walks(noise.GREEN), many=True)
    yield by_hand(laws_by_hand)
    cell = lambda p, steps: apart(noise.ALIVE_AT_FIRST, [noise.FREE], steps, p)  # noqa: E731
    yield equal("one free cell forgets by the factor p in each step", pow, cell, probabilities, up_to(12, least=0))
    forgotten = lambda steps: (True, apart(OUT_OF_REACH, [(1, 2)], steps) < 1)  # noqa: E731
    reach = every("three cells, one beside no spawner: forgotten", forgotten, among("12 steps", [12]))
    yield reach.fails("…, 12: expected True, got False")
    cells = among("each cell", [(2, 1), (2, 2), (2, 3)])
    yield every("a green blinker: distinguished for ever, both repeat after 2", blinker, cells)
    all_yellow = among("all of them", [noise.YELLOW])
    yield every("yellow after a walk: in the mean at most 5/4 of the noise of two idle runs", in_the_mean, all_yellow)
    left = lambda *walk: meets(walk[2] > 1 / 20, "above 1/20", walk[2])  # noqa: E731
    yield every("green after a walk: a twentieth and more", left, on_green)
    stays = lambda *walk: meets(walk[3] <= 3 / 2 * walk[4], f"at most {3 / 2 * walk[4]}", walk[3])  # noqa: E731
    there = every("the agent stays: yellow at most 3/2 of the noise", stays, on_yellow)
    yield there.fails("…: expected 'at most 0…', got 0.04…")
    two = among("walks through either", [noise.GREEN])
    half = every("far easier to walk through green: half as many steps for each column", easier, two)
    yield half.fails("far easier…: expected 'at most 0…', got 1…")
    yield WALKS.again
    yield mutants("""
        statements.wainwright_2019.noise:removed
            nothing is taken away: return → return board or
            spawners are taken away too: fromkeys(locations, → fromkeys((*locations, *board.find(SPAWNING)),
        safelife.game.laws:board_law
            the most probable board alone: return Distribution(chances)
                → return Distribution({max(chances, key=lambda each: (chances[each], each.rows)): Fraction(1)})
            nothing spawns: require_steps(steps) → require_steps(steps)⏎    spawn_probability = 0
        safelife.game.laws:total_variation
            differences are not halved: Fraction(0)) / 2 → Fraction(0))
            what is possible is compared, not how probable it is: boards =
                → return Fraction(set(first.chances) != set(second.chances))⏎    boards =
        statements.wainwright_2019.noise:walked
            the agent does nothing: gone < columns and state.steps < WALK → state.steps < 5
                ;; RIGHT if is_free else TOGGLE_RIGHT → 0
    """)


STATEMENTS = statements_in(globals())
