"""Following a run step by step, and branching off it."""

import pytest

from formal_rl.environments import TableAgent, ignore_rewards, interaction
from formal_rl.errors import AgentRaised, InvalidParameter
from formal_rl.histories import Percept, history
from formal_rl.study import trace
from formal_rl.study.asking import Question
from formal_rl.study.catalogue import find_agent, find_environment
from formal_rl.transforms import reality_check, reality_check_memoised


def always_1(prompt):
    """Do 1."""
    return 1


ENVIRONMENTS = ("ignore_rewards", "deja_vu", "reverse_history", "tempting_button", "handicap(corridor, ignore_rewards)")
AGENTS = ("simple", "hashed:3", "q", "reality_check(hashed:1)")


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_a_trace_is_the_interaction(environment, agent):
    """The play of a trace is what the interaction gives, and each question is answered as the agent answers."""
    run = trace(environment, agent, 8)
    _, plain = find_agent(agent)

    assert run.play == interaction(plain, find_environment(environment), 8)
    assert [step.number for step in run.steps] == list(range(1, 9))
    assert all(question.action == plain(question.prompt) for step in run.steps for question in step.questions)
    assert all(step.action == step.own_action for step in run.steps)


def test_worked_by_hand():
    """Simple in reverse history does 0 throughout; the environment asks about each history in reverse, and pays."""
    run = trace("reverse_history", "simple", 3)

    assert run.play == history((0, 0), 0, (1, 0), 0, (1, 0), 0)
    assert [step.questions for step in run.steps] == [
        (),
        (Question(history((0, 0)), 0),),
        (Question(history((1, 0), 0, (0, 0)), 0),),
    ]
    assert run.total_reward == 2


def test_a_checked_agent_is_called_so_and_the_run_is_drawn():
    """A trace has the name of the agent that is checked, and is its text; its picture has each question."""
    run = trace("reverse_history", reality_check(always_1), 3)

    assert repr(run) == str(run)
    assert run.heading == "reality_check(always_1) in reverse_history, 3 steps"
    assert [run.svg().count(f">asked before step {step}<") for step in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert run.svg() == trace("reverse_history", reality_check_memoised(always_1), 3).svg()


def test_the_text_of_a_branch():
    """The text has a block for each step, and says where the action is not the agent's own."""
    first, *_, last = str(trace("ignore_rewards", "simple", 3).branch(1, action=1)).split("\n\nstep ")[1:]

    assert first.endswith("  action       1   put here; the agent itself does 0")
    assert last.splitlines()[1:4] == [
        "  true prompt  (0,0) 1 (-1,0)   the last action is 0",
        "  asked about  (0,0) 1 (0,0)    the agent does 0",
        "                        ^",
    ]


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_a_branch(environment):
    """A branch is the same up to its step, has the action there, and then the agent goes on by itself."""
    run = trace(environment, "hashed:5", 6)
    _, plain = find_agent("hashed:5")
    for place in range(1, 7):
        branch = run.branch(place, action=1 - run.steps[place - 1].action)

        assert branch.steps[: place - 1] == run.steps[: place - 1]
        assert branch.steps[place - 1].percept == run.steps[place - 1].percept
        assert branch.steps[place - 1].action == 1 - run.steps[place - 1].action
        assert branch.steps[place - 1].own_action == run.steps[place - 1].action
        assert len(branch.steps) == 6
        for step in branch.steps[place:]:
            assert step.action == step.own_action == plain(branch.play[: 2 * step.number - 1])


def test_branching_the_way_it_went():
    """A branch with the action that was taken is the run; a branch of a branch keeps what was put before."""
    run = trace("ignore_rewards", "simple", 4)

    assert run.branch(2, action=run.steps[1].action) == run
    twice = run.branch(1, action=1).branch(3, action=1)
    assert [step.action for step in twice.steps[:3]] == [1, 0, 1]


@pytest.mark.parametrize(("step", "action"), [(0, 0), (4, 0), (True, 0), (1, -1), (1, "left"), (1, True)])
def test_no_such_branch(step, action):
    """A step that is not there, and what is no action."""
    with pytest.raises(InvalidParameter):
        trace("bandit", "simple", 3).branch(step, action=action)


@pytest.mark.parametrize("steps", [-1, True, "3"])
def test_no_such_length(steps):
    """A number of steps is natural."""
    with pytest.raises(InvalidParameter):
        trace("bandit", "simple", steps)


def test_a_failure_has_its_step():
    """A failure carries the history so far, and the step in a note."""
    agent = TableAgent({history((0, 0)): 1})
    with pytest.raises(AgentRaised) as raised:
        trace(ignore_rewards, agent, 3)

    assert raised.value.history == history((0, 0), 1, (1, 0))
    assert raised.value.__notes__ == ["at step 2 of the run"]


def test_no_steps():
    """A run of no steps is the empty play."""
    run = trace("ignore_rewards", "simple", 0)

    assert run.play == ()
    assert str(run) == "simple in ignore_rewards, 0 steps, total reward 0"


def test_as_json_and_in_a_notebook():
    """As JSON each step has its questions; the HTML is the text, escaped."""
    run = trace(named_in_brackets, "simple", 1)

    step = {"number": 1, "percept": [0, 0], "action": 0, "own_action": 0, "questions": []}
    step["clause"] = "no question was asked, so the play alone decides"
    assert run.to_json() == {"environment": "<b>", "agent": "simple", "steps": [step]}
    assert "<b>" in str(run)
    assert "<b>" not in run._repr_mimebundle_()["text/html"]


def named_in_brackets(agent, play):
    """Pay nothing."""
    return Percept(0, 0)


named_in_brackets.__name__ = "<b>"


def test_progress():
    """Progress is called once a step."""
    calls = []
    trace("bandit", "simple", 4, progress=lambda: calls.append(1))

    assert len(calls) == 4
