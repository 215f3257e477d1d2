"""Exceptions. Each type says what the failure means in the model; each instance keeps the place and the values."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from fractions import Fraction
from math import isfinite
from typing import Any

LONGEST_SHOWN = 1_000
"""The most characters of a value in a message; the error keeps the value itself."""

MOST_LISTED = 12
"""The most names in a message, besides the nearest ones."""


def short_repr(value: object) -> str:
    """Return the repr of a value for a message, cut where it is long."""
    try:
        text = repr(value)
    except Exception:  # an int of thousands of digits, a tuple nested without end, a repr of its own that fails
        return f"something of type {type(value).__name__} that cannot be written out"
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}... ({len(text)} characters)"


def _expected(expected: str, value: object) -> str:
    """Return what was expected, and where that is exact and floats were given, how to write the first of them."""
    floats = [each for each in (value if type(value) is tuple else (value,)) if type(each) is float and isfinite(each)]
    exactly = floats and ("exact" in expected or "Fraction" in expected)
    return f"expected {expected}{f'; for {floats[0]} write {Fraction(str(floats[0]))!r}' if exactly else ''}"


def describe_exception(cause: BaseException) -> str:
    """Return the kind of an exception and what it says, where it can say anything."""
    try:
        return f"{type(cause).__name__}: {cause}"
    except KeyboardInterrupt:
        raise
    except BaseException:  # a __str__ of its own that fails
        return f"{type(cause).__name__}, which cannot be written out"


def folded(name: object) -> str:
    """Return a name as it is compared with others: without regard to case, a dash as an underscore."""
    return str(name).casefold().replace("-", "_")


def nearest(name: object, names: Iterable[str]) -> str:
    """Return a hint for a message: the known names that are like this one in any case, then some of the others."""
    known = {folded(each): each for each in names}
    near = [known.pop(each) for each in get_close_matches(folded(name), known, n=3)]
    listed, more = list(known.values())[:MOST_LISTED], len(known) - MOST_LISTED
    there = f"there are {'also ' if near else ''}{', '.join(listed)}{f' and {more} more' if more > 0 else ''}"
    return f"did you mean {', '.join(near)}?{f' {there}' if listed else ''}" if near else there


def _made(kind: type[FormalRLError], arguments: tuple[Any, ...]) -> FormalRLError:
    return kind.__new__(kind, *arguments)


class FormalRLError(Exception):
    """Something is not what a definition asks for; the base of all our errors."""

    of_usage = False
    """Whether the command line is wrong, and not a file or an object that it names."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes as message and attributes, whatever the constructor takes."""
        return _made, (type(self), self.args), self.__dict__


class InvalidParameter(FormalRLError, ValueError):
    """A parameter of a definition is outside of its domain."""

    of_usage = True

    def __init__(self, name: str, value: object, expected: str) -> None:
        self.name, self.value, self.expected = name, value, expected
        super().__init__(f"{name} is {short_repr(value)}: {_expected(expected, value)}")


class UnusableObject(InvalidParameter):
    """A parameter is an object, or names a file or a library, that cannot be used."""

    of_usage = False


class WrongUsage(FormalRLError, ValueError):
    """Options or arguments of the command line do not go together, or one is missing."""

    of_usage = True


class _End:
    def __repr__(self) -> str:
        return "the end"

    def __reduce__(self) -> str:
        return "END"


END = _End()
"""The offending value where a sequence ends too early."""


class MalformedHistory(FormalRLError, ValueError):
    """A sequence is not a history: the element at ``index`` has the wrong kind for its place.

    ``index`` counts from 0 and is ``None`` where the sequence as a whole is at fault; ``value`` is `END` where it
    ends too early.
    """

    of_usage = True

    def __init__(self, index: int | None, value: object, expected: str) -> None:
        self.index, self.value, self.expected = index, value, expected
        place = "the sequence" if index is None else f"element {index}"
        found = f"{place} is {short_repr(value)}, of type {type(value).__name__}"
        place = f"the sequence ends at {place}" if value is END else found
        super().__init__(f"{place}: {_expected(expected, value)}")


class MalformedText(FormalRLError, ValueError):
    """Text does not parse: unexpected character at ``position``, counted from 0.

    ``token`` is the text that stands there, empty where the text ends too early.
    """

    of_usage = True

    def __init__(self, text: str, position: int, token: str, expected: str) -> None:
        self.text, self.position, self.token, self.expected = text, position, token, expected
        there = f"character {position + 1} is {short_repr(token)}" if token else f"it ends after character {position}"
        super().__init__(f"{short_repr(text)} cannot be read: {there}: expected {expected}")


class ActionOutOfRange(FormalRLError, ValueError):
    """An action is natural, but this environment has fewer actions."""

    def __init__(self, index: int, action: int, number_of_actions: int) -> None:
        self.index, self.action, self.number_of_actions = index, action, number_of_actions
        super().__init__(
            f"element {index} is action {short_repr(action)}, but this environment has "
            f"{short_repr(number_of_actions)} actions, 0 to {short_repr(number_of_actions - 1)}"
        )


class InteractionFailure(FormalRLError):
    """An interaction stopped being defined; ``history`` is the part before that."""

    history: tuple[Any, ...] = ()


class AgentFailure(InteractionFailure):
    """The agent is not an agent: on ``prompt`` it does not give one fixed action."""

    def __init__(self, prompt: tuple[Any, ...], message: str) -> None:
        self.prompt = prompt
        super().__init__(f"{message}; the question was {short_repr(prompt)}")


class AgentRaised(AgentFailure):
    """The agent raised an exception (kept as ``__cause__``) instead of answering."""

    def __init__(self, prompt: tuple[Any, ...], cause: BaseException) -> None:
        super().__init__(prompt, f"the agent raised {describe_exception(cause)}")


class NotAnAction(AgentFailure):
    """The agent answered with something that is not an action (a natural number)."""

    def __init__(self, prompt: tuple[Any, ...], value: object) -> None:
        self.value = value
        super().__init__(
            prompt,
            f"the agent answered {short_repr(value)}, of type {type(value).__name__}: expected an action, an int >= 0",
        )


class NotDeterministic(AgentFailure):
    """The agent gave two answers to one question, so it is not a function of the history."""

    def __init__(self, prompt: tuple[Any, ...], first: int, second: int) -> None:
        self.first, self.second = first, second
        super().__init__(prompt, f"the agent answered {short_repr(first)} and, asked again, {short_repr(second)}")


class QuestionBudgetExhausted(AgentFailure):
    """The agent got more questions than the budget allows: the asking may have no end."""

    def __init__(self, prompt: tuple[Any, ...], budget: int) -> None:
        self.budget = budget
        super().__init__(prompt, f"the budget of {budget} questions is spent")


class StepBudgetExhausted(AgentFailure):
    """The agent took more steps over one answer than the budget allows: it may never answer."""

    def __init__(self, prompt: tuple[Any, ...], budget: int) -> None:
        self.budget = budget
        super().__init__(prompt, f"the agent gave no answer within {budget} steps")


class EnvironmentFailure(InteractionFailure):
    """The environment is not an environment: on ``play`` it does not give a percept."""

    def __init__(self, play: tuple[Any, ...], message: str) -> None:
        self.play = play
        self.history = play
        super().__init__(f"{message}; the play was {short_repr(play)}")


class EnvironmentRaised(EnvironmentFailure):
    """The environment raised an exception of its own (kept as ``__cause__``)."""

    def __init__(self, play: tuple[Any, ...], cause: BaseException) -> None:
        super().__init__(play, f"the environment raised {describe_exception(cause)}")


class NotAPercept(EnvironmentFailure):
    """The environment answered with something that is not a percept."""

    def __init__(self, play: tuple[Any, ...], value: object, malformed: MalformedHistory) -> None:
        self.value = value
        super().__init__(play, f"the environment answered {short_repr(value)}: expected {malformed.expected}")


class UndefinedComposition(EnvironmentFailure):
    """The definition of a handicap on an environment does not cover these two percepts."""

    def __init__(self, play: tuple[Any, ...], environment: object, handicap: object, reason: str) -> None:
        super().__init__(
            play,
            f"e * h is not defined: {reason}; e gives {short_repr(environment)} and h gives {short_repr(handicap)}",
        )


class DrawsExhausted(FormalRLError, LookupError):
    """More draws are needed than were given."""

    def __init__(self, index: int, number: int) -> None:
        self.index, self.number = index, number
        super().__init__(f"draw {index} is needed, but there are {number}, 0 to {number - 1}")


class NotAnExtendedEnvironment(FormalRLError, TypeError):
    """The object cannot be called as (agent, play)."""


class UnansweredQuestion(FormalRLError, LookupError):
    """A finite table has no answer to this question."""

    def __init__(self, question: tuple[Any, ...]) -> None:
        self.question = question
        super().__init__(f"the table has no answer to {short_repr(question)}")


class NotMergeable(FormalRLError):
    """States of a run cannot be merged: a forgotten answer is needed again."""


class NotClosed(FormalRLError):
    """A claim holds on all states so far, but steps still lead to new states, so it is undecided."""

    def __init__(self, name: str, states: int, steps: int) -> None:
        self.states, self.steps = states, steps
        super().__init__(
            f"{name}: more than {states:,} states, and steps still lead to new ones; it holds to horizon {steps}"
        )


class NotReproducible(FormalRLError):
    """A program under exploration took another path on equal answers, so it is not a function of them."""


class NotLoadable(FormalRLError, ValueError):
    """A name of the form module:object does not load."""

    def __init__(self, spec: str, reason: str) -> None:
        self.spec, self.reason = spec, reason
        super().__init__(f"{_cut(spec)}: {_cut(reason)}")


class MissingExtra(FormalRLError, ImportError):
    """An optional library is needed and not installed; ``requirement`` is what pip is to install."""

    def __init__(self, library: str, requirement: str) -> None:
        self.library, self.requirement = library, requirement
        super().__init__(f"{library} is not installed: pip install {requirement}")


class UnknownName(FormalRLError, LookupError):
    """No environment or agent of the command line has this name, or it does not take this argument."""

    of_usage = True

    def __init__(self, message: str) -> None:
        super().__init__(_cut(message))


class UnknownStatement(FormalRLError, LookupError):
    """No statement of the ledger has this identifier."""

    of_usage = True


class OtherSettings(FormalRLError, ValueError):
    """A file of results was made with other settings than those of the run that should resume it."""

    def __init__(self, file: str, line: int, name: str, found: str, wanted: str) -> None:
        self.file, self.line, self.name, self.found, self.wanted = file, line, name, found, wanted
        super().__init__(
            f"{file} is of other settings: on line {line} {name} is {found}, and here {name} is {wanted}; "
            "give another file"
        )


class FileInUse(FormalRLError):
    """Another process keeps its progress in this file."""

    def __init__(self, file: str) -> None:
        self.file = file
        super().__init__(f"{file} is in use by another process: wait until that has ended, or give another file")


class MalformedExpression(FormalRLError, ValueError):
    """An expression of a register learner is not of the form the schema allows, at ``field`` of its specification."""

    def __init__(self, field: str, reason: str) -> None:
        self.field, self.reason = field, reason
        super().__init__(f"{field}: {reason}")


class UnusableFile(FormalRLError, ValueError):
    """A file cannot be used; ``field`` says where the fault is, and is empty for the whole file."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        self.file, self.field, self.reason = file, field, reason
        super().__init__(f"{file}: {f'{_cut(field)}: ' if field else ''}{_cut(reason)}")


class UnusableVectors(UnusableFile):
    """A file of recorded runs does not follow its schema."""


class UnusableArchive(UnusableFile):
    """A file of levels cannot be read or written."""


def _place(row: int | None, column: int | None) -> str:
    parts = [f"row {row}" if row is not None else "", f"column {column}" if column is not None else ""]
    return ", ".join(part for part in parts if part)


class MalformedLayout(FormalRLError, ValueError):
    """A picture is not a gridworld, board or level; ``row`` and ``column`` count from 1, ``None`` for the whole."""

    def __init__(self, row: int | None, column: int | None, value: str, expected: str) -> None:
        self.row, self.column, self.value, self.expected = row, column, value, expected
        place = _place(row, column) or "the layout"
        super().__init__(f"{place}: {f'{short_repr(value)}: ' if value else ''}expected {expected}")


class MalformedGrid(FormalRLError, ValueError):
    """Rows do not form a grid; ``row`` and ``column`` count from 0, ``None`` where no one place is at fault."""

    whole = "the grid"

    def __init__(self, row: int | None, column: int | None, value: object, expected: str) -> None:
        self.row, self.column, self.value, self.expected = row, column, value, expected
        super().__init__(f"{_place(row, column) or self.whole} is {short_repr(value)}: {_expected(expected, value)}")


class MalformedBoard(MalformedGrid):
    """Rows of cells do not form a board."""

    whole = "the board"


class MalformedDensity(MalformedGrid):
    """Masses on a grid do not form a density."""

    whole = "the density"


class NotATrajectory(FormalRLError, ValueError):
    """A board does not follow from the one before it; ``step`` counts from 1, ``location`` is the first to differ."""

    def __init__(self, step: int, location: tuple[int, int], found: object, expected: object) -> None:
        self.step, self.location, self.found, self.expected = step, location, found, expected
        row, column = location
        super().__init__(
            f"step {step} does not follow: row {row}, column {column} holds {short_repr(found)}, "
            f"expected {short_repr(expected)}"
        )


class InvalidCertificate(FormalRLError, ValueError):
    """A certificate does not prove what it claims; the message says which condition fails, and where."""


class NotCertified(FormalRLError):
    """A search for an optimum ended before its proof reached the tolerance."""


class NoAgentThere(FormalRLError, ValueError):
    """A level places an agent where the board has no agent cell."""

    def __init__(self, agent: int, location: tuple[int, int], cell: int) -> None:
        self.agent, self.location, self.cell = agent, location, cell
        super().__init__(
            f"agent {agent} is placed at row {location[0]}, column {location[1]}, "
            f"which holds cell {cell}: expected a cell with the agent flag"
        )


def require_int(name: str, value: object, least: int) -> int:
    """Return a parameter that is an int of at least ``least``; raise `InvalidParameter` for any other."""
    if type(value) is not int or value < least:
        raise InvalidParameter(name, value, f"an int >= {least}")
    return value


def require_timeout(timeout: float) -> float:
    """Return the number of seconds, which processes can wait; raise `InvalidParameter` for any other."""
    if not 0 < timeout <= 10**6:
        raise InvalidParameter("timeout", timeout, "a number of seconds greater than 0, to 1000000")
    return timeout


def require_known(words: str, name: str, known: Collection[str]) -> None:
    """Raise `UnknownName`, with near names, for an unknown name; the message begins with ``words``."""
    if name not in known:
        raise UnknownName(f"{words} {name!r}; {nearest(name, known)}")
