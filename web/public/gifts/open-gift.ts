import { storedText } from "../../lib/stored.ts";
import { showFailure, showLoading } from "../open-island.ts";
import type { GiftView } from "./gift-island.tsx";

type Elements = Record<"pitch" | "own" | "status" | "place", HTMLElement>;

const inTab = (name: string) => storedText(name, { scope: "tab", endsWith: "session" });

/** Moves a link's key out of the address, and so out of the history, before anything else. The tab keeps it for reloads. */
function takeKey(): Extract<GiftView, { key: string }> | null {
  const params = new URLSearchParams(location.search);
  for (const kind of ["token", "order"] as const) {
    const given = params.get(kind);
    const storedKey = inTab(`gift_${kind}`);
    if (given !== null) storedKey.write(given);
    const key = given ?? (location.hash === `#${kind}` ? storedKey.read() : null);
    if (key === null) continue;
    history.replaceState(null, "", `${location.pathname}#${kind}`);
    return { kind, key };
  }
  return null;
}

/** Shows the order form once its first question is answered; a gift's link instead opens right away, in place of the pitch. */
function watchGift({ pitch, own, status, place }: Elements): void {
  const show = async (target: HTMLElement, status: HTMLElement, view: GiftView) => {
    showLoading(status);
    try {
      const { renderGift } = await import("./gift-island.tsx");
      status.replaceChildren();
      renderGift(target, view);
    } catch {
      showFailure(status);
    }
  };
  const taken = takeKey();
  if (taken !== null) {
    pitch.hidden = true;
    own.hidden = false;
    const [status, target] = own.querySelectorAll<HTMLElement>("[data-gift]");
    if (status && target) void show(target, status, taken);
    return;
  }
  // A gift that was being written, or paid for, continues.
  if (["gift_draft", "open_gift"].some((name) => inTab(name).read() !== null))
    return void show(place, status, { kind: "new", plan: null });
  const view: Extract<GiftView, { kind: "new" }> = { kind: "new", plan: null };
  // The answer may change while the form loads.
  place.onchange = ({ target }) => {
    const isFirst = view.plan === null;
    view.plan = (target as HTMLInputElement).value === "annual" ? "annual" : "monthly";
    if (isFirst) void show(place, status, view);
  };
}

const [pitch, own, status, place] = ["gift-pitch", "gift-own", "gift-status", "gift-place"].map((id) =>
  document.getElementById(id),
);
if (pitch && own && status && place) watchGift({ pitch, own, status, place });
