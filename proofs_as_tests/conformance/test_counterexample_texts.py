"""The text of counterexamples, whole: what a reader of a report sees of wrong implementations of the zoo.

A change of a text is meant to be seen here, read, and copied.
"""

import math
from fractions import Fraction

import pytest

from formal_rl.conformance import SUITES, CaseSuite, FailureKind, check
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.engine.answers import Failure
from formal_rl.conformance.engine.case_suites import case
from formal_rl.conformance.engine.failure_kinds import ADVICE, HINTS
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.subjects import Convention, Question, Shape, Subject
from formal_rl.conformance.reports.counterexample_text import case_text, counterexample_text
from formal_rl.conformance.reports.counterexample_values import WIDTH, aligned, number, ratio, shown
from formal_rl.conformance.zoo.whole import WRONG
from formal_rl.histories import Percept

TEXTS = {
    "is_fed_by_the_action_before": """
  on the play ((0, 0), 1)
    expected  (1, 0)
    got       (-1, 1)

  by the definition
    nutrition 100 + 25 x 0 meals - 3 x 1 turns = 97; the baby is content from 50 to 200

  the agent, asked on a prompt
    ((1, 1),)   does 0   asked by the definition only
    ((1, 0),)   does 1   asked by yours only

  the baby sees the action that was just done, and its nutrition counts that turn, too; it is
  content with 50 and with 200
""",
    "CryingBaby2AsPublished": """
           action   expected   got
  start             1          1
  step 1   0        (1, 0)     (1, 0)
  step 2   1        (1, 0)     (1, 1)   <-- differs

  by the definition
    nutrition 100 + 25 x 2 meals - 3 x 2 turns = 144; the baby is content from 50 to 200
    after the steps before: 122

  the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time
    trained on nothing, sees 0         does 0
    trained on (0, 0, -1, 1), sees 1   does 0   asked by the definition only
    trained on (0, 0, 1, 0), sees 1    does 1   asked by yours only

  the parent sees the action that was just done, and the nutrition counts what the parent then does;
  50 and 200 still pay 1

  the published library answers this as yours does: --as published compares with it
""",
    "CheckedAsPublished": """
           seen                    expected   got
  step 1   (0, 0)                  0          0
  step 2   (0, 0), having done 0   1          1
  step 3   (0, 0), having done 0   0          1     <-- differs

  the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time
    trained on nothing, sees 0        does 0
    trained on (0, 0, 0, 0), sees 0   does 1

  an action is its own if it is what the reality check did there; from the first one on that is not,
  it does what the agent does on the first percept alone, whatever follows

  the published library answers this as yours does: --as published compares with it
""",
    "negates_what_is_seen": """
  on the play ((1, 1), 0)
    expected  (-1, 0)
    got       (2, 1)

  the agent, asked on a prompt
    ((1, 1),)    does 0   asked by the definition only
    ((-1, 1),)   does 0   asked by yours only

  the environment e
    ((1, 1), 0)    gives (1, 0)    asked by the definition only
    ((-1, 1), 0)   gives (-2, 1)   asked by yours only

  the rows that only one side asked show where the two part

  the published library answers this as yours does: --as published compares with it
""",
    "ExploresWithEpsilon": """
  number_of_actions  2
  draws              (0.1875, 0.5625, 0.875, 0.375, 0.0, 0.75, 0.9375, 0.0625)
  epsilon            0.75
  learning_rate      0.5
  gamma              0.5
  transitions        (0, 0, -1, 0)

  after 1 training; what came before is alike
                expected   got
    it sees 0   0          1     <-- differs

  by the definition
    Q(0, .) = (-1/2 = -0.5, 0) after 1 training
    draw 2 is 0.875, more than epsilon, 0.75: so it does floor(2 x draw 3) = floor(2 x 0.375) = 0

  it reads draws 2m and 2m + 1 after m trainings, however often it is asked in between; it explores
  where draw 2m is more than epsilon, and where all its Q-values on this observation are 0
""",
    "LearnsFromItsAnswers": """
  number_of_actions  2
  draws              (0.1875, 0.875, 0.5625, … 26 more …, 0.75, 0.9375, 0.0625)
  deeds              a: made
                     b: made
                     a: trained (0, 0, -1, 0)
                     b: trained (0, 0, -1, 0)
                     a: asked 0, trained (0, 0, -1, 0)
                     b: trained (0, 0, -1, 0)
                     a: asked 0
                     b: asked 0

  must equal  0
  this        1

  two that are trained alike act alike: look for what a question changes, and for what instances
  share
""",
    "usefulness_of_totals": """
  probabilities   (1/2 = 0.5, 1/2 = 0.5)
  expected_coins  (0, 3/2 = 1.5)
  greatest        (1, 3)

  expected  1/4 = 0.25
  got       3/8 = 0.375

  got / expected = 3/2 = 1.5

  by the definition
    the sum of (1/2) x 0 / 1 + (1/2) x (3/2) / 3

  each length is weighted by its probability and divided by its own greatest total
""",
    "reward_for_two_lengths": """
  value     1
  length    12
  counts    4: 0, 8: 0, 12: 1
  greatest  4: 1, 8: 1, 12: 1
  root      1/2 = 0.5, λ = root^3 = 1/8 = 0.125

  expected  1/4 = 0.25
  got       1/2 = 0.5

  got / expected = 2

  by the definition
    i = 2, n = N(L = 12) = 1, k = 3: λ^(1 - 1/3) = 1/4 = 0.25
    c / m_l = 1 / 1

  n counts the earlier mini-episodes of this length, without the present one; root is λ^(1/k)
""",
    "returns_discounted_from_the_first": """
  episodes  ((0, 1),)
  greatest  2: 1, 3: 2
  root      1/2 = 0.5, λ = root^2 = 1/4 = 0.25
  gamma     1/2 = 0.5

                             expected    got
  mini-episode 1, length 2   1/2 = 0.5   1/4 = 0.25   <-- differs

  got / expected = 1/2 = 0.5

  by the definition
    mini-episode 1: n = N(L = 2) = 0 before it, k = 2: λ^(0 - 0/2) = 1
    its sum of γ^t c / m_l is 1/2 = 0.5

  the first move is not discounted; its length, so m too, is known at its end

  All that were looked at: each is γ times ours: each coin is discounted once too often
""",
    "move_through_walls": """
  picture  length 9
           # . # C1
           . A . #
           . # . .
  actions  1 down

  step 1, down
                 expected       got
    world         #  .  #  C1    #  .    #  C1   <-- differs
                  . [A] .  #     . [.]   .  #
                  . [#] .  .     . [A+#] .  .
    moves left   8              8
    value        0              0

  differs at step 1, row 1, column 1: expected A, got .; so does 1 more

  a move into a wall or over the edge leaves the agent where it is, and is used up
""",
    "KeepsWhatWasCollected": """
  picture  length 9
           C2 A C1
  actions  2 left, reset

  step 2, reset; what came before is alike
           expected     got
    seen   [C2] A  C1   [.] A  C1   <-- differs

  differs at step 2, row 0, column 0: expected C2, got .

  by the definition
    moves that remain: 9, 8, 9

  coins and buttons are back, and so are the moves
""",
    "advance_with_colours_of_parents": """
  board  Sr . .
         o  o o
         .  . .

          expected       got
  board    Sr [or][or]    Sr [o][o]   <-- differs
           o   o   o      o   o  o
          [or][or][or]   [o] [o][o]

  differs at row 0, column 1: expected red life, got life; so do 4 more

  Sr red spawner, o life, or red life; rows and columns are counted from 0

  neighbours are the eight cells round a cell, over the edges, too; two or three living ones keep
  what is alive, three make new life, and what is frozen stays
""",
    "MovesThroughLife": """
  board    x0012 x0008 .
           .     .     .
           .     .     .
  goals    none
  actions  2 move right

  step 1, move right; what came before is alike
             expected           got
    board    [x1112][x0008] .   [.][x1112] .   <-- differs
              .      .      .    .  .      .
              .      .      .    .  .      .
    reward   0                  0
    ended    False              False

  differs at step 1, row 0, column 0: expected cell (agent, frozen, exit) turned right, got empty;
  so does 1 more

  x0012 cell (agent, frozen), x0008 cell (destructible), x1112 cell (agent, frozen, exit) turned
  right; rows and columns are counted from 0

  the agent turns and acts, then the board advances, then the goals do, and then the points are
  counted
""",
    "density_of_distinct_boards": """
  boards     . . .
             . . o
             and
             . . .
             . . o
             and
             . o .
             . . o
  cell_type  o life

            expected     got
  density    0 [1/3] 0    0.0 [0.5] 0.0   <-- differs
             0  0    1    0.0  0.0  1.0

  differs at row 0, column 1: expected 1/3, got 0.5
  got / expected = 1.5

  how many boards have the type there, over how many there are; equal boards count each time
""",
    "effects_without_colours": """
  initial  . . .
           . . .
           . . .
  final    .  . .
           Tr . .
           .  . .
  steps    0
  samples  1

                expected   got
  . empty       1.0        1.0
  Tr red tree   1.0        none   <-- differs
  T tree        none       1.0    <-- differs

  Tr red tree; rows and columns are counted from 0

  empty cells are a type, too
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_a_counterexample(name):
    """It is what stands here, and no line is wider than a report may be."""
    wrong = next(each for each in WRONG if each.name == name)
    text = check(wrong.implementation, wrong.suite).counterexample.text

    assert text == TEXTS[name].strip("\n")
    assert max(map(len, text.splitlines())) <= WIDTH


# --- Whatever is answered ---

CASE_SUITES = [name for name in SUITES if isinstance(SUITES[name], CaseSuite)]

ODD = (
    *((), ((),), (((),),), 0, -1, 0.5, "much", None, True, {"a": 1}, {"a": ((0, 1),)}, (1, 2.5, Fraction(1, 3))),
    *(((0, 1), (2, 3)), ((0, 1), (2,)), ((0, 1), (2.5, "x")), ((0, -1), (70000, 3))),
    *(
        (((0, 1), (2, 3)), 7),
        ((((0, 1), (2, 3)), 7, False),),
        (((9, 9, (1,), (), 8), 0),),
        ((0, 0, 1), ((0, 0), 0, True)),
    ),
    *((((0, 0), 0), ((0, 0), 0, 1)), "x" * 500, (("y" * 150,),), tuple(range(1000)), 10**400, math.inf),
)
"""Answers of many forms, most of which no suite knows."""


OF_CASES = Subject(None, Convention("a function", None, lambda thing: None))


@pytest.mark.parametrize("name", CASE_SUITES)
@pytest.mark.parametrize("semantics", ["paper", "published"])
def test_whatever_is_answered_is_shown(name, semantics):
    """No form of an answer is beyond showing, expected or not, and no line is too wide."""
    suite = SUITES[name]
    claims = suite.claims(semantics)
    for given in suite.smoke:
        expected = next((each.expected(**given) for each in claims[:1] if each.expected is not None), (0,))
        for odd in ODD:
            for right, answer in ((expected, odd), (odd, expected)):
                for law in (None, "a law"):
                    finding = Failure(FailureKind.VALUE_DIFFERS, "", (right,), (answer,))
                    text = case_text(Found(finding, Question(given), OF_CASES, law=law), suite, "", semantics)
                    assert max(map(len, text.splitlines())) <= WIDTH, text


def test_two_answers_to_one_case_are_compared():
    """Where a case is put twice, the answers stand side by side, as what was expected and came does."""
    counted = next(each for each in WRONG if each.name == "returns_counted_for_ever")
    text = check(counted.implementation, counted.suite).counterexample.text

    assert "\n  answers differently when asked again\n\n                             alone " in text
    assert "\n  asked again / alone = 1/4 = 0.25\n" in text


def test_a_training_of_many_transitions_is_counted():
    """Of 250 transitions their number is told and the last three, of plain data and of copies alike."""
    given = case(number_of_actions=2, transitions=((0, 1, 1, 0),) * 250, asked=((),) * 250 + ((0,),))
    finding = Failure(FailureKind.VALUE_DIFFERS, "", (((),) * 250 + ((0,),),), (((),) * 250 + ((1,),),))
    text = case_text(Found(finding, Question(given), OF_CASES), SUITES["agent_simple"], "")

    assert "transitions        250 transitions, the last 3: (0, 1, 1, 0) (0, 1, 1, 0) (0, 1, 1, 0)" in text
    assert "  after 250 trainings; what came before is alike" in text

    shape = Shape(adapters.start_step, ("copy",), "actions", "observation", "percept")
    paid = Failure(FailureKind.VALUE_DIFFERS, "", (Percept(1, 0),), (Percept(0, 0),))
    answers = ((("copy", ((0, 1, 1, 0),) * 250, 0), 1),)
    found = Found(paid, Question((0,)), Subject(None, shape), answers, (frozenset({"yours"}),))
    text = counterexample_text(found, "")

    assert "trained on 250 transitions, the last 3: (0, 1, 1, 0) " in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_many_steps_are_cut():
    """Of a sequence of 60 actions the first steps are shown, and the last; those between are alike."""
    shape = Shape(adapters.start_step, ("copy",), "actions", "observation", "percept")
    percepts = (0, *(Percept(1, 0) for _ in range(60)))
    finding = Failure(FailureKind.VALUE_DIFFERS, "", percepts, (*percepts[:-1], Percept(-1, 0)))
    text = counterexample_text(Found(finding, Question((0,) * 60), Subject(None, shape)), "")

    assert "  … 37 alike\n" in text
    assert text.count("\n  step ") == 23
    assert "  step 60      0        (1, 0)     (-1, 0)   <-- differs" in text


# --- Numbers and tables ---


def test_numbers_are_shown_with_their_decimals():
    """A Fraction that is not whole has one beside it, and is told apart from what is only near."""
    assert [number(each) for each in (Fraction(1083, 400), Fraction(1, 3), Fraction(4, 2), 3, 0.25)] == [
        "1083/400 = 2.7075",
        "1/3 ≈ 0.33333333",
        "2",
        "3",
        "0.25",
    ]
    assert (
        shown((Percept(Fraction(1, 2), 0), [1], {"a": (Fraction(1, 4),)}))
        == "((1/2 = 0.5, 0), [1], {'a': (1/4 = 0.25,)})"
    )
    assert shown(tuple(range(30))) == "(0, 1, 2, … 24 more …, 27, 28, 29)"
    assert number(Fraction(10**400, 3)) == "≈ 3.3333333e+399 (402 digits)"


def test_how_two_numbers_relate():
    """Their ratio is told, and a difference of the size of rounding; nothing of whole numbers, of 0 and of words."""
    assert ratio(Fraction(1083, 400), 3.1578947368421053) == "got / expected = 1.1663508"
    assert ratio(Fraction(1, 2), Fraction(1, 3)) == "got / expected = 2/3 ≈ 0.66666667"
    assert ratio(Fraction(1, 3), 0.33333334) == "they differ by 7e-09, as rounding to single precision would"
    assert ratio(Fraction(1, 3), Fraction(1 / 3)) == "they differ by 2e-17, as rounding to double precision would"
    assert {ratio(*pair) for pair in ((1, 2), (0, 0.5), (0.5, 0), ("a", 1), (True, 0.5), (10**400, 0.5))} == {""}


def test_tables_are_broken():
    """What is too wide goes on below, tuples whole; cells with lines of their own keep them."""
    assert aligned([("a", "one two (1, 2) three", "b")], "  ", 20) == [
        "  a   one two      b",
        "        (1, 2)",
        "        three",
    ]
    assert aligned([("a", "1\n2", "b")], "") == ["a   1   b", "    2"]
    assert aligned([]) == []


def test_every_outcome_has_advice():
    """There is some for every kind of outcome, and what is said of suites is of suites that there are."""
    assert set(ADVICE) == set(FailureKind)
    assert HINTS.keys() <= set(SUITES)
    missing = {"agent_q", "crying_baby", "tempting_button", "self_recognition", "reality_check", "delayed_rewards"}
    assert missing <= HINTS.keys()
