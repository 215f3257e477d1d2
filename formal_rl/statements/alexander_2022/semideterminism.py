"""Semi-determinism: what is and is not, what keeps it, and what it makes simulations good for."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from formal_rl.agents import LastRewardSignLearner, Learner, Transition, from_class, to_class
from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.agents.learners import acts
from formal_rl.agents.practitioner import MakesInstances, ask_instance, instantiate, train_instance
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import learners
from formal_rl.checking.semideterminism import difference, search, trials
from formal_rl.environments import ignore_rewards_incremental
from formal_rl.environments._incremental import interact_incremental
from formal_rl.histories import Action, History, Observation, history
from formal_rl.statements import impure_classes
from formal_rl.statements.alexander_2022.class_reality_check import published_class
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.transforms import reality_check_class

Script = Sequence[Transition]
Classes = Mapping[str, Callable[[], MakesInstances]]
UNPAID, PAID = Transition(0, 0, 0, 0), Transition(0, 0, 1, 0)


OF_4 = [Transition(o, a, 0, 0) for o, a in product((0, 1), repeat=2)]
OF_8 = [Transition(o, a, r, 0) for o, a, r in product((0, 1), repeat=3)]

ECHO = to_class(FiniteLearner((((0, 0), (1, 1)),), (tuple((each, 0) for each in OF_8),)))
"""The class that does what it sees, and learns nothing."""


def was_paid() -> MakesInstances:
    """Return the class that does whether it was last paid."""
    return to_class(LastRewardSignLearner())


def impure(folder: Path) -> Classes:
    """Return classes that are not semi-deterministic, by what they use; files are written to the folder."""
    return {
        "its own count of questions": impure_classes.counting_questions,
        "a shared count of questions": impure_classes.sharing_questions,
        "a shared memory of training": impure_classes.sharing_training,
        "a file": lambda: impure_classes.writing_a_file(folder / "asked.txt"),
        "a clock": lambda: impure_classes.reading_a_clock(count().__next__),
        "its own generator without a seed": impure_classes.drawing_unseeded,
        "its own generator with a seed, drawn from when asked": partial(impure_classes.drawing_when_asked, 0),
        "the published reality check": lambda: published_class(ECHO),
    }


PURE: Classes = {
    "what it sees": lambda: ECHO,
    "its own memory of training": was_paid,
    "its own generator with a seed, drawn from when trained": partial(impure_classes.drawing_when_trained, 0),
    "a read-only pool of numbers": partial(impure_classes.reading_a_pool, (0, 1, 1, 0, 1)),
    "the reality check of its own memory": lambda: reality_check_class(was_paid()),
}
"""Classes that are semi-deterministic, by what they use."""


@lemma(
    "A22-D6",
    "semi-determinism",
    "Definition 6; Section 5, last paragraph",
    "holds",
    evidence="argued: two instances of the reality check that were trained alike hold instances trained alike, "
    "which answer each comparison alike, so both freeze at the same training and to the same action; by hand; "
    "exhaustive: 8 impure and 5 other classes in all programs of 6 schedules; the class of every learner likewise",
    defects="Definition 6 does not say that asking is not training; we read it so, since simulations ask.",
    witness="published, of the agent that does what it sees: asked about 1, then trained on (0, 1, 0, 0), it does "
    "1 on 0; trained on (0, 1, 0, 0) unasked, it does 0",
)
def semideterminism() -> Evidence:
    """A class is semi-deterministic if, within one program, identically trained instances act identically, whatever
    they were asked and whatever happened to other instances. The reality check of a semi-deterministic class is
    semi-deterministic; the published one is not, since being asked changes it.
    """

    def found(agent_class: MakesInstances, length: int, transitions: Script) -> str:
        program = search(agent_class, length, observations=(0, 1), transitions=transitions)
        return "" if program is None else str(program)

    def examples() -> Rows:
        why = "asked about 1, then trained on (0, 1, 0, 0), it does 1 on 0: its first that is not 0; unasked 0"
        apart = "a asked in between: both trained on [0 1 0 0], about 0 a does 1 and b does 0"
        yield why, apart, found(published_class(ECHO), 1, [Transition(0, 1, 0, 0)]).splitlines()[0]

    def judged(name: str) -> tuple[bool, bool]:
        with TemporaryDirectory() as folder:
            classes = {**impure(Path(folder)), **PURE}  # made anew, since impure ones remember
            return name in PURE, not found(classes[name](), 2, OF_8)

    def identical(learner: Learner[Any], construction: Any, trial: Any) -> tuple[None, str | None]:
        wrong = difference(construction(to_class(learner)), trial)
        return None, None if wrong is None else str(wrong)

    said = "8 impure and 5 other classes in all programs of 6 schedules with scripts of at most 2 of 8 transitions"
    yield by_hand(examples)
    yield every("impure classes are rejected, and no others", judged, among(said, [*impure(Path()), *PURE]))
    own_or_checked = among("its class, and the reality check of that", [lambda own: own, reality_check_class])
    tried = list(trials(2, observations=(0, 1), transitions=OF_4))
    programs = among("all programs with scripts of at most 2 of 4 transitions", tried)
    yield every("the class of a learner", identical, learners, own_or_checked, programs)
    yield mutants("""
        checking.semideterminism:search
            nobody asked in between: schedules=schedules):
                → schedules={each: schedules[each] for each in schedules if "a asked" not in each}):
            no other instance trained: schedules=schedules):
                → schedules={each: schedules[each] for each in schedules if "another" not in each}):
            untrained instances only: trials(length, → trials(0,
        checking.semideterminism:difference
            b not trained: train_instance(instances[name], scripts[name], on)
                → name == "b" or train_instance(instances[name], scripts[name], on)
        transforms.reality_check:reality_check_class
            the published reality check: return RealityChecked
                → from formal_rl.agents import LearnerClass, from_class, instance_class;
                return instance_class(PublishedRealityCheck(LearnerClass(from_class(agent_class))))
    """)


# --- What simulations show ---


@lemma(
    "A22-D6-sim",
    "what a copy shows",
    "Section 4.1",
    "holds",
    witness="the agent that does whether the file says paid: beside a copy in ignore_rewards it is always paid, "
    "(0,0) 0 (1,0) 1 (1,0) 1 (1,0) 1; with a memory of its own it is punished for its first 1",
)
def simulation() -> Evidence:
    """A copy of an instance of a semi-deterministic class does what the instance would do if it had been trained like
    the copy, and does not affect the instance. For an agent that writes a file, both can fail.
    """

    def beside_a_copy(
        agent_class: MakesInstances, script: Script, hypothetical: Script, observation: Observation
    ) -> tuple[Action, Action]:
        instance, copy = instantiate(agent_class), instantiate(agent_class)
        for transition, instead in zip(script, hypothetical, strict=True):
            train_instance(instance, script, transition)
            train_instance(copy, hypothetical, instead)
        shown = ask_instance(copy, hypothetical, observation)  # before the instance, which it must not affect
        return shown, ask_instance(instance, script, observation)

    def in_ignore_rewards(learner: Learner[Any]) -> History:
        return tuple(islice(interact_incremental(learner, ignore_rewards_incremental), 8))

    def with_a_file(compute: Callable[..., object], *arguments: Any) -> object:
        with TemporaryDirectory() as folder:
            return compute(impure_classes.writing_a_file(Path(folder) / "last_reward.txt"), *arguments)

    def examples() -> Rows:
        own = was_paid()
        why = "a file: the agent, paid, writes it; the copy, not paid, writes that; both read the latter, and not 1"
        yield why, (0, 0), with_a_file(beside_a_copy, [PAID], [UNPAID], 0)
        yield "its own memory: the copy was not paid, the agent was", (0, 1), beside_a_copy(own, [PAID], [UNPAID], 0)
        why = "0, as the copy: paid; 1, having been paid, and the copy, never paid, 0: punished; 0 again: paid"
        yield why, history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1), in_ignore_rewards(from_class(own))
        why = "a file: the agent, trained after the copy, overwrites what it wrote: always paid"
        run = with_a_file(lambda made: in_ignore_rewards(from_class(made)))
        yield f"{why}, (0,0) 0 (1,0) 1 (1,0) 1 (1,0) 1", history((0, 0), 0, (1, 0), 1, (1, 0), 1, (1, 0), 1), run
        read = from_class(own)
        once = read.learn(read.initial, PAID)
        states = read.learn(once, UNPAID), once, read.initial, read.learn(once, UNPAID), once
        why = "not paid last: 0; before, paid: 1; untrained: 0; and once more that of before: 1"
        yield why, [0, 1, 0, 0, 1], [read.act(state, 0) for state in states]

    def shown(learner: Learner[Any], script: Script, hypothetical: Script, seen: Observation) -> tuple[Any, Any]:
        expected = acts(learner, tuple(hypothetical), seen), acts(learner, tuple(script), seen)
        return expected, beside_a_copy(to_class(learner), script, hypothetical, seen)

    scripts = (product(OF_4, repeat=n) for n in range(3))
    equally_long = [(*pair, seen) for some in scripts for pair in product(some, repeat=2) for seen in (0, 1)]
    each = among("all pairs of scripts of at most 2 of 4 transitions, equally long", equally_long, many=True)
    yield by_hand(examples)
    yield every("a copy shows what the agent would do, and leaves it alone", shown, learners, each)
    yield mutants("""
        agents.practitioner:to_class
            a class that shares its state: instance_class(LearnerClass(learner))
                → (lambda one: lambda: one)(instance_class(LearnerClass(learner))())
        agents.practitioner:instance_class
            a class trained without rewards: Transition(o_prev, a, r, o_next) → Transition(o_prev, a, 0, o_next)
        agents.practitioner:from_class
            one instance for every state: ClassLearner(agent_class)
                → ClassLearner((lambda one: lambda: one)(agent_class()))
        agents.practitioner:ClassLearner
            an old state asked untrained: for transition in state: → for transition in ():
            the live instance left behind: self._copier.copy_of(instance) → instance
    """)


STATEMENTS = statements_in(globals())
