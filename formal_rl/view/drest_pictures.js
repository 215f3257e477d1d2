// The pictures of the page about DREST: a gridworld with a plan, the return by a probability, and the optimum by N.

import { drawn } from "./svg_elements.js";

// Return the picture of a world, with the way of a best plan of a length.
export function worldPicture(data, shown) {
  const { picture, lengths } = data,
    side = 40,
    wide = picture.width * side,
    high = picture.height * side;
  const centre = ([row, column]) => [(column + 0.5) * side, (row + 0.5) * side];
  const square = ([row, column], inset, attributes) =>
    drawn("rect", {
      x: column * side + inset,
      y: row * side + inset,
      width: side - 2 * inset,
      height: side - 2 * inset,
      ...attributes,
    });
  const words = (cell, text, attributes) => {
    const [x, y] = centre(cell);
    return drawn(
      "text",
      { x, y: y + 5, "text-anchor": "middle", "font-size": Math.min(15, 38 / text.length), ...attributes },
      text,
    );
  };
  const free = [];
  for (let row = 0; row < picture.height; row++)
    for (let column = 0; column < picture.width; column++) free.push(square([row, column], 0, { class: "free" }));
  const { cells, length } = lengths[shown],
    seen = new Map();
  // a way that comes back is drawn a little beside itself
  const way = cells.map((cell) => {
    const [x, y] = centre(cell),
      times = seen.get(`${cell}`) || 0;
    seen.set(`${cell}`, times + 1);
    return `${x + 4 * times},${y + 4 * times}`;
  });
  const [endX, endY] = way[way.length - 1].split(",");
  return drawn(
    "svg",
    {
      viewBox: `-2 -2 ${wide + 4} ${high + 4}`,
      role: "img",
      style: `max-width:${Math.min(1.25 * wide, 320)}px`,
      "aria-label": `a gridworld: ${data.layout.join("; ")}; shown is a best plan of length ${length}`,
    },
    free,
    picture.walls.map((cell) => square(cell, 0, { class: "wall" })),
    picture.buttons.map((cell) => square(cell, 6, { class: "button", rx: 4 })),
    picture.coins.map(([row, column]) => {
      const [x, y] = centre([row, column]);
      return drawn("circle", { cx: x, cy: y, r: 14, class: "coin" });
    }),
    drawn("polyline", { points: way.join(" "), class: `way length-${shown % 6}` }),
    drawn("circle", { cx: endX, cy: endY, r: 5, class: `end length-${shown % 6}` }),
    picture.coins.map(([row, column, value]) => words([row, column], value, {})),
    picture.buttons.map(([row, column, delay]) => words([row, column], `+${delay}`, {})),
    words(picture.agent, "A", { class: "agent" }),
  );
}

// Return a share in percent.
export function percent(share) {
  const value = 100 * share,
    digits = Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4;
  return Math.abs(value) < 5e-9 ? "0 %" : `${value.toFixed(digits).replace("-", "−")} %`;
}

const WIDE = 440,
  HIGH = 260,
  LEFT = 58,
  RIGHT = 12,
  TOP = 14,
  BOTTOM = 40;

function across(share) {
  return LEFT + share * (WIDE - LEFT - RIGHT);
}
function down(share) {
  return HIGH - BOTTOM - share * (HIGH - TOP - BOTTOM);
}
function line(points, attributes) {
  return drawn("polyline", {
    points: points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" "),
    fill: "none",
    ...attributes,
  });
}
function label(x, y, text, anchor = "middle") {
  return drawn("text", { x, y, "text-anchor": anchor, class: "label" }, text);
}

// Return a chart's frame, with marks on both axes; a click tells ``pick`` how far to the right it was, from 0 to 1.
function frame(summary, marks, name, pick, children) {
  const chart = drawn(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": summary, class: "chart" },
    drawn("rect", { x: LEFT, y: TOP, width: WIDE - LEFT - RIGHT, height: HIGH - TOP - BOTTOM, class: "ground" }),
    marks.across.map(([share, text]) => [
      line(
        [
          [across(share), HIGH - BOTTOM],
          [across(share), HIGH - BOTTOM + 4],
        ],
        { class: "tick" },
      ),
      label(across(share), HIGH - BOTTOM + 16, text),
    ]),
    marks.down.map(([share, text]) => [
      line(
        [
          [LEFT, down(share)],
          [WIDE - RIGHT, down(share)],
        ],
        { class: "grid" },
      ),
      label(LEFT - 5, down(share) + 4, text, "end"),
    ]),
    label((LEFT + WIDE - RIGHT) / 2, HIGH - 6, name),
    children,
  );
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect(),
      x = ((event.clientX - box.left) / box.width) * WIDE;
    pick(Math.max(0, Math.min(1, (x - LEFT) / (WIDE - LEFT - RIGHT))));
  });
  return chart;
}

// Return the chart of the return against the probability y of one length, the others sharing the rest.
export function curvePicture({ k, best, own, ownReturn, onLine, name, pick }) {
  const gain = best.most - 1,
    top = Math.max(0.02, 1.3 * gain),
    low = -Math.max(0.08, 0.6 * gain);
  const high = (value) => down((value - 1 - low) / (top - low));
  const points = [],
    inside = (value) => value - 1 >= low;
  for (let at = 0; at <= 400; at++) {
    const value = best.at(at / 400);
    if (inside(value)) points.push([across(at / 400), high(value)]);
  }
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((each) => (top - low) / each <= 7) || (top - low) / 5;
  const downMarks = [];
  for (let at = Math.ceil(low / step); at * step <= top; at++)
    downMarks.push([
      (at * step - low) / (top - low),
      at === 0 ? "±0" : `${at > 0 ? "+" : "−"}${Math.abs(+(at * step * 100).toFixed(4))} %`,
    ]);
  const where = best.ys.map((y) => y.toFixed(3)).join(" and ");
  const summary =
    `expected return by the probability of ${name}: greatest at ${where}, ${percent(gain)} more than uniform; ` +
    `your p returns ${percent(ownReturn - 1)} more than uniform`;
  const ownShown = Math.max(ownReturn, 1 + low);
  return frame(
    summary,
    {
      across: [
        [0, "0"],
        [0.25, "¼"],
        [0.5, "½"],
        [0.75, "¾"],
        [1, "1"],
      ],
      down: downMarks,
    },
    `probability of ${name}`,
    pick,
    [
      line(
        [
          [across(1 / k), TOP],
          [across(1 / k), HIGH - BOTTOM],
        ],
        { class: "even-line" },
      ),
      line(points, { class: "curve" }),
      best.ys.map((y) => drawn("circle", { cx: across(y), cy: high(best.at(y)), r: 9, class: "best-mark" })),
      drawn("circle", { cx: across(1 / k), cy: high(1), r: 4, class: "even-mark" }),
      onLine
        ? null
        : line(
            [
              [LEFT, high(ownShown)],
              [WIDE - RIGHT, high(ownShown)],
            ],
            { class: "own-line" },
          ),
      drawn("circle", { cx: across(own), cy: high(ownShown), r: 5.5, class: "own-mark" }),
    ],
  );
}

// Return the chart of the best probabilities against N.
export function forkPicture({ k, last, points, number, threshold, pick }) {
  const right = (n) => across((n - 2) / (last - 2)),
    step = [2, 5, 10, 20, 50, 100, 200].find((each) => last / each <= 7) || 500;
  const marks = Array.from({ length: Math.floor(last / step) }, (_, at) => (at + 1) * step).map((n) => [
    (n - 2) / (last - 2),
    `${n}`,
  ]);
  const branch = (y) => points.map(([n, each]) => [right(n), down(y(each))]);
  const star = threshold && threshold.greatest <= last ? threshold.greatest : null;
  const now = Math.min(Math.max(number, 2), last);
  const summary =
    `best probabilities by N from 2 to ${last}` +
    (star ? `: all 1/${k} up to N* = ${star}, then one grows and the others fall` : "");
  return frame(
    summary,
    {
      across: marks,
      down: [
        [0, "0"],
        [1 / k, `1/${k}`],
        [1, "1"],
      ],
    },
    "N, mini-episodes",
    (share) => pick(Math.round(2 + share * (last - 2))),
    [
      line(
        branch((y) => y),
        { class: "curve" },
      ),
      line(
        branch((y) => (1 - y) / (k - 1)),
        { class: "curve" },
      ),
      star && number !== star
        ? [
            line(
              [
                [right(star), TOP],
                [right(star), HIGH - BOTTOM],
              ],
              { class: "even-line" },
            ),
            label(right(star) - 4, TOP + 12, `N* = ${star}`, "end"),
          ]
        : null,
      line(
        [
          [right(now), TOP],
          [right(now), HIGH - BOTTOM],
        ],
        { class: "own-line" },
      ),
      label(
        right(now) + (now > last / 2 ? -4 : 4),
        HIGH - BOTTOM - 6,
        `N = ${number}`,
        now > last / 2 ? "end" : "start",
      ),
    ],
  );
}
