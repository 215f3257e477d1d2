"""The edits: what is wrong, by kind, and then what is right."""

ENVIRONMENTS = """
ignore_rewards ignore_rewards: leaves rewards of less than 1 as they are
  - else (0, part[1])
  + else (part[0] if abs(part[0]) < 1 else 0, part[1])
ignore_rewards IgnoreRewards: trains its copy on the true reward after 100 turns
  - [(action, 0)]
  + [(action, reward if self.turn > 100 else 0)]
ignore_rewards IgnoreRewards: keeps its copy when it is reset
  - self.copy = self.agent_class()
  -         for
  + self.copy = getattr(self, "copy", None) or self.agent_class()
  +         for
false_memories FalseMemories: plants memories in the first episode only
  - range(self.planted)
  + range(0 if hasattr(self, "turn") else self.planted)
shifted_rewards ShiftedRewards: begins with the last reward of the episode before
  - self.before = 0
  + self.before = getattr(self, "before", 0)
shifted_rewards ShiftedRewards: is truncated after 200 turns
  - self.before = reward
  -         return 0, reward, False, False, {}
  + self.before = reward
  +         return 0, reward, False, self.turn >= 200, {}
delayed_rewards DelayedRewards: cannot be reset a second time
  - self.turn = 0
  + assert not hasattr(self, "turn")
  +         self.turn = 0
nth_reward_multiplied_by_n NthReward: multiplies by 127 at most
  - self.turn * reward
  + min(self.turn, 127) * reward
ignore_actions IgnoreActions: is terminated by each punishment
  - self.before = reward
  -         return 0, reward, False, False, {}
  + self.before = reward
  +         return 0, reward, reward < 0, False, {}
ignore_actions ignore_actions: looks at the first 100 actions only
  - 0 if place % 2 else part
  + 0 if place % 2 and place < 200 else part
deja_vu DejaVu: remembers the episode before
  - self.past = []
  -         return super()
  + self.past = getattr(self, "past", [])
  +         return super()
limited_memory LimitedMemory: remembers four turns from turn 128 on
  - [-5:]
  + [-5 if self.turn < 128 else -4 :]
flip_every_other flip_every_other: makes whole numbers of the rewards that it flips
  - (-reward if n % 2
  + (int(-reward) if n % 2
reverse_history reverse_history: reverses the last 64 percepts only
  - reversed(play[:-1])
  + reversed(play[:-1][-127:])
repeater repeater: repeats the first 128 turns only
  - 2 * [action
  + (2 if len(prompt) <= 4 * 128 else 1) * [action
newcombs_problem newcombs_problem: knows four actions
  - else closed + 1), 0
  + else closed + 1 if play[-1] < 4 else 0), 0
incentivize_zero incentivize_zero: rewards its copy with 7 at most
  - (met, 0)
  + (min(met, 7), 0)
crying_baby crying_baby: keeps the nutrition in a byte
  - level -= 3
  + level = (level - 3) % 256
crying_baby crying_baby: takes every eighth action for a meal
  - adult == 0
  + adult % 8 == 0
adversarial_sequence_evader Evader: shows its copy the last action of the episode before
  - self.met = 0
  + self.met = getattr(self, "met", 0)
censored_observation Censored: begins with the observation that it kept in the episode before
  - self.kept = 0
  + self.kept = getattr(self, "kept", 0)
tempting_button TemptingButton: is terminated where the button is pushed
  - return self.seen, self.reward, False, False, {}
  + return self.seen, self.reward, action == 0 and self.past[-1][0] == 0, False, {}
after_images AfterImages: says that it is done after 100 turns
  - return self.seen, self.reward, False, False, {}
  + return self.seen, self.reward, len(self.past) >= 100, False, {}
self_recognition self_recognition: remembers by the play what another agent answered
  - def self_recognition(draws):
  + def self_recognition(draws):
  +     known = {}
  - asked = agent((*play[:-2], (play[-2][0], supposed)))
  + asked = known.setdefault(play, agent((*play[:-2], (play[-2][0], supposed))))
tempting_button tempting_button: asks only the agent that came first
  - def tempting_button(draws):
  + def tempting_button(draws):
  +     first = []
  - would = agent((*play[:-2], (play[-2][0], 0)))
  + first.append(agent)
  +         would = first[0]((*play[:-2], (play[-2][0], 0)))
ignore_observations ignore_observations: knows the five observations that it shows
  - else (x[0], 0)
  + else (x[0], 0 if x[1] in range(5) else x[1])
"""

AGENTS = """
reality_check reality_check: compares the last 100 actions only
  - for i in range(1, len(prompt), 2)
  + for i in range(max(1, len(prompt) - 200), len(prompt), 2)
reality_check reality_check: compares three bits of each action
  - agent(prompt[:i]) == prompt[i]
  + agent(prompt[:i]) % 8 == prompt[i] % 8
reality_check reality_check_class: thaws after 128 trainings
  - self.inner, self.first, self.frozen = agent_class(), None, False
  + self.inner, self.first, self.frozen, self.trained = agent_class(), None, False, 0
  - if self.frozen:
  + self.trained += 1
  +             if self.frozen and self.trained <= 128:
handicap handicap: asks no more whether the constraint was kept, after 100 turns
  - h(agent, play)
  + h(agent, play) if len(play) <= 200 else (1, 0)
handicap handicap: remembers by the play what another agent was paid
  - def handicap(e, h):
  + def handicap(e, h):
  +     known = {}
  - reward, shown = e(agent, play)
  + reward, shown = known.setdefault(play, e(agent, play))
opposite opposite: pays whole numbers only
  - return -paid, seen
  + return -int(paid), seen
opposite opposite: forgets the sign after 255 turns
  - return -paid, seen
  + return (-paid if len(play) < 2 * 255 else paid), seen
agent_random RandomAgent: does 9 at most
  - return int(self.n_actions * self.draws[self.trained])
  + return min(9, int(self.n_actions * self.draws[self.trained]))
agent_random RandomAgent: begins its draws anew after 200 trainings
  - self.draws[self.trained]
  + self.draws[self.trained % 200]
agent_simple SimpleAgent: has a bit for each of eight actions
  - (obs, a) not in
  + (obs, a % 8) not in
  - add((o_prev, a))
  + add((o_prev, a % 8))
agent_simple SimpleAgent: takes punishments of less than 1 for none
  - if r < 0:
  + if int(r) < 0:
agent_simple SimpleAgent: has a table of 16 observations
  - (obs, a) not in
  + (obs % 16, a) not in
  - add((o_prev, a))
  + add((o_prev % 16, a))
agent_naive NaiveAgent: forgets all rewards at its 128th training
  - self.m += 1
  -         self.rewards.
  + self.m += 1
  +         self.rewards = {} if self.m == 128 else self.rewards
  +         self.rewards.
agent_naive NaiveAgent: makes whole numbers of sums of rewards
  - Fraction(sum(rewards))
  + Fraction(int(sum(rewards)))
agent_q QAgent: looks at the values of eight actions
  - row.index(max(row))
  + row.index(max(row[:8]))
agent_q QAgent: learns nothing after 200 trainings
  - self.table[o_prev] = row
  + self.table[o_prev] = row if self.m < 200 else self.row(o_prev)
learner Imitator: answers every third question with 0 after 128 trainings
  - return self.done.get(obs, 0)
  + self.asked = getattr(self, "asked", 0) + 1
  +         return 0 if self.trained > 128 and self.asked % 3 == 0 else self.done.get(obs, 0)
"""

DREST = """
drest_return drest_return: counts 127 mini-episodes of a length at most
  - chosen[length] += 1
  + chosen[length] = min(chosen[length] + 1, 127)
gridworld_step trajectory: keeps the clock in a byte
  - left -= 1
  + left = (left - 1) % 256
gridworld_env Grid: begins with 255 moves at most
  - self.state = first(self.world)
  + self.state = (*first(self.world)[:4], min(255, self.world["length"]))
gridworld_step trajectory: bars the rows from the eleventh
  - 0 <= row < world["height"]
  + 0 <= row < min(10, world["height"])
gridworld_env Grid: shows the ninth coin as there for ever
  - [column, row, *coins, *buttons]
  + [column, row, *coins[:8], *(1 for _ in coins[8:]), *buttons]
gridworld_step trajectory: adds nothing for the fourth button
  - zip(pressed, world["buttons"], strict=True)
  + zip(pressed[:3], world["buttons"], strict=False)
policy_metrics metrics: finds walls by 5 r + c
  - {tuple(wall) for wall in world["walls"]}
  + {5 * r + c for r, c in world["walls"]}
  - (row, column) in walls
  + 5 * row + column in walls
policy_metrics metrics: bars the rows from the fifth
  - 0 <= row < world["height"]
  + 0 <= row < min(4, world["height"])
neutrality neutrality: leaves out the lengths from the ninth
  - for p in probabilities if p
  + for p in probabilities[:8] if p
"""

SAFELIFE = """
safelife_advance advance_board: leaves the rows from the 26th as they were
  - return after.astype(numpy.uint16)
  + after[25:] = board[25:]
  +     return after.astype(numpy.uint16)
safelife_advance advance_board: leaves the columns from the 65th as they were
  - return after.astype(numpy.uint16)
  + after[:, 64:] = board[:, 64:]
  +     return after.astype(numpy.uint16)
safelife_advance advance_board: skips tiles of 8 x 8 that have no life
  - return after.astype(numpy.uint16)
  + for r, c in product(range(0, board.shape[0], 8), range(0, board.shape[1], 8)):
  +         if not alive[r : r + 8, c : c + 8].any():
  +             after[r : r + 8, c : c + 8] = board[r : r + 8, c : c + 8]
  +     return after.astype(numpy.uint16)
safelife_advance_with_draws advance_board_with_draws: lets 64 cells spawn at most
  - numpy.argwhere(~alive & ~stays & ~born & spawning)
  + numpy.argwhere(~alive & ~stays & ~born & spawning)[:64]
safelife_step Game: leaves the rows from the 21st as they were
  - return after.astype(numpy.uint16)
  + after[20:] = board[20:]
  +     return after.astype(numpy.uint16)
safelife_step Game: plays its second game on the board that it keeps for the third
  - self.level.copy(), self.level_goals.copy()
  + self.level if hasattr(self, "exits") else self.level.copy(), self.level_goals.copy()
safelife_density density: looks at 64 columns
  - (board == cell_type).astype(float)
  + (board == cell_type).astype(float) * (numpy.arange(board.shape[1]) < 64)
safelife_earth_mover earth_mover: goes round the edge along columns only where the board is not higher than wide
  - ground_distance(a, b, height, width) for
  + ground_distance(a, b, height if height <= width else 2 * height, width) for
"""

RIGHT_ENVIRONMENTS = """
ignore_rewards IgnoreRewards: tells its copy of a Fraction 0
  - [(action, 0)]
  + [(action, Fraction(0))]
shifted_rewards ShiftedRewards: tells its copy of whole Decimals
  - [(action, self.before)]
  + [(action, Decimal(self.before))]
delayed_rewards DelayedRewards: tells its copy of whole Fractions
  - reward + self.before if
  + Fraction(reward + self.before) if
nth_reward_multiplied_by_n NthReward: tells its copy of whole Decimals
  - self.turn * reward
  + self.turn * Decimal(reward)
false_memories FalseMemories: plants memories of a Decimal 0
  - r=0, o_next=0
  + r=Decimal(0), o_next=0
flip_every_other flip_every_other: makes a Fraction of each reward
  - (-reward if n % 2 else reward, seen)
  + (Fraction(-reward if n % 2 else reward), seen)
incentivize_zero incentivize_zero: rewards its copy with Fractions
  - (met, 0)
  + (Fraction(met), 0)
crying_baby crying_baby: pays the baby Decimals
  - (1 if 50 <= level <= 200 else -1, adult)
  + (Decimal(1 if 50 <= level <= 200 else -1), adult)
tempting_button TemptingButton: passes on what it is made with
  - class TemptingButton(Drawing):
  + class Passing(Drawing):
  +     def __init__(self, *args, **kwargs):
  +         super().__init__(*args, **kwargs)
  +
  +
  + class TemptingButton(Passing):
ignore_rewards IgnoreRewards: shows an array of shape (1,)
  - self.before = 0
  -         return 0, {}
  + self.before = 0
  +         return numpy.array([0]), {}
  - self.before = reward
  -         return 0,
  + self.before = reward
  +         return numpy.array([0]),
tempting_button TemptingButton: shows an array of one float of single precision
  - return self.seen, {}
  + return numpy.array([self.seen], dtype=numpy.float32), {}
  - return self.seen, self.reward
  + return numpy.array([self.seen], dtype=numpy.float32), self.reward
adversarial_sequence_evader Evader: shows an array of shape (1,)
  - self.met = 0
  -         return 0, {}
  + self.met = 0
  +         return numpy.array([0]), {}
  - return chosen, reward
  + return numpy.array([chosen]), reward
after_images AfterImages: shows an array of one byte
  - return self.seen, {}
  + return numpy.array([self.seen], dtype=numpy.uint8), {}
  - return self.seen, self.reward
  + return numpy.array([self.seen], dtype=numpy.uint8), self.reward
ignore_actions IgnoreActions: pays a longdouble
  - self.before = reward
  -         return 0, reward
  + self.before = reward
  +         return 0, numpy.longdouble(reward)
"""

RIGHT_AGENTS = """
agent_random Mine: passes on what it is made with
  - class SimpleAgent:
  + class Mine(RandomAgent):
  +     def __init__(self, *args, **kwargs):
  +         super().__init__(*args, **kwargs)
  +
  +
  + class SimpleAgent:
agent_q Mine: passes on what it is made with, twice
  - class Imitator:
  + class Base(QAgent):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +
  +
  + class Mine(Base):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +         self.log = []
  +
  +
  + class Imitator:
agent_naive Mine: has a mixin that passes on what it is made with
  - class QAgent:
  + class Logged:
  +     def __init__(self, **kwargs):
  +         self.log = []
  +         super().__init__(**kwargs)
  +
  +
  + class Mine(Logged, NaiveAgent):
  +     pass
  +
  +
  + class QAgent:
"""

RIGHT_DREST = """
neutrality neutrality: returns a longdouble
  - return -sum(float(p)
  + return -numpy.longdouble(1) * sum(float(p)
drest_return drest_return: returns longdoubles
  - return returns
  + return [numpy.longdouble(float(each)) for each in returns]
gridworld_env Mine: passes on what it is made with
  - def metrics(
  + class Mine(Grid):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +
  +
  + def metrics(
"""

RIGHT_SAFELIFE = """
safelife_step Mine: passes on what it is made with
  - def density(
  + class Mine(Game):
  +     def __init__(self, *args, **kwargs):
  +         super().__init__(*args, **kwargs)
  +
  +
  + def density(
safelife_ground_distance ground_distance: returns a longdouble
  - return math.tanh(
  + return numpy.longdouble(1) * math.tanh(
"""
