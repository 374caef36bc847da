import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { createImport, createInvited, startAll } from "#test/worker/invited.ts";
import { contextAt, hourAt, tickThrough } from "#test/worker/jobs.ts";
import { startInvitations } from "./send-invitations.ts";

const SLOT_MS = HOUR_MS / 4;
const HOURS = 48;
/** In the past, because jobs don't run ahead of the real clock. */
const START = (Math.floor(Date.now() / HOUR_MS) - HOURS) * HOUR_MS;
const MEMBERS = 1000;

/** Everything that may cause an email: plans, ends of access soon and long ago, hours, no name, an address that asked for nothing. */
function kindOf(row: number) {
  const accessEndsAt = [START + 30 * DAY_MS, START + DAY_MS, START + 6 * DAY_MS, null, START - 900 * DAY_MS][row % 5];
  const plan = row % 2 === 0 ? "annual" : "monthly";
  const createdAt = START - (row % 7 === 0 ? 900 * DAY_MS : HOUR_MS);
  const access = { accessEndsAt: accessEndsAt ?? null, subscriptionEndsAt: accessEndsAt ?? null };
  const ended = accessEndsAt == null || accessEndsAt < START ? { accessChangesAt: null } : {};
  return { ...access, ...ended, subscriptionType: plan, createdAt, wakeUpHour: 5 + (row % 5) } as const;
}

test("an import of 1,000 followed by 48 hours of crons puts only invitations in the outbox", async () => {
  const importId = await createImport(START - HOUR_MS);
  for (let row = 1; row <= MEMBERS; row += 1) {
    const invitation = { isUnsubscribed: row % 11 === 0 };
    await createInvited(importId, { row, email: `row-${row}@import.test`, ...kindOf(row), invitation });
  }
  for (let day = -3; day <= 2; day += 1) await createItem(dayAhead(day));
  const event =
    "insert into live_events (id, title, starts_at, url, note, created_at, updated_at) values (?, 'Live', ?, 'https://x.test', '', 1, 1)";
  await rowsOf(event, crypto.randomUUID(), START + 7 * DAY_MS);
  await rowsOf(event, crypto.randomUUID(), START + DAY_MS);
  for (let at = START; at < START + HOURS * HOUR_MS; at += SLOT_MS) {
    if (at === START + 6 * HOUR_MS) await startInvitations(contextAt(at), startAll());
    await tickThrough(at);
    if (at % HOUR_MS === 0) {
      await hourAt(at + 7 * MINUTE_MS);
      // Ticks that aren't for a slot or for gifts invite, a hundred people each.
      for (const minute of [8, 9]) await tickThrough(at + minute * MINUTE_MS);
    }
    if (at === START + 6 * HOUR_MS - SLOT_MS) expect(await mailsByKind()).toEqual([]);
  }
  const [mailed, ...others] = await mailsByKind();
  expect(others).toEqual([]);
  expect(mailed?.kind).toBe("invitation");
  // Two or, past midnight UTC, three days of the pace.
  expect([50 + 75, 50 + 75 + 113]).toContain(mailed?.n);
  expect(await rowsOf("select count(*) as n from deliveries")).toEqual([{ n: 0 }]);
}, 600_000);

async function mailsByKind() {
  return rowsOf(`select kind, count(*) as n from transactional_mails
    where member_id is not null or to_address like '%@import.test' group by kind order by kind`);
}
