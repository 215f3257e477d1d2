"""The plays that a page can show: closed under clicking, and for each play a tree for each form."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field, frozen

from formal_rl.histories import Action, Percept, Play
from formal_rl.histories import actions as actions_of
from formal_rl.study._exploring.trees import Explorations, Form, Histories, Texts, Trees


@frozen
class Looked:
    """The result of a form on a play: the number of the tree, and every percept that it pays some agent."""

    tree: int
    paid: tuple[Percept, ...]


class Explored:
    """The result of each form on each play, computed once, with its histories, texts and trees numbered."""

    def __init__(self, explorations: Explorations, actions: Sequence[Action]) -> None:
        self.histories, self.texts = Histories(), Texts()
        self.trees = Trees(self.histories, self.texts, actions)
        self._actions = tuple(actions)
        self._explorations = explorations
        self._looked: dict[tuple[Form, Play], Looked] = {}

    def look(self, form: Form, play: Play, *, own: bool = False) -> Looked:
        """Return the result of a form on a play; on its ``own`` plays failures are raised."""
        key = form, actions_of(play) if form.by_actions else play
        if key not in self._looked:
            runs = self._explorations.runs(form, play, own=own)
            paid = dict.fromkeys(run.percept for run in runs if run.percept is not None)
            self._looked[key] = Looked(self.trees.number(runs), tuple(paid))
        return self._looked[key]

    def closed(self, forms: Sequence[Form], percepts: Sequence[Percept], horizon: int) -> list[Play]:
        """Return every play of at most ``horizon`` actions made of percepts that a form pays there, or of these.

        Whatever is paid after such a play, the history up to there has a number.
        """
        found: list[Play] = []
        layer: dict[Play, bool] = {(): True}  # whether the first form makes the play itself, for some agent
        for length in range(horizon + 1):
            found += layer
            after: dict[Play, bool] = {}
            for play, own in layer.items():
                paid: dict[Percept, bool] = {}
                for place, form in enumerate(forms):
                    for percept in self.look(form, play, own=own and place == 0).paid:
                        paid[percept] = paid.get(percept, False) or (own and place == 0)
                        self.histories.number((*play, percept))
                for percept in dict.fromkeys((*paid, *percepts)) if length < horizon else ():
                    for action in self._actions:
                        after[*play, percept, action] = paid.get(percept, False)
            layer = after
        return found


@define
class Scene:
    """Forms on common plays: ``readings``, of which the page shows one, and the ``layers`` that compose the first.

    ``captions`` has the words of the page for each reading. ``percepts`` may replace the percept that is paid.
    """

    name: str
    readings: tuple[Form, ...]
    layers: tuple[Form, ...] = ()
    percepts: tuple[Percept, ...] = ()
    captions: tuple[dict[str, Any], ...] = ()
    plays: list[Play] = field(factory=list)

    def explore(self, explored: Explored, horizon: int) -> None:
        """Find the plays, and look at all of them with every form."""
        looking = [form for form in self.readings if not form.remembers]
        plays = explored.closed(looking, self.percepts, horizon)
        for form in self.readings:
            if form.remembers:  # it makes plays of its own, in which nothing can be put in place
                plays += explored.closed([form], (), horizon)
        self.plays = list(dict.fromkeys(plays))
        for play in self.plays:
            for form in (*self.readings, *self.layers):
                for percept in explored.look(form, play).paid:
                    explored.histories.number((*play, percept))

    def is_handicap(self, explored: Explored) -> bool:
        """Whether the first reading asks something, and pays 1, 0 or -1 and shows 0, whatever happens."""
        looked = [explored.look(self.readings[0], play) for play in self.plays]
        paid = {percept for each in looked for percept in each.paid}
        asks = any(explored.trees.asks(each.tree) for each in looked)
        return asks and all(percept.observation == 0 and percept.reward in {-1, 0, 1} for percept in paid)

    def to_json(self, explored: Explored) -> dict[str, Any]:
        """Return the scene as JSON values, plays by their numbers, and a tree for each."""

        def trees(form: Form) -> list[int]:
            return [explored.look(form, play).tree for play in self.plays]

        return {
            "name": self.name,
            "plays": [explored.histories.number(play) for play in self.plays],
            "percepts": [explored.histories.percept(percept) for percept in self.percepts],
            "readings": [
                {"name": form.name, "remembers": form.remembers, "trees": trees(form), **caption}
                for form, caption in zip(self.readings, self.captions, strict=True)
            ],
            "layers": [{"name": form.name, "trees": trees(form)} for form in self.layers],
        }
