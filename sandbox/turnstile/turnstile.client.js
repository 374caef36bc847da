// The widget is a frame from this sandbox; a click in it returns a token, like a passed check.
const { origin } = new URL(document.currentScript.src);

window.turnstile = {
  render(place, { action, callback }) {
    const frame = document.createElement("iframe");
    frame.title = "Turnstile";
    frame.style.cssText = "border:0;width:100%;height:65px";
    frame.src = `${origin}/turnstile/v0/frame?action=${action}`;
    window.addEventListener("message", ({ source, data }) => {
      if (source === frame.contentWindow) callback(data);
    });
    place.append(frame);
    return "widget";
  },
  remove: () => undefined,
};
