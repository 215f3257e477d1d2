"""How an implementation of each shape is driven: plain Python, whose source also goes into the scripts we write.

A shape has three steps. ``unknowns`` builds what the implementation is handed, from the unknown agent, copies or
environments; ``session`` hands it over and returns something that answers any number of questions; ``answers`` puts one
question and yields the answers to it, one by one.
"""

from collections.abc import Iterator
from typing import Any

from formal_rl.agents import Transition
from formal_rl.histories import Percept


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
    """Write an agent as one of the flat form, which may be told how many actions and observations there are."""

    def flat_asked(prompt: Any, num_legal_actions: int = 2, num_possible_obs: int = 2, **keywords: Any) -> Any:
        return agent(paired(prompt))

    return flat_asked


def flat_environment(environment: Any) -> Any:
    """Write an extended environment as one of the flat form."""

    def flat_answering(T: Any, play: Any) -> Any:  # noqa: N803
        return tuple(environment(lambda prompt: T(flat(prompt)), paired(play)))

    return flat_answering


def agent_class(copy: Any) -> Any:
    """Write an agent as a class with act and train; copies differ by what they were trained on."""

    class Agent:
        n_actions = num_legal_actions = 3
        n_obs = num_possible_obs = 2

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            self.trained_on: tuple[Any, ...] = ()

        def act(self, obs: Any) -> Any:
            return copy(self.trained_on, obs)

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            self.trained_on = (*self.trained_on, (o_prev, a, r, o_next))

    return Agent


class CopyLearner:
    """Write an agent as a learner, whose state is what it was trained on."""

    def __init__(self, copy: Any) -> None:
        self.copy = copy

    @property
    def initial(self) -> Any:
        """Nothing."""
        return ()

    def act(self, state: Any, observation: Any) -> Any:
        """Ask the copy."""
        return self.copy(state, observation)

    def learn(self, state: Any, transition: Any) -> Any:
        """Return the longer list."""
        return (*state, transition)


def environment_class(reply: Any) -> Any:
    """Write an ordinary environment as a class with start and step, made with an agent-class that it does not use."""

    class Environment:
        n_actions = num_legal_actions = 3
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

    n_actions = num_legal_actions = 3
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


def instance_with(method: str, implementation: Any) -> Any:
    """Make an instance of a class, or of a partial of one; what has the method and is no class stays as it is."""
    there = hasattr(implementation, method) and not isinstance(implementation, type)
    return implementation if there else implementation()


class History:
    """A function of (agent, play)."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent."""
        return (agent,)

    @staticmethod
    def session(implementation: Any, agent: Any) -> Any:
        """Fix the agent."""
        return lambda play: implementation(agent, play)

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield the percept that answers the play."""
        yield environment(play)


class FlatHistory:
    """A function of (T, play), both flat: r, o, a, r, o, a, and so on."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent(agent),)

    @staticmethod
    def session(implementation: Any, agent: Any) -> Any:
        """Fix the agent."""
        return lambda play: implementation(agent, flat(play))

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield reward and observation that answer the play."""
        yield environment(play)


class React:
    """A class with react(T, play), both flat: r, o, a, r, o, a, and so on."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent(agent),)

    @staticmethod
    def session(implementation: Any, agent: Any) -> Any:
        """Make an instance, if it is a class, and fix the agent."""
        instance = instance_with("react", implementation)
        return lambda play: instance.react(agent, flat(play))

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield reward and observation that answer the play."""
        yield environment(play)


class StartStep:
    """A class with start and step, made with an agent-class."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over an agent-class."""
        return (agent_class(copy),)

    @staticmethod
    def session(implementation: Any, A: Any) -> Any:  # noqa: N803
        """Make instances with it."""
        return lambda: implementation(A)

    @staticmethod
    def answers(make: Any, actions: Any) -> Iterator[Any]:
        """Yield what a new instance starts with, and what it answers to each action."""
        environment = make()
        yield environment.start()
        for action in actions:
            yield environment.step(action)


class StartAdvance:
    """A value with start(learner) and advance(learner, state, action)."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over a learner."""
        return (CopyLearner(copy),)

    @staticmethod
    def session(implementation: Any, learner: Any) -> Any:
        """Fix the learner."""
        environment = instance_with("start", implementation)
        return environment, learner

    @staticmethod
    def answers(made: Any, actions: Any) -> Iterator[Any]:
        """Yield the first percept, and the one that answers each action."""
        environment, learner = made
        percept, state = environment.start(learner)
        yield percept
        for action in actions:
            percept, state = environment.advance(learner, state, action)
            yield percept


class AgentFromAgent:
    """A function from agents to agents."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent."""
        return (agent,)

    @staticmethod
    def session(implementation: Any, agent: Any) -> Any:
        """Transform it."""
        return implementation(agent)

    @staticmethod
    def answers(transformed: Any, prompt: Any) -> Iterator[Any]:
        """Yield its action."""
        yield transformed(prompt)


class FlatAgentFromAgent:
    """A function from agents to agents, both on flat prompts: r, o, a, r, o, and so on."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent(agent),)

    @staticmethod
    def session(implementation: Any, agent: Any) -> Any:
        """Transform it."""
        return implementation(agent)

    @staticmethod
    def answers(transformed: Any, prompt: Any) -> Iterator[Any]:
        """Yield its action."""
        yield transformed(flat(prompt))


class ClassFromClass:
    """A function from agent-classes (act, train) to agent-classes, asked before each training."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over an agent-class."""
        return (agent_class(copy),)

    @staticmethod
    def session(implementation: Any, A: Any) -> Any:  # noqa: N803
        """Transform it once, if that gives a class; else make each instance with it."""
        made = implementation(A)
        return made if isinstance(made, type) else lambda: implementation(A)

    @staticmethod
    def answers(make: Any, prompt: Any) -> Iterator[Any]:
        """Yield the actions of a new instance that goes along the prompt, asked before each training."""
        instance = make()
        yield instance.act(prompt[0][1])
        for index in range(0, len(prompt) - 2, 2):
            before, action, after = prompt[index : index + 3]
            instance.train(o_prev=before[1], a=action, r=after[0], o_next=after[1])
            yield instance.act(after[1])


class TrainedClassFromClass(ClassFromClass):
    """A function from agent-classes (act, train) to agent-classes, asked only at the end of its training."""

    @staticmethod
    def answers(make: Any, prompt: Any) -> Iterator[Any]:
        """Yield the action of a new instance that was trained along the prompt and never asked before."""
        instance = make()
        for index in range(0, len(prompt) - 2, 2):
            before, action, after = prompt[index : index + 3]
            instance.train(o_prev=before[1], a=action, r=after[0], o_next=after[1])
        yield instance.act(prompt[-1][1])


class LearnerFromLearner:
    """A function from learners (initial, act, learn) to learners."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over a learner."""
        return (CopyLearner(copy),)

    @staticmethod
    def session(implementation: Any, learner: Any) -> Any:
        """Transform it."""
        return implementation(learner)

    @staticmethod
    def answers(learner: Any, prompt: Any) -> Iterator[Any]:
        """Yield the actions along the prompt."""
        state = learner.initial
        yield learner.act(state, prompt[0][1])
        for index in range(0, len(prompt) - 2, 2):
            before, action, after = prompt[index : index + 3]
            state = learner.learn(state, Transition(before[1], action, after[0], after[1]))
            yield learner.act(state, after[1])


class Composition:
    """A function of two environments (e, h), each and the result a function of (agent, play)."""

    @staticmethod
    def unknowns(agent: Any, e: Any, h: Any) -> Any:
        """Hand over the environments and the agent."""
        return (agent, e, h)

    @staticmethod
    def session(implementation: Any, agent: Any, e: Any, h: Any) -> Any:
        """Compose them and fix the agent."""
        composed = implementation(e, h)
        return lambda play: composed(agent, play)

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield the percept that answers the play."""
        yield environment(play)


class FlatComposition:
    """A function of two environments (e, h), each and the result a function of (T, play), both flat."""

    @staticmethod
    def unknowns(agent: Any, e: Any, h: Any) -> Any:
        """Hand over the environments and the agent in the flat form."""
        return (flat_agent(agent), flat_environment(e), flat_environment(h))

    @staticmethod
    def session(implementation: Any, agent: Any, e: Any, h: Any) -> Any:
        """Compose them and fix the agent."""
        composed = implementation(e, h)
        return lambda play: composed(agent, flat(play))

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield reward and observation that answer the play."""
        yield environment(play)


class Wrapping:
    """A function of an environment e, which is, as the result is, a function of (agent, play)."""

    @staticmethod
    def unknowns(agent: Any, e: Any) -> Any:
        """Hand over the environment and the agent."""
        return (agent, e)

    @staticmethod
    def session(implementation: Any, agent: Any, e: Any) -> Any:
        """Wrap it and fix the agent."""
        wrapped = implementation(e)
        return lambda play: wrapped(agent, play)

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield the percept that answers the play."""
        yield environment(play)


class FlatWrapping:
    """A function of an environment e, which is, as the result is, a function of (T, play), both flat."""

    @staticmethod
    def unknowns(agent: Any, e: Any) -> Any:
        """Hand over the environment and the agent in the flat form."""
        return (flat_agent(agent), flat_environment(e))

    @staticmethod
    def session(implementation: Any, agent: Any, e: Any) -> Any:
        """Wrap it and fix the agent."""
        wrapped = implementation(e)
        return lambda play: wrapped(agent, flat(play))

    @staticmethod
    def answers(environment: Any, play: Any) -> Iterator[Any]:
        """Yield reward and observation that answer the play."""
        yield environment(play)


class ClassWrapping:
    """A function from environment classes (start, step) to such classes."""

    answers = StartStep.answers

    @staticmethod
    def unknowns(copy: Any, reply: Any = None) -> Any:
        """Hand over an environment class and the agent-class that its instances are made with."""
        return (Mirror if reply is None else environment_class(reply), agent_class(copy))

    @staticmethod
    def session(implementation: Any, E: Any, A: Any) -> Any:  # noqa: N803
        """Wrap the class once."""
        wrapped = implementation(E)
        return lambda: wrapped(A)


class InstanceWrapping(ClassWrapping):
    """A wrapper of an environment that is an instance with start and step."""

    @staticmethod
    def session(implementation: Any, E: Any, A: Any) -> Any:  # noqa: N803
        """Wrap a new instance each time."""
        return lambda: implementation(E(A))


class ClassAndAgentWrapping(ClassWrapping):
    """A class with start and step, made with an environment class and an agent-class."""

    @staticmethod
    def session(implementation: Any, E: Any, A: Any) -> Any:  # noqa: N803
        """Make instances with the two."""
        return lambda: implementation(E, A)


def asked_alone(shape: Any, implementation: Any, given: Any, question: Any) -> list[Any]:
    """Put one question to something newly made."""
    return list(shape.answers(shape.session(implementation, *given), question))


def asked_after(shape: Any, implementation: Any, given: Any, before: Any, question: Any) -> list[Any]:
    """Put one question after another to one and the same thing; return the answers to the second."""
    made = shape.session(implementation, *given)
    list(shape.answers(made, before))
    return list(shape.answers(made, question))


def asked_in_turns(shape: Any, implementation: Any, given: Any, other: Any, question: Any) -> list[Any]:
    """Put two questions a step at a time, in turns, to two instances; return the answers to the second."""
    made = shape.session(implementation, *given)
    asked, beside = shape.answers(made, question), shape.answers(made, other)
    answers = []
    for answer in asked:
        answers.append(answer)
        next(beside, None)
    return answers


def attribute_snapshot(thing: Any) -> dict[str, Any]:
    """Return what a class or function has; of an instance, what can be called."""
    held = dict(getattr(thing, "__dict__", {}))
    hidden = ("__weakref__", "__dict__", "__slotnames__")  # the last is kept there by Python itself, when it copies
    if isinstance(thing, type) or (callable(thing) and hasattr(thing, "__code__")):
        return {name: value for name, value in held.items() if name not in hidden}
    return {name: value for name, value in held.items() if callable(value) and name != "copy"}


def twice(implementation: Any) -> Any:
    """Apply an implementation to its own result."""

    def applied(thing: Any) -> Any:
        once = implementation(thing)
        made_from_a_class = isinstance(thing, type) and not isinstance(once, type) and hasattr(once, "train")
        return implementation((lambda: implementation(thing)) if made_from_a_class else once)

    return applied
