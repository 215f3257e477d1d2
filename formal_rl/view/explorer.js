// The explorer: a play as beads, the questions of the environment at each step, and the agent as a table that grows.

import { addressOfState, element, stateOfAddress } from "./elements.js";
import {
  agentIn, aligned, elements, flipped, follow, format, fulfils, gainOf, longRun, numberOf, opened, opening, perceptOf,
  presetsBeside, replacements, smallestIn, stateOfTexts, stateToTexts, table, totalOf, withAction, withPercept,
  withSmallest, written,
} from "./explorer_data.js";
import { drawn } from "./svg_elements.js";

const FROZEN = "❄";

// Show the data in an element. With options.address the state is kept in the address, and keys work everywhere on the
// page; else keys work where the focus is within the element. options.links has addresses of pages by the ids of
// statements.
export function mount(place, data, options = {}) {
  const know = {...opened(data), links: options.links ?? {}}, past = [];
  let state = opening(know), was = null, message = "";
  const above = element("div"), below = element("div");
  const announced = element("p", {class: "said", "aria-live": "polite"});  // stays, so that its changes are read out
  const root = element("div", {class: "explorer"}, above, announced, below);
  place.replaceChildren(root);

  const changes = (steps, before) => {
    const changed = steps.filter((step) => before[step.number - 1] && before[step.number - 1].paid !== step.paid);
    return changed.map((step) => `Step ${step.number} now pays ${percept(know, step.paid)}; it was ` +
      `${percept(know, before[step.number - 1].paid)}.`).join(" ");
  };
  const change = (to, words = "") => {
    const before = follow(know, state);
    past.push(state);
    state = to;
    was = before;
    const rewards = changes(follow(know, state), before);
    message = [words, rewards || (words ? "No reward changes." : "")].filter(Boolean).join(" ");
    draw();
  };
  const show = (to, words = "") => {
    state = to;
    was = null;
    message = words;
    draw();
  };
  const look = (step) => show({...state, step: Math.min(Math.max(step, 1), follow(know, state).length)});
  const does = {
    look,
    act: (number, action) => {
      const own = follow(know, state)[number - 1].own;
      const words = action === own ? `Action ${number} is the agent's own again: ${action}.`
        : `Action ${number} is now ${action}, put here; the agent itself does ${own}.`;
      const to = withAction(know, state, number, action);
      change({...to, step: Math.min(number + 1, follow(know, to).length)}, words);
    },
    see: (number, value) => change({...withPercept(state, number, value), step: number}, value === undefined
      ? `Percept ${number} is the environment's own again.` : `Percept ${number} is put here; it is not paid.`),
    flip: (prompt) => {
      const to = flipped(know, state, prompt);
      change(to, `On ${format(know, prompt)} the agent now does ${agentIn(know, to).inner(prompt)}.`);
    },
    next: () => {
      const steps = follow(know, state);
      if (state.step < steps.length) look(state.step + 1);
      else if (state.length < data.horizon && steps.at(-1).own !== undefined)
        change({...state, length: state.length + 1, step: state.step + 1});
    },
    undo: () => { if (past.length) show(past.pop(), "Undone."); },
    again: () => change({...state, length: 0, step: 1, put: {}, seen: {}}, "The play starts again."),
    check: () => change({...state, checked: !state.checked}, state.checked ? "The reality check is off."
      : "The reality check now wraps the agent."),
    preset: (name) => change({...state, preset: name, flips: new Map()}, `The agent is ${name}.`),
    smallest: (kind) => change(withSmallest(know, kind), `This is the smallest agent that the reality check ${kind}.`),
    long: (name) => show({...state, long: name}, name && `The long run of ${name}.`),
    copy: () => Promise.resolve().then(() => navigator.clipboard.writeText(location.href))  // some pages have none
      .then(() => "The link is copied.", () => `Copy this link: ${location.href}`).then((words) => show(state, words)),
    reading: (reading) => change({...state, reading},
      `The reading is now: ${data.scenes[state.scene].readings[reading].name}.`),
    scene: (scene) => change({...opening(know), scene, preset: state.preset, flips: state.flips, checked: state.checked,
      put: state.put, step: state.step}, `The environment is now ${data.scenes[scene].name}.`),
    part: (reading) => {
      const {preset, played} = data.scenes[state.scene].readings[reading];
      const put = Object.fromEntries(played.map((action, place) => [place + 1, action]));
      const to = {...state, reading, preset, flips: new Map(), checked: false, put, seen: {}, length: played.length,
        step: played.length + 1};
      change(to, `Here ${data.scenes[state.scene].readings[reading].name} parts from the definition.`);
    },
  };

  const definition = theDefinition(know, options.address), tasks = theTasks(data.tasks);
  const draw = () => {
    const steps = follow(know, state);
    if (state.step > steps.length) state = {...state, step: steps.length};
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const kind = smallestIn(know, state);
    above.replaceChildren(introduction(know), tasks.shown, switches(know, state, does), state.long
      ? theLongRun(know, state, does) : thePlay(know, state, steps, was, does, past.length, options.address));
    below.replaceChildren(...(state.long ? [] : [
      kind ? theSmallest(know, kind) : "",
      element("div", {class: "columns"}, theStep(know, state, steps, does), theAgent(know, state, steps, does))]),
    definition);
    message += tasks.judge((task) => fulfils(know, state, steps, task));
    announced.textContent = message || FIRST;
    if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    if (options.address) {
      try {
        history.replaceState(null, "", addressOfState(stateToTexts(know, state)));
      } catch {
        /* a page that has no address */
      }
    }
  };

  const fromAddress = () => {
    const found = stateOfTexts(know, stateOfAddress(location.hash));
    if (found) state = found;
    return found;
  };
  const pressed = (event) => {
    if (state.long || event.ctrlKey || event.altKey || event.metaKey) return;
    if (["SELECT", "INPUT", "TEXTAREA"].includes(event.target.tagName)) return;
    const steps = follow(know, state), step = steps[state.step - 1];
    const keys = {
      ArrowRight: does.next, ArrowLeft: () => look(state.step - 1), Home: () => look(1), End: () => look(steps.length),
      r: does.check, u: does.undo, s: does.again,
      f: () => {
        const prompt = step.answer.questions[0]?.prompt ?? step.prompt;
        if (prompt !== undefined) does.flip(prompt);
      },
    };
    for (let action = 0; action < data.actions; action++)
      keys[action] = () => { if (canAct(data, step)) does.act(state.step, action); };
    const found = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (found) {
      event.preventDefault();
      event.stopPropagation();  // in a notebook the same keys mean something else
      found();
    }
  };
  if (options.address) {
    fromAddress();
    addEventListener("hashchange", () => { if (fromAddress()) show(state); });
    addEventListener("keydown", pressed);
  } else root.addEventListener("keydown", pressed);
  draw();
}

const FIRST = "Click an action to put another in its place, or an answer of the agent to flip it.";

const canAct = (data, step) => step.own !== undefined && step.number <= data.horizon;

// --- Words and beads ---

function percept(know, number) {
  const found = perceptOf(know, number);
  return found ? `(${signed(found.reward)}, ${found.short})` : "nothing";
}

function signed(reward) {
  return String(reward).replace("-", "−");
}

function kindOf(reward) {
  return String(reward).startsWith("-") ? "loss" : String(reward) === "0" ? "even" : "gain";
}

const GLYPHS = {gain: "▲", loss: "▼", even: "●"};

// Return an element of a history as a bead: a percept is a box with its reward over what it shows, an action a disc.
function bead(know, each, more = "") {
  if (!each) return element("span", {class: "bead gap"});
  if (each.action !== undefined) return element("span", {class: `bead action ${more}`}, String(each.action));
  if (each.seen !== undefined) return element("span", {class: `bead seen ${more}`}, written(know, each));
  const found = perceptOf(know, each.percept);
  if (!found) return element("span", {class: "bead percept loss"}, "nothing");
  const kind = kindOf(found.reward);
  return element("span", {class: `bead percept ${kind} ${more}`},
    element("span", {class: "reward"}, element("small", {"aria-hidden": "true"}, GLYPHS[kind]), signed(found.reward)),
    found.pictures.length ? element("span", {class: "pictures"}, found.pictures.map(picture))
      : element("span", {class: "shown"}, found.short));
}

function picture(rows) {
  return element("pre", {class: "picture"}, rows.join("\n"));
}

// Return a text for screen readers, and the bead that it replaces for them.
function withSpokenText(text, drawing) {
  drawing.setAttribute("aria-hidden", "true");
  return [element("span", {class: "hidden"}, text), drawing];
}

// Return a history as a row of small beads, which is read as text.
function row(know, node) {
  return element("span", {class: "row", role: "img", "aria-label": format(know, node)},
    elements(know, node).map((each) => bead(know, each)));
}

// Return the words of a clause: sentences as paragraphs, pictures as lines of fixed width.
function clause(text) {
  const parts = [];
  for (const line of text.split("\n")) {
    const drawn = !/^\S+( \S+)+/.test(line) || /^[|+#.\s]/.test(line) || / {3}/.test(line);
    const last = parts.at(-1);
    if (last && last.drawn === drawn && drawn) last.lines.push(line);
    else parts.push({drawn, lines: [line]});
  }
  return parts.map(({drawn, lines}) => element(drawn ? "pre" : "p", drawn ? {tabindex: "0"} : {}, lines.join("\n")));
}

// --- Parts of the page ---

function introduction(know) {
  const {name, definition} = know.data;
  return element("header", {},
    element("h1", {}, name, definition.published_name ? element("small", {}, definition.published_name) : null),
    definition.meaning ? element("p", {class: "meaning"}, definition.meaning,
      definition.source ? element("small", {}, ` ${definition.source}`) : null) : null,
    element("p", {class: "how"},
      "A box is a percept: a reward over an observation. A disc is an action. At each step the environment may ask ",
      "what the agent would do on another history; ≠ marks where that differs from the play. Flip any answer of the ",
      "agent; the rewards update."));
}

// Return a text in which the ids of statements are links, where the site gives their addresses.
function withLinks(know, text) {
  return text.split(/\b([A-Z]\d\d-[\w.-]*\w)/).map((part) =>
    know.links[part] ? element("a", {href: know.links[part], target: "_top"}, part) : part);
}

// Return the tasks as a list that stays on the page, and a function that judges each by ``fulfilled`` and returns words
// about those done for the first time.
function theTasks(tasks) {
  const marks = tasks.map(() => element("b", {}, "not yet")), summary = element("summary");
  const items = tasks.map(({words, hint}, place) => element("li", {}, marks[place], ` ${words} `,
    element("details", {}, element("summary", {}, "hint"), hint)));
  const done = new Set();
  const judge = (fulfilled) => {
    const found = tasks.filter((task) => !done.has(task) && fulfilled(task));
    for (const task of found) {
      done.add(task);
      marks[tasks.indexOf(task)].replaceWith(element("b", {class: "gain"}, "✓ done"));
    }
    summary.textContent = `Try it: ${tasks.length} tasks, ${done.size} done`;
    return found.map(({words}) => ` ✓ Done: ${words}`).join("");
  };
  return {judge, shown: tasks.length ? element("details", {class: "tasks"}, summary, element("ol", {}, items)) : ""};
}

function chips(label, key, entries, chosen, pick, note) {
  return element("div", {class: "switch", role: "group", "aria-label": label},
    element("span", {class: "label"}, label),
    entries.map(({name, title}, place) => element("button", {type: "button", class: "chip",
      "aria-pressed": String(place === chosen), "data-key": `${key} ${name}`, title, onclick: () => pick(place)},
    name)), note || null);
}

function switches(know, state, does) {
  const {scenes, presets, gains} = know.data, {readings} = scenes[state.scene];
  const agents = presets.map(({name, words}) => ({name, title: words || undefined}));
  const first = scenes[0].name, chosen = presets.findIndex((each) => each.name === state.preset);
  const on = scenes.map(({name}, place) => ({name: place ? name.slice("handicap(".length, -first.length - 3) : "nothing"}));
  const ways = gains.long.length > 0
    && chips("Show", "show", [{name: "step by step"}, {name: "long run"}], state.long ? 1 : 0,
      (place) => does.long(place ? longRun(know, "q")?.agent ?? gains.long[0].agent : ""));
  if (state.long) return element("section", {class: "switches", "aria-label": "Switches"}, ways);
  return element("section", {class: "switches", "aria-label": "Switches"}, ways || null,
    chips("Agent", "agent", agents, chosen, (place) => does.preset(presets[place].name),
      presets[chosen]?.words && element("small", {}, `${state.preset} ${presets[chosen].words}`)),
    element("div", {class: "switch"},
      element("span", {class: "label"}, "Reality check"),
      element("button", {type: "button", class: "chip", "aria-pressed": String(state.checked), "data-key": "check",
        onclick: does.check}, state.checked ? `${FROZEN} on` : "off"),
      element("small", {}, "freeze if the past was not one's own"),
      ["helps", "harms"].filter((kind) => gains[kind]).map((kind) => element("button", {type: "button", class: "chip",
        "data-key": `smallest ${kind}`, onclick: () => does.smallest(kind)},
      kind === "helps" ? "show an agent it helps" : "one it harms")),
      theGain(know, state)),
    readings.length > 1 ? chips("Reading", "reading", readings.map(({name}) => ({name})), state.reading, does.reading)
      : null,
    scenes.length > 1 ? chips("Use as a handicap on", "scene", on, state.scene, does.scene) : null);
}

// Return the gain of the reality check on the agent, each in a run of its own; and the reason if nobody gains.
function theGain(know, state) {
  const found = gainOf(know, state), {horizon, gains} = know.data;
  return element("span", {class: "gains"}, found ? [`In ${horizon} action${horizon === 1 ? "" : "s"}: alone ` +
    `${signed(found.plain)}, with its reality check ${signed(found.checked)}, a gain of `,
  element("b", {class: kindOf(found.gain)}, signed(found.gain))] : null,
  gains.why && !state.scene ? [". ", withLinks(know, gains.why)] : null);
}

function thePlay(know, state, steps, was, does, undoable, linked) {
  const {data} = know, {horizon} = data;
  const frozen = steps.find((step) => step.frozen);
  const last = steps.at(-1);
  const done = last.number > horizon || last.own === undefined;
  return element("section", {class: "play", "aria-label": "The play"},
    element("ol", {class: "beads"}, steps.map((step) => oneStep(know, state, step, was?.[step.number - 1], does))),
    element("div", {class: "buttons"},
      element("button", {type: "button", "data-key": "back", disabled: state.step === 1,
        onclick: () => does.look(state.step - 1)}, "← back"),
      element("button", {type: "button", "data-key": "next", disabled: done && state.step === steps.length,
        onclick: does.next}, "next step →"),
      element("button", {type: "button", "data-key": "undo", disabled: !undoable, onclick: does.undo}, "undo"),
      element("button", {type: "button", "data-key": "again", onclick: does.again}, "start again"),
      element("span", {class: "total"}, `total reward ${signed(totalOf(know, steps))}`),
      linked ? element("button", {type: "button", "data-key": "copy", onclick: does.copy}, "copy link") : null),
    state.checked ? element("p", {class: frozen ? "ice" : "quiet"}, frozen
      ? `${FROZEN} Frozen from step ${frozen.number} on: this past is not its own: action ${frozen.frozen.action} at ` +
        `step ${frozen.frozen.step}, it would have done ${frozen.frozen.own}. So it repeats what it does on the first percept.`
      : `${FROZEN} Not frozen: so far every action is its own, so it does what the agent alone does.`) : null,
    done && last.number > horizon && state.step === last.number ? element("p", {class: "quiet"},
      `This page covers ${horizon} actions; `,
      element("code", {}, `formal-rl explore "${data.name}" --horizon ${horizon + 1}`), " goes further.") : null);
}

function oneStep(know, state, step, before, does) {
  const chosen = step.number === state.step, {data} = know;
  const pays = perceptOf(know, step.percept);
  const frozen = step.frozen ? ` ${FROZEN}` : "";
  const put = step.action !== undefined && step.action !== step.own;
  const changed = before && before.paid !== step.paid;
  const acts = (action) => element("button", {type: "button", "data-key": `act ${step.number} ${action}`,
    class: `bead action ghost ${action === step.own ? "own" : ""}`,
    "aria-label": `do ${action} at step ${step.number}${action === step.own ? ", as the agent itself does" : ""}`,
    onclick: () => does.act(step.number, action)}, String(action));
  return element("li", {class: `step ${chosen ? "chosen" : ""} ${step.frozen ? "frozen" : ""}`},
    element("span", {class: "number"}, `step ${step.number}${frozen}`),
    element("span", {class: "pair"},
      element("button", {type: "button", class: `hold ${step.replaced ? "put" : ""}`, "data-key": `look ${step.number}`,
        "aria-current": chosen ? "step" : undefined, onclick: () => does.look(step.number)},
      withSpokenText(`step ${step.number}: ` +
        (pays ? `reward ${signed(pays.reward)}, shows ${pays.short}` : "nothing is paid") +
        (step.replaced ? ", put in place of the percept that is paid" : ""), bead(know, {percept: step.percept}))),
      step.action !== undefined
        ? element("button", {type: "button", class: `hold ${put ? "put" : ""}`, "data-key": `turn ${step.number}`,
          "aria-label": `action ${step.action} at step ${step.number}${put ? `, put here; the agent itself does ${step.own}` : ""}` +
            `; click for ${(step.action + 1) % data.actions}`,
          onclick: () => does.act(step.number, (step.action + 1) % data.actions)}, bead(know, {action: step.action}))
        : canAct(data, step) ? element("span", {class: "ghosts"},
          Array.from({length: data.actions}, (_, action) => acts(action)))
          : step.own !== undefined ? element("span", {class: "bead action ghost own",
            title: "what the agent would do; the data end here"}, String(step.own)) : null),
    element("span", {class: "note"},
      step.replaced ? element("span", {}, `put here; it pays ${percept(know, step.paid)}`) : null,
      changed ? element("span", {}, `was ${percept(know, before.paid)}`) : null,
      put ? element("span", {}, `put here; itself does ${step.own}`) : null));
}

// --- Whom the reality check helps ---

// Return the smallest agent that gains or loses: its answers, and both runs one over the other.
function theSmallest(know, kind) {
  const {answers, runs, totals} = know.data.gains[kind], [plain, checked] = totals;
  const length = (elements(know, runs[0]).length - 1) / 2;
  return element("section", {class: "card smallest", "aria-label": `An agent that the reality check ${kind}`},
    element("h2", {}, `An agent that the reality check ${kind}; in ${length} actions alone ${signed(plain)}, with it `,
      element("b", {class: kind === "helps" ? "gain" : "loss"}, signed(checked))),
    element("p", {}, "It does 0, except on ", answers.map(([prompt, action], place) =>
      [place ? " and on " : "", row(know, prompt), ` (does ${action})`]), "."),
    element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "both runs"},
      element("table", {class: "aligned"}, element("caption", {class: "hidden"}, `Both runs of ${length} actions`),
        element("tbody", {}, ["alone", "with its reality check"].map((who, place) => element("tr", {},
          element("th", {scope: "row"}, who),
          elements(know, runs[place]).map((each) => element("td", {}, bead(know, each))),
          element("td", {class: "then"}, `total ${signed(totals[place])}`)))))),
    element("p", {class: "quiet"}, "On the agent's own past the check changes nothing. A copy that sees an action ",
      "which is not its own freezes: it repeats its first action."));
}

const WIDE = 474, HIGH = 260, LEFT = 54, RIGHT = 118, TOP = 12, BOTTOM = 38;

function theLongRun(know, state, does) {
  const {gains: {long, every, why}, name} = know.data, run = longRun(know, state.long);
  const last = ({totals}) => totals.map((each) => each.at(-1));
  const ordered = [...long].sort((one, other) => (other.agent === "q") - (one.agent === "q"));
  const steps = every * (run.totals[0].length - 1);
  return element("section", {class: "card long", "aria-label": "Long run"},
    element("h2", {}, `${state.long} in ${name}: after ${steps} steps alone ${signed(last(run)[0])}, `,
      "with its reality check ", element("b", {}, signed(last(run)[1]))),
    element("div", {class: "both"}, curves(run, every),
    element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "long runs of all agents"},
      element("table", {class: "answers"},
        element("thead", {}, element("tr", {}, ["agent", "steps", "alone", "checked", "gain"].map((each) =>
          element("th", {scope: "col"}, each)))),
        element("tbody", {}, ordered.map((each) => {
          const [plain, checked] = last(each), more = String(numberOf(checked) - numberOf(plain));
          return element("tr", {class: each === run ? "chosen" : undefined},
            element("td", {}, element("button", {type: "button", class: "chip", "aria-pressed": String(each === run),
              "data-key": `long ${each.agent}`, onclick: () => does.long(each.agent)}, each.agent)),
            [every * (each.totals[0].length - 1), plain, checked].map((cell) => element("td", {}, signed(cell))),
            element("td", {class: kindOf(more)}, signed(more)));
        }))))),
    element("p", {class: "quiet"}, "Total rewards of both, each in a run of its own, by the definitions; the ",
      "published library's own forms may pay otherwise. Where copies read the whole history at every step, the runs ",
      "are shorter. ",
      withLinks(know, why ?? "")));
}

// Return the totals of a run as two curves, each named where it ends.
function curves({totals}, every) {
  const all = totals.map((each) => each.map(numberOf)), points = all[0].length - 1;
  const low = Math.min(0, ...all.flat()), high = Math.max(0, ...all.flat(), low + 1);
  const x = (place) => LEFT + place / points * (WIDE - LEFT - RIGHT);
  const y = (total) => TOP + (high - total) / (high - low) * (HIGH - TOP - BOTTOM);
  const power = 10 ** Math.floor(Math.log10((high - low) / 2)), unit = power * ((high - low) / power > 5 ? 2 : 1);
  const ticks = [];
  for (let tick = Math.ceil(low / unit) * unit; tick <= high; tick += unit) ticks.push(tick);
  const ends = all.map((each) => y(each.at(-1)) + 4);
  if (Math.abs(ends[0] - ends[1]) < 16) ends[all[0].at(-1) < all[1].at(-1) ? 0 : 1] = Math.max(...ends) + 15;
  const names = ["alone", "checked"];
  return drawn("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "curves",
    "aria-label": `Total reward by step: ${names.map((name, place) => `${name} ${all[place].at(-1)}`).join(", ")}`},
  ticks.map((tick) => [drawn("path", {class: "grid", d: `M${LEFT} ${y(tick)}H${WIDE - RIGHT}`}),
    drawn("text", {x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end"}, signed(tick))]),
  [0, 1, 2, 3, 4, 5].map((fifth) => drawn("text", {x: x(fifth * points / 5), y: HIGH - 18, "text-anchor": "middle"},
    String(Math.round(fifth * points / 5 * every)))),
  drawn("text", {x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 2, "text-anchor": "middle"}, "steps"),
  all.map((each, place) => [drawn("polyline", {class: `curve ${place ? "checked" : "plain"}`,
    points: each.map((total, at) => `${x(at).toFixed(1)},${y(total).toFixed(1)}`).join(" ")}),
  drawn("text", {class: place ? "checked" : "plain", x: WIDE - RIGHT + 5, y: ends[place]},
    `${names[place]} ${signed(all[place].at(-1))}`)]));
}

// --- The chosen step ---

function theStep(know, state, steps, does) {
  const step = steps[state.step - 1], scene = know.data.scenes[state.scene], reading = scene.readings[state.reading];
  const pays = perceptOf(know, step.paid);
  const options = replacements(know, state, step);
  return element("section", {class: "card", "aria-label": `Step ${step.number}`},
    element("h2", {}, `Step ${step.number}: it pays `,
      pays ? element("b", {class: kindOf(pays.reward)}, signed(pays.reward)) : "nothing",
      pays && !pays.pictures.length ? ` and shows ${pays.short}` : ""),
    pays?.pictures.length ? element("div", {class: "pictures"}, pays.pictures.map(picture)) : null,
    scene.readings.length > 1 ? theReadings(know, state, step, does) : null,
    scene.layers.length ? theLayers(know, state, step, does)
      : [theQuestions(know, state, step, step.answer.questions, does),
        element("div", {class: "because"}, clause(step.answer.clause))],
    reading.remembers ? element("p", {class: "quiet"}, "This form looks at actions alone and remembers its own percepts.")
      : null,
    options.length || step.replaced ? element("label", {class: "instead"}, "This percept: ",
      element("select", {"data-key": "instead", onchange: (event) => does.see(step.number,
        event.target.value === "" ? undefined : Number(event.target.value))},
      element("option", {value: ""}, `${percept(know, step.paid)}, as paid`),
      options.map((each) => element("option", {value: each, selected: step.replaced && each === step.percept},
        `${percept(know, each)}, put here`)))) : null);
}

function theReadings(know, state, step, does) {
  const {readings} = know.data.scenes[state.scene];
  const paid = step.others.map(({answer}) => answer?.percept);
  return element("table", {class: "readings"},
    element("caption", {class: "hidden"}, "The reward of each reading at this step"),
    element("tbody", {}, readings.map((form, place) => element("tr", {class: place === state.reading ? "chosen" : undefined},
      element("th", {scope: "row"}, form.name),
      element("td", {}, paid[place] === undefined ? "" : percept(know, paid[place]),
        paid[place] !== paid[0] ? element("b", {class: "loss"}, " ≠") : null),
      element("td", {}, place ? [element("span", {class: "quiet"}, form.words, " "),
        element("button", {type: "button", "data-key": `part ${place}`, onclick: () => does.part(place)},
          "show where they part")] : null)))));
}

function theLayers(know, state, step, does) {
  const [below, above] = step.layers, whole = step.answer.clause.split("\n").at(-1);
  const layer = (kind, {name, answer}) => element("div", {class: "layer"},
    element("h3", {}, `the ${kind}, ${name}, would pay `, paidWord(know, answer.percept)),
    answer.questions.length ? theQuestions(know, state, step, answer.questions, does) : null,
    element("div", {class: "because"}, clause(answer.clause)));
  return element("div", {class: "layers"}, layer("environment", below), layer("handicap", above),
    element("div", {class: "layer stands"}, element("h3", {}, "the result: ", paidWord(know, step.paid)),
      element("p", {}, whole)));
}

function paidWord(know, number) {
  const found = perceptOf(know, number);
  return element("b", {class: found ? kindOf(found.reward) : "loss"}, percept(know, number));
}

function theQuestions(know, state, step, questions, does) {
  if (!questions.length) return element("p", {class: "quiet"}, step.number === 1 && !step.play
    ? "Nothing has happened yet. It asks the agent nothing." : "It asks the agent nothing: the play alone decides.");
  const agent = agentIn(know, state);
  return element("div", {class: "questions"}, questions.map(({prompt, action}, place) => {
    const frozen = agent.frozen(prompt);
    return element("div", {class: "question"},
      comparison(know, know.parent[step.play], step, prompt, does, place),
      element("p", {class: "answer"}, frozen ? "There the agent alone would do " : "There the agent does ",
        answerButton(know, state, prompt, `asked ${place}`, does),
        frozen ? element("span", {class: "ice"}, ` ${FROZEN} frozen, so it does ${action}, as on the first percept: action ${frozen.action} at ` +
          `step ${frozen.step} is not its own, it would have done ${frozen.own}`) : null));
  }));
}

function comparison(know, true_, step, prompt, does, place) {
  const cell = (each, mark) => element("td", {class: mark ? "differs" : undefined}, each ? bead(know, each) : null);
  if (!step.play) return element("p", {class: "asked"}, "It asks about ", row(know, prompt));
  const columns = aligned(know, true_, prompt), same = columns.every(({mark}) => !mark);
  return element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "histories side by side"},
    element("table", {class: "aligned"},
      element("caption", {class: "hidden"}, `The play ${format(know, true_)} over the question ` +
        `${format(know, prompt)}`),
      element("tbody", {},
        element("tr", {}, element("th", {scope: "row"}, "what happened"), columns.map(({above, mark}) => cell(above, mark)),
          element("td", {class: "then"}, "then ", bead(know, {action: know.value[step.play]}))),
        element("tr", {class: "marks", "aria-hidden": "true"}, element("th", {}), columns.map(({mark}) =>
          element("td", {}, mark)), element("td", {})),
        element("tr", {}, element("th", {scope: "row"}, "asked about"), columns.map(({below, mark}) => cell(below, mark)),
          element("td", {class: "then"}, same ? "the same" : "")))));
}

// --- The agent ---

function answerButton(know, state, prompt, key, does) {
  const agent = agentIn(know, state), action = agent.inner(prompt), then = (action + 1) % know.data.actions;
  return element("button", {type: "button", class: "flip", "data-key": `${key} ${prompt}`,
    "aria-pressed": String(state.flips.has(prompt)),
    "aria-label": `on ${format(know, prompt)} it does ${action}; change it to ${then}`,
    onclick: () => does.flip(prompt)}, bead(know, {action}), element("span", {"aria-hidden": "true"}, "⇄"));
}

function theAgent(know, state, steps, does) {
  const rows = table(know, state, steps), beside = presetsBeside(know, rows);
  const agree = beside.filter(({differs}) => !differs).map(({name}) => name);
  const others = beside.filter(({differs}) => differs).map(({name, differs}) => `${name} in ${differs}`);
  return element("section", {class: "card agent", "aria-label": "Answers of the agent so far"},
    element("h2", {}, "Answers of the agent so far"),
    element("p", {class: "which"}, "Which agent am I? ", element("b", {}, agree.length ? agree.map((name) => `${name} ✓`)
      .join(", ") : "one of your own"), others.length ? element("small", {}, ` Others differ: ${others.join(", ")}.`) : null),
    element("table", {class: "answers"},
      element("thead", {}, element("tr", {}, element("th", {scope: "col"}, "step"), element("th", {scope: "col"}, "on the history"),
        element("th", {scope: "col"}, "it does"))),
      element("tbody", {}, rows.map((each) => element("tr", {class: each.step === state.step ? "chosen" : undefined},
        element("td", {}, String(each.step)),
        element("td", {}, row(know, each.prompt), element("small", {}, each.own ? each.asked ? "what happened, and asked about"
          : "what happened" : "asked about only")),
        element("td", {class: each.flipped ? "flipped" : undefined},
          answerButton(know, state, each.prompt, "row", does),
          each.flipped ? element("small", {}, "flipped") : null,
          each.frozen ? element("small", {class: "ice"}, `${FROZEN} frozen: does ${each.does}`) : null))))),
    element("p", {class: "quiet"}, `Elsewhere it acts like ${state.preset}.`));
}

// --- Below ---

function theDefinition(know, linked) {
  const {definition, scenes} = know.data, also = scenes[0].readings[0].also ?? [];
  return element("footer", {},
    element("h2", {}, "The definition in code"),
    definition.code.map(([name, text], place) => element("details", {open: place < 2},
      element("summary", {}, name), element("pre", {class: "code", tabindex: "0"}, text))),
    definition.statements.length ? element("p", {}, "Statements: ", definition.statements.flatMap(([id, title], place) =>
      [place ? "; " : "", withLinks(know, id), ` ${title}`]), ". ",
    element("code", {}, `formal-rl explain ${definition.statements[0][0]}`), " shows the first.") : null,
    also.length ? element("p", {class: "quiet"}, `Other readings: ${also.join("; ")}.`) : null,
    element("p", {class: "quiet keys"}, "Keys: ", ["← → steps", "0 1 … put this action", "f flips the first answer asked for",
      "r reality check", "u undo", "s start again", "Home End first and last step"].join(" · "),
    linked ? ". The address of this page names what it shows, so it can be linked to." : "."));
}
