import { beforeEach, expect, test } from "vitest";
import { invitationChoices, invitationPreview, type StartInvitationsRequest } from "#domain/contract/imports.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { db, rowsOf, setMember } from "#test/worker/factories.ts";
import { createImport, createInvited, forgetInvitations, startAll } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { pauseKind } from "../../mail/pauses.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { readInvitations, sendInvitations, startInvitations, stopInvitations } from "./send-invitations.ts";

const NOW = Date.parse("2026-11-26T08:00:00Z");
const WITHOUT = { accessEndsAt: null, subscriptionEndsAt: null };
const UNTIL = NOW + 60 * DAY_MS;
const WITH = { accessEndsAt: UNTIL, subscriptionEndsAt: UNTIL };

beforeEach(forgetInvitations);

const start = (to: StartInvitationsRequest["to"], now = NOW) => startInvitations(contextAt(now), startAll(to));
const tick = (now = NOW) => sendInvitations(contextAt(now));
/** The kinds of emails written, by address. */
async function written(): Promise<Record<string, string>> {
  const rows = await rowsOf(
    "select to_address as address, group_concat(kind) as kinds from transactional_mails group by 1",
  );
  return Object.fromEntries(rows.map(({ address, kinds }) => [String(address), String(kinds)]));
}

/** Two imports of four people each: with access, without, opted out with access, and opted out without. */
async function twoImports() {
  const ids = [await createImport(NOW - DAY_MS), await createImport(NOW - HOUR_MS)];
  const people = [];
  for (const [nth, id] of ids.entries()) {
    const of = (row: number, more: object) =>
      createInvited(id, { row, email: `${nth}-${row}-${uniqueEmail()}`, ...more });
    const out = { invitation: { isUnsubscribed: true } };
    people.push([
      await of(1, WITHOUT),
      await of(2, { ...WITHOUT, ...out }),
      await of(3, { ...WITH, ...out }),
      await of(4, WITH),
    ] as const);
  }
  const [first, second] = people;
  if (!first || !second) throw new Error("No people.");
  return { ids, first, second };
}

test("an import's people are invited without the other's, and of those without access no one unless it's ticked", async () => {
  const { ids, first } = await twoImports();
  await start({ segment: { importId: ids[0] }, isAgreed: false });
  await tick();
  expect(await written()).toEqual({ [first[2].email]: "invitation", [first[3].email]: "invitation" });
  // No one is left, so the round has ended.
  await tick(NOW + MINUTE_MS);
  expect(await readInvitations(contextAt(NOW))).toMatchObject({ state: "idle", waiting: 6, open: 2 });
});

test("with the tick, people without access get one email of their own, after those with access; who opted out gets none", async () => {
  const { ids, first, second } = await twoImports();
  await start({ segment: { importId: ids[1] }, isAgreed: true });
  await start({ segment: {} }, NOW + 1);
  await tick();
  expect(await written()).toEqual({
    [first[2].email]: "invitation",
    [first[3].email]: "invitation",
    [second[2].email]: "invitation",
    [second[3].email]: "invitation",
    [second[0].email]: "invitation-offer",
  });
  await sendDueMails(contextAt(NOW));
  const [mail, ...more] = await outboxOf(second[0].email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("You're invited to Daybolt");
  expect(mail?.text).toContain("You're receiving this because you agreed to emails where you signed up");
  expect(mail?.text).toContain("You don't have a membership.");
  expect(mail?.headers).toMatchObject({
    "List-Unsubscribe": expect.stringContaining(`member=${second[0].id}`),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  // No reminder.
  await tick(NOW + 31 * DAY_MS);
  expect((await written())[second[0].email]).toBe("invitation-offer");
  expect((await written())[second[3].email]?.split(",")).toEqual(["invitation", "invitation-reminder"]);
  const [audited] = await rowsOf(
    "select details from audit where action = 'invitations.start' order by id desc limit 1 offset 1",
  );
  expect(JSON.parse(String(audited?.details))).toEqual({ segment: "an import", importId: ids[1], isAgreed: true });
});

test("with little room in the day's pace, people with access come first, from whichever import", async () => {
  const agreed = await createImport(NOW - DAY_MS);
  for (let row = 1; row <= 30; row += 1) await createInvited(agreed, { row, ...WITHOUT });
  const paying = await createImport(NOW - HOUR_MS);
  for (let row = 1; row <= 40; row += 1) await createInvited(paying, { row, ...WITH });
  await start({ segment: { importId: agreed }, isAgreed: true });
  await start({ segment: { importId: paying }, isAgreed: false }, NOW + 1);
  await tick();
  const counts = async () => rowsOf("select kind, count(*) as n from transactional_mails group by 1 order by 1");
  expect(await counts()).toEqual([
    { kind: "invitation", n: 40 },
    { kind: "invitation-offer", n: 10 },
  ]);
  await tick(NOW + DAY_MS);
  expect(await counts()).toContainEqual({ kind: "invitation-offer", n: 30 });
});

test("a label's people are invited, and no one who is suppressed", async () => {
  const { first, second } = await twoImports();
  for (const { id } of [first[3], second[3], first[0]])
    await rowsOf("insert into member_labels (member_id, label) values (?, 'vip')", id);
  await setMember(second[3].id, { suppressedAt: 1, suppressionReason: "bounced" });
  await start({ segment: { label: "vip" } });
  await tick();
  expect(await written()).toEqual({ [first[3].email]: "invitation" });
});

test("who unsubscribes or isn't agreed anymore before the email leaves doesn't get it", async () => {
  const { ids, first } = await twoImports();
  const id = ids[0] ?? "";
  await start({ segment: { importId: id }, isAgreed: true });
  await tick();
  await rowsOf("update invitations set is_unsubscribed = 1 where member_id = ?", first[0].id);
  await sendDueMails(contextAt(NOW));
  expect(await outboxOf(first[0].email)).toEqual([]);
});

test("complaints about emails to people without access stop those alone, until an administrator ticks again", async () => {
  const { ids, first, second } = await twoImports();
  const [one, other] = [ids[0] ?? "", ids[1] ?? ""];
  await start({ segment: { importId: one }, isAgreed: true });
  await tick();
  await pauseKind(db, "offer", { until: NOW + DAY_MS, now: NOW });
  await start({ segment: { importId: other }, isAgreed: false }, NOW + MINUTE_MS);
  await tick(NOW + MINUTE_MS);
  // What hadn't left is taken back; people with access are invited as before.
  expect(await written()).toEqual(
    Object.fromEntries([first[2], first[3], second[2], second[3]].map(({ email }) => [email, "invitation"])),
  );
  expect(await readInvitations(contextAt(NOW))).toMatchObject({ areOffersStopped: true, stopReason: null });
  await tick(NOW + 2 * DAY_MS);
  expect(await written()).not.toHaveProperty([first[0].email]);
  await start({ segment: { importId: one }, isAgreed: true }, NOW + 2 * DAY_MS);
  await tick(NOW + 2 * DAY_MS);
  expect((await written())[first[0].email]).toBe("invitation-offer");
  expect(await readInvitations(contextAt(NOW))).toMatchObject({ areOffersStopped: false });
});

test("a segment's invitations continue after a stop, and no one else joins them", async () => {
  const { ids, first } = await twoImports();
  await start({ segment: { importId: ids[0] }, isAgreed: true });
  await stopInvitations(contextAt(NOW));
  await rowsOf("insert into member_labels (member_id, label) values (?, 'vip')", first[3].id);
  await start(null, NOW + 1);
  await tick();
  expect(Object.keys(await written()).sort()).toEqual([first[0], first[2], first[3]].map(({ email }) => email).sort());
});

test("the choices count who of a segment has an invitation and who waits; previews and tests show each email", async () => {
  const { ids, first } = await twoImports();
  await rowsOf("insert into member_labels (member_id, label) values (?, 'vip')", first[3].id);
  const read = async (query: string) => {
    const answer = await request(`/api/admin/invitations/choices?${query}`, { admin: true, now: NOW });
    return invitationChoices.parse(await answer.json());
  };
  expect(await read("")).toEqual({
    invited: 0,
    withAccess: 4,
    withoutAccess: 2,
    optedOut: 2,
    unreachable: 0,
    agreed: 0,
  });
  expect(await read(`importId=${ids[0]}`)).toEqual({
    invited: 0,
    withAccess: 2,
    withoutAccess: 1,
    optedOut: 1,
    unreachable: 0,
    agreed: 0,
  });
  await rowsOf("update imports set agreed_at = 1 where id = ?", ids[0] ?? "");
  expect(await read("")).toMatchObject({ agreed: 1 });
  expect(await read("label=vip")).toEqual({
    invited: 0,
    withAccess: 1,
    withoutAccess: 0,
    optedOut: 0,
    unreachable: 0,
    agreed: 0,
  });
  await start({ segment: { label: "vip" } });
  await tick();
  expect(await read("label=vip")).toMatchObject({ invited: 1, withAccess: 0 });
  expect(await read("")).toMatchObject({ invited: 1, withAccess: 3 });
  // They are counted wherever they are, so that all numbers add up.
  await rowsOf("update members set suppressed_at = 1 where id in (?, ?)", first[2].id, first[3].id);
  expect(await read("")).toMatchObject({ invited: 1, withAccess: 2, unreachable: 1 });
  for (const [kind, says] of [
    ["invitation", "You&#x27;ve paid through"],
    ["invitation-offer", "You don&#x27;t have a membership"],
  ]) {
    const shown = await request("/api/admin/invitations/preview", { admin: true, json: { kind } });
    expect(invitationPreview.parse(await shown.json()).html.replaceAll("&#39;", "&#x27;")).toContain(says);
    const email = uniqueEmail();
    const sent = await request("/api/admin/invitations/test", { admin: true, json: { kind, email } });
    expect(sent.status).toBe(200);
    expect((await outboxOf(email))[0]?.subject).toContain("[Test]");
  }
});
