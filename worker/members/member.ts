import type { members } from "#db/schema/members.ts";

/** A member as the database holds it. Never sent as it is: use cases answer with contract types. */
export type Member = typeof members.$inferSelect;
export type NewMember = typeof members.$inferInsert;

/** The form of an address that is unique and that look-ups go by. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase();
}
