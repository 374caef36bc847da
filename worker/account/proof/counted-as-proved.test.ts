import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";

const OURS = env.TEST_MIGRATIONS.findIndex(({ name }) => name.endsWith("mailbox_proved.sql"));

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map(() => "?").join(", ");
  await rowsOf(`insert into ${table} (${names.join(", ")}) values (${marks})`, ...Object.values(row));
}

test("older accounts, those no visitor's checkout created, and those set up by a link count as proved; a new buyer's doesn't. A link's password ended feeds of before", async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, OURS));
  const young = Date.now() - 29 * DAY_MS;
  const old = Date.now() - 31 * DAY_MS;
  const row = { subscription_type: "monthly", subscription_status: "active", wake_up_since: 0, updated_at: 0 };
  const bought = { plan: "monthly", price_cents: 1, currency: "USD", email: "x", email_key: "x", nonce_hash: "x" };
  const account = async (id: string, at: number, checkout: object | null) => {
    await insert("members", { ...row, id, email: id, email_key: id, created_at: at });
    if (checkout) await insert("checkouts", { ...bought, id, member_id: id, created_at: at, ...checkout });
  };
  await account("buyer", young, { created_member: 1 });
  await account("old buyer", old, { created_member: 1 });
  await account("set up", young, { created_member: 1 });
  const agreed = { purpose: "setup", source_id: "set up", email: "x", terms_version: "1", text: "", at: young };
  await insert("consents", agreed);
  const link = { member_id: "buyer", purpose: "setup", expires_at: 1, created_at: 1 };
  // A newer link, or a password set by the session alone, spends a link as well.
  await insert("auth_tokens", { ...link, id: "spent", token_hash: "1", used_at: 1 });
  await insert("auth_tokens", { ...link, id: "left", token_hash: "2" });
  const feed = async (id: string, memberId: string, at: number) =>
    insert("feeds", { id, member_id: memberId, token_hash: id, name: id, created_at: at });
  await feed("before the password", "set up", young - 1);
  await feed("after the password", "set up", young + 1);
  await feed("not proved", "buyer", young - 1);
  await insert("consents", { ...agreed, source_id: "old buyer" });
  await feed("of an old account", "old buyer", young - 1);
  await account("invited", young, null);
  await account("invited and bought", young, { created_member: 0 });
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect(await rowsOf("select id, mailbox_proved_at as at from members order by id")).toEqual([
    { id: "buyer", at: null },
    { id: "invited", at: young },
    { id: "invited and bought", at: young },
    { id: "old buyer", at: old },
    { id: "set up", at: young },
  ]);
  expect(await rowsOf("select id from feeds order by id")).toEqual([
    { id: "after the password" },
    { id: "not proved" },
    { id: "of an old account" },
  ]);
  expect(await rowsOf("select id, email_key from auth_tokens order by id")).toEqual([
    { id: "left", email_key: "buyer" },
    { id: "spent", email_key: null },
  ]);
});
