"""Drivers of implementations about histories, in each shape. Scripts copy the parts they need.

A driver is a function of the implementation and of what it is handed; it returns a function that, put a question,
yields the answers one by one. Its docstring says what is read so. Forms write the unknown agent, a copy or an
environment as what the implementation takes; suites list them.
"""

import functools
from fractions import Fraction
from typing import Any, NamedTuple

try:
    from formal_rl.agents import Transition
    from formal_rl.histories import Percept
except ImportError:

    class Percept(NamedTuple):  # type: ignore[no-redef]
        """The reward and observation of an environment."""

        reward: Any
        observation: Any

    class Transition(NamedTuple):  # type: ignore[no-redef]
        """One training of an agent."""

        observation: Any
        action: Any
        reward: Any
        next_observation: Any


# --- The forms in which unknowns are handed over ---


def as_it_is(thing: Any) -> Any:
    """Hand over an agent or an environment as the function of histories that it is."""
    return thing


def flat(history: Any) -> Any:
    """Write percepts and actions as r, o, a, r, o, a, ..."""
    return tuple(part for index, element in enumerate(history) for part in ((element,) if index % 2 else element))


def paired(sequence: Any) -> Any:
    """Read r, o, a, r, o, a, ... as percepts and actions; what is of no such length stays as it is."""
    if type(sequence) is not tuple or len(sequence) % 3 == 1:
        return sequence
    turns = (sequence[start : start + 3] for start in range(0, len(sequence), 3))
    return tuple(part for turn in turns for part in (Percept(*turn[:2]), *turn[2:]))


def flat_agent(agent: Any) -> Any:
    """Write an agent as one of the flat form, which may take the numbers of actions and observations."""
    return flatly(lambda prompt, *numbers, **keywords: agent(prompt))


def flatly(asked: Any) -> Any:
    """Write a function of a prompt as one of a flat prompt, with the same attributes."""

    @functools.wraps(asked)
    def flat_asked(prompt: Any, *numbers: Any, **keywords: Any) -> Any:
        return asked(paired(prompt), *numbers, **keywords)

    return flat_asked


def flat_environment(environment: Any) -> Any:
    """Write an extended environment as one of the flat form."""

    def flat_answering(T: Any, play: Any) -> Any:  # noqa: N803
        return tuple(environment(lambda prompt: T(flat(prompt)), paired(play)))

    return flat_answering


def exactly(number: Any) -> Any:
    """Return a number by value, as the int or the fraction that it is; what is not a finite number stays as it is."""
    try:
        numerator, denominator = number.as_integer_ratio()
    except (AttributeError, ValueError, OverflowError):
        return number
    return numerator if denominator == 1 else Fraction(numerator, denominator)


def alone(shown: Any) -> Any:
    """Return the number in an array of one, as ``Box(..., (1,))`` shows it; anything else as it is."""
    return exactly(shown.item()) if getattr(shown, "shape", None) == (1,) else shown


def agent_class(copy: Any) -> Any:
    """Write an agent as a class with act and train; copies differ by what they were trained on."""

    class Agent:
        n_actions = num_legal_actions = 12
        n_obs = num_possible_obs = 2

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            self.trained_on: tuple[Any, ...] = ()

        def act(self, obs: Any) -> Any:
            return copy(self.trained_on, alone(obs))

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            self.trained_on = (*self.trained_on, (alone(o_prev), a, r, alone(o_next)))

    return Agent


class CopyLearner:
    """Write an agent as a learner, whose state is what it was trained on."""

    initial: Any = ()

    def __init__(self, copy: Any) -> None:
        self.copy = copy

    def act(self, state: Any, observation: Any) -> Any:
        """Ask the copy."""
        return self.copy(state, observation)

    def learn(self, state: Any, transition: Any) -> Any:
        """Return the longer list."""
        return (*state, transition)


def environment_class(reply: Any) -> Any:
    """Write an ordinary environment as a class with start and step, made with an agent-class that it does not use."""

    class Environment:
        n_actions = num_legal_actions = 12
        n_obs = num_possible_obs = 2

        def __init__(self, *arguments: Any) -> None:
            self.play: tuple[Any, ...] = ()

        def start(self) -> Any:
            percept = reply(())
            self.play = (percept,)
            return percept[1]

        def step(self, action: Any) -> Any:
            self.play = (*self.play, action)
            percept = reply(self.play)
            self.play = (*self.play, percept)
            return tuple(percept)

    return Environment


class Mirror:
    """Pays 1 for what its copy does and -1 for anything else; the copy is trained on the reward that was paid."""

    n_actions = num_legal_actions = 12
    n_obs = num_possible_obs = 2

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.sim = A()

    def start(self) -> Any:
        """Show 0."""
        return 0

    def step(self, action: Any) -> Any:
        """Compare, then train the copy."""
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return (reward, 0)


# --- Drivers ---


def instance_with(method: str, implementation: Any) -> Any:
    """Make an instance of a class, or of a partial of one; what has the method and is not a class stays as it is."""
    there = hasattr(implementation, method) and not isinstance(implementation, type)
    return implementation if there else implementation()


def history(environment: Any, agent: Any) -> Any:
    """A function of (agent, play)."""
    return lambda play: (environment(agent, play),)


def history_by_name(environment: Any, agent: Any) -> Any:
    """A function of agent and play, by keyword."""
    return history(lambda agent, play: environment(agent=agent, play=play), agent)


def flat_history(environment: Any, agent: Any) -> Any:
    """A function of (T, play), both flat: r, o, a, r, o, a, and so on."""
    return lambda play: (environment(agent, flat(play)),)


def flat_react(environment: Any, agent: Any) -> Any:
    """A class with react(T, play), both flat: r, o, a, r, o, a, and so on."""
    return flat_history(instance_with("react", environment).react, agent)


def along(make: Any) -> Any:
    """Ask a new instance with start and step."""

    def ask(actions: Any) -> Any:
        environment = make()
        yield environment.start()
        for action in actions:
            yield environment.step(action)

    return ask


def start_step(environment: Any, A: Any) -> Any:  # noqa: N803
    """A class with start and step, made with an agent-class."""
    return along(lambda: environment(A))


def reset_step(environment: Any, A: Any) -> Any:  # noqa: N803
    """A class with reset and step, as of gymnasium, made with an agent-class."""
    return lambda actions: episode(environment(A), actions)


def episode(made: Any, actions: Any) -> Any:
    """Reset, and yield the first observation and the percept of each step; a step that ends the episode has none."""
    shown = made.reset()
    has_information = isinstance(shown, tuple) and len(shown) == 2 and isinstance(shown[1], dict)
    yield alone(shown[0] if has_information else shown)
    for action in actions:
        observation, reward, *more = made.step(action)
        observation, reward = alone(observation), alone(reward)
        ended = any(flag for flag in more[:2] if not isinstance(flag, dict))
        yield (reward, observation, "the episode ends") if ended else (reward, observation)


def reset_step_again(environment: Any, A: Any) -> Any:  # noqa: N803
    """A class with reset and step, made with an agent-class, reset after one or two episodes of reversed actions."""

    def ask(actions: Any) -> Any:
        made = environment(A)
        for _ in range(1 + len(actions) % 2):
            list(episode(made, reversed(actions)))
        return episode(made, actions)

    return ask


def start_advance(environment: Any, learner: Any) -> Any:
    """A value with start(learner) and advance(learner, state, action)."""
    value = instance_with("start", environment)

    def ask(actions: Any) -> Any:
        percept, state = value.start(learner)
        yield percept
        for action in actions:
            percept, state = value.advance(learner, state, action)
            yield percept

    return ask


def agent_from_agent(transform: Any, agent: Any) -> Any:
    """A function from agents to agents."""
    transformed = transform(agent)
    return lambda prompt: (transformed(prompt),)


def flat_agent_from_agent(transform: Any, agent: Any) -> Any:
    """A function from agents to agents, both on flat prompts: r, o, a, r, o, and so on."""
    transformed = transform(agent)
    return lambda prompt: (transformed(flat(prompt)),)


def transitions_of(prompt: Any) -> Any:
    """Yield what an agent that goes along a prompt is trained on."""
    for index in range(0, len(prompt) - 2, 2):
        before, action, after = prompt[index : index + 3]
        yield Transition(before[1], action, after[0], after[1])


def class_from_class(transform: Any, A: Any, asked_along: bool = True) -> Any:  # noqa: N803
    """A function from agent-classes (act, train) to agent-classes, asked before each training."""
    made = transform(A)
    make: Any = made if isinstance(made, type) else lambda: transform(A)

    def ask(prompt: Any) -> Any:
        instance = make()
        for o_prev, a, r, o_next in transitions_of(prompt):
            if asked_along:
                yield instance.act(o_prev)
            instance.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
        yield instance.act(prompt[-1][1])

    return ask


def trained_class_from_class(transform: Any, A: Any) -> Any:  # noqa: N803
    """A function from agent-classes (act, train) to agent-classes, asked only at the end of its training."""
    return class_from_class(transform, A, asked_along=False)


def learner_from_learner(transform: Any, learner: Any) -> Any:
    """A function from learners (initial, act, learn) to learners."""
    transformed = transform(learner)

    def ask(prompt: Any) -> Any:
        state = transformed.initial
        for transition in transitions_of(prompt):
            yield transformed.act(state, transition.observation)
            state = transformed.learn(state, transition)
        yield transformed.act(state, prompt[-1][1])

    return ask


def made_once(make: Any) -> Any:
    """Return a function that makes something when it is first called, and returns the same from then on."""
    made: dict[str, Any] = {}
    return lambda *given: made["it"] if made else made.setdefault("it", make(*given))


def composition(compose: Any, agent: Any, *environments: Any) -> Any:
    """A function of environments, each and the result a function of (agent, play)."""
    return history(compose(*environments), agent)


def flat_composition(compose: Any, agent: Any, *environments: Any) -> Any:
    """A function of environments, each and the result a function of (T, play), both flat."""
    return flat_history(compose(*environments), agent)


def class_wrapping(wrap: Any, A: Any, E: Any = Mirror) -> Any:  # noqa: N803
    """A function from environment classes (start, step) to such classes."""
    wrapped = wrap(E)
    return along(lambda: wrapped(A))


def instance_wrapping(wrap: Any, A: Any, E: Any = Mirror) -> Any:  # noqa: N803
    """A wrapper of an environment that is an instance with start and step."""
    return along(lambda: wrap(E(A)))


def class_and_agent_wrapping(wrap: Any, A: Any, E: Any = Mirror) -> Any:  # noqa: N803
    """A class with start and step, made with an environment class and an agent-class."""
    return along(lambda: wrap(E, A))


# --- Environments whose copies get another number than the agent ---
#
# A number stands beside the last observation: the question (o, 3) means that it sees o and has 3 actions, and
# (o, 1/8) that it sees o and has learning rate 1/8.


def rate_of_its_own() -> Any:
    """Return the default learning rate of an agent; half of it is exact as a float, too."""
    return Fraction(1, 4)


def with_number(prompt: Any, number: Any) -> Any:
    """Return the prompt with a number beside its last observation; anything but a prompt stays unchanged."""
    if type(prompt) is not tuple or prompt == () or not isinstance(prompt[-1], tuple) or len(prompt[-1]) != 2:
        return prompt
    reward, observation = prompt[-1]
    return (*prompt[:-1], Percept(reward, (observation, number)))


def agent_with_actions(agent: Any) -> Any:
    """Write an agent as a function of a prompt and of its number of actions."""

    def asked(prompt: Any, number_of_actions: Any = 2, number_of_observations: Any = 1, **keywords: Any) -> Any:
        number = keywords.get("n_actions", keywords.get("num_legal_actions", number_of_actions))
        return agent(with_number(prompt, number))

    return asked


def flat_agent_with_actions(agent: Any) -> Any:
    """Write an agent as one of the flat form, with the numbers of actions and observations."""
    return flatly(agent_with_actions(agent))


def agent_with_a_rate(agent: Any) -> Any:
    """Write an agent as a function of a prompt, with an attribute learning_rate, that takes another as a keyword."""

    def asked(prompt: Any, *numbers: Any, learning_rate: Any = None, **keywords: Any) -> Any:
        rate = rate_of_its_own() if learning_rate is None else learning_rate
        return agent(with_number(prompt, exactly(rate)))

    asked.learning_rate = rate_of_its_own()  # type: ignore[attr-defined]
    return asked


def flat_agent_with_a_rate(agent: Any) -> Any:
    """Write an agent as one of the flat form, with an attribute learning_rate, that takes another as a keyword."""
    return flatly(agent_with_a_rate(agent))


def class_with_number(copy: Any, number: Any) -> Any:
    """Write an agent as a class with two actions, whose attributes are keywords, too; ``number`` reads a copy's own."""

    class Agent(agent_class(copy)):  # type: ignore[misc]
        n_actions = num_legal_actions = 2
        n_obs = num_possible_obs = 1

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            super().__init__()
            self.__dict__.update(keywords)

        def act(self, obs: Any) -> Any:
            return copy(self.trained_on, (alone(obs), number(self)))

    return Agent


def class_with_actions(copy: Any) -> Any:
    """Write an agent as a class whose n_actions, an attribute or a keyword, is its number of actions."""
    return class_with_number(copy, lambda agent: agent.n_actions if agent.n_actions != 2 else agent.num_legal_actions)


def class_with_a_rate(copy: Any) -> Any:
    """Write an agent as a class whose learning_rate is an attribute, and a keyword that its instances are made with."""
    made = class_with_number(copy, lambda agent: exactly(agent.learning_rate))
    made.learning_rate = rate_of_its_own()
    return made


# --- What is done with a driver ---


def percepts(question: Any) -> Any:
    """Return a history with percepts for pairs; actions stay as they are."""
    return tuple(Percept(*part) if isinstance(part, tuple) else part for part in question)


def require_proper(history: Any, remainder: Any) -> None:
    """End where a prompt (remainder 1) or a play (0) is none: percept, action, percept, ..., all of it plain."""
    parts = history if type(history) is tuple else ()
    pairs = (isinstance(part, tuple) and len(part) == 2 for part in parts[::2])
    actions = (type(part) is int for part in parts[1::2])
    if type(history) is not tuple or len(parts) % 2 != remainder or not all((*pairs, *actions)):
        raise SystemExit(f"asked about {history!r}, which is not a {'prompt' if remainder else 'play'}")
    require_plain(history)


def require_plain(value: Any) -> None:
    """End if a question to a copy or an agent is not plain data."""
    if isinstance(value, tuple):
        for part in value:
            require_plain(part)
    elif type(value) not in (int, Fraction):
        raise SystemExit(f"asked about {value!r}, which is neither an int nor a Fraction")
