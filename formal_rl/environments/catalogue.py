"""One record per environment: what it is called, where it is defined, what it means, and how its forms differ.

The records are plain data. `EnvironmentRecord.load` imports what a form needs when it is asked for. Every registry of
environments reads these records, so that a new environment needs its definition, one record in `RECORDS`, and a test.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from importlib.util import resolve_name
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from formal_rl.agents import RECORDS as AGENTS
from formal_rl.agents import RepeatedDraws
from formal_rl.errors import UnknownName, folded, nearest
from formal_rl.histories import history

Group: TypeAlias = Literal["papers", "library", "told", "abstract", "ordinary"]
"""The papers' own six; what the library documents; what alters the agent; what is made concrete; what asks nothing."""

MEMORIES = history((1, 0), 1, (-1, 0), 0)
"""The false memories of the listed example: two turns, one paid and one punished."""

TWO_TURNS = history((0, 0), 0, (0, 0), 0)
"""The false memories that the published library has."""

DRAWS = RepeatedDraws((Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)))
"""The draws of the listed tempting button: a button on every fourth turn, at first."""

SENTENCES_FIRST = RepeatedDraws((Fraction(1, 2), Fraction(3, 4), Fraction(0), Fraction(1, 4)))
"""Draws with which self-recognition shows a sentence at first."""

EIGHTHS = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2)))
"""Draws for environments that show what is drawn."""

DOCUMENTED = "documented in the library"


def _forms(text: str) -> tuple[str, ...]:
    return ("definition", *text.split())


@frozen(kw_only=True)
class EnvironmentRecord:
    """One environment: its names, its source, its forms, its meaning and its alphabet.

    A form is called by convention ``NAME_incremental``, ``NAME_published``, ``NAME_functional``, and the definition
    ``NAME``; what is made from draws has the classes ``NameIncremental`` and ``PublishedName``. ``named`` has the
    exceptions, as ``attribute`` or ``module:attribute``. Round brackets at the end, as in ``corridor()``, say that the
    form is made by a call, of the listed arguments where no others are given.
    """

    name: str
    module: str
    """Relative to `formal_rl.environments`, with a dot in front, or in full."""
    group: Group
    published_name: str = ""
    """What the published library calls it; empty where it has none."""
    source: str = DOCUMENTED
    meaning: str = ""
    """Enough to write it from, in the words of histories; empty where no suite asks for it."""
    shown_as: str = ""
    """What its φ makes of the history, in words; empty where it is not ``mimic(φ)``."""
    forms: tuple[str, ...] = field(default="", converter=_forms)
    named: Mapping[str, str] = field(factory=dict)
    draws: bool = False
    """Whether its forms are made from draws."""
    listed: tuple[Any, ...] = ()
    """What the listed example is made of, where a form is made by a call."""
    published_differs: tuple[str, ...] = ()
    """How the published form of 2022 departs from the definition, beyond having no initial percept."""
    published_meaning: str = ""
    """What the published form does, where that takes more words than how it differs."""
    functional_differs: str = ""
    """How the functional form of 2021 departs from the definition."""
    in_2021: str = "as defined"
    """What there was in 2021, where there is no functional form here."""
    actions: int = 2
    observations: int = 1
    own_game: bool = False
    """Whether its copies are paid by their own rules, and not with the rewards of the true agent."""

    def has(self, form: str) -> bool:
        """Return whether there is such a form."""
        return form in self.forms or form in self.named

    def load(self, form: str = "definition") -> Any:
        """Return a form as its module has it: the form, or what makes it.

        Raises `UnknownName` where there is no such form.
        """
        module, name, _ = self._place(form)
        return attrgetter(name)(import_module(module))

    def made(self, form: str = "definition", *arguments: Any) -> Any:
        """Return a form that can be run, made of the arguments, or of the listed ones, where it has to be made.

        Raises `UnknownName` where there is no such form.
        """
        found = self.load(form)
        return found(*(arguments or self.listed)) if self._place(form)[2] else found

    def attribute(self, form: str = "definition") -> str:
        """Return the name that a form has in its module."""
        return self._place(form)[1]

    def place(self, form: str = "definition") -> tuple[str, str]:
        """Return the module of a form, and the name there of the definition that has it or makes it.

        Raises `UnknownName` where there is no such form.
        """
        module, name, _ = self._place(form)
        return module, name.partition(".")[0]

    def _place(self, form: str) -> tuple[str, str, bool]:
        """Return the module of a form, its name there, and whether it is made by a call."""
        if not self.has(form):
            raise UnknownName(f"{self.name} has no form {form!r}; {nearest(form, [*self.forms, *self.named])}")
        text = self.named.get(form) or self._by_convention(form)
        module, _, name = text.rpartition(":")
        module = module or self.module
        return resolve_name(module, __package__), name.removesuffix("()"), name.endswith("()")

    def _by_convention(self, form: str) -> str:
        call = "()" if self.draws else ""
        if form == "definition":
            return self.name + call
        if self.draws and form in {"incremental", "published"}:
            called = "".join(word.capitalize() for word in self.name.split("_"))
            return f"{called}Incremental()" if form == "incremental" else f"Published{called}()"
        return f"{self.name}_{form}{call}"


_ROOMS = {"papers": "examples", "library": "library", "told": "library", "abstract": "abstract"}
_ACTING_AS = "pays 1 if the agent would have done the same {}, else -1; (0, 0) at first, and shows 0"


def _in_its_room(*, module: str, group: Group, **more: Any) -> EnvironmentRecord:
    """Return the record of an environment whose module is in the room of its group."""
    return EnvironmentRecord(module=f".{_ROOMS[group]}.{module}", group=group, **more)


def _mimic(
    name: str, shown_as: str, asked: str, *, hypothetical: str, named: Mapping[str, str] | None = None, **more: Any
) -> EnvironmentRecord:
    """Return the record of a ``mimic(φ)``: φ in words, after "on" and after "done the same", and its name."""
    record: dict[str, Any] = {"module": name, "group": "library", "meaning": _ACTING_AS.format(asked), **more}
    forms = {"hypothetical": hypothetical, **(named or {})}
    return _in_its_room(name=name, shown_as=shown_as, named=forms, **record)


def _turn_by_turn(name: str, shown_as: str, asked: str, **more: Any) -> EnvironmentRecord:
    """Return the record of a ``mimic(φ)`` whose φ is made from a report of each turn."""
    return _mimic(name, shown_as, asked, hypothetical=f"{name}.hypothetical", module="turn_by_turn", **more)


def _drawing(name: str, published_name: str, meaning: str, **more: Any) -> EnvironmentRecord:
    """Return the record of an environment that shows what is drawn."""
    forms, listed = "incremental published " + more.pop("also", ""), more.pop("listed", (DRAWS,))
    record: dict[str, Any] = {
        "module": name,
        "group": "library",
        "draws": True,
        "forms": forms,
        "listed": listed,
        **more,
    }
    return _in_its_room(name=name, published_name=published_name, meaning=meaning, **record)


def _playing(name: str, published_name: str, meaning: str, forms: str, **more: Any) -> EnvironmentRecord:
    """Return the record of an environment in which a copy plays a game of its own."""
    record: dict[str, Any] = {"module": name, "group": "library", "own_game": True, "forms": forms, **more}
    return _in_its_room(name=name, published_name=published_name, meaning=meaning, **record)


def _abstract(name: str, source: str, *, forms: str = "incremental", **more: Any) -> EnvironmentRecord:
    """Return the record of an abstract example made concrete, or of a thought experiment."""
    record: dict[str, Any] = {"module": name, **more}
    return _in_its_room(name=name, source=source, group="abstract", forms=forms, **record)


def _ordinary(name: str, incremental: str, *listed: Any) -> EnvironmentRecord:
    """Return the record of an ordinary environment, which looks at the play alone."""
    named = {"definition": f"{name}()", "incremental": f"{incremental}()"}
    return EnvironmentRecord(name=name, module=".ordinary", source="", group="ordinary", named=named, listed=listed)


_CHOOSING = (
    "a copy and the agent choose at once, neither seeing the other's choice; each is then shown what the other chose, "
    "and the agent is paid 1 if they {}, else -1, the copy the opposite; both meet (0, 0) at first"
)
_A_TURN_LATE = "each choice of the copy is compared with the agent's next choice"
_BUTTON_IN_2022 = (
    "the first room always has the button, and o_k is made from u_{k+1} the other way round",
    "the copy has been trained on the true last observation instead of the button",
)
_BUTTON_IN_2021 = "0 and 1 are exchanged: 1 is the button, and to push"

RECORDS: tuple[EnvironmentRecord, ...] = (
    _mimic(
        "ignore_rewards",
        "the history with every reward 0",
        "had every reward so far been 0",
        meaning="pays 1 if the agent would have done the same had every reward so far been 0, else -1; shows 0",
        hypothetical="without_rewards",
        group="papers",
        published_name="IgnoreRewards",
        source="A21 Example 6, A22 Example 3",
        forms="incremental published",
        published_meaning="pays 1 if a copy trained on the same with every reward 0 does the same, else -1; shows 0",
    ),
    EnvironmentRecord(
        name="false_memories",
        module=".examples.false_memories",
        group="papers",
        published_name="FalseMemories",
        source="A21 Example 8",
        meaning=_ACTING_AS.format("had two turns of percept (0, 0) and action 0 gone before"),
        forms="published",
        shown_as="the memories and then the history",
        named={
            "definition": "false_memories()",
            "hypothetical": "with_memories()",
            "incremental": "FalseMemoriesIncremental()",
        },
        listed=(MEMORIES,),
    ),
    _mimic(
        "backward_consciousness",
        "the history backwards",
        "had all happened in reverse, the last percept first",
        hypothetical="backwards",
        module="reverse_history",
        group="papers",
        source="A21 Example 9",
    ),
    _mimic(
        "deja_vu",
        "the history, the last action and the history again",
        "had all until now happened twice: on s a s, for the play s a",
        hypothetical="repeated",
        group="papers",
        published_name="DejaVu",
        source="A21 Example 10",
        forms="published",
        named={
            "folded": ".monoid_forms:deja_vu_folded",
            "published_folded": ".monoid_forms:deja_vu_published_folded",
        },
        published_differs=("the first reward is 0",),
    ),
    _mimic(
        "reverse_history",
        "the history reversed",
        "",
        meaning="pays 1 if the agent would have done the same had all happened in reverse, else -1; shows 0",
        hypothetical="reversed_prompt",
        group="papers",
        published_name="ReverseHistory",
        source="A22 Example 5",
        forms="published",
        named={
            "folded": ".monoid_forms:reverse_history_folded",
            "published_folded": ".monoid_forms:reverse_history_published_folded",
        },
        published_differs=(
            "the first reward is 0",
            "a reversed transition has the reward that followed its action, not the one before it",
        ),
        published_meaning="pays 0 at first, then 1 if a new copy, trained on the transitions so far from the last to "
        "the first, does the same, else -1; shows 0",
    ),
    _drawing(
        "tempting_button",
        "TemptingButton",
        "with a button seen (0), pays 1 for action 0, to push, else -1; without (1), pays 1 if the agent would not "
        "push had it seen a button, else -1, whatever it does; o_n is a button where draw n is less than 1/4, else 1; "
        "the first reward is 0",
        group="papers",
        source="A22 Example 4",
        also="functional",
        published_differs=_BUTTON_IN_2022,
        published_meaning="starts with a button, and shows one after n actions where draw n + 1 is 3/4 or more; with "
        "a button, pays 1 for pushing it, else -1; without, pays 1 if a copy, trained on all so far, would not push "
        "one, else -1",
        functional_differs=_BUTTON_IN_2021,
        observations=2,
    ),
    _turn_by_turn(
        "ignore_rewards_2",
        "the history without the turns that were paid",
        "had the percepts of positive reward, all but the first, and the actions that earned them, never been",
        published_name="IgnoreRewards2",
        forms="incremental published functional",
        functional_differs="deletes the action that answers a positive reward, not the one that earned it",
    ),
    _playing(
        "ignore_rewards_3",
        "IgnoreRewards3",
        "pays 1 if the n-th action is the n-th that the agent does where every percept is (0, 0), else -1; (0, 0) at "
        "first, and shows 0",
        "incremental published",
        named={"incremental_class": "IgnoreRewards3Incremental()"},
    ),
    _drawing(
        "ignore_observations",
        "IgnoreObservations",
        "pays 1 if the agent would have done the same had every observation so far been 0, else -1; shows o_n, the "
        "whole part of 5 times draw n; the first reward is 0",
        also="functional",
        published_differs=("the copy is always asked about the first observation instead of 0",),
        functional_differs="two observations, of which 0 is always shown first",
        observations=5,
    ),
    _turn_by_turn(
        "ignore_actions",
        "the history with every action 0",
        "had every action so far been 0",
        published_name="IgnoreActions",
        forms="incremental published",
    ),
    _playing(
        "incentivize_zero",
        "IncentivizeZero",
        "a copy meets (0, 0), then (a, 0) for each action a of the agent so far, its actions being its own; pays 1 if "
        "it does 0 on the last of these, else -1; (0, 0) at first, and shows 0",
        "incremental published functional",
        source="A21 Example 11",
        published_differs=("the agent is shown what the copy does, not 0",),
        functional_differs="the copy is rewarded before it is asked for the first time",
        actions=10,
        observations=10,
    ),
    _turn_by_turn(
        "punish_nondeterministic_agent",
        "the same history again",
        "when asked again",
        published_name="PunishNondeterministicAgent",
        forms="incremental published",
    ),
    _playing(
        "crying_baby",
        "CryingBaby",
        "the baby is a copy, shown each action of the agent and paid 1 while its nutrition is from 50 to 200, else -1: "
        "100 + 25 for each action 0 - 3 for each turn; pays 1 if the baby then does 0, else -1, and shows what it "
        "does; (1, 0) at first",
        "incremental published functional",
        source="A21 Example 17",
        published_differs=(
            "the baby is trained as if its action had answered the observation before",
            "it is content from 3 to 7 of 5 at first, not from 50 to 200 of 100",
        ),
        functional_differs="a turn with a meal takes no nutrition, so that a meal adds 25 in all and not 22",
        observations=2,
    ),
    _playing(
        "crying_baby_2",
        "CryingBaby2",
        "the parent is a copy, shown each action of the agent and paid 1 if that is 0, else -1; pays 1 while the "
        "nutrition is from 50 to 200, else -1: 100 + 25 for each 0 that the parent does - 3 for each turn; shows what "
        "the parent does; (1, 1) at first",
        "incremental published",
        module="crying_baby",
        published_differs=("the parent is trained as if its action had answered the observation before",),
        observations=2,
    ),
    _drawing(
        "tempting_button_variation",
        "TemptingButtonVariation",
        "pays 0 for anything but action 0, to push; with a button seen (0), pushing pays 1; without, it pays 1 if the "
        "agent would not push had it seen a button, else -1; o_n is a button where draw n is less than 1/4, else 1; "
        "the first reward is 0",
        also="functional",
        published_differs=_BUTTON_IN_2022,
        functional_differs=_BUTTON_IN_2021,
        observations=2,
    ),
    _turn_by_turn(
        "shifted_rewards",
        "the history with every reward a turn late",
        "had the rewards after the first percept's, R_1, R_2, R_3, ..., been 0, R_1, R_2, ...",
        published_name="ShiftedRewards",
        forms="incremental published",
    ),
    _turn_by_turn(
        "delayed_rewards",
        "the history with every other reward delayed",
        "had the rewards after the first percept's, R_1, R_2, ..., been R_1, 0, R_2 + R_3, 0, R_4 + R_5, ...",
        published_name="DelayedRewards",
        forms="incremental published functional",
        functional_differs="the first reward that is earned is delayed, not the second",
    ),
    _turn_by_turn(
        "repeater",
        "the history with every turn doubled",
        "had each turn, an action and the percept that followed, happened twice in a row",
        published_name="Repeater",
        forms="incremental published functional",
        functional_differs="doubles each percept with the action that answers it, so that rewards stand elsewhere",
    ),
    _drawing(
        "after_images",
        "AfterImages",
        "pays 1 if the agent would have done the same had each observation after the first been joined, bit by bit, "
        "with the true one before it, else -1; shows o_n, the whole part of 8 times draw n; the first reward is 0",
        observations=8,
    ),
    _drawing(
        "self_recognition",
        "SelfRecognition",
        "o_n is the whole part of 6 times draw n; 2, 3, 4 and 5 say 'shown 0 here, you would do 0', 'shown 0, 1', "
        "'shown 1, 0' and 'shown 1, 1'; where one was shown, pays 1 for action 1 if it is so, or for 0 if it is not, "
        "else -1; pays 0 where none was, and at first",
        listed=(SENTENCES_FIRST,),
        published_differs=(
            "o_k is made from the draw u_{k+1}",
            "the copy has been trained on the true last observation, where another should be in its place",
            "four sentences are asked about, not all histories as in A21 Example 18",
        ),
        observations=6,
    ),
    _mimic(
        "limited_memory",
        "the last five turns",
        "had only the last five turns been, each an action and the percept that followed, after the percept before",
        hypothetical="last_turns",
        published_name="LimitedMemory",
        forms="incremental published functional",
        named={"incremental_class": "LimitedMemoryIncremental()"},
        functional_differs="five percepts are remembered, which are four turns",
    ),
    _drawing(
        "censored_observation",
        "CensoredObservation",
        "pays 1 if the agent would have done the same had the percepts that show 2, and the actions that answered "
        "them, never been (had they all, on (0, 0)), else -1; o_0 is 0, then o_n is the whole part of 3 times draw n; "
        "the first reward is 0",
        published_differs=("keeps the action that answers the censored observation, and drops the one that led to it",),
        observations=3,
    ),
    _turn_by_turn(
        "nth_reward_multiplied_by_n",
        "the history with its nth earned reward multiplied by n",
        "had the rewards after the first percept's, R_1, R_2, ..., been R_1, 2 R_2, 3 R_3, ...",
        published_name="NthRewardMultipliedByN",
        forms="incremental published",
        published_differs=("multiplies by 0, 1, 2, ... instead of 1, 2, 3, ..., as documented",),
    ),
    _playing(
        "adversarial_sequence_predictor",
        "AdversarialSequencePredictor",
        _CHOOSING.format("are the same"),
        "incremental published functional",
        module="adversarial_sequence",
        functional_differs=_A_TURN_LATE,
        observations=2,
    ),
    _playing(
        "adversarial_sequence_evader",
        "AdversarialSequenceEvader",
        _CHOOSING.format("differ"),
        "incremental published functional",
        module="adversarial_sequence",
        functional_differs=_A_TURN_LATE,
        observations=2,
    ),
    _turn_by_turn(
        "flip_every_other",
        "the history with every other reward negated",
        "had the rewards after the first percept's, R_1, R_2, ..., been -R_1, R_2, -R_3, ...",
        published_name="FlipEveryOther",
        forms="incremental published",
        published_differs=(
            "flips the second, fourth, ... reward that is earned, not the first, third, ..., as documented",
        ),
        in_2021="did not exist",
    ),
    EnvironmentRecord(
        name="as_if",
        module=".altered_agent",
        group="library",
        named={"definition": "as_if()", "incremental": "AsIfIncremental()", "published": "AsIfPublished()"},
    ),
    EnvironmentRecord(
        name="incentivize_learning_rate",
        module=".library.incentivize_learning_rate",
        group="told",
        published_name="IncentivizeLearningRate",
        meaning="pays 1 if the agent would do the same with half its learning rate, else -1; pays -1 where it has "
        "none; (0, 0) at first, and shows 0",
        forms="incremental published",
        named={
            "definition": "incentivize_learning_rate()",
            "functional": "incentivize_learning_rate_old()",
            "incremental_old": "incentivize_learning_rate_old_incremental",
            "published_old": "incentivize_learning_rate_old_published",
        },
        published_differs=(
            "the form behind the published numbers compares learners that ignore the keyword with themselves",
        ),
        published_meaning="as defined; it starts with an observation alone",
        functional_differs="learning rate 1, not half the agent's own; so too the published numbers of 2022",
    ),
    EnvironmentRecord(
        name="third_action_forbidden",
        module=".library.third_action_forbidden",
        group="told",
        published_name="ThirdActionForbidden",
        meaning=_ACTING_AS.format("on the same, told that it has three actions"),
        named={
            "definition": "third_action_forbidden()",
            "incremental": ".altered_agent:AsIfIncremental()",
            "published": ".altered_agent:AsIfPublished()",
        },
    ),
    _abstract(
        "binocular_blocks",
        "A21 Example 16",
        module="binocular",
        named={"definition": "seeing_blocks", "incremental": "seeing_blocks_incremental"},
    ),
    _abstract("clever_employer", "A21 Section 1", module="introduction"),
    _abstract(
        "incentivize_self_recognition",
        "A21 Example 18",
        forms="",
        named={"incremental": "IncentivizeSelfRecognitionIncremental()"},
    ),
    _abstract("knowing", "A21 Example 19", module="knower_recognition", named={"definition": "knowing()"}),
    _abstract(
        "mirror_room",
        "A21 Example 15",
        module="mirrors",
        named={"definition": "playing_in_the_mirror", "incremental": "playing_in_the_mirror_incremental"},
    ),
    _abstract(
        "mirror_with_body",
        "A21 Section 5.2, after Example 15",
        forms="",
        module="mirrors",
        named={"definition": "playing_with_a_body"},
    ),
    _abstract(
        "newcombs_problem",
        "A22 end of Section 4",
        module="newcomb",
        meaning="the closed box has 1000 if the agent does 0 on this prompt, else nothing; action 0 takes it alone, "
        "any other takes the open box too, which has 1; pays what was taken; (0, 0) at first, and shows 0",
        forms="",
        named={"definition": "newcombs_problem()", "incremental": "NewcombsProblemIncremental()"},
    ),
    _abstract("oracular_obstacle_course", "A21 Section 1", module="introduction"),
    _abstract(
        "recognising_conversations",
        "A21 Example 19",
        module="conversations",
        named={"definition": "recognising_conversations()"},
    ),
    _abstract(
        "recognising_predictions",
        "A21 Example 19",
        module="conversations",
        named={"definition": "recognising_predictions()"},
    ),
    _abstract(
        "supervised_recognition",
        "A21 Example 19",
        module="shown_trials",
        forms="",
        named={"definition": "labelling_bars"},
    ),
    _abstract("treasures_for_the_worthy", "A21 Section 1", module="introduction"),
    _abstract(
        "unsupervised_recognition",
        "A21 Example 19",
        module="shown_trials",
        forms="",
        named={"definition": "clustering_a_line"},
    ),
    _abstract("village", "A21 Example 17", module="multi_role"),
    _ordinary("bandit", "BanditIncremental", (0, 1)),
    _ordinary("corridor", "CorridorIncremental", 3),
    _ordinary("guess_the_number", "GuessTheNumberIncremental", 1, 2),
)
"""All of them; those of the library in its own order."""

CATALOGUE: Mapping[str, EnvironmentRecord] = MappingProxyType({record.name: record for record in RECORDS})
"""By our own name."""

MEANINGS: Mapping[str, str] = MappingProxyType({record.name: record.meaning for record in RECORDS if record.meaning})
"""Of those that can be written from their meaning, by our own name."""


def find(name: str) -> EnvironmentRecord:
    """Return the record of a name, ours or the library's, without regard to case.

    Raises `UnknownName` with the nearest names, or with our own if none is near.
    """
    wanted = folded(name)
    named = {folded(each): record for record in RECORDS for each in (record.name, record.published_name) if each}
    if wanted not in named:
        near = dict.fromkeys(named[each].name for each in get_close_matches(wanted, named, n=3))
        hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(CATALOGUE)}"
        raise UnknownName(f"no environment {name!r}; {hint}")
    return named[wanted]


LIBRARY_NAMES: Mapping[str, str] = MappingProxyType(
    {each.published_name: each.name for each in RECORDS if each.published_name}
    | {each.published_name: each.name for each in AGENTS if each.published_name}
    | {"minus_rewards": "opposite"}
)
"""Our name of every environment, agent and transform that the published library names, by its name."""


def our_name(word: str, known: Iterable[str]) -> str:
    """Return the known name that a word stands for: in any case, and by the published library's name; or the word."""
    named = {folded(name): name for name in known}
    ours = next((name for published, name in LIBRARY_NAMES.items() if folded(published) == folded(word)), word)
    return named.get(folded(word)) or named.get(folded(ours), word)
