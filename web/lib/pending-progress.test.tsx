import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearForSignIn, storeAuthToken } from "./auth-token.ts";
import { keepProgress, mergeReports, sendKeptProgress } from "./pending-progress.ts";
import { signOut } from "./sign-out.ts";

let answers: Record<string, number>;
const sent: { path: string; report: unknown }[] = [];

beforeEach(() => {
  answers = {};
  sent.length = 0;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "https://app.test").pathname;
    sent.push({ path, report: JSON.parse(String(init.body)) });
    const status = answers[path] ?? 200;
    if (status === 0) throw new TypeError("Failed to fetch");
    const code = status === 401 ? "unauthorized" : "internal";
    return Response.json(status === 200 ? {} : { error: "No.", code }, { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const MAY_12 = "/api/progress/2026-05-12";
const MAY_13 = "/api/progress/2026-05-13";

test("what a member left unsent outlives the sign-in and is sent once, merged by item", async () => {
  keepProgress("ann", "2026-05-12", { audioProgress: 40 });
  keepProgress("ann", "2026-05-12", { audioProgress: 82, audioCompleted: true });
  keepProgress("ann", "2026-05-13", { videoProgress: 7 });
  clearForSignIn();
  storeAuthToken("new");
  await sendKeptProgress("ann");
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual({ path: MAY_12, report: { audioProgress: 82, audioCompleted: true } });
  expect(sent).toContainEqual({ path: MAY_13, report: { videoProgress: 7 } });
  await sendKeptProgress("ann");
  expect(sent).toHaveLength(2);
});

test("another member's sign-in drops it unsent, and so does signing out", async () => {
  keepProgress("ann", "2026-05-12", { audioProgress: 40 });
  await sendKeptProgress("bob");
  await sendKeptProgress("ann");
  keepProgress("ann", "2026-05-12", { audioProgress: 40 });
  signOut();
  await sendKeptProgress("ann");
  expect(sent).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test("what does not get through stays for the next time; what is refused for good does not", async () => {
  keepProgress("ann", "2026-05-12", { audioProgress: 40 });
  keepProgress("ann", "2026-05-13", { audioProgress: 50 });
  for (const status of [0, 503, 429, 401]) {
    answers = { [MAY_12]: status, [MAY_13]: 404 };
    await sendKeptProgress("ann");
  }
  answers = {};
  await sendKeptProgress("ann");
  await sendKeptProgress("ann");
  expect(sent.map(({ path }) => path).filter((path) => path === MAY_12)).toHaveLength(5);
  expect(sent.map(({ path }) => path).filter((path) => path === MAY_13)).toHaveLength(1);
});

test("stored text that is no report is dropped", async () => {
  localStorage.setItem("pending:progress:ann:2026-05-12:1", "{not json");
  localStorage.setItem("pending:progress:ann:2026-05-12:2", '{"audioProgress":900}');
  await sendKeptProgress("ann");
  expect(sent).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test("merged reports keep the highest percent and every flag", () => {
  expect(
    mergeReports(
      { audioProgress: 90, audioCompleted: true },
      { audioProgress: 20, videoProgress: 5, totalWatched: true },
    ),
  ).toEqual({ audioProgress: 90, audioCompleted: true, videoProgress: 5, totalWatched: true });
});
