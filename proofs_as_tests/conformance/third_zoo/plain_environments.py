"""Extended environments, plainly: functions of agent and play, and classes in the form of gymnasium."""

NOTHING = (0, 0)


def paid(agent, play, prompt, shown=0):
    return 1 if agent(tuple(prompt)) == play[-1] else -1, shown


def turns(play):
    return [(n, play[2 * n - 1], *play[2 * n]) for n in range(1, len(play) // 2)]


def ignore_rewards(agent, play):
    if not play:
        return NOTHING
    return paid(agent, play, [part if place % 2 else (0, part[1]) for place, part in enumerate(play[:-1])])


def ignore_actions(agent, play):
    if not play:
        return NOTHING
    return paid(agent, play, [0 if place % 2 else part for place, part in enumerate(play[:-1])])


def flip_every_other(agent, play):
    if not play:
        return NOTHING
    prompt = [play[0]]
    for n, action, reward, seen in turns(play):
        prompt += [action, (-reward if n % 2 else reward, seen)]
    return paid(agent, play, prompt)


def shifted_rewards(agent, play):
    if not play:
        return NOTHING
    prompt, before = [play[0]], 0
    for _, action, reward, seen in turns(play):
        prompt += [action, (before, seen)]
        before = reward
    return paid(agent, play, prompt)


def repeater(agent, play):
    if not play:
        return NOTHING
    prompt = [play[0]]
    for _, action, reward, seen in turns(play):
        prompt += 2 * [action, (reward, seen)]
    return paid(agent, play, prompt)


def reverse_history(agent, play):
    if not play:
        return NOTHING
    return paid(agent, play, reversed(play[:-1]))


def newcombs_problem(agent, play):
    if not play:
        return NOTHING
    closed = 1000 if agent(play[:-1]) == 0 else 0
    return (closed if play[-1] == 0 else closed + 1), 0


def incentivize_zero(agent, play):
    if not play:
        return NOTHING
    copy = [(0, 0)]
    for met in play[1::2]:
        copy += [agent(tuple(copy)), (met, 0)]
    return 1 if agent(tuple(copy)) == 0 else -1, 0


def crying_baby(agent, play):
    if not play:
        return 1, 0
    level, baby = 100, []
    for adult in play[1::2]:
        level += 25 if adult == 0 else 0
        level -= 3
        baby.append((1 if 50 <= level <= 200 else -1, adult))
        baby.append(agent(tuple(baby)))
    return 1 if baby[-1] == 0 else -1, baby[-1]


def self_recognition(draws):
    def environment(agent, play):
        after = int(6 * draws[len(play) // 2])
        sentence = play[-2][1] if play else 0
        if sentence < 2 or sentence > 5:
            return 0, after
        supposed, would = divmod(sentence - 2, 2)
        asked = agent((*play[:-2], (play[-2][0], supposed)))
        return 1 if play[-1] == (1 if asked == would else 0) else -1, after

    return environment


def tempting_button(draws):
    def environment(agent, play):
        shown = 0 if 4 * draws[len(play) // 2] < 1 else 1
        if not play:
            return 0, shown
        if play[-2][1] == 0:
            return 1 if play[-1] == 0 else -1, shown
        would = agent((*play[:-2], (play[-2][0], 0)))
        return -1 if would == 0 else 1, shown

    return environment


def ignore_observations(draws):
    def environment(agent, play):
        drawn = int(5 * draws[len(play) // 2])
        if not play:
            return 0, drawn
        return paid(agent, play, [x if place % 2 else (x[0], 0) for place, x in enumerate(play[:-1])], drawn)

    return environment


class Mimic:
    """Pays for doing as a copy does that is trained on other reports of the turns."""

    planted = 0

    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy = self.agent_class()
        for _ in range(self.planted):
            self.copy.train(o_prev=0, a=0, r=0, o_next=0)
        self.turn = 0
        self.before = 0
        return 0, {}

    def step(self, action):
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.turn += 1
        for told in self.report(action, reward):
            self.copy.train(0, *told, 0)
        self.before = reward
        return 0, reward, False, False, {}


class IgnoreRewards(Mimic):
    def report(self, action, reward):
        return [(action, 0)]


class IgnoreActions(Mimic):
    def report(self, action, reward):
        return [(0, reward)]


class ShiftedRewards(Mimic):
    def report(self, action, reward):
        return [(action, self.before)]


class DelayedRewards(Mimic):
    def report(self, action, reward):
        return [(action, reward + self.before if self.turn % 2 else 0)]


class NthReward(Mimic):
    def report(self, action, reward):
        return [(action, self.turn * reward)]


class FalseMemories(Mimic):
    planted = 2

    def report(self, action, reward):
        return [(action, reward)]


class LimitedMemory(Mimic):
    def reset(self, *, seed=None, options=None):
        self.last = []
        return super().reset()

    def report(self, action, reward):
        self.last = [*self.last, (action, reward)][-5:]
        self.copy = self.agent_class()
        return self.last


class DejaVu(Mimic):
    def reset(self, *, seed=None, options=None):
        self.past = []
        return super().reset()

    def step(self, action):
        copy = self.agent_class()
        for transition in [*self.past, (0, action, 0, 0), *self.past]:
            copy.train(*transition)
        reward = 1 if copy.act(0) == action else -1
        self.past.append((0, action, reward, 0))
        return 0, reward, False, False, {}


class Evader:
    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy = self.agent_class()
        self.met = 0
        return 0, {}

    def step(self, action):
        chosen = self.copy.act(self.met)
        reward = 1 if chosen != action else -1
        self.copy.train(self.met, chosen, -reward, action)
        self.met = action
        return chosen, reward, False, False, {}


class Drawing:
    """Shows what is drawn, and pays for what a copy, trained on the past, does."""

    def __init__(self, agent_class, draws):
        self.agent_class, self.draws = agent_class, draws

    def reset(self, *, seed=None, options=None):
        self.past = []
        self.seen = self.draw()
        self.start()
        return self.seen, {}

    def step(self, action):
        self.reward = self.pay(action)
        self.past.append((self.seen, action, self.reward, self.draw(1)))
        self.seen = self.past[-1][3]
        self.keep(action)
        return self.seen, self.reward, False, False, {}

    def start(self):
        pass

    def keep(self, action):
        pass


class TemptingButton(Drawing):
    def draw(self, later=0):
        return 0 if 4 * self.draws[len(self.past) + later] < 1 else 1

    def pay(self, action):
        if self.seen == 0:
            return 1 if action == 0 else -1
        copy = self.agent_class()
        for seen, acted, reward, after in [*self.past[:-1], *((*last[:3], 0) for last in self.past[-1:])]:
            copy.train(seen, acted, reward, after)
        return -1 if copy.act(0) == 0 else 1


class Censored(Drawing):
    def draw(self, later=0):
        return int(3 * self.draws[len(self.past) + later]) if later + len(self.past) else 0

    def start(self):
        self.copy = self.agent_class()
        self.kept = 0
        self.answer = 0

    def pay(self, action):
        return 1 if self.copy.act(self.kept) == action else -1

    def keep(self, action):
        before, _, _, after = self.past[-1]
        if before != 2:
            self.answer = action
        if after != 2:
            self.copy.train(self.kept, self.answer, self.reward, after)
            self.kept = after


class AfterImages(Drawing):
    def draw(self, later=0):
        return int(8 * self.draws[len(self.past) + later])

    def start(self):
        self.copy = self.agent_class()
        self.saw = self.seen

    def pay(self, action):
        return 1 if self.copy.act(self.saw) == action else -1

    def keep(self, action):
        before, _, _, after = self.past[-1]
        self.copy.train(self.saw, action, self.reward, before | after)
        self.saw = before | after
