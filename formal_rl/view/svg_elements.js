// Elements of SVG made in one call, or of text of ours.

// Return an element of SVG: its name, its attributes and listeners ("onclick"), and its content.
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

// Return the nodes of the picture of a cell, which is SVG of ours; none for an empty cell.
export function parsedShape(text) {
  const whole = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`,
    "image/svg+xml",
  );
  return [...whole.documentElement.childNodes].map((node) => document.importNode(node, true));
}
