import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearForSignIn, storeAuthToken } from "./auth-token.ts";
import { keepProgress, mergeReports, sendStoredProgress } from "./pending-progress.ts";
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

/** Each in its own slot, as if from separate pages. */
const keepFor = (id: string, report: Parameters<typeof mergeReports>[0]) =>
  keepProgress({ memberId: "ann", id }, report, crypto.randomUUID());

const MAY_12 = "/api/progress/2026-05-12";
const MAY_13 = "/api/progress/2026-05-13";

test("unsent progress survives a new login and is sent once, merged by item", async () => {
  keepFor("2026-05-12", { audioProgress: 40 });
  keepFor("2026-05-12", { audioProgress: 82, audioCompleted: true });
  keepFor("2026-05-13", { videoProgress: 7 });
  clearForSignIn();
  storeAuthToken("new");
  await sendStoredProgress("ann");
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual({ path: MAY_12, report: { audioProgress: 82, audioCompleted: true } });
  expect(sent).toContainEqual({ path: MAY_13, report: { videoProgress: 7 } });
  await sendStoredProgress("ann");
  expect(sent).toHaveLength(2);
});

test("another member's login drops unsent progress, and so does logging out", async () => {
  keepFor("2026-05-12", { audioProgress: 40 });
  await sendStoredProgress("bob");
  await sendStoredProgress("ann");
  keepFor("2026-05-12", { audioProgress: 40 });
  signOut();
  await sendStoredProgress("ann");
  expect(sent).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test("progress that can't be sent stays for the next time, unless it's refused for good", async () => {
  keepFor("2026-05-12", { audioProgress: 40 });
  keepFor("2026-05-13", { audioProgress: 50 });
  for (const status of [0, 503, 429, 401]) {
    answers = { [MAY_12]: status, [MAY_13]: 404 };
    await sendStoredProgress("ann");
  }
  answers = {};
  await sendStoredProgress("ann");
  await sendStoredProgress("ann");
  expect(sent.map(({ path }) => path).filter((path) => path === MAY_12)).toHaveLength(5);
  expect(sent.map(({ path }) => path).filter((path) => path === MAY_13)).toHaveLength(1);
});

test("stored text that isn't a progress report is dropped", async () => {
  localStorage.setItem("pending:progress:ann:2026-05-12:1", "{not json");
  localStorage.setItem("pending:progress:ann:2026-05-12:2", '{"audioProgress":900}');
  await sendStoredProgress("ann");
  expect(sent).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test("progress kept under a name is replaced by newer progress, and dropped once it's saved", async () => {
  const ann = { memberId: "ann", id: "2026-05-12" };
  keepProgress(ann, { audioProgress: 40 }, "one");
  keepProgress(ann, { audioProgress: 50 }, "one");
  keepProgress(ann, { audioProgress: 60 }, "two");
  keepProgress(ann, null, "two");
  await sendStoredProgress("ann");
  expect(sent).toEqual([{ path: MAY_12, report: { audioProgress: 50 } }]);
});

test("the later position wins, and a completion keeps its own time so it counts for its day", async () => {
  const evening = { at: "2026-05-12T23:58:00.000Z", audioPosition: 110, audioCompleted: true, sequence: 4 };
  const night = { at: "2026-05-13T00:10:00.000Z", audioPosition: 20, sequence: 5 };
  const merged = { ...night, audioCompleted: true, at: evening.at };
  expect(mergeReports(evening, night)).toEqual(merged);
  keepFor("2026-05-12", night);
  keepFor("2026-05-12", evening);
  await sendStoredProgress("ann");
  expect(sent).toEqual([{ path: MAY_12, report: merged }]);
});

test("merged reports keep the highest percent and every flag", () => {
  expect(
    mergeReports(
      { audioProgress: 90, audioCompleted: true },
      { audioProgress: 20, videoProgress: 5, totalWatched: true },
    ),
  ).toEqual({ audioProgress: 90, audioCompleted: true, videoProgress: 5, totalWatched: true });
});

test("a completion stays with its epoch and doesn't carry over to the next epoch's report", async () => {
  const ended = { at: "2026-05-12T06:00:00.000Z", epoch: 0, audioProgress: 100, audioCompleted: true };
  const next = { at: "2026-05-12T07:00:00.000Z", epoch: 1, audioProgress: 3, audioPosition: 4 };
  expect(mergeReports(ended, next)).toEqual(next);
  expect(mergeReports(next, ended)).toEqual(next);
  keepFor("2026-05-12", ended);
  keepFor("2026-05-12", next);
  await sendStoredProgress("ann");
  expect(sent).toEqual([{ path: MAY_12, report: next }]);
});

test("progress kept while an earlier report is being sent stays", async () => {
  const ann = { memberId: "ann", id: "2026-05-12" };
  const reports: unknown[] = [];
  vi.stubGlobal("fetch", async (_input: string, init: RequestInit) => {
    reports.push(JSON.parse(String(init.body)));
    if (reports.length === 1) keepProgress(ann, { audioProgress: 60 }, "one");
    return Response.json({});
  });
  keepProgress(ann, { audioProgress: 40 }, "one");
  for (let time = 0; time < 3; time += 1) await sendStoredProgress("ann");
  expect(reports).toEqual([{ audioProgress: 40 }, { audioProgress: 60 }]);
});
