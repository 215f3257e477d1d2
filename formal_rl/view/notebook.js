// Return a place for a live page in an element of a notebook or of another page, as dark as its surroundings.
function placeIn(around) {
  const place = document.createElement("div");
  place.className = "formal-rl";
  around.replaceChildren(place);

  // The page may be dark where the system is light, and may be switched: the colour of its text says which.
  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const follow = () => {
    ink.fillStyle = getComputedStyle(document.body).color;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue] = ink.getImageData(0, 0, 1, 1).data;
    place.style.colorScheme = red + green + blue > 384 ? "dark" : "light";
  };
  follow();
  for (const seen of [document.documentElement, document.body]) {
    new MutationObserver(follow).observe(seen, { attributes: true });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  return place;
}
