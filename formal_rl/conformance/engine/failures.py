"""The ways to depart from a definition: the kinds of failures, in words, and the usual remedies.

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

_HERE = tuple(str(Path(__file__).parents[2] / name) for name in ("conformance", "recordings"))


class FailureKind(StrEnum):
    """The kind of a divergence, as data name it; its words for readers, and the usual remedy."""

    shown: str
    advice: str

    def __new__(cls, word: str, advice: str = "", shown: str = "") -> "FailureKind":
        """Return a kind by its word in data; ``shown`` is the word for readers where that is another."""
        kind = str.__new__(cls, word)
        kind._value_, kind.advice, kind.shown = word, advice, shown or word
        return kind

    CANNOT_BE_LOADED = "cannot be loaded", "import the module in Python yourself: it will fail in the same way"
    WRONG_SHAPE = (
        "has no shape that this suite knows",
        "formal-rl suites NAME shows in full what the suite takes",
        "its interface is not recognised",
    )
    RAISES = "raises an exception", "call it yourself with the questions shown here, which are all of them"
    ENDS_THE_PROCESS = "ends the process", "look for sys.exit, os._exit and quit, and for compiled code that crashes"
    HANGS = (
        "gives no answer in time",
        "look for a loop that an answer must end, and for code that waits; --timeout sets how long an answer may take",
    )
    BREAKS_PROTOCOL = (
        "breaks the protocol",
        "write nothing but JSON objects to standard output, flushed, one per line: formal-rl docs conformance_protocol",
    )
    NUMPY_VALUE = (
        "returns a numpy value",
        "return plain numbers: wrap them in int(...), or in float(...) if they are not integers",
    )
    NOT_A_NUMBER = (
        "returns what is not a number",
        "look for 0 / 0, for the logarithm of 0 (0 log 0 is 0 here), and for infinity minus infinity",
        "returns something that is not a number",
    )
    ACCEPTS = "answers what is to be refused", "raise an exception, of any type", "accepts what must be refused"
    WRONG_TYPE = (
        "returns something of a wrong type",
        "a percept is a pair (reward, observation); a reward is an int or a Fraction, an action an int",
        "returns a wrong type",
    )
    IMPROPER_QUESTION = (
        "asks what is no question",
        "a prompt is a percept, or percept, action, percept, ...; it ends in a percept",
        "asks an improper question",
    )
    NOT_DETERMINISTIC = (
        "answers otherwise when asked again",
        "look for state that is kept between questions, and for random numbers",
        "answers differently when asked again",
    )
    SHARES_STATE = (
        "shares state between instances",
        "look for attributes of the class, mutable default arguments and globals",
    )
    MUTATES = "changes what it was given", "make a class or function of your own instead of changing the given one"
    CHANGES_ANSWERS = "changes what it returned", "return a copy of the array, which is written to later"
    VALUE_DIFFERS = (
        "value differs",
        "work through the definition on this case; formal-rl suites NAME states it in a line",
        "wrong value",
    )


SHOWN: Mapping[str, str] = {
    "diverges": "fails",
    "not reached": "skipped (earlier failure)",
    "expected divergence": "fails as expected",
    "unexpected conformance": "conforms unexpectedly",
    **{kind: kind.shown for kind in FailureKind},
}


def shown_word(word: str) -> str:
    """Return the word for readers of a verdict or an outcome, whose own words stay as they are in data."""
    return SHOWN.get(word, word)


# --- Texts ---

_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def printable(text: str) -> str:
    r"""Return a text in which control characters and what is not a character are written as Python does, ``\x1b``.

    Tabulators and ends of lines stay. What comes of it is allowed in HTML and XML, and can be encoded.
    """
    return _UNSHOWN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


LONGEST = 300
"""The most characters of a value in a line."""


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
    """The failure at one question: the outcome, in words, and the answers up to and with the one at fault."""

    outcome: FailureKind
    message: str = field(converter=without_addresses)
    expected: tuple[Any, ...] = ()
    got: tuple[Any, ...] = ()


def outcome_of(fault: ProcessFault) -> tuple[FailureKind, str]:
    """Return the kind of a process's fault, and its message."""
    return FailureKind(fault.words), str(fault)


def as_fault(finding: Failure, fault: ProcessFault | None) -> Failure:
    """Turn the finding of another answer into the fault that it is, where one time there was no answer."""
    if fault is None or finding.outcome not in {FailureKind.NOT_DETERMINISTIC, FailureKind.SHARES_STATE}:
        return finding
    ended = Failure(*outcome_of(fault))
    answers = (*finding.expected, *finding.got)
    return ended if not answers or ended.message in answers or ended.message in finding.message else finding


Kind = Literal["percept", "reward", "observation", "action"]

_EXPECTED = {
    "percept": "a pair (reward, observation)",
    "reward": "a number",
    "observation": "something hashable, and no bool",
    "action": "an action, an int >= 0",
}


def wrong_kind(kind: Kind, value: Any) -> tuple[FailureKind, str] | None:
    """Return what is wrong with the type of an answer, or ``None``."""
    if kind == "percept" and isinstance(value, tuple) and len(value) == 2:
        return wrong_kind("reward", value[0]) or wrong_kind("observation", value[1])
    right = {
        "percept": False,
        "reward": type(value) in {int, Fraction} or (type(value) is float and value == value),  # noqa: PLR0124
        "observation": not (type(value) is bool or type(value).__hash__ is None or is_numpy(value)),
        "action": type(value) is int and value >= 0,
    }[kind]
    if right:
        return None
    found = f"the {'answer' if kind == 'percept' else kind} is {value!r}, a {type_name(value)}"
    if is_numpy(value):
        return FailureKind.NUMPY_VALUE, found
    return FailureKind.WRONG_TYPE, f"{found}: expected {_EXPECTED[kind]}"


def is_numpy(value: object) -> bool:
    """Whether a value is one of numpy's."""
    return type(value).__module__.partition(".")[0] == "numpy"


def blamed_line(raised: BaseException | StackSummary) -> str:
    """Return the last line of a user's code, or else of the standard library, in a traceback; or nothing."""
    frames = extract_tb(raised.__traceback__) if isinstance(raised, BaseException) else raised
    theirs = [frame for frame in frames if not frame.filename.startswith(_HERE)]
    theirs = [frame for frame in theirs if not _is_standard(frame.filename)] or theirs
    if not theirs:
        return ""
    last = theirs[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}: {last.line or ''}".rstrip(": ")


def _is_standard(filename: str) -> bool:
    return filename.startswith((get_path("stdlib"), "<frozen ")) and "site-packages" not in filename
