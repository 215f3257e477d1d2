// A run, step by step: the questions and the reason of the reward; where Python can answer, other actions too.
import { element } from "./elements.js";

// Return the text, marked where it has a mark under it.
function marked(text, marks) {
  const parts = [];
  for (let at = 0; at < text.length;) {
    const isMarked = (place) => (marks[place] ?? " ") !== " " && text[place] !== undefined;
    let end = at + 1;
    while (end < text.length && isMarked(end) === isMarked(at)) end += 1;
    parts.push(isMarked(at) ? element("mark", {}, text.slice(at, end)) : text.slice(at, end));
    at = end;
  }
  return parts;
}

function named(step) {
  const put = step.action === step.own ? "" : `, put here`;
  return `step ${step.number}: percept ${step.percept}, action ${step.action}${put}`;
}

// Show the run ``data`` in an element; ``options.ask`` asks Python for the run that other actions lead to.
export function mount(place, data, options = {}) {
  const hadFocus = place.contains(document.activeElement);
  let chosen = Math.min(data.shown, data.steps.length) - 1;

  const beads = data.steps.map((step, at) => element("button", {
    type: "button", class: "step", "aria-label": named(step),
    onclick: () => choose(at),
    onkeydown: (event) => {
      const to = at + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0);
      if (to === at || !beads[to]) return;
      event.preventDefault();
      choose(to);
      beads[to].focus();
    },
  },
    element("span", { class: `percept ${step.paid > 0 ? "good" : step.paid < 0 ? "bad" : ""}` }, step.percept),
    element("span", { class: step.action === step.own ? "action" : "action put" }, `${step.action}`),
  ));
  const details = element("div", { class: "details", "aria-live": "polite" });
  const back = data.path.length && options.ask
    ? element("button", { type: "button", onclick: () => options.ask(data.path.slice(0, -1)) }, "undo the last change")
    : null;

  function question(asked, step) {
    const rows = [];
    if (asked.true !== null) {
      rows.push(element("dt", {}, "true prompt"), element("dd", {}, element("code", {}, asked.true)));
    }
    rows.push(
      element("dt", {}, "asked about"),
      element("dd", {}, element("code", {}, marked(asked.asked, asked.marks)), ` the agent does ${asked.action}`),
    );
    if (asked.note) rows.push(element("dt", {}), element("dd", { class: "quiet" }, asked.note));
    return rows;
  }

  function others(step) {
    if (!options.ask) return [];
    return data.actions.filter((action) => action !== step.action).map((action) => element("button", {
      type: "button", onclick: () => options.ask([...data.path, [step.number, action]]),
    }, `do ${action} instead`));
  }

  function choose(at) {
    chosen = at;
    beads.forEach((bead, place) => bead.setAttribute("aria-pressed", String(place === at)));
    const step = data.steps[at];
    if (!step) { details.replaceChildren("There are no steps."); return; }
    details.replaceChildren(
      element("h3", {}, `Step ${step.number}`),
      element("dl", {},
        step.questions.length ? step.questions.flatMap((asked) => question(asked, step))
          : [element("dt", {}, "asked about"), element("dd", {}, "nothing")],
        step.more ? [element("dt", {}), element("dd", { class: "quiet" }, `and ${step.more} more questions`)] : [],
        element("dt", {}, "percept"), element("dd", {}, element("code", {}, step.percept)),
        element("dt", {}, "because"), element("dd", {}, step.clause),
        element("dt", {}, "action"),
        element("dd", {}, element("code", {}, `${step.action}`),
          step.action === step.own ? " " : ` put here; the agent itself does ${step.own} `, others(step)),
      ),
    );
  }

  place.replaceChildren(element("div", { class: "trace-view" },
    element("p", { class: "heading" }, element("strong", {}, data.heading), ` total reward ${data.total}`),
    element("div", { class: "steps", role: "group", "aria-label": "steps" }, beads),
    data.complaint ? element("p", { class: "bad", role: "alert" }, data.complaint) : null,
    details, back));
  choose(chosen);
  if (hadFocus) beads[chosen]?.focus();
}
