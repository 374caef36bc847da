import { conflict } from "../../kernel/errors.ts";
import type { Member } from "./member.ts";

/** Tells the administrator why an address gets no email. */
export function unmailable(email: string): string {
  return `Email to ${email} bounced or was reported as spam, so we don't send to it.`;
}

/** Call it before promising an email: one to a suppressed address is stored but never sent. @throws AppError `conflict` */
export function requireMailable({ email, suppressedAt }: Pick<Member, "email" | "suppressedAt">): void {
  if (suppressedAt !== null) throw conflict(unmailable(email));
}
