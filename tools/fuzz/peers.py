"""Hostile processes and plug-ins: what `formal-rl conform` makes of programs that it runs and cannot trust."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

CODES = {1: "diverges", 4: "cannot be used", 5: "nothing was compared"}
"""The exit codes that are right for an implementation that answers nothing of use."""

SECONDS = 180
"""How long a check may take; a question of it takes one second at most."""

_HEAD = "import json, os, signal, sys, time\n"
_GREETED = (
    'sys.stdin.readline(); print(json.dumps({"protocol": "formal-rl-conformance/1"}), flush=True)\n'
    "for line in sys.stdin:\n    id = json.loads(line)['id']\n    "
)
PEERS: Mapping[str, str] = {
    "ends at once": "",
    "hangs at once": "time.sleep(1e6)",
    "garbage": "sys.stdout.buffer.write(os.urandom(100_000))",
    "endless line": "while True: sys.stdout.write('x' * 100_000)",
    "endless lines": "while True: print('{}')",
    "other protocol": "print('{\"protocol\": [[[1]]]}', flush=True); time.sleep(1e6)",
    "no JSON": _GREETED + "print('no', flush=True)",
    "other id": _GREETED + "print(json.dumps({'id': [id], 'answer': 1}), flush=True)",
    "deep answer": _GREETED + "print('{\"id\": %d, \"answer\": %s}' % (id, '[' * 9_000 + ']' * 9_000), flush=True)",
    "long number": _GREETED + "print('{\"id\": %d, \"answer\": %s}' % (id, '9' * 9_000), flush=True)",
    "bad fraction": _GREETED + "print(json.dumps({'id': id, 'answer': {'fraction': [1, 0]}}), flush=True)",
    "asks without end": _GREETED + "\n    while True: print(json.dumps({'id': id, 'ask': [[0, 0]]}), flush=True)",
    "hangs": _GREETED + "time.sleep(1e6)",
    "crashes": _GREETED + "os.kill(os.getpid(), signal.SIGSEGV)",
    "forks": _GREETED + "\n    if not os.fork(): time.sleep(1e6)\n    os._exit(3)",
    "allocates": _GREETED + "x = [bytes(1 << 24) for _ in range(1 << 20)]",
    "shouts": _GREETED + "sys.stderr.write('\\x1b[2J\\0' * 100_000); os._exit(1)",
}
"""Programs that speak the protocol of processes badly."""

PLUG_INS: Mapping[str, str] = {
    "hangs": "while True: pass",
    "sleeps": "time.sleep(1e6)",
    "crashes": "os.kill(os.getpid(), signal.SIGSEGV)",
    "exits": "os._exit(0)",
    "raises SystemExit": "raise SystemExit(0)",
    "recurses": "return neutrality(*given, **named)",
    "forks": "\n    if not os.fork(): time.sleep(1e6)\n    return os.getpid()",
    "allocates": "return [bytes(1 << 24) for _ in range(1 << 20)]",
    "raises what cannot be written": "raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})()",
    "answers what cannot be written": "return type('A', (), dict.fromkeys(('__repr__', '__eq__'), 1))()",
    "closes the output": "os.close(1); os.close(2)",
    "a number of a million digits": "return 10**1_000_000",
}
"""What the function does that is to be neutrality."""


class Trial(NamedTuple):
    """What came of a program: its exit code, and what is wrong with that."""

    name: str
    code: int
    seconds: float
    fault: str


def trials() -> list[Trial]:
    """Try every program, one after another."""
    command = "exec:{python} input.py"
    peers = [_tried(f"process, {name}", text, command, "ignore_rewards") for name, text in PEERS.items()]
    defined = "def neutrality(*given, **named):\n    "
    return peers + [
        _tried(f"plug-in, {name}", f"{defined}{text}", "input.py:neutrality", "neutrality")
        for name, text in PLUG_INS.items()
    ]


def _tried(name: str, text: str, implementation: str, suite: str) -> Trial:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "input.py").write_text(f"{_HEAD}{text}\n", "utf-8")
        mark = f"FUZZED_BY={os.getpid()}"
        words = [sys.executable, "-m", "formal_rl", "conform", implementation.format(python=sys.executable), "--suite"]
        limited = ["prlimit", f"--as={4 << 30}", "--", *words, suite, "--timeout", "1"]
        begun = time.monotonic()
        how = {"cwd": folder, "capture_output": True, "timeout": SECONDS}
        try:
            run = subprocess.run(limited, check=False, env={**os.environ, "FUZZED_BY": str(os.getpid())}, **how)
        except subprocess.TimeoutExpired:
            _end(mark)
            return Trial(name, -1, time.monotonic() - begun, f"no end in {SECONDS} s")
        seconds = time.monotonic() - begun
        said = (run.stdout + run.stderr).decode(errors="replace")
        fault = "" if run.returncode in CODES and b"Traceback" not in run.stderr else said[-300:]
        left = _end(mark)
        return Trial(name, run.returncode, seconds, fault or (f"{left} processes go on" if left else ""))


def _end(mark: str) -> int:
    """End the processes that a trial left, and return how many there were."""
    left = 0
    for each in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = mark.encode() in (each / "environ").read_bytes().split(b"\0") and int(each.name) != os.getpid()
            if is_ours:
                os.kill(int(each.name), 9)
                left += 1
        except OSError:  # it is not ours, or has ended
            continue
    return left


def main() -> int:
    """Try all, print what came of each, and return 1 where there are faults."""
    found = trials()
    for each in found:
        came = CODES.get(each.code, each.code)
        print(f"| {each.name} | {came} | {each.seconds:.0f} s | {each.fault or 'as it must'} |")
    faults = sum(bool(each.fault) for each in found)
    print(f"{len(found)} programs, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
