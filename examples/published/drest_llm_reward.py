"""The DREST reward of language models in towardsshutdownable/towardsshutdownableagents, folder llm.

    CLONE=towardsshutdownableagents formal-rl conform examples/published/drest_llm_reward.py:reward --suite drest_reward

prints "conforms". It needs nothing but Python.
"""

from clone import from_clone

theirs = from_clone("drest_llm.reward", under="llm")


def reward(value, length, counts, greatest, lam):
    """Return what reward_for_position pays for the one option of a question."""
    lengths = sorted(greatest)
    question = {
        "score_values": [float(value)],
        "trajectory_ids": [lengths.index(length)],
        "max_scores_by_length": [float(greatest[each]) for each in lengths],
    }
    counter = theirs.MetaEpisodeCounter(len(lengths), [counts[each] for each in lengths])
    return theirs.reward_for_position(question, 0, counter, lambda_factor=float(lam))[0]
