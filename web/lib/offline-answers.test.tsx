import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tokenOf } from "#test/answers/session.ts";
import { lostConnection } from "#test/web/stub-api.ts";
import { logOutAdmin } from "./admin-session.ts";
import { ApiError } from "./api-error.ts";
import { clearForSignIn, dropAuthToken, storeAuthToken } from "./auth-token.ts";
import { offlineAtom } from "./offline.atoms.ts";
import { readableOffline } from "./offline-answers.ts";
import { createQueryClient } from "./query-client.ts";
import { signOut } from "./sign-out.ts";

type Answer = { words: string; link: string | null };
const ONLINE: Answer = { words: "Rise", link: "/audio/key.mp3" };
const query = (name: string, queryFn: () => Answer | Promise<Answer>) =>
  queryOptions({
    queryKey: [name],
    queryFn: async () => queryFn(),
    meta: readableOffline((answer: Answer) => ({ ...answer, link: null })),
  });
const ask = (name: string, queryFn: () => Answer | Promise<Answer>) =>
  createQueryClient().fetchQuery(query(name, queryFn));
const isOffline = () => getDefaultStore().get(offlineAtom);
const storedNow = () => Object.keys(localStorage).filter((key) => key.startsWith("offline:"));

beforeEach(() => storeAuthToken(tokenOf("ann")));

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  document.head.replaceChildren();
  getDefaultStore().set(offlineAtom, false);
});

test("without a connection the last answer is given, without what was stripped; the next answer ends that", async () => {
  expect(await ask("month", () => ONLINE)).toEqual(ONLINE);
  expect(await ask("month", lostConnection)).toEqual({ words: "Rise", link: null });
  expect(isOffline()).toBe(true);
  await ask("month", () => ONLINE);
  expect(isOffline()).toBe(false);
});

test("an answer with an error status is the server's word, and what has data keeps it", async () => {
  await ask("month", () => ONLINE);
  for (const status of [401, 403, 500]) {
    const error = new ApiError(status, "No", null);
    await expect(ask("month", () => Promise.reject(error))).rejects.toBe(error);
  }
  const client = createQueryClient();
  let answer: () => Answer = () => ONLINE;
  const shown = new QueryObserver(
    client,
    query("month", () => answer()),
  );
  const leave = shown.subscribe(() => undefined);
  await expect.poll(() => shown.getCurrentResult().data).toEqual(ONLINE);
  answer = lostConnection;
  expect((await shown.refetch()).data).toEqual(ONLINE);
  leave();
  expect(isOffline()).toBe(false);
});

test("what was never answered, or isn't marked, fails as ever; a device that knows it's offline says so", async () => {
  await expect(ask("other", lostConnection)).rejects.toThrow("Failed to fetch");
  expect(isOffline()).toBe(false);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(ask("other", lostConnection)).rejects.toThrow("Failed to fetch");
  expect(isOffline()).toBe(true);
  await createQueryClient().fetchQuery({ queryKey: ["unmarked"], queryFn: () => ONLINE });
  expect(storedNow()).toEqual([]);
});

test("once the connection is back, everything on screen is requested again", async () => {
  await ask("month", () => ONLINE);
  const client = createQueryClient();
  let answer: () => Answer = lostConnection;
  const shown = new QueryObserver(client, { ...query("month", () => answer()), staleTime: Number.POSITIVE_INFINITY });
  const leave = shown.subscribe(() => undefined);
  await expect.poll(() => shown.getCurrentResult().data?.link).toBeNull();
  answer = () => ONLINE;
  await client.fetchQuery(query("figures", () => ONLINE));
  await expect.poll(() => shown.getCurrentResult().data).toEqual(ONLINE);
  leave();
});

test.for([
  ["the member's logout", signOut],
  ["the administrator's logout", logOutAdmin],
  ["another login", clearForSignIn],
  ["a refused token", dropAuthToken],
] as const)("%s erases everything", async ([, end]) => {
  await ask("month", () => ONLINE);
  expect(storedNow()).toEqual(['offline:ann:["month"]']);
  end();
  expect(storedNow()).toEqual([]);
});

test("another member, however they logged in, reads nothing and erases it; what arrives after a logout isn't stored", async () => {
  await ask("month", () => ONLINE);
  storeAuthToken(tokenOf("ben"));
  await expect(ask("month", lostConnection)).rejects.toThrow();
  await ask("figures", () => ONLINE);
  expect(storedNow()).toEqual(['offline:ben:["figures"]']);
  await ask("month", () => {
    signOut();
    return ONLINE;
  });
  expect(storedNow()).toEqual([]);
});

test("beyond the limit the oldest answers are dropped", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const [nth, name] of ["first", "second", "third"].entries()) {
    vi.setSystemTime(Date.UTC(2026, 4, 12, 6, nth));
    await ask(name, () => ({ words: "x".repeat(200_000), link: null }));
  }
  expect(storedNow().toSorted()).toEqual(['offline:ann:["second"]', 'offline:ann:["third"]']);
});

test("what another release stored is not shown", async () => {
  const script = document.createElement("script");
  Object.assign(script, { type: "module", src: "/assets/app-1.js" });
  await ask("month", () => ONLINE);
  document.head.append(script);
  await expect(ask("month", lostConnection)).rejects.toThrow();
});
