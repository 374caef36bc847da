import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";

const THIS_ONE = env.TEST_MIGRATIONS.findIndex(({ name }) => name.startsWith("0004"));
const ADDRESS = "Ana@daybolt.test";

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, THIS_ONE));
});

async function insertMember(id: string, { createdAt, deletedAt }: { createdAt: number; deletedAt: number | null }) {
  await env.DB.prepare(
    `insert into members (id, email, email_key, subscription_type, subscription_status, wake_up_since, created_at, updated_at, deleted_at)
    values (?1, ?2, lower(?2), 'trial', 'trial', ?3, ?3, ?3, ?4)`,
  )
    .bind(id, ADDRESS, createdAt, deletedAt)
    .run();
}

async function insertMail(id: string, mail: { createdAt: number; linkOf?: string; firstAttemptAt?: number }) {
  const { createdAt, linkOf, firstAttemptAt } = mail;
  const tokenId = linkOf === undefined ? null : `link.${id}`;
  if (linkOf !== undefined)
    await env.DB.prepare(
      "insert into auth_tokens (id, member_id, purpose, token_hash, expires_at, created_at) values (?1, ?2, 'setup', ?1, 9, 1)",
    )
      .bind(tokenId, linkOf)
      .run();
  await env.DB.prepare(
    `insert into transactional_mails (id, kind, template_version, to_address, parameters, token_id, attempts, first_attempt_at, next_attempt_at, created_at)
    values (?1, 'trial-granted', 'v', ?2, '{}', ?3, ?4, ?5, 1, ?6)`,
  )
    .bind(id, ADDRESS, tokenId, firstAttemptAt === undefined ? 0 : 2, firstAttemptAt ?? null, createdAt)
    .run();
}

test("a stored mail learns its member where that is certain, and keeps the key under which it may have been accepted", async () => {
  await insertMember("old", { createdAt: 10, deletedAt: 20 });
  await insertMember("new", { createdAt: 30, deletedAt: null });
  await insertMail("a-linked-to-old", { createdAt: 11, linkOf: "old" });
  await insertMail("b-before-new", { createdAt: 12 });
  await insertMail("c-since-new", { createdAt: 31 });
  await insertMail("d-attempted", { createdAt: 32, linkOf: "new", firstAttemptAt: 33 });
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

  const columns = "id, member_id, call_id, attempts, key_attempts, first_attempt_at";
  const fresh = { call_id: null, attempts: 0, key_attempts: 0, first_attempt_at: null };
  expect(await rowsOf(`select ${columns} from transactional_mails order by id`)).toEqual([
    { id: "a-linked-to-old", member_id: "old", ...fresh },
    { id: "b-before-new", member_id: null, ...fresh },
    { id: "c-since-new", member_id: "new", ...fresh },
    { id: "d-attempted", member_id: "new", call_id: "d-attempted", attempts: 2, key_attempts: 2, first_attempt_at: 33 },
  ]);
});
