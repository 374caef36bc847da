import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";

const at = env.TEST_MIGRATIONS.findIndex(({ name }) => name.endsWith("_send_again.sql"));
const [before, after] = [env.TEST_MIGRATIONS.slice(0, at), env.TEST_MIGRATIONS.slice(at)];

const LISTED = ["heard", "replaced", "fresh", "hidden", "deleted"];
const DECIDED = [
  { date: "2026-11-03", content_id: "heard", earlier: "[]", decided_at: 1 },
  { date: "2026-11-10", content_id: "unlisted", earlier: '["replaced"]', decided_at: 2 },
  { date: "2026-11-20", content_id: "heard", earlier: "[]", decided_at: 3 },
];
const REPEAT = {
  member_id: "m",
  morning: "2026-11-20",
  content_id: "heard",
  audio_completed: 1,
  video_completed: 0,
  completed_date: "2026-11-20",
  completed_by: "save",
};

async function insert(table: string, row: object): Promise<void> {
  const names = Object.keys(row);
  await rowsOf(`insert into ${table} (${names}) values (${names.map(() => "?")})`, ...Object.values(row));
}

/** A database as 0.2.0 leaves it. */
async function fillAsIn020(mode: string): Promise<void> {
  for (const [index, id] of [...LISTED, "unlisted", "other"].entries()) {
    const date = `2026-10-${String(10 + index)}`;
    const state = { hidden: id === "hidden" ? 1 : 0, deleted_at: id === "deleted" ? 1 : null };
    await insert("content", { id, date, title: id, status: "published", ...state, created_at: 1, updated_at: 1 });
  }
  const value = JSON.stringify({ mode, contentIds: [...LISTED, "gone"] });
  await insert("settings", { key: "empty-mornings", value, version: 4, updated_at: 5 });
  for (const row of DECIDED) await insert("fallback_mornings", row);
  await insert("repeats", REPEAT);
}

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, before);
});

test("the old fallback list becomes switches, and stored mornings, repeats, and the setting don't change", async () => {
  await fillAsIn020("fallback");
  const setting = await rowsOf("select * from settings");
  await applyD1Migrations(env.DB, after);
  expect(await rowsOf("select id from content where may_be_sent_again = 1 order by date")).toEqual(
    LISTED.map((id) => ({ id })),
  );
  expect(await rowsOf("select id, sent_again_on as sent from content where sent_again_on <> '' order by id")).toEqual([
    { id: "heard", sent: "2026-11-20" },
    { id: "replaced", sent: "2026-11-10" },
    { id: "unlisted", sent: "2026-11-10" },
  ]);
  expect(await rowsOf("select * from fallback_mornings order by date")).toEqual(DECIDED);
  expect(await rowsOf("select * from repeats")).toEqual([REPEAT]);
  expect(await rowsOf("select * from settings")).toEqual(setting);
});

test("if the setting was to send nothing, the migration turns no switches on", async () => {
  await fillAsIn020("nothing");
  await applyD1Migrations(env.DB, after);
  expect(await rowsOf("select id from content where may_be_sent_again = 1")).toEqual([]);
});

test("sessions chosen by the 0.2.0 Worker after the migration count as sent", async () => {
  await fillAsIn020("fallback");
  await applyD1Migrations(env.DB, after);
  const decide = (date: string, contentId: string, instead: string | null) =>
    rowsOf(
      `insert into fallback_mornings (date, content_id, decided_at) values (?1, ?2, 9)
       on conflict (date) do update set content_id = excluded.content_id, decided_at = excluded.decided_at,
         earlier = json_insert(earlier, '$[#]', content_id) where content_id = ?3`,
      date,
      contentId,
      instead,
    );
  await decide("2026-11-29", "fresh", null);
  await decide("2026-11-29", "other", "fresh");
  // An earlier morning decided late takes no later one back.
  await decide("2026-11-12", "heard", null);
  const sent = "select id, sent_again_on as sent from content where id in ('fresh', 'heard', 'other') order by id";
  expect(await rowsOf(sent)).toEqual([
    { id: "fresh", sent: "2026-11-29" },
    { id: "heard", sent: "2026-11-20" },
    { id: "other", sent: "2026-11-29" },
  ]);
});
