"""Commands run again in other surroundings must give the same bytes.

``make same-bytes`` runs each command as it is, and again with another seed of hashes, language and time zone, without
UTF-8 mode and in another folder; and with another Python where one is named by ``--python``. What is printed and
every file that is written must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

COMMANDS: Mapping[str, str] = {
    "statements": "statements --json",
    "verify": "verify A22-D7,A21-D1,A22-D1,T24-DA1 --jobs 1 --reproducible --json --out v.jsonl",
    "explain": "explain A22-T10.3 --json",
    "ask": 'ask ignore_rewards --agent last_reward_sign --play "(0,0) 0 (1,0) 1" --json',
    "trace": "trace ignore_rewards --agent q_learner --steps 5 --json",
    "explore": "explore ignore_rewards --html e.html",
    "conform": "conform mistaken.py:IgnoreRewards --suite ignore_rewards --json --html c.html --junit c.xml --out o "
    "--reproducible",
    "battery": "battery --agent simple,q_learner,random --steps 200 --reproducible --json --out r.csv",
    "vectors record": "vectors record neutrality --out v",
    "drest train": "drest train example --seeds 0-1 --meta-episodes 48 --jobs 1 --json --out t.json --curves c.csv",
    "drest figures": "drest figures f --only 3 --seeds 1",
    "safelife generate": "safelife generate prune-still --size 15 --count 2 --json --out l.npz",
    "safelife run": "safelife run prune-still-3 --json",
    "safelife effects": "safelife effects prune-still-3 --json",
}
"""What is run; its files are written to an empty folder."""

_PLAIN = {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
SURROUNDINGS: Mapping[str, Mapping[str, str]] = {
    "as it is": _PLAIN,
    "hashes": _PLAIN | {"PYTHONHASHSEED": "4294967295"},
    "C, no UTF-8": _PLAIN | {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "German": _PLAIN | {"LC_ALL": "de_DE.UTF-8", "TZ": "Europe/Berlin"},
    "Pacific": _PLAIN | {"PYTHONHASHSEED": "2", "TZ": "Pacific/Kiritimati"},
}
"""Variables of the environment. Where a language is not installed, the system takes C, and a run shows little."""

MISTAKEN = """class IgnoreRewards:
    def __init__(self, agent_class):
        self.copy = agent_class()

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=reward, o_next=0)
        return reward, 0
"""


def outputs(words: str, python: str, surroundings: Mapping[str, str]) -> dict[str, str]:
    """Return the digests of what a command prints, of each file that it writes, and its exit code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mistaken.py").write_text(MISTAKEN, "ascii")
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120", **surroundings}
        command = [python, "-m", "formal_rl", *shlex.split(words)]
        run = subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True)
        found = {"exit code": str(run.returncode), "output": _digest(run.stdout)}
        files = (each for each in sorted(folder.rglob("*")) if each.is_file() and each.name != "mistaken.py")
        found |= {each.relative_to(folder).as_posix(): _digest(each.read_bytes()) for each in files}
        if run.returncode not in {0, 1}:
            found["complaint"] = run.stderr.decode(errors="replace").strip()[-200:]
        return found


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def main() -> int:
    """Run, print what was compared and what differs, and return 1 where something does."""
    parser = argparse.ArgumentParser(prog="python -m tools.same_bytes", description=__doc__.partition("\n")[0])
    parser.add_argument("--python", action="append", default=[], help="another Python that has formal_rl")
    parser.add_argument("--jobs", type=int, default=2, help="how many commands at once (default: 2)")
    asked, begun = parser.parse_args(), time.monotonic()
    runs = [(name, where, sys.executable) for name in COMMANDS for where in SURROUNDINGS]
    runs += [(name, "as it is", python) for name in COMMANDS for python in asked.python]
    with ThreadPoolExecutor(asked.jobs) as pool:
        found = [*pool.map(lambda run: outputs(COMMANDS[run[0]], run[2], SURROUNDINGS[run[1]]), runs)]
    first = {
        name: each
        for (name, where, python), each in zip(runs, found, strict=True)
        if (where, python) == ("as it is", sys.executable)
    }
    differences, compared = [], 0
    for (name, where, python), each in zip(runs, found, strict=True):
        if "complaint" in each:
            differences.append(f"{name} ends with {each['exit code']}: {each['complaint']}")
        if each is not first[name]:
            compared += len(each) - 1
            other = [part for part in first[name].keys() | each.keys() if first[name].get(part) != each.get(part)]
            at = where if python == sys.executable else python
            differences += [f"{name}, {at}: {part} differs" for part in sorted(other)]
    print(*differences, sep="\n", end="\n" if differences else "")
    others = f"{len(SURROUNDINGS) - 1} other surroundings and {len(asked.python)} other Pythons"
    print(
        f"{len(COMMANDS)} commands in {others}: {compared:,} outputs and files compared, {len(differences)} differ; "
        f"{time.monotonic() - begun:.0f} s"
    )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
