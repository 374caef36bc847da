import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import { ADMIN_WRITES, isAdminWrite, WRITE_ANSWERS } from "#test/worker/admin-writes.ts";
import { createItem, uniqueAddress } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { api } from "../../entry/api.ts";

/** Uploads use headers; their own test measures them (worker/media/uploads/uploads.test.ts). */
const OTHERS = ["POST /api/admin/uploads", "PATCH /api/admin/uploads/:id", "DELETE /api/admin/uploads/:id"];

/** Routes that wait for a provider between their calls, and so can't be one batch. */
const DEEPER: Record<string, string> = {
  "POST /api/admin/members/:id/subscriptions/:sid/heal": "reads at PayPal and writes what it says",
  "POST /api/admin/payments/:id/refund": "cancels, refunds and reads at PayPal",
  "POST /api/admin/gifts/:id/refund": "refunds at PayPal",
  "POST /api/paypal/subscriptions/:id/cancel": "cancels at PayPal and reads what came of it",
  "POST /api/paypal/events/:id/replay": "reads at PayPal and writes what it says",
  "POST /api/admin/members/:id/close": "cancels at PayPal before it closes the account",
  "POST /api/admin/members/jobs": "writes down members, five hundred at a time",
  "POST /api/admin/imports/:id/check": "looks up the file's addresses, a thousand at a time",
  // Sends its own batch with the dispatcher's claim: the member's row shows what is due, and the record shows the
  // result. Only a command calls it (npm run wake-up), no screen.
  "POST /api/admin/wake-up": "finds, claims, sends and records one after the other, as the queue does",
};

/** The longest chain of D1 calls that a response waits for. */
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

test("every admin write route is measured here", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  const known = [...ADMIN_WRITES, ...OTHERS, "POST /api/paypal/webhook"];
  expect([...new Set(registered.filter(isAdminWrite))].toSorted()).toEqual(known.toSorted());
});

test.for(ADMIN_WRITES.filter((route) => !(route in DEEPER)))(
  "%s waits for at most three D1 calls in a row",
  async (route) => {
    expect(await depthOf(route)).toBeLessThanOrEqual(3);
  },
);

test.for(Object.entries(DEEPER))("%s takes more than three D1 calls because it %s", async ([route]) => {
  // Not a limit, but a hint that a route no longer belongs in this list.
  expect(await depthOf(route)).toBeGreaterThan(3);
});
