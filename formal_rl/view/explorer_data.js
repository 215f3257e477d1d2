// The meaning of an explorer's data: histories as a trie, trees of questions, agents, and the state in an address.
// All here are pure functions of the data; the percepts and the words are those that Python found.

// Return the data with tables for look-ups: children of histories, places of prompts, plays of scenes.
export function opened(data) {
  const size = data.histories.length / 2 + 1;
  const know = {data, size, parent: new Int32Array(size), value: new Int32Array(size), isPrompt: new Uint8Array(size),
    place: new Int32Array(size), child: new Map(), plays: []};
  let prompts = 0;
  for (let node = 1; node < size; node++) {
    const parent = data.histories[2 * node - 2], value = data.histories[2 * node - 1];
    know.parent[node] = parent;
    know.value[node] = value;
    // behind a prompt stands an action, or, below 0, the observation in place of its last one
    know.isPrompt[node] = know.isPrompt[parent] && value >= 0 ? 0 : 1;
    if (know.isPrompt[node]) know.place[node] = prompts++;
    know.child.set(parent + "," + value, node);
  }
  for (const scene of data.scenes) know.plays.push(new Map(scene.plays.map((node, place) => [node, place])));
  return know;
}

// Return the history with one more element, or undefined if the data have none.
export function next(know, node, value) {
  return know.child.get(node + "," + value);
}

// Return the numbers of a history and of all that it begins with, the shortest first, without the empty one.
export function beginnings(know, node) {
  const found = [];
  for (; node; node = know.parent[node]) found.push(node);
  return found.reverse();
}

// Return a history as elements: {percept}, {action} or {seen}, each the number in the data.
export function elements(know, node) {
  return beginnings(know, node).map((each) => {
    const value = know.value[each];
    if (value < 0) return {seen: -1 - value};
    return know.isPrompt[each] ? {percept: value} : {action: value};
  });
}

// Return an element as it stands in a history on a line.
export function written(know, element) {
  if (element.action !== undefined) return String(element.action);
  if (element.seen !== undefined) return "[sees " + know.data.percepts[element.seen][2] + "]";
  const [reward, , shown] = know.data.percepts[element.percept];
  return "(" + reward + "," + shown + ")";
}

// Return a history on a line.
export function format(know, node) {
  return node ? elements(know, node).map((each) => written(know, each)).join(" ") : "⟨⟩";
}

// --- Agents ---

// Return an agent: inner(prompt) is the answer of the preset or a flipped one, does(prompt) the action, and
// frozen(prompt) where the reality check froze: {step, action, own}, or null. That is Definition 7 by its fold: the
// first action of the past that is not the agent's own freezes it to its action on the first percept.
export function agentOf(know, preset, flips, checked) {
  const answers = preset.answers;
  const inner = (prompt) => flips.get(prompt) ?? Number(answers.length === 1 ? answers : answers[know.place[prompt]]);
  const frozen = (prompt) => {
    if (!checked) return null;
    let step = 0, before = 0;
    for (const node of beginnings(know, prompt)) {
      if (!know.isPrompt[node]) {
        step++;
        const own = inner(before);
        if (know.value[node] !== own) return {step, action: know.value[node], own};
      }
      before = node;
    }
    return null;
  };
  const first = (prompt) => {
    const past = beginnings(know, prompt);
    const end = past.findIndex((node) => !know.isPrompt[node]);
    return past[end < 0 ? past.length - 1 : end - 1];
  };
  return {inner, frozen, does: (prompt) => inner(frozen(prompt) ? first(prompt) : prompt)};
}

// Return the preset of a name, or the first one.
export function presetNamed(know, name) {
  return know.data.presets.find((each) => each.name === name) ?? know.data.presets[0];
}

// --- Environments ---

// Return the answer of a form to a play: the number of the percept, the questions with the agent's actions, the words;
// or null where the play is not in the data.
export function answerTo(know, scene, form, play, agent) {
  const place = know.plays[scene].get(play);
  if (place === undefined) return null;
  let tree = know.data.trees[form.trees[place]];
  const path = [];
  while (tree[0] >= 0) {
    path.push(tree[0]);
    tree = know.data.trees[tree[1 + agent.does(tree[0])]];
  }
  const [percept, text, given, ...places] = tree;
  const asked = given === undefined ? path : places.map((each) => path[each]);
  return {
    percept: -1 - percept,
    questions: asked.map((prompt) => ({prompt, action: agent.does(prompt)})),
    get clause() { return words(know, text, path); },  // of most answers nobody reads it
  };
}

function words(know, text, path) {
  const lines = know.data.texts[text].map((line) => know.data.lines[line]);
  return lines.join("\n").replace(/‹(\d+)›/g, (_, place) => format(know, path[Number(place)]));
}

// Return the parts of a percept: its reward, observation, short name and pictures; or null where nothing is paid.
export function perceptOf(know, number) {
  const found = know.data.percepts[number];
  return found && {reward: found[0], observation: found[1], short: found[2], pictures: found[3] ?? []};
}

// Return a reward, a number or a text such as "-1/2", as a number.
export function numberOf(reward) {
  const [over, under] = String(reward).split("/");
  return Number(over) / Number(under ?? 1);
}

// Return the sum of rewards, exactly, as it is written.
export function sumOf(rewards) {
  const gcd = (one, other) => (other ? gcd(other, one % other) : Math.abs(one));
  const [over, under] = rewards.map((each) => [...String(each).split("/").map(Number), 1]).reduce(
    ([a, b], [c, d]) => { const shared = gcd(a * d + c * b, b * d) || 1; return [(a * d + c * b) / shared, b * d / shared]; },
    [0, 1]);
  return under === 1 ? String(over) : `${over}/${under}`;
}

// --- States ---

// A state says: which scene and reading; which preset, with which answers flipped (a Map), and whether its reality check
// stands in its place; how many actions are played; which step is looked at; which actions are put, and which percepts
// seen, by step; and the agent whose long run the page shows instead, if any.
export function start(know, changes = {}) {
  const preset = know.data.presets[0].name;
  return {scene: 0, reading: 0, preset, flips: new Map(), checked: false, length: know.data.horizon, step: 1, put: {},
    seen: {}, long: "", ...changes};
}

// Return the agent of a state.
export function agentIn(know, state) {
  return agentOf(know, presetNamed(know, state.preset), state.flips, state.checked);
}

// Return the steps of a state: one more than there are actions, since the last has no action yet. Each has its number,
// the play before it, the percept that is paid, the percept of the play (another, if a user put it there), the prompt,
// the agent's own action, the action (undefined in the last), the percepts of other readings, and the layers. The run
// ends early where nothing is paid.
export function follow(know, state) {
  const scene = know.data.scenes[state.scene], reading = scene.readings[state.reading], agent = agentIn(know, state);
  const answers = (forms, play) => forms.map((form) =>
    ({name: form.name, answer: answerTo(know, state.scene, form, play, agent)}));
  const steps = [];
  let play = 0;
  for (let number = 1; number <= state.length + 1; number++) {
    const answer = answerTo(know, state.scene, reading, play, agent);
    const put = state.seen[number];
    const chosen = replacements(know, state, {play, paid: answer.percept}).includes(put) ? put : answer.percept;
    const prompt = next(know, play, chosen);
    const step = {number, play, answer, paid: answer.percept, percept: chosen, replaced: chosen !== answer.percept, prompt,
      // of the steps that nobody looks at, these are not needed
      get others() { return answers(scene.readings, this.play); },
      get layers() { return answers(scene.layers, this.play); }};
    steps.push(step);
    if (prompt === undefined || !know.data.percepts[chosen]) break;  // nothing is paid
    step.own = agent.does(prompt);
    step.frozen = agent.frozen(prompt);
    if (number > state.length) break;
    step.action = state.put[number] ?? step.own;
    play = next(know, prompt, step.action);
    if (play === undefined || !know.plays[state.scene].has(play)) {  // beyond the data
      step.action = undefined;
      break;
    }
  }
  return steps;
}

// Return the total of the agent of a state in a run of its own, of as many actions as the data have, the total of its
// reality check, and the difference, each as a text; or null where a run ends before, or has no action.
export function gainOf(know, state) {
  const {horizon} = know.data;
  const total = (checked) => {
    const steps = follow(know, {...state, checked, put: {}, seen: {}, length: horizon}).slice(1);
    const paid = steps.map((step) => perceptOf(know, step.percept));
    return horizon && paid.length === horizon && paid.every(Boolean) ? sumOf(paid.map((each) => each.reward)) : null;
  };
  const plain = total(false), checked = total(true);
  if (plain === null || checked === null) return null;
  return {plain, checked, gain: sumOf([checked, plain.startsWith("-") ? plain.slice(1) : `-${plain}`])};
}

// Return the percepts that can replace the one that is paid at a step, by number.
export function replacements(know, state, step) {
  const scene = know.data.scenes[state.scene];
  if (scene.readings[state.reading].remembers) return [];
  return scene.percepts.filter((each) => each !== step.paid && goesOn(know, state.scene, step.play, each));
}

function goesOn(know, scene, play, percept) {
  const prompt = next(know, play, percept);
  return prompt !== undefined && know.plays[scene].has(next(know, prompt, 0));
}

// Return the state with an action put at a step, or the agent's own again; later replacements are dropped.
export function withAction(know, state, number, action) {
  const step = follow(know, state)[number - 1];
  const put = before(state.put, number);
  if (action !== step.own) put[number] = action;
  return {...state, put, seen: before(state.seen, number + 1), length: Math.max(state.length, number), step: state.step};
}

// Return the state with a percept put at a step, or the paid one again if it is undefined.
export function withPercept(state, number, percept) {
  const seen = before(state.seen, number);
  if (percept !== undefined) seen[number] = percept;
  return {...state, seen, put: before(state.put, number)};
}

// Return the state with one answer of the agent changed to the next action.
export function flipped(know, state, prompt) {
  const agent = agentIn(know, state), usual = agentOf(know, presetNamed(know, state.preset), new Map(), false);
  const action = (agent.inner(prompt) + 1) % know.data.actions;
  const flips = new Map(state.flips);
  if (action === usual.inner(prompt)) flips.delete(prompt);
  else flips.set(prompt, action);
  return {...state, flips};
}

function before(given, number) {
  return Object.fromEntries(Object.entries(given).filter(([step]) => Number(step) < number));
}

// Return the agent as a table, in the order of the questions: the prompt, the step, whether it is the true history
// there, the action, and whether a user flipped it or the reality check froze it.
export function table(know, state, steps) {
  const agent = agentIn(know, state), rows = new Map();
  const asked = (prompt, step, own) => {
    const row = rows.get(prompt) ?? {prompt, step, own: false, asked: false};
    rows.set(prompt, {...row, own: row.own || own, asked: row.asked || !own});
  };
  for (const step of steps) {
    for (const {prompt} of step.answer.questions) asked(prompt, step.number, false);
    if (step.own !== undefined) asked(step.prompt, step.number, true);
  }
  return [...rows.values()].map((row) => ({...row, inner: agent.inner(row.prompt), does: agent.does(row.prompt),
    frozen: agent.frozen(row.prompt), flipped: state.flips.has(row.prompt)}));
}

// Return each preset with the number of rows of a table on which it does something else.
export function presetsBeside(know, rows) {
  return know.data.presets.map((preset) => {
    const {inner} = agentOf(know, preset, new Map(), false);
    return {name: preset.name, words: preset.words, differs: rows.filter((row) => inner(row.prompt) !== row.inner).length};
  });
}

// Return two histories element under element, from the start or from the end, as fewer differ; then each column has
// above, below, and a mark: "" the same, "≠" another, "+" more below, "−" more above.
export function aligned(know, above, below) {
  const one = elements(know, above), other = elements(know, below), size = Math.max(one.length, other.length);
  const lay = (shift, list) => Array.from({length: size}, (_, place) => list[place - shift]);
  const ways = [
    [lay(0, one), lay(0, other)],
    [lay(size - one.length, one), lay(size - other.length, other)],
  ].map(([top, bottom]) => top.map((each, place) => ({above: each, below: bottom[place],
    mark: markOf(know, each, bottom[place])})));
  const marks = (way) => way.filter((column) => column.mark).length;
  return marks(ways[1]) < marks(ways[0]) ? ways[1] : ways[0];
}

function markOf(know, above, below) {
  if (!above) return "+";
  if (!below) return "−";
  return JSON.stringify(above) === JSON.stringify(below) ? "" : "≠";
}

// Return the state to begin with: a whole run of the agent that data.begin_with names, or else of the preset that is
// paid in most ways; looked at where an answer about another history was paid least.
export function opening(know) {
  const pays = (step) => numberOf(know.data.percepts[step.paid]?.[0] ?? 0);
  const ways = (name) => {
    const paid = new Set(follow(know, start(know, {preset: name})).map(pays));
    return 2 * paid.size + (Math.min(...paid) < 0 ? 1 : 0);
  };
  const names = know.data.begin_with ? [know.data.begin_with] : know.data.presets.map((each) => each.name);
  const preset = names.reduce((best, name) => (ways(name) > ways(best) ? name : best));
  const state = start(know, {preset}), steps = follow(know, state);
  const asked = steps.filter((step) => step.answer.questions.some(({prompt}) => prompt !== know.parent[step.play]));
  const least = asked.reduce((found, step) => (found && pays(found) <= pays(step) ? found : step), null);
  return {...state, step: (least ?? steps.at(-1)).number};
}

// Return the state with the smallest agent that the reality check "helps" or "harms", at the step where its
// own run and that of its reality check first pay differently, if that is within the horizon.
export function withSmallest(know, kind) {
  const {answers} = know.data.gains[kind];
  const state = start(know, {preset: "constant:0", flips: new Map(answers)});
  const [plain, checked] = [false, true].map((on) => follow(know, {...state, checked: on}));
  const parted = plain.findIndex((step, place) => step.paid !== checked[place]?.paid);
  return {...state, step: parted < 0 ? plain.length : parted + 1};
}

// Return "helps" or "harms" if the agent of a state is that smallest agent, else undefined.
export function smallestIn(know, {scene, preset, flips}) {
  return ["helps", "harms"].find((kind) => {
    const answers = know.data.gains[kind]?.answers;
    return answers && !scene && preset === "constant:0" && flips.size === answers.length
      && answers.every(([prompt, action]) => flips.get(prompt) === action);
  });
}

// Return the long run of an agent: the totals after every few steps, alone and with the reality check.
export function longRun(know, name) {
  return know.data.gains.long.find((run) => run.agent === name);
}

// --- Tasks ---

// Conditions of tasks on a state: the agent by name, whether it is checked, the number of flipped answers, of replaced
// actions and percepts, the reward of a step, the total of the play, the first frozen step, the sign of the gain, the
// number of the scene, that of a reading that differs from the definition on this play, and the agent of the long run.
const JUDGES = {
  agent: (know, state, steps, name) => state.preset === name,
  checked: (know, state, steps, on) => state.checked === on,
  flips: (know, state, steps, number) => state.flips.size === number,
  puts: (know, state, steps, number) => Object.keys(state.put).length + Object.keys(state.seen).length === number,
  pays: (know, state, steps, [number, reward]) => String(perceptOf(know, steps[number - 1]?.percept)?.reward) === reward,
  total: (know, state, steps, total) => state.length === know.data.horizon && totalOf(know, steps) === total,
  frozen: (know, state, steps, number) => steps.find((step) => step.frozen)?.number === number,
  gain: (know, state, steps, sign) => Math.sign(numberOf(gainOf(know, state)?.gain ?? 0)) === sign,
  scene: (know, state, steps, scene) => state.scene === scene,
  parts: (know, state, steps, reading) => state.reading === reading
    && steps.some(({others}) => others[reading].answer?.percept !== others[0].answer?.percept),
  long: (know, state, steps, name) => state.long === name,
};

// Return whether a state fulfils a task: all its conditions hold.
export function fulfils(know, state, steps, task) {
  return Object.entries(task.when).every(([kind, value]) => JUDGES[kind](know, state, steps, value));
}

// Return the sum of the rewards of a play, as it is written.
export function totalOf(know, steps) {
  return sumOf(steps.map((step) => perceptOf(know, step.percept)?.reward ?? 0));
}

// --- Addresses ---

// Return a state as texts by name; histories as the values on their path.
export function stateToTexts(know, state) {
  const path = (node) => beginnings(know, node).map((each) => know.value[each]).join(".");
  const pairs = (given) => Object.entries(given).map((pair) => pair.join(":")).join(",");
  const scene = know.data.scenes[state.scene];
  return {
    on: state.scene ? scene.name : "",
    reading: state.reading ? scene.readings[state.reading].name : "",
    agent: state.preset,
    check: state.checked ? "on" : "",
    length: String(state.length),
    step: String(state.step),
    put: pairs(state.put),
    seen: pairs(state.seen),
    long: state.long,
    flip: [...state.flips].map(([node, action]) => path(node) + ":" + action).join(","),
  };
}

// Return the state that texts name, as far as the data know it; null if there are no such texts.
export function stateOfTexts(know, texts) {
  if (!texts.agent && !texts.length && !texts.step && !texts.long) return null;
  const scene = Math.max(0, know.data.scenes.findIndex((each) => each.name === texts.on));
  const readings = know.data.scenes[scene].readings;
  const pairs = (text) => (text ? text.split(",").map((pair) => pair.split(":")) : []);
  const within = (least, text, most) => Math.min(most, Math.max(least, Math.floor(Number(text)) || least));
  const action = (text) => /^\d$/.test(text) && Number(text) < know.data.actions;
  const numbers = (text) => pairs(text).filter(([step, value]) => Number(step) > 0 && /^\d+$/.test(value))
    .map(([step, value]) => [Number(step), Number(value)]);
  const node = (path) => path.split(".").reduce((at, value) => (at === undefined ? at : next(know, at, value)), 0);
  const flips = pairs(texts.flip).map(([path, value]) => [node(path), value]);
  const length = texts.length === undefined ? know.data.horizon : within(0, texts.length, know.data.horizon);
  return start(know, {
    scene,
    reading: Math.max(0, readings.findIndex((each) => each.name === texts.reading)),
    preset: presetNamed(know, texts.agent).name,
    checked: texts.check === "on",
    length,
    step: within(1, texts.step, length + 1),
    put: Object.fromEntries(numbers(texts.put).filter(([, value]) => value < know.data.actions)),
    seen: Object.fromEntries(numbers(texts.seen).filter(([, value]) => know.data.percepts[value])),
    long: longRun(know, texts.long) ? texts.long : "",
    flips: new Map(flips.filter(([at, value]) => at && know.isPrompt[at] && action(value))
      .map(([at, value]) => [at, Number(value)])),
  });
}
