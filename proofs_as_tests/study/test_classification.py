"""What kind an environment is, with witnesses."""

import pytest

from formal_rl.environments import TableEnvironment, respond
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.study import Settings, classify
from formal_rl.study.catalogue import find_environment

KINDS = ("total", "typed", "merciful", "handicap", "ordinary", "Newcomb-like")


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("bandit", "yyynyy"),
        ("corridor", "yyynyy"),
        ("opposite(bandit)", "yynnyy"),
        ("guess_the_number", "yynnyy"),
        ("tempting_button", "yynnny"),
        ("ignore_rewards", "yynnnn"),
        ("false_memories", "yynnnn"),
        ("backward_consciousness", "yynnnn"),
        ("reverse_history", "yynnnn"),
        ("deja_vu", "yynnnn"),
        ("handicap(corridor, tempting_button)", "yynnny"),
        ("handicap_letter(corridor, ignore_rewards)", "ny??nn"),
    ],
)
def test_kinds(name, holds):
    """The kinds of the named environments."""
    words = {True: "y", False: "n", None: "?"}

    assert "".join(words[each.holds] for each in classify(name, horizon=2).properties) == holds
    assert tuple(each.name for each in classify(name, horizon=0).properties) == KINDS


@pytest.mark.parametrize(
    "name", ["tempting_button", "ignore_rewards", "deja_vu", "opposite(bandit)", "reverse_history"]
)
def test_witnesses_can_be_run(name):
    """Each witness gives what it says; where two agents part, they agree on all that is allowed."""
    environment = find_environment(name)
    for each in classify(name).properties:
        if each.witness is None:
            assert each.horizon == 3
            continue
        play, cases = each.witness.play, each.witness.cases
        assert each.horizon == len(play) // 2
        assert [respond(environment, case.agent, play) for case in cases] == [case.came for case in cases]
        if each.name in {"ordinary", "Newcomb-like"}:
            one, other = cases
            assert one.came != other.came
        if each.name == "Newcomb-like":
            tables = [dict(case.agent.entries) for case in cases]
            for prompt in tables[0].keys() & tables[1].keys():
                if prompt[:-1] == play[:-2] and prompt[-1].reward == play[-2].reward:
                    assert tables[0][prompt] == tables[1][prompt]


def test_the_smallest_witnesses():
    """Ignoring rewards is not Newcomb-like from one action on, reversing not before two."""
    ignoring = classify("ignore_rewards")["Newcomb-like"]
    assert ignoring.horizon == 1
    assert ignoring.witness.play == history((1, 0), 0)
    assert [dict(case.agent.entries) for case in ignoring.witness.cases] == [{history((0, 0)): 0}, {history((0, 0)): 1}]
    assert classify("reverse_history", horizon=1)["Newcomb-like"].holds is True
    assert classify("reverse_history", horizon=2)["Newcomb-like"].horizon == 2


# --- Newcomb-like, by made-up environments ---


def latest_replaced(observation):
    """Asks about the true prompt with another latest observation."""

    def environment(agent, play):
        if not play:
            return Percept(0, 0)
        return Percept(agent((*play[:-2], Percept(play[-2].reward, observation))), 0)

    return environment


def asks_elsewhere_in_vain(agent, play):
    """Asks about another history, and makes nothing of it."""
    agent((Percept(9, 9),))
    return Percept(agent(play[:-1]) if play else 0, 0)


def asks_elsewhere_after_zero(agent, play):
    """Where the agent does 0 on the true prompt, pays what it does on another history."""
    if not play or agent(play[:-1]):
        return Percept(0, 0)
    return Percept(agent((Percept(9, 9),)), 0)


def both_or_neither(agent, play):
    """Pays for acting alike on an allowed prompt and on another."""
    return Percept(1 if play and agent(play[:-1]) == agent((Percept(9, 9),)) else 0, 0)


def asks_before_there_is_a_prompt(agent, play):
    """Asks on the empty play."""
    return Percept(agent((Percept(0, 0),)), 0)


@pytest.mark.parametrize(
    ("environment", "newcomb"),
    [
        (latest_replaced(5), True),
        (latest_replaced("word"), True),
        (asks_elsewhere_in_vain, True),
        (asks_elsewhere_after_zero, False),
        (both_or_neither, False),
        (asks_before_there_is_a_prompt, False),
    ],
)
def test_made_up_environments(environment, newcomb):
    """What an environment asks is not what counts, but what it makes of the answers."""
    found = classify(environment, horizon=2)

    assert found["Newcomb-like"].holds is newcomb
    assert found["ordinary"].holds is False
    if not newcomb:
        one, other = found["Newcomb-like"].witness.cases
        assert one.came != other.came


def test_ordinary_though_it_asks():
    """An environment that asks in vain is ordinary."""

    def asks(agent, play):
        agent((Percept(0, 0),))
        return Percept(1, 0)

    found = classify(asks, horizon=1)
    assert found["ordinary"].holds is found["Newcomb-like"].holds is found["handicap"].holds is True


# --- What fails ---


def test_not_total():
    """An environment that raises on some play is not total, with the play; what is refuted elsewhere still shows."""
    table = TableEnvironment({(): Percept(1, 0)})
    found = classify(table, horizon=1)

    assert found["total"].holds is False
    assert found["total"].witness.play == history((0, 0), 0)
    assert "UnansweredQuestion" in found["total"].witness.cases[0].came
    assert found["typed"].holds is True
    assert [found[kind].holds for kind in KINDS[2:]] == [None] * 4
    assert "open" in str(found)
    assert classify("tempting_button", settings=Settings(draws=(0, 0)))["total"].horizon == 2


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        (lambda agent, play: (0, 0), "which is not a percept"),
        (lambda agent, play: Percept(0.5, 0), "which is not a percept"),
        (lambda agent, play: Percept(agent(()), 0), "the environment asked about no prompt"),
    ],
)
def test_not_typed(environment, words):
    """What is answered and is no percept, or asked and no prompt, is of the wrong type, though it is total."""
    found = classify(environment, horizon=0)

    assert (found["total"].holds, found["typed"].holds) == (True, False)
    assert words in str(found)


def test_asking_without_end(monkeypatch):
    """An environment that asks without end does not answer; whether it is typed is left open."""
    monkeypatch.setattr("formal_rl.study.classification.QUESTIONS", 20)

    def endless(agent, play):
        prompt = (Percept(0, 0),)
        while agent(prompt) == 0:
            prompt = (*prompt, 0, Percept(0, 0))
        return Percept(0, 0)

    found = classify(endless, horizon=0)
    assert (found["total"].holds, found["typed"].holds) == (False, None)
    assert "the budget of 20 questions is spent" in str(found)
    assert "…" in str(found)


@pytest.mark.parametrize("bounds", [{"horizon": -1}, {"horizon": True}, {"actions": ()}])
def test_bounds(bounds):
    """A horizon is natural, and there is an action."""
    with pytest.raises(InvalidParameter):
        classify("bandit", **bounds)


def test_alphabets():
    """With a third action the bandit, which has two arms, is not total."""
    assert classify("bandit", horizon=1, actions=(0, 1, 2))["total"].witness.play == history((0, 0), 2)
    with pytest.raises(MalformedHistory):
        Settings(memories=(1,))


def test_as_json():
    """As JSON each property has its name, whether it holds, to which horizon, and the witness."""
    document = classify("tempting_button").to_json()
    rows = {row["name"]: row for row in document["properties"]}

    assert tuple(rows) == KINDS
    assert (document["plays"], document["percepts"][3]) == (585, [-1, 0])
    assert rows["merciful"]["witness"] == {"play": [[0, 0], 1], "cases": [{"agent": [], "came": [-1, 1]}]}
    assert rows["ordinary"]["witness"]["cases"][0] == {"agent": [[[[0, 0]], 0]], "came": [-1, 1]}
    assert (rows["total"]["holds"], rows["total"]["horizon"], rows["total"]["witness"]) == (True, 3, None)
    with pytest.raises(KeyError):
        classify("bandit", horizon=0)["kind"]
