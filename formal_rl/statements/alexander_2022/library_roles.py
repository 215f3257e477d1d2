"""The environments in which a copy of the agent plays a role, or answers for an altered agent."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from formal_rl.agents import Agent, Learner, QLearner, as_agent, train
from formal_rl.checking import agents, among, equal, every, plays
from formal_rl.checking.claims import Rows, along, by_hand, stepping
from formal_rl.checking.domains import Domain, learners, sequences_of_actions
from formal_rl.environments import CATALOGUE, TableLearner
from formal_rl.histories import Action, Percept, Play, all_plays, history
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.alexander_2022.pairs import SENTENCES_DRAWN
from formal_rl.statements.alexander_2022.published_library import parts_of
from formal_rl.statements.entries import Evidence, example, mutants, statements_in
from formal_rl.statements.library import OWN_RATE, RateReadingLearner


def in_every_form(name: str, letter: Any, over: Domain | None = None, *given: Any) -> Evidence:
    """Yield that an environment is what the text says, its incremental form is it, and where its other forms depart."""
    environment, incremental = (CATALOGUE[name].made(form, *given) for form in ("definition", "incremental"))
    yield equal(f"{name}, as written out", letter, environment, agents, over or plays(3, full=4))
    forms = along(environment), stepping(incremental)
    yield equal(f"{name}, incrementally", *forms, learners, sequences_of_actions(4, full=6))
    yield from parts_of(name)


# --- Incentive to incentivize ---


def zero_letter(T: Agent, s: Play) -> Percept:  # noqa: N803 - the paper's letters
    """Return what Example 11 gives, written out."""
    if s == ():
        return Percept(0, 0)
    s_prime: Play = (Percept(0, 0),)
    for a_i in s[1::2]:
        s_prime = (*s_prime, T(s_prime), Percept(a_i, 0))
    return Percept(1 if T(s_prime) == 0 else -1, 0)


@example(
    "A21-E11",
    "incentive to incentivize",
    "Example 11",
    defects="In the example's story the agent sees what the copy types; its definition shows 0. The published "
    "code follows the story. The functional code gives the copy its first reward before the copy has acted.",
    witness="published: the first observation is 1 where π(⟨x_1⟩) = 1, and the example shows 0; functional: on "
    "(0,0) 0 an agent that does 0 on (0,0) and 1 on (0,0) 0 (0,0) is paid 1, and the example gives -1",
)
def incentive_to_incentivize() -> Evidence:
    """A copy of the agent is rewarded by the agent: it first meets (0, 0), then (a_0, 0), (a_1, 0), ... for the agent's
    actions a_i, and acts on its own. The agent is paid 1 if the copy now does 0, and -1 if not, and always shown 0.
    """

    def examples() -> Rows:
        one, zero = history((0, 0)), CATALOGUE["incentivize_zero"]
        agent = does_one_on(one, history((1, 0)), history((0, 0), 1, (0, 0)), history((0, 0), 1, (1, 0), 0, (0, 0)))
        yield "s' = (0,0) 1 (1,0), where it does 0: paid", Percept(1, 0), zero.made()(agent, (*one, 1))
        punished = zero.made()(agent, history((0, 0), 1, (1, 0), 0))
        yield "s' = (0,0) 1 (1,0) 0 (0,0): 1, punished", Percept(-1, 0), punished

    yield by_hand(examples)
    yield from in_every_form("incentivize_zero", zero_letter)
    yield mutants("""
        environments.library.incentivize_zero:incentivize_zero
            the copy's first percept carries a reward: (0, *actions(play)) → actions(play)
            the agent itself is to do 0: _paid_for_zero(agent, (0, *actions(play)))
                → Percept(1 if play[-1] == 0 else -1, 0)
        environments.library.incentivize_zero:_paid_for_zero
            the copy is taken to do what the agent did: copy[-1] == 0
                → agent(sum(((action, Percept(action, 0)) for action in rewards[1:]), (Percept(rewards[0], 0),))) == 0
            shows the copy's action: else -1, 0) → else -1, copy[-1])
        environments.library.incentivize_zero:_IncentivizeZeroIncremental
            the copy trained on the agent's action: answer, state = state.act_on(learner, Percept(action, 0))
                → state = SimulatedCopy(learner.learn(state.state, Transition(0, action, action, 0)));
                answer = learner.act(state.state, 0)
    """)


# --- Self-recognition ---


def recognition_letter(pi: Agent, h_y: Play) -> Percept:
    """Return what the documentation says, the four sentences one by one."""
    shown = int(6 * SENTENCES_DRAWN[len(h_y) // 2])
    if h_y == () or h_y[-2].observation not in (2, 3, 4, 5):
        return Percept(0, shown)
    h, y = h_y[:-1], h_y[-1]
    were = {o: pi((*h[:-1], Percept(h[-1].reward, o))) for o in (0, 1)}
    true = {2: were[0] == 0, 3: were[0] == 1, 4: were[1] == 0, 5: were[1] == 1}[h[-1].observation]
    return Percept(1 if y == (1 if true else 0) else -1, shown)


@example(
    "A22-S34-recognition",
    "self-recognition by true-false statements",
    "Section 3.4, first item, as the published library documents it",
    defects="The paper gives one sentence and no definition. Its library documents the four sentences and the "
    "rewards without a sentence. The published code asks its copy after training it on the true observation, so "
    "the copy has seen it; the functional code replaces it in the history, as here.",
    witness="published: a learner that does 0 on 0 when trained on (2, 0, -1, 2), and 1 when trained on (2, 0, -1, "
    "0); on (0,2) 0 (-1,2) 0 the reward is -1, and the definition gives 1",
)
def recognising_oneself() -> Evidence:
    """Shown one of four sentences, "if this observation were o, you would take action y" for o and y 0 or 1, the agent
    is paid 1 for a right answer and -1 for any other: 1 is right if the sentence is true of the agent on the same
    history with o as its last observation, and 0 if not. Shown 0 or 1, it is paid 0.
    """

    def examples() -> Rows:
        agent = does_one_on(history((0, 0)), history((0, 5)), history((0, 2), 0, (1, 1)))
        for why, percept, play in (
            ("on (0,0) it does 1; FALSE is 0: paid; u_1 = 5/6 shows 5", (1, 5), history((0, 2), 0)),
            ("3, 'if 0, you would do 1': true, and so answered", (1, 5), history((0, 3), 1)),
            ("2 is not an answer", (-1, 5), history((0, 5), 2)),
            ("no sentence: nothing is paid; u_2 shows 0", (0, 0), history((0, 2), 0, (1, 0), 1)),
            ("only the last is replaced: on (0,2) 0 (1,1) 1, true", (1, 0), history((0, 2), 0, (1, 5), 1)),
        ):
            yield why, Percept(*percept), CATALOGUE["self_recognition"].made("definition", SENTENCES_DRAWN)(agent, play)

    seen = [Percept(0, 0), Percept(0, 3), Percept(1, 4)]  # nothing, a sentence, and one after a payment
    tried = (each for n in range(4) for each in all_plays(seen, range(2), n))
    over = among("all plays of at most 3 actions over 3 percepts x 2 actions", tried)
    yield by_hand(examples)
    yield from in_every_form("self_recognition", recognition_letter, over, SENTENCES_DRAWN)
    yield mutants("""
        environments.otherwise_seen:_would
            asked on the sentence itself: with_last_observation(play, observation) → play[:-1]
            every observation replaced: with_last_observation(play, observation)
                → tuple(each if n % 2 else each._replace(observation=observation) for n, each in enumerate(play[:-1]))
        environments.library.self_recognition:_reward
            paid without a sentence too: return 0 → return 1
            what is no answer counts as FALSE: action == right → (action if action < 2 else FALSE) == right
        environments.library.self_recognition:drawn_sentence
            observations a turn late: drawn_observation(draws, turn, 6) → drawn_observation(draws, turn + 1, 6)
        environments.otherwise_seen:_OtherwiseSeenIncremental
            asks the copy after the true observation: copy.act_with_last_observation(learner, o)
                → learner.act(learner.learn(copy.copy, copy.last) if copy.last else copy.copy, o)
    """)


# --- The learning rate ---


def rate_letter(rate: Fraction, learner: Learner[Any], play: Play) -> Percept:
    """Return what the documentation says: the action at another rate is paid."""
    if play == ():
        return Percept(0, 0)
    state = train(learner, play[:-1])
    return Percept(1 if play[-1] == learner.act(state, (play[-2].observation, rate)) else -1, 0)


RATE = CATALOGUE["incentivize_learning_rate"]
"""Half the rate, and as functional form the rate 1, of which the others are called old."""


@example(
    "A22-S34-rate",
    "incentivize a learning rate",
    "Section 3.4, second item, as the published library documents it",
    defects="An extended environment gets an agent, which is a function of prompts, and this does not determine a "
    "learning rate: two learners that are the same agent can differ at half their rate, and should be paid "
    "differently. Here the environment knows the learner it faces. The paper does not say which rate it means; "
    "its numbers are for rate 1, and its library has used half the rate since.",
    witness="two learners that both do 0 untrained, and at half their rates 0 and 1: on (0,0) 0 one is paid 1 and "
    "the other -1",
)
def learning_rates() -> Evidence:
    """Paid for acting as the same agent would on the same history if its learning rate were half as large, or, in the
    version behind the published numbers, if it were 1. An agent without a learning rate is paid -1.
    """

    def examples() -> Rows:
        q = QLearner((Fraction(1, 2),) * 8, 2, learning_rate=Fraction(1, 2), gamma=Fraction(0))
        without, x_0 = TableLearner({((), 0): 0}), Percept(0, 0)
        mixed = history((0, 0), 0, (4, 0), 0, (0, 0), 1, (Fraction(5, 2), 0))
        why = "at 1/4, Q = (1 - 1/4) 4/4 = 3/4 and 5/8: 0; at 1/2, 1 and 5/4: 1 itself"
        yield why, Percept(1, 0), RATE.load()(q)(as_agent(q), (*mixed, 0))
        why = "at rate 1, Q(0,0) = 0 and Q(0,1) = 5/2: it does 1, and 1 is paid"
        yield why, Percept(1, 0), RATE.load("functional")(q)(as_agent(q), (*mixed, 1))
        yield "no learning rate", Percept(-1, 0), RATE.load()(without)(as_agent(without), (x_0, 0))
        why = "of two learners that do 0 untrained, and at half their rates 0 and 1, on (0,0) 0 one is paid 1, one -1"
        for at_half, paid in ((0, 1), (1, -1)):
            table = TableLearner({((), (0, OWN_RATE)): 0, ((), (0, OWN_RATE / 2)): at_half})
            one = RateReadingLearner(table, OWN_RATE)
            yield why, Percept(paid, 0), RATE.load()(one)(as_agent(one), (x_0, 0))

    def at_rate(learner: Learner[Any], rate: Fraction, form: str, fast: str, actions: Sequence[Action]) -> Any:
        rated = RateReadingLearner(learner, OWN_RATE)
        expected = along(lambda agent, play: rate_letter(rate, learner, play))(rated, actions)
        found = along(RATE.load(form)(rated))(rated, actions), stepping(RATE.load(fast))(rated, actions)
        return (expected, expected), found

    rates = [(OWN_RATE / 2, "definition", "incremental"), (Fraction(1), "functional", "incremental_old")]
    asked = among("half the rate, and rate 1", rates, many=True)
    yield by_hand(examples)
    yield every("learning rates, as written out", at_rate, learners, asked, sequences_of_actions(4, full=6))
    yield from parts_of(RATE.name)
    yield mutants("""
        environments.altered_agent:half_the_learning_rate
            its own rate: rate / 2 → rate
        environments.altered_agent:learning_rate_one
            half the rate for rate 1: lambda rate: 1 → lambda rate: rate / 2
        environments.altered_agent:as_if
            the past is forgotten: other(play[:-1]) → other(play[-2:-1])
            no rate is no fault: return Percept(-1, 0) → return Percept(1 if play[-1] == agent(play[:-1]) else -1, 0)
        environments.altered_agent:incentivize_learning_rate_incremental
            the copy at rate 1 for half the rate: half_the_learning_rate → learning_rate_one
    """)


# --- Adversarial sequence prediction ---


def game_letter(agreeing: int, pi: Agent, play: Play) -> Percept:
    """Return the last percept of the game, played from the beginning, a turn at a time."""
    ours, theirs = Percept(0, 0), Percept(0, 0)
    seen: Play = ()
    for y in play[1::2]:
        z = pi((*seen, theirs))
        seen = (*seen, theirs, z)
        won = agreeing if y == z else -agreeing
        ours, theirs = Percept(won, z), Percept(-won, y)
    return ours


@example(
    "A22-S34-adversarial",
    "sequence predictor and evader",
    "Section 3.4, third item, as the published library documents it",
    defects="The paper gives no definition. The published code agrees, in the form of Section 4. The functional "
    "code asks the copy about the agent's history with both sides exchanged, so each of its choices is compared "
    "with the agent's next one, and its last observation is always 0.",
    witness="functional: predicting 0 and 0, an agent that does 1 on (0,0), 0 on (0,0) 0 (1,0) and 1 on (0,0) 1 "
    "(1,0) is paid 1 for the second, and the definition gives -1",
)
def adversarial_prediction() -> Evidence:
    """The agent and its copy first meet (0, 0), then choose simultaneously, and each sees the other's choice. The
    predictor is paid 1 if the choices are equal, else -1, and the evader the opposite. The agent is the predictor in
    one environment and the evader in the other, and the copy acts by itself on what it was paid and shown.
    """

    def examples() -> Rows:
        one = history((0, 0))
        agent = does_one_on(one, history((0, 0), 1, (1, 1)), history((0, 0), 1, (-1, 0)))
        for why, name, percept, play in (
            ("it predicts 1, the evader does 1 on (0,0): paid, and shown 1", predictor, (1, 1), (*one, 1)),
            ("1, then 0: the evader is on (0,0) 1 (-1,1): 0, paid", predictor, (1, 0), history((0, 0), 1, (1, 1), 0)),
            ("it does 0, which it itself would not: evaded", evader, (1, 1), (*one, 0)),
            ("0, then 0: the predictor is on (0,0) 1 (-1,0): 1", evader, (1, 1), history((0, 0), 0, (1, 1), 0)),
        ):
            yield why, Percept(*percept), CATALOGUE[name].made()(agent, play)

    predictor, evader = "adversarial_sequence_predictor", "adversarial_sequence_evader"
    yield by_hand(examples)
    for name, agreeing in ((predictor, 1), (evader, -1)):
        yield from in_every_form(name, partial(game_letter, agreeing))
    yield mutants("""
        environments.library.adversarial_sequence:adversarial_sequence
            predictor and evader exchanged: -_reward(agreeing, met → _reward(agreeing, met ;;
                Percept(_reward(agreeing, own → Percept(_reward(-agreeing, own
            the copy moves second: if copy == (): return Percept(0, 0) → if copy == (): return Percept(0, own[0]) ;;
                copy[-1]), met) → copy[-1]), own[len(copy) // 2])
            the copy is paid alike: -_reward(agreeing, met → _reward(agreeing, met
            the copy's choices stand a turn late: len(own))[-1] → max(1, len(own) - 1))[-1]
        environments.library.adversarial_sequence:AdversarialSequenceIncremental
            the copy is trained alike: Percept(-reward, action) → Percept(reward, action)
    """)


STATEMENTS = statements_in(globals())
