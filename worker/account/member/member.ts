import type { members } from "#db/schema/members.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { Ctx } from "../../kernel/context.ts";
import { emailKeyOf } from "../../kernel/hashing.ts";
import { presentKey } from "../../kernel/links/signing-keys.ts";
import { newShortId } from "../../kernel/short-id.ts";

/** A member's database row. Never send it as is: use cases answer with contract types. */
export type Member = typeof members.$inferSelect;
/**
 * One who reads or saves. Their progress is moved first if it's still in 0.2.0's table. `isFresh`: an email opened their session within the
 * last 15 minutes.
 */
export type CallingMember = Member & { hasOldProgress?: boolean; isFresh?: boolean };
export type NewMember = typeof members.$inferInsert;

/** What every response about a member says of them. */
export function identityOf(member: Member, now: number) {
  const { id, email, firstName, lastName, subscriptionType, subscriptionStatus, timezone } = member;
  const known = { id, email, firstName, lastName, subscriptionType, subscriptionStatus, timezone };
  return { ...known, hasAccess: hasAccess(member, now) };
}

/** Short, because every delivery stores one (docs/decisions/0048-short-member-ids.md). */
export const newMemberId = newShortId;

export function newAccount<Person extends { email: string }>(ctx: Ctx, person: Person) {
  return {
    id: newMemberId(),
    emailKey: emailKeyOf(person.email),
    unsubscribeKey: presentKey(ctx.config).id,
    wakeUpSince: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...person,
  };
}
