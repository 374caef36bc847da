const POLL_MS = 2000;

const columns = document.querySelector("[data-columns]");
const live = document.querySelector("[data-live]");
const problem = document.querySelector("[data-problem]");

/** Identifies the focused element after a refresh: links by their purchase, buttons by their label. */
const nameOf = (element) => element?.dataset?.key ?? (element?.dataset?.action ? element.textContent : undefined);

const scrollable = (root) => [...root.querySelectorAll(".list, .sections")];

/** Replaced only if it changed, so that the refresh every two seconds loses no focus or scroll position. */
function show(root, markup) {
  if (markup === root.dataset.shown) return;
  const focused = root.contains(document.activeElement) ? nameOf(document.activeElement) : undefined;
  const scrolled = scrollable(root).map((part) => part.scrollTop);
  root.innerHTML = markup;
  root.dataset.shown = markup;
  for (const [index, part] of scrollable(root).entries()) part.scrollTop = scrolled[index] ?? 0;
  if (focused === undefined) return;
  const same = [...root.querySelectorAll("a, button")].find((element) => nameOf(element) === focused);
  same?.focus({ preventScroll: true });
}

async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

async function refresh() {
  try {
    show(columns, await read(`/paypal/page/columns${location.search}`));
    live.textContent = "Live";
    live.classList.remove("lost");
  } catch {
    live.textContent = "The sandbox isn't running";
    live.classList.add("lost");
  }
}

async function perform(button) {
  button.disabled = true;
  problem.hidden = true;
  try {
    const answer = await fetch("/paypal/control", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: button.dataset.action,
    });
    if (!answer.ok) throw new Error((await answer.json()).error);
    await refresh();
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
  button.disabled = false;
}

async function poll() {
  if (!document.hidden) await refresh();
  setTimeout(poll, POLL_MS);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-action]");
  if (button) void perform(button);
});
document.addEventListener("visibilitychange", () => !document.hidden && void refresh());

void poll();
