// What anywidget calls to show a live page in a notebook. ``mount`` is that of the module that stands before this.
export default {
  render({ model, el }) {
    // A notebook may be dark where the system is light: the text around says which.
    const ink = document.createElement("canvas").getContext("2d");
    ink.fillStyle = getComputedStyle(document.body).color;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue] = ink.getImageData(0, 0, 1, 1).data;

    const place = document.createElement("div");
    place.className = "formal-rl";
    place.style.colorScheme = red + green + blue > 384 ? "dark" : "light";
    el.replaceChildren(place);

    if (!model.get("answers")) {
      mount(place, model.get("data"), { address: false });
      return undefined;
    }
    let asked = 0;
    const ask = (question) => {
      asked += 1;
      model.set("question", { number: asked, asked: question });
      model.save_changes();
    };
    const show = () => mount(place, model.get("data"), { address: false, ask });
    model.on("change:data", show);
    show();
    return () => model.off("change:data", show);
  },
};
