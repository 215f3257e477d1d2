// A run of SafeLife to step through: the board after each step, what was done and paid, and, where they are among the
// data, the densities and side effects of stopping at a step, and optimal play under a penalty.

import { addressOfState, element, stateOfAddress } from "./elements.js";
import { penaltyPanel } from "./penalty_play.js";
import { drawn, parsedShape } from "./svg_elements.js";

const SIDE = 20,
  MARGIN = 14,
  NUMBERED = 5;
const VIEWS = { before: "if nobody acts", after: "after the run", change: "what is different" };

// Return a board, as numbers of cells, for each step: the first, and then what changes.
export function boardsOf(first, changes) {
  const boards = [];
  for (const pairs of changes) {
    const now = (boards.length ? boards[boards.length - 1] : first).slice();
    for (let at = 0; at < pairs.length; at += 2) now[pairs[at]] = pairs[at + 1];
    boards.push(now);
  }
  return boards;
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
  const last = run.steps.length - 1,
    places = run.width * run.height,
    effects = run.effects || null;
  const boards = boardsOf(
    run.board,
    run.steps.map((step) => step.board),
  );
  const goals = boardsOf(
    run.goals,
    run.steps.map((step) => step.goals),
  );
  const measured = effects
    ? Object.keys(effects.steps)
        .map(Number)
        .sort((a, b) => a - b)
    : [];
  const shapes = run.shapes.map(parsedShape);
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
      x: SIDE * (number % run.width),
      y: SIDE * Math.floor(number / run.width),
      width: SIDE,
      height: SIDE,
      ...attributes,
    });
  const all = Array.from({ length: places }, (_, number) => number);
  const grounds = all.map((number) => at(number, "rect", {}));
  const cells = all.map((number) =>
    drawn("g", {
      transform: `translate(${SIDE * (number % run.width)} ${SIDE * Math.floor(number / run.width)})`,
    }),
  );
  const shownBoard = Array(places).fill(-1),
    shownGoals = Array(places).fill(-1);
  const heat = drawn("g", { class: "heat" }),
    marks = drawn("g", { class: "marks" });
  const board = drawn("g", { class: "board" }, cells);
  const lines =
    [...Array(run.height + 1).keys()].map((row) => `M0 ${row * SIDE}h${run.width * SIDE}`).join("") +
    [...Array(run.width + 1).keys()].map((column) => `M${column * SIDE} 0v${run.height * SIDE}`).join("");
  const every = (size) => [...Array(size).keys()].filter((number) => number % NUMBERED === 0);
  const picture = drawn(
    "svg",
    {
      class: "picture",
      role: "img",
      viewBox: `${-MARGIN} ${-MARGIN} ${run.width * SIDE + MARGIN + 1} ${run.height * SIDE + MARGIN + 1}`,
    },
    drawn(
      "g",
      { class: "numbers" },
      every(run.height).map((row) => drawn("text", { x: -7, y: row * SIDE + 13 }, `${row}`)),
      every(run.width).map((column) => drawn("text", { x: column * SIDE + 10, y: -4 }, `${column}`)),
    ),
    drawn("g", {}, grounds),
    board,
    heat,
    drawn("path", { d: lines, class: "grid" }),
    marks,
  );

  // --- What is said and pressed ---

  const button = (text, name, onclick) =>
    element("button", { type: "button", title: name, "aria-label": name, onclick }, text);
  const playing = element(
    "button",
    { type: "button", class: "play", title: "play or pause (space)", onclick: () => turn() },
    "play",
  );
  const slider = element("input", {
    type: "range",
    min: 0,
    max: last,
    "aria-label": "step",
    oninput: () => go(Number(slider.value)),
  });
  const speed = element(
    "select",
    {
      onchange: () => {
        if (timer) play();
      },
    },
    [1, 2, 5, 10, 20].map((each) => element("option", { value: each, selected: each === 5 }, `${each}`)),
  );
  const said = element("div", { class: "said", "aria-live": "polite" });
  const here = element("p", { class: "here" });
  const measure = element(
    "button",
    { type: "button", class: "measure", "aria-expanded": "false", onclick: () => ask(!asked) },
    "density and side effects of stopping here",
  );
  const found = element("div", { class: "effects", "aria-live": "polite", hidden: true });

  root.append(
    element(
      "div",
      { class: "left" },
      picture,
      element(
        "div",
        { class: "controls" },
        button("|<", "to the start (Home)", () => go(0)),
        button("<", "a step back (left arrow)", () => go(now - 1)),
        playing,
        button(">", "a step on (right arrow)", () => go(now + 1)),
        button(">|", "to the end (End)", () => go(last)),
        slider,
        element("label", {}, "speed ", speed, " steps a second"),
      ),
      here,
    ),
    element(
      "div",
      { class: "right" },
      said,
      effects ? measure : null,
      effects ? found : null,
      element(
        "p",
        { class: "help" },
        "Arrow keys step, space plays, Home and End go to the ends. Green and red frames are where " +
          "the step gained and lost." +
          (options.address ? " The address names the step, so that it can be linked to." : ""),
      ),
    ),
    run.optimal ? penaltyPanel(run.optimal, run) : "",
  );

  // --- What is shown ---

  const sayHere = () => {
    if (pointed === null) {
      here.textContent = "";
      return;
    }
    const goal = run.grounds[goals[now][pointed]][1],
      [before, after] = densities();
    here.textContent =
      `row ${Math.floor(pointed / run.width)}, column ${pointed % run.width}: ${run.cells[boards[now][pointed]]}` +
      (goal ? `, on ${goal}` : "") +
      (before
        ? `; ${effects.types[type][0]}: ${shown(before.get(pointed))} if nobody acts, ` +
          `${shown(after.get(pointed))} after the run`
        : "");
  };
  const shown = (density) => `${+(density || 0).toFixed(3)}`;
  // Return both densities of the type that is shown, or none where none is.
  const densities = () => {
    const here = asked && type !== null ? effects.steps[now] : null;
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
    found.hidden = !asked;
    if (!asked) {
      showHeat();
      return;
    }
    const here = effects.steps[now];
    if (!here) {
      const near = nearestStep(measured, now);
      found.replaceChildren(
        element(
          "p",
          {},
          `Measured at ${measured.length} of ${last + 1} steps. The nearest is step ${near}. `,
          element("button", { type: "button", onclick: () => go(near) }, `go to step ${near}`),
        ),
      );
      showHeat();
      return;
    }
    if (!here.types.some(([each]) => each === type)) type = greatest(here);
    const rows = here.rows.map(([name, ...figures], row) => {
      const own = here.types[row]?.[0],
        choice =
          own === undefined
            ? name
            : element(
                "button",
                {
                  type: "button",
                  "aria-pressed": `${own === type}`,
                  onclick: () => {
                    type = own;
                    link();
                    showEffects();
                    found.querySelectorAll("tbody button")[row].focus();
                  },
                },
                element("span", {
                  class: "swatch",
                  style: `background:${effects.types[own][1]};border-color:${effects.types[own][2]}`,
                }),
                name,
              );
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, choice),
        figures.map((figure) => element("td", {}, figure)),
      );
    });
    const views = element(
      "div",
      { class: "views", role: "group", "aria-label": "what is shown on the board" },
      Object.entries(VIEWS).map(([name, words], number) =>
        element(
          "button",
          {
            type: "button",
            "aria-pressed": `${name === view}`,
            onclick: () => {
              view = name;
              link();
              showEffects();
              found.querySelectorAll(".views button")[number].focus();
            },
          },
          words,
        ),
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
        element("summary", {}, "what the figures mean"),
        effects.meaning.map((line) => element("p", { class: "small" }, line)),
      ),
    );
    showHeat();
  };
  // Return over which boards the density that is shown is: life is followed, what is frozen is counted where it is.
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
    const step = Math.max(0, Math.min(last, wanted));
    if (step === now) return;
    now = step;
    for (const number of all) {
      if (shownBoard[number] !== boards[step][number]) {
        shownBoard[number] = boards[step][number];
        cells[number].replaceChildren(...shapes[shownBoard[number]].map((each) => each.cloneNode(true)));
      }
      if (shownGoals[number] !== goals[step][number]) {
        shownGoals[number] = goals[step][number];
        grounds[number].setAttribute("fill", run.grounds[shownGoals[number]][0]);
      }
    }
    const pairs = run.steps[step].marks;
    marks.replaceChildren();
    for (let each = 0; each < pairs.length; each += 2)
      if (pairs[each + 1]) marks.append(at(pairs[each], "rect", { class: pairs[each + 1] > 0 ? "gain" : "loss" }));
    said.replaceChildren(...run.steps[step].said.map(([text, kind]) => element("p", { class: kind }, text)));
    picture.setAttribute("aria-label", `the board after step ${step}`);
    slider.value = step;
    showEffects();
    sayHere();
  };

  // --- Steps ---

  const link = () => {
    if (!options.address) return;
    const state = { step: now, type: asked && type !== null ? effects.types[type][0] : "", view: asked ? view : "" };
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
    said.setAttribute("aria-live", "polite");
  };
  const play = () => {
    clearInterval(timer);
    if (now === last) show(0);
    playing.textContent = "pause";
    said.setAttribute("aria-live", "off");
    timer = setInterval(() => {
      show(now + 1);
      if (now === last) {
        pause();
        link();
      }
    }, 1000 / speed.value);
  };
  const go = (step) => {
    pause();
    show(step);
    link();
  };
  const turn = () => {
    if (timer) {
      pause();
      link();
    } else play();
  };
  const followAddress = (otherwise) => {
    const state = stateOfAddress(location.hash),
      step = /^[0-9]{1,9}$/.test(state.step) ? Number(state.step) : otherwise;
    if (effects && state.view in VIEWS) {
      const named = effects.types.findIndex(([name]) => name === state.type);
      [asked, view, type] = [true, state.view, named < 0 ? type : named];
      if (step === now) showEffects();
    }
    if (step !== null) {
      pause();
      show(step);
    }
  };

  picture.addEventListener("pointermove", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const row = Math.floor(point.y / SIDE),
      column = Math.floor(point.x / SIDE);
    const inside = row >= 0 && column >= 0 && row < run.height && column < run.width;
    pointed = inside ? row * run.width + column : null;
    sayHere();
  });
  (options.address ? document : root).addEventListener("keydown", (event) => {
    const { tagName, type: kind } = event.target;
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      tagName === "SELECT" ||
      (tagName === "INPUT" && kind !== "range")
    )
      return;
    const does = {
      ArrowLeft: () => go(now - 1),
      ArrowRight: () => go(now + 1),
      Home: () => go(0),
      End: () => go(last),
    };
    if (event.key === " " && tagName !== "BUTTON" && tagName !== "SUMMARY") does[" "] = turn;
    if (does[event.key]) {
      event.preventDefault();
      does[event.key]();
    }
  });
  if (options.address) {
    addEventListener("hashchange", () => followAddress(null));
    followAddress(0);
  } else show(0);
}
