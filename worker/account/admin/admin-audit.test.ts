import { beforeAll, expect, test } from "vitest";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { ADMIN_WRITES, WRITE_ANSWERS } from "#test/worker/admin-writes.ts";
import { createItem, createMember, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";

/** What a route records: the action, and the names of its details. */
type Recorded = [action: AuditAction, ...details: string[]];

/** What each of the administrator's writing routes leaves in the audit log. */
const RECORDED: Record<string, Recorded[]> = {
  "DELETE /api/admin/administrators/:id": [["administrator.remove"]],
  "POST /api/admin/administrators": [["administrator.add", "role"]],
  "PUT /api/admin/administrators/:id": [["administrator.change", "role"]],
  "POST /api/admin/administrators/:id/key": [["administrator.key"]],
  "POST /api/admin/administrators/:id/code": [["administrator.code"]],
  "POST /api/admin/live-events/:id/release": [["live-event.create", "title"]],
  "DELETE /api/admin/broadcasts/:id": [["broadcast.cancel"]],
  "DELETE /api/admin/live-events/:id": [["live-event.cancel"]],
  "DELETE /api/admin/members/:id/notes/:noteId": [["member.note-deleted"]],
  "DELETE /api/admin/trial-users/:id": [["trial.delete"]],
  "DELETE /api/content/:id": [["content.delete"]],
  "POST /api/admin/broadcasts": [["broadcast.create", "kind", "audience", "segment", "recipients"]],
  "POST /api/admin/broadcasts/test": [["test-email.send", "to"]],
  "POST /api/admin/create-trial": [["trial.grant", "trialMonths"]],
  "POST /api/admin/gifts/:id/refund": [["gift.refund", "paymentId", "cents", "reason"]],
  "POST /api/admin/imports/:id/cancel": [["import.cancel"]],
  "POST /api/admin/imports/:id/check": [["import.check", "created", "refused"]],
  "POST /api/admin/imports/:id/start": [["import.start"]],
  "POST /api/admin/imports/:id/undo": [["import.undo"]],
  "POST /api/admin/inbound/:id/answer": [["inbound.answer"]],
  "POST /api/admin/inbound/:id/answered": [["inbound.answered"]],
  "POST /api/admin/invitations/purge": [["invitations.purge"]],
  "POST /api/admin/invitations/start": [["invitations.start", "segment"]],
  "POST /api/admin/invitations/stop": [["invitations.stop", "reason"]],
  "POST /api/admin/invitations/test": [["test-email.send", "to"]],
  "POST /api/admin/live-events": [["live-event.create", "title"]],
  "DELETE /api/admin/members/jobs/:id": [["members.change-cancelled"]],
  "POST /api/admin/members/jobs/:id/confirm": [["members.change", "kind", "label", "segment", "members"]],
  "POST /api/admin/members/:id/address": [["member.address-asked", "fields"]],
  "POST /api/admin/members/:id/grants": [["grant.create", "grantId", "plan", "lastDay", "reason"]],
  "POST /api/admin/members/:id/grants/:grantId/end": [["grant.end", "grantId", "reason"]],
  "POST /api/admin/members/:id/close": [["member.delete"]],
  "POST /api/admin/members/:id/lift-suppression": [["mails.unsuppressed"]],
  "POST /api/admin/members/:id/mails": [["mails.off"]],
  "POST /api/admin/members/:id/notes": [["member.note"]],
  "POST /api/admin/members/:id/password-mail": [["member.password-mail"]],
  "POST /api/admin/members/:id/resend": [["mail.resend", "mailId"]],
  "POST /api/admin/members/:id/sign-out": [["member.sign-out"]],
  "POST /api/admin/members/:id/subscriptions/:sid/heal": [["subscription.heal", "subscriptionId"]],
  "POST /api/admin/payments/:id/refund": [
    ["payment.refund", "paymentId", "refundId", "cents", "reason", "isWithinWindow"],
  ],
  "POST /api/admin/mornings/:date/send-again": [["resend.start"]],
  "DELETE /api/admin/mornings/:date/send-again": [["resend.stop"]],
  // The batch has no one left.
  "POST /api/admin/batches/:id/send-again": [["batch.send-again", "change"]],
  "POST /api/admin/delivery/try": [["sending.try"]],
  "POST /api/admin/test-email": [["test-email.send", "to"]],
  "POST /api/admin/trial-users/:id/invite": [["trial.invite-again"]],
  "POST /api/admin/uploads/:id/complete": [["medium.upload", "kind", "filename", "sizeBytes"]],
  "POST /api/admin/wake-up": [["wake-up.send", "date"]],
  "POST /api/content": [["content.create", "fields"]],
  "POST /api/content/days": [["content.change-days", "hidden", "dates"]],
  "POST /api/content/days/:id/undo": [["content.undo-days", "restored", "left"]],
  "POST /api/content/sheet": [["content.import", "created", "changed", "dates"]],
  "POST /api/content/:id/duplicate": [["content.duplicate", "from"]],
  "POST /api/content/:id/restore": [["content.restore", "from"]],
  "POST /api/content/:id/revisions/:version/restore": [["content.restore-revision", "version", "fields"]],
  "POST /api/paypal/events/:id/replay": [["webhook.replay"]],
  "POST /api/paypal/subscriptions/:id/cancel": [["subscription.cancel", "subscriptionId", "reason", "by"]],
  "PUT /api/admin/imports/:id": [["import.upload", "filename", "sizeBytes"]],
  "PUT /api/admin/live-events/:id": [["live-event.update", "fields"]],
  "PUT /api/admin/members/:id/labels": [["member.labels", "labels"]],
  "PUT /api/admin/trial-users/:id/end": [["trial.change-end", "endDate"]],
  "PUT /api/content/:id": [["content.update", "fields"]],
};
/** These change nothing stored, or only write down who waits for a confirmation. */
const NOTHING_KEPT = [
  "POST /api/admin/broadcasts/preview",
  "POST /api/admin/invitations/preview",
  "POST /api/admin/email-preview",
  "POST /api/admin/logout",
  "POST /api/admin/verify",
  "POST /api/admin/members/jobs",
  "POST /api/content/days/plan",
  "POST /api/content/sheet/plan",
];

type Row = { id: number; action: AuditAction; details: string | null; ip_address: string; user_agent: string };

/** Records of one call, by its network address. */
async function auditFrom(address: string): Promise<Row[]> {
  return (await rowsOf("select * from audit where actor = 'admin' and ip_address = ? order by id", address)) as Row[];
}

async function call(route: string): Promise<Row[]> {
  const [method = "", pattern = ""] = route.split(" ");
  const { path = pattern, headers, ...options } = (await WRITE_ANSWERS[route]?.call()) ?? {};
  const address = uniqueAddress();
  const as = { method, address, ...options, headers: { ...headers, "user-agent": "A browser" } };
  const response = await requestWith({}, path, as);
  expect([route, response.status]).toEqual([route, response.status === 201 ? 201 : 200]);
  return auditFrom(address);
}

/** Personal data that no record may contain: members, and what was written about them. */
async function expectNothingPersonal(rows: Row[]): Promise<void> {
  const people = await rowsOf(
    "select email as word from members union select first_name from members union select last_name from members",
  );
  const words = [...people.map(({ word }) => String(word ?? "")), "Called."].filter((word) => word.length > 3);
  for (const { details } of rows) expect(words.filter((word) => details?.includes(word))).toEqual([]);
}

beforeAll(async () => {
  // Midnight may pass while the file runs.
  for (const days of [0, 1]) await createItem(dayAhead(days));
});

test("every admin write route is listed here", () => {
  expect([...Object.keys(RECORDED), ...NOTHING_KEPT].toSorted()).toEqual(ADMIN_WRITES.toSorted());
});

test.for(Object.entries(RECORDED))(
  "%s records the action, where it came from, and what it affects",
  async ([route, recorded]) => {
    const rows = await call(route);
    const named = rows.map(({ action, details }) => [action, ...Object.keys(JSON.parse(details ?? "{}"))]);
    expect(named).toEqual(recorded);
    expect(new Set(rows.map(({ user_agent }) => user_agent))).toEqual(new Set(["A browser"]));
    await expectNothingPersonal(rows);
  },
);

test.for(NOTHING_KEPT)("%s leaves no record", async (route) => {
  expect(await call(route)).toEqual([]);
});

test("a change is recorded with the changed fields, but not their old or new values", async () => {
  const item = await createItem("2031-04-01", { title: "The old words", description: "The same" });
  const address = uniqueAddress();
  const change = { title: "The new words", description: "The same", hidden: true };
  const asked = await request(`/api/content/${item.id}`, { method: "PUT", admin: true, address, json: change });
  expect(asked.status).toBe(200);
  const [row] = await auditFrom(address);
  expect(JSON.parse(row?.details ?? "")).toEqual({ fields: ["title", "hidden"] });
});

test("an address change is recorded without either address", async () => {
  const member = await createMember({ firstName: "Rosalind" });
  const address = uniqueAddress();
  const asked = await request(`/api/admin/members/${member.id}/address`, {
    admin: true,
    address,
    json: { requestId: crypto.randomUUID(), email: `new-${member.email}` },
  });
  expect(asked.status).toBe(200);
  const rows = await auditFrom(address);
  expect(rows.map(({ details }) => details)).toEqual(['{"fields":["email"]}']);
  await expectNothingPersonal(rows);
});
