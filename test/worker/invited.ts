import { env } from "cloudflare:workers";
import { imports } from "#db/schema/imports.ts";
import { invitations } from "#db/schema/invitations.ts";
import type { StartInvitationsRequest } from "#domain/contract/imports.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import type { Member, NewMember } from "#worker/account/member/member.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { createMember, db, rowsOf } from "./factories.ts";

/** An import that has ended. */
export async function createImport(endedAt: number, more: Partial<typeof imports.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const mapping = JSON.stringify({ columns: ["email"], fields: { email: 0 }, delimiter: "," });
  const file = { filename: "members.csv", sizeBytes: 1, mapping, state: "done" } as const;
  await db.insert(imports).values({ id, ...file, createdAt: endedAt, startedAt: endedAt, endedAt, ...more });
  return id;
}

/** Empties what invitations are made from, with the emails and what holds them back. */
export async function forgetInvitations(): Promise<void> {
  const read = ["member_labels", "invitations", "imports", "invitation_pace"];
  for (const table of [...read, "dispatcher", "pauses", "transactional_mails"]) await rowsOf(`delete from ${table}`);
}

/** A request to invite people: everyone imported so far by default. */
export const startAll = (to: StartInvitationsRequest["to"] = { segment: {} }) => ({ to });

type InvitedOptions = Partial<NewMember> & { row?: number; invitation?: Partial<typeof invitations.$inferInsert> };

/** An imported account that hasn't been accepted: emails off, no password. */
export async function createInvited(
  importId: string,
  { row = 1, invitation = {}, ...of }: InvitedOptions = {},
  options = {},
): Promise<Member> {
  const member = await createMember({ isUnaccepted: true, emailEnabled: false, passwordHash: null, ...of }, options);
  await rowsOf(
    "update access_grants set source = 'import', source_id = ? where member_id = ?",
    `${importId}:${row}`,
    member.id,
  );
  await db.insert(invitations).values({ memberId: member.id, importId, row, isUnsubscribed: false, ...invitation });
  return member;
}

export async function createManyInvited(importId: string, count: number, of: InvitedOptions = {}): Promise<Member[]> {
  const members: Member[] = [];
  for (let row = 1; row <= count; row += 1) members.push(await createInvited(importId, { ...of, row }));
  return members;
}

/** What an invitation's page knows. */
export async function invitationLinkOf(member: Member, now = Date.now()) {
  const link = newLink(readConfig(env), member, "invitation", now);
  await insertLink(db, link);
  return { token: tokenOf(readConfig(env), link.id), email: member.email };
}
