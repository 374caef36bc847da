import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { ADMIN_ANSWERS } from "#test/worker/admin-answers.ts";
import { createItem, uniqueAddress } from "#test/worker/factories.ts";
import { GIFT_ANSWERS } from "#test/worker/gift-answers.ts";
import { LIBRARY_ANSWERS } from "#test/worker/library-answers.ts";
import { PAYMENT_ANSWERS } from "#test/worker/payment-answers.ts";
import { PEOPLE_ANSWERS } from "#test/worker/people-answers.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";

const ANSWERS = { ...PEOPLE_ANSWERS, ...GIFT_ANSWERS, ...PAYMENT_ANSWERS, ...LIBRARY_ANSWERS, ...ADMIN_ANSWERS };
const isWrite = (route: string) => !route.startsWith("GET") && /\/api\/(admin|content|paypal)\b/.test(route);
const WRITES = Object.entries(ANSWERS).filter(([route]) => isWrite(route) && !route.endsWith("/webhook"));

/** How many D1 calls in a row an answer waits for. */
async function depthOf(route: string): Promise<number> {
  const [method = "", pattern = ""] = route.split(" ");
  const { path = pattern, ...options } = (await ANSWERS[route]?.call()) ?? {};
  const { d1: DB, cost } = countingD1(env.DB);
  let depth = 0;
  const onAnswer = () => {
    depth = cost.depth;
  };
  const response = await requestWith({ DB }, path, { method, address: uniqueAddress(), ...options }, onAnswer);
  expect([route, [200, 201].includes(response.status)]).toEqual([route, true]);
  return depth;
}

beforeAll(() => createItem(dateIn(DEFAULT_ZONE, Date.now())));

test.for(WRITES.map(([route]) => route))("%s", async (route) => {
  console.log("DEPTH", route, await depthOf(route));
});
