"""What was asked where a claim is false, as JSON, and back: a case, or a history with what the world answered to it."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.apart.exec_process import from_wire
from formal_rl.conformance.engine.case_suites import CaseSuite, case
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.subjects import AnyShape, Question, Shape
from formal_rl.conformance.engine.unknowns import Choose, constant, plain
from formal_rl.conformance.reports.witness import Witness, to_json_checked
from formal_rl.errors import FormalRLError
from formal_rl.histories import Percept, require_action, require_play, require_prompt


@frozen
class Asked:
    """A question, the one before it or beside it if there is one, and the answers of the world.

    ``world`` is the place of the only one among those that experiments of purity try, if there is only one.
    """

    question: Question
    before: Question | None
    choose: Choose
    world: int | None = None


def what_was_asked(found: Found) -> Mapping[str, Any]:
    """Return the question, the one before it, and the answers as JSON values.

    Raises `NoWitness` where they cannot be written so.
    """
    before = found.before
    if not found.subject.shape.unknowns:
        given = None if before is None else to_json_checked(dict(before.put))
        return {"case": to_json_checked(dict(found.question.put)), "before": given}
    return {
        "of": found.subject.shape.asked,
        "question": _question(found.question),
        "before": None if before is None else _question(before),
        "answers": [[to_json_checked(plain(key)), to_json_checked(plain(answer))] for key, answer in found.answers],
    }


def _question(question: Question) -> dict[str, Any]:
    return {"put": to_json_checked(plain(question.put)), "draws": to_json_checked(question.draws)}


def asked_again(witness: Witness, suite: Any, shape: AnyShape) -> Asked:
    """Return what a counterexample asks, for an implementation of this shape.

    Raises `UnusableWitness` where it is of another kind.
    """
    return _asked_history(witness, shape) if isinstance(shape, Shape) else _asked_case(witness, suite)


# --- Cases ---


def _asked_case(witness: Witness, suite: CaseSuite) -> Asked:
    given, before = witness.asked.get("case"), witness.asked.get("before")
    if witness.kind != "case" or not isinstance(given, dict) or not isinstance(before, dict | None):
        raise witness.fault("it holds no case")
    for each in (given, before or given):
        if set(each) != set(suite.parameters):
            raise witness.fault(f"its case has {', '.join(each)}: expected {', '.join(suite.parameters)}")
    try:
        cases = [None if each is None else Question(_ordered(each, suite)) for each in (given, before)]
    except (TypeError, ValueError, ArithmeticError) as error:
        raise witness.fault(f"its case cannot be read: {error}") from None
    assert cases[0] is not None
    return Asked(cases[0], cases[1], constant(0))


def _ordered(given: Mapping[str, Any], suite: CaseSuite) -> Mapping[str, Any]:
    """Return the case in the order of the parameters: some conventions go by position."""
    return case(**{name: from_wire(given[name]) for name in suite.parameters})


# --- Histories ---


def _asked_history(witness: Witness, shape: Shape) -> Asked:
    asked = witness.asked
    if witness.kind != "history" or not {"of", "question", "before", "answers"} <= asked.keys():
        raise witness.fault("it holds no history")
    if asked["of"] != shape.asked:
        raise witness.fault(f"it holds {asked['of']!r}, and the implementation is asked about {shape.asked!r}")
    try:
        answers = {from_wire(key): from_wire(answer) for key, answer in asked["answers"]}
        before = None if asked["before"] is None else _put(asked["before"], shape)
        question = _put(asked["question"], shape)
    except (FormalRLError, TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
        raise witness.fault(f"its history cannot be read: {error!r}") from None
    for each in (question, *([before] if before is not None else [])):
        if (each.draws is None) != (shape.draws == "none"):
            raise witness.fault("it was made from draws, or is to be now, and not both")
    return Asked(question, before, looked_up(answers), asked.get("world"))


def _put(question: Mapping[str, Any], shape: Shape) -> Question:
    put = from_wire(question["put"])
    if shape.asked != "actions":
        put = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    checks = {"play": require_play, "prompt": require_prompt, "actions": _check_actions}
    checks[shape.asked](tuple(put))
    return Question(tuple(put), from_wire(question["draws"]))


def _check_actions(put: Any) -> None:
    for each in put:
        require_action(each)


def looked_up(answers: Mapping[Any, Any]) -> Choose:
    """Return answers that are looked up; to what is not there the answer is the first option."""

    def choose(question: Hashable, options: Sequence[Any]) -> Any:
        answer = answers.get(question, options[0])
        return next((option for option in options if option == answer), answer)

    return choose


def smaller_witnesses(witness: Witness, suite: Any, claim: Any) -> Iterator[Witness]:
    """Yield a counterexample with ever longer beginnings of its question, or with the smaller cases of its claim."""
    if witness.kind == "case":
        given = _asked_case(witness, suite).question.put
        for each in () if claim is None else claim.smaller(given):
            yield evolve(witness, asked={**witness.asked, "case": to_json_checked(dict(each))})
        return
    question, of = witness.asked["question"], witness.asked["of"]
    length = len(question["put"])
    for end in range(length % 2, length, 2) if of != "actions" else range(length):
        yield evolve(witness, asked={**witness.asked, "question": {**question, "put": question["put"][:end]}})
