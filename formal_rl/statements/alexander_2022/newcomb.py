"""Section 2: the weighted average over a family. Section 4: Newcomb-like environments, and Newcomb's problem."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, average_reward, interaction
from formal_rl.environments.abstract import ONE_BOX, contents_taken
from formal_rl.environments.abstract.newcomb import NewcombLike, Prediction
from formal_rl.environments.weighted_average import Weighted
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, Reward, percepts
from formal_rl.statements.checks import newcomb, upsilon
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

# --- Wrong weighted averages ---

_Value = Callable[[Agent, ExtendedEnvironment, int], Fraction]


def _adding(value: _Value = average_reward) -> upsilon.Upsilon:
    """Return a weighted sum of values that does not look at its weights."""

    def weighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
        return sum((w * value(agent, environment, turns) for w, environment in family), Fraction(0))

    return weighted


def _in_total(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    return turns * average_reward(agent, environment, turns)


def _with_the_first(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    run = interaction(agent, environment, turns)
    return Fraction(sum(percept.reward for percept in percepts(run))) / turns


def _unweighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return sum((average_reward(agent, e, turns) for _, e in family), Fraction(0)) / len(family)


def _best_alone(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return max(average_reward(agent, e, turns) for _, e in family)


def _weight_one(environments: Iterable[ExtendedEnvironment]) -> tuple[Weighted, ...]:
    return tuple(Weighted(Fraction(1), environment) for environment in environments)


# --- Wrong predictions ---


def _predicting(question: Callable[[Play, Observation], Prompt]) -> newcomb.Embedding:
    """Return an embedding that asks the agent about another prompt."""

    def embedding(environment: NewcombLike) -> ExtendedEnvironment:
        return lambda agent, play: environment(lambda observation: agent(question(play, observation)), play)

    return embedding


def _predicting_what_was_done(environment: NewcombLike) -> ExtendedEnvironment:
    return lambda agent, play: environment(lambda observation: play[-1], play)


def _seen_first(play: Play, observation: Observation) -> Prompt:
    return (play[0]._replace(observation=observation), *play[1:-1])


def _restricting(predicted: Callable[[Play, Prompt], bool]) -> newcomb.Restriction:
    """Return a restriction that takes other prompts for predicted."""

    def restriction(environment: ExtendedEnvironment) -> NewcombLike:
        def restricted(prediction: Prediction, play: Play) -> Percept:
            def agent(prompt: Prompt) -> Action:
                return prediction(prompt[-1].observation) if predicted(play, prompt) else 0

            return environment(agent, play)

        return restricted

    return restriction


# --- Wrong boxes ---


def _filled_for(
    predicted: Callable[[Agent, Play], Action],
    take: Callable[[Action, Action, Reward, Reward], Reward] = contents_taken,
) -> newcomb.Problem:
    """Return Newcomb's problem with another prediction, or other boxes."""

    def problem(seen: Reward, hidden: Reward) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            return Percept(take(play[-1], predicted(agent, play), seen, hidden), 0) if play else Percept(0, 0)

        return environment

    return problem


def _on_its_history(agent: Agent, play: Play) -> Action:
    return agent(play[:-1])


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S2-upsilon",
        kind="definition",
        title="weighted average over a family",
        claim="Over a finite family of environments an agent has the weighted average of its average rewards; a "
        "battery is the family with weights 1/n. Over ordinary environments π_RC has what π has.",
        source=f"{ALEXANDER_2022}, Section 2 after Definition 2",
        check=upsilon.finite_family,
        mutants={
            "totals, not averages": {"upsilon": _adding(_in_total)},
            "the first reward counts, the last does not": {"upsilon": _adding(_with_the_first)},
            "weights are not looked at": {"upsilon": _unweighted},
            "the best environment alone": {"upsilon": _best_alone},
            "weights need not add up to 1": {"upsilon": _adding()},
            "each of a battery weighs 1": {"equally_weighted": _weight_one},
            "π_RC does the other action": {"reality_check": lambda agent: lambda prompt: 1 - agent(prompt)},
            "π_RC is frozen from the start": {"reality_check": lambda agent: lambda prompt: agent(prompt[:1])},
        },
        verdict="defined",
        evidence="exhaustive: π_RC for all agents over the ordinary environments present, 4 turns, 2 actions, and for "
        "all agents x all ordinary environments over 2 percepts, 3 turns",
        defects="Υ is over all environments with an algorithmic prior, which cannot be computed; the value in one "
        "environment is left open.",
        repair="a finite family with exact weights that add up to 1; the value is the average of the rewards that "
        "follow the first n actions",
        witness="over a bandit and ignore_rewards there is an agent, found by exhaustion, whose π_RC has another Υ'",
    ),
    Statement(
        id="A22-S4-newcomb",
        kind="definition",
        title="Newcomb-like environments",
        claim="A Newcomb-like environment is told what the agent would do if, in its true history, the latest "
        "observation were another, and nothing else of the agent. These are extended environments, the ordinary ones "
        "are among them, and not every extended one is: ignore rewards and reverse history are not.",
        source=f"{ALEXANDER_2022}, end of Section 4",
        check=newcomb.newcomb_like,
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
        defects="The environments cited are probabilistic, and have states in place of a history; what is predicted "
        "at the start, where nothing has been observed, is not said.",
        repair="deterministic, on histories; at the start nothing is predicted",
        witness="two agents that do 0 on every prompt that is compared, but 0 and 1 on (0,0) 0 (0,0): ignore rewards "
        "pays them 1 and -1 on (0,0) 0 (1,0) 0. For reverse history the same with (1,0) 0 (0,0)",
    ),
    Statement(
        id="A22-S4-newcomb-value",
        kind="example",
        title="Newcomb's problem",
        claim="In Newcomb's problem, to take the closed box alone on every turn is optimal, and nothing else is. Yet "
        "on every history, whatever was predicted, to take both boxes is worth more by what the open one holds.",
        source=f"{ALEXANDER_2022}, end of Section 4",
        check=newcomb.one_boxing,
        mutants={
            "what was done is predicted": {"problem": _filled_for(lambda agent, play: play[-1])},
            "one box is always predicted": {"problem": _filled_for(lambda agent, play: ONE_BOX)},
            "the first turn is predicted": {"problem": _filled_for(lambda agent, play: agent(play[:1]))},
            "predicted as if 0 had been shown": {
                "problem": _filled_for(lambda agent, play: agent((*play[:-2], Percept(play[-2].reward, 0))))
            },
            "the closed box is filled for those who take both": {
                "problem": _filled_for(lambda agent, play: 1 - _on_its_history(agent, play))
            },
            "to take both forfeits the closed one": {
                "problem": _filled_for(
                    _on_its_history, lambda did, said, a, b: a if did else contents_taken(did, said, a, b)
                )
            },
        },
        verdict="defined",
        evidence="exhaustive: all deterministic policies to horizon 8, 2 actions: 1000 a turn for one box, 1 for both; "
        "all amounts among 6; all agents on all histories of at most 2 percepts; all sequences of 5 fixed predictions",
        defects="The paper writes no environment down; amounts, turns and what is shown are ours. One box is best just "
        "where no less is hidden than seen, and the only best where more is.",
        witness="one box throughout earns 1000 a turn, both 1; against predictions that are fixed beforehand both "
        "boxes are best",
    ),
)
"""In the order of the paper."""
