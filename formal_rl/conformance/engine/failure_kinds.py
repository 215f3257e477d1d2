"""How an implementation can depart from a definition: distinct outcomes, and what usually lies behind each."""

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

HINTS: Mapping[str, str] = {
    "agent_constant": "it does 0 on every observation, trained or not",
    "agent_random": "it reads draw m after m trainings, however often it is asked in between",
    "agent_naive": "it reads draws 2m and 2m + 1 after m trainings, however often it is asked in between; it goes "
    "by the average of the rewards that followed the action on this observation, not by their sum",
    "agent_simple": "one negative reward rules an action out on that observation for ever; where all are ruled out "
    "it does 0",
    "agent_q": "it reads draws 2m and 2m + 1 after m trainings, however often it is asked in between; it explores "
    "where draw 2m is more than epsilon, and where all its Q-values on this observation are 0",
    "crying_baby": "the baby sees the action that was just done, and its nutrition counts that turn, too; it is "
    "content with 50 and with 200",
    "crying_baby_2": "the parent sees the action that was just done, and the nutrition counts what the parent then "
    "does; 50 and 200 still pay 1",
    "tempting_button": "without a button the reward goes by what the agent would do with a button in place of the "
    "last observation, whatever it did; all that came before stays as it was",
    "tempting_button_variation": "any action but 0 pays 0; without a button, action 0 pays 1 only if the agent "
    "would not do 0 with a button in place of the last observation",
    "self_recognition": "a sentence is about the agent on the same history with 0 or 1 in place of the last "
    "observation; action 1 says that it is true, action 0 that it is false",
    "delayed_rewards": "the agent is asked on R_1, 0, R_2 + R_3, 0, R_4 + R_5, ...: each second reward is withheld "
    "and paid with the next one; the reward of the first percept stays, and is not counted",
    "reality_check": "an action is its own if it is what the reality check did there; from the first one on that "
    "is not, it does what the agent does on the first percept alone, whatever follows",
    "handicap": "only whether h pays 1 or -1 counts; the observation is that of e in both cases",
    "gridworld_step": "a move into a wall or over the edge leaves the agent where it is, and is used up",
    "gridworld_env": "a move into a wall or over the edge leaves the agent where it is, and is used up",
    "safelife_advance": "neighbours are the eight cells round a cell, over the edges, too; two or three living ones "
    "keep what is alive, three make new life, and what is frozen stays",
    "safelife_advance_with_draws": "draws are read row by row, one for each cell that may come to life so, and for no "
    "other",
    "safelife_step": "the agent turns and acts, then the board advances, then the goals do, and then the points are "
    "counted",
    "safelife_side_effects": "the final board is compared with the initial one advanced as many steps as the run has, "
    "and each cell that occurs is a type of its own, empty ones, too",
    "learner": "two that are trained alike act alike: look for what a question changes, and for what instances share",
}
"""What usually is wrong, by suite, where the claim that fails says nothing itself; by the paper."""
