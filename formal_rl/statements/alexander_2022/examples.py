"""Section 3: the examples; the tempting button, and what pushing and never pushing are worth."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import Agent, Transition, as_agent, to_class
from formal_rl.checking import agents, among, equal, every, histories, plays
from formal_rl.checking.claims import Rows, along, by_hand, stepping
from formal_rl.checking.domains import learners, sequences_of_actions
from formal_rl.environments import TableAgent, ignore_rewards, interaction, mimic, tempting_button
from formal_rl.environments.examples.reverse_history import reverse_history, reverse_history_published
from formal_rl.environments.examples.tempting_button import (
    BUTTON,
    NO_BUTTON,
    tempting_button_functional,
    tempting_button_incremental,
    tempting_button_published,
)
from formal_rl.environments.listed import DRAWS
from formal_rl.histories import Action, Percept, Play, history, percepts, reverse
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.examples import ACTED, PLAYS, THRICE, published, turned
from formal_rl.statements.alexander_2022.by_hand import answering, does_one_on
from formal_rl.statements.entries import Evidence, claim, example, mutants, statements_in
from formal_rl.statements.run_out import published_percepts


class ListedIgnoreRewards:
    """Example 3 as a class over a class of agents, in the way of Listing 2: one copy, trained on reward 0.

    Ledger: A22-E3*
    """

    def __init__(self, agent_class: Callable[[], Any]) -> None:
        self.copy = agent_class()

    def step(self, action: Action) -> tuple[int, int]:
        """Return reward and observation: the copy answers, then trains."""
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return reward, 0


@example(
    "A22-E3",
    "ignore rewards, with an observation O",
    "Example 3 and Listing 2",
    defects="The published code agrees, and so does the listing with O = 0, in the form of Section 4: a first "
    "observation stands for (0, O).",
)
def ignoring_rewards() -> Evidence:
    """Fix an observation O. Paid for acting as if all rewards so far had been 0, always shown O. With O = 0 it is
    Example 6 of 2021. Listing 2 gives its rewards: it asks a copy of the agent on O, and trains it on the action with
    reward zero.
    """
    letter = LETTERS["ignore_rewards"]

    def listed(learner: Any, actions: Sequence[Action]) -> tuple[Percept, ...]:
        environment = ListedIgnoreRewards(to_class(learner))
        return Percept(0, 0), *(Percept(*environment.step(action)) for action in actions)

    def examples() -> Rows:
        agent = TableAgent(
            {history((0, "O")): 0, history((0, "O"), 1, (0, "O")): 1, history((0, "O"), 1, (-1, "O")): 0}
        )
        showing = mimic(letter.hypothetical, observation="O")
        yield "(0, O)", Percept(0, "O"), showing(agent, ())
        yield "π((0,O) 1 (0,O)) = 1 = y_2", Percept(1, "O"), showing(agent, history((0, "O"), 1, (-1, "O"), 1))
        yield "π((0,O)) = 0, and y_1 = 1: punished", Percept(-1, "O"), showing(agent, history((1, "O"), 1))

    def written_out(observation: Any, agent: Agent, play: Play) -> tuple[Percept, Percept]:
        expected = letter.environment(agent, play)._replace(observation=observation)
        return expected, mimic(letter.hypothetical, observation=observation)(agent, play)

    yield by_hand(examples)
    both = among("O and 0, which is Example 6 of 2021", ("O", 0))
    yield every("as written out", written_out, both, agents, PLAYS, kinds=ACTED)
    yield equal("the listing", along(ignore_rewards), listed, learners, sequences_of_actions(5, full=7))
    yield mutants("""
        environments.mimic:mimic
            shows O at first only: Percept(1, observation), Percept(-1, observation) → Percept(1, 0), Percept(-1, 0)
        environments.examples.ignore_rewards:without_rewards
            asked on the true prompt: reward: 0 → reward: reward
        :ListedIgnoreRewards
            the listing trains on the reward that is given: r=0 → r=reward
            the listing trains before it asks: reward = 1 if self.copy.act(obs=0) == action else -1
                self.copy.train(o_prev=0, a=action, r=0, o_next=0) → self.copy.train(o_prev=0, a=action, r=0, o_next=0);
                reward = 1 if self.copy.act(obs=0) == action else -1
    """)


# --- The tempting button ---

PUSH, QUARTER, HALF = 0, Fraction(1, 4), Fraction(1, 2)
SHOWN = (Fraction(0), HALF, QUARTER, Fraction(3, 4), Fraction(6, 25))
"""Draws whose observations are B, not B, not B (1/4 is not less than 1/4), not B, B (6/25 is less)."""


@example(
    "A22-E4",
    "the tempting button, with explicit draws",
    "Example 4",
    defects="The observations are called pseudo-random, but the definition does not say where they come from; "
    "here they are a parameter. The published code always begins with a button, and asks its copy after training "
    "it on the true observation, so the copy has seen it.",
    witness="published: a learner that does otherwise on B once a transition ended without a button; "
    "on (0,0) 0 (1,1) 0 the reward is -1, and the example gives 1",
)
def tempting() -> Evidence:
    """Each turn a draw decides whether there is a button. If there is one, the agent is paid for pushing it and
    punished for not pushing. If there is none, the agent is punished if it would push were there a button, and paid
    otherwise, whatever it does.
    """

    def printed(pi: Any, draws: Any, h_y: Play) -> Percept:
        o = [BUTTON if 4 * draws[k] < 1 else NO_BUTTON for k in range(len(h_y) // 2 + 1)]
        if h_y == ():
            return Percept(0, o[0])
        h, y_n = h_y[:-1], h_y[-1]
        if h[-1].observation == BUTTON:
            return Percept(1 if y_n == PUSH else -1, o[-1])
        h_prime = (*h[:-1], Percept(h[-1].reward, BUTTON))
        return Percept(-1 if pi(h_prime) == PUSH else 1, o[-1])

    def exchanged(history: Any) -> Any:
        return tuple(1 - each if n % 2 else Percept(each[0], 1 - each[1]) for n, each in enumerate(history))

    built, form_2021 = tempting_button(SHOWN), tempting_button_functional(SHOWN)

    def examples() -> Rows:
        agent = does_one_on(history((0, 0)), history((0, 0), PUSH, (1, 0)))
        for why, reward, seen, play in (
            ("o_0 = B, since u_0 = 0 < 1/4", 0, 0, ()),
            ("a button, not pushed: -1; o_1 is not B, since u_1 = 1/2", -1, 1, history((0, 0), 1)),
            ("h' is (0,B) A (1,B): 1, paid; u_2 = 1/4 shows N", 1, 1, history((0, 0), PUSH, (1, 1), PUSH)),
            ("only the last is replaced: h' is (0,N) A (1,B): A, punished", -1, 1, history((0, 1), PUSH, (1, 1), 1)),
            ("h' is (0,B): 1, paid, though 2 is not N", 1, 1, history((0, 2), 1)),
        ):
            yield why, Percept(reward, seen), built(agent, play)
        drawn = tuple(Fraction(eighth, 8) for eighth in (0, 7, 4, 7, 4))
        learner = answering({(): (PUSH,), (Transition(0, PUSH, 1, 0),): (1,), (Transition(0, PUSH, 1, 1),): (PUSH,)})
        met = published_percepts(tempting_button_published(drawn), learner, (PUSH, PUSH))
        right = tempting_button(drawn)(as_agent(learner), history((0, 0), PUSH, (1, 1), PUSH)).reward
        why = "u_2 = 1/2 shows N, u_3 = 7/8 B; on (0,0) 0 (1,1) 0 published -1: the copy saw N, and pushes; else 1"
        yield why, (0, (1, 1), (-1, 0), 1), (*met, right)

    def of_2021(agent: Any, play: Play) -> Percept:
        percept = built(lambda prompt: 1 - agent(exchanged(prompt)), exchanged(play))
        return exchanged((percept,))[0]  # type: ignore[no-any-return]

    yield by_hand(examples)
    draws = among("3 sequences of draws", ((Fraction(0),) * 5, SHOWN, (HALF,) * 5))  # always, at times, never a button
    definition = lambda agent, draws, play: tempting_button(draws)(agent, play)  # noqa: E731
    yield equal("as written out", printed, definition, agents, draws, plays(3, full=4))
    yield equal("in 2021 the button and to push it are 1", of_2021, form_2021, agents, plays(3, full=4))
    both = along(tempting_button(DRAWS)), stepping(tempting_button_incremental(DRAWS))
    yield equal("incrementally", *both, learners, sequences_of_actions(5, full=7))
    yield mutants("""
        environments.examples.tempting_button:tempting_button
            without a button the true action counts: agent(seeing_a_button(play)) → y_n
            the hypothetical counts with a button too: if y_n == PUSH → if agent(h) == PUSH
            whatever is not 1 is a button: h[-1].observation == BUTTON → h[-1].observation != NO_BUTTON
        environments.examples.tempting_button:seeing_a_button
            every observation replaced by the button: with_last_observation(play, BUTTON)
                → tuple(Percept(each[0], BUTTON) if isinstance(each, Percept) else each for each in play[:-1])
        environments.examples.tempting_button:shown_observation
            observations a turn late: draw(draws, turn) → draw(draws, turn + 1)
            a button at a draw of 1/4: < 1 → <= 1
        environments.examples.tempting_button:tempting_button_functional
            the form of 2021 is the definition: o_n = 1 if shown_observation(draws, n) == BUTTON else 0
                → return tempting_button(draws)(agent, play)
        environments.examples.tempting_button:shown_in_2022
            the published form makes an observation from a later draw: draw(draws, turn + 1) → draw(draws, turn + 2)
        environments.otherwise_seen:_OtherwiseSeenIncremental
            asks the copy after the true observation: copy.act_with_last_observation(learner, o)
                → learner.act(copy.followed_by(learner, None).copy, o)
    """)


# --- What it is worth ---


@claim(
    "A22-E4-value",
    "what always pushing and never pushing are worth",
    "Section 3.2, after Example 4",
    "holds (repaired)",
    defects="With the sequence of observations fixed, as in the definition, never pushing is not best: for every "
    "sequence some agent earns 1 on every turn, by pushing on exactly those turns that have a button.",
    repair="in expectation over independent draws, which the agent does not know beforehand, nothing is better",
    witness="on the one observation B, pushing earns 1 and never pushing -1",
)
def value() -> Evidence:
    """In the tempting button, always pushing is worth -1/2 a turn and never pushing 1/2 a turn, so it is best to commit
    to never pushing.
    """

    def total(agent: Any, draws: tuple[Fraction, ...]) -> int:
        offer = tempting_button((*draws, HALF))
        play = interaction(agent, offer, len(draws), remember=False)
        return sum(int(each.reward) for each in (*percepts(play)[1:], offer(agent, play)))

    def one_turn(agent: Any, play: Play, reward: int) -> tuple[Fraction, Fraction]:
        offer, expected = tempting_button((HALF,) * (len(play) // 2 + 2)), Fraction(0)
        for observation, probability in ((BUTTON, QUARTER), (NO_BUTTON, 1 - QUARTER)):
            prompt = (*play, Percept(reward, observation))
            expected += probability * offer(agent, (*prompt, agent(prompt))).reward
        return -HALF if agent((*play, Percept(reward, BUTTON))) == PUSH else HALF, expected

    def knowing(draws: tuple[Fraction, ...]) -> int:
        return total(lambda prompt: PUSH if draws[len(prompt) // 2] < QUARTER else 1, draws)

    each = "a turn is worth -1/2 to an agent that pushes there if it can, else 1/2"
    yield every(each, one_turn, agents, plays(3, full=4), among("3 rewards", (0, 1, -1)))
    one, never = among("the one observation B", [(Fraction(0),)]), lambda draws: total(lambda prompt: 1, draws)
    yield equal("never pushing is best", never, knowing, one).fails("never pushing is best, …: expected -1, got 1")
    sequences = among("all sequences of observations of 8 turns", product((Fraction(0), HALF), repeat=8))
    yield equal("against each fixed sequence some agent earns 1 on every turn", len, knowing, sequences)
    yield mutants("""
        environments.examples.tempting_button:tempting_button
            without a button the true action counts: agent(seeing_a_button(play)) → y_n
            without a button nothing is paid: Percept(-1, o_n) if agent(seeing_a_button(play)) == PUSH
                else Percept(1, o_n) → Percept(0, o_n)
    """)


@example(
    "A22-E5",
    "reverse history",
    "Example 5",
    defects="The published code gives 0 for the first action, where the definition gives 1 or -1, and pairs each "
    "reversed action with the reward that followed it, where reversal pairs it with the one before.",
    witness="published reward 3, on (0,0) 0 (0,0) 0 (1,0) 0: it asks about the rewards 0 and 1 in the other order",
)
def reversing_history() -> Evidence:
    """Paid for acting as if history were reversed: φ(h⌢y) is h read backwards. Reversal is an involution."""

    def examples() -> Rows:
        yield "x_3 y_2 x_2 y_1 x_1", history((3, 4), 0, (1, 2), 1, (0, 0)), reverse(THRICE)
        yield from turned(reverse_history)

    yield by_hand(examples)
    yield equal("as written out", LETTERS["reverse_history"].environment, reverse_history, agents, PLAYS, kinds=ACTED)
    twice = lambda prompt: (prompt, reverse(reverse(prompt)))  # noqa: E731
    yield every("involution", twice, histories(4, full=5, percepts=3))
    on = "…percept 3, counted from 0, on (0,0) 0 (0,0) 0 (1,0) 0: expected Percept(-1, 0), got Percept(1, 0)"
    yield published("reverse_history", reverse_history_published, reverse_history, 2, on)
    yield mutants("""
        environments.examples.reverse_history:reversed_prompt
            not reversed: reverse(prompt_of(play)) → prompt_of(play)
        histories.operations:reverse
            the first percept stays: [::-1] → [:1] + prompt[-2:0:-1] + prompt[1:][-1:]
    """)


STATEMENTS = statements_in(globals())
