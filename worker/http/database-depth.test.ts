import { beforeAll, expect, test } from "vitest";
import { createItem, createMember, tokenFor } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";

/** How many statements a request ran, and how many of them in a row waited for one before. */
async function measure(path: string, token: string): Promise<{ status: number; statements: number; depth: number }> {
  let statements = 0;
  let settledDepth = 0;
  let depth = 0;
  const DB = wrappedD1(async (run) => {
    const own = settledDepth + 1;
    statements += 1;
    depth = Math.max(depth, own);
    try {
      return await run();
    } finally {
      settledDepth = Math.max(settledDepth, own);
    }
  });
  const { status } = await requestWith({ DB }, path, { token });
  return { status, statements, depth };
}

beforeAll(() => createItem("2025-08-12"));

test.for([
  ["/api/auth/verify", 2],
  ["/api/user/profile", 2],
  ["/api/user/mornings", 2],
  ["/api/user/engagement", 3],
  ["/api/user/streak", 3],
  ["/api/user/activity", 2],
  ["/api/content?year=2025&month=8", 2],
  ["/api/content/months", 2],
  ["/api/content/search?q=session", 2],
  ["/api/content/2025-08-12", 2],
  ["/api/progress/2025-08-12", 3],
] as const)(
  "reading %s is one database round trip deep: the member's look-up and the data side by side",
  async ([path, statements]) => {
    const token = await tokenFor(await createMember());
    expect(await measure(path, token)).toEqual({ status: 200, statements, depth: 1 });
  },
);

test("a token that is no session asks the database nothing", async () => {
  expect(await measure("/api/user/engagement", "a.b.c")).toEqual({ status: 401, statements: 0, depth: 0 });
});
