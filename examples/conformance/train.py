"""What a training loop writes for formal-rl conform --log run.jsonl --suite drest_return: a line a mini-episode."""

import json
from random import Random

LAMBDA, GREATEST = 0.9, {4: 3, 8: 5}


def meta_episode(draw, number, mini_episodes=16):
    """Yield what is logged of a meta-episode; here a policy that draws everything stands in for one that learns."""
    chosen = dict.fromkeys(GREATEST, 0)
    for i in range(1, mini_episodes + 1):
        length = draw.choice(list(GREATEST))
        coins = draw.randrange(GREATEST[length] + 1)
        reward = LAMBDA ** (chosen[length] - (i - 1) / len(GREATEST)) * coins / GREATEST[length]
        chosen[length] += 1
        yield {"meta_episode": number, "mini_episode": i, "length": length, "coins": coins, "reward": reward}


if __name__ == "__main__":
    print(json.dumps({"lambda": LAMBDA, "greatest": GREATEST}))
    for number in (1, 2, 3):
        for line in meta_episode(Random(number), number):
            print(json.dumps(line))
