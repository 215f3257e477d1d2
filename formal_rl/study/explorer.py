"""The explorer of environments: every play to a horizon, with every question about it, for every agent."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from json import loads
from typing import Any

from attrs import evolve, field, frozen

from formal_rl.environments import CATALOGUE
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.histories import percept_alphabet
from formal_rl.study._explained import ExplainedEnvironment, explained_handicap
from formal_rl.study._exploring.definitions import definition_of
from formal_rl.study._exploring.gains import EVERY, long_runs, smallest_agents
from formal_rl.study._exploring.presets import PRESETS, of_table, preset
from formal_rl.study._exploring.readings import PAPER, Reading, readings_of
from formal_rl.study._exploring.scenes import Explored, Scene
from formal_rl.study._exploring.trees import Explorations, form_of
from formal_rl.study.catalogue import DEFAULT, HORIZON, PERCEPTS, AgentLike, EnvironmentLike, Settings, find_environment
from formal_rl.study.illustrations import ILLUSTRATIONS
from formal_rl.view.live import Live, LiveView

ORDINARY = ("bandit", "corridor", "guess_the_number")
"""By default an environment that is like a handicap is put on these. Each has two actions."""

MOST_ACTIONS = 10
"""The greatest number of actions, so that an answer is a digit."""


@frozen
class Explorer(Live):
    """An environment as a page shows it: it knows every agent, to a horizon.

    Printed, it is a summary; `html` is the page, and `to_json` are the data that the page shows.
    """

    name: str
    horizon: int
    runs: int
    _data: dict[str, Any] = field(repr=False, eq=False)

    def to_json(self) -> dict[str, Any]:
        """Return the data as JSON values."""
        return self._data

    def live_view(self) -> LiveView:
        """Return the live page."""
        return LiveView(f"{self.name}, explored", "explorer.js", "explorer.css", self._data)

    def __str__(self) -> str:
        main = self._data["scenes"][0]
        lines = [
            f"{self.name}, for every agent, on {len(main['plays'])} plays of at most {self.horizon} actions",
            f"questions about {len(self._data['histories']) // 2} histories and their beginnings; {self.runs:,} runs",
            f"readings: {', '.join(reading['name'] for reading in main['readings'])}",
            f"agents to begin with: {', '.join(each['name'] for each in self._data['presets'])}",
        ]
        if len(self._data["scenes"]) > 1:
            lines.append(f"put as a handicap on {', '.join(each['name'] for each in self._data['scenes'][1:])}")
        return "\n".join(lines)


def explore(
    environment: EnvironmentLike,
    horizon: int = HORIZON,
    *,
    percepts: int = PERCEPTS,
    actions: int = 2,
    agents: Sequence[AgentLike] = (),
    handicaps: Sequence[EnvironmentLike] | None = None,
    settings: Settings = DEFAULT,
    progress: Callable[[str], None] | None = None,
) -> Explorer:
    """Return all questions and rewards of an environment, for every agent, on plays of at most ``horizon`` actions.

    Plays are made of the first ``percepts`` percepts and of those that the environment itself pays. ``agents`` join
    those on every page. An environment that is like a handicap is also put on each of
    ``handicaps``, by default on three ordinary ones. ``progress`` receives the name of each step before it begins.

    Raises `InvalidParameter` for invalid numbers and where there is too much to explore; the errors of the environment
    itself on a play of its own; and otherwise as `ask`.
    """
    require_int("horizon", horizon, 0)
    require_int("percepts", percepts, 0)
    require_int("actions", actions, 1)
    if actions > MOST_ACTIONS:
        raise InvalidParameter("actions", actions, f"at most {MOST_ACTIONS}")
    found = find_environment(environment, settings)
    say = progress or (lambda words: None)
    among = range(actions)
    explorations = Explorations(found.name, horizon, among)
    explored = Explored(explorations, among)

    say("readings")
    record = CATALOGUE.get(found.name)
    if record is not None and not (isinstance(environment, str) or environment is record.load()):
        record = None  # one of the user's own that happens to be called so
    readings = readings_of(record, settings, horizon, among)
    say(found.name)
    scene = _scene(found, readings, percept_alphabet(percepts))
    scene.explore(explored, horizon)
    scenes = [scene]
    if handicaps is None:
        handicaps = ORDINARY if actions == 2 and not found.layers and scene.is_handicap(explored) else ()
    for ordinary in handicaps:
        put = explained_handicap(find_environment(ordinary, settings), found)
        say(put.name)
        scenes.append(_scene(put, [], ()))
        scenes[-1].explore(explored, horizon)
    usual = [each for each in PRESETS if actions > 1 or each == "constant:0"]
    presets = [preset(agent, settings, actions) for agent in (*agents, *usual)]
    for each in readings:
        if each.parting is not None:
            words = f"the smallest agent that {each.name} pays otherwise"
            presets.append(of_table(f"tells {each.year} apart", each.parting.answers, words))
    say("the reality check")
    gains = smallest_agents(found, horizon, among, explored.histories)
    gains |= {"every": EVERY, "long": long_runs(found, record, (*agents, *usual), settings, actions)}
    illustrated = [run.agent for run in ILLUSTRATIONS.values() if run.environment == found.name]
    given = [each.name for each in presets[:1] if each.name not in PRESETS]
    tasks = {}
    if record and (horizon, actions) == (HORIZON, 2):  # only for these they are written; the live page has no such file
        tasks = loads(files("formal_rl.study").joinpath("_exploring/tasks.json").read_text("utf-8"))
    data = {
        "explorer": 1,
        "name": found.name,
        "horizon": horizon,
        "actions": actions,
        "definition": definition_of(found, record).to_json(),
        "begin_with": next(iter([*given, *(agent for agent in illustrated if agent in PRESETS)]), ""),
        "gains": gains,
        "tasks": tasks.get(found.name, []),  # each a task, a hint, and the state that solves it
        **explored.histories.to_json(),
        **explored.texts.to_json(),
        "trees": [list(tree) for tree in explored.trees.trees],
        "presets": [each.to_json(explored.histories.prompts(), among) for each in presets],
        "scenes": [each.to_json(explored) for each in scenes],
    }
    return Explorer(found.name, horizon, explorations.runs_made, data)


def _scene(environment: ExplainedEnvironment, readings: Sequence[Reading], percepts: Sequence[Any]) -> Scene:
    forms = [form_of(environment, PAPER)]
    captions: list[dict[str, Any]] = [{"words": ""}]
    for each in readings:
        if each.form is not None and each.parting is not None:
            forms.append(evolve(each.form, name=each.name))
            preset = f"tells {each.year} apart"  # the name of the agent that shows it
            captions.append({"words": each.words, "preset": preset, "played": list(each.parting.played)})
    layers = tuple(form_of(layer) for layer in environment.layers)
    captions[0]["also"] = [f"{each.name}: {each.words}" for each in readings if each.form is None]
    return Scene(environment.name, tuple(forms), layers, tuple(percepts), tuple(captions))
