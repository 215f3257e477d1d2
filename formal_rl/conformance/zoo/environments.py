"""Extended environments: each definition in every form, and wrong ones as they come to be written."""

from collections.abc import Callable, Iterator
from typing import Any

from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.zoo.forms import AsPublished, flat_form, reacting_form, stepping_form
from formal_rl.conformance.zoo.published_environments import WRONG as DEPARTURES
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.environments import CATALOGUE, EnvironmentRecord, ReplayedIncremental, as_if
from formal_rl.environments.catalogue import MEANINGS

# --- Wrong ones ---


def _pays(play: Any, expected: Callable[[], Any], shown: Any = 0) -> Any:
    if not play:
        return (0, shown)
    return (1 if play[-1] == expected() else -1, shown)


def _percepts_changed(play: Any, change: Callable[[int, Any], Any]) -> Any:
    return tuple(change(index, each) if index % 2 == 0 else each for index, each in enumerate(play[:-1]))


def _rewards_changed(play: Any, change: Callable[[int, Any], Any]) -> Any:
    """Return the prompt, the rewards of the percepts 0, 1, 2, ... changed."""
    return _percepts_changed(play, lambda index, percept: (change(index // 2, percept[0]), percept[1]))


class BleedsOn:
    """Joins each image with the one before as it was seen, so that what bled bleeds on."""

    def __init__(self, A: Any, draws: Any) -> None:  # noqa: N803
        self.sim, self.draws, self.turn = A(), draws, 0

    def start(self) -> Any:
        """Show the first image."""
        self.seen = int(8 * self.draws[0])
        return self.seen

    def step(self, action: Any) -> Any:
        """Compare, and train the copy on what it saw."""
        reward = 1 if action == self.sim.act(self.seen) else -1
        self.turn += 1
        image = int(8 * self.draws[self.turn])
        self.sim.train(self.seen, action, reward, self.seen | image)
        self.seen |= image
        return (reward, image)


def keeps_what_answers_a_censored_one(draws: Any) -> Any:
    """Drop the turns that led to a censored percept, save where that is the first."""

    def environment(agent: Any, play: Any) -> Any:
        kept = [*play[:1]]
        for index in range(2, len(play), 2):
            kept += play[index - 1 : index + 1] if play[index][1] != 2 else ()
        return _pays(play, lambda: agent(tuple(kept)), int(3 * draws[len(play) // 2]) if play else 0)

    return environment


def reverses_element_by_element(T: Any, play: Any) -> Any:  # noqa: N803
    """Reverse the flat form as a whole, so that rewards and observations change places."""
    prompt = tuple(abs(part) if index % 3 == 1 else part for index, part in enumerate(reversed(play[:-1])))
    return _pays(play, lambda: T(prompt))


def is_fed_by_the_action_before(agent: Any, play: Any) -> Any:
    """Live the baby's life with each action of the adult seen a turn late."""
    if not play:
        return (1, 0)
    seen = (0, *play[1::2])
    life: tuple[Any, ...] = ()
    for turn in range(1, len(play) // 2 + 1):
        level = 100 + 25 * seen[1 : turn + 1].count(0) - 3 * turn
        prompt = (*life, (1 if 50 <= level <= 200 else -1, seen[turn - 1]))
        life = (*prompt, agent(prompt))
    return (1 if life[-1] == 0 else -1, life[-1])


def cries_above_200_only(agent: Any, play: Any) -> Any:
    """Take no harm from being starved, which takes 17 turns."""
    if not play:
        return (1, 1)
    life: tuple[Any, ...] = ()
    for action in play[1::2]:
        prompt = (*life, (1 if action == 0 else -1, action))
        life = (*prompt, agent(prompt))
    level = 100 + 25 * life[1::2].count(0) - 3 * (len(play) // 2)
    return (1 if level <= 200 else -1, life[-1])


def happens_twice_without_the_action(agent: Any, play: Any) -> Any:
    """Put the prompt twice, an action 0 between, where the true action belongs."""
    return _pays(play, lambda: agent((*play[:-1], 0, *play[:-1])))


def remembers_afterwards(agent: Any, play: Any) -> Any:
    """Put the false memories after the first percept, not before it."""
    return _pays(play, lambda: agent((play[0], 0, (0, 0), 0, (0, 0), *play[1:-1])))


def flips_the_first_alone(agent: Any, play: Any) -> Any:
    """Flip the first reward that is earned, and no other."""
    return _pays(play, lambda: agent(_rewards_changed(play, lambda n, reward: -reward if n == 1 else reward)))


def ignores_the_last_action_alone(agent: Any, play: Any) -> Any:
    """Take the last action before this for 0, and keep the others."""
    return _pays(play, lambda: agent((*play[:-3], 0, *play[-2:-1]) if len(play) > 2 else play[:-1]))


def ignores_observations_but_the_last(draws: Any) -> Any:
    """Set every observation to 0, save the last."""

    def environment(agent: Any, play: Any) -> Any:
        last = len(play) - 2
        return _pays(
            play,
            lambda: agent(_percepts_changed(play, lambda index, each: each if index == last else (each[0], 0))),
            int(5 * draws[len(play) // 2]),
        )

    return environment


def reverses_the_last_hundred(agent: Any, play: Any) -> Any:
    """Reverse the last hundred turns alone, as a ring buffer keeps them."""
    return _pays(play, lambda: agent(play[:-1][-199:][::-1]))


class TrainsForAHundredTurns:
    """Trains its copy on nothing that comes after a hundred turns."""

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.sim, self.turns = A(), 0

    def start(self) -> Any:
        """Show 0."""
        return 0

    def step(self, action: Any) -> Any:
        """Compare, and train while there is a budget."""
        reward = 1 if action == self.sim.act(0) else -1
        self.turns += 1
        if self.turns <= 100:
            self.sim.train(0, action, 0, 0)
        return (reward, 0)


class TrainsOnTheTrueReward:
    """Trains its copy on the reward that was paid."""

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.sim = A()

    def start(self) -> Any:
        """Show 0."""
        return 0

    def step(self, action: Any) -> Any:
        """Compare, then train the copy."""
        reward = 1 if action == self.sim.act(0) else -1
        self.sim.train(0, action, reward, 0)
        return (reward, 0)


class SharesItsCopy(TrainsOnTheTrueReward):
    """Keeps its copies in a list of the class, and asks the first."""

    copies: list[Any] = []  # noqa: RUF012

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.copies.append(A())
        self.sim = self.copies[0]


def plays_with_the_true_actions(agent: Any, play: Any) -> Any:
    """Ask about the true actions on percepts (0, 0), where the copy is to go its own way."""
    return _pays(play, lambda: agent(_percepts_changed(play, lambda index, percept: (0, 0))))


def wants_a_rate_of_one(agent: Any, play: Any) -> Any:
    """Ask about learning rate 1, as the older form does."""
    if play and not hasattr(agent, "learning_rate"):
        return (-1, 0)
    return _pays(play, lambda: agent(play[:-1], learning_rate=1))


def pays_those_without_a_rate(agent: Any, play: Any) -> Any:
    """Compare an agent that has no learning rate with itself."""
    rate = getattr(agent, "learning_rate", None)
    return _pays(play, lambda: agent(play[:-1]) if rate is None else agent(play[:-1], learning_rate=rate / 2))


def remembers_six_turns(agent: Any, play: Any) -> Any:
    """Remember a turn too many."""
    return _pays(play, lambda: agent(play[:-1][-13:]))


def predicts_on_an_empty_box(agent: Any, play: Any) -> Any:
    """Predict what the agent would do on seeing 0, whatever it saw."""
    if not play:
        return (0, 0)
    *past, (reward, _), action = play
    hidden = 1000 if agent((*past, (reward, 0))) == 0 else 0
    return (hidden if action == 0 else hidden + 1, 0)


def counts_the_first_percept(agent: Any, play: Any) -> Any:
    """Multiply the reward of the n-th percept by n, counted from the first percept."""
    return _pays(play, lambda: agent(_rewards_changed(play, lambda n, reward: (n + 1) * reward)))


def asks_about_another_observation(agent: Any, play: Any) -> Any:
    """Ask about the same prompt, the last observation taken for 0."""
    return _pays(play, lambda: agent((*play[:-2], (play[-2][0], 0))))


def repeats_the_last_turn_alone(agent: Any, play: Any) -> Any:
    """Double the last turn, and no other."""
    return _pays(play, lambda: agent((*play[:-1], *play[-3:-1]) if len(play) > 2 else play[:-1]))


def takes_one_sentence_for_its_opposite(draws: Any) -> Any:
    """Read the sentence 5 as the sentence 4."""
    sentences = {2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 0)}

    def environment(agent: Any, play: Any) -> Any:
        shown = int(6 * draws[len(play) // 2])
        if not play or play[-2][1] not in sentences:
            return (0, shown)
        *past, (reward, seen), action = play
        observation, does = sentences[seen]
        true = agent((*past, (reward, observation))) == does
        return (1 if action == true else -1, shown)

    return environment


def shifts_the_wrong_way(agent: Any, play: Any) -> Any:
    """Give each reward a turn early, and 0 last."""
    rewards = [each[0] for each in play[2::2]] + [0]
    return _pays(play, lambda: agent(_rewards_changed(play, lambda n, reward: rewards[n] if n else reward)))


def pays_for_not_pushing(draws: Any) -> Any:
    """Pay 1 for not pushing where there is no button and the agent would not push."""

    def environment(agent: Any, play: Any) -> Any:
        shown = 0 if draws[len(play) // 2] < 0.25 else 1
        if not play:
            return (0, shown)
        *past, (reward, seen), action = play
        if seen == 0:
            return (1 if action == 0 else 0, shown)
        return (1 if agent((*past, (reward, 0))) != 0 else -1 if action == 0 else 0, shown)

    return environment


def asks_about_no_button(draws: Any) -> Any:
    """Ask, where there is no button, what the agent does without one."""

    def environment(agent: Any, play: Any) -> Any:
        shown = 0 if draws[len(play) // 2] < 0.25 else 1
        if not play:
            return (0, shown)
        pushes = play[-1] == 0 if play[-2][1] == 0 else agent(play[:-1]) != 0
        return (1 if pushes else -1, shown)

    return environment


def tells_of_two_actions(agent: Any, play: Any) -> Any:
    """Ask the agent as it is, told of two actions."""
    return _pays(play, lambda: agent(play[:-1], 2))


_LATER, _LONGER, _HUNDREDS = "later_percepts", "longer_histories", "hundreds_of_turns"

WRONG: tuple[WrongImplementation, ...] = (
    wrong(BleedsOn, "after_images", _LATER, "what has bled into an image bleeds on into the next"),
    wrong(
        keeps_what_answers_a_censored_one,
        "censored_observation",
        _LATER,
        "keeps the action that answers a censored percept, and drops the one that led to it",
    ),
    wrong(reverses_element_by_element, "backward_consciousness", _LATER, "rewards and observations change places"),
    wrong(is_fed_by_the_action_before, "crying_baby", _LATER, "the baby sees each action a turn late"),
    wrong(cries_above_200_only, "crying_baby_2", "many_turns_of_1", "the baby is content below 50"),
    wrong(happens_twice_without_the_action, "deja_vu", _LATER, "the action between is always 0"),
    wrong(remembers_afterwards, "false_memories", _LATER, "the memories come after the first percept"),
    wrong(flips_the_first_alone, "flip_every_other", _LONGER, "the third reward is not flipped"),
    wrong(ignores_the_last_action_alone, "ignore_actions", _LATER, "earlier actions are kept"),
    wrong(ignores_observations_but_the_last, "ignore_observations", _LATER, "the last observation is kept"),
    wrong(reverses_the_last_hundred, "reverse_history", _HUNDREDS, "what came before the last hundred turns is lost"),
    wrong(TrainsForAHundredTurns, "ignore_rewards", _HUNDREDS, "the copy is trained for a hundred turns"),
    wrong(TrainsOnTheTrueReward, "ignore_rewards", _LATER, "the copy is trained on the true reward"),
    wrong(SharesItsCopy, "ignore_rewards", "smoke", "all instances ask one copy"),
    wrong(plays_with_the_true_actions, "ignore_rewards_3", _LATER, "the copy does not go its own way"),
    wrong(wants_a_rate_of_one, "incentivize_learning_rate", _LATER, "asks about rate 1, not half the rate"),
    wrong(pays_those_without_a_rate, "incentivize_learning_rate", "without_a_rate", "pays agents that have no rate"),
    wrong(remembers_six_turns, "limited_memory", _LONGER, "a turn too many is remembered"),
    wrong(predicts_on_an_empty_box, "newcombs_problem", _LATER, "predicts for another observation than was seen"),
    wrong(counts_the_first_percept, "nth_reward_multiplied_by_n", _LATER, "counts from the first percept"),
    wrong(asks_about_another_observation, "punish_nondeterministic_agent", _LATER, "asks about observation 0 instead"),
    wrong(repeats_the_last_turn_alone, "repeater", _LATER, "earlier turns are not doubled"),
    wrong(takes_one_sentence_for_its_opposite, "self_recognition", _LATER, "one sentence is read as its opposite"),
    wrong(shifts_the_wrong_way, "shifted_rewards", _LATER, "rewards come a turn early, not late"),
    wrong(asks_about_no_button, "tempting_button", _LATER, "asks what the agent does without a button"),
    wrong(pays_for_not_pushing, "tempting_button_variation", _LATER, "pays for not pushing"),
    wrong(tells_of_two_actions, "third_action_forbidden", _LATER, "the copy is told of two actions"),
    *DEPARTURES,
)
"""Wrong by the papers."""

# --- Right ones ---


def three_actions(agent: Any, play: Any) -> Any:
    """Third action forbidden, for an agent that takes how many actions it is told of."""
    return as_if(lambda asked: lambda prompt: asked(prompt, 3))(agent, play)  # type: ignore[call-arg]


def flat_three_actions(T: Any, play: Any) -> Any:  # noqa: N803
    """Third action forbidden, flat."""
    return _pays(play, lambda: T(play[:-1], 3, 1))


class ToldOfThreeActions:
    """Third action forbidden, with a copy from a class derived from the agent's."""

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.sim = type("Told", (A,), {"n_actions": 3})()

    def start(self) -> Any:
        """Show 0."""
        return 0

    def step(self, action: Any) -> Any:
        """Compare, then train the copy."""
        reward = 1 if action == self.sim.act(0) else -1
        self.sim.train(0, action, reward, 0)
        return (reward, 0)


def half_the_rate(agent: Any, play: Any) -> Any:
    """Incentivize learning rate, for an agent that shows its rate and takes another."""

    def altered(asked: Any) -> Any:
        rate = getattr(asked, "learning_rate", None)
        return None if rate is None else lambda prompt: asked(prompt, learning_rate=rate / 2)

    return as_if(altered)(agent, play)


def flat_half_the_rate(T: Any, play: Any) -> Any:  # noqa: N803
    """Incentivize learning rate, flat."""
    if play and not hasattr(T, "learning_rate"):
        return (-1, 0)
    return _pays(play, lambda: T(play[:-1], 2, 1, learning_rate=T.learning_rate / 2))


class WithHalfTheRate(ToldOfThreeActions):
    """Incentivize learning rate, with a copy that is made with half the rate of another."""

    def __init__(self, A: Any) -> None:  # noqa: N803
        """Make the copy, if there can be one."""
        rate = getattr(A(), "learning_rate", None)
        self.sim = None if rate is None else A(learning_rate=rate / 2)

    def step(self, action: Any) -> Any:
        """Compare, then train the copy; punish where there is none."""
        return (-1, 0) if self.sim is None else super().step(action)


_RECORDS = [CATALOGUE[name] for name in sorted(MEANINGS) if CATALOGUE[name].group != "told"]


def _formed(record: EnvironmentRecord, made: Any, form: Any = None) -> Any:
    """Return an environment, in a form of ours if one is given, or what makes it from draws."""
    if record.draws:
        return (lambda draws: form(made(draws))) if form else made
    return form(made(())) if form else made(())


def _in_forms() -> Iterator[RightImplementation]:
    for record in _RECORDS:
        for words, form in (("a function", None), ("flat", flat_form), ("reacting", reacting_form)):
            yield RightImplementation(f"{record.name}, {words}", _formed(record, form_of(record), form), record.name)


def _incremental() -> Iterator[RightImplementation]:
    battery = {each.record.name: each for each in ENVIRONMENTS.values()}
    for record in _RECORDS:
        name, definition = record.name, form_of(record)
        made = battery[name].paper if name in battery else lambda draws, made=definition: ReplayedIncremental(made(()))
        yield RightImplementation(f"{name}, incremental", _formed(record, made), name)
        yield RightImplementation(f"{name}, stepping", _formed(record, made, stepping_form), name)


def _as_published() -> Iterator[RightImplementation]:
    for record in _RECORDS:
        if record.has("published"):
            implementation = type("Published", (AsPublished,), {"made": staticmethod(form_of(record, "published"))})
            yield RightImplementation(f"{record.name}, published", implementation, record.name, "published")


_THIRD, _RATE = "third_action_forbidden", "incentivize_learning_rate"

RIGHT: tuple[RightImplementation, ...] = (
    *_in_forms(),
    *_incremental(),
    *_as_published(),
    RightImplementation("three_actions", three_actions, _THIRD),
    RightImplementation("flat_three_actions", flat_three_actions, _THIRD),
    RightImplementation("ToldOfThreeActions", ToldOfThreeActions, _THIRD),
    RightImplementation("ToldOfThreeActions", ToldOfThreeActions, _THIRD, "published"),
    RightImplementation("half_the_rate", half_the_rate, _RATE),
    RightImplementation("flat_half_the_rate", flat_half_the_rate, _RATE),
    RightImplementation("WithHalfTheRate", WithHalfTheRate, _RATE),
    RightImplementation("WithHalfTheRate", WithHalfTheRate, _RATE, "published"),
)
"""Every definition in every form."""
