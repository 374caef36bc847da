import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { HOUR_MS } from "#domain/durations.ts";
import type { Cost } from "#test/support/cost.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { morningReads, SESSION_SAVES } from "#test/support/morning.ts";
import { PROGRESS_BYTES, ROWS } from "#test/support/usage.ts";
import { createItem, createMedium, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../account/member/member.ts";
import { readConfig } from "../kernel/env.ts";
import { mailKey } from "../kernel/links/mail-key.ts";

const TODAY = dayAhead(0);
const DAYS = 365;

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) await createItem(dayAhead(-daysAgo), { audioKey });
});

/** A member who completed every session of the past year. */
async function memberOfAYear(): Promise<Member> {
  const member = await createMember();
  await rowsOf(
    `insert into member_progress (member_id, content_number, audio_completed, total_watched, audio_progress, audio_position,
        playback, sequence, position_at, completed_day)
      select ?1, number, 1, 1, 100, 719.9, 1, 8, ?2, unixepoch(date) / 86400 from content where date < ?3`,
    member.id,
    Math.floor(Date.now() / 1000),
    TODAY,
  );
  return member;
}

type Asking = { path: string; json?: unknown; token?: string; now?: number };

/** Calls the Worker once for each, and adds up what D1 counts. */
async function costOf(asked: Asking[]): Promise<Cost> {
  const { d1: DB, cost } = countingD1(env.DB);
  for (const { path, ...options } of asked) expect((await requestWith({ DB }, path, options)).status).toBe(200);
  return cost;
}

/** The reports as the browser numbers them. */
const reports = SESSION_SAVES.map(
  (report, index): SaveProgressRequest => ({
    ...report,
    sequence: index + 1,
    epoch: 0,
    ...(index > 0 && { playback: 1 }),
  }),
);

test("a morning writes 17 rows: 15 while a session plays for 12 minutes, and 2 for the login's last use", async () => {
  const member = await memberOfAYear();
  const token = await tokenFor(member, Date.now() - 2 * HOUR_MS);
  const reads = await costOf(morningReads(TODAY).map((path) => ({ path, token })));
  const saves = await costOf(reports.map((json) => ({ path: `/api/progress/${TODAY}`, token, json })));
  expect([reads.rowsWritten, saves.rowsWritten]).toEqual([2, 15]);
  expect(reads.rowsWritten + saves.rowsWritten).toBe(ROWS.morning.written);
  expect(reads.rowsRead + saves.rowsRead).toBeLessThanOrEqual(ROWS.morning.read);
  // So a thousand statements a second serve 26,000 listeners (docs/operations.md, "Sizes").
  expect(saves.statements).toBe(27);
});

test("a session played by the email's button, without a login, writes 18 more rows to count hourly saves and the start", async () => {
  const member = await memberOfAYear();
  const link = { member: member.id, date: TODAY, key: mailKey(readConfig(env), { member: member.id, date: TODAY }) };
  const now = slotAhead(0, 6);
  const sent = reports.map(({ audioCompleted, ...report }) => ({ ...link, report }));
  const cost = await costOf(sent.map((json) => ({ path: "/api/by-mail/progress", json, now })));
  expect(cost.rowsWritten).toBe(15 + ROWS.byEmailsButton.written);
});

test("a member's progress on a session takes at most 100 bytes, including index entries", async () => {
  const size = async () => (await env.DB.prepare("select 1").run()).meta.size_after;
  const before = await size();
  const members = 20;
  for (let count = 0; count < members; count += 1) await memberOfAYear();
  expect(((await size()) - before) / (members * DAYS)).toBeLessThanOrEqual(PROGRESS_BYTES);
});
