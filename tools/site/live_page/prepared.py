"""What the live page runs in the browser: the code of its two editors, followed, classified and explored."""

import json
import traceback
from types import ModuleType

from formal_rl.errors import FormalRLError
from formal_rl.study import classify, explore, trace


def run(environment: str, agent: str, steps: int) -> str:
    """Return as JSON what the page shows: the trace, the classification, the explorer; or what is wrong, and where."""
    try:
        found, follower = loaded(environment, "environment"), loaded(agent, "agent")
        shown = {"trace": str(trace(found, follower, steps)), "classification": str(classify(found, horizon=2))}
        return json.dumps(shown | explorer(found, follower))
    except Exception as error:
        return json.dumps({"error": described(error)})


def loaded(source: str, what: str) -> object:
    """Return what an editor defines: what it calls ``environment`` or ``agent``, or else what it defines last."""
    room = ModuleType(what)
    exec(compile(source, f"<{what}>", "exec"), room.__dict__)
    own = [each for each in vars(room).values() if callable(each) and getattr(each, "__module__", "") == what]
    found = vars(room).get(what, own[-1] if own else None)
    if found is None:
        raise NameError(f"the {what} is missing: define a function or a class, or a name: {what} = ...")
    return found


def explorer(environment: object, agent: object) -> dict[str, str]:
    """Return the page of the explorer; or why it cannot show this environment."""
    try:
        return {"explorer": explore(environment, agents=[agent]).html()}
    except FormalRLError as error:
        return {"explorer_error": str(error)}


def described(error: Exception) -> str:
    """Return what went wrong, with the line of the editor in which it did."""
    causes: list[BaseException] = [error]
    while causes[-1].__cause__ or causes[-1].__context__:
        causes.append(causes[-1].__cause__ or causes[-1].__context__ or error)
    places = [
        f"line {frame.lineno} of the {frame.filename.strip('<>')}"
        for cause in causes
        for frame in traceback.extract_tb(cause.__traceback__)
        if frame.filename in {"<environment>", "<agent>"}
    ]
    if isinstance(error, SyntaxError) and error.filename in {"<environment>", "<agent>"}:
        places = [f"line {error.lineno} of the {error.filename.strip('<>')}: {(error.text or '').strip()}"]
    notes = getattr(error, "__notes__", [])
    return "\n".join([f"{type(error).__name__}: {error}", *notes, *places[-1:]])
