"""A process that answers over JSON lines in the place of an implementation. Its source also goes into scripts.

docs/reference/conformance_protocol.md is the description for those who write such a process.
"""

import collections
import contextlib
import inspect
import json
import os
import pathlib
import queue
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import Any

from formal_rl.conformance.adapters.values import from_wire, to_wire

ENDS, HANGS, BREAKS = "ends the process", "gives no answer in time", "breaks the protocol"


class ProcessFault(BaseException):
    """A process gave no answer that can be used; ``words`` say how.

    It is no `Exception`, since an implementation that raises one has answered.
    """

    def __init__(self, words: str, message: str) -> None:
        super().__init__(message)
        self.words = words


class QuestionRefused(ProcessFault, Exception):
    """A process refused a question, which is what an exception is in Python."""

    def __init__(self, message: str) -> None:
        super().__init__("raises an exception", message)


def started_apart(command: Sequence[str], **files: Any) -> "subprocess.Popen[bytes]":
    """Start a command as the first process of a group of its own."""
    return subprocess.Popen(command, start_new_session=True, **files)  # noqa: S603


def end_apart(child: "subprocess.Popen[bytes]") -> None:
    """End a process that was started so, and what it started."""
    with contextlib.suppress(OSError):  # there may be nothing left to end
        os.killpg(child.pid, signal.SIGKILL) if hasattr(os, "killpg") else child.kill()


def command_words(command: str, windows: bool = os.name == "nt") -> list[str]:
    """Split a command into words; backslashes stay on Windows, and where the first word has the letter of a drive."""
    if not windows and re.match("[A-Za-z]:", command) is None:
        return shlex.split(command)
    return [re.sub("^(['\"])(.*)\\1$", r"\2", word) for word in shlex.split(command, posix=False)]


class Process:
    """A command that is running: each line it is sent is answered by a line of it, each a JSON object."""

    PROTOCOL = "formal-rl-conformance/1"
    STARTING = 20.0
    """How many seconds the answer to the greeting may take, where that is more than others may."""
    LONGEST = 10_000_000
    """How many bytes a line may have."""
    MOST_ASKED = 20_000
    """How often a process may ask within one question; ten elements of what it asks about count as once more."""
    MOST_KEPT = 1_001
    """The number of latest questions that are kept, with the agent's actions."""

    def __init__(self, command: str, suite: str, seconds: float = 5.0) -> None:
        """Start the command, and greet it; raise `ProcessFault` where that fails."""
        self.seconds, self.count, self.idle = seconds, 0, True
        self.asked: collections.deque[tuple[Any, list[Any]]] = collections.deque(maxlen=self.MOST_KEPT)
        pipe: Any = subprocess.PIPE
        try:
            words = command_words(command)
            if not words:
                raise ValueError("there is no command")
            self.child: Any = started_apart(words, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            raise ProcessFault(ENDS, f"it cannot be started: {error}") from None
        self.lines: Any = queue.SimpleQueue()
        self.complaints: collections.deque[bytes] = collections.deque(maxlen=50)
        self.to_write: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        follow = [(self.child.stdout, self.lines.put), (self.child.stderr, self.complaints.append)]
        self.threads = [threading.Thread(target=self._follow, args=each, daemon=True) for each in follow]
        self.threads.append(threading.Thread(target=self._tell, daemon=True))
        for thread in self.threads:
            thread.start()
        try:
            self._greet(suite)
        except BaseException:
            self.end()
            raise

    def _greet(self, suite: str) -> None:
        try:
            greeted = self.exchange({"protocol": self.PROTOCOL, "suite": suite}, max(self.seconds, self.STARTING))
        except ProcessFault as fault:
            raise ProcessFault(fault.words, f"it does not answer when it is greeted: {fault}") from None
        if "refuse" in greeted:
            raise QuestionRefused(f"it refuses the suite {suite}: {greeted['refuse']}")
        if greeted.get("protocol") != self.PROTOCOL:
            text = f"it does not answer its greeting with the protocol {self.PROTOCOL!r}, but with {greeted!r:.200}"
            raise ProcessFault(BREAKS, text)

    def _follow(self, pipe: Any, keep: Any) -> None:
        for line in iter(lambda: pipe.readline(self.LONGEST), b""):
            keep(line)
        keep(b"")

    def _tell(self) -> None:
        """Write the messages; that may take for ever if the process reads nothing."""
        for line in iter(self.to_write.get, b""):
            with contextlib.suppress(OSError, ValueError):  # it has ended, which is seen when no line comes
                self.child.stdin.write(line)
                self.child.stdin.flush()

    def exchange(self, message: Any, seconds: Any = None) -> Any:
        """Send a line, and return the next line that comes, within the seconds that it may take."""
        seconds = seconds or self.seconds
        self.to_write.put(json.dumps(message).encode() + b"\n")
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise ProcessFault(HANGS, f"no line within {seconds:g} s") from None
        if not line:
            raise ProcessFault(ENDS, self._ending())
        shown = repr(line[:200].decode(errors="replace").rstrip())
        try:
            answer = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise ProcessFault(BREAKS, f"this is not JSON: {shown}") from None
        if not isinstance(answer, dict):
            raise ProcessFault(BREAKS, f"this is not a JSON object: {shown}")
        return answer

    def ask(self, question: Any, agent: Any = None) -> Any:
        """Put a question, answering those about the agent in between, and return the answer.

        Raises `ProcessFault`, and whatever the agent raises; then the process is not idle, unless it refused.
        """
        self.count, self.idle = self.count + 1, False
        wire: Any = {name: to_wire(each) for name, each in question.items()}
        actions: list[Any] = []
        self.asked.append((wire, actions))
        answer, asked = self._answer({"id": self.count, **wire}), 0
        while "ask" in answer:
            asked += 1 + len(answer["ask"]) // 10 if isinstance(answer["ask"], list) else 1
            if asked > self.MOST_ASKED:
                raise ProcessFault(HANGS, "it asks the agent without end")
            actions.append(to_wire(self._asked(answer, agent)))
            answer = self._answer({"id": self.count, "action": actions[-1]})
        plain = None if "refuse" in answer else self._plain(answer["answer"])
        self.idle = True
        if "refuse" in answer:
            raise QuestionRefused(f"it refuses: {answer['refuse']}")
        return plain

    def _answer(self, message: Any) -> Any:
        """Send a line; return the next one, which has the id of the question and one other thing to say."""
        answer = self.exchange(message)
        problem = f"question {self.count} is answered by {answer!r:.200}"
        if type(answer.get("id")) is not int or answer["id"] != self.count:
            raise ProcessFault(BREAKS, f"{problem}, without its id")
        if len({"answer", "ask", "refuse"} & answer.keys()) != 1:
            raise ProcessFault(BREAKS, f"{problem}: expected one of answer, ask and refuse")
        return answer

    def _plain(self, value: Any) -> Any:
        try:
            return from_wire(value)
        except (ValueError, RecursionError) as error:
            raise ProcessFault(BREAKS, f"this stands for nothing: {error}") from None

    def _asked(self, answer: Any, agent: Any) -> Any:
        """Return what the agent does where the process asks."""
        if agent is None:
            raise ProcessFault(BREAKS, f"it asks {answer['ask']!r:.200}, and this suite has no agent to ask")
        settings = {name: self._plain(each) for name, each in answer.items() if name not in ("id", "ask")}
        try:
            inspect.signature(agent).bind((), **settings) if settings else None
        except TypeError:
            text = f"it asks with {', '.join(settings)}, which the agents of this suite do not take"
            raise ProcessFault(BREAKS, text) from None
        return agent(self._plain(answer["ask"]), **settings)

    def _ending(self) -> str:
        """Say how the process ended, and what it complained of."""
        try:
            code = self.child.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            return "the process closed its output"
        self.threads[1].join(timeout=1)
        names = {each.value: each.name for each in signal.Signals}
        how = f"it was ended by {names.get(-code, f'signal {-code}')}" if code < 0 else f"its code was {code}"
        said = [line.decode(errors="replace").strip() for line in self.complaints if line.strip()]
        named = [line for line in said if re.match(r"[\w.]*(Error|Exception)\b|.*\bpanicked\b", line)]
        return ": ".join([how, *(each[:200] for each in (named or said)[-1:])])

    def end(self) -> None:
        """End the process, and what it started."""
        with contextlib.suppress(OSError), self.child:  # what was not read is lost
            end_apart(self.child)
            self.child.wait()
            self.to_write.put(b"")
            for thread in self.threads:
                thread.join(timeout=1)


class Answering:
    """A command that answers questions: started at the first question, and again after it failed."""

    def __init__(self, command: str, suite: str, seconds: float = 5.0) -> None:
        self.about = command, suite, seconds
        self.process: Process | None = None
        self.fault: ProcessFault | None = None
        self.asked_until_fault: Any = ()

    def start(self) -> Any:
        """Start the process, if it does not run; raise `ProcessFault` where that fails."""
        self.process = self.process or Process(*self.about)
        return self.process

    def ask(self, question: Any, agent: Any = None) -> Any:
        """Return the answer of the process; raise `ProcessFault` where there is none."""
        process = self.start()
        try:
            return process.ask(question, agent)
        except ProcessFault as fault:
            if not process.idle:
                self.fault, self.asked_until_fault = fault, tuple(process.asked)
            raise
        finally:
            if not process.idle:
                self.end()

    def ask_as_before(self, earlier: Any) -> None:
        """Put questions with agents that do what they did; answers and refusals are left.

        Raises `ProcessFault` where there is neither.
        """
        for question, actions in earlier:
            did = iter(actions)
            with contextlib.suppress(QuestionRefused):
                self.ask(question, None if "case" in question else lambda prompt, **numbers: next(did, 0))  # noqa: B023

    def end(self) -> None:
        """End what runs."""
        if self.process is not None:
            self.process.end()
        self.process = None


def json_lines(answering: Any) -> Any:
    """Send a process cases, as JSON objects by the names of the parameters."""

    def ask(given: Any) -> Any:
        yield answering.ask({"case": given})

    return ask


def environment_answering(answering: Any, **made_from: Any) -> Any:
    """Return an environment, a function of (agent, play), whose percepts a process answers."""

    def environment(agent: Any, play: Any) -> Any:
        settings = {"learning_rate": agent.learning_rate} if hasattr(agent, "learning_rate") else {}
        return answering.ask({"play": play, **made_from, **settings}, agent)

    return environment


def environment_from_draws_answering(answering: Any) -> Any:
    """Return a function of draws that returns an environment, whose percepts a process answers."""
    return lambda draws: environment_answering(answering, draws=draws)


def transformation_answering(answering: Any) -> Any:
    """Return a function from agents to agents, whose actions a process answers."""
    return lambda agent: lambda prompt: answering.ask({"prompt": prompt}, agent)


def script_passes(script: str | None, seconds: float, broken_off: threading.Event) -> bool:
    """Return whether there is a script and it says, within ``seconds``, that it is fixed."""
    if script is None:
        return False
    nowhere = subprocess.DEVNULL
    with tempfile.TemporaryDirectory(prefix="formal_rl_", ignore_cleanup_errors=True) as directory:
        file = pathlib.Path(directory) / "script.py"
        file.write_text(script, "utf-8")
        with started_apart([sys.executable, str(file)], stdin=nowhere, stdout=nowhere, stderr=nowhere) as child:
            try:
                until = time.monotonic() + seconds
                while child.poll() is None and time.monotonic() < until and not broken_off.is_set():
                    time.sleep(0.01)
                return child.returncode == 0
            finally:
                end_apart(child)
