import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getPlatformProxy } from "wrangler";
import { DAY_MS } from "#domain/durations.ts";
import { migrate } from "../../stack/migrate.ts";
import { seed } from "../seed.ts";

type Bindings = { DB: { prepare(sql: string): { all(): Promise<{ results: object[] }> } } };

const NOW = Date.parse("2026-11-20T18:00:00Z");

/** Statements that find what contradicts something else; all are empty. */
const CONTRADICTIONS = {
  "a delivery without access": `select * from deliveries d where not exists (
    select 1 from access_grants g join wake_up_batches b on b.number = d.batch where g.member_id = d.member_id
      and g.created_at <= b.slot_at and g.starts_at <= b.slot_at and b.slot_at < g.until)`,
  "access without a delivery": `select * from wake_up_slots s join access_grants g on g.created_at <= s.slot_at and s.slot_at < g.until
    where not exists (select 1 from deliveries d where d.member_id = g.member_id and d.sent_at = s.settled_at / 1000)`,
  "a completed session without that day's email": `select * from member_progress p where p.completed_day > ${NOW / DAY_MS - 30}
    and not exists (select 1 from deliveries d where d.member_id = p.member_id and d.day = p.completed_day)`,
  "a batch that counts other deliveries": `select * from wake_up_batches b where (due_count, sent_count) <>
    (select count(*), count(sent_at) from deliveries d where d.batch = b.number)`,
  "a slot that counts other members": `select * from wake_up_slots s where due_count is not (
    select sum(due_count) from wake_up_batches b where b.slot_at = s.slot_at)`,
  "an email of another day's session": `select * from wake_up_mails m left join content c on c.id = m.content_id
    where c.date is not m.local_date or subject <> 'Wake up: ' || c.title`,
};

test("the demo's past mornings agree, also after a second start: access, slot, batch, email, deliveries, completions", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "daybolt-mornings-"));
  await migrate(stateDir);
  const houseAt = "http://localhost:8787";
  for (const now of [NOW, NOW + 60_000]) await seed({ stateDir, now, houseAt });
  const persist = { path: join(stateDir, "v3") };
  const proxy = await getPlatformProxy<Bindings>({ configPath: "wrangler.toml", persist, remoteBindings: false });
  try {
    const rowsOf = async (sql: string) => (await proxy.env.DB.prepare(sql).all()).results;
    for (const [name, sql] of Object.entries(CONTRADICTIONS)) expect([name, await rowsOf(sql)]).toEqual([name, []]);
    const [first, ...others] = await rowsOf(
      "select due, sent, on_time, failed from wake_up_counts order by local_date desc",
    );
    expect([first, others.length]).toEqual([{ due: 5, sent: 5, on_time: 5, failed: 0 }, 30]);
  } finally {
    await proxy.dispose();
    rmSync(stateDir, { recursive: true, force: true });
  }
});
