import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { setupLinkResponse } from "#domain/contract/account.ts";
import { memberFile } from "#domain/contract/members.ts";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import { linkTo } from "#test/worker/proofs.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { renderTransactionalMail } from "../../mail/transactional-mail.ts";
import type { ClaimedMail } from "../../mail/transactional-mails.queries.ts";
import type { Member } from "../member/member.ts";

type End = (keepFeeds?: string) => Promise<Response>;
type Way = { begin: (member: Member) => Promise<End>; eventText: string; keepsByDefault?: true };

const queryOf = (keepFeeds: string | undefined) => (keepFeeds === undefined ? "" : `?keepFeeds=${keepFeeds}`);

/** Every way to end a member's sessions that asks which feeds play on. */
const WAYS: [name: string, way: Way][] = [
  [
    "Log out everywhere",
    {
      begin: async (member) => {
        const [token] = [await tokenFor(member), await tokenFor(member)];
        return (keep) => request(`/api/user/sessions${queryOf(keep)}`, { method: "DELETE", token });
      },
      eventText: "Your other devices were logged out.",
    },
  ],
  [
    "a reset",
    {
      begin: async (member) => {
        const json = { token: await linkTo(member, "reset"), email: member.email, password: "first light" };
        return (keepFeeds) =>
          request("/api/auth/setup-password", { json: { ...json, keepFeeds }, address: uniqueAddress() });
      },
      eventText: "Your password was set with an emailed link, and all devices were logged out.",
      keepsByDefault: true,
    },
  ],
  [
    "support's sign-out",
    {
      begin: async (member) => {
        await tokenFor(member);
        const path = `/api/admin/members/${member.id}/sign-out`;
        return (keep) => request(path + queryOf(keep), { method: "POST", admin: true });
      },
      eventText: "Our support team logged you out on all your devices.",
    },
  ],
];

async function withFeeds(of: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(of);
  return { member, car: await addFeed(member, "Car"), desk: await addFeed(member, "Desk") };
}

const statusesOf = (...feeds: { path: string }[]) =>
  Promise.all(feeds.map(async ({ path }) => (await request(path)).status));

const noticesTo = ({ id }: Member) =>
  rowsOf("select parameters from transactional_mails where member_id = ? and kind = 'feeds-kept'", id);

const revokedBy = ({ id }: Member) =>
  rowsOf("select actor from audit where subject = ? and action = 'member.feed-revoked'", id);

/** What the button in the member's newest email of a kind carries. */
async function linkIn(kind: string, { id }: Member) {
  const sql = `select kind, parameters, to_address as toAddress, token_id as tokenId, signing_key as signingKey, member_id as memberId
    from transactional_mails where member_id = ? and kind = ? order by created_at desc`;
  const [row] = await rowsOf(sql, id, kind);
  const mail = renderTransactionalMail(readConfig(env), row as unknown as ClaimedMail);
  const { searchParams } = new URL(/http\S*\/revoke\S*/.exec(mail?.text ?? "")?.[0] ?? "");
  return Object.fromEntries(searchParams);
}

const revoke = (json: object) => request("/api/feeds/revoke", { json });

test.for(WAYS)("%s ends the feeds that aren't kept, and one press in its email ends the others", async ([, way]) => {
  const { member, car, desk } = await withFeeds();
  const end = await way.begin(member);
  await Promise.all([end(car.feed.id), end(car.feed.id)]);
  await end(car.feed.id);
  expect(await statusesOf(car, desk)).toEqual([200, 404]);
  expect(await revokedBy(member)).toHaveLength(1);
  const notice = { eventText: way.eventText, apps: "Car", feedIds: car.feed.id };
  expect(await noticesTo(member)).toEqual([{ parameters: JSON.stringify(notice) }]);
  const link = await linkIn("feeds-kept", member);
  for (let press = 0; press < 2; press += 1) expect((await revoke(link)).status).toBe(200);
  expect(await statusesOf(car)).toEqual([404]);
  expect(await revokedBy(member)).toHaveLength(2);
});

test.for(WAYS)("%s with no feed to keep ends all of them and sends no email", async ([, way]) => {
  const { member, car, desk } = await withFeeds();
  expect((await (await way.begin(member))("")).status).toBe(200);
  expect(await statusesOf(car, desk)).toEqual([404, 404]);
  expect(await noticesTo(member)).toEqual([]);
});

test.for(WAYS)("%s by a page from before the choice does the default", async ([, { begin, keepsByDefault }]) => {
  const { member, car, desk } = await withFeeds();
  expect((await (await begin(member))()).status).toBe(200);
  expect(await statusesOf(car, desk)).toEqual(Array(2).fill(keepsByDefault ? 200 : 404));
  expect(await noticesTo(member)).toHaveLength(keepsByDefault ? 1 : 0);
});

test.for(WAYS)("%s keeps and names no one else's feed", async ([, { begin }]) => {
  const [{ member, car }, other] = [await withFeeds(), await withFeeds()];
  expect((await (await begin(member))(other.car.feed.id)).status).toBe(200);
  expect(await statusesOf(car, other.car, other.desk)).toEqual([404, 200, 200]);
  expect(await noticesTo(member)).toEqual([]);
});

test("only a working link of a proved mailbox, and the administrator, learn a member's feeds", async () => {
  const { member, car, desk } = await withFeeds();
  const named = [desk, car].map(({ feed: { id, name } }) => ({ id, name }));
  const check = (json: object) => request("/api/auth/setup-link", { json, address: uniqueAddress() });
  const link = { token: await linkTo(member, "reset"), email: member.email };
  const { feeds } = setupLinkResponse.parse(await (await check(link)).json());
  expect(feeds).toEqual(expect.arrayContaining(named));
  const forged = await check({ ...link, token: "made up" });
  expect([forged.status, await forged.text()]).toEqual([400, expect.not.stringContaining("Car")]);
  const file = memberFile.parse(await (await request(`/api/admin/members/${member.id}`, { admin: true })).json());
  expect(file.feeds).toEqual(expect.arrayContaining(named));
  const { member: unproved } = await withFeeds({ mailboxProvedAt: null, passwordHash: null });
  const unprovedLink = { token: await linkTo(unproved, "setup"), email: unproved.email };
  expect(setupLinkResponse.parse(await (await check(unprovedLink)).json()).feeds).toEqual([]);
});

test("the email about a new podcast app revokes only that one, and a changed link revokes nothing", async () => {
  const [{ member, car, desk }, other] = [await withFeeds(), await withFeeds()];
  const link = await linkIn("feed-added", member);
  const [added, earlier] = link.feed === desk.feed.id ? [desk, car] : [car, desk];
  const forgeries = [
    { ...link, feed: earlier.feed.id },
    { ...link, member: other.member.id, feed: other.car.feed.id },
    { ...link, key: "made-up" },
  ];
  for (const forgery of forgeries) expect((await revoke(forgery)).status).toBe(400);
  expect((await request(`/revoke?${new URLSearchParams(link)}`)).status).toBe(200);
  expect(await statusesOf(added, earlier, other.car)).toEqual([200, 200, 200]);
  expect((await revoke(link)).status).toBe(200);
  expect(await statusesOf(added, earlier, other.car)).toEqual([404, 200, 200]);
});
