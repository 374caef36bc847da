import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { storedFormAtom } from "../admin/parts/stored.atoms.ts";
import { readStoredCheckout } from "../features/money/stored-checkout.ts";
import { applyPreferences, PREFERENCES } from "../features/player/player-preferences.ts";
import { parseQueue } from "../features/player/queue.atoms.ts";
import { storedEpochOf, storedPosition } from "../features/progress/resume-point.ts";
import { clearBrowserStorage, clearForSignIn, hasPendingWork, readAuthToken } from "../lib/auth-token.ts";
import { sendStoredProgress } from "../lib/pending-progress.ts";
import { stored, storedNames, storedText } from "../lib/stored.ts";
import { readDraft } from "../public/gifts/gift-form.ts";

// Values as earlier releases wrote them: a deploy must not log anyone out or lose anything.

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test("auth_token: a logged-in member stays logged in", () => {
  localStorage.setItem("auth_token", "x.y.z");
  expect(readAuthToken()).toBe("x.y.z");
});

test("pending:progress: unsent progress is sent", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    sent.push([new URL(input, "https://app.test").pathname, JSON.parse(String(init.body))]);
    return Response.json({});
  });
  localStorage.setItem("pending:progress:ann:2026-05-12:0b7c", '{"audioProgress":40,"sequence":3,"epoch":1}');
  expect(hasPendingWork()).toBe(true);
  await sendStoredProgress("ann");
  expect(sent).toEqual([["/api/progress/2026-05-12", { audioProgress: 40, sequence: 3, epoch: 1 }]]);
  expect([localStorage.length, hasPendingWork()]).toEqual([0, false]);
});

test("queue: the sessions that play one after another are still there; what isn't whole is dropped", () => {
  const track = { date: "2026-05-12", title: "Rise", filename: "rise.mp3", href: "/content/2026-05-12" };
  const queue = { tracks: [{ ...track, artworkFilename: null, duration: 60, savesProgress: true }], place: 0 };
  expect(parseQueue(queue)).toEqual({ ...queue, failures: null });
  for (const broken of [null, {}, { ...queue, place: 1 }, { ...queue, tracks: [{ date: 3 }] }])
    expect(parseQueue(broken)).toBeNull();
});

test("position: playback resumes where it left off", () => {
  localStorage.setItem("position:ann:2026-05-12:audio", '{"seconds":310.5,"at":"2026-05-12T06:00:20.000Z","epoch":2}');
  const owner = { memberId: "ann", id: "2026-05-12" };
  expect(storedPosition(owner, "audio").read()).toEqual({ seconds: 310.5, at: "2026-05-12T06:00:20.000Z", epoch: 2 });
  expect(storedEpochOf(owner)).toBe(2);
});

test("player_volume, player_speed, player_keys, and player_captions keep the member's choices", () => {
  for (const [name, text] of Object.entries({ volume: "0.4", speed: "1.25", keys: "0", captions: "1" }))
    localStorage.setItem(`player_${name}`, text);
  const media = document.createElement("audio");
  applyPreferences(media);
  expect([media.volume, media.playbackRate]).toEqual([0.4, 1.25]);
  expect([PREFERENCES.keys.read(), PREFERENCES.captions.read()]).toEqual([0, 1]);
});

test("player preferences that no release wrote are ignored", () => {
  for (const [name, text] of Object.entries({ volume: "NaN", speed: "9", keys: "", captions: "yes" }))
    localStorage.setItem(`player_${name}`, text);
  expect(Object.values(PREFERENCES).map(({ read }) => read())).toEqual([null, null, null, null]);
});

test("travel_answered, checkout_email, gift_token, gift_order: text is read unchanged", () => {
  localStorage.setItem("travel_answered", "Europe/Berlin");
  expect(storedText("travel_answered", { scope: "browser", endsWith: "session" }).read()).toBe("Europe/Berlin");
  for (const key of ["checkout_email", "gift_token", "gift_order"]) {
    sessionStorage.setItem(key, "ann@example.com");
    expect(storedText(key, { scope: "tab", endsWith: "session" }).read()).toBe("ann@example.com");
  }
});

test("open_checkout: a checkout in progress is restored, whether or not its PayPal window was closed", () => {
  const open = { id: "c1", plan: "annual", approvedAt: 1_780_000_000_000 };
  for (const written of [open, { ...open, approvedAt: null, left: { at: 1_780_000_000_000, isClear: false } }]) {
    sessionStorage.setItem("open_checkout", JSON.stringify(written));
    expect(readStoredCheckout()).toEqual(written);
  }
  sessionStorage.setItem("open_checkout", "{half");
  expect(readStoredCheckout()).toBeNull();
});

test("gift_draft: a giver's text is still there", () => {
  sessionStorage.setItem("gift_draft", '{"plan":"annual","giverName":"Ann","deliverOn":"2026-12-24"}');
  const written = { plan: "annual", giverName: "Ann", deliverOn: "2026-12-24", message: "" };
  const days = { firstDay: "2026-12-01", lastDay: "2027-12-01" };
  expect(readDraft(days, Date.parse("2026-12-01T12:00:00Z"))).toMatchObject(written);
});

test("kept: an administrator's text survives the end of a member's session", () => {
  sessionStorage.setItem("kept:Message to members", '{"subject":"Prices change"}');
  clearForSignIn();
  clearBrowserStorage();
  const form = storedFormAtom("Message to members", z.object({ subject: z.string() }), { subject: "" });
  expect(getDefaultStore().get(form)).toEqual({ subject: "Prices change" });
  expect(storedNames("", { scope: "tab", endsWith: "admin-logout" })).toEqual(["Message to members"]);
});

test("without browser storage, values last as long as the page, and writes report failure", () => {
  const refuse = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const gone = stored("gone", (value) => (typeof value === "number" ? value : null), {
    scope: "browser",
    endsWith: "session",
  });
  expect([gone.write(7), gone.read()]).toEqual([false, 7]);
  clearBrowserStorage();
  expect([gone.read(), gone.write(null)]).toEqual([null, true]);
});
