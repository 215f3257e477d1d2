// Anywidget calls this to show a live page in a notebook. ``mount`` and ``placeIn`` stand before this.
export default {
  render({ model, el }) {
    const place = placeIn(el);
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
