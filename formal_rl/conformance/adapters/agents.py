"""Drivers of agents, with trainings and questions by turns. Scripts copy the parts they need."""

import copy
import functools
from typing import Any

from formal_rl.conformance.adapters.cases import answering, signature_of
from formal_rl.conformance.adapters.histories import Transition  # type: ignore[attr-defined]


def agent_settings(given: Any) -> Any:
    """Return an agent's settings, by each of the names that they may have."""
    settings = {name: value for name, value in given.items() if name not in ("transitions", "asked", "deeds")}
    number = settings["number_of_actions"]
    observations = max(10, 1 + max(observations_of(given), default=0))
    names = {"n_actions": number, "num_legal_actions": number, "n_obs": observations, "num_possible_obs": observations}
    return {**settings, **names}


def observations_of(given: Any) -> Any:
    """Yield the observations that an agent is trained on or asked about."""
    deeds = given.get("deeds", ())
    for transition in (*given.get("transitions", ()), *(on for _, verb, on in deeds if verb == "trained")):
        yield from (transition[0], transition[3])
    for observations in (*given.get("asked", ()), tuple(on for _, verb, on in deeds if verb == "asked")):
        yield from observations


def accepted_keywords(made: Any, settings: Any) -> Any:
    """Return the settings that its constructor takes."""
    try:
        parameters = signature_of(made).parameters
    except (TypeError, ValueError):
        return {}
    return {name: value for name, value in settings.items() if name in parameters}


def made_agent(implementation: Any, settings: Any) -> Any:
    """Make an instance, with settings as the keywords that it takes, and else as attributes of a derived class."""
    keywords = accepted_keywords(implementation, settings)
    others = {name: value for name, value in settings.items() if name not in keywords}
    if isinstance(implementation, type):
        return type(implementation.__name__, (implementation,), others)(**keywords)
    made = implementation.func  # it is a functools.partial
    derived = type(made.__name__, (made,), others)
    return derived(*implementation.args, **{**implementation.keywords, **keywords})


def acting(implementation: Any) -> Any:
    """Return a class with predict, which may return a state as well, and learn as one with act and train."""
    made = getattr(implementation, "func", implementation)

    def act(self: Any, obs: Any) -> Any:
        predicted = self.predict(obs)
        return predicted[0] if isinstance(predicted, tuple) else predicted

    def train(self: Any, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.learn(o_prev, a, r, o_next)

    derived = type(made.__name__, (made,), {"act": act, "train": train})
    if made is implementation:
        return derived
    return functools.partial(derived, *implementation.args, **implementation.keywords)


@answering
def act_and_train(implementation: Any, given: Any) -> Any:
    """Train a new instance; return what it does when asked after no training, after one, and so on."""
    agent, (untrained, *later) = made_agent(implementation, agent_settings(given)), given["asked"]
    answers = [tuple(map(agent.act, untrained))]
    for transition, observations in zip(given["transitions"], later, strict=False):
        agent.train(*transition)
        answers.append(tuple(map(agent.act, observations)))
    return tuple(answers)


def predict_and_learn(implementation: Any) -> Any:
    """Train a new instance of a class with predict and learn, asked by turns."""
    return act_and_train(acting(implementation))


def made_learner(implementation: Any, settings: Any) -> Any:
    """Make a learner, with settings as the keywords that it takes; an instance gets none."""
    is_made = hasattr(implementation, "act") and not isinstance(implementation, type)
    return implementation if is_made else implementation(**accepted_keywords(implementation, settings))


@answering
def as_learner(implementation: Any, given: Any) -> Any:
    """Carry a state of a learner through the training; return what is done in each."""
    learner = made_learner(implementation, agent_settings(given))
    state, answers = learner.initial, []
    for trainings, observations in enumerate(given["asked"]):
        if trainings:
            state = learner.learn(state, Transition(*given["transitions"][trainings - 1]))
        answers.append(tuple(learner.act(state, observation) for observation in observations))
    return tuple(answers)


@answering
def deeds_of_instances(implementation: Any, given: Any) -> Any:
    """Do what is to be done to each instance of a class with act and train; return all answers.

    To copy one is to make and train another, unless its class says how: then it is a deep copy.
    """
    settings, answers = agent_settings(given), []
    instances: dict[Any, Any] = {}
    trained_on: dict[Any, Any] = {}
    for name, verb, on in given["deeds"]:
        if verb == "copied" and hasattr(instances[on], "__deepcopy__"):
            instances[name], trained_on[name] = copy.deepcopy(instances[on]), trained_on[on]
        elif verb in ("made", "copied"):
            instances[name], trained_on[name] = made_agent(implementation, settings), trained_on.get(on, ())
            for transition in trained_on[name]:
                instances[name].train(*transition)
        elif verb == "trained":
            instances[name].train(*on)
            trained_on[name] = (*trained_on[name], on)
        else:
            answers.append(instances[name].act(on))
    return tuple(answers)


def deeds_of_predictors(implementation: Any) -> Any:
    """Do what is to be done to each instance of a class with predict and learn."""
    return deeds_of_instances(acting(implementation))


@answering
def deeds_of_a_learner(implementation: Any, given: Any) -> Any:
    """Do what is to be done to each state of a learner; return all answers. To copy one is to keep it twice."""
    learner, answers = made_learner(implementation, agent_settings(given)), []
    states: dict[Any, Any] = {}
    for name, verb, on in given["deeds"]:
        if verb in ("made", "copied"):
            states[name] = states[on] if verb == "copied" else learner.initial
        elif verb == "trained":
            states[name] = learner.learn(states[name], Transition(*on))
        else:
            answers.append(learner.act(states[name], on))
    return tuple(answers)
