"""How an implementation can depart from a definition: distinct outcomes, each with what usually lies behind it."""

from collections.abc import Mapping
from enum import StrEnum


class FailureKind(StrEnum):
    """What was seen where an implementation diverges."""

    CANNOT_BE_LOADED = "cannot be loaded"
    WRONG_SHAPE = "has no shape that this suite knows"
    RAISES = "raises an exception"
    ENDS_THE_PROCESS = "ends the process"
    HANGS = "gives no answer in time"
    BREAKS_PROTOCOL = "breaks the protocol"
    NUMPY_VALUE = "returns a numpy value"
    NOT_A_NUMBER = "returns what is not a number"
    ACCEPTS = "answers what is to be refused"
    WRONG_TYPE = "returns something of a wrong type"
    IMPROPER_QUESTION = "asks what is no question"
    NOT_DETERMINISTIC = "answers otherwise when asked again"
    SHARES_STATE = "shares state between instances"
    MUTATES = "changes what it was given"
    CHANGES_ANSWERS = "changes what it returned"
    PRINTS = "prints"
    VALUE_DIFFERS = "value differs"


ADVICE: Mapping[FailureKind, str] = {
    FailureKind.NUMPY_VALUE: "numbers are plain ones here: wrap them in int(...), or float(...) "
    "where they are no integers",
    FailureKind.NOT_A_NUMBER: "look for 0 / 0, for the logarithm of 0 (0 log 0 is 0 here), "
    "and for infinity less infinity",
    FailureKind.ACCEPTS: "an exception of any type will do",
    FailureKind.BREAKS_PROTOCOL: "one JSON object a line goes to standard output, flushed, and nothing else: "
    "docs/conformance_protocol.md",
    FailureKind.WRONG_TYPE: "a percept is a pair (reward, observation); a reward is an int "
    "or a Fraction, an action an int",
    FailureKind.NOT_DETERMINISTIC: "look for what is kept from question to question, and for chance",
    FailureKind.SHARES_STATE: "look for attributes of the class, mutable default arguments and globals",
    FailureKind.MUTATES: "make a class or function of your own instead of changing the one that was given",
    FailureKind.CHANGES_ANSWERS: "return a copy of the array that goes on being written to",
    FailureKind.IMPROPER_QUESTION: "an agent is asked on a percept, or percept, action, percept, "
    "...; it ends in a percept",
}
"""What usually helps."""
