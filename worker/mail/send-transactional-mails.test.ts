import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { suppressions } from "#db/schema/mail-events.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt, tickAt } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { insertLink, spendLinksFor } from "../account/auth-tokens.queries.ts";
import { closedAccount } from "../account/member/members.queries.ts";
import { newLink } from "../account/single-use-link.ts";
import { type Ctx, createContext } from "../kernel/context.ts";
import { addressHash } from "../kernel/hashing.ts";
import { selectPauses, setPause } from "./pauses.queries.ts";
import { sendDueMails, sendTransactionalMail } from "./send-transactional-mails.ts";
import { pauseOf } from "./sending-state.ts";
import { queueMail } from "./transactional-mail.ts";
import { closeMailsOfClosed } from "./transactional-mails.queries.ts";

const PARAMETERS = { name: "Ana", durationText: "1 month", endDateText: "Friday, January 1, 2027" };

// Due emails are queried across the whole database, and a pause applies to all of it, so each test starts empty.
beforeEach(async () => {
  for (const table of ["transactional_mails", "dispatcher", "pauses"]) await db.run(`delete from ${table}`);
});

async function invitation(ctx: Ctx, overrides: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(overrides);
  const link = newLink(ctx.config, member, "setup", ctx.now);
  const to = member.email;
  const mail = queueMail(ctx, { kind: "trial-welcome", memberId: member.id, to, parameters: PARAMETERS, link });
  await db.batch([insertLink(db, link), mail.insert]);
  return { id: mail.id, member, address: to, link };
}

async function notice(ctx: Ctx, more: { to?: string; notBefore?: number } = {}) {
  const to = more.to ?? uniqueEmail();
  const mail = queueMail(ctx, { kind: "trial-granted", memberId: "someone", parameters: PARAMETERS, ...more, to });
  await mail.insert;
  return { id: mail.id, address: to };
}

async function stateOf(id: string) {
  const [row] = await rowsOf("select * from transactional_mails where id = ?", id);
  return row;
}

async function pausedUntil() {
  return pauseOf(await selectPauses(db), "all")?.until ?? null;
}

test("a stored email goes out once, however many attempts run at the same time", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await invitation(ctx);
  await Promise.all([1, 2, 3].map(() => sendTransactionalMail(ctx, { id })));
  await sendTransactionalMail(contextAt(ctx.now + HOUR_MS), { id });
  const mails = await outboxOf(address);
  expect(mails.map((mail) => mail.idempotencyKey)).toEqual([id]);
  expect(await stateOf(id)).toMatchObject({ state: "sent", attempts: 1 });
});

test("neither the row nor its parameters contain the token that the email carries", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await invitation(ctx);
  await sendTransactionalMail(ctx, { id });
  const [mail] = await outboxOf(address);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(token.length).toBeGreaterThan(30);
  const tables = ["transactional_mails", "auth_tokens", "audit"];
  for (const table of tables) expect(JSON.stringify(await rowsOf(`select * from ${table}`))).not.toContain(token);
});

test("an email delayed by a server error goes out with a later tick", async () => {
  const ctx = contextAt(Date.now() - HOUR_MS);
  const { id, address } = await invitation(ctx);
  await armFault({ kind: "server_error", to: address });
  await sendTransactionalMail(ctx, { id });
  expect(await stateOf(id)).toMatchObject({ state: "pending", next_attempt_at: ctx.now + MINUTE_MS });
  expect(await outboxOf(address)).toEqual([]);
  await tickAt(Date.now());
  expect(await outboxOf(address)).toHaveLength(1);
});

test("a response lost after acceptance doesn't cause a second email", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await invitation(ctx);
  await armFault({ kind: "drop_after_accept", to: address });
  await sendTransactionalMail(ctx, { id });
  expect(await stateOf(id)).toMatchObject({ state: "pending" });
  await sendDueMails(contextAt(ctx.now + HOUR_MS));
  expect(await outboxOf(address)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ state: "sent" });
});

test("an email with an unclear outcome is closed after 23 hours, before the provider forgets its key", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await invitation(ctx);
  await armFault({ kind: "drop_after_accept", to: address });
  await sendTransactionalMail(ctx, { id });
  await sendTransactionalMail(contextAt(ctx.now + 23 * HOUR_MS + 1), { id });
  expect(await stateOf(id)).toMatchObject({ state: "closed", last_error: "outcome_unknown" });
  expect(await outboxOf(address)).toHaveLength(1);
});

test("an email refused for quota isn't treated as unclear, and goes out a day later", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await invitation(ctx);
  await armFault({ kind: "daily_quota", to: address });
  await sendTransactionalMail(ctx, { id });
  await sendTransactionalMail(contextAt(ctx.now + 25 * HOUR_MS), { id });
  expect(await outboxOf(address)).toHaveLength(1);
});

test("an email whose link was used up before sending, as by a newer invitation, is closed and not sent", async () => {
  const ctx = contextAt(Date.now());
  const { id, address, member } = await invitation(ctx);
  await spendLinksFor(db, member.id, "setup", ctx.now);
  await sendTransactionalMail(ctx, { id });
  expect(await stateOf(id)).toMatchObject({ state: "closed", last_error: "link_expired" });
  expect(await outboxOf(address)).toEqual([]);
});

test("an email whose link has expired is closed and not sent", async () => {
  const ctx = contextAt(Date.now());
  const { id, address, link } = await invitation(ctx);
  await sendTransactionalMail(contextAt(link.expiresAt), { id });
  expect(await stateOf(id)).toMatchObject({ state: "closed", last_error: "link_expired" });
  expect(await outboxOf(address)).toEqual([]);
});

test("a tick sends due emails in calls of up to a hundred of one kind", async () => {
  const ctx = contextAt(Date.now());
  const { id: invited } = await invitation(ctx);
  const notices = await Promise.all(Array.from({ length: 101 }, () => notice(ctx)));
  const calls = vi.spyOn(ctx.mailer, "sendBatch");
  await sendDueMails(ctx);
  const made = calls.mock.calls.map(([mails, key]) => ({ mails: mails.length, key }));
  expect(made.map(({ mails }) => mails).sort((a, b) => a - b)).toEqual([1, 1, 100]);
  // A call with one email uses its row's ID as its key.
  const single = made.filter(({ mails }) => mails === 1).map(({ key }) => key);
  expect(single).toContain(invited);
  expect(notices.map(({ id }) => id)).toContain(single.find((key) => key !== invited));
  expect(await rowsOf("select distinct state from transactional_mails")).toEqual([{ state: "sent" }]);
});

test("after a lost response the same emails are retried under the same key, whatever else is due by then", async () => {
  const ctx = contextAt(Date.now());
  const [first, second] = [await notice(ctx), await notice(ctx)];
  await armFault({ kind: "drop_after_accept", to: first.address });
  await sendDueMails(ctx);
  const later = contextAt(ctx.now + HOUR_MS);
  const third = await notice(later);
  const calls = vi.spyOn(later.mailer, "sendBatch");
  await sendDueMails(later);
  expect(calls.mock.calls.map(([mails]) => mails.length)).toEqual([2, 1]);
  for (const { id, address } of [first, second, third]) {
    expect(await outboxOf(address)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ state: "sent" });
  }
});

test("a Worker that dies between sending and recording sends nothing twice", async () => {
  const ctx = contextAt(Date.now());
  const [first, second] = [await notice(ctx), await notice(ctx)];
  const { sendBatch } = ctx.mailer;
  vi.spyOn(ctx.mailer, "sendBatch").mockImplementation(async (mails, key) => {
    await sendBatch(mails, key);
    throw new Error("The Worker died.");
  });
  await expect(sendDueMails(ctx)).rejects.toThrow("died");
  await sendDueMails(contextAt(ctx.now + MINUTE_MS));
  expect(await stateOf(first.id)).toMatchObject({ state: "pending" });
  await sendDueMails(contextAt(ctx.now + HOUR_MS));
  for (const { id, address } of [first, second]) {
    expect(await outboxOf(address)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ state: "sent" });
  }
});

test("a rejected address fails alone", async () => {
  const ctx = contextAt(Date.now());
  const good = await notice(ctx);
  const bad = await notice(ctx, { to: `x.${crypto.randomUUID()}@rejected.test` });
  await sendDueMails(ctx);
  expect(await stateOf(good.id)).toMatchObject({ state: "sent" });
  expect(await stateOf(bad.id)).toMatchObject({ state: "failed", last_error: expect.any(String) });
});

test.for([
  ["right away", []],
  ["after an unclear attempt", [{ kind: "unclear", message: "gone" }]],
] as const)("a batch call refused %s is split, and each email is tried alone before it fails", async ([, earlier]) => {
  let ctx = contextAt(Date.now());
  const mails = [await notice(ctx), await notice(ctx)];
  for (const outcome of [...earlier, { kind: "refused", message: "no" } as const]) {
    vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValueOnce(outcome);
    await sendDueMails(ctx);
    ctx = contextAt(ctx.now + HOUR_MS);
  }
  await sendDueMails(ctx);
  for (const { id, address } of mails) {
    expect((await outboxOf(address)).map((mail) => mail.idempotencyKey)).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({ state: "sent" });
  }
});

test("a row that can't be read fails and doesn't hold up the rest", async () => {
  const ctx = contextAt(Date.now());
  const broken = await notice(contextAt(ctx.now - MINUTE_MS));
  const unknown = await notice(contextAt(ctx.now - MINUTE_MS));
  const unlinked = await invitation(contextAt(ctx.now - MINUTE_MS));
  const behind = await notice(ctx);
  await db.run(`update transactional_mails set parameters = '{"name":' where id = '${broken.id}'`);
  await db.run(`update transactional_mails set kind = 'carrier-pigeon' where id = '${unknown.id}'`);
  await db.run(`update transactional_mails set token_id = null where id = '${unlinked.id}'`);
  await tickAt(ctx.now);
  expect(await outboxOf(behind.address)).toHaveLength(1);
  for (const { id } of [broken, unknown, unlinked])
    expect(await stateOf(id)).toMatchObject({ state: "failed", last_error: "unreadable" });
});

test("the first response that asks us to wait ends the tick's calls", async () => {
  const ctx = contextAt(Date.now());
  const limited = await notice(contextAt(ctx.now - MINUTE_MS));
  const behind = await invitation(ctx);
  await armFault({ kind: "rate_limit", to: limited.address, retryAfterSeconds: 120 });
  await sendDueMails(ctx);
  expect(await outboxOf(behind.address)).toEqual([]);
  // Nothing was accepted: the email is free for another call, and its day starts over.
  expect(await stateOf(limited.id)).toMatchObject({ call_id: null, first_attempt_at: null });
  expect(await stateOf(limited.id)).toMatchObject({ state: "pending", next_attempt_at: ctx.now + 120_000 });
  await sendDueMails(contextAt(ctx.now + 3 * MINUTE_MS));
  for (const { address } of [limited, behind]) expect(await outboxOf(address)).toHaveLength(1);
});

test("a blocked account pauses all sending, and the first email that gets through resumes it", async () => {
  const ctx = contextAt(Date.now());
  const refused = await invitation(ctx);
  const other = await notice(ctx);
  await armFault({ kind: "unauthorized", to: refused.address });
  await sendTransactionalMail(ctx, { id: refused.id });
  expect(await pausedUntil()).toBe(ctx.now + 5 * MINUTE_MS);

  const during = contextAt(ctx.now + MINUTE_MS);
  const calls = vi.spyOn(during.mailer, "sendBatch");
  await sendTransactionalMail(during, { id: other.id });
  await sendDueMails(during);
  expect(calls).not.toHaveBeenCalled();
  expect(await stateOf(other.id)).toMatchObject({ state: "pending", attempts: 0 });

  await sendDueMails(contextAt(ctx.now + 5 * MINUTE_MS));
  for (const { address } of [refused, other]) expect(await outboxOf(address)).toHaveLength(1);
  expect(await pausedUntil()).toBeNull();
});

test("without the operator's details, production pauses sending, says what's missing, and loses nothing", async () => {
  const { id, address } = await notice(contextAt(Date.now()));
  const now = Date.now();
  const production = { ...env, ENVIRONMENT: "production", RESEND_BASE_URL: "https://resend.invalid" };
  const ctx = createContext(production, { now, requestId: "r-1", defer: () => undefined });
  const called = vi.spyOn(globalThis, "fetch");
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await sendDueMails(ctx);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  const calls = called.mock.calls.length;
  vi.restoreAllMocks();
  expect(calls).toBe(0);
  expect(lines).toMatchObject([{ event: "sending_paused", cause: "particulars" }]);
  expect(lines[0].reason).toContain("legal name, postal address, governing law");
  expect(await pausedUntil()).toBe(now + 5 * MINUTE_MS);
  expect(await stateOf(id)).toMatchObject({ state: "pending", call_id: null });

  await sendDueMails(contextAt(now + 5 * MINUTE_MS));
  expect(await outboxOf(address)).toHaveLength(1);
});

test("the log says why sending is paused, without any address in the provider's message", async () => {
  const ctx = contextAt(Date.now());
  const { id } = await notice(ctx);
  const message = "You can only send testing emails to your own address (owner@daybolt.test).";
  vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValueOnce({ kind: "blocked", reason: "account", message });
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await sendTransactionalMail(ctx, { id });
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  expect(lines).toEqual([expect.stringContaining("You can only send testing emails")]);
  expect(lines[0]).not.toContain("owner@daybolt.test");
});

test("a pause started by a wake-up batch applies to other emails, too", async () => {
  const ctx = contextAt(Date.now());
  await setPause(db, ctx.now + MINUTE_MS, "quota");
  const { id, address } = await notice(ctx);
  await sendTransactionalMail(ctx, { id });
  await tickAt(ctx.now);
  expect(await outboxOf(address)).toEqual([]);
  await sendDueMails(contextAt(ctx.now + MINUTE_MS));
  expect(await outboxOf(address)).toHaveLength(1);
});

test("a suppressed member gets no email, and the row is closed with the reason", async () => {
  const ctx = contextAt(Date.now());
  const suppressed = await invitation(ctx, { suppressedAt: ctx.now });
  const other = await invitation(ctx);
  await sendDueMails(ctx);
  expect(await stateOf(suppressed.id)).toMatchObject({ state: "closed", last_error: "suppressed" });
  expect(await outboxOf(suppressed.address)).toEqual([]);
  expect(await outboxOf(other.address)).toHaveLength(1);
});

test("a suppressed address without an account gets no email until unsuppressed, and delays no others", async () => {
  const ctx = contextAt(Date.now());
  const toStranger = async (to: string) => {
    const mail = queueMail(ctx, {
      kind: "inbound-received",
      memberId: null,
      to,
      parameters: { messageId: "<1@x.test>" },
    });
    await mail.insert;
    return mail.id;
  };
  const [dead, lifted, other] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const [address, liftedAt] of [
    [dead, null],
    [lifted, 2],
  ] as const)
    await db
      .insert(suppressions)
      .values({ addressHash: addressHash(ctx.config, address), reason: "bounced", suppressedAt: 1, liftedAt });
  const ids = [await toStranger(dead.toUpperCase()), await toStranger(lifted), await toStranger(other)];
  await sendDueMails(ctx);
  expect(await Promise.all(ids.map(stateOf))).toMatchObject([
    { state: "closed", last_error: "suppressed" },
    { state: "sent" },
    { state: "sent" },
  ]);
  expect(await outboxOf(dead)).toEqual([]);
  expect(await outboxOf(lifted)).toHaveLength(1);
});

test("closing a deleted account's emails doesn't affect a new account's invitation to the same address", async () => {
  const ctx = contextAt(Date.now());
  const old = await invitation(ctx, { deletedAt: ctx.now });
  const fresh = await invitation(ctx, { email: old.address });
  await closeMailsOfClosed(db, closedAccount(old.member.id), ctx.now);
  expect(await stateOf(old.id)).toMatchObject({ state: "closed", last_error: "account_deleted" });
  expect(await stateOf(fresh.id)).toMatchObject({ state: "pending" });
});

test("an email with an earliest send time waits for it", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await notice(ctx, { notBefore: ctx.now + HOUR_MS });
  await sendTransactionalMail(ctx, { id });
  await sendDueMails(contextAt(ctx.now + HOUR_MS - 1));
  expect(await outboxOf(address)).toEqual([]);
  await sendDueMails(contextAt(ctx.now + HOUR_MS));
  expect(await outboxOf(address)).toHaveLength(1);
});

test("a failure right after a response is logged without the address and left to the tick", async () => {
  const ctx = contextAt(Date.now());
  const { id, address } = await notice(ctx);
  vi.spyOn(ctx.db, "batch").mockRejectedValueOnce(
    Object.assign(new Error(`Failed query: insert ${address}`), { query: "insert", params: [address] }),
  );
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await sendTransactionalMail(ctx, { id });
  expect(logged).toHaveBeenCalledTimes(1);
  expect(String(logged.mock.calls[0])).toContain("transactional_mail_failed");
  expect(String(logged.mock.calls[0])).not.toContain(address);
  logged.mockRestore();
  await sendDueMails(ctx);
  expect(await outboxOf(address)).toHaveLength(1);
});
