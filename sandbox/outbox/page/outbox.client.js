const POLL_MS = 2000;

const list = document.querySelector("[data-list]");
const live = document.querySelector("[data-live]");
const search = document.querySelector("input[type=search]");
const clear = document.querySelector("[data-clear]");

const idsOf = (root) => new Set([...root.querySelectorAll("[data-mail]")].map((link) => link.dataset.mail));

function showLocalTimes(root) {
  const today = new Date().toDateString();
  for (const time of root.querySelectorAll("time")) {
    const at = new Date(time.dateTime);
    const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
    const day = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
    time.textContent = at.toLocaleString(undefined, at.toDateString() === today ? clock : day);
    time.title = at.toISOString();
  }
}

/** Replaced only if it changed, so that the refresh every two seconds loses no focus or text selection. */
let shown = null;
function show(markup) {
  if (markup === shown) return;
  const known = shown === null ? null : idsOf(list);
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.mail : undefined;
  list.innerHTML = markup;
  shown = markup;
  showLocalTimes(list);
  for (const link of list.querySelectorAll("[data-mail]")) {
    if (known && !known.has(link.dataset.mail)) link.classList.add("arrived");
    if (focused !== undefined && link.dataset.mail === focused) link.focus({ preventScroll: true });
  }
}

async function refresh() {
  const asked = location.search;
  try {
    const answer = await fetch(`/page/list${asked}`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const markup = await answer.text();
    if (asked === location.search) show(markup);
    live.textContent = "Live";
    live.classList.remove("lost");
  } catch {
    live.textContent = "Sandbox isn't running";
    live.classList.add("lost");
  }
}

async function poll() {
  if (!document.hidden) await refresh();
  setTimeout(poll, POLL_MS);
}

search.addEventListener("input", () => {
  const query = new URLSearchParams(location.search);
  if (search.value) query.set("search", search.value);
  else query.delete("search");
  history.replaceState(null, "", query.size > 0 ? `/?${query}` : "/");
  void refresh();
});
search.form.addEventListener("submit", (event) => event.preventDefault());

clear.addEventListener("click", async () => {
  if (!confirm("Delete all emails from the outbox?")) return;
  await fetch("/outbox", { method: "DELETE" });
  location.assign("/");
});

document.addEventListener("visibilitychange", () => !document.hidden && void refresh());

showLocalTimes(document);
list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
void poll();
