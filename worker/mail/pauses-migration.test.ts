import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { selectDispatcher } from "./dispatcher.queries.ts";
import { selectPauses } from "./pauses.queries.ts";
import { pausedKinds, toSendingState } from "./sending-state.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const at = env.TEST_MIGRATIONS.findIndex(({ name }) => name.endsWith("_pauses.sql"));
const [before, after] = [env.TEST_MIGRATIONS.slice(0, at), env.TEST_MIGRATIONS.slice(at)];

const COLUMNS = {
  "wake-up": "wake_ups_paused_until",
  acknowledgement: "acknowledgements_paused_until",
  gift: "gifts_paused_until",
  invitation: "invitations_paused_until",
  message: "messages_paused_until",
} as const;

const KINDS = Object.keys(COLUMNS);

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, before);
});

test("each open pause becomes a row, with what administrators see of it, and the old columns stay as they are", async () => {
  const columns = Object.values(COLUMNS);
  await rowsOf(
    `update dispatcher set last_tick_at = ?1, paused_until = ?2, pause_reason = 'daily_quota', complaints_from = 7,
     ${columns.map((column, index) => `${column} = ${NOW + index}`)}`,
    NOW,
    NOW + HOUR_MS,
  );
  const stored = await rowsOf("select * from dispatcher");
  await applyD1Migrations(env.DB, after);
  const pauses = await selectPauses(db);
  expect(pauses.toSorted((a, b) => a.until - b.until)).toEqual([
    ...KINDS.map((kind, index) => ({ kind, until: NOW + index, reason: "" })),
    { kind: "all", until: NOW + HOUR_MS, reason: "daily_quota" },
  ]);
  expect(pausedKinds(pauses, NOW)).toEqual(KINDS.slice(1));
  const [row] = await selectDispatcher(db);
  expect(row).toMatchObject({ lastTickAt: NOW, complaintsFrom: 7 });
  expect(toSendingState(pauses, NOW).pause).toEqual({
    kind: "all",
    until: new Date(NOW + HOUR_MS).toISOString(),
    reason: "daily_quota",
  });
  expect(await rowsOf("select * from dispatcher")).toEqual(stored);
});

test("a pause that waits for its first success stays, also without a reason", async () => {
  await rowsOf("update dispatcher set paused_until = ?", NOW - DAY_MS);
  await applyD1Migrations(env.DB, after);
  expect(await selectPauses(db)).toEqual([{ kind: "all", until: NOW - DAY_MS, reason: "" }]);
});

test("an installation without a pause has no row", async () => {
  await applyD1Migrations(env.DB, after);
  expect(await selectPauses(db)).toEqual([]);
});

test("until the deploy, the 0.2.0 Worker can still pause and resume, which leaves the new pause rows alone", async () => {
  await rowsOf("update dispatcher set paused_until = ?1, gifts_paused_until = ?1", NOW + MINUTE_MS);
  await applyD1Migrations(env.DB, after);
  const pauses = await selectPauses(db);
  const until = NOW + DAY_MS;
  await rowsOf(
    `insert into dispatcher (id, paused_until, pause_reason) values (1, ?, 'quota')
     on conflict (id) do update set paused_until = excluded.paused_until, pause_reason = excluded.pause_reason
     where coalesce(paused_until, 0) < excluded.paused_until`,
    until,
  );
  for (const column of Object.values(COLUMNS))
    await rowsOf(
      `insert into dispatcher (id, ${column}) values (1, ?1)
       on conflict (id) do update set ${column} = excluded.${column} where coalesce(${column}, 0) <= ?2`,
      until,
      NOW,
    );
  const old = `select ${Object.values(COLUMNS)}, paused_until, pause_reason from dispatcher`;
  const paused = { paused_until: until, pause_reason: "quota", wake_ups_paused_until: until };
  expect(await rowsOf(old)).toMatchObject([{ ...paused, gifts_paused_until: NOW + MINUTE_MS }]);
  await rowsOf("update dispatcher set paused_until = null, pause_reason = null where paused_until <= ?", until);
  await rowsOf("update dispatcher set gifts_paused_until = null, complaints_from = ? where id = 1", NOW);
  expect(await rowsOf(old)).toMatchObject([{ paused_until: null, pause_reason: null, gifts_paused_until: null }]);
  expect(await selectPauses(db)).toEqual(pauses);
  // Administrators' resumptions count from then on.
  expect(await selectDispatcher(db)).toMatchObject([{ complaintsFrom: NOW }]);
});
