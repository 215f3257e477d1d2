"""Questions and rewards of an environment about a play, for every agent: a tree of questions and answers.

All is interned. Histories are a trie: a prompt is a play and a percept, a play a prompt and an action. Equal trees are
one. The words of clauses are lines in which a number represents the history of a question.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.checking import Exploration
from formal_rl.environments import Inquiry, respond
from formal_rl.environments._text_pictures import is_picture
from formal_rl.errors import InteractionFailure, InvalidParameter
from formal_rl.histories import Action, History, Observation, Percept, Play, Prompt, format_history
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study._texts import as_json, brief, failure_words, named

QUESTIONS = 1_000
"""An environment with more questions about one play counts as asking without end."""

MOST_RUNS = 400_000
"""The greatest number of runs; with more, a page would be large and slow to make."""


class Seen(NamedTuple):
    """An observation in place of the one before it: an environment may show a trained copy anything.

    It stands in a history behind a percept. Histories of plays and of definitions have none.
    """

    observation: Observation

    def __str__(self) -> str:
        return f"[sees {self.observation}]"


class Histories:
    """Histories, each with a number; 0 is the empty one, and a history comes after its beginnings.

    ``nodes`` has the number of each history without its last element, and that element: the number of a percept, an
    action, or -1 - the number of the percept (0, o) for an observation o that is seen instead.
    """

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int]] = [(0, 0)]
        self.all: list[History] = [()]
        self.percepts: dict[Percept | None, int] = {}
        self._numbers: dict[History, int] = {(): 0}

    def number(self, history: History) -> int:
        """Return the number of a history; new histories and their beginnings get the next numbers."""
        found = self._numbers.get(history)
        if found is not None:
            return found
        parent = self.number(history[:-1])
        self.nodes.append((parent, self._value(history[-1])))
        self.all.append(history)
        number = self._numbers[history] = len(self.nodes) - 1
        return number

    def _value(self, element: Percept | Action | Seen) -> int:
        if isinstance(element, Percept):
            return self.percept(element)
        return -1 - self.percept(Percept(0, element.observation)) if isinstance(element, Seen) else element

    def percept(self, percept: Percept | None) -> int:
        """Return the number of a percept, or of ``None``, which stands where nothing is paid."""
        return self.percepts.setdefault(percept, len(self.percepts))

    def prompts(self) -> Iterator[Prompt]:
        """Yield the history of every possible question to an agent, in order."""
        return (history for history in self.all if history and not isinstance(history[-1], int))

    def to_json(self) -> dict[str, Any]:
        """Return the trie as JSON values; of a picture also its rows, of a pair of pictures those of both."""
        return {
            "histories": [each for node in self.nodes[1:] for each in node],
            "percepts": [None if percept is None else _shown(percept) for percept in self.percepts],
        }


def _shown(percept: Percept) -> list[Any]:
    """Return a percept as [reward, observation, how a history on a line names it, pictures if there are any]."""
    observation = percept.observation
    (brief_one,) = named((percept,))
    short = [*as_json(percept), str(brief_one.observation)]
    if is_picture(observation) and len(observation) > 1:
        return [*short, [list(observation)]]
    if type(observation) is tuple and len(observation) > 1 and all(map(is_picture, observation)):
        return [*short, [list(picture) for picture in observation]]
    return short


class Texts:
    """Clauses, each a list of lines; a line has ‹3› where the fourth question of a path stands."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self.texts: dict[tuple[int, ...], int] = {}
        self._written: dict[Prompt, str] = {}

    def number(self, text: str, path: Sequence[Prompt]) -> int:
        """Return the number of a text about the histories of a path."""
        if "‹" not in text:
            for place, history in enumerate(path):
                if len(history) > 1:  # a percept alone may as well be another
                    text = text.replace(self._format(history), f"‹{place}›")
        lines = tuple(self.lines.setdefault(line, len(self.lines)) for line in text.split("\n"))
        return self.texts.setdefault(lines, len(self.texts))

    def _format(self, history: Prompt) -> str:
        if history not in self._written:
            self._written[history] = format_history(named(history))
        return self._written[history]

    def to_json(self) -> dict[str, Any]:
        """Return the lines, and the texts made of them, as JSON values."""
        return {"lines": list(self.lines), "texts": [list(text) for text in self.texts]}


@frozen
class Run:
    """One way to answer all questions about a play: the questions, and the percept that follows.

    ``path`` has each question once, with its answer; ``questions`` the places on it of the environment's questions, in
    order, with repetitions. The clause may have asked the others. Where nothing is paid, ``percept`` is ``None``.
    """

    path: Mapping[Prompt, Action]
    questions: tuple[int, ...]
    percept: Percept | None
    clause: str


Asked: TypeAlias = Callable[[Any, Play], tuple[Percept, list[Prompt], str]]
"""Answer a play for an agent: the percept, the questions of this step, and the words. The agent is called."""


@frozen
class Form:
    """A way to answer plays, under a name: the definition, another reading of it, or a layer of a composition."""

    name: str
    answer: Asked = field(repr=False)
    by_actions: bool = False
    """Whether only the actions of a play count."""
    remembers: bool = False
    """Whether it remembers its own percepts, so that no other percept can replace one."""


def form_of(environment: ExplainedEnvironment, name: str = "") -> Form:
    """Return an explained environment as a form."""

    def answer(agent: Any, play: Play) -> tuple[Percept, list[Prompt], str]:
        questions: list[Prompt] = []

        def noting(prompt: Prompt) -> Action:
            questions.append(prompt)
            action: Action = agent(prompt)
            return action

        inquiry = Inquiry(noting, budget=QUESTIONS)
        inquiry.renew(play)
        percept = respond(environment, inquiry, play)
        return percept, questions, environment.clause(agent, play, percept)

    return Form(name or environment.name, answer, environment.by_actions)


class Explorations:
    """Runs of forms on plays, along every path of answers; they are counted, and there are not too many."""

    def __init__(self, name: str, horizon: int, actions: Sequence[Action]) -> None:
        self._name, self._horizon = name, horizon
        self.actions = tuple(actions)
        self.runs_made = 0
        self._exploration = Exploration(self.actions)

    def runs(self, form: Form, play: Play, *, own: bool) -> list[Run]:
        """Return every run of a form on a play.

        A failure is raised if the play is its ``own``; otherwise it is the result of the run.
        Raises `InvalidParameter` where there are too many runs.
        """
        found = []
        for percept, questions, clause in self._exploration.runs(lambda: self._answer(form, play, own=own)):
            path = dict(self._exploration.of_agent)
            places = {prompt: place for place, prompt in enumerate(path)}
            found.append(Run(path, tuple(places[prompt] for prompt in questions), percept, clause))
            self.runs_made += 1
            if self.runs_made > MOST_RUNS:
                asks = f"a smaller one: {self._name} asks so much that there are more than {MOST_RUNS:,} runs"
                raise InvalidParameter("the horizon", self._horizon, asks)
        return found

    def _answer(self, form: Form, play: Play, *, own: bool) -> tuple[Percept | None, list[Prompt], str]:
        try:
            return form.answer(self._exploration.agent, play)
        except InteractionFailure as failure:
            if own:
                failure.history = play
                failure.add_note(f"on the play {brief(play)}")
                raise
            return None, [], f"it pays nothing here: {failure_words(failure)}"


class Trees:
    """Trees of questions, equal ones once.

    A node is [the history asked about, a tree for each action]. A leaf is [-1 - the percept's number, the text's
    number]; where the questions are not exactly the path, -1 follows, and then the places on the path.
    """

    def __init__(self, histories: Histories, texts: Texts, actions: Sequence[Action]) -> None:
        self._histories, self._texts, self._actions = histories, texts, actions
        self.trees: dict[tuple[int, ...], int] = {}
        self._leaves: set[int] = set()

    def number(self, runs: Sequence[Run]) -> int:
        """Return the number of the tree of all runs on a play; they come in the order of their answers."""
        return self._grown([(list(run.path.items()), run) for run in runs], 0)

    def asks(self, tree: int) -> bool:
        """Whether a tree has a question."""
        return tree not in self._leaves

    def _grown(self, runs: list[tuple[list[tuple[Prompt, Action]], Run]], depth: int) -> int:
        path, run = runs[0]
        if len(path) == depth:
            questions = () if run.questions == tuple(range(len(run.path))) else (-1, *run.questions)
            text = self._texts.number(run.clause, list(run.path))
            leaf = self._kept((-1 - self._histories.percept(run.percept), text, *questions))
            self._leaves.add(leaf)
            return leaf
        parts: dict[Action, list[tuple[list[tuple[Prompt, Action]], Run]]] = {action: [] for action in self._actions}
        for each in runs:
            parts[each[0][depth][1]].append(each)
        grown = [self._grown(part, depth + 1) for part in parts.values()]
        return self._kept((self._histories.number(path[depth][0]), *grown))

    def _kept(self, tree: tuple[int, ...]) -> int:
        return self.trees.setdefault(tree, len(self.trees))
