"""The library's environments written out again, each alone, to hold every form of them against.

Nothing here is shared with the forms, nor among the environments: what is asked is built element by element, and what
is shown is listed by hand for the draws of `EIGHTHS`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, ConstantLearner, Learner, LearnerClass, RepeatedDraws, SimpleLearner, Transition
from formal_rl.checking import Rows, agents, among, by_hand, equal, every, raised
from formal_rl.environments import (
    CATALOGUE,
    CryingBabyIncremental,
    ExtendedEnvironment,
    Nutrition,
    as_if,
    configured_with_three_actions,
    published_contentment,
    published_nutrition,
    third_action_forbidden,
)
from formal_rl.environments.altered_agent import AsIfIncremental, AsIfPublished
from formal_rl.environments.catalogue import EIGHTHS
from formal_rl.environments.library.after_images import bled
from formal_rl.environments.library.crying_baby import CryingBaby2Incremental
from formal_rl.environments.library.tempting_button_variation import TemptingButtonVariationIncremental
from formal_rl.environments.library.turn_by_turn import without_paid_percepts
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, all_plays, history
from formal_rl.statements.alexander_2022.helper_learners import NextInTurn
from formal_rl.statements.entries import Evidence
from formal_rl.statements.library import compared
from formal_rl.statements.run_out import Ask, Written, copied, run_out

# --- What each asks about, for the prompt h of x_1 y_1 ... x_n y_n ---


def _ignore_rewards_2(agent: Agent, h: Prompt) -> Prompt:
    kept: list[Any] = [h[0]]
    for place in range(2, len(h), 2):
        if not h[place].reward > 0:
            kept += [h[place - 1], h[place]]
    return tuple(kept)


def _ignore_rewards_3(agent: Agent, h: Prompt) -> Prompt:
    game: Prompt = (Percept(0, 0),)
    while len(game) < len(h):
        game = (*game, agent(game), Percept(0, 0))
    return game


def _ignore_actions(agent: Agent, h: Prompt) -> Prompt:
    return tuple(element if isinstance(element, Percept) else 0 for element in h)


def _ignore_observations(agent: Agent, h: Prompt) -> Prompt:
    return tuple(Percept(element.reward, 0) if isinstance(element, Percept) else element for element in h)


def _rewards(change: Callable[[list[Any]], list[Any]]) -> Callable[[Agent, Prompt], Prompt]:
    """Return what asks with R_1, R_2, ..., the rewards of x_2, x_3, ..., all changed at once."""

    def asked(agent: Agent, h: Prompt) -> Prompt:
        changed = change([percept.reward for percept in h[2::2]])
        built: list[Any] = [h[0]]
        for place, reward in enumerate(changed):
            built += [h[2 * place + 1], Percept(reward, h[2 * place + 2].observation)]
        return tuple(built)

    return asked


def _shift(earned: list[Any]) -> list[Any]:
    return ([0, *earned])[: len(earned)]


def _delay(*delayed: int) -> Callable[[list[Any]], list[Any]]:
    """Return what puts the rewards at these places off by a turn."""

    def changed(earned: list[Any]) -> list[Any]:
        told = [0] * (len(earned) + 1)
        for place, reward in enumerate(earned):
            told[place + 1 if place in delayed else place] += reward
        return told[: len(earned)]

    return changed


def _multiply(first: int) -> Callable[[list[Any]], list[Any]]:
    return lambda earned: [sum([reward] * times) for times, reward in enumerate(earned, start=first)]


def _flip(*flipped: int) -> Callable[[list[Any]], list[Any]]:
    return lambda earned: [0 - reward if place in flipped else reward for place, reward in enumerate(earned)]


_EVEN, _ODD = (1, 3, 5, 7, 9), (0, 2, 4, 6, 8)
"""The places of the second, fourth, ... reward, counted from 0; and of the first, third, ..."""


def _repeater(agent: Agent, h: Prompt) -> Prompt:
    built: list[Any] = [h[0]]
    for place in range(1, len(h), 2):
        built += [h[place], h[place + 1], h[place], h[place + 1]]
    return tuple(built)


def _repeater_2021(agent: Agent, h: Prompt) -> Prompt:
    built: list[Any] = []
    for place in range(0, len(h) - 1, 2):
        built += [h[place], h[place + 1], h[place], h[place + 1]]
    return (*built, h[-1])


def _ignore_rewards_2_2021(agent: Agent, h: Prompt) -> Prompt:
    kept: list[Any] = []
    for percept, action in zip(h[::2], (*h[1::2], None), strict=True):
        if not percept.reward > 0:
            kept += [percept, action]
    return tuple(kept[:-1])


def _last(percepts: int) -> Callable[[Agent, Prompt], Prompt]:
    def asked(agent: Agent, h: Prompt) -> Prompt:
        while len(h) > 2 * percepts - 1:
            h = h[2:]
        return h

    return asked


def _after_images(agent: Agent, h: Prompt) -> Prompt:
    built: list[Any] = list(h)
    for place in range(2, len(h), 2):
        bits = [(h[place].observation // bit) % 2 or (h[place - 2].observation // bit) % 2 for bit in (1, 2, 4)]
        built[place] = Percept(h[place].reward, bits[0] + 2 * bits[1] + 4 * bits[2])
    return tuple(built)


def _censored(agent: Agent, h: Prompt) -> Prompt:
    kept: list[Any] = []
    for percept, action in zip(h[::2], (*h[1::2], None), strict=True):
        kept += [] if percept.observation == 2 else [percept, action]
    return tuple(kept[:-1]) if kept else (Percept(0, 0),)


def _censored_published(agent: Agent, h: Prompt) -> Prompt:
    kept: list[Any] = [h[0]]
    for action, percept in zip(h[1::2], h[2::2], strict=True):
        kept += [] if percept.observation == 2 else [action, percept]
    return tuple(kept)


def _as_it_is(agent: Agent, h: Prompt) -> Prompt:
    return h


_Asked = Callable[[Agent, Prompt], Prompt]
_Shown = tuple[Observation, ...]

_OF_FIVE: _Shown = (1, 0, 4, 0, 3, 3, 1)
_IMAGES: _Shown = (3, 1, 7, 0, 5, 6, 2)
_OF_THREE: _Shown = (1, 0, 2, 0, 1, 2, 0)
_OF_TWO: _Shown = (0, 0, 1, 0, 1, 1, 0)
_BUTTONS: _Shown = (1, 0, 1, 0, 1, 1, 1)
"""What the draws of `EIGHTHS` show, 3/8, 1/8, 7/8, 0, 5/8, 6/8, 2/8 and again: of so many, or a button (0) or none."""


_LATER = RepeatedDraws((*EIGHTHS.values[2:], *EIGHTHS.values[:2]))
_OF_FIVE_LATER: _Shown = (4, 0, 3, 3, 1, 1, 0)
"""The same draws from the third on, which begin with 7/8, and what of five they show."""


def _at(shown: _Shown, turn: int, first: Observation | None = None) -> Observation:
    return first if turn == 0 and first is not None else shown[turn % 7]


@frozen
class _Mimicry:
    """Paid for doing as on what is asked about; ``shown`` are the observations, ``first`` the one before any draw."""

    asked: _Asked
    shown: _Shown = (0,) * 7
    first: Observation | None = None

    def __call__(self, agent: Agent, play: Play) -> Percept:
        """Return the percept after a play."""
        after = _at(self.shown, len(play) // 2, self.first)
        if play == ():
            return Percept(0, after)
        return Percept(1 if agent(self.asked(agent, play[:-1])) == play[-1] else -1, after)


# --- Those that are not mimicry ---


def _crying_baby(agent: Agent, play: Play, initial: int = 100, meal: int = 25) -> Percept:
    if play == ():
        return Percept(1, 0)
    baby: Play = ()
    meals = done = 0
    for turn, adult in enumerate(play[1::2], start=1):
        meals += adult == 0
        content = 50 <= initial + meal * meals - 3 * turn <= 200
        prompt = (*baby, Percept(1 if content else -1, adult))
        done = agent(prompt)
        baby = (*prompt, done)
    return Percept(1 if done == 0 else -1, done)


def _crying_baby_2(agent: Agent, play: Play, initial: int = 100) -> Percept:
    if play == ():
        return Percept(1, 1)
    parent: Play = ()
    meals = done = 0
    for baby in play[1::2]:
        prompt = (*parent, Percept(1 if baby == 0 else -1, baby))
        done = agent(prompt)
        parent = (*prompt, done)
        meals += done == 0
    return Percept(1 if 50 <= initial + 25 * meals - 3 * (len(play) // 2) <= 200 else -1, done)


def _variation(agent: Agent, play: Play, shown: _Shown = _BUTTONS) -> Percept:
    after = _at(shown, len(play) // 2)
    if play == () or play[-1] != 0:
        return Percept(0, after)
    if play[-2].observation == 0:
        return Percept(1, after)
    with_a_button = (*play[:-2], Percept(play[-2].reward, 0))
    return Percept(-1 if agent(with_a_button) == 0 else 1, after)


def _variation_2021(agent: Agent, play: Play) -> Percept:
    after = 1 if _at(_BUTTONS, len(play) // 2) == 0 else 0
    if play == () or play[-1] != 1:
        return Percept(0, after)
    if play[-2].observation != 0:
        return Percept(1, after)
    with_a_button = (*play[:-2], Percept(play[-2].reward, 1))
    return Percept(1 if agent(with_a_button) == 0 else -1, after)


def _third_action(agent: Agent, play: Play) -> Percept:
    if play == ():
        return Percept(0, 0)
    return Percept(1 if (agent(play[:-1]) + 1) % 3 == play[-1] else -1, 0)


LETTERS: Mapping[str, ExtendedEnvironment] = {
    "after_images": _Mimicry(_after_images, _IMAGES),
    "censored_observation": _Mimicry(_censored, _OF_THREE, 0),
    "crying_baby": _crying_baby,
    "crying_baby_2": _crying_baby_2,
    "delayed_rewards": _Mimicry(_rewards(_delay(*_EVEN))),
    "flip_every_other": _Mimicry(_rewards(_flip(*_ODD))),
    "ignore_actions": _Mimicry(_ignore_actions),
    "ignore_observations": _Mimicry(_ignore_observations, _OF_FIVE),
    "ignore_rewards_2": _Mimicry(_ignore_rewards_2),
    "ignore_rewards_3": _Mimicry(_ignore_rewards_3),
    "limited_memory": _Mimicry(_last(6)),
    "nth_reward_multiplied_by_n": _Mimicry(_rewards(_multiply(1))),
    "repeater": _Mimicry(_repeater),
    "shifted_rewards": _Mimicry(_rewards(_shift)),
    "tempting_button_variation": _variation,
    "third_action_forbidden": _third_action,
}
"""Each environment that has no entry of its own, written out, with the draws of `EIGHTHS`."""

LETTERS_OF_2021: Mapping[str, ExtendedEnvironment] = {
    "crying_baby": partial(_crying_baby, meal=28),
    "delayed_rewards": _Mimicry(_rewards(_delay(*_ODD))),
    "ignore_observations": _Mimicry(_ignore_observations, _OF_TWO, 0),
    "ignore_rewards_2": _Mimicry(_ignore_rewards_2_2021),
    "limited_memory": _Mimicry(_last(5)),
    "repeater": _Mimicry(_repeater_2021),
    "tempting_button_variation": _variation_2021,
}
"""The forms of 2021 that are others, each written out."""

_SHORT = (Percept(0, 0), Percept(1, 1), Percept(Fraction(-1, 2), 2), Percept(Fraction(1, 2), 0))
_LONG: Play = history(
    *((0, 0), 1, (Fraction(1, 2), 4), 0, (-1, 2), 2, (3, 0), 0, (-2, 6), 1, (Fraction(-1, 3), 1), 0),
    *((5, 5), 3, (-7, 2), 0, (0, 3), 1, (Fraction(2, 7), 0), 0),
)
_PLAYS: tuple[Play, ...] = (
    *(play for number in range(3) for play in all_plays(_SHORT, (0, 1), number)),
    *(_LONG[: 2 * turns] for turns in range(3, 11)),
)
_PLAYED = "plays of at most 2 actions over (0,0), (1,1), (-1/2,2) and (1/2,0), and the beginnings of one of 10 turns"


# --- Forms that are run step by step, with copies that are trained ---


class _Unlike:
    """The learner that does something of its own on every (list of transitions, observation), from 2 on."""

    initial: tuple[Transition, ...] = ()

    def __init__(self) -> None:
        self._questions: dict[Any, int] = {}

    def act(self, state: tuple[Transition, ...], observation: Observation) -> Action:
        return self._questions.setdefault((state, observation), len(self._questions) + 2)

    def learn(self, state: tuple[Transition, ...], transition: Transition) -> tuple[Transition, ...]:
        return (*state, transition)


def _read(learner: Learner[Any], prompt: Prompt) -> Action:
    """Return what the learner does at the end of a prompt, which is read from left to right."""
    state = learner.initial
    for place in range(2, len(prompt), 2):
        before, after = prompt[place - 2], prompt[place]
        state = learner.learn(state, Transition(before.observation, prompt[place - 1], after.reward, after.observation))
    return learner.act(state, prompt[-1].observation)


_Asks = Callable[[Learner[Any], Prompt], Action]


def _asks(asked: _Asked) -> _Asks:
    return lambda learner, prompt: _read(learner, asked(partial(_read, learner), prompt))


def _asks_about_the_first(learner: Learner[Any], h: Prompt) -> Action:
    """Train a copy on observations 0, and ask it about the observation that was shown first."""
    state = learner.initial
    for action, percept in zip(h[1::2], h[2::2], strict=True):
        state = learner.learn(state, Transition(0, action, percept.reward, 0))
    return learner.act(state, h[0].observation)


def _one_more(learner: Learner[Any]) -> Learner[Any]:
    return NextInTurn(learner, 10_000)


def _form(name: str, form: str) -> Any:
    return compared(CATALOGUE[name], form)


@frozen
class Run:
    """Forms in which a copy is trained: what it is asked, what is shown, and what is shown before any draw."""

    name: str
    forms: tuple[str, ...]
    asks: _Asks
    shown: _Shown = (0,) * 7
    first: Observation | None = None

    def made(self, form: str) -> Any:
        """Return a form, as it is now; the learners of the third action do one more of 10,000."""
        if self.name == "third_action_forbidden":
            of_class: Any = lambda agent_class: LearnerClass(_one_more(agent_class.learner))  # noqa: E731
            return AsIfIncremental(_one_more) if form == "incremental" else AsIfPublished(of_class)
        name, _, later = self.name.partition(", ")
        return CATALOGUE[name].made(form, _LATER) if later else compared(CATALOGUE[name], form)


_BOTH, _INCREMENTAL, _PUBLISHED = ("incremental", "published"), ("incremental",), ("published",)

RUN: tuple[Run, ...] = (
    Run("shifted_rewards", _BOTH, _asks(_rewards(_shift))),
    Run("delayed_rewards", _BOTH, _asks(_rewards(_delay(*_EVEN)))),
    Run("nth_reward_multiplied_by_n", _INCREMENTAL, _asks(_rewards(_multiply(1)))),
    Run("nth_reward_multiplied_by_n", _PUBLISHED, _asks(_rewards(_multiply(0)))),
    Run("flip_every_other", _INCREMENTAL, _asks(_rewards(_flip(*_ODD)))),
    Run("flip_every_other", _PUBLISHED, _asks(_rewards(_flip(*_EVEN)))),
    Run("ignore_rewards_2", _BOTH, _asks(_ignore_rewards_2)),
    Run("ignore_rewards_3", _BOTH, _asks(_ignore_rewards_3)),
    Run("ignore_actions", _BOTH, _asks(_ignore_actions)),
    Run("repeater", _BOTH, _asks(_repeater)),
    Run("limited_memory", _BOTH, _asks(_last(6))),
    Run("ignore_observations", _INCREMENTAL, _asks(_ignore_observations), _OF_FIVE),
    Run("ignore_observations", _PUBLISHED, _asks_about_the_first, _OF_FIVE),
    Run("ignore_observations, 4 first", _PUBLISHED, _asks_about_the_first, _OF_FIVE_LATER),
    Run("after_images", _BOTH, _asks(_after_images), _IMAGES),
    Run("censored_observation", _INCREMENTAL, _asks(_censored), _OF_THREE, 0),
    Run("censored_observation", _PUBLISHED, _asks(_censored_published), _OF_THREE, 0),
    Run("third_action_forbidden", _BOTH, lambda learner, h: _read(learner, h) + 1),
)
"""The forms in which a copy is trained, each with itself written out; not all published ones are as defined."""

_OTHER = 9_999
_PATTERNS = (
    *(pattern for turns in range(4) for pattern in product((True, False), repeat=turns)),
    *((True,) * 9, (False,) * 9, (True, False) * 5, (False, True, True) * 3),
)
"""In which turns what is done is what the copy does; otherwise it is something that no copy ever does."""


def _copied(run: Run, form: str, pattern: Sequence[bool]) -> tuple[Any, Any]:
    """Return what a form gives, written out, to the learner that does something else on each question; and it does."""
    learner = _Unlike()
    prompt: Prompt = (Percept(0, _at(run.shown, 0, run.first)),)
    for turn, own in enumerate(pattern, start=1):
        action = run.asks(learner, prompt) if own else _OTHER
        prompt = (*prompt, action, Percept(1 if own else -1, _at(run.shown, turn)))
    return prompt[::2], tuple(copied(learner, run.made(form), prompt[1::2], 0 if form == "published" else None))


# --- Forms whose copies play roles: what they pay depends on what is done, not on who does it ---


def _published_crying_baby(ask: Ask, actions: Sequence[Action]) -> Iterator[Percept]:
    fed, before = 5, 0
    told: list[Transition] = []
    yield Percept(0, 0)
    for adult in actions:
        fed += (fed < 9) if adult == 0 else -(fed > 0)
        done = ask(told, adult)
        told.append(Transition(before, done, 1 if fed in {3, 4, 5, 6, 7} else -1, adult))
        before = adult
        yield Percept(1 if done == 0 else -1, done)


def _published_crying_baby_2(ask: Ask, actions: Sequence[Action]) -> Iterator[Percept]:
    fed, before = 5, 0
    told: list[Transition] = []
    yield Percept(0, 1)
    for baby in actions:
        done = ask(told, baby)
        fed += (fed < 9) if done == 0 else -(fed > 0)
        told.append(Transition(before, done, 1 if baby == 0 else -1, baby))
        before = baby
        yield Percept(1 if fed in {3, 4, 5, 6, 7} else -1, done)


_PUBLISHED_BUTTONS: _Shown = (0, 0, 1, 1, 0, 1, 1, 1)
"""A button first; then one where the draw after next, 7/8, 0, 5/8, 6/8, 2/8, 3/8, 1/8, is at least 3/4."""


def _published_variation(ask: Ask, actions: Sequence[Action]) -> Iterator[Percept]:
    told: list[Transition] = []
    yield Percept(0, 0)
    for turn, action in enumerate(actions):
        seen, after = _PUBLISHED_BUTTONS[turn], _PUBLISHED_BUTTONS[turn + 1]
        would = ask(told, 0)
        if seen == 0:
            reward = 1 if action == 0 else 0
        elif action == 1:
            reward = 0
        else:
            reward = 1 if would == 1 else -1
        told.append(Transition(seen, action, reward, after))
        yield Percept(reward, after)


def _as_defined(letter: ExtendedEnvironment) -> Written:
    """Return what a form gives that is as defined, from the environment written out."""

    def percepts(ask: Ask, actions: Sequence[Action]) -> Iterator[Percept]:
        def agent(prompt: Prompt) -> Action:
            told = [
                Transition(prompt[k].observation, prompt[k + 1], prompt[k + 2].reward, prompt[k + 2].observation)
                for k in range(0, len(prompt) - 1, 2)
            ]
            return ask(told, prompt[-1].observation)

        play: Play = ()
        yield letter(agent, play)
        for action in actions:
            play = (*play, letter(agent, play), action)
            yield letter(agent, play)

    return percepts


def _roles() -> dict[str, tuple[Any, Written]]:
    """Return the forms whose copies play roles, each with itself written out."""
    published, draws = partial(_form, form="published"), RepeatedDraws(EIGHTHS.values[1:])
    shown_later = partial(_variation, shown=(*_BUTTONS[1:], _BUTTONS[1]))
    hungry, hungry_2 = partial(_crying_baby, initial=53, meal=28), partial(_crying_baby_2, initial=53)
    return {
        "published crying_baby": (published("crying_baby"), _published_crying_baby),
        "published crying_baby_2": (published("crying_baby_2"), _published_crying_baby_2),
        "published tempting_button_variation": (published("tempting_button_variation"), _published_variation),
        "incremental crying_baby": (_form("crying_baby", "incremental"), _as_defined(_crying_baby)),
        "incremental crying_baby, hungry": (CryingBabyIncremental(Nutrition(53, 28)), _as_defined(hungry)),
        "incremental crying_baby_2, hungry": (CryingBaby2Incremental(Nutrition(53)), _as_defined(hungry_2)),
        "incremental tempting_button_variation": (TemptingButtonVariationIncremental(draws), _as_defined(shown_later)),
    }


_TWO = ((), *product((0, 1), repeat=3), (0, 0, 0, 1), (0, 1, 1, 1))
_FED = ((0, 0, 0, 0, 0, 1, 1, 0), (1, 1, 1, 1, 1, 0, 0, 0))
"""To where nutrition as published has met a bound and come back: from 9 to 7, which is enough, or from 0 to 2; and on
to where the baby that was told of it is asked."""

_THREE = tuple(product((0, 1, 2), repeat=2))


# --- Guards and plain numbers ---


def _told_of_five_turns() -> tuple[Any, ...]:
    """Return the rewards that the copy of incremental delayed_rewards is told of when it is followed for five turns."""
    form, learner = _form("delayed_rewards", "incremental"), _Unlike()
    _, state = form.start(learner)
    for _ in range(5):
        _, state = form.advance(learner, state, learner.act(state.copy, 0))
    return tuple(transition.reward for transition in state.copy)


def _guards() -> Rows:
    def zero(prompt: Prompt) -> Action:
        return 0

    forms = [*((name, "definition") for name in LETTERS), *((name, "functional") for name in LETTERS_OF_2021)]
    for name, form in forms:
        yield "(0,0) is a prompt, not a play", MalformedHistory, raised(_form(name, form), zero, history((0, 0)))
    yield "of five earned rewards 1 the second and the fourth are put off", (1, 0, 2, 0, 2), _told_of_five_turns()
    yield "every percept paid: none is left", MalformedHistory, raised(without_paid_percepts, history((1, 0), 0))
    for seen in (-1, "dark", True):
        yield "an image is a natural number", MalformedHistory, raised(bled, history((0, 0), 0, (0, seen), 0))
    simple, one = SimpleLearner(), history((0, 0), 0, (1, 0), 1)
    yield "no altered agent: -1 for every action", Percept(-1, 0), as_if(lambda agent: None)(zero, one)
    learners, classes = AsIfIncremental(lambda learner: None), AsIfPublished(lambda agent_class: None)
    nothing, named = (None, (Percept(-1, 0), None)), LearnerClass(simple)
    yield "-1, and nothing is kept", nothing, (learners.start(simple)[1], learners.advance(simple, None, 0))
    yield "so for classes", nothing, (classes.start(named)[1], classes.step(named, None, 0))
    forbidden = third_action_forbidden(lambda agent: lambda prompt: 2)
    yield "a third action is foreseen: neither 0 nor 1", Percept(-1, 0), forbidden(zero, one[:2])
    yield "the same, done: 2", Percept(1, 0), forbidden(zero, history((0, 0), 2))
    yield "told of three actions", SimpleLearner(3), configured_with_three_actions(simple)
    for unchanged in (ConstantLearner(1), _Unlike()):
        yield "no such field: as it was", unchanged, configured_with_three_actions(unchanged)
    for reward, kept in ((Fraction(1, 2), False), (1, False), (0, True), (Fraction(-1, 2), True), (-1, True)):
        turn = Transition(0, 1, reward, 0)
        for form in _BOTH:
            told = _form("ignore_rewards_2", form).rewrite(1, None, turn)
            yield "told of what is not positive alone", (turn,) if kept else (), told
    yield "100 + 2 · 25 - 3 · 3 = 141", 141, Nutrition().level(3, 2)
    for level, content in ((49, -1), (50, 1), (200, 1), (201, -1)):
        yield "content from 50 to 200", content, Nutrition().reward(level)
    for level, content in ((2, -1), (3, 1), (7, 1), (8, -1)):
        yield "content from 3 to 7, published", content, published_contentment(level)
    for level, fed, after in ((8, True, 9), (9, True, 9), (1, False, 0), (0, False, 0), (5, True, 6), (5, False, 4)):
        yield "from 0 to 9, published", after, published_nutrition(level, fed=fed)


def as_printed() -> Evidence:
    """Yield the parts that the definitions, and every form that is not theirs, are themselves written out."""
    yield by_hand(_guards, "guards and numbers")
    forms = [("", "definition", LETTERS), ("functional ", "functional", LETTERS_OF_2021)]
    for kind, form, letters in forms:
        for name, letter in letters.items():
            played = _PLAYS
            if (kind, name) == ("functional ", "ignore_rewards_2"):  # refuses plays whose rewards are all positive
                played = tuple(play for play in _PLAYS if not (play and min(x.reward for x in play[::2]) > 0))
            yield equal(f"{kind}{name}, written out", letter, _form(name, form), agents, among(_PLAYED, played))
    run = [(each, form, pattern) for each in RUN for form in each.forms for pattern in _PATTERNS]
    said = "the learner that does something else on each list and observation; its own actions or others in all "
    said += "patterns of at most 3 turns, and in four of 9 or 10"
    yield every("copies, written out", _copied, among(said, run, many=True))
    roles = _roles()
    tried = [
        *((name, name, _TWO, 2) for name in roles),
        *((name, f"{name}, fed or not", _FED, 2) for name in ("published crying_baby", "published crying_baby_2")),
        *((name, f"{name}, three actions", _THREE, 3) for name in roles if "variation" in name),
    ]
    for name, said, sequences, number in tried:
        how: dict[str, Any] = {"sequences": sequences, "actions": range(number)}
        yield lambda scope, said=said, of=roles[name], how=how: run_out(said, *of, **how)
