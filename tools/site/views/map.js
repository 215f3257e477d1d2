// The map: buttons that zoom each drawing, and the lines of the box that is pointed at or focused.

const STEP = 1.25;

function button(label, name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.setAttribute("aria-label", name);
  made.addEventListener("click", act);
  return made;
}

function zoomable(place) {
  const drawing = document.getElementById(place.dataset.map);
  const { width, height } = drawing.viewBox.baseVal;
  let scale = 1;
  const show = (next) => {
    scale = Math.min(3, Math.max(0.1, next));
    drawing.setAttribute("width", width * scale);
    drawing.setAttribute("height", height * scale);
  };
  const whole = () => show(drawing.parentElement.clientWidth / width);
  place.append(
    button("−", "Zoom out", () => show(scale / STEP)),
    button("+", "Zoom in", () => show(scale * STEP)),
    button("fit", "Fit to the width", whole),
    button("1:1", "1:1, the original size", () => show(1)),
  );
  show(Math.min(1, drawing.parentElement.clientWidth / width));
}

function joined(drawing) {
  const lines = [...drawing.querySelectorAll(".fv-line")];
  const nodes = new Map([...drawing.querySelectorAll(".fv-node")].map((node) => [node.dataset.id, node]));
  const show = (id) => {
    drawing.classList.toggle("fv-chosen", id !== null);
    for (const node of nodes.values()) node.classList.toggle("fv-near", node.dataset.id === id);
    for (const line of lines) {
      const near = line.dataset.from === id || line.dataset.to === id;
      line.classList.toggle("fv-near", near);
      if (near) for (const end of [line.dataset.from, line.dataset.to]) nodes.get(end).classList.add("fv-near");
    }
  };
  for (const [id, node] of nodes) {
    node.addEventListener("pointerenter", () => show(id));
    node.addEventListener("focus", () => show(id));
    node.addEventListener("pointerleave", () => show(null));
    node.addEventListener("blur", () => show(null));
  }
}

for (const place of document.querySelectorAll(".fv-zoom")) zoomable(place);
for (const drawing of document.querySelectorAll(".fv-map")) joined(drawing);
