import { expect, test } from "vitest";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt, tickAt } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { insertLink } from "../auth/auth.queries.ts";
import { newLink } from "../auth/single-use-link.ts";
import type { Ctx } from "../context.ts";
import { queueMail } from "./queue-mail.ts";
import { sendTransactionalMail } from "./send-transactional-mail.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function storedMail(ctx: Ctx) {
  const member = await createMember();
  const link = newLink(ctx.config, member.id, "setup", ctx.now);
  const parameters = { name: "Ana", durationText: "1 month", endDateText: "Friday, January 1, 2027" };
  const mail = queueMail(ctx, { kind: "trial-welcome", to: member.email, parameters, link });
  await db.batch([insertLink(db, link), mail.insert]);
  return { id: mail.id, address: member.email, link };
}

async function stateOf(id: string) {
  const [row] = await rowsOf("select * from transactional_mails where id = ?", id);
  return row;
}

test("a stored mail goes out once, however many attempts run at the same time", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await storedMail(ctx);
  await Promise.all([1, 2, 3].map(() => sendTransactionalMail(ctx, { id })));
  await sendTransactionalMail(contextAt(ctx.now + HOUR_MS), { id });
  expect(await outboxOf(address)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ state: "sent", attempts: 1 });
});

test("neither the row nor its parameters hold the token that the mail carries", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await storedMail(ctx);
  await sendTransactionalMail(ctx, { id });
  const [mail] = await outboxOf(address);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(token.length).toBeGreaterThan(30);
  const tables = ["transactional_mails", "auth_tokens", "audit"];
  for (const table of tables) expect(JSON.stringify(await rowsOf(`select * from ${table}`))).not.toContain(token);
});

test("a mail that a server error held up goes out with a later tick", async () => {
  const ctx = contextAt(Date.now() - HOUR_MS);
  const { id, address } = await storedMail(ctx);
  await armFault({ kind: "server_error", to: address });
  await sendTransactionalMail(ctx, { id });
  expect(await stateOf(id)).toMatchObject({ state: "pending", next_attempt_at: ctx.now + MINUTE_MS });
  expect(await outboxOf(address)).toEqual([]);
  await tickAt(Date.now());
  expect(await outboxOf(address)).toHaveLength(1);
});

test("an answer lost after acceptance leads to no second mail", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await storedMail(ctx);
  await armFault({ kind: "drop_after_accept", to: address });
  await sendTransactionalMail(ctx, { id });
  expect(await stateOf(id)).toMatchObject({ state: "pending" });
  await sendTransactionalMail(contextAt(ctx.now + HOUR_MS), { id });
  expect(await outboxOf(address)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ state: "sent" });
});

test("a mail with an unclear outcome is closed after 23 hours, before the provider forgets its key", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await storedMail(ctx);
  await armFault({ kind: "drop_after_accept", to: address });
  await sendTransactionalMail(ctx, { id });
  await sendTransactionalMail(contextAt(ctx.now + 23 * HOUR_MS + 1), { id });
  expect(await stateOf(id)).toMatchObject({ state: "closed" });
  expect(await outboxOf(address)).toHaveLength(1);
});

test("a mail that was only ever refused is not unclear: it goes out after a day of a spent quota", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await storedMail(ctx);
  await armFault({ kind: "daily_quota", to: address });
  await sendTransactionalMail(ctx, { id });
  await sendTransactionalMail(contextAt(ctx.now + 25 * HOUR_MS), { id });
  expect(await outboxOf(address)).toHaveLength(1);
});

test("a mail whose link has expired is closed and not sent", async () => {
  const ctx = contextAt(Date.now());
  const { id, address, link } = await storedMail(ctx);
  await sendTransactionalMail(contextAt(link.expiresAt), { id });
  expect(await stateOf(id)).toMatchObject({ state: "closed" });
  expect(await outboxOf(address)).toEqual([]);
});
