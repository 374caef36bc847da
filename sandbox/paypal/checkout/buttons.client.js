// Runs in the button's own frame. It opens the window in the same click and passes on what happens there.
const CLOSED_AFTER_MS = 250;

const button = document.querySelector("button");
let popup = null;
let watch = 0;
let subject = null;

const tell = (message) => parent.postMessage(message, "*");

function end() {
  clearInterval(watch);
  popup?.close();
  popup = null;
  subject = null;
  button.removeAttribute("aria-busy");
}

function open() {
  popup = window.open("/sdk/opening", "paypal-sandbox", "popup,width=460,height=800");
  if (!popup) return tell({ kind: "blocked" });
  button.setAttribute("aria-busy", "true");
  let wasClosed = false;
  watch = setInterval(() => {
    if (!popup?.closed) return;
    // The window closes right after its last message, which may still be in transit.
    if (!wasClosed) {
      wasClosed = true;
      return;
    }
    const id = subject;
    end();
    if (id) tell({ kind: "cancelled", id });
  }, CLOSED_AFTER_MS);
  tell({ kind: "opened" });
}

button.addEventListener("click", () => {
  if (popup && !popup.closed) popup.focus();
  else tell({ kind: "clicked" });
});

addEventListener("message", ({ source, origin, data }) => {
  if (source === parent) {
    if (data.kind === "open") open();
    if (data.kind === "stay") end();
    if (data.kind === "go" && popup) {
      subject = data.id;
      popup.location.replace(`/paypal/approve/${encodeURIComponent(data.id)}`);
    }
  } else if (origin === location.origin && source === popup) {
    end();
    // "lost": the buyer approved and the browser crashed, so the page never hears about it.
    if (data.kind !== "lost") tell(data);
  }
});

button.disabled = false;
tell({ kind: "ready" });
