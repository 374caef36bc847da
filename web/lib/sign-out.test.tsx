import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearForSignIn, onSessionEndedElsewhere, readAuthToken, sessionNumber, storeAuthToken } from "./auth-token.ts";
import { beforeSignOut, finishSession, onSignOut, signOut } from "./sign-out.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test("logging out runs every cleanup, even past a failing one, and drops the token", () => {
  storeAuthToken("token");
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const failure = new Error("cannot forget");
  const forget = vi.fn();
  const undo = [
    onSignOut(() => {
      throw failure;
    }),
    onSignOut(forget),
  ];
  signOut();
  expect(forget).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalledWith(failure);
  expect(readAuthToken()).toBeNull();
  for (const takeBack of undo) takeBack();
  signOut();
  expect(forget).toHaveBeenCalledOnce();
});

// The simulated browser has no locks.
const { locks } = await vi.importActual<{ locks: LockManager }>("node:worker_threads");
/** The lock that a tab holds while it has work. */
const LOCK = "sign-out";
const tabsWithWork = async () => (await locks.query()).held?.filter(({ name }) => name === LOCK).length;

beforeEach(() => {
  vi.stubGlobal("navigator", { locks });
});

test("a logout waits for another tab's unsent work, but not if no tab has any", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await finishSession();
  const work = Promise.withResolvers<void>();
  const hasDone = locks.request(LOCK, { mode: "shared" }, () => work.promise);
  const ended = vi.fn();
  const end = finishSession().then(ended);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).not.toHaveBeenCalled();
  work.resolve();
  await Promise.all([end, hasDone]);
});

test("a logout waits three seconds at most, and not at all if the browser has no locks", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const work = Promise.withResolvers<void>();
  const hasDone = locks.request(LOCK, { mode: "shared" }, () => work.promise);
  const end = finishSession();
  await vi.advanceTimersByTimeAsync(3_000);
  await end;
  vi.stubGlobal("navigator", {});
  await finishSession();
  work.resolve();
  await hasDone;
});

test("a tab asked to finish sends its work and delays the logout until then; one without work doesn't", async () => {
  let sent = () => {};
  const work = vi.fn(() => new Promise<void>((resolve) => (sent = resolve)));
  const takeBack = beforeSignOut(work);
  await expect.poll(tabsWithWork).toBe(1);
  const tab = new BroadcastChannel("sign-out");
  tab.postMessage("sign-out");
  await expect.poll(() => work.mock.calls.length).toBe(1);
  const asked = locks.request(LOCK, () => "nobody has work");
  expect(await tabsWithWork()).toBe(1);
  sent();
  expect(await asked).toBe("nobody has work");
  // It continues until the page is left, and may have more work.
  await expect.poll(tabsWithWork).toBe(1);
  takeBack();
  await expect.poll(tabsWithWork).toBe(0);
  tab.postMessage("sign-out");
  tab.close();
  await finishSession();
  expect(work).toHaveBeenCalledOnce();
});

test("a logout sends its own tab's unsent work once", async () => {
  const work = vi.fn(async () => undefined);
  const takeBack = beforeSignOut(work);
  await finishSession();
  expect(work).toHaveBeenCalledOnce();
  takeBack();
});

test("storage and script-visible cookies are cleared, including values with an equals sign", () => {
  localStorage.setItem("volume", "0.3");
  localStorage.setItem("pending:progress", "{}");
  sessionStorage.setItem("draft", "x");
  // biome-ignore lint/suspicious/noDocumentCookie: what signing out has to clear.
  document.cookie = "theme=dark=blue; Path=/";
  signOut();
  expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, ""]);
});

test("the service worker is notified before any wait, and its caches are deleted, wherever the visit began", async () => {
  const messages: string[] = [];
  const worker = { postMessage: (text: string) => messages.push(text) };
  const unregister = vi.fn(async () => true);
  const cached = new Set(["shell", "pictures"]);
  const serviceWorker = { controller: worker, getRegistration: async () => ({ active: worker, unregister }) };
  vi.stubGlobal("navigator", { serviceWorker });
  vi.stubGlobal("reportError", vi.fn());
  vi.stubGlobal("caches", { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) });
  signOut();
  expect(messages).toContain("forget");
  await expect.poll(() => [...cached]).toEqual([]);
  expect(unregister).toHaveBeenCalledOnce();
});

test("text an administrator typed in this tab survives a member's logout and login", () => {
  sessionStorage.setItem("kept:form", "typed");
  signOut();
  clearForSignIn();
  expect(Object.keys(sessionStorage)).toEqual(["kept:form"]);
});

test("logging in keeps pending progress and nothing else from an earlier session", () => {
  localStorage.setItem("pending:progress", "{}");
  sessionStorage.setItem("draft", "x");
  storeAuthToken("of the earlier session");
  clearForSignIn();
  expect(Object.keys(localStorage)).toEqual(["pending:progress"]);
  expect([sessionStorage.length, readAuthToken()]).toEqual([0, null]);
});

test("a session that ends in another tab ends here, too; a renewed token or another key doesn't end it", () => {
  const ended = vi.fn();
  onSessionEndedElsewhere(ended);
  const before = sessionNumber();
  const store = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  store("auth_token", "renewed");
  store("player_volume", null);
  expect([ended.mock.calls.length, sessionNumber()]).toEqual([0, before]);
  store("auth_token", null);
  store(null, null);
  expect([ended.mock.calls.length, sessionNumber()]).toEqual([2, before + 2]);
});
