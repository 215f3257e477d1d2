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
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

KILLS_IN_A_ROW = 5
"""How often a command is killed before it is let run to its end."""

UNUSABLE = 4
"""The exit code of the command line where a file cannot be used."""


class Command(NamedTuple):
    """A command that writes the file ``file``; ``appends`` is whether lines are added to it, so that it may end early.

    ``resumes`` is whether it takes what is there and goes on.
    """

    name: str
    words: str
    file: str
    appends: bool = False
    resumes: bool = False


COMMANDS = (
    Command(
        "battery",
        "--agent simple,q_learner,random --steps 200 --seeds 0-1 --out r.csv",
        "r.csv",
        appends=True,
        resumes=True,
    ),
    Command("drest train", "example --seeds 0-3 --meta-episodes 48 --jobs 1 --out t.json", "t.json", resumes=True),
    Command("safelife generate", "prune-still --size 15 --count 3 --out l.npz", "l.npz"),
    Command(
        "verify",
        "A22-D7,A21-D1,A22-D1,T24-DA1,T24-DB1,T24-DB4 --jobs 1 --reproducible --out v.jsonl",
        "v.jsonl",
        appends=True,
        resumes=True,
    ),
    Command("vectors record", "neutrality --out v", "v/neutrality.json"),
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
    words = [sys.executable, "-c", _PROGRAM, str(event), Path(command.file).name, str(int(sent))]
    words += f"{command.name} {command.words}".split()
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
    return process.returncode, complaint.strip()


def unlike(process: subprocess.Popen[str], file: Path, whole: bytes) -> str:
    """Return what is wrong where a process must end well and its file have these bytes."""
    code, complaint = ended(process)
    is_right = code == 0 and file.read_bytes() == whole
    return "" if is_right else f"ends with {code}, or its bytes differ: {complaint}"


@contextmanager
def new_folder() -> Iterator[Path]:
    """Give an empty folder, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


class Whole(NamedTuple):
    """What a run comes to that nobody stops: the bytes of its file, its seconds, and how often it was at its file."""

    content: bytes
    seconds: float
    events: int


def uninterrupted(command: Command) -> Whole:
    """Run a command once, and return what came of it."""
    with new_folder() as folder:
        begun = time.monotonic()
        code, complaint = ended(started(command, folder, -1))
        assert code == 0, f"{command.name} ends with {code}: {complaint}"
        events = int(complaint.rpartition("events ")[2])
        return Whole((folder / command.file).read_bytes(), time.monotonic() - begun, events)


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
        with new_folder() as folder:
            file = folder / command.file
            for _ in range(min(KILLS_IN_A_ROW, kills - counts["kills"])):
                at_event = draw.random() < 0.5
                before = draw.randint(1, whole.events) if at_event else 0
                seconds = None if at_event else whole.seconds * draw.uniform(0.1, 1)
                if not command.resumes:
                    file.unlink(missing_ok=True)
                code, complaint = ended(started(command, folder, before), seconds)
                if code != -signal.SIGKILL:
                    faults += [f"after a kill it ends with {code}: {complaint}"] if code else []
                    break
                counts += Counter({"kills": 1, "at the file": at_event, "file was there": file.exists()})
                if why := fault(command, file, whole.content):
                    faults.append(f"after a kill the file is {why}")
            why = unlike(started(command, folder), file, whole.content)
            faults += [f"the resumed run {why}"] if why else []
            left = [each for each in folder.rglob("*") if each.is_file() and each != file]
            counts += Counter({"ended": 1, "same bytes": not why, "files left beside": len(left)})
    return counts, faults


# --- Two at once, and disks that take nothing ---


def two_at_once(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong where two processes have one file: the second must be refused, and the first not harmed."""
    with new_folder() as folder:
        file = folder / command.file
        first = started(command, folder, 2, signal.SIGSTOP)  # event 1 is its lock
        os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        code, complaint = ended(started(command, folder))
        os.kill(first.pid, signal.SIGCONT)
        why = unlike(first, file, whole.content)
        if (code, "in use by another process" in complaint) != (UNUSABLE, True):
            return f"the second ends with {code}: {complaint}"
        left = file.with_name(f".{file.name}.lock").exists()
        return f"the first {why}" if why else "its lock is left" if left else ""


def refused(code: int, complaint: str) -> str:
    """Return what is wrong with how a command says that a file cannot be written: one line, and the right code."""
    is_right = code == UNUSABLE and len(complaint.splitlines()) == 1 and "Traceback" not in complaint
    return "" if is_right else f"it ends with {code}: {complaint[-300:]}"


def no_room(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong where a file can have only some of its bytes; with room again the same command goes on."""
    room = random.Random(f"room {command.name} {seed}").randrange(len(whole.content))
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
    with new_folder() as folder:
        file = folder / command.file
        why = refused(*ended(started(command, folder, preexec_fn=limit))) or fault(command, file, whole.content)
        if not why and command.appends and not file.read_bytes().endswith(b"\n"):
            why = "a line is half written"
        again = unlike(started(command, folder), file, whole.content)
        why = why or (again and f"with room again it {again}")
        return why and f"{room} bytes: {why}"


def full_disk(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong on a disk of one page that is full; where none can be mounted, say so."""
    with new_folder() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(folder)]
        if subprocess.run(mount, check=False, capture_output=True).returncode:
            return "not tried: nothing can be mounted here"
        try:
            (folder / "other").write_bytes(bytes(4_096))
            why = refused(*ended(started(command, folder)))
            there = folder / command.file
            return why or ("half written" if there.exists() and there.stat().st_size else "")
        finally:
            subprocess.run(["umount", str(folder)], check=True)


def read_only(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong in a folder where nothing can be made; root is kept from it by giving up that right."""
    with new_folder() as folder:
        there = folder / command.file
        there.parent.mkdir(exist_ok=True)
        there.parent.chmod(0o555)
        folder.chmod(0o555)
        give_up = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
        words = [sys.executable, "-m", "formal_rl", *command.name.split(), *command.words.split()]
        words = [*(give_up if os.geteuid() == 0 else []), *words]
        try:
            run = subprocess.run(words, check=False, cwd=folder, capture_output=True, text=True)
        except FileNotFoundError:
            return "not tried: there is no setpriv"
        finally:
            folder.chmod(0o755)
            there.parent.chmod(0o755)
        return refused(run.returncode, run.stderr.strip()) or ("there is a file" if there.exists() else "")


def no_home(command: Command, whole: Whole, seed: int) -> str:
    """Return what is wrong where there is no home, nor a variable that names it."""
    faults = []
    for home in ({}, {"HOME": "/nonexistent"}):
        environment = {name: value for name, value in os.environ.items() if name != "HOME"} | home
        with new_folder() as folder:
            faults.append(unlike(started(command, folder, env=environment), folder / command.file, whole.content))
    return "; ".join(filter(None, faults))


TRIALS: Mapping[str, Callable[[Command, Whole, int], str]] = {
    "two at once": two_at_once,
    "no room": no_room,
    "full disk": full_disk,
    "read-only folder": read_only,
    "no home": no_home,
}
COUNTED = ("kills", "at the file", "file was there", "ended", "same bytes", "files left beside")


def outcome(command: Command, kills: int, seed: int) -> tuple[Counter[str], list[str], list[str]]:
    """Kill a command so often, and make every trial with it; return the counts, the faults, and a row of the table."""
    whole = uninterrupted(command)
    trials = {name: trial(command, whole, seed) for name, trial in TRIALS.items()}
    counts, faults = killed(command, whole, kills, seed)
    faults = [f"{command.name}: {why}" for why in faults]
    faults += [f"{command.name}, {name}: {why}" for name, why in trials.items() if why]
    words = [
        "not tried" if why.startswith("not tried") else "FAULT" if why else "as it must" for why in trials.values()
    ]
    return counts, faults, [command.name, *(str(counts[each]) for each in COUNTED), *words]


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
        found = [*pool.map(lambda each: outcome(each, -(-asked.kills // len(chosen)), asked.seed), chosen)]
    for row in [["command", *COUNTED, *TRIALS], *(row for *_, row in found)]:
        print(f"| {' | '.join(row)} |")
    faults = [why for _, each, _ in found for why in each]
    print(*faults, sep="\n", end="\n" * bool(faults))
    real = [each for each in faults if "not tried" not in each]
    total = sum((counts for counts, *_ in found), Counter[str]())
    print(
        f"{total['kills']} kills of seed {asked.seed}; {total['same bytes']} of {total['ended']} resumed runs have the "
        f"same bytes; {len(real)} faults; {time.monotonic() - begun:.0f} s"
    )
    return 1 if real else 0


if __name__ == "__main__":
    sys.exit(main())
