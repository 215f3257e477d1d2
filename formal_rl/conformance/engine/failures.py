"""How an implementation can depart from a definition: the kinds of failures, in words, and what usually helps.

Here is also whether an answer about a history is of the right kind, and whose line of code is to blame.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from sysconfig import get_path
from traceback import StackSummary, extract_tb
from typing import Any, Literal

from attrs import field, frozen

from formal_rl.conformance.adapters.exec_process import ProcessFault
from formal_rl.conformance.adapters.values import type_name

_HERE = str(Path(__file__).parents[1])
_STANDARD_LIBRARY = get_path("stdlib")


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


SHOWN: Mapping[str, str] = {
    "diverges": "fails",
    "not reached": "skipped (earlier failure)",
    "expected divergence": "fails as expected",
    "unexpected conformance": "conforms unexpectedly",
    FailureKind.WRONG_SHAPE: "its interface is not recognised",
    FailureKind.NOT_A_NUMBER: "returns something that is not a number",
    FailureKind.ACCEPTS: "accepts what must be refused",
    FailureKind.WRONG_TYPE: "returns a wrong type",
    FailureKind.IMPROPER_QUESTION: "asks an improper question",
    FailureKind.NOT_DETERMINISTIC: "answers differently when asked again",
    FailureKind.VALUE_DIFFERS: "wrong value",
}
"""What a reader sees in the place of a verdict or an outcome, whose own words stay as they are in data."""


def shown_word(word: str) -> str:
    """Return what a reader sees for the verdict of a claim, or for an outcome."""
    return SHOWN.get(word, str(word))


ADVICE: Mapping[FailureKind, str] = {
    FailureKind.CANNOT_BE_LOADED: "import the module in Python yourself: it will fail in the same way",
    FailureKind.WRONG_SHAPE: "formal-rl suites NAME shows in full what the suite takes",
    FailureKind.RAISES: "call it yourself with what is shown here, which is all that it was asked",
    FailureKind.ENDS_THE_PROCESS: "look for sys.exit, os._exit and quit, and for compiled code that crashes",
    FailureKind.HANGS: "look for a loop whose end depends on an answer, and for code that waits; --timeout "
    "sets how long an answer may take",
    FailureKind.BREAKS_PROTOCOL: "write one JSON object per line to standard output, flushed, and nothing else: "
    "formal-rl docs conformance_protocol",
    FailureKind.NUMPY_VALUE: "return plain numbers: wrap them in int(...), or in float(...) if they are not integers",
    FailureKind.NOT_A_NUMBER: "look for 0 / 0, for the logarithm of 0 (0 log 0 is 0 here), "
    "and for infinity minus infinity",
    FailureKind.ACCEPTS: "raise an exception, of any type",
    FailureKind.WRONG_TYPE: "a percept is a pair (reward, observation); a reward is an int "
    "or a Fraction, an action an int",
    FailureKind.IMPROPER_QUESTION: "an agent is asked on a percept, or percept, action, percept, "
    "...; it ends in a percept",
    FailureKind.NOT_DETERMINISTIC: "look for state that is kept between questions, and for random numbers",
    FailureKind.SHARES_STATE: "look for attributes of the class, mutable default arguments and globals",
    FailureKind.MUTATES: "make a class or function of your own instead of changing the given one",
    FailureKind.PRINTS: "write to standard error or to a log: standard output is for answers",
    FailureKind.VALUE_DIFFERS: "work through the definition on this case; formal-rl suites NAME states it in a line",
    FailureKind.CHANGES_ANSWERS: "return a copy of the array, which is written to later",
}
"""What usually helps, by kind of outcome."""


# --- Texts ---

_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def printable(text: str) -> str:
    r"""Return a text in which control characters and what is not a character are written as Python does, ``\x1b``.

    Tabulators and ends of lines stay. What comes of it is allowed in HTML and XML, and can be encoded.
    """
    return _UNSHOWN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


Kind = Literal["percept", "reward", "observation", "action"]

_EXPECTED = {
    "percept": "a pair (reward, observation)",
    "observation": "an observation",
    "action": "an action, an int >= 0",
}


LONGEST = 300
"""How much of a value is shown in a line."""


def bounded_text(value: Any) -> str:
    """Return a value as text of bounded length."""
    try:
        text = repr(value)
    except Exception:  # a repr of its own that fails
        text = f"something of type {type(value).__name__} that cannot be written out"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def without_addresses(text: str) -> str:
    """Return a text without the addresses of objects, which are others each time."""
    return printable(re.sub(r"\b0x[0-9a-fA-F]{6,}\b", "0x...", text))


@frozen
class Failure:
    """What was seen at one question: the outcome, in words, and the answers up to and with the one at fault."""

    outcome: FailureKind
    message: str = field(converter=without_addresses)
    expected: tuple[Any, ...] = ()
    got: tuple[Any, ...] = ()


def outcome_of(fault: ProcessFault) -> tuple[FailureKind, str]:
    """Return what a fault of a process comes to, and what is said of it."""
    return FailureKind(fault.words), str(fault)


def as_fault(finding: Failure, fault: ProcessFault | None) -> Failure:
    """Turn the finding of another answer into the fault that it is, where one time there was no answer."""
    if fault is None or finding.outcome not in {FailureKind.NOT_DETERMINISTIC, FailureKind.SHARES_STATE}:
        return finding
    told = Failure(*outcome_of(fault))
    answers = (*finding.expected, *finding.got)
    return told if not answers or told.message in answers or told.message in finding.message else finding


def wrong_kind(kind: Kind, value: Any) -> tuple[FailureKind, str] | None:
    """Return what is wrong with the type of an answer, or ``None``."""
    if kind == "percept":
        if is_numpy(value):
            return FailureKind.NUMPY_VALUE, f"the answer is {value!r}, a {type_name(value)}"
        if not (isinstance(value, tuple) and len(value) == 2):
            return FailureKind.WRONG_TYPE, f"the answer is {value!r}, a {type_name(value)}: expected {_EXPECTED[kind]}"
        return _wrong_part("reward", value[0]) or _wrong_part("observation", value[1])
    return _wrong_part(kind, value)


def _wrong_part(name: str, value: Any) -> tuple[FailureKind, str] | None:
    if is_numpy(value):
        return FailureKind.NUMPY_VALUE, f"the {name} is {value!r}, a {type_name(value)}"
    right = {
        "reward": type(value) in {int, Fraction} or (type(value) is float and value == value),  # noqa: PLR0124
        "observation": type(value) is not bool and type(value).__hash__ is not None,
        "action": type(value) is int and value >= 0,
    }[name]
    if right:
        return None
    expected = {"reward": "a number", "observation": "something hashable, and no bool"}.get(name)
    return (
        FailureKind.WRONG_TYPE,
        f"the {name} is {value!r}, a {type_name(value)}: expected {expected or _EXPECTED[name]}",
    )


def is_numpy(value: object) -> bool:
    """Whether a value is one of numpy's."""
    return type(value).__module__.partition(".")[0] == "numpy"


def blamed_line(error: BaseException) -> str:
    """Return the last line of a user's code in a traceback, or nothing if there is none."""
    return blamed_frame(extract_tb(error.__traceback__))


def blamed_frame(frames: StackSummary) -> str:
    """Return the last line among frames that is a user's, or else of the standard library, or nothing."""
    theirs = [frame for frame in frames if not frame.filename.startswith(_HERE)]
    theirs = [frame for frame in theirs if not _is_standard(frame.filename)] or theirs
    if not theirs:
        return ""
    last = theirs[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}: {last.line or ''}".rstrip(": ")


def _is_standard(filename: str) -> bool:
    return filename.startswith((_STANDARD_LIBRARY, "<frozen ")) and "site-packages" not in filename
