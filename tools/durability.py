"""Commands that are killed, two of them on one file, and disks that take nothing: what is left, and what comes after.

``make durability`` kills 200 times. Five commands are killed in series, at moments drawn from a seed: after some time,
or just before they open, rename or remove something at their file. After each kill the file must be absent, or whole to
its last ended line, which is that of a run that nobody stopped. Then the same command is run to its end, and the file
must have the very bytes of that run. A power cut is another matter: what the system has not written yet is lost.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

KILLS_IN_A_ROW = 5
"""How often a command is killed before it is let run to its end."""

UNUSABLE = 4
"""The exit code of the command line where a file cannot be used."""


class Command(NamedTuple):
    """A command that writes the file ``file``; ``appends`` is whether lines are added to it, so that it may end early.

    ``resumes`` is whether it takes what is there and goes on.
    """

    name: str
    arguments: tuple[str, ...]
    file: str
    appends: bool = False
    resumes: bool = False


COMMANDS = (
    Command(
        "battery",
        ("battery", "--agent", "simple,q_learner,random", "--steps", "200", "--seeds", "0-1", "--out", "r.csv"),
        "r.csv",
        appends=True,
        resumes=True,
    ),
    Command(
        "drest train",
        ("drest", "train", "example", "--seeds", "0-3", "--meta-episodes", "48", "--jobs", "1", "--out", "t.json"),
        "t.json",
        resumes=True,
    ),
    Command(
        "safelife generate",
        ("safelife", "generate", "prune-still", "--size", "15", "--count", "3", "--out", "l.npz"),
        "l.npz",
    ),
    Command(
        "verify --out",
        ("verify", "A22-D7,A21-D1,A22-D1,T24-DA1,T24-DB1,T24-DB4", "--jobs", "1", "--reproducible", "--out", "v.jsonl"),
        "v.jsonl",
        appends=True,
        resumes=True,
    ),
    Command("vectors record", ("vectors", "record", "neutrality", "--out", "v"), "v/neutrality.json"),
)

_PROGRAM = """
import atexit, os, sys
left, name, how, events = int(sys.argv.pop(1)), sys.argv.pop(1), int(sys.argv.pop(1)), 0
def hook(event, arguments):
    global events
    if event in {"open", "os.rename", "os.remove"} and any(name in str(each) for each in arguments[:2]):
        events += 1
        if events == left:
            os.kill(os.getpid(), how)
sys.addaudithook(hook)
if left < 0:
    atexit.register(lambda: print("events", events, file=sys.stderr))
from formal_rl.cli import run
sys.argv[0] = "formal-rl"
run()
"""
"""Runs the command line, and sends itself a signal just before an event at a file of this name, or counts events."""


def started(
    command: Command, folder: Path, event: int = 0, sent: int = signal.SIGKILL, **how: Any
) -> subprocess.Popen[str]:
    """Start a command in a folder, in a session of its own."""
    name = Path(command.file).name
    words = [sys.executable, "-c", _PROGRAM, str(event), name, str(int(sent)), *command.arguments]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(words, cwd=folder, start_new_session=True, **(pipes | how))


def ended(process: subprocess.Popen[str], seconds: float | None = None) -> tuple[int, str]:
    """Return the exit code of a process, which is killed after so many seconds, and what it complained of."""
    try:
        _, complaint = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        _, complaint = process.communicate()
    return process.returncode, complaint


class Whole(NamedTuple):
    """What a run comes to that nobody stops: the bytes of its file, its seconds, and how often it was at its file."""

    content: bytes
    seconds: float
    events: int


def uninterrupted(command: Command) -> Whole:
    """Run a command once, and return what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        code, complaint = ended(started(command, Path(folder), -1))
        assert code == 0, f"{command.name} ends with {code}: {complaint}"
        events = int(complaint.rpartition("events ")[2])
        return Whole(Path(folder, command.file).read_bytes(), time.monotonic() - begun, events)


def fault(command: Command, file: Path, whole: bytes) -> str:
    """Return what is wrong with a file after a kill, nothing where it is as it has to be."""
    if not file.exists():
        return ""
    found = file.read_bytes()
    if command.appends:
        return "" if whole.startswith(found[: found.rfind(b"\n") + 1]) else "its lines are not those of a whole run"
    if command.resumes:  # it is written as a whole, again and again, and the next run reads it
        return "" if found.startswith(b"{") and found.endswith(b"}\n") else "half written"
    return "" if found == whole else "half written"


def killed(command: Command, whole: Whole, kills: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Return what came of so many kills of a command, counted, and the faults."""
    draw, counts, faults = random.Random(f"{command.name} {seed}"), Counter[str](), []
    while counts["kills"] < kills:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for _ in range(min(KILLS_IN_A_ROW, kills - counts["kills"])):
                at_event = draw.random() < 0.5
                before = draw.randint(1, whole.events) if at_event else 0
                seconds = None if at_event else whole.seconds * draw.uniform(0.1, 1)
                if not command.resumes:
                    (folder / command.file).unlink(missing_ok=True)
                code, complaint = ended(started(command, folder, before), seconds)
                if code == 0:
                    break
                if code != -signal.SIGKILL:
                    faults.append(f"after a kill it ends with {code}: {complaint.strip()}")
                    break
                counts["kills"] += 1
                counts["at the file"] += at_event
                counts["file was there"] += (folder / command.file).exists()
                if why := fault(command, folder / command.file, whole.content):
                    faults.append(f"after a kill the file is {why}")
            code, complaint = ended(started(command, folder))
            same = code == 0 and (folder / command.file).read_bytes() == whole.content
            counts["ended"] += 1
            counts["same bytes"] += same
            left = [each.name for each in folder.rglob("*") if each.is_file() and each != folder / command.file]
            counts["files left beside"] += len(left)
            if not same:
                faults.append(f"the resumed run ends with {code}, or its bytes differ: {complaint.strip()}")
    return counts, faults


# --- Two at once, and disks that take nothing ---


def two_at_once(command: Command, whole: Whole) -> str:
    """Return what is wrong where two processes have one file: the second must be refused, and the first not harmed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = started(command, folder, 2, signal.SIGSTOP)  # event 1 is its lock
        os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        code, complaint = ended(started(command, folder))
        os.kill(first.pid, signal.SIGCONT)
        first_code, first_complaint = ended(first)
        if (code, "in use by another process" in complaint) != (UNUSABLE, True):
            return f"the second ends with {code}: {complaint.strip()}"
        if first_code or (folder / command.file).read_bytes() != whole.content:
            return f"the first ends with {first_code}, or its bytes differ: {first_complaint.strip()}"
        lock = (folder / command.file).with_name(f".{Path(command.file).name}.lock")
        return f"the lock is left: {lock.name}" if lock.exists() else ""


def refused(code: int, complaint: str) -> str:
    """Return what is wrong with how a command says that a file cannot be written: one line, and the right code."""
    lines = complaint.strip().splitlines()
    if code != UNUSABLE or len(lines) != 1 or "Traceback" in complaint:
        return f"it ends with {code}: {complaint.strip()[-300:]}"
    return ""


def no_room(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong where a file can have only some of its bytes; with room again the same command goes on."""
    room = random.Random(f"room {command.name} {seed}").randrange(len(whole.content))
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        why = refused(*ended(started(command, folder, preexec_fn=limit)))
        why = why or fault(command, folder / command.file, whole.content)
        if not why and command.appends and not (folder / command.file).read_bytes().endswith(b"\n"):
            why = "a line is half written"
        code, complaint = ended(started(command, folder))
        if not why and (code or (folder / command.file).read_bytes() != whole.content):
            why = f"with room again it ends with {code}, or its bytes differ: {complaint.strip()}"
        return why and f"{room} bytes: {why}"


def full_disk(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong on a disk of one page that is full; where none can be mounted, say so."""
    with tempfile.TemporaryDirectory() as name:
        mount = ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", name]
        if subprocess.run(mount, check=False, capture_output=True).returncode:
            return "not tried: nothing can be mounted here"
        try:
            Path(name, "other").write_bytes(bytes(4_096))
            why = refused(*ended(started(command, Path(name))))
            there = Path(name, command.file)
            return why or ("half written" if there.exists() and there.stat().st_size else "")
        finally:
            subprocess.run(["umount", name], check=True)


def read_only(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong in a folder where nothing can be made; root is kept from it by giving up that right."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        there = folder / command.file
        there.parent.mkdir(exist_ok=True)
        there.parent.chmod(0o555)
        folder.chmod(0o555)
        give_up = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
        words = [*(give_up if os.geteuid() == 0 else []), sys.executable, "-m", "formal_rl", *command.arguments]
        try:
            run = subprocess.run(words, check=False, cwd=folder, capture_output=True, text=True)
        except FileNotFoundError:
            return "not tried: there is no setpriv"
        finally:
            folder.chmod(0o755)
            there.parent.chmod(0o755)
        return refused(run.returncode, run.stderr) or ("there is a file" if there.exists() else "")


def no_home(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong where there is no home, nor a variable that names it."""
    faults = []
    for home in ({}, {"HOME": "/nonexistent"}):
        environment = {name: value for name, value in os.environ.items() if name != "HOME"} | home
        with tempfile.TemporaryDirectory() as folder:
            code, complaint = ended(started(command, Path(folder), env=environment))
            if code or Path(folder, command.file).read_bytes() != whole.content:
                faults.append(f"it ends with {code}, or its bytes differ: {complaint.strip()}")
    return "; ".join(faults)


TRIALS: Mapping[str, Callable[[Command, Whole, int], str]] = {
    "two at once": lambda command, whole, seed: two_at_once(command, whole),
    "no room": no_room,
    "full disk": full_disk,
    "read-only folder": read_only,
    "no home": no_home,
}


Outcome: TypeAlias = tuple[Counter[str], list[str], dict[str, str]]
"""What came of a command: counts, the faults after kills, and what is wrong in each trial."""


def outcome(command: Command, kills: int, seed: int) -> Outcome:
    """Kill a command so often, and make every trial with it."""
    whole = uninterrupted(command)
    trials = {name: trial(command, whole, seed) for name, trial in TRIALS.items()}
    return *killed(command, whole, kills, seed), trials


def rows(found: Mapping[str, Outcome]) -> Iterator[Sequence[str]]:
    """Yield a line of the table for each command."""
    columns = ("kills", "at the file", "file was there", "ended", "same bytes", "files left beside")
    yield "command", *columns, *TRIALS
    for name, (counts, _, trials) in found.items():
        yield name, *(str(counts[each]) for each in columns), *(_word(why) for why in trials.values())


def _word(why: str) -> str:
    return ("not tried" if why.startswith("not tried") else "FAULT") if why else "as it must"


def main() -> int:
    """Run, print the table and the faults, and return 1 where there are any."""
    parser = argparse.ArgumentParser(prog="python -m tools.durability", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200, help="how many in all (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="what their moments are drawn from (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many commands at once (default: 2)")
    parser.add_argument("--only", metavar="WORDS", default="", help="only commands whose names have these words")
    asked, begun = parser.parse_args(), time.monotonic()
    chosen = [each for each in COMMANDS if asked.only in each.name]
    with ThreadPoolExecutor(asked.jobs) as pool:
        each = -(-asked.kills // len(chosen))
        found = dict(
            zip((c.name for c in chosen), pool.map(lambda c: outcome(c, each, asked.seed), chosen), strict=True)
        )
    for line in rows(found):
        print(f"| {' | '.join(line)} |")
    faults = [f"{name}: {why}" for name, (_, wrong, _) in found.items() for why in wrong]
    faults += [f"{name}, {trial}: {why}" for name, (*_, t) in found.items() for trial, why in t.items() if why]
    real = [each for each in faults if "not tried" not in each]
    print(*faults, sep="\n", end="\n" if faults else "")
    total = sum((counts for counts, _, _ in found.values()), Counter[str]())
    print(
        f"{total['kills']} kills of seed {asked.seed}; {total['same bytes']} of {total['ended']} resumed runs have the "
        f"same bytes; {len(real)} faults; {time.monotonic() - begun:.0f} s"
    )
    return 1 if real else 0


if __name__ == "__main__":
    sys.exit(main())
