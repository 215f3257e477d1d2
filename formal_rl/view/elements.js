// Parts of every live page: elements made in one call, and the state in the address.

// Return an element: its name, its attributes and listeners ("onclick"), and its content.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

// Return the state that the address names, a dictionary of texts; empty if it names none.
export function stateOfAddress(hash) {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
}

// Return the address that names a state, without empty values.
export function addressOfState(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return "#" + new URLSearchParams(kept).toString();
}
