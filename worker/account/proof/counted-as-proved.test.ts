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

test("older accounts, and those that no visitor's checkout created, count as proved; a new buyer's doesn't", async () => {
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
  await account("invited", young, null);
  await account("invited and bought", young, { created_member: 0 });
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect(await rowsOf("select id, mailbox_proved_at as at from members order by id")).toEqual([
    { id: "buyer", at: null },
    { id: "invited", at: young },
    { id: "invited and bought", at: young },
    { id: "old buyer", at: old },
  ]);
});
