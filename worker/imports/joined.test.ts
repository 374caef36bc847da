import { expect, test } from "vitest";
import { memberImport } from "#domain/contract/imports.ts";
import { memberList } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, setMember, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { writeWelcomeSeries } from "../access/notices/write-welcome-series.ts";
import { insertDailyStats } from "../statistics/daily-stats.queries.ts";
import { runImports } from "./run-imports.ts";

/** In the middle between two slots, when imports run. */
const NOW = Date.parse("2027-03-10T12:07:00Z");

/** Imports a file, as the page does. */
async function importFile(body: string): Promise<void> {
  const path = `/api/admin/imports/${crypto.randomUUID()}`;
  const options = { admin: true, now: NOW };
  const put = await request(`${path}?filename=members.csv`, { ...options, method: "PUT", body });
  const { mapping } = memberImport.parse(await put.json());
  await request(`${path}/check`, { ...options, json: { mapping } });
  await request(`${path}/start`, { ...options, method: "POST" });
  await runImports(contextAt(NOW));
}

test("the day someone joined elsewhere is kept, shown, and sorted by; days here count from the account's creation", async () => {
  const [old, without, ahead, unread] = [uniqueEmail(), uniqueEmail(), uniqueEmail(), uniqueEmail()];
  const here = await createMember({ createdAt: NOW - 30 * DAY_MS });
  await importFile(
    `email,joined,time zone\n${old},2021-05-06,America/New_York\n${without},,\n${ahead},2031-01-01,\n${unread},a while ago,\n`,
  );
  const rows = await rowsOf(
    "select email, joined_at as joined from members where email in (?, ?, ?, ?)",
    ...[old, without, ahead, unread],
  );
  const joined = Object.fromEntries(rows.map((row) => [String(row.email), row.joined]));
  expect(joined).toEqual({ [old]: Date.parse("2021-05-06T16:00:00Z"), [without]: null, [ahead]: null, [unread]: null });

  const list = async (sort: string) => {
    const answer = await request(`/api/admin/members?sort=${sort}`, { admin: true });
    return memberList.parse(await answer.json()).members.map(({ email }) => email);
  };
  const newest = await list("newest");
  expect(newest.indexOf(without)).toBeLessThan(newest.indexOf(here.email));
  expect(newest.indexOf(here.email)).toBeLessThan(newest.indexOf(old));
  const oldest = await list("oldest");
  expect(oldest.indexOf(old)).toBeLessThan(oldest.indexOf(here.email));

  const [{ id = "" } = {}] = (await rowsOf("select id from members where email = ?", old)) as { id: string }[];
  const file = await (await request(`/api/admin/members/${id}`, { admin: true })).json();
  expect(file).toMatchObject({
    profile: {
      joinedAt: "2021-05-06T16:00:00.000Z",
      createdAt: new Date(NOW).toISOString(),
      invitation: { invitedAt: null },
    },
  });
});

test("who joined elsewhere long ago gets no emails for newcomers after accepting; who joined now does", async () => {
  const [member, fresh] = [await createMember({ createdAt: NOW }), await createMember({ createdAt: NOW })];
  await setMember(member.id, { joinedAt: NOW - 900 * DAY_MS });
  await rowsOf("delete from dispatcher");
  await writeWelcomeSeries(contextAt(NOW + DAY_MS / 2));
  const welcomed = async (id: string) =>
    (await rowsOf("select 1 from transactional_mails where member_id = ? and kind like 'welcome-day%'", id)).length;
  expect([await welcomed(member.id), await welcomed(fresh.id)]).toEqual([0, 2]);
  const profile = await (await request("/api/user/profile", { token: await tokenFor(member) })).json();
  expect(profile).toMatchObject({ createdAt: new Date(NOW - 900 * DAY_MS).toISOString() });
});

test("an import counts as of its own day in the figures, however long ago its people joined", async () => {
  const endsAt = NOW - DAY_MS / 2;
  const day = { date: "2027-03-09", startsAt: endsAt - DAY_MS, endsAt };
  const countedAs = async () => {
    await rowsOf("delete from daily_stats");
    await insertDailyStats(db, day, NOW);
    return (await rowsOf("select members from daily_stats"))[0]?.members;
  };
  const before = await countedAs();
  await importFile(`email,joined\n${uniqueEmail()},2019-01-01\n${uniqueEmail()},2019-01-01\n`);
  expect(await countedAs()).toBe(before);
});
