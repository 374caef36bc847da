import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type OpenedMail, openedMail } from "#domain/contract/members.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { keepWakeUp } from "#test/worker/stored-batch.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { giftKey, giftOrderKey } from "../kernel/links/gift-key.ts";
import { mailKey } from "../kernel/links/mail-key.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { unsubscribeKey } from "../kernel/links/unsubscribe-key.ts";
import { KINDS } from "../mail/kinds/kinds.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { sendGiftMails } from "../money/gifts/send-gift-mails.ts";
import { openMail } from "./member-mails.ts";

const config = readConfig(env);
const DATE = "2026-07-01";

const call = (id: string, path: string) => request(`/api/admin/members/${id}/${path}`, { admin: true });

async function open(id: string, path: string): Promise<OpenedMail> {
  const response = await call(id, path);
  expect(response.status).toBe(200);
  return openedMail.parse(await response.json());
}

/** What acts for a member in any email, signed by any key of the house. */
function isHarmless(mail: OpenedMail, secrets: string[]): void {
  const whole = JSON.stringify(mail);
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret)]) expect(whole).not.toContain(form);
  expect(mail.html).not.toMatch(/\shref=/);
}

test("an email is rendered again from what its row stores, without its link's token", async () => {
  const member = await createMember({ passwordHash: null });
  const link = newLink(config, member, "setup", Date.now());
  const parameters = { name: "Ana", durationText: "3 months", endDateText: "Friday, January 1, 2027" };
  const content = { kind: "trial-welcome", memberId: member.id, to: member.email, parameters, link } as const;
  const mail = queueMail({ db, now: Date.now() }, content);
  await mail.insert;
  const opened = await open(member.id, `mails/${mail.id}`);
  expect(opened.isFrozen).toBe(false);
  expect(opened.html).toContain("Friday, January 1, 2027");
  isHarmless(opened, [tokenOf(config, link.id), unsubscribeKey(config, member)]);
  // Looking changes nothing.
  expect(await rowsOf("select state, attempts from transactional_mails where id = ?", mail.id)).toEqual([
    { state: "pending", attempts: 0 },
  ]);
});

test("an email of any kind can be opened, and none contains a secret link", async () => {
  const member = await createMember();
  const { id, addressVersion } = await buyGift();
  const kinds = Object.entries(KINDS);
  const rows = kinds.map(([kind, { parameters }]) => {
    const examples = Object.entries(parameters.shape).map(([name, schema]) => [name, schema.meta()?.examples?.[0]]);
    return { kind, parameters: { ...Object.fromEntries(examples), giftId: id, addressVersion } };
  });
  await rowsOf(
    `insert into transactional_mails (id, member_id, kind, to_address, parameters, next_attempt_at, created_at)
      select value ->> 'kind' || '.opened', ?, value ->> 'kind', ?, value -> 'parameters', 0, 0 from json_each(?)`,
    member.id,
    member.email,
    JSON.stringify(rows),
  );
  const secrets = [
    unsubscribeKey(config, member),
    giftKey(config, { giftId: id, addressVersion }),
    giftOrderKey(config, id),
  ];
  for (const [kind] of kinds) {
    const opened = await openMail(contextAt(0), { id: member.id, mailId: `${kind}.opened` });
    isHarmless(opened, secrets);
    expect(opened.html, kind).not.toContain("{{");
  }
});

test("a gift's email opens only for its recipient", async () => {
  const [giver, recipient, other] = [await createMember(), await createMember(), await createMember()];
  const gift = await buyGift({ giverEmail: giver.email, recipientEmail: recipient.email });
  await sendGiftMails(contextAt(gift.deliverAt + 60_000), { tickAt: 0 });
  const [sent] = await rowsOf(
    "select id from transactional_mails where kind = 'gift' and to_address = ?",
    recipient.email,
  );
  const opened = await open(recipient.id, `mails/${sent?.id}`);
  isHarmless(opened, [giftKey(config, { giftId: gift.id, addressVersion: gift.addressVersion })]);
  for (const { id } of [giver, other]) expect((await call(id, `mails/${sent?.id}`)).status).toBe(404);
});

test("a wake-up email opens from its frozen copy, with the member's name and without their keys", async () => {
  const [member, other] = [await createMember({ firstName: "Zoë" }), await createMember()];
  await keepWakeUp(member, DATE);
  const opened = await open(member.id, `wake-ups/${DATE}`);
  expect(opened).toMatchObject({ subject: "Wake up: Then", isFrozen: true });
  expect(opened.html).toContain("Good morning, Zoë");
  isHarmless(opened, [unsubscribeKey(config, member), mailKey(config, { member: member.id, date: DATE })]);
  expect((await call(other.id, `wake-ups/${DATE}`)).status).toBe(404);
  await rowsOf("delete from wake_up_mails where local_date = ?", DATE);
  expect((await call(member.id, `wake-ups/${DATE}`)).status).toBe(404);
});

test("a purged member has no emails to open, and an unreadable row isn't found", async () => {
  const purged = await createMember({ deletedAt: 5, purgedAt: 6 });
  const member = await createMember();
  const insert =
    "insert into transactional_mails (id, member_id, kind, to_address, parameters, next_attempt_at, created_at)";
  for (const [id, owner, kind] of [
    ["of-purged", purged.id, "test-mail"],
    ["of-old-kind", member.id, "no-such-kind"],
  ] as const) {
    await rowsOf(`${insert} values (?, ?, ?, 'a@x.test', '{}', 0, 0)`, id, owner, kind);
    expect((await call(owner, `mails/${id}`)).status).toBe(404);
  }
});
