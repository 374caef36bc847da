import { conflict } from "../../kernel/errors.ts";
import type { Member } from "./member.ts";

/** Tells the administrator why an address gets no email. */
export function unmailable(email: string): string {
  return `Emails to ${email} bounced, were rejected, or were reported as spam, so we stopped sending.`;
}

/** Call it before promising an email: one to a suppressed address is stored but never sent. @throws AppError `conflict` */
export function requireMailable({ email, suppressedAt }: Pick<Member, "email" | "suppressedAt">): void {
  if (suppressedAt !== null) throw conflict(unmailable(email));
}
