import { randomBytes, scryptSync } from "node:crypto";
import { dateIn } from "../../domain/rules/local-time.ts";
import type { BenchWorker } from "../../test/support/bench-worker.ts";

export const ZONE = "America/Chicago";
export const PASSWORD = "the-password-of-the-soak";
export const AUDIO = { key: "soak.mp3", bytes: 4_000_000, seconds: 600 };
export const ITEM = "soak-item";

export type Member = { id: string; email: string; hour: number };

/** `since`: when members start getting wake-up emails, so that none is due in one of today's remaining hours. */
type House = { count: number; hours: number; since: number };

/** Members in one zone with rotating hours, who can all log in, and sessions with audio for today and tomorrow. */
export async function fillHouse({ db, bucket }: BenchWorker, { count, hours, since }: House): Promise<Member[]> {
  const now = Date.now();
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  const hash = ["scrypt", 16, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
  const members = Array.from({ length: count }, (_, index) => ({
    id: `member-${index}`,
    email: `member${index}@soak.test`,
    hour: (index % hours) + 1,
  }));
  await db.batch([
    db
      .prepare(`
        insert into members (id, email, email_key, first_name, password_hash, subscription_type, subscription_status,
          highest_plan, access_ends_at, access_changes_at, wake_up_hour, timezone, wake_up_since, created_at, updated_at)
        select value ->> 'id', value ->> 'email', value ->> 'email', 'Ana', ?2, 'monthly', 'active', 'monthly', ?3 + 31536000000,
          ?3 + 31536000000, value ->> 'hour', '${ZONE}', ?4, ?3, ?3 from json_each(?1)`)
      .bind(JSON.stringify(members), hash, now, since),
    db
      .prepare(
        `insert into media (key, kind, title, content_type, size_bytes, created_at) values (?1, 'audio', 'A', 'audio/mpeg', ?2, ?3)`,
      )
      .bind(AUDIO.key, AUDIO.bytes, now),
    db
      .prepare(`
        insert into content (id, date, title, description, status, audio_key, duration_seconds, created_at, updated_at)
        values ('${ITEM}', ?1, 'Today', 'Stand up. Breathe. Begin.', 'published', ?2, ?4, ?3, ?3),
          ('tomorrow', date(?1, '+1 day'), 'Tomorrow', 'Stand up. Breathe. Begin.', 'published', ?2, ?4, ?3, ?3)`)
      .bind(dateIn(ZONE, now), AUDIO.key, now, AUDIO.seconds),
  ]);
  await bucket.put(AUDIO.key, randomBytes(AUDIO.bytes), { httpMetadata: { contentType: "audio/mpeg" } });
  return members;
}

export async function countIn({ db }: BenchWorker, sql: string): Promise<number> {
  return (await db.prepare(sql).first<number>("n")) ?? Number.NaN;
}

export async function allRows(worker: BenchWorker): Promise<number> {
  const { results } = await worker.db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\'",
    )
    .all<{ name: string }>();
  return countIn(worker, `select ${results.map(({ name }) => `(select count(*) from "${name}")`).join(" + ")} as n`);
}
