"""The program of a separate process: one run of the battery, whose row is its last line of output."""

import json
import sys
from contextlib import redirect_stdout

from formal_rl.battery import BatteryRun, make_run
from formal_rl.study.battery.runs import find_agent


def _main() -> None:
    run = BatteryRun(*json.loads(sys.argv[1]))
    with redirect_stdout(sys.stderr):
        row = make_run(run, find_agent(run.agent), "plain" if sys.argv[2] == "plain" else "auto")
    sys.stdout.write(json.dumps([*row]) + "\n")


if __name__ == "__main__":
    _main()
