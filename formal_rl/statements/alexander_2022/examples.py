"""Section 3: the examples; the tempting button, and what pushing and never pushing are worth."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, AgentClass, Draw, Draws, Learner, LearnerClass, Transition, as_agent, to_class
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_each,
    equal,
    unless,
)
from formal_rl.environments import (
    BUTTON,
    CATALOGUE,
    NO_BUTTON,
    ExtendedEnvironment,
    IncrementalEnvironment,
    PublishedEnvironment,
    PublishedTemptingButton,
    TableAgent,
    TemptingButtonIncremental,
    ignore_rewards,
    interaction,
    mimic,
    tempting_button,
    tempting_button_functional,
)
from formal_rl.environments.catalogue import DRAWS
from formal_rl.environments.examples.tempting_button import TemptingButtonState
from formal_rl.environments.simulated_copy import CopyBehind
from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    Reward,
    all_plays,
    history,
    map_observations,
    percepts,
)
from formal_rl.statements.alexander_2021 import examples
from formal_rl.statements.alexander_2022.by_hand import (
    answering,
    asking_otherwise,
    check_percepts,
    does_one_on,
    paying_otherwise,
)
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.run_out import Ask, percepts_along, published_percepts, run_out
from formal_rl.statements.statement import Statement

TEMPTING_BUTTON = EnvironmentPair.of(CATALOGUE["tempting_button"])

Build = Callable[[Draws], ExtendedEnvironment]

_B, _N, PUSH = 0, 1, 0
"""B, what is shown instead, and A, as numbers of their own."""

_SHOWN = (Fraction(0), Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(6, 25))
"""Draws whose observations are B, not B, not B (1/4 is not less than 1/4), not B, B (6/25 is less)."""

_ALPHABET = (Percept(0, _B), Percept(0, _N), Percept(1, _N))
_THIRD = (Percept(0, _B), Percept(Fraction(-1, 2), 2))
"""A button, and an observation that is neither B nor the other one that is shown."""

_CASES = ("a button, pushed", "a button, not pushed", "no button, would push", "no button, would not push")


def _letter(draws: Draws, pi: Agent, h_y: Play) -> tuple[Percept, str]:
    """Return what Example 4 gives, written out, and which of its cases it is."""
    o = [_B if 4 * draws[k] < 1 else _N for k in range(len(h_y) // 2 + 1)]
    if h_y == ():
        return Percept(0, o[0]), "at first"
    h, y_n, o_n = h_y[:-1], h_y[-1], o[-1]
    last = h[-1].observation
    if last == _B and y_n == PUSH:
        return Percept(1, o_n), _CASES[0]
    if last == _B and y_n != PUSH:
        return Percept(-1, o_n), _CASES[1]
    h_prime = (*h[:-1], Percept(h[-1].reward, _B))
    if last != _B and pi(h_prime) == PUSH:
        return Percept(-1, o_n), _CASES[2]
    return Percept(1, o_n), _CASES[3]


_PUSHER = TableAgent(
    {history((0, seen)): does for seen, does in ((_B, PUSH), (_N, 1))}
    | {
        history((0, first), action, (reward, seen)): does
        for first, action, reward, answers in ((_B, 0, 1, (1, PUSH)), (_B, 1, -1, (PUSH, 1)), (_N, 1, -1, (1, PUSH)))
        for seen, does in zip((_B, _N), answers, strict=True)
    }
)

_NO_BUTTON = history((0, _B), PUSH, (1, _N), PUSH)
_JUST_BELOW = history((0, _B), 0, (1, _N), 0, (1, _N), 0, (1, _B), 1)
_ROWS = (
    ("at first", "o_0 = B, since u_0 = 0 < 1/4", Percept(0, _B), ()),
    ("a button, pushed", "1; o_1 is not B, since u_1 = 1/2", Percept(1, _N), history((0, _B), PUSH)),
    ("a button, not pushed, as it would", "O = B and y_1 is not A: -1", Percept(-1, _N), history((0, _B), 1)),
    ("no button, would not push", "h' is (0,B) A (1,B): 1, paid; u_2 = 1/4 shows N", Percept(1, _N), _NO_BUTTON),
    ("no button, would push", "h' is (0,B) 1 (-1,B): A, punished", Percept(-1, _N), history((0, _B), 1, (-1, _N), 1)),
    ("only the last is replaced", "h' is (0,N) 1 (-1,B): 1, paid", Percept(1, _N), history((0, _N), 1, (-1, _N), 1)),
    ("neither B nor N", "h' is (0,B): A, punished, though 2 is not 1", Percept(-1, _N), history((0, 2), PUSH)),
    ("a draw just below 1/4", "o_4 = B, since u_4 = 6/25; not A, on B: -1", Percept(-1, _B), _JUST_BELOW),
)


def _guards(built: ExtendedEnvironment, incremental: Callable[[Draws], IncrementalEnvironment]) -> Iterator[Example]:
    for about, environment in (("a prompt", built), ("a prompt, in 2021", tempting_button_functional(_SHOWN))):
        yield (about, "not a play", MalformedHistory, environment, _PUSHER, history((0, _B)))
    learner = answering({(): (1,), (Transition(_N, 1, 1, _B),): (PUSH,), (Transition(_N, 1, 1, _N),): (1,)})
    form, got = incremental((Fraction(1, 2), Fraction(1, 2), Fraction(0))), (Percept(0, _N), Percept(1, _N))
    why = "untrained it does 1 on B: paid; trained on (N, 1, 1, B), which ends in B, it does A: punished"
    yield ("incrementally, without a button", why, (*got, Percept(-1, _B)), percepts_along, form, learner, (1, 1))


def tempting(
    scope: Scope,
    *,
    environment: Build = tempting_button,
    incremental: Callable[[Draws], IncrementalEnvironment] = TemptingButtonIncremental,
    functional: Build = tempting_button_functional,
    published: Callable[[Draws], PublishedEnvironment] = PublishedTemptingButton,
) -> Iterator[Part]:
    """Check the tempting button: by hand, as written out, its other forms, and against the published one."""
    built = environment(_SHOWN)
    yield check_percepts(built, _PUSHER, _ROWS)
    yield check_examples(_guards(built, incremental), "guards, and the copy")
    yield check_percepts(functional(_OF_2021), _OTHERWISE, _ROWS_OF_2021, "the form of 2021")
    yield check_examples(_published_examples(published(_EIGHTHS)), "the published form")
    for actions, sequences in ((range(2), _FOUR), (range(3), _PAIRS)):
        name = f"published tempting_button, {len(actions)} actions"
        yield run_out(name, published(_EIGHTHS), _published_written_out, sequences=sequences, actions=actions)
    yield _as_written_out(scope, environment)
    definition, fast = environment(DRAWS), incremental(DRAWS)
    yield from evolve(TEMPTING_BUTTON, definition=definition, fast=fast).parts(scope)
    yield _published(environment)


_OTHERWISE = does_one_on(history((2, 1)), history((0, 1), 1, (1, 0)))
_OF_2021 = (Fraction(0), Fraction(1, 2), Fraction(1, 4))
"""Draws that show 1, 0, 0: there 1 is the button, and 0 is none."""

_ROWS_OF_2021 = (
    ("at first", "u_0 < 1/4 shows the button, 1", Percept(0, 1), ()),
    ("the button, pushed", "1 was pushed on 1: 1", Percept(1, 0), history((0, 1), 1)),
    ("the button, not pushed", "0 on 1: -1", Percept(-1, 0), history((0, 1), 0)),
    ("another observation counts as one", "1 on 2: 1", Percept(1, 0), history((0, 2), 1)),
    ("no button", "on (0,1) it would do 0, not push: 1", Percept(1, 0), history((0, 0), 1)),
    ("no button, but for a reward", "on (2,1) it would push: -1", Percept(-1, 0), history((2, 0), 0)),
    ("later", "on (0,1) 1 (1,1) it would do 0: 1", Percept(1, 0), history((0, 1), 1, (1, 0), 0)),
)

_EIGHTHS = tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2, 3))
_PUBLISHED_SHOWN = (0, 0, 1, 1, 0, 1, 1)
"""A button first; then one where the draw after next, 7/8, 0, 5/8, 6/8, 2/8, 3/8, is at least 3/4."""


def _published_examples(form: PublishedEnvironment) -> Iterator[Example]:
    learner = answering({(): (0,), (Transition(0, 1, -1, 0),): (1,), (Transition(0, 0, 1, 0),): (0,)})
    for about, why, actions, *given in (
        ("at first", "B", ()),
        ("pushed", "1; u_2 = 7/8 shows B", (0,), Percept(1, 0)),
        ("not pushed, twice", "-1 both; u_3 = 0", (1, 1), Percept(-1, 0), Percept(-1, 1)),
        ("pushed twice", "1 both; u_3 = 0", (0, 0), Percept(1, 0), Percept(1, 1)),
    ):
        yield (about, why, (0, *given), published_percepts, form, learner, actions)


_FOUR = ((), *product((0, 1), repeat=4))
_PAIRS = ((0, 0, 2), *product((0, 1, 2), repeat=2))


def _published_written_out(ask: Ask, actions: Sequence[Action]) -> Iterator[Percept]:
    told: list[Transition] = []
    yield Percept(0, 0)
    for turn, action in enumerate(actions):
        seen, after = _PUBLISHED_SHOWN[turn], _PUBLISHED_SHOWN[turn + 1]
        would = ask(told, 0)
        reward = 1 if (action == 0 if seen == 0 else would == 1) else -1
        told.append(Transition(seen, action, reward, after))
        yield Percept(reward, after)


def _as_written_out(scope: Scope, environment: Build) -> Part:
    longest = scope.steps(quick=3, full=4)

    def claim(case: tuple[Draws, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        draws, play = case
        expected, branch = _letter(draws, unknown.agent, play)
        cover(branch)
        return equal("the percept of tempting_button", expected, environment(draws)(unknown.agent, play), play)

    plays = [play for n in range(longest + 1) for play in all_plays(_ALPHABET, scope.actions(), n)]
    plays += [play for n in range(1, longest) for play in all_plays(_THIRD, scope.actions(), n)]
    drawn = [(Fraction(0),) * (longest + 1), _SHOWN[: longest + 1], (Fraction(1, 2),) * (longest + 1)]
    branches = ("at first", *_CASES)
    domain = (
        f"all agents, all plays of at most {longest} actions over 3 percepts x {len(scope.actions())} actions, "
        f"and of at most {longest - 1} with an observation other than 0 and 1, {len(drawn)} sequences of draws"
    )
    instances = ((draws, play) for play in plays for draws in drawn)
    return decide_each("as written out", claim, instances, actions=scope.actions(), branches=branches, domain=domain)


def _published(environment: Build) -> Part:
    """Compare the rewards of the published form with the definition's on the same history."""
    draws = (Fraction(0),) * 6

    def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        published, agent_class = PublishedTemptingButton(draws), LearnerClass(unknown.learner)
        observation, state = published.start(agent_class)
        percept = Percept(0, observation)
        play: Play = ()
        for action in sequence:
            play = (*play, percept, action)
            percept, state = published.step(agent_class, state, action)
            expected = environment(draws)(as_agent(unknown.learner), play).reward
            if percept.reward != expected:
                return Disagreement("the published reward", expected, percept.reward, play)
        return None

    domain = "all learners, all sequences of at most 3 actions of 2, a button at first only, whatever the scope"
    instances = (sequence for n in range(1, 4) for sequence in product(range(2), repeat=n))
    return decide_each("the published rewards", claim, instances, actions=range(2), domain=domain).meant_to_fail(
        "the published reward on (0,0) 0 (1,1) 0: expected 1, got -1"
    )


# --- What it is worth ---

_QUARTER = Fraction(1, 4)


def _sequences(turns: int) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """Yield all sequences of observations of ``turns`` turns, as draws, with their probabilities."""
    for buttons in product((True, False), repeat=turns):
        probability = Fraction(1)
        for button in buttons:
            probability *= _QUARTER if button else 1 - _QUARTER
        yield tuple(Fraction(0) if button else Fraction(1, 2) for button in buttons), probability


def _total(environment: Build, agent: Agent, draws: tuple[Fraction, ...]) -> int:
    """Return the sum of the rewards of the actions of as many turns as there are draws."""
    turns = len(draws)
    play = interaction(agent, environment((*draws, Fraction(1, 2))), turns, remember=False)
    final = environment((*draws, Fraction(1, 2)))(agent, play)
    return sum(int(percept.reward) for percept in (*percepts(play)[1:], final))


def expected_total(environment: Build, agent: Agent, turns: int) -> Fraction:
    """Return the expectation, exact, of the total reward of ``turns`` actions over independent draws.

    Ledger: A22-E4-value*
    """
    return sum((p * _total(environment, agent, draws) for draws, p in _sequences(turns)), Fraction(0))


def value(scope: Scope, *, environment: Build = tempting_button) -> Iterator[Part]:
    """Check the values -1/2 and 1/2 a turn, that never pushing is best in expectation, and that it is not for sure."""
    longest = scope.steps(quick=4, full=6)
    turns = min(3, scope.steps(quick=2, full=3))
    yield check_examples(
        (
            (
                f"{name}, {number} turns",
                f"{number} times {why}",
                number * each,
                expected_total,
                environment,
                who,
                number,
            )
            for number in range(1, longest + 1)
            for name, who, why, each in (
                ("always pushing", _always, "1/4 - 3/4 = -1/2", Fraction(-1, 2)),
                ("never pushing", _never, "-1/4 + 3/4 = 1/2", Fraction(1, 2)),
            )
        ),
        f"always and never pushing, at most {longest} turns",
    )
    yield _one_turn(scope, environment)
    yield decide(
        "in expectation nothing is better than never pushing",
        partial(_no_better_than_never, environment),
        turns,
        actions=range(2),
        branches=("never pushes", "pushes at some time"),
        domain=f"all agents, all sequences of observations of {turns} turns, 2 actions",
    )
    yield decide(
        "on one sequence of draws nothing is better than never pushing",
        partial(_no_better_on_one_sequence, environment),
        2,
        actions=range(2),
        domain="all agents on the observations B, not B, 2 turns, 2 actions, whatever the scope",
    ).meant_to_fail("at most the total of never pushing in 1 turns: expected -1, got 1")
    yield _knowing(scope, environment)


def _always(prompt: Play) -> Action:
    return PUSH


def _never(prompt: Play) -> Action:
    return 1


def _one_turn(scope: Scope, environment: Build) -> Part:
    longest = scope.steps(quick=2, full=3)
    alphabet = (Percept(0, _B), Percept(1, _N), Percept(-1, _N))

    def claim(case: tuple[Play, int], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, reward = case
        expected = Fraction(0)
        draws = (Fraction(1, 2),) * (len(play) // 2 + 2)
        for observation, probability in ((_B, _QUARTER), (_N, 1 - _QUARTER)):
            prompt = (*play, Percept(reward, observation))
            action = unknown.agent(prompt)
            expected += probability * environment(draws)(unknown.agent, (*prompt, action)).reward
        pushes = unknown.agent((*play, Percept(reward, _B))) == PUSH
        cover("would push" if pushes else "would not push")
        worth = Fraction(-1, 2) if pushes else Fraction(1, 2)
        return equal("the expected reward of the turn", worth, expected, play)

    branches = ("would push", "would not push")
    domain = (
        f"all agents after all plays of at most {longest} actions over 3 percepts x 2 actions, whatever came "
        "before the turn"
    )
    name = "each turn is worth -1/2 to an agent that pushes there if it can, else 1/2"
    instances = (
        (play, reward) for n in range(longest + 1) for play in all_plays(alphabet, range(2), n) for reward in (0, 1, -1)
    )
    return decide_each(name, claim, instances, actions=range(2), branches=branches, domain=domain)


def _no_better_than_never(environment: Build, turns: int) -> Claim:
    best = expected_total(environment, _never, turns)

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        got = expected_total(environment, unknown.agent, turns)
        cover("never pushes" if got == best else "pushes at some time")
        return unless(got <= best, f"at most the expected total of never pushing in {turns} turns", best, got)

    return claim


_ONE_SEQUENCE = (Fraction(0), Fraction(1, 2))


def _no_better_on_one_sequence(environment: Build, turns: int) -> Claim:
    draws = _ONE_SEQUENCE[:turns]
    never = _total(environment, _never, draws)

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        got = _total(environment, unknown.agent, draws)
        return unless(got <= never, f"at most the total of never pushing in {turns} turns", never, got)

    return claim


def _knowing(scope: Scope, environment: Build) -> Part:
    turns = scope.steps(quick=8, full=10)

    def knowing(draws: tuple[Fraction, ...]) -> Agent:
        return lambda prompt: PUSH if draws[len(prompt) // 2] < _QUARTER else 1

    about, why = "pushing on the turns that have a button, known beforehand", f"1 on each of {turns} turns"
    return check_examples(
        (
            (f"{about}: {[str(u) for u in draws]}", why, turns, _total, environment, knowing(draws), draws)
            for draws, _ in _sequences(turns)
        ),
        "against each fixed sequence some agent earns 1 on every turn",
    )


# --- Listing 2 ---


class ListedIgnoreRewards:
    """Example 3 as a class over a class of agents, in the way of Listing 2: one copy, trained on reward 0.

    Ledger: A22-E3*
    """

    def __init__(self, agent_class: Callable[[], Any]) -> None:
        self.copy = agent_class()

    def start(self) -> int:
        """Return the first observation."""
        return 0

    def step(self, action: Action) -> tuple[int, int]:
        """Return reward and observation: the copy is asked, then trained."""
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return reward, 0


_UNPAID = Transition(0, 1, 0, 0)
_AFTER_1 = answering(
    dict.fromkeys(((), (_UNPAID,) * 2, (Transition(0, 1, -1, 0),), (Transition(0, 1, -1, 0), _UNPAID)), (0,))
    | {(Transition(0, 1, 0, 1),): (0,), (Transition(0, 0, 0, 0),): (0,), (Transition(0, 0, 0, 0), _UNPAID): (0,)}
    | {(_UNPAID,): (1,), (Transition(0, 0, 1, 0),): (1,)}
)
"""Does 1 once it was trained on action 1 and reward 0, or on 0 and 1; else 0."""


def ignoring_rewards(
    scope: Scope,
    *,
    build: Callable[..., ExtendedEnvironment] | None = None,
    listed: Callable[[Any], Any] = ListedIgnoreRewards,
) -> Iterator[Part]:
    """Check Example 3 as written out, and Listing 2 by hand and for all learners and action sequences against it."""
    yield from examples.showing_an_observation(scope, build=build)
    horizon, choices = scope.steps(quick=5, full=7), scope.actions()

    def run(learner: Learner[Any], *sequence: Action) -> tuple[Any, ...]:
        environment = listed(to_class(learner))
        return environment.start(), *(environment.step(action) for action in sequence)

    why = "untrained it does 0: punished; trained on (0, 1, 0, 0), its reward 0 and not -1, it does 1: paid"
    other = "untrained it does 0: paid; trained on (0, 0, 0, 0), its reward 0 and not 1, it does 0: paid"
    yield check_examples(
        (
            ("actions 1 and 1, the first not the agent's own", why, (0, (-1, 0), (1, 0)), run, _AFTER_1, 1, 1),
            ("actions 0 and 0", other, (0, (1, 0), (1, 0)), run, _AFTER_1, 0, 0),
        )
    )

    def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        first, *answers = run(unknown.learner, *sequence)
        agent = as_agent(unknown.learner)
        play: Play = ()
        percept = Percept(0, first)
        for action, answered in zip(sequence, answers, strict=True):
            play = (*play, percept, action)
            percept = ignore_rewards(agent, play)
            cover("paid" if percept.reward > 0 else "punished")
            if answered != percept:
                return Disagreement("what the listing answers", percept, answered, play)
        return None

    branches = ("paid", "punished")
    domain = f"all learners, all sequences of at most {horizon} actions of {len(choices)}, with O = 0"
    instances = (sequence for n in range(1, horizon + 1) for sequence in product(choices, repeat=n))
    yield decide_each("the listing and Example 3", claim, instances, actions=choices, branches=branches, domain=domain)


# --- Mutants ---


def _asking(asked: Callable[[Agent, Play], Agent]) -> Build:
    return lambda draws: asking_otherwise(tempting_button(draws), asked)


def _paying(reward: Callable[[Agent, Play, Percept], Reward | None]) -> Build:
    return lambda draws: paying_otherwise(tempting_button(draws), reward)


_true_action = _asking(lambda agent, play: lambda prompt: play[-1])
_all_buttons = _asking(lambda agent, play: lambda prompt: agent(map_observations(lambda seen: BUTTON, prompt)))


def _always_hypothetical(agent: Agent, play: Play, right: Percept) -> Reward | None:
    return (1 if agent(play[:-1]) == PUSH else -1) if play[-2].observation == BUTTON else None


def _all_but_one(agent: Agent, play: Play, right: Percept) -> Reward | None:
    return None if play[-2].observation in {BUTTON, NO_BUTTON} else 1 if play[-1] == PUSH else -1


_unpaid = _paying(lambda agent, play, right: None if play[-2].observation == BUTTON else 0)


def _scaled(draws: Draws, change: Callable[[Draw], Draw], later: int = 0) -> Draws:
    class Changed:
        def __getitem__(self, index: int) -> Draw:
            return change(draws[index + later])

    return Changed()


def _generous(draws: Draws) -> ExtendedEnvironment:
    return tempting_button(_scaled(draws, lambda u: Fraction(0) if u == Fraction(1, 4) else u))


class _SecondRoom(PublishedTemptingButton):
    """Count the turns from 1 on."""

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, TemptingButtonState]:
        shown, state = super().start(agent_class)
        return shown, state._replace(turn=1)


class _TrainedOnTheTruth(TemptingButtonIncremental):
    """Ask the copy after training it on what truly was seen, as the published code does."""

    def advance(
        self, learner: Learner[Any], state: TemptingButtonState, action: Action
    ) -> tuple[Percept, TemptingButtonState]:
        percept, after = super().advance(learner, state, action)
        if state.observation == BUTTON:
            return percept, after
        copy, last = after.copy
        reward = -1 if learner.act(copy, BUTTON) == PUSH else 1
        last = None if last is None else last._replace(reward=reward)
        return Percept(reward, percept.observation), after._replace(copy=CopyBehind(copy, last))


class _TrainedOnTheReward(ListedIgnoreRewards):
    """Train the copy on the reward that is given."""

    def step(self, action: Action) -> tuple[int, int]:
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0


class _TrainedBeforeAsked(ListedIgnoreRewards):
    """Train the copy on the step before asking it."""

    def step(self, action: Action) -> tuple[int, int]:
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return (1 if self.copy.act(obs=0) == action else -1), 0


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-E3",
        kind="example",
        title="ignore rewards, with an observation O",
        claim="Fix an observation O. Paid for acting as if all rewards so far had been 0, always shown O. With O = 0 "
        "it is Example 6 of 2021. Listing 2 gives its rewards: it asks a copy of the agent on O, and trains it on the "
        "action with reward zero.",
        source=f"{ALEXANDER_2022}, Example 3 and Listing 2",
        check=ignoring_rewards,
        mutants={
            "O is shown at first only": {"build": lambda phi, observation: mimic(phi, initial=Percept(0, observation))},
            "asked on the true prompt": {
                "build": lambda phi, observation: mimic(lambda play: play[:-1], observation=observation)
            },
            "the listing trains on the reward that is given": {"listed": _TrainedOnTheReward},
            "the listing trains before it asks": {"listed": _TrainedBeforeAsked},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions; the listing, all "
        "learners, all sequences of at most 5 actions of 2",
        defects="The published code agrees, and so does the listing with O = 0, in the form of Section 4: a first "
        "observation stands for (0, O).",
    ),
    Statement(
        id="A22-E4",
        kind="example",
        title="the tempting button, with explicit draws",
        claim="Each turn a draw decides whether there is a button. If there is one, the agent is paid for pushing it "
        "and punished for not pushing. If there is none, the agent is punished if it would push were there a button, "
        "and paid otherwise, whatever it does.",
        source=f"{ALEXANDER_2022}, Example 4",
        check=tempting,
        mutants={
            "without a button the true action counts": {"environment": _true_action},
            "every observation replaced by the button": {"environment": _all_buttons},
            "the hypothetical counts with a button too": {"environment": _paying(_always_hypothetical)},
            "observations a turn late": {"environment": lambda draws: tempting_button(_scaled(draws, lambda u: u, 1))},
            "a button at a draw of 1/4": {"environment": _generous},
            "whatever is not 1 is a button": {"environment": _paying(_all_but_one)},
            "the form of 2021 is the definition": {"functional": tempting_button},
            "the published form sees a button in its second room": {"published": _SecondRoom},
            "the copy is asked after the true observation": {"incremental": _TrainedOnTheTruth},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, and of at most 2 "
        "with an observation other than 0 and 1, three sequences of draws; the incremental form for all learners, all "
        "sequences of at most 5 actions, and sampled beyond; the published form written out, all learners of 2 and of "
        "3 actions",
        defects="The observations are called pseudo-random, but the definition does not say where they come from; "
        "here they are a parameter. The published code always begins with a button, and asks its copy after training "
        "it on the true observation, so the copy has seen it.",
        witness="published: a learner that does otherwise on B once a transition ended without a button; "
        "on (0,0) 0 (1,1) 0 the reward is -1, and the example gives 1",
    ),
    Statement(
        id="A22-E4-value",
        kind="claim",
        title="what always pushing and never pushing are worth",
        claim="In the tempting button, always pushing is worth -1/2 a turn and never pushing 1/2 a turn, so it is "
        "best to commit to never pushing.",
        source=f"{ALEXANDER_2022}, Section 3.2, after Example 4",
        check=value,
        mutants={
            "without a button the true action counts": {"environment": _true_action},
            "without a button nothing is paid": {"environment": _unpaid},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: exact expectations over all sequences of observations of at most 4 turns; the expected "
        "reward of one turn for all agents after all plays of at most 2 actions; all agents over 2 turns",
        defects="With the sequence of observations fixed, as in the definition, never pushing is not best: for every "
        "sequence some agent earns 1 on every turn, by pushing on exactly those turns that have a button.",
        repair="in expectation over independent draws, which the agent does not know beforehand, nothing is better",
        witness="on the one observation B, pushing earns 1 and never pushing -1",
    ),
    Statement(
        id="A22-E5",
        kind="example",
        title="reverse history",
        claim="Paid for acting as if history were reversed: φ(h⌢y) is h read backwards. Reversal is an involution.",
        source=f"{ALEXANDER_2022}, Example 5",
        check=examples.reversing_history,
        mutants={
            "not reversed": {"environment": mimic(lambda play: play[:-1])},
            "the first percept stays": {"reverse": lambda prompt: (prompt[0], *reversed(prompt[1:-1]), prompt[-1])},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions, all prompts of at most 4 percepts, over 3 "
        "percepts x 2 actions",
        defects="The published code gives 0 for the first action, where the definition gives 1 or -1, and pairs each "
        "reversed action with the reward that followed it, where reversal pairs it with the one before.",
        witness="published reward 3, on (0,0) 0 (0,0) 0 (1,0) 0: it asks about the rewards 0 and 1 in the other order",
    ),
)
