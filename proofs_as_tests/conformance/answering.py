"""A process for the tests: ``python answering.py FILE`` behaves as the file says. It imports nothing of ours."""

import json
import math
import os
import signal
import sys
import time
from fractions import Fraction
from pathlib import Path

BEHAVIOUR = Path(sys.argv[1]).read_text(encoding="utf-8").strip()


def say(text):
    print(text, flush=True)


def plain(value):
    if isinstance(value, dict):
        return Fraction(*value["fraction"])
    return [plain(each) for each in value] if isinstance(value, list) else value


def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def ask(question, prompt, **numbers):
    say(json.dumps({"id": question["id"], "ask": prompt, **numbers}))
    return read()["action"]


# --- The greeting ---


def greet():
    if BEHAVIOUR == "ends at once":
        sys.exit("ImportError: no module named nothing")
    greeting = read()
    if BEHAVIOUR == "hangs at once":
        time.sleep(60)
    if BEHAVIOUR == "refuses the suite":
        say(json.dumps({"refuse": f"there is no {greeting['suite']} here"}))
    elif BEHAVIOUR == "speaks another protocol":
        say(json.dumps({"protocol": "formal-rl-conformance/0"}))
    elif BEHAVIOUR == "shows a banner":
        say("Welcome!")
    else:
        say(json.dumps({"protocol": greeting["protocol"]}))
    return greeting["suite"]


# --- Any question ---


def at_its_number(number):
    """Fail at one question, whatever that is, or once and never more."""
    if number == 40 and BEHAVIOUR == "ends at question 40":
        sys.exit("ValueError: tired")
    if number == 40 and BEHAVIOUR == "hangs at question 40":
        time.sleep(60)
    if number == 40 and BEHAVIOUR == "prints at question 40":
        say("tired")
    ended = Path(sys.argv[1]).with_name("ended")
    if number == 40 and BEHAVIOUR == "ends once" and not ended.exists():
        ended.touch()
        sys.exit("ValueError: tired")


def answered(question, answer):
    if BEHAVIOUR == "wrong from question 40 on" and question["id"] >= 40:
        answer = [2, 0] if isinstance(answer, list) else answer + 2
    line = json.dumps({"id": question["id"], "answer": answer})
    say(line)
    if BEHAVIOUR == "answers twice" or (BEHAVIOUR == "answers long questions twice" and len(str(question)) > 50):
        say(line)


# --- Cases: neutrality ---


def neutrality(case):
    base = math.e if BEHAVIOUR == "wrong" else 2
    return -sum(p * math.log(p, base) for p in map(float, plain(case["probabilities"])) if p)


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


ODD_LINES = {
    "no JSON": "certainly",
    "no object": "[1]",
    "nothing said": '{"id": ID}',
    "two things said": '{"id": ID, "answer": 1, "refuse": "no"}',
    "no id": '{"answer": 1}',
    "another id": '{"id": 0, "answer": 1}',
    "no fraction": '{"id": ID, "answer": {"fraction": [1, 0]}}',
    "no float": '{"id": ID, "answer": {"float": "many"}}',
    "deeply nested": '{"id": ID, "answer": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "asks where there is no agent": '{"id": ID, "ask": [[0, 0]]}',
    "refuses": '{"id": ID, "refuse": "too hard"}',
    "not a number": '{"id": ID, "answer": NaN}',
    "not a number, as a float": '{"id": ID, "answer": {"float": "nan"}}',
    "a string": '{"id": ID, "answer": "1"}',
}
"""What is answered to cases of two lengths or more, by behaviour."""


def oddly(question):
    if BEHAVIOUR in ODD_LINES:
        say(ODD_LINES[BEHAVIOUR].replace("ID", str(question["id"])))
    elif BEHAVIOUR == "no UTF-8":
        sys.stdout.buffer.write(b'{"id": \xff}\n')
        sys.stdout.buffer.flush()
    elif BEHAVIOUR == "floods":
        for _ in range(100_000):
            say("no end")
    elif BEHAVIOUR == "prints":
        say("looking at two lengths")
    elif BEHAVIOUR == "ends":
        raise ArithmeticError("two lengths")
    elif BEHAVIOUR == "exits":
        sys.exit(0)
    elif BEHAVIOUR == "killed":
        killed()
    elif BEHAVIOUR == "closes its output":
        os.close(1)
        time.sleep(60)
    elif BEHAVIOUR == "hangs":
        time.sleep(60)
    return BEHAVIOUR in {*ODD_LINES, "no UTF-8", "floods"}


ASKED = []


def answer_case(question):
    case = question["case"]
    if len(case["probabilities"]) > 1 and oddly(question):
        return
    ASKED.append(case)
    more = len(ASKED) if BEHAVIOUR == "drifts" else 0
    answered(question, neutrality(case) + more)


# --- Histories ---


def without_rewards(play):
    return [[0, part[1]] if isinstance(part, list) else part for part in play]


def ignore_rewards(question):
    play = question["play"]
    if not play:
        return [0, 0]
    prompt = play[:-1] if BEHAVIOUR == "wrong" else without_rewards(play[:-1])
    if BEHAVIOUR == "asks about no prompt":
        prompt = play
    if BEHAVIOUR == "asks about an object":
        prompt = [[0, {"seen": 1}]]
    if BEHAVIOUR == "asks without end":
        while True:
            ask(question, prompt)
            prompt = [*prompt, 0, [0, 0]]
    if BEHAVIOUR == "asks with an unknown keyword":
        return [ask(question, prompt, number_of_actions=3), 0]
    action = ask(question, prompt)
    if BEHAVIOUR == "ends after an answer":
        sys.exit(7)
    if BEHAVIOUR == "pays booleans":
        return [True, 0]
    return [1 if action == play[-1] else -1, 0]


REMEMBERED = {}


def remembering(question):
    """Ask what was not asked before, whoever the agent is."""
    play = question["play"]
    if not play:
        return [0, 0]
    key = json.dumps(play[:-1])
    if key not in REMEMBERED:
        REMEMBERED[key] = ask(question, without_rewards(play[:-1]))
    return [1 if REMEMBERED[key] == play[-1] else -1, 0]


def tempting_button(question):
    """Show the button, 0, where a draw is below 1/4; elsewhere pay for not pushing were it there."""
    play, draws = question["play"], question["draws"]
    shows = [0 if 4 * draw < 1 else 1 for draw in draws][len(play) // 2]
    if not play:
        return [0, shows]
    if play[-2][1] == 0:
        return [1 if play[-1] == 0 else -1, shows]
    return [-1 if ask(question, [*play[:-2], [play[-2][0], 0]]) == 0 else 1, shows]


def third_action_forbidden(question):
    play = question["play"]
    if not play:
        return [0, 0]
    action = ask(question, play[:-1], **({} if BEHAVIOUR == "wrong" else {"number_of_actions": 3}))
    return [1 if action == play[-1] else -1, 0]


def incentivize_learning_rate(question):
    play = question["play"]
    if not play:
        return [0, 0]
    if "learning_rate" not in question:
        return [-1, 0]
    rate = plain(question["learning_rate"]) / (1 if BEHAVIOUR == "wrong" else 2)
    rate_as_json = {"fraction": [rate.numerator, rate.denominator]}
    return [1 if ask(question, play[:-1], learning_rate=rate_as_json) == play[-1] else -1, 0]


def reality_check(question):
    prompt = question["prompt"]
    for index in range(1, len(prompt), 2):
        if ask(question, prompt[:index]) != prompt[index]:
            return ask(question, prompt[: 3 if BEHAVIOUR == "wrong" else 1])
    return ask(question, prompt)


HISTORIES = {
    "ignore_rewards": ignore_rewards,
    "tempting_button": tempting_button,
    "third_action_forbidden": third_action_forbidden,
    "incentivize_learning_rate": incentivize_learning_rate,
    "reality_check": reality_check,
}

suite = greet()
while True:
    asked = read()
    at_its_number(asked["id"])
    if suite == "neutrality":
        answer_case(asked)
    else:
        answer = remembering if BEHAVIOUR == "remembers" else HISTORIES[suite]
        answered(asked, answer(asked))
