"""Classify environments by six properties, each decided to a horizon or refuted by a smallest witness."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.checking import Exploration, never_negative, pays_one_and_shows_zero
from formal_rl.environments import Inquiry, TableAgent, respond
from formal_rl.errors import (
    EnvironmentFailure,
    InteractionFailure,
    InvalidParameter,
    NotAPercept,
    NotReproducible,
    QuestionBudgetExhausted,
    require_int,
)
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays, format_history, percept_alphabet
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study._texts import as_json, brief, failure_words
from formal_rl.study.catalogue import DEFAULT, HORIZON, PERCEPTS, EnvironmentLike, Settings, find_environment

QUESTIONS = 1_000
"""An environment with more questions about one play counts as asking without end."""

_MOST_ROWS = 6


@frozen
class Case:
    """The answers of an agent, and the result: a percept, or in words why there is none."""

    agent: TableAgent
    came: Percept | str

    def __str__(self) -> str:
        came = self.came if isinstance(self.came, str) else f"the percept is {format_history((self.came,))}"
        rows = [f"{action} on {brief(prompt)}" for prompt, action in self.agent.entries[:_MOST_ROWS]]
        rows += ["…"] if len(self.agent.entries) > _MOST_ROWS else []
        return f"if the agent does {', '.join(rows)}: {came}" if rows else f"whatever the agent: {came}"


@frozen
class Witness:
    """The play on which a property fails, and one agent or two that show it."""

    play: Play
    cases: tuple[Case, ...]

    def __str__(self) -> str:
        return "\n".join([f"on the play {brief(self.play)}", *(f"  {case}" for case in self.cases)])


@frozen
class Property:
    """One property: whether it holds (``None``: not decided), to which horizon, what that means, and a witness if not.

    The ``horizon`` is the number of actions to which it was decided, or at which it fails.
    """

    name: str
    holds: bool | None
    horizon: int
    meaning: str
    witness: Witness | None = None


@frozen(repr=False)
class Classification:
    """The six properties of an environment, decided on every agent and every play of a finite domain."""

    environment: str
    horizon: int
    percepts: tuple[Percept, ...]
    actions: tuple[Action, ...]
    plays: int
    cases: int
    properties: tuple[Property, ...]

    def __getitem__(self, name: str) -> Property:
        for each in self.properties:
            if each.name == name:
                return each
        raise KeyError(name)

    def to_json(self) -> Any:
        """Return the classification as JSON values."""
        return as_json(self)

    def __repr__(self) -> str:
        percepts = ", ".join(format_history((percept,)) for percept in self.percepts)
        domain = f"for every agent, on every play of at most {self.horizon} actions (horizon {self.horizon})"
        lines = [
            f"{self.environment}, {domain}",
            f"percepts {percepts}; actions {', '.join(map(str, self.actions))}; {self.plays} plays, {self.cases} cases",
            "",
        ]
        for each in self.properties:
            words = {True: f"yes, to horizon {each.horizon}", False: f"no, at horizon {each.horizon}", None: "open"}
            lines.append(f"{each.name:<14}{words[each.holds]:<19}{each.meaning}")
            if each.witness is not None:
                lines += [f"{'':<16}{line}" for line in str(each.witness).splitlines()]
        return "\n".join(lines)


@frozen(eq=False)
class _Run:
    answers: dict[Prompt, Action]
    came: Percept | InteractionFailure

    @property
    def case(self) -> Case:
        came = self.came
        return Case(TableAgent(self.answers), came if isinstance(came, Percept) else failure_words(came))


def classify(
    environment: EnvironmentLike,
    *,
    horizon: int = HORIZON,
    percepts: Sequence[Percept] = percept_alphabet(PERCEPTS),
    actions: Sequence[Action] = (0, 1),
    settings: Settings = DEFAULT,
    progress: Callable[[int], None] | None = None,
) -> Classification:
    """Decide whether an environment is total, typed, merciful, a handicap, ordinary and Newcomb-like.

    Every play of at most ``horizon`` actions over the alphabets faces every agent over ``actions``: each question
    about it gets every answer. An ordinary environment does not depend on the agent at all; a Newcomb-like one depends
    only on its answers to prompts that equal the true one except for the latest observation. To decide the two, runs
    are compared. Two runs that give the same answers to all allowed questions that both ask, and end in different
    percepts, refute: two agents that agree on all allowed prompts follow these runs, and two agents that refute give
    two such runs. ``progress`` is called with the number of actions before each length of play.

    Raises `InvalidParameter` for a negative horizon and an empty alphabet of actions.

    Source: Alexander et al. 2021, Definition 12 (merciful, handicap); Alexander et al. 2022, end of Section 4.
    """
    require_int("horizon", horizon, 0)
    if not actions:
        raise InvalidParameter("actions", actions, "at least one action")
    found = find_environment(environment, settings)
    search = _Search(found, tuple(actions))
    plays = 0
    for length in range(horizon + 1):
        if progress is not None:
            progress(length)
        for play in all_plays(percepts, actions, length):
            plays += 1
            search.look_at(play)
    properties = tuple(_properties(search, found, horizon, percepts, actions))
    return Classification(found.name, horizon, tuple(percepts), tuple(actions), plays, search.cases, properties)


class _Search:
    """The first witness against each property, over all plays looked at so far."""

    def __init__(self, environment: ExplainedEnvironment, actions: tuple[Action, ...]) -> None:
        self._environment = environment
        self._exploration = Exploration(actions)
        self.cases = 0
        self.endless = False
        self.answered = False
        self.witnesses: dict[str, Witness] = {}

    def look_at(self, play: Play) -> None:
        def program() -> Percept | InteractionFailure:
            inquiry = Inquiry(self._exploration.agent, budget=QUESTIONS)
            inquiry.renew(play)
            try:
                return respond(self._environment, inquiry, play)
            except InteractionFailure as failure:
                return failure

        runs = []
        for came in self._exploration.runs(program):
            run = _Run(dict(self._exploration.of_agent), came)
            self.cases += 1
            if isinstance(came, Percept):
                runs.append(run)
                self.answered = True
            else:
                untyped = isinstance(came, NotAPercept) or type(came) is EnvironmentFailure  # it asked about no prompt
                self.witnesses.setdefault("typed" if untyped else "total", Witness(play, (run.case,)))
            if isinstance(came, QuestionBudgetExhausted):
                self.endless = True
                break
        for name, allowed in (("ordinary", lambda play, prompt: False), ("Newcomb-like", _only_latest_observation)):
            if name not in self.witnesses and (witness := _parted(play, runs, partial(allowed, play))):
                self.witnesses[name] = witness


def _only_latest_observation(play: Play, prompt: Prompt) -> bool:
    """Whether a prompt is that of the play, but for the observation of its last percept."""
    return len(prompt) == len(play) - 1 and prompt[:-1] == play[:-2] and prompt[-1].reward == play[-2].reward


def _parted(play: Play, runs: list[_Run], allowed: Callable[[Prompt], bool]) -> Witness | None:
    """Find two runs that answer the allowed questions alike, as far as both ask them, and end in different percepts."""
    kinds: dict[Any, _Run] = {}
    for run in runs:
        heard = {prompt: action for prompt, action in run.answers.items() if allowed(prompt)}
        known = kinds.setdefault((frozenset(heard.items()), run.came), run)
        if len(run.answers) < len(known.answers):
            kinds[frozenset(heard.items()), run.came] = run
    pairs = [
        (one, other)
        for place, ((heard, came), one) in enumerate(kinds.items())
        for (also_heard, also_came), other in list(kinds.items())[place + 1 :]
        if came != also_came and all(dict(also_heard).get(prompt, action) == action for prompt, action in heard)
    ]
    if not pairs:
        return None
    smallest = min(pairs, key=lambda pair: len(pair[0].answers) + len(pair[1].answers))
    return Witness(play, tuple(run.case for run in smallest))


def _properties(
    search: _Search,
    environment: ExplainedEnvironment,
    horizon: int,
    percepts: Sequence[Percept],
    actions: Sequence[Action],
) -> Iterator[Property]:
    meanings = {
        "total": ("it answers every agent and play without failing", "it fails to answer"),
        "typed": (
            "each answer is a percept, each question a prompt",
            "not all that it answers and asks is of its kind",
        ),
        "merciful": ("it never pays a negative reward", "it can pay a negative reward"),
        "handicap": ("it always pays 1 or -1 and shows 0", "it can pay something other than 1 or -1, or not show 0"),
        "ordinary": ("its percepts do not depend on the agent", "its percepts depend on the agent"),
        "Newcomb-like": (
            "only the agent's actions on the true prompt, with any last observation, matter",
            "it matters what the agent does on a prompt that differs in more than the last observation",
        ),
    }

    def found(name: str, *, decided: bool = True) -> Property:
        witness = search.witnesses.get(name)
        if witness is not None:
            return Property(name, False, len(witness.play) // 2, meanings[name][1], witness)
        if not decided:
            return Property(name, None, horizon, "since it does not answer every agent and play with a percept")
        return Property(name, True, horizon, meanings[name][0])

    answers = search.witnesses.keys().isdisjoint({"total", "typed"})
    yield found("total")
    yield found("typed", decided=not search.endless and search.answered)
    for name, decide in (("merciful", never_negative), ("handicap", pays_one_and_shows_zero)):
        if answers:  # a failing environment would raise in the check
            try:
                refutation = decide(environment, horizon=horizon, percepts=percepts, actions=actions).refutation
            except NotReproducible as differing:
                raise NotReproducible(
                    f"it is not deterministic: asked again, it answers differently; {differing}"
                ) from None
            if refutation is not None:
                percept = refutation.disagreement.got
                assert isinstance(percept, Percept)
                case = Case(refutation.agent or TableAgent({}), percept)
                search.witnesses[name] = Witness(refutation.disagreement.history, (case,))
        yield found(name, decided=answers)
    yield found("ordinary", decided=answers)
    yield found("Newcomb-like", decided=answers)
