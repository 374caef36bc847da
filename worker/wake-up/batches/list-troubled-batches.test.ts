import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { troubledBatches } from "#domain/contract/wake-up.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { listTroubledBatches } from "./list-troubled-batches.ts";

const DATE = dayAhead(0);
const SLOT = slotAhead(0, 6);
const NOW = slotAhead(0, 12);

beforeEach(() => env.DB.prepare("delete from wake_up_batches").run());

/** Stores batches of a slot, successful unless the columns say otherwise. */
async function store(count: number, prefix: string, columns: Record<string, unknown>, slotAt = SLOT): Promise<void> {
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const names = Object.keys(columns);
  const values = names.map(() => "?").join(", ");
  await env.DB.prepare(
    `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at, ${names.join(", ")})
    ${numbers} select '${prefix}' || printf('%05d', i), ${slotAt}, '${CHICAGO}', 6, '${DATE}', '[]', 0, 0, ${values} from n`,
  )
    .bind(...Object.values(columns))
    .run();
}

async function pages(): Promise<string[][]> {
  const found: string[][] = [];
  let after: string | null = "";
  while (after !== null) {
    const query: string = new URLSearchParams({ date: DATE, ...(after === "" ? {} : { after }) }).toString();
    const response = await request(`/api/admin/delivery/batches?${query}`, { admin: true, now: NOW });
    const page = troubledBatches.parse(await response.json());
    found.push(page.batches.map(({ id }) => id));
    after = page.next;
  }
  return found;
}

test("every troubled batch is listed once across pages, with resendable ones before all others", async () => {
  await store(60, "again", { state: "failed", failed_count: 0, sent_again_as: "x" }, SLOT - 3_600_000);
  await store(3, "open", { state: "open", last_error: "HTTP 500" }, SLOT - 3_600_000);
  await store(70, "later", { state: "failed", failed_count: 2 }, SLOT + 3_600_000);
  await store(40, "first.again", { state: "closed", unknown_count: 2 });
  await store(5, "well", { state: "sent", sent_count: 2 });
  const found = await pages();
  expect(found.map(({ length }) => length)).toEqual([50, 50, 50, 23]);
  const kinds = found.flat().map((id) => id.slice(0, -5));
  expect(new Set(found.flat()).size).toBe(173);
  expect([...new Set(kinds)]).toEqual(["first.again", "later", "again", "open"]);
});

test("a page reads little more than its own batches, however many have been resent", async () => {
  await store(1500, "again", { state: "failed", sent_again_as: "x" }, SLOT - 3_600_000);
  await store(1500, "waiting", { state: "failed", failed_count: 1 });
  let after: string | undefined;
  for (const _ of [1, 2, 3]) {
    const { d1, cost } = countingD1(env.DB);
    const page = await listTroubledBatches({ ...contextAt(NOW), db: createDb(d1) }, { date: DATE, after });
    expect(page.batches.every(({ canSendAgain }) => canSendAgain)).toBe(true);
    expect([cost.calls, page.batches.length]).toEqual([1, 50]);
    expect(cost.rowsRead).toBeLessThanOrEqual(210);
    after = page.next ?? "";
  }
});

test("a past morning offers no resend, and an invalid page position is refused", async () => {
  await store(1, "one", { state: "failed", failed_count: 1 });
  const { batches } = await listTroubledBatches(contextAt(slotAhead(1, 0)), { date: DATE });
  expect(batches).toMatchObject([{ canSendAgain: false, failed: 1 }]);
  for (const after of ["2.1.x", "0.x.x", "0.1.", ""]) {
    const query = new URLSearchParams({ date: DATE, after });
    expect((await request(`/api/admin/delivery/batches?${query}`, { admin: true })).status).toBe(400);
  }
});
