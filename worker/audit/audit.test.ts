import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMember, db } from "#test/worker/factories.ts";
import { updateMember } from "../account/member/members.queries.ts";
import { auditChange } from "./audit.queries.ts";

const from = { ipAddress: "192.0.2.7", userAgent: "A browser" };
const origin = { db, now: 1_700_000_000_000, requestId: "request-1", administrator: null, ...from };

function entriesOf(subject: string) {
  return env.DB.prepare("select * from audit where subject = ?").bind(subject).all();
}

test("a change and its audit entry are written together", async () => {
  const { id } = await createMember();
  const entry = { actor: "admin", action: "mails.off", subject: id, details: { firstName: "Bea" } } as const;
  await db.batch([updateMember(db, id, { firstName: "Bea" }), auditChange(origin, entry)]);
  expect((await entriesOf(id)).results).toEqual([
    {
      id: expect.any(Number),
      at: origin.now,
      actor: "admin",
      action: "mails.off",
      subject: id,
      details: '{"firstName":"Bea"}',
      request_id: "request-1",
      ip_address: "192.0.2.7",
      user_agent: "A browser",
    },
  ]);
});

test("a member's IP address and browser aren't stored in the audit log", async () => {
  const { id } = await createMember();
  const entry = { actor: `member:${id}`, action: "mails.off", subject: id } as const;
  await db.batch([updateMember(db, id, { firstName: "Bea" }), auditChange(origin, entry)]);
  expect((await entriesOf(id)).results).toMatchObject([{ ip_address: null, user_agent: null }]);
});

test("a change that affects no row leaves no audit entry", async () => {
  const subject = crypto.randomUUID();
  const entry = { actor: "admin", action: "mails.off", subject } as const;
  await db.batch([updateMember(db, subject, { firstName: "Bea" }), auditChange(origin, entry)]);
  expect((await entriesOf(subject)).results).toEqual([]);
});

test("a failed change leaves no audit entry", async () => {
  const { id } = await createMember();
  const entry = { actor: "admin", action: "mails.off", subject: id } as const;
  const wrong = { email: null as unknown as string };
  const batch = db.batch([
    updateMember(db, id, { firstName: "Bea" }),
    auditChange(origin, entry),
    updateMember(db, id, wrong),
  ]);
  await expect(batch).rejects.toThrow();
  expect((await entriesOf(id)).results).toEqual([]);
});
