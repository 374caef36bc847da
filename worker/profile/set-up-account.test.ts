import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { setupLinkResponse } from "#domain/contract/account.ts";
import { DAY_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { createItem, createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import type { Member, NewMember } from "../account/member/member.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";

const PACIFIC = "America/Los_Angeles";
const TRIAL = { subscriptionType: "trial", subscriptionStatus: "trial" } as const;

/** A member with a link, and what the page knows of it. */
async function invite(of: Partial<NewMember>, now = Date.now(), purpose: "setup" | "reset" = "setup") {
  const member = await createMember(of);
  const link = newLink(readConfig(env), member, purpose, now);
  await insertLink(db, link);
  return { member, link: { token: await tokenOf(readConfig(env), link.id), email: member.email } };
}

type Link = Awaited<ReturnType<typeof invite>>["link"];

const read = (link: Link) => request("/api/auth/setup-link", { json: link, address: uniqueAddress() });
const setUp = (link: Link, wakeUp: object, now?: number) =>
  request("/api/auth/setup-password", {
    json: { ...link, password: "first light", ...wakeUp },
    address: uniqueAddress(),
    now,
  });
const wakeUpOf = async ({ id }: Member) =>
  (
    await rowsOf("select wake_up_hour as hour, timezone as zone, wake_up_since as since from members where id = ?", id)
  )[0];
const entriesOf = async ({ id }: Member) =>
  (await rowsOf("select action, details from audit where subject = ? order by id", id)).map(
    ({ action, details }) => `${action} ${details}`,
  );

test("reading a trial's link returns the hour question unused, and the answer is saved with the password", async () => {
  const { member, link } = await invite({ ...TRIAL, wakeUpHour: 7 });
  const question = setupLinkResponse.parse(await (await read(link)).json());
  expect(question.wakeUp?.emailTime).toBe("07:00");
  expect(question.wakeUp?.wakeUpOptions.emailTimes).toEqual(["05:00", "06:00", "07:00", "08:00", "09:00"]);
  const before = Date.now();
  expect((await setUp(link, { emailTime: "09:00", timezone: "America/Detroit" })).status).toBe(200);
  const { since, ...wakeUp } = (await wakeUpOf(member)) ?? {};
  expect(wakeUp).toEqual({ hour: 9, zone: "America/New_York" });
  expect(since).toBeGreaterThanOrEqual(before);
  expect(await entriesOf(member)).toEqual(['mails.time {"emailTime":"09:00","timezone":"America/New_York"}']);
});

test("a trial member who doesn't choose an hour keeps the current one, in the browser's zone if it's sent", async () => {
  const { member, link } = await invite({ ...TRIAL, wakeUpHour: 8 });
  await setUp(link, { timezone: PACIFIC, emailTime: 12 });
  expect(await wakeUpOf(member)).toMatchObject({ hour: 8, zone: PACIFIC });
  for (const wakeUp of [{}, { timezone: 5 }, { emailTime: "09:00" }]) {
    const other = await invite({ ...TRIAL, wakeUpHour: 8, wakeUpSince: 5 });
    expect((await setUp(other.link, wakeUp)).status).toBe(200);
    expect(await wakeUpOf(other.member)).toEqual({ hour: 8, zone: "America/Chicago", since: 5 });
    expect(await entriesOf(other.member)).toEqual([]);
  }
});

test.for([
  ["a member who pays", {}],
  ["a recipient of a gift", { subscriptionType: "gift" }],
  ["a trial with a password", { ...TRIAL, passwordHash: "a hash" }],
] as const)("%s isn't asked for an hour and keeps the current one", async ([, of]) => {
  const { member, link } = await invite({ ...of, wakeUpHour: 5 });
  expect(await (await read(link)).json()).toEqual({ isReset: false, wakeUp: null, feeds: [] });
  expect((await setUp(link, { emailTime: "09:00", timezone: PACIFIC })).status).toBe(200);
  expect(await wakeUpOf(member)).toMatchObject({ hour: 5, zone: "America/Chicago" });
});

test.for([
  ["a reset link replaces a password", "reset", { passwordHash: "a hash" }, true],
  ["a reset link of a member without a password sets the first", "reset", { passwordHash: null }, false],
  ["a setup link sets the first", "setup", { passwordHash: "a hash" }, false],
] as const)("%s, and its check says so", async ([, purpose, of, isReset]) => {
  const { link } = await invite(of, Date.now(), purpose);
  expect(await (await read(link)).json()).toMatchObject({ isReset });
});

test("only the first of two answers to one link counts", async () => {
  const { member, link } = await invite(TRIAL);
  const hours = ["05:00", "09:00"];
  const answers = await Promise.all(hours.map((emailTime) => setUp(link, { emailTime, timezone: PACIFIC })));
  const won = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await wakeUpOf(member))?.hour).toBe(Number(hours[won]?.slice(0, 2)));
  expect(await entriesOf(member)).toHaveLength(1);
  expect((await setUp(link, { emailTime: "07:00", timezone: PACIFIC })).status).toBe(410);
  expect((await read(link)).status).toBe(410);
});

test("checking a wrong link reveals no more than using it", async () => {
  const { link } = await invite(TRIAL);
  for (const wrong of [
    { ...link, token: "never-was" },
    { ...link, email: "x@x.test" },
  ]) {
    const [answer, used] = [await read(wrong), await setUp(wrong, {})];
    expect([answer.status, used.status]).toEqual([400, 400]);
    expect((await answer.json<{ error: string }>()).error).toBe((await used.json<{ error: string }>()).error);
  }
});

test("a morning skipped by the member's answer is recorded, as with any hour change", async () => {
  const day = "2031-03-12";
  await createItem(day);
  const now = instantAt(day, 5, "America/Chicago") + 30 * 60_000;
  const { member, link } = await invite({ ...TRIAL, wakeUpSince: now - DAY_MS, accessEndsAt: now + DAY_MS }, now);
  // It's 6:30 in New York: 6:00 has passed there, and in Chicago it hasn't.
  expect((await setUp(link, { emailTime: "06:00", timezone: "America/New_York" }, now)).status).toBe(200);
  expect(await entriesOf(member)).toEqual([
    'mails.time {"emailTime":"06:00","timezone":"America/New_York"}',
    `mails.skipped {"date":"${day}"}`,
  ]);
});
