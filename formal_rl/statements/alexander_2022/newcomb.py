"""Checks of Newcomb-like environments, which get predictions of the agent, and of Newcomb's problem."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TypeAlias

from attrs import evolve

from formal_rl.agents import Agent, Transition
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Exploration,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_plays,
    decide_prompts,
    equal,
    part,
    unless,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    TableAgent,
    embed,
    ignore_rewards,
    interaction,
    reverse_history,
)
from formal_rl.environments.abstract import (
    NewcombsProblemIncremental,
    contents_taken,
    differs_in_what_was_seen_last,
    embed_newcomb_like,
    newcombs_problem,
    restrict_to_predictions,
    two_boxes,
)
from formal_rl.environments.abstract.newcomb import NewcombLike, Prediction
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    actions,
    history,
    percept_alphabet,
    percepts,
)
from formal_rl.statements.alexander_2022.by_hand import answering, does_one_on
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, ORDINARY_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.run_out import percepts_along
from formal_rl.statements.statement import Statement

_FORESEEN = {
    f"{name} is Newcomb-like": f"told predictions alone on {play}: expected Percept(-1, 0), got Percept(1, 0)"
    for name, play in (("ignore_rewards", "(1,0) 0"), ("reverse_history", "(0,0) 0 (1,0) 0"))
}
"""What each part that is meant to fail fails on, by its name."""


Embedding: TypeAlias = Callable[[NewcombLike], ExtendedEnvironment]
Restriction: TypeAlias = Callable[[ExtendedEnvironment], NewcombLike]
Problem: TypeAlias = Callable[[Reward, Reward], ExtendedEnvironment]

NEWCOMB_LIKE = ("tempting_button", "self_recognition", "tempting_button_variation")
"""Examples that ask what the agent would do had it seen something else, and nothing else."""

NOT_NEWCOMB_LIKE = {"ignore_rewards": ignore_rewards, "reverse_history": reverse_history}
"""The two examples that are shown not to be Newcomb-like."""

_PERCEPTS, _ACTIONS = percept_alphabet(3), range(2)


# --- The definition, and the embedding ---


def _foreseen(prediction: Prediction, play: Play) -> Percept:
    """Pay for what the agent would do on observation 5, and show what it does on what it saw."""
    return Percept(prediction(5), prediction(play[-2].observation)) if play else Percept(0, 3)


_AGENT = TableAgent(
    {
        (*before, Percept(reward, seen)): action
        for before, reward, actions in (
            *(((), 0, (1, 4)), ((), 2, (0, 6)), ((), 7, (3, 5))),
            *((history((0, 3), 0), 7, (2, 8)), (history((0, 3), 0), 0, (1, 9)), (history((0, 5), 0), 7, (1, 3))),
        )
        for seen, action in zip((3, 5), actions, strict=True)
    }
)
"""What it does after some beginnings on a reward and the observations 3 and 5."""


def newcomb_like(
    scope: Scope,
    *,
    embedding: Embedding = embed_newcomb_like,
    restriction: Restriction = restrict_to_predictions,
) -> Iterator[Part]:
    """Check what is embedded, that ordinary environments are among it, and that not every extended one is."""
    longest = scope.steps(quick=2, full=3)
    alphabet, choices = scope.percepts(3), scope.actions()

    def restricted(environment: ExtendedEnvironment) -> ExtendedEnvironment:
        return embedding(restriction(environment))

    yield check_examples(_worked_examples(embedding, restriction))
    yield check_examples(_refused(embedding, restriction), "what is refused")
    yield decide_plays(
        "every one is its own restriction",
        partial(_equal, lambda unknown: embedding(_unknown_like(unknown)), restricted),
        (longest, alphabet, choices),
        percepts=percept_alphabet(2),
        branches=("at the start", "later"),
        more="; all Newcomb-like environments that are told the predictions for 0 and 1 and answer "
        "with one of 2 percepts",
    )
    yield decide_plays(
        "ordinary ones",
        partial(_ordinary, embedding),
        (longest, alphabet, choices),
        percepts=alphabet,
        branches=("at the start", "later"),
        more=f"; all ordinary environments over {len(alphabet)} percepts",
    )
    named: dict[str, ExtendedEnvironment] = {
        **{name: EXTENDED_ENVIRONMENTS[name] for name in NEWCOMB_LIKE},
        **{name: embed(environment) for name, environment in ORDINARY_ENVIRONMENTS.items()},
        "newcombs_problem": newcombs_problem(),
    }
    horizon = max(3, scope.steps(quick=3, full=4))
    for name, environment in named.items():
        yield decide_plays(
            name,
            partial(_equal, partial(_always, environment), restricted),
            (horizon, alphabet, _ACTIONS),
            branches=("at the start", "later"),
        )
    yield _along_runs("tempting_button along runs", EXTENDED_ENVIRONMENTS["tempting_button"], horizon)
    for name, environment in NOT_NEWCOMB_LIKE.items():
        yield decide_plays(
            f"{name} is Newcomb-like",
            partial(_equal, partial(_always, environment), restricted),
            (2, _PERCEPTS, _ACTIONS),
            more=", whatever the scope",
        ).meant_to_fail(_FORESEEN)
        yield _along_runs(f"{name} is so along runs", environment, 3).meant_to_fail(
            "for one that does 0 where no prediction reaches on (0,0) 0 (1,0) 0: expected Percept("
            "-1, 0), got Percept(1, 0)"
        )


def _foretelling(action: Action) -> Prediction:
    return lambda observation: action


def _worked_examples(embedding: Embedding, restriction: Restriction) -> Iterator[Example]:
    told, two_turns = embedding(_foreseen), history((0, 3), 0, (7, 3), 1)
    yield ("at the start", "nothing to predict: (0, 3)", Percept(0, 3), told, _AGENT, ())
    yield ("one turn", "it would do 4 on (0,5), and does 1 on (0,3)", Percept(4, 1), told, _AGENT, history((0, 3), 1))
    yield ("after (2,3)", "it would do 6 on (2,5), and does 0", Percept(6, 0), told, _AGENT, history((2, 3), 0))
    why = "it would do 8 on (0,3) 0 (7,5), and does 2 on (0,3) 0 (7,3)"
    yield ("y_1 = 0 and y_2 = 1 are not the agent's", why, Percept(8, 2), told, _AGENT, two_turns)
    about, restricted, one = "ignore_rewards, restricted", restriction(ignore_rewards), _foretelling(1)
    why = "asked about (0,0), which is the prompt: 1 is predicted, and 1 was done"
    yield (f"{about}, one turn", why, Percept(1, 0), restricted, one, history((0, 0), 1))
    why = "asked about (0,0) 0 (0,0), whose last reward is not 1: it counts as 0, and 1 was done"
    yield (f"{about}, two turns", why, Percept(-1, 0), restricted, one, history((0, 0), 0, (1, 0), 1))
    why, play = "0 elsewhere, and 0 was done, whatever is predicted", history((0, 0), 1, (1, 0), 0)
    yield ("the same, with 0 done", why, Percept(1, 0), restricted, one, play)


def _refused(embedding: Embedding, restriction: Restriction) -> Iterator[Example]:
    """Yield what is not a play and not an action, and which prompts differ in what was seen last alone."""
    prompt, asking = history((0, 3)), embedding(lambda prediction, play: Percept(prediction(0), 0))
    yield ("a prompt", "not a play", MalformedHistory, embedding(_foreseen), _AGENT, prompt)
    yield ("a prediction at the start", "nothing was seen", MalformedHistory, asking, _AGENT, ())
    for elsewhere in (-1, True):
        refused = partial(restrict_to_predictions, ignore_rewards, elsewhere=elsewhere)
        yield (f"{elsewhere!r} elsewhere", "not an action", InvalidParameter, refused)
    why, two_turns = "asked about (0,0) 1 (0,0), whose last reward is not 1", history((0, 0), 1, (1, 0), 1)
    for elsewhere, reward in ((0, -1), (1, 1)):
        restricted, other = restrict_to_predictions(ignore_rewards, elsewhere=elsewhere), _foretelling(1 - elsewhere)
        yield (f"two turns, {elsewhere} elsewhere", why, Percept(reward, 0), restricted, other, two_turns)
    play = history((0, 0), 1, (2, 0), 1)
    for about, other_prompt, alike in (
        ("the prompt itself", history((0, 0), 1, (2, 0)), True),
        ("another last observation", history((0, 0), 1, (2, 5)), True),
        ("another last reward", history((0, 0), 1, (1, 0)), False),
        ("another action", history((0, 0), 0, (2, 0)), False),
        ("another first observation", history((0, 1), 1, (2, 0)), False),
        ("a shorter one", history((2, 0)), False),
        ("a longer one", history((0, 0), 1, (2, 0), 1, (2, 0)), False),
    ):
        yield (about, "but for what was seen last", alike, differs_in_what_was_seen_last, play, other_prompt)
    yield ("of the empty play", "not a prompt", False, differs_in_what_was_seen_last, (), prompt)


def _unknown_like(unknown: Unknown) -> NewcombLike:
    """Return some Newcomb-like environment: what it is told is written behind the play as one turn more."""

    def environment(prediction: Prediction, play: Play) -> Percept:
        told = (Percept(0, prediction(0)), prediction(1)) if play else ()
        return unknown.environment((*play, *told))

    return environment


def _always(environment: ExtendedEnvironment, unknown: Unknown) -> ExtendedEnvironment:
    return environment


def _equal(
    environment_of: Callable[[Unknown], ExtendedEnvironment],
    restricted: Callable[[ExtendedEnvironment], ExtendedEnvironment],
    play: Play,
    unknown: Unknown,
    cover: Cover,
) -> Disagreement | None:
    """Compare an extended environment with its restriction to predictions, embedded."""
    environment = environment_of(unknown)
    cover("later" if play else "at the start")
    expected = environment(unknown.agent, play)
    return equal("told predictions alone", expected, restricted(environment)(unknown.agent, play), play)


def _ordinary(embedding: Embedding, play: Play, unknown: Unknown, cover: Cover) -> Disagreement | None:
    cover("later" if play else "at the start")
    expected = embed(unknown.environment)(unknown.agent, play)
    got = embedding(lambda prediction, play: unknown.environment(play))(unknown.agent, play)
    return equal("an ordinary environment", expected, got, play)


def _along_runs(name: str, environment: ExtendedEnvironment, horizon: int) -> Part:
    """Decide whether agents that one prediction cannot tell apart get one percept wherever their runs are one play."""

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            run = interaction(unknown.agent, environment, steps, remember=False)
            for turns in range(1, steps + 1):
                play = run[: 2 * turns]
                like = _alike_but_elsewhere(unknown.agent, play)
                if interaction(like, environment, turns, remember=False) != play:
                    cover("another play")
                    continue
                cover("the same play")
                expected, got = environment(unknown.agent, play), environment(like, play)
                if got != expected:
                    return Disagreement("for one that does 0 where no prediction reaches", expected, got, play)
            return None

        return claim

    domain = (
        f"all agents to horizon {horizon}, 2 actions, each beside one that acts as it does on the play, has "
        "the same predictions there, and does 0 elsewhere"
    )
    return decide(name, claim_at, horizon, actions=_ACTIONS, branches=("the same play", "another play"), domain=domain)


def _alike_but_elsewhere(agent: Agent, play: Play) -> Agent:
    """Return the agent that acts as on the play, as ``agent`` where only the last observation differs, and else 0."""

    def alike(prompt: Prompt) -> Action:
        if differs_in_what_was_seen_last(play, prompt):
            return agent(prompt)
        action: Action = play[len(prompt)] if prompt == play[: len(prompt)] else 0
        return action

    return alike


# --- Newcomb's problem ---

SEEN, HIDDEN, ONE_BOX, TWO_BOXES = 1, 1000, 0, 1

_AMOUNTS: tuple[Reward, ...] = (0, Fraction(1, 2), 1, Fraction(3, 2), 2, 1000)

_GREEDY_AT_FIRST = does_one_on(history((0, 0)), history((0, 0), ONE_BOX, (0, 0)), history((5, 0)))
"""Takes both boxes, then one; and one if it was shown 7."""


def one_boxing(scope: Scope, *, problem: Problem = newcombs_problem) -> Iterator[Part]:
    """Check Newcomb's problem: by hand, over all policies, for all amounts, and against fixed predictions."""
    horizon = scope.steps(quick=8, full=12)
    yield check_examples(_worked_problem(problem))
    yield check_examples(_amounts_and_copies(), "amounts, and the copy")
    amounts = 2, -3
    copy = EnvironmentPair("with one copy", newcombs_problem(*amounts), NewcombsProblemIncremental(*amounts))
    yield from copy.parts(evolve(scope, horizon=scope.steps(quick=4, full=6), number_of_actions=2))
    yield decide(
        "what is paid",
        partial(_paid, problem(SEEN, HIDDEN)),
        horizon,
        actions=(ONE_BOX, TWO_BOXES),
        branches=("one box on every turn", "both on every turn", "one on some turns, both on others"),
        domain=f"all agents to horizon {horizon}, 2 actions: {HIDDEN} for each turn with one box, {SEEN} for each "
        "with both",
    )
    yield _best(problem, horizon)
    longest = scope.steps(quick=2, full=3)
    yield decide_prompts(
        f"whatever was predicted, to take both boxes is worth {SEEN} more",
        partial(_dominance, problem(SEEN, HIDDEN)),
        (longest, _PERCEPTS, _ACTIONS),
        branches=("one box was predicted", "both were predicted"),
    )
    yield _by_amounts(problem)
    yield _against_fixed_predictions()


def _rewards(environment: ExtendedEnvironment, agent: Agent) -> tuple[Reward, ...]:
    return tuple(percept.reward for percept in percepts(interaction(agent, environment, 4)))


def _worked_problem(problem: Problem) -> Iterator[Example]:
    right, one, both = problem(SEEN, HIDDEN), _always_doing(ONE_BOX), _always_doing(TWO_BOXES)
    yield ("one box throughout", "0, then 1000 on each turn", (0, 1000, 1000, 1000), _rewards, right, one)
    yield ("both throughout", "0, then 1 on each turn", (0, 1, 1, 1), _rewards, right, both)
    yield ("both, then one, then one", "1, then 1000", (0, 1, 1000, 1000), _rewards, right, _GREEDY_AT_FIRST)
    why, taken = "the closed box was filled: 1000 + 1", history((0, 0), TWO_BOXES)
    yield ("both taken by one that takes one", why, Percept(1001, 0), right, one, taken)
    yield ("one taken by one that takes both", "it is empty: 0", Percept(0, 0), right, both, history((0, 0), ONE_BOX))
    why, play = "on (0,0) 0 (0,0) it takes both, and did: 1", history((0, 0), ONE_BOX, (0, 0), TWO_BOXES)
    yield ("a turn after y_1 = 0, which is not its own", why, Percept(1, 0), right, _GREEDY_AT_FIRST, play)
    why, play = "on (5,7) it takes one box: 1000, and 1 since both were taken", history((5, 7), TWO_BOXES)
    yield ("shown 7", why, Percept(1001, 0), right, _GREEDY_AT_FIRST, play)
    why, other = "3/2 seen, 5/4 hidden, both taken and predicted: 3/2", problem(Fraction(3, 2), Fraction(5, 4))
    yield ("other amounts", why, Percept(Fraction(3, 2), 0), other, both, taken)


def _amounts_and_copies() -> Iterator[Example]:
    """Yield the amounts if none are told, what is refused, and what a copy that is trained gives."""
    untold, both, one, play = newcombs_problem(), _always_doing(1), _always_doing(0), history((0, 0), 1)
    yield ("no amounts told, both for one that takes one", "1000 + 1", Percept(1001, 0), untold, one, play)
    yield ("no amounts told, both taken", "1", Percept(1, 0), untold, both, play)
    yield ("3 takes both boxes", "1000 + 1", Percept(1001, 0), untold, one, history((0, 0), 3))
    yield ("3 foreseen", "nothing is hidden", Percept(0, 0), untold, _always_doing(3), history((0, 0), 0))
    yield ("at first", "(0, 0)", Percept(0, 0), untold, one, ())
    yield ("a prompt", "not a play", MalformedHistory, untold, one, history((0, 0)))
    for amounts in ((0.5, 1), (1, True)):
        yield (f"amounts {amounts}", "exact", InvalidParameter, newcombs_problem, *amounts)
    why = "1, and 1000 if one box is foreseen"
    for prediction, taken in ((0, 1001), (1, 1)):
        foretold = _foretelling(prediction)
        yield (f"told {prediction}, both taken", why, Percept(taken, 0), two_boxes(), foretold, play)
    learner = answering({(): (0,), (Transition(0, 1, 1001, 0),): (1,)})
    why, paid = "one box foreseen: 1000 + 1; trained on 1001, both: 1", (Percept(0, 0), Percept(1001, 0), Percept(1, 0))
    yield ("a copy", why, paid, percepts_along, NewcombsProblemIncremental(), learner, (1, 1))


def _always_doing(action: Action) -> Agent:
    return lambda prompt: action


def _earned(agent: Agent, environment: ExtendedEnvironment, turns: int) -> tuple[tuple[Action, ...], Reward]:
    """Return the actions of the first turns, and the sum of the rewards that followed them."""
    play = interaction(agent, environment, turns, remember=False)
    after = environment(agent, play)
    return actions(play), sum(percept.reward for percept in percepts(play)[1:]) + after.reward


def _paid(environment: ExtendedEnvironment, turns: int) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        done, got = _earned(unknown.agent, environment, turns)
        ones = done.count(ONE_BOX)
        kinds = {turns: "one box on every turn", 0: "both on every turn"}
        cover(kinds.get(ones, "one on some turns, both on others"))
        return equal(f"the sum over {turns} turns", HIDDEN * ones + SEEN * (turns - ones), got, done)

    return claim


def _every_policy(environment: ExtendedEnvironment, turns: int) -> dict[tuple[Action, ...], Reward]:
    """Return what each policy earns, by the actions that it takes along its run."""
    exploration = Exploration((ONE_BOX, TWO_BOXES))
    return dict(exploration.runs(lambda: _earned(exploration.agent, environment, turns)))


def _best(problem: Problem, horizon: int) -> Part:
    @part(
        "the best is to take one box throughout, and nothing else is as good",
        branches=("best", "not best"),
        domain=f"all deterministic policies of each horizon from 1 to {horizon}",
    )
    def cases() -> Iterator[Case]:
        for turns in range(1, horizon + 1):
            earned = _every_policy(problem(SEEN, HIDDEN), turns)
            best = max(earned.values())
            for done, got in earned.items():
                throughout = set(done) == {ONE_BOX}
                right = throughout == (got == best) and (not throughout or got == turns * HIDDEN)
                about = f"whether {got} is best of {turns} turns, for the actions {done}"
                yield "best" if throughout else "not best", unless(right, about, throughout, got == best)

    return cases()


def _dominance(environment: ExtendedEnvironment, prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
    one = environment(unknown.agent, (*prompt, ONE_BOX)).reward
    both = environment(unknown.agent, (*prompt, TWO_BOXES)).reward
    cover("one box was predicted" if unknown.agent(prompt) == ONE_BOX else "both were predicted")
    return equal("both boxes", one + SEEN, both, prompt)


@part(
    "one box is best just where at least as much is hidden as seen",
    branches=("more is hidden", "equal", "more is seen"),
    domain=f"all amounts seen and hidden among {len(_AMOUNTS)}, all policies of horizon 4",
)
def _by_amounts(problem: Problem) -> Iterator[Case]:
    for seen, hidden in product(_AMOUNTS, repeat=2):
        earned = _every_policy(problem(seen, hidden), 4)
        expected, got = hidden >= seen, earned[(ONE_BOX,) * 4] == max(earned.values())
        kind = "equal" if hidden == seen else "more is hidden" if hidden > seen else "more is seen"
        yield kind, equal(f"{seen} seen, {hidden} hidden", expected, got)


@part(
    "against predictions fixed beforehand, both boxes are best",
    branches=("one box is predicted throughout", "not throughout"),
    domain="all sequences of 5 predictions, each an ordinary environment; all policies of horizon 5",
)
def _against_fixed_predictions() -> Iterator[Case]:
    turns = 5
    for predictions in product((ONE_BOX, TWO_BOXES), repeat=turns):

        def environment(play: Play, predictions: tuple[Action, ...] = predictions) -> Percept:
            if play == ():
                return Percept(0, 0)
            closed = HIDDEN if predictions[len(play) // 2 - 1] == ONE_BOX else 0
            return Percept(closed + (SEEN if play[-1] == TWO_BOXES else 0), 0)

        earned = _every_policy(embed(environment), turns)
        best = [done for done, got in earned.items() if got == max(earned.values())]
        kind = "one box is predicted throughout" if set(predictions) == {ONE_BOX} else "not throughout"
        yield kind, equal(f"best against {predictions}", [(TWO_BOXES,) * turns], best)


# --- Mutants ---


def _predicting(question: Callable[[Play, Observation], Prompt]) -> Embedding:
    """Return an embedding that asks the agent about another prompt."""

    def embedding(environment: NewcombLike) -> ExtendedEnvironment:
        return lambda agent, play: environment(lambda observation: agent(question(play, observation)), play)

    return embedding


def _predicting_what_was_done(environment: NewcombLike) -> ExtendedEnvironment:
    return lambda agent, play: environment(lambda observation: play[-1], play)


def _seen_first(play: Play, observation: Observation) -> Prompt:
    return (play[0]._replace(observation=observation), *play[1:-1])


def _restricting(predicted: Callable[[Play, Prompt], bool]) -> Restriction:
    """Return a restriction that takes other prompts for predicted."""

    def restriction(environment: ExtendedEnvironment) -> NewcombLike:
        def restricted(prediction: Prediction, play: Play) -> Percept:
            def agent(prompt: Prompt) -> Action:
                return prediction(prompt[-1].observation) if predicted(play, prompt) else 0

            return environment(agent, play)

        return restricted

    return restriction


def _filled_for(predicted: Callable[[Agent, Play], Action]) -> Problem:
    """Return Newcomb's problem with another prediction."""

    def problem(seen: Reward, hidden: Reward) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            return Percept(contents_taken(play[-1], predicted(agent, play), seen, hidden), 0) if play else Percept(0, 0)

        return environment

    return problem


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S4-newcomb",
        kind="definition",
        title="Newcomb-like environments",
        claim="A Newcomb-like environment learns what the agent would do on its true history with another latest "
        "observation, and nothing else about the agent. Every ordinary environment is Newcomb-like, and every "
        "Newcomb-like one is an extended environment. Not every extended environment is Newcomb-like: ignore rewards "
        "and reverse history are not.",
        source=f"{ALEXANDER_2022}, end of Section 4",
        check=newcomb_like,
        mutants={
            "the last reward is 0": {"embedding": _predicting(lambda play, o: (*play[:-2], Percept(0, o)))},
            "the observation is as it was": {"embedding": _predicting(lambda play, o: play[:-1])},
            "the last percept alone": {"embedding": _predicting(lambda play, o: (play[-2]._replace(observation=o),))},
            "the first observation is another": {"embedding": _predicting(_seen_first)},
            "what was done is predicted": {"embedding": _predicting_what_was_done},
            "the latest reward may be another too": {
                "restriction": _restricting(lambda play, prompt: prompt[:-1] == play[:-2])
            },
            "everything is predicted": {"restriction": _restricting(lambda play, prompt: True)},
            "nothing is predicted": {"restriction": _restricting(lambda play, prompt: False)},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 2 actions over 3 percepts x 2 actions, all ordinary "
        "environments over 3 percepts, all Newcomb-like ones that are told two predictions; the named ones on plays of "
        "at most 3; the two that are none, along all runs to horizon 3",
        defects="The environments cited are probabilistic, and have states instead of a history. The paper does not "
        "say what is predicted at the start, when nothing has been observed.",
        repair="deterministic, on histories; at the start nothing is predicted",
        witness="two agents that do 0 on every prompt that is compared, but 0 and 1 on (0,0) 0 (0,0): ignore rewards "
        "pays them 1 and -1 on (0,0) 0 (1,0) 0. For reverse history the same with (1,0) 0 (0,0)",
    ),
    Statement(
        id="A22-S4-newcomb-value",
        kind="example",
        title="Newcomb's problem",
        claim="In Newcomb's problem, taking the closed box alone on every turn is optimal, and nothing else is. Yet "
        "on every history, whatever was predicted, taking both boxes is worth more by the amount in the open one.",
        source=f"{ALEXANDER_2022}, end of Section 4",
        check=one_boxing,
        mutants={
            "what was done is predicted": {"problem": _filled_for(lambda agent, play: play[-1])},
            "one box is always predicted": {"problem": _filled_for(lambda agent, play: ONE_BOX)},
            "the first turn is predicted": {"problem": _filled_for(lambda agent, play: agent(play[:1]))},
            "predicted as if 0 had been shown": {
                "problem": _filled_for(lambda agent, play: agent((*play[:-2], Percept(play[-2].reward, 0))))
            },
            "the closed box is filled for those who take both": {
                "problem": _filled_for(lambda agent, play: 1 - agent(play[:-1]))
            },
        },
        verdict="defined",
        evidence="exhaustive: all deterministic policies to horizon 8, 2 actions: 1000 a turn for one box, 1 for both; "
        "all amounts among 6; all agents on all histories of at most 2 percepts; all sequences of 5 fixed predictions",
        defects="The paper does not define the environment; amounts, turns and observations are ours. One box is best "
        "exactly if a full closed box holds at least as much as the open one, and is the only best choice if it holds "
        "more.",
        witness="one box throughout earns 1000 a turn, both 1; against predictions that are fixed beforehand both "
        "boxes are best",
    ),
)
