import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { SUBSCRIPTION_TYPES } from "#domain/rules/plans.ts";
import { streakOf } from "#domain/rules/streak.ts";
import { SUBSCRIPTION_STATUSES } from "#domain/rules/subscription-statuses.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { recomputeAccess } from "../access/access-grants.queries.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const [FIRST, ...LATER] = env.TEST_MIGRATIONS;

type Row = Record<string, unknown>;

async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const sql = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
  await env.DB.prepare(sql)
    .bind(...Object.values(row))
    .run();
}

async function withoutRowid(): Promise<unknown[]> {
  const rows = await rowsOf("select name, sql from sqlite_master where type = 'table' and sql like '%without rowid%'");
  return rows.map((row) => row.name).sort();
}

const memberRow = (id: string, change: Row) => ({
  id,
  email: `${id}@Daybolt.test`,
  email_key: `${id}@daybolt.test`,
  first_name: "Ana",
  last_name: null,
  password_hash: "scrypt$x",
  session_version: 3,
  subscription_type: "monthly",
  subscription_status: "active",
  access_ends_at: null,
  subscription_ends_at: null,
  gift_giver_name: null,
  wake_up_hour: 7,
  timezone: "America/Denver",
  email_enabled: 1,
  wake_up_since: NOW - 9 * DAY_MS,
  phone_number: null,
  sms_enabled: 0,
  suppressed_at: null,
  paused_until: null,
  deleted_at: null,
  created_at: NOW - 90 * DAY_MS,
  updated_at: NOW - 5 * DAY_MS,
  ...change,
});

/** Every type and status, with ends in the future, in the past, different from each other, and missing. */
function membersOfToday() {
  const ends = [
    [10, 10],
    [15, 4],
    [-3, -3],
    [-3, 30],
    [20, null],
    [null, -8],
    [null, 8],
    [null, null],
  ].map((days) => days.map((day) => (day === null ? null : NOW + day * DAY_MS)));
  const rows = SUBSCRIPTION_TYPES.flatMap((type) =>
    SUBSCRIPTION_STATUSES.flatMap((status) =>
      ends.map(([access, shown], index) =>
        memberRow(`${type}-${status}-${index}`, {
          subscription_type: type,
          subscription_status: status,
          access_ends_at: access,
          subscription_ends_at: shown,
          gift_giver_name: type === "gift" ? "Ben" : null,
        }),
      ),
    ),
  );
  const end = NOW + DAY_MS;
  return [...rows, memberRow("deleted", { subscription_type: "trial", access_ends_at: end, deleted_at: NOW - DAY_MS })];
}

const slot = { strike_at: NOW, lease_until: 0, outcome: "paged", due_count: 2, settled_at: NOW + 5 };
const mail = {
  strike_at: NOW,
  local_date: "2026-11-20",
  content_id: "c",
  subject: "S",
  html: "H",
  text: "T",
  created_at: 1,
};
const batch = {
  id: "p",
  strike_at: NOW,
  timezone: "America/Denver",
  hour: 7,
  local_date: "2026-11-20",
  member_ids: '["monthly-active-0"]',
  state: "open",
  generation: 2,
  attempts: 3,
  generation_attempts: 1,
  next_attempt_at: NOW + 60_000,
  lease_until: 4,
  last_error: "unclear",
  created_at: 6,
  settled_at: null,
};
const delivery = {
  local_date: "2026-11-20",
  member_id: "monthly-active-0",
  page_id: "p",
  generation: 2,
  state: "claimed",
  address: "a@daybolt.test",
  first_name: "Ana",
  claimed_at: 8,
  sent_at: null,
  reason: null,
};
/** A delivery in the view, in whole seconds; its batch knows the recipient. */
const inWords = {
  local_date: "2026-11-20",
  member_id: delivery.member_id,
  key_version: 2,
  state: "claimed",
  claimed_at: 0,
};
const recipients = JSON.stringify([{ memberId: delivery.member_id, address: delivery.address, firstName: "Ana" }]);
const outgoing = {
  id: "m",
  kind: "trial-welcome",
  template_version: "v",
  to_address: "monthly-active-0@daybolt.test",
  parameters: "{}",
  token_id: "t",
  state: "pending",
  attempts: 1,
  next_attempt_at: NOW,
  expires_at: NOW + DAY_MS,
  last_error: "x",
  created_at: 2,
  settled_at: null,
};

async function fillAsIn010(): Promise<void> {
  for (const member of membersOfToday()) await insert("members", member);
  await insert("media", {
    key: "k.mp3",
    kind: "audio",
    title: "K",
    content_type: "audio/mpeg",
    size_bytes: 1,
    created_at: 1,
  });
  await insert("content", {
    id: "c",
    date: "2026-11-20",
    title: "C",
    audio_key: "k.mp3",
    status: "published",
    created_at: 1,
    updated_at: 1,
  });
  await insert("progress", { member_id: "monthly-active-0", content_id: "c", audio_progress: 40, updated_at: 1 });
  const token = { purpose: "setup", token_hash: "h", expires_at: NOW + DAY_MS, created_at: 1 };
  await insert("auth_tokens", { id: "t", member_id: "monthly-active-0", ...token });
  await insert("auth_failures", { key: "login-account:abc", count: 4, window_ends_at: NOW + 1 });
  await insert("audit", { at: 1, actor: "admin", action: "trial.grant", subject: "monthly-active-0" });
  await insert("outgoing_mails", { ...outgoing, first_attempt_at: NOW - 1 });
  await insert("strikes", slot);
  await insert("strikes", { ...slot, strike_at: NOW + 900_000, outcome: "missed" });
  await insert("issues", { ...mail, snapshot: "{}" });
  await insert("pages", { ...batch, first_attempt_at: 7 });
  await insert("ledger", delivery);
  await insert("dispatcher_state", { name: "heartbeat", until: NOW });
  await insert("dispatcher_state", { name: "breaker", until: NOW + 300_000, reason: "daily_quota" });
}

beforeEach(async () => {
  await reset();
  if (!FIRST) throw new Error("There is no migration.");
  await applyD1Migrations(env.DB, [FIRST]);
});

/** Columns that a migration dropped, along with what they meant. */
const GONE = ["template_version", "session_version"];

/** A row from 0.1.0 under today's names. */
function today(row: Row): unknown {
  const names: Record<string, string> = {
    strike_at: "slot_at",
    page_id: "batch_id",
    generation: "key_version",
    generation_attempts: "key_attempts",
  };
  const kept = Object.entries(row).filter(([name]) => !GONE.includes(name));
  return expect.objectContaining(Object.fromEntries(kept.map(([name, value]) => [names[name] ?? name, value])));
}

test("the migrations keep all data of a 0.1.0 database and change no value's meaning", async () => {
  await fillAsIn010();
  const before = await withoutRowid();
  await applyD1Migrations(env.DB, LATER);

  expect(before).toEqual(["ledger", "members"]);
  expect(await withoutRowid()).toEqual(expect.arrayContaining(["deliveries", "delivery_months", "members"]));
  expect(await rowsOf("select * from wake_up_slots order by slot_at")).toEqual([
    today({ ...slot, outcome: "batched" }),
    today({ ...slot, strike_at: NOW + 900_000, outcome: "missed" }),
  ]);
  const kept: [string, Row][] = [
    ["wake_up_mails", mail],
    ["wake_up_batches", batch],
    ["old_deliveries", delivery],
    ["wake_up_deliveries", { ...inWords, batch: 1 }],
    ["wake_up_batches", { ...batch, number: 1, recipients }],
    ["transactional_mails", { ...outgoing, member_id: "monthly-active-0" }],
    ["attempt_counters", { key: "login-account:abc", count: 4, window_ends_at: NOW + 1 }],
    ["dispatcher", { last_tick_at: NOW, paused_until: NOW + 300_000, pause_reason: "daily_quota" }],
    ["progress", { member_id: "monthly-active-0", content_id: "c", audio_progress: 40 }],
    ["content", { id: "c", date: "2026-11-20", audio_key: "k.mp3" }],
    ["media", { key: "k.mp3" }],
    ["auth_tokens", { id: "t", member_id: "monthly-active-0", used_at: null }],
    ["audit", { at: 1, action: "trial.grant", subject: "monthly-active-0" }],
  ];
  for (const [table, row] of kept) {
    expect(await rowsOf(`select * from ${table}`), table).toEqual([today(row)]);
  }
  const members = membersOfToday().sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(await rowsOf("select * from members order by id")).toEqual(members.map(today));
  expect(await rowsOf("pragma foreign_key_check")).toEqual([]);
});

test("recomputing access from the migrated grants keeps every member's access, type, and displayed end", async () => {
  await fillAsIn010();
  await applyD1Migrations(env.DB, LATER);
  const columns =
    "id, access_ends_at, subscription_type, subscription_ends_at, wake_up_since, iif(access_ends_at > ?1, highest_plan, null) as plan";
  const read = () => rowsOf(`select ${columns} from members order by id`, NOW);
  const before = await read();
  const statuses = await rowsOf("select id, subscription_status as status from members order by id");
  const ids = before.map((row) => String(row.id));
  for (const id of ids) await recomputeAccess(db, [id], { now: NOW });

  expect(await read()).toEqual(before);
  const after = await rowsOf(
    "select id, subscription_status as status, access_ends_at > ? as open from members order by id",
    NOW,
  );
  after.forEach(({ id, status, open }, index) => {
    const earlier = statuses[index]?.status;
    // A status that was due turns, and one turned early by a tick ahead of time is correct again.
    if (open) expect(status, String(id)).toBe(String(id).startsWith("trial") || id === "deleted" ? "trial" : "active");
    else if (earlier === "cancelled" && before[index]?.access_ends_at !== null)
      expect(status, String(id)).toBe("cancelled");
  });
  expect(await rowsOf("select id from members where access_ends_at > ? and access_changes_at is null", NOW)).toEqual(
    [],
  );
});

test("the migration counts a member's existing completions in their row", async () => {
  const day = (days: number) => new Date(Date.parse("2026-05-10T12:00:00Z") + days * DAY_MS).toISOString().slice(0, 10);
  const item = { title: "T", status: "published", created_at: 1, updated_at: 1 };
  for (const [index, change] of [{}, {}, {}, { hidden: 1 }, { status: "draft" }, {}, {}].entries()) {
    await insert("content", { ...item, id: `c${index}`, date: day(index), ...change });
  }
  await insert("content", { ...item, id: "early", date: "2025-08-11" });
  const completed: Record<string, [item: string, on: number][]> = {
    // The hidden day and the draft break nothing.
    through: [
      ["c1", 1],
      ["c2", 2],
      ["c5", 5],
      ["c0", 5],
    ],
    broken: [
      ["c0", 0],
      ["c2", 2],
      ["c5", 5],
    ],
    restarted: [
      ["c0", 0],
      ["c1", 1],
      ["c6", 6],
    ],
    once: [["c0", 4]],
  };
  for (const [id, days] of Object.entries(completed)) {
    await insert("members", memberRow(id, {}));
    for (const [contentId, on] of days) {
      const row = { member_id: id, content_id: contentId, total_watched: 1, completed_at: 5, updated_at: 5 };
      await insert("progress", { ...row, completed_date: day(on) });
    }
  }
  await insert("members", memberRow("begun", {}));
  await insert("progress", { member_id: "begun", content_id: "c0", audio_progress: 70, updated_at: 5 });
  await insert("members", memberRow("none", {}));
  await applyD1Migrations(env.DB, LATER);

  const columns = "id, items_completed as items, last_completed_date as last, current_streak as streak";
  const rows = await rowsOf(`select ${columns} from members order by id`);
  expect(rows).toEqual([
    { id: "begun", items: 0, last: null, streak: 0 },
    { id: "broken", items: 3, last: day(5), streak: 2 },
    { id: "none", items: 0, last: null, streak: 0 },
    { id: "once", items: 1, last: day(4), streak: 1 },
    { id: "restarted", items: 3, last: day(6), streak: 1 },
    { id: "through", items: 4, last: day(5), streak: 3 },
  ]);
  const live = [0, 1, 2, 5, 6].map(day);
  for (const { id, last, streak } of rows) {
    const completedDates = (completed[String(id)] ?? []).map(([, on]) => day(on));
    const counted = streakOf({ completedDates, liveDates: live, today: String(last ?? day(6)) });
    expect({ last, streak }, String(id)).toEqual({ last: counted.lastCompletedDate, streak: counted.currentStreak });
  }
});

test("a stored email is linked to a member only if certain, and keeps a provider key it may have used", async () => {
  const email = { email: "Ana@daybolt.test", email_key: "ana@daybolt.test" };
  await insert("members", memberRow("old", { ...email, created_at: 10, deleted_at: 20 }));
  await insert("members", memberRow("new", { ...email, created_at: 30 }));
  const link = { purpose: "setup", expires_at: NOW, created_at: 1 };
  await insert("auth_tokens", { ...link, id: "of-old", member_id: "old", token_hash: "1" });
  await insert("auth_tokens", { ...link, id: "of-new", member_id: "new", token_hash: "2" });
  const mails = [
    { id: "a", token_id: "of-old", created_at: 11, attempts: 0 },
    { id: "b", token_id: null, created_at: 12, attempts: 0 },
    { id: "c", token_id: null, created_at: 31, attempts: 0 },
    { id: "d", token_id: "of-new", created_at: 32, attempts: 2, first_attempt_at: 33 },
  ];
  for (const mail of mails) await insert("outgoing_mails", { ...outgoing, to_address: email.email, ...mail });
  await applyD1Migrations(env.DB, LATER);

  const columns = "id, member_id, call_id, key_attempts, first_attempt_at, not_before";
  const untouched = { call_id: null, key_attempts: 0, first_attempt_at: null, not_before: null };
  expect(await rowsOf(`select ${columns} from transactional_mails order by id`)).toEqual([
    { id: "a", member_id: "old", ...untouched },
    { id: "b", member_id: null, ...untouched },
    { id: "c", member_id: "new", ...untouched },
    { id: "d", member_id: "new", ...untouched, call_id: "d", key_attempts: 2, first_attempt_at: 33 },
  ]);
});

test("the new totals and slot counts start with the counts of the existing rows", async () => {
  const isEarlier = ({ name }: { name: string }) => name < "0008";
  await applyD1Migrations(env.DB, LATER.filter(isEarlier));
  const { session_version, ...member } = memberRow("a", { highest_plan: "annual" });
  await insert("members", member);
  await insert("members", { ...member, id: "b", email_key: "b", highest_plan: null });
  await insert("members", { ...member, id: "c", email_key: "c", deleted_at: 1 });
  const item = { title: "T", status: "published", created_at: 1, updated_at: 1 };
  await insert("content", { ...item, id: "i", date: "2026-11-20" });
  await insert("content", { ...item, id: "j", date: "2026-11-21", deleted_at: 1 });
  const ofSlot = {
    slot_at: NOW,
    timezone: "UTC",
    hour: 6,
    local_date: "2026-11-20",
    next_attempt_at: 0,
    created_at: 0,
  };
  const sent = { state: "sent", settled_at: NOW + 600_000, due_count: 3, sent_count: 2, failed_count: 1 };
  await insert("wake_up_batches", { ...ofSlot, ...sent, id: "x", member_ids: '["a","b","c"]' });
  await insert("wake_up_batches", { ...ofSlot, ...sent, id: "y", member_ids: "[]", settled_at: NOW + 600_001 });
  await insert("wake_up_batches", { ...ofSlot, id: "z", member_ids: '["d"]' });
  await applyD1Migrations(
    env.DB,
    LATER.filter((migration) => !isEarlier(migration)),
  );

  const [totals] = await rowsOf("select * from totals");
  const counted = Object.entries(totals ?? {}).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(counted)).toEqual({
    id: 1,
    members: 2,
    members_with_access: 1,
    published_items: 1,
    monthly: 1,
    type_monthly: 1,
    row_active: 1,
    row_none: 1,
  });
  const counts = { due: 6, sent: 4, on_time: 2, failed: 2, missed: 0, unknown: 0, open: 1, troubled_batches: 2 };
  expect(await rowsOf("select * from wake_up_counts")).toEqual([{ local_date: "2026-11-20", slot_at: NOW, ...counts }]);
});
