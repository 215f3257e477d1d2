"""Every environment by name. Its record stands beside its definition; a look-up imports that module alone.

A new environment needs one module, with its definition, its other forms and its record in ``RECORDS``; its name in the
index here, where a test expects it; and a test. Every registry, command and suite reads the records.
"""

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType

from attrs import evolve

from formal_rl.agents.catalogue import RECORDS as AGENTS
from formal_rl.environments.record import EnvironmentRecord, Group, camel_case
from formal_rl.errors import UnknownName, folded
from formal_rl.on_demand import LazyMapping

_INDEX: Mapping[Group, str] = {
    "papers": "ignore_rewards false_memories reverse_history:backward_consciousness deja_vu reverse_history "
    "tempting_button",
    "library": "turn_by_turn:ignore_rewards_2 ignore_rewards_3 drawn_observations:ignore_observations "
    "turn_by_turn:ignore_actions incentivize_zero turn_by_turn:punish_nondeterministic_agent crying_baby "
    "crying_baby:crying_baby_2 tempting_button_variation turn_by_turn:shifted_rewards turn_by_turn:delayed_rewards "
    "turn_by_turn:repeater drawn_observations:after_images self_recognition limited_memory "
    "drawn_observations:censored_observation turn_by_turn:nth_reward_multiplied_by_n "
    "adversarial_sequence:adversarial_sequence_predictor adversarial_sequence:adversarial_sequence_evader "
    "turn_by_turn:flip_every_other .altered_agent:as_if",
    "altered": ".altered_agent:incentivize_learning_rate .altered_agent:third_action_forbidden",
    "abstract": "binocular:binocular_blocks introduction:clever_employer incentivize_self_recognition "
    "knower_recognition:knowing mirrors:mirror_room mirrors:mirror_with_body newcomb:newcombs_problem "
    "introduction:oracular_obstacle_course conversations:recognising_conversations "
    "conversations:recognising_predictions learning_trials:supervised_recognition "
    "introduction:treasures_for_the_worthy learning_trials:unsupervised_recognition multi_role:village",
    "ordinary": ".ordinary:bandit .ordinary:corridor .ordinary:guess_the_number",
}
"""Every environment as its module and its name, which is left out where it is the module's; the library's in its own
order. The module is in the folder of its group, or where it begins with a dot, beside this one.
"""

_FOLDERS = {"papers": "examples", "library": "library", "abstract": "abstract"}


def _places() -> Mapping[str, tuple[Group, str]]:
    places: dict[str, tuple[Group, str]] = {}
    for group, names in _INDEX.items():
        for place in names.split():
            module, _, name = place.rpartition(":")
            inside = module if module.startswith(".") else f".{_FOLDERS[group]}.{module or name}"
            places[name] = group, f"{__package__}{inside}"
    return places


_PLACES = _places()

GROUPS: Mapping[str, Group] = MappingProxyType({name: group for name, (group, _) in _PLACES.items()})
"""The group of each environment."""


def _record(name: str) -> EnvironmentRecord:
    group, module = _PLACES[name]
    record: EnvironmentRecord = next(each for each in import_module(module).RECORDS if each.name == name)
    return evolve(record, group=group, module=module)


CATALOGUE: Mapping[str, EnvironmentRecord] = LazyMapping(_PLACES, _record)
"""By our own name."""

RECORDS: Collection[EnvironmentRecord] = CATALOGUE.values()
"""All of them; those of the library in its own order."""

_OF_THE_LIBRARY = tuple(name for name, group in GROUPS.items() if group in {"papers", "library", "altered"})

MEANINGS: Mapping[str, str] = LazyMapping(
    [name for name in (*_OF_THE_LIBRARY, "newcombs_problem") if name != "as_if"], lambda name: CATALOGUE[name].meaning
)
"""Of those that can be written from their meaning, by our own name."""

LIBRARY_NAMES: Mapping[str, str] = MappingProxyType(
    {camel_case(name): name for name in _OF_THE_LIBRARY if name not in {"backward_consciousness", "as_if"}}
    | {each.published_name: each.name for each in AGENTS if each.published_name}
    | {"minus_rewards": "opposite"}
)
"""Our name of every environment, agent and transform that the published library names, by its name."""


def find(name: str) -> EnvironmentRecord:
    """Return the record of a name, ours or the library's, without regard to case.

    Raises `UnknownName` with the nearest names, or with our own if none is near.
    """
    wanted = folded(name)
    published = {our: each for each, our in LIBRARY_NAMES.items()}
    named = {folded(each): our for our in CATALOGUE for each in (our, published.get(our, our))}
    if wanted not in named:
        near = dict.fromkeys(named[each] for each in get_close_matches(wanted, named, n=3))
        hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(CATALOGUE)}"
        raise UnknownName(f"no environment {name!r}; {hint}")
    return CATALOGUE[named[wanted]]


def our_name(word: str, known: Iterable[str]) -> str:
    """Return the known name that a word stands for: in any case, and by the published library's name; or the word."""
    named = {folded(name): name for name in known}
    ours = next((name for published, name in LIBRARY_NAMES.items() if folded(published) == folded(word)), word)
    return named.get(folded(word)) or named.get(folded(ours), word)
