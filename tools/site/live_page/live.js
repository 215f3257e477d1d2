// The live page: two editors, and a worker in which what they hold is run. To stop means to end the worker.
// What the editors hold is kept in this browser, and a link can carry it to another.

const place = (name) => document.getElementById(`live-${name}`);
const scripts = new URL(document.getElementById("live").dataset.scripts, document.baseURI);
let worker = null, ready = false, begun = 0;

function busy(is) {
  place("run").disabled = is;
  place("stop").disabled = !is;
}

function stop(said) {
  worker?.terminate();
  worker = null;
  ready = false;
  busy(false);
  place("state").textContent = said;
}

function fail(text) {
  place("error").textContent = text;
  place("error").hidden = !text;
}

function show({trace, classification, explorer, explorer_error: refused, error}) {
  fail(error ?? "");
  place("results").hidden = Boolean(error);
  place("results").classList.remove("stale");
  if (error) return;
  place("trace").textContent = trace;
  place("class").textContent = classification;
  const below = [];
  if (explorer || refused) {
    const heading = document.createElement("h2");
    heading.textContent = "Explore it, for every agent";
    below.push(heading);
  }
  if (refused) {
    const said = document.createElement("p");
    said.textContent = `The explorer cannot show this one: ${refused}`;
    below.push(said);
  }
  if (explorer) {
    const frame = document.createElement("iframe");
    frame.className = "explorer";
    frame.title = "Explorer of the environment";
    frame.srcdoc = explorer;
    below.push(frame);
  }
  place("explorer").replaceChildren(...below);
}

function heard({data}) {
  if (data.state) place("state").textContent = data.state;
  if (data.ready) {
    ready = true;
    place("state").textContent = "running…";
  }
  if (data.failed) {
    stop("");
    fail(`Python cannot start here: ${data.failed}`);
  }
  if (data.shown) {
    show(data.shown);
    busy(false);
    place("state").textContent = `done in ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  }
}

function run() {
  if (place("run").disabled) return;
  begun = performance.now();
  fail("");
  place("results").classList.add("stale");
  busy(true);
  if (!worker) {
    worker = new Worker(new URL("worker.js", scripts), {type: "module"});
    worker.onmessage = heard;
    worker.onerror = (error) => {
      stop("");
      fail(`Python cannot start here: ${error.message || "the worker cannot be loaded"}`);
    };
  }
  if (ready) place("state").textContent = "running…";
  worker.postMessage({
    environment: place("environment").value, agent: place("agent").value, steps: Number(place("steps").value) || 1,
  });
}

// Tab indents; after Escape it leaves the editor, so that nobody is caught in it.
function editing(area) {
  let leaving = false;
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return run();
    if (event.key === "Tab" && !leaving) {
      event.preventDefault();
      indent(area, event.shiftKey);
    }
    leaving = event.key === "Escape" || (leaving && event.key === "Shift");
  });
}

function indent(area, back) {
  const { selectionStart: from, selectionEnd: to, value } = area;
  const start = value.lastIndexOf("\n", from - 1) + 1;
  const before = value.slice(start, to);
  if (from === to && !back) {
    area.setRangeText("    ", from, to, "end");
    return;
  }
  const after = back ? before.replace(/^ {1,4}/gm, "") : before.replace(/^(?=.)/gm, "    ");
  area.setRangeText(after, start, to, from === to ? "end" : "select");
}

const FIELDS = ["environment", "agent", "steps"];
const KEPT = "formal_rl live page";

function written() {
  return new URLSearchParams(FIELDS.map((name) => [name, place(name).value])).toString();
}

function keep() {
  try {
    localStorage.setItem(KEPT, written());
  } catch {} // a browser may refuse to keep anything
}

function restore() {
  let kept = location.hash.slice(1);
  try {
    kept ||= localStorage.getItem(KEPT);
  } catch {}
  for (const [name, value] of new URLSearchParams(kept ?? "")) if (FIELDS.includes(name)) place(name).value = value;
}

async function share() {
  history.replaceState(null, "", `#${written()}`);
  let said = "the link is copied";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    said = "the address of this page is the link";
  }
  place("state").textContent = said;
}

for (const choice of document.querySelectorAll("#live select")) {
  choice.addEventListener("change", () => {
    document.getElementById(choice.dataset.fills).value = choice.value;
    keep();
  });
}
for (const name of FIELDS) place(name).addEventListener("input", keep);
place("share").addEventListener("click", share);
addEventListener("hashchange", restore);
restore();
editing(place("environment"));
editing(place("agent"));
place("run").addEventListener("click", run);
place("stop").addEventListener("click", () => stop("stopped; Python starts anew with the next run"));
if (location.protocol === "file:") {
  busy(false);
  place("run").disabled = true;
  fail("A browser runs no Python from a file. Serve the folder of the site, and open this page there:\n\n" +
    "    python -m http.server --directory build/site");
}
