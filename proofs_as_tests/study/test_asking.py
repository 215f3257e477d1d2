"""Asking an environment about one play: the questions, the clause that decided, and the text."""

import pytest

from formal_rl.agents import ConstantLearner, LastRewardSignLearner, as_agent
from formal_rl.environments import (
    TableAgent,
    bandit,
    ignore_rewards,
)
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    MalformedHistory,
    MalformedText,
    NotAnAction,
    NotAPercept,
    NotDeterministic,
    NotReproducible,
    QuestionBudgetExhausted,
)
from formal_rl.histories import Percept, history
from formal_rl.study import Settings, ask
from formal_rl.study._texts import LONGEST_SHOWN, as_json, brief, compare

FOLLOWS_REWARDS = as_agent(LastRewardSignLearner())
DRAWS = Settings(draws=(0.1, 0.5, 0.2, 0.9))

# --- Worked by hand ---


@pytest.mark.parametrize(
    ("environment", "play", "percept", "asked", "words"),
    [
        ("deja_vu", "", (0, 0), [], "the play is empty"),
        ("deja_vu", "(0,0) 0", (1, 0), ["(0,0) 0 (0,0)"], "the history, the last action and the history again"),
        ("false_memories", "(0,0) 1", (-1, 0), ["(1,0) 1 (-1,0) 0 (0,0)"], "the memories and then the history"),
        ("reverse_history", "(0,0) 1 (1,0) 0", (1, 0), ["(1,0) 1 (0,0)"], "the history reversed"),
        ("backward_consciousness", "(1,0) 1 (0,0) 0", (-1, 0), ["(0,0) 1 (1,0)"], "they differ"),
        ("bandit", "(0,0) 1", (1, 0), [], "no question was asked"),
        ("opposite(bandit)", "(0,0) 1", (-1, 0), [], "bandit would pay 1"),
        ("handicap(bandit, ignore_rewards)", "(0,0) 1", (-1, 0), ["(0,0)"], "the handicap is broken"),
        ("handicap(bandit, ignore_rewards)", "(0,0) 0", (0, 0), ["(0,0)"], "the reward of the environment stands"),
        # the four cases of the tempting button; draw u_1 = 0.5 shows none
        ("tempting_button", "(0,0) 0", (1, 1), [], "there was a button (observation 0) and the agent pushed it"),
        ("tempting_button", "(0,0) 1", (-1, 1), [], "the agent did not push it (action 1)"),
        ("tempting_button", "(0,1) 1", (-1, 1), ["(0,0)"], "(0,0), the agent would push it (action 0)"),
        ("tempting_button", "(0,1) 0 (1,1) 0", (1, 0), ["(0,1) 0 (1,0)"], "the agent would not push it (action 1)"),
    ],
)
def test_worked_examples(environment, play, percept, asked, words):
    """Percept, prompts and clause of each environment, for the agent that follows rewards."""
    answer = ask(environment, FOLLOWS_REWARDS, play, settings=DRAWS)

    assert answer.percept == percept
    assert [brief(question.prompt) for question in answer.questions] == asked
    assert words in answer.clause


def test_as_json():
    """As JSON, histories are lists, and all is there."""
    assert ask("ignore_rewards", "constant:1", "(1/2,wall) 0").to_json() == {
        "environment": "ignore_rewards",
        "agent": "constant:1",
        "play": [["1/2", "wall"], 0],
        "percept": [-1, 0],
        "questions": [{"prompt": [[0, "wall"]], "action": 1}],
        "clause": "the last action is 0; on the history with every reward 0, (0,wall), the agent does 1: "
        "they differ, so the reward is -1",
    }


def test_an_answer_is_a_text_and_a_picture():
    """A prompt shows its answer as text, and a notebook as the picture."""
    answer = ask("ignore_rewards", FOLLOWS_REWARDS, "(0,0) 0 (1,0) 1")
    picture = answer._repr_svg_()

    assert repr(answer) == str(answer)
    assert picture == answer.svg()
    assert picture.count(">reward 0<") == 3  # the first percept twice, and the second in the question
    assert picture.count(">reward 1<") == 1
    assert ">reward -1<" in picture
    assert ">(0,1)<" in ask("ignore_rewards", FOLLOWS_REWARDS, "(0,1) 0").svg()
    assert ">nothing<" in ask("bandit", FOLLOWS_REWARDS).svg("None")
    assert "… and 1 more" in ask("village", FOLLOWS_REWARDS, "(0,1) 0 (1,0) 1").svg()


def test_an_environment_that_is_an_object_is_found():
    """Where it gives two percepts on equal answers, it would be an error to explain either."""
    percepts = iter([Percept(0, 0), Percept(1, 0)])

    def two(agent, play):
        return next(percepts)

    with pytest.raises(NotReproducible, match=r"all answers equal, two gave \(0,0\) and \(1,0\)"):
        ask(two, FOLLOWS_REWARDS)


# --- Environments and agents of one's own ---


def test_an_unknown_environment_is_tried_out():
    """For an unknown environment, the clause names the result of another answer."""

    def mine(agent, play):
        return Percept(agent(play[:-1]), 0)

    def deaf(agent, play):
        agent(play[:-1])
        return Percept(5, 0)

    def picky(agent, play):
        return Percept(agent(play[:-1]), 0) if agent(play[:-1]) == 0 else None

    said = "on (0,0) the agent does 0; had it done 1 there, "
    play = history((0, 0), 0)
    assert ask(mine, FOLLOWS_REWARDS, play).clause == said + "the percept would be (1,0)"
    assert ask(deaf, FOLLOWS_REWARDS, play).clause == said + "the percept would be the same"
    assert ask(picky, FOLLOWS_REWARDS, play).clause == said + "the percept would be unknown"
    assert ask(mine, FOLLOWS_REWARDS, play).environment == "mine"
    assert ask(lambda agent, play: Percept(2, 0), FOLLOWS_REWARDS, play).clause.startswith("no question was asked")


def test_an_ordinary_environment_is_embedded():
    """What is called with the play alone is ordinary; learners and classes are read as agents."""

    class Mine:
        """As practitioners write it."""

        def act(self, obs):
            """Do 1."""
            return 1

        def train(self, o_prev, a, r, o_next):
            """Learn nothing."""

    assert ask(bandit((3, 4)), ConstantLearner(), "(0,0) 1").percept == Percept(4, 0)
    assert ask(ignore_rewards, ConstantLearner(1), "(0,0) 1").percept == Percept(1, 0)
    assert ask(ignore_rewards, Mine, "(0,0) 1").percept == Percept(1, 0)


def test_only_questions_of_the_environment_are_recorded():
    """A table with the answer to the hypothetical prompt is enough, off-policy too."""
    table = TableAgent({history((0, 0), 0, (0, 0)): 1})

    assert ask(ignore_rewards, table, "(0,0) 0 (1,0) 1").percept == Percept(1, 0)


# --- What is refused ---


def no_function(answers):
    """An agent that answers otherwise each time."""
    return lambda prompt: next(answers)


def fails(prompt):
    """Raise."""
    raise KeyError("lost")


@pytest.mark.parametrize(
    ("environment", "agent", "play", "kind", "words"),
    [
        ("ignore_rewards", "simple", "(0,0) 1 1", MalformedText, "character 9 is '1'"),
        ("ignore_rewards", "simple", "(0,0)", MalformedHistory, "ends at element 1: expected an action"),
        ("ignore_rewards", "simple", [1], MalformedHistory, "a plain tuple"),
        ("bandit", "simple", "(0,0) 5", EnvironmentRaised, "element 1 is action 5, but this environment has 2 actions"),
        ("ignore_rewards", fails, "(1,0) 1", AgentRaised, r"raised KeyError: 'lost'; the question was \(Percept\(0"),
        ("ignore_rewards", no_function(iter([0, 1])), "(1,0) 1", NotDeterministic, "answered 0 and, asked again, 1"),
        ("ignore_rewards", lambda prompt: "left", "(1,0) 1", NotAnAction, "answered 'left', of type str"),
        (lambda agent, play: 3, "simple", "", NotAPercept, "answered 3"),
        (lambda agent, play: agent(3), "simple", "", EnvironmentFailure, "asked about no prompt"),
    ],
)
def test_malformed_questions_are_refused(environment, agent, play, kind, words):
    """Each fault has its own kind of error, which names the place."""
    with pytest.raises(kind, match=words):
        ask(environment, agent, play)


def test_asking_without_end(monkeypatch):
    """An environment that asks the same question forever is stopped, though the answer is known."""
    monkeypatch.setattr("formal_rl.study.asking.QUESTIONS_PER_STEP", 50)

    def endless(agent, play):
        while agent((Percept(0, 0),)) == 0:
            pass
        return Percept(0, 0)

    with pytest.raises(QuestionBudgetExhausted):
        ask(endless, "constant:0")


def test_trying_out_ends(monkeypatch):
    """An environment that would ask forever, had the agent done otherwise, is stopped while this is tried out."""
    monkeypatch.setattr("formal_rl.study._explained.FOUND_BY_TRIAL", 50)

    def endless(agent, play):
        while agent((Percept(0, 0),)) == 1:
            pass
        return Percept(0, 0)

    assert ask(endless, "constant:0").clause.endswith("the percept would be unknown")


# --- Two histories side by side ---


def compared(true, hypothetical):
    """The three lines of a comparison."""
    found = compare(true, hypothetical)
    return found.true, found.asked, found.marks


X, Y, Z = (0, 0), (-1, 0), (0, 12)


@pytest.mark.parametrize(
    ("true", "hypothetical", "lines"),
    [
        ((X,), (X,), ("(0,0)", "(0,0)", "")),
        ((X, 0, Y), (X, 0, X), ("(0,0) 0 (-1,0)", "(0,0) 0 (0,0)", "         ^")),
        ((X, 0, X), (Y, 0, Z), ("(0,0)  0 (0,0)", "(-1,0) 0 (0,12)", " ^^         ^^")),
        ((X, 0, X), (X, 11, X), ("(0,0) 0  (0,0)", "(0,0) 11 (0,0)", "      ^^")),
        ((X,), (X, 0, X), ("(0,0)", "(0,0) 0 (0,0)", "      + +++++")),
        ((X,), (Y, 0, X), ("         (0,0)", "(-1,0) 0 (0,0)", "++++++ +")),
        ((Y, 0, X), (X,), ("(-1,0) 0 (0,0)", "         (0,0)", "------ -")),
    ],
)
def test_marks(true, hypothetical, lines):
    """^ under the part of a percept that is another, + under what is more, - where there is less."""
    assert compared(history(*true), history(*hypothetical)) == lines


def long_prompt(reward, number=40):
    """A prompt of many percepts."""
    return history((0, 0), *(part for _ in range(number) for part in (1, (reward, 0))))


def test_a_long_history_is_cut_where_it_is_the_same():
    """The few elements that differ are kept, whatever is left out between."""
    true = long_prompt(1)
    hypothetical = (*true[:40], Percept(7, 0), *true[41:])
    found = compare(true, hypothetical)

    assert found.true.count("…") == found.asked.count("…") == 2
    assert found.asked.split("…")[1].strip() == "(7,0)"
    assert found.asked[found.marks.index("^")] == "7"
    assert found.note == "70 elements are left out, all of them the same"


def test_a_long_history_that_differs_throughout():
    """Where too much differs, the text has the end, and the number of hidden elements."""
    found = compare(long_prompt(1), long_prompt(0))

    assert found.true.split()[:4] == ["(0,0)", "1", "(1,0)", "…"]
    assert len(found.asked.split()) == LONGEST_SHOWN + 1
    assert found.marks.count("^") == 10
    assert found.note == "61 elements are left out, 30 of them different"


def test_a_long_history_twice():
    """Where a long history is repeated, the ends are aligned, and readers see the ends."""
    true = long_prompt(1)
    found = compare(true, (*true, 0, *true))

    assert found.true.lstrip().startswith("… ")
    assert found.marks.count("+") == len("(0,0)1(1,0)")
    assert len(found.marks) == len("(0,0) 1 (1,0)")


def test_brief():
    """A long history on a line has its start, the number left out, and its end."""
    assert brief(()) == "⟨⟩"
    assert brief(long_prompt(1)) == "(0,0) 1 (1,0) … 71 more … (1,0) 1 (1,0) 1 (1,0) 1 (1,0)"
    assert as_json((Percept(0, (1, 2)),)) == [[0, "(1, 2)"]]
