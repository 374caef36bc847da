import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { db } from "#test/worker/factories.ts";
import { fillDeliveries } from "#test/worker/large-house.queries.ts";

/** At the size that the product is built for with `npm run test:long`. */
const MEMBERS = inject("isLargeHouse") ? 1_000_000 : 60_000;

async function bytes(): Promise<number> {
  const { meta } = await env.DB.prepare("select 1").run();
  return meta.size_after;
}

test("a delivery takes 90 bytes at most, however its members' hours lie", async () => {
  const before = await bytes();
  // Twenty zone hours after one another, each along the members' index, on two mornings.
  for (const date of ["2032-01-01", "2032-01-02"]) {
    for (let hour = 0; hour < 20; hour += 1) await fillDeliveries(db, { date, hour, of: 20, members: MEMBERS / 2 });
  }
  const rows = await env.DB.prepare("select count(*) from deliveries").first<number>("count(*)");
  expect(rows).toBe(MEMBERS);
  expect(((await bytes()) - before) / MEMBERS).toBeLessThanOrEqual(90);
});
