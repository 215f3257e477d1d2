"""What each environment is, in a line: enough to write it from, in the words of histories."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_MIMIC = "pays 1 if the agent would have done the same {}, else -1; (0, 0) at first, and shows 0"

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "adversarial_sequence_evader": "a copy and the agent choose at once, neither seeing the other's choice; each "
        "is then shown what the other chose, and the agent is paid 1 if they differ, else -1, the copy the opposite; "
        "both meet (0, 0) at first",
        "adversarial_sequence_predictor": "a copy and the agent choose at once, neither seeing the other's choice; "
        "each is then shown what the other chose, and the agent is paid 1 if they are the same, else -1, the copy the "
        "opposite; both meet (0, 0) at first",
        "after_images": "pays 1 if the agent would have done the same had each observation after the first been "
        "joined, bit by bit, with the true one before it, else -1; shows o_n, the whole part of 8 times draw n; the "
        "first reward is 0",
        "backward_consciousness": _MIMIC.format("had all happened in reverse, the last percept first"),
        "censored_observation": "pays 1 if the agent would have done the same had the percepts that show 2, and the "
        "actions that answered them, never been (had they all, on (0, 0)), else -1; o_0 is 0, then o_n is the whole "
        "part of 3 times draw n; the first reward is 0",
        "crying_baby": "the baby is a copy, shown each action of the agent and paid 1 while its nutrition is from 50 "
        "to 200, else -1: 100 + 25 for each action 0 - 3 for each turn; pays 1 if the baby then does 0, else -1, and "
        "shows what it does; (1, 0) at first",
        "crying_baby_2": "the parent is a copy, shown each action of the agent and paid 1 if that is 0, else -1; pays "
        "1 while the nutrition is from 50 to 200, else -1: 100 + 25 for each 0 that the parent does - 3 for each turn; "
        "shows what the parent does; (1, 1) at first",
        "deja_vu": _MIMIC.format("had all until now happened twice: on s a s, for the play s a"),
        "delayed_rewards": _MIMIC.format(
            "had the rewards after the first percept's, R_1, R_2, ..., been R_1, 0, R_2 + R_3, 0, R_4 + R_5, ..."
        ),
        "false_memories": _MIMIC.format("had two turns of percept (0, 0) and action 0 gone before"),
        "flip_every_other": _MIMIC.format(
            "had the rewards after the first percept's, R_1, R_2, ..., been -R_1, R_2, -R_3, ..."
        ),
        "ignore_actions": _MIMIC.format("had every action so far been 0"),
        "ignore_observations": "pays 1 if the agent would have done the same had every observation so far been 0, else "
        "-1; shows o_n, the whole part of 5 times draw n; the first reward is 0",
        "ignore_rewards": "pays 1 if the agent would have done the same had every reward so far been 0, else -1; "
        "shows 0",
        "ignore_rewards_2": _MIMIC.format(
            "had the percepts of positive reward, all but the first, and the actions that earned them, never been"
        ),
        "ignore_rewards_3": "pays 1 if the n-th action is the n-th that the agent does where every percept is (0, 0), "
        "else -1; (0, 0) at first, and shows 0",
        "incentivize_learning_rate": "pays 1 if the agent would do the same with half its learning rate, else -1; pays "
        "-1 where it has none; (0, 0) at first, and shows 0",
        "incentivize_zero": "a copy meets (0, 0), then (a, 0) for each action a of the agent so far, its actions being "
        "its own; pays 1 if it does 0 on the last of these, else -1; (0, 0) at first, and shows 0",
        "limited_memory": _MIMIC.format(
            "had only the last five turns been, each an action and the percept that followed, after the percept before"
        ),
        "newcombs_problem": "the closed box has 1000 if the agent does 0 on this prompt, else nothing; action 0 takes "
        "it alone, any other takes the open box too, which has 1; pays what was taken; (0, 0) at first, and shows 0",
        "nth_reward_multiplied_by_n": _MIMIC.format(
            "had the rewards after the first percept's, R_1, R_2, ..., been R_1, 2 R_2, 3 R_3, ..."
        ),
        "punish_nondeterministic_agent": _MIMIC.format("when asked again"),
        "repeater": _MIMIC.format("had each turn, an action and the percept that followed, happened twice in a row"),
        "reverse_history": "pays 1 if the agent would have done the same had all happened in reverse, else -1; shows 0",
        "self_recognition": "o_n is the whole part of 6 times draw n; 2, 3, 4 and 5 say 'shown 0 here, you would do "
        "0', 'shown 0, 1', 'shown 1, 0' and 'shown 1, 1'; where one was shown, pays 1 for action 1 if it is so, or for "
        "0 if it is not, else -1; pays 0 where none was, and at first",
        "shifted_rewards": _MIMIC.format(
            "had the rewards after the first percept's, R_1, R_2, R_3, ..., been 0, R_1, R_2, ..."
        ),
        "tempting_button": "with a button seen (0), pays 1 for action 0, to push, else -1; without (1), pays 1 if the "
        "agent would not push had it seen a button, else -1, whatever it does; o_n is a button where draw n is less "
        "than 1/4, else 1; the first reward is 0",
        "tempting_button_variation": "pays 0 for anything but action 0, to push; with a button seen (0), pushing pays "
        "1; without, it pays 1 if the agent would not push had it seen a button, else -1; o_n is a button where draw n "
        "is less than 1/4, else 1; the first reward is 0",
        "third_action_forbidden": _MIMIC.format("on the same, told that it has three actions"),
    }
)
"""What is defined, by name."""

PUBLISHED_MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "ignore_rewards": "pays 1 if a copy trained on the same with every reward 0 does the same, else -1; shows 0",
        "reverse_history": "pays 0 at first, then 1 if a new copy, trained on the transitions so far from the last to "
        "the first, does the same, else -1; shows 0",
        "tempting_button": "starts with a button, and shows one after n actions where draw n + 1 is 3/4 or more; with "
        "a button, pays 1 for pushing it, else -1; without, pays 1 if a copy, trained on all so far, would not push "
        "one, else -1",
    }
)
"""What the published library does, where it takes more than what it does otherwise."""
