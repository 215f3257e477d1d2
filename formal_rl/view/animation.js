// A level of SafeLife to play, and a run of it to step through: the board after each step, actions and rewards, the
// differences from the board that nobody touched; and, where they are among the data, the densities and side effects of
// stopping at a step of the run, and optimal play under a penalty.

import { addressOfState, element, stateOfAddress } from "./elements.js";
import { penaltyPanel } from "./penalty_play.js";
import { colourOf, differing, gameOf, isActive, started, stepped, wordsOf } from "./safelife_game.js";
import { drawn } from "./svg_elements.js";

const SIDE = 20,
  MARGIN = 14,
  NUMBERED = 5;
const VIEWS = { before: "if nobody acts", after: "after the run", change: "difference" };

const WAYS = { ArrowUp: 0, w: 0, k: 0, ArrowRight: 1, d: 1, l: 1, ArrowDown: 2, s: 2, j: 2, ArrowLeft: 3, a: 3, h: 3 };

// Return the action that a key is for, or null: as in the terminal, but for the keys that undo and restart.
export function actionOf(key, toggles) {
  if (key === "." || key === "Enter") return 0;
  const way = WAYS[key.length === 1 ? key.toLowerCase() : key];
  return way === undefined ? null : way + (toggles || /^[A-Z]$/.test(key) ? 5 : 1);
}

// Return the game after a step; ``made`` has those before it, or gets them, by the actions of each step by its number.
export function momentAt(game, made, actionsOf, step) {
  if (!made.length) made.push(started(game));
  while (made.length <= step) made.push(stepped(game, made.at(-1), actionsOf(made.length - 1)));
  return made[step];
}

// Return a density by place, from 0 to 1, of a list: over how many boards it is, and the places, each with its count.
export function densityOf([samples, ...pairs]) {
  const found = new Map();
  for (let at = 0; at < pairs.length; at += 2) found.set(pairs[at], pairs[at + 1] / samples);
  return found;
}

// Return the step, of those that are measured, that is nearest to one; the earlier of two.
export function nearestStep(steps, wanted) {
  return steps.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

// Show a run in an element. With ``options.address`` the step is kept in the page's address.
export function mount(place, run, options = {}) {
  const { level, tints } = run,
    recorded = run.run.actions,
    game = gameOf(level),
    words = wordsOf(run.words),
    effects = run.effects || null,
    idle = level.agents.map(() => 0),
    untouched = [];
  // ``taken`` has the actions that are shown: of the recorded run, or by hand; ``chosen`` those so far of a next step.
  let byHand = false,
    taken = recorded,
    made = [],
    chosen = [],
    toggling = false;
  const last = () => taken.length,
    moment = (step) => momentAt(game, made, (number) => taken[number], step);
  const measured = Object.keys(effects?.steps ?? {}).map(Number);
  let now = -1,
    timer = null,
    pointed = null,
    asked = false,
    type = null,
    view = "change";

  const title = place.querySelector("h1");
  const root = element("div", { class: "safelife-run" });
  place.replaceChildren(...(title ? [title] : []), root);

  // --- The board ---

  const at = (number, name, attributes) =>
    drawn(name, {
      x: SIDE * (number % level.width),
      y: SIDE * Math.floor(number / level.width),
      width: SIDE,
      height: SIDE,
      ...attributes,
    });
  const all = [...level.board.keys()];
  const grounds = all.map((number) => at(number, "rect", {}));
  const cells = all.map((number) =>
    drawn("g", {
      transform: `translate(${SIDE * (number % level.width)} ${SIDE * Math.floor(number / level.width)})`,
    }),
  );
  const heat = drawn("g", { class: "heat" }),
    marks = drawn("g", { class: "marks" });
  const board = drawn("g", { class: "board" }, cells);
  const lines =
    [...Array(level.height + 1).keys()].map((row) => `M0 ${row * SIDE}h${level.width * SIDE}`).join("") +
    [...Array(level.width + 1).keys()].map((column) => `M${column * SIDE} 0v${level.height * SIDE}`).join("");
  const every = (size) => [...Array(size).keys()].filter((number) => number % NUMBERED === 0);
  const picture = drawn(
    "svg",
    {
      class: "picture",
      role: "img",
      style: `max-width: ${3 * level.width + 3}rem`,
      viewBox: `${-MARGIN} ${-MARGIN} ${level.width * SIDE + MARGIN + 1} ${level.height * SIDE + MARGIN + 1}`,
    },
    drawn(
      "g",
      { class: "numbers" },
      every(level.height).map((row) => drawn("text", { x: -7, y: row * SIDE + 13 }, `${row}`)),
      every(level.width).map((column) => drawn("text", { x: column * SIDE + 10, y: -4 }, `${column}`)),
    ),
    drawn("g", {}, grounds),
    board,
    heat,
    drawn("path", { d: lines, class: "grid" }),
    marks,
  );

  // --- Captions and buttons ---

  const button = (text, name, onclick) =>
    element("button", { type: "button", title: name, "aria-label": name, onclick }, text);
  const playing = button("play", "play or pause (space)", () => (timer ? go(now) : play()));
  playing.className = "play";
  const slider = element("input", {
    type: "range",
    min: 0,
    "aria-label": "step",
    oninput: () => go(Number(slider.value)),
  });
  const speed = element(
    "select",
    { onchange: () => timer && play() },
    [1, 2, 5, 10, 20].map((each) => element("option", { value: each, selected: each === 5 }, `${each}`)),
  );
  const caption = element("div", { class: "said", "aria-live": "polite" });
  const here = element("p", { class: "here" });
  const measure = element(
    "button",
    { type: "button", class: "measure", "aria-expanded": "false", onclick: () => ask(!asked) },
    "density and side effects of stopping here",
  );
  const found = element("div", { class: "effects", "aria-live": "polite", hidden: true });
  const marked = element("input", { type: "checkbox", checked: true, onchange: () => showMarks() }),
    differs = element("span", {}),
    help = element("p", { class: "help" }),
    mode = element("button", { type: "button", onclick: () => change() }),
    toggle = button("toggle", "toggle (space)", () => showToggling(!toggling));
  const way = (text, name, number) => button(text, name, () => act(number + (toggling ? 5 : 1)));
  const pad = element(
    "div",
    { class: "pad", role: "group", "aria-label": "actions" },
    toggle,
    way("\u2191", "up", 0),
    button("undo", "undo (u)", () => go(now - 1)),
    way("\u2190", "left", 3),
    button("wait", "wait (full stop)", () => act(0)),
    way("\u2192", "right", 1),
    button("restart", "restart (r)", () => go(0)),
    way("\u2193", "down", 2),
    button("save", "save the run as a file", () => save()),
  );

  root.append(
    element(
      "div",
      { class: "left" },
      picture,
      pad,
      element(
        "div",
        { class: "controls" },
        mode,
        button("|<", "to the start", () => go(0)),
        button("<", "a step back", () => go(now - 1)),
        playing,
        button(">", "a step on", () => go(now + 1)),
        button(">|", "to the end", () => go(last())),
        slider,
        element("label", {}, "speed ", speed, " steps a second"),
      ),
      here,
    ),
    element(
      "div",
      { class: "right" },
      caption,
      effects ? measure : null,
      effects ? found : null,
      element("label", { class: "differs" }, marked, differs),
      help,
      element("details", { open: true }, element("summary", {}, "legend"), words.legend(game, tints)),
    ),
    run.optimal ? penaltyPanel(run.optimal, level, tints, words.shape) : "",
  );

  // --- Views ---

  const sayHere = () => {
    if (pointed === null) {
      here.textContent = "";
      return;
    }
    const { board, goals } = moment(now),
      goal = words.goalInWords(goals[pointed]),
      means = words.meaning(board[pointed]),
      [before, after] = densities(),
      [was, is] = [before, after].map((density) => `${+(density?.get(pointed) || 0).toFixed(3)}`);
    here.textContent = [
      `row ${Math.floor(pointed / level.width)}, column ${pointed % level.width}: ${words.inWords(board[pointed])}`,
      goal && `, on ${goal}`,
      before && `; ${effects.types[type][0]}: ${was} if nobody acts, ${is} after the run`,
      means && `. ${means}`,
    ].join("");
  };
  // Return both densities of the type on view, or nulls where there is none.
  const densities = () => {
    const here = asked && !byHand && type !== null ? effects.steps[now] : null;
    const numbers = here?.types.find(([each]) => each === type);
    return numbers ? numbers.slice(1).map((each) => densityOf(effects.densities[each])) : [null, null];
  };

  const showHeat = () => {
    const [before, after] = densities();
    board.classList.toggle("dimmed", before !== null);
    heat.replaceChildren();
    if (!before) return;
    const [, fill] = effects.types[type];
    for (const number of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(number) || 0, after.get(number) || 0];
      const change = view === "change";
      const amount = change ? Math.abs(is - was) : view === "before" ? was : is;
      const kind = !change ? null : is > was ? "more" : "less";
      if (amount > 0)
        heat.append(
          at(number, "rect", {
            class: kind,
            fill: change ? null : fill,
            "fill-opacity": Math.max(0.05, Math.min(amount, 1)).toFixed(3),
          }),
        );
    }
  };

  const showEffects = () => {
    if (!effects) return;
    measure.setAttribute("aria-expanded", asked);
    measure.hidden = byHand;
    found.hidden = byHand || !asked;
    const here = found.hidden ? null : effects.steps[now];
    if (here && !here.types.some(([each]) => each === type)) type = greatest(here);
    showHeat();
    if (found.hidden) return;
    if (!here) {
      const near = nearestStep(measured, now);
      found.replaceChildren(
        `Measured at ${measured.length} of ${last() + 1} steps. The nearest is step ${near}. `,
        element("button", { type: "button", onclick: () => go(near) }, `go to step ${near}`),
      );
      return;
    }
    const choice = (pressed, choose, again, ...inside) => {
      const onclick = () => {
        choose();
        link();
        showEffects();
        found.querySelector(again).focus();
      };
      return element("button", { type: "button", "aria-pressed": `${pressed}`, onclick }, ...inside);
    };
    const rows = here.rows.map(([name, ...figures], row) => {
      const own = here.types[row]?.[0],
        choose = () => (type = own);
      const [, fill, ink] = effects.types[own] ?? [],
        swatch = element("span", { class: "swatch", style: `background:${fill};border-color:${ink}` }),
        again = `tbody tr:nth-child(${row + 1}) button`;
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, fill ? choice(own === type, choose, again, swatch, name) : name),
        figures.map((figure) => element("td", {}, figure)),
      );
    });
    const views = element(
      "div",
      { class: "views", role: "group", "aria-label": "view of the board" },
      Object.entries(VIEWS).map(([name, words], number) =>
        choice(name === view, () => (view = name), `.views :nth-child(${number + 1})`, words),
      ),
    );
    found.replaceChildren(
      element("p", { class: "heading" }, `If the run stopped after step ${now}`),
      element(
        "div",
        { class: "scrolling", tabindex: 0, role: "region", "aria-label": "side effects by cell type" },
        element(
          "table",
          {},
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              effects.heading.map((name) => element("th", { scope: "col" }, name)),
            ),
          ),
          element("tbody", {}, rows),
        ),
      ),
      type === null ? "" : element("p", {}, `On the board: the density of ${effects.types[type][0]}, ${over(here)}.`),
      type === null ? "" : views,
      view === "change" && type !== null
        ? element(
            "p",
            { class: "small" },
            element("span", { class: "key more" }, "more after the run"),
            element("span", { class: "key less" }, "less after the run"),
          )
        : "",
      element(
        "details",
        {},
        element("summary", {}, "meaning of the figures"),
        effects.meaning.map((line) => element("p", { class: "small" }, line)),
      ),
    );
  };
  // Return over which boards the density on view is: life on the boards that follow, frozen cells where they are.
  const over = ({ types }) => {
    const [samples] = effects.densities[types.find(([each]) => each === type)[2]];
    return samples === 1
      ? `on the board after step ${now} alone`
      : `over the ${samples} boards that follow step ${now}`;
  };
  // Return the type whose deviation is the greatest, or null where there is no type.
  const greatest = ({ rows, types }) => {
    if (!types.length) return null;
    const deviations = rows.slice(0, types.length).map((row) => Number(row[3]));
    return types[deviations.indexOf(Math.max(...deviations))][0];
  };
  const ask = (wanted) => {
    asked = wanted;
    pause();
    link();
    showEffects();
  };

  const show = (wanted) => {
    const step = Math.max(0, Math.min(last(), wanted));
    if (step === now && !chosen.length) return;
    [now, chosen] = [step, []];
    const { board, goals } = moment(step);
    for (const number of all) {
      cells[number].replaceChildren(...words.shape(board[number]));
      grounds[number].setAttribute("fill", tints[colourOf(goals[number])]);
    }
    picture.setAttribute("aria-label", `the board after step ${step}`);
    slider.max = last();
    slider.value = step;
    say();
    showMarks();
    showToggling(false);
    showEffects();
    sayHere();
  };

  const say = () => {
    const state = moment(now),
      lines = words.captions(game, now ? moment(now - 1) : null, state, taken[now - 1]),
      several = level.agents.length > 1;
    if (byHand && isOver(state)) lines.push(["the play has ended: undo or restart", "heading"]);
    else if (byHand && several) lines.push([`agent ${asking(state)} to act`, "heading"]);
    const heading = [`step ${now}${byHand && now === last() ? "" : ` of ${last()}`}`, "heading"];
    caption.replaceChildren(...[heading, ...lines].map(([text, kind]) => element("p", { class: kind }, text)));
  };

  const showMarks = () => {
    const state = moment(now),
      other = differing(state.board, momentAt(game, untouched, () => idle, now).board),
      changed = idle.flatMap((_, agent) => (now ? words.changes(game, agent, moment(now - 1), state) : []));
    marks.replaceChildren(
      ...(marked.checked ? other : []).map((number) => at(number, "rect", { class: "differing" })),
      ...changed.map(({ place, change }) => at(place, "rect", { class: change > 0 ? "gain" : "loss" })),
    );
    differs.textContent =
      `${other.length} ${other.length === 1 ? "cell differs" : "cells differ"} from the untouched board, on which ` +
      `nobody acted (agents and exits left out)${game.spawns ? "; round spawners some do by chance" : ""}`;
  };

  const showToggling = (wanted) => {
    toggling = wanted;
    toggle.setAttribute("aria-pressed", `${toggling}`);
  };

  // --- By hand ---

  const isOver = (state) => level.agents.length > 0 && !level.agents.some((_, agent) => isActive(state, agent));
  const asking = (state) => level.agents.findIndex((_, agent) => agent >= chosen.length && isActive(state, agent));
  const act = (action) => {
    const state = moment(now);
    pause();
    if (isOver(state)) return;
    if (level.agents.length) {
      const agent = asking(state);
      chosen = [...idle.map((_, each) => chosen[each] ?? 0).slice(0, agent), action];
      if (asking(state) >= 0) {
        showToggling(false);
        say();
        return;
      }
    }
    taken = [...taken.slice(0, now), idle.map((_, agent) => chosen[agent] ?? 0)];
    made.length = now + 1;
    go(now + 1);
  };
  const begin = (hand, actions, step) => {
    pause();
    [byHand, taken, made, now] = [hand, actions, [], -1];
    pad.hidden = !byHand;
    mode.hidden = byHand && !recorded.length;
    mode.textContent = byHand ? `watch the recorded run: ${run.run.policy}` : "take over and play";
    const player = byHand ? "you" : run.run.policy;
    if (title) title.textContent = `${level.name || "a level"}, played by ${player} with seed ${run.run.seed}`;
    help.textContent = byHand
      ? "Arrow keys, wasd or hjkl move; with Shift, or after toggle or space, they toggle the cell ahead. Full stop " +
        "waits, u undoes, r restarts. Green and red frames: the step gained or lost here; dashes: the cell differs. " +
        "Save keeps the run up to this step; formal-rl safelife effects FILE measures its side effects."
      : "Arrow keys step, space plays, Home and End go to the ends. Green and red frames are where the step gained " +
        "and lost; dashes are round cells that differ from the untouched board.";
    show(step);
  };
  const change = () => {
    if (byHand) begin(false, recorded, 0);
    else begin(true, taken.slice(0, now), now);
    link();
  };
  const save = () => {
    const actions = taken.slice(0, now),
      { board } = moment(now),
      rows = [...Array(level.height).keys()].map((row) => board.slice(row * level.width, (row + 1) * level.width)),
      rewards = actions.map((_, step) => moment(step + 1).paid),
      text = JSON.stringify({ ...run.run, policy: "hand", actions, rewards, board: rows }),
      href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    element("a", { href, download: `${level.name.replace(/[^\w-]+/g, "-") || "level"}-run.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };

  // --- Steps ---

  const link = () => {
    if (!options.address) return;
    const seen = { type: asked && type !== null ? effects.types[type][0] : "", view: asked ? view : "" },
      state = byHand ? { step: now, play: taken.flat().join("") || "none" } : { step: now, ...seen };
    try {
      history.replaceState(null, "", addressOfState(state));
    } catch {
      /* a page that has no address */
    }
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    playing.textContent = "play";
    caption.setAttribute("aria-live", "polite");
  };
  const play = () => {
    clearInterval(timer);
    if (now === last()) show(0);
    playing.textContent = "pause";
    caption.setAttribute("aria-live", "off");
    timer = setInterval(() => {
      show(now + 1);
      if (now === last()) go(now);
    }, 1000 / speed.value);
  };
  const go = (step) => {
    pause();
    show(step);
    link();
  };
  const followAddress = () => {
    const state = stateOfAddress(location.hash),
      step = /^[0-9]{1,9}$/.test(state.step) ? Number(state.step) : null,
      watched = effects && state.view in VIEWS;
    if (watched) {
      const named = effects.types.findIndex(([name]) => name === state.type);
      [asked, view, type] = [true, state.view, named < 0 ? type : named];
    }
    if (state.play) {
      const given = (state.play.match(/[0-8]/g) ?? []).map(Number),
        steps = idle.length ? Math.floor(given.length / idle.length) : 0,
        actions = [...Array(steps).keys()].map((each) => given.slice(each * idle.length, (each + 1) * idle.length));
      begin(true, actions, step ?? steps);
    } else if (watched || step !== null) begin(false, recorded, step ?? now);
  };

  const lookAt = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const row = Math.floor(point.y / SIDE),
      column = Math.floor(point.x / SIDE);
    const inside = row >= 0 && column >= 0 && row < level.height && column < level.width;
    pointed = inside ? row * level.width + column : null;
    sayHere();
  };
  for (const kind of ["pointermove", "pointerdown"]) picture.addEventListener(kind, lookAt);
  (options.address ? document : root).addEventListener("keydown", (event) => {
    const { tagName, type: kind } = event.target,
      { key } = event,
      presses = ["BUTTON", "SUMMARY"].includes(tagName) || kind === "checkbox";
    if (event.ctrlKey || event.altKey || event.metaKey || tagName === "SELECT") return;
    if ((presses && [" ", "Enter"].includes(key)) || (byHand && kind === "range")) return;
    const action = actionOf(key, toggling || event.shiftKey);
    const does = byHand
      ? { " ": () => showToggling(!toggling), u: () => go(now - 1), r: () => go(0) }
      : { " ": () => playing.click(), ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1) };
    if (byHand && action !== null) does[key] = () => act(action);
    Object.assign(does, { Home: () => go(0), End: () => go(last()) });
    if (Object.hasOwn(does, key)) {
      event.preventDefault();
      does[key]();
    }
  });
  begin(effects !== null, effects ? [] : recorded, 0);
  if (options.address) {
    addEventListener("hashchange", followAddress);
    followAddress();
  }
}
