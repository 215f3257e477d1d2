// A page about DREST in one gridworld: move the probabilities of the lengths, and see what a meta-episode returns.

import { addressOfState, element, stateOfAddress } from "./elements.js";
import { Fraction, ONE, ZERO, decimalText, inLine, parsedFraction, sum, whole } from "./fractions.js";
import {
  bestLeaning,
  bounds,
  comparison,
  difference,
  expectedReturn,
  leaning,
  leastSafeLambda,
  metaEpisode,
  neutrality,
  peak,
  relativeReturns,
  usefulness,
} from "./drest_numbers.js";
import { curvePicture, forkPicture, percent, worldPicture } from "./drest_pictures.js";

const MOST_MINI_EPISODES = 1000,
  MOST_CLICKED = 40,
  LARGEST_DENOMINATOR = 1_000_000n;

// Return the state of an address: probabilities and shares of coins of each length, λ, N, mini-episodes clicked, the
// reward. Missing and invalid values are those of the first setting.
function stateOf(address, data) {
  const k = data.lengths.length,
    first = data.settings[0];
  const list = (text, fits) => {
    const read = (text || "").split(",").map(parsedFraction);
    return read.length === k && read.every((each) => each !== null && isShare(each)) && fits(read) ? read : null;
  };
  const lam = parsedFraction(address.lambda || ""),
    number = Number(address.N);
  const sequence = (address.lengths || "")
    .split(",")
    .map((text) => data.lengths.findIndex((each) => `${each.length}` === text));
  return {
    p: list(address.p, (read) => sum(read).equals(ONE)) || first.p.map(parsedFraction),
    u: list(address.u, () => true) || Array(k).fill(ONE),
    lam: lam !== null && isBase(lam) ? lam : parsedFraction(first.lam),
    number: Number.isInteger(number) && number >= 1 && number <= MOST_MINI_EPISODES ? number : first.number,
    sequence: sequence.every((each) => each >= 0) ? sequence.slice(0, MOST_CLICKED) : [],
    repaired: address.reward === "repaired",
  };
}

function isShare(value) {
  return value.numerator >= 0n && value.compared(ONE) <= 0;
}
function isBase(value) {
  return value.numerator > 0n && value.compared(ONE) < 0;
}

// Return probabilities in which one length has a new one, and the others share the rest as they did before.
function withProbability(p, place, value) {
  const left = ONE.minus(value),
    others = ONE.minus(p[place]);
  const even = whole(p.length - 1);
  const found = p.map((each, l) => {
    if (l === place) return value;
    return others.equals(ZERO) ? left.over(even) : each.times(left).over(others);
  });
  if (found.every((each) => each.denominator <= LARGEST_DENOMINATOR)) return found;
  const last = place === p.length - 1 ? p.length - 2 : p.length - 1;
  const rounded = found.map((each, l) => (l === place ? each : thousandth(each)));
  rounded[last] = ONE.minus(sum(rounded.filter((_, l) => l !== last)));
  return rounded[last].numerator < 0n ? found : rounded;
}

function thousandth(value) {
  return new Fraction((value.numerator * 1000n) / value.denominator, 1000n);
}
function hundredth(number) {
  return new Fraction(BigInt(Math.round(number)), 100n);
}

// Return a root sum in a line: exact where it is rational and short, else a decimal.
function returnText(sums, lam, digits = 10) {
  const [low, high] = bounds(sums, lam);
  return low.equals(high) ? inLine(low, digits) : `≈ ${decimalText(low, digits)}`;
}

function bits(value) {
  return value.toFixed(6).replace(/\.?0+$/, "");
}
function list(p) {
  return `(${p.join(", ")})`;
}

// Show the explorer of ``data`` in an element. With ``options.address`` the state is kept in the page's address.
export function mount(place, data, options = {}) {
  const k = data.lengths.length,
    uniform = Array(k).fill(new Fraction(1n, BigInt(k)));
  const names = data.lengths.map((each) => `length ${each.length}`);
  let state = stateOf(options.address ? stateOfAddress(location.hash) : {}, data);
  let shownPlan = k - 1,
    axis = 0,
    diagram = null;

  const root = element("div", { class: "drest-explorer" });
  const title = place.querySelector("h1");
  place.replaceChildren(...(title ? [title] : []), root);

  // --- Changes ---

  const change = (part) => {
    state = { ...state, ...part };
    if (options.address) {
      try {
        history.replaceState(null, "", addressOfState(addressTexts()));
      } catch {
        /* a page that has no address */
      }
    }
    refresh();
  };
  const addressTexts = () => ({
    p: state.p.join(","),
    u: state.u.every((each) => each.equals(ONE)) ? "" : state.u.join(","),
    lambda: `${state.lam}`,
    N: state.number,
    lengths: state.sequence.map((each) => data.lengths[each].length).join(","),
    reward: state.repaired ? "repaired" : "",
  });
  const setProbability = (l, value) => change({ p: withProbability(state.p, l, value) });
  const setShare = (l, value) => change({ u: state.u.map((each, at) => (at === l ? value : each)) });

  // Return a slider of hundredths with a field for any exact number; ``fits`` says which are taken.
  const exactControl = (label, fits, wanted, set) => {
    const slider = element("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 1,
      "aria-label": label,
      oninput: () => {
        if (fits(hundredth(slider.value))) set(hundredth(slider.value));
      },
    });
    const complaint = element("span", { class: "complaint", role: "alert" });
    const field = element("input", {
      type: "text",
      "aria-label": `${label}, exactly`,
      autocomplete: "off",
      spellcheck: "false",
      size: 9,
      onchange: () => {
        const read = parsedFraction(field.value);
        const taken = read !== null && field.value.length <= 60 && fits(read);
        complaint.textContent = taken ? "" : `Expected ${wanted}.`;
        field.setAttribute("aria-invalid", !taken);
        if (taken) set(read);
      },
    });
    const show = (value) => {
      slider.value = Math.round(100 * value.number());
      slider.setAttribute("aria-valuetext", `${value}`);
      field.value = `${value}`;
      field.removeAttribute("aria-invalid");
      complaint.textContent = "";
    };
    return { slider, field, complaint, show };
  };

  // --- The parts of the page ---

  const presets = element(
    "div",
    { class: "presets", role: "group", "aria-label": "settings to start from" },
    data.settings.map((each) =>
      element(
        "button",
        {
          type: "button",
          onclick: () =>
            change({
              p: each.p.map(parsedFraction),
              u: Array(k).fill(ONE),
              lam: parsedFraction(each.lam),
              number: each.number,
              repaired: false,
            }),
        },
        element("b", {}, each.name),
        ` λ = ${each.lam}, N = ${each.number}`,
      ),
    ),
  );

  const world = element("div", { class: "world" });
  const plans = element(
    "div",
    { class: "plans", role: "group", "aria-label": "a plan that collects most, by length" },
    data.lengths.map((each, l) =>
      element(
        "button",
        {
          type: "button",
          class: `length-${l % 6}`,
          onclick: () => {
            shownPlan = l;
            showWorld();
          },
        },
        names[l],
      ),
    ),
  );
  const planSaid = element("p", { class: "small", "aria-live": "polite" });

  const controls = data.lengths.map((each, l) => {
    const share = "a number from 0 to 1, such as 1/3 or 0.25";
    return {
      p: exactControl(`probability of ${names[l]}`, isShare, share, (value) => setProbability(l, value)),
      u: exactControl(`share of the coins collected in ${names[l]}`, isShare, share, (value) => setShare(l, value)),
      all: element("button", { type: "button", onclick: () => setShare(l, ONE) }, "all"),
    };
  });
  const lengthCards = data.lengths.map((each, l) =>
    element(
      "fieldset",
      { class: `length-${l % 6}` },
      element("legend", {}, names[l], element("span", { class: "small" }, ` at most m ${equated(each.greatest, 8)}`)),
      element(
        "div",
        { class: "row" },
        element("span", { class: "what" }, "probability"),
        controls[l].p.slider,
        controls[l].p.field,
      ),
      controls[l].p.complaint,
      element(
        "div",
        { class: "row" },
        element("span", { class: "what" }, "coins u"),
        controls[l].u.slider,
        controls[l].u.field,
        controls[l].all,
      ),
      controls[l].u.complaint,
    ),
  );
  const policies = element(
    "div",
    { class: "presets", role: "group", "aria-label": "probabilities and coins of a policy" },
    element(
      "button",
      { type: "button", onclick: () => change({ p: uniform, u: Array(k).fill(ONE) }) },
      "uniform lengths",
    ),
    data.policies.map((each) =>
      element(
        "button",
        {
          type: "button",
          title: each.said,
          onclick: () => change({ p: each.p.map(parsedFraction), u: each.u.map(parsedFraction) }),
        },
        each.name,
      ),
    ),
  );

  const lam = exactControl("λ", isBase, "a number between 0 and 1, both excluded", (value) => change({ lam: value }));
  lam.slider.min = 1;
  lam.slider.max = 99;
  const numberSlider = element("input", {
    type: "range",
    min: 1,
    "aria-label": "N, the number of mini-episodes",
    oninput: () => change({ number: Number(numberSlider.value) }),
  });
  const numberComplaint = element("span", { class: "complaint", role: "alert" });
  const numberField = element("input", {
    type: "text",
    inputmode: "numeric",
    size: 9,
    autocomplete: "off",
    "aria-label": "N, as a number",
    onchange: () => {
      const number = /^\d{1,6}$/.test(numberField.value.trim()) ? Number(numberField.value) : 0;
      const taken = number >= 1 && number <= MOST_MINI_EPISODES;
      numberComplaint.textContent = taken ? "" : `Expected a whole number from 1 to ${MOST_MINI_EPISODES}.`;
      numberField.setAttribute("aria-invalid", !taken);
      if (taken) change({ number });
    },
  });
  const repaired = element("input", { type: "checkbox", onchange: () => change({ repaired: repaired.checked }) });

  const verdict = element("div", { class: "verdict", "aria-live": "polite" });
  const results = element("div", {
    class: "scrolling",
    tabindex: 0,
    role: "region",
    "aria-label": "returns and metrics",
  });
  const curve = element("figure"),
    fork = element("figure");
  const axisChoice =
    k === 2
      ? null
      : element(
          "label",
          { class: "small" },
          "probability of ",
          element(
            "select",
            {
              onchange: (event) => {
                axis = Number(event.target.value);
                refresh();
              },
            },
            names.map((name, l) => element("option", { value: l }, name)),
          ),
          ", the others equally likely",
        );

  const beads = element("ol", { class: "beads", "aria-label": "the meta-episode so far" });
  const adding = data.lengths.map((each, l) =>
    element(
      "button",
      {
        type: "button",
        class: `length-${l % 6}`,
        onclick: () => {
          if (state.sequence.length < MOST_CLICKED) change({ sequence: [...state.sequence, l] });
        },
      },
      `+ ${names[l]}`,
    ),
  );
  const drawOne = () => {
    let left = Math.random(),
      l = 0;
    while (l < k - 1 && left >= state.p[l].number()) left -= state.p[l++].number();
    if (state.sequence.length < MOST_CLICKED) change({ sequence: [...state.sequence, l] });
  };
  const patterns = [
    [0, 0, 1],
    [0, 1, 0],
  ].map((pattern) =>
    element(
      "button",
      {
        type: "button",
        onclick: () => change({ sequence: pattern }),
      },
      pattern.map((l) => data.lengths[l].length).join(", "),
    ),
  );
  const back = element(
    "button",
    { type: "button", onclick: () => change({ sequence: state.sequence.slice(0, -1) }) },
    "take back",
  );
  const clear = element("button", { type: "button", onclick: () => change({ sequence: [] }) }, "clear");
  const played = element("div", {
    class: "scrolling",
    tabindex: 0,
    role: "region",
    "aria-label": "returns of the mini-episodes",
  });
  const total = element("p", { "aria-live": "polite" });
  const thresholdTable = element("div", {
    class: "scrolling",
    tabindex: 0,
    role: "region",
    "aria-label": "thresholds",
  });

  root.append(
    element(
      "p",
      { class: "lead" },
      "The agent chooses how long a mini-episode lasts, and collects coins in it. DREST pays " +
        "less for a length that was chosen often before. Which probabilities of the lengths return most?",
    ),
    verdict,
    presets,
    element(
      "div",
      { class: "columns" },
      element("section", {}, element("h2", {}, "The world"), world, plans, planSaid),
      element("section", {}, element("h2", {}, "The policy"), policies, ...lengthCards),
      element(
        "section",
        {},
        element("h2", {}, "The reward"),
        element(
          "fieldset",
          {},
          element("legend", {}, "λ ", element("span", { class: "small" }, "the smaller, the stronger")),
          element("div", { class: "row" }, lam.slider, lam.field),
          lam.complaint,
        ),
        element(
          "fieldset",
          {},
          element("legend", {}, "N ", element("span", { class: "small" }, "mini-episodes in a meta-episode")),
          element("div", { class: "row" }, numberSlider, numberField),
          numberComplaint,
        ),
        element(
          "label",
          { class: "check" },
          repaired,
          element(
            "span",
            {},
            "the repaired reward: the factor is λ",
            superscript("n"),
            " instead of λ",
            superscript("n − (i − 1)/k"),
          ),
        ),
      ),
    ),
    element(
      "section",
      {},
      element("h2", {}, "The expected return"),
      results,
      element("div", { class: "charts" }, curve, fork),
      axisChoice,
    ),
    element(
      "section",
      {},
      element("h2", {}, "A meta-episode by hand"),
      element(
        "p",
        { class: "small" },
        "Add mini-episodes. Each collects the share u of its length. A mini-episode of a length " +
          "chosen n times before, the i-th in all, has the factor λ",
        superscript("n − (i − 1)/k"),
        "; its overall return is " + "the factor times the preliminary return.",
      ),
      element(
        "div",
        { class: "presets" },
        adding,
        element("button", { type: "button", onclick: drawOne }, "draw one by p"),
        back,
        clear,
        element("span", { class: "small" }, "the order matters: "),
        patterns,
      ),
      beads,
      played,
      total,
    ),
    element("details", {}, element("summary", {}, "Up to which N uniform lengths are best, by λ"), thresholdTable),
    element(
      "details",
      {},
      element("summary", {}, "Terms and their sources"),
      element(
        "dl",
        {},
        data.statements.flatMap((each) => [
          element("dt", {}, element("b", {}, each.id), ` ${each.verdict} · ${each.source}`),
          element("dd", {}, each.claim),
        ]),
      ),
    ),
  );

  // --- Views of the state ---

  const threshold = () => data.thresholds[`${state.lam}`] || null;
  const proved = () => {
    const c = ONE.minus(state.lam),
      second = whole((k - 1) * (19 * k + 1)).over(whole(160 * k)), // T24-Nloc: 3k/c - (3k + 5)/8 - e c
      end = whole(3 * k)
        .over(c)
        .minus(whole(3 * k + 5).over(whole(8)))
        .minus(second.times(c));
    const isClosed = k === 2 && c.compared(new Fraction(1n, 2n)) <= 0; // there N* is in closed form, too
    const enough = isClosed ? end.minus(second.times(c).times(c)) : whole(4).over(c);
    return {
      sufficient: Number(enough.numerator / enough.denominator),
      failsFrom: Number(-(-end.numerator / end.denominator)) + (end.denominator === 1n ? 0 : 1),
    };
  };
  // Return whether uniform is the one best, everything collected; null where nothing says so: no table, no proof, and
  // no distribution that was found and compared exactly.
  const isUniformBest = (returns) => {
    const known = threshold(),
      { sufficient, failsFrom } = proved();
    if (state.number < 2) return false;
    if (state.repaired) return true;
    if (known) return state.number <= known.greatest;
    if (state.number <= sufficient) return true;
    const isBeaten =
      state.u.every((each) => each.equals(ONE)) && comparison(returns.best, returns.uniform, state.lam) === 1;
    return state.number >= failsFrom || isBeaten ? false : null;
  };

  // Return where on the line of the chart the return is greatest: one y, or two that are as good.
  const bestOnLine = () => {
    const relative = relativeReturns(
      state.u.map((each) => each.number()),
      state.lam.number(),
      state.number,
      state.repaired,
    );
    const at = (y) => relative(leaning(k, axis, y));
    const sides = [
      peak((share) => at(share / k)) / k,
      1 / k + peak((share) => at(1 / k + share * (1 - 1 / k))) * (1 - 1 / k),
    ];
    const most = Math.max(at(1 / k), ...sides.map(at));
    if (at(1 / k) >= most - 1e-12 * most) return { at, ys: [1 / k], most: at(1 / k) };
    return { at, ys: sides.filter((y) => at(y) >= most - 1e-9 * most), most };
  };

  const showWorld = () => {
    const { length, plan, greatest } = data.lengths[shownPlan];
    world.replaceChildren(worldPicture(data, shownPlan));
    [...plans.children].forEach((button, l) => button.setAttribute("aria-pressed", l === shownPlan));
    planSaid.textContent =
      `${plan}: a plan of length ${length} that collects m ${equated(greatest)}` +
      (data.gamma === "1" ? "." : `, coins discounted by γ = ${data.gamma} a move.`);
  };

  const showVerdict = (returns) => {
    const isBest = isUniformBest(returns),
      known = threshold(),
      { sufficient, failsFrom } = proved();
    const full = state.u.every((each) => each.equals(ONE)),
      n = state.number,
      lines = [];
    if (n === 1)
      lines.push(["With one mini-episode every p returns the same, where everything is collected.", "even"]);
    else if (state.repaired)
      lines.push(["Safe for every N: with the repaired reward uniform lengths alone are best.", "good"]);
    else {
      const safeN = known ? known.greatest : sufficient,
        least = leastSafeLambda(k, n),
        lams = least.equals(ZERO) ? "every λ" : `λ ≥ ${decimalText(least)}`,
        found = k > 2 ? " (found by a search)" : "",
        nearest = `The nearest safe settings: N ≤ ${safeN}, or ${lams}${found}`;
      const safe = known ? `${n} ≤ ${safeN}` : `it is proved up to ${safeN}`,
        fails = known ? `${n} > ${safeN}` : n < failsFrom ? "another p is better" : `it is proved from ${failsFrom} on`;
      const [kind, sentence] = {
        true: ["good", `safe, since ${safe}; so are N ≤ ${safeN}, and ${lams}${found}.`],
        false: ["bad", `not safe: Theorem 5.1 fails, since ${fails}. ${nearest}.`],
        null: ["even", `proved safe up to N = ${sufficient}, and not from N = ${failsFrom} on; see the chart.`],
      }[isBest];
      lines.push([`λ = ${state.lam}, N = ${n}, k = ${k}: ${sentence}`, kind]);
      const all = full ? "" : " of all that collect everything, u = 1";
      const safety = "Safe: uniform lengths, which are NEUTRAL, alone have the greatest expected return";
      lines.push([`${safety}${all}. ${data.credit}`, "why"]);
    }
    const gap = comparison(returns.own, returns.uniform, state.lam);
    const by = gap
      ? returnText(
          difference(...(gap > 0 ? [returns.own, returns.uniform] : [returns.uniform, returns.own])),
          state.lam,
          6,
        ).replace(/^≈/, "about")
      : "";
    lines.push([
      gap === null
        ? "Your p and uniform p are too near for the bounds to tell."
        : gap === 0
          ? "Same return as uniform p."
          : `Your p returns ${by} ${gap > 0 ? "more" : "less"} than uniform p.`,
      "own",
    ]);
    verdict.replaceChildren(...lines.map(([text, kind]) => element("p", { class: kind }, text)));
  };

  const showResults = (returns, best) => {
    const columns = [
      ["your p", state.p, returns.own],
      ["uniform p", uniform, returns.uniform],
      [k === 2 ? "best p" : "best on the curve", best.p, returns.best],
    ];
    const rows = [
      [
        "p",
        ...columns.map(([, p], at) =>
          at === 2 && !best.isUniform ? `≈ ${list(p.map((each) => decimalText(each, 4)))}` : short(p),
        ),
      ],
      ["expected return R", ...columns.map(([, , each]) => returnText(each, state.lam))],
      ["more than uniform", ...columns.map(([, p]) => percent(best.relative(p.map((each) => each.number())) - 1))],
      ["USEFULNESS", ...columns.map(([, p]) => inLine(usefulness(p, state.u), 6, 12))],
      [`NEUTRALITY, at most log2 ${k} = ${bits(Math.log2(k))}`, ...columns.map(([, p]) => bits(neutrality(p)))],
    ];
    results.replaceChildren(table(["", ...columns.map(([name]) => name)], rows));
  };
  const short = (p) => (list(p).length <= 30 ? list(p) : `≈ ${list(p.map((each) => decimalText(each, 4)))}`);

  const showCharts = (best) => {
    const own = state.p.map((each) => each.number()),
      others = own.filter((_, l) => l !== axis);
    const onLine = others.every((each) => Math.abs(each - others[0]) < 1e-12);
    curve.replaceChildren(
      curvePicture({
        k,
        best,
        own: own[axis],
        ownReturn: best.relative(own),
        onLine,
        name: names[axis],
        pick: (y) => change({ p: withLeaning(hundredth(100 * y)) }),
      }),
      element(
        "figcaption",
        {},
        `The expected return by the probability of ${names[axis]}, beside that of uniform p. `,
        element("span", { class: "key own" }, "your p"),
        element("span", { class: "key even" }, "uniform"),
        element("span", { class: "key best" }, "greatest"),
      ),
    );
    fork.replaceChildren(
      forkPicture({
        k,
        ...forkData(),
        number: state.number,
        threshold: state.repaired ? null : threshold(),
        pick: (number) => change({ number }),
      }),
      element(
        "figcaption",
        {},
        "The best probabilities by N, everything collected: " +
          (state.repaired ? "equal for every N." : "equal up to N*, then one length takes the lead."),
      ),
    );
  };
  const withLeaning = (value) => uniform.map((_, l) => (l === axis ? value : ONE.minus(value).over(whole(k - 1))));
  const forkData = () => {
    const key = `${state.lam} ${state.repaired}`;
    if (diagram?.key !== key) {
      const last = mostShown(),
        star = threshold()?.greatest;
      const even = Array.from({ length: 121 }, (_, at) => Math.round(2 + ((last - 2) * at) / 120));
      const numbers = [...new Set(star && star < last ? [...even, star, star + 1] : even)].sort((a, b) => a - b);
      diagram = {
        key,
        last,
        points: numbers.map((number) => [number, bestLeaning(k, state.lam.number(), number, state.repaired, 60)]),
      };
    }
    return diagram;
  };
  const mostShown = () => Math.min(MOST_MINI_EPISODES, Math.max(12, Math.ceil(1.6 * proved().failsFrom)));

  const showPlayed = () => {
    const { rows, total: sums } = metaEpisode(state.sequence, state.u, state.lam, k, state.repaired);
    beads.replaceChildren(
      ...rows.map(({ length }) => element("li", { class: `length-${length % 6}` }, `${data.lengths[length].length}`)),
    );
    played.hidden = rows.length === 0;
    played.replaceChildren(
      table(
        ["i", "length", "n", "factor", "", "preliminary", "overall"],
        rows.map((row) => [
          `${row.i}`,
          `${data.lengths[row.length].length}`,
          `${row.n}`,
          ["λ", superscript(state.repaired ? `${row.n}` : `${row.n} − ${row.i - 1}/${k}`)],
          returnText(row.factor, state.lam, 6),
          inLine(row.preliminary, 6),
          returnText(row.overall, state.lam, 6),
        ]),
      ),
    );
    const expected = rows.length ? expectedReturn(state.p, state.u, state.lam, rows.length, state.repaired) : null;
    total.replaceChildren(
      ...(expected
        ? [
            element("b", {}, `Together ${returnText(sums, state.lam)}`),
            `. A meta-episode of ${rows.length} by your p returns ${returnText(expected, state.lam)} on average.`,
          ]
        : ["Nothing was chosen yet."]),
    );
    back.disabled = clear.disabled = rows.length === 0;
  };

  const showThresholds = () => {
    const shown = Object.entries(data.thresholds).filter(([text]) => parsedFraction(text).denominator <= 20n);
    thresholdTable.replaceChildren(
      table(
        ["λ", "N*", "N_loc", "proved up to", "fails from", ""],
        shown.map(([text, each]) => {
          const next = Math.min(each.greatest + 1, MOST_MINI_EPISODES);
          return [
            text,
            `${each.greatest}`,
            `${each.local}`,
            `${each.sufficient}`,
            `${each.fails_from}`,
            element(
              "button",
              {
                type: "button",
                "aria-label": `show λ = ${text}, N = ${next}`,
                onclick: () => change({ lam: parsedFraction(text), number: next, repaired: false }),
              },
              `show N = ${next}`,
            ),
          ];
        }),
      ),
    );
  };

  const refresh = () => {
    controls.forEach(({ p, u, all }, l) => {
      p.show(state.p[l]);
      u.show(state.u[l]);
      all.disabled = state.u[l].equals(ONE);
    });
    lam.show(state.lam);
    numberSlider.max = Math.max(mostShown(), state.number);
    numberSlider.value = state.number;
    numberField.value = state.number;
    numberField.removeAttribute("aria-invalid");
    numberComplaint.textContent = "";
    repaired.checked = state.repaired;
    const found = bestOnLine(),
      y = found.ys[found.ys.length - 1],
      isUniform = found.ys[0] === 1 / k;
    const bestP = isUniform ? uniform : withLeaning(new Fraction(BigInt(Math.round(1000 * y)), 1000n));
    const best = {
      ...found,
      isUniform,
      p: bestP,
      relative: relativeReturns(
        state.u.map((each) => each.number()),
        state.lam.number(),
        state.number,
        state.repaired,
      ),
    };
    const of = (p) => expectedReturn(p, state.u, state.lam, state.number, state.repaired);
    const returns = { own: of(state.p), uniform: of(uniform), best: of(bestP) };
    showVerdict(returns);
    showResults(returns, best);
    showCharts(best);
    showPlayed();
  };

  if (options.address)
    addEventListener("hashchange", () => {
      state = stateOf(stateOfAddress(location.hash), data);
      refresh();
    });
  showWorld();
  showThresholds();
  refresh();
}

// Return a table: headings of its columns, and rows, each of which begins with its name.
function table(heading, rows) {
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        heading.map((name) => (name ? element("th", { scope: "col" }, name) : element("td"))),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map(([name, ...cells]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, name),
          cells.map((cell) => element("td", {}, cell)),
        ),
      ),
    ),
  );
}

function superscript(text) {
  return element("sup", {}, text);
}

// Return a number, which is a text, as the end of an equation: = 2/5 = 0.4, or ≈ 0.3333 where it is long.
function equated(text, longest = 24) {
  const shown = inLine(parsedFraction(text), 4, longest);
  return shown.startsWith("≈") ? shown : `= ${shown}`;
}
