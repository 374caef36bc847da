import { createHash, randomBytes, scryptSync } from "node:crypto";
import { dateIn } from "../../domain/rules/local-time.ts";
import type { BenchWorker as Worker } from "../../test/support/bench-worker.ts";

export const EMAIL = "ana@bench.test";
export const PASSWORD = "the-password-of-the-bench";
export const FEED_TOKEN = "a".repeat(32);
const AUDIO_BYTES = 4_000_000;

/** A member with a password, a month of content with audio, and completed sessions on half of the days. */
export async function fill({ db, bucket }: Worker, now: number): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
  const hash = ["scrypt", 1024, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
  const days = "with recursive n(i) as (select 0 union all select i + 1 from n where i < 364)";
  await db.batch([
    db
      .prepare(`
        insert into members (id, email, email_key, first_name, password_hash, subscription_type, subscription_status,
          access_ends_at, wake_up_hour, timezone, wake_up_since, created_at, updated_at)
        values ('ana', ?1, ?1, 'Ana', ?2, 'monthly', 'active', ?3 + 31536000000, 6, 'America/Chicago', ?3, ?3, ?3)`)
      .bind(EMAIL, hash, now),
    db
      .prepare(`insert into media (key, kind, title, content_type, size_bytes, created_at)
        values ('bench.mp3', 'audio', 'Audio', 'audio/mpeg', ?1, ?2)`)
      .bind(AUDIO_BYTES, now),
    db
      .prepare(`insert into media (key, kind, title, content_type, size_bytes, created_at)
        values ('bench.mp4', 'video', 'Video', 'video/mp4', ?1, ?2)`)
      .bind(AUDIO_BYTES, now),
    db
      .prepare(`insert into content (id, date, title, description, status, audio_key, created_at, updated_at) ${days}
        select 'item-' || i, date(?1, '-' || i || ' days'), 'Session ' || i, 'Stand up. Breathe. Begin.', 'published', 'bench.mp3', ?2, ?2
        from n`)
      .bind(dateIn("America/Chicago", now), now),
    db.prepare(`insert into member_progress (member_id, content_number, completed_day) ${days}
        select 'ana', c.number, unixepoch(c.date) / 86400 from n join content c on c.id = 'item-' || i where i % 2 = 1`),
    db
      .prepare(
        "insert into feeds (id, member_id, token_hash, name, created_at) values ('feed', 'ana', ?1, 'iPhone', ?2)",
      )
      .bind(createHash("sha256").update(FEED_TOKEN).digest("hex"), now),
  ]);
  await bucket.put("bench.mp3", randomBytes(AUDIO_BYTES), { httpMetadata: { contentType: "audio/mpeg" } });
  await bucket.put("bench.mp4", randomBytes(AUDIO_BYTES), { httpMetadata: { contentType: "video/mp4" } });
}
