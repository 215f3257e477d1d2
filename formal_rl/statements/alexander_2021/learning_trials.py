"""The recognition of one's own supervised and unsupervised learning."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Every, Rows, among, by_hand, every, with_actions
from formal_rl.environments import abstract
from formal_rl.environments.abstract import SUPERVISED_SHOWN, UNSUPERVISED_SHOWN, Lesson, Probabilities, repeated_trials
from formal_rl.environments.abstract.shown_trials import BARS, LINE
from formal_rl.environments.abstract.supervised_trials import lesson_prompt
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.abstract.unsupervised_trials import Cloud, Clustering, clustering
from formal_rl.histories import Action, Percept, history
from formal_rl.statements.alexander_2021.shapes import answering, incrementally, numbered
from formal_rl.statements.entries import Evidence, example, mutants, statements_in

HALF, NO, SURE = Fraction(1, 2), Fraction(0), Fraction(1)
CLAIM = history((0, 0), 1)
SEQUENCES = among("all sequences of at most 3 of 3 actions", [e for n in range(4) for e in product(range(3), repeat=n)])
DEFECT = (
    "The example is informal: it assumes {0} and an enumeration of all trials and gives neither. Whether a trial is "
    "recognised depends on {0} altogether: one agent is paid otherwise for the same play under another {0}."
)
REPAIR = (
    "{} and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
    "which each trial has one number and each number one trial. An observation is the number of the trial."
)
RECOGNITION = """
        environments.abstract.trial_recognition:trial_recognition
            every claim is paid: (play[-1] > 0) == like(agent, turn - 1) → like and play[-1] > 0
            judged by the next trial: like(agent, turn - 1) → like(agent, turn)
            only 1 is a claim: play[-1] > 0 → play[-1] == 1
        environments.abstract.trial_recognition:TrialRecognitionIncremental
            incrementally, paid for the contrary: (action > 0) == → (action > 0) !=
"""


def paid_for_the_truth(name: str, environment: Any, own: Callable[[Agent, int], bool]) -> Every:
    """Return the part that an environment is Example 19, ``own`` being whether trial n is the agent's own output."""

    def claim(agent: Agent, did: Sequence[Action]) -> tuple[Percept, Percept]:
        turn = len(did)
        reward = 0 if turn == 0 else 1 if own(agent, turn - 1) == (did[-1] > 0) else -1
        return Percept(reward, turn), environment(agent, tuple(x for action in did for x in (Percept(-1, 9), action)))

    return every(f"{name} recognition, as written out", claim, with_actions(3), SEQUENCES)


def told_apart(name: str, recognition: Any, conversion: Any, of: tuple[Any, Any], agents: Sequence[Agent]) -> Every:
    """Return the part that who claims what the first of two would output is paid alike exactly if both output that."""
    trial, asked = of

    def claim(first: Agent, second: Agent) -> tuple[Any, Any]:
        one, other = conversion(first)(asked), conversion(second)(asked)
        environment = recognition(conversion, repeated_trials((trial(asked, one),)))
        got = environment(first, CLAIM).reward, environment(second, CLAIM).reward
        return (1, 1 if one == other else -1), got

    said = f"all pairs of {len(agents)} agents, one for each way to answer what the conversion asks"
    pairs = among(said, combinations_with_replacement(agents, 2), many=True)
    return every(f"{name}: agents whose conversions differ are paid differently", claim, pairs)


# --- Supervised ---

BARS_PROMPT = history((0, 146), 0, (1, 56), 1, (1, 292))
"""The upright bar 010010010 = 146 was labelled 0, the lying one 000111000 = 56 was labelled 1; now 100100100 = 292."""

WEIGHTS_PROMPTS = (history((0, 146), 0, (1, 56), 1, (1, 42_778)), history((0, 146), 0, (1, 56), 1, (1, 43_072)))
"""292 paired with 0 is 292·293/2 = 42778, with 1 it is 293·294/2 + 1 = 43072."""


@example(
    "A21-E19-supervised",
    "recognising one's own supervised learning",
    "Example 19",
    defects=DEFECT.format("f"),
    repair=REPAIR.format("f"),
    witness="the agent that says upright and weighs 3 to 1 claims the trial (upright 1, lying 0): paid 1 if f asks "
    "for a label; paid -1 if it asks for weights; the agent that says lying is paid -1",
)
def supervised_example() -> Evidence:
    """Shown one supervised learning trial after another (labels, a training set, an image, and p, a probability for
    each label), the agent A is paid 1 for an action > 0 if f(A), trained on the training set, outputs p for the image,
    and for 0 if it does not; else -1. It is 0 at first. For an f that asks A for the label, or for a weight of each
    label, with the training set as a history in which each label was done and paid, agents A and B with f(A) and f(B)
    unlike on a trial's lesson are paid differently for some trial.
    """
    asked_for_a_label, asked_for_weights = abstract.asked_for_a_label, abstract.asked_for_weights
    by_label = abstract.supervised_recognition(asked_for_a_label, SUPERVISED_SHOWN)
    trials = TrialRecognitionIncremental(abstract.supervised_likeness(asked_for_a_label, SUPERVISED_SHOWN))

    def examples() -> Rows:
        def labeller(says: Action, first: Action, second: Action) -> Agent:
            """Give this label and these weights, and another label if not told of the training set."""
            told = {BARS_PROMPT: says, WEIGHTS_PROMPTS[0]: first, WEIGHTS_PROMPTS[1]: second}
            return lambda prompt: told.get(prompt, 1 - says)

        upright, lying = labeller(0, 3, 1), labeller(1, 0, 0)
        for why, output, conversion, agent in (
            ("says lying, action 1: (0, 1)", (0, 1), asked_for_a_label, lying),
            ("weighs 3 to 1: 3/4, 1/4", (Fraction(3, 4), Fraction(1, 4)), asked_for_weights, upright),
            ("gives no weight: 1/2 each", (HALF, HALF), asked_for_weights, lying),
        ):
            yield why, output, conversion(agent)(BARS)
        why = "21 = 6·7/2 + 0: 6 = 3·4/2 + 0, image 0; 3 + 1 is (3): 1/3"
        trial = abstract.SupervisedTrial(Lesson((0,), (), 0), (Fraction(1, 3),))
        yield why, trial, abstract.supervised_trial_at(21)
        shown = history((0, 3), 1, (1, 4), 0, (1, 9))
        taught = Lesson(("a", "b"), ((3, "b"), (4, "a")), 5)
        yield "0 at first, then paid 1: b is label 1, a label 0", shown, lesson_prompt(taught, 9)
        yield "trials over and over: 5 = 3 + 2", [*"xyzxyz"], [*map(repeated_trials("xyz"), range(6))]
        yield "says lying and claims it: f(A) outputs (0, 1), not p: -1", Percept(-1, 1), by_label(lying, CLAIM)
        got = abstract.supervised_recognition(asked_for_weights, SUPERVISED_SHOWN)(upright, CLAIM)
        yield "weighs 3 to 1: (3/4, 1/4), not (1, 0): -1", Percept(-1, 1), got

    def own(agent: Agent, number: int) -> bool:
        says: Probabilities = {0: (SURE, NO), 1: (NO, SURE)}.get(agent(BARS_PROMPT), (HALF, HALF))
        return says == ((SURE, NO), (NO, SURE), (HALF, HALF))[number % 3]

    yield by_hand(examples)
    of = abstract.SupervisedTrial, BARS
    yield paid_for_the_truth("supervised", by_label, own)
    for name, conversion, prompts in (
        ("by label", asked_for_a_label, (BARS_PROMPT,)),
        ("by weights", asked_for_weights, WEIGHTS_PROMPTS),
    ):
        agents = answering(prompts, range(4))
        yield told_apart(name, abstract.supervised_recognition, conversion, of, agents)
    yield numbered("the supervised trials", abstract.supervised_trial_at, abstract.number_of_supervised_trial)
    yield incrementally(by_label, trials)
    yield mutants(f"""
        {RECOGNITION}
        environments.abstract.supervised_trials:asked_for_a_label
            the training set is left out: lesson_prompt(lesson, lesson.image) → (Percept(0, lesson.image),)
            the agent is not asked: agent(lesson_prompt(lesson, lesson.image)), → agent and len(lesson.labels),
        environments.abstract.supervised_trials:asked_for_weights
            asked for a label and not for weights: total = sum(weights)
                → return asked_for_a_label(agent)(lesson)⏎        total = sum(weights)
        environments.abstract.learning_trial_numbers:supervised_trial_at
            trials whose image is always 0: training, image) → training, 0)
    """)


# --- Unsupervised ---

LEFT, NEAR, FAR = LINE.points
FAR_APART, LEFT_APART = clustering([[LEFT, NEAR], [FAR]]), clustering([[LEFT], [NEAR, FAR]])
TOGETHER, ALL_APART = clustering([LINE.points]), clustering([[LEFT], [NEAR], [FAR]])

AT_ONCE = (history((0, 681_528)), history((0, 682_697)), history((0, 683_867)))
"""The points 0, 1 and 5 have numbers 0, 1 and 11, the sequence of these 1167; that is paired with 0, 1 and 2."""


@example(
    "A21-E19-unsupervised",
    "recognising one's own unsupervised learning",
    "Example 19",
    defects=DEFECT.format("g"),
    repair=REPAIR.format("g"),
    witness="the agent that names 0, 1 and 5 in turn by 0, 0, 1, and at once by 2, 4, 4, claims {0, 1} and {5}: "
    "paid 1 if asked in turn, -1 if asked at once; the agent that names 5, 2, 2 in turn is paid -1",
)
def unsupervised_example() -> Evidence:
    """Shown one unsupervised learning trial after another (a dimension n, finitely many points of ℚ^n, and C, a
    clustering of them), the agent A is paid 1 for an action > 0 if g(A) clusters the points as C does, and for 0 if it
    does not; else -1. It is 0 at first. For a g that shows A the points in turn, or all at once and asks about each,
    and puts together those that A answers alike, agents A and B with g(A) and g(B) unlike on a trial's points are paid
    differently for some trial.
    """
    asked_in_turn, asked_at_once = abstract.asked_in_turn, abstract.asked_at_once
    in_turn = abstract.unsupervised_recognition(asked_in_turn, UNSUPERVISED_SHOWN)
    trials = TrialRecognitionIncremental(abstract.unsupervised_likeness(asked_in_turn, UNSUPERVISED_SHOWN))

    def examples() -> Rows:
        def clusterer(first: Action, second: Action, third: Action, *at_once: Action) -> Agent:
            """Return the agent that names these clusters, asked about 0, then 1, then 5; or about each of the whole.

            Asked anything else, it does as about 0.
            """
            shown = history((0, 0), first, (0, 1), second, (0, 11))
            named = {shown[:3]: second, shown: third} | dict(zip(AT_ONCE, at_once, strict=True))
            return lambda prompt: named.get(prompt, first)

        near, right = clusterer(0, 0, 1, 2, 4, 4), clusterer(5, 2, 2, 0, 1, 2)
        for why, clusters, conversion, agent in (
            ("names 5, 2, 2: {0} and {1, 5}", LEFT_APART, asked_in_turn, right),
            ("at once 2, 4, 4: {0} and {1, 5}", LEFT_APART, asked_at_once, near),
            ("at once 0, 1, 2: three clusters", ALL_APART, asked_at_once, right),
        ):
            yield why, clusters, conversion(agent)(LINE)
        two = Cloud(1, ((NO,), (SURE,)))
        trial = abstract.UnsupervisedTrial(two, (two.points[:1], two.points[1:]))
        yield "189 = 18·19/2 + 18: ℚ and sequence 18, (0, 1): two", trial, abstract.unsupervised_trial_at(189)
        for why, agent, percept in (
            ("the far one apart, claimed: it names 0, 0, 1: paid 1", near, (1, 1)),
            ("another agent claims it, and names 5, 2, 2: -1", right, (-1, 1)),
        ):
            yield why, Percept(*percept), in_turn(agent, CLAIM)
        got = abstract.unsupervised_recognition(asked_at_once, UNSUPERVISED_SHOWN)(near, CLAIM)
        yield "0, 1 and 5 at once by 2, 4, 4: {0} and {1, 5}: -1", Percept(-1, 1), got

    def printed_clusters(agent: Agent) -> Clustering:
        first = agent(history((0, 0)))
        second = agent(history((0, 0), first, (0, 1)))
        third = agent(history((0, 0), first, (0, 1), second, (0, 11)))
        if first == second:
            return TOGETHER if second == third else FAR_APART
        if second == third:
            return LEFT_APART
        return clustering([[LEFT, FAR], [NEAR]]) if first == third else ALL_APART

    def own(agent: Agent, number: int) -> bool:
        return printed_clusters(agent) == (FAR_APART, LEFT_APART, TOGETHER)[number % 3]

    yield by_hand(examples)
    of = abstract.UnsupervisedTrial, LINE
    naming = [(lambda prompt, names=names: names[len(prompt) // 2]) for names in product(range(3), repeat=3)]
    yield paid_for_the_truth("unsupervised", in_turn, own)
    for name, conversion, agents in (
        ("in turn", asked_in_turn, naming),
        ("at once", asked_at_once, answering(AT_ONCE, range(3))),
    ):
        yield told_apart(name, abstract.unsupervised_recognition, conversion, of, agents)
    yield numbered("the unsupervised trials", abstract.unsupervised_trial_at, abstract.number_of_unsupervised_trial)
    yield incrementally(in_turn, trials)
    yield mutants(f"""
        {RECOGNITION}
        environments.abstract.unsupervised_trials:asked_in_turn
            the agent is not asked: clustered_by(zip(cloud.points, answers, strict=True))
                → clustering([cloud.points])
        environments.abstract.learning_trial_numbers:unsupervised_trial_at
            trials with one cluster only: clustered_by(named) → clustered_by((point, 0) for point, _ in named)
    """)


STATEMENTS = statements_in(globals())
