"""Checks of the published library: its environments by hand, its forms beside each other, and what they pay."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from formal_rl.agents import Agent, LearnerClass
from formal_rl.checking import Cover, Disagreement, Example, Part, Scope, Unknown, check_examples, decide_each
from formal_rl.environments import CATALOGUE, ExtendedEnvironment, PublishedEnvironment
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.on_demand import WhenAskedFor
from formal_rl.statements.checks.library_as_printed import RUN, Run, library_written_out
from formal_rl.statements.library import DOCUMENTED_ENVIRONMENTS, compared
from formal_rl.statements.published_forms import PUBLISHED_FORMS
from formal_rl.statements.published_library import LIBRARY, LibraryEnvironment
from formal_rl.transforms import OppositePublished

Definitions = Mapping[str, ExtendedEnvironment]


def only_on(asked: Prompt) -> Agent:
    """Return the agent that does 1 on one prompt, and 0 on every other."""
    return lambda prompt: 1 if prompt == asked else 0


_SEVEN = tuple(Percept(0, number) for number in range(7))
_SIX_TURNS: Play = tuple(element for percept in _SEVEN for element in (percept, 0))[:-1]

_ROWS: tuple[tuple[str, str, Play, Prompt, Percept], ...] = (
    (
        "ignore_rewards_2",
        "the turn 0 (1,0) is deleted, for it was paid: (0,0) 1 (-1,0) is asked about",
        history((0, 0), 0, (1, 0), 1, (-1, 0), 1),
        history((0, 0), 1, (-1, 0)),
        Percept(1, 0),
    ),
    (
        "ignore_rewards_3",
        "its own game begins with 0, which it does on (0,0): (0,0) 0 (0,0) is asked about",
        history((0, 0), 1, (-1, 0), 1),
        history((0, 0), 0, (0, 0)),
        Percept(1, 0),
    ),
    (
        "ignore_actions",
        "every action becomes 0",
        history((0, 0), 1, (1, 0), 1),
        history((0, 0), 0, (1, 0)),
        Percept(1, 0),
    ),
    (
        "shifted_rewards",
        "rewards 0, 1, -1 become 0, 0, 1",
        history((0, 0), 0, (1, 0), 0, (-1, 0), 1),
        history((0, 0), 0, (0, 0), 0, (1, 0)),
        Percept(1, 0),
    ),
    (
        "delayed_rewards",
        "of the earned rewards 1, -1, 1 the second is put off: 1, 0, 0",
        history((0, 0), 0, (1, 0), 0, (-1, 0), 0, (1, 0), 1),
        history((0, 0), 0, (1, 0), 0, (0, 0), 0, (0, 0)),
        Percept(1, 0),
    ),
    (
        "delayed_rewards",
        "of five earned rewards 1 the second and the fourth are put off: 1, 0, 2, 0, 2",
        history((0, 0), 0, *((1, 0), 0) * 4, (1, 0), 1),
        history((0, 0), 0, (1, 0), 0, (0, 0), 0, (2, 0), 0, (0, 0), 0, (2, 0)),
        Percept(1, 0),
    ),
    (
        "repeater",
        "the turn 0 (1,0) happens twice",
        history((0, 0), 0, (1, 0), 1),
        history((0, 0), 0, (1, 0), 0, (1, 0)),
        Percept(1, 0),
    ),
    (
        "limited_memory",
        "of six turns the first is forgotten, so (0,1) 0 ... (0,6) is asked about",
        (*_SIX_TURNS, 1),
        _SIX_TURNS[2:],
        Percept(1, 0),
    ),
    (
        "nth_reward_multiplied_by_n",
        "earned rewards 1, 1 become 1 and 2",
        history((0, 0), 0, (1, 0), 0, (1, 0), 1),
        history((0, 0), 0, (1, 0), 0, (2, 0)),
        Percept(1, 0),
    ),
    (
        "flip_every_other",
        "earned rewards 1, 1 become -1 and 1",
        history((0, 0), 0, (1, 0), 0, (1, 0), 1),
        history((0, 0), 0, (-1, 0), 0, (1, 0)),
        Percept(1, 0),
    ),
    (
        "ignore_observations",
        "3 and 5 become 0; shown is floor(5 * 7/8) = 4",
        history((0, 3), 0, (1, 5), 1),
        history((0, 0), 0, (1, 0)),
        Percept(1, 4),
    ),
    (
        "after_images",
        "010 and 001 become 010 and 011; shown is floor(8 * 7/8) = 7",
        history((0, 2), 0, (1, 1), 1),
        history((0, 2), 0, (1, 3)),
        Percept(1, 7),
    ),
    (
        "after_images",
        "010, 001 and 000 become 010, 011 and 001: what bled does not bleed on; shown is floor(8 * 0) = 0",
        history((0, 2), 0, (1, 1), 0, (1, 0), 1),
        history((0, 2), 0, (1, 3), 0, (1, 1)),
        Percept(1, 0),
    ),
    (
        "censored_observation",
        "(1,2) 1 is deleted: (0,0) 0 (-1,1) is asked about; shown is floor(3 * 0) = 0",
        history((0, 0), 0, (1, 2), 1, (-1, 1), 1),
        history((0, 0), 0, (-1, 1)),
        Percept(1, 0),
    ),
    (
        "crying_baby",
        "fed once: 100 + 25 - 3 = 122 is within bounds, so the baby sees (1,0), and there it cries",
        history((1, 0), 0),
        history((1, 0)),
        Percept(-1, 1),
    ),
    (
        "crying_baby_2",
        "the agent cries, so the parent sees (-1,1), and there it does not feed: 100 - 3 = 97 is within bounds",
        history((1, 1), 1),
        history((-1, 1)),
        Percept(1, 1),
    ),
    (
        "tempting_button_variation",
        "no button, pushed; seeing a button, (0,0), it would not push: 1; u_1 = 1/8 < 1/4: a button is shown",
        history((0, 1), 0),
        history((0, 0)),
        Percept(1, 0),
    ),
    (
        "third_action_forbidden",
        "it does 1 on (0,0), so with three actions, the next in turn, it does 2",
        history((0, 0), 2),
        history((0, 0)),
        Percept(1, 0),
    ),
)


_WITH_A_ROW = {name for name, *_ in _ROWS}

DEFINITIONS: Definitions = WhenAskedFor(
    (name for name in (*DOCUMENTED_ENVIRONMENTS, "third_action_forbidden") if name in _WITH_A_ROW),
    lambda name: compared(CATALOGUE[name]),
)
"""Those that have no entry of their own."""


def _by_hand(definitions: Definitions) -> Iterator[Example]:
    for name, why, play, asked, expected in _ROWS:
        yield Example(name, why, expected, partial(definitions[name], only_on(asked), play))
    for name, play in (("ignore_rewards_2", _ROWS[0][2]), ("flip_every_other", _ROWS[9][2])):
        elsewhere = only_on(play[:-1])
        yield Example(
            f"{name}, elsewhere",
            "on what is asked about it does 0",
            Percept(-1, 0),
            partial(definitions[name], elsewhere, play),
        )


def library(
    scope: Scope,
    *,
    definitions: Definitions = DEFINITIONS,
    environments: Iterable[LibraryEnvironment] = LIBRARY,
    runs: Sequence[Run] = RUN,
) -> Iterator[Part]:
    """Check the environments by hand, and every form beside its definition: equal, or apart where that is claimed."""
    yield check_examples(_by_hand(definitions))
    yield from library_written_out(definitions, runs)
    for environment in environments:
        for comparison in environment.comparisons:
            yield comparison.part()


_Forms = Mapping[str, PublishedEnvironment]
_Opposite = Callable[[PublishedEnvironment], PublishedEnvironment]


def rewards_in_range(
    scope: Scope, *, forms: _Forms = PUBLISHED_FORMS, opposite: _Opposite = OppositePublished
) -> Iterator[Part]:
    """Check that each published environment, and its opposite, pays -1, 0 or 1 and nothing else."""
    length, choices = scope.steps(quick=3, full=5), scope.actions()
    paid: dict[int, str] = {-1: "-1", 0: "0", 1: "1"}

    def claim(
        instance: tuple[str, PublishedEnvironment, tuple[Action, ...]], unknown: Unknown, cover: Cover
    ) -> Disagreement | None:
        name, environment, sequence = instance
        agent_class = LearnerClass(unknown.learner)
        _, state = environment.start(agent_class)
        for number, action in enumerate(sequence, start=1):
            percept, state = environment.step(agent_class, state, action)
            if percept.reward not in paid:
                return Disagreement(f"reward {number} of {name}", "-1, 0 or 1", percept.reward)
            cover(paid[int(percept.reward)])
        return None

    for kind, wrap in (("environments", lambda form: form), ("opposites", opposite)):
        instances = (
            (name, wrap(form), sequence)
            for n in range(1, length + 1)
            for name, form in forms.items()
            for sequence in product(choices, repeat=n)
        )
        yield decide_each(
            f"published {kind}",
            claim,
            instances,
            actions=choices,
            branches=paid.values(),
            domain=f"{len(forms)} {kind}, all learners, all sequences of at most {length} actions of {len(choices)}",
        )
