import { beforeAll, expect, test } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { type RequestOptions, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";

/** How many statements a request ran, and the longest chain in which each waited for the last. */
async function measure(path: string, options: RequestOptions) {
  let statements = 0;
  let settledDepth = 0;
  let depth = 0;
  const DB = wrappedD1(async (run, count) => {
    const own = settledDepth + 1;
    statements += count;
    depth = Math.max(depth, own);
    try {
      return await run();
    } finally {
      settledDepth = Math.max(settledDepth, own);
    }
  });
  const { status } = await requestWith({ DB }, path, options);
  return { status, statements, depth };
}

const OLD = "2025-08-12";
const RECENT = dayAhead(-2);

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  for (const date of [OLD, RECENT]) await createItem(date, { audioKey, embedProvider: "vimeo", embedRef: "76979871" });
});

test.for([
  ["/api/auth/verify", 3],
  ["/api/user/profile", 5],
  ["/api/user/mornings", 9],
  ["/api/user/sessions", 2],
  ["/api/user/feeds", 2],
  ["/api/user/live-event", 2],
  ["/api/user/engagement", 3],
  ["/api/user/streak", 3],
  ["/api/user/activity", 2],
  ["/api/user/subscription", 5],
  ["/api/user/privacy", 3],
  ["/api/checkout", 3],
  ["/api/content?year=2025&month=8", 2],
  ["/api/content/months", 3],
  ["/api/content/library", 2],
  ["/api/content/library?q=session&audio=1", 2],
  ["/api/content/2025-08-12", 2],
  ["/api/progress/2025-08-12", 3],
] as const)(
  "reading %s takes one database round trip: the member's lookup and the data in parallel",
  async ([path, statements]) => {
    const token = await tokenFor(await createMember());
    expect(await measure(path, { token })).toEqual({ status: 200, statements, depth: 1 });
  },
);

test("after the lookup, a save takes one statement, or four to finish a file; only completions read stats", async () => {
  const token = await tokenFor(await createMember());
  const save = async (json: object, date = RECENT) => {
    const { status, ...cost } = await measure(`/api/progress/${date}`, { token, json });
    expect(status).toBe(200);
    return cost;
  };
  const playing = { statements: 1 + 1, depth: 2 };
  const finishing = { statements: 1 + 4, depth: 2 };
  const completing = { statements: 1 + 4 + 2, depth: 3 };
  expect(await save({ audioProgress: 2, audioPosition: 10 })).toEqual(playing);
  for (const [index, audioPosition] of [60, 120, 479].entries()) {
    const position = { audioPosition, playback: 1, sequence: index + 1, epoch: 0 };
    expect(await save({ ...position, audioProgress: audioPosition / 6 })).toEqual(playing);
  }
  expect(await save({ audioProgress: 80, audioPosition: 480, playback: 1, sequence: 4, epoch: 0 })).toEqual(finishing);
  expect(await save({ videoProgress: 80, videoPosition: 12 })).toEqual(completing);
  expect(await save({ videoProgress: 90, videoPosition: 14, playback: 2, sequence: 1 })).toEqual(finishing);
  expect(await save({ totalWatched: true })).toEqual(finishing);
  expect(await save({ audioProgress: 50 }, OLD)).toEqual(playing);
  expect(await save({ audioProgress: 80 }, OLD)).toEqual(finishing);
  expect(await save({ videoProgress: 80 }, OLD)).toEqual(completing);
});

test("starting over takes the lookup and one batch, and undoing also reads the statistics", async () => {
  const token = await tokenFor(await createMember());
  await measure("/api/progress/2025-08-12", { token, json: { totalWatched: true } });
  const call = (name: string, epoch: number) => measure(`/api/progress/2025-08-12/${name}`, { token, json: { epoch } });
  expect(await call("start-over", 0)).toEqual({ status: 200, statements: 1 + 2, depth: 2 });
  expect(await call("not-done", 1)).toEqual({ status: 200, statements: 1 + 4 + 2, depth: 3 });
});

test("reading a member's payments takes one database round trip after the administrator's check", async () => {
  const { id } = await createMember();
  const read = await measure(`/api/admin/members/${id}/payments`, { admin: true });
  expect(read).toEqual({ status: 200, statements: 2 + 3, depth: 2 });
});

test("a malformed session token never reaches the database", async () => {
  expect(await measure("/api/user/engagement", { token: "a.b.c" })).toEqual({ status: 401, statements: 0, depth: 0 });
});
