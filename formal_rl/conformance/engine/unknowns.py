"""An implementation's arguments: agents, copies and environments whose every answer is chosen from outside."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, Literal

from formal_rl.agents import Agent
from formal_rl.checking import Exploration
from formal_rl.conformance.adapters.cases import ImproperQuestion, StaleQuestion
from formal_rl.conformance.adapters.histories import exactly
from formal_rl.conformance.adapters.values import plain_number
from formal_rl.conformance.engine.failures import is_numpy
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Percept, Play, require_action, require_percept, require_play, require_prompt

Choose = Callable[[Hashable, Sequence[Any]], Any]
"""Answers a question with one of the options; the same question always with the same one."""

Asker = Literal["definition", "yours"]

MOST_ASKED = 100_000
"""How long all the questions of one run may be together before the asking counts as endless."""

ACTIONS: tuple[Action, ...] = (0, 1)

DRAWN_ACTIONS: tuple[Action, ...] = (0, 1, 2)
"""The actions where cases are drawn: with only two, "not the same" and "the other" are one."""

HIGH_ACTIONS: tuple[Action, ...] = (0, 8, 11)
"""The actions in half of the worlds that are drawn: three bits or one digit do not hold them."""


class Forks(Exploration):
    """Every way to answer, one after another."""

    _ending: BaseException | None = None

    def choose(self, question: Hashable, options: Sequence[Any]) -> Any:
        """Answer as this path does."""
        try:
            return super().choose(question, options)
        except BaseException as ending:
            self._ending = ending
            raise

    def end_if_pruned(self) -> None:
        """End the run where it was to end: a user's guard may have caught that."""
        ending, self._ending = self._ending, None
        if ending is not None:
            raise ending


def hashed(seed: int) -> Choose:
    """Return answers without any pattern."""

    def choose(question: Hashable, options: Sequence[Any]) -> Any:
        digest = blake2b(repr((seed, question)).encode(), digest_size=8).digest()
        return options[int.from_bytes(digest, "big") % len(options)]

    return choose


def constant(place: int) -> Choose:
    """Return the answers that are always the same option."""
    return lambda question, options: options[place % len(options)]


def looked_up(answers: Mapping[Any, Any]) -> Choose:
    """Return answers that are looked up; to what is not there the answer is the first option."""

    def choose(question: Hashable, options: Sequence[Any]) -> Any:
        answer = answers.get(question, options[0])
        return next((option for option in options if option == answer), answer)

    return choose


def _are_of_ints(transitions: Any) -> bool:
    """Whether each transition is four ints, of which the action is one."""
    try:
        return all(type(o) is type(a) is type(r) is type(o_next) is int and a >= 0 for o, a, r, o_next in transitions)
    except (TypeError, ValueError):
        return False


def _exactly(number: Any) -> Any:
    """Return a number by value, as histories have it: an int or a Fraction; so are those in a tuple."""
    plain = plain_number(number)
    if type(plain) is tuple:
        return tuple(map(_exactly, plain))
    return exactly(plain) if type(plain) in {float, Fraction} else plain


class Unknowns:
    """One agent, and environments to wrap; ``choose`` gives all their answers, and the questions are kept.

    The agent comes as a function of the prompt (``agent``) or of what a copy was trained on (``copy``).
    """

    def __init__(
        self,
        choose: Choose = constant(0),  # noqa: B008 - what is returned keeps nothing
        percepts: Sequence[Percept] = (),
        handicap_percepts: Sequence[Percept] = (),
        actions: Sequence[Action] = ACTIONS,
    ) -> None:
        """Answer the plays of environments from the percepts given, and as the agent from the actions."""
        self._choose = choose
        self._percepts = tuple(percepts)
        self._handicap_percepts = tuple(handicap_percepts)
        self.actions = tuple(actions)
        self.asker: Asker = "definition"
        self.answers: dict[Any, Any] = {}
        self.askers: dict[Any, set[Asker]] = {}
        self.improper: str | None = None
        self.endless = False
        self.closed = False
        self.seen: Callable[[], None] = lambda: None
        self._asked = 0

    def choose_by(self, changed: Callable[[Choose], Choose]) -> None:
        """Answer by what is made of the present choice."""
        self._choose = changed(self._choose)

    def _answer(self, question: Hashable, options: Sequence[Any], size: int) -> Any:
        if self.closed:
            raise StaleQuestion
        self._asked += size
        if self._asked > MOST_ASKED:
            self.endless = True
            raise ImproperQuestion
        self.askers.setdefault(question, set()).add(self.asker)
        answer = self.answers[question] = self._choose(question, options)
        self.seen()
        return answer

    def _refuse(self, message: str) -> ImproperQuestion:
        self.improper = message
        return ImproperQuestion(message)

    def _proper(self, history: Any, require: Callable[[Any], None], whom: str, what: str) -> Any:
        """Return a history with percepts for plain pairs, and numbers by value; end the run where it is none."""
        if type(history) is tuple:
            history = tuple(
                Percept(_exactly(part[0]), _exactly(part[1]))
                if index % 2 == 0 and isinstance(part, tuple) and len(part) == 2
                else plain_number(part)
                for index, part in enumerate(history)
            )
        try:
            require(history)
        except MalformedHistory as malformed:
            fault = f"it asks {whom} about {plain(history)!r}, which is not a {what}: {malformed}"
            raise self._refuse(fault) from None
        return history

    def agent(self, prompt: Any) -> Action:
        """Answer as the agent on a prompt."""
        prompt = self._prompt(prompt)
        action: Action = self._answer(("agent", prompt), self.actions, len(prompt))
        return action

    def _prompt(self, prompt: Any) -> Any:
        return self._proper(prompt, require_prompt, "the agent", "prompt")

    def copy(self, trained_on: Any, observation: Any) -> Action:
        """Answer as a copy that was trained on these transitions, on seeing the observation."""
        observation = _exactly(observation)
        try:
            if not _are_of_ints(trained_on):  # the usual ones, of which there may be hundreds, need no second look
                trained_on = tuple(
                    (_exactly(o_prev), plain_number(a), _exactly(r), _exactly(o_next))
                    for o_prev, a, r, o_next in trained_on
                )
                self._require_transitions(trained_on)
            _require_plain("obs", observation)
        except MalformedHistory as malformed:
            fault = f"it asks a copy trained on {trained_on!r} and seeing {observation!r}, which cannot be: {malformed}"
            raise self._refuse(fault) from None
        question = ("copy", tuple(map(tuple, trained_on)), observation)
        action: Action = self._answer(question, self.actions, 1 + len(trained_on))
        return action

    def _require_transitions(self, trained_on: Any) -> None:
        for o_prev, a, r, o_next in trained_on:
            require_percept(Percept(r, o_prev))
            require_action(a)
            _require_plain("o_prev", o_prev)
            _require_plain("o_next", o_next)

    def e(self, agent: Agent, play: Any) -> Percept:
        """Answer as the environment that is wrapped, which depends on the agent too."""
        return self._environment("e", agent, play, self._percepts)

    def h(self, agent: Agent, play: Any) -> Percept:
        """Answer as the handicap."""
        return self._environment("h", agent, play, self._handicap_percepts)

    def _environment(self, name: str, agent: Any, play: Any, percepts: Sequence[Percept]) -> Percept:
        play = self._checked_play(name, play)
        seen = agent(play[:-1]) if play else None
        percept: Percept = self._answer((name, play, seen), percepts, 1 + len(play))
        return percept

    def reply(self, play: Any) -> Percept:
        """Answer as an ordinary environment."""
        play = self._checked_play("the environment", play)
        percept: Percept = self._answer(("reply", play), self._percepts, 1 + len(play))
        return percept

    def _checked_play(self, name: str, play: Any) -> Play:
        checked: Play = self._proper(play, require_play, name, "play")
        return checked


def _require_plain(name: str, observation: Any) -> None:
    require_percept(Percept(0, observation))
    if type(observation) is bool or is_numpy(observation):
        raise MalformedHistory(None, observation, f"a plain observation for {name}")


def plain(value: Any) -> Any:
    """Return a history with plain pairs for percepts, for showing."""
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return [plain(part) for part in value] if isinstance(value, list) else value
