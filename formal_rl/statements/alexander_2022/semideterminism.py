"""Section 4.1: semi-determinism, and what it makes simulations good for."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from formal_rl.agents import AgentInstance, ClassLearner, Learner, MakesInstances, Transition
from formal_rl.agents import to_class as right_to_class
from formal_rl.checking import SCHEDULES, ProgramStep, Schedule, Script, Search, search
from formal_rl.histories import Action, Observation
from formal_rl.statements.checks import semideterminism
from formal_rl.statements.checks.class_reality_check import freezing_to_first_asked, published_class
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


def _only(*names: str) -> Mapping[str, Schedule]:
    return {name: SCHEDULES[name] for name in names}


def _without(*names: str) -> Mapping[str, Schedule]:
    return {name: schedule for name, schedule in SCHEDULES.items() if name not in names}


def _untrained_only(
    agent_class: MakesInstances,
    length: int,
    *,
    observations: Sequence[Observation],
    transitions: Sequence[Transition],
) -> Search:
    return search(agent_class, 0, observations=observations, transitions=transitions)


def _b_not_trained(
    script: Script, observation: Observation, observations: Sequence[Observation], transitions: Sequence[Transition]
) -> Iterator[list[ProgramStep]]:
    trained = [ProgramStep("a", "trained", transition) for transition in script]
    yield [
        ProgramStep("a", "made"),
        ProgramStep("b", "made"),
        *trained,
        ProgramStep("a", "asked", observation),
        ProgramStep("b", "asked", observation),
    ]


def _sharing_its_state(learner: Learner[Any]) -> type[AgentInstance]:
    """Hold the state on the class, so that training one instance trains all."""

    class Shares:
        state = learner.initial

        def act(self, obs: Observation) -> Action:
            return learner.act(Shares.state, obs)

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            Shares.state = learner.learn(Shares.state, Transition(o_prev, a, r, o_next))

    return Shares


def _without_rewards(learner: Learner[Any]) -> type[AgentInstance]:
    right = right_to_class(learner)

    class TrainsWithoutRewards:
        def __init__(self) -> None:
            self._instance = right()

        def act(self, obs: Observation) -> Action:
            return self._instance.act(obs)

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            self._instance.train(o_prev, a, 0, o_next)

    return TrainsWithoutRewards


class _OneInstance:
    """Let one instance serve every state."""

    initial = ()

    def __init__(self, agent_class: MakesInstances) -> None:
        self._instance = agent_class()

    def act(self, state: Script, observation: Observation) -> Action:
        return self._instance.act(observation)

    def learn(self, state: Script, transition: Transition) -> Script:
        self._instance.train(*transition)
        return (*state, transition)


class _NoReplay(ClassLearner):
    """Ask a new instance, never trained, about a state that was left behind."""

    def _take(self, state: Any) -> AgentInstance:
        found = self._live.pop(id(state), None)
        return self.agent_class() if found is None else found[1]


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D6",
        kind="lemma",
        title="semi-determinism",
        claim="A class is semi-deterministic if within one program identically trained instances act identically, "
        "whatever they were asked and whatever was done to others. The reality check of a semi-deterministic class "
        "is semi-deterministic; the published one is not, since being asked changes it.",
        source=f"{ALEXANDER_2022}, Definition 6; Section 5, last paragraph",
        check=semideterminism.semideterminism,
        mutants={
            "only side by side": {"search": partial(search, schedules=_only("side by side"))},
            "nobody asked in between": {
                "search": partial(search, schedules=_without("a asked repeatedly", "a asked in between"))
            },
            "no other instance trained": {"search": partial(search, schedules=_without("another trained in between"))},
            "untrained instances only": {"search": _untrained_only},
            "b not trained": {"search": partial(search, schedules={**SCHEDULES, "b not trained": _b_not_trained})},
            "the published reality check": {"reality_check": published_class},
            "frozen to the first asked": {"reality_check": freezing_to_first_asked},
        },
        verdict="holds",
        evidence="by hand; exhaustive: 8 impure and 5 semi-deterministic classes in all programs of 6 schedules with "
        "scripts of at most 2 of 8 transitions; the class of every learner and its reality check likewise, of 4",
        defects="Definition 6 does not say that being asked is no training; that is the reading here, since "
        "simulations ask. A search over programs of bounded length can refute semi-determinism, and not establish it.",
        witness="published, of the agent that does what it sees: asked about 1, then trained on (0, 1, 0, 0), it does "
        "1 on 0; trained on (0, 1, 0, 0) unasked, it does 0",
    ),
    Statement(
        id="A22-D6-sim",
        kind="lemma",
        title="what a copy shows",
        claim="A copy of an instance of a semi-deterministic class does what the instance would do had it been "
        "trained as the copy was, and changes nothing for the instance. A copy of an agent that writes a file need "
        "not, and may.",
        source=f"{ALEXANDER_2022}, Section 4.1",
        check=semideterminism.simulation,
        mutants={
            "a class that shares its state": {"to_class": _sharing_its_state},
            "a class trained without rewards": {"to_class": _without_rewards},
            "one instance for every state": {"from_class": _OneInstance},
            "an old state asked untrained": {"from_class": _NoReplay},
        },
        verdict="holds",
        evidence="by hand; exhaustive: all learners as classes, all pairs of scripts of at most 2 of 4 transitions, "
        "and in ignore_rewards to horizon 5; 5 semi-deterministic classes, all pairs of scripts of at most 2 of 4",
        witness="the agent that does whether the file says paid: beside a copy in ignore_rewards it is always paid, "
        "(0,0) 0 (1,0) 1 (1,0) 1 (1,0) 1; with a memory of its own it is punished for its first 1",
    ),
)
"""In the order of the paper."""
