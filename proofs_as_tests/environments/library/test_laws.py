"""What holds in the library's environments beyond what A22-lib and its neighbours decide: laws, and named failures."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import (
    HashedDraws,
    LearnerClass,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    as_agent,
)
from formal_rl.environments import (
    BUTTON,
    CATALOGUE,
    FEED,
    NO_BUTTON,
    PUSH,
    SENTENCES,
    Nutrition,
    TableLearner,
    TurnByTurn,
    adversarial_sequence_evader,
    adversarial_sequence_predictor,
    crying_baby,
    crying_baby_2,
    determinism_inspector,
    drawn_sentence,
    ignore_rewards_3,
    incentivize_learning_rate,
    incentivize_learning_rate_old,
    incentivize_zero,
    incentivize_zero_incremental,
    incentivize_zero_published,
    interaction,
    interaction_ordinary,
    learning_rate_one,
    punish_nondeterministic_agent,
    self_recognition,
    tempting_button,
    tempting_button_variation,
    with_last_observation,
)
from formal_rl.environments.library import turn_by_turn
from formal_rl.environments.library.adversarial_sequence import adversarial_sequence_predictor_incremental, mirrored
from formal_rl.environments.library.after_images import bled
from formal_rl.environments.library.ignore_rewards_3 import NOTHING
from formal_rl.environments.library.incentivize_learning_rate import half_the_learning_rate
from formal_rl.environments.library.limited_memory import limited_memory_published
from formal_rl.environments.library.self_recognition import FALSE, TRUE
from formal_rl.environments.library.tempting_button_variation import SKIP, tempting_button_variation_functional
from formal_rl.errors import AgentRaised, DrawsExhausted, EnvironmentRaised, MalformedHistory
from formal_rl.histories import Percept, actions, flatten, history
from formal_rl.statements.alexander_2022.library_as_printed import LETTERS, LETTERS_OF_2021
from formal_rl.strategies import agents, learners, percepts, plays
from formal_rl.transforms import reality_check_fold

SEEN = percepts(observations=[BUTTON, NO_BUTTON])


# --- What is asked of a turn ---


def test_each_is_written_out():
    """All that the forms of an environment share is held against itself written out, element by element."""
    made = {name for name, value in vars(turn_by_turn).items() if isinstance(value, TurnByTurn)}
    of_2021 = {name for name in made if name.endswith("_functional")}

    assert made - of_2021 - LETTERS.keys() == {"punish_nondeterministic_agent"}
    assert {name.removesuffix("_functional") for name in of_2021} <= LETTERS_OF_2021.keys()


@given(agent=agents(number_of_actions=3), play=plays())
def test_the_environment_without_an_entry_written_out(agent, play):
    """Punish the nondeterministic asks about the play without its last action, and a copy with its draws the same."""
    expected = Percept(0, 0)
    if play:
        prompt = tuple(play[place] for place in range(len(play) - 1))
        expected = Percept(1, 0) if agent(prompt) == play[-1] else Percept(-1, 0)

    assert punish_nondeterministic_agent(agent, play) == expected
    assert determinism_inspector((lambda same: same,))(agent, play) == expected


def test_other_draws():
    """The true agent draws 0, 1, 1; the first copy 0, 1, 0 and the second 0, 0, 1."""

    def drawing(*quarters):
        return as_agent(RandomLearner(tuple(Fraction(quarter, 4) for quarter in quarters)))

    inspector = determinism_inspector((lambda agent: drawing(1, 3, 1, 0), lambda agent: drawing(1, 1, 2, 0)))

    assert interaction(drawing(0, 2, 3, 0), inspector, 4) == history((0, 0), 0, (1, 0), 1, (-1, 0), 1, (-1, 0), 0)


@given(agent=agents(number_of_actions=3), play=plays(min_percepts=1))
def test_ignore_rewards_3_is_the_interaction_with_the_trivial_environment(agent, play):
    """The last action is compared with the last one of a game of the same length."""
    trivial = interaction_ordinary(agent, lambda play: NOTHING, len(play) // 2)

    assert ignore_rewards_3(agent, play).reward == (1 if play[-1] == trivial[-1] else -1)


def test_limited_memory_keeps_a_copy_that_was_asked():
    """A class that counts how often it was asked, and was asked about these turns before, has counted on."""

    class Counting:
        initial = 0

        def ask(self, state, observation):
            assert observation == 0
            return state, state + 1

        def train(self, state, transition):
            return 0

    _, state = limited_memory_published.start(Counting())
    rewards = []
    for action in (0,) * 8:  # from the sixth action on it is one list, whose copy was asked 0, 1, 2 times before
        percept, state = limited_memory_published.step(Counting(), state, action)
        rewards.append(percept.reward)

    assert rewards == [1, 1, 1, 1, 1, 1, -1, 1]


# --- Copies that play roles ---


@pytest.mark.parametrize("environment", [crying_baby, crying_baby_2, incentivize_zero])
@given(agent=agents(), play=plays(max_percepts=5), other=plays(max_percepts=5))
def test_only_the_actions_of_the_play_count(environment, agent, play, other):
    """Whatever was met on the way."""
    same = tuple(other[i] if i % 2 == 0 and i < len(other) else element for i, element in enumerate(play))

    assert environment(agent, same) == environment(agent, play)


@given(play=plays(actions=range(3), max_percepts=9))
def test_nutrition_is_the_papers(play):
    """N(s) = 100 + 25 f(s) - len(s), with the length of the flat form."""
    level = Nutrition().level(len(play) // 2, actions(play).count(FEED))

    assert level == 100 + 25 * actions(play).count(FEED) - len(flatten(play))


def test_the_crying_baby_of_2021_departs_first_at_turn_nine():
    """The nutrition is on the same side of the bounds for every number of meals in fewer turns."""
    letter, functional = Nutrition(), Nutrition(meal=28)
    parting = [
        (turns, meals)
        for turns in range(10)
        for meals in range(turns + 1)
        if letter.reward(letter.level(turns, meals)) != functional.reward(functional.level(turns, meals))
    ]

    assert parting == [(9, 5)]


@given(learner=learners())
def test_the_published_rewards_of_incentivize_zero_are_the_definitions(learner):
    """Only what is shown differs."""
    copies = LearnerClass(learner)
    _, state = incentivize_zero_published.start(copies)
    _, ours = incentivize_zero_incremental.start(learner)
    for action in (1, 0, 0, 1, 1):
        published, state = incentivize_zero_published.step(copies, state, action)
        percept, ours = incentivize_zero_incremental.advance(learner, ours, action)
        assert published.reward == percept.reward


@pytest.mark.statement("A22-S34-adversarial")
@given(learner=learners())
def test_the_copy_plays_as_the_agent_would_in_the_other_role(learner):
    """The copy's choices are those of the agent in an interaction that answers it as the game answers the copy."""
    agent, own = as_agent(learner), (1, 0, 0, 1)
    _, state = adversarial_sequence_predictor_incremental.start(learner)
    side = history((0, 0))
    for mine in own:
        percept, state = adversarial_sequence_predictor_incremental.advance(learner, state, mine)
        theirs = agent(side)
        assert percept == Percept(1 if mine == theirs else -1, theirs)
        side = (*side, theirs, Percept(-percept.reward, mine))


@pytest.mark.statement("A22-S34-adversarial")
@given(agent=agents(), play=plays(max_percepts=1))
def test_at_first_one_wins_what_the_other_loses(agent, play):
    """On the first turn the copy is the same in both games."""
    evaded = adversarial_sequence_evader(agent, play)

    assert adversarial_sequence_predictor(agent, play) == evaded._replace(reward=-evaded.reward)


# --- Self-recognition and the button ---


@pytest.mark.statement("A22-S34-recognition")
def test_observations_are_equally_likely():
    """On evenly spread draws each occurs as often."""
    draws = tuple(Fraction(k, 12) for k in range(12))

    assert [drawn_sentence(draws, k) for k in range(12)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.statement("A22-S34-recognition")
@given(agent=agents(), seed=st.integers(0, 99))
def test_an_agent_that_knows_itself_is_always_right(agent, seed):
    """It looks up what it would do, and answers that; it does as ``agent`` where there is no sentence."""

    def knowing(prompt):
        sentence = SENTENCES.get(prompt[-1].observation)
        if sentence is None:
            return agent(prompt)
        return TRUE if agent(with_last_observation((*prompt, 0), sentence[0])) == sentence[1] else FALSE

    play = interaction(knowing, self_recognition(HashedDraws(seed)), 6)

    assert all(percept.reward >= 0 for percept in play[::2])


@given(agent=agents(), play=plays(percepts=SEEN, actions=range(2), max_percepts=6), seed=st.integers(0, 99))
def test_the_button_of_2021_is_the_variation_by_other_names(agent, play, seed):
    """0 and 1 exchanged, in what is seen and what is done; pushing pays as in the tempting button, else nothing."""
    draws = HashedDraws(seed)

    def renamed(sequence):
        return tuple(
            1 - element if index % 2 else element._replace(observation=1 - element.observation)
            for index, element in enumerate(sequence)
        )

    percept = tempting_button_variation(draws)(agent, play)
    functional = tempting_button_variation_functional(draws)
    assert renamed((functional(lambda prompt: 1 - agent(renamed(prompt)), renamed(play)),)) == (percept,)
    if play:
        pushed = (*play[:-1], PUSH)
        assert tempting_button_variation(draws)(agent, pushed) == tempting_button(draws)(agent, pushed)
        assert tempting_button_variation(draws)(agent, (*play[:-1], SKIP)).reward == 0


# --- Learning rates ---


def test_another_rate():
    """Half of 1/10 is 1/20, in fractions and in floating point; all else stays."""
    learner = QLearner(HashedDraws(1), 3, learning_rate=Fraction(1, 10), gamma=Fraction(1, 2))
    half = QLearner(HashedDraws(1), 3, learning_rate=Fraction(1, 20), gamma=Fraction(1, 2))

    assert half_the_learning_rate(learner) == half
    assert learning_rate_one(learner).learning_rate == 1
    assert half_the_learning_rate(QLearnerPublished(HashedDraws(1))).learning_rate == 0.05


@pytest.mark.parametrize("learner", [SimpleLearner(), TableLearner({}), reality_check_fold(QLearner(HashedDraws(1)))])
def test_there_is_no_other_rate(learner):
    """Where there is none to be told; a reality check hides it."""
    assert half_the_learning_rate(learner) is None
    assert learning_rate_one(learner) is None
    assert incentivize_learning_rate(learner)(lambda prompt: 0, history((0, 0), 0)) == Percept(-1, 0)


@pytest.mark.statement("A22-S34-rate")
@given(seed=st.integers(0, 99), rate=st.sampled_from([Fraction(1, 10), Fraction(1)]))
def test_a_learner_of_rate_one_acts_as_if_it_had_rate_one(seed, rate):
    """It is paid 1 always; of another rate, along its own way, 1 or -1."""
    learner = QLearner(HashedDraws(seed), 2, learning_rate=rate)
    play = interaction(as_agent(learner), incentivize_learning_rate_old(learner), 12)

    assert {percept.reward for percept in play[2::2]} <= ({1} if rate == 1 else {1, -1})


# --- Failures ---


@pytest.mark.parametrize("name", [name for name, each in CATALOGUE.items() if each.draws and each.group == "library"])
def test_draws_that_end_are_named(name):
    """The draw that is missing."""
    environment = CATALOGUE[name].made("definition", (Fraction(0), Fraction(0)))
    with pytest.raises(EnvironmentRaised, match="DrawsExhausted: draw 2 is needed"):
        interaction(lambda prompt: 0, environment, 4)


def test_what_is_refused_is_named():
    """An image that is none, an observation that is not an action, and what an agent does not answer."""
    with pytest.raises(MalformedHistory, match=r"element 2 is .*: expected a percept that shows an image"):
        bled(history((0, 2), 0, (1, "010"), 1))
    with pytest.raises(MalformedHistory, match="element 2 is 'x'"):
        mirrored(history((0, 0), 1, (-1, "x"), 3))
    with pytest.raises(AgentRaised):
        interaction(lambda prompt: [0][len(prompt) // 2], incentivize_zero, 2)
    with pytest.raises(MalformedHistory, match="the empty play has no prompt"):
        turn_by_turn.without_paid_percepts(())
    with pytest.raises(DrawsExhausted):
        tempting_button_variation_functional(())(lambda prompt: 0, ())
