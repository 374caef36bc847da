import { expect, test } from "vitest";
import { feedsResponse } from "#domain/contract/feed.ts";
import { createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import { request } from "#test/worker/request.ts";
import { sha256 } from "../kernel/hashing.ts";

const PATH = "/api/user/feeds";

const listOf = async (token: string) => feedsResponse.parse(await (await request(PATH, { token })).json()).feeds;

test("a device's feed address is shown once, and only its hash is stored", async () => {
  const member = await createMember();
  const { feed, address, path } = await addFeed(member, "iPhone");
  expect(address).toMatch(/^http.*\/feed\/[\w-]{32}$/);
  const token = path.split("/").at(-1) ?? "";
  const [row] = await rowsOf("select * from feeds where member_id = ?", member.id);
  expect(row?.token_hash).toBe(sha256(token));
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await listOf(await tokenFor(member))).toEqual([feed]);
  expect(feed).toMatchObject({ name: "iPhone", lastUsedAt: null, userAgent: null });
});

test("a new device is reported by email once, with its name, and a refused one isn't", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  for (const name of ["Car", "Car"]) await request(PATH, { token, json: { name } });
  const mails = await rowsOf(
    "select kind, to_address, parameters from transactional_mails where member_id = ?",
    member.id,
  );
  const [feed] = await listOf(token);
  const parameters = JSON.stringify({ eventText: "A podcast app was added.", apps: "Car", feedIds: feed?.id });
  expect(mails).toEqual([{ kind: "feed-added", to_address: member.email, parameters }]);
});

test("a second device with the same name is refused, so a repeated request creates no second feed", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  const add = (name: string) => request(PATH, { token, json: { name } });
  expect((await add("Car")).status).toBe(200);
  const again = await add("  Car ");
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { fields: { name: expect.stringMatching(/already/) } },
  ]);
  for (const name of ["", "  ", "x".repeat(41), "Car\u0000", "Car\nBcc: all"])
    expect((await add(name)).status).toBe(400);
  expect(await listOf(token)).toHaveLength(1);
});

test("a member has at most ten feeds, even if they're added at the same time", async () => {
  const token = await tokenFor(await createMember());
  const add = (number: number) => request(PATH, { token, json: { name: `Device ${number}` } });
  const statuses = (await Promise.all(Array.from({ length: 12 }, (_, number) => add(number)))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 409, 409]);
  expect(await listOf(token)).toHaveLength(10);
});

test("revoking ends only the member's own feed, once, and the audit log has it without the token", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const [own, theirs] = [await addFeed(member, "Car"), await addFeed(other)];
  const token = await tokenFor(member);
  const revoke = (id: string) => request(`${PATH}/${id}`, { method: "DELETE", token });
  for (const { feed } of [own, own, theirs]) expect((await revoke(feed.id)).status).toBe(200);
  expect((await revoke("nonsense")).status).toBe(400);
  expect([(await request(own.path)).status, (await request(theirs.path)).status]).toEqual([404, 200]);
  const audits = await rowsOf("select action, actor, details from audit where subject = ? order by id", member.id);
  expect(audits).toEqual([
    { action: "member.feed-added", actor: `member:${member.id}`, details: '{"device":"Car"}' },
    { action: "member.feed-revoked", actor: `member:${member.id}`, details: null },
  ]);
});

test("a member can make thirty feed changes an hour", async () => {
  const token = await tokenFor(await createMember());
  const revoke = () => request(`${PATH}/${crypto.randomUUID()}`, { method: "DELETE", token });
  const statuses: number[] = [];
  for (let change = 0; change < 31; change += 1) statuses.push((await revoke()).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});

test("a member can add twenty podcast apps a day, since each sends an email", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  const statuses: number[] = [];
  for (let nth = 0; nth < 21; nth += 1) {
    statuses.push((await request(PATH, { token, json: { name: "Car" } })).status);
    await rowsOf("delete from feeds where member_id = ?", member.id);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});
