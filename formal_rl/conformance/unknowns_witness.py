"""A counterexample in a world as JSON, and back: the question, and what the agent and the environments answered."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.claims import Question, Shape
from formal_rl.conformance.exec_process import from_wire
from formal_rl.conformance.search import FailingQuestion
from formal_rl.conformance.unknowns import Choose, plain
from formal_rl.conformance.witness import Witness, to_json_checked
from formal_rl.errors import FormalRLError
from formal_rl.histories import Percept, require_action, require_play, require_prompt


@frozen
class AskedQuestion:
    """A question, the one before it or beside it if there is one, and the answers of the world."""

    question: Question
    before: Question | None
    choose: Choose

    @property
    def questions(self) -> tuple[Question, ...]:
        """The question and, first, the one before it."""
        return (self.question,) if self.before is None else (self.before, self.question)


def question_asked(found: FailingQuestion) -> Mapping[str, Any]:
    """Return the question and the answers as JSON values.

    Raises `NoWitness` where they cannot be written so.
    """
    return {
        "of": found.subject.shape.asked,
        "question": _question(found.question),
        "before": None if found.before is None else _question(found.before),
        "answers": [[to_json_checked(plain(key)), to_json_checked(plain(answer))] for key, answer in found.answers],
    }


def _question(question: Question) -> dict[str, Any]:
    return {"put": to_json_checked(plain(question.put)), "draws": to_json_checked(question.draws)}


def asked_question(witness: Witness, shape: Shape) -> AskedQuestion:
    """Return the question and the answers, for an implementation of this shape.

    Raises `UnusableWitness` where they are of another kind.
    """
    asked = witness.asked
    if witness.kind != "history" or not {"of", "question", "before", "answers"} <= asked.keys():
        raise witness.fault("it holds no history")
    if asked["of"] != shape.asked:
        raise witness.fault(f"it holds {asked['of']!r}, and the implementation is asked about {shape.asked!r}")
    try:
        answers = {from_wire(key): from_wire(answer) for key, answer in asked["answers"]}
        before = None if asked["before"] is None else _asked(asked["before"], shape)
        question = _asked(asked["question"], shape)
    except (FormalRLError, TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
        raise witness.fault(f"its history cannot be read: {error!r}") from None
    for each in (question, *([before] if before is not None else [])):
        if (each.draws is None) != (shape.draws == "none"):
            raise witness.fault("it was made from draws, or is to be now, and not both")
    return AskedQuestion(question, before, looked_up(answers))


def _asked(question: Mapping[str, Any], shape: Shape) -> Question:
    put = from_wire(question["put"])
    if shape.asked != "actions":
        put = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    checks = {"play": require_play, "prompt": require_prompt, "actions": _check_actions}
    checks[shape.asked](tuple(put))
    return Question(tuple(put), from_wire(question["draws"]))


def _check_actions(put: Any) -> None:
    for each in put:
        require_action(each)


def shorter(witness: Witness) -> Iterator[Witness]:
    """Yield a counterexample with ever longer beginnings of its question."""
    question, of = witness.asked["question"], witness.asked["of"]
    length = len(question["put"])
    for end in range(length % 2, length, 2) if of != "actions" else range(length):
        yield evolve(witness, asked={**witness.asked, "question": {**question, "put": question["put"][:end]}})


def looked_up(answers: Mapping[Any, Any]) -> Choose:
    """Return answers that are looked up; to what is not there the answer is the first option."""

    def choose(question: Hashable, options: Sequence[Any]) -> Any:
        answer = answers.get(question, options[0])
        return next((option for option in options if option == answer), answer)

    return choose
