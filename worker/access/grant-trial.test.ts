import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trialUserList } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { outboxOf, passwordLinkIn } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { selectMember, selectMemberByEmail } from "../account/member/members.queries.ts";
import { readConfig } from "../kernel/env.ts";
import { addressHash } from "../kernel/hashing.ts";
import { insertGrant, recomputeAccess } from "./access-grants.queries.ts";

const NOW = Date.parse("2026-07-04T17:00:00Z");

type Grant = { email: string; name?: string; trialMonths?: number; requestId?: string; now?: number };

/** Grants a trial and waits until its email has been sent. */
function grant({ name = "Ana Maria Lopez", now = NOW, ...rest }: Grant, DB = env.DB): Promise<Response> {
  return requestWith({ DB }, "/api/admin/create-trial", { json: { name, ...rest }, admin: true, now });
}

/** The run's D1, with something happening between a call's first batch (its reads) and the next (its writes). */
function betweenReadAndWrite(happen: () => Promise<unknown>): D1Database {
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements);
    batches += 1;
    if (batches === 1) await happen();
    return results;
  };
  return { prepare: (sql: string) => env.DB.prepare(sql), batch } as D1Database;
}

/** Grants at the same time: every call has read before any of them writes. */
function grantTogether(grants: Grant[]): Promise<Response[]> {
  let waiting = 0;
  let go = () => {};
  const haveAllRead = new Promise<void>((resolve) => {
    go = resolve;
  });
  const happen = () => {
    waiting += 1;
    if (waiting === grants.length) go();
    return haveAllRead;
  };
  return Promise.all(grants.map((one) => grant(one, betweenReadAndWrite(happen))));
}

function grantsOf(memberId: string | undefined) {
  return rowsOf("select * from access_grants where member_id = ? order by until", memberId ?? "");
}

async function messageOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json<{ message: string }>()).message;
}

function iso(instant: number | null | undefined): string | null {
  return typeof instant === "number" ? new Date(instant).toISOString() : null;
}

async function auditCount(subject: string, action: string): Promise<unknown> {
  const count = env.DB.prepare("select count(*) as count from audit where subject = ? and action = ?");
  return count.bind(subject, action).first("count");
}

test("a trial for a new address creates an account with access until the same time of day, months later", async () => {
  const email = uniqueEmail("Trial.User");
  expect(await messageOf(await grant({ email, trialMonths: 3 }))).toBe(
    `Free trial created for ${email} (3 months, until Sunday, October 4, 2026). The invitation is on its way.`,
  );
  const member = await selectMemberByEmail(db, email).get();
  expect(member).toMatchObject({
    email,
    firstName: "Ana",
    lastName: "Maria Lopez",
    passwordHash: null,
    subscriptionType: "trial",
    subscriptionStatus: "trial",
    wakeUpHour: 6,
    timezone: "America/Chicago",
    emailEnabled: true,
    wakeUpSince: NOW,
    createdAt: NOW,
  });
  expect([iso(member?.accessEndsAt), iso(member?.subscriptionEndsAt)]).toEqual([
    "2026-10-04T17:00:00.000Z",
    "2026-10-04T17:00:00.000Z",
  ]);
  expect(await auditCount(member?.id ?? "", "trial.grant")).toBe(1);
});

test.for([
  ["2026-01-31T18:00:00Z", 1, "2026-02-28T18:00:00.000Z"],
  ["2028-01-31T18:00:00Z", 1, "2028-02-29T18:00:00.000Z"],
  ["2026-08-31T17:00:00Z", 6, "2027-02-28T18:00:00.000Z"],
  // 8 PM on January 31 in Chicago; only in UTC is it February.
  ["2026-02-01T02:00:00Z", 1, "2026-03-01T02:00:00.000Z"],
] as const)("a trial granted at %s for %i months ends at %s", async ([from, trialMonths, end]) => {
  const email = uniqueEmail();
  await grant({ email, trialMonths, now: Date.parse(from) });
  expect(iso((await selectMemberByEmail(db, email).get())?.accessEndsAt)).toBe(end);
});

test("first and last names never consist only of joiner characters", async () => {
  const email = uniqueEmail();
  await grant({ email, name: "\u200d Lopez \u2060" });
  expect(await selectMemberByEmail(db, email).get()).toMatchObject({ firstName: "Lopez", lastName: null });
});

test("a trial lasts one month by default", async () => {
  const email = uniqueEmail();
  expect(await messageOf(await grant({ email }))).toContain("(1 month, until Tuesday, August 4, 2026)");
});

test("the welcome email's link sets the password and logs in to the trial", async () => {
  const email = uniqueEmail();
  await grant({ email, name: "Ana <b>Lopez</b>", trialMonths: 2, now: Date.now() });
  const [mail, ...others] = await outboxOf(email);
  expect(others).toEqual([]);
  expect(mail?.html).toContain("2 months");
  expect(mail?.html).not.toContain("<b>Lopez");

  const link = passwordLinkIn(mail?.html);
  expect(link.searchParams.get("email")).toBe(email);
  const json = { ...Object.fromEntries(link.searchParams), password: "first light" };
  const setUp = await request("/api/auth/setup-password", { json, address: uniqueAddress() });
  const { token } = await setUp.json<{ token: string }>();
  const verified = await request("/api/auth/verify", { token });
  expect(await verified.json()).toMatchObject({
    user: { email, subscriptionType: "trial", subscriptionStatus: "trial", hasAccess: true },
  });
});

test("a running trial is extended from its end, matching the address in any case", async () => {
  const email = uniqueEmail();
  await grant({ email, trialMonths: 1 });
  const first = await selectMemberByEmail(db, email).get();
  expect(await messageOf(await grant({ email: email.toUpperCase(), trialMonths: 2, now: NOW + DAY_MS }))).toContain(
    "Free trial extended",
  );
  const second = await selectMemberByEmail(db, email).get();
  expect(second).toMatchObject({ id: first?.id, wakeUpSince: NOW, email });
  expect(iso(second?.accessEndsAt)).toBe("2026-10-04T17:00:00.000Z");
});

test.for([
  ["an expired trial", { subscriptionType: "trial", subscriptionStatus: "expired" }],
  ["a trial whose status hasn't changed yet", { subscriptionType: "trial", subscriptionStatus: "trial" }],
  ["a cancelled membership that has ended", { subscriptionType: "annual", subscriptionStatus: "cancelled" }],
] as const)("after %s, a grant starts a new trial immediately on the existing account", async ([, overrides]) => {
  const wakeUpSince = NOW - 90 * DAY_MS;
  const member = await createMember({ ...overrides, accessEndsAt: NOW, passwordHash: "scrypt$x", wakeUpSince });
  await grant({ email: member.email, trialMonths: 1 });
  expect(await selectMember(db, member.id).get()).toEqual({
    ...member,
    subscriptionType: "trial",
    subscriptionStatus: "trial",
    accessEndsAt: Date.parse("2026-08-04T17:00:00Z"),
    subscriptionEndsAt: Date.parse("2026-08-04T17:00:00Z"),
    highestPlan: "monthly",
    accessChangesAt: Date.parse("2026-08-04T17:00:00Z"),
    wakeUpSince: NOW,
    updatedAt: NOW,
  });
});

test("the trial's end is computed in the member's time zone", async () => {
  const timezone = "Pacific/Auckland";
  const member = await createMember({ subscriptionType: "trial", accessEndsAt: null, timezone });
  // 9 AM on August 31 in Auckland is still the 30th in Chicago. September has 30 days; DST starts at its end.
  await grant({ email: member.email, trialMonths: 1, now: Date.parse("2026-08-30T21:00:00Z") });
  expect(iso((await selectMember(db, member.id).get())?.accessEndsAt)).toBe("2026-09-29T20:00:00.000Z");
});

test("a member with a password gets a link to log in, not to set one up", async () => {
  const member = await createMember({ subscriptionType: "trial", passwordHash: "scrypt$x", accessEndsAt: null });
  await grant({ email: member.email });
  const [mail] = await outboxOf(member.email);
  expect(mail?.html).toContain("http://localhost:8787/login");
  expect(mail?.html).not.toContain("/setup-password");
});

test.for(["monthly", "quarterly", "annual", "gift"] as const)(
  "a running %s subscription isn't turned into a trial",
  async (subscriptionType) => {
    const member = await createMember({ subscriptionType, accessEndsAt: NOW + 1, subscriptionStatus: "cancelled" });
    const response = await grant({ email: member.email });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: "conflict",
      error: `${member.email} already has other access or will get it (${subscriptionType}). No trial was created.`,
    });
    expect(await selectMember(db, member.id).get()).toEqual(member);
    expect(await outboxOf(member.email)).toEqual([]);
    expect(await auditCount(member.id, "trial.grant")).toBe(0);
  },
);

test("pressing the button twice creates one account with one trial and one invitation", async () => {
  const email = uniqueEmail();
  const responses = await Promise.all([grant({ email }), grant({ email })]);
  expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
  const list = trialUserList.parse(await (await request("/api/admin/trial-users", { admin: true })).json());
  expect(list.filter((user) => user.email === email)).toHaveLength(1);
  expect(iso((await selectMemberByEmail(db, email).get())?.accessEndsAt)).toBe("2026-08-04T17:00:00.000Z");
  expect(await outboxOf(email)).toHaveLength(1);
});

test("a subscription that arrives during a trial grant stays, and the trial is refused", async () => {
  const member = await createMember({ subscriptionType: "trial", accessEndsAt: NOW + DAY_MS, subscriptionEndsAt: NOW });
  const lands = async () => {
    const paid = { startsAt: NOW - 1, until: NOW + 400 * DAY_MS, paidUntil: NOW + 390 * DAY_MS, createdAt: NOW };
    await db.batch([
      insertGrant(db, {
        id: member.id,
        memberId: member.id,
        source: "subscription",
        sourceId: member.id,
        plan: "annual",
        ...paid,
      }),
      recomputeAccess(db, [member.id], { now: NOW }),
    ]);
  };
  const response = await grant({ email: member.email }, betweenReadAndWrite(lands));
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    error: `${member.email} already has other access or will get it (annual). No trial was created.`,
  });
  expect(await selectMember(db, member.id).get()).toMatchObject({
    subscriptionType: "annual",
    subscriptionStatus: "active",
    accessEndsAt: NOW + 400 * DAY_MS,
    subscriptionEndsAt: NOW + 390 * DAY_MS,
  });
  expect(await grantsOf(member.id)).toHaveLength(2);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await auditCount(member.id, "trial.grant")).toBe(0);
});

test.for([
  ["a new address", false],
  ["a running trial", true],
] as const)(
  "six simultaneous grants for %s grant one trial, and every response names its real end",
  async ([, isKnown]) => {
    const email = uniqueEmail();
    if (isKnown) await grant({ email, trialMonths: 1 });
    const mailsBefore = (await outboxOf(email)).length;
    const responses = await grantTogether(Array.from({ length: 6 }, () => ({ email, trialMonths: 2 })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const member = await selectMemberByEmail(db, email).get();
    const end = isKnown ? "2026-10-04T17:00:00.000Z" : "2026-09-04T17:00:00.000Z";
    const endText = isKnown ? "Sunday, October 4, 2026" : "Friday, September 4, 2026";
    expect(iso(member?.accessEndsAt)).toBe(end);
    for (const response of responses) {
      const { message, error } = await response.json<{ message?: string; error?: string }>();
      expect(message ?? error).toContain(`until ${endText}`);
    }
    expect(await outboxOf(email)).toHaveLength(mailsBefore + 1);
    expect(await grantsOf(member?.id)).toHaveLength(isKnown ? 2 : 1);
  },
);

test("if two different trial grants collide, the loser reports the new end date and succeeds when resent", async () => {
  const email = uniqueEmail();
  const grants = [1, 3].map((trialMonths) => ({ email, trialMonths, requestId: crypto.randomUUID() }));
  const responses = await grantTogether(grants);
  const lost = responses.findIndex((response) => response.status === 409);
  const kept = grants[1 - lost];
  const again = grants[lost];
  if (!kept || !again) throw new Error("One of the two had to lose.");
  const end = kept.trialMonths === 1 ? "Tuesday, August 4, 2026" : "Sunday, October 4, 2026";
  expect(await responses[lost]?.json()).toMatchObject({
    code: "conflict",
    error: expect.stringContaining(`just got a trial, until ${end}. Nothing was added`),
  });
  expect(await outboxOf(email)).toHaveLength(1);
  expect(await messageOf(await grant(again))).toContain("Free trial extended");
  expect(iso((await selectMemberByEmail(db, email).get())?.accessEndsAt)).toBe("2026-11-04T18:00:00.000Z");
  expect(await outboxOf(email)).toHaveLength(2);
});

test("a repeated request, simultaneous or later, gets the first response and sends no second email", async () => {
  const once = { email: uniqueEmail(), trialMonths: 6, requestId: crypto.randomUUID() };
  const messages = await Promise.all((await grantTogether([once, once])).map(messageOf));
  expect(messages[0]).toContain("Free trial created");
  expect(messages[1]).toBe(messages[0]);
  await grant({ email: once.email, trialMonths: 1, now: NOW + DAY_MS });
  expect(await messageOf(await grant({ ...once, now: NOW + 2 * DAY_MS }))).toBe(messages[0]);
  const member = await selectMemberByEmail(db, once.email).get();
  expect(iso(member?.accessEndsAt)).toBe("2027-02-04T18:00:00.000Z");
  expect(await grantsOf(member?.id)).toHaveLength(2);
  expect(await outboxOf(once.email)).toHaveLength(2);

  const later = { email: once.email, trialMonths: 2, requestId: crypto.randomUUID(), now: NOW + 3 * DAY_MS };
  const extended = await messageOf(await grant(later));
  expect(extended).toContain("Free trial extended");
  expect(await messageOf(await grant(later))).toBe(extended);
});

test("a request ID can't be reused for another trial", async () => {
  const first = { email: uniqueEmail(), trialMonths: 1, requestId: crypto.randomUUID() };
  await grant(first);
  for (const other of [{ email: uniqueEmail() }, { trialMonths: 2 }]) {
    const response = await grant({ ...first, ...other });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining("already used for another trial") });
  }
  const member = await selectMemberByEmail(db, first.email).get();
  await request(`/api/admin/trial-users/${member?.id}`, { method: "DELETE", admin: true, now: NOW });
  expect((await grant(first)).status).toBe(409);
  expect(await selectMemberByEmail(db, first.email).get()).toBeUndefined();
});

test("a database failure isn't mistaken for a simultaneous trial grant", async () => {
  const email = uniqueEmail();
  const breaks = betweenReadAndWrite(async () => {
    throw new Error("The database went away.");
  });
  expect((await grant({ email }, breaks)).status).toBe(500);
  expect(await selectMemberByEmail(db, email).get()).toBeUndefined();
});

test.for([
  [{ name: " ", email: "ana@daybolt.test" }, "Please enter both name and email"],
  [{ name: "Ana", email: "" }, "Please enter both name and email"],
  [{ name: "Ana", email: "ana" }, "Please enter a valid email"],
  [{ name: "Ana", email: "ana@daybolt.test", trialMonths: 5 }, "Choose 1, 2, 3, 6, or 12 months"],
] as const)("the form %j is refused", async ([json, error]) => {
  const response = await request("/api/admin/create-trial", { json, admin: true });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "validation", error });
});

test.for([
  ["Ana", "Ana", null],
  ["Ana Lopez", "Ana", "Lopez"],
  ["  Ana   Maria  Lopez ", "Ana", "Maria Lopez"],
  ["Ольга Иванова", "Ольга", "Иванова"],
] as const)("the name %j is split into first and last name", async ([name, firstName, lastName]) => {
  const email = uniqueEmail();
  await grant({ email, name });
  expect(await selectMemberByEmail(db, email).get()).toMatchObject({ firstName, lastName });
});

test("a trial for a suppressed address is granted, and the response promises no email", async () => {
  const [known, email] = [await createMember({ suppressedAt: 5, subscriptionType: "trial" }), uniqueEmail()];
  await env.DB.prepare("insert into suppressions (address_hash, reason, suppressed_at) values (?, 'bounced', 5)")
    .bind(addressHash(readConfig(env), email))
    .run();
  for (const to of [known.email, email]) {
    const requestId = crypto.randomUUID();
    for (let click = 0; click < 2; click += 1) {
      const message = await messageOf(await grant({ email: to, requestId }));
      expect(message).toContain(
        `Emails to ${to} bounced, were rejected, or were reported as spam, so we stopped sending.`,
      );
      expect(message).not.toContain("on its way");
    }
    expect(await outboxOf(to)).toEqual([]);
  }
});
