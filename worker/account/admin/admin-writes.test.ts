import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import { ADMIN_WRITES, isAdminWrite, WRITE_ANSWERS } from "#test/worker/admin-writes.ts";
import { createItem, uniqueAddress } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { api } from "../../entry/api.ts";

/** Uploads speak in headers; their own test calls and measures them (worker/media/uploads/uploads.test.ts). */
const OTHERS = ["POST /api/admin/uploads", "PATCH /api/admin/uploads/:id", "DELETE /api/admin/uploads/:id"];

/** What waits for a provider between its calls, and so cannot be one batch. */
const DEEPER: Record<string, string> = {
  "POST /api/admin/members/:id/subscriptions/:sid/heal": "reads at PayPal and writes what it says",
  "POST /api/admin/payments/:id/refund": "cancels, refunds and reads at PayPal",
  "POST /api/admin/gifts/:id/refund": "refunds at PayPal",
  "POST /api/paypal/subscriptions/:id/cancel": "cancels at PayPal and reads what came of it",
  "POST /api/paypal/events/:id/replay": "reads at PayPal and writes what it says",
  // A batch of its own, by the dispatcher's own claim: what is due is known from the member, whom the claim took from its row, and what
  // came of it from its record. A command's call (npm run wake-up), and no screen's.
  "POST /api/admin/wake-up": "finds, claims, sends and records one after the other, as the queue does",
};

/** How many D1 calls in a row an answer waits for. */
async function depthOf(route: string): Promise<number> {
  const [method = "", pattern = ""] = route.split(" ");
  const { path = pattern, ...options } = (await WRITE_ANSWERS[route]?.call()) ?? {};
  const { d1: DB, cost } = countingD1(env.DB);
  let depth = 0;
  const onAnswer = () => {
    depth = cost.depth;
  };
  const response = await requestWith({ DB }, path, { method, address: uniqueAddress(), ...options }, onAnswer);
  expect([route, [200, 201].includes(response.status)]).toEqual([route, true]);
  return depth;
}

beforeAll(async () => {
  // Midnight may pass while the file runs.
  for (const days of [0, 1]) await createItem(dayAhead(days));
});

test("every route by which an administrator writes is measured here", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  const known = [...ADMIN_WRITES, ...OTHERS, "POST /api/paypal/webhook"];
  expect([...new Set(registered.filter(isAdminWrite))].toSorted()).toEqual(known.toSorted());
});

test.for(ADMIN_WRITES.filter((route) => !(route in DEEPER)))("%s is at most three D1 calls deep", async (route) => {
  expect(await depthOf(route)).toBeLessThanOrEqual(3);
});

test.for(Object.entries(DEEPER))("%s, which %s", async ([route]) => {
  // Not a limit of ours: it says when a route does not belong here any more.
  expect(await depthOf(route)).toBeGreaterThan(3);
});
