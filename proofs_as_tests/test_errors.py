"""Errors: what their messages show of a value, and that each arrives whole from another process."""

import copy
import importlib
import pickle
import re
import sys
import types
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pkgutil import walk_packages

import pytest

import formal_rl
from formal_rl.battery import NotSemiDeterministicWarning
from formal_rl.battery.runs import NotCopiedWarning
from formal_rl.conformance import FaultInWorker
from formal_rl.conformance.adapters.cases import ImproperQuestion, StaleQuestion
from formal_rl.conformance.adapters.exec_process import ProcessFault, QuestionRefused
from formal_rl.conformance.engine.suite import Unanswered
from formal_rl.environments import TableEnvironment, bandit, interaction, respond
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.errors import (
    END,
    LONGEST_SHOWN,
    ActionOutOfRange,
    AgentFailure,
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    FormalRLError,
    InvalidParameter,
    MalformedDensity,
    MalformedHistory,
    MissingExtra,
    NotAnAction,
    NotAPercept,
    NotDeterministic,
    QuestionBudgetExhausted,
    UnansweredQuestion,
    UnknownName,
    require_int,
    require_known,
    short_repr,
)
from formal_rl.histories import Percept

X = Percept(0, 0)
PROMPT, PLAY = (X,), (X, 1)
HUGE = 10**5000
ORDINARY_FAULT = MalformedHistory(None, 7, "a Percept(reward, observation)")


def extra_is_missing(name):
    """Pass over a package that needs an extra; anything else that cannot be imported is an error."""
    found = sys.exception()
    if found is not None and not isinstance(found, MissingExtra):
        raise found


SCRIPTS = {"formal_rl.conformance.adapters.experiments"}


def imported(name):
    """Import a module; an empty one in its place if it needs an extra that is not installed, or is no module of ours.

    One file goes into scripts, which have rules for errors of their own: they are answers or exit codes.
    """
    if name in SCRIPTS:
        return types.ModuleType(name)
    try:
        return importlib.import_module(name)
    except MissingExtra:
        return types.ModuleType(name)


def exceptions_defined():
    """Every public exception that a module of the package defines; private ones never leave their module.

    Not those of modules that need an extra which is not installed.
    """
    names = [module.name for module in walk_packages(formal_rl.__path__, "formal_rl.", onerror=extra_is_missing)]
    for module in [imported(name) for name in names if not name.endswith(".__main__")]:
        for name, value in vars(module).items():
            ours = isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
            if ours and issubclass(value, BaseException):
                yield value


KINDS = {kind.__name__: kind for kind in exceptions_defined()}


def row(kind, message, /, **kept):
    """An error of what it keeps, its message, and all that it keeps."""
    return KINDS[kind](*kept.values()), message, kept


SAID = """
FormalRLError WrongUsage InteractionFailure WrongShape NoScript UsersFault NotAnExtendedEnvironment
NotMergeable NotReproducible NothingToRecord NotBuiltYet UnknownName InvalidCertificate NotCertified UnknownStatement
NoSource NoWitness UnusableLog NotCopied PatchDoesNotApply ProofFails
"""
"""Those that keep their message alone."""

ASKED, SHOWN = "the question was (Percept(0, 0),)", "the play was (Percept(0, 0), 1)"
MET = {"play": PLAY, "history": PLAY}

# One of every kind: the error, its message, and everything kept on it.
EVERY_KIND = [
    *((KINDS[name]("anything"), "anything", {}) for name in SAID.split()),
    row("UnusableObject", "agent is 7: expected a class", name="agent", value=7, expected="a class"),
    (KINDS["NotClosed"]("n", 7, 5), "n: more than 7 states, and steps still lead to new ones; it holds to horizon 5",
     {"states": 7, "steps": 5}),
    row("InvalidParameter", "steps is -1: expected an int >= 0", name="steps", value=-1, expected="an int >= 0"),
    row("MalformedHistory", "element 2 is 0.5, of type float: expected an x", index=2, value=0.5, expected="an x"),
    row("ActionOutOfRange", "element 3 is action 5, but this environment has 2 actions, 0 to 1",
        index=3, action=5, number_of_actions=2),
    row("MalformedText", "'(0,0) x' cannot be read: character 7 is 'x': expected an action",
        text="(0,0) x", position=6, token="x", expected="an action"),
    (AgentFailure(PROMPT, "no"), f"no; {ASKED}", {"prompt": PROMPT}),
    (AgentRaised(PROMPT, KeyError("k")), f"the agent raised KeyError: 'k'; {ASKED}", {"prompt": PROMPT}),
    row("NotAnAction", f"the agent answered 'left', of type str: expected an action, an int >= 0; {ASKED}",
        prompt=PROMPT, value="left"),
    row("NotDeterministic", f"the agent answered 0 and, asked again, 1; {ASKED}", prompt=PROMPT, first=0, second=1),
    row("QuestionBudgetExhausted", f"the budget of 9 questions is spent; {ASKED}", prompt=PROMPT, budget=9),
    (EnvironmentFailure(PLAY, "no"), f"no; {SHOWN}", MET),
    (EnvironmentRaised(PLAY, OSError("gone")), f"the environment raised OSError: gone; {SHOWN}", MET),
    (NotAPercept(PLAY, 7, ORDINARY_FAULT),
     f"the environment answered 7: expected a Percept(reward, observation); {SHOWN}", MET | {"value": 7}),
    row("PolicyFault", "mine:policy: in step 4 it ended", policy="mine:policy", step=4, reason="ended"),
    (KINDS["UndefinedComposition"](PLAY, Percept(1, 0), X, "h is none"),
     f"e * h is not defined: h is none; e gives Percept(1, 0) and h gives Percept(0, 0); {SHOWN}",
     MET),
    row("DrawsExhausted", "draw 7 is needed, but there are 5, 0 to 4", index=7, number=5),
    row("UnansweredQuestion", "the table has no answer to (Percept(0, 0),)", question=PROMPT),
    row("MalformedExpression", "act[2]: mod by 0", field="act[2]", reason="mod by 0"),
    row("NotLoadable", "mine:agent: there is no module 'mine'", spec="mine:agent", reason="there is no module 'mine'"),
    row("FileInUse", "a.csv is in use by another process: wait until that has ended, or give another file",
        file="a.csv"),
    row("OtherSettings", "a.csv is of other settings: on line 3 steps is 10, and here steps is 20; give another file",
        file="a.csv", line=3, name="steps", found="10", wanted="20"),
    row("TooFewActions", f"the agent answered 7, but there are 2 actions here, 0 to 1; {ASKED}",
        prompt=PROMPT, value=7, number_of_actions=2),
    row("ProcessEnded", "a process ended in the middle of a run; with --timeout each run of your agent "
        "has a process of its own"),
    row("GenerationFailed", "no level of kind append-still, 12 x 12: the red pattern did not halt",
        kind="append-still", size=12, what="the red pattern", reason="did not halt"),
    row("OtherTraining", 'a.json is of other settings: lambda is "9/10", and here it is "1/2"; give another file',
        file="a.json", name="lambda", found='"9/10"', wanted='"1/2"'),
    row("WorkerDied", "the process that ran it ended in the middle, each time it was tried; it may need more memory"),
    row("TrainingProcessEnded",
        "a process ended in the middle of training; a checkpoint, if there is one, can be resumed"),
    row("MissingExtra", "pillow is not installed: pip install p", library="pillow", requirement="p"),
    row("NotReset", "step was called after the end: the episode was over after step 3; call reset first",
        method="step", steps=3),
    row("MalformedLayout", "row 2, column 3: 'Z': expected a token", row=2, column=3, value="Z", expected="a token"),
    row("StepBudgetExhausted", f"the agent gave no answer within 5 steps; {ASKED}", prompt=PROMPT, budget=5),
    row("MalformedGrid", "the grid is (): expected a row", row=None, column=None, value=(), expected="a row"),
    row("MalformedBoard", "row 1, column 2 is 70000: expected a cell", row=1, column=2, value=70000, expected="a cell"),
    row("MalformedDensity", "row 1, column 2 is -1: expected a count", row=1, column=2, value=-1, expected="a count"),
    row("NotATrajectory", "step 3 does not follow: row 1, column 2 holds 9, expected 0",
        step=3, location=(1, 2), found=9, expected=0),
    row("NoAgentThere", "agent 0 is placed at row 1, column 2, which holds cell 9: expected a cell with the agent flag",
        agent=0, location=(1, 2), cell=9),
    row("UnusableArchive", "a.npz: board: is not there", file="a.npz", field="board", reason="is not there"),
    row("NoSuchClaim", "a.json: there is no claim 'x'", file="a.json", reason="there is no claim 'x'"),
    row("UnusableWitness", "a.json: no JSON", file="a.json", reason="no JSON"),
    row("UnusableToml", "conform.toml, check 1: is none", file="conform.toml", place="check 1", reason="is none"),
    row("UnusableFile", "a.txt: is not there", file="a.txt", field="", reason="is not there"),
    row("UnusableVectors", "a.json: runs[0]: is not there", file="a.json", field="runs[0]", reason="is not there"),
]  # fmt: skip
every_kind = pytest.mark.parametrize(
    ("error", "message", "kept"), EVERY_KIND, ids=[type(row[0]).__name__ for row in EVERY_KIND]
)


# --- The list is complete ---


SIGNALS = (ImproperQuestion, StaleQuestion, KINDS["NumberRead"])
WARNINGS = (NotSemiDeterministicWarning, NotCopiedWarning)
CAUGHT = (ProcessFault, Unanswered, QuestionRefused, FaultInWorker)
"""What a check raises and catches itself; the first also stands in scripts, which have no errors of the package."""


def kinds_of(kind):
    """A kind of error of the package and all kinds below it."""
    ours = {kind} if kind.__module__.split(".")[0] == "formal_rl" else set()
    return ours.union(*(kinds_of(below) for below in kind.__subclasses__()))


def test_every_exception_is_ours():
    """No exception that the package defines is outside of the base of all, and none hides within a function.

    Three are no `Exception`: with them a check ends what a program does, whatever that guards against.
    """
    assert {*KINDS.values()} - {*SIGNALS, *WARNINGS, *CAUGHT} == kinds_of(FormalRLError)
    assert all(issubclass(warning, UserWarning) for warning in WARNINGS)
    assert not any(issubclass(signal, Exception) for signal in SIGNALS)


def test_every_kind_is_listed():
    """Every error of the package, whichever module it is in, is in the list above, and just once."""
    listed = sorted(type(error).__name__ for error, _, _ in EVERY_KIND)

    assert listed == sorted(kind.__name__ for kind in {*KINDS.values()} - {*SIGNALS, *WARNINGS, *CAUGHT})


@every_kind
def test_messages_and_attributes(error, message, kept):
    """Each has its message and keeps what it is about, and no more."""
    assert str(error) == message
    assert error.args == (message,)
    assert vars(error) == kept


# --- Copies are the same error ---


WAYS = [copy.copy, copy.deepcopy]
WAYS += [
    lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
]


@every_kind
def test_copies_are_whole(error, message, kept):
    """A copy, and a copy of it, is of the same type, with the same message, attributes and notes, and can be raised."""
    noted = copy.copy(error)
    noted.__notes__ = ["at step 3", "and more"]
    copies = [(way(way(error)), {}) for way in WAYS] + [(way(noted), {"__notes__": noted.__notes__}) for way in WAYS]
    for back, notes in copies:
        assert (type(back), str(back), back.args, repr(back)) == (type(error), message, error.args, repr(error))
        assert vars(back) == kept | notes
        assert back is not noted
        with pytest.raises(type(error)) as raised:
            raise back
        assert raised.value is back


@pytest.mark.parametrize("way", WAYS, ids=["copied", "copied deeply", *map(str, range(len(WAYS) - 2))])
def test_notes_and_the_end_are_kept(way):
    """The history an interaction adds arrives, and is the copy's own; `END` is one object."""
    failure = NotAnAction(PROMPT, None)
    failure.history = (X, 1, X)
    back = way(failure)
    assert back.history == (X, 1, X)
    back.history = ()
    assert failure.history == (X, 1, X)

    assert way((END, 1))[0] is way(END) is END
    assert repr(END) == "the end"
    ended = way(MalformedHistory(3, END, "a percept"))
    assert (ended.value is END, str(ended)) == (True, "the sequence ends at element 3: expected a percept")


def test_across_processes():
    """Raised in another process, an error arrives as it was: by a constructor with arguments, and by an interaction."""
    still = TableEnvironment({(): X})
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        parameter = pool.submit(bandit, ()).exception()
        failure = pool.submit(interaction_ordinary, str, still, 1).exception()

    assert type(parameter) is InvalidParameter
    assert (parameter.name, parameter.value) == ("rewards", ())
    assert str(parameter) == "rewards is (): expected a tuple of at least one reward"
    assert type(failure) is NotAnAction
    assert (failure.prompt, failure.value, failure.history) == (PROMPT, "(Percept(0, 0),)", PROMPT)
    assert failure.__notes__ == [f"at step 1 of the interaction; the history so far is {PROMPT!r}"]


# --- Values in messages ---


@pytest.mark.parametrize(
    ("error", "written"),
    [
        (InvalidParameter("lam", 0.9, "an exact number"), "expected an exact number; for 0.9 write Fraction(9, 10)"),
        (InvalidParameter("p", (0.55, 0.45), "exact shares"), "expected exact shares; for 0.55 write Fraction(11, 20)"),
        (
            MalformedHistory(0, 0.5, "an int or a Fraction"),
            "expected an int or a Fraction; for 0.5 write Fraction(1, 2)",
        ),
        (MalformedDensity(0, 0, 1e-3, "a Fraction"), "expected a Fraction; for 0.001 write Fraction(1, 1000)"),
        (InvalidParameter("lam", float("nan"), "an exact number"), "expected an exact number"),
        (InvalidParameter("timeout", 0.0, "a number above 0"), "expected a number above 0"),
    ],
)
def test_a_float_is_told_how_to_be_exact(error, written):
    """Where an exact number is expected, the message has the fraction that a float was meant to be."""
    assert str(error).endswith(written)


@pytest.mark.parametrize("value", [0, -3, Fraction(1, 2), "left", X, PLAY, None, [], 2**3000, END, "x" * 998])
def test_short_values_are_shown_whole(value):
    """A message shows a short value as its repr: up to 1000 characters, two of which are quotes."""
    assert short_repr(value) == repr(value)


@pytest.mark.parametrize("length", [999, 50_000])
def test_long_values_are_cut(length):
    """Of a longer repr the first 1000 characters are shown, with the true number."""
    assert short_repr("x" * length) == f"'{'x' * (LONGEST_SHOWN - 1)}... ({length + 2} characters)"


@pytest.mark.parametrize("value", [-HUGE, Fraction(HUGE, 3), (X, HUGE)], ids=lambda value: type(value).__name__)
def test_numbers_too_long_for_python(value):
    """Python does not write out ints of thousands of digits; then the type is named."""
    assert short_repr(value) == f"something of type {type(value).__name__} that cannot be written out"


LONG = "x" * 5000
CUT = f"'{'x' * 999}... (5002 characters)"
BIG = "something of type int that cannot be written out"

ANSWER = "expected an action, an int >= 0; the question was ()"
PERCEPT = "expected a Percept(reward, observation); the play was ()"
MESSAGES = [
    (lambda value: InvalidParameter("p", value, "another"), "p is {}: expected another"),
    (lambda value: MalformedHistory(1, value, "another"), "element 1 is {}, of type {type}: expected another"),
    (lambda value: MalformedHistory(None, value, "another"), "the sequence is {}, of type {type}: expected another"),
    (lambda value: ActionOutOfRange(1, value, 2), "element 1 is action {}, but this environment has 2 actions, 0 to 1"),
    (lambda value: NotAnAction((), value), "the agent answered {}, of type {type}: " + ANSWER),
    (lambda value: NotAPercept((), value, ORDINARY_FAULT), "the environment answered {}: " + PERCEPT),
    (lambda value: AgentFailure(value, "no"), "no; the question was {}"),
    (lambda value: QuestionBudgetExhausted(value, 2), "the budget of 2 questions is spent; the question was {}"),
    (lambda value: AgentRaised(value, KeyError(1)), "the agent raised KeyError: 1; the question was {}"),
    (lambda value: EnvironmentFailure(value, "no"), "no; the play was {}"),
    (lambda value: EnvironmentRaised(value, KeyError(1)), "the environment raised KeyError: 1; the play was {}"),
    (UnansweredQuestion, "the table has no answer to {}"),
]


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (LONG, CUT), (HUGE, BIG)], ids=["short", "long", "huge"])
@pytest.mark.parametrize(("build", "message"), MESSAGES, ids=[message for _, message in MESSAGES])
def test_messages_show_values_cut(build, message, value, text):
    """Every message is finite however long the value is, which is kept whole on the error."""
    error = build(value)

    assert message.format(text, type=type(value).__name__) == str(error)
    assert any(kept is value for kept in vars(error).values())


def huge_then_none(prompt):
    """Do 10**5000, then what is no action."""
    return HUGE if len(prompt) == 1 else None


@pytest.mark.parametrize(
    ("build", "kind"),
    [
        pytest.param(lambda: NotDeterministic(PROMPT, HUGE, 0), NotDeterministic),
        pytest.param(lambda: ActionOutOfRange(1, 5, HUGE), ActionOutOfRange),
        pytest.param(lambda: interaction(huge_then_none, lambda agent, play: X, 3), NotAnAction),
        (lambda: respond(lambda agent, play: agent((X,)), huge_then_none, ()), NotAPercept),
    ],
)
def test_huge_answers_keep_their_error(build, kind):
    """An action of thousands of digits is an action; where something else is wrong, that is what is reported."""
    try:
        error = build()
    except kind as raised:
        error = raised

    assert type(error) is kind
    assert len(str(error)) < 2000


@pytest.mark.parametrize("value", [0, -1, True, 2.0, "3", None])
def test_an_int_is_required(value):
    """An int of at least the least is returned; what is less, a bool or anything else is refused with what it is."""
    assert require_int("steps", 1, 1) == 1
    with pytest.raises(InvalidParameter, match=rf"^steps is {re.escape(repr(value))}: expected an int >= 1$"):
        require_int("steps", value, 1)


def test_a_known_name_is_required():
    """A known name passes; of another the nearest are named."""
    require_known("no figure", "map", {"map": 1, "1": 2})
    with pytest.raises(UnknownName, match=r"^no figure 'mop'; did you mean map\? there are also 1$"):
        require_known("no figure", "mop", {"map": 1, "1": 2})
