import { expect, test } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { losingD1 } from "#test/worker/faulty-bindings.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf, passwordLinkIn } from "#test/worker/outbox.ts";
import { linkTo } from "#test/worker/proofs.ts";
import { buy } from "#test/worker/purchases.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";

const correct = (token: string, email: string, bindings = {}) =>
  requestWith(bindings, "/api/user/correct-address", { token, json: { email }, address: uniqueAddress() });

const addressOf = async (id: string) => (await rowsOf("select email from members where id = ?", id))[0]?.email;

test("a buyer corrects a mistyped email: welcome and receipt go to the new one, and links to the old one end", async () => {
  const mistyped = uniqueEmail();
  const { memberId, token } = await buy({ email: mistyped });
  const [welcome] = (await outboxOf(mistyped)).filter(({ subject }) => subject.startsWith("Welcome"));
  const email = uniqueEmail();
  expect((await correct(token ?? "", email)).status).toBe(200);
  expect(await addressOf(memberId)).toBe(email);
  await sendDueMails(contextAt(Date.now()));
  const mails = await outboxOf(email);
  expect(mails.map(({ subject }) => subject.split(/[: ]/)[0]).toSorted()).toEqual(["Receipt", "Welcome"]);
  const setUp = (link: URL, address: string) => {
    const json = { token: link.searchParams.get("token"), email: address, password: "first light" };
    return request("/api/auth/setup-password", { json, address: uniqueAddress() });
  };
  const old = passwordLinkIn(welcome?.html);
  expect([(await setUp(old, mistyped)).ok, (await setUp(old, email)).ok]).toEqual([false, false]);
  const fresh = mails.find(({ subject }) => subject.startsWith("Welcome"));
  expect((await setUp(passwordLinkIn(fresh?.html), email)).status).toBe(200);
});

test("a third correction, too, sends one welcome and one receipt", async () => {
  const { token } = await buy({ email: uniqueEmail() });
  const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const email of emails) expect((await correct(token ?? "", email)).status).toBe(200);
  await sendDueMails(contextAt(Date.now()));
  const subjects = (await outboxOf(emails[2] ?? "")).map(({ subject }) => subject.split(/[: ]/)[0]);
  expect(subjects.toSorted()).toEqual(["Receipt", "Welcome"]);
});

test.for([1, 2])(
  "a correction that ends after %i writes moves the account with its welcome, or not at all",
  async (skip) => {
    const { memberId, token } = await buy({ email: uniqueEmail() });
    const email = uniqueEmail();
    const { d1: DB } = losingD1({ when: "before", times: 9, skip });
    await correct(token ?? "", email, { DB });
    const welcomes = await rowsOf(
      "select 1 from transactional_mails m join auth_tokens t on t.id = m.token_id where m.to_address = ?",
      email,
    );
    expect((await addressOf(memberId)) === email).toBe(welcomes.length === 1);
  },
);

test.for([
  ["open", {}],
  ["closed", { deletedAt: 1, purgeAt: Number.MAX_SAFE_INTEGER }],
] as const)("an email with an %s account gets the same answer and changes nothing", async ([, state]) => {
  const member = await createMember({ passwordHash: null, mailboxProvedAt: null });
  const [token, link] = [await tokenFor(member), await linkTo(member, "setup")];
  const known = await correct(token, (await createMember(state)).email);
  expect(await addressOf(member.id)).toBe(member.email);
  expect(await rowsOf("select action from audit where subject = ?", member.id)).toEqual([]);
  const json = { token: link, email: member.email };
  expect((await request("/api/auth/setup-link", { json, address: uniqueAddress() })).status).toBe(200);
  const free = await correct(token, uniqueEmail());
  expect([known.status, await known.text()]).toEqual([free.status, await free.text()]);
});

test("three tries are allowed, whether or not they change anything", async () => {
  const member = await createMember({ passwordHash: null, mailboxProvedAt: null });
  const token = await tokenFor(member);
  const known = (await createMember()).email;
  const statuses = [];
  for (const email of [known, uniqueEmail(), known, uniqueEmail()]) statuses.push((await correct(token, email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("corrections count among the emails that strangers cause", async () => {
  const corrections = [1, 2, 3].map(async () => {
    const token = await tokenFor(await createMember({ passwordHash: null, mailboxProvedAt: null }));
    return (await correct(token, uniqueEmail(), { RESET_MAX_IN_TOTAL: "1" })).status;
  });
  expect(await Promise.all(corrections)).toContain(429);
});

test("once the mailbox is proved, only an administrator changes the address", async () => {
  const member = await createMember();
  expect((await correct(await tokenFor(member), uniqueEmail())).status).toBe(409);
  expect(await addressOf(member.id)).toBe(member.email);
});

test("an account that has a password isn't moved by its session alone", async () => {
  const { memberId, email = "", token } = await buy({ email: uniqueEmail() });
  const json = { newPassword: "the owner's own" };
  expect((await request("/api/user/change-password", { token: token ?? "", json, address: uniqueAddress() })).ok).toBe(
    true,
  );
  expect((await correct(token ?? "", uniqueEmail())).status).toBe(409);
  expect(await addressOf(memberId)).toBe(email);
});
