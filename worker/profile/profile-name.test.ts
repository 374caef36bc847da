import { expect, test } from "vitest";
import { type ProfileResponse, profileResponse } from "#domain/contract/profile.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";

async function put(member: Member, json: unknown): Promise<Response> {
  return request("/api/user/profile", { method: "PUT", json, token: await tokenFor(member) });
}

async function renamed(member: Member, name: string): Promise<ProfileResponse> {
  const response = await put(member, { name });
  expect(response.status).toBe(200);
  return profileResponse.parse(await response.json());
}

test("a new name replaces first and last name and changes nothing else", async () => {
  const member = await createMember({ lastName: "Lopez" });
  const named = { firstName: "Ana", lastName: "Maria Lopez 2" };
  expect(await renamed(member, "  Ana Maria  Lopez 2 ")).toMatchObject(named);
  expect(await selectMember(db, member.id).get()).toEqual({ ...member, ...named });
  expect(await renamed(member, "Ana")).toMatchObject({ firstName: "Ana", lastName: null });
});

test("each change of name is audited once, without the name", async () => {
  const member = await createMember({ firstName: "Ana", lastName: null });
  for (const name of ["Ana", "Ben", "Ben"]) await renamed(member, name);
  const entries = await rowsOf("select actor, action, details from audit where subject = ?", member.id);
  expect(entries).toEqual([{ actor: `member:${member.id}`, action: "member.name", details: null }]);
});

test.for([
  [" ", "Enter your name"],
  ["Win at prize.com", `A name can't include @, /, or a web address. Change "prize.com".`],
  ["a".repeat(121), "Your name must be at most 120 characters"],
  ["Ana\u202eLopez", "Your name contains characters that can't be shown"],
] as const)("%j is refused as a name, and nothing else in the request is saved", async ([name, error]) => {
  const member = await createMember();
  const response = await put(member, { name, emailEnabled: false });
  expect([response.status, await response.json()]).toMatchObject([400, { error, fields: { name: error } }]);
  expect(await selectMember(db, member.id).get()).toEqual(member);
});
