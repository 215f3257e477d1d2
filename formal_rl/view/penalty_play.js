// Optimal play under a penalty: a slider for its weight, the optimal policy there, its value, and a course of it.

import { element } from "./elements.js";
import { colourOf } from "./safelife_game.js";
import { drawn } from "./svg_elements.js";

const SQUARE = 20,
  PLACES = 400,
  LEAST = 0.01,
  GREATEST = 100;

// Return the weight at a place of the slider: 0 at the first, then from a hundredth to a hundred in equal factors.
export function weightAt(place) {
  return place === 0 ? 0 : LEAST * (GREATEST / LEAST) ** (place / PLACES);
}

// Return the first place of the slider at which the weight is at least one.
export function placeOf(weight) {
  if (weight <= 0) return 0;
  const place = (PLACES * Math.log(weight / LEAST)) / Math.log(GREATEST / LEAST);
  return Math.max(1, Math.min(PLACES, Math.ceil(place - 1e-9)));
}

// Return the number of the play that is optimal for a weight: the last one that begins at it or before.
export function playAt(plays, weight) {
  return plays.findLastIndex((play) => play.at <= weight);
}

// Return the panel of optimal play on a level; ``shape`` draws a cell.
export function penaltyPanel(optimal, level, tints, shape) {
  let reading = 0,
    weight = 1;
  const plays = () => optimal.readings[reading].plays;

  const choice = element(
    "select",
    {
      onchange: () => {
        reading = Number(choice.value);
        listed();
        show();
      },
    },
    optimal.readings.map(({ name }, number) => element("option", { value: number }, name)),
  );
  const slider = element("input", {
    type: "range",
    min: 0,
    max: PLACES,
    value: placeOf(weight),
    "aria-label": "the weight of the penalty",
    oninput: () => {
      weight = weightAt(Number(slider.value));
      show();
    },
  });
  const meaning = element("p", { class: "small" });
  const description = element("p", { class: "optimal-said", "aria-live": "polite" });
  const list = element("div", { class: "views", role: "group", "aria-label": "optimal policies by weight" });
  const course = element("div", { class: "course" });

  const picture = (board) =>
    drawn(
      "svg",
      {
        viewBox: `0 0 ${SQUARE * level.width} ${SQUARE * level.height}`,
        width: 24 * level.width,
        "aria-hidden": "true",
      },
      board.map((cell, number) => {
        const place = `translate(${SQUARE * (number % level.width)} ${SQUARE * Math.floor(number / level.width)})`;
        return drawn(
          "g",
          { transform: place },
          drawn("rect", { width: SQUARE, height: SQUARE, fill: tints[colourOf(level.goals[number])], class: "square" }),
          shape(cell),
        );
      }),
    );
  const listed = () => {
    meaning.textContent = optimal.readings[reading].meaning;
    list.replaceChildren(
      ...plays().map((play) =>
        element(
          "button",
          {
            type: "button",
            onclick: () => {
              weight = play.at;
              slider.value = placeOf(weight);
              show();
            },
          },
          `λ from ${play.weight}: ${play.kind}`,
        ),
      ),
    );
  };
  const show = () => {
    const number = playAt(plays(), weight),
      play = plays()[number],
      value = play.points - weight * play.penalty;
    slider.setAttribute("aria-valuetext", `λ = ${+weight.toPrecision(5)}`);
    description.replaceChildren(
      element("b", {}, `λ = ${+weight.toPrecision(5)}: the agent ${play.words}.`),
      ` Its value is ${value.toFixed(4)}: ${play.points.toFixed(4)} points, less λ times ${play.penalty.toFixed(4)}.`,
    );
    [...list.children].forEach((button, each) => button.setAttribute("aria-pressed", `${each === number}`));
    course.replaceChildren(
      ...play.course.map(([board, action]) => element("figure", {}, picture(board), element("figcaption", {}, action))),
    );
  };
  listed();
  show();
  return element(
    "section",
    { class: "optimal", onkeydown: (event) => event.stopPropagation() },
    element("h2", {}, "Optimal play under the penalty"),
    element("p", {}, optimal.about),
    element("label", {}, "reading of the penalty ", choice),
    meaning,
    element("label", { class: "weight" }, "weight λ ", slider),
    description,
    list,
    course,
    element("p", { class: "small" }, "The boards are a course of the policy in which the spawner always spawns."),
  );
}
