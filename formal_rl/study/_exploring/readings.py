"""Readings of an environment: the definition, and the published forms of 2021 and 2022 where they differ."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from formal_rl.agents import Learner, LearnerClass, Transition
from formal_rl.checking import Part
from formal_rl.checking.departures import every_sequence, functional_departure, published_departure
from formal_rl.environments import CATALOGUE, EnvironmentRecord, PublishedEnvironment
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, actions
from formal_rl.study._explained import explained_by_trial
from formal_rl.study._exploring.trees import Form, Seen, form_of
from formal_rl.study._texts import brief
from formal_rl.study.catalogue import Settings

PAPER = "definition"


@frozen
class Parting:
    """Where a reading parts from the definition: the smallest agent, by question, and the actions that lead there."""

    answers: dict[Prompt, Action]
    played: tuple[Action, ...]


@frozen
class Reading:
    """A published form beside the definition: its year, how it departs in words, and how it differs to the horizon.

    ``form`` and ``parting`` are ``None`` where it equals the definition on plays up to the horizon.
    """

    year: int
    words: str
    form: Form | None
    parting: Parting | None

    @property
    def name(self) -> str:
        """The name of the reading."""
        return f"published {self.year}"


def readings_of(
    record: EnvironmentRecord | None, settings: Settings, horizon: int, among: Sequence[Action]
) -> list[Reading]:
    """Return the published readings of a listed environment, compared with its definition for every learner."""
    if record is None or record.name not in CATALOGUE or not record.published_name:
        return []
    draws = [settings.environment_draws] if record.draws else []
    found = []
    definition = form_made(record, settings)
    if record.has("functional"):
        functional = record.made("functional", *draws)
        part = functional_departure(
            record.name, functional, definition, actions=among, played=every_sequence(horizon, among)
        )
        form = form_of(explained_by_trial(record.name, functional))
        found.append(_reading(2021, record.functional_differs, form, part))
    elif record.in_2021:
        found.append(Reading(2021, record.in_2021, None, None))
    if record.has("published"):
        words = "; ".join(record.published_differs)
        if record.name == "false_memories":  # its memories are built in, and may be others
            return [*found, Reading(2022, "as defined, with memories of its own", None, None)]
        published = record.made("published", *draws)
        part = published_departure(
            record.name, published, definition, actions=among, played=every_sequence(horizon, among)
        )
        found.append(_reading(2022, words, published_form(published), part))
    return found


def form_made(record: EnvironmentRecord, settings: Settings, form: str = "definition") -> Any:
    """Return a form of a listed environment, made of the memories or of the draws that it takes."""
    if record.name == "false_memories":
        return record.made(form, settings.memories)
    return record.made(form, *([settings.environment_draws] if record.draws else []))


def _reading(year: int, words: str, form: Form, part: Part) -> Reading:
    refutation = part.refutation
    if refutation is None:
        return Reading(year, f"{words}, which shows on longer plays only" if words else "as defined", None, None)
    answers = dict(refutation.agent.entries) if refutation.agent else {}
    if refutation.learner:
        answers |= {question_of(*question): action for question, action in refutation.learner.entries}
    return Reading(year, words, form, Parting(answers, actions(refutation.disagreement.history)))


# --- Questions to trained copies, as histories ---


def question_of(trained_on: Sequence[Transition], observation: Observation) -> Prompt:
    """Return the history of a copy that was trained on these transitions and now sees an observation.

    Its first reward is 0, since no transition has that reward. `Seen` marks an observation that differs from the one
    that the transition before led to.
    """
    first = trained_on[0].observation if trained_on else observation
    history: list[Any] = [Percept(0, first)]
    for transition in trained_on:
        history += _turned_to(transition.observation, history[-1])
        history += [transition.action, Percept(transition.reward, transition.next_observation)]
    return (*history, *_turned_to(observation, history[-1]))


def trained_on(question: Prompt) -> tuple[tuple[Transition, ...], Observation]:
    """Return the transitions on which a copy with this history was trained, and the observation that it sees now."""
    transitions: list[Transition] = []
    seen = question[0].observation
    action: Action | None = None
    for element in question[1:]:
        if isinstance(element, Percept):
            assert action is not None
            transitions.append(Transition(seen, action, *element))
            seen = element.observation
        elif isinstance(element, Seen):
            seen = element.observation
        else:
            action = element
    return tuple(transitions), seen


def as_one_history(question: Prompt) -> Prompt:
    """Return a history in which each `Seen` replaces the observation before it, for agents that know no `Seen`."""
    history: list[Any] = []
    for element in question:
        if isinstance(element, Seen):
            history[-1] = history[-1]._replace(observation=element.observation)
        else:
            history.append(element)
    return tuple(history)


def _turned_to(seen: Observation, last: Percept) -> list[Seen]:
    """Return the `Seen` that makes an observation the last one, or nothing if it is the last one already."""
    return [] if last.observation == seen else [Seen(seen)]


@frozen
class _Asking:
    """The learner that remembers its transitions, and asks an agent of histories for its action."""

    agent: Any

    @property
    def initial(self) -> tuple[Transition, ...]:
        return ()

    def act(self, state: tuple[Transition, ...], observation: Observation) -> Action:
        action: Action = self.agent(question_of(state, observation))
        return action

    def learn(self, state: tuple[Transition, ...], transition: Transition) -> tuple[Transition, ...]:
        return (*state, transition)


def published_form(published: PublishedEnvironment) -> Form:
    """Return a published environment as a form: it is started, and stepped by the actions of the play.

    It has no first reward, for which 0 stands. It looks at actions alone, so that a play that it did not make is
    answered as the one that it would have made.
    """

    def answer(agent: Any, play: Play) -> tuple[Percept, list[Prompt], str]:
        questions: list[Prompt] = []

        def noting(question: Prompt) -> Action:
            questions.append(question)
            action: Action = agent(question)
            return action

        learner: Learner[Any] = _Asking(noting)
        agent_class = LearnerClass(learner)
        observation, state = published.start(agent_class)
        percept = Percept(0, observation)
        for action in actions(play):
            questions.clear()
            percept, state = published.step(agent_class, state, action)
        return percept, list(questions), _words(play, questions, agent, percept)

    return Form("published", answer, by_actions=True, remembers=True)


def _words(play: Play, questions: list[Prompt], agent: Any, percept: Percept) -> str:
    if play == ():
        return "it starts with an observation alone: it has no first reward, for which 0 stands here"
    if not questions:
        return f"the last action is {play[-1]}; no copy was asked in this step; the reward is {percept.reward}"
    does = "; ".join(f"a copy that went through {brief(each)} does {agent(each)}" for each in dict.fromkeys(questions))
    return f"the last action is {play[-1]}; {does}; the reward is {percept.reward}"
