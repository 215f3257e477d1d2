"""The recognition of one's own supervised and unsupervised learning: a pair, entries, checks and mutants."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner
from formal_rl.checking import (
    Case,
    EnvironmentPair,
    Example,
    Part,
    Row,
    Scope,
    SimulatedPair,
    check_example_rows,
    check_examples,
    equal,
    part,
)
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, TableAgent
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    Clustering,
    Lesson,
    Likeness,
    Probabilities,
    SupervisedConversion,
    SupervisedTrial,
    Trials,
    UnsupervisedConversion,
    UnsupervisedTrial,
    asked_at_once,
    asked_for_a_label,
    asked_for_weights,
    asked_in_turn,
    number_of_supervised_trial,
    number_of_unsupervised_trial,
    repeated_trials,
    supervised_likeness,
    supervised_recognition,
    supervised_trial_at,
    unsupervised_likeness,
    unsupervised_recognition,
    unsupervised_trial_at,
)
from formal_rl.environments.abstract.shown_trials import BARS, LINE, labelling_bars
from formal_rl.environments.abstract.supervised_trials import lesson_play, lesson_prompt
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.abstract.unsupervised_trials import Cloud, clustering
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Percept, Play, history
from formal_rl.statements.alexander_2021.shapes import answering, incrementally, written_out_on
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

Recognition: TypeAlias = Callable[[Any, Any], ExtendedEnvironment]

SUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    labelling_bars,
    TrialRecognitionIncremental(supervised_likeness(asked_for_a_label, SUPERVISED_SHOWN)),
)


def _numbered(name: str, at: Callable[[int], Any], number: Callable[[Any], int], scope: Scope) -> Part:
    bound = 20_000 if scope.is_full else 1_000

    @part(f"the {name} trials, each once", branches=("a number",), domain=f"the numbers below {bound}")
    def cases() -> Iterator[Case]:
        return (("a number", equal("the number of that trial", n, number(at(n)))) for n in range(bound))

    return cases()


def _pays_for_the_truth(
    name: str, scope: Scope, environment: ExtendedEnvironment, own: Callable[[Agent, int], bool]
) -> Part:
    """Compare with Example 19 written out, ``own`` being whether trial n is what the agent's conversion outputs."""
    longest, choices = scope.steps(quick=3, full=4), scope.actions(3)

    def written(agent: Agent, did: tuple[Action, ...]) -> tuple[Percept, str]:
        turn = len(did)
        if turn == 0:
            return Percept(0, 0), "at first"
        looks, like_me = own(agent, turn - 1), did[-1] > 0
        branch = f"{'its own' if looks else 'not its own'}, {'claimed' if like_me else 'denied'}"
        paid = (looks and like_me) or (not looks and not like_me)
        return Percept(1 if paid else -1, turn), branch

    return written_out_on(
        f"{name}, as written out",
        environment,
        written,
        (did for n in range(longest + 1) for did in product((0, 1, 2), repeat=n)),
        play_of=lambda did: tuple(element for action in did for element in (Percept(-1, 9), action)),
        about=f"the percept of {name}",
        actions=choices,
        branches=("at first", "its own, claimed", "its own, denied", "not its own, claimed", "not its own, denied"),
        domain=f"all agents of {len(choices)} actions, all sequences of at most {longest} actions of 3",
    )


def _tells_agents_apart(
    name: str,
    recognition: Recognition,
    conversion: Callable[[Agent], Callable[[Any], Any]],
    agents: Sequence[Agent],
    trial_of: tuple[Callable[[Any, Any], Any], Any],
) -> Part:
    """Put to two agents the trial that is what the first would output.

    Who claims it is paid alike exactly if both would output that.
    """
    trial, asked = trial_of
    claimed, alike, unlike = history((0, 0), 1), "equal conversions", "different conversions"

    @part(
        f"{name}: agents whose conversions differ are paid differently",
        branches=(alike, unlike),
        domain=f"all pairs of {len(agents)} agents, one for each way to answer what the conversion asks",
    )
    def cases() -> Iterator[Case]:
        for first, second in combinations_with_replacement(agents, 2):
            one, other = conversion(first)(asked), conversion(second)(asked)
            same, environment = one == other, recognition(conversion, repeated_trials((trial(asked, one),)))
            rewards = environment(first, claimed).reward, environment(second, claimed).reward
            yield alike if same else unlike, equal("the two rewards for (0,0) 1", (1, 1 if same else -1), rewards)

    return cases()


# --- Supervised ---

_HALF, _NO, _SURE = Fraction(1, 2), Fraction(0), Fraction(1)
_BARS_PROMPT = history((0, 146), 0, (1, 56), 1, (1, 292))
"""The upright bar 010010010 = 146 was labelled 0, the lying one 000111000 = 56 was labelled 1; now 100100100 = 292."""

_WEIGHTS_PROMPTS = (history((0, 146), 0, (1, 56), 1, (1, 42_778)), history((0, 146), 0, (1, 56), 1, (1, 43_072)))
"""292 paired with 0 is 292·293/2 = 42778, with 1 it is 293·294/2 + 1 = 43072."""

_UPRIGHT = TableAgent({_BARS_PROMPT: 0, _WEIGHTS_PROMPTS[0]: 3, _WEIGHTS_PROMPTS[1]: 1, history((0, 292)): 1})
"""Says upright; weighs 3 to 1; not told of the training set, says lying."""

_LYING = TableAgent({_BARS_PROMPT: 1, _WEIGHTS_PROMPTS[0]: 0, _WEIGHTS_PROMPTS[1]: 0, history((0, 292)): 0})
"""Says lying; gives no weight."""

_NEITHER = TableAgent({_BARS_PROMPT: 2, _WEIGHTS_PROMPTS[0]: 0, _WEIGHTS_PROMPTS[1]: 2, history((0, 292)): 0})
"""Says what is no label."""

_FOUR = history((0, 0), 0, (1, 1), 0, (1, 2), 0, (1, 3), 0)
"""Four turns of denials."""

_OFF = history((5, 5), 0, (5, 5), 0, (5, 5), 7)
"""A play that no agent meets."""

_SUPERVISED_ROWS: tuple[Row, ...] = (
    ("at first", "(0, trial 0)", _UPRIGHT, (), Percept(0, 0)),
    ("surely upright, claimed", "f(A) outputs (1, 0): paid", _UPRIGHT, history((0, 0), 1), Percept(1, 1)),
    ("the same, denied", "punished", _UPRIGHT, history((0, 0), 0), Percept(-1, 1)),
    ("another agent claims it", "its f(A) outputs (0, 1), not p: punished", _LYING, history((0, 0), 1), Percept(-1, 1)),
    ("trial 1, lying, denied", "f(A) outputs (1, 0): right", _UPRIGHT, (*_FOUR[:1], 1, *_FOUR[2:4]), Percept(1, 2)),
    ("what is no label; any action > 0", "trial 2 is (1/2, 1/2): paid", _NEITHER, _OFF, Percept(1, 3)),
    ("trials are shown again", "trial 3 is trial 0: f(A) outputs (0, 1), denied", _LYING, _FOUR, Percept(1, 4)),
)

_ANOTHER_F: Row = ("another f", "(3/4, 1/4), not (1, 0): punished", _UPRIGHT, history((0, 0), 1), Percept(-1, 1))


def _label_by_the_letter(agent: Agent) -> Probabilities:
    """Return what `asked_for_a_label` makes of the bars, case by case."""
    return {0: (_SURE, _NO), 1: (_NO, _SURE)}.get(agent(_BARS_PROMPT), (_HALF, _HALF))


def _trial(image: int, probability: Fraction) -> SupervisedTrial:
    """Return a trial of one label and nothing to train on."""
    return SupervisedTrial(Lesson((0,), (), image), (probability,))


def supervised_example(
    scope: Scope,
    *,
    recognition: Recognition = supervised_recognition,
    incremental: Callable[[Likeness], IncrementalEnvironment] = TrialRecognitionIncremental,
    by_label: SupervisedConversion = asked_for_a_label,
    by_weights: SupervisedConversion = asked_for_weights,
    trial_at: Callable[[int], SupervisedTrial] = supervised_trial_at,
) -> Iterator[Part]:
    """Check supervised learning of Example 19: by hand, as written out, two agents told apart, all trials listed."""
    environment = recognition(by_label, SUPERVISED_SHOWN)
    conversions: list[Example] = [
        ("says upright", "action 0: (1, 0)", (1, 0), by_label(_UPRIGHT), BARS),
        ("says lying", "action 1: (0, 1)", (0, 1), by_label(_LYING), BARS),
        ("says what is no label", "action 2: 1/2 each", (_HALF, _HALF), by_label(_NEITHER), BARS),
        ("weighs 3 to 1", "3/4, 1/4", (Fraction(3, 4), Fraction(1, 4)), by_weights(_UPRIGHT), BARS),
        ("weighs 0 to 2", "0, 1", (0, 1), by_weights(_NEITHER), BARS),
        ("gives no weight", "1/2 each", (_HALF, _HALF), by_weights(_LYING), BARS),
        ("trial 0", "one label, nothing to train on, image 0, p = 0", _trial(0, _NO), trial_at, 0),
        ("trial 2", "2 = 1·2/2 + 1: image 1", _trial(1, _NO), trial_at, 2),
        ("trial 21", "6·7/2 + 0: 6 = 3·4/2 + 0, image 0; 3 + 1 is (3): 1/3", _trial(0, Fraction(1, 3)), trial_at, 21),
    ]
    yield check_examples(conversions, "conversions and trials")
    yield check_example_rows(environment, _SUPERVISED_ROWS, "worked examples")
    yield check_example_rows(recognition(by_weights, SUPERVISED_SHOWN), [_ANOTHER_F], "another conversion")
    trials = incremental(supervised_likeness(by_label, SUPERVISED_SHOWN))
    yield incrementally("0 throughout says upright, certain: paid", Percept(1, 1), trials, ConstantLearner(0), 1)
    outputs = tuple(SUPERVISED_SHOWN(number).probabilities for number in range(3))
    yield _pays_for_the_truth(
        "supervised recognition",
        scope,
        environment,
        lambda agent, number: _label_by_the_letter(agent) == outputs[number % 3],
    )
    asked, trial = answering((_BARS_PROMPT,), range(4)), (SupervisedTrial, BARS)
    yield _tells_agents_apart("by label", recognition, by_label, asked, trial)
    asked = answering(_WEIGHTS_PROMPTS, range(4))
    yield _tells_agents_apart("by weights", recognition, by_weights, asked, trial)
    yield check_examples(_lessons(), "lessons")
    yield _numbered("supervised", trial_at, number_of_supervised_trial, scope)
    pair = SimulatedPair("incrementally", environment, trials)
    yield from pair.parts(evolve(scope, horizon=scope.steps(quick=4, full=6)))


def _lessons() -> Iterator[Example]:
    """Yield lessons and what is asked about them, and what is no lesson, trial or enumeration of trials."""
    untaught, taught = Lesson(("a", "b"), (), 7), Lesson(("a", "b"), ((3, "b"), (4, "a")), 5)
    shown = history((0, 3), 1, (1, 4), 0, (1, 9))
    yield "any numbers from 0 to 1", "1 and 1", 2, lambda: len(SupervisedTrial(untaught, (_SURE, _SURE)).probabilities)
    yield "without training", "reward 0", history((0, 9)), lesson_prompt, untaught, 9
    yield "the play of no training", "empty", (), lesson_play, untaught
    yield "with training", "0 at first, then paid 1: b is label 1, a label 0", shown, lesson_prompt, taught, 9
    yield "trials over and over", "5 = 3 + 2", [*"xyzxyz"], lambda: [*map(repeated_trials("xyz"), range(6))]
    for wrong in (
        ((), (), 0),
        (("a", "a"), (), 0),
        (("a",), ((0, "c"),), 0),
        (("a",), (), -1),
        (("a",), ((-1, "a"),), 0),
    ):
        yield f"the lesson {wrong}", "not one", InvalidParameter, Lesson, *wrong
    for p in ((_SURE,), (1, 0), (_SURE, -_HALF), (_SURE + _HALF, _NO)):
        yield f"the probabilities {p}", "two Fractions from 0 to 1", InvalidParameter, SupervisedTrial, untaught, p
    yield "no trials", "nothing to repeat", InvalidParameter, repeated_trials, ()


# --- Unsupervised ---

_LEFT, _NEAR, _FAR = LINE.points
_FAR_APART = clustering([[_LEFT, _NEAR], [_FAR]])
_LEFT_APART = clustering([[_LEFT], [_NEAR, _FAR]])
_TOGETHER = clustering([LINE.points])
_ALL_APART = clustering([[_LEFT], [_NEAR], [_FAR]])

_AT_ONCE = (history((0, 681_528)), history((0, 682_697)), history((0, 683_867)))
"""The points 0, 1 and 5 have numbers 0, 1 and 11, the sequence of these 1167; that is paired with 0, 1 and 2."""


def _clusterer(first: Action, second: Action, third: Action, *at_once: Action) -> Agent:
    """Return the agent that names these clusters, asked about 0, then 1, then 5; or about each of the whole.

    Asked about 1 or 5 at first, it names them as it names 0.
    """
    shown = history((0, 0), first, (0, 1), second, (0, 11))
    each_alone = {history((0, 1)): first, history((0, 11)): first}
    in_turn = {shown[:1]: first, shown[:3]: second, shown: third}
    return TableAgent(in_turn | each_alone | dict(zip(_AT_ONCE, at_once, strict=True)))


_NEAR_TOGETHER = _clusterer(0, 0, 1, 2, 4, 4)
"""In turn: 0 and 1 together; at once: 1 and 5."""

_RIGHT_TOGETHER = _clusterer(5, 2, 2, 0, 0, 0)
_ONE_CLUSTER = _clusterer(3, 3, 3, 0, 1, 2)

_UNSUPERVISED_ROWS: tuple[Row, ...] = (
    ("at first", "(0, trial 0)", _NEAR_TOGETHER, (), Percept(0, 0)),
    ("the far one apart, claimed", "it names 0, 0, 1: paid", _NEAR_TOGETHER, history((0, 0), 1), Percept(1, 1)),
    ("the same, denied", "punished", _NEAR_TOGETHER, history((0, 0), 0), Percept(-1, 1)),
    ("another agent claims it", "it names 5, 2, 2: punished", _RIGHT_TOGETHER, history((0, 0), 1), Percept(-1, 1)),
    ("trial 1, the left one apart", "which are equal counts", _RIGHT_TOGETHER, (*_FOUR[:3], 4), Percept(1, 2)),
    ("trial 2, all together", "it names 3, 3, 3: paid", _ONE_CLUSTER, (*_OFF[:5], 1), Percept(1, 3)),
    ("trials are shown again", "trial 3 is trial 0: not its own, denied", _ONE_CLUSTER, _FOUR, Percept(1, 4)),
)

_ANOTHER_G: Row = ("another g", "{0} and {1, 5}: punished", _NEAR_TOGETHER, history((0, 0), 1), Percept(-1, 1))


def _clusters_by_the_letter(agent: Agent) -> Clustering:
    """Return what `asked_in_turn` makes of the line, case by case."""
    first = agent(history((0, 0)))
    second = agent(history((0, 0), first, (0, 1)))
    third = agent(history((0, 0), first, (0, 1), second, (0, 11)))
    if first == second:
        return _TOGETHER if second == third else _FAR_APART
    if second == third:
        return _LEFT_APART
    return clustering([[_LEFT, _FAR], [_NEAR]]) if first == third else _ALL_APART


def _naming(names: Sequence[Action]) -> Agent:
    return lambda prompt: names[len(prompt) // 2]


def unsupervised_example(
    scope: Scope,
    *,
    recognition: Recognition = unsupervised_recognition,
    incremental: Callable[[Likeness], IncrementalEnvironment] = TrialRecognitionIncremental,
    in_turn: UnsupervisedConversion = asked_in_turn,
    at_once: UnsupervisedConversion = asked_at_once,
    trial_at: Callable[[int], UnsupervisedTrial] = unsupervised_trial_at,
) -> Iterator[Part]:
    """Check unsupervised learning of Example 19: by hand, as written out, two agents told apart, all trials listed."""
    environment = recognition(in_turn, UNSUPERVISED_SHOWN)
    two = Cloud(1, ((_NO,), (_SURE,)))
    joined, parted = UnsupervisedTrial(two, (two.points,)), UnsupervisedTrial(two, (two.points[:1], two.points[1:]))
    conversions: list[Example] = [
        ("names 0, 0, 1", "{0, 1} and {5}", _FAR_APART, in_turn(_NEAR_TOGETHER), LINE),
        ("names 5, 2, 2", "{0} and {1, 5}", _LEFT_APART, in_turn(_RIGHT_TOGETHER), LINE),
        ("names 3, 3, 3", "one cluster", _TOGETHER, in_turn(_ONE_CLUSTER), LINE),
        ("at once: 2, 4, 4", "{0} and {1, 5}", _LEFT_APART, at_once(_NEAR_TOGETHER), LINE),
        ("at once: 0, 1, 2", "three clusters", _ALL_APART, at_once(_ONE_CLUSTER), LINE),
        ("no points", "no cluster, nothing asked", (), in_turn(_ONE_CLUSTER), Cloud(1, ())),
        ("trial 0", "no points in ℚ", UnsupervisedTrial(Cloud(1, ()), ()), trial_at, 0),
        ("trial 20", "5·6/2 + 5: ℚ and sequence 5, (0, 0): 0 and 1, one cluster", joined, trial_at, 20),
        ("trial 189", "18·19/2 + 18: ℚ and sequence 18, (0, 1): 0 and 1, two clusters", parted, trial_at, 189),
    ]
    yield check_examples(conversions, "conversions and trials")
    yield check_example_rows(environment, _UNSUPERVISED_ROWS, "worked examples")
    yield check_example_rows(recognition(at_once, UNSUPERVISED_SHOWN), [_ANOTHER_G], "another conversion")
    trials = incremental(unsupervised_likeness(in_turn, UNSUPERVISED_SHOWN))
    yield incrementally("0 throughout names 0, 0, 0, one cluster", Percept(-1, 1), trials, ConstantLearner(0), 1)
    outputs = (_FAR_APART, _LEFT_APART, _TOGETHER)
    yield _pays_for_the_truth(
        "unsupervised recognition",
        scope,
        environment,
        lambda agent, number: _clusters_by_the_letter(agent) == outputs[number % 3],
    )
    agents, trial = [_naming(names) for names in product(range(3), repeat=3)], (UnsupervisedTrial, LINE)
    yield _tells_agents_apart("in turn", recognition, in_turn, agents, trial)
    yield _tells_agents_apart("at once", recognition, at_once, answering(_AT_ONCE, range(3)), trial)
    yield check_examples(_refused_clouds(), "no cloud, no trial")
    yield _numbered("unsupervised", trial_at, number_of_unsupervised_trial, scope)
    pair = SimulatedPair("incrementally", environment, trials)
    yield from pair.parts(evolve(scope, horizon=scope.steps(quick=4, full=6)))


def _refused_clouds() -> Iterator[Example]:
    """Yield what is no cloud or trial."""
    one, two, five = LINE.points
    for dimension, points in (
        (0, ()),
        (True, ()),
        (1, ((1,),)),
        (1, ((_SURE, _SURE),)),
        (1, (one, one)),
        (1, (two, one)),
    ):
        yield f"{points} in dimension {dimension}", "not a cloud", InvalidParameter, Cloud, dimension, points
    for clusters in ([[one, two]], [[one, two], [two, five]]):
        yield (f"clusters {clusters}", "not all once", InvalidParameter, UnsupervisedTrial, LINE, clustering(clusters))
    for ordered in (((five,), (one, two)), ((two, one), (five,))):
        yield f"the clusters {ordered}", "out of order", InvalidParameter, UnsupervisedTrial, LINE, ordered


# --- Mutants ---


def _paid_for_claims(recognition: Recognition) -> Recognition:
    """Pay for claiming each trial, whoever the agent is."""

    def environment_of(conversion: Any, trials: Trials[Any]) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            reward, shown = recognition(conversion, trials)(agent, play)
            return Percept(1 if play[-1] > 0 else -1, shown) if play else Percept(reward, shown)

        return environment

    return environment_of


def _judged_by_the_next(recognition: Recognition) -> Recognition:
    """Judge an action by the trial that is shown after it."""
    return lambda conversion, trials: recognition(conversion, lambda number: trials(number + 1))


def _only_1_claims(recognition: Recognition) -> Recognition:
    """Take an action above 1 for a denial."""

    def environment_of(conversion: Any, trials: Trials[Any]) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            return recognition(conversion, trials)(agent, (*play[:-1], int(play[-1] == 1)) if play else play)

        return environment

    return environment_of


def _turned_around(like: Likeness) -> TrialRecognitionIncremental:
    """Pay for claiming what the agent would not output."""
    return TrialRecognitionIncremental(lambda agent, number: not like(agent, number))


def _without_training(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """Ask about the image alone."""
    return lambda lesson: asked_for_a_label(agent)(Lesson(lesson.labels, (), lesson.image))


def _not_asking(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """Give all labels the same probability, whoever the agent is."""
    return lambda lesson: (Fraction(1, len(lesson.labels)),) * len(lesson.labels)


def _trials_without_images(number: int) -> SupervisedTrial:
    """Leave out the image."""
    trial = supervised_trial_at(number)
    return evolve(trial, lesson=evolve(trial.lesson, image=0))


def _one_cluster(agent: Agent) -> Callable[[Cloud], Clustering]:
    """Put all points together, whoever the agent is."""
    return lambda cloud: clustering([cloud.points])


def _never_a_second_cluster(number: int) -> UnsupervisedTrial:
    """Leave out the clusters."""
    cloud = unsupervised_trial_at(number).cloud
    return UnsupervisedTrial(cloud, clustering([cloud.points]))


_DEFECT = (
    "The example is informal: it assumes {0} and an enumeration of all trials and gives neither. Whether a trial is "
    "recognised depends on {0} altogether: one agent is paid otherwise for the same play under another {0}."
)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E19-supervised",
        kind="example",
        title="recognising one's own supervised learning",
        claim="Shown one supervised learning trial after another (labels, a training set, an image, and p, a "
        "probability for each label), the agent A is paid 1 for an action > 0 if f(A), trained on the training set, "
        "outputs p for the image, and for 0 if it does not; else -1. It is 0 at first. For an f that asks A for the "
        "label, or for a weight of each label, with the training set as a history in which each label was done and "
        "paid, agents A and B with f(A) and f(B) unlike on a trial's lesson are paid differently for some trial.",
        source=f"{ALEXANDER_2021}, Example 19",
        check=supervised_example,
        mutants={
            "every claim is paid": {"recognition": _paid_for_claims(supervised_recognition)},
            "judged by the next trial": {"recognition": _judged_by_the_next(supervised_recognition)},
            "only 1 is a claim": {"recognition": _only_1_claims(supervised_recognition)},
            "the training set is left out": {"by_label": _without_training},
            "the agent is not asked": {"by_label": _not_asking},
            "asked for a label and not for weights": {"by_weights": asked_for_a_label},
            "incrementally, paid for the contrary": {"incremental": _turned_around},
            "trials whose image is always 0": {"trial_at": _trials_without_images},
        },
        verdict="defined",
        evidence="exhaustive: all agents of 3 actions, all sequences of at most 3 actions, three trials; all pairs "
        "of agents, by their answers to what f asks, of 4 actions; the trials below number 1,000 in both directions; "
        "the incremental form for all learners, all sequences of at most 4 actions; sampled to 8",
        defects=_DEFECT.format("f"),
        repair="f and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
        "which each trial has one number and each number one trial. An observation is the number of the trial.",
        witness="the agent that says upright and weighs 3 to 1 claims the trial (upright 1, lying 0): paid 1 if f asks "
        "for a label; paid -1 if it asks for weights; the agent that says lying is paid -1",
    ),
    Statement(
        id="A21-E19-unsupervised",
        kind="example",
        title="recognising one's own unsupervised learning",
        claim="Shown one unsupervised learning trial after another (a dimension n, finitely many points of ℚ^n, and C, "
        "a clustering of them), the agent A is paid 1 for an action > 0 if g(A) clusters the points as C does, and for "
        "0 if it does not; else -1. It is 0 at first. For a g that shows A the points in turn, or all at once and asks "
        "about each, and puts together those that A answers alike, agents A and B with g(A) and g(B) unlike on a "
        "trial's points are paid differently for some trial.",
        source=f"{ALEXANDER_2021}, Example 19",
        check=unsupervised_example,
        mutants={
            "every claim is paid": {"recognition": _paid_for_claims(unsupervised_recognition)},
            "judged by the next trial": {"recognition": _judged_by_the_next(unsupervised_recognition)},
            "only 1 is a claim": {"recognition": _only_1_claims(unsupervised_recognition)},
            "the agent is not asked": {"in_turn": _one_cluster},
            "incrementally, paid for the contrary": {"incremental": _turned_around},
            "trials with one cluster only": {"trial_at": _never_a_second_cluster},
        },
        verdict="defined",
        evidence="exhaustive: all agents of 3 actions, all sequences of at most 3 actions, three trials; all pairs "
        "of agents, by their answers about three points, of 3 actions; the trials below number 1,000 in both "
        "directions; the incremental form for all learners, all sequences of at most 4 actions; sampled to 8",
        defects=_DEFECT.format("g"),
        repair="g and the enumeration are parameters. Two conversions that ask the agent are given, and a numbering in "
        "which each trial has one number and each number one trial. An observation is the number of the trial.",
        witness="the agent that names 0, 1 and 5 in turn by 0, 0, 1, and at once by 2, 4, 4, claims {0, 1} and {5}: "
        "paid 1 if asked in turn, -1 if asked at once; the agent that names 5, 2, 2 in turn is paid -1",
    ),
)
