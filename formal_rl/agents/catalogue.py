"""One record per agent that has a name: our name, the name in the published library, and its learner.

The records are plain data: `NamedAgent.learner` imports the learner when called. Every command, the battery
and the suites read these records, so that they take the same names.
"""

from importlib import import_module
from typing import Any

from attrs import frozen

from formal_rl.errors import UnknownName, folded, nearest


@frozen(kw_only=True)
class AgentRecord:
    """One agent: its names, the place of its learner, and the arguments of that, in order."""

    name: str
    published_name: str = ""
    """Its name in the published library; empty if it has none."""
    does: str = ""
    """How it acts, in a few words that follow its name."""
    learner: str = ""
    """As module:attribute; empty if no learner needs only actions and draws."""
    published: str = ""
    """The learner as the library computes it, where that is another."""
    takes: tuple[str, ...] = ()
    number: str = ""
    """The meaning of the natural number behind its name, as in constant:1; empty if it has none."""
    published_number: int | None = None
    """That of the published one."""
    finite: bool = False
    """Whether it has finitely many states."""

    @property
    def form(self) -> str:
        """The form of its name."""
        return f"{self.name}:{self.number}" if self.number else self.name


_LIBRARY = "formal_rl.agents.library_learners"
_DRAWING = ("draws", "number_of_actions")

RECORDS: tuple[AgentRecord, ...] = (
    AgentRecord(
        name="random",
        published_name="RandomAgent",
        does="draws every action",
        learner=f"{_LIBRARY}:RandomLearner",
        takes=_DRAWING,
    ),
    AgentRecord(
        name="constant",
        published_name="ConstantAgent",
        does="always does the same",
        learner=f"{_LIBRARY}:ConstantLearner",
        takes=("number",),
        number="ACTION",
        published_number=0,
        finite=True,
    ),
    AgentRecord(
        name="naive",
        published_name="NaiveLearner",
        does="takes the action of the best average reward, but sometimes one that is drawn",
        learner=f"{_LIBRARY}:NaiveLearner",
        takes=_DRAWING,
    ),
    AgentRecord(
        name="simple",
        published_name="SimpleLearner",
        does="takes the least action that was never punished",
        learner=f"{_LIBRARY}:SimpleLearner",
        takes=("number_of_actions",),
        finite=True,
    ),
    AgentRecord(
        name="q",
        published_name="Q_learner",
        does="learns the value of each action (tabular Q-learning), and explores a tenth of the time",
        learner=f"{_LIBRARY}:QLearner",
        published=f"{_LIBRARY}:QLearnerPublished",
        takes=_DRAWING,
    ),
    AgentRecord(
        name="last_reward_sign",
        does="does 1 after a positive reward, else 0",
        learner=f"{_LIBRARY}:LastRewardSignLearner",
    ),
    AgentRecord(
        name="win_stay",
        does="stays with an action that was paid, and shifts from one that was not",
        learner=f"{_LIBRARY}:WinStayLearner",
        takes=("number_of_actions",),
    ),
    AgentRecord(name="hashed", number="SEED", does="answers each history by a hash of it: it has no aim"),
)
"""The five of the library whose code is small, in its order; then those that only we have."""

CATALOGUE = {record.name: record for record in RECORDS}
"""Every record, by our name."""

IN_EXAMPLES = {name: f"examples/stable_baselines.py:{name.upper()}" for name in ("dqn", "a2c", "ppo")}
"""Agents of the paper's tables that another library defines, and the classes that run them in the battery."""

_BY_ANY_NAME = {folded(each): record for record in RECORDS for each in (record.published_name, record.name) if each}

REALITY_CHECK = "reality_check"
"""The name of the transform that makes an agent of an agent."""

FORMS = (*(record.form for record in RECORDS), f"{REALITY_CHECK}(A)", "module:object")
"""The forms of names of agents."""


@frozen
class NamedAgent:
    """An agent as it is named: its record, and the number behind its name if it has one."""

    record: AgentRecord
    number: int | None = None

    @property
    def name(self) -> str:
        """Our name of it."""
        return self.record.name if self.number is None else f"{self.record.name}:{self.number}"

    @property
    def published_name(self) -> str:
        """The library's name of it, or else ours."""
        known = self.record.published_name and self.number == self.record.published_number
        return self.record.published_name if known else self.name

    def learner(self, draws: Any = None, number_of_actions: int = 2, *, published: bool = False) -> Any:
        """Return its learner, as defined, or as the library computes it."""
        found = self.record.published if published and self.record.published else self.record.learner
        module, _, attribute = found.partition(":")
        arguments = {"draws": draws, "number_of_actions": number_of_actions, "number": self.number}
        return getattr(import_module(module), attribute)(*(arguments[name] for name in self.record.takes))


def agent_named(text: str) -> NamedAgent | None:
    """Return the agent of a name, ours or the library's, without regard to case; ``None`` for a module:object.

    Raises `UnknownName` with the nearest names, and for a name without the number that belongs to it.
    """
    word, colon, number = text.partition(":")
    record = _BY_ANY_NAME.get(folded(word))
    is_number = number.isascii() and number.isdigit() and len(number) <= 100
    if record is None or (colon and not (record.number and (is_number or word == record.name))):
        if colon or word.endswith(".py"):
            return None
        example = IN_EXAMPLES.get(folded(text))
        hint = f"the battery runs {example}" if example else nearest(text, FORMS)
        raise UnknownName(f"no agent {text!r}; {hint}")
    if not record.number:
        return NamedAgent(record)
    if not colon and record.published_name.casefold() == word.casefold():
        return NamedAgent(record, record.published_number)
    if not is_number:
        raise UnknownName(f"agent {text!r}: expected {record.name}: and a natural number, such as {record.name}:1")
    return NamedAgent(record, int(number))
