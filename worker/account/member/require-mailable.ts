import { conflict } from "../../kernel/errors.ts";
import type { Member } from "./member.ts";

/** Why an address gets no mail, for the administrator. */
export function unmailable(email: string): string {
  return `Mails to ${email} bounced or were reported: none is sent there.`;
}

/** Before a mail is promised: one to a suppressed address is stored and never leaves. @throws AppError `conflict` */
export function requireMailable({ email, suppressedAt }: Pick<Member, "email" | "suppressedAt">): void {
  if (suppressedAt !== null) throw conflict(unmailable(email));
}
