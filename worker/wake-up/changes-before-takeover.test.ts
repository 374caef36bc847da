import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { chosenAt, createPlanned } from "#test/worker/plans.ts";
import { request } from "#test/worker/request.ts";
import { FRIDAY, hoursOf, MONDAY, on, SATURDAY } from "#test/worker/weekends.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import type { NewMember } from "../account/member/member.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { mailKey } from "../kernel/links/mail-key.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { takePlansOver } from "./take-plans-over.ts";

/** A member whose plan is still there on a Saturday, when their row holds the weekend hour. */
const notTakenYet = (overrides: Partial<NewMember> = {}) =>
  createPlanned(chosenAt({ weekdayHour: 6, weekendHour: 8 }, CHICAGO, on(SATURDAY, 0)), {
    accessEndsAt: on(MONDAY, 23),
    ...overrides,
  });

test.for([
  [{ emailTime: "07:00" }, { hour: 7, weekend: 8 }],
  [{ weekendTime: "09:00" }, { hour: 6, weekend: 9 }],
  [{ weekendTime: "none" }, { hour: 6, weekend: NO_HOUR }],
  // The page still showed the weekend hour as the only one.
  [
    { emailTime: "08:00", weekendTime: "05:00", timezone: CHICAGO, emailEnabled: true },
    { hour: 6, weekend: 5 },
  ],
] as const)("choosing %j before the plan takeover isn't undone by the takeover", async ([json, hours]) => {
  const now = on(SATURDAY, 12);
  const member = await notTakenYet();
  await request("/api/user/profile", { method: "PUT", token: await tokenFor(member, now), json, now });
  for (const at of [now, on(SATURDAY, 21)]) {
    await takePlansOver(contextAt(at));
    expect(await hoursOf(member)).toMatchObject(hours);
  }
});

test.for([
  [SATURDAY, { hour: 6, weekend: 9 }],
  [FRIDAY, { hour: 9, weekend: 8 }],
] as const)("a link in the email of %s moves that day's hour even before the plan takeover", async ([date, hours]) => {
  const now = on(SATURDAY, 12);
  const { id: member } = await notTakenYet();
  const json = { member, date, key: mailKey(readConfig(env), { member, date }), hour: 9 };
  expect((await request("/api/by-mail/hour", { json, now })).status).toBe(200);
  await takePlansOver(contextAt(now));
  expect(await hoursOf({ id: member })).toMatchObject(hours);
});

test("the first hour a trial member chooses replaces a plan not yet taken over", async () => {
  const now = on(SATURDAY, 12);
  const member = await notTakenYet({ subscriptionType: "trial", subscriptionStatus: "trial" });
  const link = newLink(readConfig(env), member, "setup", now);
  await insertLink(db, link);
  const opening = { token: await tokenOf(readConfig(env), link.id), email: member.email, password: "first light" };
  const json = { ...opening, emailTime: "07:00", timezone: CHICAGO };
  const answer = await request("/api/auth/setup-password", { json, address: uniqueAddress(), now });
  expect(answer.status).toBe(200);
  await takePlansOver(contextAt(now));
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekend: null });
});
