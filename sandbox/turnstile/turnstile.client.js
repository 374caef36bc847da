// The widget's place holds a frame of this sandbox; a press in it brings a token, as a passed check does.
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
