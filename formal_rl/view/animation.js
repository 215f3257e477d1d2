"use strict";
const get = (id) => document.getElementById(id);
const run = JSON.parse(get("data").textContent);
const svg = "http://www.w3.org/2000/svg";
const last = run.steps.length - 1, places = run.width * run.height;
const boards = [run.board.slice()], goals = [run.goals.slice()];
const changed = (before, pairs) => {
  if (!pairs.length) return before;
  const now = before.slice();
  for (let at = 0; at < pairs.length; at += 2) now[pairs[at]] = pairs[at + 1];
  return now;
};
for (let step = 1; step <= last; step++) {
  boards.push(changed(boards[step - 1], run.steps[step].board));
  goals.push(changed(goals[step - 1], run.steps[step].goals));
}
const made = (name, parent, place, attributes) => {
  const element = document.createElementNS(svg, name);
  element.setAttribute("x", 20 * (place % run.width));
  element.setAttribute("y", 20 * Math.floor(place / run.width));
  element.setAttribute("width", 20);
  element.setAttribute("height", 20);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
};
get("board").replaceChildren();
get("grounds").replaceChildren();
const uses = [], grounds = [];
for (let place = 0; place < places; place++) {
  grounds.push(made("rect", get("grounds"), place, {}));
  uses.push(made("use", get("board"), place, {}));
}
const shownBoard = Array(places).fill(-1), shownGoals = Array(places).fill(-1);
let now = -1, timer = null, pointed = null;
const sayHere = () => {
  if (pointed === null) { get("here").textContent = ""; return; }
  const goal = run.grounds[goals[now][pointed]][1];
  get("here").textContent = "row " + Math.floor(pointed / run.width) + ", column " + pointed % run.width + ": " +
    run.cells[boards[now][pointed]] + (goal ? ", on " + goal : "");
};
const show = (step) => {
  step = Math.max(0, Math.min(last, step));
  if (step === now) return;
  now = step;
  for (let place = 0; place < places; place++) {
    if (shownBoard[place] !== boards[step][place]) {
      shownBoard[place] = boards[step][place];
      uses[place].setAttribute("href", "#c" + shownBoard[place]);
    }
    if (shownGoals[place] !== goals[step][place]) {
      shownGoals[place] = goals[step][place];
      grounds[place].setAttribute("fill", run.grounds[shownGoals[place]][0]);
    }
  }
  get("marks").replaceChildren();
  const marks = run.steps[step].marks;
  for (let at = 0; at < marks.length; at += 2)
    if (marks[at + 1]) made("rect", get("marks"), marks[at], {stroke: marks[at + 1] > 0 ? "#14862f" : "#d0201a"});
  get("said").replaceChildren(...run.steps[step].said.map(([text, kind]) => {
    const line = document.createElement("p");
    line.className = kind;
    line.textContent = text;
    return line;
  }));
  get("slider").value = step;
  sayHere();
};
const linked = () => {
  const found = /^#step=([0-9]{1,9})$/.exec(location.hash);
  return found ? Number(found[1]) : null;
};
const link = () => { try { history.replaceState(null, "", "#step=" + now); } catch { } };
const pause = () => {
  clearInterval(timer);
  timer = null;
  get("play").textContent = "play";
  get("said").setAttribute("aria-live", "polite");
};
const play = () => {
  clearInterval(timer);
  if (now === last) show(0);
  get("play").textContent = "pause";
  get("said").setAttribute("aria-live", "off");
  timer = setInterval(() => { show(now + 1); if (now === last) { pause(); link(); } }, 1000 / get("speed").value);
};
const go = (step) => { pause(); show(step); link(); };
const turn = () => { if (timer) { pause(); link(); } else play(); };
get("first").onclick = () => go(0);
get("back").onclick = () => go(now - 1);
get("next").onclick = () => go(now + 1);
get("final").onclick = () => go(last);
get("play").onclick = turn;
get("slider").oninput = (event) => go(Number(event.target.value));
get("speed").onchange = () => { if (timer) play(); };
addEventListener("hashchange", () => { const step = linked(); if (step !== null) { pause(); show(step); } });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  const does = {ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(last)};
  if (event.key === " " && event.target.tagName !== "BUTTON") does[" "] = turn;
  if (does[event.key]) { event.preventDefault(); does[event.key](); }
});
get("picture").addEventListener("pointermove", (event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(get("picture").getScreenCTM().inverse());
  const row = Math.floor(point.y / 20), column = Math.floor(point.x / 20);
  const inside = row >= 0 && column >= 0 && row < run.height && column < run.width;
  pointed = inside ? row * run.width + column : null;
  sayHere();
});
get("controls").hidden = get("help").hidden = false;
show(linked() ?? 0);
