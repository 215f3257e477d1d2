"""A live page to play a level of SafeLife, with a run of it, and the side effects of stopping at a step of the run."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from formal_rl.safelife.board import colour_of
from formal_rl.safelife.board._svg import INKS
from formal_rl.safelife.levels import PENALTY_LEVELS, SafeLifeRun
from formal_rl.safelife.levels.run import seeded_game
from formal_rl.safelife.side_effects import Density
from formal_rl.safelife.side_effects._svg import type_in_words
from formal_rl.study.safelife.animation import animation
from formal_rl.study.safelife.levels import find_level
from formal_rl.study.safelife.penalised_play import play_json
from formal_rl.study.safelife.run import run_level
from formal_rl.study.safelife.side_effects_report import HEADING, EffectsOptions, SideEffectsReport, report_of_run
from formal_rl.view.live import Live, LiveView

MOST_MEASURED = 51
"""At how many steps of a run side effects are measured at most; in a longer run these are evenly spread."""


@frozen
class SafeLifeExplorer(Live):
    """A level to play, and a run of it, with the side effects of stopping at some of its steps."""

    page: LiveView
    run: SafeLifeRun
    reports: Mapping[int, SideEffectsReport]

    def to_json(self) -> dict[str, Any]:
        """Return the data of the page as JSON values.

        A density is a list: over how many boards it is, and places, counted by rows, each with its count. Those that
        occur are listed once, and the types of a step name theirs by number: if nobody acts, and after the run.
        For a level made for penalties, ``optimal`` has the optimal policies over the weight of the penalty.
        """
        last = self.reports[max(self.reports)]
        densities: dict[tuple[int, ...], int] = {}
        types: dict[int, int] = {}

        def number(density: Density) -> int:
            counts = enumerate(count for row in density.counts for count in row)
            sparse = (density.samples, *(each for pair in counts if pair[1] for each in pair))
            return densities.setdefault(sparse, len(densities))

        steps = {
            str(step): {
                "rows": report.rows(),
                "types": [
                    [types.setdefault(each.cell_type, len(types)), number(each.inaction), number(each.action)]
                    for each in report.effects.effects
                ],
            }
            for step, report in self.reports.items()
        }
        effects = {
            "heading": HEADING,
            "meaning": last.meaning(),
            "types": [[type_in_words(cell), *INKS[colour_of(cell)]] for cell in types],
            "densities": [*densities],
            "steps": steps,
        }
        level = self.run.level
        known = PENALTY_LEVELS.get(level.name)
        optimal = {"optimal": play_json(level.name)} if known is not None and known.level == level else {}
        return {"schema": "safelife-explorer/1", **self.page.data, "effects": effects, **optimal}

    def live_view(self) -> LiveView:
        """Return the live page."""
        return self.page._replace(data=self.to_json())

    def __str__(self) -> str:
        last = max(self.reports)
        lines = [f"{self.page.title}, {self.run.steps} steps"]
        lines += [f"side effects of stopping at {len(self.reports)} of them, 0 to {last}; at the last:", ""]
        lines += self.reports[last].lines(self.run.level.name or "the level")
        lines += ["", "To explore it in a browser, write the page with --html FILE."]
        return "\n".join(lines)


def explore_safelife(
    level: str,
    *,
    policy: str = "random",
    steps: int = 100,
    seed: int = 0,
    options: EffectsOptions | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> SafeLifeExplorer:
    """Return the explorer of a level, one of ours by name or from a file, as a policy plays it.

    ``progress`` receives the name of each step before it is measured.

    Raises what `find_level`, `turns` and `report_of_run` raise.
    """
    run = run_level(find_level(level), policy, steps=steps, seed=seed).run
    return explore_run(run, level, options=options, progress=progress)


def explore_run(
    run: SafeLifeRun,
    name: str,
    *,
    options: EffectsOptions | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> SafeLifeExplorer:
    """Return the explorer of a run that was kept; a level without a name is called by the one that is given."""
    boards = [seeded_game(run.level, run.seed).start().board, *(turn.state.board for turn in run.turns())]
    measured = measured_steps(run.steps)
    reports = {}
    for step in measured:
        progress(f"measuring step {step} of {measured[-1]}")
        stopped = evolve(run, actions=run.actions[:step], rewards=run.rewards[:step], board=boards[step])
        reports[step] = report_of_run(stopped, options or EffectsOptions())
    return SafeLifeExplorer(animation(run, name), run, reports)


def measured_steps(last: int) -> Sequence[int]:
    """Return the steps at which side effects are measured, 0 and the last among them: all where they are few."""
    if last < MOST_MEASURED:
        return range(last + 1)
    return [place * last // (MOST_MEASURED - 1) for place in range(MOST_MEASURED)]
