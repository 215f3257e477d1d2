"""The fork engine: it reaches every agent and environment once, and finds the smallest refutation."""

from collections import Counter

import pytest

from formal_rl.agents import Transition
from formal_rl.checking import Disagreement, Exploration, decide, decide_each, refute
from formal_rl.environments import TableAgent, TableEnvironment, TableLearner, ignore_rewards
from formal_rl.errors import MalformedHistory, NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Percept, history, percept_alphabet
from formal_rl.transforms import reality_check

FIRST = history((0, 0))
THIRD = history((0, 0), 1, (0, 0))


@pytest.mark.parametrize(("questions", "answers"), [(0, 3), (1, 2), (3, 2), (2, 3), (4, 3)])
def test_every_agent_is_reached_once(questions, answers):
    """A program of n questions has a^n agents, each reached once."""
    exploration = Exploration(range(answers))
    asked = [(Percept(0, number),) for number in range(questions)]

    reached = list(exploration.runs(lambda: tuple(exploration.agent(prompt) for prompt in asked)))

    assert len(reached) == answers**questions
    assert set(Counter(reached).values()) == {1}


def test_a_question_asked_again_is_answered_again_alike():
    """Asked twice in a run, the agent repeats itself, so nothing forks."""
    exploration = Exploration((0, 1))

    reached = list(exploration.runs(lambda: (exploration.agent(FIRST), exploration.agent(FIRST))))

    assert reached == [(0, 0), (1, 1)]


def test_who_is_asked_is_part_of_the_question():
    """Agent, environment and learner asked on one and the same tuple answer each for itself: 2 * 3 * 2 cases."""
    exploration = Exploration((0, 1), percept_alphabet(3))

    def program():
        question = exploration.learner.initial, 0
        return exploration.agent(question), exploration.environment(question), exploration.learner.act(*question)

    assert len(set(exploration.runs(program))) == 12


def test_an_agent_and_an_environment_need_not_agree():
    """That every π and μ answer alike on the empty sequence is false, though both are asked about one tuple."""

    def claim(unknown, cover):
        came = unknown.environment(())
        cover("alike" if unknown.agent(()) == came else "apart")

    part = decide("π(⟨⟩) = μ(⟨⟩)", lambda steps: claim, 1, actions=(0, 1), percepts=percept_alphabet(2), domain="")

    assert (part.cases, part.branches) == (4, {"apart": 4})


def test_an_environment_that_asks_the_agent_on_the_play_itself_can_pay():
    """An environment that pays where the agent, asked on the play, answers 1 is no environment that never pays."""

    def claim(unknown, cover):
        play = ()
        for _ in range(2):
            unknown.environment(play)
            pays = unknown.agent(play) == 1
            cover("paid" if pays else "not paid")
            play = (*play, Percept(int(pays), 0), unknown.agent((*play, Percept(int(pays), 0))))

    part = decide("never pays", lambda steps: claim, 2, actions=(0, 1), percepts=percept_alphabet(2), domain="")

    assert part.branches["paid"] > 0
    assert part.branches["not paid"] > 0


def test_a_refutation_that_asks_about_no_history_is_loud():
    """No table of an agent has the empty sequence as a question, so such a claim is refused, not decided."""

    def claim(unknown, cover):
        return Disagreement("asked about nothing", 0, 1) if unknown.agent(()) == 1 else None

    with pytest.raises(MalformedHistory, match="the sequence ends"):
        decide("nothing", lambda steps: claim, 1, actions=(0, 1), domain="")


def test_tables_keep_the_answers_of_each():
    """A path's tables have what each of the three was asked, and nothing of the others."""
    exploration = Exploration((1,), (Percept(1, 0),))

    def program():
        first = exploration.environment(())
        exploration.agent((first,))
        exploration.environment((first, 1))
        learner = exploration.learner
        learner.act(learner.learn(learner.initial, Transition(0, 1, 1, 0)), learner.initial)
        return exploration.tables()

    (found,) = exploration.runs(program)

    assert found.agent == TableAgent({(Percept(1, 0),): 1})
    assert found.environment == TableEnvironment({(): Percept(1, 0), (Percept(1, 0), 1): Percept(1, 0)})
    assert found.learner == TableLearner({((Transition(0, 1, 1, 0),), ()): 1})


def test_questions_may_depend_on_answers():
    """Agent: 0 ends the run; 1 leads to one more question. 1 + 2 = 3 cases."""
    exploration = Exploration((0, 1))

    reached = list(exploration.runs(lambda: exploration.agent(FIRST) and 2 + exploration.agent(THIRD)))

    assert reached == [0, 2, 3]


def test_environments_fork_too():
    """Two questions to the environment, one to the agent: 3 * 2 * 3 cases."""
    exploration = Exploration((0, 1), percept_alphabet(3))

    def program():
        prompt = (exploration.environment(()),)
        return exploration.environment((*prompt, exploration.agent(prompt)))

    assert sum(1 for _ in exploration.runs(program)) == 18


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 5, 6, 7, 8])
def test_ignore_rewards_with_a_reality_check_has_the_known_number_of_cases(horizon):
    """The numbers of all agents in ignore rewards: 2, 4, 16, 48, ... which from 2 on is (n - 1) 2^n."""

    def claim_at(steps):
        def claim(unknown, cover):
            checked = reality_check(unknown.agent)
            play = ()
            for _ in range(steps):
                play = (*play, ignore_rewards(checked, play))
                play = (*play, checked(play))

        return claim

    part = decide("runs", claim_at, horizon, actions=(0, 1), domain="")

    assert part.cases == (2 if horizon == 1 else (horizon - 1) * 2**horizon)


def test_the_smallest_refutation_is_found():
    """A claim false on long runs with 5 questions, and on one of 2, is refuted by the 2."""

    def claim(unknown, cover):
        if unknown.agent(FIRST) == 0:
            sum(unknown.agent((Percept(5, n),)) for n in range(4))
            return Disagreement("long", 1, 0)
        return Disagreement("short", 0, 1) if unknown.agent(THIRD) == 1 else None

    found = refute(Exploration((0, 1)), claim)

    assert found.disagreement == Disagreement("short", 0, 1)
    assert found.agent == TableAgent({FIRST: 1, THIRD: 1})


def test_the_least_horizon_comes_first():
    """Where a claim fails from horizon 3 on, the refutation is of horizon 3."""

    def claim_at(steps):
        def claim(unknown, cover):
            prompts = [(Percept(0, n),) for n in range(steps)]
            answers = [unknown.agent(prompt) for prompt in prompts]
            return Disagreement("three ones", 0, 1) if answers[-3:] == [1, 1, 1] else None

        return claim

    found = decide("ones", claim_at, 6, actions=(0, 1), domain="").refutation

    assert [action for _, action in found.agent.entries] == [1, 1, 1]


def test_no_question_at_all():
    """A claim that fails without asking is refuted by no table."""
    found = refute(Exploration((0, 1)), lambda unknown, cover: Disagreement("always", 1, 0))

    assert (found.agent, found.environment, found.learner) == (None, None, None)


def test_a_refutation_prints_replays_and_pastes():
    """The tables print, run to the same disagreement again, and the pasted code builds equal ones."""

    def claim(unknown, cover):
        percept = unknown.environment(())
        action = unknown.agent((percept,))
        learned = unknown.learner.act(unknown.learner.initial, 0)
        return Disagreement("sum", 0, 3) if percept.reward + action + learned == 3 else None

    part = decide_each("sum", lambda _, u, n: claim(u, n), [0], actions=(0, 1), percepts=percept_alphabet(3), domain="")
    found = part.refutation
    pasted = {}
    exec(found.as_code(), pasted)  # what a person would paste

    assert found.replay() == found.disagreement
    assert (pasted["agent"], pasted["environment"], pasted["learner"]) == (
        found.agent,
        found.environment,
        found.learner,
    )
    assert str(found).splitlines() == [
        "sum: expected 0, got 3",
        "the agent answers",
        "  (1,0)  ->  1",
        "the environment answers",
        "  ⟨⟩  ->  (1,0)",
        "the learner answers",
        "  untrained, on seeing 0  ->  1",
    ]


def test_a_program_that_is_no_function_of_the_answers_is_caught():
    """A program that asks less the second time is not explored in silence."""
    counter = iter(range(10))
    exploration = Exploration((0, 1))

    with pytest.raises(NotReproducible):
        list(exploration.runs(lambda: [exploration.agent((Percept(0, n),)) for n in range(3 - next(counter))]))


def test_a_claim_that_disagrees_only_once_is_caught():
    """A disagreement that its own tables do not reproduce is no refutation."""
    counter = iter([0, 1, 1, 1, 1])

    def claim(unknown, cover):
        unknown.agent(FIRST)
        return Disagreement("only once", 1, 0) if next(counter) == 0 else None

    with pytest.raises(NotReproducible):
        refute(Exploration((0,)), claim)


def test_asking_without_end_is_stopped():
    """A program that asks ever new questions is stopped by the budget."""
    exploration = Exploration((0, 1))

    def endless():
        number = 0
        while True:
            exploration.agent((Percept(number, 0),))
            number += 1

    with pytest.raises(QuestionBudgetExhausted):
        list(exploration.runs(endless))


def test_branches_are_counted_and_unseen_ones_show():
    """Each branch is counted once a case; one that never occurs leaves the part not as expected."""

    def claim(unknown, cover):
        cover("one" if unknown.agent(FIRST) else "zero")

    part = decide("b", lambda steps: claim, 1, actions=(0, 1), branches=("one", "zero", "two"), domain="")

    assert part.branches == {"one": 1, "zero": 1, "two": 0}
    assert part.vacuous == ("two",)
    assert not part.as_expected
