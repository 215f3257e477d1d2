"""Checks of semi-determinism: what is and is not, what keeps it, and what it makes simulations good for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, product, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from formal_rl.agents import (
    AgentInstance,
    ClassLearner,
    Learner,
    MakesInstances,
    Transition,
    acts,
    ask_instance,
    from_class,
    instantiate,
    to_class,
    train_instance,
)
from formal_rl.agents import as_agent as read_as_agent
from formal_rl.agents import to_class as right_to_class
from formal_rl.checking import (
    SCHEDULES,
    Case,
    Claim,
    Cover,
    Disagreement,
    Example,
    Part,
    ProgramStep,
    Schedule,
    Scope,
    Script,
    Search,
    Trial,
    Unknown,
    check_examples,
    decide,
    decide_each,
    difference,
    equal,
    part,
    search,
    trials,
    unless,
)
from formal_rl.environments import ignore_rewards, ignore_rewards_incremental, interact_incremental, interaction
from formal_rl.histories import Action, History, Observation, history
from formal_rl.statements import impure_classes
from formal_rl.statements.alexander_2022.class_reality_check import (
    ClassTransform,
    freezing_to_first_asked,
    published_class,
)
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check_class

_OBSERVATIONS = (0, 1)
_UNPAID, _PAID = Transition(0, 0, 0, 0), Transition(0, 0, 1, 0)
_POOL = (0, 1, 1, 0, 1)
_MISMATCH = Transition(0, 1, 0, 0)
_OWN, _FROZEN = "trained on its own actions", "not its own: frozen"
_ALIKE, _OTHERWISE = "the copy trained alike", "the copy trained otherwise"

LONGEST_SCRIPT = 3
"""How long scripts may be, whatever the scope: their number grows with a power of 4 or 8."""


Searches = Callable[..., Search]
"""A search for a difference, as `formal_rl.checking.semideterminism.search`."""


class _Echo:
    """Does what it sees."""

    def act(self, obs: Any) -> Action:
        return int(obs)

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        """Learn nothing."""


class _WasPaid:
    """Does whether it was last paid."""

    def __init__(self) -> None:
        self._paid = False

    def act(self, obs: Observation) -> Action:
        return int(self._paid)

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        self._paid = r > 0


_Classes = Mapping[str, Callable[[], MakesInstances]]


def impure(folder: Path) -> _Classes:
    """Return classes that are not semi-deterministic, by what they use; files are written to the folder."""
    numbers = count()
    return {
        "its own count of questions": impure_classes.counting_questions,
        "a shared count of questions": impure_classes.sharing_questions,
        "a shared memory of training": impure_classes.sharing_training,
        "a file": lambda: impure_classes.writing_a_file(folder / f"{next(numbers)}.txt"),
        "a clock": lambda: impure_classes.reading_a_clock(count().__next__),
        "its own generator without a seed": impure_classes.drawing_unseeded,
        "its own generator with a seed, drawn from when asked": partial(impure_classes.drawing_when_asked, 0),
        "the published reality check": lambda: published_class(_Echo),
    }


def pure() -> _Classes:
    """Return classes that are semi-deterministic, by what they use."""
    return {
        "what it sees": lambda: _Echo,
        "its own memory of training": lambda: _WasPaid,
        "its own generator with a seed, drawn from when trained": partial(impure_classes.drawing_when_trained, 0),
        "a read-only pool of numbers": partial(impure_classes.reading_a_pool, _POOL),
        "the reality check of its own memory": lambda: reality_check_class(_WasPaid),
    }


def _programs(found: Search) -> str:
    """Return the program found, a deed after the other, or nothing."""
    return "" if found.difference is None else str(found.difference)


def _program(difference: str, *steps: str) -> str:
    """Return a program as it is written: what differs, then that a and b are made, then its further steps."""
    return "\n  ".join((difference, "a is made", "b is made", *steps))


def _worked_examples(search: Searches) -> Iterator[Example]:
    def found(agent_class: MakesInstances, transition: Transition = _PAID) -> str:
        return _programs(search(agent_class, 1, observations=(0, 1), transitions=(transition,)))

    yield (
        "questions counted",
        "does 0, 1, 0, ... in turn: a, asked twice, does 1, and b does 0",
        _program(
            "a asked repeatedly: both untrained, about 0 a does 1 and b does 0",
            *("a is asked about 0: 0", "a is asked about 0: 1", "b is asked about 0: 0"),
        ),
        *(found, impure_classes.counting_questions()),
    )
    yield (
        "training shared",
        "nobody was paid: 0; then c is paid: 1",
        _program(
            "another trained in between: both untrained, about 0 a does 0 and b does 1",
            *("c is made", "a is asked about 0: 0", "c is trained on [0 0 1 0]", "b is asked about 0: 1"),
        ),
        *(found, impure_classes.sharing_training()),
    )
    yield (
        "a clock",
        "0 o'clock, then 1 o'clock",
        _program(
            "side by side: both untrained, about 0 a does 0 and b does 1",
            *("a is asked about 0: 0", "b is asked about 0: 1"),
        ),
        *(found, impure_classes.reading_a_clock(count().__next__)),
    )
    yield (
        "the published reality check of doing what one sees",
        "asked about 1, 1 is its first action that is not 0: trained on 1 where it would do 0 it freezes to it, else 0",
        _program(
            "a asked in between: both trained on [0 1 0 0], about 0 a does 1 and b does 0",
            *("a is asked about 1: 1", "a is trained on [0 1 0 0]"),
            *("b is trained on [0 1 0 0]", "a is asked about 0: 1", "b is asked about 0: 0"),
        ),
        *(found, published_class(_Echo), _MISMATCH),
    )
    yield ("a pool", "both untrained: 0; both trained once: 1", "", found, impure_classes.reading_a_pool(_POOL))
    own = "the reality check of doing what one sees"
    yield (own, "frozen to 0, asked about 1 or not", "", found, reality_check_class(_Echo), _MISMATCH)


def _alphabet(actions: Sequence[Action], rewards: Sequence[int]) -> tuple[Transition, ...]:
    return tuple(Transition(o, a, r, 0) for o, a, r in product(_OBSERVATIONS, actions, rewards))


def semideterminism(
    scope: Scope, *, search: Searches = search, reality_check: ClassTransform = reality_check_class
) -> Iterator[Part]:
    """Check Definition 6: by hand, on impure and pure classes, on every learner's class and its reality check."""
    length, actions = min(LONGEST_SCRIPT, scope.steps(quick=2, full=3)), scope.actions()
    rewarded = _alphabet(range(2), (0, 1))
    plain = _alphabet(actions, (0,))

    def searched(name: str, classes: _Classes, *, differ: bool) -> Part:
        @part(name, branches=classes, domain=f"{len(classes)} classes, {domain} of {len(rewarded)}")
        def cases() -> Iterator[Case]:
            for each, make in classes.items():
                found = _programs(search(make(), length, observations=_OBSERVATIONS, transitions=rewarded))
                about, expected = f"a class that uses {each}", "a difference" if differ else None
                yield each, unless(bool(found) == differ, about, expected, found or None)

        return cases()

    def identical(construction: ClassTransform, trial: Trial, unknown: Unknown, cover: Cover) -> Disagreement | None:
        differs = difference(construction(to_class(unknown.learner)), trial)
        cover(trial.schedule)
        cover(_OWN if _is_own(unknown.learner, trial.script) else _FROZEN)
        return None if differs is None else differs.as_disagreement()

    domain = f"all programs with scripts of at most {length} transitions"
    yield check_examples(_worked_examples(search))
    with TemporaryDirectory() as folder:
        yield searched("impure classes are rejected", impure(Path(folder)), differ=True)
    yield searched("semi-deterministic classes are accepted", pure(), differ=False)
    for name, construction in (("the class of a learner", lambda it: it), ("its reality check", reality_check)):
        yield decide_each(
            f"{name} is semi-deterministic",
            partial(identical, construction),
            trials(length, observations=_OBSERVATIONS, transitions=plain),
            actions=actions,
            branches=(*SCHEDULES, _OWN, _FROZEN),
            domain=f"all learners, {domain} of {len(plain)}",
        )
    yield decide_each(
        "the published reality check is semi-deterministic",
        partial(identical, published_class),
        trials(1, observations=_OBSERVATIONS, transitions=_alphabet(range(2), (0,))),
        actions=range(2),
        domain="all learners, all programs with scripts of at most 1 transition of 4, whatever the scope",
    ).meant_to_fail("what b does, a asked in …: expected 1, got 0")


def _is_own(learner: Learner[Any], script: Script) -> bool:
    state = learner.initial
    for transition in script:
        if learner.act(state, transition.observation) != transition.action:
            return False
        state = learner.learn(state, transition)
    return True


# --- What simulations show ---


def _alone(agent_class: MakesInstances, script: Script, observation: Observation) -> Action:
    """Return what an instance does that is the only one of its program."""
    instance = instantiate(agent_class)
    for transition in script:
        train_instance(instance, script, transition)
    return ask_instance(instance, script, observation)


def _beside_a_copy(
    agent_class: MakesInstances, script: Script, hypothetical: Script, observation: Observation
) -> tuple[Action, Action]:
    """Train an instance and a copy in turn, each on its script; return what the copy does, then the instance."""
    instance, copy = instantiate(agent_class), instantiate(agent_class)
    for transition, instead in zip_longest(script, hypothetical):
        if transition is not None:
            train_instance(instance, script, transition)
        if instead is not None:
            train_instance(copy, hypothetical, instead)
    shown = ask_instance(copy, hypothetical, observation)
    return shown, ask_instance(instance, script, observation)


def _shows(
    make: Callable[[], MakesInstances], script: Script, hypothetical: Script, observation: Observation
) -> Disagreement | None:
    """Compare an instance and its copy with instances alone, each program with a class of its own."""
    expected = _alone(make(), hypothetical, observation), _alone(make(), script, observation)
    got = _beside_a_copy(make(), script, hypothetical, observation)
    about = f"what copy and agent do on {observation}, the agent trained on {script}, the copy on {hypothetical}"
    return equal(about, expected, got)


def _in_ignore_rewards(learner: Learner[Any], steps: int) -> History:
    playing = interact_incremental(learner, ignore_rewards_incremental)
    return tuple(next(playing) for _ in range(2 * steps))


AsLearner = Callable[[MakesInstances], Learner[Any]]


def _with_a_file(compute: Callable[..., object], *arguments: Any) -> object:
    """Return what is computed of an agent that writes a file."""
    with TemporaryDirectory() as folder:
        return compute(impure_classes.writing_a_file(Path(folder) / "last_reward.txt"), *arguments)


def _old_states(learner: Learner[Any]) -> tuple[Action, ...]:
    once = learner.learn(learner.initial, _PAID)
    further = learner.learn(once, _UNPAID)
    again = tuple(learner.act(state, 0) for state in (further, once, learner.initial))
    return (*again, learner.act(learner.learn(once, _UNPAID), 0), learner.act(once, 0))


def _worked_simulation(as_class: Callable[[Learner[Any]], MakesInstances], as_learner: AsLearner) -> Iterator[Example]:
    own, paid, unpaid = as_class(from_class(_WasPaid)), (_PAID,), (_UNPAID,)
    yield ("a file, alone", "paid: writes it, reads it", 1, _with_a_file, _alone, paid, 0)
    why = "the agent, paid, writes it; the copy, not paid, writes that; both read the latter: 0 and 0"
    yield ("a file, beside a copy", why, (0, 0), _with_a_file, _beside_a_copy, paid, unpaid, 0)
    why = "the copy was not paid, the agent was: 0 and 1"
    yield ("its own memory, beside a copy", why, (0, 1), _beside_a_copy, own, paid, unpaid, 0)
    why = "0, as the copy: paid; 1, having been paid, and the copy, never paid, 0: punished; 0 again: paid"
    run = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)
    yield ("its own memory in ignore rewards", why, run, _in_ignore_rewards, as_learner(_WasPaid), 4)
    why = "the agent, trained after the copy, overwrites what the copy wrote; the copy does as the agent: always paid"
    run = history((0, 0), 0, (1, 0), 1, (1, 0), 1, (1, 0), 1)
    yield ("a file in ignore rewards", why, run, _with_a_file, lambda made: _in_ignore_rewards(from_class(made), 4))
    why = (
        "not paid last: 0; the state before, paid: 1; untrained: 0; that of before not paid: 0, and once more itself: 1"
    )
    yield ("old states", why, (0, 1, 0, 0, 1), _old_states, as_learner(as_class(from_class(_WasPaid))))


def _pairs(alphabet: Sequence[Transition], longest: int) -> Iterator[tuple[Script, Script, Observation]]:
    for number in range(longest + 1):
        for script, hypothetical in product(product(alphabet, repeat=number), repeat=2):
            yield from ((script, hypothetical, observation) for observation in _OBSERVATIONS)


def _tried(name: str, classes: _Classes, domain: str) -> Part:
    rewarded = tuple(Transition(0, a, r, 0) for a, r in product(range(2), range(2)))

    @part(
        name,
        branches=classes,
        domain=f"{domain}, all pairs of scripts of at most 2 transitions of 4, whatever the scope",
    )
    def cases() -> Iterator[Case]:
        for each, make in classes.items():
            yield from ((each, _shows(make, *case)) for case in _pairs(rewarded, 2))

    return cases()


def simulation(
    scope: Scope,
    *,
    to_class: Callable[[Learner[Any]], MakesInstances] = to_class,
    from_class: AsLearner = from_class,
) -> Iterator[Part]:
    """Check that copies of a semi-deterministic class show what the agent would do, and that a file-writer's do not."""
    length, horizon = min(LONGEST_SCRIPT, scope.steps(quick=2, full=3)), max(3, scope.steps(quick=5, full=7))
    actions = scope.actions()
    plain = _alphabet(actions, (0,))

    def shown(case: tuple[Script, Script, Observation], unknown: Unknown, cover: Cover) -> Disagreement | None:
        script, hypothetical, observation = case
        cover(_ALIKE if script == hypothetical else _OTHERWISE)
        learner = unknown.learner
        expected = acts(learner, hypothetical, observation), acts(learner, script, observation)
        got = _beside_a_copy(to_class(learner), *case)
        return equal(f"what copy and agent do, {case}", expected, got)

    def any_order(script: Script, unknown: Unknown, cover: Cover) -> Disagreement | None:
        learner = from_class(to_class(unknown.learner))
        states = [learner.initial]
        for transition in script:
            states.append(learner.learn(states[-1], transition))
        cover("only the newest state" if len(states) == 1 else "old states too")
        for number in (*reversed(range(len(states))), len(states) - 1):
            expected, got = acts(unknown.learner, script[:number], 0), learner.act(states[number], 0)
            if got != expected:
                return Disagreement(f"what it does on 0 after {script[:number]} of {script}", expected, got)
        for number, transition in enumerate(script):
            expected = acts(unknown.learner, script[: number + 1], 0)
            got = learner.act(learner.learn(states[number], transition), 0)
            if got != expected:
                return Disagreement(f"what it does on 0, trained again after {script[:number]}", expected, got)
        return None

    def interacts_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = interaction(read_as_agent(unknown.learner), ignore_rewards, steps)
            got = _in_ignore_rewards(from_class(to_class(unknown.learner)), steps)
            for percept in expected[2::2]:
                cover("paid" if percept.reward > 0 else "punished")
            return equal("the interaction with ignore rewards", expected, got)

        return claim

    scripts = f"all pairs of scripts of at most {length} transitions of {len(plain)}, equally long"
    yield check_examples(_worked_simulation(to_class, from_class))
    domain = f"all learners, {scripts}"
    name = "a copy shows what the agent would do, and leaves it alone"
    yield decide_each(name, shown, _pairs(plain, length), actions=actions, branches=(_ALIKE, _OTHERWISE), domain=domain)
    yield decide_each(
        "a class read as a learner, its states asked in any order",
        any_order,
        (script for number in range(length + 1) for script in product(plain, repeat=number)),
        actions=actions,
        branches=("only the newest state", "old states too"),
        domain=f"all learners, all scripts of at most {length} transitions of {len(plain)}, each state asked "
        "and trained again",
    )
    branches = ("paid", "punished")
    domain = f"all learners as classes in ignore rewards to horizon {horizon}, {len(actions)} actions"
    yield decide("in ignore rewards", interacts_at, horizon, actions=actions, branches=branches, domain=domain)
    yield _tried("copies of semi-deterministic classes", pure(), f"{len(pure())} classes")
    with TemporaryDirectory() as folder:
        a_file = {"a file": impure(Path(folder))["a file"]}
        yield _tried("copies of an agent that writes a file", a_file, "one class").meant_to_fail(
            "what copy and agent do o… on (Transition(observation=0, action=0, reward=1, next_obse"
            "rvation=0),): expected (1, 0), got (1, 1)"
        )


# --- Mutants ---


def _without(*names: str) -> Mapping[str, Schedule]:
    return {name: schedule for name, schedule in SCHEDULES.items() if name not in names}


def _untrained_only(agent_class: MakesInstances, length: int, **over: Any) -> Search:
    return search(agent_class, 0, **over)


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


class _LeavesItself(ClassLearner):
    """Leave the instance that is trained behind, not a copy."""

    def _copy_of(self, instance: AgentInstance) -> AgentInstance:
        return instance


class _NoReplay(ClassLearner):
    """Ask a new instance, never trained, about a state that was left behind."""

    def _replayed(self, state: Any) -> AgentInstance:
        return self.agent_class()


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D6",
        kind="lemma",
        title="semi-determinism",
        claim="A class is semi-deterministic if, within one program, identically trained instances act identically, "
        "whatever they were asked and whatever happened to other instances. The reality check of a semi-deterministic "
        "class is semi-deterministic; the published one is not, since being asked changes it.",
        source=f"{ALEXANDER_2022}, Definition 6; Section 5, last paragraph",
        check=semideterminism,
        mutants={
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
        evidence="argued: two instances of the reality check that were trained alike hold instances trained alike, "
        "which answer each comparison alike, so both freeze at the same training and to the same action; by hand; "
        "exhaustive: 8 impure and 5 semi-deterministic classes in all programs of 6 schedules with scripts of "
        "at most 2 of 8 transitions; the class of every learner and its reality check likewise, of 4",
        defects="Definition 6 does not say that asking is not training; we read it so, since simulations ask.",
        witness="published, of the agent that does what it sees: asked about 1, then trained on (0, 1, 0, 0), it does "
        "1 on 0; trained on (0, 1, 0, 0) unasked, it does 0",
    ),
    Statement(
        id="A22-D6-sim",
        kind="lemma",
        title="what a copy shows",
        claim="A copy of an instance of a semi-deterministic class does what the instance would do if it had been "
        "trained like the copy, and does not affect the instance. For an agent that writes a file, both can fail.",
        source=f"{ALEXANDER_2022}, Section 4.1",
        check=simulation,
        mutants={
            "a class that shares its state": {"to_class": _sharing_its_state},
            "a class trained without rewards": {"to_class": _without_rewards},
            "one instance for every state": {"from_class": _OneInstance},
            "an old state asked untrained": {"from_class": _NoReplay},
            "the live instance left behind": {"from_class": _LeavesItself},
        },
        verdict="holds",
        evidence="by hand; exhaustive: all learners as classes, all pairs of scripts of at most 2 of 4 transitions, "
        "and in ignore_rewards to horizon 5; 5 semi-deterministic classes, all pairs of scripts of at most 2 of 4",
        witness="the agent that does whether the file says paid: beside a copy in ignore_rewards it is always paid, "
        "(0,0) 0 (1,0) 1 (1,0) 1 (1,0) 1; with a memory of its own it is punished for its first 1",
    ),
)
