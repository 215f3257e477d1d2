// Behaviour of the site's pages: boxes that scroll take the focus, frames grow, and the list of statements narrows.

function reachable() {
  for (const box of document.querySelectorAll(".table-wrapper, .highlight pre, .math")) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      if (!box.hasAttribute("role")) {
        box.setAttribute("role", "region");
        box.setAttribute("aria-label", box.querySelector("caption")?.textContent ?? "What scrolls sideways");
      }
    } else {
      box.removeAttribute("tabindex");
    }
  }
}

function narrowed() {
  const form = document.getElementById("filter");
  if (!form) return;
  const rows = [...document.querySelectorAll("#ledger tbody tr")];
  const said = form.querySelector("output");
  const show = () => {
    const { paper, verdict, words } = Object.fromEntries(new FormData(form));
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = (!paper || row.dataset.paper === paper) && (!verdict || row.dataset.verdict === verdict);
      row.hidden = !(fits && wanted.every((word) => text.includes(word)));
      count += row.hidden ? 0 : 1;
    }
    said.textContent = `${count} of ${rows.length} statements`;
  };
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of asked) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}

// An explorer in a frame says how high it is; the frame gets as high.
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "formal-rl-height") return;
  const frame = [...document.querySelectorAll("iframe.explorer")].find((each) => each.contentWindow === source);
  if (frame) frame.style.height = `${Math.ceil(Number(data.height)) + 2}px`;
});

addEventListener("resize", reachable);
reachable();
narrowed();
