import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { unsubscribePath } from "#domain/paths.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../env.ts";
import type { Member } from "../members/member.ts";
import { findMember } from "../members/members.queries.ts";
import { unsubscribeKey } from "./unsubscribe-key.ts";

const linkOf = ({ id }: Member) => unsubscribePath(id, unsubscribeKey(readConfig(env), id));
const oneClick = {
  method: "POST",
  body: "List-Unsubscribe=One-Click",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
};

test("one click by POST, cross-origin and without a session, stops the mails; a second one changes nothing", async () => {
  const member = await createMember();
  for (let time = 0; time < 2; time += 1) {
    const response = await request(linkOf(member), oneClick);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ emailEnabled: false });
    expect(await findMember(db, member.id)).toMatchObject({ emailEnabled: false });
  }
});

test("mails switched on again count from the next strike", async () => {
  const member = await createMember();
  const link = { member: member.id, key: unsubscribeKey(readConfig(env), member.id) };
  await request("/api/wake-up/unsubscribe", { json: link });
  const now = Date.now() + 60_000;
  const response = await request("/api/wake-up/resubscribe", { json: link, now });
  expect(await response.json()).toEqual({ emailEnabled: true });
  expect(await findMember(db, member.id)).toMatchObject({ emailEnabled: true, wakeUpSince: now });
  const entries = await rowsOf("select action from audit where subject = ? order by id", member.id);
  expect(entries.map((row) => row.action)).toEqual(["mails.off", "mails.on"]);
});

test("a link of another member, a made-up key and a deleted account are refused and change nothing", async () => {
  const [member, other] = await Promise.all([createMember(), createMember()]);
  const borrowed = linkOf(member).replace(member.id, other.id);
  expect((await request(borrowed, oneClick)).status).toBe(400);
  expect((await request(unsubscribePath(other.id, "x"), oneClick)).status).toBe(400);
  expect(await findMember(db, other.id)).toMatchObject({ emailEnabled: true });
  const deleted = await createMember({ deletedAt: 1 });
  expect((await request(linkOf(deleted), oneClick)).status).toBe(400);
});

test("asking for mails that are on already changes nothing: this morning's stays due", async () => {
  const member = await createMember();
  const link = { member: member.id, key: unsubscribeKey(readConfig(env), member.id) };
  await request("/api/wake-up/resubscribe", { json: link, now: Date.now() + 60_000 });
  expect(await findMember(db, member.id)).toMatchObject({ emailEnabled: true, wakeUpSince: member.wakeUpSince });
});
